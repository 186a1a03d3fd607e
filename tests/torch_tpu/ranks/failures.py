"""A rank that is killed in the midst of each collective, one that raises, one that comes too late: the others hear it within the timeout.

Of every group the ranks 0 and 1 are survivors, and the last one is lost.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from datetime import timedelta

import torch
import torch.distributed as dist
from common import RANK, SIZE, refused, start

from torch_tpu.distributed import Options

KIND, WAY = sys.argv[1:]
SECONDS = {"killed": 20.0, "raised": 20.0, "late": 2.0}[KIND]
SURVIVORS = 2
LARGE = 400_000
device = start(seconds=60)
Group = dist.ProcessGroup


def zeros(elements: int) -> torch.Tensor:
    return torch.zeros(elements, device=device)


COLLECTIVES: dict[str, Callable[[Group, int], object]] = {
    "all_reduce": lambda group, _: dist.all_reduce(zeros(LARGE), group=group),
    "reduce": lambda group, _: dist.reduce(zeros(LARGE), 0, group=group),
    "broadcast": lambda group, lost: dist.broadcast(zeros(LARGE), lost, group=group),
    "all_gather_into_tensor": lambda group, _: dist.all_gather_into_tensor(zeros(3 * LARGE), zeros(LARGE), group=group),
    "gather": lambda group, _: dist.gather(
        zeros(LARGE), [zeros(LARGE) for _ in range(3)] if RANK == 0 else None, 0, group=group
    ),
    "scatter": lambda group, lost: dist.scatter(
        zeros(LARGE), [zeros(LARGE) for _ in range(3)] if lost == RANK else None, lost, group=group
    ),
    "reduce_scatter_tensor": lambda group, _: dist.reduce_scatter_tensor(zeros(LARGE), zeros(3 * LARGE), group=group),
    "all_to_all_single": lambda group, _: dist.all_to_all_single(zeros(3 * LARGE), zeros(3 * LARGE), group=group),
    "barrier": lambda group, _: dist.barrier(group),
    "send": lambda group, lost: (
        dist.send(zeros(LARGE), 0, group=group) if lost == RANK else dist.recv(zeros(LARGE), lost, group=group)
    ),
}
NAMES = list(COLLECTIVES) if KIND == "killed" else ["barrier"]
assert SURVIVORS + len(NAMES) == SIZE
groups = [
    dist.new_group(
        [*range(SURVIVORS), SURVIVORS + number],
        timeout=timedelta(seconds=SECONDS),
        pg_options=Options(shared_memory=WAY == "memory"),
    )
    for number in range(len(NAMES))
]
CLOSED = ("Connection closed", "Broken pipe", "Connection reset")


def heard(name: str, group: Group, lost: int) -> None:
    """Calls until one fails: soon, and with a reason; so does the next, at once."""
    began = time.monotonic()
    sentence = ""
    while not sentence:
        try:
            COLLECTIVES[name](group, lost)
        except Exception as error:
            sentence = str(error)
        assert time.monotonic() - began < SECONDS + 5, (name, "no error")
    if KIND == "late":
        assert "Timed out" in sentence, sentence
    else:
        # Through sockets a rank that waits for one that has failed too, not for the lost one, hears of it at the timeout.
        sentences = CLOSED if WAY == "memory" else (*CLOSED, "Timed out")
        assert any(words in sentence for words in sentences), (name, sentence)
        soon = SECONDS - 5 if WAY == "memory" else SECONDS + 5
        assert time.monotonic() - began < soon, (name, "only after the timeout", sentence)
    print(f"{name}: {sentence.splitlines()[0]}", flush=True)
    if name != "send":
        refused(lambda: COLLECTIVES[name](group, lost))


def meet(number: int) -> None:
    """All ranks of a group, before its first call: through sockets one that hears of a loss at the timeout only comes late."""
    store = dist.distributed_c10d._get_default_store()
    if RANK < SURVIVORS:
        store.set(f"group {number}, rank {RANK}", "is there")
    store.wait([f"group {number}, rank {rank}" for rank in range(SURVIVORS)], timedelta(seconds=500))


if RANK < SURVIVORS:
    for number, (name, group) in enumerate(zip(NAMES, groups, strict=True)):
        meet(number)
        dist.all_reduce(zeros(3), group=group)
        if not (name == "send" and RANK != 0):
            heard(name, group, SURVIVORS + number)
else:
    name, group = NAMES[RANK - SURVIVORS], groups[RANK - SURVIVORS]
    meet(RANK - SURVIVORS)
    dist.all_reduce(zeros(3), group=group)
    if KIND == "raised":
        raise SystemExit(3)
    if KIND == "late":
        time.sleep(SECONDS + 1)
        began = time.monotonic()
        sentence = refused(lambda: dist.barrier(group))
        assert WAY == "sockets" or "rank 0: Timed out" in sentence or "rank 1: Timed out" in sentence, sentence
        assert time.monotonic() - began < 1 or WAY == "sockets", time.monotonic() - began
    else:
        threading.Timer(0.05 + 0.01 * RANK, lambda: os.kill(os.getpid(), 9)).start()
        while True:
            COLLECTIVES[name](group, RANK)
os._exit(0)
