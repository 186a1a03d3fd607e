"""Default arguments of the legacy headers' declarations: the unified ones have those that say the same there."""

from __future__ import annotations

import re

from migrate.convert.function import Converted
from migrate.convert.translation_unit import TranslationUnit
from migrate.emit.header import is_cxx
from migrate.frontend.lex import Kind, lex_whole, match_brackets, significant, split_parameters
from migrate.frontend.prototypes import Parameter
from migrate.project.snippets import fill
from migrate.rules.defaults import unified_default


def with_defaults(unit: TranslationUnit, item: Converted, header: bytes) -> tuple[bytes, list[str]]:
    """An operator's declaration for this public header, and sentences about the defaults that it cannot have."""
    given = _given(unit, item)
    form = unit.rules.unified.default_argument or (" = {value}" if _is_for_cxx(item.declaration, header) else "")
    text = item.declaration
    names = _places(item)
    kept: set[str] = set()
    for name, end in reversed(list(names.items())):
        value = unified_default(unit.rules, given[name]) if form and name in given else None
        if value is None or item.function.name in unit.rules.signatures:
            break  # those before it would have none behind them
        text = text[:end] + fill(form if form[:1] == " " else " " + form, {"value": value}).encode() + text[end:]
        kept.add(name)
    lost = (one for name, one in given.items() if name not in kept)
    return text, [
        f"the legacy header gives {one.name or 'a parameter'} the default {one.default}, the unified one none: calls have to pass it"
        for one in lost
    ]


def _is_for_cxx(declaration: bytes, header: bytes) -> bool:
    """Whether no C compiler reads the declaration: what is callable from C says so, by what stands around it."""
    return is_cxx(declaration) or not re.search(rb'\b__cplusplus\b|\bextern\s*"C"', header)


def _given(unit: TranslationUnit, item: Converted) -> dict[str, Parameter]:
    """Parameters with a default, but for the flag for not waiting, by their names in the definition."""
    prototype = unit.prototypes.get(item.function.name)
    own = unit.source.parameters(item.function)
    names = [unit.source.text(parameter.name_index).decode("utf-8", "replace") for parameter in own]
    known = prototype.parameters if prototype else ()
    wanted = [p for p in known if p.default is not None and p.name not in unit.rules.flags]
    if len(known) != len(names):
        return {p.name: p for p in wanted}
    return {name: p for name, p in zip(names, known, strict=True) if p in wanted}


def _places(item: Converted) -> dict[str, int]:
    """Where each parameter of the unified declaration ends, by its name."""
    tokens = significant(lex_whole(item.declaration))
    name = item.unified.encode()
    opener = next((i + 1 for i, t in enumerate(tokens[:-1]) if t.text == name and tokens[i + 1].text == b"("), None)
    if opener is None:
        return {}
    found: dict[str, int] = {}
    for first, last in split_parameters(tokens, opener, match_brackets(tokens)[opener]):
        words = [t.text for t in tokens[first:last] if t.kind == Kind.IDENT]
        found[words[-1].decode("utf-8", "replace") if words else ""] = tokens[last - 1].end
    return found
