"""docs/adding-an-operator.md tells the truth: its counts, its listings, and the body it shows runs."""

import json
import os
import re
import subprocess
import sys
import textwrap

import pytest
from mutant import Mistake, seed

from dnnlib.paths import ROOT

PAGE = (ROOT / "docs/adding-an-operator.md").read_text(encoding="utf-8")
LISTINGS = [
    re.sub(r"^   ", "", code, flags=re.MULTILINE).strip("\n")
    for code in re.findall(r"```\w+\n(.*?)```", PAGE, re.DOTALL)
]


KERNEL_ROW = "minimum:\n    symbol"


def listing(start):
    """The listing whose text begins so."""
    return next(code for code in LISTINGS if code.lstrip().startswith(start))


def lines(text):
    return sum(bool(line.strip()) for line in text.splitlines())


def block(path, start, end):
    """The lines of a file from one that matches `start` to the next that matches `end`."""
    found = re.search(rf"^{start}.*?^{end}$", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return found.group(0)


def struct(name):
    head = r"(/\*[^/]*\*/\n)?typedef struct \{\n(?:(?!typedef).)*?"
    found = re.search(rf"{head}\}} {name};", (ROOT / "chips/include/sg_api_struct.h").read_text(), re.DOTALL)
    return found.group(0)


def kernel(operator, header):
    text = (ROOT / "chips/common/kernels" / header).read_text(encoding="utf-8")
    end = text.index(f"TPUSIM_KERNEL({operator}, ")
    return text[text.rindex("template <class Chip>", 0, end) : text.index("\n", end)]


def row(operator):
    return block("torch_tpu/ops.yaml", rf"- func: {operator}\.out", rf"  kernel: {operator}_out_tpu")


def takes(operator):
    return block("dnnlib/operators.yaml", rf"  {operator}:", "    inplace: true")


def hand_written(operator, header):
    """Lines by hand besides the legacy form: struct, kernel, what it takes, ops.yaml row, cases."""
    case = (ROOT / f"utest_ops/cases/{operator}.py").read_text(encoding="utf-8")
    pieces = (struct(f"sg_api_{operator}_t"), kernel(operator, header), takes(operator), row(operator), case)
    return [lines(piece) for piece in pieces]


@pytest.mark.parametrize(("operator", "header", "limit"), [("neg", "unary.h", 30), ("minimum", "binary.h", 50)])
def test_the_counts_are_those_of_the_files_and_within_the_limit(operator, header, limit):
    column = {"neg": 2, "minimum": 3}[operator]
    table = [row.split("|") for row in PAGE.splitlines() if row.startswith("| `") or row.startswith("| lines in all")]
    counts = [int(row[column]) for row in table]
    assert counts[:-1] == hand_written(operator, header)
    assert counts[-1] == sum(counts[:-1]) <= limit


def test_the_listings_are_the_files():
    assert listing("/* output = min(input, other); NaN") == struct("sg_api_minimum_t")
    assert listing("template <class Chip>") == kernel("minimum", "binary.h")
    assert listing("minimum:\n  types") == textwrap.dedent(takes("minimum"))
    assert listing("- func:") == row("minimum")
    case = (ROOT / "utest_ops/cases/minimum.py").read_text(encoding="utf-8")
    assert [line for line in case.splitlines() if line] == listing('"""minimum').splitlines()
    assert listing(KERNEL_ROW).strip() in (ROOT / "chips/sg_b/kernels.yaml").read_text(encoding="utf-8")


def test_the_counts_from_nothing():
    counts = [
        int(n) for n in re.findall(r"^\| (?:struct|native|declaration|in all)[^|]*\| (\d+) \|", PAGE, re.MULTILINE)
    ]
    new = lines(listing("tpudnnStatus_t tpudnnMinimumAsync")) + lines(listing("/* output = min(input, other), el"))
    rows = 2 * lines(listing(KERNEL_ROW))
    native = lines(listing("Tensor & minimum_out_tpu"))
    assert counts == [sum(hand_written("minimum", "binary.h")), native, new + rows, sum(counts[:-1])]
    assert counts[0] + counts[1] <= 50


@pytest.mark.native
def test_the_body_from_nothing_passes_the_cases(tmp_path):
    source = ROOT / "dnnlib/src/tensor/Binary.cpp"
    text = source.read_text(encoding="utf-8")
    start = text.index("tpudnnStatus_t tpudnnMinimumAsync(")
    migrated = text[start : text.index("\n}\n", start) + 2]
    folder = tmp_path / "lib"
    folder.mkdir()
    seed(Mistake("", "minimum", "Binary.cpp", ((migrated, listing("tpudnnStatus_t tpudnnMinimumAsync")),), ""), folder)
    words = ["minimum", "--via", "capi", "--json", str(tmp_path / "r.json")]
    done = subprocess.run(
        [sys.executable, "-m", "utest_ops", *words],
        env=os.environ | {"TPUDNN_LIBRARY_DIR": str(folder)},
        cwd=tmp_path,
        timeout=300,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads((tmp_path / "r.json").read_text())["totals"]["passed"] > 0
