"""Pages of documentation that are runs: the files that they show are written, the commands run, and what these print is what the page says.

A block ```python that begins with `# NAME.py` is a file. In a block ```console a line `$ COMMAND` is run by a shell, in one folder for the page, and the lines behind
it are what it printed to stdout; `$ export NAME=VALUE` and `$ unset NAME` count for the commands behind it.

python tests/transcript.py docs/debugging.md      writes what the commands print now into the page"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

COMMAND_SECONDS = 120
_BLOCK = re.compile(r"^```(python|console)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_FILE = re.compile(r"# (\w+\.py)\n")
_VARIABLE = re.compile(r"export (\w+)=(\S+)|unset (\w+)")
_PASSING = re.compile(r"0x[0-9a-f]+|(?<=_)\d+_\d+(?=\.npz)|-?\d+(?:\.\d+)?(?:e[-+]?\d+)?|\bnan\b|\binf\b")


@dataclass
class Ran:
    """A command of a page, what the page says that it prints, and what it printed."""

    command: str
    said: str
    printed: str
    start: int  # of `said` in the page
    errors: str  # what it wrote to stderr


def run_page(page: Path, folder: Path) -> list[Ran]:
    """Runs what a page says, in a folder."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("TPUSIM_", "TORCH_TPU_", "TPUDNN_"))}
    kept = {k: v for k, v in os.environ.items() if k == "TPUDNN_LIBRARY_DIR"}
    environment |= kept | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    ran = []
    for kind, text, start in _blocks(page.read_text(encoding="utf-8")):
        name = _FILE.match(text)
        if kind == "python" and name:
            (folder / name[1]).write_text(text, encoding="utf-8")
        if kind == "console":
            for command, said, place in _commands(text):
                variable = _VARIABLE.fullmatch(command)
                if variable and variable[1]:
                    environment[variable[1]] = variable[2]
                elif variable:
                    environment.pop(variable[3], None)
                done = subprocess.run(
                    ["bash", "-c", command],
                    cwd=folder,
                    env=environment,
                    capture_output=True,
                    text=True,
                    timeout=COMMAND_SECONDS,
                    check=False,
                )
                ran.append(Ran(command, said, done.stdout, start + place, done.stderr))
    return ran


def same(said: str, printed: str) -> bool:
    """Equal but for numbers and addresses, which differ from run to run and from host to host."""
    return _PASSING.sub("#", said) == _PASSING.sub("#", printed)


def written(page: Path, ran: list[Ran]) -> str:
    """The page with what the commands printed."""
    text = page.read_text(encoding="utf-8")
    for each in reversed(ran):
        text = text[: each.start] + each.printed + text[each.start + len(each.said) :]
    return text


def _blocks(text: str) -> Iterator[tuple[str, str, int]]:
    for match in _BLOCK.finditer(text):
        yield match[1], match[2], match.start(2)


def _commands(block: str) -> Iterator[tuple[str, str, int]]:
    """Command, output, and the output's place in the block."""
    starts = [match.start() for match in re.finditer(r"^\$ ", block, re.MULTILINE)]
    for start, end in zip(starts, [*starts[1:], len(block)], strict=True):
        line = block.index("\n", start) + 1
        yield block[start + 2 : line - 1], block[line:end], line


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        with tempfile.TemporaryDirectory() as made:
            new = written(Path(argument), run_page(Path(argument), Path(made)))
        Path(argument).write_text(new, encoding="utf-8")
