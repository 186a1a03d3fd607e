"""Two small trees in idioms of their own, converted by rules alone: one in C with int statuses, one in C++ with classes and scoped enumerators."""

from __future__ import annotations

from pathlib import Path

import pytest

from migrate.commands.run.session import Options, Run, Session
from migrate.model import Status
from migrate.project.config import load_project
from migrate.project.discovery import library_sources

TREES = Path(__file__).parent / "trees"
LINES = {
    "nn": (
        "if (err != TPUDNN_STATUS_SUCCESS)",
        "t.addr = tmp;",
        "p.src = pimpl->virtToPhys(x.addr);",
        "TPUDNN_CHECK(a.dim == 2 && b.dim == 2 && a.shape[1] == b.shape[0]);",
        "err = tpudnn_leaky_relu_Async(handle, t, 0.0f, out);",
    ),
    "cx": (
        "args.out = pimpl->virtToPhys(out.addr);",
        "if (tpudnnAddAsync(handle, a, b, out) != TPUDNN_STATUS_SUCCESS) return TPUDNN_STATUS_BAD_PARAM;",
        'return pimpl->launchKernel("add", &args, sizeof(args));',
        "n *= b.shape[i];",
    ),
}


def convert(tree: str, out: Path) -> Run:
    project = load_project(TREES / tree / "migrate.yaml")
    return Session(project, Options(cache=False), lambda _: None, out).convert(library_sources(project))


@pytest.mark.parametrize("tree", LINES)
def test_rules_alone_convert_it(tree: str, tmp_path: Path) -> None:
    run = convert(tree, tmp_path)
    functions = [f for item in run.inputs for f in item.result.functions]
    assert [(f.legacy, f.reason) for f in functions if f.status != Status.CONVERTED] == []
    assert {p.status for item in run.inputs for p in item.result.proofs} == {"equal"}
    text = b"".join(f.text for f in functions).decode()
    assert [line for line in LINES[tree] if line not in text] == []
