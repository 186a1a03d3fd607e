"""Edit 8: conditionals on chip macros. Each chip's branch is compared after all other rules have rewritten it.

Equal branches become one text, a branch of one chip is preceded by a check of the kernel table, really different branches become
a choice by which variant the chip follows. The branch for no chip goes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from migrate.convert.branch_names import expanded_behind, kept_beyond
from migrate.convert.separable import needed_elsewhere, separable
from migrate.frontend.directives import Branch, Conditional
from migrate.frontend.lex import Kind, Token, all_texts, is_comment, lex
from migrate.frontend.option_branches import all_left_out
from migrate.frontend.snippet_match import snippet_match, without
from migrate.frontend.source import Source
from migrate.frontend.statements import is_whole
from migrate.model import Chip, EditKind, Site, Span
from migrate.rules.context import Context, Tokens, Variant
from migrate.rules.macros import declares, declares_in_arguments, is_typed_macro
from migrate.rules.registry import Rule, whole_function

MISSING = "missing"  # a branch that only refuses
ABSENT = "absent"  # no branch for this chip


def chip_conditionals(ctx: Context) -> list[Conditional]:
    """Conditionals inside the body that may not stay, inner ones first."""
    code = ctx.source.code
    begin, end = code[ctx.function.open_brace].end, code[ctx.function.close_brace].start
    inside = [c for c in ctx.source.conditionals_from(begin, end) if c.span.end <= end]
    return [c for c in reversed(inside) if ctx.source.resolves(c)]


def _resolve_all(ctx: Context, _: None) -> None:
    for conditional in ctx.source.conditionals_around(ctx.function.span) if ctx.source.facts else ():
        _say_options(ctx, conditional)
    ctx.implementing = implementing(ctx)
    ctx.follows = selectors(ctx)
    if ctx.rules.dispatch != "macro":
        _refuse_where_absent(ctx)
    for conditional in chip_conditionals(ctx):
        if any(s.start <= conditional.span.start and conditional.span.end <= s.end for s in ctx.dropped):
            continue
        index = ctx.source.index_at(conditional.span.start)
        site = ctx.site(EditKind.CONDITIONAL, index, conditional.branches[0].condition().decode("utf-8", "replace"))
        if not is_whole(ctx.source, conditional):
            ctx.refuse("L153", conditional.span, "a branch of this conditional cuts through a statement", site)
            continue
        _resolve(ctx, conditional, site)


def _refuse_where_absent(ctx: Context) -> None:
    """An operator that some chips' libraries do not have answers so there before it does anything."""
    has_it = [_has(ctx, chip) for chip in ctx.source.chips]
    if ctx.handle is None or ctx.helper or all(has_it) or not any(has_it):
        return
    if not ctx.returns_status and not ctx.answers_value:
        message = "some chips' libraries do not have this operator, and it has no status to answer NOT_SUPPORTED with; unified.value_not_supported may say what it answers instead"
        ctx.refuse("L152", ctx.function.span, message)
        return
    ctx.relation = "one-chip"
    ctx.notes.opening = _require(ctx).strip()


def _has(ctx: Context, chip: Chip) -> bool:
    return ctx.source.sees(chip, ctx.function.span.start)


def _resolve(ctx: Context, conditional: Conditional, site: Site) -> None:
    variants, missing = _variants(ctx, conditional, site)
    if variants is None:
        return
    if ctx.source.facts:
        _say_options(ctx, conditional)
    absent = [f for f in variants if not f.tokens]
    present = [f for f in variants if f.tokens]
    if not present and not missing:
        _splice(ctx, conditional, [], "")
        return
    refusing = [chip for chip in missing if chip in ctx.implementing]  # here, and working elsewhere
    if not present and absent and ctx.rules.dispatch != "macro":
        _refuse_some(ctx, conditional, missing, refusing, site)
    elif not present:
        _nowhere(ctx, conditional, site)
    elif len(present) == 1 and not missing and not absent:
        ctx.relation = "launch-only" if _is_launch(ctx, present[0].tokens) else "equal"
        _splice(ctx, conditional, [(present[0].branch, "")], "")
    elif ctx.rules.dispatch == "macro":
        _keep_macros(ctx, conditional, present, missing)
    elif len(present) == 1 and not absent and not refusing:
        ctx.relation = "one-chip"
        if not _status(ctx, conditional, site) or not separable(ctx, conditional, present, False, site):
            return
        text = _require(ctx)
        _splice(ctx, conditional, [(present[0].branch, text)], "")
    else:
        _choose(ctx, conditional, present, bool(absent), missing, refusing, site)


