"""What goes along with definitions into the unified tree: headers, default arguments, places."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from small_tree import API, PROJECT, RULES, SmallTree, operator

from migrate.cli import main

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


HELPED = operator("Relu", "static int rows(const Tensor &t) { return t.extent[0]; }", "rows(in)")
PLACES = {
    "helpers": {"src/ops/shared.h": "src/ops/common.h"},
    "helpers_elsewhere": {"src/ops/shared.h": "include/own/common.h"},
    "tables": {"tables/{chip}.yaml": "rows/{chip}.yaml"},
    "sources": {"src/ops\n": "src/own/ops\n"},
    "sources_and_records": {"src/ops": "src/own"},
    "implementation": {"implementation: un_impl.h": "implementation: un_other.h"},
    "header": {"include/un_ops.h": "include/un_all.h"},
    "all": {"src/ops": "src/own", "tables/": "rows/", "include/un_ops.h": "include/un_all.h"},
}
CHANGES = {  # by a person: file, old, new
    "function": ("src/ops/Misc.cpp", "UnaryArgs args = {};", "UnaryArgs args = {}; // mine"),
    "helper": ("src/ops/shared.h", "return", "/* mine */ return"),
    "row": ("tables/second.yaml", "acme_relu", "acme_mine"),
    "declaration": ("include/un_ops.h", "unTensor &out);\n\n", "unTensor &mine);\n\n"),
    "further_helper": ("src/ops/shared.h", "static int", "static int mine() { return 1; }\n\nstatic int"),
}


def moved(path: str, places: dict[str, str]) -> str:
    for old, new in places.items():
        if old.endswith("\n"):  # a folder with what has no place of its own
            old, new = old.strip() + "/Misc", new.strip() + "/Misc"
        for chip in ("first", "second"):
            path = path.replace(old.replace("{chip}", chip), new.replace("{chip}", chip))
    return path


@pytest.mark.parametrize("name", PLACES)
def test_what_stands_at_a_place_that_the_rules_change_moves_with_it(name: str, tmp_path: Path) -> None:
    """The output is that of a conversion into an empty folder with the same changes by hand."""
    places = PLACES[name]
    tree = SmallTree(tmp_path, {"a": HELPED, "b": CALLS}, RELU + TWICE)
    (tmp_path / "target/src/un_other.h").write_text('#pragma once\n#include "un_impl.h"\n')
    assert tree.convert().code == 0
    for file, old, new in CHANGES.values():
        tree.change(f"migrated/{file}", old, new)
    assert tree.convert().code == 0
    for old, new in places.items():
        tree.change("rules.yaml", old, new)
    if "include/un_ops.h" in places:
        tree.change("target/src/un_impl.h", "un_ops.h", "un_all.h")
        (tmp_path / "target/include/un_all.h").write_text((tmp_path / "target/include/un_ops.h").read_text())
    assert tree.convert(options=("--check",)).code == 1
    said = tree.convert("b") if name == "all" else tree.convert()
    assert (said.code, said.left) == (0, [])
    assert not tree.compiles()
    assert tree.convert(options=("--check",)).code == 0
    now = tree.written(records=True)
    shutil.rmtree(tree.out)
    tree.convert()
    for file, old, new in CHANGES.values():
        tree.change(f"migrated/{moved(file, places)}", old, new)
    tree.convert()
    assert now == tree.written(records=True)


def test_a_conflict_moves_with_its_place(tmp_path: Path) -> None:
    tree = SmallTree(tmp_path, {"a": HELPED}, RELU)
    tree.convert()
    tree.change("migrated/tables/second.yaml", "acme_relu", "acme_mine")
    tree.change("migrated/src/ops/shared.h", "extent[0]", "extent[1]")
    for old, new in {**PLACES["tables"], **PLACES["helpers"]}.items():
        tree.change("rules.yaml", old, new)
    tree.change("src/a.cpp", "acme_relu", "acme_other")
    tree.change("src/a.cpp", "extent[0]", "extent[2]")
    for _ in range(2):
        assert tree.convert().ids == ["L158"]
    texts = tree.written()
    assert "acme_mine" in texts["rows/second.yaml"] and "acme_other" in texts["rows/second.yaml"]
    assert texts["src/ops/common.h"].count("<<<<<<<") == 1


def test_a_function_that_a_person_changed_is_told_where_its_family_is(tmp_path: Path) -> None:
    tree = SmallTree(tmp_path, {"a": HELPED}, RELU)
    assert tree.convert().code == 0
    file, old, new = CHANGES["function"]
    tree.change(f"migrated/{file}", old, new)
    assert not any("family's file" in message for _, message in tree.convert().told)
    tree.change("migrate.yaml", "version: 1\n", "version: 1\nfamilies: {Act: [Relu]}\n")
    told = [message for _, message in tree.convert().told if "family's file is" in message]
    assert len(told) == 1 and "in src/ops/Misc.cpp, though its family's file is src/ops/Act.cpp now" in told[0]


def test_a_place_that_is_taken_keeps_what_it_has(tmp_path: Path) -> None:
    tree = SmallTree(tmp_path, {"a": HELPED}, RELU)
    tree.convert()
    tree.change("migrated/src/ops/shared.h", "return", "/* mine */ return")
    tree.change("migrated/tables/second.yaml", "acme_relu", "acme_mine")
    theirs = "#pragma once\n\nstatic int theirs() { return 1; }\n"
    (tree.out / "src/ops/common.h").write_text(theirs)
    (tree.out / "rows").mkdir()
    (tree.out / "rows/second.yaml").write_text("chip: second\nkernels:\n  theirs:\n    symbol: theirs\n    cores: 1\n")
    for old, new in {**PLACES["tables"], **PLACES["helpers"]}.items():
        tree.change("rules.yaml", old, new)
    assert tree.convert().code == 0
    texts = tree.written()
    assert "theirs()" in texts["src/ops/common.h"] and "/* mine */ return" in texts["src/ops/common.h"]
    assert "theirs" in texts["rows/second.yaml"] and "acme_mine" in texts["rows/second.yaml"]
    assert not {"src/ops/shared.h", "tables/second.yaml"} & texts.keys()
    assert not tree.compiles()


def test_a_header_of_the_unified_tree_is_left_where_it_is(tmp_path: Path) -> None:
    """Of a fresh tree as well: its types do not go to the place that the rules have for the header from now on."""
    tree = SmallTree(tmp_path, {"a": HELPED}, RELU)
    tree.change("target/include/un_ops.h", "/* operators */", "struct unOwn { int x; };\n\n/* operators */")
    tree.convert()
    tree.change("rules.yaml", "include/un_ops.h", "include/un_all.h")
    assert tree.convert().code == 0
    now = tree.written()
    assert "include/un_ops.h" not in now and "unOwn" not in now["include/un_all.h"]
    shutil.rmtree(tree.out)
    tree.convert()
    assert now == tree.written()


def test_sources_go_to_files_of_the_unified_tree_and_leave_them(tmp_path: Path) -> None:
    tree = SmallTree(tmp_path, {"a": HELPED}, RELU, project=PROJECT.replace(", fresh: true", ""))
    (tmp_path / "target/src/un_other.h").write_text('#pragma once\n#include "un_impl.h"\n')
    for name, text in {
        "Misc.cpp": "int theirs() { return 1; }\n",
        "shared.h": "static int own() { return 2; }\n",
    }.items():
        (tmp_path / "target/src/own").mkdir(exist_ok=True)
        (tmp_path / "target/src/own" / name).write_text(f'#include "un_impl.h"\n\n{text}')
    tree.convert()
    for old, new in (("src/ops", "src/own"), ("un_impl.h", "un_other.h"), ("src/own", "src/ops")):
        tree.change("rules.yaml", old, new)
        assert tree.convert().code == 0
        now = tree.written()
        shutil.copytree(tree.out, tmp_path / "kept", dirs_exist_ok=True)
        shutil.rmtree(tree.out)
        tree.convert()
        assert now == tree.written()
        shutil.rmtree(tree.out)
        shutil.move(tmp_path / "kept", tree.out)


def test_the_table_of_a_chip_that_goes_goes_unless_a_person_changed_it(tmp_path: Path) -> None:
    tree = SmallTree(
        tmp_path, {"a": HELPED}, RELU, project=PROJECT.replace("second: {", "third: {defines: [GEN=3]}, second: {")
    )
    tree.convert()
    tree.change("migrated/tables/second.yaml", "acme_relu", "acme_mine")
    whole = (tmp_path / "migrate.yaml").read_text()
    tree.change("migrate.yaml", "third: {defines: [GEN=3]}, second: {defines: [GEN=2]}", "")
    for _ in range(2):
        said = tree.convert()
        assert said.code == 0
        assert any("row relu of tables/second.yaml" in message for _, message in said.told)
        assert "tables/third.yaml" not in tree.written() and "acme_mine" in tree.written()["tables/second.yaml"]
        assert tree.convert(options=("--check",)).code == 0
    (tmp_path / "migrate.yaml").write_text(whole)
    assert any("row relu of tables/second.yaml" in message for _, message in tree.convert().told)
    assert "tables/third.yaml" in tree.written() and "acme_mine" in tree.written()["tables/second.yaml"]


def test_places_change_in_the_unified_tree_itself(tmp_path: Path) -> None:
    """What runs made is told from nothing there, so that an empty file may stay where one was."""
    tree = SmallTree(tmp_path, {"a": HELPED, "b": CALLS}, RELU + TWICE, project=PROJECT.replace(", fresh: true", ""))
    tree.convert(options=("--in-place",))
    for file, old, new in CHANGES.values():
        tree.change(f"target/{file}", old, new)
    for old, new in PLACES["all"].items():
        tree.change("rules.yaml", old, new)
    tree.change("target/src/un_impl.h", "un_ops.h", "un_all.h")
    (tmp_path / "target/include/un_all.h").write_text('#pragma once\n\n#include "un.h"\n\n/* operators */\n')
    assert tree.convert(options=("--in-place",)).code == 0
    texts = {
        name: (tmp_path / "target" / name) for name in ("src/own/Misc.cpp", "rows/second.yaml", "include/un_all.h")
    }
    assert all("mine" in file.read_text() for file in texts.values())
    assert "/* mine */" in (tmp_path / "target/src/own/shared.h").read_text()
    assert "unReluAsync" not in (tmp_path / "target/include/un_ops.h").read_text()
    assert "unReluAsync" not in (tmp_path / "target/src/ops/Misc.cpp").read_text()
    assert "static int mine()" in (tmp_path / "target/src/ops/shared.h").read_text()
    assert not list((tmp_path / "target/src/ops").glob("migrated.*"))
    assert tree.convert(options=("--in-place", "--check")).code == 0


OWN = "struct unOwn { int x; };\n\nstatic inline int own(unOwn o) { return o.x; }\n"


@pytest.mark.parametrize("place", ["migrated/include/un_ops.h", "target/include/un_ops.h"])
def test_declarations_stand_beside_what_has_a_body_in_the_header(place: str, tmp_path: Path) -> None:
    """Of a person, and of the unified tree; where all operators have other names from now on."""
    tree = SmallTree(tmp_path, {"a": HELPED}, RELU)
    tree.convert()
    with (tmp_path / place).open("a") as file:
        file.write(f"\n{OWN}")
    if place.startswith("target"):
        shutil.rmtree(tree.out)
    tree.change("rules.yaml", "\\1Async", "\\1Later")
    tree.change("rules.yaml", "(?:Async)", "(?:Later)")
    for _ in range(2):
        assert tree.convert().code == 0
    text = tree.written()["include/un_ops.h"]
    assert all(line in text for line in OWN.splitlines()) and text.count("unReluLater(") == 1
    assert not tree.compiles() and tree.convert(options=("--check",)).code == 0


TAGGED = """#include "api.h"
#include "kernels.h"
struct Pair { struct Tensor one; const struct Tensor *other; };
static int length(const struct Tensor *t) { return t->extent[0]; }
enum Code Relu(struct Context &ctx, const struct Tensor &in, struct Tensor &out)
{
    struct UnaryArgs args;
    struct Tensor copy = in;
    struct Pair pair = {in, &copy};
    enum Code code;
    args.in = in.data;
    args.out = out.data;
    args.n = length(pair.other) + pair.one.extent[1];
    code = ctx.submit("acme_relu", &args, sizeof(struct UnaryArgs));
    return code;
}
"""


def test_types_with_their_tags_in_front(tmp_path: Path) -> None:
    """The unified tensor is a typedef, which no `struct` may stand in front of."""
    rules = RULES.replace("handle: ['Context &']", "handle: ['struct Context &']").replace(
        "{'Context &':", "{'struct Context &': unHandle, 'Context &':"
    )
    tree = SmallTree(tmp_path, {"a": TAGGED}, RELU.replace("Context", "struct Context"), rules=rules)
    assert tree.convert().left == [] and not tree.compiles()
    text = "".join(tree.written().values())
    assert (
        "struct unTensor" not in text
        and "enum unStatus" not in text
        and "struct UnaryArgs args" in text
        and "const unTensor *other" in text
    )


def test_a_buffer_of_a_member_function_is_an_address(tmp_path: Path) -> None:
    """As one that a function allocates: casts and sums of it are the number that the kernel sees."""
    api = API.replace("struct Context {", "struct Context { Code take(void **out, size_t bytes); void give(void *out);")
    rules = RULES.replace(
        "  kernel_prefixes",
        "  calls:\n    Context::take: {to: '{dev}.take({0}, {1})', kind: memory}\n"
        "    Context::give: {to: '{dev}.give({0})', kind: memory}\n  kernel_prefixes",
    ).replace("    wait:", "    roles: {allocate: '{dev}.take(', free: '{dev}.give('}\n    wait:")
    body = "    void *buffer;\n    if (ctx.take(&buffer, 64) != Code::Fine) return Code::Broken;\n    args.out = (uint64_t)buffer + 4;\n"
    source = operator("Relu").replace("    args.out = out.data;\n", body)
    tree = SmallTree(tmp_path, {"a": source}, RELU, api, rules)
    members = "unStatus wait(); unStatus take(void **out, size_t bytes); void give(void *out);"
    tree.change("target/src/un_impl.h", "unStatus wait();", members)
    assert tree.convert().left == [] and not tree.compiles()
    assert "args.out = dev.physical(buffer) + 4;" in tree.written()["src/ops/Misc.cpp"]


DEFAULTS = RELU.replace("&out)", "&out, int mode = -1, Level level = Level::High, float slope = 1e-3f)")
LEVELS = "enum class Level { Low = 0, High = 1 };\n"
LEVELS_RULES = RULES.replace(
    "Code: unStatus", "Code: unStatus, Level: unLevel, 'Level::High': UN_HIGH, 'Level::Low': UN_LOW"
)
WITH_DEFAULTS = operator(
    "Relu", value="mode + (level == Level::High)", parameters=", int mode, Level level, float slope"
)
C_HEADER = '#pragma once\n\n#include "un.h"\n#ifdef __cplusplus\nextern "C" {\n#endif\n\n/* operators */\n\n#ifdef __cplusplus\n}\n#endif\n'


@pytest.mark.parametrize(
    ("form", "default", "declared", "lost"),
    [
        ("cxx", "1e-3f", "int mode = -1, unLevel level = UN_HIGH, float slope = 1e-3f);", []),
        ("cxx", "SLOPE", "int mode, unLevel level, float slope);", ["mode", "level", "slope"]),
        ("macro", "1e-3f", "int mode UN_OR(-1), unLevel level UN_OR(UN_HIGH), float slope UN_OR(1e-3f));", []),
        ("c", "1e-3f", "int mode, unLevel level, float slope);", ["mode", "level", "slope"]),
    ],
)
def test_default_arguments(form: str, default: str, declared: str, lost: list[str], tmp_path: Path) -> None:
    """They stay where they mean the same; what goes is told."""
    rules, source, api = LEVELS_RULES, WITH_DEFAULTS, DEFAULTS.replace("1e-3f", default)
    if form == "macro":
        rules = rules.replace("    handle: handle", "    handle: handle\n    default_argument: 'UN_OR({value})'")
    if form == "c":  # no reference, which no C compiler takes
        source, api = (text.replace("Tensor &", "Tensor ") for text in (source, api))
    tree = SmallTree(tmp_path, {"a": source}, "#define SLOPE 1e-3f\n" + LEVELS + api, rules=rules)
    if form == "c":
        (tmp_path / "target/include/un_ops.h").write_text(C_HEADER)
    tree.change(
        "target/include/un.h",
        "typedef struct unH",
        "enum unLevel { UN_LOW, UN_HIGH };\n#define UN_OR(value) = value\ntypedef struct unH",
    )
    said = tree.convert()
    assert said.code == 0 and not tree.compiles()
    assert declared in " ".join(tree.written()["include/un_ops.h"].split())
    assert [id for id, _ in said.told] == ["D208"] * len(lost)
    assert all(any(f"gives {name} the default" in text for _, text in said.told) for name in lost)
    assert tree.convert(options=("--check",)).code == 0


LISTS = (
    "Code Relu(Context &ctx, const std::vector<Tensor> &in, Tensor &out, std::optional<std::int64_t> n, wint_t w);\n"
)
USES_LISTS = """#include "api.h"
#include "kernels.h"
static std::int64_t count(const Tensor &t) { return t.extent[0]; }
Code Relu(Context &ctx, const std::vector<Tensor> &in, Tensor &out, std::optional<std::int64_t> n, wint_t w)
{
    UnaryArgs args;
    args.in = in[0].data;
    args.out = out.data;
    args.n = (int)(count(out) + n.value_or(0) + w);
    return ctx.submit("acme_relu", &args, sizeof(args));
}
"""


@pytest.mark.parametrize("header", ["cxx", "c"])
def test_headers_of_the_system_come_with_the_declarations_that_need_them(header: str, tmp_path: Path) -> None:
    """The legacy header included them, neither the definition nor the unified headers do."""
    api = "#include <vector>\n#include <optional>\n#include <cstdint>\n#include <wchar.h>\n" + API
    tree = SmallTree(tmp_path, {"a": USES_LISTS}, LISTS, api=api)
    if header == "c":
        (tmp_path / "target/include/un_ops.h").write_text(C_HEADER)
    assert tree.convert().code == 0
    text = tree.written()["include/un_ops.h"]
    assert all(text.count(f"#include <{name}>\n") == 1 for name in ("vector", "optional", "cstdint", "wchar.h"))
    assert ("#ifdef __cplusplus\n#include <vector>\n#endif\n" in text) == (header == "c")
    assert tree.convert(options=("--check",)).code == 0
    (tmp_path / "migrated/src/ops/header.cpp").write_text('#include "un_ops.h"\n')
    assert not tree.compiles()


def test_headers_of_the_library_are_no_torch_side_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They come along with the sources, whoever names them."""
    tree = SmallTree(tmp_path, {"a": HELPED}, RELU, headers={"other.hpp": "#pragma once\n"})
    tree.convert()
    for name in ("api.h", "kernels.h", "other.hpp"):
        assert main(["convert", str(tmp_path / "include" / name)]) == 2
        assert "neither a library source nor a torch-side file" in capsys.readouterr().err
    assert tree.convert(options=("--check",)).code == 0


def test_a_public_header_that_is_not_there_yet(tmp_path: Path) -> None:
    """What it begins with says which names the unified tree has."""
    tree = SmallTree(tmp_path, {"a": HELPED}, RELU)
    (tmp_path / "target/include/un_ops.h").unlink()
    assert tree.convert().left == [] and not tree.compiles()
    assert tree.convert(options=("--check",)).code == 0
