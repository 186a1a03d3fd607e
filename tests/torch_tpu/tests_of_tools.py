"""What the tests of the tools have in common: a small model, a training step, a wrong kernel."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch

from torch_tpu.tools import calls


class Net(torch.nn.Sequential):
    """A perceptron with what training uses most."""

    def __init__(self) -> None:
        super().__init__(
            torch.nn.Linear(8, 16),
            torch.nn.GELU(),
            torch.nn.LayerNorm(16),
            torch.nn.Linear(16, 16),
            torch.nn.ReLU(),
            torch.nn.Linear(16, 4),
        )


def step(net: torch.nn.Module, device: str) -> torch.Tensor:
    """Forward, backward and an update; the loss afterwards."""
    generator = torch.Generator().manual_seed(1)
    value = torch.randn(6, 8, generator=generator).to(device)
    target = torch.randint(0, 4, (6,), generator=generator).to(device)
    optimizer = torch.optim.SGD(net.parameters(), 0.1)
    optimizer.zero_grad()
    torch.nn.functional.cross_entropy(net(value), target).backward()
    optimizer.step()
    return torch.nn.functional.cross_entropy(net(value), target).detach()


@contextmanager
def wrong_kernel(operator: str, factor: float = 1.5) -> Iterator[None]:
    """The first result of an operator is that much too large."""

    def listener(call: calls.Call) -> None:
        call.proceed()[0].mul_(factor)

    with calls.listening(listener, [operator]):
        yield
