"""Conversion of one torch-side file: read by tokens, planned flow by flow, edited."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace

from migrate.convert.marker import code_behind, marker, marker_id, markers_before
from migrate.convert.torch_meanings import Meanings, find_meanings
from migrate.frontend.directives import Conditional, branch_states
from migrate.frontend.lex import BOM, Kind
from migrate.frontend.prototypes import Prototype
from migrate.frontend.torch.devices import Devices
from migrate.frontend.torch.facts import Environment
from migrate.frontend.torch.flow import Flow, UnitFlows, UnitReader
from migrate.frontend.torch.functions import Helpers
from migrate.frontend.torch.scopes import called_free, scoped, scoped_name, written
from migrate.frontend.torch.shadow import NamesOfRules, declares
from migrate.frontend.torch.source import CodeUnit, TorchSource, balanced, find_span, read_source
from migrate.model import (
    Chip,
    Confidence,
    Edit,
    EditKind,
    FileResult,
    Finding,
    FunctionResult,
    Location,
    Refusal,
    Site,
    Span,
    Status,
)
from migrate.project.torch_rules import TorchRules
from migrate.rules.editset import EditSet, apply
from migrate.rules.torch.arranged import arranged_calls
from migrate.rules.torch.call import CallRule
from migrate.rules.torch.directives import directive_names
from migrate.rules.torch.effects import Effects
from migrate.rules.torch.forms import Forms
from migrate.rules.torch.guard import GuardPlan, guard_edits, plan_guards
from migrate.rules.torch.handles import check_given_handles
from migrate.rules.torch.names import added_includes, include_edits, legacy_names, mentions, renames
from migrate.rules.torch.refused import Refused
from migrate.rules.torch.stream import Handle, InsertionPoint, NoInsertionPoint, StreamPlanner, declaration, insert_line
from migrate.rules.torch.strings import named_in_strings

RULE = "torch-marker"
FORM = "where nothing says what it becomes; decide by hand what is asked for there"


@dataclass(frozen=True)
class Rejected:
    """Places of the legacy file that did not compile in their converted form, with the sentence why; their functions stay as they are."""

    places: Mapping[int, str] = field(default_factory=dict)
    whole: bool = False  # the whole file stays

    def check(self, unit: CodeUnit, index: int) -> None:
        """Raises Refused, with the place that did not compile, for a token of a function that stays."""
        if unit.macro or not self.places:
            return
        body = unit.function_body(index)
        span = unit.extent(body) if body is not None else unit.tokens[index].span
        for place, why in self.places.items():
            if span.start <= place < span.end:
                raise Refused("T125", bisect_right(unit.tokens, place, key=lambda token: token.start) - 1, why)


@dataclass
class _Work:
    """What accumulates while a file is converted."""

    source: TorchSource
    rules: TorchRules
    edits: EditSet
    rejected: Rejected = Rejected()
    sites: list[Site] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    functions: list[FunctionResult] = field(default_factory=list)
    guards_left: list[tuple[Location, str]] = field(default_factory=list)
    dead_done: set[int] = field(default_factory=set)  # dead branches with a converted call, by start
    refused_spans: list[Span] = field(default_factory=list)  # functions with a refused flow

    def place(self, offset: int) -> Location:
        return self.source.lines.location(self.source.path, offset)

    def refuse(self, identifier: str, span: Span, message: str, site: Site | None, function: str = "") -> None:
        self.refusals.append(Refusal(identifier, span, message, site, function))

    def find(self, identifier: str, offset: int, message: str, confidence: Confidence, function: str = "") -> None:
        self.findings.append(Finding(identifier, self.place(offset), message, confidence, function))


@dataclass(frozen=True)
class TorchConversion:
    """One torch-side file in its unified form, before anything is proven."""

    source: TorchSource
    plans: tuple[GuardPlan, ...]
    result: FileResult


def rewrite_torch_text(
    path: str,
    data: bytes,
    chips: Sequence[Chip],
    rules: TorchRules,
    prototypes: Mapping[str, Prototype],
    output: str = "",
    environment: Environment | None = None,
    rejected: Rejected | None = None,
) -> TorchConversion:
    """Convert the text of one file; `output` is its path in the unified tree (default: the same)."""
    source = read_source(path, data, chips, environment)
    work = _Work(source, rules, EditSet(data), rejected or Rejected())
    file = Helpers(source.units[0], rules)
    flows = [UnitReader(unit, rules, file, source.units[1:]).read() for unit in source.units]
    matched = balanced(source.units[0].tokens)
    plans = plan_guards(source, chips, rules, prototypes, matched)
    kept = {plan.guard.conditional.span: plan for plan in plans if plan.action == "keep"}

    def transparent(conditional: Conditional) -> bool:
        if conditional.span in kept:
            return True
        return True in branch_states(conditional, {})

    dropped = sorted(span for plan in plans for span in plan.dropped)
    meanings = find_meanings(source, rules, flows, plans, prototypes)
    if work.rejected.whole:
        _reject(work, flows, plans)
        return TorchConversion(source, (), _result(work, output or path))
    if _unclosed(work):
        return TorchConversion(source, (), _result(work, output or path))
    if not matched:
        _unmatched(work, flows, prototypes, meanings, dropped)
    else:
        units = [Unit.of(read, work, file, prototypes, meanings) for read in flows]
        for unit in units:
            _convert_flows(work, unit, transparent, dropped)
        for unit in units if not rules.same_values else ():
            _check_rest(work, unit, dropped)
        _guards(work, plans)
        _names(work, units, dropped, meanings)
    if not matched:
        _guards(work, plans)
    _leftovers(work, flows, dropped)
    if matched:
        _meanings(work, meanings)
    _comments(work)
    _markers(work, flows)
    return TorchConversion(source, tuple(plans), _result(work, output or path))


@dataclass(frozen=True)
class Unit:
    """The file, or the body of one macro, with what is known of its names."""

    read: UnitFlows
    rule: CallRule
    forms: Forms
    devices: Devices

    @classmethod
    def of(
        cls, read: UnitFlows, work: _Work, file: Helpers, prototypes: Mapping[str, Prototype], meanings: Meanings
    ) -> Unit:
        rules, unit = work.rules, read.unit
        own = Helpers(unit, rules) if unit.macro else file
        forms = Forms(
            unit,
            rules,
            read,
            file,
            own,
            prototypes,
            meanings.macros,
            meanings.words,
            meanings.records,
            meanings.zero_succeeds,
        )
        effects = Effects(work.source, unit, rules)
        rule = CallRule(work.source.data, unit, rules, prototypes, forms, effects, meanings.shadowed)
        return cls(read, rule, forms, Devices(unit, rules, meanings.changing, meanings.includes))


def _unclosed(work: _Work) -> bool:
    """Whether a conditional has no end, as where a raw string within it takes the #endif in; then nothing of the file is converted."""
    conditional = next((c for c in work.source.tree.walk() if c.closing is None), None)
    if conditional is None:
        return False
    token = conditional.branches[0].opening.token
    site = Site(EditKind.HELPER, token.span, token.text.decode("utf-8", "replace"))
    work.sites.append(site)
    work.refuse("T109", token.span, "this conditional has no #endif, unless in a string or a comment; close it", site)
    return True


