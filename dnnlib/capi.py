"""The C API of libtpudnn from Python: ctypes declarations made from tpudnn_api.json, and a small layer with numpy arrays.

    with Handle(device_by_name(chip)) as handle:
        left = handle.tensor(numpy.ones((4, 8), numpy.float32))
        ...
        handle.call("matmul", left=left, right=right, bias=None, output=output)
        result = handle.to_numpy(output)

A status that is not SUCCESS raises TpudnnError with the library's sentence.
"""

import atexit
import contextlib
import ctypes
import functools
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from dnnlib.paths import description, library_dir, library_file, loaded_library

MAX_DIMS = 8

STATUS_NAMES = ("SUCCESS", "FAILED", "BAD_PARAM", "NOT_SUPPORTED", "OUT_OF_MEMORY", "DEVICE_FAULT", "NO_DEVICE")

# dtype name -> (number of tpudnnDataType_t, numpy type of the same size). bf16 and FP8 travel as their bits.
DTYPES: dict[str, tuple[int, str]] = {
    "f32": (0, "float32"),
    "f16": (1, "float16"),
    "i8": (2, "int8"),
    "u8": (3, "uint8"),
    "i16": (4, "int16"),
    "u16": (5, "uint16"),
    "i32": (6, "int32"),
    "u32": (7, "uint32"),
    "bf16": (8, "uint16"),
    "f8e5m2": (12, "uint8"),
    "f8e4m3": (13, "uint8"),
    "i64": (14, "int64"),
    "bool": (16, "bool"),
}
_NUMPY_TO_DTYPE = {numpy: name for name, (_, numpy) in DTYPES.items() if name not in ("bf16", "f8e5m2", "f8e4m3")}

_SCALARS: dict[str, Any] = {
    "void": None,
    "bool": ctypes.c_bool,
    "_Bool": ctypes.c_bool,
    "char": ctypes.c_byte,  # a number; an array of them is text
    "int": ctypes.c_int,
    "unsigned int": ctypes.c_uint,
    "long": ctypes.c_int64,
    "unsigned long": ctypes.c_uint64,
    "long long": ctypes.c_int64,
    "unsigned long long": ctypes.c_uint64,
    "float": ctypes.c_float,
    "double": ctypes.c_double,
    "signed char": ctypes.c_int8,
    "unsigned char": ctypes.c_uint8,
    "short": ctypes.c_int16,
    "unsigned short": ctypes.c_uint16,
}


class TpudnnError(RuntimeError):
    """A call that did not succeed: ``status`` is a name of STATUS_NAMES, ``sentence`` what the library says."""

    def __init__(self, status: int, sentence: str) -> None:
        self.status = STATUS_NAMES[status] if 0 <= status < len(STATUS_NAMES) else str(status)
        self.sentence = sentence
        super().__init__(f"{self.status}: {sentence}")


class LibraryMissing(RuntimeError):
    """The native build is not there."""


class CTensor(ctypes.Structure):
    """tpudnnTensor_t"""

    _fields_ = (
        ("addr", ctypes.c_void_p),
        ("dim", ctypes.c_int),
        ("shape", ctypes.c_int * MAX_DIMS),
        ("stride", ctypes.c_int * MAX_DIMS),
        ("dtype", ctypes.c_int),
        ("format_casted", ctypes.c_int),
    )


LogCallback = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p)


class _Types:
    """ctypes of the canonical C types in tpudnn_api.json."""

    def __init__(self, api: Mapping[str, Any]) -> None:
        self._structs: dict[str, Any] = {"tpudnnTensor_t": CTensor}
        self._enums = set(api["enums"])
        for name, fields in api["structs"].items():
            if name not in self._structs:
                members = [(member["name"], self.of(member["canonical"])) for member in fields]
                self._structs[name] = type(name, (ctypes.Structure,), {"_fields_": members})

    def struct(self, name: str) -> Any:
        return self._structs[name]

    def of(self, canonical: str) -> Any:
        bare = canonical.replace("const ", "").replace("enum ", "").replace("struct ", "").strip()
        if bare.endswith("]"):
            element, _, count = bare[:-1].rpartition("[")
            return (ctypes.c_char if element == "char" else self.of(element)) * int(count)
        if bare in self._structs:
            return self._structs[bare]
        if bare in self._enums:
            return ctypes.c_int
        if canonical.replace("const ", "") == "char *":
            return ctypes.c_char_p
        if bare.endswith("*") or "(*)" in bare:
            return ctypes.c_void_p
        return _SCALARS[bare]


