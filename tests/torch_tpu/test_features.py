"""What programs use of PyTorch besides operators: it works as on the CPU, or says in a sentence that it does not."""

from __future__ import annotations

import copy
import io
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from torch import nn

pytestmark = [pytest.mark.torch, pytest.mark.native]

Tensor = torch.Tensor


def model() -> nn.Module:
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.LayerNorm(8), nn.Linear(8, 2))


def per_sample_gradients(x: Tensor) -> Tensor:
    module = model().to(x.device)

    def loss(parameters: dict[str, Tensor], sample: Tensor) -> Tensor:
        return torch.func.functional_call(module, parameters, (sample[None],)).pow(2).sum()

    parameters = {name: value.detach() for name, value in module.named_parameters()}
    return torch.func.vmap(torch.func.grad(loss), in_dims=(None, 0))(parameters, x)["0.weight"]


TRANSFORMS: dict[str, Callable[[Tensor], Tensor]] = {
    "vmap": lambda x: torch.func.vmap(lambda a: F.layer_norm(torch.softmax(torch.where(a > 0, a, -a), 0), (3,)))(x),
    "vmap_index": lambda x: torch.func.vmap(lambda a: a.index_select(0, torch.tensor([0, 2], device=a.device)))(x),
    "grad": lambda x: torch.func.grad(lambda a: (a.sin() * a).sum())(x),
    "jvp": lambda x: torch.func.jvp(lambda a: a.tanh() @ a.t(), (x,), (torch.ones_like(x),))[1],
    "jacrev": lambda x: torch.func.jacrev(lambda a: a.exp() @ a.t())(x),
    "jacfwd": lambda x: torch.func.jacfwd(lambda a: a.exp() @ a.t())(x),
    "hessian": lambda x: torch.func.hessian(lambda a: (a.exp() @ a.t()).sum())(x),
    "per_sample": per_sample_gradients,
    "aot_eager": lambda x: torch.compile(model().to(x.device), backend="aot_eager")(x),
    "eager": lambda x: torch.compile(model().to(x.device), backend="eager", fullgraph=True)(x),
    "export": lambda x: torch.export.export(model().to(x.device), (x,)).module()(x),
    "trace": lambda x: torch.jit.trace(model().to(x.device), (x,))(x),
    "group_norm": lambda x: F.group_norm(x.view(1, 2, 2, 3).to(memory_format=torch.channels_last), 1),
}


@pytest.mark.parametrize("name", TRANSFORMS)
def test_transforms_and_compilers(name: str, device: str) -> None:
    x = torch.randn(4, 3)
    expect, got = TRANSFORMS[name](x), TRANSFORMS[name](x.to(device))
    assert str(got.device) == device
    torch.testing.assert_close(got.cpu(), expect, atol=1e-4, rtol=1e-3)


def test_inductor_is_refused_by_name(device: str) -> None:
    with pytest.raises(Exception, match=r'inductor makes no code for the tpu device; use backend="aot_eager"'):
        torch.compile(lambda x: x.sin() + 1)(torch.ones(3, device=device))


def test_kinds_of_tensors_that_are_not_there(device: str) -> None:
    x = torch.ones(3, device=device)
    with pytest.raises(NotImplementedError, match="has no quantized tensors; dequantize"):
        torch.quantize_per_tensor(x, 0.1, 0, torch.qint8)
    with pytest.raises(NotImplementedError, match="has no quantized tensors; dequantize"):
        torch.quantize_per_tensor(x.cpu(), 0.1, 0, torch.qint8).to(device)
    nested = torch.nested.nested_tensor([torch.ones(2, 3), torch.ones(4, 3)], device=device)
    with pytest.raises(NotImplementedError, match=r"no nested tensors of strided layout; use layout=torch\.jagged"):
        torch.nested.to_padded_tensor(nested, 0.0)


