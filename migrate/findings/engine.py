"""Runs every check over a legacy file, once per chip, and says where."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from migrate.findings import arguments, checks, memory, status
from migrate.findings.firmware import Registered
from migrate.findings.found import Found
from migrate.findings.view import FunctionView, Vocabulary, functions
from migrate.frontend.directives import DirectiveTree, build_tree, inactive_spans
from migrate.frontend.lex import Kind, LineMap, Token, lex_whole, significant
from migrate.frontend.prototypes import Prototype, read_prototypes
from migrate.frontend.text_cache import TextCache
from migrate.model import Finding, Location
from migrate.project.config import Project
from migrate.project.snippets import unified_form

_WAIT = re.compile(r"(Synchroni[sz]e|_sync\b|Sync\b|_thread_sync)")
_ASYNC = re.compile(r"Async$|_async$")


def vocabulary(rules: Mapping[str, Any]) -> Vocabulary:
    """The words of the idiom, from the library rules."""
    calls = rules.get("calls", {})

    unified = unified_form(rules.get("unified", {}))

    def calls_to(role: str) -> frozenset[str]:
        return frozenset(name for name, rule in calls.items() if unified.has_role(role, str(rule.get("to", ""))))

    provided = rules.get("provided", {})
    return Vocabulary(
        checks=frozenset(rules.get("checks", ())),
        safe_calls=frozenset(rules.get("safe_calls", ())),
        malloc=calls_to("allocate"),
        free=calls_to("free"),
        address=frozenset(name for name, rule in calls.items() if rule.get("kind") == "address"),
        memory_types=frozenset(rules.get("types", {}).get("memory", ())),
        device_to_host=calls_to("read"),
        copies=frozenset(calls),
        waits=calls_to("wait"),
        launches=frozenset(rules.get("launch", {})),
        dtype_codes=frozenset(name for name, helper in provided.items() if helper in unified.dtype_codes),
        sizes=frozenset(name for name, helper in provided.items() if helper in unified.sizes),
        status_types=frozenset(rules.get("types", {}).get("status", ())) - {"int", "bool", "void", "long"},
        success=frozenset(rules.get("success", ())),
        argument_structs=str(rules.get("argument_structs", "")),
    )


def chip_tokens(tree: DirectiveTree, tokens: list[Token], macros: Mapping[bytes, int]) -> list[Token]:
    """Of the significant tokens of a text those that one configuration sees. A macro that is not set counts as not defined."""
    hidden = inactive_spans(tree, _Defined(macros))
    seen, index = [], 0
    for token in tokens:
        while index < len(hidden) and hidden[index].end <= token.start:
            index += 1
        if index == len(hidden) or token.start < hidden[index].start:
            seen.append(token)
    return seen


@TextCache
def _read(data: bytes) -> tuple[DirectiveTree, list[Token]]:
    tokens = lex_whole(data)
    return build_tree(data, tokens), significant(tokens)


class _Defined(dict):
    """Macros of a configuration; asking for any other one answers: not defined."""

    def __init__(self, macros: Mapping[bytes, int]) -> None:
        super().__init__(macros)

    def __contains__(self, key: object) -> bool:
        return True

    def __missing__(self, key: bytes) -> None:
        return None


def _asynchronous(headers: Sequence[bytes], macros: Mapping[bytes, int], words: Vocabulary) -> frozenset[str]:
    """Copies to the host that return before they are done: their wrapper calls an asynchronous function of the runtime."""
    found = set()
    for header in headers:
        if not any(name.encode() in header for name in words.device_to_host):
            continue
        for view in functions(chip_tokens(*_read(header), macros), ""):
            if view.name in words.device_to_host and any(
                t.kind == Kind.IDENT and _ASYNC.search(t.text.decode(errors="replace")) for t in view.body
            ):
                found.add(view.name)
    return frozenset(found)


def _unreached(
    per_chip: Mapping[str, list[FunctionView]], declared: Mapping[str, Prototype]
) -> Mapping[str, frozenset[str]]:
    """Per chip the functions of the file's own that it sees and never calls while another chip does."""
    called = {name: {t.text for v in views for t in v.body} for name, views in per_chip.items()}
    found = {}
    for chip, views in per_chip.items():
        own = {v.name.encode() for v in views if v.name not in declared} - called[chip]
        elsewhere = (own & texts for name, texts in called.items() if name != chip)
        found[chip] = frozenset(name.decode() for name in set().union(*elsewhere))
    return found


