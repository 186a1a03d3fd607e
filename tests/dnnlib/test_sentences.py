"""Wrong arguments of every public function: the status, and a sentence that begins with the function and names the argument."""

import ctypes
import resource
from collections.abc import Iterator

import pytest
from conftest import CHIPS

from dnnlib import capi

pytestmark = pytest.mark.native

OBJECTS = ("tpudnnHandle_t", "tpudnnStream_t", "tpudnnEvent_t", "tpudnnGraph_t", "tpudnnGraphExec_t")
# Pointers that may be null; those of the objects are in test_lifetimes.py.
NULL_ALLOWED = {
    ("tpudnnFree", "ptr"),
    ("tpudnnFreeAsync", "ptr"),
    ("tpudnnPhysToVirt", "addr"),
    ("tpudnnVirtToPhys", "addr"),
    ("tpudnnHandleFromStream", "stream"),
    ("tpudnnHandleFromStream", "module"),
    ("tpudnnSetLogCallback", "callback"),
    ("tpudnnSetLogCallback", "user"),
    ("tpudnnGetOperatorStatistics", "statistics"),
    ("tpudnnGraphInstantiate", "ext"),
    ("tpudnnCreateDeviceTensor", "data"),
    ("tpudnnCreateDeviceTensor", "shape"),  # of no dimensions
    ("tpudnnCreateDeviceTensor", "stride"),
    ("tpudnnActivitySubscribe", "user"),
    ("tpudnnActivityUnsubscribe", "subscriber"),
    ("tpudnnActivityPopCorrelation", "id"),
}
CANNOT_FAIL = {
    "tpudnnSetupC2CTopology",
    "tpudnnDumpOpTimer",
    "tpudnnResetOpTimer",
    "tpudnnGetLastError",
    "tpudnnGetLastStatus",
    "tpudnnClearLastError",
    "tpudnnGetStatusName",
    "tpudnnGetVersion",
    "tpudnnGetLogLevel",
    "tpudnnSetLogCallback",
    "tpudnnResetOperatorStatistics",
    "tpudnnActivityFlush",
    "tpudnnActivityPushCorrelation",
    "tpudnnActivityPopCorrelation",  # test_activity.py
    "tpudnnActivityUnsubscribe",  # test_activity.py
}


class Scene:
    """Right arguments for every parameter, by its type and name."""

    def __init__(self, lib: capi.Library, device: int) -> None:
        self.lib, self.device = lib, device
        self.handle = capi.Handle(device)
        self.memory = self.handle.malloc(4096)
        self.buffer = ctypes.create_string_buffer(4096)
        self.objects = {kind: ctypes.c_void_p() for kind in OBJECTS}
        self.objects["tpudnnHandle_t"].value = self.handle.native
        stream = self.objects["tpudnnStream_t"]
        lib.call("tpudnnStreamCreate", device, ctypes.byref(stream))
        lib.call("tpudnnEventCreate", device, ctypes.byref(self.objects["tpudnnEvent_t"]))
        lib.call("tpudnnStreamBeginCapture", self.handle.native)
        lib.call("tpudnnStreamEndCapture", self.handle.native, ctypes.byref(self.objects["tpudnnGraph_t"]))
        graph = self.objects["tpudnnGraph_t"]
        lib.call("tpudnnGraphInstantiate", ctypes.byref(self.objects["tpudnnGraphExec_t"]), graph, None)

    def argument(self, function: str, parameter: dict) -> object:
        name, kind = parameter["name"], self.lib.types.of(parameter["canonical"])
        if parameter["type"] in self.objects:
            return self.objects[parameter["type"]]
        if name == "deviceID" and kind is ctypes.c_int:
            return self.device
        if name == "bytes" or (name == "size" and "Memcpy" in function):
            return 64
        if name in ("dst", "src") and kind is ctypes.c_uint64:
            return self.handle.virt_to_phys(self.memory)
        if name in ("nranks", "world_size"):  # a group of this device alone
            return 1
        if name == "chip_map":
            return ctypes.cast(ctypes.pointer(ctypes.c_int(self.device)), ctypes.c_void_p)
        if name in ("count", "send_count", "recv_count"):
            return 16
        if kind is ctypes.c_void_p and name.endswith(("buff", "_mem")):
            return self.memory
        if name == "ext":
            return None
        if name == "kinds":
            return 1
        if kind is ctypes.c_char_p:
            return b"sg_b" if name == "chip" else b"dummy"
        if parameter["kind"] == "tensor":
            return self.tensor()
        if kind is ctypes.c_void_p:
            on_device = name in ("dst", "src") and (name, function.removesuffix("Async")[-3:]) not in {
                ("src", "H2D"),
                ("dst", "D2H"),
                ("src", "ice"),
                ("dst", "ost"),
            }
            return self.memory if on_device else ctypes.cast(self.buffer, ctypes.c_void_p)
        return kind()

    def tensor(self) -> capi.CTensor:
        return capi.Tensor(self.memory, (4, 4), "f32", (4, 1)).to_c()

    def refusal(self, function: dict, replaced: int, value: object) -> tuple[str, str]:
        """Status and sentence of the call with one argument replaced."""
        arguments = [self.argument(function["name"], parameter) for parameter in function["parameters"]]
        arguments[replaced] = value
        self.lib.cdll.tpudnnClearLastError()
        getattr(self.lib.cdll, function["name"])(*arguments)
        return capi.STATUS_NAMES[self.lib.cdll.tpudnnGetLastStatus()], self.lib.last_error()

    def close(self) -> None:
        for kind, destroy in (
            ("tpudnnGraphExec_t", "tpudnnGraphExecDestroy"),
            ("tpudnnGraph_t", "tpudnnGraphDestroy"),
            ("tpudnnEvent_t", "tpudnnEventDestroy"),
            ("tpudnnStream_t", "tpudnnStreamDestroy"),
        ):
            self.lib.call(destroy, self.objects[kind])
        self.handle.close()


