"""Kernels that move, choose or fill in elements."""

from __future__ import annotations

import math

import pytest
import torch
from kernel_harness import CODES, FLOATS, Kernels, assert_close, samples
from runtimes import BmA, Chip, Failed, SgB

pytestmark = pytest.mark.native

MOVED = [*FLOATS, torch.uint8, torch.int32]


@pytest.fixture
def kernels(chip: Chip) -> Kernels:
    return Kernels(chip)


def bits(*shape: int, dtype: torch.dtype, seed: int = 0) -> torch.Tensor:
    return samples(*shape, seed=seed, low=0, high=100).to(dtype)


# --- strided copy, permute


@pytest.mark.parametrize("dtype", MOVED)
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0), (0, 2, 1)])
def test_strided_copy(kernels: Kernels, order: tuple[int, ...], dtype: torch.dtype) -> None:
    x = bits(6, 5, 4, dtype=dtype)
    view = x.permute(order)
    output = kernels.room(120, dtype)
    kernels.run(
        "strided_copy",
        "strided_copy",
        input_global_addr=kernels.put(x),
        output_global_addr=output,
        shape=list(view.shape),
        dim=3,
        input_stride=list(view.stride()),
        output_stride=list(view.contiguous().stride()),
        dtype=CODES[dtype],
    )
    assert torch.equal(kernels.get(output, view.shape, dtype), view)


def test_strided_copy_into_part_of_a_tensor(kernels: Kernels) -> None:
    x, target = samples(3, 4), torch.zeros(3, 10)
    output = kernels.put(target)
    fields = {"shape": [3, 4], "dim": 2, "input_stride": [4, 1], "output_stride": [10, 2], "dtype": 5}
    kernels.run("strided_copy", "strided_copy", input_global_addr=kernels.put(x), output_global_addr=output, **fields)
    target[:, :8:2] = x
    assert torch.equal(kernels.get(output, (3, 10), torch.float32), target)


def test_stride_0_repeats(kernels: Kernels) -> None:
    x = samples(5)
    output = kernels.room(20)
    fields = {"shape": [4, 5], "dim": 2, "input_stride": [0, 1], "output_stride": [5, 1], "dtype": 5}
    kernels.run("strided_copy", "strided_copy", input_global_addr=kernels.put(x), output_global_addr=output, **fields)
    assert torch.equal(kernels.get(output, (4, 5), torch.float32), x.expand(4, 5))


def permute(k: Kernels, x: torch.Tensor, order: list[int]) -> torch.Tensor:
    output, buffer = k.room(x.numel(), x.dtype), k.room(x.numel(), x.dtype)
    k.run(
        "permute",
        "permute",
        symbol="tpu_kernel_api_permute",
        cores=1,
        input_global_addr=k.put(x),
        trans_buffer_global_addr=buffer,
        copy_buffer_global_addr=buffer,
        output_global_addr=output,
        shape=list(x.shape),
        stride=list(x.stride()),
        dim_order=order,
        dim=x.dim(),
        dtype=CODES[x.dtype],
    )
    return k.get(output, [x.shape[i] for i in order], x.dtype)


@pytest.mark.parametrize("dtype", MOVED)
@pytest.mark.parametrize("order", [[3, 1, 0, 2], [0, 1, 2, 3], [1, 0, 3, 2]])
def test_permute(kernels: Kernels, order: list[int], dtype: torch.dtype) -> None:
    x = bits(2, 3, 4, 5, dtype=dtype)
    assert torch.equal(permute(kernels, x, order), x.permute(order))


def test_permute_refuses_a_dimension_named_twice(kernels: Kernels) -> None:
    with pytest.raises(Failed, match=r"dim_order.*twice"):
        permute(kernels, samples(2, 2), [0, 0])


# --- concat, convert


@pytest.mark.parametrize("dtype", MOVED)
@pytest.mark.parametrize("axis", [0, 1, 2])
def test_concat(kernels: Kernels, axis: int, dtype: torch.dtype) -> None:
    sizes = [3, 1, 0, 4]
    parts = [bits(*(size if i == axis else 2 for i in range(3)), dtype=dtype, seed=size) for size in sizes]
    expected = torch.cat(parts, axis)
    output = kernels.room(expected.numel(), dtype)
    kernels.run(
        "concat",
        "concat",
        input_global_addrs=[kernels.put(part) for part in parts],
        output_global_addr=output,
        input_shapes=[list(part.shape) for part in parts],
        dim=3,
        input_num=4,
        axis=axis,
        dtype=CODES[dtype],
    )
    assert torch.equal(kernels.get(output, expected.shape, dtype), expected)


