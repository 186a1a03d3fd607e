"""Device buffers: never freed, freed on some paths, freed twice, used before they are set; host values read before the copy is done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from migrate.findings.behaviour import Behaviour, Leak, Path, Use
from migrate.findings.found import Found
from migrate.findings.view import FunctionView, Vocabulary
from migrate.model import Confidence


def buffer_left_allocated(view: FunctionView, words: Vocabulary, found: Behaviour) -> Iterator[Found]:
    """F02 and F11: of a buffer that some function may have freed elsewhere nothing is said."""
    escaped = {name for path in found.paths for name in path.escaped}
    freed = {name for path in found.paths for name, _ in path.frees}
    leaks: dict[str, list[tuple[Path, Leak]]] = {}
    for path in found.paths:
        for leak in path.leaks:
            leaks.setdefault(leak.buffer, []).append((path, leak))
    for name, all_leaks in leaks.items():
        if name in escaped or _any_element(name) in escaped:
            yield from _left_before(view, found, name, all_leaks)
            continue
        if name not in freed and _any_element(name) not in freed:
            if found.complete or not view.mentions(words.free):
                yield Found(
                    "F02",
                    min(leak.allocated for _, leak in all_leaks),
                    f"the device buffer `{name}` is never freed; the unified version gives it back",
                    Confidence.HIGH,
                    view.name,
                )
        elif found.complete and (sure := [(path, leak) for path, leak in all_leaks if not path.unsure]):
            yield from _freed_on_some(view, found, name, sure)


def _left_before(
    view: FunctionView, found: Behaviour, name: str, leaks: Sequence[tuple[Path, Leak]]
) -> Iterator[Found]:
    """Returns in front of the place where every path that goes on hands a buffer of a variable on."""
    going_on = [path for path in found.paths if any(one == name for one, _ in path.allocations)]
    plain = "." not in name and "[" not in name
    if not found.complete or not plain:
        return
    early = {
        leak.exit: leak
        for path, leak in leaks
        if leak.exit > leak.allocated and name not in path.escaped and not path.unsure
    }
    others = [path for path in going_on if not _leaks(path, name)]
    if others and all(name in path.escaped for path in others):
        for exit in early:
            message = f"this return leaves the device buffer `{name}` allocated"
            yield Found("F11", exit, message, Confidence.MEDIUM, view.name)


def _any_element(name: str) -> str:
    return f"{name.rsplit('[', 1)[0]}[]" if name.endswith("]") else name


def _freed_on_some(
    view: FunctionView, found: Behaviour, name: str, leaks: Sequence[tuple[Path, Leak]]
) -> Iterator[Found]:
    names = (name, _any_element(name))
    last = max(offset for path in found.paths for freed, offset in path.frees if freed in names)
    said: set[int] = set()
    for path, leak in leaks:
        early = leak.allocated < leak.exit < last
        offset = leak.exit if early else leak.allocated
        if offset in said:
            continue
        said.add(offset)
        if early:
            message = f"this return leaves the device buffer `{name}` allocated"
        else:
            freeing = [p for p in found.paths if any(f in names for f, _ in p.frees) and not _leaks(p, name)]
            message = (
                f"the device buffer `{name}` is allocated here and freed on some paths only{_where(path, freeing)}"
            )
        yield Found("F11", offset, message, Confidence.MEDIUM, view.name)


def _leaks(path: Path, name: str) -> bool:
    return any(leak.buffer == name for leak in path.leaks)


def _where(path: Path, others: Sequence[Path]) -> str:
    """The condition by which a path parts from the one among others that goes with it longest."""
    most = -1
    text = ""
    for other in others:
        pairs = list(zip(path.forks, other.forks, strict=False))
        same = next((i for i, (a, b) in enumerate(pairs) if a != b), len(pairs))
        if same > most and same < len(pairs):
            most = same
            text = f": not where `{path.forks[same].text}` is {'true' if path.forks[same].holds else 'false'}"
    return text


def buffer_used_before_set(view: FunctionView, words: Vocabulary, found: Behaviour) -> Iterator[Found]:
    allocated = {name for path in found.paths for name, _ in path.allocations}
    uses: dict[tuple[int, str], list[tuple[Path, Use]]] = {}
    for path in found.paths:
        for use in path.uses:
            uses.setdefault((use.offset, use.buffer), []).append((path, use))
    said: set[str] = {leak.buffer for path in found.paths for leak in path.leaks}  # of F02 and F11
    for (offset, name), all_uses in sorted(uses.items(), key=lambda item: (item[1][0][1].freed, item[0])):
        if all_uses[0][1].freed and name in said:
            continue
        unset = [path for path, use in all_uses if not use.set]
        if len(unset) < len(all_uses):
            unset = [path for path in unset if not path.unsure]
        known = name in allocated or _any_element(name) in allocated
        known |= "." in name and any(one.startswith(name.split(".")[0] + ".") for one in allocated)
        used = "freed" if all_uses[0][1].freed else "used"
        if not unset or not (known or _is_variable(view, words, name)):
            continue
        said.add(name)
        if len(unset) == len(all_uses) and found.complete:
            what = f"is {used} before it is allocated" if known else f"is {used} and nothing ever sets it"
            yield Found("F05", offset, f"the device buffer `{name}` {what}", Confidence.HIGH, view.name)
        else:
            where = _where(unset[0], [path for path, use in all_uses if use.set])
            yield Found(
                "F05",
                offset,
                f"the device buffer `{name}` is {used} here, and not every path before has allocated it{where}",
                Confidence.MEDIUM,
                view.name,
            )


def buffer_freed_again(view: FunctionView, words: Vocabulary, found: Behaviour) -> Iterator[Found]:
    for again in dict.fromkeys(again for path in found.paths for again in path.again):
        name, offset = again
        freeing = [path for path in found.paths if again in path.frees]
        once = [path for path in freeing if again not in path.again]
        where = _where(next(path for path in found.paths if again in path.again), once)
        message = f"the device buffer `{name}` is freed here, and has been before{where}"
        certain = found.complete and not once
        yield Found("F14", offset, message, Confidence.HIGH if certain else Confidence.MEDIUM, view.name)


def _is_variable(view: FunctionView, words: Vocabulary, name: str) -> bool:
    """Whether it is a variable of the type of a buffer, without a value at first."""
    types = {word.encode() for word in words.memory_types}
    return any(
        variable.name.text == name.split("[")[0].encode() and types.intersection(variable.type)
        for statement in view.every_statement
        for variable in statement.variables
        if "." not in name
    )


def read_before_copy_done(view: FunctionView, words: Vocabulary, found: Behaviour) -> Iterator[Found]:
    for offset, name in sorted(found.early.items()):
        yield Found(
            "F06",
            offset,
            f"`{name}` is read although the copy from the device into it may not be done on {view.chip}; the unified version waits",
            Confidence.HIGH,
            view.name,
            view.chip,
        )
