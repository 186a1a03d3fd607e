"""`utest_ops --repeat-from` of a call that autocompare saved."""

from __future__ import annotations

from pathlib import Path

import torch

from torch_tpu.tools.arguments import Moved, call_overload, map_tensors, on_device
from utest_ops.calls.compare import CPU, MadeCall, Verdict, judge
from utest_ops.calls.saved import load_call
from utest_ops.chips import find_chips
from utest_ops.errors import UsageError
from utest_ops.via.torch_device import TorchDevice


def repeat_call(path: Path) -> tuple[str, str, Verdict]:
    """Make the call again on its chip: the operator, the chip and the verdict."""
    operator, arguments, name = load_call(path)
    (chip,) = find_chips([name])
    device = TorchDevice(chip).device
    overload = _overload(operator, path)
    there = Moved(device)
    moved = tuple(on_device(map_tensors(value, there), device) for value in arguments)
    with torch.no_grad():
        results = call_overload(overload, moved)
    back = Moved(CPU)
    after = tuple(map_tensors(value, back) for value in moved)
    made = MadeCall(overload, arguments, after, tuple(map_tensors(value, back) for value in results), chip)
    return operator, chip.name, judge(made)


def _overload(operator: str, path: Path) -> torch._ops.OpOverload:
    space, _, rest = operator.partition("::")
    packet, _, overload = rest.partition(".")
    try:
        return getattr(getattr(getattr(torch.ops, space), packet), overload or "default")
    except AttributeError as error:
        raise UsageError(f"cannot repeat from {path}: PyTorch has no operator {operator}") from error


def lines(operator: str, chip: str, verdict: Verdict) -> list[str]:
    """What a run prints of it."""
    found = [
        f"{operator} on {chip}: {'passed' if verdict.passed else verdict.skipped or 'FAIL'} (error model: {verdict.model or 'none'})"
    ]
    found += [f"  {output.name}: {output.metrics}" for output in verdict.outputs]
    return found + [f"  {sentence}" for sentence in verdict.wrong]
