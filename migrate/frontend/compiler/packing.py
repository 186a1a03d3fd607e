"""Where pragmas say how types are laid out: #pragma pack and its like, as operators and behind macros too, in the file and in what it includes."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePath

from migrate.frontend.lex import Kind, lex, lex_whole
from migrate.frontend.source import Source

_INCLUDED = re.compile(rb'include(?:_next)?\s*["<](?:[^">]*/)?([^">/]+)[">]')
_OPERATORS = (b"_Pragma", b"__pragma")
_LAYOUT = (b"pack", b"ms_struct", b"options", b"scalar_storage_order")
_USUAL = (b"off", b"reset", b"default", b"native")
_SAID = re.compile(rb"pragma[ \t]+(pack|ms_struct|options|scalar_storage_order)\b|\b_Pragma\b|\b__pragma\b")


@dataclass
class _State:
    """`pack` is empty where types are laid out as usual; `other`: pragmas that are on, by name."""

    pack: bytes = b""
    saved: list[bytes] = field(default_factory=list)
    other: set[bytes] = field(default_factory=set)

    @property
    def active(self) -> bool:
        return bool(self.pack or self.other)

    def apply(self, text: bytes) -> None:
        words = [t.text for t in lex(text)]
        if words[:1] != [b"pack"]:
            if words and words[0] in _LAYOUT:
                on = words[-1] not in _USUAL
                (self.other.add if on else self.other.discard)(words[0])
            return
        inside = [word for word in words[2:-1] if word != b","]
        if b"push" in inside:
            self.saved.append(self.pack)
        if b"pop" in inside:
            self.pack = self.saved.pop() if self.saved else b""
        elif values := [word for word in inside if word not in (b"push", b"pop", b"show")]:
            self.pack = values[-1]
        elif not inside:
            self.pack = b""


@dataclass(frozen=True)
class Packing:
    """`starts` and `active`: from which offset of the file on such a pragma is in effect, or none; `included`: headers that are included under one."""

    starts: tuple[int, ...] = ()
    active: tuple[bool, ...] = ()
    included: frozenset[bytes] = frozenset()

    def at(self, offset: int) -> bool:
        position = bisect_right(self.starts, offset)
        return position > 0 and self.active[position - 1]


def packing(source: Source) -> Packing:
    """Of a chip's part of a text that of the whole one: a pragma counts whichever chip comes to it."""
    source = source.whole
    known: Packing | None = source.memo.get(packing)
    if known is None:
        known = source.memo[packing] = _packing(source)
    return known


def _packing(source: Source) -> Packing:
    texts = {path: source.table.text(path) for path in sorted(source.header_paths)}
    by_name: dict[bytes, list[bytes]] = {}
    for path, data in texts.items():
        by_name.setdefault(PurePath(path).name.encode(), []).append(data)
    saying = _saying(by_name)
    if not saying and not _SAID.search(source.data):
        return Packing()
    state, under, changes = _State(), set[bytes](), list[tuple[int, bool]]()
    for offset in _walk(source, source.data, saying, state, under, frozenset()):
        changes.append((offset, state.active))
    pending = list(under)
    while pending:  # and what those include
        inner = {one for data in by_name.get(pending.pop(), ()) for one in _INCLUDED.findall(data)} - under
        under |= inner
        pending += inner
    return Packing(tuple(at for at, _ in changes), tuple(on for _, on in changes), frozenset(under))


def _saying(by_name: dict[bytes, list[bytes]]) -> dict[bytes, list[bytes]]:
    """Headers that have such pragmas, or include one that does: by name, as two of one name are not told apart."""
    found = {name for name, texts in by_name.items() if any(_SAID.search(data) for data in texts)}
    included = (
        {name: {i for d in texts for i in _INCLUDED.findall(d)} for name, texts in by_name.items()} if found else {}
    )
    before = -1
    while before < len(found):
        before = len(found)
        found |= {name for name, others in included.items() if others & found}
    return {name: by_name[name] for name in found}


def _walk(
    source: Source,
    data: bytes,
    saying: dict[bytes, list[bytes]],
    state: _State,
    under: set[bytes],
    inside: frozenset[bytes],
) -> Iterator[int]:
    """Applies the pragmas of a text, and of what it includes, in their order; gives the offset of each place that may have changed the state."""
    tokens = lex_whole(data)
    pragmas = _pragma_macros(source)
    for position, token in enumerate(tokens):
        if token.kind == Kind.DIRECTIVE:
            text = token.text.lstrip(b"#%: \t")
            if text.startswith(b"pragma"):
                state.apply(text.removeprefix(b"pragma"))
                yield token.start
            name = _INCLUDED.match(text)
            if name and state.active:
                under.add(name[1])
            if name and name[1] in saying and name[1] not in inside:
                for header in saying[name[1]]:
                    for _ in _walk(source, header, saying, state, under, inside | {name[1]}):
                        pass
                yield token.start
        elif token.text in _OPERATORS or token.text in pragmas:
            for text in pragmas.get(token.text, (b"".join(t.text for t in tokens[position + 2 : position + 3]),)):
                if text[:1] == b'"':
                    state.apply(text.strip(b'"'))
                else:
                    state.other.add(token.text)  # what it says is not known
            yield token.start


def _pragma_macros(source: Source) -> dict[bytes, tuple[bytes, ...]]:
    """Macros that bring pragmas, with the text of each."""
    known: dict[bytes, tuple[bytes, ...]] | None = source.memo.get(_pragma_macros)
    if known is None:
        known = source.memo[_pragma_macros] = {}
        for name in source.table.names:
            bodies = [one.body for inner in source.table.closure((name,)) for one in source.table.definitions(inner)]
            texts = [body[i + 2 : i + 3] for body in bodies for i, word in enumerate(body) if word in _OPERATORS]
            if texts:
                known[name] = tuple(part for text in texts for part in text)
    return known
