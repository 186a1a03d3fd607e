"""chips/<chip>/chip.yaml, the one source of what is known of a chip: read, validate, write as the C++ headers made from it.

chip_facts.h      what the chip's driver says of it (names, cores, alignment, data types)
chip_traits.h     what the simulated runtime and its kernels are compiled for
chip_runtime.h    the same with what the runtime alone knows: the kernels are not compiled again for it
firmware_chip.h   the same as the chip of a firmware build, with the form of its kernels
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from dnnlib.codegen.errors import SourceError
from dnnlib.paths import ROOT

ALL = "all"
DTYPES = (
    *("f32", "f16", "bf16", "i8", "u8", "i16", "u16", "i32", "u32", "i64"),
    *("bool", "f8e5m2", "f8e4m3", "i4", "u4", "f20", "tf32"),
)
# Forms of kernels: which of chips/common/kernels a firmware has, and under which default symbols.
FORMS = {"single_core": "", "multi_core": "_multi_core"}
ROUNDINGS = {"nearest": "nearest_even", "nearest_away": "nearest_away", "toward_zero": "truncate"}
_ENUMERATORS = {"f": "FP", "bf": "BF", "i": "INT", "u": "UINT", "tf": "TF"}


@dataclass(frozen=True)
class Memory:
    """Device memory as the simulator lays it out: addresses of device i begin at base + i * stride."""

    base: int
    stride: int
    scattered: bool  # physical pages are handed out in seeded order
    poison_byte: int | None  # of freed memory; None: left as it was


@dataclass(frozen=True)
class Time:
    """Model of simulated time; rates of bytes and flops are per core."""

    launch_ns: float
    bytes_per_ns: float
    flops_per_ns: float
    cycles_per_ns: float


@dataclass(frozen=True)
class Links:
    """Model of the links between the devices of a chip."""

    topology: str
    latency_ns: float
    bytes_per_ns: float


@dataclass(frozen=True)
class ChipFacts:
    """One chip. ``lacks``: operator, or operator/case, that is not there -> in which data types."""

    name: str
    aliases: tuple[str, ...]
    runtime: str  # its library, without lib and .so
    cores: int
    alignment: int
    dtypes: tuple[str, ...]
    int64_arithmetic: bool
    kernels: str
    rounding: Mapping[str, str]
    unset_byte: int
    memory: Memory
    time: Time
    links: Links
    lacks: Mapping[str, frozenset[str]]


class _Entries:
    """The entries of the file or of a mapping in it; each is taken once, what is left is a mistake."""

    def __init__(self, path: Path, node: yaml.Node | None, data: Any, what: str) -> None:
        if not isinstance(node, yaml.MappingNode):
            raise SourceError(str(path), 1, 1, f"{what} must be a mapping of names to values")
        self.path, self.what, self.data, self.node = path, what, data, node
        self.nodes = {key.value: (key, value) for key, value in node.value}

    def fail(self, name: str, sentence: str) -> SourceError:
        mark = self.nodes[name][1].start_mark if name in self.nodes else self.node.start_mark
        return SourceError(str(self.path), mark.line + 1, mark.column + 1, sentence)

    def take(self, name: str, right: Callable[[Any], bool], expected: str) -> Any:
        if name not in self.nodes:
            raise self.fail(name, f"{self.what} has no '{name}': {expected}")
        value = self.data.pop(name)
        if not right(value):
            raise self.fail(name, f"{name} must be {expected}")
        return value

    def number(self, name: str, low: int, high: int, expected: str) -> int:
        return self.take(name, lambda v: type(v) is int and low <= v <= high, expected)

    def flag(self, name: str) -> bool:
        return self.take(name, lambda v: isinstance(v, bool), "true or false")

    def inner(self, name: str, expected: str) -> "_Entries":
        data = self.take(name, lambda v: isinstance(v, dict), expected)
        return _Entries(self.path, self.nodes[name][1], data, name)

    def done(self) -> None:
        for name in self.data:
            raise self.fail(name, f"unknown entry '{name}'")


def _is_dtypes(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(dtype in DTYPES for dtype in value)


def _memory(entries: _Entries) -> Memory:
    address = "an address below 2^60"
    memory = Memory(
        base=entries.number("base", 1, 1 << 60, address),
        stride=entries.number("stride", 1, 1 << 60, "the bytes between the addresses of two devices"),
        scattered=entries.flag("scattered"),
        poison_byte=entries.take(
            "poison_byte", lambda v: v is None or (type(v) is int and 0 <= v <= 255), "a byte, or null for none"
        ),
    )
    entries.done()
    return memory


def _rate(entries: _Entries, name: str) -> float:
    return float(entries.take(name, lambda v: type(v) in (int, float) and v > 0, "a positive number"))


def _time(entries: _Entries) -> Time:
    names = ("launch_ns", "bytes_per_ns", "flops_per_ns", "cycles_per_ns")
    time = Time(*(_rate(entries, name) for name in names))
    entries.done()
    return time


def _links(entries: _Entries) -> Links:
    topology = entries.take("topology", lambda v: v == "ring", "ring")
    links = Links(topology, _rate(entries, "latency_ns"), _rate(entries, "bytes_per_ns"))
    entries.done()
    return links


def _lacks(top: _Entries) -> dict[str, frozenset[str]]:
    def is_other_chip(value: Any) -> bool:
        return (
            isinstance(value, str) and value != top.path.parent.name and of_chip(top.path, value, "chip.yaml").is_file()
        )

    lacks = top.take(
        "lacks",
        lambda v: is_other_chip(v) or (isinstance(v, dict) and all(m == ALL or _is_dtypes(m) for m in v.values())),
        "a mapping of operators, or operator/case, to all or a list of data types, or a chip that lacks the same",
    )
    if isinstance(lacks, str):
        return dict(read_chip(of_chip(top.path, lacks, "chip.yaml")).lacks)
    return {name: frozenset([missing] if missing == ALL else missing) for name, missing in lacks.items()}


def of_chip(path: Path, chip: str, file: str) -> Path:
    """A file of a chip beside the one that `path` is of, or else of the checkout."""
    beside = path.parent.parent / chip / file
    return beside if beside.is_file() else ROOT / "chips" / chip / file


def read_chip(path: Path) -> ChipFacts:
    """The validated file; a mistake is a SourceError with its line."""
    try:
        text = path.read_text(encoding="utf-8")
        node, data = yaml.compose(text), yaml.safe_load(text)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise SourceError(str(path), line, 1, f"not YAML: {error.problem}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise SourceError(str(path), 1, 1, f"cannot read the chip's description: {error}") from None
    top = _Entries(path, node, data, "the file")
    names = "a list of names"
    dtypes = f"a list of {', '.join(DTYPES)}"
    chip = ChipFacts(
        name=top.take("chip", lambda v: v == path.parent.name, f"the name of its folder, {path.parent.name}"),
        aliases=tuple(top.take("aliases", lambda v: isinstance(v, list) and all(isinstance(n, str) for n in v), names)),
        runtime=top.take("runtime", lambda v: isinstance(v, str), "the name of its runtime's library"),
        cores=top.number("cores", 1, 1024, "a number of cores from 1"),
        alignment=top.number("alignment", 1, 1 << 20, "a number of bytes from 1"),
        dtypes=tuple(top.take("dtypes", _is_dtypes, dtypes)),
        int64_arithmetic=top.flag("int64_arithmetic"),
        kernels=top.take("kernels", lambda v: v in FORMS, f"one of {', '.join(FORMS)}"),
        rounding=top.take(
            "rounding",
            lambda v: isinstance(v, dict) and "bf16" in v and all(how in ROUNDINGS for how in v.values()),
            f"a mapping of data types, bf16 among them, to one of {', '.join(ROUNDINGS)}",
        ),
        unset_byte=top.number("unset_byte", 0, 255, "a byte"),
        memory=_memory(top.inner("memory", "a mapping")),
        time=_time(top.inner("time", "a mapping")),
        links=_links(top.inner("links", "a mapping")),
        lacks=_lacks(top),
    )
    top.done()
    return chip


def enumerator(dtype: str) -> str:
    """f8e5m2 -> TPUDNN_DTYPE_FP8E5M2"""
    letters = dtype.rstrip("0123456789") if not dtype.startswith("f8") else "f"
    return (
        "TPUDNN_DTYPE_" + (_ENUMERATORS[letters] + dtype[len(letters) :] if letters in _ENUMERATORS else dtype).upper()
    )


_NOTE = "// Made from chips/{name}/chip.yaml by dnnlib/codegen.\n#pragma once\n\n"


def _boolean(value: bool) -> str:
    return "true" if value else "false"


def render_facts(chip: ChipFacts) -> str:
    """chip_facts.h"""
    bits = "\n        | ".join(f"uint64_t{{1}} << {enumerator(dtype)}" for dtype in chip.dtypes)
    return (
        _NOTE.format(name=chip.name)
        + f"""#include <cstdint>

