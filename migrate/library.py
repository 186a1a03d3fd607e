"""Library side: one legacy source file to its place in the unified tree.

parse per chip -> convert each function -> place into families, header, kernel tables and CMake list -> prove.
`prepare_library` depends on the source and the rules alone; `convert_library` also places, into the tree that `Reader` reads. Neither
writes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from migrate import per_chip
from migrate.config import Project
from migrate.edits import families, header, tables
from migrate.edits.editset import certify_moved
from migrate.edits.marker import marker
from migrate.frontend.clang import ChipFacts, ParseRequest, parse_all
from migrate.frontend.directives import asks_about, build_tree, unseen_spans
from migrate.frontend.features import Feature, defined_features, macros_asked
from migrate.frontend.lex import Kind, lex_whole
from migrate.frontend.prototypes import Parameter, Prototype, read_prototypes
from migrate.frontend.source import CONTROL, Source
from migrate.locate import target_reader
from migrate.model import (
    Confidence,
    EditKind,
    FileResult,
    Finding,
    FunctionResult,
    KernelRow,
    Place,
    Proof,
    Refusal,
    Site,
    Span,
    Status,
)
from migrate.per_chip import Merged, merged_input
from migrate.placing import Plan, Reader, place, placed
from migrate.rules.function import Converted, convert_function
from migrate.rules.library_rules import LibraryRules, compile_library_rules
from migrate.rules.local_types import LocalType, local_types, obstacle, unified_text, used, with_inner
from migrate.verify import projection


@dataclass(frozen=True)
class Unit:
    """One parsed file with everything that its conversion needs."""

    source: Source
    rules: LibraryRules
    prototypes: Mapping[str, Prototype]
    public: frozenset[str]  # names that a header declares
    comments: Mapping[str, tuple[str, ...]]  # legacy header's comments
    merged: Merged | None = None  # the files of several chips that `source` is made of


def parse_requests(project: Project, path: Path, merged: Merged | None = None) -> list[ParseRequest]:
    library = project.library
    requests = []
    for chip in project.chips:
        arguments = ["-x", "c++", *library.flags, f"-D{chip.legacy_macro}", *(f"-D{d}" for d in library.defines)]
        arguments += [f"-I{project.root / folder}" for folder in (*library.include, *chip.include)]
        stubs = tuple((str(path.parent / name), text.encode()) for name, text in library.stubs.items())
        own = merged.text_of(chip) if merged else path
        requests.append(ParseRequest(str(own), chip.name, tuple(arguments), stubs, merged.data if merged else None))
    return requests


def parse_source(project: Project, path: Path) -> list[ChipFacts]:
    """What every chip's compiler says of a library source. Raises ParseFailed and OSError."""
    return parse_all(parse_requests(project, path, merged_input(project, path)))


def load_unit(project: Project, path: Path, facts: Sequence[ChipFacts] | None = None) -> Unit:
    """Parse a library source for every chip. Raises ParseFailed and OSError."""
    merged = merged_input(project, path)
    data = merged.data if merged else path.read_bytes()
    if facts is None:
        facts = parse_all(parse_requests(project, path, merged))
    source = Source(merged.name if merged else project.relative(path), data, project.chips, facts)
    if merged:
        source.lines = merged.lines
    declared, comments = _read_headers(
        tuple(file.read_bytes() for file in project.source_files(project.library.headers))
    )
    prototypes = {f.name: _prototype(source, f) for f in source.functions} | declared
    return Unit(source, compile_library_rules(project.library_rules), prototypes, frozenset(declared), comments, merged)


@lru_cache(maxsize=4)
def _read_headers(headers: tuple[bytes, ...]) -> tuple[dict[str, Prototype], dict[str, tuple[str, ...]]]:
    """Prototypes and comments of the library's headers, read once for all sources of a run."""
    prototypes: dict[str, Prototype] = {}
    comments: dict[str, tuple[str, ...]] = {}
    for text in headers:
        prototypes.update(read_prototypes(text))
        comments.update(header.doc_comments(text))
    return prototypes, comments


def _prototype(source: Source, function) -> Prototype:
    parameters = tuple(
        Parameter(p.type, source.text(p.name_index).decode("utf-8", "replace")) for p in source.parameters(function)
    )
    return Prototype(function.name, source.spell(function.first, function.name_index), parameters)


def convert_library(
    project: Project,
    path: Path,
    only: Collection[str] | None = None,
    reader: Reader | None = None,
    facts: Sequence[ChipFacts] | None = None,
    prove: bool = True,
) -> FileResult:
    """Convert one library source. `only` names legacy or unified functions; what they call in the file comes too."""
    result, plan = prepare_library(project, path, only, facts, prove)
    return placed(result, plan, place(plan, reader or target_reader(project)))


