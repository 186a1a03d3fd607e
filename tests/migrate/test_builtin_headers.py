"""Which compiler's own headers the parses take."""

from __future__ import annotations

from pathlib import Path

import pytest

from migrate.frontend.compiler import builtin_headers as headers


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Puts headers of clangs into a folder, and looks nowhere else."""
    monkeypatch.setattr(headers, "_CLANGS", (f"{tmp_path}/*/include",))
    monkeypatch.setattr(headers, "_OF_TIDY", "no_such_package/*/include")

    def install(*versions: str) -> None:
        for version in versions:
            (tmp_path / version / "include").mkdir(parents=True)
            (tmp_path / version / "include/stddef.h").touch()

    headers.builtin_headers.cache_clear()
    yield install
    headers.builtin_headers.cache_clear()


def chosen() -> str:
    (folder,) = headers.builtin_headers()
    return Path(folder).parent.name


def test_a_clang_of_the_own_version_comes_first(installed) -> None:
    own = headers._own_version()
    assert own >= (16,)
    older, newer = f"{own[0]}.0.1", f"{own[0]}.0.12"
    installed("3.9.1", older, newer, f"{own[0] + 1}")
    assert chosen() == newer


def test_the_compiler_that_builds_comes_before_another_clang(installed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(headers, "_of_compiler", lambda: ["/opt/gcc/12/include"])
    installed("3.9.1", "14")
    assert headers.builtin_headers() == ("/opt/gcc/12/include",)


def test_another_clang_is_better_than_none(installed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(headers, "_of_compiler", lambda: [])
    installed("9.0.1", "14", "no_version")
    assert chosen() == "14"
    headers.builtin_headers.cache_clear()
    monkeypatch.setattr(headers, "_CLANGS", ())
    assert headers.builtin_headers() == ()
