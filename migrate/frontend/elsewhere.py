"""Legacy names in code of the tree that no pattern of the project file matches: a person has to look at them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from migrate.frontend.lex import Kind, LineMap, lex
from migrate.frontend.tree_words import TreeWords
from migrate.model import Confidence, Finding
from migrate.project.config import Project

_WORD = re.compile(rb"[A-Za-z_]\w*")


def legacy_elsewhere(project: Project, words: TreeWords, legacy: Iterable[re.Pattern[str]]) -> list[Finding]:
    """One entry per file, at its first legacy name."""
    patterns = list(legacy)
    known: dict[bytes, bool] = {}

    def is_legacy(word: bytes) -> bool:
        if word not in known:
            known[word] = any(pattern.match(word.decode("ascii")) for pattern in patterns)
        return known[word]

    found = []
    for path, file in words.others.items():
        if not any(is_legacy(word) for word in file.words):
            continue
        data = path.read_bytes()
        names = [(at, word) for at, word in _words(path, data) if is_legacy(word)]
        if names:
            place = LineMap(data).location(project.relative(path), names[0][0])
            number = f"{len(names)} legacy names, the first" if len(names) > 1 else "the legacy name"
            message = f"{number} {names[0][1].decode()}, in a file that no pattern of the project file matches"
            found.append(Finding("P201", place, message, Confidence.HIGH))
    return found


def _words(path: Path, data: bytes) -> Iterator[tuple[int, bytes]]:
    """Names outside of comments and, but in Python, outside of quotes."""
    if path.suffix in (".py", ".pyx"):
        yield from ((found.start(), found[0]) for found in _WORD.finditer(data))
        return
    for token in lex(data):
        if token.kind == Kind.IDENT:
            yield token.start, token.text
        elif token.kind == Kind.DIRECTIVE:
            yield from ((token.start + found.start(), found[0]) for found in _WORD.finditer(token.text))
