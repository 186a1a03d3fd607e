"""A call that a chip made, held against the same call on the CPU in f64."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import torch

from torch_tpu.tools.arguments import WIDE, Widened, call_overload, map_tensors, on_device, tensors_in, widened_dtype
from utest_ops.calls.distribution import compare_distribution
from utest_ops.calls.models import Model, model_of, moves
from utest_ops.chips import Chip
from utest_ops.databases.trial import DEFAULT, Tolerance
from utest_ops.dtypes import DTYPES, unit
from utest_ops.metrics import Comparison, compare
from utest_ops.tolerance import ErrorModel

CPU = torch.device("cpu")
_NAMES = {dtype.torch: dtype.name for dtype in DTYPES.values()}

# Their results are memory that nobody wrote, the same memory seen otherwise, or a property: there is nothing to compare.
UNCOMPARED = frozenset(
    """
    empty empty_strided empty_like empty_permuted new_empty new_empty_strided resize_ resize_as_ set_ view as_strided
    _reshape_alias unfold view_as_real view_as_complex record_stream detach alias select slice t transpose permute
    expand squeeze unsqueeze diagonal split chunk is_pinned _pin_memory _nested_tensor_from_mask_left_aligned
    _fused_dropout is_set_to
    """.split()  # noqa: SIM905
)


@dataclass(frozen=True)
class Output:
    """One result, or one argument that is written."""

    name: str
    comparison: Comparison
    largest: float  # finite absolute value of the reference

    @property
    def metrics(self) -> dict[str, float]:
        """As the harness prints them."""
        return {"max_diff": self.comparison.max_diff, "MAE": self.comparison.mae}


@dataclass(frozen=True)
class Verdict:
    """How a call compares. `skipped` says why it does not; `wrong` are sentences, none where the chip is right."""

    model: str = ""
    outputs: tuple[Output, ...] = ()
    wrong: tuple[str, ...] = ()
    skipped: str = ""

    @property
    def passed(self) -> bool:
        """Whether it was compared and nothing was wrong."""
        return not self.wrong and not self.skipped


@dataclass(frozen=True)
class MadeCall:
    """A call that was made on a chip; all tensors on the host, `before` and `after` with one value per argument of the schema."""

    overload: torch._ops.OpOverload
    before: tuple[Any, ...]
    after: tuple[Any, ...]
    results: tuple[Any, ...]
    chip: Chip
    on_cpu: bool = False  # the device had no kernel for it


def base_name(overload: torch._ops.OpOverload) -> str:
    """The operator's name without namespace and overload."""
    return overload._schema.name.partition("::")[2]


def why_not(overload: torch._ops.OpOverload) -> str:
    """Why calls of an operator are not compared; empty where they are."""
    if base_name(overload) in UNCOMPARED:
        return "its result is no computed value"
    if overload.namespace != "aten":
        return "PyTorch's CPU does not have the operator"
    return ""


def is_random(overload: torch._ops.OpOverload) -> bool:
    """Whether the operator draws from a generator."""
    return torch.Tag.nondeterministic_seeded in overload.tags


def judge(made: MadeCall) -> Verdict:
    """Compare a call. Does not raise for what an operator does."""
    reason = why_not(made.overload)
    if reason:
        return Verdict(skipped=reason)
    if made.on_cpu:
        return Verdict(skipped="it ran on the CPU")
    if is_random(made.overload):
        changed = tuple(_changed(made, None))
        wrong = compare_distribution(made.overload, made.before, made.results, _written(made.overload, made.after))
        return Verdict("in distribution", (), (*changed, *wrong))
    try:
        reference = Reference(made.overload, made.before)
    except (RuntimeError, TypeError, ValueError, IndexError) as error:  # whatever PyTorch raises
        first = str(error).splitlines()[0] if str(error) else type(error).__name__
        return Verdict(skipped=f"the CPU does not compute it: {first}")
    changed = tuple(_changed(made, reference))
    outputs = tuple(_outputs(made, reference))
    wrong = [
        f"{o.comparison.wrong} of {o.comparison.total} elements of {o.name} are wrong; {o.name}{o.comparison.worst}"
        for o in outputs
        if not o.comparison.passed
    ]
    return Verdict(reference.model_name, outputs, (*changed, *wrong))


