"""What ran on the CPU instead of the tpu, how often, why; and how to force or forbid it."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

import torch

Mode = Literal["silent", "warn", "error"]
VARIABLE = "TORCH_TPU_FORCE_FALLBACK"


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

    A pattern has `*` and `?`; "add" means all overloads of add, "add.Tensor" one. The start value is TORCH_TPU_FORCE_FALLBACK
    (force_by_environment).
    """
    torch.ops.tpu_runtime.force_fallback([pattern.strip() for pattern in patterns if pattern.strip()])


def force_by_environment() -> None:
    """Forces what TORCH_TPU_FORCE_FALLBACK says: regular expressions, separated by commas, blanks ignored, each for whole names of overloads with
    or without their namespace ("add.out", "mm", ".*\\.Scalar"). A warning for one that names no operator that PyTorch has now, and for one that
    is no regular expression."""
    text = "".join(os.environ.get(VARIABLE, "").split())
    known = torch._C._dispatch_get_all_op_names() if text else ()
    forced: dict[str, None] = {}
    for pattern in filter(None, text.split(",")):
        try:
            matches = re.compile(pattern).fullmatch
        except re.error as error:
            warnings.warn(f"{VARIABLE}: {pattern} is no regular expression ({error}): it forces nothing", stacklevel=2)
            continue
        found = [name for name in known if matches(name) or matches(name.partition("::")[2])]
        forced |= dict.fromkeys(f"={name}" for name in found)
        if not found:
            warnings.warn(f"{VARIABLE}: no operator has a name that {pattern} matches: it forces nothing", stacklevel=2)
    if forced:
        force_fallback(*forced)


@contextmanager
def forced_fallback(*patterns: str) -> Iterator[None]:
    """force_fallback for the length of a with block, in all threads."""
    before = torch.ops.tpu_runtime.forced_patterns()
    force_fallback(*before, *patterns)
    try:
        yield
    finally:
        force_fallback(*before)
