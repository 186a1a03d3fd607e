"""The reference page of the C API: the headers' comments beside what dnnlib/operators.yaml and the chips' kernel tables say."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from dnnlib.codegen.api import Api, Function, Kind
from dnnlib.codegen.contracts import Check, Contract, TensorPattern
from dnnlib.codegen.kernels import KernelRow, KernelTable
from dnnlib.codegen.render import element_type

HEAD = """# The C API, function by function

Written by `make reference` from the public headers, `dnnlib/operators.yaml` and the chips' kernel tables; do not edit. What holds for all of it
(handles, streams, memory, statuses, threads): [capi.md](capi.md).

An operator is put on the stream of its handle and answers before it has run; it reads and writes its tensors in the order of that stream. An
argument that does not fit is BAD_PARAM, and what a chip has no kernel for is NOT_SUPPORTED, both with a sentence in `tpudnnGetLastError()`, and
nothing is put on the stream. A fault of the kernel is DEVICE_FAULT of the next wait.

Shapes: a letter is a size, the same wherever it stands; `S...` are several sizes, `R(axis)...` as many as `axis` says, `...` any; `#N` is any shape
with N elements. Tensors are contiguous unless the table says *strided* (any strides) or *transposed* (or contiguous: the last two dimensions
exchanged). Tensors with one type letter have one data type.
"""

_VALUES = {
    "any": "any",
    "between": "from {0} to {1}",
    "one_of": "one of {all}",
    "enumerator": "one of {all}",
}
_COMMENTED = re.compile(r"((?:^[ \t]*//[^\n]*\n)+)[ \t]*(?:static )?void (\w+)\(", re.MULTILINE)


def sentences(*headers: Path) -> dict[str, str]:
    """Checks of a row, by their name in operators.yaml -> the comment above the function that makes them."""
    found: dict[str, str] = {}
    for header in headers:
        for comment, name in _COMMENTED.findall(header.read_text(encoding="utf-8")):
            lines = (line.strip().lstrip("/").strip() for line in comment.splitlines())
            text = " ".join(line for line in lines if not line.startswith("---"))  # a heading
            found.setdefault(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower(), text)
    return found


Lacks = Mapping[str, Mapping[str, frozenset[str]]]  # chip -> operator/case -> data types


def page(
    api: Api, rows: Mapping[str, Contract], tables: Sequence[KernelTable], said: Mapping[str, str], lacks: Lacks
) -> str:
    parts = [HEAD, _overview(api, tables), "## Operators\n"]
    parts += [_operator(function, rows.get(function.operator), tables, said, lacks) for function in api.operators]
    parts.append("## Devices, handles, memory, streams and what else there is\n")
    parts += [_plain(function) for function in api.functions if not function.operator]
    return "\n".join(parts)


def _overview(api: Api, tables: Sequence[KernelTable]) -> str:
    lines = [
        "## Operators and chips\n",
        "Types are those of the first tensor; *all* stands for all that the operator takes.\n",
    ]
    lines += [f"| operator | {' | '.join(table.chip for table in tables)} |", "|---" * (len(tables) + 1) + "|"]
    for function in api.operators:
        cells = (_short(_row(table, function.operator)) for table in tables)
        lines.append(f"| [{function.name}](#{function.name.lower()}) | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _row(table: KernelTable, operator: str) -> KernelRow | None:
    return next((row for row in table.rows if row.key == operator), None)


def _short(row: KernelRow | None) -> str:
    if row is None:
        return "—"
    return ", ".join(dict(row.dtypes).get("", ())) or "all"


def _operator(
    function: Function, row: Contract | None, tables: Sequence[KernelTable], said: Mapping[str, str], lacks: Lacks
) -> str:
    parts = [f"### {function.name}\n", _signature(function), _doc(function)]
    if row is not None:
        parts.append(_arguments(function, row, said))
    parts.append(_chips(function, tables, lacks))
    return "\n".join(part for part in parts if part)


def _plain(function: Function) -> str:
    return "\n".join((f"### {function.name}\n", _signature(function), _doc(function)))


def _signature(function: Function) -> str:
    parameters = ", ".join(f"{p.type} {p.name}".replace("* ", "*").replace("& ", "&") for p in function.parameters)
    lists = [
        f"`{'const tpudnnTensor_t' if p.kind is Kind.TENSOR_VECTOR else 'const ' + element_type(p)} *{p.name}, int {p.name}_num`"
        for p in function.parameters
        if p.kind in (Kind.TENSOR_VECTOR, Kind.NUMBER_VECTOR)
    ]
    in_c = f"In C (`tpuDNNTensorC.h`): {', '.join(lists)}.\n\n" if lists else ""
    return f"```c\n{function.returns} {function.name}({parameters});\n```\n\n{in_c}"


def _doc(function: Function) -> str:
    """The header's comment: its formula as code, its notes as a list, without what the table says again."""
    lines = [line for line in function.doc.splitlines() if not line.startswith("@optional") and line.strip() != "Note:"]
    notes = [re.sub(r"^\d+\. ", "- ", line) for line in lines]
    first = next((n for n, line in enumerate(notes) if line.startswith("- ")), len(notes))
    text = " ".join(notes[:first])
    formula = f"`{text}`" if first and re.search(r"[A-Z\]] = |^\[? ?[A-Z]+.* = ", text) and "`" not in text else text
    return "\n".join([formula, "", *notes[first:]] if notes[first:] else [formula]) + "\n"


