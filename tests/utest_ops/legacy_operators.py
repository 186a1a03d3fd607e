"""The public legacy tree's own torch operators (namespace my_ops) that the library has, on those of the device (namespace tpu)."""

import torch

import torch_tpu  # noqa: F401

LIBRARY = torch.library.Library("my_ops", "DEF")
LIBRARY.define(
    "rmsnorm_forward(Tensor x, Tensor? scale, Tensor? bias, Tensor(a!) out, int axis, float eps) -> Tensor(a!)"
)


def rmsnorm_forward(x, scale, bias, out, axis, eps):
    return out.copy_(torch.ops.tpu.rms_norm(x, x.shape[axis:], scale, bias, eps))


LIBRARY.impl("rmsnorm_forward", rmsnorm_forward, "PrivateUse1")
