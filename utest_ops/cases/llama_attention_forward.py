"""llama_attention_forward: attention of sequences that lie one behind the other, turned by their places, and its rows' logarithms."""

import torch

from utest_ops.case import Case
from utest_ops.draw import randn, uniform
from utest_ops.tolerance import reduction

SCALE = 0.375


def turned(x, cos, sin):
    """[tokens, heads, size]"""
    if cos is None:
        return x
    first, second = x.chunk(2, -1)
    return x * cos[:, None] + torch.cat((-second, first), -1) * sin[:, None]


def turned_sizes(x, cos, sin):
    """What is added in `turned`, in absolute values."""
    if cos is None:
        return x.abs()
    first, second = x.abs().chunk(2, -1)
    return x.abs() * cos.abs()[:, None] + torch.cat((second, first), -1) * sin.abs()[:, None]


def spread(x, heads):
    return x.repeat_interleave(heads // x.shape[1], 1)


def scores(q, k, scale, mask=None, cached=0):
    """[heads, queries, keys]"""
    products = torch.einsum("ihd,jhd->hij", q, spread(k, q.shape[1])) * scale
    if mask is None:
        return products
    return torch.cat((products[..., :cached], products[..., cached:] + mask), -1)


def softmax(rows):
    largest = rows.amax(-1, keepdim=True)
    weights = (rows - largest).exp()
    total = weights.sum(-1, keepdim=True)
    return weights / total, (total.log() + largest)[..., 0]


def attend(q, k, v, scale, mask=None, cached=0):
    """[queries, heads, size] and [queries, heads]"""
    weights, lse = softmax(scores(q, k, scale, mask, cached))
    return torch.einsum("hij,jhd->ihd", weights, spread(v, q.shape[1])), lse.t()


def sizes(q, k, v, q_sizes, k_sizes, scale, mask=None, cached=0):
    """The terms of the results of `attend`: an error of a score is one of its weight."""
    weights, lse = softmax(scores(q, k, scale, mask, cached))
    reach = 1 + 2 * scores(q_sizes, k_sizes, abs(scale), None if mask is None else mask.abs(), cached).amax(-1)
    result = torch.einsum("hij,jhd->ihd", weights, spread(v.abs(), q.shape[1])) * reach.t()[..., None]
    return result, lse.t().abs() + reach.t()


def rows_of(table, start, size, tokens):
    """Of a table for all tokens, or for the places in a sequence."""
    return None if table is None else table[start : start + size] if len(table) == tokens else table[:size]


def each(lengths, tokens, cos=None, sin=None, mask=None):
    """Where each sequence lies, and its rows of the tables."""
    start = 0
    for size in lengths:
        tables = [rows_of(table, start, size, tokens) for table in (cos, sin, mask)]
        if size:
            yield slice(start, start + size), *tables[:2], None if mask is None else tables[2][:, :size]
        start += size


def compute_all(one, lengths, tokens, tables):
    parts = [one(*place) for place in each(lengths, tokens, *tables)]
    return tuple(torch.cat([part[i] for part in parts]) for i in range(2))


def case(lengths, heads, kv_heads, size, rope=None, mask=None, lse=True):
    tokens, most = sum(lengths), max(lengths)
    rows = {"tokens": tokens, "places": most}

    def results(of, Q, K, V, cos=None, sin=None, mask=None):
        return compute_all(lambda *place: of(Q, K, V, *place), lengths, tokens, (cos, sin, mask))

    def one(Q, K, V, at, cos, sin, mask):
        return attend(turned(Q[at], cos, sin), turned(K[at], cos, sin), V[at], SCALE, mask)

    def terms_of(Q, K, V, at, cos, sin, mask):
        q, k = (turned(x[at], cos, sin) for x in (Q, K))
        q_sizes, k_sizes = (turned_sizes(x[at], cos, sin) for x in (Q, K))
        return sizes(q, k, V[at], q_sizes, k_sizes, SCALE, mask)

    def compute(**inputs):
        result = results(one, **inputs)
        return result if lse else result[0]

    draws = {"Q": randn(tokens, heads, size), "K": randn(tokens, kv_heads, size), "V": randn(tokens, kv_heads, size)}
    draws |= {name: uniform(-1, 1, rows[rope], size) for name in ("cos", "sin") if rope}
    draws |= {"mask": randn(rows[mask], most)} if mask else {}
    given = [name if name in draws else None for name in ("cos", "sin", "mask")]
    steps = size + most + 12
    models = [reduction(steps, lambda i=i, **inputs: results(terms_of, **inputs)[i]) for i in range(2)]
    names = ["O", *(["softmax_lse"] if lse else [])]
    call = f"O, Q, K, V, {', '.join(map(str, given))}, {'softmax_lse' if lse else None}"
    return Case(
        draws,
        compute,
        f"LlamaAttentionForward({call}, {list(lengths)}, {len(lengths)}, {most}, {SCALE}, 0.0, {len(lengths)})",
        dict(zip(names, models[: len(names)], strict=True)),
        name="_".join(
            [*map(str, lengths), *(word for word in (rope and f"rope_{rope}", mask and f"mask_{mask}") if word)]
        ),
        torch=False,
        outputs={"O": "same"} | ({"softmax_lse": "f32"} if lse else {}),
        optional=("cos", "sin", "mask"),
        reduced={"V": 0},
        variants=("special",),
    )


CASES = [
    case((9, 17, 5), 4, 2, 8, "tokens", "tokens"),
    case((16, 0, 9), 3, 1, 6, "places", "places"),
    case((33,), 2, 1, 5, lse=False),
]
