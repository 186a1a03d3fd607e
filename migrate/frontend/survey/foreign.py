"""A tree that no shipped word describes: its launches, by their form alone, and what follows from them for a first rule file.

The form needs no names: a function is given the name of a kernel in quotes, the address of a local struct, and the size of that struct. Where no
function is, the kernel may be a constant of the tree: an enumerator, or a macro for a number.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, takewhile

from migrate.frontend.directives import Conditional, condition_macros
from migrate.frontend.lex import Kind, lex_whole, significant
from migrate.frontend.plain_types import FUNDAMENTAL
from migrate.frontend.prototypes import prototypes_within
from migrate.frontend.source import Function, Source

_DEFINED = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)", re.M)
_COMPARED = re.compile(r"([A-Za-z_]\w*) *(?:==|!=|>=|<=|>|<) *(0[xX][0-9a-fA-F]+|\d+)[uUlL]*\b")
_BYTES = frozenset((b"memset", b"memcpy", b"memmove", b"memcmp", b"bzero", b"fwrite", b"write", b"sizeof"))
_WORDS = frozenset(b"const volatile static inline extern struct class enum unsigned signed long short".split())
MOST = 4  # of what is the commonest


@dataclass(frozen=True)
class Launch:
    """A call in the form of a launch. `others`: types of parameters of the function around it that are handed on."""

    name: str  # of a member function with the type of its object, `Queue::submit`
    kernel: int
    arguments: int
    size: int
    struct: str
    others: tuple[str, ...]
    wrapper: str  # the macro around it, if one is
    wait: int = -1  # where a truth value is handed on, or written
    waits: bool = False  # by its name, true says that the call waits
    symbol: str = ""  # what names the kernel


@dataclass(frozen=True)
class Foreign:
    """What the launches of a tree say; the commonest first in each."""

    launches: tuple[Launch, ...]  # one for each function that launches
    structs: tuple[str, ...]
    operators: tuple[str, ...]  # functions that launch and that other files may call
    handles: tuple[str, ...]
    statuses: tuple[str, ...]
    tensors: tuple[str, ...]
    success: tuple[str, ...]
    wrappers: tuple[str, ...]
    numbers: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # macro that is compared with numbers -> these
    flags: tuple[str, ...] = ()  # macros that nothing defines and that launches depend on
    checks: tuple[str, ...] = ()  # macros that test a condition
    apart: bool = False  # operators are given what describes a tensor and where its data lies as two parameters

    @property
    def launch(self) -> re.Pattern[bytes]:
        return re.compile(rb"\b(?:" + b"|".join(map(_called, self.launches)) + rb")\s*\(")

    @property
    def struct(self) -> re.Pattern[bytes]:
        return re.compile(rb"\b(?:" + "|".join(self.structs).encode() + rb")\b")


def foreign(files: Mapping[str, bytes]) -> Foreign | None:
    """What the sources among the files launch; None where nothing has that form."""
    sources = [Source(name, data, ()) for name, data in files.items() if b"sizeof" in data and b'"' in data]
    defined = defined_macros(files.values())
    found = _found(sources, defined, frozenset())
    if not found:
        found = _of_constants(_found(sources, defined, constants(files.values())))
    if not found:
        return None
    macros = {m[1].decode(): (m[2], m[3]) for data in files.values() for m in _CALLING.finditer(data)}
    found = [(source, function, within_macro(launch, macros)) for source, function, launch in found]
    own = [(s, f) for s, f, _ in found if not s.where(b"static", f.first, f.name_index)]
    own = list({(s.path, f.name): (s, f) for s, f in own}.values())
    found = [(source, function, _with_name_of_flag(launch, files.values())) for source, function, launch in found]
    handles = _common(kind for _, _, launch in found for kind in launch.others)
    texts = {source.path: source for source, _, _ in found}.values()
    numbers = compared_numbers(texts, defined)
    statuses = _common(_result(source, function) for source, function in own)
    tensors = _common(kind for source, function in own for kind in _records(source, function, handles))[:1]
    success = _common(name for source, function in own for name in _returned(source, function))
    checks = {name for data in files.values() for name, _ in _CHECK.findall(data)}
    used = (source.text(i) for source, f in own for i in range(*f.body) if source.text(i) in checks)
    return Foreign(
        tuple({one.name: one for one in sorted((e for _, _, e in found), key=lambda e: e.wait >= 0)}.values()),
        tuple(dict.fromkeys(launch.struct for _, _, launch in found)),
        tuple(sorted({function.name for _, function in own})),
        handles,
        statuses,
        tensors,
        success or tuple(islice(_first_enumerators(files.values(), statuses), 1)),
        _common(one.wrapper for _, _, one in found if b"goto" not in macros.get(one.wrapper, (b"", b""))[1]),
        numbers,
        () if numbers else _flags(found, defined),
        _common(name.decode("utf-8", "replace") for name in used),
        2 * sum(_is_given_apart(source, function, tensors) for source, function in own) > len(own),
    )


_CHECK = re.compile(
    rb"^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)\((\w+)\)(?:[^\n]|\\\n)*?\bif\s*\(\s*!\s*\(\s*\2\s*\)\s*\)", re.M
)


def _first_enumerators(texts: Iterable[bytes], statuses: Sequence[str]) -> Iterator[str]:
    """What the first enumerator of a status is called, where it is 0."""
    for data in texts:
        for tag, body, alias in _ENUMERATED.findall(data) if b"enum" in data else ():
            first = re.match(rb"(?:\s|/\*.*?\*/|//[^\n]*\n)*([A-Za-z_]\w*)\s*(?:=\s*0[uU]?\s*)?(?:[,}/]|$)", body, re.S)
            if first and {tag.decode(), alias.decode()} & set(statuses):
                yield first[1].decode()


_ENUMERATED = re.compile(rb"\benum\s*(\w*)[^;{}()]*\{([^{}]*)\}\s*(\w*)\s*;")


def _is_given_apart(source: Source, function: Function, tensors: Sequence[str]) -> bool:
    """Whether a pointer to what describes a tensor is followed by a pointer to anything."""
    types = [parameter.type.replace(" ", "") for parameter in source.parameters(function)]
    return any(
        one in types[n].partition("*")[0] and "*" in types[n] and types[n + 1].replace("const", "") == "void*"
        for one in tensors
        for n in range(len(types) - 1)
    )


_Found = list[tuple[Source, Function, Launch]]


def _found(sources: Sequence[Source], defined: set[bytes], known: frozenset[bytes]) -> _Found:
    """`known`: constants that may name a kernel; none of them: names in quotes do."""
    return [
        (source, function, launch)
        for source in sources
        for function in source.functions
        for launch in _launches(source, function, defined, known)
    ]


def _of_constants(found: _Found) -> _Found:
    """Those of functions that are given several kernels, or structs: another call with a constant and a struct has the form as well."""
    kinds: dict[str, set[tuple[str, str]]] = {}
    for _, _, launch in found:
        kinds.setdefault(launch.name, set()).add((launch.symbol, launch.struct))
    least = min(2, max((len(kind) for kind in kinds.values()), default=0))
    return [one for one in found if len(kinds[one[2].name]) >= least]


_ENUMERATION = re.compile(rb"\benum\b[^;{}()]*\{([^{}]*)\}")
_NUMBER = re.compile(
    rb"^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)[ \t]+\(?(?:0[xX][0-9a-fA-F]+|\d+)[uUlL]*\)?[ \t]*(?:/.*)?$", re.M
)


def constants(texts: Iterable[bytes]) -> frozenset[bytes]:
    """Enumerators of the tree, and macros of it that are a number each."""
    found = set[bytes]()
    for data in texts:
        found.update(_NUMBER.findall(data))
        for body in _ENUMERATION.findall(data) if b"enum" in data else ():
            plain = re.sub(rb"/\*.*?\*/|//[^\n]*|#[^\n]*", b"", body, flags=re.S)
            found.update(name[0] for one in plain.split(b",") if (name := re.findall(rb"[A-Za-z_]\w*", one)))
    return frozenset(found)


_CALLING = re.compile(
    rb"^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)\(([^()]*)\)((?:[^\n\\]|\\.)*(?:\\\r?\n(?:[^\n\\]|\\.)*)*)", re.M
)


def within_macro(launch: Launch, macros: Mapping[str, tuple[bytes, bytes]]) -> Launch:
    """The launch that a macro of the tree makes, where the macro only hands on what it is given: it is expanded where it is used."""
    if launch.name not in macros:
        return launch
    given, body = macros[launch.name]
    names = [name.strip() for name in given.split(b",")]
    wanted = (launch.kernel, launch.arguments, launch.size)
    tokens = Source("", b"void f ( ) {" + body.replace(b"\\\n", b"\n") + b"}", ())
    for opener in tokens.where(b"(", 6, len(tokens.code)) if max(wanted) < len(names) else ():
        called = tokens.text(opener - 1)
        whole = (
            [bytes(tokens.spell(a, b), "utf-8").strip(b"() ") for a, b in tokens.arguments(opener)]
            if opener in tokens.pairs
            else []
        )
        places = [whole.index(names[n]) if names[n] in whole else -1 for n in wanted]
        if min(places) >= 0 and tokens.code[opener - 1].kind == Kind.IDENT and called not in _BYTES:
            inner = replace(launch, name=called.decode("utf-8", "replace"), kernel=places[0], arguments=places[1])
            return within_macro(replace(inner, size=places[2], wait=-1), macros)
    return launch


def helper_sources(
    files: Mapping[str, bytes], library: Collection[str], sources: Iterable[Source], launches: Iterable[Launch]
) -> list[str]:
    """Other sources that define what those of the library call, without those that define a launch function."""
    called = {one.text(i - 1).decode("utf-8", "replace") for one in sources for i in one.where(b"(", 0, len(one.code))}
    launching = {launch.name for launch in launches}
    found = []
    for name, data in files.items():
        if name not in library and re.search(r"\.c\w*$", name):
            functions = {one.name for one in Source(name, data, ()).functions}
            found += [name] if functions & called and not functions & launching else []
    return found


def _with_name_of_flag(launch: Launch, texts: Iterable[bytes]) -> Launch:
    """What the flag is called where the function is declared says what true means; without such a declaration, or such a name, that it does not wait."""
    name = _called(launch)
    for text in texts if launch.wait >= 0 else ():
        known = prototypes_within(significant(lex_whole(text)), name) if name in text else ()
        flags = (one.parameters[launch.wait].name for one in known if launch.wait < len(one.parameters))
        if flag := next(filter(None, flags), ""):
            return replace(launch, waits=_WAITS.search(flag) is not None and _NOT.search(flag) is None)
    return launch


_WAITS = re.compile(r"sync|block|wait", re.IGNORECASE)
_NOT = re.compile(r"async|no[nt]?_?(?:sync|block|wait)|do_?n.?t|skip|un_?block", re.IGNORECASE)


def _called(launch: Launch) -> bytes:
    return launch.name.rpartition("::")[2].encode()


def _common(values: Iterable[str]) -> tuple[str, ...]:
    counts = Counter(value for value in values if value)
    least = max(counts.values(), default=0) // 4  # what is rare besides is something else
    return tuple(value for value, count in counts.most_common(MOST) if count >= least)


def _is_kernel(source: Source, first: int, last: int, known: frozenset[bytes]) -> bool:
    """Whether an argument is a text, or one of the constants where these name the kernels."""
    if not known:
        return last - first == 1 and source.code[first].kind == Kind.STRING
    scoped = all(source.text(i) == b"::" for i in range(first + 1, last, 2))
    return first < last and source.text(last - 1) in known and scoped and (last - first) % 2 == 1


def _launches(source: Source, function: Function, defined: set[bytes], known: frozenset[bytes]) -> Iterator[Launch]:
    parameters = {source.text(p.name_index): p.type for p in source.parameters(function)}
    for opener in source.where(b"(", *function.body):
        if (
            source.code[opener - 1].kind != Kind.IDENT
            or source.text(opener - 1) in _BYTES
            or opener not in source.pairs
        ):
            continue
        arguments = list(source.arguments(opener))
        kernel = next((n for n, (a, b) in enumerate(arguments) if _is_kernel(source, a, b, known)), -1)
        for number, (_, end) in enumerate(arguments) if kernel >= 0 else ():
            name = source.text(end - 1)
            struct = _local(source, function, name) if source.text(end - 2) == b"&" else ""
            sizes = (
                n for n, (a, b) in enumerate(arguments) if struct and _size_of(source, a, b, (name, struct.encode()))
            )
            size = next(sizes, -1)
            if size >= 0:
                plain = {n: parameters.get(source.text(a), "") for n, (a, b) in enumerate(arguments) if b - a == 1}
                said = (n for n in plain if plain[n] == "bool" or source.text(arguments[n][0]) in (b"true", b"false"))
                member = source.text(opener - 2) in (b".", b"->") and source.text(opener - 4) not in (
                    b".",
                    b"->",
                    b"::",
                )
                owner = parameters.get(source.text(opener - 3), "") if member else ""
                scope = "".join(f"{word}::" for word in _names(owner)[-1:])
                yield Launch(
                    scope + source.text(opener - 1).decode("utf-8", "replace"),
                    kernel,
                    number,
                    size,
                    struct,
                    tuple(kind for kind in (owner, *plain.values()) if kind and not _is_plain(kind)),
                    _wrapper(source, opener, defined),
                    next(said, -1),
                    symbol=source.spell(*arguments[kernel]),
                )
                break


def _names(kind: str) -> list[str]:
    """Names of types in a type as it is written."""
    return [name for name in re.findall(r"[A-Za-z_]\w*", kind) if name.encode() not in _WORDS]


def _is_plain(kind: str) -> bool:
    return all(word.encode() in FUNDAMENTAL for word in re.findall(r"\w+", kind))


def _size_of(source: Source, first: int, last: int, names: Sequence[bytes]) -> bool:
    return source.text(first) == b"sizeof" and any(source.text(i) in names for i in range(first + 1, last))


def _local(source: Source, function: Function, name: bytes) -> str:
    """The struct that a variable of a function's body is of."""
    for index in source.where(name, *function.body):
        kind = source.text(index - 1)
        declared = source.code[index - 1].kind == Kind.IDENT and source.text(index + 1) in (b";", b"=", b"{", b",")
        if declared and kind not in _WORDS and kind not in FUNDAMENTAL and kind != b"return":
            return kind.decode("utf-8", "replace")
    return ""


