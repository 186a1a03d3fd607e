"""The project file (migrate.yaml) and the rule files it names, read with the place of every mistake."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from importlib import resources
from pathlib import Path, PurePosixPath
from typing import Any

from migrate.model import Chip
from migrate.project.glob import matching
from migrate.project.merging import Removed, WrongRemoval, merge, merge_places, suggest
from migrate.project.snippets import UnifiedForm, unified_form
from migrate.project.snippets import places as snippet_places
from migrate.project.torch_rules import TORCH_SCHEMA, call_problem, merged
from migrate.project.unified_tree import chip_of, simulated_runtimes
from migrate.project.yaml_file import (
    CHIP,
    CODE,
    COMPILER_FLAG,
    DEFINES,
    FILES,
    FILLED,
    IDENTIFIER,
    INSIDE,
    MACRO,
    NEEDED,
    PATTERN,
    POSITION,
    STANDARD,
    WORD,
    Choice,
    ConfigError,
    Either,
    Snippet,
    Template,
    compose,
    error_at,
    has_entry,
    raise_all,
    read_text,
    read_yaml,
)

PROJECT_FILE = "migrate.yaml"


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
    compile: bool = True  # converted files are compiled against the target's headers


@dataclass(frozen=True)
class TraceInput:
    """How the legacy library is built and called for `verify --trace` and `--results`."""

    runtime: Mapping[str, str] = field(default_factory=dict)  # chip -> one of simulated_runtimes()
    sources: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict
    )  # chip -> patterns; absent: the library's sources
    stubs: Mapping[str, str] = field(default_factory=dict)  # in place of the library's stubs
    prologue: str = ""  # C++ put before the calls: what a generated header would define
    # chip -> file in the library folder with kernels that compute, where it is not the simulated chip's own
    firmware: Mapping[str, str] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)  # variables that the programs run with
    setup: str = ""  # statement run once; `resource` is the handle or stream
    # A line that a failed check prints, with groups `line` and `check`.
    check_message: str = r":(?P<line>\d+):\w+: (?P<check>.*) failed$"


@dataclass(frozen=True)
class Target:
    """Paths of the unified tree, relative to its root."""

    root: str = "."
    header: str = ""
    public: str = ""  # header that the operators' header includes
    sources: str = "dnnlib/src/tensor"
    helpers: str = "dnnlib/src/tensor/helpers.h"
    implementation: str = ""  # what a library source includes
    generator: str = ""  # Python module that makes what the implementation's header includes besides
    manifest: str = "dnnlib/src/tensor/migrated.json"
    kernels: str = "chips/{chip}/kernels.yaml"
    cmake: str = ""
    torch: str = "torch_tpu/native_ops"
    torch_include: tuple[str, ...] = ()  # folders of the headers that torch-side files include
    torch_arguments: str = ""  # header with modes of kernels, in whose place a fresh tree's argument headers stand
    torch_include_after: tuple[str, ...] = ()  # folders of headers that PyTorch does not have any more
    torch_flags: tuple[str, ...] = ()  # what they are compiled with
    torch_stubs: Mapping[str, str] = field(
        default_factory=dict
    )  # headers that a build generates: name -> stand-in text
    torch_precompiled: tuple[tuple[str, ...], ...] = ()  # headers that are read once for all files, the largest first
    unit_tests: str = "utest_ops/cases"
    include: tuple[str, ...] = ("dnnlib/include", "dnnlib/src", "chips/include")
    arguments: tuple[str, ...] = ()  # its own headers of kernels' argument structs, in folders of `include`
    compile: bool = True  # the output has to compile against its headers
    standard: str = "c++17"  # that the unified library is compiled as
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
    rule_files: tuple[Path, ...] = ()
    ignored: tuple[str, ...] = ()  # code that may keep its legacy names

    @property
    def out_dir(self) -> Path:
        return self.file.parent / self.out

    @cached_property
    def unified(self) -> UnifiedForm:
        """What converted functions are written with."""
        return unified_form(self.library_rules.get("unified", {}))

    @cached_property
    def target_root(self) -> Path:
        """Root of the unified tree that the output is an overlay of."""
        return (self.file.parent / self.target.root).resolve()

    def chip(self, name: str) -> Chip | None:
        return next((c for c in self.chips if name == c.name or name in c.aliases), None)

    def source_files(self, patterns: Iterable[str]) -> list[Path]:
        """Files below the root that match, each once, sorted by path."""
        found = {p for pattern in patterns for p in self._matching(pattern) if p.is_file()}
        return sorted(found)

    def argument_headers(self) -> list[Path]:
        """The headers of the kernels' argument structs, and what they include from their own folders."""
        found: dict[Path, None] = {}
        waiting = self.source_files(self.library.arguments)
        while waiting:
            path = waiting.pop(0)
            if path not in found:
                found[path] = None
                names = _QUOTED.findall(path.read_text(encoding="utf-8", errors="replace"))
                waiting += [own for name in names if (own := path.parent / name).is_file()]
        return list(found)

    def includes_arguments(self, public: bytes) -> bool:
        """Whether a public header includes the tree's own argument structs."""
        return any(f'"{path.name}"'.encode() in public for path in self.source_files(self.library.arguments))

    def arguments_by_name(self) -> dict[str, Path]:
        """The headers of argument structs, and what they include from their folders, by the names by which they are included; of several with one
        name the first, which is the output's."""
        top = self.source_files(self.library.arguments)
        near = {
            path: next((o.parent for o in top if path.is_relative_to(o.parent)), path.parent)
            for path in self.argument_headers()
        }
        found: dict[str, Path] = {}
        for path, folder in near.items():
            found.setdefault(path.relative_to(folder).as_posix(), path)
        return found

    def included_arguments(self) -> list[Path]:
        """The headers of argument structs that the output includes: of several with one name the first."""
        chosen = {*self.arguments_by_name().values()}
        return [path for path in self.source_files(self.library.arguments) if path in chosen]

    def _matching(self, pattern: str) -> Iterable[Path]:
        try:
            return list(matching(self.root, pattern))
        except ValueError as error:
            raise ConfigError(str(self.file), 1, 1, f"{pattern!r} is no pattern of files: {error}") from None

    def relative(self, path: Path) -> str:
        """Path below the root; of a symbolic link its own, wherever it leads to."""
        known = _below(path, self.root)
        return path.as_posix() if known is None else known


