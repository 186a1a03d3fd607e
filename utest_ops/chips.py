"""The chips there are, from chips/<chip>/chip.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from dnnlib.codegen.chips import ALL, read_chip
from dnnlib.paths import ROOT
from utest_ops.errors import UsageError

if TYPE_CHECKING:
    from utest_ops.case import Case


@dataclass(frozen=True)
class Chip:
    """A chip as the harness knows it: its names, its cores, how its arithmetic rounds, what it lacks."""

    name: str
    aliases: tuple[str, ...]
    cores: int
    unset_byte: int
    truncates: frozenset[str]  # dtypes whose conversion rounds toward zero
    dtypes: frozenset[str]
    lacks: Mapping[str, frozenset[str]] = field(
        hash=False
    )  # operator, or operator/case, that is not there -> in which dtypes

    def has(self, operator: str, case: Case, dtype: str) -> bool:
        """Whether the chip computes a case; where it does not, NOT_SUPPORTED is right."""
        fixed = {draw.dtype for draw in case.inputs.values() if draw.dtype}
        if not {dtype, *fixed, *(case.output_dtype(name, dtype) for name in case.outputs)} <= self.dtypes:
            return False
        missing = [self.lacks.get(name, frozenset()) for name in (operator, f"{operator}/{case.plain_name}")]
        return not any(ALL in dtypes or dtype in dtypes for dtypes in missing)


def _load(path: Path) -> Chip:
    facts = read_chip(path)
    return Chip(
        name=facts.name,
        aliases=facts.aliases,
        cores=facts.cores,
        unset_byte=facts.unset_byte,
        truncates=frozenset(dtype for dtype, how in facts.rounding.items() if how == "toward_zero"),
        dtypes=frozenset(facts.dtypes),
        lacks=facts.lacks,
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
