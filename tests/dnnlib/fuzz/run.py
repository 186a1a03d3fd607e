"""Fuzzer of the C API: seeded calls of every function on every chip, valid, nearly valid and absurd, each judged.

    python tests/dnnlib/fuzz/run.py [--calls 200000] [--seed 1] [-j 2] [--only SHARD] [--destroyed]

A call must end with a status; a failure with a sentence that names the function; a call that is refused must change no byte of device
memory, one that succeeds none but its outputs' (every tensor lies between guard zones); a call that was accepted must not fail on the
device; nothing may be left allocated, and the process may not grow. Valid calls must nearly all succeed. Shards are processes: a crash or a
hang is named by the call that each thread was in, with the line that repeats it. The last shard of every eight has eight threads.
Exit code 0 where nothing was found.
"""

import argparse
import collections
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
SHARD = 2500  # calls
THREADS = 8
TIMEOUT = 900  # seconds for a shard, on a machine that is busy
WHOLE = 5000  # from so many calls on every function must have been called on every chip
FLOOR = 0.97  # of valid calls that the chip has a kernel for
GROWTH_KIB = 192 << 10  # second half of a shard against the first


@dataclass
class Outcome:
    shard: int
    threads: int
    failures: list[dict[str, Any]] = field(default_factory=list)
    counts: collections.Counter[str] = field(default_factory=collections.Counter)


