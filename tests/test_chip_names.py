"""No shared file names a chip: what is known of one stands in its folder, its driver, tests, docs and examples."""

import re
import subprocess
from pathlib import Path

import pytest

from dnnlib.codegen.chips import read_chip

ROOT = Path(__file__).resolve().parent.parent
CHIPS = [read_chip(path) for path in sorted((ROOT / "chips").glob("*/chip.yaml"))]
OF_CHIPS = {f"chips/{chip.name}/" for chip in CHIPS} | {f"dnnlib/drivers/{chip.name}.cpp" for chip in CHIPS}
OTHERS = (
    *("tests/", "docs/", "examples/", "README.md"),
    "dnnlib/src/tensor/migrated.",  # what migrate remembers of a conversion: rows of each chip
)


def shared_files() -> list[str]:
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip("this is no checkout")
    return [name for name in done.stdout.splitlines() if not name.startswith((*OF_CHIPS, *OTHERS))]


def test_no_shared_file_names_a_chip() -> None:
    names = re.compile(rf"(?<![a-z0-9])(?:{'|'.join(chip.name for chip in CHIPS)})(?![a-z0-9])", re.IGNORECASE)
    files = shared_files()
    assert {"CMakeLists.txt", "chips/common/kernel.h", "dnnlib/src/driver_loader.cpp", "utest_ops/chips.py"} <= set(
        files
    )
    found = []
    for name in files:
        text = (ROOT / name).read_text(encoding="utf-8", errors="replace") if (ROOT / name).is_file() else ""
        found += [
            f"{name}:{number}: {line.strip()}" for number, line in enumerate(text.splitlines(), 1) if names.search(line)
        ]
    assert not found, "\n".join(found)


def test_the_newest_chip_is_named_by_its_own_files_alone() -> None:
    """Bodies are chosen by forms: even what migrate wrote knows no chip that came after it."""
    names = re.compile(r"(?<![a-z0-9])tc_?c(?![a-z0-9])", re.IGNORECASE)
    for folder in (
        "dnnlib/src",
        "dnnlib/include",
        "chips/common",
        "chips/include",
        "torch_tpu",
        "utest_ops",
        "migrate",
        "cmake",
    ):
        for path in (ROOT / folder).rglob("*"):
            if path.name == "standard-macros.txt":  # guards of the standard library's *.tcc are called so
                continue
            if path.is_file() and path.suffix in (".cpp", ".h", ".py", ".yaml", ".cmake", ".json", ".txt"):
                assert not names.search(path.read_text(encoding="utf-8", errors="replace")), path
