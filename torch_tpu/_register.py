"""Loads the extension and makes torch know the device."""

from __future__ import annotations

import atexit
import sys
import threading
from pathlib import Path
from types import ModuleType

from dnnlib.paths import library_dir

_registering = threading.Lock()


def extension_path() -> Path:
    """Where the native extension is expected."""
    return library_dir() / "_C.so"


def register() -> None:
    """Load the extension, name the device, attach torch.tpu. Does it once. Raises ImportError with what to do.

    Importing torch may call this function again (autoload), from this thread or another one: whether the device is registered is read
    from torch, after all imports, and no import runs while the lock is held.
    """
    import torch

    if _registered(torch):
        return
    path = extension_path()
    if not path.exists():
        raise ImportError(
            f"torch_tpu: the native extension {path} does not exist. Build it with `make native`, "
            "or set TPUDNN_LIBRARY_DIR to the folder of a build."
        )
    from torch_tpu import inductor, modules, sharing, tpu

    with _registering:
        if _registered(torch):
            return
        try:
            torch.ops.load_library(str(path))
        except OSError as error:
            message = f"torch_tpu: {path} cannot be loaded: {error}. Build it again with `make native`."
            raise ImportError(message) from error
        torch.utils.rename_privateuse1_backend("tpu")
        torch.utils.generate_methods_for_privateuse1_backend(for_storage=True, unsupported_dtype=[torch.quint8])
        sharing.register_reductions()
        modules.keep_parameters()
        inductor.refuse()
        atexit.register(torch.ops.tpu_runtime.prepare_exit)
        sys.modules["torch.tpu"] = tpu
        torch._register_device_module("tpu", tpu)  # last: what _registered looks for


def _registered(torch: ModuleType) -> bool:
    return hasattr(torch, "tpu")
