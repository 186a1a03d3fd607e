#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>

#include "dispatch/Operator.h"

namespace tpu::dispatch
{

/// Runs an operator on the CPU: tpu tensors are copied over, results and mutated arguments copied back. Random numbers come from the
/// device's generator. Not counted; what counts calls countFallback first.
void runOnHost(const c10::OperatorHandle &op, torch::jit::Stack *stack);

} // namespace tpu::dispatch
