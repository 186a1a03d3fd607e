"""The harness's error model for operators of PyTorch, by their base names. Magnitudes get the call's arguments by their names in the schema, in f64."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import torch

from utest_ops.tolerance import ErrorModel, elementwise, exact, reduction

Named = Mapping[str, Any]
Model = ErrorModel | dict[int, ErrorModel]  # of all outputs, or by the position of each

POINTWISE_STEPS = 12  # f32 operations behind one element of a function; the longest of the harness's own cases

# Data moves: not one bit may differ, the sign of a zero neither.
_MOVES = frozenset(
    """
    _copy_from _copy_from_and_resize cat clone constant_pad_nd copy diagonal_copy embedding expand_copy flip gather index
    index_copy index_fill index_put index_select index_put_impl masked_fill masked_scatter masked_select permute_copy
    repeat repeat_interleave roll scatter select_copy select_scatter slice_scatter stack take unfold_copy where
    _local_scalar_dense _unsafe_index abs neg
    """.split()  # noqa: SIM905
)

# Or values are compared, counted or chosen: not one bit may differ either.
_EXACT = _MOVES | frozenset(
    """
    eq eye fill full full_like ge gt isfinite isinf isnan le logical_and logical_not logical_or logical_xor lt max
    maximum min minimum ne nonzero ones one_hot sort sign signbit topk tril triu unique unique_consecutive zero zeros
    argmax argmin argsort amax amin aminmax any all bitwise_and bitwise_or bitwise_xor bitwise_not bitwise_left_shift
    bitwise_right_shift relu threshold threshold_backward clamp clamp_min clamp_max ceil floor round trunc arange
    searchsorted bucketize bincount count_nonzero max_pool2d_with_indices tril_indices triu_indices isposinf isneginf
    sgn nan_to_num hardtanh
    """.split()  # noqa: SIM905
)


def _abs(value: Any) -> Any:
    return value.abs() if isinstance(value, torch.Tensor) else abs(value)


def _sum(self: torch.Tensor, other: Any, alpha: Any = 1, **_: Any) -> torch.Tensor:
    return _abs(self) + abs(alpha) * _abs(other)


def _fused(self: torch.Tensor, tensor1: torch.Tensor, tensor2: torch.Tensor, value: Any = 1, **_: Any) -> tuple:
    return self.abs(), tensor1.abs(), tensor2.abs(), abs(value)


def _addcmul(**named: Any) -> torch.Tensor:
    self, one, two, value = _fused(**named)
    return self + value * one * two


def _addcdiv(**named: Any) -> torch.Tensor:
    self, one, two, value = _fused(**named)
    return self + value * one / two


def _lerp(self: torch.Tensor, end: torch.Tensor, weight: Any, **_: Any) -> torch.Tensor:
    return _abs(self) * (1 + _abs(weight)) + _abs(end) * _abs(weight)


def _products(named: Named) -> ErrorModel:
    """Matrix products and what they are added to."""
    tensors = [value for value in named.values() if isinstance(value, torch.Tensor)]
    left, right = tensors[-2:] if "out" not in named else tensors[-3:-1]
    added = tensors[0] if len(tensors) > (3 if "out" in named else 2) else None

    def magnitude(**_: Any) -> torch.Tensor:
        product = torch.matmul(left.abs(), right.abs()) * abs(named.get("alpha", 1))
        beta = abs(named.get("beta", 1))
        return product if added is None or beta == 0 else product + beta * added.abs()

    return reduction(left.shape[-1] + 2, magnitude)


def _reduced(named: Named) -> tuple[list[int], int]:
    self = named["self"]
    dims = named.get("dim")
    every = range(self.dim())
    if dims is None or dims == []:
        wanted = list(every)
    else:
        wanted = [d % max(self.dim(), 1) for d in (dims if isinstance(dims, list | tuple) else [dims])]
    return wanted, math.prod(self.shape[d] for d in wanted if d < self.dim())


def _sums(named: Named, divided: bool) -> ErrorModel:
    dims, length = _reduced(named)
    keep = bool(named.get("keepdim", False))

    def magnitude(**_: Any) -> torch.Tensor:
        terms = named["self"].abs()
        total = terms.sum(dims, keepdim=keep) if terms.dim() else terms
        return total / max(length, 1) if divided else total

    return reduction(length + 1, magnitude)


def _cumulated(named: Named) -> ErrorModel:
    self, dim = named["self"], named["dim"]
    return reduction(self.shape[dim] if self.dim() else 1, lambda **_: self.abs().cumsum(dim))


def _softmax(named: Named) -> ErrorModel:
    self, dim = named["self"], named["dim"]
    return elementwise((self.shape[dim] if self.dim() else 1) + 8)


def _log_softmax(named: Named) -> ErrorModel:
    self, dim = named["self"], named["dim"]
    largest = self.amax(dim, keepdim=True)
    terms = 1 + (self - largest).abs() + torch.logsumexp(self - largest, dim, keepdim=True).abs()
    return reduction((self.shape[dim] if self.dim() else 1) + 4, lambda **_: terms)


def _softmax_backward(named: Named) -> ErrorModel:
    grad, output, dim = named["grad_output"].abs(), named["output"], named["dim"]
    terms = output.abs() * (grad + (grad * output.abs()).sum(dim, keepdim=True))
    return reduction((output.shape[dim] if output.dim() else 1) + 6, lambda **_: terms)


def _log_softmax_backward(named: Named) -> ErrorModel:
    grad, output, dim = named["grad_output"].abs(), named["output"], named["dim"]
    terms = grad + output.exp() * grad.sum(dim, keepdim=True) * (1 + output.abs())
    return reduction((output.shape[dim] if output.dim() else 1) + 8, lambda **_: terms)


def _layer_norm(named: Named) -> dict[int, ErrorModel]:
    value, shape = named["input"], named["normalized_shape"]
    dims = list(range(value.dim() - len(shape), value.dim()))
    length = math.prod(shape)
    mean = value.abs().mean(dims, keepdim=True)
    rstd = 1 / torch.sqrt(value.var(dims, correction=0, keepdim=True) + named["eps"])
    spread = (value.abs() + mean) * rstd
    weight, bias = named.get("weight"), named.get("bias")
    terms = spread * (1 if weight is None else weight.abs()) + (0 if bias is None else bias.abs())
    conditioned = rstd * mean * rstd  # what an error of the mean makes of 1 / sqrt(var)
    return {
        0: reduction(length + 6, lambda **_: terms * (1 + conditioned / rstd)),
        1: reduction(length, lambda **_: mean),
        2: reduction(2 * length, lambda **_: rstd * (1 + (mean * rstd) ** 2)),
    }


def _convolution(named: Named) -> ErrorModel:
    weight, bias = named["weight"], named.get("bias")
    transposed = named["transposed"]
    length = math.prod(weight.shape[2:]) * weight.shape[0 if transposed else 1]

    def magnitude(**_: Any) -> torch.Tensor:
        size = [named[key] for key in ("stride", "padding", "dilation", "transposed", "output_padding", "groups")]
        return torch.ops.aten.convolution(
            named["input"].abs(), weight.abs(), None if bias is None else bias.abs(), *size
        )

    return reduction(length + 1, magnitude)


def _var(named: Named) -> ErrorModel:
    self = named["self"]
    dims, length = _reduced(named)
    keep = bool(named.get("keepdim", False))
    spread = (self.abs() + self.abs().mean(dims, keepdim=True)) ** 2
    return reduction(2 * length + 4, lambda **_: spread.mean(dims, keepdim=keep) * length / max(length - 1, 1))


def _gradient(bound: Callable[..., torch.Tensor], steps: int = POINTWISE_STEPS) -> Callable[[Named], ErrorModel]:
    """Of backward operators: bound(self or output) is the sum of the absolute terms of the derivative."""

    def model(named: Named) -> ErrorModel:
        of = named.get("self", named.get("output", named.get("result")))
        grad = named.get("grad_output", named.get("grad"))
        return elementwise(steps, lambda **_: grad.abs() * bound(of))

    return model


_MODELS: dict[str, Callable[[Named], Model]] = {
    **dict.fromkeys(("add", "sub", "rsub"), lambda named: elementwise(2, _sum)),
    "addcmul": lambda named: elementwise(4, _addcmul),
    "addcdiv": lambda named: elementwise(4, _addcdiv),
    "lerp": lambda named: elementwise(4, _lerp),
    **dict.fromkeys(("mm", "bmm", "addmm", "baddbmm", "addmv", "mv", "dot", "vdot", "addbmm", "matmul"), _products),
    "sum": lambda named: _sums(named, divided=False),
    "mean": lambda named: _sums(named, divided=True),
    "cumsum": _cumulated,
    "_softmax": _softmax,
    "_log_softmax": _log_softmax,
    "_softmax_backward_data": _softmax_backward,
    "_log_softmax_backward_data": _log_softmax_backward,
    "native_layer_norm": _layer_norm,
    **dict.fromkeys(("convolution", "convolution_overrideable"), _convolution),
    "var": _var,
    "gelu_backward": _gradient(lambda x: 1 + x.abs()),
    "silu_backward": _gradient(lambda x: 1 + x.abs()),
    "tanh_backward": _gradient(lambda y: 1 + y * y),
    "sigmoid_backward": _gradient(lambda y: y.abs() * (1 + y.abs())),
}

# Pointwise functions whose result can be much smaller than the terms it is made of.
_CANCELLING: dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
    **dict.fromkeys(("sin", "cos", "tan"), lambda x: 1 + x.abs()),  # of a reduced argument
    **dict.fromkeys(("remainder", "fmod"), lambda x: x.abs()),
    "gelu": lambda x: x.abs(),
    "mish": lambda x: x.abs(),
}


def model_of(overload: torch._ops.OpOverload, named: Named) -> tuple[Model | None, str]:
    """The error model of a call and what it is called; None where there is none for the operator."""
    base = _base(overload)
    if base in _EXACT:
        return exact(), "exact"
    if base in _MODELS:
        return _MODELS[base](named), f"of {base}"
    if _pointwise(overload):
        first = next((value for value in named.values() if isinstance(value, torch.Tensor)), None)
        terms = _CANCELLING.get(base)
        if terms and first is not None:
            return elementwise(POINTWISE_STEPS, lambda **_: terms(first)), f"of {base}"
        return elementwise(POINTWISE_STEPS), "pointwise"
    return None, ""


def moves(overload: torch._ops.OpOverload) -> bool:
    """Whether the operator's results are values that it was given."""
    return _base(overload) in _MOVES


def _base(overload: torch._ops.OpOverload) -> str:
    return overload._schema.name.partition("::")[2].removesuffix("_")


def _pointwise(overload: torch._ops.OpOverload) -> bool:
    packet = overload.overloadpacket
    return any(torch.Tag.pointwise in getattr(packet, name).tags for name in packet.overloads())
