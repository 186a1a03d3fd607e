"""Perceptrons and attention in one kernel, against torch."""

from __future__ import annotations

import math

import pytest
import torch
from kernel_harness import CODES, FLOATS, Kernels, assert_close, samples
from runtimes import BmA, Chip, Failed, SgB

pytestmark = pytest.mark.native


@pytest.fixture
def kernels(chip: Chip) -> Kernels:
    return Kernels(chip)


# --- perceptrons (sg_b)


def mlp(k: Kernels, tensors: dict[str, torch.Tensor | None], out: torch.dtype, **fields: object) -> torch.Tensor:
    x, first, last = (tensors[name] for name in ("input", "weight0", "weight1"))
    assert x is not None
    assert first is not None
    assert last is not None
    shape = (*x.shape[:-1], last.shape[1])
    target = k.room(math.prod(shape), out)
    addresses = {f"{name}_addr": 0 if tensor is None else k.put(tensor) for name, tensor in tensors.items()}
    has_bias = int(tensors["bias0"] is not None) + 2 * int(tensors["bias1"] is not None)
    shapes: dict[str, object] = {}
    for name, tensor in (("in", x), ("w0", first), ("w1", last)):
        shapes |= {f"{name}_shape": list(tensor.shape), f"{name}_dims": tensor.dim()}
    known = {"in_dtype": CODES[x.dtype], "out_dtype": CODES[out], "has_bias": has_bias, "use_fast": 0}
    k.run(
        "mlp",
        "mlp_multi_core",
        symbol="tpu_kernel_mlp_multi_core",
        output_addr=target,
        **addresses,
        **(shapes | known | fields),
    )
    return k.get(target, shape, out)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("biases", ["bias0 bias1", "bias0", "bias1", ""])
@pytest.mark.parametrize(
    ("shape", "middle", "columns"), [((2, 5, 32), 48, 9), ((3, 7), 5, 4), ((1, 1, 1), 1, 1), ((0, 4), 3, 2)]
)
def test_mlp(sg_b: SgB, shape: tuple[int, ...], middle: int, columns: int, biases: str, dtype: torch.dtype) -> None:
    tensors: dict[str, torch.Tensor | None] = {
        "input": samples(*shape, dtype=dtype),
        "weight0": samples(shape[-1], middle, dtype=dtype, seed=1, low=-0.5, high=0.5),
        "weight1": samples(middle, columns, dtype=dtype, seed=2, low=-0.5, high=0.5),
        "bias0": samples(middle, dtype=dtype, seed=3) if "bias0" in biases else None,
        "bias1": samples(columns, dtype=dtype, seed=4) if "bias1" in biases else None,
    }
    x, first, last, bias0, bias1 = (None if tensor is None else tensor.double() for tensor in tensors.values())
    assert x is not None
    hidden = torch.nn.functional.gelu(x @ first + (0 if bias0 is None else bias0))
    expected = hidden @ last + (0 if bias1 is None else bias1)
    assert_close(mlp(Kernels(sg_b), tensors, dtype), expected, "sg_b", steps=128, scale=4.0)
    assert_close(mlp(Kernels(sg_b), tensors, torch.float32), expected, "sg_b", steps=128, scale=4.0)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"use_fast": 1}, "use_fast.*the exact gelu alone"),
        ({"has_bias": 4}, "has_bias.*is 4"),
        ({"w1_shape": [4, 2]}, "w0_shape, w1_shape.*do not multiply"),
    ],
)
def test_faults_of_mlp(sg_b: SgB, fields: dict[str, object], message: str) -> None:
    tensors = {"input": samples(2, 3), "weight0": samples(3, 5), "weight1": samples(5, 2), "bias0": None, "bias1": None}
    with pytest.raises(Failed, match=message):
        mlp(Kernels(sg_b), tensors, torch.float32, **fields)


