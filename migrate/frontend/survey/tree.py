"""What a legacy tree contains, found by reading it: chip macros, library sources, headers, torch-side files, unit tests."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path

from migrate.frontend.directives import build_tree, condition_macros, inactive_spans
from migrate.frontend.lex import Kind, lex
from migrate.frontend.prototypes import Prototype, read_prototypes
from migrate.frontend.source import Source
from migrate.frontend.survey.chips import ChipSources, chips_without_macros, folders_of_headers, sources_of_chips
from migrate.frontend.survey.foreign import (
    MOST,
    Foreign,
    compared_numbers,
    defined_macros,
    foreign,
    helper_sources,
)
from migrate.frontend.survey.launches import LaunchFunction, launch_functions, launching
from migrate.model import Span
from migrate.project import unified_tree
from migrate.project.headers import Found, find_headers, own_folders
from migrate.project.rule_files import discovery_words, shipped_library_rules, shipped_target
from migrate.project.torch_rules import TorchRules, load_rules

SOURCE = (".cpp", ".cc", ".cxx", ".c")
HEADER = (".h", ".hpp")
RULES_FILE = "rules.yaml"
SKIPPED = frozenset((".git", "build", "third_party", "node_modules", "__pycache__", ".venv", "migrated"))


@dataclass(frozen=True)
class Words:
    """What a legacy tree is recognised by; section `discovery` of the shipped rule set, and the headers of the chips' runtimes."""

    macro: re.Pattern[bytes]
    struct: re.Pattern[bytes]
    launch: re.Pattern[bytes]
    runtime_headers: tuple[str, ...]

    @staticmethod
    @cache
    def shipped() -> Words:
        data = discovery_words()
        macro, struct, launch = (
            re.compile(data[name].encode()) for name in ("chip_macro", "argument_struct", "launch")
        )
        headers = {header.name for chip in unified_tree.chips() for header in chip.include.glob("*.h")}
        return Words(macro, struct, launch, tuple(sorted(headers)))


_LIMIT = 8 << 20


@dataclass
class Tree:
    """Paths are relative to `root`; the counts say how sure a guess is."""

    root: Path
    macros: list[str] = field(default_factory=list)
    library: list[str] = field(default_factory=list)
    headers: list[str] = field(default_factory=list)
    arguments: list[str] = field(default_factory=list)
    torch: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)
    include: list[str] = field(default_factory=list)
    runtime: dict[str, list[str]] = field(default_factory=dict)
    included: dict[str, list[str]] = field(default_factory=dict)  # macro -> the one runtime header that it chooses
    per_chip: dict[str, list[str]] = field(
        default_factory=dict
    )  # chip -> its own sources, in a tree without chip macros
    found: Found = field(default_factory=Found)  # what its headers include
    torch_include: list[str] = field(default_factory=list)  # folders of headers that torch-side files include
    beside: dict[str, list[str]] = field(
        default_factory=dict
    )  # macro -> further sources of that chip's library, whose headers a library source includes
    setup: str = ""  # the function that starts the library, where the rules know it and it takes a handle alone
    rules: list[str] = field(default_factory=list)  # rule files of its own
    handles: list[str] = field(default_factory=list)  # first parameters of functions that launch, the commonest first
    launches: list[LaunchFunction] = field(default_factory=list)  # those that no shipped rule and no rule file knows
    defines: dict[str, dict[str, str]] = field(default_factory=dict)  # chip -> its build's, in a tree without macros
    folders: dict[str, list[str]] = field(default_factory=dict)  # chip -> folders of headers that others have as well
    apart: list[str] = field(default_factory=list)  # all such folders, also those of which no chip is known
    doubts: list[str] = field(default_factory=list)  # what a person has to decide, a sentence each
    foreign: Foreign | None = None  # what its launches say, where no shipped word describes it


