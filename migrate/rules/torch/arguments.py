"""Whether the arguments of a call are those that its text shows: what hinders counting them, or moving one without the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from migrate.frontend.lex import Kind
from migrate.frontend.torch.source import CodeUnit, TorchSource


def uncounted(source: TorchSource, unit: CodeUnit, opener: int) -> str:
    """What may stand for several arguments, or for none, between the brackets of a call; empty where nothing does."""
    tokens = unit.tokens
    angles: list[int] = []
    commas: list[int] = []
    for index in _level(unit, opener):
        text = unit.text(index)
        if text == b"...":
            return "`...` stands for any number of arguments"
        if text == b"__VA_ARGS__" and unit.macro:
            return "`__VA_ARGS__` stands for any number of arguments"
        if tokens[index].kind == Kind.IDENT and _brings_comma(source, unit, text):
            return f"the macro {text.decode('utf-8', 'replace')} stands for several arguments"
        if text == b"<" and unit.is_word(index - 1):
            angles.append(index)
        elif text == b"," and angles:
            commas.append(index)
        elif text in (b">", b">>") and angles and any(comma > angles[-1] for comma in commas):
            return "a comma between `<` and `>` separates its arguments, or those of a template"
        elif text in (b">", b">>") and angles:
            angles.pop()
    return ""


def divided(source: TorchSource, unit: CodeUnit, opener: int) -> str:
    """The directive between the brackets of a call, which belongs to its place there; empty where there is none."""
    start, end = unit.tokens[opener].start, unit.tokens[unit.pairs[opener]].end
    if unit.macro:
        return ""
    inside = (t for t in source.tokens if t.kind == Kind.DIRECTIVE and start < t.start < end)
    return next((" ".join(t.text.decode("utf-8", "replace").split()) for t in inside), "")


def _level(unit: CodeUnit, opener: int) -> Iterator[int]:
    """The tokens directly between the brackets."""
    index = opener + 1
    while index < unit.pairs[opener]:
        yield index
        index = max(unit.pairs.get(index, index), index) + 1


def _brings_comma(source: TorchSource, unit: CodeUnit, name: bytes) -> bool:
    if name in unit.parameters:
        return False
    bodies: list[Sequence[bytes]] = [[t.text for t in u.tokens] for u in source.units if u.macro == name]
    if source.compiler is not None:
        bodies += source.compiler.macros.bodies([name])
    return any(_outer_comma(body) for body in bodies)


def _outer_comma(body: Sequence[bytes]) -> bool:
    depth = 0
    for text in body:
        depth += (text in (b"(", b"[", b"{")) - (text in (b")", b"]", b"}"))
        if text == b"," and not depth:
            return True
    return False
