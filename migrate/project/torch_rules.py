"""The rule set of the torch side, compiled from rules/data/torch.yaml and what a project adds to it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib import resources
from typing import Any

import yaml

from migrate.project.merging import Removed, WrongRemoval, merge
from migrate.project.patterns import NamePattern, RulePattern, template_problem
from migrate.project.yaml_file import FILLED, NEEDED

Sequence_ = tuple[bytes, ...]


def _regex(text: str) -> RulePattern:
    try:
        re.compile(text)
        return RulePattern(text)
    except re.error as error:
        raise ValueError(f"{text!r} in the torch rules is no regular expression: {error}") from None


@dataclass(frozen=True)
class ArgumentRule:
    """One argument of a unified call: a legacy argument by position (from 1), changed by `convert`, or inserted text."""

    position: int | None
    convert: str = "{}"
    insert: str = ""


@dataclass(frozen=True)
class SpecialCall:
    """A function that is renamed, merged, or whose arguments change."""

    name: str
    arguments: tuple[ArgumentRule, ...] | None = None
    takes: tuple[str, ...] = ()  # legacy parameters that the positions count; empty: not checked


FreeCall = SpecialCall
"""A function without a receiver that is renamed, or whose arguments change."""


@dataclass(frozen=True)
class StreamRule:
    names: tuple[str, ...]
    expression: str
    type: str
    wait: str
    wait_unless: str
    guards: RulePattern  # types whose objects change the current device or stream as long as they live
    setters: RulePattern  # functions that change it


@dataclass(frozen=True)
class StatusRule:
    types: frozenset[str]
    unified_type: str
    success: frozenset[str]
    unified_success: str


@dataclass(frozen=True)
class Wrapper:
    name: str
    suffix: str


@dataclass(frozen=True)
class TensorFields:
    same: frozenset[str]  # mean the same on both sides
    address: str
    type: str


@dataclass(frozen=True)
class TorchRules:
    call: NamePattern
    legacy: RulePattern
    special: Mapping[str, SpecialCall]
    receivers: tuple[Sequence_, ...]
    receiver_types: frozenset[str]
    non_blocking: frozenset[str]
    blocking: frozenset[str]
    stream: StreamRule
    generators: Mapping[str, str]
    functions: Mapping[str, str]
    types: Mapping[str, str]
    tensor_types: frozenset[str]
    tensor_fields: TensorFields
    same_values: bool  # a plain rename: what gets another name keeps its number and its layout
    converting: frozenset[str]  # functions that give a value which has another number from now on
    constants: tuple[NamePattern, ...]
    status: StatusRule
    wrappers: Mapping[str, Wrapper]
    refusing: frozenset[str]
    refusing_always: frozenset[str]
    equating: frozenset[str]  # macros of two arguments that compare them
    device_test: str
    current_device_test: str
    device_checks: frozenset[str]  # macros that refuse a tensor which does not lie on the device
    includes: Mapping[str, str]
    free: Mapping[str, FreeCall]
    added_includes: tuple[str, ...]

    @cached_property
    def flags(self) -> frozenset[str]:
        """Names of the last parameter that says whether a call waits."""
        return self.non_blocking | self.blocking

    def unified_call(self, name: str) -> str | None:
        if name in self.functions:
            return None
        special = self.special.get(name)
        return special.name if special and special.name else self.call.map(name)

    def is_unified_call(self, name: str) -> bool:
        """Whether a name has the form that calls of the legacy library become."""
        return self.unified_form.fullmatch(name) is not None

    @cached_property
    def unified_form(self) -> re.Pattern[str]:
        return _form_of(self.call.unified)

    def is_unified(self, name: str) -> bool:
        """Whether a name is one of the unified side: of a function, a type, a constant, a status, or of the stream's getter."""
        return name in self._unified_names or self.is_unified_call(name) or self.is_unified_constant(name)

    def is_unified_constant(self, name: str) -> bool:
        return any(form.fullmatch(name) for form in self._constant_forms)

    @cached_property
    def _constant_forms(self) -> tuple[re.Pattern[str], ...]:
        return tuple(_form_of(rule.unified) for rule in self.constants)

    @cached_property
    def _unified_names(self) -> frozenset[str]:
        given = {*self.generators.values(), *self.functions.values(), *self.types.values()}
        given |= {special.name for special in (*self.special.values(), *self.free.values()) if special.name}
        given |= {self.stream.type, self.status.unified_type, self.status.unified_success}
        given |= {name.rpartition("::")[2] for name in given}
        return frozenset(given | {*re.findall(r"[A-Za-z_]\w*", self.stream.expression)})

    @property
    def namespaces(self) -> frozenset[bytes]:
        """Where the functions that give handles and make tensors are declared."""
        return frozenset(r[0] for r in self.receivers if len(r) > 2 and r[1] == b"::")

    def constant(self, name: str) -> str | None:
        return next((new for rule in self.constants if (new := rule.map(name))), None)

    @cached_property
    def _scoped_types(self) -> Mapping[str, str]:
        return {old: new for old, new in self.types.items() if "::" in old}

    @cached_property
    def _scoped_patterns(self) -> tuple[NamePattern, ...]:
        return tuple(rule for rule in self.constants if "::" in rule.pattern.text)

    @cached_property
    def has_scopes(self) -> bool:
        """Whether some rule renames names with the scopes in front of them."""
        calls = any("::" in name and self.renamed_call(name) for name in self.free)
        return self.same_values and bool(self._scoped_types or self._scoped_patterns or calls)

    def scoped(self, name: str) -> str | None:
        """What a name becomes together with the scopes in front of it; patterns are for the whole of it."""
        if name in self._scoped_types:
            return self._scoped_types[name]
        found = (found.expand(r.unified) for r in self._scoped_patterns if (found := r.pattern.fullmatch(name)))
        return next(found, None)

    @property
    def has_patterns(self) -> bool:
        """Whether some pattern is for names with their scopes."""
        return self.same_values and bool(self._scoped_patterns)

    def of_pattern(self, name: str) -> bool:
        """Whether a pattern is for a name with its scopes."""
        return any(rule.pattern.fullmatch(name) for rule in self._scoped_patterns)

    @cached_property
    def scoped_keys(self) -> Mapping[str, tuple[str, ...]]:
        """Names with scopes that rules are for, patterns aside, by their last part."""
        keys: dict[str, tuple[str, ...]] = {}
        for key in (*(self._scoped_types if self.same_values else ()), *(name for name in self.free if "::" in name)):
            tail = key.rpartition("::")[2]
            keys[tail] = (*keys.get(tail, ()), key)
        return keys

    def mentions(self, name: str) -> bool:
        """Whether some rule is for a name, or for one that it is a part of."""
        keys = (key for listed in self.scoped_keys.values() for key in listed)
        alone = name in self.free or name in self.types or self.constant(name) is not None
        return alone or any(name in key.split("::") for key in keys)

    def renamed(self, name: str) -> str | None:
        """What a name becomes wherever it stands; None where it has no other one, or is a function whose arguments change."""
        if name in self.free:
            return self.renamed_call(name)
        return self.types.get(name) or self.constant(name)

    def renamed_call(self, name: str) -> str | None:
        """The other name of a function that calls without a receiver are rules for, where nothing but its name changes."""
        free = self.free.get(name)
        return free.name if free is not None and free.arguments is None and free.name else None

    def header(self, name: str) -> str | None:
        """The header in place of one, empty where it goes; of several keys the one with the most folders."""
        parts = name.split("/")
        keys = ("/".join(parts[first:]) for first in range(len(parts)))
        return next((self.includes[key] for key in keys if key in self.includes), None)


