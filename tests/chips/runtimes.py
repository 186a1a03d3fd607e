"""The two simulated runtimes through ctypes, under one small interface for what both can do."""

from __future__ import annotations

import ctypes as c
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from dnnlib.paths import library_dir

DTYPES = {"f16": 3, "f32": 5, "int32": 9, "bf16": 11, "f8e5m2": 15, "int64": 21, "f8e4m3": 47}


class MemDesc(c.Structure):
    """bm_device_mem_t"""

    _fields_ = (
        ("device_addr", c.c_ulong),
        ("reserved", c.c_uint),
        ("dmabuf_fd", c.c_int),
        ("flags", c.c_uint),
        ("size", c.c_uint),
    )


class KernelInfo(c.Structure):
    """tpusimKernelInfo_t"""

    _fields_ = (("symbol", c.c_char_p), ("args_name", c.c_char_p), ("args_size", c.c_size_t), ("cores", c.c_int))


def buffers(src: int, dst: int, count: int) -> bytes:
    """test_buffers_t"""
    return struct.pack("<QQi", src, dst, count)


def floats(values: Sequence[float]) -> bytes:
    return struct.pack(f"<{len(values)}f", *values)


def as_floats(data: bytes) -> list[float]:
    return list(struct.unpack(f"<{len(data) // 4}f", data))


def as_ints(data: bytes) -> list[int]:
    return list(struct.unpack(f"<{len(data) // 4}i", data))


@dataclass
class Failed(Exception):
    """A call that did not return success: its status and the runtime's sentence."""

    status: int
    sentence: str

    def __str__(self) -> str:
        return f"status {self.status}: {self.sentence}"


class Chip:
    """What both runtimes can do, synchronously. Addresses are physical."""

    name: str
    library: str
    prefix: str
    cores: int
    unset: int
    suffix: str
    symbols: ClassVar[dict[str, str]] = {}  # where the symbol is not tpu_kernel_api_KERNEL and the suffix
    module: c.c_void_p

    def __init__(self) -> None:
        self.lib = c.CDLL(str(library_dir() / self.library))
        for function, result in (("LastFault", c.c_char_p), ("Time", c.c_double), ("BytesInUse", c.c_ulonglong)):
            getattr(self.lib, self.prefix + function).restype = result

    def sim(self, function: str, *args: object) -> object:
        return getattr(self.lib, self.prefix + function)(*args)

    def call(self, function: str, *args: object) -> None:
        status = getattr(self.lib, function)(*args)
        if status != 0:
            raise Failed(status, self.last_fault())

    def last_fault(self) -> str:
        return self.sim("LastFault").decode()  # type: ignore[attr-defined]

    @property
    def firmware(self) -> Path:
        return library_dir() / "test" / f"{self.name}.test_firmware.so"

    def symbol(self, kernel: str) -> str:
        return self.symbols.get(kernel, f"tpu_kernel_api_{kernel}{self.suffix}")

    def upload(self, data: bytes) -> int:
        address = self.malloc(len(data))
        self.write(address, data)
        return address

    def run(self, kernel: str, args: bytes) -> None:
        """Launches a test kernel under its default symbol on all cores and waits."""
        self.launch(self.symbol(kernel), args, self.cores)

    def open(self, device: int = 0) -> None:
        """Makes a device current and loads the test firmware."""
        raise NotImplementedError

    def load(self, path: Path) -> c.c_void_p:
        """Loads a firmware file."""
        raise NotImplementedError

    def malloc(self, size: int) -> int:
        raise NotImplementedError

    def free(self, address: int) -> None:
        raise NotImplementedError

    def write(self, address: int, data: bytes) -> None:
        raise NotImplementedError

    def read(self, address: int, size: int) -> bytes:
        raise NotImplementedError

    def launch(self, symbol: str, args: bytes, cores: int) -> None:
        raise NotImplementedError


