"""The compiler's part: a generated program, the runtime and libtpudnn as a binary."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from dnnlib.paths import ROOT, library_dir, library_file

from .errors import ExportError

RUNTIME = ("tensor", "files", "config", "program", "operators", "main")
FLAGS = ("-std=c++17", "-O1", "-ffp-contract=off", "-I.")


def compiler() -> str:
    wanted = os.environ.get("CXX")
    for each in [wanted] if wanted else ["g++", "clang++", "c++"]:
        if shutil.which(each):
            return each
    raise ExportError(f"no C++ compiler: {wanted or 'g++, clang++ and c++'} not found; CXX names one")


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise ExportError(f"the compiler failed: {' '.join(command)}\n{done.stderr}")


@cache
def _kept() -> tempfile.TemporaryDirectory[str]:
    """Objects of the runtime, which is the same in all exports of a process."""
    return tempfile.TemporaryDirectory(prefix="tpu-export-")


def _runtime_object(folder: Path, name: str, flags: list[str]) -> Path:
    state = hashlib.sha256("\0".join([compiler(), *flags]).encode())
    for each in [*sorted((folder / "runtime").glob("*.h")), folder / "runtime" / f"{name}.cpp"]:
        state.update(each.read_bytes())
    made = Path(_kept().name) / f"{name}-{state.hexdigest()}.o"
    if not made.exists():
        _run([compiler(), *flags, "-c", f"runtime/{name}.cpp", "-o", str(made)], folder)
    return made


def build(folder: Path, binary: Path, jobs: int = 2) -> None:
    """Compiles `folder`/model.cpp. Paths in the binary are seen from the binary's own folder."""
    library = library_file(library_dir())
    if not library.is_file():
        raise ExportError(f"{library} is missing: build the library first (make native), or set TPUDNN_LIBRARY_DIR")
    binary.parent.mkdir(parents=True, exist_ok=True)
    home = binary.resolve().parent
    flags = [*FLAGS, *(f"-I{ROOT / part / 'include'}" for part in ("dnnlib", "chips"))]
    with tempfile.TemporaryDirectory(prefix="tpu-export-") as objects, ThreadPoolExecutor(jobs) as pool:
        own = str(Path(objects) / "model.o")
        data = f'-DTPU_EXPORT_DATA="{os.path.relpath(folder.resolve(), home)}"'
        model = pool.submit(_run, [compiler(), *flags, data, "-c", "model.cpp", "-o", own], folder)
        runtime = list(pool.map(lambda name: _runtime_object(folder, name, flags), RUNTIME))
        model.result()
        rpaths = ["$ORIGIN", "$ORIGIN/lib", f"$ORIGIN/{os.path.relpath(library.resolve().parent, home)}"]
        _run(
            [
                *(compiler(), own, *map(str, runtime), "-o", str(binary.resolve()), str(library.resolve())),
                *("-Wl,--enable-new-dtags", f"-Wl,-rpath,{':'.join(rpaths)}"),
            ],
            folder,
        )
