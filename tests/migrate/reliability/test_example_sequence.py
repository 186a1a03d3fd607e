"""Random changes of the whole example tree, edits of a person, runs over parts, and kills: what a run leaves then is what a fresh conversion gives, with
what the person wrote in it, once. `python tests/migrate/reliability/test_example_sequence.py FIRST LAST` tries further seeds."""

from __future__ import annotations

import contextlib
import io
import os
import random
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from test_unfinished import killed

from dnnlib.paths import ROOT
from migrate.cli import main
from migrate.frontend.source import Function, Source

LIBRARY, API = "sgdnn/src/sgdnn.cpp", "sgdnn/include/sgdnn_api.h"
PROTOTYPE = rb"(?:/\*(?:[^*]|\*(?!/))*\*/\s*)?^\w[\w \t*]*?\b%s\s*\([^;{]*\)\s*;"
TENSOR = "dnnlib/src/tensor"
# What comes along with an operator: how it is declared, and how it is used.
ADDED = (
    ("static int helped_%d ( int x )\n{\n  return x + %d;\n}", "int h_%d = helped_%d ( 3 ); (void) h_%d;"),
    ("#define LIMIT_%d ( %d + 1 )", "int l_%d = LIMIT_%d; (void) l_%d;"),
    ("enum kind_%d { KIND_%d = 3 };", "int k_%d = KIND_%d; (void) k_%d;"),
    ("typedef struct { int low; int high_%d; } range_%d_t;", "range_%d_t r_%d = { 1, 2 }; (void) r_%d;"),
    ("static const int bound_%d = %d;", "int b_%d = bound_%d; (void) b_%d;"),
    ("#include <cmath>", "double d_%d = std::fabs ( -1.5 ); (void) d_%d;"),
)


def filled(text: str, number: int) -> bytes:
    return text.replace("%d", str(number)).encode()


