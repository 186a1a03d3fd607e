"""Native programs of the trace proof: the legacy library once per chip, the unified one once, firmware that only records."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from jinja2 import Template

from dnnlib.paths import ROOT, library_dir
from migrate.emit.unified_tree import target_reader
from migrate.frontend import public_header
from migrate.model import Chip
from migrate.project.config import Project
from migrate.project.unified_tree import simulated_runtimes
from migrate.verify.trace.data import simulators

# Memory that the program does not set: once zero, once a pattern. What differs between the two is undefined.
FILLS = ("zero", "pattern")
JOBS = 2  # compilers at once


class BuildFailed(RuntimeError):
    """A native step failed; the message has the first errors of the tool."""


def compiler() -> str:
    found = (
        shutil.which(os.environ.get("CXX", "")) or shutil.which("g++") or shutil.which("clang++") or shutil.which("c++")
    )
    if not found:
        raise BuildFailed("no C++ compiler: set CXX or install g++")
    return found


def parallel(steps: Sequence[Callable[[], Path]]) -> list[Path]:
    """Results of native steps in order, two at a time. Raises the first BuildFailed."""
    with ThreadPoolExecutor(JOBS) as pool:
        return [future.result() for future in [pool.submit(step) for step in steps]]


def run(command: Sequence[str], what: str, cwd: Path | None = None) -> None:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = (done.stderr + done.stdout).splitlines()
        undefined = [line[line.index("undefined ") :] for line in lines if "undefined reference" in line]
        errors = list(dict.fromkeys(undefined)) or [line for line in lines if "error" in line] or lines
        raise BuildFailed(f"{what} failed: " + "; ".join(errors[:3]))


def compile_cached(command: Sequence[str], inputs: Sequence[Path], output: Path, what: str) -> Path:
    """Run `command ... -o output` unless the same command made `output` from the same bytes before."""
    digest = hashlib.sha256("\0".join(command).encode())
    for path in inputs:
        digest.update(path.read_bytes())
    stamp = output.with_suffix(output.suffix + ".key")
    if output.exists() and stamp.exists() and stamp.read_text() == digest.hexdigest():
        return output
    run([*command, "-o", str(output)], what)
    stamp.write_text(digest.hexdigest())
    return output


@dataclass(frozen=True)
class LegacyBuild:
    """What to compile for one chip."""

    chip: Chip
    runtime: str
    sources: tuple[Path, ...]
    include: tuple[str, ...]
    defines: tuple[str, ...]


def legacy_build(project: Project, chip: Chip, work: Path) -> LegacyBuild:
    """The legacy library of one chip against the simulated runtime; stand-ins come first, the tree's own vendor headers last."""
    runtime = project.trace.runtime.get(chip.name, "")
    if runtime not in simulated_runtimes():
        raise BuildFailed(
            f"the project file's trace.runtime names no runtime for {chip.name}: use one of {', '.join(simulated_runtimes())}"
        )
    patterns = project.trace.sources.get(chip.name, project.library.sources)
    stubs = work / "stubs"
    shutil.rmtree(stubs, ignore_errors=True)  # of a run before, whose project file named others
    stubs.mkdir(parents=True)
    for name, text in {**project.library.stubs, **project.trace.stubs}.items():
        (stubs / name).parent.mkdir(parents=True, exist_ok=True)
        (stubs / name).write_text(text)
    simulated = simulated_runtimes()[runtime].include
    folders = [str(stubs), str(simulated), *(str(project.root / i) for i in (*chip.include, *project.library.include))]
    return LegacyBuild(
        chip,
        runtime,
        tuple(project.source_files(patterns)),
        tuple(f"-I{folder}" for folder in folders),
        tuple(f"-D{d}" for d in (*chip.definitions, *project.library.defines)),
    )


def _headers(build: LegacyBuild) -> list[Path]:
    folders = [Path(i[2:]) for i in build.include]
    return sorted(p for folder in folders if folder.is_dir() for p in folder.glob("*.h*"))


def fill_flag(fill: str) -> str:
    return f"-ftrivial-auto-var-init={fill}"


