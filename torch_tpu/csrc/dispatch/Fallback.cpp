#include "dispatch/Fallback.h"

#include <ATen/native/CPUFallback.h>
#include <torch/library.h>

#include "core/Device.h"
#include "core/Generator.h"

namespace tpu::dispatch
{
namespace
{

c10::optional<c10::Device> deviceOf(const c10::IValue &value)
{
    if (value.isTensor() && value.toTensor().defined() && value.toTensor().device().type() == c10_tpu::kTPU)
    {
        return value.toTensor().device();
    }
    if (value.isDevice() && value.toDevice().type() == c10_tpu::kTPU)
    {
        return value.toDevice();
    }
    return c10::nullopt;
}

// The CPU must draw from the tpu's generator, so that torch.tpu.manual_seed decides what a random operator gives.
void useHostGenerators(const c10::FunctionSchema &schema, torch::jit::Stack *stack)
{
    const auto &arguments = schema.arguments();
    const size_t first = stack->size() - arguments.size();
    c10::DeviceIndex device = -1;
    for (size_t i = 0; i < arguments.size(); ++i)
    {
        if (const auto found = deviceOf((*stack)[first + i]))
        {
            device = found->index();
        }
    }
    for (size_t i = 0; i < arguments.size(); ++i)
    {
        c10::IValue &value = (*stack)[first + i];
        if (arguments[i].type()->str() != "Generator?" && arguments[i].type()->str() != "Generator")
        {
            continue;
        }
        at::Generator generator = value.isNone() ? c10_tpu::defaultGenerator(device) : value.toGenerator();
        if (generator.device().type() == c10_tpu::kTPU)
        {
            value = generator.get<c10_tpu::TPUGeneratorImpl>()->host();
        }
    }
}

void boxedFallback(const c10::OperatorHandle &op, torch::jit::Stack *stack)
{
    Operator::of(c10::toString(op.operator_name())).countFallback("no native kernel");
    runOnHost(op, stack);
}

} // namespace

void runOnHost(const c10::OperatorHandle &op, torch::jit::Stack *stack)
{
    useHostGenerators(op.schema(), stack);
    at::native::cpu_fallback(op, stack);
}

TORCH_LIBRARY_IMPL(_, PrivateUse1, m)
{
    m.fallback(torch::CppFunction::makeFromBoxedFunction<&boxedFallback>());
}

} // namespace tpu::dispatch
