"""A target whose rules name no header of strict types (examples/foreign): its own headers get them, as far as they show which they are."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from migrate.frontend.compiler.strict_parse import parse_text
from migrate.model import Status
from migrate.project.loading import load_project
from migrate.verify.checked_text import unchecked
from migrate.verify.conversion import convert_library

FOREIGN = Path(__file__).parents[2] / "examples/foreign"
OWN = Path(__file__).parent / "strict_types/strict.h"
PUBLIC, STREAM = "target/include/ydnn.h", "target/src/ydnn_stream.h"
HEAD = """#include "xdnn.h"
#include "xkernels.h"
#include <string.h>
int other(int);
"""
OPERATOR = """XStatus xdnnCase%d(XTensor x, XTensor y, XContext *ctx)
{
    X_REQUIRE(x.type == y.type);
    xk_map_args args;
    args.src = x.data;
    args.dst = y.data;
    args.count = 4;
    args.factor = 0;
    args.type = x.type == X_FLOAT ? 2 : 1;
    %s
    X_TRY(xkLaunch("xk_relu", sizeof(args), &args, ctx));
    return X_OK;
}
"""
NUMBER, ADDRESS, UNKNOWN = "args.type = x.type * 2;", "args.count = *(int64_t *) &x;", "args.count = other(2);"
STATUS = 'XStatus s = xkLaunch("xk_relu", sizeof(args), &args, ctx); args.count = s + 1;'
WRONG = {
    "a data type as a number": "args.type = x.type;",
    "a data type in a product": NUMBER,
    "a data type cast to a number": "args.type = (int) x.type;",
    "a data type cast by name": "args.type = static_cast<int>(x.type);",
    "a data type as a truth value": "if (x.type) args.count = 5;",
    "a data type denied": "if (!x.type) args.count = 5;",
    "a data type in an order": "if (x.type < y.type) args.count = 5;",
    "a data type as an index": "const int sizes[] = {4, 2}; args.count = sizes[x.type];",
    "a data type that is 0 unnamed": "XTensor z = {}; if (z.type == X_FLOAT) args.count = 7;",
    "an address as a number": "xk_sum_args more; more.axis = x.data;",
    "an address cast to a number": "xk_sum_args more; more.passes = (int) x.data;",
    "a tensor read as something else": ADDRESS,
    "an address through a pointer": "uint64_t *p = (uint64_t *) &x.data; args.src = *p;",
    "an address by its bytes": "memcpy(&args.src, &x.data, 8);",
    "a tensor by its bytes": "XTensor z; memset(&z, 0, sizeof z); args.count = z.rank;",
    "a status as a number": STATUS,
    "a function that nothing declares": UNKNOWN,
}
RIGHT = {
    "nothing": "",
    "a switch": "switch (x.type) { case X_FLOAT: args.count = 5; break; default: args.count = 6; }",
    "a data type in a variable": "XType t = x.type; args.type = t == X_HALF ? 1 : 2;",
    "an address in a variable": "uint64_t a = x.data; args.src = a;",
    "an offset": "args.src = x.data + 64;",
    "addresses compared": "if (x.data == y.data) args.count = 3;",
    "a tensor copied": "XTensor z = x; args.src = z.data;",
    "a status compared": 'XStatus s = xkLaunch("xk_relu", sizeof(args), &args, ctx); if (s != X_OK) return s;',
    "a buffer": "XBuffer b; X_TRY(xkAlloc(ctx, 64, &b)); args.dst = xkWhere(b); xkFree(b, ctx);",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    shutil.copytree(FOREIGN, tmp_path / "tree")
    return tmp_path / "tree"


def refused(tree: Path, lines: Mapping[str, str]) -> dict[str, str]:
    """Of operators with a line each, converted together: those that are refused, and why."""
    operators = [OPERATOR % (number, line) for number, line in enumerate(lines.values())]
    (tree / "src/ops.cpp").write_text(HEAD + "".join(operators))
    result = convert_library(load_project(tree / "migrate.yaml"), tree / "src/ops.cpp")
    by_function = {f.legacy: f for f in result.functions}
    found = {what: by_function[f"xdnnCase{number}"] for number, what in enumerate(lines)}
    return {what: f.reason for what, f in found.items() if f.status != Status.CONVERTED}


def changed(tree: Path, *changes: tuple[str, str, str]) -> str:
    """The tree with texts of its files replaced; what nothing shows of its converted code."""
    for name, old, new in changes:
        text = (tree / name).read_text()
        assert old in text, (name, old)
        (tree / name).write_text(text.replace(old, new))
    return unchecked(load_project(tree / "migrate.yaml"))


def test_what_is_used_as_something_else_is_refused_and_all_else_converted(tree: Path) -> None:
    assert unchecked(load_project(tree / "migrate.yaml")) == ""
    found = refused(tree, WRONG | RIGHT)
    assert {what: why for what, why in found.items() if what in RIGHT} == {}
    assert set(found) == set(WRONG)


STATUSES = "enum ydnnStatus { YDNN_OK = 0, YDNN_INVALID = 1, YDNN_MISSING = 2 };"
TYPES = "enum ydnnType { YDNN_F32 = 0, YDNN_F16 = 1 };"
SCOPED = [("XType: ydnnType", "XType: y::Type"), ("YDNN_F32", "y::Type::F32"), ("YDNN_F16", "y::Type::F16")]
HELPERS = """    ydnnType type;
};
#include <string>
#include <vector>
static inline size_t ydnnBytes(const ydnnTensor *t) { return t->data ? (t->type == YDNN_F32 ? 4 : 2) * (size_t) t->rank : 0; }
inline std::string ydnnName(enum ydnnType t) { static const char *names[] = {"f32", "f16"}; return names[t]; }
struct ydnnList { std::vector<ydnnTensor> all; ydnnList() {} explicit ydnnList(const ydnnTensor &t) : all{t} {} };
"""
BEHIND = """inline Scratch::~Scratch() { for (int i = 0; i < count_; ++i) give(taken_[i]); }
inline ydnnStatus Stream::run(const char *key, const void *args, size_t bytes) { return key && args && bytes ? YDNN_OK : YDNN_INVALID; }
inline uint64_t Stream::physical(const void *address) const { return (uint64_t) address; }"""
STRUCTS = """struct Options { int level; struct Inner { void *where; } inner; };
template <class T> struct Box { T value; };
#if 0
struct Gone { int a; };
#endif
"""
ADDRESSES = ("rules.yaml", "address: '{stream}.physical({address})'")
# changes of the target; of what P106 tells
TARGETS: dict[str, tuple[list[tuple[str, str, str]], str]] = {
    "typedefs of C": (
        [
            (PUBLIC, STATUSES, f"typedef {STATUSES.replace(' ydnnStatus', '')[:-1]} ydnnStatus;"),
            (PUBLIC, TYPES, "typedef enum ydnnType_e {\n  YDNN_F32 = 0, // the first\n  YDNN_F16 = 1,\n} ydnnType;"),
        ],
        "",
    ),
    "enum class": (
        [
            (PUBLIC, TYPES, "namespace y { enum class Type : unsigned char { F32 = 0, F16 = 1 }; }\n"),
            (PUBLIC, "ydnnType type;", "y::Type type;"),
            *(("rules.yaml", *change) for change in SCOPED),
        ],
        "",
    ),
    "functions in headers": (
        [(PUBLIC, "    ydnnType type;\n};", HELPERS)],
        "",
    ),
    "addresses that are numbers": (
        [
            (STREAM, "physical(const void *address) const;", "physical(uint64_t address) const;"),
            (PUBLIC, "void *data;", "uint64_t data = 0;"),
        ],
        "",
    ),
    "macros": (
        [
            (
                STREAM,
                "namespace ydnn\n{",
                "#define YRUN(s, k, a, n) (s).run(k, a, n)\n#define YAT(s, a) \\\n  (s).physical(a)\nnamespace ydnn\n{",
            ),
            ("rules.yaml", "launch: '{stream}.run(", "launch: 'YRUN({stream}, "),
            (*ADDRESSES, "address: 'YAT({stream}, {address})'"),
        ],
        "",
    ),
    "a status that is a truth value": ([(STREAM, "if (ydnnTry != YDNN_OK)", "if (ydnnTry)")], "statuses"),
    "a status that is a number": (
        [
            (
                PUBLIC,
                STATUSES,
                "typedef int ydnnStatus;\n#define YDNN_OK 0\n#define YDNN_INVALID 1\n#define YDNN_MISSING 2\n",
            )
        ],
        "statuses",
    ),
    "a tensor of a namespace": (
        [
            (PUBLIC, "struct ydnnTensor\n{", "namespace y { struct Tensor\n{"),
            (PUBLIC, "    ydnnType type;\n};", "    ydnnType type;\n};\n}"),
            ("rules.yaml", "XTensor: ydnnTensor", "XTensor: y::Tensor"),
        ],
        "",
    ),
    "a tensor by another name, with a base": (
        [
            (
                PUBLIC,
                "struct ydnnTensor\n{\n    void *data;",
                "struct ydnnMemory { void *data; };\nstruct ydnnTensorV2 : ydnnMemory\n{",
            ),
            (PUBLIC, "    ydnnType type;\n};", "    ydnnType type;\n};\ntypedef ydnnTensorV2 ydnnTensor;"),
        ],
        "",
    ),
    "members declared together": (
        [
            (PUBLIC, "void *data;", "void *grad, *data;"),
            (PUBLIC, "ydnnType type;\n};", 'ydnnType type;\n};\nstatic_assert(sizeof(ydnnTensor::grad) > 0, "");'),
        ],
        "",
    ),
    "definitions behind the class, and defaults": (
        [
            (STREAM, "const void *args, size_t bytes);", "const void *args = 0, size_t bytes = 0);"),
            (STREAM, "} // namespace ydnn", f"{BEHIND}\n}} // namespace ydnn"),
        ],
        "",
    ),
    "structs of its own": ([(STREAM, "Stream &streamOf", f"{STRUCTS}Stream &streamOf")], ""),
    "buffers by reference": (
        [
            (STREAM, "take(void **buffer,", "take(void *&buffer,"),
            ("rules.yaml", "'{scratch}.take({2}, {1})'", "'{scratch}.take(*({2}), {1})'"),
        ],
        "",
    ),
    "buffers by another name": (
        [
            (PUBLIC, "struct ydnnTensor\n", "typedef void *ydnnBuffer;\nstruct ydnnTensor\n"),
            ("rules.yaml", "XBuffer: 'void *'", "XBuffer: ydnnBuffer"),
        ],
        "buffers",
    ),
    "an address in a union": ([(PUBLIC, "void *data;", "union { void *data; uint64_t bits; };")], "addresses"),
    "addresses by cast": ([(*ADDRESSES, "address: 'reinterpret_cast<uint64_t>({address})'")], "addresses"),
}


UNFIT = {"addresses that are numbers": {"a buffer"}}  # which is a pointer, and `physical` takes none


@pytest.mark.parametrize("what", TARGETS)
def test_targets_of_many_shapes_have_types_of_their_own(tree: Path, what: str) -> None:
    changes, missing = TARGETS[what]
    told = changed(tree, *changes)
    assert (f"for {missing}:" in told) if missing else told == ""
    wrong = {"number": NUMBER, "unknown": UNKNOWN, "address": ADDRESS}
    found = refused(tree, RIGHT | wrong)
    seen = wrong.keys() - ({"address"} if missing == "addresses" else set())
    assert set(found) == seen | UNFIT.get(what, set()), found


def test_a_data_type_that_the_tensor_has_as_a_number_is_none_of_its_own(tree: Path) -> None:
    told = changed(tree, (PUBLIC, "ydnnType type;", "int type;"))
    assert "for data types:" in told
    assert set(refused(tree, {"nothing": "", "number": NUMBER, "unknown": UNKNOWN})) == {"unknown"}


def test_what_fits_the_strict_types_alone_does_not_compile(tree: Path) -> None:
    changed(tree, (PUBLIC, "void *data;", "uint64_t data;"), (STREAM, "const void *address", "uint64_t address"))
    found = refused(tree, {"nothing": "", "null": "if (x.data == 0) args.count = 3;"})
    assert found.keys() == {"null"}
    assert "nullptr_t" in found["null"]


def test_a_buffer_that_a_function_gives_back(tree: Path) -> None:
    told = changed(
        tree,
        (STREAM, "ydnnStatus take(void **buffer, size_t bytes);", "void *take(size_t bytes);"),
        (
            "include/xdnn.h",
            "XStatus xkAlloc(XContext *ctx, size_t bytes, XBuffer *buffer);",
            "XBuffer xkAlloc(XContext *ctx, size_t bytes);",
        ),
        ("rules.yaml", "'{scratch}.take({2}, {1})'", "'{scratch}.take({1})'"),
    )
    assert told == ""
    line = "XBuffer b = xkAlloc(ctx, 64); args.dst = xkWhere(b); xkFree(b, ctx);"
    assert refused(tree, {"a buffer": line}) == {}


@pytest.mark.parametrize("name", ["xkernels.h", "ykernels.h"])
def test_argument_structs_that_the_unified_headers_include(tree: Path, name: str) -> None:
    shutil.copy(tree / "include/xkernels.h", tree / "target/include" / name)
    assert changed(tree, (STREAM, '#include "ydnn_ops.h"', f'#include "ydnn_ops.h"\n#include "{name}"')) == ""
    wrong = {"number": "args.src = x.rank;", "unknown": UNKNOWN}
    assert set(refused(tree, RIGHT | wrong)) == set(wrong)


def test_a_header_of_operators_in_a_folder_of_its_own(tree: Path) -> None:
    (tree / "target/include/ops").mkdir()
    (tree / "target/include/ydnn_ops.h").rename(tree / "target/include/ops/ydnn_ops.h")
    moved = [
        (STREAM, '"ydnn_ops.h"', '"ops/ydnn_ops.h"'),
        ("rules.yaml", "include/ydnn_ops.h", "include/ops/ydnn_ops.h"),
    ]
    assert changed(tree, *moved) == ""
    assert refused(tree, RIGHT) == {}


def test_messages_have_the_unified_names(tree: Path) -> None:
    helper = "template <class T> static int is_named(T t) { return (int) t; }\n"
    line = OPERATOR % (0, "args.count = is_named(x.type);")
    (tree / "src/ops.cpp").write_text(HEAD + helper + line)
    result = convert_library(load_project(tree / "migrate.yaml"), tree / "src/ops.cpp")
    reasons = [f.reason for f in result.functions if f.reason]
    assert reasons and all("'ydnnType' to 'int'" in reason for reason in reasons), reasons
    assert any("calls is_named," in reason for reason in reasons), reasons


def test_headers_that_do_not_parse_or_are_not_there_are_told(tree: Path) -> None:
    assert "neither type-checked nor compiled" in changed(tree, (PUBLIC, "#include <stddef.h>", "#include <no_such.h>"))
    shutil.rmtree(tree / "target")
    assert "neither type-checked nor compiled" in unchecked(load_project(tree / "migrate.yaml"))


def test_a_header_of_the_project_stands_in_their_place(tree: Path) -> None:
    shutil.copy(OWN, tree / "strict.h")
    assert changed(tree, ("rules.yaml", "  unified:\n", "  checking: strict.h\n  unified:\n")) == ""
    assert set(refused(tree, WRONG | RIGHT)) == set(WRONG)


MISFITS = {
    "a function of another name": (STREAM, "bool has(", "bool holds(", "has of Stream is not there"),
    "another result": (
        STREAM,
        "uint64_t physical(",
        "ydnnStatus physical(",
        "physical of Stream gives ydnnStatus there",
    ),
    "one parameter more": (
        STREAM,
        "take(void **buffer, size_t bytes)",
        "take(void **buffer, size_t bytes, int kind)",
        "take of Scratch takes (void **, unsigned long, int) there",
    ),
    "another parameter": (
        STREAM,
        "give(void *buffer)",
        "give(ydnnTensor buffer)",
        "give of Scratch takes (ydnnTensor)",
    ),
    "a member of another type": (PUBLIC, "int rank;", "void *rank;", "rank of ydnnTensor is a void * there"),
    "a member of another name": (PUBLIC, "int extent[8];", "int extents[8];", "ydnnTensor has no extent there"),
    "a macro of another name": (STREAM, "define YDNN_TRY(", "define YDNN_TRIES(", "YDNN_TRY is not there"),
}


@pytest.mark.parametrize("name", MISFITS)
def test_a_header_of_the_project_that_does_not_fit_the_target_is_told(name: str, tree: Path) -> None:
    shutil.copy(OWN, tree / "strict.h")
    file, old, new, said = MISFITS[name]
    own = ("rules.yaml", "  unified:\n", "  checking: strict.h\n  unified:\n")
    assert said in changed(tree, own, (file, old, new))


def test_a_parameter_with_a_default_and_more_functions_fit(tree: Path) -> None:
    shutil.copy(OWN, tree / "strict.h")
    own = ("rules.yaml", "  unified:\n", "  checking: strict.h\n  unified:\n")
    more = (STREAM, "ydnnStatus wait();", "ydnnStatus wait(bool all = true);\n    int more();")
    assert changed(tree, own, more) == ""


def test_what_passes_a_header_of_the_project_fits_the_target_as_well(tree: Path) -> None:
    shutil.copy(OWN, tree / "strict.h")
    changed(
        tree,
        ("rules.yaml", "  unified:\n", "  checking: strict.h\n  unified:\n"),
        (STREAM, "take(void **buffer, size_t bytes)", "take(void **buffer, size_t bytes, int kind)"),
    )
    told = refused(tree, {"nothing": "", "a buffer": RIGHT["a buffer"]})
    assert list(told) == ["a buffer"] and "too few arguments" in told["a buffer"]


MIXED = {
    "a field that shares its declaration": "xk_mixed_args more; more.src = x.data; more.count = 3;",
    "a number in an address of one that does": "xk_mixed_args more; more.src = x.data; more.dst = y.rank; args.dst = more.dst;",
}


def test_fields_of_addresses_and_numbers_in_one_declaration(tree: Path) -> None:
    header = tree / "include/xkernels.h"
    header.write_text(header.read_text() + "struct xk_mixed_args\n{\n    uint64_t src, count, dst;\n};\n")
    assert set(refused(tree, MIXED)) == {"a number in an address of one that does"}


def test_no_check_where_none_is_wanted(tree: Path) -> None:
    told = changed(tree, ("rules.yaml", "  unified:\n", "  checking: ''\n  unified:\n"))
    assert "neither type-checked nor compiled" in told
    assert refused(tree, {"number": NUMBER}) == {}


def test_errors_are_those_of_every_build() -> None:
    """What narrows is no warning, whatever a build makes an error of, or not."""
    text = b"struct A { int a, b; };\nint f(long n) { int unused; A x = {.a = 1, .b = 2}; int z{n}; return z + x.b; }\n"
    for flags in ((), ("-Wall", "-Werror", "-Wno-c++11-narrowing")):
        _, errors = parse_text(text, flags, {})
        assert ["cannot be narrowed" in error.spelling for error in errors] == [True]
