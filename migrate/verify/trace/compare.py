"""Launches of two builds compared: addresses as buffer and offset, bytes that nobody set left out."""

from __future__ import annotations

from dataclasses import dataclass, field

from migrate.verify.trace.process import CallResult


@dataclass(frozen=True)
class StructLayout:
    """Fields of a kernel's argument struct in order: name, offset, size, whether it holds a device address."""

    name: str
    size: int
    fields: tuple[tuple[str, int, int, bool], ...]


@dataclass(frozen=True)
class Launch:
    """One launch, its arguments by field: an address is ("T0"|"tmp1"|"host", offset), other fields are bytes; None is undefined."""

    kernel: str
    size: int
    cores: int
    arguments: tuple[tuple[str, object], ...]


@dataclass
class Buffers:
    """Names of the device allocations of one call: inputs T0.. in order, then temporaries in order of allocation."""

    starts: list[tuple[int, int, str]] = field(default_factory=list)

    def add(self, address: int, size: int, name: str) -> None:
        self.starts.append((address, size, name))

    def name(self, address: int) -> object:
        if address == 0:
            return "null"
        for start, size, name in reversed(self.starts):
            if start <= address <= start + size:
                return (name, address - start)
        return ("unknown", address)


def launches(
    result: CallResult, inputs_held: list[dict], layouts: dict[str, StructLayout], struct_of: dict[str, str]
) -> list[Launch]:
    """The launches of `result`. `inputs_held` are the allocation events of the inputs; `struct_of` maps a kernel to its struct."""
    buffers = Buffers()
    for index, event in enumerate(inputs_held):
        buffers.add(int(event["address"]), int(event["bytes"]), f"T{index}")
    found, temporary = [], 0
    for event in result.events:
        if event["event"] == "alloc":
            buffers.add(int(event["address"]), int(event["bytes"]), f"tmp{temporary}")
            temporary += 1
        elif event["event"] == "launch":
            found.append(_launch(event, buffers, layouts.get(struct_of.get(event["kernel"], ""))))
    return found


def _launch(event: dict, buffers: Buffers, layout: StructLayout | None) -> Launch:
    raw = bytes.fromhex(event["args"])
    if layout is None or layout.size != len(raw):
        return Launch(event["kernel"], len(raw), int(event["cores"]), (("(bytes)", raw),))
    arguments = []
    for name, offset, size, is_address in layout.fields:
        chunk = raw[offset : offset + size]
        if is_address:
            words = [int.from_bytes(chunk[i : i + 8], "little") for i in range(0, size, 8)]
            arguments += [(name if size == 8 else f"{name}[{i}]", buffers.name(w)) for i, w in enumerate(words)]
        else:
            arguments.append((name, chunk))
    return Launch(event["kernel"], len(raw), int(event["cores"]), tuple(arguments))


def with_undefined(zero: list[Launch], pattern: list[Launch]) -> list[Launch]:
    """The launches with every field that follows the fill pattern of unset memory marked undefined (None)."""
    if len(zero) != len(pattern):
        return zero
    merged = []
    for a, b in zip(zero, pattern, strict=True):
        if len(a.arguments) != len(b.arguments):
            return zero
        arguments = tuple(
            (name, value if value == other else None)
            for (name, value), (_, other) in zip(a.arguments, b.arguments, strict=True)
        )
        merged.append(Launch(a.kernel, a.size, a.cores, arguments))
    return merged


def undefined_fields(found: list[Launch]) -> list[str]:
    return [f"{launch.kernel}: {name}" for launch in found for name, value in launch.arguments if value is None]


def first_difference(legacy: list[Launch], unified: list[Launch]) -> str:
    """The first difference in words, or an empty string. Undefined fields of the legacy build are not compared."""
    for index, (a, b) in enumerate(zip(legacy, unified, strict=False)):
        where = f"launch {index + 1}"
        if a.kernel != b.kernel:
            return f"{where}: kernel {a.kernel} became {b.kernel}"
        if a.size != b.size:
            return f"{where} of {a.kernel}: {a.size} bytes of arguments became {b.size}"
        if a.cores != b.cores:
            return f"{where} of {a.kernel}: {a.cores} cores became {b.cores}"
        for (name, value), (_, other) in zip(a.arguments, b.arguments, strict=False):
            if value is not None and value != other:
                return f"{where} of {a.kernel}: {name} was {_show(value)}, is {_show(other)}"
    if len(legacy) != len(unified):
        return f"{len(legacy)} launches became {len(unified)}"
    return ""


def _show(value: object) -> str:
    if isinstance(value, bytes):
        return "0x" + value[::-1].hex() if len(value) <= 8 else value.hex()
    if isinstance(value, tuple):
        return f"{value[0]}+{value[1]}"
    return "undefined" if value is None else str(value)
