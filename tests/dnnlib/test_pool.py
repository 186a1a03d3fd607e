"""Freed device memory is kept for the next allocation of its size: in stream order, within bounds, and given back when it is needed."""

import subprocess
from collections.abc import Callable

import pytest

from dnnlib import capi

pytestmark = pytest.mark.native

RUNTIMES = {"bm_a": ("libbmlib.so", "bmSim"), "sg_b": ("libtpuv7_rt.so", "tpuRtSim")}

# What each script begins with; the tests' own process has no pool.
BEGIN = """
import ctypes, random, threading
import numpy as np
from dnnlib import capi

lib = capi.library()
device = capi.device_by_name("{chip}")
runtime = ctypes.CDLL(str(lib.folder / "{file}"))
calls_of, in_use = runtime.{prefix}FailAt, runtime.{prefix}BytesInUse
calls_of.argtypes, calls_of.restype = [ctypes.c_int, ctypes.c_ulonglong], ctypes.c_longlong
in_use.restype = ctypes.c_ulonglong


def chip_allocations():
    "Allocations that the chip's runtime has seen since the last call."
    return calls_of(0, 0)


def info():
    found = lib.types.struct("tpudnnMemoryInfo_t")()
    lib.call("tpudnnGetMemoryInfo", device, ctypes.byref(found))
    return found


def malloc(handle, size):
    found = ctypes.c_void_p()
    lib.call("tpudnnMallocAsync", handle.native, ctypes.byref(found), size)
    return found.value


def free(handle, address):
    handle.free(address)


def new_stream():
    stream = ctypes.c_void_p()
    lib.call("tpudnnStreamCreate", device, ctypes.byref(stream))
    return stream.value
"""


@pytest.fixture(params=RUNTIMES)
def pooled(
    request: pytest.FixtureRequest, run_script: Callable[..., subprocess.CompletedProcess[str]], lib: capi.Library
) -> Callable[..., None]:
    """Runs a script on a chip with the pool; the script asserts."""
    file, prefix = RUNTIMES[request.param]

    def run(script: str, **environment: str) -> None:
        begin = BEGIN.format(chip=request.param, file=file, prefix=prefix)
        done = run_script(begin + script, **{"TPUDNN_MEMORY_POOL": "1", **environment})
        assert done.returncode == 0, done.stderr

    return run


def test_a_size_that_comes_again_asks_the_chip_for_nothing(pooled: Callable[..., None]) -> None:
    pooled("""
with capi.Handle(device) as handle:
    sizes = [1, 4096, 100_000, 4096]
    for step in range(5):
        addresses = [malloc(handle, size) for size in sizes]
        assert len({handle.virt_to_phys(a) for a in addresses}) == len(sizes)
        assert chip_allocations() == (len(sizes) if step == 0 else 0), step
        for address in addresses:
            free(handle, address)
    assert info().allocated_bytes == 0 and info().reserved_bytes == sum(sizes) == info().peak_bytes
""")


def test_without_the_pool_the_chip_gets_everything_back(pooled: Callable[..., None]) -> None:
    pooled(
        """
with capi.Handle(device) as handle:
    before = in_use(0)
    for _ in range(3):
        free(handle, malloc(handle, 4096))
        handle.sync()
        assert chip_allocations() == 1 and in_use(0) == before and info().reserved_bytes == 0
""",
        TPUDNN_MEMORY_POOL="0",
    )


def test_another_value_is_refused(pooled: Callable[..., None]) -> None:
    pooled(
        """
try:
    info()
except capi.TpudnnError as error:
    assert error.status == "BAD_PARAM" and "TPUDNN_MEMORY_POOL is 'maybe'; it is 0 or 1" in error.sentence
else:
    raise AssertionError("accepted")
""",
        TPUDNN_MEMORY_POOL="maybe",
    )


def test_memory_stays_in_the_order_of_its_stream(pooled: Callable[..., None]) -> None:
    """A block whose last use may still run goes to its own stream only; one that was waited for goes to any."""
    pooled("""
first, second = new_stream(), new_stream()
with capi.Handle(device, first) as one, capi.Handle(device, second) as other:
    a = malloc(one, 4096)
    physical = one.virt_to_phys(a)
    free(one, a)
    b = malloc(other, 4096)
    assert other.virt_to_phys(b) != physical
    c = malloc(one, 4096)
    assert one.virt_to_phys(c) == physical
    lib.call("tpudnnFree", c)  # waits for the device
    d = malloc(other, 4096)
    assert other.virt_to_phys(d) == physical
    for address in (b, d):
        free(other, address)
for stream in (first, second):
    lib.call("tpudnnStreamDestroy", stream)
assert info().reserved_bytes == 0 and info().allocated_bytes == 0
""")


