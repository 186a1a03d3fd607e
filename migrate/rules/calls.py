"""Edits 5, 10 and 11: launches, memory functions and calls of other operators."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from migrate.frontend.flag_defaults import declared, declared_within, left_unknown, overloaded, written_by_macro
from migrate.frontend.lex import Kind, lex
from migrate.frontend.prototypes import Prototype
from migrate.frontend.receivers import KEYWORDS, receiver_start
from migrate.frontend.source import Source
from migrate.model import EditKind, Site
from migrate.project.library_rules import CallRule, LaunchRule, ParameterRule
from migrate.project.snippets import PLACE, evaluated, places
from migrate.rules.context import Context, Launch
from migrate.rules.defaults import unified_default
from migrate.rules.effects import lost_effect
from migrate.rules.handles import is_handle, is_own, other_handle, other_object, surplus
from migrate.rules.kernels import redirect
from migrate.rules.launch_size import wrong_size
from migrate.rules.launches import launched
from migrate.rules.literals import kernel_name, numbers_of_kernel, whole_number, without_void
from migrate.rules.placing import (
    WHOLE,
    Given,
    Part,
    PlacedCall,
    beside,
    claim,
    in_order,
    place,
)
from migrate.rules.quiet import compound, operand
from migrate.rules.receivers import is_own_handle
from migrate.rules.registry import Rule
from migrate.rules.scopes import scope_start
from migrate.rules.waits import flag_given, flag_left


def _calls(ctx: Context) -> Iterator[int]:
    for index in ctx.source.calls(*ctx.function.body):
        if index not in ctx.claimed and (ctx.source.text(index - 1) not in (b".", b"->") or _method(ctx, index)):
            yield index


def _method(ctx: Context, index: int) -> str:
    """The rule's name of a member function that is called on an object; empty where no rule has one."""
    methods = ctx.rules.methods
    if not methods or ctx.source.text(index) not in methods:
        return ""
    key = ctx.source.method_key(index)
    return key if key in ctx.rules.launch or key in ctx.rules.calls else ""


def _rewrite(ctx: Context, index: int) -> None:
    name = _method(ctx, index) or ctx.source.text(index).decode("utf-8", "replace")
    known = name in ctx.rules.launch or name in ctx.rules.calls or _is_operator(ctx, name)
    if known and ctx.source.text(index - 1) == b"::" and not _unqualified(ctx, index, name):
        ctx.refuse_at("L110", index, f"{name} is called through a scope, which its unified form does not have")
    elif name in ctx.rules.launch:
        _launch(ctx, index, ctx.rules.launch[name])
    elif name in ctx.rules.calls:
        _template(ctx, index, ctx.rules.calls[name])
    elif _is_operator(ctx, name):
        _operator(ctx, index, name)


def _unqualified(ctx: Context, index: int, name: str) -> bool:
    """Whether what stands before a name is the global scope, or namespaces of the file, which an operator of it loses: then the global scope stands in
    their place."""
    source = ctx.source
    if source.code[index - 2].kind != Kind.IDENT or source.text(index - 2) in KEYWORDS:
        return source.text(index - 2) not in (b">", b")")
    first = scope_start(source, index) if _is_operator(ctx, name) else None
    if first is None or not all(decl.kind == "function" and not decl.file for decl in source.every_fact(index)):
        return False
    ctx.drop(first, index, "::", EditKind.HELPER, "scope")
    return True


def _is_operator(ctx: Context, name: str) -> bool:
    prototype = ctx.prototypes.get(name)
    return prototype is not None and _handle_of(ctx, prototype) >= 0


def _handle_of(ctx: Context, prototype: Prototype) -> int:
    return ctx.rules.handle_position([parameter.type for parameter in prototype.parameters])


