"""A small tree that is written in C++, and a unified library that its output is compiled against: both are a few lines of text."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from migrate.cli import main

PROJECT = """\
version: 1
name: small
chips: {first: {defines: [GEN=1]}, second: {defines: [GEN=2]}}
rules: [rules.yaml]
library: {sources: ['src/*.cpp'], headers: [include/api.h], include: [include], arguments: [include/kernels.h]}
target: {root: target, fresh: true}
"""
RULES = """\
version: 1
target:
  header: include/un_ops.h
  public: un.h
  implementation: un_impl.h
  generator: ''
  sources: src/ops
  helpers: src/ops/shared.h
  manifest: src/ops/migrated.json
  kernels: 'tables/{chip}.yaml'
  include: [include, src]
library:
  operators: [{pattern: '^([A-Z]\\w*)$', to: 'un\\1Async'}]
  names: {'Context &': unHandle, Tensor: unTensor, Code: unStatus, 'Code::Fine': UN_OK, 'Code::Broken': UN_BAD}
  types: {handle: ['Context &'], status: [Code], tensor: [Tensor]}
  legacy_names: '^(Context|Tensor|Code)$'
  address_field: data
  success: ['Code::Fine']
  launch: {'Context::submit': {kernel: 0, size: 2, arguments: 1, cores: '1'}}
  kernel_prefixes: [acme_]
  unified:
    handle: handle
    status: unStatus
    success: UN_OK
    operator: 'un(\\w+?)(?:Async)?'
    variables: {dev: 'un::Device &{dev} = un::device({handle});'}
    launch: '{dev}.run("{key}", {arguments}, {size})'
    status_check: 'UN_TRY({status})'
    wait: 'UN_TRY({dev}.wait());'
    address: '{dev}.physical({address})'
    require_kernel: 'if (!{dev}.has("{key}")) return {dev}.missing("{key}");'
    follows: '{dev}.variant("{key}", "{variant}")'
    not_supported: 'return {dev}.missing("{key}");'
    header: {empty: "#pragma once\\n\\n#include \\"un.h\\"\\n\\n/* operators */\\n"}
"""
API = """\
#pragma once
#include <stddef.h>
#include <stdint.h>
enum class Code { Fine = 0, Broken = 1 };
struct Tensor { uint64_t data; int rank; int extent[8]; int type; };
struct Context { Code submit(const char *kernel, const void *args, size_t bytes); };
"""
KERNELS = """\
#pragma once
#include <stdint.h>
struct UnaryArgs { uint64_t in, out; int n; };
"""
TARGET = {
    "include/un.h": """\
#pragma once
#include <stddef.h>
#include <stdint.h>
enum unStatus { UN_OK = 0, UN_BAD = 1 };
typedef struct unHandleOpaque *unHandle;
struct unTensorBody { void *data; int rank; int extent[8]; int type; };
typedef struct unTensorBody unTensor;
""",
    "include/un_ops.h": '#pragma once\n\n#include "un.h"\n\n/* operators */\n',
    "src/un_impl.h": """\
#pragma once
#include "un_ops.h"
#define UN_TRY(call) do { const unStatus given = (call); if (given != UN_OK) return given; } while (0)
namespace un {
struct Device {
    unStatus run(const char *key, const void *args, size_t bytes);
    unStatus wait();
    uint64_t physical(const void *address) const;
    bool has(const char *key) const;
    bool variant(const char *key, const char *name) const;
    unStatus missing(const char *key) const;
};
Device &device(unHandle handle);
}
""",
}


def operator(name: str, before: str = "", value: str = "0", parameters: str = "") -> str:
    """A source with an operator that launches a kernel; `before` stands in front of it."""
    return f"""#include "api.h"
#include "kernels.h"
{before}
Code {name}(Context &ctx, const Tensor &in, Tensor &out{parameters})
{{
    UnaryArgs args;
    args.in = in.data;
    args.out = out.data;
    args.n = {value};
    return ctx.submit("acme_{name.lower()}", &args, sizeof(args));
}}
"""


@dataclass(frozen=True)
class Said:
    """What a run said: its exit code, ids with sentences of what is left and of what is told, and what it printed."""

    code: int
    left: list[tuple[str, str]]
    told: list[tuple[str, str]]

    @property
    def ids(self) -> list[str]:
        return sorted({id for id, _ in self.left})


@dataclass(frozen=True)
class SmallTree:
    root: Path
    sources: dict[str, str]
    declarations: str
    api: str = API
    rules: str = RULES
    project: str = PROJECT
    headers: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        texts = {f"src/{name}.cpp": text for name, text in self.sources.items()}
        texts |= {"include/api.h": self.api + self.declarations, "include/kernels.h": KERNELS}
        texts |= {f"include/{name}": text for name, text in self.headers.items()}
        texts |= {f"target/{name}": text for name, text in TARGET.items()}
        texts |= {"rules.yaml": self.rules, "migrate.yaml": self.project}
        for name, text in texts.items():
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).write_text(text)

    @property
    def out(self) -> Path:
        return self.root / "migrated"

    def change(self, name: str, old: str, new: str) -> None:
        """Of a file of the tree, or of the output."""
        file = self.root / name
        text = file.read_text()
        assert old in text
        file.write_text(text.replace(old, new))

    def convert(self, *names: str, options: tuple[str, ...] = ()) -> Said:
        """All of the tree, or these sources."""
        report = self.root / "report.json"
        files = [str(self.root / "src" / f"{name}.cpp") for name in names] or [str(self.root)]
        project = ["--project", str(self.root / "migrate.yaml")]
        code = main(["convert", *project, "--no-cache", "-q", "--json", str(report), *options, *files])
        data = json.loads(report.read_text())
        left, told = ([(one["id"], one["message"]) for one in data[key]] for key in ("refusals", "differences"))
        report.unlink()
        return Said(code, left, told)

    def written(self, records: bool = False) -> dict[str, str]:
        """The output's files, without the records of the runs."""
        files = (file for file in sorted(self.out.rglob("*")) if file.is_file())
        texts = {file.relative_to(self.out).as_posix(): file.read_text() for file in files}
        return {name: text for name, text in texts.items() if records or "migrated." not in name}

    def compiles(self) -> str:
        """What the compiler says of the output; empty where nothing is wrong."""
        folders = [
            f"-I{self.out}/include",
            f"-I{self.out}/src",
            *(f"-I{f.parent}" for f in self.out.rglob("*.h")),
        ]
        folders += [f"-I{self.root}/target/include", f"-I{self.root}/target/src", f"-I{self.root}/include"]
        command = ["c++", "-std=c++17", "-fsyntax-only", *folders, *map(str, self.out.rglob("*.cpp"))]
        return subprocess.run(command, capture_output=True, text=True, check=False).stderr
