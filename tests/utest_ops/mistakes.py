"""Mistakes that a migration can make, as data: rows of kind, operator and argument in mistakes.tsv, and what each kind does to a body or a row of a
kernel table. `python mistakes.py` lists every mistake of these kinds that the library has a place for."""

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from dnnlib.codegen.chips import read_chip
from dnnlib.codegen.names import operator_key
from dnnlib.paths import ROOT, library_dir

SOURCES = sorted((ROOT / "dnnlib/src/tensor").glob("*.cpp"))
DATA = Path(__file__).with_name("mistakes.tsv")
_BODY = re.compile(r"^tpudnnStatus_t (tpudnn\w+)\((.*?)^\}\n", re.MULTILINE | re.DOTALL)
_ADDRESS = re.compile(r"pimpl->virtToPhys\(([\w.\[\]]+)\)")


@dataclass(frozen=True)
class Kind:
    """`places`: the arguments that it takes in a body; `edit`: the body with the mistake. `said`: what the harness must say of it."""

    said: str
    places: Callable[[str], list[str]]
    edit: Callable[[str, str], str]


@dataclass(frozen=True)
class Body:
    """An operator's definition."""

    operator: str
    function: str
    file: str
    text: str


@cache
def bodies() -> dict[str, Body]:
    found = {}
    for source in SOURCES:
        for match in _BODY.finditer(source.read_text(encoding="utf-8")):
            key = operator_key(match[1])
            found[key] = Body(key, match[1], source.name, match[0])
    return found


def _found(pattern: str) -> Callable[[str], list[str]]:
    return lambda text: list(dict.fromkeys(re.findall(pattern, text)))


def _replace(old: str, new: str) -> Callable[[str, str], str]:
    return lambda text, argument: text.replace(old.format(argument), new.format(argument))


def _pairs(text: str) -> list[str]:
    fields = re.findall(r"api\.(\w+)_global_addr = pimpl->virtToPhys\(\w+\.addr\);", text)
    inputs = [name for name in dict.fromkeys(fields) if "out" not in name]
    return [f"{one},{other}" for one, other in itertools.pairwise(inputs)]


def _swap(text: str, argument: str) -> str:
    one, other = (f"api.{name}_global_addr =" for name in argument.split(","))
    return text.replace(one, "api.?").replace(other, one).replace("api.?", other)


def _twice(text: str, argument: str) -> str:
    one, other = argument.split(",")
    source = re.search(rf"api\.{one}_global_addr = (pimpl->virtToPhys\(\w+\.addr\);)", text)[1]
    return re.sub(rf"(api\.{other}_global_addr = )pimpl->virtToPhys\(\w+\.addr\);", lambda m: m[1] + source, text)


def _fields(text: str) -> list[str]:
    names = _found(r"(?m)^ +api\.(\w+)(?:\[\w+\])? = (?!pimpl|0;|tpudnnKernelDType)")(text)
    copied = _found(r"(?m)^ +std::copy_n\([^;]*, api\.(\w+)\);")(text)
    return [name for name in (*names, *copied) if not name.endswith("addr")]


def _unset(text: str, argument: str) -> str:
    text = re.sub(rf"^( +)api\.{argument}(\[\w+\])? = [^;]*;", r"\1;", text, flags=re.MULTILINE)
    return re.sub(rf"^( +)std::copy_n\([^;]*, api\.{argument}\);", r"\1;", text, flags=re.MULTILINE)


def _early(text: str) -> list[str]:
    freed = _found(r"memory\.free\((\w+)\);")(text)
    return [name for name in freed if re.search(rf"api\.\w+ = pimpl->virtToPhys\({name}\);", text)]


def _free(text: str, argument: str) -> str:
    free = f" memory.free({argument}); {argument} = nullptr;"
    return re.sub(
        rf"(api\.\w+ = pimpl->virtToPhys\({argument}\);)(?!.*api\.\w+ = pimpl->virtToPhys\({argument}\);)",
        rf"\1{free}",
        text,
        flags=re.DOTALL,
    )


