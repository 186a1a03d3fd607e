"""Library side: what a conversion writes, as a plan for the unified tree, and what it reports."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from migrate.convert.definitions import check_complete
from migrate.convert.entities import plain_header, uses
from migrate.convert.function import CHOSEN, Converted
from migrate.convert.library import Conversion
from migrate.convert.macros import CarriedMacro
from migrate.convert.marker import marker
from migrate.convert.other_sources import operators_elsewhere
from migrate.convert.translation_unit import TranslationUnit
from migrate.emit import families, header, tables
from migrate.emit.defaults import with_defaults
from migrate.emit.manifest import Origin
from migrate.emit.plan import OutputPlan
from migrate.frontend.argument_structs import structs_of
from migrate.frontend.comments import optional_in
from migrate.frontend.compiler.clang import SYSTEM, is_system
from migrate.frontend.directives import build_tree, inactive_everywhere
from migrate.frontend.lex import identifiers, lex_whole, texts
from migrate.frontend.prepare.edited import Prepared
from migrate.frontend.source import CONTROL, Function, Source
from migrate.frontend.unified import UnifiedNames, public_names, unified_headers
from migrate.frontend.variants import Merged
from migrate.model import (
    Confidence,
    EditKind,
    FileResult,
    Finding,
    FunctionResult,
    KernelRow,
    Location,
    Proof,
    Refusal,
    Site,
    Span,
    Status,
)
from migrate.project.config import Project
from migrate.project.library_rules import LibraryRules
from migrate.rules.context import HELPER_KEY
from migrate.rules.local_types import LocalType, unified_text, used, with_inner


def plan_of(project: Project, done: Conversion) -> OutputPlan:
    """What the conversion wants in the unified tree."""
    source = done.unit.source
    files = placement(project, done)
    return OutputPlan(
        project.target,
        tuple(chip.name for chip in project.chips),
        files,
        _declarations(project, done.unit, done.items, done.internal),
        _rows(done.unit, done.items, done.internal),
        [(item.unified, row.key) for item in done.items for row in item.rows],
        {item.unified: source.lines.location(source.path, item.function.span.start) for item in done.items},
        project.unified,
        _origins(source.path, done, files),
        frozenset([source.path] if done.complete else []),
        {source.path: {function.name: number for number, function in enumerate(source.functions)}},
        operators_elsewhere(done.unit),
        frozenset(d.name for d in source.references.values() if d.kind == "function" and is_system(d.file)),
        Prepared(source.data, source.lines) if done.unit.original or done.unit.written or done.unit.merged else None,
    )


def placement(project: Project, done: Conversion) -> dict[str, list[families.FamilyEntry]]:
    """Relative path -> the definitions that the conversion wants there."""
    files = _placement(project, done.unit, done.items, done.internal, done.macros, done.types)
    return _with_arguments(project, done, files)


def _origins(path: str, done: Conversion, files: Mapping[str, Sequence[families.FamilyEntry]]) -> dict[str, Origin]:
    """Entries of the plan, by unified name: of functions also the legacy name."""
    legacy = {item.unified: item.function.name for item in done.items}
    names = (entry.name for entries in files.values() for entry in entries)
    return {name: Origin((path,), legacy.get(name, "")) for name in names}


def _argument_headers(project: Project) -> dict[str, bytes]:
    """Headers of argument structs that no header of the unified tree includes, with their texts: the sources themselves have to."""
    if project.target.generator:
        return {}  # what it makes includes them
    texts = [path.read_bytes() for path in unified_headers(project)]
    found: dict[str, bytes] = {}
    for path in project.included_arguments() if texts else ():
        known = any(
            re.search(rb'include\s*["<](?:[^">]*/)?%b[">]' % re.escape(path.name.encode()), text) for text in texts
        )
        if not known and path.name not in project.unified.includes:
            found[str(path)] = path.read_bytes()
    return found


def _with_arguments(
    project: Project, done: Conversion, files: Mapping[str, Sequence[families.FamilyEntry]]
) -> dict[str, list[families.FamilyEntry]]:
    """The definitions with the headers of argument structs that each needs of its own, whatever else goes to its file."""
    headers = _argument_headers(project)
    real = {os.path.realpath(path): path for path in headers}
    items = {item.unified: item for item in done.items if headers and item.text}
    found: dict[str, list[families.FamilyEntry]] = {}
    for relative, entries in files.items():
        found[relative] = []
        for entry in entries:
            words = {word.decode("utf-8", "replace") for word in identifiers(entry.text)} if headers else set()
            item = items.get(entry.name) if entry.definition else None
            used = {u.decl for u in uses(done.unit.source, item) if u.decl.name in words} if item else set()
            declared = {real.get(os.path.realpath(decl.file)) for decl in used if decl.file}
            needed = [p for p, text in headers.items() if p in declared or structs_of(text) & words]
            names = (f'"{os.path.basename(path)}"' for path in needed if entry.definition or entry.name[:1] == "#")
            found[relative].append(replace(entry, includes=(*entry.includes, *names)))
    return found


def result_of(project: Project, done: Conversion, rows: Sequence[KernelRow], proofs: Sequence[Proof]) -> FileResult:
    return _result(project, done, rows, proofs)


def _types(
    unit: TranslationUnit, types: Mapping[bytes, LocalType], items: Sequence[Converted]
) -> list[families.FamilyEntry]:
    """Types of the legacy file that converted functions use."""
    source = unit.source
    by_function = [
        (
            with_inner(
                source, types, [one for _, one in used(source, types, i.function.first, i.function.close_brace)]
            ),
            i,
        )
        for i in (items if types else ())
        if i.text
    ]
    entries = []
    for declared in with_inner(source, types, [one for found, _ in by_function for one in found]):
        runs = any(source.text(i) == b"(" for i in range(declared.first, declared.last))
        includes = {name for found, item in by_function if runs and declared in found for name in item.includes}
        names = [unit.rules.name(n.decode("utf-8", "replace")) or n.decode("utf-8", "replace") for n in declared.names]
        text = unified_text(source, unit.rules, declared)
        entries.append(families.FamilyEntry("#" + names[0], text, -1, False, tuple(names[1:]), tuple(sorted(includes))))
    return entries


def _macro_entries(macros: Sequence[CarriedMacro]) -> list[families.FamilyEntry]:
    """Definitions of macros, each behind #ifndef."""
    return [
        families.FamilyEntry(
            "#" + macro.name,
            b"#ifndef " + macro.name.encode() + b"\n" + macro.directive + b"\n#endif\n",
            -1,
            False,
        )
        for macro in macros
    ]


