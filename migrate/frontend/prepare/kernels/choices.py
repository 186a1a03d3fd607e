"""A kernel's name that is chosen into a variable, by a function or from a table: what is chosen becomes a number, and the launch is written once for each
name."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from migrate.frontend.compiler.compilers import by_compiler
from migrate.frontend.kernel_constants import TEXT, is_enumeration, is_kernel_type, is_text
from migrate.frontend.lex import Kind
from migrate.frontend.prepare.chip_branches import Text
from migrate.frontend.prepare.chosen_numbers import asked_for_none, number_of
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.kernels.names import (
    called_name,
    is_launch_statement,
    launching_functions,
    literal,
    may_refer,
)
from migrate.frontend.prepare.kernels.strings import is_piece, is_printed, kernel_texts
from migrate.frontend.prepare.kernels.tables import named_element, subscript
from migrate.frontend.prepare.names import is_free
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import (
    behind_labels,
    behind_value,
    conditional_operator,
    governs,
    parenthesis_around,
    statement,
    statement_start,
    without_parentheses,
)
from migrate.model import Span
from migrate.project.library_rules import LibraryRules

_MOST = 16  # names of one launch


def chosen_names(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    named = launching_functions(rules, source)
    for function in source.functions if named else ():
        launches: dict[int, list[tuple[int, int, int]]] = {}  # of each variable: call, and the argument's bounds
        for index in source.calls(*function.body):
            arguments = source.arguments(index + 1)
            positions = [n for n in named.get(called_name(source, index), ()) if n < len(arguments)]
            given = [without_parentheses(source, *arguments[n]) for n in positions]
            if len(given) != 1 or literal(source, *given[0]):
                continue
            variable = _variable(source, function, given[0])
            if variable >= 0:
                launches.setdefault(variable, []).append((index, *given[0]))
            elif (change := _direct(source, rules, function, index, *given[0])) is not None:
                yield change
                launches = {}  # one change of a statement at a time
                break
        if (change := _called_piece(source, rules, function, named)) is not None:
            yield change
            continue
        for variable in _pieces(source, function, named):
            launches.setdefault(variable, [])
        for variable, calls in launches.items():
            change = _of_variable(source, rules, function, variable, calls)
            if change is not None:
                yield change
                break


def without_choosers(source: Source) -> Iterator[Change]:
    """Static functions that give a kernel's constant and that nothing calls any more: the constants stay with the legacy library."""
    for function in source.functions:
        words = {source.text(i) for i in range(function.first, function.name_index)}
        kinds = {decl.type.partition(" (")[0] for decl in source.every_fact(function.name_index)}
        chosen = bool(kinds) and all(is_enumeration(source, kind) for kind in kinds)
        single = len(source.places[function.name.encode()]) == 1
        if (
            chosen
            and single
            and b"static" in words
            and f"{function.name}_number" in (one.name for one in source.functions)
        ):
            yield Change(
                function, (Replacement(Span(min(function.lead.start, function.span.start), function.span.end), ()),)
            )


def _pieces(source: Source, function: Function, launching: Mapping[bytes, frozenset[int]]) -> Iterator[int]:
    """Offsets of local pointers that a kernel's name is put together of."""
    targets = kernel_texts(source, function, launching)
    for index in range(*function.body) if targets else ():
        if source.code[index].kind == Kind.IDENT and is_piece(source, index, targets):
            variable = _variable(source, function, (index, index + 1))
            if variable >= 0:
                yield variable


