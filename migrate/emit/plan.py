"""The output plan: where converted definitions go: families, header, kernel tables and CMake list of the unified tree as it is now.

A plan is what a conversion wants written. It depends on the legacy source and the rules alone; what comes out of it also depends on
the unified tree, which is read through `Reader`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import PurePosixPath
from typing import Any

from migrate.emit import cmake, families, header, manifest, tables
from migrate.emit.manifest import Generated, Manifest, Origin
from migrate.emit.merge3 import conflicts, has_conflict, is_crlf, with_ends
from migrate.emit.taken_away import missing
from migrate.errors import UsageError
from migrate.frontend import public_header
from migrate.frontend.prepare.edited import Prepared
from migrate.model import Confidence, FileResult, Finding, KernelRow, Location, Refusal, Span
from migrate.project.config import Target
from migrate.project.snippets import UnifiedForm, fill

Reader = Callable[[str], "bytes | None"]
"""Text of a file of the unified tree by its relative path: the output so far, else the tree itself, else None."""


@dataclass(frozen=True)
class OutputPlan:
    target: Target
    chips: tuple[str, ...]
    files: Mapping[str, Sequence[families.FamilyEntry]]  # path in the unified tree -> definitions
    declarations: Sequence[header.Declaration]
    rows: Sequence[KernelRow]
    keys: Sequence[tuple[str, str]]  # unified name, key of one of its rows
    places: Mapping[str, Location]  # unified name -> where the legacy function stands
    form: UnifiedForm = field(default_factory=UnifiedForm)
    origins: Mapping[str, Origin] = field(default_factory=dict)  # entry -> where it comes from
    complete: frozenset[str] = frozenset()  # sources of which all functions were asked for
    order: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # source -> legacy functions, where they stand
    elsewhere: Mapping[str, str] = field(default_factory=dict)  # operators that other sources define -> declarations
    system: frozenset[str] = frozenset()  # functions of the system's headers that the source names
    text: Prepared | None = None  # that the result's places are in, where it is not the source's own


@dataclass(frozen=True)
class Emission:
    """What emitting gives: whole new texts by path, the state (kept, merged, conflict) of functions that a person had changed, and
    what is to be said of other things that a person changed: the source that they come from, whether it is a conflict, a sentence.
    `touched`: sources and headers with such changes, but for those with a conflict."""

    outputs: Mapping[str, bytes]
    kept: Mapping[str, str]
    notes: tuple[tuple[str, bool, str], ...] = ()
    touched: tuple[str, ...] = ()
    headers: frozenset[str] = frozenset()  # the files that the public header consists of
    kept_in: Mapping[str, str] = field(default_factory=dict)  # the file that each of the former stands in


def combined(plans: Sequence[OutputPlan]) -> OutputPlan:
    """What several sources want written, as one plan: so the tree is read and written once. Of one name the last source's counts."""
    if len(plans) == 1:
        return plans[0]
    files: dict[str, dict[str, families.FamilyEntry]] = {}
    base = 0
    for plan in plans:
        for relative, pieces in plan.files.items():
            known = files.setdefault(relative, {})
            for piece in pieces:  # what has no order of its own stands before all functions
                same = known.get(piece.name)
                if same is not None and (same.text, same.includes) == (piece.text, piece.includes):
                    continue  # other definitions of the first source stand behind it
                known.pop(piece.name, None)
                known[piece.name] = replace(piece, order=piece.order + base) if piece.order >= 0 else piece
        base += 1 + max((p.order for pieces in plan.files.values() for p in pieces), default=0)
    return OutputPlan(
        plans[0].target,
        plans[0].chips,
        {relative: tuple(known.values()) for relative, known in files.items()},
        tuple({d.name: d for plan in plans for d in plan.declarations}.values()),
        tuple({(r.chip, r.key): r for plan in plans for r in plan.rows}.values()),
        tuple(pair for plan in plans for pair in plan.keys),
        {name: where for plan in plans for name, where in plan.places.items()},
        plans[0].form,
        _origins(plans),
        frozenset(source for plan in plans for source in plan.complete),
        {source: functions for plan in plans for source, functions in plan.order.items()},
    )


