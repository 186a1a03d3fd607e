"""Graphs: a step's device work, captured once and replayed. docs/torch-graphs.md."""

from __future__ import annotations

from torch_tpu.graphs.capture import Graph, graph
from torch_tpu.graphs.errors import GraphError

__all__ = ["Graph", "GraphError", "graph"]
