"""What a person does to whole files of the output, to rows and to helpers, and the order of runs over parts of a tree."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_sequences import CHANGES, HEADER, HELPER, MISC, ONE, ROWS, START, A, convert, edited, rows, same, state, write

from migrate.cli import main
from migrate.commands import build
from migrate.emit import converted

FILES = (MISC, ONE, HELPER, HEADER, ROWS)


def test_a_file_that_is_gone_is_written_whole(root: Path) -> None:
    """With the includes that it needs, and also after a change of its sources."""
    convert("fresh")
    for name in FILES:
        convert("out")
        (root / "out" / name).unlink()
        assert convert("out") == 0
        same(state(root / "out"), state(root / "fresh"))


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_gone_and_of_another_source_is_told(
    root: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """A run over another source says which one gives what is missing, until a run over that one wrote it."""
    convert("out")
    whole = state(root / "out")
    (root / "out" / name).unlink()
    for _ in range(2):
        capsys.readouterr()
        assert main(["convert", "b.cpp", "--out", "out"]) == 0
        said = [line for line in capsys.readouterr().out.splitlines() if "taken away by hand" in line]
        assert len(said) == 1 and name in said[0] and "migrate convert a.cpp writes it again" in said[0], said
    assert main(["convert", "a.cpp", "--out", "out"]) == 0 and "taken away" not in capsys.readouterr().out
    assert convert("out", "b.cpp") == 0
    same(state(root / "out"), whole)


def test_an_entry_that_is_gone_and_of_another_source_is_told(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    convert("out")
    whole = state(root / "out")
    file = root / "out" / MISC
    text = file.read_text()
    at = text.index("tpudnnStatus_t tpudnnTwoAsync")
    file.write_text(text[:at] + text[text.index("\n}\n", at) + 4 :])
    assert main(["convert", "b.cpp", "--out", "out"]) == 0
    sentence = f"tpudnnTwoAsync in {MISC} was taken away by hand; migrate convert a.cpp writes it again"
    assert sentence in capsys.readouterr().out
    assert main(["convert", "a.cpp", "--out", "out"]) == 0 and "taken away" not in capsys.readouterr().out
    same(state(root / "out"), whole)


def test_line_ends_of_a_person_stay(root: Path) -> None:
    """An editor or a checkout that writes CRLF changes no line, and no file has two kinds afterwards."""
    convert("out")
    for name in FILES:
        file = root / "out" / name
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    edited_file = root / "out" / ONE
    edited_file.write_bytes(edited_file.read_bytes().replace(b"probe(2);", b"probe(2);\r\n    probe(1234);"))
    for change in ("a macro is changed", "a type is changed", "a kernel is changed", "a function comes between"):
        write(root, CHANGES[change](START))
        assert convert("out") == 0
        convert("fresh")
        expected = state(root / "fresh")
        found = state(root / "out")
        for name in FILES:
            text = found[name]
            assert text.count(b"\r\n") == text.count(b"\n") > 3, name
            plain = text.replace(b"\r\n", b"\n").replace(b"    probe(1234);\n", b"")
            assert plain.decode() == expected[name].decode(), name


def test_line_ends_do_not_hide_a_conflict(root: Path) -> None:
    convert("out")
    file = root / "out" / ONE
    file.write_bytes(file.read_bytes().replace(b"probe(2);", b"probe(7);").replace(b"\n", b"\r\n"))
    write(root, CHANGES["a function is changed"](START))
    for _ in range(2):
        assert convert("out") == 1
        text = file.read_bytes()
        assert text.count(b"<<<<<<<") == 1 and b"probe(7);" in text and b"probe(22);" in text
        assert text.count(b"\r\n") == text.count(b"\n")


def test_a_comment_in_a_row_stays(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever becomes of the row: another kernel, another launch, none any more."""
    row = "  one:\n    symbol: tpu_kernel_api_one\n    cores: 1\n"
    convert("out")
    edited(root, ROWS, row, "  one:  # first\n    # second\n    symbol: tpu_kernel_api_one  # third\n    cores: 1\n")
    write(root, CHANGES["a kernel is changed"](START))
    assert convert("out") == 0
    assert rows(root)["one"] == {"symbol": "tpu_kernel_api_two", "cores": 1, "args": "sg_api_one_t"}
    text = (root / "out" / ROWS).read_text()
    assert "  one:  # first\n    # second\n    symbol: tpu_kernel_api_two  # third\n    cores: 1\n" in text
    write(root, CHANGES["a launch is gone"](START))
    assert convert("out") == 0
    text = (root / "out" / ROWS).read_text()
    assert not rows(root)["one"] and all(text.count(word) == 1 for word in ("# first", "# second", "# third"))
    write(root, CHANGES["the first function is removed"](START))
    assert main(["convert", ".", "--out", "out"]) == 0
    said = "the row one of chips/sg_b/kernels.yaml was changed by hand; what it was made of is gone; it stays"
    assert said in capsys.readouterr().out
    assert (root / "out" / ROWS).read_text() == text


