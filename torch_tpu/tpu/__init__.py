"""torch.tpu: devices, streams, events, memory, random numbers of the tpu device."""

from __future__ import annotations

import torch

from torch_tpu.tpu.amp import get_amp_supported_dtype, is_bf16_supported
from torch_tpu.tpu.devices import (
    DeviceProperties,
    _DeviceGuard,
    _exchange_device,
    _maybe_exchange_device,
    current_device,
    device,
    device_count,
    device_of,
    get_device_capability,
    get_device_name,
    get_device_properties,
    is_available,
    set_device,
    synchronize,
)
from torch_tpu.tpu.memory import (
    empty_cache,
    max_memory_allocated,
    max_memory_reserved,
    mem_get_info,
    memory_allocated,
    memory_reserved,
    memory_stats,
    reset_accumulated_memory_stats,
    reset_peak_memory_stats,
)
from torch_tpu.tpu.random import (
    default_generator,
    get_rng_state,
    get_rng_state_all,
    initial_seed,
    manual_seed,
    manual_seed_all,
    seed,
    seed_all,
    set_rng_state,
    set_rng_state_all,
)
from torch_tpu.tpu.streams import (
    Event,
    Stream,
    StreamContext,
    current_stream,
    default_stream,
    is_current_stream_capturing,
    set_stream,
    stream,
)
from torch_tpu.tpu.timing import OperatorTime, operator_times, record_operator_times

_initialized = True  # torch.utils.checkpoint keeps and restores the device's random numbers only where this says so


def init() -> None:
    """Nothing to do: devices are opened when they are first used."""


def is_initialized() -> bool:
    return is_available()


def _is_in_bad_fork() -> bool:
    """True in a process forked from one that used a device: there it cannot be used."""
    return torch.ops.tpu_runtime.in_bad_fork()


def _lazy_init() -> None:
    """torch calls this before it uses the device."""


__all__ = [
    "DeviceProperties",
    "Event",
    "OperatorTime",
    "Stream",
    "StreamContext",
    "_DeviceGuard",
    "_exchange_device",
    "_maybe_exchange_device",
    "current_device",
    "current_stream",
    "default_generator",
    "default_stream",
    "device",
    "device_count",
    "device_of",
    "empty_cache",
    "get_amp_supported_dtype",
    "get_device_capability",
    "get_device_name",
    "get_device_properties",
    "get_rng_state",
    "get_rng_state_all",
    "init",
    "initial_seed",
    "is_available",
    "is_bf16_supported",
    "is_current_stream_capturing",
    "is_initialized",
    "manual_seed",
    "manual_seed_all",
    "max_memory_allocated",
    "max_memory_reserved",
    "mem_get_info",
    "memory_allocated",
    "memory_reserved",
    "memory_stats",
    "operator_times",
    "record_operator_times",
    "reset_accumulated_memory_stats",
    "reset_peak_memory_stats",
    "seed",
    "seed_all",
    "set_device",
    "set_rng_state",
    "set_rng_state_all",
    "set_stream",
    "stream",
    "synchronize",
]
