"""Before and after of torch-side files. Each case runs as it is, with CRLF and with a BOM; each result is converted once more."""

from __future__ import annotations

import os
import re
import time
from dataclasses import replace
from pathlib import Path

import pytest

from migrate.emit.certificate import certify
from migrate.frontend.prototypes import read_prototypes
from migrate.frontend.torch.facts import Environment
from migrate.model import Chip, EditKind, FileResult
from migrate.project.torch_rules import load_rules
from migrate.report.build import count
from migrate.report.model import Tally
from migrate.verify.torch_conversion import convert_torch_text

CASES = Path(__file__).parent / "cases"
CHIPS = (Chip("bm_a", "BACKEND_1684X", "__bm1684x__"), Chip("sg_b", "BACKEND_SG2260", "__sg2260__"))
PROTOTYPES = read_prototypes((CASES / "legacy.h").read_bytes())
RULES = load_rules(
    {"constants": [{"pattern": r"^(ACTIVE_[A-Z0-9_]+)$", "unified": r"TPUDNN_\1"}]},
    names={"sg_active_type_t": "tensor_active_type_t"},
)
VARIANTS = {
    "as it is": lambda text: text,
    "CRLF": lambda text: text.replace(b"\n", b"\r\n"),
    "BOM": lambda text: b"\xef\xbb\xbf" + text,
}


def convert(data: bytes, rules=RULES, prototypes=PROTOTYPES) -> tuple[bytes, FileResult]:
    result = convert_torch_text("case.cpp", data, CHIPS, rules, prototypes)
    (text,) = result.outputs.values()
    return text, result


@pytest.mark.parametrize("name", sorted(p.stem for p in CASES.glob("*.cpp")))
@pytest.mark.parametrize("variant", VARIANTS)
def test_case(name: str, variant: str) -> None:
    data = (CASES / f"{name}.cpp").read_bytes()
    expected = CASES / f"{name}.expected"
    change = VARIANTS[variant]
    text, result = convert(change(data))
    if variant == "as it is" and os.environ.get("MIGRATE_ACCEPT"):
        expected.write_bytes(text)
    assert text == change(expected.read_bytes())
    assert certify(change(data), result.edits, text) is None
    again, second = convert(text)
    assert again == text, "a second run changes something"
    for kind, row in count(result).items():
        assert row.found == row.converted + row.refused + row.done, kind
    assert {r.id for r in second.refusals} == {r.id for r in result.refusals}


TWO_WORDS = replace(RULES, status=replace(RULES.status, success=RULES.status.success | {"OK_A", "OK_B"}))
PER_CHIP = """#if defined BACKEND_1684X
%s
#elif defined BACKEND_SG2260
%s
#endif
"""
ALPHA = "sgdnnAlpha(tpu::TPUGetDevice%s(), tpu::TPUGenerateSgdnnTensor(a), tpu::TPUGenerateSgdnnTensor(b)%s)"


def per_chip(first: str, second: str, waits: bool = False) -> str:
    body = PER_CHIP % (
        f"  auto s = {first};\n  TORCH_CHECK(s == OK_A);",
        f"  auto s = {second};\n  TORCH_CHECK(s == OK_B);",
    )
    data = f"namespace at {{\nvoid one() {{\n  Tensor a, b;\n{body}}}\n}}\n".encode()
    prototypes = dict(PROTOTYPES)
    if waits:
        prototypes |= read_prototypes((CASES / "legacy.h").read_bytes().replace(b"= true", b"= false"))
    text, result = convert(data, TWO_WORDS, prototypes)
    assert result.refusals or b"#if" not in text
    return text.decode()


def test_branches_that_say_the_same_in_each_chips_words_are_one() -> None:
    for second in (ALPHA % ("Handle", ""), ALPHA % ("Handle", ", true"), ALPHA % ("Handle", ", 1")):
        text = per_chip(ALPHA % ("Resource", ""), second)
        assert "#if" not in text and text.count("tpudnnAlphaAsync(stream,") == 1 and "TPUDNN_STATUS_SUCCESS" in text


