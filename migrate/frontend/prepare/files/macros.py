"""Macros of a source that check, wrap and launch, or name what has another name in the output: where no rule names one, its uses are expanded as the preprocessor would, before anything else.

What the source then says is converted like any other text. A macro that each chip defines in its own way becomes a conditional where it is used;
prepare/statements.py puts that around the statement. A definition counts up to its `#undef`. A macro that has several definitions at one place for a chip stays, and so does
a use of one with # or ## from another macro's body where the operators would see a name that may be a macro: functions that use it are refused (L117).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from migrate.frontend.compiler.compilers import Compilers
from migrate.frontend.compiler.standard_macros import standard_macros
from migrate.frontend.directives import defined_name
from migrate.frontend.lex import SIGNS, Kind, Token, all_texts, lex
from migrate.frontend.option_macros import asked_by
from migrate.frontend.prepare.chip_branches import branches
from migrate.frontend.prepare.edited import Edited, Replacement
from migrate.frontend.source import Source
from migrate.frontend.statements import block_around
from migrate.model import Chip, Span
from migrate.project.library_rules import LibraryRules

_DEFINE = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+(\w+)(\(([^)]*)\))?((?:\\[ \t]*\r?\n|[^\n])*)", re.MULTILINE)
_CONTINUED = re.compile(rb"[ \t]*\\[ \t]*\r?\n")


@dataclass(frozen=True)
class Macro:
    name: bytes
    parameters: tuple[bytes, ...] | None
    body: bytes
    chips: tuple[str, ...] = ()
    start: int = 0  # what stands before is not it
    end: int = sys.maxsize  # nor what stands behind its #undef

    def is_seen(self, at: int) -> bool:
        return self.start < at < self.end

    @classmethod
    def of(cls, text: bytes) -> Macro:
        """Of name, parameters and body as they stand behind `#define`, on one line."""
        match = _DEFINE.match(b"#define " + text)
        assert match is not None
        return cls(match[1], _parameters(match), _without_comments(match[4].strip()))


def expanded(source: Source, rules: LibraryRules, others: Collection[bytes] = ()) -> Edited | None:
    """A source with such macros expanded; None where it has none. `others`: names that headers and the build define."""
    earlier = _earlier(source.data)
    twofold = {
        name
        for name, end in earlier.items()
        if source.where(name, 0, source.index_at(end)) and _expands_everywhere(source, rules, name, end)
    }
    macros = _macros(source, _candidates(source.data, rules, twofold))
    mine = {match[1] for match in _DEFINE.finditer(source.data)}
    replacements = list(Expander(source, macros, frozenset((*mine, *others))).replacements())
    replacements += _done(source, macros, replacements)
    return Edited(source, replacements) if replacements else None


def may_expand(data: bytes, rules: LibraryRules) -> bool:
    if b"define" in data and (_earlier(data) or _candidates(data, rules)):
        return True
    return _WORDED.search(data) is not None and not SIGNS.keys().isdisjoint(all_texts(data))


def _done(
    source: Source, macros: Mapping[bytes, list[Macro]], replacements: Sequence[Replacement]
) -> Iterator[Replacement]:
    """Definitions within a list of enumerators or values, with their `#undef`, that nothing uses any more."""
    gone = [one.span for one in replacements]
    left = {
        name
        for name in macros
        for index in source.where(name, 0, len(source.code))
        if not any(span.start <= source.code[index].start < span.end for span in gone)
    }
    asked = frozenset[bytes]().union(*map(asked_by, source.conditionals))
    for one in source.tree.others if not left else ():
        name = defined_name(one) if one.keyword in (b"define", b"undef") else b""
        others = (other for other in source.tree.others if other is not one and name in _WORD.findall(other.token.text))
        only = all(other.keyword in (b"define", b"undef") and defined_name(other) == name for other in others)
        if name in macros and name not in asked and only and not source.conditionals_around(one.token.span):
            opener = block_around(source, source.index_at(one.token.start))
            lists = source.text(opener) == b"{" and source.text(opener - 1) != b")"
            if lists and not _includes(source, one.token.start, source.code[source.pairs[opener]].start):
                yield Replacement(one.line, ())


def _includes(source: Source, start: int, end: int) -> bool:
    """Whether a file is included between two places of a source: it may use what is defined there."""
    return any(
        one.keyword.startswith((b"include", b"import")) and start < one.token.start < end for one in source.tree.others
    )


_WORDED = re.compile(rb"\b(?:" + b"|".join(SIGNS) + rb")\b")


def _in_signs(text: bytes) -> bytes:
    """A text with operators that are words spelled as signs."""
    for token in reversed(lex(text)) if _WORDED.search(text) else ():
        if token.text in SIGNS:
            text = text[: token.start] + SIGNS[token.text] + text[token.end :]
    return text


def _candidates(data: bytes, rules: LibraryRules, twofold: Collection[bytes] = ()) -> frozenset[bytes]:
    """Macros without a rule whose bodies, or those that they use, have something for the rules, or a name that is also another thing's."""
    bodies: dict[bytes, list[bytes]] = {}
    given: dict[bytes, frozenset[bytes]] = {}
    for match in _DEFINE.finditer(data):
        bodies.setdefault(match[1], []).append(match[4])
        given[match[1]] = given.get(match[1], frozenset()) | {*(_parameters(match) or ())}
    declared = _declared(data) - bodies.keys() if bodies else frozenset()
    words = {n: {t.text for own in known for t in lex(own) if t.kind == Kind.IDENT} for n, known in bodies.items()}
    handles = _of_handles(data, rules) if any(words.values()) else frozenset()
    found = {
        name
        for name, known in bodies.items()
        if not is_named(rules, name)
        and (
            name in twofold
            or rules.has_legacy_form(name.decode("utf-8", "replace"))
            or not handles.isdisjoint(words[name])
            or any(_legacy(rules, one) for one in known)
            or _different_texts(known)
            or any(is_opaque(all_texts(own), given[name], declared) for own in known)
        )
    }
    while True:
        more = {name for name, used in words.items() if used & found and not is_named(rules, name)} - found
        more |= {n for n in _given(data, found) if n in bodies and given[n] and not is_named(rules, n)} - found
        if not more:
            return frozenset(found)
        found |= more


