"""Where the unified tree's files and the native build products lie."""

import os
from pathlib import Path

_INSTALLED = Path(__file__).resolve().parent / "sdk"  # where `pip install .` puts them
ROOT = _INSTALLED if _INSTALLED.is_dir() else _INSTALLED.parent.parent
"""The checkout, or the folder of the same layout that an installed wheel has."""

LIBRARY_VARIABLE = "TPUDNN_LIBRARY_DIR"
CHIPS_VARIABLE = "TPUDNN_CHIPS"  # that the library opens


def library_dir() -> Path:
    """Folder of libtpudnn.so and what it loads: TPUDNN_LIBRARY_DIR, else the wheel's, else build/lib of the checkout."""
    override = os.environ.get(LIBRARY_VARIABLE)
    if override:
        return Path(override)
    return ROOT / "lib" if ROOT == _INSTALLED else ROOT / "build" / "lib"


def loaded_library() -> Path | None:
    """libtpudnn that the process has loaded, whoever did: an extension that `migrate build --torch` made links its own. That of library_dir() where it is
    among several. None where TPUDNN_LIBRARY_DIR says which one is meant."""
    if os.environ.get(LIBRARY_VARIABLE):
        return None
    try:
        lines = Path("/proc/self/maps").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None
    paths = (Path(line[line.index("/") :]) for line in lines if "/libtpudnn.so" in line)
    loaded = sorted({path.resolve() for path in paths if path.exists()})
    own = library_file(library_dir()).resolve()
    return own if own in loaded else next(iter(loaded), None)


def description(name: str) -> Path:
    """A file that the build wrote of libtpudnn, of the one that is loaded before all: beside it, or where an installation has it. Need not exist."""
    loaded = loaded_library()
    folder = loaded.parent if loaded else library_dir()
    return next((path for path in (folder / name, folder / "tpudnn" / name) if path.exists()), library_dir() / name)


def library_file(folder: Path) -> Path:
    """libtpudnn.so of `folder`; of a wheel, which has no symbolic links, libtpudnn.so.<major>. Need not exist."""
    versioned = sorted(folder.glob("libtpudnn.so.[0-9]"))
    link = folder / "libtpudnn.so"
    return versioned[0] if versioned and not link.exists() else link
