"""Loads the extension and makes torch know the device."""

from __future__ import annotations

import atexit
import sys
import threading
from pathlib import Path
from types import ModuleType

_registering = threading.Lock()
_BESIDE = Path(__file__).with_name("_C.so")  # of a package that `migrate build --torch` made


def extension_path() -> Path:
    """Where the native extension is expected."""
    if _BESIDE.is_file():
        return _BESIDE
    from dnnlib.paths import library_dir

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
    from torch_tpu import distributed, inductor, modules, my_ops, sharing, tpu

    with _registering:
        if _registered(torch):
            return
        before = set(torch._C._dispatch_get_all_op_names())
        try:
            torch.ops.load_library(str(path))
        except OSError as error:
            message = f"torch_tpu: {path} cannot be loaded: {error}. Build it again with `make native`."
            raise ImportError(message) from error
        if path == _BESIDE:
            torch.ops.tpu_runtime.count_calls(_of_the_tree(torch, before))
        torch.ops.tpu_runtime.register_device()
        torch.utils.rename_privateuse1_backend("tpu")
        torch.utils.generate_methods_for_privateuse1_backend(for_storage=True, unsupported_dtype=[torch.quint8])
        sharing.register_reductions()
        modules.keep_parameters()
        inductor.refuse()
        distributed.register()
        if path != _BESIDE:
            my_ops.define()
        atexit.register(torch.ops.tpu_runtime.prepare_exit)
        sys.modules["torch.tpu"] = tpu
        torch._register_device_module("tpu", tpu)  # last: what _registered looks for


def _of_the_tree(torch: ModuleType, before: set[str]) -> list[str]:
    """The operators that registered themselves when the extension was loaded: the device's own do so only when they are asked to."""
    names = set(torch._C._dispatch_get_all_op_names())
    kernels = {name for name in names if torch._C._dispatch_has_kernel_for_dispatch_key(name, "PrivateUse1")}
    return sorted(kernels | {name for name in names - before if not name.startswith("tpu_runtime::")})


def _registered(torch: ModuleType) -> bool:
    return hasattr(torch, "tpu")
