#include <ATen/core/Tensor.h>
#include <torch/library.h>

#include "core/Allocator.h"

namespace tpu
{
namespace
{

void record_stream(at::Tensor &self, c10::Stream stream) { c10_tpu::allocator()->recordStream(self.storage().data_ptr(), stream); }

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) { m.impl("record_stream", TORCH_FN(record_stream)); }

} // namespace
} // namespace tpu
