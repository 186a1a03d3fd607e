"""torch.nn on both chips in one process, forward and backward, against the CPU."""

from __future__ import annotations

import copy

import pytest
import torch
from torch import nn
from torch.nn import functional

pytestmark = [pytest.mark.torch, pytest.mark.native]


class Attention(nn.Module):
    """Softmax attention, written out."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.project = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        query, key, value = self.project(tokens).chunk(3, dim=-1)
        scores = torch.softmax(query @ key.transpose(-2, -1) / query.shape[-1] ** 0.5, dim=-1)
        return self.out(scores @ value)


def assert_same_training_step(module: nn.Module, inputs: torch.Tensor, device: str) -> None:
    twin = copy.deepcopy(module).to(device)
    host, there = inputs.clone().requires_grad_(), inputs.to(device).requires_grad_()
    expected, result = module(host), twin(there)
    torch.testing.assert_close(result.cpu(), expected, rtol=1e-4, atol=1e-4)
    weights = torch.randn_like(expected)
    (expected * weights).sum().backward()
    (result * weights.to(device)).sum().backward()
    torch.testing.assert_close(there.grad.cpu(), host.grad, rtol=1e-4, atol=1e-4)
    for (name, wanted), got in zip(module.named_parameters(), twin.parameters(), strict=True):
        torch.testing.assert_close(got.grad.cpu(), wanted.grad, rtol=1e-4, atol=1e-4, msg=lambda m, n=name: f"{n}: {m}")


MODULES = {
    "linear": (lambda: nn.Linear(7, 5), (4, 7)),
    "linear of three dimensions": (lambda: nn.Linear(7, 5), (2, 4, 7)),
    "attention": (lambda: Attention(8), (2, 5, 8)),
    "mlp": (lambda: nn.Sequential(nn.Linear(6, 8), nn.GELU(), nn.LayerNorm(8), nn.Linear(8, 3)), (4, 6)),
    "convolution": (lambda: nn.Conv2d(3, 4, 3, padding=1), (2, 3, 6, 6)),
    "transformer": (lambda: nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, batch_first=True), (2, 5, 8)),
    "batchnorm": (lambda: nn.BatchNorm1d(6), (5, 6)),
}


@pytest.mark.parametrize("name", MODULES)
def test_forward_and_backward(name: str, device: str) -> None:
    make, shape = MODULES[name]
    assert_same_training_step(make(), torch.randn(*shape), device)


def test_both_chips_train_side_by_side() -> None:
    models = {device: nn.Linear(4, 1).to(device) for device in ("tpu:0", "tpu:1")}
    models["tpu:1"].load_state_dict(models["tpu:0"].state_dict())
    data, target = torch.randn(16, 4), torch.randn(16, 1)
    losses: dict[str, list[float]] = {device: [] for device in models}
    optimizers = {device: torch.optim.SGD(model.parameters(), lr=0.1) for device, model in models.items()}
    for _ in range(5):
        for device, model in models.items():
            optimizers[device].zero_grad()
            loss = functional.mse_loss(model(data.to(device)), target.to(device))
            loss.backward()
            optimizers[device].step()
            losses[device].append(loss.item())
    torch.testing.assert_close(losses["tpu:0"], losses["tpu:1"], rtol=1e-4, atol=1e-5)
    assert losses["tpu:0"][-1] < losses["tpu:0"][0]


@pytest.mark.parametrize("kind", [nn.LSTM, nn.GRU, nn.RNN])
def test_recurrent_layers(kind: type[nn.Module], device: str) -> None:
    layer, inputs = kind(3, 4), torch.randn(5, 2, 3, requires_grad=True)
    twin, there = copy.deepcopy(layer).to(device), inputs.detach().to(device).requires_grad_()
    expected, result = layer(inputs)[0], twin(there)[0]
    torch.testing.assert_close(result.cpu(), expected, rtol=1e-4, atol=1e-5)
    weights = torch.randn_like(expected)
    (expected * weights).sum().backward()
    (result * weights.to(device)).sum().backward()
    torch.testing.assert_close(there.grad.cpu(), inputs.grad, rtol=1e-4, atol=1e-5)
    for wanted, got in zip(layer.parameters(), twin.parameters(), strict=True):
        torch.testing.assert_close(got.grad.cpu(), wanted.grad, rtol=1e-4, atol=1e-5)


def test_scaled_dot_product_attention(device: str) -> None:
    query, key, value = (torch.randn(2, 3, 4, 8) for _ in range(3))
    result = functional.scaled_dot_product_attention(query.to(device), key.to(device), value.to(device))
    expected = functional.scaled_dot_product_attention(query, key, value)
    torch.testing.assert_close(result.cpu(), expected, rtol=1e-4, atol=1e-4)


def test_autocast_chooses_types(device: str) -> None:
    layer = nn.Linear(4, 5).to(device)
    with torch.autocast("tpu", dtype=torch.bfloat16):
        low = layer(torch.randn(3, 4, device=device))
        full = torch.softmax(low, -1)
        assert low.dtype == torch.bfloat16 and full.dtype == torch.float32
        assert torch.cat([low, full]).dtype == torch.float32
    full.sum().backward()
    assert layer.weight.grad.dtype == torch.float32


def test_grad_scaler_and_adam(device: str) -> None:
    layer = nn.Linear(2, 2).to(device)
    before = layer.weight.detach().clone()
    scaler, optimizer = torch.amp.GradScaler("tpu"), torch.optim.Adam(layer.parameters())
    scaler.scale(layer(torch.ones(1, 2, device=device)).sum()).backward()
    scaler.step(optimizer)
    scaler.update()
    assert not torch.equal(layer.weight.cpu(), before.cpu())
