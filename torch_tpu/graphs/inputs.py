"""Inputs of a captured function: tensors of the graph's own that later inputs are copied into, and values that have to be the same again."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

import torch
from torch.utils import _pytree

from torch_tpu.graphs.errors import GraphError


@dataclass(frozen=True)
class Memory:
    """Where the storages begin that a graph uses."""

    own: frozenset[int]
    before: frozenset[int]  # the capture
    written: frozenset[int]

    @classmethod
    def of(cls, dump: dict[str, Any]) -> Memory:
        """That of what a graph's debug_dump() wrote."""
        uses = [use for call in dump["calls"] for use in call["tensors"]]
        return cls(
            own=frozenset(use["memory"] for use in uses if use["own"]),
            before=frozenset(use["memory"] for use in uses if not use["own"]),
            written=frozenset(use["memory"] for use in uses if use["written"]),
        )


class Inputs:
    """Of one captured function."""

    def __init__(self, examples: tuple[Any, ...]) -> None:
        self._examples, self._structure = _pytree.tree_flatten(examples)
        with torch.inference_mode(False):  # later inputs are copied in wherever the graph is called
            self._statics = [_static(number, leaf) for number, leaf in enumerate(self._examples)]
        self.device = next((leaf.device for leaf in self._statics if isinstance(leaf, torch.Tensor)), None)
        self._memory = Memory(frozenset(), frozenset(), frozenset())
        self._written: list[int] = []  # numbers of those that the function writes into

    def arguments(self) -> tuple[Any, ...]:
        """What the function is captured with."""
        return _pytree.tree_unflatten(self._statics, self._structure)

    def captured(self, memory: Memory) -> None:
        """The function was captured, and uses `memory`."""
        self._statics = [leaf.detach() if isinstance(leaf, torch.Tensor) else leaf for leaf in self._statics]
        static = {_memory_of(leaf) for leaf in self._statics if isinstance(leaf, torch.Tensor) and leaf.numel() > 0}
        self._memory = Memory(memory.own, memory.before - static, memory.written)
        self._written = [
            number
            for number, leaf in enumerate(self._statics)
            if isinstance(leaf, torch.Tensor) and leaf.numel() > 0 and _memory_of(leaf) in memory.written
        ]
        self._check_memory(self._examples)
        self._examples = []

    def load(self, inputs: tuple[Any, ...]) -> list[tuple[torch.Tensor, torch.Tensor]]:
        """Copies inputs in; what is to be copied back after the replay, {to, from}."""
        leaves, structure = _pytree.tree_flatten(inputs)
        if structure != self._structure:
            raise GraphError(f"the graph takes inputs of the structure {self._structure}, not {structure}")
        for number, (static, new) in enumerate(zip(self._statics, leaves, strict=True)):
            _check_input(number, static, new)
        self._check_memory(leaves)
        moved = [
            (static, new)
            for static, new in zip(self._statics, leaves, strict=True)
            if isinstance(static, torch.Tensor) and not _same_place(static, new)
        ]
        places = {_memory_of(leaf) for leaf in self._statics if isinstance(leaf, torch.Tensor)}
        with torch.no_grad():
            # One of the graph's inputs given as another: all are read before one is written.
            read = [(static, new.clone() if _memory_of(new) in places else new) for static, new in moved]
            for static, new in read:
                static.copy_(new)
        # The graph's own tensors are written by each replay anyhow.
        return [
            (leaves[number], self._statics[number])
            for number in self._written
            if leaves[number].device == self._statics[number].device
            and _memory_of(leaves[number]) not in self._memory.own | places
        ]

    def _check_memory(self, leaves: list[Any]) -> None:
        """The function computes with copies, which share no memory with each other, nor with what else it uses."""
        tensors = {
            number: leaf
            for number, leaf in enumerate(leaves)
            if isinstance(leaf, torch.Tensor) and leaf.device == self.device and leaf.numel() > 0
        }
        for number in tensors.keys() & set(self._written):
            for other, leaf in tensors.items():
                if other != number and _overlap(tensors[number], leaf):
                    raise GraphError(
                        f"inputs {min(number, other)} and {max(number, other)} share memory, and input {number} is written, which the graph would not"
                        " see in the other: pass one, and make the other of it in the function"
                    )
        for number, leaf in tensors.items():
            place = _memory_of(leaf)
            uses = place in self._memory.before
            if uses and (number in self._written or place in self._memory.written):
                raise GraphError(
                    f"input {number} shares memory with a tensor that the function uses without getting it as an input, and one of them is written: use it in"
                    " one way only"
                )


def _memory_of(tensor: torch.Tensor) -> int:
    return tensor.untyped_storage().data_ptr()


def _same_place(static: torch.Tensor, new: torch.Tensor) -> bool:
    return static.device == new.device and static.data_ptr() == new.data_ptr() and static.stride() == new.stride()


def _overlap(left: torch.Tensor, right: torch.Tensor) -> bool:
    """Whether the bytes from first to last element do."""
    spans = []
    for tensor in (left, right):
        elements = 1 + sum((size - 1) * stride for size, stride in zip(tensor.shape, tensor.stride(), strict=True))
        spans.append((tensor.data_ptr(), tensor.data_ptr() + elements * tensor.element_size()))
    return spans[0][0] < spans[1][1] and spans[1][0] < spans[0][1]


def _static(number: int, leaf: Any) -> Any:
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(leaf, numpy.ndarray):
        raise GraphError(
            f"input {number} is an array of the host, whose numbers would be part of the graph: pass a tensor"
        )
    if not isinstance(leaf, torch.Tensor):
        return leaf
    if leaf.device.type != "tpu":
        raise GraphError(
            f"input {number} lies on {leaf.device}: a graph's inputs lie on its device; later ones may lie anywhere"
        )
    if leaf.layout != torch.strided:
        raise GraphError(f"input {number} is of layout {leaf.layout}; a graph takes strided tensors")
    return leaf.detach().clone().requires_grad_(leaf.requires_grad)


def _same_value(static: Any, new: Any) -> bool:
    if new is static:
        return True
    try:
        return type(new) is type(static) and bool(new == static or (new != new and static != static))
    except (TypeError, ValueError, RuntimeError):
        return False


def _check_input(number: int, static: Any, new: Any) -> None:
    if not isinstance(static, torch.Tensor):
        if not _same_value(static, new):
            raise GraphError(
                f"input {number} is {new!r}; the graph was captured with {static!r}, which is part of it: capture another one"
            )
        return
    if not isinstance(new, torch.Tensor):
        raise GraphError(f"input {number} is a {type(new).__name__}, not a tensor")
    if new.shape != static.shape or new.dtype != static.dtype or new.layout != static.layout:
        raise GraphError(
            f"input {number} is {new.dtype} of shape {tuple(new.shape)}{'' if new.layout == static.layout else f', {new.layout}'}; the graph was captured"
            f" with {static.dtype} of {tuple(static.shape)}"
        )
