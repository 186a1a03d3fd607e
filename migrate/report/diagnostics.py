"""Ids of refusals, findings and intended differences. An id exists exactly when it has a page: migrate/report/pages/<ID>.md.

The first letter says where an id belongs: L library side, T torch side, F finding (latent defect), D intended difference,
P project or rule file. The page's first line is `# <ID> <title>`; `migrate explain ID` prints the page.
"""

from __future__ import annotations

from functools import cache
from importlib import resources


class UnknownId(KeyError):
    """An id without a page."""


@cache
def titles() -> dict[str, str]:
    """Every id with its title, sorted."""
    found: dict[str, str] = {}
    for entry in (resources.files("migrate") / "report" / "pages").iterdir():
        if entry.name.endswith(".md"):
            found[entry.name[:-3]] = title_of(entry.read_text(encoding="utf-8"))
    return dict(sorted(found.items()))


def title_of(page: str) -> str:
    """Title in the first line of a page, `# <ID> <title>`."""
    return page.split("\n", 1)[0].lstrip("# ").partition(" ")[2].strip()


def page(name: str) -> str:
    """The page of an id, upper or lower case."""
    wanted = name.upper()
    if wanted not in titles():
        raise UnknownId(name)
    return (resources.files("migrate") / "report" / "pages" / f"{wanted}.md").read_text(encoding="utf-8")


def title(name: str) -> str:
    return titles().get(name, "")
