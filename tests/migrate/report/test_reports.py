"""The five formats of one report: equal totals, valid structure, one self-contained page."""

from __future__ import annotations

import csv
import dataclasses
import html
import io
import json
import re
import shutil
import subprocess
from collections import Counter
from dataclasses import astuple, replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from migrate.cli import main
from migrate.commands.common import FORMATS
from migrate.commands.verify import differences_met
from migrate.frontend.lex import LineMap
from migrate.frontend.prototypes import read_prototypes
from migrate.model import NOT_MADE, Chip, EditKind, FileResult, FunctionResult, Proof, Span, Status
from migrate.project.torch_rules import load_rules
from migrate.report import diagnostics
from migrate.report.build import Input, build_report, exit_code
from migrate.report.html import align, side_by_side
from migrate.report.model import VERSION, Diagnostic, ProofEntry, Report, as_data, from_data
from migrate.verify.torch_conversion import convert_torch_text

CASES = Path(__file__).parents[1] / "torch_side" / "cases"
CHIPS = (Chip("bm_a", "BACKEND_1684X", "__bm1684x__"), Chip("sg_b", "BACKEND_SG2260", "__sg2260__"))


@pytest.fixture(scope="module")
def report():
    prototypes = read_prototypes((CASES / "legacy.h").read_bytes())
    inputs = []
    for name in ("calls", "refused", "dead", "guards"):
        data = (CASES / f"{name}.cpp").read_bytes()
        inputs.append(Input(convert_torch_text(f"{name}.cpp", data, CHIPS, load_rules(), prototypes), data))
    return build_report(inputs, "<cases> & more", ["bm_a", "sg_b"])


def test_every_kind_of_edit_has_a_row_and_adds_up(report):
    assert list(report.totals) == [kind.value for kind in EditKind]
    for row in report.totals.values():
        assert row.found == row.converted + row.refused + row.done
    assert report.totals["call"].refused == 6 and report.totals["call"].converted > 10
    per_file = sum(f.totals["call"].found for f in report.files)
    assert per_file == report.totals["call"].found


def test_json_round_trips_and_has_the_documented_keys(report):
    again = json.loads(FORMATS["json"](report))
    assert from_data(again) == report
    assert again["version"] == VERSION
    for key in ("totals", "files", "functions", "guards_left", "findings", "proofs"):
        assert key in again


def test_a_saved_report_is_printed_again_or_refused_in_a_sentence(report, tmp_path, capsys):
    file = tmp_path / "report.json"
    file.write_text(FORMATS["json"](report))
    assert main(["report", str(file)]) == 1  # the cases have refusals
    assert capsys.readouterr().out == FORMATS["text"](report)
    damaged = {"not JSON": "{", "no report": "[]", "another version": FORMATS["json"](replace(report, version=1))}
    data = json.loads(FORMATS["json"](report))
    damaged["a row without its file"] = json.dumps({**data, "functions": [{"legacy": "sgdnnAlpha"}]})
    damaged["a number where a text belongs"] = json.dumps({**data, "project": 7})
    for what, text in damaged.items():
        file.write_text(text)
        assert main(["report", str(file)]) == 2, what
        said = capsys.readouterr()
        assert not said.out and said.err.startswith(f"migrate: {file}: ") and said.err.count("\n") == 1, said.err


def test_csv_has_the_same_totals(report):
    rows = list(csv.DictReader(io.StringIO(FORMATS["csv"](report))))
    totals = {
        r["name"]: {k: int(r[k]) for k in ("found", "converted", "refused", "done")}
        for r in rows
        if r["record"] == "total"
    }
    assert totals == as_data(report.totals)
    assert sum(r["record"] == "refusal" for r in rows) == len(report.refusals) > 0
    assert sum(r["record"] == "function" for r in rows) == len(report.functions) > 0


def test_text_has_the_same_totals(report):
    text = FORMATS["text"](report)
    for kind, row in report.totals.items():
        if row.found:
            line = next(line for line in text.splitlines() if line.startswith(kind + " "))
            assert [int(n) for n in line.split()[1:]] == list(astuple(row))


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.open: list[str] = []
        self.links: list[str] = []
        self.cell: list[str] | None = None

    def handle_starttag(self, tag, attributes):
        if tag not in ("meta", "input", "br", "link"):
            self.open.append(tag)
        self.links += [v for k, v in attributes if k in ("src", "href") and v]
        if tag == "tr":
            self.rows.append([])
        if tag == "td":
            self.cell = []

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, f"</{tag}> closes nothing"
        if tag == "td" and self.cell is not None:
            self.rows[-1].append("".join(self.cell).strip())
            self.cell = None

    def handle_data(self, data):
        if self.cell is not None:
            self.cell.append(data)


