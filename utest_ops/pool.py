"""Spread jobs over worker processes; results come in the order of the jobs."""

import queue
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from utest_ops.process import CASE_SECONDS, Worker
from utest_ops.result import FAILED, Job, Result

MOST_HANGS = 2  # of one operator on one chip: its other cases would most likely cost as much time and say as little


def run_jobs(
    jobs: list[Job], failures: Path, workers: int = 1, inputs: str = "", timeout: float = CASE_SECONDS
) -> Iterator[Result]:
    """Run jobs on `workers` processes. Whoever stops early, by an exception or by closing the iterator, waits for no case."""
    waiting: queue.SimpleQueue[int] = queue.SimpleQueue()
    for index in range(len(jobs)):
        waiting.put(index)
    done: queue.SimpleQueue[tuple[int, Result | Exception]] = queue.SimpleQueue()
    stop = threading.Event()
    hangs: Counter[tuple[str, str]] = Counter()
    pool = [Worker(failures, timeout) for _ in range(min(workers, len(jobs)))]

    def work(worker: Worker) -> None:
        with worker:
            while not stop.is_set():
                try:
                    index = waiting.get_nowait()
                except queue.Empty:
                    return
                try:
                    done.put((index, _run(worker, jobs[index], inputs, hangs)))
                except Exception as error:
                    done.put((index, error))

    threads = [threading.Thread(target=work, args=(worker,)) for worker in pool]
    complete = False
    try:
        for thread in threads:
            thread.start()
        yield from _in_order(len(jobs), done)
        complete = True
    finally:
        stop.set()
        for worker in () if complete else pool:
            worker.kill()
        for thread in threads:
            if thread.ident is not None:
                thread.join()


def _run(worker: Worker, job: Job, inputs: str, hangs: Counter[tuple[str, str]]) -> Result:
    key = (job.operator, job.chip)
    if hangs[key] >= MOST_HANGS:
        sentence = f"not run: {MOST_HANGS} cases of {job.operator} on {job.chip} gave no answer before this one"
        return Result(job, FAILED, message=sentence)
    result = worker.run(job, inputs)
    hangs[key] += result.hung
    return result


def _in_order(count: int, done: queue.SimpleQueue) -> Iterator[Result]:
    early: dict[int, Result] = {}
    for wanted in range(count):
        while wanted not in early:
            index, result = done.get()
            if isinstance(result, Exception):
                raise result
            early[index] = result
        yield early.pop(wanted)