def launching(kernel: str) -> dict[str, str]:
    texts = CHANGES["a kernel is changed"](START)
    return {name: text.replace("tpu_kernel_api_two", kernel) for name, text in texts.items()}


def test_comments_and_values_of_a_row_are_kept_beside_a_conflict(root: Path) -> None:
    convert("out")
    edited(
        *(root, ROWS, "  one:\n    symbol: tpu_kernel_api_one\n    cores: 1\n"),
        "  one:\n    symbol: mine  # as measured\n    cores: 4\n",
    )
    write(root, CHANGES["a kernel is changed"](START))
    for _ in range(2):
        assert convert("out") == 1
        text = (root / "out" / ROWS).read_text()
        assert text.count("symbol: mine  # as measured\n    cores: 4\n") == 1
        assert text.count("# MIGRATE L158: symbol: tpu_kernel_api_two") == 1
    write(root, launching("tpu_kernel_api_three"))
    for _ in range(2):
        assert convert("out") == 1
        text = (root / "out" / ROWS).read_text()
        assert text.count("symbol: mine  # as measured\n    cores: 4\n") == 1
        assert text.count("# MIGRATE L158: symbol: tpu_kernel_api_three is what") == text.count("MIGRATE") == 1
    (root / "out" / ROWS).write_text("".join(line for line in text.splitlines(True) if "MIGRATE" not in line))
    assert convert("out") == 0 and rows(root)["one"]["symbol"] == "mine"
    write(root, CHANGES["a kernel is changed"](START))
    assert convert("out") == 1, "what the person chose against was another one"
    write(root, launching("mine"))
    assert convert("out") == 0 and "MIGRATE" not in (root / "out" / ROWS).read_text()


@pytest.mark.parametrize(
    ("old", "new", "change"),
    [
        ("#ifndef TWICE\n", "#ifndef TWICE\n// mine\n", "a macro is changed"),
        (
            "typedef struct { int low; } limit_t;",
            "typedef struct {\n    int low; // mine\n} limit_t;",
            "a helper is changed",
        ),
        ("typedef struct { int low; } limit_t;", "typedef struct { // mine\n int low; } limit_t;", "a type is changed"),
    ],
)
def test_a_changed_macro_or_type_is_there_once(root: Path, old: str, new: str, change: str) -> None:
    convert("out")
    edited(root, HELPER, old, new)
    for sources in (START, CHANGES[change](START)):
        write(root, sources)
        for _ in range(2):
            code = convert("out")
            text = (root / "out" / HELPER).read_text()
            assert text.count("mine") == 1, text
            assert code == text.count("<<<<<<<") == text.count(">>>>>>> migrate\n")
            assert text.count("#define TWICE") + text.count("} limit_t;") == 2 + code, text


ENUM = "enum { FIRST_MODE = 1, SECOND_MODE = 2 };"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("SECOND_MODE = 2", "SECOND_MODE = 2,\n    MINE"),
        ("FIRST_MODE = 1", "MINE, FIRST_MODE = 1"),
        ("enum {", "enum { // MINE\n"),
        ("enum {", "enum MINE {"),
        ("{ FIRST_MODE = 1", "{ MINE = 1"),
    ],
)
def test_a_changed_enumeration_without_a_name_is_there_once(root: Path, old: str, new: str) -> None:
    """Whatever it declares first, in the output or in the source: it is called by its first enumerator."""
    source = A.replace("static int limited", f"{ENUM}\nstatic int limited", 1)
    source = source.replace("l.low ?", "SECOND_MODE ?")
    write(root, START | {"a.cpp": source})
    convert("out")
    edited(root, HELPER, old, new)
    for first in ("FIRST_MODE = 1", "ZEROTH_MODE = 0, FIRST_MODE = 1"):
        write(root, START | {"a.cpp": source.replace("FIRST_MODE = 1", first)})
        for _ in range(2):
            conflict = convert("out")
            text = (root / "out" / HELPER).read_text()
            assert text.count("MINE") == 1 and text.count("enum") == 1 + conflict, text
            assert conflict == text.count("<<<<<<<") == (first != "FIRST_MODE = 1")


