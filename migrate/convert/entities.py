"""Names are entities: what a function refers to must exist in the output and be the same thing there, as the compiler sees it.

Each check refuses a function with a reason; `check_all` runs them over the functions of one source until nothing changes.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from migrate.convert.function import Converted
from migrate.convert.kept_headers import KeptHeaders
from migrate.convert.translation_unit import TranslationUnit
from migrate.frontend.compiler.clang import SYSTEM, Decl, is_system
from migrate.frontend.compiler.standard_macros import BY_ARGUMENT
from migrate.frontend.flag_defaults import declared as declarations_of
from migrate.frontend.lex import Kind
from migrate.frontend.plain_types import PLAIN
from migrate.frontend.prototypes import Prototype
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import parenthesis_around, statement_start
from migrate.frontend.unified import UnifiedNames
from migrate.model import Edit, EditKind, Refusal, Span
from migrate.project.library_rules import LibraryRules
from migrate.rules.local_types import LocalType, used, with_inner


@dataclass(frozen=True)
class Scope:
    """What the checks look at: one source, what its types are, and the names of the unified headers."""

    unit: TranslationUnit
    types: Mapping[bytes, LocalType]
    names: UnifiedNames
    skipped: Collection[int]  # functions that are left out, by the offset of their name
    internal: Collection[str]  # functions with a handle that no header declares
    launched: Collection[str] = ()  # types of launches' argument structs
    passing: Collection[str] = ()  # helpers that have a parameter more than in the legacy code

    @property
    def source(self) -> Source:
        return self.unit.source


def refuse(item: Converted, id: str, span: Span, message: str) -> Converted:
    return item.refused(Refusal(id, span, message, None, item.function.name))


def check_all(scope: Scope, items: Sequence[Converted]) -> list[Converted]:
    found = [_check(scope, item) for item in items]
    found = _stateful(scope, _several(scope, found))
    while True:
        checked = _callers(scope, found)
        if checked == found:
            return found
        found = checked


def _check(scope: Scope, item: Converted) -> Converted:
    for check in (_defaults, _uses, _types) if item.text else ():
        problem = next(check(scope, item), None)
        if problem:
            return refuse(item, *problem)
    return item


Problem = tuple[str, Span, str]


@dataclass(frozen=True, slots=True)
class Use:
    """An identifier of a function and what it refers to, on one chip that sees it."""

    index: int
    decl: Decl
    edit: Edit | None  # that covers it; None: it stands in the output as it is

    @property
    def kept(self) -> bool:
        return self.edit is None


def uses(source: Source, item: Converted) -> tuple[Use, ...]:
    """Identifiers of a function that any chip's compiler knows, once for each thing that they refer to."""
    key = (item.function.first, id(item.edits))
    known = source.memo.get(key)
    if known is None or known[0] is not item.edits:  # its function is asked about several times
        known = source.memo[key] = (item.edits, tuple(_read_uses(source, item)))
    return known[1]


def _read_uses(source: Source, item: Converted) -> Iterator[Use]:
    edited = sorted((edit for edit in item.edits if edit.span.start < edit.span.end), key=lambda edit: edit.span)
    starts = [edit.span.start for edit in edited]
    function = item.function
    head = source.attributes(function.first, function.close_paren)
    aside = frozenset(i for first, last in head for i in range(first, last))  # libclang says what they belong to
    for index in range(function.first, function.close_brace + 1):
        token = source.code[index]
        kind, start, _, _ = token
        if kind != Kind.IDENT or index in aside:
            continue
        decls: list[Decl] = []
        for facts in source.facts:
            decl = facts.references.get(start) or facts.entities.get(start)
            if decl is not None and decl not in decls:
                decls.append(decl)
        if not decls:
            continue
        position = bisect_right(starts, start) - 1
        edit = edited[position] if position >= 0 and edited[position].span.end >= token.end else None
        for decl in decls:
            yield Use(index, decl, edit)


