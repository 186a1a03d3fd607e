"""Loads the extension and makes torch know the device."""

from __future__ import annotations

import os
import sys
import warnings
from pathlib import Path

from dnnlib.paths import library_dir

_registered = False


def extension_path() -> Path:
    """Where the native extension is expected."""
    return library_dir() / "_C.so"


def register() -> None:
    """Load the extension, name the device, attach torch.tpu. Does it once. Raises ImportError with what to do."""
    global _registered
    if _registered:
        return
    import torch

    path = extension_path()
    if not path.exists():
        raise ImportError(
            f"torch_tpu: the native extension {path} does not exist. Build it with `make native`, "
            "or set TPUDNN_LIBRARY_DIR to the folder of a build."
        )
    try:
        torch.ops.load_library(str(path))
    except OSError as error:
        raise ImportError(f"torch_tpu: {path} cannot be loaded: {error}. Build it again with `make native`.") from error
    _registered = True
    torch.utils.rename_privateuse1_backend("tpu")
    from torch_tpu import tpu

    torch._register_device_module("tpu", tpu)
    sys.modules["torch.tpu"] = tpu
    torch.utils.generate_methods_for_privateuse1_backend(for_storage=True, unsupported_dtype=[torch.quint8])


def note_autoload_failure(error: ImportError) -> None:
    """Autoload stays quiet about a build that is not there, and warns of one that is broken."""
    if extension_path().exists() and os.environ.get("TORCH_TPU_AUTOLOAD_QUIET") != "1":
        warnings.warn(str(error), RuntimeWarning, stacklevel=3)
