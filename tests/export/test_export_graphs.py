"""Shapes, several inputs and outputs, buffers, and what cannot be exported."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import torch
from export_models import CHIPS, LanguageModel, sentences
from torch import nn

from torch_tpu.export import Binary, BinDataset, ExportError, ModelExporter, write_tensor


class Mixed(nn.Module):
    """Two inputs, one of integers, of any length; two outputs, one of integers; a buffer, a constant, dropout, a shared module."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("scale", torch.tensor([0.5, 2.0, -1.0, 3.0]))
        self.register_buffer("unsaved", torch.tensor(1.5), persistent=False)
        self.embedding, self.fc, self.dropout = nn.Embedding(7, 4), nn.Linear(4, 4), nn.Dropout(0.9)

    def forward(self, tokens: torch.Tensor, x: torch.Tensor) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
        y = self.fc(self.fc(self.embedding(tokens) * self.scale)) * self.unsaved + x.unsqueeze(1)
        mask = torch.tril(torch.ones(tokens.shape[1], tokens.shape[1], device=x.device))
        y = self.dropout(mask @ y)
        return y.mean(1) + torch.tensor([1.0, 2.0, 3.0, 4.0], device=x.device), {"best": y.argmax(-1)}


def samples(count: int, length: int = 5) -> list[tuple[tuple[torch.Tensor, torch.Tensor], int]]:
    draws = torch.Generator().manual_seed(count)
    return [
        ((torch.randint(0, 7, (length,), generator=draws), torch.randn(4, generator=draws)), index % 4)
        for index in range(count)
    ]


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Binary, Mixed]]:
    torch.manual_seed(0)
    module = Mixed()
    module.train()
    exporter = ModelExporter(module, samples(3), samples(7), tmp_path_factory.mktemp("mixed") / "export")
    yield exporter.generate(batch_size=1).compile(exporter.output_dir / "model"), module


@pytest.mark.parametrize("chip", CHIPS)
def test_several_inputs_and_outputs(mixed: tuple[Binary, Mixed], chip: str) -> None:
    binary, module = mixed
    assert module.training, "the module is left as it was"
    for size in (1, 4):
        result = binary.test(chip, batch_size=size)
        found = [each for each in result.compare if each.reference == f"eager on {chip}"]
        assert [each.output for each in found] == [0, 1]
        assert [each.different for each in found] == [0, 0]
    module = module.eval()
    inputs = [torch.stack([each[0][number] for each in samples(7)]) for number in range(2)]
    right = (module(*inputs)[0].argmax(1) == torch.arange(7) % 4).float().mean().item()
    module.train()
    assert result.accuracy == pytest.approx(right)


def test_integers_that_do_not_fit(mixed: tuple[Binary, Mixed], tmp_path: Path) -> None:
    binary, _ = mixed
    write_tensor(tmp_path / "x.bin", torch.randn(2, 4))
    for token, said in [(2**40, "does not fit into 32 bits"), (9, "DEVICE_FAULT")]:
        write_tensor(tmp_path / "t.bin", torch.tensor([[1, 2, 3, 4, 5], [1, 2, 3, token, 5]]))
        for chip in CHIPS:
            done = binary.run("test", "--chip", chip, "--inputs", f"{tmp_path / 't.bin'},{tmp_path / 'x.bin'}")
            assert done.returncode == 1
            if token > 100:
                assert said in done.stderr
            else:
                assert "9" in done.stderr, done.stderr


def test_lengths_that_were_not_traced(folder: Path) -> None:
    """dynamic_shapes: one program for every length, its positions and causal mask too."""
    module, data = LanguageModel(), sentences(3)
    exporter = ModelExporter(module, data, data, folder, dynamic_shapes={0: {1: "length"}}, references=[])
    binary = exporter.generate(2).compile(folder / "model")
    devices = {torch.tpu.get_device_name(number): f"tpu:{number}" for number in range(torch.tpu.device_count())}
    for chip in CHIPS:
        module.to(devices[chip])
        for length in (1, 2, 9, 16):
            tokens = torch.randint(0, 50, (4, length))
            write_tensor(folder / "t.bin", tokens)
            words = ["test", "--chip", chip, "--inputs", folder / "t.bin", "--batch-size", "4", "--outputs", folder]
            done = binary.run(*words)
            assert done.returncode == 0, done.stderr
            found = torch.stack([row for (row,) in torch_rows(folder / "output0.bin")])
            with torch.no_grad():
                assert torch.equal(found, module(tokens.to(devices[chip])).cpu())
    with pytest.raises(ExportError, match=r"input 0 of shape .* has no dimension 2 of a sample"):
        ModelExporter(module.cpu(), data, data, folder, dynamic_shapes={0: {2: "n"}}, replace=True).generate(2)


def test_lengths_that_the_trace_excludes(folder: Path) -> None:
    """The branch that was traced holds for some lengths only: others are refused, not computed wrongly."""
    data = [torch.randn(6) for _ in range(4)]
    module = Outer(lambda x: x * 2 if 5 <= x.shape[1] < 9 else x)
    dynamic = {0: {1: "length"}}
    exporter = ModelExporter(module, data, data, folder, dynamic_shapes=dynamic, references=[])
    binary = exporter.generate(2).compile(folder / "model")
    for length, refused in [(4, True), (5, False), (8, False), (9, True)]:
        write_tensor(folder / "t.bin", torch.randn(2, length))
        done = binary.run("test", "--inputs", folder / "t.bin")
        assert done.returncode == int(refused), done.stderr
        assert ("extents from 5 to 8" in done.stderr) == refused


