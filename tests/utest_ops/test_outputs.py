"""What a run writes: checked before it begins, whole when it ends, kept when it fails."""

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from utest_ops import run as runs
from utest_ops.report import files
from utest_ops.report.output import Output
from utest_ops.result import ABSENT, FAILED, PASSED, Job, Result

JOB = Job("matmul", "64x64,64x64", "sg_b", "f32", "capi", 0)
FULL = Path("/dev/full")  # every write says that the disk is full
needs_full = pytest.mark.skipif(not FULL.exists(), reason="no /dev/full")


def command(*words, cwd, **how):
    """Run the command."""
    return subprocess.run(
        [sys.executable, "-m", "utest_ops", *words], cwd=cwd, text=True, timeout=300, stderr=subprocess.PIPE, **how
    )


@pytest.fixture
def ran(monkeypatch):
    """Runs whose cases end as planned: only what is written is looked at."""

    def plan(*outcomes):
        results = [Result(JOB, outcome, message="what went wrong") for outcome in outcomes]
        monkeypatch.setattr(runs, "run_jobs", lambda jobs, *_: (result for result in results))
        return [result.job for result in results]

    return plan


@pytest.mark.parametrize("option", ["--json", "--junit"])
@pytest.mark.parametrize("where", ["no/such/folder/r", "folder", "file/r"])
def test_a_report_that_cannot_be_written_is_refused_before_the_run(option, where, tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    done = command("matmul", "--via", "capi", option, where, cwd=tmp_path, stdout=subprocess.PIPE)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith(f"utest_ops: {option} {where} cannot be written: ")


def test_a_folder_for_inputs_that_cannot_be_made_is_refused_before_the_run(tmp_path):
    (tmp_path / "file").write_text("")
    done = command("matmul", "--via", "capi", "--failures", "file/x", cwd=tmp_path, stdout=subprocess.PIPE)
    assert done.returncode == 2 and done.stdout == ""
    assert "--failures file/x cannot be written" in done.stderr and "is no folder" in done.stderr


def test_one_file_for_both_reports_is_refused(tmp_path):
    done = command("matmul", "--json", "r", "--junit", "./r", cwd=tmp_path, stdout=subprocess.PIPE)
    assert done.returncode == 2 and "both name r" in done.stderr


def test_the_check_leaves_nothing_and_changes_nothing(tmp_path):
    old = tmp_path / "old.json"
    old.write_text("old")
    Output("--json", old)
    Output("--json", tmp_path / "new.json")
    assert [p.name for p in tmp_path.iterdir()] == ["old.json"] and old.read_text() == "old"


def test_a_report_keeps_the_mode_and_the_link_of_the_file_it_replaces(tmp_path):
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    Output("--json", link).write("new")
    assert link.is_symlink() and real.read_text() == "new" and real.stat().st_mode & 0o777 == 0o640
    assert sorted(p.name for p in tmp_path.iterdir()) == ["link", "real"]


@needs_full
def test_a_full_disk_costs_the_report_and_not_the_results(ran, tmp_path, capsys):
    jobs = ran(PASSED, PASSED)
    junit = tmp_path / "r.xml"
    outputs = runs.reports(FULL, junit)
    assert runs.run(jobs, outputs, tmp_path, 1, 1.0) == runs.NOT_WRITTEN
    told = capsys.readouterr()
    assert "2 passed" in told.out and "--json /dev/full was not written: No space left on device" in told.err
    assert len(list(ElementTree.parse(junit).iter("testcase"))) == 2


@needs_full
@pytest.mark.native
def test_a_full_disk_behind_standard_output_costs_the_text_and_not_the_report(tmp_path):
    with FULL.open("w") as full:
        words = ("minimum", "--via", "capi", "--chip", "bm_a", "--json", "r.json")
        done = command(*words, cwd=tmp_path, stdout=full)
    assert done.returncode == runs.NOT_WRITTEN and "Traceback" not in done.stderr
    assert "standard output cannot be written: No space left on device" in done.stderr
    assert json.loads((tmp_path / "r.json").read_text())["totals"]["passed"] > 0


@pytest.mark.parametrize("words", [[], ["--list"], ["minimum", "--via", "capi"]])
def test_a_reader_that_goes_away_ends_the_command_without_a_traceback(words, tmp_path):
    read, write = os.pipe()
    os.close(read)
    done = command(*words, cwd=tmp_path, stdout=write)
    os.close(write)
    assert done.returncode == 141 and "Traceback" not in done.stderr and "Exception" not in done.stderr


def test_nothing_compared_is_an_error_with_a_sentence(ran, tmp_path, capsys):
    jobs = ran(ABSENT, ABSENT)
    assert runs.run(jobs, {}, tmp_path, 1, 1.0) == runs.NOTHING_COMPARED
    assert "nothing was compared: none of the 2 cases exists on sg_b" in capsys.readouterr().err
    jobs = ran(ABSENT, PASSED)
    assert runs.run(jobs, {}, tmp_path, 1, 1.0) == runs.OK
    jobs = ran(ABSENT, FAILED)
    assert runs.run(jobs, {}, tmp_path, 1, 1.0) == runs.FAILURES


def test_a_junit_report_is_xml_whatever_a_library_says():
    result = Result(JOB, FAILED, message="a\x00b\x1b[31m\ud800", cause="\x07")
    assert ElementTree.fromstring(files.as_junit([result]).encode())[0].get("failures") == "1"


def test_a_report_of_a_stopped_run_says_so():
    assert json.loads(files.as_json([Result(JOB, PASSED)], 2))["complete"] is False
    assert json.loads(files.as_json([Result(JOB, PASSED)], 1))["complete"] is True
