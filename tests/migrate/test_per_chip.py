"""One file per chip: how the files of a group become one text, and that a mistake in doing so is noticed."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest

from migrate.cli import main
from migrate.frontend.variants import Merged, groups, library_inputs, merged_input
from migrate.model import Proof, Status
from migrate.project.config import Project
from migrate.project.loading import load_project
from migrate.report.build import Input, build_report
from migrate.report.csv_report import print_csv
from migrate.report.model import Spot
from migrate.report.text import print_text
from migrate.verify.conversion import convert_library
from migrate.verify.variants import prove

PROJECT = """version: 1
chips:
  a: {}
  b: {}
library:
  per_chip: {a: [a/*.cpp], b: [b/*.cpp]}
  flags: [-std=c++17, -include, %s]
target: {root: unified}
"""
PRELUDE = Path(__file__).parent / "library" / "prelude.h"
LAUNCH = """
  api.input_global_addr = x.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( r, "%s", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
"""
HEAD = """
tpu_status_t sgdnn%s ( tpu_resource_t r, SgdnnTensor_t %s, bool non_blocking )
{
  sg_api_two_t api;"""


def operator(name: str, kernel: str, parameter: str = "x") -> str:
    return HEAD % (name, parameter) + LAUNCH.replace("x.addr", f"{parameter}.addr") % kernel


def project_of(folder: Path, **files: str) -> Project:
    for name, text in files.items():
        path = folder / name.replace("__", "/")
        path = path.with_name(path.name + ".cpp")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    (folder / "migrate.yaml").write_text(PROJECT % PRELUDE)
    return load_project(folder / "migrate.yaml")


def merged_of(project: Project, name: str) -> Merged:
    merged = merged_input(project, project.root / name)
    assert merged is not None
    return merged


def test_equal_text_stands_once_and_the_launch_is_chosen(tmp_path: Path) -> None:
    project = project_of(tmp_path, a__x=operator("One", "k"), b__x=operator("One", "k_wide"))
    text = merged_of(project, "b/x.cpp").data.decode()
    assert text.count("sg_api_two_t api;") == 1 and text.count("return SG_SUCCESS;") == 1
    assert text.count("#if defined MIGRATE_CHIP_A") == 1 and text.count("#elif defined MIGRATE_CHIP_B") == 1


def test_places_are_those_of_the_files(tmp_path: Path) -> None:
    project = project_of(tmp_path, a__x=operator("One", "k"), b__x="\n\n" + operator("One", "k_wide"))
    merged = merged_of(project, "a/x.cpp")
    for kernel, path, line in (('"k"', "a/x.cpp", 6), ('"k_wide"', "b/x.cpp", 8)):
        place = merged.lines.location("", merged.data.index(kernel.encode()))
        assert (place.path, place.line) == (path, line)


def test_files_are_paired_by_what_they_define(tmp_path: Path) -> None:
    project = project_of(
        tmp_path,
        a__m=operator("One", "k"),
        a__n=operator("Two", "l"),
        b__p=operator("Two", "l_wide"),
        b__q=operator("One", "k_wide"),
    )
    pairs = [[part.source.path for part in group] for group in groups(project)]
    assert pairs == [["a/m.cpp", "b/q.cpp"], ["a/n.cpp", "b/p.cpp"]]
    assert [project.relative(p) for p in library_inputs(project)] == ["a/m.cpp", "a/n.cpp"]


def test_a_file_that_only_one_chip_has_takes_no_other_files_place(tmp_path: Path) -> None:
    project = project_of(
        tmp_path,
        a__m=operator("One", "k"),
        b__extra=operator("Two", "l"),
        b__m=operator("One", "k_wide"),
    )
    assert [[p.source.path for p in group] for group in groups(project)] == [["a/m.cpp", "b/m.cpp"], ["b/extra.cpp"]]
    (two,) = convert_library(project, tmp_path / "b/extra.cpp").functions
    assert two.relation == "one-chip" and {row.chip for row in two.rows} == {"b"}


THREE = PROJECT.replace("  b: {}\n", "  b: {}\n  c: {}\n").replace("b: [b/*.cpp]}", "b: [b/*.cpp], c: [c/*.cpp]}")


def test_a_file_may_be_of_two_chips_of_three(tmp_path: Path) -> None:
    files = {
        f"{chip}__x": '#include "chip.h"\n' + operator("One", k).replace("  api.input", SET % "kTile")
        for chip, k in (("a", "k"), ("b", "l"))
    }
    project_of(tmp_path, **files)
    text = THREE.replace("c: [c/*.cpp]", "c: [b/*.cpp]")
    for chip, tile in (("a", 4), ("b", 8), ("c", 16)):
        (tmp_path / f"own_{chip}").mkdir()
        (tmp_path / f"own_{chip}/chip.h").write_text(f"enum {{ kTile = {tile} }};\n")
        text = text.replace(f"  {chip}: {{}}", f"  {chip}: {{include: [own_{chip}]}}")
    (tmp_path / "migrate.yaml").write_text(text % PRELUDE)
    result = convert_library(load_project(tmp_path / "migrate.yaml"), tmp_path / "a/x.cpp")
    (one,) = result.functions
    assert one.status == Status.CONVERTED, one.reason
    assert {p.status for p in result.proofs} == {"equal"}
    assert {row.chip: row.symbol for row in one.rows if row.symbol} == {"a": "k", "b": "l", "c": "l"}
    assert b"kTile = 4 " in one.text and b"kTile = 8 " in one.text and b"kTile = 16 " in one.text


def test_what_two_of_three_chips_have(tmp_path: Path) -> None:
    helper = "#define CORES %d\nstruct Pair { int a, b; };\nstatic int times ( int n ) { return n * CORES; }\nstatic int twice ( int n ) { return 2 * n; }\n"
    use = SET % "times ( twice ( x.dim ) )"
    project_of(
        tmp_path,
        a__x=helper % 4 + operator("One", "k").replace("  api.input", use),
        b__x=helper % 8 + operator("One", "l").replace("  api.input", use) + operator("Two", "n"),
        c__x=operator("One", "m"),
    )
    (tmp_path / "migrate.yaml").write_text(THREE % PRELUDE)
    project = load_project(tmp_path / "migrate.yaml")
    result = convert_library(project, tmp_path / "a/x.cpp")
    found = {f.legacy: f for f in result.functions}
    assert {f.status for f in found.values()} == {Status.CONVERTED}, [f.reason for f in found.values()]
    assert {p.status for p in result.proofs} == {"equal"}
    assert {row.chip for row in found["sgdnnTwo"].rows} == {"b"}
    assert {row.chip for row in found["sgdnnOne"].rows} == {"a", "b", "c"}
    assert merged_of(project, "a/x.cpp").data.count(b"int twice") == 1


def test_an_operator_of_one_file_is_one_chip_only(tmp_path: Path) -> None:
    project = project_of(tmp_path, a__x=operator("One", "k"), b__x=operator("One", "k") + operator("Two", "l"))
    (one, two) = convert_library(project, tmp_path / "a/x.cpp").functions
    assert {row.chip for row in one.rows} == {"a", "b"} and {row.chip for row in two.rows} == {"b"}
    assert b'TPUDNN_REQUIRE_KERNEL(pimpl, "two");' in two.text


def test_different_declarations_are_refused(tmp_path: Path) -> None:
    other = operator("One", "k_wide").replace("SgdnnTensor_t x", "const SgdnnTensor_t & x")
    project = project_of(tmp_path, a__x=operator("One", "k"), b__x=other)
    result = convert_library(project, tmp_path / "a/x.cpp")
    assert {f.status for f in result.functions} == {Status.REFUSED}
    assert "L172" in {r.id for r in result.refusals}


HELPER = """
static %s addTo_ ( tpu_resource_t r, sg_api_two_t * api, %s )
{
  SGDNN_CHECK ( r );
  api->input_global_addr = x.addr;
%s}
"""


def with_helper(result: str, parameters: str, end: str, kernel: str, call: str) -> str:
    text = operator("One", kernel).replace("  api.input_global_addr = x.addr;", f"  {call};")
    return HELPER % (result, parameters, end) + text


def test_helpers_that_only_share_a_name_stay_two(tmp_path: Path) -> None:
    mine = with_helper("void", "SgdnnTensor_t x", "", "k", "addTo_ ( r, &api, x )")
    theirs = with_helper("bool", "SgdnnTensor_t x, int more", "  return more > 0;\n", "l", "addTo_ ( r, &api, x, 1 )")
    project = project_of(tmp_path, a__x=mine, b__x=theirs)
    result = convert_library(project, tmp_path / "a/x.cpp")
    assert {f.status for f in result.functions} == {Status.CONVERTED}, [f.reason for f in result.functions]
    assert {p.status for p in result.proofs} == {"equal"}
    operator_text = next(f.text.decode() for f in result.functions if f.legacy == "sgdnnOne")
    first, second = operator_text.split("else if")[:2]
    assert "addTo_(handle" in first and "addTo__b(handle" in second


@pytest.mark.parametrize(
    "named",
    [
        "#define ADD addTo_\n",  # a macro may mean either
        "struct Other { int addTo_; };\nstatic int of_ ( Other o ) { return o.addTo_; }\n",
        "static void addTo_ ( int ) {}\n",
    ],
)
def test_helpers_whose_name_is_used_otherwise_are_refused(tmp_path: Path, named: str) -> None:
    mine = with_helper("void", "SgdnnTensor_t x", "", "k", "addTo_ ( r, &api, x )")
    theirs = with_helper("bool", "SgdnnTensor_t x, int more", "  return more > 0;\n", "l", "addTo_ ( r, &api, x, 1 )")
    project = project_of(tmp_path, a__x=mine, b__x=named + theirs)
    result = convert_library(project, tmp_path / "a/x.cpp")
    one = next(f for f in result.functions if f.legacy == "sgdnnOne")
    assert one.status == Status.REFUSED and "L172" in {r.id for r in result.refusals}


@pytest.mark.parametrize(("taken", "other"), [("static int addTo__b;\n", ""), ("", "bool addTo_ ( int );\n")])
def test_helpers_that_the_chips_name_does_not_tell_apart_are_overloads(tmp_path: Path, taken: str, other: str) -> None:
    mine = with_helper("void", "SgdnnTensor_t x", "", "k", "addTo_ ( r, &api, x )")
    theirs = with_helper("bool", "SgdnnTensor_t x, int more", "  return more > 0;\n", "l", "addTo_ ( r, &api, x, 1 )")
    project = project_of(tmp_path, a__x=mine, b__x=taken + theirs, a__y=operator("Two", "m") + other)
    result = convert_library(project, tmp_path / "a/x.cpp")
    assert {f.status for f in result.functions} == {Status.CONVERTED}, [f.reason for f in result.functions]
    text = next(f.text.decode() for f in result.functions if f.legacy == "sgdnnOne")
    first, second = text.split("else if")[:2]
    assert "addTo_(handle" in first and "addTo_2(handle" in second


SET = "  api.transposed = %s;\n  api.input"
VALUES = [
    ("#define CORES %d\n", "CORES"),
    ("static const int kCores = %d;\n", "kCores"),
    ("constexpr int kCores = %d;\nstatic int cores ( int n ) { return n * kCores; }\n", "cores ( 3 )"),
    ("enum { CORES = %d };\n", "CORES"),
    ("static const int kCores [ ] = { 1, %d };\n", "kCores [ x.dim & 1 ]"),
]


@pytest.mark.parametrize(("declared", "value"), VALUES)
def test_a_value_that_each_file_has_of_its_own_is_chosen_at_run_time(tmp_path: Path, declared: str, value: str) -> None:
    files = [declared % n + operator("One", "k").replace("  api.input", SET % value) for n in (4, 8)]
    result = convert_library(project_of(tmp_path, a__x=files[0], b__x=files[1]), tmp_path / "a/x.cpp")
    assert {f.status for f in result.functions} == {Status.CONVERTED}, [f.reason for f in result.functions]
    assert {p.status for p in result.proofs} == {"equal"}
    text = "".join(f.text.decode() for f in result.functions)
    assert "4" in text and "8" in text and "follows" in text


def test_files_of_one_chip_get_the_forms_that_other_files_get(tmp_path: Path) -> None:
    choice = """  const char * name = x.dim > 1 ? "k" : "m";
  SAFE_CALL ( sgdnnTPUKernelLaunch ( r, name, &api, sizeof ( api ), non_blocking ) );
  return SG"""
    files = [operator("One", k).replace("  return SG", choice.replace('"k"', f'"{k}"')) for k in ("k", "l")]
    result = convert_library(project_of(tmp_path, a__x=files[0], b__x=files[1]), tmp_path / "a/x.cpp")
    (function,) = result.functions
    assert function.status == Status.CONVERTED, function.reason
    assert {p.status for p in result.proofs} == {"equal"}
    assert {row.symbol for row in function.rows} == {"k", "l", "m"}


SHARED = """#pragma once
/* lanes */
enum { LANES = %d };
struct Pair { int a, b; };
static inline int up ( int n ) { return ( n + LANES ) / LANES; }
static int unused ( int n ) { return n; }
"""
WRAPS = """#define %s(name, api) SAFE_CALL ( sgdnnTPUKernelLaunch ( r, name, &api, sizeof ( api ), non_blocking ) )
"""


def using_header(name: str, kernel: str, launch: str = "RUN", before: str = "") -> str:
    body = "  Pair p { 1, up ( x.dim ) };\n  api.transposed = p.b;\n  api.input"
    text = operator("One", kernel).replace("  api.input", body)
    text = text.replace("  return SG", f'  {launch} ( "z", api );\n  return SG')
    return f'{before}#include "{name}"\n' + WRAPS % launch + text


@pytest.mark.parametrize(
    ("name", "places", "lanes"),
    [("sh.h", ("a/sh.h", "b/sh.h"), (4, 4)), ("sh.h", ("a/sh.h", "b/sh.h"), (4, 8)), ("../sh.h", ("sh.h",), (4,))],
)
def test_headers_of_their_own_come_along(
    tmp_path: Path, name: str, places: tuple[str, ...], lanes: tuple[int, ...]
) -> None:
    mine = using_header(name, "k")
    theirs = using_header(name, "l", "LAUNCH", "#include <math.h>\n")  # its macro does the same under another name
    project = project_of(tmp_path, a__x=mine, b__x=theirs)
    for place, number in zip(places, lanes, strict=True):
        (tmp_path / place).write_text(SHARED % number)
    result = convert_library(project, tmp_path / "a/x.cpp")
    found = {f.legacy: f for f in result.functions}
    assert found.keys() == {"up", "sgdnnOne"}
    assert {f.status for f in found.values()} == {Status.CONVERTED}, [f.reason for f in found.values()]
    assert (b"follows" in found["up"].text) == (len(set(lanes)) > 1)
    assert {p.status for p in result.proofs} == {"equal"}
    assert {p.chip for p in result.proofs if p.name == "expansion"} == {"a", "b"}


@pytest.mark.parametrize("more", ["", "tpu_status_t sgdnnFill ( tpu_resource_t );\n"])
def test_headers_of_a_chips_own_folder_come_along_where_they_are_no_runtimes(tmp_path: Path, more: str) -> None:
    files = ['#include "chip.h"\n' + operator("One", k).replace("  api.input", SET % "kTile + up ( 1 )") for k in "kl"]
    project = project_of(tmp_path, a__x=files[0], b__x=files[1])
    for chip, tile in (("a", 4), ("b", 8)):
        (tmp_path / f"own_{chip}").mkdir()
        (tmp_path / f"own_{chip}/chip.h").write_text(
            f"#pragma once\nenum {{ kTile = {tile} }};\nstatic inline int up ( int n ) {{ return n + kTile; }}\n" + more
        )
        text = project.file.read_text().replace(f"  {chip}: {{}}", f"  {chip}: {{include: [own_{chip}]}}")
        project.file.write_text(text)
    result = convert_library(load_project(project.file), tmp_path / "a/x.cpp")
    found = {f.legacy: f.status for f in result.functions}
    assert ("up" in found) == (not more), found
    assert {p.status for p in result.proofs} == {"equal"}
    if not more:
        assert set(found.values()) == {Status.CONVERTED}, [f.reason for f in result.functions]


def test_a_header_of_another_folder_includes_from_its_own(tmp_path: Path) -> None:
    project = project_of(tmp_path, a__x=using_header("../sh.h", "k"), b__x=using_header("../sh.h", "l"))
    (tmp_path / "sh.h").write_text(
        '#pragma once\n#include "more.h"\n' + (SHARED % 4).replace("enum { LANES = 4 };", "")
    )
    (tmp_path / "more.h").write_text("#pragma once\n#define LANES 4\n")
    result = convert_library(project, tmp_path / "a/x.cpp")
    assert {f.status for f in result.functions} == {Status.CONVERTED}, [f.reason for f in result.functions]
    assert {p.status for p in result.proofs} == {"equal"}
    place = merged_of(project, "a/x.cpp").lines.location("", merged_of(project, "a/x.cpp").data.index(b"struct Pair"))
    assert (place.path, place.line) == ("sh.h", 6)


def test_what_files_declare_alike_stands_once_beside_what_they_do_not(tmp_path: Path) -> None:
    declared = "#define CORES %d\nstruct Pair { int a, b; };\n/* of both */\ntypedef int number;\n"
    files = [declared % n + operator("One", "k") for n in (4, 8)]
    text = merged_of(project_of(tmp_path, a__x=files[0], b__x=files[1]), "a/x.cpp").data.decode()
    assert text.count("struct Pair") == 1 and text.count("typedef") == 1 and text.count("#define CORES") == 2


def test_a_macro_with_parameters_is_what_each_chip_makes_of_it(tmp_path: Path) -> None:
    declared = "#define ALIGN(x) ( ( x + %d ) / 4 )\n"
    files = [declared % n + operator("One", "k").replace("  api.input", SET % "ALIGN ( x.dim )") for n in (3, 7)]
    result = convert_library(project_of(tmp_path, a__x=files[0], b__x=files[1]), tmp_path / "a/x.cpp")
    (function,) = result.functions
    assert function.status == Status.CONVERTED, function.reason
    assert b"x.dim + 3" in function.text and b"x.dim + 7" in function.text


def test_an_object_may_end_with_its_branch_where_that_ends_the_function(tmp_path: Path) -> None:
    held = "  struct Held { ~Held() { } } held;\n  api.input"
    mine = operator("One", "k").replace("  api.input", held)
    theirs = operator("One", "l").replace(
        "  return SG_SUCCESS;", "  if ( x.dim == 0 ) return SG_SUCCESS;\n  return SG_SUCCESS;"
    )
    project = project_of(tmp_path, a__x=mine, b__x=theirs)
    (function,) = convert_library(project, tmp_path / "a/x.cpp").functions
    assert function.status == Status.CONVERTED, function.reason
    behind = "  SGDNN_CHECK ( x.dim );\n  return SG_SUCCESS;"
    for text, name in ((mine, "a"), (theirs, "b")):
        (tmp_path / name / "x.cpp").write_text(text.replace("  return SG_SUCCESS;\n}", behind + "\n}"))
    (function,) = convert_library(load_project(project.file), tmp_path / "a/x.cpp").functions
    assert function.status == Status.REFUSED and function.reason.startswith("L159")


def test_parameters_may_have_other_names(tmp_path: Path) -> None:
    project = project_of(tmp_path, a__x=operator("One", "k"), b__x=operator("One", "k_wide", "other"))
    result = convert_library(project, tmp_path / "a/x.cpp")
    assert {(f.status, f.relation) for f in result.functions} == {(Status.CONVERTED, "launch-only")}
    assert {p.status for p in result.proofs} == {"equal"}
    place = merged_of(project, "a/x.cpp").lines.location("", merged_of(project, "a/x.cpp").data.index(b'"k_wide"'))
    assert (place.path, place.line) == ("b/x.cpp", 6)


def test_a_name_that_is_taken_keeps_the_parameter_its_own(tmp_path: Path) -> None:
    other = operator("One", "k_wide", "other").replace("sg_api_two_t api;", "sg_api_two_t api; int x = 1; (void) x;")
    project = project_of(tmp_path, a__x=operator("One", "k"), b__x=other)
    assert {f.status for f in convert_library(project, tmp_path / "a/x.cpp").functions} == {Status.REFUSED}


def test_a_file_of_one_chip_may_ask_about_chips(tmp_path: Path) -> None:
    asking = operator("One", "k").replace(
        "  api.input",
        "#if defined BACKEND_A\n  api.input_global_addr = 0;\n  SGDNN_CHECK ( r );\n#elif defined BACKEND_B\n  return SG_SUCCESS;\n#endif\n  api.input",
    )
    other = operator("One", "l").replace(
        "  api.input", "  api.input_global_addr = 0;\n  api.input"
    )  # begins as a branch does
    project = project_of(tmp_path, a__x=asking, b__x=other)
    text = (tmp_path / "migrate.yaml").read_text()
    for chip in "ab":
        text = text.replace(f"  {chip}: {{}}", f"  {chip}: {{legacy_macro: BACKEND_{chip.upper()}}}")
    (tmp_path / "migrate.yaml").write_text(text)
    result = convert_library(load_project(project.file), tmp_path / "a/x.cpp")
    (function,) = result.functions
    assert function.status == Status.CONVERTED, function.reason
    assert {p.status for p in result.proofs} == {"equal"}
    assert b"BACKEND" not in function.text and function.text.count(b"return TPUDNN_STATUS_SUCCESS") == 1


FLAGLESS = """
tpu_status_t sgdnn%s ( tpu_resource_t r, SgdnnTensor_t x )
{
  sg_api_two_t api;
  api.input_global_addr = x.addr;
  %sSAFE_CALL ( sgdnnTPUKernelLaunch ( r, "k", &api, sizeof ( api ) ) );
  return SG_SUCCESS;
}
"""


def with_header(project: Project, header: str) -> Project:
    for chip in "ab":
        (project.root / chip / "api.h").write_text(
            header if chip == "b" else header.replace(", bool non_blocking = true", "")
        )
    text = project.file.read_text().replace("  flags:", "  headers: [a/api.h, b/api.h]\n  flags:")
    project.file.write_text(text)
    return load_project(project.file)


def test_one_file_may_have_the_flag_for_not_waiting_and_the_other_not(tmp_path: Path) -> None:
    header = "#pragma once\n" + "".join(
        f"tpu_status_t sgdnn{name} ( tpu_resource_t r, SgdnnTensor_t x, bool non_blocking = true );\n"
        for name in ("One", "Two")
    )
    mine = '#include "api.h"\n' + FLAGLESS % ("One", "") + FLAGLESS % ("Two", "SAFE_CALL ( sgdnnOne ( r, x ) );\n  ")
    two = operator("Two", "k").replace("  api.input", "  SAFE_CALL ( sgdnnOne ( r, x, non_blocking ) );\n  api.input")
    theirs = '#include "api.h"\n' + operator("One", "k") + two
    project = with_header(project_of(tmp_path, a__x=mine, b__x=theirs), header)
    result = convert_library(project, tmp_path / "a/x.cpp")
    assert [(f.legacy, f.status) for f in result.functions] == [
        ("sgdnnOne", Status.CONVERTED),
        ("sgdnnTwo", Status.CONVERTED),
    ], [f.reason for f in result.functions]
    assert {p.status for p in result.proofs} == {"equal"}
    assert b"tpudnnOneAsync(handle, x)" in result.functions[1].text and b"non_blocking" not in result.functions[1].text


@pytest.mark.parametrize(
    "use",
    [
        "if ( non_blocking ) return SG_SUCCESS;",
        "SAFE_CALL ( sgdnnOne ( r, x, false ) );",
        "SAFE_CALL ( sgdnnOne ( r, x, !non_blocking ) );",
        "SAFE_CALL ( sgdnnOne ( r, x, not non_blocking ) );",
        "SGDNN_CHECK ( non_blocking );",
        "bool wait = !non_blocking;",
        "auto other = sgdnnOne;",
        "{ bool non_blocking = false; SGDNN_CHECK ( non_blocking ); }",
    ],
)
def test_a_flag_that_decides_something_keeps_the_declarations_apart(tmp_path: Path, use: str) -> None:
    header = "#pragma once\ntpu_status_t sgdnnOne ( tpu_resource_t r, SgdnnTensor_t x, bool non_blocking = true );\n"
    theirs = '#include "api.h"\n' + operator("One", "k").replace("  api.input", f"  {use}\n  api.input")
    mine = '#include "api.h"\n' + FLAGLESS % ("One", "")
    result = convert_library(with_header(project_of(tmp_path, a__x=mine, b__x=theirs), header), tmp_path / "a/x.cpp")
    assert {f.status for f in result.functions} == {Status.REFUSED} and "L172" in {r.id for r in result.refusals}


def test_an_argument_of_the_file_without_the_flag_stays(tmp_path: Path) -> None:
    header = "#pragma once\ntpu_status_t sgdnnOne ( tpu_resource_t r, SgdnnTensor_t x, bool keep = false, bool non_blocking = true );\n"
    head = "tpu_status_t sgdnnOne ( tpu_resource_t r, SgdnnTensor_t x, bool keep )\n{\n  SGDNN_CHECK ( keep );\n  return SG_SUCCESS;\n}\n"
    call = FLAGLESS % ("Two", "SAFE_CALL ( sgdnnOne ( r, x, true ) );\n  ")
    files = [
        f'#include "api.h"\n{one}{call}' for one in (head, head.replace("keep )\n", "keep, bool non_blocking )\n"))
    ]
    project = with_header(project_of(tmp_path, a__x=files[0], b__x=files[1]), header)
    result = convert_library(project, tmp_path / "a/x.cpp")
    two = next(f for f in result.functions if f.legacy == "sgdnnTwo")
    assert b"tpudnnOneAsync(handle, x, true)" in two.text or two.status == Status.REFUSED


def test_a_default_that_waits_keeps_the_declarations_apart(tmp_path: Path) -> None:
    header = "#pragma once\ntpu_status_t sgdnnOne ( tpu_resource_t r, SgdnnTensor_t x, bool non_blocking = true );\n"
    files = ['#include "api.h"\n' + FLAGLESS % ("One", ""), '#include "api.h"\n' + operator("One", "k")]
    project = with_header(project_of(tmp_path, a__x=files[0], b__x=files[1]), header)
    (tmp_path / "b/api.h").write_text(header.replace("true", "false"))
    result = convert_library(project, tmp_path / "a/x.cpp")
    assert {f.status for f in result.functions} == {Status.REFUSED} and "L172" in {r.id for r in result.refusals}


def test_headers_may_be_in_any_language(tmp_path: Path) -> None:
    header = "#pragma once\n// sans attente\ntpu_status_t sgdnnOne ( tpu_resource_t r, SgdnnTensor_t x, bool non_blocking = true );\n"
    files = ['#include "api.h"\n' + FLAGLESS % ("One", ""), '#include "api.h"\n' + operator("One", "k")]
    project = with_header(project_of(tmp_path, a__x=files[0], b__x=files[1]), header)
    (tmp_path / "b/api.h").write_bytes(header.replace("sans", "pr\xeat, sans").encode("latin-1"))
    result = convert_library(project, tmp_path / "a/x.cpp")
    assert {f.status for f in result.functions} == {Status.CONVERTED}, [f.reason for f in result.functions]


def test_what_both_files_begin_with_does_not_tear_a_conditional(tmp_path: Path) -> None:
    asking = operator("One", "k").replace(
        "  api.input", "#ifdef OWN\n  api.input_global_addr = 0;\n  SGDNN_CHECK ( r );\n#endif\n  api.input"
    )
    other = operator("One", "l").replace("  api.input", "  api.input_global_addr = 0;\n  api.input")
    result = convert_library(project_of(tmp_path, a__x=asking, b__x=other), tmp_path / "a/x.cpp")
    assert {p.status for p in result.proofs if p.name == "projection"} == {"equal"}
    assert not result.functions[0].text or result.functions[0].text.count(b"#if") == result.functions[0].text.count(
        b"#endif"
    )


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("#undef K\n#define K 3\n  n = K;", "#undef K\n#define K 4\n  n = K;"),
        ("#ifdef FAST\n  n = 1;\n#else\n  n = 2;\n#endif", "#ifndef FAST\n  n = 1;\n#else\n  n = 2;\n#endif"),
        ("#if 1\n  n = 1;\n#else\n  n = 2;\n#endif", "#if 0\n  n = 1;\n#else\n  n = 2;\n#endif"),
        ("#if 0\n  n = 1;\n#endif", "  n = 1;"),
        ("#pragma omp parallel for\n  for ( ; n < 3; ++n ) ;", "#pragma omp simd\n  for ( ; n < 3; ++n ) ;"),
    ],
)
def test_directives_between_equal_statements_are_compared(tmp_path: Path, first: str, second: str) -> None:
    for place in ("  api.input", "  return"):  # where the bodies begin alike, and where they end alike
        files = [
            operator("One", kernel).replace(place, f"  int n = 0;\n{body}\n  api.transposed = n;\n{place}")
            for kernel, body in (("k", first), ("l", second))
        ]
        project = project_of(tmp_path, a__x=files[0], b__x=files[1])
        assert [p.status for p, _ in prove(merged_of(project, "a/x.cpp"), project.chips)] == ["equal", "equal"]
        (function,) = convert_library(project, tmp_path / "a/x.cpp").functions
        assert function.status == Status.REFUSED or function.text.count(b"n = 1;") in (0, 2), function.text.decode()


def test_a_function_that_a_merge_changed_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = project_of(tmp_path, a__x=operator("One", "k"), b__x=operator("One", "l") + operator("Two", "m"))
    wrong = Proof("projection", "b/x.cpp", "different", "sgdnnOne", "b")
    monkeypatch.setattr("migrate.verify.variants.prove", lambda merged, chips: [(wrong, ["sgdnnOne"])])
    result = convert_library(project, tmp_path / "a/x.cpp")
    assert {f.legacy: f.status for f in result.functions} == {"sgdnnOne": Status.REFUSED, "sgdnnTwo": Status.CONVERTED}
    assert "L157" in {r.id for r in result.refusals}


OVERLOADED = "static int pick_ ( int n ) { return n; }\nstatic float pick_ ( float n ) { return n; }\n"
TWICE = "#ifdef FAST\nstatic int pick_ ( int n ) { return n; }\n#else\nstatic int pick_ ( int n ) { return n + 1; }\n#endif\n"
SPACES = "namespace u { static int pick_ ( int n ) { return n; } }\nnamespace v { static int pick_ ( int n ) { return 2 * n; } }\n"
USING = "namespace u { static int pick_ ( int n ) { return n; } }\nusing namespace u;\n"
ORDERED = "static int one_ ( int n ) { return n; }\nstatic int two_ ( int n ) { return one_ ( n ); }\n"
TURNED = "static int two_ ( int n ) { return n; }\nstatic int one_ ( int n ) { return two_ ( n ); }\n"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (OVERLOADED, OVERLOADED),
        (OVERLOADED, "".join(reversed(OVERLOADED.splitlines(keepends=True)))),
        (OVERLOADED, OVERLOADED.splitlines(keepends=True)[0]),
        (TWICE, TWICE),
        (SPACES, SPACES),
        (USING, "static int pick_ ( int n ) { return n; }\n"),
        (ORDERED, TURNED),
    ],
)
def test_what_cannot_be_paired_is_refused_function_by_function(tmp_path: Path, first: str, second: str) -> None:
    project = project_of(
        tmp_path, a__x=first + operator("One", "k"), b__x=second + operator("One", "l") + operator("Two", "m")
    )
    assert main(["convert", str(tmp_path / "a/x.cpp"), "--project", str(project.file), "-q", "--no-cache"]) == 1
    result = convert_library(project, tmp_path / "a/x.cpp")
    statuses = {f.legacy: f.status for f in result.functions if f.legacy.startswith("sgdnn")}
    assert statuses["sgdnnTwo"] == Status.CONVERTED
    assert {p.status for p in result.proofs} == {"equal"}


def test_an_error_in_a_file_of_one_chip_is_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project = project_of(tmp_path, a__x=operator("One", "k"), b__x="\n\nint 3;\n" + operator("One", "l"))
    assert main(["convert", str(tmp_path / "a/x.cpp"), "--project", str(project.file), "-q"]) == 3
    assert "b/x.cpp:3:" in capsys.readouterr().err


def test_comments_may_be_in_any_language(tmp_path: Path) -> None:
    mine = "// \u4e2d\u6587, d\u00e9j\u00e0\n" + operator("One", "k") + operator("Two", "l")
    result = convert_library(project_of(tmp_path, a__x=mine, b__x=mine.replace('"l"', '"m"')), tmp_path / "a/x.cpp")
    assert {f.status for f in result.functions} == {Status.CONVERTED}, [f.reason for f in result.functions]
    (tmp_path / "a/x.cpp").write_bytes(mine.encode("utf-8", "replace").replace("\u00e9".encode(), b"\xe9"))
    result = convert_library(load_project(tmp_path / "migrate.yaml"), tmp_path / "a/x.cpp")
    assert {f.status for f in result.functions} == {Status.CONVERTED}, [f.reason for f in result.functions]


def test_a_comment_that_only_one_file_has_is_said_where_it_is_lost(tmp_path: Path) -> None:
    mine, theirs = (
        operator("One", k).replace("  sg_api", f"  // rounds to {to}\n  sg_api")
        for k, to in (("k", "odd"), ("l", "zero"))
    )
    project = project_of(tmp_path, a__x="// both\n" + mine, b__x="// both\n" + theirs)
    result = convert_library(project, tmp_path / "a/x.cpp")
    assert b"rounds to odd" in result.functions[0].text
    ((place, message),) = [(f.place, f.message) for f in result.findings if f.id == "D201"]
    assert (place.path, place.line) == ("b/x.cpp", 5) and "rounds to zero" in message


def test_printed_text_in_another_encoding_stays_as_it_is(tmp_path: Path) -> None:
    body = '  if ( x.dim > 7 ) printf ( "%s %d\\n", "pr\xeat", x.dim );\n  if ( x.dim > 8 ) printf ( "d\xe9j\xe0 %d\\n", x.dim );\n  api.input'
    text = operator("One", "k").replace("  api.input", body)
    project = project_of(tmp_path, a__x=text, b__x=text)
    for chip in "ab":
        (tmp_path / chip / "x.cpp").write_bytes(text.encode("latin-1"))
    (function,) = convert_library(project, tmp_path / "a/x.cpp").functions
    assert function.status == Status.CONVERTED, function.reason
    assert b"d\xe9j\xe0" in function.text and b"pr\xeat" in function.text


def test_a_function_that_was_refused_twice_converts_later(tmp_path: Path) -> None:
    theirs = operator("One", "l").replace("bool non_blocking )", "int more, bool non_blocking )")
    project = project_of(tmp_path, a__x=operator("One", "k"), b__x=theirs)
    out = ["--project", str(project.file), "--out", str(tmp_path / "out"), "-q"]
    main(["convert", str(tmp_path / "a/x.cpp"), *out])
    texts = [path.read_text() for path in (tmp_path / "out").rglob("*.cpp")]
    assert sum(text.count("MIGRATE L172") for text in texts) == 1
    (tmp_path / "b/x.cpp").write_text(operator("One", "l"))
    main(["convert", str(tmp_path / "a/x.cpp"), *out])
    texts = [path.read_text() for path in (tmp_path / "out").rglob("*.cpp")]
    assert sum(text.count("tpudnnOneAsync(") for text in texts) == 1 and not any("MIGRATE" in text for text in texts)


def test_functions_in_another_order(tmp_path: Path) -> None:
    first = "// of one\n" + operator("One", "k") + "// of two\n" + operator("Two", "l")
    second = "#include <stdlib.h>\n" + operator("Two", "l_wide") + "static int own;\n" + operator("One", "k_wide")
    project = project_of(tmp_path, a__x=first, b__x=second)
    result = convert_library(project, tmp_path / "a/x.cpp")
    assert [(f.legacy, f.relation) for f in result.functions] == [
        ("sgdnnOne", "launch-only"),
        ("sgdnnTwo", "launch-only"),
    ]
    assert {p.status for p in result.proofs} == {"equal"}
    assert merged_of(project, "a/x.cpp").data.count(b"static int own;") == 1


def test_declarations_may_differ_by_the_vendors_types(tmp_path: Path) -> None:
    mine = '#include "vendor.h"\n' + operator("One", "k") + operator("Two", "l")
    theirs = (
        mine.replace("tpu_status_t", "rtStatus")
        .replace("tpu_resource_t r", "rtStream stream")
        .replace(" r, ", " stream, ")
    )
    mine = mine.replace("tpu_status_t", "bmStatus").replace("tpu_resource_t", "bmHandle")
    alone = [
        operator(name, name).replace("tpu_status_t", status).replace("tpu_resource_t", handle)
        for name, status, handle in (("Mine", "bmStatus", "bmHandle"), ("Theirs", "rtStatus", "rtStream"))
    ]
    project = project_of(tmp_path, a__x=mine + alone[0], b__x=theirs.replace('"k"', '"k_wide"') + alone[1])
    (tmp_path / "a/vendor.h").write_text("typedef int bmStatus;\ntypedef bm_handle *bmHandle;\n")
    (tmp_path / "b/vendor.h").write_text("typedef int rtStatus;\ntypedef bm_handle *rtStream;\n")
    (tmp_path / "own.yaml").write_text(
        "version: 1\nlibrary:\n  types: {handle: [rtStream, bmHandle], status: [rtStatus, bmStatus]}\n"
        "  names: {rtStream: tpudnnHandle_t, rtStatus: tpudnnStatus_t, bmHandle: tpudnnHandle_t, bmStatus: tpudnnStatus_t}\n"
    )
    text = (tmp_path / "migrate.yaml").read_text().replace("library:", "rules: [default, own.yaml]\nlibrary:")
    (tmp_path / "migrate.yaml").write_text(text)
    project = load_project(tmp_path / "migrate.yaml")
    result = convert_library(project, tmp_path / "a/x.cpp")
    assert [(f.legacy, f.status, f.relation) for f in result.functions] == [
        ("sgdnnOne", Status.CONVERTED, "launch-only"),
        ("sgdnnTwo", Status.CONVERTED, "none"),
        ("sgdnnTheirs", Status.CONVERTED, "one-chip"),
        ("sgdnnMine", Status.CONVERTED, "one-chip"),
    ], [f.reason for f in result.functions]
    assert {p.status for p in result.proofs} == {"equal"}
    assert not any(b"rtSt" in f.text or b"tpu_" in f.text.replace(b"tpu_kernel", b"") for f in result.functions)


def test_helpers_and_includes_of_one_file_stay_its_own(tmp_path: Path) -> None:
    helper = "#include <stdlib.h>\nstatic inline int ownHelper ( int x ) { return x + 1; }\n"
    project = project_of(tmp_path, a__x=helper + operator("One", "k"), b__x=operator("One", "k_wide"))
    result = convert_library(project, tmp_path / "a/x.cpp")
    assert [p for p in result.proofs if p.status != "equal"] == []
    assert [p.chip for p in result.proofs if p.subject.endswith(".cpp")] == ["a", "b"]


@pytest.mark.parametrize("lost", [b"sizeof", b"k_wide", b"return SG_SUCCESS;", b"#include <stdlib.h>"])
def test_a_wrong_merge_is_proven_wrong(tmp_path: Path, lost: bytes) -> None:
    wide = "#include <stdlib.h>\n" + operator("One", "k_wide")
    merged = merged_of(project_of(tmp_path, a__x=operator("One", "k"), b__x=wide), "a/x.cpp")
    chips = [part.chip for part in merged.parts]
    assert [p.status for p, _ in prove(merged, chips)] == ["equal", "equal"]
    damaged = replace(
        merged, data=merged.data.replace(lost, b"", 1) if lost != b"sizeof" else merged.data.replace(lost, b"len")
    )
    assert "different" in [p.status for p, _ in prove(damaged, chips)]


def test_functions_of_a_report_stand_in_files_that_exist(tmp_path: Path) -> None:
    one, two = operator("One", "k"), operator("Two", "l")
    project = project_of(tmp_path, a__x=one + two, b__x="\n\n" + operator("One", "k_wide"))
    merged = merged_of(project, "a/x.cpp")
    result = convert_library(project, tmp_path / "a/x.cpp")
    report = build_report([Input(result, merged.data, merged.lines)], "tree", ["a", "b"])
    assert {f.legacy: (f.file, f.line, f.places) for f in report.functions} == {
        "sgdnnOne": ("a/x.cpp", 2, (Spot("a/x.cpp", 2), Spot("b/x.cpp", 4))),
        "sgdnnTwo": ("a/x.cpp", 10, (Spot("a/x.cpp", 10),)),
    }
    text = print_text(report)
    assert "sgdnnOne" in text and "(a/x.cpp:2, b/x.cpp:4)" in text
    assert {row["path"] for row in csv.DictReader(print_csv(report).splitlines()) if row["record"] == "function"} == {
        "a/x.cpp"
    }


def test_a_build_with_an_option_that_one_chip_s_file_asks_about_ends(tmp_path: Path) -> None:
    """Where no conditional of the output can ask about it: it is decided together with a macro of that file alone."""
    asked = "#if defined WIDE && !defined OPTION\n  api.transposed = 1;\n#endif\n  api.input_global_addr"
    mine = "#define WIDE\n" + operator("One", "k").replace("  api.input_global_addr", asked)
    project = project_of(tmp_path, a__x=mine, b__x=operator("One", "l"))
    result = convert_library(project, tmp_path / "a/x.cpp")
    (one,) = result.functions
    assert one.status == Status.CONVERTED, one.reason
    assert b"#if defined OPTION\n#error MIGRATE L150: " in one.text and b"api.transposed = 1;" in one.text
    assert [(f.id, "OPTION" in f.message) for f in result.findings] == [("D206", True)] and not result.refusals
    assert {p.status for p in result.proofs} == {"equal"}
