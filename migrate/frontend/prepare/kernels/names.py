"""A kernel's name that is no literal where it is launched, though it can only be one: a constant is written out, and a launch whose name depends on a
condition is written once for each name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from migrate.frontend.compiler.clang import Decl
from migrate.frontend.compiler.compilers import by_compiler
from migrate.frontend.kernel_constants import TEXT, is_kernel_type, is_text, kernel_constant
from migrate.frontend.lex import Kind
from migrate.frontend.prepare.arguments import changes_nothing
from migrate.frontend.prepare.chip_branches import Text
from migrate.frontend.prepare.edited import Replacement
from migrate.frontend.prepare.scalars import is_scalar
from migrate.frontend.prepare.step import Change, Step
from migrate.frontend.receivers import receiver_start
from migrate.frontend.source import Function, Source
from migrate.frontend.statements import (
    behind_labels,
    behind_value,
    conditional_operator,
    governs,
    parenthesis_around,
    statement,
    without_parentheses,
)
from migrate.model import Span
from migrate.project.library_rules import LibraryRules

_MEMBER = (b".", b"->", b"::")
_COMPUTED = frozenset(b"! ( ) . -> :: [ ] == != < > <= >= && || + - * / % & | ^ ~ and or not".split())


def literal_names(rules: LibraryRules) -> Step:
    return partial(_changes, rules)


def _changes(rules: LibraryRules, source: Source) -> Iterator[Change]:
    """One statement is changed in one way at a time."""
    done = 0
    named = launching_functions(rules, source)
    for function in source.functions:
        for index in source.calls(*function.body) if named else ():
            positions = named.get(called_name(source, index))
            if positions is None or source.code[index].start < done:
                continue
            arguments = source.arguments(index + 1)
            listed = [arguments[position] for position in sorted(positions) if position < len(arguments)]
            given = [without_parentheses(source, *one) for one in listed]
            constants = [
                replacement
                for one in given
                if (replacement := _constant(source, rules, function, *one) or _spelled(source, *one))
            ]
            made = constants or _split(source, rules, function, index, given)
            if made:
                done = max(one.span.end for one in made)
                yield Change(function, tuple(made))


def launching_functions(rules: LibraryRules, source: Source) -> Mapping[bytes, frozenset[int]]:
    """Functions that launch -> positions of the arguments that are the kernel's name. See `called_name`."""
    known: tuple[LibraryRules, Mapping[bytes, frozenset[int]]] | None = source.memo.get(launching_functions)
    if known is None or known[0] is not rules:
        known = source.memo[launching_functions] = rules, _launching(rules, source)
    return known[1]


def _launching(rules: LibraryRules, source: Source) -> Mapping[bytes, frozenset[int]]:
    found = {name.encode(): frozenset((rule.kernel,)) for name, rule in rules.launch.items()}
    if not any(name.rpartition(b"::")[2] in source.places for name in found):
        return {}
    for function in source.functions:
        own = launched_parameters(rules, source, function)
        texts = {
            n
            for n, p in enumerate(source.parameters(function))
            if n in own and is_kernel_type(source, _kind(source, p.name_index))
        }
        if texts:
            found[function.name.encode()] = frozenset(texts)
    return found


def called_name(source: Source, index: int) -> bytes:
    """What a call names: a function, or the member function `Type::name` of an object."""
    return source.method_key(index).encode() or source.text(index)


def _kind(source: Source, index: int) -> str:
    decl = source.fact(index)
    return (decl.canonical or decl.type) if decl is not None else ""


