"""Which entries call operators that have a native kernel."""

from functools import cache

import yaml

from dnnlib.paths import ROOT
from utest_ops.databases.expectations import expectations


@cache
def native_bases() -> frozenset[str]:
    """Base names of the operators of torch_tpu/ops.yaml: `add` of add.out."""
    rows = yaml.safe_load((ROOT / "torch_tpu" / "ops.yaml").read_text(encoding="utf-8"))
    return frozenset(row["func"].split(".")[0].rstrip("_") for row in rows if "func" in row)


def is_native(name: str, aten_name: str) -> bool:
    """True where an entry's operator, or the one that it is made of by expectations.yaml, has a native kernel."""
    bases = native_bases()
    return aten_name in bases or expectations().calls.get(name) in bases
