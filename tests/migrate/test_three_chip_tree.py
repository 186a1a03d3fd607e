"""A tree for three chips: converted, proven and built, and its operators compute on the third chip."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from elsewhere import ROOT, migrate

from dnnlib.paths import library_dir

pytestmark = [
    pytest.mark.native,
    pytest.mark.slow,
    pytest.mark.heavy,
    pytest.mark.skipif(not (library_dir() / "tc_c.firmware.so").exists(), reason="needs the native build: make native"),
]
TREE = ROOT / "examples/three_chips"
CHIPS = ("bm_a", "sg_b", "tc_c")
# Operator -> the form of its body that each chip follows; None: the body has one form.
FORMS = {
    "binary": {"bm_a": None, "sg_b": None, "tc_c": None},
    "matmul": {"bm_a": "single_core", "sg_b": "multi_core", "tc_c": "multi_core"},
    "norm2": {"bm_a": "single_core", "sg_b": "multi_core", "tc_c": "multi_core_2"},
    "rms_norm": {"sg_b": None, "tc_c": None},
    "hypot": {"bm_a": None},
}


def test_a_third_chip(tmp_path: Path) -> None:
    out = tmp_path / "out"
    text = migrate(TREE, "verify", "--projection", "--compile", "--trace", "--results", "--out", str(out))
    assert "Nothing is left to do by hand." in text and "DIFFERENT" not in text
    proven = [line for line in text.splitlines() if line.startswith("tpudnn")]
    assert len(proven) == 2 * len(FORMS)  # by trace and by results
    assert sum(line.split().count("equal") for line in proven) == 2 * sum(map(len, FORMS.values())), "\n".join(proven)
    assert sum("the legacy code has no implementation" in line for line in proven) == 4

    for chip in CHIPS:
        rows = yaml.safe_load((out / f"chips/{chip}/kernels.yaml").read_text())["kernels"]
        assert {key: row.get("follows") for key, row in rows.items()} == {
            key: forms[chip] for key, forms in FORMS.items() if chip in forms
        }
    body = (out / "dnnlib/src/tensor/Misc.cpp").read_text()
    assert not [word for word in (*CHIPS, "BACKEND") if word in body]
    header = (out / "dnnlib/include/tpuDNNTensor.h").read_text()
    assert header.count("Only on chips whose kernel table has it") == 2 and "LEFT not for bm_a" in header

    text = migrate(TREE, "build", "--out", str(out))
    assert f"Installed libtpudnn for {', '.join(CHIPS)} (simulated runtimes)" in text
    folder = shutil.copytree(out / "built/lib/tpudnn", tmp_path / "lib", symlinks=True)
    for library in (out / "built/lib").glob("libtpudnn.so*"):
        shutil.copy(library, folder, follow_symlinks=False)
    command = [sys.executable, "-m", "utest_ops", "binary", "matmul", "norm2", "rms_norm", "--chip", "tc_c"]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("TPU")}
    environment |= {"PYTHONPATH": str(ROOT), "TPUDNN_LIBRARY_DIR": str(folder)}
    done = subprocess.run(
        [*command, "--via", "capi"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    last = done.stdout.splitlines()[-1]
    assert done.returncode == 0 and " 0 failed" in last, done.stdout[-3000:] + done.stderr
    assert int(last.split()[1]) >= 120


def test_init_finds_the_third_runtime(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    shutil.copytree(TREE, tree, ignore=shutil.ignore_patterns("*.yaml", "migrated"))
    for source in (ROOT / "examples/legacy/sgdnn/src").glob("tpukernel_launcher.*"):
        shutil.copy(source, tree / "src")
    shutil.copytree(ROOT / "chips/include", tree / "kernels")
    migrate(tree, "init", ".")
    project = yaml.safe_load((tree / "migrate.yaml").read_text())
    assert project["trace"]["runtime"] == {"bm_a": "bmlib", "sg_b": "tpuv7", "tc_c": "tcrt"}
    assert project["chips"]["tc_c"]["legacy_macro"] == "BACKEND_TC3200"
