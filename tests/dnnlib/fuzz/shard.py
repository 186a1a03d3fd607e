"""One process of the fuzzer: calls one after another (or in threads), each judged. Ends with one JSON line on stdout.

python shard.py --seed S --shard N --calls COUNT --threads T [--from I] [--destroyed] --progress FILE
"""

import argparse
import collections
import ctypes
import json
import os
import random
import resource
import sys
import threading
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import launches
import others
from arena import Arena
from operators import READ_POSITIONS, Call, Operators

from dnnlib import capi, paths

# A call whose arguments the library accepted must not fail on the device; memory may be short.
ACCEPTED = ("SUCCESS", "BAD_PARAM", "NOT_SUPPORTED", "OUT_OF_MEMORY")
CHIPS = tuple(sorted(path.parent.name for path in paths.ROOT.glob("chips/*/chip.yaml")))


class Progress:
    """What every thread is about to call, in a file that outlives a crash."""

    def __init__(self, path: Path) -> None:
        self.last: dict[int, str] = collections.defaultdict(str)
        self.file = os.open(path, os.O_CREAT | os.O_TRUNC | os.O_WRONLY)

    def say(self, thread: int, number: int, text: str) -> None:
        self.last[thread] = text
        os.write(self.file, f"{thread}\t{number}\t{text}\n".encode())


