"""An installable folder from a converted tree: a library with the tree's operators, drivers, kernel tables, headers, CMake package, pkg-config file."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from dnnlib.paths import LIBRARY_VARIABLE, ROOT, library_dir
from migrate.build.extension import (
    PACKAGE_FOLDER,
    check_torch,
    import_command,
    import_environment,
    install_package,
    torch_definitions,
)
from migrate.build.tools import BuildFailed, Progress, cmake, generator, require_compiler, run
from migrate.errors import UsageError
from migrate.frontend import public_header
from migrate.project.config import Project
from migrate.project.unified_tree import chips as known_chips

RUNTIMES = ("simulated", "vendor")


@dataclass(frozen=True)
class Options:
    out: Path  # the converted tree
    prefix: Path
    runtime: str = "simulated"
    jobs: int = 1
    python: str = ""  # that CMake runs
    torch: bool = False  # the PyTorch device with the tree's operators as well


def build(project: Project, options: Options, progress: Progress) -> list[str]:
    """Builds and installs; gives what the PyTorch side warns of. Raises UsageError where something is missing, BuildFailed where a step fails; the
    prefix is as it was then."""
    _check(project, options)
    require_compiler()
    work = options.out / ".build" / options.runtime
    _drop_other(work)
    made_with = generator()
    configure = [cmake(), "-S", str(ROOT), "-B", str(work), *made_with, *_definitions(project, options)]
    _run("configure", configure, work, progress)
    all_errors = ["--", "-k", "0"] if made_with else []  # ninja's way to go on behind one
    _run("compile", [cmake(), "--build", str(work), "-j", str(options.jobs), *all_errors], work, progress)
    staged = options.prefix.with_name(f".{options.prefix.name}.part")
    shutil.rmtree(staged, ignore_errors=True)
    said = ""
    install = [cmake(), "--install", str(work), "--prefix", str(staged)]
    try:
        _run("install", install, work, progress)
        _install_argument_headers(project, staged)
        if options.torch:
            install_package(staged / PACKAGE_FOLDER)
            said = _run("import", import_command(), work, progress, import_environment(staged, project.chips[0].name))
        _replace(options.prefix, staged)
    finally:
        shutil.rmtree(staged, ignore_errors=True)
    return said.splitlines()


def _drop_other(work: Path) -> None:
    """Forgets a build folder that another installation of this package made: CMake would refuse it."""
    cache = work / "CMakeCache.txt"
    if cache.is_file() and f"CMAKE_HOME_DIRECTORY:INTERNAL={ROOT}\n" not in cache.read_text(encoding="utf-8"):
        shutil.rmtree(work)


def _run(
    step: str, command: list[str], work: Path, progress: Progress, environment: Mapping[str, str] | None = None
) -> str:
    try:
        return run(step, command, progress, environment)
    except BuildFailed as failed:
        work.mkdir(parents=True, exist_ok=True)
        (work / f"{step}.log").write_text(failed.said, encoding="utf-8")
        raise


def _check(project: Project, options: Options) -> None:
    target, out = project.target, options.out
    if target.generator != "dnnlib.codegen":
        raise UsageError(
            f"{project.file}: its target is not the unified library that comes with migrate (target.generator is not dnnlib.codegen): "
            "build it with that library's own build, with the output folder before its own sources"
        )
    written = (out / target.header).is_file() or not target.fresh  # beside other operators the header may stay as it is
    if not written or not any((out / target.sources).glob("*.cpp")):
        raise UsageError(f"{out} has no converted library: run `migrate convert .` first, or name its --out folder")
    folders = (out, project.root, options.prefix, ROOT)
    listed = next((folder for folder in folders if ";" in str(folder)), None)
    if listed is not None:
        raise UsageError(f"{listed}: CMake takes a ; for the end of a name; build in a folder without one")
    own = {chip.name for chip in known_chips()}
    unknown = [chip.name for chip in project.chips if chip.name not in own]
    if unknown:
        raise UsageError(
            f"{project.file}: there is no driver for {', '.join(unknown)}; the chips with one are {', '.join(sorted(own))} "
            "(docs/porting-a-chip.md says what a new one needs)"
        )
    tables = {chip.name: out / target.kernels.format(chip=chip.name) for chip in project.chips} if target.fresh else {}
    without = [f"{path} for {name}" for name, path in tables.items() if not path.is_file()]
    if without:
        raise UsageError(
            f"there is no kernel table {', '.join(without)}: no function of the library was converted for it"
        )
    if options.torch:
        check_torch(project, out)
    if options.prefix.exists() and not any(options.prefix.glob(PACKAGE)) and any(options.prefix.iterdir()):
        raise UsageError(f"{options.prefix} exists and was not made by migrate build: give --prefix another folder")


PACKAGE = "lib/*/*_api.json"  # what every installed folder has


def _definitions(project: Project, options: Options) -> list[str]:
    target, names = project.target, [chip.name for chip in project.chips]
    arguments = [str(path.resolve()) for path in project.included_arguments()]
    found = {
        "CMAKE_BUILD_TYPE": "Release",
        "Python3_EXECUTABLE": options.python,
        "TPU_OVERLAY": str(options.out.resolve()),
        "TPU_OVERLAY_ONLY": "ON" if target.fresh else "OFF",
        "TPU_ONLY_CHIPS": ";".join(names),
        "TPU_ARGUMENT_HEADERS": ";".join(arguments),
        "TPU_BUILD_TORCH": "OFF",
        "TPU_BUILD_LEGACY": "OFF",
    }
    if options.torch:
        found |= torch_definitions(project, options.out)
    if options.runtime == "vendor":
        found["TPU_VENDOR_RUNTIMES"] = ";".join(_vendor_runtimes(project))
    else:
        found["TPU_PREBUILT"] = str(_simulators(names))
    return [f"-D{name}={value}" for name, value in found.items()]


def _simulators(chips: list[str]) -> Path:
    """Folder above the simulated chips' libraries."""
    folder = library_dir()
    missing = [name for name in chips if not (folder / f"{name}.firmware.so").is_file()]
    if missing or folder.name != "lib":
        raise UsageError(
            f"{folder} has no simulated chips ({', '.join(missing)}): run `make native`, or name the folder of the native build in {LIBRARY_VARIABLE}"
        )
    return Path(folder.parent)


