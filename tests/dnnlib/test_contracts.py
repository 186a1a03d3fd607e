"""What operators.yaml says of arguments is what the operators take: refused before anything is launched, by a sentence that names the argument."""

import ctypes
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from dnnlib import capi, paths
from dnnlib.codegen.api import read_api
from dnnlib.codegen.chips import read_chip
from dnnlib.codegen.contracts import fit_problem, read_contracts
from dnnlib.codegen.errors import SourceError

pytestmark = pytest.mark.native

Refused = Callable[..., str]
INT_MAX, INT_MIN = 2**31 - 1, -(2**31)
ROWS = paths.ROOT / "dnnlib" / "operators.yaml"


# --- the rows ---


def test_every_operator_has_a_row() -> None:
    include = paths.ROOT / "dnnlib" / "include"
    api = read_api(include / "tpuDNN.h", include / "tpuDNNTensor.h", [include])
    rows = read_contracts(ROWS)
    assert {function.operator for function in api.operators} == set(rows)
    for function in api.operators:
        assert fit_problem(rows[function.operator], function) == ""


def test_every_output_is_one_in_its_row() -> None:
    """What a declaration calls output, or gradient of an input, is written."""
    for row in read_contracts(ROWS).values():
        written = {tensor.parameter for tensor in row.tensors if tensor.use != "in"}
        named = {
            tensor.parameter for tensor in row.tensors if tensor.parameter.startswith(("out_", "grad_i", "grad_w"))
        }
        if row.pattern("weight_out"):  # an optimiser's step takes the gradient
            named.remove("grad_weight")
        assert named <= written
        assert written or not row.tensors, row.key


@pytest.mark.parametrize(
    ("row", "place", "sentence"),
    [
        ("{tensors: {input: T}}", "2:27", "'T' is no tensor"),
        ("{tensors: {input: 'FP99[...]'}}", "2:27", "'FP99' is no data type"),
        ("{tensors: {input: 'T[M] outt'}}", "2:27", "unknown word 'outt'; there are in, out, inout"),
        ("{tensors: {input: 'T[K * 2]'}}", "2:27", "the size K of 'K * 2' is not known yet"),
        ("{tensors: {input: 'T[..., M]'}}", "2:27", "`...` and `#` stand alone"),
        ("{values: {dim: axe(input)}}", "2:24", "'axe(input)' is no check; there are any(...)"),
        ("{inplce: true}", "2:18", "unknown field 'inplce'"),
    ],
)
def test_mistakes_have_a_place(tmp_path: Path, row: str, place: str, sentence: str) -> None:
    file = tmp_path / "operators.yaml"
    file.write_text(f"operators:\n  copy: {row}\n", encoding="utf-8")
    with pytest.raises(SourceError) as raised:
        read_contracts(file)
    assert str(raised.value).startswith(f"{file}:{place}: ")
    assert sentence in str(raised.value)


def test_a_row_that_does_not_fit_names_the_parameter() -> None:
    include = paths.ROOT / "dnnlib" / "include"
    api = read_api(include / "tpuDNN.h", include / "tpuDNNTensor.h", [include])
    rows = read_contracts(ROWS)
    (softmax,) = [function for function in api.operators if function.operator == "softmax"]
    assert "'dim' of tpudnnSoftmaxAsync" in fit_problem(rows["gelu"], softmax)
    assert "has a value 'mode'" in fit_problem(rows["reduce"], softmax) or "does not say" in fit_problem(
        rows["reduce"], softmax
    )


# --- pointers ---


def fill(handle: capi.Handle, refused: Refused, value: object) -> str:
    return refused("BAD_PARAM", "tpudnnFillAsync", handle.native, value, handle.empty((4,)).to_c())


def test_null_fill_value(handle: capi.Handle, refused: Refused) -> None:
    assert fill(handle, refused, None) == (
        "tpudnnFillAsync: 'value' is null; it points to one element of the data type of tensor 'output', FP32"
    )


def permute(handle: capi.Handle, refused: Refused, order: object) -> str:
    tensors = handle.empty((2, 3, 4)).to_c(), order, handle.empty((4, 2, 3)).to_c()
    return refused("BAD_PARAM", "tpudnnPermuteAsync", handle.native, *tensors)


def test_null_order(handle: capi.Handle, refused: Refused) -> None:
    assert "'dim_order' is null; it points to the 3 dimensions of tensor 'input'" in permute(handle, refused, None)


