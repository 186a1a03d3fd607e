"""Every collective, every dtype, against what it is defined to give, bit by bit."""

from __future__ import annotations

import torch
import torch.distributed as dist
from common import DTYPES, RANK, SIZE, bits, done, drawn, refused, same, start

Op = dist.ReduceOp
SHAPES = [(5,), (3, 4), (), (0,), (2, 0, 3)]
device = start()
ROOT = SIZE - 1


def mine(shape: tuple[int, ...], dtype: torch.dtype, seed: int = 0) -> torch.Tensor:
    return drawn(RANK, shape, dtype, seed).to(device)


def of_all(shape: tuple[int, ...], dtype: torch.dtype, seed: int = 0) -> list[torch.Tensor]:
    return [drawn(rank, shape, dtype, seed) for rank in range(SIZE)]


def blank(shape: tuple[int, ...], dtype: torch.dtype) -> torch.Tensor:
    return torch.zeros(shape, dtype=torch.uint8, device=device).to(dtype)


def reduced(parts: list[torch.Tensor], op: Op.RedOpType) -> torch.Tensor:
    dtype = parts[0].dtype
    if dtype == torch.bool:
        parts = [part.to(torch.int64) for part in parts]
    elif dtype.is_complex:
        parts = [part.to(torch.complex128) for part in parts]
    elif dtype.is_floating_point:
        parts = [part.to(torch.float64) for part in parts]
    else:
        parts = [part.to(torch.int64) for part in parts]
    total = parts[0].clone()
    for part in parts[1:]:
        if op in (Op.SUM, Op.AVG):
            total = total + part
        elif op == Op.PRODUCT:
            total = total * part
        elif op == Op.MIN:
            total = torch.minimum(total, part)
        elif op == Op.MAX:
            total = torch.maximum(total, part)
        elif op == Op.BAND:
            total = total & part
        elif op == Op.BOR:
            total = total | part
        elif op == Op.BXOR:
            total = total ^ part
    if op == Op.AVG:
        total = total / len(parts)
        if dtype != torch.float64 and not dtype.is_complex:
            total = total.float()
    return total.to(dtype)


def operations(dtype: torch.dtype) -> list[Op.RedOpType]:
    if dtype.is_complex:
        return [Op.SUM, Op.AVG]
    if dtype.is_floating_point:
        return [Op.SUM, Op.AVG, Op.PRODUCT, Op.MIN, Op.MAX]
    return [Op.SUM, Op.PRODUCT, Op.MIN, Op.MAX, Op.BAND, Op.BOR, Op.BXOR]


