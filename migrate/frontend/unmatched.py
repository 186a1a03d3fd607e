"""What a project file and its rule files say that matches nothing of the tree: a slip of the pen that would pass in silence."""

from __future__ import annotations

import difflib
import fnmatch
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from migrate.frontend.lex import Kind, lex, lex_whole, significant
from migrate.frontend.prototypes import Prototype, project_prototypes
from migrate.frontend.torch.scopes import written
from migrate.frontend.torch.source import CodeUnit, macro_units
from migrate.frontend.tree_words import TreeWords
from migrate.model import Confidence, Finding, Location
from migrate.project.config import Project
from migrate.project.library_rules import compile_library_rules
from migrate.project.merging import plain
from migrate.project.schemas import PROJECT_SCHEMA, RULES_SCHEMA
from migrate.project.yaml_file import compose, error_at, read_text, read_yaml

PATTERN, RULE, NAME, MACRO, HEADER, CHECKING = "P101", "P102", "P103", "P104", "P105", "P106"
Keys = tuple[str | int, ...]

# Keys of a rule file whose names, or the items of whose lists, are words of legacy code.
WORDS: tuple[Keys, ...] = tuple(
    ("library", *key.split("."))
    for key in (
        *("names", "launch", "calls", "prints", "provided", "infrastructure", "conversions", "optional", "dtypes"),
        *(
            "types.tensor",
            "types.handle",
            "types.status",
            "types.memory",
            "non_blocking",
            "blocking",
            "success",
            "checks",
        ),
        *("safe_calls", "aborts", "drop_macros", "address_members", "signatures", "kernels"),
    )
) + tuple(
    ("torch", *key.split("."))
    for key in (
        *(
            "generators",
            "functions",
            "types",
            "wrappers",
            "receivers",
            "receiver_types",
            "tensor_types",
            "non_blocking",
            "blocking",
        ),
        *("refusing", "refusing_always", "equating", "status.types", "status.success", "calls.special", "free_calls"),
    )
)
NAMED = (
    ("library", "signatures"),
    ("library", "kernels"),
    ("torch", "calls", "special"),
    ("torch", "free_calls"),
)  # of one function each
SCOPED = (("torch", "types"), ("torch", "free_calls"), ("torch", "constants"))  # names may have scopes in front of them
PATTERNS: tuple[Keys, ...] = (("library", "operators"), ("library", "patterns"), ("torch", "constants"))


@dataclass(frozen=True)
class Document:
    """A checked YAML file whose entries have places."""

    path: str
    node: Any
    data: Mapping[str, Any]

    def finding(self, id: str, keys: Keys, message: str) -> Finding:
        at = error_at(self.path, self.node, keys, "")
        return Finding(id, Location(self.path, at.line, at.column), message, Confidence.HIGH)

    def get(self, keys: Keys) -> Any:
        value: Any = self.data
        for key in keys:
            value = value.get(key) if isinstance(value, Mapping) else None
        return value


def unmatched(project: Project, words: TreeWords, unchecked: str = "") -> list[Finding]:
    """A warning for each entry of the project file and of its own rule files that nothing of the tree has to do with. `unchecked`: what nothing shows of
    converted library code."""
    known = words.all()
    found = [*_project(project, words, known, unchecked)]
    prototypes = project_prototypes(project)
    for file in project.rule_files:
        found += _rules(project, _document(project, file, RULES_SCHEMA), words, known, prototypes)
    return found


def _document(project: Project, file: Path, schema: dict[str, Any]) -> Document:
    text, path = read_text(file), project.relative(file)
    names = {alias: chip.name for chip in project.chips for alias in (*chip.aliases, chip.name)}
    return Document(path, compose(text, path), plain(read_yaml(text, path, schema, "the file", names)[0]))


def _project(project: Project, words: TreeWords, known: frozenset[str], unchecked: str) -> Iterator[Finding]:
    file = _document(project, project.file, PROJECT_SCHEMA)
    yield from _source_patterns(project, file)
    yield from _folders(project, file)
    yield from _macros(file, known)
    headers = {name for file_words in words.inputs.values() for name in file_words.includes}
    for name in file.get(("library", "stubs")) or ():
        if name not in headers:
            yield file.finding(RULE, ("library", "stubs", name), f"no file includes {name}, which has a stub here")
    yield from _families(project, file, known)
    yield from _target_headers(project, file)
    if (project.library.sources or project.library.per_chip) and unchecked:
        yield file.finding(CHECKING, ("rules",), unchecked)


def _target_headers(project: Project, file: Document) -> Iterator[Finding]:
    for key, name in _missing_headers(project):
        what = f"target.{key} is {name}, which the output includes, and no folder of target.include below {project.target.root} has it"
        where = next((keys for keys in (("target", key), ("target", "root"), ("target",)) if file.get(keys)), ())
        yield file.finding(HEADER, where, what)