def _rows(unit: TranslationUnit, items: Sequence[Converted], internal: frozenset[str]) -> list[KernelRow]:
    """Rows of all functions; an internal function's only for chips that reach it from an operator.

    What a helper's own row says is asked wherever its call is compiled, also by an operator that refuses the chip later or on other paths; a
    row that its operator shares would make the operator's for a chip that this refuses."""
    operators = [i for i in items if i.function.name not in internal]
    by_name = {i.function.name: i.function for i in items}
    called = {name: _named_in(unit, function, by_name) for name, function in by_name.items()}
    implemented = _reached(unit, called, [(i.function.name, c) for i in operators for c in i.implementing])
    compiled = _reached(
        unit, called, [(i.function.name, c.name) for i in operators if i.text for c in unit.source.chips]
    )
    kept = []
    for item in items:
        for row in item.rows:
            asked = (
                row.symbol or item.relation in CHOSEN
            )  # an internal function's own row, or the one that its body asks for
            helper = item.function.name in internal or not item.operator
            own = not row.symbol and row.key.startswith(HELPER_KEY)
            reached = (compiled if own else implemented)[item.function.name]
            if not helper or (asked and row.chip in reached):
                kept.append(row)
    return tables.combine(kept)


def _reached(
    unit: TranslationUnit, called: Mapping[str, Mapping[str, list[int]]], pending: list[tuple[str, str]]
) -> Mapping[str, set[str]]:
    """Per function: the chips that come to it from functions and chips, by the calls that each compiles. `called`: who names whom, and where."""
    chips = {c.name: c for c in unit.source.chips}
    reached: dict[str, set[str]] = {n: set() for n in called}
    while pending:
        name, chip_name = pending.pop()
        if chip_name in reached[name]:
            continue
        reached[name].add(chip_name)
        for callee, named in called[name].items():
            if any(unit.source.sees(chips[chip_name], unit.source.code[index].start) for index in named):
                pending.append((callee, chip_name))
    return reached


def _named_in(unit: TranslationUnit, function: Function, names: Collection[str]) -> Mapping[str, list[int]]:
    """Where a function's body names one of these functions."""
    words = set(map(unit.source.text, range(*function.body)))
    return {name: unit.source.where(name.encode(), *function.body) for name in names if name.encode() in words}


