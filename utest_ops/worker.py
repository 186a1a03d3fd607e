"""The process that runs jobs: JSON lines in on stdin, JSON lines out on the descriptor it is given.

A process of its own, so that a native crash or a hang costs one case and not the run. Native code may print to stdout; results go elsewhere.
"""

import json
import os
import sys
import traceback
from pathlib import Path

from utest_ops.errors import CaseError, UsageError
from utest_ops.execute import execute
from utest_ops.result import FAILED, Job, Result
from utest_ops.saved import load_inputs


def serve(out_fd: int, failures: Path) -> None:
    """Run every job that stdin brings."""
    with os.fdopen(out_fd, "w", buffering=1) as out:
        for line in sys.stdin:
            request = json.loads(line)
            print(json.dumps(_answer(request, failures)), file=out, flush=True)


def _answer(request: dict, failures: Path) -> dict:
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
    serve(int(sys.argv[1]), Path(sys.argv[2]))
