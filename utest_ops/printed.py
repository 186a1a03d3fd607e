"""What a legacy tree's unit test prints of its comparisons: per output the metrics, the tolerance they were held to, and the verdict.

Three forms are known. The tester's: `Dtype and allowed error: {'f32': 1e-06}` once, then for each output
`[Result] NAME f32  output-0 is success {'max_diff': 1e-07, 'MAE': 1e-08}`. The comparator's: a line for the cosine and one for the euclidean similarity of two
tensors, which it holds to 0.9 and 0.8, and at the end `[Success] ... compare` or `[Failed] ... compare`, which need not follow from them.
That of the sample tree (examples/legacy): `[NAME] CHIP f32 sample 0 {'max_diff': 1e-07, 'MAE': 1e-08} passed`, or FAILED.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

_NUMBER = r"[-+]?(?:\d+\.?\d*(?:e[-+]?\d+)?|nan|inf)"
_PAIR = re.compile(rf"'(\w+)': ({_NUMBER})")
_TOLERANCES = re.compile(r"^Dtype and allowed error: *(\{.*\})", re.MULTILINE)
_RESULT = re.compile(
    r"^\[Result\] *(?P<name>.*?) +(?:(?P<dtype>\w+) +)?(?:output-(?P<output>\d+) +)?is (?P<is>success|failed)\b(?P<metrics>.*)$"
)
_SAMPLE = re.compile(r"^\[.+?\] \w+ (?P<dtype>\w+) sample \d+ (?P<metrics>\{.*\}) (?P<is>passed|FAILED)$")
_SIMILARITY = re.compile(rf"^Result : (?P<kind>cosine|euclidean) similarity: (?:tensor\()?(?P<value>{_NUMBER})")
_SAID = re.compile(r"^\[(?P<said>Success|Failed)\].*\bcompare\b")
LEAST = {"cosine": 0.9, "euclidean": 0.8}


@dataclass(frozen=True)
class Compared:
    """One output that a test compared with the CPU."""

    passed: bool
    dtype: str = ""
    output: int = 0
    metrics: Mapping[str, float] = field(default_factory=dict, hash=False)
    epsilon: float | None = None

    @property
    def beyond(self) -> bool:
        """Whether a metric is not below the tolerance: the tester accepts an output for one metric below it."""
        return self.epsilon is not None and not all(value < self.epsilon for value in self.metrics.values())


def comparisons(printed: str) -> Iterator[Compared]:
    """In the order of the text."""
    allowed: dict[str, float] = {}
    similar: dict[str, float] = {}
    said: list[bool] = []
    measured = False
    for line in printed.splitlines():
        if found := _TOLERANCES.match(line):
            allowed = _pairs(found[1])
        elif found := _RESULT.match(line):
            measured = True
            dtype = found["dtype"] or ""
            yield Compared(
                found["is"] == "success", dtype, int(found["output"] or 0), _pairs(found["metrics"]), allowed.get(dtype)
            )
        elif found := _SAMPLE.match(line):
            yield Compared(found["is"] == "passed", found["dtype"], metrics=_pairs(found["metrics"]))
        elif found := _SIMILARITY.match(line):
            similar[found["kind"]] = float(found["value"])
            if similar.keys() == LEAST.keys():
                measured = True
                yield Compared(all(similar[kind] >= least for kind, least in LEAST.items()), metrics=similar)
                similar = {}
        elif found := _SAID.match(line):
            said.append(found["said"] == "Success")
    for success in said:
        if not (measured and success):  # what was measured counts; a failure that is only said counts too
            yield Compared(success)


def _pairs(text: str) -> dict[str, float]:
    return {name: float(value) for name, value in _PAIR.findall(text)}
