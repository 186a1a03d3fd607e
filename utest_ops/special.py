"""Each case once more on special values, and on shapes without elements and without dimensions, made from what the case declares.

Among the drawn elements of every input that follows the tested dtype lie zeros of both signs, infinities, NaN, denormals and the ends of
the type, one slice of it is all -inf and one all -0 (a masked row, an empty one). Inputs with a dtype of their own are indices, conditions
or packed weights and stay as drawn. The result is compared with the exact one, rounded; an element is free where plain f32 arithmetic on
the CPU misses it too, because it overflows or loses denormals on the way: the order of a kernel's operations decides there.
"""

from dataclasses import dataclass, field, replace
from functools import partial

import torch

from utest_ops.case import Case
from utest_ops.chips import Chip
from utest_ops.dtypes import DTYPES
from utest_ops.overflow import with_overflow_as_nan
from utest_ops.tolerance import ErrorModel, Tensors

SPECIAL, EMPTY, SCALAR = "special", "empty", "scalar"


def values_of(dtype: torch.dtype) -> torch.Tensor:
    """Special values of a dtype."""
    if dtype == torch.bool:
        return torch.tensor([False, True])
    if not dtype.is_floating_point:
        info = torch.iinfo(torch.int32 if dtype == torch.int64 else dtype)  # a chip may keep 32 of 64 bits
        return torch.tensor([info.min, info.max, 0, 1, info.min + 1, -1 if info.min else 2], dtype=dtype)
    info = torch.finfo(dtype)
    denormal = info.smallest_normal * info.eps
    sizes = [0.0, float("inf"), info.max, info.smallest_normal, denormal, 1.0]
    return torch.tensor([*sizes, *(-size for size in sizes), float("nan")], dtype=torch.float64).to(dtype)


