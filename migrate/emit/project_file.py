"""The text of a first project file, from what a tree was found to contain, with comments where a person should look."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from migrate.frontend.survey.tree import Tree, chip_word, pattern, shown
from migrate.project import unified_tree
from migrate.project.rule_files import shipped_library_rules
from migrate.project.unified_tree import UnifiedChip, simulated_runtimes


def chip_names(tree: Tree) -> list[str]:
    """What the project file calls the chips: as the unified tree does, where that knows them."""
    found = tree.macros or _own_chips(tree)
    return [_named(chip_word(name))[0] for name in found] or [_only_chip(tree)[0]]


def render(tree: Tree, folder: Path) -> str:
    """The project file that lies in `folder`."""
    lines = [
        "# Written by `migrate init`; docs/migrate.md describes every key.",
        "version: 1",
        f"name: {tree.root.resolve().name}",
        "chips:",
        *_chips(tree),
        f"rules: [{', '.join(['default', *tree.rules])}]" + _rules_hint(tree),
        *_launches(tree),
        *_library(tree),
    ]
    if tree.torch:
        lines += ["torch:", f"  sources: [{', '.join(repr(p) for p in pattern(tree.torch))}]"]
        if tree.torch_include:
            lines.append(f"  include: [{', '.join(tree.torch_include)}]")
    if tree.tests:
        lines.append(f"unit_tests: [{', '.join(repr(p) for p in pattern(tree.tests))}]")
    return "\n".join([*lines, *_target(folder), *_trace(tree)]) + "\n"


def _own_chips(tree: Tree) -> list[str]:
    """Chips that no macro names."""
    return list(dict.fromkeys((*tree.per_chip, *tree.defines, *tree.folders)))


def _named(name: str) -> tuple[str, UnifiedChip | None]:
    chip = unified_tree.chip_of(name)
    return (chip.name if chip else name), chip


def _chips(tree: Tree) -> list[str]:
    if tree.macros:
        doubts = [f"  # {doubt}" for doubt in tree.doubts if tree.foreign or tree.per_chip]
        return [*doubts, *(line for macro in tree.macros for line in _chip_of_macro(tree, macro))]
    if own := _own_chips(tree):
        lines = [f"  # {doubt}" for doubt in tree.doubts]
        return lines + [line for name in own for line in _entry(name, "", _own(tree, name), tree.defines.get(name, {}))]
    name, chip = _only_chip(tree)
    runtime = [folders[0] for header, folders in sorted(tree.runtime.items()) if header in tree.found.names]
    lines = _entry(name, "", runtime or _of_unified(tree, chip))
    return [f"{lines[0]}   # {_UNSURE}", *lines[1:]]


_UNSURE = (
    "no conditional, folder or build list says which chips there are: see that this is the one that the tree is for"
)


def _chip_of_macro(tree: Tree, macro: str) -> list[str]:
    headers = tree.included.get(macro, [])
    _, chip = _named(chip_word(macro))
    runtime = [tree.runtime[h][0] for h in headers] or _of_unified(tree, chip)
    return _entry(chip_word(macro), macro, list(dict.fromkeys((*tree.folders.get(macro, ()), *runtime))))


def _entry(name: str, macro: str, include: list[str], defines: Mapping[str, str] | None = None) -> list[str]:
    name, chip = _named(name)
    alias = chip.aliases[0] if chip and chip.aliases else ""
    lines = [
        f"  {name}:",
        *([f"    legacy_macro: {macro}"] if macro else []),
        *([f"    defines: {{{', '.join(f'{k}: {v}' for k, v in defines.items())}}}"] if defines else []),
        f"    unified_macro: __{alias or name}__",
    ]
    lines += [f"    aliases: [{alias}]"] if alias else []
    return lines + ([f"    include: [{', '.join(include)}]   # its runtime's headers"] if include else [])


def _of_unified(tree: Tree, chip: UnifiedChip | None) -> list[str]:
    """The unified tree's headers of a chip's runtime, where the tree includes them and has none."""
    has = chip and any((chip.include / name).is_file() for name in tree.found.chip_headers)
    return [shown(chip.include, tree.root)] if chip and has else []


def _only_chip(tree: Tree) -> tuple[str, UnifiedChip | None]:
    """The chip whose runtime is included, if it is one."""
    found = [c for c in unified_tree.chips() if any(h.name in tree.found.names for h in c.include.glob("*.h"))]
    return (found[0].name, found[0]) if len(found) == 1 else ("chip", None)


def _own(tree: Tree, chip: str) -> list[str]:
    """Include folders that are called like a chip, and of the runtime header that a header there includes."""
    own = [folder for folder in tree.include if folder.rsplit("/", 1)[-1] == chip]
    own = list(dict.fromkeys((*own, *tree.folders.get(chip, ()))))
    return list(dict.fromkeys((*own, *_runtime_of(tree, [n for n in tree.headers if n.rsplit("/", 1)[0] in own]))))


def _runtime_of(tree: Tree, headers: list[str]) -> list[str]:
    """Folders of the runtime headers that `headers` include."""
    text = b"".join((tree.root / name).read_bytes() for name in (*headers, *tree.library))
    found = [folders[0] for header, folders in sorted(tree.runtime.items()) if header.encode() in text]
    of_chips = [c for c in unified_tree.chips() if any(h.name.encode() in text for h in c.include.glob("*.h"))]
    return found or [folder for chip in of_chips for folder in _of_unified(tree, chip)]


def _rules_hint(tree: Tree) -> str:
    """The handle that the shipped rules do not know: then the tree needs a rule file."""
    known = shipped_library_rules()["types"]["handle"]
    unknown = [name for name in tree.handles if name not in known]
    if not unknown or tree.rules:
        return ""
    return f"   # operators take {unknown[0]}, which no shipped rule knows: write a rule file, see docs/rules.md"


def unknown_launches(tree: Tree) -> list[str]:
    """A sentence per launch function that no rule knows."""
    return [
        f"kernels are launched by {f.name}, {f.place}; no rule knows it: add it under `library.launch`"
        for f in tree.launches
    ]


def _launches(tree: Tree) -> list[str]:
    return [f"# {sentence}" for sentence in unknown_launches(tree)]


def _library(tree: Tree) -> list[str]:
    lines = ["library:"]
    if tree.per_chip:
        lines.append("  per_chip:")
        lines += [f"    {_named(name)[0]}: [{', '.join(sources)}]" for name, sources in tree.per_chip.items()]
        own = {source for sources in tree.per_chip.values() for source in sources}
        shared = [source for source in tree.library if source not in own]
        lines += [f"  sources: [{', '.join(shared)}]   # of all chips"] if shared else []
    else:
        lines.append(f"  sources: [{', '.join(tree.library)}]")
    apart = {folder for chip in tree.per_chip for folder in _own(tree, chip)}
    apart |= {*tree.apart}
    include = [f for f in (*tree.include, *tree.found.folders) if f not in apart]
    include += [shown(folder, tree.root) for folder in tree.found.shared]
    lines.append(f"  headers: [{', '.join(tree.headers)}]")
    lines.append(f"  include: [{', '.join(dict.fromkeys(include))}]")
    lines.append(f"  arguments: [{', '.join(tree.arguments)}]")
    if tree.found.missing:
        lines.append(
            "  stubs:   # headers that were not found: add their folder to `include`, or write a stand-in here"
        )
        lines += [f"    {name}: ''" for name in tree.found.missing]
    return lines


def _target(folder: Path) -> list[str]:
    root = unified_tree.root()
    if root is None:
        return ["# target: {root: ...}   # the unified tree that the output belongs to"]
    return [
        "target:",
        f"  root: {shown(root, folder)}   # the unified tree that the output belongs to",
        "  fresh: true   # the output holds this tree's operators only",
    ]


def _trace(tree: Tree) -> list[str]:
    """What the proofs that run the legacy library need, where simulated runtimes stand in for those of all chips."""
    runtimes = [_simulated(tree, macro) for macro in tree.macros]
    if not runtimes or not all(runtimes):
        return []
    names = [_named(chip_word(macro))[0] for macro in tree.macros]
    lines = [
        "trace:   # for `migrate verify --trace --results`: the legacy library runs on simulated chips",
        f"  runtime: {{{', '.join(f'{name}: {runtime}' for name, runtime in zip(names, runtimes, strict=True))}}}",
    ]
    if any(tree.beside.values()):
        lines.append("  sources:")
        sources = [[*_seen_by(tree, macro), *tree.beside.get(macro, [])] for macro in tree.macros]
        lines += [f"    {name}: [{', '.join(own)}]" for name, own in zip(names, sources, strict=True)]
    if tree.setup:
        lines.append(f"  setup: {tree.setup}(resource);")
    if tree.found.missing:
        what = "definitions of what the stand-ins above only declare; traceFirmware() gives the firmware's bytes as a string"
        lines.append(f"  prologue: ''   # fill in: {what}")
    return lines


def _seen_by(tree: Tree, macro: str) -> list[str]:
    """Library sources without those that are another chip's."""
    others = {path for chip, own in tree.per_chip.items() if chip != chip_word(macro) for path in own}
    return [path for path in tree.library if path not in others]


def _simulated(tree: Tree, macro: str) -> str:
    """The runtime of the simulated chip that has the runtime header which a chip's macro chooses, or of the chip of that name."""
    headers = tree.included.get(macro, [])
    _, named = _named(chip_word(macro))
    found = [chip for chip in unified_tree.chips() if any((chip.include / header).is_file() for header in headers)]
    chip = found[0] if found else named
    return next((name for name, known in simulated_runtimes().items() if known == chip), "")
