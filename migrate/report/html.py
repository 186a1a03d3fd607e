"""The report as one self-contained page: totals, what is left, and each function's legacy and unified text side by side."""

from __future__ import annotations

import difflib
import html
from collections import Counter
from functools import cache
from importlib import resources
from typing import Any

import jinja2
from markupsafe import Markup

from migrate import ids
from migrate.frontend.lex import Kind, lex
from migrate.report.build import Report
from migrate.report.matrix import trace_matrix

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
    functions = [{**f, "pairs": side_by_side(f["legacy_text"], f["unified_text"])} for f in report["functions"]]
    used = sorted({e["id"] for key in ("refusals", "findings", "differences") for e in report[key]})
    return _template().render(
        report=report,
        functions=functions,
        statuses=sorted({f["status"] for f in functions}),
        counts={key: sorted(Counter(e["id"] for e in report[key]).items()) for key in ("findings", "differences")},
        titles={name: ids.title(name) for name in used},
        matrix=trace_matrix(report),
        pages={name: ids.page(name) for name in used if name in ids.titles()},
    )


@cache
def _template() -> jinja2.Template:
    text = resources.files("migrate").joinpath("report", "templates", "report.html.j2").read_text(encoding="utf-8")
    environment = jinja2.Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(text)


def side_by_side(legacy: str, unified: str) -> list[dict[str, Any]]:
    """Rows of a two-column comparison: text of either side coloured, and whether the row differs."""
    left, right = legacy.split("\n"), unified.split("\n")
    matcher = difflib.SequenceMatcher(None, [_key(t) for t in left], [_key(t) for t in right], autojunk=False)
    coloured_left, coloured_right = colour(legacy), colour(unified)
    rows: list[dict[str, Any]] = []
    for tag, a, b, c, d in matcher.get_opcodes():
        for offset in range(max(b - a, d - c)):
            i, j = a + offset, c + offset
            rows.append(
                {
                    "left": coloured_left[i] if i < b else None,
                    "right": coloured_right[j] if j < d else None,
                    "same": tag == "equal",
                }
            )
    return rows


def _key(line: str) -> str:
    return "".join(line.split())


def colour(text: str) -> list[Markup]:
    """The lines of a piece of C++ with its tokens in spans."""
    data = text.encode()
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
