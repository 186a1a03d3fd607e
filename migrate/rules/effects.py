"""Arguments with an effect that a rule would drop, double or make conditional, by what the compiler knows of the names in them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache

from migrate.frontend.compiler.clang import Decl, is_system
from migrate.frontend.lex import Kind, lex
from migrate.frontend.plain_types import FUNDAMENTAL
from migrate.frontend.source import Source
from migrate.project.snippets import PLACE
from migrate.rules.context import Context
from migrate.rules.quiet import INDEXED, OBJECT, POINTER, RECORD, TYPE, VALUE, Quiet, conditional, only_reads


def lost_effect(
    ctx: Context, arguments: Sequence[tuple[int, int]], used: Sequence[int], form: str = ""
) -> tuple[int, str] | None:
    """An argument that may have an effect and does not stand in the unified form exactly once: code index, and what is wrong. `form` is the
    literal text of the rule, which may evaluate it on a condition only."""
    maybe = conditional(form)
    for position, argument in enumerate(arguments):
        count = used.count(position)
        if count == 1 and not maybe:
            continue
        index = effect(ctx, *argument, gone=count == 0)
        if index is not None:
            times = "would go with it" if count == 0 else f"would happen {count} times"
            return index, times if count != 1 else "would happen on a condition"
    return None


def answers_constant(source: Source, index: int) -> bool:
    """Whether a name is that of a function of the source that returns literals, whatever it is called with."""
    decls = list(source.decls(index))
    own = {f.name_offset(source): f for f in source.functions}
    called = [own.get(decl.offset) for decl in decls if decl.kind == "function" and not decl.file]
    if not called or len(called) < len(decls):
        return False
    bodies = [range(*f.body) for f in called if f is not None]
    plain = all(
        source.code[i].kind != Kind.IDENT or source.text(i) in (b"return", b"true", b"false")
        for body in bodies
        for i in body
    )
    return plain and len(bodies) == len(called)


def effect(ctx: Context, first: int, last: int, gone: bool = False) -> int | None:
    """The first of code tokens [first, last) that may have an effect. `gone`: where they go, what the rules have as a plain helper may go too."""
    return Quiet(ctx.source.code, ctx.source.pairs, _Names(ctx, gone)).effect(first, last)


def operated(ctx: Context, first: int, last: int, indexed: bool = False) -> int | None:
    """The first of code tokens [first, last) by which code without a name may run: an object of a class, which may have an operator or a conversion,
    a value of a class that is made in braces, a lambda, `throw`. `indexed`: an element of an object is none of these."""
    source, names = ctx.source, _Names(ctx, False)
    for index in range(first, last):
        text, after = source.text(index), source.text(index + 1)
        if text in _RUNS or (
            text == b"[" and source.code[index - 1].kind == Kind.PUNCT and source.text(index - 1) not in (b")", b"]")
        ):
            return index
        if source.code[index].kind != Kind.IDENT:
            continue
        if after in (b".", b"->", b"("):
            continue
        decls = list(source.decls(index))
        if after == b"{" and any(decl.kind == "type" for decl in decls):
            return index
        if all((decl.canonical or decl.type) in _NUMBERS for decl in decls if decl.kind != "type"):
            continue
        values = any(decl.kind in ("param", "variable", "field") for decl in decls)
        kinds = {(decl.canonical or decl.type).removeprefix("const ") for decl in decls}
        element = after == b"[" and (indexed or all(kind.startswith(_INDEXED) for kind in kinds))
        if values and after not in (b".", b"->") and not element and names.kind(index) in ("", OBJECT):
            return index
    return None


_NUMBERS = frozenset(
    (
        "int",
        "const int",
        "bool",
        "const bool",
        "unsigned int",
        "float",
        "const float",
        "double",
        "long",
        "unsigned long",
        "unsigned long long",
        "size_t",
    )
)
_INDEXED = (
    "std::vector<",
    "std::array<",
    "std::deque<",
    "std::basic_string<",
    "std::string",
)  # whose elements are there
_RUNS = frozenset((b"throw", b"new", b"delete", b"co_await", b"co_yield", b"typeid"))


class _Names:
    def __init__(self, ctx: Context, gone: bool) -> None:
        self.ctx, self.gone = ctx, gone

    def macro(self, name: bytes) -> Sequence[tuple[bytes, ...]] | None:
        source = self.ctx.source
        if not source.facts:
            text = source.defines.get(name)
            return None if text is None else [tuple(t.text for t in lex(text) if t.kind != Kind.COMMENT)[1:]]
        found = source.table.definitions(name)
        return [() if one.parameters else one.body for one in found] if found else None

    def called(self, index: int, first: int, last: int) -> bool:
        """Helpers and addresses that the rules have, where they go; casts that are written as calls."""
        rules, source = self.ctx.rules, self.ctx.source
        if first < last and effect(self.ctx, first, last, self.gone) is not None:
            return False
        if self.kind(index) == TYPE or answers_constant(source, index):
            return True
        name = source.method_key(index) or source.text(index).decode("utf-8", "replace")
        rule = rules.calls.get(name)
        if rule is not None and rule.kind in ("address", "helper"):
            return self.gone or only_reads(PLACE.sub("x", rule.form))
        return self.gone and name in rules.answering

    def asks(self, index: int, first: int, last: int) -> bool:
        return False

    def kind(self, index: int) -> str:
        source = self.ctx.source
        if not source.facts:
            return VALUE  # nothing is known of any name
        decls = list(source.every_fact(index)) or [d for d in source.decls(index) if d.kind in ("type", "macro")]
        if not decls and source.text(index - 1) not in (b".", b"->"):
            decls = self._elsewhere(index)
        kinds = {self._of(decl) for decl in decls}
        if len(kinds) > 1 and kinds <= {VALUE, INDEXED, POINTER, RECORD}:
            return RECORD  # another kind per chip: what is done with it has to be right for each
        return kinds.pop() if len(kinds) == 1 else ""

    def _elsewhere(self, index: int) -> list[Decl]:
        """What the name is wherever else the function has it: the compiler's tokens do not tell of every argument of a macro."""
        source, function = self.ctx.source, self.ctx.function
        places = source.where(source.text(index), function.first, function.close_brace)
        found = [decl for at in places if source.text(at - 1) not in (b".", b"->") for decl in source.every_fact(at)]
        return found if len({(decl.kind, decl.type, decl.offset) for decl in found}) == 1 else []

    def _of(self, decl: Decl) -> str:
        if decl.kind == "enumerator":
            return VALUE if self._built_in else ""
        if decl.kind == "macro":
            return VALUE if is_system(decl.file) else ""  # of the system, as INT_MAX
        if decl.kind == "type":
            plain = decl.name.encode() in FUNDAMENTAL or decl.name in self._records | self._numbers
            return TYPE if plain else ""
        if decl.kind not in ("param", "variable", "field"):
            return ""
        kind = decl.canonical or decl.type
        if "volatile" in kind.split() or "(" in kind:
            return ""
        spelled, depth = _base(decl.type)
        base, canonical_depth = _base(kind)
        depth = max(depth, canonical_depth)
        if all(word.encode() in FUNDAMENTAL for word in base.split()) and base:
            return (INDEXED if base != "void" else POINTER) if depth else VALUE
        if self._built_in and {base, spelled} & self._numbers:
            return INDEXED if depth else VALUE
        if {base, spelled} & self._records or {kind, decl.type} & self._records:
            return POINTER if depth else RECORD
        if depth:
            return POINTER
        # A struct that is copied as its bytes, and that nothing of the project converts to another type.
        plain = decl.kind == "variable" and decl.plain and "&" not in decl.type and "::" not in kind
        return RECORD if plain and self._built_in else OBJECT

    @cached_property
    def _numbers(self) -> frozenset[str]:
        """Enumerations: those of the rules, and those of which the file names an enumerator."""
        source, rules = self.ctx.source, self.ctx.rules
        known: frozenset[str] | None = source.memo.get("enumerations")
        if known is None:
            found = {decl.type for decl in source.references.values() if decl.kind == "enumerator"}
            known = source.memo["enumerations"] = frozenset(found)
        return known | rules.dtype_types | rules.status_types

    @cached_property
    def _records(self) -> frozenset[str]:
        """Types of the rules, whose copies do nothing: tensors, buffers, handles, structs of parameters."""
        rules = self.ctx.rules
        return (
            rules.tensor_types | rules.memory_types | rules.handle_types | rules.address_types | frozenset(rules.names)
        )

    @cached_property
    def _built_in(self) -> bool:
        """Whether no file of the project declares an operator, so that those on enumerations are built in."""
        source = self.ctx.source
        known: bool | None = source.memo.get("no operators")
        if known is None:
            texts = [source.data, *(source.table.text(h.path) for f in source.facts for h in f.headers)]
            known = source.memo["no operators"] = not any(b"operator" in text for text in texts)
        return known


@lru_cache(maxsize=512)
def _base(kind: str) -> tuple[str, int]:
    """A type without const, reference, pointers and extents, and how many of the latter two it has."""
    plain = re.sub(r"\bconst\b|\bstruct\b|\benum\b|&", " ", kind)
    bare = re.sub(r"\[[^\]]*\]|\*", " ", plain) if "<" not in plain else plain
    depth = plain.count("*") + plain.count("[") if "<" not in plain else 0
    return " ".join(bare.split()), depth
