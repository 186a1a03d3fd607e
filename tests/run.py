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


def run_area(area: str, jobs: int, extra: list[str]) -> tuple[int, dict[str, int]]:
    report = ROOT / "build" / f"tests-{Path(area).stem}.xml"
    report.parent.mkdir(exist_ok=True)
    report.unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", f"tests/{area}", "-n", str(jobs)]
    command += ["--dist", "worksteal", "--durations=6", "--durations-min=20", f"--junit-xml={report}", *extra]
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    suite = next(ElementTree.parse(report).getroot().iter("testsuite"), None) if report.is_file() else None
    return code, {name: int(suite.get(name, 0)) if suite is not None else 0 for name in COUNTS}


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
    began = time.monotonic()
    for area in options.areas or AREAS:
        start = time.monotonic()
        print(f"=== tests/{area}", flush=True)
        code, counts = run_area(area, options.jobs, extra)
        print(f"=== tests/{area}: {time.monotonic() - start:.0f} s", flush=True)
        if code != 0 or counts["tests"] == 0:
            failed.append(area)
        for name in COUNTS:
            total[name] += counts[name]
    bad = total["failures"] + total["errors"]
    if failed:
        print(f"failed areas: {', '.join(failed)}")
    counts = (
        f"{total['tests'] - bad - total['skipped']} passed, {max(bad, len(failed))} failed, {total['skipped']} skipped"
    )
    print(f"=== {counts} in {time.monotonic() - began:.2f}s ===", flush=True)  # as pytest closes
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
