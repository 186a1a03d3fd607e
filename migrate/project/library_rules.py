"""The rule set of the library side, compiled from rules/data/default.yaml and what a project adds to it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from migrate.project.patterns import NamePattern


@dataclass(frozen=True)
class LaunchRule:
    """Positions of a launch function's arguments; `wait` is the flag for not waiting, absent arguments are -1."""

    kernel: int
    arguments: int
    size: int
    wait: int
    cores: str


@dataclass(frozen=True)
class CallRule:
    """A call that becomes another form. `template` alternates literal text (str) and argument positions (int)."""

    template: tuple[str | int, ...]
    kind: str

    @property
    def text(self) -> str:
        return "".join(part for part in self.template if isinstance(part, str))


@dataclass(frozen=True)
class KernelRule:
    """An operator's launch on one chip goes to another kernel and struct, field by field."""

    symbol: str
    args: str
    fields: Mapping[str, str]  # field of the old struct -> field of the new one; `-` drops it
    chip: str
    values: Mapping[str, str] = field(default_factory=dict)  # further fields of the new struct -> what they are set to


@dataclass(frozen=True)
class ParameterRule:
    """One parameter of a unified operator: a legacy one by position (from 1, behind the handle), or a new one.

    `type` and `convert`: it is declared with another type, and the body gets the converted value under the old name.
    `declaration` and `value`: a new parameter, and what legacy calls give for it. `argument` changes what they give."""

    position: int | None
    type: str = ""
    convert: str = "{}"
    declaration: str = ""
    value: str = ""
    argument: str = ""


@dataclass(frozen=True)
class SignatureRule:
    """`dropped` gives the parameters that go, by position, the value that the body works with from now on."""

    name: str
    parameters: tuple[ParameterRule, ...]
    dropped: Mapping[int, str]


@dataclass(frozen=True)
class Conversion:
    """A named function from a unified type to a kernel's; `code` defines it where the unified library does not."""

    function: str
    code: str


@dataclass(frozen=True)
class LibraryRules:
    operators: tuple[NamePattern, ...]
    names: Mapping[str, str]
    patterns: tuple[NamePattern, ...]
    legacy: re.Pattern[str]
    tensor_types: frozenset[str]
    handle_types: frozenset[str]
    status_types: frozenset[str]
    memory_types: frozenset[str]
    address_field: str
    address_members: tuple[tuple[str, ...], ...]
    non_blocking: frozenset[str]
    success: frozenset[str]
    launch: Mapping[str, LaunchRule]
    calls: Mapping[str, CallRule]
    checks: frozenset[str]
    safe_calls: frozenset[str]
    aborts: frozenset[str]
    prints: Mapping[str, str]
    drop_macros: frozenset[str]
    provided: Mapping[str, str]
    provided_bodies: Mapping[str, frozenset[str]]  # digests of definitions that do what the unified helper does
    infrastructure: Mapping[str, str]
    kernel_prefixes: tuple[str, ...]
    kernel_suffixes: tuple[str, ...]
    dtypes: Mapping[str, str]
    conversions: Mapping[str, Conversion]  # type of a kernel's field -> what the unified value passes
    optional: Mapping[str, tuple[str, ...]]
    dispatch: str
    kernels: Mapping[str, KernelRule]  # by the kernel's legacy symbol or the legacy operator
    signatures: Mapping[str, SignatureRule]
    checking: str  # header that converted functions are parsed against
    argument_types: frozenset[str] = frozenset()  # kernels' argument structs, known once the source is parsed
    known: dict[str, str | None] = field(default_factory=dict, compare=False, repr=False)  # answers of `name`
    formed: dict[str, bool] = field(default_factory=dict, compare=False, repr=False)  # answers of `has_legacy_form`

    def operator(self, name: str) -> str | None:
        """Unified name of an operator by pattern or by exact rule."""
        if name in self.names:
            return self.names[name]
        if name in self.signatures and self.signatures[name].name:
            return self.signatures[name].name
        return next((new for rule in self.operators if (new := rule.map(name))), None)

    def name(self, name: str) -> str | None:
        """Unified name of a type, constant, macro or helper; None where the name is not a legacy one."""
        if name not in self.known:
            self.known[name] = self._name(name)
        return self.known[name]

    def _name(self, name: str) -> str | None:
        if name in self.names:
            return self.names[name]
        if name in self.provided:
            return self.provided[name]
        return next((new for rule in self.patterns if (new := rule.map(name))), None)

    def concerns(self, name: str) -> bool:
        """Whether a name would change, or is a legacy one that no rule names."""
        return self.name(name) not in (None, name) or self.is_legacy(name)

    def is_legacy(self, name: str) -> bool:
        return name in self.names or self.has_legacy_form(name)

    def has_legacy_form(self, name: str) -> bool:
        found = self.formed.get(name)
        if found is None:
            found = self.formed[name] = self.legacy.match(name) is not None
        return found

    def kernel_stem(self, symbol: str) -> str:
        for prefix in self.kernel_prefixes:
            if symbol.startswith(prefix):
                symbol = symbol[len(prefix) :]
                break
        for suffix in self.kernel_suffixes:
            symbol = symbol.removesuffix(suffix)
        return symbol


