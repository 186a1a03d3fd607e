"""The chips of a tree whose conditionals name none: from folders that define the same functions or are called like chips, and from build lists."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from migrate.frontend.source import Source
from migrate.project import unified_tree
from migrate.project.headers import by_name, hits_of, includes

_LISTS = ("CMakeLists.txt", "Makefile", "makefile", "GNUmakefile")
_COMMAND = re.compile(
    r"\b(add_library|add_executable|target_sources|set|list)\s*\(\s*(?:APPEND\s+)?([\w.+-]+)([^()]*)\)", re.I
)
_VARIABLE = re.compile(r"^[ \t]*([\w.-]+)[ \t]*[:+?]?=[ \t]*(.*)$", re.M)
_DEFINITIONS = re.compile(r"\btarget_compile_definitions\s*\(\s*([\w.+-]+)([^()]*)\)", re.I)
_DEFINE = re.compile(r"^(?:-D)?([A-Za-z_]\w*)(?:=(\w+))?$")


@dataclass(frozen=True)
class ChipSources:
    """`own`: chip -> its sources; `defines`: chip -> what its build defines; `doubts`: what a person has to decide, a sentence each."""

    own: Mapping[str, list[str]] = field(default_factory=dict)
    defines: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    doubts: tuple[str, ...] = ()


def chips_without_macros(root: Path, sources: Sequence[Source]) -> ChipSources:
    """Chips of the library sources: by their folders where these tell, else by the build lists."""
    folders = _by_folders(sources)
    if folders:
        return ChipSources(folders)
    return _by_build_lists(root, [source.path for source in sources])


def _by_folders(sources: Sequence[Source]) -> dict[str, list[str]]:
    """Sources below folders, or called by names, that differ in one step of their path: a chip's own, by that step."""
    best: dict[str, list[Source]] = {}
    for found in _by_step(sources):
        chosen = _alike(found)
        if len(chosen) > 1 and sum(map(len, chosen.values())) > sum(map(len, best.values())):
            best = chosen
    words = _differing_words(list(best))
    return {words.get(name, name): [source.path for source in own] for name, own in best.items()}


def sources_of_chips(sources: Sequence[Source], chip_of: Callable[[str], str]) -> dict[str, list[str]]:
    """Sources below folders, or called by names, that say of which chip they are (`chip_of`, empty where a step does not) and of which one defines what
    another chip's does."""
    found: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for steps in _by_step(sources):
        own: defaultdict[str, list[Source]] = defaultdict(list)
        for step, below in steps.items():
            if chip := chip_of(step):
                own[chip] += below
        counts = Counter(name for below in own.values() for name in {n for one in below for n in _shared_names(one)})
        if any(count > 1 for count in counts.values()):
            for chip, below in own.items():
                found[chip].update(dict.fromkeys(source.path for source in below))
    known = Counter(path for own in found.values() for path in own)
    return {chip: [path for path in own if known[path] == 1] for chip, own in sorted(found.items())}


def _by_step(sources: Sequence[Source]) -> Iterable[dict[str, list[Source]]]:
    """Sources whose paths differ in one step, by that step: a folder, or the file's name."""
    groups: defaultdict[tuple[tuple[str, ...], tuple[str, ...]], dict[str, list[Source]]] = defaultdict(dict)
    for source in sources:
        parts = Path(source.path).parts
        for number, step in enumerate(parts):
            rest = () if number == len(parts) - 1 else parts[number + 1 : -1]
            key = (parts[:number], ("", *rest) if number == len(parts) - 1 else ("/", *rest))
            groups[key].setdefault(_word(step), []).append(source)
    return groups.values()


