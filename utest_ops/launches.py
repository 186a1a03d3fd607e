"""What an operator's launches carry, held against its call: fields of argument structs that do not say what the caller said.

The simulated chips write each launch with the bytes of its argument struct to a trace; the structs' fields come from chips/include. Only a case that
failed is looked at, so a rule may be wrong about an operator that computes a field by its own means.
"""

import json
import os
import struct
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from dnnlib.argument_structs import CODES, layouts

TRACE = "TPUSIM_TRACE"


@dataclass(frozen=True)
class Launch:
    """One launch: the kernel and the bytes of its argument struct, by field."""

    kernel: str
    fields: Mapping[str, bytes]


@dataclass(frozen=True)
class Operand:
    """A tensor of the call: where it lies for the chip, how many bytes it has, its data type and shape."""

    address: int
    size: int
    dtype: str
    shape: tuple[int, ...]

    def holds(self, address: int) -> bool:
        return self.address <= address < self.address + max(self.size, 1)


@dataclass(frozen=True)
class Spoken:
    """A call as its caller made it: tensors and numbers by the names of the parameters."""

    operands: Mapping[str, Operand]
    numbers: Mapping[str, float]


class Trace:
    """The file that the simulated chips of this process write to: the user's (TPUSIM_TRACE), else one in memory."""

    def __init__(self) -> None:
        self._own = not os.environ.get(TRACE)
        self._path = Path(f"/proc/self/fd/{os.memfd_create('launches')}" if self._own else os.environ[TRACE])
        self._start = 0

    @contextmanager
    def on(self) -> Iterator[None]:
        """A chip that is used for the first time in this scope writes to it."""
        if self._own:
            os.environ[TRACE] = str(self._path)
        try:
            yield
        finally:
            if self._own:
                del os.environ[TRACE]  # of other processes it is no file

    def mark(self) -> None:
        """From here on."""
        if self._own:
            os.truncate(self._path, 0)
        self._start = self._path.stat().st_size if self._path.exists() else 0

    def launches(self) -> list[Launch] | None:
        """Those since the mark, without fields where the chip does not write them down; None where the chips write nothing here."""
        if not self._path.exists():
            return None
        with self._path.open("rb") as file:
            file.seek(self._start)
            lines = [json.loads(line) for line in file.read().splitlines()]
        return [_launch(line) for line in lines if line.get("event") == "launch"] if lines else None


@cache
def trace() -> Trace:
    """The process's own."""
    return Trace()


def _launch(line: Mapping[str, str]) -> Launch:
    layout = layouts().get(line.get("args_name", ""))
    data = bytes.fromhex(line.get("args", ""))
    fields = layout.fields if layout else ()
    return Launch(line["kernel"], {field.name: data[field.offset : field.offset + field.size] for field in fields})


def cause_of_launches(call: Spoken, launches: Sequence[Launch] | None, ran: bool) -> str:
    """What the launches say of the call that its caller did not say; empty where they agree. `ran`: the operator answered SUCCESS."""
    if launches is None:
        return ""
    if ran and not launches and any(operand.size for operand in call.operands.values()):
        return "the operator launched nothing: a launch was left out, or a condition before it is never true"
    rules = (_addresses, _types, _extents, _numbers)
    return next((said for rule in rules for said in rule(call, launches)), "")


def _integer(data: bytes) -> int:
    return int.from_bytes(data, "little", signed=True)


def _stem(field: str) -> str:
    for ending in ("_global_addr", "_addr"):
        field = field.removesuffix(ending)
    return field


def _addresses(call: Spoken, launches: Sequence[Launch]) -> Iterator[str]:
    """A field with the name of a tensor that holds another tensor's address."""
    for launch in launches:
        found = {}
        for field, data in launch.fields.items():
            own = call.operands.get(_stem(field))
            if not field.endswith("_addr") or len(data) != 8 or own is None or not own.size:
                continue
            address = int.from_bytes(data, "little")
            others = [name for name, operand in call.operands.items() if operand.holds(address)]
            if others and not own.holds(address):
                found[_stem(field)] = others[0]
        for name, other in found.items():
            if found.get(other) == name:
                yield f"two operands swapped: {launch.kernel} gets the address of {other} as {name}, and of {name} as {other}"
            yield f"{launch.kernel} gets the address of {other} as {name}: an operand is used twice, and {name} is not read"


def _types(call: Spoken, launches: Sequence[Launch]) -> Iterator[str]:
    """A data type that is none of the call's."""
    there = {CODES[operand.dtype] for operand in call.operands.values() if operand.dtype in CODES}
    names = {code: name for name, code in CODES.items()}
    for launch in launches:
        for field, data in launch.fields.items():
            code = _integer(data)
            if field.endswith("dtype") and len(data) <= 4 and there and code not in there:
                other = f", which is {names[code]}'s" if code in names else ""
                yield (
                    f"{launch.kernel} gets {code} as {field}{other}: no tensor of the call has that data type;"
                    f" the number of the type was passed where the kernel's code is wanted, or another type's"
                )


def _extents(call: Spoken, launches: Sequence[Launch]) -> Iterator[str]:
    """Sizes that were never set."""
    if not all(operand.shape and operand.size for operand in call.operands.values()):
        return
    for launch in launches:
        for field, data in launch.fields.items():
            sizes = "shape" in field or "stride" in field or field in ("dim", "dims")
            if sizes and not any(data):
                yield f"{launch.kernel} gets 0 as {field} throughout: the field was never set"


def _numbers(call: Spoken, launches: Sequence[Launch]) -> Iterator[str]:
    """A number that the caller gave and no launch carries."""
    if not all(launch.fields for launch in launches) or not launches:
        return
    for name, value in call.numbers.items():
        images = _images(value)
        carried = any(_words(data) & images for launch in launches for data in launch.fields.values())
        if value and not carried:
            kernels = ", ".join(dict.fromkeys(launch.kernel for launch in launches))
            same = next((launch.fields[name] for launch in launches if name in launch.fields), None)
            instead = f", whose field {name} is {_integer(same)}" if same is not None and len(same) <= 8 else ""
            yield f"{name} = {value:g} of the call reaches no argument of {kernels}{instead}: a field was not set, or to another value"


def _images(value: float) -> frozenset[bytes]:
    """How a number may stand in a struct."""
    found = {struct.pack("<f", value), struct.pack("<d", value)}
    if value == int(value):
        found |= {int(value).to_bytes(size, "little", signed=True) for size in (4, 8) if abs(value) < 2**31}
        found |= {bytes([int(value)])} if 0 <= value < 128 else set()
    return frozenset(found)


def _words(data: bytes) -> frozenset[bytes]:
    """A field, and the elements of an array."""
    words = {data}
    for size in (4, 8):
        if len(data) % size == 0:
            words |= {data[at : at + size] for at in range(0, len(data), size)}
    return frozenset(words)
