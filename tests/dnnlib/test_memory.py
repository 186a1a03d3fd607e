"""Device memory: virtual addresses, their translation, copies."""

import ctypes
import os
import threading
from collections.abc import Callable

import numpy as np
import pytest
from conftest import CHIPS
from hypothesis import given, settings
from hypothesis import strategies as st

from dnnlib import capi

pytestmark = pytest.mark.native

Refused = Callable[..., str]


def test_translation_is_affine_inside_an_allocation(handle: capi.Handle, lib: capi.Library) -> None:
    size = 300_000
    address = handle.malloc(size)
    physical = handle.virt_to_phys(address)
    assert physical != address
    for offset in (0, 1, 65_535, 65_536, 65_537, size - 1, size):
        assert handle.virt_to_phys(address + offset) == physical + offset
        assert lib.cdll.tpudnnPhysToVirt(handle.native, physical + offset) == address + offset


def test_null_translates_to_null(handle: capi.Handle, lib: capi.Library) -> None:
    assert lib.cdll.tpudnnVirtToPhys(handle.native, None) == 0
    assert lib.cdll.tpudnnPhysToVirt(handle.native, 0) is None


def test_addresses_outside_are_named(handle: capi.Handle, lib: capi.Library) -> None:
    address = handle.malloc(100)
    for wrong, sentence in [
        (address + 101, "1 bytes behind the end of an allocation of 100 bytes"),
        (handle.virt_to_phys(address), "it is a physical address of"),
        (12345, "a host address?"),
    ]:
        with pytest.raises(capi.TpudnnError, match="BAD_PARAM") as raised:
            handle.virt_to_phys(wrong)
        assert sentence in raised.value.sentence
    assert lib.cdll.tpudnnPhysToVirt(handle.native, 0x10) is None
    assert "is in no allocation of" in lib.last_error()


def test_freed_memory_is_recognised(handle: capi.Handle, refused: Refused) -> None:
    address = handle.malloc(64)
    handle.free(address)
    with pytest.raises(capi.TpudnnError, match="it was freed: an allocation of 64 bytes"):
        handle.virt_to_phys(address)
    assert "it was freed" in refused("BAD_PARAM", "tpudnnFree", address)


def test_free_of_an_interior_address(handle: capi.Handle, refused: Refused) -> None:
    address = handle.malloc(64)
    assert "no allocation begins there" in refused("BAD_PARAM", "tpudnnFree", address + 8)


def test_zero_bytes_give_null(lib: capi.Library) -> None:
    pointer = ctypes.c_void_p(1)
    lib.call("tpudnnMalloc", 0, ctypes.byref(pointer), 0)
    assert pointer.value is None
    lib.call("tpudnnFree", None)


def test_the_host_cannot_touch_it(run_script: Callable[..., object]) -> None:
    # A sanitizer would take the signal for a mistake.
    sanitizers = {name: f"{os.environ.get(name, '')}:handle_segv=0" for name in ("ASAN_OPTIONS", "TSAN_OPTIONS")}
    done = run_script(
        "import ctypes\nfrom dnnlib import capi\nh = capi.Handle(0)\nctypes.string_at(h.malloc(16), 1)\nprint('read it')",
        **sanitizers,
    )
    assert done.returncode == -11  # SIGSEGV
    assert "read it" not in done.stdout


def test_copies_stay_inside_the_allocation(handle: capi.Handle, refused: Refused) -> None:
    address = handle.malloc(100)
    host = (ctypes.c_char * 200)()
    sentence = refused("BAD_PARAM", "tpudnnMemcpyH2D", handle.native, address + 50, host, 51)
    assert "51 bytes from there are more than the 50 that the allocation still has" in sentence
    assert "src is null" in refused("BAD_PARAM", "tpudnnMemcpyD2H", handle.native, host, None, 1)


@settings(max_examples=25, deadline=None)
@given(data=st.data(), size=st.integers(1, 200_000))
def test_copies_and_fills_are_those_of_bytes(lib: capi.Library, data: st.DataObject, size: int) -> None:
    start = data.draw(st.integers(0, size - 1))
    length = data.draw(st.integers(0, size - start))
    value = data.draw(st.integers(0, 255))
    for chip in CHIPS:
        with capi.Handle(capi.device_by_name(chip)) as handle:
            expected = np.random.default_rng(size).integers(0, 256, size, np.uint8)
            first = handle.tensor(expected)
            second = handle.empty((size,), "u8")
            lib.call("tpudnnMemset", handle.native, first.address + start, value, length)
            lib.call("tpudnnMemcpyD2DAsync", handle.native, second.address, first.address, size)
            expected[start : start + length] = value
            assert (handle.to_numpy(second) == expected).all()


def test_copy_between_devices(lib: capi.Library) -> None:
    with capi.Handle(0) as one, capi.Handle(1) as other:
        values = np.arange(1000, dtype=np.float32)
        source, target = one.tensor(values), other.empty((1000,))
        lib.call("tpudnnMemcpyD2D", other.native, target.address, source.address, 4000)
        assert (other.to_numpy(target) == values).all()


def test_memory_is_accounted(handle: capi.Handle, lib: capi.Library) -> None:
    info = lib.types.struct("tpudnnMemoryInfo_t")()
    lib.call("tpudnnGetMemoryInfo", handle.device, ctypes.byref(info))
    before = (info.allocated_bytes, info.allocations)
    address = handle.malloc(12_345)
    lib.call("tpudnnGetMemoryInfo", handle.device, ctypes.byref(info))
    assert (info.allocated_bytes, info.allocations) == (before[0] + 12_345, before[1] + 1)
    assert info.peak_bytes >= info.allocated_bytes
    handle.free(address)
    lib.call("tpudnnGetMemoryInfo", handle.device, ctypes.byref(info))
    assert (info.allocated_bytes, info.allocations) == before


