"""Calls of functions that are no operators: memory, streams, events, graphs, devices, log. Objects live in a pool of the thread."""

import ctypes
import random
from dataclasses import dataclass, field
from typing import Any

from dnnlib import capi

SCRATCH = 4096
HOST = 1 << 20
INT_MAX, INT_MIN = 2**31 - 1, -(2**31)
CALLBACK_TYPE = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p)


@CALLBACK_TYPE
def log_line(level: int, message: bytes, user: int | None) -> None:
    """What takes the library's log lines; a callback may call the library."""
    lib = capi.library()
    if not 0 <= level <= 5 or not message or lib.cdll.tpudnnGetLogLevel() not in range(6):
        raise AssertionError(f"log line of level {level}: {message!r}")


ACTIVITY_TYPE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)


@ACTIVITY_TYPE
def activity(record: int, user: int | None) -> None:
    """What takes activities: every field is read, and the library is called."""
    lib = capi.library()
    struct = lib.types.struct("tpudnnActivity_t")
    told = capi.Activity(ctypes.cast(record, ctypes.POINTER(struct)).contents).values()
    if (
        told["struct_size"] != ctypes.sizeof(struct)
        or not told["sequence"]
        or lib.cdll.tpudnnGetLogLevel() not in range(6)
    ):
        raise AssertionError(f"an activity: {told}")


# What gives an object, and its parameter; what takes it away.
MAKERS = {
    "tpudnnStreamCreate": "stream",
    "tpudnnEventCreate": "event",
    "tpudnnStreamEndCapture": "graph",
    "tpudnnGraphInstantiate": "exec",
    "tpudnnActivitySubscribe": "subscriber",
}
ENDERS = {
    "tpudnnStreamDestroy": "stream",
    "tpudnnEventDestroy": "event",
    "tpudnnGraphDestroy": "graph",
    "tpudnnGraphExecDestroy": "exec",
    "tpudnnActivityUnsubscribe": "subscriber",
}
KINDS = ("stream", "event", "graph", "exec", "handle", "subscriber")
SPECIAL = {
    "uint64_t": "number",
    "tpudnnHandle_t": "pointer",
    "const char *": "text",
    "void": "nothing",
    "void *": "pointer",
}


