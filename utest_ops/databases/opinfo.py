"""Trials of OpInfo entries: torch.testing._internal.common_methods_invocations.op_db."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import torch
from torch.testing._internal.common_device_type import toleranceOverride
from torch.testing._internal.common_methods_invocations import op_db
from torch.testing._internal.opinfo.core import DecorateInfo, OpInfo, SampleInput

from utest_ops.databases.expectations import expectations
from utest_ops.databases.native import is_native
from utest_ops.databases.transfer import Transfer, tensors_in
from utest_ops.databases.trial import DTYPES, Tolerance, Trial

CHECKS = ("forward", "noncontiguous", "out", "inplace", "backward")


@cache
def entries() -> dict[str, OpInfo]:
    """Every entry by its name: `svd`, `std.unbiased` (name and variant)."""
    found: dict[str, OpInfo] = {}
    for op in op_db:
        name = f"{op.name}.{op.variant_test_name}" if op.variant_test_name else op.name
        assert name not in found, name
        found[name] = op
    return found


def trials(name: str) -> Iterator[Trial]:
    """Forward in f32 (or the first dtype that the entry takes); of operators with native kernels every check and the other dtypes."""
    op = entries()[name]
    native = is_native(op.name, op.aten_name)
    takes = [dtype for dtype in DTYPES if DTYPES[dtype] in op.dtypes]
    if not takes:
        return  # an entry for PyTorch's own accelerators
    yield from _forward(name, op, takes[0], reference=native)
    if not native:
        return
    for make in (_noncontiguous, _out, _inplace, _backward):
        yield from make(name, op, takes[0])
    for dtype in takes[1:]:
        yield from _forward(name, op, dtype, reference=False)
        yield from _backward(name, op, dtype)


def _trial(name: str, op: OpInfo, check: str, dtype: str, index: int, sample: SampleInput, **changed: Any) -> Trial:
    data = expectations()
    parts = {
        "function": op,
        "args": (sample.input, *sample.args),
        "kwargs": sample.kwargs,
        "finish": sample.output_process_fn_grad,
    } | changed
    given = tensors_in((parts["args"], parts["kwargs"])) if name in data.host_indices else []
    return Trial(
        check=check,
        dtype=dtype,
        index=index,
        tolerance=_own_tolerance(name, dtype),
        values_defined=name not in data.undefined_values,
        on_host=tuple(each for each in given if each.dtype is torch.int64),
        **parts,
    )


@cache
def _own_tolerance(name: str, dtype: str) -> Tolerance:
    """What PyTorch's database itself allows an entry."""
    found = Tolerance()
    for each in entries()[name].decorators or ():
        inner = each.decorators if isinstance(each, DecorateInfo) else [each]
        common = not isinstance(each, DecorateInfo) or each.cls_name in (None, "TestCommon")
        for override in inner:
            if common and isinstance(override, toleranceOverride) and DTYPES[dtype] in override.d:
                stated = override.d[DTYPES[dtype]]
                found = found.at_least(Tolerance(stated.rtol, stated.atol))
    return found


def _samples(op: OpInfo, dtype: str, reference: bool = False, requires_grad: bool = False) -> Iterator[SampleInput]:
    torch.manual_seed(0)
    make = op.reference_inputs if reference else op.sample_inputs
    return make("cpu", DTYPES[dtype], requires_grad=requires_grad)


def _forward(name: str, op: OpInfo, dtype: str, reference: bool) -> Iterator[Trial]:
    for index, sample in enumerate(_samples(op, dtype, reference)):
        yield _trial(name, op, "forward", dtype, index, sample)


def _noncontiguous(name: str, op: OpInfo, dtype: str) -> Iterator[Trial]:
    for index, sample in enumerate(_samples(op, dtype)):
        yield _trial(name, op, "noncontiguous", dtype, index, sample.noncontiguous())


def _out(name: str, op: OpInfo, dtype: str) -> Iterator[Trial]:
    """out= of the right shape, with gaps, of another shape (it is resized), and without elements."""
    if not op.supports_out:
        return
    index = 0
    for sample in _samples(op, dtype):
        copied = Transfer(torch.device("cpu"))
        try:
            expected = op(copied(sample.input), *copied(sample.args), **copied(sample.kwargs))
        except Exception:  # the forward check says what is wrong with this sample
            continue
        for out in _out_forms(expected):
            kwargs = sample.kwargs | {"out": out}
            yield _trial(name, op, "out", dtype, index, sample, kwargs=kwargs)
            index += 1


def _out_forms(expected: Any) -> Iterator[Any]:
    if not all(
        isinstance(each, torch.Tensor) for each in (expected if isinstance(expected, list | tuple) else [expected])
    ):
        return
    makers = (
        lambda t: torch.full_like(t, 1, memory_format=torch.contiguous_format),
        lambda t: torch.ones((*t.shape, 2), dtype=t.dtype)[..., 0],
        lambda t: torch.ones((*t.shape, 1), dtype=t.dtype),
        lambda t: torch.empty(0, dtype=t.dtype),
    )
    for make in makers:
        if isinstance(expected, torch.Tensor):
            yield make(expected)
        else:
            yield tuple(make(each) for each in expected)


def _inplace(name: str, op: OpInfo, dtype: str) -> Iterator[Trial]:
    if op.inplace_variant is None:
        return
    for index, sample in enumerate(_samples(op, dtype)):
        if not sample.broadcasts_input:
            yield _trial(name, op, "inplace", dtype, index, sample, function=op.inplace_variant)


def _backward(name: str, op: OpInfo, dtype: str) -> Iterator[Trial]:
    if not op.supports_autograd or dtype not in ("f32", "f16", "bf16") or DTYPES[dtype] not in op.backward_dtypes:
        return
    for index, sample in enumerate(_samples(op, dtype, requires_grad=True)):
        process = sample.output_process_fn_grad
        yield _trial(
            name, op, "backward", dtype, index, sample, function=gradients_of(op, process), finish=lambda result: result
        )


def gradients_of(function: Any, process: Any) -> Any:
    """A function that gives the gradients of all leaves among its arguments, for a fixed gradient of the result."""

    def gradients(*args: Any, **kwargs: Any) -> list[torch.Tensor | None]:
        leaves = [each for each in tensors_in((args, kwargs)) if each.requires_grad]
        result = process(function(*args, **kwargs))
        outputs = [each for each in tensors_in(result) if each.requires_grad]
        return list(torch.autograd.grad(outputs, leaves, [weights(each) for each in outputs], allow_unused=True))

    return gradients


def weights(tensor: torch.Tensor) -> torch.Tensor:
    """Numbers between 0.5 and 1.5 that differ from place to place, of a tensor's shape, dtype and device."""
    ramp = 1 + 0.5 * torch.cos(torch.arange(tensor.numel(), dtype=torch.float64))
    return ramp.reshape(tensor.shape).to(tensor.dtype).to(tensor.device)
