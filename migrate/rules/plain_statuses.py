"""Operators that answer with an int, a bool or nothing: what they return, and what is asked of them, becomes a status by name."""

from __future__ import annotations

from collections.abc import Iterator

from migrate.frontend.lex import Kind
from migrate.frontend.plain_types import PLAIN
from migrate.frontend.receivers import receiver_start
from migrate.model import EditKind
from migrate.rules.context import Context
from migrate.rules.registry import Rule, whole_function

_DEDUCED = b"auto"
_AROUND = (b"&&", b"||")
_COMPARES = (b"==", b"!=")
_BEGINS = (b"(", *_AROUND, b"return", b"=", b",", b"?", b":", b";", b"{", b"}")  # before a whole comparison
_ENDS = (b")", *_AROUND, b",", b"?", b":", b";", b"==", b"!=", b"<", b">=", b"}")  # behind a whole operand


def _rewrite(ctx: Context, _: None) -> None:
    plain = ctx.rules.status_types & PLAIN
    if not plain or not ctx.handle:
        return
    declared = _declarations(ctx)
    variables = {ctx.source.text(index + 1): index for index in reversed(declared)}
    for index in declared:
        if ctx.source.text(index) != _DEDUCED:
            ctx.replace_token(index, ctx.rules.unified.status, EditKind.RETURN_TYPE, "plain-status")
        if ctx.source.text(index + 2) == b"=" and _called(ctx, index + 3) < 0:  # else its call is seen to
            _given(ctx, index + 1, index + 2, variables)
    first, last = ctx.function.body
    for index in ctx.source.calls(first, last):
        if _answers(ctx, index) and index not in ctx.claimed:
            start = receiver_start(ctx.source, index)
            _use(ctx, start if start >= 0 else index, ctx.source.pairs[index + 1] + 1, variables)
    for name in variables:
        for index in ctx.source.where(name, first, last):
            if index - 1 not in declared and ctx.source.text(index - 1) not in (b".", b"->"):
                _use(ctx, index, index + 1, variables)
    if _returns(ctx) in plain:
        _results(ctx, variables)


def _returns(ctx: Context) -> str:
    return ctx.source.text(ctx.function.name_index - 1).decode("utf-8", "replace")


def _answers(ctx: Context, index: int) -> bool:
    """Whether a call gives a status: an operator, a launch, or a memory function."""
    name = ctx.source.method_key(index) or ctx.source.text(index).decode("utf-8", "replace")
    if name in ctx.rules.launch:
        return True
    if name in ctx.rules.calls:
        return ctx.rules.calls[name].answers
    prototype = ctx.prototypes.get(name)
    if prototype is None or not prototype.result:
        return False
    takes = ctx.rules.handle_position([parameter.type for parameter in prototype.parameters]) >= 0
    return takes and prototype.result.split()[-1] in ctx.rules.status_types


def _called(ctx: Context, first: int) -> int:
    """The name that is called by an expression that begins at `first` and is nothing but a call which gives a status; -1 where it is another one."""
    source = ctx.source
    index = first
    while source.text(index + 1) in (b".", b"->", b"::"):
        index += 2
    if source.text(index + 1) != b"(" or not _answers(ctx, index):
        return -1
    return index if source.text(source.pairs[index + 1] + 1) in (b";", b",", b")") else -1


def _kind(ctx: Context, first: int, variables: dict[bytes, int]) -> str:
    """The legacy type of a status: of a variable as it is declared, of a call what the function gives, by the compiler or by its prototype."""
    source = ctx.source
    while source.text(first) == b"(":
        first += 1
    if source.text(first) in variables:
        declared = variables[source.text(first)]
        if source.text(declared) == _DEDUCED:
            return _kind(ctx, declared + 3, {})
        return source.text(declared).decode("utf-8", "replace")
    while source.text(first + 1) in (b".", b"->", b"::"):
        first += 2
    prototype = ctx.prototypes.get(source.text(first).decode("utf-8", "replace"))
    if prototype and prototype.result:
        return prototype.result.split()[-1]
    decls = (*source.every_fact(first), *source.decls(first))
    called = (decl for decl in decls if decl.kind in ("function", "method"))
    found = {decl.type.partition("(")[0].strip() for decl in called}
    return found.pop().split()[-1] if len(found) == 1 and all(found) else ""


def _same_kind(one: str, other: str) -> bool:
    """Whether success and failure are the same values of both types: a truth value's are another's than a number's."""
    return (one == "bool") == (other == "bool")


