"""Both builds of one chip, ready to be called, and what the legacy one answered so far."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from dnnlib.paths import library_dir
from migrate.frontend.compiler.builtin_headers import builtin_headers
from migrate.frontend.lex import Kind, lex_whole
from migrate.frontend.source import Source
from migrate.model import Chip, KernelRow
from migrate.project.config import Project
from migrate.project.library_rules import LibraryRules, compile_library_rules
from migrate.project.unified_tree import simulated_runtimes
from migrate.verify.trace import builds, compare, inputs
from migrate.verify.trace.data import legacy_program, simulators, unified_program
from migrate.verify.trace.harness import DTYPES, Dialect, render
from migrate.verify.trace.layouts import read_layouts
from migrate.verify.trace.process import Build, CallResult
from migrate.verify.trace.signature import Signature, Struct, read_signatures

FAILED_CHECK = re.compile(r"the check failed: (.*)$")


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
    check: str = ""  # that refuses them


def unified_values(legacy: Signature, unified: Signature, values: inputs.Inputs) -> inputs.Inputs:
    """The values under the unified function's parameter names: parameters keep their order."""
    renamed: inputs.Inputs = {}
    for a, b in zip(legacy.params, unified.params, strict=True):
        if a.name in values:
            renamed[b.name] = values[a.name]
        for key in values:
            if key.startswith(a.name + "."):
                renamed[b.name + key[len(a.name) :]] = values[key]
    return renamed


def with_legacy_fields(legacy: Signature, unified: Signature) -> Signature:
    """Fields that a unified parameter struct has beyond the legacy one are left as nobody sets them."""
    if len(legacy.params) != len(unified.params):
        return unified
    params = []
    for a, b in zip(legacy.params, unified.params, strict=True):
        if isinstance(a, Struct) and isinstance(b, Struct):
            known = {field.name for field in a.fields}
            b = replace(b, fields=tuple(field for field in b.fields if field.name in known))
        params.append(b)
    return replace(unified, params=tuple(params))


@dataclass
class Side:
    """One build under both fills of unset memory."""

    zero: Build
    pattern: Build

    def close(self) -> None:
        self.zero.close()
        self.pattern.close()


@dataclass(frozen=True)
class Expected:
    """What the legacy build does in one case; what depends on unset memory is None."""

    steps: tuple[compare.Step, ...]
    arrays: tuple[str, ...]


@dataclass(frozen=True)
class Computing:
    """The builds with firmware whose kernels compute; `eager`: the legacy one on a chip that finishes every call at once."""

    legacy: Build
    eager: Build
    unified: Build

    def close(self) -> None:
        for build in (self.legacy, self.eager, self.unified):
            build.close()


@dataclass
class Traced:
    """Everything needed to call both builds on one chip."""

    chip: Chip
    legacy: Side
    eager: Side  # the legacy build on a chip that finishes every call at once: as if it waited where it should
    unified: Side
    computing: Computing | None  # where the chip has firmware that computes
    program: builds.Program  # the unified one, memory filled with a pattern
    legacy_signatures: Mapping[str, Signature]
    unified_signatures: Mapping[str, Signature]
    names: inputs.Names
    rules: LibraryRules
    layouts: Mapping[str, compare.StructLayout]
    structs: Mapping[str, str]  # kernel -> its argument struct; an operator may launch another's kernel through it
    optional: Mapping[str, frozenset[str]]
    undefined: dict[str, set[str]] = field(default_factory=dict)
    waited: set[str] = field(default_factory=set)  # equal only where the legacy code waits
    intended: dict[str, set[str]] = field(default_factory=dict)  # function -> ids of intended differences that were met
    known: dict[tuple[str, str, bool], Expected] = field(default_factory=dict)

    def close(self) -> None:
        for side in (self.legacy, self.eager, self.unified):
            side.close()
        if self.computing:
            self.computing.close()

    def steps(self, pair: Pair, result: CallResult) -> list[compare.Step]:
        own = {r.symbol: r.args for r in pair.rows if r.symbol and r.args and r.chip == self.chip.name}
        return compare.steps(result, self.layouts, {**self.structs, **own})

    def check_failed(self, pair: Pair, values: inputs.Inputs, check: str) -> str:
        """The message with which the unified build refuses inputs at a check of the legacy code; empty where it does not."""
        legacy, unified = self.legacy_signatures[pair.legacy], self.unified_signatures[pair.unified]
        if len(legacy.params) != len(unified.params):
            return ""
        theirs = unified_values(legacy, unified, values)
        failed = FAILED_CHECK.search(self.unified.zero.call(unified, pair.unified, theirs).error)
        return failed[1] if failed and self.same_check(check, failed[1]) else ""

    def same_check(self, check: str, message: str) -> bool:
        """Whether a sentence of the unified library is about a check of the legacy code, in unified names."""
        words = (
            (self.rules.name(t.text.decode()) or t.text.decode()) if t.kind == Kind.IDENT else t.text.decode()
            for t in lex_whole(check.encode())
        )
        return message.replace(" ", "").startswith("".join(words))

    def expected(self, pair: Pair, signature: Signature, case: Case, eager: bool = False) -> Expected:
        """The legacy build's answer, asked for once."""
        key = (pair.legacy, repr((sorted(case.values.items()), case.data)), eager)
        if key not in self.known:
            side = self.eager if eager else self.legacy
            zero, pattern = (b.call(signature, pair.legacy, case.values, case.data) for b in (side.zero, side.pattern))
            found = compare.with_undefined(self.steps(pair, zero), self.steps(pair, pattern))
            self.known[key] = Expected(tuple(found), zero.arrays)
        return self.known[key]


