"""Inputs for a traced function: a default, variations, and repair of the check that failed.

Nothing here knows an operator by name. What a function wants is learnt from the text of the check it fails:
equalities are solved for either side, anything else is searched over the values the check mentions.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from math import prod

from migrate.verify.trace.signature import Array, Scalar, Signature, Struct, Tensor, TensorList


@dataclass(frozen=True)
class TensorValue:
    """A tensor: dtype by name (FP32), shape, memory order of the last two dimensions; undefined when `present` is false."""

    dtype: str = "FP32"
    shape: tuple[int, ...] = (4, 8)
    layout: str = "contiguous"  # or: transposed
    present: bool = True

    @property
    def strides(self) -> tuple[int, ...]:
        order = list(range(len(self.shape)))
        if self.layout == "transposed" and len(order) > 1:
            order[-1], order[-2] = order[-2], order[-1]
        strides, step = [0] * len(order), 1
        for axis in reversed(order):
            strides[axis] = step
            step *= self.shape[axis]
        return tuple(strides)


Value = TensorValue | float | int | tuple
Inputs = dict[str, Value]  # parameter name (struct fields: "param.field") to value


def default_inputs(signature: Signature) -> Inputs:
    """One plain set: two-dimensional f32 tensors, ones for numbers."""
    inputs: Inputs = {}
    previous_list: str | None = None
    for param in signature.params:
        if isinstance(param, Tensor):
            inputs[param.name] = TensorValue()
        elif isinstance(param, TensorList):
            inputs[param.name] = (TensorValue(), TensorValue())
            previous_list = None if param.vector else param.name
            continue
        elif isinstance(param, Scalar):
            inputs[param.name] = 2 if previous_list else (1.0 if param.code == "f" else 1)
        elif isinstance(param, Array):
            inputs[param.name] = tuple([1.0 if param.code == "f" else 1] * 8)
        elif isinstance(param, Struct):
            for f in param.fields:
                inputs[f"{param.name}.{f.name}"] = 1.0 if f.code == "f" else 1
        previous_list = None
    return inputs


# ---- evaluation of the right-hand sides that checks are written with

_FIELD = re.compile(r"(\w+)(?:\[(\w+)\])?\.(dtype|dim|shape|stride)(?:\s*\[([^\[\]]+)\])?")


@dataclass
class Names:
    """How the tree spells what checks mention: dtype enumerators, other enumerators, helper predicates."""

    dtype_of: dict[str, str]  # legacy enumerator -> FP32
    constants: dict[str, int] = field(default_factory=dict)


def tensors_of(inputs: Inputs) -> list[str]:
    return [name for name, value in inputs.items() if isinstance(value, TensorValue)]


def elements(inputs: Inputs) -> int:
    """How many elements all tensors have together."""
    values = (v for value in inputs.values() for v in (value if isinstance(value, tuple) else (value,)))
    return sum(prod(v.shape) for v in values if isinstance(v, TensorValue) and v.present)


def _element(inputs: Inputs, name: str, index: str | None) -> TensorValue | None:
    value = inputs.get(name)
    if isinstance(value, tuple) and value and isinstance(value[0], TensorValue):
        return value[int(index) % len(value)] if index and index.isdigit() else value[0]
    return value if isinstance(value, TensorValue) else None


def evaluate(text: str, inputs: Inputs, names: Names, loop: dict[str, int]) -> int | float | str | None:
    """Value of a small expression over the inputs; a dtype is its name; None where it is not understood."""
    text = text.strip()
    while text.startswith("(") and text.endswith(")") and _balanced(text[1:-1]):
        text = text[1:-1].strip()
    if text in names.dtype_of:
        return names.dtype_of[text]

    def substitute(match: re.Match[str]) -> str:
        tensor = _element(inputs, match[1], match[2])
        if tensor is None or match[3] == "stride":
            return "None"
        if match[3] == "dtype":
            return repr(tensor.dtype)
        if match[3] == "dim":
            return str(len(tensor.shape) if tensor.present else 0)
        index = evaluate(match[4] or "0", inputs, names, loop)
        return str(tensor.shape[index]) if isinstance(index, int) and 0 <= index < len(tensor.shape) else "None"

    spelled = _FIELD.sub(substitute, text)

    def identifier(match: re.Match[str]) -> str:
        word = match[0]
        if word in ("None",):
            return word
        if word in loop:
            return str(loop[word])
        if word in names.constants:
            return str(names.constants[word])
        value = inputs.get(word)
        return repr(value) if isinstance(value, int | float) else "None"

    spelled = re.sub(
        r"(?<!['\w.])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?(?!['\w(])", lambda m: _dotted(m, inputs, identifier), spelled
    )
    spelled = re.sub(r"(?<![/])/(?![/])", "//", spelled)
    if "None" in spelled or re.search(r"[^\w\s.+\-*/%()<>=!'\"]", spelled) or re.search(r"[A-Za-z_]\w*\s*\(", spelled):
        return None
    try:
        return eval(spelled, {"__builtins__": {}}, {})  # only digits and operators are left
    except (SyntaxError, TypeError, ZeroDivisionError, NameError):
        return None


def _dotted(match: re.Match[str], inputs: Inputs, identifier: Callable[[re.Match[str]], str]) -> str:
    value = inputs.get(match[0])
    if "." in match[0]:
        return repr(value) if isinstance(value, int | float) else "None"
    return identifier(match)


def _balanced(text: str) -> bool:
    depth = 0
    for char in text:
        depth += char == "("
        depth -= char == ")"
        if depth < 0:
            return False
    return depth == 0


def split_top(text: str, operator: str) -> list[str]:
    """Split at `operator` outside parentheses."""
    parts, depth, start, i = [], 0, 0, 0
    while i < len(text):
        depth += text[i] in "(["
        depth -= text[i] in ")]"
        if depth == 0 and text.startswith(operator, i):
            parts.append(text[start:i])
            i += len(operator)
            start = i
            continue
        i += 1
    return [*parts, text[start:]]


# ---- repair


def _with_shape(tensor: TensorValue, axis: int, size: int) -> TensorValue:
    shape = list(tensor.shape)
    if not 0 <= axis < len(shape) or not 0 < size <= 4096:
        return tensor
    shape[axis] = size
    return replace(tensor, shape=tuple(shape))


def _with_dim(tensor: TensorValue, dim: int) -> TensorValue:
    if not 0 <= dim <= 8:
        return tensor
    shape = tensor.shape
    return replace(
        tensor, shape=shape[-dim:] if 0 < dim <= len(shape) else (2,) * (dim - len(shape)) + shape if dim else ()
    )


def _put(inputs: Inputs, name: str, index: str | None, tensor: TensorValue) -> Inputs:
    value = inputs[name]
    if isinstance(value, tuple):
        if index and index.isdigit():
            items = list(value)
            items[int(index) % len(items)] = tensor
            return {**inputs, name: tuple(items)}
        return {**inputs, name: tuple(tensor for _ in value)}
    return {**inputs, name: tensor}


def _assign(target: str, value: object, inputs: Inputs, names: Names, loop: dict[str, int]) -> Inputs | None:
    """`inputs` with the place that `target` spells set to `value`."""
    target = target.strip()
    match = _FIELD.fullmatch(target)
    if match:
        tensor = _element(inputs, match[1], match[2])
        if tensor is None:
            return None
        if match[3] == "dtype" and isinstance(value, str):
            return _put(inputs, match[1], match[2], replace(tensor, dtype=value))
        if match[3] == "dim" and isinstance(value, int):
            return _put(inputs, match[1], match[2], _with_dim(tensor, value))
        if match[3] == "shape" and isinstance(value, int):
            axis = evaluate(match[4] or "0", inputs, names, loop)
            if isinstance(axis, int) and 0 <= axis < 8:
                wide = tensor if axis < len(tensor.shape) else _with_dim(tensor, axis + 1)
                return _put(inputs, match[1], match[2], _with_shape(wide, axis, value))
        return None
    if target in inputs and isinstance(inputs[target], int | float) and isinstance(value, int | float):
        return {**inputs, target: type(inputs[target])(value)}
    return None


def _loops(text: str, inputs: Inputs) -> Iterator[dict[str, int]]:
    """Bindings for the loop variables of a check: lower-case single letters that are no inputs."""
    free = sorted(set(re.findall(r"(?<![\w.])([a-z])(?![\w(.])", text)) - set(inputs))
    if not free:
        yield {}
        return
    for index in range(8):
        yield {name: index for name in free}


def solve(check: str, inputs: Inputs, names: Names) -> Iterator[Inputs]:
    """Inputs changed so that one comparison of the check holds."""
    same = re.search(r"\w*Same\w*\s*\(\s*&?\s*(\w+)(?:\[\w+\])?\s*,\s*&?\s*(\w+)(?:\[\w+\])?\s*\)", check)
    if same:
        for a, b in ((same[1], same[2]), (same[2], same[1])):
            source, target = _element(inputs, a, None), _element(inputs, b, None)
            if source is not None and target is not None:
                yield _put(inputs, b, None, replace(target, shape=source.shape))
        return
    layout = re.search(r"\w*(Contiguous|Transposed)\w*\s*\(\s*&?\s*(\w+)", check)
    if layout:
        tensor = _element(inputs, layout[2], None)
        if tensor is not None:
            yield _put(inputs, layout[2], None, replace(tensor, layout=layout[1].lower()))
        return
    comparison = re.fullmatch(r"(.+?)\s*(==|!=|>=|<=|>|<|(?<![=!<>])=(?!=))\s*(.+)", check.strip(), re.S)
    if not comparison:
        return
    left, operator, right = comparison.groups()
    shift = {"==": (0,), "=": (0,), ">=": (0, 1), "<=": (0, -1), ">": (1, 2), "<": (-1, -2), "!=": (1, -1)}[operator]
    changed_all: Inputs = inputs
    for loop in _loops(check, inputs):
        for target, source, sign in ((left, right, 1), (right, left, -1)):
            value = evaluate(source, inputs, names, loop)
            if value is None:
                if operator == "==":
                    yield from _guesses(target, inputs, names, loop)
                continue
            quotient = _quotient(target, value, inputs, names, loop)
            if quotient is not None:
                yield quotient
            for step in shift:
                wanted = value if isinstance(value, str) else value + sign * step
                changed = _assign(target, wanted, inputs, names, loop)
                if changed is not None and changed != inputs:
                    yield changed
                    yield from _together(target, wanted, inputs)
        value = evaluate(right, changed_all, names, loop)
        if loop and value is not None and operator == "==":
            changed_all = _assign(left, value, changed_all, names, loop) or changed_all
    if changed_all != inputs:
        yield changed_all


def learned(check: str, inputs: Inputs, names: Names, values: tuple[int, int]) -> Iterator[Inputs]:
    """Inputs changed so that an equality holds of which only the values of both sides are known."""
    sides = check.split("==")
    if len(sides) != 2:
        return
    for target, now, wanted in ((sides[0], *values), (sides[1], *reversed(values))):
        for loop in _loops(check, inputs):
            if evaluate(target, inputs, names, loop) == now:
                changed = _assign(target, wanted, inputs, names, loop)
                if changed is not None and changed != inputs:
                    yield changed


def _guesses(target: str, inputs: Inputs, names: Names, loop: dict[str, int]) -> Iterator[Inputs]:
    """Small sizes for what has to equal something that only the function knows."""
    if re.search(r"\.(shape|dim)\b", target):
        tried = (_assign(target, size, inputs, names, loop) for size in range(1, 17))
        yield from (changed for changed in tried if changed is not None and changed != inputs)


def _quotient(target: str, value: object, inputs: Inputs, names: Names, loop: dict[str, int]) -> Inputs | None:
    """`a / b` made to be `value` by a change of a."""
    parts = split_top(target, "/")
    divisor = evaluate(parts[1], inputs, names, loop) if len(parts) == 2 else None
    if not isinstance(divisor, int) or not isinstance(value, int):
        return None
    return _assign(parts[0], value * divisor, inputs, names, loop)


def _together(target: str, value: object, inputs: Inputs) -> Iterator[Inputs]:
    """The same change made to every tensor that agrees with the changed one: checks often tie tensors to each other."""
    match = _FIELD.fullmatch(target.strip())
    tensor = _element(inputs, match[1], match[2]) if match else None
    if match is None or tensor is None:
        return
    if match[3] == "dtype" and isinstance(value, str):
        yield {k: _redtype(v, tensor.dtype, value) for k, v in inputs.items()}
    elif match[3] == "dim" and isinstance(value, int):
        yield {k: _each(v, lambda t: _with_dim(t, value) if t.shape == tensor.shape else t) for k, v in inputs.items()}
        yield {k: _each(v, lambda t: _with_dim(t, value)) for k, v in inputs.items()}


def _each(value: Value, change: Callable[[TensorValue], TensorValue]) -> Value:
    if isinstance(value, TensorValue):
        return change(value)
    if isinstance(value, tuple) and value and isinstance(value[0], TensorValue):
        return tuple(change(v) for v in value)
    return value


_SIZES = (1, 2, 3, 4, 8, 16, 64)


def random_change(names_in_check: set[str], inputs: Inputs, names: Names, rng: random.Random) -> Inputs:
    """One random change of something that the check mentions (of anything, when it mentions nothing known)."""
    known = [n for n in inputs if n in names_in_check or n.split(".")[0] in names_in_check] or list(inputs)
    name = rng.choice(known)
    value = inputs[name]
    if isinstance(value, TensorValue):
        return {**inputs, name: _random_tensor(value, names, rng)}
    if isinstance(value, tuple):
        if value and isinstance(value[0], TensorValue):
            changed = _random_tensor(value[0], names, rng)
            return {**inputs, name: tuple(changed for _ in value)}
        return {**inputs, name: tuple(rng.choice((0, 1, 2, 3)) for _ in value)}
    pool = (0, 1, 2, 3, 4, 8) if isinstance(value, int) else (0.0, 0.5, 1.0, 2.0)
    return {**inputs, name: rng.choice(pool)}


def _random_tensor(tensor: TensorValue, names: Names, rng: random.Random) -> TensorValue:
    choice = rng.randrange(4)
    if choice == 0 or not tensor.shape:
        return _with_dim(tensor, rng.choice((1, 2, 3, 4)))
    if choice == 1:
        return _with_shape(tensor, rng.randrange(len(tensor.shape)), rng.choice(_SIZES))
    if choice == 2:
        return replace(tensor, dtype=rng.choice(sorted(set(names.dtype_of.values()))))
    return replace(tensor, present=not tensor.present)


@dataclass(frozen=True)
class Outcome:
    """What one call did: `ok`, or the text and line of the check that failed, or how the process died."""

    ok: bool
    check: str = ""
    line: int = 0
    died: str = ""
    status: int = 0

    @property
    def accepted(self) -> bool:
        """The call returned success; a status other than that is the runtime's own refusal."""
        return self.ok and self.status == 0


