"""A run: jobs executed, results told as they come and written at the end, an exit code that is the truth."""

import json
import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from utest_ops.chips import Chip
from utest_ops.errors import UsageError
from utest_ops.pool import run_jobs
from utest_ops.report import files, text
from utest_ops.report.output import Output, check_folder
from utest_ops.result import FAILED, PASSED, Job, Result
from utest_ops.suite import EXCEPTION, HUNG, Outcome, Suite, as_json
from utest_ops.suite import FAILED as FAILED_TEST

OK, FAILURES, WRONG_USE, NOTHING_COMPARED, NOT_WRITTEN = 0, 1, 2, 3, 4
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stopped(BaseException):
    """A signal asks the run to end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def stopping() -> Iterator[None]:
    """Signals that ask for the end raise Stopped in the main thread, so that what was begun is cleaned up.

    After one all stay ignored: the reports are still to be written, and the process ends with the code of the first.
    """
    asked = False

    def stop(number: int, _: object) -> None:
        nonlocal asked
        asked = True
        for other in SIGNALS:  # a second one may not interrupt the cleaning up
            signal.signal(other, signal.SIG_IGN)
        raise Stopped(number)

    before = {number: signal.signal(number, stop) for number in SIGNALS if signal.getsignal(number) != signal.SIG_IGN}
    try:
        yield
    finally:
        for number, handler in before.items() if not asked else ():
            signal.signal(number, handler)


class Printer:
    """Standard output. A reader that went away ends the run as SIGPIPE would; a full disk is told once and the run goes on."""

    def __init__(self) -> None:
        self.failed = False

    def __call__(self, *lines: str) -> None:
        if self.failed:
            return
        try:
            print(*lines, sep="\n", flush=True)
        except BrokenPipeError:
            to_nowhere()
            raise Stopped(signal.SIGPIPE) from None
        except OSError as error:
            to_nowhere()
            self.failed = True
            complain(f"standard output cannot be written: {error.strerror or error}; the run goes on for its reports")


def to_nowhere() -> None:
    """What the buffer still holds must not fail a second time when the process ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(sentence: str) -> None:
    """To standard error, if there is one."""
    with suppress(OSError):
        print(f"utest_ops: {sentence}", file=sys.stderr, flush=True)


def reports(json_file: Path | None, junit: Path | None) -> dict[str, Output]:
    """The files of the options that were given. Raises UsageError where one cannot be written."""
    given = {"json": json_file, "junit": junit}
    if json_file and junit and json_file.resolve() == junit.resolve():
        raise UsageError(f"--json and --junit both name {json_file}")
    return {name: Output(f"--{name}", path) for name, path in given.items() if path}


def run(
    jobs: Sequence[Job], outputs: dict[str, Output], failures: Path, workers: int, timeout: float, inputs: str = ""
) -> int:
    """Run the jobs and give the exit code. However the run ends, the results that there are go to the reports."""
    check_folder("--failures", failures)
    say = Printer()
    start = time.perf_counter()
    results: list[Result] = []
    code = None
    try:
        with stopping():
            _tell(run_jobs(list(jobs), failures, workers, inputs, timeout), results, say)
    except Stopped as stopped:
        name = signal.Signals(stopped.number).name
        complain(f"stopped by {name} after {len(results)} of {len(jobs)} cases")
        code = 128 + stopped.number
    written = _write(outputs, results, len(jobs))
    if code is not None:
        return code
    say(text.summary(results, time.perf_counter() - start))
    return _verdict(results, written and not say.failed)


def _tell(found: Iterator[Result], results: list[Result], say: Printer) -> None:
    last = ""
    try:
        for result in found:
            results.append(result)
            if text.heading(result) != last:
                last = text.heading(result)
                say(last)
            say(*text.lines(result))
    finally:
        found.close()


def _write(outputs: dict[str, Output], results: Sequence[Result], planned: int) -> bool:
    """Whether all reports were written."""
    written = True
    for name, output in outputs.items():
        try:
            output.write(files.as_json(results, planned) if name == "json" else files.as_junit(results))
        except OSError as error:
            complain(f"{output.option} {output.path} was not written: {error.strerror or error}")
            written = False
    return written


def _verdict(results: Sequence[Result], written: bool) -> int:
    if any(result.outcome == FAILED for result in results):
        return FAILURES
    if not any(result.outcome == PASSED for result in results):
        chips = ", ".join(sorted({result.job.chip for result in results}))
        complain(
            f"nothing was compared: none of the {len(results)} cases exists on {chips}, so this run says nothing about it"
        )
        return NOTHING_COMPARED
    return OK if written else NOT_WRITTEN


def run_suite(suite: Suite, chips: Sequence[Chip], outputs: dict[str, Output], workers: int) -> int:
    """Run a legacy tree's own tests and give the exit code: 0 where each passed, or says of itself that its chip is off."""
    say = Printer()
    outcomes: list[Outcome] = []
    code = OK
    found = suite.run(chips, workers)
    say(f"{'test':<24} {'chip':<6} {'outcome':<24} {'native':>6} {'CPU':>5}  reason, or largest differences")
    try:
        with stopping():
            for outcome in found:
                outcomes.append(outcome)
                ran = f"{sum(outcome.native.values()):>6} {sum(outcome.fallbacks.values()):>5}"
                told = outcome.reason or outcome.worst
                say(f"{outcome.test:<24} {outcome.chip:<6} {outcome.kind:<24} {ran}  {told}".rstrip())
    except Stopped as stopped:
        complain(f"stopped by {signal.Signals(stopped.number).name} after {len(outcomes)} tests")
        code = 128 + stopped.number
    finally:
        suite.stop()
        found.close()
    for output in outputs.values():
        try:
            output.write(json.dumps(as_json(outcomes), indent=1) + "\n")
        except OSError as error:
            complain(f"{output.option} {output.path} was not written: {error.strerror or error}")
            code = code or NOT_WRITTEN
    written = as_json(outcomes)
    for chip, counts in written["totals"].items():
        kinds = ", ".join(f"{number} {kind}" for kind, number in counts.items() if number)
        calls = written["calls"][chip]
        say(
            f"utest_ops: {chip}: {kinds}; {calls['native']} operator calls ran natively, {calls['fallbacks']} on the CPU"
        )
    if code == OK and any(o.kind in (FAILED_TEST, EXCEPTION, HUNG) for o in outcomes):
        return FAILURES
    if code == OK and not any(o.compared for o in outcomes):
        complain("nothing was compared")
        return NOTHING_COMPARED
    return code
