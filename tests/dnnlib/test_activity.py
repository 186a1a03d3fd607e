"""Who subscribes to activities is told of all that is done, of nothing else, in order, with the times of the device."""

import ctypes
import itertools
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import CHIPS

from dnnlib import capi, paths
from tests.simulators import runtime_of

pytestmark = pytest.mark.native

Refused = Callable[..., str]
Told = list[dict[str, Any]]


def subscribed(told: Told, *kinds: str, device_times: bool = False) -> capi.ActivitySubscriber:
    return capi.ActivitySubscriber(
        lambda activity: told.append(activity.values()), kinds or capi.ACTIVITY_KINDS, device_times=device_times
    )


def add(handle: capi.Handle, x: capi.Tensor, y: capi.Tensor, scalar: float = 1.0) -> None:
    handle.call("binary", input=x, other=x, scalar=scalar, output=y, binary_type=0)


@pytest.fixture
def operands(handle: capi.Handle) -> tuple[capi.Tensor, capi.Tensor]:
    return handle.tensor(np.ones((16, 16), np.float32)), handle.empty((16, 16))


def of(told: Told, kind: str, phase: str = "enter") -> Told:
    return [one for one in told if one["kind"] == kind and one["phase"] == phase]


def test_an_operator_and_its_launch(handle: capi.Handle, chip: str, operands: Any) -> None:
    x, y = operands
    told: Told = []
    before = len(told)
    add(handle, x, y)
    with subscribed(told, "operator", "launch"):
        add(handle, x, y)
    add(handle, x, y)
    assert before == 0 and [(one["kind"], one["phase"]) for one in told] == [
        ("operator", "enter"),
        ("launch", "enter"),
        ("launch", "exit"),
        ("operator", "exit"),
    ]
    operator, launch = told[0], told[1]
    assert (operator["key"], operator["symbol"], operator["parent"]) == ("binary", "tpudnnBinaryAsync", 0)
    assert [(one.name, one.use, one.address, one.shape, one.dtype) for one in operator["tensors"]] == [
        ("input", "in", x.address, (16, 16), "f32"),
        ("other", "in", x.address, (16, 16), "f32"),
        ("output", "out", y.address, (16, 16), "f32"),
    ]
    assert launch["parent"] == operator["sequence"] < launch["sequence"]
    assert (launch["key"], launch["args_name"]) == ("binary", "sg_api_binary_t")
    assert launch["symbol"].startswith("tpu_kernel_api_binary") and len(launch["args"]) == launch["args_size"] > 24
    assert handle.virt_to_phys(x.address).to_bytes(8, "little") in launch["args"]
    for one in told:
        assert (one["chip"], one["device"], one["stream_number"], one["status"]) == (chip, handle.device, 0, "SUCCESS")
        assert one["thread"] == threading.get_native_id() and one["stream"]
    assert told[0]["start_ns"] <= told[1]["start_ns"] <= told[2]["end_ns"] <= told[3]["end_ns"]


def test_copies_fills_and_memory(handle: capi.Handle, lib: capi.Library) -> None:
    told: Told = []
    data = np.arange(64, dtype=np.uint8)
    with subscribed(told, *capi.ACTIVITY_KINDS[2:]):
        a, b = handle.malloc(64), handle.malloc(64)
        lib.call("tpudnnMemcpyH2D", handle.native, a, data.ctypes.data, 64)
        lib.call("tpudnnMemcpyD2D", handle.native, b, a + 16, 32)
        lib.call("tpudnnMemset", handle.native, a, 7, 64)
        lib.call("tpudnnMemcpyD2H", handle.native, data.ctypes.data, a, 64)
        physical = {address: handle.virt_to_phys(address) for address in (a, b)}
        handle.free(a)
        handle.free(b)
    ended = [one for one in told if one["phase"] == "exit"]
    kinds = [one["kind"] for one in ended if one["kind"] != "synchronize"]
    assert kinds == ["allocate", "allocate", "copy_h2d", "copy_d2d", "fill", "copy_d2h", "free", "free"]
    assert sum(one["kind"] == "synchronize" for one in ended) >= 4, "the copies wait"
    allocated, h2d, d2d = of(told, "allocate", "exit")[0], of(told, "copy_h2d")[0], of(told, "copy_d2d")[0]
    assert (allocated["address"], allocated["dst"], allocated["bytes"]) == (a, physical[a], 64)
    assert (h2d["dst"], h2d["host"], h2d["bytes"]) == (physical[a], data.ctypes.data, 64)
    assert (d2d["dst"], d2d["src"], d2d["bytes"]) == (physical[b], physical[a] + 16, 32)
    fill, d2h, freed = of(told, "fill")[0], of(told, "copy_d2h")[0], of(told, "free")[0]
    assert (fill["dst"], fill["value"], fill["bytes"]) == (physical[a], 7, 64)
    assert (d2h["src"], d2h["host"], d2h["bytes"]) == (physical[a], data.ctypes.data, 64)
    assert (freed["address"], freed["dst"], freed["bytes"]) == (a, physical[a], 64)


