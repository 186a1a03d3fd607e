"""Streams and events. They are torch.Stream and torch.Event of the tpu device."""

from __future__ import annotations

from types import TracebackType

import torch

from torch_tpu.tpu.devices import DeviceLike, device_index


class Stream(torch.Stream):
    """A queue of work on one device, of its own."""

    def __new__(cls, device: DeviceLike = None, priority: int = 0, **kwargs: int) -> Stream:
        if kwargs:
            return super().__new__(cls, priority=priority, **kwargs)
        return super().__new__(cls, device=f"tpu:{device_index(device)}", priority=priority)

    def wait_event(self, event: torch.Event) -> None:
        """What is queued from now on runs after the event."""
        event.wait(self)


def Event(enable_timing: bool = False, blocking: bool = False, interprocess: bool = False) -> torch.Event:
    """A point in a stream: a torch.Event of the tpu device (torch's event functions take no subclass)."""
    return torch.Event(device="tpu", enable_timing=enable_timing, blocking=blocking, interprocess=interprocess)


class StreamContext:
    """Context manager: the current stream (and device) is another one inside the block."""

    def __init__(self, stream: torch.Stream | None) -> None:
        self.stream = stream
        self.previous: torch.Stream | None = None
        self.previous_device = -1

    def __enter__(self) -> torch.Stream | None:
        if self.stream is not None:
            self.previous_device = torch._C._accelerator_exchangeDevice(self.stream.device.index)
            self.previous = torch._C._accelerator_getStream(self.stream.device.index)
            torch._C._accelerator_setStream(self.stream)
        return self.stream

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.previous is not None:
            torch._C._accelerator_setStream(self.previous)
            torch._C._accelerator_setDeviceIndex(self.previous_device)


def stream(stream: torch.Stream | None) -> StreamContext:
    """with torch.tpu.stream(s): ..."""
    return StreamContext(stream)


def current_stream(device: DeviceLike = None) -> torch.Stream:
    return torch._C._accelerator_getStream(device_index(device))


def default_stream(device: DeviceLike = None) -> torch.Stream:
    index = device_index(device)
    kind = torch._C._accelerator_getStream(index).device_type
    return torch.Stream(stream_id=0, device_index=index, device_type=kind)


def is_current_stream_capturing() -> bool:
    """Whether the current stream of the current device is captured into a graph, or takes part in a capture."""
    return torch.ops.tpu_runtime.is_capturing(device_index(None))


def set_stream(stream: torch.Stream) -> None:
    """Make a stream current for the calling thread, and its device with it."""
    torch._C._accelerator_setStream(stream)
