"""Several library sources of one run are placed together: each definition, declaration and row once, in the order of the sources."""

from __future__ import annotations

from pathlib import Path

from test_library_cases import CHIPS, HERE

from dnnlib.paths import ROOT
from migrate.commands.run.session import Options, Session
from migrate.emit.header import without_operators
from migrate.model import Status
from migrate.project.config import Project
from migrate.project.loading import load_project

FUNCTION = """
tpu_status_t sgdnn{name}(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking) {{
  sg_api_two_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.transposed = {number};
  return sgdnnRun(resource, &api, sizeof(api), "kernel_{name}", non_blocking);
}}
"""


def project(folder: Path, sources: dict[str, str]) -> Project:
    for name, text in sources.items():
        (folder / name).write_text(text)
    (folder / "unified").mkdir(exist_ok=True)
    (folder / "rules.yaml").write_text(
        "version: 1\nlibrary:\n  launch: {sgdnnRun: {kernel: 3, arguments: 1, size: 2, wait: 4, cores: 1}}\n"
    )
    (folder / "migrate.yaml").write_text(
        "version: 1\nchips:\n" + "".join(CHIPS.values()) + "rules: [default, rules.yaml]\n"
        f"library:\n  sources: ['*.cpp']\n  flags: [-std=c++17, -include, {HERE / 'prelude.h'}]\n"
        "families: {All: ['*']}\ntarget: {root: unified}\n"
    )
    return load_project(folder / "migrate.yaml")


def outputs(found: Project, *names: str) -> dict[str, bytes]:
    session = Session(found, Options(cache=False), lambda text: None, found.root / "out")
    return dict(session.convert([found.root / name for name in names]).outputs)


def test_two_sources_share_a_family_a_header_and_tables(tmp_path: Path) -> None:
    sources = {"a.cpp": FUNCTION.format(name="First", number=1), "b.cpp": FUNCTION.format(name="Second", number=2)}
    found = project(tmp_path, sources)
    made = outputs(found, "a.cpp", "b.cpp")
    assert made == outputs(found, "b.cpp", "a.cpp")
    (family,) = (text for name, text in made.items() if name.endswith("/All.cpp"))
    assert family.index(b"tpudnnFirstAsync(") < family.index(b"tpudnnSecondAsync(")
    assert family.count(b"#include") == 1
    (header,) = (text for name, text in made.items() if name.endswith("tpuDNNTensor.h"))
    assert header.count(b"tpudnnFirstAsync(") == header.count(b"tpudnnSecondAsync(") == 1
    tables = [text for name, text in made.items() if name.endswith("kernels.yaml")]
    assert len(tables) == 2
    for text in tables:
        assert text.count(b"kernel_First") == text.count(b"kernel_Second") == 1


def test_of_two_functions_with_one_name_neither_is_written(tmp_path: Path) -> None:
    sources = {f"{n}.cpp": FUNCTION.format(name="Same", number=n) for n in (1, 2)} | {
        "3.cpp": FUNCTION.format(name="Other", number=3)
    }
    found = project(tmp_path, sources)
    session = Session(found, Options(cache=False), lambda text: None, found.root / "out")
    run = session.convert([found.root / name for name in sources])
    status = {(i.result.path, f.legacy): (f.status, f.reason[:4]) for i in run.inputs for f in i.result.functions}
    assert status == {
        ("1.cpp", "sgdnnSame"): (Status.REFUSED, "L164"),
        ("2.cpp", "sgdnnSame"): (Status.REFUSED, "L164"),
        ("3.cpp", "sgdnnOther"): (Status.CONVERTED, ""),
    }
    (family,) = (text for name, text in run.outputs.items() if name.endswith("/All.cpp"))
    assert family.count(b"MIGRATE L164") >= 1 and b"tpudnnOtherAsync(" in family
    for name, text in run.outputs.items():
        if name.endswith((".h", ".yaml")):
            assert b"tpudnnSameAsync(" not in text and b"kernel_Same" not in text


HELPER = "static int scaled ( int x ) { return x * FACTOR; }\n"


