"""From a wrong output or an error of the library to the likely cause."""

import re
from collections.abc import Mapping

import torch

from utest_ops.perturb import PERTURBATIONS
from utest_ops.sample import Sample

# Sentence of the library or the device -> what most often is behind it.
SENTENCES = (
    (
        r"translated already|is a physical address",
        "an address was translated twice, or a device address was passed where a virtual one is wanted",
    ),
    (r"virtual|untranslated", "a virtual address reached the kernel: virtToPhys is missing for that argument"),
    (r"freed|use after free|poison", "a temporary was freed before its kernel ran"),
    (
        r"takes sg_api_|bytes of arguments|layout",
        "the argument struct is not the kernel's: wrong struct or wrong kernel table row",
    ),
    (r"no kernel|unknown kernel", "the kernel table row names a symbol that the firmware does not have"),
    (r"\bcores?\b", "the cores of the launch are not those the kernel declares: the kernel table row is wrong"),
    (r"outside|out of bounds|beyond", "the kernel reads or writes past an allocation: a wrong size, stride or address"),
    (
        r"argument \w+: ",
        "the kernel does not take such an argument: a wrong field, or a kernel table row with another kernel's symbol",
    ),
)


def cause_of_error(status: str, sentence: str, chip: str) -> str:
    """The likely cause of a status other than SUCCESS."""
    if status == "NOT_SUPPORTED":
        return f"the case says {chip} has this: its kernel table row is missing or the chip's branch was dropped"
    for pattern, cause in SENTENCES:
        if re.search(pattern, sentence, re.IGNORECASE):
            return cause
    return ""


def cause_of_mismatch(sample: Sample, outputs: Mapping[str, torch.Tensor]) -> str:
    """The likely cause of a wrong output."""
    unset = _unset(sample, outputs)
    if unset:
        return unset
    for perturbation in PERTURBATIONS:
        wrong = perturbation.apply(sample)
        if wrong is not None and _agrees(sample, outputs, wrong):
            return f"the output is the one that {perturbation.cause}"
    return _pattern(sample, outputs)


def _agrees(sample: Sample, outputs: Mapping[str, torch.Tensor], wrong: Mapping[str, torch.Tensor]) -> bool:
    for name, tolerance in sample.tolerance.items():
        if outputs[name].shape != wrong[name].shape or wrong[name].shape != tolerance.shape:
            return False
        diff = (outputs[name].double() - wrong[name]).abs()
        if not bool(((diff <= 2 * tolerance) | (outputs[name].double() == wrong[name])).all()):
            return False
    return True


def _unset(sample: Sample, outputs: Mapping[str, torch.Tensor]) -> str:
    """Elements that still hold the bytes of memory nobody wrote."""
    for name, output in outputs.items():
        if output.dtype == torch.bool or output.numel() == 0:
            continue
        raw = output.contiguous().reshape(-1).view(torch.uint8).reshape(output.numel(), output.element_size())
        unset = (raw == sample.chip.unset_byte).all(dim=1)
        unset &= (
            output.flatten().double() != sample.reference[name].flatten() if _same_size(sample, name, output) else True
        )
        count = int(unset.sum())
        if count:
            first = int(unset.nonzero()[0])
            return (
                f"{count} of {output.numel()} elements of {name}, from element {first} on, hold {sample.chip.name}'s unset"
                f" memory (0x{sample.chip.unset_byte:02X}): never written, a core's slice is missing, or read before the kernel ran"
            )
    return ""


def _same_size(sample: Sample, name: str, output: torch.Tensor) -> bool:
    return sample.reference[name].numel() == output.numel()


def _pattern(sample: Sample, outputs: Mapping[str, torch.Tensor]) -> str:
    for name, output in outputs.items():
        reference = sample.reference[name]
        if output.shape != reference.shape or not reference.numel() or not output.is_floating_point():
            continue
        if bool((output == 0).all()) and bool((reference != 0).any()):
            return f"{name} is zero everywhere: nothing was computed, or it was read before the kernel ran"
        got = output.double()
        same = (got == reference) | (got.isnan() & reference.isnan())
        wrong = ~(same | ((got - reference).abs() <= sample.tolerance[name]))
        if 0 < int(wrong.sum()) * 4 < wrong.numel():
            flat = wrong.flatten().nonzero().flatten()
            return (
                f"only elements {int(flat[0])} to {int(flat[-1])} of {name} are wrong: a slice, a border or a remainder"
            )
    return ""