@pytest.mark.parametrize("order", [(65536, 0, 1), (2, 0, -1), (2, 0, 0), (INT_MAX, INT_MIN, 0), (3, 0, 1)])
def test_order_that_is_no_permutation(handle: capi.Handle, refused: Refused, order: tuple[int, ...]) -> None:
    sentence = permute(handle, refused, (ctypes.c_int * 3)(*order))
    assert f"'dim_order' is [{', '.join(map(str, order))}]; it has each of 0 to 2 once" in sentence


@pytest.mark.parametrize("count", [-1, 0, 17, INT_MAX, INT_MIN])
def test_length_of_a_list(handle: capi.Handle, refused: Refused, count: int) -> None:
    inputs = (capi.CTensor * 1)(handle.empty((2,)).to_c())
    output = handle.empty((2,)).to_c()
    sentence = refused(
        "BAD_PARAM", "tpudnnConcatAsync", handle.native, ctypes.cast(inputs, ctypes.c_void_p), count, 0, output
    )
    assert str(count) in sentence and ("input_num" in sentence or "the list 'inputs'" in sentence)


def test_length_of_a_list_that_no_memory_holds(handle: capi.Handle, lib: capi.Library) -> None:
    found = handle.empty((1,)).to_c()
    for count in (-1, INT_MIN, 3):
        with pytest.raises(capi.TpudnnError) as raised:
            lib.call("tpudnnInfCheckAndUnscaleAsync", handle.native, None, count, found, 1.0)
        assert raised.value.status == "BAD_PARAM"
        assert "the list 'inputs' is" in raised.value.sentence


# --- sizes ---


def conv2d(handle: capi.Handle, output: tuple[int, ...], **changes: int) -> tuple[object, ...]:
    param = capi.library().types.struct("tpudnnConv2dParam_t")(3, 3, 1, 1, 1, 1, 1, 1, 1)
    for name, value in changes.items():
        setattr(param, name, value)
    tensors = handle.empty((1, 4, 8, 8)).to_c(), handle.empty((6, 4, 3, 3)).to_c(), capi.undefined_tensor()
    return (handle.native, *tensors, param, handle.empty(output).to_c())


@pytest.mark.parametrize("calculated", ["FP16", "BF16", "TF32", 99])
def test_the_type_of_products(handle: capi.Handle, lib: capi.Library, chip: str, calculated: str | int) -> None:
    """calDtype: none, FP32 or that of the tensors; the last and FP32 give the same."""
    numbers = lib.api["enums"]["tpudnnDataType_t"]
    number = numbers.get(f"TPUDNN_DTYPE_{calculated}", calculated)
    with pytest.raises(capi.TpudnnError) as raised:
        lib.call("tpudnnConv2dAsync", *conv2d(handle, (1, 6, 8, 8), calDtype=number))
    assert raised.value.status == "NOT_SUPPORTED"
    assert "calDtype is" in raised.value.sentence and "'input' is FP32" in raised.value.sentence
    if "conv2d" not in read_chip(paths.ROOT / "chips" / chip / "chip.yaml").lacks:
        for taken in ("UNKNOWN", "FP32"):
            lib.call("tpudnnConv2dAsync", *conv2d(handle, (1, 6, 8, 8), calDtype=numbers[f"TPUDNN_DTYPE_{taken}"]))


def test_a_tensor_that_was_formatted(handle: capi.Handle, lib: capi.Library) -> None:
    tensor = handle.empty((4,)).to_c()
    for number in (1, 2, 3, 77):
        tensor.format_casted = number
        with pytest.raises(capi.TpudnnError) as raised:
            lib.call("tpudnnNegAsync", handle.native, tensor, handle.empty((4,)).to_c())
        assert raised.value.status == "NOT_SUPPORTED"
        assert f"tensor 'input' has format_casted {number}" in raised.value.sentence


def pool(handle: capi.Handle, plane: tuple[int, ...], output: tuple[int, ...], **changes: int) -> tuple[object, ...]:
    window = capi.library().types.struct("TPUDNN_PoolingDescriptor_t")(3, 3, 1, 1, 2, 2, 0, 0, 2)
    for name, value in changes.items():
        setattr(window, name, value)
    return (handle.native, handle.empty(plane).to_c(), handle.empty(output).to_c(), window)