def prepare_library(
    project: Project,
    path: Path,
    only: Collection[str] | None = None,
    facts: Sequence[ChipFacts] | None = None,
    prove: bool = True,
) -> tuple[FileResult, Plan]:
    """As `convert_library` without outputs, and what to place."""
    unit = load_unit(project, path, facts)
    source, rules = unit.source, unit.rules
    internal = _internal(unit)
    wanted = _wanted(unit, only)
    skipped = {f.name: reason for f in source.functions if (reason := _skip_reason(f.name, rules))}
    items = [
        convert_function(source, f, rules, unit.prototypes, f.name in internal)
        for f in source.functions
        if f.name not in skipped and f.name in wanted
    ]
    types = local_types(source)
    items = [_check_types(unit, types, internal, _check_conflicts(unit, _check_globals(unit, item))) for item in items]
    features = _features(project, unit, path, items)
    items = [_check_features(unit, item, features) for item in items]
    rows = _rows(unit, items, internal)
    proofs = _prove(unit, items, internal) if prove else []
    withheld = _withhold(items, proofs)
    if withheld != items:
        items, rows = withheld, _rows(unit, withheld, internal)
    plan = Plan(
        project.target,
        tuple(chip.name for chip in project.chips),
        _placement(project, unit, items, internal, features, types),
        _declarations(unit, items, internal),
        rows,
        [(item.unified, row.key) for item in items for row in item.rows],
        {item.unified: source.lines.place(source.path, item.function.span.start) for item in items},
    )
    return _result(project, unit, items, skipped, rows, proofs, wanted), plan


def _internal(unit: Unit) -> frozenset[str]:
    """Functions with a handle that no header declares. Without a header every one is public."""
    if not unit.public:
        return frozenset()
    return frozenset(f.name for f in unit.source.functions if f.name not in unit.public and f.name.strip("_"))


def _skip_reason(name: str, rules: LibraryRules) -> str:
    if name in rules.infrastructure:
        return rules.infrastructure[name]
    if name in rules.provided:
        return f"the unified library has {rules.provided[name]}"
    return ""


def _wanted(unit: Unit, only: Collection[str] | None) -> frozenset[str]:
    names = {f.name: f for f in unit.source.functions}
    if only is None:
        return frozenset(names)
    found = {n for n in names if n in only or unit.rules.operator(n) in only or unit.rules.name(n) in only}
    pending = list(found)
    while pending:
        function = names[pending.pop()]
        for index in unit.source.calls(*function.body):
            callee = unit.source.text(index).decode("utf-8", "replace")
            if callee in names and callee not in found:
                found.add(callee)
                pending.append(callee)
    return frozenset(found)


def _check_conflicts(unit: Unit, item: Converted) -> Converted:
    """A function that the chips' own files declare differently has no one form."""
    sentence = unit.merged.conflicts.get(item.function.name) if unit.merged else None
    if sentence is None:
        return item
    refusal = Refusal("L172", item.function.span, sentence, None, item.function.name)
    return item.refused(refusal)


def _check_globals(unit: Unit, item: Converted) -> Converted:
    """A function that uses a variable of the legacy file cannot move away from it."""
    source, function = unit.source, item.function
    for index in range(*function.body):
        decl = source.fact(index) if source.code[index].kind == Kind.IDENT else None
        outside = decl and decl.kind == "variable" and decl.offset >= 0
        if decl and outside and not source.in_function(decl.offset):
            token = source.code[index]
            refusal = Refusal(
                "L160", token.span, f"uses {decl.name}, a variable of the legacy file", None, function.name
            )
            return item.refused(refusal)
    return item


def _check_types(unit: Unit, types: Mapping[bytes, LocalType], internal: frozenset[str], item: Converted) -> Converted:
    """A function that uses a type of the legacy file which cannot come along stays."""
    source, function = unit.source, item.function
    found = used(source, types, function.first, function.close_brace) if item.text and types else []
    public = item.operator and function.name not in internal
    for index, declared in found:
        reasons = (obstacle(source, unit.rules, one) for one in with_inner(source, types, [declared]))
        why = next((reason for reason in reasons if reason), "")
        if not why and public and index < function.close_paren:
            why = "the declaration in the public header would need it"
        if why:
            name = source.text(index).decode("utf-8", "replace")
            sentence = f"uses {name}, a type of the legacy file that cannot come along: {why}"
            refusal = Refusal("L162", source.code[index].span, sentence, None, function.name)
            return item.refused(refusal)
    return item


