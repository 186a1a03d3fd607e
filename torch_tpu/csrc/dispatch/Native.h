#pragma once

// What the generated wrappers around native kernels are made of.

#include <ATen/TensorIterator.h>
#include <ATen/TensorMeta.h>
#include <ATen/core/IListRef.h>
#include <ATen/core/Tensor.h>
#include <ATen/native/CPUFallback.h>
#include <c10/core/DeviceGuard.h>

#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "dispatch/Fallback.h"
#include "dispatch/Inputs.h"
#include "dispatch/Outputs.h"
#include "tpuDNNRuntime.h"

namespace tpu::dispatch
{

/// True for operators that compute each output element from the input elements of the same place: input and output may be one tensor.
template <class Meta>
constexpr bool kElementwise = std::is_base_of_v<at::TensorIteratorBase, Meta>;

/// Counts a native call unless the kernel raises.
class NativeCount
{
public:
    explicit NativeCount(Operator &op) : op_(op), unwinding_(std::uncaught_exceptions()) {}
    NativeCount(const NativeCount &) = delete;
    NativeCount &operator=(const NativeCount &) = delete;
    ~NativeCount()
    {
        if (std::uncaught_exceptions() == unwinding_)
        {
            op_.countNative();
        }
    }

private:
    Operator &op_;
    int unwinding_;
};

/// Notes an argument; one that is written (a tensor that is not const) must lie with the inputs, numbers too.
template <class Arg>
void noteArgument(InputSummary &summary, Arg &argument)
{
    if constexpr (std::is_same_v<Arg, at::Tensor>)
    {
        noteWritten(summary, argument);
    }
    else if constexpr (requires { visitTensors(argument, [](const at::Tensor &) {}); })
    {
        visitTensors(argument, [&](const at::Tensor &tensor) { note(summary, tensor); });
    }
}

/// `summary` and the outputs among `args`; the device is theirs where there are no inputs.
template <class... Args>
InputSummary withOutputs(InputSummary summary, Args &...args)
{
    (noteArgument(summary, args), ...);
    return summary;
}

/// Why the CPU may take over after a native kernel raised `error`: the kernel refused its arguments before it called the library, or the
/// library has no such kernel for this chip, or the library calls the arguments wrong (`cpu_judges`: there is a CPU kernel that decides,
/// and whose exception is PyTorch's own). Any other failure of the library is raised again, with the library's sentence.
std::string declineReason(const Operator &op, const c10::Error &error, bool cpu_judges);

/// Runs `native`, or the operator on the CPU where it is forced there, has an empty input, or the kernel declines.
template <class Op, class Inputs, class Native, class... Args>
auto call(Operator &op, const Inputs &inputs, Native &&native, Args &...args) -> std::invoke_result_t<Native>
{
    const auto on_host = [&](std::string_view reason) -> std::invoke_result_t<Native> {
        op.countFallback(reason);
        return at::native::call_fallback_fn<&runOnHost, Op>::call(args...);
    };
    const InputSummary summary = summarize(inputs);
    const InputSummary all = withOutputs(summary, args...);
    if (op.forced())
    {
        return on_host("forced");
    }
    if (summary.any_empty)
    {
        return on_host("an input has no elements");
    }
    if (all.repeats)
    {
        return on_host("an output has elements that share memory"); // fill_ may write such a tensor, others say what is wrong
    }
    const c10::OptionalDeviceGuard guard(all.device);
    std::string reason;
    try
    {
        tpudnnClearLastError();
        const NativeCount count(op);
        return native();
    }
    catch (const c10::Error &error)
    {
        reason = declineReason(op, error, true);
    }
    catch (const std::runtime_error &error) // c10::Scalar's conversions, e.g. of a complex number to double
    {
        reason = std::string("the native kernel refused: ") + error.what();
    }
    return on_host(reason);
}

/// Runs `native`, of an operator that the CPU does not have. NotImplementedError where the kernel declines.
template <class Inputs, class Native>
auto callOnly(Operator &op, const Inputs &inputs, Native &&native) -> std::invoke_result_t<Native>
{
    const c10::OptionalDeviceGuard guard(summarize(inputs).device);
    try
    {
        tpudnnClearLastError();
        const NativeCount count(op);
        return native();
    }
    catch (const c10::Error &error)
    {
        TORCH_CHECK_NOT_IMPLEMENTED(false, op.name(), ": ", declineReason(op, error, false));
    }
}

} // namespace tpu::dispatch
