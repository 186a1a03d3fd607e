"""Mutants seeded into converted code: each kind is a small edit that a wrong conversion could have made.

A kind is a function from the text of one converted function to its possible mutants. Nothing here knows an operator by name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from migrate.verify.trace.data import simulators

Mutant = tuple[str, str]  # what was done, the new text
Kind = Callable[[str, "Surroundings"], Iterator[Mutant]]


@dataclass(frozen=True)
class Surroundings:
    """What a mutant may confuse things with: the tree's row keys, and the forms of bodies."""

    keys: Sequence[str]
    forms: Sequence[str]


def _replace(text: str, match: re.Match[str], new: str) -> Iterator[Mutant]:
    changed = text[: match.start()] + new + text[match.end() :]
    if changed != text:
        yield f"`{_short(match[0])}` became `{_short(new)}`", changed


def _short(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()[:80]


_WORDS, _UNIFIED = simulators()["mutants"], simulators()["unified"]
_ADDRESS = re.compile(_WORDS["address"])
_FIELD = re.compile(r"^([ \t]*)(\w+)\.(\w+) = ([^;{}]*);[ \t]*\n", re.M)
_CHECK = re.compile(_WORDS["check"] + r"\s*\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\);")
_LAUNCH = re.compile(r'launchKernel\("([\w.]+)"')
_STATEMENT = re.compile(r"^[ \t]*[^\s#{}/][^;{}\n]*;[ \t]*\n", re.M)


def lost_translation(text: str, _: Surroundings) -> Iterator[Mutant]:
    for match in _ADDRESS.finditer(text):
        yield from _replace(text, match, f"(uint64_t)({match[1]})")


def doubled_translation(text: str, _: Surroundings) -> Iterator[Mutant]:
    for match in _ADDRESS.finditer(text):
        yield from _replace(text, match, _WORDS["translate"].format(f"(void *){match[0]}"))


def wrong_operand(text: str, _: Surroundings) -> Iterator[Mutant]:
    """Another tensor's address."""
    operands = list(dict.fromkeys(m[1] for m in _ADDRESS.finditer(text)))
    for match in _ADDRESS.finditer(text):
        others = [o for o in operands if o != match[1]]
        if others:
            yield from _replace(text, match, _WORDS["translate"].format(others[0]))


def dropped_assignment(text: str, _: Surroundings) -> Iterator[Mutant]:
    for match in _FIELD.finditer(text):
        yield from _replace(text, match, "")


def wrong_field(text: str, _: Surroundings) -> Iterator[Mutant]:
    found = list(_FIELD.finditer(text))
    for match, other in pairwise(found):
        if match[2] == other[2] and match[3] != other[3]:
            yield from _replace(text, match, f"{match[1]}{match[2]}.{other[3]} = {match[4]};\n")


def wrong_row(text: str, around: Surroundings) -> Iterator[Mutant]:
    for match in _LAUNCH.finditer(text):
        for other in [k for k in around.keys if k != match[1]][:: max(1, len(around.keys) // 4)]:
            yield from _replace(text, match, f'launchKernel("{other}"')


def dropped_check(text: str, _: Surroundings) -> Iterator[Mutant]:
    for match in _CHECK.finditer(text):
        yield from _replace(text, match, ";")


def negated_check(text: str, _: Surroundings) -> Iterator[Mutant]:
    for match in _CHECK.finditer(text):
        yield from _replace(text, match, f"{_WORDS['check']}(!({match[1]}));")


def negated_condition(text: str, _: Surroundings) -> Iterator[Mutant]:
    for match in re.finditer(r"\bif \(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)", text):
        yield from _replace(text, match, f"if (!({match[1]}))")


def dtype_code(text: str, _: Surroundings) -> Iterator[Mutant]:
    """The unified number where the kernel takes its own code."""
    for match in re.finditer(_WORDS["kernel_dtype"], text):
        yield from _replace(text, match, f"(decltype({match[0]}))({match[1]})")


def wrong_constant(text: str, _: Surroundings) -> Iterator[Mutant]:
    for statement in _FIELD.finditer(text):
        for match in re.finditer(r"(?<![\w.])\d+(?![\w.])", statement[4]):
            start, end = statement.start(4) + match.start(), statement.start(4) + match.end()
            number = str(int(match[0]) + 1)
            yield f"{match[0]} became {number} in `{_short(statement[0])}`", text[:start] + number + text[end:]


def wrong_dimension(text: str, _: Surroundings) -> Iterator[Mutant]:
    for match in re.finditer(r"\.shape\[(\d)\]", text):
        yield from _replace(text, match, f".shape[{int(match[1]) + 1}]")


def swapped_arguments(text: str, _: Surroundings) -> Iterator[Mutant]:
    for match in re.finditer(r"\b(\w+)\(([^()\n,]+), ([^()\n,]+)((?:, [^()\n]*)?)\)", text):
        if match[2] != match[3] and match[1] not in ("if", "for", "while") and "handle" not in match[2]:
            yield from _replace(text, match, f"{match[1]}({match[3]}, {match[2]}{match[4]})")


def wrong_enumerator(text: str, _: Surroundings) -> Iterator[Mutant]:
    pairs = {"FP32": "FP16", "FP16": "BF16", "BF16": "FP32", "INT32": "UINT8", "INT64": "INT32", "UINT8": "INT8"}
    for match in re.finditer(_UNIFIED["dtype_prefix"] + r"(\w+)", text):
        if match[1] in pairs:
            yield from _replace(text, match, f"{_UNIFIED['dtype_prefix']}{pairs[match[1]]}")


def wrong_operator(text: str, _: Surroundings) -> Iterator[Mutant]:
    swaps = {"==": "!=", "!=": "==", "<": "<=", ">": ">=", ">=": ">", "<=": "<", "*": "+", "&&": "||", "||": "&&"}
    for match in re.finditer(r"(?<= )(==|!=|<=|>=|<|>|\*|&&|\|\|)(?= )", text):
        yield from _replace(text, match, swaps[match[1]])


def freed_early(text: str, _: Surroundings) -> Iterator[Mutant]:
    for match in re.finditer(r"^([ \t]*)[^\n]*\bmemory\.malloc\(&(\w+), [^\n]*;\n", text, re.M):
        yield from _replace(text, match, f"{match[0]}{match[1]}memory.free({match[2]});\n")


def dropped_launch(text: str, _: Surroundings) -> Iterator[Mutant]:
    for match in _STATEMENT.finditer(text):
        if "launchKernel" in match[0] or "memcpy" in match[0]:
            yield from _replace(text, match, "")


def doubled_launch(text: str, _: Surroundings) -> Iterator[Mutant]:
    for match in _STATEMENT.finditer(text):
        if "launchKernel" in match[0]:
            yield from _replace(text, match, match[0] * 2)


def wrong_size(text: str, _: Surroundings) -> Iterator[Mutant]:
    for match in re.finditer(r"sizeof\s*\(\s*(\w+)\s*\)", text):
        yield from _replace(text, match, f"sizeof(&{match[1]})")


def early_return(text: str, _: Surroundings) -> Iterator[Mutant]:
    for match in re.finditer(_WORDS["implementation"], text):
        yield from _replace(text, match, f"{match[0]}    return {_UNIFIED['success']};\n")


def wrong_form(text: str, around: Surroundings) -> Iterator[Mutant]:
    """The branch of one chip taken by another."""
    for match in re.finditer(r'follows\("([\w.]+)", "(\w+)"\)', text):
        for other in around.forms:
            yield from _replace(text, match, f'follows("{match[1]}", "{other}")')


def wrong_status(text: str, _: Surroundings) -> Iterator[Mutant]:
    for match in re.finditer(f"return {_UNIFIED['success']};", text):
        yield from _replace(text, match, f"return {_UNIFIED['failed']};")


KINDS: Mapping[str, Kind] = {
    kind.__name__.replace("_", "-"): kind
    for kind in (
        lost_translation, doubled_translation, wrong_operand, dropped_assignment, wrong_field, wrong_row, dropped_check,
        negated_check, negated_condition, dtype_code, wrong_constant, wrong_dimension, swapped_arguments,
        wrong_enumerator, wrong_operator, freed_early, dropped_launch, doubled_launch, wrong_size, early_return,
        wrong_form, wrong_status,
    )
}  # fmt: skip


# ---- the kernel table


def table_mutants(text: str, forms: Sequence[str]) -> Iterator[tuple[str, str, str, str]]:
    """Kind, row key, what was done, new text of a kernel table."""
    symbols = re.findall(r"symbol: (\S+)", text)
    for row in re.finditer(r"^  ([\w.]+):\n((?:    .*\n)+)", text, re.M):
        for kind, pattern, new in (
            ("wrong-symbol", r"symbol: (\S+)", lambda m: f"symbol: {next((s for s in symbols if s != m[1]), m[1])}"),
            ("wrong-cores", r"cores: (\S+)", lambda m: "cores: all" if m[1] == "1" else "cores: 1"),
            (
                "wrong-follows",
                r"follows: (\S+)",
                lambda m: f"follows: {next((form for form in forms if form != m[1]), m[1])}",
            ),
        ):
            match = re.search(pattern, row[2])
            if match and new(match) != match[0]:
                start, end = row.start(2) + match.start(), row.start(2) + match.end()
                changed = text[:start] + new(match) + text[end:]
                yield kind, row[1], f"`{match[0]}` became `{new(match)}`", changed
        yield "lost-row", row[1], "the row is gone", text[: row.start()] + text[row.end() :]
