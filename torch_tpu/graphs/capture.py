"""Steps captured into graphs of the library and replayed: what graph() gives."""

from __future__ import annotations

import copy
import gc
import json
import tempfile
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import torch
from torch.utils import _pytree

from torch_tpu.graphs.errors import GraphError
from torch_tpu.graphs.inputs import Inputs, Memory
from torch_tpu.graphs.optimizers import Watched


class Graph(torch.accelerator.Graph):
    """Work of a stream, captured once by running the code that queues it, without doing it, and done again by every replay.

    As a context manager it captures what its block does on the current stream of the current device. A replay computes from what the tensors
    that the block used hold then, into the same memory: copy new inputs into the tensors, replay, and read the results. The graph keeps its memory, and the
    tensors from before that it uses. It may be captured again after reset()."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._inputs: Inputs | None = None
        self._outputs: Any = None
        self._optimizers = Watched()

    def __enter__(self) -> Graph:
        """Begin the capture."""
        self.capture_begin()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: Any) -> None:
        """End the capture; of a block that raised nothing is left."""
        if kind is None:
            self.capture_end()
        else:
            self.reset()

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Raises: its memory is this process's, and there once."""
        raise GraphError("a graph cannot be copied or pickled: capture another one")

    def capture_begin(self) -> None:
        """From here on work of the current stream is captured."""
        gc.collect()  # cycles of tensors from before would go in the middle of it
        super().capture_begin()
        torch.clear_autocast_cache()  # replays cast weights as they are then
        self._optimizers.begin()

    def capture_end(self) -> None:
        """Here the capture ends. Raises where something that was captured would not be the step's in each replay."""
        self._optimizers.end()
        torch.clear_autocast_cache()  # nothing was cast yet
        super().capture_end()
        try:
            self._optimizers.check()
        except GraphError:
            self.reset()
            raise

    def replay(self) -> None:
        """Queue the captured work on the current stream."""
        self._optimizers.check()
        super().replay()

    def reset(self) -> None:
        """End the graph, and give back what it keeps. Ends a capture that runs."""
        self._optimizers.forget()
        torch.clear_autocast_cache()
        super().reset()
        self._inputs, self._outputs = None, None
        self.__dict__.pop("_dump", None)
        self.__dict__.pop("_described", None)

    def __call__(self, *inputs: Any) -> Any:
        """Replay with new inputs of the shapes, data types and structure of those of the capture; what is no tensor has to be what it was. The outputs are
        the graph's own tensors: the next replay writes them again. Inputs on the device that the function writes into are written, as it would."""
        if self._inputs is None:
            raise GraphError("the graph was not made from a function: copy into its tensors and call replay()")
        written = self._inputs.load(inputs)
        self.replay()
        with torch.no_grad():
            for tensor, found in written:
                tensor.copy_(found)
        return self._outputs

    @cached_property
    def _dump(self) -> dict[str, Any]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "graph.json"
            self.debug_dump(str(path))
            return json.loads(path.read_text())

    @cached_property
    def _described(self) -> dict[str, Any]:
        from torch_tpu.graphs import drawing  # importing the device takes none of its libraries

        return drawing.with_edges(copy.deepcopy(self._dump))

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


def graph(step: Callable[..., Any] | None = None, *inputs: Any) -> Graph:
    """A Graph to capture with, `with graph() as g:`; or, of a function, what it does with `inputs`, captured: a Graph to call with other inputs.

    `inputs` are examples: any structure of device tensors and other values. The function is called once and computes nothing in that call; what it does besides
    queueing work of the inputs' device, it does then and not in replays. Run a step once or more before: what is made at its first run (an optimizer's buffers) is otherwise
    captured as being made. Raises where something of it cannot be captured, and names it."""
    if step is None:
        return Graph()
    made, taken = Graph(), Inputs(inputs)
    with torch.tpu.device(taken.device), made:
        outputs = step(*taken.arguments())
    try:
        taken.captured(Memory.of(made._dump))
    except GraphError:
        made.reset()
        raise
    made._inputs = taken
    made._outputs = _pytree.tree_map_only(torch.Tensor, torch.Tensor.detach, outputs)
    return made
