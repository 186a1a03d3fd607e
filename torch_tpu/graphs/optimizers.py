"""Optimizers of a captured step: what they have on the host is part of the graph, and may not change afterwards."""

from __future__ import annotations

import weakref
from typing import Any

import torch
from torch.optim.optimizer import register_optimizer_step_post_hook, register_optimizer_step_pre_hook

from torch_tpu.graphs.errors import GraphError

Groups = list[dict[str, Any]]


class Watched:
    """The optimizers that take a step while a graph is captured."""

    def __init__(self) -> None:
        self._hooks: list[Any] = []
        self._groups: list[tuple[weakref.ref[torch.optim.Optimizer], Groups]] = []
        self._loaded: list[str] = []  # names of those whose state is another since the capture

    def begin(self) -> None:
        """Before the capture."""
        self._hooks = [
            register_optimizer_step_pre_hook(self._before_step),
            register_optimizer_step_post_hook(_check_state),
        ]

    def end(self) -> None:
        """After it, however it ended."""
        while self._hooks:
            self._hooks.pop().remove()

    def forget(self) -> None:
        """The graph is no more."""
        self.end()
        self._groups, self._loaded = [], []

    def check(self) -> None:
        """Raises where an optimizer is no longer what it was at its captured step."""
        if self._loaded:
            raise GraphError(
                f"{self._loaded[0]} has loaded a state since the capture, into other tensors than the graph uses: capture another graph"
            )
        for reference, groups in self._groups:
            optimizer = reference()
            if optimizer is not None:
                _check_groups(optimizer, groups)

    def _before_step(self, optimizer: torch.optim.Optimizer, args: Any, kwargs: Any) -> None:
        _check_state(optimizer, args, kwargs)
        for reference, groups in self._groups:
            if reference() is optimizer:
                _check_groups(optimizer, groups)
                return
        self._groups.append((weakref.ref(optimizer), [_without_parameters(group) for group in optimizer.param_groups]))
        loaded, name = weakref.ref(self), type(optimizer).__name__

        def note(_optimizer: torch.optim.Optimizer) -> None:
            watched = loaded()
            if watched is not None:
                watched._loaded.append(name)

        optimizer.register_load_state_dict_post_hook(note)


def _without_parameters(group: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in group.items() if key != "params"}


def _check_groups(optimizer: torch.optim.Optimizer, groups: Groups) -> None:
    name = type(optimizer).__name__
    if len(optimizer.param_groups) != len(groups):
        raise GraphError(
            f"{name} has {len(optimizer.param_groups)} groups of parameters; the graph was captured with {len(groups)}"
        )
    for group, captured in zip(optimizer.param_groups, groups, strict=True):
        for key, value in captured.items():
            now = group.get(key)
            if now is not value and (isinstance(value, torch.Tensor) or now != value):
                raise GraphError(
                    f"{name} has {key}={now!r}; the graph was captured with {value!r}, which is part of it: capture another one, or keep it in a"
                    " tensor on the device from the start and write into that"
                )


def _check_state(optimizer: torch.optim.Optimizer, _args: Any, _kwargs: Any) -> None:
    name = type(optimizer).__name__
    if any(group.get("capturable") is False for group in optimizer.param_groups):
        raise GraphError(
            f"{name} calculates on the CPU, and each replay would use the numbers of the capture: make it with capturable=True"
        )
    for state in optimizer.state.values():
        for key, value in state.items():
            on_cpu = isinstance(value, torch.Tensor) and value.device.type == "cpu"
            if on_cpu or (isinstance(value, (int, float)) and not isinstance(value, bool)):
                raise GraphError(f"{name} keeps its '{key}' on the CPU, and each replay would use that of the capture")
