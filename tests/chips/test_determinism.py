"""Nothing in the firmware has a value that the processor or the C library of the host chooses."""

from __future__ import annotations

import ctypes.util
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from kernel_bits import TABLES, Bench, table
from kernel_harness import Kernels, registered
from runtimes import Chip

from dnnlib.paths import library_dir

pytestmark = pytest.mark.native

CHIPS = ["bm_a", "sg_b"]
REPOSITORY = Path(__file__).parents[2]
# Approximations of 1/x, 1/sqrt(x) and 2^x: their digits differ between makers of processors.
APPROXIMATE = re.compile(r"\tv?((?:rsqrt|rcp|exp2)(?:14|28)?[ps][sdh])\b")
# Functions of the C library whose result IEEE 754 or C fixes to the last bit, whatever code it has for a processor.
EXACT = re.compile(
    r"(sqrt|fma|floor|ceil|trunc|rint|nearbyint|round|ldexp|scalbn|frexp|copysign|fabs|fmin|fmax|fmod)[fl]?"
)


def is_portable() -> bool:
    cache = library_dir().parent / "CMakeCache.txt"
    return cache.exists() and "TPU_PORTABLE:BOOL=ON" in cache.read_text()


def firmware(chip: str) -> Path:
    return library_dir() / f"{chip}.firmware.so"


def tool(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed (binutils)")
    return found


def disassembly(path: Path) -> str:
    command = [tool("objdump"), "--disassemble", "--no-show-raw-insn", path]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=True).stdout


@pytest.mark.parametrize("chip", CHIPS)
def test_no_approximate_instruction(chip: str) -> None:
    found = set(APPROXIMATE.findall(disassembly(firmware(chip))))
    assert not found, f"{firmware(chip)} uses {', '.join(sorted(found))}"


def test_the_disassembly_shows_an_approximate_instruction(tmp_path: Path) -> None:
    """That the search above would find one."""
    source = tmp_path / "root.c"
    source.write_text(
        "#include <immintrin.h>\n__m128 root(__m128 x) { return _mm_rsqrt_ps(x); }\n"
        "__m128 inverse(__m128 x) { return _mm_rcp_ss(x); }\n"
    )
    compiler = tool("gcc")
    compiled = subprocess.run(
        [compiler, "-c", "-O2", source, "-o", tmp_path / "root.o"], capture_output=True, check=False
    )
    if compiled.returncode != 0:
        pytest.skip("the compiler has no x86 intrinsics")
    assert set(APPROXIMATE.findall(disassembly(tmp_path / "root.o"))) == {"rsqrtps", "rcpss"}


def symbols(path: str | Path, which: str) -> set[str]:
    command = [tool("nm"), "--dynamic", which, path]
    lines = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout.splitlines()
    return {line.split()[-1].split("@")[0] for line in lines}


def mathematical_functions() -> set[str]:
    """What the C library of this host exports for mathematics, wherever it lies."""
    name = ctypes.util.find_library("m")
    mapped = [line.split()[-1] for line in Path("/proc/self/maps").read_text().splitlines() if "/libm.so" in line]
    if name is None or not mapped:
        pytest.skip("no libm is mapped into this process")
    return symbols(mapped[0], "--defined-only")


@pytest.mark.parametrize("chip", CHIPS)
def test_no_function_of_the_c_library_decides_a_value(chip: str) -> None:
    inexact = {name for name in mathematical_functions() if not EXACT.fullmatch(name)}
    assert {"expf", "powf", "sinf"} <= inexact
    used = symbols(firmware(chip), "--undefined-only") & inexact
    assert not used, f"{firmware(chip)} calls {', '.join(sorted(used))}"


def test_coefficients_are_what_the_fit_gives() -> None:
    pytest.importorskip("mpmath")
    script = REPOSITORY / "chips/common/fit_coefficients.py"
    fitted = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120, check=True).stdout
    assert fitted == (REPOSITORY / "chips/common/coefficients.h").read_text(), "write it again as its first line says"


@pytest.mark.skipif(is_portable(), reason="products of the portable build have other code, and so other roundings")
def test_bits_of_every_kernel(chip: Chip) -> None:
    """What this host computes is what the table holds; a kernel that no recipe runs fails the test too."""
    bench = Bench(Kernels(chip))
    computed = table(bench)
    stored = (TABLES / f"{chip.name}.tsv").read_text().splitlines()
    assert set(registered(bench.k)) == bench.launched
    different = [f"{new}\n  stored {old}" for new, old in zip(computed, stored, strict=False) if new != old]
    assert not different, (
        f"{len(different)} rows differ; python tests/chips/kernel_bits.py writes them again:\n"
        + "\n".join(different[:8])
    )
    assert len(computed) == len(stored)
