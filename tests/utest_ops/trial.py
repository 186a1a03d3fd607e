"""Runs seeded mistakes: PyTorch is imported once, each mistake runs in a fork of its own. One JSON request a line on stdin, one answer on stdout."""

import json
import os
import signal
import sys
import traceback
from pathlib import Path

SECONDS = 120


def run(request: dict) -> dict:
    """The failed jobs' sentences by chip, and how many jobs ran."""
    from utest_ops.execute import execute
    from utest_ops.result import FAILED
    from utest_ops.selection import select_jobs

    signal.alarm(SECONDS)
    os.environ |= request["environment"] | {"TPUDNN_LOG_LEVEL": "off", "TPUDNN_MEMORY_POOL": "0"}
    jobs = select_jobs([request["operator"]], request["chips"], None, "capi", [], [0])
    said: dict[str, list[str]] = {}
    for job in jobs:
        result = execute(job, Path(request["failures"]))
        if result.outcome == FAILED:
            said.setdefault(job.chip, []).append(f"{job.dtype}: {result.message} | {result.cause}")
    return {"jobs": len(jobs), "said": {chip: list(dict.fromkeys(sentences)) for chip, sentences in said.items()}}


def forked(request: dict) -> dict:
    """The answer of a child, or how it ended."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            os.dup2(2, 1)
            with os.fdopen(write, "w") as answer:
                json.dump(run(request), answer)
            code = 0
        except Exception:
            traceback.print_exc()
        finally:
            os._exit(code)
    os.close(write)
    with os.fdopen(read) as answer:
        text = answer.read()
    _, status = os.waitpid(child, 0)
    return json.loads(text) if text else {"jobs": 0, "said": {}, "error": f"status {status}"}


def main() -> None:
    import torch

    import utest_ops.execute  # noqa: F401
    from dnnlib.argument_structs import layouts

    torch.set_num_threads(1)  # threads do not outlive a fork
    layouts()
    for line in sys.stdin:
        print(json.dumps(forked(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
