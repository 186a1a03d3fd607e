"""What entries may not be held to, and why: expectations.yaml, validated."""

from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import yaml

from utest_ops.chips import all_chips
from utest_ops.databases.trial import Tolerance
from utest_ops.errors import UsageError

FILE = Path(__file__).with_name("expectations.yaml")
DATABASES = ("opinfo", "moduleinfo", "optimizerinfo")


@dataclass(frozen=True)
class Restriction:
    """An entry that cannot pass, or not on every chip."""

    database: str
    entry: str  # name, or a pattern with *
    reason: str
    chips: tuple[str, ...] = ()  # none: all
    checks: tuple[str, ...] = ()
    dtypes: tuple[str, ...] = ()
    message: str = ""  # the failure's sentence contains this

    def covers(self, database: str, entry: str, chip: str, check: str, dtype: str, message: str) -> bool:
        """True where a failure is the one that is expected."""
        return (
            database == self.database
            and fnmatchcase(entry, self.entry)
            and (not self.chips or chip in self.chips)
            and (not self.checks or check in self.checks)
            and (not self.dtypes or dtype in self.dtypes)
            and self.message in message
        )


@dataclass(frozen=True)
class Loosened:
    """A tolerance above PyTorch's, with its reason."""

    database: str
    entry: str
    checks: tuple[str, ...]  # none: all
    dtypes: tuple[str, ...]
    truncating: bool  # on chips that truncate to the dtype; else on all
    tolerance: Tolerance
    reason: str


@dataclass(frozen=True)
class Expectations:
    """The whole file."""

    calls: dict[str, str]  # entry -> operator of ops.yaml that it is made of
    undefined_values: frozenset[str]  # entries whose results are uninitialised memory
    host_indices: frozenset[str]  # entries whose integer tensors PyTorch demands on the host
    tolerances: tuple[Loosened, ...]
    restrictions: tuple[Restriction, ...]

    def tolerance(self, database: str, entry: str, check: str, dtype: str, chip: str) -> Tolerance:
        """The tolerance stated for a check of an entry, beside the default of the result's dtype."""
        found = Tolerance()
        for each in self.tolerances:
            if (
                each.database == database
                and fnmatchcase(entry, each.entry)
                and dtype in each.dtypes
                and (not each.checks or check in each.checks)
                and (not each.truncating or dtype in all_chips()[chip].truncates)
            ):
                found = found.at_least(each.tolerance)
        return found


@cache
def expectations() -> Expectations:
    """The file, read once."""
    return read(FILE)


def read(path: Path) -> Expectations:
    """Parse and check a file of expectations."""
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    unknown = set(data) - {"calls", "undefined_values", "host_indices", "tolerances", "restrictions"}
    if unknown:
        raise UsageError(f"{path}: unknown section {', '.join(sorted(unknown))}")
    return Expectations(
        calls=dict(data["calls"]),
        undefined_values=frozenset(data["undefined_values"]),
        host_indices=frozenset(data["host_indices"]),
        tolerances=tuple(_loosened(path, row) for row in data["tolerances"]),
        restrictions=tuple(_restriction(path, row) for row in data["restrictions"]),
    )


def _checked(path: Path, row: dict, allowed: set[str]) -> dict:
    if not str(row.get("reason", "")).strip():
        raise UsageError(f"{path}: {row.get('entry', row)} has no reason")
    if row.get("database", "opinfo") not in DATABASES or set(row) - allowed:
        raise UsageError(
            f"{path}: {row.get('entry', row)}: unknown key or database; keys are {', '.join(sorted(allowed))}"
        )
    return {"database": "opinfo"} | row


def _restriction(path: Path, row: dict) -> Restriction:
    row = _checked(path, row, {"database", "entry", "reason", "chips", "checks", "dtypes", "message"})
    lists = {key: tuple(row.pop(key, ())) for key in ("chips", "checks", "dtypes")}
    return Restriction(**row, **lists)


def _loosened(path: Path, row: dict) -> Loosened:
    numbers = {"rtol", "atol", "scale"}
    row = _checked(path, row, {"database", "entry", "reason", "checks", "dtypes", "truncating"} | numbers)
    tolerance = Tolerance(**{key: float(row[key]) for key in numbers & set(row)})
    lists = {key: tuple(row.get(key, ())) for key in ("checks", "dtypes")}
    truncating = row.get("truncating", False)
    return Loosened(
        row["database"], row["entry"], truncating=truncating, tolerance=tolerance, reason=row["reason"], **lists
    )