@pytest.mark.parametrize(
    "second",
    [
        ALPHA % ("Handle", ", false"),  # it waits
        (ALPHA % ("Handle", "")).replace("Tensor(a)", "Tensor(b)"),
        (ALPHA % ("Handle", "")).replace("Alpha", "Gamma"),
        "f(" + ALPHA % ("Handle", "") + ")",
    ],
)
def test_branches_that_differ_otherwise_stay_two(second: str) -> None:
    text = per_chip(ALPHA % ("Resource", ""), second)
    assert text.count("tpu::TPUIsChip(c10::Device(c10::DeviceType::PrivateUse1)") == 2


def test_a_call_whose_default_waits_is_not_one_that_does_not() -> None:
    text = per_chip(ALPHA % ("Resource", ""), ALPHA % ("Handle", ", true"), waits=True)
    assert text.count("TPUIsChip(") == 2 and text.count("stream.synchronize();") == 1


def test_a_macro_that_each_branch_defines_alike_is_one() -> None:
    macro = "#define ONE(NAME, MODE) \\\n  void NAME(Tensor &a, Tensor &b) { \\\n    TORCH_CHECK(%s == %s); \\\n  }"
    calls = [
        f"sgdnnMode(tpu::TPUGetDevice{name}(), tpu::TPUGenerateSgdnnTensor(a), tpu::TPUGenerateSgdnnTensor(b), MODE{flag})"
        for name, flag in (("Handle", ""), ("Resource", ", true"))
    ]
    uses = "namespace at {\nONE(absolute, ACTIVE_ABSVAL)\nONE(sine, ACTIVE_SIN)\n}\n"
    text, result = convert(
        (PER_CHIP % (macro % (calls[0], "OK_A"), macro % (calls[1], "OK_B")) + uses).encode(), TWO_WORDS
    )
    assert not result.refusals and text.count(b"#define ONE") == 1 and b"ONE(sine, TPUDNN_ACTIVE_SIN)" in text
    other = (macro % (calls[1], "OK_B")).replace("Tensor(a)", "Tensor(b)")
    text, result = convert((PER_CHIP % (macro % (calls[0], "OK_A"), other) + uses).encode(), TWO_WORDS)
    assert {r.id for r in result.refusals} >= {"T112", "T120"} and text.count(b"#define ONE") == 2


def test_refusals_name_the_place_and_the_reason() -> None:
    data = (CASES / "refused.cpp").read_bytes()
    _, result = convert(data)
    found = {r.id: data[: r.span.start].count(b"\n") + 1 for r in result.refusals}
    assert found == {"T101": 6, "T102": 11, "T106": 16, "T105": 21, "T107": 25, "T113": 30, "T108": 33, "T112": 1}
    assert count(result)["call"] == Tally(7, 1, 6, 0)
    assert [reason for _, reason in result.guards_left] == ["its condition also asks about another macro"]


def test_dead_branches_are_converted_when_valid_and_reported_when_not() -> None:
    _, result = convert((CASES / "dead.cpp").read_bytes())
    assert count(result)["call"].converted == 2
    assert not result.refusals
    left = [f.message for f in result.findings if f.id == "T201"]
    assert any("sgdnnRemoved" in s for s in left) and any("sgdnn_old" in s for s in left)
    assert [f.id for f in result.findings if f.id == "T202"] == ["T202"]


def test_a_commented_out_file_is_left_alone_and_reported() -> None:
    data = (CASES / "commented_out.cpp").read_bytes()
    text, result = convert(data)
    assert text == data
    assert [f.id for f in result.findings] == ["T202"]


def test_arguments_are_reordered_inserted_dropped_and_wrapped_by_a_rule() -> None:
    special = {
        "name": "tpudnnZetaAsync",
        "arguments": [5, {"insert": "true"}, 2, {"argument": 4, "convert": "axisOf({})"}],
    }
    rules = load_rules({"calls": {"special": {"sgdnnBeta": special}}})
    text, result = convert(
        b"void f(Tensor &a) {\n  sgdnnBeta(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(a),"
        b" sgdnnUndefinedTensor(), 1.f, 2, tpu::TPUGenerateSgdnnTensor(b), true);\n}\n",
        rules,
    )
    assert (
        b"tpudnnZetaAsync(stream, tpu::TPUGenerateTpudnnTensor(stream, b), true, tpudnnUndefinedTensor(), axisOf(2));"
        in text
    ), text
    assert not result.refusals


