"""Wrong arguments get the exact status and a sentence that names the argument, what it is and what it takes."""

import ctypes
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from dnnlib import capi
from dnnlib.paths import description, library_dir, library_file

pytestmark = pytest.mark.native

Refused = Callable[..., str]


def matmul_arguments(handle: capi.Handle, dtype: str = "f32") -> dict[str, capi.CTensor]:
    return {
        "left": handle.empty((4, 6), dtype).to_c(),
        "right": handle.empty((6, 5), dtype).to_c(),
        "bias": capi.undefined_tensor(),
        "output": handle.empty((4, 5), dtype).to_c(),
    }


def refuse_matmul(handle: capi.Handle, refused: Refused, status: str, tensors: dict[str, capi.CTensor]) -> str:
    sentence = refused(status, "tpudnnMatmulAsync", handle.native, *tensors.values())
    assert sentence.startswith("tpudnnMatmulAsync: ")
    return sentence


def test_null_handle(handle: capi.Handle, refused: Refused) -> None:
    tensors = matmul_arguments(handle)
    sentence = refused("BAD_PARAM", "tpudnnMatmulAsync", None, *tensors.values())
    assert sentence == "tpudnnMatmulAsync: handle is null; tpudnnCreate makes one"
    assert "handle is null" in refused("BAD_PARAM", "tpudnnSync", None)


@pytest.mark.parametrize("name", ["left", "right", "output"])
def test_null_required_tensor(handle: capi.Handle, refused: Refused, name: str) -> None:
    tensors = {**matmul_arguments(handle), name: capi.undefined_tensor()}
    sentence = refuse_matmul(handle, refused, "BAD_PARAM", tensors)
    assert sentence == f"tpudnnMatmulAsync: tensor '{name}' is required, and its address is null"


def test_optional_tensor_may_be_null(handle: capi.Handle, lib: capi.Library) -> None:
    lib.call("tpudnnMatmulAsync", handle.native, *matmul_arguments(handle).values())
    handle.sync()


@pytest.mark.parametrize("dim", [9, -1, 2**31 - 1])
def test_dimension_count(handle: capi.Handle, refused: Refused, dim: int) -> None:
    tensors = matmul_arguments(handle)
    tensors["right"].dim = dim
    sentence = refuse_matmul(handle, refused, "BAD_PARAM", tensors)
    assert sentence == f"tpudnnMatmulAsync: tensor 'right' has dim {dim}; it takes 0 to 8 dimensions"


def test_negative_extent(handle: capi.Handle, refused: Refused) -> None:
    tensors = matmul_arguments(handle)
    tensors["left"].shape[1] = -3
    assert "tensor 'left' has shape[1] = -3" in refuse_matmul(handle, refused, "BAD_PARAM", tensors)


def test_mismatching_shapes_show_both_values(handle: capi.Handle, refused: Refused) -> None:
    tensors = {**matmul_arguments(handle), "right": handle.empty((7, 5)).to_c()}
    sentence = refuse_matmul(handle, refused, "BAD_PARAM", tensors)
    assert "tensor 'right' has shape [7, 5]; [K, N] is taken, with K = 6 (of 'left')" in sentence


def test_mismatching_dtypes_show_both_names(handle: capi.Handle, refused: Refused) -> None:
    tensors = {**matmul_arguments(handle), "right": handle.empty((6, 5), "bf16").to_c()}
    sentence = refuse_matmul(handle, refused, "BAD_PARAM", tensors)
    assert "tensor 'right' is BF16, and 'left' is FP32; they have one data type" in sentence


def test_dtype_outside_the_kernel_table(handle: capi.Handle, refused: Refused, chip: str) -> None:
    sentence = refuse_matmul(handle, refused, "NOT_SUPPORTED", matmul_arguments(handle, "i32"))
    assert "tensor 'left' is INT32" in sentence
    assert chip in sentence
    assert f"takes FP32{', FP16' * (chip != 'tc_c')}, BF16" in sentence


def test_dtype_the_chip_does_not_have(lib: capi.Library, refused: Refused) -> None:
    with capi.Handle(capi.device_by_name("bm_a")) as handle:
        sentence = refuse_matmul(handle, refused, "NOT_SUPPORTED", matmul_arguments(handle, "f8e4m3"))
    assert "tensor 'left' is FP8E4M3, a type that bm_a (device 0) does not have" in sentence


def test_number_that_is_no_dtype(handle: capi.Handle, refused: Refused) -> None:
    tensors = matmul_arguments(handle)
    tensors["output"].dtype = 99
    assert "tensor 'output' has no valid data type: dtype 99" in refuse_matmul(handle, refused, "BAD_PARAM", tensors)


def test_tensor_of_another_device(lib: capi.Library, refused: Refused) -> None:
    with capi.Handle(capi.device_by_name("bm_a")) as one, capi.Handle(capi.device_by_name("sg_b")) as other:
        tensors = {**matmul_arguments(one), "right": matmul_arguments(other)["right"]}
        sentence = refuse_matmul(one, refused, "BAD_PARAM", tensors)
    assert "tensor 'right'" in sentence
    assert "is no virtual address of bm_a" in sentence
    assert "of sg_b (device 1)" in sentence


