"""One call of an operator: valid by its row, nearly valid, or absurd."""

import ctypes
import random
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from dnnlib import capi, paths
from dnnlib.codegen.contracts import DTYPES, Check, Contract, TensorPattern, read_contracts
from dnnlib.codegen.kernels import read_table

from arena import Arena, pointer  # isort: skip
from launches import layouts  # isort: skip
from shapes import Sizes, draw_sizes, elements  # isort: skip

# Positions are data: what lies in them when a call is changed may be out of range, which only the kernel sees.
READ_POSITIONS = (
    *("tpudnnIndexSelectAsync", "tpudnnMulIndexSelectAsync", "tpudnnGatherAsync", "tpudnnScatterAsync"),
    *("tpudnnSliceScatterAsync", "tpudnnEmbeddingBackwardAsync", "tpudnnMaxpoolingIndicesBwdAsync"),
    *("tpudnnCrossEntropyLossAsync", "tpudnnCrossEntropyLossBackwardAsync", "tpudnnMaskedSelectAsync"),
    *("tpudnnIndexAdd", "tpudnnIndexPutImpl", "tpudnnLlamaAttentionBackwardAsync", "tpudnnPagedAttentionAsync"),
    *("tpudnnLatentAttentionAsync", "tpudnnPagedLatentAttentionAsync", "tpudnnLatentAttentionFp8Async"),
    *("tpudnnPagedLatentAttentionFp8Async",),
)
COUNTS = (
    "reduction_dim_length",
    "reduce_dim",
    "repeat_dim",
    "n_input_lengths",
    "num_input_lengths",
)  # of what a pointer points to
STRUCTS = {"param", "pooling_desc"}

INT_MAX, INT_MIN = 2**31 - 1, -(2**31)
ABSURD = (0, -1, 1, 2, 7, 8, 9, 255, 65535, 65536, INT_MAX, INT_MAX - 1, INT_MIN, INT_MIN + 1, -65536)
LIMITS = {"INT_MAX": INT_MAX, "INT_MIN": INT_MIN}
FLOATS = (0.0, -0.0, 1.0, -1.0, 0.5, 2.5, 1e-30, 1e30, -1e30, float("inf"), float("-inf"), float("nan"))
_NAMES = {"FP32": "f32", "FP16": "f16", "BF16": "bf16", "INT8": "i8", "UINT8": "u8", "INT16": "i16", "UINT16": "u16"}
_NAMES |= {"INT32": "i32", "UINT32": "u32", "INT64": "i64"}
_NAMES |= {"FP8E5M2": "f8e5m2", "FP8E4M3": "f8e4m3", "BOOL": "bool"}
_NUMBERS = ("FP32", "FP16", "BF16", "INT8", "UINT8", "INT16", "UINT16", "INT32", "UINT32")


@dataclass
class Call:
    """Arguments in order, without the handle; `tensors` are those that were passed, by name and use."""

    function: str
    arguments: list[Any]
    tensors: list[tuple[str, str, capi.CTensor]]
    text: str
    kind: str
    supported: bool
    kept: list[Any] = field(default_factory=list)

    @property
    def outputs(self) -> list[capi.CTensor]:
        return [tensor for _, use, tensor in self.tensors if use != "in"]


def read_enumerators(header: Path) -> dict[str, int]:
    """NAME = value of the kernels' enumerations."""
    text = header.read_text(encoding="utf-8")
    return {name: int(value) for name, value in re.findall(r"^\s+([A-Z][A-Z0-9_]+) = (\d+),", text, re.MULTILINE)}