def _given(data: bytes, names: Collection[bytes]) -> set[bytes]:
    """What is called with one of these macros, which takes arguments itself, as an argument: lists that are written for every such macro."""
    taking = {match[1] for match in _DEFINE.finditer(data) if match[2] is not None and match[1] in names}
    return {match[1] for match in _WITH_NAME.finditer(data) if match[2] in taking} if taking else set()


_WITH_NAME = re.compile(rb"\b(\w+)\s*\(\s*(?:[^();#]*,\s*)?(\w+)\s*[,)]")


def is_opaque(body: Iterable[bytes], parameters: Collection[bytes], declared: Collection[bytes]) -> bool:
    """Whether what a macro stands for is more than a value made of its arguments: it sets something, leaves, names a variable or a field, is a part of
    an expression, or is an argument itself."""
    words = list(body)
    if not words:
        return False
    if _DOES.intersection(words) or hangs(words) or is_argument(words, parameters):
        return True
    return not {*words}.isdisjoint({*declared} - {*parameters})


def hangs(words: Sequence[bytes]) -> bool:
    """Whether an operator begins or ends a text that has its other side elsewhere."""
    return words[0] in _OPERATORS or words[-1] in (*_OPERATORS, *_PREFIXES)


def is_argument(words: Sequence[bytes], parameters: Collection[bytes]) -> bool:
    """Whether a macro's body is one of its parameters, perhaps in parentheses, and nothing else."""
    return [word for word in words if word not in (b"(", b")")] in ([one] for one in parameters)


_OPERATORS = frozenset(
    b"|| && ? : , == != < > <= >= / % | ^ << >> or and not_eq bitor xor".split()
)  # that have something on both sides
_PREFIXES = frozenset(b"+ - * & ! ~ not compl bitand".split())
_DOES = frozenset(
    b"= += -= *= /= %= &= |= ^= <<= >>= ++ -- and_eq or_eq xor_eq . -> goto return break continue throw case default "
    b"if else for while do switch try catch { }".split()
)


