"""Single changes of inputs, on the way to inputs that a kernel computes. Nothing here knows an operator."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import prod

from migrate.verify.trace.inputs import Inputs, Names, TensorValue, Value, uniform

NUMBERS, WORDS, LONG_WORDS, ZEROS = "n", "i", "l", "z"
"""What a tensor is filled with: random numbers of its data type; 0 and 1 as 32-bit or 64-bit integers, whatever its data type is; zero bytes."""
_SMALL = (0, 1, 2, 3, 4, 8, -1)
_LARGEST = 4096  # of a size


@dataclass(frozen=True)
class InputSet:
    """Inputs of one call with what its tensors hold: a letter for each, in the order of the parameters."""

    values: Inputs
    contents: str
    seed: int = 1
    title: str = ""

    @property
    def data(self) -> str:
        return f"{self.seed}:{self.contents}"


def tensor_count(values: Inputs) -> int:
    return sum(len(list(_tensors(value))) for value in values.values())


def moves(start: InputSet, names: Names, said: str) -> Iterator[InputSet]:
    """Each differs from `start` in one thing. `said`: what the kernel or a check answered; its numbers are tried, and what it names comes first."""
    words, numbers = set(re.findall(r"[a-z]+", said.lower())), [int(n) for n in re.findall(r"-?\d+", said)]
    numbers = [n for n in dict.fromkeys((*numbers, *(n + 1 for n in numbers))) if abs(n) <= _LARGEST]
    lists = [tuple(int(n) for n in re.findall(r"\d+", one)) for one in re.findall(r"\[([\d, ]+)\]", said)]
    for index, now in enumerate(start.contents):
        for other in (WORDS, LONG_WORDS, NUMBERS, ZEROS):
            if other != now:
                yield replace(start, contents=start.contents[:index] + other + start.contents[index + 1 :])
    for changed in uniform(start.values, names):
        if changed != start.values:
            yield replace(start, values=changed)
    named = [name for name in start.values if words & set(re.findall(r"[a-z]+", name.lower()))]
    for name in dict.fromkeys([*named, *start.values]):
        for value in _others(start.values, name, names, numbers, lists):
            changed = {**start.values, name: value}
            count = tensor_count(changed)
            if count == len(start.contents):
                yield replace(start, values=changed)


def _others(
    values: Inputs, name: str, names: Names, numbers: list[int], lists: list[tuple[int, ...]]
) -> Iterator[Value]:
    value = values[name]
    sizes = sorted({size for other in values.values() for tensor in _tensors(other) for size in tensor.shape})
    ranks = sorted({len(tensor.shape) for other in values.values() for tensor in _tensors(other)})
    if isinstance(value, TensorValue):
        yield from _other_tensors(value, values, names, [*numbers, *sizes], lists)
    elif isinstance(value, tuple) and value and isinstance(value[0], TensorValue):
        for changed in _other_tensors(value[0], values, names, [*numbers, *sizes], lists):
            yield tuple(changed for _ in value)
    elif isinstance(value, tuple):
        kind = type(value[0])
        rows = [range(len(value)), reversed(range(ranks[-1] if ranks else 0)), *([n] * len(value) for n in _SMALL)]
        rows += [tensor.shape for other in values.values() for tensor in _tensors(other)]
        for row in rows:
            filled = tuple(kind(n) for n in row)
            yield (*filled, *value[len(filled) :])[: len(value)]
    else:
        for number in dict.fromkeys([*numbers, *ranks, *sizes, *_SMALL]):
            if number != value:
                yield type(value)(number)


def _other_tensors(
    tensor: TensorValue, values: Inputs, names: Names, sizes: list[int], lists: list[tuple[int, ...]]
) -> Iterator[TensorValue]:
    shape = tensor.shape
    others = [other.shape for value in values.values() for other in _tensors(value)]
    shapes = [*lists, *others, shape[:-2] + shape[:-3:-1], (1, *shape), shape[1:], shape[:-1], (prod(shape),)]
    for size in dict.fromkeys([1, 2, *sizes]):
        if 0 < size <= _LARGEST:
            shapes += [(*shape[:axis], size, *shape[axis + 1 :]) for axis in range(len(shape))]
    for found in dict.fromkeys(shapes):
        if found != shape and 0 < len(found) <= 8:
            yield replace(tensor, shape=found, present=True)
    for dtype in sorted(set(names.dtype_of.values())):
        if dtype != tensor.dtype:
            yield replace(tensor, dtype=dtype)
    if len(shape) > 1:
        yield replace(tensor, layout="transposed" if tensor.layout == "contiguous" else "contiguous")
    yield TensorValue(present=False, shape=()) if tensor.present else TensorValue(shape=others[0] if others else (4, 8))


def _tensors(value: Value) -> Iterator[TensorValue]:
    if isinstance(value, TensorValue):
        yield value
    elif isinstance(value, tuple):
        yield from (item for item in value if isinstance(item, TensorValue))