for dtype in DTYPES:
    for shape in SHAPES:
        x = mine(shape, dtype) if RANK == ROOT else blank(shape, dtype)
        dist.broadcast(x, ROOT)
        same(x, drawn(ROOT, shape, dtype), ("broadcast", dtype, shape))

        out = [blank(shape, dtype) for _ in range(SIZE)]
        dist.all_gather(out, mine(shape, dtype))
        for got, expected in zip(out, of_all(shape, dtype), strict=True):
            same(got, expected, ("all_gather", dtype, shape))

        out = [blank(shape, dtype) for _ in range(SIZE)] if RANK == ROOT else None
        dist.gather(mine(shape, dtype), out, ROOT)
        for got, expected in zip(out or [], of_all(shape, dtype), strict=bool(out)):
            same(got, expected, ("gather", dtype, shape))

        x = blank(shape, dtype)
        dist.scatter(
            x, [drawn(rank, shape, dtype, 7).to(device) for rank in range(SIZE)] if RANK == ROOT else None, ROOT
        )
        same(x, drawn(RANK, shape, dtype, 7), ("scatter", dtype, shape))

        out = [blank(shape, dtype) for _ in range(SIZE)]
        dist.all_to_all(out, [mine(shape, dtype, to) for to in range(SIZE)])
        for source, got in enumerate(out):
            same(got, drawn(source, shape, dtype, RANK), ("all_to_all", dtype, shape))

        if SIZE > 1:
            x = blank(shape, dtype)
            works = [dist.isend(mine(shape, dtype), (RANK + 1) % SIZE), dist.irecv(x, (RANK - 1) % SIZE)]
            for work in works:
                work.wait()
            same(x, drawn((RANK - 1) % SIZE, shape, dtype), ("send", dtype, shape))

    for op in operations(dtype):
        x = mine((4, 3), dtype)
        dist.all_reduce(x, op)
        same(x, reduced(of_all((4, 3), dtype), op), ("all_reduce", dtype, op))
        x = mine((4, 3), dtype)
        dist.reduce(x, ROOT, op)
        expected = reduced(of_all((4, 3), dtype), op) if RANK == ROOT else drawn(RANK, (4, 3), dtype)
        same(x, expected, ("reduce", dtype, op))
        if dtype.is_complex:
            continue  # torch's reduce_scatter has no complex
        x = blank((2, 3), dtype)
        dist.reduce_scatter(x, [mine((2, 3), dtype, to) for to in range(SIZE)], op)
        expected = reduced([drawn(rank, (2, 3), dtype, RANK) for rank in range(SIZE)], op)
        same(x, expected, ("reduce_scatter", dtype, op))
        x = blank((2, 3), dtype)
        dist.reduce_scatter_tensor(x, torch.cat([mine((2, 3), dtype, to) for to in range(SIZE)]), op)
        same(x, expected, ("reduce_scatter_tensor", dtype, op))

    whole = blank((2 * SIZE, 3), dtype)
    dist.all_gather_into_tensor(whole, mine((2, 3), dtype))
    same(whole, torch.cat(of_all((2, 3), dtype)), ("all_gather_into_tensor", dtype))

    # Rank r sends (r + to) % 3 rows to rank `to`.
    counts = [(RANK + to) % 3 for to in range(SIZE)]
    parts = [drawn(RANK, (count, 2), dtype, to) for to, count in enumerate(counts)]
    x = blank((sum(counts), 2), dtype)
    dist.all_to_all_single(x, torch.cat(parts).to(device), counts, counts)
    same(
        x,
        torch.cat([drawn(source, (counts[source], 2), dtype, RANK) for source in range(SIZE)]),
        ("all_to_all_single", dtype),
    )

# 16-bit sums are made in float32 and rounded once: 2048 + 1 + 1 ... in float16 alone stays 2048.
for dtype, big in ((torch.float16, 2048.0), (torch.bfloat16, 256.0)):
    x = torch.full((3,), big if RANK == 0 else 1.0, dtype=dtype, device=device)
    dist.all_reduce(x)
    same(x, torch.full((3,), big + SIZE - 1).to(dtype), ("once rounded", dtype))

for dtype, low, high in ((torch.uint64, 3, 2**63 + 5), (torch.uint32, 3, 2**31 + 5), (torch.uint16, 3, 2**15 + 5)):
    value = torch.tensor([low if RANK == 0 else high], dtype=dtype).to(device)
    for op, expected in ((Op.MIN, low if SIZE else high), (Op.MAX, high if SIZE > 1 else low)):
        x = value.clone()
        dist.all_reduce(x, op)
        same(x, torch.tensor([expected], dtype=dtype), ("unsigned", dtype, op))

x = mine((4,), torch.float32)
dist.all_reduce(x, dist._make_nccl_premul_sum(0.5))
same(x, sum(of_all((4,), torch.float32)) * 0.5, "PREMUL_SUM")

# Views: every other column of a matrix; the rest of it stays.
grid = torch.zeros(4, 6, device=device)
grid[:, ::2] = mine((4, 3), torch.float32)
dist.all_reduce(grid[:, ::2])
expected = torch.zeros(4, 6)
expected[:, ::2] = sum(of_all((4, 3), torch.float32))
same(grid, expected, "strided all_reduce")
turned = mine((3, 4), torch.float32).t()
out = [torch.zeros(3, 4, device=device).t() for _ in range(SIZE)]
dist.all_gather(out, turned)
for rank in range(SIZE):
    same(out[rank], drawn(rank, (3, 4), torch.float32).t(), "transposed all_gather")
