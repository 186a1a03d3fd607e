"""A lambda that is given a name and only called becomes a function of its own, which gets what the lambda captures by reference, and copies of numbers.

Rules follow functions: what they launch, which buffers and tensors they are given, what they return. The compilers say that each name still means
what it did; a lambda that is kept, handed on, or sees what has no name outside of its function stays, and a rule refuses it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count

from migrate.frontend.compiler.clang import Decl
from migrate.frontend.lambdas import computes, is_lambda
from migrate.frontend.lex import Kind
from migrate.frontend.plain_types import PLAIN
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.names import is_free
from migrate.frontend.prepare.scalars import is_scalar
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.prepare.unchanged import keeps_value
from migrate.frontend.source import Function, Source
from migrate.model import Span
from migrate.project.library_rules import LibraryRules

_STRANGE = frozenset(
    b"static thread_local this goto decltype typeof __typeof__ __func__ __FUNCTION__ __PRETTY_FUNCTION__ __COUNTER__".split()
)
_KEYWORDS = frozenset(
    b"alignof and and_eq asm auto bitand bitor bool break case catch char class compl const const_cast constexpr continue default delete do "
    b"double dynamic_cast else enum explicit extern false float for if inline int long mutable namespace new noexcept not not_eq nullptr "
    b"operator or or_eq register reinterpret_cast return short signed sizeof static_assert static_cast struct switch template throw true try "
    b"typedef typeid typename union unsigned using void volatile while xor xor_eq override final".split()
)
_ARRAY = re.compile(r"([\w:<>,* ]+?) ?((?:\[\d+\])+)")
_TYPE = re.compile(r"[\w:<>,* ]+")


def named_lambdas(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    taken = set[str]()
    for function in source.functions if source.facts else ():
        if source.text(function.first) == b"template":
            continue
        for index in source.where(b"[", *function.body):
            if is_lambda(source, index) and not computes(rules, source, index):
                named = _Named.of(rules, source, function, index, taken)
                change = named.change() if named else None
                if change:
                    yield change
                    break  # what another one captures may be this one


@dataclass(frozen=True)
class _Captured:
    name: bytes
    parameter: bytes  # its declaration
    declared: Span  # its name in its declaration
    fixed: bool  # it never gets another value
    number: bytes  # its type, where that is a number; else empty
    copy: bytes = b""  # the constant that holds what it was where the lambda is written


@dataclass(frozen=True)
class _Named:
    """`auto NAME = [...] (...) -> T { ... };`: code indices of what it is made of."""

    rules: LibraryRules
    source: Source
    function: Function
    first: int  # auto, or const before it
    name: int
    opener: int  # [
    parameters: tuple[int, int]  # between the parentheses; empty where there are none
    returns: tuple[int, int]  # the type behind ->
    brace: int
    last: int  # ;
    taken: set[str]  # names of functions that this step has made

    @classmethod
    def of(cls, rules: LibraryRules, source: Source, function: Function, opener: int, taken: set[str]) -> _Named | None:
        name = opener - 2
        if source.text(opener - 1) != b"=" or source.text(name - 1) not in (b"auto", b"const"):
            return None
        first = name - 1
        while source.text(first - 1) in (b"auto", b"const", b"constexpr"):
            first -= 1
        words = [source.text(i) for i in range(first, name)]
        if words.count(b"auto") != 1 or source.text(first - 1) not in (b";", b"{", b"}"):
            return None
        behind = source.pairs[opener] + 1
        inside = (behind, behind)
        if source.text(behind) == b"(":
            inside, behind = (behind + 1, source.pairs[behind]), source.pairs[behind] + 1
        returned = (behind, behind)
        if source.text(behind) == b"->":
            end = behind + 1
            while source.text(end) not in (b"{", b";", b""):
                end += 1
            returned, behind = (behind + 1, end), end
        if source.text(behind) != b"{" or source.text(source.pairs.get(behind, -2) + 1) != b";":
            return None
        last = source.pairs[behind] + 1
        return cls(rules, source, function, first, name, opener, inside, returned, behind, last, taken)

    def change(self) -> Change | None:
        source, function = self.source, self.function
        if self._is_strange() or self._has_unknown():
            return None
        copied, calls, captured = self._copied(), self._calls(), self._captured()
        if copied is None or calls is None or captured is None:
            return None
        kept = [
            one
            for one in captured
            if not one.fixed and (one.name in copied or (b"=" in copied and b"&" + one.name not in copied))
        ]
        kept = [one for one in kept if one.number or not self._keeps(one)]
        if not all(one.number for one in kept):
            return None  # a copy of what may have changed since
        made = self._name()
        copies = {one.name: self._copy_name(one.name, made) for one in kept}
        captured = [replace(one, copy=copies.get(one.name, b"")) for one in captured]
        code = source.code
        end = code[self.last].end
        gone = Span(_line_begin(source, code[self.first].start), _line_end(source, end))
        taken = (
            part
            for one in captured
            if one.copy
            for part in (b"const " + one.number + b" " + one.copy + b" = ", one.declared, b";\n")
        )
        replacements = [Replacement(gone, tuple(taken))]
        for index in calls:
            closer = source.pairs[index + 1]
            own = closer > index + 2
            ahead, behind = self._given(captured, False), self._given(captured, True)
            replacements.append(Replacement(code[index].span, (made,)))
            if ahead:
                place = Span(code[index + 1].end, code[index + 1].end)
                replacements.append(Replacement(place, (*ahead, *([b","] if own or behind else []))))
            if behind:
                place = Span(code[closer - 1].end, code[closer - 1].end)
                replacements.append(Replacement(place, (*([b", "] if own else [b" "]), *behind)))
        declared = frozenset(one.declared.start for one in captured)
        start = function.lead.start
        definition = (*self._definition(made, captured), b"\n")
        return Change(function, (Replacement(Span(start, start), definition), *replacements), declared=declared)

    def _keeps(self, one: _Captured) -> bool:
        """Whether a copy is what the variable holds as long as the lambda may be called."""
        known = [decl for decl in self._locals(one.name) if decl.offset == one.declared.start]
        return bool(known) and all(
            keeps_value(self.rules, self.source, self.function, decl, self.last) for decl in known
        )

    def _given(self, captured: Sequence[_Captured], last: bool) -> list[bytes | Span]:
        """Arguments for what it captures: those before its own, or the flags for not waiting, which come last."""
        found: list[bytes | Span] = []
        for one in captured:
            if self._is_flag(one) == last:
                found += [b", " if found else b"" if last else b" ", one.copy or one.declared]
        return found

    def _is_flag(self, one: _Captured) -> bool:
        return one.name.decode("utf-8", "replace") in self.rules.flags

    def _definition(self, name: bytes, captured: Sequence[_Captured]) -> Iterator[bytes | Span]:
        code, (first, last) = self.source.code, self.parameters
        returned = self.returns
        yield b"static "
        if returned[0] < returned[1]:
            yield Span(code[returned[0]].start, code[returned[1] - 1].end)
        else:
            yield self._status() or (b"auto" if self._gives() else b"void")
        yield b" " + name + b" ( "
        ahead = [_of_copy(one) if one.copy else one.parameter for one in captured if not self._is_flag(one)]
        flags = [one.parameter for one in captured if self._is_flag(one)]
        yield b", ".join(ahead)
        if first < last:
            yield b", " if ahead else b""
            yield Span(code[first].start, code[last - 1].end)
        yield (b", " if flags and (ahead or first < last) else b"") + b", ".join(flags) + b" )\n"
        begin = self.source.lines.line_start(code[self.brace].start)
        if not self.source.data[begin : code[self.brace].start].strip():
            yield Span(begin, code[self.brace].start)
        yield Span(code[self.brace].start, code[self.last - 1].end)
        yield b"\n"

    def _copied(self) -> frozenset[bytes] | None:
        """Names that it has copies of; `=` where that is all that it captures but those with `&` before them. None where it captures otherwise."""
        source, found = self.source, set[bytes]()
        for begin, end in source.arguments(self.opener):
            words = [source.text(i) for i in range(begin, end)]
            named = source.code[end - 1].kind == Kind.IDENT
            if words == [b"="] or (len(words) == 1 and named):
                found.add(words[0])
            elif len(words) == 2 and words[0] == b"&" and named:
                found.add(b"&" + words[1])
            elif words != [b"&"]:
                return None
        return frozenset(found)

    def _has_unknown(self) -> bool:
        """Whether the body names something of which no compiler says what it is."""
        source = self.source
        return any(
            source.code[i].kind == Kind.IDENT
            and source.text(i) not in _KEYWORDS
            and source.text(i).decode("utf-8", "replace") not in self.rules.checks  # in a branch that no chip has
            and source.text(i - 1) not in (b".", b"->", b"::")
            and next(iter(source.decls(i)), None) is None
            for i in range(self.brace, self.last)
        )

    def _is_strange(self) -> bool:
        source, code = self.source, self.source.code
        if any(source.where(word, self.opener, self.last) for word in _STRANGE):
            return True
        if source.where(b"auto", *self.parameters) or source.where(b"...", *self.parameters):
            return True
        around = source.conditionals_from(self.function.span.start, code[self.first].start)
        if any(one.span.end > code[self.first].start for one in around):
            return True
        return source.has_directive(self.first, self.brace + 1)

    def _calls(self) -> list[int] | None:
        """Where it is called; None where it is used otherwise, or not at all."""
        source, text = self.source, self.source.text(self.name)
        offset = source.code[self.name].start
        uses = [i for i in source.where(text, *self.function.body) if i != self.name]
        calls = []
        for index in uses:
            decls = list(source.decls(index))
            if not any(decl.offset == offset for decl in decls):
                continue  # another one's name, or a chip's text that no compiler reads
            plain = all(decl.offset == offset and not decl.file for decl in decls) and index > self.last
            called = source.text(index + 1) == b"(" and index + 1 in source.pairs
            if not plain or not called or source.text(index - 1) in (b"&", b".", b"->", b"::"):
                return None
            calls.append(index)
        unread = any(not list(source.decls(index)) for index in uses)
        return calls if calls and not unread else None

    def _locals(self, name: bytes) -> set[Decl]:
        """What a name of the lambda's body stands for that is declared in the function outside of the lambda."""
        source = self.source
        own = Span(source.code[self.opener].start, source.code[self.last].start)
        return {
            decl
            for index in source.where(name, self.brace, self.last)
            for decl in source.decls(index)
            if decl.kind in ("param", "variable")
            and not decl.file
            and self.function.span.start <= decl.offset < self.function.span.end
            and not own.start <= decl.offset < own.end
        }

    def _captured(self) -> list[_Captured] | None:
        """In the order of their declarations; None where one cannot be a parameter."""
        source, found = self.source, dict[int, _Captured]()
        for index in range(self.brace + 1, self.last - 1):
            if source.code[index].kind != Kind.IDENT or source.text(index) == source.text(self.name):
                continue
            locals_ = self._locals(source.text(index))
            if not any(decl in locals_ for decl in source.decls(index)):
                continue
            offsets, types = {decl.offset for decl in locals_}, {decl.type for decl in locals_}
            if len(offsets) != 1 or len(types) != 1:
                return None
            offset = offsets.pop()
            parameter, fixed = self._parameter(source.text(index), next(iter(locals_)))
            if not parameter:
                return None
            name = source.text(index)
            number = _number(next(iter(locals_)))
            found.setdefault(offset, _Captured(name, parameter, Span(offset, offset + len(name)), fixed, number))
        return [found[offset] for offset in sorted(found)]

    def _parameter(self, name: bytes, decl: Decl) -> tuple[bytes, bool]:
        """The declaration of a parameter that stands for a variable, empty where there is none; and whether that has one value for ever."""
        spelled = decl.type.removesuffix("&").rstrip()
        if "lambda" in spelled:
            return b"", False
        if array := _ARRAY.fullmatch(spelled):
            return f"{array[1]} ( & ".encode() + name + b" )" + array[2].encode(), False
        if not _TYPE.fullmatch(spelled):
            return b"", False
        if spelled in self.rules.handle_types or name.decode("utf-8", "replace") in self.rules.flags:
            return (spelled.encode() + b" " + name, True) if self._is_handed_on(name) else (b"", False)
        constant = spelled.startswith("const ") and is_scalar(decl.canonical or spelled) and "*" not in spelled
        return spelled.encode() + b" & " + name, constant and decl.kind == "variable"

    def _is_handed_on(self, name: bytes) -> bool:
        """Whether a variable is nothing but an argument that is taken by value, wherever the function names it."""
        source, function = self.source, self.function
        for index in source.where(name, function.first, function.close_brace):
            declares = any(decl.offset == source.code[index].start for decl in source.decls(index))
            if declares or self.opener < index < source.pairs[self.opener]:
                continue
            if source.text(index - 1) not in (b"(", b",") or source.text(index + 1) not in (b")", b","):
                return False
            opener = index - 1
            while source.text(opener) != b"(" or source.pairs.get(opener, -1) < index:
                opener -= 1
            decls = list(source.decls(opener - 1))
            if any(decl.kind == "function" and self._refers(decl, opener, index) for decl in decls) or not decls:
                return False
            if not source.reads(index):
                return False
        return True

    def _refers(self, decl: Decl, opener: int, index: int) -> bool:
        """Whether a function may take an argument by reference."""
        kinds = decl.type.partition(" (")[2].removesuffix(")").split(", ")
        position = next(i for i, (first, last) in enumerate(self.source.arguments(opener)) if first <= index < last)
        plain = not re.search(r"[(<]", "".join(kinds)) and position < len(kinds)
        return "&" in (kinds[position] if plain else decl.type)

    def _status(self) -> bytes:
        """The type of the status that it returns, as a call or a variable says: no function whose own type is not written tells one."""
        source, kinds = self.source, set[str]()
        for index in self._returns():
            call = source.text(index + 2) == b"(" and source.text(source.pairs[index + 2] + 1) == b";"
            if call or source.text(index + 2) == b";":
                wanted = "function" if call else "variable"
                kinds |= {
                    decl.type.partition(" (")[0] if call else decl.type.removeprefix("const ")
                    for decl in source.decls(index + 1)
                    if decl.kind == wanted
                }
        return kinds.pop().encode() if len(kinds) == 1 and kinds <= self.rules.status_types - PLAIN else b""

    def _returns(self) -> list[int]:
        """Where the lambda, and not one within it, returns."""
        source = self.source
        nested = [
            (i, source.pairs[i])
            for i in range(self.brace + 1, self.last - 1)
            if source.text(i) == b"{"
            and i in source.pairs
            and source.text(i - 1) in (b")", b"]")
            and _of_lambda(source, i)
        ]
        return [
            i
            for i in source.where(b"return", self.brace, self.last)
            if not any(first < i < last for first, last in nested)
        ]

    def _gives(self) -> bool:
        return any(self.source.text(i + 1) != b";" for i in self._returns())

    def _copy_name(self, name: bytes, made: bytes) -> bytes:
        stem = f"{name.decode('utf-8', 'replace')}Of_{made.decode('utf-8', 'replace')}"
        names = (f"{stem}{number if number > 1 else ''}" for number in count(1))
        return next(n for n in names if is_free(self.source, n)).encode()

    def _name(self) -> bytes:
        """Of the function: the lambda's, and what the operator is called."""
        operator = self.function.name
        unified = self.rules.operator(operator)
        known = self.rules.unified.operator.fullmatch(unified) if unified else None
        whose = (known[1] if known else operator).strip("_")
        stem = f"{self.source.text(self.name).decode('utf-8', 'replace')}_{whose}"
        if self.rules.concerns(stem):
            stem = f"lambda_{whose}"  # called like something that the rules know
        names = (f"{stem}{number if number > 1 else ''}" for number in count(1))
        name = next(n for n in names if n not in self.taken and is_free(self.source, n))
        self.taken.add(name)
        return name.encode()


