"""Runs that are killed while they write, and runs at once: the next run finds what one whole run would have left."""

from __future__ import annotations

import fcntl
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from test_sequences import START, A, same, state, write

from migrate.cli import main
from migrate.emit import files as writing
from migrate.emit.unfinished import JOURNAL

CHANGED = START | {
    "a.cpp": A.replace("probe ( 2 )", "probe ( 22 )"),
    "b.cpp": START["b.cpp"].replace("probe ( 2 )", "probe ( 3 )"),
}


def convert(out: str, *more: str) -> int:
    return main(["convert", ".", "--out", out, "-q", *more])


def killed(out: str, renames: int, *more: str) -> bool:
    """A run that is killed at one of its renames; whether it came so far."""
    child = os.fork()
    if child == 0:
        rename, count = os.replace, iter(range(renames))

        def counted(*places: object) -> None:
            if "cache" not in str(places[1]) and next(count, None) is None:
                os.kill(os.getpid(), signal.SIGKILL)
            rename(*places)  # type: ignore[arg-type]

        writing.os.replace = counted  # type: ignore[attr-defined]
        os._exit(convert(out, *more))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def seen(out: Path) -> dict[str, bytes]:
    """But for what a killed run staged."""
    return {name: text for name, text in state(out).items() if not Path(name).name.startswith(".")}


def test_what_a_killed_run_left_is_finished(root: Path) -> None:
    """Wherever it was killed, and whatever the sources say by then: also what they said before."""
    for last in (CHANGED, START):
        write(root, last)
        convert("fresh")
        fresh = state(root / "fresh")
        met = 0
        for renames in range(40):
            write(root, START)
            convert("out")
            write(root, CHANGED)
            came = killed("out", renames)
            met += came
            write(root, last)
            checked = convert("out", "--check")
            before = seen(root / "out")
            assert convert("out") == 0
            after = seen(root / "out")
            left = [name for name in state(root / "out") if name not in after]
            assert renames == 0 or not left, "what was staged before the journal goes once a run writes there again"
            same(after, fresh)
            assert JOURNAL not in after and (checked == 1) == (before != after)
            if not came:
                break
        assert met > 3 and not came


def test_what_a_person_changed_since_is_not_overwritten(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    convert("out")
    write(root, CHANGED)
    assert killed("out", 1)
    file = root / "out/dnnlib/src/tensor/One.cpp"
    mine = file.read_text() + "// mine\n"
    file.write_text(mine)
    before = state(root / "out")
    for command in ("convert", "verify"):
        assert main([command, "a.cpp", "b.cpp", "--out", "out", "-q"]) == 2
        said = capsys.readouterr().err
        assert "a run was killed while it wrote" in said and str(file) in said
    assert main(["build", "--out", "out"]) == 2
    assert "run migrate convert again, which finishes it" in capsys.readouterr().err
    assert main(["convert", ".", "--out", "out", "--diff"]) == 2
    assert state(root / "out") == before
    text = next(e["text"] for e in json.loads((root / "out" / JOURNAL).read_text())["texts"] if e["file"] == str(file))
    file.write_bytes(Path(text).read_bytes() + b"// mine\n")
    Path(text).unlink()
    assert convert("out") == 0
    assert file.read_text().endswith("// mine\n") and "probe(22);" in file.read_text()
    assert not (root / "out" / JOURNAL).exists()


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"texts": [{}], "gone": []}', b'{"texts": 1, "gone": []}'])
def test_a_damaged_journal(root: Path, capsys: pytest.CaptureFixture[str], damage: bytes) -> None:
    convert("out")
    (root / "out" / JOURNAL).write_bytes(damage)
    assert convert("out") == 2
    assert f"{JOURNAL} is damaged" in capsys.readouterr().err


def start(*names: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "migrate.cli", "convert", *names, "--out", "out", "-q"]
    return subprocess.Popen(command, stderr=subprocess.PIPE)


def test_runs_at_once_lose_nothing(root: Path) -> None:
    """Each over other sources: what both write (tables, header, records) has the rows of both."""
    for _ in range(3):
        runs = [start("a.cpp"), start("b.cpp")]
        assert [run.wait() for run in runs] == [0, 0]
        for first, second in (("a.cpp", "b.cpp"), ("b.cpp", "a.cpp")):
            for name in (first, second):
                assert main(["convert", name, "--out", f"out of/{first}", "-q"]) == 0
        found = {name: text for name, text in state(root / "out").items() if not name.endswith(".json")}
        expected = [state(root / "out of" / name) for name in ("a.cpp", "b.cpp")]
        assert any(found.items() <= one.items() for one in expected)
        for path in sorted((root / "out").rglob("*"), reverse=True):
            path.unlink() if path.is_file() else path.rmdir()


def test_a_run_waits_for_another(root: Path) -> None:
    (root / "out").mkdir()
    lock = os.open(root / "out", os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    run = start(".")
    assert run.stderr is not None
    said = run.stderr.readline().decode()
    assert said == "migrate: another run writes to out; this one waits for it\n"
    time.sleep(0.2)
    assert run.poll() is None and not any((root / "out").iterdir())
    os.close(lock)
    assert run.wait() == 0 and any((root / "out").iterdir())


def test_a_run_that_writes_nothing_leaves_no_folder(root: Path) -> None:
    (root / "a.cpp").write_text("int f ( {\n")
    assert convert("new/out") == 3
    assert not (root / "new").exists()
