"""Indices that point outside: the device raises what the CPU raises, at the call."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
import torch.nn.functional as F

pytestmark = [pytest.mark.torch, pytest.mark.native]

Call = Callable[[torch.Tensor, torch.Tensor], object]


def rows(x: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
    return torch.ones(index.numel(), x.size(1), device=x.device)


# x has shape (4, 3); the indices have one dimension, and with more than one entry the first are right.
CALLS: dict[str, Call] = {
    "index_select": lambda x, i: x.index_select(0, i),
    "index_select_columns": lambda x, i: x.index_select(-1, i),
    "index_select_f16": lambda x, i: x.half().index_select(0, i),
    "index_select_i64": lambda x, i: x.long().index_select(0, i),
    "index_select_number": lambda x, i: x[0, 0].index_select(0, i[-1:]),
    "index_select_out": lambda x, i: torch.index_select(x, 0, i, out=torch.empty(0, device=x.device)),
    "embedding": lambda x, i: F.embedding(i, x),
    "embedding_matrix": lambda x, i: F.embedding(i[:, None], x, padding_idx=0),
    "embedding_bag": lambda x, i: F.embedding_bag(i.view(1, -1), x),
    "embedding_backward": lambda x, i: torch.ops.aten.embedding_dense_backward(rows(x, i), i, 4, -1, False),
    "gather": lambda x, i: x.gather(0, i.view(-1, 1)),
    "scatter": lambda x, i: x.scatter(0, i.view(-1, 1), 1.0),
    "scatter_add": lambda x, i: x.scatter_add(0, i.view(-1, 1), rows(x, i)[:, :1]),
    "index_add": lambda x, i: x.index_add(0, i, rows(x, i)),
    "index_copy": lambda x, i: x.index_copy(0, i, rows(x, i)),
    "index_fill": lambda x, i: x.index_fill(0, i, 1.0),
    "index_put": lambda x, i: x.index_put_((i,), torch.tensor(1.0, device=x.device)),
    "take": lambda x, i: x.take(i),
    "take_along_dim": lambda x, i: torch.take_along_dim(x, i.view(-1, 1), 0),
    "getitem": lambda x, i: x[i],
    "getitem_columns": lambda x, i: x[:, i],
    "getitem_number": lambda x, i: x[int(i[-1])],
    "setitem": lambda x, i: x.__setitem__(i, 2.0),
    "nll_loss": lambda x, i: F.nll_loss(x[: i.numel()], i),
    "nll_loss_2d": lambda x, i: F.nll_loss(x[: i.numel()].t()[None, :, None], i[None, None]),
    "cross_entropy": lambda x, i: F.cross_entropy(x[: i.numel()], i, label_smoothing=0.1),
    "multi_margin_loss": lambda x, i: F.multi_margin_loss(x[: i.numel()], i),
    "one_hot": lambda x, i: F.one_hot(i.long(), 4),
}
INDICES = ([0], [2], [-1], [4], [-5], [0, 1, 9], [2**31], [2**40], [-(2**40)], [2**63 - 1])


def outcome(call: Call, index: torch.Tensor, device: str) -> tuple[str, str] | torch.Tensor | None:
    try:
        result = call(torch.arange(12.0).view(4, 3).to(device), index.to(device))
        torch.accelerator.synchronize()
        return result.cpu() if isinstance(result, torch.Tensor) else None
    except Exception as error:
        return type(error).__name__, str(error)


@pytest.mark.parametrize("name", CALLS)
def test_an_index_outside_is_the_same_error(name: str, device: str) -> None:
    for numbers in INDICES:
        for dtype in (torch.int64, torch.int32):
            if dtype == torch.int32 and max(map(abs, numbers)) >= 2**31:
                continue
            index = torch.tensor(numbers, dtype=dtype)
            expect, got = outcome(CALLS[name], index, "cpu"), outcome(CALLS[name], index, device)
            if isinstance(expect, tuple):
                assert isinstance(got, tuple) and got[0] == expect[0], (numbers, dtype, expect, got)
                assert "tpudnn" not in got[1] and len(got[1]) > 10, got
            elif isinstance(expect, torch.Tensor):
                assert isinstance(got, torch.Tensor), (numbers, dtype, got)
                torch.testing.assert_close(got, expect, atol=1e-5, rtol=1e-4)


def test_the_device_is_usable_afterwards(device: str) -> None:
    x = torch.arange(12.0).view(4, 3).to(device)
    for _ in range(3):
        with pytest.raises(IndexError):
            F.embedding(torch.tensor([7], device=device), x)
    assert F.embedding(torch.tensor([1], device=device), x).tolist() == [[3.0, 4.0, 5.0]]
