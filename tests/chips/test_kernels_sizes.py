"""Sizes whose products overflow, strides that reach beyond any memory, and shapes whose work would not end: a sentence, at once."""

from __future__ import annotations

import time

import pytest
from kernel_harness import CONSTANTS, Kernels
from runtimes import Chip, Failed

pytestmark = pytest.mark.native

LARGE = 2**31 - 1
TOO_LARGE = "more than 2\\^40 elements"


@pytest.fixture
def kernels(chip: Chip) -> Kernels:
    return Kernels(chip)


def refused(kernels: Kernels, pattern: str, kernel: str, struct: str, /, **fields: object) -> None:
    start = time.monotonic()
    with pytest.raises(Failed, match=pattern):
        kernels.run(kernel, struct, **fields)
    assert time.monotonic() - start < 60


SHAPES = [
    [65536, 65536, 65536],
    [LARGE, LARGE],
    [LARGE] * 8,
    [2**16] * 4,  # 2^64 elements: 0 modulo 2^64
    [0, LARGE, LARGE, LARGE],  # no element, and products of the others that overflow
]


@pytest.mark.parametrize("shape", SHAPES)
def test_products_of_a_shape(kernels: Kernels, shape: list[int]) -> None:
    x, y = kernels.room(64), kernels.room(64)
    known = {"input_global_addr": x, "output_global_addr": y, "dim": len(shape), "dtype": 5}
    refused(kernels, rf"argument shape.*{TOO_LARGE}", "neg", "neg", shape=shape, **known)
    refused(kernels, rf"argument shape.*{TOO_LARGE}", "softmax", "softmax", shape=shape, axis=len(shape) - 1, **known)
    refused(
        kernels,
        rf"argument shape.*{TOO_LARGE}",
        "reduce",
        "reduce",
        shape=shape,
        start_dim=0,
        end_dim=len(shape),
        mode=1,
        **known,
    )
    strides = {"input_stride": [0] * len(shape), "output_stride": [0] * len(shape)}
    refused(kernels, rf"argument shape.*{TOO_LARGE}", "strided_copy", "strided_copy", shape=shape, **strides, **known)
    refused(kernels, rf"argument input_shape.*{TOO_LARGE}", "index_select", "index_select", input_shape=shape, axis=0, index_num=1,
            index_global_addr=x, is_index_int64=0, **known)  # fmt: skip


def test_shapes_that_are_large_only_when_broadcast(kernels: Kernels) -> None:
    x = kernels.room(2**15)
    refused(kernels, f"argument other_shape.*{TOO_LARGE}", "binary_bcast", "binary_bcast", input_global_addr=x, other_global_addr=x,
            output_global_addr=x, input_shape=[2**30, 1], other_shape=[1, 2**30], dim=2, value=1.0, binary_type=0, dtype=5)  # fmt: skip


@pytest.mark.parametrize("strides", [[LARGE] * 8, [LARGE, 1, 1, 1, 1, 1, 1, 1]])
def test_strides_beyond_any_memory(kernels: Kernels, strides: list[int]) -> None:
    x, y = kernels.room(64), kernels.room(2**16)
    shape = [4, 4, 4, 4, 4, 4, 4, 4]
    contiguous = [4**i for i in range(7, -1, -1)]
    known = {"input_global_addr": x, "output_global_addr": y, "shape": shape, "dim": 8, "dtype": 5}
    refused(
        kernels,
        "input_global_addr",
        "strided_copy",
        "strided_copy",
        input_stride=strides,
        output_stride=contiguous,
        **known,
    )
    refused(
        kernels,
        "output_global_addr",
        "strided_copy",
        "strided_copy",
        input_stride=[0] * 8,
        output_stride=strides,
        **known,
    )
    refused(
        kernels,
        "input_stride.*negative",
        "strided_copy",
        "strided_copy",
        input_stride=[-1] * 8,
        output_stride=contiguous,
        **known,
    )


