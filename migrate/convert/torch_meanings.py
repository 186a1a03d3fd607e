"""What a torch-side file, its headers and the chips make of the names that its conversion relies on."""

from __future__ import annotations

import itertools
import os
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from migrate.frontend.directives import Directive, defined_name
from migrate.frontend.lex import Kind, Token, lex, significant
from migrate.frontend.macros import Definition
from migrate.frontend.prototypes import Prototype, read_prototypes
from migrate.frontend.torch.checks import PRINTING, checks, compares, equates, occurrences, prompt
from migrate.frontend.torch.devices import Names, changing_names
from migrate.frontend.torch.facts import Preprocessed
from migrate.frontend.torch.flow import UnitFlows, UnitReader
from migrate.frontend.torch.functions import functions
from migrate.frontend.torch.macro_words import MacroWords
from migrate.frontend.torch.operands import operand, position_in
from migrate.frontend.torch.records import Records, records
from migrate.frontend.torch.scopes import scoped
from migrate.frontend.torch.shadow import NamesOfRules, declared, pasted, shadows, spelled, written_names
from migrate.frontend.torch.source import CodeUnit, TorchSource, macro_units
from migrate.frontend.unified import enumerators_of
from migrate.model import Span
from migrate.project.torch_rules import TorchRules
from migrate.rules.torch.guard import GuardPlan


@dataclass(frozen=True)
class Problem:
    """What speaks against a file as a whole: id, where, the name, the sentence."""

    id: str
    offset: int
    what: str
    message: str
    certain: bool = False  # a name of the library stands there, if nothing else does


@dataclass(frozen=True)
class Meanings:
    shadowed: frozenset[bytes]  # names of the rules that mean something else here
    macros: Mapping[
        bytes, frozenset[str]
    ]  # macro of the file -> what it does with its arguments: status, or number POSITION
    changing: Names  # of the device
    includes: tuple[Directive, ...]  # those that stand within code
    problems: tuple[Problem, ...]
    records: Records  # structs of the rules, as the headers define them
    words: MacroWords
    zero_succeeds: bool = False  # success is 0 in the legacy headers
    moved: frozenset[bytes] = frozenset()  # macros of the tree that get their other name where they are defined, too


def find_meanings(
    source: TorchSource,
    rules: TorchRules,
    flows: Sequence[UnitFlows],
    plans: Sequence[GuardPlan] = (),
    prototypes: Mapping[str, Prototype] | None = None,
) -> Meanings:
    """What the names of a file mean. `prototypes`: of the legacy library; `plans`: what becomes of its conditionals; what they leave out has no say."""
    names = NamesOfRules(rules)
    headers = _header_macros(source)
    problems = [*_spelling(source, names), *_places(source), *_pasting(source, names, headers)]
    problems += _chip_values(source, names, _settled(source, plans))
    moved = _moved(source, rules)
    shadowed: set[bytes] = set()
    for shadow in shadows(source, names):
        if shadow.name not in moved:
            shadowed.add(shadow.name)
            problems.append(_shadow(shadow.name, shadow.offset, "this file"))
    for name, token, file in _written_in_headers(source, names, headers):
        if name not in shadowed and name not in moved:
            shadowed |= {name, token.text}
            problems.append(_shadow(name, token.start, Path(file).name))
    for name, file in _in_headers(source, names, headers):
        uses = [t.start for u in source.units for t in u.tokens if t.text == name]
        if uses and name not in shadowed and name not in moved:
            shadowed.add(name)
            problems.append(_shadow(name, uses[0], Path(file).name))
    problems += _addresses(source, rules, headers)
    problems += _calls_in_headers(source, rules)
    problems += _codes(source, rules, plans)
    units = [*source.units, *_header_units(source)]
    includes = tuple(d for d in source.tree.others if d.keyword == b"include")
    return Meanings(
        frozenset(shadowed),
        _macros(source, rules, flows, _of_macros(source, plans), prototypes or {}),
        changing_names(units, rules),
        includes,
        tuple(problems),
        _records(source, rules),
        MacroWords(source),
        _zero_succeeds(source, rules),
        moved,
    )


