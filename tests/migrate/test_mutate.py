"""Seeded mutants: what the kinds do to code and rules, a sample on the example tree, the full run on the real one."""

from __future__ import annotations

import os
import random
import re
from pathlib import Path

import pytest

from dnnlib.paths import library_dir
from migrate.commands.common import Progress
from migrate.commands.verify import kernel_names
from migrate.project.loading import load_project
from migrate.verify.mutate import output_mutants
from migrate.verify.mutate.bench import only, open_bench
from migrate.verify.mutate.prove import SHARE, output_trials, prove, rule_trials
from migrate.verify.mutate.rule_mutants import rule_mutants

ROOT = Path(__file__).parents[2]
needs_library = pytest.mark.skipif(
    not (library_dir() / "libtpudnn_driver_sg_b.so").exists(), reason="the native part is not built: run `make build`"
)
AROUND = output_mutants.Surroundings(["halve", "matmul", "copy"], ["single_core", "multi_core"])
BODY = """tpudnnStatus_t tpudnnHalveAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input.dtype == output.dtype);
    TPUDNNScopedMemory memory(pimpl);
    void *buffer = nullptr;
    TPUDNN_SAFE_CALL(memory.malloc(&buffer, 64));
    sg_api_halve_t api;
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.outer = input.shape[0] * 2;
    api.dtype = tpudnnKernelDType(input.dtype);
    if (input.dtype == TPUDNN_DTYPE_FP16)
    {
        api.outer = 1;
    }
    if (pimpl->follows("halve", "single_core"))
    {
        TPUDNN_SAFE_CALL(pimpl->launchKernel("halve", &api, sizeof(api)));
    }
    return TPUDNN_STATUS_SUCCESS;
}
"""


@pytest.mark.parametrize("kind", output_mutants.KINDS)
def test_every_kind_changes_the_code_and_says_what(kind):
    found = list(output_mutants.KINDS[kind](BODY, AROUND))
    assert found
    assert all(text != BODY and what for what, text in found)
    assert len({text for _, text in found}) == len(found)


def test_table_mutants():
    table = "chip: bm_a\nkernels:\n  halve:\n    symbol: k_halve\n    cores: 1\n    follows: single_core\n  copy:\n    symbol: k_copy\n    cores: all\n"
    found = list(output_mutants.table_mutants(table, AROUND.forms))
    assert {(kind, key) for kind, key, _, _ in found} == {
        ("wrong-symbol", "halve"), ("wrong-cores", "halve"), ("wrong-follows", "halve"), ("lost-row", "halve"),
        ("wrong-symbol", "copy"), ("wrong-cores", "copy"), ("lost-row", "copy"),
    }  # fmt: skip
    assert all(text != table for *_, text in found)


def test_rule_mutants_change_one_entry_and_leave_the_rules_alone():
    project = load_project(ROOT / "examples/legacy/migrate.yaml")
    before = repr(project.library_rules)
    found = list(rule_mutants(project.library_rules))
    assert repr(project.library_rules) == before
    assert len(found) >= 150 and len({m.kind for m in found}) >= 15
    assert all(m.swapped_chips or repr(m.rules) != before for m in found)


def test_a_unit_keeps_the_function_under_trial_and_what_is_not_public():
    text = b"static int helper() { return 1; }\n// twice\nint a() { return helper(); }\nint b() { return 2; }\n"
    assert only(text, ["b"], ["a", "b"]) == b"static int helper() { return 1; }\n\nint b() { return 2; }\n"


@needs_library
def test_a_sample_of_mutants_in_the_example_is_caught(example):
    pairs = [p for p in example.pairs if p.unified in SAMPLE]
    kernels = kernel_names(example.project)
    bench = open_bench(example.project, pairs, kernels, example.out, example.work, lambda text: None)
    try:
        trials = output_trials(bench, 24, random.Random(1), lambda text: None)
        trials += rule_trials(bench, 6, random.Random(1), lambda text: None)
    finally:
        bench.close()
    assert len(trials) >= 28 and len({t.kind for t in trials}) >= 20
    survivors = [t for t in trials if not t.verdict.by]
    assert len(survivors) <= 3, survivors


SAMPLE = ("tpudnnMatmulAsync", "tpudnnStridedCopyAsync", "tpudnnActiveAsync", "tpudnnWhereAsync", "tpudnnNonzeroAsync")


@needs_library
@pytest.mark.skipif(
    not os.environ.get("LEGACY_TREE"), reason="LEGACY_TREE does not name a checkout of the public legacy tree"
)
def test_mutants_in_the_real_tree_are_caught(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    from migrate.commands.run.session import Options, Session
    from migrate.emit.files import write_all
    from migrate.model import Status
    from migrate.verify.trace.session import Pair

    project = load_project(ROOT / "examples/projects/torch-tpu.yaml", Path(os.environ["LEGACY_TREE"]))
    out = tmp_path / "out"
    done = Session(project, Options(), lambda text: None, out).convert(project.source_files(project.library.sources))
    write_all({out / name: data for name, data in done.outputs.items()})
    functions = [f for item in done.inputs for f in item.result.functions]
    pairs = [Pair(f.legacy, f.unified, f.rows) for f in functions if f.status == Status.CONVERTED and f.declaration]
    progress = Progress()
    with capsys.disabled():
        proofs = prove(project, pairs, kernel_names(project), out, tmp_path / "work", progress, 100)
        progress.finish()
    halves = [p for p in proofs if p.subject.startswith("mutants in")]
    assert [p.status for p in halves] == ["equal", "equal"], (SHARE, proofs)
    for proof in halves:
        tried, kinds = re.search(r" of (\d+) caught.*; (\d+) kinds", proof.detail).groups()  # type: ignore[union-attr]
        assert int(tried) >= 95 and int(kinds) >= 15
    reasons = [p.detail.partition(": ")[2] for p in proofs if p.status == "survived"]
    assert all(reasons), reasons
