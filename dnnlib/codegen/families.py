"""Which families of operators a source uses: headers that stand for all of tpuDNNTensor.h's families (TPUDNN_FAMILIES).

python -m dnnlib.codegen.families --families dnnlib/include/tpuDNN/*.h --sources SOURCE... --out HEADER...
"""

import argparse
import re
from collections.abc import Mapping
from pathlib import Path

from dnnlib.codegen.output import write

_DECLARED = re.compile(r"^\w+ (tpudnn\w+)\(", re.MULTILINE)
_NAMED = re.compile(r"\btpudnn\w+")


def declared(header: str) -> frozenset[str]:
    """Names of the functions that a family's header declares."""
    return frozenset(_DECLARED.findall(header))


def used(source: str, families: Mapping[str, frozenset[str]]) -> list[str]:
    """Families of which a source names a function, comments included: one too many costs a compilation, one too few would not compile."""
    named = frozenset(_NAMED.findall(source))
    return sorted(family for family, functions in families.items() if functions & named)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--families", type=Path, nargs="+", required=True, help="headers")
    options.add_argument("--sources", type=Path, nargs="+", required=True)
    options.add_argument("--out", type=Path, nargs="+", required=True, help="headers, one for each source")
    given = options.parse_args()
    families = {path.name: declared(path.read_text(encoding="utf-8")) for path in given.families}
    for source, made in zip(given.sources, given.out, strict=True):
        names = used(source.read_text(encoding="utf-8"), families)
        write(made, "".join(f"#include <tpuDNN/{name}>\n" for name in names))


if __name__ == "__main__":
    main()
