"""Mutants seeded into rules and rule data: each is the tree's rule set with one entry wrong."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from migrate.verify.trace.data import simulators

Rules = Mapping[str, Any]


@dataclass(frozen=True)
class RuleMutant:
    kind: str
    what: str
    rules: Rules
    swapped_chips: bool = False  # each chip is taken for the other


def _with(rules: Rules, path: Sequence[str | int], value: Any) -> Rules:
    changed = copy.deepcopy(dict(rules))
    place = changed
    for key in path[:-1]:
        place = place[key]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return changed


def rule_mutants(rules: Rules) -> Iterator[RuleMutant]:
    """All mutants, kind by kind; `rules` is the library part of the tree's rules."""
    yield from (mutant for mutant in _candidates(rules) if mutant.swapped_chips or mutant.rules != rules)


def _candidates(rules: Rules) -> Iterator[RuleMutant]:
    yield RuleMutant("chips-swapped", "each chip's macro is taken for the other's", rules, swapped_chips=True)
    yield from _names(rules)
    yield from _provided(rules)
    yield from _launches(rules)
    yield from _calls(rules)
    yield from _lists(rules)
    yield from _dtypes(rules)
    yield from _conversions(rules)
    yield from _patterns(rules)
    yield from _optional(rules)


def _entry(kind: str, rules: Rules, path: Sequence[str | int], value: Any) -> RuleMutant:
    where = ".".join(map(str, path))
    what = f"{where} is gone" if value is None else f"{where} became {value!r}"
    return RuleMutant(kind, what, _with(rules, path, value))


def _names(rules: Rules) -> Iterator[RuleMutant]:
    names = rules.get("names", {})
    others = list(dict.fromkeys(names.values()))
    for old, new in names.items():
        yield _entry("name-dropped", rules, ("names", old), None)
        for wrong in [o for o in others if o != new][:2]:
            yield _entry("name-wrong", rules, ("names", old), wrong)
        yield _entry("name-misspelt", rules, ("names", old), new + "x")


def _provided(rules: Rules) -> Iterator[RuleMutant]:
    provided = rules.get("provided", {})
    for old, new in provided.items():
        yield _entry("helper-dropped", rules, ("provided", old), None)
        for wrong in provided.values():
            if wrong != new:
                yield _entry("helper-wrong", rules, ("provided", old), wrong)


def _launches(rules: Rules) -> Iterator[RuleMutant]:
    for name, launch in rules.get("launch", {}).items():
        for key in ("kernel", "arguments", "size", "wait"):
            for step in (1, -1):
                if key in launch and launch[key] + step >= 0:
                    yield _entry("launch-index", rules, ("launch", name, key), launch[key] + step)
        cores = "all" if str(launch.get("cores", "1")) == "1" else "1"
        yield _entry("launch-cores", rules, ("launch", name, "cores"), cores)
        yield _entry("launch-dropped", rules, ("launch", name), None)


def _calls(rules: Rules) -> Iterator[RuleMutant]:
    calls = rules.get("calls", {})
    for name, call in calls.items():
        yield _entry("call-dropped", rules, ("calls", name), None)
        positions = list(dict.fromkeys(re.findall(r"\{(\d)\}", call["to"])))
        for first, second in pairwise(positions):
            swapped = re.sub(
                r"\{(\d)\}", lambda m, a=first, b=second: "{" + {a: b, b: a}.get(m[1], m[1]) + "}", call["to"]
            )
            yield _entry("template-swapped", rules, ("calls", name, "to"), swapped)
        for position in positions:
            wrong = call["to"].replace("{" + position + "}", "{" + str(int(position) + 1) + "}")
            yield _entry("template-index", rules, ("calls", name, "to"), wrong)
        for other, entry in calls.items():
            if other != name and entry["to"] != call["to"] and entry.get("kind") == call.get("kind"):
                yield _entry("template-other", rules, ("calls", name, "to"), entry["to"])


def _lists(rules: Rules) -> Iterator[RuleMutant]:
    for key in ("checks", "safe_calls", "drop_macros", "address_members", "non_blocking", "success", "kernel_prefixes"):
        for entry in rules.get(key, ()):
            yield _entry("list-entry-dropped", rules, (key,), [e for e in rules[key] if e != entry])
    for key, entries in rules.get("types", {}).items():
        for entry in entries:
            yield _entry("type-dropped", rules, ("types", key), [e for e in entries if e != entry])
    for name in rules.get("prints", {}):
        yield _entry("print-wrong", rules, ("prints", name), simulators()["mutants"]["check"])
    for name in rules.get("infrastructure", {}):
        yield _entry("infrastructure-dropped", rules, ("infrastructure", name), None)
    if "address_field" in rules:
        yield _entry("address-field", rules, ("address_field",), "address")
        yield _entry("address-field", rules, ("address_field",), "dim")


def _dtypes(rules: Rules) -> Iterator[RuleMutant]:
    dtypes = rules.get("dtypes", {})
    words = list(dtypes.values())
    for index, name in enumerate(dtypes):
        yield _entry("dtype-wrong", rules, ("dtypes", name), words[(index + 1) % len(words)])
        yield _entry("dtype-dropped", rules, ("dtypes", name), None)


def _conversions(rules: Rules) -> Iterator[RuleMutant]:
    for name, conversion in rules.get("conversions", {}).items():
        yield _entry("conversion-dropped", rules, ("conversions", name), None)
        code = conversion.get("code", "")
        for pattern, new in (
            (r"return static_cast<(\w+)>\((\w+)\)", r"return static_cast<\1>(static_cast<int>(\2) + 1)"),
            (r"result\.(\w+) = (\w+)\.(\w+);\n\s*result\.(\w+) = ", r"result.\4 = \2.\3;\n    result.\1 = "),
            (r"    result\.\w+ = [^\n]*\n", ""),
            (r"(\w+)\.(\w+);\n(\s*)return result", r"\1.\2;\n\3result.kh += 1;\n\3return result"),
        ):
            wrong = re.sub(pattern, new, code, count=1)
            if wrong != code:
                yield _entry("conversion-wrong", rules, ("conversions", name, "code"), wrong)


def _patterns(rules: Rules) -> Iterator[RuleMutant]:
    for key in ("patterns", "operators"):
        for index, entry in enumerate(rules.get(key, ())):
            yield _entry("pattern-dropped", rules, (key, index), None)
            head, group, tail = re.match(r"(.*?)(\\1|$)(.*)", entry["to"]).groups()  # type: ignore[union-attr]
            if key == "patterns":
                yield _entry("pattern-wrong", rules, (key, index, "to"), head + "X" + group + tail)
                yield _entry("pattern-wrong", rules, (key, index, "to"), head.rstrip("_") + group + tail)


def _optional(rules: Rules) -> Iterator[RuleMutant]:
    for name in rules.get("optional", {}):
        yield _entry("optional-dropped", rules, ("optional", name), None)
