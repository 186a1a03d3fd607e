"""Mistakes in project and rule files are reported with line, column and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from migrate.project.loading import find_project, load_project
from migrate.project.yaml_file import ConfigError

CHIPS = "chips:\n  bm_a: {legacy_macro: BACKEND_1684X}\n  sg_b: {legacy_macro: BACKEND_SG2260, aliases: [sg2260]}\n"
PROJECT = (
    "version: 1\nchips:\n  bm_a: {legacy_macro: BACKEND_1684X, aliases: [bm1684x]}\nrules: [default, rules.yaml]\n"
)


def load(folder: Path, project: str = PROJECT, rules: str = "version: 1\n") -> None:
    (folder / "migrate.yaml").write_text(project)
    (folder / "rules.yaml").write_text(rules)
    load_project(folder / "migrate.yaml")


@pytest.mark.parametrize(
    ("project", "line", "column", "message"),
    [
        ("version: 1\nchip: {}\n", 2, 1, "did you mean 'chips'?"),
        ("version: x\n", 1, 10, "is a whole number"),
        ("version: 1\nchips:\n  a: {legacy_macro: A, incude: []}\n", 3, 24, "did you mean 'include'?"),
        ("version: 1\nlibrary:\n  sources: a.cpp\n", 3, 12, "write [a.cpp]"),
        ("version: 1\nversion: 2\n", 2, 1, "occurs twice"),
        ("version: [1\n", 2, 1, "not valid YAML"),
        ("version: 1\n", 1, 1, "no chips"),
        ("version: 1\nlibrary: {flags: [-Wall, -fpack-struct=2]}\n", 2, 26, "give it to that build as well"),
        ("version: 1\nlibrary: {flags: [-funsigned-char]}\n", 2, 19, "changes what types and numbers are"),
        ("version: 1\nchips:\n  a: {legacy_macro: A}\nrules: [defualt]\n", 4, 9, "did you mean 'default'?"),
        (
            "version: 1\nchips:\n  a: {legacy_macro: A}\nrules: [default, rule.yaml]\n",
            4,
            18,
            "did you mean 'rules.yaml'?",
        ),
        ("version: 1\nchips:\n  a: {aliases: [x]}\n  b: {legacy_macro: B}\n", 3, 3, "and has no legacy_macro"),
        ("version: 1\nchips:\n  a: {include: [x]}\n  b: {include: [x]}\n", 3, 3, "no include folders of its own"),
        (CHIPS + "library:\n  per_chip: {bm_b: [x]}\n", 5, 14, "did you mean 'bm_a'?"),
        (
            CHIPS + "trace: {runtime: {sg2261: tpuv7}}\n",
            4,
            19,
            "'sg2261' is no chip of this project; did you mean 'sg2260'?",
        ),
        (CHIPS + "trace: {runtime: {sg_b: tpuv8}}\n", 4, 25, "did you mean 'tpuv7'?"),
        (CHIPS + "trace: {sources: {other: [x]}}\n", 4, 19, "known are bm_a, sg2260, sg_b"),
        (CHIPS + "trace: {firmware: {sgb: x}}\n", 4, 20, "did you mean 'sg_b'?"),
        (CHIPS + "trace: {firmware: {sg_b: x, sg2260: y}}\n", 4, 29, "'sg_b' occurs twice"),
        (CHIPS.replace("[sg2260]", "[x, bm_a]"), 3, 53, "bm_a is the name of the chip bm_a already"),
        (
            CHIPS.replace("1684X}", "1684X, aliases: [sg2260]}"),
            3,
            50,
            "sg2260 is an alias of the chip bm_a already",
        ),
        (CHIPS.replace("1684X}", "1684X, aliases: [sg_b]}"), 2, 49, "sg_b is the name of the chip sg_b already"),
        (
            CHIPS.replace("2260, ", "2260, unified_macro: __bm_a__, "),
            3,
            40,
            "__bm_a__ is the unified macro of the chip bm_a",
        ),
        (
            CHIPS.replace("1684X}", "1684X, unified_macro: __sg_b__}"),
            3,
            3,
            "__sg_b__ is the unified macro of the chip bm_a",
        ),
        (CHIPS.replace("SG2260", "1684X"), 3, 10, "nothing tells one from the other"),
        (CHIPS + "library: {sources: [a.cpp, '']}\n", 4, 28, "'' is no pattern of files: it is empty"),
        (CHIPS + "unit_tests: ['t/**.py']\n", 4, 14, "** stands for whole folders"),
        (CHIPS + "library: {per_chip: {bm_a: [/]}}\n", 4, 29, "'/' is no pattern of files"),
        (CHIPS + "trace: {check_message: '('}\n", 4, 24, "is not a regular expression"),
        (CHIPS + "trace: {check_message: '(?P<line>x)'}\n", 4, 9, "has no group (?P<check>..)"),
        (CHIPS + "target: {kernels: 'chips/{chp}.yaml'}\n", 4, 19, "has no place {chp}; did you mean 'chip'?"),
        (CHIPS + "target: {kernels: chips/kernels.yaml}\n", 4, 19, "needs the place {chip}"),
    ],
)
def test_project_mistakes(tmp_path: Path, project: str, line: int, column: int, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, project)
    assert message in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    ("rules", "line", "column", "message"),
    [
        ("version: 1\nlibrary:\n  nams: {}\n", 3, 3, "did you mean 'names'?"),
        ("library:\n  patterns:\n    - {pattern: '(', to: x}\n", 3, 17, "not a regular expression"),
        ("library:\n  dispatch: macros\n", 2, 13, "did you mean 'macro'?"),
        ("library:\n  launch:\n    f: {kernel: one}\n", 3, 17, "is a whole number"),
        ("library:\n  signatures:\n    f: {parameters: [1, {paramter: 2}]}\n", 3, 26, "did you mean 'parameter'?"),
        ("library:\n  signatures:\n    f: {parameters: [1, {type: int}]}\n", 3, 25, "needs 'parameter' or 'insert'"),
        ("library:\n  signatures:\n    f: {dropped: [1]}\n", 3, 18, "is a mapping"),
        ("library:\n  signatures:\n    f: {parameters: [first]}\n", 3, 22, "is a whole number"),
        ("library:\n  kernels:\n    f: {simbol: k}\n", 3, 9, "did you mean 'symbol'?"),
        ("library:\n  kernels:\n    f: {args: k_t}\n", 3, 8, "'symbol' is missing"),
        ("library:\n  signatures:\n    f: {dropped: {x: '1'}}\n", 3, 19, "a position"),
        ("torch:\n  calls:\n    special:\n      f: {arguments: [1, {insrt: x}]}\n", 4, 27, "did you mean 'insert'?"),
        ("torch:\n  constants:\n    - {pattern: '[', unified: x}\n", 3, 17, "not a regular expression"),
        (
            "library:\n  kernels:\n    f: {symbol: k, chip: bm_b}\n",
            3,
            26,
            "'bm_b' is no chip of this project; did you mean 'bm_a'?",
        ),
        (
            "library:\n  kernel_registers:\n    - {pattern: a, to: b, chip: sg_b}\n",
            3,
            33,
            "'sg_b' is no chip of this project; known are bm1684x, bm_a",
        ),
        ("torch:\n  device_test: 'is({tensor}, {ship})'\n", 2, 16, "did you mean 'chip'?"),
        ("library:\n  calls:\n    f: {kind: memry, to: x}\n", 3, 15, "did you mean 'memory'?"),
        ("library:\n  calls:\n    f: {kind: memory}\n", 3, 8, "'to' is missing"),
        ("library:\n  kernel_registers:\n    - {pattern: '(a', to: b}\n", 3, 17, "not a regular expression"),
        ("library:\n  patterns:\n    - {pattern: '^a(b)', to: 'c\\2'}\n", 3, 30, "it has 1"),
        ("librari: {}\n", 1, 1, "did you mean 'library'?"),
        ("library:\n\tnames: {}\n", 2, 1, "not valid YAML"),
    ],
)
def test_rule_mistakes(tmp_path: Path, rules: str, line: int, column: int, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, rules=rules)
    assert message in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)
    assert caught.value.path.endswith("rules.yaml")


def test_later_rules_are_stronger(tmp_path: Path) -> None:
    (tmp_path / "migrate.yaml").write_text(PROJECT)
    (tmp_path / "rules.yaml").write_text("library:\n  names: {SG_SUCCESS: OTHER}\n  checks: [MY_CHECK]\n")
    rules = load_project(tmp_path / "migrate.yaml").library_rules
    assert rules["names"]["SG_SUCCESS"] == "OTHER"
    assert rules["names"]["SgdnnTensor_t"] == "tpudnnTensor_t"
    assert rules["checks"] == ["MY_CHECK", "SGDNN_CHECK"]


def test_project_is_found_upwards(tmp_path: Path) -> None:
    (tmp_path / "migrate.yaml").write_text(PROJECT)
    (tmp_path / "a" / "b").mkdir(parents=True)
    assert find_project(tmp_path / "a" / "b") == tmp_path.resolve() / "migrate.yaml"


def test_a_chip_may_be_called_by_an_alias(tmp_path: Path) -> None:
    (tmp_path / "migrate.yaml").write_text(CHIPS + "trace: {runtime: {sg2260: tpuv7}}\nrules: [default, rules.yaml]\n")
    (tmp_path / "rules.yaml").write_text("library:\n  kernels:\n    f: {symbol: k, chip: sg2260}\n")
    project = load_project(tmp_path / "migrate.yaml")
    assert project.trace.runtime == {"sg_b": "tpuv7"}
    assert project.library_rules["kernels"]["f"]["chip"] == "sg_b"


def test_all_mistakes_are_said_at_once(tmp_path: Path) -> None:
    project = (
        "version: 2\nchips:\n  bm_a: {legacy_macro: A, incude: [x]}\nrules: [defualt, rules.yaml, other.yaml]\n"
        "library:\n  sources: a.cpp\n  headers: [[a]]\ntarget: {kernels: x, fresh: yes}\n"
    )
    rules = (
        "library:\n  nams: {}\n  patterns:\n    - {pattern: '('}\n    - {pattern: a, to: b}\n"
        "  launch:\n    f: {kernel: one}\n  launch: {}\n"
    )
    (tmp_path / "other.yaml").write_text("version: 3\ntorch: [1\n")
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, project, rules)
    places = [line.removeprefix(str(tmp_path) + "/").split(": ")[0] for line in str(caught.value).split("\n")]
    assert places == [
        *("migrate.yaml:3:27", "migrate.yaml:6:12", "migrate.yaml:7:13", "migrate.yaml:8:19", "migrate.yaml:8:29"),
        *("migrate.yaml:1:1", "migrate.yaml:4:9"),
        *("rules.yaml:2:3", "rules.yaml:4:17", "rules.yaml:4:7", "rules.yaml:7:17", "rules.yaml:7:8", "rules.yaml:8:3"),
        "other.yaml:3:1",
    ]


@pytest.mark.parametrize("file", ["migrate.yaml", "rules.yaml"])
def test_a_version_that_is_not_known(tmp_path: Path, file: str) -> None:
    texts = {"migrate.yaml": PROJECT, "rules.yaml": "version: 1\n"}
    texts[file] = texts[file].replace("version: 1", "version: 2")
    with pytest.raises(
        ConfigError, match=rf"{file}:1:1: version 2 of this file is not known; this migrate reads version 1"
    ):
        load(tmp_path, texts["migrate.yaml"], texts["rules.yaml"])


@pytest.mark.parametrize(
    ("project", "message"),
    [
        (CHIPS + 'out: "a\\0b"\n', "4:6: out has the control character 0x00"),
        (CHIPS + 'name: "a\\e[31mb"\n', "name has the control character 0x1b"),
        (CHIPS + 'library: {stubs: {"a\\0.h": ""}}\n', "stubs has the control character 0x00"),
        (CHIPS + "out: ''\n", "4:1: out is the name of a folder"),
        (CHIPS + "out: /tmp/there\n", "4:1: out is a folder below the project file's"),
        (CHIPS + "out: ../there\n", "4:1: out is a folder below the project file's"),
        (CHIPS + "out: a/../../there\n", "4:1: out is a folder below the project file's"),
        ("version: 1\nchips: {../bm_a: {legacy_macro: A}}\n", "2:9: a name in chips is a name of letters, digits"),
        ('version: 1\nchips: {"": {legacy_macro: A}}\n', "is a name of letters, digits"),
        ('version: 1\nchips: {"a\\nb": {legacy_macro: A}}\n', "is a name of letters, digits"),
        ("version: 1\nchips: {a: {legacy_macro: A B}}\n", "legacy_macro is the name of a macro, not 'A B'"),
        ("version: 1\nchips: {a: {legacy_macro: A, unified_macro: a-b}}\n", "unified_macro is the name of a macro"),
        (CHIPS + "families: {../x: [One]}\n", "4:12: a name in families is a name of letters"),
        (CHIPS + "target: {sources: ../outside}\n", "4:19: sources is a path below the folder of the output"),
        (CHIPS + "target: {header: /tmp/x.h}\n", "header is a path below the folder of the output"),
        (CHIPS + "target: {sources: ''}\n", "sources is a path below the folder of the output"),
        (CHIPS + "target: {kernels: '../{chip}.yaml'}\n", "kernels is a path below the folder of the output"),
        (CHIPS + "target: {kernels: '{chip:>9999999}.yaml'}\n", "has a place with more in it than a name"),
        (CHIPS + "target: {kernels: '{chip!r}.yaml'}\n", "has a place with more in it than a name"),
        (CHIPS + "target: {header: a.h, helpers: ./a.h}\n", "4:23: target.helpers and target.header are both a.h"),
        (CHIPS + "target: {sources: s, helpers: s/Misc.cpp}\n", "s/Misc.cpp, which is the source of the family Misc"),
        (
            CHIPS + "families: {A: [B]}\ntarget: {sources: s, cmake: s/A.cpp}\n",
            "s/A.cpp, which is the source of the family A",
        ),
        (CHIPS + "target: {manifest: migrated.sources.json}\n", "migrated.sources.json, which is a record of the runs"),
        (CHIPS + "target: {manifest: migrated.json}\n", "migrated.origins.json, which is a record of the runs"),
    ],
)
def test_names_and_paths_that_would_do_harm(tmp_path: Path, project: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, project)
    assert message in str(caught.value), caught.value