def _reject(work: _Work, flows: Sequence[UnitFlows], plans: Sequence[GuardPlan]) -> None:
    """Nothing of the file is converted, because it would not compile."""
    offset, said = min(work.rejected.places.items())
    why = f"line {work.source.lines.line(offset)}: {said}"
    _refuse_all(work, flows, "T125", why)
    token = next((t for t in work.source.tokens if t.start <= offset < t.end), None)
    span = Span(offset, offset + 1) if token is None or token.kind == Kind.DIRECTIVE else token.span
    sites = [plan.site for plan in plans]
    if not any(read.calls for read in flows) or span not in [refusal.span for refusal in work.refusals]:
        sites.append(Site(EditKind.HELPER, span, work.source.data[span.start : span.end].decode("utf-8", "replace")))
    for site in sites:
        work.sites.append(site)
        work.refuse("T125", site.span, why, site)
    _comments(work)
    _markers(work, flows)


def _unmatched(
    work: _Work,
    flows: Sequence[UnitFlows],
    prototypes: Mapping[str, Prototype],
    meanings: Meanings,
    dropped: Sequence[Span],
) -> None:
    """A file whose brackets do not match when all branches are read: a plain rename needs no scopes, anything else is refused."""
    message = "the brackets of this file do not match when all branches are read; close what a branch opens in it"
    if work.rules.same_values and not any(read.calls or read.uses for read in flows):
        file = Helpers(work.source.units[0], work.rules)
        _names(work, [Unit.of(read, work, file, prototypes, meanings) for read in flows], dropped, meanings)
        _meanings(work, meanings)
        return
    _refuse_all(work, flows, "T109", message)
    told = {token.start for read in flows for c in read.calls for token in read.unit.tokens[c.index : c.closer]}
    for read in flows:
        for index in legacy_names(read.unit, work.rules):
            token = read.unit.tokens[index]
            if token.start in told or work.source.dead_span(token.start):
                continue
            told.add(token.start)
            site = Site(EditKind.HELPER, token.span, read.unit.text(index).decode("utf-8", "replace"))
            work.sites.append(site)
            work.refuse("T109", token.span, message, site)
    for rename in include_edits(work.source, work.rules, lambda offset: bool(work.source.dead_span(offset))):
        work.sites.append(rename.site)
        work.refuse("T109", rename.site.span, message, rename.site)