def _types(unit: Unit, types: Mapping[bytes, LocalType], items: Sequence[Converted]) -> list[families.Placed]:
    """Types of the legacy file that converted functions use."""
    source = unit.source
    functions = [i.function for i in items if i.text] if types else []
    wanted = [found for f in functions for _, found in used(source, types, f.first, f.close_brace)]
    placed = []
    for declared in with_inner(source, types, wanted):
        names = [unit.rules.name(n.decode("utf-8", "replace")) or n.decode("utf-8", "replace") for n in declared.names]
        text = unified_text(source, unit.rules, declared)
        placed.append(families.Placed("#" + names[0], text, -1, False, tuple(names[1:])))
    return placed


def _features(project: Project, unit: Unit, path: Path, items: Sequence[Converted]) -> Mapping[bytes, Feature]:
    """Macros of legacy headers that conditionals of converted functions ask about."""
    known = {c.unified_macro.encode() for c in project.chips}
    wanted = frozenset(name for item in items if item.text for name in macros_asked(item.text)) - known
    if not wanted:
        return {}
    folders = [project.root / f for f in (*project.library.include, *(i for c in project.chips for i in c.include))]
    kept = project.source_files(project.library.arguments)
    return defined_features(path.resolve(), folders, kept, project.chips, wanted)


def _check_features(unit: Unit, item: Converted, features: Mapping[bytes, Feature]) -> Converted:
    """Reports the macros that a function brings along; one that only some chips define cannot be carried over."""
    start = item.function.name_offset(unit.source)
    for name in sorted(macros_asked(item.text) & features.keys()) if item.text else ():
        feature, spelled = features[name], name.decode()
        if len(feature.chips) == len(unit.source.chips):
            sentence = f"{feature.header.name} defines {spelled}, which a conditional here asks about"
            item = replace(item, differences=(*item.differences, ("D204", start, sentence)))
            continue
        some = ", ".join(sorted(feature.chips))
        sentence = f"asks about {spelled}, which {feature.header.name} defines for {some} only"
        refusal = Refusal("L161", Span(start, start), sentence, None, item.function.name)
        return item.refused(refusal)
    return item


def _carried(unit: Unit, features: Mapping[bytes, Feature]) -> list[families.Placed]:
    """Definitions of feature macros that every chip has, each behind #ifndef."""
    return [
        families.Placed(
            "#" + name.decode("utf-8", "replace"),
            b"#ifndef " + name + b"\n" + feature.definition.replace(b"\r\n", b"\n") + b"\n#endif\n",
            -1,
            False,
        )
        for name, feature in sorted(features.items())
        if len(feature.chips) == len(unit.source.chips)
    ]


def _rows(unit: Unit, items: Sequence[Converted], internal: frozenset[str]) -> list[KernelRow]:
    """Rows of all functions; an internal function's only for chips that reach it from an operator."""
    by_name = {i.function.name: i for i in items}
    reached: dict[str, set[str]] = {n: set() for n in by_name}
    pending = [(i.function.name, c) for i in items if i.function.name not in internal for c in i.implementing]
    while pending:
        name, chip_name = pending.pop()
        if chip_name in reached[name]:
            continue
        reached[name].add(chip_name)
        chip = next(c for c in unit.source.chips if c.name == chip_name)
        for index in unit.source.calls(*by_name[name].function.body):
            callee = unit.source.text(index).decode("utf-8", "replace")
            if callee in by_name and unit.source.sees(chip, unit.source.code[index].start):
                pending.append((callee, chip_name))
    kept = []
    for item in items:
        for row in item.rows:
            if item.function.name not in internal or (row.symbol and row.chip in reached[item.function.name]):
                kept.append(row)
    return tables.combine(kept)


def _withhold(items: Sequence[Converted], proofs: Sequence[Proof]) -> list[Converted]:
    """A function whose proof failed is not written: a wrong conversion is worse than none."""
    failed = {p.subject: p for p in proofs if p.status == "different"}
    found = []
    for item in items:
        if item.text and item.unified in failed:
            proof = failed[item.unified]
            sentence = f"the {proof.name} proof failed: {proof.detail}"
            refusal = Refusal("L157", item.function.span, sentence, None, item.function.name)
            item = item.refused(refusal)
        found.append(item)
    return found


