"""Copies between host, devices and views, with every combination of dtype and stride."""

from __future__ import annotations

import itertools

import pytest
import torch

import torch_tpu

pytestmark = [pytest.mark.torch, pytest.mark.native]
PLACES = ["cpu", "tpu:0", "tpu:1"]
DTYPES = [torch.float32, torch.float16, torch.int64, torch.float64, torch.bool, torch.complex64]


@pytest.mark.parametrize(
    ("source", "target"), [pair for pair in itertools.product(PLACES, PLACES) if pair != ("cpu", "cpu")]
)
@pytest.mark.parametrize("dtype", DTYPES)
def test_copy(source: str, target: str, dtype: torch.dtype) -> None:
    host = torch.arange(24.0).reshape(2, 3, 4)
    tensor = host.to(source)
    transposed = torch.zeros(4, 2, 3, dtype=dtype, device=target)
    transposed.permute(1, 2, 0).copy_(tensor)
    torch.testing.assert_close(transposed.cpu(), host.permute(2, 0, 1).to(dtype))
    gaps, expected = torch.zeros(2, 3, 9, dtype=dtype, device=target), torch.zeros(2, 3, 9, dtype=dtype)
    gaps[..., 1::2].copy_(tensor)
    expected[..., 1::2] = host.to(dtype)
    torch.testing.assert_close(gaps.cpu(), expected)
    broadcast = torch.zeros(5, 2, 3, 4, dtype=dtype, device=target)
    broadcast.copy_(tensor)
    torch.testing.assert_close(broadcast.cpu(), host.to(dtype).expand(5, 2, 3, 4))
    expanded = tensor[0, 1].expand(3, 4).to(target).to(dtype)
    torch.testing.assert_close(expanded.cpu(), host[0, 1].expand(3, 4).to(dtype))


def test_conversions_on_the_device(device: str) -> None:
    values = torch.randn(4, 5, device=device)
    torch_tpu.reset_fallbacks()
    half = values.t().half()[1:]
    assert torch.equal(half.cpu(), values.cpu().t().half()[1:])
    assert torch.equal((values > 0).float().cpu(), (values.cpu() > 0).float())
    assert torch_tpu.fallbacks() == []


def test_pinned_memory_copies_without_blocking(device: str) -> None:
    pinned = torch.randn(1000).pin_memory()
    assert pinned.is_pinned() and not torch.randn(3).is_pinned()
    there = pinned.to(device, non_blocking=True)
    expected = pinned.clone()
    del pinned  # its memory must live until the copy is done
    back = torch.empty(1000, pin_memory=True)
    back.copy_(there, non_blocking=True)
    torch.tpu.synchronize(device)
    torch.testing.assert_close(back, expected)


def test_conjugate_and_negative_views(device: str) -> None:
    host = torch.randn(5, dtype=torch.complex64)
    there = host.to(device)
    torch.testing.assert_close(there.conj().cpu(), host.conj().resolve_conj())
    torch.testing.assert_close(there.conj().imag.cpu(), host.conj().imag.resolve_neg())
    torch.testing.assert_close(host.conj().to(device).cpu(), host.conj().resolve_conj())


def test_scalars_and_empty_tensors(device: str) -> None:
    assert torch.tensor(3.5, device=device).item() == 3.5
    assert torch.tensor([1, 2, 3], device=device)[1].item() == 2
    empty = torch.empty(0, 3, device=device)
    assert empty.data_ptr() == 0 and empty.cpu().shape == (0, 3)
    with pytest.raises(RuntimeError, match="cannot be converted to Scalar"):
        torch.ones(2, device=device).item()


def test_resize_and_set(device: str) -> None:
    tensor = torch.arange(6.0, device=device)
    tensor.resize_(3, 4)
    assert tensor.shape == (3, 4) and torch.equal(tensor.flatten()[:6].cpu(), torch.arange(6.0))
    other = torch.empty(0, device=device).set_(tensor)
    assert other.data_ptr() == tensor.data_ptr()
    tensor.untyped_storage().resize_(200)
    assert tensor.untyped_storage().nbytes() == 200