class Operators:
    """All operators of one chip."""

    def __init__(self, lib: capi.Library, chip: str) -> None:
        self.lib = lib
        self.rows = read_contracts(paths.ROOT / "dnnlib" / "operators.yaml")
        table = read_table(paths.ROOT / "chips" / chip / "kernels.yaml", layouts())
        self.kernels = {row.key: dict(row.dtypes) for row in table.rows}
        self.enumerators = read_enumerators(paths.ROOT / "chips" / "include" / "sg_api" / "types.h")
        for members in lib.api["enums"].values():
            self.enumerators |= members
        self.integers = {number for name, (number, _) in capi.DTYPES.items() if name[0] in "iub" and name != "bf16"}
        self.missing = {f["operator"] for f in lib.api["functions"] if "Not implemented" in f["doc"]}
        self.keys = sorted(lib.operators)
        device = capi.device_by_name(chip)
        self.dtypes = set(capi.device_properties(device)["dtypes"])

    # --- a valid call ---

    def _allowed(self, key: str, pattern: TensorPattern, first: bool) -> list[str]:
        names = pattern.types or _NUMBERS
        rows = self.kernels.get(key, {})
        table = rows.get(pattern.parameter) or (rows.get("") if first else None)
        return [_NAMES[name] for name in names if _NAMES[name] in self.dtypes and (not table or _NAMES[name] in table)]

    def types(self, row: Contract, rng: random.Random) -> dict[str, str]:
        """A type for every tensor; letters are one type."""
        letters: dict[str, str] = {}
        chosen: dict[str, str] = {}
        for index, pattern in enumerate(row.tensors):
            allowed = self._allowed(row.key, pattern, index == 0) or ["f32"]
            if pattern.type_name:
                chosen[pattern.parameter] = letters.setdefault(pattern.type_name, rng.choice(allowed))
            else:
                chosen[pattern.parameter] = rng.choice(allowed)
        return chosen

    def value(self, check: Check, parameter: Mapping[str, Any], s: Sizes) -> Any:
        """A value that passes the check."""
        name, rng = check.parameter, s.rng
        if name in s.values and s.values[name] is not None:
            chosen = s.values[name]
            if check.name == "pooling":
                return [*chosen[:-1], self.enumerators[rng.choice(check.arguments)]]
            return self.enumerators.get(chosen, chosen) if isinstance(chosen, str) else chosen
        if check.name == "axis":
            return rng.randrange(max(len(s.shapes[check.arguments[0]]), 1))
        if check.name == "axis_or_negative":
            dims = max(len(s.shapes[check.arguments[0]]), 1)
            return rng.randrange(-dims, dims)
        if check.name == "between":
            low, high = (LIMITS.get(argument) or int(argument) for argument in check.arguments)
            return rng.randint(max(low, -100), min(high, 100))
        if check.name == "enumerator":
            members = check.arguments or tuple(self.lib.api["enums"][parameter["type"]])
            return self.enumerators[rng.choice(members)]
        if check.name == "one_of":
            return int(rng.choice(check.arguments))
        if check.name == "probability":
            return rng.random()
        if check.name == "fits":
            return float(rng.randint(0, 5))
        kind = parameter["canonical"]
        if kind == "float":
            return rng.choice((*FLOATS, rng.uniform(-4, 4)))
        if kind in ("bool", "_Bool"):
            return bool(rng.getrandbits(1))
        if "long" in kind:
            return rng.getrandbits(64)
        return rng.randint(-3, 3)

    def tensor(
        self, arena: Arena, shape: tuple[int, ...], dtype: str, pattern: TensorPattern, s: Sizes
    ) -> capi.CTensor:
        stride = list(capi.contiguous_stride(shape))
        count = elements(shape)
        if pattern.layout == "transposed" and len(shape) >= 2 and s.rng.random() < 0.3:
            stride[-2:] = [1, shape[-2]]
        if pattern.layout == "strided" and count and s.rng.random() < 0.5:
            stride = (
                [step * s.rng.choice((1, 2)) for step in stride]
                if s.rng.random() < 0.5
                else [2 * step for step in stride]
            )
            count = 1 + sum((extent - 1) * step for extent, step in zip(shape, stride, strict=True))
            stride = (
                stride
                if sorted(stride, reverse=True) == stride and count < 8000
                else list(capi.contiguous_stride(shape))
            )
        data: np.ndarray | None = None
        limits = s.values.get("#indexed", {}).get(pattern.parameter)
        if (limits or pattern.parameter == "indices") and pattern.use == "in" and count:
            bound = limits.pop(0) if limits else s.shapes["input"][s.values.get("dim", 0)]
            data = np.array([s.rng.randrange(max(bound, 1)) for _ in range(count)], capi.DTYPES[dtype][1])
        if count == 0 and s.rng.random() < 0.7:
            return capi.Tensor(0, shape, dtype, tuple(stride)).to_c()
        slot = arena.place(max(count, 1), dtype, data)
        return capi.Tensor(arena.base + slot.offset, shape, dtype, tuple(stride)).to_c()

    def draw(self, arena: Arena, rng: random.Random) -> Call:
        key = rng.choice(self.keys)
        row, declaration = self.rows[key], self.lib.operators[key]
        s, types = draw_sizes(row, rng), self.types(row, rng)
        arena.fresh()
        never = {relation.arguments[0] for relation in row.relations if relation.name == "absent"}
        never |= set(s.values.get("#absent", ()))
        arguments: dict[str, Any] = {}
        tensors: list[tuple[str, str, capi.CTensor]] = []
        for parameter in declaration.parameters:
            name, pattern = parameter["name"], row.pattern(parameter["name"])
            if parameter["kind"] == "tensor" and pattern:
                absent = name in never or (parameter["optional"] and rng.random() < 0.4)
                made = (
                    capi.undefined_tensor() if absent else self.tensor(arena, s.shapes[name], types[name], pattern, s)
                )
                if row.inplace and pattern.use == "out" and rng.random() < 0.1:
                    made = self._in_place(row, made, tensors)
                arguments[name] = made
                tensors.append((name, pattern.use, made))
            elif parameter["kind"] == "tensor_list" and pattern:
                shapes = s.shapes[name] if isinstance(s.shapes[name], list) else [s.shapes[name]] * rng.randint(0, 3)
                made_list = [self.tensor(arena, shape, types[name], pattern, s) for shape in shapes]
                arguments[name] = made_list
                tensors += [(f"{name}[{i}]", pattern.use, made) for i, made in enumerate(made_list)]
            elif parameter["kind"] == "number_list":
                arguments[name] = [rng.randint(-3, 3) for _ in range(rng.randint(0, 4))]
            elif parameter["name"].endswith("_num") and row.value(name) is None:
                arguments[name] = len(arguments[name.removesuffix("_num")])
            else:
                check = row.value(name)
                assert check, f"{key} has no row for {name}"
                arguments[name] = self.value(check, parameter, s)
        self._predicate(row, arguments, rng)
        if key == "arg" and not arguments["values"].addr:  # only positions can do without values
            arguments["mode"] = self.enumerators[rng.choice(("ARG_ARGMAX", "ARG_ARGMIN"))]
        if "amsgrad" in arguments and not (arguments["vmax_in"].addr and arguments["vmax_out"].addr):
            arguments["amsgrad"] = False
        if "affine" in arguments:
            there = [name for name in ("gamma", "beta") if arguments[name].addr]
            arguments["affine"] = rng.choice((0, *({"gamma": 1, "beta": 2}[name] for name in there)))
        roll = rng.random()
        kind = "valid" if roll < 0.6 else "nearly valid" if roll < 0.88 else "absurd"
        changes = 0 if kind == "valid" else 1 if kind == "nearly valid" else rng.randint(2, 5)
        said = [self._change(arguments, tensors, arena, rng) for _ in range(changes)]
        return self._finish(declaration, row, arguments, tensors, kind, said)

    def _in_place(
        self, row: Contract, made: capi.CTensor, tensors: list[tuple[str, str, capi.CTensor]]
    ) -> capi.CTensor:
        for _, use, other in tensors:
            same = (other.dtype, other.dim, list(other.shape), list(other.stride))
            if use == "in" and same == (made.dtype, made.dim, list(made.shape), list(made.stride)):
                made.addr = other.addr
                break
        return made

    def for_integers(self, row: Contract) -> list[int]:
        relation = next(relation for relation in row.relations if relation.name == "integers_for")
        return [self.enumerators[name] for name in relation.arguments[2:]]

    def _predicate(self, row: Contract, arguments: dict[str, Any], rng: random.Random) -> None:
        for relation in row.relations:
            if relation.name == "predicate":
                output, source, value, *members = relation.arguments
                if arguments[source].dtype in self.integers and arguments[value] not in self.for_integers(row):
                    arguments[value] = rng.choice(self.for_integers(row))
                asked = arguments[value] in {self.enumerators[member] for member in members}
                dtype = capi.DTYPES["u8"][0] if asked else arguments[source].dtype
                arguments[output].dtype = dtype

    # --- one that is not ---

    def _change(
        self, arguments: dict[str, Any], tensors: list[tuple[str, str, capi.CTensor]], arena: Arena, rng: random.Random
    ) -> str:
        values = [
            name
            for name, value in arguments.items()
            if not isinstance(value, (capi.CTensor, list)) or is_of_numbers(value)
        ]
        if tensors and (not values or rng.random() < 0.7):
            name, _, tensor = rng.choice(tensors)
            return f"{name}: {change_tensor(tensor, [t for _, _, t in tensors], arena, rng)}"
        if not values:
            return "nothing"
        name = rng.choice(values)
        old = arguments[name]
        if isinstance(old, bool):
            arguments[name] = not old
        elif isinstance(old, float):
            arguments[name] = rng.choice(FLOATS)
        elif isinstance(old, list):
            at = rng.randrange(len(old)) if old else 0
            changed = [*old[:at], rng.choice(ABSURD), *old[at + 1 :]]
            arguments[name] = changed if name in STRUCTS or rng.random() < 0.8 else None
        elif name == "value" and not isinstance(old, int):  # the address of one
            arguments[name] = None
        elif name in COUNTS or (name.endswith("_num") and name.removesuffix("_num") != "self"):
            arguments[name] = rng.choice((-1, INT_MIN, 0))  # a length that is too large is for the caller to know
        else:
            arguments[name] = rng.choice(ABSURD)
        return f"{name} = {arguments[name]}"

    def _finish(
        self,
        declaration: capi.Operator,
        row: Contract,
        arguments: dict[str, Any],
        tensors: list[tuple[str, str, capi.CTensor]],
        kind: str,
        said: list[str],
    ) -> Call:
        passed: list[Any] = []
        kept: list[Any] = []
        parts: list[str] = []
        for parameter in declaration.parameters:
            name, value = parameter["name"], arguments[parameter["name"]]
            if parameter["kind"] == "tensor":
                passed.append(value)
                parts.append(f"{name}={describe(value)}")
            elif parameter["kind"] == "tensor_list":
                array = (capi.CTensor * max(len(value), 1))(*value)
                kept.append(array)
                passed.append(ctypes.cast(array, ctypes.c_void_p))
                parts.append(f"{name}=[{', '.join(map(describe, value))}]")
            elif name in STRUCTS:
                limited = [max(min(int(v), INT_MAX), INT_MIN) for v in value]
                passed.append(self.lib.types.struct(parameter["type"])(*limited))
                parts.append(f"{name}={limited}")
            elif parameter["kind"] == "number_list" and not isinstance(value, list):
                passed.append(None)
                parts.append(f"{name}=null")
            elif parameter["kind"] == "number_list":
                element = ctypes.c_double if "double" in parameter["canonical"] else ctypes.c_int64
                kept.append((element * max(len(value), 1))(*value))
                passed.append(ctypes.cast(kept[-1], ctypes.c_void_p))
                parts.append(f"{name}={value}")
            elif isinstance(value, list):
                array, address = pointer(value)
                kept.append(array)
                passed.append(address)
                parts.append(f"{name}={value}")
            elif parameter["canonical"] in ("const char *", "char *") and value is not None:
                passed.append(b"text")
                parts.append(f"{name}='text'")
            elif parameter["canonical"].endswith("*") and value is not None:
                array = (ctypes.c_uint8 * 8)(*range(1, 9))
                kept.append(array)
                passed.append(ctypes.cast(array, ctypes.c_void_p))
                parts.append(f"{name}=<host>")
            else:
                passed.append(value)
                parts.append(f"{name}={value}")
        text = f"{declaration.name}({', '.join(parts)})" + (f" # {kind}: {'; '.join(said)}" if said else f" # {kind}")
        lengths = {
            parameter["name"]: arguments[following["name"]]
            for parameter, following in zip(declaration.parameters, declaration.parameters[1:], strict=False)
            if parameter["kind"] == "tensor_list"
        }
        tensors = [entry for entry in tensors if is_passed(entry[0], lengths)]
        supported = row.key in self.kernels and row.key not in self.missing
        return Call(declaration.name, passed, tensors, text, kind, supported, kept)


