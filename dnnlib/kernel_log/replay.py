"""tpu-replay: runs a kernel log with content again, on its chip or on another one, and compares what comes out bit by bit.

Each launch and copy gets the buffers as they were when it was logged, so one that differs does not make others differ.
"""

import argparse
import base64
import binascii
import contextlib
import ctypes
import hashlib
import json
import os
import sys
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from dnnlib import argument_structs, capi
from dnnlib.kernel_log.recorder import FORMAT, VERSION
from dnnlib.paths import description

EQUAL, DIFFERENT, NOT_REPLAYED = 0, 1, 2
_FLOATS = {code: name for name, code in argument_structs.CODES.items() if name in ("f32", "f16", "bf16")}


class LogError(Exception):
    """A log that cannot be replayed: file, line, sentence."""


@dataclass
class Difference:
    """A launch or copy that did not give what the log has."""

    line: int
    what: str
    says: str
    buffer: int | None = None
    bytes_different: int = 0
    max_diff: float | None = None


@dataclass
class Report:
    """What a replay found."""

    log: str
    chips: dict[str, str] = field(default_factory=dict)  # of the log -> replayed on
    launches: int = 0
    copies: int = 0
    equal: int = 0
    differences: list[Difference] = field(default_factory=list)
    untranslated: list[str] = field(default_factory=list)

    @property
    def exit_code(self) -> int:
        if self.untranslated:
            return NOT_REPLAYED
        return DIFFERENT if self.differences else EQUAL

    def text(self) -> str:
        lines = [
            f"{self.log}:{one.line}: {one.what}: {one.says}"
            + (f", max_diff {one.max_diff:g}" if one.max_diff is not None else "")
            for one in self.differences
        ]
        lines += self.untranslated
        chips = ", ".join(of if of == on else f"{of} on {on}" for of, on in self.chips.items())
        count = f"{self.launches} launches, {self.copies} copies and fills"
        verdict = f"{self.equal} equal, {len(self.differences)} different"
        if self.untranslated:
            verdict += f", {len(self.untranslated)} not replayed"
        lines.append(f"tpu-replay: {count} of {chips or 'no chip'}: {verdict}")
        return "\n".join(lines)


@dataclass(frozen=True)
class Row:
    """A row of a chip's kernel table, as far as a replay needs it."""

    key: str
    symbol: str
    args: str
    size: int


@cache
def kernel_table(chip: str) -> Mapping[str, Row]:
    """The table that the library loads for the chip, by key."""
    folder = os.environ.get("TPUDNN_KERNEL_TABLES")
    path = Path(folder) / f"{chip}.kernels" if folder else description(f"{chip}.kernels")
    rows = {}
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        key, *fields = line.split("\t")
        values = dict(one.partition("=")[::2] for one in fields)
        rows[key] = Row(key, values.get("symbol", ""), values.get("args", ""), int(values.get("size", 0)))
    return rows


