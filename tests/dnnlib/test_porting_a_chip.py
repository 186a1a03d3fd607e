"""docs/porting-a-chip.md is followed word by word: its files are written and its commands run in a copy of the sources."""

import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from dnnlib import paths
from dnnlib.paths import ROOT

pytestmark = [pytest.mark.native, pytest.mark.slow, pytest.mark.heavy]

PAGE = (ROOT / "docs/porting-a-chip.md").read_text(encoding="utf-8")
STEP = re.compile(r"^\d+\. (?P<text>.*?)^   ```(?P<language>\w+)\n(?P<code>.*?)^   ```$", re.MULTILINE | re.DOTALL)


def follow(page: str, tree: Path) -> str:
    """Write the files of the steps; the commands between them, in order."""
    section = page[page.index("## Step by step") : page.index("## The driver")]
    found = list(STEP.finditer(section))
    assert len(found) == len(re.findall(r"^\d+\. ", section, re.MULTILINE)) == 6
    commands = ""
    for step in found:
        code = textwrap.dedent(step["code"])
        if step["language"] == "sh":
            commands += code
            continue
        (name,) = re.findall(r"`([^`]+)`:$", step["text"].strip(), re.MULTILINE)
        file = tree / name
        assert not file.exists(), f"{name} is no new file"
        file.parent.mkdir(exist_ok=True)
        file.write_text(code, encoding="utf-8")
    return commands


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the sources, as a person has it who begins with the page."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False).stdout.split(b"\0")
    if not any(listed):
        pytest.skip("not a checkout: what belongs to the sources is not known")
    for name in filter(None, (name.decode() for name in listed)):
        if (ROOT / name).is_file() and not name.startswith(("tests/", "docs/")):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def test_who_follows_the_page_has_a_chip_that_computes(tree: Path) -> None:
    commands = follow(PAGE, tree)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TPU")} | {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "PYTHONPATH": str(tree),
        "TPUDNN_LIBRARY_DIR": str(paths.library_dir()),
    }
    done = subprocess.run(
        ["bash", "-euc", commands], cwd=tree, env=environment, capture_output=True, text=True, timeout=1800, check=False
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    counts = re.findall(r"^utest_ops: (\d+) passed, (\d+) failed, (\d+) not on this chip", done.stdout, re.MULTILINE)
    assert [int(failed) for _, failed, _ in counts] == [0, 0]
    assert all(int(passed) > 0 and int(absent) > 0 for passed, _, absent in counts), "f32 and bf16 pass, f16 is absent"
