"""Defects inside checks: an assignment where a comparison was meant, a condition that is always true."""

from __future__ import annotations

import re
from collections.abc import Iterator

from migrate.findings.found import Found
from migrate.findings.view import FunctionView, Vocabulary, spelled
from migrate.frontend.lex import Token
from migrate.model import Confidence


def assignment_in_check(view: FunctionView, words: Vocabulary) -> Iterator[Found]:
    for call in view.calls(words.checks):
        for argument in call.arguments:
            for position, token in enumerate(argument):
                if token.text == b"=" and not _compared(argument, position):
                    yield Found(
                        "F01",
                        call.name.start,
                        f"the check assigns: `{spelled(argument)}` is always true unless the value is 0, and changes what it "
                        "should test; write == in the legacy code and test again",
                        Confidence.HIGH,
                        view.name,
                    )


def _compared(argument: tuple[Token, ...], position: int) -> bool:
    """Whether an assignment stands in parentheses and its value is compared: that is meant."""
    depth, index = 0, position
    while index < len(argument) and depth >= 0:
        depth += (argument[index].text in (b"(", b"[")) - (argument[index].text in (b")", b"]"))
        index += 1
    return depth < 0 and index < len(argument) and argument[index].text in (b"==", b"!=", b"<", b">", b"<=", b">=")


def always_true_check(view: FunctionView, words: Vocabulary) -> Iterator[Found]:
    for call in view.calls(words.checks):
        text = ", ".join(spelled(a) for a in call.arguments)
        reason = _tautology(text)
        if reason:
            yield Found(
                "F09", call.name.start, f"the check `{text}` is always true: {reason}", Confidence.MEDIUM, view.name
            )


_COMPARISON = re.compile(r"^(.+?) (==|!=|<=|>=|<|>) (.+)$")
_COVER = {frozenset((">", "<=")), frozenset((">=", "<")), frozenset((">=", "<="))}


def _tautology(text: str) -> str:
    parts = [p.strip() for p in re.split(r" \|\| ", text)]
    compared = [m.groups() for m in map(_COMPARISON.match, parts) if m and "&&" not in m[0]]
    for left, operator, right in compared:
        if left == right and operator in ("==", "<=", ">="):
            return "both sides are the same"
    for i, (left, operator, right) in enumerate(compared):
        for other_left, other_operator, other_right in compared[i + 1 :]:
            if left != other_left:
                continue
            if operator == other_operator == "!=" and right != other_right:
                return f"`{left}` cannot equal both {right} and {other_right}"
            if {operator, other_operator} == {"==", "!="} and right == other_right:
                return "one alternative is the negation of the other"
            if frozenset((operator, other_operator)) in _COVER and _meets(operator, right, other_right):
                return f"every value of `{left}` satisfies one alternative; && was probably meant"
    return ""


def _meets(operator: str, right: str, other_right: str) -> bool:
    """x > a || x <= b covers everything where a <= b: taken so for a literal against a name (sizes are not negative)."""
    low, high = (right, other_right) if operator.startswith(">") else (other_right, right)
    if low.lstrip("- ").isdigit() and high.lstrip("- ").isdigit():
        return int(low.replace(" ", "")) <= int(high.replace(" ", "")) + 1
    return low == high or low.lstrip("- ").isdigit()