class Legacy:
    """The sources, and changes of them."""

    def __init__(self, root: Path, rng: random.Random) -> None:
        self.root, self.rng = root, rng
        paths = [*map(root.joinpath, (LIBRARY, API)), *sorted(root.glob("native_ops/*.cpp"))]
        self.files = {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}
        self.added: list[tuple[bytes, bytes]] = []

    def write(self) -> None:
        for path in self.root.glob("native_ops/*.cpp"):
            if path.relative_to(self.root).as_posix() not in self.files:
                path.unlink()
        for name, text in self.files.items():
            if not (self.root / name).is_file() or (self.root / name).read_bytes() != text:
                (self.root / name).write_bytes(text)

    def operators(self) -> list[Function]:
        text = self.files[LIBRARY]
        found = (
            f for f in Source("", text, ()).functions if re.search(PROTOTYPE % f.name.encode(), self.files[API], re.M)
        )
        return [
            f
            for f in found
            if b"#ifdef USING" not in text[f.lead.start : f.span.start] and b"non_blocking" in self.of(f)
        ]

    def of(self, function: Function) -> bytes:
        return self.files[LIBRARY][function.lead.start : function.span.end]

    def splice(self, start: int, end: int, text: bytes) -> None:
        self.files[LIBRARY] = self.files[LIBRARY][:start] + text + self.files[LIBRARY][end:]

    def any(self) -> Function:
        return self.rng.choice(self.operators())

    def into(self, function: Function, statement: bytes) -> None:
        brace = re.compile(rb"\)\s*\{").search(self.files[LIBRARY], function.span.start)
        assert brace
        self.splice(brace.end(), brace.end(), b"\n  " + statement)

    def change(self, number: int) -> str:
        kinds: tuple[Callable[[int], str], ...] = (
            *(self.body, self.remove, self.rename, self.copy, self.move, self.kernel, self.torch),
            *(self.add, self.add, self.drop, self.value),
        )
        return self.rng.choice(kinds)(number)

    def body(self, number: int) -> str:
        function = self.any()
        self.into(function, filled("int probe_%d = 1; (void) probe_%d;", number))
        return f"statement in {function.name}"

    def remove(self, _: int) -> str:
        uses = re.findall(rb"\w+", self.files[LIBRARY])
        function = self.rng.choice([f for f in self.operators() if uses.count(f.name.encode()) == 1])
        self.splice(function.lead.start, function.span.end, b"")
        self.files[API] = re.sub(PROTOTYPE % function.name.encode(), b"", self.files[API], count=1, flags=re.M)
        return f"without {function.name}"

    def rename(self, number: int) -> str:
        function = self.any()
        word = re.compile(rb"\b%s\b" % function.name.encode())
        self.files = {name: word.sub(b"sgdnnRenamed%d" % number, text) for name, text in self.files.items()}
        return f"{function.name} is sgdnnRenamed{number}"

    def copy(self, number: int) -> str:
        function = self.any()
        old, new = function.name.encode(), b"sgdnnCopied%d" % number
        self.splice(function.span.end, function.span.end, b"\n\n" + self.of(function).replace(old, new, 1))
        declared = re.search(PROTOTYPE % old, self.files[API], re.M)
        assert declared
        text = self.files[API]
        self.files[API] = text[: declared.end()] + b"\n" + declared[0].replace(old, new) + text[declared.end() :]
        return f"{new.decode()} like {function.name}"

    def move(self, _: int) -> str:
        function = self.any()
        text = self.of(function).strip(b"\n")
        self.splice(function.lead.start, function.span.end, b"")
        behind = [f for f in self.operators() if f.lead.start >= function.lead.start]
        if behind:
            before = self.rng.choice(behind).lead.start
            self.splice(before, before, text + b"\n\n")
        return f"{function.name} moved"

    def kernel(self, number: int) -> str:
        name = self.rng.choice(sorted(set(re.findall(rb'"(tpu_kernel_api_\w+)"', self.files[LIBRARY]))))
        self.files[LIBRARY] = self.files[LIBRARY].replace(b'"%b"' % name, b'"%b_v%d"' % (name, number), 1)
        return f"kernel {name.decode()}"

    def torch(self, number: int) -> str:
        name = self.rng.choice([name for name in self.files if name.startswith("native_ops")])
        how = self.rng.choice(("changed", "renamed", "removed"))
        text = self.files.pop(name)
        if how != "removed":
            self.files[name if how == "changed" else f"{name[:-4]}_{number}.cpp"] = text + b"// changed\n" * (
                how == "changed"
            )
        return f"{name} {how}"

    def add(self, number: int) -> str:
        declaration, use = (filled(text, number) for text in self.rng.choice(ADDED))
        operators = self.operators()
        first = self.rng.randrange(len(operators))
        users = {first, self.rng.randrange(first, len(operators))}
        for user in sorted(users, reverse=True):
            self.into(operators[user], use)
        self.splice(operators[first].lead.start, operators[first].lead.start, declaration + b"\n\n")
        self.added.append((declaration, use))
        return f"{declaration!r} for {[operators[user].name for user in users]}"

    def drop(self, _: int) -> str:
        if not self.added:
            return "nothing"
        declaration, use = self.added.pop(self.rng.randrange(len(self.added)))
        text = self.files[LIBRARY].replace(b"\n  " + use, b"")
        self.files[LIBRARY] = text if b"<cmath>" in declaration else text.replace(declaration, b"", 1)
        return f"without {declaration!r}"

    def value(self, number: int) -> str:
        values = [n for n, (declaration, _) in enumerate(self.added) if re.search(rb" \d+[ ;]", declaration)]
        if not values:
            return "nothing"
        at = self.rng.choice(values)
        old, use = self.added[at]
        new = re.sub(rb" \d+([ ;])", rb" %d\1" % (number + 1000), old)
        self.files[LIBRARY] = self.files[LIBRARY].replace(old, new, 1)
        self.added[at] = (new, use)
        return f"{new!r}"


class Person:
    """Whose edits of the output are marked."""

    def __init__(self, out: Path, rng: random.Random) -> None:
        self.out, self.rng = out, rng
        self.marks: list[str] = []

    def edit(self, number: int) -> str:
        file = self.rng.choice([self.out / name for name in texts(self.out) if not name.endswith(".py")])
        mark, text = f"mine_{number}", file.read_bytes()
        kind = self.rng.choice(("line", "line", "statement", "ends", "file", "function"))
        functions = Source("", text, ()).functions if file.parent.name == "tensor" else ()
        if kind == "ends":
            lines = text.replace(b"\r\n", b"\n")
            file.write_bytes(lines if lines != text else text.replace(b"\n", b"\r\n"))
        elif kind == "file":
            file.unlink()
        elif kind == "function" and functions:
            function = self.rng.choice(functions)
            file.write_bytes(text[: function.lead.start] + text[function.span.end :])
        elif kind == "statement" and functions:
            ends = [m.end() for m in re.finditer(rb";(?=\r?\n    \w)", text)]
            at = self.rng.choice([at for at in ends if any(f.span.start < at < f.span.end for f in functions)] or [0])
            file.write_bytes(text[:at] + f' static_assert(true, "{mark}");'.encode() * (at > 0) + text[at:])
        else:
            lines = text.split(b"\n")
            comment = f"{'#' if file.suffix == '.yaml' else '//'} {mark}".encode()
            lines.insert(self.rng.randrange(1, len(lines)), comment + b"\r" * (b"\r\n" in text))
            file.write_bytes(b"\n".join(lines))
        whole = b"\n".join(texts(self.out).values())
        self.marks = [m for m in (*self.marks, mark) if re.search(rb"%b\b" % m.encode(), whole)]
        return f"{kind} {file.relative_to(self.out)}"