@pytest.mark.parametrize("fused", [{}, {"foreach": True}, {"fused": True}])
@pytest.mark.parametrize("optimizer", [torch.optim.SGD, torch.optim.AdamW, torch.optim.Adagrad])
def test_optimizers(optimizer: type[torch.optim.Optimizer], fused: dict, device: str) -> None:
    def train(where: str) -> list[Tensor]:
        module, x = model().to(where), torch.linspace(-1, 1, 12).view(4, 3).to(where)
        steps = optimizer(module.parameters(), lr=0.05, **fused)
        for _ in range(3):
            steps.zero_grad()
            module(x).pow(2).mean().backward()
            steps.step()
            steps.load_state_dict(copy.deepcopy(steps.state_dict()))
        return [p.detach().cpu() for p in module.parameters()]

    torch.testing.assert_close(train(device), train("cpu"), atol=1e-4, rtol=1e-3)


def test_autocast_and_scaled_gradients(device: str) -> None:
    for dtype in (torch.float16, torch.bfloat16):
        module, scaler = model().to(device), torch.amp.GradScaler("tpu", init_scale=1024.0)
        optimizer = torch.optim.SGD(module.parameters(), lr=0.1)
        for bad in (False, True):
            before = module[0].weight.detach().clone()
            optimizer.zero_grad()
            with torch.autocast("tpu", dtype=dtype):
                out = module(torch.ones(4, 3, device=device))
                assert out.dtype == dtype and F.softmax(out, 1).dtype == torch.float32
                loss = out.float().pow(2).mean()
            scaler.scale(loss * (float("inf") if bad else 1.0)).backward()
            scaler.step(optimizer)
            scaler.update()
            assert torch.equal(before, module[0].weight) == bad
        assert scaler.get_scale() == 512.0


@pytest.mark.parametrize("weights_only", [True, False])
def test_saving_and_loading(weights_only: bool, device: str) -> None:
    x = torch.arange(12.0).view(4, 3)
    given = {"x": x.to(device), "c": x.to(device, torch.complex64).conj(), "p": nn.Parameter(x.to(device))}
    given["t"] = given["x"].t()
    buffer = io.BytesIO()
    torch.save(given, buffer)
    for place, where in (
        (None, device),
        ("cpu", "cpu"),
        ("tpu:1", "tpu:1"),
        ({device: "tpu:0"}, "tpu:0"),
        (lambda s, _: s, "cpu"),
    ):
        buffer.seek(0)
        got = torch.load(buffer, map_location=place, weights_only=weights_only)
        assert {str(value.device) for value in got.values()} == {where}
        assert torch.equal(got["t"].cpu(), x.t()) and got["t"].data_ptr() == got["x"].data_ptr()
        assert isinstance(got["p"], nn.Parameter) and got["c"].is_conj()
    buffer = io.BytesIO()
    torch.save(x, buffer)
    buffer.seek(0)
    assert str(torch.load(buffer, map_location=device).device) == device


def test_profilers_have_the_devices_times(device: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    from torch.profiler import ProfilerActivity, profile

    x = torch.ones(20, 20, device=device)
    with torch.autograd.profiler.profile(use_device="tpu") as old:
        (x @ x).sum().item()
    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.PrivateUse1]) as new:
        (x @ x).sum().item()
    assert "aten::mm" in old.key_averages().table() and "aten::mm" in new.key_averages().table()
    new.export_chrome_trace(str(tmp_path / "trace.json"))
    assert "Exception in RecordFunction" not in capfd.readouterr().err


def test_deterministic_mode_fills_new_memory(device: str) -> None:
    torch.use_deterministic_algorithms(True)
    try:
        assert torch.empty(3, device=device).isnan().all()
        assert (
            torch.empty_strided((2, 2), (1, 2), dtype=torch.int32, device=device).eq(torch.iinfo(torch.int32).max).all()
        )
        grown = torch.ones(2, device=device).resize_(6)
        assert grown.tolist()[:2] == [1.0, 1.0] and grown[2:].isnan().all()
    finally:
        torch.use_deterministic_algorithms(False)


def test_an_output_that_gets_more_memory(device: str) -> None:
    for where in ("cpu", device):
        out = torch.empty(1, device=where).expand(4)
        torch._C._nn.linear(torch.ones(3, device=where), torch.ones(4, 3, device=where), out=out)
        assert out.tolist() == [3.0] * 4


def test_capsules(device: str) -> None:
    x = torch.arange(3.0, device=device)
    assert torch.equal(torch.utils.dlpack.from_dlpack(torch.utils.dlpack.to_dlpack(x)), x)
    with pytest.raises(ValueError, match="Unknown device type tpu for Dlpack"):
        torch.from_dlpack(x)
