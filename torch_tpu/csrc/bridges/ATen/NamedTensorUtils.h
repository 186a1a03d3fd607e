#pragma once

// PyTorch 2.13 has no named tensors any more, and not this header. Found only where PyTorch has none.
#include <ATen/core/Tensor.h>

namespace at::namedinference
{

/// No tensor has names: there is nothing to pass on.
inline const Tensor &propagate_names(const Tensor &result, const Tensor &) { return result; }

} // namespace at::namedinference