class Reference:
    """The call on the CPU, in f64 where its tensors are of floating types."""

    def __init__(self, overload: torch._ops.OpOverload, before: tuple[Any, ...]) -> None:
        wide = Widened()
        schema = overload._schema
        arguments = tuple(
            on_device(widened_dtype(map_tensors(value, wide), str(argument.real_type)), CPU)
            for argument, value in zip(schema.arguments, before, strict=True)
        )
        self.model: Model | None
        named = {a.name: map_tensors(value, torch.clone) for a, value in zip(schema.arguments, arguments, strict=True)}
        self.model, self.model_name = model_of(overload, named)
        self.named: Mapping[str, Any] = named
        self.before = tuple(map_tensors(value, torch.clone) for value in arguments)
        self.arguments = arguments  # afterwards, what it changed
        self.results = _call(overload, arguments)
        self.exact = isinstance(self.model, ErrorModel) and self.model.exact
        self.signs = moves(overload)
        # What is compared or counted is so in the data types that the arguments have: 0.1 is another number in f32.
        self.plain, self.plain_arguments = _plain(overload, before) if self.exact else (None, {})
        self.written = _written(overload, arguments) | {
            argument.name: after
            for argument, before, after in zip(schema.arguments, self.before, arguments, strict=True)
            if any(not same_bits(*pair) for pair in zip(tensors_in(before), tensors_in(after), strict=True))
        }


def _plain(
    overload: torch._ops.OpOverload, before: tuple[Any, ...]
) -> tuple[tuple[Any, ...] | None, Mapping[str, Any]]:
    """The results without wider types, and the arguments afterwards; None where the CPU does not have the operator in them."""
    copies: dict[int, torch.Tensor] = {}
    arguments = tuple(
        on_device(map_tensors(value, lambda t: copies.setdefault(id(t), t.detach().clone())), CPU) for value in before
    )
    try:
        results = _call(overload, arguments)
    except (RuntimeError, TypeError, ValueError, IndexError):
        return None, {}
    return results, dict(zip((a.name for a in overload._schema.arguments), arguments, strict=True))


