"""Keys of an operator's launches, and its rows in the chips' kernel tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from migrate.frontend.lex import Kind
from migrate.model import Chip, EditKind, KernelRow
from migrate.project.snippets import split
from migrate.rules.context import Context, Launch
from migrate.rules.placing import Given, Part, PlacedCall, place
from migrate.rules.registry import Rule
from migrate.rules.tensor_uses import ASSIGNS, changes

Kernel = tuple[str, str]  # symbol, cores


def _keys(ctx: Context) -> Iterator[tuple[int, str]]:
    """Position and key of each launch: the first has the operator's key, a further one `<operator>.<what>`; the n-th of each chip share a key."""
    visible = {c.name: _distinct(ctx, c) for c in ctx.source.chips}
    return iter([(position, _key(ctx, launch, visible)) for position, launch in enumerate(ctx.launches)])


def _assign(ctx: Context, found: tuple[int, str]) -> None:
    position, key = found
    launch = ctx.launches[position] = ctx.with_key(ctx.launches[position], key)
    place(ctx, launched(ctx, launch))


def launched(ctx: Context, launch: Launch) -> PlacedCall:
    """A launch as the rule that it follows writes it; what that does not name of the legacy call goes."""
    parts: list[Part] = []
    quoted = launch.form.replace('"{key}"', "{quoted_key}")
    for literal, name in split(quoted):
        parts.append(ctx.emit(literal))
        if name == "cores":
            parts += _given_cores(ctx, launch)
        elif name in launch.given:
            parts.append(Given(*launch.given[name]))
        elif name == "quoted_key":
            parts.append(Given(launch.literal, launch.literal + 1, f'"{launch.key}"'))
        elif name == "size":
            parts.append(f"sizeof(*({ctx.source.spell(*launch.given['arguments'])}))")
        elif name:
            parts.append(ctx.emit("{" + name + "}", key=launch.key))
    return PlacedCall(*launch.call, tuple(parts), EditKind.LAUNCH, "launch")


def _given_cores(ctx: Context, launch: Launch) -> list[Part]:
    """The number of cores that the call gives, in parentheses where it is more than a word; else that of the rule."""
    if "cores" not in launch.given:
        return [launch.cores]
    first, last = launch.given["cores"]
    given = Given(first, last)
    return [given] if last - first == 1 else ["(", given, ")"]


def _distinct(ctx: Context, chip: Chip) -> list[Kernel]:
    """What a chip launches here, each once, in order; a kernel that is launched on other cores too is another row."""
    found: list[Kernel] = []
    for launch in ctx.launches:
        kernel = (launch.symbol, launch.cores)
        if ctx.source.sees(chip, launch.offset) and kernel not in found:
            found.append(kernel)
    return found


def _key(ctx: Context, launch: Launch, visible: Mapping[str, list[Kernel]]) -> str:
    for chip in ctx.source.chips:
        if ctx.source.sees(chip, launch.offset):
            kernel = (launch.symbol, launch.cores)
            number = visible[chip.name].index(kernel)
            if any(
                ctx.source.sees(c, launch.offset) and visible[c.name].index(kernel) != number for c in ctx.source.chips
            ):
                cores = "_all" if launch.cores == "all" else ""
                return f"{ctx.key}.common_{ctx.rules.kernel_stem(launch.symbol)}{cores}"
            if number == 0:
                return ctx.key
            stem = _stem(ctx, visible, number)
            earlier = [_stem(ctx, visible, n) for n in range(1, number)]
            return f"{ctx.key}.{stem}" if stem not in earlier else f"{ctx.key}.{stem}_{number}"
    return ctx.key


def _stem(ctx: Context, visible: Mapping[str, list[Kernel]], number: int) -> str:
    stems = [ctx.rules.kernel_stem(s[number][0]) for s in visible.values() if len(s) > number]
    return min(stems, key=lambda stem: (len(stem), stem))


def _differing(ctx: Context) -> Iterator[tuple[Launch, str]]:
    """Launches that one chip's table would hold in one row, though they pass different structs."""
    for chip in ctx.source.chips:
        seen: dict[str, str] = {}
        for launch in ctx.launches:
            if ctx.source.sees(chip, launch.offset) and seen.setdefault(launch.key, launch.args) != launch.args:
                yield launch, seen[launch.key]


def _refuse_differing(ctx: Context, found: tuple[Launch, str]) -> None:
    launch, other = found
    message = f"{launch.symbol} is launched with {other} and with {launch.args}; a row of a kernel table has one struct"
    ctx.refuse_at("L173", launch.literal, message)


