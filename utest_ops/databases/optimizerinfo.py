"""Trials of OptimizerInfo entries: parameters and state after some steps."""

import copy
from collections.abc import Iterator
from functools import cache
from typing import Any

import torch
from torch.testing._internal.common_optimizers import OptimizerInfo, optim_db

from utest_ops.databases.trial import Trial

CHECKS = ("steps",)
STEPS = 5
SHAPES = ((4, 3), (3, 5), (2, 2))  # of two dimensions, which some optimizers demand


@cache
def entries() -> dict[str, OptimizerInfo]:
    """Every optimizer by the name of its class."""
    return {info.optim_cls.__name__: info for info in optim_db}


def trials(name: str) -> Iterator[Trial]:
    """Every configuration, by itself and with each of foreach and fused."""
    info = entries()[name]
    for index, kwargs in enumerate(_configurations(info)):
        torch.manual_seed(index)
        params = [torch.nn.Parameter(torch.randn(shape)) for shape in SHAPES]
        grads = [[torch.randn(shape) for shape in SHAPES] for _ in range(STEPS)]
        if info.only_supports_sparse_grads:
            grads = [[each.to_sparse() for each in step] for step in grads]
        function = _stepper(info, kwargs)
        yield Trial("steps", "f32", index, function, (params, grads), host_scalars=True)


def _configurations(info: OptimizerInfo) -> Iterator[dict[str, Any]]:
    flags = [flag for flag in info.supported_impls if flag in ("foreach", "fused")]
    for each in info.optim_inputs_func("cpu"):
        yield dict.fromkeys(flags, False) | each.kwargs
        for flag in flags:
            yield dict.fromkeys(flags, False) | each.kwargs | {flag: True}


def _stepper(info: OptimizerInfo, kwargs: dict[str, Any]) -> Any:
    def steps(params: list[torch.nn.Parameter], grads: list[list[torch.Tensor]]) -> dict[str, Any]:
        optimizer = info.optim_cls(params, **copy.deepcopy(kwargs))
        for step in grads:
            for param, grad in zip(params, step, strict=True):
                param.grad = grad.clone()
            optimizer.step(_closure(params) if info.step_requires_closure else None)
        state = optimizer.state_dict()["state"]
        return {f"{index}.{key}": each for index, part in state.items() for key, each in part.items() if key != "step"}

    return steps


def _closure(params: list[torch.nn.Parameter]) -> Any:
    """A bowl whose bottom is at 1: the loss of an optimizer that asks for it several times in a step."""

    def closure() -> torch.Tensor:
        with torch.enable_grad():
            loss = sum(((param - 1) ** 2).sum() for param in params)
        for param, grad in zip(params, torch.autograd.grad(loss, params), strict=True):
            param.grad = grad
        return loss

    return closure
