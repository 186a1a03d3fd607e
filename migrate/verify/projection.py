"""The commuting square: for each chip, converting the legacy text preprocessed for that chip alone gives, token by
token, the converted output specialised to that chip. It proves the merge of the branches, not the rewriting.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from migrate.convert.function import Converted, convert_function
from migrate.convert.library import Draft
from migrate.frontend.compiler.background import BESIDE, BackgroundTask
from migrate.frontend.directives import Conditional, MacroSet, asks_about, branch_states, build_tree
from migrate.frontend.lex import COMMENT, all_texts, lex_whole, match_texts
from migrate.frontend.snippet_match import Found, SnippetMatch, snippet_match, without
from migrate.frontend.source import Function, Source
from migrate.model import Chip, KernelRow, Proof, Span
from migrate.project.library_rules import LibraryRules
from migrate.project.snippets import PLACE, UnifiedForm

Texts = list[bytes]
Decision = Callable[[Conditional], list[bool | None]]


def project(source: Source, chip: Chip, rules: LibraryRules) -> bytes:
    """The legacy text as this chip's preprocessor leaves it, every offset kept: what goes is blanked."""
    dropped: MacroSet = {name.encode(): None for name in rules.drop_macros}

    def decide(conditional: Conditional) -> list[bool | None]:
        if asks_about(conditional, dropped):
            return branch_states(conditional, {**source.macros(chip), **dropped})
        return source.states(conditional, chip) if source.resolves(conditional) else [None]

    return preprocess(source.data, source.tree.conditionals, decide)


def preprocess(data: bytes, conditionals: Iterable[Conditional], decide: Decision) -> bytes:
    """The text without the branches that are not taken, and without the directives of conditionals that are decided."""
    text = bytearray(data)
    pending = list(conditionals)
    while pending:
        conditional = pending.pop()
        states = decide(conditional)
        if None in states:
            pending.extend(child for branch in conditional.branches for child in branch.children)
            continue
        position = conditional.span.start
        for branch, state in zip(conditional.branches, states, strict=True):
            if state:
                _blank(text, Span(position, branch.body.start))
                pending.extend(branch.children)
                position = branch.body.end
        _blank(text, Span(position, conditional.span.end))
    return bytes(text)


def preprocess_unified(text: bytes, chip: Chip, chips: Sequence[Chip]) -> bytes:
    """A converted text as one chip's build sees it, where the rules keep one build per chip."""
    macros: dict[bytes, int | None] = {c.unified_macro.encode(): None for c in chips}
    macros[chip.unified_macro.encode()] = 1

    def decide(conditional: Conditional) -> list[bool | None]:
        return branch_states(conditional, macros) if asks_about(conditional, macros) else [None]

    return preprocess(text, build_tree(text, lex_whole(text)).conditionals, decide)


_BLANKS = bytes(0x0A if number == 0x0A else 0x20 for number in range(256))


def _blank(text: bytearray, span: Span) -> None:
    text[span.start : span.end] = text[span.start : span.end].translate(_BLANKS)


def project_source(source: Source, chip: Chip, rules: LibraryRules) -> Source:
    facts = [f for f in source.facts if f.chip == chip.name]
    text = project(source, chip, rules)
    kept = [t for t in source.tokens if text.startswith(t.text, t.start)]
    alone = Source(source.path, text, [chip], facts, kept, source.texts, source.kept)
    alone.whole = source
    return alone


class Projection:
    """One proof per converted function and chip that sees it. Begins with the functions as the rules leave them, the chips beside each other and
    beside the checks of the file: what these change of a function is proven again, of what they refuse nothing is said."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        chips = draft.unit.source.chips
        self._tasks = {chip: BackgroundTask(_check_chip, draft, draft.items, chip, gives_way=BESIDE) for chip in chips}
        self._known = {item.function.name_index: _proven(item) for item in draft.items}

    def proofs(self, items: Sequence[Converted]) -> list[Proof]:
        changed = [item for item in items if self._known.get(item.function.name_index) != _proven(item)]
        found: list[Proof] = []
        for chip, task in self._tasks.items():
            proofs = {**task.result(), **_check_chip(self._draft, changed, chip)}
            places = (item.function.name_index for item in items if item.text)
            found += [proofs[place] for place in places if place in proofs]
        return found


def _proven(item: Converted) -> tuple[object, ...]:
    """What a proof is about."""
    return item.unified, item.text, item.rows, item.relation


def _check_chip(draft: Draft, items: Sequence[Converted], chip: Chip) -> dict[int, Proof]:
    """By the place of the function's name."""
    given = [item for item in items if item.text]
    if not given:
        return {}
    unit = draft.unit
    source = unit.source
    alone = project_source(source, chip, unit.rules)
    by_offset = {f.name_offset(alone): f for f in alone.functions}
    proofs: dict[int, Proof] = {}
    for item in given:
        offset = source.code[item.function.name_index].start
        if source.sees(chip, offset):
            proofs[item.function.name_index] = _check_one(item, chip, alone, by_offset.get(offset), draft)
    return proofs


