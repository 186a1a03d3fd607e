"""What the compiler's preprocessor says of a torch-side file, per chip: branches taken, macros defined and used, headers found.

The parse needs no header of PyTorch: the compiler goes on where one is missing. A torch-side file asks for it before anything else is decided.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path

from migrate.frontend.compiler.clang import ChipFacts, ParseRequest
from migrate.frontend.compiler.clang import preprocess as compiler_facts
from migrate.frontend.directives import MacroSet, chip_macros
from migrate.frontend.includes import included
from migrate.frontend.lex import Kind, lex
from migrate.frontend.macros import MacroTable
from migrate.frontend.outcomes import Outcomes
from migrate.model import Chip, Span
from migrate.project.config import Project
from migrate.project.headers import SUFFIXES as HEADER_SUFFIXES
from migrate.project.rule_sets import torch_rules


@dataclass(frozen=True)
class Environment:
    """Where the headers of a tree's torch side are. `own` are legacy headers, which the output does not include."""

    root: str = ""  # of the legacy tree
    include: tuple[str, ...] = ()
    own: frozenset[str] = frozenset()  # real paths of legacy headers, and of folders of such
    converted: frozenset[str] = frozenset()  # real paths of torch-side files, headers among them
    provided: tuple[str, ...] = ()  # folders of the target whose headers take the place of those of the same name

    def owns(self, path: str) -> bool:
        """Whether a header is one of the legacy library."""
        return path in self.own or os.path.dirname(path) in self.own

    def comes_along(self, path: str) -> bool:
        """Whether the output includes a header as it is: nothing converts it, and the target has none of its name."""
        if self.owns(path) or os.path.realpath(path) in self.converted:
            return False
        names = [path.removeprefix(f"{folder}/") for folder in self.include if path.startswith(f"{folder}/")]
        names.append(os.path.basename(path))
        return not any(os.path.exists(os.path.join(folder, name)) for folder in self.provided for name in names)


@dataclass(frozen=True)
class Preprocessed:
    """The facts of all chips about one file."""

    data: bytes = field(repr=False)
    chips: tuple[Chip, ...]
    facts: tuple[ChipFacts, ...]
    environment: Environment

    @cached_property
    def macros(self) -> MacroTable:
        return MacroTable(self.data, self.facts)

    @cached_property
    def known(self) -> Mapping[str, MacroSet]:
        return {chip.name: chip_macros(self.chips, chip) for chip in self.chips}

    @cached_property
    def outcomes(self) -> Outcomes:
        found = {header.path for facts in self.facts for header in facts.headers}
        return Outcomes(self.facts, self.macros, self.known, {p for p in found if not self.environment.owns(p)})

    @cached_property
    def chip_names(self) -> frozenset[bytes]:
        """Macros of the chips' command lines: the output has none of them."""
        return frozenset(name for known in self.known.values() for name in known)

    @cached_property
    def headers(self) -> Mapping[str, tuple[tuple[Span, ...], ...]]:
        """Header of the tree -> what each chip does not see of it."""
        paths = dict.fromkeys(header.path for facts in self.facts for header in facts.headers)
        return {
            path: tuple(next((h.skipped for h in f.headers if h.path == path), (Span(0, 1 << 40),)) for f in self.facts)
            for path in paths
        }

    @property
    def missing(self) -> tuple[str, ...]:
        """Headers that were not found."""
        return tuple(dict.fromkeys(problem for facts in self.facts for problem in facts.problems))


def preprocess(path: str, data: bytes, chips: Sequence[Chip], environment: Environment) -> Preprocessed:
    return Preprocessed(data, tuple(chips), tuple(_facts(path, data, chip, environment) for chip in chips), environment)


def _facts(path: str, data: bytes, chip: Chip, environment: Environment) -> ChipFacts:
    arguments = ("-x", "c++", "-std=c++20", *(f"-D{d}" for d in chip.definitions))
    place = Path(environment.root) / path
    names = (
        str(place),
        str(place.with_name("source.cpp")),
        "source.cpp",
    )  # the compiler takes only names that are UTF-8
    name = next(n for n in names if _plain(n))
    folders = tuple(f"-I{folder}" for folder in environment.include if _plain(folder))
    directives = _directives(data)
    if not directives.strip():
        return ChipFacts(chip.name, {}, (), (), defines=tuple(chip.definitions))
    return compiler_facts(ParseRequest(name, chip.name, (*arguments, *folders), text=directives))


@lru_cache(maxsize=4)
def _directives(data: bytes) -> bytes:
    """Nothing but the directives, at their places: the preprocessor asks for no more, and code may nest too deep for a parser."""
    text = bytearray(re.sub(rb"[^\r\n]", b" ", data))
    for token in lex(data):
        if token.kind == Kind.DIRECTIVE:
            text[token.start : token.end] = token.text
    return bytes(text)


def _plain(path: str) -> bool:
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def project_environment(project: Project) -> Environment:
    """Folders of a project's torch side; those of its library come last."""
    root = project.root.resolve()
    folders = (*project.torch.include, ".", *project.library.include)
    own = {os.path.realpath(path) for path in project.source_files(project.library.headers)}
    own |= {os.path.realpath(root / folder) for folder in project.library.include}
    own |= {os.path.realpath(path) for path in _replaced(project, [root / folder for folder in folders])}
    return Environment(
        str(root),
        tuple(dict.fromkeys(os.path.normpath(root / folder) for folder in folders)),
        frozenset(own),
        frozenset(os.path.realpath(path) for path in project.source_files(project.torch.sources)),
        tuple(os.path.normpath(project.target_root / folder) for folder in project.target.torch_include),
    )


def _replaced(project: Project, folders: Sequence[Path]) -> set[Path]:
    """Headers in whose place the output includes others, with what they include: what these define is the legacy library's."""
    includes = torch_rules(project).includes
    starts = {folder / name for name, new in includes.items() if new != name for folder in folders}
    starts = {path for path in starts if path.is_file()}
    if not starts:
        return set()
    text = b"\n".join(path.read_bytes() for path in sorted(starts))
    torch = {path.resolve() for path in project.source_files(project.torch.sources)}
    return starts | {
        path for path in included(text, {path.parent for path in starts}, folders) if path.resolve() not in torch
    }


def project_headers(project: Project) -> set[Path]:
    """Headers that the conversion of a torch-side file may look at."""
    folders = [project.root / folder for folder in project.torch.include]
    folders += [path.parent for path in project.source_files(project.torch.sources)]
    found = (path for folder in dict.fromkeys(folders) for path in folder.glob("*") if path.suffix in HEADER_SUFFIXES)
    return {path for path in found if path.is_file()}
