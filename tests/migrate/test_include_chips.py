"""Chips that nothing but the folder of their headers tells apart: from `migrate init` to the output, which is right for each of them or refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from migrate.cli import main

COMMON = Path(__file__).parent / "reliability/semantics/common.h"
ARCH = """\
#ifndef ARCH_H
#define ARCH_H
#define WIDTH {width}
#define ALIGN 64
#define TRANSPOSES {number}
enum {{ ARCH = {number} }};
typedef int *tpu_resource_t;
typedef int tpu_status_t;
static inline int arch_round ( int x ) {{ return x + {number}; }}
tpu_status_t sgdnnTPUKernelLaunch ( tpu_resource_t, const char *, const void *, unsigned long, bool );
#endif
"""
LEGACY = """\
#include "common.h"
#include "arch.h"
enum { SG_SUCCESS = 0 };
enum SgdnnDataType_t { SGDNN_DTYPE_FP32, SGDNN_DTYPE_FP16 };
struct SgdnnTensor_t { unsigned long long addr; int dim; int shape[8]; int stride[8]; SgdnnDataType_t dtype; };
#define SAFE_CALL(e) do { if ((e) != SG_SUCCESS) throw 2; } while (false)
"""
BODIES = {
    "Same": "api.mode = ALIGN;",
    "Chosen": "\n#if TRANSPOSES > 1\n  api.mode = 2;\n#else\n  api.mode = 3;\n  probe ( 9 );\n#endif\n",
    "Width": "api.mode = WIDTH;",
    "Number": "api.mode = ARCH;",
    "Helper": "api.mode = arch_round ( 1 );",
}
SIGNATURE = "tpu_status_t sgdnn{} ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )"
OPERATOR = """\
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  %s
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
"""


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    operators = (SIGNATURE.format(name) + "\n" + OPERATOR % body for name, body in BODIES.items())
    files = {
        "include/common.h": COMMON.read_text(),
        "include/legacy.h": LEGACY,
        "include/api.h": '#include "legacy.h"\n' + "".join(SIGNATURE.format(name) + ";\n" for name in BODIES),
        "src/ops.cpp": '#include "api.h"\n' + "\n".join(operators),
        **{f"chips/k{n}/include/arch.h": ARCH.format(width=16 * n, number=n) for n in (1, 2)},
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MIGRATE_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path


def converted(tree: Path) -> dict[str, Any]:
    assert main(["convert", ".", "--no-compile", "-q", "--json", "report.json"]) == 1
    report = json.loads((tree / "report.json").read_text())
    return {f["legacy"].removeprefix("sgdnn"): f for f in report["functions"]}


def test_from_init_to_the_output(tree: Path) -> None:
    assert main(["init"]) == 0
    project = yaml.safe_load((tree / "migrate.yaml").read_text())
    assert {n: c["include"] for n, c in project["chips"].items()} == {f"k{n}": [f"chips/k{n}/include"] for n in (1, 2)}
    found = converted(tree)
    assert [name for name, f in found.items() if f["status"] == "converted"] == ["Same", "Chosen", "width", "Width"]
    assert {name: f["reason"][:4] for name, f in found.items() if f["status"] == "refused"} == {
        "Number": "L166",
        "Helper": "L166",
    }
    text = (tree / "migrated/dnnlib/src/tensor/Misc.cpp").read_text()
    assert 'if (pimpl->follows("chosen", "k' in text and "TRANSPOSES" not in text
    tables = {n: yaml.safe_load((tree / f"migrated/chips/k{n}/kernels.yaml").read_text())["kernels"] for n in (1, 2)}
    assert tables[1]["chosen"]["follows"] != tables[2]["chosen"]["follows"]
    assert tables[1]["same"] == tables[2]["same"]
    assert widths(tree) == {1: 16, 2: 32}


def widths(tree: Path) -> dict[int, int]:
    """What the function that says WIDTH returns on each chip, by its kernel table."""
    helpers = (tree / "migrated/dnnlib/src/tensor/helpers.h").read_text()
    found = {}
    for n in (1, 2):
        table = yaml.safe_load((tree / f"migrated/chips/k{n}/kernels.yaml").read_text())["kernels"]
        variant = table["helper.width"]["follows"]
        branch = helpers[helpers.index(f'"helper.width", "{variant}"') :]
        found[n] = int(branch[branch.index("return ") + len("return ") :].partition(";")[0])
    return found


def test_a_chips_own_folder_comes_before_those_of_all(tree: Path) -> None:
    """A folder of all chips that is one chip's as well hides nothing of another one."""
    assert main(["init"]) == 0
    file = tree / "migrate.yaml"
    text = file.read_text()
    file.write_text(text.replace("  include: [include]", "  include: [include, chips/k1/include]"))
    assert file.read_text() != text
    assert converted(tree)["Width"]["status"] == "converted"
    assert widths(tree) == {1: 16, 2: 32}
