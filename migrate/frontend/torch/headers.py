"""The headers that a torch-side file of the unified tree may include, and those of them that are read once for all files."""

from __future__ import annotations

import importlib.util
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from migrate.frontend.compiler.builtin_headers import builtin_headers
from migrate.frontend.directives import build_tree
from migrate.frontend.lex import LineMap, lex
from migrate.project.config import Project

_NAME = re.compile(rb"#\s*include\s*(?:<([^>\n]+)>|\"([^\"\n]+)\")")


_PYTORCH = ("ATen", "c10", "torch")  # folders of its headers


@dataclass(frozen=True)
class TorchHeaders:
    """Folders are absolute; the first one with a header of that name has it."""

    folders: tuple[str, ...]  # of the target
    pytorch: str  # "" where it is not installed
    legacy: tuple[str, ...]  # bridges, and folders of the legacy tree, for what the target does not have
    flags: tuple[str, ...]
    stubs: tuple[tuple[str, str], ...]  # path and text of headers that only a build makes
    groups: tuple[tuple[str, ...], ...]

    @property
    def arguments(self) -> tuple[str, ...]:
        """What a file is compiled with."""
        own = [f"-I{folder}" for folder in self.folders]
        return (*self.precompiled_with, *own, *(word for folder in self.legacy for word in ("-idirafter", folder)))

    @property
    def precompiled_with(self) -> tuple[str, ...]:
        """What PyTorch's headers are read with: the same for every project with the same flags."""
        found = [*self.flags, "-w", "-ferror-limit=0", "-fno-spell-checking", "-fbracket-depth=2048"]
        if self.pytorch:
            for folder in (self.pytorch, f"{self.pytorch}/torch/csrc/api/include"):
                found += ["-isystem", folder]
        for folder in builtin_headers():
            found += ["-isystem", folder]
        return tuple(found)

    def group(self, data: bytes, near: Sequence[str]) -> tuple[str, ...]:
        """The first group of which the text includes every header, itself or through headers of the target; else nothing.

        So a precompiled header declares nothing that the text would not have without it. `near`: folders of the text itself.
        """
        replaced = any(os.path.isdir(f"{folder}/{name}") for folder in self.folders for name in _PYTORCH)
        if replaced or not self.pytorch:
            return ()
        names = self._included(data, tuple(near))
        return next((tuple(group) for group in self.groups if names.issuperset(group)), ())

    def _included(self, data: bytes, near: tuple[str, ...]) -> set[str]:
        found: set[str] = set()
        seen: set[str] = set()
        pending = [(data, near)]
        while pending:
            text, own = pending.pop()
            for name, quoted in _includes(text):
                folders = (*(own if quoted else ()), *self.folders)
                path = next((p for f in folders if os.path.isfile(p := f"{f}/{name}")), None)
                if path is None:
                    found.add(name)
                elif path not in seen:
                    seen.add(path)
                    pending.append((Path(path).read_bytes(), (os.path.dirname(path),)))
        return found


@lru_cache(maxsize=64)
def _includes(data: bytes) -> tuple[tuple[str, bool], ...]:
    """Names that are included whatever is defined, and whether they stand in quotes."""
    return tuple(_unconditional(data))


def _unconditional(data: bytes) -> Iterator[tuple[str, bool]]:
    tree = build_tree(data, lex(data), LineMap(data))
    spans = [c.span for c in tree.conditionals]
    if len(spans) == 1 and tree.conditionals[0].branches[0].opening.keyword == b"ifndef":
        spans = [c.span for c in tree.conditionals[0].branches[0].children]  # an include guard
    for directive in tree.others:
        name = _NAME.match(directive.token.text)
        if name is None:
            continue
        if not any(s.start <= directive.token.start < s.end for s in spans):
            yield (name[1] or name[2]).decode("utf-8", "replace"), bool(name[2])


@cache
def installed_pytorch() -> str:
    """Folder of the headers of the PyTorch beside this tool, which is not imported; "" where there is none."""
    try:
        found = importlib.util.find_spec("torch")
    except (ImportError, ValueError):
        return ""
    for place in (found.submodule_search_locations or ()) if found else ():
        folder = Path(place) / "include"
        if (folder / "ATen" / "ATen.h").is_file():
            return str(folder)
    return ""


def torch_headers(project: Project) -> TorchHeaders:
    target, root = project.target, project.root.resolve()
    folders = [os.path.normpath(project.target_root / folder) for folder in target.torch_include]
    folders = [folder for folder in folders if os.path.isdir(folder)]
    own = next((folder for folder in folders if os.path.isfile(f"{folder}/ATen/ATen.h")), None)
    folders = [folder for folder in folders if folder != own]
    bridges = [project.target_root / folder for folder in target.torch_include_after]
    stubs = [(name, text) for name, text in target.torch_stubs.items() if not _in(folders, name)]
    return TorchHeaders(
        tuple(folders),
        own or installed_pytorch(),
        tuple(
            dict.fromkeys(os.path.normpath(folder) for folder in (*bridges, *(root / f for f in project.torch.include)))
        ),
        target.torch_flags,
        tuple((f"{folders[0]}/{name}", text) for name, text in stubs) if folders else (),
        target.torch_precompiled,
    )


def _in(folders: Sequence[str], name: str) -> bool:
    return any(os.path.isfile(f"{folder}/{name}") for folder in folders)
