"""The command line: what it says on wrong use, and that its exit code is the truth."""

import json
import os
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from utest_ops.chips import all_chips
from utest_ops.cli import main
from utest_ops.discover import operators


def utest_ops(*words, env=None, cwd=None):
    """Run the command; give exit code, standard output, standard error."""
    done = subprocess.run(
        [sys.executable, "-m", "utest_ops", *words],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=cwd,
        env=os.environ | (env or {}),
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["matmull"], ["unknown operator 'matmull'", "did you mean 'matmul'", "softmax"]),
        (["matmul", "--chip", "bm_z"], ["unknown chip 'bm_z'", "bm_a", "sg2260"]),
        (["matmul", "--dtype", "f31"], ["unknown dtype 'f31'", "bf16"]),
        (["matmul", "--dtype", "u8"], ["no case for dtype u8", "bf16, f16, f32"]),
        (["matmul", "--case", "7x7"], ["no case '7x7'", "64x64,64x64"]),
        (["rms_norm", "--via", "torch"], ["no case for via torch"]),
        (["--repeat-from", "nowhere.npz"], ["cannot repeat from nowhere.npz"]),
    ],
)
def test_wrong_use_is_a_sentence_and_exit_code_2(words, said):
    code, _, error = utest_ops(*words)
    assert code == 2
    assert "Traceback" not in error
    for part in said:
        assert part in error


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["matmul", "--repeat-from", "x.npz"], ["no operator, chip, case or dtype goes with it"]),
        (["matmul", "--case", ""], ["no case ''"]),
        (["matmul", "--case", "x" * 100_000], ["no case 'xxx"]),
        (["matmul", "-j", "0"], ["-j/--jobs: '0' is not a number of worker processes from 1 to"]),
        (["matmul", "-j", "-3"], ["-j/--jobs: "]),
        (["matmul", "-j", "1000000000000"], ["'1000000000000' is not a number"]),
        (["matmul", "-j", "two"], ["'two' is not a number"]),
        (["matmul", "--seed", "-1"], ["'-1' is not a seed"]),
        (["matmul", "--seed", "4294967296"], ["seed 4294967296 is too large; seeds are 0 to 4294967295"]),
        (["matmul", "--seed", "9" * 5000], ["--seed"]),
        (["matmul", "--timeout", "0"], ["'0' is not a time"]),
        (["matmul", "--timeout", "nan"], ["'nan' is not a time"]),
        (["matmul", "--timeout", "inf"], ["'inf' is not a time"]),
        (["matmul", "--timeout", "-5"], ["--timeout"]),
        (["matmul", "--timeout", "soon"], ["'soon' is not a time"]),
        (["matmul", "--chip", ""], ["'' names nothing"]),
        (["matmul", "--chip", "bm_a,,sg_b"], ["names nothing between two commas"]),
        (["matmul", "--dtype", ","], ["names nothing"]),
        ([""], ["'' names nothing"]),
        (["matmul", "--via", "usb"], ["torch", "capi"]),
        (["matmul", "--json", ""], ["--json"]),
        (["matmul", "--junit", ""], ["--junit"]),
        (["matmul", "--failures", ""], ["--failures"]),
        (["--repeat-from", ""], ["--repeat-from"]),
    ],
    ids=lambda value: " ".join(value)[:40],
)
def test_an_absurd_value_of_an_option_is_refused_with_a_sentence(words, said, capsys):
    try:
        code = main(words)
    except SystemExit as ended:
        code = ended.code
    error = capsys.readouterr().err
    assert code == 2
    for part in said:
        assert part in error


def test_without_the_extension_it_says_what_to_do(tmp_path):
    code, _, error = utest_ops("matmul", env={"TPUDNN_LIBRARY_DIR": str(tmp_path)})
    assert code == 2
    assert "_C.so does not exist" in error and "make native" in error and "--via capi" in error


def test_without_the_library_it_says_what_to_do(tmp_path):
    code, _, error = utest_ops("matmul", "--via", "capi", env={"TPUDNN_LIBRARY_DIR": str(tmp_path)})
    assert code == 2
    assert "libtpudnn.so does not exist" in error and "make native" in error


def test_no_argument_lists_the_operators_and_chips():
    code, output, _ = utest_ops()
    assert code == 0
    assert set(operators()) <= set(output.split())
    assert "bm_a (bm1684x)" in output and "sg_b (sg2260)" in output


def test_list_shows_cases_and_runs_nothing(tmp_path):
    code, output, _ = utest_ops("matmul", "--list", "--chip", "sg2260", env={"TPUDNN_LIBRARY_DIR": str(tmp_path)})
    assert code == 0
    assert "matmul 64x64,64x64 f32 sg_b" in output.splitlines()
    assert "bm_a" not in output


def test_aliases_name_the_same_chips():
    aliases = [alias for chip in all_chips().values() for alias in chip.aliases]
    assert {"bm1684x", "sg2260"} <= set(aliases)


@pytest.mark.native
def test_matmul_passes_on_every_chip_and_reports_agree(tmp_path):
    report, junit = tmp_path / "r.json", tmp_path / "r.xml"
    words = ["matmul", "--via", "capi", "--chip", "all", "-j", "2", "--json", str(report), "--junit", str(junit)]
    code, output, _ = utest_ops(*words, cwd=tmp_path)
    assert code == 0, output
    data = json.loads(report.read_text())
    assert data["totals"]["failed"] == 0
    assert {r["job"]["chip"] for r in data["results"]} == set(all_chips())
    assert {r["job"]["dtype"] for r in data["results"]} == {"f32", "f16", "bf16"}
    ordinary = [r for r in data["results"] if "special" not in r["job"]["case"] and r["outcome"] == "pass"]
    assert ordinary and all(o["tolerance"] > 0 for r in ordinary for o in r["outputs"])
    suites = ElementTree.parse(junit).getroot()
    assert sum(int(suite.get("tests")) for suite in suites) == len(data["results"])
    assert f"{data['totals']['passed']} passed, 0 failed" in output
    assert not (tmp_path / "utest_failures").exists()


@pytest.mark.native
def test_an_operator_a_chip_does_not_have_is_said_to_be_absent(tmp_path):
    code, output, error = utest_ops("conv2d", "--via", "capi", "--chip", "sg_b", cwd=tmp_path)
    assert code == 3, "nothing was compared"
    assert "not on this chip" in output and "0 passed, 0 failed" in output and "exists on sg_b" in error
    code, output, _ = utest_ops("conv2d", "--via", "capi", "--chip", "all", "--dtype", "f32", cwd=tmp_path)
    assert code == 0 and "not on this chip" in output
