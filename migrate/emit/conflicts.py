"""What several sources want in one tree under one name: functions for which it is not the same thing are refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from migrate.convert.marker import marker
from migrate.emit.earlier import Earlier, Rows, row_of
from migrate.emit.families import FamilyEntry, digest
from migrate.emit.plan import OutputPlan
from migrate.emit.tables import recorded
from migrate.frontend.directives import macros_asked
from migrate.frontend.lex import all_texts, identifiers
from migrate.frontend.prototypes import Prototype, read_prototypes
from migrate.model import FileResult, Refusal, Status

ID = "L164"
NOTHING = Earlier()


@dataclass(frozen=True)
class Settlement:
    """Of one plan: unified names of functions with why they are refused, and names of shared definitions that another source's stand for."""

    reasons: Mapping[str, str]
    dropped: frozenset[str]
    id: str = ID
    markers: frozenset[str] = frozenset()  # of what is refused here, and stands there from another source


def settle(plans: Sequence[OutputPlan], before: Earlier = NOTHING) -> list[Settlement]:
    """For each plan the functions that cannot be beside those of the other plans, nor beside what stands there from `before`."""
    operators: Counter[str] = Counter()
    keys: Counter[tuple[str, str]] = Counter()
    public = frozenset[str]().union(*map(_declared, plans))
    for plan in plans:
        operators.update({digest(e.text) + e.name for e in _entries(plan) if e.name in _own(plan, public)})
        keys.update({(row.chip, row.key) for row in plan.rows})
    names = Counter(name[64:] for name in operators)
    shared = [_shared(plan) for plan in plans]
    rows = [_rows(plan) for plan in plans]
    other_kernels = _other_kernels(plans, before)
    found: list[Settlement] = []
    for number, plan in enumerate(plans):
        reasons: dict[str, str] = {}
        twice = {name for name in _own(plan, public) if names[name] > 1}
        reasons |= {name: f"another source defines {name} differently" for name in twice}
        contested = {key for (_, key), count in keys.items() if count > 1} & {key for _, key in plan.keys}
        for name, key in plan.keys:
            if key in contested and name in _declared(plan):
                reasons.setdefault(name, f"another source has the key {key} in the kernel tables")
        reasons |= _taken(plan, before)
        reasons |= {
            name: f"names a kernel by {symbol}, which is another kernel in another source"
            for name, symbol in other_kernels[number].items()
        }
        different, foreign = _clashes(number, shared, plan.system)
        different |= _other_rows(number, rows) | (other_kernels[number].keys() - _declared(plan))
        standing = _standing(shared[number], plan.system, before) | _other_standing_rows(rows[number], before)
        earlier = {name for one in shared[:number] for name in one}
        for entry, reached in _reaches(plan):
            clash = sorted(reached & (different | foreign))
            if clash and entry.definition:
                reasons.setdefault(entry.name, f"uses {clash[0]}, which another source defines differently")
            clash = sorted(reached & standing.keys())
            if clash and entry.definition:
                reasons.setdefault(entry.name, f"uses {clash[0]}, {standing[clash[0]]}")
        different |= standing.keys() & shared[number].keys() | (reasons.keys() & before.operators.keys())
        kept = {
            name for name in reasons if name in earlier and name not in _declared(plan)
        }  # for the first one's callers
        theirs = {e.name for other in plans if other is not plan for e in _entries(other) if e.definition}
        markers = frozenset(e.name for e in _entries(plan) if _is_marker(e) and e.name in theirs)
        found.append(Settlement(reasons, different | kept, markers=markers))
    return found


def _is_marker(entry: FamilyEntry) -> bool:
    return entry.definition is False and entry.name[:1] != "#"


def _taken(plan: OutputPlan, before: Earlier) -> dict[str, str]:
    """Operators whose name or key one of an earlier run has."""
    found: dict[str, str] = {}
    texts = {entry.name: entry.text for entry in _entries(plan)} if before.operators else {}
    for name in _declared(plan) & before.operators.keys():
        one = before.operators[name]
        if digest(texts.get(name, b"")) != one.digest:
            found[name] = f"{one.source}, which an earlier run converted, defines {name} differently"
    for name, key in plan.keys:
        owner, source = before.keys.get(key, (name, ""))
        if owner != name and name in _declared(plan):
            found.setdefault(
                name, f"{source}, which an earlier run converted, has the key {key} in the kernel tables for {owner}"
            )
    return found


def _standing(mine: Mapping[str, tuple[str, bool]], system: Collection[str], before: Earlier) -> dict[str, str]:
    """Names that stand in the tree from earlier runs and are something else there, or would become something else, with what is wrong."""
    found: dict[str, str] = {}
    together = "convert both in one run, or give it another name"
    for name, one in before.shared.items():
        if mine.get(name, (one.digest,))[0] != one.digest:
            found[name] = f"which {one.source}, converted in an earlier run, defines differently; {together}"
        elif name not in mine and (one.macro or name in system):
            found[name] = f"which {one.source}, converted in an earlier run, defines; {together}"
    for name, (_, macro) in mine.items():
        source = before.using(name, macro) if name not in before.shared else ""
        if source:
            found[name] = f"a name that what an earlier run made of {source} uses for something else; {together}"
    return found


