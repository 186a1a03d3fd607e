"""The rule set of the torch side, compiled from rules/data/torch.yaml and what a project adds to it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any

import yaml

from migrate.project.patterns import NamePattern

Sequence_ = tuple[bytes, ...]


def _regex(text: str) -> re.Pattern[str]:
    try:
        return re.compile(text)
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


@dataclass(frozen=True)
class StreamRule:
    names: tuple[str, ...]
    expression: str
    type: str
    wait: str
    wait_unless: str


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
class TorchRules:
    call: NamePattern
    legacy: re.Pattern[str]
    special: Mapping[str, SpecialCall]
    receivers: tuple[Sequence_, ...]
    receiver_types: frozenset[str]
    non_blocking: frozenset[str]
    stream: StreamRule
    generators: Mapping[str, str]
    functions: Mapping[str, str]
    types: Mapping[str, str]
    tensor_types: frozenset[str]
    constants: tuple[NamePattern, ...]
    status: StatusRule
    wrappers: Mapping[str, Wrapper]
    refusing: frozenset[str]
    refusing_always: frozenset[str]
    device_test: str
    includes: Mapping[str, str]

    def unified_call(self, name: str) -> str | None:
        if name in self.functions:
            return None
        special = self.special.get(name)
        return special.name if special and special.name else self.call.map(name)

    def constant(self, name: str) -> str | None:
        return next((new for rule in self.constants if (new := rule.map(name))), None)


TORCH_SCHEMA: dict[str, Any] = {
    "calls": {
        "pattern": str,
        "unified": str,
        "legacy_names": str,
        "special": {"*": {"name": str, "takes": [str], "arguments": None}},
    },
    "receivers": [str],
    "receiver_types": [str],
    "non_blocking": [str],
    "stream": {"names": [str], "expression": str, "type": str, "wait": str, "wait_unless": str},
    "generators": {"*": str},
    "functions": {"*": str},
    "types": {"*": str},
    "tensor_types": [str],
    "constants": [{"pattern": str, "unified": str}],
    "status": {"types": [str], "unified_type": str, "success": [str], "unified_success": str},
    "wrappers": {"*": {"name": str, "suffix": str}},
    "refusing": [str],
    "refusing_always": [str],
    "device_test": str,
    "includes": {"*": str},
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


def merge(base: Mapping[str, Any], extra: Mapping[str, Any]) -> dict[str, Any]:
    """Rule data with additions: mappings are merged, lists extended, everything else replaced."""
    result = dict(base)
    for key, value in extra.items():
        old = result.get(key)
        if key == "special" and isinstance(old, Mapping) and isinstance(value, Mapping):
            result[key] = {**old, **value}  # a function's rule is one thing: the later one is it
        elif isinstance(old, Mapping) and isinstance(value, Mapping):
            result[key] = merge(old, value)
        elif isinstance(old, list) and isinstance(value, list):
            result[key] = [*value, *(item for item in old if item not in value)]
        else:
            result[key] = value
    return result


def compile_rules(data: Mapping[str, Any]) -> TorchRules:
    calls, stream, status = data["calls"], data["stream"], data["status"]
    return TorchRules(
        call=NamePattern(_regex(calls["pattern"]), calls["unified"]),
        legacy=_regex(calls["legacy_names"]),
        special={name: _special(entry) for name, entry in (calls.get("special") or {}).items()},
        receivers=tuple(_tokens(text) for text in data["receivers"]),
        receiver_types=frozenset(data["receiver_types"]),
        non_blocking=frozenset(data["non_blocking"]),
        stream=StreamRule(
            tuple(stream["names"]), stream["expression"], stream["type"], stream["wait"], stream["wait_unless"]
        ),
        generators=dict(data["generators"]),
        functions=dict(data["functions"]),
        types=dict(data["types"]),
        tensor_types=frozenset(data["tensor_types"]),
        constants=tuple(NamePattern(_regex(c["pattern"]), c["unified"]) for c in data["constants"]),
        status=StatusRule(
            frozenset(status["types"]), status["unified_type"], frozenset(status["success"]), status["unified_success"]
        ),
        wrappers={name: Wrapper(w["name"], w["suffix"]) for name, w in data["wrappers"].items()},
        refusing=frozenset(data["refusing"]),
        refusing_always=frozenset(data["refusing_always"]),
        device_test=data["device_test"],
        includes=dict(data["includes"]),
    )


@cache
def default_data() -> dict[str, Any]:
    text = (resources.files("migrate") / "rules" / "data" / "torch.yaml").read_text(encoding="utf-8")
    return dict(yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)))


def load_rules(*extra: Mapping[str, Any], names: Mapping[str, str] | None = None) -> TorchRules:
    """The shipped rules with a project's additions, the later ones stronger; `names` are its types, of both sides.

    Raises ValueError where a pattern is no regular expression."""
    data: Mapping[str, Any] = default_data()
    for addition in extra:
        data = merge(data, addition)
    rules = compile_rules(data)
    special = {*rules.status.types, *rules.status.success, *rules.receiver_types, *rules.wrappers, *rules.refusing}
    types = {old: new for old, new in (names or {}).items() if new.isidentifier() and old not in special}
    return replace(rules, types={**types, **rules.types})
