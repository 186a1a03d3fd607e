"""Steps captured into graphs and replayed: equal to eager bit by bit; what cannot be captured is named; the memory lives as long as the graph."""

from __future__ import annotations

import copy
import gc
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
import torch
from tests_of_graphs import bits
from torch import nn

import torch_tpu
from torch_tpu.graphs import GraphError
from utest_ops.chips import Chip

pytestmark = [pytest.mark.native, pytest.mark.torch, pytest.mark.usefixtures("on_its_device")]


MODELS: dict[str, Callable[[], nn.Module]] = {
    "relu": lambda: nn.Sequential(nn.Linear(12, 24), nn.ReLU(), nn.Linear(24, 6)),
    "tanh, norm": lambda: nn.Sequential(nn.Linear(12, 24), nn.LayerNorm(24), nn.Tanh(), nn.Linear(24, 6), nn.Sigmoid()),
    "gelu, softmax": lambda: nn.Sequential(nn.Linear(12, 24), nn.GELU(), nn.Linear(24, 6), nn.Softmax(-1)),
    "attention": lambda: nn.Sequential(
        nn.Unflatten(0, (1, -1)),
        nn.TransformerEncoderLayer(12, 2, 24, dropout=0.0, batch_first=True, activation="gelu"),
        nn.Flatten(0, 1),
        nn.Linear(12, 6),
    ),
}
OPTIMIZERS: dict[str, Callable[[list[nn.Parameter]], torch.optim.Optimizer]] = {
    "sgd": lambda parameters: torch.optim.SGD(parameters, lr=0.1, momentum=0.9, weight_decay=0.01),
    "adamw": lambda parameters: torch.optim.AdamW(parameters, lr=0.01, capturable=True),
}
LOSSES: dict[str, Callable[[torch.Tensor, torch.Tensor], torch.Tensor]] = {
    "mse": nn.functional.mse_loss,
    "cross entropy": lambda output, target: nn.functional.cross_entropy(output, target.softmax(-1)),
}


