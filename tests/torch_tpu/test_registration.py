"""ops.yaml to registration: what is derived, and what a mistake says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torchgen")
ROOT = Path(__file__).resolve().parents[2]


def generate(tmp_path: Path, text: str) -> subprocess.CompletedProcess[str]:
    (tmp_path / "ops.yaml").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "codegen", "--ops", str(tmp_path / "ops.yaml"), "--out", str(tmp_path / "out")]
    environment = {"PYTHONPATH": str(ROOT / "torch_tpu"), "PATH": "/usr/bin:/bin"}
    return subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment, check=False)


def registered(tmp_path: Path) -> list[str]:
    return re.findall(r'm\.impl\("([^"]+)"', (tmp_path / "out" / "RegisterNative_0.cpp").read_text(encoding="utf-8"))


def test_an_out_row_covers_its_group(tmp_path: Path) -> None:
    run = generate(tmp_path, "- func: addmm.out\n  kernel: addmm_out_tpu\n")
    assert run.returncode == 0, run.stderr
    assert registered(tmp_path) == ["addmm.out", "addmm", "addmm_"]
    declared = (tmp_path / "out" / "NativeKernels.h").read_text(encoding="utf-8")
    assert "at::Tensor & addmm_out_tpu(const at::Tensor & self, const at::Tensor & mat1" in declared


def test_a_row_of_its_own_wins_over_a_derived_variant(tmp_path: Path) -> None:
    run = generate(tmp_path, "- func: exp.out\n  kernel: a\n- func: exp\n  kernel: b\n")
    assert run.returncode == 0, run.stderr
    text = (tmp_path / "out" / "RegisterNative_0.cpp").read_text(encoding="utf-8")
    assert registered(tmp_path) == ["exp.out", "exp_", "exp"] and "at::b(dense(self))" in text


def test_like_derives_operators_without_a_meta_function(tmp_path: Path) -> None:
    run = generate(tmp_path, "- func: logical_not.out\n  kernel: k\n  like: self\n  dtype: Bool\n")
    assert run.returncode == 0, run.stderr
    assert registered(tmp_path) == ["logical_not.out", "logical_not", "logical_not_"]


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        ("- func: mm.out\n  kernel: a\n- func: mmm.out\n  kernel: b\n", 3, "PyTorch has no operator mmm.out"),
        ("- func: mm.out\n", 1, "a row needs the key kernel"),
        ("- func: mm.out\n  kernel: a\n  kernal: b\n", 3, "unknown key 'kernal'"),
        ("- func: mm.out\n  kernel: a\n- func: mm.out\n  kernel: b\n", 3, "mm.out has a row already, at line 1"),
        ("- func: mm.out\n  kernel: a\n  strided: [left]\n", 1, "mm.out has no argument left"),
        ("- func: mm.out\n  kernel: a\n  promote: perhaps\n", 1, "promote is true or false"),
        ("- func: mm.out\n  kernel: a\n  like: self\n", 1, "like is for an .out overload without a meta function"),
        ("- func: [\n", 2, "not valid YAML"),
    ],
)
def test_a_mistake_names_its_line(tmp_path: Path, text: str, line: int, sentence: str) -> None:
    run = generate(tmp_path, text)
    assert run.returncode == 1 and not (tmp_path / "out").exists()
    assert f"ops.yaml:{line}: " in run.stderr and sentence in run.stderr


def test_generated_files_stay_untouched_when_nothing_changes(tmp_path: Path) -> None:
    text = "- func: mm.out\n  kernel: a\n"
    assert generate(tmp_path, text).returncode == 0
    before = (tmp_path / "out" / "RegisterNative_0.cpp").stat().st_mtime_ns
    assert generate(tmp_path, text).returncode == 0
    assert (tmp_path / "out" / "RegisterNative_0.cpp").stat().st_mtime_ns == before


def test_an_operator_of_our_own(tmp_path: Path) -> None:
    run = generate(tmp_path, "- schema: twice(Tensor input, float by) -> Tensor\n  kernel: twice_tpu\n")
    assert run.returncode == 0, run.stderr
    text = (tmp_path / "out" / "RegisterOwn.cpp").read_text(encoding="utf-8")
    assert 'm.def("twice(Tensor input, float by) -> Tensor")' in text and "at::twice_tpu(dense(input), by)" in text
    run = generate(tmp_path, "- kernel: k\n  schema: twice(Tensr input)\n")
    assert run.returncode == 1 and "ops.yaml:1: not a schema" in run.stderr
