#include <ATen/EmptyTensor.h>
#include <ATen/ops/empty.h>

#include <limits>

#include "TPUTorchUtils.h"
#include "aten/Copy.h"
#include "core/Status.h"

namespace tpu
{
namespace
{

using at::Tensor;

// Floating types move as themselves, all others as integers of their size: the kernels know fewer types than torch, and a chip that moves
// a pattern of bits as a floating type that it is not may change it.
tpudnnDataType_t moverOf(at::ScalarType dtype)
{
    switch (dtype)
    {
    case at::kFloat:
        return TPUDNN_DTYPE_FP32;
    case at::kHalf:
        return TPUDNN_DTYPE_FP16;
    case at::kBFloat16:
        return TPUDNN_DTYPE_BF16;
    default:
        break;
    }
    const size_t bytes = c10::elementSize(dtype);
    return bytes == 1 ? TPUDNN_DTYPE_UINT8 : bytes == 2 ? TPUDNN_DTYPE_INT16 : TPUDNN_DTYPE_INT32;
}

tpudnnTensor_t asBits(const Tensor &tensor)
{
    tpudnnTensor_t view = tpudnnUndefinedTensor();
    view.addr = tensor.data_ptr();
    view.dim = static_cast<int>(tensor.dim());
    const auto words = static_cast<int>(tensor.itemsize() <= 4 ? 1 : tensor.itemsize() / 4);
    view.dtype = moverOf(tensor.scalar_type());
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

// The low or the high halves of 64-bit integers; the host and the chips are little-endian.
tpudnnTensor_t halves(const Tensor &tensor, bool high)
{
    tpudnnTensor_t view = tpudnnUndefinedTensor();
    view.addr = static_cast<int32_t *>(tensor.data_ptr()) + (high ? 1 : 0);
    view.dim = static_cast<int>(tensor.dim());
    view.dtype = TPUDNN_DTYPE_INT32;
    for (int i = 0; i < view.dim; ++i)
    {
        view.shape[i] = static_cast<int>(tensor.size(i));
        view.stride[i] = static_cast<int>(tensor.stride(i)) * 2;
    }
    if (view.dim == 0)
    {
        view.shape[view.dim] = 1;
        view.stride[view.dim] = 1;
        ++view.dim;
    }
    return view;
}

// A block of memory as a tensor of one dimension.
tpudnnTensor_t flat(const Tensor &tensor)
{
    tpudnnTensor_t view = tpudnnUndefinedTensor();
    view.addr = tensor.data_ptr();
    view.dtype = TPUConvertDType(tensor.scalar_type());
    view.dim = 1;
    view.shape[0] = static_cast<int>(tensor.numel());
    view.stride[0] = 1;
    return view;
}

// The library of a converted tree may have neither operator: the copy goes through the host then.
template <class View>
bool stridedCopy(const c10_tpu::TPUStream &stream, const View &from, const View &to)
{
    if constexpr (requires(tpudnnHandle_t handle) { tpudnnStridedCopyAsync(handle, from, to); })
    {
        return tpudnnStridedCopyAsync(stream, from, to) == TPUDNN_STATUS_SUCCESS;
    }
    return false;
}

template <class View>
bool convert(const c10_tpu::TPUStream &stream, const View &from, const View &to)
{
    if constexpr (requires(tpudnnHandle_t handle) { tpudnnConvertAsync(handle, from, to); })
    {
        return tpudnnConvertAsync(stream, from, to) == TPUDNN_STATUS_SUCCESS;
    }
    return false;
}

// `to` = the sign of each 32-bit integer in all of its bits.
template <class View>
bool signs(const c10_tpu::TPUStream &stream, const View &from, const View &to)
{
    if constexpr (requires(tpudnnHandle_t handle) { tpudnnShiftConstAsync(handle, from, to, 31, false); })
    {
        return tpudnnShiftConstAsync(stream, from, to, 31, false) == TPUDNN_STATUS_SUCCESS;
    }
    return false;
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
    return stridedCopy(stream, asBits(src), asBits(dst));
}

// What the conversion kernel gives the same as torch: between floating types, from integers to floating types and to wider integers, from bool
// to anything. (Out-of-range values and bool as a target follow torch's rules on the CPU.)
bool convertible(at::ScalarType from, at::ScalarType to)
{
    const auto floating = [](at::ScalarType dtype) { return dtype == at::kFloat || dtype == at::kHalf || dtype == at::kBFloat16; };
    const auto small_integer = [](at::ScalarType dtype) {
        return dtype == at::kBool || dtype == at::kByte || dtype == at::kChar || dtype == at::kShort || dtype == at::kInt;
    };
    return (floating(to) && (floating(from) || small_integer(from))) || (to == at::kInt && small_integer(from));
}

// Converts between dense tensors; gaps are closed before and opened afterwards.
bool copyConverting(const Tensor &dst, const Tensor &src)
{
    if (!convertible(src.scalar_type(), dst.scalar_type()))
    {
        return false;
    }
    const bool same_layout = src.strides() == dst.strides() && dst.is_non_overlapping_and_dense();
    const Tensor from = same_layout || src.is_contiguous() ? src : at::empty(src.sizes(), src.options());
    const Tensor to = same_layout || dst.is_contiguous() ? dst : at::empty(dst.sizes(), dst.options());
    if (!from.is_same(src) && !copySameType(from, src))
    {
        return false;
    }
    const auto stream = c10_tpu::getCurrentTPUStream();
    if (!convert(stream, flat(from), flat(to)))
    {
        return false;
    }
    return to.is_same(dst) || copySameType(dst, to);
}

// From 64-bit integers, which keeps the low halves, as torch does.
bool copyNarrowing(const Tensor &dst, const Tensor &src)
{
    const auto stream = c10_tpu::getCurrentTPUStream();
    return dst.scalar_type() == at::kInt && dst.dim() < TPUDNN_MAX_DIMS && stridedCopy(stream, halves(src, false), asBits(dst));
}

// To 64-bit integers: the number and its sign.
bool copyWidening(const Tensor &dst, const Tensor &src)
{
    if (dst.dim() >= TPUDNN_MAX_DIMS)
    {
        return false;
    }
    Tensor low = src.is_contiguous() && src.scalar_type() == at::kInt ? src : at::empty(src.sizes(), src.options().dtype(at::kInt));
    if (!low.is_same(src) && !copyOnDevice(low, src))
    {
        return false;
    }
    const auto stream = c10_tpu::getCurrentTPUStream();
    const Tensor high = at::empty(low.sizes(), low.options());
    return signs(stream, flat(low), flat(high)) && stridedCopy(stream, asBits(low), halves(dst, false)) &&
           stridedCopy(stream, asBits(high), halves(dst, true));
}

} // namespace

bool copyOnDevice(const Tensor &dst, const Tensor &src)
{
    if (src.numel() > std::numeric_limits<int>::max())
    {
        return false;
    }
    if (dst.scalar_type() == src.scalar_type())
    {
        return copySameType(dst, src);
    }
    if (src.scalar_type() == at::kLong)
    {
        return copyNarrowing(dst, src);
    }
    const bool widens = dst.scalar_type() == at::kLong && at::isIntegralType(src.scalar_type(), true);
    return widens ? convertible(src.scalar_type(), at::kInt) && copyWidening(dst, src) : copyConverting(dst, src);
}

} // namespace tpu
