"""A legacy tree's own unit tests, unchanged, on the device: each a process with a time limit, its chip by CHIP_ARCH and TPUDNN_CHIPS.

What such a test prints of its comparisons is read by utest_ops/printed.py; what it ends with says little. One that does not pass runs once more on
our own device with every operator on the CPU: where it ends the same way there, the test itself is what does not work.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from dnnlib.paths import CHIPS_VARIABLE
from utest_ops.chips import Chip, find_chips
from utest_ops.errors import UsageError
from utest_ops.printed import Compared, comparisons

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
_MAIN = re.compile(r"^if\s+__name__\s*==", re.MULTILINE)
_MISSING = re.compile(r"^ModuleNotFoundError: No module named '([\w.]+)'", re.MULTILINE)
_SKIPPED = re.compile(r"skik?p+ed for this arch|^\[.+\] off for \w+$", re.IGNORECASE | re.MULTILINE)

# A program as `python program` runs it, behind the set-up files. At its end it says which device it had and what ran where.
_RUN = """
import json, os, runpy, sys
program, report, extension, *setup = sys.argv[1:]
if extension:
    import torch_tpu
    if not os.path.realpath(torch_tpu.__file__).startswith(os.path.realpath(extension) + os.sep):
        sys.exit(f"RuntimeError: torch_tpu came from {torch_tpu.__file__}, not from {extension}")
for path in setup:
    runpy.run_path(path)
sys.argv = [program]
sys.path[0] = os.path.dirname(program)
try:
    runpy.run_path(program, run_name="__main__")
finally:
    if device := sys.modules.get("torch_tpu"):
        calls = {"native": device.native_calls(), "fallbacks": {r.operator: r.calls for r in device.fallbacks()}}
        calls["unsupported"] = getattr(device, "unsupported", str)()
        with open(report, "w") as file:
            json.dump(calls, file)
