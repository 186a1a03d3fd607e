"""The PyTorch side of a build: the device with a converted tree's operators, as a Python package in the installed folder."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from pathlib import Path

from dnnlib.paths import CHIPS_VARIABLE
from migrate.errors import UsageError
from migrate.project.config import Project
from migrate.project.discovery import torch_outputs

PACKAGE_FOLDER = "python/torch_tpu"  # below the prefix
_IMPORT = """
import sys
sys.path[:] = [*filter(None, sys.path), sys.argv[1]]  # not the folder of the build, which may have a torch_tpu, but wherever torch is
import torch
torch.set_warn_always(True)
before = {*torch._C._dispatch_find_dangling_impls()}
import torch_tpu
for found in sorted({*torch._C._dispatch_find_dangling_impls()} - before):
    name = found.partition("name: ")[2].partition(chr(10))[0]
    print("Warning: the kernel of " + name + " is never called: PyTorch has no operator of this name, and the tree defines none")
"""


def check_torch(project: Project, out: Path) -> None:
    """Raises UsageError where there is nothing to build of, or nothing to build with."""
    if not operators(project, out):
        raise UsageError(
            f"{out / project.target.torch} has no converted PyTorch operators: `torch.sources` in {project.file} says which files of the tree "
            "have them, and `migrate convert .` converts them; without --torch the library alone is built"
        )
    if importlib.util.find_spec("torch") is None:
        raise UsageError("--torch needs PyTorch in this Python environment: pip install 'tpu-migrate[torch]'")


def operators(project: Project, out: Path) -> list[Path]:
    """The sources of the tree's operators, those that conversion left as they were among them: what the tree's files of now became."""
    made = torch_outputs(project)
    return [path for path in _sources(project, out) if path.relative_to(out).as_posix() in made]


def left_out(project: Project, out: Path) -> list[str]:
    """Sources beside those of the operators that no file of the tree becomes: they are not built."""
    names = (path.relative_to(out).as_posix() for path in _sources(project, out))
    made = torch_outputs(project)
    return [name for name in names if name not in made]


def _sources(project: Project, out: Path) -> list[Path]:
    folder = out / project.target.torch
    return sorted(path for pattern in ("*.cpp", "*.cc", "*.cxx") for path in folder.rglob(pattern))


def torch_definitions(project: Project, out: Path) -> dict[str, str]:
    """For CMake. Operators of a tree of its own register themselves; those that stand beside the unified tree's are registered as these are."""
    found = {
        "TPU_BUILD_TORCH": "ON",
        "TPU_TORCH_PACKAGE": str(package()),
        "TPU_TORCH_OPERATORS": "",
        "TPU_TORCH_INCLUDE": "",
        "TPU_TORCH_LEFT_OUT": ";".join(left_out(project, out)),
    }
    if project.target.fresh:
        beside = dict.fromkeys(path.parent for path in project.source_files(project.torch.sources))
        include = [*(project.root / folder for folder in project.torch.include), *beside]
        found["TPU_TORCH_OPERATORS"] = ";".join(str(path.resolve()) for path in operators(project, out))
        found["TPU_TORCH_INCLUDE"] = ";".join(str(path.resolve()) for path in include)
    return found


def package() -> Path:
    """Folder of our own Python package of the device, which is not imported."""
    found = importlib.util.find_spec("torch_tpu")
    places = found.submodule_search_locations if found else None
    if not places:
        raise UsageError("the package torch_tpu, which comes with migrate, is not installed: pip install tpu-migrate")
    return Path(next(iter(places)))


def import_command() -> list[str]:
    """Imports a package that was built, and prints its warnings, each as often as it is given, and kernels that nobody calls."""
    torch = importlib.util.find_spec("torch")
    assert torch is not None and torch.origin is not None, "check_torch found it"
    return [sys.executable, "-B", "-c", _IMPORT, str(Path(torch.origin).parents[1])]


def import_environment(staged: Path, chip: str) -> dict[str, str]:
    """Of nothing but the package in a folder, on one chip."""
    found = {name: value for name, value in os.environ.items() if not name.startswith(("TPU", "TORCH", "LD_"))}
    return found | {
        "PYTHONPATH": str(staged / Path(PACKAGE_FOLDER).parent),
        CHIPS_VARIABLE: chip,
        "TORCH_DEVICE_BACKEND_AUTOLOAD": "0",  # so that the warnings are all asked for before it is loaded
    }


def install_package(folder: Path) -> None:
    """The package's Python files beside the extension that lies there."""
    ours = package()
    for path in sorted(ours.rglob("*.py")):
        name = path.relative_to(ours)
        if name.parts[0] != "codegen":
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, folder / name)