def _forms(text: str) -> list[str]:
    found = _found(r'pimpl->follows\("\w+", "(\w+)"\)')(text)
    different = len(set(re.findall(r"(sg_api_\w+) api", text))) > 1
    return [",".join(found)] if len(found) == 2 and different else []


def _exchange(text: str, argument: str) -> str:
    one, other = (f'"{form}")' for form in argument.split(","))
    return text.replace(one, '"?")').replace(other, one).replace('"?")', other)


_LAUNCH = re.compile(r'^( +)(return |TPUDNN_SAFE_CALL\(\s*)pimpl->launchKernel\("[^;]*;', re.MULTILINE)


def _not_launched(text: str, _: str) -> str:
    return _LAUNCH.sub(lambda m: m[1] + ("return TPUDNN_STATUS_SUCCESS;" if m[2] == "return " else ";"), text)


READ = """{
            float sums[8] = {0}, total = 0;
            TPUDNN_SAFE_CALL(tpudnnMemcpyD2HAsync(handle, sums, dev_mem, sizeof(sums)));WAIT
            for (float sum : sums) total += sum;
            total = __builtin_sqrtf(total);
            TPUDNN_SAFE_CALL(tpudnnMemcpyH2D(handle, output.addr, &total, sizeof(total)));
        }
        memory.free(dev_mem);"""
WAITS = {"": "", "waits": "TPUDNN_SAFE_CALL(pimpl->synchronize());"}  # what the mistake left out


def _sums_on_the_host(text: str) -> list[str]:
    return [""] if 'launchKernel("norm2"' in text else []


WRONG_STRUCT = r"wrong struct or wrong kernel table row"
IN_BODIES = {
    "virt_to_phys_forgotten": Kind(
        r"virtToPhys is missing",
        lambda text: _ADDRESS.findall(text),
        _replace("pimpl->virtToPhys({})", "reinterpret_cast<uint64_t>({})"),
    ),
    "virt_to_phys_twice": Kind(
        r"translated twice",
        lambda text: _ADDRESS.findall(text),
        _replace("pimpl->virtToPhys({})", "pimpl->virtToPhys(reinterpret_cast<void *>(pimpl->virtToPhys({})))"),
    ),
    "address_left_out": Kind(
        r"address.* is 0|null address|reaches no|never set",
        _found(r"(?m)^ +api\.(\w+_addr) = pimpl->virtToPhys"),
        _unset,
    ),
    "operands_swapped": Kind(r"operands swapped|used twice", _pairs, _swap),
    "operand_twice": Kind(r"used twice", _pairs, _twice),
    "type_not_converted": Kind(
        r"wrong data type|number of the type was passed",
        _found(r"tpudnnKernelDType\(([\w.\[\]]+)\)"),
        _replace("tpudnnKernelDType({})", "static_cast<int>({})"),
    ),
    "field_left_out": Kind(
        r"never set|was not set|reaches no argument|argument ARGUMENT: .*a wrong field", _fields, _unset
    ),
    "not_launched": Kind(r"launched nothing", lambda text: ["" for _ in _LAUNCH.findall(text)][:1], _not_launched),
    "branch_dropped": Kind(
        r"chip's branch was dropped",
        _found(r'pimpl->follows\("\w+", "(\w+)"\)'),
        lambda text, form: re.sub(rf'pimpl->follows\("\w+", "{form}"\)', "false", text),
    ),
    "wrong_struct": Kind(WRONG_STRUCT, _forms, _exchange),
    "read_without_waiting": Kind(
        r"read before the kernel ran",
        _sums_on_the_host,
        lambda text, argument: text.replace("memory.free(dev_mem);", READ.replace("WAIT", WAITS[argument])),
    ),
    "freed_early": Kind(r"freed before its kernel ran", _early, _free),
}


def _columns(row: str) -> dict[str, str]:
    return dict(column.split("=", 1) for column in row.split("\t")[1:])


