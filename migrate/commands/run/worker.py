"""Conversion of one file, through the cache: what a worker process does."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from migrate.commands.run.cache import Cache, Recorder, default_folder, digest, tool_digest
from migrate.commands.run.explained import explained
from migrate.commands.run.library import Defects, LibrarySource, begin_parsing, convert_source, parsed
from migrate.emit.conflicts import Settlement, lacking, names_elsewhere, settle, without
from migrate.emit.earlier import Earlier, earlier
from migrate.emit.plan import Emission, OutputPlan, Reader, combined, emit, with_outputs
from migrate.errors import ParseError, UsageError
from migrate.frontend.includes import included, searched
from migrate.frontend.lex import forget
from migrate.frontend.prepare.files.elsewhere import Definitions
from migrate.frontend.prepare.files.own_names import file_level_names, words_of
from migrate.frontend.prototypes import Prototype
from migrate.frontend.source import Source
from migrate.frontend.unified import unified_headers
from migrate.frontend.variants import check_of, handles_of, input_names, merged_definitions, merged_input
from migrate.model import FileResult, Status
from migrate.project.config import Project
from migrate.project.discovery import output_path
from migrate.project.headers import SUFFIXES as HEADER_SUFFIXES
from migrate.project.library_rules import compile_library_rules
from migrate.report.build import Input

if TYPE_CHECKING:
    from migrate.frontend.compiler.clang import Parsing
    from migrate.frontend.torch.facts import Environment
    from migrate.project.torch_rules import TorchRules


@dataclass(frozen=True)
class Prepared:
    """A converted library source; `key` names it in the cache."""

    source: LibrarySource
    key: str
    result: FileResult
    plan: OutputPlan
    defects: Defects | None = None  # that the result does not have yet

    def input(self, emission: Emission) -> Input:
        result = self.defects.added(self.result) if self.defects else self.result
        text = self.plan.text or self.source
        return Input(with_outputs(result, self.plan, emission), text.data, text.lines)


@dataclass(frozen=True)
class Worker:
    """Converts files of one project. Cheap to send to another process: what is derived is made on first use."""

    project: Project
    use_cache: bool = True
    parsing: Mapping[Path, Parsing] = field(default_factory=dict, repr=False)  # begun for sources, in this process

    @cached_property
    def cache(self) -> Cache:
        return Cache(default_folder() if self.use_cache else None)

    @cached_property
    def rules(self) -> TorchRules:
        from migrate.project.rule_sets import torch_rules

        return torch_rules(self.project)

    @cached_property
    def prototypes(self) -> dict[str, Prototype]:
        from migrate.frontend.prototypes import project_prototypes

        return project_prototypes(self.project)

    @cached_property
    def project_digest(self) -> str:
        """Of the tool, the project file as it was read, and every header that conversion may look at."""
        from migrate.frontend.torch.facts import project_headers

        project = self.project
        headers = {p for f in self._folders for p in f.glob("*") if p.suffix in HEADER_SUFFIXES and p.is_file()}
        headers |= {*project.source_files(project.library.headers), *project.argument_headers()}
        headers |= set(project.source_files(project.library.firmware))
        headers |= {*project_headers(project), *unified_headers(project)}
        contents = [part for path in sorted(headers) for part in (str(path), path.read_bytes())]
        return digest(tool_digest(), repr(replace(project, file=Path())), *contents)

    @cached_property
    def _folders(self) -> list[Path]:
        folders = (*self.project.library.include, *(f for chip in self.project.chips for f in chip.include))
        return [self.project.root / folder for folder in folders]

    @cached_property
    def environment(self) -> Environment:
        from migrate.frontend.torch.facts import project_environment

        return project_environment(self.project)

    def torch(self, path: Path) -> Input:
        """A torch-side file."""
        name = self.project.relative(path)
        data = read_input(path)
        target = output_path(self.project, path)
        key = (
            digest("torch", self.project_digest, name, target, data, *self._seen(path, data)) if self.use_cache else ""
        )
        result = self.cache.get(key, _nothing)
        if result is None:
            from migrate.verify.torch_conversion import (
                convert_torch_text,  # a library source alone needs none of that side
            )

            forget()  # of the file before this one
            with explained(name):
                project, environment = self.project, self.environment
                result = convert_torch_text(name, data, project.chips, self.rules, self.prototypes, target, environment)
            self.cache.put(key, result, {})
        return Input(result, data)

    def again(self, path: Path, text: bytes) -> bytes:
        """What a torch-side file becomes where its text is already this one."""
        from migrate.convert.torch_side import rewrite_torch_text

        name, target, project = self.project.relative(path), output_path(self.project, path), self.project
        forget()
        with explained(name):
            done = rewrite_torch_text(name, text, project.chips, self.rules, self.prototypes, target, self.environment)
        return done.result.outputs[target]

    def _seen(self, path: Path, data: bytes) -> Iterator[bytes | str]:
        """The headers that the preprocessor may come to from a torch-side file, with their texts."""
        folders = (Path(folder) for folder in self.environment.include)
        options = [define for chip in self.project.chips for define in chip.definitions]
        headers = included(data, (path.parent,), folders, options)
        for file in sorted(headers):
            yield from (str(file), headers[file])

    def library(self, path: Path, only: Collection[str] | None) -> Prepared:
        """A library source, or the functions `only` of it, not emitted yet."""
        try:
            str(path).encode("utf-8")
        except UnicodeEncodeError:
            raise UsageError(f"{path}: the compiler takes only file names that are UTF-8; rename it") from None
        forget()  # of the source before this one
        parsing = self.parsing.get(path) or (None if self.use_cache else begin_parsing(self.project, path))
        source = self._source(path)
        key = self._key(source, only) if self.use_cache else ""
        known = self.cache.get(key, _nothing)
        if known is not None:
            return Prepared(source, key, *known)
        facts = parsed(self.project, source, parsing or begin_parsing(self.project, path))
        defects = Defects(self.project, path, source, only is None, facts)
        result, plan = convert_source(self.project, path, source, only, facts)
        if not self.use_cache:
            return Prepared(source, key, result, plan, defects)
        result = defects.added(result)
        if not any(r.trace for r in result.refusals):
            self.cache.put(key, (result, plan), {})
        return Prepared(source, key, result, plan)

    def emit(self, prepared: Sequence[Prepared], read: Reader) -> Emission:
        """What library sources make of the unified tree, which `read` gives."""
        sources = self._sources
        key = digest("emitted", *sources, *(item.key for item in prepared))
        emission = self.cache.get(key, read)
        if emission is None:
            recorder = Recorder(read)
            emission = emit(combined([item.plan for item in prepared]), recorder, sources)
            self.cache.put(key, emission, recorder.seen)
        return emission

    def before(self, prepared: Sequence[Prepared], read: Reader) -> Earlier:
        """What the unified tree has from earlier runs of the project's other sources."""
        inputs = {name for item in prepared for name in (*item.plan.order, *item.plan.complete, item.result.path)}
        return earlier(read, self.project.target, inputs, self._alive, [chip.name for chip in self.project.chips])

    def _alive(self, source: str) -> bool:
        """Whether a source, or what the files of several chips are together, is one of the project's."""
        return source in self._sources

    @cached_property
    def _sources(self) -> list[str]:
        """All library sources of the project, by what they are called as inputs."""
        return input_names(self.project)

    def _source(self, path: Path) -> LibrarySource:
        merged = merged_input(self.project, path)
        if merged:
            return LibrarySource(merged.name, merged.data, merged.lines, tuple(sorted(merged.folders)))
        name, data = self.project.relative(path), read_input(path)
        whole = Source(name, data, self.project.chips)
        split = merged_definitions(
            whole,
            path,
            check_of(self.project),
            handles_of(self.project),
            compile_library_rules(self.project.library_rules),
        )
        if split:  # places are those of the text that is converted
            return LibrarySource(name, split.data, split.lines, (path.parent,))
        return LibrarySource(name, data, None, (path.parent,))

    def _key(self, source: LibrarySource, only: Collection[str] | None) -> str:
        wanted = "all" if only is None else "only " + " ".join(sorted(only))
        library = self.project.library
        folders, files = searched(library.flags)
        options = (*library.flags, *library.defines, *(d for c in self.project.chips for d in c.definitions))
        first = b"".join(b'#include "%s"\n' % os.fsencode(file) for file in files)
        headers = included(first + source.data, source.folders, [*self._folders, *folders], options)
        contents = [part for file in sorted(headers) for part in (str(file), headers[file])]
        others = Definitions.of(self.project)
        path = self.project.root / source.name
        needed = {*others.needed(path, source.data)}
        own = file_level_names(source.data) if len(others.texts) > 1 else frozenset()
        own -= frozenset[bytes]().union(*map(words_of, headers.values())) if own else own
        needed |= {file for file, text in others.texts.items() if file != path and own & words_of(text)}
        contents += [part for file in sorted(needed) for part in (str(file), others.texts[file])]
        contents.append(repr(others.declared(compile_library_rules(self.project.library_rules))))
        return digest("library", self.project_digest, source.name, wanted, source.data, *contents)


