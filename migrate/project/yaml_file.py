"""YAML files checked against a schema: every mistake with its line, its column and what to do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from string import Formatter
from typing import Any

import yaml

from migrate.project import glob
from migrate.project.merging import WHOLE, Removed, ReplacedList, ReplacedMapping, suggest
from migrate.project.patterns import template_problem
from migrate.project.snippets import ends_statement, places, unbalanced

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class ConfigError(ValueError):
    """A mistake in a project or rule file: path, line and column from 1, and a sentence that says what to do."""

    def __init__(self, path: str, line: int, column: int, message: str) -> None:
        super().__init__(f"{path}:{line}:{column}: {message}")
        self.path, self.line, self.column, self.message = path, line, column, message


class ConfigErrors(ConfigError):
    """Several mistakes, one a line; path, line, column and message are those of the first."""

    def __init__(self, mistakes: Sequence[ConfigError]) -> None:
        first = mistakes[0]
        super().__init__(first.path, first.line, first.column, first.message)
        self.args = ("\n".join(str(mistake) for mistake in mistakes),)


def raise_all(mistakes: Sequence[ConfigError]) -> None:
    """Raises what was collected, if anything was."""
    if mistakes:
        raise mistakes[0] if len(mistakes) == 1 else ConfigErrors(mistakes)


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
    inside: bool = False  # it is a path below the folder that it is relative to


@dataclass(frozen=True)
class Snippet:
    """Schema of a text of another language with places `{name}`; `others`: variables that a rule set names may occur as well.

    A brace that is no place is the text's own."""

    places: tuple[str, ...]
    needs: tuple[str, ...] = ()
    inside: bool = False  # it is a path below the folder that it is relative to
    others: bool = False
    positions: bool = False  # {0}, {1} are places


VERSION = 1
"""Of project and rule files."""


REPLACE, REMOVE = "!replace", "!remove"
"""Tags in rule files: what earlier rule sets have is replaced, or taken away."""

NEEDED = "!"
"""Key of a schema: the names that a mapping must have."""

POSITION = "#"
"""Key of a schema: any position, from 1."""

PATTERN = object()
"""Schema of a regular expression."""

WORD = object()
"""Schema of a name that becomes part of a file's name or of a macro: letters, digits, `_`, and within it `.` and `-`; as a key, any such name."""

MACRO = object()
"""Schema of a macro's name."""

IDENTIFIER = object()
"""Schema of a function's or type's own name."""

COMPILER_FLAG = object()
"""Schema of an option of the legacy build's compiler: one that the output's build need not have."""

CODE = object()
"""Schema of a piece of code that stands within a statement: a name, a type, an expression. Its brackets match, and no `;` ends it."""

STANDARD = object()
"""Schema of a version of C++, as compilers are told it."""

FILLED = object()
"""Schema of such a piece of code that is not empty."""

FILES = object()
"""Schema of a pattern of files."""

INSIDE = object()
"""Schema of a path below the folder that it is relative to."""

CHIP = "chip name"
DEFINES = object()
"""Macros that a compiler is given: a list of NAME or NAME=VALUE, or a mapping of names to values."""
"""Schema of the name or an alias of a chip, and key of a schema: any chip. Both are read as the chip's name."""


_WORD = re.compile(r"^[A-Za-z0-9_][\w.-]*$", re.ASCII)
_MACRO = re.compile(r"^[A-Za-z_]\w*$", re.ASCII)
_STANDARD = re.compile(r"(c|gnu)\+\+(98|03|0x|11|1y|14|1z|17|2a|20|2b|23|2c|26)")
_LAYOUT_FLAG = re.compile(
    r"-(f(no-)?(pack-struct|short-enums|short-wchar|short-double)(=.*)?|f(un)?signed-(char|bitfields)|m(no-)?(ms-bitfields|align-double)"
    r"|malign-\w+|m(32|x32|16)|mabi=.*|Ofast|f(fast-math|unsafe-math-optimizations|associative-math|reciprocal-math|finite-math-only|no-signed-zeros"
    r"|single-precision-constant|rounding-math|wrapv|trapv|wrapv-pointer)|f(fp-contract|excess-precision|fp-model)=.*|mfpmath=.*)"
)
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_DEFINE = re.compile(r"^[A-Za-z_]\w*(\([^)]*\))?(=.*)?$", re.DOTALL)


