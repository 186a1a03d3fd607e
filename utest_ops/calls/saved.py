"""A call in one npz file: the operator, its arguments with strides and shared memory, the chip. What autocompare leaves and `utest_ops --repeat-from` runs."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import torch

from utest_ops.errors import UsageError

KEY = "call"  # only files of calls have it


def save_call(folder: Path, operator: str, arguments: tuple[Any, ...], chip: str, number: int) -> Path:
    """Write the arguments (host tensors) of a call."""
    folder.mkdir(parents=True, exist_ok=True)
    arrays: dict[str, np.ndarray] = {}
    storages: dict[int, str] = {}
    what = {"operator": operator, "chip": chip, "arguments": [_plain(value, arrays, storages) for value in arguments]}
    name = re.sub(r"[^A-Za-z0-9_.]+", "_", f"{operator}-{chip}-{os.getpid()}-{number}")
    path = folder / f"{name}.npz"
    np.savez(path, **{KEY: np.array(json.dumps(what))}, **arrays)
    return path


def is_call(path: Path) -> bool:
    """Whether a file holds a call (not a case)."""
    try:
        with np.load(path) as data:
            return KEY in data.files
    except (OSError, EOFError, BadZipFile, ValueError):
        return False


def load_call(path: Path) -> tuple[str, tuple[Any, ...], str]:
    """Operator, arguments on the host, and chip of a file that save_call wrote."""
    try:
        with np.load(path) as data:
            what = json.loads(str(data[KEY]))
            storages = {key: torch.from_numpy(data[key].copy()) for key in data.files if key != KEY}
            arguments = tuple(_value(each, storages) for each in what["arguments"])
            return str(what["operator"]), arguments, str(what["chip"])
    except (OSError, EOFError, BadZipFile, KeyError, ValueError, TypeError, AttributeError, RuntimeError) as error:
        raise UsageError(f"cannot repeat from {path}: {error}") from error


def _plain(value: Any, arrays: dict[str, np.ndarray], storages: dict[int, str]) -> Any:
    if isinstance(value, torch.Tensor):
        return {"tensor": _tensor(value, arrays, storages)}
    if isinstance(value, list | tuple):
        return {"list": [_plain(each, arrays, storages) for each in value]}
    if isinstance(value, complex):
        return {"complex": [value.real, value.imag]}
    if isinstance(value, float):
        return {"float": value.hex()}
    if isinstance(value, torch.device):
        return {"device": str(value)}
    if value is None or isinstance(value, bool | int | str):
        return {"plain": value}
    return {"plain": None}  # generators: the repetition draws anew


def _tensor(tensor: torch.Tensor, arrays: dict[str, np.ndarray], storages: dict[int, str]) -> dict[str, Any]:
    strided = tensor.detach() if tensor.layout is torch.strided else tensor.detach().to_dense()
    storage = strided.untyped_storage()
    name = storages.setdefault(storage._cdata, f"storage_{len(storages)}")
    if name not in arrays:
        arrays[name] = torch.empty(0, dtype=torch.uint8).set_(storage).numpy().copy()
    return {
        "storage": name,
        "dtype": str(tensor.dtype).removeprefix("torch."),
        "offset": strided.storage_offset(),
        "size": list(strided.size()),
        "stride": list(strided.stride()),
        "layout": str(tensor.layout).removeprefix("torch."),
        "conj": strided.is_conj(),
        "neg": strided.is_neg(),
    }


def _value(plain: Any, storages: dict[str, torch.Tensor]) -> Any:
    ((kind, value),) = plain.items()
    if kind == "tensor":
        made = torch.empty(0, dtype=getattr(torch, value["dtype"]))
        made.set_(storages[value["storage"]].untyped_storage(), value["offset"], value["size"], value["stride"])
        made = torch._conj(made) if value["conj"] else made
        made = torch._neg_view(made) if value["neg"] else made
        return made if value["layout"] == "strided" else made.to_sparse(layout=getattr(torch, value["layout"]))
    if kind == "list":
        return [_value(each, storages) for each in value]
    if kind == "complex":
        return complex(*value)
    if kind == "float":
        return float.fromhex(value)
    if kind == "device":
        return torch.device(value)
    return value
