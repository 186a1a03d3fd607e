"""The trace proof: comparison, search for inputs, and both builds of the example tree."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from dnnlib.paths import library_dir
from migrate.project.loading import load_project
from migrate.verify.trace import builds, compare, session
from migrate.verify.trace.cases import NOWHERE
from migrate.verify.trace.inputs import Inputs, Names, Outcome, TensorValue, default_inputs, forced
from migrate.verify.trace.process import CallResult
from migrate.verify.trace.prove import INTERNAL
from migrate.verify.trace.search import repair
from migrate.verify.trace.signature import Scalar, Signature, Tensor

needs_library = pytest.mark.skipif(
    not (library_dir() / "libtpudnn_driver_sg_b.so").exists(), reason="the native part is not built: run `make build`"
)

# ---- comparison

LAYOUT = compare.StructLayout("args_t", 24, (("input", 0, 8, True), ("output", 8, 8, True), ("n", 16, 8, False)))


def call(*events: dict) -> CallResult:
    return CallResult(Outcome(True), events, ((0x1000, 256), (0x2000, 256)))


def launch(input_address: int, output_address: int, number: int = 7) -> dict:
    raw = b"".join(v.to_bytes(8, "little") for v in (input_address, output_address, number))
    return {"event": "launch", "kernel": "k", "args": raw.hex(), "cores": 1}


def steps(*events: dict) -> list[compare.Step]:
    return compare.steps(call(*events), {"args_t": LAYOUT}, {"k": "args_t"})


def malloc(address: int, size: int = 64) -> dict:
    return {"event": "malloc", "address": hex(address), "bytes": size}


def free(address: int) -> dict:
    return {"event": "free", "address": hex(address)}


def test_the_same_buffers_at_other_addresses_are_equal():
    legacy = steps(malloc(0x9000), launch(0x1010, 0x9008))
    unified = steps(malloc(0x5000), launch(0x1010, 0x5008))
    assert compare.first_difference(legacy, unified) == ""


@pytest.mark.parametrize(
    ("unified", "difference"),
    [
        ([malloc(0x5000), launch(0x2010, 0x5000)], "input was T0+16, is T1+16"),
        ([malloc(0x5000, 32), launch(0x1010, 0x5000)], "output was tmp0+0 of 64 bytes, is tmp0+0 of 32 bytes"),
        ([malloc(0x5000), launch(0x1010, 0x5004)], "output was tmp0+0 of 64 bytes, is tmp0+4 of 64 bytes"),
        (
            [malloc(0x5000), launch(0x1010, 0x7F0000000000)],
            "output was tmp0+0 of 64 bytes, is 0x7f0000000000, which is in no buffer",
        ),
        (
            [malloc(0x5000), free(0x5000), launch(0x1010, 0x5000)],
            "output was tmp0+0 of 64 bytes, is tmp0 freed+0 of 64 bytes",
        ),
        ([malloc(0x5000), launch(0x1010, 0x5000, 8)], "n[0] was 0x00000007, is 0x00000008"),
        ([malloc(0x5000), launch(0x1010, 0)], "output was tmp0+0 of 64 bytes, is null"),
        ([], "1 steps became 0"),
    ],
)
def test_differences_are_named(unified, difference):
    legacy = steps(malloc(0x9000), launch(0x1010, 0x9000))
    assert difference in compare.first_difference(legacy, steps(*unified))


def test_a_lost_wait_is_a_difference():
    asynchronous = {**launch(0x1010, 0x2000), "async": 1}
    waits = {**asynchronous, "async": 0}
    sync = {"event": "sync", "stream": 1}
    lost = "the legacy launch waits until its kernel has ended, and nothing waits behind the unified one"
    for legacy, unified, difference in (
        ([waits, waits], [asynchronous, sync, asynchronous, sync], ""),
        ([waits, waits], [waits, asynchronous, sync], ""),
        ([asynchronous], [asynchronous, sync], ""),
        ([waits, waits], [asynchronous, asynchronous, sync], lost),
        ([waits], [sync, asynchronous], lost),
    ):
        found = compare.first_difference(steps(*legacy), steps(*unified))
        assert found.endswith(difference) and bool(found) == bool(difference), (legacy, unified)


def test_a_buffer_that_lives_longer_is_an_intended_difference():
    legacy = steps(malloc(0x9000), free(0x9000), launch(0x1010, 0x9000))
    unified = steps(malloc(0x5000), launch(0x1010, 0x5000))
    assert compare.first_difference(legacy, unified) == "" and compare.kept_longer(legacy, unified)
    assert not compare.kept_longer(unified, unified)
    smaller = steps(malloc(0x5000, 32), launch(0x1010, 0x5000))
    assert "of 32 bytes" in compare.first_difference(legacy, smaller)


def test_what_follows_the_fill_pattern_is_undefined_and_has_to_be_zero():
    legacy = compare.with_undefined(steps(launch(0x1000, 0, 0)), steps(launch(0x1000, 0xFEFEFEFE, 0xFEFEFEFE)))
    assert compare.undefined_fields(legacy) == ["k: output", "k: n[0]"]
    assert compare.first_difference(legacy, steps(launch(0x1000, 0, 0))) == ""
    assert "n[0] was unset, is 0x00000005" in compare.first_difference(legacy, steps(launch(0x1000, 0, 5)))
    assert "output was unset, is T1+0" in compare.first_difference(legacy, steps(launch(0x1000, 0x2000, 0)))
    assert f"output was unset, is {compare.UNSTEADY}" in compare.first_difference(legacy, legacy)


# ---- search

NAMES = Names({"DT_FP32": "FP32", "DT_INT32": "INT32"})


def attempt_with(*checks: tuple[str, object]):
    """An attempt that fails at the first check that does not hold, as a legacy function does."""

    def attempt(values: Inputs) -> Outcome:
        for line, (text, holds) in enumerate(checks, 1):
            if not holds(values):  # type: ignore[operator]
                return Outcome(False, text, line)
        return Outcome(True)

    return attempt


def test_checks_that_break_each_other_are_solved_in_turn():
    signature = Signature("f", (Tensor("input", "T"), Tensor("w0", "T"), Tensor("w1", "T"), Tensor("w2", "T")))
    attempt = attempt_with(
        ("sameShape ( &w0, &w1 )", lambda v: v["w0"].shape == v["w1"].shape),
        ("w0.shape[0] == input.shape[1]", lambda v: v["w0"].shape[0] == v["input"].shape[1]),
        ("w2.shape[0] == w0.shape[1]", lambda v: v["w2"].shape[0] == v["w0"].shape[1]),
        ("input.shape[1] == w2.shape[1] / 3", lambda v: v["input"].shape[1] == v["w2"].shape[1] // 3),
    )
    found, outcome = repair(default_inputs(signature), NAMES, attempt, random.Random(0))
    assert outcome.ok and found is not None
    assert found["w2"].shape[1] // 3 == found["input"].shape[1] == found["w1"].shape[0]


def test_dtypes_dimensions_and_numbers_are_found():
    signature = Signature("f", (Tensor("index", "T"), Scalar("axis", "i", "int")))
    attempt = attempt_with(
        ("index.dtype == DT_INT32", lambda v: v["index"].dtype == "INT32"),
        ("index.dim == 4", lambda v: len(v["index"].shape) == 4),
        ("axis > index.dim", lambda v: v["axis"] > 4),
        ("isContiguous ( &index ) || axis < 0", lambda v: v["index"].layout == "contiguous"),
    )
    found, outcome = repair(default_inputs(signature), NAMES, attempt, random.Random(0))
    assert outcome.ok and found is not None and found["index"].dtype == "INT32"


def test_a_size_that_only_the_function_knows_is_learnt_from_the_values_of_both_sides():
    signature = Signature("f", (Tensor("input", "T"), Tensor("output", "T")))

    def wanted(values: Inputs) -> tuple[int, ...]:
        return tuple(50 * size for size in values["input"].shape)

    def operands(values: Inputs, check: str) -> tuple[int, int] | None:
        pairs = zip(values["output"].shape, wanted(values), strict=False)
        return next((pair for pair in pairs if pair[0] != pair[1]), None)

    attempt = attempt_with(("output.shape[i] == expected[i]", lambda v: v["output"].shape == wanted(v)))
    start = default_inputs(signature)
    found, outcome = repair(start, NAMES, attempt, random.Random(0), operands=operands)
    assert outcome.ok and found is not None and found["output"].shape == wanted(found)
    assert repair(start, NAMES, attempt, random.Random(0))[0] is None


def test_code_for_one_dtype_only_is_found():
    signature = Signature("f", (Tensor("x", "T"), Tensor("y", "T")))
    attempt = attempt_with(("false", lambda v: {v["x"].dtype, v["y"].dtype} == {"INT32"}))
    found, outcome = repair(default_inputs(signature), NAMES, attempt, random.Random(0))
    assert outcome.ok and found is not None and found["y"].dtype == "INT32"


def test_forced_changes_say_what_they_hold():
    base: Inputs = {"x": TensorValue(shape=(4, 8)), "none": TensorValue(present=False, shape=()), "axis": 1}
    changes = {title: (start, holds) for title, start, holds in forced(base)}
    assert all(holds(start) and not holds(base) for start, holds in changes.values())
    assert {"3 dimensions", "8 dimensions", "axis = -1, the rest for it", "with none, the rest for it"} <= set(changes)
    assert changes["x.shape[1] = 9, the rest for it"][0]["x"].shape == (4, 9)


def test_a_check_that_never_holds_ends_the_search():
    signature = Signature("f", (Tensor("x", "T"),))
    found, outcome = repair({"x": TensorValue()}, NAMES, attempt_with(("false", lambda v: False)), random.Random(0))
    assert found is None and outcome.check == "false" and signature.params


# ---- the example tree


@needs_library
def test_every_operator_of_the_example_does_the_same_in_both_builds(example):
    proofs = example.prove()
    assert [p for p in proofs.values() if p.status == "different"] == []
    for chip in ("bm_a", "sg_b"):
        equal = [p for p in proofs.values() if p.chip == chip and p.status == "equal"]
        assert len(equal) >= 40
        assert all(int(re.match(r"(\d+) sets", p.detail)[1]) >= 2 for p in equal)  # type: ignore[index]
    missed = [p for p in proofs.values() if p.status == "not-run"]
    accounted = (NOWHERE, INTERNAL, "the legacy code refuses every input")
    assert [p for p in missed if not p.detail.startswith(accounted)] == []


@needs_library
def test_a_lost_translation_is_a_difference(example):
    pair = next(p for p in example.pairs if p.unified == "tpudnnMatmulAsync")
    source = next(p for p in (example.out / "dnnlib/src/tensor").glob("*.cpp") if "tpudnnMatmulAsync(" in p.read_text())
    right = source.read_text()
    body = right.index("tpudnnMatmulAsync(")
    source.write_text(
        right[:body] + re.sub(r"pimpl->virtToPhys\((\w+\.addr)\)", r"(uint64_t)(\1)", right[body:], count=1)
    )
    try:
        proof = example.prove([pair])["tpudnnMatmulAsync", "bm_a"]
    finally:
        source.write_text(right)
    assert proof.status == "different" and "was T1+0, is not the same in two runs" in proof.detail


@needs_library
def test_a_wait_behind_a_launch_is_seen(waiting):
    pair = next(p for p in waiting.pairs if p.unified == "tpudnnReduceProdAsync")
    source = next(
        p for p in (waiting.out / "dnnlib/src/tensor").glob("*.cpp") if "tpudnnReduceProdAsync(" in p.read_text()
    )
    right = source.read_text()
    wait = "TPUDNN_SAFE_CALL(pimpl->synchronize());"
    assert wait in right
    assert waiting.prove([pair])[pair.unified, "sg_b"].status == "equal"
    source.write_text(right.replace(wait, ""))
    try:
        proof = waiting.prove([pair])[pair.unified, "sg_b"]
    finally:
        source.write_text(right)
    assert proof.status == "different" and "the legacy launch waits" in proof.detail


@needs_library
def test_fields_that_the_legacy_code_leaves_unset_are_zero(example):
    """The example has such operators; without the initialiser each of them is a difference."""
    proofs = example.prove()
    met = {p.subject for p in proofs.values() if "D304" in p.differences}
    assert met and all("unset by the legacy code: " in p.detail for p in proofs.values() if "D304" in p.differences)
    name = sorted(met)[0]
    pair = next(p for p in example.pairs if p.unified == name)
    source = next(p for p in (example.out / "dnnlib/src/tensor").glob("*.cpp") if f"{name}(" in p.read_text())
    right = source.read_text()
    body = right.index(f"{name}(")
    source.write_text(right[:body] + right[body:].replace(" api = {};", " api;", 1))
    try:
        broken = [p for (subject, _), p in example.prove([pair]).items() if subject == name and p.status == "different"]
    finally:
        source.write_text(right)
    assert broken and all("was unset, is not the same in two runs" in p.detail for p in broken)


@needs_library
def test_a_buffer_that_the_legacy_code_frees_before_its_kernel_is_kept(example, freed_too_early):
    """D303, and nothing else: in the tree as it is the same operator has no such difference."""
    for tree, expected in ((freed_too_early, {"D303"}), (example, set())):
        pair = next(p for p in tree.pairs if p.unified == "tpudnnReduceProdAsync")
        proofs = [p for (name, _), p in tree.prove([pair]).items() if name == pair.unified]
        ran = [p for p in proofs if p.status != "not-run"]
        assert ran and all(p.status == "equal" for p in ran), proofs
        assert {d for p in ran for d in p.differences} & {"D303"} == expected, proofs


def test_stand_ins_of_an_earlier_project_file_are_gone(tmp_path: Path) -> None:
    text = "chips: {a: {}}\ntrace: {runtime: {a: bmlib}, stubs: {%s: '#pragma once'}}\ntarget: {root: unified}\n"
    found = []
    for name in ("one.h", "folder/two.h"):
        (tmp_path / "migrate.yaml").write_text("version: 1\n" + text % name)
        project = load_project(tmp_path / "migrate.yaml")
        builds.legacy_build(project, project.chips[0], tmp_path / "work")
        stubs = tmp_path / "work/stubs"
        found.append([path.relative_to(stubs).as_posix() for path in stubs.rglob("*.h")])
    assert found == [["one.h"], ["folder/two.h"]]


def test_a_chip_is_asked_only_for_what_its_sources_define(tmp_path: Path) -> None:
    (tmp_path / "one.cpp").write_text(
        "#ifdef ON_A\nint first() { return 1; }\n#else\nint second() { return 2; }\n#endif\n"
    )
    (tmp_path / "two.cpp").write_text("int third();\nint fourth() { return third(); }\n")
    text = "version: 1\nchips: {a: {legacy_macro: ON_A}, b: {legacy_macro: ON_B}}\ntarget: {root: unified}\n"
    (tmp_path / "migrate.yaml").write_text(text)
    project = load_project(tmp_path / "migrate.yaml")
    paths = [tmp_path / "one.cpp", tmp_path / "two.cpp"]
    assert session._defined(project, project.chips[0], paths) == {"first", "fourth"}
    assert session._defined(project, project.chips[1], paths) == {"second", "fourth"}


def test_a_missing_function_is_named(tmp_path: Path) -> None:
    (tmp_path / "main.cpp").write_text("void absent();\nint main() { absent(); }\n")
    with pytest.raises(builds.BuildFailed, match=r"linking it failed: undefined reference to `absent\(\)'"):
        builds.run([builds.compiler(), str(tmp_path / "main.cpp"), "-o", str(tmp_path / "main")], "linking it")
