"""Kernels that a firmware registers, read from its sources by the patterns of the rules (`kernel_registers`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

_CONTINUED = re.compile(rb"\\[ \t]*\r?\n")
_NAME = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+(\w+)[ \t\r]*$", re.MULTILINE)
_MACRO = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+(\w+)\(([\w \t,.]*)\)(.*)$", re.MULTILINE)
_PASTED = re.compile(rb"\s*##\s*")
ROUNDS = 4  # of macros within macros
EXPANSIONS = 4096

Registered = Mapping[str, frozenset[str]]
"""Chip -> kernel names. Without a chip in it nothing is known of that chip's firmware."""

_COMMENT = re.compile(rb"//[^\n]*|/\*.*?\*/", re.DOTALL)


def registered_kernels(
    sources: Iterable[bytes], patterns: Sequence[Mapping[str, Any]], chips: Iterable[str]
) -> Registered:
    """What `sources` register on each chip; empty without sources.

    A pattern is searched for in the text without comments; `to` is the kernel's name with the pattern's groups in it; `chip` says on
    which chip (absent: on every one)."""
    read = [_CONTINUED.sub(b" ", _COMMENT.sub(b"", source)) for source in sources]
    compiled = [
        (re.compile(p["pattern"].encode(), re.MULTILINE), p["to"].encode(), p.get("chip", "")) for p in patterns
    ]
    found: dict[str, set[str]] = {chip: set() for chip in chips}
    named = dict(_NAME.findall(b"\n".join(read)))
    for text in (*read, *_expanded(read, [pattern for pattern, _, _ in compiled])):
        for pattern, to, chip in compiled:
            told = {match.expand(to) for match in pattern.finditer(text)}
            names = {name.decode("utf-8", "replace") for name in told | {named[name] for name in told & named.keys()}}
            for known in found:
                if chip in ("", known):
                    found[known] |= names
    return {chip: frozenset(names) for chip, names in found.items() if names}


def _expanded(texts: Sequence[bytes], patterns: Sequence[re.Pattern[bytes]]) -> list[bytes]:
    """What the uses of macros become that register kernels, or are given the name of one that does."""
    macros = {match[1]: (re.findall(rb"\w+", match[2]), match[3]) for text in texts for match in _MACRO.finditer(text)}
    registering = {name for name, (_, body) in macros.items() if any(p.search(body.lstrip()) for p in patterns)}
    for _ in range(ROUNDS):
        registering |= {n for n, (_, body) in macros.items() if registering.intersection(re.findall(rb"\w+", body))}
    if not registering:
        return []
    uses = re.compile(rb"\b(" + b"|".join(map(re.escape, sorted(macros))) + rb")\s*\(([^()]*)\)")
    found: list[bytes] = []
    left = [_MACRO.sub(b"", text) for text in texts]
    for _ in range(ROUNDS):
        left = [
            _PASTED.sub(b"", _given(body, dict(zip(names, arguments, strict=False)))).lstrip()
            for text in left
            for use in uses.finditer(text)
            for names, body in [macros[use[1]]]
            for arguments in [[argument.strip() for argument in use[2].split(b",")]]
            if use[1] in registering or registering.intersection(arguments)
        ][:EXPANSIONS]
        found += left
    return found


def _given(body: bytes, arguments: Mapping[bytes, bytes]) -> bytes:
    return re.sub(rb"\w+", lambda word: arguments.get(word[0], word[0]), body)
