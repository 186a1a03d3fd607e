"""A traced graph as a program: weights, and one line of C++ for each operator."""

from __future__ import annotations

import keyword
import operator
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch.export.graph_signature import InputKind, OutputKind
from torch.fx import Node

from .dtypes import device_name, file_type
from .errors import ExportError
from .lowering import Arguments, Lowered, Row, expression, known_extent, lower, rows
from .trace import Trace

# What gives the same bits on every machine, so that it is computed once, at the export, where it depends on nothing.
FOLDED = frozenset(
    [
        "arange.start_step",
        "arange.default",
        "arange.start",
        "full.default",
        "full_like.default",
        "zeros.default",
        "ones.default",
        "zeros_like.default",
        "ones_like.default",
        "scalar_tensor.default",
        "view.default",
        "unsqueeze.default",
        "squeeze.dims",
        "permute.default",
        "expand.default",
        "slice.Tensor",
        "select.int",
        "clone.default",
        "alias.default",
        "detach.default",
        "lift_fresh_copy.default",
        "tril.default",
        "triu.default",
        "where.self",
        "cat.default",
        "logical_not.default",
        "logical_and.default",
        "logical_or.default",
        "bitwise_not.default",
        "bitwise_and.Tensor",
        "bitwise_or.Tensor",
        "eq.Scalar",
        "ne.Scalar",
        "gt.Scalar",
        "ge.Scalar",
        "lt.Scalar",
        "le.Scalar",
        "eq.Tensor",
        "ne.Tensor",
        "gt.Tensor",
        "ge.Tensor",
        "lt.Tensor",
        "le.Tensor",
        "masked_fill.Scalar",
        "repeat.default",
        "flip.default",
    ]
)
FOLDED_INTEGERS = frozenset(
    ["add.Tensor", "sub.Tensor", "mul.Tensor", "add.Scalar", "sub.Scalar", "mul.Scalar", "_to_copy.default"]
)
SKIPPED = ("_assert_scalar.default", "_assert_tensor_metadata.default", "sym_constrain_range_for_size.default")
MOST_DIMENSIONS = 8  # TPUDNN_MAX_DIMS
CPP_WORDS = frozenset(
    [
        "alignas",
        "alignof",
        "and",
        "and_eq",
        "asm",
        "auto",
        "bitand",
        "bitor",
        "bool",
        "break",
        "case",
        "catch",
        "char",
        "class",
        "compl",
        "const",
        "const_cast",
        "constexpr",
        "continue",
        "decltype",
        "default",
        "delete",
        "do",
        "double",
        "dynamic_cast",
        "else",
        "enum",
        "explicit",
        "export",
        "extern",
        "false",
        "float",
        "for",
        "friend",
        "goto",
        "if",
        "inline",
        "int",
        "long",
        "mutable",
        "namespace",
        "new",
        "noexcept",
        "not",
        "not_eq",
        "nullptr",
        "operator",
        "or",
        "or_eq",
        "private",
        "protected",
        "public",
        "register",
        "reinterpret_cast",
        "return",
        "short",
        "signed",
        "sizeof",
        "static",
        "static_assert",
        "static_cast",
        "struct",
        "switch",
        "template",
        "this",
        "thread_local",
        "throw",
        "true",
        "try",
        "typedef",
        "typeid",
        "typename",
        "union",
        "unsigned",
        "using",
        "virtual",
        "void",
        "volatile",
        "wchar_t",
        "while",
        "xor",
        "xor_eq",
        "run",
        "inputs",
        "drop",
        "ops",
        "o",
        "f32",
        "f16",
        "bf16",
        "i64",
        "i32",
        "i16",
        "i8",
        "u8",
        "boolean",
        "forward",
        "program",
    ]
)


@dataclass
class Line:
    """A statement of the program."""

    variable: str
    code: str
    place: str
    operator: str | None = None  # its name; None: a view
    shape: str = ""
    order: str = ""  # of dimensions in memory, where eager keeps another one than row-major
    drops: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class OperatorInfo:
    name: str
    aten: str
    place: str
    result: str
    compute: str
    fp8: bool
    bits: str
    node: str  # of the graph
    operands: tuple[Node, ...]  # left and right, of a product that may be in FP8


@dataclass(frozen=True)
class Value:
    name: str
    dtype: torch.dtype
    shape: tuple[int, ...]  # -1: any


