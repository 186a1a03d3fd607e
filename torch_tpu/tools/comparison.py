"""Every call of chosen operators on the CPU too, and held to the error model of its operator, data type and chip."""

from __future__ import annotations

import os
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import torch

from torch_tpu.tools import calls
from torch_tpu.tools.arguments import Moved, map_tensors, tensors_in
from torch_tpu.tools.calls import Call, ToolError
from torch_tpu.tools.describe import describe
from torch_tpu.tools.host_calls import HostCall

VARIABLE = "TORCH_TPU_AUTOCOMPARE"
ON_MISMATCH = "TORCH_TPU_AUTOCOMPARE_ON_MISMATCH"
CPU = torch.device("cpu")

Action = Literal["raise", "warn", "use_cpu"]
OnMismatch = Action | Callable[["Compared"], None]


@dataclass(frozen=True)
class Compared:
    """One call that was compared. `verdict` is utest_ops.calls.compare.Verdict; `saved` the file for utest_ops --repeat-from of one that was wrong."""

    number: int
    operator: str
    arguments: str
    chip: str
    verdict: Any
    saved: Path | None = None
    not_saved: str = ""  # why a wrong call left no file

    @property
    def passed(self) -> bool:
        """Whether nothing was wrong."""
        return self.verdict.passed

    def __str__(self) -> str:
        verdict = self.verdict
        outcome = f"not compared: {verdict.skipped}" if verdict.skipped else "pass" if verdict.passed else "MISMATCH"
        metrics = ", ".join(f"{output.name} {output.metrics}" for output in verdict.outputs)
        text = f"{self.operator}({self.arguments}) on {self.chip}: {outcome}" + (f"; {metrics}" if metrics else "")
        if verdict.wrong:
            text += "; " + "; ".join(verdict.wrong) + f" (error model: {verdict.model})"
        if self.not_saved:
            text += f"; not saved: {self.not_saved}"
        return text + (f"; again with: utest_ops --repeat-from {self.saved}" if self.saved else "")


@dataclass
class Autocompare:
    """What autocompare found so far."""

    compared: list[Compared] = field(default_factory=list)

    @property
    def mismatches(self) -> list[Compared]:
        """The calls that were wrong."""
        return [each for each in self.compared if each.verdict.wrong]


class _Comparer:
    def __init__(self, on_mismatch: OnMismatch, failures: Path, say: Callable[[Compared], None] | None) -> None:
        from utest_ops.calls.compare import Verdict, why_not

        if not callable(on_mismatch) and on_mismatch not in ("raise", "warn", "use_cpu"):
            raise ValueError(f"on_mismatch is raise, warn, use_cpu or a function, not {on_mismatch!r}")
        self.found = Autocompare()
        self._on_mismatch = on_mismatch
        self._failures = failures
        self._say = say
        self._why_not = why_not
        self._captured = Verdict(skipped="its stream is captured into a graph, and computes nothing")
        self._inside = threading.local()

    def __call__(self, call: Call) -> None:
        tensors = [t for t in tensors_in(call.arguments) if t.device.type == "tpu"]
        if getattr(self._inside, "comparing", False) or self._why_not(call.overload) or _on_no_device(call, tensors):
            call.proceed()
            return
        device = _device(call)
        if device is not None and torch.ops.tpu_runtime.is_capturing(device.index):
            call.proceed()
            chip = torch.tpu.get_device_name(device)
            self._note(Compared(call.number, call.operator, describe_arguments(call), chip, self._captured, None, ""))
            return
        before = Moved(CPU)
        arguments = tuple(map_tensors(value, before) for value in call.arguments)
        on_cpu = call.calls_on_cpu()
        self._inside.comparing = True  # what the kernel calls is part of this call
        try:
            call.proceed()
        finally:
            self._inside.comparing = False
        self._compare(call, arguments, call.calls_on_cpu() > on_cpu)

    def _compare(self, call: Call, before: tuple[Any, ...], on_cpu: bool) -> None:
        from utest_ops.calls.saved import save_call

        verdict = judged(call, before, CPU if on_cpu else None)
        chip = torch.tpu.get_device_name(_device(call))
        saved, not_saved = None, ""
        if verdict.wrong:
            try:
                saved = save_call(self._failures, call.operator, before, chip, call.number)
            except OSError as error:
                not_saved = str(error)
        compared = Compared(call.number, call.operator, describe_arguments(call), chip, verdict, saved, not_saved)
        self._note(compared)
        if verdict.wrong:
            self._answer(call, compared, before)

    def _note(self, compared: Compared) -> None:
        self.found.compared.append(compared)
        if self._say is not None:
            self._say(compared)

    def _answer(self, call: Call, compared: Compared, before: tuple[Any, ...]) -> None:
        if callable(self._on_mismatch):
            self._on_mismatch(compared)
        elif self._on_mismatch == "raise":
            raise ToolError(f"autocompare: {compared}")
        else:
            warnings.warn(f"autocompare: {compared}", RuntimeWarning, stacklevel=2)
            if self._on_mismatch == "use_cpu" and call.cpu_has_it:
                _restore(call, before)
                call.proceed_on_cpu()


