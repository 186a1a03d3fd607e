"""What ran on the CPU instead of the tpu, how often, why; and how to force or forbid it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

import torch

Mode = Literal["silent", "warn", "error"]


@dataclass(frozen=True)
class FallbackReport:
    """One operator that ran on the CPU at least once."""

    operator: str  # "aten::sort.stable"
    calls: int
    reasons: dict[str, int]  # sentence -> calls
    native_calls: int  # calls of the same operator that did run on the tpu

    def __str__(self) -> str:
        reasons = "; ".join(f"{reason} ({count})" for reason, count in self.reasons.items())
        return f"{self.operator}: {self.calls} on the CPU, {self.native_calls} native: {reasons}"


def fallbacks() -> list[FallbackReport]:
    """Operators that ran on the CPU since the start or the last reset, most frequent first."""
    reports = []
    for name in torch.ops.tpu_runtime.operator_names():
        reasons = dict(torch.ops.tpu_runtime.fallback_counts(name))
        if reasons:
            native = torch.ops.tpu_runtime.native_calls(name)
            reports.append(FallbackReport(name, sum(reasons.values()), reasons, native))
    return sorted(reports, key=lambda report: (-report.calls, report.operator))


def native_calls() -> dict[str, int]:
    """Operators that ran on the tpu, with the number of calls."""
    counts = {name: torch.ops.tpu_runtime.native_calls(name) for name in torch.ops.tpu_runtime.operator_names()}
    return {name: count for name, count in sorted(counts.items()) if count}


def unsupported() -> str:
    """What this thread's last library call said, where the chip does not support what it asked for; else "". An operator that only checks the
    status of its call does not say so itself."""
    return torch.ops.tpu_runtime.unsupported()


def reset_fallbacks() -> None:
    """Set all counters to zero."""
    torch.ops.tpu_runtime.reset_operators()


def fallback_mode() -> Mode:
    """What a fallback does besides running. The start value is TORCH_TPU_FALLBACK, default silent."""
    return torch.ops.tpu_runtime.fallback_mode()


def set_fallback_mode(mode: Mode) -> None:
    """silent; warn: one warning per operator and reason; error: NotImplementedError instead of a fallback."""
    torch.ops.tpu_runtime.set_fallback_mode(mode)


def force_fallback(*patterns: str) -> None:
    """Run operators whose name matches a pattern on the CPU from now on; no pattern: none.

    A pattern has `*` and `?`; "add" means all overloads of add, "add.Tensor" one. The start value is
    TORCH_TPU_FORCE_FALLBACK, patterns separated by commas or spaces.
    """
    torch.ops.tpu_runtime.force_fallback([pattern.strip() for pattern in patterns if pattern.strip()])


@contextmanager
def forced_fallback(*patterns: str) -> Iterator[None]:
    """force_fallback for the length of a with block, in all threads."""
    before = torch.ops.tpu_runtime.forced_patterns()
    force_fallback(*before, *patterns)
    try:
        yield
    finally:
        force_fallback(*before)