@dataclass
class Program:
    batch: int | None
    inputs: list[Value] = field(default_factory=list)
    outputs: list[Value] = field(default_factory=list)
    weights: dict[str, torch.Tensor] = field(default_factory=dict)
    weight_variables: dict[str, str] = field(default_factory=dict)  # variable: weight
    symbols: list[tuple[str, str]] = field(default_factory=list)  # name, where it comes from
    lines: list[Line] = field(default_factory=list)
    operators: list[OperatorInfo] = field(default_factory=list)
    results: list[str] = field(default_factory=list)


def place_of(node: Node) -> str:
    """Where in the module and its source a node comes from; no folder's name, so that none gets into the binary."""
    path, kind = module_of(node)
    made = f"{path} ({kind})" if path else kind
    frames = re.findall(r'File "([^"]+)", line (\d+), in \w+\n\s*(.*)', node.meta.get("stack_trace") or "")
    own = [frame for frame in frames if "/torch/" not in frame[0]] or frames
    if own:
        file, line, source = own[-1]
        made += f", {Path(file).name}:{line}: {source.strip()}"
    return made


def module_of(node: Node) -> tuple[str, str]:
    """Path of the innermost module and the name of its class."""
    stack = [each for each in (node.meta.get("nn_module_stack") or {}).values() if "hook" not in str(each[0])]
    if not stack:
        return "", "the module"
    path, kind = stack[-1][0], stack[-1][1]
    kind = kind if isinstance(kind, str) else kind.__name__
    return re.sub(r"^L\['self'\]\.?", "", str(path)), kind.rpartition(".")[2]


def sample_shape(value: torch.Tensor) -> tuple[int, ...]:
    """Without the batch; -1 for any extent."""
    known = [known_extent(each) for each in value.shape[1:]]
    return tuple(-1 if each is None else each for each in known)


def overload(node: Node) -> str:
    return str(node.target).removeprefix("aten.")


def memory_order(value: torch.Tensor) -> str:
    """Dimensions, outermost in memory first, where that is not row-major; "" else, and where elements are not side by side."""
    hint = lambda number: number.node.hint if isinstance(number, torch.SymInt) else number  # noqa: E731
    shape, strides = [hint(each) for each in value.shape], [hint(each) for each in value.stride()]
    if any(each is None for each in (*shape, *strides)):
        return ""
    order = sorted(range(len(shape)), key=lambda dim: (-strides[dim], dim))
    real = [dim for dim in order if shape[dim] > 1]
    if real == sorted(real):
        return ""
    expected = 1
    for dim in reversed(real):
        if strides[dim] != expected:
            return ""
        expected *= shape[dim]
    # dimensions of one element keep their places: they lie anywhere
    return "{" + ", ".join(map(str, order)) + "}"


