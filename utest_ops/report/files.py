"""Reports for machines: JSON and JUnit XML."""

import json
from collections.abc import Sequence
from xml.etree import ElementTree

from utest_ops.result import ABSENT, FAILED, PASSED, Result

JSON_VERSION = 2


def as_json(results: Sequence[Result], planned: int) -> str:
    """Version, counts and every result. `planned` is the number of cases there would be of a run that nobody stopped."""
    totals = {outcome: sum(r.outcome == outcome for r in results) for outcome in (PASSED, FAILED, ABSENT)}
    data = {
        "version": JSON_VERSION,
        "complete": len(results) == planned,
        "planned": planned,
        "totals": {"passed": totals[PASSED], "failed": totals[FAILED], "absent": totals[ABSENT]},
        "results": [result.to_json() for result in results],
    }
    return json.dumps(data, indent=1) + "\n"


def as_junit(results: Sequence[Result]) -> str:
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
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _add(suite: ElementTree.Element, result: Result) -> None:
    name = f"{result.job.case}-{result.job.dtype}" + (f"-seed{result.job.seed}" if result.job.seed else "")
    case = ElementTree.SubElement(
        suite,
        "testcase",
        classname=f"{suite.get('name')}.{result.job.operator}",
        name=name,
        time=f"{result.seconds:.3f}",
    )
    if result.outcome == FAILED:
        failure = ElementTree.SubElement(case, "failure", message=_printable(result.message))
        failure.text = _printable("\n".join(filter(None, (result.cause, result.job.command(), result.inputs))))
    elif result.outcome == ABSENT:
        ElementTree.SubElement(case, "skipped", message=ABSENT)


def _printable(text: str) -> str:
    """Without what XML 1.0 cannot carry: control characters and lone surrogates of a native library's output."""
    return "".join(c if c in "\t\n" or (ord(c) >= 32 and not 0xD800 <= ord(c) <= 0xDFFF) else "?" for c in text)
