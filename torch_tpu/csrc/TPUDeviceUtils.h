#pragma once

// The legacy tests on devices, for converted operators that include this header.

#include <ATen/core/Tensor.h>
#include <c10/core/TensorOptions.h>

#include "core/Device.h"

namespace torch_tpu::utils
{

inline bool is_tpu(const at::Device &device) { return device.type() == c10_tpu::kTPU; }
inline bool is_tpu(const at::TensorOptions &options) { return is_tpu(options.device()); }
inline bool is_tpu(const at::Tensor &tensor) { return tensor.defined() && is_tpu(tensor.device()); }

/// A device opens when it is first used; what is left is to raise for one that there is not.
inline void maybe_initialize_tpu(const at::Device &device)
{
    if (is_tpu(device))
    {
        c10_tpu::checkedDevice(device.index());
    }
}
inline void maybe_initialize_tpu(const at::TensorOptions &options) { maybe_initialize_tpu(options.device()); }
inline void maybe_initialize_tpu(const std::optional<at::Device> &device)
{
    if (device.has_value())
    {
        maybe_initialize_tpu(*device);
    }
}

} // namespace torch_tpu::utils
