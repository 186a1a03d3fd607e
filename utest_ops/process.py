"""One worker process, seen from its parent: jobs go in, answers come out, crashes and hangs become failed results."""

import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from utest_ops.errors import UsageError
from utest_ops.result import FAILED, Job, Result

CASE_SECONDS = (
    60.0  # a case takes well under a second, the first of a process a few, on a machine that has nothing else to do
)
START_SECONDS = 120.0  # for importing PyTorch
END_SECONDS = 10.0


class Worker:
    """One worker process, started on the first job and again after a crash. `run` is for one thread; `kill` for any."""

    def __init__(self, failures: Path, timeout: float = CASE_SECONDS) -> None:
        self._failures = failures
        self._timeout = timeout
        self._process: subprocess.Popen[bytes] | None = None
        self._answers = -1
        self._pending = b""
        self._lock = threading.Lock()
        self._killed = False

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    @property
    def pid(self) -> int | None:
        """Of the process, while there is one."""
        return self._process.pid if self._process else None

    def run(self, job: Job, inputs: str = "") -> Result:
        """Run one job. A crash or a hang is a failed result that names it."""
        if self._process is not None and self._process.poll() is not None:
            self._stop()  # it died between two jobs: not this one's fault
        hung = self._process is None and not self._start()
        if not hung:
            with suppress(OSError):  # where it is dead the answer is none
                self._process.stdin.write(json.dumps({"job": asdict(job), "inputs": inputs}).encode() + b"\n")
                self._process.stdin.flush()
            line = self._line(self._timeout)
            if line:
                answer = json.loads(line)
                if "usage" in answer:
                    raise UsageError(answer["usage"])
                return Result.from_json(answer["result"])
            hung = line is None
        return Result(job, FAILED, message=self._obituary(hung), hung=hung)

    def kill(self) -> None:
        """End the process at once and start no other: what waits for its answer gets none."""
        with self._lock:
            self._killed = True
            if self._process is not None and self._process.poll() is None:
                self._process.kill()

    def _start(self) -> bool:
        """False where the process does not come to life in time."""
        read_fd, write_fd = os.pipe()
        command = [sys.executable, "-m", "utest_ops.worker", str(write_fd), str(os.getpid()), str(self._failures)]
        # The library's sentence is part of a result; its log would say it twice.
        env = {"TPUDNN_LOG_LEVEL": "off", "TPUDNN_MEMORY_POOL": "0"} | os.environ
        with self._lock:
            # A session of its own: what the terminal sends to the command reaches the command alone, which ends its workers.
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, pass_fds=[write_fd], env=env, start_new_session=True
            )
            if self._killed:
                self._process.kill()
        os.close(write_fd)
        self._answers, self._pending = read_fd, b""
        return self._line(max(START_SECONDS, self._timeout)) is not None

    def _line(self, seconds: float) -> bytes | None:
        """The next line of the process; empty where it ended, None where the time did."""
        deadline = time.monotonic() + seconds
        while b"\n" not in self._pending:
            ready, _, _ = select.select([self._answers], [], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                return None
            part = os.read(self._answers, 1 << 16)
            if not part:
                return b""
            self._pending += part
        line, _, self._pending = self._pending.partition(b"\n")
        return line

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
        with suppress(OSError):  # what was not sent is not wanted any more
            self._process.stdin.close()
        try:
            self._process.wait(timeout=END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._answers)
        with self._lock:
            self._process = None
