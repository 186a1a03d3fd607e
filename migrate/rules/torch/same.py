"""What a branch of a conditional says, in words that are the same for branches that become the same.

Each chip has its own words for a receiver, for success, and for a call's not waiting; converted they are one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from migrate.frontend.directives import Branch
from migrate.frontend.lex import Kind, lex
from migrate.frontend.prototypes import Prototype
from migrate.frontend.torch.source import TorchSource
from migrate.project.torch_rules import TorchRules

_RECEIVER = b"receiver"
_CLOSING = {b"(": b")", b"[": b"]", b"{": b"}"}


@dataclass(frozen=True)
class Meaning:
    rules: TorchRules
    prototypes: Mapping[str, Prototype]

    def of(self, source: TorchSource, branch: Branch) -> tuple[bytes, ...]:
        """The branch's words, those of its directives and macros included."""
        return tuple(self._words(list(_texts(source.data[branch.body.start : branch.body.end]))))

    def _words(self, texts: Sequence[bytes]) -> Iterator[bytes]:
        index = 0
        while index < len(texts):
            name = texts[index].decode("utf-8", "replace")
            alone = index == 0 or texts[index - 1] not in (b"::", b".", b"->")
            success = alone and name in self.rules.status.success
            yield self.rules.status.unified_success.encode() if success else texts[index]
            index += 1
            arguments = _arguments(texts, index) if self.rules.unified_call(name) else []
            if arguments and tuple(arguments[0]) in self.rules.receivers:
                yield _RECEIVER
                for argument in arguments[1 : len(arguments) - self._goes_on(name, arguments)]:
                    yield b","
                    yield from self._words(argument)
                index += 1 + sum(len(argument) + 1 for argument in arguments)

    def _goes_on(self, name: str, arguments: Sequence[Sequence[bytes]]) -> bool:
        """Whether the last argument says that the call does not wait, which the unified one never does."""
        prototype = self.prototypes.get(name)
        if prototype is None or len(arguments) != len(prototype.parameters):
            return False
        flag = prototype.parameters[-1]
        waits = flag.default in ("false", "0")  # a call without it is another one then
        return flag.name in self.rules.non_blocking and not waits and list(arguments[-1]) in ([b"true"], [b"1"])


def _texts(data: bytes) -> Iterator[bytes]:
    for token in lex(data):
        if token.kind == Kind.DIRECTIVE:
            line = re.sub(rb"\\[ \t]*\r?\n", b" ", token.text)
            yield from (b"#", *_texts(line[1:]), b"\n")
        elif token.kind != Kind.COMMENT:
            yield token.text


def _arguments(texts: Sequence[bytes], opener: int) -> list[Sequence[bytes]]:
    """The arguments of the call whose parenthesis is at `opener`; none where it has no end here."""
    if texts[opener : opener + 1] != [b"("]:
        return []
    found, open_, start = [], [b")"], opener + 1
    for index in range(opener + 1, len(texts)):
        text = texts[index]
        if text in _CLOSING:
            open_.append(_CLOSING[text])
        elif text == open_[-1]:
            open_.pop()
        if not open_ or (text == b"," and len(open_) == 1):
            found.append(texts[start:index])
            start = index + 1
        if not open_:
            return found
    return []
