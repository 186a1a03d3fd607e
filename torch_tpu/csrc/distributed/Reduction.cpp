#include "distributed/Reduction.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/scalar_tensor.h>
#include <ATen/ops/view_as_complex.h>
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

// Of an integer type that the engine lacks: results are exact modulo its range, so a wider one wraps around as it does.
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
    : dtype_(dtype), real_(c10::isComplexType(dtype) ? c10::toRealValueType(dtype) : dtype), wide_(wider(real_)), op_(op), engine_op_(op),
      ranks_(ranks)
{
    const bool floating = c10::isFloatingType(real_);
    TORCH_CHECK(op_ != Op::UNUSED, "Cannot use ReduceOp.UNUSED");
    TORCH_CHECK(!bitwise(op_) || !floating, "Cannot use ReduceOp.", nameOf(op_), " with non-integral dtype");
    TORCH_CHECK((op_ != Op::AVG && op_ != Op::PREMUL_SUM) || floating, "Cannot use ReduceOp.", nameOf(op_), " with integral dtype");
    TORCH_CHECK(!c10::isComplexType(dtype) || op_ == Op::SUM || op_ == Op::AVG || op_ == Op::PREMUL_SUM, "Cannot use ReduceOp.",
                nameOf(op_), " with complex dtype");
    if (real_ == at::kBool)
    {
        engine_op_ = ofBool(op_);
    }
    if (op_ == Op::AVG || op_ == Op::PREMUL_SUM)
    {
        engine_op_ = Op::SUM;
    }
    if (op_ == Op::PREMUL_SUM)
    {
        const auto *const given = dynamic_cast<const c10d::PreMulSumSupplement *>(op.supplement_.get());
        TORCH_CHECK(given != nullptr, "ReduceOp.PREMUL_SUM has no factor: make it with torch.distributed._make_nccl_premul_sum");
        factor_ = given->tensor_factor.defined() ? given->tensor_factor.to(at::kCPU).reshape({}).to(wide_)
                                                 : at::scalar_tensor(given->double_factor, at::TensorOptions(wide_));
    }
    ordered_unsigned_ = real_ == at::kUInt64 && (op_ == Op::MIN || op_ == Op::MAX);
}

at::Tensor Reduction::prepare(const at::Tensor &host) const
{
    const at::Tensor real = c10::isComplexType(dtype_) ? at::view_as_real(host) : host;
    at::Tensor values = (real_ == at::kUInt64 ? real.view(at::kLong) : real).to(wide_).reshape({-1});
    if (ordered_unsigned_)
    {
        values.bitwise_xor_(kSignBit);
    }
    if (factor_.defined())
    {
        values.mul_(factor_);
    }
    return values;
}

at::Tensor Reduction::room(int64_t elements) const
{
    return at::empty({c10::isComplexType(dtype_) ? 2 * elements : elements}, at::TensorOptions(wide_));
}

at::Tensor Reduction::finish(const at::Tensor &reduced) const
{
    at::Tensor values = reduced;
    if (op_ == Op::AVG)
    {
        values.div_(ranks_);
    }
    if (ordered_unsigned_)
    {
        values.bitwise_xor_(kSignBit);
    }
    values = real_ == at::kUInt64 ? values.view(at::kLong).view(at::kUInt64) : values.to(real_);
    return c10::isComplexType(dtype_) ? at::view_as_complex(values.reshape({-1, 2})) : values;
}

} // namespace tpu::distributed