def _missing_headers(project: Project) -> Iterator[tuple[str, str]]:
    """Headers of the unified library that what is written includes and the unified tree does not have."""
    target = project.target
    needed = [("implementation", target.implementation)]
    if not (project.target_root / target.header).is_file():
        needed.append(("public", target.public))
    folders = [project.target_root / folder for folder in (*target.include, target.sources)]
    for key, name in needed if project.library.sources or project.library.per_chip else ():
        if name and not any((folder / name).is_file() for folder in folders):
            yield key, name


def found_of(project: Project) -> Iterator[str]:
    """Patterns that match nothing, folders and headers that are not there: what `unmatched` asks beside the texts of the tree."""
    library, torch, trace = project.library, project.torch, project.trace
    lists: list[Iterable[str]] = [*library.per_chip.values(), *trace.sources.values(), project.ignored]
    lists += (library.sources, library.headers, library.arguments, library.firmware, torch.sources, project.unit_tests)
    for pattern in dict.fromkeys(pattern for patterns in lists for pattern in patterns):
        if not project.source_files([pattern]):
            yield f"pattern {pattern}"
    chips = (folder for chip in project.chips for folder in chip.include)
    for folder in dict.fromkeys((*library.include, *torch.include, *chips)):
        if not (project.root / folder).is_dir():
            yield f"folder {folder}"
    for key, name in _missing_headers(project):
        yield f"{key} {name}"


def _source_patterns(project: Project, file: Document) -> Iterator[Finding]:
    keys: list[Keys] = [("library", name) for name in ("sources", "headers", "arguments", "firmware")]
    keys += [("torch", "sources"), ("unit_tests",), ("ignored",)]
    for section in (("library", "per_chip"), ("trace", "sources")):
        keys += [(*section, chip) for chip in file.get(section) or ()]
    for where in keys:
        for number, pattern in enumerate(file.get(where) or ()):
            if not project.source_files([pattern]):
                message = f"the pattern {pattern} of {_dotted(where)} matches no file below {project.root}"
                yield file.finding(PATTERN, (*where, number), message)


def _folders(project: Project, file: Document) -> Iterator[Finding]:
    keys: list[Keys] = [("library", "include"), ("torch", "include")]
    keys += [("chips", name, "include") for name in file.data["chips"]]
    for where in keys:
        for number, folder in enumerate(file.get(where) or ()):
            if not (project.root / folder).is_dir():
                message = f"the folder {folder} of {_dotted(where)} does not exist below {project.root}"
                yield file.finding(PATTERN, (*where, number), message)


def _macros(file: Document, known: frozenset[str]) -> Iterator[Finding]:
    for name, chip in file.data["chips"].items():
        macro = chip.get("legacy_macro")
        if macro and macro not in known:
            message = (
                f"no source asks for {macro}, the macro of {name}: all that is told from other chips by it is missed"
            )
            yield file.finding(MACRO, ("chips", name, "legacy_macro"), message + _near(macro, known))
    keys: list[Keys] = [("library", "defines"), *(("chips", name, "defines") for name in file.data["chips"])]
    for where in keys:
        for define in file.get(where) or ():
            macro = re.split(r"[=(]", define)[0]
            if macro not in known:
                message = f"no source asks for {macro}, which {_dotted(where)} defines"
                yield file.finding(MACRO, (*where, macro), message + _near(macro, known))


def _families(project: Project, file: Document, known: frozenset[str]) -> Iterator[Finding]:
    if not file.data.get("families"):
        return
    rules = compile_library_rules(project.library_rules)
    operators = {name: unified for name in known if (unified := rules.operator(name))}
    stems = {project.unified.stem(unified) for unified in operators.values()}
    for family, patterns in file.data["families"].items():
        if not any(pattern in operators or fnmatch.filter(stems, pattern) for pattern in patterns):
            yield file.finding(PATTERN, ("families", family), f"no operator belongs to the family {family}")


def _rules(
    project: Project, file: Document, words: TreeWords, known: frozenset[str], prototypes: Mapping[str, Prototype]
) -> Iterator[Finding]:
    scoped = _ScopedNames(project)
    for where in WORDS:
        entries = file.get(where) or ()
        for number, entry in enumerate(entries):
            missing = [word for word in re.findall(r"[A-Za-z_]\w*", entry) if word not in known]
            if not missing and where in SCOPED and "::" in entry and entry not in scoped.all:
                missing = [entry]
            if missing:
                key = entry if isinstance(entries, Mapping) else number
                what = f"{_dotted(where)} has {entry}, and no file of the tree has {missing[0]}"
                yield file.finding(NAME if where in NAMED else RULE, (*where, key), what + _near(missing[0], known))
    for where in PATTERNS:
        for number, entry in enumerate(file.get(where) or ()):
            pattern = re.compile(entry["pattern"])
            with_scopes = where in SCOPED and "::" in entry["pattern"] and any(map(pattern.fullmatch, scoped.all))
            if not with_scopes and not any(map(pattern.match, known)):
                what = f"the pattern {entry['pattern']} of {_dotted(where)} matches no name of the tree"
                yield file.finding(RULE, (*where, number), what)
    yield from _parameters(file, prototypes)
    yield from _registers(project, file)
    yield from _headers(file, words)
    yield from _kernels(project, file, known)


