"""Every converted function is parsed once more, in its unified form, against a header with stricter types than the unified library has.

What does not pass is refused with its place in the legacy source: a virtual address, a data type or a status that is used as something else
than what it is, and whatever the compiler of the unified tree would not take. So no output that does not compile leaves with exit code 0.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path

from migrate.convert.function import Converted
from migrate.convert.library import Conversion
from migrate.emit import families
from migrate.emit.library import plan_of
from migrate.emit.plan import OutputPlan
from migrate.frontend.argument_structs import structs_of
from migrate.frontend.lex import Kind, lex_whole
from migrate.frontend.strict_parse import Problem, StrictRequest, strict_parse
from migrate.model import Edit, EditKind, Refusal, Span
from migrate.project.config import Project

ROUNDS = 8  # a function that is refused may take its callers with it
BUFFER = "checking::Buffer"
CHECKED = ("checking::VirtualAddress", "checking::Buffer", "checking::Named")
STANDARD = b"#include <cstdint>\n#include <cstring>\n#include <memory>\n#include <string>\n#include <vector>\n"


def refusals(project: Project, done: Conversion) -> dict[int, Refusal]:
    """By number of the item: why its unified form does not pass. Without headers of argument structs nothing can be said."""
    header = _checking_header(project, done.unit.rules.checking)
    structs = project.argument_headers()
    if not header or not structs:
        return {}
    found = _misplaced(project, done)
    items = [item.refused(found[n]) if n in found else item for n, item in enumerate(done.items)]
    arguments = _arguments(project)
    for last in (*[False] * ROUNDS, True):
        text = _assemble(project, replace(done, items=tuple(items)), header, structs)
        problems = strict_parse(StrictRequest(text.data, arguments, frozenset(CHECKED), text.functions()))
        if not problems:
            break
        refused = {} if last else _refusals(text, problems, items)
        if not refused:  # an error outside of what was converted: nothing here can be relied on
            refused = {n: _outside(item, problems[0]) for n, item in enumerate(items) if item.text}
        twins = {n: items[n].function.name for n in refused}
        for number, item in enumerate(items):
            known = next((n for n, name in twins.items() if name == item.function.name), None)
            if item.text and known is not None and number not in refused:  # another definition, of another chip, say
                refused[number] = replace(refused[known], span=item.function.span)
        found |= refused
        items = [item.refused(refused[n]) if n in refused else item for n, item in enumerate(items)]
    return found


def _misplaced(project: Project, done: Conversion) -> dict[int, Refusal]:
    """What one text cannot show: names that other headers of the target have, and internal functions of another file."""
    header = project.target_root / project.target.header
    taken: dict[bytes, Path] = {}
    for path in sorted(header.parent.glob("*.h")) if header.parent.is_dir() else ():
        if path != header:
            taken |= dict.fromkeys(re.findall(rb"\b(\w+)\s*\(", path.read_bytes()), path)
    files = {entry.name: name for name, entries in plan_of(project, done).files.items() for entry in entries}
    internal = {
        i.function.name: files.get(i.unified) for i in done.items if i.operator and i.function.name in done.internal
    }
    found: dict[int, Refusal] = {}
    for number, item in enumerate(done.items):
        if not item.text or not item.operator:
            continue
        function = item.function
        if item.unified.encode() in taken:
            message = f"{item.unified}, its unified name, is a function of {taken[item.unified.encode()].name} already"
            found[number] = Refusal("L182", function.span, message, None, function.name)
        for index in done.unit.source.calls(*function.body) if internal else ():
            callee = done.unit.source.text(index).decode("utf-8", "replace")
            if callee != function.name and internal.get(callee, files.get(item.unified)) != files.get(item.unified):
                message = (
                    f"calls {callee}, which no header declares and which stands in another file of the unified tree"
                )
                span = done.unit.source.code[index].span
                found.setdefault(number, Refusal("L182", span, message, None, function.name))
    return found


def _checking_header(project: Project, name: str) -> bytes:
    own = project.file.parent / name
    if name and own.is_file():
        return own.read_bytes()
    shipped = resources.files("migrate") / "rules" / "data" / name
    return shipped.read_bytes() if name and shipped.is_file() else b""


def _arguments(project: Project) -> tuple[str, ...]:
    folders = [path.parent for path in project.source_files(project.library.arguments)]
    folders += [project.root / folder for folder in project.library.include]
    folders += [project.root / folder for chip in project.chips[:1] for folder in chip.include]
    return (*project.library.flags, *(f"-I{folder}" for folder in dict.fromkeys(folders)))


@dataclass(frozen=True)
class _Piece:
    """A part of the text. `item` is a function's number, or `names` are those that other functions use it by."""

    start: int
    end: int
    item: int = -1
    names: tuple[str, ...] = ()
    steps: tuple[tuple[int, int], ...] = ()  # offset in the text -> offset in the legacy source, ascending


