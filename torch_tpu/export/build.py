"""The compiler's part: a generated program, the runtime and libtpudnn as a binary."""

from __future__ import annotations

import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from dnnlib.paths import ROOT, library_dir, library_file

from .errors import ExportError

SOURCES = (
    "model.cpp",
    "runtime/tensor.cpp",
    "runtime/files.cpp",
    "runtime/config.cpp",
    "runtime/program.cpp",
    "runtime/operators.cpp",
    "runtime/main.cpp",
)


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


def build(folder: Path, binary: Path, batch_size: int, jobs: int = 2) -> None:
    """Compiles `folder`/model.cpp. Paths in the binary are seen from the binary's own folder."""
    library = library_file(library_dir())
    if not library.is_file():
        raise ExportError(f"{library} is missing: build the library first (make native), or set TPUDNN_LIBRARY_DIR")
    binary.parent.mkdir(parents=True, exist_ok=True)
    home = binary.resolve().parent
    data = os.path.relpath(folder.resolve(), home)
    objects = folder / "objects"
    objects.mkdir(exist_ok=True)
    flags = [
        *("-std=c++17", "-O1", "-ffp-contract=off", f"-ffile-prefix-map={folder.resolve()}=."),
        *("-I.", f"-I{ROOT / 'dnnlib' / 'include'}", f"-I{ROOT / 'chips' / 'include'}"),
        f'-DTPU_EXPORT_DATA_FROM_PROGRAM="{data}"',
        f"-DTPU_EXPORT_BATCH_SIZE={batch_size}",
    ]
    made = {source: objects / (Path(source).stem + "." + Path(source).parent.name + ".o") for source in SOURCES}

    def compile_one(source: str) -> None:
        _run([compiler(), *flags, "-c", source, "-o", str(made[source])], folder)

    try:
        with ThreadPoolExecutor(jobs) as pool:
            list(pool.map(compile_one, SOURCES))
        rpaths = ["$ORIGIN", "$ORIGIN/lib", f"$ORIGIN/{os.path.relpath(library.resolve().parent, home)}"]
        _run(
            [
                *(compiler(), *map(str, made.values()), "-o", str(binary.resolve()), str(library.resolve())),
                *("-Wl,--enable-new-dtags", f"-Wl,-rpath,{':'.join(rpaths)}"),
            ],
            folder,
        )
    finally:
        shutil.rmtree(objects, ignore_errors=True)
