"""What the device's operators were called with, as lines of text."""

from __future__ import annotations

import os
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from dnnlib import capi
from torch_tpu.tools import calls
from torch_tpu.tools.calls import Call
from torch_tpu.tools.describe import describe

VARIABLE = "TORCH_TPU_DUMP_ARGS"
TO = "TORCH_TPU_DUMP_TO"
LEVELS = range(4)

Sink = Callable[[str], None]


class Dump:
    """A dump that is on. `level` may be set while it runs: 0 nothing, 1 the operators called and the functions of the library that they call, 2 their arguments and results, 3 with the tensors' values."""

    def __init__(self, level: int, to: str | Path | Sink | None) -> None:
        if not (to is None or isinstance(to, str | Path) or callable(to)):
            raise TypeError(f"a dump goes to a file, a function or None for stderr, not {to!r}")
        self._lock = threading.Lock()
        self.level = level
        self._file = Path(to).open("a", encoding="utf-8") if isinstance(to, str | Path) else None  # noqa: SIM115
        self._sink: Sink | None = to if callable(to) else None
        self._calls = threading.local()  # how many calls run in the thread

    @property
    def level(self) -> int:
        """How much is written."""
        return self._level

    @level.setter
    def level(self, level: int) -> None:
        if level not in LEVELS:
            raise ValueError(f"the level of a dump is 0, 1, 2 or 3, not {level!r}")
        self._level = level

    def __call__(self, call: Call) -> None:
        level = self._level
        if level == 0:
            call.proceed()
            return
        indent = "  " * call.depth
        shown = ""
        if level > 1:
            shown = (
                "("
                + ", ".join(f"{name}={describe(value, level > 2)}" for name, value in call.named_arguments.items())
                + ")"
            )
        self.write(f"{indent}[{call.number}] {call.operator}{shown}")
        self._calls.running = self._running() + 1
        try:
            results = call.proceed()
        except BaseException as error:
            self.write(
                f"{indent}[{call.number}] raised {type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
            )
            raise
        finally:
            self._calls.running -= 1
        if level > 1:
            self.write(f"{indent}[{call.number}] -> " + ", ".join(describe(value, level > 2) for value in results))

    def _running(self) -> int:
        return getattr(self._calls, "running", 0)

    def function_called(self, activity: capi.Activity) -> None:
        """A function of the library that one of the calls makes."""
        if activity.phase != "enter" or self._level == 0 or not self._running():
            return
        shown = ""
        if self._level > 1:
            shown = "(" + ", ".join(f"{tensor.name}={_tensor(tensor)}" for tensor in activity.tensors) + ")"
        self.write("  " * self._running() + activity.symbol + shown)

    def write(self, line: str) -> None:
        """One line, whole, whichever threads write."""
        with self._lock:
            if self._sink is not None:
                self._sink(line)
            else:
                print(line, file=self._file or sys.stderr, flush=True)

    def close(self) -> None:
        """Ends a file."""
        if self._file is not None:
            self._file.close()


def _tensor(tensor: capi.ActivityTensor) -> str:
    return f"{tensor.dtype}{list(tensor.shape)} {tensor.address:#x}" if tensor.address or tensor.shape else "none"


@contextmanager
def dump_args(*patterns: str, level: int = 2, to: str | Path | Sink | None = None) -> Iterator[Dump]:
    """Writes each call of an operator that a pattern matches (as in force_fallback; none: all) for the length of a with block, in the order of the calls, calls inside of a kernel indented. `to`: a file that is
    appended to, a function that gets each line, or nothing for stderr."""
    dump = Dump(level, to)
    try:
        with (
            capi.ActivitySubscriber(dump.function_called, ["operator"]),
            calls.listening(dump, calls.checked(patterns, "dump_args")),
        ):
            yield dump
    finally:
        dump.close()


def from_environment() -> Dump | None:
    """Starts for the life of the process where TORCH_TPU_DUMP_ARGS is a level, to the file TORCH_TPU_DUMP_TO or stderr."""
    text = os.environ.get(VARIABLE, "").strip()
    if not text:
        return None
    if text not in map(str, LEVELS):
        warnings.warn(f"{VARIABLE} is 0, 1, 2 or 3, not {text}: nothing is dumped", stacklevel=2)
        return None
    to = os.environ.get(TO) or None
    try:
        dump = Dump(int(text), to)
    except OSError as error:
        raise OSError(f"{TO}: {error}") from error
    capi.ActivitySubscriber(dump.function_called, ["operator"])  # until the process ends
    calls.add(dump)
    return dump
