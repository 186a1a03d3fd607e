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
        command = [compiler, *_PLACES, *near]
        wanted = [([*command, *r.arguments], text) for r in requests for text in texts]
        made = beside(lambda one: _preprocessed(*one), wanted)
    proofs = []
    for request, before, after in zip(requests, made[::2], made[1::2], strict=True):
        if before is not None:
            problem = "the preprocessor does not read the new text"
            if after is not None:
                problem = _difference(before, after)
            if after is not None and problem:
                problem = _difference(
                    *(_unspelled(project, name, text, [*command, *request.arguments], request.chip) for text in texts)
                )
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


def _unspelled(project: Project, name: str, text: bytes, command: Sequence[str], chip: str) -> list[bytes]:
    """The tokens of a text on a chip, where literals in the expansion of a check do not say what it is given."""
    source, own = Source(name, text, project.chips), next(c for c in project.chips if c.name == chip)
    rules = compile_library_rules(project.library_rules)
    checks = frozenset(name.encode() for name in (*rules.checks, *rules.safe_calls))
    given, added = list[bytes](), list[tuple[int, bytes]]()
    for index, token in enumerate(source.code):
        closer = source.pairs.get(index + 1, -1)
        if token.text in checks and source.text(index + 1) == b"(" and closer >= 0:
            added += [(token.start, b" %s%d " % (_BEGINS, len(given))), (source.code[closer].end, b" %s " % _ENDS)]
            said = b"".join(_escaped(one) for one in source.code[index + 2 : closer] if source.sees(own, one.start))
            given.append(_bare(said))
    marked, position = bytearray(), 0
    for at, word in sorted(added, key=lambda one: one[0]):
        marked += text[position:at] + word
        position = at
    made, around = list[bytes](), list[bytes]()
    for word in _preprocessed(command, bytes(marked) + text[position:]) or ():
        if word.startswith(_BEGINS):
            around.append(given[int(word.removeprefix(_BEGINS))])
        elif word == _ENDS:
            around.pop()
        elif around and word[:1] == b'"':
            bare = _bare(word)
            made.append(bare.replace(around[-1], b"#") if around[-1] and around[-1] in bare else word)
        else:
            made.append(word)
    return made


_BEGINS, _ENDS = b"migrate_check_begins_", b"migrate_check_ends"
_MARKS = re.compile(rb"\b(?:%s\d+|%s)\b" % (_BEGINS, _ENDS))


def _bare(text: bytes) -> bytes:
    """What # spells, without white space and joints between literals."""
    return _SPACES.sub(b"", _MARKS.sub(b"", text)).replace(rb"\"\"", b"")


def _escaped(token: Token) -> bytes:
    text = _SPACES.sub(b"", token.text)
    return text.replace(b"\\", rb"\\").replace(b'"', rb"\"") if token.kind == Kind.STRING else text


def _difference(before: Sequence[bytes], after: Sequence[bytes]) -> str:
    """What is in one text and not in the other; empty where only declarations of the first are left out."""
    here = iter(_declarations(before))
    for number, declaration in enumerate(_declarations(after)):
        if not any(declaration == one for one in here):
            words = b" ".join(declaration[:12]).decode("latin-1")
            return f"declaration {number + 1} of the text is not the preprocessor's: {words}"
    return ""


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
