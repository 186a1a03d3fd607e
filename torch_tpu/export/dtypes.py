"""Data types of exported programs: their names in C++ and their codes in files (those of tpudnnDataType_t)."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from .errors import ExportError


@dataclass(frozen=True)
class FileType:
    name: str  # in C++ and in configurations
    code: int


FILE_TYPES = {
    torch.float32: FileType("f32", 0),
    torch.float16: FileType("f16", 1),
    torch.int8: FileType("i8", 2),
    torch.uint8: FileType("u8", 3),
    torch.int16: FileType("i16", 4),
    torch.int32: FileType("i32", 6),
    torch.bfloat16: FileType("bf16", 8),
    torch.int64: FileType("i64", 14),
    torch.bool: FileType("boolean", 16),
}
BY_CODE = {each.code: dtype for dtype, each in FILE_TYPES.items()}


def file_type(dtype: torch.dtype, what: str) -> FileType:
    found = FILE_TYPES.get(dtype)
    if found is None:
        names = ", ".join(str(each).removeprefix("torch.") for each in FILE_TYPES)
        raise ExportError(f"{what} is {str(dtype).removeprefix('torch.')}; an exported program has {names}")
    return found


def device_name(dtype: torch.dtype, what: str) -> str:
    """On the device int64 is int32."""
    name = file_type(dtype, what).name
    return "i32" if name == "i64" else name