class Reader:
    """Checks composed YAML nodes against a schema and turns them into plain values. `chips`: their names and aliases, to the name.

    Entries with a mistake are left out of the values; `mistakes` has all of them.
    """

    def __init__(self, path: str, chips: Mapping[str, str] | None) -> None:
        self.path = path
        self.chips = chips
        self.mistakes: list[ConfigError] = []
        self.layered = False  # a rule file, which is laid over others
        self.within = False  # in an entry that takes the place of an earlier one as a whole

    @contextmanager
    def collecting(self) -> Iterator[None]:
        try:
            yield
        except ConfigError as mistake:
            self.mistakes.append(mistake)

    def error(self, node: yaml.Node, message: str) -> ConfigError:
        return ConfigError(self.path, node.start_mark.line + 1, node.start_mark.column + 1, message)

    def read(self, node: yaml.Node, schema: Any, where: str) -> Any:
        if node.tag == REMOVE and self.within:
            raise self.error(node, f"{where} stands in what replaces the earlier rule as a whole; leave it out instead")
        if node.tag in (REPLACE, REMOVE) and not self.layered:
            raise self.error(node, f"{node.tag} has a meaning in rule files only")
        if schema is None:
            return self.plain(node)
        if isinstance(schema, Either):
            return self.either(node, schema, where)
        if isinstance(schema, dict):
            found = self.mapping(node, schema, where)
            return ReplacedMapping(found) if node.tag == REPLACE and self.layered else found
        if schema is DEFINES:
            return self.defines(node, where)
        if isinstance(schema, list):
            if isinstance(node, yaml.ScalarNode) and not isinstance(schema[0], dict | list | Either):
                raise self.error(node, f"{where} is a list: write [{node.value}]")
            if not isinstance(node, yaml.SequenceNode):
                raise self.error(node, f"{where} is a list")
            items = self.items(node, schema[0], where)
            return ReplacedList(items) if node.tag == REPLACE and self.layered else items
        if not isinstance(node, yaml.ScalarNode):
            raise self.error(node, f"{where} is one value, not a list or mapping")
        self.printable(node, where)
        if schema is WORD:
            return self.word(node, where)
        if schema is MACRO:
            if not _MACRO.match(node.value):
                raise self.error(node, f"{where} is the name of a macro, not {node.value!r}")
            return node.value
        if schema is COMPILER_FLAG:
            if _LAYOUT_FLAG.fullmatch(node.value):
                lays = f"{where} has {node.value}, which changes what types and numbers are, and which the output's build does not get from here"
                raise self.error(node, f"{lays}; leave it out and give it to that build as well")
            option, _, version = node.value.partition("=")
            if option in ("-std", "--std"):
                self.standard(node, version, f"{option} in {where}")
            return node.value
        if schema is STANDARD:
            return self.standard(node, node.value, where)
        if schema is FILES:
            if wrong := glob.problem(node.value):
                raise self.error(node, f"{node.value!r} is no pattern of files: {wrong}")
            return node.value
        if schema is IDENTIFIER:
            if not _MACRO.match(node.value):
                raise self.error(node, f"{where} is a name as a program has it, not {node.value!r}")
            return node.value
        if schema is FILLED:
            if not node.value.strip():
                raise self.error(node, f"{where} is empty; name something, or leave the entry out")
            return self.code(node, where)
        if schema is INSIDE:
            return self.inside(node, where)
        if schema is CODE:
            return self.code(node, where)
        if isinstance(schema, Choice):
            if node.value not in schema.values:
                raise self.error(node, f"{where} cannot be {node.value!r}; {suggest(node.value, schema.values)}")
            return node.value
        if schema is CHIP:
            return self.chip(node)
        if isinstance(schema, Template):
            return self.template(node, schema, where)
        if isinstance(schema, Snippet):
            return self.snippet(node, schema, where)
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

    def printable(self, node: yaml.ScalarNode, where: str) -> None:
        found = _CONTROL.search(node.value)
        if found:
            raise self.error(node, f"{where} has the control character 0x{ord(found[0]):02x}")

    def standard(self, node: yaml.ScalarNode, version: str, where: str) -> str:
        if not _STANDARD.fullmatch(version):
            raise self.error(node, f"{where} is a version of C++, as c++17 or gnu++20, not {version!r}")
        return version

    def word(self, node: yaml.ScalarNode, where: str) -> str:
        if not _WORD.match(node.value):
            raise self.error(node, f"{where} is a name of letters, digits, _, . and -, not {node.value!r}")
        return str(node.value)

    def code(self, node: yaml.ScalarNode, where: str) -> str:
        self.balanced(node, where)
        if ends_statement(node.value):
            raise self.error(node, f"{where} stands within a statement and has a `;`: {node.value!r}")
        return str(node.value)

    def balanced(self, node: yaml.ScalarNode, where: str) -> None:
        bracket = unbalanced(node.value)
        if bracket:
            raise self.error(node, f"{where} has a {bracket} without its partner: {node.value!r}")

    def inside(self, node: yaml.ScalarNode, where: str) -> str:
        """A path may not leave the output folder, which a run may be told to write to."""
        path = PurePosixPath(node.value)
        if path.is_absolute() or ".." in path.parts or not path.parts:
            raise self.error(node, f"{where} is a path below the folder of the output, not {node.value!r}")
        return str(node.value)

    def whole(self, node: yaml.Node, schema: Any, where: str) -> Any:
        """What is not laid over an earlier entry but takes its place, or stands beside it."""
        before, self.within = self.within, self.layered
        try:
            return self.read(node, schema, where)
        finally:
            self.within = before

    def items(self, node: yaml.SequenceNode, schema: Any, where: str) -> list[Any]:
        found = []
        for item in node.value:
            with self.collecting():
                found.append(self.whole(item, schema, f"an entry of {where}"))
        return found

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
        seen: set[str] = set()
        for key, value in node.value:
            with self.collecting():
                if value.tag in (REPLACE, REMOVE) and self.layered and "version" in schema:
                    raise self.error(
                        key, f"{value.tag} is for the entries of a section, not for {key.value} as a whole"
                    )
                self.entry(key, value, schema, where, result, seen)
        for name in schema.get(NEEDED, ()):
            if name not in seen:
                self.mistakes.append(self.error(node, f"{name!r} is missing in {where}"))
        with self.collecting():
            self.groups(node, result)
        return result

    def entry(
        self,
        key: yaml.Node,
        value: yaml.Node,
        schema: dict[str, Any],
        where: str,
        result: dict[str, Any],
        seen: set[str],
    ) -> None:
        """One name of a mapping with what stands behind it."""
        if not isinstance(key, yaml.ScalarNode):
            raise self.error(key, f"a name in {where} is one word, not a list or mapping")
        self.printable(key, where)
        name = self.chip(key) if CHIP in schema else key.value
        if name in seen:
            raise self.error(key, f"{name!r} occurs twice in {where}")
        seen.add(name)
        if value.tag == REMOVE and self.layered and not self.within:
            if name not in schema and not any(kind in schema for kind in (CHIP, "*", POSITION)):
                raise self.error(
                    key, f"{name!r} is not known in {where}; {suggest(name, [n for n in schema if n != NEEDED])}"
                )
            if name in schema.get(NEEDED, ()):
                raise self.error(key, f"{name!r} cannot be removed: {where} is nothing without it; remove {where}")
            result[name] = Removed(name, self.path, key.start_mark.line + 1, key.start_mark.column + 1)
        elif name in schema:
            result[name] = self.read(value, schema[name], name)
        elif WORD in schema:
            self.word(key, f"a name in {where}")
            result[name] = self.read(value, schema[WORD], f"{where}.{name}")
        elif CHIP in schema:
            result[name] = self.read(value, schema[CHIP], f"{where}.{name}")
        elif "*" in schema:
            read = self.whole if where in WHOLE else self.read
            result[name] = read(value, schema["*"], f"{where}.{name}")
        elif POSITION in schema:
            if not name.isdigit() or int(name) < 1:
                raise self.error(key, f"{name!r} is not a position: a whole number from 1")
            result[name] = self.read(value, schema[POSITION], f"{where}.{name}")
        else:
            known = [n for n in schema if n != NEEDED]
            raise self.error(key, f"{name!r} is not known in {where}; {suggest(name, known)}")

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
            places = [place for place in Formatter().parse(node.value) if place[1] is not None]
        except ValueError as error:
            raise self.error(node, f"{where} is no text with places in braces: {error}") from None
        found = [str(name) for _, name, _, _ in places]
        if any(spec or conversion for _, _, spec, conversion in places):
            raise self.error(node, f"{where} has a place with more in it than a name")
        if schema.inside:
            self.inside(node, where)
        for name in found:
            if name not in schema.places:
                raise self.error(node, f"{where} has no place {{{name}}}; {suggest(name, schema.places)}")
        for name in schema.needs:
            if name not in found:
                raise self.error(node, f"{where} needs the place {{{name}}}")
        return str(node.value)

    def snippet(self, node: yaml.ScalarNode, schema: Snippet, where: str) -> str:
        self.balanced(node, where)
        found = places(node.value)
        for name in found:
            known = name in schema.places or (schema.positions if name.isdigit() else schema.others)
            if not known:
                raise self.error(node, f"{where} has no place {{{name}}}; {suggest(name, schema.places)}")
        for name in schema.needs:
            if name not in found:
                raise self.error(node, f"{where} needs the place {{{name}}}")
        return str(node.value)

    def groups(self, node: yaml.MappingNode, result: Mapping[str, Any]) -> None:
        """What a pattern becomes may name only groups that the pattern has."""
        for key, value in node.value:
            if key.value in ("to", "unified") and "pattern" in result and isinstance(value, yaml.ScalarNode):
                problem = template_problem(result["pattern"], value.value)
                if problem:
                    raise self.error(value, problem)

    def either(self, node: yaml.Node, schema: Either, where: str) -> Any:
        if not isinstance(node, yaml.MappingNode):
            return self.read(node, schema.scalar, where)
        result = self.mapping(node, dict(schema.mapping), where)
        if not any(key.value in schema.needs for key, _ in node.value):
            raise self.error(node, f"{where} needs {' or '.join(repr(key) for key in schema.needs)}")
        return result

    def plain(self, node: yaml.Node) -> Any:
        return yaml.SafeLoader("").construct_document(node)


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


