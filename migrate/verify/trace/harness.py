"""Source text of the program that calls one build of the library, and the wire form of its inputs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from migrate.verify.trace.inputs import Inputs, TensorValue
from migrate.verify.trace.signature import Array, Scalar, Signature, Struct, Tensor, TensorList

DTYPES = ("FP32", "FP16", "BF16", "INT8", "UINT8", "INT16", "UINT16", "INT32", "UINT32", "INT64")
_BYTES = {
    "FP32": 4,
    "FP16": 2,
    "BF16": 2,
    "INT8": 1,
    "UINT8": 1,
    "INT16": 2,
    "UINT16": 2,
    "INT32": 4,
    "UINT32": 4,
    "INT64": 8,
}


@dataclass(frozen=True)
class Dialect:
    """How one build spells things: headers, tensor type, dtype enumerators, runtime, memory, set-up statement."""

    headers: tuple[str, ...]
    tensor_type: str
    dtype_type: str
    dtype_prefix: str
    program: str  # how the calling program reaches memory
    setup: str = ""
    prologue: str = ""
    last_argument: str = ""  # passed after the inputs: what non_blocking is given in a legacy call


def _call(signature: Signature, dialect: Dialect) -> dict[str, object]:
    read, show, arguments = [], [], ["resource"]
    for param in signature.params:
        if isinstance(param, Tensor):
            read.append(f"{dialect.tensor_type} {param.name} = r.tensor();")
            arguments.append(param.name)
        elif isinstance(param, TensorList):
            read.append(f"auto {param.name} = r.tensors();")
            arguments.append(param.name if param.vector else f"{param.name}.data()")
        elif isinstance(param, Scalar):
            read.append(
                f"const auto {param.name} = r.number<{param.ctype}>();"
                if param.ctype != "bool"
                else f"const bool {param.name} = r.number<int>() != 0;"
            )
            arguments.append(param.name)
        elif isinstance(param, Array):
            read.append(f"auto {param.name} = r.array<{param.ctype}>();")
            arguments.append(f"{param.name}.data()")
            show.append(f"show({param.name});")
        elif isinstance(param, Struct):
            read.append(f"{param.ctype} {param.name}{{}};")
            read += [
                f"{param.name}.{f.name} = ({f.ctype})r.number<{'double' if f.code == 'f' else 'int'}>();"
                for f in param.fields
            ]
            arguments.append(param.name)
    if signature.blocking_flag and dialect.last_argument:
        arguments.append(dialect.last_argument)
    return {"name": signature.name, "read": read, "show": show, "arguments": ", ".join(arguments)}


def render(signatures: list[Signature], dialect: Dialect, enumerators: set[str]) -> str:
    """C++ source calling `signatures`; dtypes the build has no enumerator for stand as its unknown one."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent), undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    known = [
        dialect.dtype_prefix + d if dialect.dtype_prefix + d in enumerators else f"{dialect.dtype_prefix}UNKNOWN"
        for d in DTYPES
    ]
    return environment.get_template("harness.cpp.j2").render(
        headers=dialect.headers,
        prologue=dialect.prologue,
        program=dialect.program.replace("SETUP", dialect.setup),
        tensor_type=dialect.tensor_type,
        dtype_type=dialect.dtype_type,
        dtypes=known,
        dtype_bytes=[_BYTES[d] for d in DTYPES],
        calls=[_call(s, dialect) for s in signatures],
    )


def _tensor_words(tensor: TensorValue) -> list[str]:
    return [
        str(int(tensor.present)),
        str(DTYPES.index(tensor.dtype)),
        str(len(tensor.shape)),
        *map(str, tensor.shape),
        *map(str, tensor.strides),
    ]


def encode(signature: Signature, name: str, inputs: Inputs, data: int | str) -> str:
    """One line for the harness's stdin. `data`: what memory is filled with; "SEED:LETTERS" for random contents, a letter per tensor."""
    words = [name, str(data)]
    for param in signature.params:
        if isinstance(param, Struct):
            words += [repr(inputs[f"{param.name}.{f.name}"]) for f in param.fields]
            continue
        value = inputs[param.name]
        if isinstance(value, TensorValue):
            words += _tensor_words(value)
        elif isinstance(param, TensorList):
            words.append(str(len(value)))
            words += [word for tensor in value for word in _tensor_words(tensor)]
        elif isinstance(value, tuple):
            words += [repr(v) for v in value]
        else:
            words.append(repr(value))
    return " ".join(words)
