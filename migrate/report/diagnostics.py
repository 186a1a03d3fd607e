"""Ids of refusals, findings and intended differences. An id exists exactly when it has a page: migrate/report/pages/<ID>.md.

The first letter says where an id belongs: L library side, T torch side, F finding (latent defect), D intended difference,
P project or rule file. The page's first line is `# <ID> <alias>: <title>`; `migrate explain` takes either and prints the page.
The number stays for ever, the alias is for reading: L131 is buffer-escapes.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

ELSEWHERE = "P201"
NO_HEADER = "P105"
UNCHECKED = "P106"
INCOMPLETE = "T126"
NOT_COMPILED = "T127"
BROKEN = "T128"

_HEAD = re.compile(r"^# (\S+) (?:([a-z0-9]+(?:-[a-z0-9]+)*): )?(.*)$")


class UnknownId(KeyError):
    """An id without a page."""


@cache
def _heads() -> dict[str, tuple[str, str]]:
    """Alias and title of every id, sorted."""
    found: dict[str, tuple[str, str]] = {}
    for entry in (resources.files("migrate") / "report" / "pages").iterdir():
        if entry.name.endswith(".md"):
            text = entry.read_text(encoding="utf-8")
            found[entry.name[:-3]] = (alias_of(text), title_of(text))
    return dict(sorted(found.items()))


@cache
def titles() -> dict[str, str]:
    """Every id with its title, sorted."""
    return {name: title for name, (_, title) in _heads().items()}


@cache
def aliases() -> dict[str, str]:
    """Every id with its alias, sorted by id."""
    return {name: alias for name, (alias, _) in _heads().items()}


def title_of(page: str) -> str:
    """Title in the first line of a page, `# <ID> <alias>: <title>`."""
    head = _HEAD.match(page.split("\n", 1)[0])
    return head[3].strip() if head else ""


def alias_of(page: str) -> str:
    """Alias in the first line of a page; "" where it has none, as a page of a project's own rule."""
    head = _HEAD.match(page.split("\n", 1)[0])
    return (head[2] or "") if head else ""


def id_of(name: str) -> str:
    """The id of an id or alias, in upper or lower case."""
    wanted = name.upper()
    return next((known for known, alias in aliases().items() if alias == name.lower()), wanted)


def page(name: str) -> str:
    """The page of an id or alias, upper or lower case."""
    wanted = id_of(name)
    if wanted not in titles():
        raise UnknownId(name)
    return (resources.files("migrate") / "report" / "pages" / f"{wanted}.md").read_text(encoding="utf-8")


def title(name: str) -> str:
    return titles().get(name, "")


def alias(name: str) -> str:
    """The alias of an id; "" of one without a page."""
    return aliases().get(name, "")