@dataclass(frozen=True)
class Operator:
    """An operator's declaration: parameters in order, without the handle."""

    name: str
    key: str
    parameters: tuple[Mapping[str, Any], ...]


class Library:
    """libtpudnn, with the functions that its tpudnn_api.json describes."""

    def __init__(self, library: Path, api: Path) -> None:
        for file in (library, api):
            if not file.exists():
                raise LibraryMissing(f"{file} does not exist: run `make native`, or set TPUDNN_LIBRARY_DIR")
        self.folder = library.parent
        self.api = json.loads(api.read_text(encoding="utf-8"))
        self.types = _Types(self.api)
        self.cdll = ctypes.CDLL(str(library))
        self.operators: dict[str, Operator] = {}
        self.not_callable: dict[str, str] = {}  # operators with a type that Python cannot pass
        for function in self.api["functions"]:
            self._declare(function)

    def _declare(self, function: Mapping[str, Any]) -> None:
        try:
            native = getattr(self.cdll, function["name"])
        except AttributeError:
            raise LibraryMissing(f"libtpudnn.so has no {function['name']}: build again") from None
        try:
            native.argtypes = [self.types.of(parameter["canonical"]) for parameter in function["parameters"]]
        except KeyError as unknown:
            if not function["operator"]:
                raise
            # of C++, in an operator of a tree
            self.not_callable[function["operator"]] = unknown.args[0]
            return
        native.restype = self._result(function["returns"])
        if function["operator"]:
            parameters = tuple(function["parameters"][1:])
            self.operators[function["operator"]] = Operator(function["name"], function["operator"], parameters)

    def _result(self, returns: str) -> Any:
        special = {"uint64_t": ctypes.c_uint64, "tpudnnHandle_t": ctypes.c_void_p, "const char *": ctypes.c_char_p}
        return special[returns] if returns in special else self.types.of(returns)

    def operator_called(self, name: str) -> Operator | None:
        """By its function's name without `tpudnn`, and without `Async` where it ends in that."""
        by_name = {operator.name: operator for operator in self.operators.values()}
        return by_name.get(f"tpudnn{name}") or by_name.get(f"tpudnn{name}Async")

    def last_error(self) -> str:
        return self.cdll.tpudnnGetLastError().decode(errors="replace")

    def check(self, status: int) -> None:
        if status != 0:
            raise TpudnnError(status, self.last_error())

    def call(self, function: str, *arguments: Any) -> None:
        """Call a function that returns a status."""
        self.check(getattr(self.cdll, function)(*arguments))


@functools.cache
def _load(folder: Path) -> Library:
    return Library(loaded_library() or library_file(folder), description("tpudnn_api.json"))


def library() -> Library:
    """That of TPUDNN_LIBRARY_DIR, else the library that the process has loaded, else that of dnnlib.paths.library_dir()."""
    return _load(library_dir())


def start_tools() -> None:
    """What the environment asks for, before the first handle: the kernel log."""
    if os.environ.get("TPUDNN_KERNEL_LOG") and not _tools_started:
        _tools_started.append(True)
        from dnnlib import kernel_log

        kernel_log.enable_from_environment()


_tools_started: list[bool] = []


def device_count() -> int:
    count = ctypes.c_int()
    library().call("tpudnnGetDeviceCount", ctypes.byref(count))
    return count.value


def device_by_name(chip: str) -> int:
    device = ctypes.c_int()
    library().call("tpudnnGetDeviceByName", chip.encode(), ctypes.byref(device))
    return device.value


def device_properties(device: int) -> dict[str, Any]:
    """Fields of tpudnnDeviceProperties_t; ``dtypes`` as names."""
    properties = library().types.struct("tpudnnDeviceProperties_t")()
    library().call("tpudnnGetDeviceProperties", device, ctypes.byref(properties))
    values = {name: getattr(properties, name) for name, _ in properties._fields_}
    values["chip"] = properties.chip.decode()
    values["aliases"] = properties.aliases.decode()
    values["dtypes"] = [name for name, (number, _) in DTYPES.items() if properties.dtypes >> number & 1]
    return values


def contiguous_stride(shape: Sequence[int]) -> tuple[int, ...]:
    """Row-major strides in elements."""
    strides, elements = [], 1
    for extent in reversed(shape):
        strides.append(elements)
        elements *= extent
    return tuple(reversed(strides))


