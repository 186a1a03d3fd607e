"""What holds for any input at all, however broken."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from migrate.emit.certificate import certify, rederive
from migrate.frontend.directives import build_tree
from migrate.frontend.lex import BOM, Kind, lex
from migrate.frontend.prototypes import Prototype, read_prototypes
from migrate.model import Chip, FileResult
from migrate.project.torch_rules import TorchRules, load_rules
from migrate.report.build import count
from migrate.verify.torch_conversion import convert_torch_text

CHIPS = (Chip("bm_a", "BACKEND_1684X", "__bm1684x__"), Chip("sg_b", "BACKEND_SG2260", "__sg2260__"))
RULES = load_rules({})
PROTOTYPES = read_prototypes(b"""
tpu_status_t sgdnnAlpha ( tpu_resource_t stream, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking = true );
tpu_status_t sgdnnGamma ( tpu_resource_t stream, const SgdnnTensor_t *inputs, int number, SgdnnTensor_t output, bool non_blocking = true );
tpu_status_t sgdnnDelta ( tpu_resource_t stream, bool non_blocking = true );
""")
_BLANK = re.compile(rb"(?:[ \t\r\n\f\v]|\\[ \t]*\r?\n)*")
LIMIT = 20.0  # seconds of processor time for one case


class Unsettled(AssertionError):
    """A second conversion changes a damaged file, in which something was refused."""


class Hang(AssertionError):
    pass


@contextmanager
def limited(seconds: float = LIMIT) -> Iterator[None]:
    """Raises Hang in a case that takes too long, wherever it is."""

    def stop(*_: object) -> None:
        raise Hang(f"more than {seconds:.0f} s")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def check_lexer(data: bytes) -> None:
    """Tokens and the blanks between them add up to the input; each directive is in the tree once."""
    tokens = lex(data)
    position = len(BOM) if data.startswith(BOM) else 0
    for token in tokens:
        assert token.text == data[token.start : token.end] and token.start < token.end
        assert _BLANK.fullmatch(data, position, token.start), f"lost {data[position : token.start]!r}"
        position = token.end
    assert _BLANK.fullmatch(data, position), f"lost {data[position:]!r}"
    tree = build_tree(data, tokens)
    placed = [d.token.start for d in (*tree.others, *tree.stray)]
    for conditional in tree.walk():
        placed += [b.opening.token.start for b in conditional.branches]
        placed += [conditional.closing.token.start] if conditional.closing else []
        inside = conditional.span
        assert 0 <= inside.start <= inside.end <= len(data)
        assert all(inside.start <= b.body.start <= b.body.end <= inside.end for b in conditional.branches)
    assert sorted(placed) == [t.start for t in tokens if t.kind == Kind.DIRECTIVE]


@dataclass(frozen=True)
class Torch:
    """What a torch-side file is converted with."""

    chips: tuple[Chip, ...] = CHIPS
    rules: TorchRules = RULES
    prototypes: Mapping[str, Prototype] = field(default_factory=lambda: PROTOTYPES)


SMALL = Torch()


def convert_torch(data: bytes, torch: Torch = SMALL) -> tuple[bytes, FileResult]:
    result = convert_torch_text("case.cpp", data, torch.chips, torch.rules, torch.prototypes)
    (text,) = result.outputs.values()
    return text, result


def check_counts(result: FileResult) -> None:
    for kind, row in count(result).items():
        assert row.found == row.converted + row.refused + row.done, kind


def check_torch(data: bytes, torch: Torch = SMALL) -> FileResult:
    """Conversion of a torch-side file: certified, counted, proven, and a second one changes nothing."""
    text, result = convert_torch(data, torch)
    assert certify(data, result.edits, text) is None
    assert rederive(data, result.edits) == text
    check_counts(result)
    assert [p for p in result.proofs if p.status == "different"] == []
    assert all(0 <= r.span.start <= r.span.end <= len(data) for r in result.refusals)
    assert all(r.id and r.message for r in result.refusals)
    again, _ = convert_torch(text, torch)
    if again != text:
        assert result.refusals, "a second conversion changes a file that was converted without left-overs"
        raise Unsettled
    return result
