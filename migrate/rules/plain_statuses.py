"""Operators that answer with an int, a bool or nothing: what they return, and what is asked of them, becomes a status by name."""

from __future__ import annotations

from collections.abc import Iterator

from migrate.frontend.lex import Kind
from migrate.model import EditKind
from migrate.rules.context import Context
from migrate.rules.registry import Rule, whole_function

PLAIN = frozenset(("void", "bool", "int", "long", "unsigned", "char", "short"))
_AROUND = (b"&&", b"||")


def _rewrite(ctx: Context, _: None) -> None:
    plain = ctx.rules.status_types & PLAIN
    if not plain or not ctx.handle:
        return
    variables = _variables(ctx)
    for index in variables.values():
        ctx.replace_token(index, ctx.rules.unified.status, EditKind.RETURN_TYPE, "plain-status")
    first, last = ctx.function.body
    for index in ctx.source.calls(first, last):
        if _answers(ctx, index) and index not in ctx.claimed:
            _use(ctx, index, ctx.source.pairs[index + 1] + 1, variables)
    for name, declared in variables.items():
        for index in ctx.source.where(name, first, last):
            if index != declared + 1 and ctx.source.text(index - 1) not in (b".", b"->"):
                _use(ctx, index, index + 1, variables)
    if _returns(ctx) in plain:
        _results(ctx, variables)


def _returns(ctx: Context) -> str:
    return ctx.source.text(ctx.function.name_index - 1).decode("utf-8", "replace")


def _answers(ctx: Context, index: int) -> bool:
    """Whether a call gives a status: an operator, a launch, or a memory function."""
    name = ctx.source.text(index).decode("utf-8", "replace")
    if name in ctx.rules.launch:
        return True
    if name in ctx.rules.calls:
        return ctx.rules.calls[name].answers
    prototype = ctx.prototypes.get(name)
    if prototype is None or not prototype.result:
        return False
    takes = ctx.rules.handle_position([parameter.type for parameter in prototype.parameters]) >= 0
    return takes and prototype.result.split()[-1] in ctx.rules.status_types


def _variables(ctx: Context) -> dict[bytes, int]:
    """Variables that hold nothing but statuses: name -> code index of the type they are declared with."""
    source, found = ctx.source, dict[bytes, int]()
    first, last = ctx.function.body
    for index in range(first, last):
        word = source.text(index).decode("utf-8", "replace")
        declares = (
            word in PLAIN and source.code[index + 1].kind == Kind.IDENT and source.text(index - 1) in (b";", b"{", b"}")
        )
        if not declares or source.text(index + 2) not in (b"=", b";"):
            continue
        name = source.text(index + 1)
        given = [i + 1 for i in source.where(b"=", first, last) if source.text(i - 1) == name]
        if given and any(_answers(ctx, start) for start in given) and name not in found:
            found[name] = index
    return found


def _use(ctx: Context, first: int, last: int, variables: dict[bytes, int]) -> None:
    """What is asked of a status in code tokens [first, last)."""
    source, form = ctx.source, ctx.rules.unified
    before, after = source.text(first - 1), source.text(last)
    while before == b"(" and after == b")" and source.code[first - 2].kind != Kind.IDENT:
        first, last = first - 1, last + 1
        before, after = source.text(first - 1), source.text(last)
    if after in (b"==", b"!=") or before in (b"==", b"!="):
        other = last + 1 if after in (b"==", b"!=") else first - 2
        if not _literal(ctx, other):
            _refuse(ctx, first, f"it is compared with {source.text(other).decode('utf-8', 'replace')}")
    elif after in (b"<", b">=") and source.text(last + 1) == b"0" and _negative(ctx):
        operator = "!=" if after == b"<" else "=="
        ctx.drop(last, last + 2, f"{operator} {form.success}", EditKind.HELPER, "plain-status")
    elif after == b"=":
        if not (_literal(ctx, last + 1) or _answers(ctx, last + 1)):
            _refuse(ctx, first, "it is given another value")
    elif (
        (before == b"=" and (source.text(first - 2) in variables or _declared_status(ctx, first - 2)))
        or (before in (b";", b"{", b"}", b")", b"else", b":") and after == b";")
        or (before == b"return" and after == b";" and _returns(ctx) in ctx.rules.status_types)
        or (before == b"(" and after == b")" and _macro(ctx, first - 2) in ctx.rules.safe_calls)
    ):
        return
    elif before in (b"(", b"!", *_AROUND) and after in (b")", b"?", *_AROUND):
        negated = before == b"!"
        sense = _true_is_success(ctx, first, variables)
        if sense is None:
            _refuse(ctx, first, "whether true is success is not known")
            return
        good = sense != negated
        alone = after == b")" and source.text(first - 2 if negated else first - 1) == b"("
        opening, closing = ("", "") if alone else ("(", ")")
        if negated:
            ctx.drop(first - 1, first, opening, EditKind.HELPER, "plain-status")
        elif opening:
            ctx.insert(source.code[first].start, opening, EditKind.HELPER, "plain-status")
        ctx.insert(
            source.code[last - 1].end,
            f" {'==' if good else '!='} {form.success}{closing}",
            EditKind.HELPER,
            "plain-status",
        )
    else:
        _refuse(ctx, first, "it is used as a number")


