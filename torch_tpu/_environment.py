"""Tools that environment variables start for the life of a process."""

from __future__ import annotations

import os

_VARIABLES = ("TORCH_TPU_AUTOCOMPARE", "TORCH_TPU_DUMP_ARGS")


def start() -> None:
    """Starts what the variables ask for; loads nothing where they ask for nothing."""
    if os.environ.get("TPUDNN_KERNEL_LOG"):
        from dnnlib import capi

        capi.start_tools()
    if not any(os.environ.get(variable, "").strip() for variable in _VARIABLES):
        return
    from torch_tpu.tools import comparison, dumping

    comparison.from_environment()
    dumping.from_environment()