def trainer(
    model: nn.Module, optimizer: torch.optim.Optimizer, loss: Callable[[torch.Tensor, torch.Tensor], torch.Tensor]
) -> Callable[[torch.Tensor, torch.Tensor], torch.Tensor]:
    def step(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        optimizer.zero_grad()
        found = loss(model(x), y)
        found.backward()
        optimizer.step()
        return found

    return step


def check_training(
    model: nn.Module,
    optimizer_name: str,
    loss: Callable[[torch.Tensor, torch.Tensor], torch.Tensor],
    batches: list[tuple[torch.Tensor, torch.Tensor]],
    device: str,
) -> None:
    """Losses, parameters and buffers of eager steps and of replays, from the same state, are the same."""
    model = model.to(device)
    optimizer = OPTIMIZERS[optimizer_name](list(model.parameters()))
    step = trainer(model, optimizer, loss)
    step(batches[0][0].to(device), batches[0][1].to(device))  # makes the optimizer's state
    states = copy.deepcopy((model.state_dict(), optimizer.state_dict()))
    losses = [bits(step(x.to(device), y.to(device))) for x, y in batches]
    found = {name: bits(each) for name, each in model.state_dict().items()}

    with torch.no_grad():  # in place: load_state_dict would make new state tensors for the optimizer
        for name, value in model.state_dict().items():
            value.copy_(states[0][name])
    for number, (parameter, state) in enumerate(optimizer.state.items()):
        for key, value in state.items():
            value.copy_(states[1]["state"][number][key])
        assert parameter.device.type == "tpu"
    graph = torch_tpu.graph(step, *(each.to(device) for each in batches[1]))
    assert [bits(graph(x, y)) for x, y in batches] == losses
    assert len({tuple(each) for each in losses}) == len(losses)
    assert {name: bits(each) for name, each in model.state_dict().items()} == found


@pytest.mark.parametrize("optimizer_name", OPTIMIZERS)
@pytest.mark.parametrize(("model_name", "loss_name"), [*((name, "mse") for name in MODELS), ("relu", "cross entropy")])
def test_training_is_the_same_bit_by_bit(
    model_name: str, loss_name: str, optimizer_name: str, device: str, trap_fallbacks: None
) -> None:
    torch.manual_seed(3)
    batches = [(torch.randn(5, 12), torch.randn(5, 6)) for _ in range(5)]
    check_training(MODELS[model_name](), optimizer_name, LOSSES[loss_name], batches, device)


class Residual(nn.Module):
    def __init__(self, channels: int, made: int, stride: int) -> None:
        super().__init__()
        self.way = nn.Sequential(
            nn.Conv2d(channels, made, 3, stride, 1, bias=False),
            nn.BatchNorm2d(made),
            nn.ReLU(),
            nn.Conv2d(made, made, 3, 1, 1, bias=False),
            nn.BatchNorm2d(made),
        )
        self.beside = nn.Sequential(nn.Conv2d(channels, made, 1, stride, bias=False), nn.BatchNorm2d(made))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return nn.functional.relu(self.way(x) + self.beside(x))


CLASSIFIERS: dict[str, Callable[[], nn.Module]] = {
    "lenet": lambda: nn.Sequential(
        nn.Conv2d(1, 6, 5, padding=2),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(6, 16, 5),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Flatten(),
        nn.Linear(144, 84),
        nn.ReLU(),
        nn.Linear(84, 10),
    ),
    "residual": lambda: nn.Sequential(
        nn.Conv2d(1, 4, 3, padding=1, bias=False),
        nn.BatchNorm2d(4),
        nn.ReLU(),
        nn.MaxPool2d(3, 2, 1),
        Residual(4, 8, 2),
        Residual(8, 8, 1),
        nn.AdaptiveAvgPool2d(2),
        nn.AvgPool2d(2, 1, 1),
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(),
        nn.Linear(8, 10),
    ),
    "channels": lambda: nn.Sequential(  # by groups, of one dimension, and transposed
        nn.Conv2d(1, 4, 3, 2, 1),
        nn.Conv2d(4, 4, 3, padding=2, dilation=2, groups=4),
        nn.BatchNorm2d(4, affine=False, track_running_stats=False),
        nn.ConvTranspose2d(4, 6, 3, 2, 1, 1, groups=2),
        nn.MaxPool2d(3, 2, 1, 2, ceil_mode=True),
        nn.Flatten(2),
        nn.Conv1d(6, 3, 5, 3),
        nn.Flatten(),
        nn.LazyLinear(10),
    ),
}
CLASS_LOSSES: dict[str, Callable[[torch.Tensor, torch.Tensor], torch.Tensor]] = {
    "mean": nn.functional.cross_entropy,
    "ignoring": lambda output, target: nn.functional.cross_entropy(
        output, target, torch.ones_like(output[0]) * 0.5, ignore_index=3, reduction="sum"
    ),
}


@pytest.mark.parametrize("optimizer_name", OPTIMIZERS)
@pytest.mark.parametrize(
    ("model_name", "loss_name"), [*((name, "mean") for name in CLASSIFIERS), ("lenet", "ignoring")]
)
def test_classifiers_are_trained_the_same_bit_by_bit(
    model_name: str, loss_name: str, optimizer_name: str, device: str, trap_fallbacks: None
) -> None:
    torch.manual_seed(3)
    model = CLASSIFIERS[model_name]()
    model(torch.zeros(2, 1, 20, 20))  # decides the sizes of lazy layers
    batches = [(torch.randn(4, 1, 20, 20), torch.randint(0, 10, (4,))) for _ in range(4)]
    check_training(model, optimizer_name, CLASS_LOSSES[loss_name], batches, device)


def test_a_class_that_does_not_exist_is_a_fault_of_the_replay(device: str) -> None:
    graph = torch_tpu.graph(nn.functional.cross_entropy, torch.randn(2, 5).to(device), torch.tensor([1, 4]).to(device))
    expected = nn.functional.cross_entropy(torch.ones(2, 5), torch.tensor([0, 3]))
    torch.testing.assert_close(graph(torch.ones(2, 5), torch.tensor([0, 3])).cpu(), expected)
    with pytest.raises(RuntimeError, match="index"):
        graph(torch.ones(2, 5), torch.tensor([1, 5])).cpu()


@pytest.fixture
def trap_fallbacks() -> Iterator[None]:
    """Nothing of the steps may run on the CPU: a capture would name it, and the comparison would compare nothing."""
    torch_tpu.set_fallback_mode("error")
    yield
    torch_tpu.set_fallback_mode("silent")


def test_inference_with_new_inputs(device: str) -> None:
    torch.manual_seed(5)
    model = nn.Sequential(nn.LayerNorm(8), nn.SiLU(), nn.Flatten(), nn.Linear(128, 3)).to(device).eval()
    with torch.inference_mode():
        graph = torch_tpu.graph(lambda batch: {"y": model(batch["x"]), "n": batch["n"]}, {"x": torch.zeros(2, 2, 8, 8, device=device), "n": 7})  # fmt: skip
        for _ in range(3):
            x = torch.randn(2, 2, 8, 8)
            found = graph({"x": x, "n": 7})
            assert found["n"] == 7
            assert bits(found["y"]) == bits(model(x.to(device)))


def test_a_block_on_a_stream_of_its_own(device: str) -> None:
    x = torch.arange(6.0).to(device)
    with torch.Stream(device), torch_tpu.graph() as graph:
        y = x * 2 + 1
    assert "aten::mul" in str(graph)
    x.fill_(4.0)
    torch.accelerator.synchronize()
    graph.replay()
    assert y.cpu().tolist() == [9.0] * 6


def test_what_the_block_does_is_not_done_in_the_capture(device: str) -> None:
    x = torch.ones(4, device=device)
    with torch_tpu.graph() as graph:
        x.add_(1.0)
    assert x.cpu().tolist() == [1.0] * 4
    for _ in range(3):
        graph.replay()
    assert x.cpu().tolist() == [4.0] * 4


def test_the_graph_keeps_what_it_uses(device: str) -> None:
    x, w = torch.full((64, 64), 0.5).to(device), torch.full((64, 64), 2.0).to(device)
    with torch_tpu.graph() as graph:
        y = (x @ w).relu() + w
    kept = x.data_ptr()
    del w
    gc.collect()
    others = [torch.full((64, 64), -7.0, device=device) for _ in range(8)]  # would get the memory of w
    assert x.data_ptr() == kept
    graph.replay()
    assert y.cpu().eq(66.0).all()
    del y
    gc.collect()
    more = [torch.full((64, 64), 3.0, device=device) for _ in range(8)]  # would get that of y
    graph.replay()
    assert all(each.eq(-7.0).cpu().all() for each in others)
    assert all(each.eq(3.0).cpu().all() for each in more)


def test_memory_that_a_tensor_left_is_kept(device: str) -> None:
    """A tensor that got other memory, of each of two graphs that use the old."""
    x = torch.full((64, 64), 0.5, device=device)
    with torch_tpu.graph() as graph:
        y = x * 2
    with torch.Stream(device), torch_tpu.graph() as second:
        z = x * 4
        x.resize_(4096, 4)  # while it is captured
    x.resize_(1).fill_(9.0)
    others = [torch.full((64, 64), -7.0, device=device) for _ in range(8)]
    for each in (graph, second):
        each.replay()
    torch.accelerator.synchronize()
    assert y.cpu().eq(1.0).all() and z.cpu().eq(2.0).all()
    graph.reset()
    others += [torch.full((64, 64), -7.0, device=device) for _ in range(8)]
    second.replay()
    torch.accelerator.synchronize()
    assert z.cpu().eq(2.0).all() and all(each.eq(-7.0).cpu().all() for each in others)


def test_memory_comes_back_with_the_graph_and_is_used_again_in_it(device: str) -> None:
    x = torch.ones(256, 256, device=device)
    torch.accelerator.synchronize()
    before = torch.accelerator.memory_allocated()
    with torch_tpu.graph() as graph:
        y = x
        for _ in range(50):
            y = y * 1.5
    with_graph = torch.accelerator.memory_allocated()
    torch.accelerator.empty_cache()
    reserved = torch.accelerator.memory_reserved()
    assert with_graph - before == x.nbytes  # y
    assert reserved < before + 6 * x.nbytes  # temporaries take turns
    graph.reset()
    assert y.shape == x.shape
    del y
    gc.collect()
    assert torch.accelerator.memory_allocated() == before


REFUSED: dict[str, tuple[Callable[[torch.Tensor], object], str]] = {
    "a value on the host": (lambda x: x.sum().item(), r"aten::_local_scalar_dense cannot be captured.*copy to the host is not possible"),
    "a copy to the CPU": (lambda x: x.cpu(), r"aten::_copy_from cannot be captured.*'dst' lies on the CPU"),
    "a copy from the CPU": (lambda x: x.copy_(torch.ones(4)), r"aten::_copy_from cannot be captured.*'self' lies on the CPU.*would use what it holds now"),
    "numbers drawn as a tensor says": (lambda x: torch.bernoulli(x), r"aten::bernoulli_.Tensor cannot be captured.*drawing random numbers as tensors say"),
    "classes": (lambda x: torch.multinomial(x, 2), r"aten::multinomial cannot be captured.*drawing random numbers as tensors say"),
    "a generator of the CPU": (lambda x: x.normal_(generator=torch.Generator()), r"aten::normal_ cannot be captured.*from a generator of cpu"),
    "a copy of a generator": (lambda x: torch.Generator(x.device).clone_state(), "copying a generator is not possible"),
    "chance": (lambda x: torch.Generator(x.device).seed(), "seeding a generator by chance is not possible"),
    "no native kernel": (lambda x: x.sort(), r"aten::sort\S* cannot be captured.*running on the CPU"),
    "a branch": (lambda x: 1 if x.sum() > 0 else 2, r"aten::_local_scalar_dense cannot be captured"),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_captured_is_named(what: str, device: str) -> None:
    function, sentence = REFUSED[what]
    x = torch.ones(4, device=device)
    with pytest.raises(RuntimeError, match=sentence), torch_tpu.graph() as graph:
        function(x)
    with pytest.raises(RuntimeError, match="nothing was captured"):
        graph.replay()
    assert (x + 1).cpu().tolist() == [2.0] * 4  # the stream is as it was


def test_a_caught_refusal_does_not_pass(device: str) -> None:
    x = torch.ones(4, device=device)
    with pytest.raises(NotImplementedError, match=r"_local_scalar_dense cannot be captured.*; the graph was dropped"):  # noqa: SIM117
        with torch_tpu.graph():
            try:
                x.sum().item()
            except RuntimeError:
                x.add_(1)


def test_the_calls_own_errors_stay_theirs(device: str) -> None:
    x = torch.ones(4, device=device)
    with pytest.raises(RuntimeError) as eager:
        x.view(3, 3)
    with pytest.raises(RuntimeError) as captured, torch_tpu.graph():
        x.view(3, 3)
    assert str(eager.value).splitlines()[0] == str(captured.value).splitlines()[0]
    with pytest.raises(ZeroDivisionError), torch_tpu.graph():
        _ = (x + 1, 1 // 0)


def test_other_devices_and_streams_are_refused(device: str) -> None:
    if torch.tpu.device_count() < 2:
        pytest.skip("one device")
    index = torch.device(device).index
    other = f"tpu:{(index + 1) % torch.tpu.device_count()}"
    with (
        pytest.raises(RuntimeError, match=f"it works on {other}, and a stream of {device} is captured"),
        torch_tpu.graph(),
    ):
        torch.ones(3, device=other)
    x = torch.ones(3, device=other)
    with pytest.raises(RuntimeError, match=f"lies on {other}, and a stream of {device} is captured"), torch_tpu.graph():
        _ = x + 1
    y = torch.ones(3, device=device)
    with pytest.raises(RuntimeError, match="the current stream is not the one that is captured"), torch_tpu.graph(), torch.Stream(device):  # fmt: skip
        _ = y + 1


def test_another_thread_works_beside_a_capture(device: str) -> None:
    x = torch.ones(3, device=device)
    found: list[list[float]] = []

    def beside() -> None:
        with torch.Stream(device):
            found.append((torch.full((3,), 2.0, device=device) * 3).cpu().tolist())

    with torch_tpu.graph() as graph:
        thread = threading.Thread(target=beside)
        thread.start()
        thread.join()
        y = x + 1
    graph.replay()
    assert found == [[6.0] * 3]
    assert y.cpu().tolist() == [2.0] * 3


def test_devices_are_captured_at_once_by_threads() -> None:
    found: dict[int, float] = {}

    def work(index: int) -> None:
        with torch.tpu.device(index):
            x = torch.full((4,), 2.0, device=f"tpu:{index}")
            with torch_tpu.graph() as graph:
                y = x
                for _ in range(60):
                    y = y + 1
            for _ in range(10):
                graph.replay()
            found[index] = y.cpu()[0].item()

    threads = [threading.Thread(target=work, args=(index,)) for index in range(torch.tpu.device_count())]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {index: 62.0 for index in range(torch.tpu.device_count())}


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda p: torch.optim.AdamW(p), "AdamW calculates on the CPU.*capturable=True"),
        (lambda p: torch.optim.Adagrad(p), "Adagrad keeps its 'step' on the CPU"),
    ],
)
def test_optimizers_that_count_on_the_cpu_are_refused(
    make: Callable[[list[torch.Tensor]], torch.optim.Optimizer], sentence: str, device: str
) -> None:
    w = torch.ones(3, device=device, requires_grad=True)
    optimizer = make([w])
    w.grad = torch.ones_like(w)
    with pytest.raises(GraphError, match=sentence), torch_tpu.graph():
        optimizer.step()
    optimizer.step()  # outside it may


