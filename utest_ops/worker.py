"""The process that runs jobs: JSON lines in on stdin, JSON lines out on the descriptor it is given.

A process of its own, so that a native crash or a hang costs one case and not the run. Native code may print to stdout; results go elsewhere.
It ends with its parent, however that ends and whatever it is doing itself.
"""

import ctypes
import json
import os
import signal
import sys
import traceback
from pathlib import Path

from utest_ops.errors import CaseError, UsageError
from utest_ops.result import FAILED, Job, Result

PR_SET_PDEATHSIG = 1  # linux/prctl.h


def end_with_parent(parent: int) -> None:
    """Have the kernel kill this process when the parent is gone; without such a kernel the end of stdin has to do."""
    prctl = getattr(ctypes.CDLL(None), "prctl", None)
    if prctl is not None:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit(1)


def serve(out_fd: int, failures: Path) -> None:
    """Say that the process is ready, then run every job that stdin brings."""
    import utest_ops.execute  # noqa: F401  PyTorch: not before the parent is watched, and not in a case's time

    with os.fdopen(out_fd, "w", buffering=1) as out:
        print("ready", file=out, flush=True)
        for line in sys.stdin:
            request = json.loads(line)
            print(json.dumps(_answer(request, failures)), file=out, flush=True)


def _answer(request: dict, failures: Path) -> dict:
    from utest_ops.execute import execute
    from utest_ops.saved import load_inputs

    job = Job(**request["job"])
    try:
        inputs = load_inputs(Path(request["inputs"]))[1] if request.get("inputs") else None
        return {"result": execute(job, failures, inputs).to_json()}
    except UsageError as error:
        return {"usage": str(error)}
    except CaseError as error:
        return {"result": Result(job, FAILED, message=f"the case file is wrong: {error}").to_json()}
    except Exception:
        return {"result": Result(job, FAILED, message=traceback.format_exc(limit=-4)).to_json()}


if __name__ == "__main__":
    end_with_parent(int(sys.argv[2]))
    serve(int(sys.argv[1]), Path(sys.argv[3]))
