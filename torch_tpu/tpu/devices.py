"""Which devices there are and which is current."""

from __future__ import annotations

from dataclasses import dataclass
from types import TracebackType

import torch
from torch.utils._python_dispatch import _disable_current_modes

DeviceLike = torch.device | str | int | None


@dataclass(frozen=True)
class DeviceProperties:
    """What a device is."""

    name: str  # of the chip
    aliases: tuple[str, ...]  # other names of the chip: "bm1684x"
    cores: int
    alignment: int  # bytes
    asynchronous: bool  # kernels run after the call that launched them has returned
    total_memory: int  # bytes; 0: unknown


def device_index(device: DeviceLike) -> int:
    """Index of a tpu device; None and "tpu" mean the current one. ValueError for another device."""
    if device is None:
        return current_device()
    if isinstance(device, int):
        return current_device() if device < 0 else device
    found = torch.device(device)
    if found.type != "tpu":
        raise ValueError(f"expected a tpu device, got {found}")
    return current_device() if found.index is None else found.index


def is_available() -> bool:
    """True when libtpudnn has at least one device."""
    return device_count() > 0


def device_count() -> int:
    # FakeTensorMode asks this while it is entered and while it dispatches: the answer must not go through modes again
    with _disable_current_modes(), torch._C._DisablePythonDispatcher():
        return torch.ops.tpu_runtime.device_count()


def current_device() -> int:
    return torch._C._accelerator_getDeviceIndex()


def set_device(device: DeviceLike) -> None:
    index = device_index(device)
    if index >= 0:
        torch._C._accelerator_setDeviceIndex(index)


def synchronize(device: DeviceLike = None) -> None:
    """Wait for all streams of a device. Raises the fault of a kernel that ran on it."""
    torch._C._accelerator_synchronizeDevice(device_index(device))


def get_device_name(device: DeviceLike = None) -> str:
    """The chip's name."""
    return torch.ops.tpu_runtime.chip(device_index(device))


def get_device_properties(device: DeviceLike = None) -> DeviceProperties:
    index = device_index(device)
    cores, alignment, asynchronous, _, memory = torch.ops.tpu_runtime.properties(index)
    aliases = torch.ops.tpu_runtime.chip_aliases(index).split(",")
    return DeviceProperties(
        name=get_device_name(index),
        aliases=tuple(alias.strip() for alias in aliases if alias.strip()),
        cores=cores,
        alignment=alignment,
        asynchronous=bool(asynchronous),
        total_memory=memory,
    )


def get_device_capability(device: DeviceLike = None) -> dict[str, object]:
    """What torch.accelerator says of the device: supported_dtypes."""
    return torch._C._accelerator_getDeviceCapability(device_index(device))


def _exchange_device(index: int) -> int:
    return current_device() if index < 0 else torch._C._accelerator_exchangeDevice(index)


def _maybe_exchange_device(index: int) -> int:
    return torch._C._accelerator_maybeExchangeDevice(index)


class device:
    """Context manager: the current device is another one inside the block."""

    def __init__(self, device: DeviceLike) -> None:
        self.index = device_index(device)
        self.previous = -1

    def __enter__(self) -> None:
        self.previous = _exchange_device(self.index)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _maybe_exchange_device(self.previous)


class device_of(device):
    """Context manager: the current device is that of a tensor, where it lies on a tpu."""

    def __init__(self, tensor: torch.Tensor) -> None:
        super().__init__(tensor.device if tensor.device.type == "tpu" else None)


_DeviceGuard = device
