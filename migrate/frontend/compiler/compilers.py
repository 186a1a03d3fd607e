"""What a text leaves to the compiler that reads it: the one that answers here is another one than those that build the two libraries."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass

from migrate.frontend.compiler.clang import is_system
from migrate.frontend.directives import Conditional, DirectiveTree, build_tree
from migrate.frontend.lex import Kind, lex, lex_whole
from migrate.frontend.source import Source

# Names that are the compiler's to define: who it is, what it can do, how it was called, what it builds for. Those that the language's version decides, and
# where a file stands, are looked at by others.
IDENTITY = re.compile(
    rb"(?!__cplusplus|__STDC_VERSION__|__cpp_|__has_include|__has_cpp_attribute|__LINE__|__FILE__|__COUNTER__|__DATE__|__TIME|__BASE_FILE__|__INCLUDE_LEVEL__"
    rb"|__VA_|__func__|__FUNCTION__|__PRETTY_FUNCTION__|__GNUC__\Z)_[_A-Z]\w*"
)
_VERSION = b"__GNUC__"  # all compilers here define it; what differs is the number
_MAYBE = re.compile(rb"^[ \t]*(?:#|%:)[^\n]*\b_[_A-Z]", re.MULTILINE)
_DEFINE = re.compile(rb"[#%:\s]*define\s+(\w+)")


@dataclass(frozen=True)
class Compilers:
    """`selected`: macros whose definition such a conditional chooses; `asking`: macros by which a conditional asks as well; `defined`: the project's."""

    selected: frozenset[bytes]
    asking: frozenset[bytes]
    defined: frozenset[bytes]

    @classmethod
    def of(cls, source: Source) -> Compilers:
        if cls not in source.memo:
            source.memo[cls] = _read(source)
        known: Compilers = source.memo[cls]
        return known

    def decides(self, conditional: Conditional) -> bool:
        return any(asks(branch.condition(), self.asking, self.defined) for branch in conditional.branches)


def by_compiler(source: Source, index: int) -> bool:
    """Whether a conditional around a token depends on the compiler."""
    around = source.conditionals_around(source.code[index].span)
    return bool(around) and any(map(Compilers.of(source).decides, around))


def asks(condition: bytes, asking: frozenset[bytes], defined: Container[bytes]) -> bool:
    """Whether a condition depends on the compiler. `defined`: macros that the project defines, whatever they are called."""
    words = [t.text for t in lex(b" " + condition) if t.kind != Kind.COMMENT]
    for position, word in enumerate(words):
        told = word == _VERSION and b"defined" not in words[max(position - 2, 0) : position]
        if told or word in asking or (IDENTITY.fullmatch(word) and word not in defined):
            return True
    return False


def _read(source: Source) -> Compilers:
    trees = list(_trees(source))
    selected, asking = set[bytes](), set[bytes]()
    defined = frozenset(name for tree in trees for name in _defined(tree)) | _of_project(source)
    while trees:
        before = len(selected) + len(asking)
        for tree in trees:
            known = frozenset(asking)
            chosen = [c.span for c in tree.walk() if any(asks(b.condition(), known, defined) for b in c.branches)]
            for other in tree.others:
                name = _DEFINE.match(other.token.text) if other.keyword == b"define" else None
                if name is None:
                    continue
                if any(span.covers(other.token.span) for span in chosen):
                    selected.add(name[1])
                if name[1] in selected or asks(other.token.text[name.end() :], known, defined):
                    asking.add(name[1])
        if len(selected) + len(asking) == before:
            break
    return Compilers(frozenset(selected), frozenset(asking), defined)


def _defined(tree: DirectiveTree) -> Iterator[bytes]:
    names = (_DEFINE.match(other.token.text) for other in tree.others if other.keyword == b"define")
    return (name[1] for name in names if name is not None)


def _of_project(source: Source) -> frozenset[bytes]:
    """Macros that the project defines as its chips' compilers see it, on the command line too, and not the system."""
    named = (name for name in source.table.names if IDENTITY.fullmatch(name))
    return frozenset(n for n in named if any(not is_system(one.file) for one in source.table.definitions(n)))


def _trees(source: Source) -> Iterator[DirectiveTree]:
    paths = source.header_paths
    texts = [text for path in paths if path not in source.kept and _MAYBE.search(text := source.table.text(path))]
    if texts or _MAYBE.search(source.data):
        yield source.tree
        for text in texts:
            yield build_tree(text, lex_whole(text))
