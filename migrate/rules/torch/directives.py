"""Names of the rules in directives: what a condition asks for, what is defined and undefined, what a pragma names.

A plain rename gives them their other names, as in code. Anything else in a directive is said: a condition on a name that nothing defines any
more is not an error for a compiler, which takes the other branch.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from migrate.frontend.directives import Directive, defined_name
from migrate.frontend.lex import Kind, Token, lex, significant
from migrate.frontend.torch.source import TorchSource
from migrate.model import Edit, EditKind, Site, Span
from migrate.project.torch_rules import TorchRules

RULE = "torch-directives"
_CONDITIONS = frozenset((b"if", b"ifdef", b"ifndef", b"elif", b"elifdef", b"elifndef"))
_FIRST_NAME = frozenset((b"define", b"undef"))  # what follows a macro's name is code, or nothing
_HEADER = re.compile(rb"""[ \t][<"]([^<>"\n]+)[>"][ \t]*(?://[^\n]*|/\*.*\*/[ \t]*)?$""")
_HAS_INCLUDE = frozenset((b"__has_include", b"__has_include_next"))


@dataclass(frozen=True)
class DirectiveName:
    """A name in a directive with its other one, or that has none there."""

    site: Site
    edit: Edit | None


def directive_names(
    source: TorchSource, rules: TorchRules, moved: frozenset[bytes], skip: Callable[[int], bool]
) -> Iterator[DirectiveName]:
    """Every name of the legacy library in the directives of a file. `moved`: macros of the tree that get their other name where they are defined."""
    own = _defined(source) - moved
    for directive in _directives(source):
        tokens = () if skip(directive.token.start) else _tokens(source.data, directive)
        for token in tokens[:1] if directive.keyword in _FIRST_NAME else tokens:
            new = _header(token, rules) if token.kind == Kind.STRING else _unified(token, rules, own)
            defines = directive.keyword == b"define" and token.text not in moved
            if new is None or defines:
                continue
            name = token.text.decode("utf-8", "replace")
            site = Site(EditKind.HELPER, token.span, name)
            yield DirectiveName(site, Edit(token.span, new.encode(), EditKind.HELPER, RULE) if new else None)
    for directive in source.tree.others:
        span = None if skip(directive.token.start) else _named_header(source.data, directive, rules)
        if span is not None:
            yield DirectiveName(
                Site(EditKind.HELPER, span, source.data[span.start : span.end].decode("utf-8", "replace")), None
            )


def _named_header(data: bytes, directive: Directive, rules: TorchRules) -> Span | None:
    """A header that gets another name, where a macro stands for it, or where a directive includes it that is no `#include`."""
    if directive.keyword not in (b"define", b"include_next", b"import"):
        return None
    found = _HEADER.search(data, directive.token.start, directive.token.end)
    other = found is not None and rules.header(found[1].decode("utf-8", "replace")) is not None
    return Span(*found.span(1)) if found is not None and other else None


def _unified(token: Token, rules: TorchRules, own: frozenset[bytes]) -> str | None:
    """The other name, nothing where there is none for what belongs to the legacy library, None for any other name."""
    name = token.text.decode("utf-8", "replace")
    if token.text in own:
        return None
    new = rules.renamed(name)
    if new and rules.same_values:
        return new
    return "" if new or name in rules.free or rules.legacy.match(name) else None


def _header(token: Token, rules: TorchRules) -> str | None:
    """`__has_include` of a header that has another name, or none, from now on."""
    quotes, name = token.text[:1] + token.text[-1:], token.text[1:-1].decode("utf-8", "replace")
    new = rules.header(name)
    return None if new is None else new and f"{quotes[:1].decode()}{new}{quotes[1:].decode()}"


def _defined(source: TorchSource) -> frozenset[bytes]:
    """Macros that the file, a header of the tree, or a chip's command line defines: none of the legacy library's."""
    names = {defined_name(directive) for directive in source.tree.others if directive.keyword == b"define"}
    compiler = source.compiler
    if compiler is not None:
        names |= compiler.chip_names
        names |= {
            name
            for table in compiler.macros.chips.values()
            for name, listed in table.items()
            if any(one.file.startswith("/") and not compiler.environment.owns(one.file) for one in listed)
        }
    return frozenset(names)


def _directives(source: TorchSource) -> Iterator[Directive]:
    """Those that name macros, in any order."""
    for conditional in source.tree.walk():
        yield from (b.opening for b in conditional.branches if b.opening.keyword in _CONDITIONS)
    for directive in source.tree.others:
        by_macro = directive.keyword == b"include" and directive.argument[:1] not in (b"<", b'"')
        if by_macro or directive.keyword in _FIRST_NAME or directive.keyword == b"pragma":
            yield directive


def _tokens(data: bytes, directive: Directive) -> Sequence[Token]:
    """Names behind the keyword, and headers that are asked for as one token each, of the kind of strings."""
    start = data.index(directive.keyword, directive.token.start) + len(directive.keyword)
    tokens = significant(lex(data, start, directive.token.end))
    found: list[Token] = []
    index = 0
    while index < len(tokens):
        token = tokens[index]
        if token.text in _HAS_INCLUDE and index + 2 < len(tokens):
            last = index + 2
            while tokens[index + 2].text == b"<" and last < len(tokens) - 1 and tokens[last].text != b">":
                last += 1
            span = Span(tokens[index + 2].start, tokens[last].end)
            found.append(Token(Kind.STRING, span.start, span.end, data[span.start : span.end]))
            index = last
        elif token.kind == Kind.IDENT and token.text != b"defined":
            found.append(token)
        index += 1
    return found