def _say_options(ctx: Context, conditional: Conditional) -> None:
    span = ctx.function.span
    left = {word for _, one in all_left_out(ctx.source.data[span.start : span.end]) for word in re.findall(r"\w+", one)}
    for option in ctx.source.outcomes.options(conditional):
        if option in left:
            continue  # a build with it ends
        message = f"{option} is defined nowhere; what a build with it would see of this conditional is gone"
        ctx.notes.differences.append(("D206", conditional.span.start, message))


def _status(ctx: Context, conditional: Conditional, site: Site) -> bool:
    if ctx.refuses_by_throw:
        if ctx.handle is None and "handle" not in ctx.passed:
            ctx.needs.add("handle")  # the prologue says so
        return True
    if not ctx.returns_status and not ctx.answers_value:
        key = "helper_not_supported" if ctx.helper else "value_not_supported"
        message = f"the chips differ, and the function has no status to answer NOT_SUPPORTED with; unified.{key} may say what it does instead"
        ctx.refuse("L152", conditional.span, message, site)
        return False
    return True


def _variants(ctx: Context, conditional: Conditional, site: Site) -> tuple[list[Variant] | None, list[Chip]]:
    """Forms of a conditional and the chips whose branch only refuses; computed once, before any conditional is resolved."""
    key = conditional.span.start
    if key not in ctx.variants:
        ctx.variants[key] = _compute_variants(ctx, conditional, site)
    return ctx.variants[key]


def _compute_variants(ctx: Context, conditional: Conditional, site: Site) -> tuple[list[Variant] | None, list[Chip]]:
    texts: dict[Chip, Tokens] = {}
    taken: dict[Chip, Branch | None] = {}
    missing: list[Chip] = []
    for chip in ctx.source.chips:
        if not ctx.source.sees(chip, conditional.span.start):
            continue  # it stands in another chip's branch
        states = ctx.source.states(conditional, chip)
        if None in states:
            ctx.refuse(
                "L150",
                conditional.span,
                f"what {chip.name} would see here is not known: no chip's compiler comes to this conditional",
                site,
            )
            return None, []
        branch = next((b for b, s in zip(conditional.branches, states, strict=True) if s), None)
        tokens = _normal(ctx, branch.body) if branch else ()
        if _refuses(ctx, tokens):
            missing.append(chip)
            continue
        texts[chip], taken[chip] = tokens, branch
    return _grouped(ctx, texts, taken), missing


def _grouped(ctx: Context, texts: Mapping[Chip, Tokens], taken: Mapping[Chip, Branch | None]) -> list[Variant]:
    """Chips with one text. To a chip whose launches always wait, a wait behind one is nothing: it has the text of another that differs in
    waits alone."""
    wait = snippet_match(ctx.rules.unified.wait)
    plain = {chip: without(wait, tokens) for chip, tokens in texts.items()}
    found: dict[Tokens, list[Chip]] = {}
    for chip, tokens in texts.items():
        if chip.name in ctx.rules.synchronous:
            alike = [c for c in texts if c.name not in ctx.rules.synchronous and plain[c] == plain[chip]]
            tokens = texts[alike[0]] if alike else plain[chip]
        found.setdefault(tokens, []).append(chip)
    first = {
        tokens: next(c for c in chips if texts[c] == tokens or plain[c] == tokens) for tokens, chips in found.items()
    }
    return [Variant(tuple(chips), taken[first[tokens]], tokens) for tokens, chips in found.items()]


def _normal(ctx: Context, span: Span) -> Tokens:
    """Rewritten tokens of a branch; remaining directives count, empty statements do not."""
    result: list[bytes] = []
    depth = 0
    for text in all_texts(ctx.rewritten(span)):
        if is_comment(text):
            continue
        depth += (text == b"(") - (text == b")")
        if text == b";" and depth == 0 and (not result or result[-1] == b";"):
            continue
        result.append(text)
    return tuple(result)


def _refuses(ctx: Context, tokens: Tokens) -> bool:
    checks = {(ctx.rules.name(c) or c).encode() for c in ctx.rules.checks}
    return len(tokens) == 5 and tokens[0] in checks and tokens[1:] == (b"(", b"false", b")", b";")


def _is_launch(ctx: Context, tokens: Tokens) -> bool:
    if tokens.count(b";") != 1 or b"{" in tokens:
        return False
    return any(snippet_match(form).anywhere(tokens) for form in ctx.rules.launch_forms)


