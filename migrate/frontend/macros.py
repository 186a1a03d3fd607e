"""What macros stand for on each chip: every definition in the project's files and on the command line, as the compiler saw them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path

from migrate.frontend.compiler.clang import BUILT_IN, ChipFacts, Decl
from migrate.frontend.lex import Kind, lex

_UNDEF = re.compile(rb"^[ \t]*(?:#|%:)[ \t]*undef[ \t]+(\w+)", re.MULTILINE)
_END = re.compile(rb"(?:\\[ \t]*\r?\n|[^\n])*")


@dataclass(frozen=True)
class Definition:
    """`file` is empty for the source itself, BUILT_IN for the command line; `body` the tokens behind name and parameters."""

    name: bytes
    file: str
    offset: int
    text: bytes  # name, parameters and body as they are spelled
    parameters: bool
    body: tuple[bytes, ...]

    @property
    def taken(self) -> tuple[bytes, ...]:
        """Names of its parameters."""
        if not self.parameters:
            return ()
        given = self.text[self.text.index(b"(") + 1 :].partition(b")")[0]
        return tuple(word for word in (part.strip().removesuffix(b"...") for part in given.split(b",")) if word)

    @property
    def free(self) -> frozenset[bytes]:
        """The tokens of the body but for its parameters, which stand for what a use gives."""
        return frozenset(self.body) - frozenset(self.taken)

    @property
    def called(self) -> Iterator[bytes]:
        """Names in the body in front of a parenthesis: of functions, macros and keywords."""
        return (
            word for word, after in pairwise(self.body) if after == b"(" and (word[:1].isalpha() or word[:1] == b"_")
        )

    @property
    def meaning(self) -> tuple[bytes, ...]:
        """Tokens of the whole definition: equal ones mean the same, where the macros in them do."""
        return tuple(t.text for t in lex(b" " + self.text) if t.kind != Kind.COMMENT)

    @property
    def names(self) -> frozenset[bytes]:
        """Identifiers that the body expands to."""
        return frozenset(t for t in self.body if t[:1].isalpha() or t[:1] == b"_")


def read_definition(name: bytes, file: str, data: bytes, offset: int) -> Definition:
    """The definition whose name stands at an offset."""
    end = _END.match(data, offset)
    assert end is not None
    return _parsed(name, file, offset, end[0])


def of_command_line(define: str) -> Definition:
    """NAME, NAME=VALUE or NAME(X)=VALUE of a -D option; without a value it is 1."""
    head, equals, value = define.partition("=")
    text = f"{head} {value if equals else '1'}".encode()
    return read_definition(re.split(r"\W", head)[0].encode(), BUILT_IN, text, 0)


class MacroTable:
    """The definitions of one file and of the project's headers that it includes, per chip. `data` is the file's own text."""

    def __init__(self, data: bytes, facts: Sequence[ChipFacts], texts: Mapping[str, bytes] | None = None) -> None:
        self._data = data
        self._facts = tuple(facts)
        self._texts = dict(texts or {})  # of headers that are on no disk, and of those that were read
        self._known: dict[bytes, tuple[Definition, ...]] = {}
        self._words: dict[bytes, frozenset[bytes]] = {}

    @cached_property
    def chips(self) -> Mapping[str, Mapping[bytes, tuple[Definition, ...]]]:
        """Chip -> name -> its definitions, in the order of the compiler."""
        return {facts.chip: self._table(facts) for facts in self._facts}

    @cached_property
    def names(self) -> frozenset[bytes]:
        return frozenset(name for table in self.chips.values() for name in table)

    def _table(self, facts: ChipFacts) -> Mapping[bytes, tuple[Definition, ...]]:
        found: dict[bytes, tuple[Definition, ...]] = {}
        given = [of_command_line(define) for define in facts.defines]
        for one in (*given, *(self._read(macro) for macro in facts.macros)):
            found[one.name] = (*found.get(one.name, ()), one)
        return found

    def _read(self, macro: Decl) -> Definition:
        return read_definition(macro.name.encode(), macro.file, self.text(macro.file), macro.offset)

    def text(self, file: str) -> bytes:
        """Bytes of a file that definitions are in; empty names the source itself."""
        if not file:
            return self._data
        if file not in self._texts:
            self._texts[file] = Path(file).read_bytes()
        return self._texts[file]

    @cached_property
    def undefined(self) -> frozenset[bytes]:
        """Names that an #undef takes back somewhere."""
        files = {header.path for facts in self._facts for header in facts.headers}
        texts = [self._data, *(self.text(file) for file in files)]
        return frozenset(name for text in texts if b"undef" in text for name in _UNDEF.findall(text))

    @cached_property
    def spelling(self) -> frozenset[bytes]:
        """Macros that make a string of an argument, themselves or through others."""
        own = {n for n in self.names if any(d.parameters and b"#" in d.body for d in self.definitions(n))}
        return frozenset(n for n in self.names if own & self.closure([n])) if own else frozenset()

    def definitions(self, name: bytes) -> tuple[Definition, ...]:
        """All definitions of a name on any chip, each once."""
        if name not in self._known:
            self._known[name] = tuple(dict.fromkeys(d for table in self.chips.values() for d in table.get(name, ())))
        return self._known[name]

    def closure(self, names: Iterable[bytes]) -> frozenset[bytes]:
        """The names and all that their definitions, on any chip, expand to."""
        found: set[bytes] = set()
        pending = list(names)
        while pending:
            name = pending.pop()
            if name not in found:
                found.add(name)
                pending += [inner for one in self.definitions(name) for inner in one.names]
        return frozenset(found)

    def bodies(self, names: Iterable[bytes]) -> list[tuple[bytes, ...]]:
        """What the names are defined as, themselves or through others, on any chip."""
        return [one.body for name in self.closure(names) for one in self.definitions(name)]

    def words(self, name: bytes) -> frozenset[bytes]:
        """The tokens of all that a name is defined as, itself or through others."""
        if name not in self._words:
            self._words[name] = frozenset(word for body in self.bodies([name]) for word in body)
        return self._words[name]

    def differs(self, name: bytes) -> bool:
        """Whether a name means another thing on one chip than on another; not what its definition expands to."""
        meanings = {tuple(one.meaning for one in table.get(name, ())) for table in self.chips.values()}
        return len(meanings) > 1

    def single(self, name: bytes) -> Definition | None:
        """The definition of a name that has exactly one meaning on all chips and keeps it; of several alike the first."""
        if self.differs(name) or name in self.undefined:
            return None
        found = self.definitions(name)
        return found[0] if len({one.meaning for one in found}) == 1 else None


@lru_cache(maxsize=4096)
def _parsed(name: bytes, file: str, offset: int, line: bytes) -> Definition:
    text = re.sub(rb"\\[ \t]*\r?\n", b"", line).rstrip()
    tokens = [t for t in lex(b" " + text) if t.kind != Kind.COMMENT]
    parameters = len(tokens) > 1 and tokens[1].text == b"(" and tokens[1].start == tokens[0].end
    start = 1
    if parameters:
        start = next((i for i, t in enumerate(tokens) if t.text == b")"), len(tokens) - 1) + 1
    return Definition(name, file, offset, text, parameters, tuple(t.text for t in tokens[start:]))