def test_device_times(handle: capi.Handle, chip: str) -> None:
    told: Told = []
    sizes = (8, 256, 512)
    with subscribed(told, "launch", "copy_d2h", device_times=True):
        for size in sizes:
            x = handle.tensor(np.ones((size, size), np.float32))
            y = handle.empty((size, size))
            handle.call("matmul", left=x, right=x, bias=None, output=y)
        result = handle.to_numpy(y)
    assert (result == sizes[-1]).all()
    timed = of(told, "launch", "device_time")
    assert len(timed) == len(sizes) == len(of(told, "launch", "exit"))
    peak = capi.device_peak(handle.device)
    for size, one in zip(sizes, timed, strict=True):
        assert one["simulated"] == 1 and one["status"] == "SUCCESS" and one["key"] == "matmul" and one["args"] == b""
        duration = one["device_end_ns"] - one["device_start_ns"]
        assert duration >= peak["launch_ns"]
        assert abs(one["cycles"] - duration * peak["cycles_per_second"] / 1e9) <= 1
        assert one["flops"] == 2 * size**3 and one["device_bytes"] >= 3 * 4 * size**2
        assert one["flops"] / duration * 1e9 <= peak["flops_per_second"]
        assert one["start_ns"] <= one["device_host_start_ns"] < one["device_host_end_ns"]
    for one, other in itertools.pairwise(timed):
        assert one["device_end_ns"] <= other["device_start_ns"]
        assert one["device_host_end_ns"] <= other["device_host_start_ns"]
    (copy,) = of(told, "copy_d2h", "device_time")
    assert copy["device_bytes"] == copy["bytes"] and copy["flops"] == 0
    assert copy["device_start_ns"] >= timed[-1]["device_end_ns"]


def test_the_times_are_the_chips_and_do_not_change_what_is_computed(handle: capi.Handle) -> None:
    """With and without a subscriber, bit by bit."""
    rng = np.random.default_rng(3)
    x = handle.tensor(rng.standard_normal((48, 48)).astype(np.float32))
    y = handle.empty((48, 48))
    handle.call("matmul", left=x, right=x, bias=None, output=y)
    plain = handle.to_numpy(y)
    with subscribed([], device_times=True):
        handle.call("matmul", left=x, right=x, bias=None, output=y)
        np.testing.assert_array_equal(handle.to_numpy(y), plain)


def test_streams_stay_asynchronous(handle: capi.Handle, lib: capi.Library, operands: Any) -> None:
    """Device times do not make the host wait: many launches return before any is told, on a chip that is asynchronous."""
    x, y = operands
    told: Told = []
    with subscribed(told, "launch", device_times=True):
        for _ in range(20):
            add(handle, x, y)
        asynchronous = capi.device_properties(handle.device)["asynchronous"]
        early = len(of(told, "launch", "device_time"))
        assert early == (0 if asynchronous else 20)
        capi.activity_flush()
        assert len(of(told, "launch", "device_time")) == 20
        capi.activity_flush()
    assert len(of(told, "launch", "device_time")) == 20, "told once"


def test_two_streams(handle: capi.Handle, lib: capi.Library, operands: Any) -> None:
    x, y = operands
    created = ctypes.c_void_p()
    lib.call("tpudnnStreamCreate", handle.device, ctypes.byref(created))
    told: Told = []
    with capi.Handle(handle.device, created.value) as other, subscribed(told, "launch", device_times=True):
        for _ in range(5):
            add(handle, x, y)
            add(other, x, y)
    lib.call("tpudnnStreamDestroy", created)
    timed = of(told, "launch", "device_time")
    numbers = {one["stream_number"] for one in timed}
    assert len(timed) == 10 and 0 in numbers and len(numbers) == 2
    for number in numbers:
        own = [one for one in timed if one["stream_number"] == number]
        assert all(one["device_end_ns"] <= after["device_start_ns"] for one, after in itertools.pairwise(own))


