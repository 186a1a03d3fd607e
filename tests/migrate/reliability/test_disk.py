"""Disks that are really full and mounts that are really read-only, in a namespace of their own: one sentence, nothing half written."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from test_human_edits import PROJECT, SEMANTICS

EXAMPLE = Path(__file__).parents[3] / "examples" / "legacy"
OPERATOR = """\
tpu_status_t sgdnnOne%(n)d ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  // %(filler)s
  probe ( %(value)d );
  return SG_SUCCESS;
}
"""
CALL = """\
Tensor &op%d(Tensor &a) {
  auto status = sgdnnOne%d(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(a));
  TORCH_CHECK(status == SG_SUCCESS);
  return a;
}
"""
NUMBER = 8
SCRIPT = """\
mount -t tmpfs -o size="$SIZE" none "$DISK" || exit 99
cp -r "$SEED"/. "$DISK" || exit 98
if [ "$KIND" = read-only ]; then mount -o remount,ro,bind "$DISK" || exit 99; fi
"$@"
code=$?
cp -r "$DISK"/. "$AFTER"
exit $code
"""
FULL = ("No space left on device", "free some space")
READ_ONLY = ("Read-only file system", "name a place that can be written")
Files = dict[str, bytes]


def refused_here() -> str:
    """Why this system lets nobody mount in a namespace; empty where it does."""
    if sys.platform != "linux" or not shutil.which("unshare"):
        return "no unshare(1) here"
    command = ["unshare", "-rm", "sh", "-c", "mount -t tmpfs -o size=64k none /mnt && mount -o remount,ro,bind /mnt"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30)
    return f"mounting in a namespace is refused: {done.stderr.strip()}" if done.returncode else ""


REFUSED = refused_here()
pytestmark = pytest.mark.skipif(bool(REFUSED), reason=REFUSED or "-")


@dataclass(frozen=True)
class Done:
    code: int
    said: str
    after: Files  # the disk when the command has ended
    folders: list[str]


@dataclass(frozen=True)
class Bench:
    root: Path  # of the legacy tree
    disk: Path  # where the small disk is mounted

    def write(self, value: int, filler: int) -> None:
        operators = (OPERATOR % {"n": n, "filler": "x" * filler, "value": value} for n in range(NUMBER))
        (self.root / "in.cpp").write_text('#include "legacy.h"\n' + "".join(operators))

    def run(
        self, kind: str, size: str, seed: Path | None, *arguments: str, stdout: str = "", **environment: str
    ) -> Done:
        empty, after = self.root.parent / "empty", self.root.parent / "after"
        shutil.rmtree(after, ignore_errors=True)
        for folder in (empty, after):
            folder.mkdir(exist_ok=True)
        values = {"SIZE": size, "DISK": self.disk, "SEED": seed or empty, "KIND": kind, "AFTER": after}
        variables = {**os.environ, **{k: str(v) for k, v in values.items()}, **environment}
        command = ["unshare", "-rm", "sh", "-c", SCRIPT, "sh", sys.executable, "-m", "migrate.cli", *arguments]
        with open(stdout or os.devnull, "wb") as out:
            done = subprocess.run(
                command, stdout=out, stderr=subprocess.PIPE, text=True, env=variables, cwd=self.root, timeout=120
            )
        folders = sorted(p.relative_to(after).as_posix() for p in after.rglob("*") if p.is_dir())
        return Done(done.returncode, done.stderr, files(after), folders)


def files(folder: Path) -> Files:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    root, disk = tmp_path / "tree", tmp_path / "disk"
    for folder in (root / "unified", root / "ops", disk):
        folder.mkdir(parents=True)
    (root / "migrate.yaml").write_text(PROJECT % SEMANTICS + "torch: {sources: ['ops/*.cpp']}\n")
    (root / "ops/Op.cpp").write_text(CALL % (1, 1))
    monkeypatch.setenv("MIGRATE_CACHE_DIR", str(tmp_path / "cache"))
    made = Bench(root, disk)
    made.write(1, 20_000)
    return made


def check_refused(done: Done, path: Path, sentences: tuple[str, str]) -> None:
    assert done.code == 2, done.said
    assert done.said.startswith(f"migrate: cannot write {path}") and done.said.count("\n") == 1, done.said
    assert all(s in done.said for s in sentences) and done.said.endswith("nothing was changed\n"), done.said


@pytest.mark.parametrize(
    ("kind", "size", "sentences"),
    [
        ("full", "16k", FULL),
        ("full", "64k", FULL),
        ("full", "192k", FULL),
        ("full", "300k", FULL),
        ("read-only", "1m", READ_ONLY),
    ],
)
def test_a_first_run_writes_all_or_nothing(bench: Bench, kind: str, size: str, sentences: tuple[str, str]) -> None:
    arguments = ("convert", "-q", "in.cpp", "Op.cpp", "--out", str(bench.disk))
    done = bench.run(kind, size, None, *arguments)
    check_refused(done, bench.disk, sentences)
    assert done.after == {} and done.folders == []
    done = bench.run("writable", "2m", None, *arguments)
    assert done.code == 0 and sum(map(len, done.after.values())) > 300_000, "the disk could have been too small"


@pytest.mark.parametrize(("kind", "size", "sentences"), [("full", "88k", FULL), ("read-only", "1m", READ_ONLY)])
def test_a_later_run_leaves_the_old_files(bench: Bench, kind: str, size: str, sentences: tuple[str, str]) -> None:
    bench.write(1, 100)
    arguments = ("convert", "-q", "in.cpp", "Op.cpp", "--out", str(bench.disk))
    old = bench.run("writable", "2m", None, *arguments)
    assert old.code == 0 and old.after
    seed = bench.root.parent / "seed"
    shutil.copytree(bench.root.parent / "after", seed)
    bench.write(2, 20_000)
    (bench.root / "ops/Op.cpp").write_text(CALL % (1, 2))
    done = bench.run(kind, size, seed, *arguments)
    check_refused(done, bench.disk, sentences)
    assert done.after == old.after and done.folders == old.folders
    assert bench.run("writable", "2m", seed, *arguments).code == 0


@pytest.mark.parametrize(("kind", "sentences"), [("full", FULL), ("read-only", READ_ONLY)])
def test_in_place_the_sources_stay(bench: Bench, kind: str, sentences: tuple[str, str]) -> None:
    seed = bench.root.parent / "seed"
    shutil.copytree(bench.root, seed)
    for n in range(12):
        (seed / f"ops/Op{n}.cpp").write_text((CALL % (n, n)) + "// filler\n" * 300)
    (seed / "in.cpp").write_text((bench.root / "in.cpp").read_text().replace("x" * 20_000, "y"))
    names = [str(bench.disk / f"ops/Op{n}.cpp") for n in range(12)]
    done = bench.run(kind, "88k", seed, "convert", "-q", "--in-place", "--only-calls", *names)
    check_refused(done, bench.disk, sentences)
    assert done.after == files(seed)
    assert bench.run("writable", "1m", seed, "convert", "-q", "--in-place", "--only-calls", *names).after != files(seed)


REPORTS = [("full", FULL, name) for name in ("r.json", "r.html", "r.txt", "r.csv", "r.sarif")]
REPORTS += [("read-only", READ_ONLY, name) for name in ("r.json", "r.md")]


@pytest.mark.parametrize(("kind", "sentences", "name"), REPORTS)
def test_a_report_that_cannot_be_written_stops_the_run(
    bench: Bench, kind: str, sentences: tuple[str, str], name: str
) -> None:
    out = bench.root / "out"
    odd = "".join(
        f"void f{n}() {{ auto p = &sgdnnOne{n}; }}\n" for n in range(60)
    )  # refused, so listed in every format
    (bench.root / "ops/Op.cpp").write_text(odd)
    done = bench.run(
        kind, "4k", None, "convert", "-q", "in.cpp", "Op.cpp", "--out", str(out), "--report", str(bench.disk / name)
    )
    check_refused(done, bench.disk / name, sentences)
    assert done.after == {} and not out.exists()


@pytest.mark.parametrize("kind", ["full", "read-only"])
def test_a_cache_that_cannot_be_written_changes_nothing(bench: Bench, kind: str) -> None:
    results = []
    for folder in (bench.disk / "cache", bench.root.parent / "cache"):
        out = bench.root / "out"
        done = bench.run(
            kind, "64k", None, "convert", "-q", "in.cpp", "Op.cpp", "--out", str(out), MIGRATE_CACHE_DIR=str(folder)
        )
        assert done.code == 0 and not done.said, done.said
        assert [name for name in done.after if "tmp" in name] == [], "temporary files are left"
        results.append(files(out))
        shutil.rmtree(out)
    assert results[0] == results[1] and results[0]


@pytest.mark.parametrize(
    "arguments",
    [
        ("convert", "in.cpp", "--out", "out"),
        ("convert", "in.cpp", "--diff"),
        ("scan",),
        ("explain", "L154"),
        ("map", "sgdnnOne1"),
        ("init", str(EXAMPLE), "--out", "-"),
    ],
)
def test_an_answer_that_cannot_be_printed(bench: Bench, arguments: tuple[str, ...]) -> None:
    done = bench.run("writable", "64k", None, *arguments, stdout="/dev/full")
    assert done.code == 2
    assert done.said == "migrate: cannot print all of the answer: No space left on device\n"


@pytest.mark.parametrize(("kind", "sentences"), [("full", FULL), ("read-only", READ_ONLY)])
def test_other_commands_that_write(bench: Bench, kind: str, sentences: tuple[str, str]) -> None:
    report = bench.root / "r.json"
    assert bench.run("writable", "4k", None, "convert", "-q", "in.cpp", "--out", "out", "--json", str(report)).code == 0
    for arguments in (
        ("report", str(report), "--format", "html", "--out", str(bench.disk / "r.html")),
        ("verify", "--projection", "-q", "in.cpp", "--out", str(bench.disk)),
        ("init", str(EXAMPLE), "--out", str(bench.disk / "below" / "migrate.yaml")),
    ):
        if kind == "full" and arguments[0] == "init":
            continue  # a project file is smaller than a page
        done = bench.run(kind, "4k", None, *arguments)
        check_refused(done, bench.disk, sentences)
        assert done.after == {} and done.folders == []
    seed = bench.root.parent / "seed"
    seed.mkdir()
    shutil.copy(bench.root / "migrate.yaml", seed)
    done = bench.run(kind, "8k", seed, "new-rule", "sgdnnOdd", "--project", str(bench.disk / "migrate.yaml"))
    check_refused(done, bench.disk / "rules", sentences)
    assert done.after == files(seed) and done.folders == []
