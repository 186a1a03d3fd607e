"""What a run says of the whole tree beside its inputs: entries of the project that match nothing, and legacy names that no pattern reaches."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from migrate.commands.run.cache import Cache, default_folder, digest, file_state, tool_digest
from migrate.frontend.compiler.background import LAST, BackgroundTask
from migrate.frontend.elsewhere import legacy_elsewhere
from migrate.frontend.tree_words import input_files, other_files, tree_words
from migrate.frontend.unified import unified_headers
from migrate.frontend.unmatched import found_of, unmatched
from migrate.model import Finding
from migrate.project.config import Project
from migrate.project.library_rules import compile_library_rules
from migrate.project.rule_sets import torch_rules
from migrate.verify.checked_text import unchecked


class TreeCheck:
    """Begins beside the conversion; `result` is the same for every run until a file of the tree changes."""

    def __init__(self, project: Project, given: Sequence[Path], use_cache: bool) -> None:
        self._cache = Cache(default_folder() if use_cache else None)
        self._key = _key(project, given) if use_cache else ""
        self._known: tuple[Finding, ...] | None = self._cache.get(self._key, lambda _: None)
        self._task = BackgroundTask(check_tree, project, tuple(given), gives_way=LAST) if self._known is None else None

    def result(self) -> tuple[Finding, ...]:
        if self._known is None and self._task:
            self._known = self._task.result()
            self._cache.put(self._key, self._known, {})
        return self._known or ()


def check_tree(project: Project, given: Sequence[Path]) -> tuple[Finding, ...]:
    words = tree_words(project, given)
    legacy = []
    if project.library_rules:
        legacy.append(compile_library_rules(project.library_rules).legacy)
    if project.torch.sources:
        legacy.append(torch_rules(project).legacy)
    return (*unmatched(project, words, unchecked(project)), *legacy_elsewhere(project, words, legacy))


def _key(project: Project, given: Sequence[Path]) -> str:
    """Files by size and time of change: this is asked in every run."""
    texts = [path.read_bytes() for path in (project.file, *project.rule_files)]
    files = sorted(
        {*input_files(project), *other_files(project), *project.source_files(project.library.firmware), *given}
    )
    states = (f"{path} {file_state(path)}" for path in files if path.exists())
    states = (*states, *(f"{path} {file_state(path)}" for path in unified_headers(project)))
    return digest("tree", tool_digest(), repr(project), *found_of(project), *texts, *states)
