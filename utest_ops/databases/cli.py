"""Run entries of PyTorch's own test databases on chips, each against the CPU.

  python -m utest_ops.databases                              all databases, all chips
  python -m utest_ops.databases opinfo --entry add --chip CHIP
  python -m utest_ops.databases --fraction 0.2 --seed 7      a fifth of the entries, chosen by the seed
  python -m utest_ops.databases opinfo --entry cat --check out --dtype f32 --sample 3

Exit code: 0 every entry passed or is restricted (docs/opinfo.md), 1 one failed, 2 wrong use.
"""

import argparse
import os
import random
import sys
import time
import warnings
from fnmatch import fnmatchcase
from pathlib import Path

from utest_ops.chips import find_chips
from utest_ops.errors import UsageError

OK, FAILED, WRONG_USE, INTERRUPTED = 0, 1, 2, 130
DATABASES = ("opinfo", "moduleinfo", "optimizerinfo")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m utest_ops.databases", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("databases", nargs="*", metavar="DATABASE", help=f"{', '.join(DATABASES)}; none: all")
    parser.add_argument("--chip", action="append", default=[], help="a chip by name or alias, or all")
    parser.add_argument("--entry", action="append", default=[], metavar="NAME", help="entry, or a pattern with *")
    parser.add_argument(
        "--check", action="append", default=[], help="forward, noncontiguous, out, inplace, backward ..."
    )
    parser.add_argument("--dtype", action="append", default=[], help="f32, f16, bf16, i64 ...")
    parser.add_argument("--sample", type=int, help="only the sample of this number")
    parser.add_argument("--fraction", type=float, default=1.0, help="run this part of the entries, chosen by the seed")
    parser.add_argument("--seed", type=int, default=0, help="seed of random operators, and of --fraction")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count() or 1, help="worker processes")
    parser.add_argument("--timeout", type=float, default=300.0, metavar="SECONDS", help="for one entry on all chips")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results as JSON")
    parser.add_argument("--docs", type=Path, metavar="FILE", help="write the table of the documentation (a whole run)")
    parser.add_argument("--list", action="store_true", help="list the entries and do not run them")
    return parser


def main(argv: list[str] | None = None) -> int:
    """Entry point; gives the exit code."""
    args = _parser().parse_args(argv)
    try:
        return _run(args)
    except UsageError as error:
        print(f"utest_ops.databases: {error}", file=sys.stderr)
        return WRONG_USE
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(args: argparse.Namespace) -> int:
    # The workers are forked from this process, so no device may be used in it.
    os.environ["TORCH_DEVICE_BACKEND_AUTOLOAD"] = "0"
    warnings.simplefilter("ignore")
    _check(args)
    start = time.perf_counter()
    chips = [chip.name for chip in find_chips(args.chip)]
    chosen = _entries(args)
    if args.list:
        for database, entry in chosen:
            print(database, entry)
        return OK
    from utest_ops.databases import report
    from utest_ops.databases.pool import run_requests
    from utest_ops.databases.worker import Request

    requests = [
        Request(database, entry, tuple(chips), tuple(args.check), tuple(args.dtype), args.sample, args.seed)
        for database, entry in chosen
    ]
    results = []
    for result in run_requests(requests, args.jobs, args.timeout):
        results.append(report.judge(result))
        for line in report.lines(results[-1], args.seed):
            print(line, flush=True)
    whole = not (args.entry or args.check or args.dtype or args.sample is not None or args.fraction < 1)
    stale = report.stale_restrictions(results, chips) if whole and not args.databases else []
    summary = report.Summary(results, stale, time.perf_counter() - start, chips, args.seed)
    print(report.text(summary))
    if args.json:
        report.write_json(args.json, summary)
    if args.docs:
        report.write_docs(args.docs, summary)
    if not any(each.trials or each.unexpected or each.restrictions for each in results):
        raise UsageError("nothing was compared: no trial matches --check, --dtype and --sample")
    return OK if summary.passed else FAILED


def _check(args: argparse.Namespace) -> None:
    for name in args.databases:
        if name not in DATABASES:
            raise UsageError(f"unknown database '{name}'; there are {', '.join(DATABASES)}")
    if not 0 < args.fraction <= 1:
        raise UsageError(f"--fraction {args.fraction:g}: a number above 0, at most 1")
    if args.jobs < 1 or args.timeout <= 0:
        raise UsageError("-j and --timeout are above 0")
    for path in (args.json, args.docs):
        if path and (not path.parent.is_dir() or (path.exists() and not os.access(path, os.W_OK))):
            raise UsageError(f"{path} cannot be written")


def _entries(args: argparse.Namespace) -> list[tuple[str, str]]:
    from utest_ops.databases.worker import database_module

    known = [(name, entry) for name in args.databases or DATABASES for entry in database_module(name).entries()]
    chosen = known
    if args.entry:
        chosen = [each for each in known if any(fnmatchcase(each[1], pattern) for pattern in args.entry)]
        if not chosen:
            raise UsageError(f"no entry matches {', '.join(args.entry)}; --list names them")
    if args.fraction < 1:
        count = max(1, round(len(chosen) * args.fraction))
        chosen = sorted(random.Random(args.seed).sample(chosen, count), key=known.index)
    return chosen
