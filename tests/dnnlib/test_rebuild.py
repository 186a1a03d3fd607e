"""What one change costs: how much of the tree is compiled again for an argument struct, a declaration, a row."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from dnnlib import paths
from dnnlib.codegen.families import declared

pytestmark = pytest.mark.heavy

BUILD = paths.library_dir().parent
STRUCTS = paths.ROOT / "chips/include/sg_api"
INCLUDE = paths.ROOT / "dnnlib/include"


def dependencies() -> dict[str, set[str]]:
    """Object -> the project's files that it was compiled from, as the build noted them."""
    if not (BUILD / "build.ninja").exists() or not shutil.which("ninja"):
        pytest.skip("no ninja build to ask")
    done = subprocess.run(["ninja", "-C", str(BUILD), "-t", "deps"], capture_output=True, text=True, check=True)
    found: dict[str, set[str]] = {}
    for block in done.stdout.split("\n\n"):
        head, *files = block.splitlines() or [""]
        if "#deps" in head:
            paths_of = (os.path.normpath(BUILD / line.strip()) for line in files)
            found[head.split(":")[0]] = {os.path.relpath(path, paths.ROOT) for path in paths_of}
    assert len(found) > 50, "the build has noted no dependencies"
    return found


def users(found: dict[str, set[str]], file: Path) -> list[str]:
    name = str(file.relative_to(paths.ROOT))
    return [target for target, files in found.items() if name in files]


def firmware(targets: list[str]) -> list[str]:
    return [target for target in targets if "firmware_" in target]


@pytest.mark.native
@pytest.mark.parametrize("family", sorted(path.stem for path in STRUCTS.glob("*.h") if path.stem != "types"))
def test_a_struct_costs_its_family(family: str) -> None:
    """Of the firmware the family's own kernels, once per chip; of torch nothing."""
    found = dependencies()
    cost = users(found, STRUCTS / f"{family}.h")
    assert {Path(target).name for target in firmware(cost)} == {f"{family}.cpp.o"}
    assert not [target for target in cost if target.startswith("torch_tpu")]
    assert len(cost) <= 0.15 * len(found), cost


CALLED_BY_OTHERS = {"Copy": 0.06}  # copies and conversions, which bodies of other families begin or end with
FAMILIES = sorted(path.stem for path in (INCLUDE / "tpuDNN").glob("*.h"))


@pytest.mark.native
@pytest.mark.parametrize("family", FAMILIES)
def test_a_declaration_costs_its_family(family: str) -> None:
    """The entries, and what names one of its operators or enumerators; of torch nothing that does not."""
    found = dependencies()
    header = INCLUDE / "tpuDNN" / f"{family}.h"
    declarations = header.read_text(encoding="utf-8")
    functions = declared(declarations)
    assert functions
    names = {*functions, *re.findall(r"^ +(TPUDNN_\w+)(?= =|,|$)", declarations, re.M)}
    for target in users(found, header):
        (source, *_) = (file for file in found[target] if target.endswith(f"{Path(file).name}.o"))
        text = (paths.ROOT / source).read_text(encoding="utf-8")
        assert source.endswith("entries.gen.cpp") or any(re.search(rf"\b{name}\b", text) for name in names), source
    assert len(users(found, header)) <= CALLED_BY_OTHERS.get(family, 0.03) * len(found)


def test_every_family_is_part_of_the_header() -> None:
    """And the header itself declares no operator."""
    header = (INCLUDE / "tpuDNNTensor.h").read_text(encoding="utf-8")
    assert re.findall(r"#include <tpuDNN/(\w+)\.h>", header) == FAMILIES
    assert not re.search(r"\btpudnn\w+Async\(", header)


@pytest.mark.native
def test_a_declaration_costs_what_has_operators() -> None:
    """Bodies, entries and native operators, but no firmware, no registration and nothing of the runtime's interface."""
    found = dependencies()
    cost = users(found, INCLUDE / "tpuDNNTensor.h")
    assert not firmware(cost)
    assert not [target for target in cost if "generated" in target or "src/api_" in target]
    assert len(cost) <= 0.3 * len(found), cost


def entries(folder: Path, rows: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "dnnlib.codegen",
        "entries",
        "--header",
        str(INCLUDE / "tpuDNN.h"),
        "-I",
        str(INCLUDE),
    ]
    command += ["--tensor-header", str(INCLUDE / "tpuDNNTensor.h"), "--operators", str(rows)]
    subprocess.run(
        [*command, "--out", str(folder), "--json", str(folder / "api.json")], cwd=paths.ROOT, check=True, timeout=300
    )


def test_a_row_rewrites_the_entries_alone(tmp_path: Path) -> None:
    rows = tmp_path / "operators.yaml"
    text = (paths.ROOT / "dnnlib/operators.yaml").read_text(encoding="utf-8")
    rows.write_text(text, encoding="utf-8")
    entries(tmp_path, rows)
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    changed, count = re.subn(r"(\n  minimum:\n    types: \{T: )numbers", r"\1floats", text)
    assert count == 1
    rows.write_text(changed, encoding="utf-8")
    entries(tmp_path, rows)
    after = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert {name for name in after if after[name] != before.get(name)} == {"operators.yaml", "entries.gen.cpp"}


def test_a_comment_rewrites_no_layout(tmp_path: Path) -> None:
    """A struct behind an include is found; a comment in its header changes nothing that is compiled."""
    folder = tmp_path / "include"
    shutil.copytree(paths.ROOT / "chips/include", folder)
    command = [
        sys.executable,
        "-m",
        "dnnlib.codegen",
        "layouts",
        "--structs",
        str(folder / "sg_api_struct.h"),
        "--out",
        str(tmp_path),
    ]
    subprocess.run(command, cwd=paths.ROOT, check=True, timeout=300)
    made = tmp_path / "kernel_args.gen.h"
    assert "sg_api_minimum_t" in made.read_text(encoding="utf-8")
    before = made.stat().st_mtime_ns
    binary = folder / "sg_api/binary.h"
    binary.write_text(binary.read_text(encoding="utf-8") + "/* said later */\n", encoding="utf-8")
    subprocess.run(command, cwd=paths.ROOT, check=True, timeout=300)
    assert made.stat().st_mtime_ns == before
