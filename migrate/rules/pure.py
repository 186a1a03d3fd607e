"""Whether a function of the source does nothing but compute what it gives back, so that a call of it may be left out."""

from __future__ import annotations

from dataclasses import dataclass

from migrate.frontend.compiler.clang import Decl
from migrate.frontend.lex import Kind
from migrate.frontend.plain_types import FUNDAMENTAL, STRINGS
from migrate.frontend.source import Function, Source
from migrate.rules.tensor_uses import ASSIGNS

_WORDS = FUNDAMENTAL | frozenset(
    b"return if else for while do break continue switch case default true false nullptr constexpr static_cast".split()
)


@dataclass(frozen=True)
class Known:
    """What the rules know: functions that only compute, and types whose values are copied without an effect."""

    functions: frozenset[bytes]
    types: frozenset[str]


_MAKES = {b"to_string": 1, b"min": 2, b"max": 2, b"abs": 1}  # and of how many arguments


def only_makes(source: Source, index: int) -> bool:
    """Whether a call is one of the standard library that makes a number, or a std::string, of numbers and texts, and does nothing else."""
    name = source.text(index)
    if source.text(index + 1) != b"(" or not (name == b"string" or name in _MAKES):
        return False
    plain = name == b"string" or len(source.arguments(index + 1)) == _MAKES[name]
    of_std = all(one.scope.split("::")[0] == "std" for one in source.decls(index))
    return plain and of_std and source.is_of_system(index)


def only_computes(source: Source, index: int, known: Known) -> bool:
    """Whether a name is that of functions of the source which set nothing but their own numbers."""
    return _is_pure(source, index, known, frozenset())


def _is_pure(source: Source, index: int, known: Known, above: frozenset[int]) -> bool:
    decls = list(source.decls(index))
    own = {f.name_offset(source): f for f in source.functions}
    called = [own.get(decl.offset) for decl in decls if decl.kind == "function" and not decl.file]
    return (
        bool(called)
        and len(called) == len(decls)
        and all(
            f is not None and (f.open_paren in above or _computes(source, f, known, above | {f.open_paren}))
            for f in called
        )
    )


def _computes(source: Source, function: Function, known: Known, above: frozenset[int]) -> bool:
    if source.text(function.first) == b"template" or not _takes_values(source, function, known):
        return False
    for index in range(function.open_brace + 1, function.close_brace):
        token = source.code[index]
        if token.text in ASSIGNS and not _sets_own(source, function, index):
            return False
        if token.kind != Kind.IDENT or token.text in _WORDS or _names_string(source, index):
            continue
        if token.text in source.table.names:
            return False
        if source.text(index + 1) == b"(":
            if only_makes(source, index) or _declares_string(source, index):
                continue
            if token.text not in known.functions and not _is_pure(source, index, known, above):
                return False
            continue
        plain = (
            _is_string(decl) or _is_plain(source, index, decl.kind, decl.canonical or decl.type)
            for decl in source.decls(index)
        )
        if not all(plain):
            return False
        if not any(source.decls(index)):
            return False
    brackets = source.where(b"[", *function.body)
    lambdas = any(source.code[i - 1].kind == Kind.PUNCT and source.text(i - 1) not in (b")", b"]") for i in brackets)
    return not lambdas and not source.where(b"{", function.first, function.open_brace)


def _takes_values(source: Source, function: Function, known: Known) -> bool:
    """Whether its parameters and its result are numbers, pointers, or of types that are copied without an effect: nothing is made of what it is given."""
    head = source.spell(function.first, function.name_index)
    for kind in (head, *(parameter.type for parameter in source.parameters(function))):
        words = kind.replace("*", " ").replace("&", " ").split()
        plain = all(word.encode() in _WORDS or word in known.types or word in _SPECIFIERS for word in words)
        plain = plain or {"std", "::", "string"} <= {*words} <= {"std", "::", "string"} | _SPECIFIERS
        if not plain and "*" not in kind:
            return False
    return True


def _names_string(source: Source, index: int) -> bool:
    """Whether a token is one of `std :: string` as a type."""
    if source.text(index) == b"std":
        return source.text(index + 1) == b"::"
    return source.spell(index - 2, index + 1) == "std :: string" and source.text(index + 1) != b"("


def _declares_string(source: Source, index: int) -> bool:
    decls = list(source.decls(index))
    return bool(decls) and all(_is_string(one) and one.offset == source.code[index].start for one in decls)


def _is_string(decl: Decl) -> bool:
    return decl.kind == "variable" and decl.type.removeprefix("const ") in STRINGS


_SPECIFIERS = frozenset(("static", "inline", "const", "struct", "enum"))


def _is_plain(source: Source, index: int, kind: str, spelled: str) -> bool:
    """Whether a name is a value that is read: a member of a struct, a parameter, a number of the function, a constant."""
    if kind == "enumerator":
        return True
    if kind in ("field", "param"):
        own = spelled.removeprefix("const ").rstrip("&* ") in source.own_types
        return not own or ("*" in spelled and source.text(index + 1) == b"->")  # a value of a class may be converted
    words = spelled.replace("*", " ").split()
    numbers = all(word.partition("[")[0].encode() in _WORDS or word.startswith("[") for word in words)
    return kind == "variable" and numbers and "&" not in spelled and source.text(index - 1) != b"static"


def _sets_own(source: Source, function: Function, index: int) -> bool:
    """Whether an assignment or increment sets a number that the function declares, or a parameter that is a number."""
    step = source.text(index) in (b"++", b"--")
    name = index - 1
    if step and source.code[name].kind != Kind.IDENT and source.text(name) != b"]":
        name = index + 1
        if source.text(name + 1) in (b".", b"->", b"[", b"("):
            return False
    element = source.text(name) == b"]"
    while source.text(name) == b"]":
        name = source.pairs[name] - 1
    if source.code[name].kind != Kind.IDENT or source.text(name - 1) in (b".", b"->", b"::"):
        return False
    decls = list(source.decls(name))
    begin, end = function.span.start, function.span.end
    return bool(decls) and all(
        decl.kind in ("variable", "param")
        and begin <= decl.offset < end
        and not decl.file
        and not {"*", "&"} & set(decl.canonical or decl.type)
        and element == ("[" in (decl.canonical or decl.type))  # not `i [ x ]`
        and (decl.kind == "variable" or not element)
        for decl in decls
    )
