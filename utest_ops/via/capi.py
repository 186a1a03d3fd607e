"""An operator by the C API alone: device memory, one call, a wait, copies back."""

import ctypes
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any

import torch

from dnnlib import capi
from utest_ops.case import Argument, Call, Name, parse_call
from utest_ops.chips import Chip
from utest_ops.dtypes import DTYPES, of_tensor
from utest_ops.errors import CaseError, DeviceError, UsageError
from utest_ops.launches import Operand, Spoken, cause_of_launches, trace
from utest_ops.sample import Sample

Tensors = Mapping[str, capi.Tensor]


class CApi:
    """The C API on one chip."""

    tells_absence = True

    def __init__(self, chip: Chip) -> None:
        self._trace = trace()
        self._spoken: Spoken | None = None
        try:
            with self._trace.on():
                self._handle = capi.Handle(capi.device_by_name(chip.name))
        except (capi.LibraryMissing, capi.TpudnnError) as error:
            raise UsageError(str(error)) from error
        self._library = capi.library()
        self._enumerators = {
            name: value for enum in self._library.api["enums"].values() for name, value in enum.items()
        }
        self._changed: list[str] = []

    def run(self, sample: Sample) -> dict[str, torch.Tensor]:
        """Execute the case's call."""
        try:
            return self._run(sample, parse_call(sample.case.capi))
        except capi.TpudnnError as error:
            raise DeviceError(error.status, error.sentence) from error

    def cause(self, ran: bool) -> str:
        """What the launches of the last run say of its call."""
        return cause_of_launches(self._spoken, self._trace.launches(), ran) if self._spoken else ""

    def changed_inputs(self) -> list[str]:
        """Names of the inputs that the last run left with other bytes."""
        return self._changed

    def _run(self, sample: Sample, call: Call) -> dict[str, torch.Tensor]:
        operator = self._library.operator_called(call.function)
        if operator is None:
            raise CaseError(f"the C API has no operator tpudnn{call.function} or tpudnn{call.function}Async")
        with ExitStack() as stack:
            tensors = {name: stack.enter_context(self._upload(host)) for name, host in sample.inputs.items()}
            for name, (shape, dtype) in self._outputs(sample).items():
                if name not in tensors:
                    tensors[name] = stack.enter_context(self._room(shape, dtype))
            arguments = self._arguments(operator, call, tensors, sample)
            self._spoken = self._speak(arguments)
            self._trace.mark()
            self._handle.call(operator.key, **arguments)
            self._handle.sync()
            outputs = {name: _leading(self._read(tensors[name]), ref) for name, ref in sample.reference.items()}
            self._changed = [
                name for name, host in sample.inputs.items() if not _same_bits(self._read(tensors[name]), host)
            ]
        return outputs

    def _speak(self, arguments: Mapping[str, Any]) -> Spoken:
        tensors = {name: value for name, value in arguments.items() if isinstance(value, capi.Tensor)}
        for name, value in arguments.items():
            if isinstance(value, list):
                tensors |= {f"{name}[{index}]": tensor for index, tensor in enumerate(value)}
        operands = {
            name: Operand(
                self._handle.virt_to_phys(t.address), t.storage_elements * t.numpy_dtype.itemsize, t.dtype, t.shape
            )
            for name, t in tensors.items()
        }
        numbers = {name: value for name, value in arguments.items() if type(value) in (int, float)}
        return Spoken(operands, numbers)

    @contextmanager
    def _room(self, shape: tuple[int, ...], dtype: str) -> Iterator[capi.Tensor]:
        """Memory that holds what the chip leaves in it."""
        tensor = self._handle.empty(shape, dtype)
        try:
            yield tensor
        finally:
            self._handle.free(tensor.address)

    @contextmanager
    def _upload(self, host: torch.Tensor) -> Iterator[capi.Tensor]:
        """A copy with the host tensor's strides."""
        storage = _storage(host)
        address = self._handle.malloc(storage.numel())
        try:
            self._library.call(
                "tpudnnMemcpyH2D", self._handle.native, address or None, storage.data_ptr(), storage.numel()
            )
            yield capi.Tensor(address, tuple(host.shape), _c_dtype(of_tensor(host).name), tuple(host.stride()))
        finally:
            self._handle.free(address)

    def _read(self, tensor: capi.Tensor) -> torch.Tensor:
        host = torch.empty_strided(tensor.shape, tensor.stride, dtype=DTYPES[tensor.dtype].torch)
        storage = _storage(host)
        self._library.call(
            "tpudnnMemcpyD2H", self._handle.native, storage.data_ptr(), tensor.address or None, storage.numel()
        )
        return host

    @staticmethod
    def _outputs(sample: Sample) -> dict[str, tuple[tuple[int, ...], str]]:
        """Shape and dtype of every output to allocate."""
        shapes = {name: tuple(value.shape) for name, value in sample.reference.items()}
        shapes |= {name: room(**sample.inputs) for name, room in sample.case.room.items()}
        return {name: (shape, _c_dtype(sample.case.output_dtype(name, sample.dtype))) for name, shape in shapes.items()}

    def _arguments(self, operator: capi.Operator, call: Call, tensors: Tensors, sample: Sample) -> dict[str, Any]:
        """The call's arguments by parameter name; a list stands for its length too."""
        parameters = _without_lengths(operator.parameters)
        if len(call.arguments) != len(parameters):
            names = ", ".join(parameter["name"] for parameter in parameters)
            raise CaseError(f"{operator.name} takes {names}; the case gives {len(call.arguments)} arguments")
        return {
            parameter["name"]: self._value(parameter, argument, tensors, sample)
            for parameter, argument in zip(parameters, call.arguments, strict=True)
        }

    def _value(self, parameter: Mapping[str, Any], argument: Argument, tensors: Tensors, sample: Sample) -> Any:
        canonical = parameter["canonical"].replace("const ", "")
        if parameter["kind"] == "tensor":
            return None if argument is None else _tensor(parameter, argument, tensors)
        if parameter["kind"] == "tensor_list":
            return [_tensor(parameter, item, tensors) for item in argument]
        if isinstance(argument, Name):
            if argument.id not in self._enumerators:
                raise CaseError(f"{argument.id} is neither a tensor of the case nor an enumerator of the headers")
            return self._enumerators[argument.id]
        if canonical in self._library.api["structs"]:
            return self._library.types.struct(canonical)(*argument)
        if isinstance(argument, tuple):
            return ctypes.cast((ctypes.c_int * len(argument))(*argument), ctypes.c_void_p)
        if canonical == "void *":
            return ctypes.cast(ctypes.create_string_buffer(_element(argument, sample)), ctypes.c_void_p)
        return argument


