"""Texts with places `{name}` or `{0}` that a rule set gives and migrate fills in. Any other brace is the text's own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from migrate.project.patterns import RulePattern

PLACE = re.compile(r"\{([A-Za-z_]\w*|\d+)\}")


def places(text: str) -> tuple[str, ...]:
    return tuple(PLACE.findall(text))


def fill(text: str, values: Mapping[str, str]) -> str:
    """The text with the places that have a value filled in; others stay."""
    return PLACE.sub(lambda match: values.get(match[1], match[0]), text)


def evaluated(text: str) -> str:
    """The text with a number for each `sizeof`, whose operand is not computed."""
    kept, position = "", 0
    for match in _SIZEOF.finditer(text):
        if match.start() < position:
            continue
        end, depth = match.end(), 1
        while end < len(text) and depth:
            depth += (text[end] == "(") - (text[end] == ")")
            end += 1
        kept += text[position : match.start()] + "0"
        position = end
    return kept + text[position:]


_SIZEOF = re.compile(r"\bsizeof\s*\*?\s*\(")


def split(text: str) -> Iterator[tuple[str, str]]:
    """The text in pieces: literal text, and the name of the place behind it; empty behind the last piece."""
    position = 0
    for match in PLACE.finditer(text):
        yield text[position : match.start()], match[1]
        position = match.end()
    yield text[position:], ""


_TEXTS = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|//[^\n]*|/\*.*?\*/', re.DOTALL)
_CLOSE = {")": "(", "]": "[", "}": "{"}


def unbalanced(text: str) -> str:
    """The first bracket of a piece of code that has no partner; empty where all have."""
    opened: list[str] = []
    for sign in re.findall(r"[()\[\]{}]", _TEXTS.sub(" ", text)):
        if sign not in _CLOSE:
            opened.append(sign)
        elif not opened or opened.pop() != _CLOSE[sign]:
            return str(sign)
    return opened[-1] if opened else ""


def ends_statement(text: str) -> bool:
    """Whether a `;` stands in a piece of code outside of brackets."""
    depth = 0
    for sign in re.findall(r"[()\[\]{};]", _TEXTS.sub(" ", text)):
        if sign == ";" and not depth:
            return True
        depth += (sign in "([{") - (sign in ")]}")
    return False


_ANY_NAME = RulePattern(r"(\w+)")


@dataclass(frozen=True)
class HeaderForm:
    """The public header that operators are declared in: what a new one begins with, what a new family's header does, its part for what C++ alone can
    declare, and the words that open and close the part with the operators."""

    empty: str = ""
    family: str = ""
    cxx: str = ""
    region: tuple[str, ...] = ()


@dataclass(frozen=True)
class UnifiedForm:
    """What converted functions are written with: section `unified` of a rule set, whose comments say what each entry is."""

    handle: str = "handle"
    status: str = ""
    success: str = ""
    operator: RulePattern = _ANY_NAME
    variables: Mapping[str, str] = field(default_factory=dict)
    launch: str = ""
    status_check: str = "{status}"
    status_text: str = ""
    dtype_text: str = ""
    stream_text: str = ""
    wait: str = ""
    address: str = "{address}"
    offset: str = ""
    require_kernel: str = ""
    follows: str = ""
    not_supported: str = ""
    helper_require_kernel: str = ""
    helper_not_supported: str = ""
    value_require_kernel: str = ""
    value_not_supported: str = ""
    passed: Mapping[str, str] = field(default_factory=dict)
    dtype_codes: frozenset[str] = frozenset()
    sizes: frozenset[str] = frozenset()
    failures: tuple[str, ...] = ()
    roles: Mapping[str, str] = field(default_factory=dict)
    definitions: Mapping[str, str] = field(default_factory=dict)
    samples: str = ""
    includes: tuple[str, ...] = ()
    header: HeaderForm = field(default_factory=HeaderForm)
    source_list: str = ""
    default_argument: str = ""

    def stem(self, name: str) -> str:
        """What an operator's key and family are made of: its unified name without prefix and suffix."""
        found = self.operator.fullmatch(name)
        return next((group for group in found.groups() if group), name) if found else name

    def key(self, name: str) -> str:
        """Key of an operator in the kernel tables."""
        return snake_case(self.stem(name))

    def has_role(self, role: str, text: str) -> bool:
        """Whether the unified form of a call allocates, frees, reads or waits."""
        mark = self.roles.get(role, "")
        return bool(mark) and mark in text


def snake_case(name: str) -> str:
    """`BatchMatmul` -> `batch_matmul`, `RMSNorm` -> `rms_norm`; `Atan2C` and `Atan2_C` are two operators."""
    name = re.sub(r"_(?=[A-Z])", "__", name)
    name = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", name)
    return re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name).lower()


def unified_form(data: Mapping[str, object]) -> UnifiedForm:
    """Section `unified` of the merged rule sets."""
    values = dict(data)
    header = values.pop("header", {})
    if "operator" in values:
        values["operator"] = RulePattern(str(values["operator"]))
    for name in ("includes", "failures"):
        values[name] = tuple(values.get(name, ()))  # type: ignore[arg-type]
    for name in ("dtype_codes", "sizes"):
        if name in values:
            values[name] = frozenset(values[name])  # type: ignore[call-overload]
    if isinstance(header, Mapping):
        texts = {name: header.get(name, "") for name in ("empty", "family", "cxx")}
        values["header"] = HeaderForm(**texts, region=tuple(header.get("region", ())))
    return UnifiedForm(**values)  # type: ignore[arg-type]
