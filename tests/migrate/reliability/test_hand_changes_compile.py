"""What a person changed in a library source of the output is compiled again with what the run merged into it (L185)."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from migrate.cli import main

ROOT = Path(__file__).parents[3]
RUNTIME = ROOT / "tests/migrate/hostile/runtime"
PROJECT = f"""\
version: 1
chips:
  bm_a: {{legacy_macro: BACKEND_1684X}}
  sg_b: {{legacy_macro: BACKEND_SG2260}}
rules: [default]
library:
  sources: ['*.cpp']
  include: ['{RUNTIME / "legacy"}', '{RUNTIME / "common"}']
  arguments: ['{RUNTIME / "common/sg_api_struct.h"}']
target: {{root: '{ROOT}', fresh: true}}
ignored: ['*.cpp']
"""
LEGACY = """\
#include "sgdnn_api.h"
static int halved ( int x ) { return x / 2; }
static int doubled ( int x ) { return 2 * x; }
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.dim = 1;
  api.input_global_addr = input.addr;
  api.dtype = 0;
  api.mode = halved ( doubled ( mode ) );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
"""
pytestmark = pytest.mark.skipif(shutil.which("c++") is None, reason="no C++ compiler")


class Tree:
    def __init__(self, root: Path) -> None:
        self.root = root
        self.family = root / "out/dnnlib/src/tensor/Misc.cpp"
        self.helpers = root / "out/dnnlib/src/tensor/helpers.h"

    def convert(self, legacy: str = LEGACY, *options: str) -> tuple[int, list[dict[str, Any]], str]:
        """Exit code, refusals, and the source of the output."""
        (self.root / "one.cpp").write_text(legacy)
        code = main(["convert", "-q", "--out", "out", "--json", "r.json", *options, "one.cpp"])
        return code, json.loads((self.root / "r.json").read_text())["refusals"], self.family.read_text()

    @staticmethod
    def edit(file: Path, old: str, new: str) -> None:
        text = file.read_text()
        assert text.count(old) == 1
        file.write_text(text.replace(old, new))


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tree:
    monkeypatch.setenv("MIGRATE_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree/migrate.yaml").write_text(PROJECT)
    monkeypatch.chdir(tmp_path / "tree")
    return Tree(tmp_path / "tree")


def test_a_change_that_compiles_is_kept_silently(tree: Tree) -> None:
    assert tree.convert()[:2] == (0, [])
    tree.edit(tree.family, "api.dim = 1;", "api.dim = halved(3);")
    code, refusals, text = tree.convert()
    assert (code, refusals) == (0, []) and "halved(3)" in text


def test_a_change_that_does_not_compile_is_left(tree: Tree) -> None:
    tree.convert()
    tree.edit(tree.family, "api.dim = 1;", "api.dim = no_such(3);")
    for _ in range(2):
        code, (refusal,), text = tree.convert()
        assert (code, refusal["id"]) == (1, "L185") and "no_such(3)" in text
        line = next(n for n, t in enumerate(text.splitlines(), 1) if "no_such" in t)
        assert f"Misc.cpp was changed by hand, and does not compile as it is now, line {line}" in refusal["message"]
        assert "no_such" in refusal["message"]
    assert tree.convert(LEGACY, "--no-compile")[:2] == (0, [])


def test_what_a_person_put_between_functions_is_compiled(tree: Tree) -> None:
    tree.convert()
    before = "tpudnnStatus_t tpudnnOneAsync("
    tree.edit(tree.family, before, "static int mine() { return missing; }\n\n" + before)
    code, refusals, _ = tree.convert()
    assert code == 1 and [r["id"] for r in refusals] == ["L185"] and "missing" in refusals[0]["message"]
    tree.edit(tree.family, "return missing;", "return 3;")
    code, refusals, text = tree.convert()
    assert "static int mine() { return 3; }" in text and not refusals
    tree.edit(tree.helpers, "#pragma once\n", '#pragma once\n#include "nowhere.h"\n')
    code, refusals, _ = tree.convert()
    assert code == 1 and [r["id"] for r in refusals] == ["L185"] and "nowhere.h" in refusals[0]["message"]


def test_a_change_that_what_was_merged_in_breaks_is_left(tree: Tree) -> None:
    """Each text by itself was right: the person calls a helper that the legacy source gives another name since."""
    tree.convert()
    tree.edit(tree.family, "api.dim = 1;", "api.dim = halved(3);")
    renamed = LEGACY.replace("halved", "half")
    code, (refusal,), text = tree.convert(renamed)
    assert (code, refusal["id"]) == (1, "L185") and "halved(3)" in text and "half(doubled(mode))" in text
    tree.edit(tree.family, "halved(3)", "half(3)")
    assert tree.convert(renamed)[:2] == (0, [])


def test_a_helper_that_a_person_changed_is_compiled_with_its_callers(tree: Tree) -> None:
    tree.convert()
    tree.edit(tree.helpers, "static int doubled(int x)", "static int doubled(int x, int y)")
    code, (refusal,), _ = tree.convert()
    assert (code, refusal["id"]) == (1, "L185") and "Misc.cpp" in refusal["message"]
    tree.edit(tree.helpers, "int y)", "int = 0)")
    assert tree.convert()[:2] == (0, [])