@pytest.mark.parametrize(
    ("plane", "output", "changes", "said"),
    [
        ((2, 3, 9, 9), (2, 3, 5, 4), {}, "tensor 'output' has shape [2, 3, 5, 4]; [2, 3, 5, 5] is taken"),
        ((2, 3, 9, 9), (2, 4, 5, 5), {}, "[N, C, OH, OW] is taken, with N = 2"),
        ((2, 3, 9, 9), (2, 3, 5, 5), {"kh": 0}, "'pooling_desc.kh' is 0; it takes 1 to 2147483647"),
        ((2, 3, 9, 9), (2, 3, 5, 5), {"stride_w": -1}, "'pooling_desc.stride_w' is -1; it takes 1 to"),
        ((2, 3, 9, 9), (2, 3, 5, 5), {"pad_w": 2}, "'pooling_desc.pad_w' is 2; it takes 0 to 1"),
        ((2, 3, 9, 9), (2, 3, 5, 5), {"mode": 1}, "'pooling_desc.mode' is 1; it takes TPUDNN_POOLING_AVG (2), TPUDNN_POOLING_MAX (0)"),
        ((2, 3, 9, 0), (2, 3, 5, 1), {}, "tensor 'input' has shape [2, 3, 9, 0]; a window of width 3 needs a plane with elements"),
        ((2, 3, 9, 9), (2, 3, 1, 1), {"kw": 12, "pad_w": 0}, "a window of width 12 needs a plane"),
    ],
)  # fmt: skip
def test_windows(
    handle: capi.Handle,
    refused: Refused,
    plane: tuple[int, ...],
    output: tuple[int, ...],
    changes: dict[str, int],
    said: str,
) -> None:
    sentence = refused("BAD_PARAM", "tpudnnPoolingForwardAsync", *pool(handle, plane, output, **changes))
    assert said in sentence


@pytest.mark.parametrize(
    ("axes", "count", "said"),
    [
        ((0, 0), 2, "'reduction_dim' is [0, 0]; it takes at most the 3 dimensions of tensor 'input', each once, counted from 0"),
        ((0, 3), 2, "'reduction_dim' is [0, 3]; it takes at most the 3"),
        ((-1, 0), 2, "'reduction_dim' is [-1, 0]; it takes"),
        ((0, 1), 4, "'reduction_dim' has 4 dimensions; it takes"),
        ((0, 1), -1, "'reduction_dim' has -1 dimensions; it takes"),
        (None, 1, "'reduction_dim' is null and has 1 dimensions; it takes"),
    ],
)  # fmt: skip
def test_dimensions_to_reduce(
    handle: capi.Handle, refused: Refused, axes: tuple[int, ...] | None, count: int, said: str
) -> None:
    pointer = None if axes is None else (ctypes.c_int * 8)(*axes)
    tensors = handle.empty((2, 3, 4)).to_c(), pointer, count, 0, 0, handle.empty((4,)).to_c()
    assert said in refused("BAD_PARAM", "tpudnnReduceMaxOrMinAsync", handle.native, *tensors)


def test_reduced_over_lists(handle: capi.Handle, refused: Refused) -> None:
    axes = (ctypes.c_int * 2)(2, 0)
    call = ("BAD_PARAM", "tpudnnReduceMaxOrMinAsync", handle.native)
    sentence = refused(*call, handle.empty((2, 3, 4)).to_c(), axes, 2, 1, 0, handle.empty((3,)).to_c())
    assert (
        "[1, 3, 1] is taken: tensor 'input' has shape [2, 3, 4], reduced over the dimensions [2, 0] with 'keepdim' = 1"
        in sentence
    )
    sentence = refused(*call, handle.empty((2, 3, 0)).to_c(), axes, 2, 0, 0, handle.empty((3,)).to_c())
    assert "tensor 'input' has shape [2, 3, 0], no elements; tensor 'output' has shape [3] and needs some" in sentence


def test_repeats(handle: capi.Handle, refused: Refused) -> None:
    x, out = handle.empty((2, 3)).to_c(), handle.empty((4, 3)).to_c()
    call = ("BAD_PARAM", "tpudnnRepeatAsync", handle.native, x)
    assert "'repeat_times' has 1 numbers; it takes 2 to 8" in refused(*call, (ctypes.c_int * 8)(2), 1, out)
    assert "'repeat_times' is [2, -1]; it takes numbers from 0" in refused(*call, (ctypes.c_int * 8)(2, -1), 2, out)
    assert "'repeat_times' is null and has 2 numbers" in refused(*call, None, 2, out)
    assert "[4, 6] is taken: tensor 'input' has shape [2, 3], repeated" in refused(
        *call, (ctypes.c_int * 8)(2, 2), 2, out
    )


