"""What a stranger may do around a captured step: its inputs, caches, optimizers, modes; equal to eager, or refused by name."""

from __future__ import annotations

import copy
import pickle
import threading
from collections.abc import Callable

import pytest
import torch
from tests_of_graphs import bits
from torch import nn

import torch_tpu
from torch_tpu.graphs import GraphError

pytestmark = [pytest.mark.native, pytest.mark.torch, pytest.mark.usefixtures("on_its_device")]

F = nn.functional


def values(tensor: torch.Tensor) -> list[float]:
    return tensor.detach().cpu().reshape(-1).tolist()


# --- inputs ----------------------------------------------------------------------------------------------------------------------------------


def test_an_input_that_is_written_is_written(device: str) -> None:
    def step(x: torch.Tensor) -> torch.Tensor:
        x.add_(1)
        return x * 2

    x, y = torch.ones(4, device=device), torch.full((4,), 5.0, device=device)
    graph = torch_tpu.graph(step, x)
    assert values(x) == [1.0] * 4  # the capture computes nothing
    assert values(graph(y)) == [12.0] * 4
    assert values(y) == [6.0] * 4
    assert values(graph(y)) == [14.0] * 4
    assert values(y) == [7.0] * 4
    host = torch.zeros(4)
    assert values(graph(host)) == [2.0] * 4
    assert values(host) == [0.0] * 4  # the step would have got a copy on the device


