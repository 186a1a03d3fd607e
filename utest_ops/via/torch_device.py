"""An operator through torch.device("tpu")."""

import re
import warnings

import torch

from utest_ops.case import Case
from utest_ops.chips import Chip
from utest_ops.errors import CaseError, DeviceError, UsageError
from utest_ops.sample import Sample

FELL_BACK = "ON_CPU"
COPY = "aten::_copy_from"  # e.g. of indices to 64 bits, which some chips cannot compute with


def load() -> None:
    """Import the device. Raises UsageError where it is not built."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            import torch_tpu  # noqa: F401
    except ImportError as error:
        raise UsageError(f"{error} The C API alone needs no extension: --via capi") from error


def _device_of(chip: Chip) -> torch.device:
    names = [torch.tpu.get_device_name(index) for index in range(torch.tpu.device_count())]
    if chip.name not in names:
        raise UsageError(
            f"torch has no device of chip {chip.name}; there are {', '.join(names) or 'none'} (TPUDNN_CHIPS)"
        )
    return torch.device("tpu", names.index(chip.name))


class TorchDevice:
    """The torch device of a chip. An operator that would fall back to the CPU fails: it would compare the CPU with itself."""

    tells_absence = False

    def __init__(self, chip: Chip) -> None:
        load()
        self.device = _device_of(chip)
        self._changed: list[str] = []

    def run(self, sample: Sample) -> dict[str, torch.Tensor]:
        """Execute the case on the device."""
        case = sample.case
        try:
            inputs = {name: tensor.to(self.device) for name, tensor in sample.inputs.items()}
            values = self._compute(case, inputs)
            outputs = {name: value.cpu() for name, value in zip(case.outputs, values, strict=True)}
            self._changed = [
                name for name, tensor in inputs.items() if not _same_bits(tensor.cpu(), sample.inputs[name])
            ]
        except RuntimeError as error:
            raise _as_device_error(error) from error
        return outputs

    def cause(self, ran: bool) -> str:
        """PyTorch makes the call: what it said is not known here."""
        return ""

    def changed_inputs(self) -> list[str]:
        """Names of the inputs that the last run left with other values."""
        return self._changed

    def _compute(self, case: Case, inputs: dict[str, torch.Tensor]) -> tuple[torch.Tensor, ...]:
        import torch_tpu

        compute = case.torch if callable(case.torch) else case.compute
        torch_tpu.reset_fallbacks()
        result = compute(**inputs) if inputs else compute(device=self.device)
        torch.tpu.synchronize(self.device)
        fell_back = [report for report in torch_tpu.fallbacks() if report.operator != COPY]
        if fell_back:
            raise DeviceError(FELL_BACK, "; ".join(map(str, fell_back)))
        if not torch_tpu.native_calls():
            raise DeviceError(FELL_BACK, "no native operator ran: the case would compare the CPU with itself")
        values = result if isinstance(result, tuple) else (result,)
        if len(values) != len(case.outputs):
            raise CaseError(f"case {case.id}: torch gives {len(values)} outputs, outputs names {len(case.outputs)}")
        return values


def _bytes(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.contiguous().reshape(-1).view(torch.uint8)


def _same_bits(one: torch.Tensor, other: torch.Tensor) -> bool:
    return torch.equal(_bytes(one), _bytes(other))


def _as_device_error(error: Exception) -> DeviceError:
    text = str(error).split("\nException raised from")[0].strip()
    status = re.search(r"TPUDNN_STATUS_(\w+)", text)
    return DeviceError(status.group(1) if status else "ERROR", text)
