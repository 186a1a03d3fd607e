"""What a person took away of what earlier runs wrote, and which sources give it: only a run over these writes it again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from migrate.emit import families, header, tables
from migrate.emit.manifest import Manifest
from migrate.frontend import public_header
from migrate.project.config import Target

MOST = 4  # names that a sentence has


def taken_away(what: str, sources: str) -> str:
    return f"{what} was taken away by hand; migrate convert {sources} writes it again"


def missing(
    before: Manifest,
    texts: Mapping[str, bytes],
    read: Callable[[str], bytes | None],
    target: Target,
    chips: Collection[str],
    others: Callable[[str], bool],
    region: Collection[str],
) -> Iterator[str]:
    """A sentence per file of the unified tree that lacks entries of an earlier run, as `read` gives it after this one. `others`: whether this run has
    nothing to do with an entry, whose text of the last run is in `texts`."""
    for path, names in before.files.items():
        text = read(path)
        known = families.standing(text, names, families.Before(before, texts)) if text is not None else ()
        yield from _said(before, path, text, [name for name in names if others(name)], known)
    headers = public_header.files(target.header, read)
    declared = {name for text in headers.values() for name in header.declared(text, tuple(region))}
    first = next(iter(headers.values()), None)
    yield from _said(before, target.header, first, [name for name in before.declared if others(name)], declared)
    for chip, rows in before.rows.items() if chips else ():
        path = target.kernels.format(chip=chip)
        owners = {key: before.owners.get(key, "") for key in rows}
        wanted = {key: owner for key, owner in owners.items() if owner in before.origins and others(owner)}
        text = read(path)
        keys = tables.keys(text) if text is not None else ()
        yield from _said(before, path, text, list(wanted), keys, wanted)


def _said(
    before: Manifest,
    path: str,
    text: bytes | None,
    names: list[str],
    there: Collection[str],
    owners: Mapping[str, str] | None = None,
) -> Iterator[str]:
    gone = [name for name in names if name not in there]
    if not gone:
        return
    origins = (before.origins[owners[name] if owners else name] for name in gone)
    sources = sorted({source for origin in origins for source in origin.sources})
    words = [name.lstrip("#") for name in gone]
    some = ", ".join(words[:MOST]) + (f" and {len(words) - MOST} more" if len(words) > MOST else "")
    yield taken_away(path if text is None else f"{some} in {path}", " ".join(sources))
