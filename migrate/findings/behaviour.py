"""What a function does on its paths with what the checks ask for: buffers, dtype codes, argument structs, launches."""

from __future__ import annotations

from dataclasses import dataclass, field

from migrate.findings.terms import Place
from migrate.findings.trees import Expr


@dataclass(frozen=True)
class Fork:
    """A condition that had two outcomes."""

    offset: int
    at: Expr
    holds: bool

    @property
    def text(self) -> str:
        return spell(self.at)


@dataclass(frozen=True)
class Leak:
    """A buffer that is left allocated; `exit` is the offset of the return, -1 where the function or the buffer's scope ends."""

    buffer: str
    allocated: int
    exit: int


@dataclass(frozen=True)
class Use:
    """The address of a buffer is taken, or it is `freed`; `set` says whether something had set it."""

    buffer: str
    offset: int
    set: bool
    freed: bool = False


@dataclass
class Path:
    """What one path did."""

    forks: list[Fork] = field(default_factory=list)
    leaks: list[Leak] = field(default_factory=list)
    uses: list[Use] = field(default_factory=list)
    frees: list[tuple[str, int]] = field(default_factory=list)
    again: list[tuple[str, int]] = field(default_factory=list)  # frees of what the path has freed
    allocations: list[tuple[str, int]] = field(default_factory=list)
    escaped: set[str] = field(default_factory=set)
    unsure: bool = False  # whether something on it was decided that the function does not decide


@dataclass
class Struct:
    """An argument struct that is launched: its type, whether something set all of it, and where its fields are set."""

    type: str = ""
    canonical: str = ""  # without aliases
    zeroed: bool = False
    fields: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Launch:
    kernel: str
    struct: Place
    offset: int


@dataclass
class Behaviour:
    """Of one function on one chip. `complete`: every path was followed."""

    paths: list[Path] = field(default_factory=list)
    complete: bool = True
    sizes: dict[int, str] = field(default_factory=dict)  # offset of a dtype code that is used as a size -> function
    keys: set[int] = field(default_factory=set)  # offsets of dtype codes that elements of a table are chosen by
    early: dict[int, str] = field(default_factory=dict)  # offset of a read of what a copy may still write -> name
    structs: dict[Place, Struct] = field(default_factory=dict)
    launches: dict[tuple[str, int], Launch] = field(default_factory=dict)
    bools: set[int] = field(default_factory=set)  # offsets of returns that give a status

    def named(self, place: Place) -> Struct:
        return self.structs.get(place, Struct())


def spell(expression: Expr) -> str:
    """An expression in words for a person."""
    text, parts = expression.text.decode("utf-8", "replace"), [spell(part) for part in expression.parts]
    kind = expression.kind
    if kind == "call":
        return f"{parts[0]}({', '.join(parts[1:])})"
    if kind == "index":
        return f"{parts[0]}[{', '.join(parts[1:])}]"
    if kind == "member":
        return f"{parts[0]}{'->' if expression.arrow else '.'}{text}"
    if kind in ("binary", "assign", "comma"):
        return f"{parts[0]} {text} {parts[1]}"
    if kind == "unary":
        return f"{text}{parts[0]}"
    if kind == "postfix":
        return f"{parts[0]}{text}"
    if kind == "paren":
        return f"({parts[0]})"
    if kind == "ternary":
        return f"{parts[0]} ? {parts[1]} : {parts[2]}"
    return text if kind in ("name", "number", "string", "char") else "..."