def rows_of(ctx: Context, chips: Iterable[Chip], follows: Mapping[str, str]) -> tuple[KernelRow, ...]:
    """Rows of one operator for the chips that implement it."""
    rows: list[KernelRow] = []
    for chip in chips:
        variant = follows.get(chip.name)
        dtypes = (
            () if ctx.helper else first_tensor_dtypes(ctx, chip)
        )  # not every call of the operator comes to a helper
        seen: set[str] = set()
        for launch in ctx.launches:
            if ctx.source.sees(chip, launch.offset) and launch.key not in seen:
                seen.add(launch.key)
                own = launch.key == ctx.key
                rows.append(
                    KernelRow(
                        chip.name,
                        launch.key,
                        launch.symbol,
                        launch.cores,
                        launch.args or None,
                        dtypes if own else (),
                        variant if own else None,
                        launch.numbers.get(chip.name, ""),
                    )
                )
        if ctx.key not in seen:
            rows.append(KernelRow(chip.name, ctx.key, None, "1", None, dtypes, variant))
    return tuple(rows)


def first_tensor_dtypes(ctx: Context, chip: Chip) -> tuple[str, ...]:
    """Data types that the checks at the top of the function let the first tensor have; empty where they do not say."""
    source = ctx.source
    tensor = next((p for p in ctx.parameters if any(name in p.type for name in ctx.rules.tensor_types)), None)
    if tensor is None or tensor.type not in ctx.rules.tensor_types:
        return ()  # the table's dtypes are those of the first tensor, which may be a list
    name = source.text(tensor.name_index)
    index, last = ctx.function.body
    checks = {check.encode() for check in ctx.rules.checks}
    while index < last:
        text = source.text(index)
        if _ends(ctx, index, name):
            return ()  # not every call comes to the checks behind
        if text == b"{":
            if any(_ends(ctx, i, name) for i in range(index, source.pairs[index])):
                return ()
            index = source.pairs[index]
        elif text in checks and source.text(index + 1) == b"(":
            closer = source.pairs[index + 1]
            found = _listed(ctx, index + 2, closer, name)
            at = source.code[index].start
            if (
                found
                and source.sees(chip, at)
                and source.text(index - 1) in (b";", b"{", b"}")
                and not _is_optional(ctx, at)
            ):
                return found
            if any(
                changes(ctx.source, ctx.function, i, ctx.rules.dtype_field)
                for i in source.where(name, index + 2, closer)
            ):
                return ()
            index = closer
        index += 1
    return ()


def _is_optional(ctx: Context, offset: int) -> bool:
    """Whether a conditional that stays decides over a place: another build may not have what stands there."""
    around = ctx.source.conditionals_from(ctx.function.span.start, ctx.function.span.end)
    return any(c.span.start <= offset < c.span.end and not ctx.source.resolves(c) for c in around)


_LEAVES = frozenset((b"return", b"goto", b"throw", b"break", b"continue", b"case", b"default", b"try"))


def _ends(ctx: Context, index: int, name: bytes) -> bool:
    """Whether what stands behind a token is no longer said of the tensor in every call."""
    text = ctx.source.text(index)
    if text in _LEAVES or _macro_ends(ctx, text, name):
        return True
    return (text == name and changes(ctx.source, ctx.function, index, ctx.rules.dtype_field)) or _is_label(ctx, index)


def _macro_ends(ctx: Context, text: bytes, name: bytes) -> bool:
    """Whether a macro of the source's own may leave the function, set something, or names the tensor."""
    table, known = ctx.source.table, text.decode("utf-8", "replace")
    if text not in table.names or known in (*ctx.rules.checks, *ctx.rules.safe_calls) or ctx.rules.concerns(known):
        return False
    return not table.words(text).isdisjoint((*_LEAVES, *ASSIGNS, name))


def _is_label(ctx: Context, index: int) -> bool:
    source = ctx.source
    if source.text(index + 1) != b":" or source.code[index].kind != Kind.IDENT:
        return False
    return source.text(index - 1) in (b";", b"{", b"}")


def _listed(ctx: Context, first: int, last: int, name: bytes) -> tuple[str, ...]:
    """Types in `x.dtype == A || x.dtype == B`; empty for any other condition."""
    found: list[str] = []
    words = [t.text for t in ctx.source.code[first:last]]
    for start in range(0, len(words), 6):
        part = words[start : start + 6]
        if len(part) < 5 or part[:4] != [name, b".", b"dtype", b"=="] or (len(part) == 6 and part[5] != b"||"):
            return ()
        code = ctx.rules.dtypes.get(part[4].decode("utf-8", "replace"))
        if code is None or ctx.source.code[first + start].kind != Kind.IDENT:
            return ()
        found.append(code)
    return tuple(found)


LAUNCH_KEYS = Rule(
    "launch-keys",
    "Edit 11: every launch is named by a key of the chips' kernel tables.",
    _keys,
    _assign,
    after=("arranged-calls", "non-blocking-uses"),
    cases=("launches",),
)
LAUNCH_STRUCTS = Rule(
    "launch-structs",
    "A kernel is launched with one struct on each chip.",
    _differing,
    _refuse_differing,
    after=("launch-keys",),
    diagnostics=("L173",),
    cases=("kernels",),
)
