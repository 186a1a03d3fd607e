"""Which data type is 0: a tensor that the legacy code clears, or initialises in part, has it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from migrate.frontend.source import Source
from migrate.frontend.unified import enumerators_in, enumerators_of, unified_names
from migrate.project.config import Project
from migrate.project.library_rules import LibraryRules


def with_zero(project: Project, source: Source, rules: LibraryRules) -> LibraryRules:
    """The rules that know the unified name of the legacy data type 0, and whether it is 0 there too."""
    stem = common_beginning([rules.name(name) or name for name in rules.dtypes])
    headers = [source.table.text(header.path) for facts in source.facts[:1] for header in facts.headers]
    texts = [text for text in headers if any(name.encode() in text for name in rules.dtypes)]
    found = [*(enumerators_of(text) for text in texts), enumerators_in([token.text for token in source.code])]
    zeros = {
        unified
        for enumerators in found
        for name, value in enumerators.items()
        if value == "0" and (unified := rules.name(name)) and unified.startswith(stem)
    }
    if not stem or len(zeros) != 1:
        return rules
    unified = zeros.pop()
    same = unified_names(project).values.get(unified) == "0"
    return replace(rules, zero_dtype="" if same else unified, same_zero=same)


def common_beginning(names: Sequence[str]) -> str:
    """What all names begin with; of one name all of it."""
    first, last = min(names, default=""), max(names, default="")
    length = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    return first[:length]
