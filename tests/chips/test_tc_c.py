"""The runtime of tc_c: buffers by 32-bit handles, faults instead of overruns, its rounding."""

import ctypes as c
import struct
from collections.abc import Iterator

import pytest
from runtimes import DTYPES

from dnnlib.paths import ROOT, library_dir

OK, BAD_ARGUMENT, NO_MEMORY, NO_DEVICE, FAULT = range(5)


class Place(c.Structure):
    """tcPlace"""

    _fields_ = (("buffer", c.c_uint32), ("offset", c.c_uint64))


class Runtime:
    """libtcrt.so, whose calls are checked."""

    def __init__(self) -> None:
        self.lib = c.CDLL(str(library_dir() / "libtcrt.so"))
        self.lib.tcLastError.restype = c.c_char_p
        self.call("LoadKernels", 0, str(library_dir() / "test/tc_c.test_firmware.so").encode())

    def status(self, function: str, *arguments: object) -> int:
        return getattr(self.lib, f"tc{function}")(*arguments)

    def call(self, function: str, *arguments: object) -> None:
        assert self.status(function, *arguments) == OK, self.error()

    def error(self) -> str:
        return self.lib.tcLastError().decode()

    def alloc(self, size: int) -> tuple[int, int]:
        buffer, address = c.c_uint32(), c.c_uint64()
        self.call("Alloc", 0, c.c_uint64(size), c.byref(buffer), c.byref(address))
        return buffer.value, address.value

    def write(self, buffer: int, data: bytes, offset: int = 0) -> int:
        return self.status("Write", Place(buffer, offset), data, c.c_uint64(len(data)))

    def read(self, buffer: int, size: int, offset: int = 0) -> bytes:
        data = c.create_string_buffer(size)
        self.call("Read", data, Place(buffer, offset), c.c_uint64(size))
        return data.raw

    def launch(self, kernel: str, args: bytes, cores: int = 2) -> int:
        return self.status("Launch", 0, kernel.encode(), args, c.c_uint64(len(args)), cores)

    def free_bytes(self) -> int:
        free, total = c.c_uint64(), c.c_uint64()
        self.call("Memory", 0, c.byref(free), c.byref(total))
        assert free.value <= total.value
        return free.value


@pytest.fixture(scope="module")
def tc() -> Iterator[Runtime]:
    yield Runtime()


def test_a_buffer_is_a_handle_and_what_kernels_get_is_its_address(tc: Runtime) -> None:
    before = tc.free_bytes()
    (one, address), (other, second) = tc.alloc(64), tc.alloc(64)
    assert one != other and one < 2**32 <= address != second
    assert address % 256 == 0 and tc.read(one, 64) == b"\xee" * 64 and tc.free_bytes() == before - 128
    assert tc.write(one, b"abcd", 60) == OK and tc.read(one, 5, 59) == b"\xeeabcd"
    tc.call("Copy", Place(other, 0), Place(one, 59), c.c_uint64(5))
    tc.call("Fill", Place(other, 1), c.c_ubyte(7), c.c_uint64(2))
    assert tc.read(other, 6) == b"\xee\x07\x07cd\xee"
    tc.call("Free", one)
    tc.call("Free", other)
    assert tc.free_bytes() == before


def test_what_is_outside_is_a_fault(tc: Runtime) -> None:
    buffer, _ = tc.alloc(16)
    assert tc.write(buffer, b"12345678", 9) == FAULT and "has no 8 bytes at 0x9" in tc.error()
    assert tc.write(buffer, b"1", 2**63) == FAULT
    assert tc.write(0, b"1") == FAULT and "buffer 0 has no" in tc.error()
    tc.call("Free", buffer)
    assert tc.status("Free", buffer) == FAULT and tc.write(buffer, b"1") == FAULT
    assert tc.status("Alloc", 3, c.c_uint64(1), c.byref(c.c_uint32()), c.byref(c.c_uint64())) == NO_DEVICE
    assert tc.status("Alloc", 0, c.c_uint64(2**62), c.byref(c.c_uint32()), c.byref(c.c_uint64())) == NO_MEMORY


