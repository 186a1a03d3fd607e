"""Feature macros of legacy headers, and an output that does not grow from the unified tree's own operators."""

from __future__ import annotations

from pathlib import Path

from migrate.emit.header import without_operators
from migrate.frontend.features import defined_features, macros_asked
from migrate.model import Chip

CHIPS = (Chip("one", "CHIP_ONE", "__one__"), Chip("two", "CHIP_TWO", "__two__"))
CODE = (
    b"int f() {\n#ifdef WITH_CACHE\n return 1;\n#elif LEVEL > 2 && !defined(OTHER)\n return 2;\n#endif\n return 3;\n}\n"
)


def features(tmp_path: Path, header: str):
    (tmp_path / "include").mkdir()
    (tmp_path / "include" / "api.h").write_text(header)
    source = tmp_path / "source.cpp"
    source.write_bytes(b'#include "api.h"\n' + CODE)
    return defined_features(source, [tmp_path / "include"], [], CHIPS, macros_asked(CODE))


def test_names_that_conditionals_ask_about():
    assert macros_asked(CODE) == {b"WITH_CACHE", b"LEVEL", b"OTHER"}
    assert macros_asked(b"int WITH_CACHE = 1; // #ifdef NOT\n") == frozenset()


def test_a_macro_of_an_included_header_is_found(tmp_path):
    found = features(
        tmp_path, "#ifndef API_H\n#define API_H\n#define WITH_CACHE\n#define LEVEL 3\n#define UNUSED\n#endif\n"
    )
    assert {name: f.definition for name, f in found.items()} == {
        b"WITH_CACHE": b"#define WITH_CACHE",
        b"LEVEL": b"#define LEVEL 3",
    }
    assert all(f.chips == {"one", "two"} for f in found.values())


def test_a_macro_of_one_chip_is_known_as_such(tmp_path):
    found = features(tmp_path, "#ifdef CHIP_TWO\n#define WITH_CACHE\n#endif\n")
    assert found[b"WITH_CACHE"].chips == {"two"}


def test_header_without_operators_keeps_types_and_helpers():
    header = Path("dnnlib/include/tpuDNNTensor.h")
    text = (Path(__file__).parents[3] / header).read_bytes()
    bare = without_operators(text)
    assert b"Async(" not in bare and b"Async(" in text
    assert b"tpudnnConv2dParam_t;" in bare and b"tpudnnUndefinedTensor" in bare
    assert bare.count(b"/* operators */") == 1 and bare.count(b"TPUDNN_API_END") == text.count(b"TPUDNN_API_END")
