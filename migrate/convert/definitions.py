"""Every function that a compiler sees a body of is in the report: those that the rules deal with, and these others."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from migrate.convert.translation_unit import TranslationUnit
from migrate.errors import InternalError
from migrate.frontend.compiler.clang import Decl
from migrate.frontend.lex import Kind
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import outer_tokens
from migrate.model import FunctionResult, Span, Status
from migrate.rules.local_types import LocalType, obstacle, with_inner

_NOT_CONVERTED = "L178"


def other_definitions(unit: TranslationUnit, types: Mapping[bytes, LocalType]) -> list[FunctionResult]:
    """Definitions of kinds that are not converted: members of types that come along are left out, all others refused."""
    found: dict[int, FunctionResult] = {}
    for decl in _definitions(unit.source):
        if decl.offset in found or _function_of(unit.source, decl) is not None:
            continue
        span = Span(decl.offset, decl.offset + len(decl.name.encode()))
        owner = _owner(unit.source, types, decl)
        inside = with_inner(unit.source, types, [owner]) if owner else []
        if owner and not any(obstacle(unit.source, unit.rules, one) for one in inside):
            reason = f"a member of {owner.names[0].decode('utf-8', 'replace')}, which comes along where it is used"
            found[decl.offset] = FunctionResult(decl.name, "", Status.SKIPPED, reason, span=span)
        else:
            reason = f"{decl.name} is a {_kind(decl)}, which is not converted"
            found[decl.offset] = FunctionResult(decl.name, "", Status.REFUSED, f"{_NOT_CONVERTED}: {reason}", span=span)
    return [found[offset] for offset in sorted(found)]


def referring(unit: TranslationUnit) -> list[FunctionResult]:
    """What outside of functions refers to a function of the file, as a table of operators does: it does not come along."""
    source, found = unit.source, dict[int, FunctionResult]()
    own = {function.name_offset(source): function.name for function in source.functions}
    for offset, decl in sorted(source.references.items(), key=lambda one: one[0]):
        if decl.kind != "function" or decl.file or decl.offset not in own or source.in_function(offset):
            continue
        index = source.index_at(offset)
        if source.text(index + 1) == b"(" or decl.offset == offset:  # a declaration; calls: load_time.py
            continue
        if _is_unevaluated(source, index):
            continue
        first = index
        while first > 0 and source.text(first - 1) not in (b";", b""):
            first -= 1
        declared = (d for i in range(first, index) for d in source.decls(i) if d.offset == source.code[i].start)
        name = next((d.name for d in declared if d.kind == "variable" and not d.file), decl.name)
        reason = f"L169: {name} refers to {own[decl.offset]} outside of functions, and does not come along"
        found.setdefault(first, FunctionResult(name, "", Status.REFUSED, reason, span=source.code[index].span))
    return list(found.values())


def exported_variables(unit: TranslationUnit) -> list[FunctionResult]:
    """Variables of the file that other sources and programs may read or change, of which the unified library has none."""
    source, found = unit.source, list[FunctionResult]()
    defined = {offset: decl for offset, decl in source.globals if decl.offset == offset and not decl.file}
    outer = outer_tokens(source) if defined else ()
    for offset, decl in defined.items():
        first = index = source.index_at(offset)
        if index not in outer:
            continue
        while source.text(first - 1) not in (b";", b"}", b"{", b""):
            first -= 1
        words = {source.text(i) for i in range(first, index)}
        extern = b"extern" in words and source.text(index + 1) != b"="
        constant = _CONSTANT.fullmatch(decl.canonical or decl.type)
        if extern or constant or words & _INTERNAL or _in_unnamed(source, index):
            continue
        name = source.text(index).decode("utf-8", "replace")
        reason = (
            f"{_NOT_CONVERTED}: {name} is a variable that other sources may use; make it static, or move it by hand"
        )
        found.append(FunctionResult(name, "", Status.REFUSED, reason, span=source.code[index].span))
    return found


_INTERNAL = frozenset((b"static", b"constexpr", b"template"))
_CONSTANT = re.compile(r"const [^*&]*|.*\*\s*const(?:\[\d*\])*")


def _in_unnamed(source: Source, index: int) -> bool:
    """Whether a token stands in a namespace without a name."""
    return any(
        source.text(at + 1) == b"{" and at < index < source.pairs.get(at + 1, 0)
        for at in source.places.get(b"namespace", ())
    )


def _is_unevaluated(source: Source, index: int) -> bool:
    """Whether a name only says a type or a size."""
    while index > 0 and source.text(index - 1) in (b"&", b"(", b"::"):
        index -= 1
    return source.text(index - 1) in (b"decltype", b"sizeof", b"static_assert", b"noexcept", b"typeof", b"__typeof__")


def other_names(unit: TranslationUnit) -> list[FunctionResult]:
    """What gives functions further names, or is assembly, outside of functions: no declaration that the rules read says it."""
    source, found = unit.source, list[FunctionResult]()
    for word in _FURTHER_NAMES:
        for index in source.where(word, 0, len(source.code)):
            function = source.function_at(source.code[index].start)
            called = source.text(index + 1) == b"(" and source.code[index + 2].kind == Kind.STRING
            if called and (function is None or index < function.open_brace):
                span = source.code[index].span
                reason = f"{_NOT_CONVERTED}: {word.decode()} outside of functions is not converted; what it names keeps no form"
                found.append(FunctionResult(word.decode(), "", Status.REFUSED, reason, span=span))
    for directive in source.tree.others:
        if directive.keyword == b"pragma" and directive.argument.startswith((b"weak", b"redefine_extname")):
            reason = f"{_NOT_CONVERTED}: #pragma {directive.argument.decode('utf-8', 'replace')} is not converted"
            found.append(FunctionResult("#pragma", "", Status.REFUSED, reason, span=directive.token.span))
    return found


def operators_of_headers(unit: TranslationUnit, sources: Collection[str]) -> list[FunctionResult]:
    """Operators that a header defines which the file includes: nothing converts them, but where the header is one of the `sources`."""
    own = {function.name for function in unit.source.functions}
    found: dict[tuple[str, str], FunctionResult] = {}
    for source in (unit.source, unit.original or unit.source):
        for decl in (decl for facts in source.facts for decl in facts.brought):
            if decl.name in own or decl.file in sources or not _is_operator(unit, decl):
                continue
            header = decl.file.rpartition("/")[2]
            reason = f"{decl.name} is an operator that {header} defines, of which nothing is converted; write it into a source"
            span = _include_of(unit.source, header)
            found[decl.file, decl.name] = FunctionResult(
                decl.name, "", Status.REFUSED, f"{_NOT_CONVERTED}: {reason}", span=span
            )
    return list(found.values())


def _is_operator(unit: TranslationUnit, decl: Decl) -> bool:
    """Whether a function is called like one, gives a status and has a handle, and no other rule says what it is."""
    rules, (result, _, parameters) = unit.rules, decl.type.partition("(")
    known = (rules.launch, rules.calls, rules.provided, rules.infrastructure)
    types = [one.strip() for one in parameters.rpartition(")")[0].split(",")]
    called = rules.operator(decl.name) is not None and result.strip() in rules.status_types
    return called and rules.handle_position(types) >= 0 and not any(decl.name in one for one in known)


def _include_of(source: Source, header: str) -> Span:
    """Where a file includes a header; its beginning, where another header does."""
    includes = (one for one in source.tree.others if one.keyword in (b"include", b"import"))
    named = (one.token.span for one in includes if header.encode() in one.argument)
    return next(named, Span(0, 1))


_FURTHER_NAMES = (
    b"asm",
    b"__asm__",
    b"__asm",
    b"alias",
    b"__alias__",
    b"ifunc",
    b"__ifunc__",
    b"weakref",
    b"__weakref__",
)


def _definitions(source: Source) -> Iterator[Decl]:
    for facts in source.facts:
        yield from facts.definitions


def _function_of(source: Source, decl: Decl) -> Function | None:
    function = source.function_at(decl.offset)
    named = function is not None and function.name_offset(source) == decl.offset and function.name == decl.name
    return function if named else None  # a macro may make the name


def _owner(source: Source, types: Mapping[bytes, LocalType], decl: Decl) -> LocalType | None:
    spans = {declared.first: declared for declared in types.values()}
    inside = (declared for declared in spans.values() if declared.span(source).start <= decl.offset)
    return next((declared for declared in inside if decl.offset < declared.span(source).end), None)


def _kind(decl: Decl) -> str:
    return {"method": "member function", "template": "function template"}.get(
        decl.kind, "definition that a macro makes or of an unusual form"
    )


def body_digest(source: Source, function: Function) -> str:
    """Digest of a definition's tokens, whatever its parameters and white space are called and how it is written."""
    parameters = [source.text(p.name_index) for p in source.parameters(function)]
    tokens = source.code[function.open_paren : function.close_brace + 1]
    texts = [b"@%d" % parameters.index(t.text) if t.text in parameters else t.text for t in tokens]
    return hashlib.sha256(b"\0".join(texts)).hexdigest()[:12]


def compiled(source: Source, function: Function) -> bool:
    """Whether any chip's compiler sees the body of a function; without a compiler every one counts."""
    offset = function.name_offset(source)
    if compiled not in source.memo:
        source.memo[compiled] = {decl.offset for decl in _definitions(source)}
    if not source.facts or offset in source.memo[compiled]:
        return True
    # In an extern "C" or a namespace that a header opens.
    own = source.decls(function.name_index)
    return any(decl.kind == "function" and decl.offset == offset and not decl.file for decl in own)


def check_complete(source: Source, functions: Sequence[FunctionResult]) -> None:
    """Raises InternalError where a definition that a compiler saw is not in the report."""
    spans = [function.span for function in functions if function.span]
    for decl in _definitions(source):
        if not any(span.start <= decl.offset < span.end for span in spans):
            place = source.lines.location(source.path, decl.offset)
            raise InternalError(
                f"{place}: the compiler sees the function {decl.name} here, and the report does not name it"
            )
