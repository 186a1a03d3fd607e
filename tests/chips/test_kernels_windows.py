"""Pooling, upsampling and its gradient, convolution's gradients, on planes, against torch."""

from __future__ import annotations

import pytest
import torch
from kernel_harness import CODES, CONSTANTS, FLOATS, Kernels, assert_close, samples
from runtimes import BmA, Chip, Failed

pytestmark = pytest.mark.native


@pytest.fixture
def kernels(chip: Chip) -> Kernels:
    return Kernels(chip)


AVERAGE, MAXIMUM = CONSTANTS["POOLING_AVG"], CONSTANTS["POOLING_MAX"]
# planes, window, stride, padding, ceil
WINDOWS = [
    ((2, 3, 8, 9), (3, 3), (2, 2), (1, 1), False),
    ((1, 4, 7, 5), (2, 3), (1, 2), (0, 1), False),
    ((2, 1, 6, 6), (6, 6), (1, 1), (0, 0), False),
    ((1, 2, 7, 8), (3, 2), (2, 3), (1, 0), True),
    ((3, 2, 1, 1), (1, 1), (1, 1), (0, 0), False),
    ((0, 2, 4, 4), (2, 2), (2, 2), (0, 0), False),
]


def descriptor(window: tuple[int, int], stride: tuple[int, int], padding: tuple[int, int], mode: int) -> list[int]:
    return [*window, *padding, *stride, -1, -1, mode]


def pool(k: Kernels, x: torch.Tensor, shape: tuple[int, ...], desc: list[int]) -> torch.Tensor:
    target = k.room(torch.Size(shape).numel(), x.dtype)
    k.run(
        "avg_pooling",
        "pooling",
        input_global_addr=k.put(x),
        output_global_addr=target,
        input_shape=list(x.shape),
        output_shape=list(shape),
        pooling_desc=desc,
        dtype=CODES[x.dtype],
    )
    return k.get(target, shape, x.dtype)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(("shape", "window", "stride", "padding", "ceil"), WINDOWS)
def test_average(
    kernels: Kernels,
    shape: tuple[int, ...],
    window: tuple[int, int],
    stride: tuple[int, int],
    padding: tuple[int, int],
    ceil: bool,
    dtype: torch.dtype,
) -> None:
    x = samples(*shape, dtype=dtype)
    expected = torch.nn.functional.avg_pool2d(x.double(), window, stride, padding, ceil)
    actual = pool(kernels, x, tuple(expected.shape), descriptor(window, stride, padding, AVERAGE))
    assert_close(actual, expected, kernels.name, steps=8)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(("shape", "window", "stride", "padding", "ceil"), WINDOWS)
def test_largest(
    kernels: Kernels,
    shape: tuple[int, ...],
    window: tuple[int, int],
    stride: tuple[int, int],
    padding: tuple[int, int],
    ceil: bool,
    dtype: torch.dtype,
) -> None:
    x = samples(*shape, dtype=dtype)
    if x.numel():
        x[0, 0, 0, 0], x[-1, -1, -1, -1] = float("nan"), float("-inf")
    expected = torch.nn.functional.max_pool2d(x.double(), window, stride, padding, ceil_mode=ceil).to(dtype)
    actual = pool(kernels, x, tuple(expected.shape), descriptor(window, stride, padding, MAXIMUM))
    torch.testing.assert_close(actual, expected, rtol=0, atol=0, equal_nan=True)


@pytest.mark.parametrize(
    ("desc", "shape", "message"),
    [
        ([2, 2, 0, 0, 2, 2, 0, 0, 1], (1, 1, 2, 2), "pooling_desc.*mode is 1"),
        ([2, 0, 0, 0, 2, 2, 0, 0, 2], (1, 1, 2, 2), "pooling_desc.*must be positive"),
        ([2, 2, -1, 0, 2, 2, 0, 0, 2], (1, 1, 2, 2), "pooling_desc.*must not be negative"),
        ([2, 2, 0, 0, 2, 2, 0, 0, 2], (1, 1, 3, 2), "output_shape.*the last of 3 windows lies behind the padding"),
        ([2, 2, 0, 0, 2, 2, 0, 0, 2], (1, 2, 2, 2), "output_shape.*other planes"),
    ],
)
def test_windows_that_are_not_there(kernels: Kernels, desc: list[int], shape: tuple[int, ...], message: str) -> None:
    with pytest.raises(Failed, match=message):
        pool(kernels, samples(1, 1, 4, 4), shape, desc)


