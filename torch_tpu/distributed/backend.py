"""Makes the backend's groups, and tells torch.distributed its names."""

from __future__ import annotations

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


def _make(options: Any, _: object) -> Any:
    """A backend of one group on gloo, which has a store and a timeout of its own for it."""
    rank, size = options.group_rank, options.group_size
    gloo = dist.ProcessGroupGloo(options.store, rank, size, timeout=options.timeout)
    engine = dist.ProcessGroup(options.store, rank, size)
    engine._register_backend(torch.device("cpu"), dist.ProcessGroup.BackendType.GLOO, gloo)
    made = torch.ops.tpu_runtime.make_tccl(engine.boxed(), rank, size)
    return dist.ProcessGroup.unbox(made)._get_backend(torch.device("tpu"))
