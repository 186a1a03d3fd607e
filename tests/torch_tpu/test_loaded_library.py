"""The tools use the libtpudnn that the process has loaded: that of a package of its own, as `migrate build --torch` installs one."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from processes import run

from dnnlib.paths import ROOT, library_dir

pytestmark = [pytest.mark.torch, pytest.mark.native]

PROGRAM = """
import torch, torch_tpu
from torch_tpu.tools import dump_args, kernel_log, profiler
value = torch.ones(4, 4, device="tpu:0")
lines = []
with profiler.region(), kernel_log.enable() as log, dump_args("mm", level=1, to=lines.append):
    value @ value
print(torch_tpu.__file__)
print(sorted({line.split()[-1] for line in open("/proc/self/maps") if "/libtpudnn.so" in line}))
print(len(profiler.stats().kernels) > 0, "matmul" in log.json(), any("tpudnn" in line for line in lines))
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A prefix with a library and a package as an installation lays them out."""
    prefix = tmp_path_factory.mktemp("prefix")
    python, parts = prefix / "python/torch_tpu", prefix / "python/torch_tpu/tpudnn"
    shutil.copytree(ROOT / "torch_tpu", python, ignore=shutil.ignore_patterns("csrc", "native_ops", "codegen"))
    parts.mkdir()
    for file in library_dir().iterdir():
        if file.is_file():  # the extension looks for its library beside itself
            beside = file.name == "_C.so" or file.name.startswith("libtpudnn.so")
            shutil.copy2(file, (python if beside else parts) / file.name)
    return prefix


def test_one_library_is_loaded_and_the_tools_see_it(package: Path) -> None:
    environment = {"PYTHONPATH": str(package / "python"), "TORCH_DEVICE_BACKEND_AUTOLOAD": "0"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=package,  # Python looks there first
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    module, loaded, seen = done.stdout.splitlines()
    assert module.startswith(str(package))
    (library,) = ast.literal_eval(loaded)
    assert Path(library).parent == (package / "python/torch_tpu").resolve()
    assert seen == "True True True"


def test_without_one_it_is_that_of_the_build() -> None:
    done = run("from dnnlib import capi; print(capi.device_count() > 0, capi.library().folder)")
    assert done.stdout.split() == ["True", str(library_dir().resolve())], done.stderr
