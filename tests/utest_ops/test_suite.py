"""A legacy tree's own unit tests as the harness runs them: our sample of the idiom, and the public tree's where it is there."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from dnnlib.paths import ROOT
from utest_ops.chips import all_chips
from utest_ops.errors import UsageError
from utest_ops.suite import CANNOT, EXCEPTION, FAILED, HUNG, KINDS, NOTHING, PASSED, Suite, chips_of, judge

MAIN = 'if __name__ == "__main__":\n'
ON_DEVICE = "'TORCH_TPU_FORCE_FALLBACK' not in os.environ"
PROGRAMS = {
    "good": ("print('[Result] good f32  output-0 is success')\n", PASSED, ""),
    "bad": (
        f"import os\n    print('[Result] x is success')\n    if {ON_DEVICE}: print('[Result] bad f16  output-1 is failed')\n",
        FAILED,
        "1 of 2 outputs",
    ),
    "always_bad": (
        "print('[Result] x f16  output-0 is failed')\n",
        CANNOT,
        "1 of 1 are, too, with every operator on the CPU",
    ),
    "silent": ("pass\n", NOTHING, "prints no result"),
    "off": ("print('[INFO]Test skikped for this arch!')\n", NOTHING, "switched off"),
    "raises": (f"import os\n    assert not ({ON_DEVICE}), 'the reason'\n", EXCEPTION, "AssertionError: the reason"),
    "always_raises": (
        "assert 0, 'the reason'\n",
        CANNOT,
        "the test's own code, also with every operator on the CPU: Assertion",
    ),
    "killed": (f"import os\n    if {ON_DEVICE}: os.abort()\n", EXCEPTION, "died of signal 6"),
    "needs": ("import no_such_module\n", CANNOT, "needs the module no_such_module"),
    "says": ("print('[Success] says compare pass!')\n", PASSED, ""),
    "denies": (
        f"import os\n    print('[Failed] compare' if {ON_DEVICE} else '[Success] compare')\n",
        FAILED,
        "1 of 1 outputs",
    ),
    "helped": ("import helper; helper.say()\n", PASSED, ""),
    "place": ("import os; open('left', 'w'); print('[Result]', os.environ['CHIP_ARCH'], 'is success')\n", PASSED, ""),
}


@pytest.fixture
def folder(tmp_path):
    """One program of each kind, and a module that two of them share."""
    folder = tmp_path / "tests"
    folder.mkdir()
    for name, (body, _, _) in PROGRAMS.items():
        (folder / f"{name}.py").write_text(f"{MAIN}    {body}")
    (folder / "helper.py").write_text("def say():\n    print('[Result] helped is success')\n")
    return folder


def test_each_program_is_named_with_its_outcome(folder):
    before = sorted(folder.rglob("*"))
    outcomes = list(Suite([folder]).run([all_chips()["sg_b"]], 2))
    assert {o.test for o in outcomes} == set(PROGRAMS)
    for outcome in outcomes:
        _, kind, reason = PROGRAMS[outcome.test]
        assert (outcome.kind, outcome.chip) == (kind, "sg_b") and reason in outcome.reason, outcome
    assert sorted(folder.rglob("*")) == before, "a test of the tree left something in it"


def test_a_program_that_hangs_costs_its_time(folder):
    (folder / "hangs.py").write_text(f"{MAIN}    import time; time.sleep(1000)\n")
    assert Suite([folder], 0.5).run_one("hangs", all_chips()["bm_a"]).kind == HUNG


def test_a_further_folder_replaces_programs_of_the_same_name(folder, tmp_path):
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "bad.py").write_text(f"{MAIN}    import helper; helper.say()\n")
    assert Suite([folder, tmp_path / "more"]).run_one("bad", all_chips()["bm_a"]).kind == PASSED


def test_the_command_tells_counts_and_exit_code(folder, tmp_path):
    command = [
        sys.executable,
        "-m",
        "utest_ops",
        "--suite",
        str(folder),
        "--chip",
        "bm_a",
        "--json",
        str(tmp_path / "r"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    counts = json.loads((tmp_path / "r").read_text())["totals"]["bm_a"]
    assert counts == {kind: sum(k == kind for _, k, _ in PROGRAMS.values()) for kind in KINDS}
    for name in PROGRAMS:
        (folder / f"{name}.py").unlink()
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 2 and "has no program" in done.stderr


def test_a_setup_runs_before_every_program(folder, tmp_path):
    """The program sees what the file has done, and neither the file nor the harness as its own."""
    (tmp_path / "first.py").write_text("import torch_stub_of_test\n")
    (tmp_path / "torch_stub_of_test.py").write_text("")
    (folder / "torch_stub_of_test.py").write_text("loaded = True\n")
    body = "import sys; assert 'torch_stub_of_test' in sys.modules and sys.argv == [__file__]"
    (folder / "after.py").write_text(f"{MAIN}    {body}; print('[Result] x is success')\n")
    outcome = Suite([folder], setup=[tmp_path / "first.py"]).run_one("after", all_chips()["bm_a"])
    assert outcome.kind == PASSED, outcome


EXTENSION = """
calls = []
def native_calls(): return {"aten::mm": 3}
def fallbacks(): return [type("Report", (), {"operator": "aten::sort", "calls": 2})]
"""


def test_an_extension_takes_the_place_of_our_device_and_its_calls_are_counted(folder, tmp_path):
    package = tmp_path / "built/python/torch_tpu"
    package.mkdir(parents=True)
    with pytest.raises(UsageError, match=r"--extension .*built has no python/torch_tpu/_C\.so: `migrate build --torch"):
        Suite([folder], extension=tmp_path / "built")
    (package / "_C.so").touch()
    (package / "__init__.py").write_text(EXTENSION)
    suite = Suite([folder], extension=tmp_path / "built")
    found = suite.run_one("good", all_chips()["bm_a"])
    assert (found.kind, found.native, found.fallbacks) == (PASSED, {"aten::mm": 3}, {"aten::sort": 2}), found
    (tmp_path / "built/lib/tpudnn").mkdir(parents=True)
    (tmp_path / "built/lib/tpudnn/sg_b.kernels").touch()
    assert [chip.name for chip in chips_of(tmp_path / "built", [])] == ["sg_b"]
    with pytest.raises(UsageError, match="was not built for bm_a; it has sg_b"):
        chips_of(tmp_path / "built", ["bm1684x"])
    (folder / "calls.py").write_text(f"{MAIN}    import torch_tpu; torch_tpu.calls; print('[Result] x is failed')\n")
    suite = Suite([folder], extension=tmp_path / "built")
    assert suite.run_one("calls", all_chips()["bm_a"]).kind == FAILED, (
        "with our own device it raises, which is no excuse"
    )


def test_a_setup_that_is_no_file_is_named(folder, tmp_path):
    with pytest.raises(UsageError, match=r"--setup .*nothing\.py is no file"):
        Suite([folder], setup=[tmp_path / "nothing.py"])


def test_an_exception_after_results_is_no_success():
    assert judge("t", "sg_b", 1, "[Result] t is success\nValueError: late\n").kind == EXCEPTION


# Compares what nobody has set, so that it passes or fails by chance.
BY_CHANCE = "assignment"
# What cannot pass: the outcome, and a piece of the reason. docs/utest-ops.md says why.
OFF = (NOTHING, "switched off")
NOT_PASSING = {
    "mlp": (NOTHING, "prints no result"),
    "utest_cmd": (CANNOT, "global_skip_utest_manifest"),
    "where": (CANNOT, "expected condition to be a boolean tensor"),
}
NOT_PASSING_ON = {"bm_a": {}, "sg_b": dict.fromkeys(("batchnorm", "conv", "entropy_loss"), OFF)}


@pytest.mark.torch
@pytest.mark.slow
@pytest.mark.skipif(not os.environ.get("LEGACY_TREE"), reason="LEGACY_TREE names no checkout of the public legacy tree")
def test_the_public_trees_own_tests_run_unchanged(tmp_path):
    """Chips are switched on by edit 16 in an output folder; nothing of the tree is written. Docs: the table in docs/utest-ops.md."""
    tree = Path(os.environ["LEGACY_TREE"])
    own = tree / "python/utest_ops"
    before = {p: p.stat().st_mtime_ns for p in own.rglob("*")}
    convert = [
        sys.executable,
        "-m",
        "migrate.cli",
        "convert",
        "--project",
        str(ROOT / "examples/projects/torch-tpu.yaml"),
    ]
    convert += ["--root", str(tree), "--out", str(tmp_path / "out"), "-q", str(tree)]
    done = subprocess.run(convert, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    words = [
        "--suite",
        str(own),
        "--suite",
        str(tmp_path / "out/utest_ops/legacy"),
        "--chip",
        "bm_a,sg_b",
        "-j",
        "2",
    ]
    command = [sys.executable, "-m", "utest_ops", *words, "--json", str(tmp_path / "r.json")]
    subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=3600, check=False)
    tests = json.loads((tmp_path / "r.json").read_text())["tests"]
    assert {p: p.stat().st_mtime_ns for p in own.rglob("*")} == before
    for chip in ("bm_a", "sg_b"):
        outcomes = {t["test"]: t for t in tests if t["chip"] == chip and t["kind"] != PASSED}
        assert outcomes.pop(BY_CHANCE, {"kind": CANNOT})["kind"] in (CANNOT, FAILED)
        listed = NOT_PASSING | NOT_PASSING_ON[chip]
        if importlib.util.find_spec("torchvision") is None:
            listed["resnet"] = (CANNOT, "torchvision")
        assert {n: t["kind"] for n, t in outcomes.items()} == {n: kind for n, (kind, _) in listed.items()}, outcomes
        assert [n for n, (_, reason) in listed.items() if reason not in outcomes[n]["reason"]] == [], outcomes
