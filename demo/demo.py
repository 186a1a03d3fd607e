"""make demo: from the legacy Matmul.cpp to a tested operator on the chips of its tree.

Converts the torch-side file with the legacy functions it calls, builds library and extension from what was converted, runs the operator's
cases on these chips, and ends with one table. Exit code: 0 every verdict is pass, 1 one is not, 2 the conversion or the build failed.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PASSED, FAILED, BROKEN = 0, 1, 2


@dataclass(frozen=True)
class Row:
    """One line of the closing table: the cases of one dtype on one chip; the figures are those of the case closest to its tolerance."""

    chip: str
    dtype: str
    cases: int
    max_diff: float
    mae: float
    tolerance: float
    verdict: str


class StepFailed(Exception):
    """A step ended with an error; the sentence says which."""


def step(title: str) -> None:
    """Announce a step."""
    print(f"\n=== {title}", flush=True)


def run(command: list[str | Path], env: dict[str, str] | None = None, allowed: tuple[int, ...] = (0,)) -> int:
    """Run a command in the checkout; its output is shown."""
    print("$", *(os.path.relpath(part) if isinstance(part, Path) else part for part in command), flush=True)
    code = subprocess.run([str(part) for part in command], cwd=ROOT, env=os.environ | (env or {})).returncode
    if code not in allowed:
        raise StepFailed(f"{Path(str(command[0])).name} {command[1]} ended with exit code {code}")
    return code


def convert(legacy: Path, source: str, out: Path) -> None:
    """Convert one torch-side file and the legacy functions it calls."""
    step(f"Convert {source} and the legacy functions it calls")
    run(
        [BIN / "migrate", "convert", legacy / "native_ops" / source, "--out", out, "--json", out.parent / "report.json"]
    )


def build(base: Path, tree: Path, overlay: Path, jobs: int, torch: bool) -> None:
    """Build the chips in `base` where they are not built yet, and in `tree` the library and the extension of the overlay."""
    step("Build the library and the extension from the converted files")
    cmake, python = BIN / "cmake", f"-DPython3_EXECUTABLE={sys.executable}"
    configured = (base / "build.ninja").exists()
    if not configured and not (base / "lib").is_dir():
        run([cmake, "-S", ROOT, "-B", base, "-G", "Ninja", python, "--log-level=WARNING"])
        configured = True
    if configured:  # otherwise a folder of chips that were built elsewhere
        run([cmake, "--build", base, "-j", str(jobs), "--target", "chips"])
    options = [f"-DTPU_OVERLAY={overlay}", f"-DTPU_PREBUILT={base}", "-DTPU_BUILD_LEGACY=OFF"]
    options.append(f"-DTPU_BUILD_TORCH={'ON' if torch else 'OFF'}")
    run([cmake, "-S", ROOT, "-B", tree, "-G", "Ninja", python, "--log-level=WARNING", *options])
    run([cmake, "--build", tree, "-j", str(jobs)])


def test(operator: str, chips: list[str], tree: Path, via: str) -> list[dict]:
    """Run the operator's cases on the chips; give the results as utest_ops wrote them."""
    step(f"Run utest_ops {operator} on {' and '.join(chips)}")
    results = tree / "results.json"
    results.unlink(missing_ok=True)
    command = [
        BIN / "utest_ops",
        operator,
        "--chip",
        ",".join(chips),
        "--via",
        via,
        "--json",
        results,
        "--failures",
        tree / "utest_failures",
    ]
    run(command, {"TPUDNN_LIBRARY_DIR": str(tree / "lib")}, allowed=(PASSED, FAILED))
    return json.loads(results.read_text(encoding="utf-8"))["results"]


def table(results: list[dict]) -> list[Row]:
    """One row per chip and dtype."""
    groups: dict[tuple[str, str], list[dict]] = {}
    for result in results:
        groups.setdefault((result["job"]["chip"], result["job"]["dtype"]), []).append(result)
    return [_row(chip, dtype, group) for (chip, dtype), group in groups.items()]


def _row(chip: str, dtype: str, group: list[dict]) -> Row:
    outputs = [output for result in group for output in result["outputs"]]
    worst = max(outputs, key=lambda o: o["max_diff"] / (o["tolerance"] or 1e-300), default=None)
    figures = (worst["max_diff"], worst["mae"], worst["tolerance"]) if worst else (float("nan"),) * 3
    verdict = "pass" if group and all(result["outcome"] == "pass" for result in group) else "FAIL"
    return Row(chip, dtype, len(group), *figures, verdict)


def show(rows: list[Row]) -> None:
    """Print the closing table."""
    print(f"\n{'chip':<6}{'dtype':<7}{'cases':>5}{'max_diff':>12}{'MAE':>12}{'tolerance':>12}  verdict")
    for row in rows:
        figures = "".join(f"{value:>12.3g}" for value in (row.max_diff, row.mae, row.tolerance))
        print(f"{row.chip:<6}{row.dtype:<7}{row.cases:>5}{figures}  {row.verdict}")


def main(argv: list[str] | None = None) -> int:
    """Entry point; gives the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--legacy", type=Path, default=ROOT / "examples/legacy", help="the legacy tree (default: the example)"
    )
    parser.add_argument("--source", default="Matmul.cpp", help="the torch-side file of its native_ops")
    parser.add_argument("--operator", default="matmul", help="the operator to run")
    parser.add_argument("--base", type=Path, default=ROOT / "build", help="build folder of the chips")
    parser.add_argument(
        "--tree", type=Path, default=ROOT / "build/demo", help="folder for converted files and their build"
    )
    parser.add_argument(
        "--via", choices=("torch", "capi"), default="torch", help="capi: build and use no torch extension"
    )
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args(argv)
    start = time.perf_counter()
    tree, legacy = args.tree.resolve(), args.legacy.resolve()
    chips = list(yaml.safe_load((legacy / "migrate.yaml").read_text(encoding="utf-8"))["chips"])
    overlay = tree / "migrated"
    overlay.mkdir(parents=True, exist_ok=True)
    try:
        convert(legacy, args.source, overlay)
        build(args.base.resolve(), tree, overlay, args.jobs, torch=args.via == "torch")
        rows = table(test(args.operator, chips, tree, args.via))
    except StepFailed as error:
        print(f"demo: {error}", file=sys.stderr)
        return BROKEN
    show(rows)
    passed = bool(rows) and all(row.verdict == "pass" for row in rows) and {row.chip for row in rows} == set(chips)
    print(f"\ndemo: {'passed' if passed else 'FAILED'} in {time.perf_counter() - start:.0f} s")
    return PASSED if passed else FAILED


if __name__ == "__main__":
    sys.exit(main())