class Builder:
    def __init__(self, trace: Trace) -> None:
        self.exported, self.decomposed = trace.exported, trace.decomposed
        self.program = Program(trace.batch)
        self.names: dict[Node, str] = {}
        self.constants: dict[Node, torch.Tensor] = {}
        self.used: set[str] = set()
        self.operator_names: set[str] = set()
        self.stored: dict[tuple[Any, ...], str] = {}

    def unique(self, wanted: str) -> str:
        name = re.sub(r"\W", "_", wanted).strip("_") or "value"
        name = f"v{name}" if name[0].isdigit() else name
        name = f"{name}_" if keyword.iskeyword(name) or name in CPP_WORDS else name
        made, number = name, 1
        while made in self.used:
            made, number = f"{name}_{number}", number + 1
        self.used.add(made)
        return made

    def build(self) -> Program:
        self._inputs()
        for node in self.exported.graph.nodes:
            if node.op == "call_function" and node.users:
                self._node(node)
        self._outputs()
        self._liveness()
        return self.program

    # --- inputs and weights ---

    def _inputs(self) -> None:
        specs = {spec.arg.name: spec for spec in self.exported.graph_signature.input_specs}
        state = dict(self.exported.state_dict)
        for node in self.exported.graph.nodes:
            if node.op != "placeholder":
                continue
            spec = specs[node.name]
            if spec.kind == InputKind.USER_INPUT:
                self._input(node)
            elif spec.target in state or spec.target in self.exported.constants:
                tensor = state.get(spec.target, self.exported.constants.get(spec.target))
                if not isinstance(tensor, torch.Tensor):
                    raise ExportError(f"{spec.target} is a {type(tensor).__name__}, not a tensor")
                self.constants[node] = tensor
                self.names[node] = spec.target
            else:
                raise ExportError(f"{spec.target} ({spec.kind.name.lower()}) cannot be exported")

    def _input(self, node: Node) -> None:
        value = node.meta["val"]
        if not isinstance(value, torch.Tensor):
            raise ExportError(f"input {node.name} is {value!r}; inputs are tensors")
        number = len(self.program.inputs)
        file_type(value.dtype, f"input {node.name}")
        self.names[node] = self.unique(node.name)
        if value.dim() == 0:
            raise ExportError(f"input {node.name} is a number; an input has a dimension of the batch")
        for dim, extent in enumerate(value.shape):
            if known_extent(extent) is None:
                self._symbol(extent.node.expr, node.name, number, dim)
        shape = sample_shape(value)
        self.program.inputs.append(Value(self.names[node], value.dtype, shape))

    def _symbol(self, extent: Any, name: str, number: int, dim: int) -> None:
        if not extent.is_Symbol:
            raise ExportError(f"dimension {dim} of input {name} has to be {extent}: a program takes any extent, or one")
        if str(extent) in [each[0] for each in self.program.symbols]:
            return
        known = self.exported.range_constraints.get(extent)
        low = int(known.lower) if known is not None and known.lower.is_Integer and known.lower > 2 else 0
        high = int(known.upper) if known is not None and known.upper.is_Integer and known.upper < 2**31 else 2**31 - 1
        self.program.symbols.append((str(extent), f'run.extent(inputs[{number}], {dim}, {low}, {high}, "{name}")'))
        self.used.add(str(extent))

    def weight(self, name: str, tensor: torch.Tensor) -> str:
        """The variable of a weight; tensors that share memory are one weight."""
        file_type(tensor.dtype, name)
        key = (
            tensor.untyped_storage().data_ptr(),
            tensor.storage_offset(),
            tensor.shape,
            tensor.stride(),
            tensor.dtype,
        )
        if tensor.numel() == 0 or key not in self.stored:
            variable = self.unique(name)
            self.stored[key] = variable
            self.program.weights[name] = tensor.detach().cpu().contiguous()
            self.program.weight_variables[variable] = name
        return self.stored[key]

    def name_of(self, node: Node) -> str:
        if node in self.constants:
            return self.weight(self.names.get(node, f"constant.{node.name}"), self.constants[node])
        if node not in self.names:
            raise ExportError(f"{overload(node)} gives {node.meta.get('val')}, which is no tensor")
        return self.names[node]

    # --- operators ---

    def _node(self, node: Node) -> None:
        if node.target is operator.getitem:
            source, item = node.args[0], int(node.args[1])  # type: ignore[call-overload]
            self._lowered(node, source, item)  # type: ignore[arg-type]
            return
        value = node.meta.get("val")
        if overload(node) in SKIPPED or isinstance(
            value, torch.SymInt | torch.SymBool | torch.SymFloat | int | bool | float
        ):
            return
        if isinstance(value, tuple | list) or self._fold(node):
            return
        self._lowered(node, node, None)

    def _fold(self, node: Node) -> bool:
        value = node.meta.get("val")
        name = overload(node)
        integers = not isinstance(value, torch.Tensor) or not (value.is_floating_point() or value.is_complex())
        if name not in FOLDED and not (name in FOLDED_INTEGERS and integers):
            return False
        sources = node.all_input_nodes
        if any(each not in self.constants or self.names.get(each) is not None for each in sources):
            return False  # depends on inputs, or on parameters, which stay as they are

        def on_host(value: Any) -> Any:
            if isinstance(value, Node):
                return self.constants[value]
            if isinstance(value, list | tuple):
                return type(value)(on_host(each) for each in value)
            return torch.device("cpu") if isinstance(value, torch.device) else value

        flat: list[Any] = [*node.args, *node.kwargs.values()]
        if any(isinstance(each, torch.SymInt) for each in torch.utils._pytree.tree_leaves(flat)):
            return False
        made = node.target(*on_host(node.args), **{key: on_host(each) for key, each in node.kwargs.items()})  # type: ignore[operator]
        self.constants[node] = made
        return True

    def _refuse(self, node: Node, why: str) -> ExportError:
        return ExportError(f"aten.{overload(node)} at {place_of(node)}: {why}")

    def _lowered(self, node: Node, source: Node, item: int | None) -> None:
        row = rows().get(overload(source))
        if row is None:
            raise self._refuse(source, "no way to compute it with the C API is known (lowering.yaml)")
        value = node.meta["val"]
        if not isinstance(value, torch.Tensor):
            raise self._refuse(source, f"it gives {value!r}")
        try:
            device_name(value.dtype, "its result")
            made = lower(row, source, item, self.name_of)
            shape = "{" + ", ".join(expression(each) for each in value.shape) + "}"
        except ExportError as error:
            raise self._refuse(source, str(error)) from error
        if made.is_view and re.fullmatch(r"\w+", made.code):
            self.names[node] = made.code  # nothing but another name
            return
        variable = self.names[node] = self.unique(node.name)
        line = Line(variable, made.code, place_of(source))
        if not made.is_view:
            line.operator = self._operator(source, value, made, row)
            line.shape = shape
            line.order = memory_order(value)
        self.program.lines.append(line)

    def _operator(self, node: Node, value: torch.Tensor, made: Lowered, row: Row) -> str:
        path, _ = module_of(node)
        base = f"{path}.{row.name or overload(node).partition('.')[0].strip('_')}".lstrip(".")
        name, number = base, 1
        while name in self.operator_names:
            name, number = f"{base}_{number}", number + 1
        self.operator_names.add(name)
        tensors = [each.meta["val"] for each in node.all_input_nodes if isinstance(each.meta.get("val"), torch.Tensor)]
        most = max(each.dim() for each in [value, *tensors])
        if most > MOST_DIMENSIONS:
            raise self._refuse(node, f"a tensor of {most} dimensions; the library takes {MOST_DIMENSIONS}")
        floats = [each.dtype for each in tensors if each.is_floating_point()]
        if value.is_floating_point() or not tensors or (row.number is not None and value.dtype != torch.bool):
            compute = value.dtype
        elif floats:
            compute = max(floats, key=lambda dtype: dtype.itemsize)
        else:
            compute = tensors[0].dtype
            for each in tensors[1:]:
                compute = torch.promote_types(compute, each.dtype)
        operands: tuple[Any, ...] = ()
        if row.fp8 is not None and made.fp8 and value.dtype == torch.float32:
            arguments = Arguments(node)
            operands = tuple(arguments[each] for each in row.fp8)
        bits = "close" if self._part_of_decomposed(node.meta.get("from_node", ())) else made.bits
        self.program.operators.append(
            OperatorInfo(
                name=name,
                aten=f"aten.{overload(node)}",
                place=place_of(node),
                result=device_name(value.dtype, f"the result of {name}"),
                compute=device_name(compute, f"an operand of {name}"),
                fp8=bool(operands),
                bits=bits,
                node=node.name,
                operands=operands,
            )
        )
        return name

    def _part_of_decomposed(self, sources: Iterable[Any]) -> bool:
        """Eager computes the operator that this one is a part of at once."""
        return any(
            str(each.target).removeprefix("aten.") in self.decomposed or self._part_of_decomposed(each.from_node)
            for each in sources
        )

    # --- outputs ---

    def _outputs(self) -> None:
        signature = self.exported.graph_signature
        kinds = {spec.kind for spec in signature.output_specs}
        if kinds - {OutputKind.USER_OUTPUT}:
            changed = [
                spec.target or spec.arg.name for spec in signature.output_specs if spec.kind != OutputKind.USER_OUTPUT
            ]
            raise ExportError(
                f"the module writes {', '.join(changed)} while it runs; a program's weights stay as they are"
            )
        node = next(each for each in self.exported.graph.nodes if each.op == "output")
        first = (
            next(each for each in self.exported.graph.nodes if each.name in signature.user_inputs).meta["val"].shape[0]
        )
        for number, each in enumerate(node.args[0]):
            what = f"output {number}"
            if not isinstance(each, Node) or not isinstance(each.meta.get("val"), torch.Tensor):
                raise ExportError(f"{what} is {each!r}; outputs are tensors")
            value = each.meta["val"]
            file_type(value.dtype, what)
            batched = value.dim() > 0 and expression(value.shape[0]) == expression(first)
            if not batched:
                raise ExportError(
                    f"{what} has the shape {list(value.shape)}: its first dimension is not that of the batch"
                )
            shape = sample_shape(value)
            self.program.results.append(self.name_of(each))
            self.program.outputs.append(Value(each.name, value.dtype, shape))

    def _liveness(self) -> None:
        """Variables go after the line of their last use."""
        last: dict[str, int] = {}
        for number, line in enumerate(self.program.lines):
            last[line.variable] = number
            for word in re.findall(r"(?<![\w:.])\w+\b(?!\()", line.code):
                if word in last:
                    last[word] = number
        kept = set(self.program.results)
        for variable, number in last.items():
            if variable not in kept:
                self.program.lines[number].drops.append(variable)


def build(trace: Trace) -> Program:
    return Builder(trace).build()
