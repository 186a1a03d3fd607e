// Copies between host and devices, between devices, and on one device, with any dtypes and strides.

#include "aten/Copy.h"

#include <ATen/EmptyTensor.h>
#include <ATen/MemoryOverlap.h>
#include <ATen/core/CachingHostAllocator.h>
#include <ATen/ops/_local_scalar_dense.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/empty_strided.h>
#include <c10/core/DeviceGuard.h>
#include <torch/library.h>

#include "core/Allocator.h"
#include "core/Device.h"
#include "core/Registration.h"
#include "core/Status.h"
#include "core/Stream.h"
#include "dispatch/Operator.h"

namespace tpu
{
namespace
{

using at::Tensor;
using c10_tpu::getCurrentTPUStream;

bool onTpu(const Tensor &tensor) { return tensor.device().type() == c10_tpu::kTPU; }

// Bytes from a tensor's first element to its last, gaps included.
size_t spanBytes(const Tensor &tensor) { return at::detail::computeStorageNbytes(tensor.sizes(), tensor.strides(), tensor.itemsize()); }

void recordPinned(const Tensor &host)
{
    at::getHostAllocator(at::kPrivateUse1)->record_event(host.data_ptr(), nullptr, getCurrentTPUStream().unwrap());
}

// One block of memory each: the same sizes, strides and dtype, without gaps.
void copyBlockToDevice(const Tensor &dst, const Tensor &host, bool non_blocking)
{
    const auto stream = getCurrentTPUStream();
    if (non_blocking && c10_tpu::isPinned(host.data_ptr()))
    {
        recordPinned(host);
        TPU_CHECK_STATUS(tpudnnMemcpyH2DAsync(stream, dst.data_ptr(), host.data_ptr(), spanBytes(dst)));
        return;
    }
    TPU_CHECK_STATUS(tpudnnMemcpyH2D(stream, dst.data_ptr(), host.data_ptr(), spanBytes(dst)));
}

void copyBlockToHost(const Tensor &host, const Tensor &src, bool non_blocking)
{
    const auto stream = getCurrentTPUStream();
    if (non_blocking && c10_tpu::isPinned(host.data_ptr()))
    {
        recordPinned(host);
        TPU_CHECK_STATUS(tpudnnMemcpyD2HAsync(stream, host.data_ptr(), src.data_ptr(), spanBytes(src)));
        return;
    }
    TPU_CHECK_STATUS(tpudnnMemcpyD2H(stream, host.data_ptr(), src.data_ptr(), spanBytes(src)));
}

// A host tensor with the bits of `src`, gaps included, so that any strides are kept.
Tensor hostImage(const Tensor &src)
{
    const auto bytes = static_cast<int64_t>(spanBytes(src));
    const Tensor block = at::empty({bytes / static_cast<int64_t>(src.itemsize())}, src.options().device(at::kCPU));
    TPU_CHECK_STATUS(tpudnnMemcpyD2H(getCurrentTPUStream(), block.data_ptr(), src.data_ptr(), static_cast<uint64_t>(bytes)));
    return block.as_strided(src.sizes(), src.strides());
}

bool sameLayout(const Tensor &left, const Tensor &right)
{
    return left.strides() == right.strides() && left.is_non_overlapping_and_dense();
}

void hostToDevice(const Tensor &dst, const Tensor &src, bool non_blocking)
{
    if (src.scalar_type() == dst.scalar_type() && sameLayout(dst, src))
    {
        copyBlockToDevice(dst, src, non_blocking);
        return;
    }
    if (dst.is_non_overlapping_and_dense())
    {
        const Tensor staged = at::empty_strided(dst.sizes(), dst.strides(), dst.options().device(at::kCPU));
        staged.copy_(src);
        copyBlockToDevice(dst, staged, false);
        return;
    }
    const Tensor block = at::empty(dst.sizes(), dst.options());
    hostToDevice(block, src, false);
    if (!copyOnDevice(dst, block))
    {
        // The gaps of dst belong to other tensors: read the whole span, change what is dst's, write it back.
        const Tensor image = hostImage(dst);
        image.copy_(src);
        TPU_CHECK_STATUS(tpudnnMemcpyH2D(getCurrentTPUStream(), dst.data_ptr(), image.data_ptr(), spanBytes(dst)));
    }
}

void deviceToHost(const Tensor &dst, const Tensor &src, bool non_blocking)
{
    if (src.scalar_type() == dst.scalar_type() && sameLayout(dst, src))
    {
        copyBlockToHost(dst, src, non_blocking);
        return;
    }
    // Far more gaps than elements: close them on the device first.
    if (!src.is_non_overlapping_and_dense() && spanBytes(src) > 4 * src.numel() * src.itemsize())
    {
        const Tensor block = at::empty(src.sizes(), src.options());
        if (copyOnDevice(block, src))
        {
            dst.copy_(hostImage(block));
            return;
        }
    }
    dst.copy_(hostImage(src));
}

void throughHost(const Tensor &dst, const Tensor &src, const std::string &reason)
{
    static auto &record = dispatch::Operator::of("aten::_copy_from");
    record.countFallback(reason);
    const Tensor host = hostImage(src);
    hostToDevice(dst, host, false);
}

// Whether some byte may belong to an element of both: the copy would read what it has written.
bool overlap(const Tensor &left, const Tensor &right)
{
    const auto *first = static_cast<const char *>(left.data_ptr());
    const auto *second = static_cast<const char *>(right.data_ptr());
    return first < second + spanBytes(right) && second < first + spanBytes(left);
}

void sameDevice(const Tensor &dst, const Tensor &src)
{
    if (overlap(dst, src))
    {
        const Tensor apart = at::empty(src.sizes(), src.options());
        sameDevice(apart, src);
        sameDevice(dst, apart);
        return;
    }
    static auto &record = dispatch::Operator::of("aten::_copy_from");
    if (record.forced())
    {
        throughHost(dst, src, "forced");
        return;
    }
    tpudnnClearLastError();
    if (!copyOnDevice(dst, src))
    {
        const bool refused = tpudnnGetLastStatus() != TPUDNN_STATUS_SUCCESS;
        throughHost(dst, src, refused ? tpudnnGetLastError() : c10::str(src.scalar_type(), " to ", dst.scalar_type()));
        return;
    }
    record.countNative();
}

void betweenDevices(const Tensor &dst, const Tensor &src)
{
    Tensor block;
    {
        const c10::DeviceGuard guard(src.device());
        block = src.is_contiguous() ? src : at::empty(src.sizes(), src.options());
        if (!block.is_same(src))
        {
            sameDevice(block, src);
        }
        getCurrentTPUStream().synchronize(); // the other device's stream does not wait for this one
    }
    const bool direct = dst.is_contiguous() && dst.scalar_type() == src.scalar_type();
    const Tensor landed = direct ? dst : at::empty(src.sizes(), src.options().device(dst.device()));
    TPU_CHECK_STATUS(tpudnnMemcpyD2D(getCurrentTPUStream(), landed.data_ptr(), block.data_ptr(), spanBytes(block)));
    if (!direct)
    {
        sameDevice(dst, landed);
    }
}

// Conjugate and negative views are fallthrough for copies: their bits are copied, and what differs is computed afterwards.
void finishViews(const Tensor &dst, bool conjugate, bool negate)
{
    if (conjugate)
    {
        dst.conj_physical_();
    }
    if (negate)
    {
        dst.neg_();
    }
}

Tensor bits(const Tensor &tensor)
{
    Tensor plain = tensor;
    if (plain.is_conj() || plain.is_neg())
    {
        plain = tensor.alias();
        plain._set_conj(false);
        plain._set_neg(false);
    }
    return plain;
}

Tensor copy_from(const Tensor &src, const Tensor &dst, bool non_blocking)
{
    if (dst.numel() == 0 || dst.is_same(src))
    {
        return dst;
    }
    const bool complex = src.is_complex() && dst.is_complex();
    if (src.is_conj() && !complex)
    {
        return copy_from(src.resolve_conj(), dst, non_blocking);
    }
    const bool conjugate = complex && src.is_conj() != dst.is_conj();
    const bool negate = src.is_neg() != dst.is_neg();
    const Tensor from = bits(src.sizes() == dst.sizes() ? src : src.expand_as(dst));
    const Tensor to = bits(dst);
    at::assert_no_internal_overlap(to);
    at::assert_no_partial_overlap(to, from);
    const c10::DeviceGuard guard(onTpu(to) ? to.device() : from.device());
    if (!onTpu(from))
    {
        hostToDevice(to, from, non_blocking);
    }
    else if (!onTpu(to))
    {
        deviceToHost(to, from, non_blocking);
    }
    else if (from.device() != to.device())
    {
        betweenDevices(to, from);
    }
    else
    {
        sameDevice(to, from);
    }
    finishViews(to, conjugate, negate);
    return dst;
}

Tensor copy_from_and_resize(const Tensor &src, const Tensor &dst)
{
    if (src.sizes() != dst.sizes())
    {
        dst.resize_(src.sizes());
    }
    return copy_from(src, dst, false);
}

at::Scalar local_scalar_dense(const Tensor &self)
{
    TORCH_CHECK(self.numel() == 1, "a Tensor with ", self.numel(), " elements cannot be converted to Scalar");
    const c10::DeviceGuard guard(self.device());
    const Tensor host = at::empty({}, self.options().device(at::kCPU));
    TPU_CHECK_STATUS(tpudnnMemcpyD2H(getCurrentTPUStream(), host.data_ptr(), self.data_ptr(), self.itemsize()));
    return at::_local_scalar_dense(host);
}

Tensor &zero_(Tensor &self)
{
    if (!self.is_non_overlapping_and_dense())
    {
        return self.fill_(0);
    }
    const c10::DeviceGuard guard(self.device());
    TPU_CHECK_STATUS(tpudnnMemsetAsync(getCurrentTPUStream(), self.data_ptr(), 0, self.nbytes()));
    dispatch::Operator::of("aten::zero_").countNative();
    return self;
}

TPU_REGISTRATION(aten, PrivateUse1, m)
{
    m.impl("zero_", TORCH_FN(zero_));
    m.impl("_copy_from", TORCH_FN(copy_from));
    m.impl("_copy_from_and_resize", TORCH_FN(copy_from_and_resize));
    m.impl("_local_scalar_dense", TORCH_FN(local_scalar_dense));
}

TPU_REGISTRATION(aten, Conjugate, m) { m.impl("_copy_from", torch::CppFunction::makeFallthrough()); }

TPU_REGISTRATION(aten, Negative, m) { m.impl("_copy_from", torch::CppFunction::makeFallthrough()); }

} // namespace
} // namespace tpu