def texts(out: Path, without: str = ".json") -> dict[str, bytes]:
    """Of what was converted, without files that end so."""
    files = (
        path
        for path in sorted(out.rglob("*"))
        if path.is_file() and path.suffix not in {without} - {""} and path.name[0] != "."
    )
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in files}


def bare(out: Path, marked: bool) -> dict[str, list[bytes]]:
    """The lines that say something, without what the person wrote; a source or table that has nothing left counts as none."""
    found = {}
    for name, text in texts(out).items():
        for edit in (rb' static_assert\(true, "mine_\d+"\);', rb"(?m)^.*mine_\d+.*$") if marked else ():
            text = re.sub(edit, b"", text)
        lines = [line.rstrip() for line in text.splitlines() if line.strip() or not marked]
        says = [line for line in lines if line and not line.startswith(b"#")]
        if lines[1:] != [b"kernels:"] and (says or not name.startswith(TENSOR)):
            found[name] = lines
    return found


class Sequence:
    def __init__(self, folder: Path, seed: int, edits: bool) -> None:
        self.root, self.out, self.fresh = folder / "examples/legacy", folder / "out", folder / "fresh"
        shutil.rmtree(self.root, ignore_errors=True)
        shutil.copytree(ROOT / "examples/legacy", self.root, ignore=shutil.ignore_patterns("migrated"))
        project = self.root / "migrate.yaml"
        project.write_text(project.read_text().replace("target:\n", "target:\n  fresh: true\n"))
        for out in (self.out, self.fresh):
            shutil.rmtree(out, ignore_errors=True)
        self.rng = random.Random(seed)
        self.legacy, self.person = Legacy(self.root, self.rng), Person(self.out, self.rng)
        self.edits, self.done, self.said = edits, [f"seed {seed}"], ""

    def convert(self, out: Path, *more: str) -> int:
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            code = main(["convert", *(more or (".",)), "--out", str(out), "--no-compile"])
        self.said += said.getvalue()
        return code

    def step(self, number: int) -> None:
        for one in range(self.rng.choice((1, 3, 5))):
            self.done.append(self.legacy.change(10 * number + one))
        for one in range(self.rng.choice((1, 2)) if self.edits else 0):
            self.done.append("by hand: " + self.person.edit(10 * number + one))
        self.legacy.write()
        how = self.rng.choice(("all", "part", "kill"))
        if how == "kill":
            killed(str(self.out), self.rng.randrange(12), "--no-compile")
        if how == "part":
            self.convert(self.out, self.rng.choice([name for name in self.legacy.files if name.endswith(".cpp")]))
        elif how == "all" or self.edits:  # what a person changes after a kill is another test's
            self.convert(self.out)
        self.done.append(how)

    def judge(self) -> None:
        checked = self.convert(self.out, ".", "--check")
        before = texts(self.out, "")
        code, state, after = self.convert(self.out), texts(self.out, ""), texts(self.out)
        told = "\n".join((*self.done, self.said[-2000:]))
        assert code in (0, 1) and (checked == code or (before != state and checked == 1)), told
        assert self.convert(self.out) == code and texts(self.out, "") == state, (
            f"a further run changes something\n{told}"
        )
        whole = b"\n".join(after.values())
        waits = b"<<<<<<<" in whole or b"# MIGRATE L158" in whole
        for mark in self.person.marks:
            there = len(re.findall(rb"%b\b" % mark.encode(), whole))
            assert there == 1 or (waits and there), f"{mark} stands there {there} times\n{told}"
        stays = "is gone; it stays" in self.said
        assert self.convert(self.fresh) == code or waits or stays, told
        if not waits and not stays:
            assert bare(self.out, self.edits) == bare(self.fresh, self.edits), told


def run(folder: Path, seed: int, edits: bool, steps: int) -> None:
    one = Sequence(folder, seed, edits)
    os.chdir(one.root)
    one.convert(one.out)
    for number in range(1, steps + 1):
        one.step(number)
    one.judge()


def prepare(folder: Path) -> None:
    for name in ("chips", "dnnlib", "utest_ops", "torch_tpu"):
        (folder / name).symlink_to(ROOT / name)


@pytest.mark.parametrize("edits", [False, True])
def test_the_example_tree(edits: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MIGRATE_CACHE_DIR", str(tmp_path / "cache"))
    prepare(tmp_path)
    run(tmp_path, 1, edits, 1)


if __name__ == "__main__":
    place = Path(tempfile.gettempdir()) / "example-sequence"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    prepare(place)
    os.environ["MIGRATE_CACHE_DIR"] = str(place / "cache")
    for number in range(int(sys.argv[1]), int(sys.argv[2])):
        run(place, number, number % 3 > 0, 4)
        print(number, "ok", flush=True)
