"""Where the time of a region goes: a call tree of operators, each chip's kernels, copies, the CPU; on the host's clock, or as it would be on the chips.

    profiler.enable(); step(); profiler.disable()
    print(profiler.stats(["ExecTime", "Unimpl"], trimming=True))

torch.profiler shows the device's activity too, on a time line (docs/torch-tools.md)."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dnnlib import capi
from torch_tpu.tools import calls
from torch_tpu.tools.calls import Call

KEYS = ("ExecTime", "ExecTime-Raw", "Kernels", "Unimpl")
_RAW = ("what", "chip", "device", "operator", "host", "device_time", "cycles")
_WORK = ("launch", "copy_h2d", "copy_d2h", "copy_d2d", "fill")
_HOST_WAITS = ("synchronize",)
_CPU, _COPIES = "CPU", "copies"
_NS = 1e9


@dataclass
class Kernel:
    """All launches of one kernel of a chip in the region; times in seconds, sums."""

    chip: str
    name: str
    device: int
    cores: int
    calls: int = 0
    host: float = 0.0  # while it ran: on a simulated chip, the simulator's time
    device_time: float = 0.0  # on the chip's own clock, of its model where it is simulated
    cycles: int = 0
    flops: int = 0
    bytes: int = 0  # of the device's memory


@dataclass
class Node:
    """An operator, called from the operator above it. Times in seconds, sums over its calls, what it called included."""

    name: str
    calls: int = 0
    on_cpu: int = 0  # calls without a native kernel
    host: float = 0.0  # without what the profiler itself took
    simulator: float = 0.0  # of `host`: the simulated chip ran in it, or was waited for
    device_time: float = 0.0  # of what it launched, on the chips' clocks
    number: int = field(default=0, repr=False)  # that its calls' work on the devices has
    children: dict[str, Node] = field(default_factory=dict)
    parent: Node | None = field(default=None, repr=False)

    @property
    def trimmed(self) -> float:
        """Its time with the simulator's time taken out, and the simulated time put in."""
        return max(self.host - self.simulator, 0.0) + self.device_time

    def child(self, name: str) -> Node:
        """The node of an operator that this one calls."""
        return self.children.setdefault(name, Node(name, parent=self))

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "name": self.name, "calls": self.calls, "on_cpu": self.on_cpu, "host": self.host, "simulator": self.simulator,
            "device_time": self.device_time, "trimmed": self.trimmed, "children": [each.to_json() for each in self.children.values()],
        }  # fmt: skip


