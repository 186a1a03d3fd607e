"""A call made on another device than the one its tensors lie on."""

from __future__ import annotations

from typing import Any

import torch

from torch_tpu.tools.arguments import Moved, call_overload, map_tensors, on_device, tensors_in
from torch_tpu.tools.calls import Call, ToolError
from torch_tpu.tools.host_calls import HostCall


def proceed_on(call: Call | HostCall, device: torch.device) -> tuple[Any, ...]:
    """Make the call on `device` with copies of its arguments; what it writes comes back, and so do its results, views as views. Gives the results."""
    if device.type == "cpu":
        return call.proceed_on_cpu()
    tensors = tensors_in(call.arguments)
    home = next((t.device for t in tensors if t.device.type == "tpu"), torch.device("cpu"))
    if device == home:
        return call.proceed()
    there = Moved(device)
    moved = tuple(on_device(map_tensors(value, there), device) for value in call.arguments)
    before = [value.shape for value in tensors_in(moved)]
    made = call_overload(call.overload, moved)
    back = Moved(home)
    for shape, tensor in zip(before, tensors_in(moved), strict=True):
        original = there.original(tensor)
        if original is not None and tensor.shape != shape:  # an output of another size
            original.resize_(tensor.shape)
    for argument, old, new in zip(call.schema.arguments, call.arguments, moved, strict=True):
        if argument.alias_info is not None and argument.alias_info.is_write:
            for original, tensor in zip(tensors_in(old), tensors_in(new), strict=True):
                original.copy_(back(tensor))
    results = tuple(map_tensors(value, lambda tensor: _home(call, tensor, there, back)) for value in made)
    call.set_results(*results)
    return results


def _home(call: Call | HostCall, tensor: torch.Tensor, there: Moved, back: Moved) -> torch.Tensor:
    """What a result on the other device is at home: an argument, a view of one, or a new tensor."""
    original = there.original(tensor)
    if original is not None:
        return original
    owner = there.owner(tensor)
    if owner is None:
        return back(tensor)
    if owner.dtype != tensor.dtype:
        raise ToolError(f"{call.operator} gives a view of another data type, and cannot run on another device")
    return owner.as_strided(tensor.size(), tensor.stride(), tensor.storage_offset())
