"""The hook at the device's kernels: who listens sees each call, and may make it otherwise."""

from __future__ import annotations

import threading

import pytest
import torch
from tests_of_tools import Net, step

from torch_tpu.tools import calls

pytestmark = [pytest.mark.torch, pytest.mark.native]


def operators(device: str, work) -> list[str]:
    seen: list[str] = []

    def listener(call: calls.Call) -> None:
        call.proceed()
        seen.append(call.operator)

    with calls.listening(listener):
        work()
    return seen


def test_native_calls_fallbacks_and_backward_are_seen(device: str) -> None:
    value = torch.randn(4, 4, device=device, requires_grad=True)
    seen = operators(device, lambda: (value @ value).relu().sum().backward())
    assert seen.count("aten::mm") == 3  # two of the gradients
    assert {"aten::relu", "aten::threshold_backward"} <= set(seen)
    assert "aten::sort.values_stable" in operators(device, lambda: torch.sort(value.detach()))  # no native kernel


def test_nothing_is_seen_afterwards_and_other_operators_are_not(device: str) -> None:
    seen: list[str] = []
    value = torch.ones(3, device=device)
    with calls.listening(lambda call: seen.append(call.operator), ["mul", "add.Tensor"]):
        value + value, value * 2, value.exp()
    value + value
    assert seen == ["aten::add.Tensor", "aten::mul.Tensor"]


def test_a_listener_that_does_nothing_changes_nothing(device: str) -> None:
    torch.manual_seed(0)
    expected = step(Net().to(device), device)
    torch.manual_seed(0)
    with calls.listening(lambda call: None):
        assert torch.equal(step(Net().to(device), device), expected)


def test_calls_that_a_kernel_makes_are_deeper(device: str) -> None:
    depths: dict[str, int] = {}

    def listener(call: calls.Call) -> None:
        depths.setdefault(call.operator, call.depth)
        call.proceed()

    one = torch.ones(2, 2, device=device)
    with calls.listening(listener):
        one @ one
    assert depths == {"aten::mm": 0, "aten::empty.memory_format": 1}


def test_the_newest_listener_is_the_outermost(device: str) -> None:
    order: list[str] = []

    def named(name: str) -> calls.Listener:
        def listener(call: calls.Call) -> None:
            order.append(f"{name} before")
            call.proceed()
            order.append(f"{name} after")

        return listener

    value = torch.ones(2, device=device)
    with calls.listening(named("first"), ["exp"]), calls.listening(named("second"), ["exp"]):
        value.exp()
    assert order == ["second before", "first before", "first after", "second after"]


def test_operators_that_a_listener_calls_are_not_listened_to(device: str) -> None:
    seen: list[str] = []

    def listener(call: calls.Call) -> None:
        seen.append(call.operator)
        torch.ones(3, device=device).exp()
        call.proceed()

    with calls.listening(listener, ["exp", "log"]):
        torch.ones(3, device=device).log()
    assert seen == ["aten::log"]


def test_results_instead_of_the_kernels(device: str) -> None:
    value = torch.ones(2, 2, device=device)
    with calls.listening(lambda call: call.set_results(torch.full((2, 2), 7.0, device=device)), ["mm"]):
        assert (value @ value).tolist() == [[7.0, 7.0], [7.0, 7.0]]
    with (
        calls.listening(lambda call: call.set_results(1, 2), ["mm"]),
        pytest.raises(RuntimeError, match="aten::mm has 1 results, not 2"),
    ):
        value @ value
    with (
        calls.listening(lambda call: call.set_results("seven"), ["mm"]),
        pytest.raises(RuntimeError, match="result 0 of aten::mm is a Tensor, not a str"),
    ):
        value @ value


def test_a_call_on_the_cpu_instead(device: str) -> None:
    value = torch.randn(5, 5, device=device)
    with calls.listening(lambda call: call.proceed_on_cpu() and None, ["mm", "add_"]):
        assert torch.equal((value @ value).cpu(), value.cpu() @ value.cpu())
        other = value.clone()
        assert other.add_(1) is other
        assert torch.equal(other.cpu(), value.cpu() + 1)


def test_the_callers_exception_is_the_kernels_own(device: str) -> None:
    value = torch.ones(2, 2, device=device)
    with (
        calls.listening(lambda call: call.proceed() and None),
        pytest.raises(IndexError, match="out of range"),
    ):
        value.index_select(0, torch.tensor([5], device=device))
    assert value.sum().item() == 4


def test_a_failing_listener_is_the_callers_error_and_no_more(device: str) -> None:
    def listener(call: calls.Call) -> None:
        raise ValueError("planted")

    value = torch.ones(2, device=device)
    with calls.listening(listener, ["exp"]), pytest.raises(RuntimeError, match="ValueError: planted"):
        value.exp()
    assert value.exp().shape == (2,)


def test_a_call_that_has_ended_is_refused(device: str) -> None:
    kept: list[calls.Call] = []
    with calls.listening(lambda call: kept.append(call), ["exp"]):
        torch.ones(2, device=device).exp()
    with pytest.raises(RuntimeError, match="does not run any more"):
        kept[0].proceed()


def test_a_listener_may_remove_itself_and_listen_anew(device: str) -> None:
    seen: list[str] = []

    def listener(call: calls.Call) -> None:
        calls.remove(number)
        seen.append(call.operator)

    number = calls.add(listener, ["exp"])
    value = torch.ones(2, device=device)
    value.exp()
    value.exp()
    assert seen == ["aten::exp"]


def test_threads_come_and_go_while_others_listen(device: str) -> None:
    """Each call is seen by those who listen for as long as it runs; results stay right."""
    stop = threading.Event()
    wrong: list[str] = []

    def work() -> None:
        value = torch.full((8,), 2.0, device=device)
        while not stop.is_set():
            if (value * 3).tolist() != [6.0] * 8:
                wrong.append("a product")

    workers = [threading.Thread(target=work) for _ in range(3)]
    for worker in workers:
        worker.start()
    seen = 0

    def count(call: calls.Call) -> None:
        nonlocal seen
        seen += 1
        call.proceed()

    for _ in range(60):
        with calls.listening(count, ["mul"]), calls.listening(lambda call: None):
            torch.ones(1, device=device) * 2
    stop.set()
    for worker in workers:
        worker.join()
    assert not wrong
    assert seen >= 60


def test_a_pattern_without_an_operator_is_a_warning() -> None:
    with pytest.warns(UserWarning, match="no operator has a name that mmm matches"):
        assert calls.checked([" mmm ", "", "mm"], "the tool") == ["mmm", "mm"]


def test_autograd_still_accumulates_in_place(device: str) -> None:
    """A listener keeps nothing of a call: what autograd does in place, it does in place."""
    value = torch.randn(4, 4, device=device, requires_grad=True)
    seen = operators(device, lambda: (value @ value).sum().backward())
    assert "aten::add_.Tensor" in seen
