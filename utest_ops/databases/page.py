"""docs/opinfo.md, from a run and from expectations.yaml."""

from collections.abc import Iterator

from utest_ops.databases.expectations import Loosened, Restriction, expectations
from utest_ops.databases.report import FAILED, PASSED, RESTRICTED, Summary

HEAD = """# PyTorch's own databases on the chips

Written by `make opinfo-docs`; do not edit. PyTorch tests its operators, modules and optimizers from three databases. Each entry runs here on
every simulated chip and on the CPU, and must do the same on both:

- results: dtype, shape, values, and the device they lie on;
- arguments afterwards: what the CPU call leaves alone the chip may not change, what it writes must be written (`out=`, in place, running
  statistics, parameters, states of optimizers);
- memory: a result that is an argument, or shares the memory of one, does so on the chip.

Every entry of OpInfo runs forward in f32 (or in the first dtype it takes). Entries of operators with a native kernel (`torch_tpu/ops.yaml`) also
run on PyTorch's reference samples (empty, 0-dimensional, broadcast, extremal), on non-contiguous tensors, with `out=` (right, with gaps, of
another shape, without elements), in place, backward, and in every other dtype they take. ModuleInfo runs forward and backward in training and in
evaluation, OptimizerInfo five steps of every configuration, by itself and with foreach and fused.

```
make opinfo                                              all of it
python -m utest_ops.databases opinfo --entry add         one entry; --help has the rest
```

An entry that crashes or hangs fails by name, with the command that repeats it; the others go on. `.ci/run` runs a fifth of the entries,
chosen by the commit.
"""


def page(summary: Summary) -> str:
    """The whole page."""
    return "\n".join([HEAD, *_totals(summary), "", static_part()])


def _totals(summary: Summary) -> Iterator[str]:
    from utest_ops.databases.report import totals

    yield f"## Entries\n\nPyTorch {_torch_version()}.\n"
    yield "| database | chip | entries | passed | restricted | failed | calls |"
    yield "|---|---|---|---|---|---|---|"
    for database, chip, counts, calls in totals(summary):
        yield (
            f"| {database} | {chip} | {sum(counts.values())} | {counts[PASSED]} | {counts[RESTRICTED]} | {counts[FAILED]} | {calls} |"
        )


def _torch_version() -> str:
    import torch

    return torch.__version__.split("+")[0]


def static_part() -> str:
    """What follows from expectations.yaml alone."""
    data = expectations()
    lines = [
        "## Restricted",
        "",
        "What cannot pass, and why. A restriction that nothing needs any more fails the run.",
        "",
    ]
    lines += ["| entry | where | reason |", "|---|---|---|"]
    lines += [f"| {each.entry} | {_where(each)} | {each.reason} |" for each in data.restrictions]
    lines += ["", "## Tolerances", ""]
    lines += [
        "Beside torch.testing's for the dtype and PyTorch's own of the entry. `scale` is of the tensor's largest element.",
        "",
    ]
    lines += ["| entry | where | tolerance | reason |", "|---|---|---|---|"]
    lines += [f"| {each.entry} | {_where(each)} | {_numbers(each)} | {each.reason} |" for each in data.tolerances]
    lines += ["", "## Others", ""]
    lines += [f"Values are not compared, since nobody wrote them: {', '.join(sorted(data.undefined_values))}.", ""]
    lines += [f"Indices stay on the host, where PyTorch demands them: {', '.join(sorted(data.host_indices))}.", ""]
    return "\n".join(lines)


def _where(each: Restriction | Loosened) -> str:
    parts = [each.database, *each.checks, *each.dtypes]
    if isinstance(each, Restriction):
        parts[1:1] = each.chips
    elif each.truncating:
        parts.append("where the chip truncates")
    return ", ".join(parts)


def _numbers(each: Loosened) -> str:
    tolerance = each.tolerance
    named = {"rtol": tolerance.rtol, "atol": tolerance.atol, "scale": tolerance.scale}
    return ", ".join(f"{name} {value:g}" for name, value in named.items() if value)
