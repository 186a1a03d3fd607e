"""Activation checkpointing on the tpu device."""

from __future__ import annotations

import pytest
import torch
from torch.utils.checkpoint import checkpoint

pytestmark = [pytest.mark.torch, pytest.mark.native]


@pytest.mark.parametrize("reentrant", [False, True])
def test_a_checkpoint_draws_its_random_numbers_again(reentrant: bool, device: str) -> None:
    x = torch.ones(64, device=device, requires_grad=True)
    y = checkpoint(torch.nn.functional.dropout, x, 0.5, use_reentrant=reentrant)
    y.sum().backward()
    assert x.grad is not None
    assert torch.equal(x.grad, y.detach())  # the same mask in both passes
