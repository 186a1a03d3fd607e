"""Device buffers: never freed, freed on some paths, used before they are set; host values read before the copy is done."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from migrate.findings.found import Found
from migrate.findings.view import Call, FunctionView, Vocabulary, find_calls, spelled, walk
from migrate.frontend.lex import Kind, Token
from migrate.model import Confidence


@dataclass(frozen=True)
class Use:
    """Something done to a buffer: where, and the conditions it stands under."""

    offset: int
    conditions: tuple[str, ...]


def _target(argument: tuple[Token, ...]) -> str:
    """`& x` or `x` (a member as `a . b`); empty for anything else."""
    tokens = argument[1:] if argument and argument[0].text == b"&" else argument
    if tokens and tokens[0].kind == Kind.IDENT and all(t.kind == Kind.IDENT or t.text in (b".", b"->") for t in tokens):
        return spelled(tokens)
    if len(tokens) > 3 and tokens[0].kind == Kind.IDENT and tokens[1].text == b"[" and tokens[-1].text == b"]":
        index = tokens[2].text.decode() if len(tokens) == 4 and tokens[2].kind == Kind.NUMBER else ""
        return f"{tokens[0].text.decode()} [ {index} ]"  # without its number: any element
    return ""


def _element_of(name: str) -> str:
    """The name of any element of the array that a name is an element of."""
    return f"{name.split(' ')[0]} [  ]" if name.endswith("]") else name


def _of(uses: dict[str, list[Use]], name: str) -> list[Use]:
    """Uses of a buffer; of an element also those of an element that is not known."""
    if not name.endswith("]"):
        return uses.get(name, [])
    whole = _element_of(name)
    return [
        use
        for other, found in uses.items()
        if other in (name, whole) or (name == whole == _element_of(other))
        for use in found
    ]


def _uses(view: FunctionView, names: frozenset[str], addressed: bool) -> dict[str, list[Use]]:
    found: dict[str, list[Use]] = {}
    if not view.mentions(names):
        return found
    for statement, conditions in walk(view.statements):
        tokens = statement.head
        under = conditions
        for call in find_calls(tokens, names):
            for argument in call.arguments:
                target = _target(argument)
                if target and (argument[0].text == b"&") == addressed:
                    where = _ternary(tokens, call.index)
                    found.setdefault(target, []).append(Use(call.name.start, under + where))
    return found


def _ternary(tokens: tuple[Token, ...], index: int) -> tuple[str, ...]:
    """The condition of the ?: that the token at `index` is the first choice of."""
    question = next((i for i in range(index, -1, -1) if tokens[i].text == b"?"), None)
    if question is None or any(t.text == b":" for t in tokens[question:index]):
        return ()
    start = question
    while start > 0 and tokens[start - 1].text not in (b"=", b","):
        start -= 1
    return (spelled(tokens[start:question]),)


def _buffers(view: FunctionView, words: Vocabulary) -> dict[str, list[Use]]:
    """Buffers that the function allocates into locals of its own."""
    allocated = _uses(view, words.malloc, addressed=True)
    parameters = {t.text.decode() for t in view.head if t.kind == Kind.IDENT}
    return {name: uses for name, uses in allocated.items() if name.split(" ")[0] not in parameters}


def _implied(use: Use, by: Use) -> bool:
    """Whether the conditions of `by` hold wherever those of `use` do."""
    held = {part.strip("() ") for condition in use.conditions for part in condition.split(" && ")}
    wanted = {part.strip("() ") for condition in by.conditions for part in condition.split(" && ")}
    return wanted <= held


def buffer_never_freed(view: FunctionView, words: Vocabulary) -> Iterator[Found]:
    freed = _uses(view, words.free, addressed=False)
    for name, uses in _buffers(view, words).items():
        if not _of(freed, name) and not _copied_away(view, name) and not _escapes(view, words, name):
            yield Found(
                "F02",
                uses[0].offset,
                f"the device buffer `{name}` is never freed; the unified version gives it back",
                Confidence.HIGH,
                view.name,
            )


def _escapes(view: FunctionView, words: Vocabulary, name: str) -> bool:
    """Whether the buffer is handed to whoever may free it: returned, stored, or given to a function that no rule knows."""
    known = (
        words.malloc
        | words.free
        | words.address
        | words.launches
        | words.device_to_host
        | words.safe_calls
        | words.checks
    )
    owner = name.split(" ")[0].encode()
    body = view.body
    if any(t.text == owner and i and body[i - 1].text == b"return" for i, t in enumerate(body)):
        return True
    for i, token in enumerate(body):
        if token.text == owner and i and body[i - 1].text == b"=" and i + 1 < len(body) and body[i + 1].text == b";":
            return True
    for call in find_calls(body, None):
        plain = (
            call.callee in known
            or call.callee in words.copies
            or call.callee in ("sizeof", "if", "while", "for", "switch")
        )
        if not plain and any(_target(a).split(" ")[0].encode() == owner for a in call.arguments if _target(a)):
            return True
    return False


def _copied_away(view: FunctionView, name: str) -> bool:
    """A member of a struct that is copied as a whole is freed through the copy."""
    owner = name.split(" ")[0]
    if " " not in name:
        return False
    body = view.body
    return any(
        t.text.decode() == owner and i and body[i - 1].text == b"=" and i + 1 < len(body) and body[i + 1].text == b";"
        for i, t in enumerate(body)
    )


def buffer_freed_on_some_paths(view: FunctionView, words: Vocabulary) -> Iterator[Found]:
    freed = _uses(view, words.free, addressed=False)
    returns = _returns(view)
    for name, uses in _buffers(view, words).items():
        frees = _of(freed, name)
        if not frees:
            continue
        allocation = uses[0]
        if not any(_implied(allocation, free) for free in frees) and len({f.conditions for f in frees}) == 1:
            yield Found(
                "F11",
                allocation.offset,
                f"the device buffer `{name}` is freed only under `{' and '.join(frees[0].conditions)}`, but allocated "
                f"{'under ' + '`' + ' and '.join(allocation.conditions) + '`' if allocation.conditions else 'always'}",
                Confidence.MEDIUM,
                view.name,
            )
            continue
        last = max(f.offset for f in frees)
        for offset, conditions in returns:
            if all(_apart(use.conditions, conditions) for use in uses):
                continue
            own_failure = any(name_of in " ".join(conditions) for name_of in ("status", "err")) and conditions
            if allocation.offset < offset < last and not any(
                allocation.offset < f.offset < offset and _implied(Use(offset, conditions), f) for f in frees
            ):
                if own_failure and not _allocated_before(uses, offset, conditions, view, words, name):
                    continue
                yield Found(
                    "F11",
                    offset,
                    f"this return leaves the device buffer `{name}` allocated",
                    Confidence.MEDIUM,
                    view.name,
                )


def _returns(view: FunctionView) -> list[tuple[int, tuple[str, ...]]]:
    return [(s.head[0].start, conditions) for s, conditions in walk(view.statements) if s.kind == "return"]


_LABELS = re.compile(r"(?P<head>.+?)(?P<labels>(?: == .+)? default| == .+)")


def _apart(conditions: Sequence[str], others: Sequence[str]) -> bool:
    """Whether two places stand under different cases of one switch."""
    cases = [[found for c in some if (found := _LABELS.fullmatch(c))] for some in (conditions, others)]
    return any(
        a["head"] == b["head"] and not set(_labels(a["labels"])) & set(_labels(b["labels"]))
        for a in cases[0]
        for b in cases[1]
    )


def _labels(text: str) -> list[str]:
    return text.replace(" default", " == default").split(" == ")[1:]


def _allocated_before(
    uses: list[Use], offset: int, conditions: tuple[str, ...], view: FunctionView, words: Vocabulary, name: str
) -> bool:
    """Whether a return under a status test belongs to another call than the allocation of `name` itself."""
    nearest = None
    for call in view.calls(words.malloc | words.launches | words.device_to_host):
        if call.name.start >= offset:
            break
        nearest = call
    if nearest is None or nearest.callee not in words.malloc:
        return True
    return not any(_target(a) == name for a in nearest.arguments)


def buffer_used_before_set(view: FunctionView, words: Vocabulary) -> Iterator[Found]:
    read = _uses(view, words.address, addressed=False)
    returns = _returns(view)
    for name, uses in _buffers(view, words).items():
        for use in _of(read, name):
            before = [u for u in uses if u.offset < use.offset]
            if not before:
                yield Found(
                    "F05",
                    use.offset,
                    f"the device buffer `{name}` is used before it is allocated",
                    Confidence.HIGH,
                    view.name,
                )
            elif not any(_implied(use, u) for u in before) and not _covers(
                before, [c for offset, c in returns if offset < use.offset]
            ):
                conditions = " or ".join(dict.fromkeys(f"`{' and '.join(u.conditions)}`" for u in before))
                yield Found(
                    "F05",
                    use.offset,
                    f"the device buffer `{name}` is allocated only under {conditions}, but used here on every path",
                    Confidence.MEDIUM,
                    view.name,
                )
    yield from _declared_never_set(view, words, read)


def _declared_never_set(view: FunctionView, words: Vocabulary, read: dict[str, list[Use]]) -> Iterator[Found]:
    """A local buffer whose address is taken and which nothing sets."""
    body = view.body
    types = {name.encode() for name in words.memory_types}
    for i, token in enumerate(body[:-2]):
        if token.text in types and body[i + 1].kind == Kind.IDENT and body[i + 2].text == b";":
            name = body[i + 1].text
            touched = any(
                t.text == name and k > i + 1 and (body[k - 1].text == b"&" or body[k + 1].text == b"=")
                for k, t in enumerate(body[:-1])
            )
            for use in read.get(name.decode(), []) if not touched else []:
                yield Found(
                    "F05",
                    use.offset,
                    f"the device buffer `{name.decode()}` is used and nothing ever sets it",
                    Confidence.HIGH,
                    view.name,
                )


def _covers(uses: list[Use], returns: Sequence[tuple[str, ...]] = ()) -> bool:
    """Allocations on both sides of one condition; or other cases of a switch return."""
    last = [u.conditions[-1] for u in uses if u.conditions]
    if any(condition.endswith(" default") for condition in last):
        return True  # every case of a switch
    for conditions in returns:
        if (
            conditions[-1:]
            and conditions[-1].endswith(" default")
            and all(_apart(u.conditions, conditions) for u in uses)
        ):
            return True
    return any("! " + condition in last for condition in last)


def _array(view: FunctionView, call: Call) -> str:
    """The local array that a call is given by its name."""
    names = [a[0].text for a in call.arguments if len(a) == 1 and a[0].kind == Kind.IDENT]
    body = view.body
    for i in range(1, len(body) - 1):
        declared = body[i - 1].kind == Kind.IDENT and body[i + 1].text == b"["
        if body[i].text in names and declared and body[i - 1].text.decode(errors="replace") != "return":
            return body[i].text.decode()
    return ""


def read_before_copy_done(view: FunctionView, words: Vocabulary) -> Iterator[Found]:
    slow = words.asynchronous.get(view.chip, frozenset())
    for call in view.calls(slow & words.device_to_host):
        target = next((_target(a) for a in call.arguments if a and a[0].text == b"&"), "") or _array(view, call)
        target = target.split(" ")[0] if target.endswith("]") else target
        if not target:
            continue
        for i in range(call.close, len(view.body)):
            token = view.body[i]
            text = token.text.decode(errors="replace")
            if text in words.waits:
                break
            if text == target and view.body[i - 1].text not in (b".", b"->"):
                yield Found(
                    "F06",
                    token.start,
                    f"`{target}` is read although the copy from the device into it may not be done on {view.chip}; the unified version waits",
                    Confidence.HIGH,
                    view.name,
                    view.chip,
                )
                break