def _called_piece(
    source: Source, rules: LibraryRules, function: Function, launching: Mapping[bytes, frozenset[int]]
) -> Change | None:
    """A piece of a kernel's name that a helper chooses, by a number in front of the statement which puts it together."""
    targets = kernel_texts(source, function, launching)
    for index in source.calls(*function.body) if targets else ():
        last = source.pairs[index + 1] + 1
        bounds = statement(source, index) if is_piece(source, index, targets, last) else None
        if bounds is None or source.has_directive(*bounds) or source.text(bounds[0] - 1) not in (b";", b"{", b"}"):
            continue
        if source.text(index - 1) == b"=" and source.text(last) == b";" and not _grows(source, function, index - 2):
            continue  # it is the whole name
        others = [i for i in source.calls(*bounds) if i != index and source.text(i) not in _STRING_CALLS]
        around = {source.text(i) for i in range(*bounds) if not index <= i < last}
        if any(not _declares(source, i) for i in others) or around & _NOT_IN_ORDER:
            continue
        choice = _Choice(source, rules, function)
        number = choice.text(index, last)
        if number is None or choice.none or choice.holes or not choice.names:
            continue
        name, start = _unused(source, *function.body), source.code[bounds[0]].start
        made = (
            Replacement(Span(start, start), (b"const int " + name + b" = ", *number, b";\n")),
            Replacement(Span(source.code[index].start, source.code[last - 1].end), _as_name(choice, name)),
        )
        return Change(function, made, tuple(dict.fromkeys(choice.shared)), retyped=frozenset(choice.retyped))
    return None


def _grows(source: Source, function: Function, index: int) -> bool:
    """Whether something is put behind a text by its name."""
    uses = source.where(source.text(index), *function.body)
    return any(source.text(i + 1) == b"+=" or source.text(i + 2) == b"append" for i in uses)


_STRING_CALLS = (b"string", b"append", b"snprintf", b"sprintf", b"to_string", b"sizeof")
_NOT_IN_ORDER = frozenset(b"? && || ++ -- -= *= /= for while return".split())


def _declares(source: Source, index: int) -> bool:
    """Whether a name in front of parentheses is that of a variable which is declared."""
    return any(d.kind == "variable" and d.offset == source.code[index].start for d in source.every_fact(index))


def _variable(source: Source, function: Function, argument: tuple[int, int]) -> int:
    """Offset of the local pointer that an argument is; -1 where it is none."""
    first, last = argument
    decls = list(source.every_fact(first)) if last - first == 1 else []
    offsets = {decl.offset for decl in decls}
    local = all(
        d.kind == "variable"
        and not d.file
        and is_kernel_type(source, d.canonical or d.type)
        and function.span.start <= d.offset < function.span.end
        for d in decls
    )
    return offsets.pop() if local and len(offsets) == 1 else -1


