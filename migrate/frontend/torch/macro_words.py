"""Names that macros take from where they are used: what their text names, and neither declares nor is given as an argument."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise

from migrate.frontend.lex import Kind
from migrate.frontend.torch.operands import EXPRESSION_WORDS
from migrate.frontend.torch.shadow import header_macro
from migrate.frontend.torch.source import CodeUnit, TorchSource

_PIECES = (Kind.IDENT, Kind.NUMBER)
_COUNTED = (b"__LINE__", b"__COUNTER__")
_BEHIND_NAME = (b"=", b";", b"{", b"(", b"[", b",", b":")


class MacroWords:
    """The macros of one file and of the headers that were found."""

    def __init__(self, source: TorchSource) -> None:
        self._compiler = source.compiler
        self._own: dict[bytes, list[CodeUnit]] = {}
        for unit in source.units:
            if unit.macro:
                self._own.setdefault(unit.macro, []).append(unit)
        self._known: dict[tuple[bytes, bool], frozenset[bytes]] = {}

    def free(self, macro: bytes) -> frozenset[bytes]:
        """The names that a use of this macro brings to its place, through other macros as well; none for what is no macro."""
        return self._named(macro, False)

    def all(self, macro: bytes) -> frozenset[bytes]:
        """These, and those that it declares itself: what its arguments name is taken for that."""
        return self._named(macro, True)

    def _named(self, macro: bytes, declared: bool) -> frozenset[bytes]:
        if (macro, declared) not in self._known:
            found: set[bytes] = set()
            seen: set[bytes] = set()
            pending = [macro]
            while pending:
                name = pending.pop()
                if name in seen:
                    continue
                seen.add(name)
                words = {word for body in self._bodies(name) for word in _words(body, declared)}
                found |= words
                pending += words
            self._known[macro, declared] = frozenset(found)
        return self._known[macro, declared]

    def joins(self, unit: CodeUnit, index: int) -> frozenset[bytes]:
        """What a use of a macro, directly or through others, may join to names: pieces of its text and of its arguments; none where it joins nothing."""
        closer = unit.pairs.get(index + 1, index) if unit.text(index + 1) == b"(" else index
        pieces = {unit.text(i) for i in range(index, closer + 1) if unit.tokens[i].kind in _PIECES}
        found: set[bytes] = set()
        joining = False
        while pieces - found:
            name = (pieces - found).pop()
            found.add(name)
            for body in self._bodies(name):
                texts = [token.text for token in body.tokens]
                joining = joining or b"##" in texts or any(a == b == b"#" for a, b in pairwise(texts))
                pieces |= {token.text for token in body.tokens if token.kind in _PIECES}
        return frozenset(found) if joining else frozenset()

    def spells(self, macro: bytes) -> bool:
        """Whether the text of a macro makes a string of what it is given."""
        return any(token.text == b"#" for body in self._bodies(macro) for token in body.tokens)

    def _bodies(self, name: bytes) -> Iterator[CodeUnit]:
        yield from self._own.get(name, ())
        for one in self._compiler.macros.definitions(name) if self._compiler is not None else ():
            if one.file:
                parameters, tokens = header_macro(one)
                yield CodeUnit(tokens, name, parameters)


def joined(name: bytes, pieces: Collection[bytes]) -> bool:
    """Whether a name may be made of such pieces, two at least."""
    counted = any(piece in _COUNTED for piece in pieces)
    reached = {0}
    for end in range(1, len(name) + 1):
        parts = (name[start:end] for start in reached)
        if any(part != name and (part in pieces or (counted and part.isdigit())) for part in parts):
            reached.add(end)
    return len(name) in reached


def _words(body: CodeUnit, declared: bool) -> Iterator[bytes]:
    words = [] if declared else [i for i, t in enumerate(body.tokens) if t.kind == Kind.IDENT]
    own = {body.text(i) for i in words if _declares(body, i)}
    for index, token in enumerate(body.tokens):
        if token.kind != Kind.IDENT or token.text in own or token.text in body.parameters:
            continue
        if body.text(index - 1) not in (b".", b"->", b"::"):
            yield token.text


def _declares(body: CodeUnit, index: int) -> bool:
    before = index - 1
    while body.text(before) in (b"&", b"&&", b"*"):
        before -= 1
    typed = body.is_word(before) and body.text(before) not in EXPRESSION_WORDS
    return typed and body.text(index + 1) in _BEHIND_NAME and (before == index - 1 or body.text(index + 1) == b"=")
