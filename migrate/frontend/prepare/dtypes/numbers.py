"""A data type that is used as a number, as an index, a shift, in an order, an integer or a cast to one, goes through a function that gives the legacy number
by the type's name: `1 << dtype` becomes `1 << dtypeNumber ( dtype )`. The unified library's numbers are others."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from migrate.frontend.lex import Kind, lex_whole
from migrate.frontend.plain_types import FUNDAMENTAL
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.names import is_free
from migrate.frontend.prepare.scalars import is_scalar
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import bracket_around, statement_start
from migrate.frontend.unified import enumerators_in
from migrate.model import Span
from migrate.project.library_rules import LibraryRules

_NAME = "dtypeNumber"
_NUMBERS = FUNDAMENTAL - {b"void"}
_STREAMS = (b"cout", b"cerr", b"clog")
_CONSTANT = (b"constexpr", b"consteval")
_SHIFTS, _ORDERS, _EQUAL = (b"<<", b">>"), (b"<", b">", b"<=", b">="), (b"==", b"!=")


def dtype_numbers(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    check = next((c for c in sorted(rules.checks) if c.encode() in source.table.names), None)
    first = next((f for f in source.functions if not source.conditionals_around(f.span)), None)
    types = {name.encode() for name in rules.dtype_types}
    if not source.facts or check is None or first is None or source.table.names & types:
        return
    if _has_operator(source, rules.dtype_types):
        return
    used = [(function, list(_Function(rules, source, function).uses())) for function in source.functions]
    outside = list(_outside(rules, source, first))
    numbers = numbers_of(rules, source) if outside or any(uses for _, uses in used) else None
    if numbers is None:
        return
    kind, values = numbers
    definition = _definition(kind, values, check)
    there = any(function.name == _NAME for function in source.functions)
    if not (_is_made(source, definition) if there else is_free(source, _NAME)):
        return
    start, code = first.lead.start, source.code
    made = () if there else (Replacement(Span(start, start), (definition,)),)
    if outside and all(source.text(i).decode() in values for i in outside):
        yield Change(first, tuple(_number(source, i, values[source.text(i).decode()].encode()) for i in outside))
    for function, uses in used:
        if (
            function.name == _NAME
            or not uses
            or function.span.start < first.span.start
            or _calls_operator(source, function)
        ):
            continue
        spans = (Span(code[a].start, code[b - 1].end) for a, b in uses)
        named = tuple(Replacement(span, (_NAME.encode() + b" ( ", span, b" )")) for span in spans)
        yield Change(function, named, shared=made)


def _has_operator(source: Source, types: Collection[str]) -> bool:
    """Whether the source, or a header of the project, says itself what an operator does with a data type."""
    known = (decl for facts in source.facts for decl in (*facts.definitions, *facts.brought))
    operators = [decl for decl in known if decl.name.startswith("operator")]
    kinds = {kind.removeprefix("const ").rstrip("& ") for decl in operators for kind in decl.takes}
    return any(decl.kind == "template" for decl in operators) or not kinds.isdisjoint(types)


def _calls_operator(source: Source, function: Function) -> bool:
    """Whether an operator or a conversion of the project is called in a function: one that is only declared may be for data types too."""
    start, end = function.span.start, function.span.end
    return any(start <= at < end for facts in source.facts for at in facts.unnamed)


def _is_made(source: Source, definition: bytes) -> bool:
    """Whether the function of that name is the one that an earlier turn has put there, and no other has its name."""
    words = [token.text for token in lex_whole(definition) if token.kind != Kind.COMMENT]
    own = [function for function in source.functions if function.name == _NAME]
    texts = ([source.text(i) for i in range(one.first, one.close_brace + 1)] for one in own)
    return len(own) == 1 and all(text == words for text in texts)


def _outside(rules: LibraryRules, source: Source, function: Function) -> Iterator[int]:
    """Data types in the values of constants outside of functions that are used as numbers."""
    uses = _Function(rules, source, function)
    for index, token in enumerate(source.code):
        if token.kind == Kind.IDENT and token.text.decode("utf-8", "replace") in rules.dtypes:
            if source.in_function(token.start) or not uses.last(index):
                continue
            opener = bracket_around(source, index)
            while opener is not None and source.text(opener) == b"(":
                opener = bracket_around(source, opener)
            if opener is None and (uses.is_shifted(index, index + 1) or uses.is_bit(index, index + 1)):
                yield index


def _number(source: Source, index: int, number: bytes) -> Replacement:
    """The number in place of a name; of a macro that is given it, what that stands for."""
    known = source.table.definitions(source.text(index - 2)) if source.text(index - 1) == b"(" else ()
    if not known or source.text(index + 1) != b")":
        return Replacement(source.code[index].span, (number,))
    body = b" ".join(number if word in known[0].taken else word for word in known[0].body)
    return Replacement(Span(source.code[index - 2].start, source.code[index + 1].end), (body,))


def numbers_of(rules: LibraryRules, source: Source) -> tuple[str, Mapping[str, str]] | None:
    """The name of the data types' type and the number of each, as the one enumeration of the headers says that has them; None where that is not plain."""
    texts = {source.table.text(path) for path in source.header_paths}
    found = {made for text in (*texts, source.data) if (made := _enumeration(rules, text)) is not None}
    if len(found) != 1:
        return None
    values = dict(found.pop())
    kinds = {
        name for name in rules.dtype_types if name.encode() in source.places or any(name.encode() in t for t in texts)
    }
    if len(kinds) != 1 or not values or len({*values.values()}) != len(values):
        return None
    said = (decl for facts in source.facts for decl in facts.references.values() if decl.kind == "enumerator")
    if any(decl.value and values.get(decl.name, decl.value) != decl.value for decl in said):
        return None
    return kinds.pop(), values


