"""chips/<chip>/kernels.yaml: read, validate with line and column, write as the table that libtpudnn loads."""

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NoReturn

import yaml

from dnnlib.codegen.chips import ALL, DTYPES, of_chip, read_chip
from dnnlib.codegen.errors import SourceError, for_all
from dnnlib.codegen.layouts import Layout

FORMAT = "tpudnn-kernel-table 1"
FIELDS = ("symbol", "cores", "args", "dtypes", "follows")
_KEY = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)?")
_SYMBOL = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True)
class KernelRow:
    """One launch of an operator. ``cores`` 0 means all; ``dtypes`` maps a parameter ("" is the first tensor) to types.
    ``lacks``, from chip.yaml: a mode (the short name of an enumerator) -> the types of the first tensor that the chip does not have in it."""

    key: str
    symbol: str = ""
    cores: int = 0
    args: str = ""
    dtypes: tuple[tuple[str, tuple[str, ...]], ...] = ()
    follows: str = ""
    lacks: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True)
class KernelTable:
    chip: str
    rows: tuple[KernelRow, ...]


class _Reader:
    """Walks the composed YAML nodes, which know their place."""

    def __init__(self, path: Path, layouts: Mapping[str, Layout]) -> None:
        self.path = path
        self.layouts = layouts

    def fail(self, node: yaml.Node, sentence: str) -> NoReturn:
        mark = node.start_mark
        raise SourceError(str(self.path), mark.line + 1, mark.column + 1, sentence)

    def mapping(self, node: yaml.Node, what: str) -> list[tuple[str, yaml.Node, yaml.Node]]:
        if not isinstance(node, yaml.MappingNode):
            self.fail(node, f"{what} must be a mapping of names to values")
        seen: set[str] = set()
        entries = []
        for key, value in node.value:
            if key.value in seen:
                self.fail(key, f"'{key.value}' stands here twice")
            seen.add(key.value)
            entries.append((key.value, key, value))
        return entries

    def word(self, node: yaml.Node, what: str, pattern: re.Pattern[str]) -> str:
        if not isinstance(node, yaml.ScalarNode) or not pattern.fullmatch(node.value):
            self.fail(node, f"{what} must be a name, not '{getattr(node, 'value', '')}'")
        return node.value

    def cores(self, node: yaml.Node) -> int:
        if isinstance(node, yaml.ScalarNode):
            if node.value == "all":
                return 0
            if node.value.isdecimal() and int(node.value) >= 1:
                return int(node.value)
        self.fail(node, "cores must be a number from 1, or all")

    def dtype_list(self, node: yaml.Node) -> tuple[str, ...]:
        if not isinstance(node, yaml.SequenceNode) or not node.value:
            self.fail(node, "dtypes must be a list such as [f32, f16], or a map of parameters to such lists")
        for item in node.value:
            if not isinstance(item, yaml.ScalarNode) or item.value not in DTYPES:
                self.fail(item, f"unknown data type '{getattr(item, 'value', '')}'; there are {', '.join(DTYPES)}")
        return tuple(item.value for item in node.value)

    def dtypes(self, node: yaml.Node) -> tuple[tuple[str, tuple[str, ...]], ...]:
        if isinstance(node, yaml.MappingNode):
            return tuple((name, self.dtype_list(value)) for name, _, value in self.mapping(node, "dtypes"))
        return (("", self.dtype_list(node)),)

    def args(self, node: yaml.Node) -> str:
        name = self.word(node, "args", _SYMBOL)
        if name not in self.layouts:
            near = difflib.get_close_matches(name, self.layouts, n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            self.fail(node, f"there is no argument struct {name}{hint}")
        return name

    def inherited(self, node: yaml.Node, chip: str, heirs: tuple[str, ...]) -> dict[str, KernelRow]:
        """The rows of another chip's table, without the data types that this chip does not have."""
        base = self.word(node, "inherits", _SYMBOL)
        if base in (chip, *heirs):
            self.fail(node, f"{base} inherits its own table")
        path = of_chip(self.path, base, "kernels.yaml")
        if not path.is_file():
            self.fail(node, f"there is no kernel table of {base} to inherit: {path}")
        table = read_table(path, self.layouts, base, (chip, *heirs))
        has = read_chip(of_chip(self.path, chip, "chip.yaml")).dtypes
        kept = {}
        for row in table.rows:
            dtypes = tuple((name, tuple(t for t in types if t in has)) for name, types in row.dtypes)
            if all(types for _, types in dtypes):
                kept[row.key] = replace(row, dtypes=dtypes)
        return kept

    def row(self, key: str, key_node: yaml.Node, node: yaml.Node) -> KernelRow:
        if not _KEY.fullmatch(key):
            self.fail(key_node, f"'{key}' is no operator key: expected e.g. matmul or matmul.prepare")
        values: dict[str, object] = {}
        readers = {
            "symbol": lambda n: self.word(n, "symbol", _SYMBOL),
            "cores": self.cores,
            "args": self.args,
            "dtypes": self.dtypes,
            "follows": lambda n: self.word(n, "follows", _SYMBOL),
        }

        def read_field(field: tuple[str, yaml.Node, yaml.Node]) -> None:
            name, name_node, value = field
            if name not in readers:
                self.fail(name_node, f"unknown field '{name}'; a row has {', '.join(FIELDS)}")
            values[name] = readers[name](value)

        for_all(read_field, self.mapping(node, f"the row '{key}'"))
        if "symbol" in values:
            for needed in ("cores", "args"):
                if needed not in values:
                    self.fail(key_node, f"the row '{key}' has a symbol and no {needed}")
        return KernelRow(key, **values)  # type: ignore[arg-type]

    def table(self, root: yaml.Node | None, chip: str | None, heirs: tuple[str, ...] = ()) -> KernelTable:
        if root is None:
            raise SourceError(str(self.path), 1, 1, "the file is empty; it needs 'chip:' and 'kernels:'")
        top = {name: (key, value) for name, key, value in self.mapping(root, "the file")}
        for name, (key, _) in top.items():
            if name not in ("chip", "inherits", "kernels"):
                self.fail(key, f"unknown entry '{name}'; the file has chip, inherits and kernels")
        if "chip" not in top:
            self.fail(root, "the entry 'chip' is missing")
        named = self.word(top["chip"][1], "chip", _SYMBOL)
        if chip is not None and named != chip:
            self.fail(top["chip"][1], f"this is a table of the chip {named}, expected {chip}")
        rows = self.inherited(top["inherits"][1], named, heirs) if "inherits" in top else {}
        kernels = top.get("kernels", (None, None))[1]
        if kernels is not None and not (isinstance(kernels, yaml.ScalarNode) and kernels.value in ("", "null")):
            own = for_all(lambda entry: self.row(*entry), self.mapping(kernels, "kernels"))
            rows.update((row.key, row) for row in own)
        lacks = _lacking_modes(of_chip(self.path, named, "chip.yaml"))
        return KernelTable(named, tuple(replace(row, lacks=lacks.get(row.key, ())) for row in rows.values()))


def _lacking_modes(chip: Path) -> dict[str, tuple[tuple[str, tuple[str, ...]], ...]]:
    """Operator -> its modes that the chip lacks, each with data types."""
    modes: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {}
    for name, missing in read_chip(chip).lacks.items() if chip.is_file() else ():
        operator, _, mode = name.partition("/")
        if mode:
            types = DTYPES if ALL in missing else tuple(dtype for dtype in DTYPES if dtype in missing)
            modes[operator] = (*modes.get(operator, ()), (mode, types))
    return modes


def read_table(
    path: Path, layouts: Mapping[str, Layout], chip: str | None = None, heirs: tuple[str, ...] = ()
) -> KernelTable:
    """Validated table; mistakes are one SourceError, each with its line and column. ``heirs``: chips that inherit this table."""
    try:
        root = yaml.compose(path.read_text(encoding="utf-8"))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise SourceError(str(path), line, column, f"not YAML: {error.problem}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise SourceError(str(path), 1, 1, f"cannot read the kernel table: {error}") from None
    return _Reader(path, layouts).table(root, chip, heirs)


def render_table(table: KernelTable, layouts: Mapping[str, Layout]) -> str:
    """The file that libtpudnn loads: one row per line, fields separated by tabs."""
    lines = [f"{FORMAT}\t{table.chip}"]
    for row in table.rows:
        fields = [row.key]
        if row.symbol:
            layout = layouts[row.args]
            fields += [
                f"symbol={row.symbol}",
                f"cores={row.cores or 'all'}",
                f"args={row.args}",
                f"size={layout.size}",
                f"layout={layout.hash:016x}",
            ]
        for field, sets in (("dtypes", row.dtypes), ("lacks", row.lacks)):
            if sets:
                fields.append(f"{field}=" + ";".join(f"{name}:{','.join(types)}" for name, types in sets))
        if row.follows:
            fields.append(f"follows={row.follows}")
        lines.append("\t".join(fields))
    return "\n".join(lines) + "\n"
