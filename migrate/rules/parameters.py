"""Parameters that a rule reorders, inserts, drops or converts: in the operator's declaration, and where other operators call it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from migrate.frontend.lex import Kind
from migrate.model import EditKind, Span
from migrate.project.library_rules import ParameterRule, SignatureRule
from migrate.rules.context import Context
from migrate.rules.placing import WHOLE, PlacedCall, beside, place
from migrate.rules.registry import Rule, whole_function
from migrate.rules.signature import declared_handle

ArrangedCall = tuple[str, list[tuple[int, int]]]  # the operator, its arguments as code indices


def _rewrite_parameters(ctx: Context, _: None) -> None:
    """The declaration; what the body expects under the old names is declared at its beginning."""
    rule = ctx.rules.signatures.get(ctx.function.name)
    if rule is None or not rule.parameters or not ctx.handle:
        return
    own = ctx.own_parameters
    if not _complete(ctx, rule, len(own)):
        return
    texts, locals_ = [], []
    for entry in rule.parameters:
        if entry.position is None:
            texts.append(entry.declaration)
            continue
        parameter = own[entry.position - 1]
        name = ctx.source.text(parameter.name_index).decode("utf-8", "replace")
        kind = _spelled(ctx, parameter.first, parameter.name_index)
        if not entry.type:
            texts.append(_spelled(ctx, parameter.first, parameter.last))
            continue
        texts.append(f"{entry.type} {name}_given")
        locals_.append(f"{kind} {name} = {entry.convert.replace('{}', name + '_given')};")
    for position, value in rule.dropped.items():
        parameter = own[position - 1]
        locals_.append(f"{_spelled(ctx, parameter.first, parameter.last)} = {value};")
    first, last = own[0].first, own[-1].last
    if ctx.handle_position:  # it stands behind or between the others: all of them are written anew
        first, last = ctx.parameters[0].first, ctx.parameters[-1].last
        ctx.edits.remove_inside(_span(ctx, first, last))
        texts.insert(0, declared_handle(ctx))
    ctx.drop(first, last, ", ".join(texts), EditKind.NAME, "parameters")
    ctx.claimed.update(range(first, last))
    ctx.notes.locals = tuple(locals_)


def _named(rule: SignatureRule) -> list[int]:
    """The positions that a rule keeps or gives a value."""
    return sorted([*(p.position for p in rule.parameters if p.position is not None), *rule.dropped])


def _complete(ctx: Context, rule: SignatureRule, count: int) -> bool:
    """Every parameter is either kept once or given a value."""
    wanted = _named(rule)
    if wanted == list(range(1, count + 1)):
        return True
    message = (
        f"the rule of {ctx.function.name} names the parameters {wanted}; the function has 1 to {count}, each to be kept "
        "once or given a value under `dropped`"
    )
    ctx.refuse_at("L174", ctx.function.name_index, message)
    return False


def _spelled(ctx: Context, first: int, last: int) -> str:
    """Tokens in their unified form, with the white space they have."""
    source, text, end = ctx.source, "", ctx.source.code[first].start
    for index in range(first, last):
        token = source.code[index]
        name = token.text.decode("utf-8", "replace")
        unified = ctx.rules.name(name) if token.kind == Kind.IDENT else None
        text += (" " if token.start > end else "") + (unified or name)
        end = token.end
    return text


def _arranged_calls(ctx: Context) -> Iterator[ArrangedCall | PlacedCall]:
    """Calls whose arguments change their order: by a rule of their form, and of operators whose parameters a rule arranges."""
    yield from sorted(ctx.notes.placed, key=lambda call: -call.first)  # inner ones first
    for name, arguments in ctx.notes.arranged:
        if ctx.rules.signatures[name].parameters and arguments:
            yield name, arguments


def _arrange(ctx: Context, call: ArrangedCall | PlacedCall) -> None:
    if isinstance(call, PlacedCall):
        place(ctx, call)
        return
    name, arguments = call
    rule = ctx.rules.signatures[name]
    first, last = arguments[0][0], arguments[-1][1]
    if _named(rule) != list(range(1, len(arguments) + 1)):
        ctx.refuse_at("L174", first, f"the rule of {name} does not fit this call of {len(arguments)} arguments")
        return
    text = ", ".join(_argument(ctx, entry, arguments) for entry in rule.parameters)
    ctx.edits.remove_inside(_span(ctx, first, last))
    ctx.drop(first, last, text, EditKind.HELPER, "parameters")


def _argument(ctx: Context, entry: ParameterRule, arguments: Sequence[tuple[int, int]]) -> str:
    if entry.position is None:
        return entry.value
    first, last = arguments[entry.position - 1]
    text = ctx.rewritten(_span(ctx, first, last)).decode("utf-8", "surrogateescape")
    if not entry.argument:
        return text
    words, pieces = [ctx.source.text(i) for i in range(first, last)], entry.argument.split("{}")
    found = pieces[0]
    for number, piece in enumerate(pieces[1:], 1):
        opening, closing = beside("{}".join(pieces[:number]), "{}".join(pieces[number:]), WHOLE, words)
        found += opening + text + closing + piece
    return found


def _span(ctx: Context, first: int, last: int) -> Span:
    return Span(ctx.source.code[first].start, ctx.source.code[last - 1].end)


PARAMETERS = Rule(
    "parameters",
    "A rule for one function's parameters; what the body expects under the old names is declared at its beginning.",
    whole_function,
    _rewrite_parameters,
    after=("signature",),
    diagnostics=("L174",),
    cases=("signatures",),
)
ARRANGED_CALLS = Rule(
    "arranged-calls",
    "Calls of operators whose parameters a rule arranges, after everything inside the arguments has its unified form.",
    _arranged_calls,
    _arrange,
    after=("argument-scopes", "fields", "names", "scopes", "standard-scopes"),
    diagnostics=("L174",),
    cases=("signatures",),
)
