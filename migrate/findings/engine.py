"""Runs every check over a legacy file, once per chip, and says where."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from migrate.findings import arguments, checks, memory, overwritten, status
from migrate.findings.behaviour import Behaviour
from migrate.findings.execute import behaviour
from migrate.findings.firmware import Registered
from migrate.findings.found import Found
from migrate.findings.macros import Macros, read_macros
from migrate.findings.state import ENDS, File
from migrate.findings.trees import Expr, bare
from migrate.findings.view import Compiler, FunctionView, Vocabulary, constants, functions
from migrate.frontend.directives import DirectiveTree, build_tree, inactive_spans
from migrate.frontend.lex import LineMap, Token, lex_whole, significant
from migrate.frontend.prototypes import Prototype, read_prototypes
from migrate.frontend.text_cache import TextCache
from migrate.model import Finding, Location
from migrate.project.config import Project
from migrate.project.snippets import unified_form

if TYPE_CHECKING:
    from migrate.frontend.compiler.clang import ChipFacts

_WAIT = re.compile(r"(Synchroni[sz]e|_sync\b|Sync\b|_thread_sync)")
_ASYNC = re.compile(r"Async$|_async$")


def vocabulary(rules: Mapping[str, Any]) -> Vocabulary:
    """The words of the idiom, from the library rules."""
    calls = rules.get("calls", {})

    unified = unified_form(rules.get("unified", {}))

    def calls_to(role: str) -> frozenset[str]:
        return frozenset(name for name, rule in calls.items() if unified.has_role(role, str(rule.get("to", ""))))

    provided = rules.get("provided", {})
    return Vocabulary(
        checks=frozenset(rules.get("checks", ())),
        safe_calls=frozenset(rules.get("safe_calls", ())),
        malloc=calls_to("allocate"),
        free=calls_to("free"),
        address=frozenset(name for name, rule in calls.items() if rule.get("kind") == "address"),
        memory_types=frozenset(rules.get("types", {}).get("memory", ())),
        device_to_host=calls_to("read"),
        copies=frozenset(calls),
        waits=calls_to("wait"),
        launches=frozenset(rules.get("launch", {})),
        dtype_codes=frozenset(name for name, helper in provided.items() if helper in unified.dtype_codes),
        sizes=frozenset(name for name, helper in provided.items() if helper in unified.sizes),
        status_types=frozenset(rules.get("types", {}).get("status", ())) - {"int", "bool", "void", "long"},
        handle_types=frozenset(rules.get("types", {}).get("handle", ())),
        answers_bool="bool" in rules.get("types", {}).get("status", ()),
        success=frozenset(rules.get("success", ())),
        argument_structs=str(rules.get("argument_structs", "")),
    )


def chip_tokens(tree: DirectiveTree, tokens: list[Token], macros: Mapping[bytes, int]) -> list[Token]:
    """Of the significant tokens of a text those that one configuration sees. A macro that is not set counts as not defined."""
    seen, first = list[Token](), 0
    for span in inactive_spans(tree, _Defined(macros)):
        seen += tokens[first : (last := bisect_left(tokens, span.start, first, key=_start))]
        first = bisect_left(tokens, span.end, last, key=_start)
    return seen + tokens[first:]


_start = attrgetter("start")


@TextCache
def _read(data: bytes) -> tuple[DirectiveTree, list[Token]]:
    tokens = lex_whole(data)
    return build_tree(data, tokens), significant(tokens)


class _Defined(dict[bytes, "int | None"]):
    """Macros of a configuration; asking for any other one answers: not defined."""

    def __init__(self, macros: Mapping[bytes, int]) -> None:
        super().__init__(macros)

    def __contains__(self, key: object) -> bool:
        return True

    def __missing__(self, key: bytes) -> None:
        return None


def _asynchronous(headers: Sequence[bytes], macros: Mapping[bytes, int], words: Vocabulary) -> frozenset[str]:
    """Copies to the host that return before they are done: their wrapper calls an asynchronous function of the runtime."""
    found = set()
    for header in headers:
        if not any(name.encode() in header for name in words.device_to_host):
            continue
        for view in functions(chip_tokens(*_read(header), macros), ""):
            if view.name in words.device_to_host and any(
                _ASYNC.search(name.decode(errors="replace")) for name in view.every_call
            ):
                found.add(view.name)
    return frozenset(found)


def _unreached(
    per_chip: Mapping[str, list[FunctionView]], declared: Mapping[str, Prototype]
) -> Mapping[str, frozenset[str]]:
    """Per chip the functions of the file's own that it sees and never calls while another chip does."""
    called = {name: {t.text for v in views for t in v.body} for name, views in per_chip.items()}
    found = {}
    for chip, views in per_chip.items():
        own = {v.name.encode() for v in views if v.name not in declared} - called[chip]
        elsewhere = (own & texts for name, texts in called.items() if name != chip)
        found[chip] = frozenset(name.decode() for name in set().union(*elsewhere))
    return found