@dataclass
class _Choice:
    """The names that are chosen among, by number, and functions that say a number."""

    source: Source
    rules: LibraryRules
    function: Function
    names: list[bytes] = field(default_factory=list)
    shared: list[Replacement] = field(default_factory=list)
    above: tuple[int, ...] = ()  # functions that are being read
    none: list[int] = field(default_factory=list)  # where there may be no name
    retyped: list[int] = field(default_factory=list)  # variables of functions that become numbers there
    holes: bool = False  # a table has elements without one, whose numbers a test for no name does not know

    def text(self, first: int, last: int) -> Text | None:
        """An expression for a name as one for its number; None where it is not understood."""
        number = number_of(self.source, first, last, self.none.append, self._one)
        told = all(map(is_text, filter(None, self.names)))
        return number if told or not self.none else None  # 0 is a constant's value, and no sign that there is none

    def _one(self, first: int, last: int) -> Text | None:
        source = self.source
        if one := literal(source, first, last):
            if one not in self.names:
                self.names.append(one)
            return (b"%d" % self.names.index(one),)
        if source.code[first].kind != Kind.IDENT:
            return None
        if source.text(first + 1) == b"(" and source.pairs.get(first + 1) == last - 1:
            return self._called(first, last)
        return self._element(first, last)

    def _element(self, first: int, last: int) -> Text | None:
        """Of a table of names that nothing changes."""
        source = self.source
        if source.text(first + 1) == b"[" and source.pairs.get(first + 1) == last - 1:
            names, row = _table(source, first), subscript(source, first + 1)
            found = (names, row) if names is not None and row is not None else None
        else:
            found = named_element(source, self.function, first, last)
        if found is None:
            return None
        table, number = found
        start = len(self.names)
        self.names += table
        self.holes |= b"" in table
        return (b"%d + (" % start, *number, b")") if start else number

    def _called(self, first: int, last: int) -> Text | None:
        """By a function of the file that does nothing but choose."""
        source = self.source
        decls = list(source.every_fact(first))
        own = {f.name_offset(source): f for f in source.functions}
        functions = {decl.offset for decl in decls if decl.kind == "function" and not decl.file}
        if not decls or len(functions) != 1 or len({d.offset for d in decls}) != 1:
            return None
        function = own.get(functions.pop())
        if function is None or function.first in self.above or not self._only_chooses(function):
            return None
        inner = _Choice(
            source,
            self.rules,
            self.function,
            self.names,
            self.shared,
            (*self.above, function.first),
            self.none,
            self.retyped,
            self.holes,
        )
        made = inner.numbers(function)
        if made is None:
            return None
        self.holes |= inner.holes
        position = source.code[function.open_paren].start
        parts: list[bytes | Span] = []
        for one in sorted(made, key=lambda one: one.span):
            parts += [Span(position, one.span.start), *one.made]
            position = one.span.end
        parts.append(Span(position, source.code[function.close_brace].end))
        name, known = self._name(function, parts)
        if known:
            return (name, Span(source.code[first + 1].start, source.code[last - 1].end))
        if source.conditionals_around(function.span):
            return None
        end = source.code[function.close_brace].end
        self.shared.append(Replacement(Span(end, end), (b"\nstatic int " + name, *parts, b"\n")))
        return (name, Span(source.code[first + 1].start, source.code[last - 1].end))

    def numbers(self, function: Function) -> list[Replacement] | None:
        """What is replaced in a function that gives names, so that it gives their numbers."""
        source, made = self.source, list[Replacement]()
        kept: dict[int, list[int]] = {}
        for index in source.where(b"return", *function.body):
            end = index + 1
            while source.text(end) != b";":
                end = source.behind(end)
            variable = _variable(source, function, (index + 1, end))
            if variable >= 0:
                kept.setdefault(variable, []).append(index + 1)
                continue
            number = self.text(index + 1, end)
            if number is None:
                return None
            made.append(Replacement(Span(source.code[index + 1].start, source.code[end - 1].end), number))
        for variable, uses in kept.items():
            known = _numbered(self, function, variable, uses)
            if known is None or known.printed or known.pieces:
                return None
            made += known.replacements
            self.retyped.append(variable)
        return made

    def _name(self, function: Function, parts: Sequence[bytes | Span]) -> tuple[bytes, bool]:
        """Of the function that says the number, and whether an earlier step has written it."""
        source = self.source
        text = b"".join(part if isinstance(part, bytes) else source.data[part.start : part.end] for part in parts)
        wanted = f"{function.name}_number"
        for other in source.functions:
            made = source.data[source.code[other.open_paren].start : source.code[other.close_brace].end]
            if other.name.startswith(wanted) and made == text:
                return other.name.encode(), True
        return _free(source, wanted).encode(), False

    def _only_chooses(self, function: Function) -> bool:
        """Whether a function gives nothing but names, and each way through it ends with one."""
        source = self.source
        words = [source.text(i) for i in range(function.first, function.name_index)]
        plain = source.text(function.first) != b"template" and not any(
            source.where(word, *function.body) for word in (b"struct", b"class", b"union", b"try")
        )
        plain = plain and all(self._is_constant(index) for index in source.where(b"static", *function.body))
        plain = plain and all(  # no lambda
            source.code[i - 1].kind == Kind.IDENT or source.text(i - 1) in (b")", b"]")
            for i in source.where(b"[", *function.body)
        )
        plain = plain and not any(source.text(i + 1) == b"[" for i in source.where(b"return", *function.body))
        for name in source.table.names.intersection(source.text(i) for i in range(*function.body)):
            checks = name.decode("utf-8", "replace") in self.rules.checks
            plain = plain and source.table.words(name).isdisjoint((b"return", b"static", *(() if checks else (b"{",))))
        kind = [w for w in words if w not in (b"static", b"inline", b"constexpr")]
        return plain and _is_kind(source, kind, function.name_index) and bool(source.where(b"return", *function.body))

    def _is_constant(self, index: int) -> bool:
        """Whether what a `static` declares is a table of constants, of which two are as one."""
        words = [self.source.text(i) for i in range(index + 1, index + 6)]
        return words[0] == b"constexpr" or words[:4] in (
            [b"const", b"char", b"*", b"const"],
            [b"char", b"const", b"*", b"const"],
        )


