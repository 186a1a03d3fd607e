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


def compile_command(chip: str, standard: str, *includes: Path) -> list[str]:
    folders = [LEGACY / "sgdnn" / "include", ROOT / "chips" / "include", ROOT / "chips" / chip / "include", *includes]
    assert COMPILER is not None
    return [COMPILER, f"-std={standard}", f"-D{CHIPS[chip]}", *(f"-I{folder}" for folder in folders)]


def errors(command: list[str]) -> str:
    """What the compiler says; empty where it is content."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    return "" if done.returncode == 0 else f"{' '.join(command)}\n{done.stderr}"


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("flag", ["", "USING_PERF_MODE"])
def test_library_sources(chip: str, flag: str, tmp_path: Path) -> None:
    for name in ("sgdnn.cpp", "defects.cpp"):
        source = tmp_path / name
        define = f"#define {flag}\n" if flag else ""
        source.write_text(f'{define}#include "{LEGACY / "sgdnn" / "src" / name}"\n')
        command = compile_command(chip, "c++17", LEGACY / "sgdnn" / "src")
        assert errors([*command, "-fsyntax-only", str(source)]) == ""


@pytest.mark.slow
@pytest.mark.parametrize("chip", CHIPS)
def test_native_operators(chip: str, tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    command = compile_command(chip, "c++20", LEGACY / "native_ops" / "include", Path(torch.__file__).parent / "include")
    # torch's headers take seconds: read once
    header = tmp_path / "first.h"
    header.write_text('#include "TPUTorchUtils.h"\n')
    assert errors([*command, "-x", "c++-header", str(header), "-o", f"{header}.gch"]) == ""
    sources = sorted((LEGACY / "native_ops").glob("*.cpp"))
    assert len(sources) >= 15
    if chip == "sg_b":  # what has no guard is the same text for both
        sources = [source for source in sources if b"BACKEND_" in source.read_bytes()]
    with ThreadPoolExecutor(2) as pool:
        found = pool.map(
            lambda source: errors([*command, "-include", str(header), "-fsyntax-only", str(source)]), sources
        )
    assert "\n".join(filter(None, found)) == ""


def test_unit_tests_name_both_chips() -> None:
    """Each has the three tables of the idiom; some wait for sg_b to be switched on."""
    texts = [p.read_text() for p in (LEGACY / "utest_ops").glob("*.py") if p.name != "top_utest.py"]
    assert len(texts) > 20
    for text in texts:
        assert all(table in text for table in ("chip_arch_dict", "epsilon_dict", "metric_table"))
    assert 0 < sum('"sg2260": 0' in text for text in texts) < len(texts)
