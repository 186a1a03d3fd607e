"""What a source does when the library is loaded, before any function of it is called: it does not come along, and any function may rely on it.

The compiler says which variables are no constants. A container of the standard library, a text from the environment or a value that functions
of the file compute without touching anything else is left behind without loss; all else is not known to be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import PurePath

from migrate.convert.function import Converted
from migrate.convert.translation_unit import TranslationUnit
from migrate.frontend.compiler.clang import Decl, is_system
from migrate.frontend.lex import Kind, Token, lex_whole, match_brackets
from migrate.frontend.source import Source
from migrate.model import FunctionResult, Refusal, Span, Status

_BY_ITSELF = frozenset((b"constructor", b"destructor", b"__constructor__", b"__destructor__"))
_MATHEMATICS = frozenset(
    b"abs labs llabs fabs sqrt cbrt hypot pow exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh "
    b"atanh erf erfc tgamma lgamma floor ceil round trunc rint nearbyint fmod remainder copysign nan fmin fmax fma fdim ldexp min max".split()
)
_HARMLESS = _MATHEMATICS | frozenset(
    b"getenv secure_getenv atoi atol atoll atof strtol strtoul strtoll strtoull strtod strtof malloc calloc strlen strcmp strncmp strchr strstr memcmp sizeof alignof decltype noexcept defined "
    b"static_cast const_cast reinterpret_cast static_assert if for while switch return catch __attribute__ alignas".split()
)
_STANDARD = _MATHEMATICS | frozenset(
    b"string vector array map unordered_map set unordered_set list deque pair tuple optional mutex recursive_mutex shared_mutex condition_variable "
    b"atomic atomic_int atomic_bool once_flag function unique_ptr shared_ptr weak_ptr make_pair make_tuple make_unique make_shared to_string "
    b"numeric_limits move forward initializer_list multimap multiset size_t less hash stoi stol stof stod getenv atoi "
    b"complex bitset chrono regex mt19937 mt19937_64 random_device default_random_engine queue stack priority_queue string_view span ratio nullopt nullopt_t in_place".split()
)
_STOPS = (b";", b"{", b"}")
_CHANGES = frozenset((b"throw", b"asm", b"__asm__", b"goto", b"delete", b"volatile"))


@dataclass(frozen=True)
class LoadTime:
    """One thing that happens at load time, and where; `index` is a code token of the source, 0 for what a header has."""

    name: str
    index: int
    message: str


def at_load(unit: TranslationUnit, skipped: Collection[int]) -> list[LoadTime]:
    """Of the source and of the headers that the output does not include, in order. Left out is what the rules have under `infrastructure`, and
    what functions that are left out (`skipped`: offsets of their names) use: it goes with them."""
    source = unit.source
    found = [one for one in _functions(source) if one.name not in unit.rules.infrastructure]
    going = set()
    for offset, decl in source.globals if any(facts.at_load for facts in source.facts) else ():
        function = source.function_at(offset)
        if function is not None and function.name_offset(source) in skipped:
            going.add(decl.name)
    return found + [one for one in _variables(source) if one.name not in going | unit.rules.infrastructure.keys()]


def refused(
    unit: TranslationUnit, items: Sequence[Converted], skipped: Collection[int]
) -> tuple[list[Converted], list[FunctionResult]]:
    """The functions, each refused where something happens at load time, and what that is."""
    found = at_load(unit, skipped)
    if not found:
        return list(items), []
    places = [unit.source.code[one.index].span if unit.source.code else Span(0, 0) for one in found]
    results = [
        FunctionResult(one.name, "", Status.REFUSED, f"L187: {one.message}", span=span)
        for one, span in zip(found, places, strict=True)
        if unit.source.function_at(span.start) is None
    ]
    first, message = places[0], found[0].message
    kept = [i.refused(Refusal("L187", first, message, None, i.function.name)) if i.text else i for i in items]
    return kept, results


def _functions(source: Source) -> Iterator[LoadTime]:
    """Functions with an attribute by which they run by themselves."""
    by_macro = {
        name for name in source.table.names if _BY_ITSELF & {t for d in source.table.definitions(name) for t in d.body}
    }
    for word in sorted(_BY_ITSELF | by_macro):
        for index in source.where(word, 0, len(source.code)):
            within = source.text(index - 1) in (b"(", b",", b"::", b"[")
            if (word in by_macro or within) and not _inside(source, index):
                name = _declared(source, index)
                yield LoadTime(
                    name, index, f"{name} runs by itself when the library is loaded or ends; that does not come along"
                )


def _inside(source: Source, index: int) -> bool:
    function = source.function_at(source.code[index].start)
    return function is not None and index > function.open_brace


def _declared(source: Source, index: int) -> str:
    """The function that an attribute belongs to."""
    function = source.function_at(source.code[index].start)
    if function is not None:
        return function.name
    end = next((i for i in range(index, len(source.code)) if source.text(i) in _STOPS), len(source.code))
    named = [i for i in range(index, -1, -1) if source.text(i) in _STOPS][:1]
    calls = [i for i in range(named[0] if named else 0, end) if source.text(i + 1) == b"(" and source.fact(i)]
    return source.text(calls[0]).decode("utf-8", "replace") if calls else source.spell(index, index + 1)


def _variables(source: Source) -> Iterator[LoadTime]:
    places = dict.fromkeys(place for facts in source.facts for place in facts.at_load)
    for file, offset in places:
        if file in source.kept:
            continue
        code = _Code(source) if not file else _Code.of(source.table.text(file))
        index = code.index_at(offset)
        if index is None or not _harmless(code, index):
            name = code.text(index) if index is not None else "a variable"
            where = f" of {PurePath(file).name}" if file else ""
            message = f"{name}{where} is set by code that runs when the library is loaded, which does not come along"
            yield LoadTime(name, 0 if file or index is None else index, message)


@dataclass
class _Code:
    """Tokens with what the compiler knows of them; of a header it is not asked."""

    source: Source | None
    code: Sequence[Token] = ()
    pairs: Mapping[int, int] = field(default_factory=dict)
    known: set[tuple[int, int]] = field(default_factory=set)  # parts that are being looked at, or were

    def __post_init__(self) -> None:
        if self.source is not None:
            self.code, self.pairs = self.source.code, self.source.pairs

    @classmethod
    def of(cls, data: bytes) -> _Code:
        code = [t for t in lex_whole(data) if t.kind not in (Kind.COMMENT, Kind.DIRECTIVE)]
        return cls(None, code, match_brackets(code))

    def index_at(self, offset: int) -> int | None:
        return next((i for i, t in enumerate(self.code) if t.start <= offset < t.end), None)

    def text(self, index: int) -> str:
        return self.code[index].text.decode("utf-8", "replace")

    def decls(self, index: int) -> list[Decl]:
        return list(self.source.decls(index)) if self.source is not None else []


def _harmless(code: _Code, index: int) -> bool:
    """Whether nothing happens but that the variable whose name stands at an index gets a value."""
    decls = code.decls(index)
    if any(decl.kind != "variable" for decl in decls):
        return False
    first, last = index, index
    while first > 0 and code.code[first - 1].text not in _STOPS:
        first -= 1
    while last < len(code.code) and code.code[last].text != b";":
        last = max(code.pairs.get(last, last), last) + 1
    if code.source is None:
        plain = _standard_type(code, first, index)
    else:
        plain = all(decl.plain or _of_standard(decl) or _contained_type(code, _class_of(decl)) for decl in decls)
    return plain and (_only_reads(code, index + 1, last) or _contained(code, first, last, index))


def _only_reads(code: _Code, first: int, last: int) -> bool:
    """Whether an initialiser is made of values and built-in operators alone, as `= other + 1` is."""
    tokens = code.code[first + 1 : last] if code.code[first].text == b"=" else ()
    plain = all(t.kind != Kind.PUNCT or t.text in _READING for t in tokens)
    calls = any(a.kind == Kind.IDENT and b.text == b"(" for a, b in pairwise(tokens))
    return bool(tokens) and plain and not calls


_READING = frozenset(b"+ - * / % & | ^ ~ ! ? : . -> [ ] ( ) :: < > <= >= == != && ||".split())


def _of_standard(decl: Decl) -> bool:
    return (decl.canonical or decl.type).replace("const ", "").strip().startswith("std::")


def _class_of(decl: Decl) -> str:
    return (decl.canonical or decl.type).replace("const ", "").split("<")[0].split("::")[-1].strip(" *&")


def _standard_type(code: _Code, first: int, last: int) -> bool:
    words = [t.text for t in code.code[first:last] if t.kind == Kind.IDENT]
    return b"std" in words or _FUNDAMENTAL.issuperset(words)


_FUNDAMENTAL = frozenset(
    b"static const constexpr inline extern int unsigned signed long short char bool float double auto size_t "
    b"int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t".split()
)


def _contained_type(code: _Code, name: str) -> bool:
    """Whether a class of the source does nothing beyond its own objects; of a header's it is not known."""
    body = _class_body(code, name)
    return body is not None and _contained(code, *body, -1)


