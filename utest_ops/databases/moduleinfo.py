"""Trials of ModuleInfo entries: forward, backward, parameters and buffers afterwards, in training and evaluation."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import torch
from torch.testing._internal.common_modules import ModuleInfo, module_db

from utest_ops.databases.opinfo import weights
from utest_ops.databases.transfer import tensors_in
from utest_ops.databases.trial import DTYPES, Trial

CHECKS = ("train", "eval")


@cache
def entries() -> dict[str, ModuleInfo]:
    """Every entry that takes f32, by the module's name."""
    found: dict[str, ModuleInfo] = {}
    for info in module_db:
        if torch.float32 in info.dtypes and not info.is_lazy:
            name = info.name.removeprefix("nn.")
            assert name not in found, name
            found[name] = info
    return found


def trials(name: str) -> Iterator[Trial]:
    """Every input of the entry, in training and in evaluation."""
    info = entries()[name]
    for check in CHECKS:
        torch.manual_seed(0)
        training = check == "train"
        inputs = info.module_inputs_func(info, device="cpu", dtype=DTYPES["f32"], requires_grad=True, training=training)
        for index, each in enumerate(inputs):
            torch.manual_seed(index)
            made = each.constructor_input
            module = info.module_cls(*made.args, **made.kwargs)
            module.to(DTYPES["f32"]).train(training)
            given = each.forward_input
            if given is None:
                continue
            yield Trial(check, "f32", index, _forward_backward, (module, given.args, given.kwargs))


def _forward_backward(module: torch.nn.Module, args: tuple, kwargs: dict[str, Any]) -> tuple[Any, list[Any]]:
    """The module's output, and the gradients of its inputs and parameters."""
    output = module(*args, **kwargs)
    leaves = [each for each in tensors_in((module, args, kwargs)) if each.requires_grad]
    outputs = [each for each in tensors_in(output) if each.requires_grad]
    if not leaves or not outputs:
        return output, []
    grads = torch.autograd.grad(outputs, leaves, [weights(each) for each in outputs], allow_unused=True)
    return output, list(grads)