def _other_symbol(table: str, operator: str) -> str:
    """The symbol of the next row with another argument struct."""
    rows = [line for line in table.splitlines()[1:] if "symbol=" in line]
    at = next(n for n, row in enumerate(rows) if row.startswith(f"{operator}\t"))
    own = _columns(rows[at])
    others = (_columns(row) for row in rows[at + 1 :] + rows)
    return next(row["symbol"] for row in others if row["args"] != own["args"])


def _with_row(table: str, operator: str, change: Callable[[str], str]) -> str:
    return re.sub(rf"^{operator}\t.*$", lambda match: change(match[0]), table, flags=re.MULTILINE)


def _cores(row: str) -> str:
    return row.replace("cores=all", "cores=1") if "cores=all" in row else re.sub(r"cores=\d+", "cores=all", row)


# Kind -> what must be said, and the table with the mistake. The argument is the chip.
IN_TABLES: dict[str, tuple[str, Callable[[str, str], str]]] = {
    "row_missing": (
        r"row is missing",
        lambda table, op: _with_row(table, op, lambda row: row.replace(op, f"{op}_", 1)),
    ),
    "wrong_core_count": (
        r"cores of the launch are not those the kernel declares",
        lambda table, op: _with_row(table, op, _cores),
    ),
    "wrong_symbol": (
        WRONG_STRUCT + r"|another kernel's symbol|firmware does not have",
        lambda table, op: _with_row(
            table, op, lambda row: re.sub(r"symbol=\w+", f"symbol={_other_symbol(table, op)}", row)
        ),
    ),
    "unknown_symbol": (
        r"firmware does not have",
        lambda table, op: _with_row(table, op, lambda row: re.sub(r"(symbol=\w+)", r"\1_v2", row)),
    ),
}


@dataclass(frozen=True)
class Mistake:
    """One mistake. `argument`: what of the body, or the chip whose table it is."""

    kind: str
    operator: str
    argument: str

    @property
    def id(self) -> str:
        return "-".join(filter(None, (self.kind, self.operator, self.argument)))

    @property
    def in_table(self) -> bool:
        return self.kind in IN_TABLES

    @property
    def said(self) -> str:
        said = IN_TABLES[self.kind][0] if self.in_table else IN_BODIES[self.kind].said
        return said.replace("ARGUMENT", re.escape(self.argument))

    def body(self) -> str:
        """The body with the mistake; one that does not apply is an error of the test."""
        text = bodies()[self.operator].text
        changed = IN_BODIES[self.kind].edit(text, self.argument)
        assert changed != text, f"{self.id} changes nothing"
        return changed

    def table(self) -> str:
        text = (library_dir() / f"{self.argument}.kernels").read_text()
        changed = IN_TABLES[self.kind][1](text, self.operator)
        assert changed != text, f"{self.id} changes nothing"
        return changed


def read() -> list[Mistake]:
    """Those of mistakes.tsv."""
    return [Mistake(*line.split("\t")) for line in DATA.read_text().splitlines() if not line.startswith("#")]


def possible() -> Iterator[Mistake]:
    """Every mistake of these kinds that the library has a place for."""
    chips = {path.parent.name: read_chip(path) for path in (ROOT / "chips").glob("*/chip.yaml")}
    tables = {file.stem: file.read_text() for file in sorted(library_dir().glob("*.kernels"))}
    for key, body in sorted(bodies().items()):
        for kind, rule in IN_BODIES.items():
            yield from (Mistake(kind, key, argument) for argument in rule.places(body.text))
        for kind in IN_TABLES:
            for chip, table in tables.items():
                one_core = kind == "wrong_core_count" and chips[chip].cores == 1
                if re.search(rf"^{key}\tsymbol=", table, re.MULTILINE) and not one_core:
                    yield Mistake(kind, key, chip)


if __name__ == "__main__":
    for mistake in possible():
        print(mistake.kind, mistake.operator, mistake.argument, sep="\t")