def launched_parameters(
    rules: LibraryRules, source: Source, function: Function, above: frozenset[str] = frozenset()
) -> set[int]:
    """Positions of parameters that a function gives to a launch as the kernel's name or as the arguments, itself or through another one."""
    found = set[int]()
    parameters = {source.text(p.name_index): n for n, p in enumerate(source.parameters(function))}
    own = _by_name(source)
    first, last = function.body
    launching = {name.rpartition("::")[2] for name in rules.launch}
    named = source.named("launching", lambda name: name in launching or name in own, first, last)
    for index in named:
        if source.text(index + 1) != b"(" or index + 1 not in source.pairs:
            continue
        name = source.text(index).decode("utf-8", "replace")
        rule = rules.launch.get(source.method_key(index) or name)
        if rule is not None:
            wanted = {rule.kernel, rule.arguments}
        elif name in own and name not in above | {function.name}:
            wanted = launched_parameters(rules, source, own[name], above | {function.name})
        else:
            continue
        for position, (first, last) in enumerate(source.arguments(index + 1) if wanted else ()):
            words = [source.text(i) for i in range(first, last)]
            while len(words) > 2 and (words[0], words[-1]) == (b"(", b")"):
                words = words[1:-1]
            words = words[1:] if words[:1] == [b"&"] else words
            if position in wanted and len(words) == 1 and words[0] in parameters:
                found.add(parameters[words[0]])
    return found


def _by_name(source: Source) -> Mapping[str, Function]:
    if _by_name not in source.memo:
        source.memo[_by_name] = {one.name: one for one in source.functions}
    found: Mapping[str, Function] = source.memo[_by_name]
    return found


def is_given_to_function(rules: LibraryRules, source: Source, index: int) -> bool:
    """Whether a name is the whole argument of a call of a function, or of a launch."""
    if source.text(index - 1) not in (b"(", b",") or source.text(index + 1) not in (b")", b","):
        return False
    opener = parenthesis_around(source, index)
    called = opener - 1
    kinds = {decl.kind for decl in source.decls(called)} if source.text(opener) == b"(" else set()
    if source.text(called).decode("utf-8", "replace") in rules.launch:
        return True
    if any(may_refer(decl.type) for decl in source.decls(called)):
        return False
    return bool(kinds) and kinds <= {"function", "template"} and source.reads(index)


def may_refer(type_: str) -> bool:
    """Whether a parameter of a function may be a reference to a pointer that it is given, and changes."""
    for one in type_.partition("(")[2].rpartition(")")[0].split(","):
        before = one.rpartition("&")[0].rstrip("& ")
        constant = before.endswith("const") or (before.strip().startswith("const ") and "*" not in before)
        if "&" in one and not constant:
            return True
    return False


def literal(source: Source, first: int, last: int) -> bytes:
    """An argument that is a literal, a macro that stands for one, or a constant that names a kernel; else empty."""
    table = source.table
    if source.has_directive(first, last):
        return b""
    if kernel_constant(source, first, last):
        return source.data[source.code[first].start : source.code[last - 1].end]
    for index in range(first, last):
        token = source.code[index]
        if token.kind == Kind.STRING and token.text.startswith(b'"'):
            continue
        meant = table.definitions(token.text) if token.kind == Kind.IDENT else ()
        single = table.single(token.text) if meant else None
        if single is None or single.parameters or not single.body or not all(w.startswith(b'"') for w in single.body):
            return b""
    return source.data[source.code[first].start : source.code[last - 1].end]


def _constant(source: Source, rules: LibraryRules, function: Function, first: int, last: int) -> Replacement | None:
    """A variable that keeps the literal which it was given at first."""
    decls = list(source.every_fact(first)) if last - first == 1 else []
    if (
        not decls
        or any(d.kind != "variable" or d.file or d.offset < 0 for d in decls)
        or len({d.offset for d in decls}) > 1
    ):
        return None
    at = source.index_at(decls[0].offset)
    begin = at + 3 if source.text(at + 1) == b"[" and source.text(at + 2) == b"]" else at + 1
    end = begin + 1
    while source.code[min(end, len(source.code) - 1)].kind == Kind.STRING:
        end += 1
    if source.text(begin) == b"=" and source.code[begin + 1].kind == Kind.IDENT:
        end = behind_value(source, begin + 1)
    if source.text(begin) != b"=" or end == begin + 1 or source.text(end) not in (b";", b","):
        return None
    text = literal(source, begin + 1, end)
    if text and not is_text(text) and function.open_brace < at < function.close_brace:
        return None  # a variable of an enumeration becomes a number
    if (
        not text
        or not (_is_constant(source, decls[0], text) or _keeps(source, rules, function, at))
        or by_compiler(source, at)
    ):
        return None
    return Replacement(source.code[first].span, (text,))


