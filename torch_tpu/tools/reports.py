"""The forms of the profiler's report."""

from __future__ import annotations

import html
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import jinja2

if TYPE_CHECKING:
    from torch_tpu.tools.profiler import Kernel, Node, Stats


def duration(seconds: float) -> str:
    """A time in the unit that fits."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def text(stats: Stats) -> str:
    """Tables of what the keys ask for."""
    blocks = {
        "ExecTime": _tree_text,
        "ExecTime-Raw": _raw_text,
        "Kernels": _kernels_text,
        "Unimpl": _unimplemented_text,
    }
    clock = "simulated time for the simulators' own" if stats.trimming else "host's clock"
    return "\n\n".join([f"region of {duration(stats.seconds)} ({clock})", *(blocks[key](stats) for key in stats.keys)])


def _tree_text(stats: Stats) -> str:
    total = stats.time(stats.tree) or math.inf

    def lines(node: Node, depth: int) -> Iterator[str]:
        for child in sorted(node.children.values(), key=lambda each: -stats.time(each)):
            share = 100 * stats.time(child) / total
            yield f"{duration(stats.time(child)):>9} {share:5.1f} % {child.calls:>6}  {'  ' * depth}{child.name}"
            yield from lines(child, depth + 1)

    return "\n".join([f"{'time':>9} {'share':>7} {'calls':>6}  operator", *lines(stats.tree, 0)])


def _raw_text(stats: Stats) -> str:
    lines = [
        f"{duration(each['host']):>9} {duration(each['device_time']):>9}  {each['chip']} {each['what']}  {each['operator'] or ''}".rstrip()
        for each in stats.raw
    ]
    return "\n".join([f"{'host':>9} {'device':>9}  what  operator", *lines])


def _kernels_text(stats: Stats) -> str:
    lines = [
        f"{duration(stats.time(kernel)):>9} {kernel.calls:>6} {kernel.cycles:>12} {kernel.cores:>6}  {kernel.chip} {kernel.name}"
        for kernel in stats.kernels
    ]
    shares = stats.shares()
    total = sum(shares.values()) or math.inf
    lines += [
        "",
        *(f"{duration(seconds):>9} {100 * seconds / total:5.1f} %  {name}" for name, seconds in shares.items()),
    ]
    return "\n".join([f"{'time':>9} {'calls':>6} {'cycles':>12} {'cores':>6}  kernel", *lines])


def _unimplemented_text(stats: Stats) -> str:
    found = stats.unimplemented()
    if not found:
        return "every operator ran on the device"
    return "\n".join([f"{'calls':>6}  on the CPU", *(f"{count:>6}  {name}" for name, count in found.items())])


def latex(stats: Stats) -> str:
    """Two tables for a document (booktabs)."""
    total = stats.time(stats.tree) or math.inf
    operators = sorted(stats.tree.children.values(), key=lambda each: -stats.time(each))
    rows = [
        f"{_latex(n.name)} & {n.calls} & {duration(stats.time(n))} & {100 * stats.time(n) / total:.1f}\\,\\% \\\\"
        for n in operators
    ]
    kernels = [
        f"{_latex(k.chip)} & {_latex(k.name)} & {k.calls} & {duration(stats.time(k))} & {k.cycles} \\\\"
        for k in stats.kernels
    ]
    return "\n".join([
        "\\begin{tabular}{lrrr}", "\\toprule", "operator & calls & time & share \\\\", "\\midrule", *rows, "\\bottomrule", "\\end{tabular}", "",
        "\\begin{tabular}{llrrr}", "\\toprule", "chip & kernel & calls & time & cycles \\\\", "\\midrule", *kernels, "\\bottomrule", "\\end{tabular}",
    ]) + "\n"  # fmt: skip


def _latex(name: str) -> str:
    for special in "\\{}_&%$#":
        name = name.replace(special, "\\textbackslash{}" if special == "\\" else f"\\{special}")
    return name


_STYLE = """
body { font: 14px/1.4 system-ui, sans-serif; margin: 2em; color: #222; background: #fff }
table { border-collapse: collapse; margin: 1em 0 } td, th { padding: .15em .8em; text-align: right; border-bottom: 1px solid #ddd }
td:last-child, th:last-child { text-align: left }
#flame { position: relative; border: 1px solid #ccc } #flame div { position: absolute; height: 21px; overflow: hidden; white-space: nowrap; font-size: 12px;
  line-height: 21px; padding-left: 3px; box-sizing: border-box; border: 1px solid #fff; cursor: pointer; color: #222 }
"""

_FLAME = jinja2.Environment(autoescape=True, keep_trailing_newline=True).from_string("""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Where the time goes</title><style>{{ style | safe }}</style></head><body>
<h1>Where the time goes</h1>
<p>Region of {{ seconds }}, {{ total }} of it in operators of the device{% if trimming %}, with simulated time in place of the simulators' own{% endif %}.
Click on an operator to see it alone, on the region to see all.</p>
<div id="flame" style="height: {{ height }}px">{% for box in boxes %}<div data-left="{{ box.left }}" data-width="{{ box.width }}" style="left: {{ box.left }}%; width: {{ box.width }}%; top: {{ box.top }}px; background: {{ box.colour }}" title="{{ box.title }}">{{ box.name }}</div>
{% endfor %}</div>
<h2>Shares</h2><table><tr><th>time</th><th>of</th></tr>{% for name, value in shares %}<tr><td>{{ value }}</td><td>{{ name }}</td></tr>{% endfor %}</table>
<h2>Kernels</h2><table><tr><th>time</th><th>calls</th><th>cycles</th><th>cores</th><th>kernel</th></tr>
{% for k in kernels %}<tr><td>{{ k.time }}</td><td>{{ k.calls }}</td><td>{{ k.cycles }}</td><td>{{ k.cores }}</td><td>{{ k.chip }} {{ k.name }}</td></tr>{% endfor %}</table>
<h2>On the CPU</h2>{% if unimplemented %}<table><tr><th>calls</th><th>operator</th></tr>{% for name, count in unimplemented %}<tr><td>{{ count }}</td><td>{{ name }}</td></tr>{% endfor %}</table>
{% else %}<p>Every operator ran on the device.</p>{% endif %}
<script>
const boxes = [...document.querySelectorAll("#flame div")];
for (const box of boxes) box.onclick = () => {
  const left = +box.dataset.left, width = +box.dataset.width;
  for (const other of boxes) {
    const begin = (other.dataset.left - left) / width * 100, size = other.dataset.width / width * 100;
    const from = Math.max(begin, 0), to = Math.min(begin + size, 100);
    other.style.display = to - from > 0.02 ? "" : "none";
    other.style.left = from + "%"; other.style.width = (to - from) + "%";
  }
};
</script></body></html>
""")

_ROW = 22
_COLOURS = {"device": "#f5b971", "cpu": "#b9c7e8", "region": "#dddddd"}


def _boxes(stats: Stats) -> Iterator[dict[str, Any]]:
    total = stats.time(stats.tree)

    def below(node: Node, left: float, width: float, depth: int) -> Iterator[dict[str, Any]]:
        kind = "region" if depth == 0 else "cpu" if node.on_cpu else "device"
        share = 100 * stats.time(node) / total if total else 0.0
        title = f"{node.name}: {duration(stats.time(node))}, {share:.1f} %, {node.calls} calls" + (
            f", {node.on_cpu} on the CPU" if node.on_cpu else ""
        )
        yield {
            "name": node.name,
            "left": round(left, 4),
            "width": round(width, 4),
            "top": depth * _ROW,
            "colour": _COLOURS[kind],
            "title": title,
        }
        spent = sum(stats.time(child) for child in node.children.values())
        whole = max(stats.time(node), spent)
        for child in sorted(node.children.values(), key=lambda each: -stats.time(each)):
            part = width * stats.time(child) / whole if whole else 0.0
            yield from below(child, left, part, depth + 1)
            left += part

    return below(stats.tree, 0.0, 100.0, 0)


def flame_graph(stats: Stats) -> str:
    """The page of Stats.html."""
    boxes = list(_boxes(stats))
    return _FLAME.render(
        style=_STYLE,
        seconds=duration(stats.seconds),
        total=duration(stats.time(stats.tree)),
        trimming=stats.trimming,
        boxes=boxes,
        height=max(box["top"] for box in boxes) + _ROW,
        shares=[(name, duration(seconds)) for name, seconds in stats.shares().items()],
        kernels=[
            {
                "time": duration(stats.time(k)),
                "calls": k.calls,
                "cycles": k.cycles,
                "cores": k.cores,
                "chip": k.chip,
                "name": k.name,
            }
            for k in stats.kernels
        ],
        unimplemented=list(stats.unimplemented().items()),
    )


_WIDTH, _HEIGHT, _MARGIN = 860, 460, 70


class _Log:
    """Positions on a logarithmic axis."""

    def __init__(self, values: Sequence[float], begin: float, end: float) -> None:
        self.low = math.floor(math.log10(min(values))) if values else 0
        self.high = max(math.ceil(math.log10(max(values))), self.low + 1) if values else 1
        self._begin, self._end = begin, end

    def __call__(self, value: float) -> float:
        return self._begin + (math.log10(value) - self.low) / (self.high - self.low) * (self._end - self._begin)

    def ticks(self) -> list[int]:
        return list(range(self.low, self.high + 1))


def roofline(kernels: Sequence[Kernel], peaks: Mapping[int, Any]) -> str:
    """The page of Stats.roofline: one plot per device."""
    plots = [_plot([k for k in kernels if k.device == device], device, peak) for device, peak in sorted(peaks.items())]
    head = f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Roofline</title><style>{_STYLE}</style></head><body><h1>Roofline</h1>'
    return head + "".join(plots) + "</body></html>\n"


def _plot(kernels: Sequence[Kernel], device: int, peak: Any) -> str:
    points = [(k, k.flops / k.bytes, k.flops / k.device_time) for k in kernels if k.flops and k.bytes and k.device_time]
    chip = kernels[0].chip
    ridge = peak["flops_per_second"] / peak["bytes_per_second"]
    x = _Log([ridge / 100, ridge * 10, *(i for _, i, _ in points)], _MARGIN, _WIDTH - 20)
    y = _Log(
        [peak["flops_per_second"] / 1e5, peak["flops_per_second"], *(a for _, _, a in points)], _HEIGHT - _MARGIN, 34
    )
    low, high = 10.0**x.low, 10.0**x.high
    roof = [(low, low * peak["bytes_per_second"]), (ridge, peak["flops_per_second"]), (high, peak["flops_per_second"])]
    floor = 10.0**y.low
    line = " ".join(f"{x(i):.1f},{y(max(a, floor)):.1f}" for i, a in roof)
    across = (x(low), x(high))
    parts = [f'<path d="M{across[0]:.1f} {y(10.0**tick):.1f}H{across[1]:.1f}" stroke="#eee"/>' for tick in y.ticks()]
    parts += [f'<path d="M{x(10.0**tick):.1f} {y(floor):.1f}V34" stroke="#eee"/>' for tick in x.ticks()]
    parts += [f'<polyline points="{line}" fill="none" stroke="#c33" stroke-width="2"/>']
    for tick in x.ticks():
        parts.append(f'<text x="{x(10.0**tick):.1f}" y="{_HEIGHT - _MARGIN + 20}" text-anchor="middle">1e{tick}</text>')
    for tick in y.ticks():
        parts.append(f'<text x="{_MARGIN - 8}" y="{y(10.0**tick) + 4:.1f}" text-anchor="end">1e{tick}</text>')
    for kernel, intensity, attained in points:
        limit = min(peak["flops_per_second"], intensity * peak["bytes_per_second"])
        title = f"{kernel.name}: {intensity:.3g} flops per byte, {attained:.3g} flops/s, {100 * attained / limit:.1f} % of what the roof allows"
        parts.append(
            f'<circle cx="{x(intensity):.1f}" cy="{y(attained):.1f}" r="5" fill="#36c" fill-opacity=".7"><title>{html.escape(title)}</title></circle>'
        )
    axes = f'<text x="{_WIDTH // 2}" y="{_HEIGHT - 20}" text-anchor="middle">flops per byte of memory</text><text x="14" y="14">flops per second</text>'
    rows = "".join(
        f"<tr><td>{k.calls}</td><td>{k.flops}</td><td>{k.bytes}</td><td>{k.cycles}</td><td>{a:.3g}</td><td>{100 * a / min(peak['flops_per_second'], i * peak['bytes_per_second']):.1f} %</td><td>{html.escape(k.name)}</td></tr>"
        for k, i, a in points
    )
    kind = "of its model" if peak["simulated"] else "of the chip"
    return (
        f"<h2>tpu:{device} ({html.escape(chip)})</h2><p>Peaks {kind}: {peak['flops_per_second']:.3g} flops/s, {peak['bytes_per_second']:.3g} bytes/s.</p>"
        f'<svg width="{_WIDTH}" height="{_HEIGHT}" font-family="sans-serif" font-size="12">{"".join(parts)}{axes}</svg>'
        f"<table><tr><th>calls</th><th>flops</th><th>bytes</th><th>cycles</th><th>flops/s</th><th>of the roof</th><th>kernel</th></tr>{rows}</table>"
    )