def capture(handle: capi.Handle, lib: capi.Library, body: Callable[[], None]) -> ctypes.c_void_p:
    graph, instance = ctypes.c_void_p(), ctypes.c_void_p()
    lib.call("tpudnnStreamBeginCapture", handle.native)
    body()
    lib.call("tpudnnStreamEndCapture", handle.native, ctypes.byref(graph))
    lib.call("tpudnnGraphInstantiate", ctypes.byref(instance), graph, None)
    lib.call("tpudnnGraphDestroy", graph)
    return instance


def test_graphs(handle: capi.Handle, lib: capi.Library, operands: Any) -> None:
    x, y = operands
    data = np.full((16, 16), 3, np.float32)
    told: Told = []

    def body() -> None:
        lib.call("tpudnnMemcpyH2DAsync", handle.native, x.address, data.ctypes.data, data.nbytes)
        add(handle, x, y)
        lib.call("tpudnnMemsetAsync", handle.native, x.address, 0, 4)

    with subscribed(told, device_times=True):
        instance = capture(handle, lib, body)
        capi.activity_flush()
        recorded = [one for one in told if one["kind"] not in ("operator", "synchronize", "free")]
        assert recorded == [], "nothing ran"
        assert [one["captured"] for one in of(told, "operator")] == [1]
        for _ in range(3):
            lib.call("tpudnnGraphLaunch", instance, handle.native)
        assert (handle.to_numpy(y) == 6).all()
    replays = of(told, "graph")
    assert len(replays) == 3
    for replay in replays:
        nodes = [one for one in told if one["parent"] == replay["sequence"] and one["phase"] == "enter"]
        assert [one["kind"] for one in nodes] == ["copy_h2d", "launch", "fill"]
        assert nodes[1]["key"] == "binary" and len(nodes[1]["args"]) == nodes[1]["args_size"]
        timed = {one["sequence"] for one in told if one["phase"] == "device_time"}
        assert {one["sequence"] for one in nodes} <= timed
    lib.call("tpudnnGraphExecDestroy", instance)


def test_correlations(handle: capi.Handle, lib: capi.Library, refused: Refused, operands: Any) -> None:
    x, y = operands
    told: Told = []
    elsewhere: Told = []

    def other() -> None:
        add(handle, x, y)

    with subscribed(told, "launch", device_times=True):
        add(handle, x, y)
        for depth in range(1, 12):  # more than the thread's own room
            lib.call("tpudnnActivityPushCorrelation", depth * 10)
            add(handle, x, y)
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
        for depth in range(11, 0, -1):
            popped = ctypes.c_uint64()
            lib.call("tpudnnActivityPopCorrelation", ctypes.byref(popped))
            assert popped.value == depth * 10
        add(handle, x, y)
    assert elsewhere == []
    assert [one["correlation"] for one in of(told, "launch")] == [0, *range(10, 111, 10), 0, 0]
    by_sequence = {one["sequence"]: one["correlation"] for one in of(told, "launch")}
    assert {one["sequence"]: one["correlation"] for one in of(told, "launch", "device_time")} == by_sequence
    assert "no correlation" in refused("BAD_PARAM", "tpudnnActivityPopCorrelation", None)


def test_several_subscribers_nest(handle: capi.Handle, operands: Any) -> None:
    x, y = operands
    order: list[str] = []
    call = ("launch",)
    with capi.ActivitySubscriber(lambda one: order.append(f"a {one.phase}"), call):
        add(handle, x, y)
        with capi.ActivitySubscriber(lambda one: order.append(f"b {one.phase}"), call):
            add(handle, x, y)
        add(handle, x, y)
    alone = ["a enter", "a exit"]
    assert order == [*alone, "a enter", "b enter", "b exit", "a exit", *alone]


def test_a_callback_may_call_the_library(handle: capi.Handle, lib: capi.Library, operands: Any) -> None:
    """It waits, launches, allocates and copies; its own doing is not told to it, and is to others."""
    x, y = operands
    z = handle.empty((16, 16))
    seen: list[str] = []
    others: Told = []

    def work(activity: capi.Activity) -> None:
        seen.append(activity.phase)
        handle.sync()
        add(handle, x, z, 2.0)
        handle.free(handle.malloc(64))
        assert (handle.to_numpy(z) == 3).all()

    with subscribed(others, "launch"), capi.ActivitySubscriber(work, device_times=True, kinds=("launch",)):
        add(handle, x, y)
    assert seen == ["enter", "exit", "device_time"]
    assert len(of(others, "launch")) == 4
    assert (handle.to_numpy(y) == 2).all()


