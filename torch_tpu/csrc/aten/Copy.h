#pragma once

#include <ATen/core/Tensor.h>

namespace tpu
{

/// Copies with the device's own kernels: both tensors on one tpu, same sizes. False where the chip cannot (tpudnnGetLastError says why);
/// nothing was written then.
bool copyOnDevice(const at::Tensor &dst, const at::Tensor &src);

} // namespace tpu
