"""The checking parse: once per chip where the chips' builds see something else, with argument structs wherever they come from."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_library_cases import CHIPS, HERE

from migrate.model import FileResult
from migrate.project.loading import load_project
from migrate.verify.conversion import convert_library

OPERATOR = """\
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
%s  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
"""


def converted(folder: Path, body: str, rules: str = "", library: str = "", chips: str = "") -> FileResult:
    (folder / "in.cpp").write_text(OPERATOR % body)
    (folder / "rules.yaml").write_text(rules or "version: 1\nlibrary: {}\n")
    (folder / "unified").mkdir()
    prelude = (HERE / "prelude.h").read_text().replace("const char *name, const void *api, size_t size);", "")
    (folder / "prelude.h").write_text(prelude)
    text = "version: 1\nchips:\n" + (chips or "".join(CHIPS.values()))
    text += "rules: [default, rules.yaml]\nlibrary:\n  sources: [in.cpp]\n"
    text += f"  flags: [-std=c++17, -include, {folder / 'prelude.h'}]\n{library}"
    (folder / "migrate.yaml").write_text(text + "target: {root: unified}\n")
    project = load_project(folder / "migrate.yaml")
    return convert_library(project, folder / "in.cpp")


def refused(result: FileResult) -> list[str]:
    return [r.id for r in result.refusals]


@pytest.mark.parametrize(
    ("body", "ids"),
    [
        ("", []),
        ("  unsigned long long where = input.addr;\n  api.other_global_addr = where + 64;\n", []),
        (
            "  int n = input.dim;\n  void * p = ( void * ) &n;\n  api.other_global_addr = ( unsigned long long ) p;\n",
            ["L180"],
        ),
        ("  api.other_global_addr = input.dim;\n", ["L180"]),
        ("  api.dim = api.input_global_addr;\n", ["L180"]),
        ("  api.dim = input.dtype * 2;\n", ["L180"]),
        ("  api.dim = ( int ) input.dtype;\n", []),  # its legacy number
    ],
)
def test_an_address_field_takes_addresses_alone(tmp_path: Path, body: str, ids: list[str]) -> None:
    """Also where the project names no header of argument structs."""
    assert refused(converted(tmp_path, body)) == ids


@pytest.mark.parametrize(
    ("rule", "ids"), [("global_addr$", ["L180"]), ("(input|other|output|buffer)_global_addr$", [])]
)
def test_names_of_address_fields_are_a_rule(tmp_path: Path, rule: str, ids: list[str]) -> None:
    rules = f"version: 1\nlibrary: {{address_fields: '{rule}'}}\n"
    assert refused(converted(tmp_path, "  api.list_global_addr[0] = input.dim;\n", rules)) == ids


@pytest.mark.parametrize("chip", ["BACKEND_1684X", "BACKEND_SG2260"])
def test_each_chip_of_a_dispatch_by_macro(tmp_path: Path, chip: str) -> None:
    body = f"#if defined {chip}\n  api.dim = input.dtype * 2;\n#else\n  api.dim = 7;\n#endif\n"
    assert refused(converted(tmp_path, body, "version: 1\nlibrary: {dispatch: macro}\n")) == ["L180"]


@pytest.mark.parametrize("odd", ["a", "b"])
def test_argument_structs_of_each_chip(tmp_path: Path, odd: str) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        kind = "int" if folder != odd else "tpu_status_t"  # a legacy name in a header that stays
        (tmp_path / folder / "extra.h").write_text(f"typedef {kind} extra_t;\n")
    struct = "struct sg_api_more_t { unsigned long long input_global_addr; extra_t extra; };\n"
    (tmp_path / "structs.h").write_text("#include <extra.h>\n" + struct)
    pairs = zip(CHIPS.values(), "ab", strict=True)
    chips = "".join(line.replace("}", f", include: [{folder}]}}") for line, folder in pairs)
    library = "  arguments: [structs.h]\n"
    result = converted(tmp_path, "", library=library, chips=chips)
    assert "L180" in refused(result)
