"""Kernel arguments and launches: dtype code as a size, fields set on one chip only, wrong or unknown kernels."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from migrate.findings.firmware import Registered
from migrate.findings.found import Found
from migrate.findings.view import Call, FunctionView, Vocabulary, matching
from migrate.frontend.lex import Kind
from migrate.model import Confidence


def dtype_code_as_size(view: FunctionView, words: Vocabulary) -> Iterator[Found]:
    for call in view.calls(words.dtype_codes):
        held = _held(view, call)
        if _is_size(view, words, call.index, call.close) or any(_is_size(view, words, i, i) for i in held):
            yield Found(
                "F07",
                call.name.start,
                f"`{call.callee}` gives the kernel's dtype code, not a size in bytes; the number computed from it is not what was meant",
                Confidence.HIGH,
                view.name,
                view.chip,
            )


def _held(view: FunctionView, call: Call) -> list[int]:
    """Where a variable is used that the call alone gives its value to."""
    body = view.body
    whole = call.index > 1 and body[call.index - 1].text == b"=" and body[call.close + 1 : call.close + 2]
    if not whole or whole[0].text != b";" or body[call.index - 2].kind != Kind.IDENT:
        return []
    name = body[call.index - 2].text
    if call.index > 2 and body[call.index - 3].text in (b".", b"->"):
        return []
    places = [i for i, t in enumerate(body) if t.text == name and body[i - 1].text not in (b".", b"->")]
    sets = [i for i in places if i + 1 < len(body) and body[i + 1].text == b"="]
    return [i for i in places if i > call.close] if len(sets) == 1 else []


def _is_size(view: FunctionView, words: Vocabulary, first: int, last: int) -> bool:
    """Whether tokens are a factor, or stand in an allocation."""
    body = view.body
    before = body[first - 1].text if first else b""
    factor = (
        before == b"*"
        and first > 1
        and (body[first - 2].kind in (Kind.IDENT, Kind.NUMBER) or body[first - 2].text in (b")", b"]"))
    )
    after = body[last + 1].text if last + 1 < len(body) else b""
    return factor or after == b"*" or any(o.index < first < o.close for o in view.calls(words.malloc | words.sizes))


def _structs(view: FunctionView, words: Vocabulary) -> dict[str, tuple[str, bool, dict[str, int]]]:
    """Argument structs that are launched: variable -> (type, zeroed, fields with the offset of their first assignment)."""
    if "structs" not in view.memo:
        view.memo["structs"] = _read_structs(view, words)
    return view.memo["structs"]


def _read_structs(view: FunctionView, words: Vocabulary) -> dict[str, tuple[str, bool, dict[str, int]]]:
    found: dict[str, tuple[str, bool, dict[str, int]]] = {}
    body = view.body
    launched = {
        argument[1].text.decode()
        for call in view.calls(words.launches)
        for argument in call.arguments
        if len(argument) == 2 and argument[0].text == b"&"
    }
    for name in launched:
        text = name.encode()
        declared = next(
            (
                i
                for i in range(1, len(body))
                if body[i].text == text and body[i - 1].kind == Kind.IDENT and body[i - 1].text != b"return"
            ),
            None,
        )
        if declared is None:
            continue
        zeroed = body[declared + 1].text in (b"=", b"{") if declared + 1 < len(body) else False
        zeroed = zeroed or any(
            any(t.text.decode() == name for t in c.arguments[0])
            for c in view.calls(frozenset({"memset"}))
            if c.arguments
        )
        fields: dict[str, int] = {}
        for i in range(declared + 1, len(body) - 2):
            if body[i].text == text and body[i + 1].text == b".":
                end = i + 3
                while end < len(body) and body[end].text == b"[":
                    end = matching(body, end) + 1
                if end < len(body) and body[end].text == b"=":
                    fields.setdefault(body[i + 2].text.decode(), body[i].start)
        found[name] = (body[declared - 1].text.decode(), zeroed, fields)
    return found


def fields_unset_on_one_chip(views: Sequence[FunctionView], words: Vocabulary) -> Iterator[Found]:
    """Fields of one struct that one chip's branch sets and another chip's does not."""
    per_chip = [(view, _structs(view, words)) for view in views]
    for view, structs in per_chip:
        for name, (struct, zeroed, fields) in structs.items():
            others = [s[name] for v, s in per_chip if v is not view and name in s and s[name][0] == struct]
            missing = sorted({f for _, _, other in others for f in other} - set(fields))
            if missing and not zeroed and fields:
                yield Found(
                    "F08",
                    min(fields.values()),
                    f"on {view.chip} the kernel gets {', '.join(f'`{name}.{m}`' for m in missing)} uninitialised; the other chip's branch sets "
                    f"{'it' if len(missing) == 1 else 'them'}",
                    Confidence.MEDIUM,
                    view.name,
                    view.chip,
                )


def launches(view: FunctionView, words: Vocabulary) -> Iterator[tuple[str, str, int]]:
    """(kernel name, argument struct, offset) of each launch with a literal name."""
    structs = _structs(view, words)
    for call in view.calls(words.launches):
        kernel = next(
            (a[0].text.decode().strip('"') for a in call.arguments if len(a) == 1 and a[0].kind == Kind.STRING), ""
        )
        variable = next((a[1].text.decode() for a in call.arguments if len(a) == 2 and a[0].text == b"&"), "")
        if kernel:
            yield kernel, structs.get(variable, ("", False, {}))[0], call.name.start


def foreign_kernel(views: Sequence[FunctionView], words: Vocabulary) -> Iterator[Found]:
    """One kernel launched on one chip with two different argument structs: one of the two operators launches the other's kernel."""
    users: dict[tuple[str, str], list[tuple[FunctionView, str, int]]] = {}
    for view in views:
        for kernel, struct, offset in launches(view, words):
            users.setdefault((view.chip, kernel), []).append((view, struct, offset))
    for (chip, kernel), all_users in users.items():
        structs = {struct for _, struct, _ in all_users if struct}
        if len(structs) < 2:
            continue
        stem = kernel.lower().replace("_", "")
        owner = max(all_users, key=lambda u: _likeness(words.argument_structs, u[1], stem))
        for view, struct, offset in all_users:
            if struct != owner[1]:
                yield Found(
                    "F12",
                    offset,
                    f"`{view.name}` launches `{kernel}` on {chip} with `{struct}`, but `{owner[0].name}` launches it with `{owner[1]}`: "
                    "one of them launches another operator's kernel",
                    Confidence.HIGH,
                    view.name,
                    chip,
                )


def _likeness(pattern: str, struct: str, stem: str) -> int:
    found = re.match(pattern, struct) if pattern else None
    core = (found[1] if found and found.groups() else struct).lower().replace("_", "")
    return 1000 - abs(len(stem) - len(core)) if core and core in stem else 0


def unregistered_kernel(view: FunctionView, words: Vocabulary, registered: Registered) -> Iterator[Found]:
    """A kernel name that no firmware source registers; asked only where the project file says where the firmware is."""
    known = registered.get(view.chip)
    for kernel, _, offset in launches(view, words) if known else ():
        if kernel not in (known or ()):
            yield Found(
                "F13",
                offset,
                f"the firmware registers no kernel `{kernel}`: this launch cannot succeed on {view.chip}",
                Confidence.HIGH,
                view.name,
                view.chip,
            )
