"""The proof of the proofs: mutants are seeded, and compile, trace and results have to see them."""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from migrate.emit.families import definitions
from migrate.model import NOT_MADE, Proof, Status
from migrate.project.config import Project
from migrate.verify.mutate import output_mutants
from migrate.verify.mutate.bench import Bench, MutantSource, Verdict, only, open_bench
from migrate.verify.mutate.rule_mutants import RuleMutant, rule_mutants
from migrate.verify.mutate.rules_trial import Conversion, Converter, try_rules
from migrate.verify.mutate.why import Wrong, survivor
from migrate.verify.trace.builds import JOBS, BuildFailed
from migrate.verify.trace.session import Pair, Progress

SHARE = 0.9  # of each half that has to be caught
AHEAD = 3  # conversions with wrong rules that wait to be tried


@dataclass(frozen=True)
class Trial:
    """One seeded mutant and what became of it."""

    half: str  # output or rules
    kind: str
    where: str
    what: str
    verdict: Verdict


def prove(
    project: Project,
    pairs: Sequence[Pair],
    kernels: Sequence[str],
    out: Path,
    work: Path,
    progress: Progress,
    count: int = 120,
    seed: int = 1,
) -> list[Proof]:
    """`count` mutants in each half; one proof per half and one for every survivor. Raises BuildFailed."""
    bench = open_bench(project, pairs, kernels, out, work, progress)
    try:
        trials = [*output_trials(bench, count, random.Random(seed), progress)]
        trials += rule_trials(bench, count, random.Random(seed), progress)
    finally:
        bench.close()
    return [proof for half in ("output", "rules") for proof in _proofs(half, [t for t in trials if t.half == half])]


def _proofs(half: str, trials: Sequence[Trial]) -> Iterator[Proof]:
    if not trials:
        yield Proof("mutate", f"mutants in {half}", NOT_MADE, "no mutant could be seeded")
        return
    real = [t for t in trials if not t.verdict.equivalent]
    caught = [t for t in real if t.verdict.by]
    by = Counter(t.verdict.by for t in caught)
    kinds = len({t.kind for t in real})
    ran = [t for t in real if t.verdict.by != "compile"]
    detail = f"{len(caught)} of {len(real)} caught, {by['compile']} by compile, {by['trace']} by trace"
    detail += f", {by['results']} by results alone" if by["results"] else ""
    detail += f"; results without the trace: {sum(t.verdict.results for t in ran)} of the {len(ran)} that compile"
    detail += f"; {kinds} kinds"
    if len(real) < len(trials):
        detail += f"; {len(trials) - len(real)} more change nothing that a call can show"
    yield Proof("mutate", f"mutants in {half}", "equal" if len(caught) >= SHARE * len(real) else "different", detail)
    for trial in trials:
        if not trial.verdict.by:
            where = f" in {trial.where}" if trial.where else ""
            status = "equivalent" if trial.verdict.equivalent else "survived"
            yield Proof("mutate", f"{trial.kind}{where}", status, f"{trial.what}: {trial.verdict.detail}")


# ---- output


