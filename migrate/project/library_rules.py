"""The rule set of the library side, compiled from rules/data/default.yaml and what a project adds to it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from migrate.project.patterns import NamePattern, RulePattern
from migrate.project.snippets import UnifiedForm, unified_form


@dataclass(frozen=True)
class LaunchRule:
    """Positions of a launch function's arguments, of absent ones -1. `wait` is the flag that says whether the call waits: for not waiting, or, where
    `waits`, for waiting. `count` is the number of cores that each call gives."""

    kernel: int
    arguments: int
    size: int
    wait: int
    cores: str
    to: str = ""  # what it becomes, where that is not the form of every launch
    waits: bool = False
    count: int = -1


@dataclass(frozen=True)
class CallRule:
    """A call that becomes another form. `template` alternates literal text (str) and argument positions (int)."""

    template: tuple[str | int, ...]
    kind: str
    allocates: bool = False
    answers: bool = False  # it gives a status

    @property
    def text(self) -> str:
        return "".join(part for part in self.template if isinstance(part, str))

    @property
    def form(self) -> str:
        """As the rule says it, with its places."""
        return "".join(part if isinstance(part, str) else f"{{{part}}}" for part in self.template)


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
    comments: tuple[
        tuple[str, str], ...
    ]  # of a declaration's lines: expression with CHIPS for chips' names, replacement
    legacy: RulePattern
    tensor_types: frozenset[str]
    handle_types: frozenset[str]
    status_types: frozenset[str]
    memory_types: frozenset[str]
    dtype_types: frozenset[str]
    address_field: str
    fields: Mapping[str, Mapping[str, str]]  # legacy type -> its members that the unified type calls differently
    dtype_field: str
    address_fields: RulePattern  # fields of kernels' argument structs that hold a physical address
    address_members: tuple[tuple[str, ...], ...]
    non_blocking: frozenset[str]  # names of the last parameter that says that a function does not wait
    success: frozenset[str]
    statuses: Mapping[str, str]  # values of a status that is a plain number or truth value -> unified status
    address_types: frozenset[str]  # integers of the tree that hold an address
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
    blocking: frozenset[str]  # and of one that says that it does
    checking: (
        str | None
    )  # header that converted functions are parsed against; empty where that is not wanted, None where one is derived
    unified: UnifiedForm = field(default_factory=UnifiedForm)
    argument_types: frozenset[str] = frozenset()  # kernels' argument structs, known once the source is parsed
    synchronous: frozenset[str] = frozenset()  # chips whose launches always wait, known once the source is parsed
    zero_dtype: str = ""  # unified name of the data type that is 0 in the legacy headers, where it is another number in the unified ones
    same_zero: bool = False  # whether that is known to be 0 in both
    known: dict[str, str | None] = field(default_factory=dict, compare=False, repr=False)  # answers of `name`
    formed: dict[str, bool] = field(default_factory=dict, compare=False, repr=False)  # answers of `has_legacy_form`

    def handle_position(self, types: Sequence[str]) -> int:
        """Which of a function's parameters is its handle, by their types; -1 where none is, so that it is no operator."""
        return next((number for number, kind in enumerate(types) if kind in self.handle_types), -1)

    @cached_property
    def methods(self) -> frozenset[bytes]:
        """Names of member functions that rules are about."""
        return frozenset(key.rpartition("::")[2].encode() for key in (*self.launch, *self.calls) if "::" in key)

    @cached_property
    def flags(self) -> frozenset[str]:
        """Names of the last parameter that says whether a function waits."""
        return self.non_blocking | self.blocking

    @property
    def launch_forms(self) -> tuple[str, ...]:
        """What launches are written as."""
        return tuple(dict.fromkeys((self.unified.launch, *(rule.to for rule in self.launch.values() if rule.to))))

    def operator(self, name: str) -> str | None:
        """Unified name of an operator by pattern or by exact rule."""
        if name in self.names:
            return self.names[name]
        if name in self.signatures and self.signatures[name].name:
            return self.signatures[name].name
        return next((new for rule in self.operators if (new := rule.map(name))), None)

    def function(self, name: str, internal: bool) -> str | None:
        """Unified name of a function with a handle: of an operator; of one that only sources call, also as of any other helper."""
        return self.operator(name) or (self.name(name) if internal else None)

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

    @cached_property
    def answering(self) -> frozenset[str]:
        """Provided helpers that answer whatever they are given; those that give a kernel's number refuse a data type that no kernel has."""
        return frozenset(old for old, new in self.provided.items() if new not in self.unified.dtype_codes)

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
        """What a kernel's name gives to the key of a further launch: a word."""
        for prefix in self.kernel_prefixes:
            if symbol.startswith(prefix):
                symbol = symbol[len(prefix) :]
                break
        for suffix in self.kernel_suffixes:
            symbol = symbol.removesuffix(suffix)
        stem = re.sub(r"\W+", "_", symbol).strip("_") or "kernel"
        return stem.lower() if stem.isupper() else stem


