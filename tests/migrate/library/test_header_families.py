"""Where the public header has its operators in headers of families, a declaration stands in that of its definition's source; what is there decides."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_library_cases import CHIPS, HERE

from migrate.commands.run.session import Options, Run, Session
from migrate.emit.files import write_all
from migrate.frontend import public_header
from migrate.project.config import Project
from migrate.project.loading import load_project

HEADER, FOLDER = "include/tpuDNNTensor.h", "include/tpuDNN"
FUNCTION = """
tpu_status_t sgdnn{name}(tpu_resource_t resource, SgdnnTensor_t {input}, SgdnnTensor_t output, bool non_blocking) {{
  sg_api_mine_t api;
  api.input_global_addr = {input}.addr;
  api.output_global_addr = output.addr;
  api.transposed = 1;
  return sgdnnRun(resource, &api, sizeof(api), "kernel_{name}", non_blocking);
}}
"""
ARGUMENTS = """#pragma once
typedef struct { unsigned long long input_global_addr; unsigned long long output_global_addr; int transposed; } sg_api_mine_t;
"""
PUBLIC = """#pragma once
#include "tpuDNN.h"

/* families of operators */
#ifdef TPUDNN_FAMILIES
#include TPUDNN_FAMILIES
#else
#include <tpuDNN/Beta.h>
#include <tpuDNN/Omega.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* operators */

tpudnnStatus_t tpudnnHereAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output);

#ifdef __cplusplus
}
#endif
"""
BETA = """#pragma once
/* operators */

