"""Text for people: one line per output as it comes, and the closing count."""

from collections import Counter
from collections.abc import Iterable

from utest_ops.result import ABSENT, FAILED, PASSED, OutputResult, Result


def heading(result: Result) -> str:
    """Above the results of one operator on one chip by one path."""
    return f"{result.job.operator} on {result.job.chip} via {result.job.via}"


def number(value: float) -> str:
    """A metric in three digits."""
    return f"{value:.3g}"


def metrics(output: OutputResult) -> str:
    """{'max_diff': 1.2e-06, 'MAE': 3.4e-08}"""
    return "{" + ", ".join(f"'{name}': {number(value)}" for name, value in output.metrics.items()) + "}"


def lines(result: Result) -> list[str]:
    """One line per output, and what went wrong below."""
    seed = f" seed {result.job.seed}" if result.job.seed else ""
    label = f"  {result.job.case:<28} {result.job.dtype:<5}{seed}"
    out = [
        f"{label} {output.name:<10} {metrics(output):<44} tolerance {number(output.tolerance):<9}"
        f" {PASSED if output.passed else FAILED}"
        for output in result.outputs
    ]
    if not result.outputs:
        out = [f"{label} {result.outcome}"]
    out += [f"      wider tolerance: {reason}" for reason in result.reasons]
    if result.outcome == FAILED:
        out.append(f"      {result.message}")
        if result.cause:
            out.append(f"      likely cause: {result.cause}")
        out.append(f"      repeat: {result.job.command()}")
        if result.inputs:
            out.append(f"      or with the same inputs: utest_ops --repeat-from {result.inputs}")
    return out


def summary(results: Iterable[Result], seconds: float) -> str:
    """The closing line: counts by outcome."""
    counts = Counter(result.outcome for result in results)
    parts = [f"{counts[PASSED]} passed", f"{counts[FAILED]} failed"]
    if counts[ABSENT]:
        parts.append(f"{counts[ABSENT]} not on this chip")
    return f"utest_ops: {', '.join(parts)} in {seconds:.1f} s"