def _waits(views: list[FunctionView], words: Vocabulary) -> frozenset[str]:
    """Functions that wait for the device by their name, and those of the file that call one."""
    called = {name.decode(errors="replace") for v in views for name in v.every_call}
    return _reaching(views, words.waits | {name for name in called if _WAIT.search(name)})


def _reaching(views: Sequence[FunctionView], names: frozenset[str]) -> frozenset[str]:
    """With the functions of the file that call one of them, directly or not."""
    while True:
        wanted = {name.encode() for name in names}
        more = {v.name for v in views if v.name not in names and not wanted.isdisjoint(v.every_call)}
        if not more:
            return names
        names |= more


_NO_RETURN = re.compile(
    rb"(?:\[\[\s*noreturn\s*\]\]|\b_Noreturn\b|\b__attribute__\s*\(\s*\(\s*(?:__)?noreturn(?:__)?\s*\)\s*\))[^;{}()]*?(\w+)\s*\("
)


def _ending(views: Sequence[FunctionView], texts: Iterable[bytes]) -> frozenset[str]:
    """Functions that never return: they are declared so, or end with what does not."""
    found = ENDS | {name.decode() for text in texts for name in _NO_RETURN.findall(text)}
    while True:
        more = {view.name for view in views if view.name not in found and _never_returns(view, found)}
        if not more:
            return found
        found |= more


def _never_returns(view: FunctionView, ending: frozenset[str]) -> bool:
    if not view.statements or any(one.kind in ("return", "goto") for one in view.every_statement):
        return False
    last = view.statements[-1]
    head = bare(last.head) if last.head is not None else None
    called = last.kind == "expression" and head is not None and head.kind == "call"
    return last.kind == "throw" or (called and head is not None and head.text.decode("utf-8", "replace") in ending)


def _throwing(words: Vocabulary, texts: Iterable[bytes]) -> frozenset[str]:
    """Checks and safe calls of which a definition throws."""
    names = b"|".join(re.escape(name.encode()) for name in sorted(words.checks | words.safe_calls))
    if not names:
        return frozenset()
    defined = re.compile(
        rb"^[ \t]*#[ \t]*define[ \t]+(" + names + rb")\(((?:[^\\\n]|\\[ \t]*\r?\n|\\.)*)$", re.MULTILINE
    )
    return frozenset(
        match[1].decode() for text in texts for match in defined.finditer(text) if re.search(rb"\bthrow\b", match[2])
    )


def _naming(views: Sequence[FunctionView]) -> Mapping[str, tuple[str, ...]]:
    """Functions that give a text and nothing but texts that they spell."""
    found: dict[str, tuple[str, ...]] = {}
    for view in views:
        if not re.search(r"char \*$|string(_view)?$", view.returns):
            continue
        heads = [one.head for one in view.every_statement if one.kind == "return" and one.head is not None]
        texts = [text for head in heads for text in _spelled(head)]
        if texts and None not in texts and view.name not in found:
            found[view.name] = tuple(text for text in texts if text is not None)
    return found


def _spelled(expression: Expr) -> list[str | None]:
    """The texts that it may be; None for anything else, a null pointer is no text."""
    one = bare(expression)
    if one.kind == "ternary":
        return [text for part in one.parts[1:] for text in _spelled(part)]
    if one.kind == "string":
        return ["".join(p.text.decode("utf-8", "replace").strip('"') for p in one.parts or (one,))]
    return [] if one.text in (b"nullptr", b"NULL") else [None]


def _helpers(views: Sequence[FunctionView], words: Vocabulary) -> tuple[Mapping[str, FunctionView], frozenset[str]]:
    """Functions of the file that are run where they are called: they allocate, free or copy for their callers, launch under a name they are
    given, fill an argument struct, or multiply with a number that they are given; and the names of those that only multiply."""
    inner = words.malloc | words.free | words.device_to_host
    reaching = _reaching(views, inner) - inner
    found: dict[str, FunctionView] = {}
    several, sizing = set[str](), set[str]()
    called = {name for view in views for name in view.every_call}
    for view in views:
        several |= {view.name} & found.keys()
        if view.name in reaching or _launches_given(view, words) or _fills_given(view, words):
            found[view.name] = view
        elif view.name.encode() in called and _multiplies_given(view):
            found[view.name] = view
            sizing.add(view.name)
    return {name: view for name, view in found.items() if name not in several}, frozenset(sizing)


def _multiplies_given(view: FunctionView) -> bool:
    names = {p.name.text for p in view.parameters if not p.pointer}
    return any(
        one.kind in ("binary", "assign")
        and one.text in (b"*", b"/", b"*=")
        and any(part.kind == "name" and part.text in names for part in one.walk())
        for one in view.every_expression
    )