def _wrapper(source: Source, opener: int, defined: set[bytes]) -> str:
    around = opener - (4 if source.text(opener - 2) in (b".", b"->") else 2)
    macro = source.text(around - 1)
    return macro.decode("utf-8", "replace") if source.text(around) == b"(" and macro in defined else ""


def _result(source: Source, function: Function) -> str:
    words = [source.text(i) for i in range(function.first, function.name_index)]
    plain = [word for word in words if word not in _WORDS and word not in (b"C", b'"C"')]
    return plain[0].decode("utf-8", "replace") if len(plain) == 1 and plain[0] != b"void" else ""


def _records(source: Source, function: Function, handles: Sequence[str]) -> Iterator[str]:
    """Types of its parameters that are no handles, pointers and references aside."""
    for parameter in source.parameters(function):
        names = _names(parameter.type)
        if parameter.type not in handles and names and names[-1].encode() not in FUNDAMENTAL:
            yield names[-1]


def _returned(source: Source, function: Function) -> Iterator[str]:
    """What it returns at its end: names, with their scopes, that are none of its own variables, and 0."""
    own = {source.text(parameter.name_index) for parameter in source.parameters(function)}
    for index in source.where(b"return", *function.body):
        last = index + 1
        while source.text(last + 1) == b"::" and source.code[last + 2].kind == Kind.IDENT:
            last += 2
        name, ends = source.text(index + 1), source.text(last + 1) == b";" and source.text(last + 2) == b"}"
        named = source.code[index + 1].kind == Kind.IDENT and name not in own and not _declares(source, function, name)
        if ends and source.pairs[last + 2] == function.body[0] - 1 and (named or name == b"0"):
            yield source.spell(index + 1, last + 1).replace(" ", "")


