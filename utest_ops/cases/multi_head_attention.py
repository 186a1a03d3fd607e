"""multi_head_attention: attention of batches of one length."""

import torch

from utest_ops.case import Case
from utest_ops.cases.llama_attention_forward import attend, rows_of, sizes, turned, turned_sizes
from utest_ops.draw import randn, uniform
from utest_ops.tolerance import reduction

SCALE = 0.25


def case(batch, length, heads, kv_heads, size, rope_rows=0, mask_rows=0):
    def all_of(terms, Q, K, V, cos=None, sin=None, mask=None):
        parts = []
        for i in range(batch):
            c, s, m = (rows_of(table, i * length, length, batch * length) for table in (cos, sin, mask))
            q, k = turned(Q[i], c, s), turned(K[i], c, s)
            if terms:
                parts.append(sizes(q, k, V[i], turned_sizes(Q[i], c, s), turned_sizes(K[i], c, s), SCALE, m)[0])
            else:
                parts.append(attend(q, k, V[i], SCALE, m)[0])
        return torch.stack(parts)

    draws = {"Q": randn(batch, length, heads, size)}
    draws |= {name: randn(batch, length, kv_heads, size) for name in ("K", "V")}
    draws |= {name: uniform(-1, 1, rope_rows, size) for name in ("cos", "sin") if rope_rows}
    draws |= {"mask": randn(mask_rows, length)} if mask_rows else {}
    given = ", ".join(name if name in draws else "None" for name in ("cos", "sin", "mask"))
    return Case(
        draws,
        lambda **inputs: all_of(False, **inputs),
        f"MultiHeadAttention(OUT, Q, K, V, {given}, {SCALE})",
        reduction(size + length + 12, lambda **inputs: all_of(True, **inputs)),
        name=f"rope{rope_rows}_mask{mask_rows}",
        torch=False,
        outputs={"OUT": "same"},
        optional=("cos", "sin", "mask"),
        reduced={"V": 1},
        variants=("special",),
    )


CASES = [case(2, 9, 4, 4, 8, 9, 9), case(3, 5, 2, 1, 6, 15), case(1, 17, 3, 3, 5, 0, 17)]