def folders_of_headers(root: Path, files: Sequence[str]) -> dict[str, list[str]]:
    """Folders with headers of the same names and other texts, which the files include and which differ in one step of their path: a chip's own, by that step."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for folders in _same_named(root, files):
        words = _differing_steps(folders)
        known = {word for word in words.values() if word in found}
        for folder, word in words.items() if known or not found else ():
            if folder not in found[word]:
                found[word].append(folder)
    return dict(found)


def _same_named(root: Path, files: Sequence[str]) -> Iterator[list[str]]:
    """Of each include that can mean several headers with other texts the folders where they lie."""
    known = by_name(root)
    pending = [root / name for name in files]
    seen = set(pending)
    while pending:
        file = pending.pop(0)
        for name, quoted in includes(file):
            beside = [file.parent / name] if quoted and (file.parent / name).is_file() else []
            hits = beside or hits_of(name, known)
            if len({path.read_bytes() for path in hits}) > 1:
                yield sorted(path.parents[name.count("/")].relative_to(root).as_posix() for path in hits)
            pending += [path for path in hits if path not in seen]
            seen.update(hits)


def _differing_steps(folders: Sequence[str]) -> dict[str, str]:
    """The most folders that differ in one step, each with that step, or with what it does not have in common with the others."""
    best: dict[str, str] = {}
    split = {folder: folder.split("/") for folder in folders}
    for parts in split.values():
        for number in range(len(parts)):
            rest = (parts[:number], parts[number + 1 :])
            alike = {f: p[number] for f, p in split.items() if (p[:number], p[number + 1 :]) == rest}
            best = alike if len(alike) > len(best) else best
    words = _differing_words(list(best.values()))
    return {folder: words.get(step, _word(step)) for folder, step in best.items()} if len(best) > 1 else {}


def _word(step: str) -> str:
    return re.sub(r"\W", "_", step.split(".")[0])


def _alike(found: Mapping[str, list[Source]]) -> dict[str, list[Source]]:
    """The folders that are called like chips, or define what another one defines: two functions and half of what the smaller has."""
    names = {step: {name for source in own for name in _shared_names(source)} for step, own in found.items()}
    chosen = {}
    for step, own in found.items():
        others = (names[step] & theirs for other, theirs in names.items() if other != step)
        shared = max((len(both) for both in others), default=0)
        if unified_tree.chip_of(step) or (shared >= 2 and 2 * shared >= min(map(len, names.values()))):
            chosen[step] = own
    return chosen


def _shared_names(source: Source) -> Iterator[str]:
    """Functions that other files may call: a static helper of two families says nothing of chips."""
    for function in source.functions:
        if not source.where(b"static", function.first, function.name_index):
            yield function.name


def _by_build_lists(root: Path, library: Sequence[str]) -> ChipSources:
    """Targets and variables of build files that list library sources and have names that differ in one word."""
    lists: dict[str, list[str]] = {}
    defines: dict[str, dict[str, str]] = {}
    for file in _build_files(root):
        text = _plain(file.read_text(encoding="utf-8", errors="replace"))
        for name, words in _listed(text):
            own = [source for source in library if any(_names(root, file.parent, word, source) for word in words)]
            if own:
                lists[name] = sorted({*lists.get(name, []), *own})
        for name, words in _DEFINITIONS.findall(text):
            found = (_DEFINE.match(word) for word in words.split() if word not in ("PUBLIC", "PRIVATE", "INTERFACE"))
            defines.setdefault(name, {}).update({m[1]: m[2] or "1" for m in found if m})
    names = _differing_words(list(lists))
    if len(names) < 2:
        return ChipSources(doubts=(_NOTHING,))
    shared = set.intersection(*(set(lists[name]) for name in names))
    apart = {word: [path for path in lists[name] if path not in shared] for name, word in names.items()}
    values = {word: defines.get(name, {}) for name, word in names.items()}
    differ = len({tuple(sorted(v.items())) for v in values.values()}) == len(values)
    if differ and all(values.values()):
        return ChipSources({chip: paths for chip, paths in apart.items() if paths}, values, (_BY_LISTS,))
    if all(apart.values()):
        return ChipSources(apart, {}, (_BY_LISTS,))
    doubt = f"the build lists {', '.join(names)} have the same sources and definitions: which of them are chips is not known"
    return ChipSources(doubts=(doubt, _NOTHING))


_NOTHING = "no conditional, folder or build list says which chips the tree is for; add the others under `chips`"
_BY_LISTS = "the chips are taken from build lists whose names differ in one word: see that each is a chip"


def _build_files(root: Path) -> Iterator[Path]:
    found = (path for path in sorted(root.rglob("*")) if path.name in _LISTS or path.suffix in (".cmake", ".mk"))
    yield from (path for path in found if path.is_file() and "migrated" not in path.parts)


def _plain(text: str) -> str:
    """Without comments, continued lines as one."""
    return re.sub(r"\\\r?\n", " ", re.sub(r"(?m)#.*$", "", text))


def _listed(text: str) -> Iterator[tuple[str, list[str]]]:
    """Names of targets and variables, with the words that they are given."""
    for _, name, words in _COMMAND.findall(text):
        yield name, words.split()
    for name, words in _VARIABLE.findall(text):
        yield name, words.split()


def _names(root: Path, folder: Path, word: str, source: str) -> bool:
    """Whether a word of a build file in `folder` names a source, as a pattern too; a variable in front stands for a folder of the tree."""
    word = word.strip("\"'")
    if re.match(r"\$[({]\w+[)}]/", word):
        word = word.split("/", 1)[1]
        return Path(source).match(word) if word else False
    if not word.endswith((".cpp", ".cc", ".cxx")):
        return False
    return (root / source).resolve().match(str((folder / word).resolve()))


def _differing_words(names: Sequence[str]) -> dict[str, str]:
    """Names that differ in one word, or in one part of it, each with that word: `ops_k1`, `ops_k2`."""
    best: dict[str, str] = {}
    split = {name: re.split(r"[_.-]+", name) for name in names}
    for name, words in split.items():
        for number in range(len(words)):
            rest = (words[:number], words[number + 1 :])
            alike = {
                n: w[number] for n, w in split.items() if len(w) == len(words) and (w[:number], w[number + 1 :]) == rest
            }
            if len(alike) > len(best) and len(set(alike.values())) == len(alike) and name in alike:
                best = alike
    return {name: re.sub(r"\W", "_", word).lower() for name, word in best.items()} if len(best) > 1 else {}
