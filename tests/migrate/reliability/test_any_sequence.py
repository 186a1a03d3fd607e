"""Random changes of sources and rules, edits of a person, runs over parts, and kills, in random order: what a run leaves then is what a fresh
conversion gives, with what the person wrote in it, once. `python tests/migrate/reliability/test_any_sequence.py FIRST LAST` tries further seeds."""

from __future__ import annotations

import contextlib
import io
import os
import random
import shutil
import sys
from pathlib import Path

import pytest
from test_sequences import CHANGES, START, Files, state, write
from test_unfinished import killed

from migrate.cli import main

ENDS = (b"\n", b"\r\n")
STEPS = ("change", "change", "change", "back", "run", "part", "kill", "hand", "hand", "hand")


class Sequence:
    """One, in the current folder. `marks`: what a person wrote and has to be there; `stays`: a run said that something without a source stays."""

    def __init__(self, seed: int, edits: bool) -> None:
        self.rng = random.Random(seed)
        self.steps = STEPS if edits else STEPS[:-3]
        self.files: Files = START
        self.marks: list[str] = []
        self.done: list[str] = []
        self.stays = False

    def convert(self, out: str, *more: str) -> int:
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            code = main(["convert", *(more or (".",)), "--out", out])
        self.stays = self.stays or "it stays" in said.getvalue()
        return code

    def step(self, number: int) -> None:
        what = self.rng.choice(self.steps)
        if what == "change":
            what = self.rng.choice(list(CHANGES))
            with contextlib.suppress(KeyError):  # of what another change took away
                self.files = CHANGES[what](self.files)
        elif what == "back":
            self.files = START
        elif what == "run":
            self.convert("out")
        elif what == "part":
            self.convert("out", self.rng.choice([name for name in self.files if name.endswith(".cpp")]))
        elif what == "kill":
            killed("out", self.rng.randrange(8))
            if len(self.steps) == len(STEPS):  # what a person changes meanwhile is another test's
                self.convert("out")
        else:
            what = self.edit(f"mine_{number}")
        self.done.append(what)
        write(Path(), self.files)

    def edit(self, mark: str) -> str:
        file = self.rng.choice([Path("out", name) for name in sorted(texts("out"))])
        text = file.read_bytes()
        end = ENDS[text.count(b"\r\n") > 0]
        kind = self.rng.choice(("line", "line", "line", "ends", "delete"))
        if kind == "ends":
            file.write_bytes(text.replace(end, b"\n").replace(b"\n", ENDS[end == b"\n"]))
        elif kind == "delete":
            file.unlink()
            self.marks = [m for m in self.marks if any(m.encode() in one for one in texts("out").values())]
        else:
            lines = text.split(end)
            sign = "#" if file.suffix == ".yaml" else "//"
            lines.insert(self.rng.randrange(1, len(lines)), f"{sign} {mark}".encode())
            file.write_bytes(end.join(lines))
            self.marks.append(mark)
        return f"{kind} {file}"


def texts(out: str) -> dict[str, bytes]:
    """Of what was converted, without records."""
    return {n: t for n, t in state(Path(out)).items() if not n.endswith(".json") and not Path(n).name.startswith(".")}


def everything() -> dict[str, bytes]:
    return {n: t for n, t in state(Path("out")).items() if not Path(n).name.startswith(".migrated.unfinished")}


def bare(out: str) -> dict[str, list[bytes]]:
    """The lines that say something, but for those of the person."""
    return {
        name: [line.rstrip() for line in text.splitlines() if line.strip() and b"mine_" not in line]
        for name, text in texts(out).items()
    }


def judge(seed: int, edits: bool) -> None:
    for name in ("out", "fresh"):
        shutil.rmtree(name, ignore_errors=True)
    write(Path(), START)
    one = Sequence(seed, edits)
    one.convert("out")
    for number in range(6):
        one.step(number)
    checked = one.convert("out", ".", "--check")
    before = everything()
    code = one.convert("out")
    after, told = everything(), f"seed {seed}: {one.done}"
    assert code in (0, 1), told
    assert checked == code or (before != after and checked == 1), told
    assert one.convert("out") == code and everything() == after, f"a further run changes something, {told}"
    waits = b"<<<<<<<" in b"\n".join(texts("out").values())
    for mark in one.marks:
        there = sum(text.count(mark.encode()) for text in texts("out").values())
        assert there == 1 or (waits and there), f"{mark} stands there {there} times, {told}"
    stays, fresh = one.stays, one.convert("fresh")
    assert fresh == code or waits, told
    if not waits and not stays:
        assert bare("out") == bare("fresh"), told


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "unified").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MIGRATE_CACHE_DIR", str(tmp_path / "cache"))


def test_sequences_of_changes_runs_and_kills(place: None) -> None:
    for seed in range(6):
        judge(seed, edits=False)


def test_sequences_with_edits(place: None) -> None:
    for seed in range(100, 107):
        judge(seed, edits=True)


if __name__ == "__main__":
    folder = Path("/tmp/any-sequence")
    (folder / "unified").mkdir(parents=True, exist_ok=True)
    os.chdir(folder)
    os.environ["MIGRATE_CACHE_DIR"] = str(folder / "cache")
    for number in range(int(sys.argv[1]), int(sys.argv[2])):
        judge(number, edits=number % 3 > 0)
