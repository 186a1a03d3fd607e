"""The data that flows through migrate: frozen, without behaviour beyond small derived properties.

Offsets are byte offsets into the file as it lies on disk (encoding, CRLF and BOM kept), half open [start, end).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Chip:
    """One chip of the project file: `name`, `aliases`, its macro in legacy and in new code, what the form of a body is called that is written for it."""

    name: str
    legacy_macro: str
    unified_macro: str
    include: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()  # NAME or NAME=VALUE, beside the macro: what the legacy build of this chip is given
    libraries: tuple[str, ...] = ()  # of its vendor's runtime, for `migrate build --runtime vendor`
    form: str = ""

    @property
    def definitions(self) -> tuple[str, ...]:
        return (self.legacy_macro, *self.defines)


class Span(NamedTuple):
    start: int
    end: int

    def covers(self, other: Span) -> bool:
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: Span) -> bool:
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True)
class Location:
    """A place a person can go to: path as given by the user or relative to the root; line and column from 1."""

    path: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


class EditKind(str, Enum):
    """The kinds of edit, numbered as in docs/migrate.md; one row each in `totals` of the report."""

    NAME = "name"  # 1 of the operator
    RETURN_TYPE = "return-type"  # 2
    TENSOR_TYPE = "tensor-type"  # 3
    HANDLE = "handle"  # 4
    NON_BLOCKING = "non-blocking"  # 5
    IMPLEMENTATION = "implementation"  # 6 variables that the function begins with
    HELPER = "helper"  # 7 helpers, types, enumerators, constants
    CONDITIONAL = "conditional"  # 8
    ADDRESS = "address"  # 9
    MEMORY = "memory"  # 10
    LAUNCH = "launch"  # 11
    DTYPE = "dtype"  # 12
    PRINT = "print"  # 13 performance blocks, prints
    INDENT = "indent"  # 14
    DECLARE = "declare"  # 15 header, CMake list, kernel table
    UNIT_TEST = "unit-test"  # 16
    ARGUMENTS = "arguments"  # 17 a kernel's argument struct starts zeroed
    CALL = "call"  # torch side: one legacy call site
    STREAM = "stream"  # torch side: declaration of the stream


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace `span` by `text`. An insertion has an empty span. No token that stays as it is lies inside the span."""

    span: Span
    text: bytes
    kind: EditKind
    rule: str


@dataclass(frozen=True, slots=True)
class EditGroup:
    """The edits of one match: all are made or none. `site` is what was matched."""

    edits: tuple[Edit, ...]
    site: Site


@dataclass(frozen=True, slots=True)
class Site:
    """One occurrence of what a kind of edit deals with; counted as found, then converted, refused or done."""

    kind: EditKind
    span: Span
    what: str
    function: str = ""
    done: bool = False  # already in the unified form; a site that a Refusal names is refused, every other one converted


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a site or a function was left alone. `id` names a page of docs/ids; `message` says what, why, what to do."""

    id: str
    span: Span
    message: str
    site: Site | None = None
    function: str = ""
    trace: str = ""  # of an internal error: its traceback; nothing for a person to do by hand


class Confidence(str, Enum):
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class Finding:
    """A latent defect of the legacy code, or an intended difference; never changes what is written."""

    id: str
    place: Location
    message: str
    confidence: Confidence
    function: str = ""


class Status(str, Enum):
    CONVERTED = "converted"
    REFUSED = "refused"
    DONE = "done"  # already unified
    SKIPPED = "skipped"  # infrastructure that the unified library has of its own; the reason says which


@dataclass(frozen=True, slots=True)
class FunctionResult:
    legacy: str
    unified: str
    status: Status
    reason: str = ""
    relation: str = ""  # how the chip branches relate: none, equal, launch-only, one-chip, different
    span: Span | None = None
    family: str = ""
    text: bytes = b""  # unified definition, as it goes to its family
    declaration: bytes = b""
    rows: tuple[KernelRow, ...] = ()


@dataclass(frozen=True, slots=True)
class KernelRow:
    """One row of one chip's kernel table."""

    chip: str
    key: str
    symbol: str | None
    cores: str  # "1" or "all"
    args: str | None
    dtypes: tuple[str, ...] = ()
    follows: str | None = None
    number: str = ""  # of the constant that `symbol` is; empty for a name in quotes. No part of the table


NOT_MADE = "not-made"  # status of a proof that was asked for and could not be made at all


@dataclass(frozen=True, slots=True)
class Proof:
    """One proof about a function or file: `name` projection, certificate, compile, trace, results; `status` equal, different, not-run,
    NOT_MADE. `differences` are the ids of intended differences that it met on the way."""

    name: str
    subject: str
    status: str
    detail: str = ""
    chip: str = ""
    differences: tuple[str, ...] = ()


class Compiled(str, Enum):
    """What the compiler says of a converted torch-side file, with a person's changes in it, against the target's headers."""

    YES = "compiled"
    REFUSED = "refused"  # errors only where something was refused
    INCOMPLETE = "incomplete"  # errors that are there without the conversion too: names that the target's headers do not have yet
    NOT = "not-compiled"  # it was asked and could not answer: a header is missing; the detail says which
    BROKEN = "broken"  # what a person changed in the output does not compile
    UNASKED = "not-asked"  # nobody asked it; the detail says why


@dataclass(frozen=True, slots=True)
class Compilation:
    """`names`: those that nothing declares; `along`: headers of the legacy tree that were read, which the target does not have;
    `place`: of the first error, in the legacy file."""

    status: Compiled
    detail: str = ""
    names: tuple[str, ...] = ()
    along: tuple[str, ...] = ()
    place: Location | None = None


@dataclass(frozen=True, slots=True)
class FileResult:
    """Everything migrate did for one input file. `outputs` maps paths inside OUT to their whole new content.

    `edits` are those of a file whose output is itself with the edits made; of a library source, whose functions move, only their number is kept.
    """

    path: str
    outputs: dict[str, bytes] = field(default_factory=dict)
    edits: tuple[Edit, ...] = ()
    edited: int = 0  # number of edits made
    sites: tuple[Site, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    findings: tuple[Finding, ...] = ()
    functions: tuple[FunctionResult, ...] = ()
    guards_left: tuple[tuple[Location, str], ...] = ()
    inactive: tuple[Span, ...] = ()  # what no chip sees
    proofs: tuple[Proof, ...] = ()
    compilation: Compilation | None = None  # of a torch-side file that conversion changed
