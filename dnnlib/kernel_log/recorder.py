"""Writes what the library launches, copies and fills: a subscriber of its activities."""

import atexit
import base64
import ctypes
import hashlib
import json
import os
import threading
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from dnnlib import argument_structs, capi

FORMAT, VERSION = "tpudnn-kernel-log", 1
KINDS = ("operator", "graph", "launch", "copy_h2d", "copy_d2h", "copy_d2d", "fill", "free")

Sink = str | os.PathLike[str] | Callable[[dict[str, Any]], object] | None


@dataclass(frozen=True)
class Buffer:
    """An allocation: its number in the log, where it lies, what it has."""

    number: int
    device: int
    address: int
    physical: int
    size: int

    def place(self, physical: int) -> dict[str, int]:
        return {"buffer": self.number, "offset": physical - self.physical}


class _Turn:
    """One thread at a time, from the begin of an activity to its end, which are two callbacks. Open to all once it is closed: nobody may wait for a
    thread whose end is not told any more."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._owner: int | None = None
        self._closed = False

    def take(self) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._owner is None)
            self._owner = threading.get_ident()

    def give(self) -> None:
        with self._changed:
            self._owner = None
            self._changed.notify_all()

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()


class Recorder:
    """One log, from its making to disable()."""

    latest: "Recorder | None" = None

    def __init__(self, to: Sink, content: bool) -> None:
        self._content = content
        self._process = os.getpid()  # what a forked child does is not in the log
        self._path = Path(to) if to is not None and not callable(to) else None
        self._call = to if callable(to) else None
        self._file: IO[str] | None = None
        self._kept: list[dict[str, Any]] = []
        self._lock = threading.RLock()  # of what follows
        self._turn = _Turn()
        self._calls: dict[int, tuple[str, str]] = {}  # operators and graphs that run -> kind, key
        self._open: dict[int, tuple[int, dict[str, Any]]] = {}  # entered, by their sequence
        self._waiting: dict[int, dict[str, Any] | None] = {}  # in the order in which they began; None: not done yet
        self._slots = 0
        self._buffers: dict[tuple[int, int], Buffer] = {}  # by device and address
        self._known: set[str] = set()  # contents written
        self._handles: dict[int, capi.Handle] = {}
        self._numbers = self._buffer_numbers = 0
        if self._path is not None:
            self._file = self._path.open("w", encoding="utf-8")
        self._begin()
        self.enabled = True
        self._subscriber = capi.ActivitySubscriber(self._told, KINDS)
        Recorder.latest = self
        atexit.register(self._at_exit)

    # --- the log as a whole --------------------------------------------------------------------------------------------------------------

    def disable(self) -> None:
        """Ends the log; raises what went wrong while it was written. Nothing where it has ended."""
        if not self.enabled:
            return
        self.enabled = False
        if os.getpid() != self._process:
            return
        atexit.unregister(self._at_exit)
        self._turn.close()
        try:
            self._subscriber.close()
        finally:
            with self._lock:
                self._finish()
            for handle in self._handles.values():
                stream = ctypes.c_void_p(handle.stream)
                handle.close()
                capi.library().call("tpudnnStreamDestroy", stream)
            self._handles.clear()

    def _at_exit(self) -> None:
        try:
            self.disable()
        except Exception as error:
            print(f"the kernel log: {error}", flush=True)

    def _finish(self) -> None:
        for slot in [slot for slot, record in self._waiting.items() if record is None]:
            del self._waiting[slot]  # its end was not told
        self._write_done()
        self._write({"end": self._numbers})
        if self._file:
            self._file.close()
            self._file = None

    def clear(self) -> None:
        """Forgets what was written; numbers of buffers go on."""
        with self._lock:
            self._kept.clear()
            self._known.clear()
            self._buffers.clear()
            if self._file:
                self._file.seek(0)
                self._file.truncate()
            self._begin()

    def json(self) -> str:
        """All records as a JSON list. Of a log that goes to a function there are none."""
        with self._lock:
            if self._path is None:
                return "[" + ",\n ".join(json.dumps(record) for record in self._kept) + "]"
            if self._file:
                self._file.flush()
            lines = self._path.read_text(encoding="utf-8").splitlines()
            return "[" + ",\n ".join(lines) + "]"

    def __enter__(self) -> "Recorder":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if value is None:
            self.disable()
            return
        try:
            self.disable()
        except Exception:  # what went wrong before is what the caller has to know
            return

    def _begin(self) -> None:
        self._write({"log": FORMAT, "version": VERSION, "content": self._content, "process": os.getpid()})

    def _write(self, record: dict[str, Any]) -> None:
        if self._call:
            self._call(record)
        elif self._file:
            self._file.write(json.dumps(record) + "\n")
            self._file.flush()
        elif self._path is None:
            self._kept.append(record)

    # --- activities ----------------------------------------------------------------------------------------------------------------------

    def _told(self, activity: capi.Activity) -> None:
        if os.getpid() != self._process:
            return
        kind, entering = activity.kind, activity.phase == "enter"
        if kind in ("operator", "graph"):
            with self._lock:
                if entering:
                    self._calls[activity.sequence] = (kind, activity.key or "")
                else:
                    self._calls.pop(activity.sequence, None)
        elif kind == "free":
            if not entering and activity.status == "SUCCESS":
                with self._lock:
                    self._forget(activity.device, activity.address)
        elif entering:
            self._enter(activity)
        else:
            self._leave(activity)

    def _enter(self, activity: capi.Activity) -> None:
        if self._content:
            self._turn.take()
        with self._lock:
            self._numbers += 1
            record: dict[str, Any] = {"n": self._numbers}
            self._open[activity.sequence] = (self._slot(), record)
            buffers: dict[int, Buffer] = {}

            def place(physical: int) -> Any:
                buffer = self._buffer(activity.device, physical)
                if buffer is None:
                    return 0 if physical == 0 else {"address": hex(physical)}
                buffers[buffer.number] = buffer
                return buffer.place(physical)

            self._describe(activity, record, place)
            if self._content:
                self._wait(record)
                record["before"] = self._contents(buffers.values())
                if activity.kind == "copy_h2d":
                    record["host"] = self._keep(ctypes.string_at(activity.host, activity.bytes))

    def _describe(self, activity: capi.Activity, record: dict[str, Any], place: Callable[[int], Any]) -> None:
        kind, key = self._calls.get(activity.parent, ("", ""))
        where = {
            "chip": activity.chip,
            "device": activity.device,
            "stream": activity.stream_number,
            "thread": activity.thread,
        }
        if activity.kind == "launch":
            record |= {"launch": activity.key, "kernel": activity.symbol, **where}
            record |= {"operator": key} if kind == "operator" else {"graph": activity.parent} if kind else {}
            record |= {"args": activity.args_name, "size": activity.args_size, "cores": activity.cores}
            if activity.args_name in argument_structs.layouts():
                record["fields"] = argument_structs.decode(activity.args_name, activity.arguments, place)
            else:
                record["bytes"] = activity.arguments.hex()
            return
        name = activity.kind.removeprefix("copy_")
        record |= {"fill": activity.value} if name == "fill" else {"copy": name}
        record |= {**where, "bytes": activity.bytes}
        if name != "d2h":
            record["dst"] = place(activity.dst)
        if name in ("d2h", "d2d"):
            record["src"] = place(activity.src)

    def _leave(self, activity: capi.Activity) -> None:
        try:
            with self._lock:
                if activity.sequence not in self._open:
                    return
                slot, record = self._open.pop(activity.sequence)
                record["status"] = activity.status
                if self._content:
                    self._wait(record)
                    known = {buffer.number: buffer for buffer in self._buffers.values()}
                    numbers = [int(number) for number in record.get("before", {})]
                    record["after"] = self._contents(known[number] for number in numbers if number in known)
                    if activity.kind == "copy_d2h":
                        record["host"] = self._keep(ctypes.string_at(activity.host, activity.bytes))
                self._waiting[slot] = record
                self._write_done()
        finally:
            if self._content:
                self._turn.give()

    def _write_done(self) -> None:
        """In the order in which they began."""
        for slot in tuple(self._waiting):
            record = self._waiting[slot]
            if record is None:
                return
            del self._waiting[slot]
            self._write(record)

    def _slot(self, record: dict[str, Any] | None = None) -> int:
        self._slots += 1
        self._waiting[self._slots] = record
        return self._slots

    # --- memory --------------------------------------------------------------------------------------------------------------------------

    def _handle(self, device: int) -> capi.Handle:
        """On a stream of its own: the program's may be captured."""
        if device not in self._handles:
            stream = ctypes.c_void_p()
            capi.library().call("tpudnnStreamCreate", device, ctypes.byref(stream))
            self._handles[device] = capi.Handle(device, stream.value)
        return self._handles[device]

    def _buffer(self, device: int, physical: int) -> Buffer | None:
        """The allocation of a physical address; None for none."""
        lib, native = capi.library(), self._handle(device).native
        address = lib.cdll.tpudnnPhysToVirt(native, physical) if physical else None
        if not address:
            return None
        base, size = capi.address_range(address)
        key = (device, base)
        if key not in self._buffers:
            self._buffer_numbers += 1
            start = lib.cdll.tpudnnVirtToPhys(native, base)
            made = self._buffers[key] = Buffer(self._buffer_numbers, device, base, start, size)
            self._write({"buffer": made.number, "device": device, "bytes": size})
        return self._buffers[key]

    def _forget(self, device: int, address: int) -> None:
        buffer = self._buffers.pop((device, address), None)
        if buffer:
            self._slot({"free": buffer.number})
            self._write_done()

    def _wait(self, record: dict[str, Any]) -> None:
        """For everything; a fault stays the program's to hear of."""
        try:
            capi.activity_flush()
        except capi.TpudnnError as error:
            record["fault"] = error.sentence

    def _contents(self, buffers: Iterable[Buffer]) -> dict[str, str]:
        return {str(buffer.number): self._keep(self._read(buffer)) for buffer in buffers}

    def _read(self, buffer: Buffer) -> bytes:
        data = ctypes.create_string_buffer(buffer.size)
        native = self._handle(buffer.device).native
        capi.library().call("tpudnnMemcpyD2H", native, data, buffer.address, buffer.size)
        return data.raw

    def _keep(self, data: bytes) -> str:
        """The name of a content; the first time it is written too."""
        name = hashlib.sha256(data).hexdigest()[:32]
        if name not in self._known:
            self._known.add(name)
            packed = base64.b64encode(zlib.compress(data, 1)).decode()
            self._write({"content": name, "bytes": len(data), "zlib": packed})
        return name