def _prove(unit: Unit, items: Sequence[Converted], internal: frozenset[str]) -> list[Proof]:
    proofs: list[Proof] = []
    for item in items:
        if not item.text:
            continue
        function = item.function
        lead = function.lead.start if unit.source.data[function.lead.start : function.lead.end].strip() else None
        span = Span(function.span.start if lead is None else lead, function.span.end)
        problem = certify_moved(unit.source.data, item.edits, span, item.text)
        status = "different" if problem else "equal"
        proofs.append(Proof("certificate", item.unified, status, problem or ""))
    if unit.merged:
        proofs += per_chip.prove(unit.merged, unit.source.chips)
    return proofs + projection.check(unit.source, items, unit.rules, unit.prototypes, internal)


def _placement(
    project: Project,
    unit: Unit,
    items: Sequence[Converted],
    internal: frozenset[str],
    features: Mapping[bytes, Feature],
    types: Mapping[bytes, LocalType],
) -> dict[str, list[families.Placed]]:
    """Relative path -> definitions. Helpers without a handle go to one header, internal functions to their caller's family."""
    target = project.target
    placed: dict[str, list[families.Placed]] = {}
    family: dict[str, str] = {}
    for item in items:
        name = item.function.name
        if item.operator and name not in internal:
            family[name] = families.family_of(name, item.unified, project.families)
    for item in reversed(items):  # callers stand behind
        name = item.function.name
        if item.operator and name in internal:
            family[name] = _caller_family(unit, items, name, family)
    for order, item in enumerate(items):
        text = item.text or refused_text(unit.source, item)
        relative = target.helpers
        if item.operator:
            relative = f"{target.sources}/{family[item.function.name]}.cpp"
        elif not item.text and not _called(unit, items, item.function.name):
            continue
        placed.setdefault(relative, []).append(families.Placed(item.unified, text, order, bool(item.text)))
    shared = [*_carried(unit, features), *_macros(unit, items), *_types(unit, types, items), *_conversions(unit, items)]
    if shared:
        placed[target.helpers] = [*shared, *placed.get(target.helpers, [])]
    return placed


def _called(unit: Unit, items: Sequence[Converted], name: str) -> bool:
    """Whether a converted function calls a function of the file. A header of a block that a conditional cuts is none."""
    if name in CONTROL:
        return False
    called = unit.source.where(name.encode(), 0, len(unit.source.code))
    return any(f.open_brace < i < f.close_brace for i in called for f in (item.function for item in items if item.text))


def _conversions(unit: Unit, items: Sequence[Converted]) -> list[families.Placed]:
    """Functions from unified to kernel types that converted functions use and the rules define."""
    used = {name for item in items if item.text for name in item.conversions}
    return [
        families.Placed(c.function, c.code.strip().encode() + b"\n", -1)
        for c in unit.rules.conversions.values()
        if c.function in used and c.code
    ]


def _caller_family(unit: Unit, items: Sequence[Converted], name: str, family: Mapping[str, str]) -> str:
    for item in items:
        if item.function.name in family:
            for index in unit.source.calls(*item.function.body):
                if unit.source.text(index) == name.encode():
                    return family[item.function.name]
    return families.DEFAULT_FAMILY


def refused_text(source: Source, item: Converted) -> bytes:
    """A refused function as it was, behind its markers, for a person to finish. Conditionals that it cuts are commented out."""
    lines = [marker(r.id, r.sentence) for r in item.refusals]
    body = source.data[item.function.span.start : item.function.span.end]
    tree = build_tree(body, lex_whole(body))
    cut = [b.opening for c in tree.walk() if c.closing is None for b in c.branches]
    for directive in sorted((*tree.stray, *cut), key=lambda d: d.token.start, reverse=True):
        body = body[: directive.token.start] + b"// " + body[directive.token.start :]
    name = item.unified.encode()
    return b"\n".join([*lines, b"#if 0 // " + name, body, b"#endif // " + name]) + b"\n"


def _macros(unit: Unit, items: Sequence[Converted]) -> list[families.Placed]:
    """Macros of the legacy file that converted functions use, each behind #ifndef."""
    used = {t.text for i in items if i.text for t in _words(i.text)}
    found = []
    for directive in unit.source.tree.others:
        match = re.match(rb"([A-Za-z_]\w*)", directive.argument) if directive.keyword == b"define" else None
        if match and match.group(1) in used:
            name = match.group(1)
            text = b"#ifndef " + name + b"\n" + directive.token.text + b"\n#endif\n"
            found.append(families.Placed("#" + name.decode("utf-8", "replace"), text, -1, False))
    return found


def _words(text: bytes):
    return (t for t in lex_whole(text) if t.kind == Kind.IDENT)


