"""chart records calls; route sends the next run's calls where the edited chart says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch
from tests_of_tools import Net, step, wrong_kernel

from torch_tpu.tools import Chart, ChartError, calls, chart, route

pytestmark = [pytest.mark.torch, pytest.mark.native]


def other(device: str) -> str:
    return f"tpu:{(int(device.partition(':')[2]) + 1) % torch.tpu.device_count()}"


def work(device: str) -> torch.Tensor:
    value = torch.arange(12.0, device=device).reshape(3, 4)
    product = value @ value.T
    product.add_(1)
    first = product.relu()
    return torch.cat([first, product @ first])


def test_a_chart_repeats_calls_in_order(device: str, tmp_path: Path) -> None:
    with chart("mm", "add_", "relu") as recorded:
        work(device)
    assert [entry["operator"] for entry in recorded.entries] == [
        "aten::mm",
        "aten::add_.Tensor",
        "aten::relu",
        "aten::mm",
    ]
    assert recorded.entries[0]["arguments"] == "self=float32[3, 4], mat2=float32[4, 3]"
    recorded.save(tmp_path / "chart.json")
    assert Chart.load(tmp_path / "chart.json").entries == recorded.entries


def test_calls_go_where_the_route_says(device: str) -> None:
    expected = work(device)
    with chart("mm", "add_", "relu") as recorded:
        work(device)
    data = json.loads(recorded.json())
    for entry, where in zip(data["calls"], (other(device), other(device), "cpu", device), strict=True):
        entry["device"] = where
    went: list[torch.device] = []

    def where_it_runs(call: calls.Call) -> None:
        went.append(call.arguments[0].device)
        call.proceed()

    with calls.listening(where_it_runs, ["mm", "add_", "relu"]), route(data, check=True):
        got = work(device)
    assert got.device == torch.device(device)
    torch.testing.assert_close(got, expected)


def test_offload_false_is_the_cpu(device: str) -> None:
    import torch_tpu

    with chart("mm") as recorded:
        work(device)
    recorded.entries[1]["offload"] = False
    ran: list[bool] = []
    with calls.listening(lambda call: ran.append(True), ["mm"]), route(recorded):
        work(device)
    assert len(ran) == 1  # the other one did not reach the device
    assert torch_tpu is not None


def test_a_training_step_by_route(device: str) -> None:
    torch.manual_seed(0)
    net = Net().to(device)
    with chart() as recorded:
        expected = step(net, device)
    for entry in recorded.entries:
        if entry["operator"] in ("aten::addmm", "aten::mm", "aten::gelu", "aten::native_layer_norm"):
            entry["device"] = other(device)
    torch.manual_seed(0)
    net = Net().to(device)
    with route(recorded):
        got = step(net, device)
    torch.testing.assert_close(got, expected, rtol=1e-4, atol=1e-4)


def test_what_does_not_match_is_an_error_with_both_calls(device: str) -> None:
    value = torch.ones(2, 2, device=device)
    with chart("mm", "relu") as recorded:
        value @ value
    with (
        pytest.raises(RuntimeError, match=r"call 0 of the chart is aten::mm\(.*\), the program calls aten::relu\("),
        route(recorded),
    ):
        value.relu()
    with (
        pytest.raises(RuntimeError, match=r"self=float32\[2, 2\].*the program calls aten::mm\(self=float32\[3, 3\]"),
        route(recorded),
    ):
        torch.ones(3, 3, device=device) @ torch.ones(3, 3, device=device)
    with pytest.raises(RuntimeError, match="the chart ends after 1 calls"), route(recorded):
        value @ value
        value @ value
    with pytest.raises(ChartError, match="ended before call 0 of the chart"), route(recorded):
        pass


def test_results_are_checked_on_the_way(device: str) -> None:
    value = torch.randn(4, 4, device=device)
    with chart("mm") as recorded:
        value @ value
    said: list[str] = []
    with route(recorded, check=True, say=said.append):
        value @ value
    assert said == ["call 0, aten::mm on its device: pass"]
    with wrong_kernel("mm"), pytest.raises(RuntimeError, match="route: call 0, aten::mm"), route(recorded, check=True):
        value @ value


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"device": "tpu:99"}, "there is no device tpu:99"),
        ({"device": "gpu"}, '"device" is "cpu" or a device'),
        ({"device": "cuda"}, "there is no device cuda"),
        ({"offload": "yes"}, '"offload" is true or false'),
        ({"ofload": True}, "'ofload'"),
        ({"operator": 3}, 'needs "operator" and "arguments"'),
        ({"device": "tpu:0", "offload": False}, '"offload" is false, and "device" is tpu:0'),
    ],
)
def test_a_wrong_chart_is_refused(change: dict, sentence: str) -> None:
    entry = {"operator": "aten::mm", "arguments": "", "offload": True} | change
    with pytest.raises(ChartError, match=sentence), route({"version": 1, "patterns": ["mm"], "calls": [entry]}):
        pass


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"version": 2}', '{"version": 1, "calls": 3, "patterns": []}'])
def test_a_file_that_is_no_chart_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "chart.json"
    path.write_text(text)
    with pytest.raises(ChartError, match=r"chart\.json"):
        Chart.load(path)
