"""One run: which files are converted by which side, what belongs to it, and what comes out of it all together."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from migrate.commands.run.options import Options
from migrate.commands.run.worker import Prepared, Worker, settled
from migrate.emit.moved import Moved
from migrate.emit.plan import Emission, Reader, combined
from migrate.emit.unified_tree import target_reader
from migrate.emit.user_edits import IsGone, preserve, with_others, with_states
from migrate.errors import MigrateError, UsageError, together
from migrate.frontend import public_header
from migrate.frontend.compiler.background import end_with
from migrate.frontend.prototypes import Prototype, read_prototypes
from migrate.frontend.variants import leader, library_inputs
from migrate.model import Confidence, FileResult, Finding, Location, Refusal, Span, Status
from migrate.project.config import Project
from migrate.project.discovery import LIBRARY, TORCH, output_path, sides, torch_sources, unit_test_path
from migrate.project.headers import SUFFIXES as HEADER_SUFFIXES
from migrate.report.build import Input

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

    from migrate.commands.run.torch_check import TorchCheck
    from migrate.frontend.compiler.clang import Parsing

Progress = Callable[[str], None]
SOURCE_SUFFIXES = (".cpp", ".cc", ".cxx", ".h", ".hpp")
CHUNK = 8  # torch-side files that a worker process takes at once

Library = tuple[list[Input], dict[str, bytes]]
T = TypeVar("T")


@dataclass(frozen=True)
class Run:
    """What a run did: one input per file, and the files it would write, by path in the unified tree; `stale`: files that go with their sources."""

    inputs: tuple[Input, ...]
    outputs: Mapping[str, bytes]
    origins: Mapping[str, Path]  # output -> the input that it replaces in place
    stale: Mapping[Path, bytes] = field(default_factory=dict)
    moved: Mapping[Path, str] = field(default_factory=dict)  # of these, where what stood there is now

    def preserving(self, base: Path, sources: Mapping[str, str], is_gone: IsGone) -> tuple[Run, Mapping[Path, bytes]]:
        """The run with texts that keep what a person changed below `base`, and the record to write with it."""
        kept = preserve(self.outputs, sources, base, is_gone)
        inputs = [replace(item, result=with_states(item.result, kept.states)) for item in self.inputs]
        inputs[:1] = [replace(item, result=with_others(item.result, kept.states, kept.missing)) for item in inputs[:1]]
        return replace(
            self, inputs=tuple(inputs), outputs=kept.outputs, stale={**self.stale, **kept.stale}
        ), kept.record


class Session:
    """One project with what all its files share. `out` is where the unified tree is read before the checkout's own; `parsing`: library
    sources that the chips' compilers have begun with."""

    def __init__(
        self,
        project: Project,
        options: Options,
        progress: Progress,
        out: Path | None = None,
        parsing: Mapping[Path, Parsing] | None = None,
    ) -> None:
        self.project = project
        self.options = options
        self.progress = progress
        self.out = out
        self.worker = Worker(project, options.cache, parsing or {})

    def convert(self, paths: Sequence[Path]) -> Run:
        """Convert files of either side; the result is the same for any number of jobs and any order of their ends."""
        library, torch = self._by_side(paths)
        with _pool(self.options.jobs) as pool:
            early = self._start_library(library, torch, pool)
            answers = self._torch(torch, pool)
            results = [answer for answer in answers if isinstance(answer, Input)]
            errors = [answer for answer in answers if isinstance(answer, MigrateError)]
            if not self.options.only_calls:
                self._called(results, library)
            try:
                converted, outputs = early.result() if early else self._library(library)
            except MigrateError as error:
                errors.append(error)
            if errors:
                raise together(errors)
            results = [*converted, *self._compiled(torch, results, outputs, pool)]
        origins = {output_path(self.project, path): path for path in torch}
        tests = self._tests(results, torch)
        origins |= {name: self.project.root / item.result.path for item in tests for name in item.result.outputs}
        results += tests
        for item in results[len(converted) :]:
            for name, data in item.result.outputs.items():
                if outputs.setdefault(name, data) != data:
                    raise UsageError(f"two inputs of this run both become {name}; give their targets different names")
        return (
            self._with_moved(Run(tuple(results), outputs, origins))
            if library
            else Run(tuple(results), outputs, origins)
        )

    def demand_settled(self, run: Run) -> None:
        """Raises UsageError where the next run in place would convert again what this one has converted: with rules for names that they give themselves."""
        compiled = {i.result.path for i in run.inputs if any(one.id == "T125" for one in i.result.refusals)}
        for name, path in run.origins.items():
            text = run.outputs.get(name)
            if text is None or name != output_path(self.project, path) or text == path.read_bytes():
                continue
            if self.project.relative(path) in compiled:
                continue  # what the compiler refused stays for its answer, which is not asked for here
            next_text = self.worker.again(path, text)
            if next_text != text:
                pairs = zip(text.splitlines(), next_text.splitlines(), strict=False)
                line, words = next(((n, (a, b)) for n, (a, b) in enumerate(pairs, 1) if a != b), (1, (b"", b"")))
                before, after = (word.strip().decode("utf-8", "replace") for word in words)
                raise UsageError(
                    f"{self.project.relative(path)}:{line}: in place this would change with every run, next from `{before}` to `{after}`: "
                    "rules are for a name that they give themselves; convert into a folder (--out)"
                )

    def _with_moved(self, run: Run) -> Run:
        """The run with what earlier ones wrote at places that the rules have changed since."""
        moved, base = target_reader(self.project, self.out).moved, self.out or self.project.out_dir
        gone = {path: place for path, place in moved.gone.items() if (base / path).is_file()}
        stale = {base / path: (base / path).read_bytes() for path in gone}
        places = {base / path: place for path, place in gone.items()}
        return replace(run, outputs={**moved.texts, **run.outputs}, stale=stale, moved=places)

    def preserving(self, run: Run, base: Path) -> tuple[Run, Mapping[Path, bytes]]:
        """The run with texts that keep what a person changed below `base`, compiled as they are then, and the record to write with it."""
        sources = {name: self.project.relative(path) for name, path in run.origins.items()}
        kept, record = run.preserving(base, sources, partial(self._is_gone, {*sources.values()}))
        if all(kept.outputs[name] == run.outputs[name] for name in run.origins):
            return kept, record
        inputs = self._torch_check().changed(kept.origins, kept.inputs, kept.outputs, self._public_header(kept.outputs))
        return replace(kept, inputs=tuple(inputs)), record

    def _is_gone(self, converted: Collection[str], output: str, source: str) -> bool:
        """Whether the sources of now do not make an output of an earlier run any more. `converted`: sources that this run converted."""
        project = self.project
        path = project.root / source
        if not path.is_file():
            return True
        if output == output_path(project, path):
            return False
        is_test = output == unit_test_path(project, path) and path in project.source_files(project.unit_tests)
        return not is_test or all(project.relative(one) in converted for one in torch_sources(project))

    def _is_of_library(self, path: Path) -> bool:
        """Whether a header is one of the library's, which comes along with its sources."""
        project, library = self.project, self.project.library
        if path.suffix not in HEADER_SUFFIXES:
            return False
        named = (*project.source_files(library.headers), *project.source_files(library.arguments))
        folders = (*library.include, *(folder for chip in project.chips for folder in chip.include))
        places = {(project.root / folder).resolve() for folder in folders} - {project.root.resolve()}
        own = path.resolve()
        return own in {one.resolve() for one in named} or bool(places & {*own.parents})

    def _by_side(self, paths: Sequence[Path]) -> tuple[dict[Path, frozenset[str] | None], list[Path]]:
        """Library sources, all functions of each, and torch-side files."""
        library: dict[Path, frozenset[str] | None] = {}
        torch: list[Path] = []
        neither: list[str] = []
        for path, where in sides(self.project, paths).items():
            if where == LIBRARY:
                library[leader(self.project, path)] = None
            elif where == TORCH or (path.suffix in SOURCE_SUFFIXES and not self._is_of_library(path)):
                torch.append(path)
            else:
                neither.append(f"{path}: neither a library source nor a torch-side file of {self.project.name}")
        if neither:
            raise UsageError("\n".join(neither))
        return library, torch

    def _start_library(
        self, library: Mapping[Path, frozenset[str] | None], torch: Sequence[Path], pool: Executor | None
    ) -> Future[Library] | None:
        """Begins with the library in another process where no torch-side file can add to it."""
        complete = {p.resolve() for p in library} >= {p.resolve() for p in library_inputs(self.project)}
        if pool is None or not library or not (complete or self.options.only_calls or not torch):
            return None
        return pool.submit(
            convert_libraries, self.worker, dict(library), self.out, self.options.writes, not self.options.uncompiled
        )

    def _torch(self, paths: Sequence[Path], pool: Executor | None) -> list[Input | MigrateError]:
        found: list[Input | MigrateError] = []
        if pool is None or len(paths) <= CHUNK:
            for path in paths:
                self.progress(f"convert {self.project.relative(path)}")
                found += convert_torch_files(self.worker, [path])
            return found
        chunks = [paths[i : i + CHUNK] for i in range(0, len(paths), CHUNK)]
        for chunk, inputs in zip(
            chunks, pool.map(convert_torch_files, [self.worker] * len(chunks), chunks), strict=True
        ):
            self.progress(f"converted {self.project.relative(chunk[-1])}")
            found += inputs
        return found

    def _compiled(
        self, paths: Sequence[Path], items: Sequence[Input], outputs: Mapping[str, bytes], pool: Executor | None
    ) -> list[Input]:
        """The torch-side files with what the compiler says of them, against the public header that the run leaves behind."""
        if not paths:
            return list(items)
        return self._torch_check().check(paths, items, self._public_header(outputs), pool)

    def _torch_check(self) -> TorchCheck:
        from migrate.commands.run.torch_check import TorchCheck  # a library source alone needs none of that side

        return TorchCheck(self.worker, self.options.uncompiled, self.options.only_calls, self.progress)

    def _public_header(self, outputs: Mapping[str, bytes]) -> dict[str, bytes]:
        """The files of the operators' header that the run leaves behind."""
        name, read = self.project.target.header, target_reader(self.project, self.out)
        return public_header.files(name, lambda path: outputs[path] if path in outputs else read(path)) if name else {}

    def _called(self, results: Iterable[Input], library: dict[Path, frozenset[str] | None]) -> None:
        """Adds the library sources with the functions that the torch-side files call."""
        called = {f.legacy for item in results for f in item.result.functions if f.status == Status.CONVERTED}
        if not called:
            return
        named = {path.resolve() for path in library}
        for path in library_inputs(self.project):
            if path.resolve() not in named:
                library[path] = frozenset(called)

    def _library(self, wanted: Mapping[Path, frozenset[str] | None]) -> Library:
        for path in wanted:
            self.progress(f"convert {self.project.relative(path)}")
        compiles = not self.options.uncompiled
        return convert_libraries(self.worker, wanted, self.out, self.options.writes, compiles, self.progress)

    def _tests(self, results: Sequence[Input], torch: Sequence[Path]) -> list[Input]:
        """Unit tests of the torch-side files' operators, for the chips that have the kernels of what these call."""
        if not torch:
            return []
        from migrate.frontend.torch.registrations import registered_operators
        from migrate.rules.test_calls import Operators
        from migrate.rules.unit_test import operator_names
        from migrate.verify.torch_conversion import convert_unit_tests

        names: dict[str, set[str]] = {}
        rows = {f.legacy: {r.chip for r in f.rows} for item in results for f in item.result.functions if f.rows}
        operators = Operators(frozenset(chip.name for chip in self.project.chips), rows)
        torch_paths = {self.project.relative(path) for path in torch}
        for item in results:
            if item.result.path not in torch_paths:
                continue
            chips = {c for f in item.result.functions for c in rows.get(f.legacy, ())}
            for name in operator_names(item.result.path, item.data):
                names.setdefault(name, set()).update(chips)
            operators.add(registered_operators(item.result.path, item.data, self.project.chips), chips)
        return [Input(result, data) for result, data in convert_unit_tests(self.project, operators, names)]