def _splice(ctx: Context, conditional: Conditional, kept: list[tuple[Branch | None, str]], closing: str) -> None:
    """Replace everything but the kept branches; each is preceded by its text."""
    position = conditional.span.start
    for branch, text in sorted(((b, t) for b, t in kept if b), key=lambda item: item[0].body):
        _replace(ctx, Span(position, branch.body.start), text)
        position = branch.body.end
    _replace(ctx, Span(position, conditional.span.end), closing)


def _replace(ctx: Context, span: Span, text: str) -> None:
    ctx.edits.remove_inside(span)
    ctx.dropped_comments += [c.span for c in ctx.source.comments_from(span.start, span.end)]
    ctx.claimed.update(range(ctx.source.index_at(span.start), ctx.source.index_at(span.end)))
    ctx.add([ctx.edit(span.start, span.end, text, EditKind.CONDITIONAL, "conditional")])


def _nowhere(ctx: Context, conditional: Conditional, site: Site) -> None:
    """Implemented on no chip: the operator answers so, and what stood behind it cannot be reached."""
    ctx.relation = "nowhere"
    if not _status(ctx, conditional, site):
        return
    source, function = ctx.source, ctx.function
    _splice(ctx, conditional, [], _not_supported(ctx) + "\n")
    rest = range(source.index_at(conditional.span.end), function.close_brace)
    everywhere = all(source.sees(chip, conditional.span.start) for chip in source.chips)
    governed = source.text(source.index_at(conditional.span.start) - 1) not in (b";", b"{", b"}")
    if everywhere and not governed and _returns_success(ctx, rest):
        ctx.edits.remove_inside(Span(source.code[rest[0]].start, source.code[rest[-1]].end))
        ctx.drop(rest[0], rest[-1] + 1, "", EditKind.CONDITIONAL, "conditional")


def _refuse_some(
    ctx: Context, conditional: Conditional, missing: Sequence[Chip], refusing: Sequence[Chip], site: Site
) -> None:
    """Some chips refuse here, the others do nothing: a check of the kernel table, and of the variant that one follows which works elsewhere."""
    ctx.relation = "different" if refusing else "one-chip"
    if not _status(ctx, conditional, site) or not separable(ctx, conditional, [], False, site):
        return
    text = _require(ctx) if len(missing) > len(refusing) else ""
    if refusing:
        text += f"if ({_test(ctx, refusing)})\n{{\n{_not_supported(ctx)}\n}}\n"
    _splice(ctx, conditional, [], text)


def _test(ctx: Context, chips: Iterable[Chip]) -> str:
    """Whether the chip follows a variant of one of these."""
    names = dict.fromkeys(ctx.follows[chip.name] for chip in chips)
    return " || ".join(ctx.emit(ctx.rules.unified.follows, key=ctx.key, variant=name) for name in names)


def _require(ctx: Context) -> str:
    return ctx.emit(ctx.refusal_forms[0], key=ctx.key) + "\n"


def _not_supported(ctx: Context) -> str:
    return ctx.emit(ctx.refusal_forms[1], key=ctx.key)


def _choose(
    ctx: Context,
    conditional: Conditional,
    present: list[Variant],
    partial: bool,
    missing: Sequence[Chip],
    refusing: Sequence[Chip],
    site: Site,
) -> None:
    """Really different branches: a chain over the variants, NOT_SUPPORTED for a chip that follows none. `partial`: some chips do nothing;
    `refusing`: those of the missing ones that work elsewhere in the function."""
    ctx.relation = "different"
    if (missing or not partial) and not _status(ctx, conditional, site):
        return
    if not separable(ctx, conditional, present, True, site):
        return
    for variant in present:
        name = _escapes(ctx, conditional, variant)
        if name:
            ctx.refuse(
                "L151", conditional.span, f"{name} is declared in one branch and used behind the conditional", site
            )
            return
        brought = _brings(ctx, variant)
        if brought and not _ends_function(ctx, conditional):
            message = (
                f"`{brought}` in one branch says what names behind the conditional mean, and would end with its block"
            )
            ctx.refuse("L151", conditional.span, message, site)
            return
        object = _ends(ctx, variant) or kept_beyond(ctx, conditional, variant.branch)
        if object and not _ends_function(ctx, conditional):
            message = f"{object} lives to the end of the function, and would end with the block that its branch becomes"
            ctx.refuse("L159", conditional.span, message, site)
            return
    pieces: list[tuple[Branch | None, str]] = []
    for number, variant in enumerate(sorted(present, key=lambda f: f.branch.body if f.branch else Span(0, 0))):
        require = _require(ctx) if partial and len(missing) > len(refusing) else ""
        before = require if number == 0 else "}\nelse "
        pieces.append((variant.branch, f"{before}if ({_test(ctx, variant.chips)})\n{{\n"))
    closing = "}\n"
    if partial and refusing:
        closing += f"else if ({_test(ctx, refusing)})\n{{\n{_not_supported(ctx)}\n}}\n"
    if not partial:
        closing += f"else\n{{\n{_not_supported(ctx)}\n}}\n"
    _splice(ctx, conditional, pieces, closing)


