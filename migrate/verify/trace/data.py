"""What is known of the simulated runtimes: simulators.yaml beside this file, and the folder of each chip."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

import yaml

from migrate.project.unified_tree import simulated_runtimes


@cache
def simulators() -> dict[str, Any]:
    text = (resources.files("migrate") / "verify" / "trace" / "simulators.yaml").read_text(encoding="utf-8")
    return dict(yaml.safe_load(text))


def legacy_program(runtime: str) -> str:
    """C++ of a program that calls the legacy library on a simulated runtime."""
    folder = simulated_runtimes()[runtime].include.parent
    text = (folder / simulators()["caller"]).read_text(encoding="utf-8")
    return f"\n{text}{simulators()['programs']['legacy']}"


def unified_program() -> str:
    """C++ of a program that calls the unified library."""
    return f"\n{simulators()['programs']['unified']}"
