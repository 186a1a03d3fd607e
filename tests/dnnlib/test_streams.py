"""Streams, events, faults and graphs."""

import ctypes
import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from dnnlib import capi, paths
from dnnlib.codegen.kernels import read_table
from dnnlib.codegen.layouts import read_layouts

pytestmark = pytest.mark.native

Refused = Callable[..., str]


def out(kind: type = ctypes.c_void_p) -> ctypes._SimpleCData:
    return kind()


@pytest.fixture
def stream(handle: capi.Handle, lib: capi.Library) -> int:
    native = out()
    lib.call("tpudnnGetStream", handle.native, ctypes.byref(native))
    return native.value


@pytest.fixture
def event(handle: capi.Handle, lib: capi.Library) -> Iterator[int]:
    created = out()
    lib.call("tpudnnEventCreate", handle.device, ctypes.byref(created))
    yield created.value
    lib.call("tpudnnEventDestroy", created)


def event_done(lib: capi.Library, event: int) -> bool:
    done = out(ctypes.c_int)
    lib.call("tpudnnEventQuery", event, ctypes.byref(done))
    return bool(done.value)


def queue_matmul(handle: capi.Handle, size: int) -> tuple[capi.Tensor, float]:
    """A matmul of ones; the tensor it writes and the value it must have."""
    ones = handle.tensor(np.ones((size, size), np.float32))
    output = handle.empty((size, size))
    handle.call("matmul", left=ones, right=ones, bias=None, output=output)
    return output, float(size)


def test_event_follows_the_work(handle: capi.Handle, lib: capi.Library, stream: int, event: int) -> None:
    assert event_done(lib, event)  # never recorded
    output, value = queue_matmul(handle, 64)
    lib.call("tpudnnEventRecord", event, stream)
    lib.call("tpudnnEventSynchronize", event)
    assert event_done(lib, event)
    assert (handle.to_numpy(output) == value).all()


def test_event_query_can_say_no(lib: capi.Library) -> None:
    with capi.Handle(capi.device_by_name("sg_b")) as handle:
        native, event = out(), out()
        lib.call("tpudnnGetStream", handle.native, ctypes.byref(native))
        lib.call("tpudnnEventCreate", handle.device, ctypes.byref(event))
        answers = set()
        for _ in range(20):
            for _ in range(4):
                queue_matmul(handle, 256)
            lib.call("tpudnnEventRecord", event, native)
            answers.add(event_done(lib, event.value))
            lib.call("tpudnnStreamSynchronize", native)
            assert event_done(lib, event.value)
        assert False in answers
        lib.call("tpudnnEventDestroy", event)


def test_polling_ends(handle: capi.Handle, lib: capi.Library, stream: int) -> None:
    queue_matmul(handle, 64)
    done = out(ctypes.c_int)
    end = time.monotonic() + 30
    while not done.value:
        lib.call("tpudnnStreamQuery", stream, ctypes.byref(done))
        assert time.monotonic() < end, "the stream never became idle"


def test_elapsed_time(handle: capi.Handle, lib: capi.Library, stream: int, event: int, refused: Refused) -> None:
    start = out()
    lib.call("tpudnnEventCreate", handle.device, ctypes.byref(start))
    milliseconds = out(ctypes.c_float)
    assert "must have been recorded" in refused(
        "BAD_PARAM", "tpudnnEventElapsedTime", ctypes.byref(milliseconds), start, event
    )
    lib.call("tpudnnEventRecord", start, stream)
    queue_matmul(handle, 128)
    lib.call("tpudnnEventRecord", event, stream)
    lib.call("tpudnnEventElapsedTime", ctypes.byref(milliseconds), start, event)
    assert milliseconds.value > 0
    lib.call("tpudnnEventDestroy", start)


def test_stream_waits_for_another(handle: capi.Handle, lib: capi.Library, event: int) -> None:
    first, second = out(), out()
    for created in (first, second):
        lib.call("tpudnnStreamCreate", handle.device, ctypes.byref(created))
    with capi.Handle(handle.device, first.value) as producer, capi.Handle(handle.device, second.value) as consumer:
        ones = handle.tensor(np.ones((96, 96), np.float32))
        middle, final = handle.empty((96, 96)), handle.empty((96, 96))
        producer.call("matmul", left=ones, right=ones, bias=None, output=middle)
        lib.call("tpudnnEventRecord", event, first)
        lib.call("tpudnnStreamWaitEvent", second, event)
        consumer.call("matmul", left=middle, right=ones, bias=None, output=final)
        assert (consumer.to_numpy(final) == 96 * 96).all()
    for created in (first, second):
        lib.call("tpudnnStreamDestroy", created)