def _refuse_all(work: _Work, flows: Sequence[UnitFlows], identifier: str, message: str) -> None:
    for read in flows:
        for call in read.calls:
            span = read.unit.tokens[call.index].span
            site = Site(EditKind.CALL, span, call.name)
            work.sites.append(site)
            work.refuse(identifier, span, message, site, call.name)


def _convert_flows(work: _Work, one: Unit, transparent: Callable[[Conditional], bool], dropped: Sequence[Span]) -> None:
    read, rule, source = one.read, one.rule, work.source
    unit = read.unit
    starts = [s.start for s in dropped]

    def gone(offset: int) -> bool:
        return bool(find_span(dropped, starts, offset))

    planner = StreamPlanner(source, read, work.rules, transparent, one.devices, gone, one.forms.words)
    ready: list[tuple[Flow, InsertionPoint | None, list[int]]] = []
    for flow in sorted(read.flows, key=_first):
        first = _first(flow)
        needs_stream = any(use.kind != "holder" for use in flow.uses)
        if gone(unit.tokens[first].start):
            continue  # goes with its branch
        try:
            work.rejected.check(unit, first)
            claimed = rule.check(flow)
            ready.append((flow, planner.reserve(flow) if needs_stream else None, claimed))
        except (Refused, NoInsertionPoint) as reason:
            _refuse_flow(work, unit, flow, reason)
    declared: set[tuple[int, int, str]] = set()
    made: set[Edit] = set()
    for flow, place, claimed in ready:
        try:
            needs_stream = any(use.kind != "holder" for use in flow.uses)
            handle = planner.handle(place, flow) if needs_stream else Handle(_handle_name(rule, read, flow), None)
            edits = _flow_edits(rule, flow, handle)
        except (Refused, NoInsertionPoint) as reason:
            _refuse_flow(work, unit, flow, reason)
            continue
        edits = [edit for edit in edits if edit not in made]  # a status variable that several calls share
        problem = work.edits.try_add(edits)
        if problem:
            message = (
                f"edits overlap: an argument that a rule leaves out or replaces holds a call of its own ({problem})"
            )
            _refuse_flow(work, unit, flow, Refused("T110", _index(flow), message))
            continue
        made.update(edits)
        one.forms.claimed.update(claimed)
        if handle.place and (handle.place.offset, handle.place.branch, handle.name) not in declared:
            declared.add((handle.place.offset, handle.place.branch, handle.name))
            edit = declaration(source, unit, handle, work.rules)
            work.edits.add_edits([edit])
            work.sites.append(Site(EditKind.STREAM, edit.span, handle.name))
        _count_flow(work, unit, flow, edits)
    for index in read.done:
        name = unit.text(index).decode("utf-8", "replace")
        work.sites.append(Site(EditKind.CALL, unit.tokens[index].span, name, name, done=True))


