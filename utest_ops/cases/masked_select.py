"""masked_select: the rows where a mask over the first dimensions is not 0."""

from utest_ops.case import Case
from utest_ops.draw import integers, randn
from utest_ops.dtypes import FLOATS


def case(shape, dims):
    return Case(
        {"input": randn(*shape), "mask": integers(0, 2, *shape[:dims]).as_dtype("u8")},
        lambda input, mask: input[mask.bool()],
        "MaskedSelect(input, mask, output)",
        name=f"mask{dims}",
        dtypes=(*FLOATS, "i32", "u8"),
        torch=False,
        variants=("special",),
    )


CASES = [case((65,), 1), case((7, 33), 2), case((9, 5, 3), 1), case((3, 17, 4), 2)]