def test_device_memory_is_what_can_still_be_allocated(handle: capi.Handle, lib: capi.Library, refused: Refused) -> None:
    def memory() -> tuple[int, int]:
        free, total = ctypes.c_uint64(), ctypes.c_uint64()
        lib.call("tpudnnGetDeviceMemory", handle.device, ctypes.byref(free), ctypes.byref(total))
        return free.value, total.value

    free, total = memory()
    assert 0 < free <= total == capi.device_properties(handle.device)["memory_bytes"]
    address = handle.malloc(1 << 20)
    assert memory() == (free - (1 << 20), total)
    handle.free(address)
    assert memory() == (free, total)
    assert "free_bytes" in refused("BAD_PARAM", "tpudnnGetDeviceMemory", handle.device, None, None)


def test_out_of_memory_says_how_much(handle: capi.Handle, refused: Refused) -> None:
    pointer = ctypes.c_void_p()
    sentence = refused("OUT_OF_MEMORY", "tpudnnMalloc", handle.device, ctypes.byref(pointer), 1 << 50)
    assert f"{1 << 50} bytes" in sentence
    assert pointer.value is None


def test_operators_return_their_buffers(lib: capi.Library) -> None:
    """matmul with a transposed left operand allocates a temporary on bm_a."""
    with capi.Handle(capi.device_by_name("bm_a")) as handle:
        left = handle.tensor(np.ones((6, 4), np.float32)).transpose()
        right, output = handle.tensor(np.ones((6, 5), np.float32)), handle.empty((4, 5))
        info = lib.types.struct("tpudnnMemoryInfo_t")()
        lib.call("tpudnnGetMemoryInfo", handle.device, ctypes.byref(info))
        before = info.allocations
        for _ in range(3):
            handle.call("matmul", left=left, right=right, bias=None, output=output)
        lib.call("tpudnnGetMemoryInfo", handle.device, ctypes.byref(info))
        assert info.allocations == before
        assert (handle.to_numpy(output) == 6).all()


def test_handles_in_threads(lib: capi.Library) -> None:
    """Each thread its own handle and stream, on both chips at once; results and last errors do not mix."""
    failures: list[str] = []

    def work(index: int) -> None:
        device = index % 2
        stream = ctypes.c_void_p()
        lib.call("tpudnnStreamCreate", device, ctypes.byref(stream))
        with capi.Handle(device, stream.value) as handle:
            left = np.full((8, 8), index + 1, np.float32)
            for _ in range(20):
                output = handle.empty((8, 8))
                handle.call("matmul", left=handle.tensor(left), right=handle.tensor(left), bias=None, output=output)
                if not (handle.to_numpy(output) == 8 * (index + 1) ** 2).all():
                    failures.append(f"thread {index}")
                handle.lib.cdll.tpudnnVirtToPhys(handle.native, 16 + index)
                if f"{16 + index:#x} " not in lib.last_error():
                    failures.append(f"last error of thread {index}: {lib.last_error()}")
        lib.call("tpudnnStreamDestroy", stream)

    threads = [threading.Thread(target=work, args=(index,)) for index in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not failures


def test_device_memory_is_refused_where_the_host_reads_or_writes(
    handle: capi.Handle, lib: capi.Library, refused: Refused
) -> None:
    address, device, count = handle.malloc(4096), handle.device, ctypes.c_int(0)
    calls = [
        (name, handle.native, *ends)
        for name, ends in (
            ("tpudnnMemcpyH2D", (address, address + 64, 4)),
            ("tpudnnMemcpyD2H", (address + 64, address, 4)),
            ("tpudnnMemcpyH2DAsync", (address, address + 64, 4)),
            ("tpudnnMemcpyD2HAsync", (address + 64, address, 4)),
            ("tpudnnGetDevice", (address,)),
            ("tpudnnGetStream", (address,)),
            ("tpudnnMallocAsync", (address, 4)),
            ("tpudnnLaunchKernel", (b"neg", address, 56, 0, 0)),
            ("tpudnnHasKernel", (b"neg", address)),
        )
    ]
    calls += [
        (name, device, address)
        for name in (
            "tpudnnGetDeviceProperties",
            "tpudnnGetMemoryInfo",
            "tpudnnStreamCreate",
            "tpudnnEventCreate",
            "tpudnnGetDefaultStream",
        )
    ]
    calls += [
        ("tpudnnGetDeviceCount", address),
        ("tpudnnGetDeviceByName", b"sg_b", address),
        ("tpudnnMalloc", device, address, 4),
        ("tpudnnGetPointerDevice", address, address),
        ("tpudnnGetDeviceMemory", device, address, address),
        ("tpudnnGetOperatorStatistics", address, ctypes.byref(count)),
        ("tpudnnGetOperatorStatistics", None, address),
    ]
    operand, output = (handle.tensor(np.ones((2, 2), np.float32)).to_c() for _ in range(2))
    calls += [
        ("tpudnnFillAsync", handle.native, address, operand),
        ("tpudnnPermuteAsync", handle.native, operand, address, output),
        ("tpudnnConcatAsync", handle.native, address, 1, 0, operand),
        ("tpudnnMulIndexSelectAsync", handle.native, operand, address, 1, output),
    ]
    for call in calls:
        assert "is an address of device memory; host memory is taken" in refused("BAD_PARAM", *call), call[0]
    assert not lib.cdll.tpudnnHandleFromStream(device, address, None)
    assert "stream" in lib.last_error()