def _fills_given(view: FunctionView, words: Vocabulary) -> bool:
    """Whether it sets members of an argument struct that it is given."""
    if not words.argument_structs:
        return False
    given = {
        p.name.text
        for p in view.parameters
        if p.pointer and any(re.match(words.argument_structs, word.decode("utf-8", "replace")) for word in p.type)
    }
    members = (bare(one.parts[0]) for one in view.every_expression if one.kind == "assign") if given else ()
    return any(one.kind == "member" and any(part.text in given for part in one.walk()) for one in members)


def _launches_given(view: FunctionView, words: Vocabulary) -> bool:
    texts = {p.name.text for p in view.parameters if p.pointer == b"*" and b"char" in p.type}
    return bool(texts) and any(
        part.text in texts for call in view.calls(words.launches) for part in call.parts[1:] if part.kind == "name"
    )


@lru_cache(maxsize=4)
def declared_in(headers: tuple[bytes, ...]) -> Mapping[str, Prototype]:
    return {name: prototype for header in headers for name, prototype in read_prototypes(header).items()}


def find(
    project: Project,
    path: str,
    data: bytes,
    headers: Sequence[bytes],
    registered: Registered = MappingProxyType({}),
    lines: LineMap | None = None,
    facts: Sequence[ChipFacts] = (),
) -> list[Finding]:
    """Findings in one legacy file. `headers` are the contents of the library's and the runtime's headers; `facts`: what the chips' compilers say of the text."""
    words = _with_aliases(vocabulary(project.library_rules), (*headers, data))
    per_chip: dict[str, list[FunctionView]] = {}
    found: list[Found] = []
    declared = declared_in(tuple(headers))
    returning = frozenset(n for n, p in declared.items() if words.status_types.intersection(p.result.split()))
    behaviours: list[tuple[FunctionView, Behaviour]] = []
    macros, initialised = read_macros(data, headers), _initialised(data)
    ended = frozenset(re.findall(rb"~\s*(\w+)\s*\(\s*\)", data))
    for chip in project.chips:
        defined = {name.encode(): 1 for name in (chip.legacy_macro, *project.library.defines)}
        seen = chip_tokens(*_read(data), defined)
        compiler = Compiler(next((one for one in facts if one.chip == chip.name), None))
        views = functions(seen, chip.name, compiler)
        per_chip[chip.name] = views
        status_functions = (
            frozenset(v.name for v in views if v.returns in words.status_types)
            | returning
            | compiler.returning(words.status_types)
            | words.launches
            | words.malloc
            | words.device_to_host
        )
        here = replace(
            words,
            asynchronous={chip.name: _asynchronous(headers, defined, words)},
            waits=_waits(views, words),
        )
        known = {**macros.constants, **constants(seen, compiler)}
        file = File(
            known,
            *_helpers(views, here),
            frozenset(v.name for v in views),
            macros,
            initialised,
            ended,
            _ending(views, (*headers, data)),
            _throwing(here, (*headers, data)),
            _naming(views),
        )
        for view in views:
            try:
                run = _run(view, here, status_functions, file)
                found += _single(view, here, status_functions, run, registered, macros)
            except RecursionError:  # what is nested that deeply is not looked at
                continue
            behaviours.append((view, run))
    unread = _Unread(data)
    found = [
        f for f in found if f.id != "F10" or (_everywhere(f, found, per_chip.values()) and unread.is_true(f, per_chip))
    ]
    found += _across(behaviours, words)
    unreached = _unreached(per_chip, declared)
    found = [f for f in found if not f.chip or f.function not in unreached[f.chip]]
    return _places(found, path, lines or LineMap(data), len(project.chips))


class _Unread:
    """What no branch of a function reads, not even one that only a build with an option has."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.tokens = _read(data)[1]

    def is_true(self, item: Found, per_chip: Mapping[str, list[FunctionView]]) -> bool:
        views = [
            v for views in per_chip.values() for v in views if v.name == item.function and item.offset in v.offsets
        ]
        name = re.match(rb"\w*", self.data[item.offset : item.offset + 200])
        text = name[0] if name is not None else b""
        for view in views:
            first = bisect_left(self.tokens, view.span[0], key=_start)
            last = bisect_left(self.tokens, view.span[1], first, key=_start)
            if any(t.text == text and t.start not in view.offsets for t in self.tokens[first:last]):
                return False
        return True


def _everywhere(item: Found, found: Sequence[Found], per_chip: Iterable[list[FunctionView]]) -> bool:
    """Whether every chip that sees the place says the same: what one chip's branch reads is used."""
    seeing = sum(any(v.name == item.function and item.offset in v.offsets for v in views) for views in per_chip)
    return sum(f.id == item.id and f.offset == item.offset for f in found) >= seeing


