"""Comments above prototypes of the legacy header, and what the unified header makes of them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from migrate.emit.header import Declaration, render
from migrate.frontend.comments import doc_comments

PROTOTYPE = "void f(int a);\n"
CASES = {  # source, lines of the comment
    "block": ("/* Adds. */\n", ("Adds.",)),
    "lines of a block": ("/**\n * Adds.\n *\n *  Twice.\n */\n", ("Adds.", "", " Twice.")),
    "lines": ("// Adds.\n/// Twice.\n", ("Adds.", "Twice.")),
    "two blocks": ("/* Adds. */\n/* Twice. */\n", ("Adds.", "Twice.")),
    "a block and a line": ("/* Adds. */\n// Twice.\n", ("Adds.", "Twice.")),
    "a line and a block": ("// Adds.\n/* Twice.\n * Or more. */\n", ("Adds.", "Twice.", "Or more.")),
    "blocks in one line": ("/* Adds. */ /* Twice. */\n", ("Adds.", "Twice.")),
    "a block in a line's words": ("// Reads /* and */ here.\n", ("Reads /* and */ here.",)),
    "a box": ("/********\n * Adds. *\n ********/\n", ("Adds. *",)),
    "an empty line between": ("/* Licence. */\n\n/* Adds. */\n", ("Adds.",)),
    "far above": ("/* Adds. */\n\n\n", None),
    "a directive between": ("/* Guard. */\n#define G\n", None),
    "nothing said": ("/* */\n", ()),
}


@pytest.mark.parametrize("what", CASES)
def test_lines(what: str) -> None:
    source, lines = CASES[what]
    assert doc_comments((source + PROTOTYPE).encode()).get("f") == lines


@pytest.mark.parametrize("what", [*CASES, "marks in words"])
def test_the_generated_comment_is_one(what: str, tmp_path: Path) -> None:
    source = CASES[what][0] if what in CASES else "// From */ to /* and /*/ and */* .\n"
    comment = doc_comments((source + PROTOTYPE).encode()).get("f", ())
    written = tmp_path / "made.c"
    written.write_bytes(render(Declaration("f", PROTOTYPE.encode(), comment, ())))
    compiled = subprocess.run(
        ["g++", "-x", "c++", "-Wall", "-Werror", "-fsyntax-only", str(written)], capture_output=True, text=True
    )
    assert compiled.returncode == 0, compiled.stderr
    assert PROTOTYPE in written.read_text()
