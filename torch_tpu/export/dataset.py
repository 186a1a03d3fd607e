"""Datasets as the binary reads them: one file per input, one of labels. docs/export.md has the format."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO

import torch
from torch.utils.data import Dataset

from .dtypes import BY_CODE, file_type
from .errors import ExportError

MAGIC = b"TPUDATA1"
MAX_DIMS = 16
LABELS = "label.bin"


def raw_bytes(tensor: torch.Tensor) -> bytes:
    flat = tensor.detach().cpu().contiguous().reshape(-1)
    return flat.view(torch.uint8).numpy().tobytes() if flat.numel() else b""


def _write_header(file: BinaryIO, dtype: torch.dtype, shape: Sequence[int], what: str) -> None:
    file.write(MAGIC + struct.pack("<II", file_type(dtype, what).code, len(shape)))
    file.write(struct.pack(f"<{len(shape)}q", *shape))


def write_tensor(path: str | Path, tensor: torch.Tensor) -> None:
    """A file of samples: the first dimension counts them."""
    with open(path, "wb") as file:
        _write_header(file, tensor.dtype, tensor.shape, str(path))
        file.write(raw_bytes(tensor))


def _read_header(path: Path) -> tuple[torch.dtype, list[int], int]:
    try:
        size = path.stat().st_size
        with open(path, "rb") as file:
            head = file.read(16 + 8 * MAX_DIMS)
    except OSError as error:
        raise ExportError(f"{path}: cannot be read: {error.strerror}") from error
    if head[:8] != MAGIC:
        raise ExportError(f"{path}: no file of samples: it does not begin with {MAGIC.decode()}")
    if len(head) < 16:
        raise ExportError(f"{path}: truncated: {size} bytes are too few")
    code, dims = struct.unpack_from("<II", head, 8)
    if code not in BY_CODE:
        raise ExportError(f"{path}: data type {code} is none of this format")
    if not 1 <= dims <= MAX_DIMS or len(head) < 16 + 8 * dims:
        raise ExportError(f"{path}: {dims} dimensions; 1 to {MAX_DIMS}, and as many extents")
    shape = list(struct.unpack_from(f"<{dims}q", head, 16))
    elements = 1
    for extent in shape:
        elements *= extent
    expected = 16 + 8 * dims + elements * BY_CODE[code].itemsize
    if min(shape) < 0 or size != expected:
        raise ExportError(
            f"{path}: {size} bytes, where shape {shape} of {BY_CODE[code]} makes {expected}"
            + (": truncated" if size < expected else "")
        )
    return BY_CODE[code], shape, 16 + 8 * dims


class TensorFile:
    """The samples of a file, read one by one."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.dtype, shape, self._start = _read_header(self.path)
        self.rows, self.sample_shape = shape[0], tuple(shape[1:])

    def __getitem__(self, index: int) -> torch.Tensor:
        elements = torch.Size(self.sample_shape).numel()
        count = elements * self.dtype.itemsize
        with open(self.path, "rb") as file:
            file.seek(self._start + index * count)
            data = bytearray(file.read(count))
        if not data:
            return torch.empty(self.sample_shape, dtype=self.dtype)
        return torch.frombuffer(data, dtype=torch.uint8).view(self.dtype).reshape(self.sample_shape)


class BinDataset(Dataset):
    """Samples `(input, label)`, or `((input, ...), label)` of several input files; without a label file `(input,)` or `((input, ...),)`."""

    def __init__(self, inputs: str | Path | Sequence[str | Path], labels: str | Path | None = None) -> None:
        paths = [inputs] if isinstance(inputs, str | Path) else list(inputs)
        if not paths:
            raise ExportError("a BinDataset has at least one file of inputs")
        self.inputs = [TensorFile(path) for path in paths]
        self.labels = None if labels is None else TensorFile(labels)
        for file in (*self.inputs[1:], *([self.labels] if self.labels else [])):
            if file.rows != self.inputs[0].rows:
                raise ExportError(
                    f"{file.path}: {file.rows} samples, where {self.inputs[0].path} has {self.inputs[0].rows}"
                )

    def __len__(self) -> int:
        return self.inputs[0].rows

    def __getitem__(self, index: int) -> tuple[Any, ...]:
        if not 0 <= index < len(self):
            raise IndexError(f"sample {index} of {len(self)}")
        read = tuple(file[index] for file in self.inputs)
        inputs = read[0] if len(read) == 1 else read
        return (inputs,) if self.labels is None else (inputs, self.labels[index])


