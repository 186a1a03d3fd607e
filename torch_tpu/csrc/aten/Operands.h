#pragma once

// What operators that are composed of others ask of their operands.

#include <ATen/core/Tensor.h>

#include <optional>

namespace tpu::operands
{

/// A floating type that chips compute in.
inline bool isFloat(at::ScalarType type) { return type == at::kFloat || type == at::kHalf || type == at::kBFloat16; }

inline bool given(const std::optional<at::Tensor> &tensor) { return tensor.has_value() && tensor->defined(); }

inline at::Tensor wide(const at::Tensor &tensor) { return tensor.to(at::kFloat); }

} // namespace tpu::operands
