"""The PyTorch device "tpu" on top of libtpudnn: tpu:0 is its first device, tpu:1 its second.

Importing this package registers the device; `import torch` does so by itself through the entry point torch.backends, unless
TORCH_DEVICE_BACKEND_AUTOLOAD=0. Without a native build `import torch` is not disturbed, and `import torch_tpu` raises ImportError.
"""

from __future__ import annotations

import sys


def _autoload() -> None:
    """Entry point of torch.backends: called by `import torch`. Never raises: a missing or broken build must not break torch."""
    from torch_tpu import _register

    try:
        _register.register()
    except ImportError as error:
        _register.note_autoload_failure(error)
        if not _initializing(__name__):
            sys.modules.pop(__name__, None)  # an explicit import later tries again, and says why it fails


def _initializing(module: str) -> bool:
    spec = getattr(sys.modules.get(module), "__spec__", None)
    return bool(getattr(spec, "_initializing", False))


if not _initializing("torch"):  # while torch itself is being imported, torch calls _autoload
    from torch_tpu import _register

    _register.register()

from torch_tpu.fallback import (  # noqa: E402
    FallbackReport,
    fallback_mode,
    fallbacks,
    force_fallback,
    forced_fallback,
    native_calls,
    reset_fallbacks,
    set_fallback_mode,
)

__all__ = [
    "FallbackReport",
    "fallback_mode",
    "fallbacks",
    "force_fallback",
    "forced_fallback",
    "native_calls",
    "reset_fallbacks",
    "set_fallback_mode",
]
