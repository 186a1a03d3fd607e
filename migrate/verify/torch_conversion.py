"""Conversions of the torch side and of unit tests with the proofs that are made of every one.

Apart from the library side: a run over a library source reads none of these rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from migrate.convert.torch_side import Rejected, rewrite_torch_text
from migrate.convert.unit_tests import rewrite_unit_tests
from migrate.emit.certificate import certificate
from migrate.frontend.prototypes import Prototype
from migrate.frontend.torch.facts import Environment
from migrate.model import Chip, FileResult
from migrate.project.config import Project
from migrate.project.torch_rules import TorchRules
from migrate.rules.test_calls import Operators
from migrate.verify import torch_projection


def convert_torch_text(
    path: str,
    data: bytes,
    chips: Sequence[Chip],
    rules: TorchRules,
    prototypes: Mapping[str, Prototype],
    output: str = "",
    environment: Environment | None = None,
    rejected: Rejected | None = None,
) -> FileResult:
    """Convert the text of one torch-side file; `output` is its path in the unified tree (default: the same)."""
    done = rewrite_torch_text(path, data, chips, rules, prototypes, output, environment, rejected)
    result, text = done.result, done.result.outputs[output or path]

    def convert(alone: bytes) -> bytes:
        return rewrite_torch_text(path, alone, chips, rules, prototypes, environment=environment).result.outputs[path]

    proofs = torch_projection.check(done.source, chips, rules, done.plans, text, len(result.refusals), convert)
    return replace(result, proofs=(certificate(path, data, result.edits, text), *proofs))


def convert_unit_tests(
    project: Project, operators: Operators, named: Mapping[str, Collection[str]]
) -> list[tuple[FileResult, bytes]]:
    """As rewrite_unit_tests: results with the bytes they were made from."""
    return [(_certified(result, data), data) for result, data in rewrite_unit_tests(project, operators, named)]


def _certified(result: FileResult, data: bytes) -> FileResult:
    proofs = [certificate(result.path, data, result.edits, text) for text in result.outputs.values()]
    return replace(result, proofs=tuple(proofs))
