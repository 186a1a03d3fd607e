#include <ATen/core/Tensor.h>
#include <torch/library.h>

#include "core/Allocator.h"
#include "core/Registration.h"

namespace tpu
{
namespace
{

void record_stream(at::Tensor &self, c10::Stream stream) { c10_tpu::allocator()->recordStream(self.storage().data_ptr(), stream); }

TPU_REGISTRATION(aten, PrivateUse1, m) { m.impl("record_stream", TORCH_FN(record_stream)); }

} // namespace
} // namespace tpu
