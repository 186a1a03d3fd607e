"""One model the whole way: program, binary, both chips, accuracy, comparison, command line."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import torch
from export_models import CHIPS, LeNet, digits

from torch_tpu.export import Binary, BinDataset


@pytest.mark.parametrize("chip", CHIPS)
def test_accuracy_and_comparison(lenet: Binary, chip: str) -> None:
    torch.manual_seed(0)
    result = lenet.test(chip)
    inputs = torch.stack([sample for sample, _ in digits(10)])
    labels = torch.tensor([label for _, label in digits(10)])
    expected = (LeNet().eval()(inputs).argmax(1) == labels).float().mean().item()
    assert result.accuracy == pytest.approx(expected)
    assert (result.samples, result.batches) == (10, 3), "the last batch, of two samples, counts"
    by_name = {each.reference: each for each in result.compare}
    assert by_name.keys() == {"the CPU", f"eager on {chip}"}
    assert 0 < by_name["the CPU"].max_diff < 1e-6
    assert "10 in 3 batches of 4, the last of 2" in result.text


@pytest.mark.parametrize("chip", CHIPS)
def test_bit_by_bit(lenet: Binary, chip: str) -> None:
    assert [each.different for each in lenet.test(chip).compare if each.reference == f"eager on {chip}"] == [0]
    assert lenet.run("test", "--chip", chip, "--outputs", lenet.folder).returncode == 0
    found, expected = BinDataset(lenet.folder / "output0.bin"), digits(10)
    device = next(n for n in range(torch.tpu.device_count()) if torch.tpu.get_device_name(n) == chip)
    torch.manual_seed(0)
    module = LeNet().eval().to(f"tpu:{device}")
    with torch.no_grad():
        for first in (0, 4, 8):
            rows = range(first, min(10, first + 4))
            made = module(torch.stack([expected[i][0] for i in rows]).to(f"tpu:{device}")).cpu()
            assert torch.equal(made, torch.stack([found[i][0] for i in rows]))


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("size", [1, 3, 10, 64])
def test_other_batch_sizes(lenet: Binary, chip: str, size: int) -> None:
    result = lenet.test(chip, batch_size=size)
    assert result.batches == -(-10 // size)
    assert all(each.max_diff < 1e-6 for each in result.compare)
    assert all(each.max_diff < 1e-6 for each in result.compare)


def test_the_program_is_readable(lenet: Binary) -> None:
    text = (lenet.folder / "model.cpp").read_text()
    calls = re.findall(r'run\.op\("([\w.]+)"', text)
    assert calls == [
        *("conv1.convolution", "relu", "pool.max_pool2d", "conv2.convolution", "relu_1"),
        *("pool.max_pool2d_1", "fc1.addmm", "relu_2", "fc2.addmm", "relu_3", "fc3.addmm"),
    ]
    assert "// conv1 (Conv2d), export_models.py:" in text
    assert "tpudnnActiveAsync(o, o(convolution), o.out(), TPUDNN_ACTIVE_RELU)" in text


def test_no_absolute_path_is_compiled_in(lenet: Binary) -> None:
    listed = subprocess.run(["readelf", "-d", lenet.path], capture_output=True, text=True, check=True).stdout
    (runpath,) = re.findall(r"RUNPATH.*\[(.*)\]", listed)
    assert all(each.startswith("$ORIGIN") for each in runpath.split(":"))
    code = lenet.path.read_bytes().replace(runpath.encode(), b"")
    for path in (lenet.folder, Path(torch.__file__).parent, Path(__file__).parents[2]):
        assert str(path).encode() not in code


def test_the_export_can_be_moved(lenet: Binary, tmp_path: Path) -> None:
    """Beside the binary, or where --data says. The library comes from LD_LIBRARY_PATH then."""
    from dnnlib.paths import library_dir

    moved = tmp_path / "elsewhere"
    shutil.copytree(lenet.folder, moved)
    environment = {"LD_LIBRARY_PATH": str(library_dir()), "PATH": "/usr/bin"}
    words = [moved / "bin" / "model", "test", "--chip", "bm_a", "--compare"]
    done = subprocess.run(words, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    assert "equal bit by bit" in done.stdout
    alone = tmp_path / "model"
    shutil.copy(lenet.path, alone)
    done = subprocess.run([alone, "test"], capture_output=True, text=True, env=environment, check=False)
    assert (done.returncode, "weights.bin: cannot be read" in done.stderr) == (1, True)
    words = [alone, "test", "--chip", "bm_a", "--data", moved]
    assert subprocess.run(words, capture_output=True, env=environment, check=False).returncode == 0


@pytest.mark.parametrize("name", ["sg2260", "bm1684x"])
def test_chips_by_other_names(lenet: Binary, name: str) -> None:
    assert lenet.test(name).samples == 10


def test_wrong_command_lines(lenet: Binary) -> None:
    for words, said in [
        (["test", "--chip", "nochip"], "nochip"),
        (["fly"], "no command 'fly'"),
        (["test", "--speed"], "unknown argument --speed"),
        (["test", "--batch-size", "0"], "--batch-size takes a number from 1"),
        (["test", "--batch-size", "4x"], "--batch-size takes a number from 1"),
        (["test", "--dataset", "none"], "none/input0.bin: cannot be read"),
        (["test", "--chip"], "--chip needs a value"),
    ]:
        done = lenet.run(*words)
        assert done.returncode == 1
        assert said in done.stderr, done.stderr
    assert lenet.run().returncode == 2
    assert "usage: model test" in lenet.run("--help").stdout
    assert "sg_b (sg2260), 8 cores" in lenet.run("chips").stdout
    assert "fc1.addmm" in lenet.run("operators", "--chip", "bm_a").stdout