class BmA(Chip):
    name, library, prefix, cores, unset, suffix = "bm_a", "libbmlib.so", "bmSim", 1, 0xCD, ""

    def __init__(self) -> None:
        super().__init__()
        lib = self.lib
        lib.bm_mem_from_device.restype = MemDesc
        lib.bm_mem_from_device.argtypes = [c.c_ulonglong, c.c_uint]
        lib.bm_free_device.argtypes = [c.c_void_p, MemDesc]
        lib.tpu_kernel_load_module_file.restype = c.c_void_p
        lib.tpu_kernel_load_module.restype = c.c_void_p
        lib.tpu_kernel_load_module.argtypes = [c.c_void_p, c.c_char_p, c.c_size_t]
        lib.tpu_kernel_get_function.argtypes = [c.c_void_p, c.c_void_p, c.c_char_p]

    def open(self, device: int = 0) -> None:
        self.handle = c.c_void_p()
        self.call("bm_dev_request", c.byref(self.handle), device)
        self.module = self.load(self.firmware)

    def load(self, path: Path) -> c.c_void_p:
        module = self.lib.tpu_kernel_load_module_file(self.handle, str(path).encode())
        if not module:
            raise Failed(-1, self.last_fault())
        return c.c_void_p(module)

    def memory(self, address: int, size: int) -> MemDesc:
        return self.lib.bm_mem_from_device(address, size)

    def malloc(self, size: int) -> int:
        mem = MemDesc()
        self.call("bm_malloc_device_byte", self.handle, c.byref(mem), size)
        return mem.device_addr

    def free(self, address: int) -> None:
        self.lib.bm_free_device(self.handle, self.memory(address, 0))

    def write(self, address: int, data: bytes) -> None:
        self.call("bm_memcpy_s2d", self.handle, self.memory(address, len(data)), data)

    def read(self, address: int, size: int) -> bytes:
        data = c.create_string_buffer(size)
        self.call("bm_memcpy_d2s", self.handle, data, self.memory(address, size))
        return data.raw

    def function(self, symbol: str) -> int:
        found = self.lib.tpu_kernel_get_function(self.handle, self.module, symbol.encode())
        if found < 0:
            raise Failed(found, self.last_fault())
        return found

    def launch(self, symbol: str, args: bytes, cores: int = 1) -> None:
        size = c.c_size_t(len(args))
        if cores == 1:
            self.call("tpu_kernel_launch", self.handle, self.function(symbol), args, size)
        else:
            launch = "tpu_kernel_launch_sync_multi_cores"
            self.call(launch, self.handle, symbol.encode(), args, size, (c.c_int * cores)(*range(cores)), cores)


class SgB(Chip):
    name, library, prefix, cores, unset, suffix = "sg_b", "libtpuv7_rt.so", "tpuRtSim", 8, 0xAB, "_multi_core"
    symbols: ClassVar[dict[str, str]] = {
        "a16_matmul": "tpu_kernel_llama_a16_matmul",
        **{name: f"tpu_kernel_{name}_multi_core" for name in ("rmsnorm", "ln_mm", "add_ln_mm")},
    }

    def __init__(self) -> None:
        super().__init__()
        self.lib.tpuRtKernelLoadModuleFile.restype = c.c_void_p

    def open(self, device: int = 0) -> None:
        self.call("tpuRtInit")
        self.call("tpuRtSetDevice", device)
        self.stream = self.new_stream()
        self.module = self.load(self.firmware)

    def new_stream(self) -> c.c_void_p:
        stream = c.c_void_p()
        self.call("tpuRtStreamCreate", c.byref(stream))
        return stream

    def load(self, path: Path) -> c.c_void_p:
        module = self.lib.tpuRtKernelLoadModuleFile(str(path).encode(), self.stream)
        if not module:
            raise Failed(-1, self.last_fault())
        return c.c_void_p(module)

    def malloc(self, size: int) -> int:
        pointer = c.c_void_p()
        self.call("tpuRtMalloc", c.byref(pointer), c.c_ulonglong(size), 0)
        assert pointer.value is not None
        return pointer.value

    def free(self, address: int) -> None:
        self.call("tpuRtFree", c.byref(c.c_void_p(address)), 0)

    def write(self, address: int, data: bytes) -> None:
        self.call("tpuRtMemcpyS2D", c.c_void_p(address), data, c.c_ulonglong(len(data)))

    def read(self, address: int, size: int) -> bytes:
        data = c.create_string_buffer(size)
        self.call("tpuRtMemcpyD2S", data, c.c_void_p(address), c.c_ulonglong(size))
        return data.raw

    def read_async(self, data: c.Array, address: int) -> None:
        self.call("tpuRtMemcpyD2SAsync", data, c.c_void_p(address), c.c_ulonglong(len(data)), self.stream)

    def launch(self, symbol: str, args: bytes, cores: int = 8, *, wait: bool = True, stream: object = None) -> None:
        name = "tpuRtKernelLaunch" if wait else "tpuRtKernelLaunchAsync"
        groups, blocks = c.c_uint64(1), c.c_uint64(cores)
        where = self.stream if stream is None else stream
        self.call(name, self.module, symbol.encode(), args, c.c_uint32(len(args)), groups, blocks, where)

    def queue(self, kernel: str, args: bytes, stream: object = None) -> None:
        self.launch(self.symbol(kernel), args, wait=False, stream=stream)

    def wait(self, stream: object = None) -> None:
        self.call("tpuRtStreamSynchronize", self.stream if stream is None else stream)
