"""A module as a graph of operators that the table has: torch.export on the device, then decompositions of what is not in the table."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch.export import Dim, ExportedProgram, ShapesCollection, default_decompositions

from .errors import ExportError
from .lowering import exact_parts, known_extent


@dataclass(frozen=True)
class Trace:
    exported: ExportedProgram
    batch: int | None  # None: any; else the module was specialised to that many samples
    decomposed: frozenset[str]  # overloads that eager computes at once, and the program in parts


DynamicShapes = Mapping[int, Mapping[int, str]]


def _export(module: torch.nn.Module, inputs: tuple[torch.Tensor, ...], dims: list[dict[int, Any]]) -> ExportedProgram:
    shapes = ShapesCollection()  # for modules that take *inputs, too
    for tensor, each in zip(inputs, dims, strict=True):
        shapes[tensor] = each
    return torch.export.export(module, inputs, dynamic_shapes=shapes)


def _overloads(exported: ExportedProgram) -> set[Any]:
    return {node.target for node in exported.graph.nodes if node.op == "call_function"}


def _name(target: Any) -> str:
    return str(target).removeprefix("aten.")


def _composite(target: Any) -> bool:
    """Made of other operators in eager too, on a device that has no kernel of its own for it."""
    return torch._C._dispatch_has_kernel_for_dispatch_key(target.name(), "CompositeImplicitAutograd")


def _batch_of(exported: ExportedProgram) -> int | None:
    """Samples that the graph was specialised to, None where it takes any number."""
    signature = exported.graph_signature
    for node in exported.graph.nodes:
        if node.op == "placeholder" and node.name in signature.user_inputs:
            size = known_extent(node.meta["val"].shape[0])
            if size is not None:
                return size
    return None


def trace(
    module: torch.nn.Module,
    batch: tuple[torch.Tensor, ...],
    again: tuple[torch.Tensor, ...],
    dynamic: DynamicShapes,
    known: Iterable[str],
) -> Trace:
    """`batch` has the exporter's number of samples, `again` at least two: one sample would make the graph take one only."""
    try:
        return _trace(module, batch, again, dynamic, set(known))
    except ExportError:
        raise
    except Exception as error:  # anything: of torch, and of the module
        raise ExportError(f"torch.export cannot trace the module: {type(error).__name__}: {error}") from error


def _trace(
    module: torch.nn.Module,
    batch: tuple[torch.Tensor, ...],
    again: tuple[torch.Tensor, ...],
    dynamic: DynamicShapes,
    known: set[str],
) -> Trace:
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
    exported = _export(copied, on_device(again), dims)
    found = _batch_of(exported)
    if found is not None and found != len(batch[0]):
        exported = _export(
            copied, on_device(batch), [{dim: kind for dim, kind in each.items() if dim} for each in dims]
        )
        found = len(batch[0])
    # What the table lacks is taken apart, and what that gives again. Only what is there, so that composites inside of composites go the way
    # that they go in eager: some of PyTorch's decompositions choose other products.
    table = default_decompositions()
    decomposed: set[str] = set()
    whole, missing = exported, {target for target in _overloads(exported) & table.keys() if _name(target) not in known}
    while True:
        decomposed |= {_name(target) for target in missing if not _composite(target)} - exact_parts()
        whole = whole.run_decompositions({target: table[target] for target in missing})
        left = {target for target in _overloads(whole) & table.keys() if _name(target) not in known}
        if not left or left == missing:
            return Trace(whole, found, frozenset(decomposed))
        missing = left
