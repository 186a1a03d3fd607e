"""Spread entries over worker processes that are forked before any of them uses a device; outlive crashes and hangs."""

import multiprocessing
import signal
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from multiprocessing.connection import wait

from utest_ops.databases.worker import ChipResult, Failure, Progress, Request, serve

_FORK = multiprocessing.get_context("fork")


class Worker:
    """One process, started again after it died."""

    def __init__(self) -> None:
        self.progress = Progress()
        self.request: Request | None = None
        self.since = 0.0
        self._start()

    def _start(self) -> None:
        self.connection, theirs = _FORK.Pipe()
        self.process = _FORK.Process(target=serve, args=(theirs, self.progress), daemon=True)
        self.process.start()
        theirs.close()

    def give(self, request: Request) -> None:
        """Start on a request."""
        self.request, self.since = request, time.monotonic()
        self.connection.send(request)

    def obituary(self, hung_after: float | None) -> str:
        """Ends the process if it hangs, says how it ended, starts another."""
        if hung_after is not None:
            self.process.kill()
        self.process.join()
        code = self.process.exitcode or 0
        self.connection.close()
        self._start()
        if hung_after is not None:
            return f"no end within {hung_after:g} s: the process was stopped"
        if code < 0:
            return f"the process died of {signal.Signals(-code).name}"
        return f"the process ended with exit code {code}"

    def stop(self) -> None:
        """End the process, whatever it does."""
        self.process.kill()
        self.process.join()
        self.connection.close()


def run_requests(requests: list[Request], workers: int, timeout: float) -> Iterator[ChipResult]:
    """Results as they come. A request whose worker died is a failure of the chip it was on; the other chips run again."""
    waiting = deque(requests)
    team = [Worker() for _ in range(max(1, min(workers, len(requests))))]
    try:
        while waiting or any(worker.request for worker in team):
            for worker in team:
                if worker.request is None and waiting:
                    worker.give(waiting.popleft())
            yield from _collect(team, waiting, timeout)
    finally:
        for worker in team:
            worker.stop()


def _collect(team: list[Worker], waiting: deque[Request], timeout: float) -> Iterator[ChipResult]:
    busy = {worker.connection: worker for worker in team if worker.request}
    oldest = min(worker.since for worker in busy.values())
    ready = wait(list(busy), timeout=max(0.0, oldest + timeout - time.monotonic()))
    for connection, worker in busy.items():
        request = worker.request
        hung = connection not in ready and time.monotonic() - worker.since >= timeout
        if connection not in ready and not hung:
            continue
        try:
            if hung:
                raise EOFError
            results = connection.recv()
        except (EOFError, ConnectionResetError):
            results, again = _buried(worker, request, timeout if hung else None)
            waiting.extendleft(again)
        worker.request = None
        yield from results


def _buried(worker: Worker, request: Request, hung_after: float | None) -> tuple[list[ChipResult], list[Request]]:
    place = worker.progress.get()
    message = worker.obituary(hung_after)
    chip, check, dtype, sample = place or ("cpu", "start", "f32", 0)
    failure = Failure(check, dtype, sample, message)
    blamed = (chip,) if chip in request.chips else request.chips
    results = [ChipResult(request.database, request.entry, each, 1, 0, 0.0, [failure]) for each in blamed]
    rest = tuple(each for each in request.chips if each not in blamed)
    return results, [replace(request, chips=rest)] if rest else []