def is_of_numbers(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, int) for one in value)


def is_passed(name: str, lengths: Mapping[str, int]) -> bool:
    """False for a tensor of a list behind the length that is passed: the library never sees it."""
    of, _, index = name.partition("[")
    return not index or int(index.rstrip("]")) < lengths[of]


def describe(tensor: capi.CTensor) -> str:
    dim = tensor.dim if 0 <= tensor.dim <= capi.MAX_DIMS else capi.MAX_DIMS
    dtype = DTYPE_TEXT.get(tensor.dtype, str(tensor.dtype))
    where = f"@{tensor.addr & 0xFFFFF:x}" if tensor.addr else "@null"
    return f"{dtype}{list(tensor.shape[:dim])}/{list(tensor.stride[:dim])}{where}" + (
        "" if dim == tensor.dim else f" dim {tensor.dim}"
    )


DTYPE_TEXT = {number: name for name, (number, _) in capi.DTYPES.items()}


def change_tensor(tensor: capi.CTensor, all_tensors: list[capi.CTensor], arena: Arena, rng: random.Random) -> str:
    """One thing about a tensor is made wrong, or merely different."""
    at = rng.randrange(max(min(tensor.dim, 8), 1))
    what = rng.choice(("shape", "shape", "stride", "dim", "dtype", "addr", "share", "share", "repeat"))
    if what == "shape":
        tensor.shape[at] = rng.choice(
            (tensor.shape[at] + 1, tensor.shape[at] - 1, 2 * tensor.shape[at] % INT_MAX, *ABSURD)
        )
        return f"shape[{at}] = {tensor.shape[at]}"
    if what == "stride":
        tensor.stride[at] = rng.choice((tensor.stride[at] + 1, tensor.stride[at] - 1, *ABSURD))
        return f"stride[{at}] = {tensor.stride[at]}"
    if what == "dim":
        tensor.dim = rng.choice((tensor.dim + 1, tensor.dim - 1, *ABSURD))
        return f"dim = {tensor.dim}"
    if what == "dtype":
        tensor.dtype = rng.choice((*range(len(DTYPES)), -1, 17, 99, INT_MAX, INT_MIN))
        return f"dtype = {tensor.dtype}"
    if what == "addr":
        host = 0x7F0000001000
        tensor.addr = rng.choice(
            (None, (tensor.addr or arena.base) + 1, (tensor.addr or arena.base) + 4, host, 1, 2**64 - 1, arena.base - 1)
        )
        return f"addr = {tensor.addr}"
    if what == "share":
        other = rng.choice(all_tensors)
        tensor.addr = (other.addr or arena.base) + rng.choice((0, 0, 4, 8, 64))
        return "lies where another does"
    tensor.stride[at] = 0
    return f"stride[{at}] = 0"
