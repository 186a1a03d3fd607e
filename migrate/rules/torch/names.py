"""Collateral names of a torch-side file: types, enumerators, helper functions, status constants, includes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from migrate.frontend.directives import Directive
from migrate.frontend.torch.operands import qualified_start
from migrate.frontend.torch.scopes import ScopedName, scoped, scoped_name
from migrate.frontend.torch.source import CodeUnit, TorchSource
from migrate.model import Edit, EditKind, Site, Span
from migrate.project.torch_rules import TorchRules

RULE = "torch-names"
_INCLUDE = re.compile(rb'([<"])([^>"]+)([>"])')


@dataclass(frozen=True)
class Rename:
    site: Site
    edit: Edit
    index: int


def renames(
    unit: CodeUnit, rules: TorchRules, skip: Callable[[int], bool], first: int = 0, end: int | None = None
) -> Iterator[Rename]:
    """Every name of tokens first..end that has another one from now on; `skip` says which offsets are left alone."""
    done = first - 1
    for index in range(first, len(unit.tokens) if end is None else end):
        token = unit.tokens[index]
        if index <= done or not unit.is_word(index) or token.text in unit.parameters or skip(token.start):
            continue
        if unit.is_member(index) or unit.text(index - 1) in (b"#", b"##") or unit.text(index + 1) == b"##":
            continue
        whole = scoped_name(unit, rules, index)
        if whole:
            done = whole.old.last
            yield from _scoped(unit, whole)
            continue
        using = _using(unit, rules, index)
        if using:
            yield using
            continue
        found = _unified(unit, rules, index)
        if found:
            text, kind = found
            name = token.text.decode("utf-8", "replace")
            yield Rename(Site(kind, token.span, name), Edit(token.span, text.encode(), kind, RULE), index)


def _scoped(unit: CodeUnit, name: ScopedName) -> Iterator[Rename]:
    if name.old.text != name.new:
        span = name.old.span(unit)
        site = Site(EditKind.HELPER, span, name.old.text)
        yield Rename(site, Edit(span, name.new.encode(), EditKind.HELPER, RULE), name.old.last)


def legacy_names(unit: CodeUnit, rules: TorchRules) -> Iterator[int]:
    """Tokens that a rule gives another name or other arguments, but for calls with a receiver and what no rule knows."""
    keys = {sequence[-3] if len(sequence) > 2 else sequence[0] for sequence in rules.receivers}
    for index, token in enumerate(unit.tokens):
        if not unit.is_word(index) or token.text in unit.parameters or unit.is_member(index):
            continue
        name = token.text.decode("utf-8", "replace")
        known = name in rules.generators or name in rules.functions or name in rules.free or token.text in keys
        if known or _unified(unit, rules, index):
            yield index


def _using(unit: CodeUnit, rules: TorchRules, index: int) -> Rename | None:
    """`using tpu::TPUGetDeviceResource;` names the function that gives the stream."""
    name = unit.text(index)
    if unit.text(index + 1) != b";" or not any(name in sequence for sequence in rules.receivers):
        return None
    first = qualified_start(unit, index)
    if unit.text(first - 1) != b"using":
        return None
    span = Span(unit.tokens[first].start, unit.tokens[index].end)
    text = rules.stream.expression.removesuffix("()").encode()
    return Rename(
        Site(EditKind.HANDLE, span, name.decode("utf-8", "replace")), Edit(span, text, EditKind.HANDLE, RULE), index
    )


def _unified(unit: CodeUnit, rules: TorchRules, index: int) -> tuple[str, EditKind] | None:
    name = unit.text(index).decode("utf-8", "replace")
    if name in rules.types:
        return rules.types[name], EditKind.TENSOR_TYPE if name in rules.tensor_types else EditKind.HELPER
    if name in rules.functions and unit.text(index + 1) in (b"(", b";"):
        return rules.functions[name], EditKind.HELPER
    if name in rules.generators and unit.text(index + 1) == b";":  # using tpu::name;
        return rules.generators[name], EditKind.HELPER
    if name in rules.receiver_types:
        return rules.stream.type, EditKind.HANDLE
    own = rules.legacy.match(name)
    if own and name in rules.status.types:
        return rules.status.unified_type, EditKind.RETURN_TYPE
    if own and name in rules.status.success:
        return rules.status.unified_success, EditKind.RETURN_TYPE
    if scoped(unit, index):
        return None
    constant = rules.constant(name)
    return (constant, EditKind.DTYPE if "DTYPE" in constant else EditKind.HELPER) if constant else None


def include_edits(source: TorchSource, rules: TorchRules, skip: Callable[[int], bool]) -> Iterator[Rename]:
    """Includes of legacy headers take the unified header's name; one that every configuration has already is not included twice."""
    includes = [d for d in source.tree.others if d.keyword == b"include"]
    present = {_header(d) for d in includes if not source.branch_path(d.token.start)}
    for directive in includes:
        header = _header(directive)
        new = rules.header(header)
        if new is None or skip(directive.token.start):
            continue
        site = Site(EditKind.HELPER, directive.token.span, header)
        if not new:
            yield Rename(site, Edit(directive.line, b"", EditKind.HELPER, RULE), -1)
            continue
        always = not source.branch_path(directive.token.start)
        if new in present and always:
            yield Rename(site, Edit(directive.line, b"", EditKind.HELPER, RULE), -1)
            continue
        if always:
            present.add(new)
        found = _INCLUDE.search(directive.token.text)
        assert found is not None
        start = directive.token.start + found.start(2)
        span = Span(start, start + len(found.group(2)))
        yield Rename(site, Edit(span, new.encode(), EditKind.HELPER, RULE), -1)


def added_includes(source: TorchSource, rules: TorchRules) -> Iterator[Rename]:
    """Headers that a file which changes includes from now on, behind its last include that stands in no conditional."""
    includes = [d for d in source.tree.others if d.keyword == b"include"]
    present = {header if (new := rules.header(header)) is None else new for header in map(_header, includes)}
    missing = [name for name in rules.added_includes if name.strip("<>") not in present]
    always = [d for d in includes if not source.branch_path(d.token.start)]
    if not missing:
        return
    at = always[-1].line.end if always else len(b"\xef\xbb\xbf") * source.data.startswith(b"\xef\xbb\xbf")
    names = (name if name.startswith("<") else f'"{name}"' for name in missing)
    text = b"".join(b"#include " + name.encode() + source.eol for name in names)
    site = Site(EditKind.HELPER, Span(at, at), ", ".join(missing))
    yield Rename(site, Edit(Span(at, at), text, EditKind.HELPER, RULE), -1)


def _header(directive: Directive) -> str:
    found = _INCLUDE.search(directive.token.text)
    return found.group(2).decode("utf-8", "replace") if found else ""


def mentions(text: bytes, rules: TorchRules) -> Sequence[str]:
    """Legacy calls that a comment contains."""
    words = re.findall(rb"\b[A-Za-z_]\w*(?=\s*\()", text)  # from the start of a word only: a word may be very long
    return [w.decode() for w in words if rules.unified_call(w.decode())]
