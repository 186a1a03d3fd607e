"""A tree whose chips have folders of their own: a file and a header per chip, statuses that are ints, buffers that are integers, default arguments."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from migrate.cli import main
from migrate.commands.run.session import Options, Run, Session
from migrate.emit.files import write_all
from migrate.frontend.variants import library_inputs
from migrate.model import FunctionResult, Status
from migrate.project.loading import load_project

TREE = Path(__file__).parent / "trees/vx"
COMPILER = shutil.which("g++") or shutil.which("clang++")


@pytest.fixture(scope="module")
def converted(tmp_path_factory: pytest.TempPathFactory) -> tuple[Run, Path]:
    project, out = load_project(TREE / "migrate.yaml"), tmp_path_factory.mktemp("vx")
    run = Session(project, Options(cache=False), lambda _: None, out).convert(library_inputs(project))
    write_all({out / name: data for name, data in run.outputs.items()})
    return run, out


def functions(run: Run) -> dict[str, FunctionResult]:
    return {f.legacy: f for item in run.inputs for f in item.result.functions}


def test_all_of_it_is_converted_and_proven(converted: tuple[Run, Path]) -> None:
    found = functions(converted[0])
    assert {f.legacy: f.reason for f in found.values() if f.status != Status.CONVERTED} == {}
    assert {p.status for item in converted[0].inputs for p in item.result.proofs} == {"equal"}
    assert {"numel", "code", "chipLanes", "vx_op_matmul"} <= found.keys()


def test_what_only_one_chip_has_is_its_own(converted: tuple[Run, Path]) -> None:
    found = functions(converted[0])
    assert {row.chip for row in found["vx_op_matmul"].rows} == {"nova"}
    assert b'impl.has("matmul")' in found["vx_op_matmul"].text


def test_numbers_of_each_chip(converted: tuple[Run, Path]) -> None:
    found = functions(converted[0])
    lanes = found["chipLanes"].text.decode()
    assert lanes.startswith("static int chipLanes(") and re.findall(r"return (\d+);", lanes) == ["16", "32", "64"]
    assert "throw vu::Passed" in lanes
    softmax = found["vx_op_softmax"].text.decode()
    assert re.findall(r"kTile = (\d+)", softmax) == ["64", "64", "128"]
    assert re.findall(r'launch\("softmax", (\d)', softmax) == ["1", "4", "8"]


def test_buffers_defaults_and_macros(converted: tuple[Run, Path]) -> None:
    found = functions(converted[0])
    softmax = found["vx_op_softmax"].text
    assert b"void *tmp = scratch.take(" in softmax and b"if (tmp == nullptr) return VU_NO_MEMORY;" in softmax
    assert b"vu_add(handle, a, b, y, 1.f)" in found["vx_op_add_relu"].text
    assert b'VU_LOG(0, "[vx] " "relu");' in found["vx_op_relu"].text
    unary = next(f.text for name, f in found.items() if name.startswith("unary"))
    assert b"{impl.device(x->data), impl.device(y->data), numel(x)" in unary


@pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")
def test_the_output_compiles(converted: tuple[Run, Path]) -> None:
    _, out = converted
    include = [
        f"-I{folder}" for folder in (out / "include", TREE / "target/include", TREE / "target/impl", TREE / "include")
    ]
    for source in sorted(out.glob("src/*.cpp")):
        command = [str(COMPILER), "-std=c++17", "-Wall", "-Werror=return-type", "-fsyntax-only", *include, str(source)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_files_that_come_to_others_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What files were together in an earlier run, and are not now, is gone."""
    shutil.copytree(TREE, tmp_path / "vx")
    monkeypatch.chdir(tmp_path / "vx")
    file = tmp_path / "vx/migrate.yaml"
    whole = file.read_text()
    file.write_text(whole.replace("nova: [chips/nova/ops/*.cc]", "nova: [chips/nova/ops/matmul.cc]"))
    assert main(["convert", ".", "--no-cache", "-q"]) == 1  # files that no pattern matches
    file.write_text(whole)
    assert main(["convert", ".", "--no-cache", "-q"]) == 0
    assert main(["convert", ".", "--no-cache", "-q", "--out", str(tmp_path / "fresh")]) == 0
    texts = [
        {path.relative_to(out).as_posix(): path.read_text() for path in sorted(out.rglob("*")) if path.is_file()}
        for out in (tmp_path / "vx/migrated", tmp_path / "fresh")
    ]
    assert texts[0] == texts[1]