"""
_PACKAGE = "python"  # folder of a built extension with the package torch_tpu


@dataclass(frozen=True)
class Outcome:
    """How one test ended on one chip: one of KINDS, why, what it compared, and how often which operators ran natively or on the CPU."""

    test: str
    chip: str
    kind: str
    reason: str = ""
    compared: int = 0
    wrong: int = 0
    outputs: tuple[Compared, ...] = ()
    native: Mapping[str, int] = field(default_factory=dict, hash=False)
    fallbacks: Mapping[str, int] = field(default_factory=dict, hash=False)

    @property
    def worst(self) -> str:
        """The largest difference of each metric, for each data type with its tolerance."""
        parts = []
        for dtype in dict.fromkeys(o.dtype for o in self.outputs if o.metrics):
            of = [o for o in self.outputs if o.dtype == dtype]
            metrics = {name: max(o.metrics[name] for o in of if name in o.metrics) for o in of for name in o.metrics}
            told = ", ".join(f"{name} {value:.2g}" for name, value in metrics.items())
            epsilon = f" (epsilon {of[0].epsilon:g})" if of[0].epsilon is not None else ""
            parts.append(f"{dtype} {told}{epsilon}".strip())
        beyond = sum(o.passed and o.beyond for o in self.outputs)
        note = f"; {beyond} accepted with one metric beyond it" if beyond else ""
        return "; ".join(parts) + note


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

    def __init__(
        self,
        folders: Sequence[Path],
        timeout: float = TEST_SECONDS,
        setup: Sequence[Path] = (),
        extension: Path | None = None,
    ) -> None:
        """`setup`: Python files that every test's process runs first; `extension`: a folder that `migrate build --torch` installed, instead of
        our own device. Raises UsageError."""
        if missing := [path for path in setup if not path.is_file()]:
            raise UsageError(f"--setup {missing[0]} is no file")
        self.tests = find_tests(folders)
        self._extension = package_of(extension) if extension else None
        self._folders = [str(folder.resolve()) for folder in folders]
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
        """One test on one chip; once more with every operator on the CPU where it failed or raised."""
        outcome = self._run(test, chip, self._extension, {})
        if outcome.kind not in (FAILED, EXCEPTION):
            return outcome
        control = self._run(test, chip, None, {"TORCH_TPU_FORCE_FALLBACK": ".*"})
        if outcome.kind == control.kind == EXCEPTION:
            why = f"the test's own code, also with every operator on the CPU: {control.reason}"
            return replace(outcome, kind=CANNOT, reason=why)
        if outcome.kind == FAILED and control.kind == FAILED:
            same = f"{control.wrong} of {control.compared} are, too, with every operator on the CPU"
            return replace(outcome, kind=CANNOT, reason=f"{outcome.reason}; {same}")
        return outcome

    def _run(self, test: str, chip: Chip, extension: Path | None, more: Mapping[str, str]) -> Outcome:
        """It works in a folder of its own, where it may leave what it likes."""
        path = [*([str(extension)] if extension else []), *self._folders, *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = os.environ | {
            "CHIP_ARCH": next(iter(chip.aliases), chip.name),
            CHIPS_VARIABLE: chip.name,
            "PYTHONPATH": os.pathsep.join(path),
            "PYTHONDONTWRITEBYTECODE": "1",
            **more,
        }
        with tempfile.TemporaryDirectory(prefix="utest_ops-") as place, tempfile.TemporaryDirectory() as beside:
            report = Path(beside) / "calls.json"
            words = [str(self.tests[test]), str(report), str(extension or ""), *self._setup]
            with self._lock:
                if self._stopped:
                    return Outcome(test, chip.name, CANNOT, "the run was stopped")
                process = subprocess.Popen(
                    [sys.executable, "-c", _RUN, *words],
                    cwd=place,
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
            calls = json.loads(report.read_text()) if report.is_file() else {}
        unsupported = calls.pop("unsupported", "")
        outcome = replace(judge(test, chip.name, process.returncode, output), **calls)
        if outcome.kind == EXCEPTION and "TPUDNN_STATUS" in outcome.reason and unsupported:
            return replace(outcome, kind=CANNOT, reason=f"the chip does not have it: {unsupported}")
        return outcome


def chips_of(extension: Path, names: list[str]) -> list[Chip]:
    """The chips named, of those that an installed folder was built for; `all` or nothing: all of these. Raises UsageError."""
    there = {path.stem for path in package_of(extension).parent.glob("lib*/*/*.kernels")}
    found = find_chips(names)
    named = {part for name in names for part in name.split(",")} - {"all"}
    other = [chip.name for chip in found if chip.name not in there and named & {chip.name, *chip.aliases}]
    if other:
        raise UsageError(
            f"--extension {extension} was not built for {', '.join(other)}; it has {', '.join(sorted(there))}"
        )
    return [chip for chip in found if chip.name in there]


def package_of(extension: Path) -> Path:
    """The folder of Python packages of what `migrate build --torch` installed. Raises UsageError."""
    folder = extension.resolve() / _PACKAGE
    if not (folder / "torch_tpu" / "_C.so").is_file():
        raise UsageError(
            f"--extension {extension} has no {_PACKAGE}/torch_tpu/_C.so: `migrate build --torch --prefix {extension}` makes it"
        )
    return folder


def judge(test: str, chip: str, code: int, output: str) -> Outcome:
    """What a test's exit code and output say."""
    outputs = tuple(comparisons(output))
    compared, wrong = len(outputs), sum(not one.passed for one in outputs)

    def ended(kind: str, reason: str = "") -> Outcome:
        return Outcome(test, chip, kind, reason, compared, wrong, outputs)

    if missing := _MISSING.search(output):
        return ended(CANNOT, f"needs the module {missing[1]}, which is not installed")
    if code < 0:
        return ended(EXCEPTION, f"died of signal {-code}")
    if code:
        said = [
            line for line in output.splitlines() if re.match(r"[\w.]+(Error|Exception|Warning)\b|AssertionError", line)
        ]
        return ended(EXCEPTION, (said or [f"exit code {code}"])[-1][:300])
    if wrong:
        return ended(FAILED, f"{wrong} of {compared} outputs are outside the test's own tolerance")
    if compared:
        return ended(PASSED)
    return ended(NOTHING, "the test's chip is switched off" if _SKIPPED.search(output) else "it prints no result")


def as_json(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Counts by chip and kind, and every outcome."""
    chips = sorted({o.chip for o in outcomes})
    counts = {
        chip: {kind: sum(o.chip == chip and o.kind == kind for o in outcomes) for kind in KINDS} for chip in chips
    }
    calls = {
        chip: {
            name: sum(sum(getattr(o, name).values()) for o in outcomes if o.chip == chip)
            for name in ("native", "fallbacks")
        }
        for chip in chips
    }
    return {"version": 2, "totals": counts, "calls": calls, "tests": [asdict(o) for o in outcomes]}