def read(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Line numbers and records; LogError for what is no log of this version with content."""
    try:
        text = path.read_bytes().decode()
    except (OSError, UnicodeDecodeError) as error:
        raise LogError(f"{path}: cannot be read: {error}") from None
    ended = False
    for number, line in enumerate(text.splitlines(), 1):
        try:
            record = json.loads(line)
        except ValueError:
            last = number == text.count("\n") + 1
            cut = "the line is cut off: the program that wrote it was still running, or died" if last else "not JSON"
            raise LogError(f"{path}:{number}: {cut}") from None
        if not isinstance(record, dict):
            raise LogError(f"{path}:{number}: not a record of a kernel log")
        if number == 1:
            _require_log(path, record)
            continue
        ended = "end" in record
        yield number, record
    if not text:
        raise LogError(f"{path}: is empty")
    if not ended:
        print(f"{path}: the log has no end: what follows its last line is not known", file=sys.stderr)


def _require_log(path: Path, header: Mapping[str, Any]) -> None:
    if header.get("log") != FORMAT:
        raise LogError(f"{path}:1: not a kernel log: it does not begin with one's header")
    if header.get("version") != VERSION:
        raise LogError(
            f"{path}:1: a kernel log of version {header.get('version')}; this program reads version {VERSION}"
        )
    if not header.get("content"):
        raise LogError(
            f"{path}:1: the log was written without content, so there is nothing to replay it with; "
            "write it with kernel_log.enable(..., content=True) or TPUDNN_KERNEL_LOG_CONTENT=1"
        )


class Replay:
    """One log on one chip, or each device's work on its own."""

    def __init__(self, path: Path, chip: str | None) -> None:
        self._path = path
        self._chip = capi.device_properties(capi.device_by_name(chip))["chip"] if chip else None
        self._contents: dict[str, bytes] = {}
        self._sizes: dict[int, int] = {}
        self._memory: dict[tuple[str, int], int] = {}  # by chip and buffer
        self._handles: dict[str, capi.Handle] = {}
        self._line = 0
        self.report = Report(str(path))

    def run(self) -> Report:
        try:
            for line, record in read(self._path):
                self._line = line
                try:
                    self._replay(record)
                except (KeyError, TypeError, AttributeError, IndexError) as error:
                    raise self._error(f"not a record of a kernel log: {type(error).__name__}: {error}") from None
        finally:
            for handle in self._handles.values():
                handle.close()
        return self.report

    def _error(self, sentence: str) -> LogError:
        return LogError(f"{self._path}:{self._line}: {sentence}")

    def _replay(self, record: dict[str, Any]) -> None:
        if "content" in record:
            self._contents[record["content"]] = self._unpack(record)
        elif "buffer" in record:
            self._sizes[int(record["buffer"])] = int(record["bytes"])
        elif "free" in record:
            for (chip, buffer), address in tuple(self._memory.items()):
                if buffer == record["free"]:
                    self._handles[chip].free(address)
                    del self._memory[chip, buffer]
        elif "launch" in record:
            self.report.launches += 1
            self._work(record)
        elif "copy" in record or "fill" in record:
            self.report.copies += 1
            self._work(record)
        elif "end" not in record:
            raise self._error(f"a record that this version does not know: {', '.join(record) or 'empty'}")

    def _unpack(self, record: Mapping[str, Any]) -> bytes:
        try:
            data = zlib.decompress(base64.b64decode(record["zlib"], validate=True))
        except (binascii.Error, zlib.error, ValueError):
            raise self._error("the content is damaged") from None
        if len(data) != record["bytes"] or hashlib.sha256(data).hexdigest()[:32] != record["content"]:
            raise self._error("the content is not what its name says: it was changed")
        return data

    # --- one launch or copy --------------------------------------------------------------------------------------------------------------

    def _work(self, record: dict[str, Any]) -> None:
        chip = self._chip or str(record["chip"])
        self.report.chips[str(record["chip"])] = chip
        handle = self._handle(chip)
        what = self._what(record)
        try:
            call = self._launch(chip, handle, record) if "launch" in record else self._copy(chip, handle, record)
        except _Untranslated as reason:
            self.report.untranslated.append(f"{self._path}:{self._line}: {what} is not replayed: {reason}")
            return
        for buffer, name in record["before"].items():
            self._upload(chip, int(buffer), self._content(name))
        before = len(self.report.differences)
        status = self._status(handle, call)
        expected = "DEVICE_FAULT" if "fault" in record else record["status"]
        if status[0] != expected:
            says = f"{status[0]}, the log has {expected}" + (f": {status[1]}" if status[1] else "")
            self.report.differences.append(Difference(self._line, what, says))
        elif expected == "SUCCESS":
            self._compare(chip, record, what)
        self.report.equal += len(self.report.differences) == before

    def _what(self, record: Mapping[str, Any]) -> str:
        if "launch" in record:
            return f"launch {record['n']} ({record['launch']}, {record['kernel']})"
        return f"{'fill' if 'fill' in record else 'copy ' + record['copy']} {record['n']}"

    def _status(self, handle: capi.Handle, call: Any) -> tuple[str, str]:
        try:
            call()
            handle.sync()
            return "SUCCESS", ""
        except capi.TpudnnError as error:
            with contextlib.suppress(capi.TpudnnError):  # what is left of the fault
                handle.sync()
            return error.status, error.sentence

    def _launch(self, chip: str, handle: capi.Handle, record: dict[str, Any]) -> Any:
        row = kernel_table(chip).get(record["launch"])
        same = chip == record["chip"]
        if row is None or not row.symbol:
            raise _Untranslated(f"the kernel table of {chip} has no kernel for '{record['launch']}'")
        if row.args != record["args"] or row.size != record["size"]:
            raise _Untranslated(
                f"'{record['launch']}' takes {row.args} of {row.size} bytes on {chip}, "
                f"the log has {record['args']} of {record['size']} bytes"
            )
        if same and row.symbol != record["kernel"]:
            raise _Untranslated(f"the kernel of '{record['launch']}' is {row.symbol} now")
        if "fields" not in record:
            raise _Untranslated("its argument struct was not known when it was logged, so its addresses are not")

        if record["args"] not in argument_structs.layouts():
            raise _Untranslated(f"this build has no struct {record['args']}")

        def address(place: Any) -> int:
            return self._physical(chip, handle, place)

        try:
            data = argument_structs.encode(record["args"], record["fields"], address)
        except argument_structs.NoFit as error:
            raise self._error(str(error)) from None
        groups = (1, int(record["cores"])) if same else (0, 0)
        key = record["launch"].encode()
        return lambda: handle.lib.call("tpudnnLaunchKernel", handle.native, key, data, len(data), *groups)

    def _copy(self, chip: str, handle: capi.Handle, record: dict[str, Any]) -> Any:
        ends = {end: self._virtual(chip, handle, record[end]) for end in ("dst", "src") if end in record}
        size, lib = int(record["bytes"]), handle.lib
        if "fill" in record:
            return lambda: lib.call("tpudnnMemset", handle.native, ends["dst"], int(record["fill"]), size)
        if record["copy"] == "d2d":
            return lambda: lib.call("tpudnnMemcpyD2D", handle.native, ends["dst"], ends["src"], size)
        if record["copy"] == "h2d":
            data = self._content(record["host"])
            if len(data) != size:
                raise self._error(f"the copy has {size} bytes, its content {len(data)}")
            return lambda: lib.call("tpudnnMemcpyH2D", handle.native, ends["dst"], data, size)
        if record["copy"] != "d2h":
            raise self._error(f"copies are h2d, d2h and d2d, not {record['copy']}")
        self._host = ctypes.create_string_buffer(max(size, 1))
        return lambda: lib.call("tpudnnMemcpyD2H", handle.native, self._host, ends["src"], size)

    def _compare(self, chip: str, record: Mapping[str, Any], what: str) -> None:
        for buffer, name in record["after"].items():
            self._compare_bytes(record, what, int(buffer), self._content(name), self._download(chip, int(buffer)))
        if record.get("copy") == "d2h":
            self._compare_bytes(record, what, None, self._content(record["host"]), self._host.raw[: record["bytes"]])

    def _compare_bytes(
        self, record: Mapping[str, Any], what: str, buffer: int | None, wanted: bytes, got: bytes
    ) -> None:
        if got == wanted:
            return
        differ = np.frombuffer(got, np.uint8) != np.frombuffer(wanted, np.uint8)
        where = "what the host got" if buffer is None else f"buffer {buffer}"
        count, first = int(differ.sum()), int(differ.argmax())
        says = f"{where}: {count} of {len(wanted)} bytes differ, the first at {first}"
        difference = Difference(self._line, what, says, buffer, count, _max_diff(record, wanted, got))
        self.report.differences.append(difference)

    # --- memory --------------------------------------------------------------------------------------------------------------------------

    def _handle(self, chip: str) -> capi.Handle:
        if chip not in self._handles:
            try:
                self._handles[chip] = capi.Handle(capi.device_by_name(chip))
            except capi.TpudnnError as error:
                raise self._error(error.sentence) from None
        return self._handles[chip]

    def _content(self, name: str) -> bytes:
        if name not in self._contents:
            raise self._error(f"the content {name} is not in the log")
        return self._contents[name]

    def _place(self, chip: str, place: Any) -> tuple[int, int]:
        """Virtual address of a buffer, and the offset in it."""
        buffer, offset = int(place["buffer"]), int(place["offset"])
        if buffer not in self._sizes:
            raise self._error(f"buffer {buffer} is not in the log")
        if (chip, buffer) not in self._memory:
            self._memory[chip, buffer] = self._handle(chip).malloc(self._sizes[buffer])
        return self._memory[chip, buffer], offset

    def _physical(self, chip: str, handle: capi.Handle, place: Any) -> int:
        if isinstance(place, int):
            return place
        if "address" in place:
            return int(place["address"], 16)  # in no allocation when it was logged: of none here
        base, offset = self._place(chip, place)
        return handle.virt_to_phys(base) + offset

    def _virtual(self, chip: str, handle: capi.Handle, place: Any) -> int:
        if not isinstance(place, dict) or "buffer" not in place:
            raise _Untranslated(f"{place} is no buffer")
        base, offset = self._place(chip, place)
        return base + offset

    def _upload(self, chip: str, buffer: int, data: bytes) -> None:
        base, _ = self._place(chip, {"buffer": buffer, "offset": 0})
        if len(data) != self._sizes[buffer]:
            raise self._error(f"buffer {buffer} has {self._sizes[buffer]} bytes, its content {len(data)}")
        handle = self._handle(chip)
        handle.lib.call("tpudnnMemcpyH2D", handle.native, base, data, len(data))

    def _download(self, chip: str, buffer: int) -> bytes:
        base, _ = self._place(chip, {"buffer": buffer, "offset": 0})
        handle = self._handle(chip)
        data = ctypes.create_string_buffer(self._sizes[buffer])
        handle.lib.call("tpudnnMemcpyD2H", handle.native, data, base, len(data))
        return data.raw


class _Untranslated(Exception):
    """Why a launch cannot be replayed on this chip."""


def _max_diff(record: Mapping[str, Any], wanted: bytes, got: bytes) -> float | None:
    """Where the struct says of which floating-point type its elements are."""
    fields: Mapping[str, Any] = record.get("fields") or {}
    code = next((value for field, value in fields.items() if field.endswith("dtype")), -1)
    name = _FLOATS.get(code) if isinstance(code, int) else None
    size = np.dtype(capi.DTYPES[name][1]).itemsize if name else 0
    if not name or len(wanted) % size:
        return None
    one, other = (np.frombuffer(data, capi.DTYPES[name][1]) for data in (wanted, got))
    if name == "bf16":
        one, other = capi.bf16_values(one), capi.bf16_values(other)
    with np.errstate(invalid="ignore", over="ignore"):
        difference = np.abs(one.astype(np.float64) - other.astype(np.float64))
    return float(np.nanmax(difference)) if np.isfinite(difference).any() else None


def replay(path: str | os.PathLike[str], chip: str | None = None) -> Report:
    """Replays a log with content. ``chip``: on this one; without it on the chips that it was written on. LogError where it cannot be."""
    return Replay(Path(path), chip).run()


def main(arguments: list[str] | None = None) -> int:
    """tpu-replay"""
    options = argparse.ArgumentParser(
        prog="tpu-replay",
        description="Runs a kernel log with content again and compares what comes out, bit by bit.",
        epilog="Exit code: 0 all equal, 1 something differs, 2 the log, or a call of it, cannot be replayed.",
    )
    options.add_argument("log", type=Path, help="a file of kernel_log.enable(..., content=True)")
    options.add_argument("--chip", help="the chip to run it on; default: those that it was written on")
    options.add_argument("--json", type=Path, help="write the report to this file")
    given = options.parse_args(arguments)
    try:
        report = replay(given.log, given.chip)
    except (LogError, capi.TpudnnError, capi.LibraryMissing) as error:
        print(f"tpu-replay: {error}", file=sys.stderr)
        return NOT_REPLAYED
    print(report.text())
    if given.json:
        given.json.write_text(json.dumps({**asdict(report), "exit_code": report.exit_code}, indent=1), encoding="utf-8")
    return report.exit_code


if __name__ == "__main__":
    sys.exit(main())
