"""What a chip gave against what the CPU gave. Each function answers with sentences; none: equal."""

from collections.abc import Iterator
from typing import Any

import torch

from utest_ops.databases.transfer import tensors_in
from utest_ops.databases.trial import DEFAULT, Tolerance


def same_bits(one: torch.Tensor, other: torch.Tensor) -> bool:
    """Equal, NaN and signs of zero included."""
    if one.dtype != other.dtype or one.shape != other.shape:
        return False
    if one.layout is not torch.strided or one.is_quantized:
        return torch.equal(one.to_dense(), other.to_dense()) if one.layout is other.layout else False
    left, right = (
        each.detach().resolve_conj().resolve_neg().clone(memory_format=torch.contiguous_format) for each in (one, other)
    )
    return bool((left.flatten().view(torch.uint8) == right.flatten().view(torch.uint8)).all())


def differences(
    got: Any, expected: Any, tolerance: Tolerance, values: bool = True, where: str = "result"
) -> Iterator[str]:
    """Compares nested results: types, lengths, tensors, numbers. `got` holds host tensors."""
    if isinstance(expected, torch.Tensor):
        if not isinstance(got, torch.Tensor):
            yield f"{where} is a {type(got).__name__}, not a tensor"
        else:
            yield from _tensor_differences(got, expected, tolerance, values, where)
    elif isinstance(expected, list | tuple):
        if type(got) is not type(expected) or len(got) != len(expected):
            yield f"{where} is a {type(got).__name__} of {len(got)}, not a {type(expected).__name__} of {len(expected)}"
            return
        for index, (one, other) in enumerate(zip(got, expected, strict=True)):
            yield from differences(one, other, tolerance, values, f"{where}[{index}]")
    elif isinstance(expected, dict):
        if set(got) != set(expected):
            yield f"{where} has keys {sorted(map(str, got))}, not {sorted(map(str, expected))}"
            return
        for key in expected:
            yield from differences(got[key], expected[key], tolerance, values, f"{where}[{key!r}]")
    elif isinstance(expected, float | complex) and isinstance(got, int | float | complex):
        yield from _tensor_differences(torch.tensor(got), torch.tensor(expected), tolerance, values, where)
    elif isinstance(expected, int | bool | str | torch.dtype | torch.Size) and got != expected:
        yield f"{where} is {got}, not {expected}"


def _tensor_differences(
    got: torch.Tensor, expected: torch.Tensor, tolerance: Tolerance, values: bool, where: str
) -> Iterator[str]:
    if got.dtype != expected.dtype:
        yield f"{where} has dtype {got.dtype}, not {expected.dtype}"
    elif got.shape != expected.shape:
        yield f"{where} has shape {tuple(got.shape)}, not {tuple(expected.shape)}"
    elif values and not _equal(got, expected):
        limits = tolerance.at_least(DEFAULT.get(expected.dtype, Tolerance()))
        atol = limits.atol + limits.scale * _largest(expected)
        try:
            torch.testing.assert_close(
                got.detach(), expected.detach(), rtol=limits.rtol, atol=atol, equal_nan=True, check_stride=False
            )
        except AssertionError as error:
            yield f"{where}: " + " ".join(str(error).split())


def _equal(one: torch.Tensor, other: torch.Tensor) -> bool:
    """Quick and certain where true."""
    if one.layout is not torch.strided or one.is_quantized or one.dtype is torch.complex32:
        return False
    return torch.equal(one, other)


def _largest(tensor: torch.Tensor) -> float:
    real = tensor.dtype.is_floating_point or tensor.dtype in (torch.complex64, torch.complex128)
    if tensor.layout is not torch.strided or tensor.numel() == 0 or not real:
        return 0.0
    sizes = tensor.detach().abs().double().nan_to_num(nan=0.0, posinf=0.0)
    return float(sizes.max())


def argument_differences(
    after: list[torch.Tensor],
    reference: list[torch.Tensor],
    before: list[torch.Tensor],
    tolerance: Tolerance,
    values: bool,
) -> Iterator[str]:
    """What the CPU call left alone the chip may not change; what it wrote must be written. All on the host."""
    for index, (got, expected, old) in enumerate(zip(after, reference, before, strict=True)):
        if got.shape != expected.shape:
            yield f"argument {index} has shape {tuple(got.shape)} afterwards, not {tuple(expected.shape)}"
        elif same_bits(expected, old):
            if not same_bits(got, old):
                yield f"argument {index} was changed, on the CPU it is not"
        elif values:
            for text in differences(got, expected, tolerance, True, f"argument {index}"):
                unwritten = same_bits(got, old)
                yield f"argument {index} was not changed, on the CPU it is" if unwritten else text


def aliases(result: Any, arguments: list[torch.Tensor]) -> list[tuple]:
    """For each tensor of a result: which argument it is, and the arguments whose storage it has."""
    storages = [_storage(each) for each in arguments]
    found = []
    for tensor in tensors_in(result, repeated=True):
        identical = [index for index, each in enumerate(arguments) if each is tensor]
        storage = _storage(tensor)
        shared = [index for index, each in enumerate(storages) if each is not None and each == storage]
        found.append((tuple(identical), tuple(shared) if tensor.numel() else ()))
    return found


def _storage(tensor: torch.Tensor) -> int | None:
    try:
        return tensor.untyped_storage()._cdata
    except (NotImplementedError, RuntimeError):  # sparse tensors have none
        return None
