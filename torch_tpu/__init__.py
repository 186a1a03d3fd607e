"""The PyTorch device "tpu" on top of libtpudnn: tpu:0 is its first device, tpu:1 its second.

Importing this package registers the device; `import torch` does so by itself through the entry point torch.backends, unless
TORCH_DEVICE_BACKEND_AUTOLOAD=0. Without a native build `import torch` is not disturbed, and `import torch_tpu` raises ImportError.
"""

from __future__ import annotations

from torch_tpu import _register

_register.register()

from torch_tpu import _environment  # noqa: E402
from torch_tpu.fallback import (  # noqa: E402
    FallbackReport,
    fallback_mode,
    fallbacks,
    force_by_environment,
    force_fallback,
    forced_fallback,
    native_calls,
    reset_fallbacks,
    set_fallback_mode,
    unsupported,
)
from torch_tpu.graphs import graph  # noqa: E402

force_by_environment()
_environment.start()

__all__ = [
    "FallbackReport",
    "fallback_mode",
    "fallbacks",
    "force_by_environment",
    "force_fallback",
    "forced_fallback",
    "graph",
    "native_calls",
    "reset_fallbacks",
    "set_fallback_mode",
    "unsupported",
]
