"""The forms of a graph: what debug_dump wrote, with the operators that each operator needs; text; a picture."""

from __future__ import annotations

import html
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import jinja2

from dnnlib import argument_structs

Described = Mapping[str, Any]


def with_edges(graph: dict[str, Any]) -> dict[str, Any]:
    """The graph with the nodes of each operator, the operators that it needs the results of, and the fields of argument structs; what queued nothing (views,
    memory) is left out. Memory has small numbers instead of addresses."""
    for node in graph["nodes"]:
        if node["kind"] == "launch":
            node["fields"] = argument_structs.decode(node["struct"], bytes.fromhex(node.pop("args")))
    nodes = defaultdict(list)
    for number, node in enumerate(graph["nodes"]):
        nodes[node["call"]].append(number)
    renumbered = {old: new for new, old in enumerate(call for call in range(len(graph["calls"])) if nodes[call])}
    memory: dict[int, int] = {}
    writer: dict[int, int] = {}  # operator that wrote the memory last
    calls = []
    for old, new in renumbered.items():
        call = graph["calls"][old]
        call["nodes"] = nodes[old]
        uses = call["tensors"]
        call["needs"] = sorted({writer[use["memory"]] for use in uses if use["read"] and use["memory"] in writer})
        writer.update((use["memory"], new) for use in uses if use["written"])
        for use in uses:
            use["memory"] = memory.setdefault(use["memory"], len(memory))
        calls.append(call)
    for node in graph["nodes"]:
        node["call"] = renumbered.get(node["call"])
    graph["calls"] = calls
    return graph


_SHORT = {"Float": "f32", "Half": "f16", "BFloat16": "bf16", "Double": "f64", "Long": "i64", "Int": "i32", "Short": "i16", "Char": "i8", "Byte": "u8", "Bool": "bool"}  # fmt: skip


_SEVERAL = {"launch": "launches", "upload": "uploads", "copy": "copies", "fill": "fills"}


def _tensor(use: Mapping[str, Any]) -> str:
    return f"{_SHORT.get(use['dtype'], use['dtype'].lower())}[{', '.join(map(str, use['sizes']))}]"


def _work(graph: Described, call: Mapping[str, Any]) -> str:
    """What an operator queues: "2 x matmul, fill"."""
    nodes = [graph["nodes"][number] for number in call["nodes"]]
    counts = Counter(node["launch"] if node["kind"] == "launch" else node["kind"] for node in nodes)
    return ", ".join(name if count == 1 else f"{count} x {name}" for name, count in counts.items())


def text(graph: Described) -> str:
    """One line per operator."""
    kinds = Counter(node["kind"] for node in graph["nodes"])
    counts = ", ".join(f"{count} {kind if count == 1 else _SEVERAL[kind]}" for kind, count in kinds.items())
    lines = [
        f"graph on tpu:{graph['device']} ({graph['chip']}): {len(graph['calls'])} operators, {len(graph['nodes'])} nodes ({counts or 'none'})"
    ]
    width = max((len(call["operator"]) for call in graph["calls"]), default=0)
    for number, call in enumerate(graph["calls"]):
        lines.append(f"{number:4}  {call['operator']:<{width}}  {_signature(call)}  [{_work(graph, call)}]")
    rest = [node for node in graph["nodes"] if node["call"] is None]
    if rest:
        lines.append(f"      {len(rest)} nodes of no operator")
    return "\n".join(lines)


def _signature(call: Mapping[str, Any]) -> str:
    """ "(@0 f32[4, 8], %2 f32[8]) -> %3 f32[4, 8]": numbers are of memory, @ is from before the capture."""

    def listed(what: str) -> str:
        return ", ".join(
            f"{'%' if use['own'] else '@'}{use['memory']} {_tensor(use)}" for use in call["tensors"] if use[what]
        )

    reads, writes = listed("read"), listed("written")
    return f"({reads}) -> {writes or 'nothing'}"


# --- the picture -----------------------------------------------------------------------------------------------------------------------------

_ROW, _GAP_X, _GAP_Y, _LETTER, _MOST_IN_A_ROW = 50, 24, 46, 6.7, 8


def _levels(calls: Sequence[Mapping[str, Any]]) -> list[list[int]]:
    """Operators by the longest way to them."""
    level: list[int] = []
    for call in calls:
        level.append(1 + max((level[each] for each in call["needs"]), default=-1))
    found: list[list[int]] = [[] for _ in range(1 + max(level, default=-1))]
    for number, each in enumerate(level):
        found[each].append(number)
    return found


