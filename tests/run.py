"""Runs the tests area by area, each in processes of its own, and ends with the sum.

The simulated runtimes have one state per process: a test that resets a chip must not share a process with one that holds a handle.

    python tests/run.py [-n JOBS] [AREA ...] [-- PYTEST-ARGUMENT ...]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
AREAS = ("test_manifest.py", "migrate", "chips", "dnnlib", "examples", "torch_tpu", "export", "utest_ops", "demo")
COUNTS = ("tests", "failures", "errors", "skipped")


def run_area(area: str, jobs: int, extra: list[str]) -> tuple[int, dict[str, int], list[str]]:
    """The exit code of pytest, its counts, and the tests that failed."""
    report = ROOT / "build" / f"tests-{Path(area).stem}.xml"
    report.parent.mkdir(exist_ok=True)
    report.unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", f"tests/{area}", "-n", str(jobs)]
    command += ["--dist", "worksteal", "--durations=6", "--durations-min=20", f"--junit-xml={report}", *extra]
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    suite = next(ElementTree.parse(report).getroot().iter("testsuite"), None) if report.is_file() else None
    if suite is None:
        return code, dict.fromkeys(COUNTS, 0), []
    bad = [case for case in suite.iter("testcase") if any(part.tag in ("failure", "error") for part in case)]
    names = [f"{case.get('classname')}::{case.get('name')}" for case in bad]
    return code, {name: int(suite.get(name, 0)) for name in COUNTS}, names


def main() -> int:
    arguments = sys.argv[1:]
    extra = arguments[arguments.index("--") + 1 :] if "--" in arguments else []
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("areas", nargs="*", metavar="AREA", help=f"of {', '.join(AREAS)} (default: all)")
    parser.add_argument("-n", dest="jobs", type=int, default=1, help="processes at a time")
    options = parser.parse_args(arguments[: len(arguments) - len(extra) - 1] if "--" in arguments else arguments)
    unknown = [area for area in options.areas if area not in AREAS]
    if unknown:
        parser.error(f"no area {', '.join(unknown)}; there are {', '.join(AREAS)}")
    total = dict.fromkeys(COUNTS, 0)
    failed: list[str] = []
    failures: list[str] = []
    began = time.monotonic()
    for area in options.areas or AREAS:
        start = time.monotonic()
        print(f"=== tests/{area}", flush=True)
        code, counts, bad_here = run_area(area, options.jobs, extra)
        print(f"=== tests/{area}: {time.monotonic() - start:.0f} s", flush=True)
        failures += bad_here
        if code != 0 or counts["tests"] == 0:
            failed.append(area)
        for name in COUNTS:
            total[name] += counts[name]
    bad = total["failures"] + total["errors"]
    if failed:
        print(f"failed areas: {', '.join(failed)}", *(f"failed: {name}" for name in failures), sep="\n")
    counts = (
        f"{total['tests'] - bad - total['skipped']} passed, {max(bad, len(failed))} failed, {total['skipped']} skipped"
    )
    print(f"=== {counts} in {time.monotonic() - began:.2f}s ===", flush=True)  # as pytest closes
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
