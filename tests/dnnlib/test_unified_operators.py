"""Every operator of the public unified header is here, with its parameters (unified_operators.tsv: names, types without const, order), and so are its
other functions, structs and enumerations (unified_interface.tsv; left out: tpudnnC2CPerf, tpudnnC2CDescriptor and their types)."""

import re
from pathlib import Path

from clang import cindex

from dnnlib import paths
from dnnlib.codegen import clang
from dnnlib.codegen.api import read_api

TABLE = Path(__file__).with_name("unified_operators.tsv")
# What the conversion of the example makes of the legacy form, which has other parameters or other names for them.
AS_CONVERTED = {
    *("tpudnnAddCMulAsync", "tpudnnArangeAsync", "tpudnnArgAsync", "tpudnnConcatAsync", "tpudnnConvertAsync"),
    *("tpudnnFillAsync", "tpudnnInfCheckAndUnscaleAsync", "tpudnnLayernormBackwardAsync", "tpudnnNonzeroAsync"),
    "tpudnnNorm2Async",
}
MOST_NOT_IMPLEMENTED = 12

INTERFACE = Path(__file__).with_name("unified_interface.tsv")
MORE_ENUMERATORS = {"tpudnnStatus_t"}


def read() -> dict[str, str]:
    include = paths.ROOT / "dnnlib" / "include"
    api = read_api(include / "tpuDNN.h", include / "tpuDNNTensor.h", [include])
    return {
        function.name: ", ".join(
            f"{re.sub(r'const ?', '', p.type).replace(' *', '*').replace(' &', '&').strip()} {p.name}"
            for p in function.parameters
        )
        for function in api.operators
    }


def bare(spelling: str) -> str:
    return re.sub(r"const ?|enum |struct ", "", spelling).replace(" *", "*").replace(" &", "&").strip()


def facts_of(cursor: cindex.Cursor) -> tuple[str, str] | None:
    """Kind and facts of a declaration: a function's return type and parameters, a struct's fields, an enumeration's enumerators."""
    if cursor.kind == cindex.CursorKind.FUNCTION_DECL:
        parameters = ", ".join(f"{bare(p.type.spelling)} {p.spelling}" for p in cursor.get_arguments())
        return "function", f"{bare(cursor.result_type.spelling)} ({parameters})"
    if cursor.kind != cindex.CursorKind.TYPEDEF_DECL:
        return None
    target = cursor.underlying_typedef_type.get_canonical()
    if target.kind == cindex.TypeKind.RECORD:
        return "struct", ", ".join(f"{bare(member.type.spelling)} {member.spelling}" for member in target.get_fields())
    if target.kind == cindex.TypeKind.ENUM:
        values = [(v.spelling, v.enum_value) for v in target.get_declaration().get_children()]
        return "enum", ", ".join(f"{name} = {value}" for name, value in values)
    return None


def interface() -> dict[str, tuple[str, str]]:
    include = paths.ROOT / "dnnlib" / "include"
    unit = clang.parse(include / "tpuDNN.h", ["-x", "c++", "-std=c++17", f"-I{include}"])
    found = {c.spelling: facts_of(c) for c in clang.declarations(unit, [*include.rglob("*.h")])}
    return {name: facts for name, facts in found.items() if facts}


def test_other_functions_structs_and_enumerations() -> None:
    ours, missing, different = interface(), set(), {}
    for line in INTERFACE.read_text(encoding="utf-8").splitlines():
        kind, name, facts = line.split("\t")
        if name not in ours:
            missing.add(name)
        elif kind == "enum":  # in any order
            there, expected = (set(text.split(", ")) for text in (ours[name][1], facts))
            if not expected <= there or (there != expected and name not in MORE_ENUMERATORS):
                different[name] = there ^ expected
        elif ours[name] != (kind, facts):
            different[name] = ours[name]
    assert not missing
    assert not different


def test_names_and_parameters() -> None:
    public = dict(line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines())
    ours = read()
    assert set(public) <= set(ours)
    assert {name for name, parameters in public.items() if ours[name] != parameters} == AS_CONVERTED


def test_what_is_not_implemented_says_why() -> None:
    """Of the public ones. `Not implemented: ...` in the comment."""
    include = paths.ROOT / "dnnlib" / "include"
    api = read_api(include / "tpuDNN.h", include / "tpuDNNTensor.h", [include])
    public = {line.split("\t")[0] for line in TABLE.read_text(encoding="utf-8").splitlines()}
    missing = [function for function in api.operators if function.name in public and "Not implemented" in function.doc]
    assert 0 < len(missing) <= MOST_NOT_IMPLEMENTED
    for function in missing:
        assert re.search(r"Not implemented: .*(is|are|calls it).*", function.doc.replace("\n", " ")), function.name
        assert "known" in function.doc, function.name
