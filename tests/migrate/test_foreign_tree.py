"""A tree in another idiom with another target (examples/foreign): rules alone convert it, for three chips, and the result does the same."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from migrate.commands.run.session import Options, Run, Session
from migrate.emit.files import changed, write_all
from migrate.model import Status
from migrate.project.discovery import library_sources
from migrate.project.loading import load_project
from migrate.verify.compile import prove

FOREIGN = Path(__file__).parents[2] / "examples/foreign"
CHIPS = {"x1": 1, "x2": 2, "x3": 3}
OPERATORS = {
    "xdnnRelu": "launch-only",
    "xdnnScale": "none",
    "xdnnSum": "different",
    "xdnnAddScaled": "none",
    "xdnnSort": "one-chip",
}


def quoted(word: object) -> str:
    return f'"{word}"'


def convert(out: Path, tree: Path = FOREIGN) -> Run:
    project = load_project(tree / "migrate.yaml")
    return Session(project, Options(cache=False), lambda _: None, out).convert(library_sources(project))


@pytest.fixture(scope="module")
def converted(tmp_path_factory: pytest.TempPathFactory) -> tuple[Run, Path]:
    out = tmp_path_factory.mktemp("foreign")
    run = convert(out)
    write_all({out / name: data for name, data in run.outputs.items()})
    return run, out


def test_every_operator_is_converted_and_proven(converted: tuple[Run, Path]) -> None:
    run, _ = converted
    functions = [f for item in run.inputs for f in item.result.functions]
    assert [(f.legacy, f.reason) for f in functions if f.status != Status.CONVERTED] == []
    assert {f.legacy: f.relation for f in functions if f.declaration and f.rows} == OPERATORS
    proofs = [p for item in run.inputs for p in item.result.proofs]
    assert {p.status for p in proofs} == {"equal"} and len([p for p in proofs if p.name == "projection"]) == 18


def test_nothing_of_either_library_s_default_is_written(converted: tuple[Run, Path]) -> None:
    _, out = converted
    text = b"".join(path.read_bytes() for path in out.rglob("*") if path.is_file()).lower()
    assert not [name for name in (b"sgdnn", b"tpudnn", b"pimpl", b"virttophys") if name in text]


def test_the_order_of_parameters(converted: tuple[Run, Path]) -> None:
    _, out = converted
    header = (out / "include/ydnn_ops.h").read_text()
    assert "ydnnStatus ydnnScaleAsync(ydnnHandle handle, ydnnTensor x, float factor, ydnnTensor y);" in header
    source = (out / "src/ops/Misc.cpp").read_text()
    assert "YDNN_TRY(ydnnScaleAsync(handle, b, factor, y));" in source
    assert 'YDNN_TRY(stream.run("relu", &args, sizeof(args)));' in source


def test_it_compiles_against_its_own_headers(converted: tuple[Run, Path]) -> None:
    run, out = converted
    found = prove(load_project(FOREIGN / "migrate.yaml"), run.outputs, out, lambda _: None)
    assert [p.status for p in found] == ["equal"], found


def test_a_second_run_changes_nothing(converted: tuple[Run, Path]) -> None:
    _, out = converted
    again = convert(out)
    assert [name for name, data in again.outputs.items() if changed(out, {name: data})] == []


@pytest.fixture(scope="module")
def per_chip(tmp_path_factory: pytest.TempPathFactory) -> tuple[Run, Path]:
    """The same with one build per chip."""
    tree, out = tmp_path_factory.mktemp("tree") / "foreign", tmp_path_factory.mktemp("per_chip")
    shutil.copytree(FOREIGN, tree)
    rules = tree / "rules.yaml"
    rules.write_text(rules.read_text().replace("\nlibrary:\n", "\nlibrary:\n  dispatch: macro\n"))
    run = convert(out, tree)
    write_all({out / name: data for name, data in run.outputs.items()})
    return run, out


def test_conditions_on_a_number_become_those_on_the_chips_macros(per_chip: tuple[Run, Path]) -> None:
    run, out = per_chip
    functions = [f for item in run.inputs for f in item.result.functions]
    assert [(f.legacy, f.reason) for f in functions if f.status != Status.CONVERTED] == []
    source = (out / "src/ops/Misc.cpp").read_text()
    assert "XCHIP" not in source and "#if defined __x2__ || defined __x3__\n" in source
    assert "#if defined __x3__\n" in source and "variant(" not in source


@pytest.mark.parametrize("chip", CHIPS)
def test_one_build_per_chip_gives_the_kernels_the_same(chip: str, per_chip: tuple[Run, Path], tmp_path: Path) -> None:
    compare(chip, per_chip[1], tmp_path, f"-D__{chip}__")


@pytest.mark.parametrize("chip", CHIPS)
def test_both_libraries_give_the_kernels_the_same(chip: str, converted: tuple[Run, Path], tmp_path: Path) -> None:
    compare(chip, converted[1], tmp_path)


def compare(chip: str, out: Path, tmp_path: Path, *defined: str) -> None:
    compiler = shutil.which("c++") or shutil.which("g++")
    table = yaml.safe_load((out / f"tables/{chip}.yaml").read_text())["kernels"]
    rows = [(key, row["symbol"], row["cores"], row.get("follows", "")) for key, row in table.items()]
    (tmp_path / "rows.h").write_text("".join(f"    {{{', '.join(map(quoted, row))}}},\n" for row in rows))
    target = FOREIGN / "target"
    programs = {
        "legacy": ([f"-DXCHIP={CHIPS[chip]}", f"-I{FOREIGN}/include"], FOREIGN / "src/ops.cpp"),
        "unified": (
            [
                *defined,
                f"-I{out}/include",
                f"-I{target}/include",
                f"-I{target}/src",
                f"-I{FOREIGN}/include",
                f"-I{tmp_path}",
            ],
            out / "src/ops/Misc.cpp",
        ),
    }
    said = {}
    for name, (flags, source) in programs.items():
        program = tmp_path / name
        zeroed = "-ftrivial-auto-var-init=zero"  # fields that nobody sets are 0 in the unified form
        files = [str(FOREIGN / f"run/{name}.cpp"), str(source)]
        subprocess.run([compiler, "-std=c++17", zeroed, *flags, *files, "-o", str(program)], check=True, timeout=300)
        said[name] = subprocess.run([program], capture_output=True, text=True, check=True, timeout=60).stdout
    assert said["legacy"] == said["unified"]
    assert ("xk_sort on 1" in said["legacy"]) == (chip == "x3") and "free" in said["legacy"]
