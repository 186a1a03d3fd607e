"""Uses of a group that are rare: sub-groups in other orders, handles waited late or never, wrong messages, sparse gradients, forks."""

from __future__ import annotations

import os
import threading
from datetime import timedelta

import torch
import torch.distributed as dist
from common import DTYPES, RANK, SIZE, bits, done, drawn, refused, same, start
from torch.nn.parallel import DistributedDataParallel

device = start()
NEXT, LAST = (RANK + 1) % SIZE, (RANK - 1) % SIZE


def filled(value: float, *shape: int) -> torch.Tensor:
    return torch.full(shape, float(value), device=device)


# A message that does not fit: the receiver hears what was sent, and the next one arrives.
for shape, dtype in (((2,), torch.float32), ((9,), torch.float32), ((5,), torch.int32), ((0,), torch.float32)):
    work = dist.isend(filled(RANK, 5), NEXT)
    x = torch.ones(shape, dtype=dtype, device=device)
    refused(
        lambda x=x: dist.recv(x, LAST),
        f"rank {LAST} sent 5 elements of Float",
        f"has {x.numel()} of {'Int' if dtype == torch.int32 else 'Float'}",
    )
    assert torch.equal(x.cpu(), torch.ones(shape, dtype=dtype)), x
    work.wait()
work = dist.isend(filled(RANK, 5, 3).t(), NEXT, tag=7)
x = filled(-1, 3, 5)
dist.recv(x, LAST, tag=7)
same(x, torch.full((3, 5), float(LAST)), "recv")
work.wait()
refused(lambda: dist.send(filled(0, 1), NEXT, tag=-1), "tag")
refused(lambda: dist.recv(filled(0, 1), LAST, tag=2**29), "tag")
# Out of turn: each with a tag, received in the other order, of every dtype.
sent = [drawn(RANK, (3, 2), dtype).to(device) for dtype in DTYPES]
works = [dist.isend(x, NEXT, tag=tag) for tag, x in enumerate(sent)]
for tag, dtype in reversed(list(enumerate(DTYPES))):
    x = torch.zeros((3, 2), dtype=torch.uint8, device=device).to(dtype)
    dist.recv(x, LAST, tag=tag)
    same(x, drawn(LAST, (3, 2), dtype), ("tags", dtype))
for work in works:
    work.wait()
# Many under way with one tag, of sizes that differ: they arrive in order, whichever is waited for first.
sizes = [1, 70_000, 3, 0, 20_000, 2]
works = [dist.isend(filled(size, size), NEXT) for size in sizes]
slots = [filled(-1, size) for size in sizes]
for work in reversed([dist.irecv(slot, LAST) for slot in slots]):
    work.wait()
for slot, size in zip(slots, sizes, strict=True):
    same(slot, torch.full((size,), float(size)), "in order")
for work in works:
    work.wait()

# Handles: in another order, never, after the tensor is gone.
xs = [filled(i, 10 + i) for i in range(6)]
works = [dist.all_reduce(x, async_op=True) for x in xs]
for work in reversed(works):
    assert work.wait()
for i, x in enumerate(xs):
    same(x, torch.full((10 + i,), float(i * SIZE)), "waited in another order")
for _ in range(5):
    dist.all_reduce(filled(1, 50_000), async_op=True)
work = dist.all_reduce(filled(1, 5), async_op=True)
assert work.get_future().wait()[0].tolist() == [SIZE] * 5
work.wait()
work.wait()

# Sub-groups: made in one order by all, used in another by each; two at once; one within the other's call.
pairs = [dist.new_group([a, b]) for a in range(SIZE) for b in range(a + 1, SIZE)]
everyone = [dist.new_group(timeout=timedelta(seconds=30)) for _ in range(3)]
order = everyone if RANK % 2 else everyone[::-1]
xs = {id(group): filled(1, 1000) for group in everyone}
works = [dist.all_reduce(xs[id(group)], group=group, async_op=True) for group in order]
for work in works:
    work.wait()
assert all(x.sum().item() == 1000 * SIZE for x in xs.values())
for group in pairs:
    if dist.get_rank(group) >= 0:
        x = filled(RANK, 3)
        dist.all_reduce(x, group=group)
        assert x[0].item() == sum(dist.get_process_group_ranks(group))
for group in pairs:
    if dist.get_rank(group) >= 0:
        dist.destroy_process_group(group)

# One thread reduces while another gathers, in groups of their own.
failed: list[BaseException] = []


def often(group: dist.ProcessGroup, number: int) -> None:
    try:
        torch.tpu.set_device(device)
        for _ in range(20):
            x = filled(number, 100)
            dist.all_reduce(x, group=group)
            assert x[0].item() == number * SIZE
    except BaseException as error:
        failed.append(error)


