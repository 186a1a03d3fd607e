"""Steps captured into graphs of the library and replayed: what graph() gives."""

from __future__ import annotations

import gc
import json
import tempfile
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import torch
from torch.optim.optimizer import register_optimizer_step_post_hook, register_optimizer_step_pre_hook
from torch.utils import _pytree


class GraphError(RuntimeError):
    """A graph was used in a way it cannot be."""


class Graph(torch.accelerator.Graph):
    """Work of a stream, captured once by running the code that queues it, without doing it, and done again by every replay.

    As a context manager it captures what its block does on the current stream of the current device. A replay computes from what the tensors
    that the block used hold then, into the same memory: copy new inputs into the tensors, replay, and read the results. The graph keeps its memory, and the
    tensors from before that it uses. It may be captured again after reset()."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._inputs: list[Any] = []  # leaves, static tensors or values
        self._structure: _pytree.TreeSpec | None = None
        self._outputs: Any = None
        self._hooks: list[Any] = []

    def __enter__(self) -> Graph:
        """Begin the capture."""
        gc.collect()  # cycles of tensors from before would go in the middle of it
        self._watch_optimizers()
        try:
            self.capture_begin()
        except BaseException:
            self._unwatch()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: Any) -> None:
        """End the capture; of a block that raised nothing is left."""
        self._unwatch()
        if kind is None:
            self.capture_end()
        else:
            self.reset()

    def reset(self) -> None:
        """End the graph, and give back what it keeps. Ends a capture that runs."""
        super().reset()
        self._inputs, self._structure, self._outputs = [], None, None
        self.__dict__.pop("_described", None)

    def __call__(self, *inputs: Any) -> Any:
        """Replay with new inputs of the shapes, data types and structure of those of the capture; what is no tensor has to be what it was. The outputs are
        the graph's own tensors: the next replay writes them again."""
        if self._structure is None:
            raise GraphError("the graph was not made from a function: copy into its tensors and call replay()")
        leaves, structure = _pytree.tree_flatten(inputs)
        if structure != self._structure:
            raise GraphError(f"the graph takes inputs of the structure {self._structure}, not {structure}")
        for number, (static, new) in enumerate(zip(self._inputs, leaves, strict=True)):
            _check_input(number, static, new)
        with torch.no_grad():
            for static, new in zip(self._inputs, leaves, strict=True):
                if isinstance(static, torch.Tensor) and static.data_ptr() != new.data_ptr():
                    static.copy_(new)
        self.replay()
        return self._outputs

    @cached_property
    def _described(self) -> dict[str, Any]:
        from torch_tpu.graphs import drawing  # importing the device takes none of its libraries

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "graph.json"
            self.debug_dump(str(path))
            return drawing.with_edges(json.loads(path.read_text()))

    def json(self) -> dict[str, Any]:
        """Device, chip and stream; operators in their order, each with the tensors that it uses and the operators that it needs the results of; nodes, each with
        the number of its operator, and a launch with its kernel, cores and argument struct by field."""
        return json.loads(json.dumps(self._described))

    def text(self) -> str:
        """One line per operator, with its tensors and what it queues."""
        from torch_tpu.graphs import drawing

        return drawing.text(self._described)

    def save(self, path: str | Path) -> None:
        """Write a .json, .txt or .svg file: the last is a picture, each operator below those that it needs."""
        from torch_tpu.graphs import drawing

        path = Path(path)
        forms: dict[str, Callable[[], str]] = {
            ".json": lambda: json.dumps(self._described, indent=1),
            ".txt": self.text,
            ".svg": lambda: drawing.svg(self._described),
        }
        if path.suffix not in forms:
            raise ValueError(f"{path}: a graph is written as {', '.join(forms)}")
        path.write_text(forms[path.suffix](), encoding="utf-8")

    def __str__(self) -> str:
        """As text()."""
        return self.text()

    def _watch_optimizers(self) -> None:
        """What an optimizer calculates on the CPU would be the same in each replay."""

        def check(optimizer: torch.optim.Optimizer, _args: Any, _kwargs: Any) -> None:
            name = type(optimizer).__name__
            if any(group.get("capturable") is False for group in optimizer.param_groups):
                raise GraphError(
                    f"{name} calculates on the CPU, and each replay would use the numbers of the capture: make it with capturable=True"
                )
            for state in optimizer.state.values():
                for key, value in state.items():
                    on_cpu = isinstance(value, torch.Tensor) and value.device.type == "cpu"
                    if on_cpu or (isinstance(value, (int, float)) and not isinstance(value, bool)):
                        raise GraphError(
                            f"{name} keeps its '{key}' on the CPU, and each replay would use that of the capture"
                        )

        self._hooks = [
            register_optimizer_step_pre_hook(check),
            register_optimizer_step_post_hook(check),
        ]

    def _unwatch(self) -> None:
        while self._hooks:
            self._hooks.pop().remove()


def graph(step: Callable[..., Any] | None = None, *inputs: Any) -> Graph:
    """A Graph to capture with, `with graph() as g:`; or, of a function, what it does with `inputs`, captured: a Graph to call with other inputs.

    `inputs` are examples: any structure of device tensors and other values. The function is called once and computes nothing in that call; what it does besides
    queueing work of the inputs' device, it does then and not in replays. Run a step once or more before: what is made at its first run (an optimizer's buffers) is otherwise
    captured as being made. Raises where something of it cannot be captured, and names it."""
    if step is None:
        return Graph()
    leaves, structure = _pytree.tree_flatten(inputs)
    made = Graph()
    statics = [_static(number, leaf) for number, leaf in enumerate(leaves)]
    device = next((leaf.device for leaf in statics if isinstance(leaf, torch.Tensor)), None)
    with torch.tpu.device(device), made:
        outputs = step(*_pytree.tree_unflatten(statics, structure))
    made._inputs = [leaf.detach() if isinstance(leaf, torch.Tensor) else leaf for leaf in statics]
    made._structure = structure
    made._outputs = _pytree.tree_map_only(torch.Tensor, torch.Tensor.detach, outputs)
    return made


def _static(number: int, leaf: Any) -> Any:
    if not isinstance(leaf, torch.Tensor):
        return leaf
    if leaf.device.type != "tpu":
        raise GraphError(
            f"input {number} lies on {leaf.device}: a graph's inputs lie on its device; later ones may lie anywhere"
        )
    return leaf.detach().clone().requires_grad_(leaf.requires_grad)


def _check_input(number: int, static: Any, new: Any) -> None:
    if not isinstance(static, torch.Tensor):
        if new is not static and new != static:
            raise GraphError(
                f"input {number} is {new!r}; the graph was captured with {static!r}, which is part of it: capture another one"
            )
        return
    if not isinstance(new, torch.Tensor):
        raise GraphError(f"input {number} is a {type(new).__name__}, not a tensor")
    if new.shape != static.shape or new.dtype != static.dtype:
        raise GraphError(
            f"input {number} is {new.dtype} of shape {tuple(new.shape)}; the graph was captured with {static.dtype} of {tuple(static.shape)}"
        )
