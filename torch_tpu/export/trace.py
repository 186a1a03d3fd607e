"""A module as a graph of operators that the table has: torch.export on the device, then decompositions of what is not in the table."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch.export import Dim, ExportedProgram, default_decompositions

from .errors import ExportError


@dataclass(frozen=True)
class Trace:
    exported: ExportedProgram
    batch: int | None  # None: any; else the module was specialised to that many samples
    decomposed: frozenset[str]  # overloads that eager computes at once, and the program in parts


DynamicShapes = Mapping[int, Mapping[int, str]]


def _export(module: torch.nn.Module, inputs: tuple[torch.Tensor, ...], dims: list[dict[int, Any]]) -> ExportedProgram:
    return torch.export.export(module, inputs, dynamic_shapes=tuple(dims))


def _overloads(exported: ExportedProgram) -> set[Any]:
    return {node.target for node in exported.graph.nodes if node.op == "call_function"}


def _name(target: Any) -> str:
    return str(target).removeprefix("aten.")


def _batch_of(exported: ExportedProgram) -> int | None:
    """Samples that the graph was specialised to, None where it takes any number."""
    signature = exported.graph_signature
    for node in exported.graph.nodes:
        if node.op == "placeholder" and node.name in signature.user_inputs:
            size = node.meta["val"].shape[0]
            if not isinstance(size, torch.SymInt):
                return int(size)
    return None


def trace(
    module: torch.nn.Module,
    batch: tuple[torch.Tensor, ...],
    again: tuple[torch.Tensor, ...],
    dynamic: DynamicShapes,
    known: Iterable[str],
) -> Trace:
    """`batch` has the exporter's number of samples, `again` at least two: one sample would make the graph take one only."""
    copied = copy.deepcopy(module).eval().to("tpu")
    on_device = lambda tensors: tuple(each.to("tpu") for each in tensors)  # noqa: E731
    named: dict[str, Any] = {}
    dims: list[dict[int, Any]] = []
    for number, tensor in enumerate(batch):
        named_dims = dynamic.get(number, {})
        for dim in named_dims:
            if not 0 < dim < tensor.dim():
                raise ExportError(
                    f"dynamic_shapes: input {number} of shape {list(tensor.shape)} has no dimension {dim} of a sample"
                )
        dims.append({0: Dim.AUTO} | {dim: named.setdefault(name, Dim.AUTO) for dim, name in named_dims.items()})
    try:
        exported = _export(copied, on_device(again), dims)
        found = _batch_of(exported)
        if found is not None and found != len(batch[0]):
            exported = _export(
                copied, on_device(batch), [{dim: kind for dim, kind in each.items() if dim} for each in dims]
            )
            found = len(batch[0])
    except Exception as error:
        raise ExportError(f"torch.export cannot trace the module: {error}") from error
    whole = exported.run_decompositions({})
    table = default_decompositions()
    known = set(known)
    missing = {target for target in _overloads(whole) if _name(target) not in known}
    decomposed: set[str] = set()
    # What a decomposition gives may need one itself.
    while missing & table.keys():
        decomposed |= {_name(target) for target in missing & table.keys()}
        whole = whole.run_decompositions({target: table[target] for target in missing & table.keys()})
        left = {target for target in _overloads(whole) if _name(target) not in known}
        if left == missing:
            break
        missing = left
    return Trace(whole, found, frozenset(decomposed))
