"""A worker that crashes or hangs costs one case, is named, and is started again."""

import os
import signal
import threading
import time

from utest_ops.pool import Worker, run_jobs
from utest_ops.result import ABSENT, FAILED, PASSED, Job, OutputResult, Result

JOB = Job("matmul", "64x64,64x64", "sg_b", "f32", "no_such_path", 0)


def kill_soon(worker):
    """Kill the worker's process once it exists."""
    while worker._process is None:
        time.sleep(0.01)
    os.kill(worker._process.pid, signal.SIGSEGV)


def test_a_crash_is_a_failed_case_that_names_the_signal(tmp_path):
    with Worker(tmp_path, timeout=120) as worker:
        killer = threading.Thread(target=kill_soon, args=(worker,))
        killer.start()
        result = worker.run(JOB)
        killer.join()
        assert result.outcome == FAILED
        assert "died of SIGSEGV" in result.message
        assert worker._process is None  # the next case gets a new one


def test_a_hang_is_a_failed_case(tmp_path):
    with Worker(tmp_path, timeout=0.05) as worker:
        result = worker.run(JOB)
    assert result.outcome == FAILED
    assert "no answer within 0.05 s" in result.message


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
