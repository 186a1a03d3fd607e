"""Null, wild, destroyed and mistaken handles, streams, events and graphs are refused by name, wherever a function takes one, also while other
threads destroy them (lifetimes.cpp, which tests/sanitize.py runs too)."""

import ctypes
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import CHIPS

from dnnlib import capi, paths

pytestmark = pytest.mark.native

# Type of the C API -> the word in sentences, and its maker.
KINDS = {
    "tpudnnHandle_t": ("a handle", "tpudnnCreate"),
    "tpudnnStream_t": ("a stream", "tpudnnStreamCreate"),
    "tpudnnEvent_t": ("an event", "tpudnnEventCreate"),
    "tpudnnGraph_t": ("a graph", "tpudnnStreamEndCapture"),
    "tpudnnGraphExec_t": ("an executable graph", "tpudnnGraphInstantiate"),
}
DESTROY = {
    "tpudnnHandle_t": "tpudnnDestroy",
    "tpudnnStream_t": "tpudnnStreamDestroy",
    "tpudnnEvent_t": "tpudnnEventDestroy",
    "tpudnnGraph_t": "tpudnnGraphDestroy",
    "tpudnnGraphExec_t": "tpudnnGraphExecDestroy",
}


class Objects:
    """One live object of each type on a device."""

    def __init__(self, lib: capi.Library, device: int) -> None:
        self.lib = lib
        made = {kind: ctypes.c_void_p() for kind in KINDS}
        made["tpudnnHandle_t"].value = lib.cdll.tpudnnCreate(device)
        lib.call("tpudnnStreamCreate", device, ctypes.byref(made["tpudnnStream_t"]))
        lib.call("tpudnnEventCreate", device, ctypes.byref(made["tpudnnEvent_t"]))
        lib.call("tpudnnStreamBeginCapture", made["tpudnnHandle_t"])
        lib.call("tpudnnStreamEndCapture", made["tpudnnHandle_t"], ctypes.byref(made["tpudnnGraph_t"]))
        lib.call("tpudnnGraphInstantiate", ctypes.byref(made["tpudnnGraphExec_t"]), made["tpudnnGraph_t"], None)
        self.live = {kind: pointer.value for kind, pointer in made.items()}

    def destroy(self) -> dict[str, int]:
        """The names that the objects had."""
        for kind, name in self.live.items():
            self.lib.cdll.tpudnnClearLastError()
            getattr(self.lib.cdll, DESTROY[kind])(name)
            assert self.lib.last_error() == ""
        names, self.live = self.live, {}
        return names


@pytest.fixture(params=CHIPS)
def objects(request: pytest.FixtureRequest, lib: capi.Library) -> Iterator[Objects]:
    made = Objects(lib, capi.device_by_name(request.param))
    yield made
    made.destroy()


def object_parameters(lib: capi.Library) -> list[tuple[dict, int]]:
    """Every function and parameter that takes an object."""
    return [
        (function, index)
        for function in lib.api["functions"]
        for index, parameter in enumerate(function["parameters"])
        if parameter["type"] in KINDS
    ]


def harmless(lib: capi.Library, function: dict, live: dict[str, int]) -> list[object]:
    """Arguments that fail late: live objects, memory of the right kind, zeros elsewhere."""
    arguments: list[object] = []
    for parameter in function["parameters"]:
        kind = lib.types.of(parameter["canonical"])
        if parameter["type"] in live:
            arguments.append(live[parameter["type"]])
        elif kind is ctypes.c_void_p:
            arguments.append(ctypes.cast(ctypes.create_string_buffer(4096), ctypes.c_void_p))
        elif kind is ctypes.c_char_p:
            arguments.append(b"dummy")
        else:
            arguments.append(kind())
    return arguments


def refusal(lib: capi.Library, function: dict, arguments: list[object]) -> str:
    lib.cdll.tpudnnClearLastError()
    getattr(lib.cdll, function["name"])(*arguments)
    assert capi.STATUS_NAMES[lib.cdll.tpudnnGetLastStatus()] == "BAD_PARAM", f"{function['name']}: {lib.last_error()}"
    return lib.last_error()


def test_every_object_argument_is_checked(lib: capi.Library, objects: Objects) -> None:
    gone = Objects(lib, 0).destroy()
    parameters = object_parameters(lib)
    assert len(parameters) > 80
    for function, index in parameters:
        kind, name = function["parameters"][index]["type"], function["parameters"][index]["name"]
        word, maker = KINDS[kind]
        other = next(given for given in KINDS if given != kind)
        wild = {
            None: f"{name} is null; {maker} makes one",
            gone[kind]: f"{name} {gone[kind]:#x} was destroyed",
            objects.live[other]: f"{name} {objects.live[other]:#x} is {KINDS[other][0]}, not {word}",
            0x1234: f"{name} 0x1234 is not {word} of this library; {maker} makes one",
            objects.live[kind]
            + 8: f"{name} {objects.live[kind] + 8:#x} is not {word} of this library; {maker} makes one",
            gone[kind]
            + (1 << 30): f"{name} {gone[kind] + (1 << 30):#x} is not {word} of this library; {maker} makes one",
        }
        for value, expected in wild.items():
            if value is None and function["name"] in DESTROY.values():
                continue  # allowed, as free(NULL) is
            arguments = harmless(lib, function, objects.live)
            arguments[index] = value
            assert refusal(lib, function, arguments) == f"{function['name']}: {expected}"


