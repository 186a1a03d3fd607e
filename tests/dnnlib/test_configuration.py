"""Which chips a process has: TPUDNN_CHIPS, driver and table folders, and one more chip by a driver and data alone."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from dnnlib import paths
from dnnlib.codegen.chips import read_chip, render_facts

pytestmark = pytest.mark.native

RunScript = Callable[..., subprocess.CompletedProcess[str]]

LIST_CHIPS = """
from dnnlib import capi
try:
    print([capi.device_properties(device)["chip"] for device in range(capi.device_count())])
    print(capi.device_by_name("sg2260"))
except capi.TpudnnError as error:
    print(error)
"""

MATMUL = """
import numpy
from dnnlib import capi
with capi.Handle(0) as handle:
    print(capi.device_properties(0)["chip"])
    ones, output = handle.tensor(numpy.ones((4, 4), numpy.float32)), handle.empty((4, 4))
    try:
        handle.call("matmul", left=ones, right=ones, bias=None, output=output)
        print(handle.to_numpy(output).sum())
    except capi.TpudnnError as error:
        print(error)
"""


@pytest.mark.parametrize(
    ("chips", "listed"),
    [
        ("", "['bm_a', 'sg_b', 'tc_c']\n1"),
        ("sg_b,bm_a", "['sg_b', 'bm_a']\n0"),
        (" sg2260 , bm1684x", "['sg_b', 'bm_a']\n0"),
        ("sg_b", "['sg_b']\n0"),
    ],
)
def test_chips_and_their_order(run_script: RunScript, chips: str, listed: str) -> None:
    assert run_script(LIST_CHIPS, TPUDNN_CHIPS=chips).stdout.strip() == listed


@pytest.mark.parametrize(
    ("chips", "sentence"),
    [
        ("bm_a,no_chip", "TPUDNN_CHIPS names 'no_chip', a chip without a driver in"),
        ("bm_a,bm1684x", "TPUDNN_CHIPS names the chip bm_a twice"),
        (",", "TPUDNN_CHIPS names no chip"),
    ],
)
def test_wrong_chips(run_script: RunScript, chips: str, sentence: str) -> None:
    printed = run_script(LIST_CHIPS, TPUDNN_CHIPS=chips).stdout
    assert printed.startswith("NO_DEVICE: ")
    assert sentence in printed


def test_unknown_chip_lists_what_exists(run_script: RunScript) -> None:
    assert "there are drivers for: bm_a, sg_b, tc_c" in run_script(LIST_CHIPS, TPUDNN_CHIPS="no_chip").stdout


def test_missing_driver(run_script: RunScript, tmp_path: Path) -> None:
    printed = run_script(LIST_CHIPS, TPUDNN_DRIVER_PATH=str(tmp_path)).stdout
    assert printed.startswith("NO_DEVICE: ")
    assert f"there is no driver of any chip (libtpudnn_driver_<chip>.so) in {tmp_path}" in printed
    assert "set TPUDNN_DRIVER_PATH to the folder of the drivers" in printed


def chip_headers(folder: Path, chip: str, alias: str) -> Path:
    """Folder of the header that the driver reads, for a chip that but for its names is what bm_a is."""
    description = folder / chip / "chip.yaml"
    description.parent.mkdir()
    text = (paths.ROOT / "chips/bm_a/chip.yaml").read_text(encoding="utf-8")
    description.write_text(text.replace("chip: bm_a", f"chip: {chip}").replace("bm1684x", alias), encoding="utf-8")
    (folder / chip / "chip_facts.h").write_text(render_facts(read_chip(description)), encoding="utf-8")
    return folder / chip


def compile_driver(source: str, folder: Path, chip: str, alias: str = "bm1684x") -> None:
    file = folder / f"{chip}.cpp"
    file.write_text(source, encoding="utf-8")
    root = paths.ROOT
    subprocess.run(
        [
            *("g++", "-std=c++17", "-shared", "-fPIC", str(file), "-o", str(folder / f"libtpudnn_driver_{chip}.so")),
            *(f"-I{root / path}" for path in ("dnnlib/include", "dnnlib/src", "dnnlib/drivers", "chips/bm_a/include")),
            f"-I{chip_headers(folder, chip, alias)}",
            *(f"-L{paths.library_dir()}", "-lbmlib", f"-Wl,-rpath,{paths.library_dir()}", "-ldl"),
        ],
        check=True,
        timeout=120,
    )


def test_driver_of_another_version(run_script: RunScript, tmp_path: Path) -> None:
    old = """
    #include "driver.h"
    extern "C" TPUDNN_DRIVER_EXPORT const tpudnnDriver_v1 *tpudnnGetDriver(void)
    {
        static tpudnnDriver_v1 table{};
        table.abi_version = 0;
        table.struct_size = 16;
        return &table;
    }"""
    compile_driver(old, tmp_path, "old")
    printed = run_script(LIST_CHIPS, TPUDNN_DRIVER_PATH=str(tmp_path), TPUDNN_CHIPS="old").stdout
    assert printed.startswith("NO_DEVICE: ")
    assert "has version 0 (16 bytes) of the driver interface, this library needs version 1" in printed
    assert "build the driver against this library's driver.h" in printed


def test_driver_of_an_older_header(run_script: RunScript, tmp_path: Path, library_folder: Path) -> None:
    """One whose table ends before the optional entry memory_info works, and memory is not known of it."""
    driver = (paths.ROOT / "dnnlib" / "drivers" / "bm_a.cpp").read_text(encoding="utf-8")
    older = driver.replace(
        "    return &table;",
        "    static tpudnnDriver_v1 ends = table;\n    ends.struct_size = offsetof(tpudnnDriver_v1, memory_info);\n    return &ends;",
    )
    assert older != driver
    compile_driver("#include <cstddef>\n" + older, tmp_path, "bm_a")
    script = """
