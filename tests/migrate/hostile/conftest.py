"""Cases are many: each process of a run keeps to one processor, without copies of the converter beside it, and hardly searches for cycles, as the
command."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import pytest
from native import keep_to_one_processor


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
    if worker_id == "master":
        yield
        return
    allowed = keep_to_one_processor(int(worker_id.removeprefix("gw")))
    yield
    if allowed:
        os.sched_setaffinity(0, allowed)
