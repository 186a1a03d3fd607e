"""Functions that are chosen among when the code runs, by a pointer: a helper that is given a number calls the one that is meant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count

from migrate.frontend.compiler.clang import Decl
from migrate.frontend.lex import Kind
from migrate.frontend.prepare.chip_branches import Text
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.names import is_free
from migrate.frontend.prototypes import Prototype, read_prototypes
from migrate.frontend.source import Function, Source
from migrate.model import Span
from migrate.project.library_rules import LibraryRules

_MOST = 64  # functions of one choice


@dataclass(frozen=True)
class Call:
    """A call of what a pointer leads to: from the first token to the parenthesis of its arguments."""

    first: int
    opener: int


@dataclass(frozen=True)
class Caller:
    """A helper that calls one of some functions. `position`: of the number among its parameters."""

    name: bytes
    position: int
    definition: Text

    def calls(self, source: Source, call: Call, number: Text) -> list[Replacement]:
        """The call as one of the helper."""
        arguments = [a for a in source.arguments(call.opener) if a[0] < a[1]]
        head = Replacement(source.span_of(call.first, call.opener), (self.name + b" ",))
        behind = self.position > 0
        at = source.code[arguments[0][1] - 1].end if behind else source.code[call.opener].end
        given: Text = (b", ", *number) if behind else (b" ", *number, b"," if arguments else b" ")
        return [head, Replacement(Span(at, at), given)]


@dataclass(frozen=True)
class _Parameter:
    declared: Text
    name: bytes


def caller_of(
    rules: LibraryRules, source: Source, wanted: str, callees: Sequence[int], checked: bool, taken: set[str]
) -> Caller | None:
    """`callees`: code indices of the functions' names; `checked`: whether the number may be none of theirs. None where they cannot be called so."""
    decls = [decl for index in callees if (decl := callee(source, index)) is not None]
    check = _check(rules, source)
    if not 1 <= len(callees) <= _MOST or len(decls) < len(callees) or (checked and check is None):
        return None
    results = {decl.type.partition("(")[0].strip() for decl in decls}
    parameters = _parameters(source, callees, decls)
    if len(results) != 1 or parameters is None:
        return None
    result, names = results.pop(), [one.name for one in parameters]
    which = next(n for n in _numbered("which") if n.encode() not in names and is_free(source, n)).encode()
    position = int(bool(decls[0].type.partition("(")[2].startswith(tuple(rules.handle_types))))
    declared: list[Text] = [one.declared for one in parameters]
    declared.insert(position, (b"size_t " + which if checked else b"int " + which,))
    wanted = "call_chosen" if rules.concerns(wanted) else wanted
    name = next(n for n in _numbered(wanted) if n not in taken and is_free(source, n))
    taken.add(name)
    made: list[bytes | Span] = [b"static ", result.encode(), b" ", name.encode(), b" ( "]
    for at, text in enumerate(declared):
        made += [b", " if at else b"", *text]
    made.append(b" )\n{\n")
    if checked and check is not None:
        made.append(check + b" ( " + which + b" < %d );\n" % len(callees))
    given = b" ( " + b", ".join(names) + b" );\n"
    for at, index in enumerate(callees):
        last = at == len(callees) - 1
        made.append(b"" if last else b"if ( " + which + b" == %d )\n{\n" % at)
        made += [b"" if result == "void" else b"return ", source.code[index].span, given]
        made.append(b"" if last else (b"return;\n}\n" if result == "void" else b"}\n"))
    return Caller(name.encode(), position, (*made, b"}\n"))


def callee(source: Source, index: int) -> Decl | None:
    """The plain function that a name stands for on every chip, and no other one of its name."""
    decls = list(source.every_fact(index))
    if not decls or len(decls) != len(source.facts) or any(d.kind != "function" or "(" not in d.type for d in decls):
        return None
    name = source.text(index)
    if len({(d.type, d.file) for d in decls}) != 1 or name in source.table.names:
        return None
    own = [f for f in source.functions if f.name.encode() == name]
    templates = any(source.text(f.first) == b"template" for f in own)
    return None if len(own) > 1 or templates or decls[0].file.startswith("<") else decls[0]


def _parameters(source: Source, callees: Sequence[int], decls: Sequence[Decl]) -> list[_Parameter] | None:
    """Of the first of the functions that gives each of them a name."""
    for index, decl in zip(callees, decls, strict=True):
        own = next((f for f in source.functions if f.name.encode() == source.text(index)), None)
        found = _own_parameters(source, own) if own is not None else _declared_parameters(source, decl)
        if found is not None:
            return found
    return None


def _own_parameters(source: Source, function: Function) -> list[_Parameter] | None:
    found = []
    if source.has_directive(function.open_paren, function.close_paren):
        return None
    for one in source.parameters(function):
        first, last = one.first, one.last
        if last - first == 1 and source.text(first) == b"void":
            continue
        if first == last:
            continue
        end = next((i for i in range(first, last) if source.text(i) == b"="), last)
        at = source.code[one.name_index].start
        decls = list(source.every_fact(one.name_index))
        if not decls or any(d.kind != "param" or d.offset != at for d in decls):
            return None
        found.append(_Parameter((source.span_of(first, end),), source.text(one.name_index)))
    return found


def _declared_parameters(source: Source, decl: Decl) -> list[_Parameter] | None:
    """Of a function of another source, that a header or this one declares."""
    prototype: Prototype | None = read_prototypes(source.table.text(decl.file)).get(decl.name)
    if prototype is None or any(not one.name or not one.type for one in prototype.parameters):
        return None
    if len(prototype.parameters) != (decl.type.count(",") + 1 if not decl.type.endswith("()") else 0):
        return None  # of another one of this name, or with an array or a function among them
    names = [(f"{one.type} {one.name}".encode(), one.name.encode()) for one in prototype.parameters]
    return [_Parameter((text,), name) for text, name in names]


def _check(rules: LibraryRules, source: Source) -> bytes | None:
    """A macro that checks, and does so by leaving more than the function that it stands in."""
    table = source.table
    names = (name.encode() for name in sorted(rules.checks))
    return next((one for one in names if one in table.names and b"return" not in table.words(one)), None)


def _numbered(wanted: str) -> Iterable[str]:
    return (f"{wanted}{number if number > 1 else ''}" for number in count(1))


def called_behind(source: Source, first: int, last: int) -> Call | None:
    """The call of a pointer that the tokens [first, last) give, in parentheses, dereferenced or as they are."""
    while source.text(last) != b"(":
        star = source.text(first - 1) == b"*" and source.text(last) == b")"
        if star:
            first -= 1
        if source.text(first - 1) != b"(" or source.text(last) != b")" or source.pairs.get(first - 1) != last:
            return None
        if source.code[first - 2].kind == Kind.IDENT and source.text(first - 2) not in _BEFORE:
            return None  # an argument
        first, last = first - 1, last + 1
    return Call(first, last) if last in source.pairs and source.text(first - 1) not in (b".", b"->", b"::") else None


_BEFORE = frozenset((b"return", b"else", b"do", b"case"))