def _check_one(item: Converted, chip: Chip, alone: Source, function: Function | None, draft: Draft) -> Proof:
    if function is None:
        return Proof(
            "projection", item.unified, "different", "the function is not found in the chip's own text", chip.name
        )
    if item.relation == "none" and alone.data[function.span.start : function.span.end] == item.source_text:
        return Proof("projection", item.unified, "equal", "no conditional", chip.name)
    unit = draft.unit
    rules = unit.rules
    single = convert_function(alone, function, rules, unit.prototypes, draft.internal, False, draft.passing)
    if not single.text:
        reason = single.refusals[0].message if single.refusals else "no text"
        return Proof("projection", item.unified, "different", f"the chip's own text is refused: {reason}", chip.name)
    left = normalise(single.text, chip.name, single.rows, rules)
    text = item.text if rules.dispatch == "runtime" else preprocess_unified(item.text, chip, unit.source.chips)
    right = normalise(text, chip.name, item.rows, rules)
    if left == right:
        return Proof("projection", item.unified, "equal", "", chip.name)
    return Proof("projection", item.unified, "different", _difference(left, right), chip.name)


def _difference(left: Texts, right: Texts) -> str:
    for number, (a, b) in enumerate(zip(left, right, strict=False)):
        if a != b:
            before = b" ".join(left[max(0, number - 5) : number]).decode("utf-8", "replace")
            alone, merged = a.decode("utf-8", "replace"), b.decode("utf-8", "replace")
            return f"behind `{before}`: alone `{alone}`, specialised `{merged}`"
    longer = left if len(left) > len(right) else right
    extra = longer[min(len(left), len(right))].decode("utf-8", "replace")
    return f"{len(left)} and {len(right)} tokens, then `{extra}`"


def normalise(text: bytes, chip: str, rows: Sequence[KernelRow], rules: LibraryRules) -> Texts:
    """Tokens of a converted function as one chip runs it, launches spelled with the row they take."""
    texts = [token for token in all_texts(text) if token[:2] not in COMMENT]
    table = {r.key: r for r in rows if r.chip == chip}
    choices = _Choices.of(rules.unified)
    if not choices.anchors.isdisjoint(texts):
        texts = _specialise(texts, chip, table, choices)
    texts = _name_launches(texts, table, rules.launch_forms)
    if chip in rules.synchronous:  # a wait behind a launch that has waited is nothing
        texts = list(without(snippet_match(rules.unified.wait), texts))
    if b"false" in texts:
        texts = _cut_unreachable(_with_refusals(texts, rules))
    return _without_unused(_without_braces(_without_empty(texts)), rules.unified)


@dataclass(frozen=True)
class _Choices:
    """What depends on a chip's rows in a converted text."""

    follows: SnippetMatch
    requires: tuple[SnippetMatch, ...]
    refusals: tuple[SnippetMatch, ...]

    @staticmethod
    def of(form: UnifiedForm) -> _Choices:
        requires = (form.require_kernel, form.helper_require_kernel, form.value_require_kernel)
        refusals = (form.not_supported, form.helper_not_supported, form.value_not_supported)
        return _Choices(
            snippet_match(form.follows),
            tuple(map(snippet_match, filter(None, requires))),
            tuple(map(snippet_match, filter(None, refusals))),
        )

    @property
    def heads(self) -> frozenset[bytes]:
        """Tokens that one of them may begin with; empty where that is any."""
        found = {b"if", *(match.head for match in (*self.requires, *self.refusals))}
        return frozenset() if b"" in found else frozenset(found)

    @property
    def anchors(self) -> frozenset[bytes]:
        return frozenset(match.anchor for match in (self.follows, *self.requires, *self.refusals))