# ---- variation


def variations(base: Inputs, names: Names) -> Iterator[tuple[str, Inputs]]:
    """Named changes of inputs that pass: dtypes, optional tensors, layouts, sizes, numbers."""
    tensors = tensors_of(base)
    used = {base[t].dtype for t in tensors if base[t].present}
    for dtype in ("FP32", "FP16", "BF16", "INT32", "INT64", "UINT8", "INT8", "INT16", "UINT16", "UINT32"):
        if dtype not in names.dtype_of.values():
            continue
        for old in sorted(used - {dtype}):
            yield f"dtype {old} to {dtype}", {k: _redtype(v, old, dtype) for k, v in base.items()}
    for name, value in base.items():
        if isinstance(value, int | float):
            for other in (0, 1, 2, 3, -1):
                if other != value:
                    yield f"{name} = {other}", {**base, name: type(value)(other)}
    for name in tensors:
        if base[name].present:
            yield f"without {name}", {**base, name: TensorValue(present=False, shape=())}
        else:
            other = next((base[t] for t in tensors if base[t].present), TensorValue())
            yield f"with {name}", {**base, name: replace(other, present=True)}
        if len(base[name].shape) >= 2:
            yield f"{name} transposed", {**base, name: replace(base[name], layout="transposed")}
    sizes = sorted({s for t in tensors for s in base[t].shape if s > 1})
    for size in sizes:
        yield f"size {size} to {size + 1}", {k: _resize(v, size, size + 1) for k, v in base.items()}


