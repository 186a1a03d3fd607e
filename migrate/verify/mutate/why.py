"""Why a seeded mutant survived: measured, not guessed, with probes in the place of the mutant.

A probe ends the process. One tells whether any input executes the place at all, another whether the right and the wrong expression ever
have different values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from migrate.emit.families import definitions
from migrate.frontend.lex import Kind, Token, lex_whole
from migrate.verify.mutate.bench import Bench, MutantSource, only
from migrate.verify.trace.data import simulators

_NAME = simulators()["mutants"]["probe"].encode()
PROBE = b"static inline int %b() { __builtin_trap(); return 0; }\n" % _NAME
_CALL = _NAME + b"()"
_OPEN, _CLOSE = {b"(": b")", b"[": b"]", b"{": b"}"}, {b")", b"]", b"}"}
_EFFECT = re.compile(rb"launchKernel|memory\.|memcpy|(?<![=!<>])=(?!=)|\+\+|--")
_CHECK_NAME = simulators()["mutants"]["check"].encode()
_CHECK = re.compile(_CHECK_NAME + rb"\s*\((.*)\)", re.S)
_STARTS = (b"=", b"return", b",", b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"|=", b"^=")
_HEADS = (b"if", b"for", b"while", b"switch")


@dataclass(frozen=True)
class ProbePoint:
    """The first part of a function in which two texts differ: line from 1, the expression or statement as it is and with the mutant."""

    line: int
    start: int
    end: int
    wrong: bytes
    expression: bool


@dataclass(frozen=True)
class Wrong:
    """A function with a mutant that survived: its text, and what it was built and run with."""

    name: str
    text: str
    library: Path | None = None
    tables: Path | None = None
    headers: Mapping[str, bytes] = field(default_factory=dict)


def survivor(bench: Bench, wrong: Wrong) -> str:
    """The reason in one sentence, with the file and line of the output that it speaks of."""
    path = bench.family(wrong.name)
    if path is None:
        return f"{wrong.name} is in no source of the output"
    data = path.read_bytes()
    function = definitions(data)[wrong.name]
    right = data[function.span.start : function.span.end]
    place = difference(right, wrong.text.encode("utf-8", "surrogateescape"))
    if place is None:
        return f"{wrong.name} is the same but for white space"
    probes = _Probes(bench, path, wrong, right, place)
    line = data.count(b"\n", 0, function.span.start) + place.line
    return _measured(bench, wrong.name, f"{path.name}:{line}", probes)


def _measured(bench: Bench, name: str, where: str, probes: _Probes) -> str:
    silent = "; ".join(_silent(bench, name))
    behind = f"; {silent}" if silent else ""
    if not probes.chips:
        return f"no input executes {where}{behind}"
    if probes.end(reach_probes(probes.right, probes.place)) is False:
        sets = ", ".join(f"{len(bench.cases[chip, name])} sets of inputs on {chip}" for chip in probes.chips)
        return f"no input executes {where} ({sets}{behind})"
    shown = f"`{_short(probes.right[probes.place.start : probes.place.end])}` in {where}"
    if probes.end(value_probes(probes.right, probes.place)) is False:
        return f"{shown} has the same value with the mutant for every input that reaches it{behind}"
    if probes.end(check_probes(probes.right, probes.place)) is False:
        return (
            f"{shown} never fails: what it would refuse is refused before, by the row's dtypes or another check{behind}"
        )
    seen = probes.raw_difference()
    if not seen:
        return f"{shown} is executed, and every call records the same with the mutant{behind}"
    return f"{shown} changes only what is not compared, unset memory or the words of a refusal ({seen}){behind}"


def _short(text: bytes) -> str:
    shown = " ".join(text.decode(errors="replace").split())
    return shown if len(shown) <= 80 else shown[:77] + "..."


def _silent(bench: Bench, name: str) -> list[str]:
    """The chips on which no input is accepted, with the reason."""
    return [
        bench.reasons.get((chip, name)) or f"no inputs for {chip} are accepted"
        for chip in bench.sessions
        if not any(case.accepted for case in bench.cases.get((chip, name), ()))
    ]


@dataclass(frozen=True)
class _Probes:
    """What the cases of a function do with probes in the place of its mutant."""

    bench: Bench
    path: Path
    wrong: Wrong
    right: bytes
    place: ProbePoint

    @property
    def chips(self) -> list[str]:
        return [chip for chip in self.bench.sessions if self.bench.cases.get((chip, self.wrong.name))]

    def end(self, probes: Sequence[bytes]) -> bool | None:
        """Whether any case ends the process with the first probe that compiles; None where none does."""
        data, name = self.path.read_bytes(), self.wrong.name
        for number, probe in enumerate(probes):
            headers = [self.bench.project.target.implementation, *self.wrong.headers]
            head = "".join(f'#include "{header}"\n' for header in headers).encode() + PROBE
            text = head + only(data.replace(self.right, probe), [name], self.bench.pairs)
            unit = MutantSource(f"{self.path.stem}/probe{number}", text, self.wrong.headers)
            library, _ = self.bench.compile(unit, strict=False)
            if library is not None:
                return any(self.bench.ends(chip, name, library) for chip in self.chips)
        return None

    def raw_difference(self) -> str:
        wrong = self.wrong
        found = (self.bench.raw_difference(chip, wrong.name, wrong.library, wrong.tables) for chip in self.chips)
        return next((text for text in found if text), "")


def difference(right: bytes, wrong: bytes) -> ProbePoint | None:
    """Where two texts of one function differ first, as the smallest whole expression or statement around it."""
    a, b = lex_whole(right), lex_whole(wrong)
    first = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x.text != y.text), min(len(a), len(b)))
    if first == len(a) == len(b):
        return None
    last, last_wrong = len(a), len(b)
    while last > first and last_wrong > first and a[last - 1].text == b[last_wrong - 1].text:
        last, last_wrong = last - 1, last_wrong - 1
    start, stop, expression = _around(a, first, max(last, first))
    tail = len(a) - stop
    wrong_text = wrong[b[start].start : b[len(b) - tail - 1].end] if len(b) - tail > start else b""
    line = right.count(b"\n", 0, a[start].start) + 1
    return ProbePoint(line, a[start].start, a[stop - 1].end, wrong_text, expression and bool(wrong_text))


def _around(tokens: Sequence[Token], first: int, last: int) -> tuple[int, int, bool]:
    """Tokens of the expression or statement around some tokens, and whether it is an expression."""
    start, expression = _begin(tokens, first)
    stop = _end(tokens, max(last, start))
    inside = tokens[start:stop]
    if expression and start and tokens[start - 1].text in (b"(", b",") and _commas(inside):
        opening = _begin_of_list(tokens, start)  # several arguments: the whole call
        return _around(tokens, opening - 1, _end(tokens, stop) + 1) if opening > 1 else (start, stop, False)
    return start, max(stop, min(start + 1, len(tokens))), expression


def _commas(tokens: Sequence[Token]) -> bool:
    depth = 0
    for token in tokens:
        depth += token.text in _OPEN
        depth -= token.text in _CLOSE
        if depth == 0 and token.text == b",":
            return True
    return False


def _begin_of_list(tokens: Sequence[Token], index: int) -> int:
    """Index of the parenthesis that opens the list of arguments in which a token stands."""
    depth = 0
    for i in range(index - 1, -1, -1):
        depth += tokens[i].text in _CLOSE
        if tokens[i].text in _OPEN:
            if depth == 0:
                return i
            depth -= 1
    return 0


def _begin(tokens: Sequence[Token], index: int) -> tuple[int, bool]:
    """First token of the expression or statement around a token, and whether it is an expression."""
    depth = 0
    for i in range(index - 1, -1, -1):
        text = tokens[i].text
        if text == b")":
            depth += 1
        elif text == b"(":
            if depth == 0:
                return i + 1, True
            depth -= 1
        elif (depth == 0 and text in (b";", b"{", b"}")) or tokens[i].kind == Kind.DIRECTIVE:
            return i + 1, text == b";" and _in_head(tokens, i)
        elif depth == 0 and text in _STARTS:
            return i + 1, True
    return 0, False


def _end(tokens: Sequence[Token], index: int) -> int:
    """Index behind the last token of an expression or statement; a statement's semicolon is not in it."""
    depth = 0
    for i in range(index, len(tokens)):
        text = tokens[i].text
        if text in (b"(", b"{"):
            depth += 1
        elif text in (b")", b"}"):
            if depth == 0:
                return i
            depth -= 1
        elif depth == 0 and text in (b";", b","):
            return i
    return len(tokens)