def _free(source: Source, wanted: str) -> str:
    name, number = wanted, 2
    while not is_free(source, name):
        name, number = f"{wanted}{number}", number + 1
    return name


def _unused(source: Source, first: int, last: int) -> bytes:
    """A name for a variable of a block around a statement."""
    names = (b"kernel", *(b"kernel%d" % number for number in range(2, 100)))
    table = source.table
    used = table.names.intersection(source.text(index) for index in range(first, last))
    hidden = frozenset[bytes]().union(*map(table.words, used))
    return next(n for n in names if not source.where(n, first, last) and n not in table.names and n not in hidden)


def _table(source: Source, index: int) -> list[bytes] | None:
    """The literals of an array that is only read by its elements."""
    decls = list(source.every_fact(index))
    offsets = {decl.offset for decl in decls}
    if len(offsets) != 1 or any(d.kind != "variable" or d.file for d in decls):
        return None
    element = (decls[0].canonical or decls[0].type).partition("[")[0].strip()
    if not is_kernel_type(source, element):
        return None
    at = source.index_at(offsets.pop())
    if source.text(at + 1) != b"[" or by_compiler(source, at):
        return None
    equals = source.pairs[at + 1] + 1
    brace = equals + 1 if source.text(equals) == b"=" else equals
    if source.text(brace) != b"{" or source.text(source.pairs[brace] + 1) != b";":
        return None
    if source.has_directive(brace, source.pairs[brace]):
        return None
    found = [literal(source, first, last) for first, last in source.arguments(brace) if first < last]
    extent = [source.text(i) for i in range(at + 2, source.pairs[at + 1])]
    if not found or not all(found) or len(extent) > 1 or not all(text.isdigit() for text in extent):
        return None
    found += [b""] * (int(extent[0]) - len(found) if extent and len(extent[0]) < 3 else 0)
    if extent and len(found) != int(extent[0]):
        return None
    const = element == TEXT[1] or (element != TEXT[0] and element.startswith("const "))
    for use in source.where(source.text(at), 0, len(source.code)):
        mine = any(d.offset == source.code[at].start and not d.file for d in source.decls(use))
        if (mine and use != at and not _is_element_read(source, use, const)) or (
            not mine and not list(source.decls(use))
        ):
            return None
    return found


def _is_element_read(source: Source, use: int, const: bool) -> bool:
    """Whether `names[i]` is given to a function, a variable or a conditional operator as the pointer that it is."""
    if source.text(use + 1) != b"[" or source.text(use - 1) in (b"&", b"*", b"++", b"--"):
        return False
    if const:
        return True
    behind = source.text(source.pairs[use + 1] + 1)
    if behind not in (b";", b",", b")", b":", b"?", b"==", b"!="):
        return False
    first = use
    while source.text(first - 1) not in (b";", b"{", b"}", b""):
        first -= 1
    words = {source.text(i) for i in range(first, use)}
    declared = b"=" in words and not {b"&", b"&&"} & words
    if behind in (b":", b"?") or source.text(use - 1) in (b"?", b":"):
        return declared or b"return" in words or _is_launched(source, use)
    return declared or source.text(use - 1) in (b"return", b"==", b"!=") or _is_launched(source, use)


def _is_launched(source: Source, use: int) -> bool:
    """Whether an argument is one of a function that takes no reference to a pointer."""
    opener = parenthesis_around(source, use)
    if source.text(opener) != b"(":
        return False
    decls = [decl for decl in source.decls(opener - 1) if decl.kind in ("function", "macro")]
    return bool(decls) and not any(may_refer(decl.type) for decl in decls)


