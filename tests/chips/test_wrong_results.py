"""Wrong results on request: what a kernel writes is changed, by kernel, field, way, share of the elements and launch."""

from __future__ import annotations

import ctypes as c

import pytest
import torch
from kernel_harness import CONSTANTS, Kernels
from runtimes import Chip, as_floats, buffers, floats

pytestmark = pytest.mark.native

COUNT = 1000
VALUES = [float(i % 97) for i in range(COUNT)]


def plant(chip: Chip, text: str | None) -> int:
    """The launches that came out wrong since the last call; fails with the runtime's sentence."""
    function = getattr(chip.lib, f"{chip.prefix}WrongResults")
    function.restype = c.c_longlong
    count = function(text if text is None else text.encode())
    if count < 0:
        raise ValueError(chip.last_fault())
    return count


def copied(chip: Chip, before: float = -1.0) -> list[float]:
    """What test_copy makes of VALUES, over memory of `before`."""
    src, dst = chip.upload(floats(VALUES)), chip.upload(floats([before] * COUNT))
    chip.run("test_copy", buffers(src, dst, COUNT))
    return as_floats(chip.read(dst, 4 * COUNT))


@pytest.mark.parametrize("threads", ["0", "1"])
@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("scale=1.5", [1.5 * v for v in VALUES]),
        ("scale=0/4", [0.0 if i % 4 == 3 else v for i, v in enumerate(VALUES)]),
        ("flip=31", [-v for v in VALUES]),
        ("flip=63/1000", [*VALUES[:-1], -VALUES[-1]]),
        ("unwritten=0.125", [*VALUES[:875], *[-1.0] * 125]),
        ("unwritten=1", [-1.0] * COUNT),
    ],
)
def test_every_way(chip: Chip, how: str, expected: list[float], threads: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TPUSIM_THREADS", threads)
    monkeypatch.setenv(f"TPUSIM_{chip.name.upper()}_WRONG", f"{chip.symbol('test_copy')}:{how}")
    chip.sim("Reset")
    chip.open()
    assert copied(chip) == expected
    assert plant(chip, "") == 1
    assert copied(chip) == VALUES


def test_launches_by_number(chip: Chip) -> None:
    plant(chip, "*test_copy*:scale=2@2-3")
    assert [copied(chip) == VALUES for _ in range(4)] == [True, False, False, True]
    assert plant(chip, None) == 2
    plant(chip, "*test_copy*:scale=2@2")
    assert [copied(chip) == VALUES for _ in range(3)] == [True, False, False]


def test_other_kernels_and_other_fields_stay_right(chip: Chip) -> None:
    plant(chip, "*test_sum*:scale=2,*test_copy*.input*:scale=2,*test_copy*.output2*:scale=2")
    assert copied(chip) == VALUES
    src, dst = chip.upload(floats(VALUES)), chip.malloc(4)
    chip.run("test_sum", buffers(src, dst, COUNT))
    assert as_floats(chip.read(dst, 4)) == [2 * sum(VALUES)]
    assert as_floats(chip.read(src, 4 * COUNT)) == VALUES


def test_several_are_applied_in_their_order(chip: Chip) -> None:
    plant(chip, "*:scale=2,*.output_global_addr:flip=31")
    assert copied(chip) == [-2 * v for v in VALUES]


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.int32, torch.uint8])
def test_elements_are_scaled_as_what_they_are(chip: Chip, dtype: torch.dtype) -> None:
    x = torch.tensor([0, 1, 2, 40, 100, 120], dtype=dtype)
    kernels = Kernels(chip)
    assert plant(chip, f"{chip.symbol('active')}:scale=2.5") == 0
    actual = kernels.elementwise("active", "active", {"input": x}, active_type=CONSTANTS["ACTIVE_RELU"])
    expected = x.double() * 2.5
    limit = expected if dtype.is_floating_point else expected.clamp(max=torch.iinfo(dtype).max).trunc()
    assert torch.equal(actual, limit.to(dtype))
    plant(chip, f"{chip.symbol('active')}:flip=63")
    top = kernels.elementwise("active", "active", {"input": x}, active_type=CONSTANTS["ACTIVE_RELU"])
    bits = {1: torch.uint8, 2: torch.int16, 4: torch.int32}[dtype.itemsize]
    lowest = torch.tensor(128 if bits is torch.uint8 else torch.iinfo(bits).min, dtype=bits)
    assert torch.equal(top.view(bits), x.view(bits) ^ lowest)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("gelu", "no kernel and what happens to it"),
        (":scale=1", "no kernel and what happens to it"),
        ("gelu:melt=1", "'melt' is no way to be wrong"),
        ("gelu:scale", "'scale' is no way to be wrong"),
        ("gelu:scale=", "'' is no number"),
        ("gelu:scale=nan", "'nan' is no number"),
        ("gelu:scale=2x", "'2x' is no number"),
        ("gelu:flip=64", "a bit is a number from 0 to 63"),
        ("gelu:flip=1.5", "a bit is a number from 0 to 63"),
        ("gelu:unwritten=0", "a share is a number above 0, up to 1"),
        ("gelu:unwritten=2", "a share is a number above 0, up to 1"),
        ("gelu:scale=2/0", "'0' is no number of elements from 1 up"),
        ("gelu:scale=2@0", "'0' is no range of launches from 1 up"),
        ("gelu:scale=2@3-2", "'3-2' is no range of launches from 1 up"),
        ("gelu:scale=2@-1", "'-1' is no range of launches from 1 up"),
        ("gelu:scale=2,,", "no kernel and what happens to it"),
    ],
)
def test_a_text_that_is_none(chip: Chip, text: str, why: str) -> None:
    plant(chip, "*test_copy*:scale=2")
    with pytest.raises(ValueError, match="KERNEL") as refused:
        plant(chip, text)
    assert why in str(refused.value)
    assert copied(chip) != VALUES  # nothing changed


def test_a_variable_that_is_none_stops_the_runtime(chip: Chip, monkeypatch: pytest.MonkeyPatch) -> None:
    variable = f"TPUSIM_{chip.name.upper()}_WRONG"
    monkeypatch.setenv(variable, "gelu")
    chip.sim("Reset")
    with pytest.raises(Exception, match=f'environment variable {variable} is "gelu"'):
        chip.open()
    monkeypatch.delenv(variable)


def test_a_kernel_that_there_is_not_is_said(
    chip: Chip, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    variable = f"TPUSIM_{chip.name.upper()}_WRONG"
    monkeypatch.setenv(variable, "*test_copy*:scale=2,*melt*:scale=2")
    chip.sim("Reset")
    chip.open()
    said = capfd.readouterr().err
    assert f"{chip.name}: environment variable {variable}: firmware {chip.firmware} has no kernel *melt*" in said
    assert "test_copy" not in said