def _uses(scope: Scope, item: Converted) -> Iterator[Problem]:
    source = scope.source
    for use in uses(source, item):
        token = source.code[use.index]
        why = _missing(scope, item, use)
        if why:
            yield "L166", token.span, f"uses {use.decl.name}, {why}"
        elif use.index != item.function.name_index and (problem := _not_a_call(scope, item, use)):
            yield problem
    if (index := _unresolved(scope, item)) is not None:
        name = source.text(index).decode("utf-8", "replace")
        message = f"which function {name} is here is not known before the types are"
        yield "L186", source.code[index].span, f"{message}; name its namespace, or write the types"
    kept: dict[int, list[Decl]] = {}
    for use in uses(source, item):
        if use.edit is None:
            kept.setdefault(use.index, []).append(use.decl)
    for index, decls in kept.items():
        if len(decls) > 1 and (why := _another_per_chip(decls)):
            yield "L164", source.code[index].span, f"uses {decls[0].name}, which is {why}"
        elif why := _another_in_output(scope, index, decls):
            yield "L164", source.code[index].span, f"uses {decls[0].name}, {why}"


def _unresolved(scope: Scope, item: Converted) -> int | None:
    """A call in a template, or in a lambda with parameters of any type, of which the compiler does not say yet which function it is."""
    source, function = scope.source, item.function
    template = source.text(function.first) == b"template"
    if not template and not source.where(b"auto", *function.body):
        return None
    edited = [edit.span for edit in item.edits]
    for index in source.calls(*function.body):
        span = source.code[index].span
        if not _is_unresolved(scope, index) or any(one.start <= span.start < one.end for one in edited):
            continue
        if template or any(source.sees(chip, span.start) for chip in source.chips):
            return index
    return None


def _is_unresolved(scope: Scope, index: int) -> bool:
    source, text = scope.source, scope.source.text(index)
    name = text.decode("utf-8", "replace")
    own = any(function.name == name for function in source.functions)
    known = text in _WORDS or own or source.table.definitions(text) or scope.unit.rules.concerns(name)
    return not known and source.text(index - 1) not in (b".", b"->", b"::", b"[") and not list(source.decls(index))


_WORDS = frozenset(
    b"if for while switch return sizeof alignof decltype typeid noexcept catch static_assert alignas __attribute__ asm int unsigned long "
    b"short char bool float double signed auto void else case do typeof __typeof__ defined not and or constexpr operator".split()
)


def _types(scope: Scope, item: Converted) -> Iterator[Problem]:
    """What the types that come along with a function name in bodies and values of their own."""
    source, function = scope.source, item.function
    found = used(source, scope.types, function.first, function.close_brace) if scope.types else ()
    for index, declared in found:
        for one in with_inner(source, scope.types, [declared]):
            key = (_types, one.first)
            if key not in source.memo:
                source.memo[key] = _type_problem(scope, item, one)
            if why := source.memo[key]:
                name = source.text(index).decode("utf-8", "replace")
                yield why[0], source.code[index].span, f"uses {name}, which has {why[1]}"


def _type_problem(scope: Scope, item: Converted, declared: LocalType) -> tuple[str, str] | None:
    source = scope.source
    for word in (name.decode("utf-8", "replace") for name in declared.names):
        if (name := scope.unit.rules.name(word) or word) in scope.names.types:
            return "L164", f"the name {name} in the output, a type of the unified headers"
    generic = source.where(b"template", declared.first, declared.last) or source.where(
        b"auto", declared.first, declared.last
    )
    for index in source.calls(declared.first, declared.last) if generic else ():
        if _is_unresolved(scope, index) and not _is_member(source, declared, index):
            return (
                "L186",
                f"{source.text(index).decode('utf-8', 'replace')}, a function that is not known before the types are",
            )
    for use in type_uses(source, scope.unit.rules, declared):
        decl = use.decl
        if not decl.file and declared.span(source).start <= decl.offset < declared.span(source).end:
            continue
        if decl.kind in ("field", "param", "method", "template parameter", "type"):
            continue  # the parse in strict types compares them
        why = _missing(scope, item, use)
        if why:
            return "L166", f"{decl.name}, {why}"
        decls = list(source.decls(use.index))
        another = _another_per_chip(decls) if len(decls) > 1 else ""
        if another := another or _another_in_output(scope, use.index, decls):
            return "L164", f"{decl.name}, which is {another}"
    return None