def _escapes(ctx: Context, conditional: Conditional, variant: Variant) -> str | None:
    if not variant.branch:
        return None
    source = ctx.source
    body = variant.branch.body
    for index in range(source.index_at(conditional.span.end), ctx.function.close_brace):
        for decl in source.decls(index):
            if body.start <= decl.offset < body.end and not decl.file:
                return decl.name
    return expanded_behind(ctx, conditional, variant.branch)


def _brings(ctx: Context, variant: Variant) -> str | None:
    """A using declaration, a using directive or a namespace's alias of the branch itself: names behind it may mean what it brings."""
    if not variant.branch:
        return None
    source, body = ctx.source, variant.branch.body
    index, last = source.index_at(body.start), source.index_at(body.end)
    while index < last:
        text = source.text(index)
        if text == b"namespace" or (text == b"using" and source.text(index + 2) != b"="):
            return text.decode()
        index = source.pairs[index] + 1 if text in (b"{", b"(") else index + 1
    return None


def _ends(ctx: Context, variant: Variant) -> str | None:
    """A variable of the branch itself whose end does something; a reference may keep a temporary alive."""
    if not variant.branch:
        return None
    source, body = ctx.source, variant.branch.body
    first, last = source.index_at(body.start), source.index_at(body.end)
    index = first
    while index < last:
        if source.text(index) == b"{":
            index = source.pairs.get(index, index)
        for decl in source.every_fact(index):
            declared = decl.kind == "variable" and decl.offset == source.code[index].start
            if declared and (not decl.plain or ("&" in decl.type and _keeps_temporary(source, index))):
                return decl.name
        if source.text(index) == b"auto" and b"[" in (source.text(index + 1), source.text(index + 2)):
            return "what a structured binding names"
        if source.text(index) in (b"cleanup", b"__cleanup__"):
            return "a variable with a cleanup"
        if source.text(index) == b"extern":
            return "what extern declares"
        named = source.code[index].kind == Kind.IDENT
        if named and is_typed_macro(ctx, index):
            return f"what stands in {source.text(index).decode('utf-8', 'replace')}"
        if named and (declares(ctx, source.text(index)) or declares_in_arguments(ctx, index)):
            return f"what {source.text(index).decode('utf-8', 'replace')} declares"
        index += 1
    return None


def _keeps_temporary(source: Source, index: int) -> bool:
    """Whether a reference may be one to a value that a call, a cast or braces made."""
    end = index + 1
    while source.text(end) not in (b";", b""):
        if source.text(end) in (b"(", b"{"):
            return True
        end += 1
    return False


def _ends_function(ctx: Context, conditional: Conditional) -> bool:
    """Whether nothing but a constant's return stands behind: then an object of a branch's block ends where one of the function does."""
    rest = range(ctx.source.index_at(conditional.span.end), ctx.function.close_brace)
    return not rest or _returns_success(ctx, rest)


def _returns_success(ctx: Context, rest: range) -> bool:
    words = [ctx.source.text(i) for i in rest]
    return len(words) == 3 and words[0] == b"return" and words[1].decode("utf-8", "replace") in ctx.rules.success


def _keep_macros(ctx: Context, conditional: Conditional, present: list[Variant], missing: list[Chip]) -> None:
    """One build per chip: the conditional stays, with the macros of the unified tree."""
    ctx.relation = "one-chip" if len(present) == 1 and missing else "different"
    if not _asks_by_macros(ctx, conditional):
        _ask_by_unified_macros(ctx, conditional)
        return
    for branch in conditional.branches:
        directive = branch.opening.token
        for token in lex(directive.text[1:]):
            for chip in ctx.source.chips:
                if token.kind == Kind.IDENT and token.text == chip.legacy_macro.encode():
                    start = directive.start + 1 + token.start
                    end = start + len(token.text)
                    ctx.add([ctx.edit(start, end, chip.unified_macro, EditKind.CONDITIONAL, "conditional")])