def test_html_is_well_formed_self_contained_and_has_the_same_totals(report):
    text = FORMATS["html"](report)
    page = _Page()
    page.feed(text)
    assert page.open == []
    assert all(link.startswith("#") for link in page.links), "nothing is loaded from elsewhere"
    totals = {
        r[0]: [int(n) for n in r[1:]] for r in page.rows if len(r) == 5 and r[0] in report.totals and r[1].isdigit()
    }
    assert totals == {kind: list(astuple(row)) for kind, row in report.totals.items()}
    assert "&lt;cases&gt; &amp; more" in text and "<cases>" not in text
    for function in report.functions:
        assert f"<code>{function.legacy}</code>" in text


def test_side_by_side_keeps_every_line_of_both_texts():
    legacy, unified = "a;\nb(1);\n\nc;", "a;\nd;\nb(2);\nc;"
    rows = side_by_side(legacy, unified)
    plain = lambda side: [re.sub("<[^>]*>", "", str(r[side])) for r in rows if r[side] is not None]  # noqa: E731
    assert plain("left") == legacy.split("\n") and plain("right") == unified.split("\n")
    assert any(not r["same"] for r in rows) and any(r["same"] for r in rows)


def sarif_problems(log: object) -> list[str]:
    """What the standard's schema says against it, as far as migrate writes it: the file has those parts, and no others are allowed."""
    jsonschema = pytest.importorskip("jsonschema", reason="the test dependency jsonschema is not installed")
    schema = json.loads((Path(__file__).parent / "sarif-2.1.0-parts.json").read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    return [f"{error.json_path}: {error.message}" for error in jsonschema.Draft7Validator(schema).iter_errors(log)]


def test_sarif_is_valid(report):
    assert sarif_problems(json.loads(FORMATS["sarif"](report))) == []


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('"level": "error"', '"level": "bad"', "level"),
        ('"startLine": ', '"startLine": -', "startLine"),
        ('"ruleId"', '"rule"', "results"),
        ('"version": "2.1.0"', '"version": "2.0.0"', "version"),
        ('"text": ', '"markup": ', "message"),
    ],
)
def test_what_the_schema_does_not_allow_is_seen(report, old, new, place):
    text = FORMATS["sarif"](report)
    assert old in text
    assert any(place in problem for problem in sarif_problems(json.loads(text.replace(old, new))))


def test_sarif_has_the_structure_of_2_1_0(report):
    log = json.loads(FORMATS["sarif"](report))
    assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-2.1.0.json")
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    assert driver["name"] == "migrate"
    names = [rule["id"] for rule in driver["rules"]]
    assert len(set(names)) == len(names)
    for rule in driver["rules"]:
        assert rule["shortDescription"]["text"] and rule["help"]["text"]
    expected = len(report.refusals) + len(report.findings) + len(report.differences)
    assert len(run["results"]) == expected > 5
    for result in run["results"]:
        assert names[result["ruleIndex"]] == result["ruleId"]
        assert result["level"] in ("none", "note", "warning", "error")
        assert result["message"]["text"]
        (location,) = result["locations"]
        physical = location["physicalLocation"]
        uri = physical["artifactLocation"]
        assert not uri["uri"].startswith("/") and uri["uriBaseId"] in run["originalUriBaseIds"]
        assert physical["region"]["startLine"] >= 1 and physical["region"]["startColumn"] >= 1
        assert 0.0 <= result.get("rank", 0.0) <= 100.0
    assert run["properties"]["totals"] == as_data(report.totals)


