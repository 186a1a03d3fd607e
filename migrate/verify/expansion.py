"""A source whose macros were expanded and whose operators are spelled as signs, or that has its private headers in it: the compiler's preprocessor makes the same of both texts.

What a header defines that the source does not come to is left out of the new text; nothing else may be missing, and nothing may be more. A check's message
spells its condition, with the macros in it: there the new text says what these stand for.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from migrate.convert.parsing import parse_requests
from migrate.frontend.lex import SIGNS, Kind, Token, lex
from migrate.frontend.source import Source
from migrate.frontend.variants import Merged, without_bodies
from migrate.model import Chip, Proof
from migrate.project.config import Project
from migrate.project.library_rules import compile_library_rules
from migrate.verify.compile import beside

TIMEOUT = 60.0  # seconds
_MARKER = re.compile(r'# \d+ "(?:[^"\\]|\\.)*"((?: \d)*)')
_PLACES = ("-w", "-Wno-builtin-macro-redefined", "-D__LINE__=0", '-D__FILE__=""', '-D__BASE_FILE__=""')


def prove(
    project: Project,
    path: Path,
    expanded: Merged | Source,
    chip: Chip | None = None,
    broken: Collection[str] = (),
) -> list[Proof]:
    """One proof per chip, or for `chip` alone, but for functions that are `broken`; none where there is no compiler besides libclang, or it does not read the source as it stands."""
    compiler = shutil.which(os.environ.get("CXX") or "c++") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        return []
    requests = [one for one in parse_requests(project, path) if chip is None or one.chip == chip.name]
    name = expanded.name if isinstance(expanded, Merged) else expanded.path
    with tempfile.TemporaryDirectory(prefix="migrate-") as folder:
        for header, stub in project.library.stubs.items():
            (Path(folder) / header).parent.mkdir(parents=True, exist_ok=True)
            (Path(folder) / header).write_text(stub)
        near = ("-iquote", str(path.parent), "-iquote", folder)
        texts = (without_bodies(path.read_bytes(), broken), expanded.data)
        wanted = [([compiler, *_PLACES, *near, *r.arguments], text) for r in requests for text in texts]
        made = beside(lambda one: _preprocessed(*one), wanted)
    proofs = []
    for request, before, after in zip(requests, made[::2], made[1::2], strict=True):
        if before is not None:
            problem = "the preprocessor does not read the new text"
            if after is not None:
                problem = _difference(before, after)
            if after is not None and problem:
                old, new = (_conditions(project, Source(name, text, project.chips), request.chip) for text in texts)
                problem = _difference(before, after, old, new)
            status = "different" if problem else "equal"
            proofs.append(Proof("expansion", name, status, problem, request.chip))
    return proofs


def _preprocessed(command: Sequence[str], text: bytes) -> list[bytes] | None:
    """The tokens that are not of the system's headers; None where the compiler reports an error."""
    try:
        done = subprocess.run([*command, "-E", "-"], input=text, capture_output=True, timeout=TIMEOUT, check=False)
    except (subprocess.TimeoutExpired, OSError):
        return None
    if done.returncode:
        return None
    kept: list[str] = []
    system = False
    for line in done.stdout.decode("latin-1").split("\n"):
        marker = _MARKER.match(line)
        if marker:
            system = "3" in marker[1].split()
        elif not system:
            kept.append(line)
    made: list[bytes] = []
    for token in lex("\n".join(kept).encode("latin-1")):
        if token.kind == Kind.STRING and token.text[:1] == b'"' and made and made[-1][:1] == b'"':
            made[-1] = made[-1][:-1] + token.text[1:]  # neighbours are one literal
        elif token.kind == Kind.STRING:
            made.append(_without_spelling(token.text))
        elif token.kind != Kind.COMMENT:
            made.append(SIGNS.get(token.text, token.text))
    return made


def _without_spelling(text: bytes) -> bytes:
    """A literal; of one that spells a call, as a check's message does by #, neither the white space nor which literals in it are joined."""
    return _SPACES.sub(b"", text).replace(rb"\"\"", b"") if b"(" in text else text


_SPACES = re.compile(rb"[ \t]+")


def _conditions(project: Project, source: Source, chip: str) -> frozenset[bytes]:
    """What the checks of a text are given on a chip, as # spells it but for white space."""
    rules, own = compile_library_rules(project.library_rules), next(c for c in source.chips if c.name == chip)
    checks = frozenset(name.encode() for name in (*rules.checks, *rules.safe_calls))
    found = set[bytes]()
    for index, token in enumerate(source.code):
        if token.text in checks and source.text(index + 1) == b"(" and index + 1 in source.pairs:
            given = source.code[index + 2 : source.pairs[index + 1]]
            found.add(b"".join(_escaped(one) for one in given if source.sees(own, one.start)))
    return frozenset(found)


def _escaped(token: Token) -> bytes:
    text = _SPACES.sub(b"", token.text)
    return text.replace(b"\\", rb"\\").replace(b'"', rb"\"") if token.kind == Kind.STRING else text


def _difference(
    before: Sequence[bytes], after: Sequence[bytes], old: Collection[bytes] = (), new: Collection[bytes] = ()
) -> str:
    """What is in one text and not in the other; empty where only declarations of the first are left out. `old`, `new`: what checks spell."""
    here = iter(_declarations(before))
    for number, declaration in enumerate(_declarations(after)):
        if not any(declaration == one or _says_same(one, declaration, old, new) for one in here):
            words = b" ".join(declaration[:12]).decode("latin-1")
            return f"declaration {number + 1} of the text is not the preprocessor's: {words}"
    return ""


def _says_same(one: Sequence[bytes], other: Sequence[bytes], old: Collection[bytes], new: Collection[bytes]) -> bool:
    """Whether two declarations differ in nothing but what checks say of their conditions."""
    return len(one) == len(other) and all(
        a == b or _is_message(a, b, old, new) for a, b in zip(one, other, strict=True)
    )


def _is_message(before: bytes, after: bytes, old: Collection[bytes], new: Collection[bytes]) -> bool:
    """Whether two literals are one text around the condition of a check."""
    if before[:1] != b'"' or after[:1] != b'"':
        return False
    a, b = _SPACES.sub(b"", before), _SPACES.sub(b"", after)
    said = [condition for condition in new if condition in b]
    return any(
        b.replace(condition, was, 1) == a
        for condition in said
        for was in old
        if was in a and len(b) - len(condition) == len(a) - len(was)
    )


def _declarations(tokens: Sequence[bytes]) -> Iterator[tuple[bytes, ...]]:
    """What stands outside of all brackets, up to a semicolon or the end of a block, behind the namespaces that it is in."""
    depth, first = 0, 0
    scopes: list[tuple[bytes, ...]] = []
    for index, text in enumerate(tokens):
        if depth == 0 and text == b"{" and {*tokens[first : first + 2]} & {b"namespace", b"extern"}:
            head = tuple(tokens[first : index + 1])
            if b"(" not in head and b"=" not in head:  # a function with `extern`, or a variable
                scopes.append(head)
                first = index + 1
                continue
        if depth == 0 and text == b"}" and scopes and first == index:
            scopes.pop()
            first = index + 1
            continue
        depth += (text in (b"{", b"(", b"[")) - (text in (b"}", b")", b"]"))
        if depth <= 0 and text in (b";", b"}"):
            yield tuple(word for scope in scopes for word in scope) + tuple(tokens[first : index + 1])
            first, depth = index + 1, 0
    if first < len(tokens):
        yield tuple(tokens[first:])
