"""The sources of the legacy example that no library is built from compile, once per chip."""

from __future__ import annotations

import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from dnnlib.paths import ROOT

LEGACY = ROOT / "examples" / "legacy"
CHIPS = {"bm_a": "BACKEND_1684X", "sg_b": "BACKEND_SG2260"}
COMPILER = shutil.which("g++") or shutil.which("c++")

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")


def errors(source: Path, chip: str, standard: str, *includes: Path) -> str:
    """What the compiler says of one source for one chip; empty where it is content."""
    folders = [LEGACY / "sgdnn" / "include", ROOT / "chips" / "include", ROOT / "chips" / chip / "include", *includes]
    assert COMPILER is not None
    command = [
        COMPILER,
        f"-std={standard}",
        "-fsyntax-only",
        f"-D{CHIPS[chip]}",
        *(f"-I{folder}" for folder in folders),
    ]
    done = subprocess.run([*command, str(source)], capture_output=True, text=True, timeout=300, check=False)
    return "" if done.returncode == 0 else f"{source.name} for {chip}:\n{done.stderr}"


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("flag", ["", "USING_PERF_MODE"])
def test_library_sources(chip: str, flag: str, tmp_path: Path) -> None:
    for name in ("sgdnn.cpp", "defects.cpp"):
        source = tmp_path / name
        define = f"#define {flag}\n" if flag else ""
        source.write_text(f'{define}#include "{LEGACY / "sgdnn" / "src" / name}"\n')
        assert errors(source, chip, "c++17", LEGACY / "sgdnn" / "src") == ""


@pytest.mark.slow
def test_native_operators() -> None:
    torch = pytest.importorskip("torch")
    headers = Path(torch.__file__).parent / "include"
    sources = sorted((LEGACY / "native_ops").glob("*.cpp"))
    assert len(sources) >= 15
    pairs = [(source, chip) for source in sources for chip in CHIPS]
    with ThreadPoolExecutor(2) as pool:
        found = pool.map(
            lambda pair: errors(pair[0], pair[1], "c++20", LEGACY / "native_ops" / "include", headers), pairs
        )
    assert "\n".join(filter(None, found)) == ""


def test_unit_tests_name_both_chips() -> None:
    """Each has the three tables of the idiom; some wait for sg_b to be switched on."""
    texts = [p.read_text() for p in (LEGACY / "utest_ops").glob("*.py") if p.name != "top_utest.py"]
    assert len(texts) > 20
    for text in texts:
        assert all(table in text for table in ("chip_arch_dict", "epsilon_dict", "metric_table"))
    assert 0 < sum('"sg2260": 0' in text for text in texts) < len(texts)
