"""Forms of a body that no rule understands: they are refused before anything else is tried."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from migrate.frontend.compiler.packing import packing
from migrate.frontend.lex import Kind, Token
from migrate.frontend.outcomes import tells_standard
from migrate.frontend.source import Source
from migrate.model import Span
from migrate.project.library_rules import LibraryRules
from migrate.rules.caught import Catching, catching, keep_catching
from migrate.rules.context import Context
from migrate.rules.registry import Rule
from migrate.rules.tries import throws_alike

_DIRECTIVE = re.compile(rb"[ \t]*(?:/\*[^\n]*?\*/[ \t]*)*(?:#|%:|\?\?=)")
_DIGRAPH_DIRECTIVE = re.compile(rb"^[ \t]*(?:%:|\?\?=)[ \t]*(?:define|undef)\b", re.MULTILINE)
_CONTINUED = re.compile(rb"\\[ \t]*\r?\n")


def _aborts(ctx: Context) -> Iterator[int]:
    source = ctx.source
    for index in source.named("aborts", ctx.rules.aborts.__contains__, *ctx.function.body):
        if source.text(index + 1) == b"(" and source.text(index - 1) not in (b".", b"->"):
            yield index


def _refuse_abort(ctx: Context, index: int) -> None:
    name = ctx.source.text(index).decode("utf-8", "replace")
    does = f"{name} ends the process, which no operator of the unified library may"
    ctx.refuse_at("L171", index, f"{does}; test with a check that gives a status")


def _tries(ctx: Context) -> Iterator[int]:
    return (index for index in ctx.source.where(b"try", *ctx.function.body) if not throws_alike(ctx, index))


def _keep_try(ctx: Context, index: int) -> None:
    how = catching(ctx, index)
    if isinstance(how, Catching):
        keep_catching(ctx, index, how)
    else:
        ctx.refuse_at("L176", index, f"a try block: {how}; test the condition or the status")


def _unmovable(ctx: Context) -> Iterator[tuple[Span, str]]:
    """What depends on where the text stands: its line and file, an #include or #line, a token cut by a line's end."""
    source, span = ctx.source, ctx.function.span
    for directive in source.tree.others:
        if span.start < directive.token.start < span.end and directive.keyword in (
            b"include",
            b"include_next",
            b"line",
        ):
            yield directive.token.span, f"#{directive.keyword.decode()} stands inside the function"
    for start, word in _unknown_directives(source):
        if start < span.end:
            message = f"#{word} is not known to every compiler as a directive, #elif defined is"
            yield Span(start, start + 1) if start > span.start else source.code[ctx.function.name_index].span, message
            break
    for start, message in _misleading(source):
        if start < span.end:
            yield source.code[ctx.function.name_index].span, message
    for at, text in computing(source):
        if at < span.start:
            what = " ".join(text.decode("utf-8", "replace").split())
            yield (
                source.code[ctx.function.name_index].span,
                f"#{what} stands before the function and says how it computes",
            )
            break
    long = [c for c in source.comments_from(span.start, span.end) if b"\n" in source.data[c.start : c.end]]
    for comment in long:
        if _DIRECTIVE.match(source.data, comment.end):
            yield comment.span, "a comment of several lines ends in front of a directive"
    first, last = ctx.function.first, ctx.function.close_brace
    for index in (
        source.named("standards", lambda n: tells_standard(n.encode()), first, last) if source.other_standard else ()
    ):
        message = f"{source.text(index).decode()} is another one in the language's version that the unified library is compiled as"
        yield source.code[index].span, message
    for index in source.named("places", PLACE_NAMES.__contains__, first, last):
        name = source.text(index).decode()
        if not is_printed(ctx.rules, source.text, index):
            yield source.code[index].span, f"{name} is another one in the output"
    for index in _sizes_of_c(source, first, last):
        message = f"{source.text(index).decode()} asks about what is an int in C, and not in C++, as which the unified library is compiled; write the number"
        yield source.code[index].span, message
    for before, after in pairwise(source.code[first : last + 1]):
        if before.end == after.start and before.text + after.text in _DIGRAPHS and not _is_scope(source, after):
            yield Span(before.start, after.end), "a digraph stands for a bracket; write the bracket"
    if not _CONTINUED.search(source.data, span.start, span.end):
        return
    for before, after in pairwise(source.tokens_from(span.start, span.end)):
        gap = source.data[before.end : after.start]
        if gap.startswith(b"\\") and gap.endswith(b"\n"):
            yield Span(before.start, after.end), "a line's end, behind a backslash, stands inside a token here"


