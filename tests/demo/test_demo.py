"""The demo ends with the truth: its table passes on the example, and fails where the legacy source computes something else."""

import shutil
import subprocess
import sys

import pytest

from dnnlib.paths import ROOT, library_dir

pytestmark = [pytest.mark.native, pytest.mark.slow]


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A folder laid out as the checkout is, with a legacy tree of its own."""
    root = tmp_path_factory.mktemp("demo")
    (root / "examples").mkdir()
    shutil.copytree(ROOT / "examples/legacy", root / "examples/legacy", ignore=shutil.ignore_patterns("migrated", ".*"))
    for part in ("chips", "dnnlib", "torch_tpu", "utest_ops"):
        (root / part).symlink_to(ROOT / part)
    return root


def demo(tree):
    """Run the demo by the C API on the chips of the native build; give exit code and output."""
    words = [
        "--legacy",
        tree / "examples/legacy",
        "--base",
        library_dir().parent,
        "--tree",
        tree / "build",
        "--via",
        "capi",
    ]
    done = subprocess.run(
        [sys.executable, ROOT / "demo/demo.py", *map(str, words)], capture_output=True, text=True, timeout=900
    )
    return done.returncode, done.stdout + done.stderr


def verdicts(output):
    """(chip, dtype) -> verdict, from the closing table."""
    lines = output[output.rindex("chip  dtype") :].splitlines()[1:]
    rows = [line.split() for line in lines if line.startswith(("bm_a", "sg_b"))]
    return {(row[0], row[1]): row[-1] for row in rows}


def test_the_table_passes_on_the_example_and_fails_on_a_planted_constant(tree):
    code, output = demo(tree)
    assert code == 0, output[-4000:]
    expected = {(chip, dtype) for chip in ("bm_a", "sg_b") for dtype in ("f32", "f16", "bf16")}
    assert verdicts(output) == dict.fromkeys(expected, "pass")
    assert "sgdnnMatmul" in output and "tpudnnMatmulAsync" in output and "Nothing is left to do by hand" in output

    source = tree / "examples/legacy/sgdnn/src/sgdnn.cpp"
    text = source.read_text(encoding="utf-8")
    matmul = text.index("tpu_status_t sgdnnMatmul")
    planted = text[matmul:].replace("api.right_column = right.shape[1];", "api.right_column = right.shape[1] - 1;", 1)
    assert planted != text[matmul:]
    source.write_text(text[:matmul] + planted, encoding="utf-8")
    code, output = demo(tree)
    assert code == 1, output[-4000:]
    found = verdicts(output)
    assert {found["bm_a", dtype] for dtype in ("f32", "f16", "bf16")} == {"FAIL"}
    assert {found["sg_b", dtype] for dtype in ("f32", "f16", "bf16")} == {"pass"}
    assert "demo: FAILED" in output


def test_a_source_that_does_not_convert_ends_with_2(tree):
    done = subprocess.run(
        [sys.executable, ROOT / "demo/demo.py", "--source", "NoSuchFile.cpp", "--tree", str(tree / "other")],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 2
    assert "demo: migrate convert ended with exit code" in done.stderr
    assert "verdict" not in done.stdout
