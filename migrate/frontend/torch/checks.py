"""Macros of a file that do nothing but check the status that they are given."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from migrate.frontend.lex import Kind
from migrate.frontend.torch.flow import UnitFlows
from migrate.frontend.torch.operands import begins_statement, callee, compared, position_in, stripped
from migrate.frontend.torch.source import CodeUnit
from migrate.project.torch_rules import TorchRules

PRINTING = frozenset(
    (b"printf", b"fprintf", b"snprintf", b"cout", b"cerr", b"clog", b"TORCH_CHECK", b"TORCH_WARN", b"LOG")
)

_STREAMS = frozenset((b"cout", b"cerr", b"clog"))


def checking(unit: CodeUnit, rules: TorchRules, macros: Collection[bytes]) -> list[int] | None:
    """Types and success constants with which a macro checks its first argument, which it evaluates once; None where it does anything else.

    It may also give it to one of `macros`, which do the same; and say its text."""
    places = [i for i in occurrences(unit, unit.parameters[0]) if not _said(unit, i, rules)] if unit.parameters else []
    if len(places) != 1 or unit.text(places[0] - 1) in (b"#", b"##") or unit.text(places[0] + 1) == b"##":
        return None
    place = places[0]
    other = compared(unit, place, place)
    if other is not None:
        return [other] if _success(unit, other, rules) else None
    if unit.text(place - 1) == b"(" and unit.text(place - 2) in macros and unit.text(place + 1) in (b")", b","):
        return [] if begins_statement(unit, place - 2) else None
    first, last = stripped(unit, place, place)
    return _kept(unit, first, last, rules)


def compares(unit: CodeUnit) -> bool:
    """Whether a macro that checks a status is the comparison, and nothing else: it may stand wherever a truth value may."""
    place = occurrences(unit, unit.parameters[0])[0]
    first, last = stripped(unit, place, place)
    other = compared(unit, place, place)
    if other is None:
        return False
    first, last = stripped(unit, min(first, other), max(last, other))
    return first == 0 and last == len(unit.tokens) - 1


def prompt(unit: CodeUnit, rules: TorchRules, macros: Collection[bytes]) -> bool:
    """Whether a macro that checks a status does nothing else: its argument comes first, and what follows refuses or prints at most.

    It may leave the rest to one of `macros`, which do the same."""
    refuses = {name.encode() for name in rules.refusing}
    status = {name.encode() for name in (*rules.status.types, *rules.status.success)}
    place = next(i for i in occurrences(unit, unit.parameters[0]) if not _said(unit, i, rules))
    first, last = stripped(unit, place, place)
    kept = unit.text(first - 2) if unit.text(first - 1) == b"=" and unit.text(last + 1) == b";" else b""
    known = {*_OF_CHECKS, *refuses, *status, *PRINTING, *macros, *unit.parameters, kept}
    failing = [_branch(unit, i + 1) for i, t in enumerate(unit.tokens) if t.text == b"if"]
    for index, token in enumerate(unit.tokens):
        if any(start < index <= end for start, end in failing):
            continue  # a call that failed queued nothing that could be waited for
        opener = unit.parents[index]
        asks = unit.text(opener - 1) if opener > 0 else b""
        if (token.kind == Kind.IDENT and token.text not in known) or token.text in _JOINING:
            return False
        if (token.text == b"==" and asks not in refuses) or (token.text == b"!=" and asks != b"if"):
            return False
        if token.text == b"while" and unit.text(index + 2) not in (b"0", b"false"):
            return False
        if token.text == b"if" and not _asks(unit, index + 1, (unit.parameters[0], kept, *status)):
            return False
    before = (unit.text(i) for i in range(place) if unit.is_word(i))
    return all(word in (b"do", b"if", b"auto", b"const", kept, *refuses, *status, *macros) for word in before)


_OF_CHECKS = frozenset(
    b"do while if auto const std endl stderr stdout false __FILE__ __LINE__ __func__ __VA_ARGS__".split()
)
_JOINING = frozenset(b"&& || ? and or".split())


def _branch(unit: CodeUnit, opener: int) -> tuple[int, int]:
    """The last token of a condition, and that of the statement which it decides."""
    closer = unit.pairs.get(opener, opener)
    index = closer + 1
    if unit.text(index) == b"{":
        return closer, unit.pairs.get(index, index)
    while index < len(unit.tokens) and unit.text(index) != b";":
        index = max(unit.pairs.get(index, index), index) + 1
    return closer, index


def _asks(unit: CodeUnit, opener: int, names: Collection[bytes]) -> bool:
    """Whether a condition names nothing but these."""
    words = [unit.text(i) for i in range(opener, unit.pairs.get(opener, opener)) if unit.is_word(i)]
    return bool(words) and all(word in names for word in words)


def equates(unit: CodeUnit, rules: TorchRules) -> bool:
    """Whether a macro of two parameters does nothing with them but compare one with the other, and say their texts."""
    if len(unit.parameters) != 2:
        return False
    places = [[i for i in occurrences(unit, p) if not _said(unit, i, rules)] for p in unit.parameters]
    if any(len(listed) != 1 for listed in places):
        return False
    left, right = sorted(place for listed in places for place in listed)
    (first, last), (start, end) = stripped(unit, left, left), stripped(unit, right, right)
    joined = any(unit.text(i) in (b"#", b"##") for i in (first - 1, last + 1, start - 1, end + 1))
    outside = unit.text(first - 1) in (b"(", b"") and unit.text(end + 1) in (b")", b",", b"")
    return start == last + 2 and unit.text(last + 1) in (b"==", b"!=") and outside and not joined


def _kept(unit: CodeUnit, first: int, last: int, rules: TorchRules) -> list[int] | None:
    """A variable that is declared with tokens first..last and compared with the success constant only."""
    name = first - 2
    type_ = unit.text(name - 1).decode("utf-8", "replace")
    start = name - 2 if unit.text(name - 2) == b"const" else name - 1
    declared = unit.text(first - 1) == b"=" and unit.text(last + 1) == b";" and begins_statement(unit, start)
    if not declared or not unit.is_word(name) or (type_ != "auto" and type_ not in rules.status.types):
        return None
    found = [name - 1] if type_ != "auto" else []
    uses = [i for i in occurrences(unit, unit.text(name)) if i != name]
    for use in uses:
        other = compared(unit, use, use)
        if other is None or not _success(unit, other, rules):
            return None
        found.append(other)
    return found if uses else None


def occurrences(unit: CodeUnit, name: bytes) -> list[int]:
    return [i for i, t in enumerate(unit.tokens) if t.text == name and t.kind == Kind.IDENT]


def _success(unit: CodeUnit, index: int, rules: TorchRules) -> bool:
    return unit.text(index).decode("utf-8", "replace") in rules.status.success


def _said(unit: CodeUnit, index: int, rules: TorchRules) -> bool:
    """Whether the text of an argument is a part of a message, and nothing else."""
    if unit.text(index - 1) != b"#":
        return False
    first = index
    while first > 0 and unit.text(first - 1) not in (b";", b"{", b"}", b")"):
        first -= 1
    if unit.text(index - 2) == b"<<" and not _STREAMS.isdisjoint(unit.text(i) for i in range(first, first + 3)):
        return True
    name = callee(unit, unit.parents[index]) if unit.parents[index] >= 0 else None
    refuses = (*rules.refusing, *rules.refusing_always)
    return name is not None and (unit.text(name) in PRINTING or unit.text(name).decode("utf-8", "replace") in refuses)


def checks(flows: Sequence[UnitFlows], bodies: Collection[bytes], rules: TorchRules) -> Mapping[bytes, list[int]]:
    """The macros of a file with one body that check a status, in every use that of a call of the library."""
    found: dict[bytes, list[int]] = {}
    known = -1
    while known != len(found):
        known = len(found)
        for read in flows:
            if read.unit.macro in bodies and read.unit.macro not in found:
                tokens = checking(read.unit, rules, found)
                if tokens is not None:
                    found[read.unit.macro] = tokens
    while wrong := [name for name in found if not _only_calls(name, flows, found)]:
        for name in wrong:
            del found[name]
    return found


def _only_calls(macro: bytes, flows: Sequence[UnitFlows], checks: Collection[bytes]) -> bool:
    """Whether every use of a macro has a call of the library as its first argument, or is within another such macro."""
    for read in flows:
        unit = read.unit
        starts = {call.index for call in read.calls}
        for index, token in enumerate(unit.tokens):
            if token.text == macro and unit.macro != macro:
                first = index + 3 if unit.text(index + 2) == b"::" else index + 2
                passed = unit.macro in checks and unit.text(first) == unit.parameters[0]
                whole = passed or first in starts
                if callee(unit, index + 1) != index or not whole or position_in(unit, index + 1, first) != 0:
                    return False
    return True
