"""Cases are many: each process of a run keeps to one processor, without copies of the converter beside it, and hardly searches for cycles, as the
command."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module", autouse=True)
def few_collections() -> Iterator[None]:
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(1_000_000, 20, 20)
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


@pytest.fixture(scope="module", autouse=True)
def one_processor(worker_id: str) -> Iterator[None]:
    if worker_id == "master" or not hasattr(os, "sched_setaffinity"):
        yield
        return
    allowed = os.sched_getaffinity(0)
    number = int(worker_id.removeprefix("gw"))
    os.sched_setaffinity(0, {sorted(allowed)[number % len(allowed)]})
    yield
    os.sched_setaffinity(0, allowed)
