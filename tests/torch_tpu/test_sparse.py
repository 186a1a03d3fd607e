"""Sparse tensors: their parts lie on the device, results are the CPU's."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

import torch_tpu

pytestmark = [pytest.mark.torch, pytest.mark.native, pytest.mark.filterwarnings("ignore:Sparse")]
DENSE = torch.tensor([[0.0, 2.0, 0.0], [3.0, 0.0, 0.0], [0.0, 0.0, -1.0]])

OPERATIONS: dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
    "to_dense": lambda s: s.to_dense(),
    "coalesce": lambda s: (s + s).coalesce(),
    "indices": lambda s: s.coalesce().indices(),
    "values": lambda s: s.coalesce().values(),
    "clone": lambda s: s.clone(),
    "detach": lambda s: s.detach(),
    "add": lambda s: s + s,
    "scale": lambda s: s * 2,
    "in_place": lambda s: s.clone().mul_(3),
    "zero": lambda s: s.clone().zero_(),
    "transpose": lambda s: s.t(),
    "matmul": lambda s: torch.sparse.mm(s, torch.ones(3, 2, device=s.device)),
    "square": lambda s: torch.sparse.mm(s, s),
    "sum": lambda s: torch.sparse.sum(s),
    "sum_dim": lambda s: torch.sparse.sum(s, 0),
    "softmax": lambda s: torch.sparse.softmax(s, 1),
    "mask": lambda s: torch.ones(3, 3, device=s.device).sparse_mask(s.coalesce()),
    "dense_plus_sparse": lambda s: torch.ones(3, 3, device=s.device) + s,
    "to_half": lambda s: s.half(),
    "narrow_copy": lambda s: s.narrow_copy(0, 0, 2),
    "index_select": lambda s: s.index_select(0, torch.tensor([2, 0], device=s.device)),
    "cat": lambda s: torch.cat([s, s], 0),
    "hybrid": lambda s: s.to_dense().to_sparse(1),
}


def compare(result: torch.Tensor, expected: torch.Tensor, device: str) -> None:
    assert (result.device, result.layout, result.dtype) == (torch.device(device), expected.layout, expected.dtype)
    torch.testing.assert_close(result.cpu().to_dense(), expected.to_dense())


@pytest.mark.parametrize("name", OPERATIONS)
def test_coo(name: str, device: str) -> None:
    operation = OPERATIONS[name]
    compare(operation(DENSE.to(device).to_sparse()), operation(DENSE.to_sparse()), device)


def test_ways_to_a_sparse_tensor(device: str) -> None:
    expected = DENSE.to_sparse()
    indices, values = expected.indices(), expected.values()
    for made in (
        DENSE.to(device).to_sparse(),
        expected.to(device),
        torch.sparse_coo_tensor(indices, values, (3, 3), device=device, check_invariants=True),
        torch.sparse_coo_tensor(indices.to(device), values.to(device), (3, 3)),
    ):
        compare(made, expected, device)
        assert str(made._indices().device) == str(made._values().device) == device
    assert f"device='{device}'" in repr(expected.to(device)) and "nnz=3" in repr(expected.to(device))
    other = "tpu:1" if device == "tpu:0" else "tpu:0"
    compare(expected.to(device).to(other), expected, other)


def test_gradients_pass(device: str) -> None:
    dense = DENSE.to(device).requires_grad_()
    torch.sparse.mm(dense.to_sparse(), torch.ones(3, 2, device=device)).sum().backward()
    assert dense.grad.device == dense.device and set(dense.grad.to_dense().flatten().tolist()) <= {0.0, 2.0}


def test_sparse_gradients_of_an_embedding(device: str) -> None:
    weight = torch.randn(5, 3)
    twin = weight.to(device).requires_grad_()
    weight.requires_grad_()
    for parameter in (weight, twin):
        index = torch.tensor([1, 3, 1], device=parameter.device)
        torch.nn.functional.embedding(index, parameter, sparse=True).sum().backward()
    compare(twin.grad, weight.grad, device)


@pytest.mark.parametrize("layout", [torch.sparse_csr, torch.sparse_csc])
def test_compressed(layout: torch.layout, device: str) -> None:
    expected = DENSE.to_sparse(layout=layout)
    made = DENSE.to(device).to_sparse(layout=layout)
    for twin in (made, expected.to(device), made.clone(), made.to("cpu").to(device)):
        compare(twin, expected, device)
        assert str(twin.values().device) == device
    compare(made.to_dense(), DENSE, device)
    compare(made * 2, expected * 2, device)
    compare(made @ torch.ones(3, 2, device=device), expected @ torch.ones(3, 2), device)
    compare(made.to_sparse_coo(), expected.to_sparse_coo(), device)


def test_what_runs_on_the_cpu_is_counted(device: str) -> None:
    sparse = DENSE.to(device).to_sparse()
    torch_tpu.reset_fallbacks()
    sparse * 2
    reasons = {reason for report in torch_tpu.fallbacks() for reason in report.reasons}
    assert "sparse tensors are computed on the CPU" in reasons