def test_translated_address_is_recognised(handle: capi.Handle, refused: Refused) -> None:
    tensors = matmul_arguments(handle)
    tensors["left"].addr = handle.virt_to_phys(tensors["left"].addr)
    sentence = refuse_matmul(handle, refused, "BAD_PARAM", tensors)
    assert "physical address" in sentence
    assert "translated already" in sentence


def test_host_address_is_recognised(handle: capi.Handle, refused: Refused) -> None:
    host = np.zeros(24, np.float32)
    tensors = matmul_arguments(handle)
    tensors["left"].addr = host.ctypes.data
    assert "host address?" in refuse_matmul(handle, refused, "BAD_PARAM", tensors)


def test_failure_is_counted_and_does_not_stick(handle: capi.Handle, lib: capi.Library, refused: Refused) -> None:
    lib.call("tpudnnResetOperatorStatistics")
    refuse_matmul(handle, refused, "BAD_PARAM", {**matmul_arguments(handle), "left": capi.undefined_tensor()})
    lib.call("tpudnnMatmulAsync", handle.native, *matmul_arguments(handle).values())
    count = ctypes.c_int(4)
    rows = (lib.types.struct("tpudnnOperatorStatistics_t") * 4)()
    lib.call("tpudnnGetOperatorStatistics", rows, ctypes.byref(count))
    (row,) = [row for row in rows[: count.value] if row.name == b"matmul"]
    assert (row.calls, row.failures) == (2, 1)
    assert row.host_ns > 0


def test_launch_by_key(handle: capi.Handle, refused: Refused, chip: str) -> None:
    assert "no_such is not supported on" in refused(
        "NOT_SUPPORTED", "tpudnnLaunchKernel", handle.native, b"no_such", b"x" * 8, 8, 0, 0
    )
    sentence = refused("BAD_PARAM", "tpudnnLaunchKernel", handle.native, b"strided_copy", b"x" * 8, 8, 0, 0)
    assert "sg_api_strided_copy_t" in sentence
    assert "argBytes is 8" in sentence


def test_unknown_device(refused: Refused) -> None:
    assert f"there is no device 77; there are {capi.device_count()}" in refused(
        "NO_DEVICE", "tpudnnMalloc", 77, ctypes.byref(ctypes.c_void_p()), 8
    )


def test_create_reports_why(lib: capi.Library) -> None:
    assert not lib.cdll.tpudnnCreate(-1)
    assert "there is no device -1" in lib.last_error()
    lib.cdll.tpudnnDestroy(None)


@pytest.mark.parametrize(
    ("function", "arguments", "name"),
    [
        ("tpudnnGetDeviceCount", (None,), "count"),
        ("tpudnnMalloc", (0, None, 8), "ptr"),
        ("tpudnnGetOperatorStatistics", (None, None), "count"),
    ],
)
def test_null_pointers(refused: Refused, function: str, arguments: tuple[object, ...], name: str) -> None:
    assert refused("BAD_PARAM", function, *arguments) == f"{function}: {name} is null"


def test_arg_says_which_modes_need_values(handle: capi.Handle, refused: Refused) -> None:
    operand = handle.tensor(np.ones((2, 3), np.float32)).to_c()
    indices = handle.tensor(np.zeros((2,), np.int32)).to_c()
    none = capi.undefined_tensor()
    for mode, name in ((2, "ARG_MAX"), (3, "ARG_MIN")):
        sentence = refused("BAD_PARAM", "tpudnnArgAsync", handle.native, operand, 1, mode, none, indices)
        assert sentence.startswith("tpudnnArgAsync: tensor 'values' is undefined") and name in sentence
    handle.lib.call("tpudnnArgAsync", handle.native, operand, 1, 0, none, indices)
    handle.lib.call("tpudnnSync", handle.native)


def test_types_of_empty_tensors_without_an_address_are_checked(lib: capi.Library, refused: Refused) -> None:
    with capi.Handle(capi.device_by_name("bm_a")) as handle:
        shape = (2, 0)
        empty = capi.Tensor(0, shape, "f8e5m2", capi.contiguous_stride(shape)).to_c()
        output = capi.Tensor(0, shape, "u8", capi.contiguous_stride(shape)).to_c()
        sentence = refused("NOT_SUPPORTED", "tpudnnLogicalNotAsync", handle.native, empty, output)
        assert "tensor 'input' is FP8E5M2, a type that bm_a (device 0) does not have" in sentence


def test_an_operator_that_python_cannot_call_hinders_no_other(handle: capi.Handle, tmp_path: Path) -> None:
    api = json.loads(description("tpudnn_api.json").read_text(encoding="utf-8"))
    (gelu,) = [function for function in api["functions"] if function["operator"] == "gelu"]
    gelu["parameters"][1]["canonical"] = "own_struct_t"
    (tmp_path / "api.json").write_text(json.dumps(api), encoding="utf-8")
    lib = capi.Library(library_file(library_dir()), tmp_path / "api.json")
    assert "gelu" not in lib.operators and "binary" in lib.operators
    handle.lib, whole = lib, handle.lib
    with pytest.raises(TypeError, match="gelu takes own_struct_t, which cannot be passed from Python"):
        handle.call("gelu", input=None, output=None)
    handle.lib = whole
