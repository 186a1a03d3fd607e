"""`Module.to(device)` keeps the module's parameters: same objects, tied ones stay tied, optimizers made before go on with them.

PyTorch gives a parameter new memory in place only between device types of its own; for others it makes another Parameter object for each
name, which unties weights and leaves optimizers with the old ones, without a word.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import Any, NoReturn

import torch
from torch.nn import Module, Parameter


def keep_parameters() -> None:
    """Make every Module's conversions keep its Parameter objects. Raises nothing."""
    convert = Module._apply
    if getattr(convert, "keeps_parameters", False):
        return

    @functools.wraps(convert)
    def apply(self: Module, fn: Callable[[Any], Any], recurse: bool = True) -> Module:
        before = dict(self._parameters)
        result = convert(self, fn, recurse)
        for name, old in before.items():
            new = self._parameters.get(name)
            if old is not None and new is not None and old is not new and "tpu" in (old.device.type, new.device.type):
                _keep(self, name, old, new)
        return result

    apply.keeps_parameters = True  # type: ignore[attr-defined]
    Module._apply = apply  # type: ignore[method-assign]


def _free(parameter: Parameter) -> bool:
    """Whether nothing but Python holds it. The end of an autograd graph may, which then refuses to go on with what is swapped away."""
    if parameter._use_count() == 2 and parameter.is_leaf and parameter.requires_grad:
        node = torch.autograd.graph.get_gradient_edge(parameter).node
        if parameter._use_count() == 2:
            node.register_prehook(_refuse_backward)
            return True
    return parameter._use_count() == 1


def _refuse_backward(*_: object) -> NoReturn:
    raise RuntimeError(
        "backward through a graph made before Module.to() moved its parameters to another device; run forward again"
    )


def _keep(module: Module, name: str, old: Parameter, new: Parameter) -> None:
    """The old object takes the new one's memory, gradient and device; its class, attributes and hooks stay."""
    gradient, old.grad = old.grad, None
    if not _free(old) or not _free(new):
        old.grad = gradient
        warnings.warn(
            f"{type(module).__name__}.{name} is another Parameter now, because something else holds the one before: "
            "tie weights again, and make optimizers after Module.to()",
            stacklevel=4,
        )
        return
    torch._C._swap_tensor_impl(old, new)
    for hooks in ("_backward_hooks", "_post_accumulate_grad_hooks"):
        if (registered := getattr(old, hooks)) is not None:
            setattr(old, hooks, registered)  # what calls them belongs to the memory
    module._parameters[name] = old
