"""A failing case: what it reports, what it leaves, how it is repeated. The wrong results come from cases that expect something else."""

import dataclasses

import pytest
import torch

from utest_ops import execute
from utest_ops.case import Case
from utest_ops.cases import matmul
from utest_ops.chips import all_chips
from utest_ops.draw import randn
from utest_ops.result import FAILED, PASSED, Job
from utest_ops.saved import load_inputs, save_inputs
from utest_ops.tolerance import reduction

JOB = Job("matmul", "64x64,64x64", "sg_b", "f32", "capi", 0)


@pytest.fixture
def planted(monkeypatch):
    """Put one case in place of those of the operator."""

    def plant(**changes):
        case = dataclasses.replace(matmul.CASES[0], **changes)
        monkeypatch.setattr(execute, "find_case", lambda job: case)

    return plant


@pytest.mark.native
def test_a_wrong_result_fails_with_cause_inputs_and_command(planted, tmp_path):
    planted(capi="Matmul(right, left, None, output)")
    result = execute.execute(JOB, tmp_path)
    assert result.outcome == FAILED
    assert "two operands swapped" in result.cause
    assert "elements of output are wrong" in result.message and "expected" in result.message
    job, inputs = load_inputs(next(tmp_path.glob("*.npz")))
    assert job == JOB
    assert result.job.command() == ("utest_ops matmul --case '64x64,64x64' --dtype f32 --chip sg_b --via capi --seed 0")
    planted()
    assert execute.execute(job, tmp_path, inputs).outcome == PASSED


@pytest.mark.native
def test_an_omitted_optional_input_is_named(monkeypatch, tmp_path):
    case = next(c for c in matmul.CASES if "bias" in c.inputs)
    monkeypatch.setattr(
        execute, "find_case", lambda job: dataclasses.replace(case, capi="Matmul(left, right, None, output)")
    )
    result = execute.execute(JOB, tmp_path)
    assert result.outcome == FAILED
    assert "ignores an optional input" in result.cause


@pytest.mark.native
def test_a_refusal_carries_the_librarys_sentence(planted, tmp_path):
    planted(capi="Matmul(left, right, None, None)")
    result = execute.execute(JOB, tmp_path)
    assert result.outcome == FAILED
    assert result.message.startswith("BAD_PARAM: ") and "output" in result.message


@pytest.mark.native
def test_success_where_the_chip_lacks_the_operator_fails(planted, tmp_path, monkeypatch):
    planted()
    lacking = dataclasses.replace(all_chips()[JOB.chip], lacks={JOB.operator: frozenset([JOB.dtype])})
    monkeypatch.setattr(execute, "all_chips", lambda: {JOB.chip: lacking})
    result = execute.execute(JOB, tmp_path)
    assert result.outcome == FAILED
    assert "the chip lacks this, yet the library answers SUCCESS" in result.message


@pytest.mark.parametrize("dtype", ["f32", "f16", "bf16", "i32", "i64", "u8"])
def test_saved_inputs_come_back_with_dtype_and_strides(dtype, tmp_path):
    from utest_ops.dtypes import DTYPES

    value = torch.arange(35).reshape(5, 7).to(DTYPES[dtype].torch).t()
    path = save_inputs(tmp_path, JOB, {"left": value}, {})
    _, inputs = load_inputs(path)
    assert torch.equal(inputs["left"], value)
    assert inputs["left"].stride() == value.stride()
    assert inputs["left"].dtype == value.dtype


def test_a_larger_tolerance_needs_a_reason():
    with pytest.raises(ValueError, match="written reason"):
        dataclasses.replace(reduction(3, lambda left: left), roundings=2)


def test_a_call_that_is_none_is_refused():
    from utest_ops.errors import CaseError

    with pytest.raises(CaseError, match="not a call"):
        Case({"input": randn(3)}, torch.neg, "Neg(input, output")


@pytest.mark.torch
@pytest.mark.parametrize("chip", ["bm_a", "sg_b"])
def test_an_operator_that_falls_back_to_the_cpu_fails(chip, tmp_path):
    import torch_tpu

    job = dataclasses.replace(JOB, via="torch", chip=chip)
    assert execute.execute(job, tmp_path).outcome == PASSED
    with torch_tpu.forced_fallback("mm"):
        result = execute.execute(job, tmp_path)
    assert result.outcome == FAILED
    assert result.message.startswith("ON_CPU: ") and "aten::mm" in result.message