_RECORD = re.compile(rb"\b(?:struct|class|union)\s+(\w+)\s*(?:final\s*)?(:[^{};()]*)?\{")
_MEMBER_VALUE = re.compile(rb"\w\s*=[^=]|\b(?!(?:struct|union|enum|class|const|override|noexcept)\b)\w+\s*\{")


def _initialised(data: bytes) -> frozenset[bytes]:
    """Types of the file that set what they hold: by a constructor, by a member's initialiser, or by what they are made from."""
    found: set[bytes] = set()
    for match in _RECORD.finditer(data):
        name, bases = match[1], set(re.findall(rb"\w+", match[2] or b""))
        end, depth = match.end(), 1
        while depth and end < len(data):
            depth += (data[end] == 0x7B) - (data[end] == 0x7D)
            end += 1
        body = data[match.end() : end]
        constructor = re.search(rb"(?<![~\w])" + name + rb"\s*\(", body)
        if constructor or bases & found or _MEMBER_VALUE.search(body):
            found.add(name)
    return frozenset(found)


def _run(view: FunctionView, words: Vocabulary, status_functions: frozenset[str], file: File) -> Behaviour:
    """What the function does with what the checks ask for; nothing where it names none of it."""
    asked = words.malloc | words.address | words.launches | words.device_to_host | words.dtype_codes
    if view.mentions(asked | file.named):
        return behaviour(view, words, status_functions, file)
    return Behaviour()


def _single(
    view: FunctionView,
    words: Vocabulary,
    status_functions: frozenset[str],
    run: Behaviour,
    registered: Registered,
    macros: Macros,
) -> list[Found]:
    return [
        *checks.assignment_in_check(view, words, macros),
        *checks.always_true_check(view, words, macros),
        *status.status_as_bool(view, words, status_functions),
        *status.status_ignored(view, words, status_functions),
        *status.result_unused(view, words, status_functions),
        *overwritten.status_overwritten(view, words, status_functions),
        *memory.buffer_left_allocated(view, words, run),
        *memory.buffer_freed_again(view, words, run),
        *memory.buffer_used_before_set(view, words, run),
        *memory.read_before_copy_done(view, words, run),
        *arguments.dtype_code_as_size(view, run),
        *arguments.unregistered_kernel(view, run, registered),
    ]


_ALIAS = re.compile(rb"\btypedef\s+(?:struct\s+)?(\w+)\s+(\w+)\s*;|\busing\s+(\w+)\s*=\s*(?:struct\s+)?(\w+)\s*;")


_NUMBERS = frozenset(
    ["int", "bool", "void", "long", "short", "char", "unsigned", "signed", "enum", "size_t", "int32_t", "uint32_t"]
)


def _with_aliases(words: Vocabulary, texts: Iterable[bytes]) -> Vocabulary:
    """With what a buffer, a status or a device is called besides, here or in a header."""
    pairs = {(m[1] or m[4], m[2] or m[3]) for text in texts for m in _ALIAS.finditer(text)}
    aliases = [(type_.decode("utf-8", "replace"), name.decode("utf-8", "replace")) for type_, name in pairs]

    def and_aliases(types: frozenset[str]) -> frozenset[str]:
        more = types | {name for type_, name in aliases if type_ in types}
        return types if more == types else and_aliases(more)

    def of_alias(types: frozenset[str]) -> frozenset[str]:
        """What they are called by each runtime."""
        return frozenset(type_ for type_, name in aliases if name in types) - _NUMBERS

    return replace(
        words,
        memory_types=and_aliases(words.memory_types),
        status_types=and_aliases(words.status_types | of_alias(words.status_types)),
        handle_types=and_aliases(words.handle_types),
    )


def _across(behaviours: Sequence[tuple[FunctionView, Behaviour]], words: Vocabulary) -> list[Found]:
    by_name: dict[str, list[tuple[FunctionView, Behaviour]]] = {}
    for item in behaviours:
        by_name.setdefault(item[0].name, []).append(item)
    found = [f for same in by_name.values() if len(same) > 1 for f in arguments.fields_unset_on_one_chip(same)]
    found += arguments.foreign_kernel(behaviours, words)
    return found


def _places(found: list[Found], path: str, lines: LineMap, chips: int) -> list[Finding]:
    """One finding per id and place; what every chip shows is said once."""
    once: dict[tuple[str, int], Found] = {}
    for item in sorted(found, key=lambda f: (f.offset, f.id, f.chip)):
        once.setdefault((item.id, item.offset), item)
    return [Finding(f.id, _place(path, lines, f.offset), f.message, f.confidence, f.function) for f in once.values()]


def _place(path: str, lines: LineMap, offset: int) -> Location:
    return lines.location(path, offset)
