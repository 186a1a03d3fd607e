"""Arguments and results as text."""

from __future__ import annotations

from typing import Any

import torch

VALUES = 6  # of a tensor's elements, at each end


def describe(value: Any, values: bool = False) -> str:
    """A tensor as Tensor[2, 3](f32, strides [3, 1], tpu:0, 0x7f..., view): size, dtype, strides where they are not those of a dense tensor, device, address; `values` with its
    elements. Anything else as Python writes it."""
    if isinstance(value, torch.Tensor):
        return describe_tensor(value, values)
    if isinstance(value, list | tuple):
        return "[" + ", ".join(describe(each, values) for each in value) + "]"
    return repr(value)


def describe_tensor(tensor: torch.Tensor, values: bool = False) -> str:
    """As describe."""
    words = [str(tensor.dtype).removeprefix("torch.")]
    if tensor.layout is not torch.strided:
        words.append(str(tensor.layout).removeprefix("torch."))
    else:
        if not tensor.is_contiguous():
            words.append(f"strides {list(tensor.stride())}")
        if (
            tensor._is_view()
            or tensor.storage_offset()
            or torch.ops.tpu_runtime.storage_bytes(tensor).numel() != tensor.numel() * tensor.element_size()
        ):
            words.append(f"view at {tensor.storage_offset()}")
    words.append(str(tensor.device))
    if tensor.layout is torch.strided and not tensor._is_zerotensor():
        words.append(f"{tensor.data_ptr():#x}")
    text = f"Tensor{list(tensor.shape)}({', '.join(words)})"
    return f"{text} = {_values(tensor)}" if values else text


def _values(tensor: torch.Tensor) -> str:
    if tensor.device.type == "tpu" and torch.ops.tpu_runtime.is_capturing(tensor.device.index):
        return "(captured into a graph)"
    host = tensor.detach().to_dense() if tensor.layout is not torch.strided else tensor.detach()
    flat = host.cpu().resolve_conj().resolve_neg().flatten().tolist()
    if len(flat) <= 2 * VALUES:
        return str(flat)
    return f"[{', '.join(map(str, flat[:VALUES]))}, ..., {', '.join(map(str, flat[-VALUES:]))}]"
