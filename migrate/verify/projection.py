"""The commuting square: for each chip, converting the legacy text preprocessed for that chip alone gives, token by
token, the converted output specialised to that chip. It proves the merge of the branches, not the rewriting.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from migrate.convert.function import Converted, convert_function
from migrate.frontend.background import BackgroundTask
from migrate.frontend.directives import Conditional, MacroSet, asks_about, branch_states, build_tree
from migrate.frontend.lex import Kind, Token, lex_whole, match_brackets
from migrate.frontend.prototypes import Prototype
from migrate.frontend.source import Function, Source
from migrate.model import Chip, KernelRow, Proof, Span
from migrate.project.library_rules import LibraryRules

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


def _blank(text: bytearray, span: Span) -> None:
    text[span.start : span.end] = bytes(0x0A if b == 0x0A else 0x20 for b in text[span.start : span.end])


def project_source(source: Source, chip: Chip, rules: LibraryRules) -> Source:
    facts = [f for f in source.facts if f.chip == chip.name]
    text = project(source, chip, rules)
    kept = [t for t in source.tokens if text.startswith(t.text, t.start)]
    return Source(source.path, text, [chip], facts, kept, source.texts, source.kept)


def check(
    source: Source,
    converted: Sequence[Converted],
    rules: LibraryRules,
    prototypes: Mapping[str, Prototype],
    internal: frozenset[str],
) -> list[Proof]:
    """One proof per converted function and chip that sees it; the chips beside each other."""
    rest = [
        BackgroundTask(_check_chip, source, chip, converted, rules, prototypes, internal) for chip in source.chips[1:]
    ]
    first = [_check_chip(source, chip, converted, rules, prototypes, internal) for chip in source.chips[:1]]
    return [proof for proofs in (*first, *(task.result() for task in rest)) for proof in proofs]


def _check_chip(
    source: Source,
    chip: Chip,
    converted: Sequence[Converted],
    rules: LibraryRules,
    prototypes: Mapping[str, Prototype],
    internal: frozenset[str],
) -> list[Proof]:
    alone = project_source(source, chip, rules)
    by_offset = {f.name_offset(alone): f for f in alone.functions}
    proofs: list[Proof] = []
    for item in converted:
        offset = source.code[item.function.name_index].start
        if item.text and source.sees(chip, offset):
            function = by_offset.get(offset)
            proofs.append(_check_one(item, chip, alone, function, rules, prototypes, internal, source.chips))
    return proofs


def _check_one(
    item: Converted,
    chip: Chip,
    alone: Source,
    function: Function | None,
    rules: LibraryRules,
    prototypes: Mapping[str, Prototype],
    internal: frozenset[str],
    chips: Sequence[Chip],
) -> Proof:
    if function is None:
        return Proof(
            "projection", item.unified, "different", "the function is not found in the chip's own text", chip.name
        )
    if item.relation == "none" and alone.data[function.span.start : function.span.end] == item.source_text:
        return Proof("projection", item.unified, "equal", "no conditional", chip.name)
    single = convert_function(alone, function, rules, prototypes, function.name in internal, layout=False)
    if not single.text:
        reason = single.refusals[0].message if single.refusals else "no text"
        return Proof("projection", item.unified, "different", f"the chip's own text is refused: {reason}", chip.name)
    left = normalise(single.text, chip.name, single.rows)
    text = item.text if rules.dispatch == "runtime" else preprocess_unified(item.text, chip, chips)
    right = normalise(text, chip.name, item.rows)
    if left == right:
        return Proof("projection", item.unified, "equal", "", chip.name)
    return Proof("projection", item.unified, "different", _difference(left, right), chip.name)


def _difference(left: Texts, right: Texts) -> str:
    for number, (a, b) in enumerate(zip(left, right, strict=False)):
        if a != b:
            before = b" ".join(left[max(0, number - 5) : number]).decode("utf-8", "replace")
            alone, merged = a.decode("utf-8", "replace"), b.decode("utf-8", "replace")
            return f"behind `{before}`: alone {alone!r}, specialised {merged!r}"
    longer = left if len(left) > len(right) else right
    extra = longer[min(len(left), len(right))].decode("utf-8", "replace")
    return f"{len(left)} and {len(right)} tokens, then {extra!r}"


def normalise(text: bytes, chip: str, rows: Sequence[KernelRow]) -> Texts:
    """Tokens of a converted function as one chip runs it, launches spelled with the row they take."""
    tokens = [t for t in lex_whole(text) if t.kind != Kind.COMMENT]
    table = {r.key: r for r in rows if r.chip == chip}
    texts = [t.text for t in tokens]
    if not _CHOICES.isdisjoint(texts):
        texts = _specialise(tokens, chip, table)
    texts = _name_launches(texts, table)
    if b"false" in texts:
        texts = _cut_unreachable(texts)
    return _without_unused(_without_empty(texts))


_CHOICES = frozenset((b"follows", b"TPUDNN_REQUIRE_KERNEL", b"notSupported"))


def _specialise(tokens: Sequence[Token], chip: str, table: Mapping[str, KernelRow]) -> Texts:
    """Take the branch of the form that the chip follows; a check of the kernel table holds or refuses."""
    pairs = match_brackets(tokens)
    texts = [t.text for t in tokens]
    result: Texts = []
    index = 0
    while index < len(texts):
        if texts[index] == b"if" and _follows(texts, index):
            index = _chain(tokens, texts, pairs, index, chip, table, result)
            continue
        if texts[index] == b"TPUDNN_REQUIRE_KERNEL" and texts[index + 1] == b"(":
            key = texts[pairs[index + 1] - 1].strip(b'"').decode("utf-8", "replace")
            if key not in table:
                result += _REFUSAL
            index = pairs[index + 1] + 2
            continue
        if texts[index] == b"return" and texts[index + 2 : index + 4] == [b"->", b"notSupported"]:
            result += _REFUSAL
            index = pairs[index + 4] + 2
            continue
        result.append(texts[index])
        index += 1
    return result


_REFUSAL = [b"TPUDNN_CHECK", b"(", b"false", b")", b";"]


def _follows(texts: Texts, index: int) -> bool:
    return texts[index + 1 : index + 2] == [b"("] and texts[index + 3 : index + 6] == [b"->", b"follows", b"("]


def _chain(
    tokens: Sequence[Token],
    texts: Texts,
    pairs: Mapping[int, int],
    index: int,
    chip: str,
    table: Mapping[str, KernelRow],
    result: Texts,
) -> int:
    """Copy the branch that the chip takes; the index behind the whole chain."""
    taken = False
    while True:
        key, form = (t.strip(b'"').decode("utf-8", "replace") for t in (texts[index + 6], texts[index + 8]))
        opener = pairs[index + 1] + 1
        row = table.get(key)
        if not taken and row is not None and row.follows == form:
            result += _specialise(tokens[opener + 1 : pairs[opener]], chip, table)
            taken = True
        index = pairs[opener] + 1
        if texts[index : index + 1] != [b"else"]:
            return index
        if texts[index + 1] == b"if":
            index += 1
            continue
        opener = index + 1
        if not taken:
            result += _specialise(tokens[opener + 1 : pairs[opener]], chip, table)
        return pairs[opener] + 1


def _name_launches(texts: Texts, table: Mapping[str, KernelRow]) -> Texts:
    result = list(texts)
    launches = [i for i, text in enumerate(texts[:-2]) if text == b"launchKernel"]
    for index in launches:
        if texts[index + 1] == b"(":
            row = table.get(texts[index + 2].strip(b'"').decode("utf-8", "replace"))
            result[index + 2] = f'"{row.symbol} on {row.cores} with {row.args}"'.encode() if row else b'"no row"'
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
        depth += (text == b"(") - (text == b")")
        if text == b";" and depth == 0 and result and result[-1] in (b";", b"{", b"}"):
            continue
        result.append(text)
    return result


def _without_unused(texts: Texts) -> Texts:
    """The implementation and the owner of buffers are declared where any chip needs them, under a name that no chip's text has:
    not compared."""
    text = b" ".join(texts)
    for number, declaration in enumerate((_IMPLEMENTATION, _MEMORY)):
        if match := declaration.search(text):
            text = text[: match.start()] + text[match.end() :]
            text = re.sub(rb"(?<!\S)%b(?!\S)" % match.group(1), b"@%d" % number, text)
    return text.split(b" ")


_IMPLEMENTATION = re.compile(rb" auto (\w+) = static_cast < TPUDNNImpl \* > \( handle \) ;")
_MEMORY = re.compile(rb" TPUDNNScopedMemory (\w+) \( (?:\w+|@0) \) ;")
