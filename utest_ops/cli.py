"""utest_ops: run operators on a chip, compare them with the CPU, print {'max_diff': ..., 'MAE': ...} per dtype and output.

  utest_ops                                  list the operators
  utest_ops matmul --chip sg_b               one operator on one chip, through the torch device
  utest_ops all --chip all --via capi        everything, by the C API alone
  utest_ops --repeat-from FILE               a failed case again, with the inputs it left

Exit code: 0 every case passed, 1 at least one failed, 2 wrong use.
"""

import argparse
import importlib.util
import sys
import time
from pathlib import Path

from utest_ops.errors import CaseError, UsageError

OK, FAILURES, WRONG_USE = 0, 1, 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="utest_ops", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("operators", nargs="*", metavar="OPERATOR", help="operators, or all; none: list them")
    parser.add_argument(
        "--chip", action="append", default=[], help="bm_a (bm1684x), sg_b (sg2260) or all; may be repeated"
    )
    parser.add_argument("--dtype", help="comma-separated: f32,f16,bf16,...")
    parser.add_argument(
        "--via", choices=("torch", "capi"), default="torch", help="torch device (default) or C API alone"
    )
    parser.add_argument("--case", action="append", default=[], help="only the case of this id; may be repeated")
    parser.add_argument("--seed", type=int, default=0, help="seed of the inputs")
    parser.add_argument("-j", "--jobs", type=int, default=1, help="worker processes")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results as JSON")
    parser.add_argument("--junit", type=Path, metavar="FILE", help="write the results as JUnit XML")
    parser.add_argument("--list", action="store_true", help="list the cases and do not run them")
    parser.add_argument("--repeat-from", type=Path, metavar="FILE", help="npz file that a failed case left")
    parser.add_argument(
        "--failures", type=Path, default=Path("utest_failures"), metavar="DIR", help="where failing inputs go"
    )
    return parser


def main(argv: list[str] | None = None) -> int:
    """Entry point; gives the exit code."""
    args = _parser().parse_args(argv)
    try:
        return _run(args)
    except (UsageError, CaseError) as error:
        print(f"utest_ops: {error}", file=sys.stderr)
        return WRONG_USE
    except KeyboardInterrupt:
        return 130


def _run(args: argparse.Namespace) -> int:
    if importlib.util.find_spec("torch") is None:
        raise UsageError("PyTorch is not installed: the references are computed with it on the CPU. Run make setup")
    if args.repeat_from:
        from utest_ops.saved import load_inputs

        job, _ = load_inputs(args.repeat_from)
        return _execute([job], args, inputs=str(args.repeat_from))
    if not args.operators and not args.list:
        return _list_operators()
    from utest_ops.selection import select_jobs

    jobs = select_jobs(args.operators, args.chip, args.dtype, args.via, args.case, args.seed)
    if args.list:
        for job in jobs:
            print(f"{job.operator} {job.case} {job.dtype} {job.chip}")
        return OK
    return _execute(jobs, args)


def _list_operators() -> int:
    from utest_ops.chips import all_chips
    from utest_ops.discover import operators

    print("operators:", *operators(), sep="\n  ")
    print("chips:", ", ".join(f"{chip.name} ({', '.join(chip.aliases)})" for chip in all_chips().values()))
    return OK


def _execute(jobs: list, args: argparse.Namespace, inputs: str = "") -> int:
    from utest_ops.pool import run_jobs
    from utest_ops.report import files, text
    from utest_ops.result import FAILED

    start = time.perf_counter()
    results = []
    last = ""
    for result in run_jobs(jobs, args.failures, max(1, args.jobs), inputs):
        results.append(result)
        if text.heading(result) != last:
            last = text.heading(result)
            print(last)
        print(*text.lines(result), sep="\n", flush=True)
    print(text.summary(results, time.perf_counter() - start))
    if args.json:
        files.write_json(args.json, results)
    if args.junit:
        files.write_junit(args.junit, results)
    return FAILURES if any(result.outcome == FAILED for result in results) else OK
