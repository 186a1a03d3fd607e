"""dnnlib/operators.yaml: what each operator takes. Read and validated with line and column; the file's head explains the notation."""

import re
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import NoReturn

import yaml

from dnnlib.codegen.api import Function, Kind
from dnnlib.codegen.errors import SourceError, for_all

DTYPES = (
    *("FP32", "FP16", "INT8", "UINT8", "INT16", "UINT16", "INT32", "UINT32", "BF16", "INT4", "UINT4", "FP20"),
    *("FP8E5M2", "FP8E4M3", "INT64", "TF32", "BOOL"),
)
USES = ("in", "out", "inout")
LAYOUTS = ("contiguous", "transposed", "strided")
VALUE_CHECKS = (
    *("any", "axis", "axis_or_negative", "end_axis", "between", "one_of", "enumerator", "fits", "probability"),
    *("element", "permutation", "axes", "repeats", "conv2d", "conv3d", "pooling"),
)
RELATIONS = (
    *("permuted", "concatenated", "range", "selected", "positions", "divides", "convolved", "reordered", "broadcast"),
    *("expands", "predicate", "integers_for", "at_least", "has_elements", "needed_for", "reduced", "reduced_either"),
    *("reduced_over", "pooled", "source_for", "loss", "chosen", "gathered", "scattered", "rows_of", "squeezed"),
    *("repeated", "holds_bytes", "appended", "sizes_from", "absent", "rows_chosen"),
    *("attention", "sequences", "latent", "rows_for"),
)
_FIELDS = ("tensors", "types", "values", "relations", "inplace")
_TENSOR = re.compile(r"(?P<type>[A-Za-z0-9|]+)\[(?P<dims>[^\]]*)\](?P<words>( \w+)*)")
_GROUP = re.compile(r"(?P<name>[A-Z]\w*)(\((?P<length>\w+)\))?\.\.\.")
_CALL = re.compile(r"(?P<name>\w+)\((?P<arguments>.*)\)")
WORD = re.compile(r"[A-Za-z_]\w*")


class DimKind(Enum):
    """What an item of a pattern stands for; the names are those of tpudnn::Dim."""

    ANY = "any"
    SIZE = "size"
    GROUP = "group"
    EXPRESSION = "expression"
    ELEMENTS = "elements"
    ELEMENTS_OF_GROUP = "elementsOfGroup"


@dataclass(frozen=True)
class Dim:
    kind: DimKind
    text: str  # as written
    name: str = ""  # of the size or group
    expression: str = ""  # EXPRESSION, ELEMENTS; the length of a GROUP, "" where the rest of the shape decides


@dataclass(frozen=True)
class TensorPattern:
    parameter: str
    type_name: str  # letter; "" where `types` are literal
    types: tuple[str, ...]  # allowed; empty: all
    dims: tuple[Dim, ...]
    use: str = "in"
    layout: str = "contiguous"


@dataclass(frozen=True)
class Check:
    """A value check (of ``parameter``) or a relation (``parameter`` is "")."""

    name: str
    arguments: tuple[str, ...]
    parameter: str = ""


@dataclass(frozen=True)
class Contract:
    key: str
    line: int
    tensors: tuple[TensorPattern, ...] = ()
    values: tuple[Check, ...] = ()
    relations: tuple[Check, ...] = ()
    inplace: bool = False

    def pattern(self, parameter: str) -> TensorPattern | None:
        return next((tensor for tensor in self.tensors if tensor.parameter == parameter), None)

    def value(self, parameter: str) -> Check | None:
        return next((check for check in self.values if check.parameter == parameter), None)

    @property
    def sizes(self) -> tuple[str, ...]:
        return self._names(DimKind.SIZE)

    @property
    def groups(self) -> tuple[str, ...]:
        return self._names(DimKind.GROUP)

    @property
    def type_names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(tensor.type_name for tensor in self.tensors if tensor.type_name))

    def _names(self, kind: DimKind) -> tuple[str, ...]:
        return tuple(dict.fromkeys(dim.name for tensor in self.tensors for dim in tensor.dims if dim.kind is kind))


