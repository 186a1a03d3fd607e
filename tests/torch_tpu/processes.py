"""Programs in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys

SECONDS = 600  # of a machine that does much else


def run(program: str, *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program text with this Python; never raises for its exit status."""
    return subprocess.run(
        [sys.executable, *options, "-c", program],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        env={**os.environ, **environment},
        check=False,
    )
