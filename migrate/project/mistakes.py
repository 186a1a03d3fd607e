"""What is wrong with a project file or its rules although each entry by itself is right, with the place of the entry."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from migrate.project.merging import suggest
from migrate.project.snippets import places as snippet_places
from migrate.project.unified_tree import unified_macro
from migrate.project.yaml_file import ConfigError, error_at

WRITTEN = ("launch", "status_check", "wait", "address", "require_kernel", "follows", "not_supported")
"""Entries of `unified` that no conversion of a library source can do without."""
VARIABLES = ("library", "unified", "variables")


def without_macro(path: str, node: Any, data: Mapping[str, Any]) -> Iterator[ConfigError]:
    """Chips that nothing tells from the others."""
    if not data.get("chips"):
        yield error_at(path, node, (), "no chips: name each chip with its legacy_macro")
    own_files = data.get("library", {}).get("per_chip", {})
    for name, entry in data.get("chips", {}).items():
        alone = len(data["chips"]) == 1
        folders = tuple(entry.get("include", ()))
        others = [tuple(o.get("include", ())) for n, o in data["chips"].items() if n != name]
        told = entry.get("legacy_macro") or entry.get("defines") or name in own_files
        if not alone and not told and (not folders or folders in others):
            message = (
                f"chip {name} is one of several and has no legacy_macro, no defines, no include folders of its own and no files "
                "in library.per_chip"
            )
            yield error_at(path, node, ("chips", name), message)


def one_chip_each(path: str, node: Any, data: Mapping[str, Any]) -> Iterator[ConfigError]:
    """Names and macros that would stand for two chips."""
    names = {name: name for name in data.get("chips", {})}
    macros: dict[str, str] = {}
    seen: dict[Any, str] = {}
    own_files = data.get("library", {}).get("per_chip", {})
    for name, entry in data.get("chips", {}).items():
        for number, alias in enumerate(entry.get("aliases", ())):
            other = names.setdefault(alias, name)
            if other != name:
                what = "the name" if other == alias else "an alias"
                message = f"{alias} is {what} of the chip {other} already; no other chip can be called so"
                yield error_at(path, node, ("chips", name, "aliases", number), message)
        macro = unified_macro(name, entry)
        other = macros.setdefault(macro, name)
        if other != name:
            where = ("unified_macro",) if "unified_macro" in entry else ()
            message = f"{macro} is the unified macro of the chip {other} already, and nothing else tells chips from each other"
            yield error_at(path, node, ("chips", name, *where), message)
        told = (entry.get("legacy_macro"), *(tuple(entry.get(key, ())) for key in ("defines", "include")))
        twin = seen.setdefault(told, name)
        if twin != name and told[0] and not {name, twin} & own_files.keys():
            message = (
                f"{name} has the legacy_macro, defines and include folders of {twin}: nothing tells one from the other"
            )
            yield error_at(path, node, ("chips", name, "legacy_macro"), message)


def named_groups(path: str, node: Any, data: Mapping[str, Any]) -> Iterator[ConfigError]:
    pattern = data.get("trace", {}).get("check_message")
    missing = [name for name in ("line", "check") if pattern and name not in re.compile(pattern).groupindex]
    if missing:
        message = f"check_message has no group (?P<{missing[0]}>..); it needs one for line and one for check"
        yield error_at(path, node, ("trace", "check_message"), message)


def one_place(path: str, node: Any, data: Mapping[str, Any], target: Mapping[str, Any]) -> Iterator[ConfigError]:
    """Files of the unified tree that would be written over each other, and an output folder without a name."""
    if data.get("out") == "":
        yield error_at(path, node, ("out",), "out is the name of a folder; leave it out for `migrated`")
    out = PurePosixPath(data.get("out", ""))
    if out.is_absolute() or ".." in out.parts:
        message = f"out is a folder below the project file's, not {str(out)!r}; one elsewhere is given by --out"
        yield error_at(path, node, ("out",), message)
    named: dict[str, str] = {}
    for key in ("header", "helpers", "manifest", "kernels", "cmake"):
        value = os.path.normpath(target.get(key) or f"no {key}")
        if named.setdefault(value, key) != key:
            yield error_at(path, node, ("target", key), f"target.{key} and target.{named[value]} are both {value}")
    others = _further_places(data, target)
    for value, key in named.items():
        manifest = value.removesuffix(".json")
        own = (value, f"{manifest}.origins.json", f"{manifest}.generated.json") if key == "manifest" else (value,)
        taken = next((place for place in own if place in others), None)
        if taken:
            yield error_at(path, node, ("target", key), f"target.{key} would be {taken}, which is {others[taken]}")


def _further_places(data: Mapping[str, Any], target: Mapping[str, Any]) -> dict[str, str]:
    """Files that runs write besides those that `target` names, with what each is."""
    records = ("sources", "unfinished", "generated", "origins")
    found = {f"migrated.{name}.json": "a record of the runs; put it into a folder of its own" for name in records}
    for name in (*data.get("families", {}), "Misc") if target.get("sources") else ():
        found[os.path.normpath(f"{target['sources']}/{name}.cpp")] = f"the source of the family {name}"
    return found


def unwritten(rules: Mapping[str, Any]) -> tuple[tuple[str, ...], str] | None:
    """What is wrong with the rules of how converted functions are written, with the keys of the entry; None where nothing is."""
    unified = rules.get("unified", {})
    missing = [name for name in WRITTEN if not unified.get(name)]
    if missing:
        message = f"no rule set of `rules` says how {missing[0]} is written (library.unified.{missing[0]}); begin with default"
        return ("library", "unified", missing[0]), message
    variables = unified.get("variables", {})
    for name, text in variables.items():
        if name not in snippet_places(text):
            message = f"library.unified.variables.{name} does not say where the name of the variable stands"
            what = f"{message}; write {{{name}}} there, since a function may have that name already"
            return ("library", "unified", "variables", name), what
    refusals = (f"{who}_{what}" for who in ("helper", "value") for what in ("require_kernel", "not_supported"))
    texts = (*WRITTEN, "offset", *refusals)
    own: dict[tuple[str, ...], str] = {("unified", n): unified[n] for n in texts if n in unified}
    own |= {("unified", part, n): text for part in ("variables", "passed") for n, text in unified.get(part, {}).items()}
    own |= {("calls", n, "to"): entry["to"] for n, entry in rules.get("calls", {}).items()}
    own |= {("launch", n, "to"): entry["to"] for n, entry in rules.get("launch", {}).items() if "to" in entry}
    fixed = {"this", "handle", "key", "arguments", "size", "status", "address", "variant"}
    for where, text in own.items():
        known_here = fixed | {"cores"} if "launch" in where else fixed
        for name in snippet_places(text):
            if name not in known_here and name not in variables and not name.isdigit():
                known = suggest(name, [*variables, "handle"])
                what = f"library.{'.'.join(where)} names the variable {{{name}}}, which no rule set has in unified.variables; {known}"
                return ("library", *where), what
    return None


def circular_variables(rules: Mapping[str, Any]) -> tuple[tuple[str, ...], str] | None:
    """Variables of converted functions that are made of each other, with the keys of the first one's entry; None where there are none."""
    circle = _circle_of(rules.get("unified", {}).get("variables", {}))
    return ((*VARIABLES, circle[0]), _of_circle(circle)) if circle else None


