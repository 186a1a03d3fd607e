"""Tests of the tpu device run on every device of the process and compare with the CPU."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from utest_ops.chips import Chip, all_chips

CHIPS = sorted(all_chips())
torch = pytest.importorskip("torch")
try:
    import torch_tpu
except ImportError as error:
    torch_tpu = None
    _missing = str(error)
else:
    _missing = ""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if torch_tpu is None:
        for item in items:
            if item.get_closest_marker("torch"):
                item.add_marker(pytest.mark.skip(reason=_missing))


@pytest.fixture(params=[f"tpu:{index}" for index in range(len(CHIPS))])
def device(request: pytest.FixtureRequest) -> str:
    """Each chip in turn."""
    return request.param


@pytest.fixture
def on_its_device(request: pytest.FixtureRequest) -> None:
    """The device in turn is the current one, for tests that have one; fresh_state takes it back."""
    if "device" in request.fixturenames:
        torch.tpu.set_device(request.getfixturevalue("device"))


@pytest.fixture
def chip(device: str) -> Chip:
    return all_chips()[CHIPS[int(device.partition(":")[2])]]


@pytest.fixture(autouse=True)
def fresh_state() -> Iterator[None]:
    """Seeds, counters and the current device as at the start."""
    if torch_tpu is not None:
        torch.manual_seed(0)
        torch.tpu.set_device(0)
        torch_tpu.reset_fallbacks()
    yield
    if torch_tpu is not None:
        torch_tpu.set_fallback_mode("silent")
        torch_tpu.force_fallback()