def _rows(plan: OutputPlan) -> dict[str, Rows]:
    """Of each function that no header declares what the kernel tables say of its launches: its text has the keys alone."""
    declared = _declared(plan)
    found: dict[str, Rows] = {}
    for row in plan.rows:
        for name in {name for name, key in plan.keys if key == row.key and name not in declared}:
            found[name] = found.get(name, frozenset()) | {row_of(row.chip, row.key, recorded(row))}
    return found


def _other_kernels(plans: Sequence[OutputPlan], before: Earlier) -> list[dict[str, str]]:
    """For each plan the functions that name a kernel by a constant of another number than an earlier source's of that name, with the name: a table
    has names alone."""
    firsts = dict(before.numbers)
    found: list[dict[str, str]] = []
    for plan in plans:
        wrong = {
            row.key: row.symbol
            for row in plan.rows
            if row.symbol and firsts.setdefault((row.chip, row.symbol), row.number) != row.number
        }
        found.append({name: wrong[key] for name, key in plan.keys if key in wrong})
    return found


def _other_rows(number: int, rows: Sequence[Mapping[str, Rows]]) -> frozenset[str]:
    """Functions of a source that launch something else on some chip than an earlier source's of the same name and text. A source none of whose operators
    comes to one has no rows for it."""
    firsts: dict[str, Rows] = {}
    for one in rows[:number]:
        firsts = {**one, **firsts}
    return frozenset(name for name, mine in rows[number].items() if firsts.get(name, mine) != mine)


def _other_standing_rows(mine: Mapping[str, Rows], before: Earlier) -> dict[str, str]:
    return {
        name: f"which launches other kernels in {before.shared[name].source}, converted in an earlier run; give it another name"
        for name, rows in mine.items()
        if name in before.shared and before.rows.get(name, rows) != rows
    }


def lacking(plans: Sequence[OutputPlan], refused: Collection[str], there: Mapping[str, Prototype]) -> list[Settlement]:
    """For each plan the functions that call an operator of another source which the output does not have with these parameters: neither
    another plan of this run nor, as `there`, an earlier one. `refused`: of this run."""
    reasons: list[dict[str, str]] = [{} for _ in plans]
    wanted = [[(e, sorted(reached & p.elsewhere.keys())) for e, reached in _reaches(p) if e.definition] for p in plans]
    texts = (declaration.text for plan in plans for declaration in plan.declarations)
    have = {name: _types(one) for name, one in there.items()}
    have |= {name: _types(one) for text in texts for name, one in read_prototypes(text).items()}
    while True:
        gone = {*refused, *(name for found in reasons for name in found)}
        before = sum(map(len, reasons))
        for plan, found, entries in zip(plans, reasons, wanted, strict=True):
            for entry, names in entries:
                missing = next((n for n in names if n in gone or have.get(n) != _called_with(plan, n)), None)
                if missing and entry.name not in found:
                    found[entry.name] = f"calls {missing}, an operator of another source that is not converted"
        if sum(map(len, reasons)) == before:
            return [Settlement(found, frozenset(), "L163") for found in reasons]


def names_elsewhere(plan: OutputPlan) -> bool:
    """Whether the text of any entry has the name of an operator of another source."""
    names = [name.encode() for name in plan.elsewhere]
    return any(name in entry.text for entry in _entries(plan) for name in names)


def _called_with(plan: OutputPlan, name: str) -> tuple[str, ...]:
    return _types(read_prototypes(plan.elsewhere[name].encode())[name])


def _types(prototype: Prototype) -> tuple[str, ...]:
    return tuple(parameter.type for parameter in prototype.parameters)


def _entries(plan: OutputPlan) -> Iterable[FamilyEntry]:
    return (entry for entries in plan.files.values() for entry in entries)


def _own(plan: OutputPlan, public: Collection[str]) -> frozenset[str]:
    """The plan's operators, and its internal functions that are called like an operator of any plan."""
    return _declared(plan).union(e.name for e in _entries(plan) if e.definition and e.name in public)


def _declared(plan: OutputPlan) -> frozenset[str]:
    return frozenset(declaration.name for declaration in plan.declarations)


def _needed(
    plan: OutputPlan, files: Mapping[str, Sequence[FamilyEntry]], refused: Collection[str]
) -> dict[str, tuple[FamilyEntry, ...]]:
    """Without the types, macros and constants that only refused functions used: what hides one of their names would not let them compile."""
    wanted: set[str] = set()
    for entry, names in _reaches(plan):
        if entry.definition and entry.name not in refused:
            wanted |= names
    return {
        path: tuple(
            e
            for e in entries
            if e.definition or e.name[:1] != "#" or wanted.intersection(name.removesuffix("()") for name in _names(e))
        )
        for path, entries in files.items()
    }


