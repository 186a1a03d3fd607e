"""A row of operators.yaml as the calls of tpudnn::Contract and tpudnn::relations in the operator's entry."""

from collections.abc import Mapping, Sequence
from itertools import takewhile

from dnnlib.codegen.api import Function, Kind, Parameter
from dnnlib.codegen.contracts import WORD, Check, Contract, Dim, DimKind, TensorPattern

_BEFORE_LIST = {
    "predicate": 3,
    "integers_for": 2,
    "needed_for": 2,
}  # arguments of a relation before those that are one list
_LISTS = (Kind.TENSOR_LIST, Kind.TENSOR_VECTOR)


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def modes_of(enumeration: Sequence[str], members: Sequence[str]) -> dict[str, str]:
    """Enumerators -> what chip.yaml calls them as modes: without the words that all of their enumeration begin with, in lower case."""
    names = enumeration or members
    shared = list(takewhile(lambda letters: letters[0] == letters[1], zip(min(names), max(names), strict=False)))
    stem = "".join(letter for letter, _ in shared)
    return {member: member[stem.rfind("_") + 1 :].lower() for member in members}


def _number(parameter: Parameter) -> bool:
    return (
        parameter.kind is Kind.VALUE
        and not parameter.canonical.endswith("*")
        and not parameter.type.endswith(("Param_t", "Descriptor_t"))
    )


class _Renderer:
    def __init__(self, function: Function, row: Contract, enums: Mapping[str, Mapping[str, int]]) -> None:
        self.parameters = {parameter.name: parameter for parameter in function.parameters}
        self.order = [parameter.name for parameter in function.parameters]
        self.row = row
        self.enums = enums

    def expression(self, text: str) -> str:
        """Sizes become what they are bound to; parameters and constants stay."""
        sizes = self.row.sizes
        return WORD.sub(lambda m: f"row.size({sizes.index(m[0])})" if m[0] in sizes else m[0], text)

    def argument(self, name: str) -> str:
        """A tensor or list with its name."""
        parameter = self.parameters[name]
        if parameter.kind is Kind.TENSOR_LIST:
            return f'{{"{name}", {name}, {self.order[self.order.index(name) + 1]}}}'
        if parameter.kind is Kind.TENSOR_VECTOR:
            return f'{{"{name}", {name}.data(), static_cast<int>({name}.size())}}'
        return f'{{"{name}", {name}}}'

    def dim(self, dim: Dim) -> str:
        symbol, value = -1, "0"
        if dim.kind is DimKind.SIZE:
            symbol = self.row.sizes.index(dim.name)
        elif dim.kind in (DimKind.GROUP, DimKind.ELEMENTS_OF_GROUP):
            symbol = self.row.groups.index(dim.name)
        if dim.expression:
            value = self.expression(dim.expression)
        elif dim.kind is DimKind.GROUP:
            value = "-1"
        return f'{{tpudnn::Dim::{dim.kind.value}, {symbol}, {value}, "{dim.text}"}}'

    def tensor(self, pattern: TensorPattern) -> str:
        parameter = self.parameters[pattern.parameter]
        call = "tensors" if parameter.kind in _LISTS else "tensor"
        letter = self.row.type_names.index(pattern.type_name) if pattern.type_name else -1
        types = " | ".join(f"1ull << TPUDNN_DTYPE_{name}" for name in pattern.types) or "0"
        dims = ", ".join(self.dim(dim) for dim in pattern.dims)
        optional = "true" if parameter.optional else "false"
        return f"row.{call}({self.argument(pattern.parameter)}, {optional}, {letter}, {types}, {{{dims}}});"

    def value(self, check: Check) -> list[str]:
        name, parameter = check.parameter, self.parameters[check.parameter]
        if check.name == "any":
            return []
        arguments = [f'"{name}"', name]
        if check.name in ("enumerator", "pooling"):
            members = check.arguments or tuple(self.enums[parameter.type])
            modes = modes_of(tuple(self.enums.get(parameter.type, ())), members)
            rows = ", ".join(f'{{static_cast<long long>({m}), "{m}", "{modes[m]}"}}' for m in members)
            value = name if check.name == "pooling" else f"tpudnn::rawValue({name})"
            return [f'row.{check.name}("{name}", {value}, {{{rows}}});']
        if check.name == "one_of":
            return [f'row.oneOf("{name}", {name}, {{{", ".join(check.arguments)}}});']
        arguments += [
            self.argument(item) if item in self.parameters and not _number(self.parameters[item]) else item
            for item in check.arguments
        ]
        return [f"row.{_camel(check.name)}({', '.join(arguments)});"]

    def relation(self, check: Check) -> str:
        arguments = []
        for item in check.arguments:
            parameter = self.parameters.get(item)
            if parameter and parameter.kind is not Kind.VALUE:
                arguments.append(self.argument(item))
            elif parameter and not _number(parameter):
                arguments.append(item)
            else:
                raw = self.expression(item)
                if parameter and parameter.type in self.enums:
                    raw = f"tpudnn::rawValue({item})"
                elif parameter and parameter.canonical.startswith("unsigned"):
                    raw = f"static_cast<int64_t>({item})"
                arguments.append(f'{{"{item}", {raw}}}')
        fixed = _BEFORE_LIST.get(check.name)
        if fixed:
            arguments = [*arguments[:fixed], f"{{{', '.join(arguments[fixed:])}}}"]
        return f"tpudnn::relations::{_camel(check.name)}({', '.join(arguments)});"


def contract_checks(function: Function, row: Contract, enums: Mapping[str, Mapping[str, int]]) -> list[str]:
    """Statements on ``tpudnn::Contract &row``: values, then tensors, then relations."""
    renderer = _Renderer(function, row, enums)
    lines = [line for check in row.values for line in renderer.value(check)]
    lines += [renderer.tensor(pattern) for pattern in row.tensors]
    return lines + [renderer.relation(check) for check in row.relations]
