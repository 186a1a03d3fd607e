"""Macros that conditionals ask about, and an output that does not grow from the unified tree's own operators."""

from __future__ import annotations

from pathlib import Path

from migrate.emit.header import without_operators
from migrate.frontend.directives import macros_asked

CODE = (
    b"int f() {\n#ifdef WITH_CACHE\n return 1;\n#elif LEVEL > 2 && !defined(OTHER)\n return 2;\n#endif\n return 3;\n}\n"
)


def test_names_that_conditionals_ask_about():
    assert macros_asked(CODE) == {b"WITH_CACHE", b"LEVEL", b"OTHER"}
    assert macros_asked(b"int WITH_CACHE = 1; // #ifdef NOT\n") == frozenset()


def test_header_without_operators_keeps_types_and_helpers():
    header = Path("dnnlib/include/tpuDNNTensor.h")
    mark, one = b"/* operators */\n", b"\ntpudnnStatus_t tpudnnOneAsync(tpudnnHandle_t handle);\n"
    text = (Path(__file__).parents[3] / header).read_bytes().replace(mark, mark + one)
    bare = without_operators(text, ("TPUDNN_API_BEGIN", "TPUDNN_API_END"))
    assert b"Async(" not in bare and b"Async(" in text
    assert b"tpudnnConv2dParam_t;" in bare and b"tpudnnUndefinedTensor" in bare
    assert bare.count(b"/* operators */") == 1 and bare.count(b"TPUDNN_API_END") == text.count(b"TPUDNN_API_END")
