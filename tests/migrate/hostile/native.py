"""Builds: the two drivers, once, and each case as a library per build. Raises CompileError with the compiler's first errors."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from dnnlib.codegen.layouts import read_layouts
from dnnlib.codegen.render import kernel_args

ROOT = Path(__file__).parents[3]
RUNTIME = Path(__file__).parent / "runtime"
COMPILER = shutil.which("g++") or shutil.which("clang++")
FLAGS = ("-O0", "-w", "-fPIC")
# No text of a print is compared; that its format fits the arguments, the compiler says.
PRINTS = ("-Wformat", "-Werror=format", "-Wno-format-security")
# The drivers bring the libraries of the language, so that linking a case need not look for them: half of its build's time.
SHARED, LIBRARIES = (
    ("-shared", "-nodefaultlibs"),
    ("-Wl,--no-as-needed", "-lstdc++", "-lm", "-lgcc_s", "-ldl", "-pthread"),
)
# The unified form sets to zero what a legacy struct leaves unset (D304); what it forgets to set has a pattern.
LEGACY_FILL, UNIFIED_FILL = "-ftrivial-auto-var-init=zero", "-ftrivial-auto-var-init=pattern"
LEGACY_TYPES = """
#define TENSOR_T SgdnnTensor_t
#define DTYPE_T SgdnnDataType_t
#define DTYPE(name) SGDNN_DTYPE_##name
#define HANDLE_T tpu_resource_t
#define STATUS_T tpu_status_t
#define STATUS_SUCCESS SG_SUCCESS
#define ADDRESS_OFFSET 0ull
#include "drive.h"
"""
UNIFIED_TYPES = """
#define TENSOR_T tpudnnTensor_t
#define DTYPE_T tpudnnDataType_t
#define DTYPE(name) TPUDNN_DTYPE_##name
#define HANDLE_T tpudnnHandle_t
#define STATUS_T tpudnnStatus_t
#define STATUS_SUCCESS TPUDNN_STATUS_SUCCESS
#define ADDRESS_OFFSET HOSTILE_OFFSET
#include "drive.h"
"""
STANDARD = "#include <cstdint>\n#include <memory>\n#include <string>\n#include <vector>\n#include <type_traits>\n#include <atomic>\n"


def keep_to_one_processor(number: int) -> frozenset[int]:
    """Of the processors that this process may use the one with a number, modulo how many there are; those that it could use before."""
    allowed = frozenset(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else frozenset()
    if allowed:
        os.sched_setaffinity(0, {sorted(allowed)[number % len(allowed)]})
    return allowed


class CompileError(RuntimeError):
    """`missing`: functions that the source does not define in this build."""

    def __init__(self, sentence: str, missing: frozenset[str] = frozenset()) -> None:
        super().__init__(sentence)
        self.missing = missing


def _compile(arguments: Sequence[str], what: str) -> None:
    assert COMPILER
    done = subprocess.run([COMPILER, *arguments], capture_output=True, text=True, timeout=600)
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if "error" in line or "undefined" in line]
        missing = frozenset(re.findall(r"[‘'](\w+)[’'] was not declared", done.stderr))
        raise CompileError(f"{what}: " + "; ".join(errors[:4] or done.stderr.splitlines()[:4]), missing)


class Drivers:
    """The programs that load a case, and what its unified build includes; `folder` keeps them for all who share it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        with open(folder / "lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (folder / "done").exists():
                self._build()
                (folder / "done").touch()

    @property
    def legacy_include(self) -> list[str]:
        return [f"-I{RUNTIME / 'legacy'}", f"-I{RUNTIME / 'common'}"]

    def unified_include(self, out: Path) -> list[str]:
        own = [out / "dnnlib/include", out / "dnnlib/src/tensor"]
        shared = [self.folder, RUNTIME / "common", ROOT / "dnnlib/include", ROOT / "dnnlib/src"]
        return [f"-I{folder}" for folder in (*own, *shared)]

    def _build(self) -> None:
        folder = self.folder
        (folder / "tpudnn_entries.h").write_text("")
        (folder / "kernel_args.gen.h").write_text(kernel_args(read_layouts(RUNTIME / "common/sg_api_struct.h")))
        (folder / "standard.h").write_text(STANDARD)
        _compile(
            [*FLAGS, UNIFIED_FILL, "-std=c++17", "-x", "c++-header", str(folder / "standard.h")], "the standard headers"
        )
        link = ["-std=c++17", "-O0", "-w", "-rdynamic", *LIBRARIES]
        common = [f"-I{RUNTIME}", f"-I{RUNTIME / 'common'}", str(RUNTIME / "recorder.cpp")]
        _compile(
            [str(RUNTIME / "legacy_driver.cpp"), *common, *link, "-o", str(folder / "legacy")], "the legacy driver"
        )
        dnnlib = ROOT / "dnnlib"
        parts = [str(dnnlib / "src" / f"{name}.cpp") for name in ("check", "status", "log")]
        _compile(
            [
                *("-std=c++17", "-O0", "-w", "-c", str(dnnlib / "src/dtype.cpp"), "-o", str(folder / "dtype.o")),
                *(f"-I{path}" for path in (dnnlib / "include", dnnlib / "src", ROOT / "chips/include")),
            ],
            "the element types",
        )
        include = [f"-I{path}" for path in (folder, dnnlib / "include", dnnlib / "src")]
        _compile(
            [
                str(RUNTIME / "unified_driver.cpp"),
                str(folder / "dtype.o"),
                *parts,
                *common,
                *include,
                *link,
                "-o",
                str(folder / "unified"),
            ],
            "the unified driver",
        )

    def run(self, program: str, library: Path, *parts: tuple[Path, ...]) -> list[dict[str, str]] | str:
        """The records of parts that are run one after the other, by function and input; or a sentence where the program did not end well. A part is
        the record's file, and for the unified program a chip's table."""
        environment = {**os.environ, "TPUDNN_LOG_LEVEL": "off", "TPUDNN_MEMORY_POOL": "0"}
        try:
            done = subprocess.run(
                [str(self.folder / program), str(library), *(str(path) for part in parts for path in part)],
                capture_output=True,
                timeout=60,
                env=environment,
            )
            ended = "" if done.returncode == 0 else f"ends with {done.returncode} {done.stderr.decode('latin-1')[:200]}"
        except subprocess.TimeoutExpired:
            ended = "does not end"
        found = []
        for record, *_ in parts:
            text = record.read_text() if record.exists() else ""
            lines = [line.split("\t", 2) for line in text.splitlines()]
            if ended and not lines:
                break
            found.append(_by_input(line for line in lines if len(line) == 3))
        return f"{ended} behind {sum(map(len, found))} calls" if ended else found


def _by_input(lines: Iterable[list[str]]) -> dict[str, str]:
    """Records by function and input; the driver calls with some inputs more than once."""
    seen: Counter[str] = Counter()
    found: dict[str, str] = {}
    for function, given, record in lines:
        key = f"{function}\t{given}"
        seen[key] += 1
        found[f"{key} nth={seen[key]}" if seen[key] > 1 else key] = record
    return found


def _main(calls: Sequence[tuple[str, str, bool]], name: str = "hostile_main", also: Sequence[str] = ()) -> str:
    lines = [f'    hostile::drive("{label}", {expression}, {int(waits)});' for label, expression, waits in calls]
    lines += [f"    {other}();" for other in also]
    declared = "".join(f'extern "C" void {other}(void);\n' for other in also)
    return f'\n{declared}extern "C" void {name}(void)\n{{\n' + "\n".join(lines) + "\n}\n"


Calls = dict[str, list[tuple[str, str, bool]]]
"""Source -> (name in the record, expression, whether the last parameter is the flag for not waiting)."""


def build_legacy(
    drivers: Drivers, sources: Sequence[Path], calls: Calls, define: Sequence[str], flags: str, to: Path
) -> None:
    wrapped = []
    for number, source in enumerate(sources):
        part = "hostile_main" if number == 0 else f"hostile_part_{number}"
        also = [f"hostile_part_{n}" for n in range(1, len(sources))] if number == 0 else []
        wrapper = to.with_name(f"{to.stem}-{number}.cpp")
        text = f'#include "sgdnn_api.h"{LEGACY_TYPES}#include "{source}"\n'
        wrapper.write_text(text + _main(calls.get(source.name, []), part, also))
        wrapped.append(str(wrapper))
    defines = [f"-D{d}" for d in define]
    include = [f"-I{folder}" for folder in sorted({s.parent for s in sources})]
    _compile(
        [
            *SHARED,
            *FLAGS,
            LEGACY_FILL,
            *flags.split(),
            *defines,
            *include,
            *drivers.legacy_include,
            *wrapped,
            "-o",
            str(to),
        ],
        "the legacy build",
    )


def build_unified(
    drivers: Drivers,
    out: Path,
    calls: Sequence[tuple[str, str, bool]],
    flags: str,
    to: Path,
    arguments: Sequence[Path] = (),
) -> None:
    """`arguments`: headers of argument structs that the case has of its own."""
    public = out / "dnnlib/include/tpuDNNTensor.h"
    if public.exists():
        c = ["-x", "c", "-std=c11", "-fsyntax-only", "-w", *drivers.unified_include(out), str(public)]
        _compile(c, "the public header, read by a C compiler")
        hidden = re.findall(r"^.*\b(?:inline|static)\b.*Async\(", public.read_text("latin-1"), re.MULTILINE)
        if hidden:
            raise CompileError(f"no other source can call {hidden[0]}")
    sources = sorted((out / "dnnlib/src/tensor").glob("*.cpp"))
    wrapper = to.with_suffix(".cpp")
    single = f'#include "{sources[0]}"\n' if len(sources) == 1 else ""
    head = '#include "tpudnn_impl.h"\n#include "events.h"\n'
    wrapper.write_text(head + UNIFIED_TYPES + single + _main(calls))
    others = [] if single else [str(s) for s in sources]
    unit = [str(wrapper), *others]
    if not others and (out / "dnnlib/src/tensor/helpers.h").exists():  # as another family would include it
        second = to.with_name(f"{to.stem}_second.cpp")
        second.write_text('#include "tpudnn_impl.h"\n#include "helpers.h"\n')
        unit.append(str(second))
    declared = ["-include", "standard.h"]  # precompiled
    _compile(
        [
            *SHARED,
            *(flag for flag in FLAGS if flag != "-w"),
            *PRINTS,
            UNIFIED_FILL,
            *flags.split(),
            *declared,
            *(_own_arguments(arguments, to.parent / "arguments") if arguments else ()),
            *drivers.unified_include(out),
            *unit,
            "-o",
            str(to),
        ],
        "the unified build",
    )


def _own_arguments(headers: Sequence[Path], folder: Path) -> list[str]:
    """Options that make a case's own argument structs known to its unified build, as a build of the library does."""
    folder.mkdir(exist_ok=True)
    layouts = read_layouts(RUNTIME / "common/sg_api_struct.h", *headers)
    text = kernel_args(layouts, ("sg_api_struct.h", *(header.name for header in headers)))
    (folder / "kernel_args.gen.h").write_text(text)
    return [f"-I{path}" for path in (folder, *dict.fromkeys(header.parent for header in headers))]


def declaration(header: str, name: str) -> tuple[list[str], set[str]]:
    """Parameter names behind the handle, and those that the comment calls optional."""
    found = re.search(rf"^[^\n/*#]*\b{name}\s*\(([^;]*)\)\s*;", header, re.MULTILINE)
    if not found:
        return [], set()
    names = [re.sub(r"\[.*", "", part).split()[-1].lstrip("*&") for part in found.group(1).split(",")][1:]
    before = header[: found.start()].rstrip()
    comment = before[before.rfind("/*") :] if before.endswith("*/") else ""
    return names, set(re.findall(r"@optional\s+(\w+)", comment))
