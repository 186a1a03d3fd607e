"""Names that headers of the standard library define as macros."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

from migrate.frontend.clang import SYSTEM
from migrate.frontend.source import Source


@lru_cache(maxsize=1)
def standard_macros() -> frozenset[bytes]:
    """What g++ and clang++ define for any header of C++17 and C11, directly or through what these include, and the compiler itself does not."""
    data = resources.files("migrate") / "rules" / "data" / "standard-macros.txt"
    return frozenset(data.read_bytes().split())


def defined_too(source: Source, name: bytes) -> str:
    """Why a macro of the project cannot come along that a header of the standard library defines as well; empty for every other name."""
    if name not in standard_macros():
        return ""
    own = any(one.file != SYSTEM and one.file not in source.kept for one in source.table.definitions(name))
    return f"headers of the standard library, which the output includes, define {name.decode()} too" if own else ""