class Recurrent(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.lstm, self.gru = nn.LSTM(4, 5, batch_first=True), nn.GRU(5, 3, batch_first=True)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.gru(self.lstm(x)[0])[0]


def test_recurrent_layers_are_unrolled(folder: Path) -> None:
    data = [torch.randn(3, 4) for _ in range(5)]
    binary = ModelExporter(Recurrent(), data, data, folder).generate(2).compile(folder / "model")
    for chip in CHIPS:
        found = [each for each in binary.test(chip).compare if each.reference == f"eager on {chip}"]
        assert [each.different for each in found] == [0]


def torch_rows(path: Path) -> list[tuple[torch.Tensor]]:
    data = BinDataset(path)
    return [data[index] for index in range(len(data))]


class Fixed(nn.Module):
    """Takes batches of four only."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = nn.Parameter(torch.randn(4, 3))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return (x + self.rows).exp()


def test_a_module_for_one_batch_size(folder: Path) -> None:
    """The last batch is filled up, and only its real samples count."""
    data = [(torch.randn(3), 1) for _ in range(6)]
    binary = ModelExporter(Fixed(), data, data, folder).generate(batch_size=4).compile(folder / "model")
    for chip in CHIPS:
        result = binary.test(chip)
        assert (result.samples, result.batches) == (6, 2)
        assert [each.different for each in result.compare if each.reference == f"eager on {chip}"] == [0]
        assert "6 in 2 batches of 4, the last of 2" in result.text
    done = binary.run("test", "--batch-size", "3")
    assert "exported for batches of 4 samples, not 3" in done.stderr


class Inner(nn.Module):
    def __init__(self, function: object) -> None:
        super().__init__()
        self.function = function

    def forward(self, x: torch.Tensor) -> object:
        return self.function(x)  # type: ignore[operator]


class Outer(nn.Module):
    def __init__(self, function: object) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.ReLU(), Inner(function))

    def forward(self, x: torch.Tensor) -> object:
        return self.layers(x)


class Counting(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("calls", torch.zeros(()))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.calls += 1
        return x + self.calls


@pytest.mark.parametrize(
    ("module", "said"),
    [
        (
            Outer(lambda x: torch.linalg.qr(x @ x.mT).Q),
            "aten.linalg_qr.default at layers.1 (Inner), test_export_graphs.py:",
        ),
        (Outer(lambda x: torch.fft.fft(x).real), "at layers.1 (Inner), test_export_graphs.py:"),
        (Outer(lambda x: x.double().float()), "aten._to_copy.default at layers.1 (Inner), test_export_graphs.py:"),
        (Outer(lambda x: nn.functional.max_pool2d(x, 2, dilation=2)), "pooling with a dilation"),
        (Outer(lambda x: nn.functional.max_pool2d(x, 2, return_indices=True)[1]), "its result 1 is used"),
        (Outer(lambda x: x.sort(-1).values), "aten.sort.default at layers.1 (Inner)"),
        (Outer(lambda x: x.sum()), "its first dimension is not that of the batch"),
        (Outer(lambda x: (x, 3)), "output 1 is 3; outputs are tensors"),
        (Outer(lambda x: x[x > 0]), "indexing by a mask gives as many elements as it has ones"),
        (Outer(lambda x: x[:, [0, 1], :, [1, 2]]), "in dimensions that are not neighbours"),
        (Outer(lambda x: x.to(torch.complex64).real), "its result is complex64"),
        (Outer(lambda x: x if x.sum() > 0 else -x), "torch.export cannot trace the module"),
        (Counting(), "the module writes calls while it runs"),
    ],
)
def test_what_cannot_be_exported(folder: Path, module: nn.Module, said: str) -> None:
    data = [torch.randn(3, 6, 6) for _ in range(3)]
    with pytest.raises(ExportError) as raised:
        ModelExporter(module, data, data, folder, references=[]).generate(2)
    assert said in str(raised.value), raised.value
    assert not folder.exists()
    assert list(folder.parent.iterdir()) == []


def test_what_a_chip_does_not_have_is_said_at_the_start(folder: Path) -> None:
    """Sums of integers have no kernel: the binary names operator, place and chip before it reads a batch."""
    data = [torch.randint(0, 9, (4,), dtype=torch.int32) for _ in range(3)]
    module = Outer(lambda x: x.to(torch.int16).sum(-1, dtype=torch.int16))
    binary = ModelExporter(module, data, data, folder, references=[]).generate(2).compile(folder / "model")
    for chip in CHIPS:
        done = binary.run("test", "--chip", chip)
        assert done.returncode == 1
        assert "layers.1.sum (aten.sum.dim_IntList, layers.1 (Inner), test_export_graphs.py:" in done.stderr
        assert f"on chip {chip}: " in done.stderr
        assert "samples:" not in done.stdout


class Sum(nn.Module):
    def forward(self, *inputs: torch.Tensor, scale: float = 2.0) -> torch.Tensor:
        return inputs[0] * scale + inputs[1]


def test_a_module_of_any_number_of_inputs(folder: Path) -> None:
    data = [((torch.randn(3), torch.randn(3)), 0) for _ in range(3)]
    binary = ModelExporter(Sum(), data, data, folder).generate(batch_size=2).compile(folder / "model")
    assert [each.different for each in binary.test(CHIPS[0]).compare if each.reference != "the CPU"][:1] == [0]


def test_more_dimensions_than_the_library_takes(folder: Path) -> None:
    module = Outer(lambda x: x.view(-1, 2, 1, 2, 1, 2, 1, 2, 1).transpose(1, 3) * 2)
    data = [(torch.randn(16), 0) for _ in range(3)]
    with pytest.raises(ExportError, match=r"aten.mul.Tensor at .*: a tensor of 9 dimensions; the library takes 8"):
        ModelExporter(module, data, data, folder).generate(batch_size=2)