def llama_mlp(k: Kernels, x: torch.Tensor, middle: int, **fields: object) -> torch.Tensor:
    target = k.room(x.numel(), x.dtype)
    known = {"batch": x.shape[0], "input_w": x.shape[1], "middle_w": middle, "dtype": CODES[x.dtype]}
    k.run("llama_mlp", "llama_mlp_multi_core", symbol="tpu_kernel_llama_mlp_multi_core", input_addr=k.put(x), output_addr=target,
          **(known | fields))  # fmt: skip
    return k.get(target, x.shape, x.dtype)


def gated(x: torch.Tensor, up: torch.Tensor, gate: torch.Tensor, down: torch.Tensor) -> torch.Tensor:
    return (x @ up * torch.nn.functional.silu(x @ gate)) @ down


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(("batch", "width", "middle"), [(4, 32, 48), (1, 5, 3), (17, 64, 8), (0, 4, 4)])
def test_llama_mlp(sg_b: SgB, batch: int, width: int, middle: int, dtype: torch.dtype) -> None:
    k = Kernels(sg_b)
    x = samples(batch, width, dtype=dtype)
    weights = [samples(*shape, dtype=dtype, seed=i + 1, low=-0.5, high=0.5)
               for i, shape in enumerate([(width, middle), (width, middle), (middle, width)])]  # fmt: skip
    fields = {f"weight{i}_addr": k.put(weight) for i, weight in enumerate(weights)}
    expected = gated(x.double(), *(weight.double() for weight in weights))
    assert_close(llama_mlp(k, x, middle, quantized=0, **fields), expected, "sg_b", steps=256, scale=16.0)


def packed(integers: torch.Tensor, bits: int) -> torch.Tensor:
    return integers if bits == 8 else integers.reshape(-1, 2)[:, 0] | integers.reshape(-1, 2)[:, 1] << 4


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
@pytest.mark.parametrize("bits", [4, 8])
@pytest.mark.parametrize("with_zero", [True, False])
def test_llama_mlp_of_integers(sg_b: SgB, with_zero: bool, bits: int, dtype: torch.dtype) -> None:
    k = Kernels(sg_b)
    width, middle, group = 32, 48, 16
    x = samples(5, width, dtype=dtype)
    fields: dict[str, object] = {}
    weights = []
    for i, (rows, columns) in enumerate([(width, middle), (width, middle), (middle, width)]):
        generator = torch.Generator().manual_seed(i)
        integers = torch.randint(0, 2**bits, (columns, rows), generator=generator, dtype=torch.uint8)
        scale = samples(columns, rows // group, dtype=dtype, seed=i, low=0.001, high=0.01)
        zero = torch.randint(0, 2**bits, scale.shape, generator=generator, dtype=torch.uint8)
        offset = zero if with_zero else torch.zeros_like(zero)
        spread = [tensor.double().repeat_interleave(group, 1) for tensor in (offset, scale)]
        weights.append(((integers.double() - spread[0]) * spread[1]).T)
        fields |= {f"weight{i}_addr": k.put(packed(integers, bits)), f"scale{i}_addr": k.put(scale)}
        fields |= {f"zp{i}_addr": k.put(zero) if with_zero else 0}
    actual = llama_mlp(k, x, middle, quantized=1, group_size=group, weight_bits=bits, **fields)
    expected = gated(x.double(), *weights)
    assert_close(actual, expected, "sg_b", steps=256, scale=float(expected.abs().max()) + 1)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"group_size": 5}, "group_size.*groups of 5 do not divide 8"),
        ({"weight_bits": 3}, "weight_bits.*is 3"),
        ({"dtype": 5}, "dtype.*f32.*not supported"),
        ({"middle_w": -1}, "middle_w.*negative size -1"),
    ],
)
def test_faults_of_llama_mlp(sg_b: SgB, fields: dict[str, object], message: str) -> None:
    known = {"quantized": 1, "group_size": 4, "weight_bits": 8}
    with pytest.raises(Failed, match=message):
        llama_mlp(Kernels(sg_b), samples(2, 8, dtype=torch.float16), 8, **(known | fields))


# --- attention


