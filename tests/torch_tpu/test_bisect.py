"""bisect finds the planted call, and nothing where nothing is wrong."""

from __future__ import annotations

import pytest
import torch
from tests_of_tools import Net, step, wrong_kernel

from torch_tpu.tools import BisectionError, bisect

pytestmark = [pytest.mark.torch, pytest.mark.native]


def test_nothing_is_wrong(device: str) -> None:
    net = Net().to(device)
    before = [parameter.clone() for parameter in net.parameters()]
    found = bisect(lambda: step(net, device), 1e-3, state=[net])
    assert (found.by_result, found.by_loss) == (None, None), str(found)
    assert found.calls > 20
    assert all(torch.equal(old, new) for old, new in zip(before, net.parameters(), strict=True))


@pytest.mark.parametrize("operator", ["gelu", "native_layer_norm", "mm", "threshold_backward"])
def test_a_wrong_kernel_is_found(device: str, operator: str) -> None:
    net = Net().to(device)
    with wrong_kernel(operator):
        found = bisect(lambda: step(net, device), 1e-4, state=[net])
    assert found.by_result is not None
    assert found.by_loss is not None
    assert found.by_result.operator.startswith(f"aten::{operator}")
    assert found.by_loss.operator.startswith(f"aten::{operator}")
    assert "differs by" in str(found)


def test_random_operators_run_the_same_each_time(device: str) -> None:
    net = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.Dropout(0.5), torch.nn.Linear(8, 1)).to(device)
    value = torch.randn(16, 8, device=device)

    def work() -> torch.Tensor:
        loss = net(value).square().mean()
        loss.backward()
        return loss

    assert bisect(work, 1e-4, state=[net]).by_loss is None
    with wrong_kernel("addmm"):
        found = bisect(work, 1e-4, state=[net])
    assert found.by_loss is not None
    assert found.by_loss.position == 0


def test_a_step_that_changes_is_refused(device: str) -> None:
    value = torch.ones(2, 2, device=device)
    count = 0

    def work() -> torch.Tensor:
        nonlocal count
        count += 1
        result = value
        for _ in range(count):
            result = result @ value
        return result.sum()

    with pytest.raises(BisectionError, match="it must make the same calls each time"):
        bisect(work, 1e-4)
    with pytest.raises(TypeError, match="neither a tensor nor something with state_dict"):
        bisect(work, 1e-4, state=[3])
    with pytest.raises(ValueError, match="tolerance"):
        bisect(work, float("nan"))
