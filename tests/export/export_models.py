"""Small models of the kinds that are exported, and data for them."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional as F

CHIPS = ["bm_a", "sg_b", "tc_c"]
WITH_HALVES = ["bm_a", "sg_b"]


class LeNet(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.conv1, self.conv2 = nn.Conv2d(1, 6, 5, padding=2), nn.Conv2d(6, 16, 5)
        self.pool, self.dropout = nn.MaxPool2d(2), nn.Dropout(0.5)
        self.fc1, self.fc2, self.fc3 = nn.Linear(400, 120), nn.Linear(120, 84), nn.Linear(84, 10)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.pool(torch.relu(self.conv1(x)))
        x = self.pool(torch.relu(self.conv2(x)))
        x = torch.relu(self.fc1(x.flatten(1)))
        return self.fc3(self.dropout(torch.relu(self.fc2(x))))


def digits(count: int) -> list[tuple[torch.Tensor, int]]:
    draws = torch.Generator().manual_seed(count)
    return [(torch.randn(1, 28, 28, generator=draws), index % 10) for index in range(count)]


class Residual(nn.Module):
    """A basic block: two convolutions beside the identity, or beside a convolution where shapes change."""

    def __init__(self, channels: int, out: int, stride: int) -> None:
        super().__init__()
        self.conv1, self.bn1 = nn.Conv2d(channels, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out)
        self.conv2, self.bn2 = nn.Conv2d(out, out, 3, 1, 1, bias=False), nn.BatchNorm2d(out)
        self.downsample: nn.Module | None = None
        if stride != 1 or channels != out:
            self.downsample = nn.Sequential(nn.Conv2d(channels, out, 1, stride, bias=False), nn.BatchNorm2d(out))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.bn2(self.conv2(torch.relu(self.bn1(self.conv1(x)))))
        return torch.relu(y + (x if self.downsample is None else self.downsample(x)))


class ResNet18(nn.Module):
    """The network of eighteen layers, with its stem; `width` is 64 in the paper."""

    def __init__(self, classes: int = 10, width: int = 64) -> None:
        super().__init__()
        self.conv1, self.bn1 = nn.Conv2d(3, width, 7, 2, 3, bias=False), nn.BatchNorm2d(width)
        self.maxpool, self.avgpool = nn.MaxPool2d(3, 2, 1), nn.AdaptiveAvgPool2d((1, 1))
        channels, layers = width, []
        for number in range(4):
            out = width * 2**number
            layers.append(nn.Sequential(Residual(channels, out, 1 if number == 0 else 2), Residual(out, out, 1)))
            channels = out
        self.layer1, self.layer2, self.layer3, self.layer4 = layers
        self.fc = nn.Linear(channels, classes)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.maxpool(torch.relu(self.bn1(self.conv1(x))))
        x = self.layer4(self.layer3(self.layer2(self.layer1(x))))
        return self.fc(self.avgpool(x).flatten(1))


def with_statistics(module: nn.Module) -> nn.Module:
    """Batch norms as after training: statistics and weights that are not 0 and 1."""
    draws = torch.Generator().manual_seed(3)
    for each in module.modules():
        if isinstance(each, nn.BatchNorm2d):
            with torch.no_grad():
                each.running_mean.normal_(0, 0.2, generator=draws)
                each.running_var.uniform_(0.5, 1.5, generator=draws)
                each.weight.uniform_(0.5, 1.5, generator=draws)
                each.bias.normal_(0, 0.2, generator=draws)
    return module


class Encoder(nn.Module):
    """A transformer block of PyTorch's own."""

    def __init__(self, classes: int = 5) -> None:
        super().__init__()
        self.block = nn.TransformerEncoderLayer(32, 4, 64, dropout=0.1, activation="gelu", batch_first=True)
        self.head = nn.Linear(32, classes)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.block(x).mean(1))


class CausalBlock(nn.Module):
    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        batch, length, width = x.shape
        q, k, v = self.qkv(self.norm1(x)).chunk(3, -1)
        q, k, v = (each.view(batch, length, self.heads, -1).transpose(1, 2) for each in (q, k, v))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(y.transpose(1, 2).reshape(batch, length, width))
        return x + self.mlp(self.norm2(x))


class LanguageModel(nn.Module):
    """Learned positions, causal blocks, and one matrix for embedding and head."""

    def __init__(self, vocabulary: int = 50, length: int = 16, width: int = 32, blocks: int = 2) -> None:
        super().__init__()
        self.tokens, self.positions = nn.Embedding(vocabulary, width), nn.Embedding(length, width)
        self.blocks = nn.ModuleList(CausalBlock(width, 4) for _ in range(blocks))
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, vocabulary, bias=False)
        self.head.weight = self.tokens.weight

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        x = self.tokens(tokens) + self.positions(torch.arange(tokens.shape[1], device=tokens.device))
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


def sentences(count: int, length: int = 9, vocabulary: int = 50) -> list[tuple[torch.Tensor, torch.Tensor]]:
    """Tokens, and the tokens that follow them."""
    draws = torch.Generator().manual_seed(count)
    rows = torch.randint(0, vocabulary, (count, length + 1), generator=draws)
    return [(row[:-1], row[1:]) for row in rows]
