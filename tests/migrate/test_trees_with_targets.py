"""Two small trees with targets of their own, converted by rules alone: a C library whose calls say how many cores and whether they wait, and a C++ library in
namespaces whose objects launch."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from migrate.cli import main
from migrate.commands.run.session import Options, Run, Session
from migrate.emit.files import changed, write_all
from migrate.model import FunctionResult, Status
from migrate.project.config import Project
from migrate.project.discovery import library_sources
from migrate.project.loading import load_project
from migrate.project.yaml_file import ConfigError
from migrate.verify.checked_text import unchecked

TREES = Path(__file__).parent / "trees"
INCLUDE = {
    "nv": ("target/include", "target/core", "include"),
    "orion": ("port/include", "port/impl", "include", "include/orion"),
}
COMPILER = shutil.which("g++") or shutil.which("clang++")
C_COMPILER = shutil.which("gcc") or shutil.which("clang")
needs_compilers = pytest.mark.skipif(COMPILER is None or C_COMPILER is None, reason="no C and C++ compilers")


def convert(project: Project, out: Path) -> Run:
    return Session(project, Options(cache=False), lambda _: None, out).convert(library_sources(project))


def functions(run: Run) -> dict[str, FunctionResult]:
    return {f.legacy: f for item in run.inputs for f in item.result.functions}


def refused(run: Run) -> dict[str, str]:
    return {name: f.reason for name, f in functions(run).items() if f.status != Status.CONVERTED}


@pytest.fixture(scope="module", params=INCLUDE)
def converted(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Run, Path]:
    out = tmp_path_factory.mktemp(request.param)
    run = convert(load_project(TREES / request.param / "migrate.yaml"), out)
    write_all({out / name: data for name, data in run.outputs.items()})
    return request.param, run, out


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the C library, to be changed."""
    shutil.copytree(TREES / "nv", tmp_path / "nv")
    return tmp_path / "nv"