@pytest.mark.parametrize(
    ("before", "column"),
    [
        ("", 3),
        ("/* abc */", 12),
        ("/* \u00e4\u00f6\u00fc */", 12),
        ("/* \u4e2d\u6587\u5b57 */", 12),
        ("/* \U0001f600bc */", 12),
    ],
)
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_columns_are_in_the_unit_that_sarif_declares(before, column, mark):
    """Characters, not bytes and not halves of them, also outside of the first plane and behind a byte order mark."""
    text = f"{mark}{before}  sgdnnGone ( tpu::TPUGetDeviceResource(), 1 );"
    code = f"void f ()\n{{\n{text.removeprefix(mark)}\n}}\n"
    data = (mark + code).encode()
    prototypes = read_prototypes((CASES / "legacy.h").read_bytes())
    item = Input(convert_torch_text("x.cpp", data, CHIPS, load_rules(), prototypes), data)
    (run,) = json.loads(FORMATS["sarif"](build_report([item], "x", ["bm_a", "sg_b"])))["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    regions = [r["locations"][0]["physicalLocation"]["region"] for r in run["results"]]
    assert {"startLine": 3, "startColumn": column} in regions
    first = LineMap((text + "\n").encode()).location("x", len((mark + before).encode()) + 2)
    assert (first.line, first.column) == (1, column)


def test_exit_codes(report):
    assert exit_code(report) == 1
    clean = replace(report, refusals=(), guards_left=(), totals={}, proofs=())
    assert exit_code(clean) == 0

    def with_status(status: str) -> Report:
        return replace(clean, proofs=(ProofEntry("projection", "x", "", status, "token 3"),))

    assert exit_code(with_status("different")) == 4
    assert exit_code(with_status(NOT_MADE)) == 4
    assert exit_code(with_status("not-run")) == 0


def test_every_id_that_is_used_has_a_page():
    used = set()
    package = Path(diagnostics.__file__).parents[1]
    for path in package.rglob("*.py"):
        used |= set(re.findall(r'"([TDLFP]\d{2,3})"', path.read_text()))
    assert used, "no id found"
    assert used <= set(diagnostics.titles()), used - set(diagnostics.titles())
    for name, title in diagnostics.titles().items():
        assert title and "## What to do" in diagnostics.page(name), name


def with_trace() -> dict:
    """A report whose trace proof met intended differences: one function on both chips, one on the second only."""
    prototypes = read_prototypes((CASES / "legacy.h").read_bytes())
    data = (CASES / "dead.cpp").read_bytes()
    item = Input(convert_torch_text("dead.cpp", data, CHIPS, load_rules(), prototypes), data)
    functions = tuple(
        FunctionResult(f"sgdnn{n}", f"tpudnn{n}Async", Status.CONVERTED, span=Span(i, i + 1), declaration=b"d;")
        for i, n in enumerate(("One", "Two"))
    )
    library = Input(FileResult("sgdnn.cpp", functions=functions), b"a\nb\n")
    calls = (FunctionResult("sgdnnOne", "tpudnnOneAsync", Status.CONVERTED, span=Span(0, 1)),)
    item = Input(replace(item.result, functions=(*item.result.functions, *calls)), item.data)
    proofs = (
        Proof("trace", "tpudnnOneAsync", "equal", "8 sets", "bm_a", ("D301",)),
        Proof("trace", "tpudnnOneAsync", "equal", "8 sets", "sg_b", ("D301", "D302")),
        Proof("trace", "tpudnnTwoAsync", "equal", "8 sets", "sg_b", ("D301",)),
    )
    met = Input(FileResult("proofs", proofs=proofs, findings=differences_met([library, item], proofs)), b"")
    return build_report([item, library, met], "tree", ["bm_a", "sg_b"], command="verify")


def test_differences_of_the_trace_stand_at_their_functions():
    found = [d for d in with_trace().differences if d.id.startswith("D3")]
    assert [(d.id, d.path, d.line, d.function) for d in found] == [
        ("D301", "sgdnn.cpp", 1, "sgdnnOne"),
        ("D302", "sgdnn.cpp", 1, "sgdnnOne"),
        ("D301", "sgdnn.cpp", 1, "sgdnnTwo"),
    ]
    assert "bm_a, sg_b" in found[0].message and "bm_a" not in found[2].message


@pytest.mark.parametrize("key", ["findings", "differences"])
def test_all_formats_count_findings_and_differences_alike(key):
    report = with_trace()
    counts = Counter(entry.id for entry in getattr(report, key))
    assert len(counts) >= 2
    assert Counter(e["id"] for e in json.loads(FORMATS["json"](report))[key]) == counts
    record = {"findings": "finding", "differences": "difference"}[key]
    rows = csv.DictReader(io.StringIO(FORMATS["csv"](report)))
    assert Counter(row["id"] for row in rows if row["record"] == record) == counts
    level = {"findings": "warning", "differences": "note"}[key]
    results = json.loads(FORMATS["sarif"](report))["runs"][0]["results"]
    assert Counter(r["ruleId"] for r in results if r["level"] == level) == counts
    lines = [line.split() for line in FORMATS["text"](report).splitlines()]
    assert {line[1]: int(line[0]) for line in lines if line and line[0].isdigit() and line[1] in counts} == counts
    cells = [line.strip("| ").split(" | ") for line in FORMATS["markdown"](report).splitlines()]
    assert {row[0]: int(row[2]) for row in cells if row[0] in counts} == counts
    page = _Page()
    page.feed(FORMATS["html"](report))
    assert {row[1]: int(row[0]) for row in page.rows if len(row) == 3 and row[1] in counts} == counts
    listed = [row[0] for row in page.rows if len(row) in (3, 4) and not row[0].isdigit()]  # the id, and its alias below
    found = Counter(name for text in listed for name in counts if text == name + diagnostics.alias(name))
    assert found == counts


def test_lines_that_share_words_stand_beside_each_other():
    legacy = ["if (a.dtype == OLD_F32)", "old_check(b.dim == 2);", "old_check(c.dim == 3);", "launch(x);"]
    unified = ["auto p = q;", "if (a.dtype == NEW_F32)", "new_check(b.dim == 2);", "new_check(c.dim == 3);"]
    pairs = list(align(legacy, unified, 10, 20))
    assert pairs == [(None, 20), (10, 21), (11, 22), (12, 23), (13, None)]


CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium to open the page with")
@pytest.mark.parametrize(("search", "shown"), [("", {"sgdnnOne", "sgdnnTwo"}), ("tpudnntwo", {"sgdnnTwo"})])
def test_the_search_of_the_page_works_in_a_browser(tmp_path, search, shown):
    (tmp_path / "page.html").write_text(FORMATS["html"](with_trace()))
    command = [
        CHROMIUM,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        f"--user-data-dir={tmp_path}/profile",
        "--dump-dom",
    ]
    url = f"{(tmp_path / 'page.html').as_uri()}#search={search}"
    dom = subprocess.run([*command, url], capture_output=True, text=True, timeout=60, check=True).stdout
    heads = re.findall(r'<details class="function"([^>]*)>\s*<summary><code>(\w+)</code>', dom)
    visible = {name for attributes, name in heads if "hidden" not in attributes}
    assert visible & {"sgdnnOne", "sgdnnTwo"} == shown
    assert f"{sum('hidden' not in a for a, _ in heads)} of {len(heads)} functions and calls" in dom
    rows = re.findall(r'<tr class="entry"([^>]*)><td><code>(tpudnn\w+)</code>', dom)
    assert {name for attributes, name in rows if "hidden=" not in attributes} == {f"tpudnn{n[5:]}Async" for n in shown}


DRIVE = """<script>
  var press = function (target, key, shift) {
    target.dispatchEvent(new KeyboardEvent("keydown", { key: key, shiftKey: !!shift, bubbles: true, cancelable: true })); };
  var query = document.getElementById("query"), told = document.getElementById("hits"), seen = [];
  press(document.body, "/");
  seen.push(document.activeElement === query);
  query.value = "sgdnnOne";
  query.dispatchEvent(new Event("input"));
  for (var i = 0; i < 3; i++) { press(query, "Enter"); seen.push(told.textContent); }
  press(query, "Enter", true);
  seen.push(told.textContent, CSS.highlights.get("hit").size, CSS.highlights.get("here").size);
  var here = CSS.highlights.get("here").values().next().value, at = here.startContainer.parentElement.closest("details, tr");
  seen.push(here.toString(), at.tagName !== "DETAILS" || at.open);
  query.value = "nothing that is there";
  query.dispatchEvent(new Event("input"));
  press(query, "Enter");
  seen.push(told.textContent);
  press(query, "Escape");
  seen.push(query.value, document.getElementById("jump").hidden, document.activeElement === query);
  document.title = JSON.stringify(seen);
</script></body>"""


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium to open the page with")
def test_hits_are_highlighted_counted_and_jumped_to(tmp_path):
    page = FORMATS["html"](with_trace()).replace("</body>", DRIVE)
    (tmp_path / "page.html").write_text(page)
    command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/p", "--dump-dom"]
    url = (tmp_path / "page.html").as_uri()
    dom = subprocess.run([*command, url], capture_output=True, text=True, timeout=120, check=True).stdout
    seen = json.loads(html.unescape(re.findall("<title>(.*?)</title>", dom)[0]))
    number = int(seen[1].split(" of ")[1])
    assert number >= 3
    assert seen == [
        *(True, f"1 of {number}", f"2 of {number}", f"3 of {number}", f"2 of {number}", number, 1),
        *("sgdnnOne", True, "0 hits", "", True, False),
    ]


def test_sarif_results_are_known_again_when_lines_move():
    def made(shift):
        entries = [Diagnostic("L115", "a.cpp", 3 + n + shift, 1, "same words", "", "sgdnnOne") for n in range(2)]
        entries.append(Diagnostic("L115", "a.cpp", 9 + shift, 1, "other words", "", "sgdnnTwo"))
        report = dataclasses.replace(with_trace(), refusals=tuple(entries), findings=(), differences=())
        return [r["partialFingerprints"] for r in json.loads(FORMATS["sarif"](report))["runs"][0]["results"]]

    assert made(0) == made(40) and len({json.dumps(one) for one in made(0)}) == 3
