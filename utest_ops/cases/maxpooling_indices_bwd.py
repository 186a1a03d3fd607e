"""maxpooling_indices_bwd: the gradient of the largest elements of windows, by the places they came from."""

from utest_ops.case import Case
from utest_ops.draw import integers, randn
from utest_ops.tolerance import reduction


def case(planes, plane, kernel, stride, padding):
    windows = tuple((size + 2 * padding - kernel) // stride + 1 for size in plane)
    places = plane[0] * plane[1]

    def compute(grad, indices):
        empty = grad.new_zeros(*grad.shape[:2], places)
        return empty.scatter_add(2, indices.long().flatten(2), grad.flatten(2)).unflatten(2, plane)

    return Case(
        {"grad": randn(*planes, *windows), "indices": integers(0, places, *planes, *windows).as_dtype("i32")},
        compute,
        f"MaxpoolingIndicesBwd(grad, indices, output, {kernel}, {stride}, {padding})",
        reduction(windows[0] * windows[1], lambda grad, indices: compute(grad.abs(), indices)),
        name=f"k{kernel}s{stride}p{padding}",
        torch=False,
    )


CASES = [case((2, 3), (9, 11), 3, 2, 1), case((1, 5), (4, 7), 2, 1, 0), case((3, 2), (16, 16), 2, 2, 0)]
