"""Matrix products of both chips against float64."""

from __future__ import annotations

import pytest
import torch
from kernel_harness import CODES, FLOATS, Kernels, assert_close, samples
from runtimes import BmA, Chip, Failed, SgB

pytestmark = pytest.mark.native

FP8 = [torch.float8_e4m3fn, torch.float8_e5m2]


@pytest.fixture
def kernels(chip: Chip) -> Kernels:
    return Kernels(chip)


def batch_matmul(
    k: Kernels, left: torch.Tensor, right: torch.Tensor, bias: torch.Tensor | None = None, **fields: int
) -> torch.Tensor:
    """bm_a: left [batch, m, k], right [batch, k, n]."""
    (batch, m, depth), n = left.shape, right.shape[2]
    output = k.room(batch * m * n, left.dtype)
    stored = right.transpose(1, 2) if fields.get("is_right_transposed") else right
    known = {"is_left_transposed": 0, "is_right_transposed": 0} | fields
    k.run(
        "batch_matmul",
        "batch_matmul",
        left_global_addr=k.put(left),
        right_global_addr=k.put(stored),
        bias_global_addr=0 if bias is None else k.put(bias),
        output_global_addr=output,
        batch=batch,
        left_row=m,
        left_column=depth,
        right_column=n,
        dtype=CODES[left.dtype],
        **known,
    )
    return k.get(output, (batch, m, n), left.dtype)


def matmul(
    k: Kernels,
    left: torch.Tensor,
    right: torch.Tensor,
    bias: torch.Tensor | None = None,
    *,
    transposed: tuple[int, int] = (0, 0),
    out_dtype: torch.dtype | None = None,
) -> torch.Tensor:
    """sg_b: any number of leading dimensions."""
    stored_left, stored_right = (
        t.transpose(-1, -2) if exchanged else t for t, exchanged in zip((left, right), transposed, strict=True)
    )
    shape = (*left.shape[:-1], right.shape[-1])
    out_dtype = out_dtype or left.dtype
    output = k.room(torch.Size(shape).numel(), out_dtype)
    k.run(
        "matmul",
        "matmul_multi_core",
        left_global_addr=k.put(stored_left),
        right_global_addr=k.put(stored_right),
        bias_global_addr=0 if bias is None else k.put(bias),
        output_global_addr=output,
        L_shape=list(stored_left.shape),
        R_shape=list(stored_right.shape),
        L_dims=left.dim(),
        R_dims=right.dim(),
        L_trans=transposed[0],
        R_trans=transposed[1],
        in_dtype=CODES[left.dtype],
        out_dtype=CODES[out_dtype],
    )
    return k.get(output, shape, out_dtype)


def reference(left: torch.Tensor, right: torch.Tensor, bias: torch.Tensor | None = None) -> torch.Tensor:
    product = left.double() @ right.double()
    return product if bias is None else product + bias.double()


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("right_transposed", [0, 1])
@pytest.mark.parametrize("with_bias", [False, True])
def test_batch_matmul(bm_a: BmA, dtype: torch.dtype, right_transposed: int, with_bias: bool) -> None:
    left, right = samples(3, 5, 33, dtype=dtype), samples(3, 33, 7, dtype=dtype, seed=1)
    bias = samples(7, dtype=dtype, seed=2) if with_bias else None
    actual = batch_matmul(Kernels(bm_a), left, right, bias, is_right_transposed=right_transposed)
    assert_close(actual, reference(left, right, bias), "bm_a", scale=40)


def test_bm_a_refuses_a_transposed_left_operand(bm_a: BmA) -> None:
    left, right = samples(1, 2, 2), samples(1, 2, 2)
    with pytest.raises(Failed, match=r"batch_matmul.*is_left_transposed"):
        batch_matmul(Kernels(bm_a), left, right, is_left_transposed=1)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("transposed", [(0, 0), (0, 1), (1, 0), (1, 1)])
@pytest.mark.parametrize("with_bias", [False, True])
def test_matmul(sg_b: SgB, dtype: torch.dtype, transposed: tuple[int, int], with_bias: bool) -> None:
    left, right = samples(5, 33, dtype=dtype), samples(33, 7, dtype=dtype, seed=1)
    bias = samples(7, dtype=dtype, seed=2) if with_bias else None
    actual = matmul(Kernels(sg_b), left, right, bias, transposed=transposed)
    assert_close(actual, reference(left, right, bias), "sg_b", scale=40)


@pytest.mark.parametrize("depth", [0, 1, 3, 8, 9, 17])
def test_matmul_with_fewer_k_than_cores(sg_b: SgB, depth: int) -> None:
    left, right, bias = samples(4, depth), samples(depth, 6, seed=1), samples(6, seed=2)
    assert_close(matmul(Kernels(sg_b), left, right, bias), reference(left, right, bias), "sg_b", scale=20)


def test_matmul_batches(sg_b: SgB) -> None:
    left, right = samples(2, 3, 5, 16), samples(2, 3, 16, 7, seed=1)
    assert_close(matmul(Kernels(sg_b), left, right), reference(left, right), "sg_b", scale=20)


@pytest.mark.parametrize("dtype", FP8)
def test_matmul_fp8(sg_b: SgB, dtype: torch.dtype) -> None:
    left, right = samples(9, 40).to(dtype), samples(40, 8, seed=1).to(dtype)
    actual = matmul(Kernels(sg_b), left, right, out_dtype=torch.float32)
    assert_close(actual, left.double() @ right.double(), "sg_b", scale=60)


def test_bm_a_has_no_fp8(bm_a: BmA) -> None:
    tensor = samples(1, 2, 2).to(torch.float8_e4m3fn)
    with pytest.raises(Failed, match=r"batch_matmul.*f8e4m3.*bm_a"):
        batch_matmul(Kernels(bm_a), tensor, tensor)


