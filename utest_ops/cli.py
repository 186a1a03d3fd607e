"""utest_ops: run operators on a chip, compare them with the CPU, print {'max_diff': ..., 'MAE': ...} per dtype and output.

  utest_ops                                  list the operators
  utest_ops matmul --chip CHIP               one operator on one chip, through the torch device
  utest_ops all --chip all --via capi        everything, by the C API alone
  utest_ops --repeat-from FILE               a failed case again, with the inputs it left

Exit code: 0 every case passed, 1 at least one failed, 2 wrong use, 3 nothing was compared, 4 a report could not be written;
128 and the signal's number where one stopped the run.
"""

import argparse
import importlib.util
import sys
from pathlib import Path

from utest_ops import options
from utest_ops.errors import CaseError, UsageError
from utest_ops.process import CASE_SECONDS

OK, WRONG_USE = 0, 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="utest_ops", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("operators", nargs="*", type=options.words, metavar="OPERATOR", help="operators, or all; none: list them")
    add(
        "--chip",
        action="append",
        default=[],
        type=options.words,
        help="a chip by name or alias, or all; may be repeated",
    )
    add("--dtype", type=options.words, help="comma-separated: f32,f16,bf16,...")
    add("--via", choices=("torch", "capi"), default="torch", help="torch device (default) or C API alone")
    add("--case", action="append", default=[], help="only the case of this id; may be repeated")
    add(
        "--seed",
        type=options.seeds,
        default=(0,),
        help="seed of the inputs, a range 0-19, or several 1,5,9 (default: 0)",
    )
    add("-j", "--jobs", type=options.workers, default=1, help="worker processes")
    add(
        "--timeout",
        type=options.seconds,
        metavar="SECONDS",
        help=f"a case that gives no answer for so long is stopped and failed (default: {CASE_SECONDS:.0f}, of --suite 600)",
    )
    add("--json", type=options.path, metavar="FILE", help="write the results as JSON")
    add("--junit", type=options.path, metavar="FILE", help="write the results as JUnit XML")
    add(
        "--suite",
        action="append",
        default=[],
        type=options.path,
        metavar="DIR",
        help="run a legacy tree's own unit tests of this folder; a further folder's replace those of the same name",
    )
    add(
        "--setup",
        action="append",
        default=[],
        type=options.path,
        metavar="FILE",
        help="with --suite: Python that every test's process runs first, e.g. the tree's own torch operators",
    )
    add(
        "--extension",
        type=options.path,
        metavar="PREFIX",
        help="with --suite: the device that `migrate build --torch` installed there, instead of our own",
    )
    add("--list", action="store_true", help="list the cases and do not run them")
    add("--repeat-from", type=options.path, metavar="FILE", help="npz file that a failed case left")
    add("--failures", type=options.path, default=Path("utest_failures"), metavar="DIR", help="where failing inputs go")
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
    except BrokenPipeError:
        return _closed_pipe()


def _closed_pipe() -> int:
    from utest_ops.run import to_nowhere

    to_nowhere()
    return 141  # as SIGPIPE ends a program


def _run(args: argparse.Namespace) -> int:
    if importlib.util.find_spec("torch") is None:
        raise UsageError("PyTorch is not installed: the references are computed with it on the CPU. Run make setup")
    if args.repeat_from and (args.operators or args.chip or args.case or args.dtype or args.list):
        raise UsageError("--repeat-from repeats the case of its file: no operator, chip, case or dtype goes with it")
    if args.suite:
        return _suite(args)
    if args.setup or args.extension:
        raise UsageError(f"{'--setup' if args.setup else '--extension'} goes with --suite")
    if not (args.operators or args.list or args.repeat_from):
        return _list_operators()
    return _list(args) if args.list else _execute(args)


def _list_operators() -> int:
    from utest_ops.chips import all_chips
    from utest_ops.discover import operators

    print("operators:", *operators(), sep="\n  ")
    print("chips:", ", ".join(f"{chip.name} ({', '.join(chip.aliases)})" for chip in all_chips().values()), flush=True)
    return OK


def _list(args: argparse.Namespace) -> int:
    lines = dict.fromkeys(f"{job.operator} {job.case} {job.dtype} {job.chip}" for job in _jobs(args))
    print(*lines, sep="\n", flush=True)
    return OK


def _jobs(args: argparse.Namespace) -> list:
    from utest_ops.selection import select_jobs

    return select_jobs(args.operators, args.chip, args.dtype, args.via, args.case, args.seed)


def _execute(args: argparse.Namespace) -> int:
    from utest_ops.run import reports, run
    from utest_ops.saved import load_inputs

    if args.repeat_from and _is_call(args.repeat_from):
        return _repeat_call(args)
    outputs = reports(args.json, args.junit)
    jobs = [load_inputs(args.repeat_from)[0]] if args.repeat_from else _jobs(args)
    return run(jobs, outputs, args.failures, args.jobs, args.timeout or CASE_SECONDS, str(args.repeat_from or ""))


def _is_call(path: Path) -> bool:
    from utest_ops.calls.saved import is_call

    return is_call(path)


def _repeat_call(args: argparse.Namespace) -> int:
    from utest_ops.via.torch_device import load

    if args.json or args.junit:
        raise UsageError(f"{args.repeat_from} holds a call of one operator: no --json and no --junit goes with it")
    load()
    from utest_ops.calls.repeat import lines, repeat_call

    operator, chip, verdict = repeat_call(args.repeat_from)
    print(*lines(operator, chip, verdict), sep="\n", flush=True)
    return OK if verdict.passed else 3 if verdict.skipped else 1


def _suite(args: argparse.Namespace) -> int:
    from utest_ops.chips import find_chips
    from utest_ops.run import reports, run_suite
    from utest_ops.suite import TEST_SECONDS, Suite, chips_of

    if args.repeat_from or args.operators or args.case or args.dtype or args.list or args.junit:
        raise UsageError(
            "--suite runs programs: no operator, case, dtype, --list, --junit or --repeat-from goes with it"
        )
    outputs = reports(args.json, None)
    suite = Suite(args.suite, args.timeout or TEST_SECONDS, args.setup, args.extension)
    chips = chips_of(args.extension, args.chip) if args.extension else find_chips(args.chip)
    return run_suite(suite, chips, outputs, args.jobs)