def test_wrong_inputs_are_refused_and_change_nothing(device: str) -> None:
    graph = torch_tpu.graph(lambda x, n: x * n, torch.ones(2, 3, device=device), 4)
    first = graph(torch.ones(2, 3), 4)
    for inputs, sentence in (
        ((torch.ones(2, 3), 5), r"input 1 is 5; the graph was captured with 4"),
        (
            (torch.ones(3, 2), 4),
            r"input 0 is torch.float32 of shape \(3, 2\); the graph was captured with torch.float32 of \(2, 3\)",
        ),
        ((torch.ones(2, 3).half(), 4), r"input 0 is torch.float16"),
        (([1.0], 4), "structure"),
        ((1.0, 4), "input 0 is a float, not a tensor"),
    ):
        with pytest.raises(GraphError, match=sentence):
            graph(*inputs)
    assert first.cpu().eq(4.0).all()
    with pytest.raises(GraphError, match="input 0 lies on cpu"):
        torch_tpu.graph(lambda x: x, torch.ones(2))
    with pytest.raises(GraphError, match="not made from a function"):
        torch_tpu.graph()(1)


def test_states_of_a_graph(device: str) -> None:
    graph, x = torch_tpu.graph(), torch.ones(3, device=device)
    with pytest.raises(RuntimeError, match="nothing was captured"):
        graph.replay()
    with pytest.raises(RuntimeError, match="is not captured"):
        graph.capture_end()
    with graph, pytest.raises(RuntimeError, match="captured already"):
        torch_tpu.graph().capture_begin()
    with pytest.raises(RuntimeError, match="reset"), graph:
        pass
    graph.reset()
    with graph:
        x.add_(1)
    graph.replay()
    assert x.cpu().tolist() == [2.0] * 3
    kept = torch.accelerator.Graph(keep_graph=True)
    with kept:
        x.add_(1)
    kept.replay()
    assert x.cpu().tolist() == [3.0] * 3


