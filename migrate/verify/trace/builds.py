"""Native programs of the trace proof: the legacy library once per chip, the unified one once, firmware that only records."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Template

from dnnlib.paths import ROOT, library_dir
from migrate.config import Project
from migrate.model import Chip

# Memory that the program does not set: once zero, once a pattern. What differs between the two is undefined.
FILLS = ("zero", "pattern")
VENDOR_LIBRARY = {"bmlib": "bmlib", "tpuv7": "tpuv7_rt"}
# The simulated runtime that stands in for a vendor's, and the folder of its chip.
SIMULATED = {"bmlib": "bm_a", "tpuv7": "sg_b"}


class BuildFailed(RuntimeError):
    """A native step failed; the message has the first errors of the tool."""


def compiler() -> str:
    found = (
        shutil.which(os.environ.get("CXX", "")) or shutil.which("g++") or shutil.which("clang++") or shutil.which("c++")
    )
    if not found:
        raise BuildFailed("no C++ compiler: set CXX or install g++")
    return found


def run(command: Sequence[str], what: str, cwd: Path | None = None) -> None:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        errors = [
            line for line in (done.stderr + done.stdout).splitlines() if "error" in line
        ] or done.stderr.splitlines()
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
    """The legacy library of one chip against the simulated runtime; the tree's own vendor headers come second."""
    runtime = project.trace.runtime.get(chip.name, "")
    if runtime not in VENDOR_LIBRARY:
        raise BuildFailed(
            f"the project file's trace.runtime names no runtime for {chip.name}: use one of {', '.join(VENDOR_LIBRARY)}"
        )
    patterns = project.trace.sources.get(chip.name, project.library.sources)
    stubs = work / "stubs"
    stubs.mkdir(parents=True, exist_ok=True)
    for name, text in {**project.library.stubs, **project.trace.stubs}.items():
        (stubs / name).parent.mkdir(parents=True, exist_ok=True)
        (stubs / name).write_text(text)
    simulated = ROOT / "chips" / SIMULATED[runtime] / "include"
    folders = [str(simulated), *(str(project.root / i) for i in project.library.include), str(stubs)]
    return LegacyBuild(
        chip,
        runtime,
        tuple(project.source_files(patterns)),
        tuple(f"-I{folder}" for folder in folders),
        tuple(f"-D{d}" for d in (chip.legacy_macro, *project.library.defines)),
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
    objects = []
    source = work / "harness.cpp"
    _write(source, harness)
    for path in (*build.sources, source):
        target = work / (path.stem + f".{hashlib.sha256(str(path).encode()).hexdigest()[:6]}.o")
        command = [compiler(), *flags, "-c", str(path)]
        compile_cached(command, [path, *_headers(build)], target, f"compiling {path.name} for {build.chip.name}")
        objects.append(target)
    library = ["-L", str(library_dir()), f"-l{VENDOR_LIBRARY[build.runtime]}", f"-Wl,-rpath,{library_dir()}"]
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
    include: tuple[str, ...]


def unified_build(project: Project, out: Path) -> UnifiedBuild:
    headers = project.source_files(project.library.arguments)
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
    return UnifiedBuild(out, headers[0], tuple(f"-I{folder}" for folder in folders))


def _generate(structs: Path, tensor: Path, gen: Path) -> Path:
    """What dnnlib's own build generates, for one set of argument structs and one operator header."""
    gen.mkdir(parents=True, exist_ok=True)
    codegen = [sys.executable, "-m", "dnnlib.codegen"]
    include = ROOT / "dnnlib/include"
    headers = [
        "--header",
        str(include / "tpuDNN.h"),
        "--tensor-header",
        str(tensor),
        "-I",
        str(tensor.parent),
        "-I",
        str(include),
    ]
    run([*codegen, "layouts", "--structs", str(structs), "--out", str(gen)], "reading the argument structs", ROOT)
    run(
        [*codegen, "entries", *headers, "--out", str(gen), "--json", str(gen / "api.json")],
        "generating the operators' entries",
        ROOT,
    )
    return gen


def build_tables(build: UnifiedBuild, chips: Sequence[str], work: Path) -> Path:
    """The kernel tables that drivers load, from the rows that migrate wrote."""
    folder = work / "tables"
    folder.mkdir(parents=True, exist_ok=True)
    for chip in chips:
        rows = build.out / "chips" / chip / "kernels.yaml"
        command = [sys.executable, "-m", "dnnlib.codegen", "table", "--structs", str(build.arguments), "--chip", chip]
        run(
            [*command, "--yaml", str(rows), "--out", str(folder / f"{chip}.kernels")],
            f"the kernel table of {chip}",
            ROOT,
        )
    return folder


def build_unified(build: UnifiedBuild, fill: str, harness: str, work: Path, shared: Path) -> Path:
    """The program that calls the unified library. `shared` keeps what does not depend on the fill. Raises BuildFailed."""
    work.mkdir(parents=True, exist_ok=True)
    shared.mkdir(parents=True, exist_ok=True)
    installed = ROOT / "dnnlib/include/tpuDNNTensor.h"
    overlay = build.out / "dnnlib/include/tpuDNNTensor.h"
    gen = _generate(build.arguments, overlay if overlay.exists() else installed, shared / "gen")
    core_gen = _generate(ROOT / "chips/include/sg_api_struct.h", installed, shared / "gen-core")
    flags = ["-std=c++17", "-O0", "-w", "-pthread"]
    product = [
        f"-I{core_gen}",
        f"-I{ROOT / 'dnnlib/include'}",
        f"-I{ROOT / 'dnnlib/src'}",
        f"-I{ROOT / 'chips/include'}",
    ]
    headers = sorted([*(ROOT / "dnnlib").rglob("*.h"), *gen.glob("*.h")])
    objects = [
        compile_cached(
            [compiler(), *flags, *product, "-c", str(p)],
            [p, *headers],
            shared / f"{p.stem}.core.o",
            f"compiling {p.name}",
        )
        for p in sorted((ROOT / "dnnlib/src").glob("*.cpp"))
    ]
    sources = sorted((build.out / "dnnlib/src/tensor").glob("*.cpp"))
    unity = work / "operators.cpp"
    _write(unity, "".join(f'#include "{path}"\n' for path in sources))
    _write(work / "harness.cpp", harness)
    own = [f"-I{gen}", *build.include]
    inputs = [*headers, build.arguments, *sorted((build.out / "dnnlib").rglob("*.h"))]
    for path, extra, filled in (
        (unity, sources, True),
        (gen / "entries.gen.cpp", [], False),
        (work / "harness.cpp", [], False),
    ):
        command = [compiler(), *flags, *([fill_flag(fill)] if filled else []), *own, "-c", str(path)]
        objects.append(
            compile_cached(command, [path, *extra, *inputs], work / f"{path.stem}.o", f"compiling {path.name}")
        )
    return compile_cached(
        [compiler(), "-pthread", "-rdynamic", *map(str, objects), "-ldl"],
        objects,
        work / "program",
        "linking the unified library",
    )


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
    chip = SIMULATED[runtime]
    source = work / f"{chip}_recorder.cpp"
    source.write_text(_FIRMWARE.render(kernels=sorted(set(kernels)), chip=chip))
    common = ROOT / "chips" / "common"
    include = ["-I", str(common), "-I", str(ROOT / "chips/include"), "-I", str(ROOT / "chips")]
    command = [compiler(), "-std=c++17", "-O0", "-fPIC", "-shared", f"-DTPUSIM_FIRMWARE_{chip}", *include, str(source)]
    return compile_cached(
        command,
        [source, common / "firmware.h", common / "kernel.h"],
        work / f"{chip}.firmware.so",
        "compiling the recording firmware",
    )