def _launch(ctx: Context, index: int, rule: LaunchRule) -> None:
    source = ctx.source
    name = source.text(index).decode("utf-8", "replace")
    site = ctx.site(EditKind.LAUNCH, index, name)
    start = _receiver(ctx, index, site)
    if start is None:
        return
    arguments = source.arguments(index + 1)
    if len(arguments) <= max(rule.kernel, rule.arguments, rule.size, rule.count):
        ctx.refuse_at("L110", index, f"{name} is called with {len(arguments)} arguments; the rule needs more", site)
        return
    first, last = arguments[rule.kernel]
    symbol = kernel_name(source, first, last)
    if not symbol:
        what = (
            "not a string literal, nor a constant of a header"
            if source.code[first].kind != Kind.STRING
            else "no plain text of letters, digits and . : / + @ -"
        )
        ctx.refuse_at("L111", first, f"the kernel's name is {what}, so it has no row in a kernel table", site)
        return
    form = rule.to or ctx.rules.unified.launch
    cores = _cores(ctx, rule, form, arguments, index, site)
    if cores is None:
        return
    positions = {"arguments": rule.arguments, "size": rule.size, "cores": rule.count}
    named = [positions[name] for name in places(form) if name in positions]
    read = [rule.kernel, *([rule.wait] if rule.wait >= 0 else [])]  # for its name, and for waiting
    read += [rule.count] if cores else []  # its row has it
    given_on = [*read, *named]
    computed = [positions[name] for name in places(evaluated(form)) if name in positions]
    lost = lost_effect(ctx, arguments, [*computed, *read], PLACE.sub("x", evaluated(form)))
    if lost:
        ctx.refuse_at("L113", lost[0], f"an argument of {name} has an effect, which {lost[1]} by its rule", site)
        return
    if _not_for_rule(ctx, index, arguments, given_on, site, strict=True):
        return
    data_first, data_last = without_void(source, *arguments[rule.arguments])
    closer = source.pairs[index + 1]
    if any(source.table.definitions(source.text(i)) for i in range(data_first, data_last)):
        message = "the struct that a kernel is given stands in a macro, so its type is not known; write it in place"
        ctx.refuse_at("L162", data_first, message, site)
    given = {"arguments": (data_first, data_last)}
    if rule.size >= 0:
        given["size"] = arguments[rule.size]
    if rule.count >= 0 and not cores:
        given["cores"] = arguments[rule.count]
    struct = _argument_type(ctx, data_first, data_last)
    problem = wrong_size(ctx, given["size"], (data_first, data_last), struct) if "size" in given and struct else ""
    if problem:
        ctx.refuse_at("L188", given["size"][0], f"{problem}; a kernel is given the whole struct", site)
    launch = Launch(
        source.code[index].start,
        symbol,
        cores,
        struct,
        first,
        call=(start, closer + 1),
        given=given,
        form=form,
        numbers=numbers_of_kernel(source, first, last),
    )
    ctx.launches.append(redirect(ctx, launch, data_last - 1))
    claim(
        ctx, launched(ctx, launch)
    )  # the edits are made when all launches of the operator, and so their keys, are known
    wait = arguments[rule.wait] if 0 <= rule.wait < len(arguments) else None
    if wait:
        flag_given(ctx, index, *wait, waits=rule.waits)
    elif rule.wait >= 0:
        flag_left(ctx, index, name, rule.wait, waits=rule.waits)
    if not rule.to:
        _check_bare(ctx, start, closer)


def _cores(
    ctx: Context, rule: LaunchRule, form: str, arguments: Sequence[tuple[int, int]], index: int, site: Site
) -> str | None:
    """How many cores the row of a launch has; empty where each call gives its number on, None where that was refused."""
    source, given_on = ctx.source, "cores" in places(form)
    name = source.text(index).decode("utf-8", "replace")
    if rule.count < 0:
        if not given_on or rule.cores != "all":
            return rule.cores
        message = f"the form of {name} has a place for the number of cores, which its rule does not have; say by `count` which argument it is"
        ctx.refuse_at("L118", index, message, site)
        return None
    if given_on:
        return ""
    first, last = arguments[rule.count]
    if number := whole_number(source, first, last):
        return number
    value = source.spell(first, last)
    message = f"{name} is given {value} cores, which no row of a kernel table can say; write `{{cores}}` into the form of the launch, or a number here"
    ctx.refuse_at("L118", first, message, site)
    return None


