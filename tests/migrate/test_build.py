"""`migrate init`, `migrate convert .`, `migrate build`: from a tree outside of the checkout to an installed library that a C++ program uses."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from elsewhere import CHIPS, copied_example, migrate

from dnnlib.paths import ROOT, library_dir

pytestmark = [
    pytest.mark.native,
    pytest.mark.slow,
    pytest.mark.skipif(not (library_dir() / "bm_a.firmware.so").exists(), reason="needs the native build: make native"),
]
PROGRAM = r"""
#include <cstdio>
#include <tpuDNNTensor.h>
int main()
{
    int devices = 0;
    tpudnnGetDeviceCount(&devices);
    for (int device = 0; device < devices; ++device)
    {
        tpudnnHandle_t handle = tpudnnCreate(device);
        const float given[4] = {1, 2, 3, 4};
        float sum[4] = {};
        void *memory[2];
        for (auto &one : memory) tpudnnMalloc(device, &one, sizeof given);
        tpudnnMemcpyH2D(handle, memory[0], given, sizeof given);
        const tpudnnTensor_t input = {memory[0], 1, {4}, {1}, TPUDNN_DTYPE_FP32}, output = {memory[1], 1, {4}, {1}, TPUDNN_DTYPE_FP32};
        const auto status = tpudnnBinaryAsync(handle, input, input, 1.f, output, 0);
        tpudnnMemcpyD2H(handle, sum, memory[1], sizeof sum);
        tpudnnDeviceProperties_t properties;
        tpudnnGetDeviceProperties(device, &properties);
        tpudnnMemset(handle, memory[0], 0, sizeof given);
        tpudnnMemcpyD2D(handle, memory[1], memory[0], sizeof given);
        float zero[4] = {1, 1, 1, 1};
        tpudnnMemcpyD2H(handle, zero, memory[1], sizeof zero);
        std::printf("%s %d: %g %g %g %g, %g\n", properties.chip, int(status), sum[0], sum[1], sum[2], sum[3], zero[3]);
        for (auto one : memory) tpudnnFree(one);
        tpudnnDestroy(handle);
    }
}
"""
SUMS = {f"{chip} 0: 2 4 6 8, 0" for chip in CHIPS}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example tree somewhere else, with what it needs of its chips, converted by the project file that init writes."""
    folder = copied_example(tmp_path_factory.mktemp("elsewhere"))
    migrate(folder, "init", ".")
    migrate(folder, "convert", ".", "--no-compile")
    return folder


def compile_and_run(prefix: Path, folder: Path, **environment: str) -> set[str]:
    """The program against an installed folder alone."""
    source, program = folder / "main.cpp", folder / "main"
    source.write_text(PROGRAM)
    flags = ["-std=c++17", f"-I{prefix / 'include'}", f"-L{prefix / 'lib'}", "-ltpudnn", f"-Wl,-rpath,{prefix / 'lib'}"]
    subprocess.run(["c++", str(source), *flags, "-o", str(program)], check=True)
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("TPU", "LD_"))}
    done = subprocess.run([str(program)], env=clean | environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines())


def test_three_commands_give_a_library_that_computes(tree: Path, tmp_path: Path) -> None:
    text = migrate(tree, "build")
    prefix = tree / "migrated/built"
    assert f"Installed libtpudnn for sg_b, bm_a (simulated runtimes) in {prefix}." in text
    moved = shutil.copytree(prefix, tmp_path / "moved", symlinks=True)  # nothing leads back
    assert compile_and_run(moved, tmp_path) == SUMS
    assert {"tpuDNN.h", "tpuDNNTensor.h", "tpuDNNRuntime.h", "tpuDNNTensorC.h"} <= {
        file.name for file in (prefix / "include").iterdir()
    }
    assert [file.name for file in (prefix / "include/tpuDNN").iterdir()] == [
        "Activity.h"
    ]  # no family of our own operators


def test_an_error_is_shown_in_both_files_and_the_installed_folder_stays(tree: Path) -> None:
    migrate(tree, "build")
    source = next(
        p for p in (tree / "migrated/dnnlib/src/tensor").glob("*.cpp") if "tpudnnMatmulAsync(" in p.read_text()
    )
    right, prefix = source.read_text(), tree / "migrated/built"
    before = {file: file.stat().st_mtime_ns for file in prefix.rglob("*") if file.is_file()}
    place = right.index("auto pimpl", right.index("tpudnnMatmulAsync("))
    source.write_text(right[:place] + right[place:].replace("auto pimpl", "auto other", 1))
    try:
        text = migrate(tree, "build", code=1)
    finally:
        source.write_text(right)
    assert "the step compile failed; nothing was installed" in text
    line = next(line for line in text.splitlines() if line.startswith(f"  dnnlib/src/tensor/{source.name}:"))
    legacy = (tree / "sgdnn/src/sgdnn.cpp").read_text()
    number = legacy[: legacy.index("sgdnnMatmul (")].count("\n") + 1
    assert "pimpl" in line and line.endswith(f"(from sgdnnMatmul, sgdnn/src/sgdnn.cpp:{number})"), line
    assert before == {file: file.stat().st_mtime_ns for file in prefix.rglob("*") if file.is_file()}


