"""The compile proof: every library source of the output compiles against the unified headers, without a warning that is new."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from migrate.frontend.compiler.background import processors
from migrate.frontend.includes import included
from migrate.model import NOT_MADE, Proof
from migrate.project.config import Project
from migrate.project.library_rules import LibraryRules, compile_library_rules

T = TypeVar("T")
R = TypeVar("R")
WARNINGS = ("-Wall", "-Wextra")
TIMEOUT = 300


@dataclass(frozen=True)
class Compilations:
    """How library sources of an output folder are compiled."""

    compiler: str
    flags: tuple[str, ...]

    @classmethod
    def begin(cls, project: Project, out: Path) -> Compilations | str:
        """Or why nothing can be compiled."""
        compiler = shutil.which(os.environ.get("CXX") or "c++") or shutil.which("g++") or shutil.which("clang++")
        if compiler is None:
            return "no C++ compiler was found; name one in CXX"
        flags = [f"-std={project.target.standard}", *include_flags(project, out)]
        try:
            if project.target.generator:
                flags.append(f"-I{_generated(project, out)}")
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
            said = error.stderr.strip()[-400:] if isinstance(error.stderr, str) else str(error)
            return f"the headers that {project.target.generator} generates could not be made: {said}"
        return cls(compiler, tuple(flags))

    def said(self, path: Path, warnings: Sequence[str] = WARNINGS) -> list[str]:
        """Lines with errors and warnings."""
        return _compile([self.compiler, *warnings, *self.flags, str(path)])

    def errors(self, paths: Sequence[Path]) -> list[list[str]]:
        """Lines with errors, of each of several sources, as many of them at once as there are processors."""
        return beside(lambda path: [line for line in self.said(path, ["-w"]) if " error: " in line], paths)


def beside(call: Callable[[T], R], given: Sequence[T]) -> list[R]:
    """What a call that waits for another program gives for each, in order; the first error of any."""
    from concurrent.futures import ThreadPoolExecutor  # costs start-up time that most runs need not pay

    with ThreadPoolExecutor(processors()) as pool:
        return list(pool.map(call, given))


def prove(project: Project, outputs: Mapping[str, bytes], out: Path, progress: Callable[[str], None]) -> list[Proof]:
    """One proof per source below the folder of library sources; `outputs` may be fewer than `out` holds."""
    folder = out / project.target.sources
    sources = sorted(folder.glob("*.cpp")) or sorted(out / name for name in outputs if name.endswith(".cpp"))
    sources = [path for path in sources if path.parent == folder]
    if not sources:
        return []
    compilations = Compilations.begin(project, out)
    if isinstance(compilations, str):
        return [Proof("compile", project.name, NOT_MADE, compilations)]
    rules = compile_library_rules(project.library_rules)
    legacy = _legacy_warnings(project, compilations.compiler, rules)
    proofs = []
    for path in sources:
        progress(f"compile {path.name}")
        said = compilations.said(path)
        new = [line for line in said if " error: " in line or warning_key(line, rules) not in legacy]
        detail = new[0][:400] if new else f"{len(said)} warnings, as in the legacy source" if said else ""
        proofs.append(Proof("compile", path.relative_to(out).as_posix(), "different" if new else "equal", detail))
    return proofs


def _compile(command: Sequence[str]) -> list[str]:
    """Lines with errors and warnings; a failure without any counts as one."""
    command = [command[0], "-fsyntax-only", *command[1:]]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    except subprocess.TimeoutExpired:
        return [f" error: {command[-1]} does not compile within {TIMEOUT} s"]
    lines = [line for line in done.stderr.splitlines() if " error: " in line or " warning: " in line]
    if done.returncode and not any(" error: " in line for line in lines):
        lines.append(done.stderr.strip().split("\n")[0].replace("fatal error: ", " error: ") or " error: no message")
    return lines


def warning_key(line: str, rules: LibraryRules) -> tuple[str, ...]:
    """What a warning is about, without its place: its flag and the names in it, in the unified spelling."""
    flag = re.findall(r"\[-W([\w+=-]+)\]", line)
    names = re.findall(r"[\u2018'](.+?)[\u2019']", line)

    def unified(match: re.Match[str]) -> str:
        return rules.operator(match[0]) or rules.name(match[0]) or match[0]

    return (*flag, *(re.sub(r"[A-Za-z_]\w*", unified, name) for name in names))


def _legacy_warnings(project: Project, compiler: str, rules: LibraryRules) -> frozenset[tuple[str, ...]]:
    """What the legacy sources are warned about already, on any chip."""
    from migrate.convert.parsing import parse_requests
    from migrate.project.discovery import library_sources

    found: set[tuple[str, ...]] = set()
    for path in library_sources(project):
        for request in parse_requests(project, path):
            with tempfile.TemporaryDirectory() as folder:
                for name, text in request.stubs:
                    (Path(folder) / Path(name).name).write_bytes(text)
                said = _compile([compiler, *WARNINGS, *request.arguments, f"-I{folder}", str(path)])
                found |= {warning_key(line, rules) for line in said}
    return frozenset(found)


def _generated(project: Project, out: Path) -> Path:
    """Folder of what the unified library's build generates from the kernels' argument structs and the operators' declarations."""
    gen = out / ".verify" / "compile"
    gen.mkdir(parents=True, exist_ok=True)
    codegen = [sys.executable, "-m", project.target.generator]
    structs = [str(path) for path in argument_headers(project)]
    public = project.target_root / Path(project.target.header).parent
    tensor = out / project.target.header
    headers = [
        "--header",
        str(public / project.target.public),
        "--tensor-header",
        str(tensor),
        "-I",
        str(tensor.parent),
        "-I",
        str(public),
    ]
    steps = (
        ["layouts", "--structs", *structs, "--out", str(gen)],
        ["entries", *headers, "--out", str(gen), "--json", str(gen / "api.json")],
    )

    def run(step: list[str]) -> None:
        subprocess.run([*codegen, *step], capture_output=True, text=True, timeout=TIMEOUT, check=True)

    beside(run, steps)
    return gen


def argument_headers(project: Project) -> list[Path]:
    """Headers of argument structs that the library is built with: the unified tree's own, and those of the legacy tree."""
    target = project.target
    own = (project.target_root / folder / name for folder in target.include for name in target.arguments)
    return [*dict.fromkeys(path for path in own if path.is_file()), *project.included_arguments()]


def include_flags(project: Project, out: Path) -> list[str]:
    """Include path of the output: itself before the unified tree, then the legacy tree's argument structs with what these include.

    A folder of the unified tree whose header the legacy tree has under the same name comes last."""
    target = project.target
    folders = [Path(target.header).parent, Path(target.sources), Path(target.sources).parent]
    found = [out / folder for folder in folders]
    unified = [project.target_root / folder for folder in (*target.include, target.sources)]
    arguments = project.included_arguments()
    near = [project.root / folder for folder in project.library.include]
    legacy = [path.parent for path in arguments]
    for path in arguments:
        legacy += [header.parent for header in included(path.read_bytes(), (path.parent,), near)]
    replaced = [folder for folder in unified if any((folder / path.name).is_file() for path in arguments)]
    found += [*(folder for folder in unified if folder not in replaced), *legacy, *replaced]
    return [f"-I{folder}" for folder in dict.fromkeys(found) if folder.is_dir()]