def discover(root: Path) -> Tree:
    rules, words = load_rules(), Words.shipped()
    tree = Tree(root)
    macros: Counter[str] = Counter()
    prototypes: Counter[str] = Counter()
    structs: Counter[str] = Counter()
    files: dict[str, bytes] = {}
    for path in _files(root):
        name = path.relative_to(root).as_posix()
        data = path.read_bytes()
        if path.suffix == ".py":
            if b"chip_arch_dict" in data:
                tree.tests.append(name)
            continue
        macros.update(_macros(data))
        files[name] = data
        if path.suffix not in HEADER and _is_torch(data, rules):
            tree.torch.append(name)
    own = {name: data for name, data in files.items() if name not in tree.torch}
    tree.library = [name for name in launching(own, words.launch, words.struct) if name.endswith(SOURCE)]
    tree.macros = [name for name, _ in macros.most_common(4)]
    if not tree.library and (found := foreign(own)):
        tree.foreign, words = found, replace(words, launch=found.launch, struct=found.struct)
        tree.library = [name for name in launching(own, words.launch, words.struct) if name.endswith(SOURCE)]
        tree.macros = tree.macros or list(found.flags)
    for name, data in files.items():
        if name.endswith(HEADER):
            structs[name] += len(words.struct.findall(data))
            prototypes[name] += _declared(data, tree.foreign) if tree.foreign else _legacy_prototypes(data, rules)
    tree.headers = _frequent(prototypes, 3)
    tree.arguments = _frequent(_with_included(root, structs), 1)
    tree.include = sorted({name.rsplit("/", 1)[0] if "/" in name else "." for name in (*tree.headers, *tree.arguments)})
    tree.runtime = _runtime_headers(root)
    tree.included = _included(root, tree)
    tree.beside = _beside(root, tree)
    tree.setup = _setup(root, tree)
    sources = [Source(name, (root / name).read_bytes(), ()) for name in tree.library]
    tree.handles = _handles(sources, words)
    numbers = tree.foreign.numbers if tree.foreign else {}
    if not numbers and not tree.macros:
        numbers = compared_numbers(sources, defined_macros(own.values()), words.launch)
    if numbers:
        _propose_numbers(tree, numbers)
        _propose_files(tree, sources_of_chips(sources, partial(_by_number, tree.defines)))
    elif not tree.macros:
        _propose_chips(tree, chips_without_macros(root, sources))
    elif tree.foreign:
        _propose_files(tree, sources_of_chips(sources, partial(_by_name, tree.macros)))
        tree.doubts.append(
            f"the chips are taken from macros that launches depend on, {', '.join(tree.macros)}: see that each is a chip's, and that none is missing"
        )
    else:
        _propose_files(tree, sources_of_chips(sources, partial(_by_name, tree.macros)))
    folders = folders_of_headers(root, [*tree.library, *tree.headers])
    _propose_folders(tree, folders)
    if not (tree.macros or tree.per_chip or tree.defines):
        _propose_files(tree, sources_of_chips(sources, lambda step: step if step in tree.folders else ""))
    if tree.foreign and tree.foreign.apart:
        tree.doubts.append(_APART.format(tree.foreign.tensors[0]))
    if tree.foreign and (beside := helper_sources(own, tree.library, sources, tree.foreign.launches)):
        tree.doubts.append(_BESIDE.format(", ".join(beside[:MOST])))
    near = [*tree.include, *_runtime_folders(tree), *tree.apart]
    tree.found = find_headers(root, [*tree.library, *tree.headers], near)
    if not tree.arguments:
        tree.arguments = [
            shown(folder, root) + "/" + name for folder in tree.found.shared for name in _headers(folder, words)
        ]
    checkout = unified_tree.root()
    if checkout is not None:
        given = [checkout / folder for folder in shipped_target().get("torch_include", ())]
        legacy = [root / folder for folder in tree.include]  # their headers go with the calls
        tree.torch_include = own_folders(root, tree.torch, [*given, *legacy])
    tree.rules = [name for name in (RULES_FILE,) if tree.foreign or (root / name).is_file()]
    there = (root / name for name in tree.rules)
    written = b"".join(path.read_bytes() for path in there if path.is_file()).decode("utf-8", "replace")
    shipped = shipped_library_rules()
    known = {*shipped["launch"], *shipped["checks"], *shipped.get("safe_calls", ()), *re.findall(r"\w+", written)}
    known |= {launch.name for launch in tree.foreign.launches} if tree.foreign else set()
    tree.launches = launch_functions(sources, own, words.struct, known)
    return tree


_APART = (
    "operators are given a tensor as two parameters, a pointer to {} and one to its data: the tensor of the shipped target has its address in it, and no "
    'rule makes one of two parameters, so describe a target that takes them apart as well ("Another target" in docs/rules.md)'
)


_BESIDE = (
    "sources that launch nothing define functions that operators call, {}: add those with helpers of operators to library.sources, and say by a rule "
    "(calls) what becomes of a runtime's"
)


def _propose_numbers(tree: Tree, numbers: Mapping[str, tuple[int, ...]]) -> None:
    """A chip for each number that a macro is compared with."""
    for macro, values in numbers.items():
        tree.defines |= {f"{macro.lower()}{value}": {macro: str(value)} for value in values}
        listed = ", ".join(map(str, values))
        tree.doubts.append(
            f"the chips are taken from the numbers that {macro} is compared with, {listed}: see that each is a chip, and add those that only an #else is for"
        )


def _by_number(defines: Mapping[str, Mapping[str, str]], step: str) -> str:
    """The chip whose number is the only one in a folder's or file's name."""
    numbers = re.findall(r"\d+", step)
    found = (chip for chip, values in defines.items() if len(numbers) == 1 and numbers[0] in values.values())
    return next(found, "")