def settled(
    prepared: Sequence[Prepared], before: Earlier, declared: Callable[[], Mapping[str, Prototype]]
) -> list[Prepared]:
    """Sources of one run beside each other, and beside what the output has of others from earlier runs (`before`): what one name cannot mean for
    all of them is refused, and what calls an operator of a source that is not converted. `declared`: operators that the output has from earlier runs."""
    found = list(prepared)
    if len(found) > 1 or before.texts:
        found = list(map(_without, found, settle([item.plan for item in found], before)))
    if any(names_elsewhere(item.plan) for item in found):
        refused = {f.unified for item in found for f in item.result.functions if f.status == Status.REFUSED}
        found = list(map(_without, found, lacking([item.plan for item in found], refused, declared())))
    return found


def _without(item: Prepared, settlement: Settlement) -> Prepared:
    if not (settlement.reasons or settlement.dropped or settlement.markers):
        return item
    data = (item.plan.text or item.source).data
    result, plan = without(item.result, item.plan, data, settlement)
    why = (part for pair in sorted(settlement.reasons.items()) for part in pair)
    return replace(
        item,
        key=digest(item.key, *why, *sorted(settlement.dropped), *sorted(settlement.markers)),
        result=result,
        plan=plan,
    )


def _nothing(_: str) -> bytes | None:
    return None


def read_input(path: Path) -> bytes:
    """Bytes of a source file. Raises ParseError for what is no text."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from None
    if b"\0" in data[:4096]:
        raise ParseError(f"{path}: this is a binary file, not C++ source")
    return data