@lru_cache(maxsize=4)
def _declared(data: bytes) -> frozenset[bytes]:
    """Names that stand behind another word, as those of variables and parameters do."""
    return frozenset(match[1] for match in _BEHIND_A_TYPE.finditer(data)) - _BEFORE_PARENTHESES


_BEHIND_A_TYPE = re.compile(rb"[A-Za-z_]\w*(?:[\s*&]|>)+([A-Za-z_]\w*)\s*(?=[=;,)\[{(])")


def _of_handles(data: bytes, rules: LibraryRules) -> frozenset[bytes]:
    """Functions that take a handle, and what they call it: it has another name in the output, and so have they."""
    types = b"|".join(re.escape(one.encode()) for one in sorted(rules.handle_types))
    found = set[bytes]()
    for match in re.finditer(rb"\b(?:%b)\b[\s*&]*(\w+)" % types, data) if types else ():
        before = max(data.rfind(one, 0, match.start()) for one in (b"(", b")", b"{", b"}", b";"))
        called = _CALLED.search(data, max(before - 100, 0), before + 1)
        if called is not None:
            found |= {called[1], match[1]}
    return frozenset(found)


_CALLED = re.compile(rb"(\w+)\s*\(\Z")


def _different_texts(bodies: Sequence[bytes]) -> bool:
    """Whether a macro stands for one text in one place and for another elsewhere, as the name of each chip's kernel."""
    texts = [[t for t in lex(b" " + body) if t.kind != Kind.COMMENT] for body in bodies]
    known = {tuple(t.text for t in own) for own in texts}
    return len(known) > 1 and all(own and all(t.kind == Kind.STRING for t in own) for own in texts)


@lru_cache(maxsize=4)
def _earlier(data: bytes) -> Mapping[bytes, int]:
    """Names that stand in the text before they are defined as macros, with the definition's offset: there they may be something else, which a
    definition that comes along to a header would replace."""
    first = {match[1]: match.start() for match in reversed(list(_DEFINE.finditer(data)))}
    if not first:
        return {}
    words = {match[0]: match.start() for match in reversed(list(_WORD.finditer(data)))}
    return {name: at for name, at in first.items() if words[name] < at}


_WORD = re.compile(rb"[A-Za-z_]\w*")
_BEFORE_PARENTHESES = frozenset((b"if", b"while", b"for", b"switch", b"return", b"sizeof", b"case"))


def _expands_everywhere(source: Source, rules: LibraryRules, name: bytes, start: int) -> bool:
    """Whether no use of a macro may be an argument that another macro spells: what it stands in is known to be none of these."""
    bodies = {match[1]: match[4] for match in _DEFINE.finditer(source.data)}
    spelling = {one for one, body in bodies.items() if b"#" in body}
    functions = {function.name.encode() for function in source.functions}
    for index in source.where(name, source.index_at(start), len(source.code)):
        for opener in _around(source, index):
            called = source.code[opener - 1]
            if called.kind != Kind.IDENT or called.text in _BEFORE_PARENTHESES or called.text in functions:
                continue
            text = called.text.decode("utf-8", "replace")
            known = (
                is_named(rules, called.text)
                or text in rules.safe_calls
                or rules.concerns(text)
                or called.text in bodies
            )
            if not known or called.text in spelling:
                return False
    return True


def _around(source: Source, index: int) -> Iterator[int]:
    """The parentheses around a token, within its statement."""
    while source.text(index) not in (b";", b"{", b"}", b""):
        index -= 1
        if source.text(index) in (b")", b"]"):
            index = source.pairs.get(index, index)
        elif source.text(index) == b"(":
            yield index


def is_named(rules: LibraryRules, name: bytes) -> bool:
    """Whether a rule says what becomes of a macro, by its very name."""
    text = name.decode("utf-8", "replace")
    known = (rules.names, rules.provided, rules.checks, rules.safe_calls, rules.calls, rules.prints, rules.launch)
    return any(text in one for one in known)


