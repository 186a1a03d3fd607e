#pragma once

#include <ATen/core/Tensor.h>

#include <utility>

namespace tpu::dispatch
{

/// Bytes of a tensor's storage from its first element to behind its last: {begin, end}. `begin` is rounded down so that it is a whole
/// number of elements of any type; without elements both are the largest and the smallest number.
std::pair<size_t, size_t> byteSpan(const at::Tensor &tensor);

/// A tensor on `storage` with dtype, sizes, strides, conjugate and negative bit of `like`, and its offset moved by `bytes`.
at::Tensor storageView(const c10::Storage &storage, const at::Tensor &like, int64_t bytes);

/// The part of a tensor that has each repeated element once: of every expanded dimension (stride 0) the first entry.
at::Tensor withoutRepeats(at::Tensor tensor);

} // namespace tpu::dispatch