@pytest.mark.parametrize("parts", [lambda x: (x, x), lambda x: (x[:3], x[1:]), lambda x: (x[1:], x[:3])])
def test_inputs_that_share_memory(
    parts: Callable[[torch.Tensor], tuple[torch.Tensor, torch.Tensor]], device: str
) -> None:
    def writes(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
        a.add_(1)
        return a + b

    def reads(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
        return a + 2 * b

    a, b = parts(torch.arange(4.0).to(device))
    with pytest.raises(GraphError, match="inputs 0 and 1 share memory, and input 0 is written"):
        torch_tpu.graph(writes, a, b)
    graph = torch_tpu.graph(writes, a.clone(), b.clone())
    with pytest.raises(GraphError, match="inputs 0 and 1 share memory, and input 0 is written"):
        graph(a, b)
    assert values(torch_tpu.graph(reads, a, b)(a, b)) == values(reads(a, b))


def test_inputs_that_share_memory_with_what_the_step_uses(device: str) -> None:
    kept = torch.ones(4, device=device)

    def writes_it(x: torch.Tensor) -> torch.Tensor:
        kept.add_(1)
        return x * 2

    def writes_the_input(x: torch.Tensor) -> torch.Tensor:
        x.add_(1)
        return kept * 2

    for step in (writes_it, writes_the_input):
        with pytest.raises(GraphError, match="input 0 shares memory with a tensor that the function uses"):
            torch_tpu.graph(step, kept)
        graph = torch_tpu.graph(step, torch.ones(4, device=device))
        with pytest.raises(GraphError, match="input 0 shares memory with a tensor that the function uses"):
            graph(kept[:4])
    assert values(kept) == [1.0] * 4
    graph = torch_tpu.graph(lambda x: x * kept, kept)  # neither is written
    assert values(graph(kept)) == [1.0] * 4


def test_outputs_are_given_back_as_inputs(device: str) -> None:
    graph = torch_tpu.graph(lambda a, b: (a.add_(1), b.add_(10)), *(torch.ones(4, device=device) for _ in range(2)))
    a, b = graph(torch.ones(4), torch.ones(4))
    a, b = graph(b, a)  # the graph's inputs, one for the other
    assert (values(a), values(b)) == ([12.0] * 4, [12.0] * 4)
    square = torch_tpu.graph(lambda x: x.add_(1), torch.zeros(2, 2, device=device))
    x = square(torch.arange(4.0).reshape(2, 2))
    assert values(square(x.T)) == [2.0, 4.0, 3.0, 5.0]
    chain = torch_tpu.graph(lambda x: x * 2 + 1, torch.zeros(4, device=device))
    y = torch.zeros(4, device=device)
    for _ in range(3):
        y = chain(y)
    assert values(y) == [7.0] * 4


def test_values_are_compared_as_what_they_are(device: str) -> None:
    x = torch.ones(3, device=device)
    graph = torch_tpu.graph(lambda t, flag: t + (1 if flag is True else 2), x, True)
    with pytest.raises(GraphError, match="input 1 is 1; the graph was captured with True"):
        graph(x, 1)
    nan = torch_tpu.graph(lambda t, n: t * n, x, float("nan"))
    assert nan(x, float("nan")).isnan().all().item()
    with pytest.raises(GraphError, match="input 1 is an array of the host"):
        torch_tpu.graph(lambda t, n: t * float(n[0]), x, torch.ones(3).numpy())
    with pytest.raises(GraphError, match=r"input 0 is of layout torch.sparse_coo"):
        torch_tpu.graph(lambda t: t, torch.eye(3).to_sparse().to(device))


def test_a_graph_is_neither_copied_nor_pickled(device: str) -> None:
    graph = torch_tpu.graph(lambda x: x + 1, torch.zeros(4, device=device))
    for take in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(GraphError, match="cannot be copied or pickled"):
            take(graph)
    assert values(graph(torch.ones(4))) == [2.0] * 4


# --- modes -----------------------------------------------------------------------------------------------------------------------------------


def test_a_graph_of_inference_is_called_anywhere(device: str) -> None:
    w = torch.full((4,), 3.0, device=device, requires_grad=True)
    with torch.inference_mode():
        graph = torch_tpu.graph(lambda x: x * w, torch.ones(4, device=device))
    assert values(graph(torch.full((4,), 2.0))) == [6.0] * 4
    with torch.inference_mode():
        assert values(graph(torch.full((4,), 4.0, device=device))) == [12.0] * 4
    with torch.no_grad():
        assert values(graph(torch.full((4,), 5.0))) == [15.0] * 4


@pytest.mark.parametrize("gradients", [torch.enable_grad, torch.no_grad])
def test_casts_of_autocast_are_those_of_the_replay(gradients: Callable[[], torch.no_grad], device: str) -> None:
    model, x = nn.Linear(4, 4).to(device), torch.randn(2, 4).to(device)
    with torch.autocast("tpu", torch.bfloat16), gradients():
        before = bits(model(x))  # its cast of the weights is kept in the region
        with torch_tpu.graph() as graph:
            y = model(x)
        assert bits(model(x)) == before  # not by what the capture cast, which holds nothing yet
        with torch.no_grad():
            model.weight.mul_(2)
        graph.replay()
    with torch.autocast("tpu", torch.bfloat16), gradients():
        assert bits(y) == bits(model(x)) != before


# --- optimizers --------------------------------------------------------------------------------------------------------------------------------


def trained(
    make: Callable[[list[nn.Parameter]], torch.optim.Optimizer],
    after: Callable[[torch.optim.Optimizer], object],
    captured: bool,
) -> list[list[int]]:
    torch.manual_seed(0)
    model = nn.Linear(4, 4).to("tpu")
    optimizer = make(list(model.parameters()))

    def step(x: torch.Tensor) -> torch.Tensor:
        optimizer.zero_grad()
        loss = model(x).square().mean()
        loss.backward()
        optimizer.step()
        return loss

    x = torch.ones(2, 4, device="tpu")
    step(x)
    run = torch_tpu.graph(step, x) if captured else step
    found = []
    for _ in range(4):
        found.append(bits(run(x)))
        after(optimizer)
    return found + [bits(each) for each in model.parameters()]


def halve(optimizer: torch.optim.Optimizer) -> None:
    group = optimizer.param_groups[0]
    group["lr"] = group["lr"].mul_(0.5) if isinstance(group["lr"], torch.Tensor) else group["lr"] * 0.5


def test_a_rate_that_changes_is_refused_where_the_graph_has_it(device: str) -> None:
    with pytest.raises(GraphError, match=r"SGD has lr=0.05; the graph was captured with 0.1, which is part of it"):
        trained(lambda p: torch.optim.SGD(p, lr=0.1), halve, captured=True)

    def on_the_device(parameters: list[nn.Parameter]) -> torch.optim.Optimizer:
        return torch.optim.AdamW(parameters, lr=torch.tensor(0.1).to("tpu"), capturable=True)

    assert trained(on_the_device, halve, captured=True) == trained(on_the_device, halve, captured=False)


def test_a_schedule_in_the_step_is_refused(device: str) -> None:
    model = nn.Linear(4, 4).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    schedule = torch.optim.lr_scheduler.StepLR(optimizer, 1, 0.5)

    def step(x: torch.Tensor) -> None:
        model(x).sum().backward()
        optimizer.step()
        schedule.step()

    with pytest.raises(GraphError, match=r"SGD has lr=0.05; the graph was captured with 0.1"):
        torch_tpu.graph(step, torch.ones(2, 4, device=device))


def test_an_optimizer_that_loads_another_state_is_refused(device: str) -> None:
    def load(optimizer: torch.optim.Optimizer) -> None:
        optimizer.load_state_dict(copy.deepcopy(optimizer.state_dict()))

    with pytest.raises(GraphError, match="SGD has loaded a state since the capture"):
        trained(lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9), load, captured=True)


def test_an_optimizer_that_gets_parameters_is_refused(device: str) -> None:
    def add(optimizer: torch.optim.Optimizer) -> None:
        optimizer.add_param_group({"params": [torch.zeros(1, device="tpu", requires_grad=True)]})

    with pytest.raises(GraphError, match="SGD has 2 groups of parameters; the graph was captured with 1"):
        trained(lambda p: torch.optim.SGD(p, lr=0.1), add, captured=True)


@pytest.mark.parametrize(
    "make",
    [
        lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9, foreach=True),
        lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9, nesterov=True, foreach=False),
        lambda p: torch.optim.Adam(p, capturable=True, foreach=True),
        lambda p: torch.optim.NAdam(p, capturable=True),
        lambda p: torch.optim.RAdam(p, capturable=True),
        lambda p: torch.optim.RMSprop(p, capturable=True),
        lambda p: torch.optim.Adadelta(p, capturable=True),
        lambda p: torch.optim.Rprop(p, capturable=True),
    ],
)
def test_optimizers_are_the_same_bit_by_bit(
    make: Callable[[list[nn.Parameter]], torch.optim.Optimizer], device: str
) -> None:
    assert trained(make, id, captured=True) == trained(make, id, captured=False)


