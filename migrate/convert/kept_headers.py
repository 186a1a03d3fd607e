"""Headers that the output includes as well, of kernels' argument structs: what they declare has to be the same on every chip and in the output.

The output has one such header of a name, and sees it without the legacy macros of any chip."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import PurePath

from migrate.frontend.compiler.clang import Decl
from migrate.frontend.directives import Conditional, branch_states, build_tree, condition_macros
from migrate.frontend.lex import Kind, Token, lex_whole
from migrate.frontend.source import Source
from migrate.model import Span

Meaning = frozenset[tuple[bytes, ...]]  # the declarations of one name, each by its tokens
Table = Mapping[bytes, Meaning]

_NONE: Meaning = frozenset()
_TAGS = (b"struct", b"union", b"enum", b"class")


class KeptHeaders:
    """What the headers of one source declare, per chip and in the output."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._chips = {name for chip in source.chips for name in source.macros(chip)}
        self._seen = {facts.chip: {h.path: h.skipped for h in facts.headers} for facts in source.facts}
        self._tables: dict[str, Table] = {}
        self._others: dict[str, set[bytes]] = {}
        self._alike: dict[tuple[str, bytes], bool] = {}

    @classmethod
    def of(cls, source: Source) -> KeptHeaders:
        if cls not in source.memo:
            source.memo[cls] = cls(source)
        known: KeptHeaders = source.memo[cls]
        return known

    def another(self, decl: Decl, chips: Iterable[str]) -> str:
        """Why what a name of such a header stands for on these chips is not what the output has; empty where it is."""
        words = [word.encode() for word in (decl.name, *decl.owner.split())]
        other = next((chip for chip in chips for word in words if not self._same(chip, word)), "")
        name = PurePath(decl.file).name
        return (
            other
            and f"which the {name} of {other} declares otherwise than the output's, which is one for all chips and has none of their macros"
        )

    def _same(self, chip: str, word: bytes) -> bool:
        """Whether a chip's declarations of a name are the output's; each name is looked up once."""
        if (chip, word) not in self._alike:
            here, there = self._table(chip), self._table("")
            alike = here.get(word, _NONE) == there.get(word, _NONE)
            self._alike[chip, word] = alike and word not in self._apart(chip)
        return self._alike[chip, word]

    def _apart(self, chip: str) -> set[bytes]:
        """Names that are another thing on the chip, or whose declarations there name one that is, directly or through others."""
        if chip not in self._others:
            here, there = self._table(chip), self._table("")
            elsewhere = self._only_elsewhere(chip)
            found = {n for n in here.keys() | there.keys() if here.get(n, _NONE) != there.get(n, _NONE)}
            found = {name for name in found if name in here or name not in elsewhere}
            users: dict[bytes, list[bytes]] = {}
            for name, meaning in here.items():
                for inner in {token for tokens in meaning for token in tokens}:
                    if inner in here or inner in there:
                        users.setdefault(inner, []).append(name)
            pending = list(found)
            while pending:
                reached = [name for name in users.get(pending.pop(), ()) if name not in found]
                found.update(reached)
                pending += reached
            self._others[chip] = found
        return self._others[chip]

    def _only_elsewhere(self, chip: str) -> set[bytes]:
        """Names of headers that a chip does not include."""
        included, seen = set[bytes](), self._seen[chip].keys()
        others = set[bytes]()
        for path in self._files(""):
            names = included if path in seen else others
            names.update(_declared(self._text("", path)))
        return others - included

    def _files(self, chip: str) -> list[str]:
        """The headers that a chip includes; of the output those that come first of their name."""
        seen = self._seen.values() if not chip else (self._seen[chip],)
        found = sorted({path for headers in seen for path in headers if path in self._source.kept})
        return [path for path in found if chip or path not in self._source.twins]

    def _table(self, chip: str) -> Table:
        if chip not in self._tables:
            found: dict[bytes, Meaning] = {}
            for path in self._files(chip):
                for name, tokens in _declared(self._text(chip, path)).items():
                    found[name] = found.get(name, _NONE) | tokens
            self._tables[chip] = found
        return self._tables[chip]

    def _text(self, chip: str, path: str) -> bytes:
        """A header as a chip sees it, or the output."""
        text = self._source.table.text(path)
        if not chip:
            return _without(text, self._hidden_from_output(path, text))
        guard = _guard(text)
        return _without(text, [span for span in self._seen[chip][path] if guard is None or not span.covers(guard)])

    def _hidden_from_output(self, path: str, text: bytes) -> Iterator[Span]:
        """What no chip's macro chooses. What a macro chooses that chips' conditionals define is turned round: it is the same in no case."""
        skipped = next(headers[path] for headers in self._seen.values() if path in headers)
        guard = _guard(text)
        tree = build_tree(text, lex_whole(text))
        derived = self._derived(tree.walk(), text)
        for conditional in tree.walk():
            asked = {name for branch in conditional.branches for name in condition_macros(branch.condition())}
            states = branch_states(conditional, dict.fromkeys(self._chips))
            for branch, state in zip(conditional.branches, states, strict=True):
                hidden = any(span.start <= branch.body.start < span.end for span in skipped)
                if asked & derived:
                    hidden = not hidden
                elif asked & self._chips:
                    hidden = state is False
                if hidden and branch.body != guard:
                    yield branch.body

    def _derived(self, conditionals: Iterable[Conditional], text: bytes) -> set[bytes]:
        """Macros that are defined where a chip's macro is asked about."""
        found: set[bytes] = set()
        for conditional in conditionals:
            asked = {name for branch in conditional.branches for name in condition_macros(branch.condition())}
            if asked & (self._chips | found):
                found |= _defined(text[conditional.span.start : conditional.span.end])
        return found - self._chips


