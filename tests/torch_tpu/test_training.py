"""Gradients of convolutions, batch norm, pooling and losses on class numbers are computed on the device, and are the CPU's."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence

import pytest
import torch
import torch.nn.functional as F

import torch_tpu
from utest_ops.chips import Chip

pytestmark = [pytest.mark.native, pytest.mark.torch]

Tensor = torch.Tensor
TOLERANCE = {torch.float32: 2e-5, torch.float16: 2e-2, torch.bfloat16: 0.1}
aten = torch.ops.aten


@pytest.fixture(autouse=True)
def seeded() -> Iterator[None]:
    torch.manual_seed(11)
    yield
    torch_tpu.set_fallback_mode("silent")


def check(
    function: Callable[..., object], arguments: Sequence[Tensor | None], device: str, gradients: Sequence[int] = ()
) -> None:
    """Results, gradients of the first of them and arguments afterwards: values, data types and strides.

    Strides are those that the CPU gives float32: with f16 and bf16 its convolutions follow the processor. Values of float32 are those
    of float64: the order of the CPU's sums follows the processor.
    """

    def run(where: str, dtype: torch.dtype | None = None) -> list[Tensor]:
        there = [
            each
            if each is None
            else each.clone(memory_format=torch.preserve_format).to(where, dtype if each.is_floating_point() else None)
            for each in arguments
        ]
        wanted = [there[i] for i in gradients]
        for each in wanted:
            assert each is not None
            each.requires_grad_()
        made = function(*there)
        results = [each for each in (made if isinstance(made, tuple) else (made,)) if each is not None]
        if wanted:
            torch.manual_seed(results[0].numel())
            grad = torch.randn(results[0].shape).to(results[0].dtype)
            results += torch.autograd.grad(results[0], wanted, grad.to(where))
        return [each.detach() for each in [*results, *there] if each is not None]

    single = {each.dtype for each in arguments if each is not None and each.is_floating_point()} == {torch.float32}
    expected, laid_out = run("cpu", torch.float64 if single else None), run("cpu", torch.float32)
    if single:
        expected = [each.to(like.dtype) for each, like in zip(expected, laid_out, strict=True)]
    torch_tpu.set_fallback_mode("error")
    found = run(device)
    for got, expect, strides in zip(found, expected, (each.stride() for each in laid_out), strict=True):
        assert (got.dtype, got.shape, got.stride()) == (expect.dtype, expect.shape, strides)
        tolerance = TOLERANCE.get(expect.dtype, 0)
        torch.testing.assert_close(got.cpu(), expect, rtol=tolerance, atol=4 * tolerance, equal_nan=True)


def skip_missing(chip: Chip, dtype: torch.dtype) -> None:
    if dtype == torch.float16 and "f16" not in chip.dtypes:
        pytest.skip("the chip has no such type")


CONVOLUTIONS = {  # batch, groups, stride, padding, dilation, size of the kernel, transposed, output padding
    "plain": (2, 1, 1, 0, 1, 3, False, 0),
    "groups": (1, 2, 2, 1, 1, 3, False, 0),
    "stride over the kernel": (2, 2, 3, 0, 2, 2, False, 0),
    "depthwise": (3, 4, 2, 1, 2, 3, False, 0),
    "wide padding": (2, 1, 4, 2, 1, 3, False, 0),
    "one place": (2, 1, 2, 0, 1, 1, False, 0),
    "transposed": (2, 1, 2, 1, 1, 3, True, 1),
    "transposed groups": (1, 2, 3, 0, 1, 2, True, 2),
    "transposed dilation": (2, 2, 1, 1, 2, 3, True, 0),
    "output padding over the stride": (2, 1, 1, 1, 3, 3, True, 2),
}


@pytest.mark.parametrize("dtype", TOLERANCE, ids=str)
@pytest.mark.parametrize("what", CONVOLUTIONS)
def test_gradients_of_convolutions(what: str, dtype: torch.dtype, device: str, chip: Chip) -> None:
    skip_missing(chip, dtype)
    batch, groups, stride, padding, dilation, size, transposed, output_padding = CONVOLUTIONS[what]
    for dims, channels_last in itertools.product((1, 2, 3), (False, True)):
        if channels_last and (
            dims == 1 or output_padding > stride
        ):  # PyTorch's CPU gives another order of memory there
            continue
        name = f"conv{'_transpose' if transposed else ''}{dims}d"
        x = torch.randn(batch, 4, *(9, 8, 7)[:dims])
        weight = torch.randn(*((4, 8 // groups) if transposed else (8, 4 // groups)), *[size] * dims) / 4
        if channels_last:
            x = x.contiguous(memory_format=torch.channels_last if dims == 2 else torch.channels_last_3d)
        numbers = (stride, padding, *((output_padding, groups, dilation) if transposed else (dilation, groups)))
        check(
            lambda x, w, b, name=name, numbers=numbers: getattr(F, name)(x, w, b, *numbers),
            [x.to(dtype), weight.to(dtype), torch.randn(8).to(dtype)],
            device,
            (0, 1, 2),
        )


NORMS = {  # affine, running statistics, momentum, eps, training
    "all": (True, True, 0.1, 1e-5, True),
    "without weights": (False, True, 0.3, 1e-3, True),
    "without statistics": (True, False, 0.1, 1e-5, True),
    "nothing but the input": (False, False, 0.1, 0.5, True),
    "statistics that stay": (True, True, 0.0, 1e-5, True),
    "statistics of the last": (True, True, 1.0, 1e-5, True),
    "by statistics": (True, True, 0.1, 1e-5, False),
}


@pytest.mark.parametrize("what", NORMS)
def test_batch_norm(what: str, device: str) -> None:
    affine, statistics, momentum, eps, training = NORMS[what]
    planes = torch.randn(3, 4, 5, 6) * 2 + 1
    inputs = [
        planes,
        planes.contiguous(memory_format=torch.channels_last),
        planes.permute(0, 1, 3, 2),
        planes[:, :, 1:4],
        planes[:1],
        torch.randn(5, 4),
        torch.randn(2, 4, 7),
        torch.randn(2, 4, 2, 3, 2),
    ]
    for x in inputs:
        weights = [torch.randn(4), torch.randn(4)] if affine else [None, None]
        running = [torch.randn(4), torch.rand(4) + 0.5] if statistics else [None, None]
        check(
            lambda x, w, b, m, v: F.batch_norm(x, m, v, w, b, training, momentum, eps),
            [x, *weights, *running],
            device,
            (0, 1, 2) if affine else (0,),
        )


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16], ids=str)
def test_batch_norm_of_halves(dtype: torch.dtype, wide: bool, device: str, chip: Chip) -> None:
    skip_missing(chip, dtype)
    kept = torch.float32 if wide else dtype
    channels = [torch.randn(3).to(kept), torch.randn(3).to(kept), torch.zeros(3).to(kept), torch.ones(3).to(kept)]
    check(
        lambda x, w, b, m, v: F.batch_norm(x, m, v, w, b, True),
        [torch.randn(4, 3, 5, 5).to(dtype), *channels],
        device,
        (0, 1, 2),
    )


def test_other_forms_of_batch_norm(device: str) -> None:
    x, weight, bias = torch.randn(4, 3, 5, 5), torch.randn(3), torch.randn(3)
    mean, variance = torch.zeros(3), torch.ones(3)
    check(lambda *a: aten._native_batch_norm_legit(*a, True, 0.1, 1e-5), [x, weight, bias, mean, variance], device)
    check(lambda *a: aten._native_batch_norm_legit(*a, True, 0.1, 1e-5), [x, weight, bias], device)
    check(lambda *a: aten._batch_norm_with_update(*a, 0.1, 1e-5), [x, weight, bias, mean, variance], device)
    saved = [x.mean((0, 2, 3)), 1 / x.std((0, 2, 3))]
    for training in (True, False):
        check(
            lambda *a, training=training: aten.batch_norm_backward(
                *a, training, 1e-5, [True, True, True], torch.empty(0, dtype=torch.uint8, device=a[0].device)
            ),
            [torch.randn_like(x), x, weight, mean, variance, *saved],
            device,
        )


def test_a_module_counts_its_batches(device: str) -> None:
    module = torch.nn.BatchNorm2d(3).to(device)
    module.num_batches_tracked.fill_(2**32 - 2)
    torch_tpu.set_fallback_mode("error")
    for _ in range(3):
        module(torch.ones(2, 3, 4, 4).to(device))
    assert module.num_batches_tracked.item() == 2**32 + 1


CLASSES = {"matrix": (5, 7), "one sample": (7,), "planes": (2, 7, 3, 4), "row": (1, 7, 6), "one class": (3, 1)}


@pytest.mark.parametrize("reduction", ["none", "mean", "sum"])
@pytest.mark.parametrize("shape", CLASSES)
def test_losses_on_class_numbers(shape: str, reduction: str, device: str, chip: Chip) -> None:
    sizes = CLASSES[shape]
    classes = sizes[1] if len(sizes) > 1 else sizes[0]
    places = (sizes[0], *sizes[2:]) if len(sizes) > 1 else ()
    targets = torch.randint(0, classes, places)
    some = torch.where(torch.rand(places) < 0.5, 255, targets)
    bytes_ = targets.to(torch.uint8) if len(sizes) < 3 else targets
    for dtype, weighted, (target, ignored) in itertools.product(
        TOLERANCE,
        (False, True),
        ((targets, -100), (targets, 0), (some, 255), (torch.full(places, -100), -100), (bytes_, 1)),
    ):
        if dtype == torch.float16 and "f16" not in chip.dtypes:
            continue
        check(
            lambda x, t, w, ignored=ignored: F.nll_loss(x, t, w, ignore_index=ignored, reduction=reduction),
            [torch.randn(sizes).to(dtype), target, torch.rand(classes).to(dtype) if weighted else None],
            device,
            (0,),
        )


@pytest.mark.parametrize("target", [[0, 4], [-1, 1], [0, 2**32 + 1]])
def test_a_class_that_does_not_exist(target: list[int], device: str) -> None:
    x, there = torch.zeros(2, 4, device=device), torch.tensor(target).to(device)
    one = torch.ones((), device=device)
    for call in (lambda: F.nll_loss(x, there), lambda: aten.nll_loss_backward(one, x, there, None, 1, -100, one)):
        with pytest.raises(IndexError, match="out of bounds"):
            call()
    assert (x + 1).sum().item() == 8


WINDOWS = [  # size, stride, padding, dilation, rounded up
    (2, None, 0, 1, False),
    (3, 2, 1, 1, False),
    (3, 2, 1, 1, True),
    ((2, 3), (3, 1), 1, 1, True),
    (2, 3, 0, 1, True),
    (1, 2, 0, 1, False),
    (2, 2, 1, 2, False),
    (3, 1, 1, 2, True),
    ((2, 3), (2, 1), (1, 0), (3, 2), True),
]


def planes() -> dict[str, Tensor]:
    random = torch.randn(2, 3, 9, 8)
    special = random.clone()
    special[0, 0, 2:4, 3] = math.nan
    special[0, 1] = math.inf
    special[1] = -math.inf
    special[1, 0, 0, 0] = 1
    return {
        "random": random,
        "ties": torch.randint(0, 3, (2, 3, 9, 8)).float(),
        "special": special,
        "channels last": random.contiguous(memory_format=torch.channels_last),
        "permuted": random.permute(0, 1, 3, 2),
        "part": random[:, :, :6],
        "one": random[:1, :1],
        "without a batch": random[0],
    }


@pytest.mark.parametrize("kind", planes())
def test_largest_of_windows(kind: str, device: str) -> None:
    for size, stride, padding, dilation, up in WINDOWS:
        check(
            lambda x, w=(size, stride, padding, dilation, up): F.max_pool2d(x, *w, return_indices=True),
            [planes()[kind]],
            device,
            (0,),
        )


def test_largest_of_a_line(device: str) -> None:
    check(lambda x: F.max_pool1d(x, 3, 2, 1, 2, True, True), [torch.randn(2, 3, 17)], device, (0,))


@pytest.mark.parametrize("kind", sorted(planes().keys() - {"special"}))
def test_averages_of_windows(kind: str, device: str) -> None:
    x = planes()[kind]
    for (size, stride, padding, dilation, up), counted, divisor in itertools.product(WINDOWS, (False, True), (None, 3)):
        if dilation == 1:
            check(lambda x, w=(size, stride, padding, up, counted, divisor): F.avg_pool2d(x, *w), [x], device, (0,))
    for sizes in ((1, 1), (3, 4), (2, 3), (5, 7), (10, 9), (None, 2)):
        check(lambda x, sizes=sizes: F.adaptive_avg_pool2d(x, sizes), [x], device, (0,))


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16], ids=str)
def test_windows_of_halves(dtype: torch.dtype, device: str, chip: Chip) -> None:
    skip_missing(chip, dtype)
    x = torch.randn(2, 3, 9, 8).to(dtype)
    check(lambda x: F.max_pool2d(x, 3, 2, 1, 2, True, True), [x], device, (0,))
    check(lambda x: F.avg_pool2d(x, 3, 2), [x], device, (0,))
    check(lambda x: F.adaptive_avg_pool2d(x, (4, 3)), [x], device, (0,))


NUMBERS = [
    0,
    1,
    -1,
    2**31 - 1,
    -(2**31),
    2**31,
    2**32 - 1,
    2**32,
    -(2**32),
    2**62,
    -(2**63),
    2**63 - 1,
    2**40 - 1,
    -(2**40),
]


def test_long_integers(device: str) -> None:
    numbers = torch.tensor(NUMBERS)
    check(lambda x: (x.int(), x[::2].int(), x.view(2, 7).t().int(), x[3].int()), [numbers], device)
    for number in (1, -1, 0, 5, 2**24 - 1, 1 - 2**24):
        check(lambda x, n=number: (x + n, x[::2] + n, x[1] + n, torch.add(x, 3, alpha=n % 1000)), [numbers], device)
        check(lambda x, n=number: x.add_(n), [numbers], device)


@pytest.mark.parametrize("dtype", [torch.int32, torch.int16, torch.int8, torch.uint8, torch.bool], ids=str)
def test_short_integers_become_long(dtype: torch.dtype, device: str) -> None:
    numbers = torch.randint(-128, 127, (5, 6)).to(dtype)
    check(
        lambda x: (x.long(), x[::2, 1:].long(), x.t().long(), x[0, 0].long(), x.int(), x[:1].expand(3, 6).long()),
        [numbers],
        device,
    )
    check(lambda x, y: (y.t().copy_(x), y), [numbers, torch.zeros(6, 5, dtype=torch.long)], device)


def test_what_a_kernel_does_not_take_runs_on_the_cpu(device: str) -> None:
    x = torch.randn(2, 3, 6, 6)
    for call in (
        lambda x: F.max_pool2d(x, 2),
        lambda x: F.adaptive_avg_pool2d(x, 2),
        lambda x: F.batch_norm(x, None, None, training=True),
        lambda x: F.nll_loss(x, torch.zeros(2, 6, 6, dtype=torch.long, device=x.device)),
        lambda x: F.conv2d(x, x[:, :, :2, :2] * 1),
    ):
        expected, there = x.double().requires_grad_(), x.double().to(device).requires_grad_()
        found = call(there)
        torch.testing.assert_close(found.cpu(), call(expected))
        found.sum().backward()
        call(expected).sum().backward()
        assert there.grad is not None
        torch.testing.assert_close(there.grad.cpu(), expected.grad)
    empty = torch.zeros(0, 3, 4, 4).to(device)
    assert F.batch_norm(empty, None, None, training=True).shape == F.max_pool2d(empty, 1).shape == (0, 3, 4, 4)
