"""Forks are refused in a sentence, spawned processes work, tensors travel between processes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.torch_tpu.processes import SECONDS, run

pytestmark = [pytest.mark.torch, pytest.mark.native]
SENTENCE = "Cannot re-initialize tpu in forked subprocess"

FORK = """
import os, sys, time
import torch
x = torch.randn(3, device=DEVICE)
event = torch.Event('tpu'); event.record()
side = torch.tpu.Stream(DEVICE)
pinned = torch.ones(3).pin_memory()
child = os.fork()
if child:
    os.waitpid(child, 0)
    print(x.sum().item() == x.cpu().sum().item())
    sys.exit(0)
uses = [
    lambda: x + 1, lambda: x.cpu(), lambda: x[0].item(), lambda: x.tolist(), lambda: print(x), lambda: torch.ones(2, device=DEVICE),
    lambda: torch.ones(2).to(DEVICE), lambda: x.sort(), lambda: x.copy_(torch.ones(3)), lambda: torch.tpu.synchronize(),
    lambda: torch.tpu.get_device_properties(0), lambda: torch.tpu.mem_get_info(), lambda: event.synchronize(), lambda: event.query(),
    lambda: torch.tpu.Stream(DEVICE), lambda: side.synchronize(), lambda: torch.rand(3, device=DEVICE), lambda: x.zero_(),
    lambda: torch.ones(3).pin_memory(), lambda: x.clone(), lambda: torch.mm(x[None], x[:, None]), lambda: x.fill_(2),
]
for number, use in enumerate(uses):
    try:
        use()
        print('use', number, 'was not refused')
    except RuntimeError as error:
        if 'SENTENCE' not in str(error) or type(error) is not RuntimeError:
            print('use', number, repr(error))
torch.manual_seed(3)
print(torch.tpu._is_in_bad_fork(), torch.tpu.device_count(), torch.ones(3).sum().item(), flush=True)
del x, event, side, pinned
"""

WORKERS = """
import torch
from torch.utils.data import DataLoader, Dataset
class Squares(Dataset):
    def __init__(self, device): self.device = device
    def __len__(self): return 6
    def __getitem__(self, i): return torch.full((2,), float(i), device=self.device) ** 2
if __name__ == '__main__':
    warm = torch.ones(1, device=DEVICE)
    for method in ('fork', 'spawn'):
        loader = DataLoader(Squares(DEVICE), batch_size=3, num_workers=2, multiprocessing_context=method)
        try:
            print(method, [str(b.device) for b in loader], [b[:, 0].tolist() for b in loader])
        except RuntimeError as error:
            print(method, 'SENTENCE' in str(error))
"""

QUEUES = """
import torch, torch.multiprocessing as mp
def child(inbox, outbox):
    while (item := inbox.get()) is not None:
        outbox.put(item)
if __name__ == '__main__':
    x = torch.randn(4, 3, device=DEVICE)
    items = [x, x.t(), x[1:, ::2], x.to(torch.bfloat16), torch.nn.Parameter(x.clone()), x.clone().requires_grad_(), x.to_sparse(),
             torch.zeros(0, 3, device=DEVICE), torch.tensor(5, device=DEVICE), {'a': [x.long()]}['a'][0], torch.nn.Linear(3, 2).to(DEVICE)]
    context = mp.get_context('spawn')
    inbox, outbox = context.Queue(), context.Queue()
    process = context.Process(target=child, args=(inbox, outbox))
    process.start()
    for item in items:
        inbox.put(item)
        back = outbox.get(timeout=SECONDS)
        if isinstance(item, torch.nn.Module):
            back, item = back.weight, item.weight
        assert type(back) is type(item) and back.device == item.device and back.requires_grad == item.requires_grad, (back, item)
        assert torch.equal(back.to_dense().cpu(), item.to_dense().cpu()) and back.dtype == item.dtype, (back, item)
    inbox.put(x.untyped_storage())
    assert bytes(outbox.get(timeout=SECONDS).cpu()) == bytes(x.untyped_storage().cpu())
    try:
        context.SimpleQueue().put(x.requires_grad_() * 2)
    except RuntimeError as error:
        assert 'non-leaf' in str(error)
    inbox.put(None)
    process.join(SECONDS)
    print('fine', process.exitcode)
"""

INHERITED = """
import torch, torch.multiprocessing as mp
def child(tensor, outbox): outbox.put(tensor)
if __name__ == '__main__':
    x = torch.randn(3, device=DEVICE)
    context = mp.get_context('fork')
    outbox = context.Queue()
    process = context.Process(target=child, args=(x, outbox))
    process.start()
    try:
        outbox.get(timeout=SECONDS)
    except RuntimeError as error:
        print('SENTENCE' in str(error))
    process.join(SECONDS)
    print(process.exitcode, x.sum().item() == x.cpu().sum().item())
"""


def in_file(folder: Path, program: str, device: str) -> list[str]:
    """Lines printed by a program in a file: spawned processes import it again."""
    text = program.replace("SENTENCE", SENTENCE).replace("SECONDS", str(SECONDS)).replace("DEVICE", repr(device))
    file = folder / "program.py"
    file.write_text(text, encoding="utf-8")
    done = run(f"import runpy, sys; sys.argv = [{str(file)!r}]; runpy.run_path({str(file)!r}, run_name='__main__')")
    direct = done if done.returncode == 0 else None
    assert direct is not None, (done.stdout, done.stderr[-4000:])
    return done.stdout.splitlines()


def test_every_use_after_a_fork_is_refused(tmp_path: Path, device: str) -> None:
    count = "3" if not os.environ.get("TPUDNN_CHIPS") else None
    lines = in_file(tmp_path, FORK, device)
    assert lines[-1] == "True" and lines[0].startswith("True ") and lines[0].endswith(" 3.0") and len(lines) == 2, lines
    assert count is None or lines[0].split()[1] == count


def test_a_fork_before_the_first_use_may_use_it(tmp_path: Path, device: str) -> None:
    program = (
        "import os, torch\nassert torch.tpu.is_available()\ntorch.manual_seed(1)\nchild = os.fork()\n"
        "total = torch.ones(3, device=DEVICE).sum().item()\nos.write(1, f'{child == 0} {total}\\n'.encode())\n"
        "if child: assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0\n"
    )
    assert sorted(in_file(tmp_path, program, device)) == ["False 3.0", "True 3.0"]


def test_data_loader_workers(tmp_path: Path, device: str) -> None:
    spawned = f"spawn ['{device}', '{device}'] [[0.0, 1.0, 4.0], [9.0, 16.0, 25.0]]"
    assert in_file(tmp_path, WORKERS, device) == ["fork True", spawned]


def test_tensors_travel_between_processes(tmp_path: Path, device: str) -> None:
    assert in_file(tmp_path, QUEUES, device) == ["fine 0"]


def test_an_inherited_tensor_arrives_as_an_error(tmp_path: Path, device: str) -> None:
    assert in_file(tmp_path, INHERITED, device) == ["True", "0 True"]
