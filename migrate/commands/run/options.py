"""What a run is asked to do."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Options:
    only_calls: bool = False
    jobs: int = 1
    cache: bool = True
    writes: bool = False  # what comes out will be written: the next run reads it
    uncompiled: str = "nobody asked for it"  # why converted torch-side files are not compiled; "" where they are
