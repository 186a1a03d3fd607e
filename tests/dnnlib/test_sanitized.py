"""robustness.c against the library under test, and against one built with AddressSanitizer and UndefinedBehaviorSanitizer."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from dnnlib import capi, paths

pytestmark = pytest.mark.native

SOURCE = Path(__file__).with_name("robustness.c")
TARGETS = ("tpudnn", "tpudnn_driver_bm_a", "tpudnn_driver_sg_b")


def run_against(folder: Path, program: Path, *flags: str, **environment: str) -> subprocess.CompletedProcess[str]:
    include = paths.ROOT / "dnnlib" / "include"
    command = ["gcc", "-std=c11", "-Wall", "-Werror", *flags, f"-I{include}", str(SOURCE), f"-L{folder}", "-ltpudnn"]
    subprocess.run([*command, f"-Wl,-rpath,{folder}", "-o", str(program)], check=True, timeout=120)
    return subprocess.run([program], env={**os.environ, **environment}, capture_output=True, text=True, timeout=120)


def test_c_program(library_folder: Path, tmp_path: Path, lib: capi.Library) -> None:
    done = run_against(library_folder, tmp_path / "robustness")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="session")
def sanitized_folder(library_folder: Path) -> Path:
    """Library, drivers and runtimes with sanitizers, built beside the build under test and kept; kernels are not sanitized."""
    build = library_folder.parent / "sanitized"
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    cmake = shutil.which("cmake", path=tools)
    if not cmake or not shutil.which("ninja", path=tools):
        pytest.skip("cmake or ninja is missing")
    options = ("-DTPU_SANITIZE=ON", "-DTPU_BUILD_TORCH=OFF", "-DTPU_BUILD_LEGACY=OFF", "-DCMAKE_BUILD_TYPE=Debug")
    python = f"-DPython3_EXECUTABLE={sys.executable}"
    environment = {**os.environ, "PATH": tools}
    for command in (
        [cmake, "-S", str(paths.ROOT), "-B", str(build), "-G", "Ninja", python, *options],
        [cmake, "--build", str(build), "-j", "2", "--target", *TARGETS],
    ):
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=900)
        assert done.returncode == 0, done.stdout + done.stderr
    return build / "lib"


@pytest.mark.slow
def test_c_program_under_sanitizers(sanitized_folder: Path, library_folder: Path, tmp_path: Path) -> None:
    done = run_against(
        sanitized_folder,
        tmp_path / "robustness",
        "-fsanitize=address,undefined",
        "-g",
        TPUDNN_FIRMWARE_PATH=str(library_folder),
        TPUDNN_KERNEL_TABLES=str(library_folder),
        ASAN_OPTIONS="detect_leaks=0",  # devices and their streams live as long as the process
        UBSAN_OPTIONS="print_stacktrace=1",
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "AddressSanitizer" not in done.stderr
    assert "runtime error" not in done.stderr
