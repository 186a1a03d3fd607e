"""A legacy tree's own unit tests, unchanged, on the device: each a process with a time limit, its chip by CHIP_ARCH and TPUDNN_CHIPS.

Such a test prints `[Result] ... is success` or `is failed` for every output that it compared with the CPU, or `[Success] ... compare` and
`[Failed] ... compare`; what it ends with says little.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from utest_ops.chips import Chip
from utest_ops.errors import UsageError

PASSED, FAILED, NOTHING, EXCEPTION, HUNG, CANNOT = (
    "passed",
    "failed",
    "nothing compared",
    "ended with an exception",
    "no answer in time",
    "cannot run",
)
KINDS = (PASSED, FAILED, NOTHING, EXCEPTION, HUNG, CANNOT)
TEST_SECONDS = 600.0
_COMPARED = re.compile(
    r"^\[Result\].* is (?P<is>success|failed)\b|^\[(?P<said>Success|Failed)\].*\bcompare\b", re.MULTILINE
)
_MAIN = re.compile(r"^if\s+__name__\s*==", re.MULTILINE)
_MISSING = re.compile(r"^ModuleNotFoundError: No module named '([\w.]+)'", re.MULTILINE)
_SKIPPED = re.compile(r"skik?p+ed for this arch", re.IGNORECASE)

# A program as `python program` runs it, behind the set-up files.
_RUN = """
import os, runpy, sys
program, *setup = sys.argv[1:]
for path in setup:
    runpy.run_path(path)
sys.argv = [program]
sys.path[0] = os.path.dirname(program)
runpy.run_path(program, run_name="__main__")
"""


@dataclass(frozen=True)
class Outcome:
    """How one test ended on one chip: one of KINDS, why, and how many outputs it compared and found wrong."""

    test: str
    chip: str
    kind: str
    reason: str = ""
    compared: int = 0
    wrong: int = 0


def find_tests(folders: Sequence[Path]) -> dict[str, Path]:
    """The programs of the folders by name; a later folder's takes the place of an earlier one's. Raises UsageError."""
    found: dict[str, Path] = {}
    for folder in folders:
        if not folder.is_dir():
            raise UsageError(f"--suite {folder} is no folder")
        files = [
            p for p in sorted(folder.glob("*.py")) if _MAIN.search(p.read_text(encoding="utf-8", errors="replace"))
        ]
        found.update({path.stem: path.resolve() for path in files})
    if not found:
        raise UsageError(
            f"--suite {', '.join(map(str, folders))} has no program: no file has a line `if __name__ == ...`"
        )
    return dict(sorted(found.items()))


class Suite:
    """Tests on chips, some beside each other. `stop` ends what runs."""

    def __init__(self, folders: Sequence[Path], timeout: float = TEST_SECONDS, setup: Sequence[Path] = ()) -> None:
        """`setup`: Python files that every test's process runs first. Raises UsageError."""
        if missing := [path for path in setup if not path.is_file()]:
            raise UsageError(f"--setup {missing[0]} is no file")
        self.tests = find_tests(folders)
        self._path = os.pathsep.join(
            [*(str(f.resolve()) for f in folders), *filter(None, [os.environ.get("PYTHONPATH")])]
        )
        self._timeout = timeout
        self._setup = [str(path.resolve()) for path in setup]
        self._running: set[subprocess.Popen[str]] = set()
        self._lock = threading.Lock()
        self._stopped = False

    def run(self, chips: Sequence[Chip], workers: int) -> Iterator[Outcome]:
        """Every test on every chip, in order."""
        with ThreadPoolExecutor(workers) as pool:
            try:
                yield from pool.map(lambda job: self.run_one(*job), [(t, c) for c in chips for t in self.tests])
            finally:
                self.stop()
                pool.shutdown(cancel_futures=True)

    def stop(self) -> None:
        """End the tests that run, and begin no other."""
        with self._lock:
            self._stopped = True
            for process in self._running:
                process.kill()

    def run_one(self, test: str, chip: Chip) -> Outcome:
        """One test on one chip. It works in a folder of its own, where it may leave what it likes."""
        environment = os.environ | {
            "CHIP_ARCH": next(iter(chip.aliases), chip.name),
            "TPUDNN_CHIPS": chip.name,
            "PYTHONPATH": self._path,
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        with tempfile.TemporaryDirectory(prefix="utest_ops-") as folder:
            with self._lock:
                if self._stopped:
                    return Outcome(test, chip.name, CANNOT, "the run was stopped")
                process = subprocess.Popen(
                    [sys.executable, "-c", _RUN, str(self.tests[test]), *self._setup],
                    cwd=folder,
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    text=True,
                    errors="replace",
                    start_new_session=True,
                )
                self._running.add(process)
            try:
                output, _ = process.communicate(timeout=self._timeout)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                return Outcome(test, chip.name, HUNG, f"stopped after {self._timeout:g} s")
            finally:
                with self._lock:
                    self._running.discard(process)
        return judge(test, chip.name, process.returncode, output)


def judge(test: str, chip: str, code: int, output: str) -> Outcome:
    """What a test's exit code and output say."""
    verdicts = Counter((m["is"] or m["said"]).lower() for m in _COMPARED.finditer(output))
    compared, wrong = verdicts.total(), verdicts["failed"]
    if missing := _MISSING.search(output):
        return Outcome(test, chip, CANNOT, f"needs the module {missing[1]}, which is not installed", compared, wrong)
    if code < 0:
        return Outcome(test, chip, EXCEPTION, f"died of signal {-code}", compared, wrong)
    if code:
        said = [
            line for line in output.splitlines() if re.match(r"[\w.]+(Error|Exception|Warning)\b|AssertionError", line)
        ]
        return Outcome(test, chip, EXCEPTION, (said or [f"exit code {code}"])[-1][:300], compared, wrong)
    if wrong:
        return Outcome(
            test, chip, FAILED, f"{wrong} of {compared} outputs are outside the test's own tolerance", compared, wrong
        )
    if compared:
        return Outcome(test, chip, PASSED, "", compared)
    reason = "the test's chip is switched off" if _SKIPPED.search(output) else "it prints no result"
    return Outcome(test, chip, NOTHING, reason)


def as_json(outcomes: Sequence[Outcome]) -> dict:
    """Counts by chip and kind, and every outcome."""
    chips = sorted({o.chip for o in outcomes})
    counts = {
        chip: {kind: sum(o.chip == chip and o.kind == kind for o in outcomes) for kind in KINDS} for chip in chips
    }
    return {"version": 1, "totals": counts, "tests": [asdict(o) for o in outcomes]}