def _declares(source: Source, function: Function, name: bytes) -> bool:
    """Whether a variable of a function's body has a name, of whatever type."""
    before = (index - 1 for index in source.where(name, *function.body) if source.text(index + 1) != b"(")
    return any(
        source.text(i) in (b"*", b"&") or (source.code[i].kind == Kind.IDENT and source.text(i) != b"return")
        for i in before
    )


def compared_numbers(
    sources: Iterable[Source], defined: Collection[bytes], deciding: re.Pattern[bytes] | None = None
) -> dict[str, tuple[int, ...]]:
    """The macro that conditions compare with numbers most often and that nothing defines, with the numbers. `deciding`: what one of these
    conditionals has to be about."""
    numbers: dict[str, set[int]] = {}
    counts: Counter[str] = Counter()
    about: set[str] = set()
    for source in sources:
        for conditional in source.tree.walk():
            inside = deciding is None or deciding.search(source.data, conditional.span.start, conditional.span.end)
            for branch in conditional.branches:
                for name, number in _COMPARED.findall(branch.condition().decode("utf-8", "replace")):
                    if name.encode() not in defined and not name.startswith("_") and "VERSION" not in name:
                        numbers.setdefault(name, set()).add(_value(number))
                        counts[name] += 1
                        about |= {name} if inside else set()
    return {name: tuple(sorted(numbers[name])) for name, _ in [c for c in counts.most_common() if c[0] in about][:1]}


