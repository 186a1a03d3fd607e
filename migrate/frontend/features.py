"""Feature macros: what a legacy header defines and a conditional inside a converted function asks about.

Conditionals that do not ask about a chip stay in the output, where the legacy headers are gone: without the definition another
branch would be compiled.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from migrate.frontend.directives import build_tree, condition_macros, inactive_spans
from migrate.frontend.lex import Kind, lex, lex_whole
from migrate.model import Chip

_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*[<"][ \t]*([^>"\r\n]+?)[ \t]*[>"]', re.M)
_NAME = re.compile(rb"[A-Za-z_]\w*")


@dataclass(frozen=True)
class Feature:
    name: bytes
    definition: bytes  # the whole #define directive
    header: Path
    chips: frozenset[str]  # that see it defined


def macros_asked(text: bytes) -> frozenset[bytes]:
    """Names that the conditionals of a piece of code ask about."""
    tokens = lex_whole(text)
    if not any(t.kind == Kind.DIRECTIVE for t in tokens):
        return frozenset()
    conditionals = build_tree(text, tokens).walk()
    return frozenset(name for c in conditionals for b in c.branches for name in condition_macros(b.condition()))


def defined_features(
    source: Path, folders: Sequence[Path], kept: Iterable[Path], chips: Sequence[Chip], wanted: frozenset[bytes]
) -> Mapping[bytes, Feature]:
    """Those of `wanted` that a header defines which `source` includes, directly or not; `kept` headers stay included."""
    found: dict[bytes, Feature] = {}
    stay = {path.resolve() for path in kept}
    seen: set[Path] = set()
    pending = [source]
    while pending:
        path = pending.pop(0)
        if path in seen or path in stay:
            continue
        seen.add(path)
        data = path.read_bytes()
        if path != source and any(name in data for name in wanted):
            for feature in _defines(path, data, chips, wanted):
                found.setdefault(feature.name, feature)
        for name in _INCLUDE.findall(data):
            near = (folder / name.decode("utf-8", "replace") for folder in (path.parent, *folders))
            header = next((file for file in near if file.is_file()), None)
            if header is not None:
                pending.append(header.resolve())
    return found


def _defines(path: Path, data: bytes, chips: Sequence[Chip], wanted: frozenset[bytes]) -> Iterable[Feature]:
    tree = build_tree(data, lex(data))
    everyone = {c.legacy_macro.encode(): None for c in chips}
    hidden = {c.name: inactive_spans(tree, {**everyone, c.legacy_macro.encode(): 1}) for c in chips}
    for directive in tree.others:
        name = _NAME.match(directive.argument) if directive.keyword == b"define" else None
        if name is None or name[0] not in wanted:
            continue
        at = directive.token.start
        seen = frozenset(c for c, spans in hidden.items() if not any(s.start <= at < s.end for s in spans))
        if seen:
            yield Feature(name[0], directive.token.text, path, seen)
