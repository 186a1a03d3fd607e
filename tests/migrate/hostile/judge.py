"""What becomes of a case: converted by the real command, built per chip and once, called with the same inputs, compared."""

from __future__ import annotations

import contextlib
import io
import json
import re
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from corpus import Case
from native import ROOT, RUNTIME, Calls, CompileError, Drivers, build_legacy, build_unified, declaration

from migrate.cli import main
from migrate.errors import INTERNAL_ERROR
from migrate.report import diagnostics

EQUAL, REFUSED, WRONG, NOT_COMPILING, CRASH, INVALID = "equal", "refused", "WRONG", "NOT COMPILING", "CRASH", "INVALID"
FAILURES = (WRONG, NOT_COMPILING, CRASH, INVALID)
CHIPS = {"bm_a": "BACKEND_1684X", "sg_b": "BACKEND_SG2260", "sg_c": "BACKEND_SG2044"}
RULES = "version: 1\nlibrary: {names: {SG_FAILURE: TPUDNN_STATUS_FAILED}}\n"
SYNCHRONOUS = frozenset(["bm_a"])  # its launches always wait
MOVED = "12"  # alternative of a tensor that lies elsewhere, see drive.h


@dataclass(frozen=True)
class Verdict:
    kind: str
    detail: str = ""
    refused: tuple[str, ...] = ()  # ids
    converted: int = 0

    def lacks(self, case: Case) -> bool:
        """Whether something stayed behind of a case that has to be converted, whole."""
        return case.expect == "convert" and (self.kind != EQUAL or bool(self.refused))


def merged(base: dict[str, Any], extra: dict[str, Any]) -> dict[str, Any]:
    result = dict(base)
    for key, value in extra.items():
        known = result.get(key)
        result[key] = merged(known, value) if isinstance(known, dict) and isinstance(value, dict) else value
    return result


def project_of(case: Case) -> dict[str, Any]:
    chips = list(CHIPS.items())[: case.chips]
    base: dict[str, Any] = {
        "version": 1,
        "name": "hostile",
        "chips": {name: {"legacy_macro": macro} for name, macro in chips},
        "rules": ["default", "corpus.yaml", *(["rules.yaml"] if "rules.yaml" in case.files else [])],
        "library": {
            "sources": ["src/*.cpp"],
            "include": ["src", str(RUNTIME / "legacy"), str(RUNTIME / "common")],
            "arguments": [str(RUNTIME / "common/sg_api_struct.h"), str(RUNTIME / "common/events.h")],
            "flags": case.flags.split(),
        },
        "target": {"root": str(ROOT), "fresh": True, "standard": _standard(case.flags)},
    }
    return merged(base, case.project)


def _standard(flags: str) -> str:
    """What a case's unified form is built as: what its legacy form is, if that is no older version than the unified library's."""
    said = [flag.removeprefix("-std=") for flag in flags.split() if flag.startswith("-std=")]
    return said[-1] if said and said[-1] not in ("c++98", "c++03", "c++11", "c++14") else "c++17"


def _unified_flags(case: Case) -> str:
    rest = (flag for flag in case.flags.split() if not flag.startswith("-std="))
    return " ".join([*rest, f"-std={project_of(case)['target']['standard']}"])


def judge(case: Case, drivers: Drivers, folder: Path) -> Verdict:
    for name, text in case.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("latin-1"))
    project = project_of(case)
    (folder / "corpus.yaml").write_text(RULES)
    (folder / "migrate.yaml").write_text(yaml.safe_dump(project, sort_keys=False))
    out, report_file = folder / "migrated", folder / "report.json"
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            command = ["convert", "--project", str(folder / "migrate.yaml"), "--no-cache", "--json", str(report_file)]
            sources = [str(folder / name) for name in case.sources]
            code = main([*command, *sources])
    except (Exception, SystemExit):
        return Verdict(CRASH, traceback.format_exc()[-600:])
    if not report_file.exists():
        if code == INTERNAL_ERROR:
            return Verdict(CRASH, said.getvalue()[-600:])
        kind = REFUSED if code == 2 and said.getvalue().startswith("migrate: ") else INVALID
        return Verdict(kind, said.getvalue()[:400])
    report = json.loads(report_file.read_text())
    return _judge(case, drivers, folder, out, report, code)