# --- upsampling (bm_a)


def interpolate(k: Kernels, x: torch.Tensor, size: tuple[int, int], **fields: object) -> torch.Tensor:
    shape = (*x.shape[:2], *size)
    target, buffer = k.room(torch.Size(shape).numel(), x.dtype), k.room(torch.Size(shape).numel(), x.dtype)
    known = {"pad_bag": 0, "pad_end": 0, "if_getting_buffer_size": 0, "align_corners": 0, "half_pixel_centers": 1}
    k.run(
        "interp",
        "upsampling2d",
        input_global_addr=k.put(x),
        output_global_addr=target,
        buffer_addr=buffer,
        shape=list(x.shape),
        out_shape=list(shape),
        dim=4,
        dtype=CODES[x.dtype],
        **(known | fields),
    )
    return k.get(target, shape, x.dtype)


SIZES = [
    ((2, 3, 5, 7), (10, 14)),
    ((1, 2, 4, 4), (9, 3)),
    ((1, 1, 1, 6), (4, 1)),
    ((2, 2, 3, 3), (3, 3)),
    ((0, 2, 3, 3), (6, 6)),
]


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(("shape", "size"), SIZES)
def test_nearest(bm_a: BmA, shape: tuple[int, ...], size: tuple[int, int], dtype: torch.dtype) -> None:
    x = samples(*shape, dtype=dtype)
    x.reshape(-1)[:1] = float("inf")
    expected = torch.nn.functional.interpolate(x, size, mode="nearest")
    # As the legacy host sets the two flags.
    flags = {"align_corners": 1, "half_pixel_centers": 0}
    actual = interpolate(Kernels(bm_a), x, size, platform_sp=CONSTANTS["PYTORCH_NEAREST"], **flags)
    assert torch.equal(actual, expected)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("align_corners", [False, True])
@pytest.mark.parametrize(("shape", "size"), SIZES)
def test_bilinear(
    bm_a: BmA, shape: tuple[int, ...], size: tuple[int, int], align_corners: bool, dtype: torch.dtype
) -> None:
    x = samples(*shape, dtype=dtype)
    expected = torch.nn.functional.interpolate(x.double(), size, mode="bilinear", align_corners=align_corners)
    fields = {"platform_sp": CONSTANTS["PYTORCH_SUPPORT"], "align_corners": int(align_corners)}
    assert_close(interpolate(Kernels(bm_a), x, size, **fields), expected, "bm_a", steps=32)


def test_bilinear_without_half_pixels(bm_a: BmA) -> None:
    x = torch.arange(4.0).reshape(1, 1, 1, 4)
    fields = {"platform_sp": CONSTANTS["PYTORCH_SUPPORT"], "half_pixel_centers": 0}
    assert interpolate(Kernels(bm_a), x, (1, 8), **fields).tolist() == [[[[0, 0.5, 1, 1.5, 2, 2.5, 3, 3]]]]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"platform_sp": 0}, "platform_sp.*is 0"),
        ({"platform_sp": 5, "pad_end": 1}, "pad_end.*must be 0"),
        ({"platform_sp": 5, "out_shape": [1, 2, 4, 4]}, "out_shape.*the first two"),
        ({"platform_sp": 5, "shape": [1, 1, 0, 2]}, "shape.*empty where out_shape is not"),
    ],
)
def test_other_upsamplings_are_faults(bm_a: BmA, fields: dict[str, object], message: str) -> None:
    k = Kernels(bm_a)
    known = {"shape": [1, 1, 2, 2], "out_shape": [1, 1, 4, 4], "dim": 4, "dtype": 5, "pad_bag": 0, "pad_end": 0,
             "if_getting_buffer_size": 0} | {name: k.room(32) for name in ("input_global_addr", "output_global_addr", "buffer_addr")}  # fmt: skip
    with pytest.raises(Failed, match=message):
        k.run("interp", "upsampling2d", **(known | fields))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("scale", [(1, 1), (2, 2), (3, 2)])
