"""Which branch of each conditional every chip takes, as its compiler says, and which conditionals may not stay in the output.

A conditional stays where its outcome is the same on all chips and every macro that it asks about means the same in the output: nobody
defines it (an option of the build), the compiler does, or it has one meaning that comes along. Any other is resolved.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence

from migrate.frontend.compiler.clang import ChipFacts, Decl, is_system
from migrate.frontend.compiler.standard_macros import standard_macros
from migrate.frontend.directives import Conditional, MacroSet, branch_states, condition_macros
from migrate.frontend.macros import MacroTable
from migrate.model import Span

_POSITION = frozenset(
    b"__LINE__ __FILE__ __COUNTER__ __INCLUDE_LEVEL__ __BASE_FILE__ __DATE__ __TIME__ __TIMESTAMP__ __has_include "
    b"__has_include_next".split()
)


def tells_standard(name: bytes) -> bool:
    """Whether a macro of the compiler's is another one in another version of the language."""
    return name in (b"__cplusplus", b"__STRICT_ANSI__") or name.startswith((b"__cpp_", b"__has_cpp_attribute"))


class Outcomes:
    """`macros`: what is known of a chip without its compiler, for code that no compiler sees."""

    def __init__(
        self,
        facts: Sequence[ChipFacts],
        table: MacroTable,
        macros: Mapping[str, MacroSet],
        kept: Iterable[str] = (),
        other_standard: bool = False,
    ) -> None:
        self._facts = {f.chip: f for f in facts}
        self._skipped = {f.chip: _Cover(f.skipped) for f in facts}
        self._table = table
        self._macros = macros
        self._kept = frozenset(kept)  # headers that the output includes as well
        self._other_standard = other_standard  # the output is compiled as another version of the language
        self._entities = {chip: sorted(f.entities) for chip, f in self._facts.items()}
        self._resolved: dict[int, bool] = {}

    def seen(self, conditional: Conditional, chip: str) -> bool:
        """Whether a chip's compiler comes to the conditional."""
        at = conditional.branches[0].opening.token.start
        return chip in self._facts and not self._skipped[chip].has_inside(at)

    def unread(self, offset: int) -> bool:
        """Whether no chip's compiler reads what stands at an offset."""
        return all(cover.has(offset) for cover in self._skipped.values())

    def states(self, conditional: Conditional, chip: str) -> list[bool | None]:
        """For each branch: taken, not taken, or not known because no compiler comes here."""
        if not self.resolved(conditional) or not self.seen(conditional, chip):
            return branch_states(conditional, self._macros[chip])
        return self._taken(conditional, chip)

    def _taken(self, conditional: Conditional, chip: str) -> list[bool | None]:
        ends = [branch.body.start - 1 for branch in conditional.branches]  # the end of its directive's line
        return [not self._skipped[chip].has(at) for at in ends]

    def resolved(self, conditional: Conditional) -> bool:
        """Whether the conditional may not stay."""
        key = conditional.span.start
        if key not in self._resolved:
            self._resolved[key] = self._must_go(conditional)
        return self._resolved[key]

    def _must_go(self, conditional: Conditional) -> bool:
        seeing = [chip for chip in self._facts if self.seen(conditional, chip)]
        if len({tuple(self._taken(conditional, chip)) for chip in seeing}) > 1:
            return True
        names = self.names(conditional)
        if names & _POSITION or self._system(conditional):
            return True
        if self._other_standard and any(tells_standard(name) for name in names):
            return True
        return any(not self._keeps_meaning(name) or not self._in_effect(name, conditional) for name in names)

    def names(self, conditional: Conditional) -> frozenset[bytes]:
        """Every name that the conditional depends on, directly or through macros."""
        return self._table.closure(name for b in conditional.branches for name in condition_macros(b.condition()))

    def _keeps_meaning(self, name: bytes) -> bool:
        """Whether a name means the same in the output: undefined in its headers too, the compiler's, or one definition that comes along."""
        found = self._table.definitions(name)
        if not found:
            return name not in standard_macros()
        one = self._table.single(name)
        return one is not None and not one.parameters and (one.file in self._kept or self._plain(one.names))

    def _in_effect(self, name: bytes, conditional: Conditional) -> bool:
        """Whether a definition that would come along is in effect where the conditional stands."""
        found = self._table.definitions(name)
        if any(not one.file and one.offset > conditional.span.start for one in found):
            return False
        first = conditional.branches[0]
        if not found or name not in condition_macros(first.condition()):
            return True
        span = first.opening.token.span
        for chip, offsets in self._entities.items():
            near = offsets[bisect_left(offsets, span.start) : bisect_left(offsets, span.end)]
            if self.seen(conditional, chip) and name.decode() not in {
                self._facts[chip].entities[at].name for at in near
            }:
                return False
        return True

    def _plain(self, names: Iterable[bytes]) -> bool:
        return all(self._table.single(name) is not None for name in names)

    def _system(self, conditional: Conditional) -> bool:
        """Whether it asks about a macro of a system header, which the output may not include."""
        return any(is_system(entity.file) for entity in self._asked(conditional))

    def _asked(self, conditional: Conditional) -> Iterator[Decl]:
        """The macros in its conditions that the compilers know."""
        for chip, offsets in self._entities.items():
            for branch in conditional.branches:
                span = branch.opening.token.span
                for offset in offsets[bisect_left(offsets, span.start) : bisect_left(offsets, span.end)]:
                    yield self._facts[chip].entities[offset]

    def options(self, conditional: Conditional) -> list[str]:
        """Macros in its conditions that nothing defines: what a build could be asked for."""
        asked = {name for b in conditional.branches for name in condition_macros(b.condition())}
        asked |= {n for name in asked for n in self._table.closure([name]) - self._parameters(name)}
        known = {entity.name.encode() for entity in self._asked(conditional)}
        free = (n for n in asked - known - standard_macros() if not self._table.definitions(n) and n[:2] != b"__")
        return sorted(name.decode("utf-8", "replace") for name in free if name not in (b"true", b"false"))

    def _parameters(self, name: bytes) -> frozenset[bytes]:
        """Of a macro and of those that it expands to."""
        inside = self._table.closure([name])
        return frozenset(p for inner in inside for one in self._table.definitions(inner) for p in one.taken)

    def depends_on_chip(self, conditional: Conditional) -> frozenset[bytes]:
        """Names in it that mean another thing on another chip."""
        return frozenset(name for name in self.names(conditional) if self._table.differs(name))


class _Cover:
    """What spans cover together, to be asked about single offsets."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for span in sorted(spans):
            if self._ends and span.start < self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], span.end)
            else:
                self._starts.append(span.start)
                self._ends.append(span.end)

    def has(self, offset: int) -> bool:
        position = bisect_right(self._starts, offset)
        return position > 0 and offset < self._ends[position - 1]

    def has_inside(self, offset: int) -> bool:
        """As `has`, behind the first offset of a span."""
        position = bisect_left(self._starts, offset)
        return position > 0 and offset < self._ends[position - 1]


def hidden(conditionals: Iterable[Conditional], outcomes: Outcomes, chip: str) -> list[Span]:
    """Bodies of branches that a chip does not take, outermost only, in order."""
    spans: list[Span] = []
    pending = list(conditionals)
    while pending:
        conditional = pending.pop()
        for branch, state in zip(conditional.branches, outcomes.states(conditional, chip), strict=True):
            if state is False:
                spans.append(branch.body)
            else:
                pending.extend(branch.children)
    return sorted(spans)
