"""An operator by the C API alone: device memory, one call, a wait, copies back."""

import ctypes
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import torch

from utest_ops.case import Argument, Name, parse_call
from utest_ops.chips import Chip
from utest_ops.dtypes import DTYPES, of_tensor
from utest_ops.errors import CaseError
from utest_ops.sample import Sample
from utest_ops.via.binding import MAX_DIMS, SCALARS, CTensor, Library, Parameter, library

C_DTYPES = {
    "f32": "FP32",
    "f16": "FP16",
    "bf16": "BF16",
    "i64": "INT64",
    "i32": "INT32",
    "i16": "INT16",
    "i8": "INT8",
    "u8": "UINT8",
    "bool": "UINT8",
}


class DeviceTensor:
    """A tensor in device memory with the strides of the host tensor it was made from."""

    def __init__(
        self, library: Library, handle: ctypes.c_void_p, host: torch.Tensor, address: int, fresh: bool
    ) -> None:
        self._library, self._handle, self._host = library, handle, host
        self.address = address
        self._bytes = storage(host).numel()
        if not fresh and self._bytes:
            source = storage(host)
            library.call(
                "tpudnnMemcpyH2D",
                handle,
                ctypes.c_void_p(address),
                ctypes.c_void_p(source.data_ptr()),
                ctypes.c_uint64(self._bytes),
            )

    def c_tensor(self) -> CTensor:
        """The tensor as the C API takes it."""
        host = self._host
        dims = (0,) * (MAX_DIMS - host.dim())
        dtype = self._library.enumerators[f"TPUDNN_DTYPE_{C_DTYPES[of_tensor(host).name]}"]
        array = ctypes.c_int * MAX_DIMS
        return CTensor(self.address, host.dim(), array(*host.shape, *dims), array(*host.stride(), *dims), dtype)

    def read(self) -> torch.Tensor:
        """Copy back, same shape and strides."""
        host = torch.empty_strided(self._host.shape, self._host.stride(), dtype=self._host.dtype)
        if self._bytes:
            target = storage(host)
            self._library.call(
                "tpudnnMemcpyD2H",
                self._handle,
                ctypes.c_void_p(target.data_ptr()),
                ctypes.c_void_p(self.address),
                ctypes.c_uint64(self._bytes),
            )
        return host


def storage(tensor: torch.Tensor) -> torch.Tensor:
    """The bytes from a tensor's first element to its last, gaps included."""
    if not tensor.numel():
        return torch.empty(0, dtype=torch.uint8)
    span = 1 + sum((size - 1) * step for size, step in zip(tensor.shape, tensor.stride(), strict=True))
    return tensor.as_strided((span,), (1,)).view(torch.uint8)


