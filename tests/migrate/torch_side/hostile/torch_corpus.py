"""Hostile shapes of PyTorch extension sources: many small ones in a few files, each behind a line

    //= name | expect | what could go wrong

`expect`: `convert` is a shape that occurs in practice and has to be converted, `either` may also be refused. A line `// chips: {..}` gives the
project's chips, further files follow `//- path` lines. `$R` stands for the call that gives the handle, `$G(` for the one that makes a tensor.
Each case defines `void drive()`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).parent
CASES = HERE / "cases"
CHIPS = {"bm_a": {"legacy_macro": "BACKEND_1684X"}, "sg_b": {"legacy_macro": "BACKEND_SG2260"}}
HEAD = '#include "TPUTorchUtils.h"\nusing namespace at;\n'
_CASE = re.compile(r"^//= (\w+) \| (convert|either) \| (.+)\n", re.MULTILINE)
_FILE = re.compile(r"^//- (\S+)\n", re.MULTILINE)
_CHIPS = re.compile(r"^// chips: (.+)\n", re.MULTILINE)


@dataclass(frozen=True)
class Case:
    name: str
    expect: str
    what: str
    chips: dict[str, Any]
    files: dict[str, str]  # by path below the case's folder; src/case.cpp is converted


def parse(text: str) -> dict[str, Case]:
    parts = _CASE.split(text)
    found: dict[str, Case] = {}
    for name, expect, what, body in zip(parts[1::4], parts[2::4], parts[3::4], parts[4::4], strict=True):
        assert name not in found, f"two cases named {name}"
        found[name] = _case(name, expect, what, body.strip("\n") + "\n")
    return found


def _case(name: str, expect: str, what: str, body: str) -> Case:
    chips = CHIPS
    given = _CHIPS.search(body)
    if given:
        chips = yaml.safe_load(given[1])
        body = body.replace(given[0], "")
    body = body.replace("$R", "tpu::TPUGetDeviceResource()").replace("$G(", "tpu::TPUGenerateSgdnnTensor(")
    pieces = _FILE.split(body)
    files = dict(zip(pieces[1::2], pieces[2::2], strict=True))
    files["src/case.cpp"] = HEAD + pieces[0]
    return Case(name, expect, what, chips, files)


def all_cases() -> dict[str, Case]:
    found: dict[str, Case] = {}
    for path in sorted(CASES.glob("*.cpp")):
        for name, case in parse(path.read_text()).items():
            assert name not in found, f"two cases named {name}"
            found[name] = case
    return found


def known_failures() -> dict[str, str]:
    """Case -> the verdict that it has today though it must not."""
    return yaml.safe_load((HERE / "known-failures.yaml").read_text()) or {}
