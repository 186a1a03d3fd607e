"""What differs between the chips is put into forms that the rules know; places stay those of the file."""

from __future__ import annotations

import json
from pathlib import Path

from test_outcomes import BACKENDS, HERE, LAUNCH, OPERATOR, convert, function

from migrate.cli import main
from migrate.frontend.compiler.clang import ParseFailed
from migrate.frontend.prepare.edited import Edited, Replacement
from migrate.frontend.prepare.step import Change, prepared
from migrate.frontend.source import Source
from migrate.model import Location, Span, Status

CORES = "#if defined BACKEND_1684X\n#define CORES 1\n#else\n#define CORES 8\n#endif\n"


def test_a_refusal_behind_what_was_written_has_its_place_in_the_file(tmp_path: Path) -> None:
    source = CORES + OPERATOR % f"  api.mode = CORES;\n{LAUNCH % 'one'}"
    source += (OPERATOR % f"  api.mode = CORES;\n  api.mode += (int) sizeof ( input );\n{LAUNCH % 'two'}").replace(
        "sgdnnOne", "sgdnnTwo"
    )
    (tmp_path / "in.cpp").write_text(source)
    (tmp_path / "unified").mkdir()
    (tmp_path / "migrate.yaml").write_text(
        f"version: 1\n{BACKENDS}\nrules: [default]\nlibrary:\n  sources: [in.cpp]\n  flags: [-std=c++17, -include, {HERE / 'prelude.h'}]\n"
        "target: {root: unified}\n"
    )
    report = tmp_path / "report.json"
    options = ["--project", str(tmp_path / "migrate.yaml"), "--no-cache", "--json", str(report)]
    assert main(["convert", str(tmp_path / "in.cpp"), *options]) == 1
    found = json.loads(report.read_text())
    line = source[: source.index("sizeof ( input )")].count("\n") + 1
    assert [r["line"] for r in found["refusals"]] == [line]
    texts = {f["legacy"]: f["legacy_text"] for f in found["functions"]}
    assert texts["sgdnnTwo"].startswith("tpu_status_t sgdnnTwo") and texts["sgdnnTwo"].endswith("}")


def test_a_condition_of_a_loop_asks_at_each_turn(tmp_path: Path) -> None:
    result, _ = convert(
        tmp_path, BACKENDS, CORES + OPERATOR % f"  for ( int i = 0; i < CORES; ++i ) api.mode += i;\n{LAUNCH % 'one'}"
    )
    assert b"i < cores(handle)" in function(result).text


def test_a_name_that_is_taken_gets_another(tmp_path: Path) -> None:
    result, _ = convert(
        tmp_path, BACKENDS, CORES + OPERATOR % f"  int cores = 3;\n  api.mode = cores + CORES;\n{LAUNCH % 'one'}"
    )
    assert b"cores + coresOfChip(handle)" in function(result).text


def test_one_function_that_cannot_be_changed_is_left_and_the_others_are_changed(tmp_path: Path) -> None:
    body = f"#define ONE 1\n  switch ( input.dim ) {{ case CORES: api.mode = ONE; }}\n{LAUNCH % 'two'}"
    other = (OPERATOR % body).replace("sgdnnOne", "sgdnnTwo")
    result, _ = convert(tmp_path, BACKENDS, CORES + other + OPERATOR % f"  api.mode = CORES;\n{LAUNCH % 'one'}")
    assert function(result).status == Status.CONVERTED
    assert function(result, "sgdnnTwo").reason.startswith("L161")


def test_a_step_that_no_compiler_reads_is_not_taken() -> None:
    source = Source("a.cpp", b"void f () { int a; }\n", ())

    def step(source: Source):  # type: ignore[no-untyped-def]
        yield Change(source.functions[0], (Replacement(Span(12, 15), (b"nothing",)),))

    def parse(data: bytes) -> list[object]:
        raise ParseFailed("bm_a", Location("a.cpp", 1, 13), f"unknown type in {data!r}")

    assert prepared(source, [step], parse) is None  # type: ignore[arg-type]


def test_places_of_copies_and_of_new_text() -> None:
    source = Source("a.cpp", b"one two three\n", ())
    edited = Edited(source, [Replacement(Span(4, 7), (b"x", Span(8, 13), b"y", Span(0, 3)))])
    assert edited.data == b"one xthreeyone three\n"
    assert [edited.origin(at) for at in (0, 4, 5, 10, 11, 14)] == [0, -1, 8, -1, 0, 7]
    assert [edited.place(at) for at in (4, 10)] == [4, 4]


def test_a_refused_function_stays_as_it_was_written(tmp_path: Path) -> None:
    body = f"  api.mode = CORES;\n  switch ( input.dim ) {{ case 1: api.mode = sizeof ( input ); }}\n{LAUNCH % 'one'}"
    result, _ = convert(tmp_path, BACKENDS, CORES + OPERATOR % body)
    assert function(result).status == Status.REFUSED
    (family,) = (text for name, text in result.outputs.items() if name.endswith("Misc.cpp"))
    assert b"api.mode = CORES;" in family and b"cores" not in family
