"""From rows to overloads: what each row registers, according to torchgen's parsed schemas."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from pathlib import Path

import torchgen
from torchgen import local
from torchgen.api import meta as meta_api
from torchgen.api import structured as structured_api
from torchgen.api.types import NativeSignature
from torchgen.context import native_function_manager
from torchgen.gen import get_grouped_native_functions, parse_native_yaml
from torchgen.model import (
    Argument,
    FunctionSchema,
    NativeFunction,
    NativeFunctionsGroup,
    SchemaKind,
    TensorOptionsArguments,
)

from .model import OpsFile, Row


class Form(Enum):
    """How a registered overload reaches the row's kernel."""

    EXACT = "exact"  # the kernel implements this very overload
    OUT = "out"  # .out of a structured operator: outputs resized by its meta function
    FUNCTIONAL = "functional"
    INPLACE = "inplace"


@dataclass(frozen=True)
class Overload:
    """One overload to register for one row."""

    row: Row
    form: Form
    function: NativeFunction
    kernel_function: NativeFunction  # the overload whose signature the kernel has
    group: NativeFunctionsGroup | None

    @cached_property
    def result_type(self) -> str:
        with native_function_manager(self.function):
            return NativeSignature(self.function.func, symint=False).returns_type().cpp_type()

    def definition(self, name: str) -> str:
        """Head of a C++ function of this overload's signature."""
        with native_function_manager(self.function):
            return NativeSignature(self.function.func, symint=False).defn(name=name)

    @property
    def name(self) -> str:
        return str(self.function.func.name)

    @property
    def identifier(self) -> str:
        return self.name.replace(".", "_")

    @property
    def meta_class(self) -> str:
        assert self.group is not None
        return "Pointwise" if self.row.like else f"at::meta::structured_{meta_api.name(self.group)}"

    @property
    def has_meta(self) -> bool:
        """Whether PyTorch has a meta function for it."""
        return self.group is not None and not self.row.like

    @property
    def base(self) -> str:
        """Header stem under ATen/ops."""
        return str(self.function.root_name)

    def meta_arguments(self) -> list[tuple[str, str]]:
        """(C++ type, name) of the meta function's arguments."""
        assert self.group is not None
        with native_function_manager(self.group.out):
            return [(b.nctype.cpp_type(), b.name) for b in structured_api.meta_arguments(self.group)]


def arguments(function: NativeFunction | OwnOperator) -> list[Argument]:
    """Arguments without self/out grouping, in the order of the native C++ signature."""
    flat: list[Argument] = []
    for argument in [*function.func.arguments.non_out, *function.func.arguments.out]:
        if isinstance(argument, Argument):
            flat.append(argument)
        elif isinstance(argument, TensorOptionsArguments):
            flat.extend(argument.all())
        else:
            flat.append(argument.argument)
    return flat


def kernel_declaration(overload: Overload) -> str:
    """The declaration a row's kernel must match."""
    function = overload.kernel_function
    with native_function_manager(function):
        return NativeSignature(function.func, symint=False).decl(name=overload.row.kernel)


def resolve(ops: OpsFile) -> list[Overload]:
    """Overloads of every row. Raises OpsError, with the row's line, where a row and the schemas disagree."""
    functions, groups = _schemas()
    overloads: list[Overload] = []
    taken: dict[str, int] = {row.func: row.line for row in ops.rows}
    for row in ops.rows:
        if row.schema is not None:
            continue
        function = functions.get(row.func)
        if function is None:
            close = difflib.get_close_matches(row.func, functions, n=3)
            hint = f"; close: {', '.join(close)}" if close else ""
            raise ops.error(row.line, f"PyTorch has no operator {row.func}{hint}")
        unknown = {*row.strided, *row.like, *row.indices, *row.indices.values(), *row.overlap} - {
            argument.name for argument in arguments(function)
        }
        if unknown:
            raise ops.error(row.line, f"{row.func} has no argument {', '.join(sorted(unknown))}: {function.func}")
        group = groups.get(row.func)
        is_out = group is not None and function.func.kind() == SchemaKind.out
        if row.like and not (is_out and not group.structured):
            raise ops.error(row.line, f"like is for an .out overload without a meta function; {row.func} is not one")
        derived = is_out and (group.structured or bool(row.like))
        form = Form.OUT if derived else Form.EXACT
        overloads.append(Overload(row, form, function, function, group if derived else None))
        if not (derived and row.variants):
            continue
        assert group is not None
        for variant, kind in ((group.functional, Form.FUNCTIONAL), (group.inplace, Form.INPLACE)):
            if variant is not None and str(variant.func.name) not in taken:
                overloads.append(Overload(row, kind, variant, function, group))
    return overloads


@dataclass(frozen=True)
class OwnOperator:
    """An operator that PyTorch does not have: torch.ops.tpu.<name>."""

    row: Row
    func: FunctionSchema

    def signature(self, name: str, declare: bool) -> str:
        with local.parametrize(use_const_ref_for_mutable_tensors=False, use_ilistref_for_tensor_lists=False):
            native = NativeSignature(self.func, symint=False)
            return native.decl(name=name) if declare else native.defn(name=name)

    @cached_property
    def result_type(self) -> str:
        with local.parametrize(use_const_ref_for_mutable_tensors=False, use_ilistref_for_tensor_lists=False):
            return NativeSignature(self.func, symint=False).returns_type().cpp_type()


def resolve_own(ops: OpsFile) -> list[OwnOperator]:
    """Rows with a schema of their own."""
    own = []
    for row in ops.rows:
        if row.schema is None:
            continue
        try:
            own.append(OwnOperator(row, FunctionSchema.parse(row.schema)))
        except (AssertionError, RuntimeError, ValueError, IndexError) as error:
            raise ops.error(row.line, f"not a schema: {row.schema}: {error}") from error
    return own


def _schemas() -> tuple[dict[str, NativeFunction], dict[str, NativeFunctionsGroup]]:
    native = Path(torchgen.__file__).parent / "packaged" / "ATen" / "native"
    parsed = parse_native_yaml(str(native / "native_functions.yaml"), str(native / "tags.yaml"))
    groups: dict[str, NativeFunctionsGroup] = {}
    for group in get_grouped_native_functions(parsed.native_functions):
        if isinstance(group, NativeFunctionsGroup):
            groups.update({str(function.func.name): group for function in group.functions()})
    return {str(function.func.name): function for function in parsed.native_functions}, groups
