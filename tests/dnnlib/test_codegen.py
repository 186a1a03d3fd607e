"""What dnnlib/codegen makes of headers and tables; mistakes carry line and column."""

import ctypes
import subprocess
import sys
from pathlib import Path

import pytest

from dnnlib import paths
from dnnlib.codegen import render
from dnnlib.codegen.api import Api, Kind, read_api
from dnnlib.codegen.chips import DTYPES
from dnnlib.codegen.errors import SourceError
from dnnlib.codegen.kernels import read_table, render_table
from dnnlib.codegen.layouts import Layout, read_layouts
from dnnlib.codegen.names import operator_key
from dnnlib.codegen.render_contract import modes_of

INCLUDE = paths.ROOT / "dnnlib" / "include"

STRUCTS = """
#pragma pack(push, 1)
typedef struct { unsigned long long input_global_addr; int dim; char flag; float value[2]; } sg_api_one_t;
typedef struct { unsigned long long input_global_addr; int dims; char flag; float value[2]; } sg_api_two_t;
#pragma pack(pop)
"""


@pytest.fixture(scope="module")
def layouts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Layout]:
    header = tmp_path_factory.mktemp("structs") / "sg_api_struct.h"
    header.write_text(STRUCTS, encoding="utf-8")
    return read_layouts(header)


def test_layouts_are_the_compilers(layouts: dict[str, Layout]) -> None:
    class One(ctypes.Structure):
        _pack_ = 1
        _fields_ = (
            ("input_global_addr", ctypes.c_uint64),
            ("dim", ctypes.c_int),
            ("flag", ctypes.c_char),
            ("value", ctypes.c_float * 2),
        )

    one = layouts["sg_api_one_t"]
    assert one.size == ctypes.sizeof(One) == 21
    assert [(field.name, field.offset) for field in one.fields] == [
        (name, getattr(One, name).offset) for name, _ in One._fields_
    ]


def test_a_renamed_field_is_another_layout(layouts: dict[str, Layout]) -> None:
    one, two = layouts["sg_api_one_t"], layouts["sg_api_two_t"]
    assert one.size == two.size
    assert one.hash != two.hash


@pytest.mark.parametrize(
    ("function", "key"),
    [
        ("tpudnnMatmulAsync", "matmul"),
        ("tpudnnBatchMatmulAsync", "batch_matmul"),
        ("tpudnnRMSNormAsync", "rms_norm"),
        ("tpudnnGELUBackwardAsync", "gelu_backward"),
        ("tpudnnConv2dAsync", "conv2d"),
        ("tpudnnNorm2Async", "norm2"),
        ("tpudnnInfCheckAndUnscaleAsync", "inf_check_and_unscale"),
    ],
)
def test_operator_keys(function: str, key: str) -> None:
    assert operator_key(function) == key


TABLE = """chip: xy
kernels:
  one:
    symbol: kernel_one
    cores: all
    args: sg_api_one_t
    dtypes: {input: [f32, f16], other: [i8]}
    follows: bm_a
  one.prepare: {symbol: kernel_prepare, cores: 2, args: sg_api_two_t}
  calls_others: {}
"""


def test_table(tmp_path: Path, layouts: dict[str, Layout]) -> None:
    file = tmp_path / "kernels.yaml"
    file.write_text(TABLE, encoding="utf-8")
    lines = render_table(read_table(file, layouts, "xy"), layouts).splitlines()
    assert lines[0] == "tpudnn-kernel-table 1\txy"
    one = layouts["sg_api_one_t"]
    assert lines[1].split("\t") == [
        *("one", "symbol=kernel_one", "cores=all", "args=sg_api_one_t", "size=21", f"layout={one.hash:016x}"),
        *("dtypes=input:f32,f16;other:i8", "follows=bm_a"),
    ]
    assert lines[2].startswith("one.prepare\tsymbol=kernel_prepare\tcores=2\t")
    assert lines[3] == "calls_others"


