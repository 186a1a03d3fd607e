"""Copies of the library with a seeded mistake: one source compiled again and linked with the native build's other objects, or a changed
kernel table. Each in a folder of its own; nothing of the native build changes."""

import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from dnnlib.paths import library_dir


def _library() -> Path:
    """The file behind libtpudnn.so, libtpudnn.so.1 and so on."""
    return (library_dir() / "libtpudnn.so").resolve()


@dataclass(frozen=True)
class Mistake:
    """Text replaced in a file of dnnlib/src/tensor, or in a chip's kernel table. `said`: what the harness must say of it."""

    name: str
    operator: str
    file: str  # "Matmul.cpp", or "sg_b.kernels"
    edits: tuple[tuple[str, str], ...]
    said: str
    chips: tuple[str, ...] = ("bm_a", "sg_b")
    function: str = ""  # the edits apply inside this function only


def seed(mistake: Mistake, folder: Path) -> Path:
    """Make the library folder with the mistake."""
    built = library_dir()
    library = _library()
    for file in built.iterdir():
        if file.is_file() and file.resolve() == library and file.name != library.name:
            (folder / file.name).symlink_to(library.name)
        elif file.is_file() and file.name not in (library.name, mistake.file):
            (folder / file.name).symlink_to(file)
    if mistake.file.endswith(".kernels"):
        (folder / mistake.file).write_text(mutated((built / mistake.file).read_text(), mistake))
        (folder / library.name).write_bytes(library.read_bytes())
    else:
        _compile(mistake, built.parent, folder)
    return folder


def mutated(text: str, mistake: Mistake) -> str:
    """The text with the mistake; an edit that does not apply is an error of the test."""
    start, end = 0, len(text)
    if mistake.function:
        start = re.search(rf"^tpudnnStatus_t {mistake.function}\(", text, re.MULTILINE).start()
        end = text.index("\n}\n", start)
    part = text[start:end]
    for old, new in mistake.edits:
        assert old in part, f"{mistake.name}: {mistake.file} has no {old!r}"
        part = part.replace(old, new)
    return text[:start] + part + text[end:]


def _commands(build: Path) -> list[str]:
    command = [Path(sys.executable).parent / "ninja", "-C", build, "-t", "commands", f"lib/{_library().name}"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def _compile(mistake: Mistake, build: Path, folder: Path) -> None:
    commands = _commands(build)
    compile_line = next(line for line in commands if line.endswith(f"/dnnlib/src/tensor/{mistake.file}"))
    words = shlex.split(compile_line)
    original, object_file = Path(words[-1]), words[words.index("-o") + 1]
    source = folder / mistake.file
    source.write_text(mutated(original.read_text(), mistake))
    words[words.index("-o") + 1] = str(folder / "mutant.o")
    words[words.index("-MF") + 1] = str(folder / "mutant.d")
    words = [*words[:-1], "-O1", f"-I{original.parent}", str(source)]
    _run(shlex.join(words), build)
    name = _library().name
    link = commands[-1].replace(f"-o lib/{name}", f"-o {shlex.quote(str(folder / name))}")
    assert f"-o lib/{name}" not in link, link  # the build's own library stays
    _run(link.replace(f" {object_file} ", f" {shlex.quote(str(folder / 'mutant.o'))} "), build)


def _run(command: str, cwd: Path) -> None:
    done = subprocess.run(command, shell=True, cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, f"{command}\n{done.stderr}"
