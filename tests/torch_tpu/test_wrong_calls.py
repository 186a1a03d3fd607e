"""Wrong calls raise the exception type of the CPU: PyTorch's own list of them, and a generated one for the native operators."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest
import torch
from torch.testing._internal.common_methods_invocations import op_db
from torch.testing._internal.opinfo.core import OpInfo
from torch.utils._pytree import tree_map

pytestmark = [pytest.mark.torch, pytest.mark.native]

DTYPES = (torch.float64, torch.float32, torch.float16, torch.int64, torch.int32, torch.bool, torch.complex64)
ELSEWHERE = {"cpu": "tpu:0", "tpu:0": "tpu:1", "tpu:1": "tpu:0", "tpu:2": "tpu:1"}
# PyTorch's composite kernel for all devices does not look as closely as the one of the CPU.
LESS_STRICT = {"narrow_copy"}  # IndexError, which says more than the CPU's RuntimeError


def raised(call: Callable[[], object]) -> tuple[str, str] | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.manual_seed(0)
        try:
            call()
        except Exception as error:
            return type(error).__name__, str(error)
    return None


def moved(value: object, device: str) -> object:
    """Each tensor and device on `device`; tensors that are one tensor or share a storage do so afterwards."""
    storages: dict[int, torch.UntypedStorage] = {}
    made: dict[int, torch.Tensor] = {}

    def move(leaf: object) -> object:
        if isinstance(leaf, torch.device) or (isinstance(leaf, str) and leaf == "cpu"):
            return torch.device(device)
        if not isinstance(leaf, torch.Tensor) or leaf.device.type != "cpu" or leaf.layout != torch.strided:
            return leaf
        storage = leaf.untyped_storage()
        there = storages.setdefault(
            storage._cdata, torch.UntypedStorage(storage.nbytes(), device=device).copy_(storage)
        )
        if id(leaf) not in made:
            view = torch.empty(0, dtype=leaf.dtype, device=device)
            made[id(leaf)] = view.set_(there, leaf.storage_offset(), leaf.size(), leaf.stride())
        return made[id(leaf)]

    return tree_map(move, value)


LISTED = [op for op in op_db if op.error_inputs_func is not None and op.name not in LESS_STRICT]


@pytest.mark.parametrize("part", range(8))
def test_what_pytorch_lists_as_wrong(part: int, device: str) -> None:
    different = []
    for op in LISTED[part::8]:
        for wrong in op.error_inputs("cpu"):
            sample = wrong.sample_input
            there = moved((sample.input, sample.args, sample.kwargs), device)
            expect = raised(lambda op=op, s=sample: op(s.input, *s.args, **s.kwargs))
            got = raised(lambda op=op, t=there: op(t[0], *t[1], **t[2]))
            if (expect or [None])[0] != (got or [None])[0]:
                different.append((op.name, expect, got))
    assert not different


def native_names() -> set[str]:
    rows = (Path(__file__).resolve().parents[2] / "torch_tpu/ops.yaml").read_text(encoding="utf-8")
    names = {name.split(".")[0] for name in re.findall(r"^- func: (\S+)", rows, re.M)}
    return names | {
        "matmul",
        "softmax",
        "index_select",
        "linalg.vector_norm",
        "nn.functional.embedding",
        "nn.functional.conv2d",
    }


NATIVE = sorted(
    {
        op.name: op
        for op in op_db
        if op.name.removeprefix("nn.functional.") in native_names() or op.name in native_names()
    }.items()
)


def wrong_calls(op: OpInfo, sample: object, device: str) -> Iterator[tuple[str, Callable[[], object]]]:
    """A call with each tensor argument, number and output wrong in turn. (Some are right: then both devices take them.)"""
    first, args, kwargs = moved((sample.input, sample.args, sample.kwargs), device)
    given = [first, *args]

    def with_argument(i: int, value: object) -> Callable[[], object]:
        changed = [*given[:i], value, *given[i + 1 :]]
        return lambda: op(*changed, **kwargs)

    for i, value in enumerate(given):
        if isinstance(value, torch.Tensor):
            for dtype in DTYPES:
                yield f"argument {i} {dtype}", with_argument(i, value.to(dtype))
            if value.dim() > 0 and value.numel() > 0:
                if sum(isinstance(v, torch.Tensor) and v.dim() > 0 for v in given) > 1:
                    yield f"argument {i} elsewhere", with_argument(i, value.to(ELSEWHERE[device]))
                yield f"argument {i} longer", with_argument(i, torch.cat([value] * 3, 0))
                yield f"argument {i} wider", with_argument(i, torch.cat([value] * 3, -1))
                yield f"argument {i} of fewer dimensions", with_argument(i, value[0])
                yield f"argument {i} of more dimensions", with_argument(i, value[None])
                yield f"argument {i} empty", with_argument(i, value[:0])
        elif isinstance(value, int) and not isinstance(value, bool):
            for number in (-100, 100, 1.5, None, "x"):
                yield f"argument {i} {number}", with_argument(i, number)
    result = op(*given, **kwargs) if op.supports_out else None
    if not isinstance(result, torch.Tensor):
        return

    def into(out: torch.Tensor) -> Callable[[], object]:
        return lambda: op(*given, **kwargs, out=out)

    for dtype in DTYPES:
        yield f"out {dtype}", into(torch.empty(result.shape, dtype=dtype, device=device))
    yield "out of more dimensions", into(torch.empty((*result.shape, 2), dtype=result.dtype, device=device))
    yield "out expanded", into(torch.empty((), dtype=result.dtype, device=device).expand(result.shape))
    if any(isinstance(value, torch.Tensor) and value.dim() > 0 for value in given):  # numbers may lie anywhere
        yield "out elsewhere", into(torch.empty_like(result, device=ELSEWHERE[device]))
    for i, value in enumerate(given):
        if (
            isinstance(value, torch.Tensor)
            and value.dtype == result.dtype
            and value.shape == result.shape
            and value.numel() > 1
        ):
            memory = torch.zeros(value.numel() + 1, dtype=value.dtype, device=device)
            beside = [*given[:i], memory[:-1].view(value.shape), *given[i + 1 :]]
            yield f"out beside argument {i}", lambda b=beside, m=memory: op(*b, **kwargs, out=m[1:].view(result.shape))
            copies = [v.clone() if isinstance(v, torch.Tensor) else v for v in given]
            yield f"out is argument {i}", lambda c=copies, i=i: op(*c, **kwargs, out=c[i])


@pytest.mark.parametrize("name", [name for name, _ in NATIVE])
def test_generated_wrong_calls_of_native_operators(name: str, device: str) -> None:
    op, different = dict(NATIVE)[name], []
    dtype = torch.float32 if torch.float32 in op.dtypes else torch.int64
    for sample in islice(op.sample_inputs("cpu", dtype, requires_grad=False), 1):
        for (what, here), (_, there) in zip(
            wrong_calls(op, sample, "cpu"), wrong_calls(op, sample, device), strict=True
        ):
            expect, got = raised(here), raised(there)
            if (expect or [None])[0] != (got or [None])[0]:
                different.append((what, expect, got))
    assert not different
