"""Where the native build products lie."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def library_dir() -> Path:
    """Folder of libtpudnn.so and what it loads: TPUDNN_LIBRARY_DIR, else build/lib of the checkout."""
    override = os.environ.get("TPUDNN_LIBRARY_DIR")
    return Path(override) if override else ROOT / "build" / "lib"
