"""Mistakes that a migration can make, seeded into copies of the library's operators and tables: utest_ops catches them and names their causes."""

import collections
import json
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from mistakes import Mistake, bodies, read
from mutant import CHOICE, seed, with_table

from dnnlib.paths import ROOT
from utest_ops.discover import operators

pytestmark = pytest.mark.native

ALL = read()
SHORT = 4  # every so manieth mistake; SEEDED_MISTAKES=all runs all of them
CHIPS = ["bm_a", "sg_b"]  # a mistake in a branch is on a chip that takes it
CONTROL = Mistake("read_without_waiting", "norm2", "waits")


def chosen() -> list[Mistake]:
    return ALL if os.environ.get("SEEDED_MISTAKES") == "all" else ALL[::SHORT]


def trials(mistakes: list[Mistake], folder: Path) -> dict[Mistake, dict]:
    """What the harness says of each mistake, by two processes."""
    library = folder / "library"
    library.mkdir()
    seed(mistakes, library)
    waiting = collections.deque(enumerate(mistakes))
    found: dict[Mistake, dict] = {}

    def work() -> None:
        with subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("trial.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        ) as process:
            while waiting:
                number, mistake = waiting.popleft()
                place = with_table(mistake, library, folder / str(number)) if mistake.in_table else library
                request = {
                    "operator": mistake.operator,
                    "chips": [mistake.argument] if mistake.in_table else CHIPS,
                    "failures": str(folder / "failures"),
                    "environment": {"TPUDNN_LIBRARY_DIR": str(place), CHOICE: str(number)},
                }
                process.stdin.write(json.dumps(request) + "\n")
                process.stdin.flush()
                found[mistake] = json.loads(process.stdout.readline())
            process.stdin.close()

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def test_there_are_many_mistakes_over_many_operators():
    assert len(ALL) == len(set(ALL)) >= 120
    assert len({mistake.operator for mistake in ALL}) >= 40
    assert {mistake.operator for mistake in ALL} <= set(operators()) & set(bodies())


def test_seeded_mistakes_are_caught_and_named(tmp_path):
    """At least 95 % are caught, and of 80 % the cause is named."""
    mistakes = chosen()
    found = trials([*mistakes, CONTROL], tmp_path)
    control = found.pop(CONTROL)
    assert control["jobs"] and not any(
        text.startswith("f32:") for texts in control["said"].values() for text in texts
    ), control
    assert not {m.id: found[m]["error"] for m in mistakes if "error" in found[m]}, "the harness itself fails"
    missed = [m.id for m in mistakes if not found[m]["said"]]
    named = [
        m for m in mistakes if any(re.search(m.said, text) for texts in found[m]["said"].values() for text in texts)
    ]
    unnamed = {m.id: next(iter(found[m]["said"].values()))[:2] for m in mistakes if m not in named and found[m]["said"]}
    said = json.dumps({"missed": missed, "unnamed": unnamed}, indent=1)
    if place := os.environ.get("SEEDED_MISTAKES_REPORT"):
        Path(place).write_text(said)
    assert len(missed) <= 0.05 * len(mistakes), said
    assert len(named) >= 0.8 * len(mistakes), said
    print(f"{len(mistakes) - len(missed)} of {len(mistakes)} caught, {len(named)} named")
