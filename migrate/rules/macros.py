"""What stands in a macro's body is not rewritten: a function that uses a macro of the project with legacy code is refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import PurePath

from migrate.frontend.header_declarations import declarations_of
from migrate.frontend.lex import Kind, lex, match_texts
from migrate.frontend.macros import Definition
from migrate.frontend.prepare.files.macros import hangs, is_argument
from migrate.frontend.source import Source
from migrate.frontend.statements import statement_start
from migrate.project.library_rules import LibraryRules
from migrate.rules.context import Context
from migrate.rules.registry import Rule
from migrate.rules.tensor_uses import ASSIGNS

Bodies = Mapping[bytes, Sequence[tuple[str, tuple[bytes, ...]]]]  # name -> file and tokens of each of its definitions


def _bodies(ctx: Context) -> Bodies:
    """Macros of the source and of its headers, those that a rule gives a unified form left out."""
    known: tuple[LibraryRules, Bodies] | None = ctx.source.memo.get("macro bodies")
    if known is None or known[0] is not ctx.rules:  # every function of the source asks
        known = ctx.source.memo["macro bodies"] = ctx.rules, _read_bodies(ctx)
    return known[1]


def _read_bodies(ctx: Context) -> Bodies:
    source, found = ctx.source, dict[bytes, list[tuple[str, tuple[bytes, ...]]]]()
    if not source.facts:
        return {name: [("", tuple(t.text for t in lex(b" " + text)))] for name, text in source.defines.items()}
    for table in source.table.chips.values():
        for name, definitions in table.items():
            if not has_unified_form(ctx, name.decode("utf-8", "replace")):
                found.setdefault(name, []).extend((one.file, one.body) for one in definitions)
    return found


def has_unified_form(ctx: Context, name: str) -> bool:
    rules = ctx.rules
    return (
        bool(rules.name(name))
        or name in rules.checks
        or name in rules.calls
        or name in rules.prints
        or name in rules.launch
    )


_NO_TYPE = frozenset(
    b"return else goto case new delete sizeof do throw not and or default typename operator co_return".split()
)


def declares(ctx: Context, name: bytes) -> bool:
    """Whether a macro of the source may declare something where it stands: a name behind a type, in no braces."""
    table = ctx.source.table
    if name not in table.names or _has_rule(ctx, name):
        return False
    for inner in table.closure([name]):
        for one in table.definitions(inner) if not _has_rule(ctx, inner) else ():
            depth = 0
            for before, text, behind in zip([b"", *one.body], one.body, [*one.body[1:], b""], strict=False):
                depth += (text in (b"{", b"(")) - (text in (b"}", b")"))
                typed = (_is_name(before) and before not in _NO_TYPE) or before in (b">", b"*", b"&")
                ends = behind in (b"=", b"{", b"(", b"[", b";", b",", b"")
                bound = text == b"[" and before in (b"auto", b"&", b"&&")
                if depth == 0 and ((_is_name(text) and typed and ends) or bound):
                    return True
    return False


def declares_in_arguments(ctx: Context, index: int) -> bool:
    """Whether what a macro of the source is given at a token may be a declaration: a name behind a type."""
    source = ctx.source
    closer = source.pairs.get(index + 1, -1) if source.text(index + 1) == b"(" else -1
    if closer < 0 or source.text(index) not in source.table.names or _has_rule(ctx, source.text(index)):
        return False
    for at in range(index + 2, closer):
        before, text = source.text(at - 1), source.text(at)
        typed = (_is_name(before) and before not in _NO_TYPE) or (before == b">" and source.text(at + 1) != b")")
        if (_is_name(text) and typed) or (text == b"[" and before in (b"auto", b"&", b"&&")):
            return True
    return False


def is_typed_macro(ctx: Context, index: int) -> bool:
    """Whether a macro of the source stands behind a type, where the name of what is declared would."""
    source, before = ctx.source, ctx.source.text(index - 1)
    if source.text(index) not in source.table.names or _has_rule(ctx, source.text(index)):
        return False
    if before in (b">", b"*", b"&"):  # else an operator
        kinds = {decl.kind for decl in source.decls(statement_start(source, index))}
        return bool(kinds & {"type", "template", "namespace"})
    return _is_name(before) and before not in _NO_TYPE


def _is_name(text: bytes) -> bool:
    return text[:1].isalpha() or text[:1] == b"_"


def _has_rule(ctx: Context, name: bytes) -> bool:
    word = name.decode("utf-8", "replace")
    return has_unified_form(ctx, word) or word in ctx.rules.safe_calls or word in ctx.rules.provided


def _uses(ctx: Context) -> Iterator[tuple[int, str, str]]:
    found = legacy_macro(ctx, _bodies(ctx)) or _hiding(ctx) or _opaque(ctx)
    if found:
        yield found


def _hiding(ctx: Context) -> tuple[int, str, str] | None:
    """The first use of a macro that stands for another thing than what the rules have by its name: code index, file, what."""
    source = ctx.source
    for name, (file, why) in _hidden(ctx).items():
        for index in source.where(name, ctx.function.first, ctx.function.close_brace):
            return index, file, why
    return None


def _hidden(ctx: Context) -> Mapping[bytes, tuple[str, str]]:
    source, rules = ctx.source, ctx.rules
    memo: tuple[LibraryRules, dict[bytes, tuple[str, str]]] | None = source.memo.get(_hidden)
    if memo is not None and memo[0] is rules:
        return memo[1]
    found: dict[bytes, tuple[str, str]] = {}
    declared: frozenset[bytes] | None = None
    for name in source.table.names:
        text = name.decode("utf-8", "replace")
        if not has_unified_form(ctx, text) and text not in rules.safe_calls and text not in rules.provided:
            continue
        declared = _declared(source) if declared is None else declared
        if what := _stands_for(ctx, name, declared):
            found[name] = source.table.definitions(name)[-1].file, what
    source.memo[_hidden] = rules, found
    return found


def _stands_for(ctx: Context, name: bytes, declared: frozenset[bytes]) -> str:
    """What a macro with a rule's name is besides; empty where it is nothing else."""
    source, rules = ctx.source, ctx.rules
    definitions = source.table.definitions(name)
    if all(one.body == (name,) for one in definitions):
        return ""
    if name in declared:
        return "another text than what a header declares by this name"
    if any(len({one.meaning for one in table.get(name, ())}) > 1 for table in source.table.chips.values()):
        return "more than one text for one chip"
    unified = rules.name(name.decode("utf-8", "replace"))
    words = (word.decode("utf-8", "replace") for one in definitions if not one.parameters for word in one.names)
    return next((word for word in words if unified and rules.name(word) not in (None, unified)), "")