def test_default_stream_stays(handle: capi.Handle, stream: int, refused: Refused) -> None:
    assert "default stream" in refused("BAD_PARAM", "tpudnnStreamDestroy", stream)


class NegArguments(ctypes.Structure):
    """sg_api_neg_t"""

    _pack_ = 1
    _fields_ = (
        *(("input_global_addr", ctypes.c_uint64), ("output_global_addr", ctypes.c_uint64)),
        *(("shape", ctypes.c_int * 8), ("dim", ctypes.c_int), ("dtype", ctypes.c_int)),
    )


def test_fault_names_kernel_argument_and_address(handle: capi.Handle, lib: capi.Library, chip: str) -> None:
    """An own launch whose operand is larger than its memory: the kernel faults; the next call that waits says so, and the handle lives on."""
    small, output = handle.tensor(np.ones((4, 4), np.float32)), handle.empty((4096, 4))
    addresses = (handle.virt_to_phys(tensor.address) for tensor in (small, output))
    arguments = NegArguments(*addresses, (ctypes.c_int * 8)(4096, 4), 2, (2 << 1) | 1)
    with pytest.raises(capi.TpudnnError) as raised:
        lib.call("tpudnnLaunchKernel", handle.native, b"neg", ctypes.byref(arguments), ctypes.sizeof(arguments), 0, 0)
        handle.sync()
    assert raised.value.status == "DEVICE_FAULT"
    assert "input_global_addr" in raised.value.sentence
    assert "neg" in raised.value.sentence
    assert chip in raised.value.sentence
    result, value = queue_matmul(handle, 8)
    assert (handle.to_numpy(result) == value).all()


def test_graph_replays(handle: capi.Handle, lib: capi.Library, stream: int, refused: Refused) -> None:
    left = handle.tensor(np.ones((6, 4), np.float32)).transpose()  # a temporary on bm_a, kept by the graph
    right, output = handle.tensor(np.ones((6, 5), np.float32)), handle.tensor(np.zeros((4, 5), np.float32))
    graph, executable, nodes = out(), out(), out(ctypes.c_int)
    lib.call("tpudnnStreamBeginCapture", handle.native)
    handle.call("matmul", left=left, right=right, bias=None, output=output)
    assert "end the capture" in refused("NOT_SUPPORTED", "tpudnnSync", handle.native)
    lib.call("tpudnnStreamEndCapture", handle.native, ctypes.byref(graph))
    lib.call("tpudnnGraphGetNodeCount", graph, ctypes.byref(nodes))
    assert nodes.value >= 1
    assert (handle.to_numpy(output) == 0).all()  # recorded, not run
    lib.call("tpudnnGraphInstantiate", ctypes.byref(executable), graph, None)
    lib.call("tpudnnGraphDestroy", graph)
    for factor in (2, 3):
        values = np.full((6, 5), factor, np.float32)
        lib.call("tpudnnMemcpyH2D", handle.native, right.address, values.ctypes.data, values.nbytes)
        lib.call("tpudnnGraphLaunch", executable, handle.native)
        assert (handle.to_numpy(output) == 6 * factor).all()
    lib.call("tpudnnGraphExecDestroy", executable)


