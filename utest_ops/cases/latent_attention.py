"""latent_attention: attention over latent vectors with absorbed weights; the new tokens go into the caches."""

import torch

from utest_ops.case import Case
from utest_ops.cases.mm_w8_a16_dq import blocks, dequantised
from utest_ops.cases.paged_attention import numbers
from utest_ops.draw import randn, uniform
from utest_ops.dtypes import FLOATS
from utest_ops.tolerance import elementwise, exact, reduction

SCALE = 0.25
HEADS, NOPE, ROPE, VALUE, QUERY_RANK, RANK = 3, 6, 4, 5, 9, 8
BLOCK = 4  # of quantised weights


def turned(x, cos, sin, sign=-1):
    """[tokens, ..., ROPE], pairs of neighbours."""
    halves = torch.cat((x[..., 0::2], x[..., 1::2]), -1)
    first, second = halves.chunk(2, -1)
    shape = (len(x), *[1] * (x.dim() - 2), ROPE)
    return halves * cos.reshape(shape) + torch.cat((sign * second, first), -1) * sin.reshape(shape)


def attention(q, weights, cos, sin, places, visible):
    """[tokens, HEADS, VALUE] and its terms. places: latent vectors and turned parts of a sequence; visible: which of them each token sees."""
    wuq, wukv = weights
    heads = wukv.unflatten(0, (HEADS, NOPE + VALUE))

    def scores(q, wuq, heads, cos, sin, rows, sign):
        query = (wuq @ q).unflatten(-1, (HEADS, NOPE + ROPE))
        latent = torch.einsum("hd,hdc->hc", query[:, :NOPE], heads[:, :NOPE])
        turn = turned(query[None, :, NOPE:], cos, sin, sign)[0]
        return (torch.einsum("hc,jc->hj", latent, rows[0]) + torch.einsum("hr,jr->hj", turn, rows[1])) * SCALE

    results = []
    for i, sees in enumerate(visible):
        rows = [place[sees] for place in places]
        operands = q[i], wuq, heads, cos[i : i + 1], sin[i : i + 1]
        found = scores(*operands, rows, -1)
        reach = scores(*(x.abs() for x in operands), [row.abs() for row in rows], 1).amax(-1)
        spread = (found - found.amax(-1, keepdim=True)).exp()
        mixed = (
            (spread / spread.sum(-1, keepdim=True)) @ rows[0],
            (spread / spread.sum(-1, keepdim=True)) @ rows[0].abs(),
        )
        out = torch.einsum("hc,hdc->hd", mixed[0], heads[:, NOPE:])
        terms = torch.einsum("hc,hdc->hd", mixed[1], heads[:, NOPE:].abs()) * (1 + 2 * reach)[:, None]
        results.append((out, terms))
    return tuple(torch.stack([result[i] for result in results]) for i in range(2))