def _patterns(entries: list[Mapping[str, str]]) -> tuple[NamePattern, ...]:
    return tuple(NamePattern(RulePattern(e["pattern"]), e["to"]) for e in entries)


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


def _spelled(text: str) -> str:
    """A type or qualified name with its tokens apart, as the sources' are compared."""
    return " ".join(re.findall(r"\w+|::|[^\w\s]", text)) or text


def _template(text: str) -> tuple[str | int, ...]:
    return tuple(int(p) if p.isdigit() else p for p in re.split(r"\{(\d+)\}", text) if p)


def _answers(entry: Mapping[str, Any]) -> bool:
    """Whether the call gives a status, as its rule says."""
    return bool(entry.get("answers", False))


def _call(entry: Mapping[str, Any], unified: UnifiedForm) -> CallRule:
    return CallRule(
        _template(entry["to"]), entry.get("kind", "helper"), unified.has_role("allocate", entry["to"]), _answers(entry)
    )


def named_types(data: Mapping[str, Any]) -> frozenset[str]:
    """Types that the rules call by their own name, without the namespace that declares them."""
    words = (word for names in data.get("types", {}).values() for text in names for word in re.findall(r"[\w:]+", text))
    return frozenset(word for word in words if "::" not in word)


def _unscoped(name: str, named: frozenset[str]) -> str:
    """A type as the sources' are compared: by its own name where the rules call it so."""
    return own if (own := name.rpartition("::")[2]) in named else name


def compile_library_rules(data: Mapping[str, Any]) -> LibraryRules:
    types = data.get("types", {})
    named = named_types(data)
    unified = unified_form(data.get("unified", {}))
    return LibraryRules(
        operators=_patterns(data.get("operators", [])),
        names={_spelled(name): unified for name, unified in data.get("names", {}).items()},
        patterns=_patterns(data.get("patterns", [])),
        comments=tuple((entry["pattern"], entry["to"]) for entry in data.get("comments", [])),
        legacy=RulePattern(data.get("legacy_names", r"(?!)")),
        tensor_types=frozenset(types.get("tensor", ())),
        handle_types=frozenset(map(_spelled, types.get("handle", ()))),
        status_types=frozenset(map(_spelled, types.get("status", ()))),
        memory_types=frozenset(types.get("memory", ())),
        dtype_types=frozenset(types.get("dtype", ())),
        address_field=data.get("address_field", "addr"),
        fields={_unscoped(name, named): dict(members) for name, members in data.get("fields", {}).items()},
        dtype_field=data.get("dtype_field", "dtype"),
        address_fields=RulePattern(data.get("address_fields", r"(?!)")),
        address_members=tuple(tuple(m.split(".")) for m in data.get("address_members", ())),
        non_blocking=frozenset(data.get("non_blocking", ())),
        blocking=frozenset(data.get("blocking", ())),
        success=frozenset(map(_spelled, data.get("success", ()))),
        statuses=dict(data.get("statuses", {})),
        address_types=frozenset(map(_spelled, types.get("address", ()))),
        launch={
            name: LaunchRule(
                e["kernel"],
                e["arguments"],
                e.get("size", -1),
                e.get("wait", e.get("waits", -1)),
                str(e.get("cores", "1")),
                e.get("to", ""),
                "waits" in e,
                e.get("count", -1),
            )
            for name, e in data.get("launch", {}).items()
        },
        calls={name: _call(e, unified) for name, e in data.get("calls", {}).items()},
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
        checking=data.get("checking"),
        unified=unified,
    )
