"""libtpudnn through ctypes: what the harness needs of it, with types taken from tpudnn_api.json."""

import ctypes
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from dnnlib.paths import library_dir
from utest_ops.errors import CaseError, DeviceError, UsageError

MAX_DIMS = 8
SCALARS = {
    "int": ctypes.c_int,
    "unsigned int": ctypes.c_uint,
    "float": ctypes.c_float,
    "double": ctypes.c_double,
    "bool": ctypes.c_bool,
    "long": ctypes.c_long,
    "unsigned long": ctypes.c_ulong,
    "long long": ctypes.c_longlong,
    "unsigned long long": ctypes.c_ulonglong,
    "char": ctypes.c_char,
}


class CTensor(ctypes.Structure):
    """tpudnnTensor_t."""

    _fields_ = (
        ("addr", ctypes.c_void_p),
        ("dim", ctypes.c_int),
        ("shape", ctypes.c_int * MAX_DIMS),
        ("stride", ctypes.c_int * MAX_DIMS),
        ("dtype", ctypes.c_int),
    )


@dataclass(frozen=True)
class Parameter:
    """A parameter of a public function: its kind as tpudnn_api.json has it and its type without typedefs."""

    name: str
    kind: str
    canonical: str


class Library:
    """libtpudnn.so and what its headers declare."""

    def __init__(self, folder: Path) -> None:
        path, description = folder / "libtpudnn.so", folder / "tpudnn_api.json"
        for file in (path, description):
            if not file.exists():
                raise UsageError(f"{file} does not exist. Build it with `make native`, or set TPUDNN_LIBRARY_DIR.")
        data = json.loads(description.read_text(encoding="utf-8"))
        self._functions = {
            function["name"]: [Parameter(p["name"], p["kind"], p["canonical"]) for p in function["parameters"]]
            for function in data["functions"]
        }
        self.enumerators = {name: value for values in data["enums"].values() for name, value in values.items()}
        self._structs = data["structs"]
        self._dll = ctypes.CDLL(str(path))
        self._dll.tpudnnGetLastError.restype = ctypes.c_char_p
        self._dll.tpudnnGetStatusName.restype = ctypes.c_char_p
        self._dll.tpudnnCreate.restype = ctypes.c_void_p

    def parameters(self, function: str) -> list[Parameter]:
        """Parameters of a public function after the handle."""
        if function not in self._functions:
            raise CaseError(f"the C API has no function {function}")
        return self._functions[function][1:]

    def last_error(self) -> str:
        """The library's last sentence."""
        return self._dll.tpudnnGetLastError().decode(errors="replace")

    def check(self, status: int) -> None:
        """Raise DeviceError with the library's sentence unless the status is SUCCESS."""
        if status:
            name = self._dll.tpudnnGetStatusName(status).decode().removeprefix("TPUDNN_STATUS_")
            raise DeviceError(name, self.last_error())

    def create(self, chip: str) -> ctypes.c_void_p:
        """A handle on the first device of a chip."""
        device = ctypes.c_int()
        self.check(self._dll.tpudnnGetDeviceByName(chip.encode(), ctypes.byref(device)))
        handle = self._dll.tpudnnCreate(device)
        if not handle:
            raise DeviceError("NO_DEVICE", self.last_error())
        return ctypes.c_void_p(handle)

    def call(self, function: str, *arguments: Any) -> None:
        """Call a function that gives a status."""
        self.check(getattr(self._dll, function)(*arguments))

    def struct(self, name: str, values: tuple[int, ...]) -> ctypes.Structure:
        """A parameter struct of scalar members, filled in the order of its members."""
        members = self._structs[name]
        fields = [(member["name"], SCALARS.get(member["canonical"], ctypes.c_int)) for member in members]
        if len(values) != len(fields):
            raise CaseError(f"{name} has {len(fields)} members, the case gives {len(values)}")
        return type(name, (ctypes.Structure,), {"_fields_": fields})(*values)

    def is_struct(self, canonical: str) -> bool:
        """Whether a type is a struct of the headers other than a tensor."""
        return canonical in self._structs and canonical != "tpudnnTensor_t"


@cache
def library() -> Library:
    """The library of this process."""
    return Library(library_dir())
