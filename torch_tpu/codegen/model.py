"""Rows of ops.yaml, read with their line numbers and checked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import yaml

ROW_KEYS = {
    "func",
    "kernel",
    "strided",
    "promote",
    "variants",
    "inplace_alias",
    "like",
    "dtype",
    "schema",
    "indices",
    "overlap",
}


class OpsError(Exception):
    """A mistake in ops.yaml; the message starts with file:line."""


@dataclass(frozen=True)
class Row:
    """One native kernel and the overload it implements."""

    func: str  # operator overload as in native_functions.yaml, for example addmm.out; of a schema row, its name
    kernel: str  # function in namespace at
    line: int
    schema: str | None = None  # an operator of our own, torch.ops.tpu.<name>: its schema, in place of func
    strided: tuple[str, ...] = ()  # tensors the kernel takes as they lie; the others are made contiguous
    promote: bool = False  # cast tensor inputs to the dtype type promotion gives
    variants: bool = True  # derive functional and in-place overloads from an .out kernel
    like: tuple[
        str, ...
    ] = ()  # element-wise without a meta function: the inputs that give the output's shape, strides and dtype
    dtype: str | None = None  # with like: another dtype of the output, for example Bool
    indices: dict[str, str] = field(
        default_factory=dict
    )  # a tensor of indices: the tensor into whose dimension `dim` they point
    overlap: dict[str, str] = field(
        default_factory=dict
    )  # an input: the memory that an output may share with it, none or same
    inplace_alias: bool | None = None  # may output and input be the same tensor; None: as the operator's meta says


@dataclass(frozen=True)
class OpsFile:
    path: Path
    rows: tuple[Row, ...] = field(default=())

    def error(self, line: int, sentence: str) -> OpsError:
        return OpsError(f"{self.path}:{line}: {sentence}")


def read_ops(path: Path) -> OpsFile:
    """Parse ops.yaml. Raises OpsError with file:line for anything that is not a row."""
    ops = OpsFile(path)
    try:
        root = yaml.compose(path.read_text(encoding="utf-8"))
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise ops.error(line, f"not valid YAML: {error.problem}") from error
    if root is None:
        return ops
    if not isinstance(root, yaml.SequenceNode):
        raise ops.error(root.start_mark.line + 1, "expected a list of rows '- func: ... kernel: ...'")
    rows = tuple(_row(ops, node) for node in root.value)
    seen: dict[str, int] = {}
    for row in rows:
        if row.func in seen:
            raise ops.error(row.line, f"{row.func} has a row already, at line {seen[row.func]}")
        seen[row.func] = row.line
    return OpsFile(path, rows)


def _row(ops: OpsFile, node: yaml.Node) -> Row:
    line = node.start_mark.line + 1
    if not isinstance(node, yaml.MappingNode):
        raise ops.error(line, "a row is a mapping with the keys func and kernel")
    values = {key: value for key, value in _items(ops, node)}
    schema = values.get("schema")
    if isinstance(schema, str) and "func" not in values:
        values["func"] = "tpu::" + schema.split("(", 1)[0]
    for key in ("func", "kernel"):
        if not isinstance(values.get(key), str):
            raise ops.error(line, f"a row needs the key {key}")
    if schema is not None and (not isinstance(schema, str) or not values["func"].startswith("tpu::")):
        raise ops.error(line, "a row has either func or schema, a text")
    strided = values.get("strided", [])
    if not isinstance(strided, list) or not all(isinstance(name, str) for name in strided):
        raise ops.error(line, "strided is a list of argument names")
    for key in ("promote", "variants", "inplace_alias"):
        if key in values and not isinstance(values[key], bool):
            raise ops.error(line, f"{key} is true or false")
    if not isinstance(values.get("dtype", ""), str):
        raise ops.error(line, "dtype is a name")
    like = values.get("like", [])
    like = [like] if isinstance(like, str) else like
    if not isinstance(like, list) or not all(isinstance(name, str) for name in like):
        raise ops.error(line, "like is the name of an input or a list of names")
    for key in ("indices", "overlap"):
        pairs = values.get(key, {})
        if not isinstance(pairs, dict) or not all(isinstance(name, str) for pair in pairs.items() for name in pair):
            raise ops.error(line, f"{key} maps argument names to names")
    if not {*values.get("overlap", {}).values()} <= {"none", "same"}:
        raise ops.error(line, "overlap of an input is none or same")
    return Row(
        func=values["func"],
        kernel=values["kernel"],
        line=line,
        schema=schema,
        strided=tuple(strided),
        promote=values.get("promote", False),
        variants=values.get("variants", True),
        like=tuple(like),
        dtype=values.get("dtype"),
        indices=values.get("indices", {}),
        overlap=values.get("overlap", {}),
        inplace_alias=values.get("inplace_alias"),
    )


def _items(ops: OpsFile, node: yaml.MappingNode) -> Iterator[tuple[str, object]]:
    for key, value in node.value:
        if key.value not in ROW_KEYS:
            known = ", ".join(sorted(ROW_KEYS))
            raise ops.error(key.start_mark.line + 1, f"unknown key {key.value!r}; a row has {known}")
        yield key.value, yaml.safe_load(yaml.serialize(value))
