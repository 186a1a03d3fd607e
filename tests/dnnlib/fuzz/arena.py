"""Device memory of one thread: tensors between guard zones, known byte for byte before and after a call."""

import ctypes
import random
from dataclasses import dataclass

import numpy as np

from dnnlib import capi

GUARD = 128
BYTES = 1 << 18


@dataclass
class Slot:
    """Where a tensor of a valid call lies; mutations may make the tensor reach further."""

    offset: int
    bytes: int


class Arena:
    def __init__(self, handle: capi.Handle, rng: random.Random) -> None:
        self.handle = handle
        self.base = handle.malloc(BYTES)
        noise = np.random.default_rng(rng.getrandbits(32))
        # Values that are harmless in every type: small floats of f32, f16 and bf16, small integers.
        self.pattern = noise.integers(0, 60, BYTES, np.uint8)
        self.before = self.pattern.copy()
        self.used = 0
        self.fresh()

    def fresh(self) -> None:
        self.used = GUARD

    def place(self, count: int, dtype: str, data: np.ndarray | None = None) -> Slot:
        """Room for `count` elements behind a guard zone; `data` is what lies there before the call."""
        size = np.dtype(capi.DTYPES[dtype][1]).itemsize
        slot = Slot(self.used, count * size)
        self.used = (slot.offset + slot.bytes + 2 * GUARD - 1) // GUARD * GUARD
        if self.used > BYTES:
            raise MemoryError("the arena is too small for this call")
        self.before[slot.offset : slot.offset + slot.bytes] = self.pattern[slot.offset : slot.offset + slot.bytes]
        if data is not None:
            self.before[slot.offset : slot.offset + slot.bytes] = np.frombuffer(data.tobytes(), np.uint8)
        return slot

    def upload(self) -> None:
        self.handle.lib.call("tpudnnMemcpyH2D", self.handle.native, self.base, self.before.ctypes.data, BYTES)

    def download(self) -> np.ndarray:
        after = np.empty(BYTES, np.uint8)
        self.handle.lib.call("tpudnnMemcpyD2H", self.handle.native, after.ctypes.data, self.base, BYTES)
        return after

    def written(self, tensor: capi.CTensor) -> np.ndarray:
        """Offsets of the bytes that the tensor's elements are."""
        name = next((name for name, (number, _) in capi.DTYPES.items() if number == tensor.dtype), None)
        if not tensor.addr or name is None or any(extent == 0 for extent in tensor.shape[: tensor.dim]):
            return np.empty(0, np.int64)
        size = np.dtype(capi.DTYPES[name][1]).itemsize
        offsets = np.array([tensor.addr - self.base], np.int64)
        for extent, stride in zip(tensor.shape[: tensor.dim], tensor.stride[: tensor.dim], strict=True):
            steps = np.arange(1 if stride == 0 else extent, dtype=np.int64) * stride * size
            offsets = (offsets[:, None] + steps[None, :]).ravel()
        return (offsets[:, None] + np.arange(size)[None, :]).ravel()

    def changed_outside(self, after: np.ndarray, outputs: list[capi.CTensor]) -> np.ndarray:
        """Offsets of bytes that changed and are no output's."""
        changed = after != self.before
        for tensor in outputs:
            inside = self.written(tensor)
            changed[inside[(inside >= 0) & (inside < BYTES)]] = False
        return np.flatnonzero(changed)


def keep_alive(*objects: object) -> tuple[object, ...]:
    """Host memory that a call points to, held until it is done."""
    return objects


def pointer(values: list[int]) -> tuple[ctypes.Array[ctypes.c_int], ctypes.c_void_p]:
    array = (ctypes.c_int * max(len(values), 1))(*(max(min(v, 2**31 - 1), -(2**31)) for v in values))
    return array, ctypes.cast(array, ctypes.c_void_p)
