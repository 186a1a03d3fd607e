"""The device as PyTorch's own modules see it."""

from __future__ import annotations

import copy
import io
import pickle
import subprocess
import sys

import pytest
import torch

pytestmark = [pytest.mark.torch, pytest.mark.native]


def test_three_chips_in_one_process() -> None:
    assert torch.tpu.device_count() == 3 == torch.accelerator.device_count()
    assert [torch.tpu.get_device_name(index) for index in range(3)] == ["bm_a", "sg_b", "tc_c"]
    assert str(torch.accelerator.current_accelerator()) == "tpu"
    properties = torch.tpu.get_device_properties("tpu:1")
    assert properties.cores == 8 and properties.asynchronous and "sg2260" in properties.aliases
    assert torch.float8_e4m3fn not in torch.accelerator.get_device_capability(0)["supported_dtypes"]
    assert torch.float8_e4m3fn in torch.accelerator.get_device_capability(1)["supported_dtypes"]
    assert torch.float16 in torch.accelerator.get_device_capability(1)["supported_dtypes"]
    assert torch.float16 not in torch.accelerator.get_device_capability(2)["supported_dtypes"]


def test_a_type_that_a_chip_does_not_have_is_computed_on_the_cpu() -> None:
    """tc_c has no f16, and adds in bf16, rounding ties away from zero."""
    half = torch.tensor([1.0, 2.0], dtype=torch.float16)
    assert torch.equal((half.to("tpu:2") + 1).cpu(), half + 1)
    tie = torch.tensor([1.0, -1.0], dtype=torch.bfloat16)
    small = torch.tensor([2**-8, -(2**-8)], dtype=torch.bfloat16)
    assert (tie.to("tpu:2") + small.to("tpu:2")).tolist() == [1 + 2**-7, -1 - 2**-7]
    assert (tie.to("tpu:1") + small.to("tpu:1")).tolist() == [1.0, -1.0]


def test_current_device() -> None:
    torch.tpu.set_device(1)
    assert str(torch.empty(1, device="tpu").device) == "tpu:1"
    with torch.tpu.device("tpu:0"):
        assert torch.tpu.current_device() == 0
    with torch.accelerator.device_index(0):
        assert str(torch.empty(1, device="tpu").device) == "tpu:0"
    assert torch.accelerator.current_device_index() == 1
    with pytest.raises(RuntimeError, match="tpu:7 does not exist"):
        torch.empty(1, device="tpu:7")


def test_tensors_of_two_devices_do_not_mix() -> None:
    left, right = torch.ones(2, 2, device="tpu:0"), torch.ones(2, 2, device="tpu:1")
    for operation in (torch.mm, torch.add):
        with pytest.raises(RuntimeError, match="same device"):
            operation(left, right)


def test_print_shows_values_and_device(device: str) -> None:
    assert repr(torch.tensor([1.0, 2.5], device=device)) == f"tensor([1.0000, 2.5000], device='{device}')"


def test_save_and_load(device: str) -> None:
    tensor = torch.randn(3, 4, device=device)
    file = io.BytesIO()
    torch.save({"whole": tensor, "view": tensor.t()[1:]}, file)
    file.seek(0)
    loaded = torch.load(file)
    assert loaded["whole"].device == tensor.device
    torch.testing.assert_close(loaded["view"].cpu(), tensor.cpu().t()[1:])
    file.seek(0)
    assert torch.load(file, map_location="cpu")["whole"].device.type == "cpu"


def test_pickle_and_deepcopy(device: str) -> None:
    tensor = torch.randn(3, 4, device=device)
    for twin in (pickle.loads(pickle.dumps(tensor)), copy.deepcopy(tensor)):
        assert twin.device == tensor.device and twin.data_ptr() != tensor.data_ptr()
        torch.testing.assert_close(twin.cpu(), tensor.cpu())


def test_random_numbers_follow_the_seed(device: str) -> None:
    torch.manual_seed(3)
    first = torch.rand(5, device=device)
    state = torch.tpu.get_rng_state(device)
    second = torch.rand(5, device=device)
    torch.tpu.set_rng_state(state, device)
    assert torch.equal(torch.rand(5, device=device), second) and not torch.equal(first, second)
    torch.tpu.manual_seed_all(3)
    assert torch.equal(torch.rand(5, device=device), first)
    generator = torch.Generator(device=device).manual_seed(7)
    drawn = torch.randn(4, device=device, generator=generator)
    assert torch.equal(drawn.cpu(), torch.randn(4, generator=torch.Generator().manual_seed(7)))


def test_streams_and_events(device: str) -> None:
    side = torch.tpu.Stream(device)
    start, end = torch.tpu.Event(enable_timing=True), torch.tpu.Event(enable_timing=True)
    with torch.tpu.stream(side):
        assert torch.tpu.current_stream(device) == side
        start.record()
        product = torch.ones(64, 64, device=device) @ torch.ones(64, 64, device=device)
        end.record()
    torch.tpu.current_stream(device).wait_event(end)
    product.record_stream(torch.tpu.current_stream(device))
    side.synchronize()
    assert side.query() and end.query() and start.elapsed_time(end) >= 0
    assert product.sum().item() == 64**3
    assert torch.tpu.current_stream(device) == torch.tpu.default_stream(device)


def test_memory_statistics(device: str) -> None:
    before = torch.tpu.memory_allocated(device)
    torch.tpu.reset_peak_memory_stats(device)
    tensor = torch.empty(1000, device=device)
    assert torch.tpu.memory_allocated(device) - before == 4000
    del tensor
    assert torch.tpu.memory_allocated(device) == before
    assert torch.tpu.max_memory_allocated(device) - before == 4000
    free, total = torch.tpu.mem_get_info(device)
    assert 0 < free <= total == torch.tpu.get_device_properties(device).total_memory
    tensor = torch.empty(1 << 20, dtype=torch.uint8, device=device)
    torch.tpu.synchronize(device)
    assert torch.tpu.mem_get_info(device) == (free - tensor.nbytes, total) == torch.accelerator.get_memory_info(device)


def test_host_access_to_device_memory_is_trapped(device: str) -> None:
    program = (
        "import ctypes, torch, torch_tpu\n"
        f"address = torch.ones(4, device='{device}').data_ptr()\n"
        "print('read', flush=True)\n"
        "ctypes.string_at(address, 4)\n"
        "print('not trapped')\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == -11 and run.stdout.split() == ["read"], (run.returncode, run.stdout, run.stderr)


def test_import_torch_without_a_native_build(tmp_path) -> None:
    environment = {"TPUDNN_LIBRARY_DIR": str(tmp_path), "PATH": "/usr/bin:/bin"}
    program = "import torch\ntry:\n import torch_tpu\nexcept ImportError as error:\n print(error)"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, env=environment, check=False
    )
    assert run.returncode == 0 and "make native" in run.stdout and run.stderr == ""