@dataclass(frozen=True)
class Tensor:
    """A view of device memory; ``address`` is virtual."""

    address: int
    shape: tuple[int, ...]
    dtype: str
    stride: tuple[int, ...]

    @property
    def numpy_dtype(self) -> np.dtype[Any]:
        return np.dtype(DTYPES[self.dtype][1])

    @property
    def storage_elements(self) -> int:
        """Elements from the first to the last that the strides reach."""
        if 0 in self.shape:
            return 0
        return 1 + sum((extent - 1) * step for extent, step in zip(self.shape, self.stride, strict=True))

    def transpose(self) -> "Tensor":
        """The same memory with the last two dimensions exchanged."""
        order = (*range(len(self.shape) - 2), len(self.shape) - 1, len(self.shape) - 2)
        return Tensor(
            self.address, tuple(self.shape[i] for i in order), self.dtype, tuple(self.stride[i] for i in order)
        )

    def to_c(self) -> CTensor:
        tensor = CTensor(self.address or None, len(self.shape))
        tensor.shape[: len(self.shape)] = self.shape
        tensor.stride[: len(self.stride)] = self.stride
        tensor.dtype = DTYPES[self.dtype][0]
        return tensor


def undefined_tensor() -> CTensor:
    """What tpudnnUndefinedTensor() gives."""
    return CTensor(None, 0, (ctypes.c_int * MAX_DIMS)(), (ctypes.c_int * MAX_DIMS)(), -1)


def bf16_bits(values: np.ndarray) -> np.ndarray:
    """float32 to the bits of bfloat16, rounded to nearest even; NaN stays NaN."""
    bits = np.ascontiguousarray(values, np.float32).view(np.uint32)
    rounded = ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)
    return np.where(np.isnan(values), np.uint16(0x7FC0), rounded).astype(np.uint16)


def bf16_values(bits: np.ndarray) -> np.ndarray:
    """Bits of bfloat16 to float32."""
    return (np.ascontiguousarray(bits, np.uint16).astype(np.uint32) << 16).view(np.float32)


@dataclass
class Handle:
    """A handle on a device; frees what it allocated when closed."""

    device: int = 0
    stream: int | None = None
    native: int = 0
    _allocations: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        start_tools()
        self.lib = library()
        handle = self.lib.cdll.tpudnnHandleFromStream(self.device, self.stream, None)
        if not handle:
            raise TpudnnError(STATUS_NAMES.index("NO_DEVICE"), self.lib.last_error())
        self.native = handle

    def __enter__(self) -> "Handle":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        for address in tuple(self._allocations):
            self.free(address)
        if self.native:
            self.lib.cdll.tpudnnDestroy(self.native)
            self.native = 0

    def malloc(self, size: int) -> int:
        """Virtual address of ``size`` bytes; 0 for none."""
        address = ctypes.c_void_p()
        self.lib.call("tpudnnMallocAsync", self.native, ctypes.byref(address), size)
        if address.value:
            self._allocations.add(address.value)
        return address.value or 0

    def free(self, address: int) -> None:
        self._allocations.discard(address)
        self.lib.call("tpudnnFreeAsync", self.native, address)

    def empty(self, shape: Sequence[int], dtype: str = "f32") -> Tensor:
        """A contiguous tensor with unset memory."""
        tensor = Tensor(0, tuple(shape), dtype, contiguous_stride(shape))
        address = self.malloc(tensor.storage_elements * tensor.numpy_dtype.itemsize)
        return Tensor(address, tensor.shape, dtype, tensor.stride)

    def tensor(self, array: np.ndarray, dtype: str | None = None) -> Tensor:
        """A contiguous copy of an array. ``dtype`` bf16 takes float32 values or uint16 bits, FP8 uint8 bits."""
        name = dtype or _NUMPY_TO_DTYPE[array.dtype.name]
        if name == "bf16" and array.dtype != np.uint16:
            array = bf16_bits(array)
        array = np.ascontiguousarray(array, DTYPES[name][1]).reshape(array.shape)
        tensor = self.empty(array.shape, name)
        self.lib.call("tpudnnMemcpyH2D", self.native, tensor.address or None, array.ctypes.data, array.nbytes)
        return tensor

    def to_numpy(self, tensor: Tensor) -> np.ndarray:
        """Values in the tensor's shape; bf16 as float32. Waits for the stream."""
        storage = np.empty(tensor.storage_elements, tensor.numpy_dtype)
        self.lib.call("tpudnnMemcpyD2H", self.native, storage.ctypes.data, tensor.address or None, storage.nbytes)
        steps = [step * storage.itemsize for step in tensor.stride]
        values = np.lib.stride_tricks.as_strided(storage, tensor.shape, steps).copy()
        return bf16_values(values).reshape(tensor.shape) if tensor.dtype == "bf16" else values

    def sync(self) -> None:
        self.lib.call("tpudnnSync", self.native)

    def virt_to_phys(self, address: int) -> int:
        physical = self.lib.cdll.tpudnnVirtToPhys(self.native, address or None)
        if address and not physical:
            raise TpudnnError(STATUS_NAMES.index("BAD_PARAM"), self.lib.last_error())
        return physical

    def call(self, operator: str, /, **arguments: Any) -> None:
        """Queue an operator by key, arguments by name. Tensors are Tensor, None for an undefined one, or a list of them for a pointer
        and its length, which is then left out."""
        if operator in self.lib.not_callable:
            raise TypeError(f"{operator} takes {self.lib.not_callable[operator]}, which cannot be passed from Python")
        declaration = self.lib.operators[operator]
        native = getattr(self.lib.cdll, declaration.name)
        values = list(self._convert(declaration, arguments))
        if arguments:
            known = ", ".join(parameter["name"] for parameter in declaration.parameters)
            raise TypeError(f"{operator} has no parameter {', '.join(arguments)}; it has {known}")
        self.lib.check(native(self.native, *values))

    def _convert(self, declaration: Operator, arguments: dict[str, Any]) -> Any:
        length: int | None = None
        for parameter in declaration.parameters:
            name, kind = parameter["name"], parameter["kind"]
            if length is not None and name not in arguments:
                yield length
                length = None
                continue
            if name not in arguments:
                raise TypeError(f"{declaration.key}: the argument '{name}' is missing")
            value = arguments.pop(name)
            if kind == "tensor":
                yield value if isinstance(value, CTensor) else value.to_c() if value is not None else undefined_tensor()
            elif kind == "tensor_list":
                length = len(value)
                yield ctypes.cast((CTensor * max(length, 1))(*(item.to_c() for item in value)), ctypes.c_void_p)
            else:
                yield value


