"""Random numbers in a captured step: each replay draws new ones, those of the eager step, in its order."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Callable

import pytest
import torch
from tests_of_graphs import bits
from torch import nn
from torch._subclasses import FakeTensorMode
from torch.utils.checkpoint import checkpoint

import torch_tpu

pytestmark = [pytest.mark.native, pytest.mark.torch, pytest.mark.usefixtures("on_its_device")]

F = nn.functional


def eager_and_replayed(step: Callable[[], torch.Tensor], times: int = 3) -> tuple[list[list[int]], list[list[int]]]:
    """Results of calls, and of replays, from the same seed; then what is drawn next."""
    torch.manual_seed(11)
    eager = [bits(step()) for _ in range(times)]
    eager.append(bits(torch.rand(4, device="tpu")))
    torch.manual_seed(11)
    with torch_tpu.graph() as graph:
        result = step()
    replayed = []
    for _ in range(times):
        graph.replay()
        replayed.append(bits(result))
    replayed.append(bits(torch.rand(4, device="tpu")))
    return eager, replayed


DRAWS: dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
    "dropout": lambda x: F.dropout(x, 0.3),
    "dropout1d": lambda x: F.dropout1d(x, 0.3),
    "alpha_dropout": lambda x: F.alpha_dropout(x, 0.3, training=True),
    "attention": lambda x: F.scaled_dot_product_attention(x[None], x[None], x[None], dropout_p=0.3),
    "gumbel_softmax": lambda x: F.gumbel_softmax(x),
    "bernoulli": lambda x: torch.bernoulli(x, 0.3),
    "bernoulli_": lambda x: torch.empty_like(x).bernoulli_(0.3),
    "cauchy_": lambda x: torch.empty_like(x).cauchy_(),
    "exponential_": lambda x: torch.empty_like(x).exponential_(2.0),
    "geometric_": lambda x: torch.empty_like(x).geometric_(0.3),
    "log_normal_": lambda x: torch.empty_like(x).log_normal_(),
    "normal": lambda x: torch.normal(1.0, 2.0, (5, 7), device=x.device),
    "normal_ of a half": lambda x: torch.empty_like(x, dtype=torch.float16).normal_(),
    "normal_ with gaps": lambda x: torch.zeros_like(x)[:, 1:6:2].normal_(),
    "normal_ transposed": lambda x: torch.zeros_like(x).T.normal_(),
    "channels_last": lambda x: torch.empty(2, 3, 4, 5, device=x.device, memory_format=torch.channels_last).uniform_(),
    "rand": lambda x: torch.rand(5, 7, device=x.device),
    "rand_like": lambda x: torch.rand_like(x),
    "randn": lambda x: torch.randn(5, 7, device=x.device),
    "randint": lambda x: torch.randint(0, 9, (5, 7), device=x.device),
    "random_": lambda x: torch.empty_like(x).random_(),
    "random_ to": lambda x: torch.empty_like(x).random_(9),
    "random_ from": lambda x: torch.empty_like(x).random_(3, 9),
    "randperm": lambda x: torch.randperm(17, device=x.device),
    "randperm, out": lambda x: torch.randperm(17, out=torch.empty(0, dtype=torch.int64, device=x.device)),
    "uniform_": lambda x: torch.empty_like(x).uniform_(-1.0, 2.0),
    "xavier_uniform_": lambda x: nn.init.xavier_uniform_(torch.empty_like(x)),
    "several": lambda x: torch.stack([torch.rand_like(x), F.dropout(x), torch.randn_like(x)]),
}


@pytest.mark.parametrize("what", DRAWS)
def test_replays_draw_what_eager_steps_draw(what: str, device: str) -> None:
    x = torch.randn(5, 7).to(device)
    eager, replayed = eager_and_replayed(lambda: DRAWS[what](x))
    assert replayed == eager
    assert len({str(each) for each in eager}) == len(eager)


def test_training_with_dropout_is_the_same_bit_by_bit(device: str) -> None:
    def run(captured: bool) -> list[list[int]]:
        torch.manual_seed(3)
        model = nn.Sequential(
            nn.Linear(12, 24), nn.Dropout(0.4), nn.ReLU(), nn.Linear(24, 24), nn.Dropout(0.2), nn.Linear(24, 6)
        ).to(device)
        optimizer = torch.optim.AdamW(model.parameters(), lr=0.01, capturable=True)

        def step(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
            optimizer.zero_grad()
            loss = F.mse_loss(model(x), y)
            loss.backward()
            optimizer.step()
            return loss

        batches = [(torch.randn(5, 12).to(device), torch.randn(5, 6).to(device)) for _ in range(5)]
        step(*batches[0])
        if captured:
            step = torch_tpu.graph(step, *batches[0])
        return [bits(step(x, y)) for x, y in batches] + [bits(each) for each in model.parameters()]

    assert run(captured=True) == run(captured=False)


def test_a_capture_draws_nothing(device: str) -> None:
    torch.manual_seed(4)
    generator = torch.Generator(device).manual_seed(5)
    before = torch.tpu.get_rng_state(), generator.get_state()
    with torch_tpu.graph():
        torch.rand(9, device=device)
        torch.rand(9, device=device, generator=generator)
        generator.manual_seed(6)
    assert torch.equal(torch.tpu.get_rng_state(), before[0])
    assert torch.equal(generator.get_state(), before[1])


def test_a_capture_may_come_before_everything_else(device: str) -> None:
    """The device's generator is none that the step makes, though it is the first that uses it."""
    program = f"""
import torch, torch_tpu
torch.tpu.set_device("{device}")
with torch_tpu.graph() as graph:
    drawn = torch.rand(4, device="tpu")
torch.manual_seed(1)
expected = torch.rand(4, device="tpu").cpu()
torch.manual_seed(1)
graph.replay()
assert torch.equal(drawn.cpu(), expected)
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_modes_of_a_replay_do_not_reach_the_numbers(device: str) -> None:
    with torch_tpu.graph() as graph:
        drawn = torch.rand(4, device=device)
    torch.manual_seed(1)
    expected = bits(torch.rand(4, device=device))
    torch.manual_seed(1)
    with FakeTensorMode():
        graph.replay()
    assert bits(drawn) == expected


def test_numbers_do_not_take_turns_with_temporaries(device: str) -> None:
    """They arrive before the work begins: memory that work before them uses would be written over."""
    x = torch.randn(64, 64).to(device)

    def step() -> torch.Tensor:
        y = x
        for _ in range(4):
            y = (y * 0.5 + 1) + torch.rand_like(x)
            y = F.dropout(y, 0.5).exp().log1p()
        return y + torch.rand_like(x)

    eager, replayed = eager_and_replayed(step)
    assert replayed == eager


def test_replays_that_are_queued_at_once_have_numbers_of_their_own(device: str) -> None:
    total = torch.zeros(300, 300, device=device)
    torch.manual_seed(8)
    for _ in range(12):
        total += torch.rand(300, 300, device=device)
    expected = bits(total)
    total.zero_()
    torch.manual_seed(8)
    with torch_tpu.graph() as graph:
        total += torch.rand(300, 300, device=device)
    for number in range(12):
        with torch.Stream(device) if number % 3 == 0 else contextlib.nullcontext():
            graph.replay()
    torch.accelerator.synchronize()
    assert bits(total) == expected


def test_a_generator_of_ones_own(device: str) -> None:
    def of(seed: int) -> torch.Generator:
        return torch.Generator(device).manual_seed(seed)

    first, second = of(1), of(2)
    expected = [bits(torch.rand(4, device=device, generator=each)) for each in (first, second, first)]
    first, second = of(1), of(2)
    with torch_tpu.graph() as graph:
        made = [torch.rand(4, device=device, generator=each) for each in (first, second, first)]
    graph.replay()
    assert [bits(each) for each in made] == expected
    first.manual_seed(1)
    second.manual_seed(2)
    graph.replay()
    assert [bits(each) for each in made] == expected


def seeds_in_the_step(x: torch.Tensor) -> torch.Tensor:
    torch.manual_seed(31)
    return torch.cat([torch.rand(3, device=x.device), torch.rand(3, device=x.device)])


def saves_and_sets(x: torch.Tensor) -> torch.Tensor:
    first = torch.rand(3, device=x.device)
    state = torch.tpu.get_rng_state()
    second = torch.rand(3, device=x.device)
    torch.tpu.set_rng_state(state)
    return torch.stack([first, second, torch.rand(3, device=x.device)])


def forks(x: torch.Tensor) -> torch.Tensor:
    with torch.random.fork_rng(device_type="tpu", devices=[torch.tpu.current_device()]):
        first = torch.rand(3, device=x.device)
    return torch.stack([first, torch.rand(3, device=x.device)])


def makes_a_generator(x: torch.Tensor) -> torch.Tensor:
    return torch.rand(3, device=x.device, generator=torch.Generator(x.device))


def carries_over(x: torch.Tensor) -> torch.Tensor:
    other = torch.Generator(x.device)
    other.set_state(torch.tpu.get_rng_state())
    return torch.rand(3, device=x.device, generator=other)


def checkpoints(x: torch.Tensor) -> torch.Tensor:
    leaf = x.detach().requires_grad_()
    with torch.enable_grad():
        result = checkpoint(lambda value: F.dropout(value * 2, 0.4).tanh(), leaf, use_reentrant=False)
        (gradient,) = torch.autograd.grad(result.sum(), leaf)
    return torch.stack([result.detach(), gradient])


def checkpoints_reentrantly(x: torch.Tensor) -> torch.Tensor:
    leaf = x.detach().requires_grad_()
    with torch.enable_grad():
        result = checkpoint(lambda value: F.dropout(value * 2, 0.4).tanh(), leaf, use_reentrant=True)
        result.sum().backward()
    assert leaf.grad is not None
    return torch.stack([result.detach(), leaf.grad])


@pytest.mark.parametrize(
    "step",
    [seeds_in_the_step, saves_and_sets, forks, makes_a_generator, carries_over, checkpoints, checkpoints_reentrantly],
)
def test_states_are_those_of_the_replay(step: Callable[[torch.Tensor], torch.Tensor], device: str) -> None:
    x = torch.randn(5, 7).to(device)
    eager, replayed = eager_and_replayed(lambda: step(x))
    assert replayed == eager


def test_a_state_from_before_is_set_by_each_replay(device: str) -> None:
    torch.manual_seed(21)
    state = torch.tpu.get_rng_state()

    def step() -> torch.Tensor:
        torch.tpu.set_rng_state(state)
        return torch.rand(4, device=device)

    eager, replayed = eager_and_replayed(step)
    assert replayed == eager
    assert eager[0] == eager[1]


def test_a_state_of_a_capture_is_none_elsewhere(device: str) -> None:
    with torch_tpu.graph():
        state = torch.tpu.get_rng_state()
    assert state.shape == torch.tpu.get_rng_state().shape
    with pytest.raises(RuntimeError, match="was read while a stream was captured"):
        torch.tpu.set_rng_state(state)
    with pytest.raises(RuntimeError, match="was read in another capture"), torch_tpu.graph():
        torch.tpu.set_rng_state(state)
    with pytest.raises(RuntimeError, match="RNG state"), torch_tpu.graph():
        torch.tpu.set_rng_state(torch.zeros(3, dtype=torch.uint8))


def test_a_graph_that_draws_inside_of_another(device: str) -> None:
    def draw() -> torch.Tensor:
        return torch.cat([saves_and_sets(x).flatten(), F.dropout(x, 0.3).flatten()])

    x = torch.randn(5, 7).to(device)
    torch.manual_seed(9)
    expected = [bits(torch.cat([draw(), torch.rand(3, device=device), draw()])) for _ in range(3)]
    with torch_tpu.graph() as inner:
        drawn = draw()
    with torch_tpu.graph() as outer:
        inner.replay()
        first = drawn.clone()
        between = torch.rand(3, device=device)
        inner.replay()
        result = torch.cat([first, between, drawn])
    inner.reset()
    torch.manual_seed(9)
    found = []
    for _ in range(3):
        outer.replay()
        found.append(bits(result))
    assert found == expected


def test_errors_of_a_draw_stay_its_own(device: str) -> None:
    x = torch.empty(4, device=device)
    with pytest.raises(RuntimeError, match=r"expects p to be in \[0, 1\]"), torch_tpu.graph():
        x.bernoulli_(3.0)
    with pytest.raises(RuntimeError, match="more than one element of the written-to tensor"), torch_tpu.graph():
        x[:1].expand(4).normal_()


def test_a_caught_refusal_of_a_generator_does_not_pass(device: str) -> None:
    x = torch.ones(4, device=device)
    with pytest.raises(NotImplementedError, match=r"copying a generator is not possible.*; the graph was dropped"):  # noqa: SIM117
        with torch_tpu.graph():
            try:
                torch.Generator(device).clone_state()
            except RuntimeError:
                x.add_(1)