def _declarations(ctx: Context) -> list[int]:
    """Code indices of the types of variables that hold nothing but statuses."""
    source, found = ctx.source, list[int]()
    first, last = ctx.function.body
    for index in range(first, last):
        word = source.text(index).decode("utf-8", "replace")
        deduced = source.text(index) == _DEDUCED
        before = source.text(index - (2 if source.text(index - 1) == b"const" else 1))
        declares = (word in PLAIN or deduced) and source.code[index + 1].kind == Kind.IDENT
        if not declares or before not in (b";", b"{", b"}") or source.text(index + 2) not in (b"=", b";"):
            continue
        if not _declared_alone(ctx, index) or (deduced and _called(ctx, index + 3) < 0):
            continue
        name = source.text(index + 1)
        given = [i + 1 for i in source.where(b"=", first, last) if source.text(i - 1) == name]
        if given and any(_called(ctx, start) >= 0 for start in given):
            found.append(index)
    return found


def _declared_alone(ctx: Context, index: int) -> bool:
    """Whether a declaration has one variable: the type becomes another for all of them."""
    while ctx.source.text(index) not in (b";", b","):
        index = ctx.source.behind(index)
    return ctx.source.text(index) == b";"


def _use(ctx: Context, first: int, last: int, variables: dict[bytes, int]) -> None:
    """What is asked of a status in code tokens [first, last)."""
    source = ctx.source
    before, after = source.text(first - 1), source.text(last)
    while (
        before == b"("
        and after == b")"
        and (source.code[first - 2].kind != Kind.IDENT or source.text(first - 2) == b"return")
    ):
        first, last = first - 1, last + 1
        before, after = source.text(first - 1), source.text(last)
    if after in _COMPARES or before in _COMPARES:
        _compared(ctx, first, last, variables)
    elif after in (b"<", b">=") and source.text(last + 1) == b"0" and _negative(ctx):
        if before not in _BEGINS or source.text(last + 2) not in _ENDS or _kind(ctx, first, variables) == "bool":
            _refuse(ctx, first, "it is compared as a part of something else")
            return
        operator = "!=" if after == b"<" else "=="
        ctx.drop(last, last + 2, f"{operator} {ctx.rules.unified.success}", EditKind.HELPER, "plain-status")
    elif after == b"=":
        _given(ctx, first, last, variables)
    elif not _kept(ctx, first, last, variables):
        _truth(ctx, first, last, variables)


def _compared(ctx: Context, first: int, last: int, variables: dict[bytes, int]) -> None:
    """A comparison with a value that stands for a status. Of a truth value any failure is meant by the one that is not success."""
    source, kind = ctx.source, _kind(ctx, first, variables)
    behind = source.text(last) in _COMPARES
    operator = last if behind else first - 1
    other = last + 1 if behind else first - 2
    if not behind and source.text(other - 1) == b"-":
        other -= 1
    end = other + (2 if source.text(other) == b"-" else 1)
    outer, inner = (first - 1, end) if behind else (other - 1, last)
    if source.text(outer) not in _BEGINS or source.text(inner) not in _ENDS:
        _refuse(ctx, first, "it is compared as a part of something else")
        return
    failure = _spelled(ctx, other) in ctx.rules.statuses
    single = kind == "bool" or (kind in PLAIN and len(_failures(ctx)) == 1)  # who asks for it asks for any failure
    named = ctx.rules.statuses.get(_spelled(ctx, other), "")
    same = [text for text in _failures(ctx) if ctx.rules.statuses[text] == named]
    if failure and not single and len(same) > 1:
        _refuse(ctx, first, f"it is compared with {_spelled(ctx, other)}, one of {', '.join(same)} that become {named}")
    elif not _literal(ctx, other, kind, any_failure=single):
        _refuse(ctx, first, f"it is compared with {_spelled(ctx, other)}")
    elif single and failure:
        ctx.replace_token(operator, "!=" if source.text(operator) == b"==" else "==", EditKind.HELPER, "plain-status")


def _failures(ctx: Context) -> list[str]:
    """The numbers that the rules have as failures."""
    return [text for text in ctx.rules.statuses if text.lstrip("-").isdigit()]


def _given(ctx: Context, first: int, last: int, variables: dict[bytes, int]) -> None:
    """A variable that is given a value: a status, in a statement of its own, or in parentheses that something is asked of."""
    source = ctx.source
    end = last + 1
    while source.text(end) not in (b";", b",", b")", b""):
        end = source.behind(end)
    before = source.text(first - 1)
    if not (_literal(ctx, last + 1, _kind(ctx, first, variables), end) or _called(ctx, last + 1) >= 0):
        _refuse(ctx, first, "it is given another value")
    elif before == b"(" and source.code[first - 2].kind != Kind.IDENT and source.text(end) == b")":
        _use(ctx, first - 1, end + 1, variables)
    elif not _statement(ctx, first - 1) and before.decode("utf-8", "replace") not in PLAIN:
        _refuse(ctx, first, "it is given a value within something else")


