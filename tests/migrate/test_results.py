"""The results proof: both builds of the example tree on the simulated chips' real kernels."""

from __future__ import annotations

import re

import pytest

from dnnlib.paths import library_dir
from migrate.verify.results.moves import InputSet, moves, tensor_count
from migrate.verify.trace.cases import NOWHERE
from migrate.verify.trace.inputs import Names, TensorValue
from migrate.verify.trace.prove import INTERNAL

needs_library = pytest.mark.skipif(
    not (library_dir() / "libtpudnn_driver_bm_a.so").exists(), reason="needs the native build: make native"
)
NAMES = Names({"SGDNN_DTYPE_FP32": "FP32", "SGDNN_DTYPE_INT32": "INT32"})


def reached(start: InputSet, said: str) -> list[dict]:
    return [move.values for move in moves(start, NAMES, said)]


def test_contents_of_each_tensor_are_changed_alone():
    start = InputSet({"input": TensorValue(), "index": TensorValue()}, "nn")
    contents = {move.contents for move in moves(start, NAMES, "index 7 is outside an axis of size 4")}
    assert {"ni", "in", "nl", "ln", "nz", "zn"} <= contents


def test_numbers_and_lists_of_the_answer_are_tried():
    start = InputSet({"out": TensorValue(shape=(8,)), "end": 1}, "n")
    assert {"out": TensorValue(shape=(8,)), "end": 9} in reached(start, "has 8 elements; start, end and step give 0")
    start = InputSet({"out": TensorValue(shape=(2, 2, 4, 8))}, "n")
    assert {"out": TensorValue(shape=(2, 2, 3, 3))} in reached(start, "out: is not that of the input, [2, 2, 3, 3]")


def test_what_the_answer_names_comes_before_the_rest():
    start = InputSet({"alpha": 1, "left": 2, "axis": 1}, "")
    changed = [next(k for k in move if move[k] != start.values[k]) for move in reached(start, "argument axis: is 1")]
    assert changed[0] == "axis" and set(changed) == {"alpha", "left", "axis"}


def test_an_array_becomes_an_order_of_dimensions():
    start = InputSet({"input": TensorValue(shape=(4, 8)), "order": (1,) * 8}, "n")
    assert {**start.values, "order": tuple(range(8))} in reached(start, "order: names a dimension twice")


def test_every_move_keeps_the_number_of_tensors():
    start = InputSet({"list": (TensorValue(), TensorValue()), "input": TensorValue(), "count": 2}, "nnn")
    found = list(moves(start, NAMES, "list: has 3 sizes"))
    assert found and all(tensor_count(move.values) == len(move.contents) == 3 for move in found)


@needs_library
def test_every_operator_of_the_example_computes_the_same_in_both_builds(example):
    proofs = example.prove(proof="results")
    assert [p for p in proofs.values() if p.status == "different"] == []
    for chip in ("bm_a", "sg_b"):
        equal = [p for p in proofs.values() if p.chip == chip and p.status == "equal"]
        assert len(equal) >= 40
        assert all(int(re.match(r"(\d+) sets", p.detail)[1]) >= 2 for p in equal)  # type: ignore[index]
    accounted = (NOWHERE, INTERNAL, "the legacy code refuses every input")
    assert [p for p in proofs.values() if p.status == "not-run" and not p.detail.startswith(accounted)] == []


@needs_library
def test_a_wrong_number_is_seen_in_what_is_computed(example):
    """Both builds launch; only the kernel's result tells."""
    source = next(
        p for p in (example.out / "dnnlib/src/tensor").glob("*.cpp") if "api.value = scalar;" in p.read_text()
    )
    right = source.read_text()
    body = right.index("api.value = scalar;")
    name = re.findall(r"tpudnnStatus_t (\w+)\(", right[:body])[-1]
    pair = next(p for p in example.pairs if p.unified == name)
    source.write_text(right[:body] + right[body:].replace("api.value = scalar;", "api.value = scalar + 1;", 1))
    try:
        proofs = example.prove([pair], "results")
    finally:
        source.write_text(right)
    assert {p.status for p in proofs.values()} == {"different"}
    assert all("the contents of tensor" in p.detail for p in proofs.values()), proofs
