"""What only bm_a does."""

from __future__ import annotations

import ctypes as c
import struct

import pytest
from runtimes import BmA, Failed, MemDesc, as_floats, buffers, floats

pytestmark = pytest.mark.native


def test_physical_is_base_plus_offset(bm_a: BmA) -> None:
    first, second = bm_a.malloc(100), bm_a.malloc(100)
    assert 0x1_0000_0000 <= first < second < first + (1 << 20)


def test_asynchronous_launch_is_done_when_it_returns(bm_a: BmA) -> None:
    src, dst = bm_a.upload(floats([7.0])), bm_a.malloc(4)
    args = buffers(src, dst, 1)
    bm_a.call(
        "tpu_kernel_launch_async", bm_a.handle, bm_a.function(bm_a.symbol("test_copy")), args, c.c_size_t(len(args))
    )
    assert as_floats(bm_a.read(dst, 4)) == [7.0]


def test_asynchronous_fault_is_returned_by_the_next_wait(bm_a: BmA) -> None:
    args = buffers(0, 0, 1)
    function = bm_a.function(bm_a.symbol("test_copy"))
    bm_a.call("tpu_kernel_launch_async", bm_a.handle, function, args, c.c_size_t(len(args)))
    with pytest.raises(Failed, match="test_copy: argument input_global_addr: null address"):
        bm_a.call("bm_thread_sync", bm_a.handle)
    bm_a.call("tpu_kernel_sync", bm_a.handle)


def test_bf16_truncates(bm_a: BmA) -> None:
    src, dst = bm_a.upload(floats([1.00390625 + 2**-8 + 2**-12])), bm_a.malloc(4)
    bm_a.run("test_convert", struct.pack("<QQii", src, dst, 1, 11))
    assert as_floats(bm_a.read(dst, 4)) == [1.0078125]
    bm_a.write(src, floats([1 + 2**-7 - 2**-12]))
    bm_a.run("test_convert", struct.pack("<QQii", src, dst, 1, 11))
    assert as_floats(bm_a.read(dst, 4)) == [1.0]


@pytest.mark.parametrize(("code", "name"), [(47, "f8e4m3"), (15, "f8e5m2"), (21, "int64"), (12345, "unknown")])
def test_types_it_does_not_compute_with(bm_a: BmA, code: int, name: str) -> None:
    src, dst = bm_a.upload(floats([1.0])), bm_a.malloc(4)
    with pytest.raises(
        Failed, match=rf"argument dtype: dtype code {code} \({name}\) is not supported by this kernel on bm_a"
    ):
        bm_a.run("test_convert", struct.pack("<QQii", src, dst, 1, code))


def test_partial_copies_and_fills(bm_a: BmA) -> None:
    address = bm_a.malloc(16)
    mem = bm_a.memory(address, 16)
    bm_a.call("bm_memset_device_ext", bm_a.handle, b"\x01\x02", 2, mem)
    assert bm_a.read(address, 16) == b"\x01\x02" * 8
    bm_a.call("bm_memset_device", bm_a.handle, 0, mem)
    bm_a.call("bm_memcpy_s2d_partial_offset", bm_a.handle, mem, b"abcd", 4, 8)
    out = c.create_string_buffer(6)
    bm_a.call("bm_memcpy_d2s_partial_offset", bm_a.handle, out, mem, 6, 6)
    assert out.raw == b"\0\0abcd"
    size, eight = c.c_size_t(4), c.c_size_t(8)
    bm_a.call("bm_memcpy_d2d_byte", bm_a.handle, mem, c.c_size_t(0), mem, eight, size)
    assert bm_a.read(address, 4) == b"abcd"
    with pytest.raises(Failed, match=r"bm_memcpy_s2d_partial_offset: argument dst.*out of bounds"):
        bm_a.call("bm_memcpy_s2d_partial_offset", bm_a.handle, mem, b"abcd", 4, 13)


def test_handles_are_checked(bm_a: BmA) -> None:
    mem = MemDesc()
    for handle in (None, c.c_void_p(0x1234)):
        with pytest.raises(Failed, match="the handle is not one of bm_dev_request"):
            bm_a.call("bm_malloc_device_byte", handle, c.byref(mem), 4)
    bm_a.lib.bm_dev_free(bm_a.handle)
    with pytest.raises(Failed, match="or was freed"):
        bm_a.call("bm_malloc_device_byte", bm_a.handle, c.byref(mem), 4)


def test_functions_of_an_unloaded_module(bm_a: BmA) -> None:
    function = bm_a.function(bm_a.symbol("test_copy"))
    bm_a.call("tpu_kernel_unload_module", bm_a.handle, bm_a.module)
    bm_a.call("tpu_kernel_free_module", bm_a.handle, bm_a.module)
    with pytest.raises(Failed, match="is not a function of a loaded module"):
        bm_a.call("tpu_kernel_launch", bm_a.handle, function, buffers(0, 0, 0), c.c_size_t(20))


def test_module_from_memory(bm_a: BmA) -> None:
    data = bm_a.firmware.read_bytes()
    bm_a.module = c.c_void_p(bm_a.lib.tpu_kernel_load_module(bm_a.handle, data, len(data)))
    assert bm_a.module.value
    src, dst = bm_a.upload(floats([5.0])), bm_a.malloc(4)
    bm_a.run("test_copy", buffers(src, dst, 1))
    assert as_floats(bm_a.read(dst, 4)) == [5.0]