def test_two_callbacks_that_launch_end(handle: capi.Handle, operands: Any) -> None:
    x, y = operands
    counts = [0, 0]

    def work(which: int) -> Callable[[capi.Activity], None]:
        def callback(activity: capi.Activity) -> None:
            counts[which] += 1
            add(handle, x, y)

        return callback

    with capi.ActivitySubscriber(work(0), ("launch",)), capi.ActivitySubscriber(work(1), ("launch",)):
        add(handle, x, y)
    assert counts[0] == counts[1] == 6  # 2 of the call; of the other's 2 + 2 launches as many phases


def test_a_callback_that_raises(handle: capi.Handle, operands: Any) -> None:
    x, y = operands
    told: Told = []

    def callback(activity: capi.Activity) -> None:
        raise ValueError(f"at {activity.phase}")

    subscriber = capi.ActivitySubscriber(callback, ("launch",))
    with subscribed(told, "launch"):
        add(handle, x, y)
        assert (handle.to_numpy(y) == 2).all()
    with pytest.raises(ValueError, match="at enter"):
        subscriber.close()
    assert len(told) == 2


def test_a_callback_that_ends_its_subscription(handle: capi.Handle, operands: Any) -> None:
    x, y = operands
    seen: list[str] = []
    told: Told = []

    def callback(activity: capi.Activity) -> None:
        seen.append(activity.phase)
        subscriber.close()
        subscriber.close()

    with subscribed(told, "launch", device_times=True):
        subscriber = capi.ActivitySubscriber(callback, ("launch",), device_times=True)
        add(handle, x, y)
        add(handle, x, y)
    assert seen == ["enter"] and len(told) == 6


def test_ending_waits_for_callbacks_in_other_threads(handle: capi.Handle, operands: Any) -> None:
    x, y = operands
    inside, leave = threading.Event(), threading.Event()
    states: list[str] = []

    def callback(activity: capi.Activity) -> None:
        inside.set()
        leave.wait(10)
        states.append("callback ends")

    subscriber = capi.ActivitySubscriber(callback, ("launch",))
    worker = threading.Thread(target=lambda: add(handle, x, y))
    worker.start()
    assert inside.wait(10)

    def end() -> None:
        subscriber.close()
        states.append("closed")

    closer = threading.Thread(target=end)
    closer.start()
    closer.join(0.1)
    assert closer.is_alive() and states == []
    leave.set()
    closer.join(10)
    worker.join(10)
    assert states[:2] == ["callback ends", "closed"]


