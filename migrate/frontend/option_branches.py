"""Branches that no chip's compiler reads since an option of the build brings them, and what is known of them all the same: what is plain in any build."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from migrate.frontend.directives import Branch
from migrate.frontend.lex import Kind
from migrate.frontend.source import Function, Source
from migrate.project.library_rules import LibraryRules

_WORDS = frozenset(
    b"int unsigned signed long short char bool float double const void auto if else for while do return break continue true false "
    b"nullptr NULL switch case default std cout cerr endl flush printf fprintf puts fflush stderr stdout __func__ __FUNCTION__ __FILE__ "
    b"__LINE__ size_t static_cast and or not".split()
)
_TYPES = frozenset(b"int unsigned long short char bool float double size_t auto".split())


def left_out(what: str) -> bytes:
    """The line that stands for what was left out: a build that would see it ends with it."""
    return b"#error MIGRATE L150: " + what.encode() + b"\n"


def decided(names: Sequence[str]) -> str:
    """What such a line says where options decide something, and nothing is left out but what a build with them would see."""
    verb, them = ("decides", "it") if len(names) == 1 else ("decide", "them")
    return f"what {', '.join(names)} {verb} for this function is written as without {them}"


def is_decision(message: str) -> bool:
    return " for this function is written as without " in message


def all_left_out(text: bytes) -> Iterator[tuple[int, str]]:
    """Where a text has such lines, and what they say."""
    for match in _LEFT_OUT.finditer(text):
        yield match.start(), match[1].decode("utf-8", "replace").strip()


_LEFT_OUT = re.compile(rb"^[ \t]*#error MIGRATE L150: (.*)$", re.MULTILINE)


def only_with_option(source: Source, function: Function) -> str:
    """The options without which no compiler reads a function; empty where one does, or where something else decides."""
    if not source.facts or not source.outcomes.unread(source.code[function.name_index].start):
        return ""
    unread = [one for one in source.conditionals_around(function.span) if not source.resolves(one)]
    options = {name for one in unread for name in source.outcomes.options(one)}
    asked = {name for one in unread for name in source.outcomes.names(one)}
    free = asked <= {name.encode() for name in options} and not any(turned(source, name) for name in asked)
    return " ".join(sorted(options)) if free else ""


def turned(source: Source, name: bytes) -> str:
    """Where the tree defines an option or takes it back, though no compiler sees it defined; empty where it does not."""
    if source.table.definitions(name):
        return ""
    pattern = re.compile(rb"^[ \t]*#[ \t]*(define|undef)[ \t]+%b\b" % re.escape(name), re.MULTILINE)
    for text in (source.data, *map(source.table.text, source.header_paths)):
        if found := pattern.search(text):
            return "which the source takes back" if found[1] == b"undef" else "which the source defines for some builds"
    return ""


def unknown(rules: LibraryRules, source: Source, function: Function, branch: Branch) -> Iterator[int]:
    """Names of a branch that no compiler reads which are not known to be plain."""
    first, last = source.index_at(branch.body.start), source.index_at(branch.body.end)
    if first >= last or not source.outcomes.unread(source.code[first].start):
        return
    local = _locals(source, function)
    own = {
        source.text(i)
        for i in range(first, last)
        if source.text(i - 1) in _TYPES and source.text(i + 1) in (b"=", b";", b":")
    }
    for index in range(first, last):
        token, before, after = source.code[index], source.text(index - 1), source.text(index + 1)
        if token.kind != Kind.IDENT or token.text in _WORDS or token.text in own:
            continue
        word = token.text.decode("utf-8", "replace")
        if before in (b".", b"->"):
            address = word == rules.address_field or rules.address_fields.search(word)
            compared = after in (b"==", b"!=") and _compared(rules, source, index + 2)
            if address or after == b"(" or (word == rules.dtype_field and not compared):
                yield index
            continue
        kind = local.get(token.text, "")
        if kind and _holds_status(rules, source, function, token.text):
            yield index
            continue
        known = word in rules.prints or word in rules.checks or word in rules.safe_calls
        if known or (word in rules.dtypes and _compared(rules, source, index)):
            continue
        returned = before == b"return" and after == b";" and _gives_status(rules, source, function)
        if returned and (word in rules.success or word in rules.names):
            continue
        if kind and (after in (b".", b"->") or not rules.concerns(kind.removeprefix("const ").rstrip("&* "))):
            continue
        seen = source.where(token.text, function.first, function.close_brace)
        if any(
            d.kind in ("function", "macro", "enumerator")
            for i in seen
            if not first <= i < last
            for d in source.decls(i)
        ):
            continue
        yield index


def _holds_status(rules: LibraryRules, source: Source, function: Function, name: bytes) -> bool:
    """Whether a variable of any type is set to a status somewhere in the function: it may become one."""
    for index in source.where(name, *function.body):
        word = source.text(index + 2).decode("utf-8", "replace")
        answers = (
            word in rules.launch or (word in rules.calls and rules.calls[word].answers) or bool(rules.operator(word))
        )
        if source.text(index + 1) == b"=" and (answers or word in rules.success or word in rules.statuses):
            return True
    return False


def _compared(rules: LibraryRules, source: Source, index: int) -> bool:
    """Whether a data type is what a member of a tensor is compared with, and nothing more."""
    ends = (b")", b"&&", b"||", b"?", b";", b":", b",")
    if source.text(index).decode("utf-8", "replace") not in rules.dtypes or source.text(index + 1) not in ends:
        return False
    start = index - 2
    if (
        source.text(index - 1) not in (b"==", b"!=")
        or source.text(start).decode("utf-8", "replace") != rules.dtype_field
    ):
        return False
    while source.text(start - 1) in (b".", b"->"):
        start = start - 2
    return source.text(start - 1) in (b"(", b"&&", b"||", b"!", b"=", b"return", b",", b"?")


def _gives_status(rules: LibraryRules, source: Source, function: Function) -> bool:
    words = {source.text(i).decode("utf-8", "replace") for i in range(function.first, function.name_index)}
    return bool(words & rules.status_types)


def _locals(source: Source, function: Function) -> Mapping[bytes, str]:
    """Parameters and variables of the function by name, with their types."""
    found: dict[bytes, str] = {}
    for index in range(function.open_paren, function.close_brace):
        for decl in source.decls(index) if source.code[index].kind == Kind.IDENT else ():
            if decl.kind in ("param", "variable") and decl.offset == source.code[index].start:
                found[source.text(index)] = decl.type
    return found