@lru_cache(maxsize=4096)
def _below(path: Path, root: Path) -> str | None:
    for candidate in (Path(os.path.abspath(path)), path.parent.resolve() / path.name, path.resolve()):
        for base in (root, root.resolve()):
            if candidate.is_relative_to(base):
                return candidate.relative_to(base).as_posix()
    return None


_QUOTED = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.MULTILINE)


TARGET: dict[str, Any] = {
    "root": str,
    "header": INSIDE,
    "public": str,
    "sources": INSIDE,
    "helpers": INSIDE,
    "implementation": str,
    "generator": str,
    "manifest": INSIDE,
    "kernels": Template(("chip",), ("chip",), inside=True),
    "cmake": INSIDE,
    "torch": INSIDE,
    "torch_include": [str],
    "torch_arguments": str,
    "torch_include_after": [str],
    "torch_flags": [str],
    "torch_stubs": {"*": str},
    "torch_precompiled": [[str]],
    "compile": bool,
    "standard": STANDARD,
    "unit_tests": INSIDE,
    "include": [str],
    "arguments": [str],
    "fresh": bool,
}

PROJECT_SCHEMA: dict[str, Any] = {
    "version": int,
    "name": str,
    "out": str,
    "chips": {
        WORD: {
            "legacy_macro": MACRO,
            "unified_macro": MACRO,
            "aliases": [WORD],
            "include": [str],
            "defines": DEFINES,
            "libraries": [str],
            "form": WORD,
        },
    },
    "rules": [str],
    "library": {
        "sources": [FILES],
        "headers": [FILES],
        "include": [str],
        "arguments": [FILES],
        "defines": DEFINES,
        "flags": [COMPILER_FLAG],
        "stubs": {"*": str},
        "per_chip": {CHIP: [FILES]},
        "firmware": [FILES],
    },
    "torch": {"sources": [FILES], "include": [str], "compile": bool},
    "trace": {
        "runtime": {CHIP: Choice(tuple(simulated_runtimes()))},
        "sources": {CHIP: [FILES]},
        "stubs": {"*": str},
        "prologue": str,
        "firmware": {CHIP: str},
        "environment": {"*": str},
        "setup": str,
        "check_message": PATTERN,
    },
    "unit_tests": [FILES],
    "ignored": [FILES],
    "target": TARGET,
    "families": {WORD: [str]},
}