def test_two_callbacks_that_end_each_other(handle: capi.Handle, lib: capi.Library, operands: Any) -> None:
    """In two threads at once: neither waits for the other."""
    x, y = operands
    meet = threading.Barrier(2, timeout=10)
    subscribers: list[capi.ActivitySubscriber] = []
    ended: list[int] = []

    def callback(which: int) -> Callable[[capi.Activity], None]:
        def end(activity: capi.Activity) -> None:
            if activity.correlation == which + 1:
                meet.wait()
                subscribers[1 - which].close()
                ended.append(which)

        return end

    subscribers += [capi.ActivitySubscriber(callback(which), ("launch",)) for which in (0, 1)]

    def run(which: int) -> None:
        with capi.correlation(which + 1):
            add(handle, x, y)

    threads = [threading.Thread(target=run, args=(which,)) for which in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
        assert not thread.is_alive()
    assert sorted(ended) == [0, 1]


def test_the_callers_last_error_stays(handle: capi.Handle, lib: capi.Library, operands: Any) -> None:
    x, y = operands

    def failing(activity: capi.Activity) -> None:
        assert lib.cdll.tpudnnSync(None) != 0

    with capi.ActivitySubscriber(failing):
        lib.cdll.tpudnnClearLastError()
        add(handle, x, y)
        assert lib.cdll.tpudnnGetLastStatus() == 0 and lib.last_error() == ""
        with pytest.raises(capi.TpudnnError, match="tensor 'output' is required, and its address is null") as raised:
            add(handle, x, capi.Tensor(0, (16, 16), "f32", (16, 1)))
        assert raised.value.status == "BAD_PARAM"


def failures_of(handle: capi.Handle) -> Callable[[int, int], int]:
    library, prefix = runtime_of(capi.device_properties(handle.device)["chip"])
    fail_at = getattr(ctypes.CDLL(str(library)), f"{prefix}FailAt")
    fail_at.argtypes, fail_at.restype = [ctypes.c_int, ctypes.c_ulonglong], ctypes.c_longlong
    return fail_at


def test_refused_and_faulting_calls(handle: capi.Handle, lib: capi.Library, operands: Any) -> None:
    """A call that is refused has its status; a kernel that faults has it in its call or, later, with its times."""
    x, y = operands
    told: Told = []
    fail_at = failures_of(handle)
    with subscribed(told, "operator", "launch", device_times=True):
        with pytest.raises(capi.TpudnnError):
            add(handle, x, capi.Tensor(0, (16, 16), "f32", (16, 1)))
        assert [one["status"] for one in told] == ["SUCCESS", "BAD_PARAM"]
        told.clear()
        add(handle, x, y)
        fail_at(2, 1)
        faults = 0
        try:
            add(handle, x, y)
        except capi.TpudnnError:
            faults += 1
        add(handle, x, y)
        try:
            handle.sync()
        except capi.TpudnnError as error:
            assert error.status == "DEVICE_FAULT"
            faults += 1
        assert faults == 1
    exits = [one["status"] for one in of(told, "launch", "exit")]
    times = [one["status"] for one in of(told, "launch", "device_time")]
    if capi.device_properties(handle.device)["asynchronous"]:
        ran = times.index("DEVICE_FAULT")  # nothing of what is behind a fault is run
        assert exits == ["SUCCESS"] * 3 and len(times) == 3 and ran <= 1 and set(times[ran:]) == {"DEVICE_FAULT"}
        assert of(told, "launch", "device_time")[-1]["cycles"] == 0
    else:
        assert exits == ["SUCCESS", "DEVICE_FAULT", "SUCCESS"] and times == ["SUCCESS", "SUCCESS"]


def test_memory_that_is_not_freed(handle: capi.Handle, lib: capi.Library, refused: Refused) -> None:
    told: Told = []
    with subscribed(told, "free", "allocate"):
        refused("BAD_PARAM", "tpudnnFreeAsync", handle.native, 0x1000)
        refused("OUT_OF_MEMORY", "tpudnnMallocAsync", handle.native, ctypes.byref(ctypes.c_void_p()), 1 << 45)
    assert [(one["kind"], one["status"], one["dst"]) for one in told if one["phase"] == "exit"] == [
        ("free", "BAD_PARAM", 0),
        ("allocate", "OUT_OF_MEMORY", 0),
    ]


def test_address_ranges(handle: capi.Handle, refused: Refused) -> None:
    address = handle.malloc(100)
    for place in (address, address + 99):
        assert capi.address_range(place) == (address, 100)
    handle.free(address)
    out = ctypes.byref(ctypes.c_void_p()), ctypes.byref(ctypes.c_uint64())
    for place in (address, address - 1, 0x1234):
        assert "is in no device allocation" in refused("BAD_PARAM", "tpudnnGetAddressRange", place, *out)


def test_a_fault_that_a_callback_meets(handle: capi.Handle, operands: Any) -> None:
    """Is the program's too."""
    x, y = operands
    fail_at = failures_of(handle)
    met: list[str] = []

    def wait(activity: capi.Activity) -> None:
        try:
            handle.sync()
        except capi.TpudnnError as error:
            met.append(error.status)

    with capi.ActivitySubscriber(wait, ("launch",)):
        fail_at(2, 1)
        try:
            add(handle, x, y)
            assert met == ["DEVICE_FAULT"]
            handle.sync()
            raise AssertionError("the fault was reported to the callback alone")
        except capi.TpudnnError as error:
            assert error.status == "DEVICE_FAULT"
    handle.sync()
    add(handle, x, y)
    assert (handle.to_numpy(y) == 2).all()


def test_arguments(handle: capi.Handle, lib: capi.Library, refused: Refused) -> None:
    subscriber = ctypes.c_void_p()
    callback = ctypes.cast(capi._RawCallback(lambda activity, user: None), ctypes.c_void_p)
    for kinds, flags, called, word in (
        (0, 0, callback, "kinds is 0x0"),
        (1 << 10, 0, callback, "kinds is 0x400"),
        (1, 2, callback, "flags is 0x2"),
        (1, 0, None, "callback is null"),
    ):
        sentence = refused("BAD_PARAM", "tpudnnActivitySubscribe", ctypes.byref(subscriber), kinds, flags, called, None)
        assert word in sentence and not subscriber.value
    assert "subscriber is null" in refused("BAD_PARAM", "tpudnnActivitySubscribe", None, 1, 0, callback, None)
    lib.call("tpudnnActivityUnsubscribe", None)
    assert "a handle, not a subscriber" in refused("BAD_PARAM", "tpudnnActivityUnsubscribe", handle.native)
    assert "peak is null" in refused("BAD_PARAM", "tpudnnGetDevicePeak", handle.device, None)
    with pytest.raises(ValueError, match="'nothing'"):
        capi.ActivitySubscriber(print, ("launch", "nothing"))


def test_an_ended_subscriber(lib: capi.Library, refused: Refused) -> None:
    told: Told = []
    subscriber = subscribed(told)
    native = ctypes.c_void_p(subscriber._native.value)
    subscriber.close()
    assert "was destroyed" in refused("BAD_PARAM", "tpudnnActivityUnsubscribe", native)


def test_threads(library_folder: Path, tmp_path: Path) -> None:
    program, include = tmp_path / "activity", paths.ROOT / "dnnlib" / "include"
    command = ["g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-pthread", f"-I{include}"]
    command += [str(Path(__file__).with_name("activity.cpp")), f"-L{library_folder}", "-ltpudnn"]
    subprocess.run([*command, f"-Wl,-rpath,{library_folder}", "-o", str(program)], check=True, timeout=300)
    for device in range(len(CHIPS)):
        done = subprocess.run([program, "100", "3", str(device)], capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


@pytest.fixture(params=["events", "nothing"])
def older(
    request: pytest.FixtureRequest, lib: capi.Library, tmp_path: Path
) -> Iterator[Callable[[str, str], subprocess.CompletedProcess[str]]]:
    """Runs code with the driver of a chip as one of an older header."""
    if request.param == "events":
        environment = {}
    else:
        environment = {"OLDER_WITHOUT_EVENTS": "1"}

    def run(chip: str, code: str) -> subprocess.CompletedProcess[str]:
        made = tmp_path / f"libtpudnn_driver_{chip}.so"
        include = [f"-I{paths.ROOT / 'dnnlib' / folder}" for folder in ("include", "src")]
        source = str(Path(__file__).with_name("older_driver.c"))
        subprocess.run(["gcc", "-std=c11", "-shared", "-fPIC", *include, source, "-o", str(made)], check=True)
        return subprocess.run(
            [sys.executable, "-c", code],
            env={
                **os.environ,
                **environment,
                "PYTHONPATH": str(paths.ROOT),
                "TPUDNN_CHIPS": chip,
                "TPUDNN_DRIVER_PATH": str(tmp_path),
                "OLDER_DRIVER": str(lib.folder / made.name),
            },
            capture_output=True,
            text=True,
            timeout=120,
        )

    return run


OLDER = """
import numpy as np
from dnnlib import capi
told = []
with capi.Handle(0) as handle:
    x, y = handle.tensor(np.ones((64, 64), np.float32)), handle.empty((64, 64))
    with capi.ActivitySubscriber(lambda one: told.append(one.values()), ("launch",), device_times=True):
        for _ in range(3):
            handle.call("matmul", left=x, right=x, bias=None, output=y)
        assert (handle.to_numpy(y) == 64).all()
    try:
        capi.device_peak(0)
        print("peak")
    except capi.TpudnnError as error:
        assert error.status == "NOT_SUPPORTED", error
timed = [one for one in told if one["phase"] == "device_time"]
assert len(timed) == 3 and all(one["cycles"] is None and one["flops"] is None for one in timed)
for start, end in (("device_start_ns", "device_end_ns"), ("device_host_start_ns", "device_host_end_ns")):
    if timed[0][start] is not None:
        assert all(one[start] < one[end] for one in timed), timed
        assert all(one[end] <= other[start] + 1 for one, other in zip(timed, timed[1:])), timed
        print(start)
"""


@pytest.mark.parametrize("chip", CHIPS)
def test_older_drivers(older: Any, request: pytest.FixtureRequest, chip: str) -> None:
    """Times of events, or of the host where there are none."""
    done = older(chip, OLDER)
    assert done.returncode == 0, done.stderr
    events = "events" in request.node.name and capi.device_properties(capi.device_by_name(chip))["asynchronous"]
    assert done.stdout.split() == ["device_start_ns" if events else "device_host_start_ns"]
