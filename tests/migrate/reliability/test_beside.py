"""What is done in processes beside each other gives what one process gives, whatever becomes of them."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest
from test_human_edits import LEGACY, PROJECT, SEMANTICS

from migrate.cli import main
from migrate.convert.library import Draft, convert_source
from migrate.frontend import background
from migrate.frontend.background import LAST, BackgroundTask
from migrate.project.config import load_project
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
