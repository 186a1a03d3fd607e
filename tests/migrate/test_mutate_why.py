"""Reasons of surviving mutants: where two texts differ, and probes in that place."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from migrate.verify.mutate.why import PROBE, ProbePoint, check_probes, difference, reach_probes, value_probes
from migrate.verify.trace.builds import compiler

RIGHT = b"""int f(int a, int b, int *out)
{
    if (a > 5)
    {
        out[0] = twice(a, b) + 1;
    }
    else if (b > 7)
        out[1] = b;
    for (int i = 0; i < a; ++i)
    {
        out[2] = i;
    }
    return a * b;
}
"""
HEAD = b"static int twice(int a, int b) { return 2 * (a + b); }\n"
MAIN = b"#include <cstdlib>\nint main(int, char **v) { int out[3]; f(std::atoi(v[1]), std::atoi(v[2]), out); }\n"


def place_of(old: bytes, new: bytes) -> ProbePoint:
    found = difference(RIGHT, RIGHT.replace(old, new, 1))
    assert found is not None
    return found


def ends(folder: Path, text: bytes, *arguments: int) -> bool:
    (folder / "f.cpp").write_bytes(PROBE + HEAD + text + MAIN)
    subprocess.run([compiler(), "-w", str(folder / "f.cpp"), "-o", str(folder / "f")], check=True)
    return subprocess.run([str(folder / "f"), *map(str, arguments)], check=False).returncode < 0


@pytest.mark.parametrize(
    ("old", "new", "line", "text", "expression"),
    [
        (b"a > 5", b"a >= 5", 3, b"a > 5", True),
        (b"twice(a, b)", b"twice(b, a)", 5, b"twice(a, b) + 1", True),
        (b"        out[1] = b;\n", b"        ;\n", 7, b"", False),
        (b"i < a", b"i < b", 9, b"i < a", True),
        (b"a * b", b"a + b", 13, b"a * b", True),
        (b"out[0]", b"out[1]", 5, b"out[0] = twice(a, b) + 1", False),
    ],
)
def test_the_place_is_the_whole_expression(old, new, line, text, expression):
    place = place_of(old, new)
    assert (place.line, place.expression) == (line, expression)
    assert not text or RIGHT[place.start : place.end] == text
    if expression:
        assert place.wrong in RIGHT.replace(old, new, 1)


def test_white_space_is_no_difference():
    assert difference(RIGHT, RIGHT.replace(b" + 1", b"+1")) is None


@pytest.mark.parametrize(
    ("old", "new", "reached", "missed"),
    [
        (b"+ 1", b"+ 2", (6, 0), (5, 0)),
        (b"b > 7", b"b >= 7", (0, 0), (6, 0)),
        (b"out[2] = i", b"out[2] = a", (1, 0), (0, 9)),
        (b"a * b", b"a + b", (0, 0), None),
    ],
)
def test_a_probe_ends_the_process_where_the_place_is_executed(tmp_path, old, new, reached, missed):
    probe = reach_probes(RIGHT, place_of(old, new))[0]
    assert ends(tmp_path, probe, *reached)
    assert missed is None or not ends(tmp_path, probe, *missed)


def test_a_probe_compares_the_values_of_right_and_wrong(tmp_path):
    (probe,) = value_probes(RIGHT, place_of(b"a * b", b"a + b"))
    assert not ends(tmp_path, probe, 2, 2) and ends(tmp_path, probe, 2, 3)
    (symmetric,) = value_probes(RIGHT, place_of(b"twice(a, b)", b"twice(b, a)"))
    assert not ends(tmp_path, symmetric, 6, 1)
    assert value_probes(RIGHT, ProbePoint(1, 0, 5, b"memory.malloc(&p, 8)", True)) == []


def test_a_probe_tells_whether_a_check_fails(tmp_path):
    check = b"#define TPUDNN_CHECK(e) if (!(e)) return -1\nint f(int a, int b, int *)\n{\n    TPUDNN_CHECK(a < b);\n    return 0;\n}\n"
    place = difference(check, check.replace(b"TPUDNN_CHECK(a < b);", b";"))
    assert place is not None and not place.expression
    (probe,) = check_probes(check, place)
    assert ends(tmp_path, probe, 2, 1) and not ends(tmp_path, probe, 1, 2)
    assert check_probes(RIGHT, place_of(b"a * b", b"a + b")) == []
