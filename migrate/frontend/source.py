"""One library source file: its tokens, directive tree and functions, all branches of all conditionals included."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from migrate.frontend.compiler.clang import ChipFacts, Decl, is_system
from migrate.frontend.directives import (
    Conditional,
    DirectiveTree,
    asks_about,
    branch_states,
    build_tree,
    chip_macros,
    inactive_spans,
)
from migrate.frontend.lex import Kind, LineMap, Token, lex_whole, match_brackets, split_arguments
from migrate.frontend.macros import MacroTable
from migrate.frontend.outcomes import Outcomes, hidden
from migrate.model import Chip, Span

CONTROL = frozenset(
    ("if", "for", "while", "switch", "catch")
)  # found as functions where a conditional cuts their block
_CASTS = frozenset((b"static_cast", b"const_cast", b"reinterpret_cast", b"dynamic_cast"))


@dataclass(frozen=True)
class Function:
    """A function definition; all numbers but the spans are indices into Source.code."""

    name: str
    first: int  # first token of the declaration
    name_index: int
    open_paren: int
    close_paren: int
    open_brace: int
    close_brace: int
    span: Span  # declaration and body
    lead: Span  # the comments above it, without blank lines between; empty where there are none

    @property
    def body(self) -> tuple[int, int]:
        """Token range inside the braces."""
        return self.open_brace + 1, self.close_brace

    def name_offset(self, source: Source) -> int:
        return source.code[self.name_index].start


@dataclass(frozen=True)
class ParameterTokens:
    first: int  # token range in Source.code
    last: int
    name_index: int
    type: str


class Source:
    """Tokens without comments and directives are `code`; brackets match across branches, which are balanced each."""

    def __init__(
        self,
        path: str,
        data: bytes,
        chips: Sequence[Chip],
        facts: Sequence[ChipFacts] = (),
        tokens: list[Token] | None = None,
        texts: Mapping[str, bytes] | None = None,
        kept: Iterable[str] = (),
        twins: Iterable[str] = (),
        other_standard: bool = False,
    ) -> None:
        """`texts`: of headers that are on no disk; `kept`: headers that the output includes as well; `twins`: those of them in whose place it
        includes another one of their name; `other_standard`: the output is compiled as another version of the language."""
        self.path = path
        self.data = data
        self.chips = tuple(chips)
        self.facts = tuple(facts)
        self.lines = LineMap(data)
        self.tokens = list(lex_whole(data)) if tokens is None else tokens
        self.code = [t for t in self.tokens if t.kind != Kind.COMMENT and t.kind != Kind.DIRECTIVE]
        padded = [t.text for t in self.code] + [b""] * 16
        self.text: Callable[[int], bytes] = padded.__getitem__  # of a token; empty before the first and behind the last
        self.starts = [t.start for t in self.code]
        self.comments = [t for t in self.tokens if t.kind == Kind.COMMENT]
        self.pairs = match_brackets(self.code)
        self.tree: DirectiveTree = build_tree(data, self.tokens, self.lines)
        self._named: dict[str, list[int]] = {}
        self.memo: dict[Any, Any] = {}  # what others found out about parts of it
        self.texts, self.kept, self.twins = dict(texts or {}), frozenset(kept), frozenset(twins)
        self.other_standard = other_standard
        self.whole = self  # where this is what one chip sees of a text: the text, places are the same

    @cached_property
    def places(self) -> Mapping[bytes, list[int]]:
        """Code indices of each text, in order: rules look up what they want instead of walking over all tokens."""
        found: defaultdict[bytes, list[int]] = defaultdict(list)
        for index, token in enumerate(self.code):
            found[token.text].append(index)
        return dict(found)

    def where(self, text: bytes, first: int, last: int) -> list[int]:
        """Code indices in [first, last) of the tokens with this text."""
        return _between(self.places.get(text, ()), first, last)

    def named(self, label: str, wanted: Callable[[str], Any], first: int, last: int) -> list[int]:
        """Code indices in [first, last) of identifiers with a wanted name. Each name is asked about once per label."""
        if label not in self._named:
            texts = [t for t, at in self.places.items() if self.code[at[0]].kind == Kind.IDENT]
            chosen = [self.places[t] for t in texts if wanted(t.decode("utf-8", "replace"))]
            self._named[label] = sorted(index for at in chosen for index in at)
        return _between(self._named[label], first, last)

    def macro_names(self, first: int, last: int) -> list[int]:
        """Code indices in [first, last) of the names of macros that the file or the project's headers define."""
        names = self.table.names
        return self.named("macros", lambda name: name.encode() in names, first, last)

    @cached_property
    def brackets(self) -> list[int]:
        """Code indices of all brackets, in order."""
        return sorted(index for text in (b"(", b")", b"[", b"]", b"{", b"}") for index in self.places.get(text, ()))

    @cached_property
    def defines(self) -> Mapping[bytes, bytes]:
        """Macros of this file: name -> the whole text behind #define."""
        found = (d.argument for d in self.tree.others if d.keyword == b"define" and d.argument)
        return {argument.split(b" ")[0]: argument for argument in found}

    def macros(self, chip: Chip) -> dict[bytes, int | None]:
        """What is known of a chip's configuration without its compiler: its own definitions, those of the others not."""
        return chip_macros(self.chips, chip)

    @cached_property
    def table(self) -> MacroTable:
        """What macros stand for on each chip."""
        return MacroTable(self.data, self.facts, self.texts)

    @cached_property
    def header_paths(self) -> tuple[str, ...]:
        """The project's headers that any chip's build of the file includes, each once, in order."""
        return tuple(dict.fromkeys(header.path for facts in self.facts for header in facts.headers))

    @cached_property
    def outcomes(self) -> Outcomes:
        return Outcomes(
            self.facts, self.table, {c.name: self.macros(c) for c in self.chips}, self.kept, self.other_standard
        )

    def states(self, conditional: Conditional, chip: Chip) -> list[bool | None]:
        """For each branch of a conditional: whether a chip takes it, or None where that is not known."""
        if not self.facts:
            return branch_states(conditional, self.macros(chip))
        return self.outcomes.states(conditional, chip.name)

    def resolves(self, conditional: Conditional) -> bool:
        """Whether a conditional may not stay in the output: its outcome depends on a chip, or on what the output does not have."""
        if not self.facts:
            return asks_about(conditional, {name for chip in self.chips for name in self.macros(chip)})
        return self.outcomes.resolved(conditional)

    @cached_property
    def conditionals(self) -> tuple[Conditional, ...]:
        """All conditionals of the file, outer before inner."""
        return tuple(self.tree.walk())

    @cached_property
    def _conditional_starts(self) -> list[int]:
        return [c.span.start for c in self.conditionals]

    def conditionals_from(self, start: int, end: int) -> tuple[Conditional, ...]:
        """The conditionals that begin at an offset in [start, end)."""
        begins = self._conditional_starts
        return self.conditionals[bisect_left(begins, start) : bisect_left(begins, end)]

    def conditionals_around(self, span: Span) -> list[Conditional]:
        """The conditionals that a whole span stands in."""
        before = self.conditionals[: bisect_right(self._conditional_starts, span.start)]
        return [one for one in before if one.span.covers(span)]

    @cached_property
    def _comment_starts(self) -> list[int]:
        return [c.start for c in self.comments]

    def comments_from(self, start: int, end: int) -> list[Token]:
        """The comments that begin at an offset in [start, end)."""
        begins = self._comment_starts
        return self.comments[bisect_left(begins, start) : bisect_left(begins, end)]

    @cached_property
    def _token_starts(self) -> list[int]:
        return [t.start for t in self.tokens]

    def has_directive(self, first: int, last: int) -> bool:
        """Whether a directive stands among code tokens [first, last)."""
        if first >= last:
            return False
        tokens = self.tokens_from(self.code[first].start, self.code[last - 1].end)
        return any(token.kind == Kind.DIRECTIVE for token in tokens)

    def tokens_from(self, start: int, end: int) -> list[Token]:
        """Tokens, comments and directives included, that begin at an offset in [start, end)."""
        begins = self._token_starts
        return self.tokens[bisect_left(begins, start) : bisect_left(begins, end)]

    @cached_property
    def hidden(self) -> Mapping[str, list[Span]]:
        """Per chip: what its conditionals hide from it."""
        if not self.facts:
            return {c.name: inactive_spans(self.tree, self.macros(c)) for c in self.chips}
        return {c.name: hidden(self.tree.conditionals, self.outcomes, c.name) for c in self.chips}

    def method_key(self, index: int) -> str:
        """`Type::name` of a member function that is called on an object; empty where the compiler knows of none."""
        if self.text(index - 1) not in (b".", b"->"):
            return ""
        offset = self.code[index].start
        for facts in self.facts:
            decl = facts.references.get(offset) or facts.entities.get(offset)
            if decl is not None and decl.kind == "method":
                return f"{decl.owner.removeprefix('const ').rpartition('::')[2]}::{decl.name}"
        return ""

    def call_key(self, index: int) -> str:
        """What the function that an identifier calls is called in rules: its name, or `Type::name`; empty for an unknown member function."""
        member = self.text(index - 1) in (b".", b"->")
        return self.method_key(index) if member else self.text(index).decode("utf-8", "replace")

    def sees(self, chip: Chip, offset: int) -> bool:
        spans = self.hidden[chip.name]  # sorted and disjoint
        position = bisect_right(spans, offset, key=lambda s: s.start)
        return position == 0 or offset >= spans[position - 1].end

    @cached_property
    def _function_starts(self) -> list[int]:
        return [f.span.start for f in self.functions]

    def function_at(self, offset: int) -> Function | None:
        position = bisect_right(self._function_starts, offset)
        found = self.functions[position - 1] if position else None
        return found if found and offset < found.span.end else None

    def in_function(self, offset: int) -> bool:
        return self.function_at(offset) is not None

    def fact(self, index: int) -> Decl | None:
        """What the identifier at a code index stands for, from any chip that sees it."""
        return self.references.get(self.code[index].start)

    @cached_property
    def references(self) -> Mapping[int, Decl]:
        """What identifiers stand for, by offset, from the first chip that sees them."""
        found: dict[int, Decl] = {}
        for facts in reversed(self.facts):
            found |= facts.references
        return found

    @cached_property
    def globals(self) -> list[tuple[int, Decl]]:
        """Where a variable of the file that stands in no function is referred to, in order."""
        own = [(at, decl) for at, decl in self.references.items() if decl.kind == "variable" and decl.offset >= 0]
        outside = {offset for offset in {decl.offset for _, decl in own} if not self.in_function(offset)}
        return sorted(((at, decl) for at, decl in own if decl.offset in outside), key=lambda use: use[0])

    def every_fact(self, index: int) -> Iterable[Decl]:
        """What the identifier at a code index stands for on each chip that sees it."""
        if self.code[index].kind != Kind.IDENT:
            return ()
        offset = self.code[index].start
        return [facts.references[offset] for facts in self.facts if offset in facts.references]

    def reads(self, index: int) -> bool:
        """Whether the compiler of each chip that sees a name says that its value is read there, or that it is bound as a constant. Of what none
        of them sees, as the branch of an option of the build, nothing is known: it counts as read."""
        offset = self.code[index].start
        return bool(self.facts) and all(
            offset in facts.read or any(span.start <= offset < span.end for span in facts.skipped)
            for facts in self.facts
        )

    @cached_property
    def own_types(self) -> frozenset[str]:
        """Names of the types that the file declares, aliases among them."""
        entities = (decl for facts in self.facts for decl in facts.entities.values())
        return frozenset(decl.name for decl in entities if decl.kind == "type" and not decl.file)

    def index_at(self, offset: int) -> int:
        """Index of the first code token at or behind an offset."""
        return bisect_left(self.starts, offset)

    def spell(self, first: int, last: int) -> str:
        """Tokens [first, last) with single blanks between."""
        return b" ".join(t.text for t in self.code[first:last]).decode("utf-8", "replace")

    def arguments(self, open_paren: int) -> list[tuple[int, int]]:
        """Of a call or a list of parameters; commas of template arguments separate none."""
        found = split_arguments(self.code, open_paren, self.pairs[open_paren])
        angles = self.where(b"<", open_paren + 1, self.pairs[open_paren]) if len(found) > 1 else ()
        inside = [(index, self.behind_angles(index)) for index in angles if self._opens_template(index)]
        if not inside:
            return found
        joined = [found[0]]
        for first, last in found[1:]:
            if any(opener < first - 1 < behind for opener, behind in inside):
                joined[-1] = (joined[-1][0], last)
            else:
                joined.append((first, last))
        return joined

    def _opens_template(self, index: int) -> bool:
        """Whether `<` stands behind the name of a template, and not between two values."""
        kinds = ("type", "template", "template parameter", "function")
        return self.text(index - 1) in _CASTS or any(decl.kind in kinds for decl in self.decls(index - 1))

    @cached_property
    def functions(self) -> tuple[Function, ...]:
        return tuple(self._find_functions())

    def _find_functions(self) -> Iterable[Function]:
        index = start = 0
        boundaries = sorted(
            d.line.end for d in (*self.tree.others, *(b.opening for c in self.conditionals for b in c.branches))
        ) + sorted(c.closing.line.end for c in self.conditionals if c.closing)
        boundaries.sort()
        while index < len(self.code):
            text = self.code[index].text
            if text in (b";", b"}") or text in self._linkage:  # a brace here closes extern "C" or a namespace
                start = index + 1
            elif text == b"{" and index in self.pairs:
                function = self._function_at(index, start, boundaries)
                if function:
                    yield function
                elif self._transparent(start, index):
                    index += 1
                    start = index
                    continue
                body = self.text(index - 1) in (b")", b"const", b"noexcept", b"override", b"final")
                index = self.pairs[index]
                if function or body:  # of an operator, say
                    start = index + 1
            index += 1

    @cached_property
    def _linkage(self) -> frozenset[bytes]:
        """Macros that stand for the beginning or the end of extern "C" { }, and for nothing elsewhere."""
        bodies = (("extern", '"C"', "{"), ("}",), ())
        known = {tuple(word.encode() for word in body) for body in bodies}
        told = ((name, {one.body for one in self.table.definitions(name)}) for name in self.table.names)
        return frozenset(name for name, found in told if found <= known and found != {()})

    def _transparent(self, start: int, brace: int) -> bool:
        head = [t.text for t in self.code[start:brace]]
        return head[:1] in ([b"extern"], [b"namespace"]) or head[:2] == [b"inline", b"namespace"]

    def _function_at(self, brace: int, start: int, boundaries: Sequence[int]) -> Function | None:
        close = brace - 1
        while close > start:
            condition = self.pairs.get(close, 0) - 1 if self.text(close) == b")" else -1
            if self.text(condition) == b"noexcept":  # noexcept ( condition )
                close = condition - 1
            elif self.text(close) in (b"const", b"noexcept", b"override"):
                close -= 1
            else:
                break
        if self.text(close) != b")" or close not in self.pairs:
            return None
        opener = self.pairs[close]
        if opener - 1 <= start - 1 or self.code[opener - 1].kind != Kind.IDENT or brace not in self.pairs:
            return None
        cut = bisect_left(boundaries, self.code[opener].start)
        if cut and self.code[start].start < boundaries[cut - 1] <= self.code[opener - 1].start:
            start = self.index_at(boundaries[cut - 1])
        end = self.pairs[brace]
        span = Span(self.code[start].start, self.code[end].end)
        name = self.text(opener - 1).decode("utf-8", "replace")
        return Function(name, start, opener - 1, opener, close, brace, end, span, self._lead(start))

    def _lead(self, start: int) -> Span:
        """Comments that stand on their own lines right above a declaration."""
        begin = limit = self.lines.line_start(self.code[start].start)
        floor = self.code[start - 1].end if start else 0
        for comment in reversed(self.comments_from(floor, limit)):
            line = self.lines.line_start(comment.start)
            between = self.data[comment.end : begin]
            if between.strip() or between.count(b"\n") > 1 or self.data[line : comment.start].strip():
                break
            begin = line
        return Span(begin, limit) if begin < limit else Span(limit, limit)

    def parameters(self, function: Function) -> Sequence[ParameterTokens]:
        key = (Source.parameters, function.open_paren)
        if key not in self.memo:
            self.memo[key] = tuple(self._parameters(function))
        found: Sequence[ParameterTokens] = self.memo[key]
        return found

    def _parameters(self, function: Function) -> Iterator[ParameterTokens]:
        for first, last in self.arguments(function.open_paren):
            stop = next((i for i in range(first, last) if self.text(i) in (b"=", b"__attribute__")), last)
            begin = first
            while self.text(begin) == b"[" == self.text(begin + 1):  # an attribute
                begin = self.pairs.get(begin, begin) + 1
            name = next(
                (i for i in range(stop - 1, begin - 1, -1) if self.code[i].kind == Kind.IDENT),
                begin,
            )
            yield ParameterTokens(first, last, name, self.spell(begin, name))

    def attributes(self, first: int, last: int) -> Iterator[tuple[int, int]]:
        """`[[...]]` and `__attribute__ ((...))` among tokens [first, last): their bounds."""
        index = first
        while index < last:
            named = self.text(index) == b"__attribute__" and self.text(index + 1) == b"("
            opener = index + 1 if named else index
            if named or self.text(index) == b"[" == self.text(index + 1):
                end = self.pairs.get(opener, opener) + 1
                yield index, end
                index = end
            else:
                index += 1

    def opener(self, index: int) -> int:
        """The parenthesis of a call, directly behind the function's name or behind its template arguments; -1 where it is not called."""
        position = index + 1
        if self.text(position) == b"<" and any(d.kind in ("function", "template") for d in self.decls(index)):
            position = self.behind_angles(position)
        return position if self.text(position) == b"(" and position in self.pairs else -1

    def decls(self, index: int) -> Iterator[Decl]:
        """What the identifier at a code index stands for on each chip that sees it: also types, namespaces, macros."""
        offset = self.code[index].start
        for facts in self.facts:
            for known in (facts.references, facts.entities):
                if offset in known:
                    yield known[offset]

    def is_of_system(self, index: int, *kinds: str) -> bool:
        """Whether a name is the system's on each chip, that of no overload or macro of the tree; one of these kinds, where some are given."""
        decls = list(self.decls(index))
        return bool(decls) and all(is_system(one.file) and (not kinds or one.kind in kinds) for one in decls)

    def behind(self, index: int) -> int:
        """The token behind one, or behind the brackets that it opens."""
        return max(self.pairs.get(index, index), index) + 1

    def outer(self, first: int, last: int) -> Iterator[int]:
        """The tokens [first, last) that stand in no brackets of their own."""
        while first < last:
            yield first
            first = self.behind(first)

    def span_of(self, first: int, last: int) -> Span:
        """Where the tokens [first, last) stand."""
        return Span(self.code[first].start, self.code[last - 1].end)

    def behind_angles(self, index: int) -> int:
        """The code index behind a list of template parameters or arguments."""
        depth = 0
        while index < len(self.code) and self.text(index) not in (b";", b"{", b"}"):
            text = self.text(index)
            depth += text.count(b"<") - text.count(b">") if text in (b"<", b">", b">>") else 0
            if depth <= 0:
                return index + 1
            index = self.pairs[index] + 1 if text in (b"(", b"[") else index + 1
        return index

    def calls(self, first: int, last: int) -> list[int]:
        """Indices of identifiers in [first, last) that are followed by an opening parenthesis."""
        openers = self.where(b"(", first + 1, last)
        return [i - 1 for i in openers if self.code[i - 1].kind == Kind.IDENT and i in self.pairs]


def _between(indices: Sequence[int], first: int, last: int) -> list[int]:
    return list(indices[bisect_left(indices, first) : bisect_left(indices, last)])