def _arguments(function: Function, row: Contract, said: Mapping[str, str]) -> str:
    lines = ["| argument | takes | |", "|---|---|---|"]
    for parameter in function.parameters:
        pattern, check = row.pattern(parameter.name), row.value(parameter.name)
        if pattern is not None:
            several = " each" if parameter.kind in (Kind.TENSOR_LIST, Kind.TENSOR_VECTOR) else ""
            lines.append(
                f"| `{parameter.name}` | {_tensor(pattern)}{several} | {_words(pattern, parameter.optional)} |"
            )
        elif check is not None:
            lines.append(f"| `{parameter.name}` | {_value(check, said)} | |")
        elif parameter.kind is Kind.NUMBER_VECTOR:
            lines.append(f"| `{parameter.name}` | a list of {element_type(parameter)} | |")
    for relation in row.relations:
        lines.append(f"\n{_relation(relation, said)}")
    if row.inplace:
        lines.append("\nAn output may be the very same memory as an input.")
    return "\n".join(lines) + "\n"


def _tensor(pattern: TensorPattern) -> str:
    shape = ", ".join(dim.text for dim in pattern.dims)
    types = ", ".join(pattern.types) if pattern.types else "any type"
    return f"`[{shape}]` {pattern.type_name + ': ' if pattern.type_name else ''}{types}"


def _words(pattern: TensorPattern, optional: bool) -> str:
    use = {"in": "read", "out": "written", "inout": "read and written"}[pattern.use]
    layout = "" if pattern.layout == "contiguous" else pattern.layout
    return ", ".join(word for word in (use, layout, "optional" if optional else "") if word)


def _value(check: Check, said: Mapping[str, str]) -> str:
    if check.name in _VALUES:
        everything = ", ".join(check.arguments) or "its type's names"
        return _VALUES[check.name].format(*check.arguments, all=everything)
    return (
        f"`{check.name}({', '.join(check.arguments)})`: {said[check.name]}" if check.name in said else f"`{check.name}`"
    )


def _relation(check: Check, said: Mapping[str, str]) -> str:
    call = f"`{check.name}({', '.join(check.arguments)})`"
    return f"{call}: {said[check.name]}" if check.name in said else call


def _launch(row: KernelRow) -> str:
    cores = f"{row.cores} core{'s' * (row.cores > 1)}" if row.cores else "all cores"
    return f"`{row.symbol}` on {cores}"


def _lacking(lacks: Mapping[str, frozenset[str]], operator: str) -> list[str]:
    """What the chip's facts say of single cases, that is modes, of an operator."""
    cases = ((name.partition("/"), types) for name, types in lacks.items())
    return [
        f"not `{case}` of {', '.join(sorted(types))}" for (key, _, case), types in cases if key == operator and case
    ]


def _chips(function: Function, tables: Sequence[KernelTable], lacks: Lacks) -> str:
    lines = ["| chip | kernel | types |", "|---|---|---|"]
    for table in tables:
        row = _row(table, function.operator)
        if row is None:
            lines.append(f"| {table.chip} | NOT_SUPPORTED | |")
            continue
        steps = [step for step in table.rows if step.symbol and step.key.split(".")[0] == function.operator]
        kernel = ", then ".join(_launch(step) for step in steps) or "those of other operators, or none"
        types = "; ".join(f"{name + ': ' if name else ''}{', '.join(types)}" for name, types in row.dtypes)
        cell = "; ".join([types or "all", *_lacking(lacks.get(table.chip, {}), function.operator)])
        lines.append(f"| {table.chip} | {kernel} | {cell} |")
    return "\n".join(lines) + "\n"