def _specialise(texts: Texts, chip: str, table: Mapping[str, KernelRow], choices: _Choices) -> Texts:
    """Take the branch of the form that the chip follows; a check of the kernel table holds or refuses."""
    pairs: Mapping[int, int] | None = None
    result: Texts = []
    index, heads = 0, choices.heads
    for place in [i for i, text in enumerate(texts) if text in heads] if heads else range(len(texts)):
        if place < index:
            continue
        result += texts[index:place]
        index = place
        if _follows(texts, index, choices):
            pairs = match_texts(texts) if pairs is None else pairs
            index = _chain(texts, pairs, index, chip, table, result, choices)
        elif found := _first(choices.requires, texts, index):
            if found.places["key"][1].decode() not in table:
                result += _REFUSAL
            index = found.end
        elif found := _first(choices.refusals, texts, index):
            result += _REFUSAL
            index = found.end
    return result + texts[index:]


def _first(matches: Iterable[SnippetMatch], texts: Texts, index: int) -> Found | None:
    return next((found for match in matches if (found := match.at(texts, index))), None)


_REFUSAL = [b"@refused", b"(", b"false", b")", b";"]


def _with_refusals(texts: Texts, rules: LibraryRules) -> Texts:
    """A check of false, by whatever name, is what a chip without the kernel answers."""
    checks = {(rules.name(name) or name).encode() for name in rules.checks}
    return [
        _REFUSAL[0] if text in checks and texts[number + 1 : number + 5] == _REFUSAL[1:] else text
        for number, text in enumerate(texts)
    ]


def _follows(texts: Texts, index: int, choices: _Choices) -> list[Found]:
    """The tests of a chip's variant, of which one holds, in an `if` that begins here; none where it asks something else."""
    if texts[index : index + 2] != [b"if", b"("]:
        return []
    found, index = list[Found](), index + 2
    while (one := choices.follows.at(texts, index)) is not None:
        found.append(one)
        if texts[one.end : one.end + 1] != [b"||"]:
            return found if texts[one.end : one.end + 1] == [b")"] else []
        index = one.end + 1
    return []


def _chain(
    texts: Texts,
    pairs: Mapping[int, int],
    index: int,
    chip: str,
    table: Mapping[str, KernelRow],
    result: Texts,
    choices: _Choices,
) -> int:
    """Copy the branch that the chip takes; the index behind the whole chain."""
    taken = False
    while True:
        opener = pairs[index + 1] + 1
        asked = (
            [one.places[name][1].decode() for name in ("key", "variant")] for one in _follows(texts, index, choices)
        )
        holds = any((row := table.get(key)) is not None and row.follows == form for key, form in asked)
        if not taken and holds:
            result += _specialise(texts[opener + 1 : pairs[opener]], chip, table, choices)
            taken = True
        index = pairs[opener] + 1
        if texts[index : index + 1] != [b"else"]:
            return index
        if _follows(texts, index + 1, choices):
            index += 1
            continue
        opener = index + 1
        if not taken:
            result += _specialise(texts[opener + 1 : pairs[opener]], chip, table, choices)
        return pairs[opener] + 1


def _name_launches(texts: Texts, table: Mapping[str, KernelRow], forms: Sequence[str]) -> Texts:
    result = list(texts)
    for form in forms:
        for _, found in snippet_match(form).anywhere(texts):
            index, key = found.places["key"]
            row = table.get(key.decode())
            result[index] = f'"{row.symbol} on {row.cores} with {row.args}"'.encode() if row else b'"no row"'
    return result


def _cut_unreachable(texts: Texts) -> Texts:
    """Without what stands behind an unconditional refusal in its block, unless a label lets a jump get there."""
    if b"false" not in texts:
        return list(texts)
    result: Texts = []
    index = 0
    while index < len(texts):
        result.append(texts[index])
        index += 1
        if result[-5:] == _REFUSAL and result[-6] in _ENDS:
            end = _block_end(texts, index)
            index = index if _entered(texts[index:end], result) else end
    return result


def _block_end(texts: Texts, index: int) -> int:
    """The closing brace of the block that `index` is in."""
    depth = 0
    while index < len(texts) and not (texts[index] == b"}" and depth == 0):
        depth += (texts[index] == b"{") - (texts[index] == b"}")
        index += 1
    return index


