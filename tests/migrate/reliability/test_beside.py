"""What is done in processes beside each other gives what one process gives, whatever becomes of them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from clang import cindex
from test_human_edits import LEGACY, PROJECT, SEMANTICS

from migrate import errors
from migrate.cli import main
from migrate.convert.library import Draft, convert_source
from migrate.emit.files import write_all
from migrate.frontend.compiler import background
from migrate.frontend.compiler.background import LAST, BackgroundTask
from migrate.frontend.compiler.unit_file import UnitFile
from migrate.project.loading import load_project
from migrate.verify.projection import Projection

HERE = os.getpid()


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "migrate.yaml").write_text(PROJECT % SEMANTICS)
    (tmp_path / "in.cpp").write_text(LEGACY)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ended() -> int:
    if os.getpid() != HERE:
        os.kill(os.getpid(), signal.SIGKILL)
    return 7


def failing() -> None:
    raise KeyError("made to fail")


def test_a_task_answers_once_and_is_asked_often() -> None:
    task = BackgroundTask(list, range(3), gives_way=LAST)
    assert task.answered() and task.answered()
    assert task.result() == task.result() == [0, 1, 2]


def test_what_a_process_did_not_survive_is_done_by_who_asks() -> None:
    task = BackgroundTask(ended)
    assert not task.answered()
    assert task.result() == 7


def test_an_error_is_raised_by_who_asks() -> None:
    task = BackgroundTask(failing)
    assert task.answered()
    for _ in range(2):
        with pytest.raises(KeyError, match="made to fail"):
            task.result()


WAITING = """\
import os, signal, time
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # where the tests were started under nohup
from migrate.commands.run.session import _pool
from migrate.frontend.compiler.background import BackgroundTask, in_own_process

def wait():
    os.write(1, b"%d\\n" % os.getpid())
    time.sleep(60)

def also():
    BackgroundTask(wait)
    in_own_process(wait)

task = BackgroundTask(wait)
with _pool(2) as pool:
    pool.submit(also)
    in_own_process(wait)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the system does not end processes with others")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL, signal.SIGHUP])
def test_no_process_outlives_a_run_that_is_killed(how: signal.Signals) -> None:
    """Those of the pool, those that do one thing, and those that these begin."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.Popen([sys.executable, "-c", WAITING], stdout=subprocess.PIPE, env=environment)
    assert run.stdout is not None
    begun = [int(run.stdout.readline()) for _ in range(4)]
    run.send_signal(how)
    assert run.wait() == -how
    until = time.monotonic() + 20
    while (left := [pid for pid in begun if running(pid)]) and time.monotonic() < until:
        time.sleep(0.05)
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert not left


def running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def outputs(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_one_processor_gives_the_same(
    tree: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = []
    for number in (2, 1):
        monkeypatch.setattr(background, "processors", lambda number=number: number)
        assert main(["convert", "in.cpp", "--no-cache", "--out", f"out{number}", "--json", f"{number}.json"]) == 0
        said.append(capsys.readouterr().out.replace(f"out{number}", ""))
    assert said[0] == said[1] and outputs(tree / "out1") == outputs(tree / "out2")
    assert (tree / "1.json").read_bytes() == (tree / "2.json").read_bytes()


def test_what_changed_behind_the_draft_is_proven_again(tree: Path) -> None:
    drafts: list[Draft] = []
    per_chip = "api.mode = 1;\n#ifdef BACKEND_SG2260\n  api.mode = 2;\n#else\n  api.mode = 3;\n#endif\n"
    (tree / "in.cpp").write_text(LEGACY.replace("api.mode = 1;", per_chip, 1))
    done = convert_source(load_project(tree / "migrate.yaml"), tree / "in.cpp", begin=drafts.append)
    projection = Projection(drafts[0])
    proofs = projection.proofs(done.items)
    assert proofs and {p.status for p in proofs} == {"equal"}
    first, *others = done.items
    changed = replace(first, text=first.text.replace(b"probe(1)", b"probe(9)"))
    again = projection.proofs([changed, *others])
    assert {p.subject for p in again if p.status == "different"} == {first.unified}
    assert [(p.subject, p.chip) for p in again] == [(p.subject, p.chip) for p in proofs]
    gone = projection.proofs([replace(first, text=b""), *others])
    assert first.unified not in {p.subject for p in gone} and len(gone) < len(proofs)


def test_an_interruption_that_the_compiler_library_loses_is_none_that_the_run_loses(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it was made of is not whole then: nothing of it is written."""
    monkeypatch.setattr(errors, "_INTERRUPTIONS", [])
    with pytest.raises(KeyboardInterrupt):
        errors.interrupt(signal.SIGINT, None)
    assert main(["convert", "-q", "in.cpp", "--no-cache"]) == 130
    assert not (tree / "migrated").exists()
    with pytest.raises(KeyboardInterrupt):
        write_all({tree / "new": b""})
    assert not (tree / "new").exists()


def test_an_interruption_in_a_callback_goes_on(tree: Path) -> None:
    def stopped(_cursor: object, _parent: object) -> int:
        raise KeyboardInterrupt

    unit = cindex.Index.create().parse(str(tree / "a.cpp"), unsaved_files=[(str(tree / "a.cpp"), "int a;")])
    with pytest.raises(KeyboardInterrupt):
        UnitFile(unit, str(tree / "a.cpp"), b"int a;").visit(stopped)