def turned(x: torch.Tensor, cos: torch.Tensor | None, sin: torch.Tensor | None) -> torch.Tensor:
    if cos is None or sin is None:
        return x.double()
    half = x.shape[-1] // 2
    wide = x.double()
    other = torch.cat([-wide[..., half:], wide[..., :half]], -1)
    return (wide * cos.double()[:, None] + other * sin.double()[:, None]).to(x.dtype).double()


def attended(
    q: torch.Tensor, keys: torch.Tensor, values: torch.Tensor, scale: float, mask: torch.Tensor | None
) -> torch.Tensor:
    """q [tokens, heads, size], keys and values [seen, kv_heads, size], by torch's own operator."""
    result = torch.nn.functional.scaled_dot_product_attention(
        *(tensor.double().transpose(0, 1)[None] for tensor in (q, keys, values)),
        attn_mask=None if mask is None else mask.double(), scale=scale, enable_gqa=True,
    )  # fmt: skip
    return result[0].transpose(0, 1)


BLOCK = 4


class Paged:
    """Caches of random rows, and one launch over them."""

    def __init__(self, k: Kernels, dtype: torch.dtype, heads: int, kv_heads: int, size: int, rows: int = 64) -> None:
        self.k, self.dtype, self.heads, self.kv_heads, self.size, self.rows = k, dtype, heads, kv_heads, size, rows
        self.caches = [samples(rows, kv_heads, size, dtype=dtype, seed=i + 20) for i in range(2)]
        self.addresses = [k.put(cache) for cache in self.caches]

    def tokens(self, count: int) -> list[torch.Tensor]:
        shapes = [(count, heads, self.size) for heads in (self.heads, self.kv_heads, self.kv_heads)]
        return [samples(*shape, dtype=self.dtype, seed=i + 10) for i, shape in enumerate(shapes)]

    def run(self, qkv: list[torch.Tensor], *, prefill: bool, lengths: list[int], **fields: object) -> torch.Tensor:
        k = self.k
        sg_b = k.name == "sg_b"
        target = k.room(qkv[0].numel(), self.dtype)
        names = ("Q", "K", "V")
        known = {f"{name}_global_addr": k.put(tensor) for name, tensor in zip(names, qkv, strict=True)}
        known |= {
            "Kcache_global_addr": self.addresses[0],
            "Vcache_global_addr": self.addresses[1],
            "OUT_global_addr": target,
        }
        known |= {"input_lengths_global_addr": k.put(torch.tensor(lengths, dtype=torch.int32)), "mask_global_addr": 0}
        known |= {"fetch_slots_global_addr": 0, "mask_size": 0, "block_size": BLOCK, "C": 0.25, "batch": len(lengths)}
        known |= {"q_heads": self.heads, "kv_heads": self.kv_heads, "dtype": CODES[self.dtype]}
        mode = (2 if sg_b else 1) if prefill else (3 if sg_b else 0)
        only = (
            {"hidden_size": self.heads * self.size, "qkv_packed": 0, "cos_global_addr": 0, "sin_global_addr": 0}
            if sg_b
            else {"head_size": self.size}
        )
        struct, symbol = (
            ("llama2_qkv_multi_core", "tpu_kernel_llama_attention_multi_core")
            if sg_b
            else ("llama2_qkv", "tpu_kernel_llama_attention")
        )
        k.run("attention", struct, symbol=symbol, **(known | only | {"attention_mode": mode} | fields))
        return k.get(target, (qkv[0].shape[0], self.heads, self.size), self.dtype)

    def check_caches(self, saved: dict[int, tuple[torch.Tensor, torch.Tensor]]) -> None:
        for i, (cache, address) in enumerate(zip(self.caches, self.addresses, strict=True)):
            expected = cache.double().clone()
            for row, pair in saved.items():
                expected[row] = pair[i]
            actual = self.k.get(address, cache.shape, self.dtype)
            # One rounding of a key that was turned.
            assert_close(actual, expected, self.k.name, steps=4)
            untouched = [row for row in range(self.rows) if row not in saved]
            assert torch.equal(actual[untouched], cache[untouched])


def int32(values: list[list[int]]) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.int32)