def _moved(source: TorchSource, rules: TorchRules) -> frozenset[bytes]:
    """Macros that a plain rename renames with their definitions, which stand in this file or in others of the torch side."""
    if not rules.same_values:
        return frozenset()
    compiler = source.compiler
    files: dict[bytes, set[str]] = {}
    for directive in source.tree.others:
        if directive.keyword in (b"define", b"undef"):
            files.setdefault(defined_name(directive), set()).add("")
    for table in compiler.macros.chips.values() if compiler else ():
        for name, listed in table.items():
            files.setdefault(name, set()).update(one.file for one in listed)
    converted = {"", *(compiler.environment.converted if compiler else ())}
    names = {name for name, defined in files.items() if {os.path.realpath(f) if f else f for f in defined} <= converted}
    names = {name for name in names if rules.renamed(name.decode("utf-8", "replace"))}
    return frozenset(name for name in names if not any(_part_of_another(unit, name) for unit in source.units))


def _part_of_another(unit: CodeUnit, name: bytes) -> bool:
    """Whether a name stands where renaming leaves it alone: as a member, or in a name or string that a macro makes."""
    for index, token in enumerate(unit.tokens):
        if token.text == name and (
            unit.is_member(index)
            or unit.text(index - 1) in (b"#", b"##")
            or unit.text(index + 1) == b"##"
            or scoped(unit, index)
        ):
            return True
    return False


def _records(source: TorchSource, rules: TorchRules) -> Records:
    """Structs of the rules that the file names, as the headers that were found and those of the legacy library define them."""
    used = {t.text for u in source.units for t in u.tokens if t.kind == Kind.IDENT}
    wanted = frozenset(name.encode() for name in rules.types if name not in rules.tensor_types) & used
    if source.compiler is None or not wanted:
        return {}
    return records((_units(path)[0] for path in _headers_with(source.compiler, wanted)), wanted)


def _headers_with(compiler: Preprocessed, names: Collection[bytes]) -> Iterator[str]:
    """Headers that were found, and those of the legacy library, in which one of the names stands."""
    own = (Path(name) for name in sorted(compiler.environment.own))
    owned = (str(file) for path in own for file in ([path] if path.is_file() else sorted(path.glob("*.h"))))
    for path in dict.fromkeys((*compiler.headers, *owned)):
        if any(name in _contents(path) for name in names):
            yield path


def _zero_succeeds(source: TorchSource, rules: TorchRules) -> bool:
    """Whether the headers say that success is 0, and nothing says that it is another number under one of its names."""
    compiler = source.compiler
    if compiler is None:
        return False
    names = {name.encode() for name in rules.status.success}
    texts = (_contents(path) for path in _headers_with(compiler, names))
    values = {value for text in texts for name, value in enumerators_of(text).items() if name.encode() in names}
    for body in compiler.macros.bodies(sorted(names)):
        values |= {"".join(text.decode("utf-8", "replace") for text in body)} - set(rules.status.success)
    return values == {"0"}


def _shadow(name: bytes, offset: int, where: str) -> Problem:
    word = name.decode("utf-8", "replace")
    message = f"{where} declares or defines a {word} of its own, so the name may not mean the library's here; give that one another name"
    return Problem("T117", offset, word, message)


def _spelling(source: TorchSource, names: NamesOfRules) -> Iterator[Problem]:
    """The first place that is spelled otherwise, and each at which a name of the library is."""
    told = False
    for offset, what, name in spelled(source):
        certain = names.relevant(name) or bool(names.rules.legacy.match(name.decode("utf-8", "replace")))
        if certain or not told:
            told = True
            message = f"{what} stands here, which migrate does not read as the compiler does; spell it plainly"
            yield Problem("T122", offset, what, message, certain)


_LINES = frozenset((b"__LINE__", b"__COUNTER__", b"__builtin_LINE", b"__builtin_source_location", b"source_location"))


