"""What only sg_b does: streams, events, ordered frees, eight cores."""

from __future__ import annotations

import ctypes as c
import random
import struct
import threading

import pytest
from runtimes import Failed, SgB, as_floats, as_ints, buffers, floats

pytestmark = pytest.mark.native

STALE = b"\x11" * 4
Callback = c.CFUNCTYPE(c.c_int, c.c_void_p)


def reset(chip: SgB, monkeypatch: pytest.MonkeyPatch, **variables: object) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(f"TPUSIM_{name}", str(value))
    chip.sim("Reset")
    chip.open()


def test_nothing_before_init() -> None:
    chip = SgB()
    chip.sim("Reset")
    count = c.c_int()
    with pytest.raises(Failed, match="call tpuRtInit first"):
        chip.call("tpuRtGetDeviceCount", c.byref(count))


@pytest.mark.parametrize("seed", range(20))
def test_read_without_waiting_sees_stale_bytes(sg_b: SgB, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    reset(sg_b, monkeypatch, SEED=seed)
    src, dst = sg_b.upload(floats([4.0])), sg_b.malloc(4)
    sg_b.queue("test_copy", buffers(src, dst, 1))
    data = c.create_string_buffer(STALE, 4)
    sg_b.read_async(data, dst)
    assert data.raw == STALE
    sg_b.wait()
    assert as_floats(data.raw) == [4.0]


def test_arguments_are_copied_at_the_launch(sg_b: SgB) -> None:
    src, dst = sg_b.upload(floats([4.0])), sg_b.malloc(4)
    args = c.create_string_buffer(buffers(src, dst, 1), 20)
    sg_b.queue("test_copy", args)
    c.memset(args, 0, 20)
    sg_b.wait()
    assert as_floats(sg_b.read(dst, 4)) == [4.0]


def cores_in_order(chip: SgB) -> list[int]:
    out = chip.malloc(32)
    chip.run("test_order", buffers(0, out, 8))
    return as_ints(chip.read(out, 32))


def test_order_of_cores_is_seeded_and_repeatable(sg_b: SgB, monkeypatch: pytest.MonkeyPatch) -> None:
    orders = []
    for seed in (1, 2, 1):
        reset(sg_b, monkeypatch, SEED=seed)
        orders.append([cores_in_order(sg_b) for _ in range(3)])
    assert all(sorted(order) == list(range(8)) for run in orders for order in run)
    assert orders[0] == orders[2] != orders[1]
    assert orders[0][0] != orders[0][1]


def test_kernel_that_needs_four_cores(sg_b: SgB) -> None:
    out = sg_b.malloc(16)
    sg_b.launch("tpu_kernel_api_test_order_four", buffers(0, out, 4), 4)
    assert sorted(as_ints(sg_b.read(out, 16))) == [0, 1, 2, 3]
    with pytest.raises(Failed, match="needs 4 cores, was launched on 8"):
        sg_b.launch("tpu_kernel_api_test_order_four", buffers(0, out, 4), 8)


def test_fewer_cores_share_the_work_where_that_is_asked_for(sg_b: SgB, monkeypatch: pytest.MonkeyPatch) -> None:
    reset(sg_b, monkeypatch, FEWER_CORES=1)
    for cores in (1, 3, 4):
        out = sg_b.malloc(16)
        sg_b.launch("tpu_kernel_api_test_order_four", buffers(0, out, 4), cores)
        assert sorted(as_ints(sg_b.read(out, 4 * cores))) == list(range(cores))
    for cores in (0, 5):
        with pytest.raises(Failed, match=rf"needs 4 cores, was launched on {cores}"):
            sg_b.launch("tpu_kernel_api_test_order_four", buffers(0, out, 4), cores)


def test_addresses_are_scattered(sg_b: SgB) -> None:
    blocks = [sg_b.malloc(4096) for _ in range(16)]
    assert blocks != sorted(blocks)
    data = bytes(range(256)) * 16
    sg_b.write(blocks[3], data)
    assert sg_b.read(blocks[3] + 1000, 100) == data[1000:1100], "affine inside one allocation"


def test_fault_is_returned_by_the_next_wait_once(sg_b: SgB) -> None:
    dst = sg_b.upload(floats([9.0]))
    sg_b.queue("test_copy", buffers(0, dst, 1))
    good = sg_b.upload(floats([1.0]))
    sg_b.queue("test_copy", buffers(good, dst, 1))
    with pytest.raises(Failed, match="test_copy_multi_core: argument input_global_addr: null address"):
        sg_b.wait()
    assert as_floats(sg_b.read(dst, 4)) == [9.0], "what was queued behind the fault is dropped"
    sg_b.wait()
    sg_b.queue("test_copy", buffers(good, dst, 1))
    sg_b.wait()
    assert as_floats(sg_b.read(dst, 4)) == [1.0]


def test_fault_reaches_whoever_waits_for_the_device_or_an_event(sg_b: SgB) -> None:
    bad = buffers(0, 0, 1)
    sg_b.queue("test_copy", bad)
    with pytest.raises(Failed, match=r"tpuRtDeviceSynchronize: .*null address"):
        sg_b.call("tpuRtDeviceSynchronize")
    event = new_event(sg_b)
    sg_b.queue("test_copy", bad)
    sg_b.call("tpuRtEventRecord", event, sg_b.stream)
    with pytest.raises(Failed, match=r"tpuRtEventSynchronize: .*null address"):
        sg_b.call("tpuRtEventSynchronize", event)
    other = sg_b.new_stream()
    sg_b.queue("test_copy", bad)
    sg_b.call("tpuRtEventRecord", event, sg_b.stream)
    sg_b.call("tpuRtStreamWaitEvent", other, event)
    with pytest.raises(Failed, match="null address"):
        sg_b.wait(other)


@pytest.mark.parametrize("seed", range(5))
def test_free_is_ordered_with_the_stream(sg_b: SgB, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    reset(sg_b, monkeypatch, SEED=seed)
    src, dst = sg_b.upload(floats([6.0])), sg_b.malloc(4)
    sg_b.queue("test_copy", buffers(src, dst, 1))
    sg_b.free(src)
    assert sg_b.sim("BytesInUse", 0) == 8, "still needed by the queued kernel"
    sg_b.wait()
    assert as_floats(sg_b.read(dst, 4)) == [6.0]
    assert sg_b.sim("BytesInUse", 0) == 4


def test_kernel_launched_after_the_free_faults(sg_b: SgB) -> None:
    src, dst = sg_b.upload(floats([6.0])), sg_b.malloc(4)
    sg_b.queue("test_copy", buffers(src, dst, 1))
    sg_b.free(src)
    sg_b.queue("test_copy", buffers(src, dst, 1))
    with pytest.raises(Failed, match=r"input_global_addr.*freed memory"):
        sg_b.wait()


def test_immediate_free(sg_b: SgB, monkeypatch: pytest.MonkeyPatch) -> None:
    reset(sg_b, monkeypatch, IMMEDIATE_FREE=1)
    src, dst = sg_b.upload(floats([6.0])), sg_b.malloc(4)
    sg_b.queue("test_copy", buffers(src, dst, 1))
    sg_b.free(src)
    with pytest.raises(Failed, match=r"input_global_addr.*freed memory"):
        sg_b.wait()


def test_malloc_waits_for_freed_memory_when_it_is_short(sg_b: SgB) -> None:
    src, dst = sg_b.malloc(60 << 20), sg_b.malloc(4)
    sg_b.write(src, floats([8.0]))
    sg_b.queue("test_copy", buffers(src, dst, 1))
    sg_b.free(src)
    sg_b.malloc(60 << 20)
    assert as_floats(sg_b.read(dst, 4)) == [8.0]


def test_free_takes_several_pointers(sg_b: SgB) -> None:
    blocks = (c.c_void_p * 3)(*(sg_b.malloc(10) for _ in range(3)))
    sg_b.call("tpuRtFree", blocks, 3)
    assert sg_b.sim("BytesInUse", 0) == 0
    with pytest.raises(Failed, match="freed"):
        sg_b.call("tpuRtFree", blocks, 1)


def new_event(chip: SgB) -> c.c_void_p:
    event = c.c_void_p()
    chip.call("tpuRtEventCreate", c.byref(event))
    return event


def elapsed(chip: SgB, start: c.c_void_p, end: c.c_void_p) -> float:
    ms = c.c_float()
    chip.call("tpuRtEventElapsedTime", c.byref(ms), start, end)
    return ms.value


def test_elapsed_time_is_simulated_time(sg_b: SgB) -> None:
    start, end = new_event(sg_b), new_event(sg_b)
    block = sg_b.malloc(4 << 20)
    sg_b.call("tpuRtEventRecord", start, sg_b.stream)
    sg_b.queue("test_copy", buffers(block, block, 1 << 20))
    sg_b.call("tpuRtEventRecord", end, sg_b.stream)
    with pytest.raises(Failed, match="has not been reached"):
        elapsed(sg_b, start, end)
    sg_b.wait()
    # 5 us to launch; each core moves an eighth of 8 MiB at 64 bytes per ns
    assert elapsed(sg_b, start, end) == pytest.approx((5000 + (8 << 20) / 8 / 64) * 1e-6, rel=1e-3)


@pytest.mark.parametrize("seed", range(10))
def test_stream_waits_for_an_event(sg_b: SgB, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    reset(sg_b, monkeypatch, SEED=seed)
    other, event = sg_b.new_stream(), new_event(sg_b)
    a, b, d = sg_b.upload(floats([3.0])), sg_b.malloc(4), sg_b.malloc(4)
    sg_b.queue("test_copy", buffers(a, b, 1))
    sg_b.call("tpuRtEventRecord", event, sg_b.stream)
    sg_b.call("tpuRtStreamWaitEvent", other, event)
    sg_b.queue("test_copy", buffers(b, d, 1), other)
    sg_b.wait(other)
    assert as_floats(sg_b.read(d, 4)) == [3.0]


def test_streams_without_an_event_are_not_ordered(sg_b: SgB, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = set()
    for seed in range(20):
        reset(sg_b, monkeypatch, SEED=seed)
        other = sg_b.new_stream()
        a, b = sg_b.upload(floats([1.0])), sg_b.upload(floats([2.0]))
        out = sg_b.malloc(4)
        sg_b.queue("test_copy", buffers(a, out, 1))
        sg_b.queue("test_copy", buffers(b, out, 1), other)
        sg_b.call("tpuRtDeviceSynchronize")
        seen.add(as_floats(sg_b.read(out, 4))[0])
    assert seen == {1.0, 2.0}


def test_callbacks_run_in_order_and_after_a_fault(sg_b: SgB) -> None:
    calls: list[int] = []
    statuses: list[int] = []

    @Callback
    def callback(data: int) -> int:
        calls.append(data)
        statuses.append(sg_b.lib.tpuRtStreamSynchronize(sg_b.stream))
        return 0

    for number in (1, 2):
        sg_b.call("tpuRtStreamAddCallback", sg_b.stream, callback, c.c_void_p(number))
    sg_b.queue("test_copy", buffers(0, 0, 1))
    sg_b.call("tpuRtStreamAddCallback", sg_b.stream, callback, c.c_void_p(3))
    with pytest.raises(Failed, match="null address"):
        sg_b.wait()
    assert calls == [1, 2, 3]
    assert statuses == [7, 7, 7], "a callback that waits for its own stream is told so"


def test_synchronous_copies_do_not_wait_for_streams(sg_b: SgB) -> None:
    src, dst = sg_b.upload(floats([4.0])), sg_b.malloc(4)
    sg_b.queue("test_copy", buffers(src, dst, 1))
    assert sg_b.read(dst, 4) == b"\xab" * 4


def test_copies_and_fills_on_a_stream(sg_b: SgB) -> None:
    a, b = sg_b.malloc(8), sg_b.malloc(8)
    data, size = c.create_string_buffer(b"12345678", 8), c.c_ulonglong(8)
    sg_b.call("tpuRtMemcpyS2DAsync", c.c_void_p(a), data, size, sg_b.stream)
    sg_b.call("tpuRtMemsetAsync", c.c_void_p(a), ord("x"), c.c_ulonglong(3), sg_b.stream)
    sg_b.call("tpuRtMemcpyD2DAsync", c.c_void_p(b), c.c_void_p(a), size, sg_b.stream)
    out = c.create_string_buffer(8)
    sg_b.read_async(out, b)
    sg_b.wait()
    assert out.raw == b"xxx45678"


def test_copy_between_devices(sg_b: SgB, monkeypatch: pytest.MonkeyPatch) -> None:
    reset(sg_b, monkeypatch, SG_B_DEVICES=2)
    here = sg_b.upload(b"abcd")
    sg_b.call("tpuRtSetDevice", 1)
    there = sg_b.malloc(4)
    sg_b.call("tpuRtMemcpyP2P", c.c_void_p(there), 1, c.c_void_p(here), 0, c.c_ulonglong(4))
    assert sg_b.read(there, 4) == b"abcd"


def test_host_block_bounds(sg_b: SgB) -> None:
    block = c.c_void_p()
    sg_b.call("tpuRtMallocHost", c.byref(block), c.c_ulonglong(100))
    address = sg_b.malloc(200)
    with pytest.raises(Failed, match="hostPtr: 200 bytes leave the block of 100 bytes"):
        sg_b.call("tpuRtMemcpyS2DAsync", c.c_void_p(address), block, c.c_ulonglong(200), sg_b.stream)
    sg_b.call("tpuRtFreeHost", block)
    with pytest.raises(Failed, match="was freed"):
        sg_b.call("tpuRtFreeHost", block)


def test_handles_are_checked(sg_b: SgB) -> None:
    for call in (
        ("tpuRtStreamSynchronize", c.c_void_p(0x1234)),
        ("tpuRtEventSynchronize", c.c_void_p(0x1234)),
        ("tpuRtKernelUnloadModule", c.c_void_p(0x1234), None),
    ):
        with pytest.raises(Failed, match="is not one of") as caught:
            sg_b.call(*call)
        assert caught.value.status == 14
    stream = sg_b.new_stream()
    sg_b.call("tpuRtStreamDestroy", stream)
    with pytest.raises(Failed, match="was destroyed"):
        sg_b.wait(stream)


def test_module_unloaded_while_a_launch_is_queued(sg_b: SgB) -> None:
    src, dst = sg_b.upload(floats([2.0])), sg_b.malloc(4)
    sg_b.queue("test_copy", buffers(src, dst, 1))
    sg_b.call("tpuRtKernelUnloadModule", sg_b.module, sg_b.stream)
    sg_b.wait()
    assert as_floats(sg_b.read(dst, 4)) == [2.0]


def test_fp8_and_rounding_to_nearest_even(sg_b: SgB) -> None:
    values = [1 + 2**-8, 1 + 3 * 2**-8, 0.3, 448.0]
    src, dst = sg_b.upload(floats(values)), sg_b.malloc(16)
    sg_b.run("test_convert", struct.pack("<QQii", src, dst, 4, 11))
    assert as_floats(sg_b.read(dst, 16)) == [1.0, 1 + 2**-6, 0.30078125, 448.0]
    sg_b.run("test_convert", struct.pack("<QQii", src, dst, 4, 47))
    assert as_floats(sg_b.read(dst, 16)) == [1.0, 1.0, 0.3125, 448.0]


@pytest.mark.parametrize("left", [0, 1])
@pytest.mark.parametrize("right", [0, 1])
def test_gemm(sg_b: SgB, left: int, right: int) -> None:
    m, n, k = 5, 7, 3
    draw = random.Random(1)
    a = [[float(draw.randint(-4, 4)) for _ in range(k)] for _ in range(m)]
    b = [[float(draw.randint(-4, 4)) for _ in range(n)] for _ in range(k)]
    stored_a = [list(row) for row in zip(*a, strict=True)] if left else a
    stored_b = [list(row) for row in zip(*b, strict=True)] if right else b
    pa = sg_b.upload(floats([x for row in stored_a for x in row]))
    pb = sg_b.upload(floats([x for row in stored_b for x in row]))
    out = sg_b.malloc(4 * m * n)
    sg_b.run("test_gemm", struct.pack("<QQQiiiii", pa, pb, out, m, n, k, left, right))
    expected = [sum(a[i][p] * b[p][j] for p in range(k)) for i in range(m) for j in range(n)]
    assert as_floats(sg_b.read(out, 4 * m * n)) == expected


def test_streams_in_threads(sg_b: SgB) -> None:
    errors: list[BaseException] = []

    def work(number: int) -> None:
        try:
            stream = sg_b.new_stream()
            values = floats([float(number)] * 1000)
            for _ in range(100):
                src, dst = sg_b.upload(values), sg_b.malloc(4000)
                sg_b.queue("test_copy", buffers(src, dst, 1000), stream)
                sg_b.wait(stream)
                assert sg_b.read(dst, 4000) == values
                sg_b.free(src)
                sg_b.free(dst)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not errors
    assert sg_b.sim("BytesInUse", 0) == 0