def _first(flow: Flow) -> int:
    return min([c.index for c in flow.calls] + [u.first for u in flow.uses])


def _check_rest(work: _Work, one: Unit, dropped: Sequence[Span]) -> None:
    """Names of the rules that no flow contains, and variables whose flow was refused."""
    starts = [s.start for s in dropped]
    unit = one.read.unit
    refused = {refusal.span.start for refusal in work.refusals}

    def skip(offset: int) -> bool:
        return bool(work.source.dead_span(offset) or find_span(dropped, starts, offset))

    spans = tuple(dict.fromkeys(work.refused_spans))

    def left_already(offset: int) -> bool:
        return skip(offset) or any(span.start <= offset < span.end for span in spans)

    given = (
        reason for reason in check_given_handles(one.forms, one.devices) if not skip(unit.tokens[reason.index].start)
    )
    for reason in (*one.forms.check_rest(skip, left_already, one.rule.shadowed), *given):
        span = unit.tokens[reason.index].span
        if span.start not in refused:
            refused.add(span.start)
            site = Site(EditKind.HELPER, span, unit.text(reason.index).decode("utf-8", "replace"))
            work.sites.append(site)
            work.refuse(reason.id, span, reason.message, site)


def _meanings(work: _Work, meanings: Meanings) -> None:
    touched = bool(work.edits.sorted() or work.refusals) or _used(work, meanings)
    for problem in meanings.problems:
        if not touched and problem.id != "T120" and not problem.certain:
            continue  # nothing here belongs to the legacy library
        token = next((t for t in work.source.tokens if t.start <= problem.offset < t.end), None)
        span = Span(problem.offset, problem.offset + 1) if token is None or token.kind == Kind.DIRECTIVE else token.span
        site = Site(EditKind.HELPER, span, problem.what)
        work.sites.append(site)
        work.refuse(problem.id, span, problem.message, site)


def _handle_name(rule: CallRule, read: UnitFlows, flow: Flow) -> str:
    """A flow without a receiver or generator of its own: its calls take a variable that stays."""
    if not flow.calls:
        return rule.rules.stream.expression
    first, _ = flow.calls[0].arguments[0]
    return read.unit.text(first).decode("utf-8", "surrogateescape")


def _index(flow: Flow) -> int:
    return flow.calls[0].index if flow.calls else flow.uses[0].first


def _flow_edits(rule: CallRule, flow: Flow, handle: Handle) -> list[Edit]:
    edits = list(rule.edits(flow, handle.name))
    for call in flow.calls:
        own = list(rule.call_edits(call, edits))
        edits += own
        edits += rule.wait_edits(call, handle.name)
    return list(dict.fromkeys(edits))


def _count_flow(work: _Work, unit: CodeUnit, flow: Flow, edits: Sequence[Edit]) -> None:
    for call in flow.calls:
        token = unit.tokens[call.index]
        work.sites.append(Site(EditKind.CALL, token.span, call.name, call.name))
        unified = work.rules.unified_call(call.name) or ""
        span = _statement(work.source, unit, call.index)
        work.functions.append(FunctionResult(call.name, unified, Status.CONVERTED, _flow_reason(flow), span=span))
    for index in [*(call.index for call in flow.calls), *(use.first for use in flow.uses)]:
        dead = work.source.dead_span(unit.tokens[index].start)
        if dead:
            work.dead_done.add(dead.start)
    for edit in edits:
        if edit.kind != EditKind.CALL:
            what = work.source.data[edit.span.start : edit.span.end].decode("utf-8", "replace") or edit.text.decode(
                "utf-8", "replace"
            )
            work.sites.append(Site(edit.kind, edit.span, what))


def _statement(source: TorchSource, unit: CodeUnit, index: int) -> Span:
    """The lines of the statement around a token and of a check of its status right behind it."""
    blocks = unit.blocks(index)
    if not blocks:
        return unit.tokens[index].span
    first = unit.statement(index, blocks[0])
    last = unit.statement_end(index, blocks[0])
    if unit.text(first + 1) != b"(" and b"status" in [t.text for t in unit.tokens[last + 1 : last + 8]]:
        last = unit.statement_end(last + 1, blocks[0])
    last = min(last, len(unit.tokens) - 1)
    return Span(source.lines.line_start(unit.tokens[first].start), unit.tokens[last].end)


