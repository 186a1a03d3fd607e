"""Chart and route: the calls of a run in their order, and a run whose calls go where an edited chart says."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import torch

from torch_tpu.tools import calls, host_calls
from torch_tpu.tools.arguments import Moved, map_tensors, tensors_in
from torch_tpu.tools.calls import Call, ToolError
from torch_tpu.tools.elsewhere import proceed_on
from torch_tpu.tools.host_calls import HostCall

VERSION = 1
CPU = torch.device("cpu")
Entry = dict[str, Any]
_KEYS = {"operator", "arguments", "offload", "device"}


class ChartError(ValueError):
    """A chart that cannot be a route, or a run that did not follow it to its end."""


class Chart:
    """Calls in their order."""

    def __init__(self, patterns: Sequence[str], entries: list[Entry] | None = None, cpu: bool = False) -> None:
        self.patterns = [*patterns]
        self.cpu = cpu  # calls on tensors of the CPU are in it
        self.entries: list[Entry] = [] if entries is None else entries

    def json(self) -> str:
        """One line per call, to be edited: "offload": false or "device": "cpu" runs a call on the CPU, "device": "tpu:1" on another device."""
        lines = ",\n".join("  " + json.dumps(entry) for entry in self.entries)
        cpu = ' "cpu": true,' if self.cpu else ""
        return f'{{"version": {VERSION}, "patterns": {json.dumps(self.patterns)},{cpu} "calls": [\n{lines}\n]}}\n'

    def save(self, path: str | Path) -> None:
        """Write json() to a file."""
        Path(path).write_text(self.json(), encoding="utf-8")

    @staticmethod
    def load(source: str | Path | Mapping[str, Any]) -> Chart:
        """The chart of a file, or of what json.load gave. Raises ChartError with what is wrong, and where."""
        where = "the chart" if isinstance(source, Mapping) else str(source)
        try:
            data = source if isinstance(source, Mapping) else json.loads(Path(source).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise ChartError(f"{where} is no chart: {error}") from error
        if not isinstance(data, Mapping) or data.get("version") != VERSION:
            raise ChartError(f"{where} is no chart of version {VERSION}")
        patterns, entries = data.get("patterns"), data.get("calls")
        if (
            not isinstance(entries, list)
            or not isinstance(patterns, list)
            or not all(isinstance(p, str) for p in patterns)
        ):
            raise ChartError(f'{where} needs "patterns", a list of names, and "calls", a list')
        if not isinstance(data.get("cpu", False), bool):
            raise ChartError(f'{where}: "cpu" is true or false, not {data["cpu"]!r}')
        for index, entry in enumerate(entries):
            _check(entry, f"{where}, call {index}")
        return Chart(patterns, [dict(entry) for entry in entries], data.get("cpu", False))


def _check(entry: Any, where: str) -> None:
    if (
        not isinstance(entry, Mapping)
        or not isinstance(entry.get("operator"), str)
        or not isinstance(entry.get("arguments"), str)
    ):
        raise ChartError(f'{where} needs "operator" and "arguments", as chart() writes them')
    unknown = sorted(set(entry) - _KEYS)
    if unknown:
        raise ChartError(f"{where} has {', '.join(map(repr, unknown))}; there are {', '.join(sorted(_KEYS))}")
    if not isinstance(entry.get("offload", True), bool):
        raise ChartError(f'{where}: "offload" is true or false, not {entry["offload"]!r}')
    _target(entry, where)


def _target(entry: Mapping[str, Any], where: str) -> torch.device | None:
    """Where a call goes; None: where its tensors are."""
    name = entry.get("device")
    if name is None:
        return None if entry.get("offload", True) else CPU
    try:
        device = torch.device(name)
    except (RuntimeError, TypeError) as error:
        raise ChartError(f'{where}: "device" is "cpu" or a device as "tpu:1", not {name!r}') from error
    if device.type not in ("cpu", "tpu") or (device.type == "tpu" and (device.index or 0) >= torch.tpu.device_count()):
        raise ChartError(f"{where}: there is no device {name}; there are cpu and {torch.tpu.device_count()} of tpu")
    if device.type == "tpu" and not entry.get("offload", True):
        raise ChartError(f'{where}: "offload" is false, and "device" is {name}')
    return torch.device("tpu", device.index or 0) if device.type == "tpu" else CPU


def signature(call: Call | HostCall) -> str:
    """The arguments as a chart has them: types and sizes of tensors, other values as they are; nothing that differs from run to run."""
    return ", ".join(f"{name}={_signature(value)}" for name, value in call.named_arguments.items())


def _signature(value: Any) -> str:
    if isinstance(value, torch.Tensor):
        return f"{str(value.dtype).removeprefix('torch.')}{list(value.shape)}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_signature, value)) + "]"
    return "generator" if isinstance(value, torch.Generator) else repr(value)


@contextmanager
def _listening(listener: Callable[[Call | HostCall], None], patterns: Sequence[str], cpu: bool) -> Iterator[None]:
    """To the device's calls, and with `cpu` to those of this thread on tensors of the CPU; not to what a call of the latter kind makes on the device instead."""
    inside = threading.local()

    def of_the_device(call: Call) -> None:
        if getattr(inside, "running", False):
            call.proceed()
        else:
            listener(call)

    def of_the_cpu(call: HostCall) -> None:
        inside.running = True
        try:
            listener(call)
        finally:
            inside.running = False

    with ExitStack() as listeners:
        listeners.enter_context(calls.listening(of_the_device, patterns))
        if cpu:
            listeners.enter_context(host_calls.listening(of_the_cpu, patterns))
        yield


