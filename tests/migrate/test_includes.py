"""Which headers a text comes to, without a compiler."""

from __future__ import annotations

from pathlib import Path

from migrate.frontend.includes import included


def test_a_header_by_a_longer_name_is_one_header(tmp_path: Path) -> None:
    """Where anything includes by a macro's name, each name in quotes is tried in each folder: `../include/a.h` from `include`, and so on."""
    for name in ("src", "include"):
        (tmp_path / name).mkdir()
    (tmp_path / "include/a.h").write_text('#include "b.h"\n#include NAME\n')
    (tmp_path / "include/b.h").write_text('#include "../include/a.h"\n')
    found = included(b'#include "../include/a.h"\n', (tmp_path / "src",), ())
    assert sorted(path.name for path in found) == ["a.h", "b.h"]


def test_a_header_across_a_link_is_another(tmp_path: Path) -> None:
    """The link may lead elsewhere tomorrow, and what is included beside it is what lies beside it."""
    (tmp_path / "one").mkdir()
    (tmp_path / "one/a.h").write_text("int one;\n")
    (tmp_path / "two").symlink_to("one")
    found = included(b'#include "one/a.h"\n#include "two/a.h"\n', (tmp_path,), ())
    assert sorted(str(path.relative_to(tmp_path)) for path in found) == ["one/a.h", "two/a.h"]


def test_an_include_behind_a_digraph_a_comment_or_a_joined_line(tmp_path: Path) -> None:
    """What a compiler takes for an include is one, however it is spelled."""
    spellings = (
        b'%:include "a.h"\n',
        b'/* first */ # /* a * b\n */ include /* c */ "a.h"\n',
        b'#inc\\\nlude "a.h"\n',
        b'#include \\\r\n "a.h"\r\n',
    )
    (tmp_path / "a.h").write_text("int a;\n")
    for text in spellings:
        assert list(included(text, (tmp_path,), ())) == [tmp_path / "a.h"], text
    assert not included(b'#define include_a "a.h"\n', (tmp_path,), ())