def test_nodes_of_a_graph(handle: capi.Handle, lib: capi.Library, refused: Refused) -> None:
    """Each as it was recorded, with the operator and the correlation."""
    left, output = handle.tensor(np.ones((4, 4), np.float32)), handle.tensor(np.zeros((4, 4), np.float32))
    graph, nodes = out(), out(ctypes.c_int)
    values = np.arange(16, dtype=np.float32)
    lib.call("tpudnnStreamBeginCapture", handle.native)
    lib.call("tpudnnMemcpyH2DAsync", handle.native, left.address, values.ctypes.data, values.nbytes)
    lib.call("tpudnnActivityPushCorrelation", 41)
    handle.call("matmul", left=left, right=left, bias=None, output=output)
    lib.call("tpudnnActivityPopCorrelation", None)
    lib.call("tpudnnMemcpyD2DAsync", handle.native, left.address, output.address, 16)
    lib.call("tpudnnMemsetAsync", handle.native, output.address, 7, 12)
    lib.call("tpudnnStreamEndCapture", handle.native, ctypes.byref(graph))
    lib.call("tpudnnGraphGetNodeCount", graph, ctypes.byref(nodes))

    def node(index: int) -> ctypes.Structure:
        found = lib.types.struct("tpudnnGraphNode_t")()
        found.struct_size = ctypes.sizeof(found)
        lib.call("tpudnnGraphGetNode", graph, index, ctypes.byref(found))
        return found

    upload, *launches, copy, fill = (node(index) for index in range(nodes.value))
    physical = {tensor: handle.virt_to_phys(tensor.address) for tensor in (left, output)}
    assert [each.kind for each in (upload, *launches, copy, fill)] == [1, *[0] * len(launches), 2, 3]
    assert (upload.dst, upload.bytes, upload.function, upload.correlation) == (physical[left], 64, None, 0)
    assert ctypes.string_at(upload.data, 64) == values.tobytes()
    for launch in launches:
        assert (launch.function, launch.correlation) == (b"tpudnnMatmulAsync", 41)
        assert launch.symbol.startswith(b"tpu_kernel_api_") and launch.cores >= 1
    assert launches[-1].key == b"matmul"
    assert physical[output].to_bytes(8, "little") in ctypes.string_at(launches[-1].args, launches[-1].args_size)
    assert (copy.dst, copy.src, copy.bytes) == (physical[left], physical[output], 16)
    assert (fill.dst, fill.value, fill.bytes) == (physical[output], 7, 12)
    found = lib.types.struct("tpudnnGraphNode_t")()
    assert "struct_size is 0" in refused("BAD_PARAM", "tpudnnGraphGetNode", graph, 0, ctypes.byref(found))
    for index in (-1, nodes.value):
        assert f"index is {index}" in refused("BAD_PARAM", "tpudnnGraphGetNode", graph, index, ctypes.byref(found))
    lib.call("tpudnnGraphDestroy", graph)
    assert "graph" in refused("BAD_PARAM", "tpudnnGraphGetNode", graph, 0, ctypes.byref(found))


def test_memory_of_a_captured_stream_takes_turns(handle: capi.Handle, lib: capi.Library, refused: Refused) -> None:
    """What was allocated and freed in a capture goes to its later allocations of that size, and to nobody else; what was there before does not."""
    before = handle.empty((32, 32))
    graph, addresses = out(), [out() for _ in range(4)]
    lib.call("tpudnnStreamBeginCapture", handle.native)
    handle.free(before.address)
    lib.call("tpudnnMallocAsync", handle.native, ctypes.byref(addresses[0]), 4096)
    assert addresses[0].value != before.address
    lib.call("tpudnnFreeAsync", handle.native, addresses[0])
    refused("BAD_PARAM", "tpudnnFreeAsync", handle.native, addresses[0])
    lib.call("tpudnnMallocAsync", handle.native, ctypes.byref(addresses[1]), 4000)
    assert addresses[1].value not in (addresses[0].value, before.address)
    lib.call("tpudnnMallocAsync", handle.native, ctypes.byref(addresses[2]), 4096)
    assert addresses[2].value == addresses[0].value
    lib.call("tpudnnMallocAsync", handle.native, ctypes.byref(addresses[3]), 4096)
    assert addresses[3].value != addresses[0].value
    lib.call("tpudnnFreeAsync", handle.native, addresses[2])
    lib.call("tpudnnStreamEndCapture", handle.native, ctypes.byref(graph))
    refused("BAD_PARAM", "tpudnnFree", addresses[2])  # the graph's
    lib.call("tpudnnFree", addresses[1])
    lib.call("tpudnnFree", addresses[3])
    lib.call("tpudnnGraphDestroy", graph)
    refused("BAD_PARAM", "tpudnnFree", addresses[2])


def test_graph_of_another_device(lib: capi.Library, refused: Refused) -> None:
    graph, executable, handles = out(), out(), [lib.cdll.tpudnnCreate(device) for device in (0, 1)]
    lib.call("tpudnnStreamBeginCapture", handles[0])
    assert "captured already" in refused("BAD_PARAM", "tpudnnStreamBeginCapture", handles[0])
    lib.call("tpudnnStreamEndCapture", handles[0], ctypes.byref(graph))
    lib.call("tpudnnGraphInstantiate", ctypes.byref(executable), graph, None)
    assert "was captured on" in refused("BAD_PARAM", "tpudnnGraphLaunch", executable, handles[1])
    lib.call("tpudnnGraphDestroy", graph)
    lib.call("tpudnnGraphExecDestroy", executable)
    for handle in handles:
        lib.cdll.tpudnnDestroy(handle)