@pytest.mark.parametrize(
    ("old", "new", "place", "sentence"),
    [
        ("sg_api_one_t", "sg_api_ome_t", "6:11", "no argument struct sg_api_ome_t; did you mean sg_api_one_t?"),
        ("cores: all", "cores: 0", "5:12", "cores must be a number from 1, or all"),
        ("cores: all", "cors: all", "5:5", "unknown field 'cors'"),
        ("    cores: all\n", "", "3:3", "the row 'one' has a symbol and no cores"),
        ("[f32, f16]", "[f32, f61]", "7:27", "unknown data type 'f61'"),
        ("one.prepare", "One", "9:3", "'One' is no operator key"),
        ("calls_others", "one", "10:3", "'one' stands here twice"),
        ("chip: xy", "chip: yz", "1:7", "this is a table of the chip yz, expected xy"),
        ("chip: xy", "chip: xy\nchop: 1", "2:1", "unknown entry 'chop'"),
        ("symbol: kernel_one", "symbol: [", "6:9", "not YAML"),
    ],
)
def test_mistakes_have_a_place(
    tmp_path: Path, layouts: dict[str, Layout], old: str, new: str, place: str, sentence: str
) -> None:
    file = tmp_path / "kernels.yaml"
    file.write_text(TABLE.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(SourceError) as raised:
        read_table(file, layouts, "xy")
    assert str(raised.value).startswith(f"{file}:{place}: ")
    assert sentence in str(raised.value)


def test_command_prints_the_place(tmp_path: Path) -> None:
    structs, table = tmp_path / "s.h", tmp_path / "kernels.yaml"
    structs.write_text(STRUCTS, encoding="utf-8")
    table.write_text("chip: xy\nkernels: 7\n", encoding="utf-8")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "dnnlib.codegen",
            "table",
            "--structs",
            structs,
            "--yaml",
            table,
            "--out",
            tmp_path / "o",
        ],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=paths.ROOT,
    )
    assert done.returncode == 1
    assert done.stderr.strip() == f"{table}:2:10: kernels must be a mapping of names to values"
    assert not (tmp_path / "o").exists()


OPERATORS = """
/* OUTPUT = INPUT. @optional weight, bias */
tpudnnStatus_t tpudnnThingAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t weight, tpudnnTensor_t bias,
                                const tpudnnTensor_t *others, int others_num, float eps, tpudnnTensor_t output);
"""
CPP_OPERATORS = """
tpudnnStatus_t tpudnnListAsync(tpudnnHandle_t handle, std::vector<tpudnnTensor_t> &inputs, float scale);
"""


@pytest.fixture
def overlay(tmp_path: Path) -> Path:
    """A folder with its own tpuDNNTensor.h, that comes before the installed headers."""
    return tmp_path


def read_overlay(folder: Path, operators: str, cpp_operators: str = "") -> Api:
    text = (INCLUDE / "tpuDNNTensor.h").read_text(encoding="utf-8")
    text = text.replace("/* operators */\n", "/* operators */\n" + operators)
    text = text.replace("/* operators, C++ only */\n", "/* operators, C++ only */\n" + cpp_operators)
    (folder / "tpuDNNTensor.h").write_text(text, encoding="utf-8")
    return read_api(INCLUDE / "tpuDNN.h", folder / "tpuDNNTensor.h", [folder, INCLUDE])


def test_declarations_become_operators(overlay: Path) -> None:
    api = read_overlay(overlay, OPERATORS, CPP_OPERATORS)
    operators = {function.operator: function for function in api.operators}
    thing = operators["thing"]
    assert [parameter.name for parameter in thing.parameters if parameter.optional] == ["weight", "bias"]
    assert [parameter.kind for parameter in thing.parameters][:2] == [Kind.HANDLE, Kind.TENSOR]
    assert thing.parameters[4].kind is Kind.TENSOR_LIST
    assert [parameter.type for parameter in render.c_form(operators["list"])] == [
        *("tpudnnHandle_t", "const tpudnnTensor_t *", "int", "float")
    ]
    source = render.entries_source(api)
    assert '{"weight", &weight, 1, true, false, tpudnn::Use::in, tpudnn::Layout::strided, -1}' in source
    assert '{"others", others, others_num, false, true, tpudnn::Use::in, tpudnn::Layout::strided, -1}' in source


def test_an_enumeration_of_another_header(overlay: Path) -> None:
    """A tree's operators may have types of its own headers."""
    (overlay / "modes.h").write_text("typedef enum { OWN_MODE = 41 } own_mode_t;\n", encoding="utf-8")
    own = "tpudnnStatus_t tpudnnOwnAsync(tpudnnHandle_t handle, tpudnnTensor_t input, const own_mode_t mode);\n"
    api = read_overlay(overlay, f'#include "modes.h"\n{own}')
    assert api.enums["own_mode_t"] == {"OWN_MODE": 41}
    (name,) = {each.canonical.removeprefix("const ") for each in api.functions[-1].parameters} & api.enums.keys()
    assert name == "own_mode_t"


def test_optional_must_name_a_parameter(overlay: Path) -> None:
    with pytest.raises(SourceError, match="@optional names 'wieght', which is no parameter of tpudnnThingAsync"):
        read_overlay(overlay, OPERATORS.replace("@optional weight", "@optional wieght"))


