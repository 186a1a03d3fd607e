"""max_diff and MAE, and the comparison of an output with its reference."""

from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class Comparison:
    """One output against its reference.

    `tolerance` is the one of the element that max_diff was seen at, or of the worst element where the output fails.
    `worst` says where, what was expected and what came, of the element that uses most of its tolerance.
    """

    max_diff: float
    mae: float
    tolerance: float
    passed: bool
    wrong: int  # elements outside their tolerance
    total: int
    worst: str


def compare(got: torch.Tensor, reference: torch.Tensor, tolerance: torch.Tensor, signs: bool = False) -> Comparison:
    """Compare `got` (any dtype) with `reference` (f64), element by element held to `tolerance` (f64, same shape).

    Equal infinities and NaN against NaN agree; a NaN or an infinity the reference does not have is infinitely wrong. Elements of
    infinite tolerance are free and count in no metric. `signs`: a zero of the other sign is wrong.
    """
    if got.shape != reference.shape:
        text = f"shape {tuple(got.shape)} instead of {tuple(reference.shape)}"
        return Comparison(float("inf"), float("inf"), 0.0, False, reference.numel(), reference.numel(), text)
    if reference.numel() == 0:
        return Comparison(0.0, 0.0, 0.0, True, 0, 0, "")
    got = got.detach().to(torch.float64)
    same = (got == reference) | (got.isnan() & reference.isnan())
    tolerance = tolerance.expand(reference.shape)
    diff = torch.where(same | tolerance.isinf(), 0.0, (got - reference).abs()).nan_to_num(nan=float("inf")).flatten()
    tolerance = torch.where(tolerance.isinf(), 0.0, tolerance).flatten()
    outside = diff > tolerance
    ratio = torch.where(diff == 0, 0.0, diff / tolerance)
    if signs:
        other = ((got == 0) & (reference == 0) & (got.signbit() != reference.signbit())).flatten()
        outside, ratio = outside | other, torch.where(other & (ratio == 0), 1.0, ratio)
    wrong = int(outside.sum())
    worst = int(ratio.argmax() if wrong else diff.argmax())
    index = tuple(int(i) for i in torch.unravel_index(torch.tensor(worst), reference.shape))
    return Comparison(
        max_diff=float(diff.max()),
        mae=float(diff.mean()),
        tolerance=float(tolerance[worst]),
        passed=wrong == 0,
        wrong=wrong,
        total=reference.numel(),
        worst=f"[{', '.join(map(str, index))}] is {got.flatten()[worst]:.9g}, expected {reference.flatten()[worst]:.9g}"
        f" within {float(tolerance[worst]):.3g}",
    )
