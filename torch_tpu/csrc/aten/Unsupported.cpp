// Kinds of tensors that this device does not have: one sentence in place of the dispatcher's list of all backends.

#include <ATen/core/dispatch/Dispatcher.h>
#include <c10/util/Exception.h>
#include <torch/library.h>

#include "core/Registration.h"

namespace tpu
{
namespace
{

void refuseQuantized(const c10::OperatorHandle &op, torch::jit::Stack *)
{
    TORCH_CHECK_NOT_IMPLEMENTED(false, op.operator_name(), ": the tpu device has no quantized tensors; dequantize() on the CPU first");
}

void refuseNested(const c10::OperatorHandle &op, torch::jit::Stack *)
{
    TORCH_CHECK_NOT_IMPLEMENTED(false, op.operator_name(),
                                ": the tpu device has no nested tensors of strided layout; use layout=torch.jagged");
}

TPU_REGISTRATION(_, QuantizedPrivateUse1, m) { m.fallback(torch::CppFunction::makeFromBoxedFunction<&refuseQuantized>()); }

TPU_REGISTRATION(_, NestedTensorPrivateUse1, m) { m.fallback(torch::CppFunction::makeFromBoxedFunction<&refuseNested>()); }

} // namespace
} // namespace tpu