def _placement(
    project: Project,
    unit: TranslationUnit,
    items: Sequence[Converted],
    internal: frozenset[str],
    macros: Sequence[CarriedMacro],
    types: Mapping[bytes, LocalType],
) -> dict[str, list[families.FamilyEntry]]:
    """Relative path -> definitions. Helpers without a handle go to one header, internal functions to their caller's family."""
    target = project.target
    entries: dict[str, list[families.FamilyEntry]] = {}
    family: dict[str, tuple[str, ...]] = {}
    for item in items:
        name = item.function.name
        if item.operator and name not in internal:
            family[name] = (families.family_of(name, project.unified.stem(item.unified), project.families),)
    for item in reversed(items):  # callers stand behind
        name = item.function.name
        if item.operator and name in internal:
            family[name] = _caller_families(unit, items, name, family)
    named: dict[str, list[Converted]] = {}
    for item in items:
        named.setdefault(item.unified, []).append(item)
    for order, item in enumerate(items):
        same = named[item.unified]
        if any(i.text for i in same):
            same = [item]
        elif same[0] is not item:
            continue  # a further definition of a refused function stands with the first
        text = item.text or refused_text(unit.source, same, unit.written or unit.original)
        if not item.operator and not item.text and not _called(unit, items, item.function.name):
            continue
        places = family[item.function.name] if item.operator else ()
        for relative in [f"{target.sources}/{place}.cpp" for place in places] or [target.helpers]:
            entry = families.FamilyEntry(item.unified, text, order, bool(item.text), (), item.includes)
            entries.setdefault(relative, []).append(entry)
    for relative, own in entries.items():
        entries[relative] = [*_forward_declarations(items, own), *own]
    shared = [*_macro_entries(macros), *_types(unit, types, items), *_conversions(unit, items)]
    if shared:
        entries[target.helpers] = [*shared, *entries.get(target.helpers, [])]
    return entries


def _forward_declarations(
    items: Sequence[Converted], entries: Sequence[families.FamilyEntry]
) -> list[families.FamilyEntry]:
    """Declarations of functions that stand behind one that calls them; those of a header need none."""
    declared = {item.unified: item.declaration for item in items if item.text and item.declaration}
    behind: dict[str, None] = {}
    for number, entry in enumerate(entries):
        later = {e.name for e in entries[number + 1 :] if e.definition and e.name in declared}
        words = {word.decode("utf-8", "replace") for word in identifiers(entry.text)} if later else set()
        behind.update(dict.fromkeys(name for name in sorted(later & words)))
    static = (name for name in behind if declared[name].split()[0] in (b"static", b"inline"))
    return [families.FamilyEntry(f"#{name}()", declared[name], -1, False) for name in static]


def _called(unit: TranslationUnit, items: Sequence[Converted], name: str) -> bool:
    """Whether a function that is converted or stays calls a function of the file. A header of a block that a conditional cuts is none."""
    if name in CONTROL:
        return False
    called = unit.source.where(name.encode(), 0, len(unit.source.code))
    return any(f.open_brace < i < f.close_brace for i in called for f in (item.function for item in items))


def _conversions(unit: TranslationUnit, items: Sequence[Converted]) -> list[families.FamilyEntry]:
    """Functions from unified to kernel types that converted functions use and the rules define."""
    used = {name for item in items if item.text for name in item.conversions}
    return [
        families.FamilyEntry(c.function, c.code.strip().encode() + b"\n", -1)
        for c in unit.rules.conversions.values()
        if c.function in used and c.code
    ]


def _caller_families(
    unit: TranslationUnit, items: Sequence[Converted], name: str, family: Mapping[str, tuple[str, ...]]
) -> tuple[str, ...]:
    """Where a function that no header declares goes: a static copy to each family that calls it."""
    found: dict[str, None] = {}
    for item in items:
        calls = unit.source.calls(*item.function.body) if item.function.name in family else ()
        if any(unit.source.text(index) == name.encode() for index in calls):
            found.update(dict.fromkeys(family[item.function.name]))
    return tuple(found) or (families.DEFAULT_FAMILY,)


def refused_text(source: Source, items: Sequence[Converted], original: Source | None = None) -> bytes:
    """The definitions of a refused function as they were, behind its markers, for a person to finish. Conditionals that they cut are commented out.
    `original`: the source before its text was prepared, where it was."""
    lines = dict.fromkeys(marker(r.id, r.message) for item in items for r in item.refusals)
    bodies = []
    for item in items:
        body = _as_written(source, item.function, original)
        tree = build_tree(body, lex_whole(body))
        cut = [b.opening for c in tree.walk() if c.closing is None for b in c.branches]
        for directive in sorted((*tree.stray, *cut), key=lambda d: d.token.start, reverse=True):
            body = body[: directive.token.start] + b"// " + body[directive.token.start :]
        bodies.append(body)
    name = items[0].unified.encode()
    return b"\n".join([*lines, b"#if 0 // " + name, b"\n\n".join(bodies), b"#endif // " + name]) + b"\n"


