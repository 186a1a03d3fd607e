"""Matrix products: native on both chips, close to the CPU's."""

from __future__ import annotations

import pytest
import torch

import torch_tpu
from utest_ops.chips import Chip

pytestmark = [pytest.mark.torch, pytest.mark.native]


def assert_native(operator: str) -> None:
    assert torch_tpu.native_calls().get(operator, 0) > 0, [str(report) for report in torch_tpu.fallbacks()]


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16])
def test_mm(device: str, chip: Chip, dtype: torch.dtype) -> None:
    left, right = torch.randn(17, 33).to(dtype), torch.randn(33, 9).to(dtype)
    result = left.to(device) @ right.to(device)
    assert result.dtype == dtype and str(result.device) == device
    tolerance = {torch.float32: 1e-4, torch.float16: 5e-3, torch.bfloat16: 5e-2}[dtype]
    reference = left.double() @ right.double()
    torch.testing.assert_close(result.cpu().double(), reference, rtol=tolerance, atol=tolerance * 33**0.5)
    if dtype != torch.float16 or "f16" in chip.dtypes:
        assert_native("aten::mm")


@pytest.mark.parametrize("transposed", ["left", "right", "both"])
def test_mm_of_transposed_views(device: str, transposed: str) -> None:
    left, right = torch.randn(8, 5), torch.randn(5, 6)
    a = left.t().contiguous().to(device).t() if transposed != "right" else left.to(device)
    b = right.t().contiguous().to(device).t() if transposed != "left" else right.to(device)
    torch.testing.assert_close((a @ b).cpu(), left @ right)
    assert_native("aten::mm")


def test_addmm_bmm(device: str) -> None:
    bias, left, right = torch.randn(6), torch.randn(4, 5), torch.randn(5, 6)
    result = torch.addmm(bias.to(device), left.to(device), right.to(device))
    torch.testing.assert_close(result.cpu(), torch.addmm(bias, left, right))
    assert_native("aten::addmm")
    left, right = torch.randn(3, 4, 5), torch.randn(3, 5, 6)
    torch.testing.assert_close(torch.bmm(left.to(device), right.to(device)).cpu(), torch.bmm(left, right))
    assert_native("aten::bmm")


def test_out_is_resized_strided_or_an_input(device: str) -> None:
    left, right = torch.randn(5, 5), torch.randn(5, 5)
    a, b = left.to(device), right.to(device)
    out = torch.empty(0, device=device)
    torch.testing.assert_close(torch.mm(a, b, out=out).cpu(), left @ right)
    strided = torch.zeros(5, 10, device=device)[:, ::2]
    torch.mm(a, b, out=strided)
    torch.testing.assert_close(strided.cpu(), left @ right)
    torch.mm(a, b, out=a)
    torch.testing.assert_close(a.cpu(), left @ right)


def test_no_elements(device: str) -> None:
    product = torch.ones(4, 0, device=device) @ torch.ones(0, 3, device=device)
    assert torch.equal(product.cpu(), torch.zeros(4, 3))


def test_wrong_shapes_are_pytorchs_error(device: str) -> None:
    with pytest.raises(RuntimeError, match="shapes cannot be multiplied"):
        torch.ones(2, 3, device=device) @ torch.ones(2, 3, device=device)
