"""Wrong results that a tolerance must tell from right ones.

A perturbation knows the case, never the tolerance. Each turns a sample into the outputs a defective kernel would give, or None where it
does not apply. The tests hold every case to them (a tolerance that lets one pass is too wide), and a failing case is compared with them:
an output that agrees with a perturbed reference names its own cause.
"""

import itertools
from collections.abc import Callable
from dataclasses import dataclass

import torch

from utest_ops.dtypes import DTYPES, NEXT_LOWER_BITS, round_to_bits
from utest_ops.sample import Sample, Tensors, evaluate

SLICES = 8  # the larger number of cores a kernel is spread over


@dataclass(frozen=True)
class Perturbation:
    """`cause` completes the sentence "the output is the one that ..."."""

    name: str
    cause: str
    outputs: Callable[[Sample], Tensors | None]

    def apply(self, sample: Sample) -> Tensors | None:
        """The wrong outputs; None where they do not apply or are no other than the right ones."""
        wrong = self.outputs(sample)
        right = as_stored(sample, sample.reference)
        if wrong is None or all(torch.equal(wrong[name], value) for name, value in right.items()):
            return None
        return wrong


def as_stored(sample: Sample, outputs: Tensors) -> Tensors:
    """Outputs as the device could store them."""
    return {
        name: value.to(DTYPES[sample.case.output_dtype(name, sample.dtype)].torch).double()
        for name, value in outputs.items()
    }


def _neighbour(sample: Sample) -> Tensors | None:
    """One element takes its right neighbour's value: the one whose difference is the median of those that differ at all."""
    outputs = as_stored(sample, sample.reference)
    changed = False
    for name, value in outputs.items():
        flat = value.flatten()
        step = (flat[1:] - flat[:-1]).abs()
        different = torch.nonzero(step > 0).flatten()
        if len(different):
            position = different[step[different].argsort()[len(different) // 2]]
            flat[position] = flat[position + 1]
            outputs[name] = flat.reshape(value.shape)
            changed = True
    return outputs if changed else None


def _slice_missing(sample: Sample) -> Tensors | None:
    """The last of eight equal slices of each output was never written: it holds the chip's unset bytes."""
    outputs = as_stored(sample, sample.reference)
    changed = False
    for name, value in outputs.items():
        length = value.numel() // SLICES
        if length:
            dtype = DTYPES[sample.case.output_dtype(name, sample.dtype)].torch
            unset = torch.full((length * dtype.itemsize,), sample.chip.unset_byte, dtype=torch.uint8)
            flat = value.flatten()
            flat[-length:] = (unset.bool() if dtype == torch.bool else unset.view(dtype)).double()
            outputs[name] = flat.reshape(value.shape)
            changed = True
    return outputs if changed else None


def _last_step_left_out(sample: Sample) -> Tensors | None:
    """The reduction ends one step early."""
    case = sample.case
    if case.last_step_left_out:
        return evaluate_with(sample, case.last_step_left_out)
    if not case.reduced:
        return None
    return _without(sample, lambda size: size - 1)


def _share_missing(sample: Sample) -> Tensors | None:
    """The reduction is split over cores and the last core's share is lost."""
    if not sample.case.reduced:
        return None
    return _without(sample, lambda size: size - (size + SLICES - 1) // SLICES)


def _without(sample: Sample, first: Callable[[int], int]) -> Tensors:
    inputs = dict(sample.inputs)
    for name, dim in sample.case.reduced.items():
        size = inputs[name].shape[dim]
        start = first(size)
        inputs[name] = inputs[name].clone()
        inputs[name].narrow(dim, start, size - start).fill_(sample.case.neutral)
    return as_stored(sample, evaluate(sample.case, inputs))


def evaluate_with(sample: Sample, compute: Callable) -> Tensors:
    """The case's outputs if `compute` were its reference."""
    wide = {name: t.double() if t.is_floating_point() else t for name, t in sample.inputs.items()}
    result = compute(**wide)
    values = result if isinstance(result, tuple) else (result,)
    outputs = {name: value.double() for name, value in zip(sample.case.outputs, values, strict=True)}
    return as_stored(sample, outputs)


def _optional_omitted(sample: Sample) -> Tensors | None:
    """An optional input that was given is not used."""
    given = [name for name in sample.case.optional if name in sample.inputs]
    if not given:
        return None
    return as_stored(sample, evaluate(sample.case, {k: v for k, v in sample.inputs.items() if k not in given}))


def _lower_precision(sample: Sample) -> Tensors | None:
    """Inputs and outputs rounded to the next lower precision."""
    bits = NEXT_LOWER_BITS.get(sample.dtype)
    floats = [name for name in sample.case.outputs if sample.case.output_dtype(name, sample.dtype) == sample.dtype]
    if not bits or not floats:
        return None
    lower = {
        k: round_to_bits(v.double(), bits).to(v.dtype) if v.is_floating_point() else v for k, v in sample.inputs.items()
    }
    outputs = evaluate(sample.case, lower)
    for name in floats:
        outputs[name] = round_to_bits(outputs[name], bits)
    return as_stored(sample, outputs)


def _operands_swapped(sample: Sample) -> Tensors | None:
    """The first two neighbouring inputs of the same shape change places."""
    for (first, one), (second, other) in itertools.pairwise(sample.inputs.items()):
        if one.shape == other.shape and one.dtype == other.dtype:
            return as_stored(sample, evaluate(sample.case, sample.inputs | {first: other, second: one}))
    return None


PERTURBATIONS = (
    Perturbation("neighbour", "has one element replaced by its neighbour", _neighbour),
    Perturbation("slice_missing", "has one core's slice never written", _slice_missing),
    Perturbation("last_step", "leaves the last step of the reduction out", _last_step_left_out),
    Perturbation("share_missing", "lacks one core's share of the reduction", _share_missing),
    Perturbation("optional_omitted", "ignores an optional input", _optional_omitted),
    Perturbation("lower_precision", "was computed in the next lower precision", _lower_precision),
    Perturbation("operands_swapped", "has two operands swapped", _operands_swapped),
)
