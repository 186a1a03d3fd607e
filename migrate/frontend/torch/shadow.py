"""Names of the rules that a file or its headers give another meaning, and text that reading by tokens would misunderstand."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from migrate.frontend.lex import Kind, Token, lex, significant, split_arguments
from migrate.frontend.macros import Definition
from migrate.frontend.plain_types import FUNDAMENTAL
from migrate.frontend.receivers import KEYWORDS
from migrate.frontend.torch.operands import EXPRESSION_WORDS, TYPE_WORDS
from migrate.frontend.torch.source import CodeUnit, TorchSource
from migrate.project.torch_rules import TorchRules

_RECORDS = (b"struct", b"class", b"union", b"enum")
_OF_LANGUAGE = KEYWORDS | FUNDAMENTAL | EXPRESSION_WORDS | TYPE_WORDS
_SCOPES = (b"namespace", b"concept")
_WORD = re.compile(r"(?<![\w:.>])[A-Za-z_]\w*(?!\s*::)")
_DEFINES = re.compile(rb"(?:#|%:)\s*(define|undef)\s+(\w+)")


@dataclass(frozen=True)
class Shadow:
    """A name with another meaning here: where that is."""

    name: bytes
    offset: int


class NamesOfRules:
    """What the conversion relies on, by what kind of thing it is."""

    def __init__(self, rules: TorchRules) -> None:
        self.rules = rules
        words = [w for r in rules.receivers for w in r if w.isalnum() or b"_" in w]
        own = re.findall(r"\w+", rules.stream.expression)
        self.things = {w.encode() for w in (*rules.generators, *rules.generators.values(), *rules.functions, *own)}
        self.things |= {*words, *(w.encode() for w in rules.functions.values())}
        self.types = {w.encode() for w in (*rules.types, *rules.types.values(), *rules.receiver_types)}
        self.types |= {rules.stream.type.encode(), rules.status.unified_type.encode()}
        self.status = {w.encode() for w in (*rules.status.types, *rules.status.success)}
        self.wrappers = {w.encode() for w in rules.wrappers} | {w.name.encode() for w in rules.wrappers.values()}
        self._calls: dict[bytes, bool] = {}
        self._unified = {special.name for special in rules.special.values() if special.name}

    def is_type(self, text: bytes) -> bool:
        return text in self.types or text in self.status

    def of_headers(self, text: bytes) -> bool:
        """Names that no header of the tree may give a meaning as a macro; those of checks and results often are macros."""
        return text in self.things or text in self.types or self.is_call(text)

    def relevant(self, text: bytes) -> bool:
        known = text in self.things or text in self.types or text in self.status or text in self.wrappers
        return known or self.is_call(text)

    def is_function(self, text: bytes) -> bool:
        """Functions of the legacy library, and those of the tree that the rules are about."""
        return text in self.things or bool(self.rules.unified_call(text.decode("utf-8", "replace")))

    def unified(self, text: bytes) -> str | None:
        """What a name becomes, wherever it may stand for something of the library."""
        rules, name = self.rules, text.decode("utf-8", "replace")
        known = {**rules.types, **rules.functions, **rules.generators}
        if name in known:
            return known[name]
        if name in rules.status.types or name in rules.status.success:
            return rules.status.unified_type if name in rules.status.types else rules.status.unified_success
        return rules.renamed(name) or rules.unified_call(name)

    def inserted(self, text: bytes) -> tuple[str, ...]:
        """Names that a rule writes among the arguments of a function."""
        name = text.decode("utf-8", "replace")
        rule = self.rules.free.get(name) or self.rules.special.get(name)
        forms = [f"{entry.insert} {entry.convert}" for entry in (rule.arguments if rule else None) or ()]
        return tuple(word for word in _WORD.findall(" ".join(forms)) if word.encode() not in _OF_LANGUAGE)

    def is_call(self, text: bytes) -> bool:
        if text not in self._calls:
            name = text.decode("utf-8", "replace")
            found = (
                self.rules.unified_call(name) or self.rules.constant(name) or name in (*self._unified, *self.rules.free)
            )
            self._calls[text] = bool(found or self.rules.is_unified_call(name))
        return self._calls[text]


def rules_constant(names: NamesOfRules, text: bytes) -> bool:
    return names.rules.constant(text.decode("utf-8", "replace")) is not None


def shadows(source: TorchSource, names: NamesOfRules) -> list[Shadow]:
    """Declarations, definitions and macros of the file that give such a name another meaning, each name once."""
    found: dict[bytes, int] = {}
    written = _written(source, names)
    for directive in source.tree.others:
        defined = _DEFINES.match(directive.token.text)
        if (
            defined
            and (names.relevant(defined[2]) or defined[2] in written)
            and not source.dead_span(directive.token.start)
        ):
            found.setdefault(defined[2], directive.token.start)
    for unit in source.units:
        for parameter in unit.parameters:
            if names.relevant(parameter) and not rules_constant(names, parameter):  # renaming leaves parameters alone
                found.setdefault(parameter, unit.tokens[0].start)
        for index, token in enumerate(unit.tokens):
            asked = token.kind == Kind.IDENT and token.text not in found
            if (
                asked
                and (names.relevant(token.text) or token.text in written or _of_scope(unit, index, names))
                and declares(unit, index, names)
                and not source.dead_span(token.start)
            ):
                found[token.text] = token.start
    return [Shadow(name, offset) for name, offset in found.items()]


def _of_scope(unit: CodeUnit, index: int, names: NamesOfRules) -> bool:
    """Whether a name, with the scopes that its place is in, is one that a rule renames with its scopes."""
    name = unit.text(index).decode("utf-8", "replace")
    keys = names.rules.scoped_keys.get(name, ())
    if not keys:
        return False
    scopes: list[str] = []
    parent = unit.parents[index]
    while parent >= 0:
        head = [unit.text(i) for i in range(unit.head(parent), parent) if unit.is_word(i)]
        if unit.text(parent) == b"{" and head and head[0] in (b"namespace", *_RECORDS):
            scopes[:0] = [word.decode("utf-8", "replace") for word in head[1:] if word != b"final"]
        parent = unit.parents[parent]
    return "::".join([*scopes, name]) in keys


def _written(source: TorchSource, names: NamesOfRules) -> frozenset[bytes]:
    """Unified constants that the conversion of this file writes."""
    words = {t.text for unit in source.units for t in unit.tokens if t.kind == Kind.IDENT}
    constants = (names.rules.constant(word.decode("utf-8", "replace")) for word in words)
    success = names.rules.status.unified_success if words & names.status else ""
    inserted = (one for word in words for one in names.inserted(word))
    return frozenset(name.encode() for name in (*constants, success, *inserted) if name)


def written_names(source: TorchSource, names: NamesOfRules) -> dict[bytes, Token]:
    """Names without a scope that the conversion of a file may write, and for what it first would."""
    found: dict[bytes, Token] = {}
    for unit in source.units:
        for token in unit.tokens:
            if token.kind == Kind.IDENT:
                for name in (names.unified(token.text), *names.inserted(token.text)):
                    if name and "::" not in name and name.encode() != token.text:
                        found.setdefault(name.encode(), token)
    return found


def declared(unit: CodeUnit, wanted: Collection[bytes], names: NamesOfRules) -> Iterator[tuple[bytes, str, bool]]:
    """Declarations of a header outside of functions: the name, the namespaces and classes around it, and whether one is a class."""
    for index, token in enumerate(unit.tokens):
        parent = unit.parents[index]
        if token.text not in wanted or (parent >= 0 and unit.text(parent) != b"{") or unit.blocks(index):
            continue
        if not declares(unit, index, names):
            continue
        heads = []
        while parent >= 0:
            heads.append([unit.text(i) for i in range(unit.head(parent), parent)])
            parent = unit.parents[parent]
        of_class = any(word in head for head in heads for word in _RECORDS)
        yield token.text, " ".join(b" ".join(head).decode("utf-8", "replace") for head in reversed(heads)), of_class


def declares(unit: CodeUnit, index: int, names: NamesOfRules) -> bool:
    """Whether a name of the rules is declared here as something of the text's own."""
    before, after = unit.text(index - 1), unit.text(index + 1)
    if unit.is_member(index) or before == b"typedef":
        return False
    if before == b"::":
        return unit.text(unit.head(index)) == b"namespace" and after in (b"{", b"::")
    if before in _RECORDS:
        return after in (b"{", b";", b":", b"final")
    if before in _SCOPES:
        if unit.text(index - 2) == b"using":
            return False  # the namespace stays what it is
        return unit.parents[index] >= 0 or after in (b"=", b"::")
    if before == b"using":
        return after == b"="
    parent = unit.parents[index]
    if after == b"=" and (before == b"<" or (before in (b"(", b",") and parent >= 0 and unit.text(parent) == b"(")):
        return False  # the type of a parameter without a name
    if after == b"=" and before != b"==":
        return True
    if before in (b"{", b",") and parent >= 0 and unit.text(parent) == b"{":
        return b"enum" in [unit.text(i) for i in range(unit.head(parent), parent)]
    if unit.is_word(index + 1):
        return False  # a type
    if unit.is_word(index - 1):
        if names.is_type(unit.text(index)):
            return (
                before not in EXPRESSION_WORDS and before not in TYPE_WORDS and before not in (b"public", b"operator")
            )
        return before not in EXPRESSION_WORDS and before != b"operator" and not _begins(unit, index)
    if names.is_type(unit.text(index)):
        return before == b"}" and after == b";"
    if before in (b"*", b"&", b"&&") and not (unit.is_word(index - 2) or unit.text(index - 2) in (b">", b"*")):
        return False  # the address of it
    if before in (b"*", b"&", b"&&", b">"):
        if after == b"(":
            return not unit.blocks(index) and not unit.macro
        return after in (b";", b"[", b"{") or (after in (b")", b",") and before == b">")
    return False