def _places(source: TorchSource) -> Iterator[Problem]:
    """Values that depend on the line of the text, or on what stands before it, and are not just printed."""
    for unit in source.units:
        for index, token in enumerate(unit.tokens):
            if token.text in _LINES and not source.dead_span(token.start) and not _printed(unit, index):
                word = token.text.decode()
                message = f"{word} is another number in the converted file, in which lines and branches are others; write the number that is meant"
                yield Problem("T122", token.start, word, message)


def _printed(unit: CodeUnit, index: int) -> bool:
    """Whether a token stands in a statement, or a macro, that prints, or that says the place itself: file and line."""
    first = last = index
    ends = () if unit.macro else (b";", b"{", b"}")
    while first > 0 and unit.text(first - 1) not in ends:
        first -= 1
    while last < len(unit.tokens) and unit.text(last) not in ends:
        last += 1
    texts = {token.text for token in unit.tokens[first:last]}
    return not PRINTING.isdisjoint(texts) or (unit.text(index) == b"__LINE__" and b"__FILE__" in texts)


def _pasting(source: TorchSource, names: NamesOfRules, headers: Mapping[bytes, Definition]) -> Iterator[Problem]:
    for offset, macro in pasted(source, names, headers):
        message = f"{macro} joins names with ##, and one of the library may come out; write that name out"
        yield Problem("T122", offset, macro, message)


def _header_macros(source: TorchSource) -> Mapping[bytes, Definition]:
    """Macros of the headers that were found, by name; the last definition on any chip."""
    if source.compiler is None:
        return {}
    tables = source.compiler.macros.chips.values()
    return {
        name: one for table in tables for name, listed in table.items() for one in listed if one.file.startswith("/")
    }


def _in_headers(
    source: TorchSource, names: NamesOfRules, macros: Mapping[bytes, Definition]
) -> Iterator[tuple[bytes, str]]:
    """Macros and functions of the tree's headers, those of the legacy library left aside, with a name of the library."""
    if source.compiler is None:
        return
    environment = source.compiler.environment
    for name, one in macros.items():
        if not environment.owns(one.file) and names.of_headers(name):
            yield name, one.file
    yield from _defined_again(source, names.rules)
    for path in source.compiler.headers:
        if environment.owns(path):
            continue
        for function in _declared(path):
            if names.is_call(function):
                yield function, path
    yield from _other_declarations(source, names)


def _defined_again(source: TorchSource, rules: TorchRules) -> Iterator[tuple[bytes, str]]:
    """Checks of the rules that headers define in several ways one after the other: what one does is not what the rules say."""
    assert source.compiler is not None
    for name in (*rules.wrappers, *rules.refusing, *rules.refusing_always):
        for table in source.compiler.macros.chips.values():
            listed = [one for one in table.get(name.encode(), ()) if one.file.startswith("/")]
            if len({one.body for one in listed}) > 1:
                yield name.encode(), listed[-1].file


def _other_declarations(source: TorchSource, names: NamesOfRules) -> Iterator[tuple[bytes, str]]:
    """Variables and members of the tree's headers with the name of a function of the rules, and such functions of several scopes."""
    compiler = source.compiler
    assert compiler is not None
    used = {t.text for u in source.units for t in u.tokens if t.kind == Kind.IDENT and names.is_function(t.text)}
    scopes: dict[bytes, set[str]] = {}
    for path in compiler.headers if used else ():
        if compiler.environment.owns(path):
            continue
        for name, scope, of_class in declared(_units(path)[0], used, names):
            scopes.setdefault(name, set()).add(scope)
            if of_class or names.is_call(name) or len(scopes[name]) > 1:
                yield name, path


def _written_in_headers(
    source: TorchSource, names: NamesOfRules, macros: Mapping[bytes, Definition]
) -> Iterator[tuple[bytes, Token, str]]:
    """Macros of the tree's headers, and what their namespaces and classes declare, with a name that the conversion writes."""
    compiler = source.compiler
    written = written_names(source, names) if compiler is not None else {}
    if compiler is None or not written:
        return
    for name in sorted(written.keys() & macros.keys()):
        if not compiler.environment.owns(macros[name].file):
            yield name, written[name], macros[name].file
    for path in compiler.headers:
        if not compiler.environment.owns(path) and any(name in _contents(path) for name in written):
            for name, scope, _ in declared(_units(path)[0], written.keys(), names):
                if scope and not scope.startswith("extern"):
                    yield name, written[name], path


