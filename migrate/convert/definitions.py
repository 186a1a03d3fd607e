"""Every function that a compiler sees a body of is in the report: those that the rules deal with, and these others."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence

from migrate.convert.translation_unit import TranslationUnit
from migrate.errors import InternalError
from migrate.frontend.clang import Decl
from migrate.frontend.source import Function, Source
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


def _definitions(source: Source) -> Iterator[Decl]:
    for facts in source.facts:
        yield from facts.definitions


def _function_of(source: Source, decl: Decl) -> Function | None:
    function = source.function_at(decl.offset)
    return function if function and function.name_offset(source) == decl.offset else None


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
    return not source.facts or any(decl.offset == offset for decl in _definitions(source))


def check_complete(source: Source, functions: Sequence[FunctionResult]) -> None:
    """Raises InternalError where a definition that a compiler saw is not in the report."""
    spans = [function.span for function in functions if function.span]
    for decl in _definitions(source):
        if not any(span.start <= decl.offset < span.end for span in spans):
            place = source.lines.location(source.path, decl.offset)
            raise InternalError(
                f"{place}: the compiler sees the function {decl.name} here, and the report does not name it"
            )
