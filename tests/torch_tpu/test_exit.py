"""A process that used the device ends with the status its program asked for, every time.

TORCH_TPU_EXIT_RUNS: runs of each program, default 3; 25 is the long form, 300 per chip. The runs are forks of a process that has imported
torch and not touched a device.
"""

from __future__ import annotations

import os

import pytest

from tests.torch_tpu.processes import run

pytestmark = [pytest.mark.torch, pytest.mark.native]
RUNS = int(os.environ.get("TORCH_TPU_EXIT_RUNS", "3"))

FORKS = """
import collections, os, sys
import torch
ended = collections.Counter()
for _ in range(RUNS):
    child = os.fork()
    if child == 0:
        break
    ended[os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])] += 1
else:
    print(dict(ended), flush=True)
    os._exit(0)
"""

BACKWARD = """
x = torch.randn(4, 4, device=DEVICE, requires_grad=True)
(x @ x).sum().backward()
"""

QUEUED = """
y = torch.randn(64, 64, device=DEVICE)
for _ in range(200):
    y = y @ y
"""

THREADS = """
import threading, time
def work(turns):
    while turns:
        turns -= 1
        w = torch.randn(8, 8, device=DEVICE, requires_grad=True)
        (w @ w).relu().sum().backward()
def start(turns, daemon):
    for _ in range(3):
        threading.Thread(target=work, args=(turns,), daemon=daemon).start()
"""

AT_EXIT = """
import atexit, weakref
class Owner:
    pass
owner = Owner()
owner.tensor = x
weakref.finalize(owner, lambda t: (t * t).sum().item(), torch.ones(3, device=DEVICE))
atexit.register(lambda: (x * 2).sum().backward())
sys.owner = owner
"""

PROGRAMS = {
    "backward": (BACKWARD, 0),
    "cpu_backward": ("x = torch.randn(4, requires_grad=True)\nx.sum().backward()\n", 0),
    "both_chips": (BACKWARD + "(x.to('tpu:0') * x.to('tpu:1').to('tpu:0')).sum().backward()\n", 0),
    "exception": (BACKWARD + QUEUED + "raise ValueError('on purpose')\n", 1),
    "sys_exit_amid_queued_work": (QUEUED + BACKWARD + QUEUED + "sys.exit(3)\n", 3),
    "os_exit": (BACKWARD + QUEUED + "os._exit(5)\n", 5),
    "live_tensors_and_streams": (
        BACKWARD + "s = torch.tpu.Stream(DEVICE)\ne = torch.Event('tpu')\n"
        "with torch.tpu.stream(s):\n    z = x.detach() @ x.detach()\n    e.record()\n",
        0,
    ),
    "work_at_exit": (BACKWARD + AT_EXIT, 0),
    "threads": (THREADS + "start(5, False)\n", 0),
    "daemon_threads": (THREADS + "start(-1, True)\ntime.sleep(0.2)\n", 0),
    "exit_amid_daemon_threads": (THREADS + "start(-1, True)\ntime.sleep(0.1)\nsys.exit(4)\n", 4),
    "gradient_hooks": (BACKWARD + "x.register_hook(lambda g: g * 2)\n(x * x).sum().backward()\n", 0),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_exit_status(name: str, device: str) -> None:
    program, status = PROGRAMS[name]
    done = run(f"RUNS = {RUNS}\nDEVICE = '{device}'\n{FORKS}\n{program}")
    assert done.stdout.strip().splitlines()[-1:] == [str({status: RUNS})], (done.stdout, done.stderr[-4000:])
    assert "terminate called" not in done.stderr


@pytest.mark.parametrize("name", ["backward", "exit_amid_daemon_threads"])
def test_exit_status_of_a_program_of_its_own(name: str, device: str) -> None:
    program, status = PROGRAMS[name]
    done = run(f"import os, sys, torch\nDEVICE = '{device}'\n{program}")
    assert done.returncode == status, done.stderr
