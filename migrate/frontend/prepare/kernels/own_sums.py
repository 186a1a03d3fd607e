"""Whether a sum of strings may be another one than the library's: the file or a header of the project has a + or += of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from migrate.frontend.source import Source


def has_own_sum(source: Source) -> bool:
    """Whether the file or a header of the project has a + or += of its own that may take a string."""
    if has_own_sum not in source.memo:
        texts = [source.data, *(source.table.text(path) for path in source.header_paths)]
        declaring = [text for text in texts if b"operator" in text]
        sums = (found for text in declaring for found in _SUM.finditer(text))
        source.memo[has_own_sum] = any(map(_WORD_ALONE.search, declaring)) or any(
            _may_take_string(found[1], texts) for found in sums
        )
    found: bool = source.memo[has_own_sum]
    return found


_SUM = re.compile(rb"\boperator[\s\\]*(?:\+=?|(?!new\b|delete\b)[A-Za-z_]\w*)[\s\\]*\(([^()]*)")
"""Also of a macro that makes operators, which has a word in the place of the sign."""
_WORD_ALONE = re.compile(rb"\boperator[ \t]*(?:##|\r?$)", re.MULTILINE)  # of a macro that is used in its place
_WORD = re.compile(rb"[A-Za-z_]\w*")


def _may_take_string(parameters: bytes, texts: Sequence[bytes]) -> bool:
    """Whether none of an operator's parameters is of a class or enumeration of the tree: such a one takes no string where the library has what does."""
    own = rb"\b(?:struct|class|union|enum)\s+%b\s*(?:final\s*)?[:{]|\}\s*%b\s*;"
    words = [word for one in parameters.split(b",") for word in _of_type(one)]
    return bool(parameters.strip()) and not any(re.search(own % (word, word), text) for word in words for text in texts)


def _of_type(parameter: bytes) -> list[bytes]:
    """The words of a parameter without its name."""
    words = _WORD.findall(parameter.partition(b"=")[0])
    unnamed = len(words) < 2 or parameter.rstrip().endswith((b"&", b"*", b">"))
    return words if unnamed else words[:-1]
