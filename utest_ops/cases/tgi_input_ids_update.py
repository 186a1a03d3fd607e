"""tgi_input_ids_update: the next token of each sequence behind those it has."""

from utest_ops.case import Case
from utest_ops.draw import integers


def case(lengths, room):
    batch = len(lengths)

    def compute(all_input_ids, next_ids):
        ids = all_input_ids.clone()
        for row, length in enumerate(lengths):
            ids[row, length] = next_ids[row, 0]
        return ids

    return Case(
        {"all_input_ids": integers(0, 32000, batch, room), "next_ids": integers(32000, 64000, batch, 1)},
        compute,
        f"TgiInputIdsUpdate(all_input_ids, next_ids, {list(lengths)}, {batch}, 1)",
        name="_".join(map(str, lengths)),
        dtypes=("i32", "i64"),
        torch=False,
        outputs={"all_input_ids": "same"},
        variants=("special",),
    )


CASES = [case((3, 0), 10), case((9, 1, 32, 17, 5), 33), case((0,), 1)]