@contextmanager
def chart(*patterns: str, cpu: bool = False) -> Iterator[Chart]:
    """Records the calls of the operators that a pattern matches (as in force_fallback; none: all) for the length of a with block: in their order, repeated ones each; not those that a
    kernel of the device makes itself. `cpu`: those of this thread on tensors of the CPU too, with "offload": false; with true the route runs them on the device."""
    recorded = Chart(calls.checked(patterns, "chart"), cpu=cpu)
    order = threading.Lock()

    def record(call: Call | HostCall) -> None:
        if call.depth == 0:
            entry = {"operator": call.operator, "arguments": signature(call), "offload": isinstance(call, Call)}
            with order:
                recorded.entries.append(entry)
        call.proceed()

    with _listening(record, recorded.patterns, cpu):
        yield recorded


class Route:
    """A chart that is being followed."""

    def __init__(self, of: Chart, check: bool, say: Callable[[str], None] | None) -> None:
        self.position = 0
        self._chart = of
        self._check = check
        self._say = say
        self._order = threading.Lock()

    def __call__(self, call: Call | HostCall) -> None:
        if call.depth > 0:
            call.proceed()
            return
        with self._order:  # one after the other
            entry = self._next(call)
            target = _target(entry, f"call {self.position}")
            if isinstance(call, HostCall) and target is None:
                target = torch.device("tpu", torch.tpu.current_device())
            self._follow(call, target)
            self.position += 1

    def _next(self, call: Call | HostCall) -> Entry:
        made = f"{call.operator}({signature(call)})"
        if self.position == len(self._chart.entries):
            raise ToolError(f"route: the chart ends after {self.position} calls, and the program calls {made}")
        entry = self._chart.entries[self.position]
        expected = f"{entry['operator']}({entry['arguments']})"
        if made != expected:
            raise ToolError(f"route: call {self.position} of the chart is {expected}, the program calls {made}")
        return entry

    def _follow(self, call: Call | HostCall, target: torch.device | None) -> None:
        before = Moved(CPU)
        arguments = tuple(map_tensors(value, before) for value in call.arguments) if self._check else ()
        moves = isinstance(call, HostCall) or any(t.device.type == "tpu" for t in tensors_in(call.arguments))
        if target is None or not moves:
            call.proceed()
        else:
            proceed_on(call, target)
        if self._check:
            self._compare(call, arguments, target)

    def _compare(self, call: Call | HostCall, before: tuple[Any, ...], target: torch.device | None) -> None:
        from torch_tpu.tools.comparison import judged

        verdict = judged(call, before, target)
        if verdict.wrong:
            raise ToolError(
                f"route: call {self.position}, {call.operator} on {target or 'its device'}: {'; '.join(verdict.wrong)}"
            )
        if self._say is not None:
            self._say(f"call {self.position}, {call.operator} on {target or 'its device'}: {verdict.skipped or 'pass'}")

    def finish(self) -> None:
        """Raises where the program did not make all calls of the chart."""
        if self.position < len(self._chart.entries):
            entry = self._chart.entries[self.position]
            rest = len(self._chart.entries) - self.position
            raise ChartError(
                f"route: the program ended before call {self.position} of the chart, {entry['operator']}({entry['arguments']}); {rest} calls are left"
            )


@contextmanager
def route(
    source: str | Path | Mapping[str, Any] | Chart, check: bool = False, say: Callable[[str], None] | None = None
) -> Iterator[Route]:
    """The calls of a with block go where a chart says, in its order, one after the other. A call that is not the chart's next one raises RuntimeError with both, calls that are left at the end ChartError. `check`: each result
    is compared with the CPU in f64, as autocompare does, and a wrong one raises; `say` gets a sentence for each."""
    followed = Route(source if isinstance(source, Chart) else Chart.load(source), check, say)
    with _listening(followed, followed._chart.patterns, followed._chart.cpu):
        yield followed
    followed.finish()
