"""What a firmware registers, and what is said when the project file does not know."""

from __future__ import annotations

from pathlib import Path

from migrate.commands.run.library import defect_headers, find_defects
from migrate.findings.firmware import registered_kernels
from migrate.project.loading import load_project

VENDOR = [{"pattern": r"\bTPUKERNEL_FUNC_REGISTER\s*\(\s*(\w+)", "to": r"\1"}]

LIBRARY = b"""
tpu_status_t sgdnnA ( tpu_resource_t resource, bool non_blocking )
{
  sg_api_a_t api = {0};
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
"""


def test_comments_register_nothing() -> None:
    text = b"TPUKERNEL_FUNC_REGISTER(a);\n// TPUKERNEL_FUNC_REGISTER(b);\n/* TPUKERNEL_FUNC_REGISTER ( c ) */ TPUKERNEL_FUNC_REGISTER (d)"
    assert registered_kernels([text], VENDOR, ["x", "y"]) == {"x": {"a", "d"}, "y": {"a", "d"}}


def test_a_pattern_may_belong_to_one_chip_and_build_the_name() -> None:
    patterns = [{"pattern": r"^KERNEL\((\w+)\)", "to": r"api_\1_wide", "chip": "y"}]
    assert registered_kernels([b"KERNEL(a)\n  KERNEL(b)\n"], patterns, ["x", "y"]) == {"y": {"api_a_wide"}}


def test_macros_register_what_they_are_given() -> None:
    text = (
        b"#define ONE(n) TPUKERNEL_FUNC_REGISTER(api_##n)\n#define BOTH(n) ONE(n); \\\n  ONE(n ## _wide)\n"
        b"#define EACH(X) X(c) X(d)\nONE(a);\nBOTH(b);\nEACH(ONE)\n#define NAME api_e\nTPUKERNEL_FUNC_REGISTER(NAME);\n"
    )
    found = registered_kernels([text], VENDOR, ["x"])["x"]
    assert {"api_a", "api_b", "api_b_wide", "api_c", "api_d", "api_e"} <= found
    assert "api_n" not in found


def test_headers_beside_the_firmware_are_read(tmp_path: Path) -> None:
    files = {
        "k.h": "#define KERNEL(n) TPUKERNEL_FUNC_REGISTER(tpu_kernel_api_##n)\n",
        "k.c": '#include "k.h"\nKERNEL(a);\n',
    }
    assert "F13" not in ids(tmp_path, "  firmware: [fw/*.c]\n", files)
    files["k.c"] = files["k.c"].replace("(a)", "(b)")
    assert "F13" in ids(tmp_path, "  firmware: [fw/*.c]\n", files)


def test_without_firmware_nothing_is_said(tmp_path: Path) -> None:
    assert "F13" not in ids(tmp_path, "", {})


def test_a_launch_of_an_unknown_kernel_is_reported(tmp_path: Path) -> None:
    assert "F13" in ids(tmp_path, "  firmware: [fw/*.c]\n", {"k.c": "TPUKERNEL_FUNC_REGISTER(tpu_kernel_api_b);\n"})
    assert "F13" not in ids(tmp_path, "  firmware: [fw/*.c]\n", {"k.c": "TPUKERNEL_FUNC_REGISTER(tpu_kernel_api_a);\n"})


def ids(folder: Path, firmware: str, files: dict[str, str]) -> set[str]:
    (folder / "fw").mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / "fw" / name).write_text(text)
    (folder / "migrate.yaml").write_text(
        "version: 1\nchips:\n  bm_a: {legacy_macro: BACKEND_1684X}\n  sg_b: {legacy_macro: BACKEND_SG2260}\n"
        f"library:\n  sources: [a.cpp]\n{firmware}"
    )
    project = load_project(folder / "migrate.yaml")
    return {f.id for f in find_defects(project, "a.cpp", LIBRARY, defect_headers(project))}