def test_what_is_queued_keeps_its_values(pooled: Callable[..., None]) -> None:
    """Results that were computed in memory that was freed and given out again at once, many times, from threads with their own streams."""
    pooled("""
failures = []


def work(seed):
    generator, numbers = random.Random(seed), np.random.default_rng(seed)
    stream = new_stream()
    with capi.Handle(device, stream) as handle:
        for _ in range(40):
            size = generator.choice((4, 8, 16))
            left, right = (numbers.integers(-4, 5, (size, size)).astype(np.float32) for _ in range(2))
            a, b, middle, last = handle.tensor(left), handle.tensor(right), handle.empty((size, size)), handle.empty((size, size))
            handle.call("matmul", left=a, right=b, bias=None, output=middle)
            free(handle, a.address)
            again = malloc(handle, left.nbytes)  # the same bytes of the chip, while the first product may be queued
            lib.call("tpudnnMemsetAsync", handle.native, again, 255, left.nbytes)
            handle.call("matmul", left=middle, right=b, bias=None, output=last)
            for address in (again, middle.address, b.address):
                free(handle, address)
            if not (handle.to_numpy(last) == left @ right @ right).all():
                failures.append(seed)
            free(handle, last.address)
    lib.call("tpudnnStreamDestroy", stream)


threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert not failures, failures
assert info().allocated_bytes == 0
""")


def test_no_more_is_kept_than_a_quarter_of_the_most_that_was_in_use(pooled: Callable[..., None]) -> None:
    pooled("""
generator = random.Random(5)
with capi.Handle(device) as handle:
    live = []
    for step in range(3000):
        if live and generator.random() < 0.5:
            free(handle, live.pop(generator.randrange(len(live))))
        else:
            live.append(malloc(handle, generator.randrange(1, 4_000_000)))
        now = info()
        assert now.allocated_bytes <= now.reserved_bytes <= now.peak_reserved_bytes
        assert now.peak_reserved_bytes <= now.peak_bytes + max(now.peak_bytes // 4, 2 << 20), step
        if step % 500 == 499:  # what the chip has is what the library says
            handle.sync()
            assert in_use(0) == now.reserved_bytes
    for address in live:
        free(handle, address)
    assert info().peak_bytes > 64 << 20 and info().peak_reserved_bytes <= 1.3 * info().peak_bytes
    lib.call("tpudnnResetPeakMemory", device)
    assert info().peak_bytes == 0 and info().peak_reserved_bytes == info().reserved_bytes > 0
""")


def test_the_cache_is_emptied(pooled: Callable[..., None]) -> None:
    pooled("""
with capi.Handle(device) as handle:
    before = in_use(0)
    kept = malloc(handle, 1000)
    for address in [malloc(handle, 5000) for _ in range(8)]:
        free(handle, address)
    assert info().reserved_bytes == 41_000
    lib.call("tpudnnEmptyCache", device)
    assert info().reserved_bytes == info().allocated_bytes == 1000
    handle.sync()
    assert in_use(0) == before + 1000
    free(handle, kept)
""")


def test_memory_that_is_needed_is_taken_out_of_the_pool(pooled: Callable[..., None]) -> None:
    pooled(
        """
with capi.Handle(device) as handle:
    def left():
        found, total = ctypes.c_uint64(), ctypes.c_uint64()
        lib.call("tpudnnGetDeviceMemory", device, ctypes.byref(found), ctypes.byref(total))
        return found.value

    whole = left()
    for address in [malloc(handle, 10 << 20) for _ in range(5)]:
        free(handle, address)
    assert info().reserved_bytes == 50 << 20 and left() == whole
    address = malloc(handle, 45 << 20)
    assert info().allocated_bytes == 45 << 20
    free(handle, address)
    try:
        malloc(handle, 100 << 20)
    except capi.TpudnnError as error:
        assert error.status == "OUT_OF_MEMORY"
    assert info().allocated_bytes == 0 and info().reserved_bytes == 0
""",
        TPUSIM_MEMORY="64M",
    )


def test_a_freed_address_is_refused(pooled: Callable[..., None]) -> None:
    pooled("""
with capi.Handle(device) as handle:
    tensor = handle.tensor(np.ones(1000, np.float32))
    free(handle, tensor.address)
    again = malloc(handle, 4000)
    assert again != tensor.address
    for use in (lambda: free(handle, tensor.address), lambda: handle.to_numpy(tensor)):
        try:
            use()
        except capi.TpudnnError as error:
            assert error.status == "BAD_PARAM" and "was freed" in error.sentence
        else:
            raise AssertionError("accepted")
    free(handle, again)
""")


def test_a_graph_has_its_memory_alone(pooled: Callable[..., None]) -> None:
    """What is allocated while a stream is captured runs at each replay: it is nothing that was freed and may still be queued."""
    pooled("""
stream = new_stream()
with capi.Handle(device, stream) as handle:
    a = malloc(handle, 4096)
    physical = handle.virt_to_phys(a)
    free(handle, a)
    lib.call("tpudnnStreamBeginCapture", handle.native)
    b = malloc(handle, 4096)
    assert handle.virt_to_phys(b) != physical
    lib.call("tpudnnMemsetAsync", handle.native, b, 7, 4096)
    free(handle, b)  # the graph has it
    graph = ctypes.c_void_p()
    lib.call("tpudnnStreamEndCapture", handle.native, ctypes.byref(graph))
    c = malloc(handle, 4096)
    assert handle.virt_to_phys(c) == physical
    d = malloc(handle, 4096)  # b's is not free
    assert chip_allocations() == 3
    lib.call("tpudnnGraphDestroy", graph)
    e = malloc(handle, 4096)
    assert chip_allocations() == 0
    for address in (c, d, e):
        free(handle, address)
lib.call("tpudnnStreamDestroy", stream)
""")
