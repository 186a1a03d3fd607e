"""dropout: an element is kept where its random number, a function of seed and position, reaches the threshold."""

import torch

from utest_ops.case import Case
from utest_ops.draw import randn
from utest_ops.tolerance import elementwise

SEED, MASK = 12345, 2**64 - 1


def number(position):
    """SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), its upper 24 bits as a fraction."""
    z = (SEED + 0x9E3779B97F4A7C15 * (position + 1)) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return ((z ^ (z >> 31)) >> 40) / 2**24


def case(threshold, *shape):
    kept = [number(i) >= threshold for i in range(torch.Size(shape).numel())]

    def compute(input):
        mask = torch.tensor(kept).reshape(shape)
        return torch.where(mask, input / (1 - threshold), 0.0), mask

    return Case(
        {"input": randn(*shape)},
        compute,
        f"Dropout(input, {SEED}, {threshold}, output, mask)",
        elementwise(2),
        name=f"p{threshold}",
        torch=False,
        outputs={"output": "same", "mask": "u8"},
    )


CASES = [case(0.25, 7, 33), case(0.5, 3, 5, 64)]
