#pragma once

// What our own operators share.

#include <ATen/core/Tensor.h>

#include "TPUTorchUtils.h"
#include "aten/Operands.h"

namespace at::own
{

using tpu::operands::given;
using tpu::operands::isFloat;
using tpu::operands::wide;

inline int wrapped(int64_t dim, int64_t dims) { return static_cast<int>(dim < 0 ? dim + dims : dim); }

/// call(stream, self, out) on what the library sees of both.
template <class Call>
Tensor &intoLibrary(const Tensor &self, Tensor &out, const Call &call)
{
    CHECK_TENSOR_IN_DEVICE(out);
    TORCH_CHECK(isFloat(self.scalar_type()) && out.scalar_type() == self.scalar_type(), "data types ", self.scalar_type(), " and ",
                out.scalar_type());
    if (out.numel() == 0)
    {
        return out;
    }
    const Tensor dense = self.contiguous();
    auto stream = c10_tpu::getCurrentTPUStream();
    const tpudnnStatus_t status = call(stream, tpu::TPUGenerateTpudnnTensor(stream, dense), tpu::TPUGenerateTpudnnTensor(stream, out));
    TORCH_CHECK(status == TPUDNN_STATUS_SUCCESS);
    return out;
}

} // namespace at::own
