"""The kernel log, and tpu-replay, which gives the same bytes; logs of all kinds that it refuses."""

import ctypes
import json
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import CHIPS

from dnnlib import argument_structs, capi, kernel_log
from dnnlib.kernel_log import replay
from tests.simulators import runtime_of

pytestmark = pytest.mark.native

Records = list[dict[str, Any]]


def work(handle: capi.Handle, size: int = 16) -> np.ndarray:
    x = handle.tensor(np.random.default_rng(size).standard_normal((size, size)).astype(np.float32))
    y, z = handle.empty((size, size)), handle.empty((size, size))
    handle.call("matmul", left=x, right=x, bias=None, output=y)
    handle.call("binary", input=y, other=x, scalar=0.5, output=z, binary_type=0)
    handle.lib.call("tpudnnMemset", handle.native, y.address + 8, 3, 100)
    handle.lib.call("tpudnnMemcpyD2D", handle.native, y.address, z.address + 16, 64)
    return handle.to_numpy(z)


def records_of(path: Path) -> Records:
    return [json.loads(line) for line in path.read_text().splitlines()]


def done(records: Records) -> Records:
    return [record for record in records if "n" in record]


@pytest.fixture
def log(handle: capi.Handle, tmp_path: Path) -> Path:
    """With content, of some of everything."""
    path = tmp_path / "log.jsonl"
    with kernel_log.enable(path, content=True):
        work(handle)
    return path


