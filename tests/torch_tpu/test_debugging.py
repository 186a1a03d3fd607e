"""docs/debugging.md is a run: a planted wrong kernel makes a model diverge, and each tool that the page uses finds it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dnnlib.paths import ROOT
from tests.transcript import Ran, run_page, same, written

pytestmark = [pytest.mark.torch, pytest.mark.native]

KERNEL = "tpu_kernel_api_gelu_backward_multi_core"


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> list[Ran]:
    return run_page(ROOT / "docs/debugging.md", tmp_path_factory.mktemp("page"))


def printed(ran: list[Ran], command: str) -> list[str]:
    found = [each.printed for each in ran if each.command.startswith(command)]
    assert found, command
    return found


def losses(text: str) -> list[float]:
    return [float(value) for value in re.findall(r"loss (\S+)", text)]


def test_the_page_says_what_the_commands_print(ran: list[Ran]) -> None:
    assert len(ran) > 10
    for each in ran:
        assert same(each.said, each.printed), (
            f"$ {each.command}\n{each.printed}\n{each.errors}\nrun make debugging-docs"
        )


def test_the_model_diverges_and_is_right_without_the_fault(ran: list[Ran]) -> None:
    ((on_cpu,), (wrong, right)) = (
        [losses(text) for text in printed(ran, f"python train.py {d}")] for d in ("cpu", "tpu")
    )
    assert len(on_cpu) == len(wrong) == len(right) == 6
    assert on_cpu == pytest.approx(right, rel=0.02)
    assert wrong[-1] > 3 * on_cpu[-1]


def test_autocompare_finds_the_one_call(ran: list[Ran]) -> None:
    (count,) = printed(ran, "grep -c '^autocompare:.*: pass'")
    assert int(count) > 20
    (found,) = printed(ran, "grep '^autocompare:.*MISMATCH'")
    (line,) = found.splitlines()
    assert line.startswith("autocompare: aten::gelu_backward(grad_output=Tensor[192, 64](float32, tpu:0, ")
    assert "1536 of 12288 elements of result are wrong; result[" in line  # the share of one core in eight
    assert "expected" in line
    assert "utest_ops --repeat-from utest_failures/aten_gelu_backward_sg_b_" in line


def test_bisection_finds_the_same_call_twice(ran: list[Ran]) -> None:
    (text,) = printed(ran, "python narrow.py")
    first, effect = re.findall(r"^first .*: call (\d+), aten::gelu_backward\(", text, re.MULTILINE)
    assert first == effect


def test_the_trace_has_the_kernel(ran: list[Ran]) -> None:
    (text,) = printed(ran, "python trace.py")
    (line,) = [line for line in text.splitlines() if line.startswith("aten::gelu_backward")]
    assert re.fullmatch(rf"aten::gelu_backward: {KERNEL} of sg_b, 8 cores, \d+ cycles", line)
    (where,) = printed(ran, "python where.py")
    assert where == "aten::gelu_backward of [192, 64]: 24 rows are wrong, from 168 to 191\n"


def test_the_saved_call_fails_while_planted_and_passes_without(ran: list[Ran]) -> None:
    planted, mended = printed(ran, "utest_ops --repeat-from")
    assert "FAIL" in planted
    assert planted.endswith("exit code 1\n")
    assert mended.startswith("aten::gelu_backward on sg_b: passed")
    assert mended.endswith("exit code 0\n")


def test_a_page_is_compared_but_for_numbers() -> None:
    assert same("a 0x1f is 1.5e-3, nan\n", "a 0x2 is 7, inf\n")
    assert not same("a is 1\n", "b is 1\n")
    assert not same("1\n", "1\n2\n")


def test_a_page_is_written_anew(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "```python\n# one.py\nprint(1)\n```\n```console\n$ export A=3\n$ python one.py; echo $A\nold\n$ unset A\n$ echo $A.\n```\n"
    )
    new = written(page, run_page(page, tmp_path))
    assert new.endswith("$ python one.py; echo $A\n1\n3\n$ unset A\n$ echo $A.\n.\n```\n")