def test_without_prototypes_a_literal_last_argument_is_refused() -> None:
    call = b"void f(Tensor &a) {\n  sgdnnX(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(a)%s);\n}\n"
    _, plain = convert(call % b"", prototypes={})
    assert not plain.refusals
    _, literal = convert(call % b", true", prototypes={})
    assert [r.id for r in literal.refusals] == ["T103"]


def test_unbalanced_brackets_refuse_the_file() -> None:
    text, result = convert(
        b"void f(Tensor &a) {\n#ifdef X\n  if (a) {\n#endif\n  sgdnnDelta(tpu::TPUGetDeviceResource(), true);\n}\n"
    )
    assert [r.id for r in result.refusals] == ["T109"]
    assert b"sgdnnDelta" in text


UNMATCHED = """#include "legacy.h"
#define OPEN {
static SgdnnDataType_t pick(bool half) {
#ifdef SHORT_CUT
  if (half) OPEN
#else
  if (!half) {
#endif
    return SGDNN_DTYPE_FP16;
  }
  return SGDNN_DTYPE_FP32;
}
"""


def test_a_file_whose_brackets_do_not_match_has_every_legacy_name_refused() -> None:
    for text in (UNMATCHED.replace("{\n#endif", "OPEN\n#endif"), UNMATCHED.replace("if (half) OPEN", "if (half) {")):
        out, result = convert(text.encode())
        places = {(r.id, text[: r.span.start].count("\n") + 1) for r in result.refusals}
        assert places == {("T109", 3), ("T109", 9), ("T109", 11)}
        assert b"SGDNN_DTYPE_FP16" in out and b"MIGRATE T109" in out


def test_text_that_nothing_compiles_needs_no_brackets() -> None:
    text = "#if 0\nTODO: 1) say don't\n#endif\n" + UNMATCHED.replace("if (half) OPEN", "if (half) {}")
    text = (
        text.replace("#define OPEN {\n", "")
        .replace("if (!half) {\n#endif", "if (!half) {}\n#endif")
        .replace("  }\n", "")
    )
    out, result = convert(text.encode())
    assert not result.refusals and b"TPUDNN_DTYPE_FP16" in out and b"1) say don't" in out


CLEARED = """#include <vector>
static bool is(SgdnnTensor_t t) { return t.dtype == SGDNN_DTYPE_FP32; }
static bool kind(SgdnnDataType_t d) { return d == SGDNN_DTYPE_FP32; }
void f(const Tensor &a, Tensor &b) {
  %s
  sgdnnAlpha(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(a), tpu::TPUGenerateSgdnnTensor(b));
}
"""


@pytest.mark.parametrize(
    "statement",
    [
        "SgdnnDataType_t d = {}; kind(d);",
        "SgdnnDataType_t d {}; kind(d);",
        "SgdnnDataType_t d = SgdnnDataType_t(); kind(d);",
        "auto d = SgdnnDataType_t{}; kind(d);",
        "static SgdnnDataType_t d; kind(d);",
        "SgdnnDataType_t d[2] = {}; kind(d[0]);",
        "std::vector<SgdnnDataType_t> d(2); kind(d[0]);",
        "std::vector<SgdnnDataType_t> d; d.resize(2); kind(d[0]);",
        "sg_active_type_t mode {};",
        "kind({});",
        "is({});",
        "is({.dim = 1});",
        "is(SgdnnTensor_t());",
        "SgdnnTensor_t t {}; is(t);",
        "SgdnnTensor_t t = {}; is(t);",
        "SgdnnTensor_t t, u {}; is(u);",
        "SgdnnTensor_t t = SgdnnTensor_t(); is(t);",
        "static SgdnnTensor_t t; is(t);",
        "auto *t = new SgdnnTensor_t(); is(*t);",
        "auto t = std::make_unique<SgdnnTensor_t>(); is(*t);",
        "struct S { SgdnnTensor_t t; int n; }; S s {}; is(s.t);",
        "std::pair<int, SgdnnTensor_t> p {}; is(p.second);",
        "std::map<int, SgdnnTensor_t> m; is(m[0]);",
        "std::array<SgdnnTensor_t, 2> v {}; is(v[0]);",
        "std::vector<SgdnnTensor_t> v(2); is(v[0]);",
        "std::vector<SgdnnTensor_t> v{2}; is(v[0]);",
        "std::vector<SgdnnTensor_t> v = {{}, {}}; is(v[0]);",
        "std::vector<SgdnnTensor_t> v; v.resize(2); is(v[0]);",
        "std::vector<SgdnnTensor_t> v; v.emplace_back(); is(v[0]);",
        "std::vector<SgdnnTensor_t> v; v.push_back({}); is(v[0]);",
        "auto v = std::vector<SgdnnTensor_t>(2); is(v[0]);",
    ],
)
def test_what_the_language_clears_is_refused(statement: str) -> None:
    """0 is another data type in the unified library."""
    _, result = convert((CLEARED % statement).encode())
    assert {r.id for r in result.refusals} & {"T113", "T119", "T124"}