class CApi:
    """The C API on one chip."""

    tells_absence = True

    def __init__(self, chip: Chip) -> None:
        self._library = library()
        self._handle = self._library.create(chip.name)
        self._changed: list[str] = []

    def run(self, sample: Sample) -> dict[str, torch.Tensor]:
        """Execute the case's call."""
        with ExitStack() as stack:
            tensors = {name: stack.enter_context(self._upload(host)) for name, host in sample.inputs.items()}
            for name, host in self._outputs(sample).items():
                if name not in tensors:
                    tensors[name] = stack.enter_context(self._upload(host, fresh=True))
            call = parse_call(sample.case.capi)
            function = f"tpudnn{call.function}Async"
            arguments = self._convert(function, call.arguments, tensors, sample)
            self._library.call(function, self._handle, *arguments)
            self._library.call("tpudnnSync", self._handle)
            outputs = {name: self._leading(tensors[name].read(), sample.reference[name]) for name in sample.reference}
            self._changed = [
                name
                for name, host in sample.inputs.items()
                if not torch.equal(storage(tensors[name].read()), storage(host))
            ]
        return outputs

    def changed_inputs(self) -> list[str]:
        """Names of the inputs that the last run left with other bytes."""
        return self._changed

    @contextmanager
    def _upload(self, host: torch.Tensor, fresh: bool = False) -> Iterator[DeviceTensor]:
        """Device memory for a tensor; `fresh` memory holds what the chip leaves in it. Freed in stream order."""
        address = ctypes.c_void_p()
        size = ctypes.c_uint64(storage(host).numel())
        self._library.call("tpudnnMallocAsync", self._handle, ctypes.byref(address), size)
        try:
            yield DeviceTensor(self._library, self._handle, host, address.value or 0, fresh)
        finally:
            self._library.call("tpudnnFreeAsync", self._handle, address)

    def _outputs(self, sample: Sample) -> dict[str, torch.Tensor]:
        shapes = {name: tuple(value.shape) for name, value in sample.reference.items()}
        shapes |= {name: room(**sample.inputs) for name, room in sample.case.room.items()}
        dtypes = {name: DTYPES[sample.case.output_dtype(name, sample.dtype)].torch for name in shapes}
        return {name: torch.empty(shape, dtype=dtypes[name]) for name, shape in shapes.items()}

    @staticmethod
    def _leading(value: torch.Tensor, reference: torch.Tensor) -> torch.Tensor:
        if value.shape == reference.shape or value.dim() != reference.dim():
            return value
        return value[tuple(slice(size) for size in reference.shape)]

    def _convert(self, function: str, given: tuple[Argument, ...], tensors: dict, sample: Sample) -> list[Any]:
        parameters = self._library.parameters(function)
        arguments: list[Any] = []
        for argument in given:
            if len(arguments) >= len(parameters):
                raise CaseError(f"{function} takes {len(parameters)} arguments, the case gives more")
            parameter = parameters[len(arguments)]
            if parameter.kind == "tensor_list":
                items = [tensors[item.id].c_tensor() for item in argument]
                arguments += [(CTensor * len(items))(*items), ctypes.c_int(len(items))]
            else:
                arguments.append(self._value(parameter, argument, tensors, sample))
        if len(arguments) != len(parameters):
            missing = ", ".join(p.name for p in parameters[len(arguments) :])
            raise CaseError(f"{function}: the case does not give {missing}")
        return arguments

    def _value(self, parameter: Parameter, argument: Argument, tensors: dict, sample: Sample) -> Any:
        canonical = parameter.canonical.replace("const ", "")
        if parameter.kind == "tensor":
            return self._tensor(parameter, argument, tensors)
        if isinstance(argument, Name):
            if argument.id not in self._library.enumerators:
                raise CaseError(f"{argument.id} is neither a tensor of the case nor an enumerator of the headers")
            return ctypes.c_int(self._library.enumerators[argument.id])
        if self._library.is_struct(canonical):
            return self._library.struct(canonical, argument)
        if canonical == "int *":
            return (ctypes.c_int * len(argument))(*argument)
        if canonical == "void *":
            return ctypes.create_string_buffer(self._element(argument, sample))
        return SCALARS.get(canonical, ctypes.c_int)(argument)

    def _tensor(self, parameter: Parameter, argument: Argument, tensors: dict) -> CTensor:
        if argument is None:
            return CTensor(None, 0, (ctypes.c_int * MAX_DIMS)(), (ctypes.c_int * MAX_DIMS)(), -1)
        if not isinstance(argument, Name) or argument.id not in tensors:
            raise CaseError(f"parameter {parameter.name} is a tensor; the case has no input or output {argument!r}")
        return tensors[argument.id].c_tensor()

    @staticmethod
    def _element(value: float, sample: Sample) -> bytes:
        """One element of the first output's dtype, as bytes."""
        first = next(iter(sample.case.outputs))
        dtype = DTYPES[sample.case.output_dtype(first, sample.dtype)].torch
        return bytes(torch.tensor([value]).to(dtype).view(torch.uint8).tolist())