def _legacy_signatures(
    project: Project, chip: Chip, arguments: list[str], flag: str | None
) -> tuple[list[Path], dict[str, Signature]]:
    """The library's headers that a chip's compiler takes, and what they declare. Raises builds.BuildFailed where it takes none."""
    types = project.library_rules.get("types", {})
    headers: list[Path] = []
    found: dict[str, Signature] = {}
    problem = f"the project file's library.headers names no header for {chip.name}"
    for header in project.source_files(project.library.headers):
        try:
            found |= read_signatures(header, arguments, types["tensor"][0], types["handle"], flag)
        except ValueError as error:  # another chip's, whose runtime this one does not have
            problem = str(error)
            continue
        headers.append(header)
    if not headers:
        raise builds.BuildFailed(problem)
    return headers, found


def _defined(project: Project, chip: Chip, paths: Sequence[Path]) -> set[str]:
    """Functions that a chip's sources define: a header may declare more, for other chips."""
    sources = (Source(project.relative(path), path.read_bytes(), project.chips) for path in paths)
    return {f.name for source in sources for f in source.functions if source.sees(chip, f.span.start)}


def prepare(
    project: Project,
    unified: builds.UnifiedBuild,
    chip: Chip,
    pairs: Sequence[Pair],
    kernels: Sequence[str],
    work: Path,
) -> Traced:
    """Build what is missing. Raises builds.BuildFailed."""
    rules = project.library_rules
    legacy = builds.legacy_build(project, chip, work / chip.name)
    clang = [f"-I{folder}" for folder in builtin_headers()]
    types = rules.get("types", {})
    flag = next(iter(rules.get("non_blocking", ())), None)
    headers, theirs = _legacy_signatures(project, chip, [*clang, *legacy.defines, *legacy.include], flag)
    defined = _defined(project, chip, legacy.sources)
    absent = f"no source of {chip.name} defines it"
    theirs |= {name: replace(one, unsupported=absent) for name, one in theirs.items() if name not in defined}
    names = simulators()["unified"]
    ours = read_signatures(
        unified.header, [*clang, *unified.include], names["tensor_type"], [names["handle_type"]], None
    )
    both = [p for p in pairs if p.legacy in theirs and p.unified in ours]
    ours |= {p.unified: with_legacy_fields(theirs[p.legacy], ours[p.unified]) for p in both}
    prefix = _dtype_prefix(rules)
    enumerators = {
        found for header in headers for found in re.findall(rf"\b{prefix}\w+", header.read_text(errors="replace"))
    }
    trace = project.trace
    legacy_text = render(
        [theirs[p.legacy] for p in pairs if _callable(theirs, p.legacy)],
        Dialect(
            tuple(header.name for header in headers), types["tensor"][0], _dtype_type(rules), prefix,
            legacy_program(legacy.runtime),
            trace.setup, trace.prologue, "true",
        ),
        enumerators,
    )  # fmt: skip
    unified_text = render(
        [ours[p.unified] for p in pairs if _callable(ours, p.unified)],
        Dialect(
            tuple(names["headers"]), names["tensor_type"], names["dtype_type"], names["dtype_prefix"], unified_program()
        ),
        {f"{names['dtype_prefix']}{d}" for d in DTYPES},
    )
    firmware = builds.build_firmware(legacy.runtime, kernels, work)
    environment = {"TPUKERNEL_FIRMWARE_PATH": str(firmware), **trace.environment}
    message = re.compile(trace.check_message)
    programs = {fill: builds.build_legacy(legacy, fill, legacy_text, work / chip.name / fill) for fill in builds.FILLS}
    libraries = {
        fill: builds.build_unified(unified, fill, unified_text, work / "unified" / fill, work / "core")
        for fill in builds.FILLS
    }

    def side(name: str, paths: Mapping[str, Path], environment: Mapping[str, str]) -> Side:
        return Side(
            *(Build(paths[f], work / f"{chip.name}-{name}-{f}.jsonl", dict(environment), message) for f in builds.FILLS)
        )

    return Traced(
        chip,
        side("legacy", programs, environment),
        side("eager", programs, {**environment, "TPUSIM_SYNCHRONOUS": "1"}),
        side(
            "unified",
            {f: p.path for f, p in libraries.items()},
            {**unified_environment(chip, firmware, work / "tables"), **trace.environment},
        ),
        _computing(project, chip, legacy.runtime, programs["zero"], libraries["zero"].path, work, message),
        libraries["pattern"],
        theirs,
        ours,
        inputs.Names({e: e.removeprefix(prefix) for e in enumerators if e.removeprefix(prefix) in DTYPES}),
        compile_library_rules(rules),
        read_layouts([unified.arguments], clang),
        {r.symbol: r.args for p in pairs for r in p.rows if r.symbol and r.args and r.chip == chip.name},
        _optional(b"\n".join(unified.headers).decode("utf-8", "replace")),
    )