def _pool(jobs: int) -> AbstractContextManager[Executor | None]:
    if jobs == 1:
        return nullcontext()
    from concurrent.futures import ProcessPoolExecutor  # costs start-up time that a single job need not pay

    return ProcessPoolExecutor(jobs, initializer=end_with, initargs=(os.getpid(),))


def convert_torch_files(worker: Worker, paths: Sequence[Path]) -> list[Input | MigrateError]:
    """What each file becomes, or why it cannot be converted."""
    return [_answer(worker.torch, path) for path in paths]


def _answer(convert: Callable[..., T], *arguments: Any) -> T | MigrateError:
    try:
        return convert(*arguments)
    except MigrateError as error:
        return error


def convert_libraries(
    worker: Worker,
    wanted: Mapping[Path, frozenset[str] | None],
    out: Path | None,
    writes: bool,
    compiles: bool,
    progress: Progress = lambda _: None,
) -> Library:
    """Converts each source, then places what all of them give. `writes`: prepare for a run after this one; `compiles`: what a person changed."""
    tree = target_reader(worker.project, out)
    ordered = sorted(wanted.items(), key=lambda item: worker.project.relative(item[0]))
    answers = [_answer(worker.library, path, only) for path, only in ordered]
    errors = [answer for answer in answers if isinstance(answer, MigrateError)]
    if errors:
        raise together(errors)
    found = [a for a in answers if isinstance(a, Prepared)]
    prepared = settled(found, worker.before(found, tree), partial(_declared, worker.project, tree))
    emission = worker.emit(prepared, tree) if prepared else Emission({}, {})
    if writes and worker.use_cache and emission.outputs:
        worker.emit(prepared, lambda name: emission.outputs[name] if name in emission.outputs else tree(name))
    inputs = [item.input(emission) for item in prepared]
    inputs[:1] = [replace(item, result=_with_said(item.result, tree.moved)) for item in inputs[:1]]
    if compiles and emission.touched and worker.project.target.compile:
        inputs = _with_errors(worker.project, inputs, prepared, emission, tree, progress)
    return inputs, dict(emission.outputs)