def _legacy(rules: LibraryRules, body: bytes) -> bool:
    """Whether a body launches, calls or checks, or has a name that would have to be another one: bodies are not rewritten."""
    tokens = lex(body)
    if any(t.kind == Kind.IDENT and rules.is_legacy(t.text.decode("utf-8", "replace")) for t in tokens):
        return True
    for token, after in pairwise(tokens):
        text = token.text.decode("utf-8", "replace")
        called = token.kind == Kind.IDENT and after.text == b"("
        if called and (text in rules.launch or text in rules.calls or rules.concerns(text) or text in rules.checks):
            return True
        if called and token.text in _OVERLOADED:
            return True
        if token.text in (b".", b"->") and after.text == rules.address_field.encode():
            return True
    return False


# Functions of C of which C++ has one for each type: which of them is meant, a name in a function tells, and one in a macro does not.
_OVERLOADED = frozenset(
    b"abs div fabs acos asin atan atan2 ceil cos cosh exp floor fmod frexp ldexp log log10 modf pow sin sinh sqrt tan tanh acosh asinh atanh cbrt "
    b"copysign erf erfc exp2 expm1 fdim fma fmax fmin hypot ilogb lgamma llrint llround log1p log2 logb lrint lround nearbyint nextafter remainder "
    b"rint round scalbn tgamma trunc isnan isinf isfinite isnormal signbit".split()
)


def _macros(source: Source, names: frozenset[bytes]) -> dict[bytes, list[Macro]]:
    found: dict[bytes, list[Macro]] = {}
    spoilt = set[bytes]()
    for match in _DEFINE.finditer(source.data):
        name, body = match[1], _CONTINUED.sub(b"\n", match[4]).strip()
        if name not in names:
            continue
        if any(token.kind == Kind.DIRECTIVE for token in lex(b" " + body)) or b"__VA_OPT__" in body:
            spoilt.add(name)
        if any(b"..." in one and one != b"..." for one in _parameters(match) or ()):
            spoilt.add(name)  # several arguments under a name of their own
        around = (c for c in source.conditionals if c.span.start <= match.start() < c.span.end)
        if any(map(Compilers.of(source).decides, around)):
            spoilt.add(name)  # the compiler that builds chooses
        chips = tuple(chip.name for chip in source.chips if source.sees(chip, match.start()))
        found.setdefault(name, []).append(
            Macro(name, _parameters(match), _without_comments(body), chips, match.start())
        )
    ended = _ended(source, found)
    for name, definitions in found.items():
        ends = ended.get(name, [])
        if ends is None or not _one_at_a_time(definitions, ends):
            spoilt.add(name)
    return {
        name: [
            replace(one, end=min((end for end in ended.get(name) or () if end > one.start), default=one.end))
            for one in known
        ]
        for name, known in found.items()
        if name not in spoilt
    }


def _ended(source: Source, names: Collection[bytes]) -> dict[bytes, list[int] | None]:
    """Where the names are undefined again, for all chips; None where it depends on something."""
    found: dict[bytes, list[int] | None] = {}
    for match in _UNDEF.finditer(source.data) if names else ():
        if match[1] in names:
            everywhere = not any(c.span.start <= match.start() < c.span.end for c in source.conditionals)
            known = found.setdefault(match[1], [])
            if known is None or not everywhere:
                found[match[1]] = None
            else:
                known.append(match.start())
    return found


_UNDEF = re.compile(rb"^[ \t]*#[ \t]*undef[ \t]+(\w+)", re.MULTILINE)


def _one_at_a_time(definitions: Sequence[Macro], ends: Sequence[int]) -> bool:
    """Whether each chip has undefined what it has before it defines it again."""
    for one, other in pairwise(sorted(definitions, key=lambda d: d.start)):
        between = any(one.start < end < other.start for end in ends)
        if not between and {*one.chips} & {*other.chips}:
            return False
    return True


def _parameters(match: re.Match[bytes]) -> tuple[bytes, ...] | None:
    return None if match[2] is None else tuple(p.strip() for p in match[3].split(b",") if p.strip())


def _without_comments(body: bytes) -> bytes:
    for token in reversed(lex(body)):
        if token.kind == Kind.COMMENT:
            body = body[: token.start] + b" " + body[token.end :]
    return body


