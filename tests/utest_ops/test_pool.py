"""A worker that crashes or hangs costs one case, is named, and is started again."""

import os
import signal
import threading
import time

import pytest

from utest_ops.pool import MOST_HANGS, run_jobs
from utest_ops.process import Worker
from utest_ops.result import ABSENT, FAILED, PASSED, Job, OutputResult, Result

JOB = Job("matmul", "64x64,64x64", "sg_b", "f32", "no_such_path", 0)
WRONG = Job("matmul", "no such case", "sg_b", "f32", "capi", 0)


def signalled(worker, number):
    """A thread that sends the worker's process a signal as soon as there is one."""

    def send():
        while worker.pid is None:
            time.sleep(0.001)
        os.kill(worker.pid, number)

    thread = threading.Thread(target=send)
    thread.start()
    return thread


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGKILL, signal.SIGTERM])
def test_a_crash_is_a_failed_case_that_names_the_signal(number, tmp_path):
    with Worker(tmp_path, timeout=120) as worker:
        killer = signalled(worker, number)
        result = worker.run(JOB)
        killer.join()
        assert result.outcome == FAILED and not result.hung
        assert f"died of {number.name}" in result.message
        assert worker.pid is None  # the next case gets a new one
        assert "has no case" in worker.run(WRONG).message


def test_a_death_between_two_cases_is_no_failure_of_the_second(tmp_path):
    with Worker(tmp_path, timeout=120) as worker:
        assert "has no case" in worker.run(WRONG).message
        first = worker.pid
        os.kill(first, signal.SIGKILL)
        os.waitid(os.P_PID, first, os.WEXITED | os.WNOWAIT)
        assert "has no case" in worker.run(WRONG).message
        assert worker.pid != first


def test_a_hang_is_a_failed_case(tmp_path):
    with Worker(tmp_path, timeout=0.5) as worker:
        worker.run(WRONG)
        os.kill(worker.pid, signal.SIGSTOP)
        result = worker.run(WRONG)
        assert result.outcome == FAILED and result.hung
        assert "no answer within 0.5 s" in result.message
        assert "has no case" in worker.run(WRONG).message


def test_an_operator_that_hangs_costs_a_few_time_limits_and_no_more(tmp_path, monkeypatch):
    jobs = [Job("matmul", str(number), "sg_b", "f32", "capi", 0) for number in range(20)]
    jobs += [Job("softmax", "other", "sg_b", "f32", "capi", 0)]
    asked = []

    def hang(worker, job, inputs=""):
        asked.append(job)
        return Result(job, FAILED, message="no answer", hung=job.operator == "matmul")

    monkeypatch.setattr(Worker, "run", hang)
    results = list(run_jobs(jobs, tmp_path))
    assert len(asked) == MOST_HANGS + 1 and asked[-1].operator == "softmax"
    assert [r.job for r in results] == jobs and all(r.outcome == FAILED for r in results)
    assert all(r.message.startswith("not run: ") for r in results[MOST_HANGS:-1])


def test_who_stops_early_waits_for_no_case(tmp_path):
    results = run_jobs([WRONG] * 50, tmp_path, workers=2)
    assert "has no case" in next(results).message
    start = time.monotonic()
    results.close()
    assert time.monotonic() - start < 20
    assert not [thread for thread in threading.enumerate() if thread is not threading.main_thread()]


def test_results_come_in_the_order_of_the_jobs_whatever_happens(tmp_path):
    jobs = [Job("matmul", name, "sg_b", "f32", "capi", 0) for name in ("no", "such", "case")]
    results = list(run_jobs(jobs, tmp_path, workers=2))
    assert [r.job.case for r in results] == ["no", "such", "case"]
    assert all(r.outcome == FAILED and "matmul has no case" in r.message for r in results)


def test_a_result_survives_the_way_through_json():
    output = OutputResult("output", 1.0, 0.5, 2.0, True)
    for outcome in (PASSED, FAILED, ABSENT):
        result = Result(JOB, outcome, (output,), "message", "cause", "file", 1.5, ("reason",))
        assert Result.from_json(result.to_json()) == result
