"""A result lies where the device operand lies, whichever operand that is and whoever computes it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

import torch_tpu

pytestmark = [pytest.mark.torch, pytest.mark.native]
DTYPES = [
    torch.float32,
    torch.float64,
    torch.float16,
    torch.bfloat16,
    torch.int64,
    torch.int32,
    torch.uint8,
    torch.bool,
    torch.complex64,
]
NUMBER = torch.tensor(2)

OPERATIONS: dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
    "rsub": lambda x: 1 - x,
    "radd": lambda x: 1 + x,
    "rmul": lambda x: 2.5 * x,
    "rdiv": lambda x: 1 / x,
    "rpow": lambda x: 2**x,
    "rfloordiv": lambda x: 7 // x,
    "rmod": lambda x: 7 % x,
    "rshift": lambda x: 8 >> x,
    "rand": lambda x: 6 & x,
    "tensor_add": lambda x: NUMBER + x,
    "tensor_sub": lambda x: NUMBER - x,
    "tensor_mul": lambda x: NUMBER * x,
    "tensor_div": lambda x: NUMBER / x,
    "tensor_pow": lambda x: torch.tensor(2.0) ** x,
    "compare": lambda x: torch.lt(NUMBER, x),
    "maximum": lambda x: torch.maximum(NUMBER.to(x.dtype), x),
    "where_first": lambda x: torch.where(x.ne(0), NUMBER.to(x.dtype), x),
    "where_condition": lambda x: torch.where(torch.tensor(True), x, x),
    "atan2": lambda x: torch.atan2(torch.tensor(1.0), x),
    "lerp": lambda x: torch.lerp(x, x, torch.tensor(0.5)),
    "full_like": lambda x: torch.full_like(x, 1),
    "polar": lambda x: torch.xlogy(2, x),
    "kron": lambda x: torch.kron(x, x),
}


@pytest.mark.parametrize("size", [3, 0])
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("forced", [False, True], ids=["native", "forced"])
def test_results_lie_with_the_operand(forced: bool, dtype: torch.dtype, size: int, device: str) -> None:
    x = torch.arange(1, size + 1).to(dtype)
    twin = x.to(device)
    torch_tpu.force_fallback(*(["*"] if forced else []))
    for name, operation in OPERATIONS.items():
        try:
            expected = operation(x)
        except (RuntimeError, TypeError):
            continue
        found = operation(twin)
        assert str(found.device) == device, name
        assert (found.dtype, found.shape) == (expected.dtype, expected.shape), name
        torch.testing.assert_close(
            found.cpu(), expected, msg=lambda text, name=name: f"{name}: {text}", rtol=1e-2, atol=1e-2
        )


def test_vectors_of_two_devices_do_not_mix_in_either_order(device: str) -> None:
    x = torch.ones(3, device=device)
    for left, right in ((x, torch.ones(3)), (torch.ones(3), x)):
        for operation in (torch.add, torch.atan2, torch.lt, torch.minimum, torch.dot):
            with pytest.raises(RuntimeError, match="Expected all tensors to be on the same device"):
                operation(left, right)