def _receiver(ctx: Context, index: int, site: Site, kept: bool = False) -> int | None:
    """Where the object begins that a member function is called on; None where it was refused. Unless the form keeps it, it is the own handle."""
    source = ctx.source
    start = receiver_start(source, index)
    name = source.text(index).decode("utf-8", "replace")
    if start < 0:
        ctx.refuse_at("L110", index, f"{name} is called on an object in a form that is not known; name it first", site)
        return None
    if source.text(start) == b"::" and start == index - 1:
        return start  # of the global scope: no object
    if start < index and not kept and not is_own_handle(ctx, start, index - 1, source.text(index - 1)):
        what = source.spell(start, index - 1)
        message = f"{name} is called on {what}, which would go with it and is not the function's own handle by its declaration"
        ctx.refuse_at("L113", start, message, site)
        return None
    return start


def _not_for_rule(
    ctx: Context,
    index: int,
    arguments: list[tuple[int, int]],
    used: list[int],
    site: Site,
    strict: bool,
    everywhere: bool = False,
) -> bool:
    """Refuses a call with an argument that its unified form leaves out though it says something: another handle, or what no rule names."""
    name = ctx.source.text(index).decode("utf-8", "replace")
    for position, (first, last) in enumerate(arguments):
        if (position in used and not everywhere) or is_own(ctx, first, last):
            continue
        if is_handle(ctx, index, position, first, last):
            refused = other_handle(ctx, index, name, first, last, site)
        else:
            refused = position not in used and surplus(ctx, index, name, position, first, last, site, strict)
        if refused:
            ctx.claimed.update(
                range(index, ctx.source.pairs[index + 1] + 1)
            )  # nothing of it is another rule's to refuse
            return True
    return False


_STRUCT = re.compile(r"(?:struct )?[A-Za-z_]\w*(?:::\w+)*")


def _argument_type(ctx: Context, first: int, last: int) -> str:
    """Type of the struct that is passed as &api, &apis[i] or, as a member of another, &work.api; of both arms of a ?: the same."""
    source = ctx.source
    while source.text(first) == b"(" and source.pairs[first] == last - 1:
        first, last = first + 1, last - 1
    query = _outside_brackets(source, b"?", first, last)
    if query >= 0:
        colon = _colon_of(source, query, last)
        types = {_argument_type(ctx, query + 1, colon), _argument_type(ctx, colon + 1, last)}
        if len(types) == 1:
            return types.pop()
        ctx.refuse_at(
            "L162", first, f"the arguments are of the types {' or '.join(sorted(types))}; a row has one struct"
        )
        return ""
    found, canonical, index = "", "", first
    while index < last:
        decl = ctx.source.fact(index)
        if decl and decl.kind in (("field",) if found else ("variable", "param", "field")):
            found, canonical = decl.type, decl.canonical
        index = ctx.source.pairs.get(index, index) + 1 if ctx.source.text(index) == b"[" else index + 1
    if not found:
        return _declared_type(ctx, ctx.source.text(last - 1), first)
    plain = _struct_of(found)
    known = ctx.rules.argument_types
    if canonical and (plain in ctx.source.own_types or plain not in known) and _struct_of(canonical) != plain:
        plain = _struct_of(
            canonical
        )  # an alias, of the source or of a container; a kernel table names the struct itself
    if "::" in plain and canonical:
        plain = _struct_of(canonical)
    if not _STRUCT.fullmatch(plain) or plain.split("::")[0].encode() in _template_parameters(ctx):
        ctx.refuse_at("L162", first, f"the arguments are of type {found}, which a row of a kernel table cannot name")
        return ""
    return plain


def _outside_brackets(source: Source, text: bytes, first: int, last: int) -> int:
    index = first
    while index < last and source.text(index) != text:
        index = source.pairs[index] + 1 if source.text(index) in (b"(", b"[", b"{") else index + 1
    return index if index < last else -1


def _colon_of(source: Source, query: int, last: int) -> int:
    """The colon that belongs to a question mark."""
    index, open_ = query + 1, 1
    while index < last:
        open_ += (source.text(index) == b"?") - (source.text(index) == b":")
        if not open_:
            break
        index = source.pairs[index] + 1 if source.text(index) in (b"(", b"[", b"{") else index + 1
    return index


