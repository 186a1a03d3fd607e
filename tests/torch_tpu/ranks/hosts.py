"""Rank 1 has another namespace of processes, as in a container of its own: the group goes through sockets,
and messages to and from it."""

from __future__ import annotations

import ctypes
import os
import sys

import torch
import torch.distributed as dist
from common import RANK, SIZE, done, start

NEW_PROCESSES = 0x20000000
if RANK == 1:
    if ctypes.CDLL(None, use_errno=True).unshare(NEW_PROCESSES) != 0:
        print("no permission", flush=True)
        os._exit(0)
    child = os.fork()
    if child:
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
elif os.system("unshare --pid --fork true 2> /dev/null") != 0:
    print("no permission", flush=True)
    os._exit(0)

device = start()
x = torch.full((70_000,), RANK + 1.0, device=device)
dist.all_reduce(x)
assert x.unique().tolist() == [SIZE * (SIZE + 1) / 2]
with open("/proc/self/maps", encoding="utf-8") as maps:
    assert "torch_tpu.tccl" not in maps.read()
for turn in range(2):  # an offer of memory, and none after it was refused
    work = dist.isend(x + RANK + turn, (RANK + 1) % SIZE)
    y = torch.zeros_like(x)
    dist.recv(y, (RANK - 1) % SIZE)
    assert torch.equal(y, x + (RANK - 1) % SIZE + turn)
    work.wait()
done()
