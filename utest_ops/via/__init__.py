"""The two ways to an operator: the torch device, and the C API alone."""

from functools import cache
from typing import Protocol

import torch

from utest_ops.chips import Chip
from utest_ops.sample import Sample

VIAS = ("torch", "capi")


class Path(Protocol):
    """One way to one chip."""

    tells_absence: bool  # whether an operator the chip does not have is refused; otherwise it may run on the CPU

    def run(self, sample: Sample) -> dict[str, torch.Tensor]:
        """Execute the sample's case; give the outputs on the CPU. Raises DeviceError."""
        ...

    def cause(self, ran: bool) -> str:
        """What the last run's launches say of its call that the caller did not say; empty where nothing is known. `ran`: it answered SUCCESS."""
        ...

    def changed_inputs(self) -> list[str]:
        """Names of the inputs that the last run left with other bytes."""
        ...


@cache
def open_path(via: str, chip: Chip) -> Path:
    """The path of that name to a chip. Raises UsageError, with what is missing, where it is not there."""
    if via == "torch":
        from utest_ops.via.torch_device import TorchDevice

        return TorchDevice(chip)
    from utest_ops.via.capi import CApi

    return CApi(chip)
