"""Starts the ranks of a test by fork, after torch is imported once and before a device is opened: an import costs more than most tests.

Reads a line of JSON from stdin, {"size", "program", "arguments", "environment", "folder"}; each rank writes <folder>/<rank>.out and .err;
answers with a line of their exit statuses, negative for signals.
"""

from __future__ import annotations

import importlib
import json
import os
import runpy
import signal
import sys
import time
import traceback
from pathlib import Path

IMPORTED = ["torch", *(f"torch.{name}" for name in ("distributed.fsdp", "distributed.tensor.parallel", "nn.parallel"))]


def rank(number: int, job: dict[str, object]) -> int:
    folder, program = Path(str(job["folder"])), str(job["program"])
    for stream, name in ((1, "out"), (2, "err")):
        os.dup2(os.open(folder / f"{number}.{name}", os.O_WRONLY | os.O_CREAT, 0o600), stream)
    os.environ.update({**job["environment"], "RANK": str(number)})  # type: ignore[dict-item]
    sys.argv = [program, *job["arguments"]]  # type: ignore[misc]
    sys.path.insert(0, str(Path(program).parent))
    status = 0
    try:
        runpy.run_path(program, run_name="__main__")
    except SystemExit as end:
        status = int(end.code or 0)
    except BaseException:
        traceback.print_exc()
        status = 1
    return status


def main() -> None:
    for name in IMPORTED:
        importlib.import_module(name)
    for line in sys.stdin:
        job = json.loads(line)
        waiting = {}
        for number in range(job["size"]):
            process = os.fork()
            if process == 0:
                os.setpgid(0, 0)
                sys.exit(rank(number, job))
            waiting[process] = number
        statuses = [0] * job["size"]
        end = time.monotonic() + job["seconds"]
        while waiting:
            process, status = os.waitpid(-1, os.WNOHANG)
            if process in waiting:
                statuses[waiting.pop(process)] = os.waitstatus_to_exitcode(status)
            elif time.monotonic() > end:
                for process in waiting:
                    os.kill(process, signal.SIGABRT)
                end += 60
            else:
                time.sleep(0.005)
        print(json.dumps(statuses), flush=True)


main()
