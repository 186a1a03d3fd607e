"""torch.distributed over several processes: collectives, training, failures, launchers. The programs are in ranks/."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.torch_tpu.processes import SECONDS, run
from utest_ops.chips import all_chips

pytestmark = [pytest.mark.torch, pytest.mark.native]
PROGRAMS = Path(__file__).with_name("ranks")
CHIPS = [name for name in sorted(all_chips()) if name in ("bm_a", "sg_b")]
MIXED = ",".join(CHIPS)
PUBLIC = "python/dist_test"


class Server:
    """Ranks by fork of one process that has imported torch (ranks/server.py)."""

    def __init__(self) -> None:
        settings = {**os.environ, "PYTHONWARNINGS": "ignore", "OMP_NUM_THREADS": "1", "TORCH_CPP_LOG_LEVEL": "ERROR"}
        self.process = subprocess.Popen(
            [sys.executable, str(PROGRAMS / "server.py")],
            env=settings,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, folder: Path, size: int, program: str, *arguments: str, **environment: str) -> list[Ended]:
        """The program once per rank, all at a time."""
        assert self.process.stdin is not None and self.process.stdout is not None
        settings = {"WORLD_SIZE": str(size), "RENDEZVOUS": f"file://{folder / 'rendezvous'}", **environment}
        job = {
            "size": size,
            "program": str(PROGRAMS / program),
            "arguments": arguments,
            "environment": settings,
            "folder": str(folder),
            "seconds": SECONDS,
        }
        print(json.dumps(job), file=self.process.stdin, flush=True)
        statuses = json.loads(self.process.stdout.readline())
        texts = [[(folder / f"{rank}.{kind}").read_text() for kind in ("out", "err")] for rank in range(size)]
        return [Ended(status, out, err[-4000:]) for status, (out, err) in zip(statuses, texts, strict=True)]

    def close(self) -> None:
        self.process.communicate(timeout=SECONDS)


@dataclass(frozen=True)
class Ended:
    status: int
    out: str
    err: str


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.close()


def fine(results: list[Ended]) -> None:
    for rank, result in enumerate(results):
        assert (result.status, result.out) == (0, f"rank {rank} fine\n"), (rank, result)


def many(chip: str, size: int) -> dict[str, str]:
    """Each process has as many devices of one chip as there are ranks."""
    return {"TPUDNN_CHIPS": chip, f"TPUSIM_{chip.upper()}_DEVICES": str(size)}


@pytest.mark.parametrize(("chip", "shared"), [*((chip, "1") for chip in CHIPS), (CHIPS[-1], "0")])
def test_collectives_of_every_dtype(server: Server, tmp_path: Path, chip: str, shared: str) -> None:
    fine(server.run(tmp_path, 3, "collectives.py", TORCH_TPU_SHARED_MEMORY=shared, **many(chip, 3)))


def test_a_group_of_one(server: Server, tmp_path: Path) -> None:
    fine(server.run(tmp_path, 1, "collectives.py"))


def test_shared_memory_and_sockets_give_the_same_bits(server: Server, tmp_path: Path) -> None:
    fine(server.run(tmp_path, 3, "engines.py", TPUDNN_CHIPS=MIXED))


@pytest.mark.parametrize("shared", ["1", "0"])
def test_rare_uses(server: Server, tmp_path: Path, shared: str) -> None:
    fine(server.run(tmp_path, 3, "strange.py", TPUDNN_CHIPS=MIXED, TORCH_TPU_SHARED_MEMORY=shared))


def test_ranks_in_containers_of_their_own_use_sockets(server: Server, tmp_path: Path) -> None:
    results = server.run(tmp_path, 3, "hosts.py", TPUDNN_CHIPS=CHIPS[-1])
    if all(result.out == "no permission\n" for result in results):
        pytest.skip("no permission for a namespace of processes")
    fine(results)


@pytest.mark.parametrize("chips", [*CHIPS, MIXED])
def test_training_gives_the_losses_of_one_device(server: Server, tmp_path: Path, chips: str) -> None:
    fine(server.run(tmp_path, 4, "training.py", TPUDNN_CHIPS=chips))


@pytest.mark.parametrize("way", ["memory", "sockets"])
@pytest.mark.parametrize(("kind", "lost", "status"), [("killed", 10, -9), ("raised", 1, 3), ("late", 1, 0)])
def test_the_other_ranks_hear_of_one_that_is_gone(
    server: Server, tmp_path: Path, kind: str, lost: int, status: int, way: str
) -> None:
    results = server.run(tmp_path, 2 + lost, "failures.py", kind, way, TPUDNN_CHIPS=CHIPS[-1])
    assert [result.status for result in results] == [0, 0] + [status] * lost, results
    for survivor in results[:2]:
        assert len(survivor.out.splitlines()) >= min(lost, 9), survivor
    assert not list(Path("/dev/shm").glob("*tccl*"))


def test_threads_with_groups_of_their_own(server: Server, tmp_path: Path) -> None:
    fine(server.run(tmp_path, 3, "threads.py", TPUDNN_CHIPS=MIXED))


def test_ways_to_start(server: Server, tmp_path: Path) -> None:
    fine(server.run(tmp_path, 2, "ways.py", TPUDNN_CHIPS=MIXED))


TORCHRUN = """
import os, torch, torch.distributed as dist
rank, chips = int(os.environ["LOCAL_RANK"]), torch.tpu.device_count()
dist.init_process_group("tccl")
# On the first chip, on the second, on both.
for layout in ([0], [chips - 1], range(chips)):
    device = f"tpu:{layout[rank % len(layout)]}"
    torch.tpu.set_device(device)
    x = torch.full((3,), float(dist.get_rank()), device=device)
    dist.all_reduce(x)
    names = [None] * dist.get_world_size()
    dist.all_gather_object(names, torch.tpu.get_device_name(torch.device(device).index))
    if dist.get_rank() == 0:
        print(x.tolist(), *names)
dist.destroy_process_group()
"""


def test_torchrun(tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text(TORCHRUN, encoding="utf-8")
    options = ("-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "4", str(file))
    environment = {**os.environ, "TPUDNN_CHIPS": MIXED, "PYTHONWARNINGS": "ignore", "OMP_NUM_THREADS": "1"}
    result = subprocess.run(
        [sys.executable, *options], env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert result.returncode == 0, result.stderr[-4000:]
    first, second = CHIPS
    expected = [[first] * 4, [second] * 4, [first, second] * 2]
    assert result.stdout.splitlines() == [f"[6.0, 6.0, 6.0] {' '.join(names)}" for names in expected], result.stdout


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
