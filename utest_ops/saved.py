"""The inputs of a failing case in one npz file, and the job that repeats it from there."""

import json
import re
from dataclasses import asdict
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
import torch

from utest_ops.dtypes import DTYPES, of_tensor
from utest_ops.errors import UsageError
from utest_ops.result import Job


def save_inputs(folder: Path, job: Job, inputs: dict[str, torch.Tensor], outputs: dict[str, torch.Tensor]) -> Path:
    """Write inputs (with their strides) and the outputs that came back; give the file."""
    folder.mkdir(parents=True, exist_ok=True)
    words = [job.operator, job.case, job.dtype, job.chip, job.via, *([f"seed{job.seed}"] if job.seed else [])]
    path = folder / f"{re.sub(r'[^A-Za-z0-9_.=-]+', '_', '-'.join(words))[-200:]}.npz"
    layout = {key: {"dtype": of_tensor(t).name, "stride": list(t.stride())} for key, t in inputs.items()}
    arrays = {f"input_{key}": _numpy(t) for key, t in inputs.items()} | {
        f"output_{key}": _numpy(t) for key, t in outputs.items()
    }
    np.savez(path, job=json.dumps(asdict(job)), layout=json.dumps(layout), **arrays)
    return path


def load_inputs(path: Path) -> tuple[Job, dict[str, torch.Tensor]]:
    """The job and the inputs of a file that save_inputs wrote."""
    try:
        with np.load(path) as data:
            job = Job(**json.loads(str(data["job"])))
            layout = json.loads(str(data["layout"]))
            inputs = {key: _tensor(data[f"input_{key}"], **how) for key, how in layout.items()}
    except (OSError, EOFError, BadZipFile, KeyError, ValueError, TypeError) as error:
        raise UsageError(f"cannot repeat from {path}: {error}") from error
    return job, inputs


# What holds the bits of a dtype that numpy does not have.
_NUMPY = {torch.bfloat16: torch.int16, torch.float8_e4m3fn: torch.uint8, torch.float8_e5m2: torch.uint8}


def _numpy(tensor: torch.Tensor) -> np.ndarray:
    tensor = tensor.detach().contiguous()
    return (tensor.view(_NUMPY[tensor.dtype]) if tensor.dtype in _NUMPY else tensor).numpy()


def _tensor(array: np.ndarray, dtype: str, stride: list[int]) -> torch.Tensor:
    value = torch.from_numpy(array.copy())
    if DTYPES[dtype].torch in _NUMPY:
        value = value.view(DTYPES[dtype].torch)
    span = 1 + sum((size - 1) * step for size, step in zip(value.shape, stride, strict=True)) if value.numel() else 0
    out = torch.zeros(span, dtype=DTYPES[dtype].torch).as_strided(value.shape, stride)
    return out.copy_(value)