def test_positions_have_shapes(handle: capi.Handle, refused: Refused) -> None:
    x, src = handle.empty((3, 4)).to_c(), handle.empty((3, 2)).to_c()
    call = ("BAD_PARAM", "tpudnnScatterAsync", handle.native, x, src)
    sentence = refused(*call, handle.empty((3, 3), "i32").to_c(), 1, 0)
    assert (
        "tensor 'src' has shape [3, 2]; it has as many dimensions as tensor 'indices', [3, 3], and is nowhere smaller"
        in sentence
    )
    sentence = refused(*call, handle.empty((4, 2), "i32").to_c(), 1, 0)
    assert (
        "tensor 'indices' has shape [4, 2]; it has as many dimensions as tensor 'input', [3, 4], and is nowhere larger"
        in sentence
    )
    values = handle.empty((3, 5)).to_c(), handle.empty((3, 5), "i32").to_c()
    sentence = refused("BAD_PARAM", "tpudnnTopkAsync", handle.native, x, 5, 1, True, True, *values)
    assert "'k' = 5; tensor 'input' has shape [3, 4], along 'axis' = 1 there are 4" in sentence
    sentence = refused(
        "BAD_PARAM", "tpudnnSliceScatterAsync", handle.native, x, src, handle.empty((5,), "i32").to_c(), 1, x
    )
    assert "tensor 'indices' has shape [5]; it takes 6 elements, the product of the sizes of tensor 'src'" in sentence


def test_rows_are_put_by_index(handle: capi.Handle, refused: Refused) -> None:
    x, rows, index = handle.empty((3, 4)).to_c(), handle.empty((2, 4)).to_c(), handle.empty((2,), "i32").to_c()
    sentence = refused("BAD_PARAM", "tpudnnIndexAdd", handle.native, x, index, handle.empty((8,)).to_c(), 0)
    assert "tensor 'add' has shape [8]; [B..., J, A...] is taken" in sentence
    sentence = refused("BAD_PARAM", "tpudnnIndexPutImpl", handle.native, x, index, rows, 1, False)
    assert "tensor 'value' has shape [2, 4]; it takes the elements of [3, 2], a row of tensor 'io'" in sentence
    square = handle.empty((1, 2), "i32").to_c()
    assert "[J] is taken" in refused("BAD_PARAM", "tpudnnIndexPutImpl", handle.native, x, square, rows, 0, True)
    assert "'axis' is 2" in refused("BAD_PARAM", "tpudnnIndexAdd", handle.native, x, index, rows, 2)
    sentence = refused("BAD_PARAM", "tpudnnIndexPutImpl", handle.native, x, index, x, 0, True)
    assert "tensor 'value'" in sentence


def test_groups_of_channels(handle: capi.Handle, refused: Refused) -> None:
    x, no = handle.empty((2, 6, 5)).to_c(), capi.undefined_tensor()
    call = ("BAD_PARAM", "tpudnnNativeGroupNormAsync", handle.native, x)
    two, three = handle.empty((2, 2)).to_c(), handle.empty((2, 3)).to_c()
    sentence = refused(*call, no, no, 2, 0, 1e-5, handle.empty((2, 6, 5)).to_c(), three, two)
    assert "tensor 'mean' has shape [2, 3]; [N, group] is taken, with N = 2 (of 'input'), group = 2" in sentence
    sentence = refused(*call, no, no, 4, 0, 1e-5, handle.empty((2, 6, 5)).to_c(), *[handle.empty((2, 4)).to_c()] * 2)
    assert "'C' = 6 must be a multiple of 'group' = 4" in sentence or "shares memory" in sentence
    sentence = refused(*call, no, no, 2, 3, 1e-5, handle.empty((2, 6, 5)).to_c(), two, handle.empty((2, 2)).to_c())
    assert "tensor 'gamma' is undefined; with 'affine' = 3 (3) it is needed" in sentence


def test_sizes_from_an_axis(handle: capi.Handle, refused: Refused) -> None:
    x, no = handle.empty((2, 3, 4)).to_c(), capi.undefined_tensor()
    call = ("BAD_PARAM", "tpudnnRmsNormForwardAsync", handle.native, x)
    out = handle.empty((2, 3, 4)).to_c()
    sentence = refused(*call, handle.empty((3,)).to_c(), no, out, -1, 1e-5)
    assert (
        "tensor 'scale' has shape [3]; [4] is taken: tensor 'input' has shape [2, 3, 4], from 'axis' = -1 on"
        in sentence
    )
    sentence = refused(*call, no, handle.empty((4,)).to_c(), out, 1, 1e-5)
    assert "tensor 'bias' has shape [4]; [3, 4] is taken" in sentence


