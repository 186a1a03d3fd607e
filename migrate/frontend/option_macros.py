"""Macros whose definitions stand behind an option of the build: what nobody defines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from migrate.frontend.clang import BUILT_IN, SYSTEM
from migrate.frontend.directives import Conditional, DirectiveTree, build_tree, condition_macros, macros_asked
from migrate.frontend.lex import Kind, lex, lex_whole
from migrate.frontend.macros import Definition
from migrate.frontend.source import Source
from migrate.frontend.standard_macros import standard_macros
from migrate.project.library_rules import LibraryRules


def optional(source: Source, one: Definition) -> Conditional | None:
    """The outermost conditional around a definition that asks about what nobody defines: an option of the build."""
    if one.file in (BUILT_IN, SYSTEM) or one.offset < 0:
        return None
    around = (c for c in _tree(source.table.text(one.file)).walk() if c.span.start <= one.offset < c.span.end)
    return next((c for c in around if free(source, one, c)), None)


@lru_cache(maxsize=16)
def _tree(data: bytes) -> DirectiveTree:
    return build_tree(data, lex_whole(data))


def free(source: Source, one: Definition, conditional: Conditional) -> frozenset[bytes]:
    asked = {name for branch in conditional.branches for name in condition_macros(branch.condition())}
    return frozenset(name for name in asked - {one.name} if is_free(source, name))


def is_free(source: Source, name: bytes) -> bool:
    """Whether a macro is one that a build could be asked for: nothing defines it."""
    known = name.startswith(b"__") or name in standard_macros() or name in _of_chips(source)
    return not known and not source.table.definitions(name)


def asked_around(source: Source, name: bytes) -> Iterator[str]:
    """What the conditionals around a macro's definitions ask a build for: its own name too, where it may come from outside."""
    for one in source.table.definitions(name):
        if one.file in (BUILT_IN, SYSTEM) or one.offset < 0:
            continue
        for around in _tree(source.table.text(one.file)).walk():
            if not around.span.start <= one.offset < around.span.end:
                continue
            options = set(free(source, one, around))
            asked = {n for branch in around.branches for n in condition_macros(branch.condition())}
            if one.name in asked and source.table.differs(name):
                options.add(one.name)
            yield from (option.decode("utf-8", "replace") for option in sorted(options))


def _of_chips(source: Source) -> set[bytes]:
    return {name for chip in source.chips for name in source.macros(chip)}


_INCLUDES = re.compile(rb"[#%:\s]*include")


def alone(rules: LibraryRules, source: Source, one: Definition, conditional: Conditional) -> bool:
    """Whether a conditional has nothing but definitions that mean the same in the unified tree, and asks about no chip."""
    text = source.table.text(one.file)[conditional.span.start : conditional.span.end]
    tokens = [t for t in lex(text) if t.kind != Kind.COMMENT]
    if any(t.kind != Kind.DIRECTIVE or _INCLUDES.match(t.text) for t in tokens) or _of_chips(source) & macros_asked(
        text
    ):
        return False
    words = [word for t in tokens for word in re.findall(r"\w+", t.text.decode("utf-8", "replace"))]
    fields = (rules.address_field, rules.dtype_field, "sizeof")
    if any(rules.has_legacy_form(word) or word in fields for word in words):
        return False
    known = source.table.closure([one.name])
    return not any(word.encode() in source.table.names and word.encode() not in known for word in words)
