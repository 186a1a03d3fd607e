"""The compiler decides conditionals: what each chip sees follows from its definitions, through any macro, and what stays means the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from migrate.emit.unified_tree import target_reader
from migrate.model import FileResult, FunctionResult, Status
from migrate.project.loading import load_project
from migrate.project.yaml_file import ConfigError
from migrate.verify.conversion import convert_library

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
GENERATIONS = "chips: {gen1: {defines: [CHIP_GEN=1]}, gen2: {defines: [CHIP_GEN=2]}, gen3: {defines: {CHIP_GEN: 3}}}"
BACKENDS = "chips: {bm_a: {legacy_macro: BACKEND_1684X}, sg_b: {legacy_macro: BACKEND_SG2260}}"
OPERATOR = """\
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
%s
  return SG_SUCCESS;
}
"""
LAUNCH = '  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_%s", &api, sizeof ( api ), non_blocking ) );\n'


def convert(folder: Path, chips: str, source: str, library: str = "", **headers: str) -> tuple[FileResult, str]:
    """The result, and the text of the header of shared helpers."""
    project = f"version: 1\n{chips}\nrules: [default]\nlibrary:\n  sources: [in.cpp]\n"
    project += (
        f"  flags: [-std=c++17, -include, {HERE / 'prelude.h'}]\n  include: [.]\n{library}target: {{root: unified}}\n"
    )
    (folder / "migrate.yaml").write_text(project)
    (folder / "in.cpp").write_text(source)
    for name, text in headers.items():
        (folder / f"{name}.h").write_text(text)
    (folder / "unified").mkdir(exist_ok=True)
    loaded = load_project(folder / "migrate.yaml")
    result = convert_library(loaded, folder / "in.cpp", reader=target_reader(loaded, folder / "out"))
    assert [p for p in result.proofs if p.status != "equal"] == []
    return result, result.outputs.get("dnnlib/src/tensor/helpers.h", b"").decode()


def function(result: FileResult, legacy: str = "sgdnnOne") -> FunctionResult:
    return next(f for f in result.functions if f.legacy == legacy)


def kernels(found: FunctionResult) -> dict[str, str | None]:
    """Chip -> symbol of its own row."""
    return {r.chip: r.symbol for r in found.rows if r.key == "one"}


def branches(condition: str) -> str:
    return OPERATOR % f"{condition}\n{LAUNCH % 'new'}#else\n{LAUNCH % 'old'}#endif"


NEW = {"gen1": "old", "gen2": "new", "gen3": "new"}
ODD = {"gen1": "new", "gen2": "old", "gen3": "new"}


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("#if CHIP_GEN >= 2", NEW),
        ("#if not (CHIP_GEN < 2)", NEW),
        ("#if (CHIP_GEN & 1) == 1", ODD),
        ("#if CHIP_GEN % 2 ? 1 : 0", ODD),
        ("#if CHIP_GEN << 16 > 0x1ffff", NEW),
        ("#if CHIP_GEN \\\n  >= 2", NEW),
        ("#if CHIP_GEN /* two */ >= 2 // or later", NEW),
        ("%:if CHIP_GEN >= 2", NEW),
        ("#if CHIP_GE\\\nN >= 2", NEW),
        ("#if IS_NEW", NEW),
        ("#if AT_LEAST(2)", NEW),
        ("#ifdef HAS_NEW", NEW),
    ],
)
def test_each_chip_gets_the_branch_that_its_compiler_takes(
    condition: str, expected: dict[str, str], tmp_path: Path
) -> None:
    header = "#define IS_NEW ( CHIP_GEN > 1 )\n#define AT_LEAST(n) ( CHIP_GEN >= (n) )\n#if CHIP_GEN > 1\n#define HAS_NEW\n#endif\n"
    result, _ = convert(tmp_path, GENERATIONS, '#include "gen.h"\n' + branches(condition), gen=header)
    found = function(result)
    assert found.status == Status.CONVERTED, found.reason
    assert kernels(found) == {chip: f"tpu_kernel_api_{name}" for chip, name in expected.items()}


def test_a_conditional_that_the_output_could_not_answer_is_resolved_where_all_chips_agree(tmp_path: Path) -> None:
    result, helpers = convert(tmp_path, GENERATIONS, branches("#if CHIP_GEN >= 1"))
    found = function(result)
    assert b"#if" not in found.text and "CHIP_GEN" not in helpers
    assert set(kernels(found).values()) == {"tpu_kernel_api_new"}


def test_a_feature_with_one_meaning_stays_and_comes_along_wherever_it_is_defined(tmp_path: Path) -> None:
    for place in ("source", "header", "command line"):
        folder = tmp_path / place.replace(" ", "_")
        folder.mkdir()
        start = {"source": "#define FEATURE 2\n", "header": '#include "gen.h"\n'}.get(place, "")
        library = "  defines: [FEATURE=2]\n" if place == "command line" else ""
        source = start + OPERATOR % f"#if FEATURE > 1\n  api.mode = 1;\n#endif\n{LAUNCH % 'one'}"
        result, helpers = convert(folder, BACKENDS, source, library, gen="#define FEATURE 2\n")
        assert b"#if FEATURE > 1" in function(result).text, place
        assert "#ifndef FEATURE\n#define FEATURE 2\n#endif" in helpers, place
        assert [f.id for f in result.findings] == ["D204"], place


def test_a_feature_that_is_taken_back_is_resolved(tmp_path: Path) -> None:
    source = (
        "#define FEATURE\n#undef FEATURE\n" + OPERATOR % f"#ifdef FEATURE\n  api.mode = 1;\n#endif\n{LAUNCH % 'one'}"
    )
    result, helpers = convert(tmp_path, BACKENDS, source)
    assert b"mode" not in function(result).text and "FEATURE" not in helpers


def test_an_option_that_nothing_defines_stays(tmp_path: Path) -> None:
    result, _ = convert(tmp_path, BACKENDS, OPERATOR % f"#ifdef OPTION\n  api.mode = 1;\n#endif\n{LAUNCH % 'one'}")
    assert b"#ifdef OPTION" in function(result).text and not result.findings


def test_an_option_within_a_chip_s_conditional_is_decided_and_said(tmp_path: Path) -> None:
    source = branches("#if defined BACKEND_1684X && !defined OPTION")
    result, _ = convert(tmp_path, BACKENDS, source)
    assert kernels(function(result)) == {"bm_a": "tpu_kernel_api_new", "sg_b": "tpu_kernel_api_old"}
    assert b"#if defined OPTION\n#error MIGRATE L150: " in function(result).text
    assert {(f.id, "OPTION" in f.message) for f in result.findings} == {("D206", True)} and not result.refusals


# a helper that each chip has its own definition of
LANES = "#if defined BACKEND_1684X\nstatic int lanes ( int x ) { return x * 2; }\n#else\nstatic int lanes ( int x ) { return x + 2; }\n#endif\n"


@pytest.mark.parametrize("macro", ["", "#define DOUBLE(x) ( x ) = ( x ) * 2\n"])
def test_an_option_is_decided_and_said_beside_a_helper_of_each_chip_s_own(tmp_path: Path, macro: str) -> None:
    """Also where a macro of the file was expanded before."""
    use = "  api.dim = lanes ( input.dim );\n" + ("  DOUBLE ( api.dim );\n" if macro else "")
    branch = "#if defined BACKEND_1684X && !defined OPTION\n  api.mode = 1;\n#else\n  api.mode = 2;\n#endif\n"
    source = macro + LANES + OPERATOR % f"{use}{branch}{LAUNCH % 'one'}"
    result, helpers = convert(tmp_path, BACKENDS, source)
    found = next(one for one in result.functions if one.legacy != "lanes")
    assert found.status == Status.CONVERTED, found.reason
    assert helpers.index("x * 2") < helpers.index("x + 2")
    assert b"#if defined OPTION\n#error MIGRATE L150: " in found.text
    assert {(f.id, "OPTION" in f.message) for f in result.findings} == {("D206", True)} and not result.refusals


OPTIONS = {
    "constant": (
        '#ifdef OPTION\nstatic const char * const NAME = "tpu_kernel_api_a";\n#else\nstatic const char * const NAME = "tpu_kernel_api_b";\n#endif\n',
        "NAME",
        "",
    ),
    "array": (
        '#ifdef OPTION\nstatic const char NAME[] = "tpu_kernel_api_a";\n#else\nstatic const char NAME[] = "tpu_kernel_api_b";\n#endif\n',
        "NAME",
        "",
    ),
    "macro in a table": (
        '#ifdef OPTION\n#define END "_a"\n#else\n#define END "_b"\n#endif\nstatic const char * const NAMES[] = { "tpu_kernel_api_x" END, "tpu_kernel_api_y" END };\n',
        "NAMES[input.dim & 1]",
        "",
    ),
    "macro in a helper": (
        '#ifdef OPTION\n#define NAME "tpu_kernel_api_a"\n#else\n#define NAME "tpu_kernel_api_b"\n#endif\n'
        'static const char * pick ( int n )\n{\n  return n > 1 ? NAME : "tpu_kernel_api_c";\n}\n',
        "pick ( input.dim )",
        "",
    ),
    "local constant": (
        "",
        "name",
        '#ifdef OPTION\n  const char * const name = "tpu_kernel_api_a";\n#else\n  const char * const name = "tpu_kernel_api_b";\n#endif\n',
    ),
}


@pytest.mark.parametrize("where", OPTIONS)
def test_an_option_that_decides_a_kernel_s_name_is_said(tmp_path: Path, where: str) -> None:
    before, name, inside = OPTIONS[where]
    result, _ = convert(
        tmp_path, BACKENDS, before + OPERATOR % (inside + (LAUNCH % "one").replace('"tpu_kernel_api_one"', name))
    )
    assert b"#if defined OPTION\n#error MIGRATE L150: " in function(result).text
    assert {(f.id, "OPTION" in f.message) for f in result.findings} == {("D206", True)} and not result.refusals


def test_an_option_of_what_a_function_does_not_use_is_not_said(tmp_path: Path) -> None:
    before = "#ifdef OPTION\nstatic const int other = 1;\n#else\nstatic const int other = 2;\n#endif\n"
    result, _ = convert(tmp_path, BACKENDS, before + OPERATOR % (LAUNCH % "one"))
    assert function(result).status == Status.CONVERTED and not result.findings


def test_a_conditional_where_no_compiler_comes_is_decided_by_numbers_or_refused(tmp_path: Path) -> None:
    text = "#ifdef OPTION\n#if %s\n  api.mode = 1;\n#endif\n#endif\n"
    result, _ = convert(tmp_path, GENERATIONS, OPERATOR % (text % "CHIP_GEN > 0" + LAUNCH % "one"))
    assert function(result).text.count(b"#if") == 1
    header = "#define AT_LEAST(n) ( CHIP_GEN >= (n) )\n"
    (tmp_path / "b").mkdir()
    source = '#include "gen.h"\n' + OPERATOR % (text % "AT_LEAST ( 1 )" + LAUNCH % "one")
    result, _ = convert(tmp_path / "b", GENERATIONS, source, gen=header)
    assert function(result).reason.startswith("L150")


VALUES = {
    "per chip": "#if defined BACKEND_1684X\n#define LANES 1\n#else\n#define LANES 8\n#endif\n",
    "through another": "#if defined BACKEND_1684X\n#define CORES 1\n#else\n#define CORES 8\n#endif\n#define LANES ( CORES * 2 )\n",
    "on one chip": "#if defined BACKEND_1684X\n#define LANES 1\n#else\nconst int LANES = 8;\n#endif\n",
}


@pytest.mark.parametrize("what", VALUES)
@pytest.mark.parametrize("place", ["source", "header"])
def test_a_macro_in_code_has_each_chip_s_value(what: str, place: str, tmp_path: Path) -> None:
    start = VALUES[what] if place == "source" else '#include "gen.h"\n'
    source = start + OPERATOR % f"  api.mode = LANES;\n{LAUNCH % 'one'}"
    result, helpers = convert(tmp_path, BACKENDS, source, gen=VALUES[what])
    assert function(result).status == Status.CONVERTED, function(result).reason
    if what == "on one chip":  # the other one has a variable
        text = function(result).text
        assert text.index(b"api.mode = 1;") < text.index(b"const int LANES = 8;") < text.index(b"api.mode = LANES;")
        return
    single, multi = helpers.index('"single_core"'), helpers.index('"multi_core"')
    assert single < helpers.index("return 1;") < multi < helpers.index("return 8;"), helpers


@pytest.mark.parametrize(
    "place", ["int lanes[LANES] = { 0 }; api.mode = lanes[0]", "switch ( input.dim ) { case LANES: api.mode = 1; }"]
)
def test_a_macro_that_has_to_be_a_constant_stands_in_each_chip_s_body(place: str, tmp_path: Path) -> None:
    result, _ = convert(tmp_path, BACKENDS, VALUES["per chip"] + OPERATOR % f"  {place};\n{LAUNCH % 'one'}")
    assert function(result).status == Status.CONVERTED, function(result).reason
    text = b"".join(function(result).text.split())
    one, eight = (place.replace("LANES", number).replace(" ", "").encode() for number in ("1", "8"))
    assert text.index(b"single_core") < text.index(one) < text.index(b"multi_core") < text.index(eight)


def test_a_macro_in_code_that_is_defined_again_is_refused_where_it_differs(tmp_path: Path) -> None:
    body = f"  api.mode = LANES;\n{LAUNCH % 'one'}"
    again = (OPERATOR % body).replace("sgdnnOne", "sgdnnTwo")
    result, helpers = convert(
        tmp_path, BACKENDS, "#define LANES 2\n" + OPERATOR % body + "#undef LANES\n#define LANES 4\n" + again
    )
    assert function(result).status == Status.CONVERTED and "#define LANES 2" in helpers and "LANES 4" not in helpers
    assert function(result, "sgdnnTwo").reason.startswith("L161")


def test_a_macro_of_a_header_comes_along_with_what_it_expands_to(tmp_path: Path) -> None:
    header = "#define LANES ( CORES * \\\n  2 )\n#define CORES 4\n#define UNUSED 1\n"
    source = '#include "gen.h"\n' + OPERATOR % f"  api.mode = LANES;\n{LAUNCH % 'one'}"
    result, helpers = convert(tmp_path, BACKENDS, source, gen=header)
    assert function(result).status == Status.CONVERTED
    assert "#define CORES 4" in helpers and "#define LANES ( CORES * \\\n  2 )" in helpers and "UNUSED" not in helpers


@pytest.mark.parametrize("place", ["source", "header"])
def test_a_macro_that_an_option_of_the_build_decides_comes_along_with_it(tmp_path: Path, place: str) -> None:
    option = "#ifdef FAST\n#define SPEED 2\n#else\n#define SPEED 1\n#endif\n"
    text = f"#ifndef GEN_H\n#define GEN_H\n{option}#endif\n" if place == "header" else ""
    start = '#include "gen.h"\n' if place == "header" else option
    result, helpers = convert(tmp_path, BACKENDS, start + OPERATOR % f"  api.mode = SPEED;\n{LAUNCH % 'one'}", gen=text)
    assert function(result).status == Status.CONVERTED and f"#ifndef SPEED\n{option}#endif" in helpers


@pytest.mark.parametrize(
    "option",
    [
        "#ifdef FAST\n#define SPEED 2\nint fast;\n#else\n#define SPEED 1\n#endif\n",
        "#ifdef FAST\n#define SPEED sgdnnDataSize ( SGDNN_DTYPE_FP32 )\n#else\n#define SPEED 1\n#endif\n",
    ],
)
def test_a_macro_that_an_option_decides_with_other_code_is_written_as_without(tmp_path: Path, option: str) -> None:
    """And a build with the option ends there."""
    result, _ = convert(tmp_path, BACKENDS, option + OPERATOR % f"  api.mode = SPEED;\n{LAUNCH % 'one'}")
    assert function(result).status == Status.CONVERTED, function(result).reason
    assert b"api.mode = 1;" in function(result).text
    assert (
        b"#if defined FAST\n#error MIGRATE L150: what FAST decides for this function is written as without it"
        in function(result).text
    )
    assert [(f.id, "FAST" in f.message) for f in result.findings] == [("D206", True)] and not result.refusals


def test_a_branch_that_an_option_brings_is_left_out_where_nobody_knows_what_it_is(tmp_path: Path) -> None:
    branch = "#ifdef FAST\n  api.mode = further ( input );\n#else\n  api.mode = 1;\n#endif\n"
    result, _ = convert(tmp_path, BACKENDS, OPERATOR % f"{branch}{LAUNCH % 'one'}")
    assert function(result).status == Status.CONVERTED, function(result).reason
    lines = [line.strip() for line in function(result).text.decode().splitlines()]
    start = lines.index("#ifdef FAST")
    assert lines[start + 1].startswith("#error MIGRATE L150: ") and lines[start + 2 : start + 4] == [
        "#else",
        "api.mode = 1;",
    ]
    (left,) = result.refusals
    assert left.id == "L150" and "FAST" in left.message


def test_a_default_that_a_build_may_replace_comes_along(tmp_path: Path) -> None:
    source = "#ifndef SPEED\n#define SPEED 1\n#endif\n" + OPERATOR % f"  api.mode = SPEED;\n{LAUNCH % 'one'}"
    result, helpers = convert(tmp_path, BACKENDS, source)
    assert function(result).status == Status.CONVERTED and "#ifndef SPEED\n#define SPEED 1\n#endif" in helpers


def test_blanks_in_what_a_macro_makes_a_string_of_stay(tmp_path: Path) -> None:
    source = "#define TEXT_(x) #x\n#define TEXT(x) TEXT_(x)\n"
    body = "  const char * name = TEXT(a-b +c);\n  int a = input.dim;\n  api.mode = name[0] + ( a + ++a ) - - a;\n"
    result, _ = convert(tmp_path, BACKENDS, source + OPERATOR % (body + LAUNCH % "one"))
    text = function(result).text
    assert function(result).status == Status.CONVERTED, function(result).reason
    assert b"TEXT(a-b +c);" in text and b"(a + ++a) - -a" in text, text.decode()


@pytest.mark.parametrize(("large", "id"), [(8, "L165"), (4, "L166")])  # L166: what else this small tree lacks
def test_a_provided_helper_that_a_header_defines_is_compared(tmp_path: Path, large: int, id: str) -> None:
    sizes = f"return d == SGDNN_DTYPE_FP32 || d == SGDNN_DTYPE_INT32 ? {large} : d == SGDNN_DTYPE_INT64 ? 8 : 2;"
    header = f"#pragma once\nstatic inline size_t sgdnnDataSize ( SgdnnDataType_t d )\n{{\n  {sizes}\n}}\n"
    source = '#include "gen.h"\n' + OPERATOR % f"  api.mode = sgdnnDataSize ( input.dtype );\n{LAUNCH % 'one'}"
    (tmp_path / "unified").symlink_to(ROOT)
    result, _ = convert(tmp_path, BACKENDS, source, gen=header)
    assert function(result).reason.startswith(id), function(result).reason


@pytest.mark.parametrize("defines", ["[1X]", "X", "[[X]]", "['X Y']"])
def test_definitions_of_a_chip_are_checked(defines: str, tmp_path: Path) -> None:
    (tmp_path / "migrate.yaml").write_text(f"version: 1\nchips: {{a: {{defines: {defines}}}}}\n")
    with pytest.raises(ConfigError, match=r"migrate\.yaml:2:"):
        load_project(tmp_path / "migrate.yaml")


def test_a_comment_that_comes_along_names_chips_by_their_names(tmp_path: Path) -> None:
    declaration = OPERATOR.partition(")")[0].replace("non_blocking", "non_blocking = true")
    api = f"/**\n * OUTPUT = INPUT\n * 1. Not for BACKEND_SG2260, nor BACKEND_SG2260X\n */\n{declaration});\n"
    source = '#include "api.h"\n' + OPERATOR % (LAUNCH % "one")
    result, _ = convert(tmp_path, BACKENDS, source, "  headers: [api.h]\n", api=api)
    assert b" * 1. Not for sg_b, nor BACKEND_SG2260X\n" in result.outputs["dnnlib/include/tpuDNNTensor.h"]