class _Text:
    def __init__(self) -> None:
        self.data = b""
        self.pieces: list[_Piece] = []

    def add(
        self, data: bytes, item: int = -1, names: tuple[str, ...] = (), steps: Sequence[tuple[int, int]] = ()
    ) -> None:
        start = len(self.data)
        self.data += data + b"\n"
        if item >= 0 or names:
            moved = tuple((start + here, there) for here, there in steps)
            self.pieces.append(_Piece(start, len(self.data), item, names, moved))

    def at(self, offset: int) -> _Piece | None:
        return next((piece for piece in self.pieces if piece.start <= offset < piece.end), None)

    def functions(self) -> tuple[tuple[int, int], ...]:
        return tuple((piece.start, piece.end) for piece in self.pieces)


def _assemble(project: Project, done: Conversion, header: bytes, structs: Sequence[Path]) -> _Text:
    """Header, argument structs, what the target's own header has beyond these, helpers, declarations, operators."""
    rules = done.unit.rules
    names = {**rules.names, **{name: BUFFER for name in rules.memory_types}}
    typed = replace(done, unit=replace(done.unit, rules=replace(rules, names=names, known={})))
    plan = plan_of(project, typed)
    text = _Text()
    texts = [i.text for i in done.items if i.text]
    text.add(_standard(texts))
    brought = sorted({header for i in done.items if i.text for header in i.includes})
    text.add("".join(f"#include <{header}>\n" for header in brought).encode())
    text.add(header)
    known: set[str] = set()
    for path in structs:
        text.add(f'#include "{path}"'.encode())
        known |= structs_of(path.read_bytes())
    text.add(
        "\n".join(
            f"template <> struct checking::KernelArguments<{n}> {{ static constexpr bool known = true; }};"
            for n in sorted(known)
        ).encode()
    )
    target = project.target_root / project.target.header
    if target.is_file():
        text.add(_further(target.read_bytes(), _words(header)))
    helpers = project.target.helpers
    for entry in plan.files.get(helpers, ()):
        if entry.order < 0:
            text.add(entry.text, names=(entry.name.lstrip("#"), *entry.further))
    numbers = [n for n, i in enumerate(done.items) if i.text]
    used = {t.text.decode("utf-8", "replace") for n in numbers for t in lex_whole(done.items[n].text)}
    for number in [n for n in numbers if not done.items[n].operator and done.items[n].unified in used]:
        _add_function(text, done, number)
    _declare(text, done, plan)
    order = {
        entry.name: position for position, name in enumerate(_families(plan, helpers)) for entry in plan.files[name]
    }
    for number in sorted(
        (n for n in numbers if done.items[n].operator), key=lambda n: (order.get(done.items[n].unified, 0), n)
    ):
        _add_function(text, done, number)
    return text


def _standard(texts: Sequence[bytes]) -> bytes:
    """What the functions need of the headers that the implementation's header includes, and of those that come along with them."""
    headers = {header for text in texts for header in families.standard_headers(text)}
    named = {name for text in texts for name in re.findall(rb"\bstd\s*::\s*(\w+)", text)}
    known = {b"vector": "vector", b"string": "string", b"map": "map", b"min": "vector", b"max": "vector"}
    if named - known.keys():
        return STANDARD + "".join(f"#include <{header}>\n" for header in sorted(headers)).encode()
    headers = headers - {"algorithm"} | {
        known[name] for name in named
    }  # min and max come with vector, at a third of the time
    return "".join(f"#include <{header}>\n" for header in sorted(headers)).encode()


def _families(plan: OutputPlan, helpers: str) -> list[str]:
    return sorted(name for name in plan.files if name != helpers)


def _declare(text: _Text, done: Conversion, plan: OutputPlan) -> None:
    numbers = {item.unified: n for n, item in enumerate(done.items) if item.text}
    text.add(b'extern "C" {')
    for declaration in plan.declarations:
        if declaration.name in numbers:
            item = done.items[numbers[declaration.name]]
            start = item.function.span.start
            text.add(declaration.text, numbers[declaration.name], (), [(0, start)])
    text.add(b"}")


