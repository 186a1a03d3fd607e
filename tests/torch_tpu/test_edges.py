"""Native operators at the edges of their arguments: no dimension, no element, dimensions counted from the end, past the end or named twice,
outputs of another type. Result, or exception and its sentence, are the CPU's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch

import torch_tpu

pytestmark = [pytest.mark.torch, pytest.mark.native]

SHAPES = [(), (1,), (0,), (3,), (2, 3), (2, 0, 3), (2, 3, 4), (1, 1, 1)]
DIMS = [0, 1, -1, -2, 2, -3, 3, -4, 7]
LISTS = [[], [0], [-1], [0, 1], [0, 0], [0, -1], [-1, -2], [1, 5], [0, 1, 2]]

REDUCTIONS: dict[str, Callable[..., Any]] = {
    "sum": lambda x, dim, keep: x.sum(dim, keepdim=keep),
    "mean": lambda x, dim, keep: x.mean(dim, keepdim=keep),
    "norm": lambda x, dim, keep: torch.linalg.vector_norm(x, dim=dim, keepdim=keep),
    "sum_half": lambda x, dim, keep: x.half().sum(dim, keepdim=keep),
    "sum_int": lambda x, dim, keep: x.int().sum(dim, keepdim=keep),
    "sum_strided": lambda x, dim, keep: (x.transpose(0, -1) if x.dim() else x).sum(dim, keepdim=keep),
}

ALONG: dict[str, Callable[..., Any]] = {
    "prod": lambda x, dim: x.prod(dim),
    "prod_keepdim": lambda x, dim: x.prod(dim, keepdim=True),
    "argmax": lambda x, dim: x.argmax(dim),
    "argmin": lambda x, dim: x.argmin(dim, keepdim=True),
    "max": lambda x, dim: x.max(dim),
    "min": lambda x, dim: x.min(dim, keepdim=True),
    "softmax": lambda x, dim: x.softmax(dim),
    "log_softmax": lambda x, dim: x.log_softmax(dim),
    "cat": lambda x, dim: torch.cat([x, x], dim),
    "index_select": lambda x, dim: x.index_select(dim, torch.tensor([0], device=x.device)),
    "index_select_none": lambda x, dim: x.index_select(dim, torch.zeros(0, dtype=torch.long, device=x.device)),
    "softmax_backward": lambda x, dim: torch._softmax_backward_data(x, x, dim, x.dtype),
    "max_out": lambda x, dim: torch.max(
        x, dim, out=(torch.empty(0, device=x.device), torch.empty(0, dtype=torch.long, device=x.device))
    ),
    "index_select_out": lambda x, dim: torch.index_select(
        x, dim, torch.tensor([0], device=x.device), out=torch.empty(0, device=x.device)
    ),
}

WHOLE: dict[str, Callable[[torch.Tensor], Any]] = {
    "sum": lambda x: x.sum(),
    "mean": lambda x: x.mean(),
    "prod": lambda x: x.prod(),
    "norm": lambda x: x.norm(),
    "argmax": lambda x: x.argmax(),
    "max": lambda x: x.max(),
    "nonzero": lambda x: x.nonzero(),
    "add": lambda x: x + x,
    "add_number": lambda x: x + 2,
    "number_minus": lambda x: 2 - x,
    "add_scalar_tensor": lambda x: x + torch.tensor(2.0, device=x.device),
    "div": lambda x: 1 / (x + 3),
    "pow": lambda x: x**2,
    "lt": lambda x: x < 1,
    "eq": lambda x: x == x,
    "minimum": lambda x: torch.minimum(x, x * 2),
    "where": lambda x: torch.where(x > 1, x, 0.0),
    "where_scalar_condition": lambda x: torch.where(torch.tensor(True, device=x.device), x, -x),
    "clamp": lambda x: x.clamp(0.5, 1.5),
    "neg": lambda x: -x,
    "sign": lambda x: x.sign(),
    "exp": lambda x: x.exp(),
    "relu": lambda x: x.relu(),
    "relu_": lambda x: x.clone().relu_(),
    "isnan": lambda x: x.isnan(),
    "logical_not": lambda x: x.logical_not(),
    "gelu": lambda x: torch.nn.functional.gelu(x),
    "addcmul": lambda x: torch.addcmul(x, x, x, value=2),
    "fill": lambda x: x.clone().fill_(4),
    "zero": lambda x: x.clone().zero_(),
    "clone": lambda x: x.clone(),
    "to_half": lambda x: x.half(),
    "layer_norm": lambda x: torch.nn.functional.layer_norm(x, x.shape[-1:]),
    "dropout": lambda x: torch.nn.functional.dropout(x, 0.5),
    "matmul": lambda x: x @ x.transpose(-1, -2) if x.dim() > 1 else x,
    "unscale": lambda x: torch._amp_foreach_non_finite_check_and_unscale_(
        [x], torch.zeros(1, device=x.device), torch.full((1,), 0.5, device=x.device)
    ),
}

WRONG_OUT: dict[str, Callable[[torch.Tensor], Any]] = {
    "sum_long": lambda x: torch.sum(x, 0, out=torch.empty(0, dtype=torch.long, device=x.device)),
    "mean_half": lambda x: torch.mean(x, 0, out=torch.empty(0, dtype=torch.half, device=x.device)),
    "mm_half": lambda x: torch.mm(x, x.t(), out=torch.empty(0, dtype=torch.half, device=x.device)),
    "add_int": lambda x: torch.add(x, x, out=torch.empty(0, dtype=torch.int, device=x.device)),
    "exp_int": lambda x: torch.exp(x, out=torch.empty(0, dtype=torch.int, device=x.device)),
    "softmax_half": lambda x: torch.softmax(x, 0, out=torch.empty(0, dtype=torch.half, device=x.device)),
    "argmax_float": lambda x: torch.argmax(x, 0, out=torch.empty(0, device=x.device)),
    "argmax_int": lambda x: torch.argmax(x, 0, out=torch.empty(0, dtype=torch.int, device=x.device)),
    "eq_float": lambda x: torch.eq(x, x, out=torch.empty(0, device=x.device)),
    "eq_byte": lambda x: torch.eq(x, x, out=torch.empty(0, dtype=torch.uint8, device=x.device)),
    "cat_int": lambda x: torch.cat([x, x], out=torch.empty(0, dtype=torch.int, device=x.device)),
    "cat_double": lambda x: torch.cat([x, x], out=torch.empty(0, dtype=torch.double, device=x.device)),
    "index_select_int": lambda x: torch.index_select(
        x, 0, torch.tensor([0], device=x.device), out=torch.empty(0, dtype=torch.int, device=x.device)
    ),
    "where_int": lambda x: torch.where(x > 0, x, x, out=torch.empty(0, dtype=torch.int, device=x.device)),
    "prod_int": lambda x: torch.prod(x, 0, out=torch.empty(0, dtype=torch.int, device=x.device)),
    "max_int": lambda x: torch.max(
        x, 0, out=(torch.empty(0, dtype=torch.int, device=x.device), torch.empty(0, dtype=torch.long, device=x.device))
    ),
    "clamp_int": lambda x: torch.clamp(x, 0, 1, out=torch.empty(0, dtype=torch.int, device=x.device)),
    "in_place_promotion": lambda x: x.int().add_(0.5),
    "in_place_bool": lambda x: x.gt(0).mul_(2),
    "in_place_shape": lambda x: x[0].clone().add_(x),
    "bmm_double": lambda x: torch.bmm(x[None], x.t()[None], out=torch.empty(0, dtype=torch.double, device=x.device)),
    "norm_half": lambda x: torch.linalg.vector_norm(x, out=torch.empty((), dtype=torch.half, device=x.device)),
    "gelu_half": lambda x: torch._C._nn.gelu(x, out=torch.empty(0, dtype=torch.half, device=x.device)),
}


def outcome(operation: Callable[..., Any], *arguments: Any) -> tuple[str, str, tuple[torch.Tensor, ...]]:
    """(exception, its sentence, results on the CPU)."""
    torch.manual_seed(1)
    try:
        result = operation(*arguments)
    except Exception as error:
        return type(error).__name__, str(error).split("\n")[0], ()
    found = result if isinstance(result, tuple) else (result,)
    return "", "", tuple(tensor.cpu() for tensor in found if tensor is not None)


def check(device: str, name: str, operation: Callable[..., Any], shape: tuple[int, ...], *arguments: Any) -> str:
    """What differs, or nothing."""
    tensor = (torch.arange(torch.Size(shape).numel(), dtype=torch.float32).reshape(shape) % 5) - 1
    expected = outcome(operation, tensor, *arguments)
    found = outcome(operation, tensor.to(device), *arguments)
    what = f"{name} {shape} {arguments}: "
    if expected[:2] != found[:2]:
        return f"{what}{expected[:2] or 'fine'}, on {device} {found[:2] or 'fine'}"
    for left, right in zip(expected[2], found[2], strict=True):
        if (left.shape, left.dtype) != (right.shape, right.dtype):
            return f"{what}{left.shape} {left.dtype}, on {device} {right.shape} {right.dtype}"
        try:
            torch.testing.assert_close(right, left, rtol=1e-2, atol=1e-2, equal_nan=True)
        except AssertionError as error:
            return what + str(error)
    return ""


@pytest.mark.parametrize("name", REDUCTIONS)
def test_reduction(name: str, device: str) -> None:
    wrong = [
        check(device, name, REDUCTIONS[name], shape, dim, keep)
        for shape in SHAPES
        for dim in [*DIMS, *LISTS, None]
        for keep in (False, True)
    ]
    assert not [text for text in wrong if text]


@pytest.mark.parametrize("name", ALONG)
def test_along_a_dimension(name: str, device: str) -> None:
    wrong = [check(device, name, ALONG[name], shape, dim) for shape in SHAPES for dim in DIMS]
    assert not [text for text in wrong if text]


@pytest.mark.parametrize("name", WHOLE)
def test_any_shape(name: str, device: str) -> None:
    wrong = [check(device, name, WHOLE[name], shape) for shape in SHAPES]
    assert not [text for text in wrong if text]


@pytest.mark.parametrize("name", WRONG_OUT)
def test_outputs_of_another_type(name: str, device: str) -> None:
    assert not check(device, name, WRONG_OUT[name], (2, 3))


def test_a_number_is_reduced_by_the_kernel(device: str) -> None:
    torch_tpu.reset_fallbacks()
    assert torch.tensor(2.0, device=device).sum(0).item() == 2.0 == torch.tensor(2.0, device=device).mean([-1]).item()
    assert not torch_tpu.fallbacks()


def test_outputs_elsewhere_are_refused(device: str) -> None:
    x = torch.ones(3, device=device)
    other = "tpu:1" if device == "tpu:0" else "tpu:0"
    for place in ("cpu", other):
        for out in (torch.empty(3, device=place), torch.empty((), device=place)):
            with pytest.raises(RuntimeError, match="device"):
                torch.add(x, x, out=out)
            with pytest.raises(RuntimeError, match="device"):
                torch.sum(x, 0, out=out)
