#pragma once

// What TORCH_LIBRARY_IMPL is for operators of a converted tree: a kernel with the signature that an operator had once is registered, too.

#include <torch/library.h>

#include <memory>
#include <type_traits>

#include "core/Export.h"
#include "core/Registration.h"
#include "dispatch/Hook.h"
#include "dispatch/Operator.h"

namespace tpu
{

/// An operator of the tree that forceFallback may send to the CPU.
class TPU_API Forcible
{
public:
    explicit Forcible(const std::string &name);

    /// Whether it is sent there now; such a call is counted.
    bool forced();
    const c10::BoxedKernel &on_host() const { return on_host_; } // behind the hook

private:
    dispatch::Operator *const record_; // null: the CPU does not have it, or copies with it
    const c10::BoxedKernel on_host_;
};

/// `kernel` of the operator `name`, where it is not forced to the CPU, with the hook before it.
template <class R, class... Args>
torch::CppFunction forcible(const std::string &name, R (*kernel)(Args...))
{
    return torch::CppFunction(
        [name, operator_ = std::make_shared<Forcible>(name), native = dispatch::behindHook(name, kernel)](Args... args) -> R {
            if (!operator_->forced()) [[likely]]
            {
                return native(std::forward<Args>(args)...);
            }
            return c10::impl::BoxedKernelWrapper<R(Args...)>::call(operator_->on_host(), dispatch::hook::operatorCalled(name),
                                                                   c10::DispatchKeySet(), std::forward<Args>(args)...);
        });
}

class TPU_API TreeLibrary
{
public:
    using Fill = void (*)(TreeLibrary &);

    TreeLibrary(const char *space, c10::DispatchKey key, Fill fill, const char *file, uint32_t line);

    /// As torch::Library::impl. Where PyTorch's operator has more parameters today, at the end and with default values, the kernel runs when they have these values,
    /// and the CPU otherwise. A kernel that fits in no way is left out, with a warning that says why: its operator runs on the CPU.
    template <class Kernel>
    TreeLibrary &impl(const char *name, Kernel &&kernel)
    {
        if constexpr (std::is_function_v<std::remove_pointer_t<std::decay_t<Kernel>>>)
        {
            std::decay_t<Kernel> function = kernel;
            implFunction(name, forcible(c10_tpu::wholeName(space_, name), function),
                         c10::KernelFunction::makeFromUnboxedRuntimeFunction(function),
                         c10::detail::inferFunctionSchemaFromFunctor<std::decay_t<Kernel>>());
        }
        else
        {
            library_.impl(name, std::forward<Kernel>(kernel));
        }
        return *this;
    }
    template <class Kernel>
    TreeLibrary &impl(torch::detail::SelectiveStr<true> name, Kernel &&kernel)
    {
        return impl(name.operator const char *(), std::forward<Kernel>(kernel));
    }
    template <class Kernel>
    TreeLibrary &fallback(Kernel &&kernel)
    {
        library_.fallback(std::forward<Kernel>(kernel));
        return *this;
    }
    operator torch::Library &() { return library_; }

private:
    void implFunction(const char *name, torch::CppFunction kernel, c10::KernelFunction plain, std::unique_ptr<c10::FunctionSchema> own);

    const std::string space_;
    torch::Library library_;
};

} // namespace tpu

#define TPU_TREE_LIBRARY(space, key, m, id)                                                                                                \
    static void C10_CONCATENATE(treeLibraryFill, id)(::tpu::TreeLibrary &);                                                                \
    static const ::tpu::TreeLibrary C10_CONCATENATE(treeLibrary, id)(#space, c10::DispatchKey::key, &C10_CONCATENATE(treeLibraryFill, id), \
                                                                     __FILE__, __LINE__);                                                  \
    static void C10_CONCATENATE(treeLibraryFill, id)(::tpu::TreeLibrary & m)
#undef TORCH_LIBRARY_IMPL
#define TORCH_LIBRARY_IMPL(space, key, m) TPU_TREE_LIBRARY(space, key, m, C10_UID)
