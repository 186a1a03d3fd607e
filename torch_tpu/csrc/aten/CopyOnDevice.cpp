#include <ATen/EmptyTensor.h>
#include <ATen/ops/empty.h>

#include "TPUTorchUtils.h"
#include "aten/Copy.h"
#include "core/Status.h"

namespace tpu
{
namespace
{

using at::Tensor;

// Elements of the same size move as the same bits, whatever their type: the kernels know fewer types than torch.
tpudnnTensor_t asBits(const Tensor &tensor)
{
    tpudnnTensor_t view = tpudnnUndefinedTensor();
    view.addr = tensor.data_ptr();
    view.dim = static_cast<int>(tensor.dim());
    const auto words = static_cast<int>(tensor.itemsize() <= 4 ? 1 : tensor.itemsize() / 4);
    view.dtype = tensor.itemsize() == 1   ? TPUDNN_DTYPE_UINT8
                 : tensor.itemsize() == 2 ? TPUDNN_DTYPE_FP16
                                          : TPUDNN_DTYPE_FP32;
    for (int i = 0; i < view.dim; ++i)
    {
        view.shape[i] = static_cast<int>(tensor.size(i));
        view.stride[i] = static_cast<int>(tensor.stride(i)) * words;
    }
    if (words > 1 || view.dim == 0)
    {
        view.shape[view.dim] = words;
        view.stride[view.dim] = 1;
        ++view.dim;
    }
    return view;
}

bool copySameType(const Tensor &dst, const Tensor &src)
{
    const auto stream = c10_tpu::getCurrentTPUStream();
    if (src.strides() == dst.strides() && dst.is_non_overlapping_and_dense())
    {
        TPU_CHECK_STATUS(tpudnnMemcpyD2DAsync(stream, dst.data_ptr(), src.data_ptr(), dst.nbytes()));
        return true;
    }
    if (dst.dim() >= TPUDNN_MAX_DIMS)
    {
        return false;
    }
    return tpudnnStridedCopyAsync(stream, asBits(src), asBits(dst)) == TPUDNN_STATUS_SUCCESS;
}

} // namespace

bool copyOnDevice(const Tensor &dst, const Tensor &src)
{
    return dst.scalar_type() == src.scalar_type() && copySameType(dst, src);
}

} // namespace tpu
