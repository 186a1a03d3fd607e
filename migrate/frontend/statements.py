"""Where statements begin and end, branches of conditionals among them."""

from __future__ import annotations

from bisect import bisect_left

from migrate.frontend.directives import Conditional
from migrate.frontend.lex import Kind
from migrate.frontend.source import Source

_INITIALISED = (b"=", b"(", b",", b"return", b"{")

# Operators that give an operand another value.
CHANGES = frozenset(b"= += -= *= /= %= &= |= ^= <<= >>= ++ -- and_eq or_eq xor_eq".split())


def is_whole(source: Source, conditional: Conditional) -> bool:
    """Whether each branch of a conditional is made of statements, and it stands between statements itself."""
    for branch in conditional.branches:
        first, last = source.index_at(branch.body.start), source.index_at(branch.body.end)
        begin, end = bisect_left(source.brackets, first), bisect_left(source.brackets, last)
        if any(not first <= source.pairs.get(index, -1) < last for index in source.brackets[begin:end]):
            return False
        if first < last and source.text(last - 1) not in (b";", b"}"):
            return False
    index = source.index_at(conditional.span.start) - 1
    before = source.text(index)
    if before in (b";", b")"):  # not in the head of a loop
        around = bracket_around(source, index)
        return around is None or source.text(around) != b"("
    return before in (b"{", b"}") or (before == b":" and is_label(source, index))


def is_label(source: Source, colon: int) -> bool:
    """Whether a colon ends a case or default label."""
    index = colon
    while source.text(index - 1) not in (b";", b"{", b"}", b":", b"?", b""):
        index = source.pairs[index - 1] if source.text(index - 1) in (b")", b"]") else index - 1
    return source.text(index) in (b"case", b"default")


def is_asked_for_type(source: Source, index: int) -> bool:
    """Whether an expression that begins with a token is only asked which type it has."""
    while source.text(index - 1) == b"(":
        index -= 1
    return source.text(index - 1) in (b"decltype", b"typeid", b"typeof", b"__typeof__", b"noexcept")


def statement(source: Source, index: int) -> tuple[int, int] | None:
    """First token and semicolon of the statement around a token; None where a block of its own is in it, it is none of a block, or the
    brackets do not match."""
    first = index
    while first > 0:
        text = source.text(first - 1)
        if text in (b";", b"") or (text == b"{" and not _of_value(source, first - 1)):
            break
        if text in (b"else", b"do") or governs(source, first - 1):
            break
        if text == b"}" and not _of_value(source, source.pairs.get(first - 1, 0)):
            break
        if text in (b")", b"]", b"}"):
            opener = source.pairs.get(first - 1)
            if opener is None:
                return None
            first = opener
        else:
            first -= 1
    last = first
    while source.text(last) not in (b";", b""):
        if source.text(last) in (b"}", b")", b"]"):
            return None
        if source.text(last) == b"{" and not _of_value(source, last):
            return None
        last = source.pairs.get(last, last) + 1 if source.text(last) in (b"(", b"[", b"{") else last + 1
    block = bracket_around(source, first)
    whole = source.text(last) == b";" and block is not None and source.text(block) == b"{"
    return (first, last) if whole and first <= index <= last else None


def parenthesis_around(source: Source, index: int) -> int:
    """The parenthesis that an argument stands in, or where its statement begins."""
    opener = index - 1
    while source.text(opener) not in (b"(", b";", b"{", b"}", b""):
        closed = source.text(opener) in (b")", b"]", b"}")
        opener = source.pairs.get(opener, opener) - 1 if closed else opener - 1
    return opener


def behind_value(source: Source, first: int) -> int:
    """What ends a value that begins with a token: of a statement, a declarator or an element of a list."""
    while source.text(first) not in (b";", b",", b"}", b""):
        first = source.behind(first)
    return first


def block_around(source: Source, index: int) -> int:
    """The brace that a token of a function stands in."""
    while (found := bracket_around(source, index)) is not None and source.text(found) != b"{":
        index = found
    return found if found is not None else 0


def bracket_around(source: Source, index: int) -> int | None:
    """The bracket that a token stands in."""
    while index > 0:
        index -= 1
        if source.text(index) in (b")", b"]", b"}"):
            index = source.pairs.get(index, 0)
        elif source.text(index) in (b"(", b"[", b"{"):
            return index
    return None


_HEADS = frozenset((b"if", b"for", b"while"))


def governs(source: Source, index: int) -> bool:
    """Whether a token is the end of what governs the statement behind it."""
    opener = source.pairs.get(index, 0) if source.text(index) == b")" else 0
    return source.text(index) == b"else" or (opener > 0 and source.text(opener - 1) in _HEADS)


def begins_statement(source: Source, first: int) -> bool:
    """Whether a token stands where a statement begins: in a block, behind a label, or governed by another one."""
    before = source.text(first - 1)
    plain = before in (b";", b"{", b"}") or governs(source, first - 1)
    return plain or (before == b":" and is_label(source, first - 1))


def branches(source: Source, first: int) -> tuple[list[tuple[int, int]], bool] | None:
    """First and last token of each branch of an `if` whose first branch begins at a token, and whether there is one for all else; None where that is
    not plain to see."""
    found: list[tuple[int, int]] = []
    while True:
        end = branch_end(source, first)
        if end is None:
            return None
        found.append((first, end))
        if source.text(end + 1) != b"else":
            return found, False
        first = end + 2
        if source.text(first) != b"if":
            last = branch_end(source, first)
            return ([*found, (first, last)], True) if last is not None else None
        if source.text(first + 1) != b"(":
            return None
        first = source.pairs[first + 1] + 1