HEADS = [(4, 4, 8), (6, 2, 6), (8, 1, 16)]


def rotation(
    k: Kernels, tokens: int, size: int, dtype: torch.dtype, rope: bool
) -> tuple[torch.Tensor | None, torch.Tensor | None, dict[str, object]]:
    if not rope:
        return None, None, {}
    cos, sin = (samples(tokens, size, dtype=dtype, seed=i + 30, low=-1, high=1) for i in range(2))
    return cos, sin, {"cos_global_addr": k.put(cos), "sin_global_addr": k.put(sin)}


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("rope", [True, False])
@pytest.mark.parametrize(("heads", "kv_heads", "size"), HEADS)
def test_decode(kernels: Kernels, heads: int, kv_heads: int, size: int, rope: bool, dtype: torch.dtype) -> None:
    if rope and kernels.name == "bm_a":
        pytest.skip("bm_a's struct has no cos and sin")
    lengths = [5, 1, 8, 4]
    fetch = [[8, 20], [0, 0], [28, 40], [16, 0]]
    save = [[21], [48], [44], [50]]
    paged = Paged(kernels, dtype, heads, kv_heads, size)
    qkv = paged.tokens(4)
    cos, sin, extra = rotation(kernels, 4, size, dtype, rope)
    actual = paged.run(qkv, prefill=False, lengths=lengths, slots_size=2, fetch_slots_global_addr=kernels.put(int32(fetch)),
                       save_slots_global_addr=kernels.put(int32(save)), **extra)  # fmt: skip
    q, new = turned(qkv[0], cos, sin), turned(qkv[1], cos, sin)
    expected = torch.empty(actual.shape, dtype=torch.float64)
    for i, length in enumerate(lengths):
        rows = [fetch[i][j // BLOCK] + j % BLOCK for j in range(length - 1)]
        keys = torch.cat([paged.caches[0][rows].double(), new[i : i + 1]])
        values = torch.cat([paged.caches[1][rows].double(), qkv[2][i : i + 1].double()])
        expected[i] = attended(q[i : i + 1], keys, values, 0.25, None)[0]
    # Where a turned number is rounded to another neighbour than f64's, the scores differ by its last bit.
    steps = 128 if dtype == torch.float32 or not rope else 2e5 if dtype == torch.bfloat16 else 3e4
    assert_close(actual, expected, kernels.name, steps=steps)
    paged.check_caches({row[0]: (new[i], qkv[2][i].double()) for i, row in enumerate(save)})


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(
    ("rope", "masked", "is_packed"),
    [(False, True, False), (True, True, False), (True, False, True), (False, False, False)],
)
@pytest.mark.parametrize(("heads", "kv_heads", "size"), HEADS)
def test_prefill(
    kernels: Kernels,
    heads: int,
    kv_heads: int,
    size: int,
    rope: bool,
    masked: bool,
    is_packed: bool,
    dtype: torch.dtype,
) -> None:
    k = kernels
    if (rope or is_packed) and k.name == "bm_a":
        pytest.skip("bm_a's struct has no cos and sin, and qkv_packed is not read")
    lengths = [6, 0, 3, 1]
    save = [[8, 40], [0, 0], [16, 0], [29, 0]]
    paged = Paged(k, dtype, heads, kv_heads, size)
    qkv = paged.tokens(sum(lengths))
    cos, sin, extra = rotation(k, sum(lengths), size, dtype, rope)
    mask = torch.full((7, 7), -math.inf).triu(1).to(dtype) if masked else None
    if mask is not None:
        extra |= {"mask_global_addr": k.put(mask), "mask_size": 7}
    if is_packed:
        whole = torch.cat(qkv, 1).contiguous()
        address = k.put(whole)
        starts = {"Q": 0, "K": heads, "V": heads + kv_heads}
        extra |= {f"{name}_global_addr": address + start * size * dtype.itemsize for name, start in starts.items()} | {
            "qkv_packed": 1
        }
    actual = paged.run(
        qkv, prefill=True, lengths=lengths, slots_size=2, save_slots_global_addr=k.put(int32(save)), **extra
    )
    q, new = turned(qkv[0], cos, sin), turned(qkv[1], cos, sin)
    expected = torch.empty(actual.shape, dtype=torch.float64)
    saved = {}
    start = 0
    for i, length in enumerate(lengths):
        part = slice(start, start + length)
        if length:
            visible = None if mask is None else mask[:length, :length]
            expected[part] = attended(q[part], new[part], qkv[2][part], 0.25, visible)
        for place in range(length):
            row = save[i][place // BLOCK] + place % BLOCK
            saved[row] = (new[start + place], qkv[2][start + place].double())
        start += length
    steps = 128 if dtype == torch.float32 or not rope else 2e5 if dtype == torch.bfloat16 else 3e4
    assert_close(actual, expected, k.name, steps=steps)
    paged.check_caches(saved)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"attention_mode": 7}, "attention_mode.*is 7"),
        ({"kv_heads": 3}, "kv_heads.*is 3 for 4 heads"),
        ({"block_size": 0}, "block_size.*one token or more"),
        ({"fetch_slots": [[-1]]}, "fetch_slots_global_addr.*row -1 is negative"),
        ({"fetch_slots": [[10**6]]}, "Kcache_global_addr"),
        ({"save_slots": [[-2]]}, "save_slots_global_addr.*row -2 is negative"),
        ({"lengths": [0]}, "input_lengths_global_addr.*length 0 of sequence 0"),
        ({"lengths": [6]}, "input_lengths_global_addr.*length 6 of sequence 0, at most 5 fit"),
    ],
)
def test_faults_of_attention(kernels: Kernels, fields: dict[str, object], message: str) -> None:
    paged = Paged(kernels, torch.float32, 4, 2, 8)
    lengths = fields.pop("lengths", [3]) if "lengths" in (fields := dict(fields)) else [3]
    slots = {
        f"{name}_slots_global_addr": kernels.put(int32(fields.pop(f"{name}_slots", [[0]])))
        for name in ("fetch", "save")
    }  # type: ignore[arg-type]
    with pytest.raises(Failed, match=message):
        paged.run(paged.tokens(1), prefill=False, lengths=lengths, slots_size=1, **(slots | fields))  # type: ignore[arg-type]


