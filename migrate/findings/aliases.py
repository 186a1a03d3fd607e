"""What a name of a function stands for: a pointer, a reference or a constant that is set once is read as the thing itself.

The checks look for uses of a buffer, an argument struct or a kernel's name; behind `p = &api` a use of `p->dim` is one of `api.dim`.
"""

from __future__ import annotations

from collections.abc import Sequence

from migrate.frontend.lex import Kind, Token

Tokens = tuple[Token, ...]
_WRITES = frozenset((b"=", b"++", b"--", b"+=", b"-="))


def resolved(body: Sequence[Token], head: Sequence[Token]) -> Tokens:
    """The body with every such name replaced; each token keeps its place."""
    tokens = tuple(body)
    parameters = {t.text for t in head if t.kind == Kind.IDENT}
    for _ in range(8):  # of a name that stands for a name that stands for a name
        # the last one first: what stands for a pointer is read before that pointer is
        found = next((alias for alias in reversed(_aliases(tokens)) if alias[0] not in parameters), None)
        if found is None:
            return tokens
        tokens = _replaced(tokens, *found)
    return tokens


def _aliases(tokens: Tokens) -> list[tuple[bytes, str, Tokens, int, int]]:
    """Names that are declared with what they stand for, and never set again: name, kind, value, and the declaration's bounds."""
    found = []
    for equals in (i for i, t in enumerate(tokens) if t.text == b"=" and i > 1):
        name, before = tokens[equals - 1], tokens[equals - 2].text
        if before not in (b"*", b"&"):
            continue
        end = next((i for i in range(equals, len(tokens)) if tokens[i].text == b";"), len(tokens))
        start = next((i + 1 for i in range(equals, -1, -1) if tokens[i].text in (b";", b"{", b"}")), 0)
        value = tokens[equals + 1 : end]
        if name.kind != Kind.IDENT or start > equals - 3 or not value or _set_again(tokens, name.text, equals - 1):
            continue
        if before == b"*" and value[0].text == b"&" and _path(value[1:]):
            found.append((name.text, "pointer", value[1:], start, end))
        elif before == b"&" and _path(value):
            found.append((name.text, "reference", value, start, end))
        elif before == b"*" and len(value) == 1 and value[0].kind == Kind.STRING:
            found.append((name.text, "text", value, start, end))
    return found


def _path(value: Tokens) -> bool:
    """Whether tokens are a variable, or a member or element of one."""
    return (
        value[:1] != ()
        and value[0].kind == Kind.IDENT
        and not any(t.text in (b"(", b"?", b"*", b"+", b",") for t in value)
    )


def _set_again(tokens: Tokens, name: bytes, declared: int) -> bool:
    for i, token in enumerate(tokens):
        if token.text != name or i == declared or (i and tokens[i - 1].text in (b".", b"->")):
            continue
        after = tokens[i + 1].text if i + 1 < len(tokens) else b";"
        if (after in _WRITES and not (i and tokens[i - 1].text in (b"*", b"&"))) or (
            i and tokens[i - 1].text in (b"++", b"--")
        ):
            return True
        if after == b"=" and i > 1 and tokens[i - 2].kind == Kind.IDENT:  # another declaration of the name
            return True
    return False


def _replaced(tokens: Tokens, name: bytes, kind: str, value: Tokens, start: int, end: int) -> Tokens:
    """Without the declaration."""
    kept: list[Token] = [*tokens[:start]]
    position = min(end + 1, len(tokens))
    while position < len(tokens):
        token = tokens[position]
        here = [t._replace(start=token.start, end=token.end) for t in value]
        following = [t.text for t in tokens[position + 1 : position + 3]]
        if token.text != name or tokens[position - 1].text in (b".", b"->"):
            kept.append(token)
        elif kind != "pointer":
            kept += here
        elif following[:1] == [b"->"]:
            kept += [*here, tokens[position + 1]._replace(text=b".")]
            position += 1
        elif kept and kept[-1].text == b"*" and _dereferenced(kept):
            kept.pop()
            kept += here
            if kept[len(kept) - len(here) - 1].text == b"(" and following[:1] == [b")"]:
                kept.pop(len(kept) - len(here) - 1)
                position += 1
        else:
            kept += [token._replace(text=b"&"), *here]
        position += 1
    return tuple(kept)


def _dereferenced(before: Sequence[Token]) -> bool:
    """Whether the * that the tokens end with is no product."""
    last = before[-2] if len(before) > 1 else None
    return (
        last is None
        or not (last.kind in (Kind.IDENT, Kind.NUMBER) or last.text in (b")", b"]"))
        or last.text == b"return"
    )
