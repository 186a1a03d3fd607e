"""python -m torch_tpu.codegen --ops FILE --out DIR --shards N: write the registration sources.

Exit codes: 0 written, 1 ops.yaml and PyTorch's schemas disagree (the message names file and line).
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .model import OpsError, read_ops
from .render import render_declarations, render_own, render_registration
from .resolve import resolve, resolve_own


def main() -> int:
    parser = argparse.ArgumentParser(prog="torch_tpu.codegen", description=__doc__)
    parser.add_argument("--ops", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--shards", type=int, default=1, help="number of source files")
    options = parser.parse_args()
    try:
        ops = read_ops(options.ops)
        overloads, own = resolve(ops), resolve_own(ops)
    except OpsError as error:
        print(error, file=sys.stderr)
        return 1
    options.out.mkdir(parents=True, exist_ok=True)
    _write(options.out / "NativeKernels.h", render_declarations(overloads, own))
    _write(options.out / "RegisterOwn.cpp", render_own(own))
    for shard in range(options.shards):
        part = overloads[shard :: options.shards]
        _write(options.out / f"RegisterNative_{shard}.cpp", render_registration(part))
    return 0


def _write(path: Path, text: str) -> None:
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
