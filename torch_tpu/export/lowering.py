"""The table of lowering.yaml, and the arguments of a call as C++."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import sympy
import torch
import yaml
from torch.fx import Node

from .errors import ExportError

TABLE = Path(__file__).with_name("lowering.yaml")


@dataclass(frozen=True)
class Row:
    func: str
    call: str | None = None
    view: str | None = None
    items: tuple[str, ...] | str | None = None
    number: str | None = None
    first: str | None = None
    takes: dict[str, list[Any]] = field(default_factory=dict)
    masks: bool = False
    fp8: tuple[str, str] | None = None
    prepare: str | None = None
    name: str | None = None
    bits: str = "native"


@cache
def _table() -> tuple[dict[str, Any], ...]:
    return tuple(yaml.safe_load(TABLE.read_text(encoding="utf-8")))


@cache
def exact_parts() -> frozenset[str]:
    """Overloads that are taken apart into what gives the same bits."""
    return frozenset(func for entry in _table() if entry.get("parts") == "exact" for func in entry["func"])


@cache
def rows() -> dict[str, Row]:
    made: dict[str, Row] = {}
    for entry in _table():
        if "parts" in entry:
            continue
        rest = {key: value for key, value in entry.items() if key not in ("func", "each")}
        rest |= {key: tuple(rest[key]) for key in ("items", "fp8") if isinstance(rest.get(key), list)}
        for name, word in entry.get("each", {}).items():
            made[f"{name}.default"] = Row(
                **(rest | {"func": f"{name}.default", "call": rest["call"].replace("{each}", word)})
            )
        funcs = entry.get("func", [])
        for func in [funcs] if isinstance(funcs, str) else funcs:
            made[func] = Row(**(rest | {"func": func}))
    return made


# --- C++ text ---


def expression(value: Any) -> str:
    """An extent: a number, or an expression of the program's symbols."""
    if isinstance(value, torch.SymInt):
        value = value.node.expr
    if isinstance(value, int | sympy.Integer):
        return str(int(value))
    if isinstance(value, sympy.Symbol):
        return str(value)
    if isinstance(value, sympy.Add | sympy.Mul):
        sign = " + " if isinstance(value, sympy.Add) else " * "
        return "(" + sign.join(expression(each) for each in value.args) + ")"
    if isinstance(value, sympy.Pow) and value.args[1].is_Integer and int(value.args[1]) > 0:
        return "(" + " * ".join([expression(value.args[0])] * int(value.args[1])) + ")"
    kind = type(value).__name__
    if kind in ("FloorDiv", "CleanDiv", "IntTrueDiv"):
        return f"({expression(value.args[0])} / {expression(value.args[1])})"
    if kind in ("Mod", "PythonMod"):
        return f"({expression(value.args[0])} % {expression(value.args[1])})"
    if kind in ("Max", "Min"):
        inner = expression(value.args[0])
        for each in value.args[1:]:
            inner = f"std::{kind.lower()}<int64_t>({inner}, {expression(each)})"
        return inner
    raise ExportError(f"an extent is {value}, for which there is no expression in C++")


def known_extent(value: Any) -> int | None:
    """An extent that is one number; None where it is a symbol's. A symbol may have become a number while the graph was traced."""
    if isinstance(value, torch.SymInt):
        value = value.node.expr
    return int(value) if isinstance(value, int | sympy.Integer) else None


def literal(value: float) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if math.isnan(value):
        return "NAN"
    if math.isinf(value):
        return "INFINITY" if value > 0 else "-INFINITY"
    return repr(value)


