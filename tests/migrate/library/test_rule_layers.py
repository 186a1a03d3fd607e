"""Rule files are laid over each other: entries are added, replaced, taken away; every mistake has its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from migrate.project.config import ConfigError, load_project

PROJECT = """\
version: 1
chips:
  bm_a: {legacy_macro: BACKEND_1684X}
rules: [default, own.yaml]
library: {sources: [in.cpp]}
"""


def rules(folder: Path, text: str, project: str = PROJECT) -> dict:
    (folder / "migrate.yaml").write_text(project)
    (folder / "own.yaml").write_text("version: 1\n" + text)
    return dict(load_project(folder / "migrate.yaml").library_rules)


def test_an_entry_is_taken_away(tmp_path: Path) -> None:
    found = rules(
        tmp_path,
        "library:\n  names: {SAFE_CALL: !remove }\n  provided:\n    sgdnnDataSize: !remove\n  checking: !remove\n",
    )
    assert "SAFE_CALL" not in found["names"] and "SGDNN_CHECK" in found["names"]
    assert "sgdnnDataSize" not in found["provided"] and "checking" not in found


def test_a_list_or_mapping_is_replaced(tmp_path: Path) -> None:
    found = rules(tmp_path, "library: {checks: !replace [OWN], non_blocking: [own], prints: !replace {puts: LOG}}")
    assert found["checks"] == ["OWN"] and found["non_blocking"] == ["own", "non_blocking"]
    assert found["prints"] == {"puts": "LOG"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "library:\n  names: {SAFE_CAL: !remove }",
            "own.yaml:3:11: no rule set before this one has 'SAFE_CAL'.*SAFE_CALL",
        ),
        ("library:\n  nams: !remove", "own.yaml:3:3: 'nams' is not known in library; did you mean 'names'"),
        ("library:\n  unified: {address: 'f(x)'}", "address needs the place {address}"),
        (
            "library:\n  unified: {wait: '{pimple}->wait();'}",
            "own.yaml:3:13: .*names the variable {pimple}.*did you mean 'pimpl'",
        ),
        ("library:\n  unified: {launch: !remove }", "own.yaml:3:13: no rule set of `rules` says how launch is written"),
        (
            "library:\n  calls: {f: {to: '{stream}.g({0})'}}",
            r"own.yaml:3:15: library.calls.f.to names the variable {stream}",
        ),
        ("library:\n  names: {A: 'B;'}", "own.yaml:3:14: names.A stands within a statement and has a `;`"),
        ("library:\n  names: {A: 'f('}", r"own.yaml:3:14: names.A has a \( without its partner"),
        ("library:\n  calls: {f: {to: 'g({0}'}}", r"to has a \( without its partner"),
        ("library:\n  unified: {wait: 'if (x) { y();'}", "wait has a { without its partner"),
        ("torch:\n  constants: [{pattern: '^A$', unified: 'B]'}]", "unified has a ] without its partner"),
        ("torch:\n  types: {A: 'B;'}", "A stands within a statement and has a `;`"),
        (
            "torch:\n  free_calls: {f: {arguments: [{argument: 1, convert: 'g({}))'}]}}",
            r"own.yaml:3:55: .*convert.* has a \) without its partner",
        ),
        ("torch:\n  calls: {special: {f: {name: g, arguments: [{insert: '1;'}]}}}", "insert.* has a `;`"),
        (
            "library:\n  unified: {variables: {pimpl: 'auto pimpl = of({handle});'}}",
            "own.yaml:3:25: .*variables.pimpl does not say where.*write {pimpl} there",
        ),
        ("library:\n  unified: {source_list: '{sourc}'}", "has no place {sourc}; did you mean 'source'"),
    ],
)
def test_mistakes_are_said(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=message):
        rules(tmp_path, text)


def test_tags_belong_into_rule_files(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="!replace has a meaning in rule files only"):
        rules(tmp_path, "", PROJECT.replace("{sources: [in.cpp]}", "{sources: !replace [in.cpp]}"))


def test_brackets_and_semicolons_that_are_no_mistake(tmp_path: Path) -> None:
    text = (
        "library:\n  names: {A: '\"(;\"', B: \"char{'('}\"}\n"
        "torch:\n  free_calls: {f: {arguments: [{argument: 1, convert: '[&] { int n = {}; return n; }()'}]}}\n"
    )
    assert rules(tmp_path, text)["names"]["A"] == '"(;"'


def test_the_last_rule_file_that_has_an_entry_is_named(tmp_path: Path) -> None:
    (tmp_path / "more.yaml").write_text("version: 1\n\nlibrary: {names: {A: B}}\n")
    project = PROJECT.replace("own.yaml]", "own.yaml, more.yaml]")
    with pytest.raises(ConfigError, match=r"own.yaml:3:15: library.calls.f.to names"):
        rules(tmp_path, "library:\n  calls: {f: {to: '{nowhere}.g({0})'}}", project)
