"""Where mutants are tried: both builds of every chip, the cases of every function, and what the unified build does with a mutant."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from migrate.emit.families import definitions
from migrate.frontend.source import Function
from migrate.project.config import Project
from migrate.project.library_rules import LibraryRules, compile_library_rules
from migrate.verify.compile import warning_key
from migrate.verify.results.moves import InputSet
from migrate.verify.results.prove import agreed_sets, compare_set
from migrate.verify.trace import builds, cases, compare
from migrate.verify.trace.data import simulators
from migrate.verify.trace.process import Build
from migrate.verify.trace.prove import compare_case, function_proof, no_inputs
from migrate.verify.trace.session import Case, Pair, Progress, Side, Traced, prepare, unified_values

TIMEOUT = 300


@dataclass(frozen=True)
class Verdict:
    """How a mutant was caught: `by` is compile, trace or, where these do not see it, results; empty where it survived. An equivalent one is no
    mutant after all. `results`: whether what is computed shows it as well."""

    by: str
    detail: str = ""
    equivalent: bool = False
    results: bool = False

    def known_by_results(self) -> Verdict:
        """That of one which only its results give away."""
        return replace(self, by="results") if self.results and not self.by else self


@dataclass(frozen=True)
class MutantSource:
    """A source with some operators that replace those of the unified build. `headers` stand before all others."""

    name: str
    text: bytes
    headers: Mapping[str, bytes] = field(default_factory=dict)


@dataclass
class Bench:
    project: Project
    out: Path
    work: Path
    build: builds.UnifiedBuild
    sessions: dict[str, Traced]
    pairs: dict[str, Pair]  # by unified name
    cases: dict[tuple[str, str], list[Case]]  # (chip, unified name)
    sets: dict[tuple[str, str], list[InputSet]]  # of what both builds compute alike
    warnings: dict[str, frozenset[tuple[str, ...]]] = field(default_factory=dict)
    places: dict[str, Path] = field(default_factory=dict)  # operator -> source
    reasons: dict[tuple[str, str], str] = field(
        default_factory=dict
    )  # (chip, unified name) -> why no input is accepted

    @cached_property
    def rules(self) -> LibraryRules:
        return compile_library_rules(self.project.library_rules)

    def close(self) -> None:
        for traced in self.sessions.values():
            traced.close()

    def family(self, name: str) -> Path | None:
        """The source of the output that has an operator."""
        if not self.places:
            for path in self.build.sources:
                self.places.update(dict.fromkeys(definitions(path.read_bytes()), path))
        return self.places.get(name)

    # ---- compile

    def compile(self, unit: MutantSource, strict: bool = True) -> tuple[Path | None, str]:
        """A library with the unit's operators; None and the first error (if strict: or new warning) where it does not compile as before."""
        folder = self.work / "mutants" / unit.name
        folder.mkdir(parents=True, exist_ok=True)
        source, target = folder / "unit.cpp", folder / "unit.so"
        source.write_bytes(unit.text)
        for name, text in unit.headers.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(text)
        include = next(iter(self.sessions.values())).program.include
        folders = [f"-I{folder}", *include, f"-I{self.build.sources[0].parent}"]
        flags = [f for f in builds.operator_flags("pattern", folders) if f != "-w"]
        command = [builds.compiler(), *flags, "-Wall", "-Wextra", "-shared", str(source), "-o", str(target)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)
        except subprocess.TimeoutExpired:
            raise builds.BuildFailed(f"compiling {unit.name} takes more than {TIMEOUT} s") from None
        lines = [line for line in done.stderr.splitlines() if " error: " in line or " warning: " in line]
        known = self.warnings.get(unit.name.split("/")[0], frozenset())
        new = [line for line in lines if " error: " in line or warning_key(line, self.rules) not in known]
        if done.returncode or (strict and new and "/" in unit.name):
            return None, (new or lines or ["no message"])[0].rpartition(str(folder) + "/")[2][:200]
        if "/" not in unit.name:
            self.warnings[unit.name] = frozenset(warning_key(line, self.rules) for line in lines)
        return target, ""

    def baseline(self, path: Path) -> None:
        """What an unchanged source is warned about."""
        if path.stem not in self.warnings:
            library, problem = self.compile(MutantSource(path.stem, path.read_bytes()))
            if library is None:
                raise builds.BuildFailed(f"{path.name} does not compile as it is: {problem}")

    # ---- trace and results

    def calls(
        self, names: Iterable[str], library: Path | None = None, tables: Path | None = None, chips: Sequence[str] = ()
    ) -> Verdict:
        """What operators do otherwise with another library or other kernel tables: the first case in which they launch something else, and
        whether they compute something else."""
        names = list(names)
        difference = self._results(names, library, tables, chips)
        verdict = self._trace(names, library, tables, chips)
        verdict = replace(verdict, detail=verdict.detail or difference, results=bool(difference))
        return verdict.known_by_results()

    def _results(self, names: Sequence[str], library: Path | None, tables: Path | None, chips: Sequence[str]) -> str:
        for chip, traced in self.sessions.items():
            if traced.computing is None or (chips and chip not in chips):
                continue
            build = self._with(traced.computing.unified, f"{chip}-mutant-computing", library, tables)
            computing = replace(traced.computing, unified=build)
            try:
                for name in names:
                    for inputs in self.sets.get((chip, name), ()):
                        difference, _ = compare_set(traced, computing, self.pairs[name], inputs)
                        if difference:
                            return f"{name} on {chip}, {inputs.title}: {difference}"[:240]
            finally:
                build.close()
        return ""

    def _trace(self, names: Sequence[str], library: Path | None, tables: Path | None, chips: Sequence[str]) -> Verdict:
        for chip, traced in self.sessions.items():
            if chips and chip not in chips:
                continue
            changed = self._other(traced, library, tables)
            try:
                for name in names:
                    for case in self.cases.get((chip, name), ()):
                        difference = compare_case(changed, self.pairs[name], case)
                        if difference:
                            return Verdict("trace", f"{name} on {chip}, {case.title}: {difference}"[:240])
            finally:
                changed.unified.zero.close()
        return Verdict("")

    def ends(self, chip: str, name: str, library: Path) -> bool:
        """Whether any case of an operator ends the process with another library."""
        changed = self._other(self.sessions[chip], library, None)
        legacy, unified = changed.legacy_signatures[self.pairs[name].legacy], changed.unified_signatures[name]
        calls = (
            changed.unified.zero.call(unified, name, unified_values(legacy, unified, case.values), case.data)
            for case in self.cases.get((chip, name), ())
        )
        try:
            return any(call.outcome.died for call in calls)
        finally:
            changed.unified.zero.close()

    def raw_difference(self, chip: str, name: str, library: Path | None, tables: Path | None = None) -> str:
        """The first thing that another library or other tables do differently from the right unified build, compared or not."""
        changed, right = self._other(self.sessions[chip], library, tables), self.sessions[chip]
        pair = self.pairs[name]
        legacy, unified = right.legacy_signatures[pair.legacy], right.unified_signatures[name]
        try:
            for case in self.cases.get((chip, name), ()):
                values = unified_values(legacy, unified, case.values)
                ours, other = (t.unified.pattern.call(unified, name, values, case.data) for t in (right, changed))
                difference = compare.first_difference(right.steps(pair, ours), right.steps(pair, other))
                answers = [call.error if call.outcome.status else "success" for call in (ours, other)]
                if not difference and answers[0] != answers[1]:
                    difference = f"`{answers[0]}` became `{answers[1]}`"
                if not difference and ours.arrays != other.arrays:
                    difference = "results on the host differ"
                if difference:
                    return f"{chip}, {case.title}: {difference}"
        finally:
            changed.unified.pattern.close()
        return ""

    def _other(self, traced: Traced, library: Path | None, tables: Path | None) -> Traced:
        build = self._with(traced.unified.pattern, f"{traced.chip.name}-mutant", library, tables)
        return replace(traced, unified=Side(build, build), undefined={}, waited=set(), intended={})

    def _with(self, plain: Build, name: str, library: Path | None, tables: Path | None) -> Build:
        """A build with operators of another library, or other kernel tables."""
        environment = dict(plain.environment)
        if library:
            environment["LD_PRELOAD"] = str(library)
        if tables:
            environment[simulators()["environment"]["tables"]] = str(tables)
        return Build(plain.program, self.work / f"{name}.jsonl", environment, plain.check_message, timeout=5.0)

    def tables_with(self, chip: str, text: str, fresh: bool = True) -> Path:
        """Kernel tables of which one chip's was changed. Raises builds.BuildFailed."""
        folder = self.work / "mutants" / "tables"
        if fresh:
            shutil.copytree(self.work / "tables", folder, dirs_exist_ok=True)
        rows = folder / f"{chip}.yaml"
        rows.write_text(text)
        builds.build_table(rows, self.build.arguments, chip, folder)
        return folder


