"""What is known of the simulated runtimes: simulators.yaml beside this file."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

import yaml


@cache
def simulators() -> dict[str, Any]:
    text = (resources.files("migrate") / "verify" / "trace" / "simulators.yaml").read_text(encoding="utf-8")
    return dict(yaml.safe_load(text))
