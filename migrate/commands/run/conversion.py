"""What `migrate convert` does once its inputs are known: convert, report, write."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import chain
from pathlib import Path

from migrate.commands.common import Progress, keep_inputs, options_of, protect_written, rendered, say
from migrate.commands.run.session import Run, Session
from migrate.commands.run.tree import TreeCheck
from migrate.emit import converted
from migrate.emit.files import changed, diff, write_all
from migrate.emit.unfinished import JOURNAL, Journal
from migrate.errors import CLEAN, LEFT_OVER, readable
from migrate.frontend.compiler.clang import Parsing
from migrate.project.config import Project
from migrate.report.build import build_report, exit_code


def convert(
    arguments: argparse.Namespace,
    project: Project,
    paths: Sequence[Path],
    base: Path,
    reports: list[tuple[Path, str]],
    parsing: Mapping[Path, Parsing],
) -> int:
    """`parsing`: library sources that the chips' compilers have begun with."""
    writes = not (arguments.diff or arguments.check)
    progress = Progress()
    tree = TreeCheck(project, paths, not arguments.no_cache)
    session = Session(project, options_of(arguments, arguments.only_calls, writes), progress, base, parsing)
    done = session.convert(paths)
    progress.finish()
    record: Mapping[Path, bytes] = {}
    if arguments.in_place:
        session.demand_settled(done)
    else:
        done, record = session.preserving(done, base)
        record = {**record, **converted.record(project, base, [item.result.path for item in done.inputs])}
    report = build_report(
        done.inputs,
        project.name,
        [chip.name for chip in project.chips],
        "convert",
        tree.result(),
        _whole(project, arguments.files),
        project.target.compile and not arguments.no_compile,
    )
    code = exit_code(report)
    own = (*(_target(base, done, name, arguments.in_place) for name in done.outputs), *record, *done.stale)
    protect_written(own, (path for path, _ in reports))
    written = {_target(base, done, name, arguments.in_place): data for name, data in done.outputs.items()}
    written = {path: data for path, data in written.items() if changed(path.parent, {path.name: data})}
    if not (arguments.in_place or arguments.diff):
        what = "--in-place rewrites inputs, --out names another folder"
        keep_inputs(project, paths, base, (*written, *record, *done.stale), what)
    if not writes:
        write_all(rendered(report, reports))
    if arguments.diff:
        stale = ((path.relative_to(base).as_posix(), text, b"") for path, text in done.stale.items())
        sys.stdout.write(readable(diff(chain(_pairs(project, done), stale))))
        return code
    if arguments.check:
        for path in done.stale:
            print(readable(f"{path.relative_to(base).as_posix()} would be removed"))
        return _check(project, done, {*written}, lambda name: _target(base, done, name, arguments.in_place), code)
    write_all(
        {**written, **record, **rendered(report, reports)}, done.stale, Journal(base / JOURNAL, {*written, *record})
    )
    if say(arguments, report):
        _say_written(base, written, done, arguments.in_place)
    return code


def _whole(project: Project, names: Sequence[str]) -> bool:
    """Whether the root of the tree was named, and with it all that is in it."""
    return any(project.root in (Path(name).resolve(), (project.root / name).resolve()) for name in names)


def _target(base: Path, done: Run, name: str, in_place: bool) -> Path:
    return done.origins[name] if in_place and name in done.origins else base / name


def _say_written(base: Path, written: dict[Path, bytes], done: Run, in_place: bool) -> None:
    for path in done.stale:
        place = done.moved.get(path)
        why = f"what stood there is in {place} now" if place else "what it was made of is gone"
        print(readable(f"Removed {path}: {why}."))
    if done.outputs and all(name in done.origins and item_is_done(done, name) for name in done.outputs):
        print("Already unified: there was nothing to convert.")
    elif written:
        print(f"Wrote {len(written)} file{'s' if len(written) != 1 else ''} {'in' if in_place else 'to'} {base}.")
    elif not done.stale:
        print(f"Nothing to write: {base} is up to date.")


def item_is_done(done: Run, name: str) -> bool:
    return all(
        not item.result.edited and not item.result.refusals for item in done.inputs if name in item.result.outputs
    )


def _pairs(project: Project, done: Run):  # type: ignore[no-untyped-def]
    """Old and new text per output: the input where the output replaces one, else what the unified tree has."""
    inputs = {name: item.data for item in done.inputs for name in item.result.outputs if name in done.origins}
    for name, new in sorted(done.outputs.items()):
        old = inputs.get(name)
        if old is None:
            path = project.target_root / name
            old = path.read_bytes() if path.is_file() else b""
        yield name, old, new


def _check(project: Project, done: Run, written: Collection[Path], target: Callable[[str], Path], code: int) -> int:
    """What the run would write, but for inputs that are unified already: of those it would write a copy."""
    would = [name for name, old, new in _pairs(project, done) if old != new and target(name) in written]
    for name in would:
        print(readable(f"{name} would change"))
    return LEFT_OVER if (would or done.stale) and code == CLEAN else code
