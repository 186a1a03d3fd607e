"""What the runs so far wrote, beside the sources of the unified tree: by it a person's changes are told from migrate's own work."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from migrate.emit.records import damaged, read_record, read_texts
from migrate.frontend.lex import all_texts

ORIGINS = ".origins.json"


def digest(text: bytes) -> str:
    """Digest of a definition's tokens, comments included: white space does not count."""
    return hashlib.sha256(b"\0".join(all_texts(text))).hexdigest()


@dataclass(frozen=True)
class Origin:
    """Which legacy sources give an entry, and the name of its legacy function; of macros, types and declarations of helpers ""."""

    sources: tuple[str, ...]
    legacy: str = ""


@dataclass(frozen=True)
class Places:
    """Where runs write to in the unified tree, and the lines that its sources begin with."""

    sources: str
    helpers: str
    header: str
    kernels: str
    manifest: str
    preamble: str

    @property
    def include(self) -> str:
        """The line that the header of shared helpers is included with."""
        return f'#include "{os.path.relpath(self.helpers, self.sources)}"'


@dataclass(frozen=True)
class Manifest:
    """`functions`: unified name -> file and digest of what migrate wrote. The rest says where what came from, so that it goes with it."""

    functions: Mapping[str, tuple[str, str]]
    origins: Mapping[str, Origin] = field(default_factory=dict)
    files: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # path -> its entries in their order
    includes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # path -> lines that migrate added
    rows: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # chip -> key -> the row
    owners: Mapping[str, str] = field(default_factory=dict)  # key of rows -> unified name
    declared: tuple[str, ...] = ()  # functions of the header in their order
    places: Places | None = None
    numbers: Mapping[str, Mapping[str, str]] = field(
        default_factory=dict
    )  # chip -> symbol that is a constant -> its number

    @staticmethod
    def read(text: bytes | None, name: str = "the manifest") -> Manifest:
        """Raises UsageError where the text is no manifest."""
        data = read_record(text, name)
        try:
            functions = {n: (str(e["file"]), str(e["sha256"])) for n, e in data.get("functions", {}).items()}
        except (AttributeError, KeyError, TypeError):
            raise damaged(name, "its functions are not a mapping of names to file and sha256") from None
        return Manifest(functions)

    def with_origins(self, text: bytes | None, name: str) -> Manifest:
        """The manifest with what stands beside it in a file of its own. Raises UsageError."""
        data = read_record(text, name)
        try:
            return replace(
                self,
                origins={n: Origin(_words(e["sources"]), str(e["legacy"])) for n, e in data.get("origins", {}).items()},
                files={n: _words(e) for n, e in data.get("files", {}).items()},
                includes={n: _words(e) for n, e in data.get("includes", {}).items()},
                rows={chip: {k: dict(row) for k, row in rows.items()} for chip, rows in data.get("rows", {}).items()},
                owners={key: str(owner) for key, owner in data.get("owners", {}).items()},
                declared=_words(data.get("declared", [])),
                numbers={c: {s: str(n) for s, n in of.items()} for c, of in data.get("numbers", {}).items()},
                places=Places(**{k: str(v) for k, v in data["places"].items()}) if "places" in data else None,
            )
        except (AttributeError, KeyError, TypeError, ValueError):
            raise damaged(name, "its origins, files, includes, rows or owners are not what migrate writes") from None

    @staticmethod
    def origins_path(manifest: str) -> str:
        return manifest.removesuffix(".json") + ORIGINS

    def write(self) -> bytes:
        entries = {n: {"file": f, "sha256": d} for n, (f, d) in sorted(self.functions.items())}
        return json.dumps({"version": 1, "functions": entries}, indent=1).encode() + b"\n"

    def write_origins(self) -> bytes:
        data: dict[str, Any] = {
            "version": 1,
            "origins": {n: {"sources": o.sources, "legacy": o.legacy} for n, o in sorted(self.origins.items())},
            "files": dict(sorted(self.files.items())),
            "includes": {n: lines for n, lines in sorted(self.includes.items()) if lines},
            "rows": {chip: dict(rows) for chip, rows in sorted(self.rows.items()) if rows},
            "owners": dict(sorted(self.owners.items())),
            "declared": self.declared,
        }
        if any(self.numbers.values()):
            data["numbers"] = {chip: dict(sorted(of.items())) for chip, of in sorted(self.numbers.items()) if of}
        if self.places:
            data["places"] = asdict(self.places)
        return json.dumps(data, indent=1).encode() + b"\n"


def _words(value: Iterable[str]) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise TypeError
    return tuple(value)


@dataclass(frozen=True)
class Generated:
    """Texts of the last run, kept beside the manifest: the base of a merge with what a person changed since."""

    texts: Mapping[str, bytes]

    @staticmethod
    def path(manifest: str) -> str:
        return manifest.removesuffix(".json") + ".generated.json"

    @staticmethod
    def read(text: bytes | None, name: str = "the record") -> Generated:
        """Raises UsageError where the text is no record of the last run."""
        return Generated(read_texts(text, name, "utf-8"))

    def write(self) -> bytes:
        texts = {n: t.decode("utf-8", "surrogateescape") for n, t in sorted(self.texts.items())}
        return json.dumps(texts, indent=1).encode() + b"\n"


def declaration_key(name: str) -> str:
    """Under which `Generated` has a function's declaration."""
    return f"{name};"