@pytest.fixture(params=CHIPS)
def scene(request: pytest.FixtureRequest, lib: capi.Library) -> Iterator[Scene]:
    made = Scene(lib, capi.device_by_name(request.param))
    yield made
    made.close()


def wrong_values(scene: Scene, function: dict, parameter: dict) -> list[tuple[object, str, str]]:
    """(value, status, what the sentence says besides the argument)"""
    name, kind = parameter["name"], scene.lib.types.of(parameter["canonical"])
    wrong: list[tuple[object, str, str]] = []
    if name == "deviceID" and kind is ctypes.c_int:
        wrong += [(77, "NO_DEVICE", "is 77"), (-1, "NO_DEVICE", "is -1")]
    elif parameter["type"] == "tpudnnLogLevel_t":
        wrong.append((9, "BAD_PARAM", "is 9; it takes 0 (off) to 5"))
    elif parameter["kind"] == "tensor":
        many = scene.tensor()
        many.dim = 9
        wrong.append((many, "BAD_PARAM", "has dim 9; it takes 0 to 8 dimensions"))
    elif parameter["kind"] == "tensor_list":
        return wrong
    elif kind in (ctypes.c_void_p, ctypes.c_char_p) and parameter["type"] not in OBJECTS:
        if (function["name"], name) not in NULL_ALLOWED and not function["operator"]:
            wrong.append((None, "BAD_PARAM", "is null"))
        if scene.argument(function["name"], parameter) == scene.memory or (
            name == "ptr" and "Free" in function["name"]
        ):
            wrong.append((0x1234, "BAD_PARAM", "0x1234"))
    if name == "addr":
        wrong.append((0x1234, "BAD_PARAM", "0x1234"))
    if name == "bytes" and "dst" in [other["name"] for other in function["parameters"]]:
        wrong.append((1 << 40, "BAD_PARAM", f"{1 << 40} bytes"))
    if name == "bytes" and "Malloc" in function["name"]:
        wrong.append((1 << 50, "OUT_OF_MEMORY", f"{1 << 50} bytes"))
    return wrong


def test_every_function(lib: capi.Library, scene: Scene) -> None:
    tried = set()
    for function in lib.api["functions"]:
        for index, parameter in enumerate(function["parameters"]):
            for value, status, says in wrong_values(scene, function, parameter):
                got, sentence = scene.refusal(function, index, value)
                where = f"{function['name']}({parameter['name']}={value}): {got}: {sentence}"
                assert got == status, where
                assert sentence.startswith(f"{function['name']}: "), where
                assert parameter["name"] in sentence.removeprefix(f"{function['name']}: ") and says in sentence, where
                tried.add(function["name"])
    with_objects = {f["name"] for f in lib.api["functions"] if any(p["type"] in OBJECTS for p in f["parameters"])}
    assert {function["name"] for function in lib.api["functions"]} - with_objects - tried == CANNOT_FAIL


