"""The profiler of regions, and the device's activity in torch.profiler."""

from __future__ import annotations

import json
import re
import threading
import tracemalloc
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
import torch
from tests_of_tools import Net, step
from torch.profiler import ProfilerActivity, profile

from torch_tpu.tools import calls, profiler
from utest_ops.chips import Chip

pytestmark = [pytest.mark.torch, pytest.mark.native]


@pytest.fixture(autouse=True)
def no_region() -> Iterator[None]:
    profiler.clear()
    yield
    if profiler.is_in_roi():
        profiler.disable()
    profiler.clear()


def kernels_of(chip: Chip, stats: profiler.Stats) -> dict[str, profiler.Kernel]:
    assert {kernel.chip for kernel in stats.kernels} == {chip.name}
    return {kernel.name: kernel for kernel in stats.kernels}


def test_a_region_has_its_calls_and_kernels(device: str, chip: Chip) -> None:
    value = torch.randn(32, 32, device=device)
    value @ value  # outside
    with profiler.region():
        assert profiler.is_in_roi()
        for _ in range(3):
            (value @ value).exp()
        torch.sort(value)
    assert not profiler.is_in_roi()
    value @ value
    stats = profiler.stats()
    tree = stats.tree.children
    assert tree["aten::mm"].calls == 3
    assert tree["aten::mm"].children["aten::empty.memory_format"].calls == 3
    assert stats.unimplemented() == {"aten::sort.values_stable": 1}
    (product,) = [kernel for name, kernel in kernels_of(chip, stats).items() if "matmul" in name]
    assert product.calls == 3
    assert product.flops == 3 * 2 * 32**3
    assert product.cycles > 0
    assert product.bytes >= 3 * 3 * 32 * 32 * 4
    assert 0 < product.device_time < tree["aten::mm"].host + 1
    assert sum(each.device_time for each in tree.values()) == pytest.approx(stats.tree.device_time)


def test_trimming_puts_simulated_time_in_the_simulators_place(device: str) -> None:
    value = torch.randn(256, 256, device=device)
    with profiler.region():
        for _ in range(4):
            value @ value
        torch.tpu.synchronize(device)
    plain, trimmed = profiler.stats(), profiler.stats(trimming=True)
    node = plain.tree.children["aten::mm"]
    assert plain.time(node) == node.host
    assert trimmed.time(node) == pytest.approx(max(node.host - node.simulator, 0) + node.device_time)
    kernels = sum(kernel.device_time for kernel in trimmed.kernels)
    assert trimmed.shares()[f"kernels of {trimmed.kernels[0].chip}"] == pytest.approx(kernels)


