"""The definition of a class that has no more than fields, plain member functions, constructors and a destructor."""

from __future__ import annotations

from dataclasses import dataclass, field

from migrate.frontend.lex import Kind
from migrate.frontend.source import Source
from migrate.project.library_rules import LibraryRules

_ACCESS = (b"public", b"private", b"protected")
_ODD = frozenset(
    b"virtual friend template using typedef mutable static_assert struct class union enum volatile thread_local alignas goto "
    b"override final decltype typeof try".split()
)


_ATTRIBUTES = frozenset(
    b"[ ] , :: nodiscard maybe_unused gnu unused noinline always_inline".split()
)  # that change nothing of what a member is or does


@dataclass(frozen=True)
class Field:
    name: bytes
    type: tuple[int, int]  # code indices of the type's words
    behind: tuple[int, int]  # brackets of an array
    value: tuple[int, int]  # of its initialiser; empty where there is none
    reference: bool

    def is_one_of(self, source: Source, types: frozenset[str]) -> bool:
        return source.spell(*self.type).removeprefix("const ").removesuffix("&").rstrip() in types


@dataclass(frozen=True)
class Method:
    name: bytes
    returns: tuple[int, int]  # the type's words; none of a destructor
    opener: int  # of its parameters
    brace: int
    static: bool
    constant: bool
    fluent: bool  # it answers with the object, and with nothing else


@dataclass(frozen=True)
class Constructor:
    opener: int  # of its parameters
    brace: int  # of its body
    starts: dict[bytes, tuple[int, int]]  # what it initialises: fields, or the class by another constructor


@dataclass
class PlainClass:
    name: bytes
    first: int
    brace: int
    end: int  # its semicolon
    fields: dict[bytes, Field] = field(default_factory=dict)
    methods: dict[bytes, Method] = field(default_factory=dict)
    constructors: list[Constructor] = field(default_factory=list)
    defaulted: bool = False  # a constructor without parameters is the compiler's, as it says
    destructor: Method | None = None


def unread(source: Source, first: int) -> PlainClass | None:
    """The class of the file that a token begins the definition of, with none of its members read; None where it begins another thing, or a conditional decides."""
    brace = first + 2 + (source.text(first + 2) == b"final")
    if source.code[first + 1].kind != Kind.IDENT or source.text(brace) != b"{" or brace not in source.pairs:
        return None
    end, before = source.pairs[brace] + 1, source.text(first - 1) if first else b";"
    if source.text(end) != b";" or before not in (b";", b"}", b"{", b"", b")"):
        return None
    span = source.code[first].span
    if source.in_function(span.start) or source.conditionals_around(span):
        return None
    return PlainClass(source.text(first + 1), first, brace, end)


