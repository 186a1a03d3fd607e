"""Tools for bringing up a chip: what ran, with what, and whether it was right. Each listens while the program runs, and costs nothing otherwise."""

from __future__ import annotations

from torch_tpu.fallback import forced_fallback
from torch_tpu.tools import kernel_log, profiler
from torch_tpu.tools.bisection import Bisected, BisectionError, Culprit, bisect
from torch_tpu.tools.charts import Chart, ChartError, Route, chart, route
from torch_tpu.tools.comparison import Autocompare, Compared, autocompare
from torch_tpu.tools.dumping import Dump, dump_args

__all__ = [
    "Autocompare",
    "Bisected",
    "BisectionError",
    "Chart",
    "ChartError",
    "Compared",
    "Culprit",
    "Dump",
    "Route",
    "autocompare",
    "bisect",
    "chart",
    "dump_args",
    "forced_fallback",
    "kernel_log",
    "profiler",
    "route",
]