class _Reader:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.sets: dict[str, tuple[str, ...]] = {}

    def fail(self, node: yaml.Node, sentence: str) -> NoReturn:
        raise SourceError(str(self.path), node.start_mark.line + 1, node.start_mark.column + 1, sentence)

    def mapping(self, node: yaml.Node, what: str) -> dict[str, yaml.Node]:
        if not isinstance(node, yaml.MappingNode):
            self.fail(node, f"{what} must be a mapping of names to values")
        entries: dict[str, yaml.Node] = {}
        for key, value in node.value:
            if key.value in entries:
                self.fail(key, f"'{key.value}' stands here twice")
            entries[key.value] = value
        return entries

    def text(self, node: yaml.Node) -> str:
        if not isinstance(node, yaml.ScalarNode):
            self.fail(node, "expected a text")
        return node.value

    def types(self, node: yaml.Node, text: str) -> tuple[str, ...]:
        names = tuple(name for part in text.split("|") for name in self.sets.get(part, (part,)))
        for name in names:
            if name not in DTYPES:
                self.fail(node, f"'{name}' is no data type and no set of them; there are {', '.join(DTYPES)}")
        return names

    def dim(self, node: yaml.Node, text: str, row_sizes: set[str]) -> Dim:
        if text == "...":
            return Dim(DimKind.ANY, text)
        if text.startswith("#"):
            group = _GROUP.fullmatch(text[1:])
            if group:
                return Dim(DimKind.ELEMENTS_OF_GROUP, text, name=group["name"])
            return Dim(DimKind.ELEMENTS, text, expression=text[1:])
        group = _GROUP.fullmatch(text)
        if group:
            return Dim(DimKind.GROUP, text, name=group["name"], expression=group["length"] or "")
        if WORD.fullmatch(text) and text[0].isupper():  # others are parameters
            row_sizes.add(text)
            return Dim(DimKind.SIZE, text, name=text)
        for name in WORD.findall(text):
            if name[0].isupper() and name not in row_sizes:
                self.fail(node, f"the size {name} of '{text}' is not known yet; a tensor further up must have it")
        if not text:
            self.fail(node, "a size is missing between commas")
        return Dim(DimKind.EXPRESSION, text, expression=text)

    def tensor(
        self, parameter: str, node: yaml.Node, types: dict[str, tuple[str, ...]], sizes: set[str]
    ) -> TensorPattern:
        found = _TENSOR.fullmatch(self.text(node))
        if not found:
            self.fail(node, f"'{node.value}' is no tensor; expected e.g. T[M, K] or FP32[...] out strided")
        letter = found["type"] if re.fullmatch(r"[A-Z]", found["type"]) else ""
        allowed = types.get(letter, ()) if letter else self.types(node, found["type"])
        dims = tuple(self.dim(node, item.strip(), sizes) for item in found["dims"].split(",")) if found["dims"] else ()
        alone = (DimKind.ANY, DimKind.ELEMENTS, DimKind.ELEMENTS_OF_GROUP)
        if any(dim.kind in alone for dim in dims) and len(dims) > 1:
            self.fail(node, f"'{node.value}': `...` and `#` stand alone")
        use, layout = "in", "contiguous"
        for word in found["words"].split():
            if word in USES:
                use = word
            elif word in LAYOUTS:
                layout = word
            else:
                self.fail(node, f"unknown word '{word}'; there are {', '.join((*USES, *LAYOUTS))}")
        return TensorPattern(parameter, letter, allowed, dims, use, layout)

    def check(self, node: yaml.Node, known: tuple[str, ...], parameter: str = "") -> Check:
        found = _CALL.fullmatch(self.text(node))
        if not found or found["name"] not in known:
            self.fail(node, f"'{node.value}' is no check; there are {', '.join(f'{name}(...)' for name in known)}")
        arguments = tuple(item.strip() for item in found["arguments"].split(",")) if found["arguments"].strip() else ()
        return Check(found["name"], arguments, parameter)

    def row(self, key: str, node: yaml.Node) -> Contract:
        fields = self.mapping(node, f"the row '{key}'")
        for name, value in fields.items():
            if name not in _FIELDS:
                self.fail(value, f"unknown field '{name}'; a row has {', '.join(_FIELDS)}")
        types = {
            letter: self.types(value, self.text(value))
            for letter, value in (self.mapping(fields["types"], "types") if "types" in fields else {}).items()
        }
        sizes: set[str] = set()
        tensors = tuple(
            self.tensor(parameter, value, types, sizes)
            for parameter, value in (self.mapping(fields["tensors"], "tensors") if "tensors" in fields else {}).items()
        )
        values = tuple(
            self.check(value, VALUE_CHECKS, parameter)
            for parameter, value in (self.mapping(fields["values"], "values") if "values" in fields else {}).items()
        )
        relations = fields.get("relations")
        if relations is not None and not isinstance(relations, yaml.SequenceNode):
            self.fail(relations, "relations must be a list")
        checked = tuple(self.check(item, RELATIONS) for item in relations.value) if relations is not None else ()
        inplace = "inplace" in fields and self.text(fields["inplace"]) == "true"
        return Contract(key, node.start_mark.line + 1, tensors, values, checked, inplace)


def read_contracts(path: Path) -> dict[str, Contract]:
    """Rows by operator key; mistakes are one SourceError, each with its line and column."""
    try:
        root = yaml.compose(path.read_text(encoding="utf-8"))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise SourceError(str(path), line, column, f"not YAML: {error.problem}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise SourceError(str(path), 1, 1, f"cannot read the operators' rows: {error}") from None
    reader = _Reader(path)
    if root is None:
        raise SourceError(str(path), 1, 1, "the file is empty; it needs 'operators:'")
    top = reader.mapping(root, "the file")
    if "operators" not in top:
        reader.fail(root, "the entry 'operators' is missing")
    if "sets" in top:
        for name, node in reader.mapping(top["sets"], "sets").items():
            reader.sets[name] = reader.types(node, reader.text(node))
    rows = for_all(lambda entry: reader.row(*entry), reader.mapping(top["operators"], "operators").items())
    return {row.key: row for row in rows}


def fit_problem(row: Contract, function: Function) -> str:
    """Why a row does not fit a declaration; "" where it does: exactly the declaration's tensors and values must stand in it."""
    tensors = [parameter.name for parameter in function.parameters if parameter.kind.value.startswith("tensor")]
    counted = {
        function.parameters[index + 1].name
        for index, parameter in enumerate(function.parameters)
        if parameter.kind is Kind.TENSOR_LIST
    }
    values = [parameter.name for parameter in function.parameters if parameter.kind is Kind.VALUE]
    for what, declared, written in (
        ("tensor", tensors, [tensor.parameter for tensor in row.tensors]),
        ("value", values, [check.parameter for check in row.values]),
    ):
        for name in declared:
            if name not in written:
                hint = "; a list's length is a value too" if name in counted else ""
                return f"the row '{row.key}' does not say what the {what} '{name}' of {function.name} takes{hint}"
        for name in written:
            if name not in declared:
                return f"the row '{row.key}' has a {what} '{name}', which {function.name} does not"
    return ""