def _with_texts(source: TorchSource, functions: Sequence[FunctionResult], edits: EditSet) -> list[FunctionResult]:
    found = []
    for function in functions:
        text = apply(source.data, edits.inside(function.span), function.span) if function.span else b""
        found.append(replace(function, text=text if function.status == Status.CONVERTED else b""))
    return found


def _flow_reason(flow: Flow) -> str:
    tensors = sum(use.kind == "generator" for use in flow.uses)
    return f"call on the current stream, {tensors} tensor{'s' if tensors != 1 else ''}"


def _refuse_flow(work: _Work, unit: CodeUnit, flow: Flow, reason: Exception) -> None:
    identifier, index, message = "T111", _index(flow), str(reason)
    if isinstance(reason, Refused):
        identifier, index = reason.id, reason.index
    span = unit.tokens[index].span
    dead = work.source.dead_span(span.start)
    names = ", ".join(call.name for call in flow.calls) or unit.text(index).decode("utf-8", "replace")
    if dead:
        work.find("T201", span.start, f"{names} stays in a branch that is never compiled: {message}", Confidence.HIGH)
        return
    body = unit.function_body(index)
    if body is not None and not unit.macro:
        work.refused_spans.append(Span(unit.tokens[body].start, unit.tokens[unit.pairs[body]].end))
    for use in flow.uses:  # and so does what it initialises
        blocks = unit.blocks(use.first)
        start = unit.statement(use.first, blocks[0]) if blocks else unit.head(use.first)
        work.refused_spans.append(Span(unit.tokens[start].start, unit.tokens[use.last].end))
    for variable in flow.variables:  # what they are declared with stays as well
        first = unit.tokens[variable.index if variable.type_index is None else variable.type_index]
        work.refused_spans.append(Span(first.start, unit.tokens[variable.index].end))
    for call in flow.calls:
        site = Site(EditKind.CALL, unit.tokens[call.index].span, call.name, call.name)
        work.sites.append(site)
        work.refuse(identifier, unit.tokens[index].span, message, site, call.name)
        span = _statement(work.source, unit, call.index)
        work.functions.append(FunctionResult(call.name, "", Status.REFUSED, message, span=span))
    if not flow.calls:
        site = Site(EditKind.HANDLE, span, unit.text(index).decode("utf-8", "replace"))
        work.sites.append(site)
        work.refuse(identifier, span, message, site)


def _guards(work: _Work, plans: Sequence[GuardPlan]) -> None:
    for plan in plans:
        site = plan.site
        work.sites.append(site)
        offset = plan.guard.conditional.span.start
        if plan.action != "refuse":
            for span in plan.dropped:
                _lost_comments(work, span)
                work.edits.remove_inside(span)
        elif plan.action == "refuse":
            work.guards_left.append((work.place(offset), plan.reason))
            message = f"{site.what} stays: {plan.reason}; decide by hand what each chip does"
            work.refuse("T112", site.span, message, site)
            continue
        problem = work.edits.try_add(guard_edits(work.source, plan, work.rules))
        if problem:
            work.guards_left.append((work.place(offset), problem))
            work.refuse("T110", site.span, f"{site.what} stays: {problem}", site)


def _lost_comments(work: _Work, span: Span) -> None:
    for token in work.source.comments():
        if token.start in range(span.start, span.end):
            text = " ".join(token.text.decode("utf-8", "replace").split())
            work.find("D201", token.start, f"a comment stood only in a dropped branch: {text[:120]}", Confidence.HIGH)


