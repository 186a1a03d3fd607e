#include "dispatch/Fallback.h"

#include <torch/library.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "core/Capture.h"
#include "core/Device.h"
#include "core/Generator.h"
#include "core/Registration.h"
#include "dispatch/Hook.h"
#include "dispatch/HostCall.h"
#include "dispatch/WithoutElements.h"

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
        if (!c10_tpu::isGenerator(arguments[i]))
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

c10::OperatorHandle find(const char *name) { return c10::Dispatcher::singleton().findSchemaOrThrow(name, ""); }

// The overrideable convolutions exist for backends only: on the CPU they are convolution and convolution_backward.
bool runConvolution(const c10::OperatorHandle &op, torch::jit::Stack *stack)
{
    const std::string &name = op.operator_name().name;
    if (name == "aten::convolution_overrideable")
    {
        static const auto convolution = find("aten::convolution");
        callOnHost(convolution, stack);
        return true;
    }
    if (name == "aten::convolution_backward_overrideable")
    {
        static const auto backward = find("aten::convolution_backward");
        const auto third = stack->end() - static_cast<std::ptrdiff_t>(op.schema().arguments().size()) + 3;
        const int64_t channels = (third - 3)->toTensor().size(1);
        stack->insert(third, c10::IValue(std::vector<int64_t>{channels})); // bias_sizes
        callOnHost(backward, stack);
        return true;
    }
    return false;
}

// Operators that overwrite a tensor with random numbers that depend on nothing on the device.
constexpr std::string_view kFills[] = {"bernoulli_.float", "cauchy_", "exponential_", "geometric_", "log_normal_",
                                       "normal_",          "random_", "random_.from", "random_.to", "randperm.generator_out",
                                       "uniform_"};

// What the operator does while the stream of its device is captured; false: the host has to do it.
bool runInCapture(const c10::OperatorHandle &op, torch::jit::Stack *stack)
{
    const auto &arguments = op.schema().arguments();
    c10::DeviceIndex device = -1;
    for (size_t i = 0; i < arguments.size(); ++i)
    {
        const auto found = deviceOf((*stack)[stack->size() - arguments.size() + i]);
        device = found ? found->index() : device;
    }
    const auto draws = c10_tpu::drawsOfCapture(device);
    if (draws == nullptr)
    {
        return false;
    }
    const bool random = std::any_of(arguments.begin(), arguments.end(), [](const auto &each) { return c10_tpu::isGenerator(each); });
    const std::string name = c10::toString(op.operator_name()).substr(std::string_view("aten::").size());
    if (random && std::find(std::begin(kFills), std::end(kFills), name) != std::end(kFills))
    {
        draws->draw(op, stack); // each replay draws the numbers
        return true;
    }
    if (runWithoutElements(op, stack))
    {
        return true;
    }
    if (random)
    {
        c10_tpu::refuseInCapture("drawing random numbers as tensors say");
    }
    return false;
}

} // namespace

void runOnHost(const c10::OperatorHandle &op, torch::jit::Stack *stack)
{
    if (runInCapture(op, stack))
    {
        return;
    }
    if (!runConvolution(op, stack))
    {
        useHostGenerators(op.schema(), stack);
        callOnHost(op, stack);
    }
}

// Operators with a kernel for all backends that needs more than a backend's registrations (it raises, or takes PyTorch's own devices
// for granted), or that calls an .out overload which warns of resizing its own output. It would win over the fallback.
constexpr const char *kExplicitFallbacks[] = {"convolution_backward_overrideable", "conj_physical.out", "conj_physical_", "smooth_l1_loss",
                                              "_batch_norm_no_update"};

TPU_REGISTRATION(aten, PrivateUse1, m)
{
    for (const char *name : kExplicitFallbacks)
    {
        m.impl(name, hookedBoxed<&boxedFallback>());
    }
}

TPU_REGISTRATION(_, PrivateUse1, m) { m.fallback(hookedBoxed<&boxedFallback>()); }

} // namespace tpu::dispatch