class Arguments:
    """Arguments of a node by their names in the schema, defaults included."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.values: dict[str, Any] = {}
        for position, argument in enumerate(node.target._schema.arguments):  # type: ignore[union-attr]
            if argument.name in node.kwargs:
                self.values[argument.name] = node.kwargs[argument.name]
            elif not argument.kwarg_only and position < len(node.args):
                self.values[argument.name] = node.args[position]
            else:
                self.values[argument.name] = argument.default_value if argument.has_default_value() else None

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def meta(self, name: str) -> torch.Tensor:
        return self.values[name].meta["val"]


Namer = Callable[[Node], str]


def is_tensor(value: Any) -> bool:
    """A node may be a number too: an extent of an input, and what is calculated of it."""
    return isinstance(value, Node) and isinstance(value.meta["val"], torch.Tensor)


def text(value: Any, name_of: Namer) -> str:
    if isinstance(value, Node):
        made = value.meta["val"]
        return name_of(value) if isinstance(made, torch.Tensor) else expression(made)
    if value is None:
        return "{}"
    if isinstance(value, list | tuple):
        return "{" + ", ".join(text(each, name_of) for each in value) + "}"
    if isinstance(value, torch.SymInt):
        return expression(value)
    if isinstance(value, int | float):
        return literal(value)
    return str(value)


# --- what rows check and add: each returns placeholders ---


def _pair(values: Any) -> list[Any]:
    values = list(values)
    return values * 2 if len(values) == 1 else values


def _axis(dim: int, dims: int) -> int:
    return dim + dims if dim < 0 else dim


def _convolution(a: Arguments) -> dict[str, Any]:
    dims = a.meta("input").dim() - 2
    if not 1 <= dims <= 3:
        raise ExportError(f"a convolution of {dims} dimensions; there are those of 1 to 3")
    if not a["transposed"]:
        return {"@fp8": dims < 3}
    call = "ops::transposed_convolution(o, {input}, {weight}, {bias}, {stride}, {padding}, {dilation}, {output_padding}, {groups})"
    return {"@call": call, "@fp8": False}


def _gelu(a: Arguments) -> dict[str, Any]:
    if a["approximate"] not in ("none", "tanh"):
        raise ExportError(f"the approximation {a['approximate']}")
    return {"@call": "ops::gelu_tanh(o, {self})"} if a["approximate"] == "tanh" else {}


def _celu(a: Arguments) -> dict[str, Any]:
    return {"inverse": 1.0 / float(a["alpha"])}


def _clamp(a: Arguments) -> dict[str, Any]:
    return {"min": -math.inf if a["min"] is None else a["min"], "max": math.inf if a["max"] is None else a["max"]}


def _scaled(a: Arguments) -> dict[str, Any]:
    other = a["other"]
    if a.node.meta["val"].dtype == torch.bool:  # one of them, or both
        if not is_tensor(other) or a["alpha"] != 1:
            raise ExportError("adding a number to a mask")
        return {"@call": "ops::elementwise(o, {self}, {other}, tpudnnLogicalOrAsync)"}
    if isinstance(other, Node):
        return {} if is_tensor(other) else {"scaled": f"{expression(other.meta['val'])} * {float(a['alpha'])!r}"}
    return {"scaled": float(other) * float(a["alpha"])}


def _remainder(a: Arguments) -> dict[str, Any]:
    other = a["other"]
    if isinstance(other, Node):
        raise ExportError("the remainder of a division by an extent")
    if not a.meta("self").is_floating_point() and not 0 < other < 2**24:
        raise ExportError(f"the remainder of integers divided by {other}; from 1 to {2**24 - 1} it is computed")
    return {"other": float(other)}


def _arg(a: Arguments) -> dict[str, Any]:
    return {"dim": "std::nullopt" if a["dim"] is None else a["dim"]}


def _softmax(a: Arguments) -> dict[str, Any]:
    return {"axis": _axis(a["dim"], a.meta("self").dim())}


def _variance(a: Arguments) -> dict[str, Any]:
    return {"correction": 1 if a["correction"] is None else a["correction"]}


def _layer_norm(a: Arguments) -> dict[str, Any]:
    return {"normalized": len(a["normalized_shape"])}


def _pooling(a: Arguments) -> dict[str, Any]:
    if any(each != 1 for each in a.values.get("dilation") or [1]):
        raise ExportError("pooling with a dilation")
    kernel = _pair(a["kernel_size"])
    stride = _pair(a["stride"]) if a["stride"] else kernel
    return {"window": [*kernel, *stride, *_pair(a["padding"])]}


def _index_select(a: Arguments) -> dict[str, Any]:
    return {"axis": _axis(a["dim"], a.meta("self").dim())}


def _index(a: Arguments) -> dict[str, Any]:
    given = [(axis, each) for axis, each in enumerate(a["indices"]) if each is not None]
    if any(each.meta["val"].dtype in (torch.bool, torch.uint8) for _, each in given):
        raise ExportError(
            "indexing by a mask gives as many elements as it has ones, which no program knows before it runs"
        )
    axes = [axis for axis, _ in given]
    if axes != list(range(axes[0], axes[0] + len(axes))):
        raise ExportError("indexing by tensors in dimensions that are not neighbours")
    return {"axis": axes[0], "tensors": [each for _, each in given]}


def _index_put(a: Arguments) -> dict[str, Any]:
    indices, values = a["indices"], a.meta("values")
    if len(indices) != 1 or indices[0] is None or indices[0].meta["val"].dtype != torch.bool or values.numel() != 1:
        raise ExportError("writing to places other than those of one mask, or other than one number")
    return {"mask": indices[0]}


def _arange(a: Arguments) -> dict[str, Any]:
    if any(isinstance(a[each], float) and a[each] != int(a[each]) for each in ("start", "end", "step")):
        raise ExportError("arange of fractions")
    return {each: int(a[each]) if isinstance(a[each], float) else a[each] for each in ("start", "end", "step")}


def _transpose(a: Arguments) -> dict[str, Any]:
    dims = list(range(a.meta("self").dim()))
    if dims:
        first, second = (a["dim0"], a["dim1"]) if "dim0" in a.values else (0, -1)
        dims[first], dims[second] = dims[second], dims[first]
    return {"exchanged": dims}


def _squeeze(a: Arguments) -> dict[str, Any]:
    dims = a["dim"]
    return {"dims": list(dims) if isinstance(dims, list | tuple) else [dims]}


def _slice(a: Arguments) -> dict[str, Any]:
    end = a["end"]
    return {
        "start": 0 if a["start"] is None else a["start"],
        "end": "INT64_MAX" if end is None or (isinstance(end, int) and end >= 2**62) else end,
    }


def _clone(a: Arguments) -> dict[str, Any]:
    return {"cloned": "{self}.rowMajor()" if a["memory_format"] == torch.contiguous_format else "{self}"}


PREPARE: dict[str, Callable[[Arguments], dict[str, Any]]] = {
    "convolution": _convolution,
    "gelu": _gelu,
    "celu": _celu,
    "clamp": _clamp,
    "scaled": _scaled,
    "remainder": _remainder,
    "arg": _arg,
    "softmax": _softmax,
    "variance": _variance,
    "layer_norm": _layer_norm,
    "pooling": _pooling,
    "index_select": _index_select,
    "index": _index,
    "index_put": _index_put,
    "arange": _arange,
    "transpose": _transpose,
    "squeeze": _squeeze,
    "slice": _slice,
    "clone": _clone,
}


@dataclass(frozen=True)
class Lowered:
    code: str
    is_view: bool
    bits: str
    fp8: bool


def lower(row: Row, node: Node, item: int | None, name_of: Namer) -> Lowered:
    """The C++ of a node, of number `item` of its results where it gives several."""
    arguments = Arguments(node)
    for name, values in row.takes.items():
        if arguments[name] not in values:
            raise ExportError(f"{name}={arguments[name]}")
    if row.masks:
        for name, value in arguments.values.items():
            if isinstance(value, Node) and value.meta["val"].dtype != torch.bool:
                raise ExportError(f"{name} of {value.meta['val'].dtype}, where it takes masks (torch.bool)")
    extra = PREPARE[row.prepare](arguments) if row.prepare else {}
    template = row.call
    is_view = row.view is not None
    if row.view is not None:
        template = row.view
    elif isinstance(row.items, tuple):
        if item is None or item >= len(row.items):
            raise ExportError(f"its result {item} is used")
        template = row.items[item]
    elif row.items is not None:
        template, is_view = row.items, True
        sizes = arguments.values.get("split_sizes") or arguments.values.get("split_size")
        if isinstance(sizes, list | tuple):
            start = sum(sizes[:item])
            extra |= {"start": start, "end": start + sizes[item]}  # type: ignore[index]
        extra["index"] = item
    if row.number is not None and not is_tensor(arguments["other"]):
        template = row.number
    if row.first is not None and not is_tensor(arguments["self"]):
        if arguments.values.get("alpha", 1) != 1:
            raise ExportError(f"a number in front and alpha={arguments['alpha']}")
        template = row.first
    template = extra.pop("@call", template)
    fp8 = extra.pop("@fp8", row.fp8 is not None)
    assert template is not None
    texts = {name: text(value, name_of) for name, value in (arguments.values | extra).items()}
    code = template.format_map(texts)
    if "cloned" in texts:
        code = code.format_map(texts)
    return Lowered(code, is_view, row.bits, fp8)