def _sizes_of_c(source: Source, first: int, last: int) -> Iterator[int]:
    """Where a C source asks for the size or the type of a character, or of what is true or false."""
    for word in _ASK_SIZE if source.path.endswith(".c") else ():
        for index in source.where(word, first, last):
            end = source.pairs.get(index + 1, index + 1)
            asked = source.code[index + 1 : end + 1]
            if any(token.kind == Kind.CHAR or token.text in _TRUTHS for token in asked):
                yield index


_ASK_SIZE = (b"sizeof", b"typeof", b"__typeof__", b"__typeof")
_TRUTHS = frozenset((b"==", b"!=", b"<", b">", b"<=", b">=", b"&&", b"||", b"!", b"true", b"false"))


def _misleading(source: Source) -> list[tuple[int, str]]:
    """Directives of a file after which other text than there is would have to be converted: where each begins to count, and what it is."""
    known: list[tuple[int, str]] | None = source.memo.get(_misleading)
    if known is None:
        chips = {name for chip in source.chips for name in source.macros(chip)}
        known = source.memo[_misleading] = []
        for one in source.tree.others:
            macro = one.argument.split(b"(")[0].split(b" ")[0]
            if one.keyword in (b"define", b"undef") and macro in chips:
                what = f"#{one.keyword.decode()} {macro.decode()} says which chip it is, before or in the function"
                known.append((one.token.start, what))
        if source.other_standard and (found := _TRIGRAPH.search(source.data)):
            known.append((0, f"{found[0].decode()} in the file is another character in a version of the language"))
        if _DIGRAPH_DIRECTIVE.search(source.data):
            known.append((0, "a #define of the file begins with a digraph; write # for it"))
    return known


def _unknown_directives(source: Source) -> list[tuple[int, str]]:
    """Directives that a compiler obeys or reads over, as its version and that of the language are; those of headers stand at the beginning."""
    known: list[tuple[int, str]] | None = source.memo.get(_unknown_directives)
    if known is None:
        names = {path: path.rsplit("/", 1)[-1] for path in source.header_paths}
        texts = ((name, source.table.text(path)) for path, name in names.items())
        known = [(0, f"{found[1].decode()} of {name}") for name, text in texts if (found := _NEWER.search(text))]
        branches = (branch.opening for one in source.conditionals for branch in one.branches)
        mine = (one for one in branches if one.keyword in (b"elifdef", b"elifndef"))
        known += ((one.token.start, one.keyword.decode()) for one in mine)
        source.memo[_unknown_directives] = known
    return known


_NEWER = re.compile(rb"^[ \t]*#[ \t]*(elifn?def)\b", re.MULTILINE)
_TRIGRAPH = re.compile(rb"\?\?[=/'()!<>-]")
_DIGRAPHS = frozenset((b"<:", b":>", b"<%", b"%>", b"<::"))


def _is_scope(source: Source, token: Token) -> bool:
    """Whether what stands behind a `<` is a name of the global scope: `<::` is no bracket but before another `:` or `>`."""
    return token.text == b"::" and source.data[token.end : token.end + 1] not in (b":", b">")


# Of what a compiler makes of numbers; levels of optimisation change no result.
_COMPUTING = re.compile(
    rb"pragma\s+(?:STDC\s|GCC\s+optimize|clang\s+fp|float_control|fp_contract|fenv_access|optimization_parameter)"
)
_LEVELS = re.compile(rb'pragma\s+GCC\s+optimize\s*\(?(?:\s*,?\s*"?-?(?:O[0-3gsz]?|[0-3])"?)*\s*\)?\s*')


def computing(source: Source) -> list[tuple[int, bytes]]:
    """Pragmas outside of functions that say how the functions behind them compute."""
    known: list[tuple[int, bytes]] | None = source.memo.get(computing)
    if known is None:
        said = [(d.token.start, d.token.text.lstrip(b"#%: \t")) for d in source.tree.others if d.keyword == b"pragma"]
        wanted = ((at, text) for at, text in said if _COMPUTING.match(text) and not _LEVELS.fullmatch(text))
        known = source.memo[computing] = [(at, text) for at, text in wanted if not source.in_function(at)]
    return known


def _packed(ctx: Context) -> Iterator[int]:
    """Types that the function declares where a pragma before it says how types are laid out."""
    source = ctx.source
    for word in (b"struct", b"union", b"class") if packing(source).at(ctx.function.span.start) else ():
        for index in source.where(word, *ctx.function.body):
            opener = next(
                (i for i in range(index, index + 16) if source.text(i) in (b"{", b";", b")", b"=", b"*")), index
            )
            if source.text(opener) == b"{":
                yield index


