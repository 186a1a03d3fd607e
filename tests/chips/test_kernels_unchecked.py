"""Argument structs that nobody has checked: every registered kernel ends with a result, or with a fault that names it and an argument."""

from __future__ import annotations

import ctypes as c
import random

import pytest
from kernel_harness import Kernels, registered, struct_type
from runtimes import Chip, Failed

pytestmark = pytest.mark.native

LAUNCHES = 60
ROOM = 1 << 16
DTYPES = (0, 1, 3, 5, 6, 7, 8, 9, 11, 15, 21, 47)
ABSURD = (-1, 255, 4096, 65536, 2**31 - 1, -(2**31), 0x3F800000)


class Numbers:
    """What one launch's fields hold: mostly small sizes that agree, addresses in one allocation, now and then an absurd word."""

    def __init__(self, rng: random.Random, base: int) -> None:
        self.rng, self.base = rng, base
        self.absurd = rng.choice((0.0, 0.0, 0.02, 0.2))
        self.dims = rng.randint(0, 4)
        self.dtype = rng.choice((5, *DTYPES))
        self.sizes = rng.choice(((1, 2, 3), (1,), (2,), (0, 1, 2, 3, 4, 5, 8)))

    def address(self) -> int:
        chosen = self.rng.random()
        return 0 if chosen < 0.1 else 12345 if chosen < self.absurd else self.base + self.rng.choice((0, 8, 64, 4096))

    def number(self, name: str) -> int:
        if self.rng.random() < self.absurd:
            return self.rng.choice(ABSURD)
        if "dim" in name and self.rng.random() < 0.8:
            return self.dims
        return self.dtype if "dtype" in name else self.rng.choice(self.sizes)

    def value(self, name: str, kind: object) -> object:
        """Of a field's or element's type."""
        if isinstance(kind, type) and issubclass(kind, c.Structure):
            return kind(*(self.value(field, type_) for field, type_ in kind._fields_))  # type: ignore[misc]
        if isinstance(kind, type) and issubclass(kind, c.Array):
            return kind(*(self.value(name, kind._type_) for _ in range(kind._length_)))
        if kind is c.c_ulonglong:
            return self.address()
        return float(self.rng.choice((0, 0.5, 1, self.number(name)))) if kind is c.c_float else self.number(name)


def test_unchecked_arguments(chip: Chip) -> None:
    k = Kernels(chip)
    base = k.chip.upload(b"\1\0\0\0\0\0\0\0" * (ROOM // 8))
    outcomes = {True: 0, False: 0}
    for symbol, (struct, _) in registered(k).items():
        rng = random.Random(symbol)
        for _ in range(LAUNCHES):
            args = bytes(Numbers(rng, base).value("", struct_type(struct)))  # type: ignore[call-overload]
            for cores in (chip.cores, 1):
                try:
                    chip.launch(symbol, args, cores)
                except Failed as failure:
                    message = str(failure)
                    if cores > 1 and "needs 1 core" in message:
                        continue
                    assert f"{symbol}: argument " in message, message
                    outcomes[False] += 1
                else:
                    outcomes[True] += 1
                break
    assert min(outcomes.values()) > 500
