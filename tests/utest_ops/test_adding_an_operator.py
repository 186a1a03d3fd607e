"""docs/adding-an-operator.md tells the truth: its counts, its listings, its commands; and who follows it word by word breaks nothing."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import textwrap

import pytest
from page import PAGE, follow, steps

from dnnlib.paths import ROOT, library_dir

LISTINGS = [
    re.sub(r"^   ", "", code, flags=re.MULTILINE).strip("\n")
    for code in re.findall(r"```\w+\n(.*?)```", PAGE, re.DOTALL)
]


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
    text = "".join(path.read_text() for path in sorted((ROOT / "chips/include/sg_api").glob("*.h")))
    found = re.search(rf"{head}\}} {name};", text, re.DOTALL)
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


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A copy of the sources, as a person has it who begins with the page."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False).stdout.split(b"\0")
    if not any(listed):
        pytest.skip("not a checkout: what belongs to the sources is not known")
    folder = tmp_path_factory.mktemp("tree")
    for name in filter(None, (name.decode() for name in listed)):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    return folder


def python(tree, *words):
    """Run a module of the copy."""
    command = [sys.executable, "-m", *words]
    environment = {"PYTHONPATH": str(tree), "TPUDNN_LIBRARY_DIR": str(library_dir())}
    return subprocess.run(
        command, cwd=tree, env=os.environ | environment, capture_output=True, text=True, timeout=600, check=False
    )


def test_the_page_names_a_new_file_or_one_that_migrate_does_not_own():
    owned = {str(p.relative_to(ROOT)) for p in (ROOT / "torch_tpu/native_ops").glob("*.cpp")}
    owned |= {str(p.relative_to(ROOT)) for p in (ROOT / "dnnlib/src/tensor").glob("*.cpp")}
    assert owned and not owned & {step["file"] for step in steps(PAGE)}


def test_the_conversion_of_the_page_changes_nothing_that_is_committed(tree):
    """The commands as they stand, in the copy."""
    first = re.search(r"```\n(cd examples/legacy && migrate convert .*)\n```", PAGE).group(1)
    folder, command = (shlex.split(part) for part in first.split(" && "))
    before = {p: p.read_bytes() for p in tree.rglob("*") if p.is_file()}
    command = [sys.executable, "-m", "migrate.cli", *command[1:], "--no-cache"]
    done = subprocess.run(
        command,
        cwd=tree / folder[1],
        env=os.environ | {"PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert {p: data for p, data in before.items() if p.read_bytes() != data} == {}


def test_who_follows_the_page_from_nothing_leaves_a_green_tree(tree):
    """Every step as it stands; then the manifest, what is generated from the new declaration and row, the linter, the compiler."""
    files = follow(PAGE, tree)
    done = python(tree, "pytest", "-q", "-p", "no:cacheprovider", "tests/test_manifest.py")
    assert done.returncode == 0, done.stdout
    done = python(tree, "ruff", "check", "utest_ops/cases/copysign.py")
    assert done.returncode == 0, done.stdout
    done = python(tree, "ruff", "format", "--check", "utest_ops/cases/copysign.py")
    assert done.returncode == 0, done.stdout
    done = python(tree, "utest_ops", "copysign", "--list")
    assert done.returncode == 0 and "copysign 7x33,7x33 f32 sg_b" in done.stdout, done.stderr
    for header in ("dnnlib/include", "chips/include"):
        assert (tree / header).is_dir()
    assert len(files) == 12


@pytest.mark.native
@pytest.mark.slow
def test_the_operator_of_the_page_computes(tree):
    """The followed copy is built: library, a chip with the page's kernel, its table; then the page's cases run on it."""
    if not (tree / "chips/include/sg_api/copysign.h").exists():
        follow(PAGE, tree)
    build = tree / "build"
    configure = ["cmake", "-G", "Ninja", "-S", str(tree), "-B", str(build), f"-DPython3_EXECUTABLE={sys.executable}"]
    configure += ["-DTPU_BUILD_TORCH=OFF", "-DTPU_BUILD_LEGACY=OFF", "-DTPU_KERNELS=copysign"]
    targets = ["firmware_sg_b", "tpudnn", "tpudnn_driver_sg_b", "tpudnn_table_sg_b"]
    for command in (configure, ["cmake", "--build", str(build), "-j", "2", "--target", *targets]):
        done = subprocess.run(command, capture_output=True, text=True, timeout=3000, check=False)
        assert done.returncode == 0, done.stdout[-4000:] + done.stderr
    words = [sys.executable, "-m", "utest_ops", "copysign", "--chip", "sg_b", "--via", "capi"]
    environment = os.environ | {
        "PYTHONPATH": str(tree),
        "TPUDNN_LIBRARY_DIR": str(build / "lib"),
        "TPUDNN_CHIPS": "sg_b",
    }
    done = subprocess.run(words, cwd=tree, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"\b[1-9]\d* passed", done.stdout + done.stderr), done.stdout + done.stderr
