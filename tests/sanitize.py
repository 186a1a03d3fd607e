"""Builds chips and library with a compiler's sanitizers, and runs native tests, the harness through the C API, and the fuzzer on them.

    python tests/sanitize.py [--quick] [address] [thread] [-j 2]

`address` is AddressSanitizer with UndefinedBehaviorSanitizer, in build-asan; `thread` is ThreadSanitizer, in build-tsan; without a name both.
Everything is sanitized, kernels included; with --quick library, drivers and runtimes only (the kernels are those of build/), and fewer cases
run: what CI asks of every change. Nothing is suppressed. Exit code 0 where no step failed and no sanitizer wrote a report.

The first step of each kind is a planted mistake that must be reported, so that a sanitizer that does not work is noticed.
"""

import argparse
import os
import re
import shlex
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
NATIVE = ROOT / "build" / "lib"
CHIPS = sorted(path.parent.name for path in (ROOT / "chips").glob("*/chip.yaml"))
HOST_TARGETS = ("tpudnn", *(f"tpudnn_driver_{chip}" for chip in CHIPS), "memory_test", "dtype_test")
# Operators that between them take every way through the library: several forms, temporaries, lists, values that are read back, whole cores.
QUICK_OPERATORS = ("matmul", "concat", "nonzero", "inf_check_and_unscale", "index_select")
PYTEST_FILES = (
    *(f"tests/chips/test_{name}.py" for name in (*CHIPS, "both_chips")),
    *(
        f"tests/dnnlib/test_{name}.py"
        for name in ("memory", "streams", "capi_errors", "contracts", "lifetimes", "sentences", "activity")
    ),
)
REPORT = re.compile(r"ERROR: \w+Sanitizer|WARNING: ThreadSanitizer|runtime error:")

ADDRESS_MISTAKE = (
    "#include <stdlib.h>\nvoid planted(void) { volatile char *p = malloc(8); p[8] = 1; free((void *)p); }\n"
)
THREAD_MISTAKE = """#include <pthread.h>
static int shared;
static void *add(void *unused) { for (int i = 0; i < 100000; ++i) ++shared; return unused; }
void planted(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, add, 0);
    pthread_create(&other, 0, add, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
}
"""


@dataclass(frozen=True)
class Kind:
    """A set of sanitizers that go together."""

    name: str
    folder: Path
    flags: str  # of -fsanitize
    runtime: str
    options: dict[str, str]
    mistake: str

    def environment(self, quick: bool) -> dict[str, str]:
        """Python is not sanitized: the runtime is loaded first, and the C++ library with it, whose exceptions the runtime watches."""
        preload = " ".join(str(_compilers(name)) for name in (self.runtime, "libstdc++.so.6"))
        values = {"LD_PRELOAD": preload, "TPUDNN_LIBRARY_DIR": str(self.folder / "lib"), "OMP_NUM_THREADS": "1"}
        if quick:
            values |= {"TPUDNN_FIRMWARE_PATH": str(NATIVE), "TPUDNN_KERNEL_TABLES": str(NATIVE)}
        reports = f":log_path={self.folder / 'report'}"
        return {
            **os.environ,
            "TPUDNN_MEMORY_POOL": "0",
            **values,
            **{name: text + reports for name, text in self.options.items()},
        }


ADDRESS = Kind(
    "address",
    ROOT / "build-asan",
    "address;undefined",
    "libasan.so",
    # Leaks: Python and its extensions keep memory to their end; the fuzzer counts allocations and watches the size of the process instead.
    {"ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1", "UBSAN_OPTIONS": "print_stacktrace=1"},
    ADDRESS_MISTAKE,
)
THREAD = Kind(
    "thread",
    ROOT / "build-tsan",
    "thread",
    "libtsan.so",
    # Modules that are not instrumented (Python, numpy, PyTorch) synchronise in ways that the sanitizer does not see: their own calls of the C
    # library are not judged. Memory that our code touches is.
    {"TSAN_OPTIONS": "halt_on_error=1:ignore_noninstrumented_modules=1"},
    THREAD_MISTAKE,
)


def _compilers(file: str) -> Path:
    """A file of the compiler's own libraries."""
    found = subprocess.run(
        ["gcc", f"-print-file-name={file}"], capture_output=True, text=True, check=True
    ).stdout.strip()
    return Path(found).resolve()


class Failed(Exception):
    """A step did not end as it must."""


def step(title: str, command: list[str | Path], environment: dict[str, str], folder: Path, timeout: int = 3600) -> None:
    began = time.monotonic()
    done = subprocess.run(
        command, env=environment, cwd=ROOT, capture_output=True, text=True, errors="replace", timeout=timeout
    )
    reports = [path for path in sorted(folder.glob("report.*")) if REPORT.search(path.read_text(errors="replace"))]
    text = done.stdout + done.stderr
    last = next((line for line in reversed(done.stdout.splitlines()) if line.strip()), "")
    print(f"  {title}: {time.monotonic() - began:.0f} s  {last[:110]}", flush=True)
    if done.returncode == 0 and not reports and not REPORT.search(text):
        return
    for path in reports[:3]:
        print(path.read_text(errors="replace")[:6000])
    shown = " ".join(shlex.quote(str(part)) for part in command)
    raise Failed(f"{title} ended with {done.returncode}, {len(reports)} reports\n{text[-4000:]}\nrepeat: {shown}")