def _true_is_success(ctx: Context, first: int, variables: dict[bytes, int]) -> bool | None:
    """What a status means as a truth value, by its legacy type."""
    source, success = ctx.source, ctx.rules.success
    while source.text(first) == b"(":
        first += 1
    prototype = ctx.prototypes.get(source.text(first).decode("utf-8", "replace"))
    if source.text(first) in variables:
        kind = source.text(variables[source.text(first)]).decode("utf-8", "replace")
    else:
        kind = prototype.result.split()[-1] if prototype and prototype.result else ""
    if kind not in PLAIN:
        return None
    if kind == "bool":
        return True if "true" in success else False if "false" in success else None
    return False if "0" in success else True if "1" in success else None


def _negative(ctx: Context) -> bool:
    """Whether all failures of the tree are negative, and 0 is success."""
    return "0" in ctx.rules.success and all(value.startswith("-") for value in ctx.rules.statuses)


def _declared_status(ctx: Context, index: int) -> bool:
    return ctx.source.text(index - 1).decode("utf-8", "replace") in ctx.rules.status_types - PLAIN


def _macro(ctx: Context, index: int) -> str:
    return ctx.source.text(index).decode("utf-8", "replace")


def _refuse(ctx: Context, index: int, why: str) -> None:
    name = ctx.source.text(index).decode("utf-8", "replace")
    ctx.refuse_at("L184", index, f"{name} is a status, and {why}; no rule says which status that is")


def _literal(ctx: Context, index: int) -> bool:
    """A number or word that stands for a status takes its name."""
    span = 2 if ctx.source.text(index) == b"-" else 1
    text = "".join(ctx.source.text(i).decode("utf-8", "replace") for i in range(index, index + span))
    unified = ctx.rules.statuses.get(text) or (ctx.rules.unified.success if text in ctx.rules.success else "")
    if unified and index not in ctx.claimed:
        ctx.drop(index, index + span, unified, EditKind.HELPER, "plain-status")
    return bool(unified)


def _results(ctx: Context, variables: dict[bytes, int]) -> None:
    source, form, function = ctx.source, ctx.rules.unified, ctx.function
    returns = source.where(b"return", *function.body)
    for index in returns:
        end = index + 1
        while source.text(end) != b";":
            end = source.pairs.get(end, end) + 1
        if end == index + 1:
            ctx.insert(source.code[index].end, f" {form.success}", EditKind.RETURN_TYPE, "plain-status")
        elif _value(ctx, index + 1, end, variables):
            continue
        elif _returns(ctx) == "bool" and "false" in ctx.rules.statuses:
            ctx.insert(source.code[index + 1].start, "(", EditKind.RETURN_TYPE, "plain-status")
            text = f") ? {form.success} : {ctx.rules.statuses['false']}"
            ctx.insert(source.code[end - 1].end, text, EditKind.RETURN_TYPE, "plain-status")
        else:
            _refuse(ctx, index + 1, "it is returned")
    if _returns(ctx) == "void" and not (
        returns and source.text(function.close_brace - 1) == b";" and _last(ctx, returns[-1])
    ):
        at = source.code[function.close_brace].start
        ctx.insert(at, f"    return {form.success};\n", EditKind.RETURN_TYPE, "plain-status")


def _last(ctx: Context, index: int) -> bool:
    """Whether a return is the function's last statement."""
    return (
        ctx.source.text(index + 1) == b";"
        and index + 2 == ctx.function.close_brace
        and ctx.source.text(index - 1) in (b";", b"{", b"}")
    )


def _value(ctx: Context, first: int, last: int, variables: dict[bytes, int]) -> bool:
    """Whether what is returned is a status already, or a literal that stands for one."""
    source = ctx.source
    while source.text(first) == b"(" and source.pairs.get(first) == last - 1:
        first, last = first + 1, last - 1
    if last - first <= 2 and _literal(ctx, first):
        return True
    if last - first == 1 and source.text(first) in variables:
        return True
    return _answers(ctx, first) and source.text(first + 1) == b"(" and source.pairs.get(first + 1) == last - 1


def _matches(ctx: Context) -> Iterator[None]:
    return iter(whole_function(ctx)) if ctx.rules.status_types & PLAIN and ctx.handle else iter(())


PLAIN_STATUSES = Rule(
    "plain-statuses",
    "Edits 2 and 7: an operator's int, bool or nothing becomes the status type, by the names that the rules give its values.",
    _matches,
    _rewrite,
    after=("signature",),
    diagnostics=("L184",),
    cases=("plain_statuses",),
)
