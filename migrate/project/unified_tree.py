"""The unified tree that this tool came with: its chips and their headers, for a project file that begins with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from dnnlib import paths

CHECKOUT = paths.ROOT  # or the folder of the same layout in a wheel


@dataclass(frozen=True)
class UnifiedChip:
    name: str
    aliases: tuple[str, ...]
    runtime: str  # its library, without lib and .so
    include: Path  # its runtime's headers
    kernels: str  # the form of its kernels


def root() -> Path | None:
    """None where the tool is installed without a checkout."""
    return CHECKOUT if (CHECKOUT / "dnnlib" / "include").is_dir() else None


@cache
def chips() -> tuple[UnifiedChip, ...]:
    found = []
    for file in sorted(CHECKOUT.glob("chips/*/chip.yaml")):
        data = yaml.safe_load(file.read_text(encoding="utf-8"))
        found.append(
            UnifiedChip(
                data["chip"],
                tuple(data.get("aliases", ())),
                data["runtime"],
                file.parent / "include",
                data["kernels"],
            )
        )
    return tuple(found)


@cache
def simulated_runtimes() -> Mapping[str, UnifiedChip]:
    """What `trace.runtime` may name -> the simulated chip that stands in. A library may be called like its runtime, with _rt behind."""
    return {chip.runtime.removesuffix("_rt"): chip for chip in chips()}


def chip_of(name: str) -> UnifiedChip | None:
    """The chip of that name or alias; an alias may have letters more in front (`1684x` is bm1684x)."""
    for chip in chips():
        names = (chip.name, *chip.aliases)
        if name in names or (len(name) >= 4 and any(n.endswith(name) and n[: -len(name)].isalpha() for n in names)):
            return chip
    return None


def header_folder(name: str) -> Path | None:
    """Folder below chips/ with a header of that name that all chips share."""
    folder = CHECKOUT / "chips" / "include"
    return folder if (folder / name).is_file() else None


def unified_macro(name: str, entry: Mapping[str, Any]) -> str:
    """The macro that says, in the unified tree, that a header is read for this chip."""
    return str(entry.get("unified_macro", f"__{name}__"))
