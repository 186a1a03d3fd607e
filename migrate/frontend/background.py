"""A second piece of work beside the first one, in a process of its own where there is a processor for it."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable
from typing import Any

PATIENCE = 120.0  # seconds
GIVES_WAY = 10  # what is added to the nice value of a task that is not urgent


class BackgroundTask:
    """Starts `call` at once in a forked process; `result()` waits for it. Without a second processor it runs when asked.

    One that is not urgent gives way to the others: what is asked for its result last."""

    def __init__(self, call: Callable[..., Any], *arguments: Any, urgent: bool = True) -> None:
        self._call, self._arguments = call, arguments
        self._process: Any = None
        self._owner = os.getpid()
        daemon = multiprocessing.current_process().daemon  # a pool's worker may have no children
        if len(_processors()) < 2 or "fork" not in multiprocessing.get_all_start_methods() or daemon:
            return
        context = multiprocessing.get_context("fork")
        self._here, there = context.Pipe(duplex=False)
        target = _answer if urgent else _answer_later
        self._process = context.Process(target=target, args=(there, call, arguments), daemon=True)
        self._process.start()
        there.close()

    def result(self) -> Any:
        if self._process is None:
            return self._call(*self._arguments)
        kind: str = "again"
        value: Any = None  # the process was ended from outside, or hangs: its work is done here
        try:
            if self._here.poll(PATIENCE):
                kind, value = self._here.recv()
        except EOFError:
            pass
        if self._owner == os.getpid():  # a fork of the process that began it may ask as well
            self._process.kill()
            self._process.join()
        if kind == "again":
            return self._call(*self._arguments)
        if kind == "raised":
            raise value
        return value


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
    process = context.Process(target=_answer, args=(there, call, arguments))
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


def _processors() -> set[int]:
    return os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set(range(os.cpu_count() or 1))


def _answer_later(there: Any, call: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    os.nice(GIVES_WAY)
    _answer(there, call, arguments)


def _answer(there: Any, call: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    try:
        there.send(("value", call(*arguments)))
    except BrokenPipeError:  # nobody waits any more
        os._exit(1)
    except Exception as error:
        there.send(("raised", error))
    except KeyboardInterrupt:  # the process that waits for this one says so
        os._exit(130)
