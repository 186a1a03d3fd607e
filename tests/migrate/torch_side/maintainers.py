"""Compares converted calls with what the maintainers of the public tree later wrote by hand, token by token.

A call counts as migrated mechanically where some later version of the same function calls the function that the 1:1 name rule
gives, with the same argument expressions in the same order, whatever wraps them. Whether all tokens are equal is what is
measured; the name of the local variable that holds the stream is not compared.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from migrate.frontend.lex import Kind, lex, match_brackets, significant, split_arguments

BASE = "31b1b651~1"


@dataclass(frozen=True)
class Seen:
    """A call in a function: the texts of its arguments' tokens."""

    function: str
    name: str
    arguments: tuple[tuple[bytes, ...], ...]


def calls(data: bytes) -> Iterator[Seen]:
    """All calls tpudnn*Async(...) of a file, with the function or macro they stand in; macro bodies are read as well."""
    yield from _calls(data, "")
    for token in lex(data):
        if token.kind == Kind.DIRECTIVE and token.text[1:].lstrip().startswith(b"define"):
            body = token.text[token.text.index(b"define") :]
            name = significant(lex(b" " + body))[1].text.decode()
            yield from _calls(b" " + body, name)


def _calls(data: bytes, macro: str) -> Iterator[Seen]:
    tokens = significant(lex(data))
    pairs = match_brackets(tokens)
    function, end = macro, -1
    for index, token in enumerate(tokens):
        if token.text == b"{" and index > end and tokens[index - 1].text == b")" and not macro:
            opener = pairs.get(index - 1, 0)
            function, end = tokens[opener - 1].text.decode("utf-8", "replace"), pairs.get(index, index)
        name = token.text.decode("utf-8", "replace")
        called = index + 1 < len(tokens) and tokens[index + 1].text == b"(" and index + 1 in pairs
        if called and name.startswith("tpudnn") and name.endswith("Async"):
            ranges = split_arguments(tokens, index + 1, pairs[index + 1])
            yield Seen(function, name, tuple(tuple(t.text for t in tokens[a:b]) for a, b in ranges))


class History:
    """Later versions of the files of a repository, oldest first."""

    def __init__(self, git: Path) -> None:
        self.git = git

    def _run(self, *arguments: str) -> bytes:
        return subprocess.run(
            ["git", f"--git-dir={self.git}", *arguments], capture_output=True, check=True, timeout=300
        ).stdout

    def versions(self, path: str, most: int = 80) -> Iterator[bytes]:
        log = self._run("log", "--reverse", "--format=%H", f"{BASE}..HEAD", "--", path).decode().split()
        for commit in log[:most]:
            try:
                yield self._run("show", f"{commit}:{path}")
            except subprocess.CalledProcessError:
                continue  # removed in that commit, or not stored


@dataclass(frozen=True)
class Comparison:
    path: str
    ours: Seen
    theirs: Seen

    @property
    def mechanical(self) -> bool:
        return [essence(a) for a in self.ours.arguments[1:]] == [essence(a) for a in self.theirs.arguments[1:]]

    @property
    def equal(self) -> bool:
        return with_stream(self.ours) == with_stream(self.theirs)


def essence(argument: tuple[bytes, ...]) -> tuple[bytes, ...]:
    """An argument without what migration wraps around it: generators of either library, prefixes of enumerators, undefined."""
    found: list[bytes] = []
    index = 0
    while index < len(argument):
        text = argument[index]
        if text == b"tpu" and argument[index + 1 : index + 2] == (b"::",):
            index += 2
            continue
        if text.startswith(b"TPUGenerate") and argument[index + 1 : index + 2] == (b"(",):
            tokens = significant(lex(b" ".join(argument[index:])))
            closer = match_brackets(tokens)[1]
            first, last = split_arguments(tokens, 1, closer)[-1]
            found += [t.text for t in tokens[first:last]]
            index += closer + 1
            continue
        found.append(text.removeprefix(b"TPUDNN_").replace(b"sgdnnUndefined", b"tpudnnUndefined"))
        index += 1
    return tuple(found)


def with_stream(seen: Seen) -> tuple[tuple[bytes, ...], ...]:
    """The arguments with the handle's variable called `stream`."""
    handle = seen.arguments[0][0] if len(seen.arguments[0]) == 1 else b""
    return tuple(tuple(b"stream" if t == handle else t for t in a) for a in seen.arguments)


def compare(path: str, converted: bytes, history: History) -> list[Comparison]:
    """Each converted call with the first mechanical migration of it by hand."""
    wanted: dict[tuple[str, str, int], Seen] = {}
    for seen in calls(converted):
        number = sum(k[:2] == (seen.function, seen.name) for k in wanted)
        wanted[seen.function, seen.name, number] = seen
    found: dict[tuple[str, str, int], Comparison] = {}
    for data in history.versions(path):
        if len(found) == len(wanted):
            break
        counts: dict[tuple[str, str], int] = {}
        for theirs in calls(data):
            number = counts.get((theirs.function, theirs.name), 0)
            counts[theirs.function, theirs.name] = number + 1
            key = (theirs.function, theirs.name, number)
            ours = wanted.get(key)
            if ours and key not in found and len(ours.arguments) == len(theirs.arguments):
                found[key] = Comparison(path, ours, theirs)
    return list(found.values())