def test_copy_of_many_elements_into_few_places(kernels: Kernels) -> None:
    """It would run for minutes, and its result depend on the order of the cores."""
    x = kernels.room(64)
    refused(kernels, "output_stride.*1073741824 elements into 1 places", "strided_copy", "strided_copy", input_global_addr=x,
            output_global_addr=x, shape=[1024, 1024, 1024], dim=3, input_stride=[0] * 3, output_stride=[0] * 3, dtype=5)  # fmt: skip


@pytest.mark.parametrize("order", [[65536, 0], [0, 65536], [-1, 0], [0, 0], [2, 0], [1, LARGE]])
def test_order_of_a_permutation(kernels: Kernels, order: list[int]) -> None:
    x = kernels.room(64)
    buffers = {"trans_buffer_global_addr": x, "copy_buffer_global_addr": x}
    refused(kernels, "dim_order", "permute", "permute", symbol="tpu_kernel_api_permute", cores=1, input_global_addr=x,
            output_global_addr=kernels.room(64), shape=[4, 4], stride=[4, 1], dim_order=order, dim=2, dtype=5, **buffers)  # fmt: skip


@pytest.mark.parametrize("axis", [-1, 2, 65536, LARGE, -LARGE])
def test_axis(kernels: Kernels, axis: int) -> None:
    x, y = kernels.room(64), kernels.room(64)
    refused(
        kernels,
        f"axis.*{axis}",
        "softmax",
        "softmax",
        input_global_addr=x,
        output_global_addr=y,
        shape=[4, 4],
        dim=2,
        axis=axis,
        dtype=5,
    )
    refused(kernels, "axis", "concat", "concat", input_global_addrs=[x], output_global_addr=y, input_shapes=[[4, 4]], dim=2, input_num=1,
            axis=axis, dtype=5)  # fmt: skip


SIZES = [(LARGE, LARGE, LARGE), (2**21, 2**21, 2**21), (LARGE, 0, LARGE), (0, LARGE, LARGE)]


@pytest.mark.parametrize(("m", "k", "n"), SIZES)
def test_matrix_products(kernels: Kernels, m: int, k: int, n: int) -> None:
    x = kernels.room(64)
    addresses = {"left_global_addr": x, "right_global_addr": x, "bias_global_addr": 0, "output_global_addr": x}
    if kernels.name == "sg_b":
        refused(kernels, f"_shape.*{TOO_LARGE}", "matmul", "matmul_multi_core", L_shape=[m, k], R_shape=[k, n], L_dims=2, R_dims=2,
                L_trans=0, R_trans=0, in_dtype=5, out_dtype=5, **addresses)  # fmt: skip
        refused(kernels, f"final_row_num.*{TOO_LARGE}", "a16_matmul", "a16_matmul", input_global_addr=x, weight_global_addr=x,
                scale_global_addr=x, output_global_addr=x, final_row_num=m, inner_num=k, final_col_num=n, q_group_size=1, weight_bits=8,
                R_trans=0, has_bias=0, has_zp=0, io_dtype=3)  # fmt: skip
    else:
        refused(kernels, f"left_row.*{TOO_LARGE}", "batch_matmul", "batch_matmul", batch=LARGE, left_row=m, left_column=k, right_column=n,
                is_left_transposed=0, is_right_transposed=0, dtype=5, **addresses)  # fmt: skip


def test_product_whose_result_fits_no_memory(kernels: Kernels) -> None:
    """Refused before anything of the result's size is allocated."""
    side = 2**17
    x = kernels.room(side)
    addresses = {"left_global_addr": x, "right_global_addr": x, "bias_global_addr": 0, "output_global_addr": x}
    if kernels.name == "sg_b":
        refused(kernels, "output_global_addr.*out of bounds", "matmul", "matmul_multi_core", L_shape=[side, 1], R_shape=[1, side], L_dims=2,
                R_dims=2, L_trans=0, R_trans=0, in_dtype=5, out_dtype=5, **addresses)  # fmt: skip
    else:
        refused(kernels, "output_global_addr.*out of bounds", "batch_matmul", "batch_matmul", batch=1, left_row=side, left_column=1,
                right_column=side, is_left_transposed=0, is_right_transposed=0, dtype=5, **addresses)  # fmt: skip


