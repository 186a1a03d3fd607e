"""Each case folder: in.cpp (legacy), out.cpp (expected definitions, rows and refusals), rules.yaml and arguments.h where the case needs its own.

Every case is converted twice, with the chips in both orders, and all its proofs must hold. Run with MIGRATE_UPDATE_CASES=1 to
write out.cpp anew; look at the difference before you keep it.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from migrate.emit.unified_tree import target_reader
from migrate.frontend.directives import build_tree, inactive_spans
from migrate.frontend.lex import lex_whole
from migrate.model import FileResult, Status
from migrate.project.config import Project
from migrate.project.loading import load_project
from migrate.verify.conversion import convert_library

HERE = Path(__file__).parent
CASES = sorted(p.name for p in (HERE / "cases").iterdir() if p.is_dir())
CHIPS = {
    "bm_a": "  bm_a: {legacy_macro: BACKEND_1684X, unified_macro: __bm1684x__}\n",
    "sg_b": "  sg_b: {legacy_macro: BACKEND_SG2260, unified_macro: __sg2260__}\n",
}


def make_project(folder: Path, case: str, order: tuple[str, ...] = ("bm_a", "sg_b")) -> Project:
    source = HERE / "cases" / case
    rules = "[default]"
    if (source / "rules.yaml").exists():
        (folder / "rules.yaml").write_bytes((source / "rules.yaml").read_bytes())
        rules = "[default, rules.yaml]"
    text = "version: 1\nchips:\n" + "".join(CHIPS[name] for name in order)
    text += f"rules: {rules}\nlibrary:\n  sources: [in.cpp]\n  flags: [-std=c++17, -include, {HERE / 'prelude.h'}]\n"
    if (source / "arguments.h").exists():
        (folder / "arguments.h").write_bytes((source / "arguments.h").read_bytes())
        text += "  arguments: [arguments.h]\n"
    (folder / "migrate.yaml").write_text(text + "target: {root: unified}\n")
    (folder / "in.cpp").write_bytes((source / "in.cpp").read_bytes())
    (folder / "unified").mkdir(exist_ok=True)
    return load_project(folder / "migrate.yaml")


def convert(project: Project, out: Path) -> FileResult:
    return convert_library(project, project.root / "in.cpp", reader=target_reader(project, out))


def render(result: FileResult) -> bytes:
    parts: list[bytes] = []
    for function in result.functions:
        if function.status == Status.CONVERTED:
            parts.append(function.text)
            for row in sorted(function.rows, key=lambda r: (r.chip, r.key)):
                words = [row.symbol or "-", row.cores, row.args or "-", ",".join(row.dtypes) or "-", row.follows or "-"]
                parts.append(f"// {row.chip} {row.key}: {' '.join(words)}\n".encode())
        else:
            parts.append(f"// {function.legacy} {function.status.value}: {function.reason}\n".encode())
    for finding in result.findings:
        parts.append(f"// {finding.id} {finding.function}: {finding.message}\n".encode())
    return b"".join(parts)


def write(result: FileResult, out: Path) -> None:
    for name, data in result.outputs.items():
        file = out / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)


@dataclass(frozen=True)
class Case:
    name: str
    project: Project
    out: Path
    result: FileResult  # of the first conversion, which is not written yet


@pytest.fixture(scope="module", params=CASES)
def case(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Case:
    folder = tmp_path_factory.mktemp(request.param)
    project = make_project(folder, request.param)
    return Case(request.param, project, folder / "out", convert(project, folder / "out"))


def test_case(case: Case) -> None:
    got = render(case.result)
    expected = HERE / "cases" / case.name / "out.cpp"
    if os.environ.get("MIGRATE_UPDATE_CASES"):
        expected.write_bytes(got)
    assert got.decode("utf-8", "backslashreplace") == expected.read_bytes().decode("utf-8", "backslashreplace")
    assert [p for p in case.result.proofs if p.status != "equal"] == []


def test_second_run_changes_nothing(case: Case, tmp_path: Path) -> None:
    write(case.result, tmp_path / "out")
    assert convert(case.project, tmp_path / "out").outputs == {}
    assert case.result.outputs  # a case that writes nothing would prove nothing


def test_order_of_chips_does_not_matter(case: Case, tmp_path: Path) -> None:
    """Other than in the names of forms, which follow the chips' order."""
    one, two = case.result, convert(make_project(tmp_path, case.name, ("sg_b", "bm_a")), tmp_path / "out")
    assert [(f.legacy, f.status, f.relation) for f in one.functions] == [
        (f.legacy, f.status, f.relation) for f in two.functions
    ]
    assert {r for f in one.functions for r in f.rows} == {r for f in two.functions for r in f.rows}


