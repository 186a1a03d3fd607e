"""One library source: converted where a crash of the compiler ends that process alone; its latent defects beside that."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from migrate.commands.run.explained import explained
from migrate.emit.plan import OutputPlan
from migrate.errors import MigrateError, ParseError, UsageError
from migrate.frontend.compiler.background import LAST, BackgroundTask, Died, in_own_process
from migrate.frontend.lex import LineMap
from migrate.frontend.variants import merged_input
from migrate.model import FileResult, Finding
from migrate.project.config import Project
from migrate.project.yaml_file import ConfigError

if TYPE_CHECKING:
    from migrate.frontend.compiler.clang import ChipFacts, Parsing


@dataclass(frozen=True)
class LibrarySource:
    """Text of a library source, or of the files of several chips that are one."""

    name: str
    data: bytes
    lines: LineMap | None  # where its places are not those of `data`
    folders: tuple[Path, ...]  # of its files


def begin_parsing(project: Project, path: Path) -> Parsing:
    """The chips' compilers work while the source is looked at here; errors of the project are said by who asks for the results."""
    from migrate.convert import parsing

    return parsing.begin_parsing(project, path)


def parsed(project: Project, source: LibrarySource, parsing: Parsing) -> Sequence[ChipFacts] | None:
    """What the chips' compilers say; None where that is nothing, and conversion says of which file it is. What their own processes did not
    survive is tried again in one more."""
    import migrate.findings.engine
    import migrate.verify.conversion  # noqa: F401  both are read while the compilers work
    from migrate.convert.translation_unit import read_ahead

    with suppress(Exception):  # said where it is asked for again
        read_ahead(project, source.data)
    if parsing.answered():
        return _here(_answer(source.name, _facts, project, parsing))
    return _apart(source, _facts, project, parsing)


def convert_source(
    project: Project,
    path: Path,
    source: LibrarySource,
    only: Collection[str] | None,
    facts: Sequence[ChipFacts] | None,
) -> tuple[FileResult, OutputPlan]:
    """What becomes of a source or of the functions `only` of it, without its latent defects."""
    return _apart(source, _converted, project, path, only, facts)


def _apart(source: LibrarySource, call: Callable[..., Any], *arguments: Any) -> Any:
    """What a call gives in a process of its own: what the compiler does not survive is an error of this source alone."""
    try:
        answer = in_own_process(_answer, source.name, call, *arguments)
    except Died as error:
        code = error.args[0]
        message = f"{source.name}: the compiler ended while it read this file ({_ended(code)})"
        if code not in (-signal.SIGSEGV, -signal.SIGBUS, -signal.SIGABRT):
            raise ParseError(
                f"{message}; run again, with fewer --jobs where memory is short; nothing was written"
            ) from None
        raise ParseError(f"{message}: expressions or statements are nested too deeply; nothing was written") from None
    return _here(answer)


def _ended(code: int | None) -> str:
    return signal.Signals(-code).name if code is not None and code < 0 else f"exit code {code}"


def _answer(name: str, call: Callable[..., Any], *arguments: Any) -> Any:
    """What a call gives, or the error to be raised by who asked for it."""
    try:
        with explained(name):
            return call(*arguments)
    except ConfigError as error:
        return UsageError(str(error))
    except (MigrateError, OSError) as error:
        return error


def _here(answer: Any) -> Any:
    if isinstance(answer, Exception):
        raise answer
    return answer


def _facts(project: Project, parsing: Parsing) -> Sequence[ChipFacts] | None:
    from migrate.frontend.compiler.clang import ParseFailed

    try:
        return parsing.results()
    except ParseFailed as error:
        if not project.library.per_chip and not error.place.path.endswith(".c"):
            raise ParseError(f"{error}; nothing was written") from None
        return None  # the chips' files may be right, and not what was made of them; of a C source only some functions may be no C++


def _converted(
    project: Project, path: Path, only: Collection[str] | None, facts: Sequence[ChipFacts] | None
) -> tuple[FileResult, OutputPlan]:
    from migrate.frontend.compiler.clang import ParseFailed
    from migrate.verify.conversion import prepare_library
    from migrate.verify.unparsed import refused_source

    try:
        return prepare_library(project, path, only, facts)
    except ParseFailed as error:
        if (refused := refused_source(project, path, error)) is not None:
            return refused
        raise ParseError(f"{error}; nothing was written") from None


class Defects:
    """Latent defects of a source, looked for beside its conversion and what follows: nothing waits for them but the report."""

    def __init__(
        self, project: Project, path: Path, source: LibrarySource, whole: bool, facts: Sequence[ChipFacts] | None
    ) -> None:
        """`whole`: all functions of the source are converted, not some."""
        from migrate.findings.engine import declared_in

        self._name, self._whole = source.name, whole
        with explained(self._name):
            headers = defect_headers(project)
            declared_in(headers)  # read before the process is copied, and once for all sources
            same = source.lines is None or merged_input(project, path) is not None  # else merged behind the parse
        said = (facts or ()) if same else ()
        task = (find_defects, project, source.name, source.data, headers, source.lines, said)
        self._task = BackgroundTask(*task, gives_way=LAST)

    def added(self, result: FileResult) -> FileResult:
        """The result of the conversion with the defects of the functions that it is about."""
        names = {f.legacy for f in result.functions}
        with explained(self._name):
            found = [f for f in self._task.result() if self._whole or f.function in names]
        return replace(result, findings=(*result.findings, *found))


def defect_headers(project: Project) -> tuple[bytes, ...]:
    """What the library and the runtime declare."""
    folders = [project.root / folder for folder in project.library.include]
    paths = {path for folder in folders for path in folder.glob("*runtime*.h") if path.is_file()}
    paths |= set(project.source_files(project.library.headers))
    return tuple(path.read_bytes() for path in sorted(paths))


_QUOTED = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)


def _firmware(project: Project) -> list[bytes]:
    """The firmware's sources, with the headers beside them that they include: macros that register kernels are defined there."""
    found: dict[Path, bytes] = {}
    left = list(project.source_files(project.library.firmware))
    while left:
        path = left.pop(0)
        if path not in found and path.is_file():
            found[path] = path.read_bytes()
            left += [path.parent / os.fsdecode(name) for name in _QUOTED.findall(found[path])]
    return list(found.values())


def find_defects(
    project: Project,
    name: str,
    data: bytes,
    headers: Sequence[bytes],
    lines: LineMap | None = None,
    facts: Sequence[ChipFacts] = (),
) -> list[Finding]:
    """Latent defects of a library source; `lines` where its places are not those of `data`; `facts`: what was parsed of it."""
    from migrate.findings.engine import find
    from migrate.findings.firmware import registered_kernels

    firmware = _firmware(project)
    registers = project.library_rules.get("kernel_registers", ())
    registered = registered_kernels(firmware, registers, [chip.name for chip in project.chips])
    return find(project, name, data, headers, registered, lines, facts)