def uniform(base: Inputs, names: Names) -> Iterator[Inputs]:
    """All tensors with another dtype, or with another number of dimensions, everything else kept."""
    for dtype in sorted(set(names.dtype_of.values())):
        yield {k: _each(v, lambda t, d=dtype: replace(t, dtype=d)) for k, v in base.items()}
    for dim in (1, 2, 3, 4):
        yield {k: _each(v, lambda t, d=dim: _with_dim(t, d)) for k, v in base.items()}


def forced(base: Inputs) -> Iterator[tuple[str, Inputs, Callable[[Inputs], bool]]]:
    """Changes that accepted inputs may need others for: dimensions, one size, a number, a tensor more or less."""
    tensors = [t for t in tensors_of(base) if base[t].present]
    for dim in (1, 2, 3, 4, 8):
        name = tensors[0] if tensors else ""
        if name and len(base[name].shape) != dim:
            start = {k: _each(v, lambda t, d=dim: _with_dim(t, d)) for k, v in base.items()}
            yield f"{dim} dimensions", start, lambda v, n=name, d=dim: len(v[n].shape) == d
    for name in tensors:
        for axis, size in enumerate(base[name].shape):
            start = {**base, name: _with_shape(base[name], axis, size + 1)}
            yield f"{name}.shape[{axis}] = {size + 1}, the rest for it", start, _has_size(name, axis, size + 1)
    for name, value in base.items():
        if isinstance(value, int) and not isinstance(value, bool):
            for other in (0, 1, 2, 3, -1):
                if other != value:
                    yield (
                        f"{name} = {other}, the rest for it",
                        {**base, name: other},
                        lambda v, n=name, o=other: v[n] == o,
                    )
        elif isinstance(value, TensorValue):
            changed = replace(value, present=not value.present, shape=value.shape or (4, 8))
            word = "without" if value.present else "with"
            start = {**base, name: changed if changed.present else TensorValue(present=False, shape=())}
            yield f"{word} {name}, the rest for it", start, lambda v, n=name, p=changed.present: v[n].present == p


