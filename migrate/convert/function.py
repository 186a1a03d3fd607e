"""One function from its legacy to its unified form: all rules in their order, then one verdict."""

from __future__ import annotations

import traceback
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from migrate.convert.format import reflow_signature, reindent
from migrate.convert.selection import CONDITIONALS
from migrate.errors import MigrateError
from migrate.frontend.lex import Kind, identifiers, lex_whole
from migrate.frontend.prototypes import Prototype
from migrate.frontend.source import CONTROL, Function, Source
from migrate.frontend.statements import behind_value
from migrate.model import Edit, KernelRow, Refusal, Site, Span
from migrate.project.library_rules import LibraryRules
from migrate.rules.address_forms import is_sum_alone
from migrate.rules.address_reads import address_reads, before_in_statement, is_of_field, member_chain
from migrate.rules.context import Context, Launch, Passing
from migrate.rules.editset import apply
from migrate.rules.launches import rows_of
from migrate.rules.library import ALL
from migrate.rules.registry import ordered
from migrate.rules.tensor_uses import is_followed, may_be_set

RULES = ordered([*ALL, CONDITIONALS])
CHOSEN = ("one-chip", "different")  # relations of bodies that ask the kernel table which chip it is


@dataclass(frozen=True)
class Converted:
    """What became of one function. `text` is the definition as it goes to its family, empty where it was refused."""

    function: Function
    unified: str
    source_text: bytes  # the legacy definition
    text: bytes
    declaration: bytes
    edits: tuple[Edit, ...]
    sites: tuple[Site, ...]
    refusals: tuple[Refusal, ...]
    launches: tuple[Launch, ...]
    rows: tuple[KernelRow, ...]
    relation: str
    operator: bool
    optional: tuple[str, ...]
    differences: tuple[tuple[str, int, str], ...]
    dropped_comments: tuple[Span, ...]
    implementing: tuple[str, ...]
    conversions: frozenset[str]
    includes: tuple[str, ...] = ()  # headers of the system that it needs beside those of the unified headers
    headers: tuple[str, ...] = ()  # all headers of the system that it needs beside <stddef.h> and <stdint.h>
    needs: frozenset[str] = frozenset()  # what its callers would have to pass to it
    asks: bool = False  # whether it asks an address of anything whether it is there
    physical: frozenset[int] = frozenset()  # offsets of integers declared here that a translated address is given to
    address_fields: frozenset[str] = frozenset()  # fields of structs that one is given to
    offsets: tuple[
        tuple[int, int], ...
    ] = ()  # code tokens of addresses that an offset is added to, not known to be there

    def refused(self, refusal: Refusal) -> Converted:
        """The function for a person to finish: without what would have been written of it."""
        return replace(self, refusals=(*self.refusals, refusal), text=b"", declaration=b"", rows=())


def convert_function(
    source: Source,
    function: Function,
    rules: LibraryRules,
    prototypes: Mapping[str, Prototype],
    internals: Collection[str] = (),
    layout: bool = True,
    passing: Passing | None = None,
) -> Converted:
    """`layout` False leaves the white space as it is, for those who only look at tokens."""
    ctx = Context(source, function, rules, prototypes, internals, passing)
    if function.name in CONTROL:
        ctx.refuse("L104", function.span, "a conditional cuts a block, so where the function ends is not known")
        return _finish(ctx, False)
    if not _balanced(source, function):
        ctx.refuse("L104", function.span, "brackets do not match inside the function, so its statements are not known")
        return _finish(ctx, False)
    try:
        for rule in RULES:
            rule.apply(ctx)
    except MigrateError:
        raise
    except RecursionError:
        ctx.refuse("L106", function.span, "expressions or statements are nested too deeply to be followed")
        return _finish(ctx, False)
    except Exception as error:  # a defect of the rules: this function is not half converted, and the others still are
        message = f"internal error: {type(error).__name__}: {error}"
        ctx.refusals.append(Refusal("L105", function.span, message, None, function.name, traceback.format_exc()))
        return _finish(ctx, False)
    return _finish(ctx, layout)


def _balanced(source: Source, function: Function) -> bool:
    first, last = bisect_left(source.brackets, function.first), bisect_right(source.brackets, function.close_brace)
    for index in source.brackets[first:last]:
        partner = source.pairs.get(index)
        if partner is None or not function.first <= partner <= function.close_brace:
            return False
    return True