def _rows(calls: Sequence[Mapping[str, Any]]) -> Iterator[list[int]]:
    """The levels, each below what it needs and in the order of that; long ones in several rows."""
    place: dict[int, float] = {}
    for level in _levels(calls):
        ordered = sorted(
            level,
            key=lambda number: (sum(place[each] for each in calls[number]["needs"]) / max(1, len(calls[number]["needs"])), number),
        )  # fmt: skip
        for index, number in enumerate(ordered):
            place[number] = (index + 0.5) / len(ordered)
        for start in range(0, len(ordered), _MOST_IN_A_ROW):
            yield ordered[start : start + _MOST_IN_A_ROW]


def svg(graph: Described) -> str:
    """The operators as boxes, each below those that it needs, with the shapes that it writes and what it queues."""
    calls = graph["calls"]
    rows = list(_rows(calls))
    boxes: dict[int, dict[str, Any]] = {}
    for index, row in enumerate(rows):
        x = 0.0
        for number in row:
            lines = _box_lines(graph, calls[number])
            width = 20 + _LETTER * max(map(len, lines))
            boxes[number] = {"x": x, "y": 46 + index * (_ROW + _GAP_Y), "width": width, "lines": lines}
            x += width + _GAP_X
    widths = [boxes[row[-1]]["x"] + boxes[row[-1]]["width"] for row in rows]
    title = text(graph).splitlines()[0]
    whole = max([*widths, _LETTER * 1.2 * len(title)], default=0) + 40
    for row, width in zip(rows, widths, strict=True):
        for number in row:
            boxes[number]["x"] += (whole - width) / 2
    links = []
    for number, call in enumerate(calls):
        for needed in call["needs"]:
            above, below = boxes[needed], boxes[number]
            links.append(
                {
                    "x1": above["x"] + above["width"] / 2,
                    "y1": above["y"] + _ROW,
                    "x2": below["x"] + below["width"] / 2,
                    "y2": below["y"],
                }
            )
    return _SVG.render(
        title=title,
        width=round(whole),
        height=60 + len(rows) * (_ROW + _GAP_Y),
        row=_ROW,
        boxes=[
            {**box, "tip": html.escape(f"{n}  {calls[n]['operator']} {_signature(calls[n])}")}
            for n, box in boxes.items()
        ],
        links=links,
    )


def _box_lines(graph: Described, call: Mapping[str, Any]) -> list[str]:
    written = [_tensor(use) for use in call["tensors"] if use["written"]]
    shown = ", ".join(written[:2]) + (f", {len(written) - 2} more" if len(written) > 2 else "")
    return [call["operator"].removeprefix("aten::"), shown or "nothing", _work(graph, call)]


_SVG = jinja2.Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string("""\
<svg xmlns="http://www.w3.org/2000/svg" width="{{ width }}" height="{{ height }}" viewBox="0 0 {{ width }} {{ height }}" font-family="monospace" font-size="11">
<rect width="100%" height="100%" fill="#ffffff"/>
<text x="20" y="24" font-size="13" fill="#222222">{{ title }}</text>
<g fill="none" stroke="#8aa0b8" stroke-width="1.2">
{% for link in links %}
<path d="M {{ '%.1f' % link.x1 }} {{ '%.1f' % link.y1 }} C {{ '%.1f' % link.x1 }} {{ '%.1f' % (link.y1 + 24) }}, {{ '%.1f' % link.x2 }} {{ '%.1f' % (link.y2 - 24) }}, {{ '%.1f' % link.x2 }} {{ '%.1f' % link.y2 }}"/>
{% endfor %}
</g>
{% for box in boxes %}
<g><title>{{ box.tip | safe }}</title>
<rect x="{{ '%.1f' % box.x }}" y="{{ '%.1f' % box.y }}" width="{{ '%.1f' % box.width }}" height="{{ row }}" rx="5" fill="#eef4fb" stroke="#5b7fa6"/>
{% for line in box.lines %}
<text x="{{ '%.1f' % (box.x + 10) }}" y="{{ '%.1f' % (box.y + 15 + 14 * loop.index0) }}" fill="{{ '#14304d' if loop.first else '#5a6b7d' }}"{% if loop.first %} font-weight="bold"{% endif %}>{{ line }}</text>
{% endfor %}
</g>
{% endfor %}
</svg>
""")