/* My own. */
tpudnnStatus_t tpudnnMine(tpudnnHandle_t handle);
"""


def project(folder: Path, public: str = PUBLIC, families: str = "Alpha: [First], Beta: ['*']") -> Project:
    tree = folder / "unified"
    (tree / FOLDER).mkdir(parents=True, exist_ok=True)
    (tree / HEADER).write_text(public)
    (tree / FOLDER / "Beta.h").write_text(BETA)
    names = {"First": "input", "Second": "input", "Here": "input"}
    (folder / "args.h").write_text(ARGUMENTS)
    (folder / "a.cpp").write_text(
        '#include "args.h"\n' + "".join(FUNCTION.format(name=n, input=i) for n, i in names.items())
    )
    (folder / "rules.yaml").write_text(
        "version: 1\nlibrary:\n  launch: {sgdnnRun: {kernel: 3, arguments: 1, size: 2, wait: 4, cores: 1}}\n"
    )
    (folder / "migrate.yaml").write_text(
        "version: 1\nchips:\n" + "".join(CHIPS.values()) + "rules: [default, rules.yaml]\n"
        f"library:\n  sources: ['*.cpp']\n  include: ['.']\n  arguments: [args.h]\n  flags: [-std=c++17, -include, {HERE / 'prelude.h'}]\n"
        f"families: {{{families}}}\ntarget: {{root: unified, header: {HEADER}, compile: false}}\n"
    )
    return load_project(folder / "migrate.yaml")


def converted(found: Project) -> Run:
    """One run, with what it wrote written."""
    out = found.root / "out"
    run = Session(found, Options(cache=False), lambda text: None, out).convert([found.root / "a.cpp"])
    write_all({out / name: text for name, text in run.outputs.items()})
    return run


def test_a_declaration_goes_to_its_family(tmp_path: Path) -> None:
    made = converted(project(tmp_path)).outputs
    assert {n for n in made if n.startswith("include/")} == {HEADER, f"{FOLDER}/Alpha.h", f"{FOLDER}/Beta.h"}
    assert b"tpudnnFirstAsync(" in made[f"{FOLDER}/Alpha.h"] and b"#ifndef TPUDNN_ALPHA_H" in made[f"{FOLDER}/Alpha.h"]
    beta = made[f"{FOLDER}/Beta.h"]
    assert beta.startswith(BETA.encode().rstrip()) and beta.count(b"tpudnnSecondAsync(") == 1
    public = made[HEADER].decode()
    assert public == PUBLIC.replace("#include <tpuDNN/Beta.h>", "#include <tpuDNN/Alpha.h>\n#include <tpuDNN/Beta.h>")


def test_another_run_changes_nothing(tmp_path: Path) -> None:
    found = project(tmp_path)
    converted(found)
    assert not converted(found).outputs


def test_a_change_by_hand_stays_where_it_is(tmp_path: Path) -> None:
    found = project(tmp_path)
    converted(found)
    alpha = tmp_path / "out" / FOLDER / "Alpha.h"
    text = alpha.read_text()
    alpha.write_text(text.replace("tpudnnStatus_t tpudnnFirst", "/** Mine. */\ntpudnnStatus_t tpudnnFirst"))
    run = converted(project(tmp_path, families="Gamma: [First], Beta: ['*']"))
    assert not any(name.startswith("include/") for name in run.outputs)
    said = [finding.message for item in run.inputs for finding in item.result.findings]
    assert any(f"tpudnnFirstAsync in {FOLDER}/Alpha.h was changed by hand" in message for message in said), said


def test_a_declaration_moves_with_its_definition(tmp_path: Path) -> None:
    converted(project(tmp_path))
    made = converted(project(tmp_path, families="Gamma: [First], Beta: ['*']")).outputs
    assert b"tpudnnFirstAsync(" not in made[f"{FOLDER}/Alpha.h"] and b"tpudnnFirstAsync(" in made[f"{FOLDER}/Gamma.h"]
    assert b"<tpuDNN/Beta.h>\n#include <tpuDNN/Gamma.h>\n#include <tpuDNN/Omega.h>\n" in made[HEADER]


def test_a_header_without_families_is_one_file(tmp_path: Path) -> None:
    start, _, rest = PUBLIC.partition("/* families")
    made = converted(project(tmp_path, start + rest.partition("#endif\n")[2])).outputs
    assert [n for n in made if n.startswith("include/")] == [HEADER]
    assert all(b"tpudnn%bAsync(" % name in made[HEADER] for name in (b"First", b"Second", b"Here"))


@pytest.mark.parametrize("name", ["Alpha", "Delta", "Zeta"])
def test_an_include_stands_in_the_order_of_names(name: str) -> None:
    text = public_header.with_family(HEADER, PUBLIC.encode(), f"{FOLDER}/{name}.h")
    paths = public_header.families(HEADER, text)
    assert paths == tuple(sorted(paths)) and f"{FOLDER}/{name}.h" in paths
    assert public_header.with_family(HEADER, text, f"{FOLDER}/{name}.h") == text


FAMILIES = (f"{FOLDER}/Beta.h", f"{FOLDER}/Omega.h")


@pytest.mark.parametrize(
    "text",
    [
        PUBLIC.replace("\n", "\r\n"),
        PUBLIC.replace("Omega.h>\n#endif", "Omega.h>\n#endif // families"),
        PUBLIC.replace("Omega.h>\n#endif", "Omega.h>\n#  endif /* families */\n#include <sys/types.h>"),
        PUBLIC.replace("#include TPUDNN_FAMILIES\n", "#if TPUDNN_FEW\n#endif\n#include TPUDNN_FAMILIES\n"),
        PUBLIC[: PUBLIC.index("#endif")] + "#endif",
        "#ifndef H\n#define H\n/* families of operators */\n#include <tpuDNN/Beta.h>\n#include <tpuDNN/Omega.h>\n#endif\n#include <sys/types.h>\n",
    ],
    ids=["CRLF", "comment behind", "blanks and an include behind", "nested", "end of file", "guard alone"],
)
def test_families_end_with_their_conditional(text: str) -> None:
    assert public_header.families(HEADER, text.encode()) == FAMILIES
    added = public_header.with_family(HEADER, text.encode(), f"{FOLDER}/Gamma.h")
    assert public_header.families(HEADER, added) == (FAMILIES[0], f"{FOLDER}/Gamma.h", FAMILIES[1])
    assert (
        added.replace(b"#include <tpuDNN/Gamma.h>\n", b"").replace(b"#include <tpuDNN/Gamma.h>\r\n", b"")
        == text.encode()
    )
