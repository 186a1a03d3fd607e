#pragma once

#include <ATen/core/Tensor.h>
#include <torch/csrc/distributed/c10d/Types.hpp>

namespace tpu::distributed
{

/// A reduction over ranks: what each rank sends, and what is made of what all have sent. Values are combined in the order of ranks, those of
/// 16-bit and 8-bit floating types in float32 and rounded once, so that every way to move them gives the same bits.
class Reduction
{
public:
    /// Raises what torch says of an operation that the dtype does not have.
    Reduction(const c10d::ReduceOp &op, at::ScalarType dtype, int ranks);

    /// The bytes to send, from a dense host tensor of the reduction's dtype; they may be that tensor's own.
    at::Tensor prepare(const at::Tensor &host) const;
    /// The bytes of the result, from those that all ranks sent, in the order of ranks. Overwrites `sent`.
    at::Tensor reduce(const at::Tensor &sent) const;
    /// Bytes of a value as it is sent, and of one of the result. A complex number is two values.
    int64_t sentBytes() const { return static_cast<int64_t>(c10::elementSize(sent_)); }
    int64_t resultBytes() const { return static_cast<int64_t>(c10::elementSize(real_)); }

private:
    void combine(at::Tensor &total, const at::Tensor &values) const;

    at::ScalarType dtype_;
    at::ScalarType real_; // of the values, or of the parts of complex ones
    at::ScalarType wide_; // to compute in
    at::ScalarType sent_;
    c10d::ReduceOp::RedOpType op_;
    c10d::ReduceOp::RedOpType combine_;
    int ranks_;
    bool ordered_unsigned_ = false; // 64 unsigned bits in an order of signed ones
    at::Tensor factor_;
};

} // namespace tpu::distributed