def _origins(plans: Sequence[OutputPlan]) -> dict[str, Origin]:
    """An entry that several sources give comes from all of them."""
    found: dict[str, Origin] = {}
    for plan in plans:
        for name, origin in plan.origins.items():
            known = found.get(name)
            sources = dict.fromkeys((*(known.sources if known else ()), *origin.sources))
            found[name] = Origin(tuple(sources), origin.legacy)
    return found


def emit(plan: OutputPlan, read: Reader, sources: Collection[str] | None = None) -> Emission:
    """`sources`: all sources of the project, where they are known: what came from another one goes."""
    return Emitter(plan, read, sources).emit()


def with_outputs(result: FileResult, plan: OutputPlan, emission: Emission) -> FileResult:
    """The result of a conversion with the texts that the unified tree gets where it has a part in them, and what became of changes by hand."""
    target = plan.target
    beside = (Generated.path(target.manifest), Manifest.origins_path(target.manifest))
    shared = [target.header, *emission.headers, target.cmake, target.manifest, *beside]
    own = {*plan.files, *shared, *(target.kernels.format(chip=chip) for chip in plan.chips)}
    outputs = {name: text for name, text in emission.outputs.items() if name in own}
    result = _report_kept(replace(result, outputs=outputs), plan, emission.kept, emission.kept_in)
    return _report_notes(result, [note for note in emission.notes if note[0] == result.path])


def places_of(target: Target, form: UnifiedForm) -> manifest.Places:
    """Where runs with these rules write to."""
    preamble = families.preamble(target.implementation, form.includes).decode("utf-8", "surrogateescape")
    return manifest.Places(target.sources, target.helpers, target.header, target.kernels, target.manifest, preamble)


def _recorded(before: Sequence[str], standing: Sequence[str], now: Sequence[str]) -> tuple[str, ...]:
    """The order that the next run compares with: the record's, or that in which the entries stand where it lacks one of them; those of
    this run in the order of their sources, also where a person or an earlier file has them in another, which stays."""
    base = [name for name in before if name in set(standing)] if set(standing) <= set(before) else standing
    given = [name for name in dict.fromkeys(now) if name in set(base)]
    turns, members = iter(given), set(given)
    return tuple(next(turns) if name in members else name for name in base)


def _with_plain_ends(read: Reader, name: str) -> bytes | None:
    """A file whose line ends a person changed is read without them: they would make every line another one."""
    text = read(name)
    return with_ends(text, False) if text is not None and is_crlf(text) else text