def _judge(case: Case, drivers: Drivers, folder: Path, out: Path, report: dict[str, Any], code: int) -> Verdict:
    whole = {f["legacy"] for f in report["functions"] if f["status"] == "converted"}
    refused = tuple(r["id"] for r in report["refusals"] if r["function"] not in whole)  # of others a part was left out
    lost = [r["message"] for r in report["errors"]]
    if lost:
        return Verdict(CRASH, lost[0], refused)
    unsound = _refusals(report, out, code)
    if unsound:
        return Verdict(WRONG, unsound, refused)
    header = "".join(path.read_text("latin-1") for path in sorted((out / "dnnlib/include").rglob("*.h")))
    functions = [f for f in report["functions"] if f["status"] == "converted" and _is_public(f, header, case)]
    calls = {f["legacy"]: case.calls.get(f["legacy"], (f["legacy"], f["unified"])) for f in functions}
    if not functions:
        return Verdict(
            REFUSED if code else WRONG, "" if code else "nothing was converted, and the exit code is 0", refused
        )
    texts = {f["legacy"]: re.sub(r"/\*.*?\*/|//[^\n]*", "", f["legacy_text"], flags=re.DOTALL) for f in functions}
    waits = {name: bool(re.search(r"^[^{]*\bnon_blocking\b[^{]*\{", text)) for name, text in texts.items()}
    try:
        unified = folder / "unified.so"
        arguments = [folder / name for name in case.project.get("library", {}).get("arguments", ())]
        build_unified(drivers, out, [(n, calls[n][1], False) for n in calls], _unified_flags(case), unified, arguments)
    except CompileError as error:
        ends = "#error MIGRATE" in str(error)  # a build with an option that the project does not have ends, and says so
        return Verdict(REFUSED if code or ends else NOT_COMPILING, str(error)[:600], refused)
    differences = []
    legacies: dict[str, tuple[dict[str, str], frozenset[str], dict[str, dict[str, Any]]]] = {}
    for number, (chip, macro) in enumerate(list(CHIPS.items())[: case.chips]):
        by_source: dict[str, list[tuple[str, str, bool]]] = {}
        for f in functions:
            inputs = f["input"].split(" + ")  # of files that exist once per chip, in the chips' order
            own = Path(inputs[min(number, len(inputs) - 1)]).name
            by_source.setdefault(own, []).append((f["legacy"], calls[f["legacy"]][0], waits[f["legacy"]]))
        legacy = folder / f"legacy_{chip}.so"
        try:
            sources = [folder / name for name in case.sources]
            absent = _build_legacy(drivers, sources, by_source, macro, case.flags, legacy)
        except CompileError as error:
            return Verdict(INVALID, f"{chip}: {error}"[:600])
        rows = _rows(out, chip)
        table = folder / f"{chip}.table"
        table.write_text("".join(_table_line(key, row) for key, row in rows.items()))
        expected = drivers.run("legacy", legacy, (folder / f"legacy_{chip}.txt",))
        if isinstance(expected, str):
            return Verdict(INVALID, f"the legacy build of {chip} {expected}")
        legacies[chip] = expected[0], absent, rows
    chips = list(legacies)
    # One library serves all chips: what a chip's calls leave behind must not be seen by the others, whichever comes first.
    for order in (chips, chips[::-1]):
        parts = [(folder / f"unified_{order[0]}_{chip}.txt", folder / f"{chip}.table") for chip in order]
        together = drivers.run("unified", unified, *parts)
        if isinstance(together, str):
            differences.append(f"{', '.join(order)}: the unified build {together}")
            continue
        ignores = {d["function"] for d in report["differences"] if d["id"] == "D202"}
        for chip, got in zip(order, together, strict=True):
            own, absent, rows = legacies[chip]
            for f in functions:
                names, optional = declaration(header, f["unified"])
                comparison = Comparison(
                    chip, f["legacy"], names, optional, rows, key_of(f, rows), f["legacy"] in ignores
                )
                differences += comparison.differences(own, got, f["legacy"] in absent)
    if differences:
        return Verdict(WRONG, f"{len(differences)} differences, the first: {differences[0]}", refused, len(functions))
    return Verdict(REFUSED if refused and case.expect == "refused" else EQUAL, "", refused, len(functions))


def _build_legacy(
    drivers: Drivers, sources: list[Path], calls: Calls, macro: str, flags: str, to: Path
) -> frozenset[str]:
    """Builds for one chip; the functions that this chip's library does not have."""
    absent: frozenset[str] = frozenset()
    while True:
        present = {source: [c for c in listed if c[0] not in absent] for source, listed in calls.items()}
        try:
            build_legacy(drivers, sources, present, [macro], flags, to)
            return absent
        except CompileError as error:
            more = {c[0] for listed in present.values() for c in listed} & error.missing
            if not more:
                raise
            absent |= more


