"""Operators of the namespace my_ops, which legacy trees define for language models, in terms of the device's own: torch.ops.my_ops.*.

A device built with a tree's own operators (`migrate build --torch`) has the tree's in their place.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import torch

PREFILL, DECODE = 2, 3  # what attention_mode says
_SCHEMAS = (
    "rmsnorm_forward(Tensor input, Tensor? scale, Tensor? bias, Tensor(a!) output, int axis, float eps) -> Tensor(a!)",
    "llama_mlp_forward(Tensor input, Tensor weight0, Tensor weight1, Tensor weight2, Tensor(a!) output) -> Tensor(a!)",
    "llama_attention(Tensor(a!) OUT, Tensor Q, Tensor K, Tensor V, Tensor(b!) Kcache, Tensor(c!) Vcache, Tensor? cos, Tensor? sin, "
    "Tensor input_lengths, Tensor save_slots, Tensor? fetch_slots, Tensor? mask, int slots_size, int mask_size, int block_size, "
    "float C, int attention_mode) -> Tensor(a!)",
)
_library: torch.library.Library | None = None  # as long as it lives the operators are there


def define() -> None:
    """Makes torch.ops.my_ops.* of this file."""
    global _library
    _library = torch.library.Library("my_ops", "FRAGMENT")
    for schema, kernel in zip(_SCHEMAS, (rmsnorm_forward, llama_mlp_forward, llama_attention), strict=True):
        _library.define(schema)
        _library.impl(schema.partition("(")[0], kernel, "PrivateUse1")


def rmsnorm_forward(
    x: torch.Tensor, scale: torch.Tensor | None, bias: torch.Tensor | None, out: torch.Tensor, axis: int, eps: float
) -> torch.Tensor:
    """out = x / sqrt(mean(x * x) + eps) * scale + bias, the mean over the dimensions from `axis` on; computed in float32, rounded once."""
    dims = list(range(axis % x.dim(), x.dim()))
    wide = x.float()
    found = wide * torch.rsqrt((wide * wide).mean(dims, keepdim=True) + eps)
    found = found if scale is None else found * scale.float()
    return out.copy_(found if bias is None else found + bias.float())


def llama_mlp_forward(
    x: torch.Tensor, weight0: torch.Tensor, weight1: torch.Tensor, weight2: torch.Tensor, out: torch.Tensor
) -> torch.Tensor:
    """out = (x @ weight0 * silu(x @ weight1)) @ weight2, each product rounded to the data type of x."""
    return out.copy_((x @ weight0 * torch.nn.functional.silu(x @ weight1)) @ weight2)


def llama_attention(
    out: torch.Tensor,
    q: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
    k_cache: torch.Tensor,
    v_cache: torch.Tensor,
    cos: torch.Tensor | None,
    sin: torch.Tensor | None,
    input_lengths: torch.Tensor,
    save_slots: torch.Tensor,
    fetch_slots: torch.Tensor | None,
    mask: torch.Tensor | None,
    slots_size: int,
    mask_size: int,
    block_size: int,
    scale: float,
    attention_mode: int,
) -> torch.Tensor:
    """Attention of several sequences with a cache of keys and values in blocks of `block_size` tokens; the cache gets the new tokens.

    q is (tokens, heads, size), k and v (tokens, kv_heads, size), the caches (blocks, block_size, kv_heads, size). Prefill: the sequences' tokens
    lie one behind the other, `save_slots` has per sequence the first places of its blocks, the mask is added. Decode: one new token of each
    sequence; `input_lengths` counts it and those in the cache, whose blocks `fetch_slots` names, and `save_slots` has its place.
    """
    if attention_mode not in (PREFILL, DECODE):
        raise ValueError(f"attention_mode is {PREFILL} (prefill) or {DECODE} (decode), not {attention_mode}")
    decode = attention_mode == DECODE
    if decode and fetch_slots is None:
        raise ValueError("decoding needs fetch_slots: the blocks of the tokens in the cache")
    if cos is not None and sin is not None:
        q, k = (_turned(x.float(), cos.float(), sin.float()).to(x.dtype) for x in (q, k))
    keys, values = (cache.view(-1, *cache.shape[-2:]) for cache in (k_cache, v_cache))
    lengths = input_lengths.tolist()
    starts = save_slots.tolist()
    first = 0
    for n, length in enumerate(lengths):
        new = 1 if decode else length
        mine = slice(first, first + new)
        first += new
        own_k, own_v = k[mine], v[mine]
        if decode:
            cached = _places(fetch_slots[n].tolist(), length - 1, block_size, q.device)
            saved = torch.tensor(starts[n][:1], device=q.device)
            seen_k, seen_v = (torch.cat((c[cached], own)) for c, own in ((keys, own_k), (values, own_v)))
        else:
            saved = _places(starts[n], length, block_size, q.device)
            seen_k, seen_v = own_k, own_v
        added = mask[:length, :length].float() if mask is not None and not decode else None
        out[mine] = _attention(q[mine], seen_k, seen_v, scale, added).to(out.dtype)
        keys[saved], values[saved] = own_k, own_v
    return out


def _turned(x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
    """Rotary embedding: each half of a head is turned with the other one."""
    half = x.shape[-1] // 2
    cos, sin = (t.reshape(x.shape[0], 1, x.shape[-1]) for t in (cos, sin))
    return x * cos + torch.cat((-x[..., half:], x[..., :half]), -1) * sin


def _places(blocks: Sequence[int], tokens: int, block_size: int, device: torch.device) -> torch.Tensor:
    """Where the cache has the tokens of one sequence: `blocks` are the places of the first token of each block."""
    places = itertools.chain.from_iterable(range(block, block + block_size) for block in blocks)
    return torch.tensor(list(itertools.islice(places, tokens)), dtype=torch.int64, device=device)


def _attention(
    q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, scale: float, mask: torch.Tensor | None
) -> torch.Tensor:
    """softmax(scale * q k^T + mask) v for each head; heads share keys and values in groups. In float32."""
    group = q.shape[1] // k.shape[1]
    wide_k, wide_v = (x.float().repeat_interleave(group, 1).transpose(0, 1) for x in (k, v))
    scores = q.float().transpose(0, 1) @ wide_k.transpose(1, 2) * scale
    return (torch.softmax(scores if mask is None else scores + mask, -1) @ wide_v).transpose(0, 1)