def compose(text: str, path: str) -> yaml.Node | None:
    """The document as nodes, which know their places. Raises ConfigError."""
    try:
        return yaml.compose(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise ConfigError(path, line, column, f"not valid YAML: {error.problem or error.context}") from None
    except yaml.YAMLError as error:
        raise ConfigError(path, 1, 1, f"not valid YAML: {' '.join(str(error).split())}") from None
    except RecursionError:
        raise ConfigError(path, 1, 1, "entries are nested too deeply") from None


def read_yaml(
    text: str,
    path: str,
    schema: dict[str, Any],
    where: str,
    chips: Mapping[str, str] | None = None,
    mistakes: list[ConfigError] | None = None,
) -> tuple[dict[str, Any], yaml.Node | None]:
    """Checked data and its node. `chips`: names that may stand where a chip is named; a file with chips has its own.

    All mistakes of the file are raised at once, or added to `mistakes` where it is given."""
    reader = Reader(path, chips)
    reader.layered = "chips" not in schema
    data: dict[str, Any] = {}
    node = None
    with reader.collecting():
        node = compose(text, path)
        if node is not None:
            if "chips" in schema and isinstance(node, yaml.MappingNode):
                reader.chips = _chip_names(path, node, schema["chips"])
            data = reader.mapping(node, schema, where)
            reader.mistakes += _versions(reader, node, data)
    if mistakes is None:
        raise_all(reader.mistakes)
    else:
        mistakes += reader.mistakes
    return data, node


def _versions(reader: Reader, node: yaml.Node, data: Mapping[str, Any]) -> Iterator[ConfigError]:
    if data.get("version", VERSION) != VERSION:
        message = f"version {data['version']} of this file is not known; this migrate reads version {VERSION}"
        yield error_at(reader.path, node, ("version",), message)


def _chip_names(path: str, node: yaml.MappingNode, schema: dict[str, Any]) -> dict[str, str]:
    """Names and aliases of the chips of a project file, before the rest of it is read."""
    section = next((value for key, value in node.value if key.value == "chips"), None)
    if section is None:
        return {}
    try:
        entries = Reader(path, None).mapping(section, schema, "chips")
    except ConfigError:
        return {}  # said where the section is read
    aliases = {alias: name for name, entry in entries.items() for alias in entry.get("aliases", ())}
    return aliases | {name: name for name in entries}


def has_entry(node: yaml.Node | None, keys: Sequence[str]) -> bool:
    """Whether a document has an entry of these names."""
    for key in keys:
        children = node.value if isinstance(node, yaml.MappingNode) else []
        node = next((value for name, value in children if name.value == key), None)
    return node is not None


def error_at(path: str, node: yaml.Node | None, keys: Sequence[str | int], message: str) -> ConfigError:
    """A mistake at the entry of a document that the keys lead to: names, and of a list the item or its position from 0."""
    mark = node.start_mark if node else yaml.Mark("", 0, 0, 0, "", 0)
    for key in keys:
        children: list[tuple[yaml.Node, yaml.Node]] = []
        if isinstance(node, yaml.MappingNode):
            children = node.value
        elif isinstance(node, yaml.SequenceNode):
            children = [(item, item) for item in node.value]
        if isinstance(key, int):
            found = children[key] if key < len(children) else None
        else:
            found = next(((name, value) for name, value in children if name.value == key), None)
        if found is None:
            break
        place, node = found
        mark = place.start_mark
    return ConfigError(path, mark.line + 1, mark.column + 1, message)
