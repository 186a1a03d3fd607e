"""The public headers are C11 and C++17; the drivers compile against the vendors' own headers; sizes and helpers are right."""

import os
import subprocess
from pathlib import Path

import pytest

from dnnlib import capi, paths
from dnnlib.codegen.chips import read_chip, render_facts

ROOT = paths.ROOT
INCLUDE = ROOT / "dnnlib" / "include"
STRICT = ("-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only")


def compile_source(*arguments: str, source: str = "") -> None:
    done = subprocess.run(arguments, input=source, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("header", sorted(str(path.relative_to(INCLUDE)) for path in INCLUDE.rglob("*.h")))
@pytest.mark.parametrize(
    "language", [("gcc", "-std=c11", "-x", "c"), ("g++", "-std=c++17", "-x", "c++")], ids=["c", "c++"]
)
def test_header_stands_alone(header: str, language: tuple[str, ...]) -> None:
    compile_source(*language, *STRICT, f"-I{INCLUDE}", "-", source=f'#include "{header}"\n')


HELPERS = r"""
#include <assert.h>
#include <limits.h>
#include "tpuDNN.h"
int main(void)
{
    const tpudnnDataType_t one[] = {TPUDNN_DTYPE_INT8, TPUDNN_DTYPE_UINT8, TPUDNN_DTYPE_BOOL, TPUDNN_DTYPE_FP8E5M2, TPUDNN_DTYPE_FP8E4M3};
    for (int i = 0; i < 5; ++i)
        assert(tpudnnTensorDataSize(one[i]) == 1);
    assert(tpudnnTensorDataSize(TPUDNN_DTYPE_INT64) == 8 && tpudnnTensorDataSize(TPUDNN_DTYPE_BF16) == 2);
    assert(tpudnnTensorDataSize(TPUDNN_DTYPE_UNKNOWN) == 0);

    tpudnnTensor_t tensor = tpudnnUndefinedTensor();
    assert(tensor.addr == NULL && tensor.dim == 0 && tensor.dtype == TPUDNN_DTYPE_UNKNOWN);
    tensor.dim = 2;
    tensor.shape[0] = 3;
    tensor.shape[1] = 5;
    tpudnnContiguousStride(tensor.shape, 2, tensor.stride);
    tensor.dtype = TPUDNN_DTYPE_INT4;
    assert(tpudnnTensorBytes(&tensor) == 8); /* 15 half bytes */
    tensor.dtype = TPUDNN_DTYPE_FP8E4M3;
    assert(tpudnnTensorBytes(&tensor) == 15);
    tensor.dtype = TPUDNN_DTYPE_FP32;
    tensor.shape[0] = tensor.shape[1] = 65536;
    assert(tpudnnTensorBytes(&tensor) == (size_t)1 << 34); /* no 32-bit overflow */

    /* what no allocation has room for never looks small, and nothing overflows on the way */
    tensor.dim = 4;
    for (int i = 0; i < 4; ++i)
        tensor.shape[i] = 65536;
    assert(tpudnnTensorElements(&tensor) == SIZE_MAX && tpudnnTensorBytes(&tensor) == SIZE_MAX);
    tensor.shape[3] = 16384;
    assert(tpudnnTensorElements(&tensor) == (size_t)1 << 62 && tpudnnTensorBytes(&tensor) == SIZE_MAX);
    tpudnnContiguousStride(tensor.shape, 4, tensor.stride);
    assert(tensor.stride[2] == 16384 && tensor.stride[1] == 1 << 30 && tensor.stride[0] == INT_MAX);
    assert(!tpudnnIsTensorContiguous(&tensor));
    tensor.shape[3] = -2;
    assert(tpudnnTensorElements(&tensor) == SIZE_MAX && tpudnnTensorBytes(&tensor) == SIZE_MAX);
    tensor.shape[3] = 0;
    assert(tpudnnTensorElements(&tensor) == 0 && tpudnnTensorBytes(&tensor) == 0 && tpudnnIsTensorContiguous(&tensor));
    int large[4] = {INT_MAX, INT_MAX, INT_MAX, INT_MAX}, grouped[4];
    tpudnn32ICShape(large, grouped);
    assert(grouped[0] == INT_MAX && grouped[1] == INT_MAX && grouped[2] == INT_MAX / 32 + 1 && grouped[3] == 32);
    tpudnn32OCShape(large, grouped);
    assert(grouped[2] == INT_MAX / 32 + 1);

    tensor.dim = 4;
    for (int i = 0; i < 4; ++i)
        tensor.shape[i] = i + 2;
    tpudnnContiguousStride(tensor.shape, 4, tensor.stride);
    assert(tpudnnIsTensorInner3DContiguous(&tensor));
    tensor.stride[0] *= 2; /* the outermost may have a gap */
    assert(tpudnnIsTensorInner3DContiguous(&tensor));
    tensor.stride[1] *= 2;
    assert(!tpudnnIsTensorInner3DContiguous(&tensor));
    tensor.dim = 2;
    assert(!tpudnnIsTensorInner3DContiguous(&tensor));
    tpudnnProcessZeroDim(&tensor);
    assert(tensor.dim == 2 && tensor.shape[0] == 2);
    tensor.dim = 0;
    tpudnnProcessZeroDim(&tensor);
    assert(tensor.dim == 1 && tensor.shape[0] == 1 && tensor.stride[0] == 1);

    tensor.dim = 2;
    tensor.shape[0] = 3;
    tensor.shape[1] = 5;
    tpudnnContiguousStride(tensor.shape, 2, tensor.stride);
    assert(tpudnnIsTensorContiguous(&tensor) && !tpudnnIsTensorTransposed(&tensor));
    tensor.stride[0] = 1;
    tensor.stride[1] = 3;
    assert(!tpudnnIsTensorContiguous(&tensor) && tpudnnIsTensorTransposed(&tensor));
    tensor.stride[1] = 4;
    assert(!tpudnnIsTensorContiguous(&tensor) && !tpudnnIsTensorTransposed(&tensor));
    tpudnnTensor_t other = tensor;
    assert(tpudnnIsSameShape(&tensor, &other));
    other.shape[1] = 6;
    assert(!tpudnnIsSameShape(&tensor, &other));
    return 0;
}
"""


@pytest.mark.parametrize("language", [("gcc", "-std=c11", "-x", "c"), ("g++", "-std=c++17", "-x", "c++")])
def test_helpers(tmp_path: Path, language: tuple[str, ...]) -> None:
    program = tmp_path / "helpers"
    compile_source(
        *language,
        "-fsanitize=undefined",
        "-fno-sanitize-recover",
        f"-I{INCLUDE}",
        "-",
        "-o",
        str(program),
        source=HELPERS,
    )
    assert subprocess.run([program], timeout=10).returncode == 0


VENDOR_HEADERS = {
    "bm_a": ("chips/bm_a/include", "third_party/bmlib/include"),
    "sg_b": ("chips/sg_b/include", "third_party/tpuv7_runtime/tpuv7-emulator_0.1.0/include"),
}


@pytest.mark.parametrize("chip", VENDOR_HEADERS)
@pytest.mark.parametrize("whose", ["ours", "the vendor's"])
def test_driver_compiles_with_headers(tmp_path: Path, chip: str, whose: str) -> None:
    ours, vendors = VENDOR_HEADERS[chip]
    folder = ROOT / ours
    if whose != "ours":
        tree = os.environ.get("LEGACY_TREE")
        if not tree:
            pytest.skip("LEGACY_TREE names no checkout of the public legacy tree")
        folder = Path(tree) / vendors
    driver = ROOT / "dnnlib" / "drivers" / f"{chip}.cpp"
    (tmp_path / "chip_facts.h").write_text(
        render_facts(read_chip(ROOT / "chips" / chip / "chip.yaml")), encoding="utf-8"
    )
    include = [f"-I{path}" for path in (INCLUDE, ROOT / "dnnlib" / "src", folder, tmp_path)]
    compile_source("g++", "-std=c++17", "-Wall", "-fsyntax-only", *include, str(driver))


CHECKS = r"""
#include "check.h"
#include <cstdio>
template <class F> static void show(F f)
{
    try { f(); std::puts("passed"); } catch (const tpudnn::Error &error) { std::puts(error.what()); }
}
int main()
{
    tpudnnTensor_t left = tpudnnUndefinedTensor(), right = left;
    left.dtype = TPUDNN_DTYPE_FP32; right.dtype = TPUDNN_DTYPE_BF16; left.dim = 2;
    const tpudnnTensor_t *null = nullptr;
    show([&] { TPUDNN_CHECK(left.dtype == right.dtype); });
    show([&] { TPUDNN_CHECK(left.dtype == right.dtype || left.dim == 2); });
    show([&] { TPUDNN_CHECK(null && null->dim == 1); });
    show([&] { TPUDNN_CHECK(tpudnnIsTensorContiguous(&left)); });
    show([&] { TPUDNN_CHECK(left.addr != 0); });
    show([&] { TPUDNN_CHECK(left.dim + 1 < 3); });
    show([&] { TPUDNN_CHECK(!left.dim); });
    show([&] { TPUDNN_CHECK(false); });
    show([&] { TPUDNN_CHECK(right.dim = 0); });
    show([&] { TPUDNN_CHECK((left.dim & 1) == 0); });
}
"""


def test_checks_print_their_operands(tmp_path: Path) -> None:
    program, source = tmp_path / "checks", paths.ROOT / "dnnlib" / "src"
    files = [str(source / name) for name in ("check.cpp", "dtype.cpp", "status.cpp", "log.cpp")]
    (tmp_path / "checks.cpp").write_text(CHECKS, encoding="utf-8")
    include = (f"-I{INCLUDE}", f"-I{source}", f"-I{ROOT / 'chips' / 'include'}")
    compile_source("g++", "-std=c++17", *include, str(tmp_path / "checks.cpp"), *files, "-o", str(program), "-pthread")
    done = subprocess.run([program], capture_output=True, text=True, timeout=10)
    assert [line.removeprefix("the check failed: ") for line in done.stdout.splitlines()] == [
        "left.dtype == right.dtype (FP32 vs BF16)",
        "passed",
        "null && null->dim == 1",
        "passed",
        "left.addr != 0 (null vs 0)",
        "left.dim + 1 < 3 (3 vs 3)",
        "!left.dim",
        "false",
        "right.dim = 0",
        "passed",
    ]


def test_every_function_is_documented(lib: capi.Library) -> None:
    """A comment of its own; outside the operators, whose comments come with the legacy code, with every parameter in it."""
    for function in lib.api["functions"]:
        name, doc = function["name"], function["doc"]
        assert len(doc.split()) >= 4, f"{name} has no comment of its own in {function['header']}"
        if not function["operator"]:
            missing = [p["name"] for p in function["parameters"] if f"`{p['name']}`" not in doc]
            assert not missing, f"the comment of {name} does not say what {', '.join(missing)} is"
        waits = name.endswith(("Synchronize", "Sync", "Free", "Destroy")) and name != "tpudnnDestroy"
        assert not waits or "aits" in doc or "does not wait" in doc, (
            f"the comment of {name} does not say whether it waits"
        )