class Worker:
    """One thread's calls, on handles, streams and memory of its own."""

    def __init__(self, options: argparse.Namespace, thread: int, progress: Progress) -> None:
        self.lib, self.options, self.thread, self.progress = capi.library(), options, thread, progress
        self.failures: list[dict[str, Any]] = []
        self.counts: Counter[str] = Counter()
        setup = random.Random(f"{options.seed}/{options.shard}/{thread}")
        self.operators = {chip: Operators(self.lib, chip) for chip in CHIPS}
        self.streams: list[int] = []
        self.handles = {chip: capi.Handle(capi.device_by_name(chip), self._stream(chip)) for chip in CHIPS}
        self.arenas = {chip: Arena(self.handles[chip], setup) for chip in CHIPS}
        self.siblings: list[Worker] = []
        self.kernels = {chip: launches.kernels(chip) for chip in CHIPS}
        self.pools = {chip: others.Pool(self.handles[chip], setup, options.destroyed) for chip in CHIPS}

    def _stream(self, chip: str) -> int | None:
        """Threads get streams of their own: one stream is used by one thread at a time."""
        stream = ctypes.c_void_p()
        self.lib.call("tpudnnStreamCreate", capi.device_by_name(chip), ctypes.byref(stream))
        self.streams.append(stream.value or 0)
        return stream.value

    def run(self, start: int, end: int) -> None:
        for number in range(start, end):
            rng = random.Random(f"{self.options.seed}/{self.options.shard}/{self.thread}/{number}")
            chip = rng.choice(CHIPS)
            try:
                roll = rng.random()
                if roll < 0.77:
                    self.operator(chip, number, rng)
                elif roll < 0.8 and not self.siblings:  # whose waits would report the faults
                    self.launch(chip, number, rng)
                elif roll < 0.82 and self.options.destroyed:
                    self.destroy_beside(chip, number, rng)
                else:
                    self.other(chip, number, rng)
            except Exception as error:  # judged like any other failure: the driver prints how to repeat it
                self.fail(
                    number, chip, self.progress.last[self.thread], f"the fuzzer itself: {type(error).__name__}: {error}"
                )
                traceback.print_exc()

    def fail(self, number: int, chip: str, text: str, why: str) -> None:
        self.failures.append({"thread": self.thread, "call": number, "chip": chip, "text": text, "why": why})

    def judge(self, number: int, chip: str, text: str, function: str, status: int) -> str:
        name = capi.STATUS_NAMES[status] if 0 <= status < len(capi.STATUS_NAMES) else f"status {status}"
        if name == "SUCCESS":
            return name
        sentence = self.lib.last_error()
        if function not in sentence or len(sentence) < len(function) + 10:
            self.fail(number, chip, text, f"{name} without a sentence of its own: {sentence!r}")
        if name not in capi.STATUS_NAMES:
            self.fail(number, chip, text, f"{name} is no status")
        return name

    # --- operators ---

    def operator(self, chip: str, number: int, rng: random.Random) -> None:
        arena, handle = self.arenas[chip], self.handles[chip]
        call = self.operators[chip].draw(arena, rng)
        self.progress.say(self.thread, number, f"{chip} {call.text}")
        arena.upload()
        status = getattr(self.lib.cdll, call.function)(handle.native, *call.arguments)
        name = self.judge(number, chip, call.text, call.function, status)
        self.count(call, name, number, chip)
        try:
            after = arena.download()
        except capi.TpudnnError as error:
            if call.kind == "valid" or call.function not in READ_POSITIONS or error.status != "DEVICE_FAULT":
                self.fail(number, chip, call.text, f"{name}, and then on the device: {error}")
            return
        outputs = call.outputs if name in ("SUCCESS", "DEVICE_FAULT") else []
        changed = arena.changed_outside(after, outputs)
        if len(changed):
            where = ", ".join(self.owner(call, int(offset) + arena.base) for offset in changed[:3])
            self.fail(
                number, chip, call.text, f"{name}, and {len(changed)} bytes changed that are no output's: {where}"
            )

    def owner(self, call: Call, address: int) -> str:
        for name, _, tensor in call.tensors:
            if (
                tensor.addr
                and tensor.addr <= address < tensor.addr + 4 * 8000
                and address in self.arenas_written(tensor)
            ):
                return f"{address & 0xFFFFF:x} (of {name})"
        return f"{address & 0xFFFFF:x}"

    def arenas_written(self, tensor: capi.CTensor) -> set[int]:
        arena = next(a for a in self.arenas.values() if a.base <= (tensor.addr or 0) < a.base + (1 << 18))
        return {int(offset) + arena.base for offset in arena.written(tensor)[:100000]}

    def count(self, call: Call, name: str, number: int, chip: str) -> None:
        self.counts[f"{call.kind}: {name}"] += 1
        self.counts[f"called {call.function} on {chip}"] += 1
        if call.supported:
            self.counts[f"done {call.function} on {chip}"] += name == "SUCCESS"
        if call.kind == "valid" and call.supported:
            self.counts["supported"] += 1
            self.counts["supported and done"] += name == "SUCCESS"
            if name != "SUCCESS":
                self.counts[f"refused {call.function}"] += 1
                if self.options.explain:
                    print(f"{chip} {call.text}\n   {self.lib.last_error()}", file=sys.stderr)
        read = call.kind != "valid" and call.function in READ_POSITIONS and name == "DEVICE_FAULT"
        if name not in ACCEPTED and not read:
            self.fail(number, chip, call.text, f"{name}: {self.lib.last_error()}")

    # --- the rest of the interface ---

    def other(self, chip: str, number: int, rng: random.Random) -> None:
        pool = self.pools[chip]
        pool.rng = rng
        function, arguments, kept = others.draw(pool)
        name = function["name"]
        text = f"{name}({', '.join('null' if a is None else str(getattr(a, 'value', a)) for a in arguments)})"
        self.progress.say(self.thread, number, f"{chip} {text}")
        result = getattr(self.lib.cdll, name)(*arguments)
        self.counts[f"called {name} on {chip}"] += 1
        if function["returns"] != "tpudnnStatus_t" or name == "tpudnnGetLastStatus":
            self.counts["other: no status"] += 1
            if name == "tpudnnHandleFromStream" and not result and name not in self.lib.last_error():
                self.fail(number, chip, text, f"null without a sentence of its own: {self.lib.last_error()!r}")
            others.remember(pool, name, arguments, kept, result)
            return
        status = self.judge(number, chip, text, name, result)
        self.counts[f"other: {status}"] += 1
        if status == "SUCCESS":
            others.remember(pool, name, arguments, kept, result)
        elif status == "FAILED" or (status == "DEVICE_FAULT" and name != "tpudnnDeviceSynchronize"):
            # Who waits for the whole device may be told of another thread's kernel.
            self.fail(number, chip, text, f"{status}: {self.lib.last_error()}")

    def launch(self, chip: str, number: int, rng: random.Random) -> None:
        """A kernel with arguments that nobody has checked: it may fault, and write nothing but the scratch memory."""
        arena, handle, pool = self.arenas[chip], self.handles[chip], self.pools[chip]
        kernel = rng.choice(self.kernels[chip])
        physical = self.lib.cdll.tpudnnVirtToPhys(handle.native, pool.scratch)
        data = launches.arguments(kernel, physical, others.SCRATCH, rng)
        text = launches.describe(chip, kernel, data)
        self.progress.say(self.thread, number, text)
        arena.upload()
        name = self.judge(number, chip, text, "tpudnnLaunchKernel", launches.launch(handle, kernel, data))
        waited = self.judge(number, chip, text, "tpudnnSync", self.lib.cdll.tpudnnSync(handle.native))
        self.counts[f"launch: {name if name != 'SUCCESS' else waited}"] += 1
        self.counts[f"called tpudnnLaunchKernel on {chip}"] += 1
        if {name, waited} - {"SUCCESS", "DEVICE_FAULT"}:
            self.fail(number, chip, text, f"{name}, then {waited}: {self.lib.last_error()}")
        if len(arena.changed_outside(arena.download(), [])):
            self.fail(number, chip, text, f"{name}, and memory of another allocation changed")

    def destroy_beside(self, chip: str, number: int, rng: random.Random) -> None:
        """Destroys an object of a thread that goes on using it; where there is one thread, from a second one."""
        pool = (rng.choice(self.siblings) if self.siblings else self).pools[chip]
        kind = rng.choice(tuple(pool.live))
        objects = tuple(pool.live[kind])
        if not objects:
            return
        value = rng.choice(objects)
        function = {**{kind: ender for ender, kind in others.ENDERS.items()}, "handle": "tpudnnDestroy"}[kind]
        text = f"{function}({value}) of another thread"
        self.progress.say(self.thread, number, f"{chip} {text}")

        def destroy() -> None:
            status = getattr(self.lib.cdll, function)(value)
            name = self.judge(number, chip, text, function, status) if kind != "handle" else "no status"
            self.counts[f"beside: {name}"] += 1
            if name not in ("SUCCESS", "BAD_PARAM", "no status"):  # BAD_PARAM: the other thread was first
                self.fail(number, chip, text, f"{name}: {self.lib.last_error()}")

        if self.siblings:
            destroy()
        else:
            second = threading.Thread(target=destroy)
            second.start()
            second.join()
        pool.forget(kind, value)

    def close(self) -> None:
        for pool in self.pools.values():
            pool.close()
        for handle in self.handles.values():
            handle.close()
        for stream in self.streams:
            self.lib.cdll.tpudnnStreamDestroy(stream)


