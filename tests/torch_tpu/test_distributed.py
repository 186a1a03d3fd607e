"""torch.distributed over several processes: collectives, training, failures, launchers. The programs are in ranks/."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.torch_tpu.processes import SECONDS, run
from utest_ops.chips import all_chips

pytestmark = [pytest.mark.torch, pytest.mark.native]
PROGRAMS = Path(__file__).with_name("ranks")
CHIPS = [name for name in sorted(all_chips()) if name in ("bm_a", "sg_b")]
MIXED = ",".join(CHIPS)
PUBLIC = "python/dist_test"


def ranks(
    folder: Path, size: int, program: str, *arguments: str, **environment: str
) -> list[subprocess.CompletedProcess[str]]:
    """The program once per rank, all at a time."""
    settings = {
        **os.environ,
        "PYTHONWARNINGS": "ignore",
        "OMP_NUM_THREADS": "1",
        "WORLD_SIZE": str(size),
        "RENDEZVOUS": f"file://{folder / 'rendezvous'}",
        **environment,
    }
    command = [sys.executable, str(PROGRAMS / program), *arguments]
    started = [
        subprocess.Popen(
            command, env={**settings, "RANK": str(rank)}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for rank in range(size)
    ]
    results = []
    try:
        for process in started:
            out, err = process.communicate(timeout=SECONDS)
            results.append(subprocess.CompletedProcess(command, process.returncode, out, err[-4000:]))
    finally:
        for process in started:
            process.kill()
    return results


def fine(results: list[subprocess.CompletedProcess[str]]) -> None:
    for rank, result in enumerate(results):
        assert (result.returncode, result.stdout) == (0, f"rank {rank} fine\n"), (rank, result.stdout, result.stderr)


def many(chip: str, size: int) -> dict[str, str]:
    """Each process has as many devices of one chip as there are ranks."""
    return {"TPUDNN_CHIPS": chip, f"TPUSIM_{chip.upper()}_DEVICES": str(size)}


@pytest.mark.parametrize("chip", CHIPS)
def test_collectives_of_every_dtype(tmp_path: Path, chip: str) -> None:
    fine(ranks(tmp_path, 3, "collectives.py", **many(chip, 3)))


def test_a_group_of_one(tmp_path: Path) -> None:
    fine(ranks(tmp_path, 1, "collectives.py"))


@pytest.mark.parametrize("chips", [CHIPS[-1], MIXED])
def test_training_gives_the_losses_of_one_device(tmp_path: Path, chips: str) -> None:
    fine(ranks(tmp_path, 2, "training.py", TPUDNN_CHIPS=chips))


@pytest.mark.parametrize("kind", ["killed", "raised", "absent"])
def test_the_other_ranks_hear_of_one_that_is_gone(tmp_path: Path, kind: str) -> None:
    *others, last = ranks(tmp_path, 3, "failures.py", kind, TPUDNN_CHIPS=CHIPS[-1])
    assert last.returncode == {"killed": -9, "raised": 3, "absent": 0}[kind], last
    for rank, other in enumerate(others):
        assert other.returncode == 0 and f"rank {rank} heard: " in other.stdout, other
        assert "Timed out" in other.stdout or "Connection closed" in other.stdout or "Broken pipe" in other.stdout, (
            other
        )


def test_threads_with_groups_of_their_own(tmp_path: Path) -> None:
    fine(ranks(tmp_path, 3, "failures.py", "threads", TPUDNN_CHIPS=MIXED))


def test_ways_to_start(tmp_path: Path) -> None:
    fine(ranks(tmp_path, 2, "ways.py", TPUDNN_CHIPS=MIXED))


TORCHRUN = """
import os, torch, torch.distributed as dist
device = f"tpu:{int(os.environ['LOCAL_RANK']) % torch.tpu.device_count()}"
dist.init_process_group("tccl", device_id=torch.device(device))
x = torch.full((3,), float(dist.get_rank()), device=device)
dist.all_reduce(x)
names = [None] * dist.get_world_size()
dist.all_gather_object(names, torch.tpu.get_device_name(torch.device(device).index))
if dist.get_rank() == 0:
    print(x.tolist(), names)
dist.destroy_process_group()
"""


@pytest.mark.parametrize("chips", [*CHIPS, MIXED])
def test_torchrun(tmp_path: Path, chips: str) -> None:
    file = tmp_path / "program.py"
    file.write_text(TORCHRUN, encoding="utf-8")
    options = ("-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "4", str(file))
    environment = {**os.environ, "TPUDNN_CHIPS": chips, "PYTHONWARNINGS": "ignore", "OMP_NUM_THREADS": "1"}
    result = subprocess.run(
        [sys.executable, *options], env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    each = [all_chips()[name].name for name in chips.split(",")]
    assert result.returncode == 0, result.stderr[-4000:]
    found = result.stdout.strip()
    assert found.startswith("[6.0, 6.0, 6.0] ["), found
    assert all(name in found for name in each), found


def test_without_groups_the_device_is_what_it_was() -> None:
    done = run(
        "import torch, torch.distributed as dist; print(dist.Backend.default_device_backend_map['tpu'], dist.is_initialized())"
    )
    assert done.stdout == "tccl False\n", done


# Each with what one of its ranks logs, where it logs a result that is not drawn at random.
PUBLIC_SCRIPTS = {
    "all_gather": "results: [tensor([3, 4]), tensor([5, 6])]",
    "all_reduce": "after reduce: tensor([ 8., 10.])",
    "all_to_all": "result: tensor(",
    "broadcast": "tensor(",
    "broadcast_object_list": "",
    "gather": "results: [tensor([3, 4]), tensor([5, 6])]",
    "hello_world": "",
    "kv_store": "",
    "p2p": "",
    "reduce": "after reduce: tensor([ 8, 10])",
    "scatter": "results: tensor(",
}


@pytest.mark.parametrize("script", PUBLIC_SCRIPTS)
def test_scripts_of_the_public_tree(tmp_path: Path, script: str) -> None:
    """They run as they are, on every rank to the end."""
    tree = os.environ.get("LEGACY_TREE")
    if not tree or not (Path(tree) / PUBLIC / f"{script}.py").is_file():
        pytest.skip(f"LEGACY_TREE names no checkout that has {PUBLIC}")
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2"]
    result = subprocess.run(
        [*command, str(Path(tree) / PUBLIC / f"{script}.py")],
        env={**os.environ, **many(CHIPS[0], 2), "OMP_NUM_THREADS": "1"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert result.returncode == 0, result.stderr[-4000:]
    log = tmp_path / "pytorch-dist.log"
    assert PUBLIC_SCRIPTS[script] in log.read_text(encoding="utf-8")
