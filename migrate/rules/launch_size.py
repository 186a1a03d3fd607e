"""The size that a launch is given has to be that of the struct that it passes: a kernel is given the whole struct from now on.

What is no `sizeof`, a number or a variable, is left to the library, which compares it with the kernel's struct at every launch."""

from __future__ import annotations

from migrate.frontend.lex import Kind
from migrate.rules.context import Context

_ARITHMETIC = frozenset(b"size_t unsigned int long short uint32_t uint64_t int32_t int64_t std :: const".split())
_OBJECTS = ("variable", "param", "field")


def wrong_size(ctx: Context, size: tuple[int, int], argument: tuple[int, int], struct: str) -> str:
    """Why a size is not that of the struct, of type `struct`, that the argument points to; empty where it is."""
    source = ctx.source
    first, last = _bare(ctx, *size)
    spelled = source.spell(first, last)
    if source.text(first) != b"sizeof":
        return ""
    inner, end = first + 1, last
    if source.text(inner) == b"(" and source.pairs[inner] != last - 1:
        return f"the size {spelled} is computed"
    inner, end = _bare(ctx, inner, end)
    if _same_object(ctx, (inner, end), argument):
        return ""
    levels, found = _levels(ctx, inner, end)
    if not levels and found & source.own_types:
        return ""  # a type of the file, which may be another name of the struct
    whole = struct in found or any(name.endswith(f"::{struct}") for name in found)
    if levels or not whole:
        return f"the size {spelled} is not that of {struct or 'the struct'}, which is passed"
    return ""


def _bare(ctx: Context, first: int, last: int) -> tuple[int, int]:
    """Without brackets and casts to a number around it."""
    source = ctx.source
    while source.text(first) == b"(":
        closer = source.pairs[first]
        if closer == last - 1:
            first, last = first + 1, last - 1
        elif all(source.text(i) in _ARITHMETIC for i in range(first + 1, closer)):
            first = closer + 1
        else:
            break
    opener = last - 1 if source.text(last - 1) != b")" else source.pairs[last - 1]
    if source.text(first) == b"static_cast" and all(
        source.text(i) in (*_ARITHMETIC, b"<", b">") for i in range(first + 1, opener)
    ):
        return _bare(ctx, opener, last)
    return first, last


def _same_object(ctx: Context, operand: tuple[int, int], argument: tuple[int, int]) -> bool:
    """`&api` and `sizeof ( api )`, `p` and `sizeof ( *p )`."""
    source = ctx.source
    while True:  # casts of the pointer
        argument = _bare(ctx, *argument)
        first, last = argument
        words = range(first + 1, source.pairs.get(first, first))
        cast = source.text(first) == b"(" and source.text(words.stop - 1) == b"*"
        if not cast or words.stop + 1 >= last:
            break
        argument = (words.stop + 1, last)
    asked = [source.text(i) for i in range(*operand)]
    passed = [source.text(i) for i in range(*argument)]
    return passed == [b"&", *asked] or asked == [b"*", *passed]


def _levels(ctx: Context, first: int, last: int) -> tuple[int, set[str]]:
    """How many pointers and arrays the operand of a sizeof is away from a struct, and what the struct is called."""
    source = ctx.source
    levels, names, index = 0, set[str](), first
    while index < last and source.text(index) == b"*":
        levels, index = levels - 1, index + 1
    own = 0
    while index < last:
        text = source.text(index)
        decl = source.fact(index) if source.code[index].kind == Kind.IDENT else None
        if text == b"[":
            own, index = own - 1, source.pairs[index]
        elif decl and decl.kind in _OBJECTS:
            own = decl.type.count("*") + decl.type.count("[")
            names = {_plain(decl.type), _plain(decl.canonical or decl.type)}
        elif source.code[index].kind == Kind.IDENT:
            name = text.decode("utf-8", "replace")
            known = next(iter(source.decls(index)), None)
            names = {name} | ({_plain(decl.canonical)} if decl and decl.canonical else set())
            names |= {f"{known.scope}::{name}"} if known is not None and known.scope else set()
        elif text in (b"*", b"&"):
            own += text == b"*"
        elif text not in (b".", b"->", b"::", b"(", b")"):
            return 1, set()
        index += 1
    return levels + own, names


def _plain(type_: str) -> str:
    plain = type_.replace("*", "").replace("&", "").split("[")[0].strip().removeprefix("const ").strip()
    return plain.removeprefix("struct ")
