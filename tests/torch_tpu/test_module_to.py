"""Module.to(device): the parameters stay the objects they were."""

from __future__ import annotations

import warnings

import pytest
import torch
from torch import nn

pytestmark = [pytest.mark.torch, pytest.mark.native]


def test_parameters_stay_the_same_objects(device: str) -> None:
    layer = nn.Linear(3, 2)
    weight, bias = layer.weight, layer.bias
    weight.note = "mine"
    other = "tpu:1" if device == "tpu:0" else "tpu:0"
    for where in (device, other, "cpu", device):
        layer.to(where)
        assert layer.weight is weight and layer.bias is bias and weight.note == "mine"
        assert str(weight.device) == where and type(weight) is nn.Parameter and weight.is_leaf


def test_an_optimizer_made_before_trains_the_moved_module(device: str) -> None:
    torch.manual_seed(0)
    layer, twin = nn.Linear(3, 2), nn.Linear(3, 2)
    twin.load_state_dict(layer.state_dict())
    optimizers = [torch.optim.Adam(m.parameters(), lr=0.1) for m in (layer, twin)]
    layer.to(device)
    for _ in range(3):
        for module, optimizer, where in zip((layer, twin), optimizers, (device, "cpu"), strict=True):
            optimizer.zero_grad()
            module(torch.ones(4, 3, device=where)).pow(2).mean().backward()
            optimizer.step()
    torch.testing.assert_close(layer.weight.cpu(), twin.weight, rtol=1e-4, atol=1e-5)


def test_tied_weights_stay_tied(device: str) -> None:
    model = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 3))
    model[2].weight = model[0].weight
    model.to(device)
    assert model[0].weight is model[2].weight and len(list(model.parameters())) == 3
    model(torch.ones(2, 3, device=device)).sum().backward()
    assert str(model[0].weight.grad.device) == device


def test_gradients_and_hooks_go_along(device: str) -> None:
    layer, seen = nn.Linear(3, 2), []
    layer(torch.ones(1, 3)).sum().backward()
    handle = layer.weight.register_hook(lambda grad: seen.append(str(grad.device)))
    layer.weight.register_post_accumulate_grad_hook(lambda parameter: seen.append("accumulated"))
    layer.bias.requires_grad_(False)
    layer.to(device)
    assert str(layer.weight.grad.device) == device and not layer.bias.requires_grad
    layer(torch.ones(1, 3, device=device)).sum().backward()
    assert layer.weight.grad.tolist() == [[2.0] * 3] * 2 and seen == [device, "accumulated"]
    handle.remove()
    layer(torch.ones(1, 3, device=device)).sum().backward()
    assert seen == [device, "accumulated", "accumulated"]


def test_lazy_modules_stay_lazy(device: str) -> None:
    layer = nn.LazyLinear(4).to(device)
    assert layer(torch.ones(2, 3, device=device)).shape == (2, 4) and str(layer.weight.device) == device


def test_a_graph_made_before_refuses_by_name(device: str) -> None:
    layer = nn.Linear(3, 2)
    weight, loss = layer.weight, layer(torch.ones(1, 3)).sum()
    layer.to(device)
    assert layer.weight is weight
    with pytest.raises(RuntimeError, match=r"before Module.to\(\) moved"):
        loss.backward()
    layer(torch.ones(1, 3, device=device)).sum().backward()
    assert weight.grad.tolist() == [[1.0] * 3] * 2


def test_a_parameter_that_is_held_elsewhere_is_replaced_with_a_warning(device: str) -> None:
    layer = nn.Linear(3, 2)
    held = layer.weight.view(-1), layer(torch.ones(1, 3))
    with pytest.warns(UserWarning, match=r"Linear.weight is another Parameter now"):
        layer.to(device)
    assert str(layer.weight.device) == device and held[0].device.type == "cpu"


def test_moving_says_nothing(device: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.LSTM(2, 3), nn.Embedding(5, 2))
        model.to(device).half().float().to("cpu").to(device)
