"""Library sources of the output that a person changed are compiled again, with what this run merged into them."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from migrate.emit.manifest import Generated, Manifest
from migrate.emit.plan import Emission, OutputPlan, Reader, emit
from migrate.frontend import public_header
from migrate.project.config import Project
from migrate.verify.compile import Compilations

_ERROR = re.compile(r"^(?P<file>.*?):(?P<line>\d+):(?:\d+:)? +(?:fatal )?error: (?P<said>.*)$")


def errors(
    project: Project, plan: OutputPlan, emission: Emission, read: Reader, progress: Callable[[str], None]
) -> Mapping[str, tuple[int, str]]:
    """By path of a source: line and sentence of the first error that the text of this run alone does not have; line 0: none can be made."""
    target = project.target

    def now(name: str) -> bytes | None:
        return emission.outputs[name] if name in emission.outputs else read(name)

    known = [*Manifest.read(now(target.manifest), target.manifest).files, *plan.files]
    sources = sorted({name for name in known if name.endswith(".cpp")})
    headers = public_header.files(target.header, now)
    shared = {target.helpers, *headers} & set(emission.touched)
    changed = sources if shared else [name for name in sources if name in emission.touched]
    texts = {name: text for name in (*changed, target.helpers, *headers) if (text := now(name)) is not None}
    progress(f"compile {len(changed)} sources with changes by hand")
    found = _said(project, texts, changed)
    if not found:
        return {}
    records = (target.manifest, Manifest.origins_path(target.manifest), Generated.path(target.manifest))
    own = {*records, *sources, target.helpers}
    alone = emit(plan, lambda name: None if name in own else read(name)).outputs
    without = _said(project, {**texts, **alone}, [name for name in found if name in alone])
    theirs: dict[str, tuple[int, str]] = {}
    for name, said in found.items():
        known_too = {sentence for _, sentence in without.get(name, ())}
        new = [(line, sentence) for line, sentence in said if sentence not in known_too]
        if new:
            theirs[name] = new[0]
    return theirs


def _said(project: Project, texts: Mapping[str, bytes], sources: Iterable[str]) -> dict[str, Sequence[tuple[int, str]]]:
    with tempfile.TemporaryDirectory(prefix="migrate-") as folder:
        out = Path(folder)
        for name, text in texts.items():
            (out / name).parent.mkdir(parents=True, exist_ok=True)
            (out / name).write_bytes(text)
        compilations = Compilations.begin(project, out)
        if isinstance(compilations, str):
            return {name: [(0, compilations)] for name in sources}
        names = list(sources)
        lines = compilations.errors([out / name for name in names])
        found = {name: [_place(line, out) for line in said] for name, said in zip(names, lines, strict=True)}
    return {name: said for name, said in found.items() if said}


def _place(line: str, out: Path) -> tuple[int, str]:
    match = _ERROR.match(line)
    if not match:
        return 0, line.strip().removeprefix("error: ")
    path = Path(match["file"])
    where = path.relative_to(out).as_posix() if path.is_relative_to(out) else path.name
    return int(match["line"]), f"{where}: {match['said']}"