def replaced(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def compiled(tree: str, out: Path, objects: Path) -> list[Path]:
    flags = [f"-I{out / 'include'}", *(f"-I{path.parent}" for path in out.rglob("helpers.h"))]
    flags += [f"-I{TREES / tree / folder}" for folder in INCLUDE[tree]]
    made = []
    for source in out.rglob("*.cpp"):
        made.append(objects / f"{source.stem}.o")
        command = [str(COMPILER), "-std=c++17", *flags, "-c", str(source), "-o", str(made[-1])]
        subprocess.run(command, check=True, timeout=300)
    return made


def test_every_operator_is_converted_proven_and_type_checked(converted: tuple[str, Run, Path]) -> None:
    tree, run, _ = converted
    assert refused(run) == {}
    assert {p.status for item in run.inputs for p in item.result.proofs} == {"equal"}
    assert unchecked(load_project(TREES / tree / "migrate.yaml")) == ""


def test_a_second_run_changes_nothing_and_says_nothing(converted: tuple[str, Run, Path]) -> None:
    tree, _, out = converted
    again = convert(load_project(TREES / tree / "migrate.yaml"), out)
    assert [name for name, data in again.outputs.items() if changed(out, {name: data})] == []
    assert [f for item in again.inputs for f in item.result.findings if f.id == "D205"] == []


@needs_compilers
def test_the_output_compiles(converted: tuple[str, Run, Path], tmp_path: Path) -> None:
    tree, _, out = converted
    assert compiled(tree, out, tmp_path)


@needs_compilers
@pytest.mark.parametrize("generation", (1, 2, 3))
def test_both_libraries_give_the_kernels_the_same(generation: int, tmp_path: Path) -> None:
    own, out = TREES / "nv", tmp_path / "out"
    write_all({out / name: data for name, data in convert(load_project(own / "migrate.yaml"), out).outputs.items()})
    table = yaml.safe_load((out / f"tables/g{generation}.yaml").read_text())["kernels"]
    rows = ((key, row.get("symbol", ""), row.get("follows", "")) for key, row in table.items())
    (tmp_path / "rows.h").write_text("".join(f'{{"{key}", "{symbol}", "{form}"}},\n' for key, symbol, form in rows))
    include = [f"-I{tmp_path}", f"-I{out / 'include'}", *(f"-I{own / folder}" for folder in INCLUDE["nv"])]
    sources = [own / "run/legacy.c", *(own / "src").glob("*.c"), own / f"src/gen{generation}/topk.c"]
    zeroed = "-ftrivial-auto-var-init=zero"  # fields that nobody sets are 0 in the unified form
    legacy = [C_COMPILER, "-std=gnu11", zeroed, f"-DNV_GEN={generation}", *include, *sources, "-o", tmp_path / "legacy"]
    objects = compiled("nv", out, tmp_path)
    unified = [COMPILER, "-std=c++17", *include, own / "run/unified.cpp", *objects, "-o", tmp_path / "unified"]
    said = []
    for command in (legacy, unified):
        subprocess.run([str(word) for word in command], check=True, timeout=300)
        said.append(subprocess.run([command[-1]], capture_output=True, text=True, check=True, timeout=60).stdout)
    assert said[0] == said[1]
    assert "wait" in said[0] and " on 1:" in said[0]


def test_the_number_of_cores_goes_on_with_the_call() -> None:
    found = functions(convert(load_project(TREES / "nv/migrate.yaml"), Path("/nowhere")))
    assert 'uniSubmit(queue, "matmul", (args.m > 64 ? 8 : 1), &args' in found["nv_matmul"].text.decode()
    rows = {(row.chip, row.cores) for row in found["nv_matmul"].rows}
    assert rows == {("g1", "1"), ("g2", "1"), ("g3", "")}  # each call of the third says it


def test_a_number_of_cores_without_a_place_stands_in_the_row(tree: Path) -> None:
    replaced(tree / "rules.yaml", '"{key}", {cores}, ', '"{key}", 1, ')
    found = functions(convert(load_project(tree / "migrate.yaml"), tree / "out"))
    assert {(row.chip, row.cores) for row in found["unary"].rows} == {("g1", "1"), ("g2", "4"), ("g3", "4")}
    assert {row.cores for row in found["reduce"].rows} == {"2", "8"}
    assert found["nv_matmul"].status == Status.REFUSED and "{cores}" in found["nv_matmul"].reason


def test_a_place_for_cores_needs_a_number(tree: Path) -> None:
    replaced(tree / "rules.yaml", "size: 3, count: 1}", "size: 3, cores: all}")
    told = refused(convert(load_project(tree / "migrate.yaml"), tree / "out"))
    assert "say by `count` which argument it is" in told["nv_matmul"]


OPERATOR = """
nv_rc nv_%s(const nv_tensor *x, nv_tensor *y%s, nv_device *dev)
{
    struct nv_args_unary args;
    args.src = nv_tensor_where(x);
    args.dst = nv_tensor_where(y);
    args.op = 0;
    %s
}
"""
RUN = 'return nv_run("nvk_%s", &args, sizeof args, %s, dev);'


def written(tree: Path, texts: dict[str, str], parameter: str = "") -> dict[str, FunctionResult]:
    """Of operators that end with these texts, in a C source of the tree."""
    texts = {name: text.replace("%s", name, 1) for name, text in texts.items()}
    (tree / "src/more.c").write_text(
        '#include "nv.h"\n#include "nv_args.h"\n'
        + "".join(OPERATOR % (name, parameter, text) for name, text in texts.items())
    )
    run = convert(load_project(tree / "migrate.yaml"), tree / "out")
    found = functions(run)
    return {name: found[f"nv_{name}"] for name in texts}


def test_a_flag_that_says_that_the_call_waits(tree: Path) -> None:
    calls = {"one": "1", "zero": "0", "denied": "!1", "computed": "x == y"}
    found = written(tree, {name: RUN % ("%s", flag) for name, flag in calls.items()})
    waits = {name: b"uniFlush" in one.text for name, one in found.items() if one.status == Status.CONVERTED}
    assert waits == {"one": True, "zero": False, "denied": False}
    assert "whether this call waits is computed" in found["computed"].reason


def test_an_operator_s_own_flag_goes_with_its_meaning(tree: Path) -> None:
    """`sync` of the operator is `sync` of the launch; the other one denied; not the other one."""
    replaced(
        tree / "rules.yaml", "  success: [NV_FINE]", "  blocking: [sync]\n  non_blocking: [later]\n  success: [NV_FINE]"
    )
    same = written(tree, {"same": RUN % ("%s", "sync"), "turned": RUN % ("%s", "!sync")}, ", int sync")
    assert same["same"].status == Status.CONVERTED and b"uniFlush" not in same["same"].text
    assert same["turned"].status == Status.REFUSED
    other = written(tree, {"same": RUN % ("%s", "later"), "turned": RUN % ("%s", "!later")}, ", int later")
    assert other["turned"].status == Status.CONVERTED and b"uniFlush" not in other["turned"].text
    assert other["same"].status == Status.REFUSED


@pytest.mark.parametrize(
    ("old", "new", "said"),
    (
        ("size: 2, waits: 3,", "size: 2, waits: 3, wait: 3,", "a launch has one flag"),
        (
            "  success: [NV_FINE]",
            "  blocking: [sync]\n  non_blocking: [sync]\n  success: [NV_FINE]",
            "sync is in non_blocking as well",
        ),
        ("size: 3, count: 1}", "size: 3, count: 1, to: 'uniSubmit({queue}, \"{key}\", {arguments})'}", "{queue}"),
    ),
)
def test_mistakes_of_launch_rules(old: str, new: str, said: str, tree: Path) -> None:
    replaced(tree / "rules.yaml", old, new)
    with pytest.raises(ConfigError, match=said.replace("{", r"\{")):
        load_project(tree / "migrate.yaml")


ZERO = RUN % ("%s", "0")
OF_C = {  # what g++ does not take
    "unordered": "struct nv_args_unary b = { .op = 1, .count = 2 }; args.count = b.count;\n    ",
    "nested": "struct own { struct { int a; } at; } b = { .at.a = 1 }; args.count = b.at.a;\n    ",
    "elements": "int b[4] = { [2] = 5 }; args.count = b[2];\n    ",
    "generic": "args.count = _Generic(1, int: 3, default: 4);\n    ",
    "asserted": '_Static_assert(sizeof(int) == 4, "int");\n    ',
}
OF_BOTH = {
    "ordered": "struct nv_args_unary b = { .count = 1, .op = 2 }; args.count = b.count;\n    ",
    "sized": "args.count = sizeof(args) + sizeof(int);\n    ",
}
OTHER_IN_C = {  # what is an int there
    "letter": "args.count = sizeof('a');\n    ",
    "compared": "args.count = sizeof(x == y);\n    ",
    "chosen": "args.count = sizeof(args.op ? 'a' : 'b');\n    ",
}


def test_what_only_c_has(tree: Path) -> None:
    found = written(tree, {name: text + ZERO for name, text in (OF_C | OF_BOTH | OTHER_IN_C).items()})
    told = {name: one.reason for name, one in found.items() if one.status != Status.CONVERTED}
    assert told.keys() == {*OF_C, *OTHER_IN_C}, told
    assert all("not every compiler takes what C has" in found[name].reason for name in OF_C)
    assert all("an int in C, and not in C++" in found[name].reason for name in OTHER_IN_C)


def test_a_c_source_that_is_no_c_plus_plus(
    tree: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tree / "src/more.c").write_text("#include <stdlib.h>\nstatic int *own = (void *)4;\n")
    monkeypatch.chdir(tree)
    assert main(["convert", "src/more.c", "--no-cache", "--no-compile"]) == 1
    said = capsys.readouterr().out
    assert "src/more.c:2:" in said and "write what C and C++ both take" in said


def test_a_c_source_that_is_no_c_plus_plus_leaves_the_others(tree: Path) -> None:
    whole = functions(convert(load_project(tree / "migrate.yaml"), tree / "out"))
    (tree / "src/more.c").write_text(
        "#include <nv.h>\nstatic int *own = (void *)4;\n"
        "nv_rc nv_late(nv_tensor *x, nv_tensor *y, nv_device *dev) { return nv_relu(x, y, dev); }\n"
    )
    run = convert(load_project(tree / "migrate.yaml"), tree / "out")
    own = next(item for item in run.inputs if item.result.path == "src/more.c")
    assert [(one.id, own.lines.line(one.span.start)) for one in own.result.refusals] == [("L180", 2)]
    found = functions(run)
    assert found.pop("nv_late").status == Status.REFUSED
    assert {name: one.text for name, one in found.items()} == {name: one.text for name, one in whole.items()}


OWN = """
static int own(nv_tensor *t, int n)
{
    int *new = malloc(n * sizeof(int));
#ifdef FAST
    n++;
#endif
    return nv_tensor_rank(t) + (new != NULL);
}
static int twice(int n) { return 2 * n; }
nv_rc nv_own(nv_tensor *x, nv_tensor *y, nv_device *dev)
{
    if (own(x, 1) == 0)
        return NV_EINVAL;
    return nv_relu(x, y, dev);
}
nv_rc nv_other(nv_tensor *x, nv_tensor *y, nv_device *dev)
{
    if (twice(nv_tensor_rank(x)) == 0)
        return NV_EINVAL;
    return nv_relu(x, y, dev);
}
"""


@pytest.mark.parametrize("places", [("src/elementwise.c",), ("src/gen1/topk.c", "src/gen2/topk.c", "src/gen3/topk.c")])
def test_a_function_that_is_no_c_plus_plus_is_refused_alone(
    tree: Path, tmp_path: Path, places: tuple[str, ...]
) -> None:
    header = "nv_rc nv_own(nv_tensor *x, nv_tensor *y, nv_device *dev);\n"
    replaced(tree / "include/nv.h", "nv_rc nv_relu", header + header.replace("own", "other") + "nv_rc nv_relu")
    for place in places:
        file = tree / place
        file.write_text("#include <stdlib.h>\n" + file.read_text() + OWN)
    run = convert(load_project(tree / "migrate.yaml"), tmp_path / "out")
    told = refused(run)
    assert told.keys() == {"own", "nv_own"}, told
    assert told["own"].startswith("L180") and "malloc" not in told["own"] and "unqualified-id" in told["own"]
    assert told["nv_own"].startswith("L163")
    assert {p.status for item in run.inputs for p in item.result.proofs} == {"equal"}
    text = b"".join(run.outputs.values())
    assert b"int *new = malloc(n * sizeof(int));" in text and b"uni_other" in text  # left for a person as it was


def test_addresses_and_numbers_in_one_declaration(tree: Path) -> None:
    replaced(tree / "rules.yaml", "  success: [NV_FINE]", "  address_fields: '^(src|dst)$'\n  success: [NV_FINE]")
    names = "unsigned long long a, b = nv_tensor_where(y), n = 3, *p = &n;\n    a = nv_tensor_where(x);\n    "
    right = "args.src = a; args.dst = b; args.count = n + *p;\n    "
    found = written(
        tree,
        {
            "right": names + right + ZERO,
            "wrong": names + "args.src = n;\n    " + ZERO,
            "lost": names + "args.count = b;\n    " + ZERO,
        },
    )
    assert {name: one.status for name, one in found.items()} == {
        "right": Status.CONVERTED,
        "wrong": Status.REFUSED,
        "lost": Status.REFUSED,
    }


def test_another_implementation_header_in_place(tree: Path) -> None:
    project = load_project(tree / "migrate.yaml")
    target = project.target_root
    write_all({target / name: data for name, data in convert(project, target).outputs.items()})
    (target / "core/queue.h").rename(target / "core/device.h")
    replaced(tree / "rules.yaml", "implementation: queue.h", "implementation: device.h")
    project = load_project(tree / "migrate.yaml")
    run = Session(project, Options(cache=False), lambda _: None, target).convert(library_sources(project))
    write_all({target / name: data for name, data in run.outputs.items()})
    for name in ("ops/Misc.cpp", "ops/helpers.h"):
        text = (target / name).read_text()
        assert '#include "device.h"' in text and "queue.h" not in text, name


def test_init_knows_by_its_name_what_a_flag_means(
    tree: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tree / "migrate.yaml").unlink()
    (tree / "rules.yaml").unlink()
    handed = OPERATOR % ("handed", ", bool now", RUN % ("handed", "now"))
    (tree / "src/more.c").write_text('#include "nv.h"\n#include "nv_args.h"\n' + handed)
    monkeypatch.chdir(tree)
    assert main(["init"]) == 0
    assert "nv_run: {kernel: 0, arguments: 1, size: 2, waits: 3, cores: '1'}" in (tree / "rules.yaml").read_text()
    replaced(tree / "include/nv.h", "unsigned int bytes, int sync,", "unsigned int bytes, int no_sync,")
    (tree / "migrate.yaml").unlink()
    (tree / "rules.yaml").unlink()
    assert main(["init"]) == 0
    assert "size: 2, wait: 3, cores" in (tree / "rules.yaml").read_text()
