"""Products in FP8: what they give is the product of operands rounded to the format as PyTorch rounds them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch
from torch import nn
from torch.nn import functional as F

from torch_tpu.export import Binary, BinDataset, ModelExporter

FORMATS = {"f8e4m3": (torch.float8_e4m3fn, 448.0), "f8e5m2": (torch.float8_e5m2, 57344.0)}
Rounding = Callable[[torch.Tensor], torch.Tensor]


class Products(nn.Module):
    """`left` and `right` are what happens to the operands of a product: nothing, or the rounding of a format."""

    def __init__(self) -> None:
        super().__init__()
        self.linear, self.plain = nn.Linear(6, 5), nn.Linear(6, 5, bias=False)
        self.conv, self.depthwise = (
            nn.Conv2d(4, 6, 3, 2, 1, groups=2),
            nn.Conv2d(4, 4, 3, padding=2, dilation=2, groups=4, bias=False),
        )
        self.line = nn.Conv1d(4, 6, 3, padding=1)
        self.rounded: Rounding = lambda x: x

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, ...]:
        r = self.rounded
        return (
            F.linear(r(x), r(self.linear.weight), self.linear.bias),
            r(x) @ r(self.plain.weight).t(),
            torch.addmm(x[:, 0, 0, :5], r(x[:, 0, 1]), r(self.linear.weight).t(), beta=0.5, alpha=2),
            F.conv2d(r(x), r(self.conv.weight), self.conv.bias, 2, 1, 1, 2),
            F.conv2d(r(x), r(self.depthwise.weight), None, 1, 2, 2, 4),
            F.conv1d(r(x[:, :, 0]), r(self.line.weight), self.line.bias, 1, 1),
            r(x[:, 0]) @ r(x[:, 1].mT * 2),
            torch.baddbmm(x[:, 0], r(x[:, 2]), r(x[:, 3].exp()), alpha=0.5),
        )


@pytest.fixture(scope="module")
def products(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Binary, Products, torch.Tensor]]:
    torch.manual_seed(1)
    module, x = Products(), torch.randn(5, 4, 6, 6) * 3
    folder = tmp_path_factory.mktemp("products") / "export"
    yield ModelExporter(module, list(x), list(x), folder).generate(5).compile(folder / "model"), module, x


@pytest.mark.parametrize("kind", FORMATS)
def test_products(products: tuple[Binary, Products, torch.Tensor], tmp_path: Path, kind: str) -> None:
    binary, module, x = products
    dtype, limit = FORMATS[kind]

    def rounded(tensor: torch.Tensor) -> torch.Tensor:
        scale = tensor.float().abs().max() / limit
        if isinstance(tensor, nn.Parameter):  # on the host
            return (tensor.float() / scale).to(dtype).double() * scale.double()
        return (tensor.float() * (1 / scale)).clamp(-limit, limit).to(dtype).double() * scale.double()

    (tmp_path / "c.yaml").write_text(f"operators:\n  '*mm*': {kind}\n  '*conv*': {kind}\n")
    done = binary.run("test", "--chip", "sg_b", "--config", tmp_path / "c.yaml", "--outputs", tmp_path)
    assert done.returncode == 0, done.stderr
    assert f"{kind} (8 operators)" in done.stdout, done.stdout
    with torch.no_grad():
        exact = module.double()(x.double())
        module.rounded = rounded
        expected = module(x.double())
        module.rounded = lambda x: x
        module.float()
    for number, (good, want) in enumerate(zip(exact, expected, strict=True)):
        data = BinDataset(tmp_path / f"output{number}.bin")
        found = torch.stack([data[i][0] for i in range(5)])
        off = (found - want).abs().max().item() / want.abs().max().item()
        coarse = (good - want).abs().max().item() / want.abs().max().item()
        assert off < 1e-2 * coarse or off < 2e-6, (number, off, coarse)
        assert coarse > 1e-3, "the format is coarser than that"


def test_what_is_not_there_is_refused_at_the_start(
    products: tuple[Binary, Products, torch.Tensor], tmp_path: Path
) -> None:
    binary = products[0]
    for chip in ("bm_a", "tc_c"):
        (tmp_path / "c.yaml").write_text("operators:\n  conv*: f8\n")
        done = binary.run("test", "--chip", chip, "--config", tmp_path / "c.yaml")
        assert (done.returncode, f"c.yaml:2: chip {chip} does not compute in f8e4m3" in done.stderr) == (1, True)
    (tmp_path / "c.yaml").write_text("operators:\n  exp: f8\n")
    done = binary.run("test", "--chip", "sg_b", "--config", tmp_path / "c.yaml")
    assert (done.returncode, "exp (aten.exp.default" in done.stderr) == (1, True), done.stderr
