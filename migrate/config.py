"""The project file (migrate.yaml) and the rule files it names, read with the place of every mistake."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

import yaml

from migrate.model import Chip
from migrate.rules.torch_rules import TORCH_SCHEMA

PROJECT_FILE = "migrate.yaml"
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class ConfigError(ValueError):
    """A mistake in a project or rule file: path, line and column from 1, and a sentence that says what to do."""

    def __init__(self, path: str, line: int, column: int, sentence: str) -> None:
        super().__init__(f"{path}:{line}:{column}: {sentence}")
        self.path, self.line, self.column, self.sentence = path, line, column, sentence


@dataclass(frozen=True)
class LibraryInput:
    sources: tuple[str, ...] = ()  # patterns below the root
    headers: tuple[str, ...] = ()  # the legacy API header
    include: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()  # headers with the kernels' argument structs
    defines: tuple[str, ...] = ()
    stubs: Mapping[str, str] = field(default_factory=dict)  # headers that a build generates: name -> stand-in text
    flags: tuple[str, ...] = ("-std=c++17",)
    per_chip: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # one file per chip: chip -> patterns
    firmware: tuple[str, ...] = ()  # where kernels are registered, when the tree has it


@dataclass(frozen=True)
class TorchInput:
    sources: tuple[str, ...] = ()
    include: tuple[str, ...] = ()


@dataclass(frozen=True)
class TraceInput:
    """How the legacy library is built and called for `verify --trace`."""

    runtime: Mapping[str, str] = field(default_factory=dict)  # chip -> bmlib or tpuv7
    sources: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict
    )  # chip -> patterns; absent: the library's sources
    stubs: Mapping[str, str] = field(default_factory=dict)  # in place of the library's stubs
    prologue: str = ""  # C++ put before the calls: what a generated header would define
    # chip -> file in the library folder with kernels that compute: results are compared too, where it exists
    firmware: Mapping[str, str] = field(default_factory=dict)
    setup: str = ""  # statement run once; `resource` is the handle or stream
    # A line that a failed check prints, with groups `line` and `check`.
    check_message: str = r":(?P<line>\d+):\w+: (?P<check>.*) failed$"


@dataclass(frozen=True)
class Target:
    """Paths of the unified tree, relative to its root."""

    root: str = "."
    header: str = "dnnlib/include/tpuDNNTensor.h"
    sources: str = "dnnlib/src/tensor"
    helpers: str = "dnnlib/src/tensor/helpers.h"
    implementation: str = "tpudnn_impl.h"  # what a library source includes
    manifest: str = "dnnlib/src/tensor/migrated.json"
    kernels: str = "chips/{chip}/kernels.yaml"
    cmake: str = ""
    torch: str = "torch_tpu/native_ops"
    unit_tests: str = "utest_ops/cases"
    include: tuple[str, ...] = ("dnnlib/include", "dnnlib/src", "chips/include")
    fresh: bool = False  # the output holds this tree's operators only; those of the unified tree stay where they are


@dataclass(frozen=True)
class Project:
    name: str
    file: Path  # the project file
    root: Path  # the legacy tree
    chips: tuple[Chip, ...]
    library: LibraryInput
    torch: TorchInput
    trace: TraceInput
    unit_tests: tuple[str, ...]
    target: Target
    families: Mapping[str, tuple[str, ...]]
    library_rules: Mapping[str, Any]  # shipped rules with the project's additions
    torch_rules: tuple[Mapping[str, Any], ...]  # the project's additions, in order
    out: str = "migrated"

    @property
    def out_dir(self) -> Path:
        return self.file.parent / self.out

    @property
    def target_root(self) -> Path:
        """Root of the unified tree that the output is an overlay of."""
        return (self.file.parent / self.target.root).resolve()

    def chip(self, name: str) -> Chip | None:
        return next((c for c in self.chips if name == c.name or name in c.aliases), None)

    def source_files(self, patterns: Iterable[str]) -> list[Path]:
        """Files below the root that match, each once, sorted by path."""
        found = {p for pattern in patterns for p in _glob(self.root, pattern) if p.is_file()}
        return sorted(found)

    def relative(self, path: Path) -> str:
        try:
            return path.resolve().relative_to(self.root.resolve()).as_posix()
        except ValueError:
            return path.as_posix()


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


NEEDED = "!"
"""Key of a schema: the names that a mapping must have."""

POSITION = "#"
"""Key of a schema: any position, from 1."""

PATTERN = object()
"""Schema of a regular expression."""


def _glob(root: Path, pattern: str) -> Iterable[Path]:
    """Files of a pattern below `root`; an absolute pattern stands for itself."""
    path = Path(pattern)
    return Path(path.anchor).glob(str(path.relative_to(path.anchor))) if path.is_absolute() else root.glob(pattern)


PROJECT_SCHEMA: dict[str, Any] = {
    "version": int,
    "name": str,
    "out": str,
    "chips": {
        "*": {"legacy_macro": str, "unified_macro": str, "aliases": [str], "include": [str]},
    },
    "rules": [str],
    "library": {
        "sources": [str],
        "headers": [str],
        "include": [str],
        "arguments": [str],
        "defines": [str],
        "flags": [str],
        "stubs": {"*": str},
        "per_chip": {"*": [str]},
        "firmware": [str],
    },
    "torch": {"sources": [str], "include": [str]},
    "trace": {
        "runtime": {"*": str},
        "sources": {"*": [str]},
        "stubs": {"*": str},
        "prologue": str,
        "firmware": {"*": str},
        "setup": str,
        "check_message": str,
    },
    "unit_tests": [str],
    "target": {
        "root": str,
        "header": str,
        "sources": str,
        "helpers": str,
        "implementation": str,
        "manifest": str,
        "kernels": str,
        "cmake": str,
        "torch": str,
        "unit_tests": str,
        "include": [str],
        "fresh": bool,
    },
    "families": {"*": [str]},
}

NAME_PATTERN: dict[str, Any] = {NEEDED: ("pattern", "to"), "pattern": PATTERN, "to": str}
PARAMETER = Either(
    int,
    {"parameter": int, "type": str, "convert": str, "argument": str, "insert": str, "value": str},
    ("parameter", "insert"),
)
ARGUMENT = Either(int, {"argument": int, "convert": str, "insert": str}, ("argument", "insert"))

RULES_SCHEMA: dict[str, Any] = {
    "version": int,
    "library": {
        "operators": [NAME_PATTERN],
        "names": {"*": str},
        "patterns": [NAME_PATTERN],
        "legacy_names": PATTERN,
        "types": {"tensor": [str], "handle": [str], "status": [str], "memory": [str]},
        "address_field": str,
        "address_members": [str],
        "non_blocking": [str],
        "success": [str],
        "launch": {
            "*": {
                NEEDED: ("kernel", "arguments"),
                "kernel": int,
                "arguments": int,
                "size": int,
                "wait": int,
                "cores": Choice(("1", "all")),
            }
        },
        "calls": {"*": {NEEDED: ("to",), "to": str, "kind": Choice(("memory", "address", "helper"))}},
        "checks": [str],
        "safe_calls": [str],
        "aborts": [str],
        "prints": {"*": str},
        "drop_macros": [str],
        "provided": {"*": str},
        "infrastructure": {"*": str},
        "kernel_prefixes": [str],
        "kernel_suffixes": [str],
        "kernel_registers": [{**NAME_PATTERN, "chip": str}],
        "dtypes": {"*": str},
        "optional": {"*": [str]},
        "conversions": {"*": {NEEDED: ("function",), "function": str, "code": str}},
        "dispatch": Choice(("runtime", "macro")),
        "kernels": {
            "*": {
                NEEDED: ("symbol",),
                "symbol": str,
                "args": str,
                "fields": {"*": str},
                "chip": str,
                "values": {"*": str},
            }
        },
        "signatures": {"*": {"name": str, "parameters": [PARAMETER], "dropped": {POSITION: str}}},
    },
    "torch": {
        **TORCH_SCHEMA,
        "calls": {
            **TORCH_SCHEMA["calls"],
            "pattern": PATTERN,
            "legacy_names": PATTERN,
            "special": {"*": {"name": str, "takes": [str], "arguments": [ARGUMENT]}},
        },
        "constants": [{NEEDED: ("pattern", "unified"), "pattern": PATTERN, "unified": str}],
    },
}


class _Reader:
    """Checks composed YAML nodes against a schema and turns them into plain values."""

    def __init__(self, path: str) -> None:
        self.path = path

    def error(self, node: yaml.Node, sentence: str) -> ConfigError:
        return ConfigError(self.path, node.start_mark.line + 1, node.start_mark.column + 1, sentence)

    def read(self, node: yaml.Node, schema: Any, where: str) -> Any:
        if schema is None:
            return self.plain(node)
        if isinstance(schema, Either):
            return self.either(node, schema, where)
        if isinstance(schema, dict):
            return self.mapping(node, schema, where)
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
                raise self.error(node, f"{where} cannot be {node.value!r}; {_suggest(node.value, schema.values)}")
            return node.value
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

    def mapping(self, node: yaml.Node, schema: dict[str, Any], where: str) -> dict[str, Any]:
        if isinstance(node, yaml.ScalarNode) and node.value == "":
            return {}
        if not isinstance(node, yaml.MappingNode):
            raise self.error(node, f"{where} is a mapping (name: value)")
        result: dict[str, Any] = {}
        for key, value in node.value:
            name = key.value
            if name in result:
                raise self.error(key, f"{name!r} occurs twice in {where}")
            if name in schema:
                result[name] = self.read(value, schema[name], name)
            elif "*" in schema:
                result[name] = self.read(value, schema["*"], f"{where}.{name}")
            elif POSITION in schema:
                if not name.isdigit() or int(name) < 1:
                    raise self.error(key, f"{name!r} is not a position: a whole number from 1")
                result[name] = self.read(value, schema[POSITION], f"{where}.{name}")
            else:
                known = [n for n in schema if n != NEEDED]
                raise self.error(key, f"{name!r} is not known in {where}; {_suggest(name, known)}")
        for name in schema.get(NEEDED, ()):
            if name not in result:
                raise self.error(node, f"{name!r} is missing in {where}")
        self.groups(node, result)
        return result

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


def _suggest(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, list(known), n=1)
    return f"did you mean {near[0]!r}?" if near else "known are " + ", ".join(sorted(known))


def read_yaml(text: str, path: str, schema: dict[str, Any], where: str) -> tuple[dict[str, Any], yaml.Node | None]:
    try:
        node = yaml.compose(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise ConfigError(path, line, column, f"not valid YAML: {error.problem or error.context}") from None
    except yaml.YAMLError as error:
        raise ConfigError(path, 1, 1, f"not valid YAML: {error}") from None
    return ({}, None) if node is None else (_Reader(path).mapping(node, schema, where), node)


def find_project(start: Path) -> Path | None:
    """The nearest migrate.yaml in `start` or a folder above it."""
    start = start.resolve()
    folders = [start, *start.parents] if start.is_dir() else list(start.parents)
    return next((f / PROJECT_FILE for f in folders if (f / PROJECT_FILE).is_file()), None)


def merge_rules(base: Mapping[str, Any], extra: Mapping[str, Any]) -> dict[str, Any]:
    """Mappings are merged, lists extended in front, everything else replaced; so is a whole rule of one function."""
    result = dict(base)
    for key, value in extra.items():
        old = result.get(key)
        if key in ("signatures", "kernels") and isinstance(old, Mapping) and isinstance(value, Mapping):
            result[key] = {**old, **value}
        elif isinstance(old, Mapping) and isinstance(value, Mapping):
            result[key] = merge_rules(old, value)
        elif isinstance(old, list) and isinstance(value, list):
            result[key] = [*value, *(item for item in old if item not in value)]
        else:
            result[key] = value
    return result


def load_project(file: Path, root: Path | None = None) -> Project:
    """Read a project file. `root` replaces the folder of the file as the root of the tree. Raises ConfigError."""
    path = str(file)
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(path, 1, 1, f"cannot be read: {error}") from None
    data, node = read_yaml(text, path, PROJECT_SCHEMA, "the project file")
    if not data.get("chips"):
        line, column = (node.start_mark.line + 1, node.start_mark.column + 1) if node else (1, 1)
        raise ConfigError(path, line, column, "no chips: name each chip with its legacy_macro")
    library_rules, torch_rules = _load_rules(file, data.get("rules", ["default"]))
    library = data.get("library", {})
    torch = data.get("torch", {})
    return Project(
        name=data.get("name", file.parent.name),
        file=file.resolve(),
        root=(root or file.parent).resolve(),
        chips=tuple(
            _chip(path, name, entry, name in library.get("per_chip", {})) for name, entry in data["chips"].items()
        ),
        library=LibraryInput(**{k: _frozen(v) for k, v in library.items()}),
        torch=TorchInput(**{k: _frozen(v) for k, v in torch.items()}),
        trace=TraceInput(**{k: _frozen(v) for k, v in data.get("trace", {}).items()}),
        unit_tests=tuple(data.get("unit_tests", ())),
        target=Target(**{k: _frozen(v) for k, v in data.get("target", {}).items()}),
        families={k: tuple(v) for k, v in data.get("families", {}).items()},
        library_rules=library_rules,
        torch_rules=torch_rules,
        out=data.get("out", "migrated"),
    )


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, dict):
        return {k: _frozen(v) for k, v in value.items()}
    return value


def _chip(path: str, name: str, entry: Mapping[str, Any], own_files: bool) -> Chip:
    if not entry.get("legacy_macro") and not own_files:
        raise ConfigError(path, 1, 1, f"chip {name} has no legacy_macro")
    return Chip(
        name,
        entry.get("legacy_macro") or f"MIGRATE_CHIP_{name}".upper(),
        entry.get("unified_macro", f"__{name}__"),
        tuple(entry.get("include", ())),
        tuple(entry.get("aliases", ())),
    )


def _load_rules(project: Path, names: Iterable[str]) -> tuple[dict[str, Any], tuple[Mapping[str, Any], ...]]:
    library: dict[str, Any] = {}
    torch: list[Mapping[str, Any]] = []
    for name in names:
        data = load_rule_file(project, name)
        library = merge_rules(library, data.get("library", {}))
        calls = {name: _call(entry) for name, entry in data.get("library", {}).get("signatures", {}).items()}
        if calls:
            torch.append({"calls": {"special": calls}})
        if data.get("torch"):
            torch.append(data["torch"])
    return library, tuple(torch)


def _call(signature: Mapping[str, Any]) -> dict[str, Any]:
    """What a library signature's rule means for calls on the torch side."""
    arguments: list[Any] = []
    for entry in signature.get("parameters", ()):
        if isinstance(entry, int):
            arguments.append(entry)
        elif "insert" in entry:
            arguments.append({"insert": entry.get("value", "")})
        else:
            arguments.append({"argument": entry["parameter"], "convert": entry.get("argument", "{}")})
    return {"name": signature.get("name", ""), **({"arguments": arguments} if arguments else {})}


def shipped_library_rules() -> dict[str, Any]:
    """The library section of the rule set `default`."""
    return load_rule_file(Path(PROJECT_FILE), "default")["library"]


def load_rule_file(project: Path, name: str) -> dict[str, Any]:
    """A shipped rule set by name (`default`) or a file beside the project file. Raises ConfigError."""
    shipped = resources.files("migrate").joinpath("rules", "data", f"{name}.yaml")
    if "/" not in name and not name.endswith((".yaml", ".yml")):
        if not shipped.is_file():
            known = sorted(p.name[:-5] for p in resources.files("migrate").joinpath("rules", "data").iterdir())
            raise ConfigError(str(project), 1, 1, f"no shipped rule set {name!r}; {_suggest(name, known)}")
        text, path = shipped.read_text(encoding="utf-8"), f"{name}.yaml"
    else:
        file = project.parent / name
        if not file.is_file():
            raise ConfigError(str(project), 1, 1, f"rule file {name!r} does not exist beside the project file")
        text, path = file.read_text(encoding="utf-8"), str(file)
    return read_yaml(text, path, RULES_SCHEMA, "the rule file")[0]