def _form_of(unified: str) -> re.Pattern[str]:
    """What names look like that a pattern gives."""
    pieces = re.split(r"\\(?:\d|g<\w+>)", unified)
    return re.compile(r"\w*".join(re.escape(piece) for piece in pieces))


TORCH_SCHEMA: dict[str, Any] = {
    "calls": {
        "pattern": str,
        "unified": str,
        "legacy_names": str,
        "special": {"*": {"name": str, "takes": [str], "arguments": None}},
    },
    "receivers": [FILLED],
    "receiver_types": [str],
    "non_blocking": [str],
    "blocking": [str],
    "stream": {
        "names": [str],
        "expression": str,
        "type": str,
        "wait": str,
        "wait_unless": str,
        "guards": str,
        "setters": str,
    },
    "generators": {"*": str},
    "functions": {"*": str},
    "types": {"*": str},
    "tensor_types": [str],
    "tensor_fields": {"same": [str], "address": str, "type": str},
    "same_values": bool,
    "converting": [str],
    "constants": [{"pattern": str, "unified": str}],
    "status": {"types": [str], "unified_type": str, "success": [str], "unified_success": str},
    "wrappers": {"*": {NEEDED: ("name", "suffix"), "name": str, "suffix": str}},
    "refusing": [str],
    "refusing_always": [str],
    "equating": [str],
    "device_test": str,
    "current_device_test": str,
    "device_checks": [str],
    "includes": {"*": str},
    "free_calls": {"*": {"name": str, "takes": [str], "arguments": None}},
    "added_includes": [str],
}
"""What the key `torch` of a rule file may contain; the shipped values are in rules/data/torch.yaml."""


def _tokens(text: str) -> Sequence_:
    """The tokens of an expression of names, scopes and brackets."""
    return tuple(re.findall(rb"\w+|::|->|\S", text.encode()))


