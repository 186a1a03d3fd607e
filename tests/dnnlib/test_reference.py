"""docs/reference.md: what the headers and tables say, and whether they say it all."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dnnlib import capi
from dnnlib.codegen.__main__ import reference_page
from dnnlib.paths import ROOT

PAGE = ROOT / "docs" / "reference.md"


@pytest.fixture(scope="module")
def sections() -> dict[str, str]:
    found = re.split(r"^### (\w+)$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(found[1::2], found[2::2], strict=True))


def test_the_page_is_that_of_the_headers_and_tables() -> None:
    assert PAGE.read_text(encoding="utf-8") == reference_page(ROOT), "run make reference"


def test_every_function_has_its_section(lib: capi.Library, sections: dict[str, str]) -> None:
    assert sorted(sections) == sorted(function["name"] for function in lib.api["functions"])


def test_every_operator_says_what_it_takes_and_where(lib: capi.Library, sections: dict[str, str]) -> None:
    chips = sorted(path.parent.name for path in (ROOT / "chips").glob("*/chip.yaml"))
    for function in lib.api["functions"]:
        if not function["operator"]:
            continue
        text = sections[function["name"]]
        names = [parameter["name"] for parameter in function["parameters"][1:]]
        missing = [
            n for n in names if f"\n| `{n}` | " not in text and not re.search(rf"`const \w+ \*{n[:-4]}, int {n}`", text)
        ]
        assert not missing, f"{function['name']}: nothing says what {', '.join(missing)} may be"
        missing = [chip for chip in chips if f"\n| {chip} | " not in text]
        assert not missing, f"{function['name']}: nothing is said about {', '.join(missing)}"


@pytest.mark.parametrize("header", sorted((ROOT / "dnnlib" / "include").glob("*.h")), ids=lambda path: path.name)
def test_public_headers_have_no_legacy_names(header: Path) -> None:
    found = re.findall(
        r"\w*(?:sgdnn|SGDNN|Sgdnn)\w*|BACKEND_\w+|\bSG_\w+|\bbm_device_mem\w*", header.read_text(encoding="utf-8")
    )
    assert not found, f"{header.name} has legacy names: {', '.join(sorted(set(found)))}"
