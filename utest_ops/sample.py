"""One case drawn for one dtype and chip: inputs, f64 reference, tolerance."""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass

import torch

from utest_ops.case import Case
from utest_ops.chips import Chip
from utest_ops.errors import CaseError
from utest_ops.metrics import Comparison, compare
from utest_ops.result import SEEDS

Tensors = dict[str, torch.Tensor]


@dataclass(frozen=True)
class Sample:
    """Inputs as the device gets them, the reference of each output in f64, and the tolerance of each element."""

    case: Case
    dtype: str
    chip: Chip
    inputs: Tensors
    reference: Tensors
    tolerance: Tensors

    def compare(self, outputs: Mapping[str, torch.Tensor]) -> dict[str, Comparison]:
        """Each output against its reference."""
        return {name: compare(outputs[name], self.reference[name], self.tolerance[name]) for name in self.reference}


def evaluate(case: Case, inputs: Mapping[str, torch.Tensor]) -> Tensors:
    """The reference of every output, in f64, for inputs of any dtype. Integer inputs stay integers: they index."""
    wide = {name: t.double() if t.is_floating_point() else t for name, t in inputs.items()}
    result = (case.reference or case.compute)(**wide)
    values = result if isinstance(result, tuple) else (result,)
    if len(values) != len(case.outputs):
        raise CaseError(f"case {case.id}: compute gives {len(values)} outputs, outputs names {len(case.outputs)}")
    return {name: value.double() for name, value in zip(case.outputs, values, strict=True)}


def draw_inputs(case: Case, dtype: str, operator: str, seed: int) -> Tensors:
    """The inputs of a case: the same for the same seed on every chip and through every path, others for every other seed.

    `seed` is 0 to SEEDS - 1. The generator takes 32 bits of its key; the factor is odd, so no two seeds of a case share a key.
    """
    key = zlib.crc32(f"{operator}/{case.id}/{dtype}".encode())
    generator = torch.Generator().manual_seed((key + seed * 0x9E3779B1) % SEEDS)
    return {name: spec.make(dtype, generator) for name, spec in case.inputs.items()}


def make_sample(case: Case, dtype: str, chip: Chip, inputs: Tensors) -> Sample:
    """Reference and tolerance for given inputs."""
    reference = evaluate(case, inputs)
    wide = {name: t.double() if t.is_floating_point() else t for name, t in inputs.items()}
    tolerance = {
        name: case.error_of(name).tolerance(wide, value, case.output_dtype(name, dtype), chip, dtype)
        for name, value in reference.items()
    }
    return Sample(case, dtype, chip, inputs, reference, tolerance)
