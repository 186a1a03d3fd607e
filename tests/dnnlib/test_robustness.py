"""robustness.c (plain C) against the library under test; tests/sanitize.py runs it against libraries built with sanitizers."""

import os
import subprocess
from pathlib import Path

import pytest

from dnnlib import capi, paths

pytestmark = pytest.mark.native

SOURCE = Path(__file__).with_name("robustness.c")


def test_c_program(library_folder: Path, tmp_path: Path, lib: capi.Library) -> None:
    program, include = tmp_path / "robustness", paths.ROOT / "dnnlib" / "include"
    command = ["gcc", "-std=c11", "-Wall", "-Werror", f"-I{include}", str(SOURCE), f"-L{library_folder}", "-ltpudnn"]
    subprocess.run([*command, f"-Wl,-rpath,{library_folder}", "-o", str(program)], check=True, timeout=120)
    done = subprocess.run([program], env=os.environ, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
