"""Strides of results: those of the CPU for every native operator, whatever the strides of its inputs."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F

pytestmark = [pytest.mark.torch, pytest.mark.native]

Tensor = torch.Tensor
VIEWS: dict[str, Callable[[Tensor], Tensor]] = {
    "contiguous": lambda t: t,
    "channels_last": lambda t: t.contiguous(memory_format=torch.channels_last),
    "permuted": lambda t: t.permute(1, 2, 0, 3),
    "reversed": lambda t: t.permute(3, 2, 1, 0),
    "part": lambda t: t[:, :2],
    "part_channels_last": lambda t: t.contiguous(memory_format=torch.channels_last)[:, :, :3],
    "expanded": lambda t: t[:1].expand(2, 3, 4, 4),
    "expanded_channels": lambda t: t[:, :1].expand(2, 3, 4, 4),
    "steps": lambda t: t[..., ::2],
    "permuted_steps": lambda t: t.permute(0, 3, 1, 2)[:, ::2],
    "one_channel": lambda t: t[:, :1].contiguous(memory_format=torch.channels_last),
    "one_image": lambda t: t[:1].contiguous(memory_format=torch.channels_last),
}
PAIRS = [*((v, v) for v in VIEWS), ("contiguous", "channels_last"), ("channels_last", "contiguous")]
PAIRS += [("expanded", "channels_last"), ("channels_last", "expanded_channels"), ("expanded", "expanded_channels")]

Operator = Callable[[Tensor, Tensor], Tensor]


def unary(name: str) -> Operator:
    return lambda x, y: getattr(torch, name)(x)


def binary(name: str) -> Operator:
    return lambda x, y: getattr(torch, name)(x, y)


def with_number(name: str) -> Operator:
    return lambda x, y: getattr(torch, name)(x, 2.0)


def convolution_gradients(x: Tensor) -> tuple[Tensor, Tensor]:
    weight = torch.ones(2, x.shape[1], 2, 2, device=x.device)
    y = F.conv2d(x, weight)
    gradients = torch.ops.aten.convolution_backward(
        y * 0 + 1, x, weight, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1, [True, True, False]
    )
    return gradients[0], gradients[1]


def batch_norm_gradient(x: Tensor, y: Tensor) -> Tensor:
    _, mean, inverse = torch.ops.aten.native_batch_norm(x, None, None, None, None, True, 0.1, 1e-5)
    return torch.ops.aten.native_batch_norm_backward(
        y, x, None, None, None, mean, inverse, True, 1e-5, [True, False, False]
    )[0]


UNARY = [
    "tanh",
    "sigmoid",
    "exp",
    "expm1",
    "exp2",
    "sqrt",
    "rsqrt",
    "reciprocal",
    "abs",
    "round",
    "ceil",
    "floor",
    "trunc",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "sinh",
    "cosh",
    "asinh",
    "acosh",
    "atanh",
    "erf",
    "erfc",
    "log",
    "log1p",
    "log2",
    "log10",
    "relu",
    "isnan",
    "neg",
    "sign",
    "logical_not",
]
BINARY = ["add", "sub", "mul", "div", "minimum", "hypot", "pow", "eq", "ne", "gt", "ge", "lt", "le"]
OPERATORS: dict[str, Operator] = {
    **{name: unary(name) for name in UNARY},
    **{name: binary(name) for name in BINARY},
    **{f"{name}.Scalar": with_number(name) for name in BINARY if name not in ("minimum", "hypot")},
    **{
        name: lambda x, y, name=name: getattr(F, name)(x)
        for name in ("silu", "mish", "hardsigmoid", "hardswish", "gelu", "elu", "softplus")
    },
    "gelu_tanh": lambda x, y: F.gelu(x, approximate="tanh"),
    "log_sigmoid_forward": lambda x, y: F.logsigmoid(x),
    "relu_": lambda x, y: x.clone().relu_(),
    "gelu_backward": lambda x, y: torch.ops.aten.gelu_backward(x, y),
    "bitwise_left_shift": lambda x, y: torch.bitwise_left_shift(x.int(), y.int()),
    "where": lambda x, y: torch.where(x > 0, x, y),
    "where.Scalar": lambda x, y: torch.where(x > 0, x, 2.0),
    "where.ScalarSelf": lambda x, y: torch.where(y > 0, 0.0, x),
    "clamp": lambda x, y: torch.clamp(x, -1, 1),
    "addcmul": lambda x, y: torch.addcmul(x, y, x),
    "fill_": lambda x, y: x.clone().fill_(2),
    "_softmax": lambda x, y: torch.softmax(x, 1),
    "_log_softmax": lambda x, y: torch.log_softmax(x, 1),
    "_log_softmax_backward_data": lambda x, y: torch.ops.aten._log_softmax_backward_data(x, y, 1, torch.float32),
    "threshold_backward": lambda x, y: torch.ops.aten.threshold_backward(x, y, 0.5),
    "tanh_backward": lambda x, y: torch.ops.aten.tanh_backward(x, y),
    "sigmoid_backward": lambda x, y: torch.ops.aten.sigmoid_backward(x, y),
    "mse_loss": lambda x, y: F.mse_loss(x, y, reduction="none"),
    "mse_loss_backward": lambda x, y: torch.ops.aten.mse_loss_backward(x, x, y, 0),
    "addcdiv": lambda x, y: torch.addcdiv(x, y, x),
    "lerp": lambda x, y: torch.lerp(x, y, 0.3),
    "pow.Scalar_out": lambda x, y: torch.pow(2.0, x),
    "isneginf": lambda x, y: torch.isneginf(x),
    "all": lambda x, y: (x > 0).all(1),
    "cumsum": lambda x, y: x.cumsum(1),
    "var": lambda x, y: x.var((1, 3)),
    "std": lambda x, y: x.std(-1, keepdim=True),
    "avg_pool2d": lambda x, y: F.avg_pool2d(x, 2),
    "avg_pool2d_backward": lambda x, y: torch.ops.aten.avg_pool2d_backward(
        F.avg_pool2d(y, 2), x, (2, 2), (), (0, 0), False, True, None
    ),
    "_adaptive_avg_pool2d": lambda x, y: F.adaptive_avg_pool2d(x, (3, 2)),
    "_adaptive_avg_pool2d_backward": lambda x, y: torch.ops.aten._adaptive_avg_pool2d_backward(
        F.adaptive_avg_pool2d(y, (1, 1)), x
    ),
    "max_pool2d_with_indices": lambda x, y: F.max_pool2d(x, 2, 1, return_indices=True)[1],
    "max_pool2d_values": lambda x, y: F.max_pool2d(x, 2, 2, 1),
    "max_pool2d_with_indices_backward": lambda x, y: torch.ops.aten.max_pool2d_with_indices_backward(
        F.max_pool2d(y, 2, 1), x, (2, 2), (1, 1), (0, 0), (1, 1), False, F.max_pool2d(x, 2, 1, return_indices=True)[1]
    ),
    "nll_loss_forward": lambda x, y: F.nll_loss(x.flatten(1), x.flatten(1).argmax(1), reduction="none"),
    "nll_loss_backward": lambda x, y: torch.ops.aten.nll_loss_backward(
        y.sum(), x.flatten(1), x.flatten(1).argmin(1), None, 2, -100, y.sum()
    ),
    "nll_loss2d_forward": lambda x, y: F.nll_loss(x, x.argmax(1), reduction="none"),
    "nll_loss2d_backward": lambda x, y: torch.ops.aten.nll_loss2d_backward(
        y.sum(), x.contiguous(), x.argmin(1), None, 2, -100, y.sum()
    ),
    "native_batch_norm": lambda x, y: F.batch_norm(x, None, None, training=True),
    "native_batch_norm_backward": lambda x, y: batch_norm_gradient(x, y),
    "add.counter": lambda x, y: x.argmax(1) + 1,
    "avg_pool2d_ceil": lambda x, y: F.avg_pool2d(x, 3, 2, 1, True, False),
    "_softmax_backward_data": lambda x, y: torch.ops.aten._softmax_backward_data(x, y, 1, torch.float32),
    "sum": lambda x, y: x.sum(1),
    "mean": lambda x, y: x.mean(-1, keepdim=True),
    "prod": lambda x, y: x.prod(1),
    "linalg_vector_norm": lambda x, y: torch.linalg.vector_norm(x, dim=1),
    "argmax": lambda x, y: x.argmax(1),
    "argmin": lambda x, y: x.argmin(0, keepdim=True),
    "max": lambda x, y: x.max(1).values,
    "min": lambda x, y: x.min(0).indices,
    "cat": lambda x, y: torch.cat([x, y], 1),
    "index_select": lambda x, y: x.index_select(0, torch.tensor([0], device=x.device)),
    "nonzero": lambda x, y: x.nonzero(),
    "native_layer_norm": lambda x, y: F.layer_norm(x, x.shape[-1:]),
    "native_group_norm": lambda x, y: F.group_norm(x, 1),
    "mm": lambda x, y: x.flatten(1) @ x.flatten(1).t(),
    "addmm": lambda x, y: torch.addmm(x[0, 0, 0, 0], x.flatten(1), x.flatten(1).t()),
    "bmm": lambda x, y: x.flatten(0, 1) @ y.flatten(0, 1).transpose(1, 2),
    "baddbmm": lambda x, y: torch.baddbmm(y[0, 0, 0, 0], x.flatten(0, 1), y.flatten(0, 1).transpose(1, 2)),
    "convolution_overrideable": lambda x, y: F.conv2d(x, torch.ones(2, x.shape[1], 1, 1, device=x.device)),
    "convolution_3d": lambda x, y: F.conv3d(x[:, None], torch.ones(2, 1, 1, 2, 2, device=x.device)),
    "convolution_transposed": lambda x, y: F.conv_transpose2d(
        x, torch.ones(x.shape[1], 2, 2, 2, device=x.device), stride=2
    ),
    "convolution_backward_overrideable": lambda x, y: convolution_gradients(x)[0],
    "convolution_gradient_of_weight": lambda x, y: convolution_gradients(x)[1],
    "convolution_channels_last": lambda x, y: F.conv2d(
        x, VIEWS["channels_last"](torch.ones(2, x.shape[1], 2, 2, device=x.device))
    ),
}
ELSEWHERE = {
    "native_layer_norm_backward",
    "arange",
    "_amp_foreach_non_finite_check_and_unscale_",
}  # strides are not at issue


def native_operators() -> set[str]:
    rows = (Path(__file__).resolve().parents[2] / "torch_tpu/ops.yaml").read_text(encoding="utf-8")
    return {name.split(".")[0] for name in re.findall(r"^- func: (\S+)", rows, re.M)}


def test_every_native_operator_is_here() -> None:
    assert native_operators() - {name.split(".")[0] for name in OPERATORS} == ELSEWHERE


@pytest.mark.parametrize("name", OPERATORS)
def test_strides_are_the_cpus(name: str, device: str) -> None:
    base = torch.randn(2, 3, 4, 4)
    for first, second in PAIRS:

        def run(where: str, views: tuple[str, str] = (first, second)) -> Tensor:
            x, y = VIEWS[views[0]](base.to(where)), VIEWS[views[1]]((base + 1).to(where))
            return OPERATORS[name](x, y)

        expect, got = run("cpu"), run(device)
        assert (got.shape, got.stride(), got.dtype) == (expect.shape, expect.stride(), expect.dtype), (first, second)
        torch.testing.assert_close(got.cpu(), expect, atol=1e-4, rtol=1e-3, equal_nan=True)