threads = [threading.Thread(target=often, args=(group, number)) for number, group in enumerate(everyone)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert not failed, failed

# Views of one storage, overlapping reads, expanded inputs.
base = torch.arange(12.0, device=device)
parts = [torch.zeros(4, device=device) for _ in range(SIZE)]
dist.all_gather(parts, base[8:])
same(parts[LAST], torch.arange(8.0, 12.0), "a view with an offset")
whole = torch.zeros(SIZE, 4, device=device)
dist.all_gather_into_tensor(whole, base[:1].expand(4))
same(whole, torch.zeros(SIZE, 4), "expanded")
x = torch.tensor(2.0, device=device)
dist.reduce(x, 0)
assert x.item() == (2.0 * SIZE if RANK == 0 else 2.0)
x = torch.full((4,), float("nan") if RANK == SIZE - 1 else 1.0, device=device)
dist.all_reduce(x, dist.ReduceOp.MAX)
assert x.isnan().all()
dist.barrier()
refused(dist.monitored_barrier, "GLOO")

# Ranks make calls of different kinds: all hear it, also where one has splits to tell.
if RANK == 0:
    refused(lambda: dist.all_reduce(filled(1, 2)), "different calls", "ALLREDUCE", "ALLTOALL_BASE")
else:
    refused(lambda: dist.all_to_all_single(filled(1, SIZE), filled(1, SIZE)), "different calls", "ALLTOALL_BASE")
refused(lambda: dist.barrier() if RANK == 0 else dist.all_reduce(filled(1, 2)), "different calls", "BARRIER")

# Sparse tensors.
for dtype in (torch.float32, torch.bfloat16, torch.float64):
    indices = torch.tensor([[RANK, 0, 0]])
    x = torch.sparse_coo_tensor(indices, torch.full((3, 2), 1.5 + RANK).to(dtype), (SIZE + 1, 2)).to(device)
    dense = sum(
        torch.zeros(SIZE + 1, 2).index_add_(0, torch.tensor([rank, 0, 0]), torch.full((3, 2), 1.5 + rank))
        for rank in range(SIZE)
    )
    dist.all_reduce(x)
    assert x.is_sparse and x.is_coalesced()
    same(x.cpu().to_dense(), dense.to(dtype), ("sparse", dtype))
x = torch.sparse_coo_tensor(torch.zeros(1, 0, dtype=torch.long), torch.zeros(0), (3,)).to(device)
dist.all_reduce(x)
assert x._nnz() == 0
ones = torch.ones(2, device=device).to_sparse()
refused(lambda: dist.all_reduce(ones, dist.ReduceOp.MAX), "sparse")
refused(lambda: dist.broadcast(ones, 0), "")


# DDP: sparse gradients, parameters that some ranks do not use, gradients as views of buckets, no_sync.
class Words(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        torch.manual_seed(3)
        self.table = torch.nn.Embedding(7, 3, sparse=True)
        self.first, self.second = torch.nn.Linear(3, 2), torch.nn.Linear(3, 2)

    def forward(self, words: torch.Tensor, both: bool) -> torch.Tensor:
        x = self.table(words)
        return self.first(x) + self.second(x) if both else self.first(x)


words = [torch.tensor([rank, (rank + 2) % 7, 1]) for rank in range(SIZE)]
alone = Words()
sum(alone(words[rank], rank == 0).sum() for rank in range(SIZE)).div(SIZE).backward()
for views in (False, True):
    parallel = DistributedDataParallel(Words().to(device), find_unused_parameters=True, gradient_as_bucket_view=views)
    parallel(words[RANK].to(device), RANK == 0).sum().backward()
    for (name, got), expected in zip(parallel.module.named_parameters(), alone.parameters(), strict=True):
        torch.testing.assert_close(got.grad.cpu().to_dense(), expected.grad.to_dense(), msg=name)
    parallel.zero_grad()
    with parallel.no_sync():
        parallel(words[RANK].to(device), RANK == 0).sum().backward()
    parallel(words[RANK].to(device), RANK == 0).sum().backward()
    for (name, got), expected in zip(parallel.module.named_parameters(), alone.parameters(), strict=True):
        torch.testing.assert_close(got.grad.cpu().to_dense(), 2 * expected.grad.to_dense(), msg=name)

# A fork of a rank cannot use the group, and does not disturb it when it ends.
child = os.fork()
if child == 0:
    status = 1
    try:
        refused(lambda: dist.all_reduce(torch.ones(2, device=device)), "fork")
        dist.destroy_process_group()
        status = 0
    finally:
        os._exit(status)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
x = filled(1, 3)
dist.all_reduce(x)
assert bits(x).equal(bits(torch.full((3,), float(SIZE))))

# Groups end with calls under way: these come to their end.
group = dist.new_group()
x = filled(1, 300_000)
work = dist.all_reduce(x, group=group, async_op=True)
dist.destroy_process_group(group)
work.wait()
assert x[0].item() == SIZE
done()