def resident_kib() -> int:
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * resource.getpagesize() // 1024


def allocations(lib: capi.Library) -> int:
    live = 0
    for device in range(capi.device_count()):
        info = lib.types.struct("tpudnnMemoryInfo_t")()
        lib.call("tpudnnGetMemoryInfo", device, ctypes.byref(info))
        live += info.allocations
    return live


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", required=True)
    parser.add_argument("--shard", type=int, required=True)
    parser.add_argument("--calls", type=int, required=True, help="of each thread")
    parser.add_argument("--from", dest="start", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--destroyed", action="store_true", help="use destroyed objects too")
    parser.add_argument("--explain", action="store_true", help="print why valid calls were refused")
    parser.add_argument("--progress", type=Path, required=True)
    options = parser.parse_args()
    lib = capi.library()
    before = allocations(lib)
    progress = Progress(options.progress)
    workers = [Worker(options, thread, progress) for thread in range(options.threads)]
    for worker in workers:
        worker.siblings = [other for other in workers if other is not worker]
    warm = min(options.start + options.calls // 2, options.calls)
    for start, end in ((options.start, warm), (warm, options.calls)):
        if start == warm:
            resident = resident_kib()
        threads = [threading.Thread(target=worker.run, args=(start, end)) for worker in workers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    grown = resident_kib() - resident
    for worker in workers:
        worker.close()
    failures = [failure for worker in workers for failure in worker.failures]
    if allocations(lib) != before:
        failures.append(
            {
                "thread": -1,
                "call": -1,
                "chip": "",
                "text": "",
                "why": f"{allocations(lib) - before} allocations are left",
            }
        )
    counts: Counter[str] = sum((worker.counts for worker in workers), Counter())
    print(json.dumps({"failures": failures, "counts": counts, "grown_kib": grown}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
