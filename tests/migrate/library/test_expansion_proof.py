"""The preprocessor makes the same of a source and of the text with its macros expanded and its private headers in it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from test_outcomes import BACKENDS, HERE, OPERATOR

from migrate.frontend.lex import lex
from migrate.frontend.variants import Merged, merged_input
from migrate.project.config import Project
from migrate.project.loading import load_project
from migrate.verify.conversion import convert_library
from migrate.verify.expansion import _difference, prove

SOURCE = (
    '#include "near.h"\n#define RUN(name) SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_" #name, &api, sizeof ( api ), non_blocking ) )\n'
    + OPERATOR % "  api.mode = twice ( input.dim );\n  RUN ( one );"
)
HEADER = "#pragma once\nstatic int twice ( int x ) { return x * 2; }\nstatic int unused ( int x ) { return x * 3; }\n"


def project(folder: Path) -> tuple[Project, Merged]:
    (folder / "in.cpp").write_text(SOURCE)
    (folder / "near.h").write_text(HEADER)
    (folder / "unified").mkdir()
    (folder / "migrate.yaml").write_text(
        f"version: 1\n{BACKENDS}\nrules: [default]\nlibrary:\n  sources: [in.cpp]\n  flags: [-std=c++17, -include, {HERE / 'prelude.h'}]\n"
        "target: {root: unified}\n"
    )
    found = load_project(folder / "migrate.yaml")
    text = merged_input(found, folder / "in.cpp")
    assert text is not None and b"RUN ( one )" not in text.data and b"twice ( int x )" in text.data
    return found, text


def test_the_text_is_what_the_preprocessor_makes(tmp_path: Path) -> None:
    found, text = project(tmp_path)
    assert [(p.chip, p.status) for p in prove(found, tmp_path / "in.cpp", text)] == [
        ("bm_a", "equal"),
        ("sg_b", "equal"),
    ]
    result = convert_library(found, tmp_path / "in.cpp")
    assert {p.status for p in result.proofs if p.name == "expansion"} == {"equal"}


def test_another_text_is_told(tmp_path: Path) -> None:
    found, text = project(tmp_path)
    for old, new in ((b"x * 2", b"x * 3"), (b"kernel_api_one", b"kernel_api_two"), (b"input.dim", b"output.dim")):
        assert old in text.data
        proofs = prove(found, tmp_path / "in.cpp", replace(text, data=text.data.replace(old, new)))
        assert [p.status for p in proofs] == ["different", "different"], new
    more = replace(text, data=text.data + b"static int more;\n")
    assert {p.status for p in prove(found, tmp_path / "in.cpp", more)} == {"different"}


EMPTY = "#define EMPTY(t) ( ( t ).addr == 0 )\n#define BOTH(a, b) ( EMPTY ( a ) && EMPTY ( b ) )\n"


def test_a_check_may_say_what_the_macros_in_its_condition_stand_for(tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    checked = SOURCE.replace("  RUN", '  SGDNN_CHECK ( !BOTH ( input, output ) && "in put"[0] );\n  RUN')
    monkeypatch.setattr(f"{__name__}.SOURCE", EMPTY + checked)
    found, text = project(tmp_path)
    assert b"BOTH ( input" not in text.data
    assert [p.status for p in prove(found, tmp_path / "in.cpp", text)] == ["equal", "equal"]
    result = convert_library(found, tmp_path / "in.cpp")
    (operator,) = (f.text for f in result.functions if f.legacy == "sgdnnOne")
    assert not result.refusals and b"BOTH" not in operator and b'"in put"[0]);' in operator
    for old, new in ((b'"in put"', b'"input"'), (b"!( (", b"( (")):
        assert old in text.data
        proofs = prove(found, tmp_path / "in.cpp", replace(text, data=text.data.replace(old, new, 1)))
        assert [p.status for p in proofs] == ["different", "different"], new


def test_a_function_whose_text_is_another_is_not_written(tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    found, text = project(tmp_path)
    wrong = replace(text, data=text.data.replace(b"x * 2", b"x * 4"))
    monkeypatch.setattr("migrate.convert.translation_unit.merged_input", lambda *_: wrong)
    result = convert_library(found, tmp_path / "in.cpp")
    assert {r.id for r in result.refusals} == {"L157"} and all(not f.text for f in result.functions)


def test_without_a_compiler_there_is_no_such_proof(tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    found, text = project(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CXX", raising=False)
    assert prove(found, tmp_path / "in.cpp", text) == []


@pytest.mark.parametrize(
    ("before", "after", "equal"),
    [
        ("namespace n { int f(); int g(); } int h();", "namespace n { int f(); } int h();", True),
        ("namespace n { int f(); } namespace m { int g(); }", "namespace n { int g(); }", False),
        ("namespace n { namespace m { int f(); } int g(); }", "namespace n { namespace m { int f(); } }", True),
        ("namespace n { namespace m { int f(); } int g(); }", "namespace n { int f(); }", False),
        ('extern "C" { int f(); int g(); }', 'extern "C" { int g(); }', True),
        ('extern "C" { int f(); }', "int f();", False),
        ('extern "C" int f() { return 1; } int g();', 'extern "C" int f() { return 1; }', True),
    ],
)
def test_what_a_namespace_has_may_be_left_out_and_not_move(before: str, after: str, equal: bool) -> None:
    texts = [[t.text for t in lex(one.encode())] for one in (before, after)]
    assert (not _difference(*texts)) == equal