NAME_PATTERN: dict[str, Any] = {NEEDED: ("pattern", "to"), "pattern": PATTERN, "to": str}
PARAMETER = Either(
    int,
    {"parameter": int, "type": CODE, "convert": CODE, "argument": CODE, "insert": CODE, "value": CODE},
    ("parameter", "insert"),
)
ARGUMENT = Either(int, {"argument": int, "convert": CODE, "insert": CODE}, ("argument", "insert"))

UNIFIED: dict[str, Any] = {
    "handle": CODE,
    "status": CODE,
    "success": CODE,
    "operator": PATTERN,
    "variables": {"*": Snippet(("handle",), (), others=True)},
    "launch": Snippet(("key", "arguments", "size", "cores", "handle"), ("key", "arguments"), others=True),
    "status_check": Snippet(("status", "handle"), ("status",), others=True),
    "status_text": Snippet(("status",), ("status",)),
    "dtype_text": Snippet(("dtype",), ("dtype",)),
    "stream_text": Snippet(("operands",), ("operands",)),
    "wait": Snippet(("handle",), (), others=True),
    "address": Snippet(("address", "handle"), ("address",), others=True),
    "offset": Snippet(("address", "handle"), ("address",), others=True),
    "require_kernel": Snippet(("key", "handle"), ("key",), others=True),
    "follows": Snippet(("key", "variant", "handle"), ("key", "variant"), others=True),
    "not_supported": Snippet(("key", "handle"), (), others=True),
    "helper_require_kernel": Snippet(("key", "handle"), ("key",), others=True),
    "helper_not_supported": Snippet(("key", "handle"), (), others=True),
    "passed": {"*": Snippet(("handle",), (), others=True)},
    "dtype_codes": [str],
    "sizes": [str],
    "roles": {"allocate": str, "free": str, "read": str, "wait": str},
    "definitions": {"*": str},
    "samples": str,
    "includes": [str],
    "header": {"empty": str, "family": str, "cxx": str, "region": [str]},
    "source_list": Snippet(("source",), ("source",)),
    "default_argument": Snippet(("value",), ("value",)),
}
WRITTEN = ("launch", "status_check", "wait", "address", "require_kernel", "follows", "not_supported")
"""Entries of `unified` that no conversion of a library source can do without."""
VARIABLES = ("library", "unified", "variables")

