"""Sending tensors of the device to other processes (torch.multiprocessing): their bytes travel through the host's shared memory.

Processes cannot share device memory, so the receiver gets a copy, on the device of the same number. A tensor that cannot be read here,
because this process is a fork of one that used the device, arrives as an error: the receiver raises it instead of waiting for ever.
"""

from __future__ import annotations

from collections.abc import Callable
from multiprocessing import reduction
from typing import Any, NoReturn

import torch
from torch.multiprocessing import reductions

Reduced = tuple[Any, ...]


def register_reductions() -> None:
    """Make torch.multiprocessing's picklers know the device's tensors and storages."""
    for cls in {torch.Tensor, torch.nn.Parameter, *torch._tensor_classes}:
        reduction.ForkingPickler.register(cls, _reduce_tensor)
    reduction.ForkingPickler.register(torch.UntypedStorage, _reduce_storage)


def _on_device(value: torch.Tensor | torch.UntypedStorage) -> bool:
    return value.device.type == "tpu"


def _reduce_tensor(tensor: torch.Tensor) -> Reduced:
    plain = _on_device(tensor) and tensor.layout == torch.strided and not tensor.is_nested
    if not plain or (tensor.requires_grad and not tensor.is_leaf):  # the latter PyTorch refuses, in its own words
        return reductions.reduce_tensor(tensor)
    torch.utils.hooks.warn_if_has_hooks(tensor)
    return _staged(
        lambda: (_rebuild_tensor, (type(tensor), tensor.detach().cpu(), tensor.device.index, tensor.requires_grad))
    )


def _reduce_storage(storage: torch.UntypedStorage) -> Reduced:
    if not _on_device(storage):
        return reductions.reduce_storage(storage)
    return _staged(lambda: (_rebuild_storage, (storage.cpu(), storage.device.index)))


def _staged(reduce: Callable[[], Reduced]) -> Reduced:
    if not torch.tpu._is_in_bad_fork():
        return reduce()
    try:
        return reduce()
    except RuntimeError as error:
        return _raise, (str(error),)


def _rebuild_tensor(cls: type[torch.Tensor], host: torch.Tensor, index: int, requires_grad: bool) -> torch.Tensor:
    tensor = host.to(f"tpu:{index}")
    if issubclass(cls, torch.nn.Parameter):
        return torch.nn.Parameter(tensor, requires_grad=requires_grad)
    return tensor.requires_grad_(requires_grad)


def _rebuild_storage(host: torch.UntypedStorage, index: int) -> torch.UntypedStorage:
    return torch.UntypedStorage(host.size(), device=f"tpu:{index}").copy_(host)


def _raise(sentence: str) -> NoReturn:
    raise RuntimeError(sentence)
