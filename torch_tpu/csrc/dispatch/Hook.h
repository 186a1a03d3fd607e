#pragma once

// The hook at the device's kernels: each looks first whether anybody listens, and then runs behind those who do.

#include <ATen/core/boxing/KernelFunction.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>
#include <torch/library.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/Export.h"

namespace tpu::dispatch
{

/// What a listener answers: the call goes on with its results, or with an error.
enum class Answer : int
{
    done = 0,   // where nobody made the call or set results, the call is made now
    failed = 1, // what the call raised is raised again, or what fail() said
};

/// Called for each call of an operator that a listener wants, by the thread that calls it, instead of what comes behind the listener. `call` names the call in the functions below until this returns. Operators that it calls itself are not listened to. No exception leaves it.
using Listener = Answer (*)(int64_t listener, int64_t call);

/// Listens to the operators whose names match a pattern (as forceFallback's; none: all) from now on, in all threads; the newest listener is the outermost. The
/// listener's number.
int64_t addListener(Listener listener, const std::vector<std::string> &patterns);
/// No call begins to be listened to after this; those that run may still call the listener.
void removeListener(int64_t listener);

/// Of a call that runs, by its number. All raise where it is none.
c10::OperatorName callOperator(int64_t call);
const c10::FunctionSchema &callSchema(int64_t call);
/// As the schema has them.
std::vector<c10::IValue> callArguments(int64_t call);
/// Number of the device's kernels that the call runs inside of, in its thread.
int64_t callDepth(int64_t call);
/// Makes the call: the next listener, in the end the kernel. Its results. Raises what it raises.
std::vector<c10::IValue> callProceed(int64_t call);
/// Makes the call on the CPU instead of the kernel.
std::vector<c10::IValue> callOnCpu(int64_t call);
/// Results instead of the kernel's. An operator that returns an argument still returns it.
void callSetResults(int64_t call, std::vector<c10::IValue> results);
/// What the caller gets as exception where the listener answers `failed`.
void callFail(int64_t call, const std::string &sentence);

namespace hook
{
/// Number of listeners.
extern TPU_API std::atomic<int> listeners;

inline bool listening() { return listeners.load(std::memory_order_relaxed) != 0; }

/// A boxed call of `kernel` behind the listeners.
TPU_API void callListened(const c10::OperatorHandle &op, c10::DispatchKeySet keys, torch::jit::Stack *stack,
                          const c10::KernelFunction &kernel);

TPU_API c10::OperatorHandle operatorCalled(const std::string &name);

/// The boxed form of a kernel behind the listeners.
class Boxed final : public c10::OperatorKernel
{
public:
    explicit Boxed(c10::KernelFunction kernel) : kernel_(std::move(kernel)) {}
    void operator()(const c10::OperatorHandle &op, c10::DispatchKeySet keys, torch::jit::Stack *stack)
    {
        callListened(op, keys, stack, kernel_);
    }

private:
    const c10::KernelFunction kernel_;
};
} // namespace hook

/// `kernel` of the operator `name` ("aten::mm"), with the hook before it.
template <class R, class... Args>
auto behindHook(std::string name, R (*kernel)(Args...))
{
    return [name = std::move(name), kernel,
            boxed = c10::BoxedKernel::makeFromFunctor(
                std::make_unique<hook::Boxed>(c10::KernelFunction::makeFromUnboxedRuntimeFunction(kernel)))](Args... args) -> R {
        if (!hook::listening()) [[likely]]
        {
            return kernel(std::forward<Args>(args)...);
        }
        return c10::impl::BoxedKernelWrapper<R(Args...)>::call(boxed, hook::operatorCalled(name), c10::DispatchKeySet(),
                                                               std::forward<Args>(args)...);
    };
}
/// The same to register it.
template <class R, class... Args>
torch::CppFunction hooked(std::string name, R (*kernel)(Args...))
{
    return torch::CppFunction(behindHook(std::move(name), kernel));
}
/// The same of a function that is known when this is compiled (TORCH_FN).
template <class Function, Function *kernel>
torch::CppFunction hooked(std::string name, c10::CompileTimeFunctionPointer<Function, kernel> /*function*/)
{
    return hooked(std::move(name), kernel);
}

/// The same of a boxed kernel.
inline torch::CppFunction hookedBoxed(c10::KernelFunction kernel)
{
    return torch::CppFunction::makeFromBoxedFunctor(std::make_unique<hook::Boxed>(std::move(kernel)));
}
template <c10::KernelFunction::BoxedKernelFunction *kernel>
torch::CppFunction hookedBoxed()
{
    return hookedBoxed(c10::KernelFunction::makeFromBoxedFunction<kernel>());
}

} // namespace tpu::dispatch