def _as_written(source: Source, function: Function, original: Source | None) -> bytes:
    if original is not None:
        same = [f for f in source.functions if f.name == function.name]
        there = [f for f in original.functions if f.name == function.name]
        if len(same) == len(there):
            source, function = original, there[same.index(function)]
    return source.data[function.span.start : function.span.end]


def _declarations(
    project: Project, unit: TranslationUnit, items: Sequence[Converted], internal: frozenset[str]
) -> list[header.Declaration]:
    declarations = []
    public, there = _public_text(project), public_names(project)
    kernels = {os.path.realpath(path): path for path in project.included_arguments()}
    beyond = {os.path.realpath(path) for path in project.argument_headers()} - set(kernels)  # what these include
    for item in items:
        name = item.function.name
        if not item.operator or not item.declaration or name in internal:
            continue
        comment = _for_any_chip(unit, unit.comments.get(name, ()))
        parameters = [p.name for p in unit.prototypes[name].parameters if _is_tensor(unit.rules, p.type)]
        named = optional_in(comment, parameters)
        optional = tuple(p for p in parameters if p in named or p in item.optional)
        files = _declaring_files(unit.source, item) if kernels else set()
        needed = [path.name for path in kernels.values() if os.path.realpath(path) in files or files & beyond]
        text, _ = with_defaults(unit, item, public)
        system = system_headers(unit.source, item, there) if there.known else ()
        declarations.append(header.Declaration(item.unified, text, comment, optional, (*needed, *system)))
    return declarations


def _public_text(project: Project) -> bytes:
    """The public header of the unified tree, or what a new one begins with."""
    file = project.target_root / project.target.header
    return file.read_bytes() if file.is_file() else project.unified.header.empty.encode()


def _lost_defaults(project: Project, done: Conversion) -> list[Finding]:
    unit, public = done.unit, _public_text(project)
    found = []
    for item in done.items:
        if item.operator and item.declaration and item.function.name not in done.internal:
            where = unit.source.lines.location(unit.source.path, unit.source.code[item.function.name_index].start)
            sentences = with_defaults(unit, item, public)[1]
            found += [Finding("D208", where, one, Confidence.HIGH, item.function.name) for one in sentences]
    return found


def _is_tensor(rules: LibraryRules, type_: str) -> bool:
    """Whether a parameter is a tensor or a list of tensors."""
    plain = type_.replace("const ", "").replace(" ", "").replace("std::vector<", "").rstrip("&*>")
    return plain in rules.tensor_types and not type_.rstrip().endswith("&")


def _declaring_files(source: Source, item: Converted) -> set[str]:
    """Where the types are declared that keep their names in the signature."""
    words = set(texts(item.declaration))
    return {
        os.path.realpath(use.decl.file)
        for use in uses(source, item)
        if use.index < item.function.close_paren and use.decl.name.encode() in words and use.decl.file
    }


def system_headers(source: Source, item: Converted, public: UnifiedNames) -> list[str]:
    """Headers of the system, in <>, that the types of a signature need beside those of the public header."""
    words = set(texts(item.declaration))
    named = b" ".join(re.findall(rb"\bstd::\w+", item.declaration))
    found = {f"<{name}>" for name in families.standard_headers(named) if name not in public.includes}
    has = {plain_header(name) for name in public.includes}
    for use in uses(source, item):
        decl = use.decl
        known = use.index < item.function.close_paren and decl.name.encode() in words and decl.kind != "namespace"
        if not known or not is_system(decl.file) or decl.file == SYSTEM:
            continue
        if decl.scope:  # <stdint.h> has no std::int64_t
            there = decl.name in public.standard or decl.file[1:-1] in public.includes
            found |= set() if there else {decl.file}
        elif decl.name not in public and plain_header(decl.file[1:-1]) not in has:
            found.add(_PLAIN.get(decl.name, decl.file))
    return sorted(found)


_PLAIN = {"size_t": "<stddef.h>", "ptrdiff_t": "<stddef.h>"}
"""What any header may have brought first."""


def _for_any_chip(unit: TranslationUnit, comment: Sequence[str]) -> tuple[str, ...]:
    """A chip's legacy macro means nothing to who reads the unified header: the chip's name stands for it, where the line does not just say which chips there were."""
    names = {chip.legacy_macro: chip.name for chip in unit.source.chips}
    chip = f"(?:{'|'.join(map(re.escape, names.values()))})"
    lines = [re.sub(r"\w+", lambda word: names.get(word[0], word[0]), line) for line in comment]
    for pattern, new in unit.rules.comments:
        lines = [re.sub(pattern.replace("CHIPS", f"{chip}(?:(?:,| and| or) {chip})*"), new, line) for line in lines]
    return tuple(lines)