@dataclass
class Reader:
    """Reads a definition; None where it has more than fields and plain member functions."""

    rules: LibraryRules
    source: Source
    first: int

    def read(self) -> PlainClass | None:
        source, made = self.source, unread(self.source, self.first)
        if made is None:
            return None
        brace, end = made.brace, made.end
        words = {source.text(i) for i in range(brace + 1, end)}
        if words & _ODD or source.has_directive(self.first, brace + 1):
            return None
        index = brace + 1
        while index < end - 1:
            behind = self._member(made, index)
            if behind is None:
                return None
            brace = next((m.brace for m in made.methods.values() if index < m.brace < behind), behind - 1)
            if source.has_directive(index, brace + 1) or source.has_directive(behind - 1, behind + 1):
                return None
            index = behind
        return made

    def _member(self, made: PlainClass, index: int) -> int | None:
        """Reads a member into `made`; the token behind it."""
        source = self.source
        if source.text(index) in _ACCESS and source.text(index + 1) == b":":
            return index + 2
        if source.text(index) == b";":
            return index + 1
        if source.text(index) == source.text(index + 1) == b"[":
            behind = source.pairs[index] + 1
            harmless = {source.text(i) for i in range(index, behind)} <= _ATTRIBUTES
            return self._member(made, behind) if harmless else None
        end = index
        while source.text(end) not in (b";", b"{", b""):
            end = source.pairs.get(end, end) + 1 if source.text(end) == b"(" else end + 1
        if source.text(end - 2) == b"=" and source.text(end - 1) in (b"delete", b"default"):
            words = [source.text(i) for i in range(index, end)]
            made.defaulted |= words[-5:] == [made.name, b"(", b")", b"=", b"default"] and b"~" not in words
            return end + 1
        if source.where(b"operator", index, end):
            return None
        at = index
        while source.text(at) not in (b"(", b";", b"{", b"=", b":", b""):
            at = source.behind_angles(at) if source.text(at) == b"<" else at + 1
        return self._function(made, index, at) if source.text(at) == b"(" else self._field(made, index)

    def _field(self, made: PlainClass, index: int) -> int | None:
        source = self.source
        end = index
        while source.text(end) != b";":
            end = source.pairs[end] + 1 if source.text(end) in (b"{", b"(", b"[") and end in source.pairs else end + 1
            if end >= made.end:
                return None
        first = index
        last = index
        while source.text(last) not in (b";", b"=", b"{", b"[", b",", b":"):
            last = source.behind_angles(last) if source.text(last) == b"<" else last + 1
        kind = (first, last - 1)
        words = {source.text(i) for i in range(*kind)}
        if words & {b"static", b"constexpr", b"auto"} or first == last - 1:
            return None
        at = last - 1
        while True:  # the declarators
            behind = at + 1
            while source.text(behind) == b"[":
                behind = source.pairs[behind] + 1
            value = (behind, behind)
            stop = behind
            if source.text(behind) == b"=":
                stop = behind + 1
                while source.text(stop) not in (b",", b";"):
                    stop = source.pairs[stop] + 1 if source.text(stop) in (b"{", b"(", b"[") else stop + 1
                value = (behind + 1, stop)
            elif source.text(behind) == b"{":
                stop = source.pairs[behind] + 1
                value = (behind, stop)
            name = source.text(at)
            if source.code[at].kind != Kind.IDENT or name in made.fields:
                return None
            made.fields[name] = Field(name, kind, (at + 1, behind), value, b"&" in words)
            if source.text(stop) == b";":
                return stop + 1
            if source.text(stop) != b"," or words & {b"*", b"&"} or source.code[stop + 1].kind != Kind.IDENT:
                return None
            at = stop + 1

    def _function(self, made: PlainClass, index: int, opener: int) -> int | None:
        source, name = self.source, opener - 1
        closer = source.pairs.get(opener, -1)
        if closer < 0 or source.code[name].kind != Kind.IDENT:
            return None
        behind = closer + 1
        while source.text(behind) in (b"const", b"noexcept"):
            behind += 1
        words = [source.text(i) for i in range(index, name)]
        ends = bool(words) and words[-1] == b"~"
        if source.text(name) == made.name:
            words = [word for word in words if word not in (b"explicit", b"inline", b"~")]
            if words:
                return None
            return self._end(made, opener, behind) if ends else self._constructor(made, opener, behind)
        if source.text(behind) != b"{":
            return None
        static = b"static" in words
        first = index + sum(1 for word in words if word in (b"static", b"inline", b"constexpr"))
        if any(source.text(i) not in (b"static", b"inline", b"constexpr") for i in range(index, first)):
            return None
        returned = [source.text(i) for i in range(first, name)]
        fluent = returned == [made.name, b"&"]
        if (made.name in returned and not fluent) or not returned or source.text(name) in made.methods:
            return None
        constant = bool(source.where(b"const", closer, behind))
        made.methods[source.text(name)] = Method(
            source.text(name), (first, name), opener, behind, static, constant, fluent
        )
        return source.pairs[behind] + 1

    def _end(self, made: PlainClass, opener: int, brace: int) -> int | None:
        if self.source.text(brace) != b"{" or made.destructor is not None:
            return None
        made.destructor = Method(b"end", (opener, opener), opener, brace, False, False, False)
        return self.source.pairs[brace] + 1

    def _constructor(self, made: PlainClass, opener: int, behind: int) -> int | None:
        source, starts = self.source, dict[bytes, tuple[int, int]]()
        while source.text(behind) in (b":", b",") and not starts.get(source.text(behind + 1)):
            given = behind + 2
            if source.text(given) not in (b"(", b"{"):
                return None
            starts[source.text(behind + 1)] = (given + 1, source.pairs[given])
            behind = source.pairs[given] + 1
        if source.text(behind) != b"{" or source.where(b"return", behind, source.pairs[behind]):
            return None
        if made.name in starts and len(starts) > 1:
            return None
        made.constructors.append(Constructor(opener, behind, starts))
        return source.pairs[behind] + 1