def build(kind: Kind, quick: bool, jobs: int) -> None:
    tools = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}"}
    options = (
        f"-DTPU_SANITIZE={kind.flags}",
        "-DTPU_BUILD_TORCH=OFF",
        "-DTPU_BUILD_LEGACY=OFF",
        "-DCMAKE_BUILD_TYPE=Debug",
    )
    python = f"-DPython3_EXECUTABLE={sys.executable}"
    configure = [BIN / "cmake", "-S", ROOT, "-B", kind.folder, "-G", "Ninja", python, *options]
    step("configure", configure, tools, kind.folder)
    targets = ["--target", *HOST_TARGETS] if quick else []
    step("build", [BIN / "cmake", "--build", kind.folder, "-j", str(jobs), *targets], tools, kind.folder)


def planted(kind: Kind, environment: dict[str, str]) -> None:
    """The sanitizer must see a mistake in a library that Python loads, as it loads ours."""
    source, library = kind.folder / "planted.c", kind.folder / "planted.so"
    source.write_text(kind.mistake, encoding="utf-8")
    flags = [f"-fsanitize={kind.flags.replace(';', ',')}", "-g", "-shared", "-fPIC", "-pthread"]
    subprocess.run(["gcc", *flags, source, "-o", library], check=True)
    program = f"import ctypes; ctypes.CDLL({str(library)!r}).planted()"
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=300)
    seen = any(REPORT.search(path.read_text(errors="replace")) for path in kind.folder.glob("report.*"))
    clear_reports(kind)
    if done.returncode == 0 or not seen:
        raise Failed(
            f"the planted mistake of {kind.name} was not reported: the sanitizer does not work here\n{done.stderr}"
        )
    print("  planted mistake: reported", flush=True)


def clear_reports(kind: Kind) -> None:
    for path in kind.folder.glob("report.*"):
        path.unlink()


def native_program(kind: Kind, environment: dict[str, str], name: str, *arguments: str) -> None:
    """A C or C++ program of tests/dnnlib, compiled with the same sanitizers."""
    source, library = ROOT / "tests" / "dnnlib" / name, kind.folder / "lib"
    program = kind.folder / source.stem
    compiler = ["g++", "-std=c++17"] if source.suffix == ".cpp" else ["gcc", "-std=c11"]
    flags = [f"-fsanitize={kind.flags.replace(';', ',')}", "-g", "-pthread", f"-I{ROOT / 'dnnlib' / 'include'}"]
    link = [f"-L{library}", "-ltpudnn", f"-Wl,-rpath,{library}"]
    subprocess.run([*compiler, *flags, source, *link, "-o", program], check=True)
    plain = {key: text for key, text in environment.items() if key != "LD_PRELOAD"}
    step(" ".join((name, *arguments)), [program, *arguments], plain, kind.folder)


def run(kind: Kind, quick: bool, jobs: int) -> None:
    print(f"sanitizers: {kind.flags.replace(';', ', ')} in {kind.folder.name}", flush=True)
    kind.folder.mkdir(exist_ok=True)
    clear_reports(kind)
    build(kind, quick, jobs)
    environment = kind.environment(quick)
    planted(kind, environment)
    native_program(kind, environment, "robustness.c")
    for device in ("0", "1"):
        native_program(kind, environment, "lifetimes.cpp", "200", "6", device)
        native_program(kind, environment, "activity.cpp", "100", "3", device)
    plain = {name: text for name, text in environment.items() if name != "LD_PRELOAD"}
    for test in ("memory_test", "dtype_test"):
        step(test, [kind.folder / "lib" / "test" / test], plain, kind.folder)
    operators = QUICK_OPERATORS if quick else ("all",)
    harness = [BIN / "utest_ops", *operators, "--chip", "all", "--via", "capi", "-j", str(jobs)]
    step("harness", harness, environment, kind.folder, timeout=7200)
    fuzz = [sys.executable, ROOT / "tests/dnnlib/fuzz/run.py", "--calls", "2000" if quick else "20000", "-j", str(jobs)]
    step("fuzzer", [*fuzz, "--seed", "sanitize"], environment, kind.folder)
    step("fuzzer, eight threads", [*fuzz, "--seed", "threads", "--threads"], environment, kind.folder)
    if not quick:
        pytest = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *PYTEST_FILES]
        step("tests", pytest, environment, kind.folder, timeout=7200)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", choices=["address", "thread", []], help="default: both")
    parser.add_argument("--quick", action="store_true", help="kernels of build/, few cases")
    parser.add_argument("-j", dest="jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    failed = []
    for kind in (ADDRESS, THREAD):
        if options.kinds and kind.name not in options.kinds:
            continue
        try:
            run(kind, options.quick, options.jobs)
        except (Failed, subprocess.SubprocessError) as error:
            print(f"FAIL {kind.name}: {error}", flush=True)
            failed.append(kind.name)
    print(f"sanitize: {'FAILED: ' + ', '.join(failed) if failed else 'nothing reported'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