def test_concat_of_parts_that_do_not_fit(kernels: Kernels) -> None:
    shapes = [[2, 3], [4, 2]]
    with pytest.raises(Failed, match=r"input_shapes.*input 1 has size 2 in dimension 1, the first has 3"):
        kernels.run("concat", "concat", input_global_addrs=[kernels.room(8)] * 2, output_global_addr=kernels.room(16), input_shapes=shapes,
                    dim=2, input_num=2, axis=0, dtype=5)  # fmt: skip


def convert(k: Kernels, x: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    output = k.room(x.numel(), dtype)
    codes = {"input_dtype": CODES[x.dtype], "output_dtype": CODES[dtype]}
    k.run(
        "dtype_convert",
        "dtype_convert",
        input_global_addr=k.put(x),
        output_global_addr=output,
        shape=list(x.shape),
        dim=x.dim(),
        **codes,
    )
    return k.get(output, x.shape, dtype)


@pytest.mark.parametrize("source", MOVED)
@pytest.mark.parametrize("target", MOVED)
def test_convert(kernels: Kernels, source: torch.dtype, target: torch.dtype) -> None:
    x = samples(333, low=0, high=200).to(source)
    actual = convert(kernels, x, target)
    if target == torch.bfloat16 and kernels.name == "bm_a":
        assert_close(actual, x.double(), "bm_a", steps=0)
        assert (actual.double() <= x.double()).all()
    else:
        assert torch.equal(actual, x.to(target))


def test_convert_saturates(kernels: Kernels) -> None:
    x = torch.tensor([300.7, -5.0, math.inf, -math.inf, math.nan, 1.9, -0.5])
    assert convert(kernels, x, torch.uint8).tolist() == [255, 0, 255, 0, 0, 1, 0]
    assert convert(kernels, x * 1e9, torch.int32).tolist()[:2] == [2**31 - 1, -(2**31)]


def test_convert_of_int64(sg_b: SgB) -> None:
    x = torch.tensor([1, -7, 2**40 + 3])
    assert convert(Kernels(sg_b), x, torch.int32).tolist() == [1, -7, 3]


def test_bm_a_has_no_int64(bm_a: BmA) -> None:
    with pytest.raises(Failed, match=r"dtype_convert.*input_dtype.*int64.*bm_a"):
        convert(Kernels(bm_a), torch.tensor([1]), torch.int32)


# --- index select, where, nonzero


def index_select(k: Kernels, x: torch.Tensor, index: torch.Tensor, axis: int) -> torch.Tensor:
    shape = [len(index) if i == axis else size for i, size in enumerate(x.shape)]
    output = k.room(math.prod(shape), x.dtype)
    k.run(
        "index_select",
        "index_select",
        input_global_addr=k.put(x),
        index_global_addr=k.put(index),
        output_global_addr=output,
        input_shape=list(x.shape),
        dim=x.dim(),
        axis=axis,
        index_num=len(index),
        is_index_int64=int(index.dtype == torch.int64),
        dtype=CODES[x.dtype],
    )
    return k.get(output, shape, x.dtype)


@pytest.mark.parametrize("dtype", MOVED)
@pytest.mark.parametrize("axis", [0, 1, 2])
def test_index_select(kernels: Kernels, axis: int, dtype: torch.dtype) -> None:
    x, index = bits(4, 5, 6, dtype=dtype), torch.tensor([3, 0, -1, 3], dtype=torch.int32)
    expected = x.index_select(axis, index.long() % x.shape[axis])
    assert torch.equal(index_select(kernels, x, index, axis), expected)


def test_index_select_faults(kernels: Kernels) -> None:
    with pytest.raises(Failed, match=r"index_global_addr.*index 4 at position 1 is outside an axis of size 4"):
        index_select(kernels, samples(4, 2), torch.tensor([1, 4], dtype=torch.int32), 0)


def test_index_select_by_int64(chip: Chip) -> None:
    x, index = samples(4, 2), torch.tensor([1, 3])
    if chip.name == "bm_a":
        with pytest.raises(Failed, match=r"is_index_int64.*not supported on bm_a"):
            index_select(Kernels(chip), x, index, 0)
    else:
        assert torch.equal(index_select(Kernels(chip), x, index, 0), x[index])


@pytest.mark.parametrize(
    ("dtype", "condition"),
    [
        *((dtype, torch.uint8) for dtype in MOVED),
        *((torch.float32, c) for c in (torch.int32, torch.float32, torch.float16, torch.bfloat16)),
    ],
)
def test_where(kernels: Kernels, dtype: torch.dtype, condition: torch.dtype) -> None:
    """A condition of any type is anything but zero; -0 is zero."""
    cond = (samples(4, 1, 6) > 0).to(condition)
    cond[0, 0, :3] = torch.tensor([-0.0, 1e-7, float("nan")]) if condition.is_floating_point else 2
    x, y = bits(4, 5, 6, dtype=dtype), bits(1, 5, 1, dtype=dtype, seed=1)
    output = kernels.room(120, dtype)
    fields: dict[str, object] = {
        f"{name}_global_addr": kernels.put(tensor) for name, tensor in (("cond", cond), ("self", x), ("other", y))
    }
    if kernels.name == "bm_a":
        fields["dim"] = 3
    else:
        fields |= {"dims": 3, "self_is_scalar": 0, "other_is_scalar": 0}
    kernels.run(
        "where",
        "where" if kernels.name == "bm_a" else "where_multi_core",
        output_global_addr=output,
        output_shape=[4, 5, 6],
        cond_shape=list(cond.shape),
        self_shape=list(x.shape),
        other_shape=list(y.shape),
        cond_dtype=CODES[condition],
        dtype=CODES[dtype],
        **fields,
    )
    assert torch.equal(kernels.get(output, (4, 5, 6), dtype), torch.where(cond != 0, x, y))


@pytest.mark.parametrize("dtype", MOVED)
def test_where_with_numbers(sg_b: SgB, dtype: torch.dtype) -> None:
    k = Kernels(sg_b)
    cond = (samples(50) > 0).to(torch.uint8)
    output = k.room(50, dtype)
    k.run(
        "where",
        "where_multi_core",
        output_global_addr=output,
        cond_global_addr=k.put(cond),
        self_global_addr=0,
        other_global_addr=0,
        output_shape=[50],
        cond_shape=[50],
        dims=1,
        cond_dtype=CODES[torch.uint8],
        dtype=CODES[dtype],
        self_is_scalar=1,
        other_is_scalar=1,
        self_val=2.5,
        other_val=7.0,
    )
    expected = torch.where(cond.bool(), torch.tensor(2.5).to(dtype), torch.tensor(7.0).to(dtype))
    assert torch.equal(k.get(output, (50,), dtype), expected)


@pytest.mark.parametrize("dtype", [torch.uint8, torch.int32, torch.float32])
@pytest.mark.parametrize("shape", [(3000,), (3, 4, 5), (2, 0)])
def test_nonzero(kernels: Kernels, shape: tuple[int, ...], dtype: torch.dtype) -> None:
    x = (samples(*shape) > 1).to(dtype)
    expected = x.nonzero()
    output, num = kernels.room(x.numel() * x.dim(), torch.int32), kernels.room(1, torch.int32)
    fields: dict[str, int] = {}
    if kernels.name == "sg_b":
        fields["num_buffer_global_addr"] = kernels.room(512, torch.uint8)
    on_bm_a = kernels.name == "bm_a"
    kernels.run(
        "nonzero",
        "nonzero" if on_bm_a else "nonzero_multi_core",
        symbol="tpu_kernel_api_nonzero" if on_bm_a else "tpu_kernel_api_nonzero_multicore",
        cores=1,
        input_global_addr=kernels.put(x),
        output_global_addr=output,
        index_global_addr=kernels.room(x.numel(), torch.int32),
        num_global_addr=num,
        shape=list(shape),
        dim=len(shape),
        dtype=CODES[dtype],
        **fields,
    )
    assert kernels.get(num, (1,), torch.int32).item() == len(expected)
    assert torch.equal(kernels.get(output, expected.shape, torch.int32).long(), expected)


# --- without an input


@pytest.mark.parametrize("dtype", [torch.float32, torch.int32, torch.int64])
@pytest.mark.parametrize(("start", "end", "step"), [(0, 10, 1), (5, -6, -3), (2, 9, 4), (3, 3, 1)])
def test_arange(kernels: Kernels, start: int, end: int, step: int, dtype: torch.dtype) -> None:
    expected = torch.arange(start, end, step, dtype=dtype)
    output = kernels.room(len(expected), dtype)
    wide = dtype == torch.int64
    fields = {
        "start": start,
        "end": end,
        "step": step,
        "isint64": int(wide),
        "dtype": CODES[torch.int32 if wide else dtype],
    }
    kernels.run("arange", "arange", output_global_addr=output, shape=[len(expected)], dim=1, **fields)
    assert torch.equal(kernels.get(output, expected.shape, dtype), expected)


@pytest.mark.parametrize("dtype", MOVED)
def test_const_fill(kernels: Kernels, dtype: torch.dtype) -> None:
    expected = torch.full((5, 300), 3).to(dtype)
    value = int.from_bytes(expected.view(torch.uint8).flatten()[: dtype.itemsize].numpy().tobytes(), "little")
    output = kernels.room(1500, dtype)
    fields = {"shape": [5, 300], "dim": 2, "value": value, "dtype": CODES[dtype]}
    kernels.run("const_fill", "constant_fill", output_global_addr=output, **fields)
    assert torch.equal(kernels.get(output, (5, 300), dtype), expected)