def _by_name(macros: Sequence[str], step: str) -> str:
    """The chip after whose macro a folder or file is called, by the chip's name."""
    words = {chip_key(word) for word in (step, *step.split("_"))}
    named = {macro: {chip_key(macro), chip_key(macro).rpartition("_")[2]} for macro in macros}
    found = [macro for macro, keys in named.items() if keys & words]
    return chip_word(found[0]) if len(found) == 1 else ""


def _propose_files(tree: Tree, own: Mapping[str, list[str]]) -> None:
    """Files that exist once per chip, beside those that ask for the chips."""
    if len(own) > 1:
        tree.per_chip = dict(own)
        listed = ", ".join(path for paths in own.values() for path in paths[:1])
        tree.doubts.append(
            f"files that exist once per chip stand under library.per_chip, {listed} ...: see that each is that chip's"
        )


def chip_word(macro: str) -> str:
    """What a chip is called by its macro."""
    return re.sub(r"^.*BACKEND_", "", macro).lower()


def _declared(data: bytes, found: Foreign) -> int:
    """How many functions that launch a header declares."""
    return len(set(found.operators) & set(read_prototypes(data)))


def _propose_chips(tree: Tree, found: ChipSources) -> None:
    tree.per_chip = {chip: list(own) for chip, own in found.own.items()}
    tree.defines = {chip: dict(values) for chip, values in found.defines.items()}
    tree.doubts += found.doubts


def _propose_folders(tree: Tree, folders: dict[str, list[str]]) -> None:
    """Folders of headers that exist several times: of the chips that are known, else each of a chip."""
    known = [*tree.macros, *dict.fromkeys((*tree.per_chip, *tree.defines))]
    chips = {chip_key(name): name for name in known} if known else {chip_key(word): word for word in folders}
    for word, own in folders.items():
        if chip := chips.get(chip_key(word)) or _by_number(tree.defines, word):
            tree.folders[chip] = [*tree.folders.get(chip, ()), *own]
    tree.apart = [folder for own in folders.values() for folder in own]
    places = ", ".join(tree.apart)
    if folders and not known:
        tree.doubts = [
            f"the chips are taken from folders that have headers of the same names, {places}: see that each is a chip"
        ]
    elif len(tree.folders) < len(folders):
        tree.doubts.append(f"headers of the same names are in {places}: give each chip its own folders under `include`")
    tree.headers, tree.arguments = (_with_twins(tree, names) for names in (tree.headers, tree.arguments))


def chip_key(name: str) -> str:
    """By which a chip's macro and a folder that is called like it are known to be of one chip."""
    word = chip_word(name)
    chip = unified_tree.chip_of(word)
    return chip.name if chip else word


def _with_twins(tree: Tree, names: list[str]) -> list[str]:
    """The headers, with those of their names in the other chips' folders."""
    found = dict.fromkeys(names)
    for name in names:
        folder, _, last = name.rpartition("/")
        if any(folder in own for own in tree.folders.values()):
            twins = (f"{other}/{last}" for own in tree.folders.values() for other in own)
            found |= dict.fromkeys(twin for twin in twins if (tree.root / twin).is_file())
    return list(found)


def _frequent(counts: Counter[str], number: int) -> list[str]:
    """The files that most is counted in; those with a little only where there is no other."""
    found = counts.most_common(number)
    return [name for name, count in found if count >= 3] or [name for name, count in found[:1] if count]


_QUOTED = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.M)


def _with_included(root: Path, counts: Counter[str]) -> Counter[str]:
    """What is counted in a header and in those that it includes from its own folder: one that brings all of them together comes first."""

    def reached(name: str) -> set[str]:
        found, waiting = {name}, [name]
        while waiting:
            path = root / waiting.pop()
            for inner in _QUOTED.findall(path.read_bytes()):
                own = os.path.normpath(path.parent / inner.decode("utf-8", "replace"))
                relative = Path(os.path.relpath(own, root)).as_posix()
                if relative in counts and relative not in found:
                    found.add(relative)
                    waiting.append(relative)
        return found

    return Counter({name: sum(counts[inner] for inner in reached(name)) for name in counts})


def _runtime_folders(tree: Tree) -> list[str]:
    return [folder for folders in tree.runtime.values() for folder in folders[:1]]


def _headers(folder: Path, words: Words) -> list[str]:
    """Those of a folder that define kernels' argument structs."""
    files = (path for path in folder.glob("*.h") if path.is_file())
    return sorted(path.name for path in files if words.struct.search(path.read_bytes()))


def shown(path: Path, near: Path) -> str:
    """A path as a project file names it: relative inside one checkout, else absolute."""
    near = near.resolve()
    inside = unified_tree.CHECKOUT in (near, *near.parents)
    return Path(os.path.relpath(path, near)).as_posix() if inside else path.as_posix()