def _begins(unit: CodeUnit, index: int) -> bool:
    """Whether a declaration begins here but for specifiers: then the name is its type, `const name &other`."""
    first = index
    while unit.text(first - 1) in TYPE_WORDS:
        first -= 1
    return first < index and unit.text(first - 1) in (b"", b";", b"{", b"}", b"(", b",", b"<", b">", b")", b":")


def spelled(source: TorchSource) -> Iterator[tuple[int, str, bytes]]:
    """Places that the compiler reads as other tokens than these, and the name that comes out: spliced names, digraphs, universal character names."""
    for unit in source.units:
        for left, right in zip(unit.tokens, unit.tokens[1:], strict=False):
            if left.text == b"\\" and right.text[:1] in (b"u", b"U") and left.end == right.start:
                yield left.start, "a universal character name", b""
            elif left.end == right.start:
                if (left.text, right.text) in _DIGRAPHS:
                    yield left.start, "a digraph", b""
            elif source.data[left.end : right.start] in (b"\\\n", b"\\\r\n"):
                name = left.text + right.text if left.kind == right.kind == Kind.IDENT else b""
                yield left.end, "a line that goes on within a name or between two tokens without a blank", name


_DIGRAPHS = frozenset(
    ((b"<", b"%"), (b"%", b">"), (b"<", b":"), (b":", b">"), (b"%", b":"), (b"<%", b""), (b"%", b">="), (b"<", b"%="))
)


