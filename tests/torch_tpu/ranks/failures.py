"""A rank that ends in the midst of a collective, one that raises, one that never comes: the others hear it within the timeout."""

from __future__ import annotations

import os
import sys
import threading
import time

import torch
import torch.distributed as dist
from common import RANK, SIZE, done, refused, start

KIND = sys.argv[1]
SECONDS = 3.0
device = start(seconds=SECONDS if KIND != "threads" else 60)
x = torch.ones(1000, device=device)
dist.all_reduce(x)
assert x[0].item() == SIZE
LAST = SIZE - 1


def outlasts(calls: int) -> None:
    """Each of the calls fails, and none takes longer than the timeout."""
    for _ in range(calls):
        began = time.monotonic()
        sentence = refused(lambda: dist.all_reduce(torch.ones(100000, device=device)))
        assert time.monotonic() - began < SECONDS + 3, sentence
        print(f"rank {RANK} heard: {sentence.splitlines()[0]}", flush=True)


if KIND == "killed":
    if RANK == LAST:
        dist.all_reduce(torch.ones(100000, device=device), async_op=True)
        os.kill(os.getpid(), 9)
    time.sleep(0.5)
    outlasts(2)
    os._exit(0)
elif KIND == "raised":
    if RANK == LAST:
        raise SystemExit(3)
    outlasts(1)
    os._exit(0)
elif KIND == "absent":
    if RANK == LAST:
        time.sleep(SECONDS + 4)
    else:
        outlasts(1)
        if RANK == 0:
            y = torch.zeros(3, device=device)
            refused(lambda: dist.recv(y, LAST))
    os._exit(0)
elif KIND == "threads":
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
