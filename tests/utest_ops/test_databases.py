"""The gate on PyTorch's databases tells what differs, outlives what crashes, and its page is current."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dnnlib.paths import ROOT

torch = pytest.importorskip("torch")
pytest.importorskip("expecttest")

from utest_ops.chips import all_chips  # noqa: E402
from utest_ops.databases import expectations, page, pool  # noqa: E402
from utest_ops.databases.execute import run_trial  # noqa: E402
from utest_ops.databases.transfer import Transfer  # noqa: E402
from utest_ops.databases.trial import Tolerance, Trial  # noqa: E402
from utest_ops.databases.worker import ChipResult, Request  # noqa: E402

CHIPS = ("bm_a", "sg_b")


def command(*arguments: str, timeout: float = 600) -> subprocess.CompletedProcess[str]:
    """The command, as a user runs it."""
    return subprocess.run(
        [sys.executable, "-m", "utest_ops.databases", *arguments], capture_output=True, text=True, timeout=timeout
    )


@pytest.mark.torch
@pytest.mark.native
def test_entries_of_every_database_pass_on_every_chip(tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    names = [
        part
        for name in ("add", "cumsum", "batch_norm*", "nn.functional.batch_norm", "BatchNorm2d", "SGD")
        for part in ("--entry", name)
    ]
    run = command(*names, "--json", str(file), "-j", "2")
    assert run.returncode == 0, run.stdout + run.stderr
    data = json.loads(file.read_text())
    assert {each["database"] for each in data["entries"]} == set(expectations.DATABASES)
    assert {each["chip"] for each in data["entries"]} == set(all_chips())
    assert all(each["status"] == "passed" and each["calls"] > 0 for each in data["entries"])


def test_wrong_use_is_a_sentence() -> None:
    for arguments, text in (
        (["opinfos"], "unknown database 'opinfos'"),
        (["--entry", "no_such_entry"], "no entry matches no_such_entry"),
        (["--fraction", "0"], "--fraction 0"),
        (["-j", "0"], "-j and --timeout"),
        (["--chip", "bm_z"], "unknown chip 'bm_z'"),
        (["--json", "/proc/none/out.json"], "cannot be written"),
    ):
        run = command(*arguments)
        assert run.returncode == 2, run
        assert text in run.stderr
        assert "Traceback" not in run.stderr


@pytest.mark.torch
@pytest.mark.native
def test_nothing_compared_is_wrong_use() -> None:
    run = command("opinfo", "--entry", "add", "--check", "forwards")
    assert run.returncode == 2
    assert "nothing was compared" in run.stderr


def test_a_seed_chooses_the_entries_of_a_fraction() -> None:
    lists = [command("--fraction", "0.05", "--seed", seed, "--list").stdout.splitlines() for seed in ("1", "1", "2")]
    assert lists[0] == lists[1] != lists[2]
    assert 30 < len(lists[0]) < 60


def differences(function: object, args: tuple, **parts: object) -> list[str]:
    """Sentences about a function that knows where it runs: `meta` takes the part of a chip whose results are wrong."""
    trial = Trial("forward", "f32", 0, function, args, **parts)
    found = run_trial(trial, {"chip": torch.device("cpu")}, 0, lambda chip: None, lambda chip: Tolerance())
    return [text for _, text in found]


class Second:
    """A function that does `wrong` on its second call, which is the chip's."""

    def __init__(self, right: object, wrong: object) -> None:
        self._calls = [right, wrong]

    def __call__(self, *args: object) -> object:
        return self._calls.pop(0)(*args)