def _waits(views: list[FunctionView]) -> frozenset[str]:
    return frozenset(
        t.text.decode(errors="replace")
        for v in views
        for t in v.body
        if t.kind == Kind.IDENT and _WAIT.search(t.text.decode(errors="replace"))
    )


@lru_cache(maxsize=4)
def declared_in(headers: tuple[bytes, ...]) -> Mapping[str, Prototype]:
    return {name: prototype for header in headers for name, prototype in read_prototypes(header).items()}


def find(
    project: Project,
    path: str,
    data: bytes,
    headers: Sequence[bytes],
    registered: Registered = MappingProxyType({}),
    lines: LineMap | None = None,
) -> list[Finding]:
    """Findings in one legacy file. `headers` are the contents of the library's and the runtime's headers."""
    words = vocabulary(project.library_rules)
    per_chip: dict[str, list[FunctionView]] = {}
    found: list[Found] = []
    declared = declared_in(tuple(headers))
    returning = frozenset(n for n, p in declared.items() if words.status_types.intersection(p.result.split()))
    for chip in project.chips:
        macros = {name.encode(): 1 for name in (chip.legacy_macro, *project.library.defines)}
        views = functions(chip_tokens(*_read(data), macros), chip.name)
        per_chip[chip.name] = views
        status_functions = (
            frozenset(v.name for v in views if v.returns in words.status_types)
            | returning
            | words.launches
            | words.malloc
            | words.device_to_host
        )
        here = replace(
            words,
            asynchronous={chip.name: _asynchronous(headers, macros, words)},
            waits=words.waits | _waits(views),
        )
        for view in views:
            found += _single(view, here, status_functions, registered)
    found += _across(per_chip, words)
    unreached = _unreached(per_chip, declared)
    found = [f for f in found if not f.chip or f.function not in unreached[f.chip]]
    return _places(found, path, lines or LineMap(data), len(project.chips))


def _single(
    view: FunctionView, words: Vocabulary, status_functions: frozenset[str], registered: Registered
) -> list[Found]:
    return [
        *checks.assignment_in_check(view, words),
        *checks.always_true_check(view, words),
        *status.status_as_bool(view, words, status_functions),
        *status.status_ignored(view, words, status_functions),
        *status.result_unused(view, words, status_functions),
        *memory.buffer_never_freed(view, words),
        *memory.buffer_freed_on_some_paths(view, words),
        *memory.buffer_used_before_set(view, words),
        *memory.read_before_copy_done(view, words),
        *arguments.dtype_code_as_size(view, words),
        *arguments.unregistered_kernel(view, words, registered),
    ]


def _across(per_chip: Mapping[str, list[FunctionView]], words: Vocabulary) -> list[Found]:
    by_name: dict[str, list[FunctionView]] = {}
    for views in per_chip.values():
        for view in views:
            by_name.setdefault(view.name, []).append(view)
    found = [f for same in by_name.values() if len(same) > 1 for f in arguments.fields_unset_on_one_chip(same, words)]
    found += arguments.foreign_kernel([v for views in per_chip.values() for v in views], words)
    return found


def _places(found: list[Found], path: str, lines: LineMap, chips: int) -> list[Finding]:
    """One finding per id and place; what every chip shows is said once."""
    once: dict[tuple[str, int], Found] = {}
    for item in sorted(found, key=lambda f: (f.offset, f.id, f.chip)):
        once.setdefault((item.id, item.offset), item)
    return [Finding(f.id, _place(path, lines, f.offset), f.message, f.confidence, f.function) for f in once.values()]


def _place(path: str, lines: LineMap, offset: int) -> Location:
    return lines.location(path, offset)