def _struct_of(type_: str) -> str:
    plain = type_.replace("*", "").replace("&", "").split("[")[0].strip().removeprefix("const ").strip()
    return plain.removeprefix("::")


def _template_parameters(ctx: Context) -> set[bytes]:
    """Names of the parameters of the template that a function is."""
    source, function = ctx.source, ctx.function
    if source.text(function.first) != b"template":
        return set()
    head = range(function.first, function.name_index)
    return {source.text(i) for i in head if source.text(i - 1) in (b"class", b"typename", b"...")}


def _declared_type(ctx: Context, name: bytes, before: int) -> str:
    """Without facts: the type in the nearest declaration above, `type name ;` or `type name =`."""
    for index in range(before - 1, ctx.function.open_brace, -1):
        if ctx.source.text(index) == name and ctx.source.text(index + 1) in (b";", b"="):
            return ctx.source.text(index - 1).decode("utf-8", "replace")
    return ""


def _check_bare(ctx: Context, index: int, closer: int) -> None:
    """A launch whose status nobody looks at is checked from now on."""
    source = ctx.source
    if source.text(index - 1) in (b";", b"{", b"}") and source.text(closer + 1) == b";":
        before, behind = ctx.around(ctx.rules.unified.status_check, "status")
        if not before + behind:
            return
        ctx.insert(source.code[index].start, before, EditKind.LAUNCH, "launch")
        ctx.insert(source.code[closer].end, behind, EditKind.LAUNCH, "launch")
        ctx.notes.differences.append(
            ("D202", source.code[index].start, "the status of this launch was ignored and is checked from now on")
        )


def _template(ctx: Context, index: int, rule: CallRule) -> None:
    source = ctx.source
    name = source.text(index).decode("utf-8", "replace")
    kind = EditKind.MEMORY if rule.kind in ("memory", "address") else EditKind.HELPER
    site = ctx.site(kind, index, name)
    arguments = source.arguments(index + 1)
    closer = source.pairs[index + 1]
    wanted = [part for part in rule.template if isinstance(part, int)]
    if wanted and max(wanted) >= len(arguments):
        ctx.refuse_at("L110", index, f"{name} is called with {len(arguments)} arguments; the rule needs more", site)
        return
    objects = sum(part.count("{this}") for part in rule.template if isinstance(part, str))
    start = _receiver(ctx, index, site, kept=objects > 0)
    if start is None:
        return
    text = evaluated(rule.form)
    computed = [int(name) for name in places(text) if name.isdigit()]
    lost = lost_effect(ctx, arguments, computed, PLACE.sub("x", text))
    if lost is None and start < index and objects > 1:
        lost = lost_effect(ctx, [(start, index - 1)], [0] * objects)
    if lost:
        ctx.refuse_at("L113", lost[0], f"an argument of {name} has an effect, which {lost[1]} by its rule", site)
        return
    works_on_own = _works_on_own(ctx, rule)
    if objects and works_on_own and other_object(ctx, start, index, name, site):
        return
    if _not_for_rule(ctx, index, arguments, wanted, site, strict=False, everywhere=works_on_own):
        return
    parts = _filled(ctx, rule, arguments, start, index)
    call = PlacedCall(start, closer + 1, tuple(parts), kind, "memory")
    if in_order(call):
        place(ctx, call)
    else:
        claim(ctx, call)
        ctx.notes.placed.append(call)


def _filled(ctx: Context, rule: CallRule, arguments: Sequence[tuple[int, int]], start: int, index: int) -> list[Part]:
    """The form with its places filled in: in parentheses where an operator beside a place, or beside the call, could take a part of it only."""
    source, parts = ctx.source, list[Part]()
    around = source.text(start - 1), source.text(source.pairs[index + 1] + 1)
    texts = [part if isinstance(part, str) else "{}" for part in rule.template]
    for position, part in enumerate(rule.template):
        if isinstance(part, str):
            parts += _with_receiver(ctx, part, start, index)
            continue
        first, last = arguments[part]
        before, behind = "".join(texts[:position]), "".join(texts[position + 1 :])
        opening, closing = beside(before, behind, around, [source.text(i) for i in range(first, last)])
        parts += [opening, Given(first, last), closing] if opening else [Given(first, last)]
    form = PLACE.sub("x", "".join(texts).replace("{}", "x"))
    if operand(*around) and compound([token.text for token in lex(form.encode())]):
        return ["(", *parts, ")"]
    return parts


