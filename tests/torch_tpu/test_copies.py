"""Copies between host, devices and views, with every combination of dtype and stride."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest
import torch

import torch_tpu
from tests.torch_tpu.processes import run
from utest_ops.chips import Chip

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


def test_conversions_on_the_device(device: str, chip: Chip) -> None:
    values = torch.randn(4, 5, device=device)
    torch_tpu.reset_fallbacks()
    half = torch.float16 if "f16" in chip.dtypes else torch.bfloat16
    assert torch.equal(values.t().to(half)[1:].cpu(), values.cpu().t().to(half)[1:])
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


BITS = [
    0x7C01,
    0xFC7F,
    0x7D55,
    0x7F81,
    0xFFC1,
    0x0001,
    0x8000,
    0x7FFF,
]  # NaNs with payloads, of half and of bfloat16, and others


@pytest.mark.parametrize("dtype", [torch.int16, torch.uint16, torch.float16, torch.bfloat16], ids=str)
def test_two_byte_elements_keep_their_bits(dtype: torch.dtype, device: str) -> None:
    bits = torch.tensor(BITS * 6, dtype=torch.int32).to(torch.int16).reshape(6, 8)
    tensor = bits.view(dtype).to(device)
    for copied in (tensor.t().contiguous().t(), tensor[:, ::2].clone(), tensor.clone(), tensor.to("tpu:0").to("tpu:1")):
        expected = bits[:, ::2] if copied.shape[1] == 4 else bits
        assert torch.equal(copied.cpu().contiguous().view(torch.int16), expected)


def test_elements_travel_as_what_they_are(tmp_path: Path, device: str, chip: Chip) -> None:
    program = (
        "import torch\n"
        "for dtype in (torch.int16, torch.float16, torch.bfloat16, torch.int8, torch.int32, torch.float32, torch.int64):\n"
        f"    torch.zeros(6, 8, dtype=dtype).to('{device}').t().contiguous()\n"
        f"torch.tpu.synchronize('{device}')\n"
    )
    trace = tmp_path / "trace"
    assert run(program, TPUSIM_TRACE=str(trace)).returncode == 0
    launches = [json.loads(line) for file in tmp_path.iterdir() for line in file.read_text().splitlines()]
    copies = [bytes.fromhex(line["args"]) for line in launches if line.get("args_name") == "sg_api_strided_copy_t"]
    kernel_types = [int.from_bytes(args[116:120], "little") for args in copies]  # sg_api_strided_copy_t::dtype
    int16, half, bfloat16, byte, int32, single = 7, 3, 11, 0, 9, 5
    halves = [half] if "f16" in chip.dtypes else []
    assert kernel_types == [int16, *halves, bfloat16, byte, int32, single, int32]
