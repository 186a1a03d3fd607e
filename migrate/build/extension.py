"""The PyTorch side of a build: the device with a converted tree's operators, as a Python package in the installed folder."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path

from migrate.errors import UsageError
from migrate.project.config import Project

PACKAGE_FOLDER = "python/torch_tpu"  # below the prefix


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
    """The sources of the tree's operators, those that conversion left as they were among them."""
    folder = out / project.target.torch
    return sorted(path for pattern in ("*.cpp", "*.cc", "*.cxx") for path in folder.rglob(pattern))


def torch_definitions(project: Project, out: Path) -> dict[str, str]:
    """For CMake. Operators of a tree of its own register themselves; those that stand beside the unified tree's are registered as these are."""
    found = {
        "TPU_BUILD_TORCH": "ON",
        "TPU_TORCH_PACKAGE": str(package()),
        "TPU_TORCH_OPERATORS": "",
        "TPU_TORCH_INCLUDE": "",
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


def install_package(folder: Path) -> None:
    """The package's Python files beside the extension that lies there."""
    ours = package()
    for path in sorted(ours.rglob("*.py")):
        name = path.relative_to(ours)
        if name.parts[0] != "codegen":
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, folder / name)
