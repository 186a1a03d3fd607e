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


def test_a_program_on_the_cpu_runs_on_the_device(device: str) -> None:
    """Its loss and gradients, and what it changes in place, lie on the CPU as before."""

    def program() -> tuple[torch.Tensor, torch.Tensor]:
        generator = torch.Generator().manual_seed(3)
        value = torch.randn(6, 8, generator=generator)
        weight = torch.randn(8, 4, generator=generator).requires_grad_()
        product = value @ weight
        product.relu().sum().backward()
        assert weight.grad is not None
        with torch.no_grad():
            weight.add_(weight.grad, alpha=-0.1)
        return weight, product.t()

    expected = program()
    with chart("mm", "relu", "add_", "t", cpu=True) as recorded:
        program()
    names = [entry["operator"] for entry in recorded.entries]
    assert names.count("aten::mm") == 2
    assert {"aten::relu", "aten::add_.Tensor"} <= {*names}
    assert not any(entry["offload"] for entry in recorded.entries)
    data = json.loads(recorded.json())
    assert data["cpu"] is True
    ran: list[tuple[str, str]] = []

    def where_it_runs(call: calls.Call) -> None:
        ran.append((call.operator, str(call.arguments[0].device)))
        call.proceed()

    for entry in data["calls"]:
        entry["device"], entry["offload"] = device, True
    with calls.listening(where_it_runs, ["mm", "relu", "add_"]), route(data, check=True):
        got = program()
    assert [name for name, _ in ran] == [name for name in names if not name.startswith("aten::t")]
    assert {where for _, where in ran} == {device}
    for one, other_one in zip(got, expected, strict=True):
        assert one.device.type == "cpu"
        torch.testing.assert_close(one, other_one)
    for entry in data["calls"]:
        del entry["device"]  # the current device
    ran.clear()
    torch.tpu.set_device(device)
    with calls.listening(where_it_runs, ["mm"]), route(data):
        program()
    assert [where for _, where in ran] == [device, device]


def test_a_wrong_result_of_a_moved_call_is_found(device: str) -> None:
    value = torch.ones(4, 4)
    with chart("mm", cpu=True) as recorded:
        value @ value
    data = json.loads(recorded.json())
    data["calls"][0]["device"] = device
    del data["calls"][0]["offload"]
    with (
        pytest.raises(RuntimeError, match=rf"route: call 0, aten::mm on {device}: "),
        wrong_kernel("mm"),
        route(data, check=True),
    ):
        value @ value
    with pytest.raises(RuntimeError, match="route: call 0 of the chart is aten::mm"), route(data):
        value[:2] @ value
    data["cpu"] = "yes"
    with pytest.raises(ChartError, match='"cpu" is true or false'), route(data):
        pass


def test_programs_on_both(device: str) -> None:
    """A chart of the CPU has the device's calls too, in their order."""
    host, there = torch.ones(2, 2), torch.ones(2, 2, device=device)
    with chart("mm", cpu=True) as recorded:
        host @ host
        there @ there
        host @ host
    assert [entry["offload"] for entry in recorded.entries] == [False, True, False]
    with route(recorded):
        host @ host
        there @ there
        host @ host
