#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/library.h>

#include <optional>
#include <string>

#include "core/Export.h"
#include "dispatch/Hook.h"

namespace c10_tpu
{

/// The name of an operator, with its namespace, that a registration in a namespace means by a name: "mm.out" or "aten::mm.out".
TPU_API std::string wholeName(const std::string &space, const char *name);
/// The operator that a registration in a namespace means by a name: "mm.out" or "aten::mm.out".
std::optional<c10::OperatorHandle> findOperator(const std::string &space, const char *name);

/// What the device registers for one namespace and dispatch key. It is registered when the module is loaded whole (registerDevice), and stands
/// back where there is a kernel already: the operators of a converted tree, which register themselves, are those that run.
class Registration
{
public:
    using Fill = void (*)(Registration &);

    /// Only remembers what to do. For objects that live as long as the process.
    Registration(const char *space, c10::DispatchKey key, Fill fill);
    Registration(const Registration &) = delete;
    Registration &operator=(const Registration &) = delete;

    template <class Kernel>
    void impl(const char *name, Kernel &&kernel)
    {
        if (taken(name))
        {
            return;
        }
        if constexpr (requires { tpu::dispatch::hooked(space_, kernel); })
        {
            if (key_ == c10::DispatchKey::PrivateUse1)
            {
                library_->impl(name, tpu::dispatch::hooked(wholeName(space_, name), kernel));
                return;
            }
        }
        library_->impl(name, std::forward<Kernel>(kernel));
    }

    /// Of all operators without a kernel for the key.
    void fallback(torch::CppFunction kernel);

    void run();

private:
    bool taken(const char *name) const;

    const std::string space_;
    const c10::DispatchKey key_;
    const Fill fill_;
    std::optional<torch::Library> library_;
};

/// Registers what the device has to register, once.
void registerDevice();

} // namespace c10_tpu

#define TPU_REGISTRATION_2(space, key, m, id)                                                                   \
    static void registered##id(::c10_tpu::Registration &);                                                      \
    static ::c10_tpu::Registration registration##id(#space, c10::DispatchKey::key, &registered##id); /*NOLINT*/ \
    static void registered##id(::c10_tpu::Registration &m)
#define TPU_REGISTRATION_1(space, key, m, id) TPU_REGISTRATION_2(space, key, m, id)
/// As TORCH_LIBRARY_IMPL, for the device's own kernels.
#define TPU_REGISTRATION(space, key, m) TPU_REGISTRATION_1(space, key, m, __COUNTER__)