def test_launch_by_the_kernels_name_on_a_number_of_cores(handle: capi.Handle, lib: capi.Library, chip: str) -> None:
    """By key or by the firmware's name; 0 and 0 are the row's cores, and a kernel that wants all of them says what it was given."""
    structs = read_layouts(paths.ROOT / "chips" / "include" / "sg_api_struct.h")
    table = read_table(paths.ROOT / "chips" / chip / "kernels.yaml", structs)
    row = next(row for row in table.rows if row.key == "neg")
    cores = row.cores or capi.device_properties(handle.device)["cores"]
    values = np.arange(16, dtype=np.float32)
    tensor = handle.tensor(values)
    for name, groups in (("neg", (0, 0)), ("neg", (1, cores)), (row.symbol, (cores, 1))):
        output = handle.tensor(np.zeros(16, np.float32))
        addresses = (handle.virt_to_phys(one.address) for one in (tensor, output))
        arguments = NegArguments(*addresses, (ctypes.c_int * 8)(16), 1, (2 << 1) | 1)
        lib.call(
            "tpudnnLaunchKernel",
            handle.native,
            name.encode(),
            ctypes.byref(arguments),
            ctypes.sizeof(arguments),
            *groups,
        )
        assert (handle.to_numpy(output) == -values).all()
    if cores > 1:
        with pytest.raises(capi.TpudnnError) as raised:
            lib.call(
                "tpudnnLaunchKernel", handle.native, b"neg", ctypes.byref(arguments), ctypes.sizeof(arguments), 1, 1
            )
            handle.sync()
        assert raised.value.status == "FAILED" and "cores" in raised.value.sentence


def test_memory_of_a_graph_is_freed_once_and_by_it(
    handle: capi.Handle, lib: capi.Library, stream: int, refused: Refused
) -> None:
    info = lib.types.struct("tpudnnMemoryInfo_t")()

    def live() -> int:
        lib.call("tpudnnGetMemoryInfo", handle.device, ctypes.byref(info))
        return info.allocations

    graph, executable = out(), out()
    before = live()
    memory = out()  # not handle.malloc(): the handle would free it
    lib.call("tpudnnMalloc", handle.device, ctypes.byref(memory), 64)
    address = memory.value
    lib.call("tpudnnStreamBeginCapture", handle.native)
    lib.call("tpudnnMemsetAsync", handle.native, address, 5, 64)
    lib.call("tpudnnFreeAsync", handle.native, address)
    again = [
        refused("BAD_PARAM", name, *args)
        for name, *args in (("tpudnnFreeAsync", handle.native, address), ("tpudnnFree", address))
    ]
    lib.call("tpudnnStreamEndCapture", handle.native, ctypes.byref(graph))
    again.append(refused("BAD_PARAM", "tpudnnFreeAsync", handle.native, address))
    assert all("was given to a graph" in sentence for sentence in again)
    lib.call("tpudnnGraphInstantiate", ctypes.byref(executable), graph, None)
    lib.call("tpudnnGraphDestroy", graph)
    lib.call("tpudnnGraphLaunch", executable, handle.native)
    lib.call("tpudnnSync", handle.native)  # the memory is still there
    assert live() == before + 1
    lib.call("tpudnnGraphExecDestroy", executable)
    assert live() == before
    assert "it was freed" in refused("BAD_PARAM", "tpudnnFree", address)


def test_a_captured_stream_keeps_only_what_can_be_freed(
    handle: capi.Handle, lib: capi.Library, stream: int, refused: Refused
) -> None:
    graph, address = out(), handle.malloc(64)
    with capi.Handle(int(handle.device == 0)) as other:
        foreign = other.malloc(64)
        lib.call("tpudnnStreamBeginCapture", handle.native)
        sentences = [
            refused("BAD_PARAM", "tpudnnFreeAsync", handle.native, wrong) for wrong in (address + 1, 16, foreign)
        ]
        lib.call("tpudnnStreamEndCapture", handle.native, ctypes.byref(graph))
        lib.call("tpudnnGraphDestroy", graph)
        other.free(foreign)
    handle.free(address)
    assert [
        "byte 1 of" in sentences[0],
        "a host address?" in sentences[1],
        "is no virtual address of" in sentences[2],
    ] == [True] * 3