def test_an_enumeration_that_begins_otherwise_is_the_same_one(root: Path) -> None:
    source = A.replace("static int limited", f"{ENUM}\nstatic int limited", 1).replace("l.low ?", "SECOND_MODE ?")
    for first in ("FIRST_MODE = 1", "ZEROTH_MODE = 0, FIRST_MODE = 1", "FIRST_KIND = 1", "FIRST_MODE = 1"):
        write(root, START | {"a.cpp": source.replace("FIRST_MODE = 1", first)})
        assert convert("out") == 0 and convert("fresh" + first[:2]) == 0
        same(state(root / "out"), state(root / ("fresh" + first[:2])))


def test_a_changed_forward_declaration_is_there_once(root: Path) -> None:
    """Of a function that no header declares and that its caller stands before."""
    inner = A[A.index("tpu_status_t sgdnnOne") : A.index("tpu_status_t sgdnnTwo")].replace("sgdnnOne", "sgdnnInner")
    head, signature = A.index("tpu_status_t sgdnnOne"), inner[: inner.index(")") + 1]
    calls = A[head:].replace("probe ( 2 );", "SAFE_CALL ( sgdnnInner ( resource, input, non_blocking ) );", 1)
    write(root, START | {"a.cpp": f"{A[:head]}static {signature};\n{calls}\nstatic {inner}"})
    assert convert("out") == 0
    line = next(x for x in (root / "out" / ONE).read_text().splitlines() if "Inner" in x and x.endswith(";"))
    edited(root, ONE, line, f"{line[:-1].replace('input', 'input /* mine */')};")
    for _ in range(2):
        assert convert("out") == 0
        text = (root / "out" / ONE).read_text()
        assert text.count("mine") == 1 and text.count("Inner") == 3, text


def test_the_order_of_runs_does_not_matter(root: Path) -> None:
    third = '#include "api.h"\n' + A[A.index("tpu_status_t sgdnnThree") :].replace("TWICE ( limited ( 1 ) )", "6")
    first = A[: A.index("tpu_status_t sgdnnThree")]
    write(root, START | {"a.cpp": first, "aa.cpp": third})
    convert("fresh")
    for order in (("b.cpp", "aa.cpp", "a.cpp"), ("aa.cpp", "a.cpp", "b.cpp"), ("a.cpp", "b.cpp", "aa.cpp")):
        out = "-".join(order)
        for name in order:
            assert convert(out, name) == 0
        assert {**state(root / out)} == {**state(root / "fresh")}, "records included"


def test_a_build_says_what_changed_since(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def nothing(*_: object) -> None:
        raise build.UsageError("as far as it goes here")

    monkeypatch.setattr(build, "build", nothing)

    def said() -> str:
        assert main(["build", "--out", "out"]) == 2
        return capsys.readouterr().err

    assert convert("out") == 0
    assert "changed since" not in said()
    write(root, CHANGES["a helper is changed"](START))
    assert "migrate build: changed since `migrate convert`, and built as it was then: a.cpp; convert again" in said()
    convert("out", "b.cpp")
    assert "then: a.cpp;" in said()
    convert("out", "a.cpp")
    assert "changed since" not in said()
    write(root, CHANGES["a rule changes a kernel"](CHANGES["a source is removed"](START)))
    assert "then: a.cpp, b.cpp, rules.yaml;" in said()
    convert("out")
    assert "changed since" not in said()
    (root / "out" / converted.RECORD).write_text("{")
    assert "changed since" not in said()
    assert convert("out") == 0 and (root / "out" / converted.RECORD).stat().st_size > 100


def test_a_build_knows_a_project_file_beside_the_tree(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given by a relative path, with rules in a folder above it, and moved as a whole since."""

    def nothing(*_: object) -> None:
        raise build.UsageError("as far as it goes here")

    monkeypatch.setattr(build, "build", nothing)
    base = root.parent / "all"
    (base / "projects").mkdir(parents=True)
    root.rename(base / "tree")
    for name in ("migrate.yaml", "rules.yaml"):
        (base / "tree" / name).rename(base / "projects" / name)
    (base / "projects/rules.yaml").rename(base / "rules.yaml")
    project = base / "projects/migrate.yaml"
    text = project.read_text()
    assert "rules.yaml" in text and "root: unified" in text
    project.write_text(text.replace("rules.yaml", "../rules.yaml").replace("root: unified", "root: ../tree/unified"))
    given = ("--project", "projects/migrate.yaml", "--root", "tree", "--out", "out")
    monkeypatch.chdir(base)
    assert main(["convert", "a.cpp", "b.cpp", "-q", *given]) == 0
    base.rename(root.parent / "moved")
    base = root.parent / "moved"
    monkeypatch.chdir(base)
    capsys.readouterr()
    assert main(["build", *given]) == 2 and "changed since" not in capsys.readouterr().err
    (base / "rules.yaml").write_text((base / "rules.yaml").read_text() + "# more\n")
    assert main(["build", *given]) == 2 and "then: ../rules.yaml; convert" in capsys.readouterr().err