def selection_end(source: Source, word: int) -> int | None:
    """The last token of an `if` with all its branches, or of a `switch`, by the word in front of the condition; None where that is not plain to see."""
    first = source.pairs[word + 1] + 1
    if source.text(word) == b"switch":
        return branch_end(source, first)
    found, _ = branches(source, first) or ([], False)
    if not found or any(source.has_directive(end, end + 2) for _, end in found[:-1]):
        return None
    return found[-1][1]


def branch_end(source: Source, first: int) -> int | None:
    """The last token of a block, or of a statement that governs no other one; None of any other."""
    if source.text(first) == b"{":
        return source.pairs[first]
    end = first if source.text(first) not in _GOVERNING else len(source.code)
    while source.text(end) not in (b";", b"}", b""):
        end = source.behind(end)
    return end if source.text(end) == b";" else None


_GOVERNING = frozenset((b"if", b"while", b"for", b"do", b"switch", b"try", b"else"))


def behind_labels(source: Source, first: int, last: int) -> int:
    """The first token of a statement behind its case and default labels."""
    while source.text(first) in (b"case", b"default"):
        colon = first
        while colon < last and source.text(colon) not in (b":", b"?"):
            colon = source.behind(colon)
        if source.text(colon) != b":":
            return first
        first = colon + 1
    return first


def is_list(source: Source, brace: int) -> bool:
    """Whether a brace opens a list of values behind `return`, `=`, a type or a name in an expression; or a token is the end of one."""
    if source.text(brace) == b"}":
        brace = source.pairs.get(brace, 0)
    if source.text(brace) != b"{":
        return False
    before = source.text(brace - 1)
    if before in (b"return", b"=", b"(", b",", b"[", b"?", b":", b">", b"co_yield"):
        return before != b":" or not is_label(source, brace - 1)
    if before == b"{":
        return is_list(source, brace - 1)
    return source.code[brace - 1].kind == Kind.IDENT and before not in _BLOCKS and not _heads(source, brace - 1)


_BLOCKS = frozenset((b"else", b"do", b"try", b"namespace", b"const", b"noexcept", b"override", b"final", b"mutable"))
_CLASSES = frozenset((b"struct", b"class", b"union", b"enum", b"namespace"))


def _heads(source: Source, name: int) -> bool:
    """Whether a name in front of a brace is that of a class or namespace, or a function's result."""
    return source.text(name - 1) in _CLASSES or source.text(name - 1) in (b"::", b"->", b":")


def _of_value(source: Source, brace: int) -> bool:
    """Whether a brace opens a list of values, not a block."""
    before = source.text(brace - 1)
    return before in _INITIALISED[:-1] or (before == b"{" and _of_value(source, brace - 1))


def outer_tokens(source: Source) -> set[int]:
    """Indices of the code outside of classes and functions."""
    found, index = set[int](), 0
    while index < len(source.code):
        if source.text(index) == b"{" and index in source.pairs:
            index = index + 1 if opens_scope(source, index) else source.pairs[index] + 1
            continue
        found.add(index)
        index += 1
    return found


def opens_scope(source: Source, brace: int) -> bool:
    """Whether a brace is that of extern "C" or of a namespace, unnamed, named or nested."""
    index = brace - 1
    if source.text(index) in (b'"C"', b'"C++"'):
        return True
    while index > 0 and source.text(index) != b"namespace":
        if source.text(index) not in (b"::", b"]") and source.code[index].kind != Kind.IDENT:
            return False
        index = source.pairs.get(index, index) - 1
    return index >= 0 and source.text(index) == b"namespace"


def qualified_start(source: Source, index: int) -> int:
    """The first token of a name, the namespaces before it included: of `return ::a::b` the first `::`."""
    while source.text(index - 1) == b"::":
        decls = list(source.decls(index - 2))
        if not decls or any(decl.kind != "namespace" for decl in decls):
            return index - 1
        index -= 2
    return index


def statement_start(source: Source, index: int) -> int:
    """First token of the statement that a token stands in; a list of values is a part of it."""
    while source.text(index - 1) not in (b";", b"{", b"}", b"") or is_list(source, index - 1):
        index -= 1
    return index


def without_parentheses(source: Source, first: int, last: int) -> tuple[int, int]:
    """The expression [first, last) without the parentheses around all of it."""
    while first < last and source.text(first) == b"(" and source.pairs.get(first) == last - 1:
        first, last = first + 1, last - 1
    return first, last


def voided(source: Source, index: int) -> tuple[int, int] | None:
    """The tokens of a statement that only says that a name is not used: `( void ) name ;`, `static_cast < void > ( name ) ;`."""
    for before, behind in (
        ([b"(", b"void", b")"], [b";"]),
        ([b"static_cast", b"<", b"void", b">", b"("], [b")", b";"]),
    ):
        first, last = index - len(before), index + 1 + len(behind)
        words = [source.text(i) for i in range(first, last) if i != index]
        if words == [*before, *behind] and source.text(first - 1) in (b";", b"{", b"}"):
            return first, last
    return None


def conditional_operator(source: Source, first: int, last: int) -> tuple[int, int] | None:
    """The question mark and the colon of `c ? a : b` in [first, last); None where there is none outside of brackets."""
    question, depth, index = -1, 0, first
    while index < last:
        text = source.text(index)
        if text == b"?":
            question = index if question < 0 else question
            depth += 1
        elif text == b":":
            depth -= 1
            if depth == 0:
                return question, index
        index = source.behind(index) if text in (b"(", b"[", b"{") else index + 1
    return None