@pytest.mark.parametrize("dtype", FLOATS)
def test_k_is_added_in_core_order_whatever_the_schedule(
    sg_b: SgB, monkeypatch: pytest.MonkeyPatch, dtype: torch.dtype
) -> None:
    left, right = samples(16, 4096, dtype=dtype), samples(4096, 16, dtype=dtype, seed=1)
    results = []
    for schedule in ({"TPUSIM_SEED": "0"}, {"TPUSIM_SEED": "1"}, {"TPUSIM_THREADS": "1"}):
        for name, value in schedule.items():
            monkeypatch.setenv(name, value)
        sg_b.sim("Reset")
        sg_b.open()
        results.append(matmul(Kernels(sg_b), left, right))
    assert torch.equal(results[0], results[1])
    assert torch.equal(results[0], results[2])


def test_sizes_that_do_not_multiply(sg_b: SgB) -> None:
    with pytest.raises(Failed, match=r"R_shape.*K is 3 on the left and 4 on the right"):
        matmul(Kernels(sg_b), samples(2, 3), samples(4, 2))


@pytest.mark.parametrize("has_zp", [0, 1])
@pytest.mark.parametrize("has_bias", [0, 1])
@pytest.mark.parametrize("bits", [4, 8])
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_a16_matmul(sg_b: SgB, dtype: torch.dtype, bits: int, has_bias: int, has_zp: int) -> None:
    k = Kernels(sg_b)
    rows, inner, columns, group = 3, 64, 10, 16
    generator = torch.Generator().manual_seed(1)
    quantised = torch.randint(0, 2**bits, (columns, inner), generator=generator, dtype=torch.uint8)
    packed = quantised if bits == 8 else quantised[:, ::2] | quantised[:, 1::2] << 4
    zero = torch.randint(0, 2**bits, (columns, inner // group), generator=generator, dtype=torch.uint8)
    scale = samples(columns, inner // group, dtype=dtype, low=0.01, high=0.02)
    left, bias = samples(rows, inner, dtype=dtype, seed=2), samples(columns, dtype=dtype, seed=3)
    output = k.room(rows * columns, dtype)
    k.run(
        "a16_matmul",
        "a16_matmul",
        input_global_addr=k.put(left),
        weight_global_addr=k.put(packed),
        bias_global_addr=k.put(bias) if has_bias else 0,
        scale_global_addr=k.put(scale),
        zp_global_addr=k.put(zero) if has_zp else 0,
        output_global_addr=output,
        final_row_num=rows,
        inner_num=inner,
        final_col_num=columns,
        q_group_size=group,
        weight_bits=bits,
        R_trans=1,
        has_bias=has_bias,
        has_zp=has_zp,
        io_dtype=CODES[dtype],
    )
    spread = [t.double().repeat_interleave(group, 1) for t in (zero, scale)]
    weight = (quantised.double() - (spread[0] if has_zp else 0)) * spread[1]
    expected = left.double() @ weight.T + (bias.double() if has_bias else 0)
    assert_close(k.get(output, (rows, columns), dtype), expected, "sg_b", scale=float(weight.abs().max()) * inner)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("added", [False, True])
@pytest.mark.parametrize("has_bias", [0, 1])
def test_ln_mm(sg_b: SgB, dtype: torch.dtype, added: bool, has_bias: int) -> None:
    k = Kernels(sg_b)
    inputs = [samples(2, 3, 24, dtype=dtype, seed=i) for i in range(1 + added)]
    gamma, beta = samples(24, dtype=dtype, seed=3), samples(24, dtype=dtype, seed=4)
    weight, bias = samples(24, 10, dtype=dtype, seed=5), samples(10, dtype=dtype, seed=6)
    output, mean, rstd, total = k.room(60, dtype), k.room(6, dtype), k.room(6, dtype), k.room(144, dtype)
    names = ["input0", "input1"] if added else ["input"]
    fields = {f"{name}_global_addr": k.put(tensor) for name, tensor in zip(names, inputs, strict=True)}
    if added:
        fields["out_add_global_addr"] = total
    kernel = "add_ln_mm" if added else "ln_mm"
    k.run(
        kernel,
        f"{kernel}_multi_core",
        gamma_global_addr=k.put(gamma),
        beta_global_addr=k.put(beta),
        weight_global_addr=k.put(weight),
        bias_global_addr=k.put(bias) if has_bias else 0,
        mean_global_addr=mean,
        rstd_global_addr=rstd,
        output_global_addr=output,
        in_shape=[2, 3, 24],
        w_shape=[24, 10],
        in_dims=3,
        w_dims=2,
        eps=1e-5,
        has_bias=has_bias,
        in_dtype=CODES[dtype],
        **fields,
    )
    source = inputs[0]
    if added:
        source = k.get(total, (2, 3, 24), dtype)
        assert torch.equal(source, inputs[0] + inputs[1])
    normal = torch.nn.functional.layer_norm(source.double(), (24,), gamma.double(), beta.double(), 1e-5)
    # The normalised rows are rounded on the way into the product.
    slack = 24 * torch.finfo(dtype).eps / torch.finfo(torch.float32).eps
    expected = normal @ weight.double() + (bias.double() if has_bias else 0)
    assert_close(k.get(output, (2, 3, 10), dtype), expected, "sg_b", steps=32 + slack, scale=4)
    assert_close(k.get(mean, (2, 3), dtype), source.double().mean(-1), "sg_b")
    variance = source.double().var(-1, unbiased=False)
    assert_close(k.get(rstd, (2, 3), dtype), (variance + 1e-5).rsqrt(), "sg_b")
