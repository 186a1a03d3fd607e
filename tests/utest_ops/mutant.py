"""Copies of the library with seeded mistakes: one library that has all of them, each chosen at run time by its number in SEEDED_MISTAKE, and changed
kernel tables. Nothing of the native build changes."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from mistakes import Mistake, bodies

from dnnlib.paths import library_dir

CHOICE = "SEEDED_MISTAKE"


def _library() -> Path:
    """The file behind libtpudnn.so, libtpudnn.so.1 and so on."""
    return (library_dir() / "libtpudnn.so").resolve()


def seed(mistakes: Sequence[Mistake], folder: Path) -> Path:
    """Make the library that has the mistakes of bodies, each under its place in the sequence."""
    built = library_dir()
    library = _library()
    for file in built.iterdir():
        if file.is_file() and file.resolve() == library and file.name != library.name:
            (folder / file.name).symlink_to(library.name)
        elif file.is_file() and file.name != library.name:
            (folder / file.name).symlink_to(file)
    _build({n: m for n, m in enumerate(mistakes) if not m.in_table}, built.parent, folder)
    return folder


def with_table(mistake: Mistake, library: Path, folder: Path) -> Path:
    """A folder with what a library's has, and the chip's table that has the mistake."""
    folder.mkdir()
    table = f"{mistake.argument}.kernels"
    for file in library.iterdir():
        if file.name != table:
            (folder / file.name).symlink_to(file.resolve())
    (folder / table).write_text(mistake.table())
    return folder


def mutated(text: str, mistakes: Mapping[int, Mistake]) -> str:
    """A source in which each operator asks first whether one of its mistakes is chosen, and then runs the body that has it."""
    for operator in dict.fromkeys(mistake.operator for mistake in mistakes.values()):
        body = bodies()[operator]
        own = {number: mistake for number, mistake in mistakes.items() if mistake.operator == operator}
        copies = [
            "static " + mistake.body().replace(f"{body.function}(", f"{body.function}_{number}(", 1)
            for number, mistake in own.items()
        ]
        head, open_brace, rest = body.text.partition("\n{\n")
        names = ", ".join(re.findall(r"(\w+)(?=[,)])", head.partition("(")[2] + ")" * (not head.endswith(")"))))
        cases = "".join(f" case {number}: return {body.function}_{number}({names});" for number in own)
        choice = f'    if (const char *chosen = std::getenv("{CHOICE}")) switch (std::atoi(chosen)) {{{cases} default: break; }}\n'
        assert text.count(body.text) == 1
        text = text.replace(body.text, "\n".join(copies) + "\n" + head + open_brace + choice + rest)
    return "#include <cstdlib>\n" + text


def _commands(build: Path) -> list[str]:
    command = [Path(sys.executable).parent / "ninja", "-C", build, "-t", "commands", f"lib/{_library().name}"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def _build(mistakes: Mapping[int, Mistake], build: Path, folder: Path) -> None:
    commands = _commands(build)
    files = sorted({bodies()[mistake.operator].file for mistake in mistakes.values()})
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        made = list(pool.map(lambda file: _compile(file, mistakes, commands, build, folder), files))
    name = _library().name
    link = commands[-1].replace(f"-o lib/{name}", f"-o {shlex.quote(str(folder / name))}")
    assert f"-o lib/{name}" not in link, link  # the build's own library stays
    for original, mutant in made:
        assert f" {original} " in link, original
        link = link.replace(f" {original} ", f" {shlex.quote(str(mutant))} ")
    _run(link, build)


def _compile(
    file: str, mistakes: Mapping[int, Mistake], commands: Sequence[str], build: Path, folder: Path
) -> tuple[str, Path]:
    line = next(line for line in commands if line.endswith(f"/dnnlib/src/tensor/{file}"))
    words = shlex.split(line)
    original, made = Path(words[-1]), folder / f"{file}.o"
    source = folder / file
    own = {n: m for n, m in mistakes.items() if bodies()[m.operator].file == file}
    source.write_text(mutated(original.read_text(encoding="utf-8"), own), encoding="utf-8")
    object_file = words[words.index("-o") + 1]
    words[words.index("-o") + 1] = str(made)
    words[words.index("-MF") + 1] = f"{made}.d"
    _run(shlex.join([*words[:-1], "-O0", "-w", f"-I{original.parent}", str(source)]), build)
    return object_file, made


def _run(command: str, cwd: Path) -> None:
    done = subprocess.run(command, shell=True, cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, f"{command}\n{done.stderr[:3000]}"