def _enumeration(rules: LibraryRules, text: bytes) -> tuple[tuple[str, str], ...] | None:
    """Names and numbers of the enumeration with the rules' data types; nothing in them where a number is not spelled."""
    if not any(name.encode() in text for name in rules.dtypes):
        return None
    tokens = [token for token in lex_whole(text) if token.kind != Kind.COMMENT]
    for start, token in enumerate(tokens):
        if token.text != b"enum":
            continue
        opener = next((i for i in range(start, len(tokens)) if tokens[i].text in (b"{", b";", b")")), len(tokens))
        closer = next((i for i in range(opener, len(tokens)) if tokens[i].text == b"}"), len(tokens))
        inside = tokens[opener:closer]
        if not inside or inside[0].text != b"{":
            continue
        names = {a.text.decode("utf-8", "replace") for b, a in pairwise(inside) if b.text in (b"{", b",")}
        if names.isdisjoint(rules.dtypes):
            continue
        values = enumerators_in([b"enum", *(one.text for one in inside), b"}"])
        fixed = any(one.text == b":" for one in tokens[start:opener])  # its numbers may be unsigned ones
        plain = not fixed and not any(one.kind == Kind.DIRECTIVE for one in inside) and names - {""} == values.keys()
        return tuple(sorted(values.items(), key=lambda one: int(one[1]))) if plain else ()
    return None


def _definition(kind: str, values: Mapping[str, str], check: str) -> bytes:
    cases = "".join(f"    case {name}: return {value};\n" for name, value in values.items())
    body = f"  switch ( type )\n  {{\n{cases}    default: break;\n  }}\n  {check} ( false );\n  return -1;\n"
    return f"/* what the kernels and tables know a data type by */\nstatic int {_NAME} ( {kind} type )\n{{\n{body}}}\n\n".encode()