def test_what_a_perceptron_does_not_take(handle: capi.Handle, refused: Refused) -> None:
    x, weights = handle.empty((2, 3)).to_c(), [handle.empty((5, 3)).to_c() for _ in range(3)]
    no, out = capi.undefined_tensor(), handle.empty((2, 3)).to_c()
    call = ("BAD_PARAM", "tpudnnLLamaMlpAsync", handle.native, x, *weights)
    sentence = refused(*call, no, handle.empty((5,)).to_c(), no, no, no, out, False)
    assert "tensor 'bias1' has shape [5]; it takes an undefined tensor alone" in sentence
    assert "'save_mid_res' is 1; it takes 0" in refused(*call, no, no, no, no, no, out, True)


def test_bytes_and_lengths(handle: capi.Handle, refused: Refused) -> None:
    x, y = handle.empty((3, 4)).to_c(), handle.empty((5,), "bf16").to_c()
    for size in (11, 49, 2**64 - 1):
        assert f"'size' = {size if size < 2**63 else -1}" in refused(
            "BAD_PARAM", "tpudnnGDMAD2DAsync", handle.native, x, y, size
        )
    ids, new = handle.empty((2, 4), "i32").to_c(), handle.empty((2, 1), "i32").to_c()
    call = ("BAD_PARAM", "tpudnnTgiInputIdsUpdateAsync", handle.native, ids, new)
    assert "length 1 is 4; tensor 'all_input_ids' has shape [2, 4]" in refused(*call, (ctypes.c_int * 2)(0, 4), 2, 1)
    assert "it takes a length for each row" in refused(*call, (ctypes.c_int * 2)(0, 3), 1, 1)
    assert "the lengths are null" in refused(*call, None, 2, 1)


@pytest.mark.parametrize("output", [(1, 6, 7, 8), (1, 6, 8, 7), (1, 6, 1, 1), (1, 6, 9, 9)])
def test_convolution_into_another_shape(handle: capi.Handle, refused: Refused, output: tuple[int, ...]) -> None:
    sentence = refused("BAD_PARAM", "tpudnnConv2dAsync", *conv2d(handle, output))
    assert f"tensor 'output' has shape [{', '.join(map(str, output))}]; [1, 6, 8, 8] is taken" in sentence


@pytest.mark.parametrize(
    ("field", "value", "status"),
    [
        ("stride_h", 0, "'param.stride_h' is 0; it is at least 1"),
        ("groups", 0, "'param.groups' is 0"),
        ("groups", INT_MAX, "channels"),
        ("pad_w", -1, "'param.pad_w' is -1"),
        ("pad_w", INT_MAX, "is taken"),
        ("dilation_h", INT_MAX, "larger than the padded height"),
        ("kernel_h", INT_MIN, "'param.kernel_h' is"),
    ],
)
def test_convolution_parameters(handle: capi.Handle, refused: Refused, field: str, value: int, status: str) -> None:
    assert status in refused("BAD_PARAM", "tpudnnConv2dAsync", *conv2d(handle, (1, 6, 8, 8), **{field: value}))


@pytest.mark.parametrize(("output", "keep"), [((2, 3), 0), ((2, 1), 0), ((2, 2, 4), 1), ((1,), 0)])
def test_reduction_into_another_shape(
    handle: capi.Handle, refused: Refused, output: tuple[int, ...], keep: int
) -> None:
    tensors = handle.empty((2, 3, 4)).to_c(), 1, 2, keep, 0, handle.empty(output).to_c()
    sentence = refused("BAD_PARAM", "tpudnnReduceAsync", handle.native, *tensors)
    wanted = "[2, 1, 4]" if keep else "[2, 4]"
    assert f"tensor 'output' has shape [{', '.join(map(str, output))}]; {wanted} is taken" in sentence


@pytest.mark.parametrize("name", ["mean", "rstd"])
def test_layer_norm_statistics_that_are_too_small(handle: capi.Handle, refused: Refused, name: str) -> None:
    tensors = {"mean": handle.empty((6,)).to_c(), "rstd": handle.empty((2, 3)).to_c(), name: handle.empty((5,)).to_c()}
    arguments = (handle.empty((2, 3, 4)).to_c(), capi.undefined_tensor(), capi.undefined_tensor(), 2, 1e-5)
    sentence = refused(
        "BAD_PARAM",
        "tpudnnLayernormAsync",
        handle.native,
        *arguments,
        handle.empty((2, 3, 4)).to_c(),
        *tensors.values(),
    )
    assert f"tensor '{name}' has shape [5]; as many elements as R... says are taken, with #R... = [2, 3]" in sentence


@pytest.mark.parametrize("wrong", [(4,), (1, 4), (2, 1, 1), ()])
def test_arg_into_another_shape(handle: capi.Handle, refused: Refused, wrong: tuple[int, ...]) -> None:
    tensors = handle.empty((2, 4)).to_c(), 1, 0, capi.undefined_tensor(), handle.empty(wrong, "i32").to_c()
    sentence = refused("BAD_PARAM", "tpudnnArgAsync", handle.native, *tensors)
    assert "tensor 'indices' has shape" in sentence and "[2] is taken" in sentence


