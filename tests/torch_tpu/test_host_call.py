"""An operator that runs on the CPU does to its arguments, and gives for results, what it does and gives there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import torch

import torch_tpu

pytestmark = [pytest.mark.torch, pytest.mark.native]

NAMESPACE = "host_call_test"


def _hidden(x: torch.Tensor, others: list[torch.Tensor], maybe: torch.Tensor | None) -> torch.Tensor:
    x.neg_()
    others[-1].add_(1)
    if maybe is not None:
        maybe.zero_()
    return x.sum()


def _halves(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    both = x.clone()
    return both, both[:1]


@pytest.fixture(scope="module", autouse=True)
def operators() -> Iterator[None]:
    """Operators whose schemas hide what they do: a caller's extension may have such."""
    library = torch.library.Library(NAMESPACE, "DEF")
    library.define("hidden(Tensor x, Tensor[] others, Tensor? maybe) -> Tensor")
    library.define("same(Tensor x) -> Tensor")
    library.define("tail(Tensor(a) x) -> Tensor(a)")
    library.define("halves(Tensor x) -> (Tensor, Tensor)")
    library.define("twice(Tensor x) -> Tensor[]")
    library.define("grow(Tensor(a!) x) -> Tensor(a!)")
    library.impl("hidden", _hidden, "CPU")
    library.impl("same", lambda x: x, "CPU")
    library.impl("tail", lambda x: x[1:], "CPU")
    library.impl("halves", _halves, "CPU")
    library.impl("twice", lambda x: [x * 2] * 2, "CPU")
    library.impl("grow", lambda x: x.resize_(3, 2).copy_(torch.arange(6.0).reshape(3, 2)), "CPU")
    yield
    library._destroy()


def ops() -> object:
    return getattr(torch.ops, NAMESPACE)


def test_results_lie_where_the_operand_lies(device: str) -> None:
    integers = torch.arange(3, device=device)
    double = torch.ones(2, dtype=torch.float64, device=device)
    for result in (1 - integers, torch.tensor(2) + integers, integers + torch.tensor(2), double.sqrt(), 2 / double):
        assert str(result.device) == device
    for result in (
        torch.empty(0, device=device) + 1,
        1 - torch.empty(0, device=device),
        torch.empty(0, 3, device=device).t(),
    ):
        assert str(result.device) == device


def test_host_tensor_with_elements_is_refused(device: str) -> None:
    with pytest.raises(RuntimeError, match=r"same device, but found at least two devices, tpu:\d and cpu.*cumprod"):
        torch.cumprod(torch.ones(3, device=device), 0, out=torch.empty(3))
    with pytest.raises(RuntimeError, match="same device"):
        torch.ones(3, device=device).logaddexp(torch.ones(3))


def test_two_chips_are_refused() -> None:
    with pytest.raises(RuntimeError, match="same device, but found at least two devices, tpu:0 and tpu:1"):
        torch.ones(3, device="tpu:0").logaddexp(torch.ones(3, device="tpu:1"))


@pytest.mark.parametrize("norm", [torch.nn.BatchNorm1d, torch.nn.BatchNorm2d, torch.nn.InstanceNorm2d])
def test_running_statistics_are_updated(device: str, norm: type[torch.nn.Module]) -> None:
    shape = (4, 3) if norm is torch.nn.BatchNorm1d else (4, 3, 5, 5)
    host = norm(3, track_running_stats=True)
    chip = norm(3, track_running_stats=True).to(device)
    for _ in range(3):
        inputs = torch.randn(shape) + 2
        host(inputs)
        chip(inputs.to(device))
    torch.testing.assert_close(chip.running_mean.cpu(), host.running_mean)
    torch.testing.assert_close(chip.running_var.cpu(), host.running_var)
    assert chip.running_mean.abs().min() > 0.1
    torch.testing.assert_close(chip.eval()(inputs.to(device)).cpu(), host.eval()(inputs))


def test_undeclared_writes_reach_the_device(device: str) -> None:
    x = torch.tensor([1.0, -2.0], device=device)
    others = [torch.ones(2, device=device), torch.ones(3, 4, device=device)[:, 1]]
    maybe = torch.ones(2, device=device)
    assert ops().hidden(x, others, maybe).item() == 1.0
    assert x.tolist() == [-1.0, 2.0]
    assert [each.tolist() for each in others] == [[1.0, 1.0], [2.0, 2.0, 2.0]]
    assert maybe.tolist() == [0.0, 0.0]


def test_undeclared_writes_leave_the_gaps_alone(device: str) -> None:
    block = torch.zeros(2, 3, device=device)
    ops().hidden(block[:, 0].fill_(1), [torch.ones(1, device=device)], None)
    assert block.tolist() == [[-1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]]


def test_signs_that_cancel_are_seen(device: str) -> None:
    """Every second word changes its highest bit: a sum would not tell."""
    x = torch.ones(64, device=device)
    ops().hidden(x, [torch.ones(1, device=device)], None)
    assert x.tolist() == [-1.0] * 64


def test_an_argument_returned_is_the_argument(device: str) -> None:
    x = torch.ones(3, device=device)
    assert ops().same(x).data_ptr() == x.data_ptr()
    tail = ops().tail(x)
    tail.fill_(5)
    assert x.tolist() == [1.0, 5.0, 5.0]
    assert tail.storage_offset() == 1


def test_results_that_share_memory_share_it(device: str) -> None:
    whole, head = ops().halves(torch.ones(3, device=device))
    head.fill_(7)
    assert whole.tolist() == [7.0, 1.0, 1.0]
    first, second = ops().twice(torch.ones(3, device=device))
    assert first.data_ptr() == second.data_ptr()


def test_out_is_resized_and_returned(device: str) -> None:
    for out in (torch.empty(0, device=device), torch.empty(2, 3, 1, device=device)[:, :, 0].t()):
        x = torch.full((3, 2), 2.0, device=device)
        result = torch.cumprod(x, 0, out=out)
        assert result is out
        assert out.tolist() == [[2.0, 2.0], [4.0, 4.0], [8.0, 8.0]]
    grown = torch.ones(1, device=device)
    assert ops().grow(grown).tolist() == [[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]
    assert grown.shape == (3, 2)


def test_overlapping_arguments_overlap_on_the_host(device: str) -> None:
    for place in ("cpu", device):
        block = torch.arange(1.0, 7.0, device=place)
        torch.cumprod(block[:4], 0, out=block[:4])
        assert block.tolist() == [1.0, 2.0, 6.0, 24.0, 5.0, 6.0]
        with pytest.raises(RuntimeError, match="single memory location"):
            torch.ones(1, device=place).expand(3).lgamma_()


def test_strides_are_kept(device: str) -> None:
    x = torch.randn(3, 4, 5)
    for view in (x.permute(2, 0, 1), x[:, ::2], x.contiguous()):
        expected = torch.logaddexp(view, view)
        got = torch.logaddexp(view.to(device), view.to(device))
        assert got.stride() == expected.stride()
        assert torch.equal(got.cpu(), expected)


def test_far_more_gaps_than_elements(device: str) -> None:
    x = torch.randn(64, 1000)
    column = x.to(device)[:, 3]
    assert torch.equal(column.cumprod(0).cpu(), x[:, 3].cumprod(0))
    column.lgamma_()
    assert torch.equal(column.cpu(), x[:, 3].lgamma())


def test_counts_name_the_operator(device: str) -> None:
    torch_tpu.reset_fallbacks()
    ops().same(torch.ones(1, device=device))
    assert torch_tpu.fallbacks()[0].operator == f"{NAMESPACE}::same"
