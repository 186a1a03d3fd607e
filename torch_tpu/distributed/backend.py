"""Makes the backend's groups, and tells torch.distributed its names."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

import torch
import torch.distributed as dist

BACKEND = "tccl"
NAMES_OF_THE_IDIOM = ("sccl", "scclHost")  # what programs for these chips call it; torch compares names in lower case


def register() -> None:
    """Make "tccl" the backend of the device type "tpu". Nothing where this PyTorch has no gloo. Raises nothing."""
    if not dist.is_available() or not dist.is_gloo_available():
        return
    for name in (BACKEND, *NAMES_OF_THE_IDIOM):
        dist.Backend.register_backend(name, _make, extended_api=True, devices=["tpu"])


@dataclass(frozen=True)
class Options:
    """Of one group: the `pg_options` of init_process_group and new_group."""

    shared_memory: bool = True  # between ranks of one host; where a rank has False, the group goes through sockets


def _make(options: Any, own: object) -> Any:
    """A backend of one group on gloo, which has a store and a timeout of its own for it."""
    if own is not None and not isinstance(own, Options):
        raise TypeError(f"pg_options of {BACKEND} is a torch_tpu.distributed.Options, not {type(own).__name__}")
    shares = (own is None or own.shared_memory) and _setting("TORCH_TPU_SHARED_MEMORY")
    rank, size = options.group_rank, options.group_size
    gloo = dist.ProcessGroupGloo(options.store, rank, size, timeout=options.timeout)
    engine = dist.ProcessGroup(options.store, rank, size)
    engine._register_backend(torch.device("cpu"), dist.ProcessGroup.BackendType.GLOO, gloo)
    milliseconds = round(options.timeout.total_seconds() * 1000)
    made = torch.ops.tpu_runtime.make_tccl(engine.boxed(), rank, size, milliseconds, shares)
    return dist.ProcessGroup.unbox(made)._get_backend(torch.device("tpu"))


def _setting(name: str) -> bool:
    value = os.environ.get(name, "1")
    if value not in ("0", "1"):
        raise ValueError(f"{name} is {value!r}, neither 0 nor 1")
    return value == "1"