def _has_size(name: str, axis: int, size: int) -> Callable[[Inputs], bool]:
    return lambda values: values[name].shape[axis : axis + 1] == (size,)


def _redtype(value: Value, old: str, new: str) -> Value:
    if isinstance(value, TensorValue):
        return replace(value, dtype=new) if value.dtype == old else value
    if isinstance(value, tuple):
        return tuple(_redtype(v, old, new) for v in value)
    return value


def _resize(value: Value, old: int, new: int) -> Value:
    if isinstance(value, TensorValue):
        return replace(value, shape=tuple(new if s == old else s for s in value.shape))
    if isinstance(value, tuple):
        return tuple(_resize(v, old, new) if isinstance(v, TensorValue) else v for v in value)
    return value


def violations(base: Inputs) -> Iterator[Inputs]:
    """Inputs that differ from accepted ones in one place: most are refused, each by the check that looks there."""
    for name, value in base.items():
        if isinstance(value, TensorValue) and value.present:
            yield from ({**base, name: changed} for changed in _broken(value))
            yield {**base, name: TensorValue(present=False, shape=())}
        elif isinstance(value, tuple) and value and isinstance(value[0], TensorValue):
            for changed in _broken(value[0]):
                yield {**base, name: tuple(changed for _ in value)}
                yield {**base, name: (*value[:-1], changed)}
        elif isinstance(value, int | float):
            yield from ({**base, name: type(value)(other)} for other in (-1, 0, 2, 3, 5, 100) if other != value)


def _broken(tensor: TensorValue) -> Iterator[TensorValue]:
    yield from (replace(tensor, dtype=dtype) for dtype in ("FP32", "FP16", "INT32", "UINT8") if dtype != tensor.dtype)
    yield from (_with_dim(tensor, len(tensor.shape) + step) for step in (1, -1) if len(tensor.shape) + step > 0)
    for axis, size in enumerate(tensor.shape):
        yield _with_shape(tensor, axis, size + 1)
    if len(tensor.shape) > 1:
        yield replace(tensor, layout="transposed" if tensor.layout == "contiguous" else "contiguous")
