"""What a text leaves to the compiler that reads it: the one that answers here is another one than those that build the two libraries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from migrate.frontend.directives import Conditional, DirectiveTree, build_tree
from migrate.frontend.lex import Kind, lex, lex_whole
from migrate.frontend.source import Source

# Its name and version, what it can do, and how it was called.
IDENTITY = re.compile(
    rb"__clang\w*|__llvm__|__GNUC_\w+|__VERSION__|__has_(?!include)\w+|__OPTIMIZE\w*|__NO_INLINE__|__PI[CE]__|__pi[ce]__|__INTEL\w*|__SANITIZE\w*"
    rb"|__SSP\w*|__EXCEPTIONS|__FAST_MATH__|__FINITE_MATH_ONLY__|__GCC_\w+|__MINGW\w*|__NVCC__|__CUDACC\w*"
)
_VERSION = b"__GNUC__"  # all compilers here define it; what differs is the number
_MAYBE = re.compile(rb"\b(?:%b|__GNUC__)" % IDENTITY.pattern)
_DEFINE = re.compile(rb"[#%:\s]*define\s+(\w+)")


@dataclass(frozen=True)
class Compilers:
    """`selected`: macros whose definition such a conditional chooses; `asking`: macros by which a conditional asks as well."""

    selected: frozenset[bytes]
    asking: frozenset[bytes]

    @classmethod
    def of(cls, source: Source) -> Compilers:
        if cls not in source.memo:
            source.memo[cls] = _read(source)
        known: Compilers = source.memo[cls]
        return known

    def decides(self, conditional: Conditional) -> bool:
        return any(asks(branch.condition(), self.asking) for branch in conditional.branches)


def asks(condition: bytes, asking: frozenset[bytes] = frozenset()) -> bool:
    """Whether a condition depends on the compiler."""
    words = [t.text for t in lex(b" " + condition) if t.kind != Kind.COMMENT]
    for position, word in enumerate(words):
        told = word == _VERSION and b"defined" not in words[max(position - 2, 0) : position]
        if told or word in asking or IDENTITY.fullmatch(word):
            return True
    return False


def _read(source: Source) -> Compilers:
    trees = list(_trees(source))
    selected, asking = set[bytes](), set[bytes]()
    while trees:
        before = len(selected) + len(asking)
        for tree in trees:
            chosen = [c.span for c in tree.walk() if any(asks(b.condition(), frozenset(asking)) for b in c.branches)]
            for other in tree.others:
                name = _DEFINE.match(other.token.text) if other.keyword == b"define" else None
                if name is None:
                    continue
                if any(span.covers(other.token.span) for span in chosen):
                    selected.add(name[1])
                if name[1] in selected or asks(other.token.text[name.end() :], frozenset(asking)):
                    asking.add(name[1])
        if len(selected) + len(asking) == before:
            break
    return Compilers(frozenset(selected), frozenset(asking))


def _trees(source: Source) -> Iterator[DirectiveTree]:
    paths = dict.fromkeys(header.path for facts in source.facts for header in facts.headers)
    texts = [text for path in paths if path not in source.kept and _MAYBE.search(text := source.table.text(path))]
    if texts or _MAYBE.search(source.data):
        yield source.tree
        for text in texts:
            yield build_tree(text, lex_whole(text))
