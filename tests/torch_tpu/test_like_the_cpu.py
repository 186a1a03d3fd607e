"""What programs do around operators: expanded and overlapping tensors, copies of generators, channels_last. As on the CPU."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest
import torch

pytestmark = [pytest.mark.torch, pytest.mark.native]


def outcome(run: Callable[[str], torch.Tensor], device: str) -> tuple[type, str] | torch.Tensor:
    torch.manual_seed(0)
    try:
        return run(device).cpu()
    except Exception as error:
        return type(error), str(error).splitlines()[0]


def expanded(device: str) -> torch.Tensor:
    return torch.arange(3.0).sub(1).to(device).expand(4, 3)


WRITES: dict[str, Callable[[torch.Tensor], object]] = {
    "fill": lambda x: x.fill_(2),
    "zero": lambda x: x.zero_(),
    "masked_fill": lambda x: x.masked_fill_(x > 0, 5.0),
    "index_put": lambda x: x.index_put_((torch.tensor([0, 1], device=x.device),), torch.tensor(7.0, device=x.device)),
    "relu": lambda x: x.relu_(),
    "add": lambda x: x.add_(1),
    "copy": lambda x: x.copy_(torch.ones(4, 3, device=x.device)),
    "uniform": lambda x: x.uniform_(),
    "neg_out": lambda x: torch.neg(torch.ones(4, 3, device=x.device), out=x),
    "abs_out": lambda x: torch.abs(torch.ones(4, 3, device=x.device), out=x),
    "where_out": lambda x: torch.where(x > 0, x.clone(), x.clone(), out=x),
    "mm_out": lambda x: torch.mm(torch.ones(4, 2, device=x.device), torch.ones(2, 3, device=x.device), out=x),
    "softmax_out": lambda x: torch.softmax(torch.ones(4, 3, device=x.device), 1, out=x),
}


@pytest.mark.parametrize("name", WRITES)
def test_writing_an_expanded_tensor(name: str, device: str) -> None:
    def run(where: str) -> torch.Tensor:
        x = expanded(where)
        WRITES[name](x)
        return x

    expect, got = outcome(run, "cpu"), outcome(run, device)
    if isinstance(expect, torch.Tensor):
        assert isinstance(got, torch.Tensor), got
        torch.testing.assert_close(got, expect)
    else:
        assert got == expect


OVERLAPS: dict[str, Callable[[torch.Tensor], object]] = {
    "forwards": lambda x: x[1:].copy_(x[:-1]),
    "backwards": lambda x: x[:-1].copy_(x[1:]),
    "transposed": lambda x: x.copy_(x.t()),
    "itself": lambda x: x.copy_(x.view(4, 4)),
}


@pytest.mark.parametrize("name", OVERLAPS)
def test_copying_a_tensor_over_a_part_of_itself(name: str, device: str) -> None:
    def run(where: str) -> torch.Tensor:
        x = torch.arange(16.0).view(4, 4).to(where)
        OVERLAPS[name](x)
        return x

    expect, got = outcome(run, "cpu"), outcome(run, device)
    assert torch.equal(got, expect) if isinstance(expect, torch.Tensor) else got == expect


# What is written and what is read, of one matrix. The CPU refuses the pairs that it can tell overlap; of the others it reads what it has
# written, as far as the width of its vectors says. The device gives what copied operands would give.
VIEWS: dict[str, tuple[Callable[[torch.Tensor], torch.Tensor], Callable[[torch.Tensor], torch.Tensor]]] = {
    "down_right": (lambda x: x[1:, 1:], lambda x: x[:-1, :-1]),
    "up_left": (lambda x: x[:-1, :-1], lambda x: x[1:, 1:]),
    "right": (lambda x: x[:, 1:], lambda x: x[:, :-1]),
    "left": (lambda x: x[:, :-1], lambda x: x[:, 1:]),
    "down": (lambda x: x[1:], lambda x: x[:-1]),
    "part_down": (lambda x: x[2:, :5], lambda x: x[:-2, :5]),
    "between": (lambda x: x[::2], lambda x: x[1::2]),
    "spread": (lambda x: x.view(-1)[: x.numel() : 2], lambda x: x.view(-1)[: x.numel() // 2]),
    "transposed": (lambda x: x[1:], lambda x: x.t()[:-1]),
    "a_row": (lambda x: x[1:, 1:], lambda x: x[2, 1:].expand(x.size(0) - 1, x.size(1) - 1)),
}
ONTO: dict[str, Callable[[torch.Tensor, torch.Tensor], object]] = {
    "copy": lambda to, source: to.copy_(source),
    "convert": lambda to, source: to.copy_(source.view(torch.int32)),
    "add_": lambda to, source: to.add_(source),
    "neg": lambda to, source: torch.neg(source, out=to),
    "relu": lambda to, source: torch.ops.aten.relu.out(source, out=to),
    "where": lambda to, source: torch.where(source > 9, source, -source, out=to),
    "pow": lambda to, source: torch.pow(source, 2, out=to),
    "softmax": lambda to, source: torch.softmax(source, 0, out=to),
}


@pytest.mark.parametrize("size", [8, 70])
@pytest.mark.parametrize("name", ONTO)
def test_writing_beside_what_is_read(name: str, size: int, device: str) -> None:
    base = torch.arange(float(size * size)).view(size, size)
    for views, (target, source) in VIEWS.items():

        def run(where: str, views: tuple = (target, source)) -> torch.Tensor:
            x = base.to(where, copy=True)
            ONTO[name](views[0](x), views[1](x))
            return x

        expect, got = outcome(run, "cpu"), outcome(run, device)
        if isinstance(expect, torch.Tensor):
            expect = base.clone()
            ONTO[name](target(expect), source(base))
            assert isinstance(got, torch.Tensor), (views, got)
            torch.testing.assert_close(got, expect, msg=lambda text, views=views: f"{views}: {text}")
        else:
            assert isinstance(got, tuple) and got[0] == expect[0], (views, expect, got)


def test_generators_are_copied(device: str) -> None:
    generator = torch.Generator(device).manual_seed(3)
    torch.rand(5, generator=generator, device=device)
    twins = [pickle.loads(pickle.dumps(generator)), copy.deepcopy(generator)]
    expect = torch.rand(4, generator=generator, device=device)
    for twin in twins:
        assert str(twin.device) == device
        assert torch.equal(torch.rand(4, generator=twin, device=device), expect)


def test_element_wise_operators_keep_the_order_of_memory(device: str) -> None:
    x = torch.randn(2, 3, 4, 4).to(memory_format=torch.channels_last)
    for function in (torch.abs, torch.logical_not, torch.nn.functional.hardswish, torch.neg, torch.exp):
        for view in (
            lambda t: t,
            lambda t: t[:, :2],
            lambda t: t.permute(1, 0, 2, 3),
            lambda t: t[:1].expand(2, 3, 4, 4),
        ):
            assert function(view(x.to(device))).stride() == function(view(x)).stride()


def test_host_tensors_as_indices_only(device: str) -> None:
    x, index = torch.zeros(3, device=device), torch.tensor([0, 2])
    x[index] = torch.ones(2, device=device)
    assert x.tolist() == [1, 0, 1]
    assert torch.equal(x[index].cpu(), torch.ones(2))
    x.index_put_((index,), torch.tensor(5.0))  # a number may come from anywhere
    assert x.tolist() == [5, 0, 5]
    for bad in (
        lambda: torch.zeros(3).index_put_((index,), torch.ones(2, device=device)),
        lambda: x.index_put_((index,), torch.ones(2)),
        lambda: torch.zeros(3)[index.to(device)],
    ):
        with pytest.raises(RuntimeError, match=r"same device|indices should be"):
            bad()


def test_an_encoder_with_padding(device: str) -> None:
    layer = torch.nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
    model = torch.nn.TransformerEncoder(layer, 1).eval()
    x, padding = torch.randn(2, 3, 8), torch.tensor([[False, False, True], [False] * 3])
    with torch.inference_mode():
        expect = model(x, src_key_padding_mask=padding)
        got = model.to(device)(x.to(device), src_key_padding_mask=padding.to(device)).cpu()
    torch.testing.assert_close(got[~padding], expect[~padding], atol=1e-5, rtol=1e-4)
