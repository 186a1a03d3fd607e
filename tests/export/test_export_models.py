"""Whole models against eager, and the tuner."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest
import torch
from export_models import CHIPS, WITH_HALVES, Encoder, LanguageModel, ResNet18, with_statistics
from torch import nn

from torch_tpu.export import Binary, BinDataset, ExportError, ModelExporter, tune
from torch_tpu.export.exporter import Comparison


def eager(binary: Binary, chip: str, **options: object) -> list[Comparison]:
    return [each for each in binary.test(chip, **options).compare if each.reference == f"eager on {chip}"]


def test_resnet18(folder: Path) -> None:
    module = with_statistics(ResNet18(width=8))
    samples = [(torch.randn(3, 32, 32), label % 10) for label in range(5)]
    binary = ModelExporter(module, samples, samples, folder).generate(batch_size=2).compile(folder / "model")
    for chip in CHIPS:
        assert [each.different for each in eager(binary, chip)] == [0]
    assert (folder / "model.cpp").read_text().count("ops::convolution") == 20


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Binary:
    torch.manual_seed(0)
    samples = [(torch.randn(7, 32), label % 5) for label in range(5)]
    exporter = ModelExporter(Encoder(), samples, samples, tmp_path_factory.mktemp("encoder") / "export")
    return exporter.generate(batch_size=2).compile(exporter.output_dir / "model")


@pytest.mark.parametrize("chip", CHIPS)
def test_transformer_block(encoder: Binary, chip: str) -> None:
    assert [each.different for each in eager(encoder, chip)] == [0]


def learnt() -> tuple[LanguageModel, list[tuple[torch.Tensor, torch.Tensor]]]:
    """A model that counts."""
    torch.manual_seed(0)
    module = LanguageModel(blocks=2)
    samples = [(torch.arange(k, k + 9) % 50, torch.arange(k + 1, k + 10) % 50) for k in range(20)]
    tokens, following = (torch.stack(each) for each in zip(*samples, strict=True))
    optimizer = torch.optim.Adam(module.parameters(), 1e-2)
    for _ in range(40):
        optimizer.zero_grad()
        nn.functional.cross_entropy(module(tokens).flatten(0, 1), following.flatten()).backward()
        optimizer.step()
    return module, samples


@pytest.fixture(scope="module")
def language(tmp_path_factory: pytest.TempPathFactory) -> tuple[Binary, LanguageModel]:
    module, samples = learnt()
    exporter = ModelExporter(module, samples, samples, tmp_path_factory.mktemp("language") / "export")
    return exporter.generate(batch_size=8).compile(exporter.output_dir / "model"), module


@pytest.mark.parametrize("chip", CHIPS)
def test_language_model(language: tuple[Binary, LanguageModel], chip: str) -> None:
    binary, _ = language
    result = binary.test(chip)
    assert [each.different for each in result.compare if each.reference == f"eager on {chip}"] == [0]
    assert result.accuracy == 1, "a label for each token"
    assert "(180 of 180)" in result.text


def test_tied_weights_are_one(language: tuple[Binary, LanguageModel]) -> None:
    binary, module = language
    text = (binary.folder / "model.cpp").read_text()
    weights = re.findall(r'run\.weight\("([^"]+)"\)', text)
    assert len(weights) == len(set(weights))
    assert len({"tokens.weight", "head.weight"} & set(weights)) == 1
    size = (binary.folder / "weights.bin").stat().st_size
    assert size < sum(each.numel() for each in module.parameters()) * 4 + 64 * 2 * len(weights) + 1024


def test_a_module_of_halves(folder: Path) -> None:
    module = Encoder().half()
    samples = [(torch.randn(7, 32).half(), label % 5) for label in range(5)]
    binary = ModelExporter(module, samples, samples, folder).generate(batch_size=2).compile(folder / "model")
    for chip in WITH_HALVES:
        assert [each.different for each in eager(binary, chip)] == [0]
    assert "chip tc_c does not compute in f16" in binary.run("test", "--chip", "tc_c").stderr


@pytest.mark.parametrize("chip", WITH_HALVES)
def test_halves_by_configuration(encoder: Binary, tmp_path: Path, chip: str) -> None:
    """An operator in f16 computes what eager computes of its operands and weights as halves."""
    (tmp_path / "c.yaml").write_text("operators:\n  head.addmm: f16\n")
    words = ["test", "--chip", chip, "--config", tmp_path / "c.yaml", "--outputs", tmp_path, "--batch-size", "5"]
    done = encoder.run(*words)
    assert done.returncode == 0, done.stderr
    inputs = BinDataset(encoder.folder / "test" / "input0.bin")
    module = Encoder().eval()
    module.load_state_dict(read_weights(encoder))
    device = f"tpu:{next(n for n in range(torch.tpu.device_count()) if torch.tpu.get_device_name(n) == chip)}"
    before = torch.backends.mha.get_fastpath_enabled()
    torch.backends.mha.set_fastpath_enabled(False)
    try:
        with torch.no_grad():
            x = module.to(device).block(torch.stack([inputs[i][0] for i in range(5)]).to(device)).mean(1)
            expected = module.head.half()(x.half()).float().cpu()
    finally:
        torch.backends.mha.set_fastpath_enabled(before)
    found = BinDataset(tmp_path / "output0.bin")
    assert torch.equal(torch.stack([found[i][0] for i in range(5)]), expected)


def test_the_weights_file(encoder: Binary) -> None:
    weights = read_weights(encoder)
    assert {name: tuple(each.shape) for name, each in weights.items()} == {
        name: tuple(each.shape) for name, each in Encoder().state_dict().items()
    }


def read_weights(binary: Binary) -> dict[str, torch.Tensor]:
    """The weights file, by its documentation."""
    data = (binary.folder / "weights.bin").read_bytes()
    assert data[:8] == b"TPUWGHT1"
    (count,) = struct.unpack_from("<Q", data, 8)
    at, made = 16, {}
    for _ in range(count):
        (length,) = struct.unpack_from("<Q", data, at)
        name = data[at + 8 : at + 8 + length].decode()
        code, dims = struct.unpack_from("<II", data, at + 8 + length)
        shape = struct.unpack_from(f"<{dims}q", data, at + 16 + length)
        (place,) = struct.unpack_from("<Q", data, at + 16 + length + 8 * dims)
        at += 24 + length + 8 * dims
        assert code == 0
        elements = torch.Size(shape).numel()
        made[name] = torch.frombuffer(bytearray(data[place : place + 4 * elements]), dtype=torch.float32).reshape(shape)
    return made


# --- the tuner ---


def test_tuner_without_loss(language: tuple[Binary, LanguageModel], tmp_path: Path) -> None:
    binary, _ = language
    tuning = tune(binary, "sg_b", 0.0, configuration=tmp_path / "c.yaml", plot=tmp_path / "p.html")
    assert tuning.best is not None
    assert tuning.best.loss <= 0
    assert tuning.best.bits < 20
    again = binary.test("sg_b", dataset="tune", config=tmp_path / "c.yaml")
    assert again.accuracy == tuning.best.accuracy == 1
    page = (tmp_path / "p.html").read_text()
    assert page.count("<circle") == len(tuning.trials)
    assert page.count('class="best"') == 2, "in the picture and in the table"
    assert "http" not in page
    assert "<script" not in page


def test_tuner_operator_by_operator(encoder: Binary, tmp_path: Path) -> None:
    """An error that not all operators can be lowered under, but some."""
    whole = tune(
        encoder,
        "bm_a",
        1.0,
        metric="mae",
        precisions=["bf16"],
        configuration=tmp_path / "all.yaml",
        plot=tmp_path / "a.html",
    )
    assert whole.best is not None
    allowed = whole.trials[1].mae / 2
    tuning = tune(
        encoder,
        "bm_a",
        allowed,
        metric="mae",
        precisions=["bf16"],
        configuration=tmp_path / "c.yaml",
        plot=tmp_path / "p.html",
    )
    assert tuning.best is not None
    assert 0 < len(tuning.best.configuration) < len(whole.best.configuration)
    found = encoder.test("bm_a", dataset="tune", config=tmp_path / "c.yaml")
    assert found.compare[0].mae == pytest.approx(tuning.best.mae)
    assert found.compare[0].mae <= allowed
    assert [each.loss for each in tuning.front()] == sorted((each.loss for each in tuning.front()), reverse=True)


def test_tuner_says_what_it_did_not_try(encoder: Binary, tmp_path: Path) -> None:
    tuning = tune(
        encoder, "bm_a", 1.0, precisions=["f8e4m3"], configuration=tmp_path / "c.yaml", plot=tmp_path / "p.html"
    )
    assert "does not compute in f8e4m3" in tuning.skipped["f8e4m3"]
    assert "operators: {}" in (tmp_path / "c.yaml").read_text()
    assert encoder.test("bm_a", config=tmp_path / "c.yaml").samples == 5
    assert "f8e4m3 was not tried" in (tmp_path / "p.html").read_text()


def test_wrong_requests_of_the_tuner(encoder: Binary) -> None:
    for options, said in [
        ({"metric": "speed"}, "no metric 'speed'"),
        ({"precisions": ["f4"]}, "no precision f4"),
        ({"max_trials": 1}, "two trials"),
    ]:
        with pytest.raises(ExportError, match=said):
            tune(encoder, "bm_a", 0.1, **options)  # type: ignore[arg-type]
    with pytest.raises(ExportError, match="a loss is a number from 0"):
        tune(encoder, "bm_a", -1)
    with pytest.raises(ExportError, match="nochip"):
        tune(encoder, "nochip", 0.1)