class Expander:
    """Uses of macros in a source, each definition with the chips that see it."""

    def __init__(
        self, source: Source, macros: Mapping[bytes, list[Macro]], known: Collection[bytes] | None = None
    ) -> None:
        """`known`: all names that may be macros; None where nobody knows them."""
        self.source = source
        self.macros = macros
        self.known = known

    def replacements(self) -> Iterator[Replacement]:
        source, index = self.source, 0
        while index < len(source.code):
            use = self.use(index) if source.code[index].text in self.macros else None
            if use is not None:
                last, replacement = use
                yield Replacement(Span(source.code[index].start, source.code[last].end), (_in_signs(replacement),))
                index = last
            elif source.code[index].text in SIGNS:
                yield Replacement(source.code[index].span, (SIGNS[source.code[index].text],))
            index += 1

    def use(self, index: int) -> tuple[int, bytes] | None:
        """The last token of a use and what becomes of it; None where it stays."""
        source = self.source
        function_like = self.macros[source.code[index].text][0].parameters is not None
        if function_like and (source.text(index + 1) != b"(" or index + 1 not in source.pairs):
            return None
        last = source.pairs[index + 1] if function_like else index
        seeing = [chip for chip in source.chips if source.sees(chip, source.code[index].start)]
        tokens = source.data[source.code[index].start : source.code[last].end]
        if not any(one.is_seen(source.code[index].start) for one in self.macros[source.code[index].text]):
            return None
        texts = {chip: expand(tokens, self._of(chip, source.code[index].start), known=self.known) for chip in seeing}
        known = {text for text in texts.values() if text is not None}
        if len(known) != len(set(texts.values())) or not known:
            return None  # a chip without a definition: another thing is called so there
        if len(known) == 1:
            return last, next(iter(known))
        whole = source.text(index - 1) in (b";", b"{", b"}") and source.text(last + 1) == b";"
        defines = all(text.rstrip().endswith(b"}") for text in known)
        if not whole and not defines and not source.in_function(source.code[index].start):
            return None
        found = branches(source, {chip: text + b";" * whole for chip, text in texts.items() if text is not None})
        return (last + whole, found) if found else None

    def _of(self, chip: Chip, at: int) -> dict[bytes, Macro]:
        found = ((name, one) for name, definitions in self.macros.items() for one in definitions)
        return {name: one for name, one in found if chip.name in one.chips and one.is_seen(at)}


def expand(
    text: bytes, macros: Mapping[bytes, Macro], depth: int = 0, known: Collection[bytes] | None = None
) -> bytes | None:
    """The text with its uses of the macros replaced, and those in what they stand for; None where that cannot be done."""
    if depth > 20:
        return None
    tokens = [t for t in lex(text) if t.kind != Kind.COMMENT]
    parts: list[bytes] = []
    position = index = 0
    while index < len(tokens):
        macro = macros.get(tokens[index].text)
        if macro is None:
            index += 1
            continue
        arguments, last = _arguments(text, tokens, index + 1) if macro.parameters is not None else ([], index)
        body = _filled(macro, arguments, () if depth == 0 else known) if arguments is not None else None
        others = {n: m for n, m in macros.items() if n != macro.name}
        whole = expand(body, others, depth + 1, known) if body is not None else None
        if whole is None:
            return None
        parts += [text[position : tokens[index].start], whole]
        position = tokens[last].end
        index = last + 1
    return b"".join([*parts, text[position:]])


def _arguments(text: bytes, tokens: Sequence[Token], opener: int) -> tuple[list[bytes] | None, int]:
    if opener >= len(tokens) or tokens[opener].text != b"(":
        return None, opener
    depth, start, found = 0, tokens[opener].end, []
    for index in range(opener, len(tokens)):
        mark = tokens[index].text
        depth += (mark in (b"(", b"[", b"{")) - (mark in (b")", b"]", b"}"))
        if (mark == b"," and depth == 1) or depth == 0:
            found.append(text[start : tokens[index].start].strip())
            start = tokens[index].end
        if depth == 0:
            return found, index
    return None, opener