def test_helpers_and_macros_of_two_sources_that_differ_are_not_mixed(tmp_path: Path) -> None:
    """Each source's get its name."""
    body = FUNCTION.replace("{number}", "scaled ( {number} )")
    sources = {
        "a.cpp": "#define FACTOR 2\n" + HELPER + body.format(name="First", number=1),
        "b.cpp": "#define FACTOR 3\n"
        + HELPER
        + body.format(name="Second", number=1)
        + FUNCTION.format(name="Plain", number=1),
        "c.cpp": "#define FACTOR 2\n" + HELPER + body.format(name="Third", number=1),
    }
    found = project(tmp_path, sources)
    session = Session(found, Options(cache=False), lambda text: None, found.root / "out")
    run = session.convert([found.root / name for name in sources])
    status = {f.legacy: f.status for i in run.inputs for f in i.result.functions if f.legacy != "scaled"}
    assert {name for name in status if name.startswith("sgdnn")} == {
        f"sgdnn{n}" for n in ("First", "Second", "Plain", "Third")
    }
    assert set(status.values()) == {Status.CONVERTED}
    (helpers,) = (text for name, text in run.outputs.items() if name.endswith("helpers.h"))
    for name, number in (("a", 2), ("b", 3), ("c", 2)):
        assert f"#define FACTOR_{name} {number}\n".encode() in helpers
        assert helpers.count(f"int scaled_{name}(".encode()) == 1


def test_a_fresh_header_has_types_and_no_operator():
    """Neither declared nor included: the declarations of the output may be other ones."""
    mark, one = b"/* operators */\n", b"\ntpudnnStatus_t tpudnnOneAsync(tpudnnHandle_t handle);\n"
    text = (ROOT / "dnnlib/include/tpuDNNTensor.h").read_bytes().replace(mark, mark + one)
    assert b"<tpuDNN/" in text and b"Async(" in text
    left = without_operators(text, ("TPUDNN_API_BEGIN", "TPUDNN_API_END"))
    assert b"<tpuDNN/" not in left and b"TPUDNN_FAMILIES" not in left and b"Async(" not in left
    assert b"tpudnnUndefinedTensor(void)" in left and left.count(b"#if") == left.count(b"#endif")


CALLER = """
tpu_status_t sgdnnCaller(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking) {
  return sgdnnCalled(resource, input, output, non_blocking);
}
"""


def test_an_operator_of_another_source_is_called_where_it_is_converted_with_the_same_parameters(tmp_path: Path) -> None:
    """In this run or an earlier one: alone, its caller waits."""
    signature = "(tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking);\n"
    (tmp_path / "api.h").write_text("".join(f"tpu_status_t sgdnn{name}{signature}" for name in ("Called", "Caller")))
    sources = {
        "a.cpp": '#include "api.h"\n' + CALLER,
        "b.cpp": '#include "api.h"\n' + FUNCTION.format(name="Called", number=1),
    }
    found = project(tmp_path, sources)
    file = tmp_path / "migrate.yaml"
    file.write_text(file.read_text().replace("sources: ['*.cpp']", "sources: ['*.cpp']\n  headers: [api.h]"))
    found = load_project(file)
    out = tmp_path / "out"

    def status(*names: str) -> dict[str, str]:
        session = Session(found, Options(cache=False), lambda text: None, out)
        run = session.convert([tmp_path / name for name in names])
        for name, text in run.outputs.items():
            (out / name).parent.mkdir(parents=True, exist_ok=True)
            (out / name).write_bytes(text)
        return {f.legacy: f.reason[:4] or f.status.value for i in run.inputs for f in i.result.functions}

    assert status("a.cpp") == {"sgdnnCaller": "L163"}
    assert status("b.cpp") == {"sgdnnCalled": "converted"}
    assert status("a.cpp") == {"sgdnnCaller": "converted"}
    header = next(out.rglob("tpuDNNTensor.h"))
    header.write_text(
        header.read_text().replace("CalledAsync(tpudnnHandle_t handle", "CalledAsync(tpudnnHandle_t handle, int n")
    )
    assert status("a.cpp") == {"sgdnnCaller": "L163"}
