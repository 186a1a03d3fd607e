"""The optional rule set of the published renames and merges, on calls; and that it refuses a tree whose parameters are others."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from migrate.frontend.prototypes import project_prototypes, read_prototypes
from migrate.model import Chip, FileResult
from migrate.project.loading import load_project
from migrate.project.rule_sets import torch_rules
from migrate.project.torch_rules import TorchRules
from migrate.verify.torch_conversion import convert_torch_text

CHIPS = (Chip("bm_a", "BACKEND_1684X", "__bm1684x__"), Chip("sg_b", "BACKEND_SG2260", "__sg2260__"))
TREE = Path(os.environ.get("LEGACY_TREE") or "/nonexistent")
PROJECTS = Path(__file__).parents[3] / "examples" / "projects"

T = "SgdnnTensor_t"
HEADER = f"""
tpu_status_t sgdnnBatchMatmul ( tpu_resource_t stream, {T} left, {T} right, {T} output, bool non_blocking = true );
tpu_status_t sgdnnElementBitwise ( tpu_resource_t stream, {T} input, {T} other, int mode, {T} output, bool non_blocking = true );
tpu_status_t sgdnnElementBitwiseC ( tpu_resource_t stream, {T} input, int scalar, int mode, {T} output, bool non_blocking = true );
tpu_status_t sgdnnComparisionC ( tpu_resource_t stream, {T} input, float scalar, int mode, int scalar_pos, {T} output, bool non_blocking = true );
tpu_status_t sgdnnShiftLeftC ( tpu_resource_t stream, {T} input, char scalar, {T} output, bool non_blocking = true );
tpu_status_t sgdnnShiftRightArithmetic ( tpu_resource_t stream, {T} input, {T} other, {T} output, bool non_blocking = true );
tpu_status_t sgdnnFminBcast ( tpu_resource_t stream, {T} input, {T} other, {T} output, bool non_blocking = true );
tpu_status_t sgdnnAtan2C ( tpu_resource_t stream, float scalar, {T} other, {T} output, bool non_blocking = true );
tpu_status_t sgdnnAtan2_C ( tpu_resource_t stream, {T} input, float scalar, {T} output, bool non_blocking = true );
tpu_status_t sgdnnCPow ( tpu_resource_t stream, {T} self, float scalar, {T} out, bool non_blocking = true );
tpu_status_t sgdnnRMSNorm ( tpu_resource_t stream, {T} input, {T} weight, {T} bias, {T} output, int axis, float eps, float partial, int with_scale, int with_bias, bool non_blocking = true );
tpu_status_t sgdnnNeg ( tpu_resource_t stream, {T} input, {T} output, bool non_blocking = true );
"""


def rules_of(folder: Path, extra: str = "") -> TorchRules:
    chips = "chips:\n  bm_a: {legacy_macro: BACKEND_1684X}\n  sg_b: {legacy_macro: BACKEND_SG2260}\n"
    (folder / "own.yaml").write_text(extra or "version: 1\n")
    (folder / "migrate.yaml").write_text(f"version: 1\n{chips}rules: [default, published-names, own.yaml]\n")
    return torch_rules(load_project(folder / "migrate.yaml"))


def convert(rules: TorchRules, call: str, header: str = HEADER, more: str = "") -> tuple[str, FileResult]:
    """`a`, `b` and `o` in the call stand for generated tensors, R for the receiver; `more`: further parameters."""
    for name in "abo":
        call = call.replace(f"<{name}>", f"tpu::TPUGenerateSgdnnTensor ( {name} )")
    text = f"void f ( const Tensor & a, const Tensor & b, Tensor & o{more} ) {{\n  auto status = "
    text += call.replace("R,", "tpu::TPUGetDeviceResource(),")
    text += ";\n  TORCH_CHECK ( status == SG_SUCCESS );\n}\n"
    result = convert_torch_text("case.cpp", text.encode(), CHIPS, rules, read_prototypes(header.encode()))
    (output,) = result.outputs.values()
    return " ".join(output.decode().split()).replace("tpu::TPUGenerateTpudnnTensor", "G"), result


CALLS = [
    ("sgdnnNeg ( R, <a>, <o> )", "tpudnnNegAsync ( stream, G ( stream, a ), G ( stream, o ) )"),
    (
        "sgdnnBatchMatmul ( R, <a>, <b>, <o> )",
        "tpudnnMatmulAsync ( stream, G ( stream, a ), G ( stream, b ), tpudnnUndefinedTensor(), G ( stream, o ) )",
    ),
    (
        "sgdnnElementBitwise ( R, <a>, <b>, 2, <o> )",
        "tpudnnBitwiseAsync ( stream, G ( stream, a ), G ( stream, b ), G ( stream, o ), static_cast<BitwiseMode_t>(2) )",
    ),
    (
        "sgdnnElementBitwiseC ( R, <a>, b.item().toInt(), 0, <o> )",
        "tpudnnBitwiseConstAsync ( stream, G ( stream, a ), G ( stream, o ), b.item().toInt(), static_cast<BitwiseMode_t>(0) )",
    ),
    (
        "sgdnnComparisionC ( R, <a>, b.item().toFloat(), 3, 1, <o> )",
        "tpudnnCompareConstAsync ( stream, G ( stream, a ), G ( stream, o ), b.item().toFloat(), "
        "static_cast<CompareMode_t>(3), 1 )",
    ),
    (
        "sgdnnShiftLeftC ( R, <a>, b.item().toChar(), <o> )",
        "tpudnnShiftConstAsync ( stream, G ( stream, a ), G ( stream, o ), static_cast<char>(b.item().toChar()), true )",
    ),
    (
        "sgdnnShiftRightArithmetic ( R, <a>, <b>, <o> )",
        "tpudnnShiftAsync ( stream, G ( stream, a ), G ( stream, b ), G ( stream, o ), false )",
    ),
    (
        "sgdnnFminBcast ( R, <a>, <b>, <o>, true )",
        "tpudnnMinimumAsync ( stream, G ( stream, a ), G ( stream, b ), G ( stream, o ) )",
    ),
    ("sgdnnAtan2C ( R, 1.f, <b>, <o> )", "tpudnnScalarAtan2Async ( stream, G ( stream, b ), G ( stream, o ), 1.f )"),
    ("sgdnnAtan2_C ( R, <a>, 1.f, <o> )", "tpudnnAtan2ScalarAsync ( stream, G ( stream, a ), G ( stream, o ), 1.f )"),
    ("sgdnnCPow ( R, <a>, 2.f, <o> )", "tpudnnScalarPowerAsync ( stream, G ( stream, a ), G ( stream, o ), 2.f )"),
    (
        "sgdnnRMSNorm ( R, <a>, <b>, sgdnnUndefinedTensor(), <o>, 1, eps, 0.f, 1, 0 )",
        "tpudnnRmsNormForwardAsync ( stream, G ( stream, a ), G ( stream, b ), tpudnnUndefinedTensor(), "
        "G ( stream, o ), 1, eps )",
    ),
]


@pytest.mark.parametrize(("call", "expected"), CALLS, ids=[call.split(" ")[0] for call, _ in CALLS])
def test_call(tmp_path: Path, call: str, expected: str) -> None:
    text, result = convert(rules_of(tmp_path), call)
    assert result.refusals == ()
    assert f"auto status = {expected};" in text


def test_other_parameters_are_refused(tmp_path: Path) -> None:
    header = f"tpu_status_t sgdnnComparisionC ( tpu_resource_t s, {T} input, float scalar, {T} output, int mode, int scalar_pos );"
    text, result = convert(rules_of(tmp_path), "sgdnnComparisionC ( R, <a>, 1.f, <o>, 3, 1 )", header)
    assert [r.id for r in result.refusals] == ["T114"]
    assert "sgdnnComparisionC ( tpu::TPUGetDeviceResource()," in text


def test_a_trees_own_rule_is_stronger_as_a_whole(tmp_path: Path) -> None:
    own = "torch:\n  calls:\n    special:\n      sgdnnCPow: {name: tpudnnOwnAsync, arguments: [2, 1, 3]}\n"
    text, result = convert(rules_of(tmp_path, own), "sgdnnCPow ( R, <a>, 2.f, <o> )")
    assert not result.refusals and "tpudnnOwnAsync ( stream, 2.f, G ( stream, a ), G ( stream, o ) )" in text


def test_a_librarys_signature_holds_for_calls_too(tmp_path: Path) -> None:
    own = (
        "library:\n  signatures:\n    sgdnnComparisionC:\n      name: tpudnnTestAsync\n"
        "      parameters: [5, {parameter: 2, type: double, argument: 'double({})'}, {insert: 'int way', value: '7'}, 1, 3]\n"
        "      dropped: {4: '0'}\n"
    )
    (tmp_path / "own.yaml").write_text(own)
    chips = "chips:\n  bm_a: {legacy_macro: BACKEND_1684X}\n"
    (tmp_path / "migrate.yaml").write_text(f"version: 1\n{chips}rules: [default, own.yaml]\n")
    rules = torch_rules(load_project(tmp_path / "migrate.yaml"))
    text, result = convert(rules, "sgdnnComparisionC ( R, <a>, 1.f, 3, 1, <o> )")
    assert not result.refusals
    assert "tpudnnTestAsync ( stream, G ( stream, o ), double(1.f), 7, G ( stream, a ), 3 )" in text


@pytest.mark.parametrize("argument", ["next()", "b.item().toFloat()", "NEXT", "unknown + 1", "n++", "(next)()"])
def test_a_dropped_argument_that_may_have_an_effect_is_refused(argument: str, tmp_path: Path) -> None:
    made, result = convert(rules_of(tmp_path), f"sgdnnRMSNorm ( R, <a>, <b>, <a>, <o>, 1, 0.5f, {argument}, 1, 1 )")
    assert [r.id for r in result.refusals] == ["T114"] and "sgdnnRMSNorm" in made


@pytest.mark.parametrize("argument", ["0.25f", "(float) 3", "-1", "true ? 1 : 2"])
def test_a_dropped_argument_that_gives_a_value_only_goes(argument: str, tmp_path: Path) -> None:
    made, result = convert(rules_of(tmp_path), f"sgdnnRMSNorm ( R, <a>, <b>, <a>, <o>, 1, 0.5f, {argument}, 1, 1 )")
    assert not result.refusals and f"0.5f, {argument}" not in made


ASKED = ", const c10::optional<Tensor> & p, Other & c, std::map<int, std::vector<int>> m, int n"


@pytest.mark.parametrize("argument", ["p.has_value()", "a.defined()", "a.dim() - 1", "a.size ( 0 )", "!p.has_value()"])
def test_a_dropped_argument_that_only_asks_goes(argument: str, tmp_path: Path) -> None:
    call = f"sgdnnRMSNorm ( R, <a>, <b>, <a>, <o>, 1, 0.5f, {argument}, 1, 1 )"
    made, result = convert(rules_of(tmp_path), call, more=ASKED)
    assert not result.refusals and f"0.5f, {argument}" not in made


@pytest.mark.parametrize(
    "argument", ["c.has_value()", "p.value()", "a.zero_()", "a.size ( n++ )", "m.size()", "c.p.has_value()"]
)
def test_a_dropped_argument_that_asks_something_unknown_is_refused(argument: str, tmp_path: Path) -> None:
    call = f"sgdnnRMSNorm ( R, <a>, <b>, <a>, <o>, 1, 0.5f, {argument}, 1, 1 )"
    made, result = convert(rules_of(tmp_path), call, more=ASKED)
    assert [r.id for r in result.refusals] == ["T114"] and "sgdnnRMSNorm" in made


@pytest.mark.skipif(not TREE.is_dir(), reason="LEGACY_TREE names no tree")
def test_every_call_of_the_real_binary_operators_is_converted(tmp_path: Path) -> None:
    project_text = (PROJECTS / "torch-tpu.yaml").read_text().replace("[default, ", "[default, published-names, ")
    (tmp_path / "torch-tpu.rules.yaml").write_text((PROJECTS / "torch-tpu.rules.yaml").read_text())
    (tmp_path / "migrate.yaml").write_text(project_text)
    project = load_project(tmp_path / "migrate.yaml", TREE)
    data = (TREE / "torch_tpu/csrc/ops/native_ops/Binary.cpp").read_bytes()
    result = convert_torch_text("Binary.cpp", data, CHIPS, torch_rules(project), project_prototypes(project))
    (text,) = result.outputs.values()
    assert result.refusals == ()
    assert text.count(b"tpudnnCompareConstAsync") >= 12 and text.count(b"tpudnnBitwiseAsync") >= 6
    assert b"Comparision" not in text
