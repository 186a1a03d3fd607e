"""Tensors, profiles and timers from the host's side."""

import ctypes
import itertools
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from dnnlib import capi

pytestmark = pytest.mark.native

Refused = Callable[..., str]
UNKNOWN = -1


def ints(*numbers: int) -> ctypes.Array[ctypes.c_int]:
    return (ctypes.c_int * len(numbers))(*numbers)


def host_tensor(array: np.ndarray, dtype: str, stride: tuple[int, ...] | None = None) -> capi.CTensor:
    steps = stride or tuple(step // array.itemsize for step in array.strides)
    return capi.Tensor(array.ctypes.data, array.shape, dtype, steps).to_c()


def of_device(tensor: capi.CTensor, dtype: str) -> capi.Tensor:
    return capi.Tensor(tensor.addr or 0, tuple(tensor.shape[: tensor.dim]), dtype, tuple(tensor.stride[: tensor.dim]))


def test_a_tensor_has_the_data(handle: capi.Handle, lib: capi.Library) -> None:
    data = np.arange(12, dtype=np.float32)
    made = lib.cdll.tpudnnCreateDeviceTensor(handle.native, data.ctypes.data, 2, ints(3, 4), None, 0)
    assert (made.dim, list(made.shape[:2]), list(made.stride[:2]), made.dtype) == (2, [3, 4], [4, 1], 0)
    np.testing.assert_array_equal(handle.to_numpy(of_device(made, "f32")), data.reshape(3, 4))
    lib.cdll.tpudnnDestroyDeviceTensor(handle.native, made)


def test_a_tensor_with_strides(handle: capi.Handle, lib: capi.Library) -> None:
    data = np.arange(12, dtype=np.float32)
    made = lib.cdll.tpudnnCreateDeviceTensor(handle.native, data.ctypes.data, 2, ints(4, 3), ints(1, 4), 0)
    np.testing.assert_array_equal(handle.to_numpy(of_device(made, "f32")), data.reshape(3, 4).T)
    lib.cdll.tpudnnDestroyDeviceTensor(handle.native, made)


def test_the_memory_goes_back(handle: capi.Handle, lib: capi.Library) -> None:
    def live() -> int:
        info = lib.types.struct("tpudnnMemoryInfo_t")()
        lib.call("tpudnnGetMemoryInfo", handle.device, ctypes.byref(info))
        return info.allocated_bytes

    before = live()
    made = lib.cdll.tpudnnCreateDeviceTensor(handle.native, None, 1, ints(1 << 16), None, 0)
    assert live() >= before + (4 << 16)
    lib.cdll.tpudnnDestroyDeviceTensor(handle.native, made)
    handle.sync()
    assert live() == before
    lib.cdll.tpudnnDestroyDeviceTensor(
        handle.native, lib.cdll.tpudnnCreateDeviceTensor(handle.native, None, 1, ints(0), None, 0)
    )


@pytest.mark.parametrize("where", ["host", "device"])
def test_a_tensor_like_another(handle: capi.Handle, lib: capi.Library, where: str) -> None:
    data = np.arange(6, dtype=np.int32).reshape(2, 3)
    there = host_tensor(data, "i32") if where == "host" else handle.tensor(data).to_c()
    copy = lib.cdll.tpudnnCreateDeviceTensorLike(handle.native, there, 1)
    assert copy.addr != there.addr
    np.testing.assert_array_equal(handle.to_numpy(of_device(copy, "i32")), data)
    bare = lib.cdll.tpudnnCreateDeviceTensorLike(handle.native, there, 0)
    assert (bare.dim, list(bare.shape[:2])) == (2, [2, 3]) and bare.addr not in (copy.addr, there.addr, None)
    for tensor in (copy, bare):
        lib.cdll.tpudnnDestroyDeviceTensor(handle.native, tensor)


@pytest.mark.parametrize(
    ("dim", "shape", "stride", "dtype", "sentence"),
    [
        (9, (1,) * 9, None, 0, "dim 9"),
        (-1, (1,), None, 0, "dim -1"),
        (1, (-2,), None, 0, "extent -2"),
        (1, (2,), (-1,), 0, "stride -1"),
        (1, (2,), None, 9, "no whole number of bytes"),
        (1, (2,), None, 99, "no whole number of bytes"),
        (1, None, None, 0, "shape is null"),
    ],
)
def test_what_is_no_tensor(
    handle: capi.Handle,
    lib: capi.Library,
    dim: int,
    shape: tuple | None,
    stride: tuple | None,
    dtype: int,
    sentence: str,
) -> None:
    made = lib.cdll.tpudnnCreateDeviceTensor(
        handle.native, None, dim, ints(*shape) if shape else None, ints(*stride) if stride else None, dtype
    )
    assert made.dtype == UNKNOWN and not made.addr
    assert sentence in lib.last_error()


def test_no_handle(lib: capi.Library, refused: Refused) -> None:
    assert lib.cdll.tpudnnCreateDeviceTensor(None, None, 0, None, None, 0).dtype == UNKNOWN
    assert "handle" in lib.last_error()
    refused("BAD_PARAM", "tpudnnEnableProfile", None, 1, 0)
    refused("BAD_PARAM", "tpudnnDisableProfile", None)


@pytest.mark.parametrize("directions", ["hd", "dh", "dd", "hh"])
def test_copies_between_strides(handle: capi.Handle, lib: capi.Library, directions: str) -> None:
    """The elements arrive, and what lies between them stays."""
    source = np.arange(12, dtype=np.float32).reshape(3, 4).T  # (4, 3)
    target = np.full((4, 6), -1, np.float32)
    backing = {"d": lambda array: handle.tensor(array.copy()), "h": lambda array: array}
    src = np.ascontiguousarray(source.T) if directions[0] == "h" else None
    if src is not None:
        given = capi.Tensor(src.ctypes.data, (4, 3), "f32", (1, 4)).to_c()
    else:
        given = handle.tensor(np.ascontiguousarray(source.T)).transpose().to_c()
    held = backing[directions[1]](target)
    address = held.address if directions[1] == "d" else target.ctypes.data
    wanted = capi.Tensor(address, (4, 3), "f32", (6, 2)).to_c()
    lib.call("tpudnnCopyTensorData", handle.native, given, wanted)
    got = handle.to_numpy(held) if directions[1] == "d" else target
    np.testing.assert_array_equal(got[:, ::2], source)
    assert (got[:, 1::2] == -1).all()


def test_copies_that_do_not_fit(handle: capi.Handle, refused: Refused) -> None:
    one, other = handle.empty((2, 3)).to_c(), handle.empty((3, 2)).to_c()
    assert "must agree" in refused("BAD_PARAM", "tpudnnCopyTensorData", handle.native, one, other)
    integers = handle.empty((2, 3), "i32").to_c()
    assert "INT32" in refused("BAD_PARAM", "tpudnnCopyTensorData", handle.native, one, integers)
    nowhere = capi.Tensor(0, (2, 3), "f32", (3, 1)).to_c()
    assert "src" in refused("BAD_PARAM", "tpudnnCopyTensorData", handle.native, nowhere, one)
    beyond = capi.Tensor(one.addr, (2, 3), "f32", (1 << 20, 1)).to_c()
    refused("BAD_PARAM", "tpudnnCopyTensorData", handle.native, beyond, one)


def printed(lib: capi.Library, capfd: pytest.CaptureFixture[str], call: Callable[[], object]) -> str:
    capfd.readouterr()
    call()
    return capfd.readouterr().out


def test_prints(handle: capi.Handle, lib: capi.Library, capfd: pytest.CaptureFixture[str]) -> None:
    tensor = handle.tensor(np.array([[1, 2.5], [np.nan, -np.inf]], np.float32)).to_c()
    text = printed(lib, capfd, lambda: lib.cdll.tpudnnPrintTensor(handle.native, tensor))
    assert text == "FP32 shape (2, 2) stride (2, 1)\n[[1, 2.5],\n [nan, -inf]]\n"
    large = handle.tensor(np.arange(2000, dtype=np.int32)).to_c()
    text = printed(lib, capfd, lambda: lib.cdll.tpudnnPrintTensor(handle.native, large))
    assert text.endswith("[0, 1, 2, ..., 1997, 1998, 1999]\n")
    on_host = np.array(7, np.int64)
    text = printed(lib, capfd, lambda: lib.cdll.tpudnnPrintTensor(handle.native, host_tensor(on_host, "i64")))
    assert text == "INT64 shape () stride ()\n7\n"
    empty = capi.Tensor(0, (0, 2), "f32", (2, 1)).to_c()
    assert printed(lib, capfd, lambda: lib.cdll.tpudnnPrintTensor(handle.native, empty)).endswith("[]\n")


@pytest.mark.parametrize(
    ("dtype", "bits", "values"),
    [
        ("f16", [0x3C00, 0xC000, 0x7C00, 0x0001, 0x7E00], "[1, -2, inf, 5.96046e-08, nan]"),
        ("bf16", [0x3F80, 0xC000, 0x7F80, 0x4049], "[1, -2, inf, 3.14062]"),
        ("f8e5m2", [0x3C, 0xC0, 0x7C, 0x01, 0x7E], "[1, -2, inf, 1.52588e-05, nan]"),
        ("f8e4m3", [0x38, 0xC0, 0x7E, 0x01, 0x7F], "[1, -2, 448, 0.00195312, nan]"),
        ("i8", [0xFF, 0x7F], "[-1, 127]"),
    ],
)
def test_prints_every_kind(
    lib: capi.Library, capfd: pytest.CaptureFixture[str], dtype: str, bits: list[int], values: str
) -> None:
    with capi.Handle(0) as handle:
        array = np.array(bits, np.uint8 if dtype.startswith(("f8", "i8")) else np.uint16)
        tensor = capi.Tensor(array.ctypes.data, array.shape, dtype, (1,)).to_c()
        text = printed(lib, capfd, lambda: lib.cdll.tpudnnPrintTensor(handle.native, tensor))
    assert text.splitlines()[1] == values


@pytest.fixture
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run_profiled(handle: capi.Handle, lib: capi.Library, room: int, mode: int, times: int, size: int = 64) -> dict:
    ones = handle.tensor(np.ones((size, size), np.float32))
    output = handle.empty((size, size))
    lib.call("tpudnnEnableProfile", handle.native, room, mode)
    for _ in range(times):
        handle.call("binary", input=ones, other=ones, scalar=1.0, output=output, binary_type=0)
    lib.call("tpudnnDisableProfile", handle.native)
    np.testing.assert_array_equal(handle.to_numpy(output), np.full((size, size), 2, np.float32))
    (written,) = Path().glob("tpudnn_profile.*.json")
    found = json.loads(written.read_text())
    written.unlink()
    return found


def test_a_profile_has_the_launches(handle: capi.Handle, lib: capi.Library, chip: str, profile: Path) -> None:
    found = run_profiled(handle, lib, room=10, mode=0, times=4)
    events = found["traceEvents"]
    assert len(events) == 4 and all(event["name"].startswith("tpu_kernel_api_binary") for event in events)
    assert events[0]["ts"] == 0 and all(
        one["ts"] + one["dur"] <= other["ts"] + 0.01 for one, other in itertools.pairwise(events)
    )
    assert all(event["dur"] > 0 for event in events), "a kernel takes time"
    assert all("arguments" not in event["args"] and event["args"]["cores"] >= 1 for event in events)
    assert found["metadata"] == {"chip": chip, "device": handle.device, "mode": 0, "left_out": 0}


def test_a_profile_is_bounded_and_has_the_arguments(handle: capi.Handle, lib: capi.Library, profile: Path) -> None:
    found = run_profiled(handle, lib, room=2, mode=1, times=5)
    assert len(found["traceEvents"]) == 2 and found["metadata"]["left_out"] == 3
    first, second = (bytes.fromhex(event["args"]["arguments"]) for event in found["traceEvents"])
    assert first == second and len(first) > 24 and any(first)


def test_a_longer_kernel_takes_longer(handle: capi.Handle, lib: capi.Library, profile: Path) -> None:
    """Where the chip's events tell simulated time."""
    short = run_profiled(handle, lib, 1, 0, 1, size=8)["traceEvents"][0]["dur"]
    long = run_profiled(handle, lib, 1, 0, 1, size=2048)["traceEvents"][0]["dur"]
    assert long > short


def test_a_profile_where_it_is_asked_for(
    handle: capi.Handle, lib: capi.Library, refused: Refused, monkeypatch: pytest.MonkeyPatch, profile: Path
) -> None:
    monkeypatch.setenv("TPUDNN_PROFILE", str(profile / "no" / "folder.json"))
    lib.call("tpudnnEnableProfile", handle.native, 1, 0)
    assert "already" in refused("BAD_PARAM", "tpudnnEnableProfile", handle.native, 1, 0)
    assert "folder.json" in refused("FAILED", "tpudnnDisableProfile", handle.native)
    assert "not recorded" in refused("BAD_PARAM", "tpudnnDisableProfile", handle.native)
    assert "max_record_num" in refused("BAD_PARAM", "tpudnnEnableProfile", handle.native, 0, 0)
    assert "mode is 2" in refused("BAD_PARAM", "tpudnnEnableProfile", handle.native, 1, 2)
    monkeypatch.setenv("TPUDNN_PROFILE", str(profile / "named.json"))
    lib.call("tpudnnEnableProfile", handle.native, 1, 0)
    lib.call("tpudnnDisableProfile", handle.native)
    assert json.loads((profile / "named.json").read_text())["traceEvents"] == []


def test_timers(handle: capi.Handle, lib: capi.Library, capfd: pytest.CaptureFixture[str]) -> None:
    ones, output = handle.tensor(np.ones(8, np.float32)), handle.empty((8,))
    lib.call("tpudnnResetOpTimer")
    assert printed(lib, capfd, lambda: lib.call("tpudnnDumpOpTimer")) == ""
    for _ in range(3):
        handle.call("neg", input=ones, output=output)
    handle.call("sign", input=ones, output=output)
    rows = [line.split() for line in printed(lib, capfd, lambda: lib.call("tpudnnDumpOpTimer")).splitlines()]
    assert {row[0]: row[1] for row in rows} == {"neg": "3", "sign": "1"}
    times = [float(row[3]) for row in rows]
    assert times == sorted(times, reverse=True) and all(time > 0 for time in times)
    assert sum(float(row[5]) for row in rows) == pytest.approx(100, abs=0.1)
    lib.call("tpudnnResetOpTimer")
    assert printed(lib, capfd, lambda: lib.call("tpudnnDumpOpTimer")) == ""


def test_copies_by_physical_address(handle: capi.Handle, lib: capi.Library, refused: Refused) -> None:
    tensor = handle.tensor(np.zeros(8, np.float32))
    physical = handle.virt_to_phys(tensor.address)
    sent, got = np.arange(4, dtype=np.float32), np.zeros(8, np.float32)
    lib.call("tpudnnMemcpyHostToDevice", handle.native, physical + 8, sent.ctypes.data, sent.nbytes)
    lib.call("tpudnnMemcpyDeviceToHost", handle.native, got.ctypes.data, physical, got.nbytes)
    assert got.tolist() == [0, 0, 0, 1, 2, 3, 0, 0]
    assert "dst" in refused("BAD_PARAM", "tpudnnMemcpyHostToDevice", handle.native, 1, sent.ctypes.data, 4)
    assert "src" in refused("BAD_PARAM", "tpudnnMemcpyDeviceToHost", handle.native, got.ctypes.data, 1, 4)
    assert "src" in refused("BAD_PARAM", "tpudnnMemcpyHostToDevice", handle.native, physical, None, 4)
    past = refused("BAD_PARAM", "tpudnnMemcpyDeviceToHost", handle.native, got.ctypes.data, physical + 16, 1 << 20)
    assert "allocation" in past
