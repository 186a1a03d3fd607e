"""Spread jobs over worker processes; outlive their crashes."""

import json
import os
import queue
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from utest_ops.errors import UsageError
from utest_ops.result import FAILED, Job, Result

TIMEOUT_SECONDS = 180.0


class Worker:
    """One worker process. Not thread-safe; started on the first job and again after a crash."""

    def __init__(self, failures: Path, timeout: float) -> None:
        self._failures = failures
        self._timeout = timeout
        self._process: subprocess.Popen[str] | None = None
        self._answers = None

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def run(self, job: Job, inputs: str = "") -> Result:
        """Run one job. A crash or a hang is a failed result that names it."""
        if self._process is None:
            self._start()
        try:
            self._process.stdin.write(json.dumps({"job": asdict(job), "inputs": inputs}) + "\n")
            self._process.stdin.flush()
            ready, _, _ = select.select([self._answers], [], [], self._timeout)
            line = self._answers.readline() if ready else None
        except BrokenPipeError:
            line = ""
        if line:
            answer = json.loads(line)
            if "usage" in answer:
                raise UsageError(answer["usage"])
            return Result.from_json(answer["result"])
        return Result(job, FAILED, message=self._obituary(hung=line is None))

    def _start(self) -> None:
        read_fd, write_fd = os.pipe()
        command = [sys.executable, "-m", "utest_ops.worker", str(write_fd), str(self._failures)]
        # The library's sentence is part of a result; its log would say it twice.
        env = {"TPUDNN_LOG_LEVEL": "off"} | os.environ
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, text=True, pass_fds=[write_fd], env=env)
        os.close(write_fd)
        self._answers = os.fdopen(read_fd)

    def _obituary(self, hung: bool) -> str:
        if hung:
            self._process.kill()
        code = self._process.wait()
        self._stop()
        if hung:
            return f"no answer within {self._timeout:g} s: the process was stopped (something waits for what never happens)"
        if code < 0:
            return f"the process died of {signal.Signals(-code).name}: the library or the extension crashed"
        return f"the process ended with exit code {code}"

    def _stop(self) -> None:
        if self._process is None:
            return
        self._process.stdin.close()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._answers.close()
        self._process = None


def run_jobs(
    jobs: list[Job], failures: Path, workers: int = 1, inputs: str = "", timeout: float = TIMEOUT_SECONDS
) -> Iterator[Result]:
    """Run jobs on `workers` processes; results come in the order of the jobs."""
    waiting: queue.SimpleQueue[int] = queue.SimpleQueue()
    for index in range(len(jobs)):
        waiting.put(index)
    done: queue.SimpleQueue[tuple[int, Result | Exception]] = queue.SimpleQueue()
    stop = threading.Event()

    def work() -> None:
        with Worker(failures, timeout) as worker:
            while not stop.is_set():
                try:
                    index = waiting.get_nowait()
                except queue.Empty:
                    return
                try:
                    done.put((index, worker.run(jobs[index], inputs)))
                except Exception as error:
                    done.put((index, error))

    threads = [threading.Thread(target=work) for _ in range(min(workers, len(jobs)))]
    for thread in threads:
        thread.start()
    try:
        yield from _in_order(len(jobs), done)
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def _in_order(count: int, done: queue.SimpleQueue) -> Iterator[Result]:
    early: dict[int, Result] = {}
    for wanted in range(count):
        while wanted not in early:
            index, result = done.get()
            if isinstance(result, Exception):
                raise result
            early[index] = result
        yield early.pop(wanted)
