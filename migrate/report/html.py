"""The report as one self-contained page: totals, what is left, and each function's legacy and unified text side by side."""

from __future__ import annotations

import difflib
import html
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from itertools import zip_longest
from typing import Any

import jinja2
from markupsafe import Markup

from migrate.frontend.lex import Kind, lex
from migrate.report import diagnostics
from migrate.report.matrix import MATRICES, matrix, mutants
from migrate.report.model import Report

MOST_PAIRS = 40_000  # of lines that are compared to put a passage side by side
_WORD = re.compile(r"\w+")
_CLASSES = {
    Kind.COMMENT: "c",
    Kind.STRING: "s",
    Kind.CHAR: "s",
    Kind.NUMBER: "n",
    Kind.DIRECTIVE: "p",
}
_KEYWORDS = frozenset(
    b"auto bool break case char const continue default do double else enum extern false float for if inline int long "
    b"namespace nullptr return short signed sizeof static static_cast struct switch template true typedef unsigned "
    b"using void volatile while".split()
)


def print_html(report: Report) -> str:
    functions = [{**vars(f), "pairs": side_by_side(f.legacy_text, f.unified_text)} for f in report.functions]
    found = report.diagnostics()
    used = sorted({e.id for entries in found.values() for e in entries})
    return _template().render(
        report=report,
        functions=functions,
        statuses=sorted({f.status for f in report.functions}),
        counts={key: sorted(Counter(e.id for e in found[key]).items()) for key in ("findings", "differences")},
        titles={name: diagnostics.title(name) for name in used},
        aliases={name: diagnostics.alias(name) for name in used},
        compilations=sorted(Counter(f.compilation.status for f in report.files if f.compilation).items()),
        matrices=[(name, what, rows) for name, what in MATRICES.items() if (rows := matrix(report, name))],
        mutants=mutants(report),
        proof_counts=[(*k, n) for k, n in sorted(Counter((p.name, p.status) for p in report.proofs).items())],
        pages={name: diagnostics.page(name) for name in used if name in diagnostics.titles()},
    )


@cache
def _template() -> jinja2.Template:
    text = (resources.files("migrate") / "report" / "templates" / "report.html.j2").read_text(encoding="utf-8")
    environment = jinja2.Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(text)


def side_by_side(legacy: str, unified: str) -> list[dict[str, Any]]:
    """Rows of a two-column comparison: text of either side coloured, and whether the row differs."""
    left, right = legacy.split("\n"), unified.split("\n")
    matcher = difflib.SequenceMatcher(None, [_key(t) for t in left], [_key(t) for t in right], autojunk=False)
    coloured_left, coloured_right = colour(legacy), colour(unified)
    rows: list[dict[str, Any]] = []
    for tag, a, b, c, d in matcher.get_opcodes():
        for i, j in (
            zip(range(a, b), range(c, d), strict=True) if tag == "equal" else align(left[a:b], right[c:d], a, c)
        ):
            rows.append(
                {
                    "left": None if i is None else coloured_left[i],
                    "right": None if j is None else coloured_right[j],
                    "same": tag == "equal",
                }
            )
    return rows


def align(
    left: Sequence[str], right: Sequence[str], first: int, second: int
) -> Iterator[tuple[int | None, int | None]]:
    """Pairs of line numbers of two different passages, such that lines that share most words stand beside each other."""
    if len(left) * len(right) > MOST_PAIRS:
        yield from zip_longest(range(first, first + len(left)), range(second, second + len(right)))
        return
    words = [[frozenset(_WORD.findall(line)) for line in side] for side in (left, right)]
    best = [[0.0] * (len(right) + 1) for _ in range(len(left) + 1)]
    alike = [[_alike(a, b) for b in words[1]] for a in words[0]]
    for i in range(len(left) - 1, -1, -1):
        for j in range(len(right) - 1, -1, -1):
            best[i][j] = max(best[i + 1][j], best[i][j + 1], best[i + 1][j + 1] + alike[i][j])
    i = j = 0
    while i < len(left) or j < len(right):
        pair = i < len(left) and j < len(right)
        if pair and alike[i][j] and best[i][j] == best[i + 1][j + 1] + alike[i][j]:
            yield first + i, second + j
            i, j = i + 1, j + 1
        elif j == len(right) or (i < len(left) and best[i][j] == best[i + 1][j]):
            yield first + i, None
            i += 1
        else:
            yield None, second + j
            j += 1


def _alike(a: frozenset[str], b: frozenset[str]) -> float:
    """Share of words that two lines have in common; nothing where it is less than a quarter."""
    share = len(a & b) / max(len(a), len(b)) if a and b else 0.0
    return share if share >= 0.25 else 0.0


def _key(line: str) -> str:
    return "".join(line.split())


def colour(text: str) -> list[Markup]:
    """The lines of a piece of C++ with its tokens in spans."""
    data = text.encode("utf-8", "backslashreplace")
    parts: list[str] = []
    position = 0
    for token in lex(data):
        parts.append(_text(data[position : token.start]))
        name = _CLASSES.get(token.kind)
        if token.kind == Kind.IDENT and token.text in _KEYWORDS:
            name = "k"
        body = _text(token.text)
        if name:
            parts.append("\n".join(f'<span class="{name}">{line}</span>' for line in body.split("\n")))
        else:
            parts.append(body)
        position = token.end
    parts.append(_text(data[position:]))
    return [Markup(line) for line in "".join(parts).split("\n")]


def _text(data: bytes) -> str:
    return html.escape(data.decode("utf-8", "replace"))