def _names(entry: FamilyEntry) -> list[str]:
    return [entry.name.lstrip("#"), *entry.further]


def _shared(plan: OutputPlan) -> dict[str, tuple[str, bool]]:
    """Macros, types and functions that no header declares: name -> digest of what it is, and whether it is a macro."""
    declared = _declared(plan)
    own = (
        entry for entry in _entries(plan) if entry.name not in declared and (entry.definition or entry.name[:1] == "#")
    )
    found: dict[str, tuple[str, bool]] = {}
    for entry in own:
        own_state = f"{digest(entry.text)} of {id(plan)}" if _keeps_state(entry) else digest(entry.text)
        found |= {name: (own_state, entry.text.startswith(b"#ifndef ")) for name in _names(entry)}
    return found


def _keeps_state(entry: FamilyEntry) -> bool:
    """Whether a helper has a variable that lives on: each source has one of its own, whatever the text is."""
    depth, least = 0, 2 if entry.name[:1] == "#" else 1
    words = list(all_texts(entry.text))
    for index, word in enumerate(words):
        depth += (word == b"{") - (word == b"}")
        if depth >= least and word in (b"static", b"thread_local"):
            end = next((i for i in range(index, len(words)) if words[i] == b";"), len(words))
            if words[index + 1 : index + 2] != [b"constexpr"] and (
                words[index + 1 : index + 2] != [b"const"] or b"(" in words[index:end]
            ):
                return True
    return False


def _clashes(
    number: int, shared: Sequence[Mapping[str, tuple[str, bool]]], system: Collection[str]
) -> tuple[frozenset[str], frozenset[str]]:
    """Names that mean another thing in an earlier source, and those that only another source has: macros, and what it has for a function of
    the `system` that this one calls."""
    mine = shared[number]
    earlier = {name: what for plan in reversed(shared[:number]) for name, what in plan.items()}
    different = frozenset(name for name, what in mine.items() if earlier.get(name, what) != what)
    others = (*shared[:number], *shared[number + 1 :])
    foreign = {
        name for other in others for name, (_, macro) in other.items() if name not in mine and (macro or name in system)
    }
    return different, frozenset(foreign)


def _reaches(plan: OutputPlan) -> Iterable[tuple[FamilyEntry, frozenset[str]]]:
    """Each entry with the names that it depends on, through the plan's own entries too."""
    words = {name: _words(entry) for entry in _entries(plan) for name in _names(entry)}
    for entry in _entries(plan):
        reached: set[str] = set()
        pending = list(_names(entry))
        while pending:
            name = pending.pop()
            if name not in reached:
                reached.add(name)
                pending += words.get(name, ())
        yield entry, frozenset(reached)


def _words(entry: FamilyEntry) -> frozenset[str]:
    text = entry.text
    found = {*identifiers(text)} | macros_asked(text)
    if entry.name[:1] == "#" and text.startswith(b"#ifndef "):
        found |= {*all_texts(b" " + text.split(b"\n", 1)[1].replace(b"#define", b"", 1))}
    return frozenset(word.decode("utf-8", "replace") for word in found)


def without(result: FileResult, plan: OutputPlan, data: bytes, settled: Settlement) -> tuple[FileResult, OutputPlan]:
    """The result and the plan with functions refused and shared definitions left to another source."""
    reasons = settled.reasons
    functions, refusals = [], list(result.refusals)
    blocks: dict[str, bytes] = {}
    for function in result.functions:
        reason = reasons.get(function.unified) if function.text else None
        if reason and function.span:
            refusals.append(Refusal(settled.id, function.span, reason, None, function.legacy))
            legacy = data[function.span.start : function.span.end]
            name = function.unified.encode()
            if function.unified not in settled.dropped:  # another source's definition stands there
                blocks[function.unified] = b"\n".join(
                    [marker(settled.id, reason), b"#if 0 // " + name, legacy, b"#endif // " + name + b"\n"]
                )
            function = replace(
                function, status=Status.REFUSED, reason=f"{settled.id}: {reason}", text=b"", declaration=b"", rows=()
            )
        functions.append(function)
    keys = {key for name, key in plan.keys if name not in reasons}
    files = {
        path: tuple(
            replace(e, text=blocks[e.name], definition=False) if e.name in blocks else e
            for e in entries
            if e.name in blocks or _is_marker(e) or not settled.dropped & set(_names(e))
            if not (_is_marker(e) and e.name in settled.markers)
        )
        for path, entries in plan.files.items()
    }
    plan = replace(
        plan,
        files=_needed(plan, files, frozenset(reasons)),
        declarations=tuple(d for d in plan.declarations if d.name not in reasons),
        rows=tuple(row for row in plan.rows if row.key in keys),
        keys=tuple((name, key) for name, key in plan.keys if name not in reasons),
    )
    return replace(result, functions=tuple(functions), refusals=tuple(refusals)), plan
