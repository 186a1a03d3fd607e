"""One cause, one diagnostic: what only follows from another diagnostic is not told beside it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from test_ids import OPERATOR, PRELUDE, TESTS

from migrate.project.loading import load_project
from migrate.verify.conversion import convert_library

HEAD = "static unsigned int narrow ( SgdnnTensor_t t )\n{\n  return t.addr;\n}\n"
CUT = (
    "#define FIRST 0\n  tpu_status_t status = SG_SUCCESS;\n  for ( int i = 0; i <\n#if defined BACKEND_1684X\n    1\n#else\n    2\n#endif\n    ; ++i )\n"
    '    status = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), non_blocking );\n'
    "  SGDNN_CHECK ( status == SG_SUCCESS );\n"
)
API = "  sg_api_one_t api;\n"
UNKNOWN = "int sgdnnMystery ( unsigned long long a, int n );\n"
CASES = {
    "the caller of a refused helper": (HEAD + OPERATOR % "  mode = narrow ( input );\n", ["L121", "L163"]),
    "the caller's caller": (
        HEAD
        + "static int twice ( SgdnnTensor_t t )\n{\n  return narrow ( t ) * 2;\n}\n"
        + OPERATOR % "  mode = twice ( input );\n",
        ["L121", "L163", "L163"],
    ),
    "an unknown call that is given an address": (
        UNKNOWN + OPERATOR % "  sgdnnMystery ( input.addr, 1 );\n",
        ["L125"],
    ),
    "an unknown call within another one": (
        UNKNOWN + OPERATOR % "  sgdnnMystery ( 0, sgdnnMystery ( input.addr, 1 ) );\n",
        ["L116", "L125"],
    ),
    "two unknown calls": (
        UNKNOWN + OPERATOR % "  sgdnnMystery ( input.addr, 1 );\n  sgdnnMystery ( 0, 2 );\n",
        ["L116", "L125"],
    ),
    "a conditional that cuts a launch": (OPERATOR % (API + CUT), ["L153"]),
    "a computed flag beside a cut conditional": (
        OPERATOR
        % (
            API
            + CUT
            + '  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_c", &api, sizeof ( api ), mode > 1 ) );\n'
        ),
        ["L102", "L153"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_ids(name: str, tmp_path: Path) -> None:
    text, expected = CASES[name]
    (tmp_path / "in.cpp").write_text(text)
    (tmp_path / "migrate.yaml").write_text(
        "version: 1\nchips:\n  bm_a: {legacy_macro: BACKEND_1684X}\n  sg_b: {legacy_macro: BACKEND_SG2260}\nrules: [default]\n"
        f"library:\n  sources: [in.cpp]\n  flags: [-std=c++17, -include, {PRELUDE}]\n"
        f"target: {{root: {TESTS.parent.parent}, fresh: true}}\n"
    )
    result = convert_library(load_project(tmp_path / "migrate.yaml"), tmp_path / "in.cpp")
    told = [f"{r.id} {r.message}" for r in result.refusals]
    assert Counter(text[:4] for text in told) == Counter(expected), told