def _vendor_runtimes(project: Project) -> list[str]:
    found, wrong = [], []
    for chip in project.chips:
        folders, libraries = ([project.root / name for name in names] for names in (chip.include, chip.libraries))
        if not libraries:
            wrong.append(f"chips.{chip.name}.libraries names no library of its runtime")
        wrong += [f"chips.{chip.name}.include: there is no folder {path}" for path in folders if not path.is_dir()]
        wrong += [f"chips.{chip.name}.libraries: there is no file {path}" for path in libraries if not path.is_file()]
        parts = (",".join(str(path.resolve()) for path in paths) for paths in (folders, libraries))
        found.append("=".join((chip.name, *parts)))
    if wrong:
        raise UsageError("\n".join(f"{project.file}: {sentence}" for sentence in wrong))
    return found


def _install_argument_headers(project: Project, prefix: Path) -> None:
    """What the public header includes of the tree's own headers."""
    header = Path(project.target.header)

    def read(name: str) -> bytes | None:
        path = prefix / "include" / Path(name).relative_to(header.parent)
        return path.read_bytes() if path.is_file() else None

    public = b"".join(public_header.files(str(header), read).values())
    for name, path in project.arguments_by_name().items() if project.includes_arguments(public) else ():
        place = prefix / "include" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)


def _replace(prefix: Path, staged: Path) -> None:
    """The new folder in place of the old one, which stays until the new one is whole."""
    prefix.parent.mkdir(parents=True, exist_ok=True)
    old = prefix.with_name(f".{prefix.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if prefix.exists():
        prefix.rename(old)
    staged.rename(prefix)
    shutil.rmtree(old, ignore_errors=True)
