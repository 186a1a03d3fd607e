"""Kernels that put elements elsewhere (flip, repeat, pad, triangularize, slice_scatter, gather, topk, real, conj), on both chips against torch."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import torch
from kernel_harness import CODES, CONSTANTS, FLOATS, Kernels, samples
from runtimes import Chip, Failed

pytestmark = pytest.mark.native

MOVED = [*FLOATS, torch.uint8, torch.int32]
SHAPES = [(7,), (3, 5), (2, 3, 4), (2, 3, 1, 5), (2, 0, 3), (1, 2, 3, 4, 5), (300, 9)]


@pytest.fixture
def kernels(chip: Chip) -> Kernels:
    return Kernels(chip)


def numbers(*shape: int, dtype: torch.dtype = torch.float32, seed: int = 0) -> torch.Tensor:
    return samples(*shape, seed=seed, low=-50 if dtype.is_floating_point else 0, high=50).to(dtype)


def moved(k: Kernels, kernel: str, x: torch.Tensor, expected: torch.Tensor, **fields: object) -> None:
    """Runs a kernel of one input; its output must have the bits of `expected`."""
    target = k.room(expected.numel(), expected.dtype)
    known = {"shape": list(x.shape), "dim": x.dim(), "dtype": CODES[x.dtype]} | fields
    k.run(kernel, kernel, input_global_addr=k.put(x), output_global_addr=target, **known)
    assert torch.equal(k.get(target, expected.shape, expected.dtype), expected)


@pytest.mark.parametrize("dtype", MOVED)
@pytest.mark.parametrize("shape", SHAPES)
def test_flip(kernels: Kernels, shape: tuple[int, ...], dtype: torch.dtype) -> None:
    x = numbers(*shape, dtype=dtype)
    for axis in range(-len(shape), len(shape)):
        moved(kernels, "flip", x, x.flip(axis), axis=axis)


def test_flip_into_its_input(kernels: Kernels) -> None:
    x = numbers(3, 4, 5)
    address = kernels.put(x)
    fields = {"shape": [3, 4, 5], "dim": 3, "dtype": CODES[x.dtype]}
    for axis in (0, 1, 2):
        kernels.run("flip", "flip", input_global_addr=address, output_global_addr=address, axis=axis, **fields)
    assert torch.equal(kernels.get(address, (3, 4, 5), torch.float32), x.flip(0, 1, 2))


@pytest.mark.parametrize("axis", [3, -4])
def test_flip_outside_the_shape(kernels: Kernels, axis: int) -> None:
    with pytest.raises(Failed, match=rf"axis.*{axis}"):
        moved(kernels, "flip", numbers(2, 3, 4), numbers(2, 3, 4), axis=axis)


@pytest.mark.parametrize("dtype", MOVED)
@pytest.mark.parametrize(
    ("shape", "times"),
    [
        ((3,), (4,)),
        ((2, 3), (2, 3)),
        ((2, 3), (1, 5)),
        ((2, 3), (3, 2, 1, 2)),
        ((2, 3, 4, 5), (2, 1, 3, 2)),
        ((1, 2, 3), (2, 2, 1, 2, 2)),
        ((2, 3), (0, 2)),
        ((2, 0), (2, 2)),
        ((), (3,)),
    ],
)
def test_repeat(kernels: Kernels, shape: tuple[int, ...], times: tuple[int, ...], dtype: torch.dtype) -> None:
    x = numbers(*shape, dtype=dtype)
    moved(kernels, "repeat", x, x.repeat(times), repeat_times=list(times), repeat_dim=len(times))


def test_repeat_of_fewer_dimensions_is_a_fault(kernels: Kernels) -> None:
    with pytest.raises(Failed, match=r"repeat_dim.*1 for an input of 2"):
        moved(kernels, "repeat", numbers(2, 3), numbers(2, 3), repeat_times=[2], repeat_dim=1)


PADS = {"CONSTANT": "constant", "REFLECT": "reflect", "REPLICATE": "replicate", "CIRCULAR": "circular"}


def padding(pairs: Sequence[int], **fields: object) -> dict[str, object]:
    """From the last dimension on, as torch has them, to the fields of the struct."""
    outermost_first = [value for i in range(len(pairs) - 2, -1, -2) for value in pairs[i : i + 2]]
    return {"pad": outermost_first, "pad_size": len(pairs), "buffer_global_addr": 0, "pad3d": 0} | fields


@pytest.mark.parametrize("dtype", [*FLOATS, torch.int32])
@pytest.mark.parametrize(
    "pairs", [(1, 2), (2, 0, 1, 1), (1, 2, 0, 1, 3, 1), (1, 1, 1, 1, 1, 1, 2, 2), (-1, 2, 1, -1), ()]
)
def test_constant_pad(kernels: Kernels, pairs: tuple[int, ...], dtype: torch.dtype) -> None:
    x = numbers(2, 3, 4, 5, dtype=dtype)
    expected = torch.nn.functional.pad(x, pairs, value=7.0)
    moved(kernels, "pad", x, expected, mode=0, value=7.0, **padding(pairs))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("mode", ["REFLECT", "REPLICATE", "CIRCULAR"])
@pytest.mark.parametrize("pairs", [(1, 2), (2, 3, 1, 2), (1, 2, 2, 1, 1, 0), (-1, 2)])
def test_pad_from_inside(kernels: Kernels, pairs: tuple[int, ...], mode: str, dtype: torch.dtype) -> None:
    dims = {2: 3, 4: 4, 6: 5}[len(pairs)]
    x = numbers(*(2, 3, 3, 4, 5)[5 - dims :], dtype=dtype)
    expected = torch.nn.functional.pad(x.float(), pairs, mode=PADS[mode]).to(dtype)
    moved(kernels, "pad", x, expected, mode=CONSTANTS[f"PAD_{mode}"], value=0.0, **padding(pairs, pad3d=int(dims == 5)))


def test_symmetric_pad(kernels: Kernels) -> None:
    x = torch.arange(1.0, 4.0)
    moved(kernels, "pad", x, torch.tensor([2.0, 1, 1, 2, 3, 3, 2, 1]), mode=2, value=0.0, **padding((2, 3)))


@pytest.mark.parametrize(
    ("mode", "pairs", "message"),
    [
        (5, (1, 1), "mode.*names no padding"),
        (1, (3, 0), "pad.*reaches 3 places beyond a dimension of size 3"),
        (2, (4, 0), "pad.*reaches 4 places"),
        (4, (0, 4), "pad.*reaches 4 places"),
        (0, (-2, -2), "pad.*negative size"),
    ],
)
def test_padding_that_is_not_there(kernels: Kernels, mode: int, pairs: tuple[int, ...], message: str) -> None:
    with pytest.raises(Failed, match=message):
        moved(kernels, "pad", numbers(3), numbers(20), mode=mode, value=0.0, **padding(pairs))
    with pytest.raises(Failed, match=r"pad_size.*is 4 for an input of 1"):
        moved(kernels, "pad", numbers(3), numbers(3), mode=0, value=0.0, **padding((1, 1, 1, 1)))


@pytest.mark.parametrize("dtype", MOVED)
@pytest.mark.parametrize("shape", SHAPES)
def test_squeeze(kernels: Kernels, shape: tuple[int, ...], dtype: torch.dtype) -> None:
    x = numbers(*shape, dtype=dtype)
    moved(kernels, "squeeze", x, x.squeeze())


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("diagonal", [-300, -2, -1, 0, 1, 3, 300])
@pytest.mark.parametrize("shape", [(4, 4), (3, 7), (2, 5, 3), (2, 2, 40, 33), (0, 3), (3, 0)])
def test_triangularize(kernels: Kernels, shape: tuple[int, ...], diagonal: int, dtype: torch.dtype) -> None:
    x = numbers(*shape, dtype=dtype)
    for is_upper, function in ((1, torch.triu), (0, torch.tril)):
        expected = function(x, diagonal)
        moved(kernels, "triangularize", x, expected, is_upper=is_upper, diagonal=diagonal)


def test_a_row_is_no_matrix(kernels: Kernels) -> None:
    with pytest.raises(Failed, match=r"dims.*is 1; a matrix has two"):
        moved(kernels, "triangularize", numbers(4), numbers(4), is_upper=1, diagonal=0)


@pytest.mark.parametrize("dtype", [*FLOATS, torch.int32])
@pytest.mark.parametrize(
    ("shape", "dim", "start", "end", "step"),
    [((8,), 0, 1, 8, 3), ((3, 9, 4), 1, 2, 9, 2), ((20, 6), 0, 0, 20, 1), ((9, 5), 1, 4, 5, 1), ((3, 4), 1, 2, 2, 1)],
)
def test_slice_scatter(
    kernels: Kernels, shape: tuple[int, ...], dim: int, start: int, end: int, step: int, dtype: torch.dtype
) -> None:
    x = numbers(*shape, dtype=dtype)
    rows = torch.arange(start, end, step, dtype=torch.int32)
    src = numbers(*shape[:dim], len(rows), *shape[dim + 1 :], dtype=dtype, seed=1)
    outer = torch.Size(shape[:dim]).numel()
    target = kernels.room(x.numel(), dtype)
    kernels.run(
        "slice_scatter",
        "slice_scatter",
        input_global_addr=kernels.put(x),
        src_global_addr=kernels.put(src),
        indices_global_addr=kernels.put(rows.repeat(outer)),
        output_global_addr=target,
        input_shape=list(shape),
        src_shape=list(src.shape),
        input_dim=len(shape),
        dim=dim,
        dtype=CODES[dtype],
    )
    expected = torch.slice_scatter(x, src, dim, start, end, step)
    assert torch.equal(kernels.get(target, shape, dtype), expected)


@pytest.mark.parametrize("row", [-1, 4])
def test_slice_scatter_outside(kernels: Kernels, row: int) -> None:
    addresses = {
        "input_global_addr": kernels.room(12),
        "src_global_addr": kernels.room(3),
        "output_global_addr": kernels.room(12),
    }
    indices = kernels.put(torch.tensor([row], dtype=torch.int32))
    fields = {"input_shape": [4, 3], "src_shape": [1, 3], "input_dim": 2, "dim": 0, "dtype": 5}
    with pytest.raises(Failed, match=rf"indices_global_addr.*index {row} at position 0"):
        kernels.run("slice_scatter", "slice_scatter", indices_global_addr=indices, **addresses, **fields)
    with pytest.raises(Failed, match=r"src_shape.*size 2 in dimension 1"):
        kernels.run(
            "slice_scatter",
            "slice_scatter",
            indices_global_addr=indices,
            **addresses,
            **(fields | {"src_shape": [1, 2]}),
        )


# --- gather


def gather(k: Kernels, x: torch.Tensor, index: torch.Tensor, axis: int) -> torch.Tensor:
    target = k.room(index.numel(), x.dtype)
    k.run(
        "gather",
        "gather",
        input_global_addr=k.put(x),
        index_global_addr=k.put(index),
        output_global_addr=target,
        input_shape=list(x.shape),
        index_shape=list(index.shape),
        dim=x.dim(),
        axis=axis,
        dtype=CODES[x.dtype],
        is_index_int64=int(index.dtype == torch.int64),
    )
    return k.get(target, index.shape, x.dtype)


@pytest.mark.parametrize("index_dtype", [torch.int32, torch.int64])
@pytest.mark.parametrize("dtype", MOVED)
@pytest.mark.parametrize(
    ("shape", "index_shape", "axis"),
    [((9,), (20,), 0), ((5, 7), (5, 3), 1), ((5, 7), (11, 7), 0), ((3, 4, 5), (2, 6, 3), 1), ((3, 4), (3, 0), 1)],
)
def test_gather(
    kernels: Kernels,
    shape: tuple[int, ...],
    index_shape: tuple[int, ...],
    axis: int,
    dtype: torch.dtype,
    index_dtype: torch.dtype,
) -> None:
    x = numbers(*shape, dtype=dtype)
    generator = torch.Generator().manual_seed(3)
    index = torch.randint(0, shape[axis], index_shape, generator=generator, dtype=index_dtype)
    assert torch.equal(gather(kernels, x, index, axis), x.gather(axis, index.long()))


@pytest.mark.parametrize("index", [-1, 4])
def test_gather_outside(kernels: Kernels, index: int) -> None:
    with pytest.raises(Failed, match=rf"index_global_addr.*index {index} at position 2 is outside an axis of size 4"):
        gather(kernels, numbers(4), torch.tensor([0, 1, index], dtype=torch.int32), 0)
    with pytest.raises(Failed, match=r"index_shape.*size 3 in dimension 0, the input has 2"):
        gather(kernels, numbers(2, 4), torch.zeros(3, 1, dtype=torch.int32), 1)


# --- topk


@pytest.mark.parametrize("dtype", [*FLOATS, torch.int32, torch.uint8])
@pytest.mark.parametrize("largest", [0, 1])
@pytest.mark.parametrize(
    ("shape", "axis", "k"), [((200,), 0, 5), ((6, 50), 1, 50), ((6, 50), 0, 3), ((3, 20, 4), 1, 7), ((3, 4), 1, 0)]
)
def test_topk(kernels: Kernels, shape: tuple[int, ...], axis: int, k: int, largest: int, dtype: torch.dtype) -> None:
    x = numbers(*shape, dtype=dtype)  # with equal ones
    chosen = (*shape[:axis], k, *shape[axis + 1 :])
    count = torch.Size(chosen).numel()
    values, indices = kernels.room(count, dtype), kernels.room(count, torch.int32)
    kernels.run(
        "topk",
        "topk",
        input_global_addr=kernels.put(x),
        value_global_addr=values,
        index_global_addr=indices,
        shape=list(shape),
        dim=len(shape),
        k=k,
        axis=axis,
        largest=largest,
        sorted=0,
        dtype=CODES[dtype],
    )
    ordered, places = x.sort(dim=axis, descending=bool(largest), stable=True)
    assert torch.equal(kernels.get(values, chosen, dtype), ordered.narrow(axis, 0, k))
    assert torch.equal(kernels.get(indices, chosen, torch.int32), places.narrow(axis, 0, k).int())


def test_topk_of_special_values(kernels: Kernels) -> None:
    x = torch.tensor([1.0, float("nan"), float("-inf"), float("inf"), -0.0, 0.0, float("nan")])
    for largest, order in ((1, [1, 6, 3, 0, 4, 5, 2]), (0, [2, 4, 5, 0, 3, 1, 6])):
        indices = kernels.room(7, torch.int32)
        fields = {"shape": [7], "dim": 1, "k": 7, "axis": 0, "largest": largest, "sorted": 1, "dtype": 5}
        kernels.run(
            "topk",
            "topk",
            input_global_addr=kernels.put(x),
            value_global_addr=kernels.room(7),
            index_global_addr=indices,
            **fields,
        )
        assert kernels.get(indices, (7,), torch.int32).tolist() == order


@pytest.mark.parametrize("k", [-1, 5])
def test_more_than_there_is(kernels: Kernels, k: int) -> None:
    addresses = {f"{name}_global_addr": kernels.room(8) for name in ("input", "value", "index")}
    with pytest.raises(Failed, match=rf"k: is {k} of 4"):
        kernels.run("topk", "topk", shape=[4], dim=1, k=k, axis=0, largest=1, sorted=1, dtype=5, **addresses)


# --- pairs


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape", [(5,), (3, 300), (0,)])
def test_real_and_conj(kernels: Kernels, shape: tuple[int, ...], dtype: torch.dtype) -> None:
    pairs = numbers(*shape, 2, dtype=dtype)
    pairs.reshape(-1)[1:2] = 0.0
    fields = {"shape": list(shape), "dim": len(shape), "dtype": CODES[dtype]}
    target = kernels.room(pairs.numel(), dtype)
    kernels.run("real", "real", input_global_addr=kernels.put(pairs), output_global_addr=target, **fields)
    assert torch.equal(kernels.get(target, shape, dtype), pairs[..., 0])
    kernels.run("conj", "real", input_global_addr=kernels.put(pairs), output_global_addr=target, **fields)
    conjugate = kernels.get(target, (*shape, 2), dtype)
    expected = pairs * torch.tensor([1.0, -1.0], dtype=dtype)
    assert torch.equal(conjugate, expected)
    assert torch.equal(conjugate.signbit(), expected.signbit())
