"""Every shared library exports what its header declares and nothing else; libtpudnn has a versioned soname."""

import re
import subprocess
from pathlib import Path

import pytest

from dnnlib import capi, paths

pytestmark = pytest.mark.native

HEADERS = {
    "libbmlib.so": ("chips/bm_a/include/bmlib_runtime.h", r"bm_|tpu_kernel_|bmSim", "bmSim"),
    "libtpuv7_rt.so": ("chips/sg_b/include/tpuv7_rt.h", r"tpuRt", "tpuRtSim"),
    "libtcrt.so": ("chips/tc_c/include/tcrt.h", r"tc[A-Z]", "tcSim"),
}
SINGLE = {
    "libtpudnn_driver_bm_a.so": "tpudnnGetDriver",
    "libtpudnn_driver_sg_b.so": "tpudnnGetDriver",
    "libtpudnn_driver_tc_c.so": "tpudnnGetDriver",
    "bm_a.firmware.so": "tpusim_firmware",
    "sg_b.firmware.so": "tpusim_firmware",
    "tc_c.firmware.so": "tpusim_firmware",
}


def exported(file: Path) -> set[str]:
    done = subprocess.run(["nm", "-D", "--defined-only", str(file)], capture_output=True, text=True, check=True)
    return {line.split()[-1] for line in done.stdout.splitlines()}


def test_library_exports_the_c_api(lib: capi.Library) -> None:
    functions = {function["name"] for function in lib.api["functions"]}
    include = paths.ROOT / "dnnlib" / "include"
    header = "".join(path.read_text() for path in (include / "tpuDNNTensor.h", *include.glob("tpuDNN/*.h")))
    with_vectors = {name for name in functions if re.search(rf"{name}\([^;]*std::vector", header)}
    names = exported(lib.folder / "libtpudnn.so")
    mangled = {name for name in names if name.startswith("_Z")}
    assert names - mangled == functions
    assert {re.match(r"_Z\d+(tpudnn\w+?Async(?:Compact)?)P", name)[1] for name in mangled} == with_vectors
    assert len(mangled) == len(with_vectors) > 0


@pytest.mark.parametrize("file", HEADERS)
def test_runtimes_export_their_headers(lib: capi.Library, file: str) -> None:
    header, prefixes, simulator = HEADERS[file]
    common = paths.ROOT / "chips/common"
    text = (paths.ROOT / header).read_text() + (common / "tpusim.h").read_text()
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)
    declared = set(re.findall(rf"\b((?:{prefixes})\w+)\s*\(", text))
    of_all = re.findall(r"prefix##(\w+)\(", (common / "simulator.h").read_text())
    assert of_all  # else the pattern matches nothing
    assert exported(lib.folder / file) == declared | {simulator + name for name in of_all}


@pytest.mark.parametrize("file", SINGLE)
def test_plug_ins_export_one_function(lib: capi.Library, file: str) -> None:
    assert exported(lib.folder / file) == {SINGLE[file]}


def test_soname_has_the_interface_version(lib: capi.Library) -> None:
    header = (paths.ROOT / "dnnlib" / "include" / "tpuDNN.h").read_text()
    major, minor = (re.search(rf"TPUDNN_VERSION_{part} (\d+)", header)[1] for part in ("MAJOR", "MINOR"))
    file = lib.folder / "libtpudnn.so"
    dynamic = subprocess.run(["readelf", "-d", str(file)], capture_output=True, text=True, check=True).stdout
    assert f"Library soname: [libtpudnn.so.{major}]" in dynamic
    assert file.resolve().name == f"libtpudnn.so.{major}.{minor}"
    assert (lib.folder / f"libtpudnn.so.{major}").resolve() == file.resolve()
    assert lib.cdll.tpudnnGetVersion() == int(major) * 1000 + int(minor)
