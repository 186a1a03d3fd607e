"""Compiles what the torch-side files of a run became, refuses what does not compile, and says what was not compiled and why."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from migrate.commands.run.cache import digest, tool_digest
from migrate.commands.run.explained import explained
from migrate.commands.run.precompiled import Precompiled
from migrate.commands.run.worker import Worker
from migrate.convert.torch_side import Rejected
from migrate.emit.user_edits import CONFLICT
from migrate.frontend.compiler.background import Died, in_own_process
from migrate.frontend.lex import Kind, lex
from migrate.frontend.torch.headers import TorchHeaders, torch_headers
from migrate.model import Compilation, Compiled, FileResult
from migrate.project.config import Project
from migrate.project.discovery import output_path
from migrate.project.headers import SUFFIXES as HEADER_SUFFIXES
from migrate.report.build import Input

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from migrate.verify.torch_compile import Setting, Subject, Verdict

CHUNK = 4  # files that a worker process takes at once


@dataclass(frozen=True)
class Checker:
    """Compiles files of one project; sent to worker processes as a whole. `key`: of everything that all files share."""

    worker: Worker
    setting: Setting
    key: str

    def check(self, path: Path, item: Input, precompiled: str) -> Input:
        key = digest("compiled", self.key, item.result.path, item.data, repr(item.result))
        known = self.worker.cache.get(key, _read) if self.worker.use_cache else None
        if known is None:
            with explained(item.result.path):
                known, headers = self._check(path, item, precompiled)
            if not _chance(known):
                self.worker.cache.put(key, known, {name: _read(name) for name in headers})
        return replace(item, result=known)

    def _check(self, path: Path, item: Input, precompiled: str) -> tuple[FileResult, tuple[str, ...]]:
        """The result with what its compiler said, and the headers that it read. What does not compile stays as it is."""
        result, rejected = item.result, Rejected()
        headers: dict[str, None] = {}
        while True:
            try:
                verdict: Verdict = in_own_process(
                    _judge, self._subject(path, item.data, result, precompiled), self.setting
                )
            except Died:
                why = "the compiler ended while it read this file"
                return replace(result, compilation=Compilation(Compiled.NOT, why)), ()
            headers |= dict.fromkeys(verdict.headers)
            if not verdict.rejected:
                return replace(result, compilation=verdict.compilation), tuple(headers)
            rejected = Rejected(verdict.rejected, whole=bool(rejected.places))
            result = self._again(path, item.data, rejected)
            if rejected.whole:
                why = "the whole file stays as it is, because it does not compile in its converted form"
                return replace(result, compilation=Compilation(Compiled.REFUSED, why)), tuple(headers)

    def changed(self, path: Path, item: Input, text: bytes, precompiled: str) -> Input:
        """The input with what the compiler says of its output as a person changed it."""
        with explained(item.result.path):
            try:
                said = in_own_process(
                    _judge_changed, self._subject(path, item.data, item.result, precompiled), text, self.setting
                )
            except Died:
                said = Compilation(Compiled.NOT, "the compiler ended while it read this file")
        return replace(item, result=replace(item.result, compilation=said))

    def _again(self, path: Path, data: bytes, rejected: Rejected) -> FileResult:
        from migrate.verify.torch_conversion import convert_torch_text

        worker, project = self.worker, self.worker.project
        name = project.relative(path)
        with explained(name):
            return convert_torch_text(
                name,
                data,
                project.chips,
                worker.rules,
                worker.prototypes,
                output_path(project, path),
                worker.environment,
                rejected,
            )

    def _subject(self, path: Path, data: bytes, result: FileResult, precompiled: str) -> Subject:
        from migrate.verify.torch_compile import Subject

        target = str(self.worker.project.target_root / output_path(self.worker.project, path))
        return Subject(target, str(path.resolve().parent), data, result, precompiled)


def _judge(subject: Subject, setting: Setting) -> Verdict:
    from migrate.verify.torch_compile import judge

    return judge(subject, setting)


def _judge_changed(subject: Subject, text: bytes, setting: Setting) -> Compilation:
    from migrate.verify.torch_compile import judge_changed

    return judge_changed(subject, text, setting)


def _chance(result: FileResult) -> bool:
    """Whether the next run may say something else of the same input: a header may be there then."""
    return result.compilation is None or result.compilation.status == Compiled.NOT


def _read(name: str) -> bytes | None:
    try:
        return Path(name).read_bytes()
    except OSError:
        return None


class TorchCheck:
    """Of one run. `why`: why nobody asks the compiler; "" where it is asked."""

    def __init__(self, worker: Worker, why: str, only_calls: bool, progress: Callable[[str], None]) -> None:
        self.worker = worker
        self.only_calls = only_calls
        self.progress = progress
        self.kept = _kept(worker.project, why)
        self.precompiled = Precompiled(self.headers, worker.use_cache)

    @cached_property
    def headers(self) -> TorchHeaders:
        return torch_headers(self.worker.project)

    def check(
        self, paths: Sequence[Path], items: Sequence[Input], header: Mapping[str, bytes], pool: Executor | None
    ) -> list[Input]:
        """The inputs in their order, each with what the compiler says. `header`: the files of the public header of the unified tree, as they will be."""
        changed = [n for n, item in enumerate(items) if item.result.edits]
        found = list(items)
        if not changed:
            return found
        kept = self.kept or self._without_headers()
        if kept:
            for n in changed:
                found[n] = replace(items[n], result=replace(items[n].result, compilation=kept))
            return found
        headers = [n for n in changed if paths[n].suffix in HEADER_SUFFIXES]
        try:
            for part in filter(None, (headers, [n for n in changed if n not in set(headers)])):
                checker = self._checker(header, dict(text for n in headers for text in found[n].result.outputs.items()))
                made = [self._precompiled(paths[n], items[n]) for n in part]
                work = [(paths[n], items[n]) for n in part]
                for n, item in zip(part, self._all(checker, work, made, pool), strict=True):
                    found[n] = item
        finally:
            self.precompiled.close()
        return found

    def changed(
        self, paths: Mapping[str, Path], items: Sequence[Input], texts: Mapping[str, bytes], header: Mapping[str, bytes]
    ) -> list[Input]:
        """The inputs, those compiled anew whose output a person changed. `paths`: of torch-side files, by output; `texts`: what will be written."""
        if self.kept or self._without_headers():
            return list(items)
        own = {name: texts[name] for name in paths if name in texts and Path(name).suffix in HEADER_SUFFIXES}
        checker = self._checker(header, own)
        try:
            return [self._changed(checker, paths, item, texts) for item in items]
        finally:
            self.precompiled.close()

    def _changed(self, checker: Checker, paths: Mapping[str, Path], item: Input, texts: Mapping[str, bytes]) -> Input:
        said = item.result.compilation
        if said is None or said.status in (Compiled.UNASKED, Compiled.NOT):
            return item
        ((name, made),) = item.result.outputs.items()
        if texts[name] == made:
            return item
        if any(refusal.id == CONFLICT for refusal in item.result.refusals):
            why = f"a person has to choose between two texts first ({CONFLICT})"
            return replace(item, result=replace(item.result, compilation=Compilation(Compiled.UNASKED, why)))
        self.progress(f"compile {item.result.path} with changes by hand")
        return checker.changed(paths[name], item, texts[name], self._precompiled(paths[name], item, texts[name]))

    def _arguments(self) -> dict[str, bytes]:
        """The tree's argument headers, of which a build makes the library, in place of what the target has of that."""
        project = self.worker.project
        texts = {name: path.read_bytes() for name, path in project.arguments_by_name().items()}
        modes = project.target.torch_arguments
        if modes and modes not in texts and texts:
            top = (path.name for path in project.included_arguments())
            texts[modes] = "".join(f'#include "{name}"\n' for name in top).encode()
        return texts

    def _place(self, name: str) -> str:
        """Where a header is found that the target has, or a build puts there."""
        places = [f"{folder}/{name}" for folder in self.headers.folders]
        return next((place for place in places if os.path.isfile(place)), places[0])

    def _without_headers(self) -> Compilation | None:
        if self.headers.folders:
            return None
        project = self.worker.project
        named = ", ".join(project.target.torch_include) or "nothing"
        why = f"the target's headers are not there: target.torch_include names {named} below {project.target_root}"
        return Compilation(Compiled.NOT, why)

    def _precompiled(self, path: Path, item: Input, text: bytes = b"") -> str:
        text = text or next(iter(item.result.outputs.values()))
        return self.precompiled.path(self.headers.group(text, (str(path.parent),)), self.progress)

    def _all(
        self, checker: Checker, work: Sequence[tuple[Path, Input]], made: Sequence[str], pool: Executor | None
    ) -> Iterable[Input]:
        jobs = [(path, item, precompiled) for (path, item), precompiled in zip(work, made, strict=True)]
        if pool is None or len(jobs) <= CHUNK:
            for job in jobs:
                self.progress(f"compile {job[1].result.path}")
                yield from _checked(checker, [job])
            return
        chunks = [jobs[i : i + CHUNK] for i in range(0, len(jobs), CHUNK)]
        for chunk, answers in zip(chunks, pool.map(_checked, [checker] * len(chunks), chunks), strict=True):
            self.progress(f"compiled {chunk[-1][1].result.path}")
            yield from answers

    def _checker(self, header: Mapping[str, bytes], own: Mapping[str, bytes]) -> Checker:
        """`own`: torch-side headers as the run writes them, by their paths in the unified tree."""
        from migrate.verify.torch_compile import Setting

        project = self.worker.project
        written = {**own, **header}
        files = {str(project.target_root / name): text for name, text in written.items()}
        structs = self._arguments() if project.target.fresh else {}
        files |= {self._place(name): text for name, text in structs.items()}
        words: frozenset[str] = frozenset()
        for path in project.source_files(project.library.headers):
            words |= {t.text.decode("ascii", "replace") for t in lex(path.read_bytes()) if t.kind == Kind.IDENT}
        later = self.only_calls or not (project.library.sources or project.library.per_chip)
        setting = Setting(
            self.headers, self.worker.rules, project.chips, files, words, str(project.root.resolve()), later
        )
        there = sorted(_names(self.headers.folders + self.headers.legacy))
        key = digest(
            tool_digest(),
            repr(self.headers),
            self.worker.project_digest,
            str(later),
            *there,
            *(part for pair in sorted({**written, **structs}.items()) for part in pair),
        )
        return Checker(self.worker, setting, key)


def _checked(checker: Checker, jobs: Sequence[tuple[Path, Input, str]]) -> list[Input]:
    return [checker.check(*job) for job in jobs]


def _kept(project: Project, why: str) -> Compilation | None:
    """What is said of every file where the user did not ask for the compiler."""
    for section, compiles in (("torch", project.torch.compile), ("target", project.target.compile)):
        if not why and not compiles:
            why = f"{project.file.name} says {section}: {{compile: false}}"
    return Compilation(Compiled.UNASKED, why) if why else None


def _names(folders: Iterable[str]) -> Iterable[str]:
    """Headers below folders: a new one may come before another in the search."""
    for folder in folders:
        for place, inner, files in os.walk(folder):
            inner.sort()
            yield from (f"{place}/{name}" for name in files if name.endswith(HEADER_SUFFIXES))