def _declared(source: Source) -> frozenset[bytes]:
    """What the headers of the project declare, but for macros."""
    texts = map(source.table.text, source.header_paths)
    return frozenset(name for text in texts for one in declarations_of(text) for name in one.names)


def _opaque(ctx: Context) -> tuple[int, str, str] | None:
    """The first use of a macro that says more than its name and arguments do: it names a variable of the function, is a part of a statement or of an
    expression, leaves, or sets what it is given. Those of the source itself have been put in place before."""
    source, function = ctx.source, ctx.function
    if not source.facts:
        return None
    uses: dict[bytes, list[int]] = {}
    for index in source.macro_names(function.open_brace, function.close_brace):
        uses.setdefault(source.text(index), []).append(index)
    declared = _locals(ctx) if uses else set()
    found: list[tuple[int, str, str]] = []
    for name, places in uses.items():
        if _has_rule(ctx, name) or name.decode("utf-8", "replace") in ctx.rules.prints:
            continue
        for inner in source.table.closure([name]):
            for one in source.table.definitions(inner) if not _has_rule(ctx, inner) else ():
                if what := _says_more(one, declared, whole=inner == name):
                    found.append((places[0], one.file, what))
                elif _sets(one.body, {*one.taken}):
                    given = (index for index in places if _is_given_address(ctx, index))
                    found += [(index, one.file, "an assignment to what it is given") for index in given]
    return min(found, default=None)


def _locals(ctx: Context) -> set[bytes]:
    """Names of the function's parameters and variables."""
    source = ctx.source
    first, last = ctx.function.first, ctx.function.close_brace
    return {
        source.text(index)
        for index in range(first, last)
        if source.code[index].kind == Kind.IDENT
        for decl in source.every_fact(index)
        if decl.kind in ("param", "variable") and decl.offset == source.code[index].start
    }


def _says_more(one: Definition, declared: set[bytes], whole: bool) -> str:
    """What a definition says that is not in the text of its use, whatever it is given; empty where nothing is."""
    parameters = {*one.taken}
    body = one.body
    inner = next((word for word in body if word in declared and word not in parameters), b"")
    if inner and not _shadows(body, inner):
        return f"{inner.decode('utf-8', 'replace')}, a variable of the function"
    if b"goto" in body:
        return "goto"
    return _part(body, parameters) if whole else ""


def _shadows(body: Sequence[bytes], name: bytes) -> bool:
    """Whether a name in a macro's body is that of members alone, or of a variable that the body declares itself."""
    for before, text in pairwise((b"", *body)):
        if text == name and before not in (b".", b"->"):
            return _is_name(before) and before not in _NO_TYPE
    return True


