"""Device memory: what is in use, and what libtpudnn keeps of freed memory for allocations to come."""

from __future__ import annotations

from typing import Any

import torch

from torch_tpu.tpu.devices import DeviceLike, device_index


def memory_stats(device: DeviceLike = None) -> dict[str, Any]:
    """Counters by torch.accelerator's names, for example "allocated_bytes.all.peak"."""
    return torch.accelerator.memory_stats(device_index(device))


def memory_allocated(device: DeviceLike = None) -> int:
    """Bytes of live tensors."""
    return torch.accelerator.memory_allocated(device_index(device))


def max_memory_allocated(device: DeviceLike = None) -> int:
    """Most bytes of live tensors at once since the start or reset_peak_memory_stats."""
    return torch.accelerator.max_memory_allocated(device_index(device))


def memory_reserved(device: DeviceLike = None) -> int:
    """Bytes of the chip's memory that are in use or kept for allocations to come."""
    return torch.accelerator.memory_reserved(device_index(device))


def max_memory_reserved(device: DeviceLike = None) -> int:
    """Most of these at once since the start or reset_peak_memory_stats: at most a quarter, or 2 MiB, above the most that was in use."""
    return torch.accelerator.max_memory_reserved(device_index(device))


def reset_peak_memory_stats(device: DeviceLike = None) -> None:
    torch.accelerator.reset_peak_memory_stats(device_index(device))


def reset_accumulated_memory_stats(device: DeviceLike = None) -> None:
    torch.accelerator.reset_accumulated_memory_stats(device_index(device))


def mem_get_info(device: DeviceLike = None) -> tuple[int, int]:
    """(free, total) bytes of a device."""
    return torch._C._accelerator_getMemoryInfo(device_index(device))


def empty_cache() -> None:
    """Gives kept memory back to the chips."""
    torch.accelerator.empty_cache()