def _special(entry: Mapping[str, Any]) -> SpecialCall:
    arguments = entry.get("arguments")
    arranged = None if arguments is None else tuple(_argument(a) for a in arguments)
    return SpecialCall(entry.get("name", ""), arranged, tuple(entry.get("takes", ())))


def _argument(entry: Any) -> ArgumentRule:
    if isinstance(entry, int):
        return ArgumentRule(entry)
    if "insert" in entry:
        return ArgumentRule(None, insert=str(entry["insert"]))
    return ArgumentRule(int(entry["argument"]), convert=str(entry.get("convert", "{}")))


def compile_rules(data: Mapping[str, Any]) -> TorchRules:
    calls, stream, status, fields = data["calls"], data["stream"], data["status"], data["tensor_fields"]
    return TorchRules(
        call=NamePattern(_regex(calls["pattern"]), calls["unified"]),
        legacy=_regex(calls["legacy_names"]),
        special={name: _special(entry) for name, entry in (calls.get("special") or {}).items()},
        receivers=tuple(_tokens(text) for text in data["receivers"]),
        receiver_types=frozenset(data["receiver_types"]),
        non_blocking=frozenset(data["non_blocking"]),
        blocking=frozenset(data.get("blocking", ())),
        stream=StreamRule(
            tuple(stream["names"]),
            stream["expression"],
            stream["type"],
            stream["wait"],
            stream["wait_unless"],
            _regex(stream["guards"]),
            _regex(stream["setters"]),
        ),
        generators=dict(data["generators"]),
        functions=dict(data["functions"]),
        types=dict(data["types"]),
        tensor_types=frozenset(data["tensor_types"]),
        tensor_fields=TensorFields(frozenset(fields["same"]), fields["address"], fields["type"]),
        same_values=data["same_values"],
        converting=frozenset(data["converting"]),
        constants=tuple(NamePattern(_regex(c["pattern"]), c["unified"]) for c in data["constants"]),
        status=StatusRule(
            frozenset(status["types"]), status["unified_type"], frozenset(status["success"]), status["unified_success"]
        ),
        wrappers={name: Wrapper(w["name"], w["suffix"]) for name, w in data["wrappers"].items()},
        refusing=frozenset(data["refusing"]),
        refusing_always=frozenset(data["refusing_always"]),
        equating=frozenset(data["equating"]),
        device_test=data["device_test"],
        current_device_test=data["current_device_test"],
        device_checks=frozenset(data["device_checks"]),
        includes=dict(data["includes"]),
        free={name: _special(entry) for name, entry in data.get("free_calls", {}).items()},
        added_includes=tuple(data.get("added_includes", ())),
    )


@cache
def default_data() -> dict[str, Any]:
    text = (resources.files("migrate") / "rules" / "data" / "torch.yaml").read_text(encoding="utf-8")
    return dict(yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)))


def merged(extra: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The shipped rules with a project's additions. A list or mapping that was taken away is empty; raises WrongRemoval where a text was that
    no conversion can do without, or an entry that is not there."""
    shipped = default_data()
    data = dict(shipped)
    for addition in extra:
        data = merge(data, addition)
        data = _whole(data, shipped, addition, TORCH_SCHEMA)
    return data


def _whole(
    data: Mapping[str, Any], shipped: Mapping[str, Any], addition: Any, schema: Mapping[str, Any]
) -> dict[str, Any]:
    """The section with what a conversion asks for; `addition`: what was laid over it, or took it away."""
    found = dict(data)
    for name, value in shipped.items():
        inner = schema[name]
        given = addition.get(name) if isinstance(addition, Mapping) else addition
        if isinstance(value, Mapping) and isinstance(inner, dict) and "*" not in inner:
            found[name] = _whole(found.get(name, {}), value, given, inner)
        elif name not in found and isinstance(value, list | Mapping):
            found[name] = type(value)()
        elif name not in found and isinstance(given, Removed):
            raise WrongRemoval(
                given,
                f"{given.name!r} cannot be removed: no torch-side file is converted without it; write another one",
            )
        elif name not in found:
            found[name] = value  # of a mapping that was replaced by one without it
    return found


def call_problem(data: Mapping[str, Any]) -> str:
    """What is wrong with the pattern of calls and the text of what they become, which may be of two rule sets; empty where nothing is."""
    return template_problem(data["calls"]["pattern"], data["calls"]["unified"])


def load_rules(*extra: Mapping[str, Any], names: Mapping[str, str] | None = None) -> TorchRules:
    """The shipped rules with a project's additions, the later ones stronger; `names` are its types, of both sides.

    Raises ValueError where a pattern is no regular expression."""
    rules = compile_rules(merged(extra))
    special = {*rules.status.types, *rules.status.success, *rules.receiver_types, *rules.wrappers, *rules.refusing}
    types = {old: new for old, new in (names or {}).items() if new.isidentifier() and old not in special}
    return replace(rules, types={**types, **rules.types})