BASE_TABLE = """chip: base
kernels:
  one: {symbol: one, cores: all, args: sg_api_one_t, dtypes: [f32, f16]}
  two: {symbol: two, cores: 1, args: sg_api_two_t, dtypes: {right: [f16]}}
  helper: {}
"""


def heir(folder: Path, text: str) -> Path:
    """A table of the chip `heir`, which has no f16, beside that of `base`."""
    for chip, table in (("base", BASE_TABLE), ("heir", text)):
        (folder / chip).mkdir()
        (folder / chip / "kernels.yaml").write_text(table, encoding="utf-8")
        description = (
            (paths.ROOT / "chips/sg_b/chip.yaml").read_text(encoding="utf-8").replace("chip: sg_b", f"chip: {chip}")
        )
        (folder / chip / "chip.yaml").write_text(description.replace("f32, f16, bf16", "f32, bf16"), encoding="utf-8")
    return folder / "heir" / "kernels.yaml"


def test_an_inherited_table_has_the_types_of_the_chip(layouts: dict[str, Layout], tmp_path: Path) -> None:
    path = heir(
        tmp_path, "chip: heir\ninherits: base\nkernels:\n  three: {symbol: three, cores: 2, args: sg_api_two_t}\n"
    )
    table = read_table(path, layouts, "heir")
    assert [(row.key, row.symbol, row.dtypes) for row in table.rows] == [
        ("one", "one", (("", ("f32",)),)),
        ("helper", "", ()),
        ("three", "three", ()),
    ]


def test_modes_that_a_chip_lacks(layouts: dict[str, Layout], tmp_path: Path) -> None:
    """By its own chip.yaml, also in inherited rows."""
    path = heir(tmp_path, "chip: heir\ninherits: base\n")
    facts = path.with_name("chip.yaml")
    text = facts.read_text(encoding="utf-8")
    changed = text.replace("lacks:", "lacks:\n  one/not_equal: [bf16, f32]\n  one/less: all\n  helper: all\n #", 1)
    facts.write_text(changed, encoding="utf-8")
    one, helper = render_table(read_table(path, layouts), layouts).splitlines()[1:3]
    assert f"\tlacks=not_equal:f32,bf16;less:{','.join(DTYPES)}" in one and "lacks" not in helper
    assert "lacks" not in render_table(read_table(tmp_path / "base/kernels.yaml", layouts), layouts)


@pytest.mark.parametrize(
    ("enumeration", "members", "modes"),
    [
        (("A_MODE_ADD", "A_MODE_SUB", "A_MODE_SUB_2"), ("A_MODE_SUB",), {"A_MODE_SUB": "sub"}),
        ((), ("EQUAL", "NOT_EQUAL"), {"EQUAL": "equal", "NOT_EQUAL": "not_equal"}),
        ((), ("ARG_ARGMAX", "ARG_MAX"), {"ARG_ARGMAX": "argmax", "ARG_MAX": "max"}),
    ],
)
def test_modes_are_the_ends_of_enumerators(
    enumeration: tuple[str, ...], members: tuple[str, ...], modes: dict[str, str]
) -> None:
    assert modes_of(enumeration, members) == modes


def test_a_row_of_its_own_replaces_the_inherited_one(layouts: dict[str, Layout], tmp_path: Path) -> None:
    path = heir(tmp_path, "chip: heir\ninherits: base\nkernels:\n  one: {symbol: mine, cores: 1, args: sg_api_two_t}\n")
    rows = {row.key: row for row in read_table(path, layouts).rows}
    assert rows["one"].symbol == "mine" and rows["one"].dtypes == () and list(rows) == ["one", "helper"]


@pytest.mark.parametrize(
    ("base", "sentence"),
    [("heir", "2:11: heir inherits its own table"), ("none", "2:11: there is no kernel table of none to inherit")],
)
def test_what_cannot_be_inherited(layouts: dict[str, Layout], tmp_path: Path, base: str, sentence: str) -> None:
    with pytest.raises(SourceError) as raised:
        read_table(heir(tmp_path, f"chip: heir\ninherits: {base}\n"), layouts)
    assert sentence in str(raised.value)


def test_tables_that_inherit_each_other(layouts: dict[str, Layout], tmp_path: Path) -> None:
    path = heir(tmp_path, "chip: heir\ninherits: base\n")
    (tmp_path / "base/kernels.yaml").write_text("chip: base\ninherits: heir\n", encoding="utf-8")
    with pytest.raises(SourceError, match="heir inherits its own table"):
        read_table(path, layouts)
