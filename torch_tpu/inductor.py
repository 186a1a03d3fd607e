"""torch.compile with its default backend: refused by name.

PyTorch's inductor takes every device called "tpu" for one that it makes JAX code for. Code for libtpudnn's chips it cannot make.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import NoReturn

REGISTRY = "torch._inductor.codegen.common"
SENTENCE = 'torch.compile: inductor makes no code for the tpu device; use backend="aot_eager" or "eager", whose operators run on the device'


class _Refusing(type):
    def __call__(cls, *_: object, **__: object) -> NoReturn:
        raise NotImplementedError(SENTENCE)

    def __getattr__(cls, name: str) -> NoReturn:
        raise NotImplementedError(SENTENCE)


class Refusal(metaclass=_Refusing):
    """Stands for inductor's scheduler and wrapper of a device: whatever is asked of them raises."""


class _Finder:
    """Registers the refusal when inductor is imported, which `import torch` shall not do."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != REGISTRY:
            return None
        sys.meta_path.remove(self)  # type: ignore[arg-type]
        spec = find_spec(name)
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module

            def execute_and_register(module: ModuleType) -> None:
                execute(module)
                _register(module)

            spec.loader.exec_module = execute_and_register  # type: ignore[method-assign]
        return spec


def refuse() -> None:
    """Let inductor refuse the device, now or when it is imported."""
    if REGISTRY in sys.modules:
        _register(sys.modules[REGISTRY])
    elif not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())  # type: ignore[arg-type]


def _register(registry: ModuleType) -> None:
    registry.register_backend_for_device("tpu", Refusal, Refusal)