def _part(body: Sequence[bytes], parameters: set[bytes]) -> str:
    """What shows that a body is neither a whole expression nor whole statements."""
    depth = 0
    for word in body:
        depth += (word in (b"(", b"{", b"[")) - (word in (b")", b"}", b"]"))
        if depth < 0:
            break
    if depth:
        return "a bracket without its other half"
    if body and (hangs(body) or body[0] in (b"else", b";") or body[-1] == b"else"):
        return "a part of an expression or statement"
    if body and body[0] in (b"if", b"for", b"while") and body[-1] == b")":
        pairs = match_texts(list(body))
        if pairs.get(1) == len(body) - 1:
            return "the beginning of a statement"
    if is_argument(body, parameters):
        return "its argument, and nothing else"
    loose = next((body[i] for i in _outside(body) if body[i] in (b"||", b"&&", b"?", b"=", b"+=", b"-=")), b"")
    return f"{loose.decode()} outside of parentheses" if loose else ""


def _outside(body: Sequence[bytes]) -> Iterator[int]:
    """Tokens that stand in no brackets."""
    depth = 0
    for index, word in enumerate(body):
        depth += (word in (b"(", b"{", b"[")) - (word in (b")", b"}", b"]"))
        if depth == 0:
            yield index


def _sets(body: Sequence[bytes], parameters: set[bytes]) -> bool:
    """Whether what stands before an assignment is made of a parameter."""
    first = 0
    for index, word in enumerate(body):
        if word in (b";", b"{", b"}"):
            first = index + 1
        elif (word in ASSIGNS and not parameters.isdisjoint(body[first:index])) or (
            word in (b"++", b"--") and not parameters.isdisjoint(body[index + 1 : index + 3])
        ):
            return True
    return False


def _is_given_address(ctx: Context, index: int) -> bool:
    """Whether an argument of a macro names something that may hold an address or a data type."""
    source, rules = ctx.source, ctx.rules
    closer = source.pairs.get(index + 1, index) if source.text(index + 1) == b"(" else index
    known = (rules.tensor_types, rules.memory_types, rules.dtype_types, rules.argument_types, rules.address_types)
    for inside in range(index + 2, closer):
        for decl in source.decls(inside):
            kind = (decl.canonical or decl.type).replace("const ", "")
            wide = "long" in kind or "*" in kind or "&" in kind
            if decl.kind in ("param", "variable", "field") and (
                wide or any(one in decl.type for k in known for one in k)
            ):
                return True
        text = source.text(inside)
        if source.code[inside].kind == Kind.IDENT and not list(source.decls(inside)) and text not in source.table.names:
            return True  # what it is, nobody tells here
    return False


def _refuse(ctx: Context, use: tuple[int, str, str]) -> None:
    index, file, what = use
    name = ctx.source.text(index).decode("utf-8", "replace")
    where = PurePath(file).name if file else "this file"
    ctx.refuse_at("L117", index, f"the macro {name} of {where} contains {what}; write its text in place")


def legacy_macro(ctx: Context, bodies: Bodies) -> tuple[int, str, str] | None:
    """The first use of a macro whose body would have to be rewritten: code index, file of the macro, what is in it."""
    first, last = ctx.function.first, ctx.function.close_brace
    for index in ctx.source.named("defined", lambda n: n.encode() in bodies, first, last) if bodies else ():
        name = ctx.source.text(index)
        pending, known = [name], {name}
        while pending:
            for file, body in bodies[pending.pop()]:
                if what := _legacy(ctx, body, index > ctx.function.open_brace):
                    return index, file, what
                inner = set(body) & bodies.keys() - known
                known |= inner
                pending += sorted(inner)
    return None


# What rules look for in the function's own text.
_HIDDEN = frozenset((b"try", b"catch", b"static", b"extern", b"thread_local", b"...", b"asm", b"__asm__"))


def _legacy(ctx: Context, body: Sequence[bytes], inside: bool) -> str:
    """What of a body would have to be rewritten, or is looked for in a function's own text; `inside`: behind its opening brace."""
    field = ctx.rules.address_field.encode()
    for before, text, behind in zip([b"", *body], body, [*body[1:], b""], strict=False):
        word = text.decode("utf-8", "replace")
        ends = word in ctx.rules.aborts and behind == b"(" and before not in (b".", b"->")
        joins = text in (b"##", b"%:%:") and not (before == b"," and behind == b"__VA_ARGS__")
        if ends or (inside and (joins or text in _HIDDEN)):
            return word
        if ctx.rules.is_legacy(word) or word in ctx.rules.calls or word in ctx.rules.launch:
            return word
        if text == field and before in (b".", b"->"):
            return f"{before.decode()}{word}"
    return ""


MACROS = Rule("macros", __doc__, _uses, _refuse, after=("cuts",), diagnostics=("L117",), cases=("limits",))