def _is_member(source: Source, declared: LocalType, index: int) -> bool:
    """Whether a call in a type is that of the type itself, of its constructors and destructor, say, or of a member of it."""
    name = source.text(index)
    if name in declared.names or source.text(index - 1) == b"~":
        return True
    return any(
        source.code[i].start == d.offset
        for i in source.where(name, declared.first, declared.last)
        for d in source.decls(i)
    )


def type_uses(source: Source, rules: LibraryRules, declared: LocalType) -> Iterator[Use]:
    """Identifiers of a type that any chip's compiler knows, with the names that they get."""
    for index in range(declared.first, declared.last):
        token = source.code[index]
        if token.kind != Kind.IDENT:
            continue
        new = rules.name(token.text.decode("utf-8", "replace"))
        edit = Edit(token.span, new.encode(), EditKind.NAME, "name") if new else None
        for decl in dict.fromkeys(source.decls(index)):
            yield Use(index, decl, edit)


def _another_per_chip(decls: Sequence[Decl]) -> str:
    """Why what one name refers to on the chips is not one thing: the output, which all of them get, would have one of these for all."""
    named = [decl for decl in decls if decl.kind in ("function", "template", "variable", "type", "enumerator")]
    own, others = [d for d in named if not d.file], [d for d in named if d.file]
    if own and others:
        place = others[0].file.strip("<>") if is_system(others[0].file) else PurePath(others[0].file).name
        return f"one of this source on one chip, and of {place if place != 'system' else 'a header of the system'} on another"
    kinds = {decl.type for decl in others if is_system(decl.file) and decl.kind == "function"}
    return f"another function of the system on each chip: {' and '.join(sorted(kinds))}" if len(kinds) > 1 else ""


def _another_in_output(scope: Scope, index: int, decls: Sequence[Decl]) -> str:
    """Why what a name of a header that comes along is on some chip is not what the output has."""
    source, start = scope.source, scope.source.code[index].start
    for kept in decls:
        if kept.file in source.kept:
            headers = KeptHeaders.of(source)
            return headers.another(kept, [f.chip for f in source.facts if start in f.references or start in f.entities])
    return ""


def _missing(scope: Scope, item: Converted, use: Use) -> str:
    """Why what an identifier refers to does not exist in the output; empty where it does."""
    decl, file = use.decl, use.decl.file
    if file.startswith("<"):
        return ""
    if not use.kept:
        return _mapped(scope, use)
    if decl.kind == "macro":
        return ""  # convert/macros.py
    if not file:
        return "" if decl.kind == "namespace" and _leads_along(scope.source, use.index) else _own(scope, item, decl)
    if file in scope.source.kept or (
        decl.kind == "field" and decl.owner.replace("const ", "") in scope.unit.rules.names
    ):
        return ""
    launched = decl.name in scope.launched or decl.owner in scope.launched
    if launched and not scope.source.kept and not scope.names.known:
        return ""  # no header of such structs is named, and what the unified tree has is not known
    if not scope.names.known or decl.name in scope.names:
        return ""
    hint = "; name it under library.arguments if kernels' argument structs are there" if launched else ""
    return f"which {PurePath(file).name} declares and the output does not have{hint}"


def _leads_along(source: Source, index: int) -> bool:
    """Whether a namespace stands before the name of something that a header declares which comes along."""
    while source.text(index + 1) == b"::" and source.code[index + 2].kind == Kind.IDENT:
        index += 2
    decls = [decl for decl in source.decls(index) if decl.kind != "namespace"]
    return bool(decls) and all(decl.file in source.kept for decl in decls)