def scatter(tensor: torch.Tensor, generator: torch.Generator, ends: bool = True) -> torch.Tensor:
    """The tensor with special values at seeded places, up to a third of it, and two slices of one value. `ends`: its ends and denormals too."""
    special = values_of(tensor.dtype)
    if not ends and special.is_floating_point():
        special = special[(special.abs() <= 0) | (special.abs() == 1) | ~special.isfinite()]
    flat = tensor.clone().flatten()
    if not len(flat):
        return tensor
    count = min(len(special), max(1, len(flat) // 3))
    places = torch.randperm(len(flat), generator=generator)[:count]
    flat[places] = special[torch.randperm(len(special), generator=generator)[:count]]
    out = flat.reshape(tensor.shape)
    dim = int(torch.randint(0, max(1, out.dim()), (), generator=generator))
    if out.dim() > 1 and out.shape[dim] > 3:
        lowest = float("-inf") if out.is_floating_point() else int(special.min())
        out.select(dim, 1).fill_(lowest)
        out.select(dim, out.shape[dim] - 1).fill_(-0.0 if out.is_floating_point() else 0)
    return out


@dataclass(frozen=True)
class SpecialModel(ErrorModel):
    """The tolerance of an ordinary model where that is a number; see the module for the elements that are free."""

    ordinary: ErrorModel = field(default_factory=ErrorModel)
    case: Case | None = None
    output: str = ""

    def tolerance(self, inputs: Tensors, reference: torch.Tensor, dtype: str, chip: Chip, tested: str) -> torch.Tensor:
        """As ErrorModel; infinite for free elements."""
        expected = self.ordinary.tolerance(inputs, reference, dtype, chip, tested)
        if not DTYPES[dtype].is_float:
            return expected
        step = reference.abs() * 2.0 ** (1 - DTYPES[dtype].bits) + DTYPES[dtype].smallest
        if self.ordinary.exact:  # what is not in the dtype is rounded all the same
            held = reference.to(DTYPES[dtype].torch).double() == reference
            expected = torch.where(held | ~reference.isfinite(), 0.0, step)
        expected = torch.where(expected.isfinite(), expected, 8 * step)
        if self.ordinary.steps > 1:  # of which one may pass the denormals, where f32 has few digits
            denormal = reference.abs() < torch.finfo(torch.float32).smallest_normal
            expected = torch.where(denormal, expected + reference.abs() / 2, expected)
        return torch.where(self._free(inputs, reference, expected, dtype), float("inf"), expected)

    def _free(self, inputs: Tensors, reference: torch.Tensor, expected: torch.Tensor, dtype: str) -> torch.Tensor:
        """Where f32 arithmetic on the CPU misses the tolerance too, terms overflow in some order, or the result lies at the dtype's end."""
        plain = _plain(self.case, inputs, self.output, reference)
        other_class = (plain.isnan() != reference.isnan()) | (plain.isinf() != reference.isinf())
        missed = (plain - reference).abs() > expected
        largest = torch.finfo(DTYPES[dtype].torch).max
        at_the_end = reference.isfinite() & (reference.abs() >= largest * (1 - 2.0 ** (2 - DTYPES[dtype].bits)))
        return other_class | missed | at_the_end | self._overflow(inputs, reference) | self._by_order(inputs, reference)

    def _by_order(self, inputs: Tensors, reference: torch.Tensor) -> torch.Tensor:
        """What depends on a sum that overflows f32 in some orders and not in others."""
        result = with_overflow_as_nan(self.case.reference or self.case.compute, inputs)
        return _output(self.case, result, self.output).isnan() & ~reference.isnan()

    def _overflow(self, inputs: Tensors, reference: torch.Tensor) -> torch.Tensor:
        """Where finite terms add up to more than f32 holds: infinite or not a number then, by the order."""
        if self.ordinary.magnitude is None:
            return torch.zeros_like(reference, dtype=torch.bool)
        finite = {name: t.nan_to_num(0.0, 0.0, 0.0) if t.is_floating_point() else t for name, t in inputs.items()}
        terms = self.ordinary.magnitude(**finite).abs()
        return (terms > torch.finfo(torch.float32).max).expand(reference.shape)


def _plain(case: Case, inputs: Tensors, output: str, reference: torch.Tensor) -> torch.Tensor:
    """The output as f32 arithmetic gives it on the CPU; the reference where the case computes in f64 alone."""
    narrow = {name: t.float() if t.is_floating_point() else t for name, t in inputs.items()}
    try:
        result = (case.reference or case.compute)(**narrow)
    except RuntimeError:
        return reference
    return _output(case, result, output)


def _output(case: Case, result: torch.Tensor | tuple[torch.Tensor, ...], output: str) -> torch.Tensor:
    """One output of what the case computes, in f64."""
    values = result if isinstance(result, tuple) else (result,)
    return dict(zip(case.outputs, values, strict=True))[output].double()


def special_case(case: Case) -> Case | None:
    """The case on special values; None for one without inputs, or that has none."""
    # Where intermediates are kept in the tested dtype, and in products of many, the order decides what overflows or becomes 0.
    product = bool(case.reduced) and case.neutral == 1.0
    ends = not product and not any(case.error_of(name).lost for name in case.outputs)
    finish = partial(scatter, ends=ends)
    inputs = {name: replace(draw, finish=finish) if draw.dtype is None else draw for name, draw in case.inputs.items()}
    if SPECIAL not in case.variants or not any(draw.finish for draw in inputs.values()):
        return None
    errors = {name: SpecialModel(ordinary=case.error_of(name), case=case, output=name) for name in case.outputs}
    return _derived(case, SPECIAL, inputs=inputs, error=errors)


def _derived(case: Case, suffix: str, **changes: object) -> Case:
    name = "-".join(part for part in (case.name, suffix) if part)
    return replace(case, name=name, variant=suffix, optional=(), reduced={}, last_step_left_out=None, **changes)


def shapeless_cases(case: Case) -> list[Case]:
    """The case without elements, where PyTorch takes such inputs, and if it works element by element without dimensions."""
    shapes = {draw.shape for draw in case.inputs.values()}
    if len(shapes) != 1 or case.room or any(draw.layout or draw.dtype for draw in case.inputs.values()):
        return []
    shape = shapes.pop()
    found = []
    if EMPTY in case.variants and case.capi:
        # The torch device leaves tensors without elements to the CPU, so the C API alone is asked.
        empty = replace(_with_shape(case, EMPTY, (0, *shape[1:])), torch=False)
        outputs = _computed(empty)
        if outputs is not None and all(output.numel() == 0 for output in outputs):
            found.append(empty)
    if SCALAR in case.variants and _is_elementwise(case):
        found.append(_with_shape(case, SCALAR, ()))
    return found


def _with_shape(case: Case, suffix: str, shape: tuple[int, ...]) -> Case:
    return _derived(case, suffix, inputs={name: replace(draw, shape=shape) for name, draw in case.inputs.items()})


def _computed(case: Case, pick: int | None = None) -> tuple[torch.Tensor, ...] | None:
    """What PyTorch computes on the CPU for drawn inputs, or for element `pick` of each; None where it refuses them."""
    generator = torch.Generator().manual_seed(0)
    inputs = {name: draw.make("f32", generator).double() for name, draw in case.inputs.items()}
    if pick is not None:
        inputs = {name: tensor[pick] for name, tensor in inputs.items()}
    try:
        result = (case.reference or case.compute)(**inputs)
    except (RuntimeError, IndexError, ValueError, TypeError):
        return None
    return result if isinstance(result, tuple) else (result,)


def _is_elementwise(case: Case) -> bool:
    """Whether three elements together give what each gives alone."""
    three = _with_shape(case, "three", (3,))
    together, alone = _computed(three), [_computed(three, i) for i in range(3)]
    if together is None or any(one is None for one in alone):
        return False
    return all(
        whole.shape == (3,) and all(one[k].shape == () and torch.equal(one[k], whole[i]) for i, one in enumerate(alone))
        for k, whole in enumerate(together)
    )


def with_variants(cases: list[Case]) -> list[Case]:
    """The cases, and behind them what is made from each; shapes only from the first of each name."""
    special = [derived for case in cases if (derived := special_case(case)) is not None]
    seen: set[str] = set()
    shapeless = []
    for case in cases:
        if case.name not in seen:
            shapeless += shapeless_cases(case)
        seen.add(case.name)
    return [*cases, *special, *shapeless]