@dataclass
class Pool:
    """Objects of one thread on one device. Other threads may destroy them."""

    handle: capi.Handle
    rng: random.Random
    destroyed: bool  # may destroyed objects be used?
    scratch: int = 0
    live: dict[str, list[int]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    dead: dict[str, list[int]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    blocks: list[int] = field(default_factory=list)
    freed: list[int] = field(default_factory=list)
    of_streams: set[int] = field(
        default_factory=set
    )  # handles on a stream other than the default one, which nobody captures: the shard uses it
    capturing: set[int] = field(default_factory=set)  # handles

    def __post_init__(self) -> None:
        self.scratch = self.handle.malloc(SCRATCH)
        self.host = (ctypes.c_uint8 * HOST)()
        self.functions = [f for f in self.handle.lib.api["functions"] if not f["operator"]]

    def object(self, kind: str) -> int | None:
        rng = self.rng
        roll = rng.random()
        if roll < 0.06:
            return None
        if roll < 0.12 and self.destroyed:
            dead = self.dead[kind] + [0x1234, 2**64 - 1, ctypes.addressof(self.host)]
            return rng.choice(dead)
        if kind == "handle" and (not self.live[kind] or rng.random() < 0.7):
            return self.handle.native
        return rng.choice(self.live[kind]) if self.live[kind] else None

    def device_address(self) -> int | None:
        rng = self.rng
        return rng.choice(
            (
                *(self.scratch + rng.randrange(SCRATCH) for _ in range(4)),
                *(
                    self.scratch,
                    self.scratch + SCRATCH,
                    self.scratch - 1,
                    None,
                    8,
                    ctypes.addressof(self.host),
                    2**64 - 4096,
                ),
                *(self.blocks[-2:] or [self.scratch]),
                *(self.freed[-2:] or [None]),
            )
        )

    def forget(self, kind: str, value: int) -> None:
        """An object was destroyed, by this thread or by another one."""
        if value in self.live[kind]:
            self.live[kind].remove(value)
        self.dead[kind] = [*self.dead[kind][-20:], value]
        self.capturing.discard(value)

    def close(self) -> None:
        """Give back what is left: captures first."""
        lib = self.handle.lib.cdll
        for handle in tuple(self.capturing):
            graph = ctypes.c_void_p()
            if lib.tpudnnStreamEndCapture(handle, ctypes.byref(graph)) == 0:
                self.live["graph"].append(graph.value or 0)
        for ender, kind in (*reversed(ENDERS.items()), ("tpudnnDestroy", "handle")):
            for value in self.live[kind]:
                getattr(lib, ender)(value)
        for block in self.blocks:
            lib.tpudnnFree(block)


def draw(pool: Pool) -> tuple[dict[str, Any], list[Any], list[Any]]:
    """A function, its arguments, and what must stay alive for the call."""
    rng = pool.rng
    function = rng.choice(pool.functions)
    arguments: list[Any] = []
    kept: list[Any] = []
    for parameter in function["parameters"]:
        arguments.append(argument(pool, function["name"], parameter, kept))
    if function["name"] == "tpudnnGetOperatorStatistics" and kept:
        kept[-1][0] = rng.choice((0, 1, 8, 200, -1, INT_MIN))
    return function, arguments, kept


def tensor(pool: Pool, function: str) -> capi.CTensor:
    """On the device with any extents, or on the host with few: memory of the host's own is nobody's to check."""
    rng = pool.rng
    on_host = function != "tpudnnDestroyDeviceTensor" and rng.random() < 0.3
    made = capi.CTensor()
    made.dim = rng.choice((0, 1, 2, 3, 4) if on_host else (0, 1, 2, 3, 4, 8, 9, -1, INT_MAX))
    extents = (0, 1, 2, 3) if on_host else (0, 1, 2, 3, 3, 5, -1, 1 << 16, INT_MAX)
    for i in range(8):
        made.shape[i] = rng.choice(extents)
        made.stride[i] = rng.choice((0, 1, 2, 9) if on_host else (0, 1, 2, 9, 81, -1, INT_MAX))
    if on_host:
        made.addr = ctypes.addressof(pool.host)
    elif function == "tpudnnDestroyDeviceTensor":
        made.addr = rng.choice([*pool.blocks, None, pool.scratch + 8, 8, *pool.freed[-3:]])
    else:
        made.addr = rng.choice(
            [pool.scratch, pool.scratch + rng.randrange(SCRATCH), None, *pool.blocks[-2:], *pool.freed[-2:]]
        )
    made.dtype = rng.choice((0, 0, 1, 2, 6, 8, 12, 14, 9, 11, -1, 99))
    return made


def argument(pool: Pool, function: str, parameter: dict[str, Any], kept: list[Any]) -> Any:
    rng, name, declared, canonical = pool.rng, parameter["name"], parameter["type"], parameter["canonical"]
    objects = {
        **{"tpudnnHandle_t": "handle", "tpudnnStream_t": "stream", "tpudnnEvent_t": "event"},
        **{"tpudnnGraph_t": "graph", "tpudnnGraphExec_t": "exec", "tpudnnActivitySubscriber_t": "subscriber"},
    }
    if declared in objects:
        kind = objects[declared]
        if function in ENDERS or function == "tpudnnDestroy":  # the shard's own objects stay
            return rng.choice([*pool.live[kind], None, *(pool.dead[kind] if pool.destroyed else [])])
        if function == "tpudnnStreamBeginCapture":
            return rng.choice([*(pool.of_streams & {*pool.live[kind]}), None])
        if function == "tpudnnStreamEndCapture" and pool.capturing and rng.random() < 0.7:
            return rng.choice([*pool.capturing])
        return pool.object(kind)
    if declared.removeprefix("const ") == "tpudnnTensor_t":
        return tensor(pool, function)
    if function == "tpudnnCreateDeviceTensor" and name != "dtype":
        if name == "data":
            return rng.choice((ctypes.addressof(pool.host), None))
        if name == "dim":
            return rng.choice((0, 1, 2, 3, 8, 9, -1, INT_MAX, INT_MIN))
        kept.append((ctypes.c_int * 8)(*(rng.choice((0, 1, 1, 2, 2, 3, 3, 3, -1)) for _ in range(8))))
        return rng.choice((ctypes.cast(kept[-1], ctypes.c_void_p), None))
    if name == "ext":
        return rng.choice((None,) * 9 + (ctypes.addressof(pool.host),))
    if function == "tpudnnActivitySubscribe" and name in ("callback", "kinds", "flags", "user"):
        values = {"callback": (None, ctypes.cast(activity, ctypes.c_void_p)), "kinds": (0, 4, 1023, 1024, 2**32 - 1)}
        return rng.choice(values.get(name, (0, 1, 2)) if name != "user" else (None,))
    if name == "callback":
        return rng.choice((None, ctypes.cast(log_line, ctypes.c_void_p)))
    if name in ("stream", "module") and canonical == "void *":  # of the library, of the runtime, or of nobody
        return None if rng.random() < (0.9 if name == "module" else 0.1) else pool.object("stream")
    if name == "deviceID" and canonical == "int":
        return rng.choice((pool.handle.device,) * 8 + (0, 1, 2, -1, INT_MAX, INT_MIN))
    if name == "bytes" or canonical in ("unsigned long", "unsigned long long"):
        sizes = (0, 1, 4, 64, 100, SCRATCH, SCRATCH + 1, HOST, 2**31, 2**32, 2**40, 2**63, 2**64 - 1)
        if "Malloc" in function:  # what fits without filling the machine, or nowhere
            return rng.choice((0, 1, 4, 100, SCRATCH, HOST, 2**50, 2**63, 2**64 - 1))
        return rng.choice(sizes)
    if name in ("dst", "src", "ptr", "addr") and canonical in ("void *", "const void *"):
        host_side = (name == "src" and ("H2D" in function or "HostToDevice" in function)) or (
            name == "dst" and ("D2H" in function or "DeviceToHost" in function)
        )
        if host_side:
            return rng.choice((ctypes.addressof(pool.host),) * 9 + (None,))
        if "Free" in function:
            return rng.choice([*pool.blocks, None, pool.scratch + 8, 8, *pool.freed[-3:], ctypes.addressof(pool.host)])
        return pool.device_address()
    if canonical == "const char *":
        return rng.choice((b"bm_a", b"sg_b", b"bm1684x", b"matmul", b"", b"no such thing", b"x" * 300, None))
    if canonical.endswith("*"):
        if rng.random() < 0.1:
            return None
        if canonical == "char *":
            kept.append(ctypes.create_string_buffer(65536))
            return kept[-1]
        room = (ctypes.c_int * 3)() if canonical == "int *" else (ctypes.c_uint8 * 65536)()
        kept.append(room)
        return ctypes.cast(room, ctypes.c_void_p)
    if canonical == "int" or canonical.startswith("enum") or declared.startswith("tpudnn"):
        return rng.choice((0, 1, 2, 3, -1, 5, 99, 255, INT_MAX, INT_MIN))
    raise AssertionError(f"{function}: no values for {name}, a {canonical}")


def remember(pool: Pool, function: str, arguments: list[Any], kept: list[Any], result: Any) -> None:
    """Objects that a call that succeeded made or took away."""
    if function in ENDERS and arguments[0]:
        pool.forget(ENDERS[function], arguments[0])
    elif function in MAKERS:
        value = ctypes.cast(kept[0], ctypes.POINTER(ctypes.c_uint64))[0]
        pool.live[MAKERS[function]].append(value)
        if function == "tpudnnStreamEndCapture":
            pool.capturing.discard(arguments[0])
    elif function == "tpudnnStreamBeginCapture":
        pool.capturing.add(arguments[0])
    elif function in ("tpudnnCreate", "tpudnnHandleFromStream") and result:
        pool.live["handle"].append(result)
        if function == "tpudnnHandleFromStream" and arguments[1]:
            pool.of_streams.add(result)
    elif function == "tpudnnDestroy" and arguments[0] in pool.live["handle"]:  # it has no status
        pool.forget("handle", arguments[0])
    elif function in ("tpudnnMalloc", "tpudnnMallocAsync"):
        value = ctypes.cast(kept[-1], ctypes.POINTER(ctypes.c_uint64))[0]
        if value:
            pool.blocks.append(value)
    elif function.startswith("tpudnnCreateDeviceTensor"):
        if result.addr:
            pool.blocks.append(result.addr)
    elif function == "tpudnnDestroyDeviceTensor":  # it has no status
        lost = ctypes.c_int()
        there = pool.handle.lib.cdll.tpudnnGetPointerDevice(arguments[-1].addr, ctypes.byref(lost)) == 0
        if arguments[-1].addr in pool.blocks and not there:
            pool.blocks.remove(arguments[-1].addr)
            pool.freed = [*pool.freed[-20:], arguments[-1].addr]
    elif function in ("tpudnnFree", "tpudnnFreeAsync") and arguments[-1]:
        pool.blocks.remove(arguments[-1])
        pool.freed = [*pool.freed[-20:], arguments[-1]]
