"""What both simulated chips promise: memory, faults, launches, trace, settings."""

from __future__ import annotations

import ctypes as c
import json
import subprocess
from pathlib import Path

import pytest
from runtimes import Chip, Failed, KernelInfo, as_floats, buffers, floats

pytestmark = pytest.mark.native

COUNT = 1000


def launch_copy(chip: Chip, src: int, dst: int, count: int = COUNT) -> None:
    chip.run("test_copy", buffers(src, dst, count))


@pytest.mark.parametrize("name", ["dtype_test", "functions_test", "memory_test"])
def test_native(native_test: Path, name: str) -> None:
    result = subprocess.run([native_test / name], capture_output=True, text=True, timeout=120, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def test_copy_kernel(chip: Chip) -> None:
    values = [float(i) for i in range(COUNT)]
    src, dst = chip.upload(floats(values)), chip.malloc(4 * COUNT)
    launch_copy(chip, src, dst)
    assert as_floats(chip.read(dst, 4 * COUNT)) == values


def test_phases_share_scratch_memory(chip: Chip) -> None:
    src, dst = chip.upload(floats([float(i) for i in range(COUNT)])), chip.malloc(4)
    chip.run("test_sum", buffers(src, dst, COUNT))
    assert as_floats(chip.read(dst, 4)) == [COUNT * (COUNT - 1) / 2]


def test_cores_in_threads(chip: Chip, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TPUSIM_THREADS", "1")
    chip.sim("Reset")
    chip.open()
    src, dst = chip.upload(floats([1.0] * COUNT)), chip.malloc(4)
    chip.run("test_sum", buffers(src, dst, COUNT))
    assert as_floats(chip.read(dst, 4)) == [COUNT]


def test_fresh_memory_holds_the_unset_pattern(chip: Chip) -> None:
    address = chip.malloc(5000)
    assert chip.read(address, 5000) == bytes([chip.unset]) * 5000
    chip.write(address, bytes(5000))
    chip.free(address)
    again = chip.malloc(5000)
    assert chip.read(again, 5000) == bytes([chip.unset]) * 5000


def test_address_that_is_not_physical(chip: Chip) -> None:
    host = c.create_string_buffer(4 * COUNT)
    with pytest.raises(Failed) as caught:
        launch_copy(chip, c.addressof(host), chip.malloc(4 * COUNT))
    for part in (chip.symbol("test_copy"), "input_global_addr", hex(c.addressof(host)), "not a physical address of"):
        assert part in caught.value.sentence


def test_null_address(chip: Chip) -> None:
    with pytest.raises(Failed, match="output_global_addr: null address"):
        launch_copy(chip, chip.malloc(4 * COUNT), 0)


def test_misaligned_address(chip: Chip) -> None:
    with pytest.raises(Failed, match=r"input_global_addr.*not a multiple of the element size 4"):
        launch_copy(chip, chip.malloc(4 * COUNT) + 2, chip.malloc(4 * COUNT), 3)


def test_past_the_end(chip: Chip) -> None:
    with pytest.raises(
        Failed, match=r"output_global_addr.*out of bounds: 4000 bytes from here end 1 bytes past the end"
    ):
        launch_copy(chip, chip.malloc(4 * COUNT), chip.malloc(4 * COUNT - 1))


def test_interior_address_is_fine(chip: Chip) -> None:
    block = chip.malloc(8 * COUNT)
    chip.write(block, floats([3.0] * COUNT))
    launch_copy(chip, block, block + 4 * COUNT)
    assert as_floats(chip.read(block + 4 * COUNT, 4 * COUNT)) == [3.0] * COUNT


def test_freed_memory(chip: Chip) -> None:
    src, dst = chip.malloc(4 * COUNT), chip.malloc(4 * COUNT)
    chip.free(src)
    with pytest.raises(Failed, match=r"input_global_addr.*freed memory: the allocation of 4000 bytes"):
        launch_copy(chip, src, dst)
    with pytest.raises(Failed, match="freed memory"):
        chip.read(src, 4)


def test_address_of_another_device(chip: Chip, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"TPUSIM_{chip.name.upper()}_DEVICES", "2")
    chip.sim("Reset")
    chip.open(1)
    other = chip.malloc(4 * COUNT)
    chip.open(0)
    with pytest.raises(Failed, match="this is an address of device 1, used on device 0"):
        launch_copy(chip, other, chip.malloc(4 * COUNT))


def test_struct_of_another_size(chip: Chip) -> None:
    args = buffers(0, 0, 0)
    with pytest.raises(Failed, match=r"takes test_buffers_t of 20 bytes, got 24 bytes"):
        chip.run("test_copy", args + b"\0\0\0\0")


def test_wrong_number_of_cores_names_both(chip: Chip) -> None:
    wrong = 2
    with pytest.raises(Failed, match=rf"needs {chip.cores} cores?, was launched on {wrong}"):
        chip.launch(chip.symbol("test_copy"), buffers(0, 0, 0), wrong)


def test_unknown_kernel(chip: Chip) -> None:
    with pytest.raises(Failed, match="has no kernel tpu_kernel_api_nothing"):
        chip.launch("tpu_kernel_api_nothing", b"", chip.cores)


def test_exception_in_a_kernel_becomes_a_fault(chip: Chip) -> None:
    with pytest.raises(Failed, match=r"test_throw.*thrown by the kernel"):
        chip.run("test_throw", buffers(0, 0, 0))
    src, dst = chip.upload(floats([1.0])), chip.malloc(4)
    launch_copy(chip, src, dst, 1)
    assert as_floats(chip.read(dst, 4)) == [1.0], "the device goes on after a fault"


def test_out_of_memory(chip: Chip) -> None:
    block = chip.malloc(48 << 20)
    with pytest.raises(Failed, match="out of memory: 33554432 bytes asked for, 50331648 of 67108864 in use"):
        chip.malloc(32 << 20)
    chip.free(block)
    chip.malloc(64 << 20)


def test_bytes_in_use(chip: Chip) -> None:
    address = chip.malloc(12345)
    assert chip.sim("BytesInUse", 0) == 12345
    chip.free(address)
    assert chip.sim("BytesInUse", 0) == 0


def test_free_of_what_is_no_allocation(chip: Chip) -> None:
    address = chip.malloc(100)
    if chip.name == "sg_b":
        with pytest.raises(Failed, match="50 bytes inside an allocation"):
            chip.free(address + 50)
    else:
        chip.free(address + 50)  # the vendor's function returns nothing
        assert "50 bytes inside an allocation" in chip.last_fault()
    assert chip.sim("BytesInUse", 0) == 100


def test_firmware_of_the_other_chip(chip: Chip) -> None:
    other = "sg_b" if chip.name == "bm_a" else "bm_a"
    with pytest.raises(Failed, match=f"is for chip {other}, this is {chip.name}"):
        chip.load(chip.firmware.with_name(f"{other}.test_firmware.so"))


def test_file_that_is_no_firmware(chip: Chip, tmp_path: Path) -> None:
    with pytest.raises(Failed, match=r"cannot load firmware .*nothing.so"):
        chip.load(tmp_path / "nothing.so")
    with pytest.raises(Failed, match="is no firmware of the simulated chips"):
        chip.load(Path(chip.lib._name))


def test_kernels_of_a_module(chip: Chip) -> None:
    found: dict[str, tuple[str, int, int]] = {}
    info = KernelInfo()
    while chip.sim("KernelInfo", chip.module, len(found), c.byref(info)) == 0:
        found[info.symbol.decode()] = (info.args_name.decode(), info.args_size, info.cores)
    assert found[chip.symbol("test_copy")] == ("test_buffers_t", 20, chip.cores)
    assert ("tpu_kernel_api_test_order_four" in found) == (chip.name == "sg_b")


def test_trace(chip: Chip, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    monkeypatch.setenv("TPUSIM_TRACE", str(path))
    chip.sim("Reset")
    chip.open()
    src, dst = chip.upload(floats([2.0] * COUNT)), chip.malloc(4 * COUNT)
    args = buffers(src, dst, COUNT)
    launch_copy(chip, src, dst)
    chip.read(dst, 4)
    chip.free(src)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line["order"] for line in lines] == list(range(1, len(lines) + 1))
    asked = [line for line in lines if line["event"] != "run"]
    assert [line["event"] for line in asked] == ["malloc", "s2d", "malloc", "launch", "d2s", "free"]
    launch = asked[3]
    assert launch["kernel"] == chip.symbol("test_copy")
    assert bytes.fromhex(launch["args"]) == args
    assert (launch["size"], launch["cores"], launch["args_name"]) == (20, chip.cores, "test_buffers_t")
    run = next(line for line in lines if line["event"] == "run" and line["of"] == launch["order"])
    assert run["duration_ns"] > 0 and "fault" not in run
    assert asked[0]["address"] == hex(src)


def test_simulated_time_counts_work(chip: Chip) -> None:
    n = 1024
    src, dst = chip.malloc(4 * n * n), chip.malloc(4 * n * n)
    before = chip.sim("Time", 0)
    launch_copy(chip, src, dst, 1)
    small = chip.sim("Time", 0) - before
    launch_copy(chip, src, dst, n * n)
    assert chip.sim("Time", 0) - before - small > 2 * small > 0


@pytest.mark.parametrize(
    ("name", "value"), [("TPUSIM_SEED", "-1"), ("TPUSIM_MEMORY", "12Q"), ("TPUSIM_THREADS", "yes")]
)
def test_setting_that_makes_no_sense(chip: Chip, monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    chip.sim("Reset")
    with pytest.raises(Failed):
        chip.open()
    # The reason is the first sentence; on bm_a the status of bm_dev_request follows from it.
    assert name in chip.last_fault() and value in chip.last_fault()


def test_no_devices(chip: Chip, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"TPUSIM_{chip.name.upper()}_DEVICES", "0")
    chip.sim("Reset")
    with pytest.raises(Failed, match="no device 0; there are 0"):
        chip.open()


def test_more_memory_than_the_host_can_map(chip: Chip, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TPUSIM_MEMORY", "1000000G")
    chip.sim("Reset")
    with pytest.raises(Failed, match="set TPUSIM_MEMORY to a smaller size"):
        chip.open()
