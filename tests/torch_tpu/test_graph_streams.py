"""Captures that other streams of the device take part in: forked by an event of the capture, joined before its end."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator

import pytest
import torch
from torch import nn

import torch_tpu

pytestmark = [pytest.mark.native, pytest.mark.torch]

F = nn.functional


@pytest.fixture(autouse=True)
def on_its_device(device: str) -> Iterator[None]:
    torch.tpu.set_device(device)
    yield


def bits(value: torch.Tensor) -> list[int]:
    return value.detach().cpu().contiguous().reshape(-1).view(torch.uint8).tolist()


def forks(x: torch.Tensor, side: torch.Stream) -> torch.Tensor:
    here = torch.accelerator.current_stream()
    y = x * 2
    side.wait_stream(here)
    with side:
        z = (y @ y).relu() + torch.rand_like(y)
    w = y + 1
    here.wait_stream(side)
    z.record_stream(here)
    return w @ z


def forks_twice(x: torch.Tensor, side: torch.Stream) -> torch.Tensor:
    third = torch.Stream(x.device)
    here = torch.accelerator.current_stream()
    side.wait_event(here.record_event())
    with side:
        y = x + 1
        third.wait_event(side.record_event())
        with third:
            z = y * 3
        side.wait_stream(third)  # which joins both
        y = y + z
    here.wait_event(side.record_event())
    return y - x


def goes_back_and_forth(x: torch.Tensor, side: torch.Stream) -> torch.Tensor:
    here = torch.accelerator.current_stream()
    for _ in range(3):
        side.wait_stream(here)
        with side:
            x = x * 0.5
        here.wait_stream(side)
        x = x + 1
    return x


def trains(x: torch.Tensor, side: torch.Stream) -> torch.Tensor:
    here = torch.accelerator.current_stream()
    w = torch.ones_like(x).requires_grad_()
    side.wait_stream(here)
    with side:
        y = (x * w).tanh()  # its gradient is calculated there too
    here.wait_stream(side)
    (gradient,) = torch.autograd.grad((y * w).sum(), w)
    return gradient


@pytest.mark.parametrize("step", [forks, forks_twice, goes_back_and_forth, trains])
def test_forks_that_join(step: Callable[[torch.Tensor, torch.Stream], torch.Tensor], device: str) -> None:
    side = torch.Stream(device)
    x = torch.randn(16, 16).to(device)
    torch.accelerator.synchronize()
    torch.manual_seed(1)
    eager = []
    for _ in range(3):
        eager.append(bits(step(x, side)))
        torch.accelerator.synchronize()
    torch.manual_seed(1)
    with torch_tpu.graph() as graph:
        result = step(x, side)
    found = []
    for _ in range(3):
        graph.replay()
        found.append(bits(result))
    assert found == eager
    with side:  # is as it was
        assert (x[0, 0] + 1).cpu().item() == x[0, 0].cpu().item() + 1
    graph.reset()
    gc.collect()


def test_work_of_a_fork_is_not_done_in_the_capture(device: str) -> None:
    x, side = torch.ones(4, device=device), torch.Stream(device)
    here = torch.accelerator.current_stream()
    with torch_tpu.graph() as graph:
        side.wait_stream(here)
        with side:
            x.add_(1)
        here.wait_stream(side)
    assert x.cpu().tolist() == [1.0] * 4
    assert "aten::add_" in str(graph)
    for _ in range(2):
        graph.replay()
    assert x.cpu().tolist() == [3.0] * 4


def test_a_fork_that_does_not_join_is_refused(device: str) -> None:
    x, side = torch.ones(4, device=device), torch.Stream(device)
    here = torch.accelerator.current_stream()
    with (
        pytest.raises(RuntimeError, match=r"has recorded work that stream 0x\w+, on which it began, does not wait for"),
        torch_tpu.graph() as graph,
    ):
        side.wait_stream(here)
        with side:
            x.add_(1)
    with pytest.raises(RuntimeError, match="nothing was captured"):
        graph.replay()
    for stream in (here, side):
        with stream:
            assert (x + 1).cpu().tolist() == [2.0] * 4
    with pytest.raises(ZeroDivisionError), torch_tpu.graph():  # an error of the block stays it
        side.wait_stream(here)
        with side:
            x.add_(1 // 0)
    with graph:  # a fork without work has nothing to join
        side.wait_stream(here)
        x.add_(1)
    graph.replay()
    assert x.cpu().tolist() == [2.0] * 4


def test_work_queued_behind_the_join_is_refused(device: str) -> None:
    x, side = torch.ones(4, device=device), torch.Stream(device)
    here = torch.accelerator.current_stream()
    with pytest.raises(RuntimeError, match="does not wait for"), torch_tpu.graph():
        side.wait_stream(here)
        with side:
            y = x + 1
        here.wait_stream(side)
        with side:
            y.add_(1)


def test_events_of_a_capture_are_for_it_alone(device: str) -> None:
    x, side = torch.ones(4, device=device), torch.Stream(device)
    here = torch.accelerator.current_stream()
    outside = side.record_event()
    with torch_tpu.graph() as graph:
        x.add_(1)
        event = here.record_event()
        for use in (event.query, event.synchronize):
            with pytest.raises(RuntimeError, match="recorded while its stream was captured, and stands for no work"):
                use()
    with pytest.raises(ValueError, match="in a capture that has ended, and stands for no work"):
        side.wait_event(event)
    event.record(side)
    event.synchronize()
    here.wait_event(event)
    graph.replay()
    assert x.cpu().tolist() == [2.0] * 4
    with pytest.raises(RuntimeError, match="waiting for an event of work that is not captured"), torch_tpu.graph():
        here.wait_event(outside)


def test_a_capture_ends_on_its_own_stream_and_devices_stay_apart(device: str) -> None:
    if torch.tpu.device_count() < 2:
        pytest.skip("one device")
    index = torch.device(device).index
    other = torch.Stream(f"tpu:{(index + 1) % torch.tpu.device_count()}")
    here = torch.accelerator.current_stream()
    with pytest.raises(RuntimeError, match="cannot take part in"), torch_tpu.graph():
        other.wait_event(here.record_event())


def test_two_captures_stay_apart(device: str) -> None:
    side, here = torch.Stream(device), torch.accelerator.current_stream()
    with torch_tpu.graph():
        event = here.record_event()
        with side, pytest.raises(RuntimeError, match="in another capture than the one"), torch_tpu.graph():
            side.wait_event(event)
