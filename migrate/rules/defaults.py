"""Default arguments of the legacy headers' declarations, as the unified library has them."""

from __future__ import annotations

import re

from migrate.frontend.prototypes import Parameter
from migrate.project.library_rules import LibraryRules

_LITERAL = re.compile(r"-?(?:\d|\.\d)[\w.]*(?:(?<=[eE])[+-]\d+[fFlL]?)?|true|false|nullptr|NULL")


def unified_default(rules: LibraryRules, parameter: Parameter) -> str | None:
    """What says the same in the unified form; None where that is not known."""
    text = parameter.default or ""
    if text in rules.names:
        return rules.names[text]
    if re.fullmatch(r"[A-Za-z_]\w*", text) and (name := rules.name(text)):
        return name
    if not _LITERAL.fullmatch(text) or any(rules.concerns(word) for word in re.findall(r"\w+", parameter.type)):
        return None
    return "nullptr" if text == "NULL" else text