def _finish(ctx: Context, layout: bool) -> Converted:
    function, rules, source = ctx.function, ctx.rules, ctx.source
    operator = ctx.handle is not None
    known = rules.function(function.name, ctx.internal) if operator else rules.name(function.name)
    unified = known or function.name
    text = declaration = b""
    if not ctx.refusals:
        text, declaration = _render(ctx) if layout else (ctx.rewritten(function.span), b"")
        left = legacy_left(text, rules)
        if left:
            ctx.refuse("L115", function.span, f"legacy names would be left over: {', '.join(left)}")
            text = declaration = b""
    _leave_consequences(ctx)
    asked = operator or ctx.relation in CHOSEN
    rows = rows_of(ctx, ctx.implementing, ctx.follows) if asked and not ctx.refusals else ()
    return Converted(
        function,
        unified,
        source.data[function.span.start : function.span.end],
        text,
        declaration,
        ctx.edits.inside(Span(function.lead.start, function.span.end)),
        tuple(ctx.sites),
        tuple(ctx.refusals),
        tuple(ctx.launches),
        rows,
        ctx.relation,
        operator,
        _optional(ctx, source) if layout else (),
        tuple(ctx.notes.differences),
        tuple(s for s in ctx.dropped_comments if source.data[s.start : s.end] not in text),
        tuple(c.name for c in ctx.implementing),
        frozenset(ctx.conversions),
        needs=frozenset(ctx.needs),
        asks=bool(ctx.tested),
        physical=frozenset(ctx.notes.physical),
        address_fields=frozenset(ctx.notes.address_fields),
        offsets=tuple(ctx.notes.offsets),
    )


def _leave_consequences(ctx: Context) -> None:
    """Without refusals that only follow from another one at the same place: what cuts a statement, what an unknown call is given, and a kernel's name
    that is not known say more."""
    source = ctx.source
    cuts = [r.span for r in ctx.refusals if r.id in ("L153", "L111")]
    told = [source.index_at(r.span.start) for r in ctx.refusals if r.id in ("L125", "L111")]
    given = {_called_around(source, index) for index in told}

    def follows(refusal: Refusal) -> bool:
        index = source.index_at(refusal.span.start)
        if refusal.id == "L116":
            return index in given
        return refusal.id in ("L102", "L118") and any(_statement(source, index).overlaps(cut) for cut in cuts)

    ctx.refusals[:] = [refusal for refusal in ctx.refusals if not follows(refusal)]


def _called_around(source: Source, index: int) -> int:
    """Code index of the function in whose arguments a token stands."""
    while index > 0 and source.text(index - 1) not in (b"(", b"{", b";"):
        index = source.pairs[index - 1] if source.text(index - 1) in (b")", b"]", b"}") else index - 1
    return index - 2


def _statement(source: Source, index: int) -> Span:
    """The text from the end of the statement before a token to the end of its own."""
    first = last = index
    while first > 0 and source.text(first - 1) not in (b";", b"{", b"}"):
        first -= 1
    while last < len(source.code) - 1 and source.text(last) not in (b";", b"{", b"}"):
        last += 1
    return Span(source.code[first].start, source.code[last].end)


def _render(ctx: Context) -> tuple[bytes, bytes]:
    """Definition and declaration with the white space of the unified tree."""
    source, function = ctx.source, ctx.function
    brace = source.code[function.open_brace].start
    head = apply(source.data, ctx.edits.inside(Span(function.span.start, brace)), Span(function.span.start, brace))
    rest = Span(brace, function.span.end)
    body = apply(source.data, ctx.edits.inside(rest), rest)
    lead = source.data[function.lead.start : function.lead.end]
    head, behind = _without_comments_behind(head)
    signature = reflow_signature(head)
    definition = reindent(lead) if lead.strip() else b""
    messages = {name.encode() for name in (*ctx.rules.checks, *ctx.rules.safe_calls, *ctx.rules.aborts)}
    spelling = source.table.spelling - messages  # what a check says of its condition is no part of what it does
    definition += signature + b"\n" + behind + reindent(body, spelling=spelling)
    return definition, signature + b";\n"


def _without_comments_behind(head: bytes) -> tuple[bytes, bytes]:
    """What stands before a body, and the comments at its end, a line each: a declaration ends with a semicolon."""
    tokens = lex_whole(head)
    last = len(tokens)
    while last and tokens[last - 1].kind == Kind.COMMENT:
        last -= 1
    behind = b"".join(token.text.rstrip() + b"\n" for token in tokens[last:])
    return (head[: tokens[last].start].rstrip() if behind else head), behind


def legacy_left(text: bytes, rules: LibraryRules) -> list[str]:
    """Legacy names in the code of a converted text; comments may name what they like."""
    names = (name.decode("utf-8", "replace") for name in identifiers(text))
    return [name for name in names if rules.has_legacy_form(name)]


def _asked(ctx: Context, first: int, last: int) -> set[bytes]:
    """Parameters that an expression whose address is asked for stands for: itself, or what a reference, pointer or copy was made of; none where
    that is not known."""
    source = ctx.source
    parameters = {source.text(p.name_index) for p in ctx.parameters}
    pending, seen = _names(source, first, last), set[bytes]()
    while pending:
        name = pending.pop()
        if name in seen or name in parameters:
            seen.add(name)
            continue
        seen.add(name)
        for index in source.where(name, *ctx.function.body):
            at = index + 1
            while source.text(at) == b"[":
                at = source.pairs[at] + 1
            if source.text(at) not in (b"=", b"{", b"(", b":"):
                continue
            end = at
            while source.text(end) != b";" and end < ctx.function.close_brace and source.pairs.get(end, end) >= end:
                end += 1
            pending += _names(source, index + 1, end)
    followed = all(
        is_followed(source, ctx.rules, ctx.function, name)
        and not any(may_be_set(source, ctx.rules, ctx.function, i) for i in source.where(name, *ctx.function.body))
        for name in seen - parameters
    )
    return seen & parameters if followed else set()