def _entered(rest: Texts, before: Texts) -> bool:
    """Whether a switch or a jump from before gets into the rest of a block."""
    depth = 0
    for index, text in enumerate(rest):
        depth += (text == b"{") - (text == b"}")
        if depth == 0 and text in (b"case", b"default"):
            return True
        if text == b":" and any(before[i : i + 2] == [b"goto", rest[index - 1]] for i in range(len(before))):
            return True
    return False


_ENDS = (b";", b"{", b"}")
_EMPTY = re.compile(rb"[;{}] ;")


def _without_empty(texts: Texts) -> Texts:
    if _EMPTY.search(b" ".join(texts)) is None:
        return list(texts)
    result: Texts = []
    depth = 0
    for text in texts:
        if text == b"(":
            depth += 1
        elif text == b")":
            depth -= 1
        elif text == b";" and depth == 0 and result and result[-1] in (b";", b"{", b"}"):
            continue
        result.append(text)
    return result


_GOVERNS = (b"if", b"for", b"while")
_CONTROL = frozenset((*_GOVERNS, b"else", b"do", b"switch", b"try", b"case", b"default", b"{", b"}"))


def _without_braces(texts: Texts) -> Texts:
    """Braces around one plain statement that something governs are none: a wait behind it, which this chip does not need, may have had them written."""
    openers = [i for i, text in enumerate(texts) if text == b"{" and texts[i - 1] in (b")", b"else")]
    if not openers:
        return texts
    pairs = match_texts(texts)
    ends = {closer: opener for opener, closer in pairs.items() if texts[closer] == b")"}
    gone = set[int]()
    for opener in openers:
        closer = pairs.get(opener, opener)
        head = ends.get(opener - 1, 0) - 1
        governed = texts[opener - 1] == b"else" or texts[head] in _GOVERNS
        inside = texts[opener + 1 : closer]
        if governed and inside[-1:] == [b";"] and inside.count(b";") == 1 and _CONTROL.isdisjoint(inside):
            gone |= {opener, closer}
    return [text for i, text in enumerate(texts) if i not in gone]


def _without_unused(texts: Texts, form: UnifiedForm) -> Texts:
    """The variables of the unified form are declared where any chip needs them, under a name that no chip's text has: not compared."""
    text, handle = b" ".join(texts), form.handle
    passed = _passed_handle(form.passed.get("handle", ""))
    if passed and (match := passed.search(text)):  # a helper that names something else so calls it otherwise
        text, handle = _renamed(text, match.group(1), _HANDLE.encode()), _HANDLE
    for number, declaration in enumerate(_patterns(handle, tuple(form.variables.items()))):
        if match := declaration.search(text):
            text = text[: match.start()] + text[match.end() :]
            text = _renamed(text, match.group(1), b"@%d" % number)
    return text.split(b" ")


def _renamed(text: bytes, name: bytes, new: bytes) -> bytes:
    """Tokens joined by blanks, with another one in place of each `name`."""
    if name not in text:
        return text
    if len(text.translate(None, b"\t\n\r\f\v")) < len(text):  # in a token that goes over several lines
        return re.sub(rb"(?<!\S)%b(?!\S)" % name, new, text)
    return b" ".join([new if word == name else word for word in text.split(b" ")])


_HANDLE = "migrateHandle"


@lru_cache(maxsize=8)
def _passed_handle(declaration: str) -> re.Pattern[bytes] | None:
    marked = PLACE.sub(_HANDLE, declaration)
    text = re.escape(b" ".join(t.text for t in lex_whole(marked.encode())))
    return re.compile(text.replace(_HANDLE.encode(), rb"(\w+)")) if _HANDLE in marked else None


@lru_cache(maxsize=8)
def _patterns(handle: str, variables: tuple[tuple[str, str], ...]) -> tuple[re.Pattern[bytes], ...]:
    """Of each variable's declaration, with the name that it has there."""
    found = []
    for name, declaration in variables:
        marked = PLACE.sub(lambda match: handle if match[1] == "handle" else f"migrateHole_{match[1]}", declaration)
        text = re.escape(b" ".join(t.text for t in lex_whole(marked.encode())))
        text = text.replace(f"migrateHole_{name}".encode(), rb"(\w+)", 1)
        text = text.replace(f"migrateHole_{name}".encode(), rb"\1")
        found.append(re.compile(rb" " + re.sub(rb"migrateHole_\w+", rb"(?:\\w+|@\\d+)", text)))
    return tuple(found)
