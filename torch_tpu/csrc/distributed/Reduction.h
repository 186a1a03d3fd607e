#pragma once

#include <ATen/core/Tensor.h>
#include <torch/csrc/distributed/c10d/Types.hpp>

namespace tpu::distributed
{

/// How a reduction over ranks is done by an engine that does not know every dtype and operation: the values that it gets, the operation
/// that it does on them, and what is made of its result. 16-bit and 8-bit floating numbers are reduced in float32 and rounded once.
class Reduction
{
public:
    /// Raises what torch says of an operation that the dtype does not have.
    Reduction(const c10d::ReduceOp &op, at::ScalarType dtype, int ranks);

    c10d::ReduceOp::RedOpType engineOp() const { return engine_op_; }
    /// The values for the engine to overwrite, from a dense host tensor of the reduction's dtype; they may be that tensor's own.
    at::Tensor prepare(const at::Tensor &host) const;
    /// An uninitialised one of `elements` such values.
    at::Tensor room(int64_t elements) const;
    /// The values in the reduction's dtype, from what the engine left.
    at::Tensor finish(const at::Tensor &reduced) const;

private:
    at::ScalarType dtype_;
    at::ScalarType real_; // of the values, or of the parts of complex ones
    at::ScalarType wide_; // that the engine computes in
    c10d::ReduceOp::RedOpType op_;
    c10d::ReduceOp::RedOpType engine_op_;
    int ranks_;
    bool ordered_unsigned_ = false; // 64 unsigned bits in an order of signed ones
    at::Tensor factor_;
};

} // namespace tpu::distributed