@lru_cache(maxsize=512)
def _declared(path: str) -> tuple[bytes, ...]:
    return tuple(name.encode() for name in read_prototypes(_contents(path)))


@lru_cache(maxsize=512)
def _contents(path: str) -> bytes:
    try:
        return Path(path).read_bytes() if Path(path).is_file() else b""
    except OSError:
        return b""


@lru_cache(maxsize=512)
def _units(path: str) -> tuple[CodeUnit, ...]:
    data = _contents(path)
    return (CodeUnit(tuple(significant(lex(data)))), *macro_units(data))


def _header_units(source: TorchSource) -> Iterator[CodeUnit]:
    if source.compiler is not None:
        for path in source.compiler.headers:
            yield from _units(path)


def _calls_in_headers(source: TorchSource, rules: TorchRules) -> Iterator[Problem]:
    """Headers that come along as they are, and use the library."""
    compiler = source.compiler
    for path in compiler.headers if compiler is not None else ():
        assert compiler is not None
        name = _use_in(path, rules) if compiler.environment.comes_along(path) else ""
        if name:
            directive = next((d for d in source.tree.others if d.keyword == b"include" and _of_header(d, path)), None)
            offset = directive.token.start if directive else 0
            file = Path(path).name
            message = f"{file} uses {name} and comes along as it is; name it under torch.sources, or convert it by hand"
            yield Problem("T113", offset, file, message, certain=True)


def _codes(source: TorchSource, rules: TorchRules, plans: Sequence[GuardPlan]) -> Iterator[Problem]:
    """Statuses of the legacy library other than success that no rule names: what they stand for has another number, or none."""
    codes = frozenset() if rules.same_values else _statuses(source, rules)
    dropped = [span for plan in plans for span in plan.dropped]
    told: set[bytes] = set()
    for unit in source.units if codes else ():
        for index, token in enumerate(unit.tokens):
            left = source.dead_span(token.start) or _inside(dropped, token.start) or unit.is_member(index)
            if (
                token.text in codes - told
                and not left
                and token.text not in unit.parameters
                and not scoped(unit, index)
            ):
                told.add(token.text)
                word = token.text.decode("utf-8", "replace")
                message = f"{word} is a status of the legacy library that no rule names; compare with the success constant, or say what is meant"
                yield Problem("T113", token.start, word, message, certain=True)


def _statuses(source: TorchSource, rules: TorchRules) -> frozenset[bytes]:
    """Enumerators beside the success constants in the legacy headers, as far as rules have no other name for them."""
    names = {name.encode() for name in rules.status.success}
    found: set[bytes] = set()
    for path in _headers_with(source.compiler, names) if source.compiler is not None else ():
        unit = _units(path)[0]
        for opener in {unit.parents[i] for i, token in enumerate(unit.tokens) if token.text in names}:
            if opener < 0 or b"enum" not in [unit.text(i) for i in range(unit.head(opener), opener)]:
                continue
            listed = (i for i in range(opener + 1, unit.pairs.get(opener, opener)) if unit.parents[i] == opener)
            found |= {unit.text(i) for i in listed if unit.is_word(i) and unit.text(i - 1) in (b"{", b",")}
    return frozenset(name for name in found - names if not rules.renamed(name.decode("utf-8", "replace")))


def _of_header(directive: Directive, path: str) -> bool:
    return Path(directive.argument.decode("utf-8", "replace").strip('<>" ')).name == Path(path).name


