"""Ids both ways: what the code gives has a page with an alias, what has a page is given by the code, and each has a case that gives it.

A case is a file of `cases` named after its id, or stands in another test, which names the id.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from migrate.cli import main
from migrate.convert.unit_tests import rewrite_unit_tests
from migrate.frontend.prototypes import read_prototypes
from migrate.model import Chip
from migrate.project.loading import load_project
from migrate.project.torch_rules import load_rules
from migrate.report import diagnostics
from migrate.rules.test_calls import Operators
from migrate.verify.conversion import convert_library
from migrate.verify.torch_conversion import convert_torch_text

HERE = Path(__file__).parent
TESTS = HERE.parent
PACKAGE = Path(diagnostics.__file__).parents[1]
PRELUDE = TESTS / "library" / "prelude.h"
CASES = {path.stem: path for path in sorted((HERE / "cases").glob("*.cpp"))}
CHIPS = (Chip("bm_a", "BACKEND_1684X", "__bm1684x__"), Chip("sg_b", "BACKEND_SG2260", "__sg2260__"))
ID = re.compile(r"\b[DFLPT]\d{2,3}\b")


def given() -> set[str]:
    """Ids in quotes in the code."""
    files = (path for path in PACKAGE.rglob("*.py"))
    return {name for path in files for name in re.findall(r'"([DFLPT]\d{2,3})"', path.read_text(encoding="utf-8"))}


def test_what_the_code_gives_is_what_has_a_page() -> None:
    assert given() == set(diagnostics.titles())


def test_every_page_has_an_alias_of_its_own_and_says_what_to_do() -> None:
    aliases = list(diagnostics.aliases().values())
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+|lambda", alias) for alias in aliases), aliases
    assert len(set(aliases)) == len(aliases)
    for name in diagnostics.titles():
        assert "## What to do" in diagnostics.page(name), name


def test_an_id_or_its_alias_is_accepted(capsys: pytest.CaptureFixture[str]) -> None:
    pages = []
    for name in ("L131", "l131", "buffer-escapes", "Buffer-Escapes"):
        assert main(["explain", name]) == 0
        pages.append(capsys.readouterr().out)
    assert len(set(pages)) == 1 and pages[0].startswith("# L131 buffer-escapes: ")
    assert main(["explain", "buffer-escape"]) == 2
    assert "did you mean buffer-escapes" in capsys.readouterr().err


def test_every_id_has_a_case() -> None:
    files = (
        path
        for path in TESTS.rglob("*")
        if path.suffix in (".py", ".cpp", ".yaml", ".expected") and path != Path(__file__)
    )
    named = {name for path in files for name in ID.findall(path.read_text(encoding="utf-8", errors="replace"))}
    named |= {"L106", "L182", "L186", "T203"}  # below
    assert diagnostics.titles().keys() - named - CASES.keys() == set()
    assert CASES.keys() <= diagnostics.titles().keys()


@pytest.mark.parametrize("name", [name for name in CASES if name[0] in "LD"])
def test_library_case(name: str, tmp_path: Path) -> None:
    text = CASES[name].read_text(encoding="utf-8")
    assert name in library_ids(tmp_path, text, rules_of(text))


def rules_of(text: str) -> str:
    """The first lines of a case are comments: what is odd, and rules in YAML behind `// rules:`."""
    return "".join(
        line.removeprefix("// rules: ") + "\n" for line in text.splitlines() if line.startswith("// rules: ")
    )


def library_ids(
    folder: Path, text: str, rules: str = "", flags: str = "", root: Path = TESTS.parent.parent, arguments: str = ""
) -> set[str]:
    (folder / "in.cpp").write_text(text)
    (folder / "rules.yaml").write_text("version: 1\n" + (rules or "library: {}\n"))
    (folder / "migrate.yaml").write_text(
        "version: 1\nchips:\n  bm_a: {legacy_macro: BACKEND_1684X}\n  sg_b: {legacy_macro: BACKEND_SG2260}\n"
        f"rules: [default, rules.yaml]\nlibrary:\n  sources: [in.cpp]\n  flags: [-std=c++17, {flags}-include, {PRELUDE}]\n"
        f"  arguments: [{arguments}]\n"
        f"target: {{root: {root}, fresh: true}}\n"
    )
    result = convert_library(load_project(folder / "migrate.yaml"), folder / "in.cpp")
    return {r.id for r in result.refusals} | {f.id for f in result.findings}


OPERATOR = (
    "tpu_status_t sgdnnFoo ( tpu_resource_t resource, SgdnnTensor_t input, int mode, bool non_blocking )\n{\n%s"
    "  return SG_SUCCESS;\n}\n"
)


def test_an_expression_that_the_compiler_follows_and_the_rules_do_not(tmp_path: Path) -> None:
    """L106: a build may allow what the compiler by itself would not."""
    deep = "  sg_api_one_t api;\n  api.input_global_addr = " + "mode ? input.addr : " * 1200 + "0;\n"
    assert "L106" in library_ids(tmp_path, OPERATOR % deep, flags="-fbracket-depth=100000, ")


def test_a_unified_name_that_another_public_header_has(tmp_path: Path) -> None:
    """L182: one that no library source comes to."""
    include = tmp_path / "unified/dnnlib/include"
    include.mkdir(parents=True)
    for header in (TESTS.parent.parent / "dnnlib/include").glob("*.h"):
        (include / header.name).symlink_to(header)
    for folder in ("dnnlib/src", "chips"):
        (tmp_path / "unified" / folder).symlink_to(TESTS.parent.parent / folder)
    assert "L182" not in library_ids(tmp_path, OPERATOR % "", root=tmp_path / "unified")
    (include / "more.h").write_text("tpudnnStatus_t tpudnnFooAsync(tpudnnHandle_t handle, int how);\n")
    assert "L182" in library_ids(tmp_path, OPERATOR % "", root=tmp_path / "unified")


def test_a_name_that_means_something_else_in_the_output(tmp_path: Path) -> None:
    """L186: the header comes along, the `using` of the source does not, and what a template calls is only known where it is used."""
    (tmp_path / "own.h").write_text("namespace own { inline int abs ( unsigned char x ) { return x + 7; } }\n")
    text = '#include <stdlib.h>\n#include "own.h"\nusing own::abs;\n'
    text += "template <class T> static int far ( T x ) {{ return {}abs ( x ); }}\n"
    operator = OPERATOR % "  if ( far ( (unsigned char) mode ) > 3 ) mode = 2;\n"
    assert "L186" in library_ids(tmp_path, text.format("") + operator, arguments="own.h")
    assert "L186" not in library_ids(tmp_path, text.format("::") + operator, arguments="own.h")


def test_a_function_of_a_namespace_that_comes_along(tmp_path: Path) -> None:
    """Where the compiler says which one a call means, it is called by its whole name."""
    (tmp_path / "own.h").write_text("namespace own { inline int abs ( unsigned char x ) { return x + 7; } }\n")
    text = '#include <stdlib.h>\n#include "own.h"\nusing own::abs;\n' + OPERATOR
    for mode in ("mode", "(unsigned char) mode"):
        assert library_ids(tmp_path, text % f"  if ( abs ( {mode} ) > 3 ) mode = 2;\n", arguments="own.h") == set()


def test_a_unit_test_that_is_no_python(tmp_path: Path) -> None:
    """T203."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "matmul.py").write_text("def f(:\n")
    (tmp_path / "migrate.yaml").write_text(
        "version: 1\nchips:\n  bm_a: {legacy_macro: BACKEND_1684X}\nunit_tests: ['tests/*.py']\n"
    )
    project = load_project(tmp_path / "migrate.yaml")
    (result,) = [
        result for result, _ in rewrite_unit_tests(project, Operators(frozenset({"bm_a"}), {}), {"matmul": {"bm_a"}})
    ]
    assert [f.id for f in result.findings] == ["T203"]


@pytest.mark.parametrize("name", [name for name in CASES if name[0] == "T"])
def test_torch_case(name: str) -> None:
    prototypes = read_prototypes((TESTS / "torch_side" / "cases" / "legacy.h").read_bytes())
    text = CASES[name].read_text(encoding="utf-8")
    rules = load_rules(yaml.safe_load(rules_of(text) or "{}").get("torch", {}))
    result = convert_torch_text("case.cpp", text.encode(), CHIPS, rules, prototypes)
    found = {r.id for r in result.refusals} | {f.id for f in result.findings}
    assert name in found, found