def _guard(text: bytes) -> Span | None:
    """What an include guard surrounds: a compiler that comes to the header again skips it."""
    tree = build_tree(text, lex_whole(text))
    if len(tree.conditionals) != 1 or len(tree.conditionals[0].branches) != 1:
        return None
    branch = tree.conditionals[0].branches[0]
    names = _defined(text[branch.body.start : branch.body.end])
    return branch.body if branch.opening.keyword == b"ifndef" and branch.opening.argument in names else None


@lru_cache(maxsize=64)
def _defined(text: bytes) -> frozenset[bytes]:
    others = build_tree(text, lex_whole(text)).others
    return frozenset(words[0] for d in others if d.keyword == b"define" and (words := d.argument.split()))


def _without(text: bytes, spans: Iterable[Span]) -> bytes:
    left = bytearray(text)
    for span in spans:
        left[span.start : span.end] = bytes(10 if byte == 10 else 32 for byte in text[span.start : span.end])
    return bytes(left)


@lru_cache(maxsize=64)
def _declared(text: bytes) -> Table:
    """What a header declares outside of all braces, and its macros, each with the packing that it has."""
    found: dict[bytes, Meaning] = {}
    first: list[Token] = []
    depth, body, packing = 0, False, b""
    tokens = [token for token in lex_whole(text) if token.kind != Kind.COMMENT]
    for token in tokens:
        if token.kind == Kind.DIRECTIVE:
            words = token.text.lstrip(b"# \t").split()
            if words[:1] == [b"pragma"] and b"pack" in token.text:
                packing += token.text
            elif words[:1] == [b"define"] and len(words) > 1:
                name = words[1].split(b"(")[0]
                inner = tuple(t.text for t in lex_whole(b" " + b" ".join(words[1:])) if t.kind != Kind.COMMENT)
                found[name] = found.get(name, _NONE) | {(b"#", *inner)}
            continue
        if token.text == b"{" and depth == 0:
            if _opens_scope(first):
                first = []
                continue
            body = bool(first) and first[-1].text in (b")", b"const", b"noexcept")
        if token.text == b"}" and depth == 0:  # of a scope
            first = []
            continue
        depth += (token.text in (b"{", b"(", b"[")) - (token.text in (b"}", b")", b"]"))
        first.append(token)
        if depth == 0 and (token.text == b";" or (body and token.text == b"}")):
            whole = (packing, *(t.text for t in first))
            for name in _names(first):
                found[name] = found.get(name, _NONE) | {whole}
            first, body = [], False
    return found


def _opens_scope(before: Sequence[Token]) -> bool:
    words = [token.text for token in before]
    return words[:1] == [b"extern"] or b"namespace" in words[:2]


def _names(tokens: Sequence[Token]) -> set[bytes]:
    """Tags, enumerators, and what stands before a parameter list, a value, an extent or the end."""
    found: set[bytes] = set()
    depth, last = 0, max((i for i, t in enumerate(tokens) if t.text == b"}"), default=len(tokens))
    enumeration = any(token.text == b"enum" for token in tokens)
    for index, token in enumerate(tokens):
        before = tokens[index - 1].text if index else b""
        after = tokens[index + 1].text if index + 1 < len(tokens) else b""
        depth += (token.text in (b"{", b"(", b"[")) - (token.text in (b"}", b")", b"]"))
        if token.kind != Kind.IDENT or token.text in _TAGS:
            continue
        named = depth == 0 and after in (b"(", b"=", b"[", b",", b";", b"{")
        if before in _TAGS or named or index > last or (enumeration and depth == 1 and before in (b"{", b",")):
            found.add(token.text)
    return found
