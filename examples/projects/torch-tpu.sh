#!/bin/sh
# The migration of the public legacy tree, whole: converted, proven by five proofs, built with its PyTorch operators, tested by its own unit tests. Fails when a figure of
# the project's figures falls.  examples/projects/torch-tpu.sh LEGACY_TREE [OUT [PROJECT]]
# LEGACY_TREE: a checkout of sophgo/torch-tpu at the commit before its library began to be migrated (docs/real-tree.md), or at an older one
# with the PROJECT that describes it (torch-tpu-2023-11, torch-tpu-2024-02), whose PyTorch operators are converted and compiled, but not built.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree=${1:?usage: torch-tpu.sh LEGACY_TREE [OUT [PROJECT]]}
out=${2:-$(mktemp -d)}
name=${3:-torch-tpu}
mkdir -p "$out"
migrate=${MIGRATE:-migrate}
project="--project $here/$name.yaml --root $tree --out $out"

echo "== migrate verify: conversion and proofs"
# Exit code 1: some torch-side files of older trees cannot be compiled here.
$migrate verify $project --projection --compile --trace --results -j 2 --quiet --json "$out/report.json" || [ "$name:$?" = "torch-tpu-2023-11:1" ]

if [ "$name" = torch-tpu ]; then
    echo "== migrate build --torch"
    $migrate build $project --torch -j 2

    echo "== utest_ops --suite: the tree's own unit tests on its own operators, each chip as device 0"
    suite="--suite $tree/python/utest_ops --suite $out/utest_ops/legacy --chip all"
    ${UTEST_OPS:-utest_ops} $suite --extension "$out/built" --json "$out/suite.json" || [ $? -eq 1 ]
else
    echo "== migrate build"
    $migrate build $project -j 2
    echo '{"totals": {}}' >"$out/suite.json"
fi

echo "== figures"
${PYTHON:-python3} - "$out/report.json" "$here/$name.figures.json" "$out/suite.json" <<'END'
import collections
import json
import sys

report, floor, suite = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:])
proofs = collections.Counter((p["name"], p.get("chip", "")) for p in report["proofs"] if p["status"] == "equal")
found = {"converted functions": sum(f["status"] == "converted" and bool(f["family"]) for f in report["functions"])}
found["converted calls"] = report["totals"]["call"]["converted"]
found["torch-side files that compile"] = sum(f.get("compilation", {}).get("status") == "compiled" for f in report["files"])
found |= {f"{name} equal" + (f" on {chip}" if chip else ""): count for (name, chip), count in sorted(proofs.items())}
found |= {f"unit tests passed on {chip}": counts["passed"] for chip, counts in suite["totals"].items()}
refused = {"refused": sum(t["refused"] for t in report["totals"].values()), "different": sum(p["status"] == "different" for p in report["proofs"])}
fallen = [name for name, least in floor.items() if found.get(name, 0) < least] + [name for name, count in refused.items() if count]
for name, count in (found | refused).items():
    print(f"{count:6}  {name}" + (f"  (was {floor[name]})" if name in fallen and name in floor else ""))
sys.exit(f"fallen: {', '.join(fallen)}" if fallen else 0)
END