def _use_in(path: str, rules: TorchRules) -> str:
    """The first function of the library that a body, or a macro, of a header calls, or type that it names; empty where none is."""
    types = {*rules.types, *rules.receiver_types, *rules.generators, *filter(rules.legacy.match, rules.status.types)}
    text = _units(path)[0]
    named = (
        i for i, t in enumerate(text.tokens) if t.kind == Kind.IDENT and t.text.decode("utf-8", "replace") in types
    )
    if any((text.text(i - 1), text.text(i + 1)) == (b"}", b";") or text.text(i + 1) == b"{" for i in named):
        return ""  # a header of the library itself
    for unit in _units(path):
        for index, token in enumerate(unit.tokens):
            if token.kind != Kind.IDENT or unit.is_member(index) or unit.text(index - 1) in _RECORDS:
                continue
            name = token.text.decode("utf-8", "replace")
            called = unit.text(index + 1) == b"(" and bool(unit.macro or unit.blocks(index))
            known = name in types or (called and unit.text(index - 1) != b"::" and rules.unified_call(name))
            if known and token.text not in unit.parameters:
                return name
    return ""


def _addresses(source: TorchSource, rules: TorchRules, headers: Mapping[bytes, Definition]) -> Iterator[Problem]:
    """Macros that reach for a tensor's address: what they are given is not known."""
    address = rules.tensor_fields.address.encode()
    used = {t.text: t.start for u in source.units for t in u.tokens if t.kind == Kind.IDENT}
    bodies = [(u.macro, [t.text for t in u.tokens]) for u in source.units if u.macro]
    bodies += [(name, list(one.body)) for name, one in headers.items() if name in used]
    for name, body in bodies:
        if any(a in (b".", b"->") and b == address for a, b in itertools.pairwise(body)) and name in used:
            word = name.decode("utf-8", "replace")
            message = f"{word} uses the address of what it is given; it becomes a virtual `void *`, so decide by hand"
            yield Problem("T106", used[name], word, message)


# ---- values that differ between the chips


def _of_macros(source: TorchSource, plans: Sequence[GuardPlan]) -> list[CodeUnit]:
    """Bodies of the macros that the file has once its conditionals are settled."""
    dropped = [span for plan in plans for span in plan.dropped]
    return [u for u in source.units if u.macro and not (u.tokens and _inside(dropped, u.tokens[0].start))]


def _settled(source: TorchSource, plans: Sequence[GuardPlan]) -> frozenset[bytes]:
    """Macros that each branch of a conditional defines alike, and nothing else does."""
    kept = [p.guard.conditional.branches[p.keep].body for p in plans if p.action == "keep"]
    inside: set[bytes] = set()
    outside: set[bytes] = set()
    for unit in _of_macros(source, plans):
        (inside if unit.tokens and _inside(kept, unit.tokens[0].start) else outside).add(unit.macro)
    return frozenset(inside - outside)


def _chip_values(source: TorchSource, names: NamesOfRules, settled: frozenset[bytes]) -> Iterator[Problem]:
    """Macros in code, and names of headers, that mean another thing on another chip: the output is compiled once."""
    compiler = source.compiler
    if compiler is None:
        return
    directives = [t.span for t in source.tokens if t.kind == Kind.DIRECTIVE]
    told: set[bytes] = set()
    for unit in source.units:
        for token in unit.tokens:
            if token.kind != Kind.IDENT or token.text in told or names.relevant(token.text):
                continue
            if not compiler.macros.definitions(token.text) or token.text in unit.parameters or token.text in settled:
                continue
            if not unit.macro and _inside(directives, token.start):
                continue
            if _depends(compiler, token.text, names):
                told.add(token.text)
                word = token.text.decode("utf-8", "replace")
                message = f"{word} has another value on another chip, and the unified file is compiled once; ask the device instead"
                yield Problem("T120", token.start, word, message)
    yield from _header_values(source, names, told)


def _depends(compiler: Preprocessed, name: bytes, names: NamesOfRules) -> bool:
    """Whether a macro means another thing on another chip, directly or through others; those of the rules left aside."""
    asked = (n for n in compiler.macros.closure([name]) if not names.relevant(n))
    return any(compiler.macros.differs(n) or n in compiler.chip_names for n in asked)