def _handles(sources: list[Source], words: Words) -> list[str]:
    types: Counter[str] = Counter()
    for source in sources:
        for function in source.functions:
            parameters = source.parameters(function)
            body = source.data[source.code[function.open_brace].end : source.code[function.close_brace].start]
            if parameters and words.launch.search(body):
                types[parameters[0].type] += 1
    return [name for name, _ in types.most_common(2)]


def _files(root: Path) -> Iterator[Path]:
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(f for f in folders if f not in SKIPPED)
        for name in sorted(names):
            path = Path(folder, name)
            if path.suffix in (*SOURCE, *HEADER, ".py") and path.is_file() and path.stat().st_size < _LIMIT:
                yield path


def _macros(data: bytes) -> Iterator[str]:
    for conditional in build_tree(data, lex(data)).walk():
        for branch in conditional.branches:
            for name in condition_macros(branch.condition()):
                if Words.shipped().macro.match(name):
                    yield name.decode()


def _legacy_prototypes(data: bytes, rules: TorchRules) -> int:
    names = {t.text.decode("utf-8", "replace") for t in lex(data) if t.kind == Kind.IDENT}
    return sum(rules.call.map(name) is not None for name in names)


def _is_torch(data: bytes, rules: TorchRules) -> bool:
    words = [name.encode() for name in rules.generators]
    return any(word in data for word in words) or any(b"".join(r) in data for r in rules.receivers)


def _runtime_headers(root: Path) -> dict[str, list[str]]:
    """Folders of the vendors' runtime headers, by header name; third_party is looked at too."""
    found: dict[str, list[str]] = {}
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(f for f in folders if f not in (".git", "node_modules", ".venv"))
        for name in Words.shipped().runtime_headers:
            if name in names:
                found.setdefault(name, []).append(Path(folder).relative_to(root).as_posix())
    return found


def _included(root: Path, tree: Tree) -> dict[str, list[str]]:
    """Which runtime header a legacy header includes when one chip's macro is defined and the others are not."""
    seen: dict[str, set[str]] = {macro: set() for macro in tree.macros}
    for name in tree.headers:
        data = (root / name).read_bytes()
        for macro, hidden in _hidden(data, tree.macros).items():
            for header in tree.runtime:
                at = data.find(header.encode())
                if at >= 0 and not any(span.start <= at < span.end for span in hidden):
                    seen[macro].add(header)
    return {macro: sorted(headers) for macro, headers in seen.items() if len(headers) == 1}


def _hidden(data: bytes, macros: list[str]) -> dict[str, list[Span]]:
    """What a file hides when one chip's macro is defined and the others are not."""
    conditionals = build_tree(data, lex(data))
    unknown = {macro.encode(): None for macro in macros}
    return {macro: inactive_spans(conditionals, unknown | {macro.encode(): 1}) for macro in macros}


def _beside(root: Path, tree: Tree) -> dict[str, list[str]]:
    """Sources of the headers that a library source includes for a chip, from its own folder."""
    found: dict[str, list[str]] = {macro: [] for macro in tree.macros}
    for name in tree.library:
        data = (root / name).read_bytes()
        for macro, hidden in _hidden(data, tree.macros).items():
            for include in _QUOTED.finditer(data):
                header = (root / name).parent / include[1].decode("utf-8", "replace")
                own = next((file for suffix in SOURCE if (file := header.with_suffix(suffix)).is_file()), None)
                if own is None or any(span.start <= include.start() < span.end for span in hidden):
                    continue
                relative = Path(os.path.relpath(own, root)).as_posix()
                if relative not in (*tree.library, *found[macro]):
                    found[macro].append(relative)
    return found


def _setup(root: Path, tree: Tree) -> str:
    """The first function among those that the unified library has its own of which takes nothing but a handle."""
    rules = shipped_library_rules()
    declared: dict[str, Prototype] = {}
    for name in tree.headers:
        declared |= read_prototypes((root / name).read_bytes())
    for name in rules["infrastructure"]:
        prototype = declared.get(name)
        if prototype and [p.type in rules["types"]["handle"] for p in prototype.parameters] == [True]:
            return str(name)
    return ""


def pattern(names: list[str]) -> list[str]:
    """Files of one folder tree as a pattern, so that new files belong to it."""
    folders = sorted({name.rsplit("/", 1)[0] if "/" in name else "." for name in names})
    top: list[str] = []
    for folder in folders:
        if not any(folder == t or folder.startswith(t + "/") for t in top):
            top.append(folder)
    common = os.path.commonpath(top) if top else ""
    if len(top) > 1 and common:
        top = [common]
    suffix = names[0].rsplit(".", 1)[-1] if names else ""
    return [f"{folder}/**/*.{suffix}" if folder != "." else f"*.{suffix}" for folder in top]