def _refusals(report: dict[str, Any], out: Path, code: int) -> str:
    """What is wrong with the way that something was refused; empty where nothing is."""
    known = diagnostics.titles()
    for refusal in report["refusals"]:
        if refusal["id"] not in known or len(refusal["message"]) < 15:
            return f"a refusal without a page or a sentence: {refusal}"
    if report["refusals"] and code not in (1, 4):
        return f"something was refused, and the exit code is {code}"
    texts = [p.read_text("latin-1") for p in sorted(out.rglob("*")) if p.suffix in (".cpp", ".h")]
    for function in report["functions"]:
        refused = [r for r in report["refusals"] if r["function"] == function["legacy"]]
        stays = function["status"] == "refused" and function["family"] and refused
        if stays and not any(f"MIGRATE {refused[0]['id']}:" in text for text in texts):
            return f"{function['legacy']} was refused without a marker"
    return ""


def _is_public(function: dict[str, Any], header: str, case: Case) -> bool:
    declared = bool(re.search(rf"\b{re.escape(function['unified'])}\s*\(", header))
    named = re.match(r"_?sgdnn", function["legacy"])  # a helper with a handle counts through who calls it
    return bool(function["family"] and named) and (declared or function["legacy"] in case.calls)


def _rows(out: Path, chip: str) -> dict[str, dict[str, Any]]:
    file = out / f"chips/{chip}/kernels.yaml"
    return (yaml.safe_load(file.read_text()) or {}).get("kernels") or {} if file.exists() else {}


def _table_line(key: str, row: dict[str, Any]) -> str:
    cores = 0 if row.get("cores", 1) == "all" else row.get("cores", 1)
    return f"{key} {row.get('symbol') or '-'} {cores} {row.get('args') or '-'} {row.get('follows') or '-'}\n"


def key_of(function: dict[str, Any], rows: dict[str, Any]) -> str:
    """Key of the operator's own row."""
    keys = [r["key"] for r in function["rows"]]
    return min(keys, key=lambda k: (k.count("."), k)) if keys else ""


SHORT = {"f32": "FP32", "f16": "FP16", "bf16": "BF16", "i32": "INT32", "i64": "INT64", "i8": "INT8", "u8": "UINT8"}


