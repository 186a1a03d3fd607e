"""Handles that reach a function of the file: it may make tensors, and makes them for the stream that is current then."""

from __future__ import annotations

from collections.abc import Iterator

from migrate.frontend.lex import split_arguments
from migrate.frontend.torch.devices import Devices
from migrate.frontend.torch.operands import callee
from migrate.rules.torch.forms import Forms
from migrate.rules.torch.refused import Refused


def check_given_handles(forms: Forms, devices: Devices) -> Iterator[Refused]:
    """What is given to functions of the file as the handle and need not be that of the current stream."""
    unit = forms.unit
    for opener, closer in unit.pairs.items():
        name = callee(unit, opener)
        function = forms.helpers.one(unit.text(name)) if name is not None and closer > opener else None
        if name is None or function is None or (unit is forms.helpers.unit and forms.declares_function(name)):
            continue
        for position, (first, end) in enumerate(split_arguments(unit.tokens, opener, closer)):
            if forms.helpers.role(function.name, position) == "handle":
                for choice in forms.branches(first, end - 1):
                    yield from _given(forms, devices, *choice)


def _given(forms: Forms, devices: Devices, first: int, last: int) -> Iterator[Refused]:
    unit = forms.unit
    if any(use.kind == "receiver" and use.first == first and use.last == last for use in forms.read.uses):
        return
    variable = forms.read.resolve(first) if first == last else None
    if variable is None or variable.role not in ("handle", "stream"):
        text = b" ".join(unit.text(i) for i in range(first, last + 1)).decode("utf-8", "replace")
        yield Refused(
            "T105",
            first,
            f"{text} is given to a function that takes the handle, and need not be that of the current stream",
        )
        return
    change = devices.since(variable.index, first, variable.block)
    if change is not None:
        text = change.what or unit.text(change.index).decode("utf-8", "replace")
        yield Refused(
            "T118",
            first,
            f"{text} may change the current device or stream between the handle and the function that it is given to, whose tensors "
            "would be made for another stream; take the handle behind it",
        )
