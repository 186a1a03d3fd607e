"""The native tools of a build: CMake and a C++ compiler."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from migrate.errors import UsageError

Progress = Callable[[str], None]


class BuildFailed(Exception):
    """A step ended with an error; `said` is all that it printed."""

    def __init__(self, step: str, said: str) -> None:
        super().__init__(step)
        self.step, self.said = step, said


def cmake() -> str:
    """The program, of this Python's environment before that of the machine."""
    beside = Path(sys.executable).parent / "cmake"
    found = str(beside) if beside.is_file() else shutil.which("cmake")
    if found is None:
        raise UsageError("migrate build needs CMake: pip install 'tpu-migrate[build]', or install cmake and ninja")
    return found


def generator() -> list[str]:
    beside = Path(sys.executable).parent / "ninja"
    ninja = str(beside) if beside.is_file() else shutil.which("ninja")
    return ["-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={ninja}"] if ninja else []


def require_compiler() -> None:
    names = (os.environ.get("CXX") or "c++", "g++", "clang++")
    if not any(shutil.which(name) for name in names):
        raise UsageError("migrate build needs a C++17 compiler: install g++ or clang, or name one in CXX")


def run(step: str, command: Sequence[str], progress: Progress, environment: Mapping[str, str] | None = None) -> str:
    """Runs a step to its end; its lines are what the progress says, and all lines the answer. Raises BuildFailed."""
    progress(step)
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        bufsize=1,
        env=environment,
    )
    said: list[str] = []
    assert process.stdout is not None
    try:
        for line in process.stdout:
            said.append(line)
            if line.startswith("["):
                progress(f"{step} {line.strip()}")
    except BaseException:
        process.kill()
        raise
    finally:
        process.stdout.close()
        process.wait()
    if process.returncode < 0:
        said.append(f"it was ended by {signal.Signals(-process.returncode).name}\n")
    if process.returncode:
        raise BuildFailed(step, "".join(said))
    return "".join(said)
