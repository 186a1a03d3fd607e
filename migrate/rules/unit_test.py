"""Unit tests of the legacy tree: an operator's test is switched on for every chip that implements it from now on."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Sequence

from migrate.frontend.lex import LineMap
from migrate.model import Chip, Edit, EditKind, Span

RULE = "unit-test"
DICTIONARY = "chip_arch_dict"
_REGISTERED = re.compile(rb'\bimpl\s*\(\s*"(\w+)(?:\.\w+)?"')
_FUNCTION = re.compile(rb"\b(\w+?)(?:_out)?_tpu\s*\(")


def operator_names(path: str, data: bytes) -> frozenset[str]:
    """Names under which the unit tests of a torch-side file may be found: the file, what it registers, its functions."""
    stem = path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    names = {stem, *(m.decode() for m in _REGISTERED.findall(data)), *(m.decode() for m in _FUNCTION.findall(data))}
    return frozenset(name.strip("_").lower() for name in names)


def test_name(path: str) -> str:
    return path.rsplit("/", 1)[-1].rsplit(".", 1)[0].strip("_").lower()


def switch_on(data: bytes, chips: Sequence[Chip], implemented: Collection[str]) -> list[Edit]:
    """Edits that set the chips of `implemented` to 1 in every `chip_arch_dict`, also where an element of it is assigned.

    Raises SyntaxError on text that is no Python."""
    lines = LineMap(data)
    edits: list[Edit] = []
    for node in ast.walk(ast.parse(data)):
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if isinstance(node.value, ast.Dict) and any(map(_is_dictionary, targets)):
            edits += _dictionary(node.value, lines, data, chips, implemented)
        elif any(_is_element(target, chips, implemented) for target in targets) and _is_off(node.value):
            edits.append(Edit(_span(node.value, lines), b"1", EditKind.UNIT_TEST, RULE))
    return sorted(edits, key=lambda e: e.span)


def _is_dictionary(node: ast.expr) -> bool:
    name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
    return name == DICTIONARY


def _is_element(node: ast.expr, chips: Sequence[Chip], implemented: Collection[str]) -> bool:
    """Whether it is the element of such a dictionary for a chip that implements the operator."""
    if (
        not isinstance(node, ast.Subscript)
        or not _is_dictionary(node.value)
        or not isinstance(node.slice, ast.Constant)
    ):
        return False
    chip = _chip(chips, node.slice.value)
    return chip is not None and chip.name in implemented


def _is_off(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value in (0, False)


def _dictionary(
    node: ast.Dict, lines: LineMap, data: bytes, chips: Sequence[Chip], implemented: Collection[str]
) -> Iterator[Edit]:
    present: set[str] = set()
    for key, value in zip(node.keys, node.values, strict=True):
        chip = _chip(chips, key.value) if isinstance(key, ast.Constant) else None
        if chip is None:
            continue
        present.add(chip.name)
        if chip.name in implemented and _is_off(value):
            yield Edit(_span(value, lines), b"1", EditKind.UNIT_TEST, RULE)
    missing = [chip for chip in chips if chip.name in implemented and chip.name not in present]
    if missing and node.values:
        end = _span(node.values[-1], lines).end
        quote = data[_span(node.keys[0], lines).start :][:1] if node.keys[0] else b'"'
        text = b"".join(b", " + quote + _name(chip).encode() + quote + b": 1" for chip in missing)
        yield Edit(Span(end, end), text, EditKind.UNIT_TEST, RULE)


def _chip(chips: Sequence[Chip], name: object) -> Chip | None:
    return next((chip for chip in chips if name == chip.name or name in chip.aliases), None)


def _name(chip: Chip) -> str:
    return chip.aliases[0] if chip.aliases else chip.name


def _span(node: ast.expr, lines: LineMap) -> Span:
    assert node.end_lineno is not None and node.end_col_offset is not None
    start = lines.start_of(node.lineno) + node.col_offset
    return Span(start, lines.start_of(node.end_lineno) + node.end_col_offset)
