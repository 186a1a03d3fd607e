"""Random numbers. They are drawn on the host from the device's own generator: the same seed gives the same numbers on every chip."""

from __future__ import annotations

from collections.abc import Iterable

import torch

from torch_tpu.tpu.devices import DeviceLike, current_device, device_count, device_index

_MASK = (1 << 64) - 1


def default_generator(device: DeviceLike = None) -> torch.Generator:
    """The generator that random operators use on a device when none is given."""
    return torch.ops.tpu_runtime.default_generator(device_index(device))


def manual_seed(seed: int) -> None:
    """Seed the current device."""
    if device_count():
        default_generator(current_device()).manual_seed(int(seed) & _MASK)


def manual_seed_all(seed: int) -> None:
    """Seed every device; torch.manual_seed calls this."""
    for index in range(device_count()):
        default_generator(index).manual_seed(int(seed) & _MASK)


def seed() -> int:
    """Seed the current device from the operating system; returns the seed."""
    return default_generator().seed()


def seed_all() -> None:
    for index in range(device_count()):
        default_generator(index).seed()


def initial_seed() -> int:
    return default_generator().initial_seed()


def get_rng_state(device: DeviceLike = None) -> torch.Tensor:
    """State of a device's generator, a CPU tensor of bytes."""
    return default_generator(device).get_state()


def set_rng_state(state: torch.Tensor, device: DeviceLike = None) -> None:
    default_generator(device).set_state(state)


def get_rng_state_all() -> list[torch.Tensor]:
    return [get_rng_state(index) for index in range(device_count())]


def set_rng_state_all(states: Iterable[torch.Tensor]) -> None:
    for index, state in enumerate(states):
        set_rng_state(state, index)