def _inside(spans: Sequence[Span], offset: int) -> bool:
    return any(span.start <= offset < span.end for span in spans)


def _header_values(source: TorchSource, names: NamesOfRules, told: set[bytes]) -> Iterator[Problem]:
    compiler = source.compiler
    assert compiler is not None
    used = {t.text: t.start for u in source.units for t in reversed(u.tokens) if t.kind == Kind.IDENT}
    for path, skipped in compiler.headers.items():
        if compiler.environment.owns(path):
            continue
        differing = _differing(path, skipped) if len(set(skipped)) > 1 else set()
        differing |= _depending(compiler, path, names)
        for name in sorted(differing):
            if name in used and name not in told and not names.relevant(name):
                word = name.decode("utf-8", "replace")
                message = (
                    f"{word} of {Path(path).name} is not the same on every chip, and the unified file is compiled once; "
                    "ask the device instead"
                )
                yield Problem("T120", used[name], word, message)


def _depending(compiler: Preprocessed, path: str, names: NamesOfRules) -> set[bytes]:
    """Names that a header declares by means of a macro that differs."""
    unit = _units(path)[0]
    words = {t.text for t in unit.tokens if t.kind == Kind.IDENT}
    macros = {w for w in words if compiler.macros.definitions(w) and _depends(compiler, w, names)}
    found: set[bytes] = set()
    for index, token in enumerate(unit.tokens):
        if token.text in macros:
            found |= _declared_around(unit, index)
    return found


def _declared_around(unit: CodeUnit, index: int) -> set[bytes]:
    """The function that a token stands in, or the names of the declaration around it."""
    around = unit.blocks(index)
    if not around:
        first = unit.head(index)
        return {unit.text(i) for i in range(first, index) if unit.is_word(i)} - _COMMON
    opener = around[-1]
    while opener > 0 and unit.text(opener) != b"(":
        opener = min(unit.pairs.get(opener, opener), opener) - (unit.text(opener) != b")")
    return {unit.text(opener - 1)}


def _differing(path: str, skipped: Sequence[Sequence[Span]]) -> set[bytes]:
    """Names that a header declares where the chips see different text, and functions around such a place."""
    data = _contents(path)
    found: set[bytes] = set()
    if any(spans and spans[0].end > len(data) for spans in skipped):
        return {t.text for t in lex(data) if t.kind == Kind.IDENT and len(t.text) > 2} - _COMMON
    spans = {span for listed in skipped for span in listed if not all(span in other for other in skipped)}
    unit = _units(path)[0]
    for span in spans:
        for index, token in enumerate(unit.tokens):
            if not span.start <= token.start < span.end:
                continue
            around = unit.blocks(index)
            if not around and (token.kind != Kind.IDENT or token.text in _COMMON):
                continue
            if around:
                found |= _declared_around(unit, index)
            elif unit.text(index + 1) in (b"(", b"=", b";", b"[", b"{", b",") or unit.text(index - 1) in _RECORDS:
                found.add(token.text)
    return found


_RECORDS = (b"struct", b"class", b"enum", b"namespace", b"using")
_COMMON = frozenset(
    b"if else for while do switch case default return break continue goto const constexpr static inline extern int bool float "
    b"double char long short unsigned signed void auto struct class enum union namespace using template typename true false "
    b"nullptr sizeof public private protected virtual override this new delete operator include define std".split()
)


# ---- macros of the file


