"""The text of a first rule file for a tree that no shipped rule set describes: what its launches say, in the terms of the shipped one's target."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from migrate.frontend.plain_types import PLAIN
from migrate.frontend.survey.foreign import Foreign, Launch, operator_pattern
from migrate.project.rule_files import shipped_library_rules

HEAD = """\
# Written by `migrate init` from what the launches of the sources show; docs/rules.md says what every key means. Read it over, and add what is not there:
# memory and its address (types.memory, calls), the data types (types.dtype, dtypes), the tensor's fields (fields, address_field), legacy_names.
# `names` are those of the target that the rule set `default` writes for; for another target see "Another target" there.
"""


def render_rules(found: Foreign) -> str:
    shipped = shipped_library_rules()
    played = {"handle": found.handles, "status": found.statuses, "tensor": found.tensors}
    lines = [
        "version: 1",
        "library:",
        "  operators:",
        f"    - {{pattern: {_quoted(operator_pattern(found.operators))}, to: {_quoted(shipped['operators'][0]['to'])}}}   # {_listed(found.operators)}",
        "  types:",
        *(f"    {part}: [{', '.join(map(_quoted, names))}]" for part, names in played.items() if names),
        "  names:",
        *(f"    {old}: {_quoted(new)}" for old, new in _names(found, played, shipped)),
        *_list("success", found.success),
        *_list("checks", found.checks),
        *_list("safe_calls", found.wrappers),
        "  launch:   # positions from 0; `cores` is '1' or all; `wait`: of a flag that is true where the call does not wait, `waits`: where it does",
        *(
            f"    {one.name}: {{kernel: {one.kernel}, arguments: {one.arguments}, size: {one.size}, {_wait(one)}cores: '1'}}"
            for one in found.launches
        ),
    ]
    return HEAD + "\n".join(lines) + "\n"


def _wait(launch: Launch) -> str:
    return f"{'waits' if launch.waits else 'wait'}: {launch.wait}, " if launch.wait >= 0 else ""


def _names(
    found: Foreign, played: Mapping[str, Iterable[str]], shipped: Mapping[str, Any]
) -> Iterator[tuple[str, str]]:
    """What types, success value and macros become: what those of the shipped rule set do."""
    lists: dict[str, list[str]] = {
        **shipped["types"],
        "success": shipped["success"],
        "checks": shipped["checks"],
        "safe_calls": shipped["safe_calls"],
    }
    macros = {"checks": found.checks, "safe_calls": found.wrappers}
    for part, names in {**played, "success": found.success, **macros}.items():
        unified = next((shipped["names"][name] for name in lists[part] if name in shipped["names"]), None)
        # what a plain number becomes, `unified` of the shipped rule set says
        yield from ((name, str(unified)) for name in names if unified and name not in PLAIN and not name.isdigit())


def _list(key: str, names: Iterable[str]) -> list[str]:
    listed = ", ".join(map(_quoted, names))
    return [f"  {key}: [{listed}]"] if listed else []


def _quoted(text: str) -> str:
    return f"'{text}'" if not text.replace("::", "").isidentifier() or text in ("true", "false") else text


def _listed(names: tuple[str, ...], most: int = 6) -> str:
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")
