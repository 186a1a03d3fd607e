"""Every operator of the public unified header is here, with its parameters (unified_operators.tsv: names, types without const, order)."""

import re
from pathlib import Path

from dnnlib import paths
from dnnlib.codegen.api import read_api

TABLE = Path(__file__).with_name("unified_operators.tsv")
# What the conversion of the example makes of the legacy form, which has other parameters or other names for them.
AS_CONVERTED = {
    *("tpudnnAddCMulAsync", "tpudnnArangeAsync", "tpudnnArgAsync", "tpudnnConcatAsync", "tpudnnConvertAsync"),
    *("tpudnnFillAsync", "tpudnnInfCheckAndUnscaleAsync", "tpudnnLayernormBackwardAsync", "tpudnnNonzeroAsync"),
    "tpudnnNorm2Async",
}
MOST_NOT_IMPLEMENTED = 12


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
