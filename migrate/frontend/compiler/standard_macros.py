"""Names that headers of the standard library define as macros, or declare outside of namespaces: the output may include others than the legacy source."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING

from migrate.frontend.compiler.clang import SYSTEM

if TYPE_CHECKING:
    from migrate.frontend.source import Source


# Functions that the standard library, or a loop, calls by the types of their arguments, without being named.
BY_ARGUMENT = frozenset(
    [
        "swap",
        "begin",
        "end",
        "rbegin",
        "rend",
        "cbegin",
        "cend",
        "size",
        "ssize",
        "data",
        "empty",
        "iter_swap",
        "iter_move",
    ]
)


@lru_cache(maxsize=1)
def standard_macros() -> frozenset[bytes]:
    """What g++ and clang++ define for any header of C++17 and C11, directly or through what these include, and the compiler itself does not."""
    data = resources.files("migrate") / "rules" / "data" / "standard-macros.txt"
    return frozenset(data.read_bytes().split())


@lru_cache(maxsize=1)
def _names() -> tuple[frozenset[str], frozenset[str]]:
    data = resources.files("migrate") / "rules" / "data" / "standard-names.txt"
    lines = [line for line in data.read_text("utf-8").splitlines() if not line.startswith("//")]
    return frozenset(n[1:] for n in lines if n[:1] == "#"), frozenset(n for n in lines if n[:1] != "#")


def replaced(name: str) -> str:
    """Why a name that is declared may not be one in the output; empty where it may."""
    return (
        f"headers of the standard library, which the output may include, define {name} as a macro"
        if name in _names()[0]
        else ""
    )


def declared_too(name: str, parameters: str = "") -> str:
    """Why a name outside of functions may be taken in the output; `parameters`: of a function, as the compiler spells their types."""
    taken = name + parameters in _names()[1]
    return f"headers of the standard library, which the output may include, declare {name} too" if taken else ""


def defined_too(source: Source, name: bytes) -> str:
    """Why a macro of the project cannot come along that a header of the standard library defines as well; empty for every other name."""
    if name not in standard_macros():
        return ""
    own = any(one.file != SYSTEM and one.file not in source.kept for one in source.table.definitions(name))
    return f"headers of the standard library, which the output includes, define {name.decode()} too" if own else ""
