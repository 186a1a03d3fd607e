"""Which operators of PyTorch a unit test reaches by what its modules call, and which chips have those."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources

import yaml

from migrate.frontend.torch.registrations import Registered, operator_name

Names = frozenset[str]


@dataclass(frozen=True)
class Table:
    """rules/data/torch_calls.yaml."""

    modules: Mapping[str, Sequence[str]]
    python: Mapping[str, str]
    parts: Mapping[str, Sequence[str]]
    backward: Mapping[str, Sequence[str]]

    def module(self, name: str) -> Sequence[str]:
        return self.modules.get(name, (name.lower(),))


@cache
def table() -> Table:
    text = (resources.files("migrate") / "rules" / "data" / "torch_calls.yaml").read_text(encoding="utf-8")
    return Table(**yaml.safe_load(text))


@dataclass
class Operators:
    """What the torch-side files of a run register: by operator, the chips that have the kernels of each library function it may call.

    `chips` are all of the project's, `rows` those of each library function."""

    chips: Names
    rows: Mapping[str, Collection[str]]
    registered: dict[str, list[Registered]] = field(default_factory=dict)
    unclear: dict[str, Names] = field(
        default_factory=dict
    )  # chips of a file, for operators of whose function nothing is known

    def add(self, found: Mapping[str, Registered], chips_of_file: Collection[str]) -> None:
        """The operators of one file; `chips_of_file` have a kernel for what it calls, by any operator."""
        for name, operator in found.items():
            self.registered.setdefault(name, []).append(operator)
            self.unclear[name] = self.unclear.get(name, frozenset()) | frozenset(chips_of_file)

    def chips_of(self, name: str, above: Names = frozenset()) -> Names:
        """The chips on which a registered operator has all it may call; all chips where it calls no kernel."""
        operators = self.registered[name]
        functions = {n for operator in operators for n in operator.names if n in self.rows}
        if functions:
            return frozenset.intersection(*(frozenset(self.rows[f]) for f in functions))
        others = {operator_name(n) for operator in operators for n in operator.methods} & self.registered.keys()
        others -= {name, *above}
        if others:
            return self.chips.intersection(*(self.chips_of(other, above | {name}) for other in others))
        return self.unclear[name] or self.chips

    def reached(self, names: Collection[str]) -> Names:
        """The registered operators behind names: themselves, or those that PyTorch makes them of."""
        found, open_names, seen = set[str](), list(names), set(names)
        while open_names:
            name = open_names.pop()
            if name in self.registered:
                found.add(name)
                continue
            more = set(table().parts.get(name, ())) - seen
            seen |= more
            open_names += more
        return frozenset(found)


def operators_called(tree: ast.Module) -> Names:
    """Operators that the modules and autograd functions of a test call, with the backward pass if the test runs one."""
    names = {name for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for name in _of_class(node)}
    if any(
        isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "backward"
        for n in ast.walk(tree)
    ):
        names |= {more for name in _with_parts(names) for more in table().backward.get(name, ())}
    return frozenset(names)


def _with_parts(names: Collection[str]) -> Names:
    found, open_names = set(names), list(names)
    while open_names:
        more = set(table().parts.get(open_names.pop(), ())) - found
        found |= more
        open_names += more
    return frozenset(found)


def _of_class(node: ast.ClassDef) -> Iterator[str]:
    for method in node.body:
        if not isinstance(method, ast.FunctionDef):
            continue
        for inner in ast.walk(method):
            path = _path(inner.func) if isinstance(inner, ast.Call) else ()
            if "nn" in path[:-1] and path[-1][:1].isupper():
                yield from table().module(path[-1])
            elif method.name != "__init__":  # which makes modules, and constants on the CPU
                yield from _of_expression(inner, path)


def _of_expression(node: ast.AST, path: tuple[str, ...]) -> Iterator[str]:
    if "ops" in path[:-2]:  # torch.ops.aten.squeeze.dim
        yield operator_name(path[path.index("ops") + 2])
    elif len(path) > 1:
        yield operator_name(path[-1])
    operations: list[ast.AST] = [node.op] if isinstance(node, (ast.BinOp, ast.UnaryOp, ast.AugAssign)) else []
    if isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant):  # -1
        operations = []
    operations += node.ops if isinstance(node, ast.Compare) else []
    for operation in operations:
        if name := table().python.get(type(operation).__name__):
            yield name


def _path(node: ast.expr) -> tuple[str, ...]:
    """("torch", "nn", "Linear") of `torch.nn.Linear`; of `a().b` ("", "b")."""
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    return (node.id if isinstance(node, ast.Name) else "", *reversed(names))
