"""Times of PyTorch operators on each device against the CPU, one thread each: bench.py runs it in a process of its own.

Prints JSON: [section, what, device, seconds]. The caller sets what holds PyTorch's CPU to one instruction set.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable

import torch

import torch_tpu

ROUNDS = 7
SECONDS = 0.05  # of one round
ELEMENTS = 1 << 20
DTYPES = {"f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16}
Tensors = tuple[torch.Tensor, ...]


def timed(call: Callable[[], object], wait: Callable[[], None]) -> float:
    """Seconds of one call, the median of some rounds; each is waited for as a whole."""

    def once(repeat: int) -> float:
        start = time.perf_counter()
        for _ in range(repeat):
            call()
        wait()
        return (time.perf_counter() - start) / repeat

    once(1)
    repeat = max(1, int(SECONDS / max(once(1), 1e-7)))
    return statistics.median(once(repeat) for _ in range(ROUNDS))


def operators() -> list[tuple[str, str, Callable[[torch.dtype], Tensors], Callable[..., object]]]:
    """Section, name, inputs on the CPU, and the call."""

    def matrices(size: int) -> Callable[[torch.dtype], Tensors]:
        return lambda dtype: (torch.randn(size, size).to(dtype), torch.randn(size, size).to(dtype))

    def rows(dtype: torch.dtype) -> Tensors:
        return (torch.randn(1024, ELEMENTS // 1024).to(dtype),)

    def two(dtype: torch.dtype) -> Tensors:
        return (*rows(dtype), *rows(dtype))

    def image(dtype: torch.dtype) -> Tensors:
        return torch.randn(4, 64, 56, 56).to(dtype), torch.randn(64, 64, 3, 3).to(dtype)

    norm = torch.nn.functional.layer_norm
    return [
        ("matrices", "mm 256", matrices(256), torch.mm),
        ("matrices", "mm 1024", matrices(1024), torch.mm),
        ("matrices", "conv2d 3x3, 4 x 64 x 56 x 56", image, lambda x, w: torch.conv2d(x, w, padding=1)),
        ("1 M elements", "add", two, torch.add),
        ("1 M elements", "exp", rows, torch.exp),
        ("1 M elements", "gelu", rows, torch.nn.functional.gelu),
        ("1 M elements", "softmax", rows, lambda x: torch.softmax(x, 1)),
        ("1 M elements", "layer_norm", rows, lambda x: norm(x, x.shape[1:])),
        ("1 M elements", "sum", rows, torch.sum),
        ("1 M elements", "sum over dimension 0", rows, lambda x: torch.sum(x, 0)),
        ("1 M elements", "transposed copy", rows, lambda x: x.t().contiguous()),
    ]


def copies() -> list[list[object]]:
    """Between host and device, beside the host's own copy of as much."""
    found: list[list[object]] = []
    host, other = torch.randn(4 * ELEMENTS), torch.empty(4 * ELEMENTS)
    found.append(["copies of 16 MiB", "host to device", "memcpy", timed(lambda: other.copy_(host), lambda: None)])
    found.append(["copies of 16 MiB", "device to host", "memcpy", found[0][3]])
    for index in range(torch.tpu.device_count()):
        device, name = torch.device(f"tpu:{index}"), torch.tpu.get_device_name(index)
        there = host.to(device)
        for what, call in (
            ("host to device", lambda there=there: there.copy_(host)),
            ("device to host", lambda there=there: other.copy_(there)),
        ):
            seconds = timed(call, lambda index=index: torch.tpu.synchronize(index))
            found.append(["copies of 16 MiB", what, name, seconds])
    return found


def main() -> int:
    torch.set_num_threads(1)
    torch_tpu.set_fallback_mode("error")
    devices = [("cpu", torch.device("cpu"), lambda: None)]
    for index in range(torch.tpu.device_count()):
        device = torch.device(f"tpu:{index}")
        devices.append((torch.tpu.get_device_name(index), device, lambda index=index: torch.tpu.synchronize(index)))
    found = []
    for section, what, inputs, call in operators():
        for name, dtype in DTYPES.items():
            torch.manual_seed(0)
            given = inputs(dtype)
            for device_name, device, wait in devices:
                moved = tuple(tensor.to(device) for tensor in given)
                try:
                    seconds = timed(lambda moved=moved, call=call: call(*moved), wait)
                except RuntimeError as error:
                    print(f"{what} {name} on {device_name}: {error}", file=sys.stderr)
                    continue
                found.append([section, f"{what}, {name}", device_name, seconds])
    json.dump([*found, *copies()], sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
