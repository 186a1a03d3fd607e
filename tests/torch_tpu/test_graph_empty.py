"""Operators on tensors without elements in a captured step: what they are eagerly, or nothing to do."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
from torch import nn

import torch_tpu

pytestmark = [pytest.mark.native, pytest.mark.torch, pytest.mark.usefixtures("on_its_device")]

F = nn.functional


def ones(*sizes: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    return torch.ones(*sizes, dtype=dtype, device="tpu")


def numbers(*sizes: int) -> torch.Tensor:
    return torch.zeros(*sizes, dtype=torch.int64, device="tpu")


# Of `e`, without elements, of shape (0, 4), and `x`, of shape (2, 4).
CALLS: dict[str, Callable[[torch.Tensor, torch.Tensor], torch.Tensor]] = {
    "mm": lambda e, x: e @ ones(4, 3),
    "mm over nothing": lambda e, x: ones(4, 0) @ ones(0, 3),
    "bmm over nothing": lambda e, x: ones(2, 3, 0) @ ones(2, 0, 4),
    "linear": lambda e, x: F.linear(e, ones(3, 4), ones(3)),
    "layer_norm": lambda e, x: F.layer_norm(e, (4,), ones(4), ones(4)),
    "softmax": lambda e, x: e.softmax(-1),
    "conv1d": lambda e, x: F.conv1d(ones(0, 4, 8), ones(2, 4, 3)),
    "max_pool1d": lambda e, x: F.max_pool1d(ones(0, 4, 8), 2),
    "sum": lambda e, x: e.sum(),
    "sum of a dimension": lambda e, x: e.sum(0),
    "prod": lambda e, x: e.prod(),
    "mean is nan": lambda e, x: e.mean(),
    "any": lambda e, x: (e > 0).any(),
    "all": lambda e, x: (e > 0).all(),
    "norm": lambda e, x: e.norm(),
    "mse_loss is nan": lambda e, x: F.mse_loss(e, e),
    "sort": lambda e, x: e.sort(0)[0],
    "cumsum": lambda e, x: e.cumsum(0),
    "unique": lambda e, x: e.unique(),
    "nonzero": lambda e, x: e.nonzero(),
    "a mask": lambda e, x: e[e > 0],
    "where": lambda e, x: torch.where(e > 0, e, 1.0),
    "cat with others": lambda e, x: torch.cat([e, x, e, x * 2]),
    "cat": lambda e, x: torch.cat([e, e]),
    "index": lambda e, x: x[numbers(0)],
    "index_select": lambda e, x: x.index_select(0, numbers(0)),
    "gather": lambda e, x: x.gather(0, numbers(0, 4)),
    "embedding": lambda e, x: F.embedding(numbers(0), x),
    "index_add": lambda e, x: x.index_add(0, numbers(0), e),
    "index_add_": lambda e, x: x.clone().index_add_(0, numbers(0), e),
    "index_copy_": lambda e, x: x.clone().index_copy_(0, numbers(0), e),
    "index_fill_": lambda e, x: x.clone().index_fill_(0, numbers(0), 3.0),
    "index_put_": lambda e, x: x.clone().index_put_((numbers(0),), e),
    "scatter_": lambda e, x: x.clone().scatter_(0, numbers(0, 4), e),
    "scatter, out": lambda e, x: torch.scatter(x, 0, numbers(0, 4), e, out=ones(0)),
    "scatter_add": lambda e, x: x.scatter_add(0, numbers(0, 4), e),
    "multinomial": lambda e, x: torch.multinomial(e, 2),
    "normal by a tensor": lambda e, x: torch.normal(e, 1.0),
    "rand": lambda e, x: torch.rand(0, 4, device="tpu"),
    "dropout": lambda e, x: F.dropout(e, 0.5),
    "there and back": lambda e, x: e.cpu().to("tpu"),
    "double": lambda e, x: ones(0, dtype=torch.float64).sum(),
    "no tensor at all": lambda e, x: torch.linspace(0, 1, 5, device="tpu"),
}


@pytest.mark.parametrize("what", CALLS)
def test_it_is_what_it_is_eagerly(what: str, device: str) -> None:
    def step() -> torch.Tensor:
        found = CALLS[what](e, x)
        return found if found.numel() == 0 else found.clone()

    e, x = torch.empty(0, 4, device=device), torch.randn(2, 4).to(device)
    torch.manual_seed(1)
    eager = step()
    after = torch.rand(3, device=device).cpu()
    with torch_tpu.graph() as graph:
        captured = step()
    for _ in range(2):
        x.normal_()
        expected = step() if eager.numel() > 0 else eager
        torch.manual_seed(1)
        graph.replay()
        assert (captured.dtype, captured.shape, captured.stride()) == (eager.dtype, eager.shape, eager.stride())
        assert torch.equal(*(each.cpu().reshape(-1).view(torch.uint8) for each in (captured, expected)))
        assert torch.equal(torch.rand(3, device=device).cpu(), after)  # as many numbers drawn: none


def test_training_on_a_batch_without_samples(device: str) -> None:
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Dropout(0.5), nn.Linear(8, 2)).to(device)
    x, y = torch.empty(0, 4, device=device), torch.empty(0, 2, device=device)

    def step() -> torch.Tensor:
        model.zero_grad()
        loss = F.mse_loss(model(x), y, reduction="sum")
        loss.backward()
        return loss

    step()
    with torch_tpu.graph() as graph:
        loss = step()
    graph.replay()
    assert loss.item() == 0.0
    for parameter in model.parameters():
        assert parameter.grad is not None and not parameter.grad.cpu().any()


@pytest.mark.parametrize(
    "call",
    [
        lambda e, x: e @ ones(3, 3),
        lambda e, x: x.index_add_(0, numbers(0), ones(0, 7)),
        lambda e, x: torch.cat([e, x], 1),
    ],
)
def test_wrong_shapes_are_refused_as_eagerly(call: Callable[..., object], device: str) -> None:
    e, x = torch.empty(0, 4, device=device), torch.ones(2, 4, device=device)
    with pytest.raises((RuntimeError, IndexError)):
        call(e, x)
    with pytest.raises((RuntimeError, IndexError)), torch_tpu.graph():
        call(e, x)
    assert x.cpu().tolist() == [[1.0] * 4] * 2


def test_shapes_that_depend_on_values_stay_refused(device: str) -> None:
    x = torch.ones(3, device=device)
    with pytest.raises(RuntimeError, match="cannot be captured"), torch_tpu.graph():
        x.nonzero()
