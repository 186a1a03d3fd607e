"""The chips there are, from chips/<chip>/chip.yaml."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from dnnlib.paths import ROOT
from utest_ops.errors import UsageError


@dataclass(frozen=True)
class Chip:
    """A chip as the harness knows it: its names, its cores, how its arithmetic rounds."""

    name: str
    aliases: tuple[str, ...]
    cores: int
    unset_byte: int
    truncates: frozenset[str]  # dtypes whose conversion rounds toward zero


def _load(path: Path) -> Chip:
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    return Chip(
        name=data["chip"],
        aliases=tuple(data.get("aliases", ())),
        cores=int(data["cores"]),
        unset_byte=int(data["unset_byte"]),
        truncates=frozenset(dtype for dtype, how in data["rounding"].items() if how == "toward_zero"),
    )


@cache
def all_chips() -> dict[str, Chip]:
    """Every chip by its name, in alphabetical order."""
    chips = (_load(path) for path in sorted((ROOT / "chips").glob("*/chip.yaml")))
    return {chip.name: chip for chip in chips}


def find_chips(names: list[str]) -> list[Chip]:
    """The chips named (names or aliases, repeated or separated by commas; `all` or nothing: every chip)."""
    chips = all_chips()
    by_name = {alias: chip for chip in chips.values() for alias in (chip.name, *chip.aliases)}
    wanted = [part for name in names for part in name.split(",") if part]
    found: dict[str, Chip] = {}
    for name in wanted or ["all"]:
        if name == "all":
            found.update(chips)
        elif name in by_name:
            found[by_name[name].name] = by_name[name]
        else:
            raise UsageError(f"unknown chip '{name}'; there are {', '.join(by_name)} (or all)")
    return list(found.values())
