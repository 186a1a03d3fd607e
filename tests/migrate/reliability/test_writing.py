"""What lies on the disk is old or new, whatever happens; the result depends on the content alone."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from migrate.cli import main
from migrate.emit.files import write_all

HEADER = "tpu_status_t sgdnnAlpha ( tpu_resource_t stream, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking = true );\n"
PROJECT = """\
version: 1
name: small
chips:
  bm_a: {legacy_macro: BACKEND_1684X, aliases: [bm1684x]}
  sg_b: {legacy_macro: BACKEND_SG2260, aliases: [sg2260]}
rules: [default]
library: {headers: [include/sgdnn_api.h, again/sgdnn_api.h]}
torch: {sources: ['ops/**/*.cpp']}
target: {compile: false, root: unified, torch: torch_tpu/native_ops}
"""
OPERATOR = """\
namespace at {
Tensor &op%d_out_tpu(const Tensor &self, Tensor &out) {
  auto status = sgdnnAlpha(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(self), tpu::TPUGenerateSgdnnTensor(out));
  TORCH_CHECK(status == SG_SUCCESS);
  return out;
}
} // namespace at
"""
NUMBER = 12


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "tree"
    for folder in ("include", "ops"):
        (root / folder).mkdir(parents=True)
    (root / "migrate.yaml").write_text(PROJECT)
    (root / "include/sgdnn_api.h").write_text(HEADER)
    (root / "again").symlink_to("include")  # the same header through two paths
    for n in range(NUMBER):
        (root / f"ops/Op{n}.cpp").write_text(OPERATOR % n + "// filler\n" * 2000)
    monkeypatch.chdir(root)
    monkeypatch.setenv("MIGRATE_CACHE_DIR", str(tmp_path / "cache"))
    return root


def sources(root: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in sorted((root / "ops").glob("*.cpp"))}


def everything(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def start(*arguments: str, **options: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "migrate.cli", *arguments]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **options)  # type: ignore[call-overload]


def test_killed_while_writing_each_file_is_old_or_new(tmp_path: Path) -> None:
    rng = random.Random(7)
    old = {tmp_path / f"f{n}": b"old %d\n" % n * 3000 for n in range(20)}
    new = {path: data.replace(b"old", b"new") for path, data in old.items()}
    begin = time.perf_counter()
    write_all(old)
    once = time.perf_counter() - begin
    seen: set[bool] = set()
    mixed = 0
    for number in range(1000):
        here, there = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.write(there, b".")
                while True:
                    write_all(new)
                    write_all(old)
            finally:
                os._exit(1)
        os.read(here, 1)  # it runs
        time.sleep(rng.random() * 4 * once)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(here)
        os.close(there)
        states = set()
        for path in old:
            data = path.read_bytes()
            assert data in (old[path], new[path]), f"{path.name}: {len(data)} bytes"
            states.add(data == new[path])
        seen |= states
        mixed += len(states) == 2
        if number >= 120 and mixed >= 3 and seen == {True, False}:
            break
    assert mixed, "no kill came between two files: the test proves nothing"


def test_a_killed_conversion_in_place_can_be_run_again(tree: Path) -> None:
    old = sources(tree)
    with start("convert", "--in-place", "-q", *(f"ops/{name}" for name in old)) as done:
        begin = time.monotonic()
        assert done.wait() == 0
        whole = time.monotonic() - begin
    new = sources(tree)
    assert all(old[name] != new[name] for name in old)
    rng = random.Random(3)
    for _ in range(6):
        for name, data in old.items():
            (tree / "ops" / name).write_bytes(data)
        with start("convert", "--no-cache", "--in-place", "-q", *(f"ops/{name}" for name in old)) as process:
            time.sleep(whole * rng.uniform(0.3, 1.1))
            process.kill()
            process.wait()
        now = sources(tree)
        assert all(now[name] in (old[name], new[name]) for name in old)
    assert main(["convert", "--in-place", "-q", *(f"ops/{name}" for name in old)]) == 0
    assert sources(tree) == new


def test_a_full_disk_changes_nothing(tree: Path) -> None:
    before = everything(tree)

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))

    with start("convert", "--no-cache", "--in-place", "ops/Op0.cpp", "ops/Op1.cpp", preexec_fn=limit) as process:
        _, said = process.communicate(timeout=120)
    assert process.returncode == 2
    assert b"cannot write" in said and b"Traceback" not in said and b"None" not in said, said
    assert everything(tree) == before


def test_a_folder_that_cannot_be_made(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tree / "file").write_text("")
    before = everything(tree)
    assert main(["convert", "--out", "file/below", "ops/Op0.cpp"]) == 2
    assert "cannot write" in capsys.readouterr().err
    assert everything(tree) == before


def test_order_names_and_jobs_do_not_matter(tree: Path) -> None:
    (tree / "ops/Link.cpp").symlink_to("Op0.cpp")
    names = [f"ops/Op{n}.cpp" for n in range(NUMBER)]
    rng = random.Random(11)
    results = []
    for jobs, repeated in (
        (1, []),
        (1, ["ops/../ops/Op3.cpp", str(tree / "ops/Op4.cpp"), "ops/Link.cpp"]),
        (3, ["Op5.cpp"]),
    ):
        given = [*names, *repeated]
        rng.shuffle(given)
        code = main(["convert", "--no-cache", "-q", "-j", str(jobs), "--out", "out", "--json", "report.json", *given])
        assert code == 0
        report = (tree / "report.json").read_bytes()
        assert json.loads(report)["totals"]["call"]["found"] == NUMBER
        results.append((everything(tree / "out"), report))
        for path in sorted((tree / "out").rglob("*"), reverse=True):
            path.unlink() if path.is_file() else path.rmdir()
    assert results[0] == results[1] == results[2]


def test_links_in_the_output_are_kept(tree: Path) -> None:
    real = tree / "elsewhere.cpp"
    real.write_text("")
    link = tree / "out/torch_tpu/native_ops/Op0.cpp"
    link.parent.mkdir(parents=True)
    link.symlink_to(real)
    assert main(["convert", "-q", "--out", "out", "ops/Op0.cpp"]) == 0
    assert link.is_symlink() and b"tpudnnAlphaAsync" in real.read_bytes()


def test_a_torch_side_file_that_a_person_changed_is_merged_or_marked(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, out = tree / "ops/Op0.cpp", tree / "out/torch_tpu/native_ops/Op0.cpp"
    command = ["convert", "--out", "out", "ops/Op0.cpp"]
    assert main(command) == 0
    out.write_text(out.read_text().replace("  return out;\n", "  return out; // by hand\n"))
    changed = out.read_bytes()
    assert main(command) == 0
    assert out.read_bytes() == changed
    source.write_text(source.read_text().replace("namespace at {\n", "namespace at {\n// from the legacy tree\n"))
    assert main(command) == 0
    text = out.read_text()
    assert "// by hand" in text and "// from the legacy tree" in text and "tpudnnAlphaAsync" in text
    source.write_text(source.read_text().replace("  return out;\n", "  return out; // differently\n"))
    for _ in range(2):
        capsys.readouterr()
        assert main(command) == 1
        assert "T115" in capsys.readouterr().out
        text = out.read_text()
        assert text.count("<<<<<<< changed by hand") == 1 and "// by hand" in text and "// differently" in text


@pytest.mark.parametrize("fresh", [False, True])
def test_a_torch_side_file_that_no_record_knows_is_not_overwritten(
    tree: Path, capsys: pytest.CaptureFixture[str], fresh: bool
) -> None:
    """The record was not kept, or the file is a person's own: both texts stand there until a person chose one. Also where nothing can be compiled."""
    if fresh:
        (tree / "include/args.h").write_text("typedef struct { int mode; } __attribute__((packed)) sg_api_one_t;\n")
        project = PROJECT.replace("again/sgdnn_api.h]", "again/sgdnn_api.h], arguments: [include/args.h]")
        (tree / "migrate.yaml").write_text(project.replace("{compile: false,", "{compile: false, fresh: true,"))
    out = tree / "out/torch_tpu/native_ops/Op0.cpp"
    assert main(["convert", "ops/Op0.cpp", "--out", "out", "-q"]) == 0
    made = out.read_text()
    mine = made + "// mine\n"
    for change in (lambda: None, lambda: out.write_text(mine)):
        (tree / "out/migrated.generated.json").unlink()
        change()
        conflict = out.read_text() == mine
        for _ in range(2):
            assert main(["convert", "ops/Op0.cpp", "--out", "out"]) == (1 if conflict else 0)
            assert ("T115" in capsys.readouterr().out) == conflict
            assert (out.read_text().count("// mine\n") == 1 and out.read_text().count("<<<<<<<") == 1) == conflict
    out.write_text(mine)
    assert main(["convert", "ops/Op0.cpp", "--out", "out"]) == 0
    assert "was changed by hand; it stays as it is" in capsys.readouterr().out and out.read_text() == mine