@dataclass(frozen=True)
class _Function:
    """Where a function uses a data type as a number."""

    rules: LibraryRules
    source: Source
    function: Function

    def uses(self) -> Iterator[tuple[int, int]]:
        """Code tokens of the expressions."""
        source, begin, done = self.source, self.function.open_brace + 1, 0
        if any(source.text(i) in _CONSTANT for i in range(self.function.first, begin)):
            return  # the number comes from a function that is none
        macros = {index for index in source.macro_names(*self.function.body)}
        for index in range(begin, self.function.close_brace):
            if index < done or source.code[index].kind != Kind.IDENT or index in macros:
                continue
            last = self.last(index)
            first = self._first(index) if last else None
            if first is None:
                continue
            if self._is_number(first, last) and not self._is_printed(first):
                done = last
                yield first, last

    def last(self, index: int) -> int:
        """Behind an expression that ends with a name of a data type, or with a call that gives one; 0 where it is none."""
        source, types = self.source, self.rules.dtype_types
        decls = list(source.every_fact(index))
        if not decls or source.text(index + 1) in (b".", b"->", b"[", b"::"):
            return 0
        if source.text(index + 1) == b"(":
            given = all(d.kind == "function" and d.type.partition("(")[0].strip() in types for d in decls)
            return source.pairs[index + 1] + 1 if given and index + 1 in source.pairs else 0
        held = all(d.kind in ("variable", "param", "field", "enumerator") for d in decls)
        own = any(d.offset == source.code[index].start and not d.file for d in decls)  # its declaration
        bare = {(d.type).removeprefix("const ").rstrip("& ") for d in decls}
        return index + 1 if held and not own and bare <= types else 0

    def _first(self, index: int) -> int | None:
        """Where the chain of members begins that ends at a name."""
        source = self.source
        while source.text(index - 1) in (b".", b"->"):
            index -= 2
            while source.text(index) == b"]":
                index = source.pairs.get(index, 0) - 1
            if source.text(index) == b")":
                opener = source.pairs.get(index, 0)
                if source.code[opener - 1].kind != Kind.IDENT and source.text(opener - 1) not in (b")", b"]", b">"):
                    return opener
                index = opener - 1
            if index <= self.function.open_brace or source.code[index].kind != Kind.IDENT:
                return None
        return None if source.text(index - 1) == b"::" else index

    def _is_number(self, first: int, last: int) -> bool:
        source = self.source
        while self._is_grouped(first, last):
            first, last = first - 1, last + 1
        before, behind = source.text(first - 1), source.text(last)
        return (
            self._is_index(first, last)
            or self.is_shifted(first, last)
            or self.is_bit(first, last)
            or self._is_cast(first, last)
            or self._is_compared(first, last)
            or self._is_stored(first, last)
            or (before == b"return" and behind == b";" and self._gives_number(first))
            or self._is_argument(first, last)
        )

    def _is_compared(self, first: int, last: int) -> bool:
        """Whether it is ordered beside another data type, or compared with a number that is written there: what a variable has, a caller may count otherwise."""
        source, before, behind = self.source, self.source.text(first - 1), self.source.text(last)
        if before in _ORDERS and behind not in _ORDERS:
            return source.code[first - 2].kind == Kind.NUMBER or self.last(first - 2) == first - 1
        if behind in _ORDERS and before not in _ORDERS:
            ends = (at for at in range(last + 1, last + 12) if self.last(at))
            return source.code[last + 1].kind == Kind.NUMBER or any(self._first(at) == last + 1 for at in ends)
        numbers = ((before, first - 2), (behind, last + 1))
        return any(op in _EQUAL and source.code[at].kind == Kind.NUMBER for op, at in numbers)

    def _is_grouped(self, first: int, last: int) -> bool:
        """Whether an expression stands in parentheses of its own."""
        source = self.source
        if source.text(first - 1) != b"(" or source.pairs.get(first - 1) != last:
            return False
        head = source.code[first - 2]
        return head.text == b"return" or (head.kind != Kind.IDENT and head.text not in (b")", b"]", b">"))

    def _is_integer(self, index: int) -> bool:
        source = self.source
        if source.code[index].kind == Kind.NUMBER:
            return True
        decls = list(source.every_fact(index))
        plain = all(d.kind in ("variable", "param", "field") and _is_plain(d.canonical or d.type) for d in decls)
        return bool(decls) and plain and source.text(index + 1) not in (b".", b"->", b"[", b"(")

    def _is_index(self, first: int, last: int) -> bool:
        source, opener = self.source, first - 1
        if source.text(opener) != b"[" or source.pairs.get(opener) != last:
            return False
        array = opener - 1
        while source.text(array) == b"]":
            array = source.pairs.get(array, 1) - 1
        decls = list(source.every_fact(array))
        types = [(d.canonical or d.type).removeprefix("const ") for d in decls]
        return bool(types) and all(
            "[" in t or t.endswith("*") or t.startswith(("std::array", "std::vector")) for t in types
        )

    def is_shifted(self, first: int, last: int) -> bool:
        source = self.source
        if source.text(first - 1) in _SHIFTS:
            return self._is_integer(first - 2) and source.text(first - 3) not in _SHIFTS
        return source.text(last) in _SHIFTS and self._is_integer(last + 1)

    def is_bit(self, first: int, last: int) -> bool:
        """Whether a macro of the source that shifts by what it is given, and does nothing else with it, is given the value."""
        source = self.source
        if source.text(first - 1) != b"(" or source.pairs.get(first - 1) != last:
            return False
        known = source.table.definitions(source.text(first - 2)) if source.code[first - 2].kind == Kind.IDENT else []
        return len({one.body for one in known}) == 1 and all(
            len(one.taken) == 1 and _shifts(list(one.body), one.taken[0]) for one in known
        )

    def _is_cast(self, first: int, last: int) -> bool:
        source, before = self.source, first - 1
        if source.text(before) == b")" and before in source.pairs:
            opener = source.pairs[before]
            words = {source.text(i) for i in range(opener + 1, before)}
            return bool(words) and words <= _NUMBERS and source.code[opener - 1].kind != Kind.IDENT
        if source.text(before) != b"(" or source.pairs.get(before) != last:
            return False
        if source.text(before - 1) in _NUMBERS:
            return True
        words, index = set[bytes](), before - 2
        while source.text(before - 1) == b">" and source.text(index) in _NUMBERS:
            words.add(source.text(index))
            index -= 1
        return bool(words) and source.text(index) == b"<" and source.text(index - 1) == b"static_cast"

    def _is_stored(self, first: int, last: int) -> bool:
        """Whether an integer gets the value."""
        source = self.source
        if source.text(first - 1) != b"=" or source.text(last) != b";":
            return False
        name = first - 2
        element = source.text(name) == b"]"
        while source.text(name) == b"]":
            name = source.pairs.get(name, 1) - 1
        decls = list(source.every_fact(name))
        types = [(d.canonical or d.type).partition("[")[0].strip() if element else d.canonical or d.type for d in decls]
        return bool(types) and all(map(_is_plain, types)) and source.text(name - 1) not in (b"&", b"auto")

    def _gives_number(self, index: int) -> bool:
        """Whether the function returns an integer; a function or a lambda within it has a result of its own."""
        function, opener = self.function, bracket_around(self.source, index)
        while opener is not None and opener > function.open_brace:
            if not self._is_block(opener):
                return False
            opener = bracket_around(self.source, opener)
        words = {self.source.text(i) for i in range(function.first, function.name_index)} - {
            b"static",
            b"inline",
            b"const",
        }
        return bool(words) and words <= _NUMBERS

    def _is_block(self, opener: int) -> bool:
        """Whether a brace opens statements of the function itself."""
        source, before = self.source, opener - 1
        if source.text(before) == b")" and before in source.pairs:
            return source.text(source.pairs[before] - 1) in (b"if", b"for", b"while", b"switch", b"catch", b"constexpr")
        return source.text(before) in (b"{", b"}", b";", b":", b"else", b"do", b"try")

    def _is_argument(self, first: int, last: int) -> bool:
        """Whether a function that takes an integer there is given the value."""
        source = self.source
        if source.text(first - 1) not in (b"(", b",") or source.text(last) not in (b")", b","):
            return False
        opener = bracket_around(source, first) or 0
        if source.text(opener) != b"(" or source.code[opener - 1].kind != Kind.IDENT:
            return False
        place = next((i for i, (a, b) in enumerate(source.arguments(opener)) if (a, b) == (first, last)), -1)
        decls = list(source.every_fact(opener - 1))
        types = [d.takes for d in decls if d.kind == "function"]
        return (
            place >= 0
            and bool(types)
            and len(types) == len(decls)
            and all(place < len(one) and _is_plain(one[place]) for one in types)
        )

    def _is_printed(self, index: int) -> bool:
        """Whether a print has it among what it prints, which is a name there."""
        source, opener = self.source, bracket_around(self.source, index)
        begin = statement_start(source, index)
        if any(source.text(i) in _STREAMS for i in range(begin, index)):
            return True
        while opener is not None and source.text(opener) != b"{":
            if source.text(opener - 1).decode("utf-8", "replace") in self.rules.prints:
                return True
            opener = bracket_around(source, opener)
        return False


def _shifts(body: list[bytes], parameter: bytes) -> bool:
    """Whether a macro's body has its parameter, perhaps in parentheses, behind `<<` and nowhere else."""
    if body.count(parameter) != 1 or {b"#", b"##"} & {*body}:
        return False
    first = last = body.index(parameter)
    while first > 0 and last + 1 < len(body) and (body[first - 1], body[last + 1]) == (b"(", b")"):
        first, last = first - 1, last + 1
    left = body[first - 2] if first > 1 else b""
    return body[first - 1] == b"<<" and left[:1].isdigit()


def _is_plain(type_: str) -> bool:
    return is_scalar(type_) and not {"*", "bool", "float", "double"} & {*type_.replace("*", " * ").split()}
