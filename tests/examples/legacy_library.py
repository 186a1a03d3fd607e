"""Calls into libsgdnn_<chip>.so with torch tensors: arguments go to the device, outputs come back."""

from __future__ import annotations

import ctypes as c
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from legacy_device import Device, open_device

from dnnlib.paths import library_dir

# SgdnnDataType_t
DTYPES = {
    torch.int8: 1,
    torch.uint8: 2,
    torch.int16: 3,
    torch.float16: 5,
    torch.bfloat16: 6,
    torch.int32: 7,
    torch.float32: 9,
    torch.int64: 10,
}


class TensorStruct(c.Structure):
    """SgdnnTensor_t"""

    _fields_ = (
        ("addr", c.c_ulonglong),
        ("dim", c.c_int),
        ("shape", c.c_int * 8),
        ("stride", c.c_int * 8),
        ("dtype", c.c_int),
    )


class VectorStruct(c.Structure):
    """std::vector<SgdnnTensor_t> of the C++ library in use: begin, end, end of storage."""

    _fields_ = (("begin", c.c_void_p), ("end", c.c_void_p), ("limit", c.c_void_p))


@dataclass(frozen=True)
class Out:
    """An output: a device tensor of unset memory that comes back."""

    shape: Sequence[int]
    dtype: torch.dtype


@dataclass(frozen=True)
class InOut:
    """A tensor that is changed in place and comes back."""

    tensor: torch.Tensor


@dataclass(frozen=True)
class Array:
    """const SgdnnTensor_t * and the count after it."""

    tensors: Sequence[torch.Tensor]


@dataclass(frozen=True)
class Vector:
    """std::vector<SgdnnTensor_t> &"""

    tensors: Sequence[torch.Tensor | InOut]


class Legacy:
    """The legacy library of one chip. None is an undefined tensor, int and float are passed as int and float."""

    def __init__(self, chip: str) -> None:
        self.device: Device = open_device(chip)
        self.chip = chip
        self._lib = c.CDLL(str(library_dir() / f"libsgdnn_{chip}.so"))
        self._started("sgdnnInitialize")

    def close(self) -> None:
        self._started("sgdnnDeinitialize")

    def _started(self, function: str) -> None:
        status = getattr(self._lib, function)(self.device.resource)
        assert status == 0, f"{function} returned {status}"

    def call(self, function: str, *arguments: Any, non_blocking: bool = True) -> list[torch.Tensor]:
        """Calls an operator and returns its outputs in the order of its arguments."""
        frame = _Frame(self.device)
        try:
            values = [value for argument in arguments for value in frame.convert(argument)]
            before = self.device.bytes_in_use()
            status = getattr(self._lib, function)(self.device.resource, *values, c.c_bool(non_blocking))
            assert status == 0, f"{function} returned {status}: {self.device.last_fault()}"
            assert self.device.bytes_in_use() == before, f"{function} keeps device memory"
            return frame.results()
        finally:
            frame.release()


class _Frame:
    """The device tensors of one call."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._addresses: list[int] = []
        self._outputs: list[tuple[int, torch.Tensor]] = []
        self._alive: list[Any] = []

    def convert(self, argument: Any) -> list[Any]:
        if argument is None:
            return [TensorStruct()]
        if isinstance(argument, bool):
            return [c.c_bool(argument)]
        if isinstance(argument, int):
            return [c.c_int(argument)]
        if isinstance(argument, float):
            return [c.c_float(argument)]
        if isinstance(argument, Out | InOut | torch.Tensor):
            return [self._tensor(argument)]
        if isinstance(argument, Array):
            return [self._structs(argument.tensors), c.c_int(len(argument.tensors))]
        if isinstance(argument, Vector):
            structs = self._structs(argument.tensors)
            begin, end = c.addressof(structs), c.addressof(structs) + c.sizeof(structs)
            return [c.byref(VectorStruct(begin, end, end))]
        return [argument]

    def _structs(self, tensors: Sequence[torch.Tensor | InOut]) -> Any:
        structs = (TensorStruct * len(tensors))(*[self._tensor(tensor) for tensor in tensors])
        self._alive.append(structs)
        return structs

    def _tensor(self, argument: torch.Tensor | Out | InOut) -> TensorStruct:
        if isinstance(argument, Out):
            tensor = torch.empty(tuple(argument.shape), dtype=argument.dtype)
            address = self._malloc(tensor)
            self._outputs.append((address, tensor))
        else:
            tensor = argument.tensor if isinstance(argument, InOut) else argument
            address = self._malloc(tensor)
            self._device.write(address, _storage(tensor))
            if isinstance(argument, InOut):
                self._outputs.append((address, tensor.clone()))
        struct = TensorStruct(addr=address, dim=tensor.dim(), dtype=DTYPES[tensor.dtype])
        struct.shape[: tensor.dim()] = tensor.shape
        struct.stride[: tensor.dim()] = tensor.stride()
        return struct

    def _malloc(self, tensor: torch.Tensor) -> int:
        address = self._device.malloc(max(1, tensor.untyped_storage().nbytes()))
        self._addresses.append(address)
        return address

    def results(self) -> list[torch.Tensor]:
        return [_from_bytes(self._device.read(address, tensor.nbytes), tensor) for address, tensor in self._outputs]

    def release(self) -> None:
        for address in self._addresses:
            self._device.free(address)


def _storage(tensor: torch.Tensor) -> bytes:
    """All bytes a tensor's strides may reach; views start at the beginning of their storage."""
    assert tensor.storage_offset() == 0
    return bytes(tensor.untyped_storage().tolist())


def _from_bytes(data: bytes, like: torch.Tensor) -> torch.Tensor:
    return torch.frombuffer(bytearray(data), dtype=like.dtype).reshape(like.shape)
