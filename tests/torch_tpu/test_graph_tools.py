"""The tools around a capture and its replays."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch

import torch_tpu
from torch_tpu import tools

pytestmark = [pytest.mark.torch, pytest.mark.native, pytest.mark.usefixtures("on_its_device")]


def step(a: torch.Tensor) -> torch.Tensor:
    return torch.relu(a @ a + 1)


@pytest.fixture
def x(device: str) -> torch.Tensor:
    return torch.randn(8, 8, generator=torch.Generator().manual_seed(0)).to(device)


def replayed(x: torch.Tensor) -> torch.Tensor:
    graph = torch_tpu.graph(step, x)
    assert not torch.tpu.is_current_stream_capturing()
    graph(x)
    return graph(x).cpu()


def test_a_capture_says_so(x: torch.Tensor) -> None:
    with torch_tpu.graph():
        assert torch.tpu.is_current_stream_capturing()
        with torch.tpu.stream(torch.Stream(x.device)):
            assert not torch.tpu.is_current_stream_capturing()
        step(x)
    assert not torch.tpu.is_current_stream_capturing()


def test_autocompare_compares_nothing_that_is_captured(x: torch.Tensor) -> None:
    right = step(x).cpu()
    with tools.autocompare("mm", "relu") as found:
        assert torch.equal(replayed(x), right)
        step(x)
    captured = [each for each in found.compared if "captured into a graph" in each.verdict.skipped]
    assert [each.operator for each in captured] == ["aten::mm", "aten::relu"]
    assert [each.verdict.passed for each in found.compared] == [False, False, True, True]


def test_a_dump_has_no_values_of_what_is_captured(x: torch.Tensor) -> None:
    right, lines = step(x).cpu(), []
    with tools.dump_args("mm", level=3, to=lines.append):
        assert torch.equal(replayed(x), right)
    text = "".join(lines)
    assert text.count("= (captured into a graph)") == 3, text  # of two arguments and the result


def test_the_kernel_log_has_each_replay(x: torch.Tensor, tmp_path: Path) -> None:
    with tools.kernel_log.enable(tmp_path / "log.jsonl", content=True):
        replayed(x)
    report = tools.kernel_log.replay(tmp_path / "log.jsonl")
    assert report.launches == 6 and not report.differences and not report.untranslated, report


def test_routes_of_a_capture(x: torch.Tensor, tmp_path: Path) -> None:
    right = step(x).cpu()
    with tools.chart("mm", "relu") as chart:
        replayed(x)
    chart.save(tmp_path / "chart.json")
    with tools.route(tmp_path / "chart.json"):
        assert torch.equal(replayed(x), right)
    for forced in (lambda: tools.route(tmp_path / "chart.json", check=True), lambda: tools.forced_fallback("mm")):
        with pytest.raises(RuntimeError, match="mm cannot be captured into a graph"), forced():
            torch_tpu.graph(step, x)
    assert torch.equal(replayed(x), right)


def test_a_region_of_the_profiler_counts_each_replay(x: torch.Tensor) -> None:
    tools.profiler.clear()
    with tools.profiler.region():
        replayed(x)
    found = json.loads(tools.profiler.stats(["Kernels"]).json())["Kernels"]
    tools.profiler.clear()
    assert [each["calls"] for each in found["kernels"]] == [2, 2, 2], found


def test_a_replay_is_bisected(x: torch.Tensor) -> None:
    graph = torch_tpu.graph(step, x)
    assert "first wrong result: none" in str(tools.bisect(lambda: graph(x).sum(), 1e-3))
