"""Judges cases and prints a table: python tests/migrate/hostile/run.py [-j N] [NAME ...]. With names, what is left of them stays in /tmp."""

from __future__ import annotations

import argparse
import gc
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import Value
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from corpus import all_cases, known_failures
from judge import FAILURES, Verdict, judge
from native import Drivers, keep_to_one_processor


def one(name: str, folder: Path) -> tuple[str, Verdict]:
    return name, judge(all_cases()[name], Drivers(folder / "drivers"), folder / name)


def begin(counter: Any) -> None:
    """Each process keeps to a processor, and hardly searches for cycles, as the command."""
    with counter.get_lock():
        number, counter.value = counter.value, counter.value + 1
    keep_to_one_processor(number)
    gc.set_threshold(1_000_000, 20, 20)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("-j", type=int, default=2)
    options = parser.parse_args()
    cases = all_cases()
    names = [n for n in cases if not options.names or any(n.startswith(w) for w in options.names)]
    folder = Path(tempfile.mkdtemp(prefix="hostile-"))
    began = time.monotonic()
    Drivers(folder / "drivers")
    built = time.monotonic() - began
    known = known_failures()
    counts: Counter[str] = Counter()
    with ProcessPoolExecutor(options.j, initializer=begin, initargs=(Value("i", 0),)) as pool:
        for name, verdict in pool.map(one, names, [folder] * len(names)):
            counts[verdict.kind] += 1
            case = cases[name]
            expected = verdict.kind not in FAILURES and not verdict.lacks(case)
            flag = "" if expected else "known" if known.get(name) == verdict.kind else "NEW"
            ids = ",".join(dict.fromkeys(verdict.refused))
            print(f"{name:44} {case.wall} {case.expect:8} {verdict.kind:14} {flag:6} {ids} {verdict.detail[:400]}")
    print(f"{len(names)} cases in {time.monotonic() - began:.1f} s (drivers {built:.1f} s): {dict(counts)}; {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