def _asks_by_macros(ctx: Context, conditional: Conditional) -> bool:
    """Whether the conditions ask for nothing but which of the chips' legacy macros are defined, in words that stay true of the unified ones."""
    further = {define.partition("=")[0] for chip in ctx.source.chips for define in chip.defines}
    known = {name.encode() for chip in ctx.source.chips if (name := chip.legacy_macro) not in further} | {b"defined"}
    words = [
        token
        for branch in conditional.branches
        for token in lex(b" " + branch.condition())
        if branch.opening.keyword != b"else" and token.kind not in (Kind.COMMENT, Kind.PUNCT)
    ]
    return all(token.text in known for token in words)


def _ask_by_unified_macros(ctx: Context, conditional: Conditional) -> None:
    """Each branch asks for the chips that take it: the macros of its condition are not those of the output."""
    source = ctx.source
    seeing = [chip for chip in source.chips if source.sees(chip, conditional.span.start)]
    states = {chip.name: source.states(conditional, chip) for chip in seeing}
    for number, branch in enumerate(conditional.branches):
        if branch.opening.keyword == b"else":
            continue
        chips = [chip for chip in seeing if states[chip.name][number]]
        condition = " || ".join(f"defined {chip.unified_macro}" for chip in chips) or "0"
        directive = branch.opening.token
        text = f"#{'elif' if number else 'if'} {condition}"
        ctx.add([ctx.edit(directive.start, _written_end(directive), text, EditKind.CONDITIONAL, "conditional")])


def _written_end(directive: Token) -> int:
    """Where a directive ends without the comment behind it."""
    kept = [t for t in lex(b" " + directive.text[1:]) if t.kind != Kind.COMMENT]
    return directive.start + kept[-1].end if kept else directive.end


def selectors(ctx: Context) -> dict[str, str]:
    """Per chip the name of the variant it follows, for a function whose branches really differ; before they are resolved. Chips that every such
    conditional has in one branch follow the same."""
    if ctx.rules.dispatch == "macro":
        return {}
    taken: dict[str, list[int]] = {c.name: [] for c in ctx.source.chips}  # the chip's branch, per conditional
    having: set[str] = set()
    for conditional in chip_conditionals(ctx):
        variants, missing = ctx.variants[conditional.span.start]
        refusing = {chip.name for chip in missing if chip in ctx.implementing}
        if not variants or (len(variants) == 1 and not refusing):
            continue
        having |= refusing
        number = {chip.name: n for n, variant in enumerate(variants) for chip in variant.chips}
        for name, known in taken.items():
            known.append(number.get(name, -1))
        having |= {chip.name for variant in variants for chip in variant.chips if variant.tokens}
    first: dict[tuple[int, ...], str] = {}
    for chip in ctx.source.chips:
        if chip.name in having:
            first.setdefault(tuple(taken[chip.name]), chip.form)
    return {name: first[tuple(known)] for name, known in taken.items() if name in having}


def implementing(ctx: Context) -> list[Chip]:
    """Chips on which the function does something; before its conditionals are resolved.

    Where every chip refuses, one that works elsewhere in the function stays: the place answers for itself.
    """
    conditionals = chip_conditionals(ctx)
    for conditional in conditionals:
        _variants(ctx, conditional, Site(EditKind.CONDITIONAL, conditional.span, ""))
    others = {at: variants or [] for at, (variants, _) in ctx.variants.items()}
    gone = set()
    for conditional in conditionals:
        _, missing = ctx.variants[conditional.span.start]
        gone |= {c.name for c in missing if not needed_elsewhere(ctx, conditional, c, others)}
    return [chip for chip in ctx.source.chips if chip.name not in gone and _has(ctx, chip)]


CONDITIONALS = Rule(
    "conditionals",
    "Edit 8: conditionals on chip macros become one text, a check of the kernel table, or a choice by variant.",
    whole_function,
    _resolve_all,
    after=("discarded", "names", "scope-statements", "standard-scopes"),
    diagnostics=("D206", "L150", "L151", "L152", "L153", "L154", "L159"),
    cases=("conditionals_refused", "different", "dispatch_macro", "equal", "nowhere", "one_chip"),
)