def _spelled(source: Source, first: int, last: int) -> Replacement | None:
    """Literals and macros that spell what they are given, `"tpu_kernel_api_" #x`: the text that they make."""
    if source.has_directive(first, last):
        return None
    words = [source.text(i) for i in range(first, last)]
    parts = _spelling(source, words, {}, frozenset())
    calls = any(source.code[i].kind == Kind.IDENT for i in range(first, last))
    plain = all(part.startswith(b'"') and part.endswith(b'"') and b"\\" not in part for part in parts)
    if not calls or not parts or not plain:
        return None
    text = b'"%b"' % b"".join(part[1:-1] for part in parts)
    return Replacement(Span(source.code[first].start, source.code[last - 1].end), (text,))


def _spelling(
    source: Source, words: Sequence[bytes], given: Mapping[bytes, bytes], above: frozenset[bytes]
) -> list[bytes]:
    """The literals that words stand for where `given` are the parameters' values; nothing where they are anything else."""
    found: list[bytes] = []
    index = 0
    while index < len(words):
        word, behind = words[index], words[index + 1 : index + 4]
        if word.startswith(b'"'):
            found.append(word)
            index += 1
            continue
        if word == b"#" and behind and behind[0] in given:
            found.append(b'"%b"' % given[behind[0]])
            index += 2
            continue
        macro = source.table.single(word)
        argument = given.get(behind[1], behind[1]) if len(behind) == 3 else b""
        called = len(behind) == 3 and (behind[0], behind[2]) == (b"(", b")")
        plain = argument.replace(b"_", b"a").isalnum() and not source.table.definitions(argument)
        if macro is None or word in above or not called or not plain or len(macro.taken) != 1:
            return []
        inner = _spelling(source, macro.body, {macro.taken[0]: argument}, above | {word})
        if not inner:
            return []
        found += inner
        index += 4
    return found


def _is_constant(source: Source, decl: Decl, text: bytes) -> bool:
    kind = decl.canonical or decl.type
    if not is_text(text):
        return kind.startswith("const ") and is_kernel_type(source, kind)
    return kind == "const char *const" or kind.startswith("const char[")


def _keeps(source: Source, rules: LibraryRules, function: Function, declared: int) -> bool:
    """Whether a pointer or an enumerator of the function, or a static one of the file, is only given to functions."""
    kind = _kind(source, declared)
    if kind == TEXT[1] or not is_kernel_type(source, kind):
        return False
    words = {source.text(i) for i in range(max(declared - 5, 0), declared)}
    local = function.open_brace < declared < function.close_brace
    if (
        b"volatile" in words
        or local == (b"static" in words)
        or (not local and source.in_function(source.code[declared].start))
    ):
        return False
    own = source.code[declared].start
    uses = source.where(source.text(declared), *(function.body if local else (0, len(source.code))))
    mine = [i for i in uses if i != declared and any(d.offset == own and not d.file for d in source.decls(i))]
    if any(not list(source.decls(i)) for i in uses):
        return False
    return all(is_given_to_function(rules, source, i) for i in mine)


