"""One running build: calls in, outcomes and launches out."""

from __future__ import annotations

import json
import os
import re
import select
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from migrate.verify.trace.harness import encode
from migrate.verify.trace.inputs import Inputs, Outcome
from migrate.verify.trace.signature import Signature

MEMORY = "2G"  # of a device: a size that a runtime cuts to 32 bits fits on none, whatever the machine has
FRESH = 400  # calls after which a process begins anew: legacy code leaks the buffers of calls that it refuses


@dataclass(frozen=True)
class CallResult:
    """What one call did: its outcome, the chip's events in order, what was written to host arrays, the library's message."""

    outcome: Outcome
    events: tuple[dict, ...] = ()
    buffers: tuple[tuple[int, int], ...] = ()  # physical address and size of each input tensor, in order
    arrays: tuple[str, ...] = ()
    error: str = ""
    results: tuple[str, ...] = ()  # digests of the input tensors' bytes after the call, where they are asked for


@dataclass
class Build:
    """A built harness with the environment it runs in; restarted when a call ends the process."""

    program: Path
    trace_file: Path
    environment: dict[str, str]
    check_message: re.Pattern[str]
    timeout: float = 4.0
    process: subprocess.Popen | None = field(default=None, repr=False)
    _buffer: bytes = b""
    _calls: int = 0

    def _start(self) -> subprocess.Popen:
        self.trace_file.unlink(missing_ok=True)
        self.trace_file.touch()
        self._buffer = b""
        self.process = subprocess.Popen(
            [str(self.program)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "TPUSIM_MEMORY": MEMORY, **self.environment, "TPUSIM_TRACE": str(self.trace_file)},
        )
        return self.process

    def close(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()
            for pipe in (self.process.stdin, self.process.stdout):
                pipe.close()
            self.process = None

    def _line(self, process: subprocess.Popen) -> str | None:
        while b"\n" not in self._buffer:
            ready, _, _ = select.select([process.stdout], [], [], self.timeout)
            chunk = os.read(process.stdout.fileno(), 65536) if ready else b""
            if not chunk:
                return None
            self._buffer += chunk
        line, self._buffer = self._buffer.split(b"\n", 1)
        return line.decode(errors="replace")

    def call(self, signature: Signature, name: str, inputs: Inputs, data: int | str = 0) -> CallResult:
        self._calls += 1
        if self._calls % FRESH == 0:
            self.close()
        process = self.process if self.process and self.process.poll() is None else self._start()
        try:
            process.stdin.write((encode(signature, name, inputs, data) + "\n").encode())
            process.stdin.flush()
        except BrokenPipeError:
            self.close()
            return CallResult(Outcome(False, died="the process ended before the call"))
        start = called = end = 0
        ok, status, check, line_number, error = False, 0, "", 0, ""
        arrays: list[str] = []
        buffers: list[tuple[int, int]] = []
        results: list[str] = []
        while True:
            line = self._line(process)
            if line is None:
                code = process.poll()
                self.close()
                return CallResult(
                    Outcome(False, died=f"the process ended ({code})" if code is not None else "no answer in time")
                )
            failed = self.check_message.search(line)
            if line.startswith("@from "):
                start = int(line.split()[1])
            elif line.startswith("@status "):
                ok, status = True, int(line.split()[1])
            elif line.startswith("@check"):
                check = check or "(unknown check)"
            elif line.startswith("@threw "):
                check = line[7:]
            elif line.startswith("@buffer "):
                _, address, size = line.split()
                buffers.append((int(address), int(size)))
            elif line.startswith("@array"):
                arrays.append(line[6:])
            elif line.startswith("@result "):
                results.append(line[8:])
            elif line.startswith("@called "):
                called = int(line.split()[1])
            elif line.startswith("@until "):
                end = int(line.split()[1])
            elif line.startswith("@sync "):
                ok, status = False, int(line.split()[1])
            elif line.startswith("@error "):
                error = line[7:]
            elif line.startswith("@end "):
                break
            elif failed:
                check, line_number = failed["check"].strip(), int(failed["line"])
        outcome = Outcome(ok=ok, check="" if ok and not status else check, line=line_number, status=status)
        return CallResult(
            outcome, self._events(start, called, end), tuple(buffers), tuple(arrays), error, tuple(results)
        )

    def _events(self, start: int, called: int, end: int) -> tuple[dict, ...]:
        """What the call did; the wait behind it is the calling program's."""
        with self.trace_file.open("rb") as file:
            file.seek(start)
            own, late = (file.read(size).splitlines() for size in (called - start, end - called))
        events = [json.loads(line) for line in own if line.strip()]
        events += [event for line in late if line.strip() and (event := json.loads(line))["event"] != "sync"]
        return tuple(events)
