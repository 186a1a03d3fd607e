"""Every operator's table row against the running library, on each chip, in every mode of operators with modes: a data type that rows and chip promise is
not refused in a call that is valid else, and one that they do not promise is: with NOT_SUPPORTED where it is the chip that lacks it, by its table and
not by what the body checks."""

import random
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from conftest import CHIPS

from dnnlib import capi, paths
from dnnlib.codegen.chips import ALL, read_chip
from dnnlib.codegen.contracts import DTYPES, Check, Contract

sys.path.insert(0, str(Path(__file__).parent / "fuzz"))

from arena import Arena  # isort: skip
from operators import _NAMES, Operators  # isort: skip
from shapes import Sizes  # isort: skip

pytestmark = [pytest.mark.native, pytest.mark.heavy]

DRAWS = 24

Mode = tuple[str, str, int]  # parameter, what the row calls the value, its number
NO_MODE: Mode = ("", "", 0)


class OfOneType(Operators):
    """Calls of one operator in one of its modes, whose first tensor has a data type of the test's choice, and all that share its letter."""

    def modes(self, key: str) -> Iterator[Mode]:
        """Every value of the parameters that have names or a few numbers; of an operator without, one that stands for none."""
        found = False
        for check in self.rows[key].values:
            if check.name in ("enumerator", "one_of"):
                parameter = next(p for p in self.lib.operators[key].parameters if p["name"] == check.parameter)
                for name in check.arguments or tuple(self.lib.api["enums"][parameter["type"]]):
                    found = True
                    yield check.parameter, name, self.enumerators[name] if check.name == "enumerator" else int(name)
        if not found:
            yield NO_MODE

    def value(self, check: Check, parameter: Mapping[str, Any], s: Sizes) -> Any:
        drawn = super().value(check, parameter, s)
        decided = s.values.get(check.parameter) is not None  # shapes go by it: calls with another value are left out
        return self.mode[2] if check.parameter == self.mode[0] and not decided else drawn

    def for_integers(self, row: Contract) -> list[int]:
        return [self.mode[2]] if self.mode[0] else super().for_integers(row)

    def types(self, row: Contract, rng: random.Random) -> dict[str, str]:
        chosen = super().types(row, rng)
        first = row.tensors[0]
        for pattern in row.tensors:
            if pattern is first or (first.type_name and pattern.type_name == first.type_name):
                chosen[pattern.parameter] = self.wanted
        return chosen

    def answers(
        self, arena: Arena, handle: capi.Handle, key: str, dtype: str, mode: Mode
    ) -> list[tuple[str, str, str]]:
        """Status, sentence and call of valid calls with elements."""
        self.wanted, self.keys, self.mode = dtype, [key], mode
        rng, found = random.Random("/".join((key, dtype, mode[1])).rstrip("/")), []
        place = [parameter["name"] for parameter in self.lib.operators[key].parameters]
        for _ in range(20 * DRAWS):
            call = self.draw(arena, rng)
            first = self.rows[key].tensors[0].parameter
            there = any(name.partition("[")[0] == first and tensor.addr for name, _, tensor in call.tensors)
            if (
                call.kind != "valid"
                or not there
                or (mode[0] and call.arguments[place.index(mode[0])] != mode[2])
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


def promised(operators: Operators, lacks: Mapping[str, frozenset[str]], key: str, dtype: str, mode: Mode) -> str | None:
    """The status; BAD_PARAM stands for NOT_SUPPORTED too: a table may be asked first. None: the row takes any type, and the chip has this one; the kernel
    decides."""
    first = operators.rows[key].tensors[0]
    if dtype not in operators.dtypes:
        return "NOT_SUPPORTED"
    if first.types and dtype not in [_NAMES[name] for name in first.types if name in _NAMES]:
        return "BAD_PARAM"
    for relation in operators.rows[key].relations:
        if relation.name == "integers_for" and mode[0] == relation.arguments[1]:
            is_integer = capi.DTYPES[dtype][0] in operators.integers
            if is_integer and mode[1] not in relation.arguments[2:]:
                return "BAD_PARAM"
    if _NAMES.get(mode[1].removeprefix("TPUDNN_DTYPE_"), dtype) not in operators.dtypes:
        return "NOT_SUPPORTED"  # the mode is a data type
    if lacks.get(f"{key}/{mode[1].rpartition('_')[2].lower()}", frozenset()) & {dtype, ALL}:
        return "NOT_SUPPORTED"
    if dtype in operators._allowed(key, first, True):
        return "SUCCESS"
    return "NOT_SUPPORTED" if first.types else None


@pytest.mark.parametrize("chip", CHIPS)
def test_rows_say_what_the_library_takes(lib: capi.Library, chip: str) -> None:
    wrong: list[Any] = []
    lacks = read_chip(paths.ROOT / "chips" / chip / "chip.yaml").lacks
    in_modes = 0
    asked = {"SUCCESS": 0, "NOT_SUPPORTED": 0, "BAD_PARAM": 0}
    with capi.Handle(capi.device_by_name(chip)) as handle:
        operators = OfOneType(lib, chip)
        arena = Arena(handle, random.Random(chip))
        known = operators.keys
        for key in known:
            if key not in operators.kernels or key in operators.missing or not operators.rows[key].tensors:
                continue
            for dtype, mode in product([_NAMES[name] for name in DTYPES if name in _NAMES], operators.modes(key)):
                expected = promised(operators, lacks, key, dtype, mode)
                if expected is None:
                    continue
                found = operators.answers(arena, handle, key, dtype, mode)
                asked[expected] += bool(found)
                in_modes += bool(found and mode[0])
                statuses, said = {status for status, _, _ in found}, f"{dtype} {mode[1]}"
                if expected == "SUCCESS" and found and "SUCCESS" not in statuses:
                    wrong.append(f"{key} is promised {said}, and refuses it: {found[-1][1]} ({found[-1][2]})")
                elif expected != "SUCCESS" and not statuses <= {expected, "NOT_SUPPORTED"}:
                    wrong.append(
                        f"{key} of {said} is {expected}, and answers {found[-1][0]}: {found[-1][1]} ({found[-1][2]})"
                    )
    assert not wrong, "\n".join(wrong)
    assert asked["SUCCESS"] > 150 and asked["BAD_PARAM"] + asked["NOT_SUPPORTED"] > 300 and in_modes > 500