def output_trials(bench: Bench, count: int, rng: random.Random, progress: Progress) -> list[Trial]:
    """Mutants of every kind in turn, each in another function where there are enough."""
    proved = sorted({name for (_, name), cases in bench.cases.items() if any(c.accepted for c in cases)})
    trials = table_trials(bench, proved, count // 8, rng)
    chosen = _choose(bench, proved, count - len(trials), rng)
    with ThreadPoolExecutor(JOBS) as pool:
        for path in {bench.family(name) for _, name, _, _ in chosen} - {None}:
            bench.baseline(path)
        units = [_output_unit(bench, name, text, index) for index, (_, name, _, text) in enumerate(chosen)]
        compiled = pool.map(bench.compile, units)
        for index, ((kind, name, what, _), (library, problem)) in enumerate(zip(chosen, compiled, strict=True)):
            progress(f"mutate: mutant {index + 1}/{len(chosen)} in the output: {kind}")
            verdict = Verdict("compile", problem) if library is None else bench.calls([name], library)
            if not verdict.by:
                verdict = replace(verdict, detail=survivor(bench, Wrong(name, chosen[index][3], library)))
            trials.append(Trial("output", kind, name, what, verdict))
    return trials


def _choose(bench: Bench, names: Sequence[str], count: int, rng: random.Random) -> list[tuple[str, str, str, str]]:
    """(kind, function, what, new text of the function): kinds in turn, at random places."""
    keys = sorted({row.key for pair in bench.pairs.values() for row in pair.rows})
    around = output_mutants.Surroundings(keys, [chip.form for chip in bench.project.chips])
    texts = {name: _text(bench, name) for name in names}
    order = list(names)
    rng.shuffle(order)
    pools: dict[str, list[tuple[str, str, str, str]]] = defaultdict(list)
    for kind, seed in output_mutants.KINDS.items():
        for name in order:
            found = list(seed(texts[name], around)) if texts[name] else []
            rng.shuffle(found)
            pools[kind] += [(kind, name, what, text) for what, text in found[:2]]
        rng.shuffle(pools[kind])
    chosen: list[tuple[str, str, str, str]] = []
    while len(chosen) < count and any(pools.values()):
        for pool in pools.values():
            if pool and len(chosen) < count:
                chosen.append(pool.pop())
    return chosen


def _text(bench: Bench, name: str) -> str:
    path = bench.family(name)
    if path is None:
        return ""
    data = path.read_bytes()
    function = definitions(data)[name]
    return data[function.span.start : function.span.end].decode("utf-8", "surrogateescape")


def _output_unit(bench: Bench, name: str, text: str, number: int) -> MutantSource:
    path = bench.family(name)
    assert path is not None
    data = path.read_bytes()
    function = definitions(data)[name]
    changed = data[: function.span.start] + text.encode("utf-8", "surrogateescape") + data[function.span.end :]
    return MutantSource(f"{path.stem}/output{number}", only(changed, [name], bench.pairs))


def table_trials(bench: Bench, proved: Sequence[str], count: int, rng: random.Random) -> list[Trial]:
    """Mutants in kernel tables."""
    users: dict[str, set[str]] = defaultdict(set)
    for name in proved:
        for key in re.findall(r'"([\w.]+)"', _text(bench, name)):
            users[key].add(name)
    found = []
    forms = [chip.form for chip in bench.project.chips]
    for chip in bench.project.chips:
        relative = bench.project.target.kernels.format(chip=chip.name)
        path = bench.out / relative if (bench.out / relative).exists() else bench.project.target_root / relative
        found += [(chip.name, *mutant) for mutant in output_mutants.table_mutants(path.read_text(), forms)]
    runs = {key for key in bench.cases if any(c.accepted for c in bench.cases[key])}
    found = [f for f in found if any((f[0], name) in runs for name in users[f[2]])]
    rng.shuffle(found)
    trials = []
    for chip, kind, key, what, text in found[:count]:
        try:
            verdict = bench.calls(sorted(users[key]), tables=bench.tables_with(chip, text), chips=[chip])
        except BuildFailed as error:
            verdict = Verdict("compile", str(error)[:200])
        if not verdict.by:
            verdict = _table_survivor(bench, chip, key, users[key], kind == "wrong-cores")
        trials.append(Trial("output", kind, f"{key} on {chip}", what, verdict))
    return trials


def _table_survivor(bench: Bench, chip: str, key: str, users: set[str], cores: bool) -> Verdict:
    """Whether the row of a surviving mutant is used at all. A number of cores that is the same after all is no mutant."""
    traced = bench.sessions[chip]
    symbols = {row.symbol for name in users for row in bench.pairs[name].rows if row.key == key and row.chip == chip}
    for name in sorted(users):
        pair = bench.pairs[name]
        for case in bench.cases.get((chip, name), ()):
            steps = traced.expected(pair, traced.legacy_signatures[pair.legacy], case).steps if case.accepted else ()
            if any(step.what in symbols for step in steps):
                same = f"{name} launches it on {chip}, and the launch is the same with the mutant"
                return Verdict("", f"{same}: this chip has one core" if cores else same, equivalent=cores)
    return Verdict("", f"no input makes {', '.join(sorted(users))} launch it on {chip}")


# ---- rules


def rule_trials(bench: Bench, count: int, rng: random.Random, progress: Progress) -> list[Trial]:
    """Mutants of every kind in turn. Conversion runs ahead in a process of its own."""
    base = Converter(bench.project).convert(bench.project.library_rules)
    there = {f.unified for f in base.functions.values() if f.status == Status.CONVERTED}
    if lost := sorted({name for _, name in bench.cases} - there):
        raise BuildFailed(f"the right rules do not convert {', '.join(lost)} here, so wrong ones would show nothing")
    trials: list[Trial] = []
    with ProcessPoolExecutor(1, initializer=_start_converter, initargs=(bench.project,)) as pool:
        waiting: deque[tuple[RuleMutant, Future[Conversion | None]]] = deque()
        for number, mutant in enumerate((*_in_turn(bench, rng), *[None] * AHEAD)):
            if mutant is not None:
                waiting.append((mutant, pool.submit(_convert, mutant)))
            if (mutant is not None and len(waiting) <= AHEAD) or not waiting:
                continue
            tried, future = waiting.popleft()
            progress(f"mutate: mutant {len(trials) + 1}/{count} in the rules: {tried.what}")
            wrong = future.result()
            verdict = try_rules(bench, number, tried, base, wrong) if wrong else None
            if verdict is not None:
                trials.append(Trial("rules", tried.kind, "", tried.what, verdict))
            if sum(not t.verdict.equivalent for t in trials) == count:
                pool.shutdown(wait=False, cancel_futures=True)
                break
    return trials


def _in_turn(bench: Bench, rng: random.Random) -> Iterator[RuleMutant]:
    pools: dict[str, list[RuleMutant]] = defaultdict(list)
    for mutant in rule_mutants(bench.project.library_rules):
        pools[mutant.kind].append(mutant)
    for pool in pools.values():
        rng.shuffle(pool)
    while any(pools.values()):
        yield from (pool.pop() for pool in pools.values() if pool)


_CONVERTERS: list[Converter] = []  # of a worker process


def _start_converter(project: Project) -> None:
    _CONVERTERS.append(Converter(project))


def _convert(mutant: RuleMutant) -> Conversion | None:
    """None for rules that cannot be used at all: they prove nothing."""
    try:
        return _CONVERTERS[0].convert(mutant.rules, mutant.swapped_chips)
    except (KeyError, ValueError, IndexError, TypeError, AttributeError):
        return None
