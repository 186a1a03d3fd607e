"""Wrong addresses and shapes: the fault names the kernel and the argument."""

from __future__ import annotations

import pytest
from kernel_harness import Kernels, samples
from runtimes import Chip, Failed

pytestmark = pytest.mark.native


@pytest.fixture
def kernels(chip: Chip) -> Kernels:
    return Kernels(chip)


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
