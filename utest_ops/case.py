"""What a case file says: a list CASES of Case."""

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import torch

from utest_ops.draw import Draw
from utest_ops.dtypes import FLOATS
from utest_ops.errors import CaseError
from utest_ops.tolerance import ErrorModel, exact

Compute = Callable[..., torch.Tensor | tuple[torch.Tensor, ...]]
SAME = "same"  # an output's dtype: the one under test


@dataclass(frozen=True)
class Case:
    """One configuration of one operator.

    inputs: tensors by the name `compute` and `capi` know them by.
    compute: the operator in torch, taking the inputs by name. It runs on the device's tensors and, on the CPU in f64, as the reference.
    capi: the call of the C API without `tpudnn`, `Async` at the end and the handle: "Matmul(left, right, None, output)". Names are inputs, outputs and
        enumerators of the header; None is an undefined tensor, [a, b] an array of tensors; other literals are passed as they are.
        None: reachable through torch only.
    error: the error model of the float outputs, or one per output.
    reference: where the f64 reference is not `compute` itself.
    torch: where the device's form is not `compute`; False: not reachable through torch.
    outputs: names and dtypes of what `compute` returns, in order.
    dtypes: what is tested, on every chip; what a chip lacks says its chips/<chip>/chip.yaml.
    optional: inputs that may be left out; leaving one out must be noticed.
    reduced: inputs that are reduced, with the dimension: what the reference makes of the last step left out must be noticed.
    neutral: what a left-out step is replaced by. last_step_left_out: the same as a function, where one value cannot stand for it.
    room: the shape to allocate for an output whose size depends on the values; its leading part is compared.

    variants: of those that utest_ops/special.py makes of every case (special values, tensors without elements, without dimensions)
        the ones that hold for this one.
    variant: of a case that was made of another one, what it is.

    An output with the name of an input is written in place.
    """

    inputs: Mapping[str, Draw]
    compute: Compute
    capi: str | None
    error: ErrorModel | Mapping[str, ErrorModel] = field(default_factory=exact)
    name: str = ""
    reference: Compute | None = None
    torch: Compute | bool | None = None
    outputs: Mapping[str, str] = field(default_factory=lambda: {"output": SAME})
    dtypes: tuple[str, ...] = FLOATS
    optional: tuple[str, ...] = ()
    reduced: Mapping[str, int] = field(default_factory=dict)
    neutral: float = 0.0
    last_step_left_out: Compute | None = None
    room: Mapping[str, Callable[..., tuple[int, ...]]] = field(default_factory=dict)
    variants: tuple[str, ...] = ("special", "empty", "scalar")
    variant: str = ""

    def __post_init__(self) -> None:
        if self.capi is not None:
            parse_call(self.capi)
        if self.torch is False and self.capi is None:
            raise CaseError(f"case {self.id}: neither torch nor the C API reaches it")

    @property
    def id(self) -> str:
        """Name and shapes: stable, without blanks, what --case selects."""
        shapes = ",".join(draw.describe() for draw in self.inputs.values())
        return "-".join(part for part in (self.name, shapes) if part)

    @property
    def plain_name(self) -> str:
        """Its name, or that of the case it was made of."""
        return self.name.removesuffix(self.variant).removesuffix("-") if self.variant else self.name

    def output_dtype(self, output: str, dtype: str) -> str:
        """The dtype of an output when `dtype` is tested."""
        declared = self.outputs[output]
        return dtype if declared == SAME else declared

    def error_of(self, output: str) -> ErrorModel:
        """The error model of an output."""
        return self.error if isinstance(self.error, ErrorModel) else self.error[output]


@dataclass(frozen=True)
class Call:
    """A parsed `capi`: the function's short name and its arguments after the handle."""

    function: str
    arguments: tuple["Argument", ...]


@dataclass(frozen=True)
class Name:
    """An input, an output or an enumerator."""

    id: str


Argument = Name | None | bool | int | float | tuple["Argument", ...]


def parse_call(text: str) -> Call:
    """Parse the `capi` of a case."""
    try:
        call = ast.parse(text, mode="eval").body
    except SyntaxError as error:
        raise CaseError(f"capi {text!r} is not a call: {error.msg}") from error
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.keywords:
        raise CaseError(f"capi {text!r} is not a call with positional arguments")
    return Call(call.func.id, tuple(_argument(node, text) for node in call.args))


def _argument(node: ast.expr, text: str) -> Argument:
    if isinstance(node, ast.Name):
        return Name(node.id)
    if isinstance(node, ast.List):
        return tuple(_argument(item, text) for item in node.elts)
    try:
        return ast.literal_eval(node)
    except ValueError as error:
        raise CaseError(f"capi {text!r}: {ast.unparse(node)} is neither a name nor a literal") from error
