"""The trace proof: legacy and unified builds called with the same inputs, function by function, chip by chip."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from dnnlib.paths import library_dir
from migrate.config import Project
from migrate.frontend.clang import builtin_headers
from migrate.model import Chip, KernelRow, Proof
from migrate.verify.trace import builds, compare, inputs
from migrate.verify.trace.harness import DTYPES, Dialect, render
from migrate.verify.trace.layouts import read_layouts
from migrate.verify.trace.process import Build, CallResult
from migrate.verify.trace.signature import Signature, read_signatures

Progress = Callable[[str], None]
BAD_PARAM, NOT_SUPPORTED = 2, 3
INPUT_SETS = 8  # accepted sets of inputs compared per function and chip
REFUSED_SETS = 3  # refused ones


@dataclass(frozen=True)
class Pair:
    """One converted function: legacy name, unified name, its rows."""

    legacy: str
    unified: str
    rows: tuple[KernelRow, ...] = ()


@dataclass(frozen=True)
class Case:
    """Inputs for one function on one chip: a name for people, the inputs, whether the legacy build accepts them, fill of memory."""

    title: str
    values: inputs.Inputs
    accepted: bool
    data: int = 0


@dataclass
class Side:
    """One build under both fills of unset memory."""

    zero: Build
    pattern: Build

    def close(self) -> None:
        self.zero.close()
        self.pattern.close()


@dataclass
class Traced:
    """Everything needed to call both builds on one chip."""

    chip: Chip
    legacy: Side
    eager: Side  # the legacy build on a chip that finishes every call at once: as if it waited where it should
    unified: Side
    legacy_signatures: Mapping[str, Signature]
    unified_signatures: Mapping[str, Signature]
    names: inputs.Names
    layouts: Mapping[str, compare.StructLayout]
    optional: Mapping[str, frozenset[str]]
    undefined: dict[str, set[str]] = field(default_factory=dict)
    waited: set[str] = field(default_factory=set)  # equal only where the legacy code waits

    def close(self) -> None:
        for side in (self.legacy, self.eager, self.unified):
            side.close()


def prove(
    project: Project, pairs: Sequence[Pair], kernels: Sequence[str], out: Path, work: Path, progress: Progress
) -> list[Proof]:
    """One proof per function and chip. `kernels` are all kernel names of the legacy sources. Raises builds.BuildFailed."""
    unified = builds.unified_build(project, out)
    builds.build_tables(unified, [c.name for c in project.chips], work)
    proofs: list[Proof] = []
    for chip in project.chips:
        progress(f"trace: building both libraries for {chip.name}")
        traced = _prepare(project, unified, chip, pairs, kernels, work)
        try:
            for index, pair in enumerate(pairs):
                progress(f"trace: {chip.name} {index + 1}/{len(pairs)} {pair.unified}")
                proofs.append(_function(traced, pair))
        finally:
            traced.close()
    return proofs


def _prepare(
    project: Project,
    unified: builds.UnifiedBuild,
    chip: Chip,
    pairs: Sequence[Pair],
    kernels: Sequence[str],
    work: Path,
) -> Traced:
    rules = project.library_rules
    legacy = builds.legacy_build(project, chip, work / chip.name)
    header = project.source_files(project.library.headers)[0]
    clang = [f"-I{folder}" for folder in builtin_headers()]
    types = rules["types"]
    flag = next(iter(rules.get("non_blocking", ())), None)
    legacy_signatures = read_signatures(
        header, [*clang, *legacy.defines, *legacy.include], types["tensor"][0], types["handle"][0], flag
    )
    unified_header = unified.out / "dnnlib/include/tpuDNNTensor.h"
    unified_signatures = read_signatures(
        unified_header, [*clang, *unified.include], "tpudnnTensor_t", "tpudnnHandle_t", None
    )
    prefix = _dtype_prefix(rules)
    enumerators = set(re.findall(rf"\b{prefix}\w+", header.read_text(errors="replace")))
    known = [p for p in pairs if _callable(legacy_signatures, p.legacy) and _callable(unified_signatures, p.unified)]
    legacy_text = render(
        [legacy_signatures[p.legacy] for p in known],
        Dialect(
            (header.name,),
            types["tensor"][0],
            _dtype_type(rules),
            prefix,
            legacy.runtime,
            project.trace.setup,
            project.trace.prologue,
            "true",
        ),
        enumerators,
    )
    unified_text = render(
        [unified_signatures[p.unified] for p in known],
        Dialect(("tpuDNN.h",), "tpudnnTensor_t", "tpudnnDataType_t", "TPUDNN_DTYPE_", "tpudnn"),
        {f"TPUDNN_DTYPE_{d}" for d in DTYPES},
    )
    firmware = builds.build_firmware(legacy.runtime, kernels, work)
    environment = {"TPUKERNEL_FIRMWARE_PATH": str(firmware)}
    unified_environment = {
        "TPUDNN_CHIPS": chip.name,
        "TPUDNN_DRIVER_PATH": str(library_dir()),
        "TPUDNN_KERNEL_TABLES": str(work / "tables"),
        "TPUDNN_FIRMWARE_PATH": str(firmware.parent),
    }
    message = re.compile(project.trace.check_message)

    def legacy_program(fill: str, where: Path) -> Path:
        return builds.build_legacy(legacy, fill, legacy_text, where)

    def side(folder: str, name: str, environment: dict[str, str], make: Callable[[str, Path], Path]) -> Side:
        both = [
            Build(
                make(fill, work / folder / fill),
                work / f"{chip.name}-{name}-{fill}.jsonl".replace("/", "-"),
                environment,
                message,
            )
            for fill in builds.FILLS
        ]
        return Side(*both)

    return Traced(
        chip,
        side(chip.name, "legacy", environment, legacy_program),
        side(chip.name, "eager", {**environment, "TPUSIM_SYNCHRONOUS": "1"}, legacy_program),
        side(
            "unified",
            "unified",
            unified_environment,
            lambda fill, where: builds.build_unified(unified, fill, unified_text, where, work / "core"),
        ),
        legacy_signatures,
        unified_signatures,
        inputs.Names({e: e.removeprefix(prefix) for e in enumerators if e.removeprefix(prefix) in DTYPES}),
        read_layouts([unified.arguments], clang),
        _optional(unified_header.read_text(errors="replace")),
    )


def _callable(signatures: Mapping[str, Signature], name: str) -> bool:
    return name in signatures and not signatures[name].unsupported


def _dtype_prefix(rules: Mapping) -> str:
    names = list(rules.get("dtypes", {}))
    return re.match(r"(.*_)\w+$", names[0])[1] if names else "SGDNN_DTYPE_"


def _dtype_type(rules: Mapping) -> str:
    return next((old for old, new in rules.get("names", {}).items() if new == "tpudnnDataType_t"), "int")


def _optional(header: str) -> dict[str, frozenset[str]]:
    """Function to the tensors that its comment calls optional (`@optional bias, weight`)."""
    found: dict[str, frozenset[str]] = {}
    for comment, name in re.findall(r"/\*\*?(.*?)\*/\s*(?:extern\s+)?\w+\s+(\w+)\s*\(", header, re.S):
        words = [w for line in re.findall(r"@optional\s+([^\n*]+)", comment) for w in re.findall(r"\w+", line)]
        found[name] = frozenset(words)
    return found


# ---- one function


def _function(traced: Traced, pair: Pair) -> Proof:
    def proof(status: str, detail: str) -> Proof:
        return Proof("trace", pair.unified, status, detail, traced.chip.name)

    legacy, unified = traced.legacy_signatures.get(pair.legacy), traced.unified_signatures.get(pair.unified)
    if legacy is None or unified is None:
        return proof("not-run", "not declared in the public header")
    if legacy.unsupported or unified.unsupported:
        return proof("not-run", legacy.unsupported or unified.unsupported)
    cases, why = find_cases(traced, legacy)
    run = 0
    for case in cases:
        difference = _case(traced, pair, legacy, unified, case)
        if difference:
            return proof("different", f"{case.title}: {difference}")
        run += case.accepted
    if not run:
        return proof("not-run", why)
    detail = f"{run} sets of inputs accepted, {len(cases) - run} refused by both"
    unset = ", ".join(sorted(traced.undefined.get(pair.unified, ())))
    detail += f"; unset by the legacy code: {unset}" if unset else ""
    detail += "; equal once the legacy code waits for what it reads back" if pair.unified in traced.waited else ""
    return proof("equal", detail)


def find_cases(traced: Traced, signature: Signature) -> tuple[list[Case], str]:
    """Inputs that the legacy build takes, varied, and some that it refuses; why none was found otherwise."""
    refused: dict[str, inputs.Inputs] = {}

    def attempt(values: inputs.Inputs) -> inputs.Outcome:
        outcome = traced.legacy.zero.call(signature, signature.name, values).outcome
        if not outcome.ok and not outcome.died:
            refused.setdefault(f"{outcome.line} {outcome.check}", values)
        return outcome

    base, outcome = None, inputs.Outcome(False)
    for seed in range(3):
        base, outcome = inputs.repair(inputs.default_inputs(signature), traced.names, attempt, random.Random(seed))
        if base is not None or outcome.check == "false":
            break
    if base is None:
        reason = outcome.died or f"no inputs found that pass `{outcome.check}` in line {outcome.line}"
        if outcome.check == "false":
            reason = f"the legacy code has no implementation for {traced.chip.name}"
        return [Case(f"refused by `{k}`", v, False) for k, v in list(refused.items())[-REFUSED_SETS:]], reason
    cases = [Case("plain", base, True), Case("plain, memory of ones", base, True, 1)]
    seen = {repr(sorted(base.items()))}
    for title, values in inputs.variations(base, traced.names, set()):
        key = repr(sorted(values.items()))
        if key in seen or len(cases) >= INPUT_SETS:
            continue
        seen.add(key)
        if attempt(values).ok:
            cases.append(Case(title, values, True))
    cases += [Case(f"refused by `{k.partition(' ')[2]}`", v, False) for k, v in list(refused.items())[-REFUSED_SETS:]]
    return cases, ""


def _case(traced: Traced, pair: Pair, legacy: Signature, unified: Signature, case: Case) -> str:
    """The first difference, or an empty string."""
    values = _renamed(legacy, unified, case.values)
    if isinstance(values, str):
        return values
    ours = traced.unified.zero.call(unified, pair.unified, values, case.data)
    if ours.outcome.died:
        return f"the unified build: {ours.outcome.died}"
    if not case.accepted:
        return "" if ours.outcome.status != 0 else "the legacy code aborts, the unified one answers success"
    if ours.outcome.status != 0:
        if ours.outcome.status == BAD_PARAM and _null_required(traced, pair, case):
            return ""  # an intended difference: a null tensor that is not optional is refused
        return f"the legacy code succeeds, the unified one answers status {ours.outcome.status}: {ours.error}"
    again = traced.unified.pattern.call(unified, pair.unified, values, case.data)
    difference = _against(traced, traced.legacy, pair, legacy, case, (ours, again))
    if difference and not _against(traced, traced.eager, pair, legacy, case, (ours, again)):
        traced.waited.add(pair.unified)
        return ""
    return difference


def _against(
    traced: Traced, side: Side, pair: Pair, legacy: Signature, case: Case, ours: tuple[CallResult, CallResult]
) -> str:
    """First difference between one legacy side and the unified calls under both fills."""
    theirs = tuple(build.call(legacy, pair.legacy, case.values, case.data) for build in (side.zero, side.pattern))
    structs = {row.symbol: row.args for row in pair.rows if row.symbol and row.args and row.chip == traced.chip.name}
    expected, found = (
        compare.with_undefined(*(compare.steps(result, traced.layouts, structs) for result in both))
        for both in (theirs, ours)
    )
    traced.undefined.setdefault(pair.unified, set()).update(compare.undefined_fields(expected))
    difference = compare.first_difference(expected, found)
    if not difference and theirs[0].arrays != ours[0].arrays:
        difference = f"results on the host were {theirs[0].arrays}, are {ours[0].arrays}"
    return difference


def _null_required(traced: Traced, pair: Pair, case: Case) -> bool:
    optional = traced.optional.get(pair.unified, frozenset())
    return any(
        isinstance(v, inputs.TensorValue) and not v.present and k not in optional for k, v in case.values.items()
    )


def _renamed(legacy: Signature, unified: Signature, values: inputs.Inputs) -> inputs.Inputs | str:
    """The values under the unified function's parameter names: parameters keep their order."""
    if len(legacy.params) != len(unified.params):
        return f"{len(legacy.params)} parameters became {len(unified.params)}"
    renamed: inputs.Inputs = {}
    for a, b in zip(legacy.params, unified.params, strict=True):
        if a.name in values:
            renamed[b.name] = values[a.name]
        for key in values:
            if key.startswith(a.name + "."):
                renamed[b.name + key[len(a.name) :]] = values[key]
    return renamed


def default_work(out: Path) -> Path:
    """Where the builds of the proof are kept between runs."""
    return out / ".verify" / "trace"
