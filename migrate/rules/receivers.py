"""Whether the object that a member function is called on is the function's own handle."""

from __future__ import annotations

import re

from migrate.rules.context import Context


def is_own_handle(ctx: Context, first: int, last: int, access: bytes) -> bool:
    """Whether code tokens [first, last) are the function's own handle, by its declaration: its name, in parentheses, behind `*` or `&`, so that
    `access` (`.` or `->`) is that of the handle itself."""
    source, handle, depth = ctx.source, ctx.handle, 0
    while last - first > 1:
        if source.text(first) == b"(" and source.pairs.get(first) == last - 1:
            first, last = first + 1, last - 1
        elif source.text(first) in (b"*", b"&"):
            depth += 1 if source.text(first) == b"&" else -1
            first += 1
        else:
            return False
    if handle is None or last - first != 1 or source.text(first) != source.text(handle.name_index):
        return False
    own, decls = source.code[handle.name_index].start, list(source.every_fact(first))
    if not all(decl.kind == "param" and decl.offset == own for decl in decls):
        return False
    spelled = {(decl.canonical or decl.type) for decl in decls} or {handle.type}
    pointers = {len(kind) - len(kind.rstrip("*")) for kind in (re.sub(r"[\s&]|const\b", "", one) for one in spelled)}
    return pointers == {(1 if access == b"->" else 0) - depth}
