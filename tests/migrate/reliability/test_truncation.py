"""Sources cut off at any byte: no traceback, no hang, a documented exit code, and what is converted is what the whole file gives.

With HOSTILE_FRACTION four times that share of the torch-side files is cut, see shares.py.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from invariants import Torch, Unsettled, check_counts, check_lexer, check_torch, limited
from shares import selected

from migrate.commands.run.worker import Worker
from migrate.emit.unified_tree import target_reader
from migrate.errors import ParseError
from migrate.frontend.source import Source
from migrate.model import FileResult, Status
from migrate.project.config import Project
from migrate.project.loading import load_project
from migrate.report.build import build_report, exit_code

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "examples" / "legacy"
CUTS = 200  # of a torch-side file
LIBRARY_CUTS = 30
TREE = os.environ.get("LEGACY_TREE")
NO_TREE = "LEGACY_TREE names no checkout of the public legacy tree"
TORCH = sorted((EXAMPLE / "native_ops").glob("*.cpp"))


def torch_of(project: Project) -> Torch:
    worker = Worker(project, use_cache=False)
    return Torch(project.chips, worker.rules, worker.prototypes)


def check_cuts(data: bytes, cuts: list[int], torch: Torch) -> int:
    """Every cut as a torch-side file; how many calls were converted in all (none where a bracket is left open)."""
    converted, unsettled = 0, 0
    for cut in cuts:
        try:
            with limited():
                check_lexer(data[:cut])
                result = check_torch(data[:cut], torch)
        except Unsettled:
            unsettled += 1
            continue
        converted += sum(f.status == Status.CONVERTED for f in result.functions)
    assert unsettled <= max(1, len(cuts) // 100), unsettled
    return converted


@pytest.mark.parametrize("name", selected((path.name for path in TORCH), times=4))
def test_torch_side_files_cut_anywhere(name: str) -> None:
    data = (EXAMPLE / "native_ops" / name).read_bytes()
    cuts = [*range(0, len(data), max(7, len(data) // CUTS)), len(data)]
    assert check_cuts(data, cuts, torch_of(load_project(EXAMPLE / "migrate.yaml"))) > 0 or name == "Permute.cpp", (
        "that one is commented out as a whole"
    )


@pytest.mark.skipif(not TREE, reason=NO_TREE)
def test_real_torch_side_files_cut_anywhere() -> None:
    rng = random.Random(5)
    files = sorted((Path(TREE or "") / "torch_tpu/csrc/ops").rglob("*.cpp"))
    torch = torch_of(load_project(ROOT / "examples/projects/torch-tpu.yaml", Path(TREE or "")))
    converted = 0
    for path in files:
        data = path.read_bytes()
        converted += check_cuts(data, [len(data), *(rng.randrange(len(data)) for _ in range(6))], torch)
    assert len(files) > 50 and converted > 150


class Library:
    """A library source of a project, converted whole once, and cut."""

    def __init__(self, project: Project, path: Path, folder: Path) -> None:
        self.worker = Worker(project, use_cache=False)
        self.data = path.read_bytes()
        self.folder = folder
        self.whole = self.texts(self.convert(len(self.data)))

    def convert(self, size: int) -> FileResult:
        path = self.folder / "cut.cpp"
        path.write_bytes(self.data[:size])
        prepared = self.worker.library(path, None)
        item = prepared.input(self.worker.emit([prepared], target_reader(self.worker.project, self.folder / "out")))
        assert path.read_bytes() == self.data[:size]
        assert exit_code(build_report([item], "cut", ["bm_a", "sg_b"])) in (0, 1)
        return item.result

    def check(self, size: int) -> int:
        """How many functions were converted; -1 where the text does not parse."""
        with limited(60):
            try:
                result = self.convert(size)
            except ParseError as error:
                assert "cut.cpp" in str(error) and str(error).endswith("nothing was written")
                return -1
        check_counts(result)
        assert {p.status for p in result.proofs} <= {"equal"}
        found = {f.legacy for f in result.functions}
        assert found == {f.name for f in Source("cut.cpp", self.data[:size], ()).functions}, "a function is lost"
        texts = self.texts(result)
        assert texts.items() <= self.whole.items(), "a function that is all there became another text"
        return len(texts)

    @staticmethod
    def texts(result: FileResult) -> dict[str, bytes]:
        return {f.legacy: f.text for f in result.functions if f.status == Status.CONVERTED}

    def ends(self) -> list[int]:
        """Behind each function: where a cut leaves a text that parses."""
        return [f.span.end for f in Source("whole.cpp", self.data, ()).functions]


def check_library(library: Library, cuts: int) -> None:
    size = len(library.data)
    anywhere = [library.check(cut) for cut in range(size // (2 * cuts), size, size // cuts)]
    assert anywhere.count(-1) > len(anywhere) // 2, "most cuts go through a function"
    ends = library.ends()
    behind = [library.check(cut) for cut in random.Random(2).sample(ends, 6)]
    assert max(behind) > 0 and behind.count(-1) <= 3, behind


def test_a_library_source_cut_anywhere(tmp_path: Path) -> None:
    project = load_project(EXAMPLE / "migrate.yaml")
    check_library(Library(project, EXAMPLE / "sgdnn/src/sgdnn.cpp", tmp_path), LIBRARY_CUTS)


@pytest.mark.skipif(not TREE, reason=NO_TREE)
def test_the_real_library_source_cut_anywhere(tmp_path: Path) -> None:
    project = load_project(ROOT / "examples/projects/torch-tpu.yaml", Path(TREE or ""))
    check_library(Library(project, project.root / "sgdnn/src/sgdnn.cpp", tmp_path), 10)


def test_cut_files_through_the_command(tmp_path: Path) -> None:
    """Whole processes: exit code, standard error and output folder."""
    project = (EXAMPLE / "migrate.yaml").read_text().replace("root: ../..", f"root: {ROOT}")
    (tmp_path / "migrate.yaml").write_text(project.replace("../..", str(ROOT)))
    for name in ("rules.yaml", "sgdnn", "native_ops"):
        (tmp_path / name).symlink_to(EXAMPLE / name)
    library = (EXAMPLE / "sgdnn/src/sgdnn.cpp").read_bytes()
    torch = (EXAMPLE / "native_ops/Binary.cpp").read_bytes()
    rng = random.Random(1)
    codes = set()
    for data, source in [(library, True)] * 5 + [(torch, False)] * 5:
        cut = rng.randrange(len(data))
        where = "sources: [cut.cpp]" if source else "sources: [sgdnn/src/sgdnn.cpp]"
        text = (tmp_path / "migrate.yaml").read_text()
        (tmp_path / "own.yaml").write_text(text.replace("sources: [sgdnn/src/sgdnn.cpp]", where, 1))
        (tmp_path / "cut.cpp").write_bytes(data[:cut])
        out = tmp_path / f"out{cut}"
        command = [
            "convert",
            "cut.cpp",
            "--project",
            "own.yaml",
            "--no-cache",
            "--no-compile",
            "--only-calls",
            "--out",
            str(out),
        ]
        done = subprocess.run(
            [sys.executable, "-m", "migrate.cli", *command], capture_output=True, text=True, cwd=tmp_path, timeout=60
        )
        codes.add(done.returncode)
        assert done.returncode in (0, 1, 3), done.stderr
        assert "Traceback" not in done.stderr and done.stderr.count("\n") <= 1, done.stderr
        assert out.exists() == (done.returncode != 3)
        assert (tmp_path / "cut.cpp").read_bytes() == data[:cut]
    assert {1, 3} <= codes or {0, 3} <= codes
