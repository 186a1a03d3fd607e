"""Host time spent in native operators' library calls, by the label the operator gives it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class OperatorTime:
    calls: int
    seconds: float  # on the host; on an asynchronous chip without the kernel


@contextmanager
def record_operator_times() -> Iterator[None]:
    """Record inside the block; entering forgets what was recorded."""
    torch.ops.tpu_runtime.enable_timing(True)
    try:
        yield
    finally:
        torch.ops.tpu_runtime.enable_timing(False)


def operator_times() -> dict[str, OperatorTime]:
    times = torch.ops.tpu_runtime.timings()
    return {label: OperatorTime(calls, nanoseconds / 1e9) for label, (calls, nanoseconds) in sorted(times.items())}