@pytest.mark.parametrize(
    "statement",
    [
        "SgdnnTensor_t t; t = tpu::TPUGenerateSgdnnTensor(a); is(t);",
        "SgdnnDataType_t d = SGDNN_DTYPE_FP16; kind(d);",
        "std::vector<SgdnnTensor_t> v; v.push_back(tpu::TPUGenerateSgdnnTensor(a)); is(v[0]);",
        "std::vector<SgdnnTensor_t> v = {}; v.emplace_back(tpu::TPUGenerateSgdnnTensor(a)); is(v[0]);",
        "std::vector<SgdnnTensor_t> v{tpu::TPUGenerateSgdnnTensor(a), sgdnnUndefinedTensor()}; v.resize(0);",
    ],
)
def test_what_is_given_a_value_is_converted(statement: str) -> None:
    out, result = convert((CLEARED % statement).encode())
    assert not result.refusals and b"Sgdnn" not in out and b"SGDNN" not in out


def test_a_struct_of_a_header_may_leave_out_what_is_no_enumerator(tmp_path: Path) -> None:
    (tmp_path / "legacy.h").write_text(
        "typedef struct {\n  int kh, kw;\n  sg_active_type_t mode;\n} SgdnnPool_t;\ntypedef struct\n{\n  int n;\n}\nSgdnnConv_t;\n"
    )
    names = {"sg_active_type_t": "tensor_active_type_t", "SgdnnPool_t": "Pool_t", "SgdnnConv_t": "Conv_t"}
    rules = load_rules({"constants": [{"pattern": r"^(ACTIVE_[A-Z0-9_]+)$", "unified": r"TPUDNN_\1"}]}, names=names)
    environment = Environment(str(tmp_path), (str(tmp_path),))
    for statement, refused in (
        ("SgdnnPool_t p = {.kh = 1, .mode = ACTIVE_SIN};", False),
        ("SgdnnPool_t p = {.kh = 1};", True),
        ("SgdnnPool_t p {};", True),
        ("SgdnnConv_t p {};", False),
    ):
        text = '#include "legacy.h"\nvoid f() {\n  ' + statement + "\n}\n"
        result = convert_torch_text("case.cpp", text.encode(), CHIPS, rules, PROTOTYPES, environment=environment)
        assert [r.id for r in result.refusals] == ["T124"] * refused, statement


def test_unified_files_count_as_done() -> None:
    data = (CASES / "calls.expected").read_bytes()
    text, result = convert(data)
    assert text == data and not result.edits
    row = count(result)[EditKind.CALL.value]
    assert row.done == row.found > 5


def test_projection_per_chip_and_that_it_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    guard = (
        b"void f(Tensor &a, Tensor &b) {\n#if defined BACKEND_SG2260\n"
        b"  SAFE_CALL(sgdnnAlpha(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(a), tpu::TPUGenerateSgdnnTensor(b)));\n"
        b"#elif defined BACKEND_1684X\n  TORCH_CHECK(false);\n#endif\n}\n"
    )

    def statuses() -> dict[str, str]:
        _, result = convert(guard)
        assert "library answers" in next(p.detail for p in result.proofs if p.chip == "bm_a" and p.status == "equal")
        return {p.chip: p.status for p in result.proofs if p.name == "projection"}

    assert statuses() == {"bm_a": "equal", "sg_b": "equal"}
    from migrate.rules.torch import guard as torch_guard

    real = torch_guard.guard_edits

    def first_edit_only(source, plan, rules):
        return real(source, plan, rules)[:1]

    monkeypatch.setattr("migrate.convert.torch_side.guard_edits", first_edit_only)
    _, result = convert(guard)
    wrong = {p.status for p in result.proofs if p.name == "projection"}
    assert wrong == {"different"}, "a refusing branch that stays is seen"


