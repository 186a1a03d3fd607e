"""What entries may not be held to, and why: expectations.yaml, validated."""

from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import yaml

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
    dtypes: tuple[str, ...]
    tolerance: Tolerance
    reason: str


@dataclass(frozen=True)
class Expectations:
    """The whole file."""

    calls: dict[str, str]  # entry -> operator of ops.yaml that it is made of
    undefined_values: frozenset[str]  # entries whose results are uninitialised memory
    tolerances: tuple[Loosened, ...]
    restrictions: tuple[Restriction, ...]

    def tolerance(self, database: str, entry: str, dtype: str) -> Tolerance | None:
        """The tolerance stated for an entry."""
        found = None
        for each in self.tolerances:
            if each.database == database and fnmatchcase(entry, each.entry) and dtype in each.dtypes:
                found = each.tolerance if found is None else found.at_least(each.tolerance.rtol, each.tolerance.atol)
        return found


@cache
def expectations() -> Expectations:
    """The file, read once."""
    return read(FILE)


def read(path: Path) -> Expectations:
    """Parse and check a file of expectations."""
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    unknown = set(data) - {"calls", "undefined_values", "tolerances", "restrictions"}
    if unknown:
        raise UsageError(f"{path}: unknown section {', '.join(sorted(unknown))}")
    return Expectations(
        calls=dict(data["calls"]),
        undefined_values=frozenset(data["undefined_values"]),
        tolerances=tuple(_loosened(path, row) for row in data["tolerances"]),
        restrictions=tuple(_restriction(path, row) for row in data["restrictions"]),
    )


def _checked(path: Path, row: dict, allowed: set[str]) -> dict:
    if not str(row.get("reason", "")).strip():
        raise UsageError(f"{path}: {row.get('entry', row)} has no reason")
    if row.get("database", "opinfo") not in DATABASES or set(row) - allowed:
        raise UsageError(f"{path}: {row.get('entry', row)}: unknown key or database; keys are {', '.join(sorted(allowed))}")
    return {"database": "opinfo"} | row


def _restriction(path: Path, row: dict) -> Restriction:
    row = _checked(path, row, {"database", "entry", "reason", "chips", "checks", "dtypes", "message"})
    lists = {key: tuple(row.pop(key, ())) for key in ("chips", "checks", "dtypes")}
    return Restriction(**row, **lists)


def _loosened(path: Path, row: dict) -> Loosened:
    row = _checked(path, row, {"database", "entry", "reason", "dtypes", "rtol", "atol"})
    tolerance = Tolerance(float(row["rtol"]), float(row["atol"]))
    return Loosened(row["database"], row["entry"], tuple(row["dtypes"]), tolerance, row["reason"])
