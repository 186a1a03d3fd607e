"""A simulated chip's device memory through its vendor's runtime, for calls into the legacy library."""

from __future__ import annotations

import ctypes as c
import os
from typing import Protocol

from dnnlib.paths import library_dir


class Device(Protocol):
    """One device and what every legacy call takes first: its handle or stream. Addresses are physical."""

    chip: str
    resource: c.c_void_p

    def malloc(self, size: int) -> int: ...
    def free(self, address: int) -> None: ...
    def write(self, address: int, data: bytes) -> None: ...
    def read(self, address: int, size: int) -> bytes: ...
    def bytes_in_use(self) -> int: ...
    def last_fault(self) -> str: ...


class MemDesc(c.Structure):
    """bm_device_mem_t"""

    _fields_ = (
        ("device_addr", c.c_ulong),
        ("reserved", c.c_uint),
        ("dmabuf_fd", c.c_int),
        ("flags", c.c_uint),
        ("size", c.c_uint),
    )


def succeed(status: int, what: str) -> None:
    if status != 0:
        raise RuntimeError(f"{what} returned status {status}")


class BmA:
    chip = "bm_a"

    def __init__(self) -> None:
        self._lib = c.CDLL(str(library_dir() / "libbmlib.so"))
        self._lib.bm_mem_from_device.restype = MemDesc
        self._lib.bm_mem_from_device.argtypes = [c.c_ulonglong, c.c_uint]
        self._lib.bm_free_device.argtypes = [c.c_void_p, MemDesc]
        self._lib.bm_memcpy_s2d.argtypes = [c.c_void_p, MemDesc, c.c_char_p]
        self._lib.bm_memcpy_d2s.argtypes = [c.c_void_p, c.c_char_p, MemDesc]
        self._lib.bmSimBytesInUse.restype = c.c_ulonglong
        self._lib.bmSimLastFault.restype = c.c_char_p
        self.resource = c.c_void_p()
        succeed(self._lib.bm_dev_request(c.byref(self.resource), 0), "bm_dev_request")

    def malloc(self, size: int) -> int:
        memory = MemDesc()
        succeed(self._lib.bm_malloc_device_byte(self.resource, c.byref(memory), size), "bm_malloc_device_byte")
        return int(memory.device_addr)

    def free(self, address: int) -> None:
        self._lib.bm_free_device(self.resource, self._lib.bm_mem_from_device(address, 1))

    def write(self, address: int, data: bytes) -> None:
        memory = self._lib.bm_mem_from_device(address, len(data))
        succeed(self._lib.bm_memcpy_s2d(self.resource, memory, data), "bm_memcpy_s2d")

    def read(self, address: int, size: int) -> bytes:
        data = c.create_string_buffer(size)
        memory = self._lib.bm_mem_from_device(address, size)
        succeed(self._lib.bm_memcpy_d2s(self.resource, data, memory), "bm_memcpy_d2s")
        return data.raw

    def bytes_in_use(self) -> int:
        return int(self._lib.bmSimBytesInUse(0))

    def last_fault(self) -> str:
        return self._lib.bmSimLastFault().decode()


class SgB:
    chip = "sg_b"

    def __init__(self) -> None:
        self._lib = c.CDLL(str(library_dir() / "libtpuv7_rt.so"))
        self._lib.tpuRtSimBytesInUse.restype = c.c_ulonglong
        self._lib.tpuRtSimLastFault.restype = c.c_char_p
        succeed(self._lib.tpuRtInit(), "tpuRtInit")
        succeed(self._lib.tpuRtSetDevice(0), "tpuRtSetDevice")
        self.resource = c.c_void_p()
        succeed(self._lib.tpuRtStreamCreate(c.byref(self.resource)), "tpuRtStreamCreate")

    def malloc(self, size: int) -> int:
        pointer = c.c_void_p()
        succeed(self._lib.tpuRtMalloc(c.byref(pointer), c.c_ulonglong(size), 0), "tpuRtMalloc")
        assert pointer.value is not None
        return pointer.value

    def free(self, address: int) -> None:
        succeed(self._lib.tpuRtFree(c.byref(c.c_void_p(address)), 0), "tpuRtFree")

    def write(self, address: int, data: bytes) -> None:
        succeed(self._lib.tpuRtMemcpyS2D(c.c_void_p(address), data, c.c_ulonglong(len(data))), "tpuRtMemcpyS2D")

    def read(self, address: int, size: int) -> bytes:
        succeed(self._lib.tpuRtStreamSynchronize(self.resource), "tpuRtStreamSynchronize")
        data = c.create_string_buffer(size)
        succeed(self._lib.tpuRtMemcpyD2S(data, c.c_void_p(address), c.c_ulonglong(size)), "tpuRtMemcpyD2S")
        return data.raw

    def bytes_in_use(self) -> int:
        succeed(self._lib.tpuRtStreamSynchronize(self.resource), "tpuRtStreamSynchronize")
        return int(self._lib.tpuRtSimBytesInUse(0))

    def last_fault(self) -> str:
        return self._lib.tpuRtSimLastFault().decode()


def open_device(chip: str) -> Device:
    """The chip's first device; the legacy library that is loaded next finds its firmware."""
    os.environ["TPUKERNEL_FIRMWARE_PATH"] = str(library_dir() / f"{chip}.firmware.so")
    return BmA() if chip == "bm_a" else SgB()