def _call(overload: torch._ops.OpOverload, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    name = base_name(overload)
    if name == "_copy_from":
        source, target, *_ = arguments
        return (target.copy_(source),)
    if name == "_copy_from_and_resize":
        source, target = arguments
        return (target.resize_(source.shape).copy_(source),)
    if name == "convolution_overrideable":
        return (torch.ops.aten.convolution(*arguments),)
    if name == "convolution_backward_overrideable":
        grad, value, weight, *rest = arguments
        return tuple(torch.ops.aten.convolution_backward(grad, value, weight, [grad.shape[1]], *rest))
    schema = overload._schema
    if name in ("_softmax", "_log_softmax"):
        arguments = (*arguments[:2], False, *arguments[3:])  # half_to_float: the reference is wide already
    with torch.no_grad():
        return call_overload(getattr(getattr(torch.ops.aten, name), schema.overload_name or "default"), arguments)


def _written(overload: torch._ops.OpOverload, values: tuple[Any, ...]) -> dict[str, Any]:
    """Arguments that the schema marks as written, by name."""
    pairs = zip(overload._schema.arguments, values, strict=True)
    return {a.name: value for a, value in pairs if a.alias_info is not None and a.alias_info.is_write}


def _changed(made: MadeCall, reference: Reference | None) -> Iterator[str]:
    """Sentences of arguments that the chip changed, and neither the schema nor the CPU does."""
    names = reference.written if reference is not None else _written(made.overload, made.before)
    pairs = dict(
        zip((a.name for a in made.overload._schema.arguments), zip(made.before, made.after, strict=True), strict=True)
    )
    memory = {_memory(tensor) for name in names for tensor in tensors_in(pairs[name][0])} - {None}
    for name, (old, new) in pairs.items():
        for before, after in zip(tensors_in(old), tensors_in(new), strict=True):
            if name not in names and _memory(before) not in memory and not same_bits(before, after):
                yield f"input {name} was changed by the operator, whose schema does not say so"


def _memory(tensor: torch.Tensor) -> int | None:
    return tensor.untyped_storage()._cdata if tensor.layout is torch.strided else None


def same_bits(one: torch.Tensor, other: torch.Tensor) -> bool:
    """Equal shape, dtype and bits."""
    if one.dtype != other.dtype or one.shape != other.shape or one.layout is not other.layout:
        return False
    if one.layout is not torch.strided:
        return torch.equal(one.to_dense(), other.to_dense())
    left, right = (
        t.detach().resolve_conj().resolve_neg().contiguous().flatten().view(torch.uint8) for t in (one, other)
    )
    return torch.equal(left, right)


def _outputs(made: MadeCall, reference: Reference) -> Iterator[Output]:
    returns = made.overload._schema.returns
    after = dict(zip((argument.name for argument in made.overload._schema.arguments), made.after, strict=True))
    for index, (got, expected) in enumerate(zip(made.results, reference.results, strict=True)):
        info = returns[index].alias_info
        if info is not None and info.is_write:
            continue  # an argument, compared below
        name = returns[index].name or ("result" if len(returns) == 1 else f"result {index}")
        if reference.plain is not None and not _floating(got):
            expected = reference.plain[index]
        yield from _compared(made, reference, name, index, got, expected)
    for index, (name, expected) in enumerate(reference.written.items()):
        if not _floating(after[name]):
            expected = reference.plain_arguments.get(name, expected)
        yield from _compared(made, reference, name, index, after[name], expected)


def _compared(made: MadeCall, reference: Reference, name: str, index: int, got: Any, expected: Any) -> Iterator[Output]:
    if isinstance(got, int | float | complex | bool):
        got, expected = torch.tensor(got), torch.tensor(expected)
    pairs = list(zip(tensors_in(got), tensors_in(expected), strict=True))
    for position, (value, wide) in enumerate(pairs):
        label = name if len(pairs) == 1 else f"{name}[{position}]"
        value, wide = (_real(t.to_dense() if t.layout is not torch.strided else t) for t in (value, wide))
        wide = _stored(wide, value.dtype)
        if value.shape != wide.shape:
            yield Output(label, compare(value, wide, torch.zeros_like(wide)), 0.0)
            continue
        allowed = tolerance(made, reference, index, value, wide)
        yield Output(label, compare(value, wide, allowed, reference.signs), _largest(wide))


def _floating(value: Any) -> bool:
    return isinstance(value, float | complex) or any(t.is_floating_point() or t.is_complex() for t in tensors_in(value))


def _largest(wide: torch.Tensor) -> float:
    return float(wide.abs().nan_to_num(0.0, 0.0, 0.0).max()) if wide.numel() else 0.0


def _real(tensor: torch.Tensor) -> torch.Tensor:
    tensor = tensor.detach().resolve_conj().resolve_neg()
    return torch.view_as_real(tensor) if tensor.is_complex() else tensor


def _stored(wide: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """The reference in f64; what the dtype of the result cannot hold is what becomes of it there."""
    wide = wide.to(torch.float64)
    if not dtype.is_floating_point or dtype == torch.float64:
        return wide
    stored = wide.to(dtype).to(torch.float64)
    return torch.where(stored.isinf() | stored.isnan(), stored, wide)


def tolerance(made: MadeCall, reference: Reference, index: int, got: torch.Tensor, wide: torch.Tensor) -> torch.Tensor:
    """The largest difference of a correct kernel, element by element; by the dtype where the operator has no error model."""
    zero = torch.zeros_like(wide)
    if not got.dtype.is_floating_point:
        return zero
    model = reference.model.get(index) if isinstance(reference.model, dict) else reference.model
    name = _NAMES.get(got.dtype)
    if model is not None and name is not None and DTYPES[name].is_float:
        if reference.exact:  # what the data type does not hold is rounded, by the chip's own rounding
            inexact = wide.to(got.dtype).to(torch.float64) != wide
            rounding = unit(name, made.chip) * wide.abs() + DTYPES[name].smallest
            return torch.where(inexact & wide.isfinite(), rounding, 0.0)
        return _of_model(model, made, reference, name, wide)
    reference.model_name = reference.model_name or f"none for the operator: by the dtype {got.dtype}"
    limits = _by_dtype(got.dtype, made.chip)
    allowed = limits.atol + limits.rtol * wide.abs() + limits.scale * _largest(wide)
    return torch.where(wide.isfinite(), allowed, 0.0)


def _of_model(model: ErrorModel, made: MadeCall, reference: Reference, name: str, wide: torch.Tensor) -> torch.Tensor:
    if model.magnitude is not None:
        terms = _real(model.magnitude(**reference.named))
        model = replace(model, magnitude=lambda **_: terms.to(torch.float64))
    return model.tolerance({}, wide, name, made.chip, name)


def _by_dtype(dtype: torch.dtype, chip: Chip) -> Tolerance:
    """PyTorch's own by dtype, and as much of the largest element; twice that where the chip truncates."""
    base = DEFAULT.get(dtype, Tolerance(0.25, 0.25) if dtype in WIDE else Tolerance())
    name = _NAMES.get(dtype)
    factor = 2 if name is not None and name in chip.truncates else 1
    least = 4 * unit(name, chip) if name is not None else base.rtol
    return Tolerance(factor * max(base.rtol, least), base.atol, factor * max(base.rtol, least))