def _circle_of(variables: Mapping[str, str]) -> tuple[str, ...]:
    """Variables of which each is made of the next one, and the last one of the first; empty where there are none."""
    made_of = {n: [o for o in snippet_places(text) if o in variables and o != n] for n, text in variables.items()}
    while first := [name for name, others in made_of.items() if not made_of.keys() & {*others}]:
        for name in first:
            del made_of[name]
    path: list[str] = []
    following = next(iter(made_of), "")
    while following and following not in path:
        path.append(following)
        following = next(other for other in made_of[following] if other in made_of)
    return tuple(path[path.index(following) :]) if path else ()


def _of_circle(names: Sequence[str]) -> str:
    chain = " which names ".join(f"{{{name}}}" for name in (*names[1:], names[0]))
    return f"library.unified.variables.{names[0]} names {chain}: none of them can be declared first"


def contradicting_flags(
    library: Mapping[str, Any], mistakes: Sequence[ConfigError]
) -> list[tuple[tuple[str, ...], str]]:
    """Flags that would say both that a call waits and that it does not."""
    if mistakes:
        return []
    both = [name for name in library.get("blocking", ()) if name in library.get("non_blocking", ())]
    found: list[tuple[tuple[str, ...], str]] = [
        (("library", "blocking", name), f"{name} is in non_blocking as well") for name in both
    ]
    for name, entry in library.get("launch", {}).items():
        if "wait" in entry and "waits" in entry:
            message = "a launch has one flag: `wait` where true says that it does not wait, `waits` where true says that it does"
            found.append((("library", "launch", name), message))
    return found
