"""YAML files checked against a schema: every mistake with its line, its column and what to do."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Formatter
from typing import Any

import yaml

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class ConfigError(ValueError):
    """A mistake in a project or rule file: path, line and column from 1, and a sentence that says what to do."""

    def __init__(self, path: str, line: int, column: int, message: str) -> None:
        super().__init__(f"{path}:{line}:{column}: {message}")
        self.path, self.line, self.column, self.message = path, line, column, message


@dataclass(frozen=True)
class Choice:
    """Schema of a value that is one of a few words."""

    values: tuple[str, ...]


@dataclass(frozen=True)
class Either:
    """Schema of a value that is a scalar, or a mapping that has one of the keys `needs`."""

    scalar: Any
    mapping: Mapping[str, Any]
    needs: tuple[str, ...]


@dataclass(frozen=True)
class Template:
    """Schema of a text with places `{name}`: those that may occur, and those that must."""

    places: tuple[str, ...]
    needs: tuple[str, ...] = ()


NEEDED = "!"
"""Key of a schema: the names that a mapping must have."""

POSITION = "#"
"""Key of a schema: any position, from 1."""

PATTERN = object()
"""Schema of a regular expression."""

CHIP = "chip name"
DEFINES = object()
"""Macros that a compiler is given: a list of NAME or NAME=VALUE, or a mapping of names to values."""
"""Schema of the name or an alias of a chip, and key of a schema: any chip. Both are read as the chip's name."""


_DEFINE = re.compile(r"^[A-Za-z_]\w*(\([^)]*\))?(=.*)?$", re.DOTALL)


class Reader:
    """Checks composed YAML nodes against a schema and turns them into plain values. `chips`: their names and aliases, to the name."""

    def __init__(self, path: str, chips: Mapping[str, str] | None) -> None:
        self.path = path
        self.chips = chips

    def error(self, node: yaml.Node, message: str) -> ConfigError:
        return ConfigError(self.path, node.start_mark.line + 1, node.start_mark.column + 1, message)

    def read(self, node: yaml.Node, schema: Any, where: str) -> Any:
        if schema is None:
            return self.plain(node)
        if isinstance(schema, Either):
            return self.either(node, schema, where)
        if isinstance(schema, dict):
            return self.mapping(node, schema, where)
        if schema is DEFINES:
            return self.defines(node, where)
        if isinstance(schema, list):
            if isinstance(node, yaml.ScalarNode) and schema == [str]:
                raise self.error(node, f"{where} is a list: write [{node.value}]")
            if not isinstance(node, yaml.SequenceNode):
                raise self.error(node, f"{where} is a list")
            return [self.read(item, schema[0], f"an entry of {where}") for item in node.value]
        if not isinstance(node, yaml.ScalarNode):
            raise self.error(node, f"{where} is one value, not a list or mapping")
        if isinstance(schema, Choice):
            if node.value not in schema.values:
                raise self.error(node, f"{where} cannot be {node.value!r}; {suggest(node.value, schema.values)}")
            return node.value
        if schema is CHIP:
            return self.chip(node)
        if isinstance(schema, Template):
            return self.template(node, schema, where)
        if schema is PATTERN:
            try:
                re.compile(node.value)
            except re.error as error:
                raise self.error(node, f"{where} is not a regular expression: {error}") from None
            return node.value
        if schema is bool:
            if node.value not in ("true", "false"):
                raise self.error(node, f"{where} is true or false, not {node.value!r}")
            return node.value == "true"
        if schema is int:
            try:
                return int(node.value)
            except ValueError:
                raise self.error(node, f"{where} is a whole number, not {node.value!r}") from None
        return node.value

    def defines(self, node: yaml.Node, where: str) -> list[str]:
        if isinstance(node, yaml.MappingNode):
            pairs = [(key, self.read(value, str, where)) for key, value in node.value]
            items = [(key, f"{key.value}={value}" if value else key.value) for key, value in pairs]
        elif isinstance(node, yaml.SequenceNode):
            items = [(item, self.read(item, str, f"an entry of {where}")) for item in node.value]
        else:
            raise self.error(node, f"{where} is a list of NAME or NAME=VALUE, or a mapping of names to values")
        for place, text in items:
            if not _DEFINE.match(text):
                raise self.error(place, f"{text!r} is no macro: write NAME or NAME=VALUE")
        return [text for _, text in items]

    def mapping(self, node: yaml.Node, schema: dict[str, Any], where: str) -> dict[str, Any]:
        if isinstance(node, yaml.ScalarNode) and node.value == "":
            return {}
        if not isinstance(node, yaml.MappingNode):
            raise self.error(node, f"{where} is a mapping (name: value)")
        result: dict[str, Any] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise self.error(key, f"a name in {where} is one word, not a list or mapping")
            name = self.chip(key) if CHIP in schema else key.value
            if name in result:
                raise self.error(key, f"{name!r} occurs twice in {where}")
            if name in schema:
                result[name] = self.read(value, schema[name], name)
            elif CHIP in schema:
                result[name] = self.read(value, schema[CHIP], f"{where}.{name}")
            elif "*" in schema:
                result[name] = self.read(value, schema["*"], f"{where}.{name}")
            elif POSITION in schema:
                if not name.isdigit() or int(name) < 1:
                    raise self.error(key, f"{name!r} is not a position: a whole number from 1")
                result[name] = self.read(value, schema[POSITION], f"{where}.{name}")
            else:
                known = [n for n in schema if n != NEEDED]
                raise self.error(key, f"{name!r} is not known in {where}; {suggest(name, known)}")
        for name in schema.get(NEEDED, ()):
            if name not in result:
                raise self.error(node, f"{name!r} is missing in {where}")
        self.groups(node, result)
        return result

    def chip(self, node: yaml.Node) -> str:
        if not isinstance(node, yaml.ScalarNode):
            raise self.error(node, "a chip's name is one word")
        if self.chips is None:
            return str(node.value)
        if node.value not in self.chips:
            raise self.error(node, f"{node.value!r} is no chip of this project; {suggest(node.value, self.chips)}")
        return self.chips[node.value]

    def template(self, node: yaml.ScalarNode, schema: Template, where: str) -> str:
        try:
            found = [name for _, name, _, _ in Formatter().parse(node.value) if name is not None]
        except ValueError as error:
            raise self.error(node, f"{where} is no text with places in braces: {error}") from None
        for name in found:
            if name not in schema.places:
                raise self.error(node, f"{where} has no place {{{name}}}; {suggest(name, schema.places)}")
        for name in schema.needs:
            if name not in found:
                raise self.error(node, f"{where} needs the place {{{name}}}")
        return str(node.value)

    def groups(self, node: yaml.MappingNode, result: Mapping[str, Any]) -> None:
        """What a pattern becomes may name only groups that the pattern has."""
        for key, value in node.value:
            if key.value in ("to", "unified") and "pattern" in result and isinstance(value, yaml.ScalarNode):
                count = re.compile(result["pattern"]).groups
                missing = [g for g in re.findall(r"\\(\d+)", value.value) if int(g) > count]
                if missing:
                    raise self.error(
                        value, f"\\{missing[0]} names a group that the pattern does not have; it has {count}"
                    )

    def either(self, node: yaml.Node, schema: Either, where: str) -> Any:
        if not isinstance(node, yaml.MappingNode):
            return self.read(node, schema.scalar, where)
        result = self.mapping(node, dict(schema.mapping), where)
        if not any(key in result for key in schema.needs):
            raise self.error(node, f"{where} needs {' or '.join(repr(key) for key in schema.needs)}")
        return result

    def plain(self, node: yaml.Node) -> Any:
        return yaml.SafeLoader("").construct_document(node)


