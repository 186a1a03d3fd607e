"""What the library's statuses are in Python."""

from __future__ import annotations

import pytest
import torch

from tests.simulators import runtime_of
from tests.torch_tpu.processes import run
from utest_ops.chips import Chip

pytestmark = [pytest.mark.torch, pytest.mark.native]

OUT_OF_MEMORY = """
import torch
failures = {
    'empty': lambda: torch.empty(2**30, device=DEVICE),
    'to': lambda: torch.ones(2**21).to(DEVICE),
    'broadcast': lambda: x[:, None] + x[None, :],
    'matmul': lambda: x[:, None] @ x[None, :],
    'cat': lambda: torch.cat([x] * 2000),
    'out': lambda: torch.exp(x.expand(2000, 2048), out=torch.empty(0, device=DEVICE)),
    'fallback': lambda: x.repeat(2000).sort(),
    'backward': lambda: ((w[:, None] * w[None, :]).sum()).backward(),
    'conv': lambda: torch.nn.functional.conv2d(x.view(1, 1, 1, -1).expand(64, 1, 64, 2048), torch.ones(64, 1, 1, 1, device=DEVICE)),
    'clone': lambda: x.expand(2000, 2048).clone(),
    'resize': lambda: torch.empty(0, device=DEVICE).resize_(2**30),
}
x = torch.ones(2048, device=DEVICE)
w = torch.ones(2048, device=DEVICE, requires_grad=True)
for name, fails in failures.items():
    try:
        fails()
        print(name, 'did not fail')
    except torch.OutOfMemoryError as error:
        assert DEVICE in str(error) or 'device' in str(error), error
        assert 'byte' in str(error), error
    except Exception as error:
        print(name, repr(error)[:300])
assert torch.accelerator.memory_stats(DEVICE)['num_ooms'] > 5
print(x.sum().item(), torch.tpu.memory_allocated(DEVICE) < 100000)
"""

FAULTS = """
import ctypes, torch
x = torch.ones(64, device=DEVICE)
torch.tpu.synchronize(DEVICE)
fail = ctypes.CDLL(LIBRARY)[NAME]
fail.argtypes, fail.restype = [ctypes.c_int, ctypes.c_ulonglong], ctypes.c_longlong
def failing(operation, use):
    fail(operation, 1)
    try:
        use()
        torch.tpu.synchronize(DEVICE)
        print('no error')
    except Exception as error:
        print(type(error).__module__, type(error).__name__, isinstance(error, RuntimeError))
    fail(operation, 0)
failing(0, lambda: torch.empty(5, device=DEVICE))
failing(0, lambda: x + x)
failing(2, lambda: x + x)
print(x.sum().item())
"""


def test_out_of_memory_in_every_place(device: str) -> None:
    done = run(OUT_OF_MEMORY.replace("DEVICE", repr(device)), TPUSIM_MEMORY="4M")
    assert done.returncode == 0 and done.stdout.split() == ["2048.0", "True"], (done.stdout, done.stderr[-3000:])


def test_wrong_arguments_name_operator_and_argument(device: str) -> None:
    x, scale, weight = torch.ones(2, 3, device=device), torch.ones(3, device=device), torch.ones(5, 4, device=device)
    with pytest.raises(NotImplementedError, match=r"rms_norm.*normalized_shape \[4\]"):
        torch.ops.tpu.rms_norm(x, [4], None, None, 1e-5)
    with pytest.raises(ValueError, match=r"tpu::ln_mm failed on tpu: tpudnnLnMmAsync: tensor 'w' has shape"):
        torch.ops.tpu.ln_mm(x, weight, None, scale, scale, 1e-5)


def test_failures_of_the_runtime_are_exceptions_of_their_kind(device: str, chip: Chip) -> None:
    library, prefix = runtime_of(chip.name)
    program = FAULTS.replace("DEVICE", repr(device)).replace("LIBRARY", repr(str(library)))
    done = run(program.replace("NAME", repr(f"{prefix}FailAt")))
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "torch OutOfMemoryError True",
        "torch OutOfMemoryError True",
        "torch AcceleratorError True",
        "64.0",
    ]
