"""Macros that mean another thing on each chip, and what a use of one stands for."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from migrate.frontend.prepare.files.macros import Macro, expand, is_named
from migrate.frontend.source import Source
from migrate.model import Chip, Span
from migrate.project.library_rules import LibraryRules


class ChipMacros:
    """Those of a source that no rule names. `uses` are the names with another meaning per chip that each depends on, itself among them."""

    def __init__(self, source: Source, rules: LibraryRules) -> None:
        self.source, self.rules = source, rules
        table = source.table
        differing = frozenset(name for name in table.names if table.differs(name))
        self.depends: dict[bytes, frozenset[bytes]] = {}
        for name in table.names & source.places.keys() if differing else ():
            depends = differing & table.closure([name])
            if depends and not is_named(rules, name):
                self.depends[name] = depends

    @classmethod
    def of(cls, source: Source, rules: LibraryRules) -> ChipMacros:
        if "chip macros" not in source.memo:
            source.memo["chip macros"] = cls(source, rules)
        known: ChipMacros = source.memo["chip macros"]
        return known

    def used(self, index: int) -> bool:
        """Whether a code token is the name of one, which chips that come to it or to another use see as different things."""
        name = self.source.text(index)
        return self._is_use(name, index) and not self._told.isdisjoint(self.depends[name])

    def _is_use(self, name: bytes, index: int) -> bool:
        return name in self.depends and any(decl.kind == "macro" for decl in self.source.decls(index))

    @cached_property
    def _told(self) -> frozenset[bytes]:
        """Those that are different things where they are used: a macro of which only one chip's branches have uses is that chip's everywhere."""
        seeing: dict[bytes, set[Chip]] = {}
        for name, depends in self.depends.items():
            uses = [self.source.code[i].start for i in self.source.places[name] if self._is_use(name, i)]
            chips = {chip for chip in self.source.chips if any(self.source.sees(chip, at) for at in uses)}
            for one in depends:
                seeing.setdefault(one, set()).update(chips)
        return frozenset(name for name, chips in seeing.items() if self._differs(name, chips))

    def _differs(self, name: bytes, chips: Collection[Chip]) -> bool:
        tables = self.source.table.chips
        return len({tuple(one.meaning for one in tables[chip.name].get(name, ())) for chip in chips}) > 1

    def everywhere(self, index: int) -> bool:
        """Whether each chip that comes to a use defines all that it depends on."""
        tables = self.source.table.chips
        seeing = [c for c in self.source.chips if self.source.sees(c, self.source.code[index].start)]
        return all(tables[chip.name].get(one) for chip in seeing for one in self.depends[self.source.text(index)])

    def last(self, index: int) -> int | None:
        """The last token of the use; None where a macro with parameters is not called."""
        found = self.source.table.definitions(self.source.text(index))
        if not any(one.parameters for one in found):
            return index
        called = self.source.text(index + 1) == b"(" and all(one.parameters for one in found)
        return self.source.pairs.get(index + 1) if called else None

    def expanded(self, index: int, chip: Chip) -> tuple[Span, bytes] | None:
        """A use and what a chip has in its place."""
        last, own = self.last(index), self.source.table.chips[chip.name]
        if last is None:
            return None
        names = self.source.table.closure([self.source.text(index)])
        if names & self.source.table.undefined or any(len(own.get(one, ())) > 1 for one in names):
            return None
        table = {one: Macro.of(own[one][0].text) for one in names if own.get(one)}
        span = Span(self.source.code[index].start, self.source.code[last].end)
        text = expand(self.source.data[span.start : span.end], table)
        return (span, text) if text is not None else None
