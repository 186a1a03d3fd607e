"""lora_matmul_forward: a product with a weight, and one of low rank added to it."""

from utest_ops.case import Case
from utest_ops.draw import randn
from utest_ops.tolerance import reduction

SCALE = 0.5
REASON = "each of the three products is rounded to the dtype before they are added"


def compute(input, loraA, loraB, weight):
    return input @ weight.t() + SCALE * (input @ loraA[0].t()) @ loraB[0].t()


def case(rows, inner, columns, rank):
    def terms(**inputs):
        return compute(**{name: value.abs() for name, value in inputs.items()})

    return Case(
        {
            "input": randn(*rows, inner),
            "loraA": randn(1, rank, inner),
            "loraB": randn(1, columns, rank),
            "weight": randn(columns, inner),
        },
        compute,
        f"LoraMatmulForward(input, loraA, loraB, weight, output, {SCALE})",
        reduction(2 * inner + rank, terms).because(REASON, lost=1.0),
        name=f"rank{rank}",
        torch=False,
        reduced={"input": len(rows)},
    )


CASES = [case((9,), 8, 17, 2), case((2, 5), 7, 33, 3), case((16,), 9, 8, 1)]