def _declarations(unit: Unit, items: Sequence[Converted], internal: frozenset[str]) -> list[header.Declaration]:
    declarations = []
    for item in items:
        name = item.function.name
        if not item.operator or not item.declaration or name in internal:
            continue
        comment = unit.comments.get(name, ())
        parameters = [p.name for p in unit.prototypes[name].parameters if p.type in unit.rules.tensor_types]
        named = header.optional_in(comment, parameters)
        optional = tuple(p for p in parameters if p in named or p in item.optional)
        declarations.append(header.Declaration(item.unified, item.declaration, comment, optional))
    return declarations


def _result(
    project: Project,
    unit: Unit,
    items: Sequence[Converted],
    skipped: Mapping[str, str],
    rows: Sequence[KernelRow],
    proofs: Sequence[Proof],
    wanted: frozenset[str],
) -> FileResult:
    source = unit.source
    functions = [_function_result(project, item, rows) for item in items]
    for function in source.functions:
        if function.name in skipped and function.name in wanted:
            unified = unit.rules.provided.get(function.name, "")
            functions.append(
                FunctionResult(function.name, unified, Status.SKIPPED, skipped[function.name], span=function.span)
            )
    findings = [f for item in items for f in _findings(source, item)]
    skipped_sites = [s for f in source.functions if f.name in skipped for s in _file_sites(source, f.span)]
    sites = [s for item in items for s in (*item.sites, *_declared(item))]
    return FileResult(
        path=source.path,
        edited=sum(len(item.edits) for item in items),
        sites=(*sites, *_file_sites(source, None), *skipped_sites),
        refusals=tuple(r for item in items for r in item.refusals),
        findings=tuple(findings),
        functions=tuple(functions),
        guards_left=_guards_left(unit, items),
        unseen=() if unit.merged else tuple(unseen_spans([source.hidden[c.name] for c in source.chips])),
        proofs=tuple(proofs),
    )


def _declared(item: Converted) -> list[Site]:
    if not item.text:
        return []
    return [
        Site(EditKind.INDENT, item.function.span, "definition", item.function.name),
        Site(EditKind.DECLARE, item.function.span, "declaration, rows, source list", item.function.name),
    ]


def _file_sites(source: Source, inside: Span | None) -> list[Site]:
    """Conditionals on chip macros outside of functions, or inside one that is left out as a whole."""
    macros = [c.legacy_macro.encode() for c in source.chips]
    sites = []
    for conditional in source.conditionals:
        if not asks_about(conditional, macros):
            continue
        function = source.function_at(conditional.span.start)
        own = function.span if function and conditional.span.end <= function.span.end else None
        if own == inside:
            sites.append(
                Site(
                    EditKind.CONDITIONAL,
                    conditional.span,
                    conditional.branches[0].condition().decode("utf-8", "replace"),
                )
            )
    return sites


def _guards_left(unit: Unit, items: Sequence[Converted]) -> tuple[tuple[Place, str], ...]:
    """Conditionals on chip macros that stay: in refused functions, or because the rules ask for one build per chip."""
    source = unit.source
    macros = [c.legacy_macro.encode() for c in source.chips]
    left = []
    for item in items:
        keeps = unit.rules.dispatch == "macro" and item.relation in ("one-chip", "different")
        if item.text and not keeps:
            continue
        reason = "one build per chip is asked for" if item.text else item.refusals[0].sentence
        for conditional in source.conditionals:
            inside = item.function.span.start <= conditional.span.start < item.function.span.end
            if inside and asks_about(conditional, macros):
                left.append((source.lines.place(source.path, conditional.span.start), reason))
    return tuple(left)


def _function_result(project: Project, item: Converted, rows: Sequence[KernelRow]) -> FunctionResult:
    family = families.family_of(item.function.name, item.unified, project.families) if item.operator else ""
    keys = {r.key for r in item.rows}
    return FunctionResult(
        item.function.name,
        item.unified,
        Status.CONVERTED if item.text else Status.REFUSED,
        "" if item.text else f"{item.refusals[0].id}: {item.refusals[0].sentence}",
        item.relation,
        item.function.span,
        family,
        item.text,
        item.declaration,
        tuple(r for r in rows if r.key in keys),
    )


def _findings(source: Source, item: Converted) -> list[Finding]:
    found = [
        Finding(id, source.lines.place(source.path, offset), sentence, Confidence.HIGH, item.function.name)
        for id, offset, sentence in item.differences
    ]
    if item.text:
        for span in item.dropped_comments:
            text = source.data[span.start : span.end].decode("utf-8", "replace").split("\n")[0]
            sentence = f"this comment stood only in a dropped branch: {text}"
            found.append(
                Finding(
                    "D201", source.lines.place(source.path, span.start), sentence, Confidence.HIGH, item.function.name
                )
            )
    return found
