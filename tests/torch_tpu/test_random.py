"""Random operators draw the CPU's numbers for one seed, on every chip."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
import torch.nn.functional as F

pytestmark = [pytest.mark.torch, pytest.mark.native]
P = torch.linspace(0.1, 0.9, 24).reshape(4, 6)

OPERATORS: dict[str, Callable[[str], torch.Tensor]] = {
    "rand": lambda d: torch.rand(40, device=d),
    "randn": lambda d: torch.randn(5, 7, device=d),
    "randn_half": lambda d: torch.randn(40, device=d, dtype=torch.half),
    "randn_double": lambda d: torch.randn(40, device=d, dtype=torch.double),
    "rand_like": lambda d: torch.rand_like(P.to(d)),
    "randn_like": lambda d: torch.randn_like(P.to(d).t()),
    "randint": lambda d: torch.randint(0, 100, (30,), device=d),
    "randint_like": lambda d: torch.randint_like(P.to(d), 100),
    "randperm": lambda d: torch.randperm(50, device=d),
    "bernoulli": lambda d: P.to(d).bernoulli(),
    "bernoulli_": lambda d: torch.empty(50, device=d).bernoulli_(0.3),
    "bernoulli_tensor": lambda d: torch.empty(4, 6, device=d).bernoulli_(P.to(d)),
    "bernoulli_bool": lambda d: torch.empty(50, device=d, dtype=torch.bool).bernoulli_(0.3),
    "normal_": lambda d: torch.empty(40, device=d).normal_(2, 3),
    "normal_strided": lambda d: torch.empty(8, 12, device=d)[:, ::2].normal_(),
    "normal_transposed": lambda d: torch.empty(8, 12, device=d).t().normal_(),
    "normal_tensors": lambda d: torch.normal(P.to(d), P.to(d)),
    "normal_mean": lambda d: torch.normal(P.to(d), 2.0),
    "uniform_": lambda d: torch.empty(40, device=d).uniform_(-1, 1),
    "exponential_": lambda d: torch.empty(40, device=d).exponential_(2),
    "cauchy_": lambda d: torch.empty(40, device=d).cauchy_(),
    "log_normal_": lambda d: torch.empty(40, device=d).log_normal_(),
    "geometric_": lambda d: torch.empty(40, device=d).geometric_(0.3),
    "random_": lambda d: torch.empty(40, device=d, dtype=torch.long).random_(),
    "random_to": lambda d: torch.empty(40, device=d, dtype=torch.int).random_(3, 9),
    "multinomial": lambda d: torch.multinomial(P.to(d), 4),
    "multinomial_replacement": lambda d: torch.multinomial(P.to(d), 10, replacement=True),
    "poisson": lambda d: torch.poisson(P.to(d) * 5),
    "binomial": lambda d: torch.binomial(torch.full((4, 6), 9.0, device=d), P.to(d)),
    "gamma": lambda d: torch._standard_gamma(P.to(d) * 3),
    "dirichlet": lambda d: torch._sample_dirichlet(P.to(d)),
    "gumbel_softmax": lambda d: F.gumbel_softmax(P.to(d), hard=True),
    "rrelu": lambda d: F.rrelu(P.to(d) - 0.5, training=True),
    "fractional_max_pool": lambda d: F.fractional_max_pool2d(P.to(d)[None, None], 2, output_size=(2, 3)),
    "init": lambda d: torch.nn.init.kaiming_uniform_(torch.empty(4, 6, device=d)),
    "trunc_normal": lambda d: torch.nn.init.trunc_normal_(torch.empty(4, 6, device=d)),
    "orthogonal": lambda d: torch.nn.init.orthogonal_(torch.empty(4, 4, device=d)),
}

ONES = torch.ones(8, 6, 5, 3)
DROPOUTS: dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
    "dropout": lambda x: F.dropout(x, 0.3),
    "half": lambda x: F.dropout(x.half(), 0.3),
    "strided": lambda x: F.dropout(x.transpose(0, 2), 0.7),
    "in_place": lambda x: F.dropout(x.clone(), 0.3, inplace=True),
    "everything": lambda x: F.dropout(x, 1.0),
    "nothing": lambda x: F.dropout(x, 0.0),
    "evaluation": lambda x: F.dropout(x, 0.5, training=False),
    "feature": lambda x: F.dropout2d(x, 0.4),
    "feature1d": lambda x: F.dropout1d(x[0], 0.4),
    "feature3d": lambda x: F.dropout3d(x[None], 0.4),
    "alpha": lambda x: F.alpha_dropout(x, 0.4, training=True),
    "feature_alpha": lambda x: F.feature_alpha_dropout(x, 0.4, training=True),
    "twice": lambda x: F.dropout(F.dropout(x, 0.1), 0.2),
}


@pytest.mark.parametrize("name", OPERATORS)
def test_numbers_are_the_cpus(name: str, device: str) -> None:
    torch.manual_seed(11)
    expected = OPERATORS[name]("cpu")
    torch.manual_seed(11)
    found = OPERATORS[name](device)
    assert str(found.device) == device
    torch.testing.assert_close(found.cpu(), expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", DROPOUTS)
def test_masks_are_the_cpus(name: str, device: str) -> None:
    x = (ONES * 3).requires_grad_()
    twin = (ONES * 3).to(device).requires_grad_()
    results = []
    for tensor in (x, twin):
        torch.manual_seed(5)
        results.append(DROPOUTS[name](tensor))
        results[-1].float().sum().backward()
    assert torch.equal(results[1].cpu() == 0, results[0] == 0)
    torch.testing.assert_close(results[1].cpu(), results[0])
    torch.testing.assert_close(twin.grad.cpu(), x.grad)


def test_native_dropout_keeps_its_mask(device: str) -> None:
    x = torch.randn(40, device=device)
    torch.manual_seed(5)
    output, mask = torch.native_dropout(x, 0.25, True)
    torch.manual_seed(5)
    assert torch.equal(mask.cpu(), torch.empty(40, dtype=torch.bool).bernoulli_(0.75))
    torch.testing.assert_close(output, x * mask / 0.75)
    output, mask = torch.native_dropout(x, 0.25, False)
    assert torch.equal(output, x) and bool(mask.all())


def test_chips_agree_and_seeds_differ() -> None:
    x = torch.ones(200)
    masks = []
    for seed in (1, 2):
        for device in ("tpu:0", "tpu:1"):
            torch.manual_seed(seed)
            masks.append(F.dropout(x.to(device), 0.5).cpu())
    assert torch.equal(masks[0], masks[1]) and torch.equal(masks[2], masks[3]) and not torch.equal(masks[0], masks[2])


def test_own_dropout_kernel_is_repeatable() -> None:
    x = torch.ones(500, device="tpu:0")
    results = []
    for seed in (1, 1, 2):
        torch.manual_seed(seed)
        results.append(torch.ops.tpu.dropout(x, 0.5, True)[0])
    assert torch.equal(results[0], results[1]) and not torch.equal(results[0], results[2])
