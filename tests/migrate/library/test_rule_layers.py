"""Rule files are laid over each other: entries are added, replaced, taken away; every mistake has its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from migrate.project.loading import load_project
from migrate.project.torch_rules import load_rules
from migrate.project.yaml_file import ConfigError

PROJECT = """\
version: 1
chips:
  bm_a: {legacy_macro: BACKEND_1684X}
rules: [default, own.yaml]
library: {sources: [in.cpp]}
"""


TORCH_LISTS = ("receivers", "receiver_types", "non_blocking", "generators", "functions", "types", "tensor_types")
TORCH_LISTS += ("converting", "constants", "wrappers", "refusing", "refusing_always", "equating", "includes")


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
        (
            "library:\n  operators: [{pattern: '^sgdnn(.*)$', to: 'x\\g<5>'}]",
            r"own.yaml:3:44: .5 names a group that the pattern does not have; it has 1",
        ),
        ("library:\n  patterns: [{pattern: '^x(?P<n>y)$', to: '\\g<m>'}]", "names a group .* it has n"),
        ("library:\n  comments: [{pattern: 'x', to: '\\g<m>'}]", "names a group .* none of its groups has a name"),
        ("library:\n  comments: [{pattern: 'x', to: '\\q'}]", r"bad escape .q at position 0; a backslash stands"),
        ("library:\n  comments: [{pattern: 'x', to: 'x\\'}]", r"own.yaml:3:33: .*bad escape \(end of pattern\)"),
        ("library:\n  comments: [{pattern: 'x', to: '\\0'}]", "has the control character 0x00"),
        ("torch:\n  constants: [{pattern: 'x', unified: '\\1'}]", "names a group .* it has 0"),
        ("torch:\n  calls: {unified: '\\7'}", r"own.yaml:3:11: .7 names a group .* it has \d"),
        ("torch:\n  calls: {pattern: 'x'}", r"own.yaml:3:11: .1 names a group .* it has 0"),
        (
            "library:\n  unified:\n    variables: {a: '{a} = {b}', b: '{b} = {c}', c: '{c} = {a}'}",
            "own.yaml:4:17: .*variables.a names {b} which names {c} which names {a}: none of them can be declared",
        ),
        ("library:\n  provided: {f: ''}", "own.yaml:3:17: provided.f is empty"),
        ("library: !remove", "own.yaml:2:1: !remove is for the entries of a section, not for library as a whole"),
        ("torch: !replace {}", "own.yaml:2:1: !replace is for the entries of a section"),
        (
            "library:\n  launch: {sgdnnTPUKernelLaunch: {kernel: !remove, arguments: 2}}",
            "own.yaml:3:35: 'kernel' cannot be removed: launch.sgdnnTPUKernelLaunch is nothing without it",
        ),
        ("torch:\n  stream: {type: !remove }", "own.yaml:3:12: 'type' cannot be removed"),
        ("torch:\n  stream: !remove", "own.yaml:3:3: 'stream' cannot be removed"),
        (
            "library:\n  signatures: {f: {name: !remove }}",
            "own.yaml:3:26: name stands in what replaces the earlier rule",
        ),
        ("library:\n  kernels: {f: {symbol: s, fields: {a: !remove }}}", "own.yaml:3:40: fields.a stands in what"),
        ("library:\n  comments: [{pattern: x, to: !remove }]", "own.yaml:3:31: to stands in what replaces"),
        ("library:\n  kernels: {f: {symbol: 'a\\5'}}", "own.yaml:3:25: symbol is a name as a program has it, not"),
        ("torch:\n  calls: {special: {f: {takes: !remove }}}", "own.yaml:3:32: takes stands in what"),
        ("torch:\n  receivers: ['']", "own.yaml:3:15: an entry of receivers is empty"),
        ("torch:\n  wrappers: {SAFE_CALL: {suffix: '!'}}", "own.yaml:3:25: 'name' is missing in wrappers.SAFE_CALL"),
        ("torch:\n  functions: {f: !remove }", "own.yaml:3:15: no rule set before this one has 'f'"),
        ("target:\n  standard: !remove", "own.yaml:3:3: no rule set before this one has 'standard'"),
        ("target: {standard: c++99}", "own.yaml:2:20: standard is a version of C.., as c..17 or gnu..20, not 'c..99'"),
        ("target: {standard: ''}", "own.yaml:2:20: standard is a version"),
        ("library:\n  unified: {source_list: '{sourc}'}", "has no place {sourc}; did you mean 'source'"),
    ],
)
def test_mistakes_are_said(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=message):
        rules(tmp_path, text)


def test_options_of_compilers_name_a_version_that_there_is(tmp_path: Path) -> None:
    flags = PROJECT.replace("sources: [in.cpp]", "sources: [in.cpp], flags: [-std=c++99]")
    with pytest.raises(ConfigError, match=r"migrate.yaml:5:38: -std in an entry of flags .*not 'c\+\+99'"):
        rules(tmp_path, "", flags)


@pytest.mark.parametrize("entry", TORCH_LISTS)
def test_a_list_or_mapping_of_the_torch_side_is_taken_away(tmp_path: Path, entry: str) -> None:
    (tmp_path / "migrate.yaml").write_text(PROJECT)
    (tmp_path / "own.yaml").write_text(f"version: 1\ntorch:\n  {entry}: !remove\n")
    assert load_rules(*load_project(tmp_path / "migrate.yaml").torch_rules)


def test_places_of_the_unified_tree_are_taken_away(tmp_path: Path) -> None:
    (tmp_path / "migrate.yaml").write_text(PROJECT)
    (tmp_path / "own.yaml").write_text("version: 1\ntarget: {header: !remove, torch_include: [own]}\n")
    target = load_project(tmp_path / "migrate.yaml").target
    assert target.header == "" and target.torch_include == ("own",)


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