def test_rows_without_elements_end(kernels: Kernels) -> None:
    """A trillion rows of nothing."""
    x = kernels.room(64)
    shape = [2**20, 2**20, 0]
    absent = dict.fromkeys(("weight_global_addr", "bias_global_addr", "mean_global_addr", "rstd_global_addr"), 0)
    kernels.run(
        "layernorm",
        "layernorm",
        input_global_addr=x,
        output_global_addr=x,
        shape=shape,
        dim=3,
        axis=2,
        eps=1e-5,
        dtype=5,
        **absent,
    )
    kernels.run("softmax", "softmax", input_global_addr=x, output_global_addr=x, shape=shape, dim=3, axis=2, dtype=5)
    kernels.run("index_select", "index_select", input_global_addr=x, index_global_addr=kernels.chip.upload(b"\0" * 8),
                output_global_addr=x, input_shape=shape, dim=3, axis=1, index_num=2, is_index_int64=0, dtype=5)  # fmt: skip


def test_convolution(kernels: Kernels) -> None:
    if kernels.name == "sg_b":
        pytest.skip("sg_b has no convolution")
    x = kernels.room(64)
    known = {
        "input_global_addr": x,
        "weight_global_addr": x,
        "bias_global_addr": 0,
        "output_global_addr": x,
        "dilation": [1, 1],
    }
    for fields in (
        {
            "input_shape": [1, 1, 1, 1],
            "output_c": LARGE,
            "groups": 1,
            "kernel": [1, 1],
            "stride": [1, 1],
            "pad": [LARGE] * 4,
        },
        {
            "input_shape": [1, 1, 1, 1],
            "output_c": 1,
            "groups": 1,
            "kernel": [LARGE, LARGE],
            "stride": [1, 1],
            "pad": [LARGE] * 4,
        },
        {
            "input_shape": [0, LARGE, 1, 1],
            "output_c": LARGE,
            "groups": LARGE,
            "kernel": [LARGE, LARGE],
            "stride": [1, 1],
            "pad": [LARGE] * 4,
        },
    ):
        refused(kernels, TOO_LARGE, "conv2d", "conv2d", dtype=5, **fields, **known)
    refused(kernels, TOO_LARGE, "conv_weight_reorder", "conv_weight_reorder", input_global_addr=x, output_global_addr=x,
            shape=[LARGE, LARGE, 1, 1], mode=CONSTANTS["REORDER_WEIGHT_32IC"])  # fmt: skip


@pytest.mark.parametrize(("start", "end", "step"), [(-LARGE, LARGE, 1), (LARGE, -LARGE, -1), (0, LARGE, -LARGE - 1)])
def test_arange(kernels: Kernels, start: int, end: int, step: int) -> None:
    x = kernels.room(64)
    refused(kernels, "shape|output_global_addr", "arange", "arange", output_global_addr=x, start=start, end=end, step=step, shape=[LARGE, 2],
            dim=2, isint64=0, dtype=9)  # fmt: skip


def test_positions_beyond_32_bits(kernels: Kernels) -> None:
    x = kernels.room(64)
    symbol = "tpu_kernel_api_arg_muti_core" if kernels.name == "sg_b" else "tpu_kernel_api_arg"
    refused(kernels, "input_global_addr", "arg", "reduce_arg", symbol=symbol, cores=1, input_global_addr=x, values_global_addr=x,
            indices_global_addr=x, buffer_global_addr=x, shape=[1, LARGE], dim=2, axis=1, mode=0, dtype=0)  # fmt: skip
