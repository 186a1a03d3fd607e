"""Nothing runs on the CPU unseen."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings

import pytest
import torch

import torch_tpu

pytestmark = [pytest.mark.torch, pytest.mark.native]


def reports() -> dict[str, torch_tpu.FallbackReport]:
    return {report.operator: report for report in torch_tpu.fallbacks()}


def test_fallback_is_counted_with_its_reason(device: str) -> None:
    values = torch.tensor([3.0, 1.0, 2.0], device=device)
    torch_tpu.reset_fallbacks()
    assert values.cumprod(0).tolist() == [3.0, 3.0, 6.0]
    assert reports()["aten::cumprod.out"].reasons == {"no native kernel": 1}


def test_dtype_without_kernel_runs_on_the_cpu(device: str) -> None:
    ones = torch.ones(3, 3, dtype=torch.float64, device=device)
    torch_tpu.reset_fallbacks()
    assert torch.equal((ones @ ones).cpu(), torch.full((3, 3), 3.0, dtype=torch.float64))
    (reason,) = reports()["aten::mm"].reasons
    assert "Double" in reason or "float64" in reason


def test_what_a_kernel_would_compute_otherwise_runs_on_the_cpu(device: str) -> None:
    """The norm of a complex vector, integer alpha and beta, and complex alpha, which no kernel takes."""
    vector = torch.tensor([3 + 4j, 1j])
    assert torch.equal(torch.linalg.vector_norm(vector.to(device)).cpu(), torch.linalg.vector_norm(vector))
    whole = [torch.randint(-9, 9, (2, 3, 3)) for _ in range(3)]
    expected = torch.baddbmm(*whole, beta=0.6, alpha=0.2)
    assert torch.equal(torch.baddbmm(*(each.to(device) for each in whole), beta=0.6, alpha=0.2).cpu(), expected)
    parts = [torch.randn(3, 3, dtype=torch.complex64) for _ in range(3)]
    expected = torch.addmm(*parts, alpha=1 + 2j)
    torch.testing.assert_close(torch.addmm(*(each.to(device) for each in parts), alpha=1 + 2j).cpu(), expected)


@pytest.mark.parametrize("pattern", ["mm", "aten::m?", "mm*", [" abs ", " mm"][1]])
def test_forced_fallback_by_pattern_while_running(device: str, pattern: str) -> None:
    ones = torch.ones(3, 3, device=device)
    torch_tpu.reset_fallbacks()
    ones @ ones
    with torch_tpu.forced_fallback("abs", pattern):
        ones @ ones
    ones @ ones
    assert torch_tpu.native_calls()["aten::mm"] == 2
    assert reports()["aten::mm"].reasons == {"forced": 1}


FORCED = """
import warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    import torch, torch_tpu
x = torch.ones(3, 3, device="tpu:0")
x @ x, torch.mm(x, x, out=torch.empty_like(x)), x * 2, x.abs()
print(sorted(r.operator for r in torch_tpu.fallbacks()))
print([str(w.message).split(": ", 1)[1] for w in caught if "TORCH_TPU" in str(w.message)])
before = torch.ops.tpu_runtime.forced_patterns()
with torch_tpu.forced_fallback("abs"):
    x.abs()
print(before == torch.ops.tpu_runtime.forced_patterns())
"""


def test_regular_expressions_of_the_environment_force_whole_names() -> None:
    forced = {**os.environ, "TORCH_TPU_FORCE_FALLBACK": r" mm.out , a t en::.*no_such , [a-z]*\.Sca\w+,("}
    done = subprocess.run([sys.executable, "-c", FORCED], env=forced, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    fallbacks, warned, restored = done.stdout.splitlines()
    assert "'aten::mm.out'" in fallbacks and "'aten::mm'" not in fallbacks and "abs" not in fallbacks
    assert (
        "aten::.*no_such" in warned
        and "( is no regular expression" in warned
        and warned.count("it forces nothing") == 2
    )
    assert restored == "True"


def test_error_mode_forbids_fallbacks(device: str) -> None:
    ones = torch.ones(3, 3, device=device)
    torch_tpu.set_fallback_mode("error")
    assert (ones @ ones).shape == (3, 3)
    with pytest.raises(NotImplementedError, match=r"cumprod.* would run on the CPU \(no native kernel\)"):
        ones.cumprod(0)


def test_warn_mode_warns_once_per_operator(device: str) -> None:
    ones = torch.ones(3, device=device)
    torch_tpu.reset_fallbacks()
    torch_tpu.set_fallback_mode("warn")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        ones.cumprod(0)
        ones.cumprod(0)
    assert len([w for w in caught if "aten::cumprod.out runs on the CPU" in str(w.message)]) == 1


def test_unknown_mode_is_refused() -> None:
    with pytest.raises(RuntimeError, match="silent, warn or error, not 'loud'"):
        torch_tpu.set_fallback_mode("loud")


@pytest.mark.parametrize(
    "name", ["_batch_norm_no_update", "_batch_norm_with_update", "_native_batch_norm_legit_no_training"]
)
def test_batch_norm_overloads_for_all_devices(name: str, device: str) -> None:
    """Some are written for all devices and call the CPU's function."""
    x, parameters = torch.randn(2, 3, 4, 4), [torch.rand(3) + 0.5 for _ in range(4)]
    function = getattr(torch.ops.aten, name)
    expected = function(x, *(p.clone() for p in parameters), 0.1, 1e-5)
    actual = function(x.to(device), *(p.to(device) for p in parameters), 0.1, 1e-5)
    for there, here in zip(actual, expected, strict=True):
        assert there.device.type == "tpu"
        torch.testing.assert_close(there.cpu(), here)
