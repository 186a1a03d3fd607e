"""Headers of argument structs come along as they are, one of a name: what they declare otherwise for some chip is refused, wherever the difference is."""

from __future__ import annotations

from pathlib import Path

import pytest

from migrate.model import FileResult
from migrate.project.loading import load_project
from migrate.verify.conversion import convert_library

SEMANTICS = Path(__file__).parents[1] / "reliability" / "semantics"
MACROS = "bm_a: {legacy_macro: BACKEND_1684X}\n  sg_b: {legacy_macro: BACKEND_SG2260}"
FOLDERS = "k1: {defines: [CHIP=1], include: [k1]}\n  k2: {defines: [CHIP=2], include: [k2]}"
SOURCE = """\
#include "args.h"
#include "api.h"
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  sg_api_two_t api;
  api.input_global_addr = input.addr;
  api.mode = %s;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
"""
API = (
    '#include "legacy.h"\ntpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking );\n'
)
STRUCT = "typedef struct { unsigned long long input_global_addr; int mode; } sg_api_two_t;\n"


def convert(root: Path, files: dict[str, str], chips: str, value: str) -> FileResult:
    files |= {
        "api.h": API,
        "one.cpp": SOURCE % value,
        "migrate.yaml": f"version: 1\nchips:\n  {chips}\nrules: [default]\nlibrary:\n  sources: [one.cpp]\n  headers: [api.h]\n"
        f"  include: [.]\n  arguments: [args.h, '*/args.h']\n  flags: [-std=c++17, '-I{SEMANTICS}']\n"
        "target: {compile: false, root: unified}\n",
    }
    for name, text in files.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text)
    (root / "unified").mkdir()
    return convert_library(load_project(root / "migrate.yaml"), root / "one.cpp", reader=lambda name: None)


def guarded(text: str) -> str:
    return f"#ifndef ARGS_H\n#define ARGS_H\n{text}#endif\n"


def chosen(one: str, other: str, otherwise: str = "") -> str:
    rest = f"#else\n{otherwise}\n" if otherwise else ""
    return f"#if defined BACKEND_1684X\n{one}\n#elif defined BACKEND_SG2260\n{other}\n{rest}#endif\n"


INT, LONG = STRUCT, STRUCT.replace("int mode", "long mode")
# What the two chips' header has, and the value that the operator takes from it.
DIFFERENT = {
    "a field's type": (INT, LONG, "1"),
    "an enumerator": (f"{STRUCT}enum kind {{ KIND = 1 }};\n", f"{STRUCT}enum kind {{ KIND = 2 }};\n", "KIND"),
    "one without a name": (f"{STRUCT}enum {{ KIND = 1 }};\n", f"{STRUCT}enum {{ OTHER, KIND }};\n", "KIND"),
    "a constant": (
        f"{STRUCT}static const int mine = 1;\n",
        f"{STRUCT}static const int mine = 2;\n",
        "mine",
    ),
    "a function's body": (
        f"{STRUCT}static inline int mine ( int x ) {{ return x; }}\n",
        f"{STRUCT}static inline int mine ( int x ) {{ return x + 1; }}\n",
        "mine ( 1 )",
    ),
    "what a function calls": (
        f"{STRUCT}static inline int inner ( ) {{ return 1; }}\nstatic inline int mine ( ) {{ return inner ( ); }}\n",
        f"{STRUCT}static inline int inner ( ) {{ return 2; }}\nstatic inline int mine ( ) {{ return inner ( ); }}\n",
        "mine ( )",
    ),
    "a size": (
        "#define SIZE 4\n" + STRUCT.replace("int mode;", "int mode; int shape[SIZE];"),
        "#define SIZE 8\n" + STRUCT.replace("int mode;", "int mode; int shape[SIZE];"),
        "1",
    ),
    "a type in a struct": (
        "typedef int part_t;\n" + STRUCT.replace("int mode;", "part_t mode;"),
        "typedef long part_t;\n" + STRUCT.replace("int mode;", "part_t mode;"),
        "1",
    ),
    "packing": (f"#pragma pack(push, 1)\n{STRUCT}#pragma pack(pop)\n", STRUCT, "1"),
}


@pytest.mark.parametrize("how", DIFFERENT)
@pytest.mark.parametrize("chips", ["macros", "macros and a rest", "folders"])
def test_what_differs_between_the_chips(tmp_path: Path, chips: str, how: str) -> None:
    one, other, value = DIFFERENT[how]
    if chips == "folders":
        result = convert(tmp_path, {"k1/args.h": guarded(one), "k2/args.h": guarded(other)}, FOLDERS, value)
    else:
        rest = one if chips == "macros and a rest" else ""
        result = convert(tmp_path, {"args.h": guarded(chosen(one, other, rest))}, MACROS, value)
    assert {r.id for r in result.refusals} & {"L164", "L161"}, result.refusals
    assert not any(f.text for f in result.functions)


ALIKE = {
    "nothing differs": (guarded(STRUCT), ""),
    "what the operator does not use differs": (
        guarded(STRUCT + chosen("enum kind { KIND = 1 };", "enum kind { KIND = 2 };")),
        "",
    ),
    "an option of the build": (guarded(STRUCT + "#ifndef WIN32\nenum kind { KIND = 1 };\n#endif\n"), "KIND"),
    "a default that a build may replace": (
        guarded("#ifndef SIZE\n#define SIZE 4\n#endif\n" + STRUCT.replace("int mode;", "int mode; int shape[SIZE];")),
        "",
    ),
    "included twice": (STRUCT.join(("#ifndef A_H\n#define A_H\n", '#include "args.h"\n#endif\n')), ""),
}


@pytest.mark.parametrize("how", ALIKE)
def test_what_is_the_same_everywhere(tmp_path: Path, how: str) -> None:
    text, value = ALIKE[how]
    result = convert(tmp_path, {"args.h": text}, MACROS, value or "1")
    assert not result.refusals and all(f.text for f in result.functions)


def test_two_chips_have_the_same_header_each(tmp_path: Path) -> None:
    """The output includes one of them, whether they have guards or not."""
    text = "#pragma once\n" + STRUCT
    result = convert(tmp_path, {"k1/args.h": text, "k2/args.h": text}, FOLDERS, "1")
    assert not result.refusals and all(f.text for f in result.functions)


@pytest.mark.parametrize(
    "text",
    [
        chosen(STRUCT, STRUCT, LONG),
        f"#if defined BACKEND_1684X || defined BACKEND_SG2260\n#define WIDE\n#endif\n#ifdef WIDE\n{LONG}#else\n{STRUCT}#endif\n",
        f"#ifdef BACKEND_1684X\n{STRUCT}#endif\n#ifdef BACKEND_SG2260\n{STRUCT}#endif\n",
    ],
)
def test_the_chips_agree_and_the_output_has_something_else(tmp_path: Path, text: str) -> None:
    result = convert(tmp_path, {"args.h": guarded(text)}, MACROS, "1")
    assert {r.id for r in result.refusals} == {"L164"}
