"""torch.ops.my_ops on every chip, against the formulas on the CPU in float64."""

from __future__ import annotations

import pytest
import torch

from torch_tpu import my_ops

pytestmark = [pytest.mark.native, pytest.mark.torch]
CLOSE = {torch.float32: {"rtol": 1e-5, "atol": 1e-5}, torch.float16: {"rtol": 1e-2, "atol": 5e-3}}
DTYPES = list(CLOSE)


@pytest.fixture(params=range(torch.tpu.device_count()), ids=lambda n: torch.tpu.get_device_name(n))
def device(request: pytest.FixtureRequest) -> torch.device:
    return torch.device("tpu", request.param)


def near(found: torch.Tensor, wanted: torch.Tensor) -> None:
    torch.testing.assert_close(found.cpu().double(), wanted, **CLOSE[found.dtype])


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(("axis", "affine"), [(2, True), (1, True), (-1, False)])
def test_rmsnorm_forward(device: torch.device, dtype: torch.dtype, axis: int, affine: bool) -> None:
    x = torch.randn(3, 4, 40).to(dtype)
    scale, bias = (torch.rand(x.shape[axis:]).to(dtype) if affine else None for _ in range(2))
    out = torch.empty_like(x, device=device)
    given = [None if t is None else t.to(device) for t in (x, scale, bias)]
    assert torch.ops.my_ops.rmsnorm_forward(*given, out, axis, 1e-5) is out
    wanted = torch.nn.functional.rms_norm(x.double(), x.shape[axis:], None if scale is None else scale.double(), 1e-5)
    near(out, wanted if bias is None else wanted + bias.double())


@pytest.mark.parametrize("dtype", DTYPES)
def test_llama_mlp_forward(device: torch.device, dtype: torch.dtype) -> None:
    x, w0, w1, w2 = ((torch.randn(*shape) / 4).to(dtype) for shape in ((5, 32), (32, 24), (32, 24), (24, 32)))
    out = torch.empty_like(x, device=device)
    torch.ops.my_ops.llama_mlp_forward(*(t.to(device) for t in (x, w0, w1, w2)), out)
    x, w0, w1, w2 = (t.double() for t in (x, w0, w1, w2))
    near(out, (x @ w0 * torch.nn.functional.silu(x @ w1)) @ w2)


BLOCK, HEADS, KV, SIZE = 4, 4, 2, 16


def turned(x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
    """The formula, element by element."""
    out = torch.empty_like(x)
    for j in range(SIZE):
        partner = -x[..., j + SIZE // 2] if j < SIZE // 2 else x[..., j - SIZE // 2]
        out[..., j] = x[..., j] * cos[:, None, j] + partner * sin[:, None, j]
    return out


def attended(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, scale: float, causal: bool) -> torch.Tensor:
    out = torch.empty_like(q)
    for token in range(q.shape[0]):
        seen = token + 1 if causal else k.shape[0]
        for head in range(HEADS):
            mine = head // (HEADS // KV)
            weights = torch.softmax(k[:seen, mine] @ q[token, head] * scale, 0)
            out[token, head] = weights @ v[:seen, mine]
    return out


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("mode", [my_ops.PREFILL, my_ops.DECODE])
def test_llama_attention(device: torch.device, dtype: torch.dtype, mode: int) -> None:
    decode = mode == my_ops.DECODE
    lengths = [6, 1, 4]
    tokens = len(lengths) if decode else sum(lengths)
    blocks = [[8, 0], [12, 0], [20, 4]]  # the places of each sequence's blocks
    q, k, v = (torch.randn(tokens, heads, SIZE).to(dtype) for heads in (HEADS, KV, KV))
    caches = [torch.randn(6, BLOCK, KV, SIZE).to(dtype) for _ in range(2)]
    cos, sin = (torch.rand(tokens, 1, SIZE).to(dtype) for _ in range(2))
    place = [blocks[n][(length - 1) // BLOCK] + (length - 1) % BLOCK for n, length in enumerate(lengths)]
    save = torch.tensor([[p] for p in place] if decode else blocks, dtype=torch.int32)
    fetch = torch.tensor(blocks, dtype=torch.int32) if decode else None
    mask = None if decode else torch.full((6, 6), float("-inf"), dtype=dtype).triu(1)
    k_cache, v_cache = (cache.to(device) for cache in caches)
    out = torch.empty_like(q, device=device)
    move = [
        None if t is None else t.to(device)
        for t in (cos, sin, torch.tensor(lengths, dtype=torch.int32), save, fetch, mask)
    ]
    moved = [t.to(device) for t in (q, k, v)]
    torch.ops.my_ops.llama_attention(out, *moved, k_cache, v_cache, *move, 2, 6, BLOCK, 0.25, mode)

    wide = [t.double().flatten(0, 1) for t in caches]
    turn = cos.double()[:, 0], sin.double()[:, 0]
    new_q, new_k = (turned(t.double(), *turn) for t in (q, k))
    first = 0
    for n, length in enumerate(lengths):
        mine = slice(first, first + (1 if decode else length))
        places = [blocks[n][t // BLOCK] + t % BLOCK for t in range(length)]
        written = places[-1:] if decode else places
        wide[0][written], wide[1][written] = new_k[mine], v.double()[mine]
        near(out[mine], attended(new_q[mine], wide[0][places], wide[1][places], 0.25, causal=not decode))
        first = mine.stop
    for cache, wanted in zip((k_cache, v_cache), wide, strict=True):
        near(cache.flatten(0, 1), wanted)


def test_what_llama_attention_does_not_know_is_said(device: torch.device) -> None:
    x = torch.zeros(1, 1, 2, device=device)
    number = torch.ones(1, 1, dtype=torch.int32, device=device)
    rest = [x, x, x, x, x.view(1, 1, 1, 2), x.view(1, 1, 1, 2), None, None, number[0], number, None, None, 1, 1, 1, 1.0]
    with pytest.raises(ValueError, match=r"attention_mode is 2 \(prefill\) or 3 \(decode\), not 4"):
        torch.ops.my_ops.llama_attention(*rest, 4)
    with pytest.raises(ValueError, match="decoding needs fetch_slots"):
        torch.ops.my_ops.llama_attention(*rest, 3)
