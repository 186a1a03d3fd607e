"""What is known of the simulated runtimes: simulators.yaml beside this file."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

import yaml

from migrate.project.unified_tree import UnifiedChip, chips


@cache
def simulated_chip(runtime: str) -> UnifiedChip:
    """The simulated chip that stands in for a vendor's runtime."""
    return next(chip for chip in chips() if chip.runtime == simulators()["libraries"][runtime])


@cache
def simulators() -> dict[str, Any]:
    text = (resources.files("migrate") / "verify" / "trace" / "simulators.yaml").read_text(encoding="utf-8")
    return dict(yaml.safe_load(text))