def judged(call: Call | HostCall, before: tuple[Any, ...], made_on: torch.device | None = None) -> Any:
    """The verdict (utest_ops.calls.compare.Verdict) of a call that was made; `before`: its arguments on the host, as they were. `made_on`: where it was made, if not on the device of its tensors."""
    from utest_ops.calls.compare import MadeCall, judge
    from utest_ops.chips import all_chips

    back = Moved(CPU)
    after = tuple(map_tensors(value, back) for value in call.arguments)
    results = tuple(map_tensors(value, back) for value in call.results or ())
    on_cpu = made_on is not None and made_on.type == "cpu"
    chip = torch.tpu.get_device_name(_device(call) if made_on is None or on_cpu else made_on)
    return judge(MadeCall(call.overload, before, after, results, all_chips()[chip], on_cpu))


def _restore(call: Call, before: tuple[Any, ...]) -> None:
    """Give the arguments the values that they had before the call."""
    for value, old in zip(call.arguments, before, strict=True):
        for tensor, host in zip(tensors_in(value), tensors_in(old), strict=True):
            if tensor.device.type == "tpu" and tensor.layout is torch.strided:
                storage = torch.ops.tpu_runtime.storage_bytes(tensor)
                storage.copy_(torch.empty(0, dtype=torch.uint8).set_(host.untyped_storage())[: storage.numel()])
                if tensor.shape != host.shape or tensor.stride() != host.stride():
                    tensor.set_(tensor.untyped_storage(), host.storage_offset(), host.size(), host.stride())


def _on_no_device(call: Call, tensors: list[torch.Tensor]) -> bool:
    return not tensors and _device(call) is None


def _device(call: Call | HostCall) -> torch.device | None:
    for tensor in tensors_in((*call.arguments, call.results)):
        if tensor.device.type == "tpu":
            return tensor.device
    return next((value for value in call.arguments if isinstance(value, torch.device) and value.type == "tpu"), None)


def describe_arguments(call: Call) -> str:
    """name=value of each argument that is not its default."""
    shown = [
        f"{argument.name}={describe(value)}"
        for argument, value in zip(call.schema.arguments, call.arguments, strict=True)
        if not (
            argument.has_default_value()
            and type(value) is type(argument.default_value)
            and value == argument.default_value
        )
    ]
    return ", ".join(shown)


@contextmanager
def autocompare(
    *patterns: str,
    on_mismatch: OnMismatch = "warn",
    failures: str | Path = "utest_failures",
    say: Callable[[Compared], None] | None = None,
) -> Iterator[Autocompare]:
    """Each call of an operator that a pattern matches ("aten::add*", as in force_fallback) also runs on the CPU, in f64 of the same inputs, for the length
    of a with block: in all threads, backward's calls too. No call may change an argument that its schema does not mark.

    on_mismatch: "warn"; "raise": RuntimeError at the call; "use_cpu": a warning, and the call's result is the CPU's; a function that gets the Compared.
    failures: folder of the files that `utest_ops --repeat-from` runs. say: gets every Compared, right ones too.
    Random operators are compared in distribution. Calls that a kernel makes inside of a compared one are not compared themselves."""
    comparer = _Comparer(on_mismatch, Path(failures), say)
    with calls.listening(comparer, calls.checked(patterns, "autocompare")):
        yield comparer.found


def from_environment() -> None:
    """Starts for the life of the process where TORCH_TPU_AUTOCOMPARE names patterns, separated by commas; every comparison goes to stderr."""
    patterns = calls.checked(os.environ.get(VARIABLE, "").split(","), VARIABLE)
    if patterns:
        action = os.environ.get(ON_MISMATCH, "warn")
        if action not in ("raise", "warn", "use_cpu"):
            warnings.warn(f"{ON_MISMATCH} is raise, warn or use_cpu, not {action}: warn", stacklevel=2)
            action = "warn"
        calls.add(
            _Comparer(action, Path("utest_failures"), lambda each: print(f"autocompare: {each}", file=sys.stderr)),
            patterns,
        )  # type: ignore[arg-type]
