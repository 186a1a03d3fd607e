"""Calls of the device's operators, seen while they run: what the tools of this folder listen with."""

from __future__ import annotations

import ctypes
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

import torch

_runtime = torch.ops.tpu_runtime
_DONE, _FAILED = 0, 1


class Call:
    """One call of an operator of the device. May be used until the listener that got it returns, by its thread."""

    def __init__(self, number: int) -> None:
        self.number = number  # 1, 2, ... in the order of the calls of the process
        self.operator: str = _runtime.call_operator(number)  # "aten::add.Tensor"
        self.arguments: tuple[Any, ...] = _runtime.call_arguments(
            number
        )  # one per argument of the schema, defaults too
        self.depth: int = _runtime.call_depth(number)  # how many of the device's kernels it runs inside of
        self.results: tuple[Any, ...] | None = None  # once the call was made
        self._own_error: BaseException | None = None

    @property
    def overload(self) -> torch._ops.OpOverload:
        """The operator as PyTorch's object, to call it with other arguments."""
        return overload_of(self.operator)

    @property
    def schema(self) -> torch._C.FunctionSchema:
        """The operator's schema."""
        return self.overload._schema

    @property
    def named_arguments(self) -> dict[str, Any]:
        """Arguments by their names in the schema."""
        return {a.name: value for a, value in zip(self.schema.arguments, self.arguments, strict=True)}

    def calls_on_cpu(self) -> int:
        """How many calls of the operator ran on the CPU so far."""
        return sum(_runtime.fallback_counts(self.operator).values())

    def proceed(self) -> tuple[Any, ...]:
        """Make the call; give its results. Raises what it raises."""
        return self._made(_runtime.call_proceed)

    @property
    def cpu_has_it(self) -> bool:
        """Whether the CPU has the operator: those of our own and copies between devices are the device's alone."""
        convolution = self.operator.removeprefix("aten::") in (
            "convolution_overrideable",
            "convolution_backward_overrideable",
        )
        return convolution or torch._C._dispatch_has_computed_kernel_for_dispatch_key(self.operator, "CPU")

    def proceed_on_cpu(self) -> tuple[Any, ...]:
        """Make the call on the CPU instead of the device. The results lie on the device."""
        if not self.cpu_has_it:
            raise ToolError(f"the CPU does not have {self.operator}, it cannot run there")
        return self._made(_runtime.call_on_cpu)

    def set_results(self, *results: Any) -> None:
        """What the caller gets instead. Of an operator that returns an argument, the argument counts: write into it."""
        _runtime.call_set_results(self.number, results)
        self.results = results

    def _made(self, how: Callable[[int], tuple[Any, ...]]) -> tuple[Any, ...]:
        try:
            self.results = how(self.number)
        except BaseException as error:
            self._own_error = error
            raise
        return self.results


@cache
def overload_of(name: str) -> torch._ops.OpOverload:
    """The overload called "aten::add.Tensor"."""
    space, _, rest = name.partition("::")
    packet, _, overload = rest.partition(".")
    return getattr(getattr(getattr(torch.ops, space), packet), overload or "default")


Listener = Callable[[Call], None]
_listeners: dict[int, Listener] = {}
_registering = threading.Lock()


@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int64, ctypes.c_int64)
def _answer(listener: int, number: int) -> int:
    function = _listeners.get(listener)
    if function is None:
        return _DONE
    call = None
    try:
        call = Call(number)
        function(call)
        return _DONE
    except BaseException as error:  # nothing may leave a callback
        if call is None or error is not call._own_error:
            _runtime.call_fail(
                number, str(error) if isinstance(error, ToolError) else f"{type(error).__name__}: {error}"
            )
        return _FAILED


class ToolError(RuntimeError):
    """What a tool raises at a call; the caller of the operator gets a RuntimeError with its text."""


def add(listener: Listener, patterns: Sequence[str] = ()) -> int:
    """Call `listener` for each call of an operator of the device that a pattern matches (as in force_fallback; none: all), in all threads, backward's too,
    instead of the call: it makes the call itself (Call.proceed), else the call is made when it returns. Operators that it calls itself are not
    listened to. Of several listeners the newest is the outermost. Gives the number to remove it with."""
    with _registering:  # no call may come before the listener is known
        number = _runtime.add_listener(ctypes.cast(_answer, ctypes.c_void_p).value, [*patterns])
        _listeners[number] = listener
    return number


def remove(number: int) -> None:
    """No call reaches the listener after this, but the ones that run."""
    _runtime.remove_listener(number)
    _listeners.pop(number, None)


@contextmanager
def listening(listener: Listener, patterns: Sequence[str] = ()) -> Iterator[None]:
    """add() for the length of a with block."""
    number = add(listener, patterns)
    try:
        yield
    finally:
        remove(number)


def checked(patterns: Sequence[str], tool: str) -> list[str]:
    """The patterns without blanks and empty ones; a warning for each that matches no operator that PyTorch has now."""
    for pattern in patterns:
        if not isinstance(pattern, str):
            raise TypeError(f"{tool} takes names of operators, not {pattern!r}")
    wanted = [pattern.strip() for pattern in patterns if pattern.strip()]
    for pattern in _runtime.unmatched(wanted, torch._C._dispatch_get_all_op_names()):
        warnings.warn(f"{tool}: no operator has a name that {pattern} matches", stacklevel=3)
    return wanted