def _own(scope: Scope, item: Converted, decl: Decl) -> str:
    """Of what the source itself declares."""
    span = item.function.span
    if span.start <= decl.offset < span.end or decl.kind in (
        "type",
        "enumerator",
        "field",
        "template parameter",
        "param",
    ):
        return ""  # types of the source come along or are refused elsewhere
    if decl.kind == "namespace":
        return "" if not decl.name else "a namespace of the legacy file: what moves out of it loses it"
    return ""


def _mapped(scope: Scope, use: Use) -> str:
    """Of what takes a unified name by a rule: the unified headers must have the name, and of a constant the same value."""
    decl, names, rules = use.decl, scope.names, scope.unit.rules
    unified = rules.name(decl.name)
    if not names.known or use.edit is None or unified is None or use.edit.text.decode("utf-8", "replace") != unified:
        return ""
    own = not decl.file and decl.kind in ("type", "enumerator", "function", "template")  # comes along with its name
    if own or not unified.isidentifier() or decl.kind in ("field", "param"):
        return ""
    if unified not in names:
        return f"which would become {unified}; the unified headers do not declare that"
    if decl.name in rules.dtypes or decl.name in rules.success or _compared(scope, use.index):
        return ""
    value = _value(scope, decl)
    if value is not None and names.values.get(unified) != value:
        return (
            f"which is {value} and would become {unified}, which is {names.values.get(unified, 'not known to be that')}"
        )
    return ""


def _compared(scope: Scope, index: int) -> bool:
    """Whether a constant is returned, compared, a case, or given to a status: there its number does not matter."""
    source = scope.source
    target = source.fact(index - 2) if source.text(index - 1) == b"=" else None
    if target is not None and target.type.removeprefix("const ") in scope.unit.rules.status_types - PLAIN:
        return True
    if scope.unit.rules.checking and scope.names.values and _chosen(source, index):
        return True  # the checking parse takes a status there and no number
    if source.text(index - 1) in (b"return", b"case", b"==", b"!=") or source.text(index + 1) in (b"==", b"!="):
        return True
    return _chosen(source, index) and _answers(scope, index)


def _answers(scope: Scope, index: int) -> bool:
    """Whether a name is one of the values of a conditional operator which is all that a function returns, a status as the name is."""
    source = scope.source
    decl, function = source.fact(index), source.function_at(source.code[index].start)
    first = statement_start(source, index)
    question = next((i for i in range(first, index) if source.text(i) == b"?"), -1)
    plain = question >= 0 and parenthesis_around(source, question) < first and parenthesis_around(source, index) < first
    if decl is None or function is None or source.text(first) != b"return" or not plain:
        return False
    answer = {one.type.partition(" (")[0] for one in source.every_fact(function.name_index)}
    kinds = scope.unit.rules.status_types - PLAIN
    return answer == {decl.type} and decl.type in kinds


def _chosen(source: Source, index: int) -> bool:
    """Whether a name stands alone as one of the values of a conditional operator."""
    before, after = source.text(index - 1), source.text(index + 1)
    return (before == b"?" and after == b":") or (before == b":" and after in (b";", b")", b":", b","))


def _value(scope: Scope, decl: Decl) -> str | None:
    """The number that a name stands for in the legacy code; None for what is no constant."""
    if decl.kind == "enumerator":
        return decl.value
    if decl.kind == "variable":
        return "a variable"
    if decl.kind == "macro":
        bodies = {one.body for one in scope.source.table.definitions(decl.name.encode()) if not one.parameters}
        texts = {b" ".join(body).decode("utf-8", "replace") for body in bodies}
        return next(iter(texts)) if len(texts) == 1 else "several" if texts else None
    return None


