"""Trees of older shapes (examples/older): their project and rule files alone make migrate understand them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from migrate.commands.run.session import Options, Run, Session
from migrate.emit.files import changed, write_all
from migrate.model import FunctionResult, Proof, Status
from migrate.project.config import Project
from migrate.project.discovery import library_sources
from migrate.project.loading import load_project
from migrate.verify.compile import prove

OLDER = Path(__file__).parents[2] / "examples" / "older"
TREES = ("macros", "bmlib", "tpuv7", "one_launch", "per_chip")
BOTH = {"bm_a", "sg_b"}

# Per tree: operator -> chips that have its kernel, and how the branches relate.
EXPECTED: Mapping[str, Mapping[str, tuple[set[str], str]]] = {
    "macros": {
        "sgdnnSoftmax": (BOTH, "launch-only"),
        "sgdnnNeg": (BOTH, "equal"),
        "sgdnnReduceProd": (BOTH, "none"),
        "sgdnnMatmul": (BOTH, "different"),
        "sgdnnRMSNorm": ({"sg_b"}, "one-chip"),
    },
    "bmlib": {name: ({"bm_a"}, "none") for name in ("sgdnnSoftmax", "sgdnnNeg", "sgdnnReduceProd", "sgdnnMatmul")},
    "tpuv7": {
        name: ({"sg_b"}, "none")
        for name in ("sgdnnSoftmax", "sgdnnNeg", "sgdnnReduceProd", "sgdnnMatmul", "sgdnnRMSNorm")
    },
    "one_launch": {
        "sgdnnSoftmax": (BOTH, "launch-only"),
        "sgdnnNeg": (BOTH, "launch-only"),
        "sgdnnReduceProd": (BOTH, "launch-only"),
        "sgdnnMatmul": (BOTH, "different"),
        "sgdnnRMSNorm": ({"sg_b"}, "one-chip"),
    },
    "per_chip": {
        "sgdnnSoftmax": (BOTH, "launch-only"),
        "sgdnnNeg": (BOTH, "launch-only"),
        "sgdnnReduceProd": (BOTH, "none"),
        "sgdnnMatmul": (BOTH, "different"),
        "sgdnnRMSNorm": ({"sg_b"}, "one-chip"),
    },
}


def project_of(tree: str) -> Project:
    return load_project(OLDER / tree / "migrate.yaml")


def convert(project: Project, out: Path) -> Run:
    session = Session(project, Options(cache=False), lambda _: None, out)
    return session.convert(library_sources(project))


def write(run: Run, out: Path) -> None:
    write_all({out / name: data for name, data in run.outputs.items()})


def functions(run: Run) -> list[FunctionResult]:
    return [f for item in run.inputs for f in item.result.functions if f.status != Status.SKIPPED]


def proofs(run: Run) -> list[Proof]:
    return [p for item in run.inputs for p in item.result.proofs]


@pytest.fixture(scope="module", params=TREES)
def converted(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Run, Path]:
    out = tmp_path_factory.mktemp(request.param)
    run = convert(project_of(request.param), out)
    write(run, out)
    return request.param, run, out


def test_every_operator_is_converted_for_its_chips(converted: tuple[str, Run, Path]) -> None:
    tree, run, _ = converted
    found = {f.legacy: ({row.chip for row in f.rows}, f.relation) for f in functions(run)}
    assert [f.reason for f in functions(run) if f.status != Status.CONVERTED] == []
    assert found == EXPECTED[tree]


def test_certificate_and_projection_are_equal(converted: tuple[str, Run, Path]) -> None:
    tree, run, _ = converted
    assert [p for p in proofs(run) if p.status != "equal"] == []
    chips = len(project_of(tree).chips)
    for function in functions(run):
        names = [p.name for p in proofs(run) if p.subject == function.unified]
        assert names.count("certificate") == 1 and names.count("projection") == chips, function.unified


def test_each_file_of_a_chip_is_what_the_chip_sees(tmp_path: Path) -> None:
    found = {(p.subject, p.chip, p.status) for p in proofs(convert(project_of("per_chip"), tmp_path))}
    assert found >= {("src/bm1684x/sgdnn.cpp", "bm_a", "equal"), ("src/sg2260/sgdnn.cpp", "sg_b", "equal")}


def test_output_compiles_against_the_unified_headers(converted: tuple[str, Run, Path]) -> None:
    tree, run, out = converted
    found = prove(project_of(tree), run.outputs, out, lambda _: None)
    assert [p.status for p in found] == ["equal"], found


def test_second_run_changes_nothing(converted: tuple[str, Run, Path]) -> None:
    tree, _, out = converted
    again = convert(project_of(tree), out)
    assert [name for name, data in again.outputs.items() if changed(out, {name: data})] == []


def test_addresses_that_are_plain_casts(tmp_path: Path) -> None:
    """A buffer's address is physical in the kernel's struct and virtual in a tensor, with no cast left."""
    texts = {f.legacy: f.text for f in functions(convert(project_of("tpuv7"), tmp_path))}
    assert b"api.buffer_global_addr = pimpl->virtToPhys(buffer);" in texts["sgdnnReduceProd"]
    assert b"api.left_global_addr = pimpl->virtToPhys(negated ? left_buffer : left.addr);" in texts["sgdnnMatmul"]
    assert b"first.addr = left_buffer;" in texts["sgdnnMatmul"]
    assert not any(b"unsigned long long" in text for text in texts.values())


def test_the_oldest_shape_is_refused_with_reasons(tmp_path: Path) -> None:
    run = convert(project_of("oldest"), tmp_path)
    found = {f.legacy: (f.status, f.reason.partition(":")[0]) for f in functions(run)}
    assert found == {
        "sgdnn_scale": (Status.REFUSED, "L171"),
        "sgdnn_batchnorm_forward": (Status.REFUSED, "L171"),
        "sgdnn_scale_all": (Status.REFUSED, "L163"),
        "run_scale_all": (Status.REFUSED, "L131"),  # its lambda, as a function
    }
    refused = {r.id for item in run.inputs for r in item.result.refusals}
    assert refused == {
        "L131",
        "L163",
        "L171",
    }  # with memory handed on; the kernel that is chosen at run time is followed