@pytest.mark.parametrize(
    ("function", "arguments", "status", "words"),
    [
        ("tpudnnGetDeviceByName", (b"no_chip", "out"), "NO_DEVICE", ("chip", "no_chip", "bm_a, bm1684x, sg_b, sg2260")),
        ("tpudnnLaunchKernel", ("handle", b"no_such", "out", 8, 0, 0), "NOT_SUPPORTED", ("kernelName", "no_such")),
        ("tpudnnLaunchKernel", ("handle", b"matmul", "out", 8, 0, 0), "BAD_PARAM", ("argBytes is 8", "sg_api_")),
        ("tpudnnLaunchKernel", ("handle", b"", "out", 8, 0, 0), "BAD_PARAM", ("kernelName is empty",)),
        (
            "tpudnnLaunchKernel",
            ("handle", b"dummy", "out", 56, 1000, 1),
            "BAD_PARAM",
            ("groupNum is 1000 and groupSize 1", "core"),
        ),
        ("tpudnnLaunchKernel", ("handle", b"dummy", "out", 56, 0, 1), "BAD_PARAM", ("groupNum is 0 and groupSize 1",)),
        (
            "tpudnnLaunchKernel",
            ("handle", b"dummy", "out", 56, -1, -1),
            "BAD_PARAM",
            ("groupNum is -1 and groupSize -1",),
        ),
        ("tpudnnGraphInstantiate", ("out", "graph", "out"), "BAD_PARAM", ("ext is 0x", "NULL")),
        ("tpudnnGetOperatorStatistics", ("out", "minus"), "BAD_PARAM", ("count is -1", ">= 0")),
        ("tpudnnEventElapsedTime", ("out", "event", "event"), "BAD_PARAM", ("start was never recorded",)),
        ("tpudnnStreamEndCapture", ("handle", "out"), "BAD_PARAM", ("stream 0x", "is not captured")),
        ("tpudnnGetPointerDevice", (0x1234, "out"), "BAD_PARAM", ("ptr 0x1234",)),
    ],
)
def test_what_only_one_function_refuses(
    scene: Scene, function: str, arguments: tuple, status: str, words: tuple[str, ...]
) -> None:
    known = {
        "handle": scene.handle.native,
        "stream": scene.objects["tpudnnStream_t"],
        "event": scene.objects["tpudnnEvent_t"],
        "graph": scene.objects["tpudnnGraph_t"],
        "out": ctypes.cast(scene.buffer, ctypes.c_void_p),
        "minus": ctypes.byref(ctypes.c_int(-1)),
    }
    with pytest.raises(capi.TpudnnError) as raised:
        scene.lib.call(function, *(known.get(a, a) if isinstance(a, str) else a for a in arguments))
    assert raised.value.status == status
    assert all(word in raised.value.sentence for word in (function, *words)), raised.value.sentence


def test_a_large_copy_between_chips_is_refused_before_memory_is_taken(scene: Scene) -> None:
    """2 GiB from buffers of 64 bytes: nothing of that size is allocated on the host."""
    with capi.Handle((scene.device + 1) % len(CHIPS)) as other:
        source, target = other.malloc(64), scene.handle.malloc(64)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        with pytest.raises(capi.TpudnnError) as raised:
            scene.lib.call("tpudnnMemcpyD2D", scene.handle.native, target, source, 2 << 30)
        assert raised.value.status == "BAD_PARAM"
        assert f"dst {target:#x}: {2 << 30} bytes from there are more than the 64" in raised.value.sentence
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < before + (1 << 19)  # KiB
        larger = scene.handle.malloc(2 << 20)
        with pytest.raises(capi.TpudnnError) as raised:
            scene.lib.call("tpudnnMemcpyD2D", scene.handle.native, larger, source, 2 << 20)
        assert f"src {source:#x}: {2 << 20} bytes from there are more than the 64" in raised.value.sentence


def test_pieces_of_a_copy_between_chips(scene: Scene) -> None:
    size = (16 << 20) * 2 + 12345
    with capi.Handle((scene.device + 1) % len(CHIPS)) as other:
        host = bytes(range(256)) * (size // 256 + 1)
        source, target = other.malloc(size), scene.handle.malloc(size)
        scene.lib.call("tpudnnMemcpyH2D", other.native, source, host, size)
        scene.lib.call("tpudnnMemcpyD2D", scene.handle.native, target, source, size)
        back = ctypes.create_string_buffer(size)
        scene.lib.call("tpudnnMemcpyD2H", scene.handle.native, back, target, size)
        assert back.raw == host[:size]