def _not_a_call(scope: Scope, item: Converted, use: Use) -> Problem | None:
    """A function that is used other than by a call keeps its legacy form only where it has no other."""
    source, decl = scope.source, use.decl
    if decl.kind not in ("function", "method", "template"):
        return None
    if source.text(use.index + 1) == b"(" or decl.file.startswith("<") or decl.file in source.kept:
        return None
    known = _by_offset(scope).get(decl.offset) if not decl.file else None
    if known is not None and known.first <= use.index < known.name_index:
        return None  # the compiler says the function of its own type as well: `std::int64_t roundUp ( )`
    if known is not None and source.opener(use.index) >= 0 and not _takes_handle(scope, known):
        return None  # a call with template arguments
    passing = not decl.file and decl.name in scope.passing
    if known is not None and use.kept and not _takes_handle(scope, known) and not passing:
        return None
    if use.kept and decl.file and not scope.unit.rules.concerns(decl.name):
        return None
    message = f"takes the address of {decl.name}, whose unified form has other parameters; call it"
    return "L169", source.code[use.index].span, message


def _takes_handle(scope: Scope, function: Function) -> bool:
    parameters = scope.source.parameters(function)
    return scope.unit.rules.handle_position([parameter.type for parameter in parameters]) >= 0


def _by_offset(scope: Scope) -> dict[int, Function]:
    return {function.name_offset(scope.source): function for function in scope.source.functions}


def _defaults(scope: Scope, item: Converted) -> Iterator[Problem]:
    """A parameter's default other than that of the flag for not waiting: the unified declaration has none."""
    source = scope.source
    for parameter in source.parameters(item.function) if item.operator else ():
        texts = [source.text(i) for i in range(parameter.first, parameter.last)]
        name = source.text(parameter.name_index).decode("utf-8", "replace")
        if b"=" in texts and name not in scope.unit.rules.flags:
            at = source.code[parameter.name_index].span
            yield "L167", at, f"the parameter {name} has a default, which a C declaration cannot have"
    flags = scope.unit.rules.flags if item.operator else ()
    given = {chip: _given(known, flags) for chip, known in declarations_of(source, item.function.name).items()}
    if len(set(given.values())) > 1:
        message = f"the chips' declarations give the parameters of {item.function.name} different defaults"
        yield "L167", source.code[item.function.name_index].span, message


def _given(declarations: Sequence[Prototype], but: Collection[str]) -> frozenset[tuple[int, str]]:
    """Defaults that declarations of a function have, by position."""
    return frozenset(
        (position, one.default)
        for known in declarations
        for position, one in enumerate(known.parameters)
        if one.default is not None and one.name not in but
    )


def _several(scope: Scope, items: Sequence[Converted]) -> list[Converted]:
    """Functions of one name, legacy or unified, and operators of one key: none of them is known by its name."""
    counts: Counter[str] = Counter()
    hidden = _called_by_argument(scope)
    for item in items:
        counts.update({f"legacy {item.function.name}", f"unified {item.unified}"})
    contested = _contested(scope, items)
    found = []
    for item in items:
        shared = [row.key for row in item.rows if (row.chip, row.key) in contested]
        at = scope.source.code[item.function.name_index].span
        if item.text and hidden:
            item = refuse(item, "L164", at, hidden)
        elif item.text and counts[f"legacy {item.function.name}"] > 1:
            item = refuse(item, "L164", at, f"{item.function.name} is defined more than once in this file")
        elif item.text and counts[f"unified {item.unified}"] > 1:
            item = refuse(item, "L164", at, f"another function of this file becomes {item.unified} as well")
        elif item.text and item.unified in scope.names.functions:
            item = refuse(item, "L164", at, f"the unified library has a function {item.unified} of its own")
        elif item.text and shared:
            item = refuse(
                item, "L164", at, f"another operator of this file has the key {shared[0]} in the kernel tables"
            )
        found.append(item)
    return found


