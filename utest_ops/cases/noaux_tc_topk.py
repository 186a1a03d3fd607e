"""noaux_tc_topk: the largest elements of the groups whose two largest have the largest sum."""

import torch

from utest_ops.case import Case
from utest_ops.draw import integers


def chosen(row, n_groups, topk_groups, top_k):
    """Of equal ones the first comes first."""
    groups = row.reshape(n_groups, -1)
    sums = groups.sort(-1, descending=True).values[:, :2].sum(-1)
    best = sums.sort(descending=True, stable=True).indices[:topk_groups].sort().values
    places = torch.arange(len(row)).reshape(n_groups, -1)[best].flatten()
    return places[row[places].sort(descending=True, stable=True).indices[:top_k]]


def case(rows, n_groups, size, topk_groups, top_k):
    def compute(scores):
        indices = torch.stack([chosen(row, n_groups, topk_groups, top_k) for row in scores])
        return scores.gather(1, indices), indices

    total = n_groups * size
    return Case(
        {"scores": integers(-40, 40, rows, total)},
        compute,
        f"NoauxTcTopk(values, indices, scores, {rows}, {total}, {n_groups}, {topk_groups}, {top_k})",
        name=f"{top_k}of{topk_groups}of{n_groups}",
        torch=False,
        outputs={"values": "same", "indices": "i32"},
        variants=("special",),
    )


CASES = [case(16, 8, 32, 4, 8), case(9, 5, 3, 2, 6), case(3, 4, 2, 4, 5), case(17, 1, 9, 1, 9)]