def _names(work: _Work, units: Sequence[Unit], dropped: Sequence[Span], meanings: Meanings) -> None:
    source = work.source
    other = _other_things(work, meanings)
    starts = [s.start for s in dropped]
    refused = tuple(dict.fromkeys(work.refused_spans))

    def skip(offset: int) -> bool:
        dead = source.dead_span(offset)
        if (dead and dead.start not in work.dead_done) or offset in other:
            return True
        if any(span.start <= offset < span.end for span in refused):
            return True
        return find_span(dropped, starts, offset) is not None

    for unit in source.units if work.rules.free else ():
        _arranged(work, unit, skip)
    for one in units:
        _truths(work, one, skip)
    taken = sorted(edit.span for edit in work.edits.sorted() if edit.span.start < edit.span.end)
    taken_starts = [span.start for span in taken]
    for one in units:
        for rename in renames(one.read.unit, work.rules, skip):
            certain = work.rules.same_values or rename.index in one.forms.claimed or _using(one.read.unit, rename.index)
            if not certain:
                continue
            if find_span(taken, taken_starts, rename.edit.span.start) is None:  # not part of a call's edits
                work.edits.add_edits([rename.edit])
                work.sites.append(rename.site)
    for rename in include_edits(source, work.rules, skip):
        if work.edits.try_add([rename.edit]) is None:
            work.sites.append(rename.site)
    _directives(work, meanings, skip)
    _strings(work, skip)
    changed = work.edits.sorted()
    for rename in added_includes(source, work.rules) if changed else ():
        if work.edits.try_add([rename.edit]) is None:
            work.sites.append(rename.site)


def _truths(work: _Work, one: Unit, skip: Callable[[int], bool]) -> None:
    """Comparisons of statuses that were truth values, or compared with 0."""
    for span, edit in one.forms.truths.items():
        if not skip(span.start) and not (problem := work.edits.try_add([edit])):
            work.sites.append(Site(edit.kind, span, work.source.data[span.start : span.end].decode() or "status"))
        elif not skip(span.start):
            site = Site(edit.kind, span, "status")
            work.sites.append(site)
            work.refuse("T110", span, f"edits overlap: {problem}", site)


def _other_things(work: _Work, meanings: Meanings) -> frozenset[int]:
    """Where names stand in a plain rename that mean something else in this file: they keep their names, as what declares them does."""
    if not work.rules.same_values:
        return frozenset()
    found: set[int] = set()
    for unit in work.source.units if meanings.shadowed else ():
        for index, token in enumerate(unit.tokens):
            name = scoped_name(unit, work.rules, index)
            call = called_free(unit, work.rules, index)
            last = call.name.last if call else name.old.last if name else index
            if unit.text(last) in meanings.shadowed:
                found.add(token.start)
    return frozenset(found)


def _used(work: _Work, meanings: Meanings) -> bool:
    """Whether a plain rename leaves a name that means something else here where it may be the library's all the same."""
    names = NamesOfRules(work.rules)
    for unit in work.source.units if work.rules.same_values and meanings.shadowed else ():
        for index, token in enumerate(unit.tokens):
            if token.text not in meanings.shadowed or token.text in unit.parameters or unit.is_member(index):
                continue
            if not (scoped(unit, index) or declares(unit, index, names) or work.source.dead_span(token.start)):
                return True
    return False


def _directives(work: _Work, meanings: Meanings, skip: Callable[[int], bool]) -> None:
    for found in directive_names(work.source, work.rules, meanings.moved, skip):
        problem = work.edits.try_add([found.edit]) if found.edit else FORM
        work.sites.append(found.site)
        if problem:
            why = f"{found.site.what} stands in a directive, {problem}"
            work.refuse("T113", found.site.span, why, found.site)


def _strings(work: _Work, skip: Callable[[int], bool]) -> None:
    for site in named_in_strings(work.source, work.rules, skip):
        work.sites.append(site)
        why = f"{site.what} stands in a string that names code, which nothing converts; write there what it is in the unified library"
        work.refuse("T113", site.span, why, site)


def _arranged(work: _Work, unit: CodeUnit, skip: Callable[[int], bool]) -> None:
    """Calls without a receiver that rules arrange."""
    for call in arranged_calls(work.source, unit, work.rules, skip):
        work.sites.append(call.site)
        problem = call.problem or (work.edits.try_add([call.edit]) if call.edit else None)
        if problem:
            work.refuse("T114", call.site.span, problem, call.site, call.site.what)


def _using(unit: CodeUnit, index: int) -> bool:
    return unit.text(index + 1) == b";" and unit.text(unit.head(index)) == b"using"


