"""torch and torch_tpu in any order, from any thread, again: the device is registered once."""

from __future__ import annotations

import pytest

from tests.torch_tpu.processes import run

pytestmark = [pytest.mark.torch, pytest.mark.native]
CHECK = "assert str(torch.ones(2, device='tpu:0').device) == 'tpu:0'; print('fine')"

RELOAD = """
import importlib, sys, torch, torch_tpu, torch_tpu._register
importlib.reload(torch_tpu)
importlib.reload(torch_tpu._register)
importlib.reload(torch_tpu)
for name in [name for name in sys.modules if name.split('.')[0] == 'torch_tpu']:
    del sys.modules[name]
import torch_tpu
torch_tpu.reset_fallbacks()
"""

THREADS = """
import importlib, sys, threading
sys.setswitchinterval(1e-5)
names, failed = ['torch_tpu', 'torch'] * 3, []
start = threading.Barrier(len(names))
def load(name):
    start.wait()
    try:
        importlib.import_module(name)
        import torch_tpu
        torch_tpu.reset_fallbacks()
    except BaseException as error:
        failed.append(f'{name}: {error!r}')
threads = [threading.Thread(target=load, args=(name,)) for name in names]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert not failed, failed
import torch
"""


@pytest.mark.parametrize("autoload", ["1", "0"])
@pytest.mark.parametrize(
    "imports",
    [
        "import torch_tpu, torch",
        "import torch, torch_tpu",
        "import torch_tpu.fallback, torch",
        "import torch_tpu.tpu, torch",
        "from torch_tpu._register import register; register(); register(); import torch",
        RELOAD,
    ],
    ids=["torch_tpu", "torch first", "a module of it", "torch_tpu.tpu", "register", "again"],
)
def test_import(imports: str, autoload: str) -> None:
    done = run(f"{imports}\n{CHECK}", TORCH_DEVICE_BACKEND_AUTOLOAD=autoload)
    assert (done.returncode, done.stdout, done.stderr) == (0, "fine\n", "")


@pytest.mark.parametrize("autoload", ["1", "0"])
def test_import_in_threads(autoload: str) -> None:
    program = f"{THREADS}\nimport torch_tpu\n{CHECK}" if autoload == "0" else f"{THREADS}\n{CHECK}"
    done = run(program, TORCH_DEVICE_BACKEND_AUTOLOAD=autoload)
    assert (done.returncode, done.stdout) == (0, "fine\n"), done.stderr
