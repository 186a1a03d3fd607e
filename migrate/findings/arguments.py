"""Kernel arguments and launches: dtype code as a size, fields set on one chip only, wrong or unknown kernels."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from migrate.findings.behaviour import Behaviour, Struct
from migrate.findings.firmware import Registered
from migrate.findings.found import Found
from migrate.findings.view import FunctionView, Vocabulary
from migrate.model import Confidence


def dtype_code_as_size(view: FunctionView, found: Behaviour) -> Iterator[Found]:
    for offset, function in sorted(found.sizes.items()):
        if offset in found.keys:
            continue
        yield Found(
            "F07",
            offset,
            f"`{function}` gives the kernel's dtype code, not a size in bytes; the number computed from it is not what was meant",
            Confidence.HIGH,
            view.name,
            view.chip,
        )


def _structs(found: Behaviour) -> dict[str, Struct]:
    """Argument structs that are launched, by variable."""
    return {place[1][0]: struct for place, struct in found.structs.items() if struct.type and place[0] == "var"}


def fields_unset_on_one_chip(views: Sequence[tuple[FunctionView, Behaviour]]) -> Iterator[Found]:
    """Fields of one struct that one chip's branch sets and another chip's does not."""
    per_chip = [(view, _structs(found)) for view, found in views]
    for view, structs in per_chip:
        for name, struct in structs.items():
            others = [s[name] for v, s in per_chip if v is not view and name in s and s[name].type == struct.type]
            missing = sorted({f for other in others for f in other.fields} - set(struct.fields))
            if missing and not struct.zeroed and struct.fields:
                yield Found(
                    "F08",
                    min(struct.fields.values()),
                    f"on {view.chip} the kernel gets {', '.join(f'`{name}.{m}`' for m in missing)} uninitialised; the other chip's branch sets "
                    f"{'it' if len(missing) == 1 else 'them'}",
                    Confidence.MEDIUM,
                    view.name,
                    view.chip,
                )


def launches(found: Behaviour) -> Iterator[tuple[str, Struct, int]]:
    """(kernel name, argument struct, offset) of each launch whose kernel is known, or one of several."""
    for launch in found.launches.values():
        yield launch.kernel, found.named(launch.struct), launch.offset


def foreign_kernel(views: Sequence[tuple[FunctionView, Behaviour]], words: Vocabulary) -> Iterator[Found]:
    """One kernel launched on one chip with two different argument structs: one of the two operators launches the other's kernel."""
    users: dict[tuple[str, str], list[tuple[FunctionView, Struct, int]]] = {}
    for view, found in views:
        for kernel, struct, offset in launches(found):
            if struct.type:
                users.setdefault((view.chip, kernel), []).append((view, struct, offset))
    for (chip, kernel), every_user in users.items():
        usual = [u for u in every_user if words.argument_structs and re.match(words.argument_structs, u[1].type)]
        all_users = usual or every_user  # a type of another kind may be made of the kernel's struct
        if len({struct.canonical for _, struct, _ in all_users}) < 2:
            continue
        stem = kernel.lower().replace("_", "")
        owner = max(all_users, key=lambda u: _likeness(words.argument_structs, u[1].type, stem))
        for view, struct, offset in all_users:
            if struct.canonical != owner[1].canonical:
                yield Found(
                    "F12",
                    offset,
                    f"`{view.name}` launches `{kernel}` on {chip} with `{struct.type}`, but `{owner[0].name}` launches it with `{owner[1].type}`: "
                    "one of them launches another operator's kernel",
                    Confidence.HIGH,
                    view.name,
                    chip,
                )


def _likeness(pattern: str, struct: str, stem: str) -> int:
    found = re.match(pattern, struct) if pattern else None
    core = (found[1] if found and found.groups() else struct).lower().replace("_", "")
    return 1000 - abs(len(stem) - len(core)) if core and core in stem else 0


def unregistered_kernel(view: FunctionView, found: Behaviour, registered: Registered) -> Iterator[Found]:
    """A kernel name that no firmware source registers; asked only where the project file says where the firmware is."""
    known = registered.get(view.chip)
    for kernel, _, offset in launches(found) if known else ():
        if kernel not in (known or ()):
            yield Found(
                "F13",
                offset,
                f"the firmware registers no kernel `{kernel}`: this launch cannot succeed on {view.chip}",
                Confidence.HIGH,
                view.name,
                view.chip,
            )
