"""llama_attention_backward: the gradients of queries, keys and values from the results of llama_attention_forward."""

import torch

from utest_ops.case import Case
from utest_ops.cases.llama_attention_forward import SCALE, each, scores, spread, turned, turned_sizes
from utest_ops.draw import Draw, randn, uniform
from utest_ops.tolerance import reduction


def turned_back(x, cos, sin):
    if cos is None:
        return x
    first, second = (x * sin[:, None]).chunk(2, -1)
    return x * cos[:, None] + torch.cat((second, -first), -1)


def summed(x, kv_heads):
    """Over the heads of queries that read one of keys."""
    return x.unflatten(1, (kv_heads, -1)).sum(2)


def gradients(q, k, v, out, grad, lse, mask, back, reach=None):
    """Of turned queries and keys; `reach`: the same of absolute values, times what a score's error makes of a weight."""
    weights = (scores(q, k, SCALE, mask) - lse.t()[..., None]).exp() * (1 if reach is None else reach)
    sign = 1 if reach is not None else -1
    if reach is not None:
        q, k, v, out, grad = reach_sizes(q, k, v, out, grad)
    passed = torch.einsum("ihd,jhd->hij", grad, spread(v, q.shape[1])) + sign * (grad * out).sum(-1).t()[..., None]
    slope = weights * passed * SCALE
    grad_q = torch.einsum("hij,jhd->ihd", slope, spread(k, q.shape[1]))
    grad_k = summed(torch.einsum("hij,ihd->jhd", slope, q), k.shape[1])
    grad_v = summed(torch.einsum("hij,ihd->jhd", weights, grad), k.shape[1])
    return back(grad_q), back(grad_k), grad_v


def reach_sizes(*values):
    return tuple(value.abs() for value in values)


def case(lengths, heads, kv_heads, size, rope=None, mask=None, lse_dtype="f32"):
    tokens, most = sum(lengths), max(lengths)
    rows = {"tokens": tokens, "places": most}

    def all_of(terms, Q, K, V, out, dO, L, input_length, cos=None, sin=None, mask=None):
        parts = []
        for at, c, s, m in each(lengths, tokens, cos, sin, mask):
            q, k = turned(Q[at], c, s), turned(K[at], c, s)
            others = V[at], out[at], dO[at], L[at][..., 0], m
            if not terms:
                parts.append(gradients(q, k, *others, lambda x, c=c, s=s: turned_back(x, c, s)))
                continue
            q_sizes, k_sizes = turned_sizes(Q[at], c, s), turned_sizes(K[at], c, s)
            largest = scores(q_sizes, k_sizes, SCALE, None if m is None else m.abs()).amax(-1, keepdim=True)
            reach = (1 + 2 * (largest + L[at][..., 0].t().abs()[..., None])) * (
                (scores(q, k, SCALE, m) - scores(q_sizes, k_sizes, SCALE, m)).exp()
            )
            turn_sizes = (lambda x, c=c, s=s: turned_sizes(x, c, s.roll(size // 2, -1))) if c is not None else torch.abs
            parts.append(gradients(q_sizes, k_sizes, *others, turn_sizes, reach))
        return tuple(torch.cat([part[i] for part in parts]) for i in range(3))

    draws = {"Q": randn(tokens, heads, size), "K": randn(tokens, kv_heads, size), "V": randn(tokens, kv_heads, size)}
    draws |= {"out": randn(tokens, heads, size), "dO": randn(tokens, heads, size), "L": uniform(1, 3, tokens, heads, 1)}
    if lse_dtype:
        draws["L"] = draws["L"].as_dtype(lse_dtype)
    draws["input_length"] = Draw((len(lengths),), lambda *_: torch.tensor(lengths)).as_dtype("i32")
    draws |= {name: uniform(-1, 1, rows[rope], size) for name in ("cos", "sin") if rope}
    draws |= {"mask": randn(rows[mask], most)} if mask else {}
    given = ", ".join(name if name in draws else "None" for name in ("cos", "sin", "mask"))
    steps = 2 * size + 2 * most + heads + 16
    names = ("dQ", "dK", "dV")
    return Case(
        draws,
        lambda **inputs: all_of(False, **inputs),
        f"LlamaAttentionBackward(Q, K, V, out, dO, L, dQ, dK, dV, {given}, input_length, {most}, {SCALE})",
        {name: reduction(steps, lambda i=i, **inputs: all_of(True, **inputs)[i]) for i, name in enumerate(names)},
        name="_".join(
            [*map(str, lengths), *(word for word in (rope and f"rope_{rope}", mask and f"mask_{mask}") if word)]
        ),
        torch=False,
        outputs=dict.fromkeys(names, "same"),
        optional=("cos", "sin", "mask"),
        reduced={"dO": 0},
        variants=("special",),
    )


CASES = [
    case((9, 17, 5), 4, 2, 8, "tokens", "tokens"),
    case((16, 0, 9), 3, 1, 6, "places", "places", lse_dtype=None),
]
