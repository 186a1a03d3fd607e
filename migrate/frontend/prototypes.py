"""Prototypes of the legacy functions, read from header text by tokens: enough to know each parameter's type, name and default."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from migrate.frontend.lex import Kind, Token, lex_whole, match_brackets, significant, split_parameters
from migrate.frontend.plain_types import FUNDAMENTAL
from migrate.project.config import Project

_NOT_TYPES = frozenset((b"return", b"else", b"new", b"throw", b"case", b"goto", b"define"))


@dataclass(frozen=True)
class Parameter:
    type: str
    name: str
    default: str | None = None


@dataclass(frozen=True)
class Prototype:
    name: str
    result: str
    parameters: tuple[Parameter, ...]

    @property
    def required(self) -> int:
        return sum(p.default is None for p in self.parameters)

    def counts(self, position: int) -> bool:
        """Whether a parameter is a number of a fundamental type."""
        words = re.findall(r"\w+", self.parameters[position].type) if position < len(self.parameters) else ()
        return bool(words) and all(word.encode() in FUNDAMENTAL for word in words)

    def index(self, name: str) -> int | None:
        return next((i for i, p in enumerate(self.parameters) if p.name == name), None)


def read_prototypes(data: bytes) -> dict[str, Prototype]:
    """Function name -> prototype, for declarations and definitions outside of function bodies. Later ones add missing defaults."""
    return dict(_read(data))


@lru_cache(maxsize=64)
def _read(data: bytes) -> dict[str, Prototype]:
    found: dict[str, Prototype] = {}
    for prototype in every_prototype(data):
        known = found.get(prototype.name)
        if known is None or known.required >= prototype.required:
            found[prototype.name] = prototype
    return found


def every_prototype(data: bytes) -> Iterator[Prototype]:
    """Declarations and definitions outside of function bodies, in order: also several of one name."""
    return prototypes_of(significant(lex_whole(data)))


def prototypes_of(tokens: list[Token]) -> Iterator[Prototype]:
    """As every_prototype, of tokens without comments and directives."""
    pairs = match_brackets(tokens)
    index = 0
    while index < len(tokens) - 1:
        prototype = _at(tokens, pairs, index)
        if prototype is None:
            index += 1
            continue
        yield prototype
        after = _behind(tokens, pairs, pairs[index + 1])
        index = pairs.get(after, after) if after < len(tokens) and tokens[after].text == b"{" else after


def prototypes_within(tokens: list[Token], name: bytes) -> tuple[Prototype, ...]:
    """Declarations of a function in a run of code, as in another one's body."""
    pairs = match_brackets(tokens)
    found = (_at(tokens, pairs, index) for index in range(len(tokens) - 1) if tokens[index].text == name)
    return tuple(prototype for prototype in found if prototype is not None)


def _at(tokens: list[Token], pairs: Mapping[int, int], index: int) -> Prototype | None:
    name = tokens[index]
    if name.kind != Kind.IDENT or tokens[index + 1].text != b"(" or index + 1 not in pairs or index == 0:
        return None
    closer = pairs[index + 1]
    after = _behind(tokens, pairs, closer)
    if after >= len(tokens) or tokens[after].text not in (b";", b"{"):
        return None
    first = index
    while first > 0 and (tokens[first - 1].kind == Kind.IDENT or tokens[first - 1].text in (b"*", b"&", b"::")):
        first -= 1
    result = tokens[first:index]
    if not result or result[0].text in _NOT_TYPES or result[-1].text == b"::":
        return None
    parameters = [_parameter(tokens[a:b]) for a, b in split_parameters(tokens, index + 1, closer)]
    if len(parameters) == 1 and parameters[0].type == "" and parameters[0].name == "void":
        parameters = []
    words = [t.text.decode("utf-8", "replace") for t in result if t.text not in (b"static", b"inline", b"extern")]
    return Prototype(name.text.decode("utf-8", "replace"), " ".join(words), tuple(parameters))


_BEHIND = frozenset((b"const", b"noexcept", b"override", b"final"))
_WITH_ARGUMENTS = frozenset((b"noexcept", b"__attribute__"))


def _behind(tokens: list[Token], pairs: Mapping[int, int], closer: int) -> int:
    """The index behind what may stand between a function's parameters and its end."""
    index = closer + 1
    while index < len(tokens):
        if tokens[index].text in _WITH_ARGUMENTS and index + 1 in pairs and tokens[index + 1].text == b"(":
            index = pairs[index + 1] + 1
        elif tokens[index].text in _BEHIND:
            index += 1
        else:
            break
    return index


def _text(tokens: list[Token]) -> str:
    text = b" ".join(t.text for t in tokens).decode("utf-8", "replace")
    return re.sub(r"^- (?=[\d.])", "-", text)


def _macro(tokens: list[Token]) -> int:
    """Where what a macro has behind a parameter's name begins, as in `int axis SOME_DEFAULT(-1)`; 0 where there is none."""
    openers = [i for i, t in enumerate(tokens) if t.text == b"("]
    at = openers[0] if openers and tokens[-1].text == b")" else 0
    named = at > 2 and tokens[at - 1].kind == tokens[at - 2].kind == Kind.IDENT
    return at if named and _MACRO.fullmatch(tokens[at - 1].text) else 0


_MACRO = re.compile(rb"[A-Z][A-Z0-9]*_[A-Z0-9_]+")


def _parameter(tokens: list[Token]) -> Parameter:
    default = None
    for index, token in enumerate(tokens):
        if token.text == b"=":
            default = _text(tokens[index + 1 :])
            tokens = tokens[:index]
            break
    opener = _macro(tokens)
    if opener:
        default = _text(tokens[opener + 1 : -1])
        tokens = tokens[: opener - 1]
    while tokens and tokens[-1].text == b"]":
        opener = max(i for i, t in enumerate(tokens) if t.text == b"[")
        tokens = tokens[:opener]
    if not tokens:
        return Parameter("", "", default)
    name = tokens[-1].text.decode("utf-8", "replace") if tokens[-1].kind == Kind.IDENT else ""
    kind = tokens[:-1] if name else tokens
    return Parameter(b" ".join(t.text for t in kind).decode("utf-8", "replace"), name, default)


def project_prototypes(project: Project) -> dict[str, Prototype]:
    """Prototypes of the legacy headers that the project names."""
    found: dict[str, Prototype] = {}
    for path in project.source_files(project.library.headers):
        found.update(read_prototypes(path.read_bytes()))
    return found