def _patterns(entries: list[Mapping[str, str]]) -> tuple[NamePattern, ...]:
    return tuple(NamePattern(re.compile(e["pattern"]), e["to"]) for e in entries)


def _signature(entry: Mapping[str, Any]) -> SignatureRule:
    dropped = {int(position): value for position, value in entry.get("dropped", {}).items()}
    return SignatureRule(entry.get("name", ""), tuple(_parameter(e) for e in entry.get("parameters", ())), dropped)


def _parameter(entry: int | Mapping[str, Any]) -> ParameterRule:
    if isinstance(entry, int):
        return ParameterRule(entry)
    if "insert" in entry:
        return ParameterRule(None, declaration=entry["insert"], value=entry.get("value", ""))
    return ParameterRule(
        entry["parameter"], entry.get("type", ""), entry.get("convert", "{}"), argument=entry.get("argument", "")
    )


def _template(text: str) -> tuple[str | int, ...]:
    return tuple(int(p) if p.isdigit() else p for p in re.split(r"\{(\d+)\}", text) if p)


def compile_library_rules(data: Mapping[str, Any]) -> LibraryRules:
    types = data.get("types", {})
    return LibraryRules(
        operators=_patterns(data.get("operators", [])),
        names=dict(data.get("names", {})),
        patterns=_patterns(data.get("patterns", [])),
        legacy=re.compile(data.get("legacy_names", r"(?!)")),
        tensor_types=frozenset(types.get("tensor", ())),
        handle_types=frozenset(types.get("handle", ())),
        status_types=frozenset(types.get("status", ())),
        memory_types=frozenset(types.get("memory", ())),
        address_field=data.get("address_field", "addr"),
        address_members=tuple(tuple(m.split(".")) for m in data.get("address_members", ())),
        non_blocking=frozenset(data.get("non_blocking", ())),
        success=frozenset(data.get("success", ())),
        launch={
            name: LaunchRule(
                e["kernel"], e["arguments"], e.get("size", -1), e.get("wait", -1), str(e.get("cores", "1"))
            )
            for name, e in data.get("launch", {}).items()
        },
        calls={
            name: CallRule(_template(e["to"]), e.get("kind", "helper")) for name, e in data.get("calls", {}).items()
        },
        checks=frozenset(data.get("checks", ())),
        safe_calls=frozenset(data.get("safe_calls", ())),
        aborts=frozenset(data.get("aborts", ())) - set(data.get("checks", ())),
        prints=dict(data.get("prints", {})),
        drop_macros=frozenset(data.get("drop_macros", ())),
        provided=dict(data.get("provided", {})),
        provided_bodies={name: frozenset(digests) for name, digests in data.get("provided_bodies", {}).items()},
        infrastructure=dict(data.get("infrastructure", {})),
        kernel_prefixes=tuple(data.get("kernel_prefixes", ())),
        kernel_suffixes=tuple(data.get("kernel_suffixes", ())),
        dtypes=dict(data.get("dtypes", {})),
        conversions={t: Conversion(e["function"], e.get("code", "")) for t, e in data.get("conversions", {}).items()},
        optional={k: tuple(v) for k, v in data.get("optional", {}).items()},
        dispatch=data.get("dispatch", "runtime"),
        kernels={
            name: KernelRule(
                e["symbol"], e.get("args", ""), dict(e.get("fields", {})), e.get("chip", ""), dict(e.get("values", {}))
            )
            for name, e in data.get("kernels", {}).items()
        },
        signatures={name: _signature(e) for name, e in data.get("signatures", {}).items()},
        checking=data.get("checking", ""),
    )