def _macros(
    source: TorchSource,
    rules: TorchRules,
    flows: Sequence[UnitFlows],
    bodies: Sequence[CodeUnit],
    prototypes: Mapping[str, Prototype],
) -> Mapping[bytes, frozenset[str]]:
    defined = Counter(unit.macro for unit in bodies)
    undefined = {d.argument.split()[0] for d in source.tree.others if d.keyword == b"undef" and d.argument.split()}
    once = {u.macro for u in bodies if defined[u.macro] == 1} - undefined
    here = [f for f in flows if not f.unit.macro or any(f.unit is body for body in bodies)]
    brought = list(_of_converted_headers(source, rules))
    checked = checks([*here, *brought], once | {f.unit.macro for f in brought}, rules)
    prompts: set[bytes] = set()
    for _ in checked:
        prompts |= {
            f.unit.macro for f in (*flows, *brought) if f.unit.macro in checked and prompt(f.unit, rules, prompts)
        }
    found = {}
    for read in (*flows, *brought):
        unit = read.unit
        if read in brought and unit.macro in checked:
            found[unit.macro] = _kinds(unit, prompts)
        if all(unit is not body for body in bodies) or defined[unit.macro] > 1 or unit.macro in undefined:
            continue
        kinds = {f"number {i}" for i, p in enumerate(unit.parameters) if _passes_on(read, p, prototypes)}
        if unit.macro in checked:
            kinds |= _kinds(unit, prompts)
        kinds |= {"equality"} if unit.macro in once and equates(unit, rules) else set()
        found[unit.macro] = frozenset(kinds)
    for unit in _only_defined(source, lambda path: True):
        if equates(unit, rules):
            found[unit.macro] = found.get(unit.macro, frozenset()) | {"equality"}
    equating = {name.encode() for name in rules.equating} - undefined - {u.macro for u in source.units} - found.keys()
    return {**found, **{name: frozenset({"equality"}) for name in equating if not _has_own(source, name)}}


def _kinds(unit: CodeUnit, prompts: Collection[bytes]) -> frozenset[str]:
    """What a macro that checks a status is besides."""
    kinds = {"status", *(["comparison"] if compares(unit) else []), *(["prompt"] if unit.macro in prompts else [])}
    return frozenset(kinds)


def _of_converted_headers(source: TorchSource, rules: TorchRules) -> Iterator[UnitFlows]:
    """Macros of the headers that are converted as this file is."""
    if source.compiler is not None:
        converted = source.compiler.environment.converted
        for unit in _only_defined(source, lambda path: os.path.realpath(path) in converted):
            yield UnitReader(unit, rules).read()


def _only_defined(source: TorchSource, wanted: Callable[[str], bool]) -> Iterator[CodeUnit]:
    """Macros of the tree's headers that have one definition on all chips."""
    compiler = source.compiler
    own = {unit.macro for unit in source.units}
    for path in compiler.headers if compiler is not None else ():
        assert compiler is not None
        if compiler.environment.owns(path) or not wanted(path):
            continue
        for unit in _units(path)[1:]:
            tables = compiler.macros.chips.values()
            everywhere = all([one.file for one in table.get(unit.macro, ())] == [path] for table in tables)
            if everywhere and unit.macro not in own and unit.macro not in compiler.macros.undefined:
                yield unit


def _has_own(source: TorchSource, name: bytes) -> bool:
    """Whether the file declares a name, or a header of the tree defines or declares it, those of the legacy library left aside."""
    unit, compiler = source.units[0], source.compiler
    named = (i for i, t in enumerate(unit.tokens) if t.text == name)
    if any(i == function.index for i in named for function in functions(unit)):
        return True
    if compiler is None:
        return False
    tables = (table.get(name, ()) for table in compiler.macros.chips.values())
    defined = {one.file for listed in tables for one in listed if one.file.startswith("/")}
    declared = (path for path in compiler.headers if name in _contents(path) and name in _declared(path))
    return any(not compiler.environment.owns(path) for path in (*defined, *declared))


def _passes_on(read: UnitFlows, parameter: bytes, prototypes: Mapping[str, Prototype]) -> bool:
    """Whether a parameter is nothing but an argument of calls of the library, which take no plain number there."""
    unit = read.unit
    openers = {call.opener: call.name for call in read.calls}
    places = occurrences(unit, parameter)
    for index in places:
        found = operand(unit, index, index)
        opener = unit.parents[index]
        if not found or opener not in openers or position_in(unit, opener, index) == 0 or b"#" in unit.text(index - 1):
            return False
        prototype = prototypes.get(openers[opener])
        if prototype is not None and prototype.counts(position_in(unit, opener, index)):
            return False
    return bool(places)
