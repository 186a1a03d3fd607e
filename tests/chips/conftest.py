from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from runtimes import BmA, Chip, SgB

from dnnlib.paths import library_dir


def fresh(chip: Chip, monkeypatch: pytest.MonkeyPatch) -> Chip:
    if not chip.firmware.exists():
        pytest.fail(f"{chip.firmware} is missing; build with: make build")
    for name in [name for name in os.environ if name.startswith("TPUSIM_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("TPUSIM_MEMORY", "64M")
    chip.sim("Reset")
    chip.open()
    return chip


@pytest.fixture
def bm_a(monkeypatch: pytest.MonkeyPatch) -> Iterator[BmA]:
    chip = BmA()
    yield fresh(chip, monkeypatch)
    chip.sim("Reset")


@pytest.fixture
def sg_b(monkeypatch: pytest.MonkeyPatch) -> Iterator[SgB]:
    chip = SgB()
    yield fresh(chip, monkeypatch)
    chip.sim("Reset")


@pytest.fixture(params=["bm_a", "sg_b"])
def chip(request: pytest.FixtureRequest) -> Chip:
    return request.getfixturevalue(request.param)


@pytest.fixture
def native_test() -> Path:
    return library_dir() / "test"