def _with_said(result: FileResult, moved: Moved) -> FileResult:
    where = Location(result.path, 1, 1)
    said = (Finding("D205", where, sentence, Confidence.HIGH) for sentence in moved.said)
    return replace(result, findings=(*result.findings, *said))


def _declared(project: Project, read: Reader) -> dict[str, Prototype]:
    """Functions that the operators' header of now declares."""
    name = project.target.header
    texts = public_header.files(name, read).values() if name else ()
    return {function: prototype for text in texts for function, prototype in read_prototypes(text).items()}


def _with_errors(
    project: Project,
    inputs: Sequence[Input],
    prepared: Sequence[Prepared],
    emission: Emission,
    tree: Reader,
    progress: Progress,
) -> list[Input]:
    """The inputs with what the compiler says of library sources that a person changed."""
    from migrate.verify.hand_changes import errors

    found = list(inputs)
    plan = combined([item.plan for item in prepared])
    for path, (line, said) in errors(project, plan, emission, tree, progress).items():
        message = f"{path} was changed by hand, and does not compile as it is now, line {line}: {said}"
        if not line:
            message = f"{path} was changed by hand, and whether it compiles is not known: {said}"
        own = [n for n, item in enumerate(prepared) if path in item.plan.files]
        number = own[0] if own else 0
        result = found[number].result
        refusal = Refusal("L185", Span(0, 0), message)
        found[number] = replace(found[number], result=replace(result, refusals=(*result.refusals, refusal)))
    return found
