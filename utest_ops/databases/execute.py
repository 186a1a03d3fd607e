"""A trial on the CPU and on chips."""

import re
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import replace
from typing import Any

import torch

from utest_ops.databases.compare import aliases, argument_differences, differences
from utest_ops.databases.transfer import Transfer, tensors_in
from utest_ops.databases.trial import Tolerance, Trial

CPU = torch.device("cpu")


class Run:
    """One execution of a trial on one device, on fresh copies of its arguments."""

    def __init__(self, trial: Trial, device: torch.device, seed: int) -> None:
        self.error: Exception | None = None
        self.result: Any = None
        move = Transfer(device, frozenset(map(id, trial.on_host)))
        args, kwargs = move(trial.args), move(trial.kwargs)
        self.on_device = move.moved_any
        self.arguments = tensors_in((args, kwargs))
        torch.manual_seed(seed)
        try:
            self.result = trial.function(*args, **kwargs)
        except Exception as error:  # whatever an operator raises is compared
            self.error = error
        self.aliases = aliases(self.result, self.arguments)

    def on_host(self) -> Any:
        """The result with all tensors on the host."""
        return _to_host(self.result)


def _to_host(value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return value.detach().cpu()
    if isinstance(value, list | tuple):
        moved = [_to_host(each) for each in value]
        return (
            type(value)(moved) if type(value) in (list, tuple) or not hasattr(value, "_fields") else type(value)(*moved)
        )
    if isinstance(value, dict):
        return {key: _to_host(each) for key, each in value.items()}
    return value


def run_trial(
    trial: Trial,
    devices: Mapping[str, torch.device],
    seed: int,
    at: Callable[[str], None],
    stated: Callable[[str], Tolerance],
) -> Generator[tuple[str, str], None, bool]:
    """Yields (chip, sentence) for every difference; gives true if the CPU gave a result to compare with. `at(chip)` is called before each chip's run, `stated(chip)` gives its tolerance."""
    reference = Run(trial, CPU, seed)
    expected = None if reference.error else trial.finish(_to_host(reference.result))
    before = [each.detach() for each in tensors_in((trial.args, trial.kwargs))]
    for chip, device in devices.items():
        at(chip)
        try:
            limits = replace(trial, tolerance=trial.tolerance.at_least(stated(chip)))
            yield from ((chip, text) for text in _compare(limits, device, seed, reference, expected, before))
        except Exception as error:
            yield chip, f"comparing raised {_sentence(error)}"
    return reference.error is None


def _compare(
    trial: Trial, device: torch.device, seed: int, reference: Run, expected: Any, before: list[torch.Tensor]
) -> Iterator[str]:
    run = Run(trial, device, seed)
    if run.error is not None or reference.error is not None:
        if reference.error is None:
            yield f"raised {_sentence(run.error)}"
        elif run.error is None:
            yield f"did not raise; the CPU raised {_sentence(reference.error)}"
        return
    got = trial.finish(run.on_host())
    yield from differences(got, expected, trial.tolerance, trial.values_defined)
    yield from argument_differences(
        [_to_host(each) for each in run.arguments],
        [each.detach() for each in reference.arguments],
        before,
        trial.tolerance,
        trial.values_defined,
    )
    placed = [each for each in tensors_in(run.result) if each.dim() > 0 or not trial.host_scalars]
    wrong = {str(each.device) for each in placed} - {str(device)}
    if run.on_device and wrong:
        yield f"a result is on {', '.join(sorted(wrong))}, not on {device}"
    if run.aliases != reference.aliases:
        yield f"results share memory with arguments as {run.aliases}, on the CPU as {reference.aliases}"


def _sentence(error: BaseException | None) -> str:
    text = str(error).split("\nException raised from")[0]
    return f"{type(error).__name__}: " + re.sub(r"\s+", " ", text).strip()[:400]
