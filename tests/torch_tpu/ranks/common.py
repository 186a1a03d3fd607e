"""What the programs of this folder share: each runs once per rank (tests/torch_tpu/test_distributed.py starts them)."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import timedelta

import torch
import torch.distributed as dist

RANK, SIZE = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
DTYPES = [
    *(torch.float32, torch.float16, torch.bfloat16, torch.float8_e4m3fn, torch.float8_e5m2, torch.float64),
    *(torch.int8, torch.uint8, torch.int16, torch.uint16, torch.int32, torch.uint32, torch.int64, torch.uint64),
    *(torch.bool, torch.complex64),
]


def device() -> str:
    """Ranks take the process's devices in turn: with both chips in each process, a group has both."""
    return f"tpu:{RANK % torch.tpu.device_count()}"


def start(backend: str | None = "tccl", seconds: float = 60, **options: object) -> str:
    torch.tpu.set_device(device())
    dist.init_process_group(
        backend,
        init_method=os.environ["RENDEZVOUS"],
        rank=RANK,
        world_size=SIZE,
        timeout=timedelta(seconds=seconds),
        **options,
    )
    return device()


def drawn(rank: int, shape: tuple[int, ...], dtype: torch.dtype, seed: int = 0) -> torch.Tensor:
    """What rank `rank` has, on the CPU: small numbers of any dtype, so that sums in float32 are exact."""
    generator = torch.Generator().manual_seed(1000 * seed + rank)
    numbers = torch.randint(0, 5, shape, generator=generator)
    if dtype.is_complex:
        return torch.complex(numbers.float(), numbers.flip(0).float() if numbers.dim() else numbers.float())
    if dtype == torch.bool:
        return numbers > 2
    return (numbers.float() / 2).to(dtype) if dtype.is_floating_point else numbers.to(torch.int32).to(dtype)


def bits(tensor: torch.Tensor) -> torch.Tensor:
    host = tensor.detach().cpu().contiguous().reshape(-1)
    return host.view(torch.uint8)


def same(got: torch.Tensor, expected: torch.Tensor, what: object) -> None:
    assert got.dtype == expected.dtype and got.shape == expected.shape, (what, got, expected)
    assert torch.equal(bits(got), bits(expected)), (what, RANK, got.cpu(), expected)


def refused(call: Callable[[], object], *words: str) -> str:
    """The sentence with which a call is refused; it has the words."""
    try:
        call()
    except Exception as error:  # whichever type torch has for it
        sentence = str(error)
    else:
        raise AssertionError(f"nothing was raised; expected {words}")
    assert all(word in sentence for word in words), (words, sentence)
    return sentence


def leave() -> None:
    dist.barrier()
    dist.destroy_process_group()


def done() -> None:
    leave()
    print(f"rank {RANK} fine", flush=True)