def _statement(ctx: Context, index: int) -> bool:
    """Whether a token ends what stands before a statement: no header of a loop, no cast, no branch of `?:`."""
    source = ctx.source
    text = source.text(index)
    if text == b")":
        opener = source.pairs[index]
        void = index == opener + 2 and source.text(opener + 1) == b"void"
        return void or source.text(opener - 1) in (b"if", b"while", b"for", b"switch", b"constexpr")
    if text not in (b";", b"{", b"}", b"else", b"do", b":"):
        return False
    while text == b":" and source.text(index) not in (b";", b"{", b"}"):
        index = source.pairs[index] - 1 if source.text(index) in (b")", b"]") else index - 1
        if source.text(index) == b"?":
            return False
    while text == b";" and index > ctx.function.open_brace:
        index = source.pairs[index] - 1 if source.text(index) in (b")", b"]", b"}") else index - 1
        if source.text(index) in (b"(", b"{"):
            return source.text(index) == b"{"
    return True


def _kept(ctx: Context, first: int, last: int, variables: dict[bytes, int]) -> bool:
    """Whether a status is handed on as it is, to a variable, to the caller, to a macro that tests it, or to nobody."""
    source, kind = ctx.source, _kind(ctx, first, variables)
    before, after = source.text(first - 1), source.text(last)
    if before == b"=" and after in (b";", b",", b")"):
        name = source.text(first - 2)
        if name in variables:
            return _same_kind(kind, _kind(ctx, first - 2, variables))
        return kind != "bool" and _declared_status(ctx, first - 2)
    if before == b"return" and after == b";":
        return _returns(ctx) in ctx.rules.status_types and _same_kind(kind, _returns(ctx))
    if before == b"(" and after == b")":
        return _macro(ctx, first - 2) in ctx.rules.safe_calls
    return after == b";" and _statement(ctx, first - 1)


def _truth(ctx: Context, first: int, last: int, variables: dict[bytes, int]) -> None:
    """A status that is a truth value, and nothing else."""
    source, form = ctx.source, ctx.rules.unified
    before, after = source.text(first - 1), source.text(last)
    head = _macro(ctx, first - 2) if before == b"(" and after == b")" else ""
    asked = not head or head in ("if", "while") or head in ctx.rules.checks
    if before not in (b"(", b"!", *_AROUND) or after not in (b")", b"?", *_AROUND) or not asked:
        _refuse(ctx, first, "it is used as a number")
        return
    negated = before == b"!"
    sense = _true_is_success(ctx, _kind(ctx, first, variables))
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
    text = f" {'==' if good else '!='} {form.success}{closing}"
    ctx.insert(source.code[last - 1].end, text, EditKind.HELPER, "plain-status")


def _true_is_success(ctx: Context, kind: str) -> bool | None:
    """What a status means as a truth value, by its legacy type."""
    success = ctx.rules.success
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


def _spelled(ctx: Context, index: int) -> str:
    span = 2 if ctx.source.text(index) == b"-" else 1
    return "".join(ctx.source.text(i).decode("utf-8", "replace") for i in range(index, index + span))


def _literal(ctx: Context, index: int, kind: str, end: int = -1, any_failure: bool = False) -> bool:
    """A number or word that stands for a status of the type takes its name, or success's where any failure is meant."""
    text, success = _spelled(ctx, index), ctx.rules.unified.success
    last = index + (2 if text[:1] == "-" else 1)
    if (end >= 0 and last != end) or (kind in PLAIN and (text in ("true", "false")) != (kind == "bool")):
        return False
    unified = ctx.rules.statuses.get(text) or (success if text in ctx.rules.success else "")
    if unified and index not in ctx.claimed:
        ctx.drop(index, last, success if any_failure else unified, EditKind.HELPER, "plain-status")
    return bool(unified)


def _results(ctx: Context, variables: dict[bytes, int]) -> None:
    source, form, function = ctx.source, ctx.rules.unified, ctx.function
    returns = source.where(b"return", *function.body)
    for index in returns:
        end = index + 1
        while source.text(end) != b";":
            end = source.behind(end)
        if end == index + 1:
            ctx.insert(source.code[index].end, f" {form.success}", EditKind.RETURN_TYPE, "plain-status")
        elif _value(ctx, index + 1, end, variables):
            continue
        elif _returns(ctx) == "bool" and "false" in ctx.rules.statuses and "true" in ctx.rules.success:
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
    if last - first <= 2 and _literal(ctx, first, _returns(ctx), last):
        return True
    if last - first == 1 and source.text(first) in variables:
        return True
    called = _called(ctx, first)
    return called >= 0 and source.pairs[called + 1] == last - 1


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
