"""Through shared memory and through sockets: the same bits, of random numbers, of sizes from nothing to several windows; in the order of ranks."""

from __future__ import annotations

import torch
import torch.distributed as dist
from common import RANK, SIZE, bits, done, refused, same, start

from torch_tpu.distributed import Options

Op = dist.ReduceOp
device = start()
sockets = dist.new_group(backend="tccl", pg_options=Options(shared_memory=False))
reversed_ranks = dist.new_group(list(range(SIZE))[::-1], pg_options=Options(shared_memory=RANK != 0))


def random(rank: int, elements: int, dtype: torch.dtype, seed: int = 0) -> torch.Tensor:
    generator = torch.Generator().manual_seed(100 * seed + rank)
    if dtype == torch.int8:
        return torch.randint(-100, 100, (elements,), generator=generator, dtype=dtype)
    return torch.randn(elements, generator=generator).to(dtype)


for dtype in (torch.float32, torch.bfloat16, torch.float8_e5m2, torch.int8):
    for elements in (0, 1, SIZE, 4097, 700_001):
        for op in (Op.SUM, Op.MAX):
            results = []
            for group in (None, sockets, reversed_ranks):
                x = random(RANK, elements, dtype).to(device)
                dist.all_reduce(x, op, group=group)
                y = random(RANK, elements, dtype).to(device)
                dist.reduce(y, SIZE - 1, op, group=group)
                if RANK == SIZE - 1:
                    assert bits(y).equal(bits(x)), ("reduce", dtype, elements, op)
                results.append(x.cpu())
            wide = torch.int64 if dtype == torch.int8 else torch.float32
            parts = [random(rank, elements, dtype).to(wide) for rank in range(SIZE)]
            expected = parts[0]
            for part in parts[1:]:
                expected = expected + part if op == Op.SUM else torch.maximum(expected, part)
            for result in results:
                same(result, expected.to(dtype), ("all_reduce", dtype, elements, op))
        whole = [random(RANK, SIZE * elements, dtype, 1).to(device)]
        pieces = [torch.zeros(elements, dtype=torch.uint8, device=device).to(dtype) for _ in range(2)]
        for piece, group in zip(pieces, (None, sockets), strict=True):
            dist.reduce_scatter_tensor(piece, whole[0], group=group)
        same(pieces[0], pieces[1].cpu(), ("reduce_scatter", dtype, elements))

# What only moves, of more than a window, with splits that differ.
counts = [[(300_007 * (f + 1) * (t + 2)) % 900_001 for t in range(SIZE)] for f in range(SIZE)]
sent = torch.cat([torch.full((count,), 10.0 * RANK + t) for t, count in enumerate(counts[RANK])])
received = [counts[f][RANK] for f in range(SIZE)]
for group in (None, sockets):
    out = torch.zeros(sum(received), device=device)
    dist.all_to_all_single(out, sent.to(device), received, counts[RANK], group=group)
    same(out, torch.cat([torch.full((count,), 10.0 * f + RANK) for f, count in enumerate(received)]), "all_to_all")
    for root in range(SIZE):
        x = random(root, 600_000, torch.float32).to(device) if root == RANK else torch.zeros(600_000, device=device)
        dist.broadcast(x, root, group=group)
        same(x, random(root, 600_000, torch.float32), "broadcast")
        parts = [torch.zeros(300_000, device=device) for _ in range(SIZE)] if root == RANK else None
        dist.gather(x[:300_000] + RANK, parts, root, group=group)
        for rank, part in enumerate(parts or []):
            same(part, random(root, 600_000, torch.float32)[:300_000] + rank, "gather")
        y = torch.zeros(300_000, device=device)
        dist.scatter(y, parts, root, group=group)
        same(y, random(root, 600_000, torch.float32)[:300_000] + RANK, "scatter")

refused(lambda: dist.new_group(backend="tccl", pg_options=3), "Options", "int")
with open("/proc/self/maps", encoding="utf-8") as maps:
    segments = sum("torch_tpu.tccl" in line for line in maps)
assert segments == (1 if SIZE > 1 else 0), segments

# Messages: small ones between large ones, all with one tag, arrive in the order of the calls; again, in memory that is used again.
after, before = (RANK + 1) % SIZE, (RANK - 1) % SIZE
sizes = [300_000, 1, 100_000, 0, 16_384, 16_383, 900_000, 299_999]
for group in (None, sockets, reversed_ranks):
    for repeat in range(3):
        works = [
            dist.isend(random(RANK, size, torch.float32, repeat + size).to(device), after, group, tag=3)
            for size in sizes
        ]
        slots = [torch.zeros(size, device=device) for size in sizes]
        for work in reversed([dist.irecv(slot, before, group, tag=3) for slot in slots]):
            work.wait()
        for size, slot in zip(sizes, slots, strict=True):
            same(slot, random(before, size, torch.float32, repeat + size), ("message", size))
        for work in works:
            work.wait()
    # One that does not fit is taken all the same.
    works = [
        dist.isend(torch.full((size, 2), RANK + 0.5, device=device).t(), after, group) for size in (200_000, 100_000)
    ]
    refused(
        lambda group=group: dist.recv(torch.zeros(3, device=device), before, group), "sent 400000 elements of Float"
    )
    x = torch.zeros(2, 100_000, device=device)
    dist.recv(x, before, group)
    same(x, torch.full((2, 100_000), before + 0.5), "after one that did not fit")
    for work in works:
        work.wait()
    if RANK == 0:
        x = torch.zeros(100_000, device=device)
        assert sorted(dist.recv(x, group=group) for _ in range(SIZE - 1)) == list(range(1, SIZE))
    else:
        dist.send(torch.zeros(100_000, device=device), 0, group)
dist.barrier(sockets)
done()
