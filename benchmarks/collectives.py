"""Time of an all-reduce, and of a message there and back, of device tensors (tccl: through shared memory, and through sockets) and of CPU
tensors (gloo), by the same processes in turn: bench.py runs it.

Prints JSON: [section, what, backend, seconds]. Each rank is this program again, with RANK set.
"""

from __future__ import annotations

import itertools
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import torch
import torch.distributed as dist

from torch_tpu.distributed import Options

ROUNDS = 7
SECONDS = 0.3  # of the calls of one round
SIZES = {"4 KiB": 1 << 12, "1 MiB": 1 << 20, "16 MiB": 1 << 24}
RANKS = (2, 4)


def reduced(x: torch.Tensor, group: dist.ProcessGroup | None) -> None:
    dist.all_reduce(x, dist.ReduceOp.MAX, group=group)


def there_and_back(x: torch.Tensor, group: dist.ProcessGroup | None) -> None:
    if dist.get_rank() == 0:
        dist.send(x, 1, group=group)
        dist.recv(x, 1, group=group)
    elif dist.get_rank() == 1:
        dist.recv(x, 0, group=group)
        dist.send(x, 0, group=group)


WHAT = {"all-reduce": reduced, "message and answer": there_and_back}


def timed(
    call: Callable[[torch.Tensor, dist.ProcessGroup | None], None],
    x: torch.Tensor,
    group: dist.ProcessGroup | None = None,
) -> float:
    """Seconds of one call: the median over rounds, of the slowest rank."""

    def once(repeat: int) -> float:
        dist.barrier()
        start = time.perf_counter()
        for _ in range(repeat):
            call(x, group)
        return (time.perf_counter() - start) / repeat

    once(2)
    guess = torch.tensor([once(3)], dtype=torch.float64)
    dist.all_reduce(guess, dist.ReduceOp.MAX)
    repeat = max(2, int(SECONDS / guess.item() / ROUNDS))
    slowest = torch.tensor([statistics.median(once(repeat) for _ in range(ROUNDS))], dtype=torch.float64)
    dist.all_reduce(slowest, dist.ReduceOp.MAX)
    return slowest.item()


def rank(number: int, size: int, rendezvous: str) -> None:
    torch.set_num_threads(1)
    dist.init_process_group("cpu:gloo,tpu:tccl", init_method=f"file://{rendezvous}", rank=number, world_size=size)
    sockets = dist.new_group(backend="tccl", pg_options=Options(shared_memory=False))
    ways = {"shared memory": None, "sockets": sockets}
    lines = []
    for call, (name, length) in itertools.product(WHAT if size == 2 else ["all-reduce"], SIZES.items()):
        for dtype in (torch.float32, torch.bfloat16):
            host = torch.ones(length // dtype.itemsize, dtype=dtype)
            section = f"{call} of {name}, {str(dtype).partition('.')[2]}"
            lines.append((section, f"{size} processes", "gloo, CPU tensors", timed(WHAT[call], host)))
            for index in range(torch.tpu.device_count()):
                for way, group in ways.items():
                    what = f"tccl, {torch.tpu.get_device_name(index)}, {way}"
                    lines.append(
                        (section, f"{size} processes", what, timed(WHAT[call], host.to(f"tpu:{index}"), group))
                    )
    if number == 0:
        print(json.dumps(lines))
    dist.destroy_process_group()


def main() -> int:
    if "RANK" in os.environ:
        rank(int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"]), os.environ["RENDEZVOUS"])
        return 0
    figures: list[list[object]] = []
    with tempfile.TemporaryDirectory() as folder:
        for size in RANKS:
            settings = {
                **os.environ,
                "WORLD_SIZE": str(size),
                "RENDEZVOUS": f"{folder}/{size}",
                "PYTHONWARNINGS": "ignore",
            }
            processes = [
                subprocess.Popen(
                    [sys.executable, __file__], env={**settings, "RANK": str(number)}, stdout=subprocess.PIPE, text=True
                )
                for number in range(size)
            ]
            texts = [process.communicate()[0] for process in processes]
            if any(process.returncode for process in processes):
                return 1
            figures += json.loads(texts[0])
    print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
