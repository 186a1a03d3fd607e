"""A second piece of work beside the first one, in a process of its own where there is a processor for it."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

PATIENCE = 120.0  # seconds
BESIDE, LAST = (
    3,
    5,
)  # what is added to the nice value of a task that gives way: little, since it is waited for in the end, on a busy machine too


class BackgroundTask:
    """Starts `call` at once in a forked process; `result()` waits for it. Without a second processor it runs when asked.

    One gives way to the others the more, the later its result is asked for."""

    def __init__(self, call: Callable[..., Any], *arguments: Any, gives_way: int = 0) -> None:
        self._call, self._arguments = call, arguments
        self._process: Any = None
        self._owner = os.getpid()
        self._said: tuple[str, Any] | None = None
        daemon = multiprocessing.current_process().daemon  # a pool's worker may have no children
        if processors() < 2 or "fork" not in multiprocessing.get_all_start_methods() or daemon:
            return
        context = multiprocessing.get_context("fork")
        self._here, there = context.Pipe(duplex=False)
        target = (there, call, arguments, gives_way, _parent())
        self._process = context.Process(target=_answer, args=target, daemon=True)
        self._process.start()
        there.close()

    def answered(self) -> bool:
        """Waits, and says whether the process gave an answer; else the work is still to be done, by who asks for the result."""
        if self._said is None:
            self._said = self._received() if self._process is not None else (_AGAIN, None)
        return self._said[0] != _AGAIN

    def result(self) -> Any:
        if not self.answered() or self._said is None:
            return self._call(*self._arguments)
        kind, value = self._said
        if kind == "raised":
            raise value
        return value

    def _received(self) -> tuple[str, Any]:
        found: tuple[str, Any] = (_AGAIN, None)  # the process was ended from outside, or hangs: its work is done here
        try:
            if self._here.poll(PATIENCE):
                found = self._here.recv()
        except EOFError:
            pass
        if self._owner == os.getpid():  # a fork of the process that began it may ask as well
            self._process.kill()
            self._process.join()
        return found


_AGAIN = "again"


class Died(Exception):
    """A process ended without an answer; the argument is its exit code, negative for a signal."""


def in_own_process(call: Callable[..., Any], *arguments: Any) -> Any:
    """What `call` gives, made in a forked process, so that a crash of a native library ends that one alone. Raises Died.

    `call` answers with values; what it raises must be able to go from one process to another."""
    if "fork" not in multiprocessing.get_all_start_methods() or multiprocessing.current_process().daemon:
        return call(*arguments)
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    sys.stdout.flush()
    process = context.Process(target=_answer, args=(there, call, arguments, 0, _parent()))
    process.start()
    there.close()
    try:
        kind, value = here.recv()
    except EOFError:
        process.join()
        raise Died(process.exitcode) from None
    except BaseException:
        process.kill()
        raise
    finally:
        here.close()
    process.join()
    if kind == "raised":
        raise value
    return value


def processors() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


_DEATH_SIGNAL = 1  # of prctl


def end_with(parent: int) -> None:
    """This process ends when the one that began it does, however that ended: so nothing is left of a run that was killed. Only where the system
    can do so; elsewhere one ends when it has nobody to answer."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before
        os._exit(1)


def _parent() -> int:
    """This process, for one that it begins; 0 in a thread, whose end would be taken for that of the process."""
    return os.getpid() if threading.current_thread() is threading.main_thread() else 0


def _answer(
    there: Any, call: Callable[..., Any], arguments: tuple[Any, ...], gives_way: int = 0, parent: int = 0
) -> None:
    try:
        if parent:
            end_with(parent)
        if gives_way:
            os.nice(gives_way)
        there.send(("value", call(*arguments)))
    except BrokenPipeError:  # nobody waits any more
        os._exit(1)
    except Exception as error:
        there.send(("raised", error))
    except KeyboardInterrupt:  # the process that waits for this one says so
        os._exit(130)