def defined_macros(texts: Iterable[bytes]) -> set[bytes]:
    return {name for data in texts for name in _DEFINED.findall(data)}


def _value(number: str) -> int:
    return int(
        number,
        16 if number[:2].lower() == "0x" else 8 if number[0] == "0" and number.isdigit() and max(number) < "8" else 10,
    )


def _flags(found: Iterable[tuple[Source, Function, Launch]], defined: set[bytes]) -> tuple[str, ...]:
    """Macros that conditionals with a launch in one of their branches ask for and that nothing defines."""
    counts: Counter[str] = Counter()
    seen: set[tuple[str, int]] = set()
    for source, function, launch in found:
        for index in source.where(_called(launch), *function.body):
            for conditional in _around(source, source.code[index].start):
                if (source.path, conditional.span.start) in seen:
                    continue
                seen.add((source.path, conditional.span.start))
                names = {n for branch in conditional.branches for n in condition_macros(branch.condition())}
                counts.update(n.decode() for n in names - defined if not n.startswith(b"_"))
    return tuple(name for name, _ in counts.most_common(MOST))


def _around(source: Source, offset: int) -> Iterator[Conditional]:
    return (one for one in source.tree.walk() if one.span.start <= offset < one.span.end)


def operator_pattern(names: Sequence[str]) -> str:
    """A pattern for names with what they share cut off, else for each of them."""
    alike = takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False))
    common = "".join(letters[0] for letters in alike) if len(names) > 1 else ""
    while common and not (common.endswith("_") or all(name[len(common) : len(common) + 1].isupper() for name in names)):
        common = common[:-1]
    first = {name[len(common) : len(common) + 1] for name in names}
    if not common or "" in first:
        return f"^({'|'.join(names)})$"
    letter = (
        "[A-Z]" if all(one.isupper() for one in first) else "[a-z]" if all(one.islower() for one in first) else "\\w"
    )
    return f"^{common}({letter}\\w*)$"
