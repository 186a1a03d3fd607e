"""Arguments of a call on another device: the same strides, the same sharing of storages, leaves that require grad as before."""

import copy
from typing import Any

import torch


class Transfer:
    """Copies values to one device. Tensors that are one object or share a storage do so there."""

    def __init__(self, device: torch.device, keep: frozenset[int] = frozenset()) -> None:
        self.device = device
        self._keep = keep  # ids of tensors that are copied on the host
        self.moved_any = False
        self._tensors: dict[int, torch.Tensor] = {}
        self._storages: dict[tuple[int, torch.dtype], torch.Tensor] = {}
        self._kept: list[Any] = []  # ids stay valid while their objects live

    def __call__(self, value: Any) -> Any:
        """The value there: tensors, modules, devices, and containers of them; everything else as it is."""
        if isinstance(value, torch.Tensor):
            return self._tensor(value)
        if isinstance(value, torch.nn.Module):
            self.moved_any = True
            return copy.deepcopy(value).to(self.device)
        if isinstance(value, torch.device) or (isinstance(value, str) and value == "cpu"):
            self.moved_any = True
            return self.device
        if isinstance(value, list):
            return [self(each) for each in value]
        if isinstance(value, tuple):
            moved = [self(each) for each in value]
            return type(value)(*moved) if hasattr(value, "_fields") else type(value)(moved)
        if isinstance(value, dict):
            return type(value)((key, self(each)) for key, each in value.items())
        return value

    def _tensor(self, tensor: torch.Tensor) -> torch.Tensor:
        self.moved_any = True
        known = self._tensors.get(id(tensor))
        if known is None:
            self._kept.append(tensor)
            known = self._tensors[id(tensor)] = self._leaf(tensor)
        return known

    def _leaf(self, tensor: torch.Tensor) -> torch.Tensor:
        with torch.no_grad():
            plain = tensor.detach()
            if id(tensor) in self._keep:
                moved = plain.clone()
            elif plain.layout is not torch.strided or plain.is_quantized or plain.is_nested:
                moved = plain.to(self.device, copy=True)
            elif plain.is_conj():
                moved = self._strided(plain.conj()).conj()
            elif plain.is_neg():
                moved = torch._neg_view(self._strided(torch._neg_view(plain)))
            else:
                moved = self._strided(plain)
        if isinstance(tensor, torch.nn.Parameter):
            return torch.nn.Parameter(moved, requires_grad=tensor.requires_grad)
        return moved.requires_grad_(tensor.requires_grad)

    def _strided(self, tensor: torch.Tensor) -> torch.Tensor:
        if tensor._is_zerotensor():
            return tensor.to(self.device, copy=True)
        storage = tensor.untyped_storage()
        key = (storage._cdata, tensor.dtype)
        block = self._storages.get(key)
        if block is None:
            flat = torch.empty(0, dtype=tensor.dtype).set_(storage)
            block = self._storages[key] = flat.to(self.device, copy=True)
            self._kept.append(storage)
        if tensor.numel() == 0:
            return torch.empty_strided(tensor.shape, tensor.stride(), dtype=tensor.dtype, device=self.device)
        return block.as_strided(tensor.shape, tensor.stride(), tensor.storage_offset()).detach()


def tensors_in(value: Any, repeated: bool = False) -> list[torch.Tensor]:
    """Every tensor of a value in a fixed order, each object once unless `repeated`; parameters and buffers of modules included."""
    found: list[torch.Tensor] = []
    _collect(value, found)
    return found if repeated else list({id(each): each for each in found}.values())


def _collect(value: Any, found: list[torch.Tensor]) -> None:
    if isinstance(value, torch.Tensor):
        found.append(value)
    elif isinstance(value, torch.nn.Module):
        found += [*value.parameters(), *value.buffers()]
    elif isinstance(value, list | tuple):
        for each in value:
            _collect(each, found)
    elif isinstance(value, dict):
        for each in value.values():
            _collect(each, found)