# --- gradients ---------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("to_none", [True, False])
@pytest.mark.parametrize("inside", [True, False])
def test_gradients_that_are_reset(to_none: bool, inside: bool, device: str) -> None:
    def run(captured: bool) -> list[list[int]]:
        torch.manual_seed(0)
        model = nn.Linear(4, 4).to(device)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

        def step(x: torch.Tensor) -> torch.Tensor:
            if inside:
                optimizer.zero_grad(set_to_none=to_none)
            loss = model(x).square().mean()
            loss.backward()
            optimizer.step()
            return loss

        x = torch.ones(2, 4, device=device)
        step(x)
        optimizer.zero_grad(set_to_none=to_none)
        run = torch_tpu.graph(step, x) if captured else step
        found = []
        for _ in range(3):
            if not inside:
                optimizer.zero_grad(set_to_none=to_none)
            found.append(bits(run(x)))
        return found + [bits(each) for each in model.parameters()]

    assert run(captured=True) == run(captured=False)


def test_gradients_that_add_up(device: str) -> None:
    def run(captured: bool) -> list[float]:
        w = torch.ones(4, device=device, requires_grad=True)

        def step(x: torch.Tensor) -> None:
            (w * x).sum().backward()

        x = torch.arange(4.0).to(device)
        step(x)
        run = torch_tpu.graph(step, x) if captured else step
        for _ in range(3):
            run(x)
        assert w.grad is not None
        return values(w.grad)

    assert run(captured=True) == run(captured=False)


# --- threads -----------------------------------------------------------------------------------------------------------------------------------


def test_threads_replay_one_behind_another(device: str) -> None:
    total, drawn = torch.zeros(4, device=device), torch.zeros(4, device=device)
    with torch_tpu.graph() as graph:
        total.add_(1)
        drawn += torch.rand(4, device=device)
    torch.manual_seed(2)
    expected = torch.zeros(4, device=device)
    for _ in range(60):
        expected += torch.rand(4, device=device)
    torch.manual_seed(2)

    def work() -> None:
        torch.tpu.set_device(device)
        with torch.Stream(device):
            for _ in range(15):
                graph.replay()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    torch.accelerator.synchronize()
    assert values(total) == [60.0] * 4
    assert bits(drawn) == bits(expected)
