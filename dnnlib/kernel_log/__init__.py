"""The kernel log: one line of JSON for each launch, copy and fill of the process, in order. docs/kernel-log.md.

with kernel_log.enable("run.jsonl", content=True):
    ...
$ tpu-replay run.jsonl --chip CHIP
"""

import os
import sys
from collections.abc import Callable
from typing import Any

from dnnlib.kernel_log.recorder import Recorder

VARIABLE = "TPUDNN_KERNEL_LOG"  # file
CONTENT_VARIABLE = "TPUDNN_KERNEL_LOG_CONTENT"  # 1: with the buffers' content

_recorders: list[Recorder] = []


def enable(
    to: str | os.PathLike[str] | Callable[[dict[str, Any]], object] | None = None, content: bool = False
) -> Recorder:
    """Begins a log and returns it; as a context manager it ends with its scope. ``to``: a file, which is written anew, a function that is called with each
    record, or None, which keeps them for json(). ``content``: with the content of the buffers before and after, for tpu-replay; then one kernel runs at
    a time. Several logs may be enabled at once."""
    recorder = Recorder(to, content)
    _recorders.append(recorder)
    return recorder


def disable() -> None:
    """Ends the log that was enabled last; raises what went wrong while it was written."""
    while _recorders:
        recorder = _recorders.pop()
        if recorder.enabled:
            recorder.disable()
            return


def clear() -> None:
    """Forgets what the log that was enabled last has so far."""
    _last().clear()


def json() -> str:
    """The records of the log that was enabled last, as a JSON list; of one that has ended too."""
    return _last().json()


def _last() -> Recorder:
    if Recorder.latest is None:
        raise RuntimeError("no kernel log was enabled; call kernel_log.enable first")
    return Recorder.latest


def enable_from_environment() -> None:
    """What TPUDNN_KERNEL_LOG asks for; `%p` in it is the number of the process."""
    path = os.environ.get(VARIABLE)
    if not path:
        return
    content = os.environ.get(CONTENT_VARIABLE, "0")
    if content not in ("0", "1"):
        raise ValueError(f"{CONTENT_VARIABLE} is '{content}'; it is 0 or 1")
    try:
        enable(path.replace("%p", str(os.getpid())), content == "1")
    except OSError as error:
        print(f"{VARIABLE}: no kernel log: {error}", file=sys.stderr)