def case(news, cached, mode, paged=False, kind=None, topk=0, on_device=False, dtype=None):
    """`cached`: tokens of each sequence in the caches. kind: of quantised weights, with scales of `dtype`."""
    batch, tokens = len(news), sum(news)
    size = 4 if paged else 17  # of a page, or of a sequence's room
    pages = max(-(-(new + old) // size) for new, old in zip(news, cached, strict=True)) if paged else 1
    order = torch.randperm(batch * pages, generator=torch.Generator().manual_seed(1))
    table = (order if paged else torch.arange(batch)).reshape(batch, pages).tolist()
    chosen = [torch.randperm(old, generator=torch.Generator().manual_seed(2))[:topk].tolist() for old in cached]

    def row(sequence, place):
        return table[sequence][place // size] * size + place % size

    def weights(inputs):
        wuq, wukv = inputs["WUQ"].to(inputs["Q"].dtype), inputs["WUKV"].to(inputs["Q"].dtype)
        if kind:
            wuq, wukv = dequantised(wuq, inputs["WUQ_scale"], BLOCK), dequantised(wukv, inputs["WUKV_scale"], BLOCK)
        return wuq, wukv

    def all_of(terms, **inputs):
        kv_cache, pe_cache = (inputs[name].clone().flatten(0, 1) for name in ("KVcache", "PEcache"))
        turned_pe = turned(inputs["PE"], inputs["cos"], inputs["sin"])
        sizes = turned(inputs["PE"].abs(), inputs["cos"].abs(), inputs["sin"].abs(), 1)
        parts, start = [], 0
        for i, (new, old) in enumerate(zip(news, cached, strict=True)):
            at = slice(start, start + new)
            start += new
            rows = [row(i, place) for place in range(old + new)]
            places = [
                torch.cat((kv_cache[rows[:old]], inputs["KV"][at])),
                torch.cat((pe_cache[rows[:old]], turned_pe[at])),
            ]
            visible = torch.ones(new, old + new, dtype=torch.bool).tril(old)
            if topk and old > topk:
                visible[:, :old] = False
                visible[:, chosen[i]] = True
            tables = inputs["cos"][at], inputs["sin"][at]
            parts.append(attention(inputs["Q"][at], weights(inputs), *tables, places, visible)[terms])
        at = torch.tensor([row(i, cached[i] + j) for i in range(batch) for j in range(news[i])])
        kv_cache[at] = inputs["KV"]
        pe_cache[at] = sizes if terms else turned_pe
        caches = (cache.reshape(inputs[name].shape) for name, cache in (("KVcache", kv_cache), ("PEcache", pe_cache)))
        return torch.cat(parts), *caches

    query_rows, value_rows = HEADS * (NOPE + ROPE), HEADS * (NOPE + VALUE)
    draws = {"Q": randn(tokens, QUERY_RANK), "KV": randn(tokens, RANK), "PE": randn(tokens, ROPE)}
    draws |= {"WUQ": uniform(-0.5, 0.5, query_rows, QUERY_RANK), "WUKV": uniform(-0.5, 0.5, value_rows, RANK)}
    draws |= {name: randn(batch * pages, size, rank) for name, rank in (("KVcache", RANK), ("PEcache", ROPE))}
    draws |= {name: uniform(-1, 1, tokens, ROPE) for name in ("cos", "sin")}
    scales = ""
    if kind:
        draws |= {name: draws[name].as_dtype(kind) for name in ("WUQ", "WUKV")}
        for name, shape in (("WUQ_scale", (query_rows, QUERY_RANK)), ("WUKV_scale", (value_rows, RANK))):
            draws[name] = uniform(0.5, 1.5, *blocks(*shape, BLOCK)).as_dtype(dtype)
        scales = "WUQ_scale, WUKV_scale, "
    decode = mode in (1, 3)
    lengths = [old + new for old, new in zip(cached, news, strict=True)] if mode == 1 else list(news)
    tensors = "OUT, Q, KV, PE, WUQ, WUKV, KVcache, PEcache, cos, sin, None, None"
    dims = f"{QUERY_RANK}, {RANK}, {NOPE}, {ROPE}, {VALUE}"
    other = f"{NOPE}, {ROPE}, {VALUE}, {QUERY_RANK}, {RANK}"
    if paged:
        draws["table"] = numbers(table)
        draws["slots"] = draws["table"]
        if decode:
            draws["slots"] = numbers([row(i, cached[i] + j) for i in range(batch) for j in range(news[i])])
    if kind and paged:
        draws |= {"news": numbers(list(news)), "old": numbers(list(cached))} if on_device else {}
        draws |= {"topk": numbers([places + [0] * (topk - len(places)) for places in chosen])} if topk else {}
        given = "news, old" if on_device else "None, None"
        host = "None, None" if on_device else f"{lengths}, {list(cached)}"
        call = (
            f"PagedLatentAttentionFp8({tensors}, {scales}{given}, table, slots, {'topk' if topk else None}, {host}, {batch}, "
            f"{HEADS}, {news[0]}, {other}, 0, {BLOCK}, {pages}, {size}, {topk}, {SCALE}, 1, {mode})"
        )
    elif kind:
        call = f"LatentAttentionFp8({tensors}, {scales}{lengths}, {batch}, {HEADS}, {news[0]}, {other}, 0, {BLOCK}, {size}, {SCALE}, 1, {mode})"
    elif paged:
        call = (
            f"PagedLatentAttention({tensors}, table, slots, {pages}, {size}, {lengths}, {list(cached)}, {batch}, {HEADS}, {news[0]}, "
            f"{dims}, 0, {SCALE}, {mode})"
        )
    else:
        call = f"LatentAttention({tensors}, {lengths}, {batch}, {HEADS}, {news[0]}, {dims}, 0, {size}, {SCALE}, {mode})"
    words = [f"mode{mode}", kind, dtype, topk and f"topk{topk}", on_device and "device"]
    steps = QUERY_RANK + NOPE + 2 * RANK + ROPE + max(map(sum, zip(news, cached, strict=True))) + 16
    return Case(
        draws,
        lambda **inputs: all_of(0, **inputs),
        call,
        {
            "OUT": reduction(steps, lambda **inputs: all_of(1, **inputs)[0]).because(
                "the turned parts that a token sees of others are rounded as they lie in the cache", lost=0.5
            ),
            "KVcache": exact(),
            "PEcache": elementwise(3, lambda **inputs: all_of(1, **inputs)[2]),
        },
        name="_".join(str(word) for word in words if word),
        torch=False,
        dtypes=(dtype,) if kind else FLOATS,
        outputs=dict.fromkeys(("OUT", "KVcache", "PEcache"), "same"),
        reduced={"KV": 0},
        variants=("special",),
    )


CASES = [case((9, 5), (0, 0), 0), case((2, 2, 2), (5, 11, 3), 1)]
