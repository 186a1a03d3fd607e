"""A provided helper of the legacy tree is left out only where the compiler finds that it does what the unified one does."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from migrate.convert.helper_bodies import Unlike, compared
from migrate.convert.translation_unit import load_unit
from migrate.project.loading import load_project
from migrate.project.rule_files import shipped_library_rules

ROOT = Path(__file__).parents[3]
PRELUDE = Path(__file__).parent / "prelude.h"
PROJECT = f"""\
version: 1
chips:
  bm_a: {{legacy_macro: BACKEND_1684X}}
  sg_b: {{legacy_macro: BACKEND_SG2260}}
rules: [default]
library:
  sources: [in.cpp]
  flags: [-std=c++17, -include, {PRELUDE}]
target: {{root: {ROOT}, fresh: true}}
"""
STRIDES = "static void sgdnnContiguousStride(const int *shape, int dim, int *stride) { int n = 1; %s }"
SIZE = "static size_t sgdnnDataSize(SgdnnDataType_t t) { %s }"
CODES = "if (t == SGDNN_DTYPE_FP32) return 5; if (t == SGDNN_DTYPE_FP16) return 3; if (t == SGDNN_DTYPE_BF16) return 11; if (t == SGDNN_DTYPE_INT32) return 9;"
KERNEL = "int sgdnnTPUKernelDType(SgdnnDataType_t t) { %s }"
SAME = {
    "while": STRIDES % "int i = dim; while (i > 0) { stride[--i] = n; n *= shape[i]; }",
    "renamed": "static void sgdnnContiguousStride(const int *a, int b, int *c) { for (int i = b - 1, d = 1; i >= 0; d *= a[i--]) c[i] = d; }",
    "switch": SIZE
    % "switch (t) { case SGDNN_DTYPE_INT64: return 8; case SGDNN_DTYPE_FP16: case SGDNN_DTYPE_BF16: return 2; default: return 4; }",
    "refusing": KERNEL % f"{CODES} SGDNN_CHECK(false); return 0;",
}
DIFFERENT = {
    "forward": (STRIDES % "for (int i = 0; i < dim; ++i) { stride[i] = n; n *= shape[i]; }", "2 dimensions"),
    "one value": (
        STRIDES % "for (int i = dim - 1; i >= 0; --i) { stride[i] = n; n *= shape[i] == 777 ? 778 : shape[i]; }",
        "dimensions",
    ),
    "last": (STRIDES % "for (int i = dim - 1; i > 0; --i) { stride[i] = n; n *= shape[i]; }", "dimensions"),
    "one type": (
        SIZE % "return t == SGDNN_DTYPE_INT64 ? 4 : t == SGDNN_DTYPE_FP32 ? 4 : 2;",
        "TPUDNN_DTYPE",
    ),
    "type of the result": (
        "static int sgdnnDataSize(SgdnnDataType_t t) { return t == SGDNN_DTYPE_FP32 ? 4 : 2; }",
        "different types",
    ),
    "wider": ("static size_t sgdnnDataSize(long t) { return t; }", "no samples"),
    "refuses more": (
        KERNEL % "if (t == SGDNN_DTYPE_FP32) return 5; SGDNN_CHECK(false); return 0;",
        "TPUDNN_DTYPE_FP16",
    ),
    "refuses less": (KERNEL % f"{CODES} return -1;", "TPUDNN_DTYPE_INT64"),
    "writes beyond": (
        STRIDES
        % "for (int i = 7; i >= dim; --i) stride[i] = 0; while (dim > 0) { stride[--dim] = n; n *= shape[dim]; }",
        "dimensions",
    ),
    "keeps": (
        STRIDES % "while (dim > 0) { --dim; if (stride[dim] != 77) stride[dim] = n; n *= shape[dim]; }",
        "dimensions",
    ),
    "no end": (STRIDES % "while (n) { }", "cannot evaluate"),
    "state": ("static int made; " + KERNEL % "return made++ ? 5 : 3;", "cannot evaluate"),
}


def unlike(folder: Path, text: str) -> Unlike:
    (folder / "migrate.yaml").write_text(PROJECT)
    (folder / "in.cpp").write_text(text + "\n")
    project = load_project(folder / "migrate.yaml")
    return compared(project, load_unit(project, folder / "in.cpp"))


def reasons(folder: Path, text: str) -> list[str]:
    return list(unlike(folder, text).source.values())


@pytest.mark.parametrize("name", SAME)
def test_another_way_to_say_the_same(name: str, tmp_path: Path) -> None:
    assert reasons(tmp_path, SAME[name]) == []


@pytest.mark.parametrize("name", DIFFERENT)
def test_what_differs_is_named(name: str, tmp_path: Path) -> None:
    text, why = DIFFERENT[name]
    (found,) = reasons(tmp_path, text)
    assert why in found


@pytest.mark.parametrize(
    ("step", "why"),
    [("i < a->dim", ""), ("i + 1 < a->dim", "the results differ for a tensor or shape of 1 dimensions")],
)
def test_a_header_outside_of_the_tree_is_compared_as_well(step: str, why: str, tmp_path: Path) -> None:
    sdk, tree = tmp_path / "sdk", tmp_path / "tree"
    sdk.mkdir()
    tree.mkdir()
    text = SIZE % FOUR_OR_TWO + "\ninline " + BYTES.replace("i < a->dim", step)
    (sdk / "api.h").write_text(text + "\n")
    project = PROJECT.replace("  sources:", f"  include: ['{sdk}']\n  sources:")
    (tree / "migrate.yaml").write_text(project)
    call = "size_t bytes(const SgdnnTensor_t *a) { return sgdnnTensorBytes(a); }\n"
    (tree / "in.cpp").write_text('#include "api.h"\n' + call)
    loaded = load_project(tree / "migrate.yaml")
    assert compared(loaded, load_unit(loaded, tree / "in.cpp")).headers == ({"sgdnnTensorBytes": why} if why else {})


def test_a_tensor_that_a_helper_gives_is_compared_by_its_members(tmp_path: Path) -> None:
    made = "SgdnnTensor_t sgdnnUndefinedTensor() { SgdnnTensor_t t = {}; t.dim = 1; return t; }\n"
    text = made + STRIDES % "int i = dim; while (i > 0) { stride[--i] = n; n *= shape[i]; }"
    assert [why.partition(" for ")[0] for why in reasons(tmp_path, text)] == ["the results differ"]


UNDEFINED = "enum Other { SGDNN_DTYPE_UNKNOWN = 99, SGDNN_DTYPE_OF_NOTHING = 98 };\n"
FOUR_OR_TWO = "return t == SGDNN_DTYPE_INT64 ? 8 : t == SGDNN_DTYPE_FP16 || t == SGDNN_DTYPE_BF16 ? 2 : 4;"
FOUR = "switch (t) { case SGDNN_DTYPE_INT64: return 8; case SGDNN_DTYPE_FP32: case SGDNN_DTYPE_INT32: return 4;"
BYTES = "size_t sgdnnTensorBytes(const SgdnnTensor_t *a) { size_t n = sgdnnDataSize(a->dtype); for (int i = 0; i < a->dim; ++i) n *= a->shape[i]; return n; }"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (SIZE % f"{FOUR} case SGDNN_DTYPE_FP16: case SGDNN_DTYPE_BF16: return 2; default: return 0; }}", set()),
        (SIZE % f"{FOUR} default: return 2; }}", {"sgdnnDataSize"}),
        (f"{SIZE % f'{FOUR} default: return 2; }}'}\n{BYTES}", {"sgdnnDataSize", "sgdnnTensorBytes"}),
        (KERNEL % f"{CODES} SGDNN_CHECK(t == SGDNN_DTYPE_FP32); return 5;", set()),
    ],
)
def test_another_answer_for_what_is_no_data_type_is_told(text: str, told: set[str], tmp_path: Path) -> None:
    found = unlike(tmp_path, UNDEFINED + text)
    assert set(found.told) == told and set(found.told.values()) <= {("TPUDNN_DTYPE_UNKNOWN",)}
    if "SgdnnTensor_t" not in text:  # an inner helper is another definition
        assert not found.source


SAME_SHAPE = "bool sgdnnIsSameShape(const SgdnnTensor_t *a, const SgdnnTensor_t *b) { %s }"
EXTENTS = "for (int i = 0; i < a->dim; ++i) if (a->shape[i] != b->shape[i]) return false; return true;"
UNLIKE_SHAPES = {
    "also the type": f"if (a->dim != b->dim || a->dtype != b->dtype) return false; {EXTENTS}",
    "one-sided": "if (a->dim != b->dim) return false; for (int i = 0; i < a->dim; ++i) if (a->shape[i] < b->shape[i]) return false; return true;",
    "what is beyond": "if (a->dim != b->dim) return false; for (int i = 0; i < 8; ++i) if (a->shape[i] != b->shape[i]) return false; return true;",
    "the address": f"if (a->dim != b->dim || a->addr == 0) return false; {EXTENTS}",
    "one tensor": f"if (a->dim != b->dim || a == b) return false; {EXTENTS}",
    "checked": f"SGDNN_CHECK(a->dtype == b->dtype); if (a->dim != b->dim) return false; {EXTENTS}",
}


@pytest.mark.parametrize("name", UNLIKE_SHAPES)
def test_tensors_are_compared_in_all_that_a_helper_may_look_at(name: str, tmp_path: Path) -> None:
    assert reasons(tmp_path, SAME_SHAPE % f"if (a->dim != b->dim) return false; {EXTENTS}") == []
    (why,) = reasons(tmp_path, SAME_SHAPE % UNLIKE_SHAPES[name])
    assert why.startswith("the results differ")


def test_strides_that_lead_to_no_element_are_told(tmp_path: Path) -> None:
    ours = "int n = 1; for (int i = a->dim - 1; i >= 0; --i) { if (a->shape[i] > 1 && a->stride[i] != n) return false; n *= a->shape[i]; } return true;"
    found = unlike(tmp_path, f"bool sgdnnIsTensorContiguous(const SgdnnTensor_t *a) {{ {ours} }}")
    assert not found.source
    assert [phrase for phrases in found.told.values() for phrase in phrases] == [
        "strides that lead to no element (of extents of 1, of a tensor without elements)"
    ]


def test_a_macro_of_a_helpers_name_is_none(tmp_path: Path) -> None:
    found = unlike(
        tmp_path, "#define sgdnnDtypeIsInt64(d) ((d) != 0)\nint f(SgdnnDataType_t t) { return sgdnnDtypeIsInt64(t); }"
    )
    assert found.headers == {"sgdnnDtypeIsInt64": "it is a macro there, which is not compared"}


def test_no_digest_of_a_tree_is_shipped() -> None:
    assert "provided_bodies" not in shipped_library_rules()


def test_the_definitions_to_compare_with_are_the_library_s(tmp_path: Path) -> None:
    """What the rule set says of a helper that the public header only declares, against the codes of the kernels."""
    (text,) = shipped_library_rules()["unified"]["definitions"].values()
    codes = ("INT8", "UINT8", "INT16", "UINT16", "INT32", "UINT32", "FP16", "BF16", "FP32")
    checks = "".join(f"static_assert(tpudnnKernelDType(TPUDNN_DTYPE_{c}) == SG_KERNEL_DTYPE_{c});\n" for c in codes)
    source = tmp_path / "check.cpp"
    refused = "struct MigrateRefused { constexpr operator int() const { return -1; } };\n"
    source.write_text(f'#include "tpuDNNTypes.h"\n#include "sg_api/types.h"\n{refused}constexpr {text}{checks}')
    (tmp_path / "tpuDNNTypes.h").write_text(
        "#define tpudnnKernelDType other\n#include <tpuDNNTensor.h>\n#undef tpudnnKernelDType\n"
    )
    compiler = shutil.which("c++") or shutil.which("g++")
    folders = [f"-I{ROOT / 'dnnlib/include'}", f"-I{ROOT / 'chips/include'}", f"-I{tmp_path}"]
    done = subprocess.run(
        [compiler, "-std=c++17", "-fsyntax-only", *folders, str(source)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
