"""DistributedDataParallel, fully_shard and DTensor train to the losses of one device."""

from __future__ import annotations

import torch
import torch.distributed as dist
from common import RANK, SIZE, done, start
from torch.distributed.algorithms.ddp_comm_hooks.default_hooks import fp16_compress_hook
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard
from torch.distributed.tensor import DTensor, Replicate, Shard, distribute_tensor
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module
from torch.nn.parallel import DistributedDataParallel

STEPS, ROWS = 6, 4 * SIZE
device = start()
torch.manual_seed(0)
inputs, targets = torch.randn(STEPS, ROWS, 8), torch.randn(STEPS, ROWS, 4)
own = slice(RANK * ROWS // SIZE, (RANK + 1) * ROWS // SIZE)


def model() -> torch.nn.Sequential:
    torch.manual_seed(1)
    layers = (
        torch.nn.Linear(8, 12 * SIZE),
        torch.nn.ReLU(),
        torch.nn.LayerNorm(12 * SIZE),
        torch.nn.Linear(12 * SIZE, 4),
    )
    return torch.nn.Sequential(*layers).to(device)


def losses(trained: torch.nn.Module, rows: slice, mean_over_ranks: bool, **options: bool) -> torch.Tensor:
    optimizer = torch.optim.AdamW(trained.parameters(), lr=0.05, **options)
    seen = []
    for step in range(STEPS):
        optimizer.zero_grad()
        loss = torch.nn.functional.mse_loss(trained(inputs[step, rows].to(device)), targets[step, rows].to(device))
        loss.backward()
        optimizer.step()
        total = loss.detach().clone()
        if mean_over_ranks:
            dist.all_reduce(total, dist.ReduceOp.AVG)
        seen.append(total.item())
    return torch.tensor(seen)


alone = losses(model(), slice(None), False)
assert alone[-1] < alone[0]

parallel = DistributedDataParallel(model(), device_ids=[torch.device(device).index], bucket_cap_mb=0.001)
torch.testing.assert_close(losses(parallel, own, True), alone, rtol=1e-4, atol=1e-5)
parallel = DistributedDataParallel(model(), gradient_as_bucket_view=True, static_graph=True)
torch.testing.assert_close(losses(parallel, own, True), alone, rtol=1e-4, atol=1e-5)
parallel = DistributedDataParallel(model())
parallel.register_comm_hook(None, fp16_compress_hook)
torch.testing.assert_close(losses(parallel, own, True), alone, rtol=0.1, atol=0.05)
parallel = DistributedDataParallel(model())
with parallel.no_sync():
    parallel(inputs[0, own].to(device)).sum().backward()
parallel(inputs[1, own].to(device)).sum().backward()

mesh = init_device_mesh("tpu", (SIZE,))
sharded = model()
for layer in (sharded[0], sharded[3]):
    fully_shard(layer, mesh=mesh)
fully_shard(sharded, mesh=mesh)
assert all(isinstance(parameter, DTensor) for parameter in sharded.parameters())
torch.testing.assert_close(losses(sharded, own, True), alone, rtol=1e-4, atol=1e-5)
mixed = model()
fully_shard(mixed, mesh=mesh, mp_policy=MixedPrecisionPolicy(torch.bfloat16, torch.float32, output_dtype=torch.float32))
torch.testing.assert_close(losses(mixed, own, True), alone, rtol=0.1, atol=0.05)

tensor_parallel = parallelize_module(
    model(), mesh, {"0": ColwiseParallel(output_layouts=Replicate()), "3": RowwiseParallel(input_layouts=Replicate())}
)
torch.testing.assert_close(losses(tensor_parallel, slice(None), False, foreach=False), alone, rtol=1e-4, atol=1e-5)

torch.manual_seed(2)
left, right = torch.randn(3 * SIZE + 1, 6), torch.randn(6, 5)
for placement in (Shard(0), Replicate()):
    product = distribute_tensor(left.to(device), mesh, [placement]) @ distribute_tensor(
        right.to(device), mesh, [Replicate()]
    )
    torch.testing.assert_close(product.full_tensor().cpu(), left @ right, rtol=1e-5, atol=1e-5)
    assert product.redistribute(mesh, [Shard(1)]).to_local().shape[0] == left.shape[0]
inner = distribute_tensor(left.to(device), mesh, [Shard(1)]) @ distribute_tensor(right.to(device), mesh, [Shard(0)])
torch.testing.assert_close(inner.full_tensor().cpu(), left @ right, rtol=1e-5, atol=1e-5)
done()
