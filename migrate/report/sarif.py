"""The report as SARIF 2.1.0, for editors and code hosts: refusals are errors, findings warnings, differences notes."""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from migrate.report import diagnostics
from migrate.report.model import Diagnostic, Report, as_data

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {
    "refusals": "error",
    "elsewhere": "error",
    "incomplete": "error",
    "warnings": "warning",
    "findings": "warning",
    "differences": "note",
}
_RANK = {"high": 90.0, "medium": 60.0, "low": 30.0}


def print_sarif(report: Report) -> str:
    results = list(_results(report))
    used = sorted({result["ruleId"] for result in results})
    rules = [_rule(name) for name in used]
    seen: Counter[str] = Counter()
    for result in results:
        known = _fingerprint(result)
        result["partialFingerprints"] = {"diagnostic/v1": f"{known}:{seen[known]}"}
        seen[known] += 1
        result["ruleIndex"] = used.index(result["ruleId"])
    run = {
        "tool": {"driver": {"name": "migrate", "version": report.tool.version, "rules": rules}},
        "originalUriBaseIds": {"ROOT": {"description": {"text": "Root of the legacy tree"}}},
        "results": results,
        "columnKind": "unicodeCodePoints",
        "properties": {"totals": as_data(report.totals), "effort": as_data(report.effort)},
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1) + "\n"


def _fingerprint(result: dict[str, Any]) -> str:
    """What stays of a result when lines above it come and go: its rule, file, function and message."""
    location = result["locations"][0]
    where = location["physicalLocation"]["artifactLocation"]["uri"]
    parts = [result["ruleId"], where, json.dumps(location.get("logicalLocations")), result["message"]["text"]]
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _rule(name: str) -> dict[str, Any]:
    title = diagnostics.title(name) or name
    rule: dict[str, Any] = {"id": name, "shortDescription": {"text": title}}
    if diagnostics.alias(name):
        rule["name"] = diagnostics.alias(name)
    if name in diagnostics.titles():
        rule["help"] = {"text": diagnostics.page(name)}
    return rule


def _results(report: Report) -> Iterator[dict[str, Any]]:
    for kind, entries in report.diagnostics().items():
        for entry in entries:
            yield _result(entry, LEVELS[kind])


def _artifact(path: str) -> dict[str, str]:
    """Below the root of the tree; the project file may lie elsewhere."""
    uri = quote(os.fsencode(path))
    return {"uri": f"file://{uri}"} if path.startswith("/") else {"uri": uri, "uriBaseId": "ROOT"}


def _result(entry: Diagnostic, level: str) -> dict[str, Any]:
    location: dict[str, Any] = {
        "physicalLocation": {
            "artifactLocation": _artifact(entry.path),
            "region": {"startLine": entry.line, "startColumn": entry.column},
        }
    }
    if entry.function:
        location["logicalLocations"] = [{"name": entry.function, "kind": "function"}]
    result: dict[str, Any] = {
        "ruleId": entry.id,
        "level": level,
        "message": {"text": entry.message},
        "locations": [location],
    }
    if entry.confidence:
        result["rank"] = _RANK[entry.confidence]
    return result
