"""Graphs: a step's device work, captured once and replayed. docs/torch-graphs.md."""

from __future__ import annotations

from torch_tpu.graphs.capture import Graph, GraphError, graph

__all__ = ["Graph", "GraphError", "graph"]