def build_legacy(build: LegacyBuild, fill: str, harness: str, work: Path) -> Path:
    """The program that calls the legacy library of one chip. Raises BuildFailed."""
    work.mkdir(parents=True, exist_ok=True)
    flags = ["-std=c++17", "-O0", "-w", "-pthread", fill_flag(fill), *build.defines, *build.include]
    source = work / "harness.cpp"
    _write(source, harness)

    def compile_one(path: Path) -> Path:
        target = work / (path.stem + f".{hashlib.sha256(str(path).encode()).hexdigest()[:6]}.o")
        command = [compiler(), *flags, "-c", str(path)]
        return compile_cached(command, [path, *_headers(build)], target, f"compiling {path.name} for {build.chip.name}")

    objects = parallel([partial(compile_one, path) for path in (*build.sources, source)])
    library = [
        "-L",
        str(library_dir()),
        f"-l{simulated_runtimes()[build.runtime].runtime}",
        f"-Wl,-rpath,{library_dir()}",
    ]
    return compile_cached(
        [compiler(), "-pthread", *map(str, objects), *library],
        objects,
        work / "program",
        f"linking the legacy library of {build.chip.name}",
    )


@dataclass(frozen=True)
class UnifiedBuild:
    """The unified library from the files that migrate wrote, with the argument structs of the legacy tree."""

    out: Path
    arguments: Path  # header with the structs
    argument_headers: tuple[Path, ...]  # it, and what it includes from its folder
    include: tuple[str, ...]
    header: Path  # with the operators' declarations, or what includes them
    headers: tuple[bytes, ...]  # texts of the files with the declarations
    sources: tuple[Path, ...]


def require_native(project: Project) -> None:
    """Raises BuildFailed where a library that both builds run on is missing."""
    chips = [chip.name for chip in project.chips]
    runtimes = [project.trace.runtime.get(name, "") for name in chips]
    wanted = [f"lib{simulated_runtimes()[name].runtime}.so" for name in runtimes if name in simulated_runtimes()]
    wanted += [simulators()["unified"]["driver"].format(chip=name) for name in chips]
    missing = [name for name in wanted if not (library_dir() / name).exists()]
    if missing:
        raise BuildFailed(
            f"{library_dir()} has no {', '.join(missing)}: run `make build`, or name the folder of the native build in "
            f"{simulators()['environment']['library']}"
        )


def unified_build(project: Project, out: Path) -> UnifiedBuild:
    require_native(project)
    headers = project.included_arguments()
    if len(headers) != 1:
        raise BuildFailed(
            f"the project file's library.arguments must name one header for the trace, not {len(headers)}"
        )
    folders = [
        out / "dnnlib/include",
        ROOT / "dnnlib/include",
        ROOT / "dnnlib/src",
        out / "dnnlib/src",
        headers[0].parent,
    ]
    header = out / project.target.header
    return UnifiedBuild(
        out,
        headers[0],
        tuple(project.argument_headers()),
        tuple(f"-I{folder}" for folder in folders),
        header if header.exists() else project.target_root / project.target.header,
        tuple(public_header.files(project.target.header, target_reader(project, out)).values()),
        tuple(sorted((out / project.target.sources).glob("*.cpp"))),
    )


def _generate(structs: Path, tensor: Path, gen: Path) -> Path:
    """What dnnlib's own build generates, for one set of argument structs and one operator header."""
    gen.mkdir(parents=True, exist_ok=True)
    codegen = [sys.executable, "-m", "dnnlib.codegen"]
    include = ROOT / "dnnlib/include"
    headers = [
        "--header",
        str(include / simulators()["unified"]["headers"][0]),
        "--tensor-header",
        str(tensor),
        "-I",
        str(tensor.parent),
        "-I",
        str(include),
        "-I",
        str(structs.parent),  # the public header may use the tree's own types
    ]
    run([*codegen, "layouts", "--structs", str(structs), "--out", str(gen)], "reading the argument structs", ROOT)
    run(
        [*codegen, "entries", *headers, "--out", str(gen), "--json", str(gen / "api.json")],
        "generating the operators' entries",
        ROOT,
    )
    return gen


def build_tables(project: Project, build: UnifiedBuild, folder: Path) -> Path:
    """The kernel tables that drivers load, from the rows that migrate wrote."""
    folder.mkdir(parents=True, exist_ok=True)
    for chip in project.chips:
        relative = project.target.kernels.format(chip=chip.name)
        rows = build.out / relative if (build.out / relative).exists() else project.target_root / relative
        build_table(rows, build.arguments, chip.name, folder)
    return folder


def build_table(rows: Path, structs: Path, chip: str, folder: Path) -> None:
    command = [sys.executable, "-m", "dnnlib.codegen", "table", "--structs", str(structs), "--chip", chip]
    target = folder / f"{chip}.kernels"
    run([*command, "--yaml", str(rows), "--out", str(target)], f"the kernel table of {chip}", ROOT)


@dataclass(frozen=True)
class Program:
    """A unified program. Operators and their entries lie in a shared library: one that is loaded earlier can replace some."""

    path: Path
    include: tuple[str, ...]  # what a source of the operators is compiled with