def test_what_a_log_says(handle: capi.Handle, chip: str, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    with kernel_log.enable(path):
        work(handle)
    header, *records = records_of(path)
    assert (header["log"], header["version"], header["content"]) == ("tpudnn-kernel-log", 1, False)
    assert records[-1] == {"end": 6}
    assert not any("content" in record or "before" in record for record in records)
    lines = done(records)
    assert [record["n"] for record in lines] == list(range(1, 7))
    upload, matmul, binary, fill, copy, download = lines
    assert (upload["copy"], copy["copy"], download["copy"], fill["fill"]) == ("h2d", "d2d", "d2h", 3)
    assert (matmul["launch"], matmul["operator"], binary["launch"]) == ("matmul", "matmul", "binary")
    for record in lines:
        assert (record["chip"], record["device"], record["stream"], record["status"]) == (
            chip,
            handle.device,
            0,
            "SUCCESS",
        )
    sizes = {record["buffer"]: record["bytes"] for record in records if "buffer" in record}
    assert set(sizes.values()) == {16 * 16 * 4}
    fields = binary["fields"]
    assert binary["size"] == argument_structs.layouts()["sg_api_binary_t"].size and binary["args"] == "sg_api_binary_t"
    assert fields["input_global_addr"] == {"buffer": fill["dst"]["buffer"], "offset": 0}
    assert fields["other_global_addr"] == upload["dst"] and fields["output_global_addr"] == download["src"]
    assert (fill["dst"]["offset"], fill["bytes"]) == (8, 100)
    assert copy["src"] == {"buffer": download["src"]["buffer"], "offset": 16} and copy["bytes"] == 64
    assert binary["cores"] == capi.device_properties(handle.device)["cores"]


def test_a_replay_gives_the_same_bytes(log: Path, chip: str) -> None:
    report = replay.replay(log)
    assert report.exit_code == 0 and (report.launches, report.copies, report.equal) == (2, 4, 6), report.text()
    assert report.chips == {chip: chip}
    assert replay.replay(log, chip).exit_code == 0


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "dnnlib.kernel_log.replay", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_the_command(log: Path, chip: str, tmp_path: Path) -> None:
    answered = run(log, "--chip", chip, "--json", tmp_path / "report.json")
    assert answered.returncode == 0, answered.stderr
    said = f"tpu-replay: 2 launches, 4 copies and fills of {chip}: 6 equal, 0 different\n"
    assert answered.stdout == said
    assert json.loads((tmp_path / "report.json").read_text())["equal"] == 6
    for arguments in ((tmp_path / "none", "cannot be read"), (log, "--chip", "xy_z", "no device is called so")):
        answered = run(*arguments[:-1])
        assert answered.returncode == 2 and arguments[-1] in answered.stderr and "Traceback" not in answered.stderr


def changed(path: Path, change: Callable[[Records], object]) -> Path:
    records = records_of(path)
    change(records)
    other = path.with_name("changed.jsonl")
    other.write_text("".join(json.dumps(record) + "\n" for record in records))
    return other


def launch_of(records: Records, key: str) -> dict[str, Any]:
    return next(record for record in records if record.get("launch") == key)


def test_a_kernel_that_computes_something_else_is_seen(log: Path, handle: capi.Handle) -> None:
    """An argument changed by hand: that launch differs, and no other."""
    path = changed(log, lambda records: change_scalar(launch_of(records, "binary")["fields"]))
    report = replay.replay(path)
    (difference,) = report.differences
    assert report.exit_code == 1 and report.equal == 5
    assert "binary" in difference.what and difference.bytes_different > 100 and difference.max_diff > 0.1
    assert f"{path}:{difference.line}: launch 3 (binary, " in report.text() and "max_diff" in report.text()


def change_scalar(fields: dict[str, Any]) -> None:
    name = next(name for name, value in fields.items() if value == 0.5)
    fields[name] = 2.0


def test_other_chips(handle: capi.Handle, chip: str, tmp_path: Path) -> None:
    """Where the struct is the same the call is translated; where it is not, a sentence says so."""
    path = tmp_path / "log.jsonl"
    with kernel_log.enable(path, content=True):
        x = handle.tensor(np.arange(64, dtype=np.float32).reshape(8, 8))
        y = handle.empty((8, 8))
        handle.call("binary", input=x, other=x, scalar=2.0, output=y, binary_type=0)
        handle.call("matmul", left=x, right=x, bias=None, output=y)
    structs = {name: replay.kernel_table(name)["matmul"].args for name in CHIPS}
    for other in CHIPS:
        report = replay.replay(path, other)
        assert report.chips == {chip: other}
        if structs[other] == structs[chip]:
            assert report.exit_code == 0 and report.launches == report.equal - report.copies == 2, report.text()
        else:
            assert report.exit_code == 2 and report.equal == report.copies + 1
            (sentence,) = report.untranslated
            assert f"'matmul' takes {structs[other]}" in sentence and structs[chip] in sentence and ":" in sentence


def test_a_call_that_the_other_chip_lacks(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    with capi.Handle(capi.device_by_name("bm_a")) as handle, kernel_log.enable(path, content=True):
        x = handle.tensor(np.ones((4, 8), np.float32))
        handle.call("hypot", input=x, other=x, output=handle.empty((4, 8)))
    report = replay.replay(path, "sg_b")
    assert report.exit_code == 2 and "the kernel table of sg_b has no kernel for 'hypot'" in report.text()
    assert replay.replay(path).exit_code == 0


def test_graphs_and_captures(handle: capi.Handle, lib: capi.Library, tmp_path: Path) -> None:
    """Each kernel of each replay, and the log reads memory while the stream is captured."""
    path = tmp_path / "log.jsonl"
    x, y = handle.tensor(np.ones((8, 8), np.float32)), handle.empty((8, 8))
    graph, instance = ctypes.c_void_p(), ctypes.c_void_p()
    with kernel_log.enable(path, content=True):
        lib.call("tpudnnStreamBeginCapture", handle.native)
        handle.call("binary", input=x, other=x, scalar=1.0, output=y, binary_type=0)
        with capi.Handle((handle.device + 1) % len(CHIPS)) as other:
            work(other)
        lib.call("tpudnnStreamEndCapture", handle.native, ctypes.byref(graph))
        lib.call("tpudnnGraphInstantiate", ctypes.byref(instance), graph, None)
        for _ in range(2):
            lib.call("tpudnnGraphLaunch", instance, handle.native)
        assert (handle.to_numpy(y) == 2).all()
    lib.call("tpudnnGraphExecDestroy", instance)
    lib.call("tpudnnGraphDestroy", graph)
    replayed = [record for record in done(records_of(path)) if "graph" in record]
    assert [record["launch"] for record in replayed] == ["binary"] * 2 and replayed[0]["graph"] != replayed[1]["graph"]
    report = replay.replay(path)
    assert report.exit_code == 0 and len(report.chips) == 2, report.text()


def test_threads_and_streams(handle: capi.Handle, lib: capi.Library, tmp_path: Path) -> None:
    """Each launch has the buffers as it found them, whoever runs beside it."""
    path = tmp_path / "log.jsonl"
    failures: list[BaseException] = []

    def run_thread(number: int) -> None:
        try:
            stream = ctypes.c_void_p()
            lib.call("tpudnnStreamCreate", handle.device, ctypes.byref(stream))
            with capi.Handle(handle.device, stream.value) as own:
                for round in range(4):
                    work(own, 8 + number + round)
            lib.call("tpudnnStreamDestroy", stream)
        except BaseException as error:
            failures.append(error)

    with kernel_log.enable(path, content=True):
        threads = [threading.Thread(target=run_thread, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
    assert failures == []
    lines = done(records_of(path))
    assert [record["n"] for record in lines] == list(range(1, 4 * 4 * 6 + 1))
    assert len({record["stream"] for record in lines}) == 4
    report = replay.replay(path)
    assert report.exit_code == 0 and report.equal == 96, report.text()


def test_a_kernel_that_faults(handle: capi.Handle, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    library, prefix = runtime_of(capi.device_properties(handle.device)["chip"])
    fail_at = getattr(ctypes.CDLL(str(library)), f"{prefix}FailAt")
    fail_at.argtypes, fail_at.restype = [ctypes.c_int, ctypes.c_ulonglong], ctypes.c_longlong
    x, y = handle.tensor(np.ones((8, 8), np.float32)), handle.empty((8, 8))
    with kernel_log.enable(path, content=True):
        fail_at(2, 1)
        with pytest.raises(capi.TpudnnError) as raised:
            handle.call("binary", input=x, other=x, scalar=1.0, output=y, binary_type=0)
            handle.sync()
        assert raised.value.status == "DEVICE_FAULT", "the program hears of it"
        handle.call("binary", input=x, other=x, scalar=1.0, output=y, binary_type=0)
        assert (handle.to_numpy(y) == 2).all()
    first, second = (record for record in done(records_of(path)) if "launch" in record)
    assert first["status"] == "DEVICE_FAULT" or "fault" in first
    assert second["status"] == "SUCCESS" and "fault" not in second
    report = replay.replay(path)
    (difference,) = report.differences  # it does not fault when nothing makes it
    assert report.exit_code == 1 and "SUCCESS, the log has DEVICE_FAULT" in difference.says


def test_in_memory_and_to_a_function(handle: capi.Handle) -> None:
    told: Records = []
    with kernel_log.enable(told.append), kernel_log.enable() as kept:
        work(handle)
        assert len(done(json.loads(kernel_log.json()))) == 6
        kernel_log.clear()
        assert done(json.loads(kernel_log.json())) == []
        work(handle)
    found = json.loads(kept.json())
    assert found[0]["log"] == "tpudnn-kernel-log" and found[-1] == {"end": 12}
    assert [record["n"] for record in done(found)] == list(range(7, 13))
    assert [record["n"] for record in done(told)] == list(range(1, 13))
    work(handle)
    assert len(done(told)) == 12, "it has ended"


def test_a_function_that_raises(handle: capi.Handle) -> None:
    def fail(record: dict[str, Any]) -> None:
        if "launch" in record:
            raise ValueError("no more")

    recorder = kernel_log.enable(fail, content=True)
    assert np.isfinite(work(handle)).all(), "the program goes on"
    with pytest.raises(ValueError, match="no more"):
        recorder.disable()
    recorder.disable()
    kernel_log.disable()


def test_ends_while_others_launch(handle: capi.Handle, tmp_path: Path) -> None:
    """Logs with content come and go beside a thread that works."""
    stop = threading.Event()

    def go() -> None:
        with capi.Handle(handle.device) as own:
            while not stop.is_set():
                work(own, 8)

    threads = [threading.Thread(target=go) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        for round in range(15):
            kernel_log.enable(tmp_path / f"{round}.jsonl", content=True).disable()
    finally:
        stop.set()
        for thread in threads:
            thread.join(30)
            assert not thread.is_alive()
    for path in tmp_path.iterdir():
        assert "end" in records_of(path)[-1]


def test_a_forked_child_is_not_in_the_log(run_script: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    done = run_script(
        "import os, sys\n"
        "import numpy as np\n"
        "from dnnlib import capi, kernel_log\n"
        "with capi.Handle(0) as handle:\n"
        f"    log = kernel_log.enable({str(path)!r})\n"
        "    x = handle.tensor(np.ones(4, np.float32))\n"
        "    child = os.fork()\n"
        "    if child == 0:\n"
        "        handle.to_numpy(x)\n"
        "        sys.exit(7)\n"  # what runs at exit does so in the child too
        "    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7\n"
        "    handle.to_numpy(x)\n"
        "    log.disable()\n",
    )
    assert done.returncode == 0, done.stderr
    records = records_of(path)
    assert [record.get("copy") for record in records if "n" in record] == ["h2d", "d2h"]
    assert [record for record in records if "end" in record] == [{"end": 2}]


def test_environment(run_script: Callable[..., Any], tmp_path: Path) -> None:
    code = (
        "import numpy as np\nfrom dnnlib import capi\nwith capi.Handle(0) as handle:\n"
        "    x = handle.tensor(np.ones((4, 4), np.float32))\n"
        "    handle.call('binary', input=x, other=x, scalar=1.0, output=handle.empty((4, 4)), binary_type=0)\n"
        "    handle.sync()\n"
    )
    path = tmp_path / "log.%p.jsonl"
    ended = run_script(code, TPUDNN_KERNEL_LOG=str(path), TPUDNN_KERNEL_LOG_CONTENT="1")
    assert ended.returncode == 0, ended.stderr
    (written,) = tmp_path.iterdir()
    assert "%p" not in written.name and records_of(written)[-1] == {"end": 2}
    assert run(written).returncode == 0
    refused = run_script(code, TPUDNN_KERNEL_LOG=str(path), TPUDNN_KERNEL_LOG_CONTENT="yes")
    assert refused.returncode == 1 and "TPUDNN_KERNEL_LOG_CONTENT is 'yes'; it is 0 or 1" in refused.stderr
    nowhere = run_script(code, TPUDNN_KERNEL_LOG=str(tmp_path / "no" / "log"))
    assert nowhere.returncode == 0 and "TPUDNN_KERNEL_LOG: no kernel log" in nowhere.stderr


def edit(index: int, **values: Any) -> Callable[[Records], object]:
    return lambda records: records[index].update(values)


def fields_of(key: str, **values: Any) -> Callable[[Records], object]:
    return lambda records: launch_of(records, key)["fields"].update(values)


HOSTILE: dict[str, tuple[Callable[[Records], object], str]] = {
    "version": (edit(0, version=2), "a kernel log of version 2; this program reads version 1"),
    "no content": (edit(0, content=False), "written without content"),
    "no log": (lambda records: records.pop(0), "not a kernel log"),
    "other record": (lambda records: records.insert(3, {"x": 1}), "this version does not know: x"),
    "empty record": (lambda records: records.insert(3, {}), "does not know: empty"),
    "content gone": (
        lambda records: records.remove(next(record for record in records[1:] if "content" in record)),
        "is not in the log",
    ),
    "content changed": (
        lambda records: next(record for record in records[1:] if "content" in record).update(zlib="eJwDAAAAAAE="),
        "the content is not what its name says",
    ),
    "content damaged": (
        lambda records: next(record for record in records[1:] if "content" in record).update(zlib="%%"),
        "the content is damaged",
    ),
    "buffer gone": (lambda records: records.remove(records[1]), "is not in the log"),
    "buffer smaller": (edit(1, bytes=8), "has 8 bytes, its content"),
    "field gone": (
        lambda records: launch_of(records, "binary")["fields"].pop("dtype"),
        "the field 'dtype' of sg_api_binary_t is missing",
    ),
    "field more": (fields_of("binary", more=1), "sg_api_binary_t has no field 'more'"),
    "field of another type": (fields_of("binary", dtype="f32"), "sg_api_binary_t.dtype is 'f32'; it is a number"),
    "field too large": (fields_of("binary", dtype=1 << 40), "it is a number of type int32"),
    "address of nothing": (fields_of("binary", input_global_addr={"buffer": 99, "offset": 0}), "buffer 99 is not"),
    "address of no kind": (fields_of("binary", input_global_addr={"b": 1}), "not a record of a kernel log"),
    "chip": (lambda records: done(records)[0].update(chip="xy_z"), "no device is called so"),
    "a list": (lambda records: records.__setitem__(3, [1]), "not a record of a kernel log"),
    "copy": (lambda records: done(records)[0].update(copy="x2y"), "copies are h2d, d2h and d2d"),
    "no before": (lambda records: done(records)[1].pop("before"), "not a record of a kernel log"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_log_that_cannot_be_replayed(name: str, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    with capi.Handle(0) as handle, kernel_log.enable(path, content=True):
        work(handle)
    change, sentence = HOSTILE[name]
    other = changed(path, change)
    with pytest.raises(replay.LogError) as raised:
        replay.replay(other)
    assert sentence in str(raised.value) and str(raised.value).startswith(f"{other}:"), raised.value


def test_an_address_outside_of_the_buffer_faults(log: Path) -> None:
    """What only the kernel can judge is a difference, not an end."""
    path = changed(log, fields_of("binary", input_global_addr={"buffer": 1, "offset": 1 << 30}))
    report = replay.replay(path)
    assert report.exit_code == 1 and "DEVICE_FAULT, the log has SUCCESS" in report.differences[0].says


def test_a_missing_kernel(log: Path) -> None:
    def rename(records: Records) -> None:
        launch_of(records, "binary")["launch"] = "no_such"

    report = replay.replay(changed(log, rename))
    assert report.exit_code == 2 and "has no kernel for 'no_such'" in report.text() and report.equal == 5


def test_a_log_that_was_cut_off(log: Path, capfd: pytest.CaptureFixture[str]) -> None:
    whole = log.read_text()
    cut = log.with_name("cut.jsonl")
    cut.write_text(whole[:-30])
    with pytest.raises(replay.LogError, match="the line is cut off"):
        replay.replay(cut)
    cut.write_text("".join(line + "\n" for line in whole.splitlines()[:-1]))
    assert replay.replay(cut).exit_code == 0 and "the log has no end" in capfd.readouterr().err
    for text, sentence in (("", "is empty"), ("{]\n", "1: not JSON"), ("[]\n", "not a record")):
        cut.write_text(text)
        with pytest.raises(replay.LogError, match=sentence):
            replay.replay(cut)
    cut.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(replay.LogError, match="cannot be read"):
        replay.replay(cut)


def test_every_struct_there_and_back() -> None:
    rng = np.random.default_rng(5)
    assert len(argument_structs.layouts()) > 100
    for name, layout in argument_structs.layouts().items():
        for data in (bytes(layout.size), b"\xff" * layout.size, rng.bytes(layout.size)):
            values = json.loads(json.dumps(argument_structs.decode(name, data)))
            assert argument_structs.encode(name, values) == data, name
