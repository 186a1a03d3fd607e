"""paged_attention: attention over a cache of pages, into which the new keys and values go."""

import torch

from utest_ops.case import Case
from utest_ops.cases.llama_attention_forward import attend, each, sizes, turned, turned_sizes
from utest_ops.draw import Draw, randn, uniform
from utest_ops.tolerance import elementwise, exact, reduction

SCALE = 0.375


def numbers(values):
    """INT32 as they are."""
    tensor = torch.tensor(values)
    return Draw(tuple(tensor.shape), lambda *_: tensor).as_dtype("i32")


def case(news, cached, block, heads, kv_heads, size, mode, rope=False, mask=False, on_device=False):
    """`cached`: tokens of each sequence in the cache."""
    tokens, most, batch = sum(news), max(news), len(news)
    blocks = -(-max(new + old for new, old in zip(news, cached, strict=True)) // block)
    table = (torch.randperm(batch * blocks, generator=torch.Generator().manual_seed(1))).reshape(batch, blocks).tolist()

    def row(sequence, place):
        return table[sequence][place // block] * block + place % block

    def all_of(terms, Q, K, V, Kcache, Vcache, cos=None, sin=None, mask=None, **_):
        k_cache, v_cache = (cache.clone().flatten(0, 1) for cache in (Kcache, Vcache))
        old_k, old_v = k_cache.clone(), v_cache.clone()
        parts = []
        for i, (at, c, s, m) in enumerate(each(news, tokens, cos, sin, mask)):
            k = turned(K[at], c, s)
            rows = [row(i, place) for place in range(cached[i] + news[i])]
            before = rows[: cached[i]]
            keys, values = torch.cat((old_k[before], k)), torch.cat((old_v[before], V[at]))
            if terms:
                reach = torch.cat((old_k[before].abs(), turned_sizes(K[at], c, s)))
                q_sizes = turned_sizes(Q[at], c, s)
                parts.append(sizes(turned(Q[at], c, s), keys, values, q_sizes, reach, SCALE, m, cached[i])[0])
                k_cache[rows[cached[i] :]] = turned_sizes(K[at], c, s)
            else:
                parts.append(attend(turned(Q[at], c, s), keys, values, SCALE, m, cached[i])[0])
                k_cache[rows[cached[i] :]] = k
            v_cache[rows[cached[i] :]] = V[at]
        return torch.cat(parts), k_cache.reshape(Kcache.shape), v_cache.reshape(Vcache.shape)

    draws = {"Q": randn(tokens, heads, size)} | {name: randn(tokens, kv_heads, size) for name in ("K", "V")}
    draws |= {name: randn(batch * blocks + 1, block, kv_heads, size) for name in ("Kcache", "Vcache")}
    draws |= {name: uniform(-1, 1, tokens, size) for name in ("cos", "sin") if rope}
    draws |= {"mask": randn(most, most)} if mask else {}
    draws["table"] = numbers(table)
    draws["slots"] = numbers([[row(i, cached[i])] for i in range(batch)]) if mode == 3 else draws["table"]
    given = "cos, sin" if rope else "None, None"
    lengths, before, length_tensors = list(news), list(cached), "None, None"
    if mode == 3 and not on_device:  # without cache lengths
        lengths, before = [old + 1 for old in cached], None
    if on_device:
        draws |= {"lengths": numbers(lengths), "before": numbers(before)}
        lengths, before, length_tensors = None, None, "lengths, before"
    call = f"slots, table, {'mask' if mask else None}, None, None, None, {length_tensors}, {size}, {lengths}, {before}"
    names = ("OUT", "Kcache", "Vcache")
    steps = size + most + max(cached) + 12
    return Case(
        draws,
        lambda **inputs: all_of(False, **inputs),
        f"PagedAttention(OUT, Q, K, V, Kcache, Vcache, {given}, {call}, {batch}, 0, 0, {most}, {block}, {SCALE}, {mode})",
        {
            "OUT": reduction(steps, lambda **inputs: all_of(True, **inputs)[0]),
            "Kcache": elementwise(4, lambda **inputs: all_of(True, **inputs)[1]),
            "Vcache": exact(),
        },
        name=f"{'prefill' if mode == 2 else 'decode'}{'_device' if on_device else ''}",
        torch=False,
        outputs=dict.fromkeys(names, "same"),
        optional=("cos", "sin", "mask"),
        reduced={"V": 0},
        variants=("special",),
    )


CASES = [
    case((9, 5), (0, 0), 4, 4, 2, 8, 2, rope=True, mask=True),
    case((3, 1, 8), (5, 9, 0), 4, 2, 1, 6, 2, mask=True, on_device=True),
    case((1, 1, 1), (5, 16, 0), 8, 3, 3, 4, 3, rope=True),
    case((1, 1), (9, 3), 2, 4, 1, 5, 3, on_device=True),
]