def test_every_site_is_accounted_for(case: Case) -> None:
    """A legacy identifier of a converted function is gone; one of a refused function stands behind a refusal."""
    refused = {f.legacy for f in case.result.functions if f.status == Status.REFUSED}
    assert {r.function for r in case.result.refusals} == refused
    for function in case.result.functions:
        if function.status == Status.CONVERTED:
            assert b"BACKEND_" not in function.text


def test_a_refused_function_leaves_no_trace_when_it_converts(tmp_path: Path) -> None:
    project = make_project(tmp_path, "address_refused")
    out = tmp_path / "out"
    write(convert(project, out), out)
    family = out / "dnnlib/src/tensor/Misc.cpp"
    assert b"MIGRATE L126" in family.read_bytes() and b"#if 0 // tpudnnNumberAsync" in family.read_bytes()
    source = tmp_path / "in.cpp"
    source.write_bytes(source.read_bytes().replace(b"  a.addr = where;\n", b""))
    write(convert(project, out), out)
    assert b"MIGRATE L126" not in family.read_bytes()
    assert b"tpudnnStatus_t tpudnnNumberAsync(" in family.read_bytes()
    assert b"MIGRATE L123" in family.read_bytes()


def test_what_a_person_changed_stays(tmp_path: Path) -> None:
    project = make_project(tmp_path, "halve")
    out = tmp_path / "out"
    write(convert(project, out), out)
    family = out / "dnnlib/src/tensor/Misc.cpp"
    changed = family.read_bytes().replace(b"return TPUDNN_STATUS_SUCCESS;", b"return pimpl->synchronize();")
    family.write_bytes(changed)
    write(convert(project, out), out)
    assert family.read_bytes() == changed
    assert b"tpudnnHalveAsync" not in (out / "dnnlib/src/tensor/migrated.json").read_bytes()


CUT = b"""
tpu_status_t sgdnnCut(tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking) {
#ifdef USE_IT
  return SG_SUCCESS;
}
#else
  return SG_SUCCESS;
#endif
}

tpu_status_t sgdnnWhole(tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking) {
  return SG_SUCCESS;
}
"""


def test_a_refused_function_that_a_conditional_cuts_spoils_no_other(tmp_path: Path) -> None:
    (tmp_path / "migrate.yaml").write_text(
        "version: 1\nchips:\n" + "".join(CHIPS.values()) + "rules: [default]\nlibrary:\n  sources: [in.cpp]\n"
        f"  flags: [-std=c++17, -include, {HERE / 'prelude.h'}]\ntarget: {{root: unified}}\n"
    )
    (tmp_path / "in.cpp").write_bytes(CUT)
    result = convert(load_project(tmp_path / "migrate.yaml"), tmp_path / "unified")
    assert [f.status for f in result.functions if f.legacy == "sgdnnCut"] == [Status.REFUSED]
    (text,) = (data for name, data in result.outputs.items() if name.endswith(".cpp"))
    tree = build_tree(text, lex_whole(text))
    assert tree.balanced
    hidden = inactive_spans(tree, {})
    at = text.index(b"tpudnnWholeAsync")
    assert not any(span.start <= at < span.end for span in hidden)
    assert any(span.start <= text.index(b"sgdnnCut(") < span.end for span in hidden)