def _computing(
    project: Project, chip: Chip, runtime: str, legacy: Path, unified: Path, work: Path, message: re.Pattern[str]
) -> Computing | None:
    """On the firmware that the project file names, else on that of the simulated chip."""
    firmware = library_dir() / project.trace.firmware.get(
        chip.name, f"{simulated_runtimes()[runtime].name}.firmware.so"
    )
    if not firmware.exists():
        return None
    common = {**project.trace.environment, "TRACE_RESULTS": "1"}
    environment = {"TPUKERNEL_FIRMWARE_PATH": str(firmware), **common}

    def build(name: str, program: Path, environment: Mapping[str, str]) -> Build:
        return Build(program, work / f"{chip.name}-computing-{name}.jsonl", dict(environment), message)

    return Computing(
        build("legacy", legacy, environment),
        build("eager", legacy, {**environment, "TPUSIM_SYNCHRONOUS": "1"}),
        build("unified", unified, {**unified_environment(chip, firmware, work / "tables"), **common}),
    )


def unified_environment(chip: Chip, firmware: Path, tables: Path) -> dict[str, str]:
    names = simulators()["environment"]
    return {
        names["chips"]: chip.name,
        names["drivers"]: str(library_dir()),
        names["tables"]: str(tables),
        names["firmware"]: str(firmware.parent),
        **simulators()["unified_environment"],
    }


def _callable(signatures: Mapping[str, Signature], name: str) -> bool:
    return name in signatures and not signatures[name].unsupported


def _dtype_prefix(rules: Mapping) -> str:
    names = list(rules.get("dtypes", {}))
    return re.match(r"(.*_)\w+$", names[0])[1] if names else str(simulators()["legacy_dtype_prefix"])


def _dtype_type(rules: Mapping) -> str:
    return next(
        (old for old, new in rules.get("names", {}).items() if new == simulators()["unified"]["dtype_type"]), "int"
    )


def _optional(header: str) -> dict[str, frozenset[str]]:
    """Function to the tensors that its comment calls optional (`@optional bias, weight`)."""
    found: dict[str, frozenset[str]] = {}
    for comment, name in re.findall(r"/\*\*?(.*?)\*/\s*(?:extern\s+)?\w+\s+(\w+)\s*\(", header, re.S):
        words = [w for line in re.findall(r"@optional\s+([^\n*]+)", comment) for w in re.findall(r"\w+", line)]
        found[name] = frozenset(words)
    return found


Progress = Callable[[str], None]