def _direct(
    source: Source, rules: LibraryRules, function: Function, index: int, first: int, last: int
) -> Change | None:
    """A launch whose name is an element of a table or what a function gives."""
    choice = _Choice(source, rules, function)
    number = choice.text(first, last)
    if (
        number is None
        or conditional_operator(source, first, last) is not None
        or not _plain_beside(source, index, first)
    ):
        return None
    whole = statement(source, index)
    name = _unused(source, *whole) if whole is not None else b""
    made = _launches(source, rules, index, (first, last), choice, name)
    if made is None:
        return None
    span, text = made
    block = (b"{\nconst int " + name + b" = ", *number, b";\n", *text, b"}\n")
    shared = tuple(dict.fromkeys(choice.shared))
    return Change(function, (Replacement(span, block),), shared, retyped=frozenset(choice.retyped))


def _plain_beside(source: Source, index: int, first: int) -> bool:
    """Whether the other arguments of a launch do nothing, so that its name may be chosen before them."""
    for begin, end in source.arguments(index + 1):
        for at in range(begin, end) if not begin <= first < end else ():
            called = source.text(at + 1) == b"(" and source.text(at) != b"sizeof"
            if source.code[at].kind == Kind.PUNCT and source.text(at) not in (
                b"&",
                b".",
                b"->",
                b"(",
                b")",
                b"[",
                b"]",
                b"*",
            ):
                return False
            if source.code[at].kind == Kind.IDENT and called:
                return False
    return True


def _launches(
    source: Source, rules: LibraryRules, index: int, argument: tuple[int, int], choice: _Choice, number: bytes
) -> tuple[Span, Text] | None:
    """The statement of a launch for each name; where there may be none, a check that fails."""
    whole, names = statement(source, index), choice.names
    check = next((name.encode() for name in sorted(rules.checks)), b"")
    check = (
        b"" if source.where(b"try", 0, len(source.code)) else check
    )  # what is thrown where there is none may be caught
    if whole is None or not 1 <= len(names) <= _MOST or ((choice.none or choice.holes) and not check):
        return None
    begin, end = behind_labels(source, *whole), whole[1]
    span = Span(source.code[begin].start, source.code[end].end)
    if source.conditionals_from(span.start, span.end) or not is_launch_statement(source, rules, begin, index):
        return None
    before, behind = Span(span.start, source.code[argument[0]].start), Span(source.code[argument[1] - 1].end, span.end)
    made: list[bytes | Span] = []
    for position, name in enumerate(names):
        last = position == len(names) - 1 and not choice.none
        made.append(b"" if last else b"if (" + number + b" == %d)\n" % position)
        launch = (before, name, behind) if name else (check, b" ( false );")
        made += [b"{\n", *launch, b"\n}\n", b"" if last else b"else "]
    if choice.none:
        made.append(b"{\n" + check + b" ( false );\n}\n")
    return span, tuple(made)


def _of_variable(
    source: Source, rules: LibraryRules, function: Function, variable: int, launches: Sequence[tuple[int, int, int]]
) -> Change | None:
    """A pointer to a name as a number: its declaration, what it is given, and the launches."""
    choice = _Choice(source, rules, function)
    name = source.text(source.index_at(variable))
    number = _numbered(choice, function, variable, {first for _, first, _ in launches})
    if number is None:
        return None
    replacements, printed, pieces = number.replacements, number.printed, number.pieces
    if choice.holes or (printed and not choice.names) or (pieces and (choice.none or not choice.names)):
        return None
    if len(choice.names) == 1 and len(replacements) == 2 and not choice.none:
        replacements = [_gone(source, source.index_at(variable))]  # it is nothing but this text
    replacements += [Replacement(source.code[use].span, _as_name(choice, name)) for use in (*printed, *pieces)]
    for index, first, last in launches:
        made = _launches(source, rules, index, (first, last), choice, name)
        if made is None:
            return None
        span, text = made
        whole = statement(source, index)
        governed = whole is not None and governs(source, whole[0] - 1)
        replacements.append(Replacement(span, (b"{\n", *text, b"}\n") if governed else text))
    retyped = frozenset((variable, *choice.retyped))
    return Change(function, tuple(replacements), tuple(dict.fromkeys(choice.shared)), retyped=retyped)