def pasted(source: TorchSource, names: NamesOfRules, headers: Mapping[bytes, Definition]) -> Iterator[tuple[int, str]]:
    """Where a macro that joins names could make one of the library: (offset, the macro)."""
    bodies = [(u.macro, u.parameters, u.tokens, False) for u in source.units if u.macro]
    bodies += [(n, *header_macro(one), True) for n, one in headers.items() if b"##" in one.text]
    for name, parameters, tokens, foreign in bodies:
        pairs = _joined(tokens)
        if not pairs:
            continue
        uses = list(_uses(source, name))
        if foreign and not uses:
            continue
        for left, right in pairs:
            for a in _pieces(left, parameters, uses, source):
                for b in _pieces(right, parameters, uses, source):
                    if a is None or b is None or _legacy(a + b, names):
                        at = uses[0][0] if uses else tokens[0].start
                        yield at, name.decode("utf-8", "replace")
                        return


def header_macro(one: Definition) -> tuple[tuple[bytes, ...], tuple[Token, ...]]:
    """Parameters and body of a macro that a header defines."""
    tokens = significant(lex(b" " + one.text))
    parameters: tuple[bytes, ...] = ()
    if one.parameters:
        close = next((i for i, t in enumerate(tokens) if t.text == b")"), len(tokens) - 1)
        parameters = tuple(t.text for t in tokens[2:close] if t.kind == Kind.IDENT or t.text == b"...")
    return parameters, tuple(tokens[len(tokens) - len(one.body) :])


def _legacy(text: bytes, names: NamesOfRules) -> bool:
    return names.relevant(text) or bool(names.rules.legacy.match(text.decode("utf-8", "replace")))


def _joined(tokens: Sequence[Token]) -> list[tuple[bytes, bytes]]:
    found = []
    for index, token in enumerate(tokens):
        if token.text == b"##" and 0 < index < len(tokens) - 1:
            if tokens[index - 1].text != b",":  # which goes where nothing follows, and makes no name
                found.append((tokens[index - 1].text, tokens[index + 1].text))
        elif (
            token.text == b"#"
            and index + 1 < len(tokens)
            and tokens[index + 1].text == b"#"
            and 0 < index < len(tokens) - 2
        ):
            found.append((tokens[index - 1].text, tokens[index + 2].text))
    return found


def _uses(source: TorchSource, name: bytes) -> Iterator[tuple[int, CodeUnit, list[tuple[int, int]]]]:
    for unit in source.units:
        for index, token in enumerate(unit.tokens):
            if token.text == name and unit.macro != name:
                opener = index + 1
                closer = unit.pairs.get(opener) if unit.text(opener) == b"(" else None
                arguments = split_arguments(unit.tokens, opener, closer) if closer else []
                yield token.start, unit, arguments


def _pieces(
    piece: bytes,
    parameters: Sequence[bytes],
    uses: Iterable[tuple[int, CodeUnit, list[tuple[int, int]]]],
    source: TorchSource,
) -> Iterator[bytes | None]:
    """What stands at one side of ##: the text itself, or the arguments of a parameter; None where it is not known."""
    if piece == b"__VA_ARGS__":
        yield None
        return
    if piece not in parameters:
        yield piece
        return
    position = list(parameters).index(piece)
    for _, unit, arguments in uses:
        if position >= len(arguments):
            yield b""
            continue
        first, end = arguments[position]
        edge = unit.text(first)
        if end - first == 0:
            yield b""
        elif edge in unit.parameters or unit.text(end - 1) in unit.parameters:
            yield None
        else:
            yield unit.text(end - 1)
            if end - first > 1:
                yield edge
