#include "distributed/Reduction.h"

#include <ATen/ops/maximum.h>
#include <ATen/ops/minimum.h>
#include <ATen/ops/scalar_tensor.h>
#include <ATen/ops/view_as_real.h>

#include <limits>

namespace tpu::distributed
{
namespace
{

using Op = c10d::ReduceOp::RedOpType;

constexpr int64_t kSignBit = std::numeric_limits<int64_t>::min();

const char *nameOf(Op op)
{
    constexpr const char *names[] = {"SUM", "AVG", "PRODUCT", "MIN", "MAX", "BAND", "BOR", "BXOR", "PREMUL_SUM", "UNUSED"};
    return names[op];
}

bool bitwise(Op op) { return op == Op::BAND || op == Op::BOR || op == Op::BXOR; }

// Results of integers are exact modulo their range, so a wider type wraps around as they do; torch computes little in the unsigned ones.
at::ScalarType wider(at::ScalarType type)
{
    switch (type)
    {
    case at::kBool:
        return at::kByte;
    case at::kShort:
    case at::kUInt16:
        return at::kInt;
    case at::kUInt32:
    case at::kUInt64:
        return at::kLong;
    case at::kFloat:
    case at::kDouble:
        return type;
    default:
        return c10::isFloatingType(type) ? at::kFloat : type;
    }
}

// What an operation means for truth values.
Op ofBool(Op op)
{
    switch (op)
    {
    case Op::SUM:
    case Op::MAX:
        return Op::BOR;
    case Op::PRODUCT:
    case Op::MIN:
        return Op::BAND;
    default:
        return op;
    }
}

} // namespace

Reduction::Reduction(const c10d::ReduceOp &op, at::ScalarType dtype, int ranks)
    : dtype_(dtype), real_(c10::isComplexType(dtype) ? c10::toRealValueType(dtype) : dtype), wide_(wider(real_)), sent_(real_), op_(op),
      combine_(op), ranks_(ranks)
{
    const bool floating = c10::isFloatingType(real_);
    TORCH_CHECK(op_ != Op::UNUSED, "Cannot use ReduceOp.UNUSED");
    TORCH_CHECK(!bitwise(op_) || !floating, "Cannot use ReduceOp.", nameOf(op_), " with non-integral dtype");
    TORCH_CHECK((op_ != Op::AVG && op_ != Op::PREMUL_SUM) || floating, "Cannot use ReduceOp.", nameOf(op_), " with integral dtype");
    TORCH_CHECK(!c10::isComplexType(dtype) || op_ == Op::SUM || op_ == Op::AVG || op_ == Op::PREMUL_SUM, "Cannot use ReduceOp.",
                nameOf(op_), " with complex dtype");
    if (real_ == at::kBool)
    {
        combine_ = ofBool(op_);
    }
    if (op_ == Op::AVG || op_ == Op::PREMUL_SUM)
    {
        combine_ = Op::SUM;
    }
    if (op_ == Op::PREMUL_SUM)
    {
        const auto *const given = dynamic_cast<const c10d::PreMulSumSupplement *>(op.supplement_.get());
        TORCH_CHECK(given != nullptr, "ReduceOp.PREMUL_SUM has no factor: make it with torch.distributed._make_nccl_premul_sum");
        factor_ = given->tensor_factor.defined() ? given->tensor_factor.to(at::kCPU).reshape({}).to(wide_)
                                                 : at::scalar_tensor(given->double_factor, at::TensorOptions(wide_));
        sent_ = wide_;
    }
    ordered_unsigned_ = real_ == at::kUInt64 && (op_ == Op::MIN || op_ == Op::MAX);
}

at::Tensor Reduction::prepare(const at::Tensor &host) const
{
    at::Tensor values = (c10::isComplexType(dtype_) ? at::view_as_real(host) : host).reshape({-1});
    if (factor_.defined())
    {
        values = values.to(wide_).mul_(factor_);
    }
    return values.view(at::kByte);
}

at::Tensor Reduction::reduce(const at::Tensor &sent) const
{
    const int64_t size = sent.numel() / ranks_;
    at::Tensor total;
    for (int64_t rank = 0; rank < ranks_; ++rank)
    {
        const at::Tensor bytes = sent.narrow(0, rank * size, size);
        at::Tensor values = bytes.view(sent_ == at::kUInt64 ? at::kLong : sent_).to(wide_);
        if (ordered_unsigned_)
        {
            values.bitwise_xor_(kSignBit);
        }
        combine(total, values);
    }
    if (op_ == Op::AVG)
    {
        total.div_(ranks_);
    }
    if (ordered_unsigned_)
    {
        total.bitwise_xor_(kSignBit);
    }
    return (real_ == at::kUInt64 ? total : total.to(real_)).view(at::kByte);
}

void Reduction::combine(at::Tensor &total, const at::Tensor &values) const
{
    if (!total.defined())
    {
        total = values;
        return;
    }
    switch (combine_)
    {
    case Op::SUM:
        total.add_(values);
        break;
    case Op::PRODUCT:
        total.mul_(values);
        break;
    case Op::MIN:
        at::minimum_out(total, total, values);
        break;
    case Op::MAX:
        at::maximum_out(total, total, values);
        break;
    case Op::BAND:
        total.bitwise_and_(values);
        break;
    case Op::BOR:
        total.bitwise_or_(values);
        break;
    default: // the last one that the constructor lets through
        total.bitwise_xor_(values);
        break;
    }
}

} // namespace tpu::distributed
