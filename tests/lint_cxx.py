"""What `make lint` asks of the C++ sources: their format (.clang-format), and the checks of .clang-tidy on the library, its drivers and the chips.

    python tests/lint_cxx.py format [--fix]
    python tests/lint_cxx.py tidy --build build [-j N] [--share 0.3 --seed COMMIT] [FILE ...]

Exit code 1 where something is to be changed. clang-tidy reads build/compile_commands.json, which the build writes; without it nothing is checked and
that is said. A file is checked again only where it, a header of the project or the checks changed since it passed (build/tidy-passed).
With --share that part of the files is checked, chosen anew for each seed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENDINGS = (".cpp", ".h")
PARTS = ("dnnlib", "chips", "torch_tpu", "tests/dnnlib", "tests/chips")
TIDIED = ("dnnlib/src/", "dnnlib/drivers/", "chips/common/", "chips/bm_a/src/", "chips/sg_b/src/")
WRITTEN = ("dnnlib/src/tensor/",)  # by migrate


def sources() -> list[str]:
    found = (path for part in PARTS for path in sorted((ROOT / part).rglob("*")) if path.suffix in ENDINGS)
    return [path.relative_to(ROOT).as_posix() for path in found]


def check_format(options: argparse.Namespace) -> int:
    """clang-format leaves out what .clang-format-ignore names."""
    mode = ["-i"] if options.fix else ["--dry-run", "-Werror"]
    done = subprocess.run(["clang-format", *mode, *sources()], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stderr[-4000:] + "\nlint: C++ sources are not formatted; `make format` formats them")
    return int(done.returncode != 0)


def check_tidy(options: argparse.Namespace) -> int:
    build = (ROOT / options.build).resolve()
    commands = build / "compile_commands.json"
    if not commands.is_file():
        print(f"lint: no {commands.name} in {options.build}, so clang-tidy was not run; `make native` writes it")
        return 0
    listed = {str(Path(entry["directory"], entry["file"]).resolve()) for entry in json.loads(commands.read_text())}
    names = [str(ROOT / name) for name in sources() if name.startswith(TIDIED) and not name.startswith(WRITTEN)]
    wanted = [
        name
        for name in names
        if name in listed
        and (not options.files or any(name.endswith(f) for f in options.files))
        and _place(options.seed, Path(name).relative_to(ROOT)) < options.share
    ]
    passed = build / "tidy-passed"
    passed.mkdir(exist_ok=True)
    state = _state()
    todo = {
        name: passed / hashlib.sha256(state + name.encode() + Path(name).read_bytes()).hexdigest() for name in wanted
    }
    todo = {name: mark for name, mark in todo.items() if not mark.exists()}
    with ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda name: _tidy(name, build), todo))
    for (name, mark), (code, said) in zip(todo.items(), results, strict=True):
        if code == 0:
            mark.write_text(name)
        else:
            print(said)
    failed = sum(code != 0 for code, _ in results)
    print(f"clang-tidy: {len(wanted)} files, {len(todo)} of them changed since they passed, {failed} to be corrected")
    return int(failed > 0)


def _place(seed: str, name: Path) -> float:
    """Where a file stands among all, from 0 to 1, by the seed."""
    return int.from_bytes(hashlib.sha256(f"{seed} {name.as_posix()}".encode()).digest()[:8], "big") / 2**64


def _state() -> bytes:
    """Of the checks and of every header: one that changes makes all files be checked again."""
    files = [ROOT / ".clang-tidy", *(ROOT / name for name in sources() if name.endswith(".h"))]
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).digest()


def _tidy(name: str, build: Path) -> tuple[int, str]:
    command = ["clang-tidy", "--quiet", "-p", str(build), "--warnings-as-errors=*", name]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(required=True)
    formatted = commands.add_parser("format")
    formatted.add_argument("--fix", action="store_true")
    formatted.set_defaults(run=check_format)
    tidied = commands.add_parser("tidy")
    tidied.add_argument("--build", default="build")
    tidied.add_argument("-j", "--jobs", type=int, default=2)
    tidied.add_argument("--share", type=float, default=1.0)
    tidied.add_argument("--seed", default="")
    tidied.add_argument("files", nargs="*")
    tidied.set_defaults(run=check_tidy)
    options = parser.parse_args()
    missing = [tool for tool in ("clang-format", "clang-tidy") if shutil.which(tool) is None]
    if missing:
        print(f"lint: {' and '.join(missing)} not found; `make setup` installs them")
        return 1
    return int(options.run(options))


if __name__ == "__main__":
    sys.exit(main())
