"""Gradients of activations and windows, running sums and scattered elements, remainders, steps of Adam: on both chips against torch."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
from kernel_harness import CODES, FLOATS, Kernels, assert_close, samples
from runtimes import Chip, Failed
from torch.nn import functional

pytestmark = pytest.mark.native


@pytest.fixture
def kernels(chip: Chip) -> Kernels:
    return Kernels(chip)


GRADIENTS: dict[str, Callable[[torch.Tensor, torch.Tensor], torch.Tensor]] = {
    "tanh_backward": lambda g, y: g * (1 - y * y),
    "sigmoid_backward": lambda g, y: g * (1 - y) * y,
    "silu_backward": lambda g, x: g * torch.sigmoid(x) * (1 + x * (1 - torch.sigmoid(x))),
}


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", GRADIENTS)
def test_activations(kernels: Kernels, name: str, dtype: torch.dtype) -> None:
    gradient, value = (samples(3, 217, seed=seed, dtype=dtype) for seed in (1, 2))
    target = kernels.room(value.numel(), dtype)
    kernels.run(name, "active_backward", grad_output_global_addr=kernels.put(gradient), value_global_addr=kernels.put(value),
                grad_input_global_addr=target, shape=[3, 217], dim=2, dtype=CODES[dtype])  # fmt: skip
    expected = GRADIENTS[name](gradient.double(), value.double())
    assert_close(kernels.get(target, value.shape, dtype), expected, kernels.name, steps=32)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("divisor", [2.5, -1.5, 0.0])
def test_remainder(kernels: Kernels, divisor: float, dtype: torch.dtype) -> None:
    x = samples(651, low=-20, high=20, dtype=dtype)
    actual = kernels.elementwise("remainder", "remainder", {"input": x}, scalar=divisor)
    assert_close(actual, torch.remainder(x.double(), divisor), kernels.name, steps=32)


# --- windows


def planes(
    kernels: Kernels, kernel: str, gradient: torch.Tensor, shape: tuple[int, ...], **fields: object
) -> torch.Tensor:
    target = kernels.room(torch.Size(shape).numel(), gradient.dtype)
    name = "grad_global_addr" if "indices" in kernel else "input_global_addr"
    kernels.run(kernel, kernel, **{name: kernels.put(gradient)}, output_global_addr=target, input_shape=list(gradient.shape),
                output_shape=list(shape), dtype=CODES[gradient.dtype], **fields)  # fmt: skip
    return kernels.get(target, shape, gradient.dtype)


@pytest.mark.parametrize("dtype", FLOATS)
def test_average(kernels: Kernels, dtype: torch.dtype) -> None:
    gradient = samples(2, 3, 4, 5, dtype=dtype)
    x = torch.zeros(2, 3, 9, 10, dtype=torch.float64, requires_grad=True)
    functional.avg_pool2d(x, 2).backward(gradient.double())
    assert x.grad is not None
    actual = planes(kernels, "avg_pooling_backward", gradient, (2, 3, 9, 10), kernel_size=2)
    assert_close(actual, x.grad, kernels.name, steps=1)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(
    ("window", "stride", "padding"), [((3, 3), (2, 1), (1, 1)), ((2, 4), (1, 3), (0, 2)), ((9, 10), (1, 1), (0, 0))]
)
def test_largest_and_its_gradient(
    kernels: Kernels, window: tuple[int, int], stride: tuple[int, int], padding: tuple[int, int], dtype: torch.dtype
) -> None:
    x = samples(2, 3, 9, 10, dtype=dtype).round()  # equal elements: the first counts
    x[0, 0, 3, 3:5] = float("nan")
    values, places = functional.max_pool2d(x.double(), window, stride, padding, return_indices=True)
    target, mask = kernels.room(values.numel(), dtype), kernels.room(values.numel(), torch.int32)
    kernels.run("max_pooling_with_mask", "max_pooling_with_mask", input_global_addr=kernels.put(x), output_global_addr=target,
                mask_global_addr=mask, input_shape=list(x.shape), output_shape=list(values.shape), dtype=CODES[dtype],
                pooling_desc=[*window, *padding, *stride, -1, -1, 0])  # fmt: skip
    actual = kernels.get(target, values.shape, dtype)
    torch.testing.assert_close(actual, values.to(dtype), rtol=0, atol=0, equal_nan=True)
    assert torch.equal(kernels.get(mask, values.shape, torch.int32).long(), places)
    gradient = samples(*values.shape, dtype=dtype)
    back = planes(kernels, "max_pooling_indices_backward", gradient, tuple(x.shape), indices_global_addr=mask)
    sums = torch.zeros(2, 3, 90, dtype=torch.float64).scatter_add(2, places.flatten(2), gradient.double().flatten(2))
    assert_close(back, sums.unflatten(2, (9, 10)), kernels.name, steps=64)


def test_windows_that_are_not_there(kernels: Kernels) -> None:
    with pytest.raises(Failed, match=r"input_shape.*lie behind the plane"):
        planes(kernels, "avg_pooling_backward", samples(1, 1, 3, 2), (1, 1, 5, 4), kernel_size=2)
    with pytest.raises(Failed, match=r"output_shape.*other planes"):
        planes(kernels, "avg_pooling_backward", samples(1, 1, 2, 2), (1, 2, 4, 4), kernel_size=2)
    with pytest.raises(Failed, match="index 16 at position 3 is outside a plane of size 16"):
        places = kernels.put(torch.tensor([0, 15, 3, 16], dtype=torch.int32))
        planes(kernels, "max_pooling_indices_backward", samples(1, 1, 2, 2), (1, 1, 4, 4), indices_global_addr=places)


# --- sums, and elements at positions


@pytest.mark.parametrize("dtype", [*FLOATS, torch.int32, torch.uint8])
@pytest.mark.parametrize(("shape", "axis"), [((300,), 0), ((7, 65), 1), ((33, 5), 0), ((2, 9, 4), 1), ((3, 0, 4), 1)])
def test_cumsum(kernels: Kernels, shape: tuple[int, ...], axis: int, dtype: torch.dtype) -> None:
    x = samples(*shape, low=-9, high=9).to(dtype)
    target = kernels.room(x.numel(), dtype)
    kernels.run("cumsum", "cumsum", input_global_addr=kernels.put(x), output_global_addr=target, shape=list(shape), dim=len(shape),
                axis=axis, dtype=CODES[dtype])  # fmt: skip
    actual = kernels.get(target, shape, dtype)
    if dtype.is_floating_point:
        assert_close(actual, torch.cumsum(x.double(), axis), kernels.name, steps=4096)
    else:
        assert torch.equal(actual, torch.cumsum(x, axis, dtype=dtype))


def scatter(
    kernels: Kernels, x: torch.Tensor, src: torch.Tensor, index: torch.Tensor, axis: int, add: bool
) -> torch.Tensor:
    target = kernels.put(x)
    kernels.run("scatter", "scatter", output_global_addr=target, src_global_addr=kernels.put(src), index_global_addr=kernels.put(index),
                output_shape=list(x.shape), src_shape=list(src.shape), index_shape=list(index.shape), dim=x.dim(), axis=axis,
                dtype=CODES[x.dtype], add=int(add), is_index_int64=int(index.dtype == torch.int64))  # fmt: skip
    return kernels.get(target, x.shape, x.dtype)


@pytest.mark.parametrize("index_dtype", [torch.int32, torch.int64])
@pytest.mark.parametrize("dtype", [*FLOATS, torch.int32])
@pytest.mark.parametrize(
    ("shape", "source", "chosen", "axis"),
    [
        ((9,), (20,), (20,), 0),
        ((5, 7), (5, 9), (4, 9), 1),
        ((33, 6), (4, 7), (3, 5), 0),
        ((3, 4, 5), (3, 2, 5), (3, 2, 5), 1),
    ],
)
def test_scatter(
    kernels: Kernels,
    shape: tuple[int, ...],
    source: tuple[int, ...],
    chosen: tuple[int, ...],
    axis: int,
    dtype: torch.dtype,
    index_dtype: torch.dtype,
) -> None:
    x, src = (samples(*sizes, seed=seed, low=-9, high=9).to(dtype) for seed, sizes in ((1, shape), (2, source)))
    index = torch.randint(0, shape[axis], chosen, generator=torch.Generator().manual_seed(3)).to(index_dtype)
    expected = x.clone()
    for i in range(chosen[axis]):  # of equal indices the last counts
        expected.scatter_(axis, index.long().narrow(axis, i, 1), src.narrow(axis, i, 1))
    assert torch.equal(scatter(kernels, x, src, index, axis, False), expected)
    sums = scatter(kernels, x, src, index, axis, True)
    expected = x.double().scatter_add(axis, index.long(), src.double())
    if dtype.is_floating_point:
        assert_close(sums, expected, kernels.name, steps=256)
    else:
        assert torch.equal(sums.double(), expected)


def test_positions_outside(kernels: Kernels) -> None:
    x, src = samples(3, 4), samples(3, 2)
    index = torch.tensor([[0, 1], [2, 4], [3, 0]], dtype=torch.int32)
    with pytest.raises(Failed, match="index 4 at position 3 is outside an axis of size 4"):
        scatter(kernels, x, src, index, 1, True)
    with pytest.raises(Failed, match=r"index_shape.*size 3 in dimension 1, more than the source"):
        scatter(kernels, x, src, torch.zeros(3, 3, dtype=torch.int32), 1, False)
    with pytest.raises(Failed, match=r"index_shape.*size 4 in dimension 0, more than the output"):
        scatter(kernels, x, samples(4, 2), torch.zeros(4, 2, dtype=torch.int32), 1, False)


def index_put(
    kernels: Kernels, x: torch.Tensor, src: torch.Tensor, index: torch.Tensor, axis: int, add: bool, **fields: int
) -> torch.Tensor:
    target = kernels.put(x)
    given = {"index_num": len(index), "axis": axis} | fields
    kernels.run("index_put", "index_put", output_global_addr=target, src_global_addr=kernels.put(src), index_global_addr=kernels.put(index),
                output_shape=list(x.shape), dim=x.dim(), dtype=CODES[x.dtype], add=int(add),
                is_index_int64=int(index.dtype == torch.int64), **given)  # fmt: skip
    return kernels.get(target, x.shape, x.dtype)


@pytest.mark.parametrize("index_dtype", [torch.int32, torch.int64])
@pytest.mark.parametrize("dtype", [*FLOATS, torch.int32])
@pytest.mark.parametrize(
    ("shape", "rows", "axis"), [((9,), 20, 0), ((5, 7), 9, 1), ((33, 6), 3, 0), ((3, 4, 5), 0, 1), ((2, 3, 65), 7, 2)]
)
def test_index_put(
    kernels: Kernels, shape: tuple[int, ...], rows: int, axis: int, dtype: torch.dtype, index_dtype: torch.dtype
) -> None:
    source = (*shape[:axis], rows, *shape[axis + 1 :])
    x, src = (samples(*sizes, seed=seed, low=-9, high=9).to(dtype) for seed, sizes in ((1, shape), (2, source)))
    index = torch.randint(0, shape[axis], (rows,), generator=torch.Generator().manual_seed(3)).to(index_dtype)
    expected = x.clone()
    for i in range(rows):  # of equal indices the last counts
        expected.select(axis, int(index[i])).copy_(src.select(axis, i))
    assert torch.equal(index_put(kernels, x, src, index, axis, False), expected)
    sums = index_put(kernels, x, src, index, axis, True)
    expected = x.double().index_add(axis, index.long(), src.double())
    if dtype.is_floating_point:
        assert_close(sums, expected, kernels.name, steps=256)
    else:
        assert torch.equal(sums.double(), expected)


def test_rows_outside(kernels: Kernels) -> None:
    x, src, index = samples(3, 4), samples(3, 2), torch.tensor([1, 4], dtype=torch.int32)
    with pytest.raises(Failed, match="index 4 at position 1 is outside an axis of size 4"):
        index_put(kernels, x, src, index, 1, True)
    with pytest.raises(Failed, match=r"index_num.*is negative: -1"):
        index_put(kernels, x, src, index, 1, False, index_num=-1)
    with pytest.raises(Failed, match="axis"):
        index_put(kernels, x, src, index, 2, False)


# --- optimisers


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("optimiser", [torch.optim.Adam, torch.optim.AdamW])
@pytest.mark.parametrize(("amsgrad", "maximize"), [(False, False), (True, True)])
def test_adam(
    kernels: Kernels, optimiser: type[torch.optim.Adam], amsgrad: bool, maximize: bool, dtype: torch.dtype
) -> None:
    """Two steps in place, against PyTorch's in f64; the numbers are exact in f32."""
    weight, gradient = (samples(217, seed=seed, dtype=dtype) for seed in (1, 2))
    wide = torch.nn.Parameter(weight.double())
    settings = {"lr": 2.0**-6, "betas": (0.875, 0.96875), "eps": 2.0**-20, "weight_decay": 0.0625}
    steps = optimiser([wide], amsgrad=amsgrad, maximize=maximize, **settings)  # type: ignore[arg-type]
    names = {"weight": weight, **{name: torch.zeros_like(weight) for name in ("m", "v", "vmax")}}
    places = {name: kernels.put(tensor) for name, tensor in names.items()}
    for step in (1, 2):
        wide.grad = gradient.double()
        steps.step()
        given = {f"{name}_global_addr": place for name, place in places.items()}
        out = {f"{name}_out_global_addr": place for name, place in places.items()}
        kernels.run("adam", "adam", **given, **out, grad_global_addr=kernels.put(gradient),
                    step_global_addr=kernels.put(torch.tensor([float(step)])), shape=[217], dim=1, dtype=CODES[dtype], lr=2.0**-6,
                    beta1=0.875, beta2=0.96875, eps=2.0**-20, weight_decay=0.0625, amsgrad=int(amsgrad), maximize=int(maximize),
                    decoupled=int(optimiser is torch.optim.AdamW))  # fmt: skip
    actual = kernels.get(places["weight"], weight.shape, dtype).double()
    # Weights and moments are rounded to the data type after each step.
    unit = {torch.float32: 2.0**-22, torch.float16: 2.0**-9, torch.bfloat16: 2.0**-5}[dtype]
    assert ((actual - wide.detach()).abs() <= unit * (weight.double().abs() + 1)).all()
    assert ((actual - weight.double()).abs() > 0).any()
