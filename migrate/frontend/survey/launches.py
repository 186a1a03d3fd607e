"""Which functions of a tree launch kernels, where they are declared and defined, and which sources launch through those of another file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from migrate.frontend.lex import Kind, LineMap
from migrate.frontend.source import Source


@dataclass(frozen=True)
class LaunchFunction:
    """`declared`, `defined`: file and line; empty where it is nowhere in the tree."""

    name: str
    declared: str = ""
    defined: str = ""

    @property
    def place(self) -> str:
        known = [f"{what} in {at}" for what, at in (("declared", self.declared), ("defined", self.defined)) if at]
        return ", ".join(known) or "neither declared nor defined in the tree"


def launching(files: Mapping[str, bytes], launch: re.Pattern[bytes], struct: re.Pattern[bytes]) -> list[str]:
    """Sources that fill argument structs and launch them, or hand them to a function of another file that does, however many calls away."""
    sources = {
        name: Source(name, data, ()) for name, data in files.items() if launch.search(data) or struct.search(data)
    }
    bodies = [
        (name, function.name, _body(source, function))
        for name, source in sources.items()
        for function in source.functions
    ]
    known = {function for _, function, body in bodies if launch.search(body)}
    before = -1
    while before < len(known):
        before = len(known)
        known |= {
            function for _, function, body in bodies if struct.search(body) and not known.isdisjoint(_called(body))
        }
    filling = {name for name, source in sources.items() if struct.search(source.data)}
    direct = {name for name in filling if launch.search(files[name])}
    through = {name for name, function, body in bodies if struct.search(body) and function in known}
    return sorted(direct | (through & filling))


def _body(source: Source, function: object) -> bytes:
    return source.data[source.code[function.open_brace].end : source.code[function.close_brace].start]  # type: ignore[attr-defined]


_CALL = re.compile(rb"\b([A-Za-z_]\w*)\s*(?:<[^<>;(){}]*>\s*)?\(")


def _called(body: bytes) -> set[str]:
    return {name.decode() for name in _CALL.findall(body)}


def launch_functions(
    sources: Sequence[Source], files: Mapping[str, bytes], struct: re.Pattern[bytes], known: Collection[str]
) -> list[LaunchFunction]:
    """What is given an argument struct and its size, and is not `known`; the commonest first."""
    found: Counter[str] = Counter()
    for source in sources:
        found.update(name for name in _given_structs(source, struct) if name not in known)
    return [_placed(name, files) for name, _ in found.most_common()]


def _given_structs(source: Source, struct: re.Pattern[bytes]) -> Iterator[str]:
    """Names of what is called with `&api, sizeof(api)`, or with the type's name in `sizeof`."""
    for index in source.where(b"sizeof", 0, len(source.code)):
        before = source.text(index - 2)
        if source.text(index - 1) != b"," or source.code[index - 2].kind != Kind.IDENT:
            continue
        declared = re.search(struct.pattern + rb"\s*\*?\s*" + re.escape(before) + rb"\b", source.data)
        opener = index - 1
        while opener >= 0 and source.text(opener) not in (b"(", b"{", b";", b"}"):
            opener = source.pairs.get(opener, opener) - 1 if source.text(opener) in (b")", b"]") else opener - 1
        if declared and source.text(opener) == b"(" and source.code[opener - 1].kind == Kind.IDENT:
            name = source.text(opener - 1).decode("utf-8", "replace")
            if name not in _BYTES and source.text(opener - 2) not in (b"=", b"."):
                yield name


_BYTES = frozenset(("memset", "memcpy", "memmove", "memcmp", "bzero", "fwrite", "write", "sizeof"))


def _placed(name: str, files: Mapping[str, bytes]) -> LaunchFunction:
    word = re.escape(name.encode())
    prototype = re.compile(
        rb"^[ \t]*(?!return\b|else\b)[A-Za-z_][\w \t*&:<>\"]*[\s*&]" + word + rb"\s*\([^;{}]*?\)[^;{}()]*([;{])", re.M
    )
    macro = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+" + word + rb"\(", re.M)
    declared = defined = ""
    for path, data in files.items():
        for match in prototype.finditer(data) if name.encode() in data else ():
            at = _at(path, data, match.start())
            declared, defined = (declared or at, defined) if match[1] == b";" else (declared, defined or at)
        if found := macro.search(data):
            defined = defined or _at(path, data, found.start())
    return LaunchFunction(name, declared, defined)


def _at(path: str, data: bytes, offset: int) -> str:
    return f"{path}:{LineMap(data).line(offset)}"