@pytest.fixture(scope="module")
def lacking(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tpuv7 runtime as a vendor's library that lacks two functions which its header declares."""
    folder = tmp_path_factory.mktemp("runtime")
    (folder / "exports.map").write_text(
        "{ global: tpuRt*; local: *; };".replace(
            "global: tpuRt*", "global: tpuRt[!M]*; tpuRtMalloc*; tpuRtMemcpyS2D*; tpuRtMemcpyD2S*; tpuRtMemGetInfo*"
        )
    )
    library = folder / "libtpuv7_rt.so"
    sources = [*(ROOT / "chips/sg_b/src").glob("*.cpp"), *(ROOT / "chips/common").glob("*.cpp")]
    wanted = [p for p in sources if p.name not in ("firmware.cpp", "gemm.cpp", "openblas.cpp")]
    gen = library_dir().parent / "chip_headers/sg_b"
    include = [f"-I{ROOT / name}" for name in ("chips/sg_b/include", "chips/common", "chips/include", "chips")]
    flags = ["-std=c++17", "-O0", "-fPIC", "-shared", "-fvisibility=hidden", "-pthread", "-w", f"-I{gen}", *include]
    version = f"-Wl,--version-script={folder / 'exports.map'}"
    subprocess.run(["c++", *flags, *map(str, wanted), version, "-ldl", "-o", str(library)], check=True)
    names = subprocess.run(["nm", "-D", "--defined-only", str(library)], capture_output=True, text=True, check=True)
    assert "tpuRtMemsetAsync" not in names.stdout and "tpuRtMemcpyD2SAsync" in names.stdout
    return library


def test_a_vendors_runtime_without_two_functions(tree: Path, lacking: Path, tmp_path: Path) -> None:
    given = yaml.safe_load((tree / "migrate.yaml").read_text())
    given["chips"]["bm_a"]["libraries"] = [str(library_dir() / "libbmlib.so")]
    given["chips"]["sg_b"]["libraries"] = [str(lacking)]
    project = tree / "vendor.yaml"
    project.write_text(yaml.safe_dump(given))
    prefix = tmp_path / "vendor"
    text = migrate(tree, "build", "--project", "vendor.yaml", "--runtime", "vendor", "--prefix", str(prefix))
    assert "(vendor runtimes)" in text
    assert not list(prefix.rglob("*.firmware.so")) and not list(prefix.rglob("libbmlib*"))
    shutil.copy(library_dir() / "libbmlib.so", lacking.parent)
    found = compile_and_run(
        prefix, tmp_path, LD_LIBRARY_PATH=str(lacking.parent), TPUDNN_FIRMWARE_PATH=str(library_dir())
    )
    assert found == SUMS


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--runtime", "vendor"), "chips.bm_a.libraries names no library of its runtime"),
        (("--out", "nothing"), "nothing has no converted library: run `migrate convert .` first"),
        (("--prefix", "migrated/dnnlib/src"), "would replace the conversion"),
        (("--prefix", "sgdnn"), "sgdnn exists and was not made by migrate build: give --prefix another folder"),
        (("-j", "0"), "'0' is no number of jobs (1 to 1000)"),
        (("--prefix", ""), "--prefix was given an empty name"),
        (("--prefix", "a;b"), "CMake takes a ; for the end of a name"),
    ],
)
def test_what_is_missing_is_said(tree: Path, arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in migrate(tree, "build", *arguments, code=2)
    assert (tree / "sgdnn/src/sgdnn.cpp").is_file()


def test_a_chip_without_a_kernel_table_is_said(tree: Path) -> None:
    table = tree / "migrated/chips/sg_b/kernels.yaml"
    text = table.read_bytes()
    table.unlink()
    try:
        assert "kernels.yaml for sg_b: no function of the library was converted" in migrate(tree, "build", code=2)
    finally:
        table.write_bytes(text)


def test_init_says_what_a_stand_in_has_to_declare(tmp_path: Path) -> None:
    tree = copied_example(tmp_path)
    source = tree / "sgdnn/src/sgdnn.cpp"
    source.write_text(
        '#include "generated_table.h"\nint table_size() { return generated_table_length; }\n' + source.read_text()
    )
    assert "generated_table.h was not found: fill in `stubs`" in migrate(tree, "init", ".")
    text = (tree / "migrate.yaml").read_text()
    assert "generated_table.h: ''   # fill in: declarations of generated_table_length, which the sources use" in text


def test_a_fresh_tree_may_have_operators_that_ours_has(tmp_path: Path) -> None:
    """The output has none of the unified tree's own operators, whatever header declares them."""
    tree = copied_example(tmp_path, "a träe; with blanks")  # and lies in a folder of any name
    headers = "".join(path.read_text() for path in sorted((ROOT / "dnnlib/include/tpuDNN").glob("*.h")))
    legacy = (tree / "sgdnn/src/sgdnn.cpp").read_text()
    operator = next(name for name in re.findall(r"\btpudnn(\w+)Async\(", headers) if f"sgdnn{name}" not in legacy)
    for path in (*(tree / "sgdnn").rglob("*.cpp"), *(tree / "sgdnn").rglob("*.h")):
        path.write_text(re.sub(r"\bsgdnnBinary\b", f"sgdnn{operator}", path.read_text()))
    migrate(tree, "init", ".")
    migrate(tree, "convert", "sgdnn/src/sgdnn.cpp")
    made = (tree / "migrated/dnnlib/include/tpuDNNTensor.h").read_text()
    assert f"tpudnn{operator}Async(" in made and "tpuDNN/" not in made


def test_init_names_the_folders_of_headers_that_torch_side_files_include(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    shutil.copytree(ROOT / "examples/legacy", tree, ignore=shutil.ignore_patterns("migrate.yaml", "defects.cpp"))
    (tree / "csrc/common").mkdir(parents=True)
    (tree / "csrc/common/settings.h").write_text("#pragma once\n")
    source = sorted((tree / "native_ops").glob("*.cpp"))[0]
    source.write_text('#include "common/settings.h"\n#include "TPUTorchUtils.h"\n' + source.read_text())
    text = migrate(tree, "init", ".", "--out", "-")
    assert "torch:\n  sources: ['native_ops/**/*.cpp']\n  include: [csrc]\n" in text