class _Frame:
    """A call that runs."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.begun = time.monotonic_ns()
        self.own = 0  # ns that the profiler took in it
        self.waited = 0  # ns that it waited for a chip, or a synchronous one ran in it


class _Region:
    """What is gathered while a region is on."""

    def __init__(self) -> None:
        self.root = Node("region")
        self.kernels: dict[tuple[str, str, int], Kernel] = {}
        self.raw: list[tuple[str, str, int, str | None, float, float, int | None]] = []
        self.copies = [0, 0, 0.0, 0.0]  # calls, bytes, host, device
        self.lock = threading.Lock()
        self.nodes: list[Node] = []  # by correlation, which is the position + 1
        self.local = threading.local()
        self.begun = time.perf_counter_ns()
        self.seconds = 0.0

    def stack(self) -> list[_Frame]:
        if not hasattr(self.local, "stack"):
            self.local.stack = []
        return self.local.stack

    def call(self, call: Call) -> None:
        entered = time.perf_counter_ns()
        stack = self.stack()
        with self.lock:
            node = (stack[-1].node if stack else self.root).child(call.operator)
            if not node.number:
                self.nodes.append(node)
                node.number = len(self.nodes)
            frame = _Frame(node)
        before = call.calls_on_cpu()
        stack.append(frame)
        start = time.perf_counter_ns()
        try:
            with capi.correlation(node.number):
                call.proceed()
        finally:
            end = time.perf_counter_ns()
            stack.pop()
            with self.lock:
                node.calls += 1
                node.on_cpu += call.calls_on_cpu() > before
                node.host += max(end - start - frame.own, 0) / _NS
                node.simulator += min(frame.waited, max(end - start - frame.own, 0)) / _NS
                if not stack:
                    self.root.host += max(end - start - frame.own, 0) / _NS
                    self.root.simulator += min(frame.waited, max(end - start - frame.own, 0)) / _NS
            if stack:
                stack[-1].waited += frame.waited
                stack[-1].own += frame.own + (time.perf_counter_ns() - end) + (start - entered)

    def activity(self, activity: capi.Activity) -> None:
        entered = time.perf_counter_ns()
        stack = self.stack()
        if activity.kind in _HOST_WAITS:
            if activity.phase == "exit" and stack:
                stack[-1].waited += activity.end_ns - activity.start_ns
        elif activity.phase == "device_time":
            with self.lock:
                self.work(activity, stack)
        if stack:
            stack[-1].own += time.perf_counter_ns() - entered

    def work(self, activity: capi.Activity, stack: list[_Frame]) -> None:
        host = _difference(activity.device_host_start_ns, activity.device_host_end_ns)
        device = _difference(activity.device_start_ns, activity.device_end_ns)
        known = 0 < activity.correlation <= len(self.nodes)
        node = self.nodes[activity.correlation - 1] if known else None
        if (
            stack
            and stack[-1].node is node
            and activity.device_host_start_ns
            and stack[-1].begun <= activity.device_host_start_ns
            and activity.device_host_end_ns <= activity.end_ns
        ):
            stack[-1].waited += int(host * _NS)  # the chip ran in the call
        self._add_device_time(node, device)
        if activity.kind == "launch":
            key = (activity.chip, activity.symbol, activity.device)
            kernel = self.kernels.setdefault(
                key, Kernel(activity.chip, activity.symbol, activity.device, activity.cores)
            )
            kernel.calls += 1
            kernel.host += host
            kernel.device_time += device
            kernel.cycles += activity.cycles or 0
            kernel.flops += activity.flops or 0
            kernel.bytes += activity.device_bytes or 0
        else:
            self.copies[0] += 1
            self.copies[1] += activity.bytes
            self.copies[2] += host
            self.copies[3] += device
        what = activity.symbol if activity.kind == "launch" else activity.kind
        self.raw.append(
            (what, activity.chip, activity.device, node.name if node else None, host, device, activity.cycles)
        )

    def _add_device_time(self, node: Node | None, device: float) -> None:
        node = node or self.root
        while node is not None:
            node.device_time += device
            node = node.parent


def _difference(start: float | None, end: float | None) -> float:
    return 0.0 if start is None or end is None else (end - start) / _NS


class _Profiler:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.region = _Region()
        self.depth = 0  # enable() without its disable()
        self.listener = 0
        self.subscriber: capi.ActivitySubscriber | None = None

    @property
    def on(self) -> bool:
        return self.depth > 0

    def enable(self) -> None:
        with self.lock:
            if self.on:
                self.depth += 1
                return
            region = self.region
            self.subscriber = capi.ActivitySubscriber(region.activity, (*_WORK, *_HOST_WAITS), device_times=True)
            self.listener = calls.add(region.call)
            region.begun = time.perf_counter_ns()
            self.depth = 1

    def disable(self) -> None:
        with self.lock:
            if not self.on:
                raise RuntimeError("the profiler is off; call enable() first")
            self.depth -= 1
            if self.on:
                return
            calls.remove(self.listener)
            self.region.seconds += (time.perf_counter_ns() - self.region.begun) / _NS
            assert self.subscriber is not None
            self.subscriber.close()


_profiler = _Profiler()


def enable() -> None:
    """A region begins; in a region that is on, another one of it, from any thread. Regions add up until clear()."""
    _profiler.enable()


def disable() -> None:
    """The region that began last ends; the outermost one waits for the devices, so that all of its work has its times."""
    _profiler.disable()


def is_in_roi() -> bool:
    """Whether a region is on."""
    return _profiler.on


def clear() -> None:
    """Forgets the regions so far."""
    with _profiler.lock:
        if _profiler.on:
            raise RuntimeError("the profiler is on; call disable() first")
        _profiler.region = _Region()


@contextmanager
def region() -> Iterator[None]:
    """enable() and disable() around a with block."""
    enable()
    try:
        yield
    finally:
        disable()


def stats(keys: Sequence[str] = ("ExecTime", "Kernels", "Unimpl"), trimming: bool = False) -> Stats:
    """What the regions so far took.

    keys: ExecTime, the call tree of operators; ExecTime-Raw, every launch, copy and fill; Kernels, each kernel of each chip, copies and the CPU, with their shares of the time; Unimpl, operators without a native kernel, with their counts.
    trimming: without the time of the simulators and with the simulated time instead: what the region would take on the chips, one after the other."""
    unknown = [key for key in keys if key not in KEYS]
    if unknown:
        raise ValueError(f"there is no key {unknown[0]!r}; there are {', '.join(KEYS)}")
    if _profiler.on:
        raise RuntimeError("the profiler is on; call disable() first")
    return Stats(_profiler.region, tuple(keys), trimming)


class Stats:
    """A report: str() is text; json(), latex(), html() and roofline() other forms."""

    def __init__(self, of: _Region, keys: tuple[str, ...], trimming: bool) -> None:
        self.tree, self.keys, self.trimming = of.root, keys, trimming
        self.kernels = sorted(
            of.kernels.values(), key=lambda kernel: -(kernel.device_time if trimming else kernel.host)
        )
        self.raw = [dict(zip(_RAW, each, strict=True)) for each in of.raw]
        self.copies = dict(zip(("calls", "bytes", "host", "device_time"), of.copies, strict=True))
        self.seconds = of.seconds

    def time(self, node: Node | Kernel) -> float:
        """Seconds of a node or kernel, trimmed or not."""
        if isinstance(node, Node):
            return node.trimmed if self.trimming else node.host
        return node.device_time if self.trimming else node.host

    def shares(self) -> dict[str, float]:
        """Seconds by what they went to: each chip's kernels, copies, the rest on the CPU."""
        found: dict[str, float] = {}
        for kernel in self.kernels:
            name = f"kernels of {kernel.chip}"
            found[name] = found.get(name, 0.0) + self.time(kernel)
        found[_COPIES] = self.copies["device_time" if self.trimming else "host"]
        host = self.tree.host - self.tree.simulator
        found[_CPU] = max(host, 0.0)
        return found

    def unimplemented(self) -> dict[str, int]:
        """Operators that ran on the CPU for want of a native kernel -> calls."""
        found: dict[str, int] = {}
        for node in _nodes(self.tree):
            if node.on_cpu:
                found[node.name] = found.get(node.name, 0) + node.on_cpu
        return dict(sorted(found.items(), key=lambda each: -each[1]))

    def to_json(self) -> dict[str, Any]:
        """Plain values, those of the keys."""
        every: dict[str, Any] = {
            "ExecTime": self.tree.to_json(),
            "ExecTime-Raw": self.raw,
            "Kernels": {
                "kernels": [vars(kernel) for kernel in self.kernels],
                "copies": self.copies,
                "shares": self.shares(),
            },
            "Unimpl": self.unimplemented(),
        }
        return {"seconds": self.seconds, "trimming": self.trimming} | {key: every[key] for key in self.keys}

    def json(self) -> str:
        """to_json as text."""
        return json.dumps(self.to_json(), indent=1)

    def __str__(self) -> str:
        from torch_tpu.tools.reports import text

        return text(self)

    def latex(self) -> str:
        """A table of the operators below the region, and one of the kernels."""
        from torch_tpu.tools.reports import latex

        return latex(self)

    def html(self, path: str | Path) -> None:
        """A page that needs nothing else: the call tree as a flame graph, tables."""
        from torch_tpu.tools.reports import flame_graph

        Path(path).write_text(flame_graph(self), encoding="utf-8")

    def roofline(self, path: str | Path) -> None:
        """A page with each kernel's attained flops per second against its flops per byte, below each chip's peaks."""
        from torch_tpu.tools.reports import roofline

        peaks = {kernel.device: capi.device_peak(kernel.device) for kernel in self.kernels}
        Path(path).write_text(roofline(self.kernels, peaks), encoding="utf-8")


def _nodes(top: Node) -> Iterator[Node]:
    for child in top.children.values():
        yield child
        yield from _nodes(child)
