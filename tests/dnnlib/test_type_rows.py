"""Every operator's table row against the running library, on each chip: a data type that rows and chip promise is not refused in a call that is
valid else, and one that they do not promise is, with the documented status."""

import random
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from conftest import CHIPS

from dnnlib import capi
from dnnlib.codegen.contracts import DTYPES, Contract

sys.path.insert(0, str(Path(__file__).parent / "fuzz"))

from arena import Arena  # isort: skip
from operators import _NAMES, Operators  # isort: skip

pytestmark = pytest.mark.native

DRAWS = 24
REFUSALS = ("BAD_PARAM", "NOT_SUPPORTED")


class OfOneType(Operators):
    """Calls of one operator, whose first tensor has a data type of the test's choice, and all that share its letter."""

    def types(self, row: Contract, rng: random.Random) -> dict[str, str]:
        chosen = super().types(row, rng)
        first = row.tensors[0]
        for pattern in row.tensors:
            if pattern is first or (first.type_name and pattern.type_name == first.type_name):
                chosen[pattern.parameter] = self.wanted
        return chosen

    def answers(self, arena: Arena, handle: capi.Handle, key: str, dtype: str) -> list[tuple[str, str, str]]:
        """Status, sentence and call of valid calls with elements."""
        self.wanted, self.keys = dtype, [key]
        rng, found = random.Random(f"{key}/{dtype}"), []
        for _ in range(20 * DRAWS):
            call = self.draw(arena, rng)
            first = self.rows[key].tensors[0].parameter
            there = any(name.partition("[")[0] == first and tensor.addr for name, _, tensor in call.tensors)
            if (
                call.kind != "valid"
                or not there
                or any(0 in tensor.shape[: tensor.dim] for _, _, tensor in call.tensors)
            ):
                continue
            arena.upload()
            status = capi.STATUS_NAMES[getattr(self.lib.cdll, call.function)(handle.native, *call.arguments)]
            found.append((status, self.lib.last_error() if status != "SUCCESS" else "", call.text))
            with suppress(capi.TpudnnError):  # positions outside: test_fuzz.py
                handle.sync()
            if len(found) == DRAWS or status == "SUCCESS":
                break
        return found


def promised(operators: Operators, key: str, dtype: str) -> bool | None:
    """None: the row takes any type, and the chip has this one; the kernel decides."""
    first = operators.rows[key].tensors[0]
    if dtype in operators._allowed(key, first, True):
        return True
    return None if not first.types and dtype in operators.dtypes else False


@pytest.mark.parametrize("chip", CHIPS)
def test_rows_say_what_the_library_takes(lib: capi.Library, chip: str) -> None:
    wrong: list[Any] = []
    asked = {True: 0, False: 0}
    with capi.Handle(capi.device_by_name(chip)) as handle:
        operators = OfOneType(lib, chip)
        arena = Arena(handle, random.Random(chip))
        known = operators.keys
        for key in known:
            if key not in operators.kernels or key in operators.missing or not operators.rows[key].tensors:
                continue
            for dtype in [_NAMES[name] for name in DTYPES if name in _NAMES]:
                expected = promised(operators, key, dtype)
                if expected is None:
                    continue
                found = operators.answers(arena, handle, key, dtype)
                asked[expected] += bool(found)
                statuses = {status for status, _, _ in found}
                if expected and found and "SUCCESS" not in statuses:
                    wrong.append(f"{key} is promised {dtype}, and refuses it: {found[-1][1]} ({found[-1][2]})")
                elif not expected and not statuses <= set(REFUSALS):
                    wrong.append(f"{key} is not promised {dtype}, and answers {found[-1][0]}: {found[-1][2]}")
    assert not wrong, "\n".join(wrong)
    assert asked[True] > 150 and asked[False] > 300