@dataclass
class _Numbered:
    """A variable as a number: what is replaced, and where it is a name again."""

    replacements: list[Replacement] = field(default_factory=list)
    printed: list[int] = field(default_factory=list)
    pieces: list[int] = field(default_factory=list)


def _numbered(choice: _Choice, function: Function, variable: int, kept: Collection[int]) -> _Numbered | None:
    """A local pointer as the number of its name; `kept`: uses that stay as they are. None where something else is done with it."""
    source, rules, found = choice.source, choice.rules, _Numbered()
    name = source.text(source.index_at(variable))
    targets = kernel_texts(source, function, launching_functions(rules, source))
    only = {d.offset for use in source.where(name, *function.body) for d in source.decls(use)} == {variable}
    told = any((d.canonical or d.type) in TEXT for d in source.every_fact(source.index_at(variable)))
    for use in source.where(name, *function.body):
        decls = {(d.offset, d.file) for d in source.decls(use)}
        if decls == {(variable, "")} and use in kept:
            continue
        mine = (variable, "") in decls or (not decls and only)  # also in what an option of the build brings
        if mine and is_printed(source, rules, use, use + 1):
            found.printed.append(use)
            continue
        if mine and source.code[use].start != variable and is_piece(source, use, targets):
            found.pieces.append(use)
            continue
        if (variable, "") not in decls:
            if not decls:
                return None  # what it is is not known
            continue
        value = use + 1
        if told and (asked := asked_for_none(source, rules, use)) is not None:
            found.replacements.append(asked)
            continue
        if source.code[use].start == variable:
            replacement = _declaration(source, use)
            if replacement is None:
                return None
            found.replacements.append(replacement)
            if source.text(value) == b";":
                continue
        elif source.text(use - 1) not in (b";", b"{", b"}", b")", b"else", b":"):
            return None
        end = value + 1
        while source.text(end) not in (b";", b",", b""):
            end = source.behind(end)
        if source.text(value) != b"=" or source.text(end) != b";":
            return None
        number = choice.text(value + 1, end)
        if number is None:
            return None
        span = Span(source.code[value + 1].start, source.code[end - 1].end)
        found.replacements.append(Replacement(span, number))
    return found


def _gone(source: Source, at: int) -> Replacement:
    """The declaration of a variable, taken away."""
    first, end = statement_start(source, at), behind_value(source, at)
    return Replacement(Span(source.code[first].start, source.code[end].end), ())


def _as_name(choice: _Choice, number: bytes) -> Text:
    """The name of a number again."""
    last = b"( const char * ) 0" if choice.none else choice.names[-1]
    others = choice.names if choice.none else choice.names[:-1]
    tests = b"".join(number + b" == %d ? " % position + one + b" : " for position, one in enumerate(others))
    return (b"( " + tests + last + b" )",)


def _is_kind(source: Source, words: Sequence[bytes], at: int) -> bool:
    """Whether words are the type of a kernel's name, as that of what is declared at a token."""
    if words in ([b"const", b"char", b"*"], [b"char", b"const", b"*"]):
        return True
    kinds = {decl.type.partition(" (")[0] for decl in source.every_fact(at)} - set(TEXT)
    named = all(word in (b"enum", b"::", b"unsigned") or word.replace(b"_", b"a").isalnum() for word in words)
    return bool(words) and named and len(kinds) == 1 and all(is_kernel_type(source, kind) for kind in kinds)


def _declaration(source: Source, at: int) -> Replacement | None:
    """`const char *name`, a declaration of its own, as that of a number."""
    first = at
    while source.text(first - 1) not in (b";", b"{", b"}", b")", b"else", b":", b"(", b","):
        first -= 1
    words = [source.text(i) for i in range(first, at)]
    constant = words[-2:] == [b"*", b"const"]
    words = words[:-1] if constant else words
    if words[:1] == [b"const"] and words[-1:] != [b"*"]:
        constant, words = True, words[1:]
    if source.text(first - 1) in (b"(", b",") or not (words == [b"auto"] or _is_kind(source, words, at)):
        return None
    made = (b"const int " if constant else b"int ") + source.text(at)
    return Replacement(Span(source.code[first].start, source.code[at].end), (made,))
