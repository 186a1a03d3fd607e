"""Defects inside checks: an assignment where a comparison was meant, a condition that is always true."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from migrate.findings.behaviour import spell
from migrate.findings.evaluate import is_unsigned
from migrate.findings.found import Found
from migrate.findings.macros import Macros
from migrate.findings.terms import COMPARISONS, ZERO, Infeasible, Knowledge, Value, spelled_number
from migrate.findings.trees import Expr, bare
from migrate.findings.view import FunctionView, Vocabulary
from migrate.model import Confidence

_SINGLE = frozenset(("name", "member", "index", "call"))
_SIMPLE = _SINGLE | {"number"}
TRIES = 256  # outcomes of comparisons that are tried


def assignment_in_check(view: FunctionView, words: Vocabulary, macros: Macros) -> Iterator[Found]:
    expanded = _expansion(view, macros)
    for call in view.calls(words.checks):
        for argument in call.parts[1:2]:
            if _assigns(expanded(argument)):
                yield Found(
                    "F01",
                    call.token.start,
                    f"the check assigns: `{spell(argument)}` is always true unless the value is 0, and changes what it "
                    "should test; write == in the legacy code and test again",
                    Confidence.HIGH,
                    view.name,
                )


def _expansion(view: FunctionView, macros: Macros) -> Callable[[Expr], Expr]:
    return macros.expanded if not view.names.isdisjoint(macros.functions) else lambda expression: expression


def _assigns(expression: Expr) -> bool:
    """Whether the value of an assignment is taken for true or false; one that is compared is meant."""
    one = bare(expression)
    if one.kind == "assign":
        captured = one is not expression and any(part.kind == "call" for part in one.parts[1].walk())
        return one.text == b"=" and not captured  # what a call gives, in brackets of its own, is meant
    if one.kind == "binary" and one.text in (b"&&", b"||"):
        return any(map(_assigns, one.parts))
    if one.kind == "ternary":
        return any(map(_assigns, one.parts))
    if one.kind == "comma":
        return _assigns(one.parts[1])
    return (one.kind == "cast" or (one.kind == "unary" and one.text == b"!")) and any(map(_assigns, one.parts))


def always_true_check(view: FunctionView, words: Vocabulary, macros: Macros) -> Iterator[Found]:
    expanded = _expansion(view, macros)
    for call in view.calls(words.checks):
        for argument in call.parts[1:2]:
            reason = _tautology(view, words, expanded(_said(view, words, argument)))
            if reason:
                yield Found(
                    "F09",
                    call.token.start,
                    f"the check `{spell(argument)}` is always true: {reason}",
                    Confidence.MEDIUM,
                    view.name,
                )


def _said(view: FunctionView, words: Vocabulary, argument: Expr) -> Expr:
    """The condition itself where the argument names a truth value that is never set again."""
    one = bare(argument)
    if one.kind != "name":
        return argument
    named = [v for s in view.every_statement for v in s.variables if v.name.text == one.text]
    if len(named) != 1 or named[0].value is None or named[0].direct or named[0].pointer:
        return argument
    if b"bool" not in named[0].type or any(_sets(part, words, one.text) for part in view.every_expression):
        return argument
    return named[0].value


def _sets(part: Expr, words: Vocabulary, name: bytes) -> bool:
    called = part.kind == "call" and part.text.decode("utf-8", "replace") not in words.checks
    changes = called or part.kind == "assign" or (part.kind == "unary" and part.text == b"&")
    targets = part.parts[1:] if part.kind == "call" else part.parts[:1]
    return changes and any(bare(target).kind == "name" and bare(target).text == name for target in targets)


_REAL = re.compile(r"float|double|half|fp16|bf16", re.IGNORECASE)
_MAY_BE_REAL = frozenset((b"float", b"double", b"auto", b"volatile"))
_ELEMENTS = re.compile(r" ?(\*(const)?|\[\d*\])$")  # of a pointer or an array
_CONSTANT = frozenset(("size", "length", "empty", "numel", "dim"))  # methods that give the same each time


def _is_real(view: FunctionView, expression: Expr) -> bool:
    """Whether something in it may be no number, which is not even equal to itself."""
    if not view.declared:  # nobody says; what is declared here tells of itself
        variables = (v for s in view.every_statement for v in s.variables)
        reals = {v.name.text for v in (*variables, *view.parameters) if not _MAY_BE_REAL.isdisjoint(v.type)}
        return any(part.kind == "name" and part.text in reals for part in expression.walk())
    told = (view.declared.get(part.token.start) for part in expression.walk() if part.kind in ("name", "member"))
    return any(decl is not None and _REAL.search(f"{decl.type} {decl.canonical}") is not None for decl in told)


def _tautology(view: FunctionView, words: Vocabulary, expression: Expr) -> str:
    if _is_open(expression):
        return ""
    term = _term(view, words, expression)
    if not _varies(term) or (_is_real(view, expression) and not _only_differs(term)):
        return ""
    if not _may_be_false(term):
        return (
            "no value makes it false" if term[0] == "not" or len(_alternatives(term)) > 1 else "both sides are the same"
        )
    counts = _counts(view, words, expression)
    if counts and not _may_be_false(term, counts):
        return f"`{counts[0][1]}` is of an unsigned type, and never negative"
    return _covers(_alternatives(term))


def _is_open(expression: Expr) -> bool:
    """Whether one look tells that it may be false: a value, or a comparison of two different ones."""
    one = bare(expression)
    if one.kind == "binary" and one.text == b"&&":
        return any(map(_is_open, one.parts))
    if one.kind == "binary" and one.text.decode("utf-8", "replace") in COMPARISONS:
        left, right = map(bare, one.parts)
        kinds = {left.kind, right.kind}
        simple = kinds <= _SIMPLE and kinds != {"number"}
        if "number" in kinds and one.text[:1] in b"<>" and ZERO in map(_number, (left, right)):
            return False  # what is compared may be never negative
        return simple and (left.kind != right.kind or spell(left) != spell(right))
    return one.kind in _SINGLE


def _only_differs(term: Value) -> bool:
    """Of numbers that may be none: `x != 1 || x != 2` holds for those too."""
    return all(one[:2] == ("op", "!=") and "int" in (one[2][0], one[3][0]) for one in _alternatives(term))


def _number(one: Expr) -> Value | None:
    known = spelled_number(one.text) if one.kind == "number" else None
    return None if known is None else ("int", known)


def _counts(view: FunctionView, words: Vocabulary, expression: Expr) -> list[Value]:
    """What in an expression is of an unsigned type, where nothing in it is compared with a negative number."""
    if any(part.kind == "unary" and part.text == b"-" for part in expression.walk()):
        return []
    return [_term(view, words, part) for part in expression.walk() if part.kind in _SINGLE and _is_count(view, part)]


def _is_count(view: FunctionView, one: Expr) -> bool:
    told = view.declared.get(bare(one.parts[0]).token.start if one.kind == "index" else one.token.start)
    if told is None or "volatile" in told.type:
        return False
    type_ = told.canonical or told.type
    if one.kind == "call":
        return told.kind in ("function", "method") and is_unsigned(type_.split("(")[0].strip())
    return is_unsigned(_ELEMENTS.sub("", type_)) if one.kind == "index" else is_unsigned(type_.rstrip(" &"))


def _may_be_false(term: Value, counts: Sequence[Value] = ()) -> bool:
    """Tries the outcomes of all comparisons, as far as they go together. `counts` are not negative."""
    decisions: list[list[bool]] = []
    for _ in range(TRIES):
        position = 0

        def choose() -> bool:
            nonlocal position
            if position == len(decisions):
                decisions.append([True, True])
            position += 1
            return decisions[position - 1][0]

        knowledge = Knowledge(choose)
        for count in counts:
            knowledge.at_least(count, 0)
        try:
            if not knowledge.truth(term):
                return True
        except Infeasible:
            pass
        while decisions and not decisions[-1][1]:
            decisions.pop()
        if not decisions:
            return False
        decisions[-1] = [not decisions[-1][0], False]
    return True


def _same_again(view: FunctionView, words: Vocabulary, expression: Expr) -> bool:
    """Whether evaluating it once more gives the same."""
    for part in expression.walk():
        if part.kind in ("assign", "postfix", "unknown", "lambda") or part.text in (b"++", b"--"):
            return False
        if (
            part.kind == "call"
            and part.text.decode("utf-8", "replace") not in words.sizes | words.dtype_codes | _CONSTANT
        ):
            return False
        told = view.declared.get(part.token.start)
        if told is not None and "volatile" in told.type:
            return False
    return True


def _term(view: FunctionView, words: Vocabulary, expression: Expr) -> Value:
    one = bare(expression)
    if one.kind == "number" and (known := _number(one)) is not None:
        return known
    if one.kind == "unary" and one.text == b"-" and (value := _term(view, words, one.parts[0]))[0] == "int":
        return ("int", -value[1])
    if one.kind == "unary" and one.text == b"!":
        return ("not", _term(view, words, one.parts[0]))
    if one.kind == "ternary":
        return ("op", "?:", *(_term(view, words, part) for part in one.parts))
    operator = one.text.decode("utf-8", "replace")
    if one.kind == "binary" and (operator in COMPARISONS or operator in ("&&", "||")):
        return ("op", operator, *(_term(view, words, part) for part in one.parts))
    if one.kind == "binary" and operator in ("&", "|") and all(map(_is_condition, one.parts)):
        return ("op", 2 * operator, *(_term(view, words, part) for part in one.parts))
    told = view.declared.get(one.token.start) if one.kind == "name" else None
    if told is not None and told.kind == "enumerator":
        return ("int", int(told.value))  # another enumerator is another number
    if not _same_again(view, words, one):
        return ("sym", spell(one), one.token.start)
    return ("sym", spell(one)) if one.kind in _SINGLE else ("sym", spell(one), "computed")


def _is_condition(expression: Expr) -> bool:
    one = bare(expression)
    if one.kind == "binary" and one.text in (b"&", b"|"):
        return all(map(_is_condition, one.parts))
    return (one.kind == "binary" and one.text.decode("utf-8", "replace") in COMPARISONS | {"&&", "||"}) or (
        one.kind == "unary" and one.text == b"!"
    )


def _varies(term: Value) -> bool:
    if term[0] == "not":
        return _varies(term[1])
    return term[0] == "sym" or (term[0] == "op" and any(_varies(part) for part in term[2:]))


def _alternatives(term: Value) -> list[Value]:
    if term[0] == "op" and term[1] == "||":
        return [*_alternatives(term[2]), *_alternatives(term[3])]
    return [term]


def _covers(terms: list[Value]) -> str:
    """x > 0 || x <= n covers everything, because a size is not negative."""
    bounds = [_bound(term) for term in terms if term[0] == "op" and term[1] in ("<", "<=", ">", ">=")]
    for left, operator, right in bounds:
        for other, opposite, limit in bounds:
            small = right[0] == "int" and right[1] <= 1 and limit[0] == "sym" and len(limit) == 2
            if left == other and operator[0] == ">" and opposite[0] == "<" and small:
                return f"every value of `{left[1]}` satisfies one alternative; && was probably meant"
    return ""


def _bound(term: Value) -> tuple[Value, str, Value]:
    """With the number on the right."""
    _, operator, left, right = term
    if left[0] == "int":
        return right, operator.translate(str.maketrans("<>", "><")), left
    return left, operator, right