def suggest(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, list(known), n=1)
    return f"did you mean {near[0]!r}?" if near else "known are " + ", ".join(sorted(known))


def read_text(file: Path) -> str:
    """Text of a project or rule file. Raises ConfigError."""
    try:
        return file.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        data, at = error.object, error.start
        line, column = data.count(b"\n", 0, at) + 1, at - (data.rfind(b"\n", 0, at) + 1) + 1
        raise ConfigError(
            str(file), line, column, f"byte 0x{data[at]:02x} is no UTF-8; save the file as UTF-8"
        ) from None
    except OSError as error:
        raise ConfigError(str(file), 1, 1, f"cannot be read: {error.strerror}") from None


def read_yaml(
    text: str, path: str, schema: dict[str, Any], where: str, chips: Mapping[str, str] | None = None
) -> tuple[dict[str, Any], yaml.Node | None]:
    """Checked data and its node. `chips`: names that may stand where a chip is named; a file with chips has its own."""
    try:
        node = yaml.compose(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise ConfigError(path, line, column, f"not valid YAML: {error.problem or error.context}") from None
    except yaml.YAMLError as error:
        raise ConfigError(path, 1, 1, f"not valid YAML: {' '.join(str(error).split())}") from None
    except RecursionError:
        raise ConfigError(path, 1, 1, "entries are nested too deeply") from None
    if node is None:
        return {}, None
    if "chips" in schema and isinstance(node, yaml.MappingNode):
        chips = _chip_names(path, node, schema["chips"])
    return Reader(path, chips).mapping(node, schema, where), node


def _chip_names(path: str, node: yaml.MappingNode, schema: dict[str, Any]) -> dict[str, str]:
    """Names and aliases of the chips of a project file, before the rest of it is read."""
    section = next((value for key, value in node.value if key.value == "chips"), None)
    if section is None:
        return {}
    entries = Reader(path, None).mapping(section, schema, "chips")
    aliases = {alias: name for name, entry in entries.items() for alias in entry.get("aliases", ())}
    return aliases | {name: name for name in entries}


def error_at(path: str, node: yaml.Node | None, keys: Sequence[str], message: str) -> ConfigError:
    """A mistake at the entry of a document that the keys, or the last of them as an item of a list, lead to."""
    mark = node.start_mark if node else yaml.Mark("", 0, 0, 0, "", 0)
    for key in keys:
        children: list[tuple[yaml.Node, yaml.Node]] = []
        if isinstance(node, yaml.MappingNode):
            children = node.value
        elif isinstance(node, yaml.SequenceNode):
            children = [(item, item) for item in node.value]
        found = next(((name, value) for name, value in children if name.value == key), None)
        if found is None:
            break
        place, node = found
        mark = place.start_mark
    return ConfigError(path, mark.line + 1, mark.column + 1, message)