RULES_SCHEMA: dict[str, Any] = {
    "version": int,
    "target": TARGET,
    "discovery": {"chip_macro": PATTERN, "argument_struct": PATTERN, "launch": PATTERN},
    "library": {
        "operators": [{**NAME_PATTERN, "to": CODE}],
        "names": {"*": CODE},
        "patterns": [{**NAME_PATTERN, "to": CODE}],
        "comments": [NAME_PATTERN],
        "legacy_names": PATTERN,
        "types": {"tensor": [str], "handle": [str], "status": [str], "memory": [str], "dtype": [str], "address": [str]},
        "address_field": str,
        "fields": {"*": {"*": str}},
        "address_fields": PATTERN,
        "dtype_field": str,
        "address_members": [str],
        "non_blocking": [str],
        "blocking": [str],
        "success": [str],
        "statuses": {"*": CODE},
        "launch": {
            "*": {
                NEEDED: ("kernel", "arguments"),
                "kernel": int,
                "arguments": int,
                "size": int,
                "wait": int,
                "waits": int,
                "count": int,
                "cores": Choice(("1", "all")),
                "to": UNIFIED["launch"],
            }
        },
        "calls": {
            "*": {
                NEEDED: ("to",),
                "to": Snippet(("handle", "this"), others=True, positions=True),
                "kind": Choice(("memory", "address", "helper")),
                "answers": bool,
            }
        },
        "checks": [str],
        "safe_calls": [str],
        "aborts": [str],
        "prints": {"*": CODE},
        "drop_macros": [str],
        "provided": {"*": FILLED},
        "provided_bodies": {"*": [str]},
        "infrastructure": {"*": str},
        "argument_structs": PATTERN,
        "kernel_prefixes": [str],
        "kernel_suffixes": [str],
        "kernel_registers": [{**NAME_PATTERN, "chip": CHIP}],
        "dtypes": {"*": str},
        "optional": {"*": [str]},
        "conversions": {"*": {NEEDED: ("function",), "function": str, "code": str}},
        "dispatch": Choice(("runtime", "macro")),
        "checking": str,
        "unified": UNIFIED,
        "kernels": {
            "*": {
                NEEDED: ("symbol",),
                "symbol": IDENTIFIER,
                "args": str,
                "fields": {"*": str},
                "chip": CHIP,
                "values": {"*": CODE},
            }
        },
        "signatures": {"*": {"name": CODE, "parameters": [PARAMETER], "dropped": {POSITION: str}}},
    },
    "torch": {
        **TORCH_SCHEMA,
        "device_test": Template(("tensor", "chip"), ("tensor", "chip")),
        "calls": {
            **TORCH_SCHEMA["calls"],
            "pattern": PATTERN,
            "legacy_names": PATTERN,
            "unified": CODE,
            "special": {"*": {"name": CODE, "takes": [str], "arguments": [ARGUMENT]}},
        },
        **{key: {"*": CODE} for key in ("generators", "functions", "types")},
        "free_calls": {"*": {"name": CODE, "takes": [str], "arguments": [ARGUMENT]}},
        "constants": [{NEEDED: ("pattern", "unified"), "pattern": PATTERN, "unified": CODE}],
        "stream": {**TORCH_SCHEMA["stream"], "guards": PATTERN, "setters": PATTERN},
    },
}


def find_project(start: Path) -> Path | None:
    """The nearest migrate.yaml in `start` or a folder above it."""
    start = start.resolve()
    folders = [start, *start.parents] if start.is_dir() else list(start.parents)
    return next((f / PROJECT_FILE for f in folders if (f / PROJECT_FILE).is_file()), None)


