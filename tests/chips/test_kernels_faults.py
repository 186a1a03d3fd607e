"""The kernels of a firmware as a whole: their argument structs, and faults that name the kernel and the argument."""

from __future__ import annotations

import ctypes as c
import re
from pathlib import Path

import pytest
import yaml
from kernel_harness import Kernels, header_text, registered, samples, struct_type
from runtimes import BmA, Chip, Failed, SgB

from migrate.findings.firmware import registered_kernels

pytestmark = pytest.mark.native


@pytest.fixture
def kernels(chip: Chip) -> Kernels:
    return Kernels(chip)


def test_kernels_take_the_structs_of_the_header(kernels: Kernels) -> None:
    for symbol, (struct, size) in registered(kernels).items():
        assert c.sizeof(struct_type(struct)) == size, symbol


def test_every_struct_has_a_kernel(bm_a: BmA, sg_b: SgB) -> None:
    used = {struct for k in (Kernels(bm_a), Kernels(sg_b)) for struct, _ in registered(k).values()}
    assert used == set(re.findall(r"^} (sg_api_\w+_t);$", header_text(), re.MULTILINE))


@pytest.mark.parametrize("argument", ["input_global_addr", "output_global_addr"])
@pytest.mark.parametrize("what", ["null", "outside", "freed", "short"])
def test_wrong_address(kernels: Kernels, argument: str, what: str) -> None:
    addresses = {"input_global_addr": kernels.room(1024), "output_global_addr": kernels.room(1024)}
    freed = kernels.room(1024)
    kernels.chip.free(freed)
    addresses[argument] = {"null": 0, "outside": 0x1234, "freed": freed, "short": kernels.room(8)}[what]
    with pytest.raises(Failed, match=rf"tpu_kernel_api_neg.*{argument}"):
        kernels.run("neg", "neg", shape=[1024], dim=1, dtype=5, **addresses)


@pytest.mark.parametrize("dim", [-1, 9])
def test_too_many_dimensions(kernels: Kernels, dim: int) -> None:
    with pytest.raises(Failed, match=rf"shape.*{dim} dimensions"):
        kernels.run(
            "neg", "neg", input_global_addr=kernels.room(1), output_global_addr=kernels.room(1), dim=dim, dtype=5
        )


def test_negative_size(kernels: Kernels) -> None:
    with pytest.raises(Failed, match=r"shape.*negative size -3"):
        kernels.elementwise("neg", "neg", {"input": samples(3)}, shape=[-3])


def test_the_rules_of_the_example_read_every_registration(bm_a: BmA, sg_b: SgB) -> None:
    """The finding on unregistered kernels (F13) reads the firmware's sources by patterns; each form of registration has one."""
    root = Path(__file__).parents[2]
    rules = yaml.safe_load((root / "examples/legacy/rules.yaml").read_text())
    sources = [path.read_bytes() for path in sorted((root / "chips/common/kernels").glob("*.h"))]
    read = registered_kernels(sources, rules["library"]["kernel_registers"], ["bm_a", "sg_b"])
    assert {chip: set(names) for chip, names in read.items()} == {
        "bm_a": set(registered(Kernels(bm_a))),
        "sg_b": set(registered(Kernels(sg_b))),
    }