weight = torch.nn.Parameter(torch.ones(3, device=device))
dist.broadcast(weight, 0)

# Several at once.
with dist._coalescing_manager(device=torch.device(device), async_ops=True) as manager:
    first, second = mine((3,), torch.float32), mine((2, 2), torch.bfloat16)
    dist.all_reduce(first)
    dist.all_reduce(second)
manager.wait()
same(first, sum(of_all((3,), torch.float32)), "coalesced")
same(second, sum(part.float() for part in of_all((2, 2), torch.bfloat16)).bfloat16(), "coalesced")
with dist._coalescing_manager(device=torch.device(device)):
    pieces = [torch.zeros(2 * SIZE, device=device) for _ in range(3)]
    for seed, piece in enumerate(pieces):
        dist.all_gather_into_tensor(piece, mine((2,), torch.float32, seed))
for seed, piece in enumerate(pieces):
    same(piece, torch.cat(of_all((2,), torch.float32, seed)), "coalesced all_gather")
if SIZE > 1:
    x = torch.zeros(3, device=device)
    requests = dist.batch_isend_irecv(
        [
            dist.P2POp(dist.isend, mine((3,), torch.float32), (RANK + 1) % SIZE),
            dist.P2POp(dist.irecv, x, (RANK - 1) % SIZE),
        ]
    )
    for request in requests:
        request.wait()
    same(x, drawn((RANK - 1) % SIZE, (3,), torch.float32), "batch_isend_irecv")
    if RANK == 0:  # from whoever sends first
        seen = set()
        for _ in range(SIZE - 1):
            x = torch.zeros(2, device=device)
            seen.add(dist.recv(x))
        assert seen == set(range(1, SIZE)), seen
    else:
        dist.send(mine((2,), torch.float32), 0)
    if RANK < 2:  # messages of one pair arrive in the order they were sent
        values = [torch.full((1000,), float(i), device=device) for i in range(20)]
        if RANK == 0:
            works = [dist.isend(value, 1) for value in values]
        else:
            slots = [torch.zeros(1000, device=device) for _ in values]
            works = [dist.irecv(slot, 0) for slot in slots]
        for work in works:
            work.wait()
        assert RANK == 0 or all(torch.equal(a.cpu(), b.cpu()) for a, b in zip(slots, values, strict=True))

# Handles.
x = mine((5,), torch.float32)
work = dist.all_reduce(x, async_op=True)
assert work.wait() is True and work.is_completed() and work.is_success()
same(work.result()[0], sum(of_all((5,), torch.float32)), "result")
x = mine((5,), torch.float32)
future = dist.all_reduce(x, async_op=True).get_future().then(lambda done: done.value()[0] * 2)
same(future.wait(), sum(of_all((5,), torch.float32)) * 2, "future")
works = [dist.all_reduce(torch.full((4,), float(i), device=device), async_op=True) for i in range(10)]
for work in works:
    work.wait()

# What a stream has queued is done first, and what comes after the wait sees the result.
stream = torch.tpu.Stream(device)
with torch.tpu.stream(stream):
    x = torch.ones(200, 200, device=device)
    for _ in range(20):
        x = (x @ x) / 200
    dist.all_reduce(x)
    y = x + 1
    stream.synchronize()
assert torch.equal(y.cpu(), torch.full((200, 200), SIZE + 1.0)), y