class Emitter:
    """What one plan makes of the unified tree as it is."""

    def __init__(self, plan: OutputPlan, read: Reader, sources: Collection[str] | None) -> None:
        self.plan, self.read, self.target = plan, partial(_with_plain_ends, read), plan.target
        self.raw = read
        generated = Generated.path(self.target.manifest)
        self.texts = Generated.read(read(generated), generated).texts
        beside = Manifest.origins_path(self.target.manifest)
        self.manifest = Manifest.read(read(self.target.manifest), self.target.manifest).with_origins(
            read(beside), beside
        )
        self.sources = sources
        self.legacy = {origin.legacy for origin in plan.origins.values() if origin.legacy}
        self._rename()
        self.outdated = frozenset(self._gone())
        self.states: dict[str, str] = {}
        self.kept_in: dict[str, str] = {}
        self.notes: list[tuple[str, bool, str]] = []
        self.unsettled: set[str] = (
            set()
        )  # what stands there has a conflict of an earlier run, whose text stays the base of a merge
        self.touched: dict[str, bool] = {}  # by path whether a person has to choose between two texts first

    def _rank(self, name: str) -> tuple[str, int] | None:
        """Where an entry's legacy function stands; of a source that this run did not read only which one it is."""
        origin = self.plan.origins.get(name) or self.manifest.origins.get(name)
        if origin is None or not origin.legacy or not origin.sources:
            return None
        source = max(origin.sources)
        at = self.plan.order[source].get(origin.legacy) if source in self.plan.order else 0
        return None if at is None else (source, at)

    def _gone(self) -> list[str]:
        return [name for name in self.manifest.origins if name not in self.plan.origins and self._is_gone(name)]

    def _rename(self) -> None:
        """A type is called by the first name that it declares. One that is called otherwise now is the same one if it declares a name that it did."""
        last = {name: families.declared_in(self.texts.get(name, b"")) for name in self._gone() if name[:1] == "#"}
        new: dict[str, str] = {}
        for entry in (e for own in self.plan.files.values() for e in own if last and not e.definition):
            names = families.declared_in(entry.text) if entry.name[:1] == "#" and entry.name not in self.texts else ()
            same = [name for name, known in last.items() if known & {*names} and name not in new]
            if len(same) == 1:
                new[same[0]] = entry.name
        self.texts = {new.get(name, name): text for name, text in self.texts.items()}
        files = {path: tuple(new.get(n, n) for n in own) for path, own in self.manifest.files.items()}
        origins = {new.get(name, name): origin for name, origin in self.manifest.origins.items()}
        self.manifest = replace(self.manifest, files=files, origins=origins)

    def _is_gone(self, name: str) -> bool:
        """Whether no legacy source gives an entry of an earlier run any more."""
        origin = self.manifest.origins[name]
        if origin.legacy and origin.legacy in self.legacy:
            return True
        return all(
            s in self.plan.complete or (self.sources is not None and s not in self.sources) for s in origin.sources
        )

    def emit(self) -> Emission:
        plan, target, before = self.plan, self.target, self.manifest
        if not (plan.files or plan.declarations or plan.rows or self.outdated):
            return Emission({}, {})
        outputs: dict[str, bytes] = {}
        listed = {name: entry for name, entry in before.functions.items() if name not in self.outdated}
        files, includes = dict(before.files), dict(before.includes)
        entries = self._entries()
        for relative in dict.fromkeys((*entries, *self._left(entries))):
            merged = self._family(relative, entries.get(relative, ()), entries)
            gone = (name for name in before.files.get(relative, ()) if name not in merged.names and self._others(name))
            outputs[relative], includes[relative] = merged.text, merged.includes
            files[relative] = (*merged.names, *gone)
            self._list(relative, entries.get(relative, ()), {k.name for k in merged.kept}, listed)
        made_header, declared = self._header()
        outputs |= made_header
        tables, rows = self._tables({key for name, key in plan.keys if name in listed})
        outputs |= tables
        if target.cmake and (text := self.read(target.cmake)) is not None:
            sources = [path for path in plan.files if path.endswith(".cpp")]
            outputs[target.cmake] = cmake.add_sources(text, target.cmake, sources, plan.form.source_list)
        owners = {key: name for key, name in before.owners.items() if name not in self.outdated}
        owners |= {key: name for name, key in plan.keys}
        places = places_of(target, plan.form)
        made = Manifest(listed, self._origins(), files, includes, rows, owners, declared, places, self._numbers(rows))
        outputs[target.manifest] = made.write()
        outputs[Manifest.origins_path(target.manifest)] = made.write_origins()
        outputs[Generated.path(target.manifest)] = Generated(self._texts()).write()
        self._say_missing(outputs)
        self._say_waiting(
            outputs, {*files, *made_header} - {path for path, own in files.items() if own and path not in outputs}
        )
        changed = {name: self._with_ends(name, text) for name, text in outputs.items() if self.read(name) != text}
        touched = tuple(path for path, waits in self.touched.items() if not waits)
        return Emission(changed, self.states, tuple(self.notes), touched, frozenset(made_header), self.kept_in)

    def _others(self, name: str) -> bool:
        """Whether an entry of an earlier run is none of this one's business; where a person took it away the record keeps it until a run gives it."""
        return name in self.manifest.origins and name not in self.outdated and name not in self.plan.origins

    def _say_missing(self, outputs: Mapping[str, bytes]) -> None:
        """Says what a person took away of what this run does not give."""
        inputs = {*self.plan.order, *self.plan.complete}

        def read(name: str) -> bytes | None:
            return outputs[name] if name in outputs else self.read(name)

        if inputs:
            region = self.plan.form.header.region
            found = missing(self.manifest, self.texts, read, self.target, self.plan.chips, self._others, region)
            self.notes += [(min(inputs), False, sentence) for sentence in found]

    def _say_waiting(self, outputs: Mapping[str, bytes], paths: Collection[str]) -> None:
        """Says which files have a conflict of what no legacy source gives any more, so that nothing else says it."""
        for path in sorted(paths):
            text = outputs[path] if path in outputs else self.read(path) or b""
            if not self.touched.get(path) and (places := conflicts(text)):
                line = text.count(b"\n", 0, places[0][0]) + 1
                message = f"{path}, line {line}: what was changed by hand stands between conflict markers beside migrate's text"
                self.notes.append((self._input(), True, message))

    def _input(self, sources: Sequence[str] = ()) -> str:
        """A source of this run that something is said of: the first of these, or any."""
        inputs = {source for one in self.plan.origins.values() for source in one.sources} | self.plan.complete
        return next((source for source in sources if source in inputs), min(inputs, default=""))

    def _with_ends(self, name: str, text: bytes) -> bytes:
        """With the line ends that a person gave the file."""
        return with_ends(text, True) if is_crlf(self.raw(name) or b"") else text

    def _entries(self) -> dict[str, Sequence[families.FamilyEntry]]:
        """Entries by file; one that a person changed stays in the file where it is."""
        homes = {name: path for path, names in self.manifest.files.items() for name in names}
        found: dict[str, list[families.FamilyEntry]] = {path: [] for path in self.plan.files}
        for path, entries in self.plan.files.items():
            for entry in entries:
                home = homes.get(entry.name, path)
                moved = home != path and home not in self.plan.files and entry.definition
                moved = moved or (home != path and all(e.name != entry.name for e in self.plan.files.get(home, ())))
                found.setdefault(home if moved and self._changed(home, entry.name) else path, []).append(entry)
        return {path: own for path, own in found.items() if own}

    def _changed(self, path: str, name: str) -> bool:
        """Whether a person changed the definition in that file."""
        text = self.read(path) or b""
        place = families.definitions(text).get(name)
        before = families.Before(self.manifest, self.texts)
        return place is not None and not before.wrote(name, text[place.lead.start : place.span.end])

    def _left(self, entries: Mapping[str, Sequence[families.FamilyEntry]]) -> list[str]:
        """Files that lose an entry of an earlier run."""
        return [path for path in self.manifest.files if self._stale(path, entries) and self.read(path) is not None]

    def _stale(self, path: str, entries: Mapping[str, Sequence[families.FamilyEntry]]) -> list[str]:
        """Entries of a file that are gone, or that stand in another file from now on."""
        here = {entry.name for entry in entries.get(path, ())}
        elsewhere = {entry.name for other, own in entries.items() if other != path for entry in own}
        return [
            n for n in self.manifest.files.get(path, ()) if n not in here and (n in self.outdated or n in elsewhere)
        ]

    def _family(
        self,
        relative: str,
        entries: Sequence[families.FamilyEntry],
        everything: Mapping[str, Sequence[families.FamilyEntry]],
    ) -> families.Merged:
        target, last = self.target, self.manifest
        stale = self._stale(relative, everything)
        known = last.files.get(relative, ())
        all_are_here = {*known} - {*stale} <= {entry.name for entry in entries}
        start = families.preamble(target.implementation, self.plan.form.includes)
        helpers = relative == target.helpers
        before = families.Before(last, self.texts, known, last.includes.get(relative, ()) if all_are_here else ())
        merged = families.merge_family(
            self.read(relative),
            entries,
            before,
            b"#pragma once\n\n" + start if helpers else start,
            None if helpers else self._shared(everything.get(target.helpers, ())),
            stale,
            self._rank,
        )
        if not all_are_here:
            merged = replace(
                merged, includes=tuple(dict.fromkeys((*last.includes.get(relative, ()), *merged.includes)))
            )
        if merged.further:
            self._touch(relative, "kept")
        self.unsettled |= {edit.name for edit in merged.kept if edit.waits}
        for edit in merged.kept:
            self._touch(relative, edit.state)
            self.states[edit.name] = edit.state
            self.kept_in[edit.name] = relative
            if edit.state == "orphan" or edit.name.startswith(
                "#"
            ):  # a function that there is has a result that says it
                self._note(edit.name, f"{edit.name.lstrip('#')} in {relative}", edit.state)
        return merged

    def _shared(self, helpers: Sequence[families.FamilyEntry]) -> families.Shared:
        names = [name for entry in helpers for name in (entry.name, *entry.further)]
        names += [name for name in self.manifest.files.get(self.target.helpers, ()) if name not in self.outdated]
        line = places_of(self.target, self.plan.form).include.encode()
        return families.Shared(line, frozenset(name.lstrip("#").encode() for name in names))

    def _touch(self, path: str, state: str) -> None:
        self.touched[path] = self.touched.get(path, False) or state == "conflict"

    def _note(self, name: str, what: str, state: str = "orphan") -> None:
        origin = self.plan.origins.get(name) or self.manifest.origins.get(name)
        does = {
            "orphan": "what it was made of is gone; it stays",
            "merged": "what changed since was merged in",
            "conflict": "this run would change the same; migrate's text stands beside it",
        }.get(state, "it stays as it is")
        path = self._input(origin.sources if origin else ())
        self.notes.append((path, state == "conflict", f"{what} was changed by hand; {does}"))

    def _list(
        self,
        relative: str,
        entries: Sequence[families.FamilyEntry],
        edited: Collection[str],
        listed: dict[str, tuple[str, str]],
    ) -> None:
        for entry in entries:
            if entry.name in edited or not entry.definition:
                listed.pop(entry.name, None)
            else:
                listed[entry.name] = (PurePosixPath(relative).name, families.digest(entry.text))

    def _header(self) -> tuple[dict[str, bytes], tuple[str, ...]]:
        """The header, and the functions that migrate knows of in the order in which they stand there."""
        declarations, target = self.plan.declarations, self.target
        there = public_header.files(target.header, self.read)
        last = {name.removesuffix(";"): text for name, text in self.texts.items() if name.endswith(";")}
        given = {declaration.name for declaration in declarations}
        gone = [name for name in last if name not in given and (name in self.outdated or name in self.plan.origins)]
        known = {*given, *(name for name in last if name not in gone)}
        if not declarations and not (there and gone):
            return {}, self.manifest.declared
        order, form = self.manifest.declared, self.plan.form.header
        texts = there or {target.header: form.empty.encode()}
        standing: list[str] = []
        placed = self._placed(texts, declarations, last)
        for path, (own, moved) in placed.items():
            base = header.with_section(texts[path], own, form.cxx) if path != target.header else texts[path]
            standing_texts = header.declared(texts[path], form.region)
            waiting = {name for name, text in standing_texts.items() if has_conflict(text)}
            self.unsettled |= {manifest.declaration_key(name) for name in waiting}
            made = header.add_declarations(base, own, last, [*gone, *moved], order, form.region, self._rank)
            for name, state in made.states.items():
                self._touch(path, state)
                self._note(name, f"the declaration of {name} in {path}", state)
            standing += [name for name in made.order if name in known]
            needed = dict.fromkeys(name for declaration in own for name in declaration.includes)
            texts[path] = header.with_includes(made.text, list(needed))
        own_names = [declaration.name for declaration in declarations]
        others = [name for name in order if name in known and name not in given and self._rank(name) is not None]
        recorded = _recorded(order, standing, families.between(own_names, others, self._rank))
        return texts, (*recorded, *(name for name in order if name not in recorded and self._others(name)))

    def _placed(
        self, texts: dict[str, bytes], declarations: Sequence[header.Declaration], last: Mapping[str, bytes]
    ) -> dict[str, tuple[list[header.Declaration], list[str]]]:
        """By file of the public header the declarations that stand there, and the names of those that move from there to another one. Where there are
        headers of families a declaration stands in that with the name of the definition's source, but for one that a person changed and one that the public
        header has itself. New files join `texts`."""
        public, form = self.target.header, self.plan.form.header
        there = {
            name: (path, own)
            for path, text in texts.items()
            for name, own in header.declared(text, form.region).items()
        }
        sources = {entry.name: PurePosixPath(path).stem for path, own in self.plan.files.items() for entry in own}
        found: dict[str, tuple[list[header.Declaration], list[str]]] = {path: ([], []) for path in texts}
        for declaration in declarations:
            name, stem = declaration.name, sources.get(declaration.name)
            home, text = there.get(name, ("", b""))
            family = public_header.family_of(public, texts[public], stem) if form.family and stem else None
            stays = home == public or (home and manifest.digest(text) != manifest.digest(last.get(name, b"")))
            place = home if stays or (home and not family) else family or public
            if place not in texts:
                new = fill(form.family, {"family": str(stem), "FAMILY": str(stem).upper()})
                texts[place] = self.read(place) or new.encode()
                texts[public] = public_header.with_family(public, texts[public], place)
            found.setdefault(place, ([], []))[0].append(declaration)
            if home and home != place:
                found[home][1].append(name)
        return found

    def _tables(self, ours: Collection[str]) -> tuple[dict[str, bytes], dict[str, Mapping[str, Any]]]:
        """The chips' kernel tables with their rows. Raises UsageError, which names every table that cannot be read."""
        outputs: dict[str, bytes] = {}
        made: dict[str, Mapping[str, Any]] = dict(self.manifest.rows)
        damaged: list[str] = []
        for chip in self.plan.chips:
            relative = self.target.kernels.format(chip=chip)
            rows = [r for r in self.plan.rows if r.chip == chip]
            last = self.manifest.rows.get(chip, {})
            stale = self._stale_rows(last, {row.key for row in rows})
            if not rows and (not stale or self.read(relative) is None):
                continue
            try:
                table = tables.merge_rows(self.read(relative), chip, rows, last, ours, stale, self._rank_of_row)
            except tables.TableError as error:
                damaged.append(f"{relative}: {error}")
                continue
            outputs[relative] = table.text
            others = {key: row for key, row in last.items() if key not in stale and key not in table.rows}
            both = others | dict(table.rows)
            standing = [key for key in table.order if key in both]
            given = [row.key for row in rows]
            beside = [k for k in last if k in others and k not in given and self._rank_of_row(k) is not None]
            now = families.between(given, beside, self._rank_of_row)
            recorded = _recorded(list(last), standing, now)
            gone = (key for key in others if key not in recorded and self._others(self._owner(key)))
            made[chip] = {key: both[key] for key in (*recorded, *gone)}
            for key, state in table.states.items():
                self._note(self._owner(key), f"the row {key} of {relative}", state)
        if damaged:
            raise UsageError("; ".join(damaged) + "; repair the kernel table or take it away, nothing was changed")
        return outputs, made

    def _numbers(self, rows: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, str]]:
        """Of the constants that name kernels in the tables."""
        known = {(chip, symbol): n for chip, of in self.manifest.numbers.items() for symbol, n in of.items()}
        known |= {(row.chip, row.symbol): row.number for row in self.plan.rows if row.symbol and row.number}
        standing = {chip: {row.get("symbol") for row in of.values()} for chip, of in rows.items()}
        found: dict[str, dict[str, str]] = {}
        for (chip, symbol), number in known.items():
            if symbol in standing.get(chip, ()):
                found.setdefault(chip, {})[symbol] = number
        return found

    def _rank_of_row(self, key: str) -> tuple[str, int] | None:
        return self._rank(self._owner(key))

    def _owner(self, key: str) -> str:
        return next((name for name, own in self.plan.keys if own == key), "") or self.manifest.owners.get(key, "")

    def _stale_rows(self, last: Mapping[str, Any], keys: Collection[str]) -> list[str]:
        """Rows of functions that are gone, or that have no such launch on this chip any more."""
        converted = {name for name, _ in self.plan.keys}
        converted |= {name for name in self.plan.origins if not self._elsewhere(name)}
        owners = self.manifest.owners
        return [key for key in last if key not in keys and owners.get(key) in self.outdated | converted]

    def _elsewhere(self, name: str) -> list[str]:
        """Sources that this run does not convert and that give an entry too: where theirs is another one, that one stands."""
        known = self.manifest.origins.get(name)
        others = [s for s in known.sources if s not in self.plan.complete] if known else []
        return [s for s in others if self.sources is None or s in self.sources]

    def _origins(self) -> dict[str, Origin]:
        """Of all entries; of what several sources give, those that were not asked now still count."""
        found = {name: origin for name, origin in self.manifest.origins.items() if name not in self.outdated}
        for name, origin in self.plan.origins.items():
            others = self._elsewhere(name) if name in found else []
            found[name] = Origin(tuple(sorted({*others, *origin.sources})), origin.legacy)
        return dict(sorted(found.items()))

    def _texts(self) -> dict[str, bytes]:
        gone = {name for name in self.outdated} | {manifest.declaration_key(name) for name in self.outdated}
        texts = {name: text for name, text in self.texts.items() if name not in gone}
        made = {entry.name: entry.text for entries in self.plan.files.values() for entry in entries}
        made |= {manifest.declaration_key(d.name): header.render(d).rstrip(b"\n") for d in self.plan.declarations}
        waits = self.unsettled & texts.keys()
        return texts | {name: text for name, text in made.items() if name not in waits}