def _result(project: Project, done: Conversion, rows: Sequence[KernelRow], proofs: Sequence[Proof]) -> FileResult:
    unit, items, skipped = done.unit, done.items, done.skipped
    source = unit.source
    functions = [_function_result(project, item, rows) for item in items]
    for function in source.functions:
        reason = skipped.get(function.name_offset(source))
        if reason is not None and function.name in done.wanted:
            unified = unit.rules.provided.get(function.name, "")
            functions.append(FunctionResult(function.name, unified, Status.SKIPPED, reason, span=function.span))
    functions += done.others
    others = [f for f in done.others if f.status == Status.REFUSED and f.span]
    refusals = [r for item in items for r in item.refusals]
    for other in others:
        id, _, message = other.reason.partition(": ")
        refusals += [Refusal(id, other.span, message, None, other.legacy)] if other.span else []
    if done.complete:
        check_complete(source, functions)
    findings = [f for item in items for f in _findings(source, item)]
    findings += _lost_defaults(project, done)
    findings += _comments_of_one_file(source, unit.merged) if unit.merged else []
    skipped_sites = [
        s for f in source.functions if f.name_offset(source) in skipped for s in _file_sites(source, f.span)
    ]
    sites = [s for item in items for s in (*item.sites, *_declared(item))]
    return FileResult(
        path=source.path,
        edited=sum(len(item.edits) for item in items),
        sites=(*sites, *_file_sites(source, None), *skipped_sites),
        refusals=tuple(refusals),
        findings=tuple(findings),
        functions=tuple(functions),
        guards_left=_guards_left(unit, items),
        inactive=() if unit.merged else tuple(inactive_everywhere([source.hidden[c.name] for c in source.chips])),
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
    sites = []
    for conditional in source.conditionals:
        if not source.resolves(conditional):
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


def _guards_left(unit: TranslationUnit, items: Sequence[Converted]) -> tuple[tuple[Location, str], ...]:
    """Conditionals on chip macros that stay: in refused functions, or because the rules ask for one build per chip."""
    source = unit.source
    left = []
    for item in items:
        keeps = unit.rules.dispatch == "macro" and item.relation in ("one-chip", "different")
        if item.text and not keeps:
            continue
        reason = "one build per chip is asked for" if item.text else item.refusals[0].message
        for conditional in source.conditionals:
            inside = item.function.span.start <= conditional.span.start < item.function.span.end
            if inside and source.resolves(conditional):
                left.append((source.lines.location(source.path, conditional.span.start), reason))
    return tuple(left)


def _function_result(project: Project, item: Converted, rows: Sequence[KernelRow]) -> FunctionResult:
    family = (
        families.family_of(item.function.name, project.unified.stem(item.unified), project.families)
        if item.operator
        else ""
    )
    keys = {r.key for r in item.rows}
    return FunctionResult(
        item.function.name,
        item.unified,
        Status.CONVERTED if item.text else Status.REFUSED,
        "" if item.text else f"{item.refusals[0].id}: {item.refusals[0].message}",
        item.relation,
        item.function.span,
        family,
        item.text,
        item.declaration,
        tuple(r for r in rows if r.key in keys),
    )


def _comments_of_one_file(whole: Source, merged: Merged) -> list[Finding]:
    """What chips' files say of code that they have in common, and that comes from the first."""
    first, found = merged.parts[0].path if merged.parts else None, []
    come_along = {comment.text for comment in whole.comments}
    for source in (part.source for part in merged.parts if part.path != first):
        for comment in source.comments:
            if comment.text not in come_along:
                text = comment.text.decode("utf-8", "replace").split("\n")[0]
                function = source.function_at(comment.start)
                where = source.lines.location(source.path, comment.start)
                message = f"this comment stood only in {source.path}, and what it is about comes from another chip's file: {text}"
                found.append(Finding("D201", where, message, Confidence.HIGH, function.name if function else ""))
    return found


def _findings(source: Source, item: Converted) -> list[Finding]:
    found = [
        Finding(id, source.lines.location(source.path, offset), message, Confidence.HIGH, item.function.name)
        for id, offset, message in item.differences
    ]
    if item.text:
        for span in item.dropped_comments:
            text = source.data[span.start : span.end].decode("utf-8", "replace").split("\n")[0]
            message = f"this comment stood only in a dropped branch: {text}"
            found.append(
                Finding(
                    "D201",
                    source.lines.location(source.path, span.start),
                    message,
                    Confidence.HIGH,
                    item.function.name,
                )
            )
    return found