def _without_lengths(parameters: tuple[Mapping[str, Any], ...]) -> list[Mapping[str, Any]]:
    after_list = (False, *(parameter["kind"] == "tensor_list" for parameter in parameters))
    return [parameter for parameter, length in zip(parameters, after_list, strict=False) if not length]


def _tensor(parameter: Mapping[str, Any], argument: Argument, tensors: Tensors) -> capi.Tensor:
    if not isinstance(argument, Name) or argument.id not in tensors:
        raise CaseError(f"parameter {parameter['name']} is a tensor; the case has no input or output {argument!r}")
    return tensors[argument.id]


def _c_dtype(dtype: str) -> str:
    """The C API's dtype: truth values are bytes."""
    return "u8" if dtype == "bool" else dtype


def _element(value: float, sample: Sample) -> bytes:
    """One element of the first output's dtype, as bytes."""
    first = next(iter(sample.case.outputs))
    dtype = DTYPES[sample.case.output_dtype(first, sample.dtype)].torch
    return bytes(torch.tensor([value]).to(dtype).view(torch.uint8).tolist())


def _storage(tensor: torch.Tensor) -> torch.Tensor:
    """The bytes from a tensor's first element to its last, gaps included."""
    if not tensor.numel():
        return torch.empty(0, dtype=torch.uint8)
    span = 1 + sum((size - 1) * step for size, step in zip(tensor.shape, tensor.stride(), strict=True))
    return tensor.as_strided((span,), (1,)).view(torch.uint8)


def _bytes(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.contiguous().reshape(-1).view(torch.uint8)


def _same_bits(one: torch.Tensor, other: torch.Tensor) -> bool:
    return torch.equal(_bytes(one), _bytes(other))


def _leading(value: torch.Tensor, reference: torch.Tensor) -> torch.Tensor:
    """The part of an output with room for more that the reference has."""
    if value.shape == reference.shape or value.dim() != reference.dim():
        return value
    return value[tuple(slice(size) for size in reference.shape)]
