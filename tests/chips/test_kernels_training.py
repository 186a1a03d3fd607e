"""Reductions over any dimensions, log_softmax, losses, norms over channels, embeddings and baddbmm, with their gradients, against torch."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
import torch
from kernel_harness import CODES, FLOATS, Kernels, assert_close, samples
from runtimes import BmA, Chip, Failed

pytestmark = pytest.mark.native


@pytest.fixture
def kernels(chip: Chip) -> Kernels:
    return Kernels(chip)


# --- reductions

DIMS = [
    ((7,), (0,)),
    ((5, 300), (1,)),
    ((5, 30), (0,)),
    ((3, 4, 5), (0, 2)),
    ((2, 3, 4, 5), (3, 1)),
    ((2, 3, 4), (0, 1, 2)),
    ((0, 3), (1,)),
]


def extremum(k: Kernels, x: torch.Tensor, dims: Sequence[int], mode: int, **fields: object) -> torch.Tensor:
    kept = [size for axis, size in enumerate(x.shape) if axis not in dims]
    target = k.room(math.prod(kept), x.dtype)
    known = {
        "reduction_dim": list(dims),
        "reduction_dim_length": len(dims),
        "buffer_global_addr": k.room(x.numel(), x.dtype),
    }
    known |= {"shape": list(x.shape), "dim": x.dim(), "mode": mode, "dtype": CODES[x.dtype]} | fields
    k.run("reduce_max_or_min", "reduce_max_or_min", input_global_addr=k.put(x), output_global_addr=target, **known)
    return k.get(target, kept, x.dtype)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(("shape", "dims"), [*DIMS, ((3, 4), ())])
def test_extremum(kernels: Kernels, shape: tuple[int, ...], dims: tuple[int, ...], dtype: torch.dtype) -> None:
    x = samples(*shape, dtype=dtype)
    if x.numel():
        x.reshape(-1)[0] = float("nan")
    for mode, function in ((0, torch.amax), (1, torch.amin)):
        expected = function(x, dims) if dims else x
        torch.testing.assert_close(extremum(kernels, x, dims, mode), expected, rtol=0, atol=0, equal_nan=True)


@pytest.mark.parametrize(
    ("dims", "mode", "message"),
    [
        ([2], 0, "reduction_dim.*is 2"),
        ([-1], 0, "reduction_dim.*is -1"),
        ([1, 1], 0, "dimension 1 twice"),
        ([0], 2, "mode.*names no extremum"),
    ],
)
def test_dimensions_that_are_not_there(kernels: Kernels, dims: list[int], mode: int, message: str) -> None:
    with pytest.raises(Failed, match=message):
        extremum(kernels, samples(3, 4), dims, mode)
    with pytest.raises(Failed, match=r"dimensions to reduce are empty"):
        extremum(kernels, samples(3, 0), [1], 0)


def var_fields(k: Kernels, x: torch.Tensor, results: int, correction: int) -> tuple[int, dict[str, object]]:
    target = k.room(results, x.dtype)
    buffers = {f"{name}_global_addr": k.room(x.numel(), x.dtype) for name in ("buffer", "mul", "sum")}
    fields = {
        "input_shape": list(x.shape),
        "input_dim": x.dim(),
        "correction": correction,
        "keepdim": 0,
        "dtype": CODES[x.dtype],
    }
    return target, {"input_global_addr": k.put(x), "output_global_addr": target} | buffers | fields


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("correction", [0, 1, 2])
@pytest.mark.parametrize(("shape", "dims"), DIMS)
def test_variance(
    bm_a: BmA, shape: tuple[int, ...], dims: tuple[int, ...], correction: int, dtype: torch.dtype
) -> None:
    k = Kernels(bm_a)
    x = samples(*shape, dtype=dtype)
    expected = torch.var(x.double(), dims, correction=correction)
    target, fields = var_fields(k, x, expected.numel(), correction)
    k.run("reduce_var", "reduce_var", reduce_list=list(dims), reduce_dim=len(dims), **fields)
    assert_close(k.get(target, expected.shape, dtype), expected, "bm_a", steps=64)
    if x.numel():
        expected = torch.var(x.double(), correction=correction)
        target, fields = var_fields(k, x, 1, correction)
        k.run("reduce_var_all", "reduce_var", **(fields | {"sum_global_addr": 0}))
        assert_close(k.get(target, (), dtype), expected, "bm_a", steps=64)


def test_variance_of_too_few(bm_a: BmA) -> None:
    k = Kernels(bm_a)
    for x, correction in ((torch.ones(1), 1), (torch.tensor([1.0, 2.0]), 3)):
        target, fields = var_fields(k, x, 1, correction)
        k.run("reduce_var_all", "reduce_var", **fields)
        expected = torch.var(x, correction=correction)
        torch.testing.assert_close(k.get(target, (), torch.float32), expected, rtol=0, atol=0, equal_nan=True)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(
    ("shape", "axis"), [((7, 33), 1), ((5, 6, 7), 1), ((9, 4), 0), ((3, 5000), 1), ((2, 0), 1), ((0, 2), 1)]
)
def test_log_softmax(kernels: Kernels, shape: tuple[int, ...], axis: int, dtype: torch.dtype) -> None:
    x = samples(*shape, dtype=dtype, low=-9, high=9)
    actual = kernels.elementwise("log_softmax", "log_softmax", {"input": x}, axis=axis)
    assert_close(actual, torch.log_softmax(x.double(), axis), kernels.name, steps=64)


def test_log_softmax_of_special_values(kernels: Kernels) -> None:
    inf = math.inf
    x = torch.tensor([[1.0, -inf, 2.0], [-inf, -inf, -inf], [inf, 1.0, 2.0], [math.nan, 1.0, 2.0], [1e30, 1e30, -1e30]])
    actual = kernels.elementwise("log_softmax", "log_softmax", {"input": x}, axis=1)
    torch.testing.assert_close(actual, torch.log_softmax(x, 1), equal_nan=True)


# --- losses (bm_a)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(("reduction", "name"), [(0, "none"), (1, "mean"), (2, "sum")])
@pytest.mark.parametrize("shape", [(7,), (3, 2000), (0,), ()])
def test_mse_loss(bm_a: BmA, shape: tuple[int, ...], reduction: int, name: str, dtype: torch.dtype) -> None:
    k = Kernels(bm_a)
    x, y = samples(*shape, dtype=dtype), samples(*shape, dtype=dtype, seed=1)
    expected = torch.nn.functional.mse_loss(x.double(), y.double(), reduction=name)
    target = k.room(max(1, expected.numel()), dtype)
    k.run("mse_loss", "mse_loss", input1_global_addr=k.put(x), input2_global_addr=k.put(y), output_global_addr=target, reduction=reduction,
          shape=list(shape), dim=len(shape), dtype=CODES[dtype])  # fmt: skip
    assert_close(k.get(target, expected.shape, dtype), expected, "bm_a", steps=64)


def test_no_such_reduction(bm_a: BmA) -> None:
    with pytest.raises(Failed, match=r"reduction.*is 3, which names no reduction"):
        Kernels(bm_a).run("mse_loss", "mse_loss", reduction=3, shape=[2], dim=1, dtype=5)


def entropy_fields(
    k: Kernels, x: torch.Tensor, target: torch.Tensor, reduction: int, smoothing: float
) -> dict[str, object]:
    return {
        "input_global_addr": k.put(x),
        "target_global_addr": k.put(target),
        "batch": x.shape[0],
        "class_": x.shape[1],
        "reduction": reduction,
        "label_smoothing": smoothing,
        "dtype": CODES[x.dtype],
        "is_target_int64": int(target.dtype == torch.int64),
    }


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("index_dtype", [torch.int32, torch.int64])
@pytest.mark.parametrize("smoothing", [0.0, 0.25, 1.0])
@pytest.mark.parametrize(("reduction", "name"), [(0, "mean"), (1, "sum")])
@pytest.mark.parametrize("shape", [(5, 3), (40, 257), (1, 1)])
def test_cross_entropy(
    bm_a: BmA,
    shape: tuple[int, int],
    reduction: int,
    name: str,
    smoothing: float,
    index_dtype: torch.dtype,
    dtype: torch.dtype,
) -> None:
    k = Kernels(bm_a)
    x = samples(*shape, dtype=dtype, low=-5, high=5)
    target = torch.randint(0, shape[1], (shape[0],), generator=torch.Generator().manual_seed(1))
    wide = x.double().requires_grad_()
    loss = torch.nn.functional.cross_entropy(wide, target, reduction=name, label_smoothing=smoothing)
    fields = entropy_fields(k, x, target.to(index_dtype), reduction, smoothing)
    output = k.room(1, dtype)
    k.run("cross_entropy_loss", "cross_entropy_loss", output_global_addr=output, **fields)
    assert_close(k.get(output, (), dtype), loss.detach(), "bm_a", steps=64, scale=10.0)
    (loss * 0.5).backward()
    gradient = k.room(x.numel(), dtype)
    k.run("cross_entropy_loss_backward", "cross_entropy_loss_backward", grad_output_global_addr=k.put(torch.tensor(0.5, dtype=dtype)),
          grad_input_global_addr=gradient, **fields)  # fmt: skip
    assert wide.grad is not None
    assert_close(k.get(gradient, shape, dtype), wide.grad, "bm_a", steps=64)


@pytest.mark.parametrize(
    ("target", "reduction", "smoothing", "message"),
    [
        (3, 0, 0.0, "target_global_addr.*target 3 at position 0 is none of 3 classes"),
        (-100, 0, 0.0, "target_global_addr.*target -100"),
        (0, 2, 0.0, "reduction.*is 2"),
        (0, 0, 1.5, "label_smoothing.*is 1.5"),
    ],
)
def test_targets_that_are_no_class(bm_a: BmA, target: int, reduction: int, smoothing: float, message: str) -> None:
    k = Kernels(bm_a)
    fields = entropy_fields(k, samples(1, 3), torch.tensor([target], dtype=torch.int32), reduction, smoothing)
    with pytest.raises(Failed, match=message):
        k.run("cross_entropy_loss", "cross_entropy_loss", output_global_addr=k.room(1), **fields)
    with pytest.raises(Failed, match=message):
        k.run("cross_entropy_loss_backward", "cross_entropy_loss_backward", grad_output_global_addr=k.put(torch.ones(1)),
              grad_input_global_addr=k.room(3), **fields)  # fmt: skip


def test_cross_entropy_of_nothing(bm_a: BmA) -> None:
    k = Kernels(bm_a)
    for reduction, expected in ((0, math.nan), (1, 0.0)):
        output = k.room(1)
        fields = entropy_fields(k, samples(0, 3), torch.empty(0, dtype=torch.int32), reduction, 0.0)
        k.run("cross_entropy_loss", "cross_entropy_loss", output_global_addr=output, **fields)
        torch.testing.assert_close(k.get(output, (), torch.float32), torch.tensor(expected), equal_nan=True)


# --- norms over channels

PLANES = [(4, 3, 5, 6), (2, 5, 1, 1), (1, 2, 40, 30), (3, 4, 7, 1)]


def vectors(channels: int, dtype: torch.dtype) -> dict[str, torch.Tensor]:
    names = ("weight", "bias", "running_mean", "running_var")
    return {name: samples(channels, dtype=dtype, seed=i + 1, low=0.5) for i, name in enumerate(names)}


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("given", ["weight bias running_mean running_var", "weight", "running_var bias", ""])
@pytest.mark.parametrize("shape", PLANES)
def test_batchnorm2d(bm_a: BmA, shape: tuple[int, ...], given: str, dtype: torch.dtype) -> None:
    k = Kernels(bm_a)
    x = samples(*shape, dtype=dtype)
    values = {name: tensor if name in given.split() else None for name, tensor in vectors(shape[1], dtype).items()}
    addresses = {name: 0 if tensor is None else k.put(tensor) for name, tensor in values.items()}
    out, mean, invstd = (k.room(count, dtype) for count in (x.numel(), shape[1], shape[1]))
    k.run("batchnorm2d", "batchnorm2d", input_global_addr=k.put(x), output_global_addr=out, saved_mean_global_addr=mean,
          saved_invstd_global_addr=invstd, shape=list(shape), momentum=0.25, eps=1e-3, dtype=CODES[dtype],
          **{f"{name}_global_addr": address for name, address in addresses.items()})  # fmt: skip
    wide = {name: None if tensor is None else tensor.double() for name, tensor in values.items()}
    for name in ("running_mean", "running_var"):  # torch takes both or none
        if wide[name] is None and (wide["running_mean"] is not None or wide["running_var"] is not None):
            wide[name] = torch.ones(shape[1], dtype=torch.float64)
    expected = torch.native_batch_norm(
        x.double(), wide["weight"], wide["bias"], wide["running_mean"], wide["running_var"], True, 0.25, 1e-3
    )
    for address, reference in zip((out, mean, invstd), expected, strict=True):
        assert_close(k.get(address, reference.shape, dtype), reference, "bm_a", steps=128, scale=2.0)
    for name in ("running_mean", "running_var"):
        reference = wide[name]
        if addresses[name] and reference is not None:
            assert_close(k.get(addresses[name], reference.shape, dtype), reference, "bm_a", steps=64)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("wanted", ["input weight bias", "input", "weight", "bias"])
@pytest.mark.parametrize("with_weight", [True, False])
@pytest.mark.parametrize("shape", PLANES)
def test_batchnorm2d_backward(
    bm_a: BmA, shape: tuple[int, ...], with_weight: bool, wanted: str, dtype: torch.dtype
) -> None:
    k = Kernels(bm_a)
    x, gradient = samples(*shape, dtype=dtype), samples(*shape, dtype=dtype, seed=7)
    weight = vectors(shape[1], dtype)["weight"] if with_weight else None
    count = x.numel() // shape[1]
    mean = x.double().mean((0, 2, 3)).to(dtype)
    invstd = (x.double().var((0, 2, 3), correction=0) + 1e-3).rsqrt().to(dtype)
    targets = {name: k.room(x.numel(), dtype) if name in wanted.split() else 0 for name in ("input", "weight", "bias")}
    k.run("batchnorm2d_backward", "batchnorm2d_backward", grad_output_global_addr=k.put(gradient), input_global_addr=k.put(x),
          weight_global_addr=0 if weight is None else k.put(weight), saved_mean_global_addr=k.put(mean),
          saved_invstd_global_addr=k.put(invstd), shape=list(shape), dtype=CODES[dtype],
          **{f"grad_{name}_global_addr": address for name, address in targets.items()})  # fmt: skip
    normal = (x.double() - mean.double()[:, None, None]) * invstd.double()[:, None, None]
    expected = torch.ops.aten.native_batch_norm_backward(
        gradient.double(), x.double(), None if weight is None else weight.double(), None, None, mean.double(), invstd.double(), True, 1e-3,
        [True, True, True],
    )  # fmt: skip
    references = dict(zip(targets, expected, strict=True))
    references["weight"] = references["weight"] if with_weight else (gradient.double() * normal).sum((0, 2, 3))
    references["bias"] = gradient.double().sum((0, 2, 3))
    for name, address in targets.items():
        if address:
            reference = references[name]
            assert_close(
                k.get(address, reference.shape, dtype), reference, "bm_a", steps=64 + 2 * math.sqrt(count), scale=20.0
            )


GROUPS = [((4, 6, 5, 6), 3), ((2, 4, 30), 1), ((2, 4, 3), 4), ((3, 8), 2), ((1, 2, 3, 4, 5), 2), ((0, 2, 3, 3), 2)]


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("affine", [0, 1, 2, 3])
@pytest.mark.parametrize(("shape", "groups"), GROUPS)
def test_group_norm(kernels: Kernels, shape: tuple[int, ...], groups: int, affine: int, dtype: torch.dtype) -> None:
    k = kernels
    x = samples(*shape, dtype=dtype)
    given = vectors(shape[1], dtype)
    weight = given["weight"] if affine & 1 else None
    bias = given["bias"] if affine & 2 else None
    rows = shape[0] * groups
    out, mean, rstd = k.room(x.numel(), dtype), k.room(rows, dtype), k.room(rows, dtype)
    k.run("native_group_norm", "native_group_norm", input_global_addr=k.put(x), weight_global_addr=0 if weight is None else k.put(weight),
          bias_global_addr=0 if bias is None else k.put(bias), output_global_addr=out, mean_global_addr=mean, rstd_global_addr=rstd,
          shape=list(shape), dim=len(shape), axis=1, group_num=groups, eps=1e-3, affine=affine, dtype=CODES[dtype])  # fmt: skip
    wide = [None if tensor is None else tensor.double() for tensor in (weight, bias)]
    plane = math.prod(shape[2:])
    expected = torch.native_group_norm(x.double(), *wide, shape[0], shape[1], plane, groups, 1e-3)
    for address, reference in zip((out, mean, rstd), expected, strict=True):
        assert_close(k.get(address, reference.shape, dtype), reference, k.name, steps=128, scale=2.0)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"group_num": 0}, "group_num.*is 0 for 4 channels"),
        ({"group_num": 3}, "group_num.*is 3 for 4 channels"),
        ({"affine": 4}, "affine.*is 4"),
        ({"axis": 2}, "axis.*is 2"),
    ],
)
def test_groups_that_do_not_divide(kernels: Kernels, fields: dict[str, object], message: str) -> None:
    known = {"shape": [1, 4, 2], "dim": 3, "axis": 1, "group_num": 2, "eps": 0.0, "affine": 0, "dtype": 5}
    with pytest.raises(Failed, match=message):
        kernels.run("native_group_norm", "native_group_norm", **(known | fields))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("with_weight", [True, False])
@pytest.mark.parametrize(("shape", "groups"), [entry for entry in GROUPS if len(entry[0]) == 4])
def test_group_norm_backward(
    bm_a: BmA, shape: tuple[int, ...], groups: int, with_weight: bool, dtype: torch.dtype
) -> None:
    k = Kernels(bm_a)
    x, gradient = samples(*shape, dtype=dtype), samples(*shape, dtype=dtype, seed=7)
    weight = vectors(shape[1], dtype)["weight"] if with_weight else None
    rows = x.double().reshape(shape[0], groups, math.prod(shape[1:]) // groups)
    mean = rows.mean(2).to(dtype)
    rstd = (rows.var(2, correction=0) + 1e-3).rsqrt().to(dtype)
    targets = {name: k.room(max(x.numel(), shape[1]), dtype) for name in ("input", "weight", "bias")}
    k.run("groupnorm2d_backward", "groupnorm2d_backward", grad_output_global_addr=k.put(gradient), input_global_addr=k.put(x),
          weight_global_addr=0 if weight is None else k.put(weight), saved_mean_global_addr=k.put(mean),
          saved_invstd_global_addr=k.put(rstd), shape=list(shape), group_nums=groups, dtype=CODES[dtype],
          **{f"grad_{name}_global_addr": address for name, address in targets.items()})  # fmt: skip
    expected = torch.ops.aten.native_group_norm_backward(
        gradient.double(), x.double(), mean.double(), rstd.double(), torch.ones(shape[1]).double() if weight is None else weight.double(),
        shape[0], shape[1], shape[2] * shape[3], groups, [True, True, True],
    )  # fmt: skip
    for address, reference in zip(targets.values(), expected, strict=True):
        assert_close(k.get(address, reference.shape, dtype), reference, "bm_a", steps=256, scale=10.0)


# --- embedding


def embedding_backward(
    k: Kernels, gradient: torch.Tensor, index: torch.Tensor, rows: int, **fields: object
) -> torch.Tensor:
    width = gradient.shape[-1]
    target = k.room(rows * width, gradient.dtype)
    buffers = {
        f"{name}_global_addr": k.room(max(64, index.numel()))
        for name in ("sorted_index", "sorted_index_index", "from_index", "to_index")
    }
    shapes = {}
    for name, shape in (("grad_output", gradient.shape), ("index", index.shape), ("grad_input", (rows, width))):
        shapes |= {f"{name}_shape": list(shape), f"{name}_dim": len(shape)}
    known = {
        "window_size": 64,
        "grad_output_dtype": CODES[gradient.dtype],
        "is_index_int64": int(index.dtype == torch.int64),
    }
    k.run("embedding_backward", "embedding_backward", grad_output_global_addr=k.put(gradient), index_global_addr=k.put(index),
          grad_input_global_addr=target, **buffers, **(shapes | known | fields))  # fmt: skip
    return k.get(target, (rows, width), gradient.dtype)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("index_dtype", [torch.int32, torch.int64])
@pytest.mark.parametrize(
    ("shape", "rows", "width"), [((5,), 3, 4), ((6, 50), 20, 33), ((2, 3), 100, 1), ((0,), 4, 3), ((4,), 9, 0)]
)
def test_embedding_backward(
    kernels: Kernels, shape: tuple[int, ...], rows: int, width: int, index_dtype: torch.dtype, dtype: torch.dtype
) -> None:
    index = torch.randint(0, rows, shape, generator=torch.Generator().manual_seed(5), dtype=index_dtype)
    gradient = samples(*shape, width, dtype=dtype)
    expected = torch.zeros(rows, width, dtype=torch.float64)
    expected.index_add_(0, index.reshape(-1).long(), gradient.double().flatten(0, -2))
    assert_close(embedding_backward(kernels, gradient, index, rows), expected, kernels.name, steps=64)


@pytest.mark.parametrize("index", [-1, 3])
def test_rows_that_are_not_there(kernels: Kernels, index: int) -> None:
    with pytest.raises(Failed, match=rf"index_global_addr.*index {index} at position 1 is outside a table of 3 rows"):
        embedding_backward(kernels, samples(2, 4), torch.tensor([0, index], dtype=torch.int32), 3)
    with pytest.raises(Failed, match=r"grad_output_shape.*a row of grad_input for each index"):
        embedding_backward(kernels, samples(3, 4), torch.tensor([0, 1], dtype=torch.int32), 3)


# --- baddbmm (bm_a)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(("alpha", "beta"), [(1.0, 1.0), (0.5, -2.0), (2.0, 0.0)])
@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("input_shape", [(3, 5, 4), (5, 4), (4,), (3, 1, 4), (1,), ()])
def test_baddbmm(
    bm_a: BmA, input_shape: tuple[int, ...], transposed: bool, alpha: float, beta: float, dtype: torch.dtype
) -> None:
    k = Kernels(bm_a)
    x = samples(*input_shape, dtype=dtype)
    if beta == 0:
        x = torch.full_like(x, math.nan)
    left, right = samples(3, 5, 7, dtype=dtype, seed=1), samples(3, 7, 4, dtype=dtype, seed=2)
    target = k.room(60, dtype)
    k.run("baddbmm", "baddbmm", input_global_addr=k.put(x), buffer_global_addr=k.room(60, dtype) if beta else 0,
          batch1_global_addr=k.put(left), batch2_global_addr=k.put(right.transpose(1, 2).contiguous() if transposed else right),
          output_global_addr=target, input_shape=list(input_shape), batch1_shape=[3, 5, 7], batch2_shape=[3, 7, 4], output_shape=[3, 5, 4],
          input_dim=len(input_shape), batch1_dim=3, batch2_dim=3, output_dim=3, alpha=alpha, beta=beta, is_left_transpose=0,
          is_right_transpose=int(transposed), dtype=CODES[dtype])  # fmt: skip
    expected = torch.baddbmm(x.double(), left.double(), right.double(), alpha=alpha, beta=beta)
    assert_close(k.get(target, (3, 5, 4), dtype), expected, "bm_a", steps=64, scale=8.0)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"is_left_transpose": 1}, "is_left_transpose.*copy it into a contiguous buffer"),
        ({"batch2_shape": [3, 6, 4]}, "batch2_shape.*the last of batch1"),
        ({"input_shape": [3, 5, 2], "input_dim": 3}, "input_shape.*does not broadcast to 4"),
    ],
)
def test_faults_of_baddbmm(bm_a: BmA, fields: dict[str, object], message: str) -> None:
    known = {"input_shape": [4], "batch1_shape": [3, 5, 7], "batch2_shape": [3, 7, 4], "input_dim": 1, "batch1_dim": 3, "batch2_dim": 3,
             "alpha": 1.0, "beta": 1.0, "is_left_transpose": 0, "is_right_transpose": 0, "dtype": 5}  # fmt: skip
    with pytest.raises(Failed, match=message):
        Kernels(bm_a).run("baddbmm", "baddbmm", **(known | fields))
