"""Every kernel of a chip on fixed inputs, and the table of its outputs' bits: bits/<chip>.tsv.

python tests/chips/kernel_bits.py writes the tables again, after a change that is meant to change results."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kernel_harness import CONSTANTS, Kernels

from dnnlib.paths import library_dir

TABLES = Path(__file__).parent / "bits"


@dataclass(frozen=True)
class Type:
    """An element type: its code in argument structs, bytes, values that deserve care, and for floats the layout of moderate numbers."""

    name: str
    code: int
    size: int
    special: tuple[int, ...]
    exponent: tuple[int, int] | None = None  # lowest biased exponent of moderate numbers, bits of the mantissa

    def pack(self, words: Sequence[int]) -> bytes:
        return b"".join((word % 2 ** (8 * self.size)).to_bytes(self.size, "little") for word in words)


def integer(name: str, code: int, size: int, signed: bool) -> Type:
    bits = 8 * size
    ends = (2 ** (bits - 1) - 1, 2 ** (bits - 1)) if signed else (2**bits - 1, 2 ** (bits - 1))
    return Type(name, code, size, (0, 1, 2, -1, 3, bits - 1, bits, *ends, 7))


F32 = Type(
    "f32", 5, 4,
    (0, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC12345, 1, 0x80000001, 0x007FFFFF, 0x00800000, 0x7F7FFFFF,
     0xFF7FFFFF, 0x3F800000, 0xBF800000, 0x3F7FFFFF, 0x42B17218, 0xC2CFF1B5, 0x4F000000, 0xCF000000),
    (120, 23),
)  # fmt: skip
F16 = Type(
    "f16",
    3,
    2,
    (0, 0x8000, 0x7C00, 0xFC00, 0x7E00, 0xFE01, 1, 0x8001, 0x03FF, 0x0400, 0x7BFF, 0xFBFF, 0x3C00),
    (10, 10),
)
BF16 = Type(
    "bf16",
    11,
    2,
    (0, 0x8000, 0x7F80, 0xFF80, 0x7FC0, 0xFFC1, 1, 0x8001, 0x007F, 0x0080, 0x7F7F, 0xFF7F, 0x3F80),
    (120, 7),
)
F8E4M3 = Type("f8e4m3", 47, 1, (0, 0x80, 0x7F, 0xFF, 1, 0x81, 7, 8, 0x7E, 0xFE, 0x38), (4, 3))
F8E5M2 = Type("f8e5m2", 15, 1, (0, 0x80, 0x7C, 0xFC, 0x7E, 1, 0x81, 3, 4, 0x7B, 0xFB, 0x3C), (12, 2))
U8, I8 = integer("uint8", 0, 1, False), integer("int8", 1, 1, True)
U16, I16 = integer("uint16", 6, 2, False), integer("int16", 7, 2, True)
U32, I32 = integer("uint32", 8, 4, False), integer("int32", 9, 4, True)
I64 = integer("int64", 21, 8, True)


def words(kind: Type, count: int, key: str, moderate: bool = False) -> list[int]:
    """Numbers that depend on the key alone: special values first, then any bits and moderate numbers in turns; moderate ones only
    where the first would drown all others."""
    stream = hashlib.shake_256(key.encode()).digest(8 * count)
    random = struct.unpack(f"<{count}Q", stream)
    chosen = [word if not moderate and i % 2 else bounded(kind, word) for i, word in enumerate(random)]
    return chosen if moderate else [*kind.special, *chosen][:count]


def bounded(kind: Type, word: int) -> int:
    if kind.exponent is None:
        return word % 100
    lowest, mantissa = kind.exponent
    exponent = lowest + (word >> 40) % 10
    return (word >> 63) << (8 * kind.size - 1) | exponent << mantissa | word % 2**mantissa


@dataclass
class Bench:
    """One chip: buffers by content, launches, and what each launch left in its outputs."""

    k: Kernels
    launched: set[str] = field(default_factory=set)

    @property
    def sg_b(self) -> bool:
        return self.k.name == "sg_b"

    @property
    def floats(self) -> list[Type]:
        return [F32, F16, BF16, *([F8E4M3, F8E5M2] if self.sg_b else [])]

    @property
    def integers(self) -> list[Type]:
        return [U8, I8, U16, I16, U32, I32, *([I64] if self.sg_b else [])]

    @property
    def all(self) -> list[Type]:
        return self.floats + self.integers

    def put(self, kind: Type, count: int, key: str, moderate: bool = False) -> int:
        return self.k.chip.upload(kind.pack(words(kind, count, key, moderate)) or b"\0")

    def room(self, kind: Type, count: int) -> int:
        return self.k.chip.upload(b"\xee" * max(1, kind.size * count))

    def run(self, kernel: str, struct_name: str, /, *, symbol: str = "", cores: int = 0, **fields: object) -> None:
        self.launched.add(symbol or self.k.chip.symbol(kernel))
        self.k.run(kernel, struct_name, symbol=symbol, cores=cores, **fields)

    def read(self, address: int, kind: Type, count: int) -> bytes:
        return self.k.chip.read(address, kind.size * count) if count else b""


Outcome = tuple[str, int, bytes]  # label, bytes of an element, output
Recipe = Callable[[Bench], Iterator[Outcome]]
RECIPES: list[Recipe] = []
COUNT = 1500  # more than a chunk, no multiple of lanes or cores


def recipe(function: Recipe) -> Recipe:
    RECIPES.append(function)
    return function


def elementwise(
    b: Bench,
    kernel: str,
    struct_name: str,
    kind: Type,
    inputs: Sequence[str],
    label: str = "",
    out: Type | None = None,
    **fields: object,
) -> Outcome:
    """A kernel of inputs of one shape (the stems of their address fields) and one output."""
    out = out or kind
    given = {f"{stem}_global_addr": b.put(kind, COUNT, f"{kernel} {stem} {kind.name}") for stem in inputs}
    target = b.room(out, COUNT)
    known = {"shape": [3, COUNT // 3], "dim": 2, "dtype": kind.code, "output_global_addr": target}
    if any(name.endswith("_dtype") for name in fields):
        known.pop("dtype")
    b.run(
        kernel, struct_name, **given, **{name: value for name, value in (known | fields).items() if value is not None}
    )
    return f"{kernel} {kind.name} {label}".strip(), out.size, b.read(target, out, COUNT)


@recipe
def of_one_input(b: Bench) -> Iterator[Outcome]:
    for kind in b.all:
        yield elementwise(b, "neg", "neg", kind, ["input"])
        yield elementwise(b, "logical_not", "logical_not", kind, ["input"], out=U8)
        yield elementwise(b, "clamp", "clamp", kind, ["input"], min=-1.5, max=2.75)
        if not b.sg_b:
            yield elementwise(b, "sign", "sign", kind, ["input"])
    for kind in b.floats:
        yield elementwise(b, "gelu", "gelu", kind, ["input"])
        for name in ("LOG_E", "LOG_1P", "LOG_2", "LOG_10"):
            yield elementwise(b, "log", "log", kind, ["input"], name, log_type=CONSTANTS[name])
        if not b.sg_b:
            target, mask = b.room(kind, COUNT), b.room(U8, COUNT)
            source = b.put(kind, COUNT, f"dropout {kind.name}")
            b.run("dropout", "dropout", input_global_addr=source, output_global_addr=target, mask_global_addr=mask, seed=12345,
                  shape=[COUNT], dim=1, threshold=0.25, dtype=kind.code)  # fmt: skip
            yield f"dropout {kind.name}", kind.size, b.read(target, kind, COUNT)
            yield f"dropout {kind.name} mask", 1, b.read(mask, U8, COUNT)


@recipe
def of_one_input_more(b: Bench) -> Iterator[Outcome]:
    for kind in b.all:
        yield elementwise(b, "hardtanh", "hardtanh", kind, ["input"], min_value=-1.5, max_value=2.75)
        for name in ("maximumc", "minimumc", "fmaxc", "fminc"):
            yield elementwise(b, name, name, kind, ["input"], scalar=1.5)
    for kind in b.floats:
        yield elementwise(b, "signbit", "signbit", kind, ["input"], out=U8)
        yield elementwise(b, "cbrt", "cbrt", kind, ["input"])
        yield elementwise(b, "leakyrelu", "leakyrelu", kind, ["input"], negative_slope=0.3)
        yield elementwise(b, "hypot_c", "hypot_c", kind, ["input"], scalar=1.5)
        if kind.size > 1:
            yield elementwise(b, "nextafter_c", "nextafter_c", kind, ["input"], scalar=1.5)
            yield elementwise(b, "nextafterc", "nextafterc", kind, ["other"], scalar=1.5)
    for kind in b.integers:
        yield elementwise(b, "bitwise_not", "bitwise_not", kind, ["input"])
        for mode in range(3):
            yield elementwise(
                b, "element_bitwise_c", "element_bitwise_c", kind, ["input"], f"mode{mode}", mode=mode, value=0x5A5
            )
        codes = {"src_dtype": kind.code, "dst_dtype": kind.code, "const_value": 3}
        for name in ("shift_left_c", "shift_right_arithmetic_c"):
            yield elementwise(b, name, name, kind, ["input"], symbol=f"tpu_kernel_api_{name}", cores=1, **codes)
    for kind in b.floats:
        for name, stem in (("atan2c", "other"), ("atan2_c", "input")):
            yield elementwise(b, name, name, F32, [stem], f"to {kind.name}", out=kind, dtype=kind.code, scalar=-0.75)
    for kind in b.all:
        for out in [I32, F32] if kind in b.integers else [kind]:
            for name in ("pow_c", "c_pow"):
                given, target = b.put(kind, COUNT, f"{name} {kind.name}"), b.room(out, COUNT)
                b.run(name, "pow_tensor_scalar", self_global_addr=given, out_global_addr=target, shape=[COUNT], dim=1, value=1.75,
                      dtype=kind.code, out_is_int=int(out is I32))  # fmt: skip
                yield f"{name} {kind.name} to {out.name}", out.size, b.read(target, out, COUNT)


@recipe
def of_two_inputs_more(b: Bench) -> Iterator[Outcome]:
    two = ["input", "other"]
    broadcast = {"input_shape": [3, COUNT // 3], "other_shape": [1, COUNT // 3], "dim": 2}
    for kind in b.all:
        for name in ("maximum", "fmax", "fmin", "logical_and", "logical_or"):
            yield elementwise(b, name, name, kind, two)
        for name in ("maximum_bcast", "minimum_bcast", "fmax_bcast", "fmin_bcast"):
            yield elementwise(b, name, name, kind, two, **without_shape(broadcast))
        mask, given, target = b.put(kind, 500, "mask"), b.put(kind, COUNT, "filled"), b.room(kind, COUNT)
        b.run("masked_fill", "masked_fill", input_global_addr=given, mask_global_addr=mask, out_global_addr=target,
              input_shape=[3, 500], mask_shape=[500], input_dims=2, mask_dims=1, value=2.5, dtype=kind.code)  # fmt: skip
        yield f"masked_fill {kind.name}", kind.size, b.read(target, kind, COUNT)
    for kind in b.floats:
        yield elementwise(b, "addcdiv", "addcdiv", kind, ["input", "tensor1", "tensor2"], value=0.75)
        yield elementwise(b, "hypot_bcast", "hypot_bcast", kind, two, **without_shape(broadcast))
        fields = {"input_dtype": kind.code, "other_dtype": kind.code, "output_dtype": kind.code}
        yield elementwise(b, "pow_bcast", "pow_bcast", kind, two, **fields, **without_shape(broadcast))
        yield elementwise(b, "atan2", "atan2", F32, two, f"to {kind.name}", out=kind, dtype=kind.code)
        yield elementwise(b, "atan2_bcast", "atan2_bcast", F32, two, f"to {kind.name}", out=kind, dtype=kind.code,
                          **without_shape(broadcast))  # fmt: skip
        if kind.size > 1:
            yield elementwise(b, "nextafter", "nextafter", kind, two)
            yield elementwise(b, "nextafter_bcast", "nextafter_bcast", kind, two, **without_shape(broadcast))
        if not b.sg_b:
            shapes = {f"{name}_shape": [3, 500] for name in ("input", "tensor1")} | {"tensor2_shape": [500]}
            dims = {"input_dim": 2, "tensor1_dim": 2, "tensor2_dim": 1, "shape": None, "dim": None}
            yield elementwise(
                b, "addcmul_bcast", "bcast_addcmul", kind, ["input", "tensor1", "tensor2"], value=0.75, **shapes, **dims
            )
            given = [b.put(kind, COUNT, f"relu_backward {stem} {kind.name}") for stem in two]
            target = b.room(kind, COUNT)
            b.run("relu_backward", "relu_backward", input_global_addr=given[0], grad_output_global_addr=given[1],
                  grad_input_global_addr=target, shape=[COUNT], dim=1, dtype=kind.code)  # fmt: skip
            yield f"relu_backward {kind.name}", kind.size, b.read(target, kind, COUNT)
    for kind in b.integers:
        for mode in range(3):
            yield elementwise(b, "element_bitwise", "element_bitwise", kind, two, f"mode{mode}", mode=mode)
            yield elementwise(b, "element_bitwise_bcast", "element_bitwise_bcast", kind, two, f"mode{mode}", mode=mode,
                              **without_shape(broadcast))  # fmt: skip
        codes = {"src_dtype": kind.code, "other_dtype": kind.code, "dst_dtype": kind.code}
        for name, extra in (("shift_right_arithmetic", {}), ("shift_left_bcast", without_shape(broadcast)),
                            ("shift_right_arithmetic_bcast", without_shape(broadcast))):  # fmt: skip
            yield elementwise(b, name, name, kind, two, symbol=f"tpu_kernel_api_{name}", cores=1, **codes, **extra)


@recipe
def activations(b: Bench) -> Iterator[Outcome]:
    predicates = ("ACTIVE_ISINF", "ACTIVE_ISNAN", "ACTIVE_ISNEGINF", "ACTIVE_ISPOSINF")
    types = sorted((code, name) for name, code in CONSTANTS.items() if name.startswith("ACTIVE_"))
    for code, name in types:
        for kind in b.floats:
            out = U8 if name in predicates else kind
            yield elementwise(b, "active", "active", kind, ["input"], name, out=out, active_type=code)
    for name in ("RELU", "ABSVAL", "SIGN", "SQUARE", "ROUND"):
        for kind in b.integers:
            yield elementwise(
                b, "active", "active", kind, ["input"], f"ACTIVE_{name}", active_type=CONSTANTS[f"ACTIVE_{name}"]
            )


@recipe
def of_two_inputs(b: Bench) -> Iterator[Outcome]:
    two = ["input", "other"]
    broadcast = {"input_shape": [3, COUNT // 3], "other_shape": [1, COUNT // 3], "dim": 2}
    for kind in b.all:
        value = 1.5 if kind.exponent else 3.0
        for op in range(4):
            fields = {"binary_type": op, "value": value}
            yield elementwise(b, "binary", "binary", kind, two, f"op{op}", **fields)
            yield elementwise(
                b, "binary_bcast", "binary_bcast", kind, two, f"op{op}", **fields, **without_shape(broadcast)
            )
            for inversed in (0, 1):
                yield elementwise(
                    b,
                    "binary_c",
                    "binary_c",
                    kind,
                    ["input"],
                    f"op{op} inversed{inversed}",
                    inversed=inversed,
                    **fields,
                )
        for mode in range(6):
            yield elementwise(b, "comparision", "comparision", kind, two, f"mode{mode}", out=U8, mode=mode)
            yield elementwise(b, "comparision_bcast", "comparision_bcast", kind, two, f"mode{mode}", out=U8, mode=mode,
                              **without_shape(broadcast))  # fmt: skip
            yield elementwise(b, "comparision_c", "comparision_c", kind, ["input"], f"mode{mode}", out=U8, mode=mode, const_value=1.0,
                              scalar_pos=mode % 2)  # fmt: skip
        yield elementwise(b, "minimum", "minimum", kind, two)
    for kind in b.floats:
        yield elementwise(b, "pow", "pow", kind, two)
        symbol = "addcmul_multi_core" if b.sg_b else ""
        yield elementwise(b, "addcmul", "addcmul", kind, ["input", "tensor1", "tensor2"], symbol=symbol, value=0.75)
        if not b.sg_b:
            yield elementwise(b, "hypot", "hypot", kind, two)
        given = [b.put(kind, COUNT, f"gelu_backward {stem} {kind.name}") for stem in two]
        target = b.room(kind, COUNT)
        b.run("gelu_backward", "gelu_backward", input_global_addr=given[0], grad_output_global_addr=given[1],
              grad_input_global_addr=target, shape=[COUNT], dim=1, dtype=kind.code)  # fmt: skip
        yield f"gelu_backward {kind.name}", kind.size, b.read(target, kind, COUNT)
    for kind in b.integers:
        codes = {"src_dtype": kind.code, "other_dtype": kind.code, "dst_dtype": kind.code}
        yield elementwise(
            b, "shift_left", "shift_left", kind, two, symbol="tpu_kernel_api_shift_left", cores=1, **codes
        )


def without_shape(fields: dict[str, object]) -> dict[str, object]:
    """The struct has no field `shape`: its known value is taken out."""
    return {**fields, "shape": None}


@recipe
def rows(b: Bench) -> Iterator[Outcome]:
    """Softmax, norms and their gradients: moderate rows, and rows with any bits."""
    shape, size = [9, 17, 13], 9 * 17 * 13
    for kind in b.floats:
        for moderate in (True, False):
            label = f"{kind.name} {'moderate' if moderate else 'any'}"
            x, g = (b.put(kind, size, f"rows {stem} {kind.name}", moderate) for stem in ("x", "g"))
            weight, bias = (b.put(kind, 221, f"rows {stem} {kind.name}", moderate) for stem in ("weight", "bias"))
            out = b.room(kind, size)
            for axis in range(3):
                common = {"shape": shape, "dim": 3, "axis": axis, "dtype": kind.code}
                b.run("softmax", "softmax", input_global_addr=x, output_global_addr=out, **common)
                yield f"softmax {label} axis{axis}", kind.size, b.read(out, kind, size)
                b.run("softmax_backward", "softmax_backward", output_global_addr=x, grad_output_global_addr=g, grad_input_global_addr=out,
                      **common)  # fmt: skip
                yield f"softmax_backward {label} axis{axis}", kind.size, b.read(out, kind, size)
            common = {"shape": shape, "dim": 3, "axis": 1, "dtype": kind.code}
            affine = {"weight_global_addr": weight, "bias_global_addr": bias}
            mean, rstd = b.room(kind, 9), b.room(kind, 9)
            b.run("layernorm", "layernorm", input_global_addr=x, output_global_addr=out, mean_global_addr=mean, rstd_global_addr=rstd,
                  eps=1e-5, **affine, **common)  # fmt: skip
            parts = [b.read(out, kind, size), b.read(mean, kind, 9), b.read(rstd, kind, 9)]
            yield f"layernorm {label}", kind.size, b"".join(parts)
            grads = {name: b.room(kind, 221) for name in ("grad_weight_global_addr", "grad_bias_global_addr")}
            b.run("layernorm_backward", "layernorm_backward", grad_output_global_addr=g, input_global_addr=x, weight_global_addr=weight,
                  mean_global_addr=mean, rstd_global_addr=rstd, grad_input_global_addr=out, **grads, **common)  # fmt: skip
            parts = [b.read(out, kind, size), *(b.read(address, kind, 221) for address in grads.values())]
            yield f"layernorm_backward {label}", kind.size, b"".join(parts)
            if b.sg_b:
                b.run(
                    "rmsnorm",
                    "rmsnorm_multi_core",
                    input_global_addr=x,
                    output_global_addr=out,
                    eps=1e-5,
                    **affine,
                    **common,
                )
                yield f"rmsnorm {label}", kind.size, b.read(out, kind, size)
            norm = "norm2_multi_core" if b.sg_b else "norm2"
            buffer = {"buffer_global_addr": b.room(F32, 8)} if b.sg_b else {}
            b.run(
                "norm2",
                norm,
                input_global_addr=x,
                output_global_addr=out,
                shape=shape,
                dim=3,
                dtype=kind.code,
                **buffer,
            )
            yield f"norm2 {label}", kind.size, b.read(out, kind, 1)


@recipe
def reductions(b: Bench) -> Iterator[Outcome]:
    shape, size = [9, 37, 13], 9 * 37 * 13
    for kind in b.floats:
        for moderate in (True, False):
            label = f"{kind.name} {'moderate' if moderate else 'any'}"
            x, out = b.put(kind, size, f"reduce {kind.name}", moderate), b.room(kind, size)
            for mode, (start, end) in enumerate([(1, 2), (1, 3)]):
                b.run("reduce", "reduce", input_global_addr=x, output_global_addr=out, shape=shape, dim=3, start_dim=start, end_dim=end,
                      mode=mode, dtype=kind.code)  # fmt: skip
                yield f"reduce {label} {start}to{end}", kind.size, b.read(out, kind, 117 if end == 2 else 9)
            b.run("reduce_prod", "reduce_prod", symbol="tpu_kernel_api_reduce_prod", cores=1, input_global_addr=x,
                  buffer_global_addr=b.room(kind, size), output_global_addr=out, shape=shape, dim=3, axis=1, dtype=kind.code)  # fmt: skip
            yield f"reduce_prod {label}", kind.size, b.read(out, kind, 117)
    symbol = "tpu_kernel_api_arg_muti_core" if b.sg_b else "tpu_kernel_api_arg"
    for kind in b.all:
        x, values, indices = b.put(kind, size, f"arg {kind.name}"), b.room(kind, 117), b.room(I32, 117)
        for mode in (2, 3):
            b.run("arg", "reduce_arg", symbol=symbol, cores=1, input_global_addr=x, values_global_addr=values, indices_global_addr=indices,
                  buffer_global_addr=b.room(I32, 117), shape=shape, dim=3, axis=1, mode=mode, dtype=kind.code)  # fmt: skip
            yield f"arg {kind.name} mode{mode}", kind.size, b.read(values, kind, 117) + b.read(indices, I32, 117)


@recipe
def products(b: Bench) -> Iterator[Outcome]:
    batch, m, k, n = 3, 17, 45, 19
    for kind in [F32, F16, BF16]:
        left, right = (
            b.put(kind, batch * m * k, f"left {kind.name}", True),
            b.put(kind, batch * k * n, f"right {kind.name}", True),
        )
        bias, out = b.put(kind, n, f"bias {kind.name}", True), b.room(kind, batch * m * n)
        addresses = {
            "left_global_addr": left,
            "right_global_addr": right,
            "bias_global_addr": bias,
            "output_global_addr": out,
        }
        for transposed in (0, 1):
            if b.sg_b:
                b.run("matmul", "matmul_multi_core", L_shape=[batch, *((k, m) if transposed else (m, k))],
                      R_shape=[batch, *((n, k) if transposed else (k, n))], L_dims=3, R_dims=3, L_trans=transposed,
                      R_trans=transposed, in_dtype=kind.code, out_dtype=kind.code, **addresses)  # fmt: skip
            else:
                b.run("batch_matmul", "batch_matmul", batch=batch, left_row=m, left_column=k, right_column=n, is_left_transposed=0,
                      is_right_transposed=transposed, dtype=kind.code, **addresses)  # fmt: skip
            yield f"matmul {kind.name} transposed{transposed}", kind.size, b.read(out, kind, batch * m * n)
    if b.sg_b:
        yield from fused_products(b)


def fused_products(b: Bench) -> Iterator[Outcome]:
    m, k, n = 17, 48, 19
    second = "tpu_kernel_api_llama_a16_matmul"
    for kind, symbol in [(F16, "tpu_kernel_llama_a16_matmul"), (BF16, "tpu_kernel_llama_a16_matmul"), (F16, second)]:
        for bits in (4, 8):
            out = b.room(kind, m * n)
            b.run("a16_matmul", "a16_matmul", symbol=symbol, input_global_addr=b.put(kind, m * k, "a16 input", True),
                  weight_global_addr=b.put(U8, k * n, "a16 weight"), bias_global_addr=b.put(kind, n, "a16 bias", True),
                  scale_global_addr=b.put(kind, n * 3, "a16 scale", True), zp_global_addr=b.put(U8, n * 3, "a16 zp", True),
                  output_global_addr=out, final_row_num=m, inner_num=k, final_col_num=n, q_group_size=16, weight_bits=bits, R_trans=1,
                  has_bias=1, has_zp=1, io_dtype=kind.code)  # fmt: skip
            yield (
                f"a16_matmul {kind.name} bits{bits}{' second name' * (symbol == second)}",
                kind.size,
                b.read(out, kind, m * n),
            )
    for kind in [F32, F16, BF16]:
        out, added = b.room(kind, m * n), b.room(kind, m * k)
        x, y = b.put(kind, m * k, "ln x", True), b.put(kind, m * k, "ln y", True)
        common = {
            "gamma_global_addr": b.put(kind, k, "gamma", True), "beta_global_addr": b.put(kind, k, "beta", True),
            "weight_global_addr": b.put(kind, k * n, "weight", True), "bias_global_addr": b.put(kind, n, "bias", True),
            "mean_global_addr": 0, "rstd_global_addr": 0, "output_global_addr": out, "in_shape": [m, k], "w_shape": [k, n],
            "in_dims": 2, "w_dims": 2, "eps": 1e-5, "has_bias": 1, "in_dtype": kind.code,
        }  # fmt: skip
        b.run("ln_mm", "ln_mm_multi_core", input_global_addr=x, **common)
        yield f"ln_mm {kind.name}", kind.size, b.read(out, kind, m * n)
        b.run(
            "add_ln_mm",
            "add_ln_mm_multi_core",
            input0_global_addr=x,
            input1_global_addr=y,
            out_add_global_addr=added,
            **common,
        )
        yield f"add_ln_mm {kind.name}", kind.size, b.read(out, kind, m * n) + b.read(added, kind, m * k)


@recipe
def movement(b: Bench) -> Iterator[Outcome]:
    for source in b.all:
        for target in b.all:
            fields = {"input_dtype": source.code, "output_dtype": target.code}
            label, size, data = elementwise(
                b, "dtype_convert", "dtype_convert", source, ["input"], target.name, out=target, **fields
            )
            yield label, size, data
    for kind in [U8, F16, F32, *([I64] if b.sg_b else [])]:
        size = 7 * 11 * 13
        x, out = b.put(kind, size, f"move {kind.name}"), b.room(kind, size)
        b.run("strided_copy", "strided_copy", input_global_addr=x, output_global_addr=out, shape=[13, 11, 7], dim=3,
              input_stride=[1, 13, 143], output_stride=[77, 7, 1], dtype=kind.code)  # fmt: skip
        yield f"strided_copy {kind.name}", kind.size, b.read(out, kind, size)
        buffers = {f"{name}_buffer_global_addr": b.room(kind, size) for name in ("trans", "copy")}
        b.run("permute", "permute", symbol="tpu_kernel_api_permute", cores=1, input_global_addr=x, output_global_addr=out,
              shape=[7, 11, 13], stride=[143, 13, 1], dim_order=[2, 0, 1], dim=3, dtype=kind.code, **buffers)  # fmt: skip
        yield f"permute {kind.name}", kind.size, b.read(out, kind, size)
        b.run("concat", "concat", input_global_addrs=[x, x], output_global_addr=out, input_shapes=[[7, 5, 13], [7, 6, 13]], dim=3,
              input_num=2, axis=1, dtype=kind.code)  # fmt: skip
        yield f"concat {kind.name}", kind.size, b.read(out, kind, size)
        index = b.k.chip.upload(I32.pack([4, -1, 0, 10, 3]))
        b.run("index_select", "index_select", input_global_addr=x, index_global_addr=index, output_global_addr=out,
              input_shape=[7, 11, 13], dim=3, axis=1, index_num=5, is_index_int64=0, dtype=kind.code)  # fmt: skip
        yield f"index_select {kind.name}", kind.size, b.read(out, kind, 7 * 5 * 13)
        if kind.size <= 4:
            b.run(
                "const_fill",
                "constant_fill",
                output_global_addr=out,
                shape=[size],
                dim=1,
                value=0x89ABCDEF,
                dtype=kind.code,
            )
            yield f"const_fill {kind.name}", kind.size, b.read(out, kind, size)


@recipe
def choices(b: Bench) -> Iterator[Outcome]:
    for kind in b.all:
        out = b.room(I32, 4 * 600)
        if kind is not I64:
            b.run(
                "arange",
                "arange",
                output_global_addr=out,
                start=-7,
                end=593,
                step=1,
                shape=[600],
                dim=1,
                isint64=0,
                dtype=kind.code,
            )
            yield f"arange {kind.name}", kind.size, b.read(out, kind, 600)
        x, y, cond = b.put(kind, 600, "self"), b.put(kind, 600, "other"), b.put(U8, 600, "cond", True)
        shapes = {f"{name}_shape": [20, 30] for name in ("output", "self", "other", "cond")}
        addresses = {"cond_global_addr": cond, "self_global_addr": x, "other_global_addr": y, "output_global_addr": out}
        if b.sg_b:
            b.run("where", "where_multi_core", dims=2, cond_dtype=0, dtype=kind.code, self_is_scalar=0, other_is_scalar=1, other_val=2.5,
                  **shapes, **addresses)  # fmt: skip
        else:
            b.run("where", "where", dim=2, cond_dtype=0, dtype=kind.code, **shapes, **addresses)
        yield f"where {kind.name}", kind.size, b.read(out, kind, 600)
        number = b.room(I32, 1)
        found = {
            "input_global_addr": x,
            "output_global_addr": out,
            "index_global_addr": b.room(I32, 600),
            "num_global_addr": number,
        }
        if b.sg_b:
            b.run("nonzero", "nonzero_multi_core", symbol="tpu_kernel_api_nonzero_multicore", cores=1, shape=[20, 30], dim=2,
                  num_buffer_global_addr=b.room(U8, 512), dtype=kind.code, **found)  # fmt: skip
        else:
            b.run("nonzero", "nonzero", shape=[20, 30], dim=2, dtype=kind.code, **found)
        count = int.from_bytes(b.read(number, I32, 1), "little")
        yield f"nonzero {kind.name}", 4, b.read(out, I32, 2 * count)
    b.run("dummy", "gelu", symbol="tpu_kernel_api_dummy", cores=1)


@recipe
def gradient_scaling(b: Bench) -> Iterator[Outcome]:
    for kind in b.floats:
        for moderate in (True, False):
            x, found = b.put(kind, COUNT, "unscale", moderate), b.room(F32, 1)
            buffer = {"found_inf_buffer_global_addr": b.room(U8, 512)} if b.sg_b else {}
            struct_name = "inf_check_unscale_multi_core" if b.sg_b else "inf_check_unscale"
            b.run("inf_check_and_unscale", struct_name, input_global_addr=x, found_inf_global_addr=found, shape=[COUNT], dim=1,
                  inv_scale=0.3, idtype=kind.code, found_inf_dtype=F32.code, **buffer)  # fmt: skip
            yield (
                f"inf_check_and_unscale {kind.name} {moderate}",
                kind.size,
                b.read(x, kind, COUNT) + b.read(found, F32, 1),
            )


@recipe
def convolution(b: Bench) -> Iterator[Outcome]:
    if b.sg_b:
        return
    for kind in [F32, F16, BF16]:
        x, out = b.put(kind, 2 * 6 * 9 * 11, "conv x", True), b.room(kind, 2 * 8 * 5 * 11)
        weight = b.put(kind, 8 * 3 * 9 if kind is F32 else 8 * 9 * 32, "conv w", True)
        b.run("conv2d", "conv2d", input_global_addr=x, weight_global_addr=weight, bias_global_addr=b.put(F32, 8, "conv b", True),
              output_global_addr=out, input_shape=[2, 6, 9, 11], output_c=8, groups=2, kernel=[3, 3], stride=[2, 1], dilation=[1, 1],
              pad=[1, 1, 1, 1], dtype=kind.code)  # fmt: skip
        yield f"conv2d {kind.name}", kind.size, b.read(out, kind, 2 * 8 * 5 * 11)
    for mode in (0, 1):
        out = b.room(F16, 40 * 9 * 64)
        b.run("conv_weight_reorder", "conv_weight_reorder", input_global_addr=b.put(F16, 40 * 33 * 9, "reorder"), output_global_addr=out,
              shape=[40, 33, 3, 3], mode=mode)  # fmt: skip
        count = 40 * 9 * 64 if mode == 0 else 33 * 9 * 64
        yield f"conv_weight_reorder mode{mode}", 2, b.read(out, F16, count)


@recipe
def other_names(b: Bench) -> Iterator[Outcome]:
    """Kernels that are registered under a second name."""
    if b.sg_b:
        names = {"symbol": "active_multi_core", "active_type": CONSTANTS["ACTIVE_SIGN"]}
        yield elementwise(b, "active", "active", F32, ["input"], "second name", **names)
        three = ["input", "tensor1", "tensor2"]
        yield elementwise(b, "addcdiv", "addcdiv", F32, three, "second name", symbol="addcdiv_multi_core", value=0.75)


@recipe
def rearranged(b: Bench) -> Iterator[Outcome]:
    shape, size = [7, 11, 13], 7 * 11 * 13
    for kind in [U8, F16, F32, *([I64] if b.sg_b else [])]:
        x, out = b.put(kind, size, f"move {kind.name}"), b.room(kind, 4 * size)
        io = {"input_global_addr": x, "output_global_addr": out, "shape": shape, "dtype": kind.code}
        b.run("flip", "flip", axis=1, dim=3, **io)
        yield f"flip {kind.name}", kind.size, b.read(out, kind, size)
        b.run("repeat", "repeat", dim=3, repeat_times=[1, 2, 2], repeat_dim=3, **io)
        yield f"repeat {kind.name}", kind.size, b.read(out, kind, 4 * size)
        for mode in range(5):
            b.run("pad", "pad", dim=3, pad=[1, 2, 3, 1], pad_size=4, mode=mode, value=1.75, **io)
            yield f"pad {kind.name} mode{mode}", kind.size, b.read(out, kind, 7 * 14 * 17)
        b.run("squeeze", "squeeze", dim=3, **io)
        yield f"squeeze {kind.name}", kind.size, b.read(out, kind, size)
        for is_upper in (0, 1):
            b.run("triangularize", "triangularize", dims=3, is_upper=is_upper, diagonal=1, **io)
            yield f"triangularize {kind.name} {is_upper}", kind.size, b.read(out, kind, size)
        rows = b.k.chip.upload(I32.pack([4, 0, 10] * 7))
        chosen = {"input_global_addr": x, "output_global_addr": out, "input_shape": shape, "dtype": kind.code}
        b.run("slice_scatter", "slice_scatter", src_global_addr=b.put(kind, 273, "scattered"), indices_global_addr=rows,
              src_shape=[7, 3, 13], input_dim=3, dim=1, **chosen)  # fmt: skip
        yield f"slice_scatter {kind.name}", kind.size, b.read(out, kind, size)
        b.run(
            "gather", "gather", index_global_addr=rows, index_shape=[1, 3, 7], dim=3, axis=1, is_index_int64=0, **chosen
        )
        yield f"gather {kind.name}", kind.size, b.read(out, kind, 21)
    for kind in b.all:
        x, values, indices = b.put(kind, size, f"topk {kind.name}"), b.room(kind, size), b.room(I32, size)
        for largest in (0, 1):
            b.run("topk", "topk", input_global_addr=x, value_global_addr=values, index_global_addr=indices, shape=shape, dim=3, axis=1, k=5,
                  largest=largest, sorted=1, dtype=kind.code)  # fmt: skip
            yield f"topk {kind.name} {largest}", kind.size, b.read(values, kind, 455) + b.read(indices, I32, 455)
    for kind in b.floats:
        yield elementwise(b, "real", "real", kind, ["input"], shape=[COUNT // 2], dim=1)
        yield elementwise(b, "conj", "real", kind, ["input"], shape=[COUNT // 2], dim=1)


@recipe
def over_any_dimensions(b: Bench) -> Iterator[Outcome]:
    shape, size = [9, 37, 13], 9 * 37 * 13
    for kind in b.floats:
        for moderate in (True, False):
            label = f"{kind.name} {'moderate' if moderate else 'any'}"
            x, out, buffer = b.put(kind, size, f"groups {kind.name}", moderate), b.room(kind, size), b.room(kind, size)
            io = {"input_global_addr": x, "output_global_addr": out, "buffer_global_addr": buffer, "dtype": kind.code}
            for mode in (0, 1):
                b.run("reduce_max_or_min", "reduce_max_or_min", shape=shape, dim=3, reduction_dim=[0, 2], reduction_dim_length=2, mode=mode,
                      **io)  # fmt: skip
                yield f"reduce_max_or_min {label} mode{mode}", kind.size, b.read(out, kind, 37)
            for axis in range(3):
                b.run("log_softmax", "log_softmax", input_global_addr=x, output_global_addr=out, shape=shape, dim=3, axis=axis,
                      dtype=kind.code)  # fmt: skip
                yield f"log_softmax {label} axis{axis}", kind.size, b.read(out, kind, size)
            if not b.sg_b:
                var = io | {
                    "mul_global_addr": b.room(kind, size),
                    "sum_global_addr": b.room(kind, size),
                    "correction": 1,
                }
                b.run(
                    "reduce_var", "reduce_var", input_shape=shape, input_dim=3, reduce_list=[0, 2], reduce_dim=2, **var
                )
                yield f"reduce_var {label}", kind.size, b.read(out, kind, 37)
                b.run("reduce_var_all", "reduce_var", input_shape=shape, input_dim=3, **var)
                yield f"reduce_var_all {label}", kind.size, b.read(out, kind, 1)
                y = b.put(kind, size, f"compared {kind.name}", moderate)
                for reduction in range(3):
                    b.run("mse_loss", "mse_loss", input1_global_addr=x, input2_global_addr=y, output_global_addr=out, reduction=reduction,
                          shape=shape, dim=3, dtype=kind.code)  # fmt: skip
                    yield f"mse_loss {label} {reduction}", kind.size, b.read(out, kind, 1 if reduction else size)


@recipe
def windows(b: Bench) -> Iterator[Outcome]:
    for kind in b.floats:
        for moderate in (True, False):
            label = f"{kind.name} {'moderate' if moderate else 'any'}"
            x, out = b.put(kind, 2 * 3 * 9 * 11, f"planes {kind.name}", moderate), b.room(kind, 2 * 3 * 27 * 33)
            io = {"input_global_addr": x, "output_global_addr": out, "dtype": kind.code}
            shapes = {"input_shape": [2, 3, 9, 11], "output_shape": [2, 3, 5, 11]}
            for mode in (0, 2):
                b.run("avg_pooling", "pooling", pooling_desc=[3, 3, 1, 1, 2, 1, 0, 0, mode], **shapes, **io)
                yield f"avg_pooling {label} mode{mode}", kind.size, b.read(out, kind, 330)
            if not b.sg_b:
                shapes = {"input_shape": [2, 3, 9, 11], "output_shape": [2, 3, 3, 11]}
                b.run("upsample_nearest2d_backward", "upsample2d_backward", pooling_desc=[3, 1, 0, 0, 3, 1, 0, 0, 2], scalar=3, **shapes,
                      **io)  # fmt: skip
                yield f"upsample_nearest2d_backward {label}", kind.size, b.read(out, kind, 198)
                for platform in (4, 5):
                    b.run("interp", "upsampling2d", buffer_addr=b.room(kind, 6 * 20 * 30), shape=[2, 3, 9, 11], out_shape=[2, 3, 20, 30],
                          dim=4, pad_bag=0, pad_end=0, if_getting_buffer_size=0, align_corners=0, half_pixel_centers=1,
                          platform_sp=platform, **io)  # fmt: skip
                    yield f"interp {label} platform{platform}", kind.size, b.read(out, kind, 3600)


@recipe
def gradients_and_running_sums(b: Bench) -> Iterator[Outcome]:
    """Of activations and windows; sums up to each element, and at positions; remainders."""
    for kind in b.floats:
        yield elementwise(b, "remainder", "remainder", kind, ["input"], scalar=-2.5)
        for name in ("tanh_backward", "sigmoid_backward", "silu_backward"):
            given = [b.put(kind, COUNT, f"{name} {stem} {kind.name}") for stem in ("gradient", "value")]
            target = b.room(kind, COUNT)
            b.run(name, "active_backward", grad_output_global_addr=given[0], value_global_addr=given[1], grad_input_global_addr=target,
                  shape=[COUNT], dim=1, dtype=kind.code)  # fmt: skip
            yield f"{name} {kind.name}", kind.size, b.read(target, kind, COUNT)
        for decoupled in (0, 1):
            names = ("weight", "m", "v", "vmax", "grad")
            given = {f"{name}_global_addr": b.put(kind, COUNT, f"adam {name} {kind.name}") for name in names}
            out = {f"{name}_out_global_addr": b.room(kind, COUNT) for name in names[:4]}
            b.run("adam", "adam", **given, **out, step_global_addr=b.k.chip.upload(F32.pack([0x40A00000])), shape=[COUNT], dim=1,
                  dtype=kind.code, lr=0.01, beta1=0.9, beta2=0.999, eps=1e-8, weight_decay=0.1, amsgrad=decoupled, maximize=decoupled,
                  decoupled=decoupled)  # fmt: skip
            parts = [b.read(address, kind, COUNT) for address in list(out.values())[: 3 + decoupled]]
            yield f"adam {kind.name} decoupled{decoupled}", kind.size, b"".join(parts)
    small, large = [2, 3, 4, 5], [2, 3, 9, 11]
    for kind in b.floats:
        for moderate in (True, False):
            label = f"{kind.name} {'moderate' if moderate else 'any'}"
            few, many = (b.put(kind, count, f"planes {count} {kind.name}", moderate) for count in (120, 594))
            out, mask = b.room(kind, 594), b.room(I32, 594)
            shapes = {"input_shape": small, "output_shape": large, "dtype": kind.code}
            b.run(
                "avg_pooling_backward",
                "avg_pooling_backward",
                input_global_addr=few,
                output_global_addr=out,
                kernel_size=2,
                **shapes,
            )
            yield f"avg_pooling_backward {label}", kind.size, b.read(out, kind, 594)
            places = b.k.chip.upload(I32.pack([7 * i % 99 for i in range(120)]))
            b.run("max_pooling_indices_backward", "max_pooling_indices_backward", grad_global_addr=few, indices_global_addr=places,
                  output_global_addr=out, **shapes)  # fmt: skip
            yield f"max_pooling_indices_backward {label}", kind.size, b.read(out, kind, 594)
            b.run("max_pooling_with_mask", "max_pooling_with_mask", input_global_addr=many, output_global_addr=out, mask_global_addr=mask,
                  input_shape=large, output_shape=[2, 3, 5, 11], pooling_desc=[3, 3, 1, 1, 2, 1, 0, 0, 0], dtype=kind.code)  # fmt: skip
            yield f"max_pooling_with_mask {label}", kind.size, b.read(out, kind, 330) + b.read(mask, I32, 330)
    for kind in b.all:
        x, src = (b.put(kind, count, f"sums {count} {kind.name}", bool(kind.exponent)) for count in (594, 120))
        out = b.room(kind, 594)
        for axis in (0, 3):
            b.run(
                "cumsum",
                "cumsum",
                input_global_addr=x,
                output_global_addr=out,
                shape=large,
                dim=4,
                axis=axis,
                dtype=kind.code,
            )
            yield f"cumsum {kind.name} axis{axis}", kind.size, b.read(out, kind, 594)
        places = b.k.chip.upload(I32.pack([5 * i % 9 for i in range(120)]))
        for add in (0, 1):
            target = b.put(kind, 594, f"scatter {kind.name}", bool(kind.exponent))
            b.run("scatter", "scatter", output_global_addr=target, src_global_addr=src, index_global_addr=places, output_shape=large,
                  src_shape=small, index_shape=small, dim=4, axis=2, dtype=kind.code, add=add, is_index_int64=0)  # fmt: skip
            yield f"scatter {kind.name} add{add}", kind.size, b.read(target, kind, 594)
            target, rows = (b.put(kind, size, f"scatter {kind.name}", bool(kind.exponent)) for size in (594, 648))
            b.run("index_put", "index_put", output_global_addr=target, src_global_addr=rows, index_global_addr=places, output_shape=large,
                  index_num=12, dim=4, axis=3, dtype=kind.code, add=add, is_index_int64=0)  # fmt: skip
            yield f"index_put {kind.name} add{add}", kind.size, b.read(target, kind, 594)


@recipe
def training(b: Bench) -> Iterator[Outcome]:
    shape, size = [3, 6, 5, 7], 3 * 6 * 5 * 7
    for kind in b.floats:
        x, g = b.put(kind, size, f"train x {kind.name}", True), b.put(kind, size, f"train g {kind.name}", True)
        out, parts = b.room(kind, size), [b.room(kind, 9) for _ in range(4)]
        weight, bias = b.put(kind, 6, f"train w {kind.name}", True), b.put(kind, 6, f"train b {kind.name}", True)
        affine = {"input_global_addr": x, "weight_global_addr": weight, "dtype": kind.code, "shape": shape}
        b.run("native_group_norm", "native_group_norm", bias_global_addr=bias, output_global_addr=out, mean_global_addr=parts[0],
              rstd_global_addr=parts[1], dim=4, axis=1, group_num=3, affine=3, eps=1e-5, **affine)  # fmt: skip
        yield (
            f"native_group_norm {kind.name}",
            kind.size,
            b"".join(b.read(a, kind, n) for a, n in ((out, size), (parts[0], 9), (parts[1], 9))),
        )
        index = b.k.chip.upload(I32.pack([i * 7 % 5 for i in range(90)]))
        buffers = {
            f"{name}_global_addr": b.room(I32, 90)
            for name in ("sorted_index", "sorted_index_index", "from_index", "to_index")
        }
        b.run("embedding_backward", "embedding_backward", grad_output_global_addr=g, index_global_addr=index, grad_input_global_addr=out,
              grad_output_shape=[90, 7], grad_output_dim=2, index_shape=[90], index_dim=1, grad_input_shape=[6, 7], grad_input_dim=2,
              window_size=64, grad_output_dtype=kind.code, is_index_int64=0, **buffers)  # fmt: skip
        yield f"embedding_backward {kind.name}", kind.size, b.read(out, kind, 42)
        if b.sg_b:
            continue
        running = [b.put(kind, 6, f"running {i} {kind.name}", True) for i in range(2)]
        b.run("batchnorm2d", "batchnorm2d", bias_global_addr=bias, running_mean_global_addr=running[0], running_var_global_addr=running[1],
              saved_mean_global_addr=parts[0], saved_invstd_global_addr=parts[1], output_global_addr=out, momentum=0.1, eps=1e-5,
              **affine)  # fmt: skip
        results = [(out, size), *((address, 6) for address in (*parts[:2], *running))]
        yield (
            f"batchnorm2d {kind.name}",
            kind.size,
            b"".join(b.read(*result[:1], kind, result[1]) for result in results),
        )
        saved = {
            "saved_mean_global_addr": b.put(kind, 9, "saved mean", True),
            "saved_invstd_global_addr": b.put(kind, 9, "saved invstd", True),
        }
        grads = {"grad_output_global_addr": g, "grad_input_global_addr": out, "grad_weight_global_addr": parts[2],
                 "grad_bias_global_addr": parts[3]}  # fmt: skip
        results = [(out, size), (parts[2], 6), (parts[3], 6)]
        b.run("batchnorm2d_backward", "batchnorm2d_backward", **saved, **grads, **affine)
        yield f"batchnorm2d_backward {kind.name}", kind.size, b"".join(b.read(a, kind, n) for a, n in results)
        b.run("groupnorm2d_backward", "groupnorm2d_backward", group_nums=3, **saved, **grads, **affine)
        yield f"groupnorm2d_backward {kind.name}", kind.size, b"".join(b.read(a, kind, n) for a, n in results)
        entropy = {"input_global_addr": x, "target_global_addr": index, "batch": 90, "class_": 7, "reduction": 0, "label_smoothing": 0.1,
                   "dtype": kind.code, "is_target_int64": 0}  # fmt: skip
        b.run("cross_entropy_loss", "cross_entropy_loss", output_global_addr=parts[0], **entropy)
        yield f"cross_entropy_loss {kind.name}", kind.size, b.read(parts[0], kind, 1)
        b.run("cross_entropy_loss_backward", "cross_entropy_loss_backward", grad_output_global_addr=weight, grad_input_global_addr=out,
              **entropy)  # fmt: skip
        yield f"cross_entropy_loss_backward {kind.name}", kind.size, b.read(out, kind, size)


@recipe
def products_and_gradients(b: Bench) -> Iterator[Outcome]:
    for kind in [] if b.sg_b else [F32, F16, BF16]:
        x, g, w = (
            b.put(kind, n, f"conv {name}", True)
            for name, n in (("x", 2 * 6 * 9 * 11), ("g", 2 * 8 * 5 * 11), ("w", 8 * 3 * 9))
        )
        counts = {"input": 2 * 6 * 9 * 11, "weight": 8 * 3 * 9, "bias": 8}
        grads = {name: b.room(kind, count) for name, count in counts.items()}
        b.run("conv2d_backward", "conv2d_backward", input_global_addr=x, weight_global_addr=w, grad_output_global_addr=g,
              buffer_global_addr=0, input_shape=[2, 6, 9, 11], output_shape=[2, 8, 5, 11], groups=2, kernel=[3, 3], stride=[2, 1],
              dilation=[1, 1], pad=[1, 1, 1, 1], dtype=kind.code,
              **{f"grad_{name}_global_addr": address for name, address in grads.items()})  # fmt: skip
        yield (
            f"conv2d_backward {kind.name}",
            kind.size,
            b"".join(b.read(grads[name], kind, count) for name, count in counts.items()),
        )
        added, out = b.put(kind, 19, "added", True), b.room(kind, 3 * 17 * 19)
        b.run("baddbmm", "baddbmm", input_global_addr=added, buffer_global_addr=b.room(kind, 19),
              batch1_global_addr=b.put(kind, 3 * 17 * 45, "left", True), batch2_global_addr=b.put(kind, 3 * 45 * 19, "right", True),
              output_global_addr=out, input_shape=[19], batch1_shape=[3, 17, 45], batch2_shape=[3, 45, 19], input_dim=1, batch1_dim=3,
              batch2_dim=3, alpha=0.75, beta=1.5, is_left_transpose=0, is_right_transpose=0, dtype=kind.code)  # fmt: skip
        yield f"baddbmm {kind.name}", kind.size, b.read(out, kind, 3 * 17 * 19)


@recipe
def perceptrons(b: Bench) -> Iterator[Outcome]:
    m, k, n = 17, 48, 32
    for kind in [F32, F16, BF16] if b.sg_b else []:
        x, out = b.put(kind, m * k, "mlp x", True), b.room(kind, m * k)
        weights = {f"weight{i}_addr": b.put(kind, k * n, f"mlp w{i} {kind.name}", True) for i in range(3)}
        biases = {f"bias{i}_addr": b.put(kind, k, f"mlp b{i} {kind.name}", True) for i in range(2)}
        b.run("mlp", "mlp_multi_core", symbol="tpu_kernel_mlp_multi_core", input_addr=x, output_addr=out, in_shape=[m, k], w0_shape=[k, n],
              w1_shape=[n, k], in_dims=2, w0_dims=2, w1_dims=2, in_dtype=kind.code, out_dtype=kind.code, has_bias=3, use_fast=0, **biases,
              **{name: weights[name] for name in ("weight0_addr", "weight1_addr")})  # fmt: skip
        yield f"mlp {kind.name}", kind.size, b.read(out, kind, m * k)
        io = {"input_addr": x, "output_addr": out, "batch": m, "input_w": k, "middle_w": n, "dtype": kind.code}
        b.run(
            "llama_mlp", "llama_mlp_multi_core", symbol="tpu_kernel_llama_mlp_multi_core", quantized=0, **weights, **io
        )
        yield f"llama_mlp {kind.name}", kind.size, b.read(out, kind, m * k)
        if kind is not F32:
            integers = {f"weight{i}_addr": b.put(U8, k * n, f"mlp integers {i}") for i in range(3)}
            scales = {f"scale{i}_addr": b.put(kind, k * n // 16, f"mlp scale {i}", True) for i in range(3)}
            zeros = {f"zp{i}_addr": b.put(U8, k * n // 16, f"mlp zero {i}", True) for i in range(3)}
            b.run("llama_mlp", "llama_mlp_multi_core", symbol="tpu_kernel_llama_mlp_multi_core", quantized=1, group_size=16, weight_bits=4,
                  **integers, **scales, **zeros, **io)  # fmt: skip
            yield f"llama_mlp {kind.name} of integers", kind.size, b.read(out, kind, m * k)


@recipe
def attention(b: Bench) -> Iterator[Outcome]:
    heads, kv_heads, size, rows = 6, 2, 8, 40
    name = "tpu_kernel_llama_attention_multi_core" if b.sg_b else "tpu_kernel_llama_attention"
    struct_name = "llama2_qkv_multi_core" if b.sg_b else "llama2_qkv"
    for kind in [F32, F16, BF16]:
        for prefill in (True, False):
            tokens = 9 if prefill else 2
            caches = [b.put(kind, rows * kv_heads * size, f"cache {i} {kind.name}", True) for i in range(2)]
            out = b.room(kind, tokens * heads * size)
            fields: dict[str, object] = {
                f"{stem}_global_addr": b.put(kind, tokens * count * size, f"attention {stem} {kind.name}", True)
                for stem, count in (("Q", heads), ("K", kv_heads), ("V", kv_heads))
            }
            fields |= {"Kcache_global_addr": caches[0], "Vcache_global_addr": caches[1], "OUT_global_addr": out}
            fields |= {
                "input_lengths_global_addr": b.k.chip.upload(I32.pack([6, 3])),
                "slots_size": 2,
                "block_size": 4,
                "C": 0.3,
                "batch": 2,
            }
            slots = b.k.chip.upload(I32.pack([8, 16, 24, 32]))
            fields |= {
                "save_slots_global_addr": slots,
                "fetch_slots_global_addr": slots,
                "q_heads": heads,
                "kv_heads": kv_heads,
            }
            fields |= {"mask_global_addr": b.put(kind, 49, "mask", True), "mask_size": 7, "dtype": kind.code}
            if b.sg_b:
                fields |= {f"{stem}_global_addr": b.put(kind, tokens * size, stem, True) for stem in ("cos", "sin")}
                fields |= {"hidden_size": heads * size, "qkv_packed": 0, "attention_mode": 2 if prefill else 3}
            else:
                fields |= {"head_size": size, "attention_mode": int(prefill)}
            b.run("attention", struct_name, symbol=name, cores=8 if b.sg_b else 1, **fields)
            parts = [
                b.read(out, kind, tokens * heads * size),
                *(b.read(cache, kind, rows * kv_heads * size) for cache in caches),
            ]
            yield f"attention {kind.name} {'prefill' if prefill else 'decode'}", kind.size, b"".join(parts)


@recipe
def volumes_masks_and_gradients(b: Bench) -> Iterator[Outcome]:
    for kind in b.floats:
        x, w = b.put(kind, 2 * 6 * 4 * 5 * 7, "conv3d x", True), b.put(kind, 8 * 3 * 12, "conv3d w", True)
        out = b.room(kind, 2 * 8 * 4 * 3 * 4)
        b.run("conv3d", "conv3d", input_global_addr=x, weight_global_addr=w, bias_global_addr=b.put(kind, 8, "conv3d b", True),
              output_global_addr=out, input_shape=[2, 6, 4, 5, 7], output_c=8, groups=2, kernel=[3, 2, 2], stride=[1, 2, 2],
              dilation=[1, 1, 1], pad=[1, 1, 1], dtype=kind.code)  # fmt: skip
        yield f"conv3d {kind.name}", kind.size, b.read(out, kind, 2 * 8 * 4 * 3 * 4)
        if b.sg_b:
            x, g, weight = (b.put(kind, 9 * 221, f"rmsnorm_backward {stem} {kind.name}", True) for stem in "xgw")
            grads = [b.room(kind, 9 * 221), b.room(kind, 221), b.room(kind, 221)]
            b.run("rmsnorm_backward", "rmsnorm_backward", grad_output_global_addr=g, input_global_addr=x, weight_global_addr=weight,
                  grad_input_global_addr=grads[0], grad_weight_global_addr=grads[1], grad_bias_global_addr=grads[2],
                  shape=[9, 17, 13], dim=3, axis=1, eps=1e-5, dtype=kind.code)  # fmt: skip
            parts = [b.read(address, kind, count) for address, count in zip(grads, (9 * 221, 221, 221), strict=True)]
            yield f"rmsnorm_backward {kind.name}", kind.size, b"".join(parts)
    for kind in b.all:
        x, out = b.put(kind, 7 * 11 * 13, f"masked_select {kind.name}"), b.room(kind, 33 * 13)
        mask = b.k.chip.upload(bytes(int(i % 7 in (1, 3, 4)) for i in range(77)))
        b.run("masked_select", "masked_select", input_global_addr=x, mask_global_addr=mask, output_global_addr=out, shape=[7, 11, 13],
              dim=3, mask_dims=2, count=33, dtype=kind.code)  # fmt: skip
        yield f"masked_select {kind.name}", kind.size, b.read(out, kind, 33 * 13)
    if not b.sg_b:
        out = b.room(F16, 40 * 33 * 9)
        b.run("conv_grad_recover", "conv_grad_recover", input_global_addr=b.put(F16, 33 * 9 * 64, "recover"), output_global_addr=out,
              shape=[40, 33, 3, 3])  # fmt: skip
        yield "conv_grad_recover", 2, b.read(out, F16, 40 * 33 * 9)


@recipe
def scaled_weights_and_groups(b: Bench) -> Iterator[Outcome]:
    for kind in b.floats:
        x, values, indices = b.put(kind, 9 * 40, f"noaux {kind.name}"), b.room(kind, 9 * 6), b.room(I32, 9 * 6)
        b.run("noaux_tc_topk", "noaux_tc_topk", values_global_addr=values, indices_global_addr=indices, scores_global_addr=x,
              batch_size=9, total_size=40, n_groups=8, topk_groups=3, top_k=6, dtype=kind.code)  # fmt: skip
        yield f"noaux_tc_topk {kind.name}", kind.size, b.read(values, kind, 54) + b.read(indices, I32, 54)
    if not b.sg_b:
        return
    for kind, packed in ((F16, F8E4M3), (BF16, F8E5M2)):
        label = f"{kind.name} {packed.name}"
        x, out = b.put(kind, 9 * 33, f"scaled {label}", True), b.room(kind, 9 * 33)
        weights = [b.put(packed, 20 * 33, f"scaled {label} {i}", True) for i in range(3)]
        scales = [b.put(kind, 3 * 5, f"scaled {label} scale {i}", True) for i in range(3)]
        b.run("mm_w8a16_dq", "mm_w8a16_dq", input_global_addr=x, weight_global_addr=weights[0], scale_global_addr=scales[0],
              output_global_addr=out, rows=9, inner=33, columns=20, block_size=8, weight_dtype=packed.code,
              dtype=kind.code)  # fmt: skip
        yield f"mm_w8a16_dq {label}", kind.size, b.read(out, kind, 9 * 20)
        names = ("gate", "up", "down")
        fields = {f"{name}_weight_addr": weight for name, weight in zip(names, weights, strict=True)}
        fields |= {f"{name}_scale_addr": scale for name, scale in zip(names, scales, strict=True)}
        b.run("mlp_w8a16_dq", "mlp_w8a16_dq_multi_core", input_addr=x, output_addr=out, batch=9, input_w=33, middle_w=20, block_size=8,
              down_transposed=1, down_scale_transposed=0, weight_dtype=packed.code, dtype=kind.code, **fields)  # fmt: skip
        yield f"mlp_w8a16_dq {label}", kind.size, b.read(out, kind, 9 * 33)
    for kind in b.floats:
        out, largest = b.room(kind, 9 * 20), b.room(F32, 1)
        number = b.put(F32, 1, "matmul_fp8 scale", True)
        b.run("matmul_fp8", "matmul_fp8", left_global_addr=b.put(F8E4M3, 9 * 33, "matmul_fp8 left", True),
              right_global_addr=b.put(F8E5M2, 20 * 33, "matmul_fp8 right", True), bias_global_addr=b.put(F32, 20, "matmul_fp8 bias", True),
              scale_left_global_addr=number, scale_right_global_addr=0, scale_result_global_addr=number, output_global_addr=out, output_max_global_addr=largest,
              rows=9, inner=33, columns=20, left_dtype=F8E4M3.code, right_dtype=F8E5M2.code, bias_dtype=F32.code,
              output_dtype=kind.code)  # fmt: skip
        yield f"matmul_fp8 {kind.name}", kind.size, b.read(out, kind, 9 * 20) + b.read(largest, F32, 1)


@recipe
def sequences(b: Bench) -> Iterator[Outcome]:
    tokens, heads, kv_heads, size, rows = 23, 4, 2, 8, 40
    lengths = b.k.chip.upload(I32.pack([9, 3, 11]))
    count, kv_count = tokens * heads * size, tokens * kv_heads * size
    sizes = {"tokens": tokens, "batch": 3, "q_heads": heads, "kv_heads": kv_heads, "head_size": size, "rope_rows": tokens,
             "mask_rows": 11, "mask_size": 11, "C": 0.375}  # fmt: skip
    for kind in b.floats:
        shared = {f"{name}_global_addr": b.put(kind, n, f"sequences {name} {kind.name}", True)
                  for name, n in (("Q", count), ("K", kv_count), ("V", kv_count), ("cos", tokens * size), ("sin", tokens * size),
                                  ("mask", 121))}  # fmt: skip
        shared |= {"input_lengths_global_addr": lengths, "dtype": kind.code, **sizes}
        out, lse = b.room(kind, count), b.room(F32, tokens * heads)
        b.run(
            "llama_attention_forward",
            "llama_attention_forward",
            OUT_global_addr=out,
            softmax_lse_global_addr=lse,
            **shared,
        )
        yield (
            f"llama_attention_forward {kind.name}",
            kind.size,
            b.read(out, kind, count) + b.read(lse, F32, tokens * heads),
        )
        grads = [b.room(kind, n) for n in (count, kv_count, kv_count)]
        b.run("llama_attention_backward", "llama_attention_backward", O_global_addr=out,
              dO_global_addr=b.put(kind, count, f"sequences dO {kind.name}", True), L_global_addr=lse, dQ_global_addr=grads[0],
              dK_global_addr=grads[1], dV_global_addr=grads[2], **shared)  # fmt: skip
        parts = [b.read(address, kind, n) for address, n in zip(grads, (count, kv_count, kv_count), strict=True)]
        yield f"llama_attention_backward {kind.name}", kind.size, b"".join(parts)
        if b.sg_b:
            caches = [
                b.put(kind, rows * kv_heads * size, f"sequences {name} {kind.name}", True)
                for name in ("Kcache", "Vcache")
            ]
            b.run("paged_attention", "paged_attention", OUT_global_addr=out, Kcache_global_addr=caches[0], Vcache_global_addr=caches[1],
                  cache_lengths_global_addr=b.k.chip.upload(I32.pack([2, 0, 5])), save_slots_global_addr=0,
                  block_tables_global_addr=b.k.chip.upload(I32.pack([9, 1, 5, 0, 2, 3, 4, 6, 8, 7, 0, 0])), cache_rows=rows, table_size=4,
                  block_size=4, attention_mode=2, **shared)  # fmt: skip
            parts = [b.read(out, kind, count), *(b.read(cache, kind, rows * kv_heads * size) for cache in caches)]
            yield f"paged_attention {kind.name}", kind.size, b"".join(parts)


@recipe
def latent_vectors(b: Bench) -> Iterator[Outcome]:
    if not b.sg_b:
        return
    tokens, heads, nope, rope, value, query_rank, rank, rows = 12, 3, 6, 4, 5, 9, 8, 40
    counts = {"Q": tokens * query_rank, "KV": tokens * rank, "PE": tokens * rope, "cos": tokens * rope, "sin": tokens * rope,
              "KVcache": rows * rank, "PEcache": rows * rope}  # fmt: skip
    weights = {"WUQ": heads * (nope + rope) * query_rank, "WUKV": heads * (nope + value) * rank}
    for kind in (F32, F16, BF16):
        for packed in (None, *([F8E4M3] if kind.size == 2 else [])):
            fields: dict[str, object] = {
                f"{name}_global_addr": b.put(
                    packed or kind if name in weights else kind, n, f"latent {name} {kind.name}", True
                )
                for name, n in (counts | weights).items()
            }
            for name, shape in (("WUQ", (30, 9)), ("WUKV", (33, 8))):
                blocks = -(-shape[0] // 4) * -(-shape[1] // 4)
                fields[f"{name}_scale_global_addr"] = b.put(kind, blocks, f"latent {name} scale", True) if packed else 0
            out = b.room(kind, tokens * heads * value)
            b.run("latent_attention", "latent_attention", OUT_global_addr=out, save_slots_global_addr=0,
                  input_lengths_global_addr=b.k.chip.upload(I32.pack([9, 3])), cache_lengths_global_addr=b.k.chip.upload(I32.pack([5, 7])),
                  block_table_global_addr=b.k.chip.upload(I32.pack([9, 1, 5, 0, 2, 3, 4, 6])),
                  topk_indices_global_addr=b.k.chip.upload(I32.pack([0] * 6 + [1, 3, 0, 2, 6, 5])), tokens=tokens, batch=2, num_heads=heads,
                  q_lora_rank=query_rank, kv_lora_rank=rank, qk_nope_head_dim=nope, qk_rope_head_dim=rope, v_head_dim=value, cache_rows=rows,
                  table_size=4, block_size=4, topk_width=6, topk_size=6, quant_block_size=4, weight_dtype=(packed or kind).code, C=0.25,
                  dtype=kind.code, **fields)  # fmt: skip
            caches = (
                b.read(int(str(fields[f"{name}_global_addr"])), kind, counts[name]) for name in ("KVcache", "PEcache")
            )
            parts = [b.read(out, kind, tokens * heads * value), *caches]
            yield f"latent_attention {kind.name}{' ' + packed.name if packed else ''}", kind.size, b"".join(parts)


def line(outcome: Outcome) -> str:
    """Label, hash of all bytes, and four elements by which a difference is seen at once."""
    label, size, data = outcome
    count = len(data) // size
    places = [count * i // 7 for i in (0, 2, 4, 6)] if count >= 7 else range(count)
    sample = " ".join(f"{int.from_bytes(data[size * i : size * i + size], 'little'):0{2 * size}x}" for i in places)
    return f"{label}\t{hashlib.sha256(data).hexdigest()[:16]}\t{sample}"


def table(b: Bench) -> list[str]:
    return [line(outcome) for run in RECIPES for outcome in run(b)]


def write_tables() -> None:
    """On this host's build."""
    import os

    from runtimes import BmA, SgB

    os.environ["TPUSIM_MEMORY"] = "256M"
    TABLES.mkdir(exist_ok=True)
    for chip in (BmA(), SgB()):
        chip.sim("Reset")
        chip.open()
        (TABLES / f"{chip.name}.tsv").write_text("\n".join(table(Bench(Kernels(chip)))) + "\n")
        print(TABLES / f"{chip.name}.tsv", "written from", library_dir())


if __name__ == "__main__":
    write_tables()
