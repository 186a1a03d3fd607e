"""A worker process: trials of one entry at a time, on all chips it is asked for."""

from __future__ import annotations

import mmap
import os
import signal
import time
import traceback
import warnings
from collections.abc import Generator
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from multiprocessing.connection import Connection
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from utest_ops.databases.trial import Trial


@dataclass(frozen=True)
class Request:
    """One entry, and what of it to run."""

    database: str
    entry: str
    chips: tuple[str, ...]
    checks: tuple[str, ...] = ()
    dtypes: tuple[str, ...] = ()
    sample: int | None = None
    seed: int = 0


@dataclass
class Failure:
    """One difference."""

    check: str
    dtype: str
    sample: int
    message: str


@dataclass
class ChipResult:
    """One entry on one chip."""

    database: str
    entry: str
    chip: str
    trials: int = 0
    compared: int = 0  # calls in which the CPU gave a result
    seconds: float = 0.0  # of the entry on all chips of the request
    failures: list[Failure] = field(default_factory=list)


class Progress:
    """Where a worker is, readable by the parent after the worker has died."""

    SIZE = 4096

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, self.SIZE)

    def set(self, chip: str, check: str, dtype: str, sample: int) -> None:
        """Called before each run."""
        text = f"{chip} {check} {dtype} {sample}".encode()
        self._memory[: len(text) + 1] = text + b"\0"

    def get(self) -> tuple[str, str, str, int] | None:
        """Chip, check, dtype and sample; None before the first run."""
        text = self._memory[:].split(b"\0")[0].decode()
        parts = text.split(" ")
        return (parts[0], parts[1], parts[2], int(parts[3])) if len(parts) == 4 else None

    def clear(self) -> None:
        """Before a request."""
        self._memory[:1] = b"\0"


def database_module(database: str) -> ModuleType:
    """opinfo, moduleinfo or optimizerinfo: entries() and trials(name)."""
    return import_module(f"utest_ops.databases.{database}")


def serve(connection: Connection, progress: Progress) -> None:
    """Answers requests until the parent closes the connection. The device is first used here, never before the fork."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    import torch

    from utest_ops.chips import all_chips

    torch.set_num_threads(1)
    warnings.simplefilter("ignore")
    import torch_tpu  # noqa: F401
    from utest_ops.via.torch_device import _device_of

    devices = {name: _device_of(chip) for name, chip in all_chips().items()}
    while True:
        try:
            request = connection.recv()
        except EOFError:
            os._exit(0)
        progress.clear()
        try:
            answer = run_request(request, devices, progress)
        except Exception:  # of PyTorch's samples, or of this harness
            failure = Failure("samples", "f32", 0, traceback.format_exc(limit=-3))
            answer = [ChipResult(request.database, request.entry, chip, 1, 0, 0.0, [failure]) for chip in request.chips]
        connection.send(answer)


def run_request(request: Request, devices: dict, progress: Progress) -> list[ChipResult]:
    """All trials of an entry; one result per chip."""
    from utest_ops.databases.execute import run_trial
    from utest_ops.databases.expectations import expectations

    start = time.perf_counter()
    results = {chip: ChipResult(request.database, request.entry, chip) for chip in request.chips}
    chosen = {chip: devices[chip] for chip in request.chips}
    for trial in database_module(request.database).trials(request.entry):
        if not _wanted(request, trial):
            continue
        progress.set("cpu", trial.check, trial.dtype, trial.index)
        stated = partial(expectations().tolerance, request.database, request.entry, trial.check, trial.dtype)
        differences = run_trial(trial, chosen, request.seed, partial(_note, progress, trial), stated)
        compared = _collect(trial, differences, results)
        for result in results.values():
            result.trials += 1
            result.compared += compared
    for result in results.values():
        result.seconds = time.perf_counter() - start
        whole = not (request.checks or request.dtypes or request.sample is not None)
        if whole and not result.compared:
            result.failures.append(Failure("all", "all", 0, "nothing was compared: the CPU takes no sample"))
    return list(results.values())


def _collect(trial: Trial, differences: Generator, results: dict[str, ChipResult]) -> bool:
    while True:
        try:
            chip, sentence = next(differences)
        except StopIteration as end:
            return end.value
        results[chip].failures.append(Failure(trial.check, trial.dtype, trial.index, sentence))


def _note(progress: Progress, trial: Trial, chip: str) -> None:
    progress.set(chip, trial.check, trial.dtype, trial.index)


def _wanted(request: Request, trial: Trial) -> bool:
    return (
        (not request.checks or trial.check in request.checks)
        and (not request.dtypes or trial.dtype in request.dtypes)
        and (request.sample is None or trial.index == request.sample)
    )
