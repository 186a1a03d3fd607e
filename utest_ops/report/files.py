"""Reports for machines: JSON and JUnit XML."""

import json
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

from utest_ops.result import ABSENT, FAILED, PASSED, Result

JSON_VERSION = 1


def write_json(path: Path, results: Sequence[Result]) -> None:
    """Version, counts and every result."""
    totals = {outcome: sum(r.outcome == outcome for r in results) for outcome in (PASSED, FAILED, ABSENT)}
    data = {
        "version": JSON_VERSION,
        "totals": {"passed": totals[PASSED], "failed": totals[FAILED], "absent": totals[ABSENT]},
        "results": [result.to_json() for result in results],
    }
    path.write_text(json.dumps(data, indent=1), encoding="utf-8")


def write_junit(path: Path, results: Sequence[Result]) -> None:
    """One test suite per chip and path, one test case per result."""
    root = ElementTree.Element("testsuites")
    for key in sorted({(r.job.chip, r.job.via) for r in results}):
        part = [r for r in results if (r.job.chip, r.job.via) == key]
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name="utest_ops." + ".".join(key),
            tests=str(len(part)),
            failures=str(sum(r.outcome == FAILED for r in part)),
            skipped=str(sum(r.outcome == ABSENT for r in part)),
            time=f"{sum(r.seconds for r in part):.3f}",
        )
        for result in part:
            _add(suite, result)
    ElementTree.ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)


def _add(suite: ElementTree.Element, result: Result) -> None:
    name = f"{result.job.case}-{result.job.dtype}"
    case = ElementTree.SubElement(
        suite,
        "testcase",
        classname=f"{suite.get('name')}.{result.job.operator}",
        name=name,
        time=f"{result.seconds:.3f}",
    )
    if result.outcome == FAILED:
        failure = ElementTree.SubElement(case, "failure", message=result.message)
        failure.text = "\n".join(filter(None, (result.cause, result.job.command(), result.inputs)))
    elif result.outcome == ABSENT:
        ElementTree.SubElement(case, "skipped", message=ABSENT)