import ctypes
from dnnlib import capi
free, total = ctypes.c_uint64(7), ctypes.c_uint64(7)
try:
    capi.library().call("tpudnnGetDeviceMemory", 0, ctypes.byref(free), ctypes.byref(total))
except capi.TpudnnError as error:
    print(error)
"""
    printed = run_script(script, TPUDNN_DRIVER_PATH=str(tmp_path), TPUDNN_CHIPS="bm_a").stdout
    assert printed.startswith("NOT_SUPPORTED") and "cannot say how much memory there is" in printed
    assert run_script(MATMUL, TPUDNN_DRIVER_PATH=str(tmp_path), TPUDNN_CHIPS="bm_a").stdout.split() == ["bm_a", "64.0"]


@pytest.fixture
def added_chip(tmp_path: Path, library_folder: Path) -> dict[str, str]:
    """A chip "xy_z" as docs/porting-a-chip.md makes one: driver, kernel table, firmware; the library stays as it is."""
    driver = (paths.ROOT / "dnnlib" / "drivers" / "bm_a.cpp").read_text(encoding="utf-8")
    compile_driver(driver, tmp_path, "xy_z", "other")
    table = (library_folder / "bm_a.kernels").read_text(encoding="utf-8")
    (tmp_path / "xy_z.kernels").write_text(table.replace("table 1\tbm_a", "table 1\txy_z"), encoding="utf-8")
    shutil.copy(library_folder / "bm_a.firmware.so", tmp_path / "xy_z.firmware.so")
    folders = ("TPUDNN_DRIVER_PATH", "TPUDNN_KERNEL_TABLES", "TPUDNN_FIRMWARE_PATH")
    return {"TPUDNN_CHIPS": "xy_z", **dict.fromkeys(folders, str(tmp_path))}


def test_added_chip_computes(run_script: RunScript, added_chip: dict[str, str]) -> None:
    assert run_script(MATMUL, **added_chip).stdout.split() == ["xy_z", "64.0"]
    assert run_script(MATMUL, **{**added_chip, "TPUDNN_CHIPS": "other"}).stdout.split() == ["xy_z", "64.0"]


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("\tfollows=single_core", "\tfollows=multi_core", "passes sg_api_matmul_multi_core_t"),
        ("\tfollows=single_core", "\tfollows=other", "NOT_SUPPORTED"),
        ("symbol=tpu_kernel_api_batch_matmul", "symbol=tpu_kernel_api_missing", "has no kernel tpu_kernel_api_missing"),
        ("cores=1\targs=sg_api_batch_matmul_t", "cores=4\targs=sg_api_batch_matmul_t", "asks for 4 cores"),
        ("dtypes=:f32,f16,bf16", "dtypes=:f16", "tensor 'left' is FP32; on xy_z (device 0) this operator takes FP16"),
        ("args=sg_api_batch_matmul_t", "args=sg_api_batch_matmul_t\tcolour=red", "unknown field 'colour'"),
        ("table 1\txy_z", "table 1\tsg_b", "not a kernel table of xy_z"),
    ],
)
def test_mistakes_in_its_table(
    run_script: RunScript, added_chip: dict[str, str], old: str, new: str, sentence: str
) -> None:
    table = Path(added_chip["TPUDNN_KERNEL_TABLES"]) / "xy_z.kernels"
    text = table.read_text(encoding="utf-8")
    row = "\n".join(
        line.replace(old, new) if not line.startswith("batch_matmul") else line for line in text.split("\n")
    )
    assert row != text
    table.write_text(row, encoding="utf-8")
    done = run_script(MATMUL, **added_chip)
    assert sentence in done.stdout + done.stderr


def test_missing_table(run_script: RunScript, added_chip: dict[str, str]) -> None:
    (Path(added_chip["TPUDNN_KERNEL_TABLES"]) / "xy_z.kernels").unlink()
    done = run_script(MATMUL, **added_chip)
    assert "cannot read the kernel table" in done.stderr
    assert "TPUDNN_KERNEL_TABLES names another folder" in done.stderr


def test_log_level_and_verbose_line(run_script: RunScript) -> None:
    lines = run_script(MATMUL, TPUDNN_LOG_LEVEL="verbose").stderr
    assert "matmul bm_a:0 left=FP32[4x4] right=FP32[4x4] bias=- output=FP32[4x4]" in lines
    assert "matmul" not in run_script(MATMUL).stderr
    assert "is none of off, error, warn" in run_script(MATMUL, TPUDNN_LOG_LEVEL="loud").stderr
