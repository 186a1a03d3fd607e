"""What a legacy tree contains, found by reading it: chip macros, library sources, headers, torch-side files, unit tests."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from migrate.frontend.directives import build_tree, condition_macros
from migrate.frontend.lex import Kind, lex
from migrate.rules.torch_rules import TorchRules, load_rules

SOURCE = (".cpp", ".cc", ".cxx")
HEADER = (".h", ".hpp")
SKIPPED = frozenset((".git", "build", "third_party", "node_modules", "__pycache__", ".venv", "migrated"))
_MACRO = re.compile(rb"^\w*BACKEND_\w+$")
_STRUCT = re.compile(rb"\bsg_api_\w+_t\b")
_LAUNCH = re.compile(rb"\b\w*KernelLaunch\w*\s*\(|\bbm_launch\w*\s*\(|\btpuRtKernelLaunch\w*\s*\(")
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


def discover(root: Path) -> Tree:
    rules = load_rules()
    tree = Tree(root)
    macros: Counter[str] = Counter()
    prototypes: Counter[str] = Counter()
    structs: Counter[str] = Counter()
    for path in _files(root):
        name = path.relative_to(root).as_posix()
        data = path.read_bytes()
        if path.suffix == ".py":
            if b"chip_arch_dict" in data:
                tree.tests.append(name)
            continue
        macros.update(_macros(data))
        if path.suffix in HEADER:
            structs[name] += data.count(b"sg_api_") if _STRUCT.search(data) else 0
            prototypes[name] += _legacy_prototypes(data, rules)
        elif _is_torch(data, rules):
            tree.torch.append(name)
        elif _LAUNCH.search(data) and _STRUCT.search(data):
            tree.library.append(name)
    tree.macros = [name for name, _ in macros.most_common(4)]
    tree.headers = [name for name, count in prototypes.most_common(3) if count >= 3]
    tree.arguments = [name for name, count in structs.most_common(1) if count >= 3]
    tree.include = sorted({name.rsplit("/", 1)[0] if "/" in name else "." for name in (*tree.headers, *tree.arguments)})
    tree.runtime = _runtime_headers(root)
    return tree


def _files(root: Path) -> Iterator[Path]:
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(f for f in folders if f not in SKIPPED)
        for name in sorted(names):
            path = Path(folder, name)
            if path.suffix in (*SOURCE, *HEADER, ".py") and path.is_file() and path.stat().st_size < _LIMIT:
                yield path


def _macros(data: bytes) -> Iterator[str]:
    if b"BACKEND" not in data:
        return
    for conditional in build_tree(data, lex(data)).walk():
        for branch in conditional.branches:
            for name in condition_macros(branch.condition()):
                if _MACRO.match(name):
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
        for name in ("bmlib_runtime.h", "tpuv7_rt.h"):
            if name in names:
                found.setdefault(name, []).append(Path(folder).relative_to(root).as_posix())
    return found


def _pattern(names: list[str]) -> list[str]:
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


def chip_name(macro: str) -> str:
    return re.sub(r"^.*BACKEND_", "", macro).lower()


def render(tree: Tree) -> str:
    """The project file as text, with comments where a person should look."""
    lines = [
        "# Written by `migrate init`; docs/migrate.md describes every key.",
        "version: 1",
        f"name: {tree.root.resolve().name}",
        "chips:",
    ]
    runtimes = iter(sorted(tree.runtime.items()))
    for macro in tree.macros:
        name = chip_name(macro)
        lines += [f"  {name}:", f"    legacy_macro: {macro}", f"    unified_macro: __{name}__"]
        header, folders = next(runtimes, ("", []))
        if folders:
            lines.append(
                f"    include: [{folders[0]}]   # {header} was found there; correct it where it is another chip's"
            )
    lines += ["rules: [default]", "library:"]
    lines.append(f"  sources: [{', '.join(tree.library)}]")
    lines.append(f"  headers: [{', '.join(tree.headers)}]")
    lines.append(f"  include: [{', '.join(tree.include)}]")
    lines.append(f"  arguments: [{', '.join(tree.arguments)}]")
    if tree.torch:
        lines += ["torch:", f"  sources: [{', '.join(repr(p) for p in _pattern(tree.torch))}]"]
    if tree.tests:
        lines.append(f"unit_tests: [{', '.join(repr(p) for p in _pattern(tree.tests))}]")
    return "\n".join(lines) + "\n"