def test_regions_add_up_nest_with_listeners_and_take_threads(device: str) -> None:
    value = torch.randn(8, 8, device=device)
    seen: list[str] = []

    def work() -> None:
        value @ value

    for _ in range(2):
        with profiler.region(), calls.listening(lambda call: seen.append(call.operator), ["mm"]):
            threads = [threading.Thread(target=work) for _ in range(3)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
    assert profiler.stats().tree.children["aten::mm"].calls == 6
    assert len(seen) == 6


def test_wrong_order_and_wrong_keys() -> None:
    with pytest.raises(RuntimeError, match=r"off; call enable\(\) first"):
        profiler.disable()
    with profiler.region():
        for wrong in (profiler.clear, profiler.stats):
            with pytest.raises(RuntimeError, match=r"on; call disable\(\) first"):
                wrong()
    with pytest.raises(ValueError, match="no key 'Time'"):
        profiler.stats(["Time"])


def test_regions_nest_in_one_thread_and_in_several(device: str) -> None:
    value = torch.randn(4, 4, device=device)
    profiler.enable()
    with profiler.region():
        value @ value
    assert profiler.is_in_roi()
    value @ value

    def work() -> None:
        for _ in range(5):
            with profiler.region():
                value @ value

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    profiler.disable()
    assert not profiler.is_in_roi()
    stats = profiler.stats()
    assert stats.tree.children["aten::mm"].calls == 17
    (product,) = [kernel for kernel in stats.kernels if "matmul" in kernel.name]
    assert product.calls == 17
    assert stats.tree.device_time == pytest.approx(sum(kernel.device_time for kernel in stats.kernels))


def test_a_long_region_keeps_the_tree_and_a_line_per_launch(device: str) -> None:
    """What grows with the number of calls are the lines of ExecTime-Raw, and these are small."""
    value = torch.zeros(4, device=device)

    def grown(calls: int) -> int:
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(calls):
            value.add_(1)
        return tracemalloc.get_traced_memory()[0] - before

    with profiler.region():
        grown(50)
        tracemalloc.start()
        try:
            assert grown(1000) < 1000 * 350
        finally:
            tracemalloc.stop()


class Page(HTMLParser):
    """Tags that are opened and closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.count: dict[str, int] = {}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list) -> None:
        self.count[tag] = self.count.get(tag, 0) + 1
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_forms_of_the_report(device: str, tmp_path: Path) -> None:
    net = Net().to(device)
    with profiler.region():
        step(net, device)
        torch.sort(torch.zeros(2, device=device))  # on the CPU
    stats = profiler.stats(profiler.KEYS)
    data = json.loads(stats.json())
    assert {"ExecTime", "ExecTime-Raw", "Kernels", "Unimpl", "seconds", "trimming"} == set(data)
    assert len(data["ExecTime-Raw"]) == stats.copies["calls"] + sum(kernel.calls for kernel in stats.kernels)
    text = str(stats)
    assert re.search(r"^ *[\d.]+ \w+ +[\d.]+ % +\d+  aten::mm$", text, re.MULTILINE)
    assert "on the CPU" in text
    latex = stats.latex()
    assert latex.count("\\begin{tabular}") == latex.count("\\end{tabular}") == 2
    assert "aten::native\\_layer\\_norm" in latex
    stats.html(tmp_path / "flame.html")
    page = Page((tmp_path / "flame.html").read_text())
    assert not page.open
    assert page.count["div"] == 1 + sum(1 for _ in nodes(stats.tree))
    assert "src=" not in (tmp_path / "flame.html").read_text()  # it needs nothing else
    stats.roofline(tmp_path / "roofline.html")
    plot = Page((tmp_path / "roofline.html").read_text())
    assert not plot.open
    assert plot.count["circle"] == sum(1 for kernel in stats.kernels if kernel.flops and kernel.bytes)
    attained = [float(share) for share in re.findall(r"<td>([\d.]+) %</td>", (tmp_path / "roofline.html").read_text())]
    assert attained
    assert all(0 <= share <= 100.5 for share in attained)


def nodes(top: profiler.Node) -> Iterator[profiler.Node]:
    yield top
    for child in top.children.values():
        yield from nodes(child)


def test_torch_profiler_has_kernels_copies_and_memory(device: str, chip: Chip, tmp_path: Path) -> None:
    value = torch.randn(32, 32, device=device)
    (value @ value).cpu()
    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.PrivateUse1], profile_memory=True) as profiled:
        (value @ value).cpu()
    profiled.export_chrome_trace(str(tmp_path / "trace.json"))
    events = json.loads((tmp_path / "trace.json").read_text())["traceEvents"]
    (kernel,) = [event for event in events if event.get("cat") == "kernel"]
    assert "matmul" in kernel["name"]
    assert kernel["args"]["chip"] == chip.name
    assert kernel["args"]["cores"] >= 1
    assert kernel["args"]["simulated cycles"] > 0
    assert kernel["args"]["simulated flops"] == 2 * 32**3
    assert any(event.get("cat") == "gpu_memcpy" for event in events)
    # Behind the operator that launched it, and after the call that did.
    (product,) = [event for event in events if event.get("cat") == "cpu_op" and event["name"] == "aten::mm"]
    assert kernel["args"]["External id"] == product["args"]["External id"]
    (launch,) = [
        e
        for e in events
        if e.get("cat") == "privateuse1_runtime" and e["args"]["correlation"] == kernel["args"]["correlation"]
    ]
    assert product["ts"] <= launch["ts"] <= product["ts"] + product["dur"]
    assert launch["ts"] <= kernel["ts"]
    assert {(e["ph"]) for e in events if e.get("cat") == "ac2g" and e["id"] == kernel["args"]["correlation"]} == {
        "s",
        "f",
    }
    table = {each.key: each for each in profiled.key_averages()}
    assert table["aten::mm"].device_time_total > 0
    assert table["aten::empty"].self_device_memory_usage >= 32 * 32 * 4
    names = {event["args"]["name"] for event in events if event.get("name") == "process_name"}
    assert f"{device} ({chip.name})" in names
