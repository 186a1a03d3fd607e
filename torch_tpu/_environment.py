"""Tools that environment variables start for the life of a process."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable


def _kernel_log() -> None:
    from dnnlib import capi

    capi.start_tools()


def _autocompare() -> None:
    from torch_tpu.tools import comparison

    comparison.from_environment()


def _dump_args() -> None:
    from torch_tpu.tools import dumping

    dumping.from_environment()


_TOOLS: dict[str, Callable[[], object]] = {
    "TPUDNN_KERNEL_LOG": _kernel_log,
    "TORCH_TPU_AUTOCOMPARE": _autocompare,
    "TORCH_TPU_DUMP_ARGS": _dump_args,
}


def start() -> None:
    """Starts what the variables ask for; loads nothing where they ask for nothing. What cannot be started is a warning: the device is there all the same."""
    for variable, begin in _TOOLS.items():
        if os.environ.get(variable, "").strip():
            try:
                begin()
            except (ImportError, OSError, RuntimeError, ValueError) as error:
                warnings.warn(f"{variable} has no effect: {error}", stacklevel=2)