def _add_function(text: _Text, done: Conversion, number: int) -> None:
    """The edited definition with a type of its own for device buffers, and where each part of it stands in the legacy source."""
    item = done.items[number]
    data, span = done.unit.source.data, item.function.span
    parts: list[bytes] = []
    steps: list[tuple[int, int]] = []
    here, position = 0, span.start
    for edit in item.edits:
        if not (span.start <= edit.span.start and edit.span.end <= span.end):
            continue
        kept, new = data[position : edit.span.start], _typed(edit)
        parts += [kept, new]
        steps += [(here, position), (here + len(kept), edit.span.start)]
        here += len(kept) + len(new)
        position = edit.span.end
    steps.append((here, position))
    parts.append(data[position : span.end])
    text.add(b"".join(parts).replace(b"\r\n", b" \n"), number, (), steps)


def _typed(edit: Edit) -> bytes:
    if edit.kind != EditKind.MEMORY or edit.rule != "memory":
        return edit.text
    if edit.text.strip() == b"void *":
        return BUFFER.encode() + b" "
    return b"" if edit.text == b"*" else edit.text


def _words(text: bytes) -> frozenset[bytes]:
    return frozenset(t.text for t in lex_whole(text) if t.kind == Kind.IDENT) | frozenset(
        m for t in lex_whole(text) if t.kind == Kind.DIRECTIVE for m in re.findall(rb"\w+", t.text)
    )


def _further(header: bytes, known: frozenset[bytes]) -> bytes:
    """Types, macros and prototypes of helpers that a header has and `known` does not name."""
    tokens = [t for t in lex_whole(header) if t.kind != Kind.COMMENT]
    parts: list[bytes] = []
    index = 0
    while index < len(tokens):
        token = tokens[index]
        if token.kind == Kind.DIRECTIVE:
            found = re.match(rb"#\s*define\s+(\w+)", token.text)
            if found and found.group(1) not in known:
                parts.append(token.text)
            index += 1
        elif token.text in (b"typedef", b"struct", b"enum", b"static"):
            last, opened = index, -1
            depth = 0
            while last < len(tokens):
                if tokens[last].text == b"{":
                    opened = last if opened < 0 else opened
                    depth += 1
                elif tokens[last].text == b"}":
                    depth -= 1
                    if depth == 0 and token.text == b"static":
                        break
                elif tokens[last].text == b";" and depth == 0:
                    break
                last += 1
            end = min(last, len(tokens) - 1)
            name = tokens[end - 1].text if token.text != b"static" else _function_name(tokens[index:end])
            if name not in known:
                if token.text == b"static" and opened >= 0:
                    parts.append(header[token.start : tokens[opened].start].replace(b"inline", b"") + b";")
                else:
                    parts.append(header[token.start : tokens[end].end])
            index = last + 1
        else:
            index += 1
    return b"\n".join(parts)


def _function_name(tokens: Sequence[object]) -> bytes:
    texts = [t.text for t in tokens]  # type: ignore[attr-defined]
    return texts[texts.index(b"(") - 1] if b"(" in texts else b""


def _refusals(text: _Text, problems: Sequence[Problem], items: Sequence[Converted]) -> Mapping[int, Refusal]:
    """One refusal per function: its first problem, or that of a type or macro which it uses."""
    found: dict[int, Refusal] = {}
    for problem in problems:
        pieces = [(piece, offset) for offset in problem.offsets if (piece := text.at(offset))]
        for piece, offset in pieces[:1] if any(p.item >= 0 for p, _ in pieces[:1]) else pieces:
            if piece.item >= 0:
                found.setdefault(piece.item, _refusal(items[piece.item], problem, _legacy(piece, offset)))
                break
            words = {name.encode() for name in piece.names}
            for number, item in enumerate(items):
                if item.text and words & {t.text for t in lex_whole(item.text)}:
                    found.setdefault(number, _refusal(item, problem, item.function.span.start))
    return found


def _legacy(piece: _Piece, offset: int) -> int:
    index = bisect_right(piece.steps, (offset, 1 << 60)) - 1
    if index < 0:
        return 0
    here, there = piece.steps[index]
    following = piece.steps[index + 1][1] if index + 1 < len(piece.steps) else there + offset - here
    return min(there + offset - here, max(following, there))


def _refusal(item: Converted, problem: Problem, offset: int) -> Refusal:
    id = "L181" if problem.misreads else "L180"
    what = (
        "an address, data type or tensor is taken apart here"
        if problem.misreads
        else "the unified form does not type-check"
    )
    said = (
        problem.message.replace("checking::", "")
        .replace("(aka 'Named<Dtype>')", "")
        .replace("(aka 'Named<Status>')", "")
    )
    return Refusal(id, Span(offset, offset), f"{what}: {' '.join(said.split())}", None, item.function.name)


def _outside(item: Converted, problem: Problem) -> Refusal:
    message = f"the headers that the unified form is checked against do not parse: {problem.message}"
    return Refusal("L180", item.function.span, message, None, item.function.name)