@pytest.mark.parametrize(
    ("right", "wrong", "text"),
    [
        (lambda x: x + 1, lambda x: x + 1.0001, "not close"),
        (lambda x: x + 1, lambda x: (x + 1).double(), "dtype"),
        (lambda x: x + 1, lambda x: (x + 1)[:1], "shape"),
        (lambda x: x + 1, lambda x: x.add_(1).clone(), "argument 0 was changed, on the CPU it is not"),
        (lambda x: x.add_(1).clone(), lambda x: x + 1, "argument 0 was not changed, on the CPU it is"),
        (lambda x: x, lambda x: x.clone(), "share memory"),
        (lambda x: x[1:], lambda x: x[1:].clone(), "share memory"),
        (lambda x: x + 1, lambda x: x.no_such_method(), "raised AttributeError"),
        (lambda x: x.no_such_method(), lambda x: x + 1, "did not raise"),
        (lambda x: (x + 1, x + 2), lambda x: (x + 1,), "of 1, not a tuple of 2"),
        (lambda x: x.sum().item(), lambda x: x.sum().item() + 1, "not close"),
        (lambda x: x.to("cpu"), lambda x: (x + 0).to("meta"), "comparing raised"),
    ],
)
def test_differences_are_told(right: object, wrong: object, text: str) -> None:
    x = torch.tensor([1.0, 2.0, -0.0])
    assert differences(Second(right, right), (x.clone(),)) == []
    sentences = differences(Second(right, wrong), (x.clone(),))
    assert any(text in sentence for sentence in sentences), sentences


def _negate(x: torch.Tensor) -> None:
    x.neg_()


def test_sign_of_an_untouched_zero_is_compared() -> None:
    x = torch.tensor([0.0])
    assert differences(Second(lambda x: None, _negate), (x,)) == ["argument 0 was changed, on the CPU it is not"]


def test_arguments_keep_strides_and_share_storages() -> None:
    base = torch.randn(4, 5)
    given = [base, base.t(), base[1:, ::2], base[:0], torch.view_as_complex(base[:, :2].contiguous()).conj(), base]
    move = Transfer(torch.device("cpu"))
    moved = move(given)
    assert [each.stride() for each in moved] == [each.stride() for each in given]
    assert moved[0] is moved[5] and moved[0] is not base
    assert moved[0].untyped_storage()._cdata == moved[1].untyped_storage()._cdata == moved[2].untyped_storage()._cdata
    assert all(torch.equal(one, other) for one, other in zip(moved, given, strict=True))


def _crash_on_sg_b(connection: object, progress: object) -> None:
    """A worker that dies or hangs on some entries."""
    while True:
        try:
            request = connection.recv()
        except EOFError:
            os._exit(0)
        for chip in request.chips:
            progress.set(chip, "forward", "f32", 3)
            if (request.entry, chip) == ("crashes", "sg_b"):
                os.kill(os.getpid(), signal.SIGKILL)
            if (request.entry, chip) == ("hangs", "bm_a"):
                time.sleep(600)
        connection.send([ChipResult("opinfo", request.entry, chip, 1, 1) for chip in request.chips])


def test_a_crash_and_a_hang_are_named_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "serve", _crash_on_sg_b)
    requests = [Request("opinfo", name, CHIPS) for name in ("crashes", "fine", "hangs", "also_fine")]
    results = {(each.entry, each.chip): each for each in pool.run_requests(requests, 2, 5.0)}
    assert len(results) == 8
    failed = {key: value.failures[0].message for key, value in results.items() if value.failures}
    assert failed == {
        ("crashes", "sg_b"): "the process died of SIGKILL",
        ("hangs", "bm_a"): "no end within 5 s: the process was stopped",
    }
    assert results["crashes", "sg_b"].failures[0].sample == 3


def test_expectations_need_reasons(tmp_path: Path) -> None:
    from utest_ops.errors import UsageError

    file = tmp_path / "expectations.yaml"
    text = expectations.FILE.read_text(encoding="utf-8")
    for change, sentence in (
        (text + "  - entry: add\n", "add has no reason"),
        (text + "  - {entry: add, reason: x, chip: [bm_a]}\n", "unknown key"),
        (text + "more: []\n", "unknown section more"),
    ):
        file.write_text(change, encoding="utf-8")
        with pytest.raises(UsageError, match=sentence):
            expectations.read(file)


def test_the_page_is_current() -> None:
    from utest_ops.databases.worker import database_module

    text = (ROOT / "docs" / "opinfo.md").read_text(encoding="utf-8")
    assert text.startswith(page.HEAD)
    assert text.endswith(page.static_part()), "run make opinfo-docs"
    assert f"PyTorch {torch.__version__.split('+')[0]}." in text
    for database in expectations.DATABASES:
        entries = len(database_module(database).entries())
        for chip in all_chips():
            (row,) = [line for line in text.splitlines() if line.startswith(f"| {database} | {chip} |")]
            cells = [int(cell) for cell in row.split("|")[3:8]]
            assert cells[0] == entries
            assert cells[3] == 0, "a failed entry"