def reach_probes(right: bytes, place: ProbePoint) -> list[bytes]:
    """Texts of a function that end the process where it executes a place; a text may fail to compile."""
    body = right[place.start : place.end]
    found = []
    if place.expression:
        found.append(right[: place.start] + b"((void)" + _CALL + b", (" + body + b"))" + right[place.end :])
    start = _statement(right, place.start)
    found.append(right[:start] + b"(void)" + _CALL + b"; " + right[start:])
    return found


def _statement(right: bytes, offset: int) -> int:
    """Offset of the statement that an offset lies in: behind the last semicolon or brace outside of parentheses."""
    tokens = lex_whole(right)
    index = next((i for i, t in enumerate(tokens) if t.start >= offset), len(tokens))
    depth = 0
    for i in range(index - 1, -1, -1):
        text = tokens[i].text
        depth += text in (b")", b"]")
        depth -= text in (b"(", b"[")
        if depth <= 0 and text in (b";", b"{", b"}") and not _in_head(tokens, i):
            return tokens[i].end
    return tokens[0].start if tokens else 0


def _in_head(tokens: Sequence[Token], index: int) -> bool:
    """Whether a token stands in the parentheses of a `for`."""
    depth = 0
    for i in range(index - 1, -1, -1):
        text = tokens[i].text
        if text == b")":
            depth += 1
        elif text == b"(":
            if depth == 0:
                return i > 0 and tokens[i - 1].text in _HEADS
            depth -= 1
        elif text in (b"{", b"}"):
            return False
    return False


def value_probes(right: bytes, place: ProbePoint) -> list[bytes]:
    """Texts of a function that end the process where an expression and its wrong form have different values."""
    body = right[place.start : place.end]
    if _EFFECT.search(body) or _EFFECT.search(place.wrong):
        return []
    both = b"([&] { const auto right = (" + body + b"); const auto wrong = (" + place.wrong + b"); "
    both += b"if (right != wrong) { " + _CALL + b"; } return right; }())"
    return [right[: place.start] + both + right[place.end :]]


def check_probes(right: bytes, place: ProbePoint) -> list[bytes]:
    """Texts of a function that end the process where a check fails."""
    statement = right[place.start : place.end]
    check = _CHECK.fullmatch(statement)
    if not check:
        return []
    probe = _CHECK_NAME + b"(((" + check[1] + b") || ((void)" + _CALL + b", true)))"
    return [right[: place.start] + probe + right[place.end :]]
