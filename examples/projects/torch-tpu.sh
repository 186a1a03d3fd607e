#!/bin/sh
# The migration of the public legacy tree, whole: converted, proven by five proofs, built, used by a program. Fails when a figure of
# torch-tpu.figures.json falls.  examples/projects/torch-tpu.sh LEGACY_TREE [OUT]
# LEGACY_TREE: a checkout of sophgo/torch-tpu at the commit before its library began to be migrated (docs/real-tree.md).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree=${1:?usage: torch-tpu.sh LEGACY_TREE [OUT]}
out=${2:-$(mktemp -d)}
mkdir -p "$out"
migrate=${MIGRATE:-migrate}
project="--project $here/torch-tpu.yaml --root $tree --out $out"

echo "== migrate verify: conversion and proofs"
# Exit code 1: one torch-side file includes a header that PyTorch does not have any more.
$migrate verify $project --projection --compile --trace --results -j 2 --quiet --json "$out/report.json" || [ $? -eq 1 ]

echo "== migrate build"
$migrate build $project -j 2

echo "== figures"
${PYTHON:-python3} - "$out/report.json" "$here/torch-tpu.figures.json" <<'END'
import collections
import json
import sys

report, floor = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:])
proofs = collections.Counter((p["name"], p.get("chip", "")) for p in report["proofs"] if p["status"] == "equal")
found = {"converted functions": sum(f["status"] == "converted" and bool(f["family"]) for f in report["functions"])}
found["converted calls"] = report["totals"]["call"]["converted"]
found["torch-side files that compile"] = sum(f.get("compilation", {}).get("status") == "compiled" for f in report["files"])
found |= {f"{name} equal" + (f" on {chip}" if chip else ""): count for (name, chip), count in sorted(proofs.items())}
refused = {"refused": sum(t["refused"] for t in report["totals"].values()), "different": sum(p["status"] == "different" for p in report["proofs"])}
fallen = [name for name, least in floor.items() if found.get(name, 0) < least] + [name for name, count in refused.items() if count]
for name, count in (found | refused).items():
    print(f"{count:6}  {name}" + (f"  (was {floor[name]})" if name in fallen and name in floor else ""))
sys.exit(f"fallen: {', '.join(fallen)}" if fallen else 0)
END
