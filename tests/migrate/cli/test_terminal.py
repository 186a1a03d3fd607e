"""The command at a terminal: version, suggestions, completion, colour and width; pipes get the plain text."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from migrate import __version__
from migrate.cli import COMMANDS, main
from migrate.report.terminal import render

PROJECT = """\
version: 1
chips:
  bm_a: {legacy_macro: BACKEND_1684X}
  sg_b: {legacy_macro: BACKEND_SG2260}
rules: [default]
library: {headers: [api.h]}
torch: {sources: ['*.cpp']}
target: {compile: false, root: unified}
"""
REFUSED = "int f() { auto s = sgdnnNoSuch(tpu::TPUGetDeviceResource(), 1); TORCH_CHECK(s == SG_SUCCESS); return 0; }\n"
ESCAPE = re.compile(r"\x1b\[[\d;]*m")


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "migrate.yaml").write_text(PROJECT)
    (tmp_path / "api.h").write_text("tpu_status_t sgdnnOne ( tpu_resource_t stream, bool non_blocking );\n")
    (tmp_path / "in.cpp").write_text(REFUSED)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MIGRATE_CACHE_DIR", str(tmp_path.parent / f"{tmp_path.name}-cache"))
    return tmp_path


def at_terminal(folder: Path, width: int, **environment: str) -> str:
    """What a terminal of that width shows of a run."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    known = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LINES")}
    command = [sys.executable, "-m", "migrate.cli", "scan"]
    with subprocess.Popen(
        command,
        cwd=folder,
        stdout=theirs,
        env={**known, "TERM": "xterm", "PYTHONPATH": str(Path(__file__).parents[3]), **environment},
    ) as process:
        os.close(theirs)
        parts = []
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            parts.append(part)
        assert process.wait(120) == 1
    os.close(ours)
    return b"".join(parts).decode().replace("\r\n", "\n")


def test_a_terminal_gets_colours_and_its_width(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scan"]) == 1
    plain = capsys.readouterr().out
    assert not ESCAPE.search(plain)
    shown = at_terminal(tree, 60)
    assert ESCAPE.search(shown)
    words = [word for line in plain.splitlines() for word in line.split()]
    assert ESCAPE.sub("", shown).split() == words, "nothing is lost or added"
    long = [line for line in ESCAPE.sub("", shown).splitlines() if len(line) > 60 and " " in line.strip()]
    assert not long, long
    without = at_terminal(tree, 500, NO_COLOR="1")
    assert without == plain


def test_folding_keeps_words_and_indents() -> None:
    text = "  " + " ".join(f"word{n}" for n in range(40)) + "\n"
    lines = render(text, 50, False).splitlines()
    assert all(len(line) <= 50 for line in lines) and lines[1].startswith("      word")
    assert " ".join(lines).split() == text.split()


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0 and capsys.readouterr().out == f"migrate {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["convrt", "x"], "convert"),
        (["newrule"], "new-rule"),
        (["convert", "--chekc", "x"], "--check"),
        (["scan", "--jsno=x"], "--json"),
        (["--versoin"], "--version"),
        (["report", "x", "--format", "htlm"], "html"),
    ],
)
def test_a_mistyped_word_has_a_suggestion(capsys: pytest.CaptureFixture[str], arguments: list[str], meant: str) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    assert re.search(rf"did you mean .*{re.escape(meant)}\b.*\?", capsys.readouterr().err)


def test_json_to_the_terminal_is_all_that_is_printed(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scan", "--json", "-"]) == 1
    assert json.loads(capsys.readouterr().out)["command"] == "scan"
    assert not (tree / "-").exists()
    assert main(["convert", "in.cpp", "--json", "-"]) == 1
    assert json.loads(capsys.readouterr().out)["command"] == "convert"


def script(shell: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["completion", shell]) == 0
    return capsys.readouterr().out


def test_completion_in_bash(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("no bash")
    (tmp_path / "s").write_text(script("bash", capsys))

    def complete(*words: str) -> set[str]:
        quoted = " ".join(f"'{word}'" for word in words)
        ask = f'source ./s; COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _migrate; printf "%s\\n" "${{COMPREPLY[@]}}"'
        done = subprocess.run([bash, "-c", ask], cwd=tmp_path, capture_output=True, text=True, check=True)
        return set(done.stdout.split())

    assert complete("migrate", "") >= set(COMMANDS)
    assert complete("migrate", "con") == {"convert"}
    assert complete("migrate", "convert", "--ch") == {"--check"}
    assert complete("migrate", "report", "htm") == {"html"}
    assert "--version" in complete("migrate", "--")


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_completion_of_other_shells(tmp_path: Path, capsys: pytest.CaptureFixture[str], shell: str) -> None:
    text = script(shell, capsys)
    assert all(re.search(rf"(^|\W){name}\W", text) for name in COMMANDS) and "check" in text
    path = shutil.which(shell)
    if path:
        (tmp_path / "s").write_text(text)
        subprocess.run([path, "-n", str(tmp_path / "s")], check=True)
