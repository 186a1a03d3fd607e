"""The ways to name the backend; CPU tensors where gloo is named beside it."""

from __future__ import annotations

import os

import torch
import torch.distributed as dist
from common import RANK, SIZE, device, done, leave, refused, start

first = os.environ["RENDEZVOUS"]
for number, backend in enumerate(("tccl", "cpu:gloo,tpu:tccl", None)):
    os.environ["RENDEZVOUS"] = f"{first}{number}"
    bound = {"device_id": torch.device(device())} if backend == "tccl" else {}
    where = start(backend, **bound)
    x = torch.full((2, 2), RANK + 1.0, device=where)
    dist.all_reduce(x)
    assert x.tolist() == [[SIZE * (SIZE + 1) / 2] * 2] * 2
    host = torch.tensor([RANK + 1])
    if backend is not None and "gloo" in backend:
        dist.all_reduce(host)
        assert host.item() == SIZE * (SIZE + 1) // 2
    else:
        refused(lambda host=host: dist.all_reduce(host), "No backend type associated with device type cpu")
    group = dist.new_group([0, 1], backend="tccl")
    dist.broadcast(x, 1, group=group)
    refused(lambda host=host, group=group: dist.broadcast(host, 0, group=group), "No backend type", "device type cpu")
    assert dist.group.WORLD.bound_device_id == bound.get("device_id")
    names = [None] * SIZE
    dist.all_gather_object(names, f"rank {RANK}")
    assert names == [f"rank {rank}" for rank in range(SIZE)]
    if number < 2:
        leave()
done()
