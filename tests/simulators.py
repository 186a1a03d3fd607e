"""The simulated runtimes, found by what their chips' folders say."""

import re
import subprocess
from pathlib import Path

from dnnlib.codegen.chips import read_chip
from dnnlib.paths import ROOT, library_dir


def runtime_of(chip: str) -> tuple[Path, str]:
    """The library of a chip's runtime, and the prefix of the functions that it has beside the vendor's (chips/common/tpusim.h)."""
    library = library_dir() / f"lib{read_chip(ROOT / 'chips' / chip / 'chip.yaml').runtime}.so"
    names = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    (prefix,) = re.findall(r"\b(\w+Sim)FailAt$", names, re.MULTILINE)
    return library, prefix
