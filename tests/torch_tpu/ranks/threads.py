"""Threads of a rank, each with a group of its own."""

from __future__ import annotations

import threading

import torch
import torch.distributed as dist
from common import RANK, SIZE, done, start

device = start()
groups = [dist.new_group() for _ in range(3)]
failed: list[BaseException] = []


def reduce_often(group: dist.ProcessGroup, factor: float) -> None:
    try:
        torch.tpu.set_device(device)
        for step in range(40):
            y = torch.full((50 + step,), factor + RANK, device=device)
            if step % 2:
                dist.all_reduce(y, group=group)
            else:
                dist.all_reduce(y, group=group, async_op=True).wait()
            assert torch.equal(y.cpu(), torch.full((50 + step,), factor * SIZE + SIZE * (SIZE - 1) / 2)), (step, y)
    except BaseException as error:
        failed.append(error)


threads = [threading.Thread(target=reduce_often, args=(group, float(i))) for i, group in enumerate(groups)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert not failed, failed
done()