# Objects and groups.
objects: list[object] = [None] * SIZE
dist.all_gather_object(objects, {"rank": RANK})
assert objects == [{"rank": rank} for rank in range(SIZE)]
box = [{"a": [1, 2]}, "text"] if RANK == 0 else [None, None]
dist.broadcast_object_list(box, 0)
assert box == [{"a": [1, 2]}, "text"]
received: list[object] = [None]
dist.scatter_object_list(received, [f"for {rank}" for rank in range(SIZE)] if RANK == 0 else None, 0)
assert received == [f"for {RANK}"]
gathered = [None] * SIZE if RANK == 0 else None
dist.gather_object(RANK * 2, gathered, 0)
assert RANK or gathered == [2 * rank for rank in range(SIZE)]
for members in ([0], list(range(SIZE))[::-1], list(range(0, SIZE, 2))):
    group = dist.new_group(members)
    if RANK in members:
        x = torch.tensor([float(RANK)], device=device)
        dist.all_reduce(x, group=group)
        assert x.item() == sum(members), (members, x)
        dist.barrier(group)
everyone, _ = dist.new_subgroups(group_size=1)
x = torch.ones(2, device=device)
dist.all_reduce(x, group=everyone)
same(x, torch.ones(2), "a group of one")

# Wrong arguments, which every rank refuses before anything is sent.
refused(lambda: dist.all_reduce(torch.ones(2)), "No backend type associated with device type cpu")
refused(
    lambda: dist.all_reduce(torch.ones(2, device=device), Op.BAND), "Cannot use ReduceOp.BAND with non-integral dtype"
)
refused(lambda: dist.all_reduce(torch.ones(2, device=device).cfloat(), Op.MAX), "does not support", "complex")
refused(lambda: dist.all_gather([torch.ones(2, device=device)] * (SIZE + 1), torch.ones(2, device=device)), "list")
refused(
    lambda: dist.all_gather([torch.ones(3, device=device)] * SIZE, torch.ones(2, device=device)),
    "invalid tensor size at index 0",
)
refused(lambda: dist.all_gather([torch.ones(2)] * SIZE, torch.ones(2, device=device)), "tensor")
refused(
    lambda: dist.all_gather_into_tensor(torch.ones(SIZE + 1, device=device), torch.ones(1, device=device)), "world_size"
)
refused(
    lambda: dist.reduce_scatter_tensor(torch.ones(2, device=device), torch.ones(2 * SIZE + 1, device=device)),
    "world size",
)
refused(lambda: dist.broadcast(torch.ones(2, device=device), SIZE), "")
refused(
    lambda: dist.all_to_all_single(
        torch.ones(SIZE, device=device), torch.ones(SIZE, device=device), [1] * (SIZE + 1), None
    ),
    "splits",
)
refused(
    lambda: dist.all_to_all_single(torch.ones(2, device=device), torch.ones(2, device=device), [7] * SIZE, [7] * SIZE),
    "Split sizes",
)
if SIZE > 1:
    # The ranks differ: all of them hear it, and the group goes on.
    refused(
        lambda: dist.all_reduce(torch.ones(2 + RANK, device=device)),
        "different calls",
        "rank 0 ALLREDUCE of 2 elements",
        "rank 1",
    )
    refused(lambda: dist.broadcast(torch.ones(2 + RANK, device=device), 0), "different calls")
    refused(lambda: dist.broadcast(torch.ones(2, device=device), RANK), "different calls")
    kinds = [torch.float32, torch.float16, torch.int32]
    refused(
        lambda: dist.all_reduce(torch.ones(2, device=device, dtype=kinds[RANK % 3])), "different calls", "Float", "Half"
    )
    sizes = [1 + RANK] * SIZE
    refused(
        lambda: dist.all_to_all_single(
            torch.ones(sum(sizes), device=device), torch.ones(sum(sizes), device=device), sizes, sizes
        ),
        "expects",
    )
    work = dist.all_reduce(torch.ones(2 + RANK, device=device), async_op=True)
    refused(work.get_future().wait, "different calls")
    refused(work.wait, "different calls")
    assert work.is_completed() and not work.is_success()
x = torch.ones(2, device=device)
dist.all_reduce(x)
assert bits(x).equal(bits(torch.full((2,), float(SIZE))))
done()
