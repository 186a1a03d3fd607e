"""Batch norm by running statistics runs on the device; of other data types than float32, on the CPU. Training: test_training.py."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")
torch_tpu = pytest.importorskip("torch_tpu")


def norm(affine: bool = True) -> torch.nn.BatchNorm2d:
    made = torch.nn.BatchNorm2d(3, affine=affine)
    made.running_mean.normal_()
    made.running_var.uniform_(0.5, 2)
    return made


def fallbacks() -> int:
    return sum(each.calls for each in torch_tpu.fallbacks() if each.operator == "aten::native_batch_norm")


@pytest.mark.parametrize("affine", [True, False])
@pytest.mark.parametrize("memory_format", [torch.contiguous_format, torch.channels_last])
def test_by_running_statistics(device: str, affine: bool, memory_format: torch.memory_format) -> None:
    module, x = norm(affine).eval(), torch.randn(4, 3, 5, 6).to(memory_format=memory_format).requires_grad_()
    expected = module(x)
    (expected_grad,) = torch.autograd.grad(expected.square().sum(), x)
    module.to(device)
    there = x.detach().to(device).requires_grad_()
    found = module(there)
    assert fallbacks() == 0
    assert found.stride() == expected.stride()
    torch.testing.assert_close(found.cpu(), expected, rtol=2e-6, atol=2e-6)
    (grad,) = torch.autograd.grad(found.square().sum(), there)
    torch.testing.assert_close(grad.cpu(), expected_grad, rtol=1e-5, atol=1e-5)


def test_elsewhere(device: str) -> None:
    module, x = norm().to(device), torch.randn(4, 3, 5, 6, device=device)
    module.train()(x)
    assert fallbacks() == 0
    module.eval()
    with torch_tpu.forced_fallback("native_batch_norm"):
        module(x)
    assert fallbacks() == 1
    module.half()(x.half())
    assert fallbacks() == 2
    module.float()(x)
    assert fallbacks() == 2