def test_stream_of_a_handle(lib: capi.Library, objects: Objects, refused: Callable[..., str]) -> None:
    device = ctypes.c_int()
    lib.call("tpudnnGetDevice", objects.live["tpudnnHandle_t"], ctypes.byref(device))
    gone = ctypes.c_void_p()
    lib.call("tpudnnStreamCreate", device.value, ctypes.byref(gone))
    handle = lib.cdll.tpudnnHandleFromStream(device.value, gone, None)
    lib.call("tpudnnStreamDestroy", gone)
    expected = f"the handle's stream {gone.value:#x} was destroyed"
    assert refused("BAD_PARAM", "tpudnnSync", handle) == f"tpudnnSync: {expected}"
    assert refused("BAD_PARAM", "tpudnnDummyAsync", handle) == f"tpudnnDummyAsync: {expected}"
    lib.cdll.tpudnnDestroy(handle)
    assert not lib.cdll.tpudnnHandleFromStream(device.value, gone, None)
    assert lib.last_error() == f"tpudnnHandleFromStream: stream {gone.value:#x} was destroyed"
    other = lib.cdll.tpudnnHandleFromStream((device.value + 1) % len(CHIPS), objects.live["tpudnnStream_t"], None)
    assert not other and "the handle is to be of" in lib.last_error()


# Of each chip whose runtime has streams: the file of its runtime, and what makes a stream there.
RUNTIMES = {"bm_a": ("libbmlib.so", "bm_dev_request"), "sg_b": ("libtpuv7_rt.so", "tpuRtStreamCreate")}


@pytest.mark.parametrize("handle", RUNTIMES, indirect=True)
def test_a_runtimes_own_stream_must_be_live(
    lib: capi.Library, handle: capi.Handle, chip: str, refused: Callable[..., str]
) -> None:
    """A wild pointer, a stream that ended, a module that is none: refused by name before anything is made of them."""
    file, maker = RUNTIMES[chip]
    runtime = ctypes.CDLL(str(lib.folder / file))
    stream = ctypes.c_void_p()
    if chip == "bm_a":
        assert runtime.bm_dev_request(ctypes.byref(stream), 0) == 0
    else:
        assert runtime.tpuRtSetDevice(0) == 0 and runtime.tpuRtStreamCreate(ctypes.byref(stream)) == 0

    def refused_as(argument: str, *objects: object) -> None:
        lib.cdll.tpudnnClearLastError()
        assert not lib.cdll.tpudnnHandleFromStream(handle.device, *objects)
        assert capi.STATUS_NAMES[lib.cdll.tpudnnGetLastStatus()] == "BAD_PARAM"
        assert f"{argument} is not one of the runtime's {maker if 'stream' in argument else ''}" in lib.last_error()

    host = ctypes.create_string_buffer(4096)
    for wild in (0x1234, ctypes.addressof(host), 2**64 - 8, (stream.value or 0) + 8):
        refused_as(f"stream {wild:#x}", wild, None)
        refused_as(f"module {wild:#x}", stream, wild)
        refused_as(f"module {wild:#x}", None, wild)
    made = lib.cdll.tpudnnHandleFromStream(handle.device, stream, None)
    assert lib.cdll.tpudnnDummyAsync(made) == 0 and lib.cdll.tpudnnSync(made) == 0
    runtime.bm_dev_free(stream) if chip == "bm_a" else runtime.tpuRtStreamDestroy(stream)
    refused_as(f"stream {stream.value:#x}", stream, None)
    for call in (("tpudnnSync", made), ("tpudnnDummyAsync", made), ("tpudnnMemset", made, handle.malloc(64), 0, 64)):
        assert re.search("is not one of .*, or (no longer|was destroyed)", refused("BAD_PARAM", *call)), call
    lib.cdll.tpudnnDestroy(made)
    lib.call("tpudnnDeviceSynchronize", handle.device)


def test_names_are_not_used_again_soon(lib: capi.Library) -> None:
    names = []
    for _ in range(5000):
        names.append(lib.cdll.tpudnnCreate(0))
        lib.cdll.tpudnnDestroy(names[-1])
    assert len(set(names)) == len(names)
    for name in names:
        assert lib.cdll.tpudnnSync(name) == capi.STATUS_NAMES.index("BAD_PARAM")
        assert lib.last_error() == f"tpudnnSync: handle {name:#x} was destroyed"


def test_objects_destroyed_by_other_threads(library_folder: Path, tmp_path: Path) -> None:
    program, include = tmp_path / "lifetimes", paths.ROOT / "dnnlib" / "include"
    command = ["g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-pthread", f"-I{include}"]
    command += [str(Path(__file__).with_name("lifetimes.cpp")), f"-L{library_folder}", "-ltpudnn"]
    subprocess.run([*command, f"-Wl,-rpath,{library_folder}", "-o", str(program)], check=True, timeout=300)
    for device in ("0", "1"):
        done = subprocess.run([program, "500", "8", device], capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


def test_a_runtime_without_streams_takes_none(lib: capi.Library) -> None:
    device, host = capi.device_by_name("tc_c"), ctypes.create_string_buffer(64)
    for argument, objects in (("stream", (host, None)), ("module", (None, host)), ("stream", (host, host))):
        lib.cdll.tpudnnClearLastError()
        assert not lib.cdll.tpudnnHandleFromStream(device, *objects)
        assert capi.STATUS_NAMES[lib.cdll.tpudnnGetLastStatus()] == "BAD_PARAM"
        assert (
            f"{argument} {ctypes.addressof(host):#x} is not one of the runtime's {argument}s (it has none)"
            in lib.last_error()
        )
