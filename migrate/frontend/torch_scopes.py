"""Names with the scopes written in front of them: `c10::cuda::CUDAGuard`, and what the rules say of the whole."""

from __future__ import annotations

from migrate.frontend.torch_operands import EXPRESSION_WORDS, TYPE_WORDS
from migrate.frontend.torch_source import CONTROL_WORDS, SCOPE_WORDS, CodeUnit

_NO_SCOPE = (
    EXPRESSION_WORDS | TYPE_WORDS | CONTROL_WORDS | SCOPE_WORDS | {b"using", b"public", b"protected", b"private"}
)


def scoped(unit: CodeUnit, index: int) -> bool:
    """Whether a name is taken from a scope: `tpu::name`, `Of<int>::name`; `return ::name` is not."""
    if unit.text(index - 1) != b"::":
        return False
    before = index - 2
    if unit.text(before) in (b">", b">>"):
        return unit.tokens[before].end == unit.tokens[index - 1].start
    return unit.is_word(before) and unit.text(before) not in _NO_SCOPE
