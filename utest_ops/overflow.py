"""Which elements of a result come from a sum whose finite terms overflow f32 by their order.

A sum of 3e38, 1e38 and -2e38 is 2e38 in one order and infinite in another; with -inf among its terms it is -inf in one and NaN in another.
Kernels may add in any order, so that what depends on such a sum is not judged.
"""

from collections.abc import Callable
from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode

aten = torch.ops.aten
LARGEST = torch.finfo(torch.float32).max


def _finite(value: Any) -> Any:
    """The absolute value of a tensor, 0 where it is not finite."""
    return value.nan_to_num(0.0, 0.0, 0.0).abs() if isinstance(value, torch.Tensor) else value


def _as_called(func: Callable[..., torch.Tensor], *args: Any, **kwargs: Any) -> torch.Tensor:
    return func(*map(_finite, args), **kwargs)


def _of_mean(func: Callable[..., torch.Tensor], *args: Any, **kwargs: Any) -> torch.Tensor:
    mean = _as_called(func, *args, **kwargs)
    return mean * (args[0].numel() / max(mean.numel(), 1))


def _of_variance(func: Callable[..., torch.Tensor], *args: Any, **kwargs: Any) -> torch.Tensor:
    """The larger of what its mean and its squares add up to."""
    dims, keep = args[1] if len(args) > 1 else kwargs.get("dim"), kwargs.get("keepdim", False)
    squares = func(args[0].nan_to_num(0.0, 0.0, 0.0), *args[1:], **kwargs)
    values = _finite(args[0]).sum(dims, keepdim=keep)
    return torch.maximum(values, squares * (args[0].numel() / max(squares.numel(), 1)))


def _of_norm(func: Callable[..., torch.Tensor], *args: Any, **kwargs: Any) -> torch.Tensor:
    return _as_called(func, *args, **kwargs).square()


# What the finite terms of an operator's sums add up to in absolute value.
TERMS: dict[Any, Callable[..., torch.Tensor]] = {
    **dict.fromkeys((aten.sum, aten.mm, aten.bmm, aten.addmm, aten.convolution), _as_called),
    aten.mean: _of_mean,
    aten.var: _of_variance,
    aten.linalg_vector_norm: _of_norm,
}


class _OverflowIsNan(TorchDispatchMode):
    """Sums whose terms may overflow f32 give NaN, which what is computed from them carries on."""

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        result = func(*args, **(kwargs or {}))
        terms = TERMS.get(func.overloadpacket)
        if terms is None or not result.is_floating_point():
            return result
        return result.masked_fill(terms(func, *args, **(kwargs or {})) > LARGEST, float("nan"))


def with_overflow_as_nan(compute: Callable[..., Any], inputs: dict[str, torch.Tensor]) -> Any:
    """The result of `compute` in the inputs' types (f64), NaN also where a sum of its depends on the order in f32."""
    with _OverflowIsNan():
        return compute(**inputs)