def shard_command(options: argparse.Namespace, shard: int, calls: int, threads: int, progress: Path) -> list[str]:
    command = [sys.executable, str(HERE / "shard.py"), "--seed", options.seed, "--shard", str(shard)]
    command += ["--calls", str(calls // threads), "--threads", str(threads), "--progress", str(progress)]
    return command + (["--destroyed"] if options.destroyed else []) + (["--explain"] if options.explain else [])


def run_shard(options: argparse.Namespace, shard: int, calls: int, folder: Path) -> Outcome:
    threads = THREADS if shard % 8 == 7 or options.threads else 1
    progress = folder / f"shard-{shard}.progress"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TPUDNN_LOG_LEVEL": "off"}
    environment["TPUDNN_PROFILE"] = os.devnull
    environment["TPUDNN_C2C_TIMEOUT"] = "0.01"  # ranks that never call
    environment.setdefault("TPUDNN_MEMORY_POOL", "0")  # the chip sees what is freed
    outcome = Outcome(shard, threads)
    try:
        done = subprocess.run(
            shard_command(options, shard, calls, threads, progress),
            env=environment,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=TIMEOUT,
        )
        ended, said = done.returncode, done.stderr
        if options.explain:
            print(said, file=sys.stderr)
    except subprocess.TimeoutExpired:
        ended, said = None, ""
    if ended == 0:
        result = json.loads(done.stdout.splitlines()[-1])
        outcome.failures, outcome.counts = result["failures"], collections.Counter(result["counts"])
        if result["grown_kib"] > GROWTH_KIB:
            outcome.failures.append({"why": f"the process grew by {result['grown_kib']} KiB", "text": ""})
        return outcome
    how = "hangs" if ended is None else f"ended with {ended}"
    last: dict[str, str] = {}
    for line in progress.read_text(encoding="utf-8").splitlines() if progress.exists() else []:
        thread, _, text = line.partition("\t")
        last[thread] = text
    for text in last.values() or ["(before its first call)"]:
        number, _, call = text.partition("\t")
        outcome.failures.append({"why": f"the process {how}: {_sanitizer(said)}", "text": call, "call": number})
    return outcome


def _sanitizer(said: str) -> str:
    """The line of a sanitizer's report, or the end of what the process said."""
    found = re.search(r"^.*(ERROR: \w+Sanitizer|runtime error|WARNING: ThreadSanitizer).*$", said, re.MULTILINE)
    return found[0] if found else said.strip().replace("\n", " | ")[-600:]


def plan(calls: int, only: int | None) -> list[tuple[int, int]]:
    """Shards and their calls; a short run too has a shard with threads."""
    count = max((calls + SHARD - 1) // SHARD, 2)
    shards = [(shard, min(SHARD, calls // count + 1)) for shard in range(count)]
    if count < 8:
        shards[-1] = (7, shards[-1][1])
    return [entry for entry in shards if only is None or entry[0] == only] or [(only or 0, SHARD)]


def never(counts: collections.Counter[str]) -> list[str]:
    """Functions that were not called on a chip, and operators that a chip has and that never succeeded there."""
    sys.path[:0] = [str(HERE), str(ROOT)]
    from dnnlib.paths import ROOT as TREE
    from dnnlib.paths import library_dir

    api = json.loads((library_dir() / "tpudnn_api.json").read_text(encoding="utf-8"))
    missing = []
    for chip in sorted(path.parent.name for path in TREE.glob("chips/*/chip.yaml")):
        names = [function["name"] for function in api["functions"]]
        missing += [f"{name} was not called on {chip}" for name in names if not counts[f"called {name} on {chip}"]]
        done = [name for name in names if f"done {name} on {chip}" in counts]
        missing += [f"{name} never succeeded on {chip}" for name in done if not counts[f"done {name} on {chip}"]]
    return missing


def report(outcomes: list[Outcome], options: argparse.Namespace) -> int:
    counts: collections.Counter[str] = sum((outcome.counts for outcome in outcomes), collections.Counter())
    classes: dict[str, list[tuple[Outcome, dict[str, Any]]]] = collections.defaultdict(list)
    for outcome in outcomes:
        for failure in outcome.failures:
            function = failure["text"].partition("(")[0].split(" ")[-1]
            classes[f"{function}: {re.sub(r'0x[0-9a-f]+|[0-9]+', '#', failure['why'])[:160]}"].append(
                (outcome, failure)
            )
    for title, found in sorted(classes.items(), key=lambda entry: -len(entry[1])):
        outcome, failure = found[0]
        print(f"\n{len(found)} x {title}\n  {failure['text']}\n  {failure['why']}")
        flags = " --destroyed" if options.destroyed else ""
        print(
            f"  repeat: python tests/dnnlib/fuzz/run.py --seed {options.seed} --calls {options.calls} --only {outcome.shard}{flags}"
        )
    total = sum(count for name, count in counts.items() if ": " in name)
    supported, done = counts["supported"], counts["supported and done"]
    share = done / supported if supported else 0.0
    for name, count in sorted(counts.items()):
        if ": " in name:
            print(f"{count:8} {name}")
    print(
        f"{total} calls in {len(outcomes)} processes; of {supported} valid calls with a kernel {100 * share:.1f} % succeed (at least "
        f"{100 * FLOOR:.0f} %); {sum(map(len, classes.values()))} failures in {len(classes)} classes"
    )
    if share < FLOOR:
        print("too few valid calls succeed:", *(f"{n} {c}" for n, c in counts.most_common() if n.startswith("refused")))
    missing = never(counts) if options.only is None and options.calls >= WHOLE else []
    for line in missing:
        print(line)
    return 1 if classes or share < FLOOR or missing else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=200000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("-j", dest="jobs", type=int, default=2, help="processes at a time")
    parser.add_argument("--only", type=int, metavar="SHARD", help="repeat one shard")
    parser.add_argument("--threads", action="store_true", help="every shard has eight threads")
    parser.add_argument(
        "--destroyed", action=argparse.BooleanOptionalAction, default=True, help="destroyed and wild objects too"
    )
    parser.add_argument("--explain", action="store_true", help="print why valid calls were refused")
    options = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.jobs) as pool:
        shards = plan(options.calls, options.only)
        outcomes = list(pool.map(lambda entry: run_shard(options, *entry, Path(folder)), shards))
    code = report(outcomes, options)
    print(f"seed {options.seed}, {time.monotonic() - began:.0f} s")
    return code


if __name__ == "__main__":
    sys.exit(main())