def operator_flags(fill: str, include: Sequence[str]) -> list[str]:
    return ["-std=c++17", "-O0", "-w", "-fPIC", fill_flag(fill), *include]


def build_unified(build: UnifiedBuild, fill: str, harness: str, work: Path, shared: Path) -> Program:
    """The program that calls the unified library. `shared` keeps what does not depend on the fill. Raises BuildFailed."""
    work.mkdir(parents=True, exist_ok=True)
    gen = _generate(build.arguments, build.header, shared / "gen")
    include = (f"-I{gen}", *build.include)
    headers = [
        *_own_headers(),
        *sorted(gen.glob("*.h")),
        *build.argument_headers,
        *sorted((build.out / "dnnlib").rglob("*.h")),
    ]
    unity, calls = work / "operators.cpp", shared / "harness.cpp"
    _write(unity, "".join(f'#include "{path}"\n' for path in build.sources))
    _write(calls, harness)
    plain = [compiler(), "-std=c++17", "-O0", "-w", "-pthread", "-fPIC", *include, "-c"]

    def object_of(path: Path) -> Path:
        return compile_cached(
            [*plain, str(path)], [path, *headers], shared / f"{path.stem}.o", f"compiling {path.name}"
        )

    def operators() -> Path:
        command = [compiler(), *operator_flags(fill, include), "-c", str(unity)]
        inputs = [unity, *build.sources, *headers]
        return compile_cached(command, inputs, work / "operators.o", "compiling the converted operators")

    entries = gen / "entries.gen.cpp"
    body, entry, *objects = parallel(
        [operators, *(partial(object_of, path) for path in (entries, calls)), *_core(shared)]
    )
    link = [compiler(), "-shared", str(body), str(entry)]
    library = compile_cached(link, [body, entry], work / "liboperators.so", "linking the operators")
    link = [compiler(), "-pthread", "-rdynamic", *map(str, objects), str(library), f"-Wl,-rpath,{work}", "-ldl"]
    path = compile_cached(link, [*objects, library], work / "program", "linking the unified library")
    return Program(path, include)


def _own_headers() -> list[Path]:
    return sorted((ROOT / "dnnlib").rglob("*.h"))


def _core(shared: Path) -> list[Callable[[], Path]]:
    """What the unified library has beside its operators, compiled against its own headers."""
    gen = _generate(*(ROOT / simulators()["unified"][name] for name in ("structs", "header")), shared / "gen-core")
    folders = (gen, ROOT / "dnnlib/include", ROOT / "dnnlib/src", ROOT / "chips/include")
    command = [compiler(), "-std=c++17", "-O0", "-w", "-pthread", *(f"-I{folder}" for folder in folders), "-c"]
    return [
        partial(
            compile_cached,
            [*command, str(path)],
            [path, *_own_headers(), *sorted(gen.glob("*.h"))],
            shared / f"{path.stem}.core.o",
            f"compiling {path.name}",
        )
        for path in sorted((ROOT / "dnnlib/src").glob("*.cpp"))
    ]


def _write(path: Path, text: str) -> None:
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


_FIRMWARE = Template("""// Generated by migrate verify --trace: kernels that record their launch and compute nothing.
#include "firmware.h"

static void record(tpusim::KernelContext &, const void *) {}

const tpusim::FirmwareTable *tpusim_firmware()
{
    static const std::vector<tpusim::KernelEntry> kernels = {
{%- for name in kernels %}
        {"{{ name }}", "any", static_cast<std::size_t>(tpusim::recorded_any), tpusim::recorded_any, {record}},
{%- endfor %}
    };
    static const tpusim::FirmwareTable table{tpusim::firmware_abi, "{{ chip }}", kernels.data(), kernels.size()};
    return &table;
}
""")


def build_firmware(runtime: str, kernels: Sequence[str], work: Path) -> Path:
    """Firmware of one simulated chip that accepts every kernel in `kernels`."""
    work.mkdir(parents=True, exist_ok=True)
    chip = simulated_runtimes()[runtime].name
    source = work / f"{chip}_recorder.cpp"
    source.write_text(_FIRMWARE.render(kernels=sorted(set(kernels)), chip=chip))
    common = ROOT / "chips" / "common"
    include = ["-I", str(common), "-I", str(ROOT / "chips/include"), "-I", str(ROOT / "chips")]
    command = [compiler(), "-std=c++17", "-O0", "-fPIC", "-shared", *include, str(source)]
    return compile_cached(
        command,
        [source, common / "firmware.h", common / "kernel.h"],
        work / f"{chip}.firmware.so",
        "compiling the recording firmware",
    )
