"""The arguments of a call of an operator, moved: to the host, to a device, to f64. Tensors that share memory share it there too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

_runtime = torch.ops.tpu_runtime

WIDE = {
    torch.float16: torch.float64,
    torch.bfloat16: torch.float64,
    torch.float32: torch.float64,
    torch.complex32: torch.complex128,
    torch.complex64: torch.complex128,
    torch.float8_e4m3fn: torch.float64,
    torch.float8_e5m2: torch.float64,
}
# torch.dtype by the number that an argument of a boxed call has.
_NUMBERED = (
    torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float16, torch.float32, torch.float64,
    torch.complex32, torch.complex64, torch.complex128, torch.bool,
)  # fmt: skip
_BFLOAT16 = 15


def map_tensors(value: Any, function: Callable[[torch.Tensor], Any]) -> Any:
    """`value` with function(tensor) for each tensor in it."""
    if isinstance(value, torch.Tensor):
        return function(value)
    if isinstance(value, list | tuple):
        return type(value)(map_tensors(each, function) for each in value)
    return value


def tensors_in(value: Any) -> list[torch.Tensor]:
    """The tensors in an argument or result, or in several."""
    found: list[torch.Tensor] = []
    map_tensors(value, found.append)
    return found


class Moved:
    """Copies of tensors on another device. What shared a storage shares one there, with the same strides and offsets."""

    def __init__(self, device: torch.device) -> None:
        self.device = device
        self._storages: dict[int, torch.Tensor] = {}  # by the address of the storage object -> all its bytes, there
        self._tensors: dict[int, torch.Tensor] = {}
        self._kept: list[torch.Tensor] = []  # so that no address is used twice

    def __call__(self, tensor: torch.Tensor) -> torch.Tensor:
        key = id(tensor)
        if key not in self._tensors:
            self._tensors[key] = self._move(tensor.detach())
            self._kept.append(tensor)
        return self._tensors[key]

    def _move(self, tensor: torch.Tensor) -> torch.Tensor:
        if tensor.layout is not torch.strided or tensor.is_quantized or tensor._is_zerotensor():
            return tensor.to(self.device)
        key = _runtime.storage_key(tensor)
        if key not in self._storages:
            self._storages[key] = _runtime.storage_bytes(tensor).to(self.device, copy=True)
        there = self._storages[key].untyped_storage()
        moved = torch.empty(0, dtype=tensor.dtype, device=self.device)
        moved.set_(there, tensor.storage_offset(), tensor.size(), tensor.stride())
        if tensor.is_conj():
            moved = torch._conj(moved)
        return torch._neg_view(moved) if tensor.is_neg() else moved

    def original(self, moved: torch.Tensor) -> torch.Tensor | None:
        """The tensor that `moved` is the copy of."""
        return next((kept for kept in self._kept if self._tensors[id(kept)] is moved), None)

    def owner(self, moved: torch.Tensor) -> torch.Tensor | None:
        """A tensor whose storage has the copy that `moved` is a view of."""
        if moved.layout is not torch.strided:
            return None
        place = _runtime.storage_key(moved)
        copies = ((kept, self._tensors[id(kept)]) for kept in self._kept if kept.layout is torch.strided)
        return next((kept for kept, copy in copies if _runtime.storage_key(copy) == place), None)


class Widened:
    """Copies of host tensors in f64 (complex128). A tensor that is given twice is one."""

    def __init__(self) -> None:
        self._made: dict[tuple, torch.Tensor] = {}
        self._kept: list[torch.Tensor] = []

    def __call__(self, tensor: torch.Tensor) -> torch.Tensor:
        if tensor.layout is not torch.strided:
            key: tuple = (id(tensor),)
        else:
            place = (tensor.untyped_storage()._cdata, tensor.storage_offset())
            key = (*place, tensor.dtype, tensor.size(), tensor.stride(), tensor.is_conj(), tensor.is_neg())
        if key not in self._made:
            copy = tensor.detach().clone()
            wide = WIDE.get(tensor.dtype)
            self._made[key] = copy if wide is None else copy.to(wide)
            self._kept.append(tensor)
        return self._made[key]


def widened_dtype(value: Any, kind: str) -> Any:
    """An argument of the schema's type `kind`; a dtype is the wide one."""
    if "ScalarType" not in kind or not isinstance(value, int):
        return value
    if value == _BFLOAT16:
        return torch.float64
    dtype = _NUMBERED[value] if value < len(_NUMBERED) else None
    return WIDE.get(dtype, value) if dtype is not None else value


def on_device(value: Any, device: torch.device) -> Any:
    """An argument that is a device names `device`; no generator of another device goes along."""
    if isinstance(value, torch.device):
        return device
    if isinstance(value, torch.Generator) and value.device != device:
        return None
    return value


def call_overload(overload: torch._ops.OpOverload, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Calls with one value per argument of the schema; the results, one per return."""
    schema = overload._schema
    pairs = list(zip(schema.arguments, arguments, strict=True))
    positional = [value for argument, value in pairs if not argument.kwarg_only]
    named = {argument.name: value for argument, value in pairs if argument.kwarg_only}
    result = overload(*positional, **named)
    if len(schema.returns) == 1:
        return (result,)
    return tuple(result) if result is not None else ()