def _report_kept(
    result: FileResult, plan: OutputPlan, states: Mapping[str, str], kept_in: Mapping[str, str]
) -> FileResult:
    """Says what became of functions that a person had changed."""
    refusals, findings = list(result.refusals), list(result.findings)
    for function in result.functions:
        state = states.get(function.unified) if function.text and function.span else None
        if state == "conflict" and function.span:
            message = "changed by hand and in the legacy source since the last run; both texts stand there between conflict markers"
            refusals.append(Refusal("L158", function.span, message, None, function.legacy))
        elif state:
            does = "the change of the legacy source was merged in" if state == "merged" else "it stays as it is"
            own = next(
                (name for name, entries in plan.files.items() if function.unified in {e.name for e in entries}), ""
            )
            if own and kept_in.get(function.unified, own) != own:
                does += f", in {kept_in[function.unified]}, though its family's file is {own} now; move it there"
            message = f"{function.unified} was changed by hand; {does}"
            where = plan.places[function.unified]
            findings.append(Finding("D205", where, message, Confidence.HIGH, function.legacy))
    return replace(result, refusals=tuple(refusals), findings=tuple(findings))


def _report_notes(result: FileResult, notes: Sequence[tuple[str, bool, str]]) -> FileResult:
    """Says what became of other things that a person had changed."""
    refusals = [Refusal("L158", Span(0, 0), message) for _, conflict, message in notes if conflict]
    where = Location(result.path, 1, 1)
    findings = [Finding("D205", where, message, Confidence.HIGH) for _, conflict, message in notes if not conflict]
    return replace(result, refusals=(*result.refusals, *refusals), findings=(*result.findings, *findings))
