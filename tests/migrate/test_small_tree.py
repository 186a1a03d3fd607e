"""What goes along with definitions into the unified tree: headers, default arguments, places."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_tree import SmallTree, operator

RELU = "Code Relu(Context &ctx, const Tensor &in, Tensor &out);\n"
TWICE = "Code Twice(Context &ctx, const Tensor &in, Tensor &out);\n"
CALLS = """#include "api.h"
Code Twice(Context &ctx, const Tensor &in, Tensor &out)
{
    if (Relu(ctx, in, out) != Code::Fine)
        return Code::Broken;
    return Relu(ctx, out, out);
}
"""


@pytest.mark.parametrize("names", [("a", "b"), ("b", "a")], ids="-".join)
@pytest.mark.parametrize("runs", ["together", "apart"])
def test_headers_of_argument_structs_come_with_what_needs_them(
    names: tuple[str, str], runs: str, tmp_path: Path
) -> None:
    """Only one of the two operators of a file launches, whichever source comes first and whichever run."""
    calls, launches = names
    tree = SmallTree(tmp_path, {calls: CALLS, launches: operator("Relu")}, RELU + TWICE)
    said = [tree.convert()] if runs == "together" else [tree.convert(launches), tree.convert(calls)]
    assert [one.code for one in said] == [0] * len(said)
    assert not tree.compiles()
    assert tree.written()["src/ops/Misc.cpp"].count('#include "kernels.h"') == 1
    assert tree.convert(options=("--check",)).code == 0
    (tmp_path / "src" / f"{launches}.cpp").write_text(
        '#include "api.h"\n'
        + CALLS[CALLS.index("Code") :].replace("Relu(ctx", "Twice(ctx").replace("Code Twice", "Code Relu")
    )
    tree.convert()
    assert '#include "kernels.h"' not in tree.written()["src/ops/Misc.cpp"]