# --- activities (tpuDNN/Activity.h) ------------------------------------------------------------------------------------------------------

ACTIVITY_KINDS = (
    *("operator", "graph", "launch", "copy_h2d", "copy_d2h", "copy_d2d", "fill", "allocate", "free", "synchronize"),
)
ACTIVITY_PHASES = ("enter", "exit", "device_time")
TENSOR_USES = ("in", "out", "inout")
_DEVICE_TIMES = 1
_MEASURED = (
    (1, ("device_start_ns", "device_end_ns")),
    (2, ("device_host_start_ns", "device_host_end_ns")),
    (4, ("cycles",)),
    (8, ("flops",)),
    (16, ("device_bytes",)),
)
_RawCallback = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
_DTYPE_NAMES = {number: name for name, (number, _) in DTYPES.items()}


@dataclass(frozen=True)
class ActivityTensor:
    """A tensor argument of an operator: ``use`` is one of TENSOR_USES; of a list, ``index`` counts. ``dtype`` is a name of DTYPES, or the number."""

    name: str
    index: int
    use: str
    address: int
    shape: tuple[int, ...]
    stride: tuple[int, ...]
    dtype: str


class Activity:
    """One tpudnnActivity_t while its callback runs: every field of the struct by its name, text and enumerations as str, what is not measured as None.

    ``values()`` is what may be kept."""

    def __init__(self, native: Any) -> None:
        self._native = native

    @property
    def kind(self) -> str:
        return ACTIVITY_KINDS[self._native.kind]

    @property
    def phase(self) -> str:
        return ACTIVITY_PHASES[self._native.phase]

    @property
    def status(self) -> str:
        return STATUS_NAMES[self._native.status]

    @property
    def arguments(self) -> bytes:
        """The bytes of a launch's argument struct."""
        return ctypes.string_at(self._native.args, self._native.args_size) if self._native.args else b""

    @property
    def tensors(self) -> tuple[ActivityTensor, ...]:
        """Of an operator, as they were given: not checked yet when it enters."""
        return tuple(self._tensors())

    def _tensors(self) -> Iterator[ActivityTensor]:
        entry = library().types.struct("tpudnnActivityTensor_t")
        given = ctypes.cast(self._native.tensors, ctypes.POINTER(entry))
        for argument in given[: self._native.tensor_count] if self._native.tensors else ():
            listed = ctypes.cast(argument.tensors, ctypes.POINTER(CTensor))
            for index, tensor in enumerate(listed[: argument.count] if argument.tensors else ()):
                dims = min(max(tensor.dim, 0), MAX_DIMS)
                yield ActivityTensor(
                    argument.name.decode(),
                    index,
                    TENSOR_USES[argument.use],
                    tensor.addr or 0,
                    tuple(tensor.shape[:dims]),
                    tuple(tensor.stride[:dims]),
                    _DTYPE_NAMES.get(tensor.dtype, str(tensor.dtype)),
                )

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        value = getattr(self._native, name)
        for bit, fields in _MEASURED:
            if name in fields and not self._native.measured & bit:
                return None
        if isinstance(value, bytes):
            return value.decode()
        return value or 0 if name in ("stream", "host", "address") else value

    def values(self) -> dict[str, Any]:
        """All fields, with the bytes of ``args`` and the list of ``tensors``."""
        fields = {name: getattr(self, name) for name, _ in self._native._fields_ if name not in ("args", "tensors")}
        return {**fields, "args": self.arguments, "tensors": self.tensors}


