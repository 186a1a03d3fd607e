"""What the tests of graphs share."""

from __future__ import annotations

import torch


def bits(value: torch.Tensor) -> list[int]:
    """The bytes of a tensor: equal for equal NaNs and zeros only."""
    return value.detach().cpu().contiguous().reshape(-1).view(torch.uint8).tolist()