def sample_parts(sample: Any, where: str) -> tuple[tuple[torch.Tensor, ...], torch.Tensor | None]:
    """Inputs and label of one sample of any dataset."""
    label = None
    inputs = sample
    if isinstance(sample, tuple | list):
        if len(sample) not in (1, 2):
            raise ExportError(
                f"{where} has {len(sample)} parts; a sample is (input, label), ((input, ...), label), (input,) or an input"
            )
        inputs = sample[0]
        label = torch.as_tensor(sample[1]) if len(sample) == 2 and sample[1] is not None else None
    parts = tuple(torch.as_tensor(each) for each in (inputs if isinstance(inputs, tuple | list) else (inputs,)))
    return parts, label


class Samples:
    """A dataset's samples, checked: all have the inputs' shapes and data types of the first, labels are classes."""

    def __init__(self, dataset: Any, name: str) -> None:
        self.dataset, self.name = dataset, name
        try:
            self.count = len(dataset)
        except TypeError as error:
            raise ExportError(f"the {name} dataset has no length; only datasets with one are exported") from error
        if self.count == 0:
            raise ExportError(f"the {name} dataset is empty")
        self.first_inputs, self.first_label = self._parts(0)
        for number, each in enumerate(self.first_inputs):
            file_type(each.dtype, f"input {number} of the {name} dataset")
        if self.first_label is not None and (self.first_label.is_floating_point() or self.first_label.is_complex()):
            raise ExportError(f"labels of the {name} dataset are {self.first_label.dtype}; they are numbers of classes")

    def _parts(self, index: int) -> tuple[tuple[torch.Tensor, ...], torch.Tensor | None]:
        return sample_parts(self.dataset[index], f"sample {index} of the {self.name} dataset")

    def __getitem__(self, index: int) -> tuple[tuple[torch.Tensor, ...], torch.Tensor | None]:
        inputs, label = self._parts(index)
        where = f"sample {index} of the {self.name} dataset"
        if len(inputs) != len(self.first_inputs) or (label is None) != (self.first_label is None):
            raise ExportError(f"{where} has other parts than the first one")
        pairs = [*zip(inputs, self.first_inputs, strict=True)]
        if label is not None and self.first_label is not None:
            pairs.append((label, self.first_label))
        for got, first in pairs:
            if got.shape != first.shape or got.dtype != first.dtype:
                raise ExportError(
                    f"{where} is {got.dtype} {list(got.shape)}, the first one {first.dtype} {list(first.shape)}"
                )
        return inputs, label

    def batch(self, first: int, count: int) -> tuple[torch.Tensor, ...]:
        rows = [self[min(index, self.count - 1)][0] for index in range(first, first + count)]
        return tuple(torch.stack(each) for each in zip(*rows, strict=True))

    def write(self, folder: Path) -> None:
        """input0.bin, ... and label.bin."""
        folder.mkdir(parents=True, exist_ok=True)
        names = [f"input{number}.bin" for number in range(len(self.first_inputs))]
        firsts = list(self.first_inputs)
        if self.first_label is not None:
            names.append(LABELS)
            firsts.append(self.first_label)
        files = [open(folder / name, "wb") for name in names]  # noqa: SIM115
        try:
            for file, name, first in zip(files, names, firsts, strict=True):
                _write_header(file, first.dtype, [self.count, *first.shape], name)
            for index in range(self.count):
                inputs, label = self[index]
                for file, part in zip(files, (*inputs, *([] if label is None else [label])), strict=True):
                    file.write(raw_bytes(part))
        finally:
            for file in files:
                file.close()
