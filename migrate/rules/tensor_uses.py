"""Whether a use of a tensor may change a field of it: everything does but what is known to read it."""

from __future__ import annotations

import re

from migrate.frontend.compiler.clang import Decl
from migrate.frontend.lex import Kind
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import parenthesis_around, statement_start
from migrate.project.library_rules import LibraryRules

ASSIGNS = frozenset((b"=", b"++", b"--", b"+=", b"-=", b"|=", b"&=", b"^=", b"*=", b"/=", b"%=", b"<<=", b">>="))
_COMPARES = frozenset((b"==", b"!=", b"<", b">", b"<=", b">=", b"&&", b"||", b"+", b"-", b"%", b"/"))
_HEADS = frozenset((b"if", b"while", b"switch"))
_REFERS = frozenset((b"&", b"&&", b"[", b","))


def changes(source: Source, function: Function, index: int, field: str) -> bool:
    """Whether the tensor that a token names may get another value in a field by what stands there."""
    if source.text(index - 1) in (b".", b"->"):
        return False
    decl = source.fact(index)
    if decl is not None and (decl.kind not in ("param", "variable") or decl.offset == source.code[index].start):
        return decl.kind == "variable"
    if source.text(index + 1) in (b".", b"->"):
        if source.text(index + 2) != field.encode():
            return False
        return not (source.reads(index + 2) and _is_read(source, function, index, index + 3))
    first = index - 1 if source.text(index - 1) == b"&" else index
    if source.text(index + 1) in (b",", b")") and source.text(first - 1) in (b",", b"("):
        return not only_read(source, function, first, index + 1)
    if first == index and not source.reads(index):
        return True
    return not _copied(source, function, index)


def _is_read(source: Source, function: Function, first: int, last: int) -> bool:
    """Whether a field [first, last) is an operand of a comparison or sum, goes by value to a function, or gives something its value."""
    before, behind = source.text(first - 1), source.text(last)
    if before in (b"++", b"--", b"&") or behind in ASSIGNS:
        return False
    if before in _COMPARES or behind in _COMPARES:
        return True
    if before == b"!" or behind == b"?" or (before == b"(" and source.text(first - 2) in _HEADS and behind == b")"):
        return True
    if before == b"(" and behind == b")" and source.table.definitions(source.text(first - 2)):
        return ASSIGNS.isdisjoint(source.table.words(source.text(first - 2)))  # a check
    if before in (b"(", b",") and behind in (b",", b")"):
        return only_read(source, function, first, last)
    start = statement_start(source, first)
    equals = next(iter(source.where(b"=", start, first)), first)
    if before in (b"?", b":") and behind in (b":", b";") and equals < first:  # a branch of what is assigned, a value
        return {b"&", b"&&"}.isdisjoint(source.text(i) for i in range(start, equals))
    words = {source.text(i) for i in range(start, first)}
    return before == b"=" and behind == b";" and _REFERS.isdisjoint(words)


def only_read(source: Source, function: Function, first: int, last: int) -> bool:
    """Whether an argument goes to a function that takes it by value or as a constant."""
    opener, position = first - 1, 0
    while source.text(opener) != b"(":
        position += source.text(opener) == b","
        opener = source.pairs[opener] - 1 if source.text(opener) in (b")", b"]", b"}") else opener - 1
        if opener <= function.open_brace:
            return False
    callees = list(source.every_fact(opener - 1))
    if not callees or source.text(last) not in (b",", b")"):
        return False
    pointer = source.text(first) == b"&"
    return (pointer or source.reads(last - 1)) and all(_keeps(source, one, position, pointer) for one in callees)


def _keeps(source: Source, callee: Decl, position: int, pointer: bool) -> bool:
    """Whether a function changes nothing by an argument, which is a pointer, or whose value it gets or which is bound as a constant."""
    if callee.kind != "function" or position >= len(callee.takes):
        return False
    kind = callee.takes[position]
    if not pointer and not kind.endswith("&"):
        return True
    return _TO_CONSTANT.fullmatch(kind) is not None and not loses_const(source)


_TO_CONSTANT = re.compile(r"const [^*&]*(?:\*(?: ?const)?|&)")


