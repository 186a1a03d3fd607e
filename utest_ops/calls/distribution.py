"""Random operators: what a chip drew, held against many draws of the CPU of the same arguments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import torch

from torch_tpu.tools.arguments import call_overload, map_tensors, on_device, tensors_in

DRAWS = 48
SIGMAS = 6.0  # no correct generator fails by chance
LEAST = 16  # elements, for a statistic to say anything

Statistics = dict[str, float]


def compare_distribution(
    overload: torch._ops.OpOverload, before: tuple[Any, ...], results: tuple[Any, ...], written: Mapping[str, Any]
) -> list[str]:
    """Sentences of statistics (mean, variance, share of zeros, bounds) of the results and written arguments that lie outside of what the CPU draws."""
    got = _outputs(overload, results, written)
    draws: dict[str, list[Statistics]] = {name: [] for name in got}
    for seed in range(DRAWS):
        for name, value in _draw(overload, before, seed).items():
            draws.setdefault(name, []).append(_statistics(value))
    wrong = []
    for name, value in got.items():
        seen = draws[name]
        if not seen:
            wrong.append(f"{name} is drawn by the chip and not by the CPU")
            continue
        wrong += [f"{name}: {text}" for text in _outside(_statistics(value), seen, value.numel())]
    return wrong


def _draw(overload: torch._ops.OpOverload, before: tuple[Any, ...], seed: int) -> dict[str, torch.Tensor]:
    arguments = tuple(on_device(map_tensors(value, torch.clone), torch.device("cpu")) for value in before)
    with torch.random.fork_rng(devices=[]), torch.no_grad():
        torch.manual_seed(seed)
        results = call_overload(overload, arguments)
    pairs = zip(overload._schema.arguments, arguments, strict=True)
    written = {a.name: value for a, value in pairs if a.alias_info is not None and a.alias_info.is_write}
    return _outputs(overload, results, written)


def _outputs(
    overload: torch._ops.OpOverload, results: tuple[Any, ...], written: Mapping[str, Any]
) -> dict[str, torch.Tensor]:
    returns = overload._schema.returns
    named = {f"result {i}" if len(results) > 1 else "result": value for i, value in enumerate(results)}
    own = {
        name: value
        for (name, value), of in zip(named.items(), returns, strict=True)
        if of.alias_info is None or not of.alias_info.is_write
    }
    return {
        name: tensor for name, value in (own | dict(written)).items() for tensor in tensors_in(value) if tensor.numel()
    }


def _statistics(value: torch.Tensor) -> Statistics:
    flat = value.detach().resolve_conj().resolve_neg()
    flat = (torch.view_as_real(flat) if flat.is_complex() else flat).flatten().to(torch.float64)
    finite = flat[flat.isfinite()]
    if not finite.numel():
        finite = flat.new_zeros(1)
    return {
        "mean": float(finite.mean()),
        "variance": float(finite.var(correction=0)),
        "share of zeros": float((flat == 0).double().mean()),
        "share of values that are not finite": float((~flat.isfinite()).double().mean()),
        "smallest": float(finite.min()),
        "largest": float(finite.max()),
    }


def _outside(got: Statistics, seen: list[Statistics], count: int) -> Iterator[str]:
    for name, value in got.items():
        values = torch.tensor([each[name] for each in seen], dtype=torch.float64)
        low, high = float(values.min()), float(values.max())
        if name in ("smallest", "largest"):
            room = SIGMAS * float(values.std()) + 1e-6 * max(abs(low), abs(high))
            inward = count < LEAST  # few elements: how far inside they lie says nothing
            below, above = low - room, high + room
            if (
                (name == "smallest" and value < below)
                or (name == "largest" and value > above)
                or (not inward and not below <= value <= above)
            ):
                yield f"the {name} value is {value:.6g}, the CPU's lie in [{low:.6g}, {high:.6g}]"
            continue
        if count < LEAST:
            continue
        room = (
            SIGMAS * float(values.std()) * (1 + 1 / DRAWS) + 1e-3 * abs(float(values.mean())) + 4 / count * (high - low)
        )
        if abs(value - float(values.mean())) > room:
            yield f"its {name} is {value:.6g}, the CPU's {float(values.mean()):.6g} within {room:.3g}"
