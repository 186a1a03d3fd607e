"""What earlier runs wrote at places that the rules have changed since goes to those of now, with what a person changed there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Any

from migrate.emit import cmake, families, header, tables
from migrate.emit.manifest import Generated, Manifest, Places, digest
from migrate.emit.plan import Reader, places_of
from migrate.errors import UsageError
from migrate.frontend import public_header
from migrate.frontend.lex import lex_whole, significant
from migrate.project.config import Target
from migrate.project.snippets import UnifiedForm

Made = Callable[[str], bool]
"""Whether a file of the output is one that runs made, which nothing of the unified tree itself is in."""


@dataclass(frozen=True)
class Moved:
    """Files by path as they are from now on; files that go, with where what stood there is now (empty: nowhere); what is to be said."""

    texts: Mapping[str, bytes] = field(default_factory=dict)
    gone: Mapping[str, str] = field(default_factory=dict)
    said: tuple[str, ...] = ()


def moved(
    target: Target, form: UnifiedForm, chips: Collection[str], manifest: str, read: Reader, tree: Reader, made: Made
) -> Moved:
    """`manifest`: where the last run had it; `tree`: the unified tree without the output. Raises UsageError."""
    beside = Manifest.origins_path(manifest)
    known = Manifest.read(read(manifest), manifest).with_origins(read(beside), beside)
    if known.places is None:
        return Moved()  # a run that did not record them
    now = places_of(target, form)
    if known.places == now and {*known.rows} <= {*chips}:
        return Moved()
    generated = Generated.path(manifest)
    texts = Generated.read(read(generated), generated).texts
    return _Mover(known, texts, known.places, now, target, form, read, tree, made).move(chips)


class _Mover:
    def __init__(
        self,
        known: Manifest,
        generated: Mapping[str, bytes],
        old: Places,
        new: Places,
        target: Target,
        form: UnifiedForm,
        read: Reader,
        tree: Reader,
        made: Made,
    ) -> None:
        self.known, self.generated, self.old, self.new = known, generated, old, new
        self.target, self.form, self.read, self.tree, self.made = target, form, read, tree, made
        self.texts: dict[str, bytes] = {}
        self.gone: dict[str, str] = {}
        self.said: list[str] = []
        self.includes: dict[str, tuple[str, ...]] = {}

    def move(self, chips: Collection[str]) -> Moved:
        places = {path: self._place_of(path) for path in self.known.files}
        for path, place in places.items():
            self.includes[place] = self.known.includes.get(path, ())
            own = (self.made(path) or self._begun(path)) and (place == path or self._now(place) is None)
            if place != path:
                self._source(path, place)
            self._begin(place, own)
        self._header()
        rows = {chip: self._table(chip, chips) for chip in self.known.rows}
        self._source_list(places)
        files = {places[path]: names for path, names in self.known.files.items()}
        made = replace(self.known, files=files, includes=self.includes, rows=rows, places=self.new)
        for of, text in (
            (str, made.write()),
            (Manifest.origins_path, made.write_origins()),
            (Generated.path, Generated(self.generated).write()),
        ):
            if self.old.manifest != self.new.manifest:
                self._go(of(self.old.manifest), of(self.new.manifest))
            self.texts[of(self.new.manifest)] = text
        gone = {path: place for path, place in self.gone.items() if path not in self.texts}
        return Moved(self.texts, gone, tuple(self.said))

    def _now(self, path: str) -> bytes | None:
        if path in self.gone:
            return None
        return self.texts[path] if path in self.texts else self.read(path)

    def _place_of(self, path: str) -> str:
        if path == self.old.helpers:
            return self.new.helpers
        place = PurePosixPath(path)
        return f"{self.new.sources}/{place.name}" if str(place.parent) == self.old.sources else path

    def _source(self, path: str, place: str) -> None:
        """A family's source, or the header of shared helpers."""
        text = self._now(path)
        if text is None or self._whole(path, place, text):
            return
        names, lines = self.known.files[path], self.known.includes.get(path, ())
        there = families.texts_of(text, names, families.Before(self.known, self.generated, names))
        brought = tuple(line.removeprefix("#include ").strip("<>") for line in lines if line != self.old.include)
        entries = [
            families.FamilyEntry(name, own, number, name in families.definitions(own), (), brought)
            for number, (name, own) in enumerate(there.items())
        ]
        start, new_start = (
            (b"#pragma once\n\n" if path == self.old.helpers else b"") + self._preamble(places)
            for places in (self.old, self.new)
        )
        nothing = families.Before(Manifest({}), {})
        shared = self._shared() if self.old.include in lines else None
        added = families.merge_family(self._now(place), entries, nothing, new_start, shared)
        before = families.Before(Manifest({}), there, names, lines)
        left = families.merge_family(text, (), before, start, None, [*there])
        self.texts[place] = added.text
        self.includes[place] = added.includes
        self._leave(path, place, left.text, left.further)

    def _begun(self, path: str) -> bool:
        """Whether a file of the unified tree itself is one that runs made: it begins as they begin one, and has nothing that no run wrote."""
        text = (self._now(path) or b"").replace(b"\r\n", b"\n")
        start = (b"#pragma once\n\n" if path == self.old.helpers else b"") + self._preamble(self.old)
        if not text.startswith(start):
            return False
        names, lines = self.known.files[path], self.known.includes.get(path, ())
        there = families.texts_of(text, names, families.Before(self.known, self.generated, names))
        before = families.Before(Manifest({}), there, names, lines)
        return not families.merge_family(text, (), before, start, None, [*there]).further

    @staticmethod
    def _preamble(places: Places) -> bytes:
        return places.preamble.encode("utf-8", "surrogateescape")

    def _shared(self) -> families.Shared:
        names = (name.lstrip("#").encode() for name in self.known.files.get(self.old.helpers, ()))
        return families.Shared(self.new.include.encode(), frozenset(names))

    def _whole(self, path: str, place: str, text: bytes) -> bool:
        """Moves a file that runs made as it is, where there is none at its place of now."""
        if not self.made(path) or self._now(place) is not None:
            return False
        self.texts[place] = text
        self._go(path, place)
        return True

    def _go(self, path: str, place: str) -> None:
        self.texts.pop(path, None)
        self.gone[path] = place

    def _leave(self, path: str, place: str, rest: bytes, further: bool) -> None:
        """What is left of a file of which all that runs wrote has moved."""
        tree = self.tree(path)
        if (tree is not None and self._is_as_in_tree(rest, tree)) or (self.made(path) and not further):
            self._go(path, place)
            return
        self.texts[path] = rest
        if tree is None and further and place:
            self.said.append(f"what no run wrote in {path} stays there; all else that stood there is in {place} now")

    def _is_as_in_tree(self, rest: bytes, tree: bytes) -> bool:
        """Whether a file has nothing that the unified tree's has not, but for lines that runs let a source begin with."""
        begun = {
            line.encode("utf-8", "surrogateescape")
            for places in (self.old, self.new)
            for line in places.preamble.splitlines()
        }
        begun -= {line.rstrip(b"\r") for line in tree.split(b"\n")}
        lines = (line for line in rest.split(b"\n") if line.rstrip(b"\r") not in begun)
        return digest(tree) == digest(b"\n".join(lines))

    def _begin(self, path: str, made: bool) -> None:
        """Lines with includes that the rules have changed."""
        text = self._now(path)
        if text is None:
            return
        include = {self.old.include: self.new.include} if self.old.include != self.new.include else {}
        recorded = self.includes[path]
        self.includes[path] = tuple(include.get(line, line) for line in recorded)
        renamed = include if made or self.old.include in recorded else {}
        later = self.new.preamble.splitlines()
        stale = {line for line in self.old.preamble.splitlines() if line not in later} if made else set()
        plain = [line.rstrip(b"\r").decode("utf-8", "surrogateescape") for line in text.split(b"\n")]
        missing = [line for line in later if line not in plain] if stale else []
        lines: list[bytes] = []
        for old, line in zip(plain, text.split(b"\n"), strict=True):
            end = line[len(old.encode("utf-8", "surrogateescape")) :]
            new = [renamed.get(old, old)] if old not in stale else missing
            missing = missing if old not in stale else []
            lines += [one.encode("utf-8", "surrogateescape") + end for one in new]
        if (changed := b"\n".join(lines)) != text:
            self.texts[path] = changed

    def _header(self) -> None:
        old, new = self.old.header, self.new.header
        if old == new or not old or not new:
            return
        folder = PurePosixPath(new).parent
        files = public_header.files(old, self._now)
        places = {path: str(folder / PurePosixPath(path).relative_to(PurePosixPath(old).parent)) for path in files}
        places[old] = new
        if all(self.made(path) and self._now(places[path]) is None for path in files if places[path] != path):
            for path, text in files.items():
                if places[path] != path:
                    self._whole(path, places[path], text)
            return
        region = self.form.header.region
        names = {*self.known.declared}
        there = self._now(new) or self.form.header.empty.encode()
        for path, text in files.items():
            if places[path] == path:
                continue
            own = {name: one for name, one in header.declared(text, region).items() if name in names}
            declarations = [header.Declaration(name, one + b"\n", (), ()) for name, one in own.items()]
            there = header.add_declarations(there, declarations, {}, (), (), region).text
            left = header.add_declarations(text, (), own, [*own], (), region).text
            further = bool(header.declared(left, region)) or _code(left) != _code(self.form.header.empty.encode())
            self._leave(path, new, left, further)
        self.texts[new] = there

    def _table(self, chip: str, chips: Collection[str]) -> Mapping[str, Any]:
        """Moves a chip's table; the rows that runs wrote and that are there still."""
        path, place = (places.kernels.format(chip=chip) for places in (self.old, self.new))
        rows = self.known.rows[chip]
        text = self._now(path)
        try:
            if chip not in chips:
                shared = path in {self.new.kernels.format(chip=one) for one in chips}
                return {} if text is None or shared else self._without_chip(chip, path, text)
            if path != place and text is not None and not self._whole(path, place, text):
                rest, standing = tables.cut(text, chip, rows)
                self.texts[place] = tables.put(self._now(place), chip, standing)
                self._leave(path, place, rest, bool(tables.keys(rest)))
        except tables.TableError as error:
            raise UsageError(f"{path}: {error}; repair the kernel table or take it away, nothing was changed") from None
        return rows

    def _without_chip(self, chip: str, path: str, text: bytes) -> Mapping[str, Any]:
        rows = self.known.rows[chip]
        _, there = tables.cut(text, chip, rows)
        kept = {key: rows[key] for key, row in there.items() if not tables.unchanged(row, key, rows[key])}
        rest, _ = tables.cut(text, chip, [key for key in there if key not in kept])
        self.said += [
            f"the row {key} of {path} was changed by hand; the project has the chip {chip} no more; it stays"
            for key in kept
        ]
        self._leave(path, "", rest, bool(tables.keys(rest)))
        return kept

    def _source_list(self, places: Mapping[str, str]) -> None:
        """Sources that moved are named in CMake's list where they are now."""
        before = self._now(self.target.cmake) if self.target.cmake else None
        text = before or b""
        for path, place in places.items():
            if path != place and path.endswith(".cpp"):
                text = cmake.move_source(text, self.target.cmake, path, place)
        if before is not None and text != before:
            self.texts[self.target.cmake] = text


def _code(text: bytes) -> list[bytes]:
    return [token.text for token in significant(lex_whole(text))]