class _ScopedNames:
    """Names with scopes in front of them, as the torch side writes them."""

    def __init__(self, project: Project) -> None:
        self._project = project

    @cached_property
    def all(self) -> frozenset[str]:
        texts = (path.read_bytes() for path in self._project.source_files(self._project.torch.sources))
        units = (unit for data in texts for unit in (CodeUnit(tuple(significant(lex(data)))), *macro_units(data)))
        return frozenset(name.text for unit in units for i in range(len(unit.tokens)) for name in written(unit, i))


def _parameters(file: Document, prototypes: Mapping[str, Prototype]) -> Iterator[Finding]:
    """Names of parameters that the function does not have."""
    named: list[tuple[Keys, str, list[str]]] = []
    for name, given in (file.get(("library", "optional")) or {}).items():
        named.append((("library", "optional", name), name, list(given)))
    for name, entry in (file.get(("torch", "calls", "special")) or {}).items():
        named.append((("torch", "calls", "special", name, "takes"), name, entry.get("takes", [])))
    for where, function, given in named:
        parameters = [p.name for p in prototypes[function].parameters] if function in prototypes else []
        for number, name in enumerate(given):
            if parameters and name not in parameters:
                what = f"{function} has no parameter {name}"
                yield file.finding(NAME, (*where, number), what + _near(name, parameters))


def _registers(project: Project, file: Document) -> Iterator[Finding]:
    entries = file.get(("library", "kernel_registers")) or ()
    if not entries or not project.library.firmware:
        return
    text = b"\n".join(path.read_bytes() for path in project.source_files(project.library.firmware)).decode(
        "utf-8", "replace"
    )
    for number, entry in enumerate(entries):
        if not re.search(entry["pattern"], text, re.MULTILINE):
            what = (
                f"the pattern {entry['pattern']} of library.kernel_registers matches nothing in the firmware's sources"
            )
            yield file.finding(RULE, ("library", "kernel_registers", number), what)


def _headers(file: Document, words: TreeWords) -> Iterator[Finding]:
    included = {f"/{name}" for one in words.inputs.values() for name in one.includes}
    for name in file.get(("torch", "includes")) or ():
        if not any(header.endswith(f"/{name}") for header in included):
            yield file.finding(
                RULE, ("torch", "includes", name), f"no file includes {name}, which torch.includes replaces"
            )


def _kernels(project: Project, file: Document, known: frozenset[str]) -> Iterator[Finding]:
    """Structs and fields that a kernel's rule names."""
    kernels = file.get(("library", "kernels")) or {}
    structs = _members(project.argument_headers()) if kernels else {}
    for name, rule in kernels.items():
        where: Keys = ("library", "kernels", name)
        struct = rule.get("args", "")
        if struct and structs and struct not in structs:
            what = f"no header of library.arguments has the struct {struct}"
            yield file.finding(NAME, (*where, "args"), what + _near(struct, structs))
        members = structs.get(struct, frozenset())
        for old, new in rule.get("fields", {}).items():
            if old not in known:
                yield file.finding(
                    NAME, (*where, "fields", old), f"no file of the tree has a field {old}" + _near(old, known)
                )
            if new != "-" and members and new not in members:
                what = f"{struct} has no field {new}" + _near(new, members)
                yield file.finding(NAME, (*where, "fields", old), what)
        for new in rule.get("values", {}):
            if members and new not in members:
                yield file.finding(NAME, (*where, "values", new), f"{struct} has no field {new}" + _near(new, members))


def _members(headers: Iterable[Path]) -> dict[str, frozenset[str]]:
    """Structs by tag and by typedef, with every name between their braces."""
    found: dict[str, frozenset[str]] = {}
    for header in headers:
        code = [t for t in lex_whole(header.read_bytes()) if t.kind not in (Kind.COMMENT, Kind.DIRECTIVE)]
        opened: list[int] = []
        for position, token in enumerate(code):
            if token.text == b"{":
                opened.append(position)
            elif token.text == b"}" and opened:
                first = opened.pop()
                inner = frozenset(
                    t.text.decode("utf-8", "replace") for t in code[first:position] if t.kind == Kind.IDENT
                )
                around = [*code[max(first - 2, 0) : first], *code[position + 1 : position + 6]]
                found.update({t.text.decode("utf-8", "replace"): inner for t in around if t.kind == Kind.IDENT})
    return found


def _near(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, [word for word in known if abs(len(word) - len(name)) < 4], n=1, cutoff=0.8)
    return f"; did you mean {near[0]}?" if near else ""


def _dotted(keys: Sequence[str | int]) -> str:
    return ".".join(map(str, keys))