def _refuse_packed(ctx: Context, index: int) -> None:
    message = "a pragma before the function says how the type that it declares here is laid out; put the pragma's effect into the type"
    ctx.refuse_at("L162", index, message)


def is_printed(rules: LibraryRules, text: Callable[[int], bytes], index: int) -> bool:
    """Whether a name that tells its place, or the function's name, does so in a message alone: as an argument of a print."""
    if text(index) in _TOLD and text(index - 1) == b"<<" and text(index + 1) in (b"<<", b";"):
        return is_streamed(rules, text, index - 1)
    if text(index) not in _TOLD or text(index - 1) not in (b"(", b",") or text(index + 1) not in (b",", b")"):
        return False
    depth, opener = 0, index - 1
    while opener > 0 and (depth or text(opener) != b"("):
        if text(opener) in (b";", b"{", b"}"):
            return False
        depth += (text(opener) in (b")", b"]")) - (text(opener) in (b"(", b"["))
        opener -= 1
    return opener > 0 and (text(opener - 1) in _PRINTS or text(opener - 1).decode("utf-8", "replace") in rules.prints)


def is_streamed(rules: LibraryRules, text: Callable[[int], bytes], index: int) -> bool:
    """Whether what stands behind a << goes to a stream that prints."""
    depth = 0
    while index > 0 and text(index) not in (b";", b"{", b"}") and depth >= 0:
        if not depth and text(index) == b"<<" and f"std::{text(index - 1).decode('utf-8', 'replace')}" in rules.prints:
            return True
        depth += (text(index) in (b")", b"]")) - (text(index) in (b"(", b"["))
        index -= 1
    return False


_TOLD = frozenset((b"__LINE__", b"__FILE__", b"__FILE_NAME__", b"__func__", b"__FUNCTION__", b"__PRETTY_FUNCTION__"))
_PRINTS = frozenset((b"printf", b"fprintf"))


def _told(ctx: Context) -> Iterator[int]:
    source = ctx.source
    for index in source.named("places", PLACE_NAMES.__contains__, ctx.function.first, ctx.function.close_brace):
        if is_printed(ctx.rules, source.text, index):
            yield index


def _say_told(ctx: Context, index: int) -> None:
    name = ctx.source.text(index).decode()
    ctx.notes.differences.append(("D203", ctx.source.code[index].start, TELLS.format(name)))


TELLS = "a message tells {}, which is that of the unified source now"
STANDARD = "it asks for the version of the language, which the unified library is compiled as another one of"
PLACE_NAMES = frozenset(
    [
        "__LINE__",
        "__FILE__",
        "__FILE_NAME__",
        "__BASE_FILE__",
        "__func__",
        "__FUNCTION__",
        "__PRETTY_FUNCTION__",
        "__COUNTER__",
        "__INCLUDE_LEVEL__",
        "__DATE__",
        "__TIME__",
        "__TIMESTAMP__",
        "__builtin_LINE",
        "__builtin_COLUMN",
        "__builtin_FILE",
        "__builtin_FUNCTION",
        "__builtin_source_location",
        "source_location",
        "__builtin_constant_p",  # and what else is asked about an expression that may be another kind of one
        "__builtin_object_size",
        "__builtin_dynamic_object_size",
        "__builtin_is_constant_evaluated",
        "is_constant_evaluated",
    ]
)


def _refuse_unmovable(ctx: Context, found: tuple[Span, str]) -> None:
    span, why = found
    ctx.refuse("L177", span, f"{why}; it cannot move with the function")


PLACES = Rule(
    "places",
    "Text whose meaning depends on where it stands is refused.",
    _unmovable,
    _refuse_unmovable,
    after=("aborts",),
    diagnostics=("L177",),
    cases=("limits",),
)
TOLD = Rule(
    "told-places",
    "A message that tells its place, or the function's name, tells that of the unified source.",
    _told,
    _say_told,
    after=("macros",),
    diagnostics=("D203",),
    cases=("prints",),
)
PACKED = Rule(
    "packed",
    "A type declared in a function behind a pragma that says how types are laid out is refused.",
    _packed,
    _refuse_packed,
    after=("macros",),
    diagnostics=("L162",),
    cases=("limits",),
)
ABORTS = Rule(
    "aborts",
    "A call that ends the process is refused.",
    _aborts,
    _refuse_abort,
    after=("lambdas",),
    diagnostics=("L171",),
    cases=("limits",),
)
TRIES = Rule(
    "tries",
    "A try block with checks or calls of the library in it keeps who catches what these throw, or is refused.",
    _tries,
    _keep_try,
    after=("lambdas",),
    diagnostics=("L176",),
    cases=("limits",),
)