def _of_copy(one: _Captured) -> bytes:
    """The parameter that stands for a copy: the constant itself, whose address is one as long as the lambda is there."""
    return b"const " + one.number + b" & " + one.name


def _number(decl: Decl) -> bytes:
    """The type of a variable that is a number, or a reference to one."""
    spelled = decl.type.removesuffix("&").rstrip().removeprefix("const ")
    canonical = (decl.canonical or decl.type).removesuffix("&").rstrip()
    return spelled.encode() if _TYPE.fullmatch(spelled) and is_scalar(canonical) and "*" not in canonical else b""


def _of_lambda(source: Source, brace: int) -> bool:
    """Whether a brace opens a lambda's body."""
    before = brace - 1
    before = source.pairs.get(before, before) if source.text(before) == b")" else before + 1
    bracket = source.pairs.get(before - 1, -1) if source.text(before - 1) == b"]" else -1
    return bracket >= 0 and is_lambda(source, bracket)


def _line_begin(source: Source, offset: int) -> int:
    """The beginning of a line, where nothing but blanks stands before an offset."""
    begin = source.lines.line_start(offset)
    return offset if source.data[begin:offset].strip() else begin


def _line_end(source: Source, offset: int) -> int:
    end = source.data.find(b"\n", offset)
    return offset if end < 0 or source.data[offset:end].strip() else end + 1
