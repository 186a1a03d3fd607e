"""The kernel log of a training step on the torch device, and its replay."""

import json
from pathlib import Path

import pytest
import torch

torch_tpu = pytest.importorskip("torch_tpu")
from torch_tpu.tools import kernel_log  # noqa: E402

pytestmark = [pytest.mark.native, pytest.mark.torch]


@pytest.mark.parametrize("index", range(torch.tpu.device_count()))
def test_a_training_step_gives_the_same_bytes_again(index: int, tmp_path: Path) -> None:
    torch.manual_seed(1)
    device = torch.device("tpu", index)
    model = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU(), torch.nn.Linear(16, 4)).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    path = tmp_path / "step.jsonl"
    with kernel_log.enable(path, content=True):
        loss = model(torch.randn(4, 8).to(device)).square().mean()
        loss.backward()
        optimizer.step()
        assert torch.isfinite(loss.cpu())
    records = [json.loads(line) for line in path.read_text().splitlines()]
    launches = [record for record in records if "launch" in record]
    assert len(launches) > 5 and {record["device"] for record in launches} == {index}
    assert all(record["status"] == "SUCCESS" and record["fields"] for record in launches)
    report = kernel_log.replay(path)
    assert report.exit_code == 0 and report.launches == len(launches), report.text()
