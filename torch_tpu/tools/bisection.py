"""The first operator call of a training step that goes wrong."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from torch_tpu.tools import calls
from torch_tpu.tools.arguments import Moved, map_tensors, tensors_in
from torch_tpu.tools.calls import Call
from torch_tpu.tools.comparison import CPU, describe_arguments

Step = Callable[[], Any]


@dataclass(frozen=True)
class Culprit:
    """One call: its place among the calls that were compared (from 0), the operator, its arguments, and what is wrong."""

    position: int
    operator: str
    arguments: str
    why: str

    def __str__(self) -> str:
        return f"call {self.position}, {self.operator}({self.arguments}): {self.why}"


@dataclass(frozen=True)
class Bisected:
    """by_result: the first call whose own result leaves the tolerance, its arguments being what they are on the device. by_loss: the first call that takes the step's loss out of the
    tolerance, when all calls up to it run on the device and the others on the CPU. None where there is none."""

    calls: int
    loss: float
    loss_on_cpu: float
    by_result: Culprit | None
    by_loss: Culprit | None

    def __str__(self) -> str:
        lines = [f"{self.calls} calls; loss {self.loss:.9g} on the device, {self.loss_on_cpu:.9g} on the CPU"]
        lines.append(f"first wrong result: {self.by_result or 'none'}")
        lines.append(f"first effect on the loss: {self.by_loss or 'none'}")
        return "\n".join(lines)


_SAME = ": it must make the same calls each time; does `state` name all that it changes?"


class BisectionError(RuntimeError):
    """The step cannot be bisected."""


def bisect(step: Step, tolerance: float, *, state: Sequence[Any] = (), patterns: Sequence[str] = ()) -> Bisected:
    """Finds the first call of a step that leaves the tolerance.

    step: runs the step on the device, backward and optimizer as wanted, and gives its loss (a number, or a tensor of one element). It runs about log2(calls) + 3 times and has to make the same calls each time:
        state names what it changes (modules, optimizers, anything with state_dict and load_state_dict, tensors), which is put back before each run and at the end; so are PyTorch's generators.
    tolerance: relative; of a result to its largest element, of the loss to its size (at least 1).
    patterns: operators that are suspected, as in force_fallback; none: all that compute. Random operators always run where they are."""
    search = _Search(step, tolerance, _State(state), calls.checked(patterns, "bisect"))
    return search.run()


class _State:
    """What a step changes, as it was."""

    def __init__(self, holders: Sequence[Any]) -> None:
        self._holders = [(holder, _saved(holder)) for holder in holders]
        self._cpu = torch.get_rng_state()
        self._devices = [torch.tpu.get_rng_state(index) for index in range(torch.tpu.device_count())]

    def restore(self) -> None:
        for holder, saved in self._holders:
            if isinstance(holder, torch.Tensor):
                with torch.no_grad():
                    holder.copy_(saved)
                holder.grad = None
            else:
                holder.load_state_dict(copy.deepcopy(saved))
            for parameter in holder.parameters() if isinstance(holder, torch.nn.Module) else ():
                parameter.grad = None
        torch.set_rng_state(self._cpu)
        for index, state in enumerate(self._devices):
            torch.tpu.set_rng_state(state, index)


def _saved(holder: Any) -> Any:
    if isinstance(holder, torch.Tensor):
        return holder.detach().clone()
    if not (hasattr(holder, "state_dict") and hasattr(holder, "load_state_dict")):
        raise TypeError(
            f"state has a {type(holder).__name__}: neither a tensor nor something with state_dict and load_state_dict"
        )
    return copy.deepcopy(holder.state_dict())


@dataclass
class _Seen:
    operator: str
    arguments: str


class _Search:
    def __init__(self, step: Step, tolerance: float, state: _State, patterns: list[str]) -> None:
        if not tolerance >= 0:
            raise ValueError(f"the tolerance is a number from 0 up, not {tolerance!r}")
        self._step, self._tolerance, self._state, self._patterns = step, tolerance, state, patterns
        self._first: Culprit | None = None
        self._otherwise = ""
        self._seen: list[_Seen] = []

    def run(self) -> Bisected:
        try:
            loss = self._run(self._compare)
            count = len(self._seen)
            on_cpu = self._run(self._switch(0))
            by_loss = None if self._near(loss, on_cpu) else self._search(count, on_cpu)
        finally:
            self._state.restore()
        return Bisected(count, loss, on_cpu, self._first, by_loss)

    def _search(self, count: int, on_cpu: float) -> Culprit:
        right, wrong = 0, count  # calls before it on the device: the loss is right, is wrong
        while wrong - right > 1:
            middle = (right + wrong) // 2
            if self._near(self._run(self._switch(middle)), on_cpu):
                right = middle
            else:
                wrong = middle
        seen, loss = self._seen[right], self._run(self._switch(wrong))
        before = self._run(self._switch(right))
        why = f"the loss is {loss:.9g} with it on the device, {before:.9g} with it on the CPU"
        return Culprit(right, seen.operator, seen.arguments, why)

    def _near(self, loss: float, other: float) -> bool:
        if math.isnan(loss) or math.isnan(other):
            return math.isnan(loss) and math.isnan(other)
        return loss == other or abs(loss - other) <= self._tolerance * max(1.0, abs(other))

    def _run(self, visit: Callable[[int, Call], None]) -> float:
        self._state.restore()
        position = 0

        def listener(call: Call) -> None:
            nonlocal position
            if not _computes(call):
                call.proceed()
                return
            at, position = position, position + 1
            visit(at, call)

        with calls.listening(listener, self._patterns):
            try:
                loss = self._step()
            except RuntimeError as error:
                raise (BisectionError(self._otherwise) if self._otherwise else error) from error
            value = float(loss.detach().cpu() if isinstance(loss, torch.Tensor) else loss)
        if position != len(self._seen):
            raise BisectionError(f"the step made {position} calls after {len(self._seen)}{_SAME}")
        return value

    def _compare(self, position: int, call: Call) -> None:
        self._seen.append(_Seen(call.operator, describe_arguments(call)))
        if self._first is not None:
            call.proceed()
            return
        before = Moved(CPU)
        arguments = tuple(map_tensors(value, before) for value in call.arguments)
        call.proceed()
        why = self._wrong(call, arguments)
        if why:
            self._first = Culprit(position, call.operator, describe_arguments(call), why)

    def _wrong(self, call: Call, arguments: tuple[Any, ...]) -> str:
        from torch_tpu.tools.comparison import judged

        for output in judged(call, arguments).outputs:
            difference, largest = output.comparison.max_diff, output.largest
            if difference > self._tolerance * largest:
                return f"{output.name} differs by {difference:.3g} from the CPU in f64, its largest element being {largest:.3g}; {output.name}{output.comparison.worst}"
        return ""

    def _switch(self, count: int) -> Callable[[int, Call], None]:
        """The first `count` calls run on the device, the others on the CPU."""

        def visit(position: int, call: Call) -> None:
            if position >= len(self._seen) or self._seen[position].operator != call.operator:
                before = self._seen[position].operator if position < len(self._seen) else "none"
                self._otherwise = (
                    f"call {position} of the step was {before}, and is {call.operator} when it runs again{_SAME}"
                )
                raise calls.ToolError(self._otherwise)
            if position < count:
                call.proceed()
            else:
                call.proceed_on_cpu()

        return visit


def _computes(call: Call) -> bool:
    from utest_ops.calls.compare import is_random, why_not

    if call.depth > 0 or not call.cpu_has_it or why_not(call.overload) or is_random(call.overload):
        return False
    return any(t.device.type == "tpu" for t in tensors_in(call.arguments))