#include "tpuDNN.h"

struct ChipFacts
{{
    static constexpr const char *name = "{chip.name}";
    static constexpr const char *aliases = "{",".join(chip.aliases)}";
    static constexpr int cores = {chip.cores};
    static constexpr int alignment = {chip.alignment};
    static constexpr uint64_t dtypes = {bits};
}};
"""
    )


def render_traits(chip: ChipFacts) -> str:
    """chip_traits.h"""
    poison = -1 if chip.memory.poison_byte is None else chip.memory.poison_byte
    return (
        _NOTE.format(name=chip.name)
        + f"""#include "chip.h"

namespace tpusim::traits
{{

struct {chip.name}
{{
    static constexpr const char *name = "{chip.name}";
    static constexpr int cores = {chip.cores};
    static constexpr bool multi_core = {_boolean(chip.kernels == "multi_core")};
    static constexpr const char *default_symbol_suffix = "{FORMS[chip.kernels]}";
    static constexpr bool has_f16 = {_boolean("f16" in chip.dtypes)};
    static constexpr bool has_fp8 = {_boolean("f8e4m3" in chip.dtypes)};
    static constexpr bool has_int64_arithmetic = {_boolean(chip.int64_arithmetic)};
    static constexpr Rounding bf16_rounding = Rounding::{ROUNDINGS[chip.rounding["bf16"]]};
    static constexpr std::uint64_t memory_base = {chip.memory.base:#x};
    static constexpr std::uint64_t device_stride = {chip.memory.stride:#x};
    static constexpr bool scattered_pages = {_boolean(chip.memory.scattered)};
    static constexpr std::uint8_t unset = {chip.unset_byte:#x};
    static constexpr int poison = {poison};
    static constexpr double launch_ns = {chip.time.launch_ns!r};
    static constexpr double bytes_per_ns = {chip.time.bytes_per_ns!r};
    static constexpr double flops_per_ns = {chip.time.flops_per_ns!r};
}};

}} // namespace tpusim::traits
"""
    )


def render_runtime(chip: ChipFacts) -> str:
    """chip_runtime.h"""
    return (
        _NOTE.format(name=chip.name)
        + f"""#include "chip_traits.h"

namespace tpusim::traits
{{

struct {chip.name}_runtime : {chip.name}
{{
    static constexpr double cycles_per_ns = {chip.time.cycles_per_ns!r};
    static constexpr double link_latency_ns = {chip.links.latency_ns!r};
    static constexpr double link_bytes_per_ns = {chip.links.bytes_per_ns!r};
}};

}} // namespace tpusim::traits
"""
    )


def render_firmware_chip(chip: ChipFacts) -> str:
    """firmware_chip.h"""
    forms = "".join(
        f"#define TPUSIM_ON_{form}(...){' __VA_ARGS__' if form == chip.kernels else ''}\n" for form in FORMS
    )
    return (
        _NOTE.format(name=chip.name)
        + f"""#include "chip_traits.h"

namespace tpusim
{{
using FirmwareChip = traits::{chip.name};
}}
{forms}"""
    )
