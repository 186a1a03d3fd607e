"""Generators of the native build.

    python -m dnnlib.codegen layouts  --structs sg_api_struct.h... --out DIR       kernel_args.gen.h
                                     [--json FILE]                             kernel_args.json
    python -m dnnlib.codegen chip     --yaml chip.yaml --out DIR                   chip_facts.h, chip_traits.h,
                                                                               chip_runtime.h, firmware_chip.h
    python -m dnnlib.codegen table    --structs sg_api_struct.h... --chip C --yaml F --out FILE
    python -m dnnlib.codegen entries  --header tpuDNN.h --tensor-header tpuDNNTensor.h -I DIR... [--operators operators.yaml]
                                      --out DIR --json FILE
    python -m dnnlib.codegen reference --root CHECKOUT --out reference.md

Exit code: 0 done, 1 a mistake in an input (file:line:column: sentence), 2 wrong use.
"""

import argparse
import sys
from pathlib import Path

from dnnlib.codegen import reference, render
from dnnlib.codegen.api import Api, read_api
from dnnlib.codegen.chips import read_chip, render_facts, render_firmware_chip, render_runtime, render_traits
from dnnlib.codegen.contracts import Contract, fit_problem, read_contracts
from dnnlib.codegen.errors import SourceError
from dnnlib.codegen.kernels import read_table, render_table
from dnnlib.codegen.layouts import argument_headers, read_layouts
from dnnlib.codegen.output import write

STRUCTS = "headers that define the kernels' argument structs; of two with one file name the last counts"


def run_layouts(options: argparse.Namespace) -> None:
    headers = argument_headers(options.structs)
    names = [header.name for header in headers]
    layouts = read_layouts(*headers)
    write(options.out / "kernel_args.gen.h", render.kernel_args(layouts, names))
    if options.json:
        write(options.json, render.kernel_args_json(layouts))


def run_chip(options: argparse.Namespace) -> None:
    chip = read_chip(options.yaml)
    write(options.out / "chip_facts.h", render_facts(chip))
    write(options.out / "chip_traits.h", render_traits(chip))
    write(options.out / "chip_runtime.h", render_runtime(chip))
    write(options.out / "firmware_chip.h", render_firmware_chip(chip))


def run_table(options: argparse.Namespace) -> None:
    layouts = read_layouts(*argument_headers(options.structs))
    write(options.out, render_table(read_table(options.yaml, layouts, options.chip), layouts))


def fitting_rows(api: Api, path: Path | None, foreign: bool) -> dict[str, Contract]:
    """The rows of the declared operators. A row that does not fit its declaration is a mistake; for declarations of another tree
    (``foreign``) it is left out and named, and what holds for all operators is checked alone."""
    if path is None:
        return {}
    rows = read_contracts(path)
    fitting: dict[str, Contract] = {}
    for function in api.operators:
        row = rows.get(function.operator)
        problem = fit_problem(row, function) if row else ""
        if problem and not foreign:
            raise SourceError(str(path), row.line if row else 1, 1, problem)
        if problem:
            print(f"{path}: {problem}; its arguments are checked for what holds for all operators", file=sys.stderr)
        elif row:
            fitting[function.operator] = row
    return fitting


def run_entries(options: argparse.Namespace) -> None:
    api = read_api(options.header, options.tensor_header, options.include)
    rows = fitting_rows(api, options.operators, options.foreign)
    write(options.out / "tpudnn_entries.h", render.entries_header(api))
    write(options.out / "entries.gen.cpp", render.entries_source(api, rows))
    write(options.out / "tpuDNNTensorC.h", render.c_forms_header(api))
    write(options.json, render.api_json(api))


def reference_page(root: Path) -> str:
    """docs/reference.md of a checkout."""
    library = root / "dnnlib"
    headers = [library / "include" / name for name in ("tpuDNN.h", "tpuDNNTensor.h")]
    api = read_api(*headers, [library / "include", root / "chips" / "include"])
    rows = fitting_rows(api, library / "operators.yaml", foreign=False)
    structs = sorted((root / "chips" / "include" / "sg_api").glob("*.h"))
    layouts = read_layouts(*argument_headers([root / "chips" / "include" / "sg_api_struct.h", *structs]))
    tables = [read_table(path, layouts, path.parent.name) for path in sorted((root / "chips").glob("*/kernels.yaml"))]
    said = reference.sentences(library / "src" / "contract.h", library / "src" / "relations.h")
    lacks = {path.parent.name: read_chip(path).lacks for path in (root / "chips").glob("*/chip.yaml")}
    return reference.page(api, rows, tables, said, lacks)


def run_reference(options: argparse.Namespace) -> None:
    write(options.out, reference_page(options.root))


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="python -m dnnlib.codegen", description="generators of the native build")
    commands = top.add_subparsers(required=True)
    layouts = commands.add_parser("layouts", help="typed argument structs")
    layouts.add_argument("--structs", type=Path, nargs="+", required=True, help=STRUCTS)
    layouts.add_argument("--out", type=Path, required=True, help="folder")
    layouts.add_argument("--json", type=Path, help="file with the structs' fields")
    layouts.set_defaults(run=run_layouts)
    chip = commands.add_parser("chip", help="headers made from what is known of one chip")
    chip.add_argument("--yaml", type=Path, required=True, help="chips/<chip>/chip.yaml")
    chip.add_argument("--out", type=Path, required=True, help="folder")
    chip.set_defaults(run=run_chip)
    table = commands.add_parser("table", help="kernel table of one chip")
    table.add_argument("--structs", type=Path, nargs="+", required=True, help=STRUCTS)
    table.add_argument("--chip", help="chip the table must be of")
    table.add_argument("--yaml", type=Path, required=True)
    table.add_argument("--out", type=Path, required=True, help="file")
    table.set_defaults(run=run_table)
    entries = commands.add_parser("entries", help="entries of the operators, description of the interface")
    entries.add_argument("--header", type=Path, required=True)
    entries.add_argument("--tensor-header", type=Path, required=True)
    entries.add_argument("-I", dest="include", type=Path, action="append", default=[])
    entries.add_argument(
        "--operators", type=Path, help="operators.yaml; without it what holds for all operators is checked alone"
    )
    entries.add_argument(
        "--foreign", action="store_true", help="the headers are another tree's: rows that do not fit are left out"
    )
    entries.add_argument("--out", type=Path, required=True, help="folder")
    entries.add_argument("--json", type=Path, required=True, help="file")
    entries.set_defaults(run=run_entries)
    page = commands.add_parser("reference", help="reference page of the C API")
    page.add_argument("--root", type=Path, required=True, help="checkout")
    page.add_argument("--out", type=Path, required=True, help="file")
    page.set_defaults(run=run_reference)
    return top


def main() -> int:
    options = parser().parse_args()
    try:
        options.run(options)
    except SourceError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