def test_nearest_backward(bm_a: BmA, scale: tuple[int, int], dtype: torch.dtype) -> None:
    k = Kernels(bm_a)
    x = torch.zeros(2, 3, 4, 5, dtype=torch.float64, requires_grad=True)
    out = torch.nn.functional.interpolate(x, scale_factor=scale, mode="nearest")
    gradient = samples(*out.shape, dtype=dtype)
    out.backward(gradient.double())
    target = k.room(x.numel(), dtype)
    k.run(
        "upsample_nearest2d_backward",
        "upsample2d_backward",
        input_global_addr=k.put(gradient),
        output_global_addr=target,
        input_shape=list(gradient.shape),
        output_shape=list(x.shape),
        pooling_desc=descriptor(scale, scale, (0, 0), AVERAGE),
        scalar=scale[0] * scale[1],
        dtype=CODES[dtype],
    )
    assert x.grad is not None
    assert_close(k.get(target, x.shape, dtype), x.grad, "bm_a", steps=8)
    with pytest.raises(Failed, match=r"pooling_desc.*mode is 0"):
        k.run(
            "upsample_nearest2d_backward", "upsample2d_backward", pooling_desc=descriptor(scale, scale, (0, 0), MAXIMUM)
        )


# --- gradients of a convolution (bm_a)

# input, output channels, kernel, stride, padding, dilation, groups
CONVOLUTIONS = [
    ((2, 4, 7, 8), 6, (3, 3), (1, 1), (1, 1), (1, 1), 1),
    ((2, 4, 9, 6), 8, (3, 2), (2, 1), (0, 1), (1, 2), 2),
    ((1, 6, 5, 5), 6, (5, 5), (1, 1), (2, 2), (1, 1), 6),
    ((3, 2, 6, 6), 3, (1, 1), (2, 2), (0, 0), (1, 1), 1),
    ((0, 2, 6, 6), 3, (1, 1), (1, 1), (0, 0), (1, 1), 1),
]


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("wanted", ["input weight bias", "weight", "input", "bias", ""])
@pytest.mark.parametrize(("shape", "channels", "kernel", "stride", "padding", "dilation", "groups"), CONVOLUTIONS)
def test_conv2d_backward(
    bm_a: BmA,
    shape: tuple[int, ...],
    channels: int,
    kernel: tuple[int, int],
    stride: tuple[int, int],
    padding: tuple[int, int],
    dilation: tuple[int, int],
    groups: int,
    wanted: str,
    dtype: torch.dtype,
) -> None:
    k = Kernels(bm_a)
    inputs = {
        "input": samples(*shape, dtype=dtype),
        "weight": samples(channels, shape[1] // groups, *kernel, dtype=dtype, seed=1),
        "bias": torch.zeros(channels, dtype=dtype),
    }
    wide = {name: tensor.double().requires_grad_() for name, tensor in inputs.items()}
    out = torch.nn.functional.conv2d(*wide.values(), stride, padding, dilation, groups)  # type: ignore[call-overload]
    gradient = samples(*out.shape, dtype=dtype, seed=2)
    out.backward(gradient.double())
    targets = {name: k.room(tensor.numel(), dtype) if name in wanted else 0 for name, tensor in inputs.items()}
    k.run(
        "conv2d_backward",
        "conv2d_backward",
        input_global_addr=k.put(inputs["input"]),
        weight_global_addr=k.put(inputs["weight"]),
        grad_output_global_addr=k.put(gradient),
        buffer_global_addr=0,
        **{f"grad_{name}_global_addr": address for name, address in targets.items()},
        input_shape=list(shape),
        output_shape=list(out.shape),
        groups=groups,
        kernel=list(kernel),
        stride=list(stride),
        dilation=list(dilation),
        pad=[padding[0], padding[0], padding[1], padding[1]],
        dtype=CODES[dtype],
    )
    for name, address in targets.items():
        if address:
            expected = wide[name].grad
            assert expected is not None
            assert_close(k.get(address, expected.shape, dtype), expected, "bm_a", steps=64)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"output_shape": [1, 2, 3, 4]}, r"output_shape.*is not that of the convolution, \[1, 2, 4, 4\]"),
        ({"groups": 3}, "groups.*3 groups do not divide"),
        ({"stride": [0, 1]}, "stride.*must be positive"),
        ({"kernel": [7, 1]}, "kernel.*reaches over 7 of 4"),
    ],
)
def test_faults_of_conv2d_backward(bm_a: BmA, fields: dict[str, object], message: str) -> None:
    known = {"input_shape": [1, 2, 4, 4], "output_shape": [1, 2, 4, 4], "groups": 1, "kernel": [1, 1], "stride": [1, 1],
             "dilation": [1, 1], "pad": [0, 0, 0, 0], "dtype": 5}  # fmt: skip
    with pytest.raises(Failed, match=message):
        Kernels(bm_a).run("conv2d_backward", "conv2d_backward", **(known | fields))