def test_a_graph_inside_of_a_graph(device: str) -> None:
    x = torch.ones(3, device=device)
    with torch_tpu.graph() as inner:
        x.mul_(2)
    with torch_tpu.graph() as outer:
        x.add_(1)
        inner.replay()
    outer.replay()
    assert x.cpu().tolist() == [4.0] * 3
    inner.reset()
    outer.replay()
    assert x.cpu().tolist() == [10.0] * 3


def test_the_forms_of_a_graph(device: str, tmp_path: Path, chip: Chip) -> None:
    x, w = torch.ones(4, 8, device=device), torch.ones(8, 2, device=device)
    with torch_tpu.graph() as graph:
        y = (x @ w).relu()
        z = y + w.sum()
    text = graph.text().splitlines()
    assert (
        text[0]
        == f"graph on {device} ({chip.name}): 4 operators, {len(graph.json()['nodes'])} nodes ({len(graph.json()['nodes'])} launches)"
    )
    assert [line.split()[1] for line in text[1:]] == [
        "aten::mm",
        "aten::relu",
        "aten::sum.dim_IntList",
        "aten::add.Tensor",
    ]
    assert "@0 f32[4, 8], @1 f32[8, 2]) -> %2 f32[4, 2]  [" in text[1]
    found = graph.json()
    assert [call["needs"] for call in found["calls"]] == [[], [0], [], [1, 2]]
    launches = [node for node in found["nodes"] if node["kind"] == "launch"]
    assert launches[0]["function"] == "tpudnnMatmulAsync"
    assert all(node["fields"] and node["cores"] >= 1 for node in launches)
    assert {number for call in found["calls"] for number in call["nodes"]} == set(range(len(found["nodes"])))
    for suffix in ("json", "txt", "svg"):
        graph.save(tmp_path / f"g.{suffix}")
    assert json.loads((tmp_path / "g.json").read_text()) == found
    assert (tmp_path / "g.txt").read_text() == graph.text() == str(graph)
    picture = ElementTree.parse(tmp_path / "g.svg").getroot()
    drawn = "{http://www.w3.org/2000/svg}"
    assert len(picture.findall(f".//{drawn}title")) == 4
    assert len(picture.findall(f".//{drawn}path")) == 3
    with pytest.raises(ValueError, match=r"\.json, \.txt, \.svg"):
        graph.save(tmp_path / "g.png")
    assert z.shape == (4, 2)