# --- values ---


@pytest.mark.parametrize("axis", [-1, 3, INT_MAX, INT_MIN])
def test_axis_out_of_range(handle: capi.Handle, refused: Refused, axis: int) -> None:
    tensor = handle.empty((2, 3, 4)).to_c()
    sentence = refused("BAD_PARAM", "tpudnnSoftmaxAsync", handle.native, tensor, axis, handle.empty((2, 3, 4)).to_c())
    assert f"'dim' is {axis}; tensor 'input' has shape [2, 3, 4]" in sentence


@pytest.mark.parametrize(("start", "end"), [(1, 1), (2, 1), (0, 4), (0, INT_MAX), (0, INT_MIN)])
def test_reduced_dimensions_out_of_range(handle: capi.Handle, refused: Refused, start: int, end: int) -> None:
    tensors = handle.empty((2, 3, 4)).to_c(), start, end, 0, 0, handle.empty((2,)).to_c()
    assert f"'end_dim' is {end}" in refused("BAD_PARAM", "tpudnnReduceAsync", handle.native, *tensors)


def test_numbers_that_name_nothing(handle: capi.Handle, refused: Refused) -> None:
    one, other = handle.empty((4,)).to_c(), handle.empty((4,)).to_c()
    for number in (-1, 4, 99, INT_MAX, INT_MIN):
        sentence = refused("BAD_PARAM", "tpudnnBinaryAsync", handle.native, one, one, 1.0, other, number)
        assert f"'binary_type' is {number}; it takes BINARY_ADD (0), BINARY_SUB (1)" in sentence
        assert f"'binary_type' is {number}" in refused(
            "BAD_PARAM", "tpudnnBinaryCAsync", handle.native, one, 1.0, other, number, False
        )
    for number in (-1, 45, INT_MAX, INT_MIN):
        assert f"'active_type' is {number}; it takes TPUDNN_ACTIVE_TANH (0)" in refused(
            "BAD_PARAM", "tpudnnActiveAsync", handle.native, one, other, number
        )


@pytest.mark.parametrize(
    ("start", "end", "step"),
    [(0, 4, 0), (INT_MIN, INT_MAX, 1), (INT_MAX, INT_MIN, -1), (0, 4, INT_MIN), (4, 0, 1), (INT_MIN, INT_MAX, INT_MAX)],
)
def test_range_that_leads_nowhere(handle: capi.Handle, refused: Refused, start: int, end: int, step: int) -> None:
    output = handle.empty((4,), "i32").to_c()
    sentence = refused("BAD_PARAM", "tpudnnArangeAsync", handle.native, start, end, step, output)
    assert "'step'" in sentence


@pytest.mark.parametrize("scalar", [float("nan"), float("inf"), -float("inf"), 1e20])
def test_number_that_an_integer_type_does_not_have(handle: capi.Handle, refused: Refused, scalar: float) -> None:
    one, other = handle.empty((4,), "i32").to_c(), handle.empty((4,), "i32").to_c()
    sentence = refused("BAD_PARAM", "tpudnnBinaryCAsync", handle.native, one, scalar, other, 0, False)
    assert "tensor 'input' is INT32, which has no such number" in sentence


# --- memory ---


def test_tensor_that_leaves_its_allocation(handle: capi.Handle, refused: Refused) -> None:
    output = handle.empty((4, 6)).to_c()
    for shape, stride in (((4, 7), (7, 1)), ((4, 6), (1 << 29, 1)), ((2, 2), (INT_MAX, INT_MAX))):
        tensor = handle.empty((4, 6)).to_c()
        tensor.shape[:2] = shape
        tensor.stride[:2] = stride
        sentence = refused("BAD_PARAM", "tpudnnStridedCopyAsync", handle.native, tensor, output)
        assert "tensor 'input': FP32 of shape" in sentence and "where its allocation has 96" in sentence
    behind = handle.empty((4, 6)).to_c()
    behind.addr += 4
    assert "reaches 96 bytes" in refused("BAD_PARAM", "tpudnnNegAsync", handle.native, behind, output)


def test_sizes_whose_product_overflows(handle: capi.Handle, refused: Refused) -> None:
    tensor = handle.empty((16,)).to_c()
    tensor.dim = 8
    for i in range(8):
        tensor.shape[i], tensor.stride[i] = INT_MAX, INT_MAX
    assert "reaches more bytes than can be addressed" in refused(
        "BAD_PARAM", "tpudnnStridedCopyAsync", handle.native, tensor, tensor
    )


