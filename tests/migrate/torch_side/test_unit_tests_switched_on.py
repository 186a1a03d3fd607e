"""Edit 16: where a unit test says for which chips it runs, the chips that implement the operator are switched on."""

from __future__ import annotations

import pytest

from migrate.model import Chip
from migrate.rules.editset import apply
from migrate.rules.unit_test import switch_on

CHIPS = (
    Chip("bm_a", "BACKEND_1684X", "__bm1684x__", aliases=("bm1684x",)),
    Chip("sg_b", "BACKEND_SG2260", "__sg2260__", aliases=("sg2260",)),
)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('chip_arch_dict = {"bm1684x": 1, "sg2260": 0}\n', 'chip_arch_dict = {"bm1684x": 1, "sg2260": 1}\n'),
        ("chip_arch_dict = {'bm1684x': 1}\n", "chip_arch_dict = {'bm1684x': 1, 'sg2260': 1}\n"),
        (
            'chip_arch_dict: dict = {"sg2260": False, "bm1684x": 0}\n',
            'chip_arch_dict: dict = {"sg2260": 1, "bm1684x": 0}\n',
        ),
        ('self.chip_arch_dict = {"sg2260": 0}\n', 'self.chip_arch_dict = {"sg2260": 1}\n'),
        ('chip_arch_dict["sg2260"] = 0\n', 'chip_arch_dict["sg2260"] = 1\n'),
        ('self.chip_arch_dict["sg2260"] = False\n', 'self.chip_arch_dict["sg2260"] = 1\n'),
        ('chip_arch_dict["bm1684x"] = 0\n', 'chip_arch_dict["bm1684x"] = 0\n'),
        ('chip_arch_dict["sg2260"] = chosen()\n', 'chip_arch_dict["sg2260"] = chosen()\n'),
        ('epsilon_dict["sg2260"] = 0\n', 'epsilon_dict["sg2260"] = 0\n'),
        ("chip_arch_dict[name] = 0\n", "chip_arch_dict[name] = 0\n"),
    ],
)
def test_what_is_switched_on(before: str, after: str) -> None:
    edits = switch_on(before.encode(), CHIPS, {"sg_b"})
    assert apply(before.encode(), edits).decode() == after