def _called_by_argument(scope: Scope) -> str:
    """Why nothing of a source can move: it has a function for a type of the library that others call without naming it."""
    rules = scope.unit.rules
    for function in scope.source.functions:
        if function.name not in BY_ARGUMENT:
            continue
        taken = scope.source.parameters(function)
        kinds = [p.type for p in taken]
        declared = (decl for p in taken for decl in scope.source.decls(p.name_index))
        kinds += [kind for decl in declared for kind in (decl.type, decl.canonical)]
        words = (word for kind in kinds for word in re.findall(r"\w+", kind))
        kind = next((word for word in words if rules.concerns(word) or word in rules.argument_types), "")
        if kind:
            return f"the source has a function {function.name} for {kind}, which the standard library and loops call without naming it; give it another name"
    return ""


def _contested(scope: Scope, items: Sequence[Converted]) -> frozenset[tuple[str, str]]:
    """Chip and key of rows that two operators want, that would launch two kernels, or that two functions would follow in two ways.

    A function that no header declares completes its operator's row; it gives its operator none for a chip that this refuses."""
    operators: dict[tuple[str, str], set[str]] = {}
    kernels: dict[tuple[str, str], set[tuple[str, str]]] = {}
    variants: dict[tuple[str, str], set[str]] = {}
    for item in items:
        for row in item.rows:
            if item.function.name not in scope.internal:
                operators.setdefault((row.chip, row.key), set()).add(item.function.name)
            if row.symbol:
                kernels.setdefault((row.chip, row.key), set()).add((row.symbol, row.cores))
            if row.follows:
                variants.setdefault((row.chip, row.key), set()).add(row.follows)
    several = {p for found in (operators, kernels, variants) for p, who in found.items() if len(who) > 1}
    return frozenset(several | set(_added(scope, items, operators.keys())))