def test_unaligned_address(handle: capi.Handle, refused: Refused) -> None:
    tensor = handle.empty((8,)).to_c()
    tensor.addr, tensor.shape[0] = tensor.addr + 2, 4
    sentence = refused("BAD_PARAM", "tpudnnNegAsync", handle.native, tensor, handle.empty((4,)).to_c())
    assert "tensor 'input'" in sentence and "is not aligned to the 4 bytes of FP32" in sentence


def test_negative_stride(handle: capi.Handle, refused: Refused) -> None:
    tensor = handle.empty((4,)).to_c()
    tensor.stride[0] = -1
    sentence = refused("BAD_PARAM", "tpudnnStridedCopyAsync", handle.native, tensor, handle.empty((4,)).to_c())
    assert "tensor 'input' has stride[0] = -1; strides are >= 0" in sentence


@pytest.mark.parametrize("stride", [-1, INT_MIN, INT_MAX])
def test_strides_by_which_nobody_steps(handle: capi.Handle, stride: int) -> None:
    """Of an extent of 1 they may be anything; what a body calculates with them does not overflow."""
    source, output = handle.tensor(np.arange(3, dtype=np.int64)), handle.tensor(np.zeros(3, np.int32))
    one = capi.Tensor(source.address, (1, 3), "i64", (stride, 1)).to_c()
    other = capi.Tensor(output.address, (1, 3), "i32", (stride, 1)).to_c()
    handle.lib.call("tpudnnConvertInt64toInt32Async", handle.native, one, other)
    np.testing.assert_array_equal(handle.to_numpy(output), [0, 1, 2])


def test_partly_overlapping_output(handle: capi.Handle, refused: Refused) -> None:
    base = handle.empty((32,))
    one, other = base.to_c(), base.to_c()
    one.shape[0] = other.shape[0] = 16
    other.addr += 4 * 8
    sentence = refused("BAD_PARAM", "tpudnnNegAsync", handle.native, one, other)
    assert "tensor 'output' is written and shares memory with tensor 'input': they must be the same tensor" in sentence
    third = base.to_c()
    third.shape[0], third.addr = 16, third.addr + 4 * 16
    handle.lib.call("tpudnnNegAsync", handle.native, one, third)  # side by side
    handle.sync()


def test_same_tensor_where_elements_do_not_meet(handle: capi.Handle) -> None:
    tensor = handle.tensor(np.arange(16, dtype=np.float32))
    handle.call("neg", input=tensor, output=tensor)
    np.testing.assert_array_equal(handle.to_numpy(tensor), -np.arange(16, dtype=np.float32))


def test_same_tensor_where_elements_meet(handle: capi.Handle, refused: Refused) -> None:
    square = handle.empty((4, 4)).to_c()
    sentence = refused(
        "BAD_PARAM",
        "tpudnnMatmulAsync",
        handle.native,
        square,
        handle.empty((4, 4)).to_c(),
        capi.undefined_tensor(),
        square,
    )
    assert "shares memory with tensor 'left': they must lie apart" in sentence


def test_two_outputs_in_one_place(handle: capi.Handle, refused: Refused) -> None:
    stat, data, none = handle.empty((2,)).to_c(), handle.empty((2, 4)).to_c(), capi.undefined_tensor()
    sentence = refused(
        *("BAD_PARAM", "tpudnnLayernormAsync", handle.native, data, none, none, 1, 1e-5),
        *(handle.empty((2, 4)).to_c(), stat, stat),
    )
    assert "tensor 'mean' is written and shares memory with tensor 'rstd'" in sentence


def test_interleaved_views_are_apart(handle: capi.Handle) -> None:
    base = handle.tensor(np.arange(12, dtype=np.float32))
    even = capi.Tensor(base.address, (6,), "f32", (2,))
    odd = capi.Tensor(base.address + 4, (6,), "f32", (2,))
    handle.call("strided_copy", input=even, output=odd)
    np.testing.assert_array_equal(handle.to_numpy(base), np.repeat(np.arange(0, 12, 2), 2).astype(np.float32))


def test_strided_views_that_cross(handle: capi.Handle, refused: Refused) -> None:
    base = handle.tensor(np.arange(40, dtype=np.float32))
    twos, threes = capi.Tensor(base.address, (6,), "f32", (2,)), capi.Tensor(base.address + 4, (6,), "f32", (3,))
    sentence = refused("BAD_PARAM", "tpudnnStridedCopyAsync", handle.native, twos.to_c(), threes.to_c())
    assert "shares memory" in sentence