def _copied(source: Source, function: Function, index: int) -> bool:
    """Whether a variable is made as a copy of the tensor, or as a constant reference or pointer to it."""
    first = index
    while source.text(first - 1) not in (b";", b"{", b"}", b"(") and first > function.open_brace:
        first -= 1
    words = [source.text(i) for i in range(first, index)]
    assigned = source.text(index + 1) == b";" and words[-1:] == [b"="] and source.text(first - 1) != b"("
    if assigned and source.code[first].kind == Kind.IDENT and words[1:-1] in ([], [b".", words[-2]]):
        return True  # a tensor's value
    if source.text(index + 1) != b";" or len(words) < 3 or b"=" not in words[-2:]:
        return False
    if b"**" in words or words.count(b"*") > 1:
        return False
    name = next(i for i in range(index - 1, first, -1) if source.text(i) == b"=") - 1
    for decl in source.every_fact(name):
        kind = (decl.canonical or decl.type).removeprefix("const ")
        if decl.kind == "variable" and kind.split() and not _is_same_or_reads(source, index, decl, kind):
            return False
    return words[0] == b"const" or not {b"&", b"&&", b"*"} & set(words)


def _is_same_or_reads(source: Source, index: int, decl: Decl, kind: str) -> bool:
    """Whether a variable is a tensor of its own, or a constant reference or pointer to one."""
    given = {(one.canonical or one.type).removeprefix("const ").rstrip("& ") for one in source.every_fact(index)}
    if re.fullmatch(r"[^&*]*", kind):
        return kind in given
    return (decl.canonical or decl.type).startswith("const ") and not loses_const(source)


def loses_const(source: Source) -> bool:
    """Whether a cast of the source may make a pointer or reference to a constant one to what may be changed."""
    return any(facts.frees_constants for facts in source.facts)


def is_followed(source: Source, rules: LibraryRules, function: Function, name: bytes) -> bool:
    """Whether a local tensor, or pointer to one, gets its value by initialisers and assignments alone."""
    for index in source.where(name, *function.body):
        decl = source.fact(index)
        if decl is None or decl.kind != "variable" or not any(kind in decl.type for kind in rules.tensor_types):
            continue
        last = index + 1
        while source.text(last) == b"[":
            last = source.pairs[last] + 1
        member = source.text(last) in (b".", b"->") and source.text(last + 1) != rules.address_field.encode()
        statement = source.text(index - 1) in (b";", b"{", b"}", b")", b"else")
        if decl.offset == source.code[index].start or member or (source.text(last) == b"=" and statement):
            continue
        if last > index + 1 and source.text(last) in (b".", b"->") and source.text(index - 1) != b"&":
            continue  # an element's address
        if changes(source, function, index, rules.address_field):
            return False
    return not set_by_macro(source, rules, function, name)


def may_be_set(source: Source, rules: LibraryRules, function: Function, index: int) -> bool:
    """Whether a name is an argument of something that may change the variable: no launch, and nothing else that only reads it."""
    first = index - (source.text(index - 1) == b"&")
    if source.text(first - 1) not in (b"(", b",") or source.text(index + 1) not in (b",", b")"):
        return False
    opener = parenthesis_around(source, index)
    if source.code[opener - 1].kind != Kind.IDENT or source.text(opener - 1) in _READERS:
        return False
    decls = source.every_fact(index)
    if not any(decl.kind == "variable" and decl.offset != source.code[index].start for decl in decls):
        return False
    name = source.text(opener - 1).decode("utf-8", "replace")
    known = name in rules.launch or name in rules.checks or name in rules.safe_calls or name in rules.prints
    return not known and not only_read(source, function, first, index + 1)


_READERS = frozenset((*_HEADS, b"for", b"return", b"sizeof", b"memset"))


def set_by_macro(source: Source, rules: LibraryRules, function: Function, name: bytes) -> bool:
    """Whether a macro of the source, which the function uses, sets something and names a variable, or is given it."""
    for index in source.macro_names(*function.body):
        word = source.text(index).decode("utf-8", "replace")
        if word in rules.checks or word in rules.safe_calls or word in rules.prints:
            continue
        words = source.table.words(source.text(index))
        closer = source.pairs.get(index + 1, index) if source.text(index + 1) == b"(" else index
        if words & ASSIGNS and (name in words or source.where(name, index + 1, closer)):
            return True
    return False