def _split(
    source: Source, rules: LibraryRules, function: Function, index: int, given: Sequence[tuple[int, int]]
) -> list[Replacement]:
    """The statement of a launch, once where the condition of its name holds and once where it does not."""
    choices = [choice for one in given if (choice := _choice(source, *one))]
    whole = statement(source, index)
    if not choices or whole is None:
        return []
    conditions = {source.spell(first, question) for first, question, _, _ in choices}
    first, last = behind_labels(source, *whole), whole[1]
    span = Span(source.code[first].start, source.code[last].end)
    if (
        len(conditions) > 1
        or source.conditionals_from(span.start, span.end)
        or not is_launch_statement(source, rules, first, index)
    ):
        return []
    start, question, _, _ = choices[0]
    if not is_quiet(source, start, question) or not changes_nothing(
        source, function, index, index + 1, (start, question)
    ):
        return []
    condition = Span(source.code[start].start, source.code[question - 1].end)
    holds = _with(source, span, [(s, e, q + 1, c) for s, q, c, e in choices])
    fails = _with(source, span, [(s, e, c + 1, e) for s, q, c, e in choices])
    made: Text = (b"if (", condition, b")\n{\n", *holds, b"\n}\nelse\n{\n", *fails, b"\n}\n")
    governed = governs(source, whole[0] - 1)
    return [Replacement(span, (b"{\n", *made, b"}\n") if governed else made)]


def _choice(source: Source, first: int, last: int) -> tuple[int, int, int, int] | None:
    """Of `c ? a : b`: its first token, the question mark, the colon, and what is behind it."""
    first, last = without_parentheses(source, first, last)
    question, colon = conditional_operator(source, first, last) or (-1, -1)
    if not first < question < colon < last - 1 or not literal(source, question + 1, colon):
        return None
    return first, question, colon, last


def is_launch_statement(source: Source, rules: LibraryRules, first: int, index: int) -> bool:
    """Whether a statement declares nothing, and does nothing before the launch: that alone, what checks it, gives it back or keeps it."""
    at = first
    text = source.text(at).decode("utf-8", "replace")
    if text == "return":
        at += 1
    elif source.code[at].kind == Kind.IDENT and source.text(at + 1) == b"=":
        at += 2
    elif text in rules.safe_calls and source.text(at + 1) == b"(":
        at += 1
    while source.text(at) == b"(":
        at += 1
    end = source.pairs.get(index + 1, index) + 1
    while source.text(end) == b")":
        end += 1
    return at == receiver_start(source, index) and source.text(end) == b";"


def is_quiet(source: Source, first: int, last: int) -> bool:
    """Whether an expression only compares numbers, data types and members of structs, so that it may be computed at another time of the statement."""
    for index in range(first, last):
        token = source.code[index]
        if token.kind == Kind.PUNCT or token.text in _COMPUTED:
            if token.text not in _COMPUTED:
                return False
        elif token.kind == Kind.IDENT and token.text not in (b"true", b"false", b"nullptr"):
            decls = list(source.every_fact(index))
            behind = source.text(index + 1)
            plain = all(
                d.kind == "enumerator"
                or (d.kind in ("param", "variable", "field") and (behind in (b".", b"->") or _is_number(source, d)))
                for d in decls
            )
            if not decls or not plain or behind == b"(" or any("volatile" in d.type for d in decls):
                return False
    return True


def _is_number(source: Source, decl: Decl) -> bool:
    kind = (decl.canonical or decl.type).removesuffix("&").strip()
    enumerations = {d.type for d in source.references.values() if d.kind == "enumerator"}
    return is_scalar(kind.partition("[")[0].strip()) or decl.type.removeprefix("const ") in enumerations


def _with(source: Source, span: Span, instead: Sequence[tuple[int, int, int, int]]) -> Text:
    """The text of a statement with the tokens [s, e) replaced by the tokens [a, b), for each of (s, e, a, b)."""
    made: list[bytes | Span] = []
    position = span.start
    for start, end, first, last in sorted(instead):
        made += [Span(position, source.code[start].start), Span(source.code[first].start, source.code[last - 1].end)]
        position = source.code[end - 1].end
    return (*made, Span(position, span.end))