@pytest.mark.parametrize(
    ("shape", "stride"), [((4, 4), (0, 1)), ((4, 4), (1, 1)), ((65536, 65536, 65536), (0, 0, 0)), ((3, 3), (2, 3))]
)
def test_output_that_repeats(
    handle: capi.Handle, refused: Refused, shape: tuple[int, ...], stride: tuple[int, ...]
) -> None:
    repeated = shape == (3, 3)
    output = capi.Tensor(handle.malloc(256), shape, "f32", stride).to_c()
    source = capi.Tensor(handle.malloc(256), shape, "f32", (0,) * len(shape)).to_c()
    if repeated:  # 0 2 4, 3 5 7, 6 8 10: no two are equal
        handle.lib.call("tpudnnStridedCopyAsync", handle.native, source, output)
        handle.sync()
        return
    sentence = refused("BAD_PARAM", "tpudnnStridedCopyAsync", handle.native, source, output)
    assert "several of its elements are the same memory" in sentence


def test_nothing_is_launched_for_a_refused_call(handle: capi.Handle, refused: Refused) -> None:
    """The memory behind an output that is declared too small stays as it is."""
    data = handle.tensor(np.full(64, 7, np.float32))
    output = capi.Tensor(data.address, (2, 2), "f32", (2, 1)).to_c()
    refused("BAD_PARAM", "tpudnnReduceAsync", handle.native, handle.empty((2, 3, 4)).to_c(), 1, 2, 0, 0, output)
    np.testing.assert_array_equal(handle.to_numpy(data), np.full(64, 7, np.float32))


@pytest.mark.parametrize(
    "shape", [(0, INT_MAX, INT_MAX), (INT_MAX, 0, INT_MAX), (INT_MAX, INT_MAX, 0), (2**20, 2**20, 2, 0)]
)
def test_a_tensor_without_elements_has_extents_that_kernels_can_multiply(
    handle: capi.Handle, lib: capi.Library, refused: Refused, shape: tuple[int, ...]
) -> None:
    """Refused at once: a fault when the kernel runs would take the work behind it along."""
    empty = capi.Tensor(0, shape, "f32", (1,) * len(shape)).to_c()
    sentence = refused("BAD_PARAM", "tpudnnNegAsync", handle.native, empty, empty)
    assert "'input'" in sentence and "multiply to more than the 2^40 that are taken" in sentence
    fitting = capi.Tensor(0, (2**20, 2**20, 0), "f32", (1, 1, 1)).to_c()
    lib.call("tpudnnNegAsync", handle.native, fitting, fitting)
    lib.call("tpudnnSync", handle.native)


def generate(tmp_path: Path, *flags: str) -> subprocess.CompletedProcess[str]:
    """The entries of a tree in which softmax takes one parameter more and gelu has gone."""
    include = tmp_path / "include"
    shutil.copytree(paths.ROOT / "dnnlib" / "include", include)
    softmax = "tpudnnStatus_t tpudnnSoftmaxAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int dim, "
    gelu = "tpudnnStatus_t tpudnnGELUAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output);"
    for family, old, new in (("Softmax", softmax, softmax + "int fast, "), ("Activation", gelu, "")):
        file = include / "tpuDNN" / f"{family}.h"
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new), encoding="utf-8")
    command = [sys.executable, "-m", "dnnlib.codegen", "entries", "--header", include / "tpuDNN.h"]
    command += ["--tensor-header", include / "tpuDNNTensor.h", "-I", include, "--operators", ROWS]
    command += ["--out", tmp_path / "gen", "--json", tmp_path / "api.json", *flags]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=paths.ROOT)


def test_a_declaration_that_its_row_does_not_fit(tmp_path: Path) -> None:
    done = generate(tmp_path)
    assert done.returncode == 1
    assert re.match(
        rf"{ROWS}:\d+:1: the row 'softmax' does not say what the value 'fast' of tpudnnSoftmaxAsync takes", done.stderr
    )


def test_declarations_of_another_tree(tmp_path: Path) -> None:
    """Rows that do not fit are named and left out; the others stay."""
    done = generate(tmp_path, "--foreign")
    assert done.returncode == 0
    assert "the row 'softmax' does not say" in done.stderr and "what holds for all operators" in done.stderr
    source = (tmp_path / "gen" / "entries.gen.cpp").read_text(encoding="utf-8")
    softmax = source[source.index("tpudnnStatus_t tpudnnSoftmaxAsync(") :]
    assert "row.axis" not in softmax[: softmax.index("\n}\n")]
    assert "tpudnn::relations::reduced(" in source
    assert "tpudnnGELUAsync" not in source