@dataclass(frozen=True)
class Comparison:
    chip: str
    name: str
    parameters: list[str]
    optional: set[str]
    rows: dict[str, dict[str, Any]]
    key: str
    ignores_status: bool  # a launch's status that the legacy code ignores is checked from now on

    def differences(self, expected: dict[str, str], got: dict[str, str], absent: bool) -> list[str]:
        """`absent`: the chip's legacy library has no such function, so the unified one has to refuse every input."""
        found = []
        if absent:
            answers = [
                k for k, v in got.items() if k.startswith(self.name + "\t") and v.split("\t")[1] not in ("1", "throw")
            ]
            return [f"{self.chip}: {self.name} does not exist there, and the unified form answers"] if answers else []
        mine = {key: value for key, value in expected.items() if key.startswith(self.name + "\t")}
        if not mine:
            return [f"{self.chip}: {self.name} was never called"]
        for key, legacy in mine.items():
            label = key.split("\t")[1]
            if self.ignores_status and not {"fail=0", "fail=-1"} & set(label.split()):
                continue
            unified = got.get(key)
            if unified is None:
                found.append(f"{self.chip}: the unified build was not called with {label}")
                continue
            failing = next((int(w[5:]) for w in label.split() if w.startswith("fail=")), 0)
            problem = self._compare(legacy, self._without_wait(unified, failing))
            if problem and self._body_refuses(label, unified):
                problem = ""  # as the entry does, before the body
            problem = problem or self._entry(label, legacy, mine)
            if problem:
                found.append(f"{self.chip} {self.name}({label}): {problem}")
        return found

    def _compare(self, legacy: str, unified: str) -> str:
        did, ended, after = self._steps(legacy)
        does, ends, behind = self._steps(unified)
        if ended == "throw" or (ended not in ("0",) and ends in ("throw", "1")):
            if ends in ("throw", "1"):
                return "" if does == did[: len(does)] else f"before it refuses: legacy {did}, unified {does}"
            return f"legacy refuses, unified answers {ends}"
        if ended != ends:
            return f"legacy answers {ended}, unified {ends}"
        if did != does:
            step = next(
                (i for i, (a, b) in enumerate(zip(did, does, strict=False)) if a != b), min(len(did), len(does))
            )
            return f"step {step}: legacy {did[step:][:2]}, unified {does[step:][:2]}"
        dead = self._used_dead(unified)
        if dead:
            return f"the scope of {dead[0]} has ended before {dead[1]}"
        gone = self._freed(unified, "scope frees ") - self._freed(legacy, "free ")
        if gone & set(behind.split()):
            return f"the caller gets the address of a buffer that is given back: {sorted(gone)}"
        return "" if after == behind else f"behind the call: legacy {after}, unified {behind}"

    @staticmethod
    def _without_wait(line: str, failing: int) -> str:
        """A launch that failed queued nothing: a wait right behind it only ends what came before, and no byte differs."""
        events, *rest = line.split("\t")
        steps = events.split(";")
        asking = [i for i, e in enumerate(steps) if e.startswith(("launch ", "malloc ", "read ", "write ", "copy "))]
        if 0 < failing <= len(asking):
            at = asking[failing - 1]
            if steps[at].startswith("launch ") and steps[at + 1 : at + 2] == ["wait"]:
                del steps[at + 1]
        return "\t".join([";".join(steps), *rest])

    @staticmethod
    def _used_dead(line: str) -> tuple[str, str] | None:
        """The address of a buffer that a scope gave back, and what uses it afterwards."""
        dead: set[str] = set()
        for event in line.split("\t")[0].split(";"):
            if event.startswith("scope frees "):
                dead.add(event.removeprefix("scope frees "))
            elif event.startswith("malloc "):
                dead -= set(event.split())
            elif event.startswith(("launch ", "read ", "write ", "copy ")):
                for address in dead:
                    if address in event.split() or int(address, 16).to_bytes(8, "little").hex() in event:
                        return address, event
        return None

    @staticmethod
    def _freed(line: str, how: str) -> set[str]:
        return {e.removeprefix(how) for e in line.split("\t")[0].split(";") if e.startswith(how)}

    def _steps(self, line: str) -> tuple[list[str], str, str]:
        events, outcome, *after = line.split("\t")
        steps = [e for e in events.split(";") if e and not e.startswith(("free ", "scope frees"))]
        if self.chip in SYNCHRONOUS:
            steps = [e for e in steps if e != "wait"]
        return steps, outcome, after[0] if after else ""

    def _body_refuses(self, label: str, unified: str) -> bool:
        """Whether the unified body refuses a missing tensor that the declaration does not call optional."""
        numbers = [int(w[5:]) for w in label.split() if w.startswith("null=")]
        absent = [self.parameters[n] for n in numbers if n < len(self.parameters)]
        return unified.split("\t")[1] in ("1", "throw") and any(name not in self.optional for name in absent)

    def _entry(self, label: str, legacy: str, all_inputs: dict[str, str]) -> str:
        """What the library's generated entry refuses before the body: null tensors that are not optional, element types without a row."""
        words = label.split()
        if legacy.split("\t")[1] == "throw":
            return ""
        row = self.rows.get(self.key, {})
        types = {int(w[5:].split("=")[0]): w.split("=")[1] for w in words if w.startswith("dtype")}
        listed = row.get("dtypes")
        if isinstance(listed, list) and types:
            first = types[min(types)]
            if first not in [SHORT.get(t, t) for t in listed]:
                return f"legacy accepts {first}, the row's dtypes are {listed}"
        for number in [int(w[5:]) for w in words if w.startswith("null=")]:
            name = self.parameters[number] if number < len(self.parameters) else ""
            if name in self.optional:
                continue
            choices = [w for w in words if re.fullmatch(r"\d+", w)]
            if any(c != "0" for i, c in enumerate(choices) if i != number):
                continue
            same = ["0"] * len(choices)
            moved = [MOVED if i == number else "0" for i in range(len(choices))]
            plain, again, elsewhere = (
                self._without_address(self._line(all_inputs, *wanted), number)
                for wanted in ((same, "fail=0"), (same, "fail=-1"), (moved, "fail=0"))
            )
            passed_on = plain == again == elsewhere  # nothing is kept between calls, nothing computed from the address
            if passed_on and plain != self._without_address(legacy, number):
                return f"the legacy code asks whether {name or number} is there, and the declaration does not call it optional"
        return ""

    @staticmethod
    def _line(inputs: dict[str, str], choices: list[str], fails: str) -> str:
        for key, value in inputs.items():
            words = key.split("\t")[1].split()
            if words[: len(choices)] == choices and fails in words:
                return value
        return "\t"

    @staticmethod
    def _without_address(line: str, number: int) -> str:
        text = line
        for address in (0x10000000 * (number + 1), 0x10000000 * (number + 1) + 0x4000000):
            text = text.replace(address.to_bytes(8, "little").hex(), "00" * 8)
        events, outcome, *_ = text.split("\t")
        return events + outcome