CALL = b"sgdnnAlpha(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(%s), tpu::TPUGenerateSgdnnTensor(%s));\n"
TESTED = (
    b"void f(Tensor &a, Tensor &b) {\n#if defined BACKEND_1684X\n  "
    + CALL % (b"a", b"b")
    + b"#elif defined BACKEND_SG2260\n  "
    + CALL % (b"b", b"a")
    + b"#endif\n  "
    + CALL % (b"a", b"a")
    + b"#ifdef BACKEND_SG2260\n  "
    + CALL % (b"b", b"b")
    + b"#else\n  int none = 0;\n  (void)none;\n#endif\n}\n"
)


def test_projection_of_tests_of_the_device() -> None:
    text, result = convert(TESTED)
    assert text.count(b"TPUIsChip") == 3 and not result.refusals
    proofs = [p for p in result.proofs if p.name == "projection"]
    assert [(p.chip, p.status, p.detail) for p in proofs] == [("bm_a", "equal", ""), ("sg_b", "equal", "")]


def test_a_test_of_the_wrong_device_is_proven_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    from migrate.rules.torch import guard as torch_guard

    real = torch_guard.guard_edits

    def other_chip(source, plan, rules):
        swap = {b'"bm_a"': b'"sg_b"', b'"sg_b"': b'"bm_a"'}
        edits = real(source, plan, rules)
        return [replace(e, text=re.sub(rb'"(bm_a|sg_b)"', lambda m: swap[m[0]], e.text)) for e in edits]

    monkeypatch.setattr("migrate.convert.torch_side.guard_edits", other_chip)
    _, result = convert(TESTED)
    assert {p.status for p in result.proofs if p.name == "projection"} == {"different"}


def test_a_guard_that_stays_has_no_projection() -> None:
    _, result = convert(b"#ifdef BACKEND_SG2260\nvoid g(Tensor &a);\n#endif\n")
    (proof,) = {(p.status, p.detail) for p in result.proofs if p.name == "projection"}
    assert proof == ("not-run", "a guard stays, with its marker, for a person to decide")


def test_an_argument_nested_5000_deep_is_converted_in_no_time() -> None:
    call = "sgdnnBeta(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(a), sgdnnUndefinedTensor(), %s, 0, tpu::TPUGenerateSgdnnTensor(a));"
    for opener in ("(", "g("):
        text = f"void f(Tensor &a) {{\n  {call % (opener * 5000 + '1.f' + ')' * 5000)}\n}}\n"
        start = time.process_time()
        _, result = convert(text.encode())
        assert not result.refusals
        assert time.process_time() - start < 5, "18 s before blocks were remembered; a quarter of a second since"


def test_a_flag_that_says_that_the_call_waits() -> None:
    """What `false` and a variable say turns round, and a call that leaves a flag of `false` out does not wait."""
    call = "sgdnnAlpha ( tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor ( a ), tpu::TPUGenerateSgdnnTensor ( b )%s );"
    data = (
        "void f ( const Tensor & a, Tensor & b, bool now )\n{\n  tpu_status_t status = "
        + call
        + "\n  TORCH_CHECK ( status == SG_SUCCESS );\n}\n"
    )
    header = (CASES / "legacy.h").read_bytes()
    prototypes = read_prototypes(header.replace(b"bool non_blocking = true", b"bool sync = false"))
    rules = replace(RULES, non_blocking=frozenset(), blocking=frozenset({"sync"}))
    waits = {"": 0, ", false": 0, ", true": 1, ", now": 1}
    for flag, count_of_waits in waits.items():
        text, result = convert((data % flag).encode(), rules, prototypes)
        assert [r.id for r in result.refusals] == [] and b"sgdnn" not in text
        assert text.count(b"synchronize") == count_of_waits, text
    assert b"if (!(!(now))) { stream.synchronize(); }" in text