def _names(source: Source, first: int, last: int) -> list[bytes]:
    return [source.text(i) for i in range(first, last) if source.code[i].kind == Kind.IDENT]


def _object(source: Source, start: int) -> int:
    """Where an expression ends of which a member is asked, or that is asked itself: `x`, `*x`, `( a ? x : y )`, `( type ) x`."""
    last = start
    while source.text(last) in (b"*", b"&", b"("):
        last = source.pairs[last] + 1 if source.text(last) == b"(" else last + 1
    last += source.code[last].kind == Kind.IDENT
    while source.text(last) == b"[":
        last = source.pairs[last] + 1
    return last


def _tested_variables(ctx: Context) -> list[int]:
    """Where a variable that holds a translated address, or what was made of one, is used otherwise than to move it on: it may be asked about."""
    source, holding = ctx.source, _holding(ctx)
    found = [i for name in holding for i in source.where(name, *ctx.function.body) if not _only_moves(ctx, i)]
    for index in source.macro_names(*ctx.function.body) if holding else ():
        if not holding.isdisjoint(source.table.words(source.text(index))):
            found.append(index)
    return found


def _only_moves(ctx: Context, index: int) -> bool:
    """Whether a variable is declared or set here, or its value is given on, perhaps with an offset."""
    source, last = ctx.source, index + 1
    if source.text(index - 1) in (b".", b"->"):
        return True  # a member of that name
    while source.text(last) == b"[":
        last = source.pairs[last] + 1
    after = source.text(last)
    declared = any(d.offset == source.code[index].start and not d.file for d in source.decls(index))
    opener, equals = before_in_statement(source, index)
    if after in (b"=", b"+=", b"-=") or (declared and after in (b";", b",", b"{")):
        return opener < 0
    return opener < equals and is_sum_alone(source, equals)


def _is_result(ctx: Context, index: int) -> bool:
    """Whether a variable is given what a call gives, or given to a call that may set it: which addresses its fields have is not followed."""
    source = ctx.source
    for at in source.where(source.text(index), *ctx.function.body):
        if may_be_set(source, ctx.rules, ctx.function, at):
            return True
        end = at + 2
        while source.text(at + 1) == b"=" and source.text(end) not in (b";", b","):
            if source.text(end) == b"(" and source.code[end - 1].kind == Kind.IDENT:
                return True
            end = source.behind(end) if source.text(end) != b"(" else end + 1
    return False


def _holding(ctx: Context) -> set[bytes]:
    """Names of the variables with a translated address, and of those that are given one of them."""
    source = ctx.source
    names = {source.text(source.index_at(offset)) for offset in ctx.notes.physical}
    before = 0
    while before < len(names):
        before = len(names)
        for index in source.where(b"=", *ctx.function.body):
            decl = source.fact(index - 1)
            if decl is None or decl.kind != "variable" or source.text(index - 1) in names:
                continue
            end = index + 1
            while source.text(end) not in (b";", b",", b""):
                end = source.behind(end)
            if any(source.where(name, index + 1, end) for name in list(names)):
                names.add(source.text(index - 1))
    return names


def _tested_fields(ctx: Context) -> Iterator[set[bytes]]:
    """Of each field with a translated address that is read: what the function gives it; nothing where it does not."""
    source, body = ctx.source, ctx.function.body
    for first, field in address_reads(source, ctx.rules, ctx.function, ctx.notes.address_fields):
        given: set[bytes] = set()
        for other in source.where(field, *body) if not _is_result(ctx, first) else ():
            _, equals = member_chain(source, other)
            if source.text(equals) != b"=":
                continue
            if is_of_field(source, ctx.rules, equals + 1):
                given.clear()
                break
            given |= _asked(ctx, equals + 1, behind_value(source, equals + 1))
        yield given


def _optional(ctx: Context, source: Source) -> tuple[str, ...]:
    """Tensor parameters that the body or the rules treat as optional: their address is compared with 0."""
    kinds = tuple(ctx.rules.tensor_types)
    tensors = [source.text(p.name_index) for p in ctx.parameters if any(kind in p.type for kind in kinds)]
    found = [n.encode() for n in ctx.rules.optional.get(ctx.function.name, ())]
    field = ctx.rules.address_field.encode()
    first, last = ctx.function.body
    for name in tensors:
        for index in source.where(name, first, last - 3):
            compared = source.text(index + 3) in (b"!=", b"==") or source.text(index - 1) in (b"!=", b"==", b"!")
            if name not in found and source.text(index + 2) == field and compared:
                found.append(name)
    for names in _tested_fields(ctx):
        found += [name for name in tensors if name in names] if names else tensors
    for start in sorted([*ctx.tested, *_tested_variables(ctx)]):
        # Of what comes from elsewhere, nobody knows what it stands for.
        found += _asked(ctx, start, _object(source, start)) or tensors
    return tuple(n.decode("utf-8", "replace") for n in tensors if n in found)
