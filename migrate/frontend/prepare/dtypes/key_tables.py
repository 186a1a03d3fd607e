"""A constant table whose keys are data types, an array with designators or a `std::map`, becomes a function that chooses by their names: their numbers, and
so places and orders, are others in the unified library."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from migrate.frontend.compiler.clang import Decl
from migrate.frontend.lex import Kind
from migrate.frontend.plain_types import FUNDAMENTAL
from migrate.frontend.prepare.dtypes.references import is_referred
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.names import is_free
from migrate.frontend.prepare.scalars import is_scalar
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import (
    bracket_around,
    conditional_operator,
    is_asked_for_type,
    is_list,
    statement_start,
    voided,
    without_parentheses,
)
from migrate.model import Span
from migrate.project.library_rules import LibraryRules

Range = tuple[int, int]
_MAP = re.compile(r"const std::(?:unordered_)?map<([\w ]+), ([\w ]+\*?)>")
_ARRAY = re.compile(r"const ([\w ]+)\[\d+\]|(const char \*)const\[\d+\]")
_REFERS = re.compile(r"&|\breference_wrapper\b")
_OPENS = (
    b"(",
    b",",
    b"=",
    b"return",
    b"&&",
    b"||",
    b"?",
    b":",
    b";",
    b"{",
    b"}",
)  # in front of a whole operand of a logical operator
_ENDS = (b")", b",", b";", b"&&", b"||", b"?", b":", b"}")
_INTEGERS = frozenset((b"int", b"unsigned", b"long", b"size_t", b"std", b"::"))


def key_tables(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


@dataclass(frozen=True)
class _Table:
    name: int  # where it is declared
    first: int  # the first token of its declaration, and the semicolon
    end: int
    key: str  # the type of data types that it is asked with
    value: str
    entries: tuple[tuple[bytes, Span], ...]
    is_map: bool


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    if not source.facts:
        return
    for table in _tables(rules, source):
        text = source.text(table.name)
        made = [f"{text.decode()}_{one}" for one in ("of", "has", "at")]
        if not all(is_free(source, name) for name in made):
            continue
        for function in source.functions:
            uses = [i for i in source.where(text, *function.body) if i != table.name]
            mine = [i for i in uses if any(d.offset == source.code[table.name].start for d in source.decls(i))]
            change = _Uses(rules, source, function, table).change() if mine and mine == uses else None
            if change is not None:
                yield change


def _tables(rules: LibraryRules, source: Source) -> Iterator[_Table]:
    for opener in source.where(b"{", 0, len(source.code)):
        name = opener - 1 if source.text(opener - 1) != b"=" else opener - 2
        while source.text(name) == b"]":
            name = source.pairs[name] - 1
        decls = list(source.every_fact(name)) if source.code[name].kind == Kind.IDENT else []
        start = source.code[name].start
        types = {decl.type for decl in decls if decl.kind == "variable" and decl.offset == start and not decl.file}
        if len(types) == 1 and len(decls) == len(source.facts) and source.text(source.pairs[opener] + 1) == b";":
            table = _table(rules, source, name, opener, types.pop())
            if table is not None:
                yield table


def _table(rules: LibraryRules, source: Source, name: int, opener: int, kind: str) -> _Table | None:
    first, end = statement_start(source, name), source.pairs[opener] + 1
    map_, array = _MAP.fullmatch(kind), _ARRAY.fullmatch(kind)
    plain = {b"static", b"const", b"constexpr"} & {source.text(i) for i in range(first, name)}
    if not (map_ or array) or b"const" not in plain | ({b"const"} if b"constexpr" in plain else set()):
        return None
    if {b"=", b"{", b"template"} & {source.text(i) for i in range(first, name)}:
        return None  # one of several declarators
    if source.has_directive(first, end + 1) or source.conditionals_around(source.code[name].span):
        return None
    value = map_[2] if map_ else (array[1] or array[2] if array else "")
    words = value.replace("*", "").split()
    pointer = value.strip().endswith("*")
    if (pointer and words != ["const", "char"]) or not all(word.encode() in FUNDAMENTAL for word in words):
        return None
    entries: list[tuple[bytes, Span]] = []
    keys: set[str] = set()
    for a, b in source.arguments(opener):
        if a == b:
            continue  # behind the last comma
        if map_:
            parts = source.arguments(a) if source.text(a) == b"{" and source.pairs[a] == b - 1 else []
            if len(parts) != 2 or parts[0][1] - parts[0][0] != 1:
                return None
            at, given = parts[0][0], parts[1]
        else:
            designated = source.text(a) == b"[" and source.pairs[a] == a + 2 and source.text(a + 3) == b"="
            if not designated:
                return None
            at, given = a + 1, (a + 4, b)
        decls = list(source.every_fact(at))
        if not decls or any(decl.kind != "enumerator" for decl in decls) or not _is_literal(source, *given):
            return None
        keys |= {decl.type for decl in decls}
        entries.append((source.text(at), Span(source.code[given[0]].start, source.code[given[1] - 1].end)))
    if len(keys) != 1 or not keys <= set(rules.dtype_types) or len({one for one, _ in entries}) != len(entries):
        return None
    return _Table(name, first, end, keys.pop(), value, tuple(entries), bool(map_))


def _is_literal(source: Source, first: int, last: int) -> bool:
    """Whether a value is a literal, perhaps with a sign."""
    first += source.text(first) == b"-"
    return last - first == 1 and (
        source.code[first].kind in (Kind.NUMBER, Kind.STRING) or source.text(first) in (b"true", b"false")
    )


@dataclass(frozen=True)
class _Uses:
    """How a function uses a table."""

    rules: LibraryRules
    source: Source
    function: Function
    table: _Table

    @property
    def _of(self) -> bytes:
        return self.source.text(self.table.name) + b"_of"

    @property
    def _has(self) -> bytes:
        return self.source.text(self.table.name) + b"_has"

    @property
    def _at(self) -> bytes:
        return self.source.text(self.table.name) + b"_at"

    def change(self) -> Change | None:
        """The uses as calls of functions; None where one of them is another one."""
        source, table = self.source, self.table
        local = self.function.open_brace < table.name < self.function.close_brace
        uses = [i for i in source.where(source.text(table.name), *self.function.body) if i != table.name]
        replacements: list[Replacement] = []
        done = -1
        for index in uses:
            if index <= done:
                continue
            made = self._silenced(index) if local else None
            made = made or (self._of_map(index) if table.is_map else self._element(index))
            if made is None:
                return None
            done, parts = made
            replacements += parts
        code = source.code
        at = code[self.function.first].start if local else code[table.end].end
        if local and source.conditionals_around(self.function.span):
            return None
        if local:
            replacements.append(Replacement(Span(code[table.first].start, code[table.end].end), ()))
        text = self._functions()
        shared = Replacement(Span(at, at), (*text, b"\n") if local else (b"\n", *text))
        ordered = tuple(sorted(replacements, key=lambda one: one.span))
        if any(one.span.end > two.span.start for one, two in pairwise(ordered)):
            return None
        return Change(self.function, ordered, shared=(shared,))

    def _functions(self) -> tuple[bytes | Span, ...]:
        table, key = self.table, self.table.key.encode()
        value = table.value.strip().encode()
        none = b"nullptr" if value.endswith(b"*") else b"0"
        head = b" ( " + key + b" key )\n{\nswitch ( key )\n{\n"
        cases = [piece for name, one in table.entries for piece in (b"case " + name + b": return ", one, b";\n")]
        made: list[bytes | Span] = [b"static " + value + b" " + self._of + head, *cases]
        made.append(b"default: return " + none + b";\n}\n}\n")
        if table.is_map:
            names = b"".join(b"case " + name + b":\n" for name, _ in table.entries)
            made.append(b"static bool " + self._has + head + names + b"return true;\ndefault: return false;\n}\n}\n")
        if table.is_map and self._asks_at:
            check = b"default:\n" + (self._check or b"") + b" ( false );\nreturn " + none + b";\n}\n}\n"
            made += [b"static " + value + b" " + self._at + head, *cases, check]
        return tuple(made)

    @property
    def _asks_at(self) -> bool:
        """Whether the function asks for what may not be there."""
        source, name = self.source, self.source.text(self.table.name)
        return any(source.text(i + 2) == b"at" for i in source.where(name, *self.function.body))

    @property
    def _check(self) -> bytes | None:
        """A macro that checks, and does so by leaving more than the function that it stands in."""
        table = self.source.table
        names = (name.encode() for name in sorted(self.rules.checks))
        return next((one for one in names if one in table.names and b"return" not in table.words(one)), None)

    def _silenced(self, index: int) -> tuple[int, list[Replacement]] | None:
        found = voided(self.source, index)
        return (found[1], [Replacement(self.source.span_of(*found), ())]) if found is not None else None

    def _key(self, first: int, last: int) -> Span | None:
        """What a table is asked with, where it is a data type: a variable, a member, an enumerator, what a call gives, one of two."""
        source = self.source
        first, last = without_parentheses(source, first, last)
        behind = source.behind_angles(first + 1) if source.text(first) == b"static_cast" else source.behind(first)
        cast = source.text(first) in (b"(", b"static_cast") and not self.table.is_map
        if cast and {source.text(i) for i in range(first + 1, behind - 1)} <= _INTEGERS | {b"<"}:
            return self._key(behind, last)
        if (parts := conditional_operator(source, first, last)) is not None:
            both = self._key(parts[0] + 1, parts[1]), self._key(parts[1] + 1, last)
            return self.source.span_of(first, last) if None not in both else None
        return self.source.span_of(first, last) if first < last and self._is_data_type(first, last) else None

    def _is_data_type(self, first: int, last: int) -> bool:
        source, at, named = self.source, first + 1, first
        called = source.text(at) == b"(" and source.pairs.get(at) == last - 1
        while at < last and not called:
            if source.text(at) == b"[":
                at = source.behind(at)
            elif source.text(at) in (b".", b"->"):
                at, named = at + 2, at + 1
            else:
                return False
        decls = list(source.every_fact(named))
        types = {d.type.partition("(")[0].strip() if called else d.type for d in decls}
        kinds = {d.kind for d in decls}
        plain = {kind.removeprefix("const ").rstrip("& ") for kind in types} == {self.table.key}
        if called:
            return plain and kinds == {"function"}
        return plain and (kinds <= {"variable", "param", "field"} or (kinds == {"enumerator"} and last == first + 1))

    def _element(self, index: int) -> tuple[int, list[Replacement]] | None:
        """`table [ dtype ]`, which is read."""
        source, opener = self.source, index + 1
        closer = source.pairs.get(opener, -1)
        key = self._key(opener + 1, closer) if source.text(opener) == b"[" else None
        if key is None or self._binds(index) or source.text(closer + 1) in (b"[", b"."):
            return None
        return closer, [Replacement(self.source.span_of(index, closer + 1), (self._of, b" ( ", key, b" )"))]

    def _binds(self, index: int) -> bool:
        """Whether a reference may be made to what is read, which is a value of its own from now on."""
        source, first = self.source, statement_start(self.source, index)
        declared = [d for i in range(first, index) for d in source.every_fact(i) if d.offset == source.code[i].start]
        if any("&" in one.type for one in declared) or is_asked_for_type(source, index):
            return True
        if is_referred(source, index):
            return True
        if source.text(index - 1) == b"=" and source.text(index - 3) in (b"&", b"&&"):
            return True
        around = bracket_around(source, index)
        if around is not None and source.text(around) == b"{" and is_list(source, around):
            words = [word for one in declared for word in (one.canonical or one.type).partition("[")[0].split()]
            return not words or not all(word.encode() in FUNDAMENTAL for word in words)
        if (around is None or around < first) and not all(map(self._holds_value, self._given(declared, index))):
            return True
        return bool(source.where(b"return", first, index)) and self._gives_reference()

    def _holds_value(self, decl: Decl) -> bool:
        """Whether a variable has a value of its own: an object of another class may refer to what it is made of."""
        kinds = {kind.removeprefix("const ") for kind in (decl.type, decl.canonical or decl.type)}
        if any(is_scalar(kind) or kind == self.table.value for kind in kinds):
            return True
        return any(kind.startswith("std::") for kind in kinds) and not any(map(_REFERS.search, kinds))

    def _given(self, declared: Sequence[Decl], index: int) -> Sequence[Decl]:
        """The variables that a statement gives what is read, at its own level."""
        assigned = self.source.every_fact(index - 2) if self.source.text(index - 1) == b"=" else ()
        return [one for one in (*declared, *assigned) if one.kind in ("variable", "param", "field")]

    def _gives_reference(self) -> bool:
        """Whether the function, or a lambda in it, may return a reference."""
        source, function = self.source, self.function
        if any("&" in decl.type.partition("(")[0] for decl in source.decls(function.name_index)):
            return True
        heads = [range(function.first, function.name_index)]
        for arrow in source.where(b"->", function.open_paren, function.close_brace):
            end = arrow + 1
            while source.text(end) not in (b"{", b";", b")", b""):
                end = source.behind(end)
            heads.append(range(arrow, end if source.text(end) == b"{" else arrow))
        aliases = frozenset[str]().union(*(facts.pointers for facts in source.facts))
        words = {source.text(i) for head in heads for i in head}
        return not words.isdisjoint((b"&", b"&&", b"decltype", *(one.encode() for one in aliases)))

    def _of_map(self, index: int) -> tuple[int, list[Replacement]] | None:
        source, opener = self.source, index + 3
        closer = source.pairs.get(opener, -1)
        method = source.text(index + 2)
        known = source.is_of_system(index + 2, "method")
        if source.text(index + 1) != b"." or source.text(opener) != b"(" or not known:
            return None
        key = self._key(opener + 1, closer)
        if method == b"end":
            return self._ends(index)
        if key is None:
            return None
        if method == b"count":
            if not self._is_asked(index, closer + 1):
                return None
            return closer, [Replacement(self.source.span_of(index, closer + 1), (self._has, b" ( ", key, b" )"))]
        if method == b"at":
            if self._check is None or self._binds(index) or source.where(b"try", 0, len(source.code)):
                return None
            return closer, [Replacement(self.source.span_of(index, closer + 1), (self._at, b" ( ", key, b" )"))]
        return self._found(index, closer, key) if method == b"find" else None

    def _is_asked(self, first: int, last: int) -> bool:
        """Whether all that is asked of a count is whether there is one."""
        source = self.source
        before, behind = source.text(first - 1), source.text(last)
        one = (behind in (b"==", b"!=", b">") and source.text(last + 1) == b"0") or (
            behind == b"==" and source.text(last + 1) == b"1"
        )
        if one:
            return (before in _OPENS or before == b"!") and source.text(last + 2) in _ENDS
        if before == b"!" or (before in _OPENS and behind == b"?"):
            return True
        if before in (b"&&", b"||") or behind in (b"&&", b"||"):
            return before in _OPENS and behind in _ENDS
        if before == b"=" and behind == b";":
            return {decl.type.removeprefix("const ") for decl in source.every_fact(first - 2)} == {"bool"}
        if before != b"(" or behind != b")":
            return False
        heads = {b"if", b"while", b"bool", *(name.encode() for name in self.rules.checks)}
        if source.text(first - 2) in heads or source.spell(first - 5, first - 1) == "static_cast < bool >":
            return True
        grouped = source.code[first - 2].kind != Kind.IDENT and source.text(first - 2) not in (b")", b"]", b">", b"}")
        return (grouped or source.text(first - 2) == b"return") and self._is_asked(first - 1, last + 1)

    def _found(self, index: int, closer: int, key: Span) -> tuple[int, list[Replacement]] | None:
        """`auto it = table.find ( key );` keeps the key; a comparison with the end asks whether it is there."""
        source, name = self.source, self.source.text(self.table.name)
        if source.text(closer + 1) in (b"==", b"!="):
            last = closer + 7
            if [source.text(i) for i in range(closer + 2, last)] != [name, b".", b"end", b"(", b")"]:
                return None
            asked = self._has if source.text(closer + 1) == b"!=" else b"!" + self._has
            made = (b"( " + asked + b" ( ", key, b" ) )")
            return last - 1, [Replacement(self.source.span_of(index, last), made)]
        at = index - 2
        first = statement_start(source, index)
        words = [source.text(i) for i in range(first, at)]
        if source.text(index - 1) != b"=" or source.text(closer + 1) != b";" or b"auto" not in words:
            return None
        if not {*words} <= {b"const", b"auto", b"&"} or source.text(bracket_around(source, at) or 0) != b"{":
            return None
        start, others = source.code[at].start, list[Replacement]()
        for use in source.where(source.text(at), *self.function.body):
            if use == at:
                continue
            if any(decl.offset != start for decl in source.decls(use)) or not list(source.decls(use)):
                return None
            if source.text(use + 1) == b"->" and source.text(use + 2) == b"second" and not self._binds(use):
                if source.text(use - 1) in (b"&", b"*") or source.text(use + 3) in (b"[", b".", b"->"):
                    return None
                others.append(
                    Replacement(self.source.span_of(use, use + 3), (self._of, b" ( ", source.text(at), b" )"))
                )
            elif not self._is_compared(use):
                return None
        declared = Span(source.code[first].start, source.code[closer].end)
        head = (b"const " + self.table.key.encode() + b" " + source.text(at) + b" = ", key)
        return closer, [Replacement(declared, head), *others]

    def _is_compared(self, use: int) -> bool:
        """Whether an iterator is compared with the end; the end itself is seen to."""
        end = [self.source.text(self.table.name), b".", b"end", b"(", b")"]
        return (
            self.source.text(use + 1) in (b"==", b"!=")
            and [self.source.text(i) for i in range(use + 2, use + 7)] == end
        )

    def _ends(self, index: int) -> tuple[int, list[Replacement]] | None:
        """`it != table.end ( )`"""
        source, name = self.source, index - 2
        if source.text(index - 1) not in (b"==", b"!=") or source.code[name].kind != Kind.IDENT:
            return None
        asked = self._has if source.text(index - 1) == b"!=" else b"!" + self._has
        return index + 4, [
            Replacement(self.source.span_of(name, index + 5), (b"( " + asked + b" ( ", source.text(name), b" ) )"))
        ]
