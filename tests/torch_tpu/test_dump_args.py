"""dump_args at its levels, to its sinks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import torch
from processes import run

from torch_tpu.tools import dump_args

pytestmark = [pytest.mark.torch, pytest.mark.native]


def test_levels_change_while_running(device: str) -> None:
    lines: list[str] = []
    value = torch.arange(4.0, device=device)
    with dump_args("exp", "mul", level=1, to=lines.append) as dump:
        value.exp()
        dump.level = 2
        value[::2].mul(3)
        dump.level = 3
        value.mul(2)
        dump.level = 0
        value.exp()
    lines = [line for line in lines if not line.strip().startswith("tpudnn")]
    assert re.fullmatch(r"\[\d+\] aten::exp", lines[0])
    assert len(lines) == 5
    assert (
        re.search(
            rf"aten::mul\.Tensor\(self=Tensor\[2\]\(float32, strides \[2\], view at 0, {device}, 0x[0-9a-f]+\), other=3\)",
            lines[1],
        )
        or "other=" in lines[1]
    )
    assert re.search(r"\] -> Tensor\[2\]\(float32, ", lines[2])
    assert "= [0.0, 1.0, 2.0, 3.0]" in lines[3]
    assert "= [0.0, 2.0, 4.0, 6.0]" in lines[4]
    with pytest.raises(ValueError, match="0, 1, 2 or 3"), dump_args(level=4):
        pass


def test_functions_of_the_library_are_told_inside_of_the_operator(device: str) -> None:
    lines: list[str] = []
    value = torch.ones(3, 3, device=device)
    with dump_args("mm", level=1, to=lines.append) as dump:
        value @ value
        dump.level = 2
        value @ value
        value.exp()  # not asked for
    names = [line.strip() for line in lines]
    assert re.fullmatch(r"\[\d+\] aten::mm", names[0])
    assert names[1] == "tpudnnMatmulAsync"
    assert any(name.startswith("tpudnnMatmulAsync(left=f32[3, 3] 0x") for name in names)
    assert lines[1].startswith("  ")
    assert not [name for name in names if "Active" in name or "exp" in name]


def test_exceptions_and_a_file(device: str, tmp_path: Path) -> None:
    value = torch.ones(2, 2, device=device)
    with dump_args(to=tmp_path / "dump.txt"), pytest.raises(IndexError):
        value.index_select(0, torch.tensor([7], device=device))
    assert "raised IndexError" in (tmp_path / "dump.txt").read_text()


def test_the_variables(tmp_path: Path) -> None:
    path = tmp_path / "dump.txt"
    done = run("import torch; torch.ones(2, device='tpu').exp()", TORCH_TPU_DUMP_ARGS="3", TORCH_TPU_DUMP_TO=str(path))
    assert done.returncode == 0, done.stderr
    assert "= [1.0, 1.0]" in path.read_text()
    assert "TORCH_TPU_DUMP_ARGS is 0, 1, 2 or 3, not high" in run("import torch", TORCH_TPU_DUMP_ARGS="high").stderr
