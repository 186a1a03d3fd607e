"""The example tree away from this checkout, and the tool as a command in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
CHIPS = ("bm_a", "sg_b")


def migrate(tree: Path, *arguments: str, code: int = 0) -> str:
    """What the command says; it has to end with `code`."""
    command = [sys.executable, "-m", "migrate.cli", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout + done.stderr


def copied_example(folder: Path, name: str = "tree") -> Path:
    """The example tree in `folder`, without a project file and what is not to convert, with what it needs of its chips."""
    tree = folder / name
    shutil.copytree(ROOT / "examples/legacy", tree, ignore=shutil.ignore_patterns("migrate.yaml", "defects.cpp"))
    shutil.copytree(ROOT / "chips/include", tree / "deps/include")
    for chip in CHIPS:
        shutil.copytree(ROOT / f"chips/{chip}/include", tree / f"deps/{chip}/include")
    return tree
