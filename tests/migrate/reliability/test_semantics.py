"""Generated operators are run: legacy built per chip and what migrate makes of them do the same, or migrate refuses.

An operator that refuses on a chip (throws, or answers NOT_SUPPORTED) may do so earlier than before; anything else must be equal.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from functions import Writer
from three_chips import ThreeChips

from migrate.emit.unified_tree import target_reader
from migrate.model import FileResult, Status
from migrate.project.loading import load_project
from migrate.verify.conversion import convert_library

HERE = Path(__file__).parent / "semantics"
CHIPS = {"bm_a": "BACKEND_1684X", "sg_b": "BACKEND_SG2260"}
THIRD = {"sg_c": "BACKEND_SG2044"}
FUNCTIONS = 400
COMPILER = shutil.which("g++") or shutil.which("clang++")
FLAGS = ["-std=c++17", "-w", "-O0", f"-I{HERE}"]
REFUSED = ("throw", "3")
PROJECT = """\
version: 1
chips: {%s}
rules: [default]
library: {sources: [in.cpp], flags: [-std=c++17, '-I%s']}
target: {root: unified}
"""
MAIN = """
#include <string>
template <class F> void run(const char *name, F f) {
  for (int flag = 0; flag < 6; ++flag)
    for (unsigned long long address : {0ull, 0x1000ull}) {
      record[recorded = 0] = 0;
      std::string status = "throw";
      try { status = std::to_string(int(f(flag, address))); } catch (int) {}
      printf("%%s %%d %%llx: %%s| %%s\\n", name, flag, address, record, status.c_str());
    }
}
int main() { %s }
"""
LEGACY_CALL = """run("{n}", [](int flag, unsigned long long at) {{
  SgdnnTensor_t a{{}}, b{{}}; a.addr = at; b.addr = 0x2000; return sgdnnF{n}(nullptr, a, b, flag, true); }});\n"""
UNIFIED_CALL = """run("{n}", [](int flag, unsigned long long at) {{
  TPUDNNImpl impl; impl.rows = {{ {rows} }};
  tpudnnTensor_t a{{}}, b{{}}; a.addr = at ? (void *)(at + 0x700000000ull) : nullptr; b.addr = (void *)0x700002000ull;
  return tpudnnF{n}Async(&impl, a, b, flag); }});\n"""

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")


def compiles(text: str, defines: list[str], file: Path) -> str:
    """What the compiler has against a text; empty where it takes it."""
    file.write_text(text)
    assert COMPILER
    done = subprocess.run(
        [COMPILER, *FLAGS, "-fsyntax-only", *defines, str(file)], capture_output=True, text=True, timeout=300
    )
    return done.stderr if done.returncode else ""


def lines_of(messages: str, file: Path) -> set[int]:
    return {int(n) for n in re.findall(rf"{re.escape(file.name)}:(\d+):\d+: error", messages)}


def valid(texts: dict[str, str], folder: Path, chips: dict[str, str]) -> dict[str, str]:
    """The functions that the legacy build of each chip takes."""
    for _ in range(4):
        bad: set[str] = set()
        for macro in chips.values():
            file = folder / "candidates.cpp"
            position, starts, parts = 2, [], []
            for name, text in texts.items():
                starts.append((position, name))
                parts.append(text)
                position += text.count("\n")
            messages = compiles('#include "legacy.h"\n' + "".join(parts), [f"-D{macro}", "-fmax-errors=0"], file)
            for line in lines_of(messages, file):
                bad.add([name for start, name in starts if start <= line][-1])
        if not bad:
            return texts
        texts = {name: text for name, text in texts.items() if name not in bad}
    raise AssertionError("the generator writes too much that does not compile")


def execute(text: str, defines: list[str], name: str, folder: Path) -> dict[str, str]:
    file = folder / f"{name}.cpp"
    file.write_text(text)
    assert COMPILER
    subprocess.run([COMPILER, *FLAGS, *defines, str(file), "-o", str(folder / name)], check=True, timeout=300)
    done = subprocess.run([str(folder / name)], capture_output=True, text=True, timeout=60, check=True)
    return dict(line.split(": ", 1) for line in done.stdout.splitlines())


def unified(result: FileResult, names: list[str], chip: str) -> str:
    helpers = next(
        (d.decode() for n, d in result.outputs.items() if n.endswith("Helpers.h") or "helper" in n.lower()), ""
    )
    helpers = "\n".join(line for line in helpers.splitlines() if not line.startswith(("#include", "#pragma")))
    functions = {f.legacy: f for f in result.functions}
    shared = [row for f in result.functions if not f.legacy.startswith("sgdnnF") for row in f.rows]  # of helpers
    own = [f for f in result.functions if not f.legacy.startswith("sgdnnF") and f.status == Status.CONVERTED]
    parts = [text for f in own if f"{f.unified}(" not in helpers and (text := f.text.decode())]  # lambdas, say
    calls = []
    for name in names:
        function = functions[f"sgdnnF{name}"]
        parts.append(function.text.decode())
        rows = [
            f'{{"{r.key}", {{{_literal(r.symbol)}, "{r.cores}", {_literal(r.follows)}}}}}'
            for r in (*function.rows, *shared)
            if r.chip == chip
        ]
        calls.append(UNIFIED_CALL.format(n=name, rows=", ".join(rows)))
    return '#include "unified.h"\n' + helpers + "\n" + "\n".join(parts) + MAIN % "".join(calls)


def _literal(text: str | None) -> str:
    return f'"{text}"' if text else "nullptr"


def same(legacy: str, new: str) -> bool:
    if legacy == new:
        return True
    return legacy.rsplit("| ", 1)[1] == "throw" and new.rsplit("| ", 1)[1] in REFUSED


def project_file(chips: dict[str, str]) -> str:
    return PROJECT % (", ".join(f"{c}: {{legacy_macro: {m}, unified_macro: __{c}__}}" for c, m in chips.items()), HERE)


def compare(
    writer: type[Writer], chips: dict[str, str], first: int, count: int, folder: Path
) -> tuple[Counter[str], list[str]]:
    """Counts of what became of `count` functions, and every difference."""
    texts = valid({f"{n:05}": writer(n).function() for n in range(first, first + count)}, folder, chips)
    (folder / "in.cpp").write_text('#include "legacy.h"\n' + "".join(texts.values()))
    (folder / "migrate.yaml").write_text(project_file(chips))
    (folder / "unified").mkdir(exist_ok=True)
    project = load_project(folder / "migrate.yaml")
    result = convert_library(project, folder / "in.cpp", reader=target_reader(project, folder / "out"))
    done = Counter(f.status.value for f in result.functions)
    refused = [f for f in result.functions if f.status == Status.REFUSED]
    assert all(re.fullmatch(r"L\d{3}: .{10,}", f.reason) for f in refused), refused
    ids = Counter(f.reason.split(":")[0] for f in refused)
    converted = (f.legacy for f in result.functions if f.status == Status.CONVERTED and f.legacy.startswith("sgdnnF"))
    names = [name.removeprefix("sgdnnF") for name in converted]  # others say what differs between the chips
    problems = [f"{p.subject}: {p.name} {p.detail}" for p in result.proofs if p.status != "equal"]
    for chip, macro in chips.items():
        calls = "".join(LEGACY_CALL.format(n=n) for n in names)
        legacy = '#include "legacy.h"\n' + "".join(texts[n] for n in names) + MAIN % calls
        expected = execute(legacy, [f"-D{macro}"], f"legacy_{chip}", folder)
        got = execute(unified(result, names, chip), [], f"unified_{chip}", folder)
        assert set(expected) == set(got) and len(got) == 12 * len(names)
        problems += [
            f"{chip} sgdnnF{k}: legacy {expected[k]!r}, unified {got[k]!r}"
            for k in got
            if not same(expected[k], got[k])
        ]
    return done + ids + Counter(functions=len(texts)), problems


@pytest.mark.slow
@pytest.mark.heavy
def test_generated_operators_do_the_same_on_both_chips(tmp_path: Path) -> None:
    done, problems = compare(Writer, CHIPS, 0, FUNCTIONS, tmp_path)
    assert not problems, f"{len(problems)} differences\n" + "\n".join(problems[:10])
    assert done["functions"] >= 0.75 * FUNCTIONS
    assert done["converted"] >= 0.3 * FUNCTIONS and done["refused"] >= 0.1 * FUNCTIONS, done
    assert done["converted"] + done["refused"] >= done["functions"]  # a cut block can look like a function more
    assert {"L151", "L154"} <= set(done), done


@pytest.mark.slow
@pytest.mark.heavy
def test_generated_operators_do_the_same_on_three_chips(tmp_path: Path) -> None:
    done, problems = compare(ThreeChips, CHIPS | THIRD, 0, FUNCTIONS, tmp_path)
    assert not problems, f"{len(problems)} differences\n" + "\n".join(problems[:10])
    assert done["functions"] >= 0.6 * FUNCTIONS
    assert done["converted"] >= 0.2 * FUNCTIONS and done["refused"] >= 0.1 * FUNCTIONS, done
    assert done["converted"] + done["refused"] >= done["functions"]
    assert {"L151", "L154"} <= set(done), done
