"""Judges cases and prints a table: python tests/migrate/torch_side/hostile/run_torch.py [-j N] [NAME ...]. What it built stays in /tmp."""

from __future__ import annotations

import argparse
import hashlib
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from torch_corpus import all_cases, known_failures
from torch_judge import FAILURES, Drivers, Verdict, judge


def one(name: str, drivers: Path, folder: Path) -> tuple[str, Verdict]:
    return name, judge(all_cases()[name], Drivers(drivers), folder / name)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("-j", type=int, default=2)
    parser.add_argument("--bad", action="store_true", help="only what is not as it should be")
    options = parser.parse_args()
    cases, known = all_cases(), known_failures()
    names = [n for n in cases if not options.names or any(n.startswith(w) for w in options.names)]
    folder = Path(tempfile.mkdtemp(prefix="hostile-torch-"))
    began = time.monotonic()
    content = b"".join(p.read_bytes() for p in sorted((Path(__file__).parent / "runtime").rglob("*.*")))
    drivers = Path(tempfile.gettempdir()) / f"hostile-torch-drivers-{hashlib.sha256(content).hexdigest()[:12]}"
    Drivers(drivers)
    counts: Counter[str] = Counter()
    with ProcessPoolExecutor(options.j) as pool:
        for name, verdict in pool.map(one, names, *([x] * len(names) for x in (drivers, folder))):
            counts[verdict.kind] += 1
            case = cases[name]
            fine = verdict.kind not in FAILURES and (case.expect != "convert" or verdict.kind == "equal")
            flag = "" if fine else "known" if known.get(name) == verdict.kind else "NEW"
            if flag or not options.bad:
                ids = ",".join(dict.fromkeys(verdict.refused))
                print(f"{name:32} {case.expect:8} {verdict.kind:14} {flag:6} {ids} {verdict.detail[:330]}", flush=True)
    print(f"{len(names)} cases in {time.monotonic() - began:.1f} s: {dict(counts)}; {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
