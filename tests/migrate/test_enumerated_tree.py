"""A plain C library that launches kernels by an enumeration: what `init` finds of it, and the library after conversion beside the legacy one on every chip."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from migrate.cli import main
from migrate.commands.run.session import Options, Session
from migrate.emit.files import write_all
from migrate.model import Status
from migrate.project.discovery import library_sources
from migrate.project.loading import load_project

TREE = Path(__file__).parent / "trees/vnn"
CHIPS = ("10", "20", "30")
COMPILERS = shutil.which("gcc"), shutil.which("g++")


@pytest.fixture(scope="module")
def converted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("vnn")
    project = load_project(TREE / "migrate.yaml")
    run = Session(project, Options(cache=False), lambda _: None, out).convert(library_sources(project))
    results = [item.result for item in run.inputs]
    assert {f.legacy: f.reason for r in results for f in r.functions if f.status != Status.CONVERTED} == {}
    assert {p.status for r in results for p in r.proofs} == {"equal"}
    write_all({out / name: data for name, data in run.outputs.items()})
    return out


def test_a_constant_is_the_symbol_of_its_row(converted: Path) -> None:
    rows = yaml.safe_load((converted / "tables/v20.yaml").read_text())["kernels"]
    assert rows["conv2d"]["symbol"] == "VNN_KERNEL_CONV2D"
    assert rows["conv2d.conv2d_winograd"]["symbol"] == "VNN_KERNEL_CONV2D_WINOGRAD"
    assert {r["symbol"] for key, r in rows.items() if key.startswith("unary")} == {
        f"VNN_KERNEL_UNARY_{mode}" for mode in ("EXP", "LOG", "SQRT", "NEG")
    }


@pytest.mark.skipif(None in COMPILERS, reason="no C and C++ compilers")
def test_both_libraries_do_the_same_on_every_chip(converted: Path, tmp_path: Path) -> None:
    shown = [f"-I{TREE / folder}" for folder in ("include", "src/core", "run", "target/include", "target/core")]
    output = [f"-I{converted / folder}" for folder in ("include", "ops")]
    sources = [TREE / "run/unified.cpp", *converted.rglob("*.cpp")]
    built("g++", "-std=c++17", *output, *shown, *sources, "-o", tmp_path / "unified")
    for chip in CHIPS:
        rows = yaml.safe_load((converted / f"tables/v{chip}.yaml").read_text())["kernels"]
        lines = [f"{key} {row.get('symbol', '-')} {row.get('follows', '-')}\n" for key, row in rows.items()]
        (tmp_path / "table").write_text("".join(lines))
        flags = [f"-DVNN_ARCH={chip}", *shown, f"-I{TREE / 'chips' / f'v{chip}' / 'include'}"]
        own = [*TREE.glob("src/core/*.c"), *TREE.glob("src/ops/*.c"), TREE / f"src/conv/v{chip}/conv.c"]
        objects = [tmp_path / f"{source.stem}.o" for source in own]
        for source, made in zip(own, objects, strict=True):
            built("gcc", "-std=c11", *flags, "-c", source, "-o", made)
        built("g++", "-std=c++17", *flags, TREE / "run/legacy.cpp", *objects, "-o", tmp_path / "legacy")
        legacy, unified = (said(tmp_path / one, tmp_path / "table") for one in ("legacy", "unified"))
        assert legacy.count("launch") > 100
        assert unified == legacy, chip


def test_init_finds_chips_launches_and_what_has_to_be_decided(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tree = tmp_path / "vnn"
    for folder in ("include", "src", "chips"):
        shutil.copytree(TREE / folder, tree / folder)
    assert main(["init", str(tree)]) == 0
    project, rules = (yaml.safe_load((tree / name).read_text()) for name in ("migrate.yaml", "rules.yaml"))
    chips = {f"vnn_arch{n}": n for n in CHIPS}
    assert {name: chip["defines"]["VNN_ARCH"] for name, chip in project["chips"].items()} == {
        name: int(number) for name, number in chips.items()
    }
    assert {name: chip["include"] for name, chip in project["chips"].items()} == {
        name: [f"chips/v{number}/include"] for name, number in chips.items()
    }
    library = rules["library"]
    assert {name: (rule["kernel"], rule["arguments"], rule["size"]) for name, rule in library["launch"].items()} == {
        "vnnrtLaunch": (1, 2, 3),
        "vnnrtLaunchCores": (1, 2, 3),
    }
    assert (library["success"], library["checks"], library["safe_calls"]) == (["VNN_OK"], ["VNN_CHECK"], ["VNN_TRY"])
    told = capsys.readouterr().out
    assert "a pointer to vnnTensorDesc and one to its data" in told
    assert "src/core/util.c: add those with helpers" in told


def built(*command: object) -> None:
    subprocess.run([*map(str, command), "-w"], check=True, timeout=300)


def said(*command: Path) -> str:
    return subprocess.run(command, check=True, timeout=60, capture_output=True, text=True).stdout
