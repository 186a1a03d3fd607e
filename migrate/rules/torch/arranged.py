"""Calls without a receiver whose arguments a rule moves, repeats, wraps, drops or adds to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from migrate.frontend.lex import Kind, lex, split_arguments
from migrate.frontend.torch.scopes import Called, called_free, scoped
from migrate.frontend.torch.source import CodeUnit, TorchSource, balanced
from migrate.model import Edit, EditKind, Site, Span
from migrate.project.torch_rules import TorchRules
from migrate.rules.editset import apply
from migrate.rules.torch.arguments import divided, uncounted
from migrate.rules.torch.effects import Effects, around
from migrate.rules.torch.names import renames

RULE = "torch-arranged"
Skip = Callable[[int], bool]


@dataclass(frozen=True)
class Arranged:
    """A call in its unified form, or why it has none."""

    site: Site
    edit: Edit | None
    problem: str = ""


def arranged_calls(source: TorchSource, unit: CodeUnit, rules: TorchRules, skip: Skip) -> Iterator[Arranged]:
    """Outermost calls; those in their arguments are part of them."""
    index = 0
    while index < len(unit.tokens):
        call = called_free(unit, rules, index)
        if call is None or skip(unit.tokens[index].start):
            if call is None and _open(unit, rules, index) and not skip(unit.tokens[index].start):
                name = unit.text(index).decode("utf-8", "replace")
                site = Site(EditKind.CALL, unit.tokens[index].span, name, name)
                yield Arranged(site, None, f"the brackets of this call of {name} do not match")
            index += 1
            continue
        closer = unit.pairs[call.opener]
        span = Span(unit.tokens[index].start, unit.tokens[closer].end)
        name = call.name.text
        site = Site(EditKind.CALL, call.name.span(unit), name, name)
        try:
            if not balanced(unit.tokens[index : closer + 1]):
                raise ValueError(f"the brackets within this call of {name} do not match")
            text = _text(source, unit, rules, skip, call)
        except ValueError as error:
            yield Arranged(site, None, str(error))
        else:
            yield Arranged(
                site, Edit(span, text, EditKind.CALL, RULE) if text != source.data[span.start : span.end] else None
            )
        index = closer + 1


def _open(unit: CodeUnit, rules: TorchRules, index: int) -> bool:
    """Whether a function of the rules is called here with a bracket that nothing closes."""
    name = unit.text(index).decode("utf-8", "replace")
    opens = unit.text(index + 1) == b"(" and index + 1 not in unit.pairs and not rules.legacy.match(name)
    return opens and name in rules.free and not unit.is_member(index) and not scoped(unit, index)


def _text(source: TorchSource, unit: CodeUnit, rules: TorchRules, skip: Skip, call: Called) -> bytes:
    rule, name, opener = call.rule, call.name.text, call.opener
    closer = unit.pairs[opener]
    arguments = split_arguments(unit.tokens, opener, closer)
    unified = (rule.name or name).encode()
    used = [entry.position for entry in rule.arguments or () if entry.position]
    if rule.takes and len(arguments) != len(rule.takes):
        raise ValueError(f"{name} is called with {len(arguments)} arguments, its rule is for {', '.join(rule.takes)}")
    if used and max(used) > len(arguments):
        raise ValueError(f"{name} is called with {len(arguments)} arguments, its rule names number {max(used)}")
    if rule.arguments is None:
        first, last = unit.tokens[call.name.last].end, unit.tokens[closer].end
        return unified + _rewritten(source, unit, rules, skip, opener, closer + 1, Span(first, last))
    several = uncounted(source, unit, opener)
    if several:
        raise ValueError(f"{name}: {several}; give each argument a name of its own")
    directive = divided(source, unit, opener)
    if directive:
        raise ValueError(f"{directive} stands between the arguments of {name}, which change; decide it before the call")
    effects = Effects(source, unit, rules)
    lost = effects.lost(arguments, rule.arguments) or effects.reordered(arguments, rule.arguments)
    if lost:
        raise ValueError(f"{name}: {lost}")
    texts = []
    for entry in rule.arguments:
        if entry.position is None:
            texts.append(entry.insert.encode())
            continue
        first, last = arguments[entry.position - 1]
        span = Span(unit.tokens[first].start, unit.tokens[last - 1].end)
        own = _rewritten(source, unit, rules, skip, first, last, span)
        before, behind = _comments(source, unit, first, last)
        texts.append(before + own.join(around(unit, first, last, entry.convert)) + behind)
    return unified + b"(" + b", ".join(texts) + b")"


def _comments(source: TorchSource, unit: CodeUnit, first: int, last: int) -> tuple[bytes, bytes]:
    """What is said of an argument in front of it and behind it: up to its commas, and behind its comma on the same line."""
    tokens, data = unit.tokens, source.data
    front = _said(data, tokens[first - 1].end, tokens[first].start)
    after = _said(data, tokens[last - 1].end, tokens[last].start)
    if unit.text(first - 1) == b",":
        front = [s for s in front if not _of_line(data, tokens[first - 1].end, s[0], tokens[first].start)]
    if unit.text(last) == b"," and last + 1 < len(tokens):
        following = _said(data, tokens[last].end, tokens[last + 1].start)
        after += [s for s in following if _of_line(data, tokens[last].end, s[0], tokens[last + 1].start)]
    return b"".join(text + b" " for _, text in front), b"".join(b" " + text for _, text in after)


def _of_line(data: bytes, comma: int, comment: int, following: int) -> bool:
    """Whether a comment behind a comma ends its line: it is about what stands in front of the comma."""
    return comment < data.find(b"\n", comma) < following


def _said(data: bytes, start: int, end: int) -> list[tuple[int, bytes]]:
    """The comments of a piece of text without tokens, each as one that ends within its line."""
    found = []
    for token in lex(data, start, end) if start < end else ():
        if token.kind == Kind.COMMENT:
            text = token.text
            if text.startswith(b"//"):
                text = b"/* " + text[2:].strip().replace(b"*/", b"* /") + b" */"
            found.append((token.start, text))
    return found


def _rewritten(
    source: TorchSource, unit: CodeUnit, rules: TorchRules, skip: Skip, first: int, last: int, span: Span
) -> bytes:
    """A piece with the calls in it in their unified form, and all names."""
    edits: list[Edit] = []
    index = first
    position = first
    while index < last:
        call = called_free(unit, rules, index)
        if call is None:
            index += 1
            continue
        edits += [rename.edit for rename in renames(unit, rules, skip, position, index)]
        closer = unit.pairs[call.opener]
        inner = Span(unit.tokens[index].start, unit.tokens[closer].end)
        edits.append(Edit(inner, _text(source, unit, rules, skip, call), EditKind.CALL, RULE))
        position = index = closer + 1
    edits += [rename.edit for rename in renames(unit, rules, skip, position, last)]
    return apply(source.data, edits, span)
