#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>

namespace tpu::dispatch
{

/// Does on the device what the operator, whose arguments are on top of the stack, has to do where tensors without elements leave it nothing to
/// compute: its results have no elements, or no index says what to change. False, with the stack as it was, where neither is known.
bool runWithoutElements(const c10::OperatorHandle &op, torch::jit::Stack *stack);

} // namespace tpu::dispatch