def _class_body(code: _Code, name: str) -> tuple[int, int] | None:
    source = code.source
    for index in source.where(name.encode(), 0, len(source.code)) if source is not None else ():
        body = index + 1
        while code.code[body].text not in _STOPS:
            body += 1
        if code.code[index - 1].text in (b"struct", b"class") and code.code[body].text == b"{":
            return body + 1, code.pairs[body]
    return None


def _contained(code: _Code, first: int, last: int, name: int) -> bool:
    """Whether the tokens [first, last) call nothing that may have an effect beyond, and touch no variable of the file; `name` is declared."""
    if (first, last) in code.known:
        return True
    code.known.add((first, last))
    return all(_plain(code, index, first, last) for index in range(first, last) if index != name)


def _plain(code: _Code, index: int, first: int, last: int) -> bool:
    token = code.code[index]
    if token.text in _CHANGES:
        return False
    if token.kind != Kind.IDENT:
        return True
    if code.source is not None and token.text in code.source.table.names:
        return all(not d.parameters and len(d.body) <= 1 for d in code.source.table.definitions(token.text))
    if code.code[index - 1].text == b"::" and code.code[index - 2].text == b"std":
        return token.text in _STANDARD
    decls = code.decls(index)
    if any(_touches(code, decl, first, last) for decl in decls):
        return False
    classes = (_class_body(code, decl.name) for decl in decls if decl.kind == "type" and not decl.file)
    if any(body is not None and not _contained(code, *body, -1) for body in classes):  # made without being named
        return False
    behind = code.code[index + 1].text if index + 1 < len(code.code) else b""
    return behind != b"(" or _may_be_called(code, index)


def _touches(code: _Code, decl: Decl, first: int, last: int) -> bool:
    """Whether it is a variable that lives outside of these tokens and may change."""
    if decl.kind != "variable":
        return False
    here = not decl.file and code.code[first].start <= decl.offset < code.code[last - 1].end
    return is_system(decl.file) or not (here or "const" in decl.type.split())


def _may_be_called(code: _Code, index: int) -> bool:
    if code.code[index].text in _HARMLESS:
        return True
    source, decls = code.source, code.decls(index)
    if source is None or not decls:
        return False
    if any(is_system(decl.file) for decl in decls):
        return all(decl.kind in ("method", "type") for decl in decls)
    own = [f for f in source.functions if any(f.name_offset(source) == decl.offset for decl in decls)]
    if own:
        return all(_contained(code, f.open_brace + 1, f.close_brace, -1) for f in own)
    kinds = {decl.kind for decl in decls}
    if kinds == {"field"}:  # one that a constructor initialises, and no function by a pointer
        return all("(" not in (decl.canonical or decl.type) for decl in decls)
    names = {decl.owner.split("<")[0].split("::")[-1] if decl.kind == "method" else decl.name for decl in decls}
    return kinds <= {"method", "type"} and all(_contained_type(code, name) for name in names)