def _added(
    scope: Scope, items: Sequence[Converted], operators: Collection[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    """Rows of internal functions for chips that the operator of their key refuses, and on which another operator comes to them."""
    keys = {key for _, key in operators}
    chips = {i.function.name: {row.chip for row in i.rows} for i in items}
    own = {i.function.name: {row.key for row in i.rows} for i in items}
    for item in items:
        for row in item.rows if item.function.name in scope.internal else ():
            if row.key in keys and (row.chip, row.key) not in operators:
                others = (name for name in _operators(scope, items, item) if row.key not in own[name])
                if any(row.chip in chips[name] for name in others):
                    yield row.chip, row.key


def _stateful(scope: Scope, items: Sequence[Converted]) -> list[Converted]:
    """A function that keeps state and is copied to every file that uses it would keep it several times."""
    source = scope.source
    found = []
    for item in items:
        own = item.function
        for index in source.where(b"static", *own.body) if item.text else ():
            users = sorted(_operators(scope, items, item))
            if len(users) > 1 and source.text(index + 1) not in (b"const", b"constexpr"):
                message = f"keeps state in a static variable that {' and '.join(users[:3])} share"
                item = refuse(item, "L160", source.code[index].span, message)
                break
        found.append(item)
    return found


def _operators(scope: Scope, items: Sequence[Converted], item: Converted) -> frozenset[str]:
    """Functions that a header declares and that come to this one, itself left out."""
    source, found, seen = scope.source, set[str](), {item.function.name}
    if item.operator and item.function.name not in scope.internal:
        return frozenset()
    pending = [item.function.name]
    while pending:
        name = pending.pop().encode()
        for other in items:
            who = other.function.name
            if who not in seen and source.where(name, *other.function.body):
                seen.add(who)
                if other.operator and who not in scope.internal:
                    found.add(who)
                else:
                    pending.append(who)
    return frozenset(found)


def _callers(scope: Scope, items: Sequence[Converted]) -> list[Converted]:
    """A function that calls one which cannot stand in the output under its name is refused too.

    Of one that merely waits for a person to finish it, behind its marker, the callers are converted."""
    source = scope.source
    present = {i.function.name_offset(source) for i in items if i.text}
    found = []
    for item in items:
        for use in uses(source, item) if item.text else ():
            decl = use.decl
            bodies = decl.kind in ("function", "method", "template") and not decl.file
            if not bodies or decl.offset in present or decl.offset in scope.skipped:
                continue
            if gone := _definition(scope, items, decl):
                message = f"calls {decl.name}, which is refused: {gone}"
                item = refuse(item, "L163", source.code[use.index].span, message)
                break
        found.append(item)
    return found


_UNNAMED = ("L163", "L164", "L165")  # what is called so in the output is, or would be, another function


def _definition(scope: Scope, items: Sequence[Converted], decl: Decl) -> str:
    """Why the function that a declaration of the file belongs to is not in the output; empty where it is, or is declared only."""
    same = [item for item in items if item.function.name == decl.name]
    gone = next((r for item in same if not item.text for r in item.refusals if r.id in _UNNAMED), None)
    if gone is not None:
        return gone.message
    if decl.name in scope.unit.broken:
        return "the compiler does not take it as C++, so that nothing is known of it"
    names = {f.name for f in scope.source.functions if f.name_offset(scope.source) in scope.skipped}
    if same or decl.name in names:
        return ""
    if decl.kind == "method" and any(
        t.span(scope.source).start <= decl.offset < t.span(scope.source).end for t in scope.types.values()
    ):
        return ""  # it comes along with its type
    seen = any(d.offset == decl.offset for facts in scope.source.facts for d in facts.definitions)
    return "a definition of its kind is not converted" if seen else ""


def with_includes(scope: Scope, items: Sequence[Converted]) -> list[Converted]:
    """Each function with the headers of the system, as the legacy code includes them, that the unified headers do not bring."""
    has = {plain_header(name) for name in scope.names.includes}
    found = []
    for item in items:
        named = _all_uses(scope, item) if item.text and scope.names.known else ()
        brought = [use.decl for use in named if use.kept and use.decl.kind in _BROUGHT and is_system(use.decl.file)]
        names = _headers(decl for decl in brought if _not_there(scope, decl))
        includes = tuple(name for name in names if plain_header(name) not in has)
        needed = _headers(decl for decl in brought if decl.scope or not _ELEMENTARY.fullmatch(decl.name))
        found.append(replace(item, includes=includes, headers=needed))
    return found


def _all_uses(scope: Scope, item: Converted) -> Iterator[Use]:
    """Those of a function, and of the types that come along with it."""
    source, function = scope.source, item.function
    yield from uses(source, item)
    own = [one for _, one in used(source, scope.types, function.first, function.close_brace)] if scope.types else []
    for declared in with_inner(source, scope.types, own):
        yield from type_uses(source, scope.unit.rules, declared)


# Of <stddef.h> and <stdint.h>, which come with everything: the header that brought them first may be any.
_ELEMENTARY = re.compile(r"NULL|size_t|ptrdiff_t|u?int(?:_least|_fast)?(?:8|16|32|64|max|ptr)_t")


def _headers(decls: Iterable[Decl]) -> tuple[str, ...]:
    return tuple(sorted({decl.file[1:-1] for decl in decls if decl.file != SYSTEM}))


def _not_there(scope: Scope, decl: Decl) -> bool:
    """Whether the unified headers do not use it themselves, so need not include what declares it; they may have its name for another thing."""
    if decl.kind == "macro":
        return True
    if decl.scope.split("::")[0] == "std":
        return decl.name not in scope.names.standard
    return decl.name not in (scope.names.called if decl.kind == "function" else scope.names)


_BROUGHT = ("function", "template", "macro", "type", "variable", "enumerator")


def plain_header(header: str) -> str:
    """One name for a C header and its C++ twin: <string> is no twin of <string.h>."""
    return f"c{header.removesuffix('.h')}" if header.endswith(".h") else header
