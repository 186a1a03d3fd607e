"""Convolution and the order of its weights, on bm_a."""

from __future__ import annotations

import math

import pytest
import torch
from kernel_harness import CODES, CONSTANTS, FLOATS, Kernels, assert_close, samples
from runtimes import BmA

pytestmark = pytest.mark.native


def reorder(k: Kernels, weight: torch.Tensor, mode: str, shape: tuple[int, ...]) -> int:
    output = k.room(math.prod(shape), weight.dtype)
    fields = {"shape": list(weight.shape), "mode": CONSTANTS[mode]}
    k.run(
        "conv_weight_reorder",
        "conv_weight_reorder",
        input_global_addr=k.put(weight),
        output_global_addr=output,
        **fields,
    )
    return output


@pytest.mark.parametrize("by_input", [True, False])
@pytest.mark.parametrize(("oc", "ic"), [(3, 5), (40, 33), (32, 64)])
def test_weight_reorder(bm_a: BmA, by_input: bool, oc: int, ic: int) -> None:
    k = Kernels(bm_a)
    weight = samples(oc, ic, 3, 2, dtype=torch.float16)
    rows, channels = (oc, ic) if by_input else (ic, oc)
    blocks = -(-channels // 32)
    shape = (rows, 6, blocks, 32)
    address = reorder(k, weight, "REORDER_WEIGHT_32IC" if by_input else "REORDER_WEIGHT_32OC", shape)
    rearranged = weight.permute(0, 2, 3, 1) if by_input else weight.permute(1, 2, 3, 0)
    padded = torch.zeros(rows, 6, blocks * 32, dtype=torch.float16)
    padded[:, :, :channels] = rearranged.reshape(rows, 6, channels)
    assert torch.equal(k.get(address, shape, torch.float16), padded.reshape(shape))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(
    ("groups", "stride", "padding", "dilation"),
    [
        (1, (1, 1), (0, 0), (1, 1)),
        (1, (2, 1), (1, 2), (1, 1)),
        (2, (1, 2), (1, 1), (2, 1)),
        (4, (1, 1), (2, 0), (1, 2)),
    ],
)
@pytest.mark.parametrize("with_bias", [False, True])
def test_conv2d(
    bm_a: BmA,
    groups: int,
    stride: tuple[int, int],
    padding: tuple[int, int],
    dilation: tuple[int, int],
    with_bias: bool,
    dtype: torch.dtype,
) -> None:
    k = Kernels(bm_a)
    x, weight = samples(2, 4, 9, 8, dtype=dtype), samples(8, 4 // groups, 3, 2, dtype=dtype, seed=1)
    bias = samples(8, seed=2) if with_bias else None
    expected = torch.nn.functional.conv2d(
        x.double(), weight.double(), None if bias is None else bias.double(), stride, padding, dilation, groups
    )
    plain = dtype == torch.float32
    output = k.room(expected.numel(), dtype)
    k.run(
        "conv2d",
        "conv2d",
        input_global_addr=k.put(x),
        weight_global_addr=k.put(weight) if plain else reorder(k, weight, "REORDER_WEIGHT_32IC", (8, 6, 1, 32)),
        bias_global_addr=0 if bias is None else k.put(bias),
        output_global_addr=output,
        input_shape=list(x.shape),
        output_c=8,
        groups=groups,
        kernel=[3, 2],
        stride=list(stride),
        dilation=list(dilation),
        pad=[padding[0], padding[0], padding[1], padding[1]],
        dtype=CODES[dtype],
    )
    assert_close(k.get(output, expected.shape, dtype), expected, "bm_a", scale=8)