def _works_on_own(ctx: Context, rule: CallRule) -> bool:
    """Whether the form of a call names what belongs to the function's own handle."""
    return any(name in ctx.rules.unified.variables for name in places(rule.text))


def _with_receiver(ctx: Context, text: str, start: int, index: int) -> list[Part]:
    """Literal text of a rule; `{this}` is the object that a member function is called on."""
    before, place, behind = text.partition("{this}")
    if not place or start == index:
        return [ctx.emit(text)]
    given: list[Part] = [Given(start, index - 1)]
    if ctx.source.text(index - 1) == b"->":
        given = ["(*", *given, ")"]
    return [ctx.emit(before), *given, *_with_receiver(ctx, behind, start, index)]


def _left_out(ctx: Context, index: int, prototype: Prototype, given: Sequence[tuple[int, int]]) -> None:
    """Arguments that a call leaves to their defaults: the flag for not waiting may be, others are written."""
    parameters = prototype.parameters
    flag = parameters[-1] if parameters[-1].name in ctx.rules.flags else None
    left = range(len(given), len(parameters) - (flag is not None))
    values = _defaults(ctx, index, prototype, left)
    if (prototype.name in ctx.rules.signatures and left) or None in values:
        missing = parameters[
            left[values.index(None)] if None in values else left[0]
        ].name  # the first that is not known
        ctx.refuse_at("L167", index, f"this call of {prototype.name} leaves {missing} to its default")
        return
    for value in values if given else ():
        ctx.insert(ctx.source.code[given[-1][1] - 1].end, f", {value}", EditKind.HELPER, "default")
    if flag is not None:
        waits = flag.name in ctx.rules.blocking
        flag_left(ctx, index, prototype.name, len(parameters) - 1, flag.default, waits)


def _defaults(ctx: Context, index: int, prototype: Prototype, left: Sequence[int]) -> list[str | None]:
    """What the parameters at these positions are in a call without an argument for them; None where that is not known, or not the same on all chips."""
    chips = declared(ctx.source.whole, prototype.name).values() if left else ()
    within = any(declared_within(ctx.source, ctx.function, index, prototype.name, position) for position in left)
    if within or (left and written_by_macro(ctx.source, index, prototype.name)):
        return [None]
    values: list[str | None] = []
    for position in left:
        said = [
            {known.parameters[position].default for known in own if position < len(known.parameters)} - {None}
            for own in chips
            if not overloaded(own, position) and not left_unknown(own, position)
        ]
        same = (
            len(said) == len(chips)
            and bool(said)
            and all(one == {prototype.parameters[position].default} for one in said)
        )
        values.append(unified_default(ctx.rules, prototype.parameters[position]) if same else None)
    return values


def _operator(ctx: Context, index: int, name: str) -> None:
    source = ctx.source
    internal = name in ctx.internals
    own = internal and not ctx.rules.is_legacy(name)
    unified = ctx.rules.function(name, internal) or (name if own else None)
    site = ctx.site(EditKind.HELPER, index, name)
    if not unified:
        ctx.refuse_at("L114", index, f"{name} takes a handle but no rule names its unified form", site)
        return
    prototype = ctx.prototypes[name]
    if _handle_of(ctx, prototype) > 0:
        _operator_anew(ctx, index, unified, prototype, site)
        return
    arguments = source.arguments(index + 1)
    if arguments and other_handle(ctx, index, name, *arguments[0], site):
        return
    ctx.replace_token(index, unified, EditKind.HELPER, "operator-call")
    last_name = prototype.parameters[-1].name
    if last_name in ctx.rules.flags and len(arguments) == len(prototype.parameters):
        first, last = arguments[-1]
        flag_given(ctx, index, first, last, last_name in ctx.rules.blocking)
        ctx.drop(first - 1, last, "", EditKind.NON_BLOCKING, "non-blocking")
        arguments = arguments[:-1]
    else:
        _left_out(ctx, index, prototype, arguments)
    if name in ctx.rules.signatures and not _lost(ctx, name, arguments[1:], site):
        ctx.notes.arranged.append((name, arguments[1:]))