def only(text: bytes, keep: Iterable[str], public: Iterable[str]) -> bytes:
    """A source without those public functions that are not to be kept: what remains compiles faster."""
    kept, known = set(keep), set(public)
    drop: list[Function] = [f for f in definitions(text).values() if f.name in known and f.name not in kept]
    for function in sorted(drop, key=lambda f: f.span.start, reverse=True):
        text = text[: function.lead.start] + text[function.span.end :]
    return text


def open_bench(
    project: Project, pairs: Sequence[Pair], kernels: Sequence[str], out: Path, work: Path, progress: Progress
) -> Bench:
    """Builds and cases of every chip; functions that are not proved equal have none. Raises builds.BuildFailed."""
    build = builds.unified_build(project, out)
    builds.build_tables(project, build, work / "tables")
    bench = Bench(project, out, work, build, {}, {p.unified: p for p in pairs}, {}, {})
    for chip in project.chips:
        progress(f"mutate: building both libraries for {chip.name}")
        traced = prepare(project, build, chip, pairs, kernels, work)
        bench.sessions[chip.name] = traced
        for pair in pairs:
            progress(f"mutate: cases of {pair.unified} on {chip.name}")
            signature = traced.legacy_signatures.get(pair.legacy)
            if signature is None or signature.unsupported:
                continue
            found, why = cases.find_cases(traced, pair)
            bench.reasons[chip.name, pair.unified] = no_inputs(traced, pair, why)
            if function_proof(traced, pair, found).status != "different":
                bench.cases[chip.name, pair.unified] = found
                bench.sets[chip.name, pair.unified] = agreed_sets(traced, pair, found)
    return bench
