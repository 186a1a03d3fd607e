"""Check macros that a header of the tree defines, and that is converted with the files which include it."""

from __future__ import annotations

from pathlib import Path

import pytest

from migrate.cli import main

PROJECT = """\
version: 1
name: checks
chips: {bm_a: {legacy_macro: BACKEND_1684X}, sg_b: {legacy_macro: BACKEND_SG2260}}
rules: [default]
library: {headers: [legacy/sgdnn_api.h], include: [legacy]}
torch: {sources: ['src/*.cpp', 'src/*.h'], include: [src]}
target: {root: ., torch: unified, fresh: true, compile: false}
"""
API = """\
typedef enum { SG_SUCCESS = 0 } tpu_status_t;
typedef struct R * tpu_resource_t;
typedef struct { int dim; } SgdnnTensor_t;
tpu_status_t sgdnnFill ( tpu_resource_t handle, SgdnnTensor_t out, float value, bool non_blocking = true );
"""
FILL = "sgdnnFill(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(o), 1.f{})"
KEPT = "do { auto s = (call); TORCH_CHECK(s == SG_SUCCESS, #call); } while (0)"


def convert(folder: Path, body: str, header: str, sources: str = "'src/*.cpp', 'src/*.h'") -> tuple[int, str, str]:
    """Exit code, and what the file and the header become."""
    files = {"migrate.yaml": PROJECT.replace("'src/*.cpp', 'src/*.h'", sources), "legacy/sgdnn_api.h": API}
    files |= {"src/checks.h": f"#pragma once\n{header}\n"}
    files |= {"src/op.cpp": f'#include "checks.h"\nvoid op(Tensor &o) {{ {body} }}\n'}
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    names = [folder / "src/op.cpp", *([folder / "src/checks.h"] if "*.h" in sources else [])]
    code = main(["convert", "--project", str(folder / "migrate.yaml"), "--no-cache", *map(str, names)])
    made = [folder / "migrated/unified" / name for name in ("op.cpp", "checks.h")]
    return code, *(path.read_text() if path.exists() else "" for path in made)


def test_the_macro_and_its_uses_are_converted(tmp_path: Path) -> None:
    code, made, header = convert(
        tmp_path, f"OK({FILL.format('')}); OK({FILL.format(', false')});", f"#define OK(call) {KEPT}"
    )
    assert code == 0 and "SUCCESS" in header and "SG_SUCCESS" not in header
    assert made.count("OK(tpudnnFillAsync(stream, ") == 2 and made.count("stream.synchronize();") == 1


@pytest.mark.parametrize(
    ("body", "header"),
    [
        ("OK({}); OK(other());", f"#define OK(call) {KEPT}"),
        ("OK({});", "#define OK(call) (void)(call)\n#undef OK\n" + f"#define OK(call) {KEPT}"),
        ("OK({});", f"#ifdef BACKEND_1684X\n#define OK(call) {KEPT}\n#else\n#define OK(call) (void)(call)\n#endif"),
        ("OK({});", "#define OK(call) note((call) == SG_SUCCESS ? 1 : (int)(call))"),
    ],
)
def test_what_may_be_more_than_a_check_is_refused(body: str, header: str, tmp_path: Path) -> None:
    code, _, _ = convert(tmp_path, body.format(FILL.format("")), header)
    assert code == 1


def test_a_header_that_stays_has_no_checks(tmp_path: Path) -> None:
    code, made, _ = convert(tmp_path, f"OK({FILL.format('')});", f"#define OK(call) {KEPT}", "'src/*.cpp'")
    assert code == 1 and "MIGRATE T116" in made


def test_a_macro_that_only_compares_may_stay(tmp_path: Path) -> None:
    body = f"SAME({FILL.format('')}, SG_SUCCESS);"
    code, made, _ = convert(tmp_path, body, "#define SAME(a, b) TORCH_CHECK((a) == (b))", "'src/*.cpp'")
    assert code == 0 and "SAME(tpudnnFillAsync(stream, " in made and ", TPUDNN_STATUS_SUCCESS);" in made
