"""What is committed as migrate's work is migrate's work: converting the example again gives every function of the manifest."""

import dataclasses
import subprocess
from pathlib import Path

import pytest
import yaml

from migrate.commands.run.session import Options, Session
from migrate.emit.families import Manifest, definitions, digest
from migrate.project.loading import load_project

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples/legacy"
MANIFEST = "dnnlib/src/tensor/migrated.json"


@pytest.fixture(scope="module")
def outputs() -> dict[str, bytes]:
    project = load_project(EXAMPLE / "migrate.yaml")
    project = dataclasses.replace(project, target=dataclasses.replace(project.target, fresh=True))
    session = Session(project, Options(cache=False), lambda line: None)
    sources = [*project.source_files(project.library.sources), *project.source_files(project.torch.sources)]
    return dict(session.convert(sources).outputs)


def test_library_functions_are_what_migrate_makes(outputs: dict[str, bytes]) -> None:
    committed = Manifest.read((ROOT / MANIFEST).read_bytes()).functions
    again = Manifest.read(outputs[MANIFEST]).functions
    assert len(committed) >= 40
    assert {n: again.get(n) for n in committed} == dict(committed), (
        "convert again, or take the function off the manifest"
    )


def test_files_hold_what_the_manifest_says() -> None:
    committed = Manifest.read((ROOT / MANIFEST).read_bytes()).functions
    for file in sorted({file for file, _ in committed.values()}):
        text = (ROOT / "dnnlib/src/tensor" / file).read_bytes()
        found = {name: text[f.lead.start : f.span.end] for name, f in definitions(text).items()}
        for name, (where, sha) in committed.items():
            if where == file:
                assert digest(found[name]) == sha, f"{file}: {name} was edited: take it off {MANIFEST}"


def test_native_operators_are_what_migrate_makes(outputs: dict[str, bytes]) -> None:
    compared = 0
    for name, data in outputs.items():
        if name.startswith("torch_tpu/native_ops/"):
            assert (ROOT / name).read_bytes() == data, f"{name} differs from what migrate makes of the example"
            compared += 1
    assert compared >= 15


def test_kernel_tables_are_what_migrate_makes(outputs: dict[str, bytes]) -> None:
    for chip in ("bm_a", "sg_b"):
        name = f"chips/{chip}/kernels.yaml"
        made, committed = (yaml.safe_load(text)["kernels"] for text in (outputs[name], (ROOT / name).read_bytes()))
        assert {k: committed.get(k) for k in made} == made


def test_files_of_this_repository_end_their_lines_in_one_way() -> None:
    """Line ends of a legacy file are kept; that they are is shown by cases of the tests, not by files of the product."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False).stdout.split(b"\0")
    files = [ROOT / name.decode() for name in listed if name and not name.startswith(b"tests/")]
    if not files:
        pytest.skip("not a checkout")
    assert [str(file) for file in files if file.is_file() and b"\r" in file.read_bytes()] == []