def load_project(file: Path, root: Path | None = None) -> Project:
    """Read a project file. `root` replaces the folder of the file as the root of the tree. Raises ConfigError."""
    path = str(file)
    mistakes: list[ConfigError] = []
    data, node = read_yaml(read_text(file), path, PROJECT_SCHEMA, "the project file", mistakes=mistakes)
    whole = not mistakes
    mistakes += (*_without_macro(path, node, data), *_one_chip_each(path, node, data)) if whole else ()
    chips = {
        alias: name for name, entry in data.get("chips", {}).items() for alias in (*entry.get("aliases", ()), name)
    }
    rules = data.get("rules", ["default"])
    library_rules, torch_rules, places = _load_rules(file, node, rules, chips if whole else None, mistakes)
    library = data.get("library", {})
    torch = data.get("torch", {})
    if not mistakes and (library.get("sources") or library.get("per_chip")) and not library_rules:
        message = "there are library sources, and no rule set of `rules` has a library section; begin with default"
        mistakes.append(error_at(path, node, ("rules",), message))
    problem = (
        _unwritten(library_rules) if not mistakes and (library.get("sources") or library.get("per_chip")) else None
    )
    if problem:
        mistakes.append(_at_last(file, node, rules, (problem[0],), problem[1]))
    mistakes += (_at_last(file, node, rules, (entry,), said) for entry, said in _flags(library_rules, mistakes))
    circle = _circle(library_rules.get("unified", {}).get("variables", {})) if not mistakes else ()
    if circle:
        entry = (*VARIABLES, circle[0])
        mistakes.append(_at_last(file, node, rules, (entry,), _of_circle(circle)))
    if whole:
        mistakes += _named_groups(path, node, data)
        mistakes += _one_place(path, node, data, {**places, **data.get("target", {})})
    raise_all(mistakes)
    return Project(
        name=data.get("name", file.parent.name),
        file=file.resolve(),
        root=(root or file.parent).resolve(),
        chips=tuple(_with_forms(_chip(name, entry) for name, entry in data["chips"].items())),
        library=LibraryInput(**{k: _frozen(v) for k, v in library.items()}),
        torch=TorchInput(**{k: _frozen(v) for k, v in torch.items()}),
        trace=TraceInput(**{k: _frozen(v) for k, v in data.get("trace", {}).items()}),
        unit_tests=tuple(data.get("unit_tests", ())),
        target=Target(**{k: _frozen(v) for k, v in {**places, **data.get("target", {})}.items()}),
        families={k: tuple(v) for k, v in data.get("families", {}).items()},
        library_rules=library_rules,
        torch_rules=torch_rules,
        out=data.get("out", "migrated"),
        ignored=tuple(data.get("ignored", ())),
        rule_files=tuple(file.parent / name for name in data.get("rules", ()) if name.endswith((".yaml", ".yml"))),
    )


def _unwritten(rules: Mapping[str, Any]) -> tuple[tuple[str, ...], str] | None:
    """What is wrong with the rules of how converted functions are written, with the keys of the entry; None where nothing is."""
    unified = rules.get("unified", {})
    missing = [name for name in WRITTEN if not unified.get(name)]
    if missing:
        message = f"no rule set of `rules` says how {missing[0]} is written (library.unified.{missing[0]}); begin with default"
        return ("library", "unified", missing[0]), message
    variables = unified.get("variables", {})
    for name, text in variables.items():
        if name not in snippet_places(text):
            message = f"library.unified.variables.{name} does not say where the name of the variable stands"
            what = f"{message}; write {{{name}}} there, since a function may have that name already"
            return ("library", "unified", "variables", name), what
    texts = (*WRITTEN, "offset", "helper_require_kernel", "helper_not_supported")
    own: dict[tuple[str, ...], str] = {("unified", n): unified[n] for n in texts if n in unified}
    own |= {("unified", part, n): text for part in ("variables", "passed") for n, text in unified.get(part, {}).items()}
    own |= {("calls", n, "to"): entry["to"] for n, entry in rules.get("calls", {}).items()}
    own |= {("launch", n, "to"): entry["to"] for n, entry in rules.get("launch", {}).items() if "to" in entry}
    fixed = {"this", "handle", "key", "arguments", "size", "status", "address", "variant"}
    for where, text in own.items():
        known_here = fixed | {"cores"} if "launch" in where else fixed
        for name in snippet_places(text):
            if name not in known_here and name not in variables and not name.isdigit():
                known = suggest(name, [*variables, "handle"])
                what = f"library.{'.'.join(where)} names the variable {{{name}}}, which no rule set has in unified.variables; {known}"
                return ("library", *where), what
    return None


def _circle(variables: Mapping[str, str]) -> tuple[str, ...]:
    """Variables of which each is made of the next one, and the last one of the first; empty where there are none."""
    made_of = {n: [o for o in snippet_places(text) if o in variables and o != n] for n, text in variables.items()}
    while first := [name for name, others in made_of.items() if not made_of.keys() & {*others}]:
        for name in first:
            del made_of[name]
    path: list[str] = []
    following = next(iter(made_of), "")
    while following and following not in path:
        path.append(following)
        following = next(other for other in made_of[following] if other in made_of)
    return tuple(path[path.index(following) :]) if path else ()


