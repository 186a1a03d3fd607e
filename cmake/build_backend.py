"""Build backend of pyproject.toml: scikit-build-core's, with another editable install.

Theirs puts a finder before all others, so that the packages of a second checkout on PYTHONPATH are never found; here it is one line of a
.pth file, which everything on PYTHONPATH precedes.
"""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from scikit_build_core import build
from scikit_build_core.build import *  # noqa: F403

ROOT = Path(__file__).resolve().parents[1]


def build_editable(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    """The editable wheel of scikit-build-core without its finder. Returns the file's name, as PEP 660 says."""
    name = build.build_editable(wheel_directory, config_settings, metadata_directory)
    wheel = Path(wheel_directory) / name
    with ZipFile(wheel) as packed:
        files = {entry: packed.read(entry) for entry in packed.namelist() if not entry.startswith("_editable")}
    record = next(entry for entry in files if entry.endswith(".dist-info/RECORD"))
    files["tpu_migrate.pth"] = f"{ROOT}\n".encode()
    files[record] = (
        "".join(_row(entry, data) for entry, data in files.items() if entry != record).encode()
        + f"{record},,\n".encode()
    )
    with ZipFile(wheel, "w", ZIP_DEFLATED) as packed:
        for entry, data in files.items():
            packed.writestr(entry, data)
    return name


def _row(entry: str, data: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{entry},sha256={digest},{len(data)}\n"
