"""What becomes of a case: converted by the real command, built per chip and once, run, and the calls of the library compared."""

from __future__ import annotations

import contextlib
import fcntl
import io
import json
import os
import shutil
import subprocess
import traceback
from dataclasses import dataclass
from pathlib import Path

import yaml
from torch_corpus import Case

from migrate.cli import main
from migrate.report import diagnostics

HERE = Path(__file__).parent
RUNTIME = HERE / "runtime"
COMPILER = shutil.which("c++") or shutil.which("g++")
EQUAL, REFUSED, WRONG, NOT_COMPILING, CRASH, INVALID = "equal", "refused", "WRONG", "NOT COMPILING", "CRASH", "INVALID"
FAILURES = (WRONG, NOT_COMPILING, CRASH, INVALID)
RULES = r"""version: 1
library: {names: {sg_active_type_t: tensor_active_type_t}}
torch: {constants: [{pattern: '^(ACTIVE_[A-Z0-9_]+)$', unified: 'TPUDNN_\1'}]}
"""


@dataclass(frozen=True)
class Verdict:
    kind: str
    detail: str = ""
    refused: tuple[str, ...] = ()  # ids


class CompileError(Exception):
    pass


class Drivers:
    """The two libraries that record, built once in `folder` for all who share it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        with open(folder / "lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (folder / "done").exists():
                for side in ("legacy", "unified"):
                    (folder / side).mkdir(exist_ok=True)
                    header = folder / side / "TPUTorchUtils.h.gch"  # precompiled: most of a case's time is its headers
                    _compile(
                        [RUNTIME / side / "TPUTorchUtils.h"], header, ["-x", "c++-header", *self.include(side)[1:]]
                    )
                    _compile([RUNTIME / side / "library.cpp"], folder / f"{side}.o", ["-c", *self.include(side)])
                (folder / "done").touch()

    def include(self, side: str) -> list[str]:
        return [f"-I{folder}" for folder in (self.folder / side, RUNTIME / side, RUNTIME / "common")]

    def run(self, side: str, source: Path, to: Path, chip: str, defines: list[str], include: list[Path]) -> str:
        """What a build of the source records."""
        if not to.exists():
            options = [*(f"-D{d}" for d in defines), *self.include(side), *(f"-I{path}" for path in include)]
            _compile([source, self.folder / f"{side}.o"], to, options)
        environment = {**os.environ, "HOSTILE_CHIP": chip}
        done = subprocess.run([str(to)], capture_output=True, timeout=120, env=environment)
        ended = "" if done.returncode == 0 else f"ended with {done.returncode}\n"
        return done.stdout.decode("latin-1") + ended


def _compile(sources: list[Path], to: Path, options: list[str]) -> None:
    assert COMPILER
    names = [str(source) for source in sources]
    command = [COMPILER, "-std=c++17", "-O0", "-w", "-pthread", *options, *names, "-o", str(to)]
    done = subprocess.run(command, capture_output=True, timeout=300)
    if done.returncode:
        raise CompileError(done.stderr.decode("utf-8", "replace")[:600])


def prepare(case: Case, folder: Path) -> Path:
    """The case as a project."""
    for name, text in case.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (folder / "corpus.yaml").write_text(RULES)
    project = {
        "version": 1,
        "name": "hostile",
        "chips": case.chips,
        "rules": ["default", "corpus.yaml"],
        "library": {"headers": ["legacy/sgdnn_api.h"], "include": ["legacy"]},
        "torch": {"sources": ["src/*.cpp"], "include": ["src"]},
        # The builds below compile the output, against stand-ins for the headers that migrate would ask for.
        "target": {"root": str(folder), "torch": "unified", "fresh": True, "compile": False},
    }
    (folder / "legacy").mkdir(exist_ok=True)
    shutil.copy(RUNTIME / "legacy/sgdnn_api.h", folder / "legacy")
    shutil.copy(RUNTIME / "legacy/TPUTorchUtils.h", folder / "legacy")
    shutil.copy(RUNTIME / "common/fake_torch.h", folder / "legacy")
    file = folder / "migrate.yaml"
    file.write_text(yaml.safe_dump(project, sort_keys=False))
    return file


def judge(case: Case, drivers: Drivers, folder: Path) -> Verdict:
    project, report_file = prepare(case, folder), folder / "report.json"
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            code = main(
                [
                    "convert",
                    "--project",
                    str(project),
                    "--no-cache",
                    "--json",
                    str(report_file),
                    str(folder / "src/case.cpp"),
                ]
            )
    except (Exception, SystemExit):
        return Verdict(CRASH, traceback.format_exc()[-600:])
    if not report_file.exists():
        return Verdict(CRASH if "internal error" in said.getvalue() else INVALID, said.getvalue()[-500:])
    report = json.loads(report_file.read_text())
    refused = tuple(r["id"] for r in report["refusals"])
    known = diagnostics.titles()
    if report["errors"]:
        return Verdict(CRASH, str(report["errors"])[:400], refused)
    if any(r["id"] not in known or len(r["message"]) < 15 for r in report["refusals"]):
        return Verdict(CRASH, f"a refusal without a page or a sentence: {report['refusals']}", refused)
    if refused:
        return Verdict(REFUSED if code in (1, 4) else WRONG, "" if code in (1, 4) else f"exit code {code}", refused)
    return _compare(case, drivers, folder, code)


def _compare(case: Case, drivers: Drivers, folder: Path, code: int) -> Verdict:
    (output,) = [p for p in (folder / "migrated").rglob("*.cpp")] or [folder / "src/case.cpp"]
    asked = any("BACKEND_" in text or "CHIP_GEN" in text for text in case.files.values())
    for name, settings in list(case.chips.items())[: None if asked else 1]:
        defines = list(settings.get("defines", [])) or [settings["legacy_macro"]]
        try:
            source, include = folder / "src/case.cpp", [folder / "src"]
            expected = drivers.run("legacy", source, folder / f"legacy_{name}", name, defines, include)
        except CompileError as error:
            return Verdict(INVALID, f"{name}: {error}")
        try:
            got = drivers.run("unified", output, folder / "unified_all", name, [], [folder / "src"])
        except CompileError as error:
            return Verdict(NOT_COMPILING, str(error))
        difference = compare(expected, got)
        if difference:
            return Verdict(WRONG, f"{name}: {difference}")
    return Verdict(EQUAL if code == 0 else WRONG, "" if code == 0 else f"exit code {code} without a refusal")


def compare(expected: str, got: str) -> str:
    """The first difference of two records; empty where there is none."""
    left, right = expected.split("fails "), got.split("fails ")
    if len(left) != len(right):
        return f"{len(left) - 1} runs against {len(right) - 1}: {got[-200:]}"
    for a, b in zip(left, right, strict=True):
        mine, theirs = (_without_useless_waits(record.splitlines()) for record in (a, b))
        if mine != theirs:
            place = next((i for i, (x, y) in enumerate(zip(mine, theirs, strict=False)) if x != y), -1)
            return f"run with {a[:2].strip()}, line {place}: legacy {mine[place : place + 2]}, unified {theirs[place : place + 2]}"
    return ""


def _without_useless_waits(lines: list[str]) -> list[str]:
    """A wait right behind a call that failed changes nothing: it queued nothing."""
    failed = [line.endswith(" FAILS") for line in lines]
    return [line for i, line in enumerate(lines) if not (line.startswith("wait ") and i and failed[i - 1])]
