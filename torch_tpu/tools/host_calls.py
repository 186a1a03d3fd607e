"""Calls of operators on tensors of the CPU, for tools that move them to the device."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from torch_tpu.tools.arguments import call_overload, tensors_in

_runtime = torch.ops.tpu_runtime


class HostCall:
    """One call on tensors of the CPU; has what a listener uses of a calls.Call."""

    number = 0
    depth = 0
    cpu_has_it = True

    def __init__(self, overload: torch._ops.OpOverload, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self.overload = overload
        self.operator: str = overload.name()
        self.schema: torch._C.FunctionSchema = overload._schema
        given = dict(zip((argument.name for argument in self.schema.arguments), args, strict=False)) | kwargs
        self.arguments: tuple[Any, ...] = tuple(
            given.get(argument.name, argument.default_value) for argument in self.schema.arguments
        )
        self.results: tuple[Any, ...] | None = None

    @property
    def named_arguments(self) -> dict[str, Any]:
        """Arguments by their names in the schema."""
        return {a.name: value for a, value in zip(self.schema.arguments, self.arguments, strict=True)}

    def proceed(self) -> tuple[Any, ...]:
        """Make the call; give its results."""
        self.results = call_overload(self.overload, self.arguments)
        return self.results

    proceed_on_cpu = proceed

    def set_results(self, *results: Any) -> None:
        """What the caller gets instead."""
        self.results = results


class _Mode(TorchDispatchMode):
    def __init__(self, listener: Callable[[HostCall], None], patterns: Sequence[str]) -> None:
        super().__init__()
        self._listener, self._patterns = listener, [*patterns]
        self._wanted: dict[str, bool] = {}

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        tensors = tensors_in((*args, *(kwargs or {}).values()))
        if not tensors or any(t.device.type != "cpu" for t in tensors) or not self._wants(func.name()):
            return func(*args, **(kwargs or {}))
        call = HostCall(func, args, kwargs or {})
        self._listener(call)
        results = call.results if call.results is not None else call.proceed()
        count = len(call.schema.returns)
        return None if count == 0 else results[0] if count == 1 else tuple(results)

    def _wants(self, name: str) -> bool:
        if name not in self._wanted:
            self._wanted[name] = not self._patterns or any(
                not _runtime.unmatched([pattern], [name]) for pattern in self._patterns
            )
        return self._wanted[name]


@contextmanager
def listening(listener: Callable[[HostCall], None], patterns: Sequence[str] = ()) -> Iterator[None]:
    """Calls `listener` for each call of an operator on tensors of the CPU that a pattern matches (none: all), below autograd, of this thread, for the length of a with block. It makes the call (proceed),
    or gives other results (set_results). What it calls on the CPU itself is not listened to."""
    with _Mode(listener, patterns):
        yield