class ActivitySubscriber:
    """Calls ``callback(activity)`` for each phase of each activity of ``kinds`` until closed; a context manager.

    Callbacks come from the threads that act. An exception in one does not reach the library's caller: the first is raised by close(). ``flush=False`` leaves
    out the wait for device times at the end. At the end of the process what is still open is closed."""

    def __init__(
        self,
        callback: Callable[[Activity], object],
        kinds: Iterable[str] = ACTIVITY_KINDS,
        *,
        device_times: bool = False,
        flush: bool = True,
    ) -> None:
        self._lib = library()
        self._struct = ctypes.POINTER(self._lib.types.struct("tpudnnActivity_t"))
        self._callback = callback
        self._failure: BaseException | None = None
        self._flush = device_times and flush
        unknown = sorted(set(kinds) - set(ACTIVITY_KINDS))
        if unknown:
            raise ValueError(f"no activity is called '{unknown[0]}'; there are {', '.join(ACTIVITY_KINDS)}")
        chosen = sum(1 << ACTIVITY_KINDS.index(kind) for kind in set(kinds))
        self._native = ctypes.c_void_p()
        self._raw = _RawCallback(self._call)  # lives as long as the subscription
        self._lib.call(
            "tpudnnActivitySubscribe",
            ctypes.byref(self._native),
            chosen,
            _DEVICE_TIMES if device_times else 0,
            ctypes.cast(self._raw, ctypes.c_void_p),
            None,
        )
        _subscribers.add(self)

    def _call(self, activity: int, _user: object) -> None:
        try:
            self._callback(Activity(ctypes.cast(activity, self._struct).contents))
        except BaseException as error:
            self._failure = self._failure or error

    def close(self) -> None:
        """Ends the subscription; raises what a callback raised first. May be called from a callback."""
        native, self._native = self._native, ctypes.c_void_p()
        if not native:
            return
        try:
            if self._flush:
                self._lib.call("tpudnnActivityFlush")
        finally:
            self._lib.call("tpudnnActivityUnsubscribe", native)
            _subscribers.discard(self)
        failure, self._failure = self._failure, None
        if failure:
            raise failure

    def __enter__(self) -> "ActivitySubscriber":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if value is None:
            self.close()
            return
        with contextlib.suppress(Exception):  # what went wrong before is what the caller has to know
            self.close()


_subscribers: set[ActivitySubscriber] = set()


@atexit.register
def _close_all() -> None:
    """The interpreter must not be called once it is gone."""
    for subscriber in tuple(_subscribers):
        subscriber._flush = False
        with contextlib.suppress(Exception):
            subscriber.close()


def activity_flush() -> None:
    """Waits for the devices that are in use, and tells the device times that are outstanding."""
    library().call("tpudnnActivityFlush")


@contextlib.contextmanager
def correlation(number: int) -> Iterator[None]:
    """Activities of this thread carry ``number`` in this scope."""
    library().call("tpudnnActivityPushCorrelation", number)
    try:
        yield
    finally:
        library().call("tpudnnActivityPopCorrelation", None)


def address_range(address: int) -> tuple[int, int]:
    """Begin and bytes of the allocation that a virtual address lies in."""
    base, size = ctypes.c_void_p(), ctypes.c_uint64()
    library().call("tpudnnGetAddressRange", address, ctypes.byref(base), ctypes.byref(size))
    return base.value or 0, size.value


def device_peak(device: int) -> dict[str, Any]:
    """Fields of tpudnnDevicePeak_t."""
    peak = library().types.struct("tpudnnDevicePeak_t")()
    library().call("tpudnnGetDevicePeak", device, ctypes.byref(peak))
    return {name: getattr(peak, name) for name, _ in peak._fields_}
