"""Entry point of torch.backends: what `import torch` calls to get the device "tpu".

It lies outside the package torch_tpu because a thread may be importing that one, and waiting for torch, at the same time: Python then
refuses to wait here, and that thread registers the device as soon as torch is there.
"""

from __future__ import annotations

import os
import sys
import warnings

from dnnlib.paths import library_dir


def load() -> None:
    """Import torch_tpu. Never raises: a missing or broken build must not break torch."""
    if _initializing("torch_tpu"):
        return
    try:
        import torch_tpu  # noqa: F401
    except ImportError as error:
        # Quiet about a build that is not there, a warning about one that is broken.
        if (library_dir() / "_C.so").exists() and os.environ.get("TORCH_TPU_AUTOLOAD_QUIET") != "1":
            warnings.warn(str(error), RuntimeWarning, stacklevel=3)
    except RuntimeError as error:
        if "deadlock detected" not in str(error):
            raise


def _initializing(module: str) -> bool:
    spec = getattr(sys.modules.get(module), "__spec__", None)
    return bool(getattr(spec, "_initializing", False))