def _filled(macro: Macro, arguments: list[bytes], known: Collection[bytes] | None) -> bytes | None:
    """The body with the arguments in their places. `known`: names that may have been expanded before # and ## see them, nothing where the use stands
    in the source itself, None where nobody knows them."""
    parameters = list(macro.parameters or ())
    if parameters and parameters[-1] == b"...":
        rest = len(parameters) - 1
        arguments = [*arguments[:rest], b", ".join(arguments[rest:])]
        parameters[-1] = b"__VA_ARGS__"
    if arguments == [b""] and not parameters:
        arguments = []
    if len(arguments) != len(parameters):
        return None
    values = dict(zip(parameters, arguments, strict=True))
    body = b" " + macro.body  # no directive
    if (others := values.get(b"__VA_ARGS__")) is not None and b"##" in body:
        if not others and len(parameters) == 1:
            return None  # with or without the comma: compilers differ
        body = _with_comma(body, bool(others))
    tokens = [t for t in lex(body) if t.kind != Kind.COMMENT]
    if any(t.text in (b"#", b"##") for t in tokens):
        if known is None or b"__VA_ARGS__" in values or (known and _may_change(_operands(tokens, values), known)):
            return None
        return _operated(tokens, values)
    parts, position = [], 0
    for token in tokens:
        if token.kind == Kind.IDENT and token.text in values:
            parts += [body[position : token.start], values[token.text]]
            position = token.end
    return b"".join([*parts, body[position:]]).removeprefix(b" ")


def _with_comma(body: bytes, any_given: bool) -> bytes:
    """A body in whose `, ## __VA_ARGS__` the comma goes with arguments that are not there: an extension that all compilers have."""
    tokens = [t for t in lex(body) if t.kind != Kind.COMMENT]
    for comma, pasting, name in reversed(list(zip(tokens, tokens[1:], tokens[2:], strict=False))):
        if (comma.text, pasting.text, name.text) == (b",", b"##", b"__VA_ARGS__"):
            kept = body[comma.start : pasting.start] + body[name.start : name.end] if any_given else b""
            body = body[: comma.start] + kept + body[name.end :]
    return body


def _operands(tokens: Sequence[Token], values: Mapping[bytes, bytes]) -> Iterator[bytes]:
    """The arguments that # and ## see."""
    for index, token in enumerate(tokens):
        around = (tokens[i].text for i in (index - 1, index + 1) if 0 <= i < len(tokens))
        if token.text in values and {b"#", b"##"}.intersection(around):
            yield values[token.text]


def _may_change(arguments: Iterable[bytes], known: Collection[bytes]) -> bool:
    """Whether an argument names what may be a macro: it would have been expanded when another macro was given it."""
    words = {token.text for text in arguments for token in lex(text) if token.kind == Kind.IDENT}
    return any(w in known or w in standard_macros() or w in _COMPILERS or w[:1] == b"_" for w in words)


_COMPILERS = frozenset((b"linux", b"unix", b"i386"))  # names that compilers define where the language is not strict


_PLAIN_STRING = re.compile(rb'"([A-Za-z0-9_./ -]*)"')


def _operated(tokens: Sequence[Token], values: Mapping[bytes, bytes]) -> bytes | None:
    """A body with # and ##: tokens and arguments with single blanks between, but where they are pasted."""
    made: list[bytes] = []
    index = 0
    pasted = False
    while index < len(tokens):
        text = tokens[index].text
        if text == b"##":
            pasted = True
            index += 1
            continue
        if text == b"#":
            index += 1
            if index >= len(tokens) or b"\\" in values.get(tokens[index].text, b"\\"):
                return None  # no parameter, or escapes, which # doubles in literals only
            text = _string(values[tokens[index].text])
        elif tokens[index].kind == Kind.IDENT:
            text = values.get(text, text)
        joined = _joined(made[-1], text) if made else None
        if pasted and made:
            made[-1] += text
        elif joined is not None:
            made[-1] = joined
        else:
            made.append(text)
        pasted = False
        index += 1
    return b" ".join(made)


def _string(argument: bytes) -> bytes:
    """What # makes of an argument."""
    spelled = re.sub(rb"\s+", b" ", argument.strip())
    return b'"' + spelled.replace(b'"', b'\\"') + b'"'


def _joined(before: bytes, text: bytes) -> bytes | None:
    """Two adjacent string literals as one, where nothing in them is escaped."""
    first, second = _PLAIN_STRING.fullmatch(before), _PLAIN_STRING.fullmatch(text)
    return b'"' + first[1] + second[1] + b'"' if first and second else None
