"""cmake --install gives what somebody else's C program needs: it finds the library by CMake and by pkg-config, and computes on every chip."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from dnnlib import capi, paths

pytestmark = pytest.mark.native

PROGRAM = Path(__file__).parent / "external"
CHIPS = sorted(path.parent.name for path in (paths.ROOT / "chips").glob("*/chip.yaml"))
PRODUCTS = {f"{chip}: 4 5 10 11" for chip in CHIPS}
# What finds the build folder instead of the installed files would hide a missing one.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith(("TPU", "LD_"))}


def run(*command: object, **kwargs: object) -> str:
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, env=ENVIRONMENT, **kwargs)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An installed folder that was moved after the installation."""
    build = paths.library_dir().parent
    if not (build / "CMakeCache.txt").exists():
        pytest.skip(f"{build} is no build folder of CMake")
    first = tmp_path_factory.mktemp("install") / "first"
    run("cmake", "--install", build, "--prefix", first)
    return first.rename(first.with_name("moved"))


def test_files(prefix: Path, lib: capi.Library) -> None:
    version = lib.cdll.tpudnnGetVersion()
    major, minor = divmod(version, 1000)
    library = prefix / "lib" / "libtpudnn.so"
    assert library.resolve().name == f"libtpudnn.so.{major}.{minor}"
    assert os.readlink(library) == f"libtpudnn.so.{major}"
    headers = {"tpuDNN.h", "tpuDNNTensor.h", "tpuDNNRuntime.h", "tpuDNNTensorC.h", "tpuDNN"}
    assert {file.name for file in (prefix / "include").iterdir()} == headers
    families = {file.name for file in (paths.ROOT / "dnnlib/include/tpuDNN").iterdir()}
    assert {file.name for file in (prefix / "include/tpuDNN").iterdir()} == families
    parts = {file.name for file in (prefix / "lib/tpudnn").iterdir()}
    for chip in CHIPS:
        assert {f"libtpudnn_driver_{chip}.so", f"{chip}.kernels", f"{chip}.firmware.so"} <= parts


def test_nothing_names_the_build_folder(prefix: Path) -> None:
    """The run path of no installed file leads back to the checkout."""
    for file in (*prefix.glob("lib/*.so"), *prefix.glob("lib/tpudnn/*.so")):
        assert str(paths.ROOT) not in run("readelf", "-d", file), file.name


def test_program_that_finds_the_cmake_package(prefix: Path, tmp_path: Path) -> None:
    run("cmake", "-S", PROGRAM, "-B", tmp_path, f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", tmp_path)
    assert set(run(tmp_path / "external").splitlines()) == PRODUCTS


def test_program_that_finds_pkg_config(prefix: Path, tmp_path: Path) -> None:
    tool = shutil.which("pkg-config") or pytest.skip("there is no pkg-config")
    described = subprocess.run(
        [tool, "--cflags", "--libs", "tpudnn"],
        env=ENVIRONMENT | {"PKG_CONFIG_PATH": str(prefix / "lib/pkgconfig")},
        capture_output=True,
        text=True,
        check=True,
    )
    program = tmp_path / "external"
    run("cc", PROGRAM / "main.c", *described.stdout.split(), f"-Wl,-rpath,{prefix / 'lib'}", "-o", program)
    assert set(run(program).splitlines()) == PRODUCTS


def test_another_major_version_is_not_found(prefix: Path, tmp_path: Path) -> None:
    source = (PROGRAM / "CMakeLists.txt").read_text().replace("find_package(tpudnn 1.0", "find_package(tpudnn 2.0")
    (tmp_path / "CMakeLists.txt").write_text(source)
    shutil.copy(PROGRAM / "main.c", tmp_path)
    done = subprocess.run(
        ["cmake", "-S", tmp_path, "-B", tmp_path / "build", f"-DCMAKE_PREFIX_PATH={prefix}"],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0 and "version: 1.0.0" in done.stderr
