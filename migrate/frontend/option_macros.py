"""Macros whose definitions stand behind an option of the build: what nobody defines."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from migrate.frontend.compiler.clang import BUILT_IN, SYSTEM, is_system
from migrate.frontend.compiler.standard_macros import standard_macros
from migrate.frontend.directives import Conditional, DirectiveTree, build_tree, condition_macros, macros_asked
from migrate.frontend.lex import Kind, lex, lex_whole
from migrate.frontend.macros import Definition
from migrate.frontend.source import Source
from migrate.frontend.zero import common_beginning
from migrate.project.library_rules import LibraryRules


def optional(source: Source, one: Definition) -> Conditional | None:
    """The outermost conditional around a definition that asks about what nobody defines: an option of the build."""
    if one.file in (BUILT_IN, SYSTEM) or one.offset < 0:
        return None
    around = (c for c in _tree(source.table.text(one.file)).walk() if c.span.start <= one.offset < c.span.end)
    return next((c for c in around if free(source, one, c)), None)


@lru_cache(maxsize=64)
def _tree(data: bytes) -> DirectiveTree:
    return build_tree(data, lex_whole(data))


def free(source: Source, one: Definition, conditional: Conditional) -> frozenset[bytes]:
    return frozenset(name for name in asked_by(conditional) - {one.name} if is_free(source, name))


def is_free(source: Source, name: bytes) -> bool:
    """Whether a macro is one that a build could be asked for: nothing defines it."""
    known = name.startswith(b"__") or name in standard_macros() or name in _of_chips(source)
    return not known and not is_of_another_chip(source, name) and not source.table.definitions(name)


def is_of_another_chip(source: Source, name: bytes) -> bool:
    """Whether a macro is called like those of the chips, and so is that of one which the project does not have."""
    stem = common_beginning([chip.legacy_macro for chip in source.chips]) if len(source.chips) > 1 else ""
    return len(stem) > 3 and name.startswith(stem.encode())


def trees(source: Source) -> Mapping[str, DirectiveTree]:
    """The conditionals of the source, under no name, and of the tree's headers that it includes, by path."""
    paths = [path for path in source.header_paths if not is_system(path)]
    return {"": source.tree, **{path: _tree(source.table.text(path)) for path in sorted(paths)}}


def asked_around(source: Source, name: bytes, own: bool = False) -> frozenset[str]:
    """What the conditionals around a macro's definitions, also those that no compiler reads, ask a build for: its `own` name too, where it may come
    from outside and the output has its value alone, as of one that differs between the chips."""
    found = _deciding(source).get(name, frozenset())
    return found if own or source.table.differs(name) else found - {name.decode("utf-8", "replace")}


def _deciding(source: Source) -> Mapping[bytes, frozenset[str]]:
    """For each macro that the source or the tree's headers define or take back within a conditional: the options that it asks about."""
    if _deciding not in source.memo:
        found: dict[bytes, set[bytes]] = {}
        for tree in trees(source).values():
            conditionals = [(one, asked_by(one)) for one in tree.walk()]
            for directive in tree.others if conditionals else ():
                words = _WORD.findall(directive.argument) if directive.keyword in (b"define", b"undef") else []
                for one, asked in conditionals if words else []:
                    if one.span.start <= directive.token.start < one.span.end:
                        free = {n for n in asked if n == words[0] or is_free(source, n)}
                        found.setdefault(words[0], set()).update(free)
        names = ((name, (n.decode("utf-8", "replace") for n in options)) for name, options in found.items())
        source.memo[_deciding] = {name: frozenset(options) for name, options in names}
    answer: Mapping[bytes, frozenset[str]] = source.memo[_deciding]
    return answer


def only_optional(source: Source) -> Mapping[bytes, frozenset[str]]:
    """Names that are macros in no chip's build, and in one with an option: what they name becomes something else there."""
    return {name: options for name, options in _deciding(source).items() if options and name not in source.table.names}


_WORD = re.compile(rb"[A-Za-z_]\w*")


def asked_by(conditional: Conditional) -> frozenset[bytes]:
    """Macros in the conditions of its branches."""
    return frozenset(name for branch in conditional.branches for name in condition_macros(branch.condition()))


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
