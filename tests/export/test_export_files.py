"""Datasets, folders and configurations: what is read, and what is refused with which sentence."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from export_models import WITH_HALVES, digits
from torch import nn

from torch_tpu.export import Binary, BinDataset, ExportError, ModelExporter, write_tensor


class Rows(torch.utils.data.Dataset):
    def __init__(self, rows: list[Any]) -> None:
        self.rows = rows

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: int) -> Any:
        return self.rows[index]


def test_a_dataset_written_is_the_dataset(tmp_path: Path) -> None:
    for dtype in (torch.float32, torch.float16, torch.bfloat16, torch.int64, torch.uint8, torch.bool):
        whole = (torch.rand(3, 2, 4) * 5).to(dtype)
        write_tensor(tmp_path / "x.bin", whole)
        write_tensor(tmp_path / "y.bin", torch.tensor([3, 1, 2]))
        data = BinDataset(tmp_path / "x.bin", tmp_path / "y.bin")
        assert len(data) == 3
        assert all(torch.equal(data[i][0], whole[i]) and data[i][1] == [3, 1, 2][i] for i in range(3))
    data = BinDataset([tmp_path / "x.bin", tmp_path / "y.bin"])
    (inputs,) = data[1]
    assert [each.dtype for each in inputs] == [torch.bool, torch.int64]
    with pytest.raises(IndexError):
        data[3]


def damage(path: Path, kind: str) -> None:
    data = path.read_bytes()
    path.write_bytes(
        {
            "magic": b"NOTADATA" + data[8:],
            "truncated": data[:-1],
            "longer": data + b"\0",
            "head": data[:11],
            "empty": b"",
            "dtype": data[:8] + struct.pack("<I", 99) + data[12:],
            "dims": data[:12] + struct.pack("<I", 4000) + data[16:],
            "negative": data[:16] + struct.pack("<q", -1) + data[24:],
            "huge": data[:16] + struct.pack("<q", 2**62) + data[24:],
        }[kind]
    )


KINDS = ["magic", "truncated", "longer", "head", "empty", "dtype", "dims", "negative", "huge"]


@pytest.mark.parametrize("kind", KINDS)
def test_damaged_files(lenet: Binary, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "x.bin"
    write_tensor(path, torch.randn(3, 1, 28, 28))
    assert lenet.run("test", "--chip", "bm_a", "--inputs", path).returncode == 0
    damage(path, kind)
    with pytest.raises(ExportError, match=r"x\.bin: ") as raised:
        BinDataset(path)
    done = lenet.run("test", "--chip", "bm_a", "--inputs", path)
    assert done.returncode == 1
    assert f"{path}: " in done.stderr
    if kind == "truncated":
        assert "truncated" in str(raised.value)
        assert "truncated" in done.stderr


def test_data_that_does_not_belong_to_the_model(lenet: Binary, tmp_path: Path) -> None:
    x, y = tmp_path / "x.bin", tmp_path / "y.bin"
    write_tensor(x, torch.randn(3, 1, 28, 28))
    for inputs, labels, said in [
        (torch.randn(3, 1, 28, 27), None, "samples of f32[1, 28, 27]; input 0 (x) is f32[1, 28, 28]"),
        (torch.randn(3, 1, 28, 28).half(), None, "samples of f16[1, 28, 28]"),
        (torch.randn(0, 1, 28, 28), None, "no samples"),
        (None, torch.tensor([0, 10, 1]), "label 10 at place 1 is outside of the model's 10 classes"),
        (None, torch.tensor([0, 1]), "2 labels for 3 samples"),
        (None, torch.tensor([[0, 1]] * 3), "do not belong to an output of shape [3, 10]"),
        (None, torch.rand(3), "labels are numbers of classes, not f32"),
    ]:
        write_tensor(x, torch.randn(3, 1, 28, 28) if inputs is None else inputs)
        words: list[str | Path] = ["test", "--chip", "bm_a", "--inputs", x]
        if labels is not None:
            write_tensor(y, labels)
            words += ["--labels", y]
        done = lenet.run(*words)
        assert done.returncode == 1
        assert said in done.stderr, done.stderr
    write_tensor(x, torch.randn(3, 1, 28, 28))
    write_tensor(y, torch.tensor([-100, 1, 2]))
    assert "1 negative labels ignored" in lenet.run("test", "--chip", "bm_a", "--inputs", x, "--labels", y).stdout
    assert "2 inputs" in (lenet.run("test", "--inputs", f"{x},{x}").stderr.replace("names 2", "2 inputs"))


def test_outputs_are_written(lenet: Binary, tmp_path: Path) -> None:
    assert lenet.run("test", "--chip", "bm_a", "--outputs", tmp_path).returncode == 0
    written = BinDataset(tmp_path / "output0.bin")
    expected = BinDataset(lenet.folder / "test" / "reference" / "bm_a" / "output0.bin")
    assert all(torch.equal(written[i][0], expected[i][0]) for i in range(len(expected)))
    done = lenet.run("test", "--chip", "bm_a", "--outputs", tmp_path / "none")
    assert (done.returncode, "output0.bin: cannot be written" in done.stderr) == (1, True)


def test_a_truncated_weights_file(lenet: Binary, tmp_path: Path) -> None:
    for name in ("weights.bin", "test", "tune"):
        (tmp_path / name).symlink_to(lenet.folder / name)
    data = (tmp_path / "weights.bin").read_bytes()
    (tmp_path / "weights.bin").unlink()
    for count, said in [(len(data) - 4, "truncated: no bytes for"), (100, "truncated"), (4, "not a file of this kind")]:
        (tmp_path / "weights.bin").write_bytes(data[:count])
        done = lenet.run("test", "--data", tmp_path)
        assert (done.returncode, said in done.stderr) == (1, True), done.stderr


class Linear(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(4, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.fc(x)


GOOD = Rows([(torch.randn(4), 1)] * 3)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([], "the test dataset is empty"),
        ([(torch.randn(4), 1), (torch.randn(5), 1)], "sample 1 of the test dataset is torch.float32 [5]"),
        ([(torch.randn(4), 1), (torch.randn(4),)], "sample 1 of the test dataset has other parts"),
        ([(torch.randn(4), 0.5)], "labels of the test dataset are torch.float32; they are numbers of classes"),
        ([(torch.randn(4), 1, 2)], "sample 0 of the test dataset has 3 parts"),
        ([(torch.randn(4).double(), 1)], "input 0 of the test dataset is float64"),
        ([(torch.randn(4).to(torch.complex64), 1)], "input 0 of the test dataset is complex64"),
        ([(torch.randn(4).half(), 1)], "of the tune dataset"),
    ],
)
def test_wrong_datasets(folder: Path, rows: list[Any], said: str) -> None:
    with pytest.raises(ExportError) as raised:
        ModelExporter(Linear(), GOOD, Rows(rows), folder).generate()
    assert said in str(raised.value)
    assert not folder.exists()


def test_a_dataset_without_length(folder: Path) -> None:
    with pytest.raises(ExportError, match="has no length"):
        ModelExporter(Linear(), GOOD, iter([]), folder)


def test_folders(folder: Path) -> None:
    folder.mkdir()
    (folder / "mine.txt").write_text("keep")
    with pytest.raises(ExportError, match="exists; replace=True"):
        ModelExporter(Linear(), GOOD, GOOD, folder)
    with pytest.raises(ExportError, match="is no export"):
        ModelExporter(Linear(), GOOD, GOOD, folder, replace=True)
    assert (folder / "mine.txt").read_text() == "keep"
    with pytest.raises(ExportError, match="is a file"):
        ModelExporter(Linear(), GOOD, GOOD, folder / "mine.txt")
    (folder / "mine.txt").unlink()
    ModelExporter(Linear(), GOOD, GOOD, folder, references=["cpu"]).generate(2)
    first = (folder / "weights.bin").read_bytes()
    with pytest.raises(ExportError, match="exists"):
        ModelExporter(Linear(), GOOD, GOOD, folder)
    ModelExporter(Linear(), GOOD, GOOD, folder, references=["cpu"], replace=True).generate(2)
    assert (folder / "weights.bin").read_bytes() != first
    with pytest.raises(ExportError, match="batch_size is a number from 1"):
        ModelExporter(Linear(), GOOD, GOOD, folder, replace=True).generate(0)
    with pytest.raises(ExportError, match="no device nochip; there are cpu"):
        ModelExporter(Linear(), GOOD, GOOD, folder, replace=True, references=["nochip"]).generate(2)
    assert sorted(each.name for each in folder.parent.iterdir()) == ["export"]
    assert (folder / "export.json").is_file(), "a failing generate leaves what was there"


# --- configurations ---


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("precisions:\n  fc1.addmm: f16\n", 2, "no key 'precisions'"),
        ("operators:\n  fc1.addmm:\n    deep: f16\n", 3, "no key 'operators' of this form"),
        ("operators:\n  fc1.addmm: f17\n", 2, "no precision 'f17'; there are f32, f16, bf16"),
        ("operators:\n  fc1.addmm: i32\n", 2, "no precision 'i32'"),
        ("operators:\n  fc9.addmm: f16\n", 2, "no operator is called 'fc9.addmm'"),
        ("operators:\n  fc9.*: f16\n", 2, "no operator is called 'fc9.*'"),
        ("operators:\n  relu: f8\n", 2, "relu (aten.relu.default"),
        ("operators\n", 1, "expected `key: value`"),
        ("operators:\n\tfc1.addmm: f16\n", 2, "a tab in the indentation"),
        ("  default: f16\n", 1, "an indentation that belongs to nothing"),
        ('{"operators": {"fc1.addmm": "f16"}', 1, "expected }"),
        ('{"operators": {"fc1.addmm" "f16"}}', 1, "expected :"),
        ('{"operators":\n {"fc1.addmm": f16}}', 2, 'expected "'),
        ('{"operators": {"fc1.addmm": "f16}}', 1, "a string without an end"),
        ('{"default": "f16"} x', 1, "text after the end"),
    ],
)
def test_wrong_configurations(lenet: Binary, tmp_path: Path, text: str, line: int, said: str) -> None:
    path = tmp_path / "precision.cfg"
    path.write_text(text)
    done = lenet.run("test", "--chip", "sg_b", "--config", path)
    assert done.returncode == 1
    assert f"{path}:{line}: " in done.stderr
    assert said in done.stderr


def test_a_configuration_that_is_missing(lenet: Binary, tmp_path: Path) -> None:
    assert "none.yaml: cannot be read" in lenet.run("test", "--config", tmp_path / "none.yaml").stderr


def precisions(binary: Binary, path: Path, chip: str = "sg_b") -> dict[str, str]:
    done = binary.run("operators", "--chip", chip, "--config", path)
    assert done.returncode == 0, done.stderr
    return {line.split()[0]: line.split()[1] for line in done.stdout.splitlines()}


def test_yaml_and_json_say_the_same(lenet: Binary, tmp_path: Path) -> None:
    yaml, js = tmp_path / "a.yaml", tmp_path / "a.json"
    yaml.write_text(
        "# which\n---\ndefault: bf16   # all of them\noperators:\n  'fc?.addmm': f16\n  \"fc3.addmm\": f32 # but\n\n  conv*: f32\n"
    )
    js.write_text(
        json.dumps({"default": "bf16", "operators": {"fc?.addmm": "f16", "fc3.addmm": "f32", "conv*": "f32"}}, indent=2)
    )
    found = precisions(lenet, yaml)
    assert found == precisions(lenet, js)
    assert (found["relu"], found["fc1.addmm"], found["fc2.addmm"]) == ("bf16", "f16", "f16")
    assert (found["fc3.addmm"], found["conv1.convolution"]) == ("f32", "f32")


def test_the_configuration_of_an_export_changes_nothing(lenet: Binary) -> None:
    plain = lenet.test("sg_b")
    assert lenet.test("sg_b", config=lenet.folder / "precision.yaml").compare == plain.compare
    assert "conv1.convolution: f32" in (lenet.folder / "precision.yaml").read_text()


@pytest.mark.parametrize("chip", WITH_HALVES)
def test_precisions_cost_what_they_cost(lenet: Binary, tmp_path: Path, chip: str) -> None:
    maes = []
    for precision in ("f32", "f16", "bf16"):
        (tmp_path / "c.yaml").write_text(f"default: {precision}\n")
        maes.append(lenet.test(chip, config=tmp_path / "c.yaml").compare[0].mae)
    assert 0 < maes[0] < 1e-6 < maes[1] < 1e-3
    assert maes[1] < maes[2] < 1e-2


def test_fp8_is_refused_where_there_is_none(lenet: Binary, tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text("operators:\n  fc1.addmm: f8\n")
    done = lenet.run("test", "--chip", "bm_a", "--config", tmp_path / "c.yaml")
    assert (done.returncode, "chip bm_a does not compute in f8e4m3" in done.stderr) == (1, True)


@pytest.fixture(scope="module")
def linear(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Binary, Linear, torch.Tensor]]:
    torch.manual_seed(1)
    module, x = Linear(), torch.randn(6, 4) * 3
    folder = tmp_path_factory.mktemp("linear") / "export"
    yield ModelExporter(module, Rows(list(x)), Rows(list(x)), folder).generate(6).compile(folder / "model"), module, x


@pytest.mark.parametrize("kind", ["f8e4m3", "f8e5m2"])
def test_fp8_is_scaled_and_rounded_as_pytorch_rounds(
    linear: tuple[Binary, Linear, torch.Tensor], tmp_path: Path, kind: str
) -> None:
    binary, module, x = linear
    dtype, limit = {"f8e4m3": (torch.float8_e4m3fn, 448.0), "f8e5m2": (torch.float8_e5m2, 57344.0)}[kind]
    (tmp_path / "c.yaml").write_text(f"operators:\n  fc.addmm: {kind}\n")
    done = binary.run("test", "--chip", "sg_b", "--config", tmp_path / "c.yaml", "--outputs", tmp_path)
    assert done.returncode == 0, done.stderr
    left, right = x.abs().max() / limit, module.fc.weight.detach().abs().max() / limit
    narrow = lambda tensor, scale: (tensor / scale).clamp(-limit, limit).to(dtype).double()  # noqa: E731
    expected = narrow(x, left) @ narrow(module.fc.weight.detach(), right).t() * left * right + module.fc.bias.detach()
    found = torch.stack([row for (row,) in BinDataset(tmp_path / "output0.bin")])  # type: ignore[misc]
    plain = module(x).detach()
    assert (found - expected).abs().max() < 1e-5
    assert (found - plain).abs().max() > 1e-3, "FP8 has been used"


def test_samples_without_labels(linear: tuple[Binary, Linear, torch.Tensor]) -> None:
    result = linear[0].test("bm_a")
    assert result.accuracy is None
    assert "accuracy:  unknown" in result.text
    with pytest.raises(ExportError, match="tune/none"):
        linear[0].test("bm_a", dataset="tune/none")


def test_references_that_are_missing(folder: Path) -> None:
    exporter = ModelExporter(Linear(), Rows(digits(1)), Rows(digits(1)), folder, references=[])
    exporter.module = nn.Flatten()
    binary = exporter.generate(1).compile(folder / "model")
    with pytest.raises(ExportError, match="no reference outputs"):
        binary.test("bm_a")
    assert binary.test("bm_a", compare=False).samples == 1