def _of_circle(names: Sequence[str]) -> str:
    chain = " which names ".join(f"{{{name}}}" for name in (*names[1:], names[0]))
    return f"library.unified.variables.{names[0]} names {chain}: none of them can be declared first"


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, dict):
        return {k: _frozen(v) for k, v in value.items()}
    return value


class UnknownRules(ValueError):
    """A rule set that the project file names and that does not exist."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name, self.message = name, message


def _chip(name: str, entry: Mapping[str, Any]) -> Chip:
    return Chip(
        name,
        entry.get("legacy_macro") or f"MIGRATE_CHIP_{name}".upper(),
        _unified_macro(name, entry),
        tuple(entry.get("include", ())),
        tuple(entry.get("aliases", ())),
        tuple(entry.get("defines", ())),
        tuple(entry.get("libraries", ())),
        entry.get("form", ""),
    )


def _unified_macro(name: str, entry: Mapping[str, Any]) -> str:
    return str(entry.get("unified_macro", f"__{name}__"))


def _with_forms(chips: Iterable[Chip]) -> Iterator[Chip]:
    """Forms of bodies are called after the kernels that they fill structs for, where that is known, and else after the chip; a further form of one name is numbered."""
    taken: set[str] = set()
    for chip in chips:
        known = chip_of(chip.name)
        name = form = chip.form or (known.kernels if known else chip.name)
        number = 1
        while form in taken:
            number += 1
            form = f"{name}_{number}"
        taken.add(form)
        yield replace(chip, form=form)


def _without_macro(path: str, node: Any, data: Mapping[str, Any]) -> Iterator[ConfigError]:
    """Chips that nothing tells from the others."""
    if not data.get("chips"):
        yield error_at(path, node, (), "no chips: name each chip with its legacy_macro")
    own_files = data.get("library", {}).get("per_chip", {})
    for name, entry in data.get("chips", {}).items():
        alone = len(data["chips"]) == 1
        folders = tuple(entry.get("include", ()))
        others = [tuple(o.get("include", ())) for n, o in data["chips"].items() if n != name]
        told = entry.get("legacy_macro") or entry.get("defines") or name in own_files
        if not alone and not told and (not folders or folders in others):
            message = (
                f"chip {name} is one of several and has no legacy_macro, no defines, no include folders of its own and no files "
                "in library.per_chip"
            )
            yield error_at(path, node, ("chips", name), message)


def _one_chip_each(path: str, node: Any, data: Mapping[str, Any]) -> Iterator[ConfigError]:
    """Names and macros that would stand for two chips."""
    names = {name: name for name in data.get("chips", {})}
    macros: dict[str, str] = {}
    seen: dict[Any, str] = {}
    own_files = data.get("library", {}).get("per_chip", {})
    for name, entry in data.get("chips", {}).items():
        for number, alias in enumerate(entry.get("aliases", ())):
            other = names.setdefault(alias, name)
            if other != name:
                what = "the name" if other == alias else "an alias"
                message = f"{alias} is {what} of the chip {other} already; no other chip can be called so"
                yield error_at(path, node, ("chips", name, "aliases", number), message)
        macro = _unified_macro(name, entry)
        other = macros.setdefault(macro, name)
        if other != name:
            where = ("unified_macro",) if "unified_macro" in entry else ()
            message = f"{macro} is the unified macro of the chip {other} already, and nothing else tells chips from each other"
            yield error_at(path, node, ("chips", name, *where), message)
        told = (entry.get("legacy_macro"), *(tuple(entry.get(key, ())) for key in ("defines", "include")))
        twin = seen.setdefault(told, name)
        if twin != name and told[0] and not {name, twin} & own_files.keys():
            message = (
                f"{name} has the legacy_macro, defines and include folders of {twin}: nothing tells one from the other"
            )
            yield error_at(path, node, ("chips", name, "legacy_macro"), message)


def _named_groups(path: str, node: Any, data: Mapping[str, Any]) -> Iterator[ConfigError]:
    pattern = data.get("trace", {}).get("check_message")
    missing = [name for name in ("line", "check") if pattern and name not in re.compile(pattern).groupindex]
    if missing:
        message = f"check_message has no group (?P<{missing[0]}>..); it needs one for line and one for check"
        yield error_at(path, node, ("trace", "check_message"), message)


def _one_place(path: str, node: Any, data: Mapping[str, Any], target: Mapping[str, Any]) -> Iterator[ConfigError]:
    """Files of the unified tree that would be written over each other, and an output folder without a name."""
    if data.get("out") == "":
        yield error_at(path, node, ("out",), "out is the name of a folder; leave it out for `migrated`")
    out = PurePosixPath(data.get("out", ""))
    if out.is_absolute() or ".." in out.parts:
        message = f"out is a folder below the project file's, not {str(out)!r}; one elsewhere is given by --out"
        yield error_at(path, node, ("out",), message)
    named: dict[str, str] = {}
    for key in ("header", "helpers", "manifest", "kernels", "cmake"):
        value = os.path.normpath(target.get(key) or f"no {key}")
        if named.setdefault(value, key) != key:
            yield error_at(path, node, ("target", key), f"target.{key} and target.{named[value]} are both {value}")
    others = _further_places(data, target)
    for value, key in named.items():
        manifest = value.removesuffix(".json")
        own = (value, f"{manifest}.origins.json", f"{manifest}.generated.json") if key == "manifest" else (value,)
        taken = next((place for place in own if place in others), None)
        if taken:
            yield error_at(path, node, ("target", key), f"target.{key} would be {taken}, which is {others[taken]}")


def _further_places(data: Mapping[str, Any], target: Mapping[str, Any]) -> dict[str, str]:
    """Files that runs write besides those that `target` names, with what each is."""
    records = ("sources", "unfinished", "generated", "origins")
    found = {f"migrated.{name}.json": "a record of the runs; put it into a folder of its own" for name in records}
    for name in (*data.get("families", {}), "Misc") if target.get("sources") else ():
        found[os.path.normpath(f"{target['sources']}/{name}.cpp")] = f"the source of the family {name}"
    return found


def _load_rules(
    project: Path, node: Any, names: Sequence[str], chips: Mapping[str, str] | None, mistakes: list[ConfigError]
) -> tuple[dict[str, Any], tuple[Mapping[str, Any], ...], dict[str, Any]]:
    """The library section, the torch sections in order, and where the unified tree has what; all mistakes of all rule sets are found."""
    places = dict(load_rule_file(Path(PROJECT_FILE), "default").get("target", {}))
    library: dict[str, Any] = {}
    torch: list[Mapping[str, Any]] = []
    for name in names:
        try:
            data = load_rule_file(project, name, chips, mistakes)
        except UnknownRules as error:
            mistakes.append(error_at(str(project), node, ("rules", error.name), error.message))
            continue
        except ConfigError as error:
            mistakes.append(error)
            continue
        try:
            library = merge(library, data.get("library", {}))
            places = merge_places(places, data.get("target", {}))
        except WrongRemoval as error:
            mistakes.append(_at_entry(error))
            continue
        calls = {name: _call(entry) for name, entry in _signatures(data).items()}
        if calls:
            torch.append({"calls": {"special": calls}})
        if data.get("torch"):
            torch.append(data["torch"])
    if torch and not mistakes:
        mistakes += _torch_mistakes(project, node, names, torch)
    return library, tuple(torch), places


def _flags(library: Mapping[str, Any], mistakes: Sequence[ConfigError]) -> list[tuple[tuple[str, ...], str]]:
    """Flags that would say both that a call waits and that it does not."""
    if mistakes:
        return []
    both = [name for name in library.get("blocking", ()) if name in library.get("non_blocking", ())]
    found: list[tuple[tuple[str, ...], str]] = [
        (("library", "blocking", name), f"{name} is in non_blocking as well") for name in both
    ]
    for name, entry in library.get("launch", {}).items():
        if "wait" in entry and "waits" in entry:
            message = "a launch has one flag: `wait` where true says that it does not wait, `waits` where true says that it does"
            found.append((("library", "launch", name), message))
    return found


def _at_entry(error: WrongRemoval) -> ConfigError:
    return ConfigError(error.entry.path, error.entry.line, error.entry.column, str(error))


def _torch_mistakes(
    project: Path, node: Any, names: Sequence[str], torch: Iterable[Mapping[str, Any]]
) -> Iterator[ConfigError]:
    """What is wrong with the torch sections laid over each other and over the shipped one."""
    try:
        problem = call_problem(merged(torch))
    except WrongRemoval as error:
        yield _at_entry(error)
        return
    if problem:
        yield _at_last(project, node, names, (("torch", "calls", "unified"), ("torch", "calls", "pattern")), problem)


def _at_last(
    project: Path, node: Any, names: Sequence[str], keys: Sequence[tuple[str, ...]], message: str
) -> ConfigError:
    """A mistake at the first of these entries that a rule file of the project has, of the last file with one."""
    for name in reversed(names):
        file = project.parent / name
        document = compose(read_text(file), str(file)) if name.endswith((".yaml", ".yml")) and file.is_file() else None
        for entry in keys:
            if has_entry(document, entry):
                return error_at(str(file), document, entry, message)
    return error_at(str(project), node, ("rules",), message)


def _signatures(data: Mapping[str, Any]) -> dict[str, Any]:
    entries = data.get("library", {}).get("signatures", {})
    return {name: entry for name, entry in entries.items() if not isinstance(entry, Removed)}


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


def discovery_words() -> dict[str, Any]:
    """What a tree that nobody has described looks like."""
    return dict(load_rule_file(Path(PROJECT_FILE), "default")["discovery"])


def shipped_target() -> dict[str, Any]:
    """The unified tree that the rule set `default` writes for."""
    return dict(load_rule_file(Path(PROJECT_FILE), "default").get("target", {}))


def shipped_library_rules() -> dict[str, Any]:
    """The library section of the rule set `default`."""
    return dict(load_rule_file(Path(PROJECT_FILE), "default")["library"])


def load_rule_file(
    project: Path, name: str, chips: Mapping[str, str] | None = None, mistakes: list[ConfigError] | None = None
) -> dict[str, Any]:
    """A shipped rule set by name (`default`) or a file beside the project file. Raises ConfigError; its mistakes as read_yaml."""
    shipped = resources.files("migrate") / "rules" / "data" / f"{name}.yaml"
    if "/" not in name and not name.endswith((".yaml", ".yml")):
        if not shipped.is_file():
            known = sorted(p.name[:-5] for p in (resources.files("migrate") / "rules" / "data").iterdir())
            raise UnknownRules(name, f"no shipped rule set {name!r}; {suggest(name, known)}")
        text, path = shipped.read_text(encoding="utf-8"), f"{name}.yaml"
    else:
        file = project.parent / name
        if file.is_dir():
            raise UnknownRules(name, f"rule file {name!r} is a folder; name the file in it")
        if file.is_symlink() and not file.exists():
            raise UnknownRules(name, f"rule file {name!r} is a symbolic link that leads to no file")
        if not file.is_file():
            near = [p.relative_to(project.parent).as_posix() for p in project.parent.rglob("*.y*ml") if p != project]
            message = f"rule file {name!r} does not exist beside the project file"
            raise UnknownRules(name, f"{message}; {suggest(name, near)}" if near else message)
        text, path = read_text(file), str(file)
    return read_yaml(text, path, RULES_SCHEMA, "the rule file", chips, mistakes)[0]
