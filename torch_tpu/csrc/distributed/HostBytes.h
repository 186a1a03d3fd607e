#pragma once

#include <ATen/core/Tensor.h>

namespace tpu::distributed
{

/// A dense host tensor of one dimension.
at::Tensor emptyBytes(int64_t bytes);

/// A tensor's elements on the host, one behind the other; and as bytes; and those of several.
at::Tensor onHost(const at::Tensor &tensor);
at::Tensor bytesOf(const at::Tensor &tensor);
at::Tensor bytesOf(at::TensorList tensors);

int64_t sizeInBytes(const at::Tensor &tensor);

/// Fills a tensor with the bytes of all its elements.
void putBytes(const at::Tensor &tensor, const at::Tensor &host_bytes);
/// Fills tensors with bytes that lie one behind the other.
void putBytesInTurn(at::TensorList tensors, const at::Tensor &bytes);

} // namespace tpu::distributed