def test_a_sequence_longer_than_its_mask_or_slots(kernels: Kernels) -> None:
    paged = Paged(kernels, torch.float32, 2, 2, 8)
    slots = kernels.put(int32([[0]]))
    with pytest.raises(Failed, match=r"input_lengths_global_addr.*length 3 of sequence 0, at most 2 fit"):
        paged.run(paged.tokens(3), prefill=True, lengths=[3], slots_size=1, save_slots_global_addr=slots, mask_size=2,
                  mask_global_addr=kernels.room(4))  # fmt: skip
    with pytest.raises(Failed, match=r"save_slots_global_addr.*token 4 lies behind 1 blocks"):
        paged.run(paged.tokens(5), prefill=True, lengths=[5], slots_size=1, save_slots_global_addr=slots)


def test_half_a_rotation(sg_b: SgB) -> None:
    k = Kernels(sg_b)
    paged = Paged(k, torch.float32, 2, 2, 8)
    with pytest.raises(Failed, match=r"sin_global_addr.*together or not at all"):
        paged.run(
            paged.tokens(1),
            prefill=False,
            lengths=[1],
            slots_size=1,
            save_slots_global_addr=k.room(1),
            cos_global_addr=k.room(8),
        )


def test_row_masked_whole(bm_a: BmA) -> None:
    k = Kernels(bm_a)
    paged = Paged(k, torch.float32, 1, 1, 4)
    mask = torch.tensor([[0.0, -math.inf], [-math.inf, -math.inf]])
    slots = k.put(int32([[0]]))
    out = paged.run(
        paged.tokens(2),
        prefill=True,
        lengths=[2],
        slots_size=1,
        save_slots_global_addr=slots,
        mask_size=2,
        mask_global_addr=k.put(mask),
    )
    assert out[0].isfinite().all()
    assert out[1].isnan().all()
