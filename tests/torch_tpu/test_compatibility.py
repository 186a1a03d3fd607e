"""Operators of a converted tree in a library of their own: what they use of the legacy helpers works against the device's module."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
import torch

from dnnlib.paths import ROOT, library_dir

pytestmark = [pytest.mark.native, pytest.mark.torch, pytest.mark.slow]


@pytest.fixture(scope="module")
def ops(tmp_path_factory: pytest.TempPathFactory):
    library = tmp_path_factory.mktemp("extension") / "converted_tree.so"
    torch_root = Path(torch.__path__[0])
    build = library_dir().parent
    folders = [
        ROOT / "torch_tpu/csrc",
        build / "torch_tpu/generated",
        ROOT / "dnnlib/include",
        ROOT / "chips/include",
    ]
    include = [f"-I{folder}" for folder in folders] + ["-isystem", str(torch_root / "include")]
    flags = [
        "-std=c++20",
        "-O0",
        "-w",
        "-fPIC",
        "-shared",
        f"-D_GLIBCXX_USE_CXX11_ABI={int(torch.compiled_with_cxx11_abi())}",
    ]
    link = [str(library_dir() / "_C.so"), f"-L{library_dir()}", "-ltpudnn", f"-Wl,-rpath,{library_dir()}"]
    link += [str(torch_root / "lib" / name) for name in ("libtorch.so", "libtorch_cpu.so", "libc10.so")]
    source = Path(__file__).with_name("compatibility.cpp")
    subprocess.run(["c++", *flags, *include, str(source), "-Wl,--no-undefined", *link, "-o", str(library)], check=True)
    torch.ops.load_library(library)
    return torch.ops.converted_tree


@pytest.mark.parametrize("non_blocking", [False, True])
def test_copies_and_memory(ops, non_blocking: bool) -> None:
    for index in range(torch.tpu.device_count()):
        with torch.tpu.device(index):
            given = torch.arange(12.0, device="tpu").reshape(3, 4) + 1
            found = ops.by_the_host(given, non_blocking)
            assert found.device == given.device and torch.equal(found.cpu(), given.cpu())


def test_the_current_device_is_torchs(ops) -> None:
    before = torch.tpu.current_device()
    try:
        ops.set_device(1)
        assert torch.tpu.current_device() == ops.device_index() == 1
        with pytest.raises(IndexError, match="there is no tpu device 99; there are"):
            ops.set_device(99)
    finally:
        torch.tpu.set_device(before)


def test_memory_given_back_twice_is_said(ops) -> None:
    with pytest.raises(RuntimeError, match="is no memory of TPUAlloc, or was given back before"):
        ops.free_twice()


def test_a_tensor_elsewhere_is_said(ops) -> None:
    with pytest.raises(RuntimeError, match="is on cpu, not on a tpu device"):
        ops.by_the_host(torch.ones(2), False)