def _leftovers(work: _Work, flows: Sequence[UnitFlows], dropped: Sequence[Span]) -> None:
    """Legacy names in a form that nothing above understood."""
    starts = [s.start for s in dropped]
    for read in flows:
        for index in read.others:
            token = read.unit.tokens[index]
            name = next((name.text for name in written(read.unit, index)), token.text.decode("utf-8", "replace"))
            if find_span(dropped, starts, token.start):
                continue
            if work.source.dead_span(token.start):
                message = f"{name} stays in a branch that is never compiled; it is no function of the legacy library"
                work.find("T201", token.start, message, Confidence.HIGH)
                continue
            site = Site(EditKind.CALL, token.span, name, name)
            work.sites.append(site)
            work.refuse(
                "T113", token.span, f"{name} is used in a form that migrate does not know; convert it by hand", site
            )


def _comments(work: _Work) -> None:
    for token in work.source.comments():
        for name in mentions(token.text, work.rules):
            work.find("T202", token.start, f"a comment contains a call of {name}; it is left as it is", Confidence.HIGH)


def _markers(work: _Work, flows: Sequence[UnitFlows]) -> None:
    """A comment with the id before each statement that has a refusal."""
    marked: set[tuple[int, str]] = set()
    for refusal in work.refusals:
        where = _marker_place(work.source, flows, refusal.span.start)
        if where is None or (where[1], refusal.id) in marked:
            continue
        marked.add((where[1], refusal.id))
        unit, offset, statement = where
        if refusal.id in markers_before(work.source.data, offset):
            continue
        text = marker(refusal.id, refusal.message)
        edit = insert_line(work.source, unit, offset, statement, text, EditKind.CALL, RULE)
        work.edits.try_add([edit])
    _outdated_markers(work, {(code_behind(work.source.data, offset), id) for offset, id in marked})


def _outdated_markers(work: _Work, marked: Set[tuple[int, str]]) -> None:
    """Markers of an earlier run in place go where nothing is refused behind them any more."""
    data = work.source.data
    for token in work.source.comments():
        identifier = marker_id(token.text) or ""
        if not identifier.startswith("T") or (code_behind(data, token.end), identifier) in marked:
            continue
        start, end = token.start, token.end
        line = work.source.lines.line_start(start)
        if not data[line:start].strip() and data[end : end + 1] in (b"\r", b"\n"):
            start, end = line, data.index(b"\n", end) + 1 if b"\n" in data[end:] else end
        else:
            end += data[end : end + 1] == b" "
        work.edits.try_add([Edit(Span(start, end), b"", EditKind.CALL, RULE)])


def _marker_place(source: TorchSource, flows: Sequence[UnitFlows], offset: int) -> tuple[CodeUnit, int, int] | None:
    for read in flows:
        unit = read.unit
        if not unit.tokens or (unit.macro and not _within(unit, offset)):
            continue
        if not unit.macro and any(read.unit.macro and _within(read.unit, offset) for read in flows):
            continue  # inside a macro, which is a unit of its own
        index = next((i for i, t in enumerate(unit.tokens) if t.start >= offset), len(unit.tokens) - 1)
        if unit.tokens[index].start != offset:  # a directive
            bom = len(BOM) if source.data.startswith(BOM) else 0
            return (unit, max(source.lines.line_start(offset), bom), index) if not unit.macro else None
        blocks = unit.blocks(index)
        statement = unit.statement(index, blocks[0]) if blocks else unit.head(index)
        return unit, unit.tokens[statement].start, statement
    return None


def _within(unit: CodeUnit, offset: int) -> bool:
    return bool(unit.tokens) and unit.tokens[0].start <= offset <= unit.tokens[-1].end


def _result(work: _Work, output: str) -> FileResult:
    source = work.source
    edits = work.edits.sorted()
    return FileResult(
        path=source.path,
        outputs={output: apply(source.data, edits)},
        edits=edits,
        edited=len(edits),
        sites=tuple(sorted(work.sites, key=lambda s: (s.span, s.kind.value))),
        refusals=tuple(work.refusals),
        findings=tuple(work.findings),
        functions=tuple(_with_texts(source, work.functions, work.edits)),
        guards_left=tuple(work.guards_left),
        inactive=source.inactive,
    )
