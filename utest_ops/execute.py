"""Run one job: draw, compute the reference, execute on the chip, compare, keep what failed."""

import time
from functools import cache
from pathlib import Path

import torch

from utest_ops.case import Case
from utest_ops.chips import all_chips
from utest_ops.diagnose import cause_of_error, cause_of_mismatch
from utest_ops.discover import load_cases
from utest_ops.errors import CaseError, DeviceError
from utest_ops.result import ABSENT, FAILED, PASSED, Job, OutputResult, Result
from utest_ops.sample import Sample, draw_inputs, make_sample
from utest_ops.saved import save_inputs
from utest_ops.via import Path as DevicePath
from utest_ops.via import open_path

Tensors = dict[str, torch.Tensor]


@cache
def _cases(operator: str) -> dict[str, Case]:
    return {case.id: case for case in load_cases(operator)}


def find_case(job: Job) -> Case:
    """The case of a job."""
    cases = _cases(job.operator)
    if job.case not in cases:
        raise CaseError(f"{job.operator} has no case '{job.case}'; there are {', '.join(cases)}")
    return cases[job.case]


def execute(job: Job, failures: Path, inputs: Tensors | None = None) -> Result:
    """Run a job. `inputs` replace the drawn ones. Failing inputs go to the folder `failures`."""
    start = time.perf_counter()
    case = find_case(job)
    chip = all_chips()[job.chip]
    drawn = inputs if inputs is not None else draw_inputs(case, job.dtype, job.operator, job.seed)
    sample = make_sample(case, job.dtype, chip, drawn)
    path = open_path(job.via, chip)
    if not chip.has(job.operator, case, job.dtype):
        return _expect_refusal(job, sample, path, start)
    try:
        outputs = path.run(sample)
    except DeviceError as error:
        return _refused(job, sample, error, path.cause(False), failures, start)
    return _judge(job, sample, outputs, path, failures, start)


def _expect_refusal(job: Job, sample: Sample, path: DevicePath, start: float) -> Result:
    """On a chip that lacks it, the library must say so."""
    if not path.tells_absence:
        return Result(job, ABSENT, seconds=time.perf_counter() - start)
    try:
        path.run(sample)
        message = f"chips/{job.chip}/chip.yaml says that the chip lacks this, yet the library answers SUCCESS"
    except DeviceError as error:
        if error.status == "NOT_SUPPORTED":
            return Result(job, ABSENT, message=str(error), seconds=time.perf_counter() - start)
        message = f"{error.status} instead of NOT_SUPPORTED: {error}"
    return Result(job, FAILED, message=message, seconds=time.perf_counter() - start)


def _refused(job: Job, sample: Sample, error: DeviceError, launched: str, failures: Path, start: float) -> Result:
    saved, why = _keep(failures, job, sample.inputs, {})
    return Result(
        job,
        FAILED,
        message=f"{error.status}: {error}{why}",
        cause="; ".join(filter(None, (cause_of_error(error.status, str(error), job.chip), launched))),
        inputs=saved,
        seconds=time.perf_counter() - start,
    )


def _judge(job: Job, sample: Sample, outputs: Tensors, path: DevicePath, failures: Path, start: float) -> Result:
    comparisons = sample.compare(outputs)
    results = tuple(
        OutputResult(name, c.max_diff, c.mae, c.tolerance, c.passed, "" if c.passed else c.worst)
        for name, c in comparisons.items()
    )
    wrong = [
        f"{c.wrong} of {c.total} elements of {name} are wrong; {name}{c.worst}"
        for name, c in comparisons.items()
        if not c.passed
    ]
    wrong += [
        f"input {name} was changed by the operator" for name in path.changed_inputs() if name not in sample.case.outputs
    ]
    models = {sample.case.error_of(name).reason for name in sample.reference}
    reasons = tuple(sorted(reason for reason in models if reason))
    if not wrong:
        return Result(job, PASSED, results, seconds=time.perf_counter() - start, reasons=reasons)
    saved, why = _keep(failures, job, sample.inputs, outputs)
    return Result(
        job,
        FAILED,
        results,
        message="; ".join(wrong) + why,
        cause=path.cause(True) or cause_of_mismatch(sample, outputs),
        inputs=saved,
        seconds=time.perf_counter() - start,
        reasons=reasons,
    )


def _keep(failures: Path, job: Job, inputs: Tensors, outputs: Tensors) -> tuple[str, str]:
    """The file that the inputs are saved in, or what to say where they cannot be: a full disk is no reason to lose a result."""
    try:
        return str(save_inputs(failures, job, inputs, outputs)), ""
    except OSError as error:
        return "", f" (the inputs could not be saved in {failures}: {error.strerror or error})"