def _lost(ctx: Context, name: str, arguments: Sequence[tuple[int, int]], site: Site) -> bool:
    """Whether an argument with an effect would go, or happen twice, by the rule of an operator's parameters; then it was refused."""
    entries = ctx.rules.signatures[name].parameters
    if not entries:
        return False
    used = [e.position - 1 for e in entries if e.position for _ in range(e.argument.count("{}") if e.argument else 1)]
    lost = lost_effect(ctx, arguments, used, " ".join(entry.argument for entry in entries))
    if lost:
        ctx.refuse_at("L113", lost[0], f"an argument of {name} has an effect, which {lost[1]} by its rule", site)
    return lost is not None


def _operator_anew(ctx: Context, index: int, unified: str, prototype: Prototype, site: Site) -> None:
    """A call whose handle is not its first argument."""
    source, rules = ctx.source, ctx.rules
    arguments = source.arguments(index + 1)
    names = [parameter.name for parameter in prototype.parameters]
    handle = _handle_of(ctx, prototype)
    own = [number for number in range(len(names)) if number != handle]
    flag = own.pop() if own and names[own[-1]] in rules.flags else -1
    values = _defaults(ctx, index, prototype, [number for number in own if number >= len(arguments)])
    if len(arguments) > len(names) or None in values or (values and prototype.name in rules.signatures):
        missing = names[len(arguments)] if len(arguments) < len(names) else "more arguments than it has parameters"
        ctx.refuse_at("L167", index, f"this call of {prototype.name} leaves {missing} to its default")
        return
    if other_handle(ctx, index, prototype.name, *arguments[handle], site):
        return
    waits = names[flag] in rules.blocking
    if 0 <= flag < len(arguments):
        flag_given(ctx, index, *arguments[flag], waits=waits)
    elif flag >= 0:
        flag_left(ctx, index, prototype.name, flag, prototype.parameters[flag].default, waits)
    given: list[list[Part]] = [[Given(*arguments[number])] for number in own if number < len(arguments)]
    texts = [*given, *(list[Part]((value or "",)) for value in values)]
    rule = rules.signatures.get(prototype.name)
    if rule and rule.parameters:
        if sorted([*(p.position for p in rule.parameters if p.position), *rule.dropped]) != list(
            range(1, len(own) + 1)
        ):
            message = f"the rule of {prototype.name} does not fit this call of {len(own)} arguments"
            ctx.refuse_at("L174", index, message)
            return
        if _lost(ctx, prototype.name, [arguments[number] for number in own], site):
            return
        spelled = [[source.text(i) for i in range(*arguments[number])] for number in own]
        texts = [_arranged(entry, texts, spelled) for entry in rule.parameters]
    parts: list[Part] = [f"{unified}(", Given(*arguments[handle])]
    for text in texts:
        parts += [", ", *text]
    call = PlacedCall(index, source.pairs[index + 1] + 1, (*parts, ")"), EditKind.HELPER, "operator-call")
    claim(ctx, call)
    ctx.notes.placed.append(call)


def _arranged(entry: ParameterRule, texts: list[list[Part]], spelled: Sequence[Sequence[bytes]]) -> list[Part]:
    if entry.position is None:
        return [entry.value]
    own, words = texts[entry.position - 1], spelled[entry.position - 1]
    if not entry.argument:
        return own
    pieces = entry.argument.split("{}")
    parts: list[Part] = [pieces[0]]
    for number, piece in enumerate(pieces[1:], 1):
        opening, closing = beside("{}".join(pieces[:number]), "{}".join(pieces[number:]), WHOLE, words)
        parts += [opening, *own, closing + piece]
    return parts


CALLS = Rule(
    "calls",
    "Edits 5, 10 and 11: launches, memory functions and calls of other operators.",
    _calls,
    _rewrite,
    after=("addresses", "tensor-addresses"),
    diagnostics=("L102", "L110", "L111", "L112", "L113", "L114", "L118", "L119", "L162", "L167", "L188", "D202"),
    cases=("launches", "memory", "non_blocking"),
)
