"""What two builds asked of the chip, compared: addresses as buffer and offset, bytes that nobody set left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from migrate.verify.trace.process import CallResult

UNSTEADY = "not the same in two runs: unset memory, or an address that is not the chip's"
WHOLE = "(all)"  # argument of a launch whose struct's layout is not known
_COPIES = ("s2d", "d2s", "d2d", "memset")


@dataclass(frozen=True)
class StructLayout:
    """Fields of a kernel's argument struct in order: name, offset, size, whether it holds device addresses."""

    name: str
    size: int
    fields: tuple[tuple[str, int, int, bool], ...]


@dataclass(frozen=True)
class Step:
    """One launch or copy. An address is "null", ("T0", offset) or ("tmp1", offset, size); other arguments are bytes; None is undefined.
    `waits`: a launch that ends when its kernel has; `waited`: it does, or a wait stands behind it, before the next step."""

    what: str
    size: int
    cores: int
    arguments: tuple[tuple[str, object], ...]
    waits: bool = False
    waited: bool = False


@dataclass
class Buffers:
    """Names of device addresses in one call: inputs T0.., buffers of the call tmp0.. by first use; anything else is a number."""

    inputs: Sequence[tuple[int, int]]
    live: dict[int, int] = field(default_factory=dict)  # address -> size of what the call has allocated and not freed
    freed: dict[int, int] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)

    def follow(self, event: Mapping) -> None:
        """Allocations and frees of the call itself."""
        address = int(event["address"], 16)
        if event["event"] == "malloc":
            self.live[address] = int(event["bytes"])
            self.freed.pop(address, None)
            self.names.pop(address, None)
        elif address in self.live:
            self.freed[address] = self.live.pop(address)

    def name(self, address: int) -> object:
        if address == 0:
            return "null"
        for index, (start, size) in enumerate(self.inputs):
            if start <= address < start + size:
                return (f"T{index}", address - start)
        for state, buffers in (("", self.live), (" freed", self.freed)):
            for start, size in buffers.items():
                if start <= address < start + size:
                    known = self.names.setdefault(start, f"tmp{len(self.names)}")
                    return (known + state, address - start, size)
        return address


def steps(result: CallResult, layouts: Mapping[str, StructLayout], struct_of: Mapping[str, str]) -> list[Step]:
    """Launches and copies of a call in order; `struct_of` maps a kernel to its argument struct."""
    buffers, found = Buffers(result.buffers), []
    for event in result.events:
        if event["event"] == "launch":
            found.append(_launch(event, buffers, layouts.get(struct_of.get(event["kernel"], ""))))
        elif event["event"] in ("malloc", "free"):
            buffers.follow(event)
        elif event["event"] in _COPIES:
            ends = tuple((end, buffers.name(int(event[end], 16))) for end in ("dst", "src") if end in event)
            found.append(Step(event["event"], int(event["bytes"]), 0, ends))
        elif event["event"] == "sync" and found:
            found[-1] = replace(found[-1], waited=True)
    return found


def _launch(event: dict, buffers: Buffers, layout: StructLayout | None) -> Step:
    raw = bytes.fromhex(event["args"])
    waits = not event.get("async", 0)
    if layout is None or layout.size != len(raw):
        return Step(event["kernel"], len(raw), int(event["cores"]), ((WHOLE, raw),), waits, waits)
    arguments: list[tuple[str, object]] = []
    for name, offset, size, is_address in layout.fields:
        chunk = raw[offset : offset + size]
        if is_address:
            words = [int.from_bytes(chunk[i : i + 8], "little") for i in range(0, size, 8)]
            arguments += [(name if size == 8 else f"{name}[{i}]", buffers.name(w)) for i, w in enumerate(words)]
        elif size % 4 == 0 and size > 4:
            arguments += [(f"{name}[{i // 4}]", chunk[i : i + 4]) for i in range(0, size, 4)]
        else:
            arguments.append((name, chunk))
    return Step(event["kernel"], len(raw), int(event["cores"]), tuple(arguments), waits, waits)


def with_undefined(zero: list[Step], pattern: list[Step]) -> list[Step]:
    """The steps with every argument that follows the fill pattern of unset memory marked undefined."""
    if len(zero) != len(pattern) or any(
        len(a.arguments) != len(b.arguments) for a, b in zip(zero, pattern, strict=True)
    ):
        return zero
    return [
        replace(
            a,
            arguments=tuple(
                (n, v if v == w else None) for (n, v), (_, w) in zip(a.arguments, b.arguments, strict=True)
            ),
        )
        for a, b in zip(zero, pattern, strict=True)
    ]


def undefined_fields(found: Sequence[Step]) -> list[str]:
    return [f"{step.what}: {name}" for step in found for name, value in step.arguments if value is None]


def first_difference(legacy: Sequence[Step], unified: Sequence[Step]) -> str:
    """The first difference in words, or an empty string. What is undefined in the legacy build has to be zero in the unified one."""
    for index, (a, b) in enumerate(zip(legacy, unified, strict=False)):
        where = f"step {index + 1}"
        if a.what != b.what:
            return f"{where}: {a.what} became {b.what}"
        if a.size != b.size:
            return f"{where} ({a.what}): {a.size} bytes became {b.size}"
        if a.cores != b.cores:
            return f"{where} ({a.what}): {a.cores} cores became {b.cores}"
        if a.waits and not b.waited:
            return f"{where} ({a.what}): the legacy launch waits until its kernel has ended, and nothing waits behind the unified one"
        for (name, value), (_, other) in zip(a.arguments, b.arguments, strict=False):
            same = _zeroed(name, other) if value is None else value == other or _freed_before(value, other)
            if not same:
                shown = _show(other) if other is not None else UNSTEADY
                return f"{where} ({a.what}): {name} was {_show(value)}, is {shown}"
    if len(legacy) != len(unified):
        longer = legacy if len(legacy) > len(unified) else unified
        return f"{len(legacy)} steps became {len(unified)}; the first extra one is {longer[min(len(legacy), len(unified))].what}"
    return ""


def _zeroed(name: str, value: object) -> bool:
    """Whether a field that the legacy code leaves unset is 0; of a struct whose layout is not known, whether it is steady."""
    if name == WHOLE:
        return value is not None
    return value == "null" or (isinstance(value, bytes) and not any(value))


def kept_longer(legacy: Sequence[Step], unified: Sequence[Step]) -> bool:
    """Whether the unified code keeps a buffer that the legacy code had given back before its kernel ran."""
    return any(
        _freed_before(value, other)
        for a, b in zip(legacy, unified, strict=False)
        for (_, value), (_, other) in zip(a.arguments, b.arguments, strict=False)
    )


def _freed_before(value: object, other: object) -> bool:
    """The legacy code used a buffer that it had freed; the unified one uses the same while it lives."""
    return isinstance(value, tuple) and isinstance(other, tuple) and value == (f"{other[0]} freed", *other[1:])


def _show(value: object) -> str:
    if isinstance(value, bytes):
        return "0x" + value[::-1].hex() if len(value) <= 8 else value.hex()
    if isinstance(value, tuple):
        return f"{value[0]}+{value[1]}" + "".join(f" of {size} bytes" for size in value[2:])
    if isinstance(value, int):
        return f"{value:#x}, which is in no buffer of the call"
    return "unset" if value is None else str(value)
