"""Names of the library in strings that are code, or that are looked up: attributes, labels of assembly, `_Pragma`, `dlsym`.

A compiler says nothing of a name in a string; what it stood for is gone in the unified library, or another thing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from migrate.frontend.lex import Kind
from migrate.frontend.torch.source import CodeUnit, TorchSource
from migrate.model import EditKind, Site, Span
from migrate.project.torch_rules import TorchRules

_CODE = frozenset(
    b"_Pragma __pragma __attribute__ __attribute asm __asm__ __asm alias ifunc weakref dlsym dlvsym GetProcAddress".split()
)
_WORD = re.compile(rb"[A-Za-z_]\w*")


def named_in_strings(source: TorchSource, rules: TorchRules, skip: Callable[[int], bool]) -> Iterator[Site]:
    for unit in source.units:
        for index, token in enumerate(unit.tokens):
            if token.kind != Kind.STRING or unit.tokens[index - 1].kind == Kind.STRING or skip(token.start):
                continue
            if not _is_code(unit, index):
                continue
            name = _name(_text(unit, index), rules)
            if name:
                yield Site(EditKind.HELPER, Span(token.start, token.end), name)


def _is_code(unit: CodeUnit, index: int) -> bool:
    opener = unit.parents[index]
    while opener >= 0 and unit.text(opener) in (b"(", b"["):
        before = opener - 1
        while unit.text(before) in (b"volatile", b"goto", b"inline"):
            before -= 1
        if unit.text(before) in _CODE or (unit.text(opener) == b"[" and unit.text(before) == b"["):
            return True
        opener = unit.parents[opener]
    return False


def _text(unit: CodeUnit, index: int) -> bytes:
    """A string with those right behind it, which are one."""
    parts = []
    while index < len(unit.tokens) and unit.tokens[index].kind == Kind.STRING:
        text = unit.text(index)
        parts.append(text[text.find(b'"') + 1 : text.rfind(b'"')])
        index += 1
    return b"".join(parts).replace(b"\\", b" ")


def _name(content: bytes, rules: TorchRules) -> str:
    """The first name of the library in a text, also within one that a compiler made of it."""
    for found in _WORD.findall(content):
        words: list[bytes] = [found, *re.findall(rb"\d([A-Za-z_]\w*)", found)]
        for text in words:
            word = text.decode("utf-8", "replace")
            known = word in rules.free or word in rules.functions or word in rules.generators
            if known or rules.legacy.match(word) or rules.renamed(word) or rules.unified_call(word):
                return word
    return ""
