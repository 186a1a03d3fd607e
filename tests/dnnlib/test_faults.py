"""The simulators' switch for failures: each device allocation, copy and launch of each operator's call fails once. The status is exact, nothing
leaks, and the handle goes on."""

import ctypes
import functools
import subprocess
from collections.abc import Callable, Iterator

import pytest
import torch
from conftest import CHIPS

from dnnlib import capi
from tests.simulators import runtime_of
from utest_ops.case import Case, parse_call
from utest_ops.chips import all_chips
from utest_ops.discover import find_operators, load_cases
from utest_ops.errors import DeviceError
from utest_ops.sample import Sample, draw_inputs, make_sample
from utest_ops.via.capi import CApi

pytestmark = pytest.mark.native

# tpusimOperation_t -> status of the call that meets the failure.
OPERATIONS = {"allocation": (0, "OUT_OF_MEMORY"), "copy": (1, "DEVICE_FAULT"), "launch": (2, "DEVICE_FAULT")}
# Operators that the library declares and does not implement, and the one without tensors.
WITHOUT_CASE = {
    *("tpudnnAttnAsync", "tpudnnAttnBackwardAsync", "tpudnnFeatureDropoutAsync", "tpudnnDummyAsync"),
    *("tpudnnDropoutMultiCoreAsync", "tpudnnMlpW8A8QuantAsync", "tpudnnPagedAttentionFp8Async"),
    *("tpudnnFusedMoEGroupedTopkMultiCoreAsync", "tpudnnFusedMoEFusedExpertsMultiCoreAsync"),
    *("tpudnnDynLibExecuteAsync", "tpudnnDynLibExecuteAsyncCompact"),
}


class Simulator:
    """The simulated runtime that the library has loaded."""

    def __init__(self, chip: str) -> None:
        library, self._prefix = runtime_of(chip)
        self._cdll = ctypes.CDLL(str(library))

    def fail_at(self, operation: int, k: int) -> int:
        function = getattr(self._cdll, f"{self._prefix}FailAt")
        function.argtypes, function.restype = [ctypes.c_int, ctypes.c_ulonglong], ctypes.c_longlong
        return function(operation, k)

    def bytes_in_use(self) -> int:
        function = getattr(self._cdll, f"{self._prefix}BytesInUse")
        function.restype = ctypes.c_ulonglong
        return function(0)

    def last_status(self) -> int:
        return getattr(self._cdll, f"{self._prefix}LastStatus")()


@functools.cache
def smallest_cases(chip: str) -> dict[str, tuple[str, Case, str]]:
    """C API function -> the harness's case of it with the fewest elements: its operator, the case, a dtype that the chip has."""
    found: dict[str, tuple[int, str, Case, str]] = {}
    for operator in find_operators(["all"]):
        for case in load_cases(operator):
            dtype = next((dtype for dtype in case.dtypes if all_chips()[chip].has(operator, case, dtype)), None)
            if not case.capi or dtype is None:
                continue
            inputs = draw_inputs(case, dtype, operator, 0)
            size = sum(tensor.numel() for tensor in inputs.values())
            called = capi.library().operator_called(parse_call(case.capi).function)
            function = called.name if called else ""
            if function not in found or 0 < size < found[function][0]:
                found[function] = (size, operator, case, dtype)
    return {function: (operator, case, dtype) for function, (_, operator, case, dtype) in found.items()}


def operator_functions() -> list[str]:
    try:
        return sorted(operator.name for operator in capi.library().operators.values())
    except capi.LibraryMissing:
        return []


@pytest.fixture
def simulator(lib: capi.Library, chip_name: str) -> Iterator[Simulator]:
    made = Simulator(chip_name)
    yield made
    for operation, _ in OPERATIONS.values():
        made.fail_at(operation, 0)