def test_launches_are_checked(tc: Runtime) -> None:
    buffer, address = tc.alloc(8)
    args = struct.pack("<QQi", address, address, 2)
    assert tc.launch("tpu_kernel_api_test_copy_multi_core", args) == OK
    assert tc.launch("tpu_kernel_api_test_copy_multi_core", args, 1) == BAD_ARGUMENT and "needs 2 cores" in tc.error()
    assert tc.launch("tpu_kernel_api_test_copy_multi_core", args[:-1]) == BAD_ARGUMENT
    assert tc.launch("no_kernel", args) == BAD_ARGUMENT and "has no kernel no_kernel" in tc.error()
    tc.call("Free", buffer)
    assert tc.launch("tpu_kernel_api_test_copy_multi_core", args) == FAULT and "input_global_addr" in tc.error()


@pytest.mark.parametrize(
    ("value", "rounded"),
    [
        (1 + 2**-8, 1 + 2**-7),  # in the middle: away from zero, where sg_b goes to the even 1
        (-1 - 2**-8, -1 - 2**-7),
        (1 + 3 * 2**-8, 1 + 2**-6),
        (1 + 2**-8 - 2**-20, 1.0),
        (3.4e38, float("inf")),
        (float("-inf"), float("-inf")),
    ],
)
def test_bf16_rounds_to_nearest_and_ties_away_from_zero(tc: Runtime, value: float, rounded: float) -> None:
    buffer, address = tc.alloc(8)
    assert tc.write(buffer, struct.pack("<f", value)) == OK
    args = struct.pack("<QQii", address, address + 4, 1, DTYPES["bf16"])
    assert tc.launch("tpu_kernel_api_test_convert_multi_core", args) == OK, tc.error()
    assert struct.unpack("<f", tc.read(buffer, 4, 4)) == (rounded,)
    tc.call("Free", buffer)


@pytest.mark.parametrize("dtype", ["f16", "f8e4m3"])
def test_types_it_does_not_have(tc: Runtime, dtype: str) -> None:
    buffer, address = tc.alloc(8)
    args = struct.pack("<QQii", address, address + 4, 1, DTYPES[dtype])
    assert tc.launch("tpu_kernel_api_test_convert_multi_core", args) == FAULT
    assert f"({dtype}) is not supported by this kernel on tc_c" in tc.error()
    tc.call("Free", buffer)


def test_a_wrong_result_on_request(tc: Runtime) -> None:
    buffer, address = tc.alloc(16)
    tc.lib.tcSimWrongResults.restype = c.c_longlong
    assert tc.lib.tcSimWrongResults(b"*test_copy*.output*:flip=31/2@2") == 0
    args = struct.pack("<QQi", address, address + 8, 2)
    for expected in ((1.0, 2.0), (1.0, -2.0)):
        assert tc.write(buffer, struct.pack("<ff", 1, 2)) == OK
        assert tc.launch("tpu_kernel_api_test_copy_multi_core", args) == OK, tc.error()
        assert struct.unpack("<ff", tc.read(buffer, 8, 8)) == expected
    assert tc.lib.tcSimWrongResults(b"nothing") == -1 and "no kernel and what happens to it" in tc.error()
    assert tc.lib.tcSimWrongResults(b"") == 1
    tc.call("Free", buffer)


def test_its_lines_are_few() -> None:
    """A chip is a driver, a runtime and data, at most 400 lines by hand."""
    files = [p for p in (ROOT / "chips/tc_c").rglob("*") if p.is_file()] + [ROOT / "dnnlib/drivers/tc_c.cpp"]
    assert sum(len(path.read_text().splitlines()) for path in files) <= 400