def in_use(lib: capi.Library, device: int) -> tuple[int, int]:
    lib.call("tpudnnDeviceSynchronize", device)
    info = lib.types.struct("tpudnnMemoryInfo_t")()
    lib.call("tpudnnGetMemoryInfo", device, ctypes.byref(info))
    return info.allocated_bytes, info.allocations


def same(one: dict[str, torch.Tensor], other: dict[str, torch.Tensor]) -> bool:
    bits = [[tensor.reshape(-1).view(torch.uint8) for tensor in tensors.values()] for tensors in (one, other)]
    return all(torch.equal(left, right) for left, right in zip(*bits, strict=True))


@pytest.mark.parametrize("chip_name", CHIPS)
@pytest.mark.parametrize("function", operator_functions())
def test_each_failure_of_each_operator(lib: capi.Library, simulator: Simulator, chip_name: str, function: str) -> None:
    if function in WITHOUT_CASE:
        pytest.skip("no case: it is not implemented, or has no tensors")
    if function not in smallest_cases(chip_name):
        pytest.skip(f"{chip_name} does not have it")
    operator, case, dtype = smallest_cases(chip_name)[function]
    chip = all_chips()[chip_name]
    sample: Sample = make_sample(case, dtype, chip, draw_inputs(case, dtype, operator, 0))
    path, device = CApi(chip), capi.device_by_name(chip_name)
    expected = path.run(sample)
    before = (in_use(lib, device), simulator.bytes_in_use())
    failures = 0
    for kind, (operation, status) in OPERATIONS.items():
        simulator.fail_at(operation, 0)
        assert same(path.run(sample), expected)
        count = simulator.fail_at(operation, 0)
        assert count > 0 or kind == "launch"
        for k in range(1, count + 1):
            where = f"{function} on {chip_name}, {kind} {k} of {count}"
            simulator.fail_at(operation, k)
            with pytest.raises(DeviceError) as raised:
                path.run(sample)
            assert raised.value.status == status, f"{where}: {raised.value}"
            assert f"this {kind} was to fail" in str(raised.value), where
            assert (in_use(lib, device), simulator.bytes_in_use()) == before, f"{where}: memory is left"
            assert same(path.run(sample), expected), f"{where}: another result afterwards"
            failures += 1
    assert failures >= 3


@pytest.mark.parametrize("chip_name", CHIPS)
def test_launch_without_tensors(lib: capi.Library, simulator: Simulator, chip_name: str) -> None:
    with capi.Handle(capi.device_by_name(chip_name)) as handle:
        simulator.fail_at(OPERATIONS["launch"][0], 2)
        handle.call("dummy")
        handle.sync()
        with pytest.raises(capi.TpudnnError, match="this launch was to fail") as raised:
            handle.call("dummy")
            handle.sync()
        assert raised.value.status == "DEVICE_FAULT"
        handle.call("dummy")
        handle.sync()


def test_every_operator_is_here(lib: capi.Library) -> None:
    covered = set().union(*(smallest_cases(chip) for chip in CHIPS))
    assert {operator.name for operator in lib.operators.values()} - covered == WITHOUT_CASE


@pytest.mark.parametrize("chip", CHIPS)
def test_environment_variables(run_script: Callable[..., subprocess.CompletedProcess[str]], chip: str) -> None:
    variable = f"TPUSIM_{chip.upper()}_FAIL"
    code = f"""
from dnnlib import capi
with capi.Handle(capi.device_by_name("{chip}")) as handle:
    handle.malloc(64)
    try:
        handle.malloc(64)
    except capi.TpudnnError as error:
        print(error)
    handle.malloc(64)
"""
    done = run_script(code, **{variable: "launch:9,allocation:2"})
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("OUT_OF_MEMORY: tpudnnMallocAsync: ") and "this allocation was to fail" in done.stdout
    done = run_script(code, **{variable: "launches:9"})
    assert done.returncode != 0 and f"environment variable {variable} is" in done.stderr
    assert "it takes a list of allocation:K, copy:K, launch:K" in done.stderr
